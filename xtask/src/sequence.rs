//! `cargo xtask sequence`: the sequence of play as random games meet it, so that the state machine of the rules
//! can be read and a step that is never reached shows.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
};

use anyhow::{Context, Result, bail};
use games::Visitor;
use kernel::{Game, Journal, Node, Options, Rng, data::Overlay};
use search::{Engine, Judgement};

use crate::{files::root, openers};

/// How many games the committed diagrams are made of.
pub const GAMES: u64 = 2000;
/// The seed of the committed diagrams.
pub const SEED: u64 = 1;
/// How many plies a game may last.
const BOUND: usize = 20_000;
/// The picture leaves out edges that fewer than this many in a thousand departures take; the table has them all.
const DRAWN: u64 = 10;

/// Where play went from each step, and how often.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// The printed title of the game.
    pub title: String,
    /// How many games were played.
    pub games: u64,
    /// The steps in the order in which the games first met them, and who acts there.
    pub steps: Vec<(&'static str, Actor)>,
    /// How often play went from one step to another.
    pub edges: BTreeMap<(&'static str, &'static str), u64>,
    /// How often a game opened in each step.
    pub opened: BTreeMap<&'static str, u64>,
}

/// Who acts in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    Side,
    Dice,
    Nobody,
}

impl Actor {
    fn of(node: Node) -> Actor {
        match node {
            Node::Decision(_) => Actor::Side,
            Node::Chance(_) => Actor::Dice,
            Node::Over(_) => Actor::Nobody,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Actor::Side => "a side decides",
            Actor::Dice => "dice",
            Actor::Nobody => "the game is over",
        }
    }
}

/// Writes the diagram of a game, or of every game.
pub fn write(game: Option<&str>, games: u64, seed: u64) -> Result<()> {
    for id in game.map_or(games::ids().to_vec(), |id| vec![id]) {
        let sequence = record(id, games, seed)?;
        fs::create_dir_all(root().join("docs"))?;
        let page = sequence.to_markdown(id) + &openers::table(id)?;
        fs::write(root().join(path(id)), page).with_context(|| format!("cannot write {}", path(id)))?;
        println!("{}: {} steps, {} edges", path(id), sequence.steps.len(), sequence.edges.len());
    }
    Ok(())
}

/// Where the diagram of a game is kept.
pub fn path(game: &str) -> String {
    format!("docs/sequence-{game}.md")
}

/// Plays random games of every scenario and every set of options in turn.
pub fn record(game: &str, games: u64, seed: u64) -> Result<Sequence> {
    games::visit(game, &Overlay::none(), Recorder { games, seed })?
}

struct Recorder {
    games: u64,
    seed: u64,
}

impl Visitor for Recorder {
    type Out = Result<Sequence>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Sequence> {
        let game = engine.game;
        let about = game.about();
        let scenarios = 0..about.scenarios.len();
        let setups: Vec<(usize, Options)> = scenarios
            .flat_map(|scenario| about.option_sets().into_iter().map(move |options| (scenario, options)))
            .collect();
        let mut sequence = Sequence { title: about.title.clone(), games: self.games, ..Sequence::default() };
        let mut legal = Vec::new();
        for (number, &(scenario, options)) in (0..self.games).zip(setups.iter().cycle()) {
            let mut rng = Rng::new(self.seed, number);
            let state = game.setup(scenario, options);
            sequence.play(&*game, state, &mut rng, &mut legal).with_context(|| {
                format!("seed {}, game {number}, options {:?}", self.seed, about.option_ids(options))
            })?;
        }
        Ok(sequence)
    }
}

impl Sequence {
    fn play<G: Game>(
        &mut self,
        game: &G,
        mut state: G::State,
        rng: &mut Rng,
        legal: &mut Vec<G::Action>,
    ) -> Result<()> {
        let mut journal = Journal::disabled();
        let mut before = None;
        for _ in 0..BOUND {
            let (step, node) = (game.step(&state), game.node(&state));
            if !self.steps.iter().any(|(known, _)| *known == step) {
                self.steps.push((step, Actor::of(node)));
            }
            match before {
                Some(before) => *self.edges.entry((before, step)).or_default() += 1,
                None => *self.opened.entry(step).or_default() += 1,
            }
            before = Some(step);
            match node {
                Node::Over(_) => return Ok(()),
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
                Node::Decision(_) => {
                    game.legal(&state, legal);
                    if legal.is_empty() {
                        bail!("no legal action in step {step}");
                    }
                    game.apply(&mut state, legal[rng.index(legal.len())], &mut journal);
                }
            }
        }
        bail!("still not over after {BOUND} plies");
    }

    /// The edges as `from -> to`.
    pub fn arrows(&self) -> BTreeSet<String> {
        self.edges.keys().copied().map(arrow).collect()
    }

    fn departures(&self, step: &str) -> u64 {
        self.edges.iter().filter(|((from, _), _)| *from == step).map(|(_, count)| count).sum()
    }

