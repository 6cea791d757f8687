//! Accounts beside guests: a name and a password, several devices, a code for a lost password, one's data and its end.
//!
//! A guest who makes an account, or signs in to one, brings his games along.

use argon2::{Algorithm, Argon2, Params, Version};
use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{
        HeaderMap, StatusCode,
        header::{SET_COOKIE, USER_AGENT},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Account, StoreError, Which};
use tokio::sync::Semaphore;

use crate::{
    app::App,
    body::Body,
    error::{Error, Result},
    identity::{Caller, Holder, hex, same, secret, shows_token, token_of},
    limit::What,
    look::now,
    outside::Visitor,
    ratings::SideRatingMeta,
    routes::Routes,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/me", me)
        .get("/api/me/export", export)
        .post("/api/accounts", make)
        .post("/api/sign-in", sign_in)
        .post("/api/sign-out", sign_out)
        .post("/api/recover", recover)
        .post("/api/me/delete", delete)
}

/// How many letters a name has.
const NAME: std::ops::RangeInclusive<usize> = 2..=24;
/// How many letters a password has.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
/// How many matches an export names.
const EXPORTED: usize = 10_000;
/// Whoever asks is not told which of the two is wrong.
const WRONG: Error = Error::Forbidden("The name or the password is wrong.");
const NO_ACCOUNT: Error = Error::Forbidden("You have no account here, or are not signed in.");

#[derive(Serialize)]
struct Me {
    /// The name of the account; guests have none.
    name: Option<String>,
    devices: Vec<Device>,
    ratings: Vec<SideRatingMeta>,
    /// A program plays for the account.
    bot: bool,
}

#[derive(Serialize)]
struct Device {
    /// The beginning of the hash of its token: enough to sign it out by.
    id: String,
    device: String,
    created: i64,
    this: bool,
}

/// How much of a hash names a device.
const SHORT: usize = 16;

async fn me(State(app): State<App>, caller: Caller, headers: HeaderMap) -> Result<Json<Me>> {
    let guest = || Ok(Json(Me { name: None, devices: Vec::new(), ratings: Vec::new(), bot: false }));
    let Some(holder) = &caller.0 else { return guest() };
    let Some(account) = app.store.account_of(&holder.0).await? else { return guest() };
    let own = token_of(&headers);
    let device = |it: store::Session| Device {
        this: own.as_ref() == Some(&it.token),
        id: it.token.chars().take(SHORT).collect(),
        device: it.device,
        created: it.created,
    };
    let devices = app.store.sessions(&holder.0).await?.into_iter().map(device).collect();
    let ratings = app.store.ratings(&holder.0).await?.into_iter().map(SideRatingMeta::of).collect();
    // A program is not shown the devices of its owner.
    let devices = if shows_token(&headers) { Vec::new() } else { devices };
    Ok(Json(Me { name: Some(account.name), devices, ratings, bot: account.bot }))
}

