//! One click each, and how it is written down.

use board::{Member, Space};
use kernel::Unreadable;
use kit::Reading;

use crate::tables::{CardId, Country, Kind, Sector, Side, Tables, Unit};

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `side german 3`: 11.1
    Side { side: Side, number: u8 },
    /// `suggested`: places all sixteen
    Suggested,
    /// `place infantry minsk`
    Place { kind: Kind, at: Space },
    /// `bid finland 2`
    Bid { country: Country, brps: u8 },
    /// `no-bid`
    NoBid,
    /// `service 1`
    Service { points: u8 },
    /// `honour`
    Honour,
    /// `default`
    Default,
    /// `deliver 2`
    Deliver { brps: u8 },
    /// `report`
    Report,
    /// `no-report`
    NoReport,
    /// `card moscow`
    Card { card: CardId },
    /// `tell ukraine`
    Tell { card: CardId },
    /// `move si25 lithuania`
    Move { unit: Unit, to: Space },
    /// `sail sm3 latvia`
    Sail { unit: Unit, to: Space },
    /// `rail pz2 warsaw`
    Rail { unit: Unit, to: Space },
    /// `upgrade sm14`
    Upgrade { unit: Unit },
    /// `mobilise zone bialystok`
    Mobilise { kind: Kind, at: Space },
    /// `fleet warsaw`
    Fleet { to: Space },
    /// `pass`
    Pass,
    /// `follow sm14`
    Follow { unit: Unit },
    /// `on minsk`
    On { to: Space },
    /// `halt`
    Halt,
    /// `alert 1`
    Alert { level: u8 },
    /// `strike south`
    Strike { sector: Sector },
    /// `attack`
    Attack,
    /// `wait`
    Wait,
}

impl Action {
    pub fn write(self, t: &Tables) -> String {
        let unit = |unit: Unit| &*t.counters[unit.index()].id;
        let space = |space: Space| t.graph.id(space);
        match self {
            Action::Side { side, number } => format!("side {} {number}", side.id()),
            Action::Suggested => "suggested".to_owned(),
            Action::Place { kind, at } => format!("place {} {}", kind.id(), space(at)),
            Action::Bid { country, brps } => format!("bid {} {brps}", country.id()),
            Action::NoBid => "no-bid".to_owned(),
            Action::Service { points } => format!("service {points}"),
            Action::Honour => "honour".to_owned(),
            Action::Default => "default".to_owned(),
            Action::Deliver { brps } => format!("deliver {brps}"),
            Action::Report => "report".to_owned(),
            Action::NoReport => "no-report".to_owned(),
            Action::Card { card } => format!("card {}", card.id()),
            Action::Tell { card } => format!("tell {}", card.id()),
            Action::Move { unit: it, to } => format!("move {} {}", unit(it), space(to)),
            Action::Sail { unit: it, to } => format!("sail {} {}", unit(it), space(to)),
            Action::Rail { unit: it, to } => format!("rail {} {}", unit(it), space(to)),
            Action::Upgrade { unit: it } => format!("upgrade {}", unit(it)),
            Action::Mobilise { kind, at } => format!("mobilise {} {}", kind.id(), space(at)),
            Action::Fleet { to } => format!("fleet {}", space(to)),
            Action::Pass => "pass".to_owned(),
            Action::Follow { unit: it } => format!("follow {}", unit(it)),
            Action::On { to } => format!("on {}", space(to)),
            Action::Halt => "halt".to_owned(),
            Action::Alert { level } => format!("alert {level}"),
            Action::Strike { sector } => format!("strike {}", sector.id()),
            Action::Attack => "attack".to_owned(),
            Action::Wait => "wait".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> std::result::Result<Action, Unreadable> {
        let reading = Reading(text);
        let wrong = |reason: String| reading.wrong(reason);
        let unit = |id: &str| reading.known(t.unit(id), "unit", id);
        let space = |id: &str| reading.known(t.graph.space(id).ok(), "district or box", id);
        let side =
            |id: &str| Side::of_id(id).ok_or_else(|| wrong(format!("'{id}' is neither german nor soviet")));
        let kind = |id: &str| reading.known(Kind::of_id(id), "kind of unit", id);
        let country = |id: &str| reading.known(Country::of_id(id), "country", id);
        let card = |id: &str| reading.known(CardId::of_id(id), "card", id);
        let sector = |id: &str| reading.known(Sector::of_id(id), "sector", id);
        let number = |text: &str| reading.number::<u8>(text);
        let action = match reading.words()[..] {
            ["side", of, n] => Action::Side { side: side(of)?, number: number(n)? },
            ["suggested"] => Action::Suggested,
            ["place", it, at] => Action::Place { kind: kind(it)?, at: space(at)? },
            ["bid", it, n] => Action::Bid { country: country(it)?, brps: number(n)? },
            ["no-bid"] => Action::NoBid,
            ["service", n] => Action::Service { points: number(n)? },
            ["honour"] => Action::Honour,
            ["default"] => Action::Default,
            ["deliver", n] => Action::Deliver { brps: number(n)? },
            ["report"] => Action::Report,
            ["no-report"] => Action::NoReport,
            ["card", it] => Action::Card { card: card(it)? },
            ["tell", it] => Action::Tell { card: card(it)? },
            ["move", it, to] => Action::Move { unit: unit(it)?, to: space(to)? },
            ["sail", it, to] => Action::Sail { unit: unit(it)?, to: space(to)? },
            ["rail", it, to] => Action::Rail { unit: unit(it)?, to: space(to)? },
            ["upgrade", it] => Action::Upgrade { unit: unit(it)? },
            ["mobilise", it, at] => Action::Mobilise { kind: kind(it)?, at: space(at)? },
            ["fleet", to] => Action::Fleet { to: space(to)? },
            ["pass"] => Action::Pass,
            ["follow", it] => Action::Follow { unit: unit(it)? },
            ["on", to] => Action::On { to: space(to)? },
            ["halt"] => Action::Halt,
            ["alert", n] => Action::Alert { level: number(n)? },
            ["strike", it] => Action::Strike { sector: sector(it)? },
            ["attack"] => Action::Attack,
            ["wait"] => Action::Wait,
            _ => return Err(wrong("this is no action of The Year Before".to_owned())),
        };
        Ok(action)
    }
}
