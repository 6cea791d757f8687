//! What a viewer sees: pieces, areas, tracks and the prompt. The offers are in `offers.rs`.

use std::collections::BTreeMap;

use ::view::{Mark, Name, Piece, Prompt, SpaceState, Track, View};
use board::{Member, Space};
use kernel::{Seat, Viewer};
use kit::Frame;

pub use crate::offers::offers;
use crate::{
    StrikeTheBear,
    action::Prey,
    m07_commissar::designated,
    m11_combat::Counter,
    prose::{area, column_label, count, points, unit_name},
    sequence::{Phase, Step},
    state::{Look, Mission, Place, State, option},
    tables::{Class, Side, Unit, Units},
};

pub fn position(game: &StrikeTheBear, state: &State, _viewer: Viewer) -> View {
    let look = game.look(state);
    let frame = Frame::new(look.node(), &game.names.sides);
    View {
        prompt: prompt(look),
        spaces: spaces(game, look),
        pieces: pieces(game, look),
        tracks: tracks(look),
        aims: crate::aims::aims(game, look),
        boxes: boxes(look),
        ..frame.view("strike-the-bear", state.turn, look.step_name(), |seat| State::side_of(seat).index())
    }
}

/// The side that a seat plays.
pub fn side(game: &StrikeTheBear, _state: &State, seat: Seat) -> Name {
    game.names.sides[State::side_of(seat).index()].clone()
}

fn pieces(game: &StrikeTheBear, look: Look<'_>) -> Vec<Piece> {
    let chosen = chosen_units(look);
    let carried = look.carried();
    let mut pieces = Vec::with_capacity(look.s.place.len());
    for (index, &place) in look.s.place.iter().enumerate() {
        let unit = Unit::at(index);
        let reduced = look.is_reduced(unit);
        let class = look.class(unit);
        let mut marks = Vec::new();
        if reduced {
            let whole = matches!(class, Class::Leader | Class::Truck);
            marks.push(if whole { game.names.disrupted.clone() } else { game.names.reduced.clone() });
        }
        if look.s.moved.contains(unit) {
            marks.push("moved".into());
        }
        if carried.contains(unit) {
            marks.push("carried".into());
        }
        if class == Class::Luftwaffe && look.mission(unit) == Mission::Spent {
            marks.push("spent".into());
        }
        if class == Class::Marker && look.s.tried.contains(unit) {
            // Partisans whom the garrison drove off this turn (8.1.3).
            marks.push("cancelled".into());
        }
        let aboard = if place.space().is_some() && class == Class::Truck {
            let partisans = look.place(crate::tables::TRUCK_PARTISAN).truck() == Some(unit);
            u8::from(partisans)
        } else {
            0
        };
        let names = &game.names;
        let (id, side) = (names.front[index].clone(), names.sides[look.side(unit).index()].clone());
        let face = if reduced { names.back[index].clone() } else { id.clone() };
        let piece = Piece::new(id, names.at(look.t, unit, place), side, face);
        pieces.push(Piece { marks, aboard, chosen: chosen.contains(unit), ..piece });
    }
    // The last piece of a pile lies on top: combat units over leaders, trucks and markers.
    pieces.reverse();
    pieces
}

/// Units the decision under way is about.
fn chosen_units(look: Look<'_>) -> Units {
    let battle = &look.s.battle;
    match look.s.step {
        Step::Passing { unit, .. }
        | Step::Ride { unit, .. }
        | Step::Flight { unit, .. }
        | Step::Shortfall { unit, .. }
        | Step::Enter { unit, .. }
        | Step::LeaderRoll { leader: unit }
        | Step::LeaderRefuge { leader: unit }
        | Step::RecoverRoll { unit, .. }
        | Step::AirliftPair { unit, .. }
        | Step::BombRoll { unit, .. } => Units::one(unit),
        Step::Split { unit, first, .. } => {
            Units::one(unit) | first.map_or(Units::empty(), |(corps, _)| Units::one(corps))
        }
        Step::Swap { unit, first, .. } => Units::one(unit) | first.map_or(Units::empty(), Units::one),
        Step::Form { one, other, .. } => Units::one(one) | Units::one(other),
        Step::Reserves | Step::ReserveRoll { .. } => {
            battle.reserves.into_iter().flatten().chain(battle.caller).collect()
        }
        Step::Withdrawing { unit: Some(unit), .. } => Units::one(unit),
        Step::Withdrawing { .. } | Step::Follow { .. } => battle.todo,
        _ => Units::empty(),
    }
}

