//! The words of the journal, once. `@minsk` is a place and `#pz4` a piece; clients show their names.

use board::Space;
use kit::{Manner, telling};
use view::{Line, March, Opens, Rank};

use crate::{
    event::Event,
    m08_blow::What,
    m08_victory::Victory,
    sequence::How,
    state::Order,
    tables::{Result, Side, Tables, Unit},
};

/// What a fact is, beyond its words: what it opens, what came of a throw, who went where.
pub fn meaning(t: &Tables, event: Event) -> Line {
    let march = |unit: Unit, verb: &str, from: Space, to: Space| {
        let march = March::step(&t.counter(unit).id, verb, t.graph.id(from), t.graph.id(to), 0);
        Line { march: Some(march), ..Line::default() }
    };
    let opens = |opens: Opens| Line { opens, ..Line::default() };
    match event {
        Event::SetUp => opens(Opens::phase("set-up")),
        Event::Turn { turn } => opens(Opens::turn(turn)),
        Event::Disclosure => opens(Opens::phase("disclosure")),
        Event::Operations { .. } => opens(Opens::phase("operations")),
        Event::Opened { .. } => opens(Opens::phase("decision")),
        Event::Moved { unit, how, from, to } => {
            let verb = match how {
                How::Land => "go",
                How::Sea => "sail",
                How::Rail => "go by rail",
            };
            march(unit, verb, from, to)
        }
        Event::Followed { unit, from, to } => march(unit, "follow", from, to),
        Event::Blow { result, .. } => Line { result: Some(result.index() as i32), ..Line::default() },
        Event::Struck { success, .. } => Line { result: Some(i32::from(success)), ..Line::default() },
        _ => Line::default(),
    }
}

/// How loud a fact is told, whose it is, and the dice beside it.
pub fn manner(t: &Tables, event: Event) -> Manner<Side> {
    let of = |unit: Unit| (Rank::Fact, Some(t.side(unit)), Vec::new());
    let plain = |side: Option<Side>| (Rank::Fact, side, Vec::new());
    match event {
        Event::SetUp
        | Event::Turn { .. }
        | Event::Disclosure
        | Event::Operations { .. }
        | Event::Opened { .. } => (Rank::Heading, None, Vec::new()),
        Event::Income { side, .. } | Event::Paid { side, .. } => (Rank::Detail, Some(side), Vec::new()),
        Event::Adds { .. } | Event::Chances { .. } | Event::StrikeChances { .. } => {
            (Rank::Detail, None, Vec::new())
        }
        Event::SidesDice { dice } | Event::Struck { dice, .. } | Event::Blow { dice, .. } => {
            (Rank::Fact, None, dice.to_vec())
        }
        Event::BelgradeDie { die } | Event::BritainDie { die } => (Rank::Fact, None, vec![die]),
        Event::Placed { unit, .. } => (Rank::Detail, Some(t.side(unit)), Vec::new()),
        Event::Moved { unit, .. }
        | Event::Followed { unit, .. }
        | Event::WentOn { unit, .. }
        | Event::Upgraded { unit, .. }
        | Event::Mobilised { unit, .. } => of(unit),
        Event::BidWritten { side, .. }
        | Event::NoBidWritten { side }
        | Event::ServiceWritten { side, .. }
        | Event::SheetWritten { side }
        | Event::Out { side }
        | Event::LaidOpen { side, .. }
        | Event::Scored { side, .. } => plain(Some(side)),
        Event::CardWritten { card, .. } => plain(Some(card.side())),
        Event::HonourWritten { .. } | Event::Told { .. } | Event::FleetSent { .. } => {
            plain(Some(Side::German))
        }
        Event::PlacedAsSuggested
        | Event::DeliveryWritten { .. }
        | Event::ReportWritten { .. }
        | Event::ReportBought
        | Event::Reported { .. }
        | Event::Ordered { .. }
        | Event::FalseAlarm { .. } => plain(Some(Side::Soviet)),
        Event::SideNamed { .. }
        | Event::SidesNamed { .. }
        | Event::Sides { .. }
        | Event::Traded { .. }
        | Event::NothingDelivered
        | Event::Bids { .. }
        | Event::Marker { .. }
        | Event::Annexed { .. }
        | Event::Joined { .. }
        | Event::NeutralForGood { .. }
        | Event::Surprised { .. }
        | Event::Victory { .. } => plain(None),
    }
}

telling!(|t, space| t.graph.id(space));