/// Everything that the server keeps of somebody.
async fn export(State(app): State<App>, Owner(account): Owner) -> Result<Response> {
    let sessions = app.store.sessions(&account.holder).await?;
    let devices: Vec<_> =
        sessions.iter().map(|it| json!({ "device": it.device, "created": it.created })).collect();
    let held = app.store.held(&account.holder, EXPORTED).await?;
    let matches: Vec<String> = held.iter().map(ToString::to_string).collect();
    let note = |(id, says): (store::MatchId, String)| json!({ "match": id.to_string(), "says": says });
    let notes: Vec<_> = app.store.notes(&account.holder).await?.into_iter().map(note).collect();
    let ratings = app.store.ratings(&account.holder).await?.into_iter().map(SideRatingMeta::of);
    let way = |way: store::Way| json!({ "kind": way.kind, "target": way.target, "created": way.created });
    let ways: Vec<_> = app.store.ways(&account.holder).await?.into_iter().map(way).collect();
    let bots = app.store.bot_tokens(&account.holder).await?.into_iter();
    let bots: Vec<_> = bots.map(|bot| json!({ "name": bot.name, "created": bot.created })).collect();
    let all = json!({
        "name": account.name, "created": account.created, "devices": devices, "matches": matches, "notes": notes,
        "ratings": ratings.collect::<Vec<_>>(), "ways": ways, "bots": bots,
    });
    Ok(Json(all).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    password: String,
}

async fn make(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<Credentials>,
) -> Result<Response> {
    let Credentials { name, password } = asked;
    check_name(&name)?;
    check_password(&password)?;
    app.limits.may(What::Account, visitor, None)?;
    if app.store.registration_is_closed().await? {
        return Err(Error::Forbidden("This server takes no new accounts now."));
    }
    let code = secret();
    let holder = Holder(format!("account:{}", secret()));
    let account = Account {
        holder: holder.0.clone(),
        name: name.clone(),
        password: hashed(password).await?,
        recovery: store::digest(&code),
        created: now(),
        bot: false,
    };
    match app.store.add_account(account).await {
        Ok(()) => {}
        Err(StoreError::MovedOn) => return Err(Error::bad("name", "This name is taken.")),
        Err(error) => return Err(error.into()),
    }
    tracing::info!(name, "account made");
    let body = json!({ "name": name, "recovery": code });
    let answer = (StatusCode::CREATED, Json(body)).into_response();
    enter(&app, visitor, &caller, &headers, holder, answer).await
}

async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Body(asked): Body<Credentials>,
) -> Result<Response> {
    let Credentials { name, password } = asked;
    let account = checked(&app, visitor, &name, password).await?;
    if app.store.is_banned(&account.holder).await? {
        return Err(Error::Forbidden("The host of this server has closed this account."));
    }
    let answer = Json(json!({ "name": account.name })).into_response();
    enter(&app, visitor, &caller, &headers, Holder(account.holder), answer).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Leave {
    /// A device of the list; this one, if none is named.
    device: Option<String>,
    /// All devices but this one.
    #[serde(default)]
    others: bool,
}

async fn sign_out(
    State(app): State<App>,
    Owner(account): Owner,
    headers: HeaderMap,
    Body(asked): Body<Leave>,
) -> Result<Json<serde_json::Value>> {
    let own = token_of(&headers).ok_or(NO_ACCOUNT)?;
    let which = match asked.device {
        _ if asked.others => Which::AllBut(own),
        None => Which::One(own),
        Some(id) => {
            let sessions = app.store.sessions(&account.holder).await?;
            let named = sessions.into_iter().find(|it| id.len() == SHORT && it.token.starts_with(&id));
            Which::One(named.ok_or_else(|| Error::bad("device", "There is no such device."))?.token)
        }
    };
    app.store.sign_out(&account.holder, which).await?;
    app.known.forget();
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recover {
    name: String,
    code: String,
    password: String,
}

/// Another password for whoever has the code. The code is used up, and every device is signed out.
async fn recover(
    State(app): State<App>,
    visitor: Visitor,
    Body(asked): Body<Recover>,
) -> Result<Json<serde_json::Value>> {
    let Recover { name, code, password } = asked;
    check_password(&password)?;
    app.limits.may(What::SignIn, visitor, None)?;
    let wrong = Error::Forbidden("The name or the code is wrong.");
    let Some(account) = app.store.account_named(&name).await? else { return Err(wrong) };
    if !same(&store::digest(code.trim()), &account.recovery) {
        return Err(wrong);
    }
    let code = secret();
    app.store.renew_account(&account.holder, hashed(password).await?, store::digest(&code)).await?;
    app.known.forget();
    Ok(Json(json!({ "recovery": code })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delete {
    password: String,
}

/// Forgets the caller's account. The games of others stay whole: nobody who could come back holds his seats.
async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Owner(account): Owner,
    Body(asked): Body<Delete>,
) -> Result<Json<serde_json::Value>> {
    checked(&app, visitor, &account.name, asked.password).await?;
    let (holder, nobody) = (Holder(account.holder), Holder(format!("gone:{}", secret())));
    let held = app.store.held(&holder.0, EXPORTED).await?;
    app.store.remove_account(&holder.0, &nobody.0).await?;
    app.known.forget();
    for id in held {
        app.tables.moved(id, &holder, &nobody).await;
    }
    Ok(Json(json!({})))
}

/// Gives this device a token of the account's, and the games that a guest has played on it to the account.
async fn enter(
    app: &App,
    visitor: Visitor,
    caller: &Caller,
    headers: &HeaderMap,
    holder: Holder,
    mut answer: Response,
) -> Result<Response> {
    if let Some(guest) = &caller.0
        && *guest != holder
        && app.store.account_of(&guest.0).await?.is_none()
    {
        let held = app.store.held(&guest.0, EXPORTED).await?;
        app.store.take_over(&guest.0, &holder.0).await?;
        for id in held {
            app.tables.moved(id, guest, &holder).await;
        }
    }
    let device = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let cookie = holder.new_device(app, visitor, device).await?;
    answer.headers_mut().insert(SET_COOKIE, cookie);
    Ok(answer)
}

/// Somebody who is signed in to his account.
pub struct Owner(pub Account);

impl FromRequestParts<App> for Owner {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Owner> {
        if shows_token(&parts.headers) {
            return Err(Error::Forbidden("An account is looked after by its owner, and not by a program."));
        }
        let caller = Caller::from_request_parts(parts, app).await?;
        own_account(app, &caller).await.map(Owner)
    }
}

async fn own_account(app: &App, caller: &Caller) -> Result<Account> {
    let holder = caller.0.as_ref().ok_or(NO_ACCOUNT)?;
    app.store.account_of(&holder.0).await?.ok_or(NO_ACCOUNT)
}

/// The account, if the password is its own.
async fn checked(app: &App, visitor: Visitor, name: &str, password: String) -> Result<Account> {
    app.limits.may(What::SignIn, visitor, None)?;
    if password.chars().count() > *PASSWORD.end() {
        return Err(WRONG);
    }
    let Some(account) = app.store.account_named(name).await? else {
        // As much work as for a name that exists.
        hashed(password).await?;
        return Err(WRONG);
    };
    let (salt, kept) = account.password.rsplit_once('$').ok_or(Error::Unavailable)?;
    let salt = salt.rsplit('$').next().unwrap_or_default().to_owned();
    let found = hash(password, salt).await?;
    if same(kept, found.rsplit('$').next().unwrap_or_default()) { Ok(account) } else { Err(WRONG) }
}

async fn hashed(password: String) -> Result<String> {
    hash(password, secret()).await
}

/// Passwords that are hashed at once: each takes 19 megabytes.
static KITCHEN: Semaphore = Semaphore::const_new(AT_ONCE);
const AT_ONCE: usize = 2;

/// Works away from the runtime, a few at once. Whoever leaves meanwhile keeps his place until the work is done.
async fn few_at_once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let place = KITCHEN.acquire().await.ok()?;
    let work = move || {
        let done = work();
        drop(place);
        done
    };
    tokio::task::spawn_blocking(work).await.ok()
}

/// `argon2id$SALT$HASH`, away from the runtime: it takes a while on purpose, and 19 megabytes.
async fn hash(password: String, salt: String) -> Result<String> {
    let work = move || {
        let mut out = [0; 32];
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default());
        argon.hash_password_into(password.as_bytes(), salt.as_bytes(), &mut out).ok()?;
        Some(format!("argon2id${salt}${}", hex(&out)))
    };
    few_at_once(work).await.flatten().ok_or(Error::Unavailable)
}

fn check_name(name: &str) -> Result<()> {
    let letters = name.chars().all(|letter| letter.is_alphanumeric() || "-_ ".contains(letter));
    let trimmed = name.trim() == name && !name.contains("  ");
    if !letters || !trimmed || !NAME.contains(&name.chars().count()) {
        return Err(Error::bad("name", "A name has 2 to 24 letters, digits, hyphens or spaces."));
    }
    Ok(())
}

fn check_password(password: &str) -> Result<()> {
    if PASSWORD.contains(&password.chars().count()) {
        return Ok(());
    }
    Err(Error::bad("password", "A password has 8 to 200 letters."))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn many_who_sign_in_do_not_take_all_memory() {
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let work = || {
            let now = NOW.fetch_add(1, Ordering::SeqCst) + 1;
            MOST.fetch_max(now, Ordering::SeqCst);
            (0..10_000).for_each(|_| std::thread::yield_now());
            NOW.fetch_sub(1, Ordering::SeqCst);
        };
        let all: Vec<_> = (0..50).map(|_| tokio::spawn(few_at_once(work))).collect();
        for one in all {
            assert_eq!(one.await.unwrap(), Some(()));
        }
        assert!((1..=AT_ONCE).contains(&MOST.load(Ordering::SeqCst)), "{MOST:?}");
        // Whoever hangs up does not make room before his work is done.
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let mut left = Box::pin(few_at_once(move || wait.recv()));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        assert_eq!(KITCHEN.available_permits(), AT_ONCE - 1);
        drop(go);
    }
}
