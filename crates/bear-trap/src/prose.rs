//! The words of the journal, once. `@2317` is a hex and `#ru-btr01` a piece; clients show their names.

use kit::{Manner, telling};
use view::{Line, March, Name, Opens, Rank};

use crate::{
    event::{Event, Who},
    m06_direct_fire::Modifier,
    m06_indirect_fire::Gun,
    odds::came,
    refusal::Halves,
    state::Level,
    tables::{EventKind, Marker, Side, Tables, Unit},
};

/// What a fact is, beyond its words: what it opens, what came of a throw, who went where, who is lost.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let id = |unit: Unit| t.counter(unit).id.clone();
    let opens = |opens: Opens| Line { opens, ..Line::default() };
    let result = |result: i32| Line { result: Some(result), ..Line::default() };
    let either = |good: bool, [no, yes]: [i32; 2]| result(if good { yes } else { no });
    match event {
        Event::Turn { turn } => opens(Opens::turn(turn)),
        Event::MarkerPlayed { .. } => opens(Opens::phase("marker")),
        Event::Bonus { .. } => opens(Opens::phase("bonus")),
        Event::EndPhase => opens(Opens::phase("end")),
        Event::Moved { unit, from, to, cost } => {
            let march = March::step(&id(unit), "go", t.id(from), t.id(to), cost.into());
            Line { march: Some(march), ..Line::default() }
        }
        Event::Faced { unit, .. } => Line { march: Some(March::turn(&id(unit))), ..Line::default() },
        Event::FireDie { hit: false, .. } => result(came::MISSED),
        Event::StatusBecomes { .. } => result(came::SHAKEN),
        Event::Eliminated { unit } => Line { lost: vec![id(unit)], ..result(came::ELIMINATED) },
        Event::Wreck { .. } => result(came::WRECKED),
        Event::AssaultDie { won, .. } => either(won, came::ASSAULT),
        Event::ObstacleDie { removed, .. } => either(removed, came::OBSTACLE),
        Event::MissionDie { stands: true, .. } => result(came::MISSION[2]),
        Event::MissionDie { over, .. } => either(!over, [came::MISSION[0], came::MISSION[1]]),
        Event::StrikeDie { hit, .. } => either(hit, came::STRIKE),
        _ => Line::default(),
    }
}

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| Some(t.side(unit));
    let whose = |who: Who| match who {
        Who::Unit(unit) => of(unit),
        Who::Unseen(side) => Some(side),
    };
    let plain = |side: Option<Side>| (Rank::Fact, side, Vec::new());
    let rolled = |side: Option<Side>, dice: &[u8]| (Rank::Fact, side, dice.to_vec());
    let detail = |side: Option<Side>| (Rank::Detail, side, Vec::new());
    match event {
        Event::Turn { .. } | Event::EndPhase => (Rank::Heading, None, Vec::new()),
        Event::MarkerPlayed { marker } => (Rank::Heading, Some(marker.side()), Vec::new()),
        Event::Bonus { side, die } => (Rank::Heading, Some(side), vec![die]),
        Event::Modified { .. } => detail(None),
        Event::Control { side, .. } => detail(Some(side)),
        Event::Activated { unit } | Event::Faced { unit, .. } => detail(of(unit)),
        Event::BuratinoTaken { .. } | Event::LaterForce | Event::Released => plain(Some(Side::Russian)),
        Event::BuratinoWorth { die } => rolled(Some(Side::Chechen), &[die]),
        Event::DrawCount { dice, n, .. } => rolled(Some(Side::Chechen), &dice[..usize::from(n).min(3)]),
        Event::Drawn { unit }
        | Event::Placed { unit, .. }
        | Event::ExchangedFor { unit }
        | Event::Returned { unit }
        | Event::Replaced { unit }
        | Event::BroughtBack { unit, .. }
        | Event::Entered { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Reversed { unit, .. }
        | Event::OutOfSight { unit, .. }
        | Event::ChangedLevel { unit, .. }
        | Event::SniperCaught { unit, .. }
        | Event::Loaded { unit, .. }
        | Event::Unloaded { unit, .. }
        | Event::Mounted { unit, .. }
        | Event::Supports { unit }
        | Event::Exited { unit }
        | Event::Eliminated { unit }
        | Event::Clears { unit, .. }
        | Event::Spots { unit, .. } => plain(of(unit)),
        Event::StatusBecomes { unit, .. } | Event::Joins { unit, .. } | Event::Storms { unit, .. } => {
            plain(whose(unit))
        }
        Event::InterdictionDie { unit, die, .. } | Event::StrikeUnitDie { unit, die, .. } => {
            rolled(whose(unit), &[die])
        }
        Event::ReturnedUnseen | Event::Blocked { .. } | Event::BlockReplaced => plain(Some(Side::Chechen)),
        Event::DudayevLeaves => plain(Some(Side::Chechen)),
        Event::PlacedUnseen { side }
        | Event::BroughtBackUnseen { side }
        | Event::Desperation { side }
        | Event::FiresAtUnseen { side, .. }
        | Event::ClearsUnseen { side, .. }
        | Event::ShellsUnseen { side, .. }
        | Event::SpotsUnseen { side, .. } => plain(Some(side)),
        Event::Replacements { side, die, .. }
        | Event::Snafu { side, die }
        | Event::SnafuRepeat { side, die } => rolled(Some(side), &[die]),
        Event::EventDice { dice, .. } => rolled(None, &dice),
        Event::Initiative { dice, side } => rolled(side, &dice),
        Event::FirstInitiative => plain(Some(Side::Russian)),
        Event::MarkerLost { marker } | Event::Kept { marker } | Event::Added { marker } => {
            plain(Some(marker.side()))
        }
        Event::ReturnDie { die } | Event::ActivationDie { die } => rolled(Some(Side::Chechen), &[die]),
        Event::Fires { firer, .. } => plain(whose(firer)),
        Event::FiresAt { firer, .. } => plain(of(firer)),
        Event::FireDie { target, die, .. } | Event::HitDie { target, die } => {
            rolled(whose(target).map(Side::enemy), &[die])
        }
        Event::DudayevDead { die } => rolled(Some(Side::Russian), &[die]),
        Event::HotelDie { side, die, .. } => rolled(Some(side), &[die]),
        Event::ObstacleDie { die, .. } | Event::Scatter { die, .. } => rolled(None, &[die]),
        Event::MissionDie { die, .. } | Event::StrikeDie { die, .. } => rolled(Some(Side::Russian), &[die]),
        Event::Shells { gun: Gun::OnMap(unit), .. } => plain(of(unit)),
        Event::Shells { .. } => plain(Some(Side::Russian)),
        Event::Assaults { side, .. } => plain(Some(side)),
        Event::AssaultDie { die, .. } => rolled(None, &[die]),
        Event::NoEvent
        | Event::Score { .. }
        | Event::Victory { .. }
        | Event::Rubble { .. }
        | Event::Wreck { .. }
        | Event::ObstacleGone { .. } => plain(None),
    }
}

