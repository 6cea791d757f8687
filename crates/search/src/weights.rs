//! Weights from TOML: set by hand, learned for the player of each side, and what their sums mean as win probabilities.

use std::collections::BTreeMap;

use kernel::data::{DataError, Overlay, load};
use serde::{Deserialize, de::DeserializeOwned};

use crate::WeightSet;

/// What counts for how much in a position.
#[derive(Clone, Debug)]
pub struct Weights<W> {
    /// Set by hand, for everybody.
    pub hand: W,
    /// Learned from self-play for the player of each side.
    pub learned: Vec<W>,
    /// What a raw score means to the player of each side.
    pub calibration: Vec<Calibration>,
    /// What his evaluation means by the turn, for each scenario and side; nothing if that was never fitted.
    pub reported: Vec<Vec<Vec<Calibration>>>,
    /// `builtin`, or the fingerprint of what overrides the built-in file.
    pub fingerprint: String,
}

impl<W> Weights<W> {
    /// The same weights in another form.
    pub fn map<V>(self, mut form: impl FnMut(W) -> V) -> Weights<V> {
        let Weights { hand, learned, calibration, reported, fingerprint } = self;
        let learned = learned.into_iter().map(&mut form).collect();
        Weights { hand: form(hand), learned, calibration, reported, fingerprint }
    }

    /// The weights of a set, as the player of a side has them.
    pub fn of(&self, set: WeightSet, side: usize) -> &W {
        match set {
            WeightSet::Hand => &self.hand,
            WeightSet::Learned => &self.learned[side],
        }
    }

    /// An evaluation by the player of a side as games of a scenario went on from this turn, on the same scale.
    pub fn reported(&self, scenario: usize, side: usize, turn: u16, evaluation: i32) -> i32 {
        let turns: &[Calibration] = &self.reported[scenario][side];
        let of_turn = turns.get(usize::from(turn.max(1)) - 1).or(turns.last());
        of_turn.map_or(evaluation, |calibration| calibration.evaluation(evaluation))
    }
}

/// How the score of a position and the win probability of its side go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The score of a position from which both sides win as often.
    pub even: i32,
    /// With this much more the side wins three games of four.
    pub scale: i32,
}

impl Calibration {
    /// A score on the scale on which zero is an even game and [`Calibration::THREE_IN_FOUR`] wins three games of four.
    pub fn evaluation(self, score: i32) -> i32 {
        let score = (i64::from(score) - i64::from(self.even)) * i64::from(Calibration::THREE_IN_FOUR);
        let most = i64::from(i32::MAX);
        (score / i64::from(self.scale.max(1))).clamp(-most, most) as i32
    }

    /// The evaluation that wins three games of four.
    pub const THREE_IN_FOUR: i32 = 1000;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWeights<W> {
    hand: W,
    learned: BTreeMap<String, W>,
    calibration: BTreeMap<String, Calibration>,
    #[serde(default)]
    reported: BTreeMap<String, BTreeMap<String, RawReported>>,
}

/// [`Calibration`]s turn by turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReported {
    even: Vec<i32>,
    scale: Vec<i32>,
}

impl RawReported {
    fn calibrations(self, file: &str, part: &str) -> Result<Vec<Calibration>, DataError> {
        if self.even.len() != self.scale.len() {
            return Err(DataError::new(file, part, "has another number of scales than of evens"));
        }
        if self.scale.iter().any(|&scale| scale < 1) {
            return Err(DataError::new(file, &format!("{part}.scale"), "is less than 1"));
        }
        let turns = self.even.into_iter().zip(self.scale);
        Ok(turns.map(|(even, scale)| Calibration { even, scale }).collect())
    }
}

/// Takes what belongs to each of these sides out of a part of a file, in their order.
fn by_side<T>(
    file: &str,
    part: &str,
    mut found: BTreeMap<String, T>,
    sides: &[&str],
) -> Result<Vec<T>, DataError> {
    let mut list = Vec::with_capacity(sides.len());
    for side in sides {
        let missing = || DataError::new(file, &format!("{part}.{side}"), "is missing");
        list.push(found.remove(*side).ok_or_else(missing)?);
    }
    match found.first_key_value() {
        Some((other, _)) => Err(DataError::new(file, &format!("{part}.{other}"), "is not a side")),
        None => Ok(list),
    }
}

