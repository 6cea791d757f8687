//! Exact odds: every die counted, every modifier with its case.

use arrayvec::ArrayVec;
use board::Space;
use kernel::rules::Rulebook;
use view::{Name, Odds, Outcome, Sum, SumLine, odds::Headline};

use crate::{
    m06_direct_fire::{Shot, Term, Terms, sum},
    m06_indirect_fire::{Gun, Mission},
    m06_results::Weapon,
    m07_close_assault::Assault,
    prose::{modifier_words, unit_name},
    sequence::Active,
    state::{Level, Look},
    tables::{Status, Unit, Units},
};

/// What came of a throw, as numbers: the outcomes of the odds stand for them, and the journal reports them. Failure
/// comes before success.
pub mod came {
    pub const MISSED: i32 = 0;
    pub const SHAKEN: i32 = 1;
    pub const ELIMINATED: i32 = 2;
    pub const WRECKED: i32 = 3;
    pub const ASSAULT: [i32; 2] = [10, 11];
    pub const OBSTACLE: [i32; 2] = [20, 21];
    /// No more missions, this one fails, this one stands.
    pub const MISSION: [i32; 3] = [30, 31, 32];
    pub const STRIKE: [i32; 2] = [40, 41];
    /// So many are eliminated by shells, counted from here.
    pub const TOLL: i32 = 100;
}

/// Odds with the rulebook at hand, for the provenance of each number.
#[derive(Clone, Copy)]
pub struct Bookmaker<'a> {
    pub look: Look<'a>,
    pub book: &'a Rulebook,
}

/// What may come of one attack on one unit, out of sixty throws of a ten-sided and a six-sided die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fate {
    pub missed: u64,
    /// Hit and not eliminated.
    pub shaken: u64,
    /// Eliminated by an odd and by an even second die; only the sum counts where no second die is thrown.
    pub eliminated: [u64; 2],
}

impl Fate {
    pub const OF: u64 = 60;

    pub fn eliminated(self) -> u64 {
        self.eliminated.iter().sum()
    }
}

/// How many of the ten faces, and the modifiers with them, are not above a factor.
pub fn faces_up_to(factor: i8, terms: &Terms) -> u64 {
    (0..10).filter(|&die: &i8| die + sum(terms) <= factor).count() as u64
}

impl Look<'_> {
    /// Every throw of an attack on one unit, by the same questions as the dice on the table.
    pub fn fate(self, weapon: Weapon, target: Unit, terms: &Terms) -> Fate {
        let hits = faces_up_to(self.factor(weapon), terms);
        let mut fate = Fate { missed: (10 - hits) * 6, ..Fate::default() };
        for die in 1..=6 {
            if self.falls_at_once(weapon, target) {
                fate.eliminated[1] += hits;
            } else if self.is_deadly(weapon, target, die) {
                fate.eliminated[usize::from(die % 2 == 0)] += hits;
            } else {
                fate.shaken += hits;
            }
        }
        fate
    }

    /// In how many of the ten faces an assault succeeds.
    pub fn assault_wins(self, assault: &Assault) -> u64 {
        if self.needs_no_die(assault) {
            return 10;
        }
        faces_up_to(self.assault_factor(assault.call.side), &self.assault_terms(assault))
    }
}

/// How many units an attack on a hex eliminates: ways for each number, out of `of`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toll {
    pub of: u64,
    pub ways: Vec<u64>,
}

impl Toll {
    fn nobody() -> Toll {
        Toll { of: 1, ways: vec![1] }
    }

    /// One of two things happens: with `ways` of `of` this many more fall, otherwise what `other` says.
    /// `None` when the numbers become too large to count.
    fn either(ways: u64, of: u64, fallen: usize, other: &Toll) -> Option<Toll> {
        let all = of.checked_mul(other.of)?;
        let mut sum = vec![0; other.ways.len().max(fallen + 1)];
        for (n, &chance) in other.ways.iter().enumerate() {
            sum[n] = chance.checked_mul(of - ways)?;
        }
        sum[fallen] += ways.checked_mul(other.of)?;
        Some(Toll { of: all, ways: sum }.reduced())
    }

    /// Both happen, independently.
    fn and(&self, other: &Toll) -> Option<Toll> {
        let of = self.of.checked_mul(other.of)?;
        let mut ways = vec![0; self.ways.len() + other.ways.len() - 1];
        for (n, &a) in self.ways.iter().enumerate() {
            for (m, &b) in other.ways.iter().enumerate() {
                ways[n + m] += a.checked_mul(b)?;
            }
        }
        Some(Toll { of, ways }.reduced())
    }

