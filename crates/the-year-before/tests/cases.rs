//! What an example cannot say: odds, refused tables, golden records, the prologue. `examples.rs` plays the examples.
#![allow(clippy::disallowed_methods)]

use std::{fs, path::Path, sync::Arc};

use kernel::{
    Journal, Luck, Match, Node, Notation, Options, Players, Record, Rng, Rules, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
    rules::Provenance,
};
use the_year_before::{Event, State, TheYearBefore};

fn game() -> Arc<TheYearBefore> {
    Arc::new(TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound"))
}

/// A position in the words of an example, with what is played in it.
fn stand(game: &TheYearBefore, text: &str) -> State {
    let head = "game = \"the-year-before\"\ncase = []\ntitle = \"a position\"\nclear = true\n";
    let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
    let mut state = game.setup(0, Options::NONE);
    let arrangement = example.position.clone();
    let position = Position { clear: true, step: example.step.clone(), arrangement, ..Position::default() };
    game.arrange(&mut state, &position).expect("the position can be arranged");
    for text in &example.play {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.refuse(&state, action), None, "{text}");
        game.apply(&mut state, action, &mut Journal::disabled());
    }
    state
}

// ---------------------------------------------------------------------- odds

const BLOW: &str = r#"
    step = "alert"
    play = ["alert 0", "attack"]
    [position.pieces]
    "pz2" = { at = "warsaw", marks = ["upgraded"] }
    "pz3" = { at = "warsaw", marks = ["upgraded", "moved"] }
    "de18" = { at = "eastprussia" }
    "de6" = { at = "lublin", marks = ["upgraded"] }
    "lf2" = { at = "warsaw" }
    "si1" = { at = "bialystok" }
    "si2" = { at = "minsk" }
    "fz4" = { at = "minsk" }
    "si3" = { at = "pskov" }
    "si4" = { at = "kiev", marks = ["upgraded"] }
    [position.tracks]
    turn = 6
    card-german = "moscow"
    card-soviet = "forward"
    service-german = 3
"#;

/// The odds of each sector are those of all 36 throws, played out.
#[test]
fn case_8_1_4_the_odds_of_every_sector_are_those_of_all_throws() {
    let game = game();
    let mut state = stand(&game, BLOW);
    for sector in 0..3 {
        let odds = game.odds(&state);
        assert_eq!(odds.len(), 3 - sector, "the sectors still to be decided");
        let due = &odds[0];
        assert_eq!(due.outcomes.iter().map(|it| it.ways).sum::<u64>(), due.of);
        let mut seen = std::collections::BTreeMap::new();
        for throw in 0..36 {
            let (mut next, mut journal) = (state.clone(), Journal::new());
            game.resolve(&mut next, Luck(throw), &mut journal);
            let result = journal.entries().iter().find_map(|entry| match entry.event {
                Event::Blow { result, .. } => Some(result.name()),
                _ => None,
            });
            *seen.entry(result.expect("a throw has a result")).or_insert(0) += 1;
        }
        for outcome in &due.outcomes {
            let name = outcome.label.split(':').next().unwrap_or_default();
            assert_eq!(seen.remove(name), Some(outcome.ways), "{} in {}", outcome.label, due.title);
        }
        assert!(seen.is_empty(), "{seen:?}");
        for sum in &due.sums {
            assert_eq!(sum.lines.iter().map(|line| line.value).sum::<i32>(), sum.total);
            assert!(sum.lines.iter().all(|line| game.rulebook().case(&line.cites).is_some()));
        }
        game.resolve(&mut state, Luck(17), &mut Journal::disabled());
    }
    assert!(game.odds(&state).is_empty());
}

#[test]
fn case_7_4_4_the_odds_of_a_strike_are_those_of_all_throws() {
    let game = game();
    let text = BLOW.replace("alert 0", "strike south").replace("\"forward\"", "\"strike\"");
    for german in ["attack", "wait"] {
        let state = stand(&game, &text.replace("\"attack\"", &format!("\"{german}\"")));
        let odds = game.odds(&state);
        let success = (0..36).filter(|&throw| {
            let mut journal = Journal::new();
            game.resolve(&mut state.clone(), Luck(throw), &mut journal);
            journal.entries().iter().any(|entry| matches!(entry.event, Event::Struck { success: true, .. }))
        });
        assert_eq!(odds[0].headline.ways, success.count() as u64, "{german}");
    }
}

