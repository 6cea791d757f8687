//! What an example cannot say: odds, the board and refused tables. `examples.rs` plays the examples.

use std::collections::{BTreeMap, BTreeSet};

use checks::{any, odds, play, random_game, stand};
use kernel::{Journal, Luck, Notation, Rng, Rules, Seat, Table, Viewer};
use strike_the_bear::{Event, State, StrikeTheBear};
use view::{Odds, Stack, art::RegionKind, art::StrokeKind};

checks::game!(StrikeTheBear);

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
        let mut state = stand(&*game, position);
        let told = odds(&*game, &state, attack);
        assert_eq!(told.of, 36, "{name}");
        assert_eq!(told.outcomes.iter().map(|it| it.ways).sum::<u64>(), 36, "{name}");
        for text in std::iter::once(&attack).chain(choices) {
            play(&*game, &mut state, text);
        }
        assert_eq!(foretold(&told), thrown(&game, &state), "{name}");
    }
}

#[test]
fn case_11_4_1_every_line_of_the_odds_names_a_case() {
    let game = game();
    for (name, position, attack, _) in BATTLES {
        let state = stand(&*game, position);
        for sum in &odds(&*game, &state, attack).sums {
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
    let mut state = stand(&*game, &position);
    play(&*game, &mut state, "attack G5 differential");
    let (with, without) = (odds(&*game, &state, "support ax_lw1"), odds(&*game, &state, "decline"));
    let column = |odds: &Odds| odds.sums[0].total;
    assert_eq!(column(&with), column(&without) + 1);
    for (told, choice) in [(with, "support ax_lw1"), (without, "decline")] {
        let mut state = state.clone();
        play(&*game, &mut state, choice);
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
        let table = random_game(&game, None, &["fallschirmjaeger"], seed, any);
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
    // File, what overrides it, a part of the key and of the reason.
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
    checks::refuses("strike-the-bear", StrikeTheBear::load, kinds);
}

#[test]
fn a_printed_value_overrides_ours_and_leaves_its_fingerprint() {
    let stronger = "[[unit]]\nid = \"ax_a4\"\nfront = [11, 3, 2]\n";
    let overlay = checks::with("strike-the-bear", "units.toml", stronger);
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

/// What the six faces of the die for the weather bring on a turn; nothing where it is thrown again.
fn weather(game: &StrikeTheBear, turn: u8) -> Vec<Option<String>> {
    let text = format!("step = \"weather\"\n[position.tracks]\nturn = {turn}\n");
    let thrown = |face: u64| {
        let mut state = stand(game, &text);
        game.resolve(&mut state, Luck(face), &mut Journal::disabled());
        let view = game.view(&state, Viewer::Umpire);
        let track = view.tracks.iter().find(|track| &*track.id == "weather").expect("the weather is told");
        (game.step(&state) != "weather").then(|| track.says.to_string())
    };
    (0..6).map(thrown).collect()
}

#[test]
fn case_3_1_2_the_winter_of_1941_is_one_of_snow() {
    let game = game();
    let count = |turn: u8, wanted: &str| {
        let faces = weather(&game, turn);
        faces.into_iter().flatten().filter(|says| says.to_lowercase().contains(wanted)).count()
    };
    for turn in 2..7 {
        assert_eq!((count(turn, "snow"), count(turn, "fair")), (0, 1), "turn {turn}");
    }
    for turn in 7..=14 {
        assert!(count(turn, "snow") >= 4 && count(turn, "heavy") >= 2, "turn {turn}");
        assert_eq!(count(turn, "rain"), 0, "turn {turn}");
    }
}

#[test]
fn every_piece_has_a_name_of_its_own() {
    let game = game();
    let board = game.board();
    let (mut names, mut spoken) = (BTreeMap::new(), BTreeMap::new());
    let view = game.view(&game.setup(0, kernel::Options::NONE), Viewer::Umpire);
    for piece in &view.pieces {
        let face = &board.faces[&piece.face];
        assert!(face.name.chars().any(char::is_alphabetic), "{} says only '{}'", piece.id, face.name);
        assert_eq!(names.insert(face.name.clone(), piece.id.clone()), None, "{}", face.name);
        assert_eq!(spoken.insert(face.spoken.clone(), piece.id.clone()), None, "{}", face.spoken);
    }
}

/// The words of the journal that one action and the dice after it bring.
fn told(game: &StrikeTheBear, state: &mut State, action: &str, dice: &[u64]) -> String {
    let mut journal = Journal::new();
    game.apply(state, game.read(action).expect("an action"), &mut journal);
    for &luck in dice {
        game.resolve(state, Luck(luck), &mut journal);
    }
    let lines = journal.entries().iter().map(|entry| game.tell(entry).says.to_string());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn case_11_9_3_going_back_by_choice_of_need_and_repulsed_are_told_apart() {
    let game = game();
    let battle = |soviets: &str| {
        let text = format!(
            "step = \"axis-combat\"\n[position.pieces]\nax_a4 = {{ at = \"G5\" }}\nax_guderian = {{ at = \"E5\" }}\n\
             su_zhukov = {{ at = \"I5\" }}\n{soviets}[position.spaces]\nC5 = {{ marks = [\"converted\"] }}\n\
             E5 = {{ marks = [\"converted\"] }}\n[position.tracks]\nturn = 5\n"
        );
        stand(&*game, &text)
    };
    // A DW over two areas costs three points to stand: two corps have them, one has not.
    let mut state = battle("su_mc3 = { at = \"G5\" }\n");
    let says = told(&game, &mut state, "attack G5 differential", &[two(5, 4), 4]);
    assert!(says.contains("cannot stand and must withdraw 2 areas"), "{says}");
    let mut state = battle("su_mc3 = { at = \"G5\" }\nsu_mc4 = { at = \"G5\" }\n");
    let says = told(&game, &mut state, "attack G5 differential", &[two(5, 5), 4]);
    assert!(!says.contains("withdraw 2"), "{says}");
    let says = told(&game, &mut state, "withdraw", &[]);
    assert!(says.contains("chooses to withdraw 2 areas"), "{says}");
    let says = told(&game, &mut state, "retreat su_mc3 I5", &[]);
    assert!(says.contains("withdraws from"), "{says}");
    // An attacker who is repulsed goes back as well.
    let mut state = battle("su_a10 = { at = \"G5\" }\n");
    told(&game, &mut state, "attack G5 differential", &[two(2, 3)]);
    told(&game, &mut state, "withdraw", &[]);
    let says = told(&game, &mut state, "retreat ax_a4 E5", &[]);
    assert!(says.contains("is driven back from"), "{says}");
}

/// The outcome of two dice with these faces.
fn two(one: u64, other: u64) -> u64 {
    6 * (one - 1) + other - 1
}

#[test]
fn the_journal_opens_with_the_set_up_of_both_sides_and_turn_1() {
    let table = random_game(&game(), None, &[], 3, any);
    let lines = table.lines(Viewer::Umpire, 0);
    let headings: Vec<String> = lines
        .iter()
        .filter(|line| line.rank == view::Rank::Heading)
        .map(|line| line.says.to_string())
        .take(3)
        .collect();
    assert_eq!(headings, ["Soviet set-up", "Axis set-up", "Turn 1, 22 June 1941"]);
    assert_eq!(lines[0].says.to_string(), "Soviet set-up");
}

#[test]
fn case_1_0_nothing_is_hidden() {
    let game = game();
    let table = random_game(&game, None, &[], 7, any);
    let mut other = table.state().clone();
    game.redeal(&mut other, Seat(0), &mut Rng::new(1, 0));
    assert_eq!(other, *table.state());
    let [axis, soviet] = [0, 1].map(|seat| game.view(table.state(), Viewer::Seat(Seat(seat))));
    assert_eq!((&axis.pieces, &axis.spaces, &axis.tracks), (&soviet.pieces, &soviet.spaces, &soviet.tracks));
}
