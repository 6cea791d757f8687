//! The offers to the side that decides.

use ::view::{Name, Offer, Target};
use board::{Member, Space};
use kernel::Seat;
use kit::Wording;

use crate::{
    TheYearBefore,
    action::Action,
    state::{Look, State},
    tables::{Kind, Side, Unit},
};

pub fn offers(game: &TheYearBefore, state: &State, _seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    let offering = Offering { game, look };
    look.actions().into_iter().map(|action| offering.offer(action)).collect()
}

#[derive(Clone, Copy)]
struct Offering<'a> {
    game: &'a TheYearBefore,
    look: Look<'a>,
}

impl Offering<'_> {
    fn offer(self, action: Action) -> Offer {
        let offer = self.wording(action).offer(action.write(self.look.t), verb(action));
        Offer { warn: self.warning(action), ..offer }
    }

    fn wording(self, action: Action) -> Wording {
        let t = self.look.t;
        let names = &self.game.names;
        let place = |space: Space| t.name(space);
        let name = |unit: Unit| &*t.counter(unit).name;
        let at = |space: Space| Target::Space(names.spaces[space.index()].clone());
        let on = |unit: Unit| Target::Piece(names.units[unit.index()].clone());
        let id = |unit: Unit| Some(names.units[unit.index()].clone());
        let word = |target, unit, label: String, cites, key| Wording { target, unit, label, cites, key };
        let button = |label: String, cites| word(Target::Button(true), None, label, cites, None);
        let press =
            |label: &str, cites, key| word(Target::Button(true), None, label.to_owned(), cites, Some(key));
        let charts = &t.charts;
        match action {
            Action::Side { side, number } => button(format!("{} for {number}", side.name()), "11.1"),
            Action::Suggested => press("Suggested set-up", "9.3", 'S'),
            Action::Place { kind, at: space } => {
                word(at(space), None, format!("{} in {}", kind.name(), place(space)), "9.3", None)
            }
            Action::Bid { country, brps } => {
                let label = format!("Bid {} on {}", paid(brps.into()), country.name());
                match t.graph.space(country.id()) {
                    Ok(space) => word(at(space), None, label, "6.2", None),
                    Err(_) => button(label, "6.2"),
                }
            }
            Action::NoBid => press("No bid", "6.2", 'N'),
            Action::Service { points } => {
                let cost = charts.service.cost[usize::from(points)];
                let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
                button(format!("{points} for {}", paid(cost.into())), "6.4")
            }
            Action::Honour => press("Honour", "5.3.3", 'H'),
            Action::Default => press("Default", "5.3.4", 'D'),
            Action::Deliver { brps } => button(format!("Deliver {}", paid(brps.into())), "5.3.1"),
            Action::Report => {
                press(&format!("Report for {}", paid(charts.service.report_cost.into())), "6.5", 'R')
            }
            Action::NoReport => press("No report", "6.5", 'N'),
            Action::Card { card } => {
                let side = card.side();
                let label = match (self.look.card(side), self.look.card_cost(side, card)) {
                    (None, _) => card.name().to_owned(),
                    (Some(_), 0) => format!("Keep {}", card.name()),
                    (Some(_), cost) => format!("Change to {} for {}", card.name(), paid(cost.into())),
                };
                button(label, if self.look.card(side).is_none() { "7.1" } else { "7.2" })
            }
            Action::Tell { card } => button(format!("Name {}", card.name()), "6.5"),
            Action::Move { unit, to } => {
                word(at(to), id(unit), format!("Move {} to {}", name(unit), place(to)), "4.1.1", None)
            }
            Action::Sail { unit, to } => {
                word(at(to), id(unit), format!("Ship {} to {}", name(unit), place(to)), "4.3.1", None)
            }
            Action::Rail { unit, to } => {
                let cost = paid(charts.activations.train_cost.into());
                word(
                    at(to),
                    id(unit),
                    format!("{} by rail to {} ({cost})", name(unit), place(to)),
                    "4.4.1",
                    None,
                )
            }
            Action::Upgrade { unit } => {
                let licence = self.look.s.licences > 0 && t.side(unit) == Side::Soviet;
                let (how, cites) = match licence {
                    true => ("by licence".to_owned(), "5.3.3"),
                    false => (paid(t.upgrade_cost[unit.index()].into()), "4.6.4"),
                };
                word(on(unit), id(unit), format!("Upgrade {} ({how})", name(unit)), cites, None)
            }
            Action::Mobilise { kind, at: space } => {
                let cost = paid(t.kinds[kind.index()].mobilise.unwrap_or(0).into());
                let what = if kind == Kind::Army { "an army" } else { kind.name() };
                word(at(space), None, format!("Mobilise {what} in {} ({cost})", place(space)), "4.6.5", None)
            }
            Action::Fleet { to } => {
                let fleet = self.look.fleet_in_west().map(|fleet| t.fleet_ids[fleet].clone());
                let cost = paid(charts.activations.fleet_cost.into());
                word(at(to), fleet, format!("Air fleet to {} ({cost})", place(to)), "4.6.6", None)
            }
            Action::Pass => press("Pass", "4.6.1", 'P'),
            Action::Follow { unit } => {
                word(on(unit), id(unit), format!("{} follows", name(unit)), "4.1.1", None)
            }
            Action::On { to } => word(at(to), None, format!("Go on to {}", place(to)), "4.1.2", None),
            Action::Halt => press("Halt", "4.1.1", 'H'),
            Action::Alert { level } => {
                let cost = charts.alert.cost[usize::from(level)];
                let label = if level == 0 {
                    "No alert".to_owned()
                } else {
                    format!("Alert {level} for {}", paid(cost.into()))
                };
                button(label, "6.7.1")
            }
            Action::Strike { sector } => button(
                format!("Strike in the {} for {}", sector.name(), paid(charts.strike.cost.into())),
                "7.4.4",
            ),
            Action::Attack => press("Attack", "6.7.1", 'A'),
            Action::Wait => press("Wait", "6.7.1", 'W'),
        }
    }

    /// What the player may not have meant.
    fn warning(self, action: Action) -> Option<Name> {
        let side = self.look.decider()?;
        match action {
            Action::Pass if self.look.s.used[side.index()] < self.look.t.charts.activations.free => {
                Some("You still have free activations: passing ends this turn for you.".into())
            }
            Action::Pass if side == Side::Soviet && self.look.s.licences > 0 => {
                Some("Licences that are left are lost.".into())
            }
            _ => None,
        }
    }
}

fn paid(brps: i16) -> String {
    if brps == 1 { "1 BRP".to_owned() } else { format!("{brps} BRPs") }
}

/// What is done, in a word or two.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Side { .. } | Action::Bid { .. } | Action::NoBid => "bid",
        Action::Suggested | Action::Place { .. } => "place",
        Action::Service { .. } => "service",
        Action::Honour => "honour",
        Action::Default => "default",
        Action::Deliver { .. } => "deliver",
        Action::Report | Action::NoReport => "report",
        Action::Card { .. } => "choose",
        Action::Tell { .. } => "name",
        Action::Move { .. } => "move",
        Action::Sail { .. } => "ship",
        Action::Rail { .. } => "rail",
        Action::Upgrade { .. } => "upgrade",
        Action::Mobilise { .. } => "mobilise",
        Action::Fleet { .. } => "send",
        Action::Pass => "pass",
        Action::Follow { .. } => "follow",
        Action::On { .. } => "go on",
        Action::Halt => "halt",
        Action::Alert { .. } => "alert",
        Action::Strike { .. } => "strike",
        Action::Attack => "attack",
        Action::Wait => "wait",
    }
}
