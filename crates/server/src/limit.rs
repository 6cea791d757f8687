//! How often somebody may write: a bucket of tokens for each address and each person, refilled as time passes.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Mutex, PoisonError},
    time::Instant,
};

use axum::{
    extract::{ConnectInfo, Request, State},
    http::Method,
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    error::Error,
    identity::{Caller, Holder},
};

/// How fast the buckets fill.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// Writes a second from one address.
    pub address: Rate,
    /// Writes a second of one person.
    pub person: Rate,
}

/// A bucket: how fast it fills, and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub per_second: f64,
    pub burst: f64,
}

impl Rates {
    /// As many as anybody likes, for tests and measurements.
    pub const UNLIMITED: Rates = {
        let rate = Rate { per_second: f64::INFINITY, burst: f64::INFINITY };
        Rates { address: rate, person: rate }
    };
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
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

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
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
        match key {
            Key::Address(_) => self.rates.address,
            Key::Person(_) => self.rates.person,
        }
    }
}

impl Bucket {
    fn filled(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + passed * rate.per_second).min(rate.burst)
    }
}

/// Turns away those who write too often. Reading is free.
pub async fn limit(State(app): State<App>, Caller(caller): Caller, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let cost = if request.uri().path() == "/api/matches" { BEGINNING } else { 1.0 };
    let now = Instant::now();
    let person = caller.is_none_or(|holder| app.limits.take(Key::Person(holder), 1.0, now));
    if !person || !app.limits.take(Key::Address(address), cost, now) {
        return Error::TooMany.into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limits = Limits::new(Rates::default());
        let start = Instant::now();
        let key = || Key::Person(Holder("x".to_owned()));
        assert_eq!((0..100).filter(|_| limits.take(key(), 1.0, start)).count(), 60);
        assert!(!limits.take(key(), 1.0, start));
        assert!(limits.take(Key::Person(Holder("y".to_owned())), 1.0, start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| limits.take(key(), 1.0, later)).count(), 20);
    }
}
