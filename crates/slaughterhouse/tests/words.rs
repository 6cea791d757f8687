//! The words players read: numbers follow the tables, things are counted rightly, names stand alone, and a journal tells
//! a game from its first turn on.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{
    Journal, Luck, Match, Node, Notation, Players, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use slaughterhouse::{Slaughterhouse, State};
use view::{Query, Rank, View};

fn load(overlay: &Overlay) -> Arc<Slaughterhouse> {
    Arc::new(Slaughterhouse::load(overlay).unwrap_or_else(|error| panic!("{error}")))
}

/// A position in the words of an example, with what is played in it; the journal's lines go with it.
fn stand(game: &Slaughterhouse, text: &str) -> (State, Vec<String>) {
    let head = "game = \"slaughterhouse\"\ncase = []\ntitle = \"a position\"\nclear = true\n";
    let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
    let options = game.about().options(&example.options).expect("the options exist");
    let mut state = game.setup(0, options);
    let position =
        Position { clear: true, step: example.step, arrangement: example.position, ..Position::default() };
    game.arrange(&mut state, &position).expect("the position can be arranged");
    let mut journal = Journal::new();
    let mut draws = example.draws.iter();
    for text in &example.play {
        roll(game, &mut state, &mut draws, &mut journal);
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        if let Some(refusal) = game.refuse(&state, action) {
            panic!("'{text}' in {}: {}", game.step(&state), game.explain(&refusal));
        }
        game.apply(&mut state, action, &mut journal);
    }
    roll(game, &mut state, &mut draws, &mut journal);
    let lines = journal.entries().iter().map(|entry| game.tell(entry).says.to_string()).collect();
    (state, lines)
}

/// Plays the draws that are due and given.
fn roll<'a>(
    game: &Slaughterhouse,
    state: &mut State,
    draws: &mut impl Iterator<Item = &'a String>,
    journal: &mut Journal<slaughterhouse::Event>,
) {
    while let Node::Chance(draw) = game.node(state) {
        let Some(text) = draws.next() else { return };
        let luck: Luck = draw.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.resolve(state, luck, journal);
    }
}

fn seen(game: &Slaughterhouse, state: &State) -> View {
    let viewer = match game.node(state) {
        Node::Decision(seat) => Viewer::Seat(seat),
        _ => Viewer::Umpire,
    };
    game.view(state, viewer)
}

fn prompt(game: &Slaughterhouse, text: &str) -> String {
    let says = seen(game, &stand(game, text).0).prompt.says;
    format!("{} {}", says.lead, says.rest)
}

fn label(game: &Slaughterhouse, text: &str, action: &str) -> String {
    let view = seen(game, &stand(game, text).0);
    let offer = view.offers.iter().find(|it| &*it.action == action);
    offer.unwrap_or_else(|| panic!("'{action}' is not offered: {}", view.step)).label.to_string()
}

fn refusal(game: &Slaughterhouse, text: &str, action: &str) -> String {
    let action = game.read(action).unwrap_or_else(|error| panic!("{error}"));
    let refusal = game.refuse(&stand(game, text).0, action).expect("it is refused");
    game.explain(&refusal)
}

/// The journal of a position, with the names in place of the marks.
fn journal(game: &Slaughterhouse, text: &str) -> String {
    stand(game, text).1.join(" ")
}

fn track(game: &Slaughterhouse, text: &str, id: &str) -> String {
    let view = seen(game, &stand(game, text).0);
    let track = view.tracks.iter().find(|it| &*it.id == id).expect("the track is there");
    format!("{} {}", track.says, track.note.as_deref().unwrap_or(""))
}

fn control(game: &Slaughterhouse, text: &str) -> String {
    let answer = game.query(&stand(game, text).0, Viewer::Umpire, &Query::Control);
    answer.unwrap_or_else(|error| panic!("{error}")).says.to_string()
}

fn blurb(game: &Slaughterhouse, option: &str) -> String {
    game.about().options.iter().find(|it| it.id == option).expect("the option is there").blurb.clone()
}

