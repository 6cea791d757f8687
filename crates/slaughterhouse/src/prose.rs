//! The words of the journal, once. `@riga` is a location and `#pz4` a piece; clients show their names.

use board::{Member, Space};
use kit::{Manner, telling};
use view::{Line, March, Name, Opens, Rank};

use crate::{
    action::Air,
    event::Event,
    m10_assault::{Duty, Result, Term, What},
    m10_retreats::Why,
    m11_advantage::Use,
    m19_victory::Victory,
    tables::{Leader, Side, Tables, Unit, Units},
};

/// What a fact is, beyond its words: what it opens, what came of a throw, who went where, who is lost.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let id = |unit: Unit| t.counter(unit).id.clone();
    let march = |unit: Unit, verb: &str, from: Space, to: Space| {
        let march = March::step(&id(unit), verb, t.graph.id(from), t.graph.id(to), 0);
        Line { march: Some(march), ..Line::default() }
    };
    let opens = |opens: Opens| Line { opens, ..Line::default() };
    match event {
        Event::Turn { turn } => opens(Opens::turn(turn)),
        Event::Impulse { .. } => opens(Opens::phase("impulse")),
        Event::EndPhase => opens(Opens::phase("end")),
        Event::Moved { unit, from, to } => march(unit, "go", from, to),
        Event::Retreats { unit, from, to, .. } => march(unit, "retreat", from, to),
        Event::Rolled { result, counter, .. } => {
            Line { result: Some(came(result, counter)), ..Line::default() }
        }
        Event::Eliminated { unit } | Event::NoRetreat { unit } => {
            Line { lost: vec![id(unit)], ..Line::default() }
        }
        _ => Line::default(),
    }
}

/// What came of an assault, or of the counter-attack after it, as a number.
pub fn came(result: Result, counter: bool) -> i32 {
    result as i32 + if counter { 10 } else { 0 }
}

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| Some(t.counter(unit).side);
    let his = |leader: Leader| Some(t.officer(leader).side);
    let plain = |side: Option<Side>| (Rank::Fact, side, Vec::new());
    let detail = |side: Option<Side>| (Rank::Detail, side, Vec::new());
    match event {
        Event::Turn { .. } | Event::EndPhase => (Rank::Heading, None, Vec::new()),
        Event::Impulse { side, .. } => (Rank::Heading, Some(side), Vec::new()),
        Event::BidDice { dice } => (Rank::Fact, None, dice.to_vec()),
        Event::WeatherDie { die } | Event::TakeoverDie { die, .. } | Event::EndRoll { die, .. } => {
            (Rank::Fact, None, vec![die])
        }
        Event::Rolled { dice, .. } => (Rank::Fact, None, dice.to_vec()),
        Event::Attack { .. } | Event::Defence { .. } | Event::Dice { .. } => detail(None),
        Event::Control { side, .. } => detail(Some(side)),
        Event::LeaderMoved { leader, .. } => detail(his(leader)),
        Event::LeaderArrived { leader, .. }
        | Event::LeaderGone { leader }
        | Event::LeaderCaught { leader }
        | Event::LeaderOnTrack { leader, .. }
        | Event::LeaderDisplaced { leader, .. }
        | Event::Stationed { leader, .. } => plain(his(leader)),
        Event::Holds { side } => plain(Some(side)),
        Event::Operates { side, .. }
        | Event::Passed { side }
        | Event::ExtraLoss { side }
        | Event::StandsFast { side, .. }
        | Event::CutShort { side }
        | Event::AdvantageUsed { side, .. }
        | Event::AdvantageTo { side, .. } => plain(Some(side)),
        Event::Arrived { unit, .. }
        | Event::Restored { unit, .. }
        | Event::Rebuilt { unit, .. }
        | Event::Redeployed { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Reduced { unit }
        | Event::Eliminated { unit }
        | Event::Retreats { unit, .. }
        | Event::NoRetreat { unit }
        | Event::CounterAttacks { unit, .. }
        | Event::Overruns { unit, .. }
        | Event::Isolated { unit } => plain(of(unit)),
        Event::Assaults { fight, .. } => plain(Some(fight.attacker)),
        Event::Security { .. } | Event::Takeover | Event::Interdicts { .. } => plain(Some(Side::Axis)),
        Event::Partisans { .. } => plain(Some(Side::Soviet)),
        Event::Victory { victory } => plain(Some(victory.side())),
        _ => plain(None),
    }
}

