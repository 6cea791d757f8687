//! Sentences: their numbers come from the tables, their names mean something alone, and a game is told from its start.
#![allow(clippy::disallowed_methods)]

use std::{collections::BTreeSet, sync::Arc};

use bear_trap::BearTrap;
use kernel::{
    Journal, Match, Node, Notation, Players, Rng, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use view::{Query, View};

fn load(file: &str, values: &str) -> BearTrap {
    let mut overlay = Overlay::none();
    if !values.is_empty() {
        overlay.insert(&format!("bear-trap/{file}.toml"), values);
    }
    BearTrap::load(&overlay).unwrap_or_else(|error| panic!("{values}: {error}"))
}

/// Every sentence of a view: prompt, offers, tracks, marks.
fn sentences(view: &View) -> Vec<String> {
    let mut all = vec![view.prompt.says.lead.to_string(), view.prompt.says.rest.to_string()];
    all.extend(view.offers.iter().map(|offer| offer.label.to_string()));
    all.extend(view.tracks.iter().map(|track| track.says.to_string()));
    let marks = view.spaces.values().flat_map(|space| &space.marks);
    all.extend(marks.map(|mark| mark.label.to_string()));
    all
}

/// What is said in a position of an example, to the side that decides or to everybody, and in the journal of its end;
/// `why` asks why an action is not offered.
fn said(game: &BearTrap, scenario: usize, example: &str, why: Option<&str>) -> String {
    let text = format!("game = \"bear-trap\"\ncase = []\ntitle = \"\"\nclear = true\n{example}");
    let example = Example::parse("words", &text).unwrap_or_else(|error| panic!("{error}"));
    let options = game.about().options(&example.options).expect("options of this game");
    let mut state = game.setup(scenario, options);
    let position =
        Position { clear: true, step: example.step, arrangement: example.position, ..Position::default() };
    game.arrange(&mut state, &position).unwrap_or_else(|error| panic!("{error}"));
    let mut journal = Journal::new();
    for action in &example.play {
        let action = game.read(action).expect("an action");
        if let Some(refusal) = game.refuse(&state, action) {
            panic!("{}: {}", game.write(action), game.explain(&refusal));
        }
        game.apply(&mut state, action, &mut journal);
    }
    let viewer = match game.node(&state) {
        Node::Decision(seat) => Viewer::Seat(seat),
        _ => Viewer::Umpire,
    };
    let mut all = sentences(&game.view(&state, viewer));
    all.extend(journal.entries().iter().map(|entry| game.tell(entry).says.to_string()));
    if let Some(action) = why {
        let query = Query::WhyNot { action: action.into() };
        all.push(game.query(&state, viewer, &query).expect("an answer").says.to_string());
    }
    all.join("\n")
}

/// A table value that a sentence quotes: file, overlay, the sentence by the printed value, the sentence by the other one,
/// and where it is said.
struct Quoted {
    file: &'static str,
    values: &'static str,
    printed: &'static str,
    changed: &'static str,
    scenario: usize,
    example: &'static str,
    why: Option<&'static str>,
}

const QUOTED: &[Quoted] = &[
    Quoted {
        file: "units",
        values: "[batteries]\nburatino = 4",
        printed: "The Russian may take two Buratino batteries.",
        changed: "The Russian may take four Buratino batteries.",
        scenario: 0,
        example: "options = [\"buratino\"]\nstep = \"opening\"",
        why: None,
    },
    Quoted {
        file: "units",
        values: "[batteries]\nburatino = 1",
        printed: "The Russian brings two Buratino batteries.",
        changed: "The Russian brings one Buratino battery.",
        scenario: 0,
        example: "options = [\"buratino\"]\nstep = \"opening\"\nplay = [\"buratino yes\"]",
        why: None,
    },
    Quoted {
        file: "units",
        values: "[batteries]\nartillery_with_buratino = 4",
        printed: "They replace three batteries of artillery",
        changed: "They replace five batteries of artillery",
        scenario: 0,
        example: "options = [\"buratino\"]\nstep = \"opening\"",
        why: None,
    },
    Quoted {
        file: "units",
        values: "[batteries]\nartillery = 12",
        printed: "Nine batteries of artillery",
        changed: "12 batteries of artillery",
        scenario: 0,
        example: "options = [\"buratino\"]\nstep = \"opening\"",
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[obstacles]\nremoved_to = 6",
        printed: "1 to 4 removes it.",
        changed: "1 to 6 removes it.",
        scenario: 0,
        example: "step = \"russian-marker\"\nplay = [\"select ru-t80-01\", \"fire 2317\"]\n[position.tracks]\nturn = 3\n\
                  marker = \"3/131\"\n[position.pieces]\n\"ru-t80-01\" = { at = \"2118\", facing = 1 }\n\
                  [position.spaces]\n\"2317\" = { marks = [\"wreck\"] }",
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[obstacles]\none_per_drawn = 7",
        printed: "For every 5 units drawn",
        changed: "For every 7 units drawn",
        scenario: 0,
        example: "step = \"event-roll\"\nplay = []\n[position.tracks]\nturn = 3",
        why: Some("place"),
    },
    Quoted {
        file: "charts",
        values: "[range]\nobstacle = 1",
        printed: "2517 is further away than 2 hexes.",
        changed: "2517 is further away than 1 hex.",
        scenario: 0,
        example: "step = \"russian-marker\"\nplay = [\"select ru-t80-01\"]\n[position.tracks]\nturn = 3\n\
                  marker = \"3/131\"\n[position.pieces]\n\"ru-t80-01\" = { at = \"2118\", facing = 1 }\n\
                  [position.spaces]\n\"2517\" = { marks = [\"wreck\"] }",
        why: Some("fire 2517"),
    },
    Quoted {
        file: "charts",
        values: "[range]\ndesperation = 2",
        printed: "up to 4 hexes away",
        changed: "up to 2 hexes away",
        scenario: 0,
        example: "step = \"russian-bonus\"\n[position.tracks]\nturn = 3\nactivations = 5\n[position.pieces]\n\
                  \"ru-1131-inf1\" = { at = \"2317\", facing = 1 }",
        why: Some("select ru-1131-inf1"),
    },
    Quoted {
        file: "charts",
        values: "[indirect]\nscatter_to = 5",
        printed: "1 to 7 scatters.",
        changed: "1 to 5 scatters.",
        scenario: 0,
        example: "step = \"russian-marker\"\nplay = [\"battery artillery\", \"barrage 3114\"]\n[position.tracks]\nturn = 3\n\
                  marker = \"artillery\"\n[position.pieces]\n\"ch-inf01\" = { at = \"3114\", facing = 1 }",
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[interdiction]\ndisrupts_at_most = 4",
        printed: "0 to 2 disrupts and stops.",
        changed: "0 to 4 disrupts and stops.",
        scenario: 0,
        example: INTERDICTED,
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[movement]\ninterdicted = 3",
        printed: "pays one movement point more",
        changed: "pays 1½ movement points more",
        scenario: 0,
        example: INTERDICTED,
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[movement]\nrubble = 8",
        printed: "no vehicles, three movement points",
        changed: "no vehicles, four movement points",
        scenario: 0,
        example: "step = \"marker-draw\"\n[position.tracks]\nturn = 3\ncup = \"1/81\"\n[position.spaces]\n\
                  \"2317\" = { marks = [\"rubble\"] }",
        why: None,
    },
    Quoted {
        file: "scenarios",
        values: "[[scenario]]\nid = \"variant\"\nreinforcement_turns = [1, 2, 3]",
        printed: "on turns 1 to 4",
        changed: "on turns 1 to 3",
        scenario: 1,
        example: "step = \"marker-draw\"\n[position.tracks]\nturn = 3\ncup = \"1/81\"",
        why: None,
    },
    Quoted {
        file: "charts",
        values: "[victory]\ndifference = 20",
        printed: "16 wins",
        changed: "20 wins",
        scenario: 0,
        example: "step = \"marker-draw\"\n[position.tracks]\nturn = 3\ncup = \"1/81\"",
        why: None,
    },
];

const INTERDICTED: &str = "options = [\"interdiction\"]\nstep = \"russian-marker\"\n\
     play = [\"select ru-t80-01\", \"step ne\"]\n[position.tracks]\nturn = 3\nmarker = \"3/131\"\n[position.pieces]\n\
     \"ru-t80-01\" = { at = \"2118\", facing = 1 }\n[position.spaces]\n\"2217\" = { marks = [\"interdicted\"] }";

/// Another number in place of a table value changes the sentence that quotes it.
#[test]
fn numbers_in_sentences_come_from_the_tables() {
    for it in QUOTED {
        let said = |game: &BearTrap| match it.why {
            // A placing cannot be arranged; what a draw of five allows is asked in play.
            Some("place") => exchange_refused(game),
            why => {
                let notes = |view: View| view.tracks.into_iter().filter_map(|track| track.note);
                let umpire = game.view(&game.setup(it.scenario, kernel::Options::NONE), Viewer::Umpire);
                let notes: Vec<String> = notes(umpire).map(|note| note.to_string()).collect();
                format!("{}\n{}", said(game, it.scenario, it.example, why), notes.join("\n"))
            }
        };
        let (before, after) = (said(&load(it.file, "")), said(&load(it.file, it.values)));
        assert!(before.contains(it.printed), "{}: {before}", it.printed);
        assert!(after.contains(it.changed) && !after.contains(it.printed), "{}: {after}", it.values);
    }
}

/// What is answered to a roadblock that the number of drawn units does not allow.
fn exchange_refused(game: &BearTrap) -> String {
    let options = kernel::Options::NONE;
    let mut state = game.setup(0, options);
    let mut rng = Rng::new(3, 0);
    let mut legal = Vec::new();
    for _ in 0..20_000 {
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
            Node::Decision(seat) => {
                let block = game.read("block 2317").expect("an action");
                let refusal = game.refuse(&state, block).filter(|_| seat == Seat(1));
                if let Some(words) =
                    refusal.map(|it| game.explain(&it)).filter(|it| it.contains("units drawn"))
                {
                    return words;
                }
                game.legal(&state, &mut legal);
                game.apply(&mut state, legal[rng.index(legal.len())], &mut Journal::disabled());
            }
        }
    }
    panic!("no small draw in the whole game");
}