const QUIET: &str = "step = \"axis-impulse\"\n[position.pieces]\n\"de4\" = { at = \"minsk\" }\n\
                     [position.tracks]\nturn = 2\nround = 1\nadvantage = \"axis\"";
const SUMMER: &str = "[position.tracks]\nturn = 2\nadvantage = \"axis\"";
const LATE: &str = "[position.tracks]\nturn = 2\nround = 30\nadvantage = \"axis\"";

fn weather_shift(play: &str) -> String {
    format!("step = \"weather\"\ndraws = [\"3\"]\nplay = [{play}]\n{SUMMER}")
}

fn interdict() -> String {
    QUIET.replace("[position.pieces]", "play = [\"interdict\"]\n[position.pieces]")
}

fn shift(play: &str) -> String {
    format!(
        "step = \"axis-impulse\"\ndraws = [\"1 1\"]\n\
         play = [\"operate minsk\", \"move de4 mogilev\", \"assault mogilev\", \"roll focus\"{play}]\n\
         [position.pieces]\n\"de4\" = {{ at = \"minsk\" }}\n\"su-20\" = {{ at = \"mogilev\" }}\n\
         \"su-16\" = {{ at = \"mogilev\" }}\n{SUMMER}"
    )
}

fn snow(point: &str) -> String {
    format!(
        "step = \"axis-impulse\"\nplay = [\"operate minsk\", \"move {point} mogilev\", \"assault mogilev\"]\n\
         [position.pieces]\n\"{point}\" = {{ at = \"minsk\" }}\n\"su-20\" = {{ at = \"mogilev\" }}\n\
         [position.tracks]\nturn = 4\nweather = \"snow\"\nadvantage = \"none\""
    )
}

fn attack() -> String {
    shift("").replace(", \"roll focus\"", "").replace("draws = [\"1 1\"]\n", "")
}

fn rebuilding(play: &str) -> String {
    format!(
        "step = \"axis-replacements\"\nplay = [{play}]\n[position.pieces]\n\
         \"de4\" = {{ at = \"warsaw\", marks = [\"reduced\"] }}\n\"de9\" = {{ at = \"lublin\", marks = [\"reduced\"] }}\n\"pz2\" = {{ at = \"warsaw\", marks = [\"reduced\"] }}\n\
         \"pz3\" = {{ at = \"warsaw\", marks = [\"reduced\"] }}\n[position.tracks]\nturn = 4\nweather = \"snow\"\nadvantage = \"none\""
    )
}

fn rails(step: &str, play: &str) -> String {
    format!(
        "step = \"{step}\"\nplay = [{play}]\n[position.pieces]\n\"de4\" = {{ at = \"warsaw\" }}\n\
         \"de9\" = {{ at = \"warsaw\" }}\n\"de6\" = {{ at = \"lublin\" }}\n\"de16\" = {{ at = \"lublin\" }}\n\
         \"de17\" = {{ at = \"lublin\" }}\n{SUMMER}"
    )
}

fn conquered(step: &str) -> String {
    format!(
        "step = \"{step}\"\n[position.spaces]\n\"bryansk\" = {{ control = \"axis\" }}\n\
         \"rovno\" = {{ control = \"axis\" }}\n\"pskov\" = {{ control = \"axis\" }}\n\"uman\" = {{ control = \"axis\" }}\n\
         \"orel\" = {{ control = \"axis\" }}\n{SUMMER}"
    )
}

fn three_cities() -> String {
    let cities = ["leningrad", "moscow", "rostov"].map(|it| format!("\"{it}\" = {{ control = \"axis\" }}\n"));
    format!("step = \"end-roll\"\ndraws = [\"1\"]\n[position.spaces]\n{}{}", cities.concat(), LATE)
        .replace("round = 30", "round = 12")
        .replace("advantage = \"axis\"", "advantage = \"none\"")
}

fn first_round() -> String {
    QUIET.replace("turn = 2", "turn = 1").replace("\"de4\" =", "\"hu1\" = { at = \"szeben\" }\n\"de4\" =")
}

/// A sentence that a game says.
type Sentence = Box<dyn Fn(&Slaughterhouse) -> String>;

