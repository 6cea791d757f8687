//! What a side cannot tell apart: the same view, the same journal, the same answers, whatever the other side did in secret.
//! And the other way round: what is opened is told.

use kernel::{
    Audience, Journal, Node, Notation, Options, Rng, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use the_year_before::{Event, State, TheYearBefore};
use view::{Line, View};

const GERMAN: Seat = Seat(0);
const SOVIET: Seat = Seat(1);

fn game() -> TheYearBefore {
    TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound")
}

/// A position and what has been told since.
#[derive(Clone)]
struct Played {
    state: State,
    journal: Journal<Event>,
}

impl Played {
    /// A position in the words of an example.
    fn stand(game: &TheYearBefore, text: &str) -> Played {
        let head = "game = \"the-year-before\"\ncase = []\ntitle = \"a position\"\n";
        let example = Example::parse("position", &format!("{head}{text}")).expect("the position can be read");
        let mut state = game.setup(0, Options::NONE);
        let position = Position {
            clear: example.clear,
            step: example.step.clone(),
            arrangement: example.position.clone(),
            ..Position::default()
        };
        game.arrange(&mut state, &position).expect("the position can be arranged");
        Played { state, journal: Journal::new() }
    }

    /// Plays clicks parted by `;`; dice begin with `*`.
    fn play(mut self, game: &TheYearBefore, clicks: &str) -> Played {
        for click in clicks.split(';').map(str::trim) {
            match (click.strip_prefix('*'), game.node(&self.state)) {
                (Some(dice), Node::Chance(draw)) => {
                    let luck = draw.read(dice.trim()).unwrap_or_else(|error| panic!("{error}"));
                    game.resolve(&mut self.state, luck, &mut self.journal);
                }
                (None, Node::Decision(_)) => {
                    let action = game.read(click).unwrap_or_else(|error| panic!("{error}"));
                    if let Some(refusal) = game.refuse(&self.state, action) {
                        panic!("'{click}' in {}: {}", game.step(&self.state), game.explain(&refusal));
                    }
                    game.apply(&mut self.state, action, &mut self.journal);
                }
                (_, node) => panic!("'{click}' does not fit {node:?}"),
            }
        }
        self
    }

    fn view(&self, game: &TheYearBefore, viewer: Viewer) -> View {
        game.view(&self.state, viewer)
    }

    /// What a viewer has been told.
    fn told(&self, game: &TheYearBefore, viewer: Viewer) -> Vec<Line> {
        let hears = |audience| match audience {
            Audience::All => true,
            Audience::Only(seat) => viewer.knows(seat),
        };
        self.journal.entries().iter().filter(|it| hears(it.audience)).map(|it| game.tell(it)).collect()
    }

    fn hears(&self, game: &TheYearBefore, seat: Seat, word: &str) -> bool {
        let lines = self.told(game, Viewer::Seat(seat));
        lines.iter().any(|line| line.says.to_string().to_lowercase().contains(&word.to_lowercase()))
    }

    fn track(&self, game: &TheYearBefore, viewer: Viewer, id: &str) -> Option<String> {
        let view = self.view(game, viewer);
        view.tracks.iter().find(|track| &*track.id == id).map(|track| track.says.to_string())
    }
}

/// Whatever of these is played, neither this seat nor a spectator can tell which it was.
fn alike(game: &TheYearBefore, from: &Played, seat: Seat, choices: &[&str]) {
    let after: Vec<Played> = choices.iter().map(|clicks| from.clone().play(game, clicks)).collect();
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        let seen = |table: &Played| (table.view(game, viewer), table.told(game, viewer));
        for (clicks, table) in choices.iter().zip(&after).skip(1) {
            assert_eq!(seen(table), seen(&after[0]), "{viewer:?} tells '{clicks}' from '{}'", choices[0]);
        }
    }
}

#[test]
fn case_6_1_and_1_4_a_sheet_tells_nothing() {
    let game = game();
    let start = Played::stand(&game, "");
    alike(&game, &start, SOVIET, &["bid finland 3", "bid latvia 1", "no-bid"]);
    let next = start.play(&game, "bid finland 3");
    alike(&game, &next, SOVIET, &["bid rumania 2; service 2; default", "no-bid; service 0; honour"]);
    let next = next.play(&game, "no-bid; service 1; honour");
    alike(&game, &next, GERMAN, &["bid lithuania 1; bid latvia 1; service 2", "no-bid; no-bid; service 0"]);
}

#[test]
fn case_5_1_the_other_side_reads_at_most() {
    let game = game();
    let table = Played::stand(&game, "").play(
        &game,
        "bid finland 2; no-bid; service 2; honour; bid lithuania 1; no-bid; service 1; deliver 1",
    );
    let soviet = Viewer::Seat(SOVIET);
    assert_eq!(table.track(&game, soviet, "at-most-german").as_deref(), Some("14"));
    assert_eq!(table.track(&game, soviet, "stock-german"), None);
    assert_eq!(table.track(&game, soviet, "service-german"), None);
    assert_eq!(table.track(&game, soviet, "stock-soviet").as_deref(), Some("13"));
    assert_eq!(table.track(&game, Viewer::Spectator, "stock-soviet"), None);
    assert!(!table.hears(&game, SOVIET, "deception"));
    assert!(table.hears(&game, GERMAN, "deception"));
    assert!(table.hears(&game, SOVIET, "Finland: German 2, Soviet 0"));
}