    fn reduced(mut self) -> Toll {
        let common = self.ways.iter().fold(self.of, |a, &b| gcd(a, b));
        self.of /= common;
        self.ways.iter_mut().for_each(|ways| *ways /= common);
        self
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Look<'_> {
    /// How many of the units in a hex fall under indirect fire that lands: passengers with their vehicle, riders with
    /// their tank or on their own.
    pub fn toll(self, weapon: Weapon, hex: Space) -> Option<Toll> {
        let off_map = weapon == Weapon::Artillery;
        let one = |unit: Unit| self.fate(weapon, unit, &self.shell_terms(unit, off_map)).eliminated();
        let mut toll = Toll::nobody();
        for unit in self.here(hex) {
            let cargo = self.cargo(unit);
            let mut rest = Toll::nobody();
            if self.t.tanks.contains(unit) {
                for rider in cargo {
                    rest = rest.and(&Toll::either(one(rider), Fate::OF, 1, &Toll::nobody())?)?;
                }
            }
            let group = Toll::either(one(unit), Fate::OF, 1 + cargo.len(), &rest)?;
            toll = toll.and(&group)?;
        }
        Some(toll)
    }
}

impl Bookmaker<'_> {
    /// 6.4 The odds of a shot.
    pub fn fire(self, active: &Active, target: Unit) -> Option<Odds> {
        let look = self.look;
        let (hex, _) = look.exposed_at(target)?;
        let shot = Shot { firer: active.unit, target, moved: active.spent > 0 };
        let weapon = Weapon::Direct(shot.firer);
        let terms = look.shot_terms(shot);
        let fate = look.fate(weapon, target, &terms);
        let rubble = look.brings_down(weapon) && look.terrain(hex).has_upper();
        let wreck = look.t.vehicles.contains(target) && look.takes_wreck(hex) && !rubble;
        let mut outcomes = vec![
            Outcome::new("miss", fate.missed, 0, came::MISSED),
            self.shaken(weapon, target, fate.shaken),
        ];
        let eliminated = |label: &str| Outcome::new(label, fate.eliminated(), 4, came::ELIMINATED);
        if rubble {
            outcomes.push(eliminated("eliminated, rubble").from_to(came::ELIMINATED, came::WRECKED));
        } else if wreck {
            let [odd, even] = fate.eliminated;
            outcomes.push(Outcome::new("eliminated", odd, 4, came::ELIMINATED));
            outcomes.push(Outcome::new("eliminated, wreck", even, 4, came::WRECKED));
        } else {
            outcomes.push(eliminated("eliminated").from_to(came::ELIMINATED, came::WRECKED));
        }
        outcomes.retain(|outcome| outcome.ways > 0);
        let name = |unit| unit_name(look.t, unit);
        Some(Odds {
            title: format!("{} fires at {}", name(shot.firer), name(target)).into(),
            headline: Headline { ways: fate.eliminated(), says: "chance to eliminate".into() },
            assumes: "".into(),
            of: Fate::OF,
            outcomes,
            sums: vec![self.sum("Fire", &terms)],
            mean: self.hits_on(look.factor(weapon), &terms),
        })
    }

    fn shaken(self, weapon: Weapon, target: Unit, ways: u64) -> Outcome {
        let (now, then) = (self.look.status(target), self.look.shaken(weapon, target));
        let label = if now == then { format!("hit, stays {}", now.name()) } else { then.name().to_owned() };
        let weight = match then {
            Status::Normal => 0,
            Status::Suppressed => 1,
            Status::Pinned | Status::Disrupted => 2,
            Status::Inactive => 3,
        };
        Outcome::new(label, ways, if now == then { 0 } else { weight }, came::SHAKEN)
    }

