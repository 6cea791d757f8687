//! What a viewer sees: pieces, locations, tracks, the prompt, and the offers with their odds.

use std::collections::BTreeMap;

use ::view::{Mark, Name, Offer, Piece, Prompt, SpaceState, Target, Track, View};
use board::{Member, Space};
use kernel::{Seat, Viewer};
use kit::{Frame, Wording};

use crate::{
    Slaughterhouse,
    action::{Action, Air, With},
    m10_assault::{Duty, Fight, Result},
    m11_advantage::Use,
    odds::Bookmaker,
    prose::{count, leader_name, unit_name},
    sequence::Step,
    state::{Look, State, option},
    tables::{Leader, Side, Unit, Units},
};

pub fn position(game: &Slaughterhouse, state: &State, _viewer: Viewer) -> View {
    let look = game.look(state);
    let frame = Frame::new(look.node(), &game.names.sides);
    View {
        secret: matches!(state.step, Step::Bid { .. }),
        prompt: prompt(look),
        spaces: spaces(game, look),
        pieces: pieces(game, look),
        tracks: tracks(look),
        aims: crate::aims::aims(game, look),
        boxes: boxes(look),
        ..frame.view("slaughterhouse", state.turn, look.step_name(), |seat| state.side_of(seat).index())
    }
}

/// The side that a seat plays.
pub fn side(game: &Slaughterhouse, state: &State, seat: Seat) -> Name {
    game.names.sides[state.side_of(seat).index()].clone()
}

/// Marks for units that have acted once, twice, three times this turn.
pub const ACTED: [&str; 3] = ["acted-1", "acted-2", "acted-3"];

fn pieces(game: &Slaughterhouse, look: Look<'_>) -> Vec<Piece> {
    let names = &game.names;
    let chosen = chosen_units(look);
    let mut pieces = Vec::with_capacity(look.s.place.len() + look.s.officer.len());
    // Leaders first: in a pile the units lie on top of them.
    for (index, &post) in look.s.officer.iter().enumerate() {
        let leader = Leader(index as u8);
        let (id, at) = (&names.leaders[index], names.post(look.t, leader, post));
        let side = names.sides[look.t.officer(leader).side.index()].clone();
        pieces.push(Piece::new(id.clone(), at, side, id.clone()));
    }
    for (index, &place) in look.s.place.iter().enumerate() {
        let unit = Unit(index as u8);
        let reduced = look.is_reduced(unit);
        let mut marks = Vec::new();
        if reduced {
            marks.push(names.reduced.clone());
        }
        if let Some(level) = usize::from(look.activity(unit)).checked_sub(1) {
            marks.push(ACTED[level].into());
        }
        let (id, at) = (names.front[index].clone(), names.at(look.t, unit, place));
        let side = names.sides[look.side(unit).index()].clone();
        let face = if reduced { names.back[index].clone() } else { id.clone() };
        pieces.push(Piece { marks, chosen: chosen.contains(unit), ..Piece::new(id, at, side, face) });
    }
    pieces
}

/// The assault that the step is about.
fn fight_of(step: Step) -> Option<Fight> {
    match step {
        Step::Point { fight }
        | Step::Declare { fight }
        | Step::AssaultRoll { fight }
        | Step::AssaultShift { fight }
        | Step::AttackerLoss { fight, .. }
        | Step::DefenderLoss { fight, .. }
        | Step::FailureRetreat { fight, .. }
        | Step::LastStand { fight }
        | Step::Answer { fight }
        | Step::CounterRoll { fight }
        | Step::CounterShift { fight }
        | Step::CounterLoss { fight, .. }
        | Step::CounterRetreat { fight, .. }
        | Step::Displaced { fight, .. }
        | Step::Overrun { fight, .. } => Some(fight),
        _ => None,
    }
}

