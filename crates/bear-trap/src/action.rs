//! One click each, and how it is written down.

use board::{Space, hex::Direction};
use kernel::Unreadable;
use kit::Reading;

use crate::{
    state::Level,
    tables::{Marker, Tables, Unit},
};

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `buratino yes`, `buratino no`
    Buratino(bool),
    /// `place ch-inf01 2317`: a unit that is waiting to be placed
    Place { unit: Unit, to: Space },
    /// `block 2317`: a roadblock instead of the unit drawn
    Block { to: Space },
    /// `return`: the unit drawn fits nowhere and goes back
    Return,
    /// `remove`: Dudayev leaves the game
    Remove,
    /// `bring ch-inf01`: an eliminated unit comes back
    Bring { unit: Unit },
    /// `ground ne`, `upper s`, `ground`: where and how the placed unit stands
    Stand { level: Level, facing: Option<Direction> },
    /// `keep 1/81`
    Keep { marker: Marker },
    /// `add 1/131`
    Add { marker: Marker },
    /// `select ru-btr01`
    Select { unit: Unit },
    /// `enter ru-btr01`
    Enter { unit: Unit },
    /// `board ru-181-inf1`: rides along
    Board { unit: Unit },
    /// `at 0117`
    At { hex: Space },
    /// `battery artillery`, `battery buratino`
    Battery { buratino: bool },
    /// `barrage 2516`
    Barrage { hex: Space },
    /// `interdict 2516`
    Interdict { hex: Space },
    /// `strike 2516`
    Strike { hex: Space },
    /// `spotter ru-181-ldr`
    Spotter { unit: Unit },
    /// `unspotted`
    Unspotted,
    /// `assault 2317`, `assault 2317 up`
    Assault { hex: Space, level: Level },
    /// `join ch-inf01`
    Join { unit: Unit },
    /// `off ru-1131-inf1`: a passenger gets off to fight
    Off { unit: Unit },
    /// `resolve`
    Resolve,
    /// `fire ru-btr01`
    Fire { target: Unit },
    /// `fire 2317`: at a roadblock or wreck
    FireAt { hex: Space },
    /// `indirect 2317`
    Indirect { hex: Space },
    /// `clear se`, `clear here`
    Clear { side: Option<Direction> },
    /// `support`
    Support,
    /// `step ne`
    Step { side: Direction },
    /// `reverse`
    Reverse,
    /// `level`: up or down the stairs
    Level,
    /// `face ne`
    Face { side: Direction },
    /// `load ru-181-inf1`
    Load { unit: Unit },
    /// `unload ru-181-inf1 2318`
    Unload { unit: Unit, to: Space },
    /// `mount ch-t62-1`
    Mount { tank: Unit },
    /// `exit`
    Exit,
    /// `done`: no more units come back
    Done,
    /// `end`: the activation of a unit
    End,
    /// `end marker`, also for the bonus
    EndMarker,
}

/// The word for a hexside.
pub fn side_word(side: Direction) -> &'static str {
    ["n", "ne", "se", "s", "sw", "nw"][side.index()]
}

fn read_side(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&side| side_word(side) == word)
}

impl Action {
    /// The unit an action is about, if it names one.
    pub fn unit(self) -> Option<Unit> {
        match self {
            Action::Place { unit, .. }
            | Action::Bring { unit }
            | Action::Select { unit }
            | Action::Enter { unit }
            | Action::Board { unit }
            | Action::Spotter { unit }
            | Action::Join { unit }
            | Action::Off { unit }
            | Action::Load { unit }
            | Action::Unload { unit, .. } => Some(unit),
            Action::Fire { target } => Some(target),
            Action::Mount { tank } => Some(tank),
            _ => None,
        }
    }

