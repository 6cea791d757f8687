//! The tables: map, pieces, charts, scenario and link, read from TOML and checked before any game starts.

mod charts;
mod link;
mod map;
mod pieces;

use std::collections::BTreeMap;

use board::{Bits, Graph, Member, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{Sources, numbered, sources, two_sides, words};
use view::Name;

pub use self::{
    charts::{Charts, RawResult, ScenarioFile, Share, Standing},
    link::LinkFile,
    map::{ArtFile, Belt, District, MapFile, Owner, Point, Shape},
    pieces::{Counter, RawKind},
};

two_sides! {
    /// 1.2 Germany and the Soviet Union, in the order of their seats.
    Side {
        German = "german", "German";
        Soviet = "soviet", "Soviet";
    }
}

words! {
    /// 2.2 The sectors, in the order in which the blow falls on them (8.1.4).
    Sector: "lowercase" {
        North = "north", "North";
        Centre = "centre", "Centre";
        South = "south", "South";
    }
}

words! {
    /// 2.4.1 The kinds of units, in the order of the unit file.
    Kind: "lowercase" {
        Infantry = "infantry", "Infantry Army";
        Mechanized = "mechanized", "Mechanized Corps";
        Cavalry = "cavalry", "Cavalry Corps";
        Airborne = "airborne", "Airborne Corps";
        Zone = "zone", "Fortified Zone";
        Army = "army", "army";
        Panzer = "panzer", "panzer group";
        Finnish = "finnish", "Finnish army";
        Rumanian = "rumanian", "Rumanian army";
        Hungarian = "hungarian", "Hungarian army";
    }
}

words! {
    /// 6.3 The countries, in the order in which bids are carried out.
    Country: "lowercase" {
        Lithuania = "lithuania", "Lithuania";
        Latvia = "latvia", "Latvia";
        Estonia = "estonia", "Estonia";
        Bessarabia = "bessarabia", "Bessarabia";
        Finland = "finland", "Finland";
        Hungary = "hungary", "Hungary";
        Rumania = "rumania", "Rumania";
        Balkans = "balkans", "the Balkans";
    }
}

words! {
    /// 7.3, 7.4 The cards: four German, then four Soviet.
    CardId: "lowercase" {
        Moscow = "moscow", "Moscow";
        Leningrad = "leningrad", "Leningrad";
        Ukraine = "ukraine", "Ukraine";
        Wait = "wait", "Wait";
        Forward = "forward", "Forward";
        Line = "line", "Line";
        Depth = "depth", "Depth";
        Strike = "strike", "Strike";
    }
}

words! {
    /// 8.1.4 The results of a blow, each worse for the Soviet side than the one before.
    Result: "PascalCase" {
        Repulsed = "repulsed", "Repulsed";
        Held = "held", "Held";
        Dented = "dented", "Dented";
        Broken = "broken", "Broken";
        Breakthrough = "breakthrough", "Breakthrough";
        Collapse = "collapse", "Collapse";
    }
}

words! {
    /// 8.1.1 How far the attack surprises the defender.
    Surprise: "lowercase" {
        None = "none", "none";
        Partial = "partial", "partial";
        Complete = "complete", "complete";
    }
}

impl Kind {
    pub fn side(self) -> Side {
        if self <= Kind::Zone { Side::Soviet } else { Side::German }
    }

    /// 2.4.1 Finnish, Rumanian and Hungarian armies.
    pub fn is_ally(self) -> bool {
        matches!(self, Kind::Finnish | Kind::Rumanian | Kind::Hungarian)
    }
}

impl CardId {
    pub fn side(self) -> Side {
        if self <= CardId::Wait { Side::German } else { Side::Soviet }
    }

    /// The four cards of a side.
    pub fn of(side: Side) -> [CardId; 4] {
        match side {
            Side::German => [CardId::Moscow, CardId::Leningrad, CardId::Ukraine, CardId::Wait],
            Side::Soviet => [CardId::Forward, CardId::Line, CardId::Depth, CardId::Strike],
        }
    }
}

numbered!(
    /// A unit, by its number in the unit file, the Soviet ones first.
    Unit
);

/// A set of units.
pub type Units = Bits<2, Unit>;
/// A set of districts and boxes.
pub type Places = Bits<1>;

pub const DISTRICTS: usize = 26;
pub const BOXES: usize = 5;
/// How many places there are.
pub const PLACES: usize = DISTRICTS + BOXES;
pub const KINDS: usize = 10;
pub const UNITS: usize = 71;
pub const FLEETS: usize = 2;
pub const COUNTRIES: usize = 8;
/// How many turns the calendar has.
pub const TURNS: usize = 7;
/// How many Councils there are.
pub const COUNCILS: usize = 6;

kit::files! { "the-year-before";
    MAP = "map.toml";
    ART = "art.toml";
    UNIT_FILE = "units.toml";
    CHARTS = "charts.toml";
    SCENARIO = "scenario.toml";
    LINK = "link.toml";
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub graph: Graph<(), 1>,
    pub next: [Places; PLACES],
    /// 2.2 Districts by belt and sector.
    pub belt: [[Places; 3]; 4],
    pub frontier: Places,
    pub districts: Places,
    /// 2.3 What is a side's from the start and for good.
    pub home: [Places; 2],
    /// 2.3 The places whose marker decides whether they are friendly: allies to Germany, claims to the Soviet side.
    pub ground: [[Option<Space>; COUNTRIES]; 2],
    /// 4.5.1 Mobile units at most.
    pub limit: [u8; PLACES],
    pub ports: Places,
    /// 4.6.6 Where an air fleet goes, by sector.
    pub airfields: [Space; 3],
    pub west: Space,
    pub reich: Space,
    pub balkans: Space,
    pub reserve: Space,
    pub deep_reserve: Space,
    pub karelia: Space,
    /// 4.4.3 Where a Soviet train may start, and where it may end.
    pub train_from: Places,
    pub train_to: Places,

    pub kinds: Vec<RawKind>,
    pub counters: Vec<Counter>,
    pub of: [Units; 2],
    pub of_kind: [Units; KINDS],
    pub fast: Units,
    pub immobile: Units,
    pub zones: Units,
    /// Units with another face.
    pub two_faced: Units,
    pub strength: [[i16; 2]; UNITS],
    pub upgrade_cost: [u8; UNITS],
    pub fleet_ids: Vec<Name>,

    pub charts: Charts,
    pub scenario: ScenarioFile,
    pub link: LinkFile,
    pub map: MapFile,
    pub art: ArtFile,
    /// 6.3 The units that a country brings.
    pub joins: [Units; COUNTRIES],
    /// 6.3 The highest place of a marker.
    pub top: [i8; COUNTRIES],
    pub start: [i8; COUNTRIES],
    /// 9.2, 9.3 Who stands where at the start; the pool is `None`.
    pub set_up: Vec<(Unit, Option<Space>)>,
    /// 9.3 The districts of the three steps of placing, and how many units each step places.
    pub placing: [(Places, u8); 3],
    pub suggested: Vec<(Kind, Space)>,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
    unit_ids: BTreeMap<Name, Unit>,
}

impl Tables {
    /// Reads every table, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> std::result::Result<Tables, DataError> {
        let map: MapFile = read(MAP, overlay)?;
        let art: ArtFile = read(ART, overlay)?;
        let units: pieces::UnitsFile = read(UNIT_FILE, overlay)?;
        let charts: Charts = read(CHARTS, overlay)?;
        let scenario: ScenarioFile = read(SCENARIO, overlay)?;
        let link: LinkFile = read(LINK, overlay)?;
        check_charts(&charts)?;
        link.check()?;
        let graph = map::graph(&map)?;
        let kinds = pieces::kinds(&units)?;
        let counters = pieces::counters(&units)?;

        let owner = |space: Space| match map.district.get(space.index()) {
            Some(district) => district.owner,
            None => map.boxes[space.index() - DISTRICTS].owner,
        };
        let districts = Places::below(DISTRICTS);
        let set =
            |test: &dyn Fn(Space) -> bool| -> Places { graph.spaces().filter(|&it| test(it)).collect() };
        let district = |space: Space| &map.district[space.index()];
        let belt = Belt::ALL.map(|belt| {
            Sector::ALL.map(|sector| {
                districts
                    .iter()
                    .filter(|&it| (district(it).belt, district(it).sector) == (belt, sector))
                    .collect()
            })
        });
        let whole = |belt: Belt, all: &[[Places; 3]; 4]| {
            all[belt as usize].iter().fold(Places::empty(), |a, &b| a | b)
        };
        let frontier = whole(Belt::Frontier, &belt);
        let home = [
            set(&|it| owner(it) == Owner::German),
            set(&|it| matches!(owner(it), Owner::Soviet | Owner::SovietPoland)),
        ];
        let named = |file: &str, key: &str, id: &str| {
            graph.space(id).map_err(|error| DataError::new(file, key, error.to_string()))
        };
        let place = |id: &str| named(MAP, "id", id);
        let mut ground = [[None; COUNTRIES]; 2];
        for space in districts {
            let suitor = match owner(space) {
                Owner::Ally => Some(Side::German),
                Owner::Claim => Some(Side::Soviet),
                Owner::German | Owner::Soviet | Owner::SovietPoland => None,
            };
            if let Some(side) = suitor {
                let country = Country::of_id(graph.id(space)).ok_or_else(|| {
                    DataError::new(
                        MAP,
                        graph.id(space),
                        "its owner is decided by a marker, but it is no country (6.3)",
                    )
                })?;
                ground[side.index()][country.index()] = Some(space);
            }
        }
        let (reserve, deep_reserve) = (place("reserve")?, place("deep-reserve")?);
        let unit_ids: BTreeMap<Name, Unit> =
            counters.iter().enumerate().map(|(i, it)| (it.id.clone(), Unit::at(i))).collect();
        let units_where = |test: &dyn Fn(&RawKind) -> bool| -> Units {
            let fits = |i: &usize| test(&kinds[counters[*i].kind.index()]);
            (0..UNITS).filter(fits).map(Unit::at).collect()
        };
        let of_kind: [Units; KINDS] = Kind::ALL.map(|kind| units_where(&|it| it.id == kind));
        let find = |file: &str, key: &str, id: &str| {
            let reason = || DataError::new(file, key, format!("there is no unit '{id}'"));
            unit_ids.get(id).copied().ok_or_else(reason)
        };
        let mut joins = [Units::empty(); COUNTRIES];
        for row in &charts.country {
            for id in &row.joins {
                joins[row.id.index()].insert(find(CHARTS, &format!("country.{}.joins", row.id.id()), id)?);
            }
        }
        let set_up = set_up(&scenario, &graph, &units, &of_kind, &unit_ids)?;
        let places = |key: &str, ids: &[String]| -> std::result::Result<Places, DataError> {
            ids.iter().map(|id| named(SCENARIO, key, id)).collect()
        };
        let one_each = places("soviet_places.one_each", &scenario.soviet_places.one_each)?;
        let then = places("soviet_places.then_one_each", &scenario.soviet_places.then_one_each)?;
        let free = places("soviet_places.then_free", &scenario.soviet_places.then_free)?;
        let all = scenario.soviet_to_place.infantry + scenario.soviet_to_place.mechanized;
        let left = all.saturating_sub(one_each.len() + then.len());
        let mut suggested = Vec::new();
        for (kind, ids) in [
            (Kind::Infantry, &scenario.suggested.infantry),
            (Kind::Mechanized, &scenario.suggested.mechanized),
        ] {
            for id in ids {
                suggested.push((kind, named(SCENARIO, "suggested", id)?));
            }
        }
        let sources = sources(&map, &art, &units, &charts, &scenario, &link);
        let tables = Tables {
            next: std::array::from_fn(|i| graph.neighbours(Space(i as u16))),
            belt,
            frontier,
            districts,
            home,
            ground,
            limit: std::array::from_fn(|i| map.district.get(i).map_or(u8::MAX, |it| it.limit)),
            ports: districts.iter().filter(|&it| district(it).port).collect(),
            airfields: [place("eastprussia")?, place("warsaw")?, place("lublin")?],
            west: place("west")?,
            reich: place("reich")?,
            balkans: place("balkans")?,
            reserve,
            deep_reserve,
            karelia: place("karelia")?,
            train_from: (districts | Places::one(reserve)) - frontier,
            train_to: districts - frontier,
            of: Side::BOTH.map(|side| units_where(&|it| it.side == side)),
            of_kind,
            fast: units_where(&|it| it.fast),
            immobile: units_where(&|it| it.immobile),
            zones: of_kind[Kind::Zone.index()],
            two_faced: units_where(&|it| it.upgrade.is_some()),
            strength: std::array::from_fn(|i| kinds[counters[i].kind.index()].strength),
            upgrade_cost: std::array::from_fn(|i| kinds[counters[i].kind.index()].upgrade.unwrap_or(0)),
            fleet_ids: units.pieces.fleets.iter().map(|id| id.as_str().into()).collect(),
            joins,
            top: std::array::from_fn(|i| match charts.country[i].kind {
                Standing::Claim => charts.country[i].start,
                Standing::Ally => 3,
            }),
            start: std::array::from_fn(|i| charts.country[i].start),
            set_up,
            placing: [(one_each, one_each.len() as u8), (then, then.len() as u8), (free, left as u8)],
            suggested,
            sources,
            unit_ids,
            graph,
            kinds,
            counters,
            charts,
            scenario,
            link,
            map,
            art,
        };
        tables.check()?;
        Ok(tables)
    }

    /// The unit with this id.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.unit_ids.get(id).copied()
    }

    /// The air fleet with this id.
    pub fn fleet(&self, id: &str) -> Option<usize> {
        self.fleet_ids.iter().position(|it| **it == *id)
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn kind(&self, unit: Unit) -> Kind {
        self.counters[unit.index()].kind
    }

    pub fn side(&self, unit: Unit) -> Side {
        if self.of[0].contains(unit) { Side::German } else { Side::Soviet }
    }

    /// The name of a place.
    pub fn name(&self, space: Space) -> &str {
        match self.map.district.get(space.index()) {
            Some(district) => &district.name,
            None => &self.map.boxes[space.index() - DISTRICTS].name,
        }
    }

    /// The sector a district lies in; boxes lie in none.
    pub fn sector(&self, space: Space) -> Option<Sector> {
        self.map.district.get(space.index()).map(|it| it.sector)
    }

    /// The district of a country; the Balkans have none.
    pub fn land(&self, country: Country) -> Option<Space> {
        self.ground[0][country.index()].or(self.ground[1][country.index()])
    }

    /// The districts of a belt in a sector.
    pub fn districts_of(&self, belt: Belt, sector: Sector) -> Places {
        self.belt[belt as usize][sector.index()]
    }

    /// 7.3.1 The sector of a German card.
    pub fn main_effort(&self, card: CardId) -> Option<Sector> {
        self.charts.card[card.index()].sector
    }

    /// What must hold between the tables.
    fn check(&self) -> std::result::Result<(), DataError> {
        let wrong = |file: &str, key: &str, reason: &str| Err(DataError::new(file, key, reason));
        for (country, row) in Country::ALL.into_iter().zip(&self.charts.country) {
            let key = format!("country.{}", country.id());
            let ground = self.land(country).map(|space| self.map.district[space.index()].owner);
            let fits = match (row.kind, ground) {
                (Standing::Claim, Some(Owner::Claim)) => {
                    row.joins.is_empty() && (-2..=0).contains(&row.start)
                }
                (Standing::Ally, Some(Owner::Ally)) => (-2..=2).contains(&row.start),
                (Standing::Ally, None) => country == Country::Balkans && row.joins.is_empty(),
                _ => false,
            };
            if !fits {
                return wrong(
                    CHARTS,
                    &key,
                    "does not fit its place on the map, or its start is out of range",
                );
            }
            let foreign = self.joins[country.index()].iter().any(|unit| !self.kind(unit).is_ally());
            let limit = self.land(country).map_or(0, |space| usize::from(self.limit[space.index()]));
            if foreign || self.joins[country.index()].len() > limit {
                return wrong(CHARTS, &key, "brings allies only, and no more than its district has room for");
            }
        }
        let soviet_poland: Places = self
            .districts
            .iter()
            .filter(|it| self.map.district[it.index()].owner == Owner::SovietPoland)
            .collect();
        let mut beside = self.graph.adjacent(soviet_poland);
        for id in &self.scenario.soviet.zone_next_to {
            match self.graph.space(id) {
                Ok(space) => beside |= self.next[space.index()],
                Err(_) if id == "soviet-poland" => {}
                Err(error) => return wrong(SCENARIO, "soviet.zone_next_to", &error.to_string()),
            }
        }
        let union: Places =
            self.districts.iter().filter(|it| self.map.district[it.index()].owner == Owner::Soviet).collect();
        let line = self.belt[Belt::Line as usize].iter().fold(Places::empty(), |a, &b| a | b);
        if beside & union != line {
            return wrong(MAP, "district", "the Line is where 9.3 puts Fortified Zones (2.2)");
        }
        let german = self.belt[Belt::German as usize].iter().fold(Places::empty(), |a, &b| a | b);
        if !(german & self.home[1]).is_empty() || !((self.districts - german) & self.home[0]).is_empty() {
            return wrong(
                MAP,
                "district.belt",
                "German districts lie in the German belt, and no others (2.2)",
            );
        }
        for (sector, &airfield) in Sector::ALL.into_iter().zip(&self.airfields) {
            if self.sector(airfield) != Some(sector) {
                return wrong(
                    MAP,
                    "district.sector",
                    "East Prussia, Warsaw and Lublin lie in North, Centre, South",
                );
            }
        }
        if !self.next[self.deep_reserve.index()].iter().eq([self.reserve]) {
            return wrong(
                MAP,
                "box.deep-reserve.next",
                "Deep Reserve is a neighbour of Reserve alone (4.2.1)",
            );
        }
        let to_place = &self.scenario.soviet_to_place;
        let (first, second) = (self.placing[0], self.placing[1]);
        let listed = usize::from(first.1 + second.1 + self.placing[2].1);
        if listed != to_place.infantry + to_place.mechanized
            || usize::from(self.placing[2].1) > self.placing[2].0.len()
        {
            return wrong(
                SCENARIO,
                "soviet_places",
                "the three steps place all units that are to be placed (9.3)",
            );
        }
        if second.0 != line || first.0.iter().any(|it| !self.home[1].contains(it)) {
            return wrong(
                SCENARIO,
                "soviet_places",
                "places in the Soviet Union, first without, then with a Zone (9.3)",
            );
        }
        let count = |kind: Kind| self.suggested.iter().filter(|(it, _)| *it == kind).count();
        if (count(Kind::Infantry), count(Kind::Mechanized)) != (to_place.infantry, to_place.mechanized) {
            return wrong(SCENARIO, "suggested", "places exactly the units that are to be placed (9.3)");
        }
        let mut extra = Places::empty();
        let mut seen = Places::empty();
        for &(_, space) in &self.suggested {
            if !seen.insert(space) && !extra.insert(space) {
                return wrong(SCENARIO, "suggested", "at most one extra a district (9.3)");
            }
        }
        if !(first.0 | second.0).iter().all(|it| seen.contains(it))
            || extra.iter().any(|it| !self.placing[2].0.contains(it))
        {
            return wrong(SCENARIO, "suggested", "one in each district, what is left in free ones (9.3)");
        }
        let mut stands = [0u8; PLACES];
        for &(unit, space) in &self.set_up {
            let Some(space) = space else { continue };
            let side = self.side(unit);
            if !self.home[side.index()].contains(space) {
                return wrong(
                    SCENARIO,
                    &format!("set-up of {}", self.counter(unit).id),
                    "stands in a place that is not friendly (2.3)",
                );
            }
            stands[space.index()] += u8::from(!self.zones.contains(unit));
        }
        let room = |space: Space| {
            let placed = self.placing.iter().filter(|(places, _)| places.contains(space)).count() as u8;
            stands[space.index()] + placed <= self.limit[space.index()]
        };
        if let Some(full) = self.districts.iter().find(|&it| self.home[1].contains(it) && !room(it)) {
            return wrong(SCENARIO, self.graph.id(full), "more units than the limit of 4.5.1");
        }
        if self.districts.iter().any(|it| stands[it.index()] > self.limit[it.index()]) {
            return wrong(SCENARIO, "german", "more units than the limit of 4.5.1");
        }
        for id in self.link.german.keys().chain(self.link.ally.keys()) {
            if self.graph.space(id).is_err() {
                return wrong(LINK, id, "there is no such place");
            }
        }
        Ok(())
    }
}

