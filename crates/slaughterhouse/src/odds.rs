//! Exact odds: every throw counted, every modifier with its case, the answer of the defender included.

use board::Space;
use kernel::rules::Rulebook;
use view::{Name, Odds, Outcome, Sum, SumLine, odds::Headline};

use crate::{
    action::Air,
    m10_assault::{Duty, Fight, Result, Term, Terms},
    prose::{came, leader_name, term_words, unit_name},
    state::{Look, Place, State},
    tables::{Unit, Units},
};

/// Odds with the rulebook at hand, for the provenance of each number.
#[derive(Clone, Copy)]
pub struct Bookmaker<'a> {
    pub look: Look<'a>,
    pub book: &'a Rulebook,
}

/// Throws of two dice, and of two dice followed by a counter-attack's two.
const THROWS: u64 = 36;
const BOTH: u64 = THROWS * THROWS;

/// A counter-attack in the position that the losses leave.
struct Best {
    unit: Unit,
    total: i8,
    terms: Terms,
}

impl Look<'_> {
    /// The best assault on an Area with everybody who can take part: the Point Unit that makes the greatest total.
    pub fn best_assault(self, at: Space) -> Option<Fight> {
        let eligible = self.eligible(at);
        let total = |&unit: &Unit| self.assault_total(self.fight(at, unit, eligible));
        let point =
            self.points(at, eligible).iter().max_by_key(|unit| (total(unit), std::cmp::Reverse(*unit)))?;
        Some(self.fight(at, point, eligible))
    }

    /// The best counter-attack after a Success, the defender having spread the points as suits it best: by whom, with
    /// what total and what makes up its value after the losses; `None` if the Area is cleared.
    fn aftermath(self, fight: Fight) -> Option<Best> {
        let points = self.defender_points(Result::Success, fight.point, fight.extra[1]);
        let mut after = self.s.clone();
        best_spread(self, &mut after, fight, points, true)
    }
}

fn best_spread(look: Look<'_>, state: &mut State, fight: Fight, points: u8, first: bool) -> Option<Best> {
    let here = Look { t: look.t, s: state };
    let victims = if points > 0 { here.victims(fight.defender(), fight.area, first) } else { Units::empty() };
    if victims.is_empty() {
        let units = here.units(fight.defender(), fight.area);
        let total = |unit: Unit| (here.counter_total(fight, unit), std::cmp::Reverse(unit));
        let unit = units.iter().max_by_key(|&unit| total(unit))?;
        let terms = here.counter_terms(fight, unit);
        return Some(Best { unit, total: here.counter_total(fight, unit), terms });
    }
    let mut best: Option<Best> = None;
    for victim in victims {
        let mut next = state.clone();
        strike(&mut next, fight, victim);
        let found = best_spread(look, &mut next, fight, points - 1, false);
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.total > best.total)
        {
            best = Some(found);
        }
    }
    best
}

/// Takes a step from a unit in a position that is only thought of.
fn strike(state: &mut State, fight: Fight, unit: Unit) {
    if !state.reduced.insert(unit) {
        state.here[fight.area.index()].remove(unit);
        state.place[usize::from(unit.0)] = Place::Eliminated;
    }
}