/// Units the decision under way is about.
fn chosen_units(look: Look<'_>) -> Units {
    match look.s.step {
        Step::Declare { fight } | Step::AssaultRoll { fight } | Step::AssaultShift { fight } => {
            fight.participants
        }
        Step::CounterRoll { fight } | Step::CounterShift { fight } => fight.counter.into_iter().collect(),
        Step::RedeployTo { transfer } => Units::one(transfer.unit),
        Step::FailureRetreat { left, .. }
        | Step::CounterRetreat { left, .. }
        | Step::Overrun { left, .. } => left,
        _ => Units::empty(),
    }
}

fn spaces(game: &Slaughterhouse, look: Look<'_>) -> BTreeMap<Name, SpaceState> {
    let chosen = match fight_of(look.s.step) {
        Some(fight) => Some(fight.area),
        None => look.s.impulse.active,
    };
    let mark = |kind: &str, label: &str| Mark { kind: kind.into(), label: label.into() };
    let each = look.t.graph.spaces().map(|space| {
        let mut marks = Vec::new();
        if look.s.security.contains(space) {
            marks.push(mark("security", "Security: bars Soviet exits and partisans nearby"));
        }
        if look.s.partisans.contains(space) {
            marks
                .push(mark("partisans", "Partisans: cut Axis supply and rails, help counter-attacks nearby"));
        }
        if look.s.interdicted == Some(space) {
            marks.push(mark("interdiction", "Interdiction: no Soviet redeployment here or next door"));
        }
        let side = if look.controls(Side::Soviet, space) { Side::Soviet } else { Side::Axis };
        let state = SpaceState {
            control: Some(game.names.sides[side.index()].clone()),
            marks,
            chosen: chosen == Some(space),
        };
        (game.names.spaces[space.index()].clone(), state)
    });
    each.collect()
}

fn tracks(look: Look<'_>) -> Vec<Track> {
    let s = look.s;
    let by_side = |id: &str, name: &str, side: Option<Side>| match side {
        Some(side) => Track::word(id, name, side.id(), side.name()).of(side.id()),
        None => Track::word(id, name, "none", "nobody"),
    };
    let last = usize::from(look.t.charts.impulses.end_roll_from.of(s.weather)) + 5;
    let round = usize::from(s.round);
    let points = look.axis_points();
    let needed = look.needed();
    let mut tracks = vec![
        Track::calendar(s.turn, &look.t.scenario.scenario.dates),
        Track::number("round", "Round", round as i64, round.to_string())
            .row(Track::numbers(last.max(round).max(1)), round.saturating_sub(1))
            .with(match look.end_number() {
                _ if round == 0 => "Political Phase".to_owned(),
                0 => format!("end roll from round {}", last - 5),
                n @ 1..=5 => format!("the phase ends on {n} or less"),
                _ => "the last one".to_owned(),
            }),
        Track::word("weather", "Weather", s.weather.id(), s.weather.name()),
        by_side("advantage", "Advantage", s.advantage),
        Track {
            says: format!("{points}, {needed} win at the end").into(),
            ..Track::tally("points", "Axis victory points", points, needed)
        }
        .of(Side::Axis.id())
        .with(format!("or {} at the end of a turn", cities(look))),
        match s.takeover {
            false => Track::word("command", "Axis command", "generals", "the generals"),
            true => Track::word("command", "Axis command", "hitler", "Hitler"),
        },
        by_side("passed", "Last impulse was a Pass by", s.passed),
        match s.pressed_on {
            false => Track::word("pressed-on", "End of the phase", "open", "can be put off"),
            true => Track::word("pressed-on", "End of the phase", "used", "has been put off"),
        },
    ];
    if s.options.has(option::BID) {
        let says = format!("victory number changed by {:+}", s.bid).into();
        tracks.push(Track { says, ..Track::tally("bid", "Bid", s.bid, look.t.charts.bids.most) });
    }
    tracks
}

fn boxes(look: Look<'_>) -> BTreeMap<Name, Name> {
    let mut notes = BTreeMap::new();
    for side in Side::BOTH {
        let lost = look.t.of[side.index()]
            .iter()
            .filter(|&unit| look.place(unit) == crate::state::Place::Eliminated)
            .count();
        let lost = count(lost as u8, "unit", "units");
        notes.insert(Name::from(format!("{}-eliminated", side.id())), lost.into());
    }
    notes
}

