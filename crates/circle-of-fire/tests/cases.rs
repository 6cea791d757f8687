//! What an example cannot say: odds, secrets and refused tables. `examples.rs` plays the examples.

use std::collections::BTreeMap;

use checks::{odds, play, stand};
use circle_of_fire::{CircleOfFire, Event, State};
use kernel::{Journal, Luck, Match, Node, Notation, Players, Rules, Seat, Table, Viewer};
use view::Odds;

checks::game!(CircleOfFire);

/// In how many ways each number of casualty points comes about, by the words of the odds.
fn points(odds: &Odds) -> BTreeMap<i32, u64> {
    let read = |label: &str| match label.split_once(" point") {
        Some((n, _)) => n.parse().expect("a number of points"),
        None => 0,
    };
    odds.outcomes.iter().map(|it| (read(&it.label), it.ways)).filter(|(_, ways)| *ways > 0).collect()
}

/// Every throw of two dice against two, played out: how often each number of points came about, and how often
/// nobody was left in the target.
fn throw_all(game: &CircleOfFire, state: &State, target: &str, side: &str) -> (BTreeMap<i32, u64>, u64) {
    let (mut seen, mut emptied) = (BTreeMap::new(), 0);
    for throw in 0..1296 {
        let (mut state, mut journal) = (state.clone(), Journal::new());
        game.resolve(&mut state, Luck(throw / 36), &mut journal);
        game.resolve(&mut state, Luck(throw % 36), &mut journal);
        let margin = journal.entries().iter().find_map(|entry| match entry.event {
            Event::Result { margin } => Some(i32::from(margin)),
            _ => None,
        });
        *seen.entry(margin.expect("an attack has a result").max(0)).or_insert(0) += 1;
        let view = game.view(&state, Viewer::Umpire);
        emptied += u64::from(!view.pieces.iter().any(|it| &*it.at == target && &*it.side == side));
    }
    (seen, emptied)
}

const FIRE_POSITIONS: [(&str, &str, &str, &str); 6] = [
    (
        "a regiment at a garrison company",
        r#"step = "soviet-impulse"
        play = ["activate 13", "fire 9", "lead s-73-1", "add all", "fire!"]
        [position.pieces]
        "s-73-1" = { at = "13" }
        "s-73-2" = { at = "13" }
        "s-73-3" = { at = "13" }
        "g-281-1" = { at = "9" }
        "g-okd" = { at = "9", marks = ["committed"] }"#,
        "lead g-281-1",
        "9",
    ),
    (
        "at night, ruins, Stubborn Defense",
        r#"step = "soviet-impulse"
        play = ["activate 14", "fire 8", "lead s-smg-1", "add s-sap-1", "fire!"]
        [position.pieces]
        "s-smg-1" = { at = "14" }
        "s-sap-1" = { at = "14" }
        "g-okd" = { at = "8", marks = ["committed"] }
        [position.spaces]
        "8" = { marks = ["heavy-rubble", "stubborn"] }
        [position.tracks]
        light = "night""#,
        "lead g-okd",
        "8",
    ),
    (
        "across the river",
        r#"step = "soviet-impulse"
        play = ["activate 14", "fire 7", "lead s-164-1", "fire!"]
        [position.pieces]
        "s-164-1" = { at = "14" }
        "g-fahr" = { at = "7" }
        "g-416-4" = { at = "7" }"#,
        "lead g-416-4",
        "7",
    ),
    (
        "tanks in the open",
        r#"step = "soviet-impulse"
        play = ["activate A", "fire 18", "lead s-t34-1", "add all", "fire!"]
        [position.pieces]
        "s-t34-1" = { at = "A" }
        "s-t60-1" = { at = "A" }
        "s-73-1" = { at = "A" }
        "s-73-2" = { at = "A" }
        "s-73-3" = { at = "A" }
        "g-okd" = { at = "18", marks = ["committed"] }"#,
        "lead g-okd",
        "18",
    ),
    (
        "the Stuka on a forest",
        r#"step = "german-impulse"
        play = ["bombard g-stuka 17"]
        [position.pieces]
        "g-stuka" = { at = "box:german-artillery" }
        "s-82-1" = { at = "17" }
        "s-82-2" = { at = "17", marks = ["committed"] }"#,
        "lead s-82-1",
        "17",
    ),
    (
        "infantry at armor (21.3)",
        r#"step = "german-impulse"
        options = ["infantry-vs-armor"]
        play = ["activate 9", "fire 13", "lead g-jag-1", "add all", "fire!"]
        [position.pieces]
        "g-jag-1" = { at = "9" }
        "g-jag-2" = { at = "9" }
        "g-jag-3" = { at = "9" }
        "s-t34-1" = { at = "13" }
        "s-82-1" = { at = "13" }"#,
        "lead s-82-1",
        "13",
    ),
];