#[test]
fn case_5_3_2_an_intention_that_was_not_tested() {
    let game = game();
    let table = Played::stand(&game, "").play(&game, "no-bid; no-bid; service 0");
    let rest = "no-bid; no-bid; service 0; deliver 0";
    let (honour, default) = (format!("honour; {rest}"), format!("default; {rest}"));
    alike(&game, &table, SOVIET, &[&honour, &default]);
    assert!(!table.play(&game, &default).hears(&game, SOVIET, "default"));
}

const REPORT: &str = "step = \"soviet-sheet\"\n[position.tracks]\nturn = 5\ncard-german = \"moscow\"\n\
                      card-soviet = \"line\"\nservice-german = 3\nservice-soviet = 4\ntrade = \"off\"\n";

#[test]
fn case_6_5_only_its_buyer_reads_a_report() {
    let game = game();
    let table = Played::stand(&game, REPORT).play(&game, "no-bid; no-bid; service 0; report; card line");
    alike(&game, &table, SOVIET, &["tell ukraine", "tell moscow"]);
    let told = table.play(&game, "tell ukraine");
    alike(&game, &told, GERMAN, &["*2", "*3"]);
    let read = told.clone().play(&game, "*2");
    assert!(read.hears(&game, SOVIET, "The report says that the German card is Ukraine"));
    assert!(!read.hears(&game, GERMAN, "report says"));
    assert!(told.play(&game, "*3").hears(&game, SOVIET, "The report says that the German card is Moscow"));
    assert_eq!(read.track(&game, Viewer::Seat(GERMAN), "report-5"), None);
    assert_eq!(read.track(&game, Viewer::Seat(SOVIET), "told-5"), None);
    assert_eq!(read.track(&game, Viewer::Seat(GERMAN), "told-5").as_deref(), Some("Ukraine in turn 5"));
}

#[test]
fn case_7_2_a_change_of_card_is_not_seen() {
    let game = game();
    let text =
        "step = \"german-sheet\"\n[position.tracks]\nturn = 5\ncard-german = \"moscow\"\ntrade = \"off\"\n";
    let table = Played::stand(&game, text).play(&game, "no-bid; no-bid; service 0");
    alike(&game, &table, SOVIET, &["card moscow", "card leningrad", "card wait"]);
    let table = table.play(&game, "card leningrad; no-bid; no-bid; service 0; no-report; card line");
    assert_eq!(table.track(&game, Viewer::Seat(SOVIET), "at-most-german").as_deref(), Some("15"));
    assert_eq!(table.track(&game, Viewer::Seat(GERMAN), "stock-german").as_deref(), Some("12"));
}

const DECISION: &str =
    "step = \"alert\"\n[position.tracks]\nturn = 6\ncard-german = \"moscow\"\ncard-soviet = \"strike\"\n";

#[test]
fn case_6_7_1_the_soviet_order_is_hidden_until_both_are_opened() {
    let game = game();
    let table = Played::stand(&game, DECISION);
    alike(&game, &table, GERMAN, &["alert 0", "alert 2", "strike south"]);
    let table = table.play(&game, "alert 2; wait");
    assert!(table.hears(&game, GERMAN, "Soviet alert 2"));
}

#[test]
fn case_7_5_all_is_laid_open_when_an_attack_is_opened() {
    let game = game();
    let table = Played::stand(&game, DECISION).play(&game, "alert 1; attack");
    for viewer in [Viewer::Seat(GERMAN), Viewer::Seat(SOVIET), Viewer::Spectator] {
        for id in
            ["stock-german", "stock-soviet", "service-german", "service-soviet", "card-german", "card-soviet"]
        {
            assert!(table.track(&game, viewer, id).is_some(), "{viewer:?}: {id}");
        }
        assert_eq!(table.track(&game, viewer, "alert").as_deref(), Some("alert 1"));
    }
}

#[test]
fn case_11_1_the_first_name_of_a_side_is_hidden() {
    let game = game();
    let options = game.about().options(&["bid"]).expect("the option exists");
    let table = Played { state: game.setup(0, options), journal: Journal::new() };
    alike(&game, &table, SOVIET, &["side german 0", "side soviet 6"]);
}

/// Every world that is dealt is one that could have come about, and all cards and many stocks come up.
#[test]
fn case_1_4_other_worlds_differ_in_what_is_hidden_and_in_nothing_else() {
    let game = game();
    let table = Played::stand(&game, REPORT)
        .play(&game, "no-bid; no-bid; service 0; report; card line; tell ukraine; *6; pass; pass; *3");
    assert_eq!(game.step(&table.state), "german-sheet");
    let mut rng = Rng::new(5, 0);
    let (mut cards, mut stocks) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        let mut world = table.state.clone();
        game.redeal(&mut world, SOVIET, &mut rng);
        game.invariant(&world).expect("a sound world");
        let view = game.view(&world, Viewer::Umpire);
        let find = |id: &str| view.tracks.iter().find(|it| &*it.id == id).map(|it| it.says.to_string());
        cards.push(find("card-german").expect("a card"));
        stocks.push(find("stock-german").expect("a stock"));
        assert_eq!(find("report-5").as_deref(), Some("Moscow in turn 5"), "what was read stays");
    }
    for list in [&mut cards, &mut stocks] {
        list.sort_unstable();
        list.dedup();
    }
    assert_eq!(cards, ["Leningrad", "Moscow", "Ukraine", "Wait"]);
    assert!(stocks.len() > 5, "{stocks:?}");
}
