//! What a blow brings on average, by what is added to its dice.

use the_year_before::tables::{Result, Tables};

use super::weights::Weights;

/// Sums added to the dice that are looked up; beyond them nothing changes.
const MOST: i32 = 24;
const SIZE: usize = 2 * MOST as usize + 1;

/// Weights, and the tables that follow from the results of 8.1.4.
pub struct Scales {
    pub weights: Weights,
    /// Hundredths of a VP for Germany.
    vp: [i32; SIZE],
    /// In how many of 36 throws the result is at most this bad.
    at_most: [[i32; 6]; SIZE],
}

impl Scales {
    pub fn new(weights: Weights, t: &Tables) -> Scales {
        let rows = &t.charts.blow.result;
        let result = |total: i16| rows.iter().position(|row| total <= row.up_to).unwrap_or(rows.len() - 1);
        let mut scales = Scales { weights, vp: [0; SIZE], at_most: [[0; 6]; SIZE] };
        for index in 0..SIZE {
            let added = index as i16 - MOST as i16;
            for throw in (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)) {
                let found = result(throw + added);
                scales.vp[index] += i32::from(rows[found].german - rows[found].soviet) * 100;
                for row in &mut scales.at_most[index][found..] {
                    *row += 1;
                }
            }
            scales.vp[index] /= 36;
        }
        scales
    }

    /// Between whole sums: what is added in quarters, for a position that may still grow.
    fn between(quarters: i32, of: impl Fn(usize) -> i32) -> i32 {
        let quarters = quarters.clamp(-4 * MOST, 4 * MOST - 1) + 4 * MOST;
        let (low, part) = ((quarters / 4) as usize, quarters % 4);
        (of(low) * (4 - part) + of(low + 1) * part) / 4
    }

    /// Hundredths of a VP that a sector brings with so many quarters added to its dice.
    pub fn vp(&self, quarters: i32) -> i32 {
        Scales::between(quarters, |i| self.vp[i])
    }

    /// The probability, in hundredths, that the result of a sector is at most this bad.
    pub fn at_most(&self, quarters: i32, worst: Result) -> i32 {
        Scales::between(quarters, |i| self.at_most[i][worst.index()] * 100) / 36
    }
}
