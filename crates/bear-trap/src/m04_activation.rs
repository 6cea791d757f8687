//! 4.2 Initiative and markers, 4.3 who may act, and the turn of a marker.

use kernel::{Luck, rule};

use crate::{
    action::Action,
    event::Event,
    refusal::{Hexes, Refusal, ensure},
    sequence::{Active, Call, Step, d10},
    state::{Level, Look, Place, Play},
    tables::{Marker, Side, Status, Unit, Units},
};

impl Look<'_> {
    /// 2.2.3 Russian units act by formation; Chechen leaders command nothing.
    /// 2.2.8 Russians act on the marker of their formation, Chechens on any of theirs.
    /// 4.3.1, 8.1, 8.2 Whether a unit acts on this marker; in a bonus every formation does (9.0).
    pub fn entitled(self, call: Call, unit: Unit) -> bool {
        if self.side(unit) != call.side {
            return false;
        }
        call.bonus || call.side == Side::Chechen || self.t.entitled[call.marker.index()].contains(unit)
    }

    /// 4.3.3 Not yet activated. 9.0 A unit with a bonus acts as if it had not been.
    pub fn fresh(self, call: Call, unit: Unit) -> bool {
        if call.bonus { !self.s.bonus_used.contains(unit) } else { !self.s.activated.contains(unit) }
    }

    /// 9.0 Normal units that see an able leader of their side within four hexes.
    pub fn is_desperate(self, unit: Unit) -> bool {
        let Some(at) = self.at(unit) else { return false };
        let range = self.t.charts.range.desperation;
        let sees = |leader: Unit| {
            self.status(leader).acts()
                && self.whereabouts(leader).is_some_and(|there| self.t.sight.sees(at, there, range))
        };
        let leaders = self.t.leaders & self.t.of[self.side(unit).index()];
        self.status(unit) == Status::Normal && !self.s.bonus_used.contains(unit) && leaders.iter().any(sees)
    }

    /// 4.3 Whether a unit may be activated. Our reading: a Disrupted or Inactive unit cannot be.
    pub fn refuse_select(self, call: Call, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == call.side, Refusal::NotYours { unit });
        ensure!(call.left > 0, Refusal::NobodyLeft {});
        ensure!(self.carrier(unit).is_none(), Refusal::Aboard { unit });
        ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        if call.bonus {
            let range = Hexes(self.t.charts.range.desperation);
            ensure!(self.is_desperate(unit), Refusal::NotWhileDesperate { unit, range });
            return Ok(());
        }
        ensure!(self.entitled(call, unit), Refusal::NotEntitled { unit, marker: call.marker });
        ensure!(self.fresh(call, unit), Refusal::HasActed { unit });
        let status = self.status(unit);
        ensure!(status.acts(), Refusal::CannotAct { unit, status });
        Ok(())
    }

    /// Everybody who may be activated on this marker, as [`Look::refuse_select`] says one by one.
    fn selectable(self, call: Call) -> Units {
        if call.left == 0 {
            return Units::empty();
        }
        let there = self.candidates(call) & self.s.standing();
        let may = |unit: &Unit| if call.bonus { self.is_desperate(*unit) } else { self.status(*unit).acts() };
        there.iter().filter(may).collect()
    }

    /// Everybody entitled to this marker who has not acted, on the map or not.
    fn candidates(self, call: Call) -> Units {
        let side = self.t.of[call.side.index()];
        if call.bonus {
            return side - self.s.bonus_used;
        }
        let entitled = match call.side {
            Side::Russian => self.t.entitled[call.marker.index()],
            Side::Chechen => side,
        };
        entitled - self.s.activated
    }

    pub fn legal_call(self, call: Call, out: &mut Vec<Action>) {
        let selectable = self.selectable(call);
        out.extend(selectable.iter().map(|unit| Action::Select { unit }));
        if call.side == Side::Russian && !call.bonus {
            self.legal_enter(call, self.candidates(call) & self.s.all_in(Place::Waiting), out);
            if call.marker == Marker::Artillery {
                self.legal_batteries(call, out);
            }
        }
        self.legal_assaults(call, selectable, out);
        out.push(Action::EndMarker);
    }

    /// 4.2 Which marker may be kept; on the first turn of the historical battle a formation (10.1.2).
    pub fn refuse_keep(self, marker: Marker) -> Result<(), Refusal> {
        let bit = if marker.side() == Side::Russian { marker.bit() } else { 0 };
        if !self.s.released {
            ensure!(marker != Marker::Artillery, Refusal::FormationFirst {});
            ensure!(self.s.held_back & bit != 0, Refusal::NoSuchMarker { marker });
            return Ok(());
        }
        ensure!(self.s.cup & bit != 0, Refusal::NoSuchMarker { marker });
        Ok(())
    }

    /// 10.1.2 Which marker may be added to the cup.
    pub fn refuse_add(self, marker: Marker) -> Result<(), Refusal> {
        let bit = if marker.side() == Side::Russian { marker.bit() } else { 0 };
        ensure!(self.s.held_back & bit != 0, Refusal::NoSuchMarker { marker });
        Ok(())
    }

    /// 10.1.2 Another formation marker is added when none is in the cup and all units of those played are on the map. Our
    /// reading: units that belong to no battalion, and foot units for which no APC is left, do not count.
    pub fn may_add_marker(self) -> bool {
        if self.s.released || self.s.held_back == 0 || self.s.cup & !Marker::Artillery.bit() != 0 {
            return false;
        }
        let played = Marker::RUSSIAN.into_iter().filter(|marker| self.s.played & marker.bit() != 0);
        played.into_iter().all(|marker| {
            let waiting = |unit: Unit| self.place(unit) == Place::Waiting;
            self.t.of_marker[marker.index()].iter().filter(|&unit| waiting(unit)).all(|unit| {
                let force = self.force_of(unit) & self.t.apcs;
                self.t.foot.contains(unit) && !force.iter().any(waiting)
            })
        })
    }
}

