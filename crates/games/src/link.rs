//! What one game leaves to another. No game knows another: here the end of The Year Before becomes tables that are laid
//! over those of Slaughterhouse (case 10 of the former).

use std::sync::Arc;

use kernel::{
    Match, Record, RecordError,
    data::{DataError, Overlay},
    erased::AnyMatch,
};
use slaughterhouse::{Side, Slaughterhouse, Step};
use the_year_before::{Prologue, TheYearBefore};
use toml::{Table, Value};

/// The game that a link leads from, and the one it leads to.
pub const FROM: &str = "the-year-before";
pub const TO: &str = "slaughterhouse";

const SCENARIO: &str = include_str!("../../slaughterhouse/data/scenario.toml");
const UNITS: &str = include_str!("../../slaughterhouse/data/units.toml");
const CHARTS: &str = include_str!("../../slaughterhouse/data/charts.toml");

/// What a finished game leaves: files that override tables of the next one, and what it adds to the score of both together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Names and texts of the files, such as `slaughterhouse/scenario.toml`.
    pub files: Vec<(String, String)>,
    /// 10.9 What is added to the Axis total when the two games are scored as one match.
    pub score: i16,
}

/// Why a record leads to nothing.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Another game.
    #[error("'{0}' has no sequel: only {FROM} leads on, to {TO}")]
    Game(String),
    /// The record cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its tables cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Not over, or over without an attack.
    #[error("there is no prologue: a game leads on after a German attack without a Soviet strike (10.1)")]
    NoAttack,
}

/// The tables that a recorded game leaves to its sequel.
pub fn link(record: &Record, overlay: &Overlay) -> Result<Link, LinkError> {
    if record.header.game != FROM {
        return Err(LinkError::Game(record.header.game.clone()));
    }
    let game = Arc::new(TheYearBefore::load(overlay)?);
    let played = Match::from_record(game.clone(), record)?;
    let prologue = game.prologue(played.state()).ok_or(LinkError::NoAttack)?;
    let head = format!("# Case 10 of The Year Before.\n# origin: {FROM}, sha256 {}\n\n", record.digest());
    let file = |name: &str, table: Table| (format!("{TO}/{name}.toml"), format!("{head}{table}"));
    let files = vec![file("scenario", scenario(&prologue)), file("charts", charts(&prologue))];
    Ok(Link { files, score: prologue.score })
}

/// Both games scored as one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joint {
    /// Whether the Axis wins it.
    pub axis: bool,
    /// The Axis total of the second game, where its points decided, and the sum of both.
    pub points: Option<(i16, i16)>,
    /// The same in a sentence, with its case.
    pub says: String,
}

/// 10.9 Scores a finished sequel together with what the game before adds to the Axis total; none while it runs. Cities that win
/// at once (19.1 of Slaughterhouse) win the match too.
pub fn joint(sequel: &dyn AnyMatch, score: i16) -> Option<Joint> {
    let played = sequel.as_any().downcast_ref::<Match<Slaughterhouse>>()?;
    let look = played.game().look(played.state());
    let Step::Over { victory } = look.s.step else { return None };
    let (points, needed) = (i16::from(look.axis_points()), i16::from(look.needed()));
    if victory.is_at_once() {
        let says = "The Axis has won the war at once, and with it both games (10.9).".to_owned();
        return Some(Joint { axis: victory.side() == Side::Axis, points: None, says });
    }
    let sum = points + score;
    let axis = sum >= needed;
    let winner = if axis { "the Axis wins" } else { "the Soviet side wins" };
    let says = format!(
        "{points} points in the war and {score:+} for the year before it make {sum}, with {needed} needed: {winner} both games together (10.9)."
    );
    Some(Joint { axis, points: Some((points, sum)), says })
}

fn base(text: &str) -> Table {
    text.parse().expect("the built-in tables are sound")
}

fn at<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Table> {
    path.iter().try_fold(table, |table, key| table.get(*key)?.as_table())
}

fn list<S: AsRef<str>>(words: &[S]) -> Value {
    Value::Array(words.iter().map(|word| Value::String(word.as_ref().to_owned())).collect())
}