telling!(|t, space| t.id(space));

impl Telling<'_> {
    /// A unit at the beginning of a sentence, as far as the reader may know it.
    fn who(&self, who: Who) -> String {
        match who {
            Who::Unit(unit) => self.unit(unit),
            Who::Unseen(side) => format!("A {} unit", side.name()),
        }
    }

    fn says(&self, event: Event) -> String {
        let (unit, who, at) = (|it| self.unit(it), |it| self.who(it), |it| self.at(it));
        match event {
            Event::BuratinoTaken { taken: true } => {
                format!(
                    "The Russian brings {}.",
                    amount(self.t.batteries.buratino, "Buratino battery", "Buratino batteries")
                )
            }
            Event::BuratinoTaken { taken: false } => "The Russian leaves the Buratino at home.".to_owned(),
            Event::BuratinoWorth { die } => format!("Their use is worth {} to the Chechen.", points(die)),
            Event::Turn { turn } => {
                let name = &self.t.scenarios.turns.names[usize::from(turn) - 1];
                format!("Turn {turn} · {name}")
            }
            Event::DrawCount { total: 0, .. } => "No Chechen unit is drawn.".to_owned(),
            Event::DrawCount { total, all, .. } => {
                let drawn = if total == 1 { "unit is drawn" } else { "units are drawn" };
                let left = if all { ", all there are" } else { "" };
                format!("{} Chechen {drawn}{left}.", capital(&number(total)))
            }
            Event::Drawn { unit: u } => format!("{} is drawn.", unit(u)),
            Event::Placed { unit: u, at: hex, level } => {
                format!("{} appears in {}{}.", unit(u), at(hex), upstairs(level))
            }
            Event::PlacedUnseen { side } => format!("A {} unit is placed.", side.name()),
            Event::Blocked { at: hex } => format!("A roadblock goes up in {}.", at(hex)),
            Event::ExchangedFor { unit: u } => format!("{} goes back into the cup instead.", unit(u)),
            Event::Returned { unit: u } => format!("{} fits nowhere and goes back into the cup.", unit(u)),
            Event::ReturnedUnseen => "A unit goes back into the cup.".to_owned(),
            Event::DudayevLeaves => "Dudayev leaves the city.".to_owned(),
            Event::Replacements { side, total, buildings, .. } => {
                let buildings = match buildings {
                    0 => String::new(),
                    1 => ", one of them for a building".to_owned(),
                    n => format!(", {n} of them for buildings"),
                };
                format!("{} replacements: {total}{buildings}.", side.name())
            }
            Event::Replaced { unit: u } => format!("{} comes back.", unit(u)),
            Event::BlockReplaced => "A roadblock comes back to the supply.".to_owned(),
            Event::LaterForce => "The second column of the 131st Brigade is at hand.".to_owned(),
            Event::EventDice { dice, kind } => {
                format!("Random event {}: {}.", dice[0] + dice[1], event_words(kind))
            }
            Event::NoEvent => "The event has no effect.".to_owned(),
            Event::Desperation { side } => {
                format!("{} desperation: bonus activations after the last marker.", side.name())
            }
            Event::Snafu { side, .. } => format!("Snafu: the {} side loses a marker this turn.", side.name()),
            Event::SnafuRepeat { side, .. } => {
                format!("Snafu for the {} side again: it suffers that only once.", side.name())
            }
            Event::MarkerLost { marker } => {
                format!("The {} marker is lost for this turn.", marker_words(marker))
            }
            Event::ReturnDie { die: 1 } => "One fallen unit may come back.".to_owned(),
            Event::ReturnDie { die } => format!("Up to {die} fallen units may come back."),
            Event::BroughtBack { unit: u, at: hex } => format!("{} is back, in {}.", unit(u), at(hex)),
            Event::BroughtBackUnseen { side } => format!("A fallen {} unit is back.", side.name()),
            Event::Initiative { dice, side: Some(side) } => {
                format!("Initiative {} against {}: {}.", dice[0], dice[1], side.name())
            }
            Event::Initiative { dice, side: None } => {
                format!("Initiative {} against {}: again.", dice[0], dice[1])
            }
            Event::FirstInitiative => "The Russian has the initiative on the first turn.".to_owned(),
            Event::Kept { marker } => {
                format!("The {} marker is kept and played first.", marker_words(marker))
            }
            Event::Added { marker } => format!("The {} marker goes into the cup.", marker_words(marker)),
            Event::MarkerPlayed { marker } => format!("Marker · {}", marker_words(marker)),
            Event::ActivationDie { die: 0 } => "No Chechen unit may act.".to_owned(),
            Event::ActivationDie { die: 1 } => "One Chechen unit may act.".to_owned(),
            Event::ActivationDie { die } => format!("{die} Chechen units may act."),
            Event::Bonus { side, die: 1 } => format!("{} desperation · one bonus activation", side.name()),
            Event::Bonus { side, die } => format!("{} desperation · {die} bonus activations", side.name()),
            Event::Activated { unit: u } => format!("{} is activated.", unit(u)),
            Event::Entered { unit: u, at: hex, cost } => {
                format!("{} enters at {} ({} MP).", unit(u), at(hex), Halves(cost))
            }
            Event::Moved { unit: u, from, to, cost } => {
                format!("{} moves from {} to {} ({} MP).", unit(u), at(from), at(to), Halves(cost))
            }
            Event::Reversed { unit: u, to } => format!("{} backs into {}.", unit(u), at(to)),
            Event::ChangedLevel { unit: u, level: Level::Upper } => format!("{} goes upstairs.", unit(u)),
            Event::ChangedLevel { unit: u, level: Level::Ground } => format!("{} comes downstairs.", unit(u)),
            Event::Faced { unit: u, side } => {
                let way =
                    ["north", "north-east", "south-east", "south", "south-west", "north-west"][side.index()];
                format!("{} turns to the {way}.", unit(u))
            }
            Event::OutOfSight { unit: u, from } => {
                format!("{} moves from {} out of sight.", unit(u), at(from))
            }
            Event::SniperCaught { unit: u, at: hex } => {
                format!("{} is caught alone in {}.", unit(u), at(hex))
            }
            Event::Loaded { unit: u, vehicle } => format!("{} gets into {}.", unit(u), unit(vehicle)),
            Event::Unloaded { unit: u, at: hex } => format!("{} gets off in {}.", unit(u), at(hex)),
            Event::Mounted { unit: u, tank } => format!("{} climbs onto {}.", unit(u), unit(tank)),
            Event::Supports { unit: u } => format!("{} supports the others with aimed fire.", unit(u)),
            Event::Exited { unit: u } => format!("{} leaves the city eastward.", unit(u)),
            Event::InterdictionDie { unit: u, hit: true, .. } => {
                format!("{} is caught by the interdiction and stopped.", who(u))
            }
            Event::InterdictionDie { unit: u, hit: false, .. } => {
                format!("{} gets through the interdiction.", who(u))
            }
            Event::StatusBecomes { unit: u, status } => format!("{} is {}.", who(u), status.name()),
            Event::Released => "The columns are under attack: all restrictions end.".to_owned(),
            Event::Control { at: hex, side } => format!("{} is in {} hands.", at(hex), side.name()),
            Event::EndPhase => "End phase".to_owned(),
            Event::Score { russian, chechen, last } => {
                let when = if last { "The final score" } else { "The score so far" };
                format!("{when}: Russian {}, Chechen {}.", half_points(russian), half_points(chechen))
            }
            Event::Victory { victory } => format!("{} victory.", victory.winner.name()),
            Event::Fires { firer, target } => {
                let sight = if let Who::Unseen(_) = firer { " out of sight" } else { "" };
                format!("{}{sight} fires at {}.", who(firer), unit(target))
            }
            Event::FireDie { target, total, factor, hit, .. } => {
                let result = if hit { "hit" } else { "missed" };
                format!("{} is {result}: {total} against {factor}.", who(target))
            }
            Event::Modified { what, by } => format!("{by:+} {}", modifier_words(what)),
            Event::HitDie { target: Who::Unit(u), die } => format!("The second die for {}: {die}.", unit(u)),
            Event::HitDie { target: Who::Unseen(side), die } => {
                format!("The second die for a {} unit: {die}.", side.name())
            }
            Event::Eliminated { unit: u } => format!("{} is eliminated.", unit(u)),
            Event::DudayevDead { die } => {
                format!("Dudayev is dead: {} to the Russian.", points(die))
            }
            Event::Rubble { hex } => format!("{} falls into rubble.", at(hex)),
            Event::Wreck { hex } => format!("A wreck bars {}.", at(hex)),
            Event::HotelDie { points: 0, .. } => "Nobody in the hotels saw it.".to_owned(),
            Event::HotelDie { points: n, side, .. } => {
                format!("Reporters saw it: {} to the {} side.", points(n), side.name())
            }
            Event::FiresAt { firer, hex } => format!("{} fires at the obstacle in {}.", unit(firer), at(hex)),
            Event::FiresAtUnseen { side, hex } => {
                format!("A {} unit out of sight fires at the obstacle in {}.", side.name(), at(hex))
            }
            Event::ObstacleDie { removed: true, .. } => "It is blown apart.".to_owned(),
            Event::ObstacleDie { removed: false, .. } => "It holds.".to_owned(),
            Event::Clears { unit: u, hex } => format!("{} goes to clear {}.", unit(u), at(hex)),
            Event::ClearsUnseen { side, hex } => {
                format!("A {} unit out of sight goes to clear {}.", side.name(), at(hex))
            }
            Event::ObstacleGone { hex, wreck: false } => format!("The roadblock in {} is gone.", at(hex)),
            Event::ObstacleGone { hex, wreck: true } => format!("The wreck in {} is gone.", at(hex)),
            Event::Shells { gun, hex, spotted } => {
                let who = match gun {
                    Gun::OnMap(u) => format!("{} shells", unit(u)),
                    Gun::Artillery => "A battery shells".to_owned(),
                    Gun::Interdiction => "A battery interdicts".to_owned(),
                    Gun::Buratino => "The Buratino strikes".to_owned(),
                };
                format!("{who} {}{}.", at(hex), unspotted(spotted))
            }
            Event::ShellsUnseen { side, hex, spotted } => {
                format!("A {} unit out of sight shells {}{}.", side.name(), at(hex), unspotted(spotted))
            }
            Event::Spots { unit: u, hex } => format!("{} spots {}.", unit(u), at(hex)),
            Event::SpotsUnseen { side, hex } => {
                format!("A {} leader out of sight spots {}.", side.name(), at(hex))
            }
            Event::Scatter { scatters: true, .. } => "The fire scatters.".to_owned(),
            Event::Scatter { scatters: false, .. } => "The fire lands.".to_owned(),
            Event::MissionDie { hex, total, stands: true, .. } => {
                format!("Mission roll {total}: {} and the hexes around it are under fire.", at(hex))
            }
            Event::MissionDie { total, over: true, .. } => {
                format!("Mission roll {total}: it fails, and there will be no other.")
            }
            Event::MissionDie { total, .. } => format!("Mission roll {total}: it fails."),
            Event::StrikeDie { hex, total, factor, hit, .. } => {
                let result = if hit { "hit" } else { "spared" };
                format!("{} is {result}: {total} against {factor}.", at(hex))
            }
            Event::StrikeUnitDie { unit: u, stunned: true, .. } => format!("{} is stunned.", who(u)),
            Event::StrikeUnitDie { unit: u, stunned: false, .. } => format!("{} is unhurt.", who(u)),
            Event::Assaults { side, hex, level } => {
                format!("{} close assault on {}{}.", side.name(), at(hex), upstairs(level))
            }
            Event::Joins { unit: u, gets_off: true } => format!("{} gets off to join.", who(u)),
            Event::Joins { unit: u, gets_off: false } => format!("{} goes in.", who(u)),
            Event::AssaultDie { total, factor, won: true, .. } => {
                format!("The assault succeeds: {total} against {factor}.")
            }
            Event::AssaultDie { total, factor, won: false, .. } => {
                format!("The assault fails: {total} against {factor}.")
            }
            Event::Storms { unit: u, hex } => format!("{} holds {}.", who(u), at(hex)),
        }
    }
}

