//! A game and its sequel as one match: how much the one moves the other.

use std::io::Write;

use anyhow::Result;
use games::{
    Visitor,
    link::{self, Joint, Link},
};
use kernel::{Game, Match, Record, data::Overlay, erased::AnyMatch};
use lab::{Plan, wilson};
use search::{Engine, Judgement};
use serde::Serialize;

use crate::{error::usage, text::count};

/// A finished game that leads on: its number in the series, who won it, and what it leaves.
pub struct Prologue {
    pub number: u64,
    pub first_side_won: bool,
    pub link: Link,
}

/// What a finished game leaves, if it leads on.
pub fn prologue(record: &Record, overlay: &Overlay, number: u64, side: Option<u8>) -> Option<Prologue> {
    let link = link::link(record, overlay).ok()?;
    Some(Prologue { number, first_side_won: side == Some(0), link })
}

/// Many games with their sequels, beside as many that begin as they are printed.
#[derive(Serialize)]
pub struct Pairs {
    /// The games of the first kind, and how many of them led on.
    games: u64,
    led_on: u64,
    /// Sequels that the Axis won by itself, and together with the game before.
    won: u64,
    won_together: u64,
    /// Matches whose winner the game before changed.
    changed: u64,
    /// What the Axis had in the end where points decided, on average: after a game that its side won, after one that it lost, and
    /// without one.
    points_after_victory: Option<f64>,
    points_after_defeat: Option<f64>,
    points_without: Option<f64>,
    /// Games without one that the Axis won.
    won_without: u64,
}

/// How a war ended.
struct Ended {
    won: bool,
    joint: Option<Joint>,
}

/// Plays one game of the second kind.
struct Second<'a> {
    bots: &'a [String],
    seed: u64,
    number: u64,
    score: i16,
}

impl Visitor for Second<'_> {
    type Out = Result<Ended>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Ended> {
        let plan = Plan::new(engine.game.about(), engine.judgement.fingerprint(), None, &[], self.bots);
        let plan = Plan { seed: self.seed, ..plan.map_err(|error| usage(error.to_string()))? };
        let (kept, played): (_, Match<G>) = lab::play_one(&engine, &plan, self.number)?;
        let any: &dyn AnyMatch = &played;
        Ok(Ended { won: kept.side == Some(0), joint: link::joint(any, self.score) })
    }
}

/// Plays the sequel of every game that leads on, and with the same seeds as many games that begin as they are printed.
pub fn play(
    prologues: &[Prologue],
    overlay: &Overlay,
    bots: &[String],
    seed: u64,
    games: u64,
) -> Result<Pairs> {
    let mut pairs = Pairs {
        games,
        led_on: prologues.len() as u64,
        won: 0,
        won_together: 0,
        changed: 0,
        points_after_victory: None,
        points_after_defeat: None,
        points_without: None,
        won_without: 0,
    };
    let mut points: [Vec<f64>; 3] = Default::default();
    for Prologue { number, first_side_won, link: left } in prologues {
        let mut with = overlay.clone();
        for (name, text) in &left.files {
            with.insert(name, text);
        }
        let second = |score| Second { bots, seed, number: *number, score };
        let after = games::visit(link::TO, &with, second(left.score))??;
        let without = games::visit(link::TO, overlay, second(0))??;
        pairs.won += u64::from(after.won);
        pairs.won_without += u64::from(without.won);
        if let Some(joint) = &after.joint {
            pairs.won_together += u64::from(joint.axis);
            pairs.changed += u64::from(joint.axis != after.won);
        }
        let axis =
            |ended: &Ended| ended.joint.as_ref().and_then(|joint| joint.points).map(|it| f64::from(it.0));
        points[usize::from(!first_side_won)].extend(axis(&after));
        points[2].extend(axis(&without));
    }
    let mean = |list: &[f64]| (!list.is_empty()).then(|| list.iter().sum::<f64>() / list.len() as f64);
    pairs.points_after_victory = mean(&points[0]);
    pairs.points_after_defeat = mean(&points[1]);
    pairs.points_without = mean(&points[2]);
    Ok(pairs)
}

impl Pairs {
    /// The figures in words.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        let share = |wins: u64| {
            let [low, high] = wilson(wins, self.led_on).map(|bound| 100.0 * bound);
            format!("{wins} of {} ({low:.1} to {high:.1}%)", self.led_on)
        };
        writeln!(
            out,
            "Sequels: {} of {} led on to {}.",
            self.led_on,
            count(self.games as usize, "game"),
            link::TO
        )?;
        writeln!(
            out,
            "  the first side won {} of them, {} without a game before",
            share(self.won),
            share(self.won_without)
        )?;
        writeln!(
            out,
            "  both games together: {}; the winner changed in {}",
            share(self.won_together),
            self.changed
        )?;
        let points = |it: Option<f64>| it.map_or_else(|| "-".to_owned(), |it| format!("{it:.1}"));
        writeln!(
            out,
            "  its points there on average: {} after a victory, {} after a defeat, {} without a game before",
            points(self.points_after_victory),
            points(self.points_after_defeat),
            points(self.points_without)
        )?;
        Ok(())
    }
}
