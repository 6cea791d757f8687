//! What comes from outside, as a fuzzer feeds it: whatever it is, it is taken or refused, and nothing panics.
//! The targets of `fuzz/` and the run of their corpus in `tests/corpus` share these functions.

use games::{Opened, open};
use kernel::{Node, Players, Record, Rng, Viewer, data::Overlay, example::Example};

/// A function that is fed with text.
pub type Target = fn(&str);

/// Every target by its name, which is that of its folder in `fuzz/corpus/`.
pub const TARGETS: &[(&str, Target)] =
    &[("records", records), ("notations", notations), ("overlays", overlays), ("examples", examples)];

/// A whole record, or `lines of ID` and the lines of one, which need no digest: what is taken is written back as it was.
pub fn records(text: &str) {
    if let Some((id, lines)) = text.strip_prefix("lines of ").and_then(|text| text.split_once('\n')) {
        let Ok(game) = open(id, &Overlay::none()) else { return };
        let play = game.start(None, &[], Players::default()).expect("the first scenario can be set up");
        let mut record = play.record();
        record.lines = lines.lines().map(str::to_owned).collect();
        if let Ok(play) = game.resume(&record) {
            assert_eq!(play.record().lines, record.lines, "a match is its record");
        }
        return;
    }
    let Ok(record) = Record::parse(text) else { return };
    let written = record.to_text();
    assert_eq!(Record::parse(&written).as_ref(), Ok(&record), "a record reads back");
    let Ok(game) = open(&record.header.game, &Overlay::none()) else { return };
    if let Ok(play) = game.resume(&record) {
        assert_eq!(play.record().to_text(), written, "a match is its record");
    }
}

/// The id of a game, then a line for each action, by whoever decides; dice fall as a seed has them. What is refused changes
/// nothing.
pub fn notations(text: &str) {
    let mut lines = text.lines();
    let Some(game) = lines.next().and_then(|id| open(id, &Overlay::none()).ok()) else { return };
    let mut play = game.start(None, &[], Players::default()).expect("the first scenario can be set up");
    let mut dice = Rng::new(1, 0);
    for line in lines {
        play.roll(&mut dice);
        let Node::Decision(seat) = play.node() else { return };
        let (before, view) = (play.seq(), play.view(Viewer::Seat(seat)));
        if play.play(seat, line).is_err() {
            assert_eq!(play.seq(), before, "a refused action is not in the record");
            assert_eq!(play.view(Viewer::Seat(seat)), view, "a refused action changes nothing");
        }
    }
}

/// The name of a file, `<game>/<file>`, then what overrides it: tables that are taken can be played.
pub fn overlays(text: &str) {
    let Some((file, text)) = text.split_once('\n') else { return };
    let Some((id, _)) = file.split_once('/') else { return };
    let mut overlay = Overlay::none();
    overlay.insert(file, text);
    if let Ok(game) = open(id, &overlay) {
        begin(&game);
    }
}

/// Looks at a game and plays a little of it.
fn begin(game: &Opened) {
    game.board();
    game.art();
    for scenario in &game.about().scenarios {
        let mut play = game.start(Some(&scenario.id), &[], Players::default()).expect("it can be set up");
        let mut rng = Rng::new(1, 0);
        for _ in 0..40 {
            play.roll(&mut rng);
            let Node::Decision(seat) = play.node() else { break };
            let actions = play.legal();
            play.play(seat, &actions[rng.index(actions.len())]).expect("what is legal can be played");
        }
        play.view(Viewer::Spectator);
    }
}

/// A worked example: it holds or it fails.
pub fn examples(text: &str) {
    let Ok(example) = Example::parse("example", text) else { return };
    if let Ok(game) = open(&example.game, &Overlay::none()) {
        // Whether it holds is not the question here.
        let _held = game.example(&example);
    }
}
