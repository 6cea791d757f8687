//! 8.7 Rubble, and 11.3 the reporters who see it made.

use board::{Member, Space};
use kernel::rule;

use crate::{
    event::Event,
    m06_results::Attack,
    state::{Level, Look, Place, Play},
    tables::Spaces,
};

impl Look<'_> {
    /// 11.3 How far the nearest hotel is that still stood before this attack; none when all have fallen.
    pub fn hotel_distance(self, hex: Space) -> Option<u8> {
        let fallen = self.s.rubble - Spaces::one(hex);
        (self.t.map.hotels - fallen).iter().map(|hotel| self.t.sight.distance(hex, hotel)).min()
    }
}

impl Play<'_> {
    /// 8.7 A building falls for the rest of the game: no upper level any more, and obstacles vanish. Everybody upstairs
    /// comes down, whoever may be there.
    pub fn bring_down(&mut self, hex: Space) {
        self.note(rule!("8.7"), Event::Rubble { hex });
        self.s.rubble.insert(hex);
        self.remove_obstacle(hex, rule!("8.7"));
        let mut at = self.s.head[hex.index()];
        while at != crate::state::NOBODY {
            let unit = crate::tables::Unit(at);
            self.s.place[unit.index()] = Place::On(hex, Level::Ground).pack();
            at = self.s.next[unit.index()];
        }
    }

    /// 11.3 A report if a hotel lies within as many hexes as the die shows, more for a landmark; the other side scores
    /// one point on an odd die, two on an even one.
    pub fn hotel_die(&mut self, attack: Attack, die: u8) {
        let chart = &self.t.charts.hotels;
        let landmark = self.t.map.landmarks.contains(attack.hex);
        let reach = die + if landmark { chart.landmark } else { 0 };
        let reported = self.look().hotel_distance(attack.hex).is_some_and(|far| far <= reach);
        let points = match (reported, die % 2) {
            (false, _) => 0,
            (true, 1) => chart.odd_vp,
            (true, _) => chart.even_vp,
        };
        let side = attack.side.enemy();
        self.note(rule!("11.3"), Event::HotelDie { hex: attack.hex, die, reach, points, side });
        if points > 0 {
            self.award(side, 2 * u16::from(points));
        }
        self.finish_attack(attack);
    }
}