// ---------------------------------------------------------------------- odds

#[test]
fn case_13_2_4_and_14_3_3_the_odds_are_those_of_all_1296_throws() {
    let game = game();
    for (name, position, lead, target) in FIRE_POSITIONS {
        let mut state = stand(&*game, position);
        let told = odds(&*game, &state, lead);
        assert_eq!(told.of, 1296, "{name}");
        assert_eq!(told.outcomes.iter().map(|it| it.ways).sum::<u64>(), told.of, "{name}");
        let Node::Decision(seat) = game.node(&state) else { panic!("{name}") };
        let side = if seat == Seat(0) { "german" } else { "soviet" };
        play(&*game, &mut state, lead);
        let (seen, emptied) = throw_all(&game, &state, target, side);
        assert_eq!(points(&told), seen, "{name}");
        assert_eq!(told.headline.ways, 1296 - seen.get(&0).unwrap_or(&0), "{name}");
        let all: u64 =
            told.outcomes.iter().filter(|it| it.label.contains("all eliminated")).map(|it| it.ways).sum();
        if name.contains("21.3") {
            assert_eq!(emptied, 0, "{name}: the tank stays whatever happens");
            assert!(all > 0, "{name}: the infantry may go");
        } else {
            assert_eq!(all, emptied, "{name}");
        }
        for sum in &told.sums {
            assert_eq!(
                sum.lines.iter().map(|line| line.value).sum::<i32>(),
                sum.total,
                "{name}: {}",
                sum.name
            );
            assert!(sum.lines.iter().all(|line| game.rulebook().case(&line.cites).is_some()), "{name}");
        }
    }
}

/// The odds shown before anything is chosen assume the best: those of the choices that follow agree with them.
#[test]
fn case_13_2_1_the_odds_agree_from_the_first_click_to_the_last() {
    let game = game();
    let mut state = stand(
        &*game,
        r#"step = "soviet-impulse"
        play = ["activate 13"]
        [position.pieces]
        "s-73-1" = { at = "13" }
        "s-73-mg" = { at = "13" }
        "g-281-1" = { at = "9" }
        "g-okd" = { at = "9" }"#,
    );
    let first = odds(&*game, &state, "fire 9");
    play(&*game, &mut state, "fire 9");
    assert_eq!(points(&odds(&*game, &state, "lead s-73-mg")), points(&first));
    play(&*game, &mut state, "lead s-73-mg");
    let alone = odds(&*game, &state, "fire!");
    assert!(alone.headline.ways < first.headline.ways);
    assert_eq!(points(&odds(&*game, &state, "add s-73-1")), points(&first));
    play(&*game, &mut state, "add s-73-1");
    assert_eq!(points(&odds(&*game, &state, "fire!")), points(&first));
    play(&*game, &mut state, "fire!");
    assert_eq!(points(&odds(&*game, &state, "lead g-281-1")), points(&first));
    assert!(odds(&*game, &state, "lead g-okd").headline.ways > first.headline.ways);
}

/// What every face of the die does to the target, played out.
fn roll_all(game: &CircleOfFire, state: &State, target: &str) -> [u64; 3] {
    let mut seen = [0; 3];
    for face in 0..6 {
        let mut state = state.clone();
        game.resolve(&mut state, Luck(face), &mut Journal::disabled());
        let view = game.view(&state, Viewer::Umpire);
        let piece = view.pieces.iter().find(|it| &*it.id == target).expect("the target is a piece");
        let marked = |mark: &str| piece.marks.iter().any(|it| &**it == mark);
        seen[if marked("struck-down") { 2 } else { usize::from(marked("must-retreat")) }] += 1;
    }
    seen
}