/// A name means something alone and belongs to one unit; so does the short one on the counter.
#[test]
fn case_2_2_1_every_counter_has_a_name_of_its_own() {
    let board = load("charts", "").board();
    let fronts = board.faces.iter().filter(|(id, _)| id.contains('-') && !id.ends_with("/back"));
    let units: Vec<_> = fronts.filter(|(id, _)| id.starts_with("ru-") || id.starts_with("ch-")).collect();
    let names: BTreeSet<&str> = units.iter().map(|(_, face)| &*face.name).collect();
    let spoken: BTreeSet<&str> = units.iter().map(|(_, face)| &*face.spoken).collect();
    assert_eq!((names.len(), spoken.len()), (units.len(), units.len()));
    let bare = |name: &&str| name.chars().filter(|letter| letter.is_alphanumeric()).count() < 3;
    assert_eq!(names.into_iter().find(bare), None);
}

/// The first line of a game is the heading of its first turn, or its set-up; what is drawn is told as units.
#[test]
fn case_10_0_a_game_is_told_from_its_beginning() {
    let game = Arc::new(load("charts", ""));
    for scenario in ["historical", "variant"] {
        let players = Players { luck: "seed 1".to_owned(), players: Vec::new() };
        let mut table =
            Match::new(game.clone(), Some(scenario), &[] as &[&str], players).expect("a scenario");
        let (mut rng, mut legal) = (Rng::new(1, 0), Vec::new());
        while !table
            .lines(Viewer::Umpire, 0)
            .iter()
            .any(|line| line.says.to_string().contains("is activated"))
        {
            table.roll(&mut rng);
            game.legal(table.state(), &mut legal);
            table.play(legal[rng.index(legal.len())]).expect("a legal action");
        }
        let lines: Vec<String> =
            table.lines(Viewer::Umpire, 0).iter().map(|it| it.says.to_string()).collect();
        let turn = lines.iter().position(|line| line.starts_with("Turn 1 ·")).expect("a heading");
        assert_eq!(lines[turn + 1], "The Russian has the initiative on the first turn.");
        assert_eq!(lines.iter().filter(|line| line.starts_with("Turn 1 ·")).count(), 1);
        if scenario == "historical" {
            assert_eq!(turn, 0);
        } else {
            assert!(lines[0].ends_with("Chechen units are drawn."), "{}", lines[0]);
        }
    }
}

