//! 10.1.1, 10.2.2, 10.3 Chechen units come out of the cup and are placed; 10.4 and 9.0 bring others back.

use board::{Space, hex::Direction};
use kernel::{Luck, RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m10_entry::drivable,
    refusal::{Refusal, ensure},
    sequence::{Step, d10},
    state::{Level, Look, Place, Play, option},
    tables::{HEXES, Side, Spaces, Unit, Units},
};

/// A draw from the Chechen unit cup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drawing {
    pub zone: Zone,
    /// Still to be drawn.
    pub left: u8,
    /// 8.4 Roadblocks that may still come instead.
    pub exchanges: u8,
}

/// Where the units of a draw may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// 10.3.1 Before the variant begins.
    SetUp,
    /// 10.1.1 On the first Chechen marker.
    First,
    /// 10.2.2 Out of range of every Russian unit.
    OutOfRange,
    /// 10.3.2 Out of sight of every Russian unit.
    OutOfSight,
}

impl Zone {
    pub fn rule(self) -> RuleRef {
        match self {
            Zone::SetUp => rule!("10.3.1"),
            Zone::First => rule!("10.1.1"),
            Zone::OutOfRange => rule!("10.2.2"),
            Zone::OutOfSight => rule!("10.3.2"),
        }
    }
}

/// Why a unit is being placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    Drawn(Drawing),
    /// 9.0 God is great; so many more may follow.
    Event {
        left: u8,
    },
    /// 10.4 A Russian replacement.
    Replacement,
}

impl Why {
    pub fn rule(self) -> RuleRef {
        match self {
            Why::Drawn(drawing) => drawing.zone.rule(),
            Why::Event { .. } => rule!("9.0"),
            Why::Replacement => rule!("10.4"),
        }
    }

    pub fn step_name(self) -> &'static str {
        match self {
            Why::Drawn(_) => "place-draw",
            Why::Event { .. } => "place-returned",
            Why::Replacement => "place-replacement",
        }
    }
}

/// Every hex.
const ALL: Spaces = Spaces::below(HEXES);

