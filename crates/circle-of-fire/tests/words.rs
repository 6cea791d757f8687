//! What players read: numbers come from the tables, plurals and ordinals are right, names say who is meant.

use std::{collections::BTreeSet, sync::Arc};

use circle_of_fire::{CircleOfFire, State};
use kernel::{
    Journal, Luck, Match, Node, Notation, Players, Rng, Rules, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use view::{Rank, View};

fn game() -> CircleOfFire {
    CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound")
}

fn with(file: &str, text: &str) -> CircleOfFire {
    let mut overlay = Overlay::none();
    overlay.insert(&format!("circle-of-fire/{file}.toml"), text);
    CircleOfFire::load(&overlay).unwrap_or_else(|error| panic!("{error}"))
}

/// A position in the words of an example, what is played in it, and the lines of the journal.
fn stand(game: &CircleOfFire, text: &str) -> (State, Vec<String>) {
    let head = "game = \"circle-of-fire\"\ncase = []\ntitle = \"a position\"\nclear = true\n";
    let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
    let options = game.about().options(&example.options).expect("the options exist");
    let mut state = game.setup(0, options);
    let arrangement = example.position.clone();
    let position = Position { clear: true, step: example.step.clone(), arrangement, ..Position::default() };
    game.arrange(&mut state, &position).expect("the position can be arranged");
    let mut journal = Journal::new();
    let (mut play, mut draws) = (example.play.iter(), example.draws.iter());
    loop {
        match game.node(&state) {
            Node::Chance(draw) => {
                let Some(text) = draws.next() else { break };
                game.resolve(&mut state, draw.read(text).expect("a throw"), &mut journal);
            }
            Node::Decision(_) => {
                let Some(text) = play.next() else { break };
                let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
                if let Some(refusal) = game.refuse(&state, action) {
                    panic!("'{text}' in {}: {}", game.step(&state), game.explain(&refusal));
                }
                game.apply(&mut state, action, &mut journal);
            }
            Node::Over(_) => break,
        }
    }
    let lines = journal.entries().iter().map(|entry| game.tell(entry).says.to_string()).collect();
    (state, lines)
}

/// What the side that decides is shown; the umpire's view while dice are due.
fn shown(game: &CircleOfFire, state: &State) -> View {
    match game.node(state) {
        Node::Decision(seat) => game.view(state, Viewer::Seat(seat)),
        _ => game.view(state, Viewer::Umpire),
    }
}

fn prompt(game: &CircleOfFire, text: &str) -> String {
    let says = shown(game, &stand(game, text).0).prompt.says;
    format!("{} {}", says.lead, says.rest)
}

fn refusal(game: &CircleOfFire, text: &str, action: &str) -> String {
    let state = stand(game, text).0;
    let action = game.read(action).expect("an action");
    game.explain(&game.refuse(&state, action).expect("it is refused"))
}

fn label(game: &CircleOfFire, text: &str, action: &str) -> String {
    let view = shown(game, &stand(game, text).0);
    let offer = view.offers.iter().find(|offer| &*offer.action == action);
    offer.unwrap_or_else(|| panic!("'{action}' is not offered")).label.to_string()
}

fn mark(game: &CircleOfFire, text: &str, space: &str) -> String {
    let view = shown(game, &stand(game, text).0);
    view.spaces[space].marks.iter().map(|mark| mark.label.to_string()).collect()
}

fn track(game: &CircleOfFire, text: &str, id: &str) -> String {
    let view = shown(game, &stand(game, text).0);
    format!("{:?}", view.tracks.iter().find(|track| &*track.id == id).expect("a track"))
}

fn journal(game: &CircleOfFire, text: &str) -> String {
    stand(game, text).1.join("\n")
}

const REGROUP: &str = r#"step = "german-regroup"
    [position.pieces]
    "g-pol-1" = { at = "box:german-eliminated" }
    "g-pol-2" = { at = "box:german-eliminated" }
    "g-pol-3" = { at = "box:german-eliminated" }
    "g-pol-4" = { at = "box:german-eliminated" }"#;

const RANDOM: &str = "step = \"random-advantage\"\n[position.tracks]\nadvantage = ";

const KATYUSHA: &str = r#"step = "random-advantage"
    draws = ["2 3", "6", "1"]
    play = ["advantage", "interdict"]
    [position.pieces]
    "g-stuka" = { at = "box:german-artillery" }
    [position.tracks]
    turn = 3
    advantage = "soviet""#;

const TOWN: &str = r#"step = "soviet-impulse"
    [position.pieces]
    "s-73-1" = { at = "13" }
    "g-pol-1" = { at = "9" }
    [position.spaces]
    "9" = { marks = ["MARK"] }"#;

const LOGISTICS: &str = r#"step = "soviet-impulse"
    play = ["pass"]
    [position.tracks]
    impulse = 3"#;

const REDEPLOY: &str = r#"step = "end-phase"
    [position.pieces]
    "s-73-1" = { at = "A" }
    "s-73-2" = { at = "A" }
    "s-73-3" = { at = "A" }
    "s-73-4" = { at = "A" }
    [position.spaces]
    "18" = { control = "soviet" }
    "17" = { control = "soviet" }
    [position.tracks]
    turn = 2
    advantage = "soviet""#;

const FIRE: &str = r#"step = "soviet-impulse"
    draws = ["6 6", "1 5"]
    play = ["activate 13", "fire 9", "lead s-73-1", "fire!", "lead g-281-1"]
    [position.pieces]
    "s-73-1" = { at = "13" }
    "g-281-1" = { at = "9" }
    "g-pol-1" = { at = "9" }"#;

/// The table value that a sentence quotes, another number for it, and the sentence.
type Quote = (&'static str, &'static str, Box<dyn Fn(&CircleOfFire) -> String>);

fn quotes() -> Vec<Quote> {
    fn quote(
        file: &'static str,
        text: &'static str,
        sentence: impl Fn(&CircleOfFire) -> String + 'static,
    ) -> Quote {
        (file, text, Box::new(sentence))
    }
    let town = |mark: &str| TOWN.replace("MARK", mark);
    let (ruin, heavy, stubborn) = (town("rubble"), town("heavy-rubble"), town("stubborn"));
    let (ruin_2, heavy_2, stubborn_2, stubborn_3) =
        (ruin.clone(), heavy.clone(), stubborn.clone(), stubborn.clone());
    let german = format!("{RANDOM}\"german\"");
    let soviet = format!("{RANDOM}\"soviet\"");
    vec![
        quote("scenario", "[regrouping]\nlosses_for_one = 4\n", |game| prompt(game, REGROUP)),
        quote("scenario", "[regrouping]\nlosses_for_one = 4\n", |game| {
            let text = REGROUP.replacen('\n', "\nplay = [\"regroup D\"]\n", 1);
            journal(game, &text)
        }),
        quote("scenario", "[regrouping]\nlosses_for_one = 5\n", |game| {
            let text = REGROUP.replace("german-eliminated", "german-permanent").replacen(
                "g-pol-1\" = { at = \"box:german-permanent",
                "g-pol-1\" = { at = \"box:german-eliminated",
                1,
            );
            let state = stand(game, &text).0;
            let notes = shown(game, &state).boxes;
            notes["german-eliminated"].to_string()
        }),
        quote("charts", "[random_reinforcements.modifiers]\ngerman_advantage = 3\n", move |game| {
            prompt(game, &german)
        }),
        quote("charts", "[random_reinforcements.modifiers]\nsoviet_advantage = -3\n", move |game| {
            prompt(game, &soviet)
        }),
        quote("charts", "[interdiction]\nsuccess_from = 4\n", |game| {
            prompt(game, &KATYUSHA.replace(r#""2 3", "6", "1""#, r#""2 3""#))
        }),
        quote("charts", "[random_reinforcements.groups.K]\nmost = 4\n", |game| prompt(game, KATYUSHA)),
        quote("charts", "[random_reinforcements.groups.K]\nmost = 2\n", |game| {
            let text = KATYUSHA.replace(
                r#"play = ["advantage", "interdict"]"#,
                r#"play = ["advantage", "decline", "take s-79-1 A", "take s-79-2 A"]"#,
            );
            let text = text.replace(r#""2 3", "6", "1""#, r#""2 3""#);
            prompt(game, &text)
        }),
        quote("charts", "[direct_fire.defender]\nrubble = 3\n", move |game| mark(game, &ruin, "9")),
        quote("charts", "[bombardment.defender]\nrubble = 3\n", move |game| mark(game, &ruin_2, "9")),
        quote("charts", "[direct_fire.defender]\nheavy_rubble = 3\n", move |game| mark(game, &heavy, "9")),
        quote("charts", "[bombardment.defender]\nheavy_rubble = 3\n", move |game| mark(game, &heavy_2, "9")),
        quote("charts", "[direct_fire.defender]\nstubborn = 3\n", move |game| mark(game, &stubborn, "9")),
        quote("charts", "[bombardment.defender]\nstubborn = 3\n", move |game| mark(game, &stubborn_2, "9")),
        quote("charts", "[close_combat.modifiers]\nstubborn = 3\n", move |game| mark(game, &stubborn_3, "9")),
        quote("charts", "[logistics]\nfirst_impulse = 3\n", |game| track(game, LOGISTICS, "impulse")),
        quote("charts", "[logistics]\nends_at = 2\n", |game| prompt(game, LOGISTICS)),
        quote("charts", "[logistics]\nafter_pass = -2\n", |game| prompt(game, LOGISTICS)),
        quote("charts", "[logistics]\nafter_pass = -2\n", |game| {
            journal(game, &LOGISTICS.replacen('\n', "\ndraws = [\"5\"]\n", 1))
        }),
        quote("charts", "[advantage]\nredeployed = 2\n", |game| prompt(game, REDEPLOY)),
        quote("charts", "[bids]\nmost = 12\n", |game| {
            refusal(game, "step = \"bid\"\noptions = [\"bid-german\"]", "bid 30")
        }),
        quote("charts", "[movement]\nenemy_day = 5\n", |game| {
            let text = r#"step = "soviet-impulse"
                play = ["activate 18", "move s-82-1 13"]
                [position.pieces]
                "s-82-1" = { at = "18" }
                "g-pol-1" = { at = "9" }"#;
            refusal(game, text, "move s-82-1 9")
        }),
        quote("scenario", "[victory]\ncheck_urban = 3\n", |game| track(game, REDEPLOY, "urban")),
        quote("scenario", "[victory]\nfinal_urban = 5\n", |game| {
            track(game, &REDEPLOY.replace("turn = 2", "turn = 6"), "urban")
        }),
        quote("charts", "[direct_fire.attacker]\nextra_unit = 2\n", |game| {
            let text = FIRE
                .replace("\"lead s-73-1\", \"fire!\"", "\"lead s-73-1\", \"add s-73-2\", \"fire!\"")
                .replace("[position.pieces]", "[position.pieces]\n\"s-73-2\" = { at = \"13\" }");
            journal(game, &text)
        }),
    ]
}

#[test]
fn every_number_in_a_sentence_comes_from_its_table() {
    let printed = game();
    for (file, text, sentence) in quotes() {
        let (before, after) = (sentence(&printed), sentence(&with(file, text)));
        assert_ne!(before, after, "{file}: {text} changes nothing in this sentence");
    }
}

/// A casualty costs what the table says; other numbers than the printed ones are refused when it is loaded.
#[test]
fn the_points_of_a_casualty_are_named() {
    assert_eq!(label(&game(), FIRE, "commit g-281-1"), "Commit 1./Sich 281 (1 point)");
}

#[test]
fn case_10_5_4_the_prompt_says_what_the_stuka_leaves() {
    let game = game();
    assert_eq!(
        prompt(&game, KATYUSHA),
        "Group K arrives. Take 1 ground unit now; the Stuka holds 2 units up until next turn."
    );
    let taken = KATYUSHA.replace("\"interdict\"]", "\"interdict\", \"take s-79-1 A\"]");
    assert_eq!(
        prompt(&game, &taken),
        "Group K arrives. The Stuka lets nobody else through: name 2 units for next turn."
    );
    let named = taken.replace("\"take s-79-1 A\"]", "\"take s-79-1 A\", \"delay s-79-2\"]");
    assert_eq!(
        prompt(&game, &named),
        "Group K arrives. The Stuka lets nobody else through: name 1 unit for next turn."
    );
}

#[test]
fn case_13_4_3_a_withdrawal_reads_unlike_a_retreat() {
    let game = game();
    let unhurt = FIRE
        .replace("[\"6 6\", \"1 5\"]", "[\"1 1\", \"6 6\"]")
        .replace("\"lead g-281-1\"]", "\"lead g-281-1\", \"retreat g-281-1 3\"]");
    let chosen = journal(&game, &unhurt);
    assert!(chosen.contains("#g-281-1 withdraws from @9 to @3 of its own will."), "{chosen}");
    assert!(!chosen.contains("driven"), "{chosen}");
    let hurt = FIRE
        .replace("[\"6 6\", \"1 5\"]", "[\"6 4\", \"3 4\"]")
        .replace("\"g-281-1\" = { at = \"9\" }", "\"g-281-1\" = { at = \"9\", marks = [\"committed\"] }")
        .replace("\"lead g-281-1\"]", "\"lead g-281-1\", \"retreat g-281-1 3\"]");
    let forced = journal(&game, &hurt);
    assert!(forced.contains("#g-281-1 is driven from @9 and retreats to @3."), "{forced}");
    assert!(!forced.contains("of its own will"), "{forced}");
}

#[test]
fn case_17_1_3_the_journal_names_what_changed_the_logistics_roll() {
    let told = journal(&game(), &LOGISTICS.replacen('\n', "\ndraws = [\"5\"]\n", 1));
    assert!(told.contains("Logistics Roll 4: the phase goes on.\n-1 the Soviet has passed"), "{told}");
}

#[test]
fn the_journal_begins_with_headings_for_bids_set_up_partisans_and_turn_1() {
    let game = Arc::new(game());
    let mut table = Match::new(game, None, &["bid-german"], Players::default()).expect("the option exists");
    for text in ["bid 1", "bid 0", "place g-pol-1 1", "place rest", "done"] {
        table.play_text(None, text).unwrap_or_else(|error| panic!("{error}"));
    }
    table.roll(&mut Rng::new(1, 0));
    let lines = table.lines(Viewer::Umpire, 0);
    let headings: Vec<String> =
        lines.iter().filter(|line| line.rank == Rank::Heading).map(|line| line.says.to_string()).collect();
    assert_eq!(
        headings,
        [
            "Choosing sides",
            "Set-up: the garrison of Cholm",
            "The night of 18 January: partisans in Cholm",
            "Turn 1 · 19 January"
        ]
    );
    assert_eq!(lines.iter().filter(|line| line.says.to_string().contains("is set up in")).count(), 20);
    assert!(
        lines.iter().any(|line| line.says.to_string().contains("Seize the Initiative 1 time.")),
        "{lines:?}"
    );
}

#[test]
fn a_name_is_unique_and_says_something_alone() {
    let board = game().board();
    let fronts = board.faces.iter().filter(|(id, _)| !id.ends_with("/back"));
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (id, face) in fronts {
        assert!(seen.insert(&face.name), "{id}: another unit is called {}", face.name);
        assert!(!face.name.chars().all(|c| c.is_ascii_digit()), "{id}: {}", face.name);
        assert!(!wrong_ordinal(&face.spoken), "{id}: {}", face.spoken);
    }
    assert_eq!(seen.len(), 123);
}

/// `1th`, `2th`, `3th`, `73th`.
fn wrong_ordinal(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter_map(|word| word.strip_suffix("th")).any(|number| {
        number.parse().is_ok_and(|n: u32| !(10..=20).contains(&(n % 100)) && matches!(n % 10, 1..=3))
    })
}

/// `1 units`: a one before a plural that counts it.
fn wrong_plural(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '@' || c == '#')).collect();
    let nouns = ["units", "points", "times", "losses", "spaces"];
    let counted = |at: usize| words[at + 1..].iter().take(3).find(|word| !word.is_empty());
    (0..words.len()).filter(|&at| words[at] == "1").any(|at| {
        counted(at).is_some_and(|next| {
            nouns.contains(next)
                || (["more", "ground", "casualty", "movement", "lost"].contains(next))
                    && words[at + 1..].iter().take(4).any(|word| nouns.contains(word))
        })
    })
}

#[test]
fn plurals_and_ordinals_are_right_in_whole_games() {
    assert!(wrong_plural("Take up to 1 units") && wrong_ordinal("73th Rifle Regiment"));
    assert!(!wrong_plural("1 unit is left, 3 units come") && !wrong_ordinal("11th, 44th"));
    let game = Arc::new(game());
    let mut legal = Vec::new();
    for (seed, options) in game.about().option_sets().into_iter().enumerate() {
        let ids = game.about().option_ids(options);
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut table = Match::new(game.clone(), None, &ids, Players::default()).expect("the options exist");
        let mut rng = Rng::new(seed as u64, 3);
        let mut pool: Vec<_> = Vec::new();
        loop {
            let view = shown(&game, table.state());
            let mut sentences = vec![view.prompt.says.lead.to_string(), view.prompt.says.rest.to_string()];
            sentences.extend(view.offers.iter().map(|offer| offer.label.to_string()));
            for &action in &pool {
                sentences.extend(game.refuse(table.state(), action).map(|it| game.explain(&it)));
            }
            for text in sentences {
                assert!(!wrong_plural(&text) && !wrong_ordinal(&text), "{text}");
            }
            match table.node() {
                Node::Over(_) => break,
                Node::Chance(draw) => {
                    let luck: Luck = rng.luck(draw);
                    table.play_luck(luck).expect("a throw");
                }
                Node::Decision(_) => {
                    game.legal(table.state(), &mut legal);
                    let action = legal[rng.index(legal.len())];
                    if pool.len() < 60 {
                        pool.push(action);
                    }
                    table.play(action).expect("a legal action");
                }
            }
        }
        for line in table.lines(Viewer::Umpire, 0) {
            assert!(
                !wrong_plural(&line.says.to_string()) && !wrong_ordinal(&line.says.to_string()),
                "{}",
                line.says
            );
        }
    }
}