/// A modifier in a few words.
pub fn modifier_words(what: Modifier) -> String {
    let words = match what {
        Modifier::Numbers(1) => "one attacker more",
        Modifier::Numbers(n) => return format!("{n} attackers more"),
        Modifier::BesideVehicle => "behind its own vehicle",
        Modifier::Moved => "the firer has moved",
        Modifier::FirerSuppressed => "the firer is Suppressed",
        Modifier::FirerPinned => "the firer is Pinned",
        Modifier::Woods => "woods",
        Modifier::TargetHigher => "the target is upstairs",
        Modifier::Fresh => "the target has not acted",
        Modifier::TankFront => "a T-80 hit in front",
        Modifier::Rubble => "rubble",
        Modifier::BuiltUp => "buildings",
        Modifier::Activated => "the target has acted",
        Modifier::FiredOn => "the target was fired on before",
        Modifier::HeavyInOpen => "heavy weapon against men in the open",
        Modifier::TargetLower => "fired from upstairs",
        Modifier::Flank => "hit in the flank",
        Modifier::InfantryRear => "taken from behind",
        Modifier::VehicleRear => "hit in the rear",
        Modifier::ChechenNight => "Chechens at night",
        Modifier::TankAtBuiltUp => "a T-80 fires at buildings",
        Modifier::SniperSupport => "a sniper supports",
        Modifier::TankRider => "the target rides on a tank",
        Modifier::Uphill => "up the stairs",
        Modifier::DefenderInactive => "a defender is Inactive",
        Modifier::DefenderDisrupted => "a defender is Disrupted",
        Modifier::DefenderShaken => "a defender is Suppressed or Pinned",
        Modifier::MissionBuiltUp => "among buildings",
        Modifier::MissionUnspotted => "no spotter",
    };
    words.to_owned()
}

