//! The words of the journal, once. `@E5` is an area and `#ax_pz1` a piece; clients show their names.

use board::Space;
use kit::{Manner, telling};
use view::{Line, March, Name, Opens, Rank};

use crate::{
    action::{Method, Prey},
    event::Event,
    m07_commissar::designated,
    m11_combat::Modifier,
    sequence::Part,
    tables::{CombatResult, PartisanResult, Side, Tables, Unit},
};

/// What a fact is, beyond its words: what it opens, what came of a throw, who went where, who is lost.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let id = |unit: Unit| t.counter(unit).id.clone();
    let march = |unit: Unit, verb: &str, from: Space, to: Space, cost: u8| {
        let march = March::step(&id(unit), verb, t.map.id(from), t.map.id(to), 2 * u16::from(cost));
        Line { march: Some(march), ..Line::default() }
    };
    let opens = |opens: Opens| Line { opens, ..Line::default() };
    let lost = |unit: Unit| Line { lost: vec![id(unit)], ..Line::default() };
    let die = |good: bool| Line { result: Some(i32::from(good)), ..Line::default() };
    match event {
        Event::Turn { turn } => opens(Opens::turn(turn)),
        Event::Phase { part, .. } => opens(Opens::phase(match part {
            Part::SetUp => "set-up",
            Part::Redeployment => "redeployment",
            Part::Movement => "movement",
            Part::Combat => "combat",
            Part::Reorganization => "reorganization",
        })),
        Event::Victory { .. } => opens(Opens::phase("victory")),
        Event::Moved { unit, from, to, cost } => march(unit, "go", from, to, cost),
        Event::Retreats { unit, from, to, .. } => march(unit, "go back", from, to, 0),
        Event::Rolled { result, .. } => Line { result: Some(came(result)), ..Line::default() },
        Event::Bombed { hit, .. } => die(hit),
        Event::ReserveDie { comes, .. } => die(comes),
        Event::Recovery { success, .. } => die(success),
        Event::LeaderDice { leader, lost: true, .. } => lost(leader),
        Event::Eliminated { unit } | Event::Removed { unit } | Event::TruckLost { unit } => lost(unit),
        _ => Line::default(),
    }
}

/// What came of a combat, as a number; single dice have 0 and 1.
pub fn came(result: CombatResult) -> i32 {
    10 + result as i32
}

/// An area as players call it: the town with its id, or the id alone.
pub fn area(t: &Tables, space: Space) -> String {
    let info = &t.map.info[space.index()];
    if info.name.is_empty() { info.id.to_string() } else { format!("{} ({})", info.name, info.id) }
}

pub fn unit_name(t: &Tables, unit: Unit) -> Name {
    t.counter(unit).name.clone()
}

/// A column of the Combat Results Table by its label.
pub fn column_label(t: &Tables, column: u8) -> String {
    signed(t.charts.combat.differential[usize::from(column).min(10)])
}

pub fn signed(value: i8) -> String {
    if value > 0 { format!("+{value}") } else { value.to_string() }
}

/// A shift as players write it: 2L, 1R.
pub fn shift(by: i8) -> String {
    format!("{}{}", by.unsigned_abs(), if by < 0 { "L" } else { "R" })
}

/// Operations points for short, in the plural where it belongs.
pub fn points(n: impl Into<usize>) -> String {
    count(n, "OP")
}