/// 9.2 and 9.3 The units that are fixed; the lowest numbers first, those of the pool from the end.
fn set_up(
    scenario: &ScenarioFile,
    graph: &Graph<(), 1>,
    units: &pieces::UnitsFile,
    of_kind: &[Units; KINDS],
    ids: &BTreeMap<Name, Unit>,
) -> std::result::Result<Vec<(Unit, Option<Space>)>, DataError> {
    let wrong = |key: &str, reason: String| DataError::new(SCENARIO, key, reason);
    let mut all = Vec::new();
    let mut seen = Units::empty();
    for (at, listed) in &scenario.german.at {
        let key = format!("german.{at}");
        let space = match at.as_str() {
            "pool" => None,
            id => Some(graph.space(id).map_err(|error| wrong(&key, error.to_string()))?),
        };
        for id in listed {
            if units.pieces.fleets.contains(id) {
                if at != "west" {
                    return Err(wrong(&key, format!("the air fleet {id} begins in the West (9.2)")));
                }
                continue;
            }
            let unit = ids.get(id.as_str()).copied();
            let unit = unit.ok_or_else(|| wrong(&key, format!("there is no unit '{id}'")))?;
            if !seen.insert(unit) {
                return Err(wrong(&key, format!("{id} stands twice")));
            }
            all.push((unit, space));
        }
    }
    let german = of_kind[Kind::Army.index()] | of_kind[Kind::Panzer.index()];
    if seen != german {
        return Err(wrong("german", "every German army and panzer group stands somewhere".to_owned()));
    }
    let mut left: Vec<Vec<Unit>> = of_kind.iter().map(|units| units.iter().collect()).collect();
    let soviet = &scenario.soviet;
    let mut take = |kind: Kind, last: bool, key: &str| {
        let units = &mut left[kind.index()];
        match (units.is_empty(), last) {
            (true, _) => Err(wrong(key, format!("there are not so many of {}", kind.id()))),
            (false, true) => Ok(units.pop().expect("one is left")),
            (false, false) => Ok(units.remove(0)),
        }
    };
    for (kind, &number) in &soviet.pool {
        for _ in 0..number {
            all.push((take(*kind, true, "soviet.pool")?, None));
        }
    }
    let places = [
        ("deep-reserve", &soviet.deep_reserve),
        ("reserve", &soviet.reserve),
        ("leningrad", &soviet.leningrad),
        ("moscow", &soviet.moscow),
    ];
    for (id, numbers) in places {
        let key = format!("soviet.{id}");
        let space = graph.space(id).map_err(|error| wrong(&key, error.to_string()))?;
        for (kind, &number) in numbers {
            for _ in 0..number {
                all.push((take(*kind, false, &key)?, Some(space)));
            }
        }
    }
    for id in &scenario.soviet_zones.zone {
        let space = graph.space(id).map_err(|error| wrong("soviet_zones.zone", error.to_string()))?;
        all.push((take(Kind::Zone, false, "soviet_zones.zone")?, Some(space)));
    }
    let to_place = &scenario.soviet_to_place;
    for (kind, number) in [
        (Kind::Infantry, to_place.infantry),
        (Kind::Mechanized, to_place.mechanized),
        (Kind::Cavalry, 0),
        (Kind::Airborne, 0),
        (Kind::Zone, 0),
    ] {
        if left[kind.index()].len() != number {
            let reason =
                format!("{} of {} are left to be placed, not {number}", left[kind.index()].len(), kind.id());
            return Err(wrong("soviet_to_place", reason));
        }
    }
    Ok(all)
}

