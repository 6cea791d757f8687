//! The words of the journal, once. `@9` is a space and `#g-pol-1` a piece; clients show their names.

use board::{Member, Space};
use kit::{Manner, telling};
use view::{Line, March, Name, Opens, Rank};

use crate::{
    event::{Event, RandomModifier},
    m08_advantage::Use,
    m13_direct_fire::Modifier,
    m16_close_combat::CloseResult,
    tables::{PartisanResult, Side, Tables, Unit, Units},
};

/// What a fact is, beyond its words: what it opens, what came of a throw, who went where, who is lost.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let id = |unit: Unit| t.counter(unit).id.clone();
    let march = |unit: Unit, verb: &str, from: Space, to: Space, cost: u8| {
        let march = March::step(&id(unit), verb, t.graph.id(from), t.graph.id(to), 2 * u16::from(cost));
        Line { march: Some(march), ..Line::default() }
    };
    let opens = |opens: Opens| Line { opens, ..Line::default() };
    let result = |result: i32| Line { result: Some(result), ..Line::default() };
    match event {
        Event::Turn { turn } => opens(Opens::turn(turn)),
        Event::Partisans => opens(Opens::phase("partisans")),
        Event::Impulse { .. } => opens(Opens::phase("impulse")),
        Event::CloseCombatPhase { .. } => opens(Opens::phase("close-combat")),
        Event::EndPhase => opens(Opens::phase("end")),
        Event::Moved { unit, from, to, cost } => march(unit, "go", from, to, cost),
        Event::Retreats { unit, from, to } => march(unit, "retreat", from, to, 0),
        Event::Result { margin } => result(i32::from(margin)),
        Event::CloseResult { result: it, .. } => result(it as i32),
        Event::Eliminated { unit } | Event::Partisan { unit, result: PartisanResult::Eliminated, .. } => {
            Line { lost: vec![id(unit)], ..Line::default() }
        }
        _ => Line::default(),
    }
}

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| Some(t.counter(unit).side);
    let plain = |side: Option<Side>| (Rank::Fact, side, Vec::new());
    let detail = |side: Option<Side>, dice: Vec<u8>| (Rank::Detail, side, dice);
    match event {
        Event::Bidding | Event::SetUp => (Rank::Heading, None, Vec::new()),
        Event::Turn { .. } | Event::Partisans | Event::CloseCombatPhase { .. } | Event::EndPhase => {
            (Rank::Heading, None, Vec::new())
        }
        Event::Impulse { side, .. } => (Rank::Heading, Some(side), Vec::new()),
        Event::BidDice { dice } => (Rank::Fact, None, dice.to_vec()),
        Event::Partisan { unit, die, .. } => (Rank::Fact, of(unit), vec![die]),
        Event::RandomRolled { dice, .. } => (Rank::Fact, None, dice.to_vec()),
        Event::RandomModified { .. } | Event::Modified { .. } => detail(None, Vec::new()),
        Event::Interdiction { die, .. } | Event::InterdictionCount { die } => {
            (Rank::Fact, Some(Side::German), vec![die])
        }
        Event::Total { dice, .. } => detail(None, dice.to_vec()),
        Event::Result { .. } => plain(None),
        Event::FriendlyFire { die, .. } => (Rank::Fact, None, vec![die]),
        Event::Logistics { die, .. } => (Rank::Fact, Some(Side::Soviet), vec![die]),
        Event::CloseDie { lead, die, .. } => (Rank::Fact, of(lead), vec![die]),
        Event::Lost { unit, .. } => detail(of(unit), Vec::new()),
        Event::GunUsed { gun } => detail(of(gun), Vec::new()),
        Event::Control { side, .. } => detail(Some(side), Vec::new()),
        Event::AdvantageSpent { side, .. }
        | Event::AdvantageTo { side }
        | Event::AllArrived { side, .. }
        | Event::Activated { side, .. }
        | Event::Passed { side }
        | Event::Seized { side, .. } => plain(Some(side)),
        Event::Placed { unit, .. }
        | Event::Regrouped { unit, .. }
        | Event::Arrived { unit, .. }
        | Event::GunReady { unit }
        | Event::Delayed { unit }
        | Event::Infiltrates { unit }
        | Event::Moved { unit, .. }
        | Event::DefenderLeads { unit }
        | Event::SufferingLead { unit }
        | Event::Committed { unit }
        | Event::Retreats { unit, .. }
        | Event::Withdraws { unit, .. }
        | Event::Accepts { unit, .. }
        | Event::Eliminated { unit }
        | Event::Screened { unit }
        | Event::Designated { unit, .. }
        | Event::Redeployed { unit, .. } => plain(of(unit)),
        Event::CloseResult { target, .. } => plain(of(target)),
        Event::Fires { lead, .. } => plain(of(lead)),
        Event::Bombards { gun, .. } => plain(of(gun)),
        Event::Stubborn { .. } | Event::StubbornRemoved { .. } | Event::Interdicts => {
            plain(Some(Side::German))
        }
        _ => plain(None),
    }
}