    /// 6.5 The odds of a mission with this spotter, as far as they can be counted: all units in the hex must be known to
    /// whoever asks.
    pub fn shells(self, mission: Mission, spotter: Option<Unit>) -> Option<Odds> {
        let look = self.look;
        let weapon = match mission.gun {
            Gun::OnMap(unit) => Weapon::OnMap(unit),
            Gun::Artillery => Weapon::Artillery,
            Gun::Interdiction => return Some(self.interdiction(mission.hex, spotter.is_some())),
            Gun::Buratino => return Some(self.strike(mission.hex)),
        };
        let mut toll = look.toll(weapon, mission.hex)?;
        let scatters = (0..10).filter(|&die| look.scatters(die)).count() as u64;
        let may_scatter = look.may_scatter(mission.gun, spotter);
        if may_scatter {
            toll = Toll::either(scatters, 10, 0, &toll)?;
        }
        let spared = toll.ways[0];
        let fallen: u128 = toll.ways.iter().enumerate().map(|(n, &ways)| n as u128 * u128::from(ways)).sum();
        let labelled = toll.ways.iter().enumerate().map(|(n, &ways)| {
            let label = if n == 0 { "nobody eliminated".to_owned() } else { format!("{n} eliminated") };
            let outcome = Outcome::new(label, ways, n.min(4) as u8, came::TOLL + n as i32);
            if n == 0 { outcome } else { outcome.counting("eliminated") }
        });
        let off_map = weapon == Weapon::Artillery;
        let sums = look
            .exposed(mission.hex)
            .iter()
            .map(|unit| self.sum(&unit_name(look.t, unit), &look.shell_terms(unit, off_map)));
        let says = if may_scatter { "The fire may scatter." } else { "The fire lands." };
        Some(Odds {
            title: format!("Shell {}", look.t.id(mission.hex)).into(),
            headline: Headline { ways: toll.of - spared, says: "chance to eliminate somebody".into() },
            assumes: format!("{says} Everybody in the hex is attacked, friend or enemy.").into(),
            of: toll.of,
            outcomes: labelled.filter(|outcome| outcome.ways > 0).collect(),
            sums: sums.collect(),
            mean: format!("{} eliminated on average.", tenths(fallen, toll.of)).into(),
        })
    }

    /// 6.5.3 The odds of a mission standing.
    fn interdiction(self, hex: Space, spotted: bool) -> Odds {
        let look = self.look;
        let chart = &look.t.charts.interdiction;
        let terms = look.interdiction_terms(hex, spotted);
        let stands = faces_up_to(chart.stands_at_most, &terms);
        let goes_on = faces_up_to(chart.ends_all_from - 1, &terms);
        Odds {
            title: format!("Interdict {}", look.t.id(hex)).into(),
            headline: Headline { ways: stands, says: "chance that the mission stands".into() },
            assumes: "".into(),
            of: 10,
            outcomes: vec![
                Outcome::new("fails, and ends all interdiction", 10 - goes_on, 0, came::MISSION[0]),
                Outcome::new("fails", goes_on - stands, 1, came::MISSION[1]),
                Outcome::new("stands", stands, 3, came::MISSION[2]),
            ],
            sums: vec![self.sum("Mission", &terms)],
            mean: self.hits_on(chart.stands_at_most, &terms),
        }
    }

    /// 8.3 The odds for the impact hex.
    fn strike(self, hex: Space) -> Odds {
        let look = self.look;
        let terms = look.strike_terms(hex);
        let ways = faces_up_to(look.strike_factor(0), &terms);
        let falls = look.terrain(hex).has_upper();
        let label = if falls { "everybody eliminated, rubble" } else { "everybody eliminated" };
        Odds {
            title: format!("Buratino at {}", look.t.id(hex)).into(),
            headline: Headline { ways, says: "chance to wipe out the hex".into() },
            assumes: "The hexes around it are rolled for as well.".into(),
            of: 10,
            outcomes: vec![
                Outcome::new("nothing there", 10 - ways, 0, came::STRIKE[0]),
                Outcome::new(label, ways, 4, came::STRIKE[1]),
            ],
            sums: vec![self.sum("Impact", &terms)],
            mean: self.hits_on(look.strike_factor(0), &terms),
        }
    }

    /// 7.2 The odds of a close assault.
    pub fn assault(self, assault: &Assault, assumes: &str) -> Odds {
        let look = self.look;
        let terms = look.assault_terms(assault);
        let (ways, alone) = (look.assault_wins(assault), look.needs_no_die(assault));
        let floor = if assault.level == Level::Upper { " upstairs" } else { "" };
        Odds {
            title: format!("Close assault on {}{floor}", look.t.id(assault.hex)).into(),
            headline: Headline { ways, says: "chance to take it".into() },
            assumes: assumes.into(),
            of: 10,
            outcomes: vec![
                Outcome::new("all attackers eliminated", 10 - ways, 0, came::ASSAULT[0]),
                Outcome::new("all defenders eliminated", ways, 4, came::ASSAULT[1]),
            ],
            sums: if alone { Vec::new() } else { vec![self.sum("Assault", &terms)] },
            mean: match alone {
                true => "Snipers alone fall without a die.".into(),
                false => self.hits_on(look.assault_factor(assault.call.side), &terms),
            },
        }
    }