/// The file, what overrides it, the number before and after as the sentence has it, and the sentence.
fn quoted() -> Vec<(&'static str, &'static str, &'static str, &'static str, Sentence)> {
    fn says(sentence: impl Fn(&Slaughterhouse) -> String + 'static) -> Sentence {
        Box::new(sentence)
    }
    let charts = "charts.toml";
    let scenario = "scenario.toml";
    vec![
        (charts, "[advantage]\nweather = 2", "by 1", "by 2", says(|it| prompt(it, &weather_shift("")))),
        (
            charts,
            "[advantage]\nweather = 2",
            "+1",
            "+2",
            says(|it| label(it, &weather_shift(""), "weather +1")),
        ),
        (
            charts,
            "[advantage]\nweather = 2",
            "-1",
            "-2",
            says(|it| label(it, &weather_shift(""), "weather -1")),
        ),
        (
            charts,
            "[advantage]\nweather = 2",
            "by 1.",
            "by 2.",
            says(|it| journal(it, &weather_shift("\"weather +1\""))),
        ),
        (
            charts,
            "[advantage]\nextra_loss = 2",
            "1 attrition point more",
            "2 attrition points more",
            says(|it| prompt(it, &shift(""))),
        ),
        (
            charts,
            "[advantage]\nextra_loss = 2",
            "suffers 1 attrition point more",
            "suffers 2 attrition points more",
            says(|it| journal(it, &shift(", \"advantage\""))),
        ),
        (
            charts,
            "[advantage]\nredeployed = 1",
            "up to 3 units",
            "up to 1 unit,",
            says(|it| prompt(it, &rails("end-phase", ""))),
        ),
        (
            charts,
            "[redeployment]\nunits = 3",
            "1 more may go",
            "2 more may go",
            says(|it| prompt(it, &rails("axis-impulse", "\"redeploy de4\", \"to koenigsberg\""))),
        ),
        (
            charts,
            "[interdiction]\nrange = 1",
            "at most 2 Areas away",
            "at most 1 Area away",
            says(|it| prompt(it, &interdict())),
        ),
        (
            charts,
            "[interdiction]\nrange = 3",
            "more than 2 Areas",
            "more than 3 Areas",
            says(|it| refusal(it, &interdict(), "interdict rostov")),
        ),
        (
            charts,
            "[security]\nmarkers = [0, 1, 3, 4, 4]",
            "up to 2 markers",
            "up to 1 marker ",
            says(|it| prompt(it, &conquered("security"))),
        ),
        (
            charts,
            "[partisans]\nmarkers = [0, 2, 2, 3, 3]",
            "up to 1 marker ",
            "up to 2 markers",
            says(|it| prompt(it, &conquered("partisans"))),
        ),
        (
            charts,
            "[replacements]\naxis = [0, 5, 5, 1, 4]",
            "4 points",
            "1 point.",
            says(|it| prompt(it, &rebuilding(""))),
        ),
        (
            charts,
            "[replacements]\npanzer = 3",
            "(2)",
            "(3)",
            says(|it| label(it, &rebuilding(""), "restore pz2")),
        ),
        (
            charts,
            "[replacements]\naxis = [0, 5, 5, 7, 4]\npanzer = 4",
            "costs 2 points, with 1 point left",
            "costs 4 points, with 2 points left",
            says(|it| refusal(it, &rebuilding("\"restore pz2\", \"restore de4\""), "restore pz3")),
        ),
        (
            charts,
            "[replacements]\narmy = 2",
            "for 1 point.",
            "for 2 points.",
            says(|it| journal(it, &rebuilding("\"restore de4\""))),
        ),
        (
            charts,
            "[bids]\nmost = 3",
            "at most 5",
            "at most 3",
            says(|it| refusal(it, "options = [\"bid\"]\nstep = \"bid\"", "bid axis 9")),
        ),
        (
            charts,
            "[impulses]\nend_roll_from = { clear = 9, rain = 9, snow = 4 }",
            "from round 12",
            "from round 9",
            says(|it| track(it, QUIET, "round")),
        ),
        (
            charts,
            "[impulses]\nend_roll_from = { clear = 11, rain = 9, snow = 4 }",
            "ends on 1 or less",
            "ends on 2 or less",
            says(|it| {
                prompt(it, &format!("step = \"end-roll\"\n{LATE}").replace("round = 30", "round = 12"))
            }),
        ),
        (
            charts,
            "[air_support]\nfocus = { clear = 4, rain = 3, snow = 0 }",
            "+5",
            "+4",
            says(|it| label(it, &attack(), "roll focus")),
        ),
        (
            charts,
            "[air_support]\nspread = { clear = 2, rain = 1, snow = 0 }",
            "+3",
            "+2",
            says(|it| label(it, &attack(), "roll spread")),
        ),
        (charts, "[snow]\naxis = -2", "dice, +1,", "dice, +2,", says(|it| prompt(it, &snow("de4")))),
        (
            charts,
            "[weather]\nhistorical = [\"clear\", \"rain\", \"rain\", \"snow\", \"snow\"]",
            "Clear, Clear, Rain",
            "Clear, Rain, Rain",
            says(|it| blurb(it, "historical-weather")),
        ),
        (
            charts,
            "[losses]\npanzer_success = 3",
            "2 steps",
            "3 steps",
            says(|it| {
                let text = snow("pz2")
                    .replace("turn = 4\nweather = \"snow\"", "turn = 2")
                    .replace(", \"assault mogilev\"", "");
                let view = seen(it, &stand(it, &text).0);
                let offer =
                    view.offers.iter().find(|it| &*it.action == "assault mogilev").expect("it is offered");
                let odds = offer.odds.as_ref().expect("there are odds");
                odds.outcomes.iter().map(|it| it.label.to_string()).collect::<Vec<_>>().join(" ")
            }),
        ),
        (
            scenario,
            "[takeover]\nearly_turn = 2",
            "in Turn 3",
            "in Turn 2",
            says(|it| blurb(it, "uncertain-takeover")),
        ),
        (
            scenario,
            "[surprise]\nrounds = 5",
            "after round 3 of Turn 1",
            "after round 5 of Turn 1",
            says(|it| {
                refusal(
                    it,
                    &first_round().replace(
                        "[position.pieces]",
                        "play = [\"operate szeben\"]\n[position.pieces]\n\"de6\" = { at = \"szeben\" }",
                    ),
                    "move hu1 stanislav",
                )
            }),
        ),
        (
            scenario,
            "[surprise]\nrounds = 1",
            "for 3 rounds.",
            "for 1 round.",
            says(|it| {
                journal(
                    it,
                    &first_round().replace("[position.pieces]", "play = [\"pass\"]\n[position.pieces]"),
                )
            }),
        ),
        (
            scenario,
            "[victory]\nneeded = 12",
            "10 win at the end",
            "12 win at the end",
            says(|it| track(it, QUIET, "points")),
        ),
        (
            scenario,
            "[victory]\nneeded = 12",
            "of the 10 victory points",
            "of the 12 victory points",
            says(|it| control(it, QUIET)),
        ),
        (
            scenario,
            "[victory]\nautomatic = [\"leningrad\"]",
            "Leningrad, Moscow and Rostov",
            "or Leningrad at",
            says(|it| track(it, QUIET, "points")),
        ),
        (
            scenario,
            "[victory]\nautomatic = [\"leningrad\"]",
            "of the 3 cities",
            "of the 1 city",
            says(|it| control(it, QUIET)),
        ),
        (
            scenario,
            "[victory]\nautomatic = [\"leningrad\", \"moscow\"]",
            "@leningrad, @moscow and @rostov",
            "@leningrad and @moscow",
            says(|it| journal(it, &three_cities())),
        ),
        (
            scenario,
            "[scenario]\ndates = [\"one\", \"two\", \"three\", \"four\", \"five\"]",
            "June-July 1941",
            "Turn 1: one",
            says(|it| {
                journal(
                    it,
                    &first_round().replace("[position.pieces]", "play = [\"pass\"]\n[position.pieces]"),
                )
            }),
        ),
    ]
}

