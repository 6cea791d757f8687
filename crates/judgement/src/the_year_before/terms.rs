//! The terms of a score of The Year Before, for Germany: what is scored, what the opening blow would bring if it fell now,
//! and what may still become of it.

use board::{Member, Space};
use the_year_before::{
    CardId, Country, Sector, Side, Step,
    state::Look,
    tables::{Belt, Places, Result, Standing, Surprise, Unit, Units},
};

use super::scales::Scales;
use crate::Term;

/// From this turn on the attack may fall before units that moved are fresh again.
const LATE: u8 = 6;

/// A position to score.
pub struct Position<'a> {
    pub look: Look<'a>,
    pub w: &'a Scales,
}

/// What is added to the dice of each sector, in quarters, under each level of surprise.
type Quarters = [[i32; 3]; 3];

impl Position<'_> {
    pub fn terms(&self) -> [Term; 8] {
        let look = self.look;
        let scored = i64::from(look.s.vp[0] - look.s.vp[1] - look.needed()) * 100 + 50;
        if let Step::Over { .. } = look.s.step {
            let none = ["countries", "blow", "cards", "fleets", "balkans", "stock", "services"]
                .map(|name| (name, 0));
            let [a, b, c, d, e, f, g] = none;
            return [("scored", scored), a, b, c, d, e, f, g];
        }
        let quarters = self.quarters();
        let levels = self.levels();
        let waits = look.card(Side::German) == Some(CardId::Wait);
        let blow = if waits { self.peace() } else { self.blow(&quarters, levels) };
        [
            ("scored", scored),
            ("countries", self.countries()),
            ("blow", blow + self.waiting()),
            ("cards", self.cards(&quarters, levels)),
            ("fleets", i64::from(look.fleet_vp()) * 100),
            ("balkans", self.balkans()),
            ("stock", self.stock()),
            ("services", self.services()),
        ]
    }

    fn turn(&self) -> usize {
        usize::from(self.look.s.turn) - 1
    }

    fn countries(&self) -> i64 {
        let w = &self.w.weights;
        let worth = |country: Country| {
            let marker = self.look.marker(country);
            match self.look.t.charts.country[country.index()].kind {
                Standing::Claim => w.claim[usize::from((marker + 3).clamp(0, 3) as u8)],
                Standing::Ally => w.ally[usize::from((marker + 3) as u8)],
            }
        };
        Country::ALL.into_iter().map(|country| i64::from(worth(country))).sum()
    }

    /// The strength of a unit in the blow to come: one that moved before the last turns will be fresh by then.
    fn strength(&self, unit: Unit) -> i32 {
        let s = self.look.s;
        if s.turn >= LATE {
            return i32::from(self.look.strength(unit));
        }
        i32::from(self.look.t.strength[unit.index()][usize::from(s.upgraded.contains(unit))])
    }

    fn sum(&self, places: Places, units: Units) -> i32 {
        let here = |space: Space| {
            (self.look.s.here[space.index()] & units).iter().map(|it| self.strength(it)).sum::<i32>()
        };
        places.iter().map(here).sum()
    }

    fn quarters(&self) -> Quarters {
        let look = self.look;
        let (t, blow) = (look.t, &look.t.charts.blow);
        let soviet = t.of[Side::Soviet.index()];
        let card = look.card(Side::Soviet);
        let part = |sum: i32, [n, d]: [i16; 2]| sum * i32::from(n) / i32::from(d);
        let divide = i32::from(blow.divide);
        Sector::ALL.map(|sector| {
            let attack = self.sum(t.districts_of(Belt::German, sector), t.of[Side::German.index()]);
            let frontier = self.sum(look.frontier_districts(sector), soviet);
            let districts = t.districts_of(Belt::Line, sector);
            let mut line = self.sum(districts, soviet);
            if card == Some(CardId::Line) {
                let zones: usize = districts.iter().map(|it| (look.units(it) & t.zones).len()).sum();
                line += i32::from(blow.line_card) * zones as i32;
            }
            let depth = self.sum(t.districts_of(Belt::Depth, sector), soviet);
            let depth = part(depth, if card == Some(CardId::Depth) { blow.depth_card } else { blow.depth });
            let mut bonus = i32::from(blow.fleet * look.fleets_in(t.airfields[sector.index()]));
            if look.card(Side::German).and_then(|card| t.main_effort(card)) == Some(sector) {
                bonus += i32::from(blow.main_effort);
            }
            Surprise::ALL.map(|surprise| {
                let forward = usize::from(card == Some(CardId::Forward));
                let counts = t.charts.surprise.frontier[surprise.index().saturating_sub(forward)];
                let defence = part(frontier, counts) + line + depth;
                let bonus = bonus + i32::from(t.charts.surprise.shift[surprise.index()]);
                (attack - defence) * 4 / divide + 4 * bonus
            })
        })
    }

    /// How likely each level of surprise is, in hundredths: the order when it is given, a mixture of orders before.
    fn levels(&self) -> [i32; 3] {
        let look = self.look;
        let chart = &look.t.charts.surprise;
        let level = |index: i16| usize::from(index >= chart.partial) + usize::from(index >= chart.complete);
        if look.laid_open() || look.s.step == Step::Attack {
            let mut levels = [0; 3];
            levels[level(look.surprise_index())] = 100;
            return levels;
        }
        let mut levels = [0; 3];
        let ahead = look.service(Side::German) - look.service(Side::Soviet);
        for (alert, share) in self.w.weights.alert.into_iter().enumerate() {
            levels[level(ahead - look.t.charts.alert.weight * alert as i16)] += share;
        }
        levels
    }

    /// What the blows that have not fallen bring on average.
    fn blow(&self, quarters: &Quarters, levels: [i32; 3]) -> i64 {
        let open = Sector::ALL.into_iter().filter(|sector| self.look.s.result[sector.index()].is_none());
        let vp = |sector: Sector| -> i64 {
            let each = quarters[sector.index()].into_iter().zip(levels);
            each.map(|(quarters, share)| i64::from(self.w.vp(quarters)) * i64::from(share)).sum::<i64>() / 100
        };
        open.map(vp).sum()
    }

    /// With the card Wait there is no blow: peace, the upgraded units, and the die of Britain.
    fn peace(&self) -> i64 {
        let look = self.look;
        let upgraded = |side: Side| (look.s.upgraded & look.t.of[side.index()]).len() as i64 * 50;
        let britain: i64 =
            look.t.charts.strategies.german.waited.iter().map(|&vp| i64::from(vp) * 100).sum::<i64>() / 6;
        britain + upgraded(Side::German)
            - upgraded(Side::Soviet)
            - i64::from(look.t.charts.victory.peace) * 100
    }

    /// Units that can still come to where they count.
    fn waiting(&self) -> i64 {
        let (t, w) = (self.look.t, &self.w.weights);
        let places = |a: Space, b: Space| Places::one(a) | Places::one(b);
        let german = self.sum(places(t.west, t.reich), t.of[0]) * w.waiting[self.turn()];
        let soviet = self.sum(places(t.reserve, t.deep_reserve), t.of[1]) * w.reserve[self.turn()];
        i64::from(german - soviet)
    }

    /// What the cards will score as the sectors stand.
    fn cards(&self, quarters: &Quarters, levels: [i32; 3]) -> i64 {
        let chart = &self.look.t.charts.strategies;
        // In hundredths: the probability that the result is at most so bad, over the levels of surprise.
        let at_most = |sector: Sector, worst: Result| -> i64 {
            let done = self.look.s.result[sector.index()];
            if let Some(result) = done {
                return if result <= worst { 100 } else { 0 };
            }
            let each = quarters[sector.index()].into_iter().zip(levels);
            each.map(|(it, share)| i64::from(self.w.at_most(it, worst)) * i64::from(share)).sum::<i64>() / 100
        };
        let worth = |likely: i64, fulfilled: i16, failed: i16| {
            likely * i64::from(fulfilled) + (100 - likely) * i64::from(failed)
        };
        let german = match self.look.card(Side::German).and_then(|card| self.look.t.main_effort(card)) {
            Some(sector) => {
                worth(100 - at_most(sector, Result::Broken), chart.german.fulfilled, chart.german.failed)
            }
            None => 0,
        };
        let all = |worst: Result| {
            Sector::ALL.into_iter().fold(100, |likely, sector| likely * at_most(sector, worst) / 100)
        };
        let waits = self.look.card(Side::German) == Some(CardId::Wait);
        let soviet = match self.look.card(Side::Soviet) {
            Some(CardId::Strike) => self.strike(),
            _ if waits => 0,
            Some(CardId::Forward) => {
                worth(all(chart.forward.worst), chart.forward.fulfilled, chart.forward.failed)
            }
            Some(CardId::Depth) => worth(all(chart.depth.worst), chart.depth.fulfilled, chart.depth.failed),
            Some(CardId::Line) => {
                let [a, b, c] = Sector::ALL.map(|sector| at_most(sector, chart.line.worst));
                let two = (a * b * (100 - c) + a * (100 - b) * c + (100 - a) * b * c + a * b * c) / 10_000;
                worth(two, chart.line.fulfilled, chart.line.failed)
            }
            _ => 0,
        };
        (german - soviet) * i64::from(self.w.weights.card[self.turn()]) / 100
    }

    /// The best strike: what it scores with its card, and what failure gives away.
    fn strike(&self) -> i64 {
        let look = self.look;
        let (strike, chart) = (&look.t.charts.strike, &look.t.charts.strategies.strike);
        if let Some(success) = look.s.struck {
            return i64::from(if success { chart.fulfilled } else { chart.failed }) * 100;
        }
        let best = |sector: Sector| {
            let force = self.sum(look.frontier_districts(sector), look.t.of[1] - look.t.zones);
            let against = self.sum(look.t.districts_of(Belt::German, sector), look.t.of[0]);
            let added = (force - against) / i32::from(look.t.charts.blow.divide);
            let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
            throws.filter(|throw| throw + added >= i32::from(strike.success)).count() as i64 * 100 / 36
        };
        let likely = Sector::ALL.into_iter().map(best).max().unwrap_or(0);
        let success = i64::from(strike.soviet + chart.fulfilled);
        let failure = i64::from(chart.failed - strike.german);
        (likely * success + (100 - likely) * failure).max(i64::from(chart.failed) * 100)
    }

    fn balkans(&self) -> i64 {
        let look = self.look;
        let there = look.units(look.t.balkans).len() as i64;
        let missing = (i64::from(look.garrison_needed()) - there).max(0);
        -missing * i64::from(self.w.weights.garrison[self.turn()])
    }

    fn stock(&self) -> i64 {
        let w = &self.w.weights;
        let worth = |side: Side| {
            let brps = i64::from(self.look.stock(side));
            brps.min(16) * i64::from(w.brp[self.turn()]) + (brps - 16).max(0) * i64::from(w.brp_beyond)
        };
        worth(Side::German) - worth(Side::Soviet) - i64::from(self.look.s.licences) * i64::from(w.licence)
    }

    fn services(&self) -> i64 {
        let ahead = self.look.service(Side::German) - self.look.service(Side::Soviet);
        i64::from(ahead.clamp(-6, 6)) * i64::from(self.w.weights.service[self.turn()])
    }
}