#[test]
fn case_16_5_2_and_16_5_3_the_odds_are_those_of_all_six_dice() {
    let game = game();
    let fight = |at: &str, lead: &str, target: &str, space: &str| {
        let advantage = if lead.starts_with("s-") { "german" } else { "soviet" };
        format!(
            "step = \"close-combat\"\nplay = [\"combat {at}\"]\n[position.pieces]\n\"{lead}\" = {{ at = \"{at}\" }}\n\
             \"{target}\" = {{ at = \"{at}\" }}\n[position.spaces]\n\"{at}\" = {{ {space} }}\n\
             [position.tracks]\nadvantage = \"{advantage}\"\n"
        )
    };
    // Where, who, whom, the state of the space, and how many faces do nothing, drive out, eliminate.
    let fights = [
        ("13", "s-73-1", "g-pol-1", "control = \"soviet\"", [3, 2, 1]),
        ("9", "s-73-1", "g-pol-1", "control = \"german\"", [4, 2, 0]),
        ("9", "s-73-1", "g-pol-1", "control = \"german\", marks = [\"rubble\"]", [5, 1, 0]),
        ("9", "s-sap-1", "g-okd", "control = \"soviet\"", [1, 2, 3]),
        ("13", "s-t34-1", "g-pol-1", "control = \"german\"", [1, 2, 3]),
        ("17", "g-pol-1", "s-t34-1", "control = \"soviet\"", [3, 2, 1]),
        ("8", "g-pol-1", "s-t34-1", "control = \"german\", marks = [\"stubborn\"]", [2, 2, 2]),
        ("13", "g-okd", "s-t34-1", "control = \"soviet\"", [4, 2, 0]),
    ];
    for (at, lead, target, space, expected) in fights {
        let mut state = stand(&*game, &fight(at, lead, target, space));
        let action = format!("attack {lead} {target}");
        let told = odds(&*game, &state, &action);
        let ways: Vec<u64> = told.outcomes.iter().map(|it| it.ways).collect();
        play(&*game, &mut state, &action);
        assert_eq!(roll_all(&game, &state, target), expected, "{action} in {at}");
        assert_eq!(ways, expected, "{action} in {at}");
        assert_eq!((told.of, told.headline.ways), (6, 6 - expected[0]), "{action} in {at}");
    }
}

#[test]
fn case_16_3_3_the_odds_count_everybody_in_support() {
    let game = game();
    let mut state = stand(
        &*game,
        r#"step = "close-combat"
        play = ["combat A", "done", "attack s-73-1 g-pol-1"]
        [position.pieces]
        "s-73-1" = { at = "A" }
        "s-73-2" = { at = "A" }
        "s-73-3" = { at = "A" }
        "s-73-4" = { at = "A" }
        "g-pol-1" = { at = "A" }
        [position.tracks]
        advantage = "german""#,
    );
    let mut ways = Vec::new();
    for unit in ["s-73-2", "s-73-3", "s-73-4"] {
        let action = format!("support {unit} g-pol-1");
        ways.push(odds(&*game, &state, &action).outcomes.iter().map(|it| it.ways).collect::<Vec<u64>>());
        play(&*game, &mut state, &action);
    }
    assert_eq!(ways, [[2, 2, 2], [1, 2, 3], [1, 2, 3]]);
    assert_eq!(roll_all(&game, &state, "g-pol-1"), [1, 2, 3]);
}

