//! 7.0 The Commissar.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m11_combat::Counter,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{COMMISSAR, Side, Spaces},
};

impl Look<'_> {
    /// 7.1.3 The shared oxes nearest to the designated one, which need not exist.
    /// 7.1.3d Never a diamond.
    pub fn commissar_oxes(self, column: u8, row: u8) -> Spaces {
        let designated = (i16::from(column), 2 * i16::from(row));
        let shared = self.shared() & self.t.map.oxes;
        let nearest = shared.iter().map(|ox| self.t.map.ox_distance(designated, ox)).min();
        shared.iter().filter(|&ox| Some(self.t.map.ox_distance(designated, ox)) == nearest).collect()
    }

    /// 7.1.3a Among equals the Axis chooses.
    pub fn refuse_commissar(self, column: u8, row: u8, to: Space) -> Result<(), Refusal> {
        ensure!(self.commissar_oxes(column, row).contains(to), Refusal::NotForCommissar { space: to });
        Ok(())
    }

    /// 7.2.2a In the Soviet Combat Phase the units in his ox must attack.
    /// 11.1.2 If they can: shared, not yet declared, strength of one or more.
    /// 7.2.2b Once: whether they go on is the Soviet player's choice.
    pub fn must_attack(self) -> Option<Space> {
        let ox = self.commissar()?;
        (self.battlefields().contains(ox) && self.total(self.units(Side::Soviet, ox)) > 0).then_some(ox)
    }

    /// 7.2.1a Whether a withdrawal of these defenders is ignored.
    pub fn forbids_withdrawal(self, defender: Side, space: Space) -> bool {
        defender == Side::Soviet && self.commissar() == Some(space)
    }

    /// 7.2.1b A counter-attack is due whenever Soviet strength is left in his ox after a German roll, and Axis units to
    /// fight there. A round that continues the battle is a new combat (11.10.5), so another one is due after it.
    pub fn counter_due(self) -> bool {
        let battle = &self.s.battle;
        battle.attacker == Side::Axis
            && battle.counter == Counter::None
            && self.commissar() == Some(battle.space)
            && self.shared().contains(battle.space)
            && self.total(self.units(Side::Soviet, battle.space)) > 0
    }
}

impl Play<'_> {
    /// 7.1.5 He is placed anew.
    /// 7.1.3c Where no ox is shared, he stays off the map.
    pub fn place_commissar(&mut self) {
        self.put(COMMISSAR, Place::OFF);
        if (self.look().shared() & self.t.map.oxes).is_empty() {
            self.note(rule!("7.1.3c"), Event::CommissarOff);
            return self.close_commissar();
        }
        self.go(Step::CommissarColumn);
    }

    /// 7.1.1 The column; a second die where two are listed.
    pub fn roll_commissar_column(&mut self, die: u8) {
        let columns = &self.t.charts.commissar.columns[usize::from(die) - 1];
        if columns.len() > 1 {
            return self.go(Step::CommissarSecond { die });
        }
        let column = column(&columns[0]);
        self.go(Step::CommissarRow { column });
    }

    /// 7.1.1 Odd is the first column, even the second.
    pub fn roll_commissar_second(&mut self, first: u8, die: u8) {
        let columns = &self.t.charts.commissar.columns[usize::from(first) - 1];
        let column = column(&columns[usize::from(die.is_multiple_of(2))]);
        self.go(Step::CommissarRow { column });
    }

    /// 7.1.2 Two dice less one are the row.
    pub fn roll_commissar_row(&mut self, column: u8, dice: [u8; 2]) {
        let row = ((dice[0] + dice[1]) as i8 + self.t.charts.commissar.row).max(0) as u8;
        self.note(rule!("7.1.2"), Event::CommissarDesignated { column, row, dice });
        let oxes = self.look().commissar_oxes(column, row);
        match (oxes.len(), oxes.first()) {
            (1, Some(ox)) => self.send_commissar(ox),
            _ => self.go(Step::CommissarChoose { column, row }),
        }
    }

    /// 7.1.3 He goes to the nearest shared ox.
    pub fn send_commissar(&mut self, to: Space) {
        self.put(COMMISSAR, Place::on(to));
        self.note(rule!("7.1.3"), Event::Commissar { to });
        self.close_commissar();
    }

    /// 7.1.4 All Soviets in his ox have been eliminated: he is placed again at once.
    pub fn replace_commissar(&mut self) {
        self.note(rule!("7.1.4"), Event::CommissarLoses);
        self.s.resume = Some(Step::Aftermath);
        self.place_commissar();
    }

    /// 7.2.1b Only zero-strength units survived a second time: he is removed until the end of Soviet movement.
    pub fn dismiss_commissar(&mut self) {
        self.put(COMMISSAR, Place::OFF);
        self.note(rule!("7.2.1b"), Event::CommissarDismissed);
    }
}

impl Look<'_> {
    pub fn legal_commissar(self, column: u8, row: u8, out: &mut Vec<Action>) {
        out.extend(self.commissar_oxes(column, row).iter().map(|to| Action::To { to }));
    }
}

/// The half octagons of a column of oxes, east of column A.
fn column(letter: &str) -> u8 {
    letter.bytes().next().unwrap_or(b'A') - b'A'
}

/// The letter of a column, for the journal.
pub fn letter(column: u8) -> char {
    char::from(b'A' + column)
}

/// The designated ox as a player writes it.
pub fn designated(column: u8, row: u8) -> String {
    format!("{}{row}", letter(column))
}