fn check_charts(charts: &Charts) -> std::result::Result<(), DataError> {
    let wrong = |key: &str, reason: &str| Err(DataError::new(CHARTS, key, reason));
    let turns = &charts.turns;
    if usize::from(turns.last) != TURNS || turns.dates.len() != TURNS || turns.first.len() != TURNS {
        return wrong("turns", "the game has seven turns, each with a date and a side that begins");
    }
    if usize::from(turns.council_until) != COUNCILS || (turns.card_in, turns.change_in) != (2, 5) {
        return wrong("turns", "Councils in turns 1 to 6, cards in 2 and 5 (6.1)");
    }
    if turns.report_in.iter().any(|turn| !(turns.card_in + 1..=turns.council_until).contains(turn)) {
        return wrong(
            "turns.report_in",
            "a report needs a Council, and a card that was written before (6.5)",
        );
    }
    if turns.decision_in != [6, 7] || !(1..=5).contains(&turns.belgrade_in) {
        return wrong("turns.decision_in", "Decisions in turns 6 and 7, Belgrade before them (3.1)");
    }
    if charts.country.iter().map(|it| it.id).ne(Country::ALL) {
        return wrong("country", "there are eight countries, in the order of 6.3");
    }
    if charts.card.iter().map(|it| it.id).ne(CardId::ALL)
        || charts.card.iter().any(|it| it.side != it.id.side())
    {
        return wrong(
            "card",
            "there are four German cards and four Soviet ones, in the order of 7.3 and 7.4",
        );
    }
    let sectors = charts.card.iter().map(|it| it.sector.is_some());
    if sectors.ne([true, true, true, false, false, false, false, false]) {
        return wrong("card", "Moscow, Leningrad and Ukraine name a sector, no other card does (7.3.1)");
    }
    let results = &charts.blow.result;
    if results.iter().map(|it| it.name).ne(Result::ALL) || !results.is_sorted_by(|a, b| a.up_to < b.up_to) {
        return wrong("blow.result", "there are six results in the order of 8.1.4, ascending");
    }
    if results.last().is_some_and(|it| it.up_to < 99) {
        return wrong("blow.result", "the last result has no upper end: write 99");
    }
    let shares = [&charts.blow.moved, &charts.blow.depth, &charts.blow.depth_card];
    if shares
        .into_iter()
        .chain(&charts.surprise.frontier)
        .any(|it| it[1] < 1 || !(0..=it[1]).contains(&it[0]))
    {
        return wrong("blow", "a part is between nothing and all");
    }
    if charts.blow.divide < 1 || charts.victory.brps_per_vp < 1 || charts.victory.upgraded_per_vp < 1 {
        return wrong("victory", "nothing is divided by less than 1");
    }
    if charts.surprise.partial > charts.surprise.complete {
        return wrong("surprise", "partial surprise comes before complete surprise");
    }
    let costs = [charts.service.cost, charts.alert.cost];
    if costs.iter().any(|cost| cost[0] != 0 || cost.iter().any(|&it| it > 20)) {
        return wrong(
            "service.cost",
            "0 points cost nothing, and no order more than 20: a line can always be answered",
        );
    }
    if charts.strike.alert > 2 || charts.strike.cost > 20 || charts.strategies.change_cost > 20 {
        return wrong("strike", "counts as an alert of 0 to 2 and costs at most 20");
    }
    let activations = &charts.activations;
    if !(1..=8).contains(&activations.free) || activations.extra > 4 {
        return wrong("activations", "1 to 8 are free, at most 4 are bought");
    }
    if !(1..=4).contains(&activations.column) || !(1..=4).contains(&activations.train) {
        return wrong("activations", "1 to 4 units in a column");
    }
    if !(1..=2).contains(&charts.bids.countries)
        || !(1..=3).contains(&charts.bids.most)
        || !(1..=6).contains(&charts.bids.steps)
    {
        return wrong("bids", "one or two countries, 1 to 3 BRPs, 1 to 6 steps");
    }
    if charts.trade.most > 4
        || charts.trade.german_gets > 4
        || charts.trade.german_pays > charts.trade.german_gets
    {
        return wrong("trade", "at most 4, and nobody pays back more than he gets");
    }
    let incomes = [charts.income_german.base, charts.income_german.stock, charts.income_german.oil];
    if incomes.into_iter().chain([charts.income_soviet.base, charts.income_soviet.stock]).any(|it| it > 60) {
        return wrong("income_german", "an income or a stock is at most 60");
    }
    let garrison = &charts.belgrade.garrison;
    if !garrison.is_sorted_by(|a, b| a.up_to < b.up_to) || garrison.last().is_none_or(|it| it.up_to != 3) {
        return wrong("belgrade.garrison", "rows ascend up to +3");
    }
    if charts.sides.most > 20 || charts.alert.false_alarm > 4 {
        return wrong("sides.most", "at most 20; a false alarm costs at most 4");
    }
    Ok(())
}

