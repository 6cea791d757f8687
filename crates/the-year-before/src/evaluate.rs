//! What a position is worth, in hundredths of a victory point, to Germany: what is scored, what would be scored now, and
//! what the opening blow would bring on average.

use crate::{
    state::Look,
    tables::{Sector, Side},
};

/// No throw of a sector is looked up more finely.
const THROWS: i32 = 36;

impl Look<'_> {
    /// To Germany.
    pub fn worth(self) -> i32 {
        if let crate::sequence::Step::Over { victory } = self.s.step {
            let won = i32::from(victory.difference - self.needed()) * 100 + 50;
            return won + if won > 0 { 10_000 } else { -10_000 };
        }
        let scored = self.s.vp[0] - self.s.vp[1];
        let countries = self.country_vp(Side::German) - self.country_vp(Side::Soviet);
        let markers: i32 = self.s.country.iter().map(|&it| i32::from(it)).sum();
        let stocks = i32::from(self.stock(Side::German) - self.stock(Side::Soviet)) * 25;
        let open = scored + countries + self.fleet_vp() + self.balkans_vp();
        let blows: i32 = Sector::ALL.into_iter().map(|sector| self.expected(sector)).sum();
        i32::from(open) * 100 + markers * 15 + stocks + blows - i32::from(self.needed()) * 100
    }

    /// Hundredths of a VP that a sector brings on average, or has brought.
    fn expected(self, sector: Sector) -> i32 {
        if self.s.result[sector.index()].is_some() {
            return 0;
        }
        let ways = self.ways(self.added(sector));
        let rows = &self.t.charts.blow.result;
        let vp = |(ways, row): (&u8, &_)| i32::from(*ways) * score(row) * 100;
        ways.iter().zip(rows).map(vp).sum::<i32>() / THROWS
    }
}

fn score(row: &crate::tables::RawResult) -> i32 {
    i32::from(row.german - row.soviet)
}