    /// The edges that leave a step, the most frequent first.
    fn from(&self, step: &str) -> Vec<(&'static str, u64)> {
        let mut edges: Vec<(&str, u64)> = self
            .edges
            .iter()
            .filter(|((from, _), _)| *from == step)
            .map(|((_, to), count)| (*to, *count))
            .collect();
        edges.sort_by_key(|(to, count)| (u64::MAX - count, *to));
        edges
    }

    /// The page that is committed.
    pub fn to_markdown(&self, game: &str) -> String {
        let mut out = String::new();
        self.put(&mut out, game).expect("writing to a text cannot fail");
        out
    }

    fn put(&self, out: &mut String, game: &str) -> std::fmt::Result {
        writeln!(out, "# Sequence of play: {}\n", self.title)?;
        writeln!(
            out,
            "Made by `cargo xtask sequence {game}` from {} random games, with every scenario and every set of\n\
             options in turn. A number is the share of the departures from a step, in per cent; the picture leaves\n\
             out what is rarer than {} per cent. In dark steps dice decide.\n",
            self.games,
            DRAWN / 10
        )?;
        self.put_diagram(out)?;
        self.put_table(out)
    }

    fn put_diagram(&self, out: &mut String) -> std::fmt::Result {
        let id = |step: &str| step.replace('-', "_");
        writeln!(out, "```mermaid\nstateDiagram-v2")?;
        writeln!(out, "    classDef dice fill:#3d3a35,color:#f4efe4,stroke:#3d3a35")?;
        for (step, _) in &self.steps {
            writeln!(out, "    state \"{step}\" as {}", id(step))?;
        }
        let dice: Vec<String> =
            self.steps.iter().filter(|(_, actor)| *actor == Actor::Dice).map(|(step, _)| id(step)).collect();
        if !dice.is_empty() {
            writeln!(out, "    class {} dice", dice.join(","))?;
        }
        for step in self.opened.keys() {
            writeln!(out, "    [*] --> {}", id(step))?;
        }
        for (step, actor) in &self.steps {
            let departures = self.departures(step);
            for (to, count) in self.from(step) {
                if count * 1000 >= departures * DRAWN {
                    writeln!(out, "    {} --> {}: {}", id(step), id(to), percent(count, departures))?;
                }
            }
            if *actor == Actor::Nobody {
                writeln!(out, "    {} --> [*]", id(step))?;
            }
        }
        writeln!(out, "```\n")
    }

    fn put_table(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "| step | who acts | next step | times | per cent |\n|---|---|---|--:|--:|")?;
        for (step, actor) in &self.steps {
            let departures = self.departures(step);
            let (mut name, mut who) = (*step, actor.word());
            let edges = self.from(step);
            if edges.is_empty() {
                writeln!(out, "| {name} | {who} | | | |")?;
            }
            for (to, count) in edges {
                writeln!(out, "| {name} | {who} | {to} | {count} | {} |", percent(count, departures))?;
                (name, who) = ("", "");
            }
        }
        Ok(())
    }
}

/// An edge in words.
pub fn arrow((from, to): (&str, &str)) -> String {
    format!("{from} -> {to}")
}

/// A share in per cent, to a tenth below one.
fn percent(part: u64, whole: u64) -> String {
    let tenths = (part * 1000 + whole / 2) / whole.max(1);
    match tenths {
        0 => "<0.1".to_owned(),
        1..10 => format!("0.{tenths}"),
        _ => ((part * 100 + whole / 2) / whole.max(1)).to_string(),
    }
}

/// The edges of a committed page as `from -> to`, with their counts and the departures from their step.
pub fn parse(page: &str) -> BTreeMap<String, (u64, u64)> {
    let mut edges: Vec<(String, String, u64)> = Vec::new();
    let mut from = String::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [step, _, to, count, _] = cells[..] else { continue };
        if !step.is_empty() {
            from = step.to_owned();
        }
        if let Ok(count) = count.parse() {
            edges.push((from.clone(), to.to_owned(), count));
        }
    }
    let departures =
        |from: &str| edges.iter().filter(|(it, _, _)| it == from).map(|(_, _, count)| count).sum();
    edges.iter().map(|(from, to, count)| (arrow((from, to)), (*count, departures(from)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded() {
        assert_eq!(percent(1, 3), "33");
        assert_eq!(percent(1, 200), "0.5");
        assert_eq!(percent(1, 20_000), "<0.1");
    }

    #[test]
    fn the_same_seed_draws_the_same_page_and_it_reads_back() {
        let sequence = record("circle-of-fire", 30, 7).unwrap();
        let page = sequence.to_markdown("circle-of-fire");
        assert_eq!(page, record("circle-of-fire", 30, 7).unwrap().to_markdown("circle-of-fire"));
        assert_eq!(parse(&page).into_keys().collect::<BTreeSet<_>>(), sequence.arrows());
    }
}
