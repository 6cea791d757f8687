//! The ways by which somebody wants to be told, and the feed of his turns.

use axum::{
    Json,
    extract::State,
    http::{
        HeaderMap, StatusCode,
        header::{CONTENT_TYPE, HOST},
    },
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{StoreError, Way};

use crate::{
    abroad::Target,
    accounts::Owner,
    app::App,
    body::{Body, Part},
    error::{Error, Result},
    identity::{Caller, Holder, is_secret, secret},
    limit::What,
    look::{Meta, millis, now},
    mail, matches,
    notices::side_name,
    outside::{Site, Visitor},
    routes::Routes,
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/me/ways", ways)
        .post("/api/me/ways", add)
        .post("/api/me/ways/{id}", does)
        .post("/api/me/feed", feed_does)
        .get("/feed/{token}", feed)
        .get("/api/told/{code}", told)
        .post("/api/told/{code}", told_does)
}

/// How many games a feed names.
const FED: usize = 50;
const NO_WAY: Error = Error::NotFound("There is no such way.");
const NO_CODE: Error =
    Error::NotFound("There is no such mailbox here: it was taken away, or the address is wrong.");

/// The ways to the caller.
#[derive(Serialize)]
struct WaysAnswer {
    ways: Vec<WayMeta>,
    /// Whether his feed has an address.
    feed: bool,
    /// The kinds that this server has.
    kinds: Vec<&'static str>,
    /// The key that browsers are told to wait for, where this server sends `push`.
    #[serde(skip_serializing_if = "Option::is_none")]
    push_key: Option<String>,
}

/// A way by which somebody is told.
#[derive(Serialize)]
struct WayMeta {
    id: String,
    /// `webhook`, `discord`, `ntfy`, `push` or `mail`.
    kind: String,
    target: String,
    /// `waiting` until a mailbox is confirmed, `on`, or `failed` when too much came back.
    state: String,
    /// When something was last sent; 0 for never.
    tried: i64,
    /// What went wrong then.
    says: String,
}

impl WayMeta {
    fn of(way: Way) -> WayMeta {
        let Way { id, kind, target, state, tried, says, .. } = way;
        WayMeta { id, kind, target, state, tried, says }
    }
}

fn kinds(app: &App) -> Vec<&'static str> {
    let mail = app.settings.notices.mail.as_ref().map(|_| "mail");
    // Browsers are woken for sites that are reached by https alone.
    let push = app.settings.outside.site.as_ref().is_some_and(Site::is_secure).then_some("push");
    push.into_iter().chain(["discord", "ntfy", "webhook"]).chain(mail).collect()
}