/// What is told of a draw is the units, not the dice: the cup may hold fewer.
#[test]
fn case_10_2_2_the_units_drawn_are_told_not_the_dice() {
    let text =
        "step = \"play-marker\"\n[position.tracks]\nturn = 3\nmarker = \"chechen\"\n[position.pieces]\n";
    let game = load("charts", "");
    let ids: Vec<String> = game.board().faces.keys().map(|id| id.to_string()).collect();
    let all = ids.iter().filter(|id| id.starts_with("ch-") && !id.ends_with("/back"));
    // Three are left in the cup.
    let fallen: String =
        all.skip(3).map(|id| format!("\"{id}\" = {{ at = \"box:chechen-eliminated\" }}\n")).collect();
    let text = format!("game = \"bear-trap\"\ncase = []\ntitle = \"\"\nclear = true\n{text}{fallen}");
    let example = Example::parse("words", &text).unwrap_or_else(|error| panic!("{error}"));
    let mut state = game.setup(0, kernel::Options::NONE);
    let position =
        Position { clear: true, step: example.step, arrangement: example.position, ..Position::default() };
    game.arrange(&mut state, &position).unwrap_or_else(|error| panic!("{error}"));
    let Node::Chance(draw) = game.node(&state) else { panic!("dice are due") };
    let mut journal = Journal::new();
    game.resolve(&mut state, draw.read("8").expect("a die"), &mut journal);
    let says = game.tell(&journal.entries()[0]).says;
    assert_eq!(says.to_string(), "Three Chechen units are drawn, all there are.");
}