/// 7.5 Before the orders are opened nobody has odds.
#[test]
fn case_6_7_1_no_offer_of_the_decision_has_odds() {
    let game = game();
    let state = stand(&game, &BLOW.replace("play = [\"alert 0\", \"attack\"]", ""));
    assert!(game.odds(&state).is_empty());
    let Node::Decision(seat) = game.node(&state) else { panic!("the Soviet side decides") };
    assert!(game.view(&state, Viewer::Seat(seat)).offers.iter().all(|offer| offer.odds.is_none()));
}

// ---------------------------------------------------------------------- provenance and tables

#[test]
fn every_case_says_what_survives() {
    let game = game();
    let book = game.rulebook();
    assert!(book.book.note.contains("a new design on a surviving skeleton"));
    assert!(
        game.about().blurb.contains("a surviving skeleton: 19 headings and the Soviet set-up survive")
            || game
                .about()
                .blurb
                .contains("A new design on a surviving skeleton: 19 headings and the Soviet set-up survive")
    );
    let headings = book.cases.iter().filter(|case| case.text.contains("heading survives"));
    // The nineteenth is 9.3, which survives whole.
    assert_eq!(headings.count(), 18);
    for case in &book.cases {
        let given = case.provenance.contains(&Provenance::Given);
        let says = ["Ours", "Given", "survive", "lost"].iter().any(|word| case.text.contains(word));
        assert!(says, "{} does not say what survives", case.number);
        assert!(!given || case.text.contains("survive") || case.text.contains("Given"), "{}", case.number);
    }
}

#[test]
fn tables_that_do_not_fit_are_refused_with_file_and_key() {
    let kinds = [
        ("charts.toml", "[turns]\nlast = 9\n", "turns", "seven turns"),
        ("charts.toml", "[turns]\nreport_in = [1]\n", "turns.report_in", "card"),
        ("charts.toml", "[bids]\nmost = 9\n", "bids", "1 to 3"),
        ("charts.toml", "[service]\ncost = [1, 1, 3]\n", "service.cost", "nothing"),
        ("charts.toml", "[blow]\ndivide = 0\n", "victory", "divided"),
        ("charts.toml", "[blow]\ndepth = [3, 2]\n", "blow", "part"),
        ("charts.toml", "[[country]]\nid = \"finland\"\nstart = 3\n", "country.finland", "start"),
        ("charts.toml", "[[country]]\nid = \"latvia\"\nkind = \"ally\"\n", "country.latvia", "map"),
        ("charts.toml", "[[card]]\nid = \"wait\"\nsector = \"north\"\n", "card", "sector"),
        ("charts.toml", "[surprise]\npartial = 5\n", "surprise", "before"),
        ("units.toml", "[[kind]]\nid = \"zone\"\nimmobile = false\n", "kind.zone", "4.7.1"),
        ("units.toml", "[pieces.infantry]\ncount = 26\n", "pieces", "71"),
        ("map.toml", "[[district]]\nid = \"minsk\"\nnext = [\"polotsk\"]\n", "next", "neighbour"),
        ("map.toml", "[[district]]\nid = \"minsk\"\nbelt = \"depth\"\n", "district", "9.3"),
        ("map.toml", "[[district]]\nid = \"moscow\"\nlimit = 7\n", "moscow", "4.5.1"),
        ("scenario.toml", "[soviet_zones]\nzone = [\"pskov\"]\n", "soviet_to_place", "zone"),
        ("scenario.toml", "[suggested]\nmechanized = [\"galicia\"]\n", "suggested", "exactly"),
        ("scenario.toml", "[german]\nreich = [\"de2\", \"de4\"]\n", "german.west", "twice"),
        ("link.toml", "[replacements]\nbrps = 0\n", "replacements", "1 at least"),
    ];
    for (file, text, key, reason) in kinds {
        let file = format!("the-year-before/{file}");
        let mut overlay = Overlay::none();
        overlay.insert(&file, text);
        let Err(error) = TheYearBefore::load(&overlay) else { panic!("{file} takes\n{text}") };
        assert!(error.key.contains(key), "key of {error}\nshould name {key}");
        assert!(error.reason.contains(reason), "{error}\nshould speak of {reason}");
    }
}

