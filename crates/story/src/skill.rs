//! Luck apart from skill: between two decisions of a review the chance to win moves by what the decision gave away, by the dice that
//! fell, and by the machine changing its mind. Each is counted for itself.

use kernel::Outcome;
use serde::Serialize;

use crate::Chance;

/// What one decision and the dice after it did to the chance of the first side, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Swing {
    /// After how many plies it was decided.
    pub ply: usize,
    /// Whose decision it was.
    pub seat: usize,
    /// What the decision gave away: less than nothing for the first side's, more for the others'.
    pub given: i32,
    /// What the dice brought before the next decision; zero where none fell.
    pub dice: i32,
    /// What the machine thinks otherwise of the same position one step later.
    pub rest: i32,
}

/// Luck apart from skill, over a whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// Decision by decision.
    pub swings: Vec<Swing>,
    /// What the dice brought the first side in all.
    pub dice: i32,
    /// What each seat gave away in all.
    pub given: Vec<i32>,
    /// What is neither.
    pub rest: i32,
}

/// The chance of the first side once it is known who won.
pub fn settled(outcome: &Outcome) -> i32 {
    match outcome.winner {
        Some(kernel::Seat(0)) => 1000,
        Some(_) => 0,
        None => 500,
    }
}

/// Takes a review apart. `lines` are those of the record; `end` is the chance of the first side once the game is over.
pub fn apart(chances: &[Chance], lines: &[String], end: Option<i32>) -> Apart {
    let mut all = Apart::default();
    for (at, it) in chances.iter().enumerate() {
        let next = chances.get(at + 1);
        let (until, then) = match (next, end) {
            (Some(next), _) => (next.ply, i32::from(next.chance)),
            (None, Some(end)) => (lines.len(), end),
            (None, None) => break,
        };
        let given = if it.seat == 0 { -i32::from(it.loss) } else { i32::from(it.loss) };
        let moved = then - i32::from(it.chance) - given;
        let between = lines.get(it.ply + 1..until).unwrap_or_default();
        let fell = between.iter().any(|line| line.starts_with("* "));
        let (dice, rest) = if fell { (moved, 0) } else { (0, moved) };
        all.swings.push(Swing { ply: it.ply, seat: it.seat, given, dice, rest });
        all.dice += dice;
        all.rest += rest;
        all.given.resize(all.given.len().max(it.seat + 1), 0);
        all.given[it.seat] += i32::from(it.loss);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(ply: usize, seat: usize, chance: u16, loss: u16) -> Chance {
        Chance { ply, seat, chance, loss, says: None }
    }

    #[test]
    fn dice_decisions_and_doubts_add_up_to_what_the_chance_has_moved() {
        let lines: Vec<String> = ["fire", "* 6 6", "move", "pass", "* 1"].map(str::to_owned).to_vec();
        let chances = [chance(0, 0, 500, 40), chance(2, 1, 700, 100), chance(3, 0, 790, 0)];
        let all = apart(&chances, &lines, Some(1000));
        assert_eq!(all.swings[0], Swing { ply: 0, seat: 0, given: -40, dice: 240, rest: 0 });
        assert_eq!(all.swings[1], Swing { ply: 2, seat: 1, given: 100, dice: 0, rest: -10 });
        assert_eq!(all.swings[2], Swing { ply: 3, seat: 0, given: 0, dice: 210, rest: 0 });
        assert_eq!((all.dice, all.given.clone(), all.rest), (450, vec![40, 100], -10));
        let moved: i32 = all.swings.iter().map(|it| it.given + it.dice + it.rest).sum();
        assert_eq!(moved, 1000 - 500);
        // Nobody knows what came of the last decision of a game that goes on.
        assert_eq!(apart(&chances, &lines, None).swings.len(), 2);
        assert_eq!(apart(&[], &lines, Some(0)), Apart::default());
    }
}
