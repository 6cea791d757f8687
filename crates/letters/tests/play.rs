//! Games by file: played to their end between two sides that see nothing but the file, and every wrong continuation refused.

use kernel::{Node, Rng, Seat, data::Overlay, erased::AnyGame};
use letters::{Keys, LetterError, Letters, playable};
use proof::Bytes;

const SIDES: [Seat; 2] = [Seat(0), Seat(1)];

struct Side {
    seat: Seat,
    keys: Keys,
    seen: (usize, proof::Hash),
}

fn sides(letters: &Letters) -> [Side; 2] {
    SIDES.map(|seat| Side { seat, keys: Keys::new(Bytes([seat.0 + 7; 32])), seen: letters.seen() })
}

/// A side gets the file, plays what it may, and gives the file back.
fn answer(game: &dyn AnyGame, side: &mut Side, text: &str, rng: &mut Rng) -> Result<String, LetterError> {
    let mut letters = Letters::read(game, text)?;
    letters.follows(side.seen)?;
    let mut draft = letters.open(game, side.seat, &side.keys)?;
    while letters.has_joined(Seat(1 - side.seat.0)) {
        let Node::Decision(seat) = draft.play.node() else { break };
        if seat != side.seat {
            break;
        }
        let legal = draft.play.legal();
        draft.play.play(seat, &legal[rng.index(legal.len())]).unwrap();
    }
    letters.close(game, side.seat, &side.keys, draft)?;
    side.seen = letters.seen();
    Ok(letters.to_text())
}

fn play(game: &dyn AnyGame, seed: u64, most: usize) -> (Vec<String>, [Side; 2]) {
    let mut rng = Rng::new(seed, 4);
    let letters = Letters::begin(game, None, &[], Bytes([seed as u8; 32])).unwrap();
    let mut sides = sides(&letters);
    let mut files = vec![letters.to_text()];
    for turn in 0..most {
        let file = files.last().unwrap().clone();
        let written = match answer(game, &mut sides[turn % 2], &file, &mut rng) {
            Err(LetterError::TheirTurn) => answer(game, &mut sides[(turn + 1) % 2], &file, &mut rng),
            other => other,
        };
        match written {
            Ok(text) => files.push(text),
            Err(LetterError::Over) => break,
            Err(error) => panic!("{error}"),
        }
    }
    (files, sides)
}

#[test]
fn a_game_by_file_is_played_to_its_end() {
    let game = games::open("circle-of-fire", &Overlay::none()).unwrap();
    let (files, _) = play(&*game, 3, 20_000);
    let last = Letters::read(&*game, files.last().unwrap()).unwrap();
    assert!(last.play.outcome().is_some(), "{} letters", files.len());
    let record = last.play.record();
    let rolls = record.lines.iter().filter(|line| line.starts_with("* ")).count();
    println!("{} letters, {} plies, {rolls} rolls", files.len() - 1, record.lines.len());
    assert!(rolls > 20);
    // The record is one like any other.
    assert!(game.resume(&record).unwrap().outcome().is_some());
}

#[test]
fn wrong_and_stale_continuations_are_refused() {
    let game = games::open("circle-of-fire", &Overlay::none()).unwrap();
    let (files, mut sides) = play(&*game, 5, 60);
    let last = files.last().unwrap();
    let refused =
        |text: &str| Letters::read(&*game, text).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(refused(last), "");
    for file in &files {
        assert_eq!(
            Letters::read(&*game, file).unwrap().to_text(),
            *file,
            "what is read is written again as it was"
        );
    }
    // Every line, changed.
    let lines: Vec<&str> = last.lines().collect();
    for at in (0..lines.len()).step_by(3) {
        let mut other = lines.clone();
        let changed = format!("{}x", lines[at]);
        other[at] = &changed;
        assert!(!refused(&other.join("\n")).is_empty(), "line {}: {changed}", at + 1);
        let mut other = lines.clone();
        other.remove(at);
        assert!(!refused(&other.join("\n")).is_empty(), "without line {}: {}", at + 1, lines[at]);
    }
    // An earlier file, and one that goes on from another past.
    let mut rng = Rng::new(1, 1);
    let stale = answer(&*game, &mut sides[0], &files[files.len() - 4], &mut rng).unwrap_err();
    assert!(matches!(stale, LetterError::Stale { .. }), "{stale}");
    let (other, _) = play(&*game, 6, 60);
    let foreign = answer(&*game, &mut sides[0], other.last().unwrap(), &mut rng).unwrap_err();
    assert!(matches!(foreign, LetterError::Other { .. } | LetterError::Stale { .. }), "{foreign}");
    // Somebody else's key.
    let letters = Letters::read(&*game, last).unwrap();
    let turn = SIDES.into_iter().find(|&seat| letters.may_write(seat).is_ok()).unwrap();
    let thief = Keys::new(Bytes([99; 32]));
    let mut forged = Letters::read(&*game, last).unwrap();
    let result =
        letters.open(&*game, turn, &thief).and_then(|draft| forged.close(&*game, turn, &thief, draft));
    assert!(matches!(result, Err(LetterError::Letter { .. })), "{result:?}");
}

#[test]
fn nobody_rolls_alone() {
    let game = games::open("circle-of-fire", &Overlay::none()).unwrap();
    let (files, _) = play(&*game, 8, 400);
    // Wherever a roll is asked for, the one who asked cannot write on.
    let mut asked = 0;
    for text in &files {
        let letters = Letters::read(&*game, text).unwrap();
        if let Node::Chance(_) = letters.play.node() {
            let may = SIDES.map(|seat| letters.may_write(seat).is_ok());
            assert_eq!(may.iter().filter(|may| **may).count(), 1, "{may:?}");
            asked += 1;
        }
        if asked > 8 {
            break;
        }
    }
    assert!(asked > 3, "{asked}");
}

#[test]
fn a_game_with_secrets_says_so() {
    let hides = |id: &str, options: &[&str]| {
        let game = games::open(id, &Overlay::none()).unwrap();
        let options: Vec<String> = options.iter().map(|it| (*it).to_owned()).collect();
        playable(&*game, None, &options).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(hides("circle-of-fire", &[]), "");
    let bid = hides("circle-of-fire", &["bid-german"]);
    assert!(bid.contains("cannot be played by file") && bid.contains("secret"), "{bid}");
}
