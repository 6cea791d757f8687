//! The offers: what each action is called, what it costs, what may come of it, and what a player may not have meant.

use ::view::{Name, Odds, Offer, Target};
use board::Space;
use kernel::Seat;
use kit::Wording;

use crate::{
    StrikeTheBear,
    action::{Action, Method, Prey},
    odds::Bookmaker,
    prose::{area, capital, count, points, shift, unit_name},
    sequence::{Phase, Step},
    state::{Look, Place, State},
    tables::{Class, RAIL_PARTISAN, Side, TRUCK_PARTISAN, Unit},
};

pub fn offers(game: &StrikeTheBear, state: &State, _seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    let actions = look.actions();
    let offering =
        Offering { game, look, bookmaker: Bookmaker { look, book: &game.book }, others: actions.len() > 1 };
    actions.iter().map(|&action| offering.offer(action)).collect()
}

#[derive(Clone, Copy)]
struct Offering<'a> {
    game: &'a StrikeTheBear,
    look: Look<'a>,
    bookmaker: Bookmaker<'a>,
    /// Something else could be done besides ending the step.
    others: bool,
}

/// What is done, in a word or two.
fn verb(look: Look<'_>, action: Action) -> &'static str {
    match action {
        Action::Place { .. } | Action::PlaceRest => "place",
        Action::Convert { .. } => "convert",
        Action::Move { .. } => "move",
        Action::Attach { .. } => "take along",
        Action::Detach { .. } => "leave behind",
        Action::Entrain { .. } => "board",
        Action::Fly { .. } => "fly",
        Action::Drop { .. } => "jump",
        Action::Break { .. } => "break down",
        Action::Join { .. } => "combine",
        Action::Take { .. } => "take",
        Action::Form { .. } => "form",
        Action::To { .. } => match look.s.step {
            Step::Ride { .. } => "ride",
            Step::Flight { .. } => "fly",
            Step::Enter { .. } => "enter",
            _ => "go",
        },
        Action::Remove { .. } => "eliminate",
        Action::Bomb { .. } => "bomb",
        Action::Attack { .. } | Action::Reckon(_) => "attack",
        Action::Reserve { .. } => "call",
        Action::Commit => "send",
        Action::Airlift { .. } => "supply",
        Action::BuySupply => "buy supply",
        Action::GoWithout => "go without",
        Action::Support { .. } => "support",
        Action::Lose { .. } => "lose",
        Action::Substitute { .. } => "replace",
        Action::Stand => "stand",
        Action::Withdraw => "withdraw",
        Action::Retreat { .. } => "go back",
        Action::Follow { .. } => "follow",
        Action::Advance { .. } => "advance",
        Action::Continue { .. } => "fight on",
        Action::RecoverLeader { .. } | Action::RecoverTruck { .. } => "recover",
        Action::Swap { .. } => "change boxes",
        Action::Buy { .. } => "buy",
        Action::Rebuild { .. } => "rebuild",
        Action::Incite(_) => "incite",
        Action::Raid { .. } => "cut the rail",
        Action::Ambush { .. } => "ambush",
        Action::Stay => "stay",
        Action::Save(_) => "keep",
        Action::Pass | Action::Decline | Action::Done => "end",
    }
}

impl Offering<'_> {
    fn offer(self, action: Action) -> Offer {
        let offer = self.wording(action).offer(action.write(self.look.t), verb(self.look, action));
        Offer { warn: self.warning(action), odds: self.odds(action), ..offer }
    }

    fn name_of(self, unit: Unit) -> Name {
        self.game.names.front[usize::from(unit.0)].clone()
    }

    fn name(self, unit: Unit) -> Name {
        unit_name(self.look.t, unit)
    }

    fn place(self, space: Space) -> String {
        area(self.look.t, space)
    }

    fn wording(self, action: Action) -> Wording {
        let look = self.look;
        let at = |space: Space| Target::Space(self.game.names.spaces[usize::from(space.0)].clone());
        let on = |unit: Unit| Target::Piece(self.name_of(unit));
        let button = Target::Button(true);
        let word = |target, unit: Option<Unit>, label: String, cites, key| {
            let unit = unit.map(|unit| self.name_of(unit));
            Wording { target, unit, label, cites, key }
        };
        let press = |label: &str, cites, key| word(button.clone(), None, label.to_owned(), cites, Some(key));
        let name = |unit: Unit| self.name(unit);
        let place = |space: Space| self.place(space);
        let shown = |corps: Unit, reduced: bool| {
            let counter = look.t.counter(corps);
            let face = if reduced { counter.back } else { counter.front };
            let side = if reduced { ", reduced" } else { "" };
            format!("{} {}({}){}{side}", counter.name, face.strength, face.ops, face.ma)
        };
        match action {
            Action::Place { unit, to } => {
                let cites = match look.side(unit) {
                    Side::Axis => "14.2",
                    Side::Soviet => "14.1",
                };
                word(at(to), Some(unit), format!("{} to {}", name(unit), place(to)), cites, None)
            }
            Action::PlaceRest => press("Suggested set-up", "14.0", 'S'),
            Action::Convert { unit, to } => {
                word(at(to), Some(unit), format!("Convert the rail to {}", place(to)), "6.4.1a", None)
            }
            Action::Move { unit, to } => {
                let class = look.class(unit) as usize;
                let cost = look.t.map.cost[class.min(3)][usize::from(to.0)];
                let left = look.s.points[usize::from(unit.0)];
                let party = if look.class(unit) == Class::Leader { look.party(unit).len() } else { 0 };
                let with = if party > 0 { format!(" with {}", count(party, "unit")) } else { String::new() };
                let label = format!("{}{with} to {} ({cost} of {left} MP)", name(unit), place(to));
                word(at(to), Some(unit), label, "6.0", None)
            }
            Action::Attach { leader, unit } => word(
                on(unit),
                Some(leader),
                format!("{} takes {} along", name(leader), name(unit)),
                "6.3.4",
                None,
            ),
            Action::Detach { unit } => {
                word(on(unit), Some(unit), format!("Leave {} here, finished", name(unit)), "6.3.4", None)
            }
            Action::Entrain { unit } => {
                let cost = look.t.charts.rail.cost;
                word(on(unit), Some(unit), format!("{} boards a train ({cost} MP)", name(unit)), "6.4", None)
            }
            Action::Fly { unit } => {
                word(on(unit), Some(unit), format!("{} flies", name(unit)), "9.1.1", None)
            }
            Action::Drop { to } => {
                let unit = look.t.airborne;
                word(at(to), Some(unit), format!("{} jumps into {}", name(unit), place(to)), "1.2", None)
            }
            Action::Break { unit } => {
                word(on(unit), Some(unit), format!("Break {} down", name(unit)), "10.2.2", None)
            }
            Action::Join { one, other } => word(
                on(other),
                Some(one),
                format!("Combine {} and {}", name(one), name(other)),
                "10.2.1",
                None,
            ),
            Action::Take { unit, reduced } => {
                let swap = matches!(look.s.step, Step::Swap { .. });
                let reduced = if swap { look.is_reduced(unit) } else { reduced };
                let cites = if swap { "12.2.1" } else { "10.2.2" };
                word(on(unit), Some(unit), shown(unit, reduced), cites, None)
            }
            Action::Form { unit } => word(on(unit), Some(unit), shown(unit, false), "10.2.1", None),
            Action::To { to } => self.destination(to),
            Action::Remove { unit } => {
                word(on(unit), Some(unit), format!("Eliminate {}", name(unit)), "4.1.4", None)
            }
            Action::Bomb { unit, truck } => {
                word(on(truck), Some(unit), format!("{} bombs {}", name(unit), name(truck)), "9.2.2", None)
            }
            Action::Attack { space, method } => {
                let Step::Combat { side } = look.s.step else {
                    return word(at(space), None, format!("Attack in {}", place(space)), "11.1.6", None);
                };
                let price = look.price(look.unsupplied(side, space));
                let supply =
                    if price > 0 { format!(", supply {}", points(price)) } else { ", supplied".to_owned() };
                let label = format!("Attack in {} by {}{supply}", place(space), method.word());
                word(at(space), None, label, "11.1.6", None)
            }
            Action::Reserve { leader, unit } => {
                let label = format!("{} calls {} ({})", name(leader), name(unit), points(look.cost(unit)));
                word(on(unit), Some(leader), label, "11.8.2", None)
            }
            Action::Commit => {
                let price: u8 =
                    look.s.battle.reserves.into_iter().flatten().map(|unit| look.cost(unit)).sum();
                word(button, None, format!("Send them ({})", points(price)), "11.8.2c", Some('C'))
            }
            Action::Airlift { unit, to } => word(
                on(to),
                Some(unit),
                format!("{} supplies {} (no OPs)", name(unit), name(to)),
                "11.5.5",
                None,
            ),
            Action::BuySupply => {
                let price = look.decider().map_or(0, |side| look.price(look.lacking(side)));
                word(button, None, format!("Buy supply ({})", points(price)), "11.5.4", Some('B'))
            }
            Action::GoWithout => {
                let attacker = matches!(look.s.step, Step::Supply { attacker: true });
                let modifiers = &look.t.charts.modifiers;
                let label = match attacker {
                    true => format!("Attack unsupplied ({})", shift(modifiers.attacker_unsupplied)),
                    false => format!("Defend unsupplied ({})", shift(modifiers.defender_unsupplied)),
                };
                press(&label, "11.5", 'G')
            }
            Action::Support { unit } => {
                word(on(unit), Some(unit), format!("{} supports (no OPs)", name(unit)), "9.2.3", None)
            }
            Action::Lose { unit } => {
                let verb = if look.is_reduced(unit) || matches!(look.s.step, Step::Shortfall { .. }) {
                    "Eliminate"
                } else {
                    "Reduce"
                };
                let worth = match look.s.step {
                    Step::Losses { points: true, .. } => {
                        format!(" ({})", count(look.step_points(unit), "point"))
                    }
                    _ => String::new(),
                };
                word(on(unit), Some(unit), format!("{verb} {}{worth}", name(unit)), "11.9.2", None)
            }
            Action::Substitute { unit, corps, reduced } => {
                let label = format!("{} in place of {}", shown(corps, reduced), name(unit));
                word(on(corps), Some(unit), label, "11.9.2", None)
            }
            Action::Stand => {
                let Step::WithdrawalChoice { distance, .. } = look.s.step else {
                    return press("Stand", "11.9.3", 'S');
                };
                let label = format!("Stand and lose {}", count(look.stand_price(distance), "point"));
                word(button, None, label, "11.9.3", Some('S'))
            }
            Action::Withdraw => press("Withdraw", "11.9.3", 'W'),
            Action::Retreat { unit, to } => {
                word(at(to), Some(unit), format!("{} back to {}", name(unit), place(to)), "11.9.3", None)
            }
            Action::Follow { unit, to } => {
                word(at(to), Some(unit), format!("{} follows to {}", name(unit), place(to)), "11.9.3", None)
            }
            Action::Advance { unit, to } => {
                let priced = matches!(look.s.step, Step::Advance { priced: true, .. });
                let price =
                    if look.class(unit) == Class::Leader { 0 } else { look.advance_price(priced, unit) };
                let cost = if price > 0 { points(price) } else { "free".to_owned() };
                word(
                    at(to),
                    Some(unit),
                    format!("{} advances to {} ({cost})", name(unit), place(to)),
                    "11.9.5",
                    None,
                )
            }
            Action::Reckon(Method::Odds) => press("By odds", "11.3", 'O'),
            Action::Reckon(Method::Differential) => press("By differential", "11.2", 'D'),
            Action::Continue { space } => {
                let price = look.decider().map_or(0, |side| look.continue_price(side, space));
                let label = format!("Fight on in {} ({})", place(space), points(price));
                word(at(space), None, label, "11.10.4", None)
            }
            Action::RecoverLeader { unit } => {
                let label = format!("{} recovers ({})", name(unit), points(look.recover_price(unit)));
                word(on(unit), Some(unit), label, "12.1.1", None)
            }
            Action::RecoverTruck { unit, leader } => {
                let price = points(look.recover_price(unit));
                let label = format!("{} recovers with {} ({price})", name(unit), name(leader));
                word(on(leader), Some(unit), label, "12.1.2", None)
            }
            Action::Swap { unit } => {
                let up = look.place(unit) == Place::BREAKDOWN;
                let (to, cites) = if up { ("Eliminated", "12.2.2") } else { ("Breakdown", "12.2.3") };
                word(on(unit), Some(unit), format!("{} to the {to} Box", name(unit)), cites, None)
            }
            Action::Buy { unit, reduced } => {
                let label = format!(
                    "{} ({})",
                    shown_or_truck(look, unit, reduced),
                    points(look.buy_price(unit, reduced))
                );
                word(on(unit), Some(unit), format!("Buy {label}"), "12.3.4", None)
            }
            Action::Rebuild { unit } => {
                let price = points(look.t.counter(unit).front.ops);
                let cites = if look.class(unit) == Class::Luftwaffe { "9.3.3" } else { "12.4.1" };
                word(on(unit), Some(unit), format!("Rebuild {} ({price})", name(unit)), cites, None)
            }
            Action::Incite(Prey::Rail) => press("Against the rails", "8.1.2", 'R'),
            Action::Incite(Prey::Truck) => press("Against trucks", "8.1.2", 'T'),
            Action::Raid { to } => {
                word(at(to), Some(RAIL_PARTISAN), format!("Cut the rail in {}", place(to)), "8.1.1", None)
            }
            Action::Ambush { truck } => {
                word(on(truck), Some(TRUCK_PARTISAN), format!("Fall upon {}", name(truck)), "8.1.1", None)
            }
            Action::Stay => press("Stay where they are", "8.1.4", 'S'),
            Action::Save(n) => {
                word(button, None, format!("Keep {n}"), "3.3.5", char::from_digit(u32::from(n), 10))
            }
            Action::Pass => press("Do not continue", "11.10.4", 'P'),
            Action::Decline => press(self.decline_label(), self.decline_case(), 'N'),
            Action::Done => press(self.done_label(), self.done_case(), 'E'),
        }
    }

    fn destination(self, to: Space) -> Wording {
        let look = self.look;
        let target = Target::Space(self.game.names.spaces[usize::from(to.0)].clone());
        let (unit, verb, cites) = match look.s.step {
            Step::Ride { unit, .. } => (unit, "rides to", "6.4"),
            Step::Flight { unit, .. } => (unit, "flies to", "9.1.1"),
            Step::Enter { unit, .. } => (unit, "enters in", "12.3.5"),
            Step::LeaderRefuge { leader } => (leader, "reaches", "11.8.3"),
            _ => (crate::tables::COMMISSAR, "goes to", "7.1.3a"),
        };
        let label = format!("{} {verb} {}", self.name(unit), self.place(to));
        Wording { target, unit: Some(self.name_of(unit)), label, cites, key: None }
    }

    fn decline_label(self) -> &'static str {
        match self.look.s.step {
            Step::Reserves => "No reserves",
            Step::Bombing => "No bombs",
            Step::AirSupport => "No air support",
            Step::AirliftPair { .. } => "No second corps",
            _ => "Keep them off the map",
        }
    }

    fn decline_case(self) -> &'static str {
        match self.look.s.step {
            Step::Reserves => "11.8.2",
            Step::Bombing => "9.2.2",
            Step::AirSupport => "9.2.3",
            Step::AirliftPair { .. } => "11.5.5",
            _ => "8.1.4",
        }
    }

    fn done_label(self) -> &'static str {
        match self.look.s.step {
            Step::SetUp { .. } => "End set-up",
            Step::Move { phase: Phase::Redeploy, .. } => "End redeployment",
            Step::Move { phase: Phase::Rail, .. } => "On to the other units",
            Step::Move { .. } => "End movement",
            Step::Combat { .. } => "End combat",
            Step::Advance { .. } => "No further advance",
            Step::Recover { .. } => "On to the boxes",
            Step::Boxes { .. } => "On to replacements",
            Step::Replace { .. } => "On to rebuilding",
            Step::Rebuild { .. } => "End the player turn",
            _ => "Done",
        }
    }

    fn done_case(self) -> &'static str {
        match self.look.s.step {
            Step::SetUp { .. } => "14.0",
            Step::Move { phase: Phase::Redeploy, .. } => "3.2",
            Step::Combat { .. } => "11.1.1",
            Step::Advance { .. } => "11.9.5",
            Step::Recover { .. } | Step::Boxes { .. } | Step::Replace { .. } | Step::Rebuild { .. } => "12.0",
            _ => "2.0",
        }
    }

    /// What the player may not have meant: ending a phase while something is left to do.
    fn warning(self, action: Action) -> Option<Name> {
        let look = self.look;
        match (look.s.step, action) {
            (Step::Move { side, phase }, Action::Done) => self.left_to_move(side, phase),
            (Step::Combat { .. }, Action::Done) if self.others => {
                let left = look.battlefields().len();
                let says = match left {
                    0 => return None,
                    1 => "One area with enemies has not been fought over.".to_owned(),
                    left => format!("{left} areas with enemies have not been fought over."),
                };
                Some(says.into())
            }
            (
                Step::Recover { .. } | Step::Replace { .. } | Step::Rebuild { .. } | Step::Advance { .. },
                Action::Done,
            ) if self.others => Some("There is still something you could do here.".into()),
            (Step::Partisans { prey: Prey::Truck, .. }, Action::Ambush { truck })
                if look.at(truck).is_some() && look.at(truck) == look.at(look.t.garrison) =>
            {
                Some("The garrison is there and cancels the partisans.".into())
            }
            (Step::Partisans { prey: Prey::Rail, .. }, Action::Raid { to })
                if look.at(look.t.garrison) == Some(to) =>
            {
                Some("The garrison is there and cancels the partisans.".into())
            }
            _ => None,
        }
    }

    /// Units that could still move, arrivals not placed, and areas that hold too many.
    fn left_to_move(self, side: Side, phase: Phase) -> Option<Name> {
        let look = self.look;
        let mut says = Vec::new();
        let over = look.overstacked(side).len();
        if over > 0 && phase != Phase::Rail {
            says.push(match over {
                1 => "one area holds too many units: some will be eliminated".to_owned(),
                over => format!("{over} areas hold too many units: some will be eliminated"),
            });
        }
        if phase == Phase::Redeploy {
            let left = look.s.redeploy[side.index()];
            if left > 0 && self.others {
                says.push(match left {
                    1 => "one more unit may be redeployed".to_owned(),
                    left => format!("{left} more units may be redeployed"),
                });
            }
        } else {
            let actions = look.actions();
            let mut still: crate::tables::Units = Default::default();
            for action in actions {
                match action {
                    Action::Move { unit, .. } if !look.s.moved.contains(unit) => {
                        still.insert(unit);
                    }
                    Action::Convert { unit, .. } | Action::Place { unit, .. } => {
                        still.insert(unit);
                    }
                    _ => {}
                }
            }
            if !still.is_empty() {
                says.push(match still.len() {
                    1 => "one unit could still move".to_owned(),
                    more => format!("{more} units could still move"),
                });
            }
        }
        (!says.is_empty()).then(|| format!("{}.", capital(&says.join("; "))).into())
    }

    /// The odds where an outcome is at stake.
    fn odds(self, action: Action) -> Option<Odds> {
        let look = self.look;
        let battle = &look.s.battle;
        let bookmaker = self.bookmaker;
        match (look.s.step, action) {
            (Step::Combat { side }, Action::Attack { space, method }) => {
                let supplied = [side, side.enemy()].map(|side| look.unsupplied(side, space).is_empty());
                let air = look
                    .luftwaffe(space)
                    .iter()
                    .any(|unit| look.mission(unit) != crate::state::Mission::Spent);
                let clash = look.clash(side, space, method, supplied, air);
                Some(bookmaker.clash(&clash, method, &assumptions(supplied, air)))
            }
            (Step::CounterMethod, Action::Reckon(method)) => {
                let space = battle.space;
                let supplied = [Side::Soviet, Side::Axis].map(|side| look.unsupplied(side, space).is_empty());
                let clash = look.clash(Side::Soviet, space, method, supplied, false);
                Some(bookmaker.clash(&clash, method, &assumptions(supplied, false)))
            }
            (Step::Continue { asked }, Action::Continue { space }) => {
                let attacker = battle.attacker;
                let supplied = [attacker, attacker.enemy()]
                    .map(|side| side == asked || look.unsupplied(side, space).is_empty());
                let clash = look.clash(attacker, space, battle.method, supplied, false);
                Some(bookmaker.clash(&clash, battle.method, &assumptions(supplied, false)))
            }
            (Step::Supply { attacker }, Action::BuySupply | Action::GoWithout) => {
                let mut supplied = battle.supplied;
                supplied[usize::from(!attacker)] = action == Action::BuySupply;
                if attacker {
                    supplied[1] = look.lacking(battle.attacker.enemy()).is_empty();
                }
                let clash = look.clash(battle.attacker, battle.space, battle.method, supplied, false);
                Some(bookmaker.clash(&clash, battle.method, &assumptions(supplied, false)))
            }
            (Step::AirSupport, Action::Support { .. } | Action::Decline) => {
                let air = action != Action::Decline;
                let clash = look.clash(battle.attacker, battle.space, battle.method, battle.supplied, air);
                Some(bookmaker.clash(&clash, battle.method, ""))
            }
            (Step::Combat { .. } | Step::Bombing, Action::Bomb { unit, truck }) => {
                let by = look.t.charts.weather.effect(look.s.weather).luftwaffe;
                let most = i32::from(look.strength(unit)) - i32::from(by);
                let title = format!("{} bombs {}", self.name(unit), self.name(truck));
                Some(bookmaker.die(title, most, "disrupted", "missed"))
            }
            (Step::Reserves, Action::Reserve { leader, unit }) => {
                let title = format!("{} calls {}", self.name(leader), self.name(unit));
                Some(bookmaker.die(title, i32::from(look.strength(leader)), "it comes", "it stays"))
            }
            (Step::Recover { .. }, Action::RecoverLeader { unit }) => {
                let title = format!("{} recovers", self.name(unit));
                Some(bookmaker.die(title, i32::from(look.strength(unit)), "recovered", "still disrupted"))
            }
            (Step::Recover { .. }, Action::RecoverTruck { unit, leader }) => {
                let title = format!("{} recovers", self.name(unit));
                Some(bookmaker.die(title, i32::from(look.strength(leader)), "recovered", "still disrupted"))
            }
            _ => None,
        }
    }
}

/// What the figures take for granted.
fn assumptions(supplied: [bool; 2], air: bool) -> String {
    let word = |yes: bool| if yes { "supplied" } else { "unsupplied unless it is bought" };
    let air = if air { " The Luftwaffe in the area supports." } else { "" };
    format!("Attacker {}, defender {}. No reserves come.{air}", word(supplied[0]), word(supplied[1]))
}

fn shown_or_truck(look: Look<'_>, unit: Unit, reduced: bool) -> String {
    let counter = look.t.counter(unit);
    if counter.class == Class::Truck {
        let side = if reduced { ", disrupted" } else { "" };
        return format!("{}{side}", counter.name);
    }
    let face = if reduced { counter.back } else { counter.front };
    let side = if reduced { ", reduced" } else { "" };
    format!("{} {}({}){}{side}", counter.name, face.strength, face.ops, face.ma)
}
