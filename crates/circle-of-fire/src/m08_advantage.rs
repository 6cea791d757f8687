//! 8.0 The Advantage, and 9.0 what its second use brings: Night.

use arrayvec::ArrayVec;
use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    event::Event,
    refusal::{Counted, Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{SPACES, Side, Spaces, Unit, Units},
};

/// What the Advantage is spent on (8.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// 8.1.1A Two pips on the random reinforcement roll.
    Random,
    /// 8.1.1B Night for the rest of the turn.
    Night,
    /// 8.1.1C The Stubborn Defense marker.
    Stubborn,
    /// 8.1.1D The phase goes on in spite of the Logistics Roll.
    Logistics,
    /// 8.1.1E Infiltration through Soviet lines.
    Infiltrate,
    /// 8.1.1F Redeployment in the End Phase.
    Redeploy,
}

impl Use {
    pub fn rule(self) -> RuleRef {
        match self {
            Use::Random => rule!("8.1.1A"),
            Use::Night => rule!("8.1.1B"),
            Use::Stubborn => rule!("8.1.1C"),
            Use::Logistics => rule!("8.1.1D"),
            Use::Infiltrate => rule!("8.1.1E"),
            Use::Redeploy => rule!("8.1.1F"),
        }
    }
}

impl Look<'_> {
    /// 8.0 At the opening of every phase, segment and impulse exactly one side holds the Advantage.
    pub fn holder(self) -> Side {
        self.s.advantage.expect("somebody holds the Advantage whenever a step that asks for him opens")
    }

    /// Whether this side may spend the Advantage now.
    pub fn holds_advantage(self, side: Side) -> bool {
        self.s.advantage == Some(side)
    }

    /// 9.1.1 The holder may declare Night at the start of any of his own impulses.
    pub fn refuse_night(self, side: Side) -> Result<(), Refusal> {
        ensure!(!self.s.night, Refusal::AlreadyNight {});
        ensure!(self.holds_advantage(side), Refusal::NoAdvantage { use_: Use::Night });
        Ok(())
    }

    /// 8.1.1C The German holder may put the marker, if it is not on the map, in an Area that holds a German unit
    /// and not the Scherer HQ, at the start of one of his own impulses.
    pub fn refuse_stubborn(self, side: Side, at: Space) -> Result<(), Refusal> {
        ensure!(side == Side::German, Refusal::GermanOnly { use_: Use::Stubborn });
        ensure!(self.holds_advantage(side), Refusal::NoAdvantage { use_: Use::Stubborn });
        ensure!(self.s.stubborn.is_none(), Refusal::MarkerOnMap { rule: rule!("8.1.1C") });
        ensure!(self.t.areas.contains(at), Refusal::MarkerInZone { space: at, rule: rule!("8.1.1C") });
        ensure!(self.occupied(Side::German).contains(at), Refusal::NobodyStubborn { space: at });
        ensure!(
            self.at(self.t.scherer) != Some(at),
            Refusal::HeadquartersThere { space: at, rule: rule!("8.1.1C") }
        );
        Ok(())
    }

    /// Where the marker may be put by its use.
    pub fn stubborn_places(self, side: Side) -> Spaces {
        if side != Side::German || !self.holds_advantage(side) || self.s.stubborn.is_some() {
            return Spaces::empty();
        }
        let mut places = self.occupied(Side::German) & self.t.areas;
        if let Some(at) = self.at(self.t.scherer) {
            places.remove(at);
        }
        places
    }

    /// 8.1.1C The marker or the Scherer HQ stiffens German units in its Area; the two never add up.
    pub fn stubborn_here(self, space: Space) -> bool {
        self.s.stubborn == Some(space)
            || (self.at(self.t.scherer) == Some(space) && self.t.areas.contains(space))
    }

    /// 8.1.1F The spaces of a redeployment: controlled by the holder, with no enemy unit.
    fn safe(self, side: Side) -> Spaces {
        self.controlled(side) - self.occupied(side.enemy())
    }

    /// 8.1.1F Up to three ground units go from one space to another by a path of safe spaces, both ends
    /// included; any border or arrow; stacking holds at the destination.
    pub fn refuse_redeploy(
        self,
        side: Side,
        left: u8,
        moved: Units,
        unit: Unit,
        to: Space,
    ) -> Result<(), Refusal> {
        let most = Counted(self.t.charts.advantage.redeployed, "unit");
        ensure!(left > 0, Refusal::RedeployedEnough { most });
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("8.1.1F") });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(!moved.contains(unit), Refusal::RedeployedAlready { unit });
        ensure!(from != to, Refusal::AlreadyThere { unit, space: to });
        let safe = self.safe(side);
        ensure!(safe.contains(from) && safe.contains(to), Refusal::NoSafePath { from, to });
        let path = self.t.graph.flood(Spaces::one(from), safe);
        ensure!(path.contains(to), Refusal::NoSafePath { from, to });
        ensure!(self.has_room(unit, to), Refusal::Full { unit, space: to });
        Ok(())
    }

    /// Where the holder's units could be redeployed to. Units of one connected region share its spaces.
    pub fn redeployments(self, side: Side, moved: Units, mut each: impl FnMut(Unit, Space)) {
        let safe = self.safe(side);
        let rooms = self.rooms(side, safe);
        let starts = safe & self.occupied(side);
        let regions = self.regions(starts, safe);
        for unit in self.t.of[side.index()] - self.t.guns - moved {
            let Some(from) = self.at(unit).filter(|&from| starts.contains(from)) else { continue };
            let region =
                regions.iter().find(|region| region.contains(from)).copied().unwrap_or(Spaces::empty());
            for to in (region & rooms.of(self, unit)) - Spaces::one(from) {
                each(unit, to);
            }
        }
    }

    /// The connected regions of safe spaces that hold these starts.
    fn regions(self, starts: Spaces, safe: Spaces) -> ArrayVec<Spaces, SPACES> {
        let mut regions = ArrayVec::new();
        let mut left = starts;
        while let Some(start) = left.first() {
            let region = self.t.graph.flood(Spaces::one(start), safe);
            left -= region;
            regions.push(region);
        }
        regions
    }

    /// 18.1.3 The holder is asked only if some unit that has not been redeployed can be.
    pub fn may_redeploy(self, side: Side, moved: Units) -> bool {
        let safe = self.safe(side);
        let rooms = self.rooms(side, safe);
        let starts = safe & self.occupied(side);
        self.regions(starts, safe).iter().any(|&region| {
            (region & starts).iter().any(|from| {
                let elsewhere = Spaces::one(from);
                let units = self.units(side, from) - moved;
                units.iter().any(|unit| !((region & rooms.of(self, unit)) - elsewhere).is_empty())
            })
        })
    }
}

