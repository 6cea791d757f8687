//! Copies of games that people are still playing. Whoever takes the record of such a game and begins another from it gets no
//! hints there as long as the first one runs.
//!
//! A game between people is known by the digests of its first 8, 16, 32 ... lines. Dice make them its own.

use sha2::{Digest, Sha256};
use store::{Mark, MatchId};

use crate::{
    app::App,
    error::{Error, Result},
    identity::{Caller, hex},
    matches::FRIEND,
    table::Table,
};

/// The fewest lines that a game is known by.
const FEWEST: usize = 8;

/// What a match is known by from here on, if it has just become so long.
pub fn mark(against: &str, before: usize, lines: impl FnOnce() -> Vec<String>, now: usize) -> Option<Mark> {
    if against != FRIEND {
        return None;
    }
    let length = lengths(now).filter(|&length| length > before).last()?;
    Some(Mark { seq: length as i64, mark: digest(&lines()[..length]) })
}

/// The match between people that these lines are of.
pub async fn copy_of(app: &App, lines: &[String]) -> Result<Option<MatchId>> {
    let mut lengths: Vec<usize> = lengths(lines.len()).collect();
    while let Some(length) = lengths.pop() {
        if let Some(found) = app.store.marked(&digest(&lines[..length])).await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Refuses what would help somebody in a game that people are still playing.
pub async fn refuse_help(app: &App, table: &Table) -> Result<()> {
    let Some(original) = table.shared.copy_of else { return Ok(()) };
    refuse_help_of(app, original).await
}

/// The same of a game that others may still be playing.
pub async fn refuse_help_of(app: &App, original: MatchId) -> Result<()> {
    let nobody = &Caller(None);
    let look = app.tables.with(app, original, |table| async move { table.look(nobody).await }).await;
    match look {
        Ok(look) if look.meta.is_over() => Ok(()),
        // It has left the disk.
        Err(Error::NotFound(_)) => Ok(()),
        Ok(_) => Err(Error::Forbidden(
            "This is a copy of a game that people are still playing: hints come when it is over.",
        )),
        Err(error) => Err(error),
    }
}

/// The lengths at which a game of so many lines is known.
fn lengths(lines: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(FEWEST), |length| length.checked_mul(2))
        .take_while(move |&length| length <= lines)
}

fn digest(lines: &[String]) -> String {
    hex(&Sha256::digest(lines.join("\n").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_known_when_it_becomes_long_enough() {
        let lines = || (0..40).map(|n| n.to_string()).collect::<Vec<_>>();
        let seq = |before, now| mark(FRIEND, before, lines, now).map(|mark| mark.seq);
        assert_eq!(
            [seq(0, 7), seq(7, 8), seq(8, 9), seq(6, 17), seq(31, 40)],
            [None, Some(8), None, Some(16), Some(32)]
        );
        assert_eq!(mark("machine", 7, lines, 8), None);
    }
}