impl Look<'_> {
    /// The units in the Chechen cup.
    pub fn unit_cup(self) -> Units {
        self.in_box(Side::Chechen, Place::Cup)
    }

    /// The units that a draw is made from: the cup. 10.4 Where no reinforcements fall on the night, those of it that were
    /// replaced.
    pub fn arriving(self) -> Units {
        let cup = self.unit_cup();
        if self.only_replaced_arrive() { cup & self.s.replaced } else { cup }
    }

    /// Units drawn or replaced that wait for a place: vehicles first, so that others may ride on them.
    pub fn next_to_place(self, side: Side) -> Option<Unit> {
        let drawn = self.in_box(side, Place::Drawn);
        (drawn & self.t.vehicles).first().or(drawn.first())
    }

    /// 10.3.2 The variant rolls two dice for reinforcements, 10.2.2 the historical battle one of ten sides; so does the
    /// variant for what comes back at night (10.4).
    pub fn reinforces_by_two_dice(self) -> bool {
        self.t.scenario(self.s.scenario).set_up && !self.brings_replacements()
    }

    /// Units of a side that see: not inside a vehicle, unless a leader looks out of an APC (6.5).
    pub fn eyes(self, side: Side) -> impl Iterator<Item = (Unit, Space)> {
        self.t.of[side.index()].iter().filter_map(move |unit| match self.place(unit) {
            Place::On(space, _) => Some((unit, space)),
            Place::Aboard(vehicle) if self.t.leaders.contains(unit) && self.t.apcs.contains(vehicle) => {
                self.at(vehicle).map(|space| (unit, space))
            }
            _ => None,
        })
    }

    /// Every hex that a side sees now (6.2.1).
    pub fn in_sight(self, side: Side) -> Spaces {
        let mut seen = Spaces::empty();
        for (unit, at) in self.eyes(side) {
            let limit = self.sight_limit(unit);
            if limit > 0 {
                seen |= self.t.sight.field(at, limit);
            }
        }
        seen
    }

    /// 10.2.2 Every hex within the range of a Russian unit able to fire or spot. Our reading: plain distance, seen or not.
    fn in_russian_range(self) -> Spaces {
        let mut near = Spaces::empty();
        for (unit, at) in self.eyes(Side::Russian) {
            let range = self.range(unit);
            if range > 0 {
                near |= self.t.sight.disc(at, range);
            }
        }
        near
    }

    /// 10.1.1 Houses north of Karl Marx Street, the Palace, the Stadium. 10.3.1, 10.3.2 Landmarks, houses and woods.
    /// 10.2.2 Any hex.
    fn zone_hexes(self, zone: Zone) -> Spaces {
        let map = &self.t.map;
        match zone {
            Zone::First => (map.built_up - self.s.rubble) & map.north | Spaces::one(map.palace) | map.stadium,
            Zone::SetUp | Zone::OutOfSight => (map.built_up - self.s.rubble) | map.landmarks | map.woods,
            Zone::OutOfRange => ALL,
        }
    }

    /// 10.1.1 Not where a Russian unit is within four hexes and sees. 10.2.2 Not within range. 10.3.2 Not in sight.
    fn zone_barred(self, zone: Zone) -> Spaces {
        match zone {
            Zone::SetUp | Zone::First | Zone::OutOfSight => self.in_sight(Side::Russian),
            Zone::OutOfRange => self.in_russian_range(),
        }
    }

    /// 10.4 With or next to a Russian leader on the map, or on the west edge.
    fn replacement_hexes(self) -> Spaces {
        let mut near = self.t.map.west;
        for leader in self.t.leaders & self.t.of[Side::Russian.index()] {
            if let Some(at) = self.whereabouts(leader) {
                near |= self.t.sight.disc(at, 1);
            }
        }
        near
    }

    /// 9.0 Landmark hexes under Chechen control.
    fn chechen_landmarks(self) -> Spaces {
        let list = self.t.map.landmark_list.iter().enumerate();
        list.filter(|(i, _)| self.s.control >> i & 1 == 0).map(|(_, &hex)| hex).collect()
    }

    /// All hexes where a unit may be placed now.
    pub fn placeable(self, why: Why, unit: Unit) -> Spaces {
        let side = self.side(unit);
        let mut hexes = match why {
            Why::Drawn(drawing) => self.zone_hexes(drawing.zone) - self.zone_barred(drawing.zone),
            Why::Event { .. } => self.chechen_landmarks(),
            Why::Replacement => self.replacement_hexes(),
        };
        hexes -= self.occupied(side.enemy());
        if self.t.vehicles.contains(unit) {
            let map = &self.t.map;
            hexes &= map.clear | map.roads;
            hexes -= self.s.rubble | self.s.roadblocks | self.s.wrecks;
        }
        let crowded = hexes & self.occupied(side);
        for hex in crowded {
            if !self.has_place(why, unit, hex) {
                hexes.remove(hex);
            }
        }
        hexes
    }

    fn has_place(self, why: Why, unit: Unit, hex: Space) -> bool {
        Level::BOTH.into_iter().any(|level| self.refuse_level_of(why, unit, hex, level).is_ok())
    }

    /// 3.2 Levels, 3.1 stacking; 10.4 replacements arrive on the ground.
    fn refuse_level_of(self, why: Why, unit: Unit, hex: Space, level: Level) -> Result<(), Refusal> {
        if level == Level::Upper {
            ensure!(self.terrain(hex).has_upper(), Refusal::NoUpperLevel { space: hex });
            let ground_only = self.t.vehicles.contains(unit) || why == Why::Replacement;
            ensure!(!ground_only, Refusal::GroundOnly { unit });
        }
        ensure!(self.room(unit, hex, level), Refusal::NoRoomOnLevel { unit, space: hex });
        Ok(())
    }

    /// 10.1.1, 10.2.2, 10.3.1, 10.3.2, 10.4, 9.0 Why a unit cannot be placed there.
    pub fn refuse_place(self, why: Why, next: Unit, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(unit == next, Refusal::NotNextToPlace { unit });
        let rule = why.rule();
        let side = self.side(unit);
        match why {
            Why::Drawn(drawing) => {
                ensure!(self.zone_hexes(drawing.zone).contains(to), Refusal::NotInZone { space: to, rule });
                let russians = self.occupied(Side::Russian);
                ensure!(!russians.contains(to), Refusal::RussianThere { space: to, rule });
                if self.zone_barred(drawing.zone).contains(to) {
                    return Err(match drawing.zone {
                        Zone::OutOfRange => Refusal::InRussianRange { space: to, rule },
                        _ => Refusal::InRussianSight { space: to, rule },
                    });
                }
            }
            Why::Event { .. } => {
                ensure!(self.chechen_landmarks().contains(to), Refusal::NotChechenBuilding { space: to });
            }
            Why::Replacement => {
                ensure!(self.replacement_hexes().contains(to), Refusal::FarFromLeaders { space: to });
            }
        }
        ensure!(!self.occupied(side.enemy()).contains(to), Refusal::EnemyThere { space: to });
        if self.t.vehicles.contains(unit) {
            let open = drivable(self.terrain(to), self.t.map.roads.contains(to)) && !self.obstacle(to);
            ensure!(open, Refusal::NotForVehicles { unit, space: to });
        }
        ensure!(self.has_place(why, unit, to), Refusal::NoRoomToPlace { unit, space: to });
        Ok(())
    }

    /// 3.4 Everybody but leaders faces a hexside; 10.1.1 a vehicle among houses faces along its road.
    pub fn refuse_stand(
        self,
        why: Why,
        unit: Unit,
        hex: Space,
        level: Level,
        facing: Option<Direction>,
    ) -> Result<(), Refusal> {
        self.refuse_level_of(why, unit, hex, level)?;
        match facing {
            None => ensure!(self.t.leaders.contains(unit), Refusal::NeedsFacing { unit }),
            Some(side) => {
                ensure!(!self.t.leaders.contains(unit), Refusal::NoFacing { unit });
                let bound = self.t.vehicles.contains(unit) && self.restricted(hex);
                ensure!(!bound || self.t.map.road(hex, side), Refusal::NotAlongRoad { unit, side });
            }
        }
        Ok(())
    }

    pub fn legal_stand(self, why: Why, unit: Unit, hex: Space, out: &mut Vec<Action>) {
        for level in Level::BOTH {
            if self.refuse_level_of(why, unit, hex, level).is_err() {
                continue;
            }
            if self.t.leaders.contains(unit) {
                out.push(Action::Stand { level, facing: None });
                continue;
            }
            for side in Direction::ALL {
                if self.refuse_stand(why, unit, hex, level, Some(side)).is_ok() {
                    out.push(Action::Stand { level, facing: Some(side) });
                }
            }
        }
    }

    /// 8.4 On a road in a woods or built-up hex, out of Russian sight. Our reading: one obstacle a hex, no landmark, no
    /// vehicle and no Russian unit there; the zones of a draw do not bind roadblocks.
    fn block_hexes(self) -> Spaces {
        let map = &self.t.map;
        let mut hexes = (map.woods | map.built_up) & map.roads;
        hexes -= self.s.rubble | self.s.roadblocks | self.s.wrecks | self.occupied(Side::Russian);
        for tank in self.t.vehicles & self.t.of[Side::Chechen.index()] {
            if let Some(at) = self.at(tank) {
                hexes.remove(at);
            }
        }
        hexes
    }

    fn refuse_exchange(self, why: Why) -> Result<(), Refusal> {
        let per = self.t.charts.obstacles.one_per_drawn;
        let Why::Drawn(drawing) = why else { return Err(Refusal::NoExchangeLeft { per }) };
        ensure!(self.s.blocks_left > 0, Refusal::NoBlocksLeft {});
        ensure!(drawing.exchanges > 0, Refusal::NoExchangeLeft { per });
        Ok(())
    }

    /// 8.4 A roadblock instead of a drawn unit.
    pub fn refuse_block(self, why: Why, to: Space) -> Result<(), Refusal> {
        self.refuse_exchange(why)?;
        ensure!(self.block_hexes().contains(to), Refusal::NoBlockHere { space: to });
        ensure!(!self.in_sight(Side::Russian).contains(to), Refusal::BlockSeen { space: to });
        Ok(())
    }

    /// 10.1.1 A unit that fits nowhere goes back.
    pub fn refuse_return(self, why: Why, unit: Unit) -> Result<(), Refusal> {
        let drawn = matches!(why, Why::Drawn(_));
        ensure!(drawn && self.placeable(why, unit).is_empty(), Refusal::CanBePlaced { unit });
        Ok(())
    }

    /// 11.2 When Dudayev is drawn the Chechen may take him out of the game.
    pub fn refuse_remove(self, why: Why, unit: Unit) -> Result<(), Refusal> {
        ensure!(unit == self.t.dudayev && matches!(why, Why::Drawn(_)), Refusal::NotDudayev { unit });
        Ok(())
    }

    /// 8.10 Chechen units may begin on a tank that arrives with them.
    pub fn refuse_ride(self, why: Why, unit: Unit, tank: Unit) -> Result<(), Refusal> {
        let together = self.option(option::TANK_PASSENGERS)
            && matches!(why, Why::Drawn(_))
            && self.s.loaded.contains(tank)
            && self.at(tank).is_some()
            && self.fits_aboard(unit, tank);
        ensure!(together, Refusal::NotTogether { unit });
        Ok(())
    }

    pub fn legal_place(self, why: Why, unit: Unit, out: &mut Vec<Action>) {
        let hexes = self.placeable(why, unit);
        out.extend(hexes.iter().map(|to| Action::Place { unit, to }));
        if self.refuse_exchange(why).is_ok() {
            let blocks = self.block_hexes() - self.in_sight(Side::Russian);
            out.extend(blocks.iter().map(|to| Action::Block { to }));
        }
        if hexes.is_empty() && matches!(why, Why::Drawn(_)) {
            out.push(Action::Return);
        }
        if self.refuse_remove(why, unit).is_ok() {
            out.push(Action::Remove);
        }
        if self.option(option::TANK_PASSENGERS) {
            for tank in self.s.loaded & self.t.tanks {
                if self.refuse_ride(why, unit, tank).is_ok() {
                    out.push(Action::Mount { tank });
                }
            }
        }
    }
}