fn sources(
    map: &MapFile,
    art: &ArtFile,
    units: &pieces::UnitsFile,
    charts: &Charts,
    scenario: &ScenarioFile,
    link: &LinkFile,
) -> Vec<TableAbout> {
    let mut list = Vec::new();
    for (key, source) in [
        ("district (names)", &map.provenance.names),
        ("district (extent)", &map.provenance.extent),
        ("district (Fortified Zones)", &map.provenance.fortified),
        ("district (limits)", &map.provenance.limits),
        ("district (shapes)", &map.provenance.shapes),
    ] {
        list.add(MAP, key, source.contains("ours"), source);
    }
    list.add(ART, "(all)", art.meta.reconstructed, &art.meta.source);
    for kind in &units.kind {
        list.add(UNIT_FILE, &format!("kind.{}", kind.id.id()), kind.reconstructed, &kind.source);
    }
    list.add(UNIT_FILE, "pieces", units.pieces.reconstructed, &units.pieces.source);
    sources!(&mut list, CHARTS;
        "turns" => charts.turns,
        "income_soviet" => charts.income_soviet,
        "income_german" => charts.income_german,
        "activations" => charts.activations,
        "trade" => charts.trade,
        "bids" => charts.bids,
        "service" => charts.service,
        "surprise" => charts.surprise,
        "alert" => charts.alert,
        "belgrade" => charts.belgrade,
        "britain" => charts.britain,
        "strategies" => charts.strategies,
        "blow" => charts.blow,
        "strike" => charts.strike,
        "sides" => charts.sides,
        "victory" => charts.victory,
    );
    for country in &charts.country {
        list.add(CHARTS, &format!("country.{}", country.id.id()), country.reconstructed, &country.source);
    }
    for card in &charts.card {
        list.add(CHARTS, &format!("card.{}", card.id.id()), card.reconstructed, &card.source);
    }
    sources!(&mut list, SCENARIO;
        "scenario" => scenario.scenario,
        "german" => scenario.german,
        "soviet" => scenario.soviet,
        "soviet_zones" => scenario.soviet_zones,
        "soviet_places" => scenario.soviet_places,
        "soviet_to_place" => scenario.soviet_to_place,
        "suggested" => scenario.suggested,
    );
    sources!(&mut list, LINK;
        "surprise" => link.surprise,
        "armies" => link.armies,
        "replacements" => link.replacements,
        "match" => link.match_,
    );
    list.add(LINK, "home", link.home.reconstructed, &link.home.source);
    for (id, row) in &link.german {
        list.add(LINK, &format!("german.{id}"), row.reconstructed, &row.source);
    }
    for (id, row) in &link.ally {
        list.add(LINK, &format!("ally.{id}"), row.reconstructed, &row.source);
    }
    for (id, row) in &link.front {
        list.add(LINK, &format!("front.{id}"), row.reconstructed, &row.source);
    }
    list
}