    /// The odds of an assault that is about to be started, with everybody who can join and has a marker to act on.
    pub fn assault_with_all(self, mut assault: Assault) -> Odds {
        let mut joined = Units::empty();
        loop {
            let next = self.look.joiners(&assault).first();
            let Some(unit) = next else { break };
            joined.insert(unit);
            assault.attackers.insert(unit);
            assault.call = assault.call.spend();
        }
        let names: ArrayVec<String, 16> =
            joined.iter().take(16).map(|unit| unit_name(self.look.t, unit).to_string()).collect();
        self.assault(&assault, &format!("With {}.", view::list(&names)))
    }

    /// 8.4.1 The odds of fire at an obstacle.
    pub fn obstacle(self, hex: Space) -> Odds {
        let look = self.look;
        let ways = (0..10).filter(|&die| look.removes_obstacle(die)).count() as u64;
        Odds {
            title: format!("Fire at the obstacle in {}", look.t.id(hex)).into(),
            headline: Headline { ways, says: "chance to remove it".into() },
            assumes: "".into(),
            of: 10,
            outcomes: vec![
                Outcome::new("nothing", 10 - ways, 0, came::OBSTACLE[0]),
                Outcome::new("removed", ways, 3, came::OBSTACLE[1]),
            ],
            sums: vec![self.sum("Fire", &Terms::new())],
            mean: "".into(),
        }
    }

    fn sum(self, name: &str, terms: &Terms) -> Sum {
        Sum {
            name: name.into(),
            dice: "1d10".into(),
            total: i32::from(sum(terms)),
            lines: terms.iter().map(|term| self.line(term)).collect(),
        }
    }

    fn line(self, term: &Term) -> SumLine {
        SumLine {
            says: modifier_words(term.what).into(),
            cites: term.rule.0.into(),
            value: i32::from(term.value),
            provenance: self.book.case(term.rule.0).and_then(|case| case.doubt()),
        }
    }

    /// Which faces of the ten-sided die do it.
    fn hits_on(self, factor: i8, terms: &Terms) -> Name {
        let most = factor - sum(terms);
        match most {
            ..0 => "No face of the die is low enough.".into(),
            0 => "Only a 0 will do.".into(),
            1..9 => format!("0 to {most} will do.").into(),
            _ => "Every face of the die will do.".into(),
        }
    }
}