impl Telling<'_> {
    fn says(&self, event: Event) -> String {
        let (unit, at) = (|it| self.unit(it), |it| self.at(it));
        match event {
            Event::SideNamed { side, number } => {
                format!("The bid is {number} for the {} side.", side.name())
            }
            Event::SidesNamed { first, second } => format!(
                "The bids are opened: {} with {} and {} with {}.",
                first.0.name(),
                first.1,
                second.0.name(),
                second.1
            ),
            Event::SidesDice { dice: [one, other] } => {
                format!("The bids are equal; the dice show {one} and {other}.")
            }
            Event::Sides { first, needed } => {
                format!("The first player is {}; Germany needs a difference of {needed}.", first.name())
            }
            Event::Placed { unit: it, at: space } => format!("{} is placed in {}.", unit(it), at(space)),
            Event::SetUp => "The Soviet set-up".to_owned(),
            Event::PlacedAsSuggested => "The Soviet units are placed as suggested.".to_owned(),
            Event::Turn { turn } => {
                format!("Turn {turn}: {}", self.t.charts.turns.dates[usize::from(turn) - 1])
            }
            Event::Income { side, brps } => format!("{} income: {}.", side.name(), brps_words(brps.into())),
            Event::BidWritten { side, country, brps } => {
                format!("{} bids {brps} on {}.", side.name(), country.name())
            }
            Event::NoBidWritten { side } => format!("{} makes no bid on this line.", side.name()),
            Event::ServiceWritten { side, points, brps } => {
                let what = if side == Side::German { "deception" } else { "intelligence" };
                let points = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
                format!("{} gives {what} {points} for {}.", side.name(), brps_words(brps.into()))
            }
            Event::HonourWritten { honour: true } => "German will honour a delivery.".to_owned(),
            Event::HonourWritten { honour: false } => "German will default on a delivery.".to_owned(),
            Event::DeliveryWritten { brps } => format!("Soviet delivers {}.", brps_words(brps.into())),
            Event::ReportWritten { bought: true } => "Soviet buys a report.".to_owned(),
            Event::ReportWritten { bought: false } => "Soviet buys no report.".to_owned(),
            Event::CardWritten { card, brps: 0 } => {
                format!("The {} card is {}.", card.side().name(), card.name())
            }
            Event::CardWritten { card, brps } => {
                let (side, brps) = (card.side().name(), brps_words(brps.into()));
                format!("The {side} card is now {}, for {brps}.", card.name())
            }
            Event::SheetWritten { side } => format!("The {} sheet is written.", side.name()),
            Event::Disclosure => "The sheets are opened".to_owned(),
            Event::Traded { brps, honoured: true } => {
                let licences = if brps == 1 { "1 licence".to_owned() } else { format!("{brps} licences") };
                format!("A delivery of {} is honoured: {licences}.", brps_words(brps.into()))
            }
            Event::Traded { brps, honoured: false } => format!(
                "Germany defaults on a delivery of {}: Soviet intelligence rises by {brps}, trade has ended.",
                brps_words(brps.into())
            ),
            Event::NothingDelivered => "Nothing is delivered.".to_owned(),
            Event::Bids { country, german, soviet } => {
                format!("Bids on {}: German {german}, Soviet {soviet}.", country.name())
            }
            Event::Marker { country, from, to } => {
                format!("The marker of {} goes from {} to {}.", country.name(), signed(from), signed(to))
            }
            Event::Annexed { country } => format!("{} is annexed.", country.name()),
            Event::Joined { country } => match self.t.land(country) {
                Some(_) => format!("{} joins Germany.", country.name()),
                None => format!("All is quiet in {}.", country.name()),
            },
            Event::NeutralForGood { country } => match self.t.land(country) {
                Some(_) => format!("{} stays neutral for good.", country.name()),
                None => format!("Moscow has a pact in {}.", country.name()),
            },
            Event::ReportBought => "Soviet has bought a report.".to_owned(),
            Event::Told { card } => format!("German lets the report name {}.", card.name()),
            Event::Reported { card } => format!("The report says that the German card is {}.", card.name()),
            Event::Operations { first } => format!("Operations, {} first", first.name()),
            Event::Moved { unit: it, how, from, to } => {
                let how = match how {
                    How::Land => "moves",
                    How::Sea => "sails",
                    How::Rail => "goes by rail",
                };
                format!("{} {how} from {} to {}.", unit(it), at(from), at(to))
            }
            Event::Followed { unit: it, from, to } => {
                format!("{} follows from {} to {}.", unit(it), at(from), at(to))
            }
            Event::WentOn { unit: it, to } => format!("{} goes on to {}.", unit(it), at(to)),
            Event::Upgraded { unit: it, licence: true } => format!("{} is upgraded by licence.", unit(it)),
            Event::Upgraded { unit: it, licence: false } => format!("{} is upgraded.", unit(it)),
            Event::Mobilised { unit: it, at: space } => {
                format!("{} is mobilised in {}.", unit(it), at(space))
            }
            Event::FleetSent { fleet, to } => {
                format!("#{} goes east to {}.", self.t.fleet_ids[usize::from(fleet)], at(to))
            }
            Event::Paid { side, brps } => format!("{} pays {}.", side.name(), brps_words(brps)),
            Event::Out { side } => format!("{} is out for this turn.", side.name()),
            Event::BelgradeDie { die } => format!("Belgrade: the die shows {die}."),
            Event::Ordered { order } => format!("Soviet orders {}.", order_words(order)),
            Event::Opened { order, attack } => {
                let german = if attack { "Germany attacks" } else { "Germany waits" };
                format!("The orders are opened: {german}; Soviet {}", order_words(order))
            }
            Event::FalseAlarm { level } => {
                format!("A false alarm: Soviet VPs and intelligence fall by {level}.")
            }
            Event::LaidOpen { side, card, service, stock } => {
                let what = if side == Side::German { "deception" } else { "intelligence" };
                format!("{}: card {}, {what} {service}, {}.", side.name(), card.name(), brps_words(stock))
            }
            Event::Surprised { surprise, index } => {
                format!("Surprise: index {index}, {}.", surprise.name())
            }
            Event::Chances { sector, added, ways } => {
                let each = Result::ALL.into_iter().zip(ways).filter(|(_, ways)| *ways > 0);
                let words: Vec<String> =
                    each.map(|(result, ways)| format!("{} {ways}", result.name())).collect();
                let added = signed(added);
                format!("{}, {added} to the dice; of 36 throws {}.", sector.name(), words.join(", "))
            }
            Event::StrikeChances { sector, added, ways } => {
                let (sector, added) = (sector.name(), signed(added));
                format!("{sector}, {added} to the dice; the strike succeeds with {ways} of 36 throws.")
            }
            Event::Adds { term } => format!("{} {}", signed(term.value), term_words(term.what)),
            Event::Struck { sector, total, success, .. } => {
                let result = if success { "succeeds" } else { "fails" };
                format!("The Soviet strike in the {} {result} with {total}.", sector.name())
            }
            Event::Blow { sector, total, result, .. } => {
                format!("The blow in the {}: {total}, {}.", sector.name(), result.name())
            }
            Event::BritainDie { die } => format!("Britain: the die shows {die}."),
            Event::Scored { side, why, vp } => format!("{} scores {vp} ({}).", side.name(), reason(why.0)),
            Event::Victory { victory: Victory { winner, difference, decisive } } => {
                let kind = if decisive { "Decisive" } else { "Marginal" };
                format!("{kind} {} victory, difference {difference}.", winner.name())
            }
        }
    }
}

