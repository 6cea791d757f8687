//! What a side is told of units it does not see: views, answers, the journal and other worlds.
#![allow(clippy::disallowed_methods)]

use bear_trap::{BearTrap, State};
use kernel::{
    Audience, Journal, Node, Notation, Rng, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Example, Position},
};
use view::{Query, TrackValue, View};

const RUSSIAN: Seat = Seat(0);
const CHECHEN: Seat = Seat(1);

fn game() -> BearTrap {
    BearTrap::load(&Overlay::none()).expect("the built-in tables are sound")
}

/// A position, played on, and what each seat reads in the journal. `head` is the beginning of an example, `pieces` its
/// pieces.
struct Scene {
    game: BearTrap,
    state: State,
    journal: Journal<bear_trap::Event>,
}

impl Scene {
    fn new(head: &str, pieces: &str) -> Scene {
        let text = format!(
            "game = \"bear-trap\"\ncase = []\ntitle = \"\"\nclear = true\n{head}\n[position.pieces]\n{pieces}\n"
        );
        let example = Example::parse("position", &text).unwrap_or_else(|error| panic!("{error}"));
        let game = game();
        let options = game.about().options(&example.options).expect("options of this game");
        let mut state = game.setup(0, options);
        let position = Position {
            clear: true,
            step: example.step,
            arrangement: example.position,
            ..Position::default()
        };
        game.arrange(&mut state, &position).unwrap_or_else(|error| panic!("{error}"));
        let mut table = Scene { game, state, journal: Journal::new() };
        for text in &example.play {
            table.play(text);
        }
        table
    }

    fn play(&mut self, text: &str) {
        let action = self.game.read(text).expect("an action");
        if let Some(refusal) = self.game.refuse(&self.state, action) {
            panic!("{text}: {}", self.game.explain(&refusal));
        }
        self.game.apply(&mut self.state, action, &mut self.journal);
    }

    fn roll(&mut self, text: &str) {
        let Node::Chance(draw) = self.game.node(&self.state) else { panic!("dice are due") };
        let luck = draw.read(text).expect("such a throw");
        self.game.resolve(&mut self.state, luck, &mut self.journal);
    }

    fn view(&self, seat: Seat) -> View {
        self.game.view(&self.state, Viewer::Seat(seat))
    }

    /// What a seat has read, in one piece.
    fn told(&self, seat: Seat) -> String {
        let heard = |audience: Audience| audience == Audience::All || audience == Audience::Only(seat);
        let entries = self.journal.entries().iter().filter(|entry| heard(entry.audience));
        entries.map(|entry| self.game.tell(entry).says.to_string()).collect::<Vec<_>>().join("\n")
    }

    fn track(&self, viewer: Viewer, id: &str) -> (TrackValue, String) {
        let view = self.game.view(&self.state, viewer);
        let track = view.tracks.iter().find(|track| *track.id == *id).expect("such a track");
        (track.value.clone(), track.says.to_string())
    }

    fn why_not(&self, seat: Seat, action: &str) -> String {
        let query = Query::WhyNot { action: action.into() };
        self.game.query(&self.state, Viewer::Seat(seat), &query).expect("an answer").says.to_string()
    }
}

const TURN_3: &str = "[position.tracks]\nturn = 3";

fn head(step: &str, more: &str) -> String {
    format!("step = \"{step}\"\n{more}\n{TURN_3}\nmarker = \"1/81\"\nactivations = 5")
}

/// Remote snipers alone and a remote platoon refuse an assault in the same words.
#[test]
fn case_7_1_a_refused_assault_does_not_tell_snipers_from_others() {
    let far = "\"ru-181-inf1\" = { at = \"0117\" }\n";
    let refusals = ["ch-snp1", "ch-inf01"].map(|id| {
        let pieces = format!("{far}\"{id}\" = {{ at = \"2317\" }}");
        let table = Scene::new(&head("russian-marker", ""), &pieces);
        let from_above = table.why_not(RUSSIAN, "assault 2317 up");
        assert!(from_above.contains("no enemy") || from_above.contains("No enemy"), "{from_above}");
        table.why_not(RUSSIAN, "assault 2317")
    });
    assert_eq!(refusals[0], refusals[1]);
    // Next to them either may be assaulted.
    let near = "\"ru-181-inf1\" = { at = \"2316\" }\n\"ch-snp1\" = { at = \"2317\" }";
    let table = Scene::new(&head("russian-marker", ""), near);
    assert_eq!(table.why_not(RUSSIAN, "assault 2317"), "This can be played now.");
}

