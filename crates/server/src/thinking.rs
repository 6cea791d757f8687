//! Who thinks next: a fair queue for the processors.
//!
//! There are as many chairs as processors. Machines in games that go on come before hints, hints before reviews. Among those who
//! wait for the same, the address that thinks least now and has thought least lately comes first, and within an address the
//! person. One address never has all chairs, so whoever comes finds one soon; whoever leaves gives up his place.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::identity::Holder;

/// What is thought about, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Matter {
    /// A machine's turn in a game.
    Live,
    /// A hint that somebody waits for.
    Hint,
    /// The review of a game that is over.
    Review,
}

/// For whom somebody thinks.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Share {
    pub household: Option<IpAddr>,
    pub holder: Option<Holder>,
}

/// The chairs and the queue before them. Cheap to clone.
#[derive(Clone)]
pub struct Thinkers(Arc<Mutex<Hall>>);

struct Hall {
    chairs: usize,
    waiting: Vec<Waiting>,
    /// Who sits, and since when.
    sitting: HashMap<u64, (Matter, Share, Instant)>,
    /// Who has thought how long lately.
    used: HashMap<Share, Used>,
    next: u64,
}

struct Waiting {
    ticket: u64,
    matter: Matter,
    share: Share,
    call: oneshot::Sender<Chair>,
}

/// Seconds of thinking, half of which are forgotten every so often.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

/// A place to think, given back when it is dropped.
pub struct Chair {
    hall: Thinkers,
    ticket: u64,
}

/// After this time half of what somebody used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(60);
/// More entries than this are looked through for those that are forgotten.
const MOST: usize = 1_000;
/// Reviews at once.
const REVIEWS: usize = 1;

impl Thinkers {
    /// A hall with so many chairs, and at least two: one is always left for somebody else.
    pub fn new(chairs: usize) -> Thinkers {
        let hall = Hall {
            chairs: chairs.max(2),
            waiting: Vec::new(),
            sitting: HashMap::new(),
            used: HashMap::new(),
            next: 0,
        };
        Thinkers(Arc::new(Mutex::new(hall)))
    }

    /// Waits for a chair. Whoever stops waiting loses his place.
    pub async fn chair(&self, matter: Matter, share: Share) -> Chair {
        loop {
            let (call, called) = oneshot::channel();
            {
                let mut hall = self.hall();
                hall.next += 1;
                let ticket = hall.next;
                hall.waiting.push(Waiting { ticket, matter, share: share.clone(), call });
            }
            self.seat();
            // The other end goes only with the hall itself.
            if let Ok(chair) = called.await {
                return chair;
            }
        }
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.hall().waiting.iter().filter(|it| !it.call.is_closed()).count()
    }

    /// How many think.
    pub fn sitting(&self) -> usize {
        self.hall().sitting.len()
    }

    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free chairs to those who wait.
    fn seat(&self) {
        loop {
            let Some(waiting) = self.hall().call_next(Instant::now()) else { return };
            let chair = Chair { hall: self.clone(), ticket: waiting.ticket };
            // One who left just now gives the chair back by dropping it, without the lock being held.
            drop(waiting.call.send(chair));
        }
    }
}

impl Hall {
    /// Takes whoever is next out of the queue and notes that he sits.
    fn call_next(&mut self, now: Instant) -> Option<Waiting> {
        self.waiting.retain(|it| !it.call.is_closed());
        if self.sitting.len() >= self.chairs {
            return None;
        }
        let free = |it: &&Waiting| self.may_sit(it.matter, &it.share);
        let order = |one: &&Waiting, two: &&Waiting| {
            let load = |it: &Waiting| {
                let (own, of_person) =
                    (self.load(&it.share, now, same_place), self.load(&it.share, now, Share::eq));
                (it.matter, own.0, own.1, of_person.0, of_person.1, it.ticket)
            };
            load(one).partial_cmp(&load(two)).unwrap_or(std::cmp::Ordering::Equal)
        };
        let ticket = self.waiting.iter().filter(free).min_by(order)?.ticket;
        let at = self.waiting.iter().position(|it| it.ticket == ticket)?;
        let next = self.waiting.remove(at);
        self.sitting.insert(ticket, (next.matter, next.share.clone(), now));
        Some(next)
    }

    fn may_sit(&self, matter: Matter, share: &Share) -> bool {
        let own = self.sitting.values().filter(|(_, other, _)| same_place(other, share)).count();
        let reviews = self.sitting.values().filter(|(other, ..)| *other == Matter::Review).count();
        own + 1 < self.chairs && (matter != Matter::Review || reviews < REVIEWS)
    }

    /// How many sit for somebody, and how long they have thought lately.
    fn load(&self, share: &Share, now: Instant, same: fn(&Share, &Share) -> bool) -> (usize, f64) {
        let sitting = self.sitting.values().filter(|(_, other, _)| same(other, share)).count();
        let used =
            self.used.iter().filter(|(other, _)| same(other, share)).map(|(_, used)| used.left(now)).sum();
        (sitting, used)
    }