#[test]
fn a_value_of_ours_can_be_laid_over_and_leaves_its_fingerprint() {
    let mut overlay = Overlay::none();
    overlay.insert("the-year-before/charts.toml", "[victory]\nneeded = 3\n");
    let game = TheYearBefore::load(&overlay).expect("a sound value is taken");
    assert_ne!(game.about().data, "builtin");
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<State>() < 2000, "{} bytes", size_of::<State>());
}

// ---------------------------------------------------------------------- golden records

/// Whole games kept as text: name, options, the first seed to try, and a case that its journal has to cite.
const GOLDEN: [(&str, &[&str], u64, &str); 5] = [
    ("attack", &[], 1, "8.3.1"),
    ("strike", &[], 100, "8.3.7"),
    ("peace", &[], 200, "8.2.4"),
    ("default", &[], 300, "5.3.4"),
    ("bid", &["bid"], 400, "11.1"),
];

fn golden(name: &str, ending: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.{ending}"))
}

/// Two players who choose at random, and pass only when they must or now and then.
fn random_game(options: &[&str], seed: u64) -> Match<TheYearBefore> {
    let players = Players {
        luck: format!("seed {seed}"),
        players: vec!["first random".to_owned(), "second random".to_owned()],
    };
    let game = game();
    let mut table = Match::new(game.clone(), None, options, players).expect("the options exist");
    let (mut dice, mut mind) = (Rng::new(seed, 0), Rng::new(seed, 1));
    let mut legal = Vec::new();
    loop {
        table.roll(&mut dice);
        if table.outcome().is_some() {
            return table;
        }
        game.legal(table.state(), &mut legal);
        let idle = |text: &str| matches!(text, "pass" | "halt");
        let busy: Vec<_> = legal.iter().copied().filter(|&action| !idle(&game.write(action))).collect();
        let choices = if busy.is_empty() || mind.below(8) == 0 { &legal } else { &busy };
        table.play(choices[mind.index(choices.len())]).expect("a legal action is played");
    }
}

fn journal_text(table: &Match<TheYearBefore>) -> String {
    table.facts().iter().map(|line| format!("{} {} {}\n", line.seq, line.cites, line.says)).collect()
}

#[test]
fn golden_records_replay_to_the_same_journal() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (name, options, seed, case) in GOLDEN {
        let cites = |table: &Match<TheYearBefore>| table.journal().iter().any(|entry| entry.rule.0 == case);
        if update {
            let mut games = (seed..seed + 500).map(|seed| random_game(options, seed));
            let table = games.find(cites).expect("such a game");
            fs::write(golden(name, "record"), table.record().to_text()).expect("the record can be written");
            fs::write(golden(name, "journal"), journal_text(&table)).expect("the journal can be written");
        }
        let read = |ending: &str| {
            fs::read_to_string(golden(name, ending))
                .unwrap_or_else(|error| panic!("{name}.{ending}: {error}; run with UPDATE_GOLDEN=1"))
        };
        let text = read("record");
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = Match::from_record(game(), &record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(table.outcome().is_some(), "{name} is over");
        assert!(cites(&table), "{name} cites {case}");
        assert_eq!(table.record().to_text(), text, "{name} is written back as it was");
        let (now, then) = (journal_text(&table), read("journal"));
        let differ = now.lines().zip(then.lines()).position(|(now, then)| now != then);
        assert!(now == then, "{name}: the journal differs, first in line {differ:?}");
    }
}