// ---------------------------------------------------------------------- the prompt

fn prompt(look: Look<'_>) -> Prompt {
    let place = |space: Space| look.t.info(space).name.clone();
    let name = |unit: Unit| unit_name(look.t, unit).to_string();
    let (cites, lead, rest): (&str, String, String) = match look.s.step {
        Step::Bid { seat, .. } => (
            "20.2",
            "Bid for a side.".into(),
            format!(
                "The {} player names a side and a number in secret.",
                ["first", "second"][usize::from(seat)]
            ),
        ),
        Step::BidTie { .. } => ("20.2", "The bids are equal.".into(), "Dice decide.".into()),
        Step::Weather => ("6.2.1", "The weather of the turn.".into(), "A die.".into()),
        Step::WeatherShift { die } => (
            "11.1F",
            format!("The weather die shows {die}: {}.", look.weather_of(die).name()),
            format!("Spend the Advantage to change it by {}?", look.t.charts.advantage.weather),
        ),
        Step::Arrive { side } => {
            ("6.2.2", format!("{} Leaders arrive.", side.name()), "Say where each of them goes.".into())
        }
        Step::Replace { side, points } => (
            "14.2",
            format!("{} replacements: {}.", side.name(), count(points, "point", "points")),
            "Restore reduced units, rebuild eliminated ones, then finish.".into(),
        ),
        Step::Station { side, .. } => (
            "16.5",
            format!("{} Leaders may be repositioned.", side.name()),
            "Send them to their units, then finish.".into(),
        ),
        Step::Takeover => ("20.3", "Will Hitler take command already?".into(), "A die.".into()),
        Step::Security { left } => {
            let markers = count(left, "marker", "markers");
            ("17.2.1", "Security.".into(), format!("Place up to {markers} in conquered Areas."))
        }
        Step::Partisans { left } => (
            "17.1.2",
            "Partisans.".into(),
            format!("Place up to {} in empty Areas behind the front.", count(left, "marker", "markers")),
        ),
        Step::Impulse { side } => (
            "8.2",
            format!("{} impulse, round {}.", side.name(), look.s.round),
            "Operate from an Area or Zone, redeploy units by rail, or pass.".into(),
        ),
        Step::Interdict => (
            "18.1.1",
            "The air force will interdict railways.".into(),
            format!(
                "Choose an Area at most {} away from your units.",
                count(look.t.charts.interdiction.range as u8, "Area", "Areas")
            ),
        ),
        Step::Redeploy { transfer } if transfer.strategic && transfer.moved.is_empty() => (
            "11.1G",
            "End of the turn.".into(),
            format!(
                "Spend the Advantage and redeploy up to {}, or finish.",
                count(transfer.left, "unit", "units")
            ),
        ),
        Step::Redeploy { transfer } => (
            "8.5.1",
            "Redeployment.".into(),
            format!("{} more may go: pick a unit, or finish.", transfer.left),
        ),
        Step::RedeployTo { transfer } => {
            ("8.5.3", format!("{} entrains.", name(transfer.unit)), "Where does it go?".into())
        }
        Step::Operations => operations_prompt(look),
        Step::Reserve => (
            "11.1A",
            "The first Area is finished.".into(),
            "Spend the Advantage and operate from a second one?".into(),
        ),
        Step::Point { fight } => (
            "9.3.1",
            format!("Assault in {}.", place(fight.area)),
            "Choose the Point Unit: its factor counts, and it takes the loss.".into(),
        ),
        Step::Declare { fight } => (
            "10.4.5",
            format!("{} leads the assault in {}.", name(fight.point), place(fight.area)),
            match look.joiners(fight).len() {
                0 => "Declare Air Support and roll.".into(),
                _ => "Let more units join, declare Air Support, then roll.".into(),
            },
        ),
        Step::AssaultRoll { fight } => {
            let dice = dice_words(look.dice_modifier(fight.point, false), look.assault_at(fight));
            ("10.4.1", format!("Assault in {}.", place(fight.area)), dice)
        }
        Step::AssaultShift { fight } => (
            "11.1B",
            format!("The assault in {} is a {}.", place(fight.area), fight.result.word()),
            shift_words(look, fight.result, fight.attacker),
        ),
        Step::AttackerLoss { left, .. } => (
            "11.1.1",
            format!("The attackers suffer {} more.", count(left, "attrition point", "attrition points")),
            "Choose the unit that takes the point.".into(),
        ),
        Step::DefenderLoss { fight, left, first } => (
            if first { "10.5" } else { "10.5a" },
            format!(
                "{} in {}: {} to take.",
                fight.result.word(),
                place(fight.area),
                count(left, "attrition point", "attrition points")
            ),
            match first {
                true => "The first point goes to the highest counter-attack factor.".into(),
                false => "Choose the unit that takes the point.".into(),
            },
        ),
        Step::FailureRetreat { left, .. } | Step::CounterRetreat { left, .. } => (
            "10.7.1",
            format!("{} to go back.", if left.len() == 1 { "One unit has" } else { "The attackers have" }),
            "There is too little room where they came from: say who goes first, and where.".into(),
        ),
        Step::LastStand { fight } => (
            "10.6b",
            format!("{} is overrun.", place(fight.area)),
            "One of the units just lost may counter-attack before it leaves the map; that ends the impulse."
                .into(),
        ),
        Step::Answer { fight } => answer_prompt(look, fight),
        Step::CounterRoll { fight } => {
            let unit = fight.counter.unwrap_or(fight.point);
            let dice = dice_words(look.dice_modifier(unit, true), look.counter_at(fight, unit));
            ("10.6.1", format!("{} counter-attacks.", name(unit)), dice)
        }
        Step::CounterShift { fight } => (
            "11.1B",
            format!("The counter-attack in {} is a {}.", place(fight.area), fight.counter_result.word()),
            shift_words(look, fight.counter_result, fight.defender()),
        ),
        Step::CounterLoss { left, .. } => (
            "10.6.1a",
            format!("The counter-attack costs {}.", count(left, "attrition point", "attrition points")),
            "Choose the unit that takes the point.".into(),
        ),
        Step::Displaced { .. } => {
            ("10.5", "A Leader has lost his unit.".into(), "Choose the Zone he goes to.".into())
        }
        Step::Overrun { fight, .. } => (
            "10.4.4",
            format!("The way beyond {} is open.", place(fight.area)),
            "Panzers may overrun into one more Area, or stay.".into(),
        ),
        Step::EndRoll => (
            "8.7",
            format!("Round {} is over.", look.s.round),
            format!("A die: the phase ends on {} or less.", look.end_number()),
        ),
        Step::PressOn => (
            "11.1C",
            "The Impulse Phase would end now.".into(),
            "Spend the Advantage to press on for another round?".into(),
        ),
        Step::Over { victory } => {
            return Prompt::new(victory.rule().0, format!("{}.", look.grade(victory)), "");
        }
    };
    Prompt::new(cites, lead, rest)
}

