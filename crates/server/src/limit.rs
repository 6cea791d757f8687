//! How often somebody may write: a bucket of tokens for each address and each person, refilled as time passes.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use axum::{
    extract::{Request, State},
    http::HeaderMap,
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    error::{Error, Result},
    guard::only_reads,
    identity::{Caller, Holder, caller},
    outside::{Visitor, household},
};

/// How fast the buckets fill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Writes a second from one address.
    pub address: Rate,
    /// Writes a second of one person.
    pub person: Rate,
    /// Looks that take work: a list, a position of long ago, a picture, a record.
    pub looks: Pair,
    /// Matches that begin.
    pub matches: Pair,
    /// Records that matches begin from, which take long to replay.
    pub records: Pair,
    /// Hints.
    pub hints: Pair,
    /// Reviews.
    pub reviews: Pair,
    /// Accounts that are made.
    pub accounts: Pair,
    /// Passwords and codes that are tried.
    pub sign_ins: Pair,
    /// Letters that ask whether a mailbox is somebody's, and messages sent as a test.
    pub notices: Pair,
}

/// What one address and what one person may ask for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    pub address: Rate,
    pub person: Rate,
}

/// What there is a limit for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    Write,
    /// Looks that take work.
    Look,
    Match,
    Record,
    Hint,
    Review,
    /// Accounts that are made.
    Account,
    /// Passwords and codes that are tried.
    SignIn,
    /// Messages sent as a test, and questions to a mailbox.
    Notice,
}

/// A bucket: how fast it fills, and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub per_second: f64,
    pub burst: f64,
}

impl Rates {
    /// How many passwords and codes are tried at once, whatever the host allows in an hour: each takes time and memory.
    pub const SIGN_INS_AT_ONCE: f64 = 10.0;

    /// As many as anybody likes, for tests and measurements.
    pub const UNLIMITED: Rates = {
        let rate = Rate { per_second: f64::INFINITY, burst: f64::INFINITY };
        let pair = Pair { address: rate, person: rate };
        Rates {
            address: rate,
            person: rate,
            looks: pair,
            matches: pair,
            records: pair,
            hints: pair,
            reviews: pair,
            accounts: pair,
            sign_ins: pair,
            notices: pair,
        }
    };
}

impl Pair {
    /// The same with fewer at once.
    pub fn at_once(self, most: f64) -> Pair {
        let fewer = |rate: Rate| Rate { burst: rate.burst.min(most), ..rate };
        Pair { address: fewer(self.address), person: fewer(self.person) }
    }
}

impl Rate {
    /// So many an hour, and as many at once.
    pub const fn hourly(number: u32) -> Rate {
        Rate { per_second: number as f64 / 3600.0, burst: number as f64 }
    }
}

impl Default for Rates {
    fn default() -> Rates {
        let pair = |person, address| Pair { address: Rate::hourly(address), person: Rate::hourly(person) };
        Rates {
            matches: pair(100, 500),
            records: pair(50, 200),
            hints: pair(500, 2_000),
            reviews: pair(30, 150),
            accounts: pair(10, 20),
            sign_ins: pair(60, 60).at_once(Rates::SIGN_INS_AT_ONCE),
            notices: pair(20, 60),
            looks: Pair {
                address: Rate { per_second: 50.0, burst: 500.0 },
                person: Rate { per_second: 10.0, burst: 200.0 },
            },
            address: Rate { per_second: 100.0, burst: 300.0 },
            person: Rate { per_second: 20.0, burst: 60.0 },
        }
    }
}

/// Full buckets are forgotten when there are more than this.
const MOST: usize = 10_000;
/// Beginning a match costs as much as this many actions.
const BEGINNING: f64 = 10.0;

pub struct Limits {
    rates: Rates,
    buckets: Mutex<HashMap<Key, Bucket>>,
}

