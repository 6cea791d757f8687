//! What a game names: pieces, spaces, marks, the words of its notations.
//!
//! The board lists spaces, boxes and faces. The rest is gathered from games played at random under fixed seeds, over all
//! scenarios and options, so it is the same wherever the same rules run. What never came up then is counted under `*`.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Game, Journal, Node, Options, Rng, Viewer};
use view::{Board, HoldingKind, Name, TrackValue, View};

/// How many games of each scenario are played.
const GAMES: u64 = 8;
/// Every so many plies a position is looked at.
const EVERY: usize = 12;
/// Numbers below this have an id of their own as a word of a notation.
pub const NUMBERS: usize = 100;
/// How many words of a notation are told apart.
pub const WORDS: usize = 5;

/// Names in order, each known by its place.
#[derive(Default)]
pub struct Index(Vec<Name>);

impl Index {
    pub fn at(&self, name: &str) -> Option<usize> {
        self.0.binary_search_by(|it| (**it).cmp(name)).ok()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn names(&self) -> &[Name] {
        &self.0
    }
}

impl FromIterator<Name> for Index {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Index {
        let names: BTreeSet<Name> = names.into_iter().collect();
        Index(names.into_iter().collect())
    }
}

/// What is printed on a face, as far as it is a number.
#[derive(Clone, Copy, Default)]
pub struct Printed {
    pub strength: f32,
    pub ops: f32,
    pub movement: f32,
    pub acted: bool,
    /// Its place among all faces, from 0 to 1.
    pub face: f32,
}

/// A track, and the words that it may show.
pub struct Shown {
    pub id: Name,
    pub words: Index,
}

/// Everything that has a number in observations and actions.
pub struct Vocabulary {
    pub sides: Vec<Name>,
    pub spaces: Index,
    /// Where each space lies, from 0 to 1.
    pub places: Vec<[f32; 2]>,
    pub boxes: BTreeMap<Name, HoldingKind>,
    pub faces: BTreeMap<Name, Printed>,
    pub pieces: Index,
    pub piece_marks: Index,
    pub levels: Index,
    pub space_marks: Index,
    pub steps: Index,
    pub tracks: Vec<Shown>,
    /// Words of notations that are neither piece nor space nor number.
    pub words: Index,
    /// How many actions have a number: twice the most that were ever met, as a power of two.
    pub max_actions: usize,
}

impl Vocabulary {
    /// The vocabulary of a game.
    pub fn of<G: Game>(game: &G) -> Vocabulary {
        let mut met = Met::default();
        for scenario in 0..game.about().scenarios.len() {
            let sets = game.about().option_sets();
            for number in 0..GAMES {
                let options = sets[number as usize * (sets.len() - 1) / (GAMES as usize - 1)];
                met.play(game, scenario, options, number);
            }
        }
        met.vocabulary(&game.board())
    }

    /// How many numbers the words of a notation may have.
    pub fn word_ids(&self) -> usize {
        2 + self.pieces.len() + self.spaces.len() + NUMBERS + self.words.len()
    }

    /// The number of a word in a notation: zero is no word, one a word that is not known.
    pub fn word(&self, word: &str) -> usize {
        let mut base = 2;
        if let Some(at) = self.pieces.at(word) {
            return base + at;
        }
        base += self.pieces.len();
        if let Some(at) = self.spaces.at(word) {
            return base + at;
        }
        base += self.spaces.len();
        if let Some(n) = number(word) {
            return base + n;
        }
        self.words.at(word).map_or(1, |at| base + NUMBERS + at)
    }

