//! 8.1 The opening blow, sector by sector.

use board::Member;
use kernel::{RuleRef, rule};

use crate::{
    event::Event,
    m02_pieces::each_unit,
    state::{Look, Play, each},
    tables::{Belt, CardId, Country, Places, Result, Sector, Share, Side, Surprise, Unit, Units},
};

/// What is added to the dice of a sector or of a strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub what: What,
    pub value: i16,
}

/// Where an addition comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Strength { attack: i16, defence: i16 },
    Fleets,
    MainEffort,
    CompleteSurprise,
    StrikeForce { frontier: i16, attackers: i16 },
    Waiting,
}

impl What {
    pub fn rule(self) -> RuleRef {
        match self {
            What::Strength { .. } | What::Fleets => rule!("8.1.4"),
            What::MainEffort => rule!("7.3.1"),
            What::CompleteSurprise => rule!("8.1.1"),
            What::StrikeForce { .. } | What::Waiting => rule!("7.4.4"),
        }
    }
}

/// 8.1.3 The three parts of a sector's defence, as they count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defence {
    pub frontier: i16,
    pub line: i16,
    pub depth: i16,
}

impl Defence {
    pub fn total(self) -> i16 {
        self.frontier + self.line + self.depth
    }
}

/// A part of a sum, rounded toward zero.
fn part(sum: i16, [numerator, denominator]: Share) -> i16 {
    sum * numerator / denominator
}

impl Look<'_> {
    /// 8.1.1 Deception, less intelligence, less twice the level of alert.
    pub fn surprise_index(self) -> i16 {
        let alert = self.t.charts.alert.weight * i16::from(self.s.order.alert);
        self.service(Side::German) - self.service(Side::Soviet) - alert
    }

    /// 8.1.1 The level of surprise.
    pub fn surprise(self) -> Surprise {
        let chart = &self.t.charts.surprise;
        match self.surprise_index() {
            index if index >= chart.complete => Surprise::Complete,
            index if index >= chart.partial => Surprise::Partial,
            _ => Surprise::None,
        }
    }

    /// 8.1.2 A unit that moved this turn counts half, each rounded down.
    pub fn strength(self, unit: Unit) -> i16 {
        let strength = self.t.strength[unit.index()][usize::from(self.s.upgraded.contains(unit))];
        if self.s.moved.contains(unit) { part(strength, self.t.charts.blow.moved) } else { strength }
    }

    /// The strengths of these units in these districts.
    pub fn strength_of(self, places: Places, units: Units) -> i16 {
        each(places)
            .flat_map(|it| each_unit(self.s.here[it.index()] & units))
            .map(|it| self.strength(it))
            .sum()
    }

    /// 8.1.2 AV: all units in the German districts of the sector.
    pub fn attack_value(self, sector: Sector) -> i16 {
        self.strength_of(self.t.districts_of(Belt::German, sector), self.t.of[Side::German.index()])
    }

    /// 8.1.3 The Frontier districts that count: Karelia only if Finland has joined.
    pub fn frontier_districts(self, sector: Sector) -> Places {
        let all = self.t.districts_of(Belt::Frontier, sector);
        if self.marker(Country::Finland) == 3 { all } else { all - Places::one(self.t.karelia) }
    }

    /// 8.1.3 DV as it is with the true card and the true surprise.
    pub fn defence(self, sector: Sector) -> Defence {
        self.defence_if(sector, self.surprise(), self.card(Side::Soviet))
    }

    /// 8.1.3 DV: the Frontier as much as surprise lets count, the Line in full, a third of the Depth.
    /// 7.4.1 Forward lessens surprise for the Frontier.
    /// 7.4.2 Line strengthens its Fortified Zones.
    /// 7.4.3 Depth counts half.
    pub fn defence_if(self, sector: Sector, surprise: Surprise, card: Option<CardId>) -> Defence {
        let blow = &self.t.charts.blow;
        let soviet = self.t.of[Side::Soviet.index()];
        let mut level = surprise.index();
        if card == Some(CardId::Forward) {
            level = level.saturating_sub(1);
        }
        if self.s.struck == Some(false) && self.s.order.strike == Some(sector) {
            level = Surprise::Complete.index();
        }
        let frontier = self.strength_of(self.frontier_districts(sector), soviet);
        let line = self.t.districts_of(Belt::Line, sector);
        let zones = each(line).map(|it| (self.units(it) & self.t.zones).len() as i16).sum::<i16>();
        let bonus = if card == Some(CardId::Line) { blow.line_card * zones } else { 0 };
        let depth = if card == Some(CardId::Depth) { blow.depth_card } else { blow.depth };
        Defence {
            frontier: part(frontier, self.t.charts.surprise.frontier[level]),
            line: self.strength_of(line, soviet) + bonus,
            depth: part(self.strength_of(self.t.districts_of(Belt::Depth, sector), soviet), depth),
        }
    }

    /// 8.1.4 Everything that is added to the dice of a sector.
    pub fn blow_terms(self, sector: Sector) -> Vec<Term> {
        let blow = &self.t.charts.blow;
        let (attack, defence) = (self.attack_value(sector), self.defence(sector).total());
        let mut terms =
            vec![Term { what: What::Strength { attack, defence }, value: (attack - defence) / blow.divide }];
        let mut add = |what: What, value: i16| {
            if value != 0 {
                terms.push(Term { what, value });
            }
        };
        add(What::Fleets, blow.fleet * self.fleets_in(self.t.airfields[sector.index()]));
        if self.card(Side::German).and_then(|card| self.t.main_effort(card)) == Some(sector) {
            add(What::MainEffort, blow.main_effort);
        }
        add(What::CompleteSurprise, self.t.charts.surprise.shift[self.surprise().index()]);
        terms
    }

    /// 8.1.4 Their sum.
    pub fn added(self, sector: Sector) -> i16 {
        self.blow_terms(sector).iter().map(|it| it.value).sum()
    }

    /// 8.1.4 The result of a total.
    pub fn result_of(self, total: i16) -> Result {
        let rows = &self.t.charts.blow.result;
        rows.iter().find(|row| total <= row.up_to).map_or(Result::Collapse, |row| row.name)
    }
}

impl Play<'_> {
    /// 8.1.1 Everybody learns how far the attack surprises, and what the dice of each sector may bring.
    pub fn announce_blow(&mut self) {
        if !self.j.listening() {
            return;
        }
        let (surprise, index) = (self.look().surprise(), self.look().surprise_index());
        self.note(rule!("8.1.1"), Event::Surprised { surprise, index });
        for sector in Sector::ALL {
            if self.s.result[sector.index()].is_none() {
                let added = self.look().added(sector);
                let ways = self.look().ways(added);
                self.note(rule!("8.1.4"), Event::Chances { sector, added, ways });
            }
        }
    }

    /// 8.1.4 The dice of a sector and what they score.
    pub fn blow_dice(&mut self, sector: Sector, dice: [u8; 2]) {
        let terms = self.look().blow_terms(sector);
        let total = i16::from(dice[0]) + i16::from(dice[1]) + terms.iter().map(|it| it.value).sum::<i16>();
        let result = self.look().result_of(total);
        self.note(rule!("8.1.4"), Event::Blow { sector, dice, total, result });
        for term in terms {
            self.note(term.what.rule(), Event::Adds { term });
        }
        self.s.result[sector.index()] = Some(result);
        let row = self.t.charts.blow.result[result.index()];
        self.score(Side::German, rule!("8.1.4"), row.german);
        self.score(Side::Soviet, rule!("8.1.4"), row.soviet);
        self.open_blow();
    }
}
