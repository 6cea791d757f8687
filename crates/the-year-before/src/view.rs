//! What a viewer sees: pieces, places, tracks and the prompt. What he may not know is left out.

use std::collections::BTreeMap;

use ::view::{Mark, Name, Piece, Prompt, SpaceState, Track, TrackKind, TrackValue, View};
use board::{Member, Space};
use kernel::{Seat, Viewer};
use kit::Frame;

pub use crate::offers::offers;
use crate::{
    TheYearBefore,
    m06_councils::Line,
    prose::{order_words, signed},
    sequence::{How, Step},
    state::{Look, Place, State, option},
    tables::{Country, Sector, Side, Unit, Units},
};

pub fn position(game: &TheYearBefore, state: &State, viewer: Viewer) -> View {
    let look = game.look(state);
    let frame = Frame::new(look.node(), &game.names.sides);
    View {
        secret: look.is_secret(),
        prompt: prompt(look, kit::decides(look.node(), viewer)),
        spaces: spaces(game, look),
        pieces: pieces(game, look),
        tracks: Tracks { look, viewer, list: Vec::new() }.all(),
        aims: crate::aims::aims(look, viewer),
        boxes: boxes(look),
        ..frame.view("the-year-before", state.turn, look.step_name(), |seat| state.side_of(seat).index())
    }
}

/// The side that a seat plays.
pub fn side(game: &TheYearBefore, state: &State, seat: Seat) -> Name {
    game.names.sides[state.side_of(seat).index()].clone()
}

fn pieces(game: &TheYearBefore, look: Look<'_>) -> Vec<Piece> {
    let names = &game.names;
    let chosen = match look.s.step {
        Step::Column { column, .. } => column.units,
        _ => Units::empty(),
    };
    let piece = |id: &Name, at: Name, side: Side, face: Name| {
        Piece::new(id.clone(), at, names.sides[side.index()].clone(), face)
    };
    let mut pieces = Vec::with_capacity(look.s.place.len() + look.s.fleet.len());
    for (id, &at) in look.t.fleet_ids.iter().zip(&look.s.fleet) {
        pieces.push(piece(id, names.spaces[usize::from(at)].clone(), Side::German, id.clone()));
    }
    for (index, &place) in look.s.place.iter().enumerate() {
        let unit = Unit::at(index);
        let side = look.t.side(unit);
        let upgraded = look.s.upgraded.contains(unit);
        let face = names.faces[index][usize::from(upgraded)].clone();
        let at = match place {
            Place::On(space) => names.spaces[usize::from(space)].clone(),
            Place::Pool => names.pools[side.index()].clone(),
            Place::Off => names.off[side.index()].clone(),
        };
        let mut it = piece(&names.units[index], at, side, face);
        for (mark, units) in
            [("upgraded", look.s.upgraded), ("worked", look.s.worked), ("moved", look.s.moved)]
        {
            if units.contains(unit) {
                it.marks.push(mark.into());
            }
        }
        it.chosen = chosen.contains(unit);
        pieces.push(it);
    }
    pieces
}

fn spaces(game: &TheYearBefore, look: Look<'_>) -> BTreeMap<Name, SpaceState> {
    let chosen = match look.s.step {
        Step::Column { column, .. } => Some(column.to),
        _ => None,
    };
    let each = look.t.graph.spaces().map(|space| {
        let control = look.owner(space).map(|side| game.names.sides[side.index()].clone());
        let state = SpaceState { control, marks: country_marks(look, space), chosen: chosen == Some(space) };
        (game.names.spaces[space.index()].clone(), state)
    });
    each.collect()
}

/// The marker of a country that has not gone over, on its district; the Balkans on their box.
fn country_marks(look: Look<'_>, space: Space) -> Vec<Mark> {
    let Some(country) = Country::of_id(look.t.graph.id(space)) else { return Vec::new() };
    let marker = look.marker(country);
    let label = format!("{}: marker at {}", country.name(), signed(marker));
    vec![Mark { kind: format!("marker{marker:+}").into(), label: label.into() }]
}

/// The tracks beside the map.
struct Tracks<'a> {
    look: Look<'a>,
    viewer: Viewer,
    list: Vec<Track>,
}