#[test]
fn case_11_2_the_score_does_not_tell_where_dudayev_is() {
    let russian = "\"ru-181-inf1\" = { at = \"0117\", facing = 1 }\n";
    let points = |pieces: &str, viewer: Viewer| {
        let table = Scene::new(&head("russian-marker", ""), &format!("{russian}{pieces}"));
        table.track(viewer, "chechen-points").0
    };
    let number = |value: TrackValue| match value {
        TrackValue::Number(n) => n,
        TrackValue::Word(word) => panic!("{word}"),
    };
    let in_cup = "\"ch-inf01\" = { at = \"2317\" }";
    let below = "\"ch-inf01\" = { at = \"2317\" }\n\"ch-dudayev\" = { at = \"2317\" }";
    let on_top = "\"ch-dudayev\" = { at = \"2317\" }";
    for viewer in [Viewer::Seat(RUSSIAN), Viewer::Spectator] {
        assert_eq!(points(in_cup, viewer), points(below, viewer));
        assert_eq!(number(points(on_top, viewer)), number(points(below, viewer)) + 3, "he lies open");
    }
    for viewer in [Viewer::Seat(CHECHEN), Viewer::Umpire] {
        assert_eq!(number(points(below, viewer)), number(points(in_cup, viewer)) + 3);
    }
}

/// Other worlds exchange Dudayev with any hidden leader, on the map or in the cup: no score tells where he is.
#[test]
fn case_3_6_dudayev_may_be_any_hidden_leader() {
    let pieces = "\"ru-181-inf1\" = { at = \"0117\", facing = 1 }\n\"ch-dudayev\" = { at = \"2317\" }\n\
                  \"ch-ldr1\" = { at = \"2414\" }\n\"ch-ldr2\" = { at = \"2710\" }";
    let table = Scene::new(&head("russian-marker", "options = [\"strict\"]"), pieces);
    let own = table.view(RUSSIAN);
    let mut places = std::collections::BTreeMap::new();
    for seed in 0..300 {
        let mut world = table.state.clone();
        table.game.redeal(&mut world, RUSSIAN, &mut Rng::new(seed, 0));
        assert_eq!(table.game.view(&world, Viewer::Seat(RUSSIAN)), own);
        let all = table.game.view(&world, Viewer::Umpire);
        let dudayev = all.pieces.iter().find(|piece| *piece.id == *"ch-dudayev").expect("he is somewhere");
        *places.entry(dudayev.at.to_string()).or_insert(0) += 1;
    }
    let hexes: Vec<&str> = places.keys().map(String::as_str).collect();
    assert_eq!(hexes, ["2317", "2414", "2710", "cup:chechen"]);
    // Eight leaders, of whom five are in the cup.
    assert!(places.values().all(|&n| (20..60).contains(&n) || (150..230).contains(&n)), "{places:?}");
}

#[test]
fn case_3_6_dudayev_in_sight_stays_where_he_is() {
    let pieces = "\"ru-181-inf1\" = { at = \"2118\", facing = 1 }\n\"ch-dudayev\" = { at = \"2317\" }\n\
                  \"ch-ldr1\" = { at = \"2414\" }";
    let table = Scene::new(&head("russian-marker", "options = [\"strict\"]"), pieces);
    for seed in 0..50 {
        let mut world = table.state.clone();
        table.game.redeal(&mut world, RUSSIAN, &mut Rng::new(seed, 0));
        let all = table.game.view(&world, Viewer::Umpire);
        assert!(all.pieces.iter().any(|piece| *piece.id == *"ch-dudayev" && *piece.at == *"2317"));
    }
}

