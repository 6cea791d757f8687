//! 10.0 Reinforcement Phase: regrouping, the random group, the turn's units, and the Stuka against them.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::{Event, RandomModifier},
    m08_advantage::Use,
    refusal::{Counted, Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play, option},
    tables::{Entry, Group, Side, Spaces, Unit, Units},
};

/// A random group that has come up, and what has been done with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Draft {
    /// The group the units come from.
    pub group: Group,
    /// How many units it brings at most.
    pub most: u8,
    /// Only ground units: K coming instead of A (10.3.6).
    pub ground_only: bool,
    pub taken: u8,
    pub ground_taken: u8,
    pub delayed: u8,
    /// After a successful interdiction: how many ground units come now (10.5.4).
    pub allowed: Option<u8>,
}

impl Look<'_> {
    // ------------------------------------------------------------------ 10.2 regrouped units

    /// Regrouped units of a side that have not entered yet.
    pub fn regrouped_left(self, side: Side) -> Units {
        let pool = self.t.regrouped & self.t.of[side.index()];
        pool.iter().filter(|&unit| self.place(unit) == Place::Waiting).collect()
    }

    /// 10.2.3 German: the Zone named by the rules or any Urban Area, German-controlled, contested or not.
    /// 10.2.4 Soviet: any Soviet-controlled Zone, contested or not.
    fn regroup_places(self, side: Side) -> Spaces {
        match side {
            Side::German => self.german_regroup_places(),
            Side::Soviet => self.soviet_regroup_places(),
        }
    }

    /// 10.2.3 Zone D or any Urban Area, German-controlled at that moment, contested or not.
    fn german_regroup_places(self) -> Spaces {
        (self.t.urban | Spaces::one(self.t.arrival.regroup_zone)) & self.controlled(Side::German)
    }

    /// 10.2.4 Any Soviet-controlled Zone, contested or not.
    fn soviet_regroup_places(self) -> Spaces {
        self.t.zones & self.s.soviet
    }

    /// 10.2.2 Fewer than three losses stay in the box for a later turn.
    fn enough_losses(self, side: Side) -> bool {
        let mut needed = self.t.scenario.regrouping.losses_for_one;
        for unit in self.t.of[side.index()] {
            if self.place(unit) == Place::Eliminated {
                needed -= 1;
                if needed == 0 {
                    return true;
                }
            }
        }
        false
    }

    pub fn may_regroup(self, side: Side) -> bool {
        self.enough_losses(side)
            && self
                .regrouped_left(side)
                .first()
                .is_some_and(|unit| self.regroup_places(side).iter().any(|to| self.has_room(unit, to)))
    }

    /// 10.2.1 Three losses go for good and one Regrouped unit comes.
    /// 10.1.6 Stacking must be respected.
    pub fn refuse_regroup(self, side: Side, to: Space) -> Result<(), Refusal> {
        let unit = self.regrouped_left(side).first().ok_or(Refusal::NoRegroupedLeft {})?;
        let needed = Counted(self.t.scenario.regrouping.losses_for_one, "unit");
        ensure!(self.enough_losses(side), Refusal::TooFewLosses { needed });
        ensure!(self.regroup_places(side).contains(to), Refusal::NotForRegrouping { side, space: to });
        ensure!(self.has_room(unit, to), Refusal::NoRoomOnArrival { unit, space: to });
        Ok(())
    }

    pub fn legal_regroup(self, side: Side, out: &mut Vec<Action>) {
        let Some(unit) = self.regrouped_left(side).first() else { return };
        let places = self.regroup_places(side);
        out.extend(places.iter().filter(|&to| self.has_room(unit, to)).map(|to| Action::Regroup { to }));
        out.push(Action::Done);
    }

    // ------------------------------------------------------------------ 10.3 random reinforcements

    /// 10.3.3 The modifiers of the random roll, besides the Advantage.
    pub fn random_modifiers(self, spent: Option<Side>) -> [Option<(RandomModifier, i8)>; 3] {
        let modifiers = &self.t.charts.random_reinforcements.modifiers;
        let advantage = spent.map(|side| {
            let by = [modifiers.german_advantage, modifiers.soviet_advantage][side.index()];
            (RandomModifier::Advantage(side), by)
        });
        let airfield = self.s.turn >= modifiers.airfield_from_turn && self.airfield_open();
        let zone_d = self.controls(Side::Soviet, self.t.arrival.regroup_zone);
        [
            advantage,
            airfield.then_some((RandomModifier::Airfield, modifiers.airfield)),
            zone_d.then_some((RandomModifier::ZoneD, modifiers.zone_d_soviet)),
        ]
    }

    fn airfield_open(self) -> bool {
        self.controls(Side::German, self.t.airfield) && !self.contested().contains(self.t.airfield)
    }

    /// Units of a group still to come.
    pub fn group_left(self, group: Group) -> Units {
        self.t.group[group as usize].iter().filter(|&unit| self.place(unit) == Place::Waiting).collect()
    }

    /// 10.3.5 Where the units of a group may be placed: J on the airfield if German-controlled and uncontested,
    /// U in Zone D, A and K in Zone A or in a Soviet-controlled, uncontested Zone B or F.
    fn group_places(self, group: Group) -> Spaces {
        match group {
            Group::J if self.airfield_open() => Spaces::one(self.t.airfield),
            Group::J => Spaces::empty(),
            Group::U => self.t.arrival.always[Side::German.index()],
            Group::A | Group::K => self.t.arrival.always[Side::Soviet.index()] | self.held_zones(),
        }
    }

    /// Zones that serve the Soviets only while they alone hold them.
    fn held_zones(self) -> Spaces {
        self.t.arrival.soviet_if_held & (self.s.soviet - self.occupied(Side::German))
    }

    /// Whether at least one unit of the draft can be received now.
    fn receivable(self, draft: Draft) -> bool {
        let places = self.group_places(draft.group);
        let units = self.group_left(draft.group);
        let units = if draft.ground_only { units - self.t.guns } else { units };
        units.iter().any(|unit| self.t.guns.contains(unit) || places.iter().any(|to| self.has_room(unit, to)))
    }

    /// 10.3.6 The group rolled, or the one that comes instead when it is exhausted or cannot land.
    pub fn draft(self, group: Group) -> Option<Draft> {
        let groups = &self.t.charts.random_reinforcements.groups;
        let rule = groups.of(group);
        let draft = |group, most, ground_only| Draft {
            group,
            most,
            ground_only,
            taken: 0,
            ground_taken: 0,
            delayed: 0,
            allowed: None,
        };
        let rolled = draft(group, rule.most, false);
        if self.receivable(rolled) {
            return Some(rolled);
        }
        let instead = draft(groups.instead(group), rule.instead_most, group == Group::A);
        (self.s.turn >= rule.instead_from_turn && self.receivable(instead)).then_some(instead)
    }

    /// Units that the draft may still bring, now or later.
    fn draft_units(self, draft: Draft) -> Units {
        if draft.taken + draft.delayed >= draft.most {
            return Units::empty();
        }
        let units = self.group_left(draft.group);
        if draft.ground_only { units - self.t.guns } else { units }
    }

    /// 10.3.5 The owner chooses which units of the group come, up to its number, and where.
    /// 10.1.4 Units with a letter come in no other way.
    pub fn refuse_take(self, draft: Draft, unit: Unit, to: Option<Space>) -> Result<(), Refusal> {
        ensure!(
            self.group_left(draft.group).contains(unit),
            Refusal::NotInGroup { unit, group: draft.group }
        );
        let gun = self.t.guns.contains(unit);
        ensure!(!(gun && draft.ground_only), Refusal::GroundUnitsOnly {});
        let full = Refusal::GroupIsFull { most: Counted(draft.most, "unit") };
        ensure!(self.draft_units(draft).contains(unit), full);
        let Some(to) = to else {
            ensure!(gun, Refusal::NeedsPlace { unit });
            return Ok(());
        };
        ensure!(!gun, Refusal::GunOffMap { unit });
        ensure!(draft.allowed.is_none_or(|n| draft.ground_taken < n), Refusal::HeldUp {});
        ensure!(
            self.group_places(draft.group).contains(to),
            Refusal::NotForGroup { group: draft.group, space: to }
        );
        ensure!(self.has_room(unit, to), Refusal::NoRoomOnArrival { unit, space: to });
        Ok(())
    }

    /// 10.5.4 After a successful interdiction the rest of the force is named, once the die is used up.
    pub fn refuse_delay_random(self, draft: Draft, unit: Unit) -> Result<(), Refusal> {
        let allowed = draft.allowed.ok_or(Refusal::NotHeldUp {})?;
        ensure!(self.draft_units(draft).contains(unit), Refusal::NotInGroup { unit, group: draft.group });
        ensure!(!self.t.guns.contains(unit), Refusal::GunNeverDelayed { unit });
        ensure!(draft.ground_taken == allowed, Refusal::ComesNow { unit });
        Ok(())
    }

    pub fn legal_select(self, draft: Draft, out: &mut Vec<Action>) {
        let units = self.draft_units(draft);
        let ground = units - self.t.guns;
        let open = draft.allowed.is_none_or(|n| draft.ground_taken < n);
        if open {
            let places = self.group_places(draft.group);
            for unit in ground {
                out.extend(
                    places.iter().filter(|&to| self.has_room(unit, to)).map(|to| Action::Take { unit, to }),
                );
            }
        }
        out.extend((units & self.t.guns).iter().map(|unit| Action::TakeGun { unit }));
        if draft.allowed == Some(draft.ground_taken) {
            out.extend(ground.iter().map(|unit| Action::Delay { unit }));
        }
        if self.refuse_end_selection(draft).is_ok() {
            out.push(Action::Done);
        }
    }

    /// 10.5.4 How many ground units of an interdicted force enter next turn: those beyond the number on the die.
    ///
    /// Our reading: the force is as large as the result allows. The owner says who it is, but he does not make it
    /// smaller to spare a unit the delay; artillery may fill a place in it.
    pub fn balance(self, draft: Draft) -> u8 {
        let Some(allowed) = draft.allowed else { return 0 };
        let ground = (self.draft_units(draft) - self.t.guns).len() as u8;
        let places = (draft.most - draft.taken - draft.delayed).min(ground);
        places.saturating_sub(allowed - draft.ground_taken)
    }

    /// 10.5.4 The owner is not done before the whole balance of the force has been named.
    pub fn refuse_end_selection(self, draft: Draft) -> Result<(), Refusal> {
        let balance = self.balance(draft);
        ensure!(balance == 0, Refusal::BalanceWaits { balance: Counted(balance, "unit") });
        Ok(())
    }

    // ------------------------------------------------------------------ 10.4 normal reinforcements

    /// 10.1.3 Units coded with this turn come by themselves, as do those delayed last turn (10.5.4).
    pub fn due(self, side: Side) -> Units {
        let able = self.t.of[side.index()] - self.t.guns;
        let coded = able & self.t.coming[usize::from(self.s.turn).min(self.t.coming.len() - 1)];
        let mut due: Units = coded.iter().filter(|&unit| self.place(unit) == Place::Waiting).collect();
        if self.s.place.contains(&Place::Delayed) {
            let delayed = (able - self.s.held_back).iter();
            due.extend(delayed.filter(|&unit| self.place(unit) == Place::Delayed));
        }
        due
    }

    /// 10.4.3 German units arrive in Zone D, the Scherer HQ also in a German-controlled, uncontested Urban Area;
    /// Soviet units in Zone A, from turn 2 also in Zones B and F if Soviet-controlled and uncontested.
    pub fn arrival_places(self, unit: Unit) -> Spaces {
        let side = self.side(unit);
        let mut places = self.t.arrival.always[side.index()];
        match side {
            Side::German if unit == self.t.scherer => {
                places |= self.t.urban & (self.controlled(Side::German) - self.occupied(Side::Soviet));
            }
            Side::German => {}
            Side::Soviet if self.s.turn >= self.t.arrival.soviet_if_held_from_turn => {
                places |= self.held_zones()
            }
            Side::Soviet => {}
        }
        places
    }

    /// How many of this side's units must still be held back: only Soviet ones ever are (10.5.4).
    fn delays(self, side: Side, delays: u8) -> u8 {
        if side == Side::Soviet { delays } else { 0 }
    }

    /// 10.1.6 A unit that fits in none of its spaces waits.
    pub fn refuse_place(self, side: Side, delays: u8, unit: Unit, to: Space) -> Result<(), Refusal> {
        let delays = self.delays(side, delays);
        let due = self.due(side);
        ensure!(due.contains(unit), Refusal::NotDue { unit });
        ensure!(self.comes_now(due, delays).contains(unit), Refusal::HeldUp {});
        ensure!(self.arrival_places(unit).contains(to), Refusal::NotForArrival { unit, space: to });
        ensure!(self.has_room(unit, to), Refusal::NoRoomOnArrival { unit, space: to });
        Ok(())
    }

    /// Units that may be placed while so many new ones must still be held back (10.5.4).
    fn comes_now(self, due: Units, delays: u8) -> Units {
        let new: Units = due.iter().filter(|&unit| self.place(unit) == Place::Waiting).collect();
        if new.len() > usize::from(delays) { due } else { due - new }
    }

    /// Every unit still due goes into one Zone at once: a convenience, since Zones are never full.
    pub fn refuse_place_all(self, side: Side, delays: u8, to: Space) -> Result<(), Refusal> {
        let due = self.due(side);
        ensure!(self.delays(side, delays) == 0, Refusal::HeldUp {});
        ensure!(self.t.is_zone(to), Refusal::ZonesTakeAll { space: to });
        for unit in due {
            ensure!(self.arrival_places(unit).contains(to), Refusal::NotForArrival { unit, space: to });
        }
        ensure!(due.len() > 1, Refusal::NothingElseDue {});
        Ok(())
    }

    /// 10.5.4 After a successful interdiction exactly the surplus is delayed; a unit only once.
    pub fn refuse_delay_normal(self, side: Side, delays: u8, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.delays(side, delays) > 0, Refusal::NotHeldUp {});
        ensure!(self.due(side).contains(unit), Refusal::NotDue { unit });
        ensure!(self.place(unit) == Place::Waiting, Refusal::DelayedBefore { unit });
        Ok(())
    }

    pub fn legal_place(self, side: Side, delays: u8, out: &mut Vec<Action>) {
        let delays = self.delays(side, delays);
        let due = self.due(side);
        for unit in self.comes_now(due, delays) {
            let places = self.arrival_places(unit);
            out.extend(
                places.iter().filter(|&to| self.has_room(unit, to)).map(|to| Action::Place { unit, to }),
            );
        }
        let common = due.iter().fold(self.t.zones, |places, unit| places & self.arrival_places(unit));
        if due.len() > 1 && delays == 0 {
            out.extend(common.iter().map(|to| Action::PlaceAll { to }));
        }
        if delays > 0 {
            let new = due.iter().filter(|&unit| self.place(unit) == Place::Waiting);
            out.extend(new.map(|unit| Action::Delay { unit }));
        }
    }

    // ------------------------------------------------------------------ 10.5 Stuka interdiction

    /// 10.5.1 From turn 2, an unused Stuka may fly against Soviet ground units about to arrive.
    fn stuka_ready(self) -> bool {
        let stuka = self.t.stuka;
        self.s.turn >= self.t.charts.interdiction.from_turn
            && self.place(stuka) == Place::Artillery
            && !self.is_committed(stuka)
    }

    /// 10.5.2 In the Random segment: right after a Soviet group has come up.
    fn may_interdict_random(self, draft: Draft) -> bool {
        draft.group.side() == Side::Soviet
            && self.stuka_ready()
            && !(self.draft_units(draft) - self.t.guns).is_empty()
    }

    /// 10.5.3 In the Normal segment: at its very start. Units delayed before do not count.
    pub fn may_interdict_normal(self) -> bool {
        self.stuka_ready() && self.newly_due() > 0
    }

    fn newly_due(self) -> u8 {
        let due = self.due(Side::Soviet);
        due.iter().filter(|&unit| self.place(unit) == Place::Waiting).count() as u8
    }
}

