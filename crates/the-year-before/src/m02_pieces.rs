//! 2.0 The map and the pieces: what is friendly, which units are alike.

use board::{Member, Space};

use crate::{
    state::Look,
    tables::{Country, Places, Side, Unit, Units},
};

impl Look<'_> {
    /// 2.3 What is a side's for good, and the countries whose marker has gone over to it.
    pub fn friendly(self, side: Side) -> Places {
        let mut places = self.t.home[side.index()];
        let fixed = match side {
            Side::German => 3,
            Side::Soviet => -3,
        };
        for (marker, ground) in self.s.country.iter().zip(&self.t.ground[side.index()]) {
            if let (true, Some(space)) = (*marker == fixed, ground) {
                places.insert(*space);
            }
        }
        places
    }

    /// The side a place belongs to; none for a country that has not gone over.
    pub fn owner(self, space: Space) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.friendly(side).contains(space))
    }

    /// Units of a side on the map.
    pub fn on_map(self, side: Side) -> Units {
        let places = self.s.here.iter().fold(Units::empty(), |all, &here| all | here);
        places & self.t.of[side.index()]
    }

    /// 2.4.4 Of Soviet units that are alike the one with the lowest number: same kind, face, place and activity.
    pub fn lowest(self, unit: Unit) -> Unit {
        if self.t.of[Side::German.index()].contains(unit) {
            return unit;
        }
        let Some(at) = self.at(unit) else { return unit };
        let same = |set: Units| if set.contains(unit) { set } else { self.units(at) - set };
        let alike = self.t.of_kind[self.t.kind(unit).index()] & self.units(at);
        let alike = alike & same(self.s.upgraded) & same(self.s.worked) & same(self.s.moved);
        alike.first().unwrap_or(unit)
    }

    /// 2.4.4 The fresh units of a side that are offered: all German ones, of the Soviet ones those with the lowest number.
    pub fn offered(self, side: Side, places: Places) -> Units {
        let mut offered = Units::empty();
        let acted = self.s.worked | self.s.moved;
        for space in crate::state::each(places) {
            let fresh = self.s.here[space.index()] - acted;
            if fresh.is_empty() {
                continue;
            }
            if side == Side::German {
                offered |= fresh & self.t.of[side.index()];
                continue;
            }
            for kind in &self.t.of_kind[..=crate::tables::Kind::Zone.index()] {
                let alike = fresh & *kind;
                offered |= lowest_of(alike & self.s.upgraded) | lowest_of(alike - self.s.upgraded);
            }
        }
        offered
    }

    /// 6.3 Whether the marker of a country has come to an end.
    pub fn is_fixed(self, country: Country) -> bool {
        self.marker(country).abs() >= 3
    }

    /// 2.5 Air fleets in a place.
    pub fn fleets_in(self, space: Space) -> i16 {
        self.s.fleet.iter().filter(|&&at| usize::from(at) == space.index()).count() as i16
    }
}

/// The lowest member of a set, as a set.
#[inline]
fn lowest_of(units: Units) -> Units {
    let [low, high] = units.words();
    match low {
        0 => Units::new([0, high & high.wrapping_neg()]),
        low => Units::new([low & low.wrapping_neg(), 0]),
    }
}

/// The members of a set of units, for the busiest loops.
pub fn each_unit(units: Units) -> impl Iterator<Item = Unit> {
    let [mut low, mut high] = units.words();
    std::iter::from_fn(move || {
        if low != 0 {
            let unit = Unit::at(low.trailing_zeros() as usize);
            low &= low - 1;
            return Some(unit);
        }
        if high != 0 {
            let unit = Unit::at(64 + high.trailing_zeros() as usize);
            high &= high - 1;
            return Some(unit);
        }
        None
    })
}
