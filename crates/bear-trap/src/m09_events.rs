//! 8.3 The choice of the Buratino, 9.0 random events, 10.4 replacements.

use kernel::{Luck, rule};

use crate::{
    action::Action,
    event::Event,
    m10_placing::Why,
    refusal::{Refusal, ensure},
    sequence::{Call, Step, d10},
    state::{Look, Place, Play},
    tables::{EventKind, Marker, Side, Unit, Units},
};

impl Look<'_> {
    /// 9.0 Eliminated Chechen units that could come back. Our reading: not Dudayev, and only where there is a place.
    pub fn fallen(self) -> Units {
        let box_ = self.in_box(Side::Chechen, Place::Eliminated) - Units::one(self.t.dudayev);
        let why = Why::Event { left: 0 };
        let foot = (box_ & self.t.foot).first();
        let foot_fits = foot.is_some_and(|unit| !self.placeable(why, unit).is_empty());
        // Leaders and snipers need no room; every other foot unit needs the same.
        box_.iter()
            .filter(|&unit| {
                if self.t.foot.contains(unit) && Some(unit) == foot {
                    return foot_fits;
                }
                !self.placeable(why, unit).is_empty()
            })
            .collect()
    }

    pub fn refuse_bring(self, unit: Unit) -> Result<(), Refusal> {
        let fallen = self.side(unit) == Side::Chechen
            && self.place(unit) == Place::Eliminated
            && unit != self.t.dudayev
            && !self.placeable(Why::Event { left: 0 }, unit).is_empty();
        ensure!(fallen, Refusal::NotAmongFallen { unit });
        Ok(())
    }

    pub fn legal_return(self, out: &mut Vec<Action>) {
        out.extend(self.fallen().iter().map(|unit| Action::Bring { unit }));
        out.push(Action::Done);
    }

    /// 10.4 Units of a side that may be replaced.
    pub fn replaceable(self, side: Side) -> Units {
        let box_ = self.in_box(side, Place::Eliminated);
        box_.iter().filter(|&unit| self.t.counter(unit).replaceable).collect()
    }

    /// 10.4 The same in number; Chechen roadblocks count as well.
    pub fn replaceable_count(self, side: Side) -> u8 {
        let blocks = if side == Side::Chechen { self.s.blocks_lost } else { 0 };
        self.replaceable(side).len() as u8 + blocks
    }
}