impl Play<'_> {
    /// 10.2.1 Three losses for one Regrouped unit; which three has no further effect, so the first three go.
    pub fn regroup(&mut self, side: Side, to: Space) {
        let losses = self.look().in_box(side, Place::Eliminated);
        for unit in losses.iter().take(usize::from(self.t.scenario.regrouping.losses_for_one)) {
            self.put(unit, Place::Permanent);
        }
        let unit = self.look().regrouped_left(side).first().expect("checked by refuse_regroup");
        self.note(rule!("10.2.1"), Event::Regrouped { unit, to });
        self.arrive(unit, to);
        self.open_regroup(side);
    }

    /// 10.1.5 Everybody arrives Uncommitted.
    fn arrive(&mut self, unit: Unit, to: Space) {
        self.s.committed.remove(unit);
        self.put_on(unit, to);
    }

    /// 10.3.1, 8.1.1A The holder spends the Advantage on the roll before it is made.
    pub fn spend_on_random(&mut self) {
        let side = self.look().holder();
        self.spend_advantage(side, Use::Random);
        self.open_random_roll(Some(side));
    }

    /// 10.3.2 The dice are due.
    pub fn open_random_roll(&mut self, spent: Option<Side>) {
        self.go(Step::RandomRoll { spent });
    }

    /// 10.3.2 One roll of two dice serves both sides. 10.3.3 The modifiers are added; 10.3.4 the letter is read.
    pub fn random_roll(&mut self, spent: Option<Side>, dice: [u8; 2]) {
        let mut total = (dice[0] + dice[1]) as i8;
        for (what, by) in self.look().random_modifiers(spent).into_iter().flatten() {
            total += by;
            self.note(rule!("10.3.3"), Event::RandomModified { what, by });
        }
        let total = total.clamp(2, 12) as u8;
        let group = self.t.random.read(total, self.s.turn);
        self.note(rule!("10.3.4"), Event::RandomRolled { dice, total, group });
        let Some(group) = group else { return self.open_normal() };
        let Some(draft) = self.look().draft(group) else { return self.nothing_comes(group) };
        if draft.group != group {
            self.note(rule!("10.3.6"), Event::ComesInstead { group, instead: draft.group });
        }
        if self.look().may_interdict_random(draft) {
            return self.go(Step::RandomInterdict { draft });
        }
        self.open_select(draft);
    }

    /// 10.3.6 Neither the group nor its substitute can come: nothing does. Option 21.1 helps where both have arrived.
    fn nothing_comes(&mut self, group: Group) {
        self.note(rule!("10.3.6"), Event::NothingComes { group });
        let side = group.side();
        if self.look().option(option::SUBSTITUTE_RANDOM) && self.look().all_arrived(group) {
            return self.go(Step::Substitute { side });
        }
        self.open_normal();
    }

    /// Asks the owner as long as there is something to take or to delay.
    fn open_select(&mut self, draft: Draft) {
        let mut choices = Vec::new();
        self.look().legal_select(draft, &mut choices);
        if choices.iter().any(|&choice| choice != Action::Done) {
            return self.go(Step::RandomSelect { draft });
        }
        self.open_normal();
    }

    /// 10.3.5 A unit of the group arrives; a battery goes to the Artillery box and counts as one of the group.
    pub fn take(&mut self, mut draft: Draft, unit: Unit, to: Option<Space>) {
        draft.taken += 1;
        match to {
            Some(to) => {
                draft.ground_taken += 1;
                self.note(rule!("10.3.5"), Event::Arrived { unit, to });
                self.arrive(unit, to);
            }
            None => {
                self.put(unit, Place::Artillery);
                self.note(rule!("10.3.5"), Event::GunReady { unit });
            }
        }
        self.open_select(draft);
    }

    pub fn delay_random(&mut self, mut draft: Draft, unit: Unit) {
        draft.delayed += 1;
        self.delay(unit);
        self.open_select(draft);
    }

    /// 10.5.4 The unit arrives in the Normal segment of the next turn and cannot be delayed again.
    fn delay(&mut self, unit: Unit) {
        self.put(unit, Place::Delayed);
        self.s.held_back.insert(unit);
        self.note(rule!("10.5.4"), Event::Delayed { unit });
    }

    /// 10.5.5 The Stuka is used: it neither bombards this turn nor interdicts twice.
    pub fn interdict(&mut self) {
        self.s.committed.insert(self.t.stuka);
        self.s.interdicted = true;
        self.note(rule!("10.5.5"), Event::Interdicts);
        match self.s.step {
            Step::RandomInterdict { draft } => self.go(Step::RandomInterdictRoll { draft }),
            _ => self.go(Step::NormalInterdictRoll),
        }
    }

    /// The German leaves the Stuka on the ground.
    pub fn no_interdiction(&mut self) {
        match self.s.step {
            Step::RandomInterdict { draft } => self.open_select(draft),
            _ => self.open_placement(Side::German, 0),
        }
    }

    /// 10.5.4 1-4 nothing; 5-6 a further die says how many ground units come now.
    pub fn interdiction_die(&mut self, die: u8) {
        let success = die >= self.t.charts.interdiction.success_from;
        self.note(rule!("10.5.4"), Event::Interdiction { die, success });
        match (self.s.step, success) {
            (Step::RandomInterdictRoll { draft }, true) => self.go(Step::RandomInterdictCount { draft }),
            (Step::RandomInterdictRoll { draft }, false) => self.open_select(draft),
            (_, true) => self.go(Step::NormalInterdictCount),
            (_, false) => self.open_placement(Side::German, 0),
        }
    }

    /// 10.5.4 The second die: so many come now, the rest next turn.
    pub fn interdiction_count(&mut self, die: u8) {
        self.note(rule!("10.5.4"), Event::InterdictionCount { die });
        match self.s.step {
            Step::RandomInterdictCount { draft } => self.open_select(Draft { allowed: Some(die), ..draft }),
            _ => {
                let delays = self.look().newly_due().saturating_sub(die);
                self.open_placement(Side::German, delays);
            }
        }
    }

    /// Artillery and Stuka due this turn go to their box before interdiction is asked.
    pub fn collect_guns(&mut self) {
        for unit in self.t.guns {
            let counter = self.t.counter(unit);
            let due = matches!(counter.entry, Entry::Turn(turn) if turn <= self.s.turn);
            if due && self.look().place(unit) == Place::Waiting {
                self.put(unit, Place::Artillery);
                self.note(rule!("10.4.3"), Event::GunReady { unit });
            }
        }
    }

    pub fn place_due(&mut self, side: Side, delays: u8, unit: Unit, to: Space) {
        self.note(rule!("10.4.3"), Event::Arrived { unit, to });
        self.arrive(unit, to);
        self.open_placement(side, delays);
    }

    pub fn place_all_due(&mut self, side: Side, delays: u8, to: Space) {
        let due = self.look().due(side);
        self.note(rule!("10.4.3"), Event::AllArrived { side, count: due.len() as u8, to });
        for unit in due {
            self.arrive(unit, to);
        }
        self.open_placement(side, delays);
    }

    pub fn delay_due(&mut self, side: Side, delays: u8, unit: Unit) {
        self.delay(unit);
        self.open_placement(side, delays - 1);
    }
}
