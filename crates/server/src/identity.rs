//! Who asks: an unguessable token in a cookie. The server knows the hashes of those it has given, and no others.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderValue,
        header::{AUTHORIZATION, COOKIE},
        request::Parts,
    },
};
use sha2::{Digest, Sha256};
use store::{Session, Store};

use crate::{
    app::App,
    error::{Error, Result},
    look::now,
    outside::{Visitor, household},
    thinking::Share,
};

/// The name of the cookie.
const NAME: &str = "sandtable";
/// How much of what a device says about itself is kept.
const DEVICE: usize = 120;
/// How long a browser keeps it: as long as browsers keep any.
const SECONDS: u32 = 400 * 24 * 60 * 60;

/// The hash of a token: this is who somebody is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Holder(pub String);

/// The caller, if he has been here before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller(pub Option<Holder>);

/// Somebody who writes: he has been here before, or has a token of his own from now on.
pub struct Person {
    pub holder: Holder,
    /// The token, if it is new.
    token: Option<String>,
}

impl Caller {
    /// The caller, with a token of his own if he had none. An identity that the server knows is never replaced.
    pub fn or_new(self) -> Person {
        if let Some(holder) = self.0 {
            return Person { holder, token: None };
        }
        let token = secret();
        Person { holder: hash(&token), token: Some(token) }
    }
}

impl Person {
    /// Lets somebody new in: the server knows his token from now on. The cookie is for his browser to remember it by.
    pub async fn admit(&self, app: &App, visitor: Visitor) -> Result<Option<HeaderValue>> {
        let Some(token) = &self.token else { return Ok(None) };
        remember(app, visitor, token, &self.holder, "").await.map(Some)
    }
}

impl Holder {
    /// Whether this is somebody with a name and a password.
    pub fn is_account(&self) -> bool {
        self.0.starts_with("account:")
    }

    /// Gives somebody a token for one more device.
    pub async fn new_device(&self, app: &App, visitor: Visitor, device: &str) -> Result<HeaderValue> {
        remember(app, visitor, &secret(), self, device).await
    }
}

/// Keeps a token of somebody, and returns the cookie for his browser.
async fn remember(
    app: &App,
    visitor: Visitor,
    token: &str,
    holder: &Holder,
    device: &str,
) -> Result<HeaderValue> {
    let now = now();
    let device = device.chars().take(DEVICE).collect();
    let session = Session { token: hash(token).0, holder: holder.0.clone(), created: now, seen: now, device };
    app.store.add_session(session).await?;
    let secure = if visitor.secure { "; Secure" } else { "" };
    let cookie = format!("{NAME}={token}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}");
    Ok(HeaderValue::from_str(&cookie).expect("letters and digits make a header"))
}

impl FromRequestParts<App> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller> {
        caller(app, &parts.headers).await
    }
}

/// Who sends these headers. A token that this server has not given is nobody's.
pub async fn caller(app: &App, headers: &HeaderMap) -> Result<Caller> {
    if shows_token(headers) {
        // A token speaks for itself: whatever cookie comes along does not count.
        const UNKNOWN: Error = Error::Forbidden("This token is not known here, or was taken back.");
        let token =
            bearer(headers).filter(|it| it.strip_prefix(BOT).is_some_and(is_secret)).ok_or(UNKNOWN)?;
        let found = app.known.find_bot(&app.store, &hash(token).0).await?;
        return found.map(|holder| Caller(Some(holder))).ok_or(UNKNOWN);
    }
    match token_of(headers) {
        Some(token) => app.known.find(&app.store, &token).await.map(Caller),
        None => Ok(Caller(None)),
    }
}

/// What the tokens of programs begin with.
const BOT: &str = "bot_";

/// A token for a program.
pub fn bot_token() -> String {
    format!("{BOT}{}", secret())
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
}

/// Whether a program shows its token. No page of another site can: browsers add no such header by themselves.
pub fn shows_token(headers: &HeaderMap) -> bool {
    bearer(headers).is_some_and(|token| token.starts_with(BOT))
}

/// The hash of the token that these headers carry.
pub fn token_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let token = pairs.find_map(|(name, value)| (name == NAME && is_secret(value)).then_some(value));
    token.map(|token| hash(token).0)
}

/// Who has been here lately, so that the database need not be asked each time, and from where.
#[derive(Default)]
pub struct Known {
    holders: Mutex<HashMap<String, (Holder, Instant)>>,
    places: Mutex<HashMap<Holder, IpAddr>>,
    /// Who is told of his turns.
    told: Mutex<HashMap<Holder, (bool, Instant)>>,
}

/// How long the database is not asked again: its host may have signed somebody out.
const FRESH: Duration = Duration::from_secs(60);
/// More than this many are forgotten and asked for again.
const REMEMBERED: usize = 20_000;

impl Known {
    async fn find_bot(&self, store: &Store, token: &str) -> Result<Option<Holder>> {
        if let Some((holder, asked)) = self.holders().get(token)
            && asked.elapsed() < FRESH
        {
            return Ok(Some(holder.clone()));
        }
        let found = store.bot_token(token).await?.map(|bot| Holder(bot.holder));
        if let Some(holder) = &found {
            self.remember(token, holder.clone());
        }
        Ok(found)
    }

    fn remember(&self, token: &str, holder: Holder) {
        let mut holders = self.holders();
        if holders.len() >= REMEMBERED {
            holders.clear();
        }
        holders.insert(token.to_owned(), (holder, Instant::now()));
    }

    async fn find(&self, store: &Store, token: &str) -> Result<Option<Holder>> {
        if let Some((holder, asked)) = self.holders().get(token)
            && asked.elapsed() < FRESH
        {
            return Ok(Some(holder.clone()));
        }
        let Some(session) = store.session(token).await? else {
            self.holders().remove(token);
            return Ok(None);
        };
        let holder = Holder(session.holder);
        self.remember(token, holder.clone());
        Ok(Some(holder))
    }

    /// Whether somebody is told of his turns by any way.
    pub async fn has_ways(&self, store: &Store, holder: &Holder) -> Result<bool> {
        let told = || self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((has, asked)) = told().get(holder)
            && asked.elapsed() < FRESH
        {
            return Ok(*has);
        }
        let has = store.ways(&holder.0).await?.iter().any(|way| way.state == "on");
        let mut told = told();
        if told.len() >= REMEMBERED {
            told.clear();
        }
        told.insert(holder.clone(), (has, Instant::now()));
        Ok(has)
    }

    /// Forgets whom it knows: some of them are signed out, and the database says who.
    pub fn forget(&self) {
        self.holders().clear();
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Remembers where somebody is.
    pub fn note(&self, holder: &Holder, address: Option<IpAddr>) {
        let Some(address) = address else { return };
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= REMEMBERED {
            places.clear();
        }
        places.insert(holder.clone(), household(address));
    }

    /// For whom somebody thinks who thinks for this person.
    pub fn share(&self, holder: Option<&Holder>) -> Share {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let household = holder.and_then(|holder| places.get(holder).copied());
        Share { household, holder: holder.cloned() }
    }

    fn holders(&self) -> MutexGuard<'_, HashMap<String, (Holder, Instant)>> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 128 random bits as text: a token or an invitation.
pub fn secret() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    hex(&bytes)
}

/// Whether two secrets are the same, without saying by the time it takes how far they agree.
pub fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one.as_bytes()) == Sha256::digest(other.as_bytes())
}

/// Whether a text can be one of our secrets.
pub fn is_secret(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hash(token: &str) -> Holder {
    Holder(store::digest(token))
}

/// Bytes as text.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