/// A mortar and a leader out of sight: their owner reads their names, the Russian only where the shells fall.
#[test]
fn case_6_5_shells_from_out_of_sight_have_no_name() {
    let pieces = "\"ch-hw1\" = { at = \"2414\", facing = 0 }\n\"ch-ldr1\" = { at = \"2118\" }\n\
                  \"ru-btr01\" = { at = \"2317\", facing = 1, marks = [\"disrupted\"] }";
    let play = "play = [\"select ch-hw1\", \"indirect 2317\", \"spotter ch-ldr1\"]";
    let table = Scene::new(&head("chechen-marker", play), pieces);
    let (own, enemy) = (table.told(CHECHEN), table.told(RUSSIAN));
    assert!(own.contains("#ch-hw1 shells @2317") && own.contains("#ch-ldr1 spots"), "{own}");
    assert!(!enemy.contains("#ch-"), "{enemy}");
    assert!(enemy.contains("A Chechen unit out of sight shells @2317"), "{enemy}");
    assert!(enemy.contains("A Chechen leader out of sight spots @2317"), "{enemy}");
    // Whoever sees the leader reads his name.
    let table = Scene::new(
        &head("chechen-marker", play),
        &format!("{pieces}\n\"ru-181-inf1\" = {{ at = \"2018\", facing = 1 }}"),
    );
    let enemy = table.told(RUSSIAN);
    assert!(enemy.contains("#ch-ldr1 spots") && !enemy.contains("#ch-hw1"), "{enemy}");
}

#[test]
fn case_8_4_1_and_8_4_2_obstacles_are_dealt_with_by_nobody_in_view() {
    let block = "\n[position.spaces]\n\"2317\" = { marks = [\"roadblock\"] }";
    let fire = "play = [\"select ch-t62-1\", \"fire 2317\"]";
    let mut table = Scene::new(
        &head("chechen-marker", fire),
        &format!("\"ch-t62-1\" = {{ at = \"2118\", facing = 1 }}{block}"),
    );
    table.roll("9");
    let (own, enemy) = (table.told(CHECHEN), table.told(RUSSIAN));
    assert!(own.contains("#ch-t62-1 fires at the obstacle in @2317"), "{own}");
    assert!(!enemy.contains("#ch-") && enemy.contains("fires at the obstacle in @2317"), "{enemy}");

    let clear = "play = [\"select ch-inf01\", \"clear se\"]";
    let pieces = "\"ch-inf01\" = { at = \"2216\", facing = 0 }";
    let table = Scene::new(&head("chechen-marker", clear), &format!("{pieces}{block}"));
    let (own, enemy) = (table.told(CHECHEN), table.told(RUSSIAN));
    assert!(own.contains("#ch-inf01 goes to clear @2317"), "{own}");
    assert!(!enemy.contains("#ch-") && enemy.contains("goes to clear @2317"), "{enemy}");
    // Going where a Russian sees it, it is named.
    let watched = format!("{pieces}\n\"ru-181-inf1\" = {{ at = \"2118\", facing = 1 }}{block}");
    let table = Scene::new(&head("chechen-marker", clear), &watched);
    assert!(table.told(RUSSIAN).contains("#ch-inf01 goes to clear @2317"));
}