fn words(value: &Value) -> Vec<String> {
    let each = value.as_array().into_iter().flatten();
    each.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn tables(pairs: impl IntoIterator<Item = (&'static str, Table)>) -> Table {
    pairs.into_iter().map(|(key, table)| (key.to_owned(), Value::Table(table))).collect()
}

/// Set-up, reinforcements and surprise. A key that is not named keeps its value, so every space of the built-in set-up is
/// named, empty if nobody stands there.
fn scenario(prologue: &Prologue) -> Table {
    let base = base(SCENARIO);
    let empty = |key: &str| -> Table {
        let spaces = at(&base, &["setup", key]).into_iter().flat_map(Table::keys);
        spaces.map(|space| (space.clone(), list::<&str>(&[]))).collect()
    };
    let mut units = empty("units");
    for (space, here) in &prologue.units {
        units.insert(space.clone(), list(here));
    }
    let mut surprise = Table::new();
    surprise.insert("rounds".to_owned(), Value::Integer(prologue.rounds.into()));
    tables([
        ("setup", tables([("units", units), ("leaders", leaders(&base, prologue, empty("leaders")))])),
        ("reinforcements", reinforcements(&base, prologue)),
        ("surprise", surprise),
    ])
}

/// 10.7 Leaders of the built-in set-up, with their unit or in the Zone of their nation.
fn leaders(base: &Table, prologue: &Prologue, mut leaders: Table) -> Table {
    let units = self::base(UNITS);
    let command = |id: &str| {
        let rows = units.get("leader").and_then(Value::as_array).into_iter().flatten();
        let row =
            rows.filter_map(Value::as_table).find(|row| row.get("id").and_then(Value::as_str) == Some(id));
        row.and_then(|row| row.get("command")).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for (space, ids) in at(base, &["setup", "leaders"]).into_iter().flatten() {
        for id in words(ids) {
            let unit = command(&id);
            let nation = unit.get(..2).unwrap_or("su");
            let to = prologue.leader_of(&unit, nation).unwrap_or(space).to_owned();
            let here = leaders.entry(to).or_insert_with(|| list::<&str>(&[]));
            let mut all = words(here);
            all.push(id);
            *here = list(&all);
        }
    }
    leaders
}

/// Built-in arrivals of units that the prologue does not place, and those that it adds.
fn reinforcements(base: &Table, prologue: &Prologue) -> Table {
    let placed = |unit: &String| {
        prologue.space_of(unit).is_some()
            || prologue.arrivals.values().flat_map(|zones| zones.values()).flatten().any(|it| it == unit)
    };
    let mut all = Table::new();
    for turn in 2..=5 {
        let key = format!("turn-{turn}");
        let mut zones = Table::new();
        for (zone, units) in at(base, &["reinforcements", &key]).into_iter().flatten() {
            let left: Vec<String> = words(units).into_iter().filter(|unit| !placed(unit)).collect();
            zones.insert(zone.clone(), list(&left));
        }
        for (zone, units) in prologue.arrivals.get(&turn).into_iter().flatten() {
            let here = zones.entry(zone.clone()).or_insert_with(|| list::<&str>(&[]));
            let mut all = words(here);
            all.extend(units.iter().cloned());
            *here = list(&all);
        }
        all.insert(key, Value::Table(zones));
    }
    all
}

/// 10.8 Replacement Points more in Turn 2.
fn charts(prologue: &Prologue) -> Table {
    let base = base(CHARTS);
    let points = |side: &str, more: i16| -> Value {
        let list = at(&base, &["replacements"]).and_then(|it| it.get(side)).and_then(Value::as_array);
        let mut list = list.cloned().unwrap_or_default();
        if let Some(Value::Integer(second)) = list.get_mut(1) {
            *second += i64::from(more);
        }
        Value::Array(list)
    };
    let mut table = Table::new();
    table.insert("axis".to_owned(), points("axis", prologue.replacements[0]));
    table.insert("soviet".to_owned(), points("soviet", prologue.replacements[1]));
    tables([("replacements", table)])
}

#[cfg(test)]
mod tests {
    use kernel::{Node, Players, Rng, Rules, Table};

    use super::*;

    /// A random game that ends with an attack and no strike.
    fn record(mut seed: u64) -> Record {
        let game = Arc::new(TheYearBefore::load(&Overlay::none()).unwrap());
        loop {
            let mut rng = Rng::new(seed, 0);
            let mut played = Match::new(game.clone(), None, &[] as &[String], Players::default()).unwrap();
            let mut legal = Vec::new();
            loop {
                played.roll(&mut rng);
                if let Node::Over(_) = game.node(played.state()) {
                    break;
                }
                game.legal(played.state(), &mut legal);
                played.play(legal[rng.index(legal.len())]).unwrap();
            }
            if game.prologue(played.state()).is_some() {
                return played.record();
            }
            seed += 1000;
        }
    }

    #[test]
    fn what_a_game_leaves_is_a_sound_set_up_of_its_sequel() {
        for seed in 0..25 {
            let link = link(&record(seed), &Overlay::none()).unwrap();
            let mut overlay = Overlay::none();
            for (name, text) in &link.files {
                overlay.insert(name, text);
            }
            overlay.check_names(&crate::data_files()).unwrap();
            let sequel = Slaughterhouse::load(&overlay)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", link.files[0].1));
            assert_ne!(sequel.about().data, "builtin");
            let state = sequel.setup(0, kernel::Options::NONE);
            sequel.invariant(&state).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
            assert!((-3..=3).contains(&link.score));
            assert!(link.files.iter().all(|(_, text)| text.contains("# origin: the-year-before, sha256 ")));
        }
    }

    #[test]
    fn a_game_without_a_sequel_is_refused() {
        let mut other = record(1);
        other.header.game = "bear-trap".to_owned();
        assert!(link(&other, &Overlay::none()).unwrap_err().to_string().contains("no sequel"));
        let mut torn = record(1);
        torn.lines.truncate(3);
        assert!(link(&torn, &Overlay::none()).unwrap_err().to_string().contains("10.1"));
    }
}
