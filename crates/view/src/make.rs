//! Short ways to make the parts of a view. What is not named is absent; `..` or a method adds it.

use crate::{
    Face, Holding, HoldingKind, Name, Offer, Piece, Prompt, Says, Side, Sum, SumLine, SymbolSet, Target,
    Tone, Track, TrackKind, TrackValue,
    art::{Hand, Key, Label, Point, Sample},
};

impl Side {
    /// A side of the board.
    pub fn new(id: &str, name: &str, tone: Tone) -> Side {
        Side { id: id.into(), name: name.into(), tone }
    }
}

impl Face {
    /// A face with a symbol and a name, and nothing else printed on it.
    pub fn new(tone: Tone, symbol: &str, name: impl Into<Name>, spoken: impl Into<Name>) -> Face {
        Face {
            tone,
            set: SymbolSet::Nato,
            symbol: Some(symbol.into()),
            size: None,
            name: name.into(),
            band: None,
            strength: None,
            ops: None,
            movement: None,
            foot: false,
            acted: false,
            spoken: spoken.into(),
        }
    }
}

impl Holding {
    /// A box of a side.
    pub fn new(id: &str, name: &str, kind: HoldingKind, side: &str) -> Holding {
        Holding { id: id.into(), name: name.into(), kind, side: Some(side.into()) }
    }
}

impl Piece {
    /// A counter without marks.
    pub fn new(id: Name, at: Name, side: Name, face: Name) -> Piece {
        Piece { id, at, side, face, marks: Vec::new(), facing: None, level: None, aboard: 0, chosen: false }
    }
}

impl Prompt {
    /// The question of a step, by its case.
    pub fn new(cites: &str, lead: impl Into<Name>, rest: impl Into<Name>) -> Prompt {
        Prompt { cites: cites.into(), says: Says { lead: lead.into(), rest: rest.into() } }
    }
}

impl Offer {
    /// An offer by its case.
    pub fn new(
        action: impl Into<Name>,
        target: Target,
        verb: &str,
        label: impl Into<Name>,
        cites: &str,
    ) -> Offer {
        Offer {
            action: action.into(),
            target,
            unit: None,
            label: label.into(),
            verb: verb.into(),
            direction: None,
            cites: cites.into(),
            key: None,
            warn: None,
            odds: None,
            rolls: false,
            ends: false,
        }
    }
}

impl Track {
    /// A number beside the map.
    pub fn number(id: &str, name: &str, value: impl Into<i64>, says: impl Into<Name>) -> Track {
        Track::flag(id, name, TrackValue::Number(value.into()), says)
    }

    /// A word beside the map.
    pub fn word(id: &str, name: &str, value: &str, says: impl Into<Name>) -> Track {
        Track::flag(id, name, TrackValue::Word(value.into()), says)
    }

    /// A value beside the map.
    pub fn flag(id: &str, name: &str, value: TrackValue, says: impl Into<Name>) -> Track {
        Track {
            id: id.into(),
            name: name.into(),
            value,
            says: says.into(),
            kind: TrackKind::Flag,
            side: None,
            note: None,
        }
    }

    /// A number of at most so many.
    pub fn tally(id: &str, name: &str, value: impl Into<i64>, of: impl Into<i64>) -> Track {
        let (value, of) = (value.into(), of.into());
        let flag = Track::number(id, name, value, format!("{value} of {of}"));
        Track { kind: TrackKind::Tally { of }, ..flag }
    }

    /// The turn on its row of so many boxes, counted from one.
    pub fn turn(turn: usize, turns: usize) -> Track {
        let flag = Track::number("turn", "Turn", turn as i64, turn.to_string());
        flag.row(Track::numbers(turns), turn.saturating_sub(1))
    }

    /// The turn on a row of boxes, with its date.
    pub fn calendar(turn: u8, dates: &[String]) -> Track {
        let turn = usize::from(turn);
        Track::turn(turn, dates.len()).with(dates[turn - 1].as_str())
    }

    /// The numbers from one to `last`, as the boxes of a row.
    pub fn numbers(last: usize) -> Vec<Name> {
        (1..=last).map(|n| n.to_string().into()).collect()
    }

    /// The same as a row of boxes with its marker in box `at`.
    #[must_use]
    pub fn row(self, steps: Vec<Name>, at: usize) -> Track {
        Track { kind: TrackKind::Row { steps, at }, ..self }
    }

    /// The same as belonging to a side.
    #[must_use]
    pub fn of(self, side: &str) -> Track {
        Track { side: Some(side.into()), ..self }
    }

    /// The same with a note.
    #[must_use]
    pub fn with(self, note: impl Into<Name>) -> Track {
        Track { note: Some(note.into()), ..self }
    }
}

impl Label {
    /// Level lettering in the size of its hand.
    pub fn new(hand: Hand, at: Point, says: impl Into<Name>) -> Label {
        Label { hand, at, turn: 0, size: None, says: says.into() }
    }

    /// The same turned so many degrees, in letters of this height.
    #[must_use]
    pub fn turned(self, turn: i32, size: u16) -> Label {
        Label { turn, size: Some(size), ..self }
    }
}

impl Key {
    /// A line of the legend.
    pub fn new(sample: Sample, says: &str) -> Key {
        Key { sample, says: says.into() }
    }
}

/// A closed outline as an SVG path.
pub fn outline(points: &[Point]) -> Name {
    let mut path = String::new();
    for (i, [x, y]) in points.iter().enumerate() {
        path.push_str(&format!("{}{x} {y}", if i == 0 { 'M' } else { 'L' }));
    }
    path.push('Z');
    path.into()
}

impl Sum {
    /// Dice plus the modifiers of these lines.
    pub fn new(name: &str, dice: &str, lines: Vec<SumLine>) -> Sum {
        let total = lines.iter().map(|line| line.value).sum();
        Sum { name: name.into(), dice: dice.into(), total, lines }
    }
}