/// The top counter of an unexamined pile shows its condition and its activation, not what it did.
#[test]
fn case_3_6_a_top_counter_shows_what_lies_on_it() {
    let marks =
        "[\"suppressed\", \"activated\", \"fired\", \"moved\", \"fired-on\", \"supporting\", \"bonus\"]";
    let pieces = format!(
        "\"ru-181-inf1\" = {{ at = \"0117\", facing = 1 }}\n\"ch-snp1\" = {{ at = \"2317\", marks = {marks} }}"
    );
    let table = Scene::new(&head("russian-marker", ""), &pieces);
    let marks = |seat: Seat| {
        let view = table.view(seat);
        let piece = view.pieces.iter().find(|piece| *piece.id == *"ch-snp1").expect("the top counter");
        piece.marks.iter().map(|mark| mark.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(marks(RUSSIAN), ["suppressed", "activated"]);
    assert_eq!(marks(CHECHEN).len(), 7);
}

/// In thick fog a unit that leaves the enemy's sight is not followed.
#[test]
fn case_3_6_a_unit_that_leaves_sight_is_not_followed() {
    let pieces =
        "\"ru-181-inf1\" = { at = \"2118\", facing = 1 }\n\"ch-inf01\" = { at = \"2317\", facing = 0 }";
    let play = |fog: &str| format!("options = [{fog}]\nplay = [\"select ch-inf01\", \"step n\"]");
    let strict = Scene::new(&head("chechen-marker", &play("\"strict\"")), pieces);
    assert!(strict.told(CHECHEN).contains("moves from @2317 to @2316"));
    let enemy = strict.told(RUSSIAN);
    assert!(enemy.contains("#ch-inf01 moves from @2317 out of sight") && !enemy.contains("@2316"), "{enemy}");
    // On the table the pile it joins is there for all to see.
    let open = Scene::new(&head("chechen-marker", &play("")), pieces);
    assert!(open.told(RUSSIAN).contains("to @2316"));
}

/// The odds of a mission are those with its best spotter, not those of fire that scatters.
#[test]
fn case_6_5_1_odds_of_a_mission_take_the_best_spotter() {
    let pieces = "\"ru-181-ldr\" = { at = \"2118\", marks = [\"suppressed\"] }\n\
                  \"ru-1131-lubyenko\" = { at = \"2118\" }\n\"ch-inf01\" = { at = \"2317\", facing = 4 }";
    let head = format!(
        "step = \"russian-marker\"\nplay = [\"battery artillery\"]\n{TURN_3}\nmarker = \"artillery\""
    );
    let mut table = Scene::new(&head, pieces);
    let odds = |table: &Scene, action: &str| {
        let view = table.view(RUSSIAN);
        let offer = view.offers.iter().find(|offer| *offer.action == *action).expect("an offer");
        offer.odds.clone().expect("odds")
    };
    let before = odds(&table, "barrage 2317");
    assert!(before.assumes.contains("spots. The fire lands."), "{}", before.assumes);
    table.play("barrage 2317");
    let named = odds(&table, "spotter ru-1131-lubyenko");
    assert_eq!((before.headline, before.of), (named.headline, named.of));
}

/// A sniper who is Disrupted while he supports helps nobody, not even against a target in his own house.
#[test]
fn case_8_8_a_disrupted_sniper_supports_nobody() {
    let helped = |status: &str| {
        let pieces = format!(
            "\"ch-snp1\" = {{ at = \"2710\", level = \"upper\", facing = 3, marks = [{status}\"supporting\"] }}\n\
             \"ch-inf05\" = {{ at = \"2711\", facing = 0 }}\n\"ru-181-inf1\" = {{ at = \"2710\", facing = 3 }}"
        );
        let table = Scene::new(&head("chechen-marker", "play = [\"select ch-inf05\"]"), &pieces);
        let view = table.view(CHECHEN);
        let fire = view.offers.iter().find(|offer| *offer.action == *"fire ru-181-inf1").expect("a shot");
        let odds = fire.odds.as_ref().expect("odds");
        odds.sums.iter().flat_map(|sum| &sum.lines).any(|line| *line.cites == *"8.8")
    };
    assert!(helped(""));
    assert!(!helped("\"disrupted\", "));
}

#[test]
fn case_4_3_2_numbers_are_said_as_a_player_says_them() {
    let head = format!("step = \"chechen-marker\"\n{TURN_3}\nactivations = 1\ncup = \"1/81 chechen:2\"");
    let table = Scene::new(&head, "\"ch-inf01\" = { at = \"2317\" }");
    let (value, says) = table.track(Viewer::Umpire, "cup");
    assert_eq!(value, TrackValue::Word("1/81 chechen:2".into()));
    assert_eq!(says, "1/81, 2 Chechen");
    let rest = table.view(CHECHEN).prompt.says.rest.to_string();
    assert!(rest.starts_with("One activation left"), "{rest}");
}

/// 4.4 The score told at the end of a turn, and 9.0 the test of desperation, do not count Dudayev while he is hidden.
#[test]
fn case_4_4_and_9_0_no_score_tells_that_dudayev_is_on_the_map() {
    let russian = "\"ru-181-inf1\" = { at = \"0117\", facing = 1 }\n\"ch-inf01\" = { at = \"2317\" }\n";
    let told = |dudayev: &str| {
        let head = format!("step = \"russian-marker\"\nplay = [\"end marker\"]\n{TURN_3}\nmarker = \"1/81\"");
        let table = Scene::new(&head, &format!("{russian}{dudayev}"));
        table.told(RUSSIAN)
    };
    let hidden = told("\"ch-dudayev\" = { at = \"2414\" }\n\"ch-inf02\" = { at = \"2414\" }");
    assert_eq!(hidden, told("\"ch-ldr1\" = { at = \"2414\" }\n\"ch-inf02\" = { at = \"2414\" }"));
    assert!(hidden.contains("The score so far: Russian 0, Chechen 27."), "{hidden}");
    // Three points behind or level: the Chechens are desperate either way.
    for dudayev in ["ch-dudayev", "ch-ldr1"] {
        let head = format!("step = \"event-roll\"\n{TURN_3}\nrussian-awards = 27");
        let mut table = Scene::new(&head, &format!("{russian}\"{dudayev}\" = {{ at = \"2414\" }}"));
        table.roll("1 1");
        assert!(table.told(RUSSIAN).contains("Chechen desperation: bonus"), "{dudayev}");
    }
}

/// 9.0 A unit that comes back unseen is not named, nor is its hex.
#[test]
fn case_9_0_who_comes_back_unseen_has_no_name() {
    let pieces = "\"ru-181-inf1\" = { at = \"0117\", facing = 1 }\n\"ch-inf02\" = { at = \"3114\" }\n\
                  \"ch-inf01\" = { at = \"box:chechen-eliminated\" }";
    let mut table = Scene::new(&format!("step = \"event-roll\"\noptions = [\"strict\"]\n{TURN_3}"), pieces);
    table.roll("2 3");
    table.roll("1");
    for action in ["bring ch-inf01", "place ch-inf01 3114", "ground n"] {
        table.play(action);
    }
    let (own, enemy) = (table.told(CHECHEN), table.told(RUSSIAN));
    assert!(own.contains("#ch-inf01 is back, in @3114"), "{own}");
    assert!(enemy.contains("A fallen Chechen unit is back.") && !enemy.contains("#ch-"), "{enemy}");
    assert!(!enemy.contains("@3114"), "{enemy}");
}

/// 6.5.1 Shells into a landmark that nobody sees name nobody there, and meet the pile from the bottom up.
#[test]
fn case_6_5_2_whoever_is_shelled_unseen_has_no_name() {
    let pieces = "\"ru-181-inf1\" = { at = \"0117\", facing = 1 }\n\"ch-inf02\" = { at = \"3114\" }\n\
                  \"ch-inf01\" = { at = \"3114\", marks = [\"activated\"] }\n\"ch-snp1\" = { at = \"3114\" }";
    let head = format!(
        "step = \"russian-marker\"\noptions = [\"strict\"]\nplay = [\"battery artillery\", \"barrage 3114\"]\n\
         {TURN_3}\nmarker = \"artillery\""
    );
    let mut table = Scene::new(&head, pieces);
    for roll in ["8", "1", "6", "9", "9"] {
        table.roll(roll);
    }
    let (own, enemy) = (table.told(CHECHEN), table.told(RUSSIAN));
    assert!(own.contains("#ch-inf01 is hit") && own.contains("#ch-inf01 is Disrupted"), "{own}");
    assert!(
        enemy.contains("A Chechen unit is hit") && enemy.contains("A Chechen unit is Disrupted"),
        "{enemy}"
    );
    assert!(enemy.contains("The second die for a Chechen unit: 6") && !enemy.contains("#ch-"), "{enemy}");
}

/// 6.4, 7.1 Whoever fires or goes in unseen has no name.
#[test]
fn case_6_4_and_7_1_firers_and_attackers_out_of_sight_have_no_name() {
    let pieces = "\"ch-inf01\" = { at = \"2118\", facing = 1 }\n\"ch-inf02\" = { at = \"2316\", facing = 3 }\n\
                  \"ru-181-inf1\" = { at = \"2317\", facing = 1, marks = [\"disrupted\"] }";
    let fire = "options = [\"strict\"]\nplay = [\"select ch-inf01\", \"fire ru-181-inf1\"]";
    let mut table = Scene::new(&head("chechen-marker", fire), pieces);
    let prompt = table.view(RUSSIAN).prompt;
    assert_eq!((&*prompt.cites, &*prompt.says.lead), ("6.4", "A Chechen unit fires."));
    table.roll("9");
    let enemy = table.told(RUSSIAN);
    assert!(enemy.contains("A Chechen unit out of sight fires at #ru-181-inf1"), "{enemy}");
    assert!(!enemy.contains("#ch-"), "{enemy}");

    let go_in = "options = [\"strict\"]\nplay = [\"assault 2317\", \"join ch-inf02\", \"resolve\"]";
    let pieces = pieces.replace("2118", "2518");
    let mut table = Scene::new(&head("chechen-marker", go_in), &pieces);
    table.roll("10");
    let enemy = table.told(RUSSIAN);
    assert!(
        enemy.contains("A Chechen unit goes in") && enemy.contains("A Chechen unit holds @2317"),
        "{enemy}"
    );
    assert!(!enemy.contains("#ch-"), "{enemy}");
}