    fn stand_up(&mut self, ticket: u64, now: Instant) {
        let Some((_, share, since)) = self.sitting.remove(&ticket) else { return };
        if self.used.len() > MOST {
            self.used.retain(|_, used| used.left(now) > 0.01);
        }
        let used = self.used.entry(share).or_insert(Used { seconds: 0.0, at: now });
        *used =
            Used { seconds: used.left(now) + now.saturating_duration_since(since).as_secs_f64(), at: now };
    }
}

impl Used {
    fn left(self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * 0.5f64.powf(passed / HALF_LIFE.as_secs_f64())
    }
}

/// Whether two share an address; where none is known, whether they are the same person.
fn same_place(one: &Share, two: &Share) -> bool {
    match (one.household, two.household) {
        (None, None) => one.holder == two.holder,
        (one, two) => one == two,
    }
}

impl Drop for Chair {
    fn drop(&mut self) {
        self.hall.hall().stand_up(self.ticket, Instant::now());
        self.hall.seat();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn of(address: u8, person: &str) -> Share {
        Share { household: Some(IpAddr::from([10, 0, 0, address])), holder: Some(Holder(person.to_owned())) }
    }

    /// Sixty games of one address against experts left another player's machine waiting for most of a minute.
    #[tokio::test]
    async fn one_address_never_has_all_chairs() {
        let thinkers = Thinkers::new(2);
        let mut crowd: Vec<_> =
            (0..60).map(|n| Box::pin(thinkers.chair(Matter::Live, of(1, &n.to_string())))).collect();
        let mut chairs: Vec<Chair> = crowd.iter_mut().filter_map(|it| it.now_or_never()).collect();
        assert_eq!((chairs.len(), thinkers.waiting()), (1, 59));
        let other = thinkers.chair(Matter::Live, of(2, "x")).now_or_never();
        assert!(other.is_some(), "a chair is left for somebody else");
        // And when both are taken, the next free one goes to the address that has used less.
        let mut third = Box::pin(thinkers.chair(Matter::Live, of(3, "y")));
        assert!((&mut third).now_or_never().is_none());
        chairs.clear();
        assert!((&mut third).now_or_never().is_some());
    }

    #[tokio::test]
    async fn games_come_before_hints_and_hints_before_reviews() {
        let thinkers = Thinkers::new(2);
        let taken =
            [thinkers.chair(Matter::Live, of(1, "a")).await, thinkers.chair(Matter::Live, of(2, "b")).await];
        let mut review = Box::pin(thinkers.chair(Matter::Review, of(3, "c")));
        let mut hint = Box::pin(thinkers.chair(Matter::Hint, of(4, "d")));
        let mut live = Box::pin(thinkers.chair(Matter::Live, of(5, "e")));
        assert!((&mut review).now_or_never().is_none() && (&mut hint).now_or_never().is_none());
        assert!((&mut live).now_or_never().is_none());
        let [first, second] = taken;
        drop(first);
        let live = (&mut live).now_or_never().unwrap();
        assert!((&mut hint).now_or_never().is_none());
        drop(second);
        let hint = (&mut hint).now_or_never().unwrap();
        assert!((&mut review).now_or_never().is_none());
        drop((live, hint));
        let reviewing = (&mut review).now_or_never().unwrap();
        let mut another = Box::pin(thinkers.chair(Matter::Review, of(6, "f")));
        assert!((&mut another).now_or_never().is_none(), "one review at a time");
        drop(reviewing);
        assert!((&mut another).now_or_never().is_some());
    }

    #[tokio::test]
    async fn whoever_leaves_gives_up_his_place() {
        let thinkers = Thinkers::new(2);
        let taken =
            [thinkers.chair(Matter::Live, of(1, "a")).await, thinkers.chair(Matter::Live, of(2, "b")).await];
        let mut gone = Box::pin(thinkers.chair(Matter::Live, of(3, "c")));
        assert!((&mut gone).now_or_never().is_none());
        let mut next = Box::pin(thinkers.chair(Matter::Live, of(4, "d")));
        assert!((&mut next).now_or_never().is_none());
        drop(gone);
        assert_eq!(thinkers.waiting(), 1);
        drop(taken);
        let chair = (&mut next).now_or_never();
        assert!(chair.is_some());
        assert_eq!((thinkers.sitting(), thinkers.waiting()), (1, 0));
    }

    #[tokio::test]
    async fn within_an_address_persons_take_turns() {
        let thinkers = Thinkers::new(3);
        let (one, two) = (of(1, "a"), of(1, "b"));
        let first = thinkers.chair(Matter::Live, one.clone()).await;
        let second = thinkers.chair(Matter::Live, one.clone()).await;
        let mut again = Box::pin(thinkers.chair(Matter::Live, one));
        let mut other = Box::pin(thinkers.chair(Matter::Live, two));
        assert!((&mut again).now_or_never().is_none() && (&mut other).now_or_never().is_none());
        drop(first);
        assert!((&mut other).now_or_never().is_some(), "who has none comes before who has one");
        drop(second);
    }
}
