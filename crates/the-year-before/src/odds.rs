//! Exact odds of the opening blow and of a strike: every throw counted, every addition with its case. Before the orders
//! are opened nobody knows enough for odds (7.5).

use kernel::rules::Rulebook;
use view::{Odds, Outcome, Sum, SumLine, odds::Headline};

use crate::{
    m08_blow::Term,
    prose::term_words,
    sequence::Step,
    state::Look,
    tables::{Result, Sector},
};

/// Odds with the rulebook at hand, for the provenance of each number.
#[derive(Clone, Copy)]
pub struct Bookmaker<'a> {
    pub look: Look<'a>,
    pub book: &'a Rulebook,
}

/// Throws of two dice.
const THROWS: u64 = 36;

/// The sums of all throws of two dice.
fn throws() -> impl Iterator<Item = i16> {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other))
}

impl Look<'_> {
    /// In how many of 36 throws a sum added to the dice brings each result.
    pub fn ways(self, added: i16) -> [u8; 6] {
        let mut ways = [0; 6];
        for throw in throws() {
            ways[self.result_of(throw + added).index()] += 1;
        }
        ways
    }

    /// In how many of 36 throws a strike succeeds with this sum added.
    pub fn strike_ways(self, added: i16) -> u8 {
        throws().filter(|throw| throw + added >= self.t.charts.strike.success).count() as u8
    }
}

impl Bookmaker<'_> {
    /// The odds of what the opened orders have set going.
    pub fn due(self) -> Vec<Odds> {
        let s = self.look.s;
        match (s.step, s.order.strike) {
            (Step::StrikeRoll, Some(sector)) => vec![self.strike(sector)],
            (Step::Blow { .. }, _) => {
                let left = Sector::ALL.into_iter().filter(|sector| s.result[sector.index()].is_none());
                left.map(|sector| self.blow(sector)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// 8.1.4 The odds of a sector, once all is laid open.
    fn blow(self, sector: Sector) -> Odds {
        let look = self.look;
        let terms = look.blow_terms(sector);
        let added: i16 = terms.iter().map(|it| it.value).sum();
        let ways = look.ways(added).map(u64::from);
        let vp = |result: Result| {
            let row = look.t.charts.blow.result[result.index()];
            row.german - row.soviet
        };
        let outcome = |result: Result| {
            let says = match vp(result) {
                0 => result.name().to_owned(),
                vp if vp > 0 => format!("{}: German {vp} VP", result.name()),
                vp => format!("{}: Soviet {} VP", result.name(), -vp),
            };
            Outcome::new(says, ways[result.index()], result.index().min(4) as u8, result.index() as i32)
        };
        let hundredths: i64 =
            Result::ALL.into_iter().map(|it| ways[it.index()] as i64 * i64::from(vp(it)) * 100).sum::<i64>()
                / 36;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        Odds {
            title: format!("The blow in the {}", sector.name()).into(),
            headline: Headline {
                ways: ways[Result::Breakthrough.index()] + ways[Result::Collapse.index()],
                says: "chance of a Breakthrough or worse".into(),
            },
            assumes: "".into(),
            of: THROWS,
            outcomes: Result::ALL.into_iter().map(outcome).filter(|it| it.ways > 0).collect(),
            sums: vec![self.sum("T", &terms)],
            mean: format!("On average {sign}{whole}.{rest:02} VP for Germany.").into(),
        }
    }

    /// 7.4.4 The odds of a strike, once all is laid open.
    fn strike(self, sector: Sector) -> Odds {
        let chart = &self.look.t.charts.strike;
        let terms = self.look.strike_terms(sector);
        let added: i16 = terms.iter().map(|it| it.value).sum();
        let ways = u64::from(self.look.strike_ways(added));
        let outcome =
            |label: String, ways: u64, weight: u8| Outcome::new(label, ways, weight, i32::from(weight > 0));
        let mut outcomes = vec![
            outcome(format!("the strike fails: German {} VP", chart.german), THROWS - ways, 0),
            outcome(format!("the strike succeeds: Soviet {} VP", chart.soviet), ways, 4),
        ];
        outcomes.retain(|it| it.ways > 0);
        Odds {
            title: format!("The strike in the {}", sector.name()).into(),
            headline: Headline { ways, says: "chance that the strike succeeds".into() },
            assumes: "".into(),
            of: THROWS,
            outcomes,
            sums: vec![self.sum("T", &terms)],
            mean: format!("It succeeds with {} or more.", chart.success).into(),
        }
    }

    fn sum(self, name: &str, terms: &[Term]) -> Sum {
        let line = |term: &Term| {
            let rule = term.what.rule();
            SumLine {
                says: term_words(term.what).into(),
                cites: rule.0.into(),
                value: i32::from(term.value),
                provenance: self.book.case(rule.0).and_then(|case| case.doubt()),
            }
        };
        Sum {
            name: name.into(),
            dice: "2d6".into(),
            total: terms.iter().map(|it| i32::from(it.value)).sum(),
            lines: terms.iter().map(line).collect(),
        }
    }
}