async fn ways(State(app): State<App>, Owner(account): Owner) -> Result<Json<WaysAnswer>> {
    let ways = app.store.ways(&account.holder).await?.into_iter().map(WayMeta::of).collect();
    let feed = app.store.has_feed(&account.holder).await?;
    let kinds = kinds(&app);
    let push_key = if kinds.contains(&"push") { Some(app.push().await?.public.clone()) } else { None };
    Ok(Json(WaysAnswer { ways, feed, kinds, push_key }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    kind: String,
    target: String,
}

async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Owner(account): Owner,
    Body(asked): Body<Add>,
) -> Result<Response> {
    let Add { kind, target } = asked;
    if !kinds(&app).contains(&kind.as_str()) {
        return Err(Error::bad("kind", format!("There is {}.", view::list(&kinds(&app)))));
    }
    let by_mail = kind == "mail";
    let target = if by_mail {
        mail::mailbox(&target).ok_or_else(|| Error::bad("target", "This is no address for mail."))?
    } else {
        let target = target.trim();
        target.parse::<Target>().map_err(|says| Error::bad("target", says))?;
        target.to_owned()
    };
    let holder = Holder(account.holder.clone());
    if by_mail {
        app.limits.may(What::Notice, visitor, Some(&holder))?;
    }
    let way = Way {
        id: secret(),
        holder: account.holder,
        kind: kind.clone(),
        target,
        secret: secret(),
        state: if by_mail { "waiting" } else { "on" }.to_owned(),
        created: now(),
        tried: 0,
        failed: 0,
        says: String::new(),
    };
    match app.store.add_way(way.clone(), app.settings.notices.ways).await {
        Ok(()) => {}
        Err(StoreError::MovedOn) => {
            return Err(Error::Forbidden("You have as many ways as this server allows."));
        }
        Err(error) => return Err(error.into()),
    }
    app.known.forget();
    let mut answer = json!({ "id": way.id });
    if by_mail {
        app.store.tell_one(&way.id, "confirm", millis()).await?;
    } else if kind == "webhook" {
        answer["secret"] = way.secret.into();
    }
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// What is done about a way.
#[derive(Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
enum Does {
    /// Sends something now: to see whether it arrives, or to ask the mailbox again.
    Try {},
    /// Uses a way again that has failed.
    Resume {},
    Remove {},
}

async fn does(
    State(app): State<App>,
    visitor: Visitor,
    Owner(account): Owner,
    Part(id): Part,
    Body(does): Body<Does>,
) -> Result<Json<serde_json::Value>> {
    let own = app.store.ways(&account.holder).await?.into_iter().find(|way| way.id == id);
    let way = own.ok_or(NO_WAY)?;
    let waiting = way.state == "waiting";
    match does {
        Does::Try {} => {
            app.limits.may(What::Notice, visitor, Some(&Holder(account.holder)))?;
            app.store.tell_one(&id, if waiting { "confirm" } else { "test" }, millis()).await?;
        }
        Does::Resume {} if waiting => {
            let says = "The mailbox has not been confirmed: follow the address in the letter.".to_owned();
            return Err(Error::Refused { says, case: None });
        }
        Does::Resume {} => app.store.use_way(&id).await?,
        Does::Remove {} => app.store.remove_way(&id).await?,
    }
    app.known.forget();
    Ok(Json(json!({})))
}

/// What the owner of a mailbox sees on the page that a letter names.
async fn told(State(app): State<App>, Part(code): Part) -> Result<Json<serde_json::Value>> {
    let way = mailbox(&app, &code).await?;
    Ok(Json(json!({ "target": way.target, "state": way.state })))
}

#[derive(Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
enum Answers {
    /// The mailbox is his, and he wants to be told.
    Confirm {},
    /// No more letters.
    Stop {},
}

async fn told_does(
    State(app): State<App>,
    Part(code): Part,
    Body(answers): Body<Answers>,
) -> Result<Json<serde_json::Value>> {
    let way = mailbox(&app, &code).await?;
    match answers {
        Answers::Confirm {} => app.store.use_way(&way.id).await?,
        Answers::Stop {} => app.store.remove_way(&way.id).await?,
    }
    app.known.forget();
    Ok(Json(json!({})))
}

async fn mailbox(app: &App, code: &str) -> Result<Way> {
    if !is_secret(code) {
        return Err(NO_CODE);
    }
    app.store.mailbox(code).await?.ok_or(NO_CODE)
}

#[derive(Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
enum FeedDoes {
    /// Another address; the one before is worth nothing any more.
    Make {},
    Drop {},
}

async fn feed_does(
    State(app): State<App>,
    Owner(account): Owner,
    Body(does): Body<FeedDoes>,
) -> Result<Json<serde_json::Value>> {
    match does {
        FeedDoes::Make {} => {
            let token = secret();
            app.store.set_feed(&account.holder, Some(&token)).await?;
            Ok(Json(json!({ "url": app.settings.outside.url(&format!("/feed/{token}")) })))
        }
        FeedDoes::Drop {} => {
            app.store.set_feed(&account.holder, None).await?;
            Ok(Json(json!({})))
        }
    }
}

/// The games that wait for somebody, for a feed reader. Who has its address is asked nothing more.
async fn feed(State(app): State<App>, Part(token): Part, headers: HeaderMap) -> Result<Response> {
    const NO_FEED: Error = Error::NotFound("There is no such feed: it may have another address now.");
    if !is_secret(&token) {
        return Err(NO_FEED);
    }
    let holder = app.store.feed(&token).await?.ok_or(NO_FEED)?;
    if app.store.is_banned(&holder).await? {
        return Err(NO_FEED);
    }
    let caller = Caller(Some(Holder(holder)));
    let mut waiting = Vec::new();
    for id in app.store.held(&caller.0.as_ref().expect("set above").0, matches::LISTED).await? {
        // One match that cannot be read must not hide the others.
        match matches::look(&app, id, &caller).await {
            Ok(look) if look.meta.waits_for_you => waiting.push(look.meta),
            Ok(_) => {}
            Err(error) => tracing::warn!(%id, %error, "a game of a feed cannot be read"),
        }
    }
    waiting.sort_by_key(|meta| std::cmp::Reverse(meta.changed()));
    waiting.truncate(FED);
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or("localhost");
    let at = |path: &str| app.settings.outside.url_from(host, path);
    let text = atom(&app, &store::digest(&token), &waiting, at);
    Ok(([(CONTENT_TYPE, "application/atom+xml; charset=utf-8")], text).into_response())
}

fn atom(app: &App, feed: &str, waiting: &[Meta], at: impl Fn(&str) -> String) -> String {
    let mut entries = String::new();
    for meta in waiting {
        let side = meta.own_side().map_or_else(String::new, |side| side_name(app, meta.game(), side));
        let link = escaped(&at(&format!("/match/{}", meta.id)));
        let (title, changed) = (escaped(meta.title()), meta.changed());
        let says = format!("{title}: it is your turn ({}, turn {}).", escaped(&side), meta.turn());
        entries.push_str(&format!(
            "<entry><id>urn:sandtable:{}:{changed}</id><title>{says}</title><updated>{}</updated>\
             <link href=\"{link}\"/></entry>\n",
            meta.id,
            moment(changed)
        ));
    }
    let newest = waiting.first().map_or(0, Meta::changed);
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\
         <id>urn:sandtable:feed:{feed}</id><title>Sandtable: your turns</title><updated>{}</updated>\
         <author><name>Sandtable</name></author><link href=\"{}\"/>\n{entries}</feed>\n",
        moment(newest),
        escaped(&at("/"))
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A moment in seconds since 1970 as feeds write it: `2026-11-18T20:15:00Z`.
fn moment(at: i64) -> String {
    let (days, second) = (at.div_euclid(86_400), at.rem_euclid(86_400));
    // Years that begin in March have their odd day at the end; 400 of them have 146,097 days.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_feeds_want_them() {
        for (at, written) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_763_496_000, "2025-11-18T20:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(moment(at), written);
        }
    }
}