/// Part III of the specification: chance of success and mean points by margin.
#[test]
fn case_13_2_2_and_13_2_3_the_table_of_margins_is_reproduced() {
    // Margin, success in per cent, mean points in hundredths, by four or more and by six or more in per cent.
    const TABLE: [(i32, u64, u64, u64, u64); 11] = [
        (-4, 10, 19, 1, 0),
        (-3, 16, 35, 3, 0),
        (-2, 24, 59, 5, 1),
        (-1, 34, 93, 10, 3),
        (0, 44, 137, 16, 5),
        (1, 56, 193, 24, 10),
        (2, 66, 259, 34, 16),
        (3, 76, 335, 44, 24),
        (4, 84, 419, 56, 34),
        (5, 90, 510, 66, 44),
        (6, 95, 604, 76, 56),
    ];
    let game = game();
    let mut found: BTreeMap<i32, (u64, u64, u64, u64)> = BTreeMap::new();
    let spaces = ["", "marks = [\"rubble\"]", "marks = [\"heavy-rubble\"]"];
    for (from, target, strong) in [("13", "9", "s-73-1"), ("13", "9", "s-t34-1"), ("18", "13", "s-t34-1")] {
        for defender in
            ["\"g-okd\" = { at = \"T\", marks = [\"committed\"] }", "\"g-386-4\" = { at = \"T\" }"]
        {
            for more in 0..3 {
                for space in spaces.iter().take(if target == "9" { 3 } else { 1 }) {
                    let mut text = format!(
                        "step = \"soviet-impulse\"\nplay = [\"activate {from}\"]\n[position.pieces]\n"
                    );
                    text.push_str(&format!("\"{strong}\" = {{ at = \"{from}\" }}\n"));
                    for n in 0..more {
                        text.push_str(&format!("\"s-73-{}\" = {{ at = \"{from}\" }}\n", n + 2));
                    }
                    text.push_str(&defender.replace('T', target));
                    text.push_str(&format!("\n[position.spaces]\n\"{target}\" = {{ {space} }}\n"));
                    let told = odds(&*game, &stand(&*game, &text), &format!("fire {target}"));
                    let margin = told.sums[0].total - told.sums[1].total;
                    let by = |least: i32| points(&told).range(least..).map(|(_, ways)| ways).sum::<u64>();
                    let mean: u64 = points(&told).iter().map(|(&n, ways)| n as u64 * ways).sum();
                    let round = |n: u64| (2 * n + 1296) / (2 * 1296);
                    let line =
                        (round(by(1) * 100), round(mean * 100), round(by(4) * 100), round(by(6) * 100));
                    assert_eq!(*found.entry(margin).or_insert(line), line, "margin {margin}");
                }
            }
        }
    }
    for (margin, success, mean, four, six) in TABLE {
        let line = found
            .get(&margin)
            .unwrap_or_else(|| panic!("no position has margin {margin}: {:?}", found.keys()));
        assert_eq!(*line, (success, mean, four, six), "margin {margin}");
    }
}

// ---------------------------------------------------------------------- bids

fn bidding(option: &str, bids: &[u8]) -> Match<CircleOfFire> {
    let mut table = Match::new(game(), None, &[option], Players::default()).expect("the option exists");
    for (seat, bid) in bids.iter().enumerate() {
        table.play_text(Some(Seat(seat as u8)), &format!("bid {bid}")).expect("a bid is legal");
    }
    table
}

#[test]
fn case_20_1_1_nobody_else_sees_the_first_bid() {
    for option in ["bid-german", "bid-soviet"] {
        let low = bidding(option, &[0]);
        for bid in [1, 7, 20] {
            let high = bidding(option, &[bid]);
            for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
                assert_eq!(
                    low.view(viewer),
                    high.view(viewer),
                    "{option}: a bid of {bid} shows to {viewer:?}"
                );
                assert_eq!(low.lines(viewer, 0), high.lines(viewer, 0));
            }
            // The bidder himself is told.
            assert_ne!(low.view(Viewer::Seat(Seat(0))), high.view(Viewer::Seat(Seat(0))));
            let told = high.lines(Viewer::Seat(Seat(0)), 0);
            assert!(told.iter().any(|line| line.says.to_string().contains(&bid.to_string())), "{told:?}");
        }
    }
}

#[test]
fn case_20_1_1_both_bids_are_opened_together() {
    let table = bidding("bid-soviet", &[13, 17]);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Umpire] {
        let told = table.lines(viewer, 0);
        for bid in ["13", "17"] {
            assert!(
                told.iter().any(|line| line.says.to_string().contains(bid)),
                "{viewer:?} is not told of {bid}: {told:?}"
            );
        }
    }
    // What has been seen is not taken back.
    assert!(table.may_undo(Seat(1)).is_err());
}

