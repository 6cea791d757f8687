//! One click each, and how it is written down.

use board::{Member, Space};
use kernel::Unreadable;
use kit::Reading;

use crate::tables::{Tables, Unit};

/// Everything a player can do. The order of the variants is the order in which choices are listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// `bid 3`
    Bid(u8),
    /// `place g-pol-1 9`: set-up and Normal reinforcements
    Place { unit: Unit, to: Space },
    /// `place all A`: every unit still due, into a Zone
    PlaceAll { to: Space },
    /// `place rest`: the garrison as the suggested set-up has it
    PlaceRest,
    /// `take s-t34-2 A`: a unit of a random group
    Take { unit: Unit, to: Space },
    /// `take s-rs`: a battery of a random group, into the Artillery box
    TakeGun { unit: Unit },
    /// `delay s-t60-3`
    Delay { unit: Unit },
    /// `regroup 3`
    Regroup { to: Space },
    /// `advantage`: spend it where the step offers it
    Advantage,
    /// `interdict`
    Interdict,
    /// `night`
    Night,
    /// `stubborn 8`
    Stubborn { at: Space },
    /// `activate 12`
    Activate { space: Space },
    /// `seize 9`: a second activation
    SecondActivation { space: Space },
    /// `bombard s-art-1 9`
    Bombard { gun: Unit, target: Space },
    /// `pass`
    Pass,
    /// `infiltrate`: the Movement Impulse uses the Advantage
    Infiltrate,
    /// `infiltrate g-386-1`
    BeginInfiltrate { unit: Unit },
    /// `move s-73-1 13`
    Move { unit: Unit, to: Space },
    /// `stop`
    Stop,
    /// `end`
    EndMove,
    /// `fire 9`
    Fire { target: Space },
    /// `lead s-73-1`
    Lead { unit: Unit },
    /// `add s-73-2`
    Add { unit: Unit },
    /// `add all`
    AddAll,
    /// `fire!`
    Shoot,
    /// `seize`: reroll, or prevent the end of the phase
    Seize,
    /// `commit g-pol-1`
    Commit { unit: Unit },
    /// `retreat g-pol-1 3`
    Retreat { unit: Unit, to: Space },
    /// `eliminate g-pol-1`
    Eliminate { unit: Unit },
    /// `combat 9`
    Combat { space: Space },
    /// `screen s-73-3`
    Screen { unit: Unit },
    /// `attack s-73-1 g-pol-1`
    Attack { unit: Unit, target: Unit },
    /// `support s-73-3 g-pol-1`
    Support { unit: Unit, target: Unit },
    /// `accept s-t60-1 s-t34-1`: the first takes the attack on the second
    Accept { unit: Unit, target: Unit },
    /// `redeploy g-386-1 6`
    Redeploy { unit: Unit, to: Space },
    /// `decline`
    Decline,
    /// `done`
    Done,
}

impl Action {
    pub fn write(self, t: &Tables) -> String {
        let unit = |unit: Unit| &*t.counters[unit.index()].id;
        let space = |space: Space| t.graph.id(space);
        match self {
            Action::Bid(n) => format!("bid {n}"),
            Action::Place { unit: u, to } => format!("place {} {}", unit(u), space(to)),
            Action::PlaceAll { to } => format!("place all {}", space(to)),
            Action::PlaceRest => "place rest".to_owned(),
            Action::Take { unit: u, to } => format!("take {} {}", unit(u), space(to)),
            Action::TakeGun { unit: u } => format!("take {}", unit(u)),
            Action::Delay { unit: u } => format!("delay {}", unit(u)),
            Action::Regroup { to } => format!("regroup {}", space(to)),
            Action::Advantage => "advantage".to_owned(),
            Action::Interdict => "interdict".to_owned(),
            Action::Night => "night".to_owned(),
            Action::Stubborn { at } => format!("stubborn {}", space(at)),
            Action::Activate { space: s } => format!("activate {}", space(s)),
            Action::SecondActivation { space: s } => format!("seize {}", space(s)),
            Action::Bombard { gun, target } => format!("bombard {} {}", unit(gun), space(target)),
            Action::Pass => "pass".to_owned(),
            Action::Infiltrate => "infiltrate".to_owned(),
            Action::BeginInfiltrate { unit: u } => format!("infiltrate {}", unit(u)),
            Action::Move { unit: u, to } => format!("move {} {}", unit(u), space(to)),
            Action::Stop => "stop".to_owned(),
            Action::EndMove => "end".to_owned(),
            Action::Fire { target } => format!("fire {}", space(target)),
            Action::Lead { unit: u } => format!("lead {}", unit(u)),
            Action::Add { unit: u } => format!("add {}", unit(u)),
            Action::AddAll => "add all".to_owned(),
            Action::Shoot => "fire!".to_owned(),
            Action::Seize => "seize".to_owned(),
            Action::Commit { unit: u } => format!("commit {}", unit(u)),
            Action::Retreat { unit: u, to } => format!("retreat {} {}", unit(u), space(to)),
            Action::Eliminate { unit: u } => format!("eliminate {}", unit(u)),
            Action::Combat { space: s } => format!("combat {}", space(s)),
            Action::Screen { unit: u } => format!("screen {}", unit(u)),
            Action::Attack { unit: u, target } => format!("attack {} {}", unit(u), unit(target)),
            Action::Support { unit: u, target } => format!("support {} {}", unit(u), unit(target)),
            Action::Accept { unit: u, target } => format!("accept {} {}", unit(u), unit(target)),
            Action::Redeploy { unit: u, to } => format!("redeploy {} {}", unit(u), space(to)),
            Action::Decline => "decline".to_owned(),
            Action::Done => "done".to_owned(),
        }
    }

