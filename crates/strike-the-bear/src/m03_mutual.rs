//! 3.0 The mutual phases: weather, redeployment, operations points and objectives.

use kernel::rule;

use crate::{
    event::Event,
    prose::{shift, signed},
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play, option},
    tables::{Side, Weather},
};

impl Look<'_> {
    /// 3.1.1 The effects of the weather, in four columns.
    pub fn effect(self) -> String {
        let effect = self.t.charts.weather.effect(self.s.weather);
        let mut says = Vec::new();
        let infantry = if effect.infantry_immobile { 0 } else { effect.infantry };
        for (who, change) in [("armor", effect.armor), ("infantry", infantry)] {
            if change != 0 {
                says.push(format!("{who} {} MP", signed(change)));
            }
        }
        let bans = [
            (effect.armor_with_leader, "armor with leaders only"),
            (effect.infantry_with_leader, "infantry with leaders only"),
            (effect.infantry_immobile, "no infantry moves"),
            (effect.rail_immobile, "no rail building"),
        ];
        says.extend(bans.into_iter().filter(|(holds, _)| *holds).map(|(_, what)| what.to_owned()));
        if effect.shift != 0 {
            says.push(format!("attacks {}", shift(effect.shift)));
        }
        if effect.luftwaffe != 0 {
            says.push(format!("bombing +{}", effect.luftwaffe));
        }
        if says.is_empty() { "no effect".to_owned() } else { says.join(", ") }
    }

    /// 3.3.5 At most half of the points left, rounded down.
    pub fn refuse_save(self, side: Side, points: u8) -> Result<(), Refusal> {
        ensure!(points <= self.ops(side) / 2, Refusal::SavesTooMuch { most: self.ops(side) / 2 });
        Ok(())
    }
}

impl Play<'_> {
    /// 3.1.3 Turn 1 is fair.
    pub fn set_fair_weather(&mut self) {
        self.s.weather = Weather::Fair;
        self.note(rule!("3.1.3"), Event::Weather { weather: Weather::Fair });
    }

    /// 3.1 One die on the Weather Table.
    /// 3.1.2 Before 26 October snow is not accepted and the die is thrown again; from then on one is added.
    pub fn roll_weather(&mut self, die: u8) {
        let table = &self.t.charts.weather;
        let late = self.s.turn >= table.transition_turn;
        let total = if late { die + table.from_transition } else { die };
        let weather = table.results[usize::from(total).clamp(1, 7) - 1];
        if !late && weather.is_snow() {
            return self.note(rule!("3.1.2"), Event::WeatherRefused { die, weather });
        }
        self.s.weather = weather;
        self.note(rule!("3.1"), Event::WeatherRolled { die, total, weather });
        self.open_redeployment();
    }

    /// 3.2.1 Each side's die gives its number of units; the higher one moves first, equal dice are thrown again for
    /// the order alone.
    pub fn roll_redeployment(&mut self, dice: [u8; 2]) {
        let table = &self.t.charts.redeployment;
        self.s.redeploy = [table.axis[usize::from(dice[0]) - 1], table.soviet[usize::from(dice[1]) - 1]];
        let [axis, soviet] = self.s.redeploy;
        self.note(rule!("3.2.1"), Event::Redeployment { dice, axis, soviet });
        self.order_redeployment(dice);
    }

    /// 3.2.1 The higher die moves first.
    pub fn order_redeployment(&mut self, dice: [u8; 2]) {
        if dice[0] == dice[1] {
            return self.go(Step::RedeployOrder);
        }
        let first = if dice[0] > dice[1] { Side::Axis } else { Side::Soviet };
        self.s.first = first;
        self.note(rule!("3.2.1"), Event::First { side: first, dice });
        self.open_redeploy(first);
    }

    /// 3.3.3 Turn 1: fixed points, no roll.
    pub fn first_points(&mut self) {
        for side in Side::BOTH {
            let points = self.t.charts.operations.first_turn[side.index()];
            self.s.ops[side.index()] = points;
            self.note(rule!("3.3.3"), Event::FirstPoints { side, points });
        }
    }

    /// 3.3 Two dice in the column of the weather. 3.3.1 The points are public.
    /// 3.3.2 On certain rolls objectives are rolled too, besides the points; 13.4 not with objectives in the fog.
    pub fn roll_operations(&mut self, side: Side, dice: [u8; 2]) {
        let roll = dice[0] + dice[1];
        let points = self.t.charts.operations.points(side, self.s.weather, roll);
        let kept = self.s.ops[side.index()];
        self.s.ops[side.index()] = kept.saturating_add(points);
        self.note(rule!("3.3"), Event::Points { side, dice, points, kept });
        let objectives = self.t.charts.operations.objective_rolls.contains(&roll);
        if objectives && !self.look().option(option::FOG_OBJECTIVES) {
            return self.go(Step::Objectives { side });
        }
        self.close_operations(side);
    }

    /// 3.3.2 The row of the Objectives Table. 13.2 It replaces the set before.
    pub fn roll_objectives(&mut self, side: Side, dice: [u8; 2]) {
        let roll = dice[0] + dice[1];
        self.s.objectives[side.index()] = roll;
        self.note(rule!("3.3.2"), Event::Objectives { side, dice, roll });
    }

    /// 3.3.4 What is not spent is gone. 3.3.5 With the option up to half is kept.
    pub fn keep_points(&mut self, side: Side, kept: u8) {
        let left = self.s.ops[side.index()];
        self.s.ops[side.index()] = kept;
        if kept > 0 {
            self.note(rule!("3.3.5"), Event::Saved { side, kept });
        } else if left > 0 {
            self.note(rule!("3.3.4"), Event::PointsGone { side, left });
        }
    }
}