impl Tracks<'_> {
    fn all(mut self) -> Vec<Track> {
        self.calendar();
        for side in Side::BOTH {
            self.of_side(side);
        }
        self.countries();
        self.trade();
        self.reports();
        self.reckoning();
        self.list
    }

    fn add(
        &mut self,
        id: String,
        name: &str,
        value: TrackValue,
        says: String,
        kind: TrackKind,
        side: Option<Side>,
    ) {
        let side = side.map(|side| side.id().into());
        self.list.push(Track { kind, side, ..Track::flag(&id, name, value, says) });
    }

    fn flag(&mut self, id: String, name: &str, value: &str, says: String, side: Option<Side>) {
        self.add(id, name, TrackValue::Word(value.into()), says, TrackKind::Flag, side);
    }

    fn number(&mut self, id: String, name: &str, value: i16, says: String, side: Option<Side>) {
        self.add(id, name, TrackValue::Number(value.into()), says, TrackKind::Flag, side);
    }

    fn tally(&mut self, id: String, name: &str, value: i16, of: u8, side: Option<Side>) {
        let says = format!("{value} of {of}");
        self.add(id, name, TrackValue::Number(value.into()), says, TrackKind::Tally { of: of.into() }, side);
    }

    fn calendar(&mut self) {
        let turns = &self.look.t.charts.turns;
        let turn = usize::from(self.look.s.turn);
        let steps = (1..=turns.dates.len()).map(|n| Name::from(n.to_string())).collect();
        let says = format!("Turn {turn}, {}", turns.dates[turn - 1]);
        let value = TrackValue::Number(turn as i64);
        self.add("turn".to_owned(), "Turn", value, says, TrackKind::Row { steps, at: turn - 1 }, None);
    }

    fn of_side(&mut self, side: Side) {
        let look = self.look;
        let (i, s) = (side.index(), look.s);
        let id = |what: &str| format!("{what}-{}", side.id());
        let own = Some(side);
        if look.knows(self.viewer, side) {
            let stock = s.stock[i];
            self.number(id("stock"), "BRPs in stock", stock, stock.to_string(), own);
        }
        self.number(
            id("at-most"),
            "BRPs at most, as the other side reads",
            s.known[i],
            s.known[i].to_string(),
            own,
        );
        if look.knows(self.viewer, side) {
            let service = look.service(side);
            let name = if side == Side::German { "Deception" } else { "Intelligence" };
            self.number(id("service"), name, service, service.to_string(), own);
            if let Some(card) = s.card[i] {
                self.flag(id("card"), "Card", card.id(), card.name().to_owned(), own);
            }
            self.sheet(side);
        }
        self.number(id("vp"), "Victory points so far", s.vp[i], s.vp[i].to_string(), own);
        let activations = &look.t.charts.activations;
        self.tally(
            id("activations"),
            "Activations used",
            s.used[i].into(),
            activations.free + activations.extra,
            own,
        );
        self.tally(id("trains"), "Trains sent", s.trains[i].into(), activations.trains.of(side), own);
        let (value, says) = if s.out[i] { ("out", "out for this turn") } else { ("in", "may act") };
        self.flag(id("out"), "Operations", value, says.to_owned(), own);
    }

    /// 6.1 What its writer has written on a sheet under way.
    fn sheet(&mut self, side: Side) {
        let Step::Sheet { side: writer, line } = self.look.s.step else { return };
        let written = match (writer == side, side) {
            (true, _) => line,
            (false, Side::German) => self.look.lines(side),
            (false, Side::Soviet) => return,
        };
        let sheet = &self.look.s.sheet[side.index()];
        let mut words: Vec<String> = Vec::new();
        for country in Country::ALL {
            match sheet.bids[country.index()] {
                0 => {}
                brps => words.push(format!("{} {brps}", country.name())),
            }
        }
        for line in 0..written {
            match (self.look.line(side, line), side) {
                (Line::Service, _) => {
                    let points = self.look.s.points[side.index()][usize::from(self.look.s.turn) - 1];
                    words.push(format!("service {points}"));
                }
                (Line::Trade, Side::German) => {
                    words.push(if sheet.honour { "honour" } else { "default" }.to_owned());
                }
                (Line::Trade, Side::Soviet) => words.push(format!("deliver {}", sheet.deliver)),
                (Line::Report, _) if sheet.report => words.push("a report".to_owned()),
                _ => {}
            }
        }
        let says = if words.is_empty() { "nothing yet".to_owned() } else { words.join(", ") };
        let id = format!("sheet-{}", side.id());
        let lines = if written == 1 { "1 line".to_owned() } else { format!("{written} lines") };
        self.flag(id, "Sheet", &lines, says, Some(side));
    }

    fn countries(&mut self) {
        for country in Country::ALL {
            let marker = self.look.marker(country);
            let top = self.look.t.top[country.index()];
            let steps = (-3..=top).map(|n| Name::from(signed(n))).collect();
            let kind = TrackKind::Row { steps, at: (marker + 3) as usize };
            let side = match marker {
                3 => Some(Side::German),
                -3 => Some(Side::Soviet),
                _ => None,
            };
            let name = country.name().trim_start_matches("the ");
            let (id, value) = (format!("country-{}", country.id()), TrackValue::Number(marker.into()));
            self.add(id, name, value, signed(marker), kind, side);
        }
    }

    fn trade(&mut self) {
        let s = self.look.s;
        let (value, says) = if s.trade { ("on", "there is trade") } else { ("off", "broken off") };
        self.flag("trade".to_owned(), "Trade", value, says.to_owned(), None);
        let most = self.look.t.charts.trade.most;
        self.tally("licences".to_owned(), "Licences", s.licences.into(), most, Some(Side::Soviet));
        if s.options.has(option::BID) {
            let says = format!("Germany needs a difference of {}", self.look.needed());
            self.number("bid".to_owned(), "Bid for sides", s.bid.into(), says, None);
        }
    }

    /// 6.5 Everybody knows in which turns a report was bought; what was named and what was read only those concerned.
    fn reports(&mut self) {
        for (i, report) in self.look.s.reports.into_iter().enumerate() {
            let Some(report) = report else { continue };
            let turn = i + 1;
            if self.look.knows(self.viewer, Side::German) {
                let says = format!("{} in turn {turn}", report.told.name());
                self.flag(
                    format!("told-{turn}"),
                    "Named in a report",
                    report.told.id(),
                    says,
                    Some(Side::German),
                );
            }
            if self.look.knows(self.viewer, Side::Soviet) {
                let says = format!("{} in turn {turn}", report.read.name());
                self.flag(format!("report-{turn}"), "Report", report.read.id(), says, Some(Side::Soviet));
            }
        }
        let bought = self.look.s.reports.iter().flatten().count() as i16;
        self.number("reports".to_owned(), "Reports bought", bought, bought.to_string(), Some(Side::Soviet));
    }

    /// The order of the Decision for those who know it; the sums of the sectors once nothing is hidden, and for an umpire.
    fn reckoning(&mut self) {
        let look = self.look;
        let decided = look.s.step == Step::Attack || look.laid_open();
        if decided && look.knows(self.viewer, Side::Soviet) {
            let order = look.s.order;
            let value = match order.strike {
                Some(sector) => format!("strike {}", sector.id()),
                None => order.alert.to_string(),
            };
            self.flag("alert".to_owned(), "Soviet order", &value, order_words(order), Some(Side::Soviet));
        }
        if Side::BOTH.into_iter().all(|side| look.knows(self.viewer, side)) {
            let surprise = look.surprise();
            let says = format!("{}, index {}", surprise.name(), look.surprise_index());
            self.flag("surprise".to_owned(), "Surprise", surprise.id(), says, None);
            for sector in Sector::ALL {
                let sums = [
                    ("av", "AV", look.attack_value(sector)),
                    ("dv", "DV", look.defence(sector).total()),
                    ("added", "added to the dice,", look.added(sector)),
                ];
                for (id, name, value) in sums {
                    let name = format!("{name} {}", sector.name());
                    self.number(format!("{id}-{}", sector.id()), &name, value, value.to_string(), None);
                }
            }
        }
        for sector in Sector::ALL {
            if let Some(result) = look.s.result[sector.index()] {
                let (id, name) =
                    (format!("result-{}", sector.id()), format!("Blow in the {}", sector.name()));
                self.flag(id, &name, result.id(), result.name().to_owned(), None);
            }
        }
        if let Step::Over { victory } = look.s.step {
            let says = format!("{}, {} needed", signed(victory.difference), look.needed());
            self.number("difference".to_owned(), "Difference", victory.difference, says, None);
        }
    }
}