#[test]
fn a_record_with_an_illegal_ply_is_refused_with_ply_and_case() {
    let text = fs::read_to_string(golden("attack", "record")).expect("the golden record is there");
    let mut record = Record::parse(&text).expect("the golden record is sound");
    let at = record.lines.iter().position(|line| line.starts_with("service")).expect("a service is bought");
    record.lines[at] = "service 7".to_owned();
    let refused = Record::parse(&record.to_text()).and_then(|record| Match::from_record(game(), &record));
    let says = refused.err().expect("the record is refused").to_string();
    assert!(says.contains(&format!("ply {}", at + 1)) && says.contains("(6.4)"), "{says}");
}

// ---------------------------------------------------------------------- prologue

const WAR: &str = r#"
    step = "alert"
    play = ["alert 0", "attack"]
    [position.pieces]
    "si1" = { at = "lithuania", marks = ["upgraded"] }
    "si2" = { at = "lithuania", marks = ["upgraded"] }
    "si3" = { at = "lithuania" }
    "si4" = { at = "bialystok" }
    "si5" = { at = "bialystok" }
    "sm1" = { at = "bialystok" }
    "de2" = { at = "balkans" }
    "de4" = { at = "west" }
    "de11" = { at = "box:german-pool" }
    "pz2" = { at = "warsaw", marks = ["upgraded"] }
    "pz3" = { at = "warsaw" }
    [position.tracks]
    turn = 6
    card-german = "moscow"
    card-soviet = "line"
    service-german = 9
    country-lithuania = -3
    country-finland = 1
    country-balkans = 3
    stock-german = 13
    stock-soviet = 2
"#;

fn finish(game: &TheYearBefore, mut state: State) -> State {
    while let Node::Chance(_) = game.node(&state) {
        game.resolve(&mut state, Luck(20), &mut Journal::disabled());
    }
    state
}

#[test]
fn case_10_2_and_10_3_and_10_4_and_10_5_a_finished_game_is_a_set_up() {
    let game = game();
    let state = finish(&game, stand(&game, WAR));
    let prologue = game.prologue(&state).expect("an attack without a strike has a prologue");
    assert_eq!(prologue.rounds, 3);
    let at = |space: &str| prologue.units.get(space).cloned().unwrap_or_default();
    assert_eq!((at("shaulyai"), at("vilna")), (vec!["su-8".to_owned()], vec!["su-11".to_owned()]));
    assert_eq!((at("bialystok"), at("brest")), (vec!["su-3 R".to_owned()], vec!["su-10 R".to_owned()]));
    assert_eq!((at("warsaw"), at("suwalki")), (vec!["pz2".to_owned()], vec!["pz3 R".to_owned()]));
    let later = |turn: u8, zone: &str| prologue.arrivals[&turn][zone].clone();
    assert_eq!(later(2, "z-rumania"), ["de2"]);
    assert_eq!(later(2, "z-germany"), ["de4"]);
    assert_eq!(later(4, "z-germany"), ["de11"]);
    assert_eq!(later(2, "z-finland"), ["fi-k", "fi-i"]);
}

#[test]
fn case_10_6_and_10_7_and_10_8_and_10_9_fronts_leaders_points_and_score() {
    let game = game();
    let state = finish(&game, stand(&game, WAR));
    let prologue = game.prologue(&state).expect("there is a prologue");
    assert_eq!(prologue.space_of("su-nwf"), Some("pskov"), "no unit holds Latvia");
    assert!(prologue.units["pskov"].contains(&"su-nwf R".to_owned()), "complete surprise reduces it");
    assert_eq!(prologue.leader_of("pz2", "pz"), Some("warsaw"));
    assert_eq!(prologue.leader_of("de4", "de"), Some("z-germany"));
    assert_eq!(prologue.replacements, [2, 0]);
    assert!((-3..=3).contains(&prologue.score));
}

#[test]
fn case_10_1_no_prologue_without_an_attack_or_after_a_strike() {
    let game = game();
    let unfinished = stand(&game, WAR);
    assert_eq!(game.prologue(&unfinished), None);
    let strike = WAR
        .replace("alert 0", "strike north")
        .replace("\"line\"", "\"strike\"")
        .replace("soviet = 2", "soviet = 5");
    assert_eq!(game.prologue(&finish(&game, stand(&game, &strike))), None);
}
