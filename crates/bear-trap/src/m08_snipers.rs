//! 8.8 Snipers: what they do to others' fire and movement. Their own fire is direct fire (6.4).

use board::Space;

use crate::{
    state::Look,
    tables::{Kind, Unit},
};

impl Look<'_> {
    /// 8.8 A supporting sniper with the target in range and sight helps other Chechen units to fire at Russian infantry
    /// and heavy weapons, unless he has been Disrupted since. Our reading: at Schmel units too, and never for more than one.
    pub fn sniper_supports(self, target: Unit, hex: Space) -> bool {
        let kind = matches!(self.t.kind(target), Kind::Infantry | Kind::HeavyWeapons | Kind::Schmel);
        let helps = |sniper: Unit| {
            let range = self.range(sniper);
            range > 0 && self.at(sniper).is_some_and(|from| self.t.sight.sees(from, hex, range))
        };
        kind && (self.s.supporting & self.t.snipers).iter().any(helps)
    }
}