impl Play<'_> {
    /// 4.2 The higher die has the initiative. Our reading: ten-sided dice, ties again.
    pub fn roll_initiative(&mut self, luck: Luck) {
        let dice = [luck.die(2, 10, 0) % 10, luck.die(2, 10, 1) % 10];
        let side = match dice[0].cmp(&dice[1]) {
            std::cmp::Ordering::Greater => Some(Side::Russian),
            std::cmp::Ordering::Less => Some(Side::Chechen),
            std::cmp::Ordering::Equal => None,
        };
        self.note(rule!("4.2"), Event::Initiative { dice, side });
        match side {
            Some(side) => self.open_keep(side),
            None => self.go(Step::InitiativeRoll),
        }
    }

    /// 4.2 The marker played first is withheld from the cup.
    pub fn keep(&mut self, marker: Marker) {
        if self.s.turn == 1 {
            self.tell_first_turn();
        }
        self.note(rule!("4.2"), Event::Kept { marker });
        self.s.cup &= !marker.bit();
        self.s.held_back &= !marker.bit();
        if !self.s.released {
            return self.go(Step::AddMarker { kept: Some(marker) });
        }
        self.open_snafu(marker);
    }

    /// 10.1.2 One more formation marker goes into the cup.
    pub fn add_marker(&mut self, kept: Option<Marker>, marker: Marker) {
        self.note(rule!("10.1.2"), Event::Added { marker });
        self.s.held_back &= !marker.bit();
        self.s.cup |= marker.bit();
        match kept {
            Some(kept) => self.open_snafu(kept),
            None => self.open_draw(),
        }
    }

    /// 4.3 The next marker comes out of the cup.
    pub fn draw_marker(&mut self, luck: Luck) {
        let drawn = self.look().cup_markers().nth(luck.0 as usize);
        match drawn {
            Some(marker) => {
                self.s.cup &= !marker.bit();
                self.play_marker(marker);
            }
            None => {
                self.s.chechen_cup -= 1;
                self.play_marker(Marker::Chechen);
            }
        }
    }

    /// 4.3.2 So many Chechen units may act; 0 means none.
    pub fn roll_activations(&mut self, luck: Luck) {
        let die = d10(luck);
        self.note(rule!("4.3.2"), Event::ActivationDie { die });
        self.return_to(Call { side: Side::Chechen, marker: Marker::Chechen, left: die, bonus: false });
    }

    /// 4.3 A unit becomes active.
    pub fn select(&mut self, call: Call, unit: Unit) {
        self.tell(unit, rule!("4.3"), Event::Activated { unit });
        if call.bonus {
            self.s.bonus_used.insert(unit);
        }
        let (start, start_level) = self.look().spot(unit).expect("a unit that is selected is on the map");
        self.begin(call.spend(), unit, start, start_level, 0, false);
    }

    /// Opens an activation.
    pub fn begin(
        &mut self,
        call: Call,
        unit: Unit,
        start: board::Space,
        start_level: Level,
        spent: u8,
        left: bool,
    ) {
        self.s.loaded = Units::empty();
        self.s.put_down = Units::empty();
        let active = Active {
            call,
            unit,
            spent,
            start,
            start_level,
            left,
            faced: false,
            halted: false,
            load_paid: false,
            unload_paid: false,
        };
        if left {
            return self.arrive(active);
        }
        self.open_active(active);
    }

    /// 10.1.2 A Chechen attack lifts every restriction of the first turn.
    pub fn chechen_attack(&mut self) {
        if self.s.released {
            return;
        }
        self.s.released = true;
        self.note(rule!("10.1.2"), Event::Released);
        self.s.cup |= self.s.held_back;
        self.s.held_back = 0;
    }

    /// Takes a unit into the box of the eliminated, with everybody aboard.
    pub fn eliminate(&mut self, unit: Unit, rule: kernel::RuleRef) {
        for rider in self.look().cargo(unit) {
            self.eliminate(rider, rule);
        }
        self.note(rule, Event::Eliminated { unit });
        self.take_off(unit, Place::Eliminated);
    }
}