impl Play<'_> {
    /// 8.1.2 Once used, nobody holds the Advantage until the impulse (B, C, D, E) or the phase (A, F) ends.
    pub fn spend_advantage(&mut self, side: Side, use_: Use) {
        debug_assert_eq!(self.s.advantage, Some(side));
        self.s.advantage = None;
        self.s.advantage_next = Some(side.enemy());
        self.s.advantage_used[side.index()] = true;
        self.note(use_.rule(), Event::AdvantageSpent { side, use_ });
    }

    /// 8.1.2 Then the opponent has it.
    pub fn hand_over_advantage(&mut self) {
        if let Some(side) = self.s.advantage_next.take() {
            self.s.advantage = Some(side);
            self.note(rule!("8.1.2"), Event::AdvantageTo { side });
        }
    }

    /// 8.1.3 Whoever held the Advantage from the beginning of the turn and never used it hands it over.
    pub fn use_it_or_lose_it(&mut self) {
        let Some(holder) = self.s.advantage else { return };
        if holder == self.s.advantage_at_start && !self.s.advantage_used[holder.index()] {
            let side = holder.enemy();
            self.s.advantage = Some(side);
            self.note(rule!("8.1.3"), Event::AdvantageTo { side });
        }
    }

    /// 8.1.1B, 9.1.1 Night is declared.
    /// 9.1.2 The impulse goes on.
    /// 9.1.3 It lasts to the end of the turn.
    pub fn declare_night(&mut self, side: Side) {
        self.spend_advantage(side, Use::Night);
        self.s.night = true;
        self.note(rule!("9.1.3"), Event::Night);
    }

    /// 8.1.1C The marker is put down; the impulse goes on.
    pub fn place_stubborn(&mut self, side: Side, at: Space) {
        self.spend_advantage(side, Use::Stubborn);
        self.s.stubborn = Some(at);
        self.note(rule!("8.1.1C"), Event::Stubborn { at });
    }

    /// 8.1.1F A unit is redeployed; the first one spends the Advantage.
    pub fn redeploy(&mut self, side: Side, left: u8, mut moved: Units, unit: Unit, to: Space) {
        if self.s.advantage == Some(side) {
            self.spend_advantage(side, Use::Redeploy);
        }
        let from = self.look().at(unit).expect("checked by refuse_redeploy");
        self.put(unit, Place::On(to.0 as u8));
        self.note(rule!("8.1.1F"), Event::Redeployed { unit, from, to });
        moved.insert(unit);
        let left = left - 1;
        if left == 0 || !self.look().may_redeploy(side, moved) {
            return self.close_turn();
        }
        self.go(Step::Redeploy { side, left, moved });
    }
}
