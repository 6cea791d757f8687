//! Whole games kept as text: they replay to the same journal, word for word.
#![allow(clippy::disallowed_methods)]

use std::{fs, path::Path, sync::Arc};

use bear_trap::BearTrap;
use kernel::{Match, Notation, Players, Record, Rng, Rules, Viewer, data::Overlay};

/// Name, scenario, options, the first seed to try, and cases that the journal has to cite.
type Kept = (&'static str, &'static str, &'static [&'static str], u64, &'static [&'static str]);

const GOLDEN: [Kept; 4] = [
    ("historical", "historical", &[], 1, &["6.4.3", "6.5.2", "8.2", "10.1.2", "10.4"]),
    ("variant", "variant", &[], 100, &["10.3.1", "10.3.2", "8.9"]),
    (
        "everything",
        "historical",
        &["buratino", "interdiction", "tank-passengers", "hotels"],
        200,
        &["8.3", "6.5.3"],
    ),
    ("fog", "variant", &["strict", "hotels"], 300, &["7.3", "8.7", "11.3"]),
];

fn game() -> Arc<BearTrap> {
    Arc::new(BearTrap::load(&Overlay::none()).expect("the built-in tables are sound"))
}

fn golden(name: &str, ending: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.{ending}"))
}

/// Two players who attack when they can, end things now and then, and choose at random otherwise.
fn random_game(scenario: &str, options: &[&str], seed: u64) -> Match<BearTrap> {
    let players = Players {
        luck: format!("seed {seed}"),
        players: vec!["first random".to_owned(), "second random".to_owned()],
    };
    let game = game();
    let mut table = Match::new(game.clone(), Some(scenario), options, players).expect("the options exist");
    let (mut dice, mut mind) = (Rng::new(seed, 0), Rng::new(seed, 1));
    let mut legal = Vec::new();
    loop {
        table.roll(&mut dice);
        if table.outcome().is_some() {
            return table;
        }
        game.legal(table.state(), &mut legal);
        let fierce = |text: &str| {
            let verb = text.split(' ').next().unwrap_or_default();
            matches!(verb, "fire" | "barrage" | "strike" | "assault" | "resolve" | "join" | "indirect")
        };
        let attacks: Vec<_> = legal.iter().copied().filter(|&action| fierce(&game.write(action))).collect();
        let choices = if attacks.is_empty() || mind.below(3) == 0 { &legal } else { &attacks };
        table.play(choices[mind.index(choices.len())]).expect("a legal action is played");
    }
}

fn journal_text(table: &Match<BearTrap>) -> String {
    let lines = table.lines(Viewer::Umpire, 0);
    lines.iter().map(|line| format!("{} {} {}\n", line.seq, line.cites, line.says)).collect()
}

/// What is stored of a journal: a digest, its beginning and its end.
fn kept(journal: &str) -> String {
    const ENDS: usize = 150;
    // The fingerprint of an overlay is the front of a SHA-256.
    let mut overlay = Overlay::none();
    overlay.insert("journal/text", journal);
    let lines: Vec<&str> = journal.lines().collect();
    let ends = ENDS.min(lines.len() / 2);
    let (first, last) = (&lines[..ends], &lines[lines.len() - ends..]);
    let digest = overlay.fingerprint("journal");
    format!("{} lines, digest {digest}\n{}\n[...]\n{}\n", lines.len(), first.join("\n"), last.join("\n"))
}

#[test]
fn golden_records_replay_to_the_same_journal() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (name, scenario, options, seed, cases) in GOLDEN {
        let cites = |table: &Match<BearTrap>| {
            cases.iter().all(|case| table.journal().iter().any(|entry| entry.rule.0 == *case))
        };
        if update {
            let mut games = (seed..seed + 100).map(|seed| random_game(scenario, options, seed));
            let table = games.find(cites).expect("such a game");
            fs::write(golden(name, "record"), table.record().to_text()).expect("the record can be written");
            fs::write(golden(name, "journal"), kept(&journal_text(&table)))
                .expect("the journal can be written");
        }
        let read = |ending: &str| {
            fs::read_to_string(golden(name, ending))
                .unwrap_or_else(|error| panic!("{name}.{ending}: {error}; run with UPDATE_GOLDEN=1"))
        };
        let text = read("record");
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = Match::from_record(game(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(table.outcome().is_some(), "{name} is over");
        assert!(cites(&table), "{name} cites {cases:?}");
        assert_eq!(table.record().to_text(), text, "{name} is written back as it was");
        let (now, then) = (kept(&journal_text(&table)), read("journal"));
        let differ = now.lines().zip(then.lines()).position(|(now, then)| now != then);
        assert!(now == then, "{name}: the journal differs, first in line {differ:?} of what is kept");
    }
}