/// A number with its sign; zero has none.
pub fn signed(number: impl Into<i32>) -> String {
    match number.into() {
        0 => "0".to_owned(),
        number => format!("{number:+}"),
    }
}

fn brps_words(brps: i16) -> String {
    if brps == 1 { "1 BRP".to_owned() } else { format!("{brps} BRPs") }
}

pub fn order_words(order: Order) -> String {
    match order.strike {
        Some(sector) => format!("a strike in the {}", sector.name()),
        None => format!("alert {}", order.alert),
    }
}

/// What an addition to the dice comes from.
pub fn term_words(what: What) -> String {
    match what {
        What::Strength { attack, defence } => format!("AV {attack} against DV {defence}, a quarter"),
        What::Fleets => "air fleets in the sector".to_owned(),
        What::MainEffort => "the German card names the sector".to_owned(),
        What::CompleteSurprise => "complete surprise".to_owned(),
        What::StrikeForce { frontier, attackers } => {
            format!("Frontier {frontier} against attackers {attackers}, a quarter")
        }
        What::Waiting => "Germany waits".to_owned(),
    }
}

/// What VPs are scored for.
fn reason(case: &str) -> &'static str {
    match case {
        "7.4.4" => "the strike",
        "8.1.4" => "the blow",
        "8.2.1" => "countries",
        "8.2.2" => "air fleets in the West",
        "8.2.3" => "units missing in the Balkans",
        "8.2.4" => "peace",
        "8.2.5" => "a late attack",
        "8.4" => "BRPs left",
        _ => "the card",
    }
}