/// Who, and what for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key(What, Who);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Who {
    Address(Option<IpAddr>),
    Person(Holder),
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl Limits {
    pub fn new(rates: Rates) -> Limits {
        Limits { rates, buckets: Mutex::default() }
    }

    /// Takes from the bucket, or says that it is empty.
    fn take(&self, key: Key, cost: f64, now: Instant) -> bool {
        let rate = self.rate(&key);
        if rate.burst.is_infinite() {
            return true;
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MOST {
            buckets.retain(|key, bucket| bucket.filled(self.rate(key), now) < self.rate(key).burst);
        }
        let bucket = buckets.entry(key).or_insert(Bucket { left: rate.burst, at: now });
        bucket.left = bucket.filled(rate, now);
        bucket.at = now;
        let enough = bucket.left >= cost;
        if enough {
            bucket.left -= cost;
        }
        enough
    }

    fn rate(&self, key: &Key) -> Rate {
        let Rates { address, person, looks, matches, records, hints, reviews, accounts, sign_ins, notices } =
            self.rates;
        let pair = match key.0 {
            What::Write => Pair { address, person },
            What::Look => looks,
            What::Match => matches,
            What::Record => records,
            What::Hint => hints,
            What::Review => reviews,
            What::Account => accounts,
            What::SignIn => sign_ins,
            What::Notice => notices,
        };
        match key.1 {
            Who::Address(_) => pair.address,
            Who::Person(_) => pair.person,
        }
    }

    /// Whether somebody may have this once more.
    pub fn may(&self, what: What, visitor: Visitor, holder: Option<&Holder>) -> Result<()> {
        let now = Instant::now();
        let person = holder.is_none_or(|holder| self.take(Key(what, Who::Person(holder.clone())), 1.0, now));
        let address = Who::Address(visitor.address.map(household));
        if person && self.take(Key(what, address), 1.0, now) { Ok(()) } else { Err(Error::TooMany) }
    }
}

impl Bucket {
    fn filled(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + passed * rate.per_second).min(rate.burst)
    }
}

/// Turns away those who write too often, or look too often at what takes work. Other reading is free.
pub async fn limit(State(app): State<App>, visitor: Visitor, request: Request, next: Next) -> Response {
    let (reads, path) = (only_reads(request.method()), request.uri().path());
    if reads && !takes_work(path) {
        return next.run(request).await;
    }
    let what = if reads { What::Look } else { What::Write };
    let cost = if !reads && path == "/api/matches" { BEGINNING } else { 1.0 };
    match may(&app, what, visitor, request.headers(), cost).await {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Lists look at many matches; what is asked of a moment long ago plays the game up to it.
fn takes_work(path: &str) -> bool {
    let Some(rest) = path.strip_prefix("/api/matches") else { return path == "/api/lobby" };
    rest.is_empty() || ["/replay", "/picture", "/luck", "/record"].iter().any(|end| rest.ends_with(end))
}

async fn may(app: &App, what: What, visitor: Visitor, headers: &HeaderMap, cost: f64) -> Result<()> {
    let address = Key(what, Who::Address(visitor.address.map(household)));
    // The address comes first: who has no right to ask is not looked up.
    if !app.limits.take(address, cost, Instant::now()) {
        return Err(Error::TooMany);
    }
    let Caller(Some(holder)) = caller(app, headers).await? else { return Ok(()) };
    if what == What::Write {
        app.known.note(&holder, visitor.address);
    }
    let person = Key(what, Who::Person(holder));
    if app.limits.take(person, 1.0, Instant::now()) { Ok(()) } else { Err(Error::TooMany) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limits = Limits::new(Rates::default());
        let start = Instant::now();
        let key = || Key(What::Write, Who::Person(Holder("x".to_owned())));
        assert_eq!((0..100).filter(|_| limits.take(key(), 1.0, start)).count(), 60);
        assert!(!limits.take(key(), 1.0, start));
        assert!(limits.take(Key(What::Write, Who::Person(Holder("y".to_owned()))), 1.0, start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| limits.take(key(), 1.0, later)).count(), 20);
    }
}