impl<W: DeserializeOwned> Weights<W> {
    /// Reads a file of weights: `[hand]`, and `[learned.<side>]` and `[calibration.<side>]` for each of these sides; and, where
    /// they are known, `[reported.<scenario>.<side>]` for each of these scenarios.
    pub fn load(
        file: &str,
        builtin: &str,
        overlay: &Overlay,
        sides: &[&str],
        scenarios: &[&str],
    ) -> Result<Weights<W>, DataError> {
        let mut raw: RawWeights<W> = load(file, builtin, overlay.get(file))?;
        let learned = by_side(file, "learned", raw.learned, sides)?;
        let calibration = by_side(file, "calibration", raw.calibration, sides)?;
        if let Some(side) = calibration.iter().position(|calibration| calibration.scale < 1) {
            return Err(DataError::new(
                file,
                &format!("calibration.{}.scale", sides[side]),
                "is less than 1",
            ));
        }
        let mut reported = Vec::with_capacity(scenarios.len());
        for scenario in scenarios {
            let part = format!("reported.{scenario}");
            reported.push(match raw.reported.remove(*scenario) {
                None => vec![Vec::new(); sides.len()],
                Some(found) => {
                    let fits = by_side(file, &part, found, sides)?;
                    let fits = fits.into_iter().zip(sides);
                    fits.map(|(fit, side)| fit.calibrations(file, &format!("{part}.{side}")))
                        .collect::<Result<_, _>>()?
                }
            });
        }
        match raw.reported.first_key_value() {
            Some((other, _)) => Err(DataError::new(file, &format!("reported.{other}"), "is not a scenario")),
            None => Ok(Weights {
                hand: raw.hand,
                learned,
                calibration,
                reported,
                fingerprint: overlay.fingerprint(&[file]),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Town {
        town: i32,
    }

    #[test]
    fn every_side_has_learned_its_own_weights() {
        let builtin = "[hand]\ntown = 1\n[learned.left]\ntown = 2\n[learned.right]\ntown = 3\n\
            [calibration.left]\neven = 50\nscale = 200\n[calibration.right]\neven = -50\nscale = 200\n";
        let load = |sides: &[&str], over: &str| {
            let mut overlay = Overlay::none();
            overlay.insert("g/weights.toml", over);
            Weights::<Town>::load("g/weights.toml", builtin, &overlay, sides, &["war", "raid"])
        };
        let weights = load(&["left", "right"], "[learned.right]\ntown = 7").unwrap();
        let learned: Vec<i32> = weights.learned.iter().map(|it| it.town).collect();
        assert_eq!((weights.hand.town, learned), (1, vec![2, 7]));
        let error = |sides: &[&str], over: &str| load(sides, over).unwrap_err().to_string();
        assert_eq!(error(&["left", "up"], ""), "g/weights.toml: learned.up: is missing");
        assert_eq!(error(&["left"], ""), "g/weights.toml: learned.right: is not a side");
        assert!(error(&["left", "right"], "[hand]\nvillage = 1").contains("village"));
        let none = error(&["left", "right"], "[calibration.left]\nscale = 0");
        assert_eq!(none, "g/weights.toml: calibration.left.scale: is less than 1");
        assert_eq!([50, 250, -150].map(|score| weights.calibration[0].evaluation(score)), [0, 1000, -1000]);
        assert_eq!(Calibration { even: i32::MIN, scale: 1 }.evaluation(i32::MAX), i32::MAX);
        assert_eq!(weights.reported(0, 1, 3, 77), 77, "nothing is known of the war");
        let right =
            "[reported.war.right]\neven = [0]\nscale = [1000]\n[reported.war.left]\neven = [100, 0]\n";
        let weights = load(&["left", "right"], &format!("{right}scale = [500, 2000]")).unwrap();
        let reported = |turn| weights.reported(0, 0, turn, 600);
        assert_eq!(
            [reported(0), reported(1), reported(2), reported(9)],
            [1000, 1000, 300, 300],
            "the last turn goes on"
        );
        assert_eq!(weights.reported(1, 0, 1, 600), 600);
        let none = error(&["left", "right"], &format!("{right}scale = [1]"));
        assert_eq!(none, "g/weights.toml: reported.war.left: has another number of scales than of evens");
        let none = error(&["left", "right"], &format!("{right}scale = [1, 0]"));
        assert_eq!(none, "g/weights.toml: reported.war.left.scale: is less than 1");
        let none = error(&["left", "right"], "[reported.war.left]\neven = []\nscale = []");
        assert_eq!(none, "g/weights.toml: reported.war.right: is missing");
        assert_eq!(
            error(&["left", "right"], "[reported.peace]"),
            "g/weights.toml: reported.peace: is not a scenario"
        );
    }
}