fn boxes(look: Look<'_>) -> BTreeMap<Name, Name> {
    let mut notes = BTreeMap::new();
    for side in Side::BOTH {
        let count = |place: Place| {
            look.t.of[side.index()].iter().filter(|unit| look.s.place[unit.index()] == place).count()
        };
        for (id, place) in [("pool", Place::Pool), ("off", Place::Off)] {
            notes.insert(
                Name::from(format!("{}-{id}", side.id())),
                Name::from(format!("{} units", count(place))),
            );
        }
    }
    notes
}

/// The question. What it says to a side that does not decide tells nothing that is hidden from it.
fn prompt(look: Look<'_>, yours: bool) -> Prompt {
    let (cites, lead, rest): (&str, String, String) = match look.s.step {
        Step::Sides { seat, .. } => (
            "11.1",
            "Bid for a side.".into(),
            format!(
                "The {} player names a side and a number in secret.",
                ["first", "second"][usize::from(seat)]
            ),
        ),
        Step::SidesTie { .. } => ("11.1", "The bids are equal.".into(), "Dice decide.".into()),
        Step::SetUp { placed, .. } => {
            let left = look.t.placing.iter().map(|it| it.1).sum::<u8>() - placed;
            let rest = if placed == 0 {
                "Place an Infantry Army or a Mechanized Corps, or take the suggested set-up."
            } else {
                "Place an Infantry Army or a Mechanized Corps."
            };
            ("9.3", format!("Soviet set-up: {left} units to place."), rest.into())
        }
        Step::Sheet { side, line } => sheet_prompt(look, side, line, yours),
        Step::Tell => (
            "6.5",
            "The Soviet side has bought a report.".into(),
            "Name the card it should read, true or not.".into(),
        ),
        Step::ReportDie { .. } => ("6.5", "A report is on its way.".into(), "A die that nobody sees.".into()),
        Step::Operations { side } => {
            let used = look.s.used[side.index()];
            let activations = &look.t.charts.activations;
            let rest = match (used >= activations.free, side == Side::Soviet && look.s.licences > 0) {
                (_, true) => "Upgrade by licence, or choose an activation.".to_owned(),
                (true, false) => format!("This activation costs {} BRP more.", activations.extra_cost),
                (false, false) => "Move, sail, rail, upgrade, mobilise or pass.".to_owned(),
            };
            ("4.6.3", format!("{} operations: activation {}.", side.name(), used + 1), rest)
        }
        Step::Column { side, column } => {
            let verb = if column.how == How::Rail { "train" } else { "column" };
            let place = look.t.name(column.to);
            let rest = "Let more units follow, go on, or halt.";
            ("4.1.1", format!("A {} {verb} is in {place}.", side.name()), rest.into())
        }
        Step::Belgrade => ("6.6", "Belgrade.".into(), "A die moves the marker of the Balkans.".into()),
        Step::Alert => {
            ("6.7.1", "The Decision.".into(), "The Soviet side orders an alert or a strike in secret.".into())
        }
        Step::Attack => ("6.7.1", "The Decision.".into(), "Germany attacks or waits.".into()),
        Step::StrikeRoll => ("7.4.4", "The Soviet side strikes first.".into(), "Two dice.".into()),
        Step::Blow { sector } => {
            let added = look.added(sector);
            ("8.1.4", format!("The blow in the {}.", sector.name()), format!("Two dice, {}.", signed(added)))
        }
        Step::Britain => ("8.3.3", "Germany has turned against Britain.".into(), "A die.".into()),
        Step::Over { .. } => ("8.5", "The game is over.".into(), String::new()),
    };
    Prompt::new(cites, lead, rest)
}

fn sheet_prompt(look: Look<'_>, side: Side, line: u8, yours: bool) -> (&'static str, String, String) {
    let lead = format!("Council: {} sheet, line {} of {}.", side.name(), line + 1, look.lines(side));
    if !yours {
        return ("6.1", lead, "It is written in secret.".to_owned());
    }
    let (cites, rest) = match (look.line(side, line), side) {
        (Line::Bid, _) => ("6.2", "Bid on a country, or do not."),
        (Line::Service, Side::German) => ("6.4", "Points for your deception."),
        (Line::Service, Side::Soviet) => ("6.4", "Points for your intelligence."),
        (Line::Trade, Side::German) => ("5.3.1", "Will you honour a delivery, or default on it?"),
        (Line::Trade, Side::Soviet) => ("5.3.1", "How much do you deliver?"),
        (Line::Report, _) => ("6.5", "Buy a report on the German card?"),
        (Line::Card, _) if look.s.turn < look.t.charts.turns.change_in => ("7.1", "Choose your card."),
        (Line::Card | Line::None, _) => ("7.2", "Write your card again; another one costs 3 BRPs."),
    };
    (cites, lead, rest.to_owned())
}