/// The area the decision under way is about.
fn chosen_space(look: Look<'_>) -> Option<Space> {
    match look.s.step {
        Step::Reserves
        | Step::ReserveRoll { .. }
        | Step::Supply { .. }
        | Step::AirliftPair { .. }
        | Step::AirSupport
        | Step::CombatRoll
        | Step::Losses { .. }
        | Step::WithdrawalRoll
        | Step::WithdrawalChoice { .. }
        | Step::Withdrawing { .. }
        | Step::Follow { .. }
        | Step::Shortfall { .. }
        | Step::Advance { .. }
        | Step::CounterMethod
        | Step::Continue { .. } => Some(look.s.battle.space),
        Step::Passing { unit, .. } | Step::Ride { unit, .. } | Step::Flight { unit, .. } => look.at(unit),
        _ => None,
    }
}

fn spaces(game: &StrikeTheBear, look: Look<'_>) -> BTreeMap<Name, SpaceState> {
    let chosen = chosen_space(look);
    let mark = |kind: &str, label: &str| Mark { kind: kind.into(), label: label.into() };
    let mut wanted: [crate::tables::Spaces; 2] = Default::default();
    if !look.option(option::FOG_OBJECTIVES) {
        for side in Side::BOTH {
            if look.s.objectives[side.index()] > 0 {
                for &objective in look.objective_set(side) {
                    wanted[side.index()] |= look.t.objectives[usize::from(objective)].spaces;
                }
            }
        }
    }
    let each = look.t.map.graph.spaces().map(|space| {
        let mut marks = Vec::new();
        // The west edge has the German gauge from the start; only what was converted since is news.
        let since = look.s.converted - look.t.map.converted_at_start;
        if look.t.map.is_ox(space) && since.contains(space) {
            marks.push(mark("converted", "The rail here is converted to the German gauge"));
        }
        if wanted[0].contains(space) {
            marks.push(mark("axis-objective", "An Axis objective"));
        }
        if wanted[1].contains(space) {
            marks.push(mark("soviet-objective", "A Soviet objective"));
        }
        let side = Side::BOTH.into_iter().find(|&side| look.controls(side, space));
        let state = SpaceState {
            control: side.map(|side| game.names.sides[side.index()].clone()),
            marks,
            chosen: chosen == Some(space),
        };
        (game.names.spaces[space.index()].clone(), state)
    });
    each.collect()
}

fn tracks(look: Look<'_>) -> Vec<Track> {
    let s = look.s;
    let tally = |id: String, name: String, value: i64, of: i64, says: String, side: Side| Track {
        says: says.into(),
        ..Track::tally(&id, &name, value, of).of(side.id())
    };
    let mut tracks = vec![
        Track::calendar(s.turn, &look.t.scenario.scenario.dates),
        Track::word("weather", "Weather", s.weather.id(), s.weather.name()).with(look.effect()),
    ];
    for side in Side::BOTH {
        let (id, name) = (side.id(), side.name());
        let ops = look.ops(side);
        let says = points(ops);
        tracks.push(tally(
            format!("{id}-ops"),
            format!("{name} operations points"),
            i64::from(ops),
            100,
            says,
            side,
        ));
        let (held, of) = look.tally(side);
        let roll = s.objectives[side.index()];
        let fog = look.option(option::FOG_OBJECTIVES) && roll == 0;
        let names: Vec<String> = look
            .objective_set(side)
            .iter()
            .map(|&objective| {
                let mark = if look.holds(side, objective) { "held" } else { "not held" };
                format!("{} ({mark})", look.t.objectives[usize::from(objective)].name)
            })
            .collect();
        let mut track = tally(
            format!("{id}-objectives"),
            format!("{name} objectives"),
            i64::from(roll),
            12,
            if fog { "rolled at the end".to_owned() } else { format!("{held} of {of} held") },
            side,
        );
        track.note = Some(match (fog, roll) {
            (true, _) => "Both sets are rolled after the last turn".into(),
            (false, 0) => format!("None rolled yet; else {}", ::view::list(&names)).into(),
            _ => ::view::list(&names).into(),
        });
        tracks.push(track);
        let rail = s.rail_left[side.index()];
        let most = i64::from(look.t.charts.rail.capacity);
        let says = format!("{rail} of {most} left");
        tracks.push(tally(
            format!("{id}-rail"),
            format!("{name} rail moves"),
            i64::from(rail),
            most,
            says,
            side,
        ));
        let left = s.redeploy[side.index()];
        if matches!(s.step, Step::Move { phase: Phase::Redeploy, .. })
            || matches!(s.step, Step::RedeployOrder)
        {
            let says = format!("{left} left");
            let name = format!("{name} units to redeploy");
            let table = &look.t.charts.redeployment;
            let row = if side == Side::Axis { &table.axis } else { &table.soviet };
            let most = i64::from(row.iter().copied().max().unwrap_or(0));
            tracks.push(tally(format!("{id}-redeploy"), name, i64::from(left), most, says, side));
        }
    }
    tracks
}