telling!(|t, space| t.graph.id(space));

impl Telling<'_> {
    fn units(&self, units: Units) -> String {
        view::list(&units.iter().map(|unit| self.unit(unit)).collect::<Vec<_>>())
    }

    fn says(&self, event: Event) -> String {
        let (unit, at) = (|it| self.unit(it), |it| self.at(it));
        match event {
            Event::Bid { bid } => format!("The bid is {bid}."),
            Event::Bids { first, second } => format!("The bids are opened: {first} and {second}."),
            Event::BidDice { dice } => format!("Equal bids: {} against {}.", dice[0], dice[1]),
            Event::Sides { winner, wanted, bid } => {
                let player = ["first", "second"][usize::from(winner)];
                let times = count(usize::from(bid), "time");
                format!(
                    "The {player} player is {}; the other may Seize the Initiative {times}.",
                    wanted.name()
                )
            }
            Event::Seized { side, left } => match left {
                0 => format!("{} seizes the initiative for the last time.", side.name()),
                _ => {
                    let more = count(usize::from(left), "more time");
                    format!("{} seizes the initiative, and may do so {more}.", side.name())
                }
            },
            Event::Bidding => "Choosing sides".to_owned(),
            Event::SetUp => "Set-up: the garrison of Cholm".to_owned(),
            Event::Placed { unit: u, to } => format!("{} is set up in {}.", unit(u), at(to)),
            Event::Partisans => "The night of 18 January: partisans in Cholm".to_owned(),
            Event::Partisan { unit: u, result, .. } => match result {
                PartisanResult::Eliminated => format!("{} is wiped out by partisans.", unit(u)),
                PartisanResult::Committed => format!("{} is shaken by partisans: Committed.", unit(u)),
                PartisanResult::None => format!("{} beats the partisans off.", unit(u)),
            },
            Event::Turn { turn } => {
                let date = &self.t.scenario.scenario.dates[usize::from(turn) - 1];
                format!("Turn {turn} · {date}")
            }
            Event::Regrouped { unit: u, to } => {
                let losses = count(usize::from(self.t.scenario.regrouping.losses_for_one), "lost unit");
                format!("{} appears in {} in place of {losses}.", unit(u), at(to))
            }
            Event::AdvantageSpent { side, use_ } => {
                format!("{} spends the Advantage: {}.", side.name(), use_words(use_))
            }
            Event::AdvantageTo { side } => format!("The Advantage passes to the {}.", side.name()),
            Event::RandomModified { what, by } => format!("{by:+} {}", random_words(what)),
            Event::RandomRolled { total, group, .. } => match group {
                Some(group) => format!("Random reinforcements: {total}, group {}.", group.letter()),
                None => format!("Random reinforcements: {total}, none."),
            },
            Event::ComesInstead { group, instead } => {
                format!("Group {} cannot come; group {} comes instead.", group.letter(), instead.letter())
            }
            Event::NothingComes { group } => {
                format!("Group {} cannot come, and nothing comes instead.", group.letter())
            }
            Event::Interdicts => "The Stuka flies against the Soviet approach roads.".to_owned(),
            Event::Interdiction { success: true, .. } => "The interdiction succeeds.".to_owned(),
            Event::Interdiction { success: false, .. } => "The interdiction has no effect.".to_owned(),
            Event::InterdictionCount { die } => {
                format!("Only {} may arrive now.", count(usize::from(die), "Soviet ground unit"))
            }
            Event::Arrived { unit: u, to } => format!("{} arrives in {}.", unit(u), at(to)),
            Event::AllArrived { side, count, to } => {
                format!("{count} {} units arrive in {}.", side.name(), at(to))
            }
            Event::GunReady { unit: u } => format!("{} is ready in the Artillery box.", unit(u)),
            Event::Delayed { unit: u } => format!("{} is delayed until next turn.", unit(u)),
            Event::Impulse { side, number } => format!("{} impulse {number}", side.name()),
            Event::Night => "Night falls until the end of the turn.".to_owned(),
            Event::Stubborn { at: space } => format!("Stubborn Defense in {}.", at(space)),
            Event::StubbornRemoved { at: space } => {
                format!("The Stubborn Defense marker leaves {}.", at(space))
            }
            Event::Activated { side, space } => format!("{} activates {}.", side.name(), at(space)),
            Event::Passed { side } => format!("{} passes.", side.name()),
            Event::BothPassed => "Both sides have passed: the phase is over.".to_owned(),
            Event::PhaseCutShort => "Supplies fail: the phase is over.".to_owned(),
            Event::Infiltrates { unit: u } => format!("{} infiltrates.", unit(u)),
            Event::Moved { unit: u, from, to, cost } => {
                format!("{} moves from {} to {} ({cost} MP).", unit(u), at(from), at(to))
            }
            Event::Control { space, side } => format!("{} takes control of {}.", side.name(), at(space)),
            Event::Fires { lead, firers, target } => {
                let mut others = firers;
                others.remove(lead);
                let with =
                    if others.is_empty() { String::new() } else { format!(" with {}", self.units(others)) };
                format!("{} leads{with}: fire at {}.", unit(lead), at(target))
            }
            Event::Bombards { gun, target } => format!("{} bombards {}.", unit(gun), at(target)),
            Event::DefenderLeads { unit: u } => format!("{} leads the defence.", unit(u)),
            Event::SufferingLead { unit: u } => format!("{} suffers first under its own guns.", unit(u)),
            Event::Total { attacks, total, .. } => {
                format!("{} total {total}", if attacks { "Attack" } else { "Defence" })
            }
            Event::Modified { what, by } => format!("{by:+} {}", self.modifier(what)),
            Event::Result { margin } if margin > 0 => {
                format!("Success by {margin}: {}.", count(margin as usize, "casualty point"))
            }
            Event::Result { .. } => "The fire has no effect.".to_owned(),
            Event::Committed { unit: u } => format!("{} is Committed.", unit(u)),
            Event::Retreats { unit: u, from, to } => {
                format!("{} is driven from {} and retreats to {}.", unit(u), at(from), at(to))
            }
            Event::Withdraws { unit: u, from, to } => {
                format!("{} withdraws from {} to {} of its own will.", unit(u), at(from), at(to))
            }
            Event::Eliminated { unit: u } => format!("{} is eliminated.", unit(u)),
            Event::Lost { unit: u, permanent: true } => format!("{} is lost for good.", unit(u)),
            Event::Lost { unit: u, permanent: false } => {
                format!("{} goes to the losses that may regroup.", unit(u))
            }
            Event::Rubble { space, heavy: false } => format!("{} lies in Rubble.", at(space)),
            Event::Rubble { space, heavy: true } => format!("{} lies in Heavy Rubble.", at(space)),
            Event::GunUsed { gun } => format!("{} is used for this turn.", unit(gun)),
            Event::FriendlyFire { points: 0, .. } => "No friendly fire.".to_owned(),
            Event::FriendlyFire { points, .. } => {
                format!("Friendly fire: {}.", count(usize::from(points), "casualty point"))
            }
            Event::Logistics { total, ends: true, .. } => {
                format!("Logistics Roll {total}: the phase would end.")
            }
            Event::Logistics { total, ends: false, .. } => {
                format!("Logistics Roll {total}: the phase goes on.")
            }
            Event::CloseCombatPhase { spaces: 0 } => "Close Combat Phase · nothing is contested".to_owned(),
            Event::CloseCombatPhase { spaces } => format!("Close Combat Phase · {spaces} contested"),
            Event::Combat { space } => format!("Close Combat in {}.", at(space)),
            Event::Screened { unit: u } => format!("{} is screened.", unit(u)),
            Event::Designated { unit: u, target, support: false } => {
                format!("{} attacks {}.", unit(u), unit(target))
            }
            Event::Designated { unit: u, target, support: true } => {
                format!("{} supports the attack on {}.", unit(u), unit(target))
            }
            Event::Accepts { unit: u, target } => {
                format!("{} takes the attack in place of {}.", unit(u), unit(target))
            }
            Event::CloseDie { lead, target, total, .. } => {
                format!("{} against {}: {total}.", unit(lead), unit(target))
            }
            Event::CloseResult { target, result } => match result {
                CloseResult::None => format!("{} stands.", unit(target)),
                CloseResult::Retreat => format!("{} must retreat.", unit(target)),
                CloseResult::Eliminated => format!("{} is struck down.", unit(target)),
            },
            Event::EndPhase => "End Phase".to_owned(),
            Event::Redeployed { unit: u, from, to } => {
                format!("{} is redeployed from {} to {}.", unit(u), at(from), at(to))
            }
            Event::Victory { victory } => format!("{}.", victory.says()),
        }
    }

    fn modifier(&self, what: Modifier) -> String {
        modifier_words(what, |it| self.unit(it))
    }
}