/// So many of something, in the plural where it belongs.
pub fn count(n: impl Into<usize>, what: &str) -> String {
    match n.into() {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

pub fn modifier_words(what: Modifier) -> &'static str {
    match what {
        Modifier::Weather => "weather",
        Modifier::Terrain => "terrain",
        Modifier::Fortress => "the defender's fortress",
        Modifier::River => "a river through the area",
        Modifier::AttackerUnsupplied => "attacker unsupplied",
        Modifier::DefenderUnsupplied => "defender unsupplied",
        Modifier::AttackerCombined => "attacker's combined arms",
        Modifier::DefenderCombined => "defender's combined arms",
        Modifier::LuftwaffeAttacks => "Luftwaffe supports the attack",
        Modifier::LuftwaffeDefends => "Luftwaffe supports the defence",
        Modifier::AttackerOutOfCommand => "attacker out of command",
        Modifier::DefenderOutOfCommand => "defender out of command",
        Modifier::SsAttacks => "SS Panzer Corps attacks",
        Modifier::SsDefends => "SS Panzer Corps defends",
    }
}

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| Some(t.counter(unit).side);
    let fact = |side: Option<Side>| (Rank::Fact, side, Vec::new());
    let detail = |side: Option<Side>| (Rank::Detail, side, Vec::new());
    let rolled = |side: Option<Side>, dice: &[u8]| (Rank::Fact, side, dice.to_vec());
    match event {
        Event::Turn { .. } => (Rank::Heading, None, Vec::new()),
        Event::Phase { side, .. } => (Rank::Heading, Some(side), Vec::new()),
        Event::Weather { .. } | Event::CommissarOff | Event::CommissarLoses | Event::CommissarDismissed => {
            fact(None)
        }
        Event::WeatherRefused { die, .. } | Event::WeatherRolled { die, .. } => rolled(None, &[die]),
        Event::Redeployment { dice, .. } => rolled(None, &dice),
        Event::First { side, dice } => (Rank::Detail, Some(side), dice.to_vec()),
        Event::Points { side, dice, .. } | Event::Objectives { side, dice, .. } => rolled(Some(side), &dice),
        Event::FirstPoints { side, .. }
        | Event::Saved { side, .. }
        | Event::PointsGone { side, .. }
        | Event::Attack { side, .. }
        | Event::SupplyBought { side, .. }
        | Event::Stands { side, .. }
        | Event::Withdrawal { side, .. }
        | Event::Continued { side, .. }
        | Event::Passed { side }
        | Event::Held { side, .. } => fact(Some(side)),
        Event::Control { side, .. } => detail(Some(side)),
        Event::Placed { unit, .. }
        | Event::Arrives { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Detached { unit }
        | Event::Rode { unit, .. }
        | Event::Converted { unit, .. }
        | Event::Flew { unit, .. }
        | Event::Dropped { unit, .. }
        | Event::Broke { unit, .. }
        | Event::Built { unit, .. }
        | Event::Removed { unit }
        | Event::TruckLost { unit }
        | Event::Airlifted { unit, .. }
        | Event::Supports { unit }
        | Event::Flipped { unit }
        | Event::Eliminated { unit }
        | Event::Substituted { unit, .. }
        | Event::LuftwaffeHit { unit }
        | Event::Retreats { unit, .. }
        | Event::Follows { unit, .. }
        | Event::Advanced { unit, .. }
        | Event::Tries { unit, .. }
        | Event::Swapped { unit, .. }
        | Event::Bought { unit, .. }
        | Event::Enters { unit, .. }
        | Event::Rebuilt { unit, .. }
        | Event::ReserveNamed { unit, .. }
        | Event::Attached { unit, .. } => fact(of(unit)),
        Event::Stops { unit, .. }
        | Event::TruckDisrupted { unit }
        | Event::ReservePaid { unit, .. }
        | Event::Short { unit, .. } => detail(of(unit)),
        Event::HalfSent { corps } | Event::HalfReturned { corps } => detail(of(corps)),
        Event::LeaderDice { leader, dice, .. } => rolled(of(leader), &dice),
        Event::LeaderMoves { leader, .. } => fact(of(leader)),
        Event::CommissarDesignated { dice, .. } => rolled(Some(Side::Soviet), &dice),
        Event::Commissar { .. }
        | Event::Raid { .. }
        | Event::Ambush { .. }
        | Event::PartisansGone { .. }
        | Event::WithdrawalIgnored { .. }
        | Event::CounterAttack { .. } => fact(Some(Side::Soviet)),
        Event::Partisans { die, .. } => rolled(Some(Side::Soviet), &[die]),
        Event::Bombed { unit, die, .. } => rolled(of(unit), &[die]),
        Event::ReserveDie { unit, die, .. } | Event::Recovery { unit, die, .. } => rolled(of(unit), &[die]),
        Event::Base { .. } | Event::Shifted { .. } | Event::Column { .. } | Event::Modified { .. } => {
            detail(None)
        }
        Event::Rolled { dice, .. } => rolled(None, &dice),
        Event::Distance { die, .. } => rolled(None, &[die]),
        Event::Victory { victory } => (Rank::Heading, victory.winner(), Vec::new()),
    }
}

telling!(|t, space| t.map.id(space));

impl Telling<'_> {
    fn says(&self, event: Event) -> String {
        let (u, s) = (|it| self.unit(it), |it| self.at(it));
        match event {
            Event::Turn { turn } => {
                format!("Turn {turn}, {}", self.t.scenario.scenario.dates[usize::from(turn) - 1])
            }
            Event::Phase { side, part } => match part {
                Part::SetUp => format!("{} set-up", side.name()),
                Part::Redeployment => format!("{} redeployment", side.name()),
                Part::Movement => format!("{} player turn: movement", side.name()),
                Part::Combat => format!("{} combat", side.name()),
                Part::Reorganization => format!("{} reorganization", side.name()),
            },
            Event::Placed { unit, to } => format!("{} is set up in {}.", u(unit), s(to)),
            Event::Weather { weather } => format!("The weather is {}.", weather.name().to_lowercase()),
            Event::WeatherRefused { die, weather } => {
                format!(
                    "The weather die shows {die}, which would be {}: too early in the year, it is rolled again.",
                    weather.name().to_lowercase()
                )
            }
            Event::WeatherRolled { die, total, weather } => {
                let counts = if die == total { String::new() } else { format!(" and counts as {total}") };
                format!("The weather die shows {die}{counts}: {}.", weather.name().to_lowercase())
            }
            Event::Redeployment { axis, soviet, .. } => {
                format!("The Axis may redeploy {}, the Soviets {soviet}.", count(axis, "unit"))
            }
            Event::First { side, .. } => format!("The {} side redeploys first.", side.name()),
            Event::FirstPoints { side, points } => {
                format!("The {} side begins with {}.", side.name(), count(points, "operations point"))
            }
            Event::Points { side, dice, points, kept } => {
                let saved =
                    if kept > 0 { format!(", {} with {kept} saved", points + kept) } else { String::new() };
                format!(
                    "The {} side rolls {}: {}{saved}.",
                    side.name(),
                    dice[0] + dice[1],
                    count(points, "operations point")
                )
            }
            Event::Objectives { side, roll, .. } => {
                let set = &self.t.sets[usize::from(roll) - 2];
                let names: Vec<&str> =
                    set.iter().map(|&index| &*self.t.objectives[usize::from(index)].name).collect();
                format!("New {} objectives ({roll}): {}.", side.name(), view::list(&names))
            }
            Event::Saved { side, kept } => format!("The {} side saves {}.", side.name(), points(kept)),
            Event::PointsGone { side, left } => {
                format!("The {} side lets {} go unspent.", side.name(), points(left))
            }
            Event::Arrives { unit, to } => format!("{} arrives in {}.", u(unit), s(to)),
            Event::Moved { unit, from, to, cost } => {
                format!("{} moves from {} to {} ({cost} MP).", u(unit), s(from), s(to))
            }
            Event::Stops { unit, space } => format!("{} stops in {}.", u(unit), s(space)),
            Event::Attached { leader, unit, left } => {
                format!("{} takes {} along ({left} MP).", u(leader), u(unit))
            }
            Event::Detached { unit } => format!("{} is left behind and finished.", u(unit)),
            Event::Rode { unit, from, to } => format!("{} rides from {} to {}.", u(unit), s(from), s(to)),
            Event::Converted { unit, from, to } => {
                format!("{} advances from {} to {}: the rail there is converted.", u(unit), s(from), s(to))
            }
            Event::Flew { unit, from, to } => format!("{} flies from {} to {}.", u(unit), s(from), s(to)),
            Event::Dropped { unit, to } => format!("{} jumps into {}.", u(unit), s(to)),
            Event::Broke { unit, one, other } => {
                format!("{} breaks down into {} and {}.", u(unit), u(one), u(other))
            }
            Event::Built { unit, one, other } => format!("{} and {} form {}.", u(one), u(other), u(unit)),
            Event::Removed { unit } => format!("{} is one too many and removed.", u(unit)),
            Event::Control { space, side } => format!("The {} side controls {}.", side.name(), s(space)),
            Event::TruckLost { unit } => format!("{} is overrun.", u(unit)),
            Event::TruckDisrupted { unit } => format!("{} is disrupted.", u(unit)),
            Event::LeaderDice { leader, dice, lost } => {
                let what = if lost { "lost for good" } else { "gets away, disrupted" };
                format!("{} has no units left with him and rolls {}: {what}.", u(leader), dice[0] + dice[1])
            }
            Event::LeaderMoves { leader, to } => format!("{} reaches {}.", u(leader), s(to)),
            Event::CommissarOff => "No ox is shared: the Commissar stays off the map.".to_owned(),
            Event::CommissarDesignated { column, row, .. } => {
                format!("The Commissar is sent towards {}.", designated(column, row))
            }
            Event::Commissar { to } => format!("The Commissar appears in {}.", s(to)),
            Event::CommissarLoses => {
                "All units with the Commissar are gone: he is sent elsewhere.".to_owned()
            }
            Event::CommissarDismissed => {
                "The Commissar has nobody left who can attack and is removed.".to_owned()
            }
            Event::Partisans { die, result } => {
                let what = match result {
                    PartisanResult::None => "no partisans act",
                    PartisanResult::Rail => "partisans act against the rails",
                    PartisanResult::Truck => "partisans act against trucks",
                    PartisanResult::Either => "partisans act against rails or trucks",
                    PartisanResult::Both => "partisans act against rails and trucks",
                };
                format!("The partisan die shows {die}: {what}.")
            }
            Event::Raid { to } => format!("Partisans cut the rail in {}.", s(to)),
            Event::Ambush { truck } => format!("Partisans fall upon {}.", u(truck)),
            Event::PartisansGone { prey: Prey::Rail } => "The rail partisans leave the map.".to_owned(),
            Event::PartisansGone { prey: Prey::Truck } => "The truck partisans leave the map.".to_owned(),
            Event::Bombed { unit, truck, die, by, hit } => {
                let plus = if by > 0 { format!(" + {by}") } else { String::new() };
                let what = if hit { "a hit" } else { "a miss" };
                format!("{} bombs {}: {die}{plus}, {what}.", u(unit), u(truck))
            }
            Event::Attack { side, space, method } => {
                format!("The {} side attacks in {} by {}.", side.name(), s(space), method.word())
            }
            Event::Base { attack, defence, column } => {
                format!("{attack} against {defence}: column {}.", column_label(self.t, column))
            }
            Event::ReserveNamed { leader, unit } => format!("{} calls {}.", u(leader), u(unit)),
            Event::ReservePaid { unit, price } => format!("{} costs {}.", u(unit), points(price)),
            Event::ReserveDie { unit, die, comes } => {
                let what = if comes { "joins the combat" } else { "stays where it is" };
                format!("{} rolls {die} and {what}.", u(unit))
            }
            Event::SupplyBought { side, price } => {
                format!("The {} side buys supply for {}.", side.name(), points(price))
            }
            Event::Airlifted { unit, to } => format!("{} supplies {} from the air.", u(unit), u(to)),
            Event::Supports { unit } => format!("{} supports the combat.", u(unit)),
            Event::Shifted { what, by } => format!("{}: {}", capital(modifier_words(what)), shift(by)),
            Event::Column { column } => format!("Fought in column {}.", column_label(self.t, column)),
            Event::Modified { what, by } => format!("{}: {}", capital(modifier_words(what)), signed(by)),
            Event::Rolled { dice, total, result } => {
                let sum = dice[0] + dice[1];
                let total = if sum == total { String::new() } else { format!(", counts as {total}") };
                format!("Roll {sum}{total}: {}, {}.", result.code(), result.says())
            }
            Event::WithdrawalIgnored { space } => {
                format!("The Commissar in {} forbids the withdrawal.", s(space))
            }
            Event::Flipped { unit } => format!("{} is reduced.", u(unit)),
            Event::Eliminated { unit } => format!("{} is eliminated.", u(unit)),
            Event::Substituted { unit, corps } => format!("{} takes the place of {}.", u(corps), u(unit)),
            Event::HalfSent { corps } => format!("{} goes to the Eliminated Box.", u(corps)),
            Event::HalfReturned { corps } => format!("{} returns to the Breakdown Box.", u(corps)),
            Event::LuftwaffeHit { unit } => format!("{} is reduced.", u(unit)),
            Event::Distance { distance, .. } => format!("The withdrawal is {}.", areas(distance)),
            Event::Stands { side, price } => {
                format!("The {} side stands and pays {} in losses.", side.name(), count(price, "point"))
            }
            Event::Withdrawal { side, distance, forced: true } => {
                format!("The {} side cannot stand and must withdraw {}.", side.name(), areas(distance))
            }
            Event::Withdrawal { side, distance, forced: false } => {
                format!("The {} side chooses to withdraw {}.", side.name(), areas(distance))
            }
            Event::Retreats { unit, from, to, repulsed } => {
                let verb = if repulsed { "is driven back" } else { "withdraws" };
                format!("{} {verb} from {} to {}.", u(unit), s(from), s(to))
            }
            Event::Short { unit, areas: n } => format!("{} falls short by {}.", u(unit), areas(n)),
            Event::Follows { unit, to } => format!("{} follows to {}.", u(unit), s(to)),
            Event::Advanced { unit, from, to, price } => {
                let cost = if price > 0 { format!(" for {}", points(price)) } else { String::new() };
                format!("{} advances from {} to {}{cost}.", u(unit), s(from), s(to))
            }
            Event::CounterAttack { space, method } => {
                format!("The Commissar orders a counter-attack in {}, by {}.", s(space), method.word())
            }
            Event::Continued { side, space, price } => {
                format!(
                    "The {} side continues the battle in {} for {}.",
                    side.name(),
                    s(space),
                    points(price)
                )
            }
            Event::Passed { side } => format!("The {} side does not continue.", side.name()),
            Event::Tries { unit, price } => format!("{} tries to recover for {}.", u(unit), points(price)),
            Event::Recovery { unit, die, success } => {
                let what = if success { "recovers" } else { "stays disrupted" };
                format!("{} rolls {die} and {what}.", u(unit))
            }
            Event::Swapped { unit, one, other } => {
                format!("{} changes boxes with {} and {}.", u(unit), u(one), u(other))
            }
            Event::Bought { unit, reduced, price } => {
                let strength = if reduced { "reduced" } else { "at full strength" };
                format!("{} is bought {strength} for {}.", u(unit), points(price))
            }
            Event::Enters { unit, to } => format!("{} enters in {}.", u(unit), s(to)),
            Event::Rebuilt { unit, price } => {
                format!("{} is rebuilt to full strength for {}.", u(unit), points(price))
            }
            Event::Held { side, held, of } => {
                format!("The {} side holds {held} of its {of} objectives.", side.name())
            }
            Event::Victory { victory } => format!("{}.", victory.says()),
        }
    }
}

fn areas(n: u8) -> String {
    if n == 1 { "one area".to_owned() } else { format!("{n} areas") }
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The method as a heading.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::Odds => "Odds",
        Method::Differential => "Differential",
    }
}
