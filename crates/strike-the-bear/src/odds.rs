//! Exact odds: every throw counted, every shift and modifier with its case, by the code that resolves the combat.

use kernel::rules::Rulebook;
use view::{Doubt, Odds, Outcome, Sum, SumLine, odds::Headline};

use crate::{
    action::Method,
    m11_combat::{Clash, Terms},
    prose::{area, came, capital, column_label, method_name, modifier_words},
    state::Look,
    tables::CombatResult,
};

/// Odds with the rulebook at hand, for the provenance of each number.
#[derive(Clone, Copy)]
pub struct Bookmaker<'a> {
    pub look: Look<'a>,
    pub book: &'a Rulebook,
}

/// Throws of two dice.
const THROWS: u64 = 36;

impl Bookmaker<'_> {
    /// The odds of a combat by one method.
    pub fn clash(self, clash: &Clash, method: Method, assumes: &str) -> Odds {
        let look = self.look;
        let mut ways = [0u64; CombatResult::ALL.len()];
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            ways[look.result(clash, one + other).1 as usize] += 1;
        }
        let outcome = |result: CombatResult| {
            let label = format!("{}: {}", result.code(), result.says());
            Outcome::new(label, ways[result as usize], weight(result), came(result))
        };
        let hurt = |attacker: bool| -> u64 {
            let counts = |result: &CombatResult| result.steps(attacker) > 0 || drives_out(*result, attacker);
            CombatResult::ALL.into_iter().filter(counts).map(|result| ways[result as usize]).sum()
        };
        let [attack, defence] = clash.strength;
        let base_case = if method == Method::Odds { "11.3.1" } else { "11.2.1" };
        let mut lines = vec![SumLine {
            says: format!("{attack} against {defence}, column {}", column_label(look.t, clash.base)).into(),
            cites: base_case.into(),
            value: i32::from(clash.base),
            provenance: self.provenance(base_case),
        }];
        lines.extend(self.lines(&clash.shifts));
        Odds {
            title: format!(
                "{} in {}: column {}",
                method_name(method),
                area(look.t, clash.space),
                column_label(look.t, clash.column)
            )
            .into(),
            headline: Headline { ways: hurt(false), says: "chance to hurt or move the defender".into() },
            assumes: assumes.into(),
            of: THROWS,
            outcomes: CombatResult::ALL
                .into_iter()
                .filter(|&it| ways[it as usize] > 0)
                .map(outcome)
                .collect(),
            sums: vec![
                Sum { name: "Column".into(), dice: "".into(), total: i32::from(clash.column), lines },
                Sum {
                    name: "Dice".into(),
                    dice: "2d6".into(),
                    total: i32::from(clash.drms.sum()),
                    lines: self.lines(&clash.drms).collect(),
                },
            ],
            mean: format!("The attacker suffers in {} of 36 throws.", hurt(true)).into(),
        }
    }

    /// The odds of one die that must not exceed a number.
    pub fn die(self, title: String, most: i32, says: &str, fails: &str) -> Odds {
        let hits = most.clamp(0, 6) as u64;
        Odds {
            title: title.into(),
            headline: Headline { ways: hits, says: says.into() },
            assumes: "".into(),
            of: 6,
            outcomes: vec![Outcome::new(fails, 6 - hits, 0, 0), Outcome::new(says, hits, 3, 1)],
            sums: Vec::new(),
            mean: format!("Needs {} or less.", most.max(0)).into(),
        }
    }

    fn lines(self, terms: &Terms) -> impl Iterator<Item = SumLine> {
        terms
            .iter()
            .map(move |(what, by)| SumLine {
                says: capital(modifier_words(what)).into(),
                cites: what.rule().0.into(),
                value: i32::from(by),
                provenance: self.provenance(what.rule().0),
            })
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn provenance(self, case: &str) -> Option<Doubt> {
        self.book.case(case).and_then(|case| case.doubt())
    }
}

fn drives_out(result: CombatResult, attacker: bool) -> bool {
    matches!((result, attacker), (CombatResult::AR, true) | (CombatResult::DW, false))
}

fn weight(result: CombatResult) -> u8 {
    match result {
        CombatResult::DE => 4,
        CombatResult::D2 => 3,
        CombatResult::D1 | CombatResult::DW => 2,
        CombatResult::EX => 1,
        _ => 0,
    }
}
