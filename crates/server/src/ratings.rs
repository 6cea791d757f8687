//! How strong people are: Glicko-2, for each game and side, by games between accounts that both wanted to count.

use serde::Serialize;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};
use store::{Rating, SideRating};

/// A rating as it is shown.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct RatingMeta {
    pub rating: i64,
    /// The true strength lies within so much of it in 95 of 100 cases.
    pub error: i64,
    pub games: i64,
}

/// A rating with what it is for.
#[derive(Clone, Serialize)]
pub struct SideRatingMeta {
    pub game: String,
    pub side: String,
    pub rating: RatingMeta,
}

impl RatingMeta {
    pub fn of(rating: Rating) -> RatingMeta {
        let whole = |thousandths: i64| (thousandths + 500).div_euclid(1000);
        RatingMeta { rating: whole(rating.rating), error: whole(2 * rating.deviation), games: rating.games }
    }
}

impl SideRatingMeta {
    pub fn of(it: SideRating) -> SideRatingMeta {
        SideRatingMeta { game: it.game, side: it.side, rating: RatingMeta::of(it.rating) }
    }
}

/// What both ratings become after a game, of which the first player has so many halves: 2, 1 or 0. Each game is a period of
/// its own.
pub fn rate([one, two]: [Option<Rating>; 2], halves: u8) -> [Rating; 2] {
    let outcome = match halves {
        2 => Outcomes::WIN,
        1 => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    let (first, second) = glicko2(&glicko(one), &glicko(two), &outcome, &Glicko2Config::new());
    [kept(&first, one), kept(&second, two)]
}

fn glicko(rating: Option<Rating>) -> Glicko2Rating {
    rating.map_or_else(Glicko2Rating::new, |it| Glicko2Rating {
        rating: it.rating as f64 / 1e3,
        deviation: it.deviation as f64 / 1e3,
        volatility: it.volatility as f64 / 1e6,
    })
}

fn kept(rating: &Glicko2Rating, before: Option<Rating>) -> Rating {
    Rating {
        rating: (rating.rating * 1e3).round() as i64,
        deviation: (rating.deviation * 1e3).round() as i64,
        volatility: (rating.volatility * 1e6).round() as i64,
        games: before.map_or(0, |it| it.games) + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's paper, game by game instead of in one period: the direction and the shrinking deviation hold.
    #[test]
    fn ratings_move_with_results() {
        let [winner, loser] = rate([None, None], 2);
        assert!(winner.rating > 1_500_000 && loser.rating < 1_500_000);
        assert_eq!(winner.rating - 1_500_000, 1_500_000 - loser.rating);
        assert!(winner.deviation < 350_000 && winner.games == 1);
        assert_eq!(rate([None, None], 1).map(|it| it.rating), [1_500_000; 2]);
        let known = Rating { rating: 1_500_000, deviation: 200_000, volatility: 60_000, games: 9 };
        let weak = Rating { rating: 1_400_000, deviation: 30_000, ..known };
        // Glickman's first opponent, alone: 1500 (200) beats 1400 (30).
        let [after, _] = rate([Some(known), Some(weak)], 2);
        assert_eq!((RatingMeta::of(after).rating, after.games), (1564, 10));
    }
}
