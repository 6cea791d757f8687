//! Strength as a number with its error: Bradley and Terry's model on the scale of Elo.

use serde::{Deserialize, Serialize};

/// Games between two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    /// The players, by their place in the list.
    pub players: [usize; 2],
    /// Points of the first; a draw is half a point.
    pub points: f64,
    /// How many games.
    pub games: u64,
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// On the scale of Elo; the first player has zero.
    pub elo: f64,
    /// Half the width of the interval that is sure to 95 per cent.
    pub error: f64,
}

/// Rates players from their duels; the first player has zero. Every pair counts a drawn game besides, so that
/// somebody who lost everything has a rating at all.
pub fn rate(players: usize, duels: &[Duel]) -> Vec<Rating> {
    let points = |duel: &Duel| (duel.points + 0.5, duel.games as f64 + 1.0);
    let mut strength = vec![1.0_f64; players];
    for _ in 0..10_000 {
        let mut next = strength.clone();
        for (player, next) in next.iter_mut().enumerate() {
            let (mut won, mut weight) = (0.0, 0.0);
            for duel in duels.iter().filter(|duel| duel.players.contains(&player)) {
                let [one, other] = duel.players;
                let (score, games) = points(duel);
                won += if one == player { score } else { games - score };
                weight += games / (strength[one] + strength[other]);
            }
            if weight > 0.0 {
                *next = won / weight;
            }
        }
        let scale = next[0];
        next.iter_mut().for_each(|it| *it /= scale);
        let moved = next.iter().zip(&strength).any(|(a, b)| (a / b - 1.0).abs() > 1e-9);
        strength = next;
        if !moved {
            break;
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let rating = |player: usize| {
        let information: f64 = duels
            .iter()
            .filter(|duel| duel.players.contains(&player))
            .map(|duel| {
                let [one, other] = duel.players.map(|it| strength[it]);
                let p = one / (one + other);
                points(duel).1 * p * (1.0 - p)
            })
            .sum();
        let error = if information > 0.0 { 1.96 * scale / information.sqrt() } else { f64::INFINITY };
        Rating { elo: strength[player].ln() * scale, error }
    };
    (0..players).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_to_one_is_four_hundred() {
        let duels = [Duel { players: [0, 1], points: 1000.0, games: 11_000 }];
        let rated = rate(2, &duels);
        assert!((rated[1].elo - 400.0).abs() < 1.0 && rated[0].elo.abs() < 1e-9, "{rated:?}");
        assert!(rated[1].error > 3.0 && rated[1].error < 15.0, "{rated:?}");
    }

    #[test]
    fn strength_carries_over() {
        let duels = [
            Duel { players: [0, 1], points: 100.0, games: 400 },
            Duel { players: [1, 2], points: 100.0, games: 400 },
        ];
        let rated = rate(3, &duels);
        assert!((rated[2].elo - 2.0 * rated[1].elo).abs() < 1.0, "{rated:?}");
    }

    #[test]
    fn who_lost_everything_is_rated_too() {
        let rated = rate(2, &[Duel { players: [0, 1], points: 0.0, games: 10 }]);
        assert!(rated[1].elo.is_finite() && rated[1].elo > 300.0, "{rated:?}");
    }
}