impl Play<'_> {
    /// 10.3.1 Three dice of ten sides set the Chechens up. 10.1.1 Two dice bring the first units.
    /// 10.2.2, 10.3.2 Reinforcements.
    pub fn roll_draw(&mut self, luck: Luck) {
        let face = |n: u8, sides: u8, i: u8| luck.die(n, sides, i) % 10;
        let (dice, n, zone) = match self.s.step {
            Step::SetUpRoll => ([face(3, 10, 0), face(3, 10, 1), face(3, 10, 2)], 3, Zone::SetUp),
            Step::FirstDrawRoll => ([face(2, 6, 0), face(2, 6, 1), 0], 2, Zone::First),
            _ if self.look().reinforces_by_two_dice() => {
                ([face(2, 6, 0), face(2, 6, 1), 0], 2, Zone::OutOfSight)
            }
            _ => ([d10(luck), 0, 0], 1, Zone::OutOfRange),
        };
        let rolled: u8 = dice.iter().sum();
        self.s.loaded = Units::empty();
        let left = rolled.min(self.look().arriving().len() as u8);
        self.note(zone.rule(), Event::DrawCount { dice, n, total: left, all: left < rolled });
        // 8.4 One exchange for every five units really drawn.
        let exchanges = left / self.t.charts.obstacles.one_per_drawn;
        self.draw_on(Drawing { zone, left, exchanges });
    }

    fn draw_on(&mut self, drawing: Drawing) {
        if drawing.left > 0 {
            return self.go(Step::UnitDraw { drawing });
        }
        self.place_next(Why::Drawn(drawing));
    }

    /// 10.1.1 Units are drawn at random.
    pub fn draw_unit(&mut self, drawing: Drawing, luck: Luck) {
        let drawn = self.look().arriving().iter().nth(luck.0 as usize);
        let unit = drawn.expect("the draw is among the units that arrive");
        self.put(unit, Place::Drawn);
        self.whisper(Side::Chechen, drawing.zone.rule(), Event::Drawn { unit });
        self.draw_on(Drawing { left: drawing.left - 1, ..drawing });
    }

    /// 10.1.1 The unit waits for its hex.
    pub fn open_place(&mut self, why: Why, unit: Unit) {
        self.go(Step::PlaceHex { why, unit });
    }

    /// The next unit that waits for a place; when all have one, play goes on.
    pub fn place_next(&mut self, why: Why) {
        match why {
            Why::Drawn(drawing) => match self.look().next_to_place(Side::Chechen) {
                Some(unit) => self.open_place(why, unit),
                None => self.close_drawing(drawing.zone),
            },
            Why::Event { left } => self.open_return(left),
            Why::Replacement => match self.look().next_to_place(Side::Russian) {
                Some(unit) if self.look().placeable(why, unit).is_empty() => {
                    // 10.4 No legal hex: it stays eliminated.
                    self.put(unit, Place::Eliminated);
                    self.place_next(why);
                }
                Some(unit) => self.open_place(why, unit),
                None => self.go(Step::ReplacementRoll { side: Side::Chechen }),
            },
        }
    }

    /// The hex is chosen; level and facing follow unless there is only one way to stand.
    pub fn place(&mut self, why: Why, unit: Unit, hex: Space) {
        let look = self.look();
        let upper = look.refuse_level_of(why, unit, hex, Level::Upper).is_ok();
        let ground = look.refuse_level_of(why, unit, hex, Level::Ground).is_ok();
        if self.t.leaders.contains(unit) && upper != ground {
            let level = if upper { Level::Upper } else { Level::Ground };
            return self.stand(why, unit, hex, level, None);
        }
        self.go(Step::PlaceFacing { why, unit, hex });
    }

    /// The unit is on the map.
    pub fn stand(&mut self, why: Why, unit: Unit, hex: Space, level: Level, facing: Option<Direction>) {
        self.put(unit, Place::On(hex, level));
        self.s.facing[usize::from(unit.0)] = facing.unwrap_or(Direction::North);
        let (side, event) = (self.look().side(unit), Event::Placed { unit, at: hex, level });
        self.tell_or(self.shows(unit), unit, why.rule(), event, Event::PlacedUnseen { side });
        match why {
            Why::Drawn(_) => {
                if self.t.tanks.contains(unit) {
                    self.s.loaded.insert(unit);
                }
            }
            Why::Event { .. } => {
                self.s.returned = true;
                let (side, event) = (self.look().side(unit), Event::BroughtBack { unit, at: hex });
                self.tell_or(self.shows(unit), unit, rule!("9.0"), event, Event::BroughtBackUnseen { side });
                self.award(Side::Russian, 2 * u16::from(self.t.charts.events.returned_vp));
            }
            Why::Replacement => {}
        }
        self.place_next(why);
    }

    /// 8.4 The roadblock lies there, the unit goes back into the cup.
    pub fn block(&mut self, why: Why, unit: Unit, to: Space) {
        let Why::Drawn(drawing) = why else { return };
        self.s.roadblocks.insert(to);
        self.s.blocks_left -= 1;
        self.put(unit, Place::Cup);
        self.note(rule!("8.4"), Event::Blocked { at: to });
        self.whisper(Side::Chechen, rule!("8.4"), Event::ExchangedFor { unit });
        self.place_next(Why::Drawn(Drawing { exchanges: drawing.exchanges - 1, ..drawing }));
    }

    /// 10.1.1 Back into the cup.
    pub fn return_drawn(&mut self, why: Why, unit: Unit) {
        self.put(unit, Place::Cup);
        self.whisper(Side::Chechen, why.rule(), Event::Returned { unit });
        self.whisper(Side::Russian, why.rule(), Event::ReturnedUnseen);
        self.place_next(why);
    }

    /// 11.2 Dudayev leaves the game.
    pub fn remove_dudayev(&mut self, why: Why, unit: Unit) {
        self.put(unit, Place::Removed);
        self.note(rule!("11.2"), Event::DudayevLeaves);
        self.place_next(why);
    }

    /// 8.10 The drawn unit rides on a tank.
    pub fn ride(&mut self, why: Why, unit: Unit, tank: Unit) {
        self.put(unit, Place::Aboard(tank));
        self.tell(unit, rule!("8.10"), Event::Mounted { unit, tank });
        self.place_next(why);
    }
}