/// The cities that win at once (19.1).
fn cities(look: Look<'_>) -> String {
    let names: Vec<_> = look.t.automatic.iter().map(|city| look.t.info(city).name.clone()).collect();
    ::view::list(&names)
}

fn dice_words(modifier: i8, total: i8) -> String {
    match modifier {
        0 => format!("Two dice against {total}."),
        _ => format!("Two dice, {modifier:+}, against {total}."),
    }
}

fn operations_prompt(look: Look<'_>) -> (&'static str, String, String) {
    let active = look.s.impulse.active.map_or(String::new(), |at| look.t.info(at).name.clone());
    if look.s.impulse.over {
        let rest = "Only the assaults that have to be made are left.".to_owned();
        return ("10.6.1", "A counter-attack has ended the impulse.".to_owned(), rest);
    }
    if let Some(space) = look.s.impulse.rush.first() {
        let name = &look.t.info(space).name;
        return ("10.4.4b", format!("The panzers have broken into {name}."), "They assault at once.".into());
    }
    let mandatory = look.mandatory();
    if let Some(space) = mandatory.first() {
        let name = &look.t.info(space).name;
        let rest = format!("Let more units enter, or assault {name}; it must be resolved before you finish.");
        return ("10.1", format!("{active} is active."), rest);
    }
    if look.refuse_assault(look.s.impulse.active.unwrap_or(Space(0))).is_ok() {
        let rest = "Assault here first if you want to, then move; or move out at once.".to_owned();
        return ("10.3", format!("{active} is active and contested."), rest);
    }
    ("8.3", format!("{active} is active."), "Move its units, assault, or finish.".into())
}