impl Play<'_> {
    /// 8.3 Two Buratino batteries instead of three of artillery.
    pub fn take_buratino(&mut self, taken: bool) {
        self.note(rule!("8.3"), Event::BuratinoTaken { taken });
        if !taken {
            return self.open_set_up();
        }
        self.s.artillery = self.t.batteries.artillery_with_buratino;
        self.s.buratino = self.t.batteries.buratino;
        self.go(Step::BuratinoRoll);
    }

    /// 8.3 The Chechen scores a die at once; a zero is rolled again.
    pub fn roll_buratino(&mut self, luck: Luck) {
        let die = d10(luck);
        self.note(rule!("8.3"), Event::BuratinoWorth { die });
        if die == 0 {
            return self.go(Step::BuratinoRoll);
        }
        self.award(Side::Chechen, 2 * u16::from(die));
        self.open_set_up();
    }

    /// 4.1 Two dice; 9.0 what they bring.
    pub fn roll_event(&mut self, luck: Luck) {
        let dice = luck.two_d6();
        let kind = self.t.charts.events.table[usize::from(dice[0] + dice[1]) - 2];
        self.note(rule!("4.1"), Event::EventDice { dice, kind });
        match kind {
            EventKind::None => self.open_initiative(),
            EventKind::ChechenDesperation => self.despair(Side::Chechen),
            EventKind::RussianDesperation => self.despair(Side::Russian),
            EventKind::Snafu => self.go(Step::SnafuRoll),
            EventKind::GodIsGreat => {
                if self.s.returned || self.look().fallen().is_empty() {
                    self.note(rule!("9.0"), Event::NoEvent);
                    return self.open_initiative();
                }
                self.go(Step::ReturnRoll);
            }
        }
    }

    /// 9.0 Desperation, unless that side is ahead on points. Our reading: by the score kept in play (4.4).
    fn despair(&mut self, side: Side) {
        let score = self.look().running_score();
        if score[side.index()] > score[side.enemy().index()] {
            self.note(rule!("9.0"), Event::NoEvent);
        } else {
            self.s.bonus = Some(side);
            self.note(rule!("9.0"), Event::Desperation { side });
        }
        self.open_initiative();
    }

    /// 9.0 Even hits the Russian, odd the Chechen, each once a game.
    pub fn roll_snafu(&mut self, luck: Luck) {
        let die = luck.d6();
        let side = if die.is_multiple_of(2) { Side::Russian } else { Side::Chechen };
        if self.s.snafu_used[side.index()] {
            self.note(rule!("9.0"), Event::SnafuRepeat { side, die });
        } else {
            self.s.snafu_used[side.index()] = true;
            self.s.snafu = Some(side);
            self.note(rule!("9.0"), Event::Snafu { side, die });
        }
        self.open_initiative();
    }

    /// 9.0 One of the Russian markers in the cup is lost for the turn.
    pub fn pick_snafu(&mut self, kept: Marker, luck: Luck) {
        let marker = self.look().cup_markers().nth(luck.0 as usize).expect("a marker in the cup");
        self.s.cup &= !marker.bit();
        self.note(rule!("9.0"), Event::MarkerLost { marker });
        self.play_marker(kept);
    }

    /// 9.0 Up to so many eliminated Chechen units come back.
    pub fn roll_return(&mut self, luck: Luck) {
        let die = luck.d6();
        self.note(rule!("9.0"), Event::ReturnDie { die });
        self.open_return(die);
    }

    pub fn open_return(&mut self, left: u8) {
        if left == 0 || self.look().fallen().is_empty() {
            return self.open_initiative();
        }
        self.go(Step::EventReturn { left });
    }

    /// 9.0 The unit is chosen; its place follows.
    pub fn bring(&mut self, left: u8, unit: Unit) {
        self.open_place(Why::Event { left: left - 1 }, unit);
    }

    /// 9.0 After the last marker so many units of a desperate side act once more.
    pub fn roll_bonus(&mut self, side: Side, luck: Luck) {
        let die = d10(luck);
        self.note(rule!("9.0"), Event::Bonus { side, die });
        let marker = if side == Side::Russian { Marker::Artillery } else { Marker::Chechen };
        self.return_to(Call { side, marker, left: die, bonus: true });
    }

    /// 10.4 A die, and a unit more for each landmark building that a side alone controls.
    pub fn roll_replacements(&mut self, side: Side, luck: Luck) {
        let die = luck.d6();
        let buildings = self.look().buildings_alone(side);
        let total = die + buildings;
        self.note(rule!("10.4"), Event::Replacements { side, die, buildings, total });
        self.pick_on(side, total);
    }

    fn pick_on(&mut self, side: Side, left: u8) {
        let eligible = self.look().replaceable_count(side);
        if left == 0 || eligible == 0 {
            return self.close_replacements(side);
        }
        if eligible <= left {
            while self.look().replaceable_count(side) > 0 {
                self.replace(side, 0);
            }
            return self.close_replacements(side);
        }
        self.go(Step::ReplacementPick { side, left });
    }

    pub fn pick_replacement(&mut self, side: Side, left: u8, luck: Luck) {
        self.replace(side, luck.0 as usize);
        self.pick_on(side, left - 1);
    }

    /// 10.4 Chechens go into the cup, roadblocks to the supply, Russians are placed at once.
    fn replace(&mut self, side: Side, index: usize) {
        match (self.look().replaceable(side).iter().nth(index), side) {
            (Some(unit), Side::Russian) => {
                self.put(unit, Place::Drawn);
                self.note(rule!("10.4"), Event::Replaced { unit });
            }
            (Some(unit), Side::Chechen) => {
                self.put(unit, Place::Cup);
                if self.look().only_replaced_arrive() {
                    self.s.replaced.insert(unit);
                }
                self.note(rule!("10.4"), Event::Replaced { unit });
            }
            (None, _) => {
                self.s.blocks_lost -= 1;
                self.s.blocks_left += 1;
                self.note(rule!("10.4"), Event::BlockReplaced);
            }
        }
    }

    /// 10.4 Our reading: Russian first.
    fn close_replacements(&mut self, side: Side) {
        match side {
            Side::Russian => self.place_next(Why::Replacement),
            Side::Chechen => self.open_initiative(),
        }
    }
}