#[test]
fn case_20_1_1_a_redeal_changes_only_what_is_hidden() {
    let game = game();
    let table = bidding("bid-german", &[5]);
    let step = |state: &State| format!("{:?}", state.step);
    let worlds = checks::redeals(&*game, table.state(), [Seat(0), Seat(1)], 200, step);
    assert_eq!(worlds.len(), 21, "every bid is possible");
    let open = bidding("bid-german", &[5, 3]);
    let same = checks::redeals(&*game, open.state(), [Seat(0), Seat(1)], 1, |state| format!("{state:?}"));
    assert_eq!(same.first(), Some(&format!("{:?}", open.state())), "nothing is hidden any more");
}

#[test]
fn case_20_1_2_and_20_1_4_the_higher_bidder_sits_where_he_wants() {
    // The German is the first to decide after the bids.
    let german = |table: &Match<CircleOfFire>| match table.node() {
        Node::Decision(seat) => seat,
        other => panic!("{other:?}"),
    };
    assert_eq!(german(&bidding("bid-german", &[3, 2])), Seat(0));
    assert_eq!(german(&bidding("bid-german", &[2, 3])), Seat(1));
    assert_eq!(german(&bidding("bid-soviet", &[3, 2])), Seat(1));
    assert_eq!(german(&bidding("bid-soviet", &[2, 3])), Seat(0));
    let mut tied = bidding("bid-soviet", &[2, 2]);
    tied.play_luck_text("4 4").expect("a die each");
    tied.play_luck_text("5 1").expect("and again");
    assert_eq!(german(&tied), Seat(1), "the first player has won the Soviets");
    let view = tied.view(Viewer::Seat(Seat(1)));
    assert_eq!(view.you.as_deref(), Some("german"));
    assert_eq!(view.decides.as_deref(), Some("german"));
}

// ---------------------------------------------------------------------- tables

/// Case 5.3.1 prints the table of partisans, and the table has been tuned more than once.
#[test]
fn the_text_of_5_3_1_tells_the_table_of_partisans() {
    let charts: toml::Table = include_str!("../data/charts.toml").parse().expect("charts are toml");
    let results = charts["partisans"]["result"].as_array().expect("a list by die");
    let game = game();
    let text = &game.rulebook().case("5.3.1").expect("a case of the rulebook").text;
    for (die, result) in (1..).zip(results) {
        let has_die = |line: &&str| {
            let dice = line.trim_start_matches("| ").split(' ').next().unwrap_or_default();
            let (least, most) = dice.split_once('-').unwrap_or((dice, dice));
            least.parse().is_ok_and(|least: u8| (least..=most.parse().unwrap_or(0)).contains(&die))
        };
        let row = text.lines().find(has_die).unwrap_or_else(|| panic!("no row for {die}"));
        let result = result.as_str().expect("a word");
        assert!(row.to_lowercase().contains(result), "{die}: {result}, but: {row}");
    }
}