fn answer_prompt(look: Look<'_>, fight: Fight) -> (&'static str, String, String) {
    let place = &look.t.info(fight.area).name;
    let lead = format!("{} in {place}.", fight.result.word());
    let rest = match fight.result {
        Result::Failure => "The defenders may leave, or hold.",
        Result::Stalemate => "Counter-attack with one unit, which ends the impulse, retreat, or hold.",
        Result::Success if look.refuse_hold(fight).is_ok() => {
            "Counter-attack, which ends the impulse, retreat, or hold."
        }
        Result::Success => "Counter-attack with one unit, which ends the impulse, or retreat with all.",
    };
    let cites = if fight.result == Result::Failure { "10.7.3" } else { "10.6" };
    (cites, lead, rest.to_owned())
}

/// What the Advantage would do to a result.
fn shift_words(look: Look<'_>, result: Result, attacker: Side) -> String {
    let better = look.s.advantage == Some(attacker);
    match (result, better) {
        (Result::Success, true) | (Result::Failure, false) => {
            let more = count(look.t.charts.advantage.extra_loss, "attrition point", "attrition points");
            format!("Spend the Advantage to cost the enemy {more} more?")
        }
        (Result::Failure, true) | (Result::Success, false) => {
            "Spend the Advantage to make it a Stalemate?".to_owned()
        }
        (Result::Stalemate, true) => "Spend the Advantage to make it a Success?".to_owned(),
        (Result::Stalemate, false) => "Spend the Advantage to make it a Failure?".to_owned(),
    }
}

// ---------------------------------------------------------------------- the offers

pub fn offers(game: &Slaughterhouse, state: &State, _seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    let offering = Offering { game, look, bookmaker: Bookmaker { look, book: &game.book } };
    look.actions().into_iter().map(|action| offering.offer(action)).collect()
}

#[derive(Clone, Copy)]
struct Offering<'a> {
    game: &'a Slaughterhouse,
    look: Look<'a>,
    bookmaker: Bookmaker<'a>,
}

/// What is done, in a word or two.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Bid { .. } => "bid",
        Action::Weather { .. } => "change",
        Action::Advantage => "spend",
        Action::Leader { .. } => "place",
        Action::Restore { .. } => "restore",
        Action::Rebuild { .. } => "rebuild",
        Action::Security { .. } => "secure",
        Action::Partisans { .. } => "raise",
        Action::Interdict | Action::InterdictAt { .. } => "interdict",
        Action::Operate { .. } => "operate",
        Action::Redeploy { .. } | Action::RedeployTo { .. } => "redeploy",
        Action::Pass => "pass",
        Action::Move { .. } | Action::Walk { .. } => "move",
        Action::Assault { .. } => "assault",
        Action::Point { .. } => "lead",
        Action::Join { .. } | Action::JoinAll => "join",
        Action::Roll { .. } => "roll",
        Action::Hit { .. } => "lose",
        Action::Stand => "stand fast",
        Action::Retreat { .. } => "retreat",
        Action::Counter { .. } => "counter-attack",
        Action::Hold => "hold",
        Action::Finish | Action::Decline | Action::Done => "end",
    }
}