#[test]
fn numbers_in_sentences_come_from_the_tables() {
    let built_in = load(&Overlay::none());
    for (file, text, before, after, sentence) in quoted() {
        let mut overlay = Overlay::none();
        overlay.insert(&format!("slaughterhouse/{file}"), text);
        let (old, new) = (sentence(&built_in), sentence(&load(&overlay)));
        assert!(old.contains(before), "'{old}' should say '{before}'");
        assert!(new.contains(after), "with {text}\n'{new}' should say '{after}'");
        assert!(!new.contains(before), "with {text}\n'{new}' still says '{before}'");
    }
}

#[test]
fn no_two_pieces_share_a_name_and_none_is_a_bare_number() {
    let game = load(&Overlay::none());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let view = game.view(&game.setup(0, kernel::Options::NONE), Viewer::Umpire);
    let board = game.board();
    for piece in &view.pieces {
        let name = board.faces[&piece.face].name.to_string();
        assert!(name.chars().any(char::is_alphabetic), "{}: '{name}' means nothing alone", piece.id);
        assert!(name.chars().count() > 1, "{}: '{name}' means nothing alone", piece.id);
        let roman = name.chars().all(|it| "IVXLC".contains(it));
        assert!(!roman, "{}: '{name}' is a bare number", piece.id);
        if let Some(other) = names.insert(name.clone(), piece.id.to_string()) {
            panic!("{other} and {} are both called '{name}'", piece.id);
        }
    }
}