#[test]
fn inconsistent_tables_are_refused_with_file_key_and_reason() {
    let grid = |rows: &str| format!("[random_reinforcements]\ngrid = \"\"\"\n{rows}\"\"\"\n");
    let gun = "[[gun]]\nid = \"g-pol-1\"\nside = \"german\"\nname = \"x\"\nfull_name = \"x\"\ntype = \"ART\"\nday = 1\n\
               night = 1\nentry = \"1\"\nsource = \"x\"\n";
    let connector =
        "[[connector]]\nzone = \"18\"\narea = \"A\"\nmp = 1\nroad = true\nfrom = [0, 0]\nto = [1, 1]\n";
    let rows = "2 K K K K K K K K K\n3 K K K K K K K K K\n";
    // File, what overrides it, a part of the key and of the reason.
    let kinds: &[(&str, &str, &str, &str)] = &[
        ("charts.toml", "[stacking]\nmax_units = 4\n[movement\n", "line 3", ""),
        ("charts.toml", "[stacking]\nmax_unts = 4\n", "stacking", "max_unts"),
        ("charts.toml", "[movement]\nenemy_day = \"four\"\n", "movement.enemy_day", "string"),
        ("charts.toml", "[movement]\nroad_friendly = 0\n", "movement", "free step"),
        ("charts.toml", "[movement]\nroad_friendly = -1\n", "movement.road_friendly", "-1"),
        ("charts.toml", "[direct_fire.attacker]\nextra_unit = 100\n", "attacker.extra_unit", "out of range"),
        ("charts.toml", "[bombardment.defender]\nnight = -128\n", "bombardment.defender", "out of range"),
        ("charts.toml", "[casualties]\neliminate = 3\n", "casualties", "1, 1 and 2"),
        ("charts.toml", "[retreat]\nfrom_area = [\"uphill\"]\n", "retreat.from_area", "uphill"),
        ("charts.toml", "[close_combat]\nretreat_max = 1\n", "close_combat.retreat_max", "no_effect_max"),
        (
            "charts.toml",
            "[random_reinforcements.groups.J]\ninstead = \"A\"\n",
            "groups.J.instead",
            "same side",
        ),
        ("charts.toml", &grid(rows), "random_reinforcements.grid", ""),
        ("charts.toml", &grid("2 K K K K K K K K Q\n"), "random_reinforcements.grid", ""),
        ("charts.toml", &grid("2 K K K\n"), "random_reinforcements.grid", ""),
        ("charts.toml", "[partisans]\nresult = [\"none\"]\n", "partisans.result", "6"),
        (
            "scenario.toml",
            "[suggested_setup]\n\"1\" = [\"g-pol-1\", \"g-nobody\"]\n",
            "suggested_setup.1",
            "g-nobody",
        ),
        ("scenario.toml", "[suggested_setup]\n\"10\" = [\"g-pol-1\"]\n", "suggested_setup.10", "Urban"),
        ("scenario.toml", "[suggested_setup]\n\"1\" = [\"g-pol-1\"]\n", "suggested_setup", "every unit"),
        ("scenario.toml", "[victory]\nrelief_zones = [\"C\", \"Q\"]\n", "victory.relief_zones", "Q"),
        ("scenario.toml", "[scenario]\nturns = 12\n", "scenario.turns", "nine"),
        ("scenario.toml", "[regrouping]\nlosses_for_one = 0\n", "regrouping.losses_for_one", "one or more"),
        ("scenario.toml", "[arrival]\ngerman_always = [\"3\"]\n", "arrival", "Zones"),
        ("units.toml", gun, "unit.g-pol-1", "twice"),
        ("units.toml", "[[unit]]\nid = \"g-pol-1\"\nma = 0\n", "unit.g-pol-1", "ma > 0"),
        ("units.toml", "[[unit]]\nid = \"g-pol-1\"\ncommitted = 9\n", "unit.g-pol-1", "committed"),
        ("units.toml", "[[unit]]\nid = \"g-pol-1\"\ncf = -1\n", "unit", "-1"),
        ("units.toml", "[[unit]]\nid = \"g-pol-1\"\nentry = \"K\"\n", "unit.g-pol-1.entry", "'K'"),
        ("units.toml", "[[unit]]\nid = \"g-pol-1\"\norg = \"99\"\n", "unit.g-pol-1.org", "99"),
        (
            "map.toml",
            "vertex_only = [{ a = \"2\", b = \"1\", source = \"x\" }]\n",
            "border.1-2",
            "point only",
        ),
        ("map.toml", "[[border]]\na = \"1\"\nb = \"99\"\nkind = \"road\"\nlines = []\n", "border", "99"),
        ("map.toml", connector, "connector.18-A", "Zone"),
        ("map.toml", "[[space]]\nid = \"1\"\npolygon = []\n", "space.1.polygon", "three points"),
    ];
    checks::refuses("circle-of-fire", CircleOfFire::load, kinds);
}

#[test]
fn a_printed_value_overrides_ours_and_leaves_its_fingerprint() {
    let overlay = checks::with("circle-of-fire", "charts.toml", "[movement]\nenemy_day = 3\n");
    let game = CircleOfFire::load(&overlay).expect("a sound value is taken");
    assert_ne!(game.about().data, "builtin");
    let state = stand(
        &game,
        r#"step = "soviet-impulse"
        play = ["activate 18", "move s-82-1 13"]
        [position.pieces]
        "s-82-1" = { at = "18" }
        "g-pol-1" = { at = "9" }
        [position.spaces]
        "13" = { control = "soviet" }"#,
    );
    let step = game.read("move s-82-1 9").expect("a move");
    assert!(game.refuse(&state, step).is_none(), "three points are enough by day now");
}