fn boxes(look: Look<'_>) -> BTreeMap<Name, Name> {
    let mut notes = BTreeMap::new();
    for side in Side::BOTH {
        let spare = i32::from(look.box_count(side)) - i32::from(look.t.minimum(side));
        let lost = look.boxed(side, Place::ELIMINATED);
        let lost = count(lost, "unit");
        let note = format!("{lost}; {spare} corps above the minimum of {}", look.t.minimum(side));
        notes.insert(Name::from(format!("{}-eliminated", side.id())), note.into());
        let halves = look.boxed(side, Place::BREAKDOWN);
        notes.insert(Name::from(format!("{}-breakdown", side.id())), count(halves, "unit").into());
    }
    notes
}

// ---------------------------------------------------------------------- the prompt

fn prompt(look: Look<'_>) -> Prompt {
    let place = |space: Space| area(look.t, space);
    let name = |unit: Unit| unit_name(look.t, unit).to_string();
    let battle = &look.s.battle;
    let here = || place(battle.space);
    let clash = || look.this_clash();
    let (cites, lead, rest): (&str, String, String) = match look.s.step {
        Step::SetUp { side } => {
            let left = look.unplaced(side).len();
            let what = match side {
                Side::Soviet => "trucks in oxes behind the start line",
                Side::Axis => "trucks and rail markers in A3 to A10, the Luftwaffe near the front",
            };
            let rest = match left {
                0 => "All are placed: end the set-up.".to_owned(),
                n => format!("Place {what}, {n} to go, or take the suggested set-up."),
            };
            (if side == Side::Axis { "14.2" } else { "14.1" }, format!("{} set-up.", side.name()), rest)
        }
        Step::Weather => ("3.1", "Weather.".into(), "A die.".into()),
        Step::RedeployRoll => ("3.2.1", "Redeployment.".into(), "A die for each side.".into()),
        Step::RedeployOrder => ("3.2.1", "Equal dice.".into(), "Both roll again for who goes first.".into()),
        Step::Operations { side } => {
            ("3.3", format!("{} operations points.", side.name()), "Two dice.".into())
        }
        Step::Objectives { side } => {
            ("3.3.2", format!("New {} objectives.", side.name()), "Two dice.".into())
        }
        Step::PartisanRoll => ("8.1.2", "Partisans.".into(), "A die tells which act.".into()),
        Step::PartisanKind => {
            ("8.1.2", "Partisans act.".into(), "Against the rails or against trucks?".into())
        }
        Step::Partisans { prey: Prey::Rail, .. } => {
            ("8.1.1", "Rail partisans.".into(), "Choose a converted ox where they cut the line.".into())
        }
        Step::Partisans { prey: Prey::Truck, .. } => {
            ("8.1.1", "Truck partisans.".into(), "Choose an Axis truck.".into())
        }
        Step::Move { side, phase } => match phase {
            Phase::Redeploy => (
                "3.2",
                format!("{} redeployment.", side.name()),
                match look.s.redeploy[side.index()] {
                    0 => "All your units have been chosen: finish their moves.".to_owned(),
                    1 => "Move one more unit, by road or rail.".to_owned(),
                    n => format!("Move up to {n} more units, by road or rail."),
                },
            ),
            Phase::Rail => (
                "6.4.1",
                "Axis movement, first part.".into(),
                "Advance the rail markers and move trucks, then end this part.".into(),
            ),
            Phase::Main => {
                let due = look.due(side).len();
                let new = match due {
                    0 => String::new(),
                    due => format!(" {} may be placed.", count(due, "new unit")),
                };
                (
                    "6.0",
                    format!("{} movement.", side.name()),
                    format!("Pick a unit and where it goes.{new} End the phase when you are done."),
                )
            }
        },
        Step::Passing { unit, .. } => {
            ("6.1.1", format!("{} passes through.", name(unit)), "It must leave the diamond now.".into())
        }
        Step::Ride { unit, .. } => ("6.4", format!("{} boards a train.", name(unit)), "Where to?".into()),
        Step::Flight { unit, .. } => ("9.1.1", format!("{} flies.", name(unit)), "Where to?".into()),
        Step::Split { unit, first, .. } => (
            "10.2.2",
            format!("{} breaks down.", name(unit)),
            match first {
                None => "Choose the first corps.".to_owned(),
                Some((corps, _)) => format!("{} and which other corps?", name(corps)),
            },
        ),
        Step::Form { one, other, .. } => {
            ("10.2.1", format!("{} and {} combine.", name(one), name(other)), "Which army or group?".into())
        }
        Step::Overstack { side, .. } => (
            "4.1.4",
            format!("Too many {} units in one area.", side.name()),
            "Choose which are eliminated.".into(),
        ),
        Step::CommissarColumn => ("7.1.1", "The Commissar.".into(), "A die for his column.".into()),
        Step::CommissarSecond { .. } => {
            ("7.1.1", "The Commissar.".into(), "A die between two columns.".into())
        }
        Step::CommissarRow { .. } => ("7.1.2", "The Commissar.".into(), "Two dice for his row.".into()),
        Step::CommissarChoose { column, row } => (
            "7.1.3a",
            format!("The Commissar is sent towards {}.", designated(column, row)),
            "Several shared oxes are equally near: choose one.".into(),
        ),
        Step::Combat { side } => (
            "11.1",
            format!("{} combat, {}.", side.name(), points(look.ops(side))),
            match look.must_attack().filter(|_| side == Side::Soviet) {
                Some(space) => format!("The Commissar orders an attack in {}.", place(space)),
                None => "Choose an area and how the attack is reckoned, or end the phase.".to_owned(),
            },
        ),
        Step::Bombing => (
            "9.2.2",
            format!("The Soviets attack in {}.", here()),
            "Bomb a truck under the Luftwaffe first?".into(),
        ),
        Step::BombRoll { unit, truck, .. } => {
            ("9.2.2", format!("{} bombs {}.", name(unit), name(truck)), "A die.".into())
        }
        Step::Reserves => (
            "11.8.2",
            format!("Combat in {}: column {} so far.", here(), column_label(look.t, clash().base)),
            format!("Call reserves? You have {}.", points(look.ops(battle.attacker.enemy()))),
        ),
        Step::ReserveRoll { index } => {
            let unit = battle.reserves[usize::from(index)].map_or_else(String::new, name);
            ("11.8.2b", format!("{unit} is called."), "A die.".into())
        }
        Step::Supply { attacker } => {
            let side = if attacker { battle.attacker } else { battle.attacker.enemy() };
            let price = look.price(look.lacking(side));
            let who = if attacker { "attackers" } else { "defenders" };
            (
                "11.5",
                format!("The {who} in {} are out of supply.", here()),
                format!("Supplying them costs {} of your {}.", points(price), look.ops(side)),
            )
        }
        Step::AirliftPair { unit, .. } => {
            ("11.5.5", format!("{} can supply a second corps.", name(unit)), "Which one?".into())
        }
        Step::AirSupport => (
            "9.2.3",
            format!("Combat in {}.", here()),
            "Let the Luftwaffe support it? A bad result would reduce the air unit.".into(),
        ),
        Step::CombatRoll => (
            "11.9",
            format!("Combat in {}, column {}.", here(), column_label(look.t, clash().column)),
            "Two dice.".into(),
        ),
        Step::Losses { left, points: false, .. } => (
            "11.9.2",
            format!("{} in {}: {} to lose.", battle.result.code(), here(), steps(left)),
            "Choose which unit loses a step.".into(),
        ),
        Step::Losses { left, .. } => {
            ("11.9.3", format!("Standing in {} costs {}.", here(), count(left, "more point")), {
                let price = &look.t.charts.withdrawal;
                format!(
                    "A corps step counts {}, an army or group step {}, a corps in its place {}.",
                    price.corps_step, price.army_step, price.substitution
                )
            })
        }
        Step::WithdrawalRoll => {
            ("11.9.3", format!("The defenders of {} must withdraw.", here()), "A die: how far?".into())
        }
        Step::WithdrawalChoice { distance, .. } => (
            "11.9.3",
            format!("Withdraw {} from {}.", count(distance, "area"), here()),
            format!("Or stand and lose {}.", count(look.stand_price(distance), "point")),
        ),
        Step::Withdrawing { unit, .. } => (
            "11.9.3",
            format!("Withdrawal from {}.", here()),
            match unit {
                Some(unit) => format!("{} must go on.", name(unit)),
                None => "Move your units back, one after the other.".to_owned(),
            },
        ),
        Step::Follow { .. } => {
            ("11.9.3", format!("Withdrawal from {}.", here()), "Where do leaders and trucks go?".into())
        }
        Step::Shortfall { unit, .. } => (
            "11.9.3",
            format!("{} fell short by two areas.", name(unit)),
            "Lose it, or put a corps in its place.".into(),
        ),
        Step::Aftermath => ("11.9", "The result is settled.".into(), String::new()),
        Step::Advance { priced, .. } => (
            "11.9.5",
            format!("{} is empty of defenders.", here()),
            match priced {
                true => format!(
                    "Advance in any direction for half the OPs; you have {}.",
                    look.ops(battle.attacker)
                ),
                false => "Advance along the path of the withdrawal, free.".to_owned(),
            },
        ),
        Step::CounterMethod => (
            "7.2.1b",
            format!("The Commissar orders a counter-attack in {}.", here()),
            "By odds or by differential?".into(),
        ),
        Step::Continue { asked } => (
            "11.10.1",
            match battle.counter {
                Counter::Running => "The counter-attack may go on.".to_owned(),
                _ => "The battle may go on.".to_owned(),
            },
            format!(
                "Pay the OPs of your units there and fight on, or pass. You have {}.",
                points(look.ops(asked))
            ),
        ),
        Step::LeaderRoll { leader } => (
            "11.8.3",
            format!("{} has no units left with him.", name(leader)),
            format!("Two dice: {} or less and he is lost.", look.t.charts.leader_loss.eliminated_up_to),
        ),
        Step::LeaderRefuge { leader } => {
            ("11.8.3", format!("{} gets away.", name(leader)), "To which of the nearest oxes?".into())
        }
        Step::Recover { side } => (
            "12.1",
            format!("{} reorganization, {}.", side.name(), points(look.ops(side))),
            "Leaders and trucks may try to recover.".into(),
        ),
        Step::RecoverRoll { unit, leader, .. } => {
            let most = look.t.counter(leader).front.strength;
            ("12.1", format!("{} tries to recover.", name(unit)), format!("{most} or less succeeds."))
        }
        Step::Boxes { side } => (
            "12.2",
            format!("{} boxes.", side.name()),
            "Armies and groups may change boxes with two corps, free.".into(),
        ),
        Step::Swap { unit, first, .. } => (
            "12.2.1",
            format!("{} changes boxes.", name(unit)),
            match first {
                None => "Choose the first corps.".to_owned(),
                Some(corps) => format!("{} and which other corps?", name(corps)),
            },
        ),
        Step::Replace { side } => (
            "12.3",
            format!("{} replacements, {}.", side.name(), points(look.ops(side))),
            "Buy units from the Eliminated Box, or go on.".into(),
        ),
        Step::Enter { unit, .. } => ("12.3.5", format!("{} returns.", name(unit)), "Where?".into()),
        Step::Rebuild { side } => (
            "12.4",
            format!("{} rebuilding, {}.", side.name(), points(look.ops(side))),
            "Flip reduced corps to full strength, or go on.".into(),
        ),
        Step::Save { side } => (
            "3.3.5",
            format!("The turn ends; {} left.", points(look.ops(side))),
            "How many do you keep?".into(),
        ),
        Step::FogObjectives { side } => {
            ("13.4", format!("The {} objectives.", side.name()), "Two dice.".into())
        }
        Step::Over { victory } => {
            return Prompt::new(victory.rule().0, format!("{}.", victory.says()), "");
        }
    };
    Prompt::new(cites, lead, rest)
}

fn steps(n: u8) -> String {
    if n == 1 { "one step".to_owned() } else { format!("{n} steps") }
}