telling!(|t, space| t.graph.id(space));

impl Telling<'_> {
    fn leader(&self, leader: Leader) -> String {
        format!("#{}", self.t.officer(leader).id)
    }

    fn units(&self, units: Units) -> String {
        view::list(&units.iter().map(|unit| self.unit(unit)).collect::<Vec<_>>())
    }

    fn says(&self, event: Event) -> String {
        let (unit, leader, at) = (|it| self.unit(it), |it| self.leader(it), |it| self.at(it));
        match event {
            Event::Bid { side, number } => format!("The bid is {number} for the {} side.", side.name()),
            Event::Bids { first, second } => format!(
                "The bids are opened: {} with {} and {} with {}.",
                first.0.name(),
                first.1,
                second.0.name(),
                second.1
            ),
            Event::BidDice { dice } => format!("Equal bids: {} against {}.", dice[0], dice[1]),
            Event::Sides { first, needed } => {
                format!("The first player is {}; the Axis needs {needed} victory points.", first.name())
            }
            Event::Turn { turn } => {
                format!("Turn {turn}: {}", self.t.scenario.scenario.dates[usize::from(turn) - 1])
            }
            Event::SetUp { units: [axis, soviet] } => {
                format!("{axis} Axis and {soviet} Soviet units stand as the set-up lists them.")
            }
            Event::Holds { side } => format!("The {} side holds the Advantage.", side.name()),
            Event::Surprise { rounds } => {
                let until = count(rounds, "round", "rounds");
                format!(
                    "The attack is a surprise: no Soviet impulse, and none for Finns, Rumanians and Hungarians, for {until}."
                )
            }
            Event::WeatherDie { die } => format!("The weather die shows {die}."),
            Event::WeatherShifted => format!("The die is changed by {}.", self.t.charts.advantage.weather),
            Event::Weather { weather } => format!("The weather is {}.", weather.name()),
            Event::Arrived { unit: it, at: space } => format!("{} arrives in {}.", unit(it), at(space)),
            Event::LeaderArrived { leader: it, at: space } => {
                format!("{} arrives in {}.", leader(it), at(space))
            }
            Event::LeaderGone { leader: it } => format!("{} leaves the game.", leader(it)),
            Event::Restored { unit: it, price } => {
                format!("{} is brought to full strength for {}.", unit(it), count(price, "point", "points"))
            }
            Event::Rebuilt { unit: it, at: space, price } => {
                format!("{} is rebuilt in {} for {}.", unit(it), at(space), count(price, "point", "points"))
            }
            Event::Stationed { leader: it, at: space } => format!("{} goes to {}.", leader(it), at(space)),
            Event::TakeoverDie { early: true, .. } => "Hitler loses patience with his generals.".to_owned(),
            Event::TakeoverDie { early: false, .. } => "The generals keep command for now.".to_owned(),
            Event::Takeover => "Hitler takes command.".to_owned(),
            Event::Security { at: space } => format!("Security troops in {}.", at(space)),
            Event::SecurityGone { at: space } => format!("The Security marker in {} is removed.", at(space)),
            Event::Partisans { at: space } => format!("Partisans in {}.", at(space)),
            Event::PartisansGone { at: space } => format!("The partisans in {} disappear.", at(space)),
            Event::Impulse { side, round } => format!("{} impulse, round {round}", side.name()),
            Event::Interdicts { at: space } => {
                format!("The air force interdicts the railways around {}.", at(space))
            }
            Event::InterdictionOver => "The interdiction is over.".to_owned(),
            Event::Operates { side, at: space } => format!("{} operates from {}.", side.name(), at(space)),
            Event::Redeployed { unit: it, from, to } => {
                format!("{} redeploys from {} to {}.", unit(it), at(from), at(to))
            }
            Event::Passed { side } => format!("{} passes.", side.name()),
            Event::BothPassed => "Both sides have passed: the Impulse Phase ends.".to_owned(),
            Event::Moved { unit: it, from, to } => {
                format!("{} moves from {} to {}.", unit(it), at(from), at(to))
            }
            Event::LeaderMoved { leader: it, to } => format!("{} goes to {}.", leader(it), at(to)),
            Event::LeaderCaught { leader: it } => format!("{} is caught without troops.", leader(it)),
            Event::LeaderOnTrack { leader: it, turn } => {
                format!("{} leaves the map and may return in turn {turn}.", leader(it))
            }
            Event::LeaderDisplaced { leader: it, to } => {
                format!("{} has lost his unit and goes to {}.", leader(it), at(to))
            }
            Event::Control { space, side } => format!("{} controls {}.", side.name(), at(space)),
            Event::Assaults { fight, air } => {
                let mut others = fight.participants;
                others.remove(fight.point);
                let with =
                    if others.is_empty() { String::new() } else { format!(" with {}", self.units(others)) };
                let air = match air {
                    Air::None => "",
                    Air::Focus => "; the air force supports this attack",
                    Air::Spread => "; the air force supports every attack",
                };
                let kind = match fight.duty {
                    Duty::Mandatory => "assaults",
                    Duty::Optional => "joins the battle of",
                    Duty::Here => "attacks in",
                };
                format!("{} {kind} {}{with}{air}.", unit(fight.point), at(fight.area))
            }
            Event::Attack { term } => format!("Attack {:+}: {}.", term.value, self.term(term)),
            Event::Defence { term } => format!("Defence {:+}: {}.", term.value, self.term(term)),
            Event::Dice { term } => format!("Dice {:+}: {}.", term.value, self.term(term)),
            Event::Rolled { dice, modifier, total, result, counter } => {
                let what = if counter { "The counter-attack" } else { "The assault" };
                let outcome = match result {
                    Result::Failure => "fails",
                    Result::Stalemate => "ends in a stalemate",
                    Result::Success => "succeeds",
                };
                let thrown = (dice[0] + dice[1]) as i8;
                let modified = match modifier {
                    0 => thrown.to_string(),
                    _ => format!("{thrown}, modified to {}", thrown + modifier),
                };
                format!("{what} has a total of {total} against {modified}: it {outcome}.")
            }
            Event::Shifted { result } => format!("The battle turns: {}.", result.word()),
            Event::ExtraLoss { side } => {
                let more = count(self.t.charts.advantage.extra_loss, "attrition point", "attrition points");
                format!("The {} side suffers {more} more.", side.name())
            }
            Event::Reduced { unit: it } => format!("{} is reduced.", unit(it)),
            Event::Eliminated { unit: it } => format!("{} is eliminated.", unit(it)),
            Event::Retreats { unit: it, from, to, why } => {
                let how = match why {
                    Why::Beaten => "is beaten and goes back",
                    Why::Success => "has to retreat",
                    Why::Will => "withdraws by choice",
                    Why::Flexibility => "escapes elimination and retreats",
                };
                format!("{} {how} from {} to {}.", unit(it), at(from), at(to))
            }
            Event::NoRetreat { unit: it } => format!("{} has no way out and is eliminated.", unit(it)),
            Event::StandsFast { side, at: space } => {
                format!("The {} side stands fast in {}.", side.name(), at(space))
            }
            Event::CounterAttacks { unit: it, last_stand: true } => {
                format!("{}, overrun, counter-attacks a last time.", unit(it))
            }
            Event::CounterAttacks { unit: it, last_stand: false } => format!("{} counter-attacks.", unit(it)),
            Event::CutShort { side } => format!("The counter-attack ends the {} impulse.", side.name()),
            Event::Overruns { unit: it, to } => format!("{} overruns into {}.", unit(it), at(to)),
            Event::AdvantageUsed { side, use_ } => {
                format!("{} spends the Advantage on {}.", side.name(), use_words(use_))
            }
            Event::AdvantageTo { side, idle: false } => {
                format!("The Advantage goes to the {} side.", side.name())
            }
            Event::AdvantageTo { side, idle: true } => {
                format!("The Advantage was left idle and goes to the {} side.", side.name())
            }
            Event::EndRoll { number, ends: true, .. } => {
                format!("The end roll needs {number} or less: the Impulse Phase would end.")
            }
            Event::EndRoll { number, ends: false, .. } => {
                format!("The end roll needs {number} or less: the Impulse Phase goes on.")
            }
            Event::EndPhase => "End Phase".to_owned(),
            Event::Isolated { unit: it } => format!("{} is cut off.", unit(it)),
            Event::Victory { victory: Victory::ThreeCities } => {
                let cities: Vec<_> = self.t.automatic.iter().map(at).collect();
                format!("The Axis holds {} and wins.", view::list(&cities))
            }
            Event::Victory { victory: Victory::Axis { points } } => {
                format!("The Axis holds {points} victory points and wins.")
            }
            Event::Victory { victory: Victory::Soviet { points } } => {
                format!("The Axis holds {points} victory points, which is not enough: the Soviet side wins.")
            }
        }
    }

    fn term(&self, term: Term) -> String {
        term_words(term.what, |it| self.unit(it), |it| self.leader(it), |it| self.at(it))
    }
}

