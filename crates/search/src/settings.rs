//! What a searching player may spend. Levels are budgets, never bonuses: every one of them sees the same and plays
//! by the same dice.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The budget and the reach of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Iterations of the search for a decision, over all threads; with none it evaluates a step ahead and overlooks some of its choices. A
    /// decision that goes on from the one before needs fewer, because its part of the tree is kept.
    pub iterations: u32,
    /// Thousandths of a second for a run of decisions, if they are over before the iterations: half of them for the
    /// first, an eighth for each that follows. Needs a clock.
    pub millis: Option<u32>,
    /// How many trees grow side by side.
    pub threads: u32,
    /// How many games are played on with at the first choice of a turn to choose the policy of the turn among all plans of the
    /// side and none; with no games it keeps to none.
    pub rollouts: u32,
    /// Without iterations one of so many choices is overlooked.
    pub overlook: u32,
    /// What is compared where pieces move.
    pub orders: Compared,
    /// Nodes that all trees together may have. A node and its choices take up to a kilobyte.
    pub nodes: u32,
}

/// What is compared where pieces move; written as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// 0: steps.
    Steps,
    /// 1: whole ways of pieces; at their end a piece may think of another.
    Ways,
    /// 2: whole ways of pieces, and whoever has come to the end of his goes no further.
    WaysOnce,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            iterations: 1000,
            millis: None,
            threads: 1,
            rollouts: 0,
            overlook: 3,
            orders: Compared::Ways,
            nodes: 1 << 18,
        }
    }
}

impl Settings {
    /// The same search with so many iterations a decision.
    pub fn with_iterations(iterations: u32) -> Settings {
        Settings { iterations, ..Settings::default() }
    }

    /// Reads `iterations=2000,threads=2`; the error says what is wrong.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| format!("'{part}' lacks its '=number'"))?;
            let number = |least: u32, most: u32| match value.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(number),
                _ => Err(format!("{key} is a number from {least} to {most}, not '{value}'")),
            };
            match key {
                "iterations" => settings.iterations = number(0, 100_000_000)?,
                "millis" => settings.millis = Some(number(1, 3_600_000)?),
                "threads" => settings.threads = number(1, 256)?,
                "overlook" => settings.overlook = number(2, 1_000)?,
                "rollouts" => settings.rollouts = number(0, 1_000_000)?,
                "orders" => {
                    let all = [Compared::Steps, Compared::Ways, Compared::WaysOnce];
                    settings.orders = all[number(0, 2)? as usize];
                }
                "nodes" => settings.nodes = number(1, 100_000_000)?,
                _ => {
                    let known = "iterations, millis, threads, rollouts, overlook, orders and nodes";
                    return Err(format!("a search has no '{key}'; it has {known}"));
                }
            }
        }
        Ok(settings)
    }
}

/// What the machine lends to a player: a clock, and a way to be told to stop. Search itself reads no clock.
#[derive(Clone, Default)]
pub struct Means {
    /// Thousandths of a second since some moment.
    pub clock: Option<fn() -> u64>,
    /// Set to make a player answer at once with the best it has.
    pub stop: Arc<AtomicBool>,
}

impl Means {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let read =
            Settings::parse("iterations=20,millis=500,threads=2,rollouts=7,overlook=5,orders=0,nodes=9")
                .unwrap();
        let wanted = Settings {
            iterations: 20,
            millis: Some(500),
            threads: 2,
            rollouts: 7,
            overlook: 5,
            orders: Compared::Steps,
            nodes: 9,
        };
        assert_eq!(read, wanted);
        assert_eq!(Settings::parse(""), Ok(Settings::default()));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = |text| Settings::parse(text).unwrap_err();
        assert_eq!(error("depth"), "'depth' lacks its '=number'");
        assert!(error("depth=3").starts_with("a search has no 'depth'"));
        assert_eq!(error("threads=0"), "threads is a number from 1 to 256, not '0'");
    }
}