fn unspotted(spotted: bool) -> &'static str {
    if spotted { "" } else { ", unspotted" }
}

fn upstairs(level: Level) -> &'static str {
    if level == Level::Upper { ", upstairs" } else { "" }
}

fn points(n: u8) -> String {
    format!("{n} victory point{}", if n == 1 { "" } else { "s" })
}

/// A small number as a word.
pub fn number(n: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(usize::from(n)).map_or_else(|| n.to_string(), |&word| word.to_owned())
}

/// So many things, in words.
pub fn amount(n: u8, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// The beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Movement points given in halves, in words.
pub fn movement_points(halves: u8) -> String {
    match halves {
        1 => "half a movement point".to_owned(),
        2 => "one movement point".to_owned(),
        _ if halves.is_multiple_of(2) => format!("{} movement points", number(halves / 2)),
        _ => format!("{} movement points", Halves(halves)),
    }
}

/// A score in halves, as players write it.
pub fn half_points(halves: i16) -> String {
    let sign = if halves < 0 { "−" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves.unsigned_abs() % 2);
    match (whole, half) {
        (0, 1) => format!("{sign}½"),
        (whole, 0) => format!("{sign}{whole}"),
        (whole, _) => format!("{sign}{whole}½"),
    }
}

fn event_words(kind: EventKind) -> &'static str {
    match kind {
        EventKind::None => "nothing happens",
        EventKind::ChechenDesperation => "Chechen desperation",
        EventKind::RussianDesperation => "Russian desperation",
        EventKind::Snafu => "snafu",
        EventKind::GodIsGreat => "God is great",
    }
}

fn marker_words(marker: Marker) -> &'static str {
    match marker {
        Marker::Chechen => "Chechen",
        Marker::Artillery => "artillery",
        formation => formation.id(),
    }
}

/// A counter's name for labels.
pub fn unit_name(t: &Tables, unit: Unit) -> Name {
    t.counter(unit).name.clone()
}