fn use_words(use_: Use) -> &'static str {
    match use_ {
        Use::Reserve => "a second Active Area",
        Use::Battle => "turning the battle",
        Use::PressOn => "pressing on",
        Use::Stand => "standing fast",
        Use::Replacements => "priority replacements",
        Use::Weather => "a break in the weather",
        Use::Redeploy => "strategic redeployment",
    }
}

/// So many of something: "1 unit", "3 units".
pub fn count<N: std::fmt::Display + PartialEq + From<u8>>(n: N, one: &str, more: &str) -> String {
    if n == N::from(1) { format!("{n} {one}") } else { format!("{n} {more}") }
}

/// What a number in a value stands for.
pub fn term_words(
    what: What,
    unit: impl Fn(Unit) -> String,
    leader: impl Fn(Leader) -> String,
    at: impl Fn(Space) -> String,
) -> String {
    let many = count::<u8>;
    match what {
        What::AttackFactor(it) => format!("attack factor of {}", unit(it)),
        What::CounterFactor(it) => format!("counter-attack factor of {}", unit(it)),
        What::Rating(it) => format!("{} leads", leader(it)),
        What::OtherInfantry(n) => many(n, "more infantry unit", "more infantry units"),
        What::OtherPanzers(n) => many(n, "more panzer group", "more panzer groups"),
        What::Focus => "Air Support for this attack".to_owned(),
        What::Spread => "Air Support for every attack".to_owned(),
        What::Snow => "snow".to_owned(),
        What::Partisans => "partisans".to_owned(),
        What::Ground(space) => format!("the ground of {}", at(space)),
        What::FullInfantry(n) => many(n, "infantry unit at full strength", "infantry units at full strength"),
        What::ReducedInfantry(n) => many(n, "reduced infantry unit", "reduced infantry units"),
        What::FullPanzers(n) => many(n, "panzer group at full strength", "panzer groups at full strength"),
        What::ReducedPanzers(n) => many(n, "reduced panzer group", "reduced panzer groups"),
    }
}

pub fn unit_name(t: &Tables, unit: Unit) -> Name {
    t.counters[unit.index()].name.clone()
}

pub fn leader_name(t: &Tables, leader: Leader) -> Name {
    t.officers[leader.index()].name.clone()
}