/// A mean with one decimal, rounded half up.
fn tenths(sum: u128, of: u64) -> String {
    let of = u128::from(of);
    let tenths = (sum * 20 + of) / (2 * of);
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use kernel::{Draw, Journal, Luck, Node, Options, Rng, data::Overlay};

    use super::*;
    use crate::{
        action::Action,
        m06_indirect_fire::Gun,
        m06_results::Then,
        sequence::Step,
        state::{Place, Play, State},
        tables::Tables,
    };

    fn tables() -> Tables {
        Tables::load(&Overlay::none()).expect("the built-in tables are sound")
    }

    /// A number that every product of a few ten- and six-sided dice divides.
    const WHOLE: u128 = 600u128.pow(8);

    fn apply(t: &Tables, s: &State, action: Action) -> State {
        let mut s = s.clone();
        Play { t, s: &mut s, j: &mut Journal::disabled() }.apply(action);
        s
    }

    /// Throws every die that an attack may ask for, and tells each end with its share of [`WHOLE`].
    fn every_end(t: &Tables, s: &State, share: u128, end: &mut impl FnMut(&State, u128)) {
        let look = Look { t, s };
        let rolling = matches!(
            s.step,
            Step::FireRoll { .. }
                | Step::HitRoll { .. }
                | Step::ObstacleRoll { .. }
                | Step::ScatterRoll { .. }
                | Step::InterdictRoll { .. }
                | Step::DudayevRoll { .. }
                | Step::HotelRoll { .. }
                | Step::AssaultRoll { .. }
        );
        let Node::Chance(draw) = look.node() else { return end(s, share) };
        if !rolling {
            return end(s, share);
        }
        assert_eq!(share % u128::from(draw.count()), 0, "too many dice to share out");
        for luck in 0..draw.count() {
            let mut next = s.clone();
            Play { t, s: &mut next, j: &mut Journal::disabled() }.resolve(Luck(luck));
            every_end(t, &next, share / u128::from(draw.count()), end);
        }
    }

    fn fallen(t: &Tables, before: &State, after: &State) -> usize {
        let down = |s: &State| s.all_in(Place::Eliminated).len();
        assert_eq!(before.place.len(), t.counters.len());
        down(after) - down(before)
    }

    fn check_fire(t: &Tables, s: &State, active: &Active, target: Unit) {
        let look = Look { t, s };
        let weapon = Weapon::Direct(active.unit);
        let shot = Shot { firer: active.unit, target, moved: active.spent > 0 };
        let fate = look.fate(weapon, target, &look.shot_terms(shot));
        assert_eq!(fate.missed + fate.shaken + fate.eliminated(), Fate::OF);
        let mut killed = 0;
        every_end(t, &apply(t, s, Action::Fire { target }), WHOLE, &mut |end, share| {
            if end.place[usize::from(target.0)] == Place::Eliminated.pack() {
                killed += share;
            }
        });
        assert_eq!(killed * u128::from(Fate::OF), WHOLE * u128::from(fate.eliminated()), "{shot:?}");
    }

    fn check_shells(t: &Tables, s: &State, mission: Mission, spotter: Option<Unit>, action: Action) {
        let look = Look { t, s };
        let weapon = match mission.gun {
            Gun::OnMap(unit) => Weapon::OnMap(unit),
            _ => Weapon::Artillery,
        };
        let mut toll = look.toll(weapon, mission.hex).expect("few units can be counted");
        if look.may_scatter(mission.gun, spotter) {
            toll = Toll::either(7, 10, 0, &toll).expect("few units can be counted");
        }
        let mut counted = vec![0u128; toll.ways.len()];
        every_end(t, &apply(t, s, action), WHOLE, &mut |end, share| counted[fallen(t, s, end)] += share);
        let expected: Vec<u128> =
            toll.ways.iter().map(|&ways| WHOLE / u128::from(toll.of) * u128::from(ways)).collect();
        assert_eq!(WHOLE % u128::from(toll.of), 0);
        assert_eq!(counted, expected, "{mission:?} {spotter:?}");
    }

    fn check_assault(t: &Tables, s: &State, assault: &Assault) {
        let wins = Look { t, s }.assault_wins(assault);
        let mut won = 0;
        every_end(t, &apply(t, s, Action::Resolve), WHOLE, &mut |end, share| {
            let gone = |unit: Unit| end.place[usize::from(unit.0)] == Place::Eliminated.pack();
            if !assault.attackers.iter().any(gone) {
                won += share;
            }
        });
        assert_eq!(won * 10, WHOLE * u128::from(wins), "{assault:?}");
    }

    /// Random games; every fourth attack that comes up is thrown in all ways and compared with what the odds say.
    #[test]
    fn case_6_4_3_and_6_5_2_and_7_2_odds_are_what_the_dice_do() {
        let t = tables();
        let mut rng = Rng::new(3, 1);
        let (mut legal, mut seen) = (Vec::new(), [0; 4]);
        for game in 0..40 {
            let mut s = State::new(&t, game % 2, Options(if game % 3 < 2 { 15 } else { 0 }));
            Play { t: &t, s: &mut s, j: &mut Journal::disabled() }.open_game();
            loop {
                let look = Look { t: &t, s: &s };
                let draw = match look.node() {
                    Node::Over(_) => break,
                    Node::Chance(draw) => Some(draw),
                    Node::Decision(_) => None,
                };
                if let Some(draw) = draw {
                    let luck: Luck = rng.luck(draw);
                    Play { t: &t, s: &mut s, j: &mut Journal::disabled() }.resolve(luck);
                    continue;
                }
                legal.clear();
                look.legal(&mut legal);
                let pick = rng.index(legal.len());
                // Attacks are rare among all steps, assaults most of all: take one when it is there.
                let assault = legal.iter().position(|action| matches!(action, Action::Assault { .. }));
                let attack = legal.iter().position(|action| {
                    matches!(action, Action::Fire { .. } | Action::Indirect { .. } | Action::Barrage { .. })
                        || matches!(action, Action::Battery { .. } | Action::Spotter { .. })
                });
                let action = legal[assault.or(attack).unwrap_or(pick)];
                match (s.step, action) {
                    (Step::Active { active }, Action::Fire { target }) if seen[0] % 4 == 0 => {
                        check_fire(&t, &s, &active, target);
                    }
                    (Step::Spotter { mission }, Action::Spotter { unit })
                        if look.here(mission.hex).count() <= 2
                            && matches!(mission.gun, Gun::OnMap(_) | Gun::Artillery)
                            && seen[1] % 4 == 0 =>
                    {
                        check_shells(&t, &s, mission, Some(unit), action);
                    }
                    (Step::Battery { call, .. }, Action::Barrage { hex })
                        if look.spotters_of(call, hex).is_empty() && look.here(hex).count() <= 2 =>
                    {
                        let mission = Mission { then: Then::Call(call), gun: Gun::Artillery, hex };
                        check_shells(&t, &s, mission, None, action);
                        seen[3] += 1;
                    }
                    (Step::Assault { assault }, _) if !assault.attackers.is_empty() => {
                        check_assault(&t, &s, &assault);
                        seen[2] += 1;
                    }
                    _ => {}
                }
                seen[0] += usize::from(matches!(action, Action::Fire { .. }));
                seen[1] += usize::from(matches!(action, Action::Spotter { .. }));
                Play { t: &t, s: &mut s, j: &mut Journal::disabled() }.apply(action);
            }
        }
        assert!(seen[0] > 100 && seen[1] > 10 && seen[2] > 2 && seen[3] > 10, "too few attacks: {seen:?}");
    }

    #[test]
    fn case_8_4_1_four_faces_remove_an_obstacle() {
        let t = tables();
        let s = State::new(&t, 0, Options::NONE);
        let look = Look { t: &t, s: &s };
        let removing: Vec<u8> = (0..10).filter(|&die| look.removes_obstacle(die)).collect();
        assert_eq!(removing, [1, 2, 3, 4], "a 0 is a zero (2.4)");
        let scattering: Vec<u8> = (0..10).filter(|&die| look.scatters(die)).collect();
        assert_eq!(scattering, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(Draw::D6.count(), 6);
    }

    /// The ladders of a hit that does not eliminate, by the status before it.
    #[test]
    fn case_6_4_3_no_hit_improves_a_status() {
        let t = tables();
        let mut s = State::new(&t, 0, Options::NONE);
        let unit = |id: &str| t.unit(id).expect("a unit of the roster");
        let (rifles, rpg, target) = (unit("ch-inf01"), unit("ch-rpg01"), unit("ru-181-inf1"));
        use Status::{Disrupted, Inactive, Normal, Pinned, Suppressed};
        let ladder = [
            (Normal, Suppressed, Disrupted),
            (Suppressed, Pinned, Disrupted),
            (Pinned, Pinned, Disrupted),
            (Disrupted, Disrupted, Inactive),
            (Inactive, Inactive, Inactive),
        ];
        for (before, light, heavy) in ladder {
            s.status[usize::from(target.0)] = before;
            let look = Look { t: &t, s: &s };
            assert_eq!(look.shaken(Weapon::Direct(rifles), target), light);
            assert_eq!(look.shaken(Weapon::Direct(rpg), target), heavy);
        }
    }

    /// Up to which face of the second die whom kills what.
    #[test]
    fn case_6_4_3_and_8_1_who_is_eliminated() {
        let t = tables();
        let s = State::new(&t, 0, Options::NONE);
        let look = Look { t: &t, s: &s };
        let unit = |id: &str| t.unit(id).expect("a unit of the roster");
        let faces = |firer: &str, target: &str| look.deadly_faces(Weapon::Direct(unit(firer)), unit(target));
        assert_eq!(faces("ch-inf01", "ru-181-inf1"), 3);
        assert_eq!(faces("ch-inf01", "ru-181-ldr"), 3);
        assert_eq!(faces("ru-181-inf1", "ch-inf01"), 2);
        assert_eq!(faces("ru-181-inf1", "ch-t62-1"), 1);
        assert_eq!(faces("ch-inf01", "ru-btr01"), 1);
        assert_eq!(faces("ch-rpg01", "ru-btr01"), 4);
        assert_eq!(faces("ch-rpg01", "ru-181-inf1"), 4);
        assert_eq!(faces("ru-t80-01", "ch-inf01"), 3);
        assert_eq!(faces("ru-schmel1", "ch-inf01"), 4, "a Schmel takes one off the die");
        assert_eq!(faces("ch-snp1", "ru-181-ldr"), 3, "even faces");
    }
}