impl Bookmaker<'_> {
    /// The odds of an assault, and of the counter-attack that may follow a Success.
    pub fn assault(self, fight: Fight, assumes: &str) -> Odds {
        let look = self.look;
        let ways = look.t.chances(i32::from(look.assault_total(fight))).map(|ways| ways as u64);
        let space = &look.t.info(fight.area).name;
        let points = look.defender_points(Result::Success, fight.point, 0);
        let back = if fight.duty == Duty::Mandatory { ", the attackers go back" } else { "" };
        let outcome = |label: String, ways: u64, weight: u8, result: Result, counter: bool| {
            Outcome::new(label, ways, weight, came(result, counter))
        };
        let failure = format!("failure: the Point Unit loses a step{back}");
        let stalemate = "stalemate: both lose a step".to_owned();
        let mut outcomes = vec![
            outcome(failure, ways[0] * THROWS, 0, Result::Failure, false),
            outcome(stalemate, ways[1] * THROWS, 1, Result::Stalemate, false),
        ];
        let mut sums = vec![
            self.sum("Attack", "", &look.attack_terms(fight)),
            self.defence(
                &look.defence_terms(fight.defender(), fight.area),
                look.dice_term(fight.point, false),
            ),
        ];
        let mut assumed = assumes.to_owned();
        let lost = if points == 1 { "one step".to_owned() } else { format!("{points} steps") };
        match look.aftermath(fight) {
            None => {
                let cleared = format!("success: {lost}, the Area is cleared");
                outcomes.push(outcome(cleared, ways[2] * THROWS, 4, Result::Success, false));
            }
            Some(Best { unit, total, terms }) => {
                let counter = look.t.chances(i32::from(total)).map(|ways| ways as u64);
                let driven = if fight.duty == Duty::Here { "" } else { " and throws them back" };
                let labels = [
                    (format!("success: {lost}, the counter-attack fails"), 4, Result::Failure),
                    (format!("success: {lost}, the counter-attack costs both a step"), 3, Result::Stalemate),
                    (format!("success: {lost}, but the counter-attack hits{driven}"), 2, Result::Success),
                ];
                outcomes.extend(labels.map(|(label, weight, result)| {
                    outcome(label, ways[2] * counter[result as usize], weight, result, true)
                }));
                sums.push(self.sum("Counter-attack", "", &terms));
                let name = unit_name(look.t, unit);
                assumed = format!("{assumed} After a Success {name} counter-attacks.").trim().to_owned();
            }
        }
        outcomes.retain(|outcome| outcome.ways > 0);
        let (successes, of) = (ways[2] * THROWS, BOTH);
        Odds {
            title: format!("Assault in {space}").into(),
            headline: Headline { ways: successes, says: "chance of a Success".into() },
            assumes: assumed.into(),
            of,
            outcomes,
            sums,
            mean: self.aim(look.assault_at(fight), look.dice_modifier(fight.point, false)),
        }
    }

    /// The odds of a counter-attack.
    pub fn counter(self, mut fight: Fight, unit: Unit, last_stand: bool) -> Odds {
        let look = self.look;
        fight.last_stand = last_stand;
        let ways = look.t.chances(i32::from(look.counter_total(fight, unit))).map(|ways| ways as u64);
        let driven = if last_stand || fight.duty == Duty::Here { "" } else { ", the attackers go back" };
        let own = if last_stand { "nothing happens" } else { "it loses a step" };
        let both = if last_stand { "the attackers lose a step" } else { "both lose a step" };
        let points = look.defender_points(Result::Success, unit, 0);
        let lost = if points == 1 { "one step".to_owned() } else { format!("{points} steps") };
        let outcome = |label: String, weight: u8, result: Result| {
            Outcome::new(label, ways[result as usize], weight, came(result, true))
        };
        let mut outcomes = vec![
            outcome(format!("failure: {own}"), 0, Result::Failure),
            outcome(format!("stalemate: {both}"), 1, Result::Stalemate),
            outcome(format!("success: {lost}{driven}"), 4, Result::Success),
        ];
        outcomes.retain(|outcome| outcome.ways > 0);
        Odds {
            title: format!("{} counter-attacks", unit_name(look.t, unit)).into(),
            headline: Headline { ways: ways[2], says: "chance of a Success".into() },
            assumes: "".into(),
            of: THROWS,
            outcomes,
            sums: vec![
                self.sum("Counter-attack", "", &look.counter_terms(fight, unit)),
                self.defence(&look.defence_terms(fight.attacker, fight.area), look.dice_term(unit, true)),
            ],
            mean: self.aim(look.counter_at(fight, unit), look.dice_modifier(unit, true)),
        }
    }

    /// The same assault with Air Support declared.
    pub fn with_air(self, mut fight: Fight, air: Air, assumes: &str) -> Odds {
        if air != Air::None {
            fight.air = air;
        }
        self.assault(fight, assumes)
    }

    /// What stands against the attack: the defence value, and the dice with their modifier (10.4.4a).
    fn defence(self, terms: &Terms, dice: Option<Term>) -> Sum {
        let mut terms = terms.clone();
        terms.extend(dice);
        self.sum("Defence", "2d6", &terms)
    }

    /// What the dice have to show.
    fn aim(self, total: i8, modifier: i8) -> Name {
        match modifier {
            0 => format!("The assault total is {total}: the dice must show less.").into(),
            _ => format!("The assault total is {total}: the dice, {modifier:+}, must show less.").into(),
        }
    }

    fn sum(self, name: &str, dice: &str, terms: &Terms) -> Sum {
        Sum::new(name, dice, terms.iter().map(|term| self.line(term)).collect())
    }

    fn line(self, term: &Term) -> SumLine {
        let t = self.look.t;
        let words = term_words(
            term.what,
            |unit| unit_name(t, unit).to_string(),
            |leader| leader_name(t, leader).to_string(),
            |space| t.info(space).name.clone(),
        );
        SumLine {
            says: words.into(),
            cites: term.rule.0.into(),
            value: i32::from(term.value),
            provenance: self.book.case(term.rule.0).and_then(|case| case.doubt()),
        }
    }
}
