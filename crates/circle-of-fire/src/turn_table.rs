//! Which module answers for which action in which step: what is legal, why not, and what it does.

use kernel::{Luck, rule};

use crate::{
    action::Action,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Place, Play},
    tables::Units,
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::Bid { .. } => out.extend((0..=self.t.charts.bids.most).map(Action::Bid)),
            Step::SetUp => self.legal_set_up(out),
            Step::Regroup { side } => self.legal_regroup(side, out),
            Step::RandomAdvantage => out.extend([Action::Advantage, Action::Decline]),
            Step::RandomInterdict { .. } | Step::NormalInterdict => {
                out.extend([Action::Interdict, Action::Decline]);
            }
            Step::RandomSelect { draft } => self.legal_select(draft, out),
            Step::Substitute { side } => self.legal_substitute(side, out),
            Step::NormalPlace { side, delays } => self.legal_place(side, delays, out),
            Step::Impulse { side } => self.legal_impulse(side, out),
            Step::Active { active } => self.legal_active(active, out),
            Step::Moving { march } => self.legal_march(&march, out),
            Step::Aim { active, .. } => {
                out.extend(self.able(active).iter().map(|unit| Action::Lead { unit }));
            }
            Step::Firers { active, attack } => self.legal_firers(active, attack, out),
            Step::DefenderLead { active, attack } => {
                out.extend(self.defenders(active, attack).iter().map(|unit| Action::Lead { unit }));
            }
            Step::FriendlyLead { active, attack, .. } => {
                out.extend(self.units(active.side, attack.target).iter().map(|unit| Action::Lead { unit }));
            }
            Step::FireReroll { .. } | Step::CloseReroll { .. } => {
                out.extend([Action::Seize, Action::Decline])
            }
            Step::Casualties { hit, .. } => self.legal_casualties(hit, out),
            Step::VoluntaryRetreat { active, attack } => self.legal_voluntary(active, attack, out),
            Step::LogisticsSave { side } => {
                if self.refuse_logistics_advantage(side).is_ok() {
                    out.push(Action::Advantage);
                }
                if self.s.seize[side.index()] > 0 {
                    out.push(Action::Seize);
                }
                out.push(Action::Decline);
            }
            Step::ClosePick => {
                out.extend(self.combats_left().iter().map(|space| Action::Combat { space }));
            }
            Step::CloseScreen { side, .. } => self.legal_screen(side, out),
            Step::CloseDesignate { second } => self.legal_designate(self.close_side(second), out),
            Step::CloseAccept { second, accepted } => self.legal_accept(second, accepted, out),
            Step::CloseRetreat { second } => self.legal_close_retreat(self.close_side(second), out),
            Step::Redeploy { side, moved, .. } => {
                self.redeployments(side, moved, |unit, to| out.push(Action::Redeploy { unit, to }));
                out.push(Action::Done);
            }
            Step::BidTie { .. }
            | Step::Partisans { .. }
            | Step::RandomRoll { .. }
            | Step::RandomInterdictRoll { .. }
            | Step::RandomInterdictCount { .. }
            | Step::NormalInterdictRoll
            | Step::NormalInterdictCount
            | Step::AttackRoll { .. }
            | Step::DefenceRoll { .. }
            | Step::FriendlyFireRoll { .. }
            | Step::Logistics { .. }
            | Step::CloseRoll { .. }
            | Step::Over { .. } => {}
        }
    }

    /// Why an action is not legal.
    pub fn refuse(self, action: Action) -> Result<(), Refusal> {
        let not_now = Err(Refusal::NotNow { rule: rule!("7.0") });
        match (self.s.step, action) {
            (Step::Bid { .. }, Action::Bid(bid)) => self.refuse_bid(bid),
            (Step::SetUp, Action::Place { unit, to }) => self.refuse_set_up(unit, to),
            (Step::SetUp, Action::PlaceRest) => {
                ensure!(!self.unplaced().is_empty(), Refusal::AllPlaced {});
                Ok(())
            }
            (Step::SetUp, Action::Done) => {
                ensure!(self.unplaced().is_empty(), Refusal::SetUpUnfinished {});
                Ok(())
            }
            (Step::Regroup { side }, Action::Regroup { to }) => self.refuse_regroup(side, to),
            (Step::RandomAdvantage, Action::Advantage | Action::Decline) => Ok(()),
            (Step::RandomInterdict { .. } | Step::NormalInterdict, Action::Interdict | Action::Decline) => {
                Ok(())
            }
            (Step::RandomSelect { draft }, Action::Take { unit, to }) => {
                self.refuse_take(draft, unit, Some(to))
            }
            (Step::RandomSelect { draft }, Action::TakeGun { unit }) => self.refuse_take(draft, unit, None),
            (Step::RandomSelect { draft }, Action::Delay { unit }) => self.refuse_delay_random(draft, unit),
            (Step::Substitute { side }, Action::Activate { space }) => {
                self.refuse_free_activation(side, space)
            }
            (Step::Substitute { side }, Action::Stubborn { at }) => self.refuse_free_stubborn(side, at),
            (Step::Substitute { .. }, Action::Decline) => Ok(()),
            (Step::NormalPlace { side, delays }, Action::Place { unit, to }) => {
                self.refuse_place(side, delays, unit, to)
            }
            (Step::NormalPlace { side, delays }, Action::PlaceAll { to }) => {
                self.refuse_place_all(side, delays, to)
            }
            (Step::NormalPlace { side, delays }, Action::Delay { unit }) => {
                self.refuse_delay_normal(side, delays, unit)
            }
            (Step::Impulse { side }, Action::Night) => self.refuse_night(side),
            (Step::Impulse { side }, Action::Stubborn { at }) => self.refuse_stubborn(side, at),
            (Step::Impulse { side }, Action::Activate { space }) => {
                self.refuse_active(Active { side, space, seize: false, free: false })
            }
            (Step::Impulse { side }, Action::SecondActivation { space }) => {
                self.refuse_second_activation(Active { side, space, seize: true, free: false })
            }
            (Step::Impulse { side }, Action::Bombard { gun, target }) => {
                self.refuse_bombard(side, gun, target)
            }
            (Step::Impulse { .. }, Action::Pass) => Ok(()),
            (Step::Active { active }, Action::Infiltrate) => self.refuse_infiltration(active),
            (Step::Active { active }, Action::Move { unit, to }) => {
                self.refuse_move(&self.new_march(active, 0), unit, to)
            }
            (Step::Active { active }, Action::Fire { target }) => self.refuse_fire(active, target),
            (Step::Moving { march }, Action::BeginInfiltrate { unit }) => {
                self.refuse_begin_infiltration(&march, unit)
            }
            (Step::Moving { march }, Action::Move { unit, to }) => self.refuse_move(&march, unit, to),
            (Step::Moving { march }, Action::Stop) => self.refuse_stop(&march),
            (Step::Moving { march }, Action::EndMove) => self.refuse_end_move(&march),
            (Step::Aim { active, target }, Action::Lead { unit }) => self.refuse_lead(active, target, unit),
            (Step::Firers { active, attack }, Action::Add { unit }) => self.refuse_add(active, attack, unit),
            (Step::Firers { active, attack }, Action::AddAll) => {
                ensure!(self.joiners(active, attack).len() > 1, Refusal::NobodyToAdd {});
                Ok(())
            }
            (Step::Firers { active, attack }, Action::Shoot) => self.refuse_shoot(active, attack),
            (Step::DefenderLead { active, attack }, Action::Lead { unit }) => {
                self.refuse_defender(active, attack, unit)
            }
            (Step::FriendlyLead { active, attack, .. }, Action::Lead { unit }) => {
                ensure!(
                    self.units(active.side, attack.target).contains(unit),
                    Refusal::NotADefender { unit }
                );
                Ok(())
            }
            (Step::FireReroll { .. } | Step::CloseReroll { .. }, Action::Seize | Action::Decline) => Ok(()),
            (Step::Casualties { hit, .. }, Action::Commit { unit }) => self.refuse_commit(hit, unit),
            (Step::Casualties { hit, .. }, Action::Retreat { unit, to }) => {
                self.refuse_hit_retreat(hit, unit, to)
            }
            (Step::Casualties { hit, .. }, Action::Eliminate { unit }) => self.refuse_eliminate(hit, unit),
            (Step::VoluntaryRetreat { active, attack }, Action::Retreat { unit, to }) => {
                self.refuse_volunteer(active, attack, unit, to)
            }
            (Step::LogisticsSave { side }, Action::Advantage) => self.refuse_logistics_advantage(side),
            (Step::LogisticsSave { side }, Action::Seize) => {
                let left = self.s.seize[side.index()] > 0;
                ensure!(left, Refusal::NothingToSeize { rule: rule!("20.1.5b") });
                Ok(())
            }
            (Step::LogisticsSave { .. }, Action::Decline) => Ok(()),
            (Step::ClosePick, Action::Combat { space }) => self.refuse_combat(space),
            (Step::CloseScreen { side, most }, Action::Screen { unit }) => {
                self.refuse_screen(side, most, unit)
            }
            (Step::CloseDesignate { second }, Action::Attack { unit, target }) => {
                self.refuse_attack(self.close_side(second), unit, target)
            }
            (Step::CloseDesignate { second }, Action::Support { unit, target }) => {
                self.refuse_support(self.close_side(second), unit, target)
            }
            (Step::CloseAccept { second, accepted }, Action::Accept { unit, target }) => {
                self.refuse_accept(second, accepted, unit, target)
            }
            (Step::CloseRetreat { second }, Action::Retreat { unit, to }) => {
                self.refuse_close_retreat(self.close_side(second), unit, to)
            }
            (Step::Redeploy { side, left, moved }, Action::Redeploy { unit, to }) => {
                self.refuse_redeploy(side, left, moved, unit, to)
            }
            (Step::RandomSelect { draft }, Action::Done) => self.refuse_end_selection(draft),
            (
                Step::Regroup { .. }
                | Step::VoluntaryRetreat { .. }
                | Step::CloseScreen { .. }
                | Step::CloseDesignate { .. }
                | Step::CloseAccept { .. }
                | Step::Redeploy { .. },
                Action::Done,
            ) => Ok(()),
            _ => not_now,
        }
    }

    /// What must hold after every action.
    pub fn invariant(self) -> Result<(), String> {
        let mut here = [Units::empty(); crate::tables::SPACES];
        for (index, place) in self.s.place.iter().enumerate() {
            let unit = crate::tables::Unit(index as u8);
            let gun = self.t.guns.contains(unit);
            match place {
                Place::On(_) if gun => return Err(format!("gun {} is on the map", self.t.counter(unit).id)),
                Place::On(space) => {
                    here[usize::from(*space)].insert(unit);
                }
                Place::Artillery if !gun => {
                    return Err(format!("{} is in the Artillery box", self.t.counter(unit).id));
                }
                Place::Delayed if self.side(unit) != crate::tables::Side::Soviet || gun => {
                    return Err(format!("{} is delayed", self.t.counter(unit).id));
                }
                _ => {}
            }
        }
        if here != self.s.here {
            return Err("the units by space do not follow from their places".to_owned());
        }
        for side in crate::tables::Side::BOTH {
            let occupied =
                self.t.graph.spaces().filter(|&space| !self.units(side, space).is_empty()).collect();
            if self.occupied(side) != occupied {
                return Err(format!("{} occupation is wrong", side.name()));
            }
            for space in self.t.areas {
                let units = self.units(side, space);
                let stacking = &self.t.charts.stacking;
                let over = units.len() > usize::from(stacking.max_units)
                    || (units & self.t.plain).len() > usize::from(stacking.max_plain);
                if over {
                    return Err(format!(
                        "{} units overstack {} (6.1.1)",
                        side.name(),
                        self.t.graph.id(space)
                    ));
                }
                let alone = self.occupied(side).contains(space) && self.vacant(side, space);
                if alone && !self.controls(side, space) {
                    return Err(format!(
                        "{} stands alone in {} without control (6.2.2)",
                        side.name(),
                        self.t.graph.id(space)
                    ));
                }
            }
        }
        let on_map = here.iter().fold(Units::empty(), |all, &units| all | units);
        if !(self.s.committed - on_map - self.t.guns).is_empty() {
            return Err("a unit off the map is Committed".to_owned());
        }
        if !(self.s.heavy - self.s.rubble).is_empty() || !(self.s.rubble - self.t.urban).is_empty() {
            return Err("Rubble lies where it cannot (15.1)".to_owned());
        }
        if self.s.advantage.is_none() && self.s.advantage_next.is_none() {
            return Err("nobody will ever hold the Advantage again (8.1.2)".to_owned());
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        match (self.s.step, action) {
            (Step::Bid { seat, first }, Action::Bid(bid)) => self.bid(seat, first, bid),
            (Step::SetUp, Action::Place { unit, to }) => self.set_up(unit, to),
            (Step::SetUp, Action::PlaceRest) => self.set_up_rest(),
            (Step::SetUp, Action::Done) => self.finish_set_up(),
            (Step::Regroup { side }, Action::Regroup { to }) => self.regroup(side, to),
            (Step::Regroup { side }, Action::Done) => self.close_regroup(side),
            (Step::RandomAdvantage, Action::Advantage) => self.spend_on_random(),
            (Step::RandomAdvantage, Action::Decline) => self.open_random_roll(None),
            (Step::RandomInterdict { .. } | Step::NormalInterdict, Action::Interdict) => self.interdict(),
            (Step::RandomInterdict { .. } | Step::NormalInterdict, Action::Decline) => self.no_interdiction(),
            (Step::RandomSelect { draft }, Action::Take { unit, to }) => self.take(draft, unit, Some(to)),
            (Step::RandomSelect { draft }, Action::TakeGun { unit }) => self.take(draft, unit, None),
            (Step::RandomSelect { draft }, Action::Delay { unit }) => self.delay_random(draft, unit),
            (Step::RandomSelect { .. } | Step::Substitute { .. }, Action::Done | Action::Decline) => {
                self.open_normal();
            }
            (Step::Substitute { side } | Step::Impulse { side }, Action::Activate { space }) => {
                self.activate(side, space, false);
            }
            (Step::Substitute { .. }, Action::Stubborn { at }) => self.place_free_stubborn(at),
            (Step::NormalPlace { side, delays }, Action::Place { unit, to }) => {
                self.place_due(side, delays, unit, to);
            }
            (Step::NormalPlace { side, delays }, Action::PlaceAll { to }) => {
                self.place_all_due(side, delays, to)
            }
            (Step::NormalPlace { side, delays }, Action::Delay { unit }) => {
                self.delay_due(side, delays, unit)
            }
            (Step::Impulse { side }, Action::Night) => self.declare_night(side),
            (Step::Impulse { side }, Action::Stubborn { at }) => self.place_stubborn(side, at),
            (Step::Impulse { side }, Action::SecondActivation { space }) => self.activate(side, space, true),
            (Step::Impulse { side }, Action::Bombard { gun, target }) => self.bombard(side, gun, target),
            (Step::Impulse { side }, Action::Pass) => self.pass(side),
            (Step::Active { active }, Action::Infiltrate) => self.declare_infiltration(active),
            (Step::Active { active }, Action::Move { unit, to }) => {
                let march = self.look().new_march(active, 0);
                self.march_step(march, unit, to);
            }
            (Step::Active { active }, Action::Fire { target }) => self.aim(active, target),
            (Step::Moving { march }, Action::BeginInfiltrate { unit }) => {
                self.begin_infiltration(march, unit)
            }
            (Step::Moving { march }, Action::Move { unit, to }) => self.march_step(march, unit, to),
            (Step::Moving { march }, Action::Stop) => {
                let mover = march.mover.expect("checked by refuse_stop");
                self.stop_mover(march, mover.unit);
            }
            (Step::Moving { march }, Action::EndMove) => self.end_march(march),
            (Step::Aim { active, target }, Action::Lead { unit }) => self.name_lead(active, target, unit),
            (Step::Firers { active, attack }, Action::Add { unit }) => {
                self.add_firers(active, attack, Units::one(unit));
            }
            (Step::Firers { active, attack }, Action::AddAll) => {
                let joiners = self.look().joiners(active, attack);
                self.add_firers(active, attack, joiners);
            }
            (Step::Firers { active, attack }, Action::Shoot) => self.confirm_fire(active, attack),
            (Step::DefenderLead { active, attack }, Action::Lead { unit }) => {
                self.name_defender(active, attack, unit);
            }
            (Step::FriendlyLead { active, attack, points }, Action::Lead { unit }) => {
                self.friendly_lead(active, attack, points, unit);
            }
            (Step::FireReroll { active, attack, asked }, Action::Seize) => {
                self.reroll_fire(active, attack, asked)
            }
            (Step::FireReroll { active, attack, asked }, Action::Decline) => {
                self.no_reroll(active, attack, asked)
            }
            (Step::Casualties { active, attack, hit }, Action::Commit { unit }) => {
                self.commit(active, attack, hit, unit);
            }
            (Step::Casualties { active, attack, hit }, Action::Retreat { unit, to }) => {
                self.hit_retreat(active, attack, hit, unit, to);
            }
            (Step::Casualties { active, attack, hit }, Action::Eliminate { unit }) => {
                self.hit_eliminate(active, attack, hit, unit);
            }
            (Step::VoluntaryRetreat { active, attack }, Action::Retreat { unit, to }) => {
                self.volunteer(active, attack, unit, to);
            }
            (Step::VoluntaryRetreat { active, attack }, Action::Done) => self.finish_attack(active, attack),
            (Step::LogisticsSave { .. }, Action::Advantage) => self.save_by_advantage(),
            (Step::LogisticsSave { side }, Action::Seize) => self.save_by_seizing(side),
            (Step::LogisticsSave { side }, Action::Decline) => self.not_saved(side),
            (Step::ClosePick, Action::Combat { space }) => self.pick_combat(space),
            (Step::CloseScreen { side, most }, Action::Screen { unit }) => self.screen(side, most, unit),
            (Step::CloseScreen { .. }, Action::Done) => self.open_designation(false),
            (Step::CloseDesignate { second }, Action::Attack { unit, target }) => {
                self.designate(second, unit, target);
            }
            (Step::CloseDesignate { second }, Action::Support { unit, target }) => {
                self.support(second, unit, target);
            }
            (Step::CloseDesignate { second }, Action::Done) => self.open_acceptance(second, Units::empty()),
            (Step::CloseAccept { second, accepted }, Action::Accept { unit, target }) => {
                self.accept(second, accepted, unit, target);
            }
            (Step::CloseAccept { second, .. }, Action::Done) => self.roll_attacks(second, 0),
            (Step::CloseReroll { second, index, asked, .. }, Action::Seize) => {
                self.reroll_close(second, index, asked);
            }
            (Step::CloseReroll { second, index, die, asked }, Action::Decline) => {
                self.no_close_reroll(second, index, die, asked);
            }
            (Step::CloseRetreat { second }, Action::Retreat { unit, to }) => {
                self.close_retreat(second, unit, to)
            }
            (Step::Redeploy { side, left, moved }, Action::Redeploy { unit, to }) => {
                self.redeploy(side, left, moved, unit, to);
            }
            (Step::Redeploy { .. }, Action::Done) => self.close_turn(),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
    }

    /// Plays the outcome of the draw that is due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::BidTie { bid } => self.bid_dice(bid, luck.two_d6()),
            Step::Partisans { left } => self.partisan_die(left, luck.d6()),
            Step::RandomRoll { spent } => self.random_roll(spent, luck.two_d6()),
            Step::RandomInterdictRoll { .. } | Step::NormalInterdictRoll => self.interdiction_die(luck.d6()),
            Step::RandomInterdictCount { .. } | Step::NormalInterdictCount => {
                self.interdiction_count(luck.d6())
            }
            Step::AttackRoll { active, attack } => self.attack_dice(active, attack, luck.two_d6()),
            Step::DefenceRoll { active, attack } => self.defence_dice(active, attack, luck.two_d6()),
            Step::FriendlyFireRoll { active, attack } => self.friendly_fire_die(active, attack, luck.d6()),
            Step::Logistics { passed } => self.logistics_die(passed, luck.d6()),
            Step::CloseRoll { second, index } => self.close_die(second, index, luck.d6()),
            step => unreachable!("no draw is due in {step:?}"),
        }
    }
}