    /// The words by their numbers.
    pub fn word_names(&self) -> Vec<String> {
        let mut names = vec![String::new(), "?".to_owned()];
        names.extend(self.pieces.names().iter().map(|it| it.to_string()));
        names.extend(self.spaces.names().iter().map(|it| it.to_string()));
        names.extend((0..NUMBERS).map(|n| n.to_string()));
        names.extend(self.words.names().iter().map(|it| it.to_string()));
        names
    }
}

/// What was met in play.
#[derive(Default)]
struct Met {
    pieces: BTreeSet<Name>,
    piece_marks: BTreeSet<Name>,
    levels: BTreeSet<Name>,
    space_marks: BTreeSet<Name>,
    steps: BTreeSet<Name>,
    tracks: BTreeMap<Name, BTreeSet<Name>>,
    words: BTreeSet<Name>,
    most: usize,
}

impl Met {
    fn play<G: Game>(&mut self, game: &G, scenario: usize, options: Options, number: u64) {
        let mut rng = Rng::new(number, scenario as u64);
        let mut state = game.setup(scenario, options);
        let (mut journal, mut legal) = (Journal::disabled(), Vec::new());
        for ply in 0.. {
            if ply % EVERY == 0 {
                self.look(&game.position(&state, Viewer::Umpire));
            }
            self.steps.insert(game.step(&state).into());
            match game.node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
                Node::Decision(_) => {
                    game.legal(&state, &mut legal);
                    self.most = self.most.max(legal.len());
                    let action = legal[rng.index(legal.len())];
                    if ply % EVERY == 0 {
                        legal.iter().for_each(|&it| self.read(&game.write(it)));
                    } else {
                        self.read(&game.write(action));
                    }
                    game.apply(&mut state, action, &mut journal);
                }
            }
        }
        self.look(&game.position(&state, Viewer::Umpire));
    }

    fn read(&mut self, notation: &str) {
        for word in notation.split(' ') {
            if !self.words.contains(word) {
                self.words.insert(word.into());
            }
        }
    }

    fn look(&mut self, view: &View) {
        for piece in &view.pieces {
            self.pieces.insert(piece.id.clone());
            self.piece_marks.extend(piece.marks.iter().cloned());
            self.levels.extend(piece.level.clone());
        }
        let marks = view.spaces.values().flat_map(|space| &space.marks);
        self.space_marks.extend(marks.map(|mark| mark.kind.clone()));
        for track in &view.tracks {
            let words = self.tracks.entry(track.id.clone()).or_default();
            if let TrackValue::Word(word) = &track.value {
                words.insert(word.clone());
            }
        }
    }

    fn vocabulary(self, board: &Board) -> Vocabulary {
        let spaces: Index = board.spaces.iter().map(|it| it.id.clone()).collect();
        let mut places = vec![[0.0; 2]; spaces.len()];
        for space in &board.spaces {
            let at = spaces.at(&space.id).expect("it was just listed");
            places[at] = [0, 1].map(|axis| space.center[axis] as f32 / board.size[axis].max(1) as f32);
        }
        let pieces: Index = self.pieces.into_iter().collect();
        let other =
            |word: &Name| number(word).is_none() && pieces.at(word).is_none() && spaces.at(word).is_none();
        let last = board.faces.len().saturating_sub(1).max(1) as f32;
        let faces = board.faces.iter().enumerate().map(|(i, (key, face))| {
            let tenths = |text: &Option<Name>| text.as_deref().map_or(0.0, leading) / 10.0;
            let printed = Printed {
                strength: tenths(&face.strength),
                ops: tenths(&face.ops),
                movement: tenths(&face.movement),
                acted: face.acted,
                face: i as f32 / last,
            };
            (key.clone(), printed)
        });
        Vocabulary {
            sides: board.sides.iter().map(|side| side.id.clone()).collect(),
            words: self.words.into_iter().filter(other).collect(),
            places,
            boxes: board.boxes.iter().map(|it| (it.id.clone(), it.kind)).collect(),
            faces: faces.collect(),
            piece_marks: self.piece_marks.into_iter().collect(),
            levels: self.levels.into_iter().collect(),
            space_marks: self.space_marks.into_iter().collect(),
            steps: self.steps.into_iter().collect(),
            tracks: self
                .tracks
                .into_iter()
                .map(|(id, words)| Shown { id, words: words.into_iter().collect() })
                .collect(),
            max_actions: (2 * self.most).next_power_of_two(),
            pieces,
            spaces,
        }
    }
}

/// A small number as it is written in notations; `+1` is another word than `1`.
fn number(word: &str) -> Option<usize> {
    let plain = word.bytes().all(|c| c.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    word.parse().ok().filter(|&n| plain && n < NUMBERS)
}

/// The number that a printed text begins with: 4 of `4-2`, 0 of none.
fn leading(text: &str) -> f32 {
    let digits = text.trim_start_matches('(');
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0.0)
}