impl Offering<'_> {
    fn offer(self, action: Action) -> Offer {
        let offer = self.wording(action).offer(action.write(self.look.t), verb(action));
        Offer { warn: self.warning(action), odds: self.odds(action), ..offer }
    }

    fn wording(self, action: Action) -> Wording {
        let t = self.look.t;
        let names = &self.game.names;
        let place = |space: Space| t.info(space).name.as_str();
        let name = |unit: Unit| unit_name(t, unit);
        let officer = |leader: Leader| leader_name(t, leader);
        let at = |space: Space| Target::Space(names.spaces[space.index()].clone());
        let on = |unit: Unit| Target::Piece(names.front[unit.index()].clone());
        let id = |unit: Unit| Some(names.front[unit.index()].clone());
        let button = Target::Button(true);
        let word = |target, unit, label: String, cites, key| Wording { target, unit, label, cites, key };
        let press = |label: &str, cites, key| word(button.clone(), None, label.to_owned(), cites, Some(key));
        let along = |unit: Unit, from: Option<Space>, with: With| match with {
            With::Own => {
                let own =
                    from.map(|from| self.look.company(unit, from, With::Own)).and_then(|own| own.first());
                own.map_or(String::new(), |leader| format!(" with {}", officer(leader)))
            }
            With::Alone => ", its Leader stays".to_owned(),
            With::Leader(leader) => format!(" with {}", officer(leader)),
        };
        match action {
            Action::Bid { side, number } => {
                word(button.clone(), None, format!("{} for {number}", side.name()), "20.2", None)
            }
            Action::Weather { up } => {
                let by = i16::from(t.charts.advantage.weather);
                let (by, key) = if up { (by, 'M') } else { (-by, 'L') };
                press(&format!("Die {by:+}"), "11.1F", key)
            }
            Action::Advantage => press("Spend the Advantage", self.advantage_case(), 'A'),
            Action::Leader { leader, to } => {
                let cites = match self.look.s.step {
                    Step::Station { .. } => "16.5",
                    Step::Displaced { .. } => "10.5",
                    _ => "6.2.2",
                };
                let who = Some(names.leaders[leader.index()].clone());
                word(at(to), who, format!("{} to {}", officer(leader), place(to)), cites, None)
            }
            Action::Restore { unit } => {
                let price = t.price[unit.index()];
                word(on(unit), id(unit), format!("Restore {} ({price})", name(unit)), "14.2", None)
            }
            Action::Rebuild { unit, at: zone } => {
                let price = t.price[unit.index()];
                let label = format!("Rebuild {} in {} ({price})", name(unit), place(zone));
                word(at(zone), id(unit), label, "14.2", None)
            }
            Action::Security { at: space } => {
                word(at(space), None, format!("Security in {}", place(space)), "17.2.1", None)
            }
            Action::Partisans { at: space } => {
                word(at(space), None, format!("Partisans in {}", place(space)), "17.1.2", None)
            }
            Action::Interdict => press("Interdict railways", "18.1.1", 'I'),
            Action::InterdictAt { at: space } => {
                word(at(space), None, format!("Interdict {}", place(space)), "18.1.1", None)
            }
            Action::Operate { at: space } => {
                let cites = if self.look.s.step == Step::Reserve { "11.1A" } else { "8.3.1" };
                word(at(space), None, format!("Operate from {}", place(space)), cites, None)
            }
            Action::Redeploy { unit } => {
                word(on(unit), id(unit), format!("Redeploy {}", name(unit)), self.redeploy_case(), None)
            }
            Action::RedeployTo { to, with } => {
                let Step::RedeployTo { transfer } = self.look.s.step else {
                    return word(at(to), None, format!("To {}", place(to)), "8.5.3", None);
                };
                let unit = transfer.unit;
                let along = along(unit, self.look.at(unit), with);
                word(at(to), id(unit), format!("To {}{along}", place(to)), "8.5.3", None)
            }
            Action::Pass => press("Pass", "8.6", 'P'),
            Action::Move { unit, to, with } => {
                let along = along(unit, self.look.at(unit), with);
                let overrun = matches!(self.look.s.step, Step::Overrun { .. });
                let (verb, cites) = if overrun { ("Overrun", "10.4.4") } else { ("Move", "9.1.1") };
                let label = match overrun {
                    true => format!("{} overruns into {}{along}", name(unit), place(to)),
                    false => format!("{verb} {} to {}{along}", name(unit), place(to)),
                };
                word(at(to), id(unit), label, cites, None)
            }
            Action::Walk { leader, to } => {
                let who = Some(names.leaders[leader.index()].clone());
                word(at(to), who, format!("{} alone to {}", officer(leader), place(to)), "9.6.1", None)
            }
            Action::Assault { at: space } => {
                let cites = if self.look.s.impulse.pending.contains(space) {
                    if self.look.mandatory().contains(space) { "10.1" } else { "10.2" }
                } else {
                    "10.3"
                };
                word(at(space), None, format!("Assault in {}", place(space)), cites, None)
            }
            Action::Point { unit } => {
                word(on(unit), id(unit), format!("{} is the Point Unit", name(unit)), "9.3.1", None)
            }
            Action::Join { unit } => {
                word(on(unit), id(unit), format!("{} joins in", name(unit)), "10.2", None)
            }
            Action::JoinAll => press("All join in", "10.2", 'J'),
            Action::Roll { air: Air::None } => press("Roll", "10.4.1", 'R'),
            Action::Roll { air: Air::Focus } => word(
                button.clone(),
                None,
                format!("Roll with Air Support {:+}", self.air(Air::Focus)),
                "9.5.5",
                Some('F'),
            ),
            Action::Roll { air: Air::Spread } => word(
                button.clone(),
                None,
                format!("Roll, Air Support {:+} in every attack", self.air(Air::Spread)),
                "9.5.5",
                Some('S'),
            ),
            Action::Hit { unit } => {
                let what = if self.look.is_reduced(unit) { "is eliminated" } else { "is reduced" };
                word(on(unit), id(unit), format!("{} {what}", name(unit)), "10.5", None)
            }
            Action::Stand => press("Stand fast: spend the Advantage", "11.1D", 'S'),
            Action::Retreat { unit, to, with } => {
                let along = along(unit, self.look.at(unit), with);
                let (verb, cites) = match self.look.s.step {
                    Step::DefenderLoss { .. } => ("escapes to", "10.5.1"),
                    Step::FailureRetreat { .. } | Step::CounterRetreat { .. } => ("goes back to", "10.7"),
                    Step::Answer { fight } if fight.result != Result::Success => ("withdraws to", "10.7.3"),
                    _ => ("retreats to", "10.7.2"),
                };
                word(at(to), id(unit), format!("{} {verb} {}{along}", name(unit), place(to)), cites, None)
            }
            Action::Counter { unit } => {
                let last = matches!(self.look.s.step, Step::LastStand { .. });
                let cites = if last { "10.6b" } else { "10.6" };
                word(on(unit), id(unit), format!("{} counter-attacks", name(unit)), cites, None)
            }
            Action::Hold => press("Hold", "10.6", 'H'),
            Action::Finish => press("Finish", "8.3.4", 'F'),
            Action::Decline => press(self.decline_label(), self.decline_case(), 'D'),
            Action::Done => press(self.done_label(), self.decline_case(), 'D'),
        }
    }

    fn air(self, air: Air) -> i8 {
        let chart = &self.look.t.charts.air_support;
        match air {
            Air::Spread => chart.spread.of(self.look.s.weather),
            _ => chart.focus.of(self.look.s.weather),
        }
    }

    fn advantage_case(self) -> &'static str {
        let use_ = match self.look.s.step {
            Step::Replace { .. } => Use::Replacements,
            Step::PressOn => Use::PressOn,
            _ => Use::Battle,
        };
        use_.rule().0
    }

    fn redeploy_case(self) -> &'static str {
        match self.look.s.step {
            Step::Redeploy { transfer } => transfer.rule().0,
            _ => "8.5.1",
        }
    }

    fn decline_case(self) -> &'static str {
        match self.look.s.step {
            Step::WeatherShift { .. } => "11.1F",
            Step::Replace { .. } => "14.2",
            Step::Station { .. } => "16.5",
            Step::Security { .. } => "17.2.1",
            Step::Partisans { .. } => "17.1.1",
            Step::Redeploy { transfer } => transfer.rule().0,
            Step::Reserve => "11.1A",
            Step::AssaultShift { .. } | Step::CounterShift { .. } => "11.1B",
            Step::LastStand { .. } => "10.6b",
            Step::Overrun { .. } => "10.4.4",
            Step::PressOn => "11.1C",
            _ => "6.1",
        }
    }

    fn decline_label(self) -> &'static str {
        match self.look.s.step {
            Step::LastStand { .. } => "No last stand",
            Step::Reserve => "End impulse",
            Step::PressOn => "Let the phase end",
            _ => "Keep the Advantage",
        }
    }

    fn done_label(self) -> &'static str {
        match self.look.s.step {
            Step::Overrun { .. } => "Stay",
            Step::Redeploy { transfer } if transfer.strategic && transfer.moved.is_empty() => {
                "Keep the Advantage"
            }
            _ => "Done",
        }
    }

    /// What the player may not have meant.
    fn warning(self, action: Action) -> Option<Name> {
        match (self.look.s.step, action) {
            (Step::Impulse { side }, Action::Pass) if self.look.s.passed == Some(side.enemy()) => {
                Some("Both sides will have passed: this ends the phase.".into())
            }
            (Step::Operations, Action::Finish) if self.look.s.impulse.acted.is_empty() => {
                Some("No unit has moved or assaulted: this counts as a Pass.".into())
            }
            (Step::Replace { points, .. }, Action::Done) if points > 0 => {
                Some("Replacement Points that are not spent are lost.".into())
            }
            (Step::Answer { fight }, Action::Counter { unit }) => {
                let ways = self.look.t.chances(i32::from(self.look.counter_total(fight, unit)));
                (ways[2] == 0).then(|| "This counter-attack cannot succeed.".into())
            }
            _ => None,
        }
    }

    /// Before Air Support is declared, the odds are those with it, and say so.
    fn with_all_support(self, mut fight: Fight, mut assumes: String) -> ::view::Odds {
        if self.look.refuse_air(fight, Air::Focus).is_ok() {
            fight.air = Air::Focus;
            assumes.push_str(" With Air Support for this attack.");
        }
        self.bookmaker.assault(fight, assumes.trim())
    }

    /// The odds where an outcome is at stake.
    fn odds(self, action: Action) -> Option<::view::Odds> {
        let look = self.look;
        match (look.s.step, action) {
            (Step::Operations, Action::Assault { at }) => {
                let fight = look.best_assault(at)?;
                let assumes = format!("All who can take part do, {} leads.", unit_name(look.t, fight.point));
                Some(self.with_all_support(fight, assumes))
            }
            (Step::Point { fight }, Action::Point { unit }) => {
                let all = look.eligible(fight.area);
                let assumes = if fight.duty == Duty::Mandatory { "" } else { "All who can take part do." };
                Some(self.with_all_support(look.fight(fight.area, unit, all), assumes.to_owned()))
            }
            (Step::Declare { mut fight }, Action::Join { unit }) => {
                fight.participants.insert(unit);
                Some(self.bookmaker.assault(fight, ""))
            }
            (Step::Declare { mut fight }, Action::JoinAll) => {
                fight.participants |= look.joiners(fight);
                Some(self.bookmaker.assault(fight, ""))
            }
            (Step::Declare { fight }, Action::Roll { air }) => Some(self.bookmaker.with_air(fight, air, "")),
            (Step::Answer { fight }, Action::Counter { unit }) => {
                Some(self.bookmaker.counter(fight, unit, false))
            }
            (Step::LastStand { fight }, Action::Counter { unit }) => {
                Some(self.bookmaker.counter(fight, unit, true))
            }
            _ => None,
        }
    }
}
