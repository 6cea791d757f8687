//! Clocks for correspondence: each side begins with some time, and each turn of the game adds to it.
//!
//! The clock of the side that decides runs from the last action on. Time that ran out ends nothing by itself: the other side may
//! claim the game or wait, and whoever is late may go on until then. Time is not given back with steps that are taken back.

use serde::{Deserialize, Serialize};
use store::Clock;

use crate::{
    error::{Error, Result},
    look::now,
    table::Seated,
};

const DAY: i64 = 24 * 60 * 60;

/// The time that players give themselves, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// What each side begins with.
    pub bank: i64,
    /// What each turn of the game adds.
    #[serde(default)]
    pub per_turn: i64,
}

impl Pace {
    /// Whether people can play by it.
    pub fn checked(self) -> Result<Pace> {
        if !(60..=90 * DAY).contains(&self.bank) {
            return Err(Error::bad("clock.bank", "Each side begins with a minute to 90 days, in seconds."));
        }
        if !(0..=30 * DAY).contains(&self.per_turn) {
            return Err(Error::bad("clock.per_turn", "A turn adds up to 30 days, in seconds."));
        }
        Ok(self)
    }

    /// A clock that nobody has started.
    pub fn clock(self, seats: usize) -> Clock {
        let Pace { bank, per_turn } = self;
        Clock { bank, per_turn, left: vec![bank; seats], since: None, turn: 0 }
    }

    pub fn of(clock: &Clock) -> Pace {
        Pace { bank: clock.bank, per_turn: clock.per_turn }
    }
}

/// What a seat has left; less than nothing once it is late.
pub fn left(clock: &Clock, seat: usize, decides: bool, at: i64) -> i64 {
    let running = clock.since.filter(|_| decides).map_or(0, |since| (at - since).max(0));
    clock.left.get(seat).copied().unwrap_or_default() - running
}

/// The clock after something that this seat did or had to do.
pub fn ticked(clock: &Clock, seat: Option<usize>, turn: i64, at: i64) -> Option<Clock> {
    let mut clock = clock.clone();
    clock.since?;
    if let Some(seat) = seat {
        let rest = left(&clock, seat, true, at).max(0);
        *clock.left.get_mut(seat)? = rest;
    }
    clock.since = Some(at);
    if turn > clock.turn {
        let more = clock.per_turn.saturating_mul(turn - clock.turn);
        clock.left.iter_mut().for_each(|left| *left = left.saturating_add(more));
        clock.turn = turn;
    }
    Some(clock)
}

impl Seated {
    /// The clock after what this seat just did.
    pub fn ticked(&self, seat: Option<usize>, at: i64) -> Option<Clock> {
        ticked(self.club.terms.clock.as_ref()?, seat, i64::from(self.play.turn()), at)
    }

    /// Starts the clock once everybody sits.
    pub async fn start_clock(&mut self) {
        let everybody = self.seats.iter().all(|seat| seat.holder.is_some());
        let Some(clock) = &mut self.club.terms.clock else { return };
        if clock.since.is_some() || !everybody {
            return;
        }
        clock.since = Some(now());
        clock.turn = i64::from(self.play.turn());
        if let Err(error) = self.app.store.set_clock(self.id, clock.clone()).await {
            tracing::error!(id = %self.id, %error, "a clock could not be started: it is when the match is opened again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_charged_to_the_side_that_decides_and_turns_add_to_both() {
        let pace = Pace { bank: 100, per_turn: 10 };
        let started = Clock { since: Some(1_000), turn: 1, ..pace.clock(2) };
        assert_eq!((left(&started, 0, true, 1_030), left(&started, 1, false, 1_030)), (70, 100));
        let after = ticked(&started, Some(0), 1, 1_030).unwrap();
        assert_eq!((&after.left[..], after.since), (&[70, 100][..], Some(1_030)));
        let next = ticked(&after, Some(1), 2, 1_040).unwrap();
        assert_eq!((&next.left[..], next.turn), (&[80, 100][..], 2));
        // A turn that is taken back and played again adds nothing more.
        assert_eq!(ticked(&next, Some(1), 2, 1_040).unwrap().left, [80, 100]);
        // Whoever is late may go on until it is claimed, with what the next turn adds.
        let late = ticked(&next, Some(0), 3, 2_000).unwrap();
        assert_eq!((left(&next, 0, true, 2_000), &late.left[..]), (-880, &[10, 110][..]));
        assert_eq!(ticked(&pace.clock(2), Some(0), 1, 5), None, "nobody's time runs while a seat is free");
    }
}
