//! What an example cannot say: odds, the board, refused tables and records. `examples.rs` plays the examples.
#![allow(clippy::disallowed_methods)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
};

use kernel::{
    Journal, Luck, Match, Node, Notation, Players, Record, Rng, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use strike_the_bear::{Event, State, StrikeTheBear};
use view::{Odds, Stack, View, art::RegionKind, art::StrokeKind};

fn game() -> Arc<StrikeTheBear> {
    Arc::new(StrikeTheBear::load(&Overlay::none()).expect("the built-in tables are sound"))
}

// ---------------------------------------------------------------------- positions

/// A position in the words of an example, with what is played in it.
fn stand(game: &StrikeTheBear, text: &str) -> State {
    let head = "game = \"strike-the-bear\"\ncase = []\ntitle = \"a position\"\nclear = true\n";
    let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
    let options = game.about().options(&example.options).expect("the options exist");
    let mut state = game.setup(0, options);
    let arrangement = example.position.clone();
    let position = Position { clear: true, step: example.step.clone(), arrangement };
    game.arrange(&mut state, &position).expect("the position can be arranged");
    for text in &example.play {
        play(game, &mut state, text);
    }
    state
}

fn play(game: &StrikeTheBear, state: &mut State, text: &str) {
    let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
    if let Some(refusal) = game.refuse(state, action) {
        panic!("'{text}' in {}: {}", game.step(state), game.explain(&refusal));
    }
    game.apply(state, action, &mut Journal::disabled());
}

/// What the side that decides is shown.
fn decider_view(game: &StrikeTheBear, state: &State) -> View {
    let Node::Decision(seat) = game.node(state) else { panic!("nobody decides in {}", game.step(state)) };
    game.view(state, Viewer::Seat(seat))
}

fn odds(game: &StrikeTheBear, state: &State, action: &str) -> Odds {
    let view = decider_view(game, state);
    let offer = view.offers.iter().find(|offer| &*offer.action == action);
    let offer = offer.unwrap_or_else(|| panic!("'{action}' is not offered in {}", game.step(state)));
    offer.odds.clone().unwrap_or_else(|| panic!("'{action}' has no odds"))
}

// ---------------------------------------------------------------------- odds

/// In how many throws each result comes about, by the words of the odds.
fn foretold(odds: &Odds) -> BTreeMap<String, u64> {
    let code = |label: &str| label.split(':').next().unwrap_or(label).to_owned();
    odds.outcomes.iter().map(|it| (code(&it.label), it.ways)).filter(|(_, ways)| *ways > 0).collect()
}

/// Every throw of two dice, played out: how often each result came about.
fn thrown(game: &StrikeTheBear, state: &State) -> BTreeMap<String, u64> {
    assert_eq!(game.step(state), "combat-roll");
    let mut seen = BTreeMap::new();
    for throw in 0..36 {
        let (mut state, mut journal) = (state.clone(), Journal::new());
        game.resolve(&mut state, Luck(throw), &mut journal);
        let result = journal.entries().iter().find_map(|entry| match entry.event {
            Event::Rolled { result, .. } => Some(result.code().to_owned()),
            _ => None,
        });
        *seen.entry(result.expect("a combat has a result")).or_insert(0) += 1;
    }
    seen
}

/// What lies in a battle, the attack, and what is chosen before the dice.
const BATTLES: [(&str, &str, &str, &[&str]); 6] = [
    (
        "an army against an army",
        r#"step = "axis-combat"
        [position.pieces]
        ax_a4 = { at = "G5" }
        su_a10 = { at = "G5" }
        ax_guderian = { at = "E5" }
        su_zhukov = { at = "I5" }
        [position.spaces]
        C5 = { marks = ["converted"] }
        E5 = { marks = ["converted"] }"#,
        "attack G5 differential",
        &[],
    ),
    (
        "combined arms before the walls of Kiev, nobody in command",
        r#"step = "axis-combat"
        [position.pieces]
        ax_pz1 = { at = "E7" }
        ax_a17 = { at = "E7" }
        su_mc9 = { at = "E7" }
        su_rk31 = { at = "E7" }
        [position.spaces]
        C7 = { marks = ["converted"] }"#,
        "attack E7 differential",
        &[],
    ),
    (
        "by odds in heavy snow, the SS in a wood",
        r#"step = "soviet-combat"
        [position.tracks]
        turn = 10
        weather = "heavy-snow"
        [position.pieces]
        ax_ss = { at = "I6" }
        su_a10 = { at = "I6" }
        su_tc3 = { at = "I6", marks = ["reduced"] }
        su_zhukov = { at = "K6" }
        [position.spaces]
        G6 = { marks = ["converted"] }"#,
        "attack I6 odds",
        &[],
    ),
    (
        "Germans cut off, without points",
        r#"step = "soviet-combat"
        [position.pieces]
        ax_a9 = { at = "K8", marks = ["reduced"] }
        su_a10 = { at = "K8" }
        su_a5 = { at = "K8" }
        su_zhukov = { at = "M8" }"#,
        "attack K8 odds",
        &[],
    ),
    (
        "a zero corps",
        r#"step = "axis-combat"
        [position.pieces]
        ax_pz1 = { at = "G5" }
        su_rk44 = { at = "G5", marks = ["reduced"] }
        ax_guderian = { at = "E5" }
        [position.spaces]
        C5 = { marks = ["converted"] }
        E5 = { marks = ["converted"] }"#,
        "attack G5 odds",
        &[],
    ),
    (
        "the Commissar orders an attack below the table",
        r#"step = "soviet-combat"
        [position.pieces]
        ax_pz2 = { at = "G5" }
        ax_a4 = { at = "G5" }
        su_rk44 = { at = "G5" }
        su_commissar = { at = "G5" }
        su_zhukov = { at = "I5" }
        [position.spaces]
        C5 = { marks = ["converted"] }
        E5 = { marks = ["converted"] }
        [position.tracks]
        turn = 5"#,
        "attack G5 differential",
        &[],
    ),
];

#[test]
fn case_11_4_1_and_11_9_the_odds_are_counted_by_the_code_that_rolls() {
    let game = game();
    for (name, position, attack, choices) in BATTLES {
        let mut state = stand(&game, position);
        let told = odds(&game, &state, attack);
        assert_eq!(told.of, 36, "{name}");
        assert_eq!(told.outcomes.iter().map(|it| it.ways).sum::<u64>(), 36, "{name}");
        for text in std::iter::once(&attack).chain(choices) {
            play(&game, &mut state, text);
        }
        assert_eq!(foretold(&told), thrown(&game, &state), "{name}");
    }
}

#[test]
fn case_11_4_1_every_line_of_the_odds_names_a_case() {
    let game = game();
    for (name, position, attack, _) in BATTLES {
        let state = stand(&game, position);
        for sum in &odds(&game, &state, attack).sums {
            for line in &sum.lines {
                assert!(
                    game.rulebook().case(&line.cites).is_some(),
                    "{name}: {} cites {}",
                    line.says,
                    line.cites
                );
            }
        }
    }
}

#[test]
fn case_9_2_3_support_shifts_the_odds_by_one_column() {
    let game = game();
    let position = BATTLES[0].1.replace("[position.spaces]", "ax_lw1 = { at = \"G5\" }\n[position.spaces]");
    let mut state = stand(&game, &position);
    play(&game, &mut state, "attack G5 differential");
    let (with, without) = (odds(&game, &state, "support ax_lw1"), odds(&game, &state, "decline"));
    let column = |odds: &Odds| odds.sums[0].total;
    assert_eq!(column(&with), column(&without) + 1);
    for (told, choice) in [(with, "support ax_lw1"), (without, "decline")] {
        let mut state = state.clone();
        play(&game, &mut state, choice);
        assert_eq!(foretold(&told), thrown(&game, &state), "{choice}");
    }
}

// ---------------------------------------------------------------------- the board

#[test]
fn case_1_1_the_board_has_every_area_once() {
    let game = game();
    let (board, art) = (game.board(), game.art());
    assert_eq!(board.spaces.len(), 139);
    let oxes = board.spaces.iter().filter(|space| space.stack == Stack::Octagon).count();
    assert_eq!((oxes, board.spaces.len() - oxes), (79, 60));
    let ids: BTreeSet<&str> = board.spaces.iter().map(|space| &*space.id).collect();
    let drawn: BTreeSet<&str> = art.regions.iter().map(|region| &*region.id).collect();
    assert_eq!(ids, drawn);
    assert_eq!(ids.len(), 139);
    let diamonds = art.regions.iter().filter(|region| region.kind == RegionKind::Diamond).count();
    assert_eq!(diamonds, 60);
    for space in &board.spaces {
        let [x, y] = space.center;
        assert!((0..board.size[0]).contains(&x) && (0..board.size[1]).contains(&y), "{}", space.id);
    }
    let lines = |kind| art.lines.iter().filter(|line| line.kind == kind).count();
    assert_eq!(lines(StrokeKind::Blocked), 7, "sides that water closes");
    assert_eq!(lines(StrokeKind::Passage), 2, "H3 and F10 (6.1.1)");
    assert_eq!(lines(StrokeKind::Edge), 2, "the edges that are objectives (13.1.3)");
}

#[test]
fn every_piece_has_a_face_and_a_place_the_board_knows() {
    let game = game();
    let board = game.board();
    let known = |at: &str| {
        board.spaces.iter().any(|space| &*space.id == at)
            || at.strip_prefix("box:").is_some_and(|id| board.boxes.iter().any(|it| &*it.id == id))
            || at.starts_with("entry:")
            || at.starts_with("aboard:")
    };
    for seed in 0..3 {
        let table = random_game(&["fallschirmjaeger"], seed);
        let view = game.view(table.state(), Viewer::Umpire);
        assert_eq!(view.pieces.len(), 93);
        for piece in &view.pieces {
            assert!(board.faces.contains_key(&piece.face), "{} wears {}", piece.id, piece.face);
            assert!(known(&piece.at), "{} is at {}", piece.id, piece.at);
        }
    }
}

// ---------------------------------------------------------------------- tables

#[test]
fn inconsistent_tables_are_refused_with_file_key_and_reason() {
    // File, what is laid over it, a part of the key and of the reason.
    let kinds: &[(&str, &str, &str, &str)] = &[
        ("charts.toml", "[stacking]\nox = 4\n[rail\n", "line 3", ""),
        ("charts.toml", "[stacking]\noxen = 4\n", "stacking", "oxen"),
        ("charts.toml", "[terrain]\nriver = \"one\"\n", "terrain.river", "string"),
        ("charts.toml", "[terrain]\nriver = 100\n", "combat_modifiers", "from -12 to 12"),
        ("map.toml", "[[space]]\nid = \"C5\"\nterrain = [\"jungle\"]\n", "space.C5.terrain", "jungle"),
        ("map.toml", "[[space]]\nid = \"C5\"\nterrain = []\n", "space.C5.terrain", "at least one"),
        (
            "map.toml",
            "[[space]]\nid = \"C5\"\nstart_control = \"polish\"\n",
            "space.C5.start_control",
            "axis",
        ),
        ("map.toml", "[edges]\narmy_passage = [\"C5\"]\n", "edges.army_passage", "diamonds"),
        (
            "map.toml",
            "[[rail]]\nid = \"Riga line\"\npath = [\"A3\", \"E3\"]\n",
            "rail.Riga line",
            "do not touch",
        ),
        ("scenario.toml", "[scenario]\nturns = 12\n", "scenario.dates", "one date"),
        ("scenario.toml", "[breakdown]\nunits = [\"su_nobody\"]\n", "breakdown.units", "su_nobody"),
        ("scenario.toml", "[minimum]\naxis = 15\n", "minimum", "boxes at start"),
        ("scenario.toml", "[[reinforcement]]\nid = \"axis-2\"\nturn = 0\n", "reinforcement.axis-2", "turn"),
        ("picture.toml", "[picture]\nox = 3\n", "picture", "40 to 1000"),
        (
            "picture.toml",
            "[[town]]\nname = \"X\"\nspaces = [\"Z9\"]\nkind = \"minor\"\nat = [0, 0]\nname_at = [0, 0]\n",
            "town",
            "Z9",
        ),
    ];
    for (file, text, key, reason) in kinds {
        let file = format!("strike-the-bear/{file}");
        let mut overlay = Overlay::none();
        overlay.insert(&file, text);
        let Err(error) = StrikeTheBear::load(&overlay) else { panic!("{file} takes\n{text}") };
        assert_eq!(error.file, file, "{error}");
        assert!(error.key.contains(key), "key of {error}\nshould name {key}");
        assert!(
            error.reason.contains(reason) && !error.reason.is_empty(),
            "{error}\nshould speak of {reason}"
        );
    }
}

#[test]
fn a_printed_value_can_be_laid_over_and_leaves_its_fingerprint() {
    let mut overlay = Overlay::none();
    overlay.insert("strike-the-bear/units.toml", "[[unit]]\nid = \"ax_a4\"\nfront = [11, 3, 2]\n");
    let game = StrikeTheBear::load(&overlay).expect("a sound value is taken");
    assert_ne!(game.about().data, "builtin");
    let state = stand(&game, BATTLES[0].1);
    let told = odds(&game, &state, "attack G5 differential");
    assert!(told.sums[0].lines[0].says.starts_with("11 against 3"), "{}", told.sums[0].lines[0].says);
}

/// The rows of the table in a case's text, without its head.
fn printed(game: &StrikeTheBear, case: &str) -> Vec<Vec<String>> {
    let case = game.rulebook().case(case).expect("the case exists");
    let rows = case.text.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

#[test]
fn case_3_3_and_11_9_the_rulebook_prints_the_tables_in_use() {
    let game = game();
    let charts: toml::Table = include_str!("../data/charts.toml").parse().expect("the charts are TOML");
    let list = |path: &[&str]| -> Vec<String> {
        let last = path.iter().fold(None, |at: Option<&toml::Value>, key| {
            Some(at.map_or_else(|| &charts[*key], |at| &at[*key]))
        });
        let values = last.and_then(toml::Value::as_array).expect("a list");
        values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
    };
    let column =
        |rows: &[Vec<String>], n: usize| -> Vec<String> { rows.iter().map(|row| row[n].clone()).collect() };

    let results = printed(&game, "11.9");
    let grid = charts["combat"]["grid"].as_str().expect("a grid");
    for (row, line) in results.iter().zip(grid.trim().lines()) {
        assert_eq!(row.join(" "), line.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    assert_eq!(results.len(), 11);

    let points = printed(&game, "3.3");
    let columns = [
        ("axis", "fair"),
        ("axis", "rain"),
        ("axis", "mud"),
        ("axis", "snow"),
        ("axis", "heavy_snow"),
        ("soviet", "fair"),
        ("soviet", "mud"),
        ("soviet", "snow"),
        ("soviet", "heavy_snow"),
    ];
    for (n, (side, weather)) in columns.into_iter().enumerate() {
        assert_eq!(column(&points, n + 1), list(&["operations", side, weather]), "{side} {weather}");
    }
    assert_eq!(list(&["operations", "soviet", "rain"]), list(&["operations", "soviet", "fair"]));

    let redeployment = printed(&game, "3.2.1");
    assert_eq!(column(&redeployment, 1), list(&["redeployment", "axis"]));
    assert_eq!(column(&redeployment, 2), list(&["redeployment", "soviet"]));

    let sets = charts["objectives"]["sets"].as_array().expect("the sets");
    for (row, set) in printed(&game, "3.3.2").iter().zip(sets) {
        let ids: Vec<&str> = set.as_array().expect("a set").iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(row[1].to_lowercase(), ids.join(", ").replace('-', " "));
    }
}

// ---------------------------------------------------------------------- golden records

/// Whole games kept as text: name, options, the first seed to try, and a case that its journal has to cite.
const GOLDEN: [(&str, &[&str], u64, &str); 4] = [
    ("plain", &[], 1, "11.9.5"),
    ("saved-points-and-no-first-redeployment", &["save-half-ops", "skip-turn1-redeployment"], 100, "3.3.5"),
    ("fog", &["fog-objectives", "leaders-barred-from-diamonds"], 200, "13.4"),
    (
        "everything",
        &[
            "save-half-ops",
            "fog-objectives",
            "leaders-barred-from-diamonds",
            "skip-turn1-redeployment",
            "fallschirmjaeger",
        ],
        300,
        "7.2.1b",
    ),
];

fn golden(name: &str, ending: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(format!("{name}.{ending}"))
}

/// Two players who choose at random and do not dawdle: what ends a step is taken often enough to keep a game short.
fn random_game(options: &[&str], seed: u64) -> Match<StrikeTheBear> {
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
        let ends = |text: &str| matches!(text, "done" | "place rest");
        let last = legal.iter().copied().find(|&action| ends(&game.write(action)));
        let action = match last {
            Some(last) if mind.below(9) == 0 => last,
            _ => legal[mind.index(legal.len())],
        };
        table.play(action).expect("a legal action is played");
    }
}

fn journal_text(table: &Match<StrikeTheBear>) -> String {
    let lines = table.lines(Viewer::Umpire, 0);
    lines.iter().map(|line| format!("{} {} {}\n", line.seq, line.cites, line.says)).collect()
}

/// What is stored of a journal: all of it, or for a long one a digest, its beginning and its end.
fn kept(journal: &str) -> String {
    const SHORT: usize = 30_000;
    const ENDS: usize = 150;
    if journal.len() < SHORT {
        return journal.to_owned();
    }
    // The fingerprint of an overlay is the front of a SHA-256.
    let mut overlay = Overlay::none();
    overlay.insert("journal/text", journal);
    let lines: Vec<&str> = journal.lines().collect();
    let (first, last) = (&lines[..ENDS], &lines[lines.len() - ENDS..]);
    let digest = overlay.fingerprint(&["journal/text"]);
    format!("{} lines, digest {digest}\n{}\n[...]\n{}\n", lines.len(), first.join("\n"), last.join("\n"))
}

#[test]
fn golden_records_replay_to_the_same_journal() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (name, options, seed, case) in GOLDEN {
        let cites = |table: &Match<StrikeTheBear>| table.journal().iter().any(|entry| entry.rule.0 == case);
        if update {
            let mut games = (seed..seed + 500).map(|seed| random_game(options, seed));
            let table = games.find(|table| cites(table)).expect("such a game");
            fs::create_dir_all(golden(name, "").parent().expect("a folder")).expect("the folder can be made");
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
        assert!(cites(&table), "{name} cites {case}");
        assert_eq!(table.record().to_text(), text, "{name} is written back as it was");
        let (now, then) = (kept(&journal_text(&table)), read("journal"));
        let differ = now.lines().zip(then.lines()).position(|(now, then)| now != then);
        assert!(now == then, "{name}: the journal differs, first in line {differ:?} of what is kept");
    }
}

#[test]
fn case_2_0_a_record_with_an_illegal_ply_is_refused_with_ply_and_case() {
    let text = fs::read_to_string(golden("plain", "record")).expect("the golden record is there");
    let sound = Record::parse(&text).expect("the golden record is sound");
    let refused = |change: &dyn Fn(&mut Record)| {
        let mut record = Record::parse(&text).expect("the golden record is sound");
        change(&mut record);
        let read = Record::parse(&record.to_text()).and_then(|record| Match::from_record(game(), &record));
        match read {
            Ok(_) => panic!("the record is taken"),
            Err(error) => error.to_string(),
        }
    };
    let at = sound.lines.iter().position(|line| line.starts_with("move")).expect("a move");
    let says = refused(&|it| it.lines[at] = "attack C5 odds".to_owned());
    assert!(says.contains(&format!("ply {}", at + 1)) && says.contains("(2.0)"), "{says}");
    let says = refused(&|it| it.lines[at] = "charge C5".to_owned());
    assert!(says.contains(&format!("ply {}", at + 1)) && says.contains("charge"), "{says}");
    let says = refused(&|it| it.lines.push("done".to_owned()));
    assert!(says.contains("over"), "{says}");
}

#[test]
fn case_1_0_nothing_is_hidden() {
    let game = game();
    let table = random_game(&[], 7);
    let mut other = table.state().clone();
    game.redeal(&mut other, Seat(0), &mut Rng::new(1, 0));
    assert_eq!(other, *table.state());
    let [axis, soviet] = [0, 1].map(|seat| game.view(table.state(), Viewer::Seat(Seat(seat))));
    assert_eq!((&axis.pieces, &axis.spaces, &axis.tracks), (&soviet.pieces, &soviet.spaces, &soviet.tracks));
}