/// A modifier in a few words; the caller says how units are named.
pub fn modifier_words(what: Modifier, unit: impl Fn(Unit) -> String) -> String {
    match what {
        Modifier::Lead(lead) => format!("{} leads", unit(lead)),
        Modifier::Gun(gun) => unit(gun),
        Modifier::MoreUnits(n) => count(usize::from(n), "more unit"),
        Modifier::Integrity => "same organisation".to_owned(),
        Modifier::Pioneers => "pioneers in the town".to_owned(),
        Modifier::ArmorInOpen => "armor in the open".to_owned(),
        Modifier::InfantryAtArmor => "infantry fires at armor".to_owned(),
        Modifier::Terrain(terrain) => terrain.word().to_owned(),
        Modifier::Rubble => "rubble".to_owned(),
        Modifier::HeavyRubble => "heavy rubble".to_owned(),
        Modifier::Night => "night".to_owned(),
        Modifier::Stubborn => "stubborn defense".to_owned(),
        Modifier::AcrossRiver => "across the river".to_owned(),
        Modifier::Stronger => "stronger than the target".to_owned(),
        Modifier::Weaker => "weaker than the target".to_owned(),
        Modifier::Support(n) => format!("{n} in support"),
        Modifier::DefendedTown => "the target holds the town".to_owned(),
        Modifier::DefendedRubble => "the target holds the rubble".to_owned(),
        Modifier::InfantryAtArmorClose => "infantry close to armor".to_owned(),
        Modifier::Passed => "the Soviet has passed".to_owned(),
    }
}

fn use_words(use_: Use) -> &'static str {
    match use_ {
        Use::Random => "the random reinforcement roll",
        Use::Night => "Night",
        Use::Stubborn => "Stubborn Defense",
        Use::Logistics => "the phase goes on",
        Use::Infiltrate => "infiltration",
        Use::Redeploy => "redeployment",
    }
}

fn random_words(what: RandomModifier) -> String {
    match what {
        RandomModifier::Advantage(side) => format!("{} Advantage", side.name()),
        RandomModifier::Airfield => "the Flugfeld is in German hands".to_owned(),
        RandomModifier::ZoneD => "Zone D is in Soviet hands".to_owned(),
    }
}

/// `1 unit`, `3 units`.
pub fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// `1 movement point`, `3 movement points`.
pub fn points(n: u8) -> String {
    count(usize::from(n), "movement point")
}

/// A counter's name for labels.
pub fn unit_name(t: &Tables, unit: Unit) -> Name {
    t.counters[unit.index()].name.clone()
}