#[test]
fn case_5_1_and_5_2_and_5_3_a_journal_begins_with_turn_1() {
    for (options, plays) in [(&[][..], &["pass"][..]), (&["bid"][..], &["bid axis 1", "bid soviet 2"][..])] {
        let mut table =
            Match::new(load(&Overlay::none()), None, options, Players::default()).expect("options");
        for (seat, text) in plays.iter().enumerate() {
            table.play_text(Some(Seat(seat as u8)), text).expect("it is legal");
        }
        let lines = table.lines(Viewer::Umpire, 0);
        let headings: Vec<String> =
            lines.iter().filter(|it| it.rank == Rank::Heading).map(|it| it.says.to_string()).collect();
        assert_eq!(headings[..2], ["Turn 1: June-July 1941", "Axis impulse, round 1"], "{options:?}");
        let told = |case: &str| lines.iter().filter(|it| &*it.cites == case).count();
        for case in ["6.1", "5.1", "5.2", "5.3", "18.2.1"] {
            assert_eq!(told(case), 1, "{case} with {options:?}");
        }
    }
    let mut table = Match::new(load(&Overlay::none()), None, &["bid"], Players::default()).expect("options");
    for (seat, text) in ["bid axis 1", "bid soviet 2", "operate warsaw"].iter().enumerate() {
        table.play_text(Some(Seat(seat as u8 % 2)), text).expect("it is legal");
    }
    let turns =
        table.lines(Viewer::Umpire, 0).iter().filter(|it| it.says.to_string().starts_with("Turn 1")).count();
    assert_eq!(turns, 1, "the opening is told once");
}

#[test]
fn case_10_7_3_and_10_7_who_leaves_by_choice_is_told_apart_from_who_must() {
    let game = load(&Overlay::none());
    let fight = |dice: &str, play: &str| {
        journal(
            &game,
            &format!(
                "step = \"axis-impulse\"\ndraws = [\"{dice}\"]\n\
                 play = [\"operate minsk\", \"move de4 mogilev\", \"assault mogilev\", {play}]\n\
                 [position.pieces]\n\"de4\" = {{ at = \"minsk\" }}\n\"su-20\" = {{ at = \"mogilev\" }}\n\
                 [position.tracks]\nturn = 2\nround = 2\nadvantage = \"none\""
            ),
        )
    };
    let failure = fight("6 6", "\"roll\", \"retreat su-20 bryansk\"");
    assert!(failure.contains("#de4 is beaten and goes back from @mogilev to @minsk."), "{failure}");
    assert!(failure.contains("#su-20 withdraws by choice from @mogilev to @bryansk."), "{failure}");
    let success = fight("1 1", "\"roll focus\", \"retreat su-20 bryansk\"");
    assert!(success.contains("#su-20 has to retreat from @mogilev to @bryansk."), "{success}");
}
