//! Exact odds: every throw counted, every modifier with its case.

use board::Space;
use kernel::rules::Rulebook;
use view::{Odds, Outcome, Sum, SumLine, odds::Headline};

use crate::{
    m13_direct_fire::{Attack, Term, Terms, sum},
    m16_close_combat::CloseResult,
    prose::{modifier_words, unit_name},
    sequence::Active,
    state::Look,
    tables::{Tables, Unit, Units},
};

/// Odds with the rulebook at hand, for the provenance of each number.
#[derive(Clone, Copy)]
pub struct Bookmaker<'a> {
    pub look: Look<'a>,
    pub book: &'a Rulebook,
}

/// A margin below all others: fire without effect.
const NO_EFFECT: i32 = -100;

/// Throws of 2d6 against 2d6.
const THROWS: u64 = 1296;

impl Look<'_> {
    /// In how many of 1296 throws the attack beats the defence by exactly `margin`, the modifiers being ahead by
    /// `lead`.
    pub fn ways(self, lead: i32, margin: i32) -> u64 {
        let difference = margin - lead + 10;
        let ways = usize::try_from(difference).ok().and_then(|index| self.t.difference.get(index));
        ways.map_or(0, |&ways| u64::from(ways))
    }

    /// The defender's best Lead against this attack: the one with the greatest total.
    pub fn best_defender(self, active: Active, attack: Attack) -> Option<Unit> {
        let defenders = self.defenders(active, attack);
        defenders.iter().max_by_key(|&unit| (self.factor(unit), std::cmp::Reverse(unit)))
    }

    /// The attacker's best attack on a space with everybody he has: the Lead that makes the greatest total.
    pub fn best_attack(self, active: Active, target: Space, firers: Units) -> Option<Attack> {
        let total = |lead: Unit| sum(&self.attack_terms(active, Attack::new(target, lead, firers)));
        let lead = firers.iter().max_by_key(|&lead| (total(lead), std::cmp::Reverse(lead)))?;
        Some(Attack::new(target, lead, firers))
    }
}

impl Bookmaker<'_> {
    /// The odds of a fire attack. The defender's best Lead is assumed where he has not named it.
    pub fn fire(self, active: Active, mut attack: Attack, named: bool, assumes: &str) -> Option<Odds> {
        let look = self.look;
        if !named {
            attack.defender = look.best_defender(active, attack)?;
        }
        let (attack_terms, defence_terms) =
            (look.attack_terms(active, attack), look.defence_terms(active, attack));
        let lead = i32::from(sum(&attack_terms)) - i32::from(sum(&defence_terms));
        let urban = look.t.urban.contains(attack.target);
        let chart = &look.t.charts.rubble;
        let gun = attack.is_bombardment();
        let rubble = i32::from(if gun { chart.bombardment_margin } else { chart.direct_fire_margin });
        let capacity = i32::from(look.capacity(look.defenders(active, attack)));
        let most = (lead + 10).max(0);
        let none: u64 = (lead - 10..=0).map(|margin| look.ways(lead, margin)).sum();
        let mut outcomes = vec![Outcome::new("no effect", none, 0, 0).from_to(NO_EFFECT, 0)];
        let mut points = 0;
        for margin in 1..=most {
            let ways = look.ways(lead, margin);
            points += ways * margin.unsigned_abs() as u64;
            let effect = effect(look, attack.target, margin, capacity, urban && margin >= rubble);
            let label = format!("{margin} point{}{effect}", if margin == 1 { "" } else { "s" });
            let outcome = Outcome::new(label, ways, weight(margin), margin);
            outcomes.push(outcome.counting(&format!("points{effect}")));
        }
        let space = look.t.info(attack.target);
        let verb = if gun { "Bombard" } else { "Fire at" };
        let assumed = if named {
            assumes.to_owned()
        } else {
            format!("{assumes} Against their best Lead, {}.", unit_name(look.t, attack.defender))
                .trim()
                .to_owned()
        };
        Some(Odds {
            title: format!("{verb} {} ({})", space.name, space.id).into(),
            headline: Headline { ways: THROWS - none, says: "chance of casualties".into() },
            assumes: assumed.into(),
            of: THROWS,
            outcomes,
            sums: vec![self.sum("Attack", "2d6", &attack_terms), self.sum("Defence", "2d6", &defence_terms)],
            mean: format!(
                "{} casualty points on average; the units there can take {capacity}.",
                tenths(points)
            )
            .into(),
        })
    }

    /// The odds of one Close Combat attack.
    pub fn close(self, lead: Unit, supporters: Units, target: Unit) -> Odds {
        let look = self.look;
        let terms = look.close_terms(lead, supporters, target);
        let mut ways = [0; 3];
        for die in 1..=6 {
            ways[look.close_result(die + sum(&terms)) as usize] += 1;
        }
        let outcome = |result: CloseResult, label: &str, weight| {
            Outcome::new(label, ways[result as usize], weight, result as i32)
        };
        let name = |unit| unit_name(look.t, unit);
        Odds {
            title: format!("{} against {}", name(lead), name(target)).into(),
            headline: Headline { ways: 6 - ways[0], says: "chance to drive it out".into() },
            assumes: if supporters.is_empty() {
                "".into()
            } else {
                format!("With {} in support.", supporters.len()).into()
            },
            of: 6,
            outcomes: vec![
                outcome(CloseResult::None, "no effect", 0),
                outcome(CloseResult::Retreat, "retreat", 2),
                outcome(CloseResult::Eliminated, "eliminated", 4),
            ],
            sums: vec![self.sum("Attack", "1d6", &terms)],
            mean: "".into(),
        }
    }

    fn sum(self, name: &str, dice: &str, terms: &Terms) -> Sum {
        Sum::new(name, dice, terms.iter().map(|term| self.line(term)).collect())
    }

    fn line(self, term: &Term) -> SumLine {
        let t: &Tables = self.look.t;
        SumLine {
            says: modifier_words(term.what, |unit| unit_name(t, unit).to_string()).into(),
            cites: term.rule.0.into(),
            value: i32::from(term.value),
            provenance: self.book.case(term.rule.0).and_then(|case| case.doubt()),
        }
    }
}

/// What the points of a success do besides.
fn effect(look: Look<'_>, target: Space, margin: i32, capacity: i32, shatters: bool) -> String {
    let mut effect = String::new();
    if margin >= capacity {
        effect.push_str(", all eliminated");
    }
    if shatters && !look.s.heavy.contains(target) {
        effect.push_str(if look.s.rubble.contains(target) { ", heavy rubble" } else { ", rubble" });
    }
    effect
}

fn weight(margin: i32) -> u8 {
    match margin {
        ..=0 => 0,
        1 => 1,
        2 | 3 => 2,
        4 | 5 => 3,
        _ => 4,
    }
}

/// A mean over all throws with one decimal, rounded half up.
fn tenths(points: u64) -> String {
    let tenths = (points * 20 + THROWS) / (2 * THROWS);
    format!("{}.{}", tenths / 10, tenths % 10)
}