    pub fn read(t: &Tables, text: &str) -> Result<Action, Unreadable> {
        let reading = Reading(text);
        let wrong = |reason: String| reading.wrong(reason);
        let unit = |id: &str| reading.known(t.unit(id), "unit", id);
        let space = |id: &str| reading.known(t.graph.space(id).ok(), "Area or Zone", id);
        let action = match reading.words()[..] {
            ["bid", n] => Action::Bid(n.parse().map_err(|_| wrong("a bid is a whole number".to_owned()))?),
            ["place", "rest"] => Action::PlaceRest,
            ["place", "all", to] => Action::PlaceAll { to: space(to)? },
            ["place", u, to] => Action::Place { unit: unit(u)?, to: space(to)? },
            ["take", u] => Action::TakeGun { unit: unit(u)? },
            ["take", u, to] => Action::Take { unit: unit(u)?, to: space(to)? },
            ["delay", u] => Action::Delay { unit: unit(u)? },
            ["regroup", to] => Action::Regroup { to: space(to)? },
            ["advantage"] => Action::Advantage,
            ["interdict"] => Action::Interdict,
            ["night"] => Action::Night,
            ["stubborn", at] => Action::Stubborn { at: space(at)? },
            ["activate", at] => Action::Activate { space: space(at)? },
            ["seize", at] => Action::SecondActivation { space: space(at)? },
            ["bombard", gun, target] => Action::Bombard { gun: unit(gun)?, target: space(target)? },
            ["pass"] => Action::Pass,
            ["infiltrate"] => Action::Infiltrate,
            ["infiltrate", u] => Action::BeginInfiltrate { unit: unit(u)? },
            ["move", u, to] => Action::Move { unit: unit(u)?, to: space(to)? },
            ["stop"] => Action::Stop,
            ["end"] => Action::EndMove,
            ["fire", target] => Action::Fire { target: space(target)? },
            ["lead", u] => Action::Lead { unit: unit(u)? },
            ["add", "all"] => Action::AddAll,
            ["add", u] => Action::Add { unit: unit(u)? },
            ["fire!"] => Action::Shoot,
            ["seize"] => Action::Seize,
            ["commit", u] => Action::Commit { unit: unit(u)? },
            ["retreat", u, to] => Action::Retreat { unit: unit(u)?, to: space(to)? },
            ["eliminate", u] => Action::Eliminate { unit: unit(u)? },
            ["combat", at] => Action::Combat { space: space(at)? },
            ["screen", u] => Action::Screen { unit: unit(u)? },
            ["attack", u, target] => Action::Attack { unit: unit(u)?, target: unit(target)? },
            ["support", u, target] => Action::Support { unit: unit(u)?, target: unit(target)? },
            ["accept", u, target] => Action::Accept { unit: unit(u)?, target: unit(target)? },
            ["redeploy", u, to] => Action::Redeploy { unit: unit(u)?, to: space(to)? },
            ["decline"] => Action::Decline,
            ["done"] => Action::Done,
            _ => return Err(reading.no_action("move s-73-1 13")),
        };
        Ok(action)
    }
}
