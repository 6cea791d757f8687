//! What a combat brings on average, by its column and modifiers.

use strike_the_bear::tables::{Charts, CombatResult};

use super::prospects::CERTAIN;

/// A force in one area has at most so many steps; what has more is taken for this.
const MOST_STEPS: usize = 8;
/// Modifiers of the dice, either way.
const MOST_DRM: i8 = 4;
const DRMS: usize = 2 * MOST_DRM as usize + 1;
const COLUMNS: usize = 11;

/// What becomes of a force on average, in parts of [`CERTAIN`]: how much of it is lost, and how likely it is gone from
/// the area.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fate {
    pub lost: i32,
    pub gone: i32,
}

/// The fates of attacker and defender, by column, modifier and steps.
#[derive(Clone, Debug)]
pub struct Forecast {
    fates: Vec<[[[Fate; MOST_STEPS + 1]; DRMS]; COLUMNS]>,
}

impl Forecast {
    pub fn new(charts: &Charts) -> Forecast {
        let mut fates = vec![[[[Fate::default(); MOST_STEPS + 1]; DRMS]; COLUMNS]; 2];
        for (role, columns) in fates.iter_mut().enumerate() {
            for (column, drms) in columns.iter_mut().enumerate() {
                for (drm, steps) in (-MOST_DRM..).zip(drms) {
                    for (count, fate) in steps.iter_mut().enumerate() {
                        *fate = average(charts, role, column, drm, count as i32);
                    }
                }
            }
        }
        Forecast { fates }
    }

    /// The fates of attacker and defender with so many steps.
    pub fn fates(&self, column: u8, drm: i8, steps: [i32; 2]) -> [Fate; 2] {
        let drm = (drm.clamp(-MOST_DRM, MOST_DRM) + MOST_DRM) as usize;
        [0, 1].map(|role| {
            self.fates[role][usize::from(column)][drm][steps[role].clamp(0, MOST_STEPS as i32) as usize]
        })
    }
}

fn average(charts: &Charts, role: usize, column: usize, drm: i8, steps: i32) -> Fate {
    let (mut lost, mut gone) = (0, 0);
    for dice in 2..=12 {
        let throws = i32::from(6 - (7i8 - dice).abs());
        let row = (dice + drm).clamp(2, 12) as usize - 2;
        let (blow, leaves) = suffers(charts.results[row][column], role, steps);
        lost += throws * blow.min(steps);
        gone += throws * i32::from(leaves || blow >= steps);
    }
    Fate { lost: lost * CERTAIN / 36 / steps.max(1), gone: gone * CERTAIN / 36 }
}

/// 11.9 Steps that the attacker (0) or the defender (1) loses, and whether he leaves. Who withdraws pays a step or the
/// ground; we count both.
fn suffers(result: CombatResult, role: usize, steps: i32) -> (i32, bool) {
    let [attacker, defender] = match result {
        CombatResult::AE => [(steps, true), (0, false)],
        CombatResult::A2 => [(2, false), (0, false)],
        CombatResult::A1 => [(1, false), (0, false)],
        CombatResult::AR => [(1, true), (0, false)],
        CombatResult::EX => [(1, false), (1, false)],
        CombatResult::D1 => [(0, false), (1, false)],
        CombatResult::D2 => [(0, false), (2, false)],
        CombatResult::DW => [(0, false), (1, true)],
        CombatResult::DE => [(0, false), (steps, true)],
    };
    if role == 0 { attacker } else { defender }
}

#[cfg(test)]
mod tests {
    use kernel::data::Overlay;
    use strike_the_bear::tables::Tables;

    use super::Forecast;

    #[test]
    fn a_better_column_costs_the_attacker_less_and_the_defender_more() {
        let forecast = Forecast::new(&Tables::load(&Overlay::none()).unwrap().charts);
        for column in 0..10 {
            let [worse, better] = [column, column + 1].map(|column| forecast.fates(column, 0, [4, 4]));
            assert!(worse[0].lost >= better[0].lost && worse[1].lost <= better[1].lost, "column {column}");
        }
        let [_, defender] = forecast.fates(10, 4, [4, 1]);
        assert!(defender.gone > 1000, "{defender:?}");
    }
}