    pub fn write(self, t: &Tables) -> String {
        let unit = |unit: Unit| &*t.counter(unit).id;
        let hex = |space: Space| t.id(space);
        match self {
            Action::Buratino(yes) => format!("buratino {}", if yes { "yes" } else { "no" }),
            Action::Place { unit: u, to } => format!("place {} {}", unit(u), hex(to)),
            Action::Block { to } => format!("block {}", hex(to)),
            Action::Return => "return".to_owned(),
            Action::Remove => "remove".to_owned(),
            Action::Bring { unit: u } => format!("bring {}", unit(u)),
            Action::Stand { level, facing } => {
                let level = if level == Level::Upper { "upper" } else { "ground" };
                facing.map_or(level.to_owned(), |side| format!("{level} {}", side_word(side)))
            }
            Action::Keep { marker } => format!("keep {}", marker.id()),
            Action::Add { marker } => format!("add {}", marker.id()),
            Action::Select { unit: u } => format!("select {}", unit(u)),
            Action::Enter { unit: u } => format!("enter {}", unit(u)),
            Action::Board { unit: u } => format!("board {}", unit(u)),
            Action::At { hex: at } => format!("at {}", hex(at)),
            Action::Battery { buratino } => {
                format!("battery {}", if buratino { "buratino" } else { "artillery" })
            }
            Action::Barrage { hex: at } => format!("barrage {}", hex(at)),
            Action::Interdict { hex: at } => format!("interdict {}", hex(at)),
            Action::Strike { hex: at } => format!("strike {}", hex(at)),
            Action::Spotter { unit: u } => format!("spotter {}", unit(u)),
            Action::Unspotted => "unspotted".to_owned(),
            Action::Assault { hex: at, level: Level::Ground } => format!("assault {}", hex(at)),
            Action::Assault { hex: at, level: Level::Upper } => format!("assault {} up", hex(at)),
            Action::Join { unit: u } => format!("join {}", unit(u)),
            Action::Off { unit: u } => format!("off {}", unit(u)),
            Action::Resolve => "resolve".to_owned(),
            Action::Fire { target } => format!("fire {}", unit(target)),
            Action::FireAt { hex: at } => format!("fire {}", hex(at)),
            Action::Indirect { hex: at } => format!("indirect {}", hex(at)),
            Action::Clear { side } => format!("clear {}", side.map_or("here", side_word)),
            Action::Support => "support".to_owned(),
            Action::Step { side } => format!("step {}", side_word(side)),
            Action::Reverse => "reverse".to_owned(),
            Action::Level => "level".to_owned(),
            Action::Face { side } => format!("face {}", side_word(side)),
            Action::Load { unit: u } => format!("load {}", unit(u)),
            Action::Unload { unit: u, to } => format!("unload {} {}", unit(u), hex(to)),
            Action::Mount { tank } => format!("mount {}", unit(tank)),
            Action::Exit => "exit".to_owned(),
            Action::Done => "done".to_owned(),
            Action::End => "end".to_owned(),
            Action::EndMarker => "end marker".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> Result<Action, Unreadable> {
        let reading = Reading(text);
        let wrong = |reason: String| reading.wrong(reason);
        let unit = |id: &str| reading.known(t.unit(id), "unit", id);
        let hex = |id: &str| reading.known(t.space(id), "hex", id);
        let side = |word: &str| {
            read_side(word).ok_or_else(|| wrong(format!("'{word}' is not one of n, ne, se, s, sw, nw")))
        };
        let marker = |id: &str| reading.known(Marker::parse(id), "marker", id);
        let level = |word: &str| if word == "upper" { Level::Upper } else { Level::Ground };
        let action = match reading.words()[..] {
            ["buratino", "yes"] => Action::Buratino(true),
            ["buratino", "no"] => Action::Buratino(false),
            ["place", u, to] => Action::Place { unit: unit(u)?, to: hex(to)? },
            ["block", to] => Action::Block { to: hex(to)? },
            ["return"] => Action::Return,
            ["remove"] => Action::Remove,
            ["bring", u] => Action::Bring { unit: unit(u)? },
            [word @ ("ground" | "upper")] => Action::Stand { level: level(word), facing: None },
            [word @ ("ground" | "upper"), way] => {
                Action::Stand { level: level(word), facing: Some(side(way)?) }
            }
            ["keep", id] => Action::Keep { marker: marker(id)? },
            ["add", id] => Action::Add { marker: marker(id)? },
            ["select", u] => Action::Select { unit: unit(u)? },
            ["enter", u] => Action::Enter { unit: unit(u)? },
            ["board", u] => Action::Board { unit: unit(u)? },
            ["at", at] => Action::At { hex: hex(at)? },
            ["battery", "artillery"] => Action::Battery { buratino: false },
            ["battery", "buratino"] => Action::Battery { buratino: true },
            ["barrage", at] => Action::Barrage { hex: hex(at)? },
            ["interdict", at] => Action::Interdict { hex: hex(at)? },
            ["strike", at] => Action::Strike { hex: hex(at)? },
            ["spotter", u] => Action::Spotter { unit: unit(u)? },
            ["unspotted"] => Action::Unspotted,
            ["assault", at] => Action::Assault { hex: hex(at)?, level: Level::Ground },
            ["assault", at, "up"] => Action::Assault { hex: hex(at)?, level: Level::Upper },
            ["join", u] => Action::Join { unit: unit(u)? },
            ["off", u] => Action::Off { unit: unit(u)? },
            ["resolve"] => Action::Resolve,
            ["fire", it] if it.bytes().all(|byte| byte.is_ascii_digit()) => Action::FireAt { hex: hex(it)? },
            ["fire", it] => Action::Fire { target: unit(it)? },
            ["indirect", at] => Action::Indirect { hex: hex(at)? },
            ["clear", "here"] => Action::Clear { side: None },
            ["clear", way] => Action::Clear { side: Some(side(way)?) },
            ["support"] => Action::Support,
            ["step", way] => Action::Step { side: side(way)? },
            ["reverse"] => Action::Reverse,
            ["level"] => Action::Level,
            ["face", way] => Action::Face { side: side(way)? },
            ["load", u] => Action::Load { unit: unit(u)? },
            ["unload", u, to] => Action::Unload { unit: unit(u)?, to: hex(to)? },
            ["mount", u] => Action::Mount { tank: unit(u)? },
            ["exit"] => Action::Exit,
            ["done"] => Action::Done,
            ["end"] => Action::End,
            ["end", "marker"] => Action::EndMarker,
            _ => return Err(reading.no_action("select ru-btr01")),
        };
        Ok(action)
    }
}
