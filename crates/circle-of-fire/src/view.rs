//! What a viewer sees: pieces, spaces, tracks, the prompt, and the offers with their odds.

use std::collections::BTreeMap;

use ::view::{Mark, Name, Offer, Piece, Prompt, SpaceState, Target, Track, View};
use board::{Member, Space};
use kernel::{Seat, Viewer};
use kit::{Frame, Wording};

use crate::{
    CircleOfFire,
    action::Action,
    m13_direct_fire::Attack,
    odds::Bookmaker,
    prose::{count, points, unit_name},
    sequence::{Active, Step},
    state::{Look, Place, State, option},
    tables::{Group, Side, Unit, Units},
};

pub fn position(game: &CircleOfFire, state: &State, _viewer: Viewer) -> View {
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
        ..frame.view("circle-of-fire", state.turn, look.step_name(), |seat| state.side_of(seat).index())
    }
}

/// The side that a seat plays.
pub fn side(game: &CircleOfFire, state: &State, seat: Seat) -> Name {
    game.names.sides[state.side_of(seat).index()].clone()
}

fn pieces(game: &CircleOfFire, look: Look<'_>) -> Vec<Piece> {
    let chosen = chosen_units(look);
    let mut pieces = Vec::with_capacity(look.s.place.len());
    for (index, &place) in look.s.place.iter().enumerate() {
        let unit = Unit(index as u8);
        let turned = look.is_committed(unit);
        let mut marks = Vec::new();
        if turned {
            let gun = look.t.guns.contains(unit);
            marks.push(if gun { game.names.used.clone() } else { game.names.committed.clone() });
        }
        if look.s.melee.screened.contains(unit) {
            marks.push("screened".into());
        }
        if look.s.melee.eliminated.contains(unit) && matches!(place, Place::On(_)) {
            marks.push("struck-down".into());
        }
        if look.s.melee.retreating.contains(unit) {
            marks.push("must-retreat".into());
        }
        let (names, id) = (&game.names, &game.names.front[index]);
        let (at, side) = (names.at(look.t, unit, place), names.sides[look.side(unit).index()].clone());
        let face = if turned { &names.back[index] } else { id };
        let piece = Piece::new(id.clone(), at, side, face.clone());
        pieces.push(Piece { marks, chosen: chosen.contains(unit), ..piece });
    }
    pieces
}

/// Units the decision under way is about.
fn chosen_units(look: Look<'_>) -> Units {
    match look.s.step {
        Step::Moving { march } => march.mover.map(|mover| mover.unit).into_iter().collect(),
        Step::Firers { attack, .. } | Step::DefenderLead { attack, .. } => {
            attack.firers | Units::one(attack.lead)
        }
        Step::AttackRoll { attack, .. }
        | Step::DefenceRoll { attack, .. }
        | Step::FireReroll { attack, .. } => {
            attack.firers | Units::one(attack.lead) | Units::one(attack.defender)
        }
        Step::Casualties { hit, .. } if hit.absorbed == 0 => Units::one(hit.lead),
        Step::CloseDesignate { .. }
        | Step::CloseAccept { .. }
        | Step::CloseRoll { .. }
        | Step::CloseReroll { .. } => {
            look.s.melee.present.iter().filter(|&unit| look.s.melee.target(unit).is_some()).collect()
        }
        _ => Units::empty(),
    }
}

fn chosen_space(look: Look<'_>) -> Option<Space> {
    match look.s.step {
        Step::Active { active } => Some(active.space),
        Step::Moving { march } => Some(march.active.space),
        Step::Aim { target, .. } => Some(target),
        Step::Firers { attack, .. }
        | Step::DefenderLead { attack, .. }
        | Step::AttackRoll { attack, .. }
        | Step::DefenceRoll { attack, .. }
        | Step::FireReroll { attack, .. }
        | Step::Casualties { attack, .. }
        | Step::VoluntaryRetreat { attack, .. }
        | Step::FriendlyFireRoll { attack, .. }
        | Step::FriendlyLead { attack, .. } => Some(attack.target),
        Step::CloseScreen { .. }
        | Step::CloseDesignate { .. }
        | Step::CloseAccept { .. }
        | Step::CloseRoll { .. }
        | Step::CloseReroll { .. }
        | Step::CloseRetreat { .. } => Some(look.s.melee.space),
        _ => None,
    }
}

fn spaces(game: &CircleOfFire, look: Look<'_>) -> BTreeMap<Name, SpaceState> {
    let chosen = chosen_space(look);
    let mark = |kind: &str, label: String| Mark { kind: kind.into(), label: label.into() };
    let (fire, guns) = (&look.t.charts.direct_fire.defender, &look.t.charts.bombardment.defender);
    let close = &look.t.charts.close_combat.modifiers;
    let defence = |rubble: &str, fire: i8, guns: i8| {
        let by = modifiers(&[(fire, "against fire"), (guns, "against bombardment")], "to the defence");
        format!("{rubble}: stops movement, {by}")
    };
    let each = look.t.graph.spaces().map(|space| {
        let mut marks = Vec::new();
        if look.s.heavy.contains(space) {
            let label = defence("Heavy Rubble", fire.heavy_rubble, guns.heavy_rubble);
            marks.push(mark("heavy-rubble", label));
        } else if look.s.rubble.contains(space) {
            marks.push(mark("rubble", defence("Rubble", fire.rubble, guns.rubble)));
        }
        if look.s.stubborn == Some(space) {
            let uses = [
                (fire.stubborn, "against fire"),
                (guns.stubborn, "against bombardment"),
                (close.stubborn, "in Close Combat"),
            ];
            let label = format!("Stubborn Defense: {}", modifiers(&uses, "for the Germans here"));
            marks.push(mark("stubborn", label));
        }
        let side = if look.controls(Side::Soviet, space) { Side::Soviet } else { Side::German };
        let state = SpaceState {
            control: Some(game.names.sides[side.index()].clone()),
            marks,
            chosen: chosen == Some(space),
        };
        (game.names.spaces[space.index()].clone(), state)
    });
    each.collect()
}

/// Modifiers with what they are for; one number for all uses if they agree.
fn modifiers(uses: &[(i8, &str)], all: &str) -> String {
    match uses {
        [(first, _), rest @ ..] if rest.iter().all(|(by, _)| by == first) => format!("{first:+} {all}"),
        _ => ::view::list(&uses.iter().map(|(by, what)| format!("{by:+} {what}")).collect::<Vec<_>>()),
    }
}

fn tracks(look: Look<'_>) -> Vec<Track> {
    let s = look.s;
    // Beyond the first Logistics Roll the count of impulses does not matter (17.1.1).
    let last = usize::from(look.t.charts.logistics.first_impulse).max(1);
    let impulse = usize::from(s.soviet_impulses).min(last - 1);
    let mut impulses: Vec<Name> = (1..last).map(|n| n.to_string().into()).collect();
    impulses.push(format!("{last}+").into());
    let victory = &look.t.scenario.victory;
    let needs = if s.turn <= victory.check_turn { victory.check_urban } else { victory.final_urban };
    let mut tracks = vec![
        Track::calendar(s.turn, &look.t.scenario.scenario.dates),
        Track::number("impulse", "Soviet impulses", s.soviet_impulses, format!("{} done", s.soviet_impulses))
            .row(impulses, impulse),
        match s.advantage {
            Some(side) => Track::word("advantage", "Advantage", side.id(), side.name()).of(side.id()),
            None => Track::word("advantage", "Advantage", "none", "nobody"),
        },
        match s.night {
            false => Track::word("light", "Light", "day", "Day"),
            true => Track::word("light", "Light", "night", "Night"),
        },
        Track::tally("urban", "Urban Areas Soviet", look.soviet_urban() as i64, look.t.urban.len() as i64)
            .with(format!("needs {needs}")),
        match look.surrounded() {
            true => Track::word("ring", "Cholm", "closed", "surrounded").of(Side::Soviet.id()),
            false => Track::word("ring", "Cholm", "open", "not surrounded").of(Side::German.id()),
        },
        Track::tally("passes", "Passes in a row", s.passes, 2),
    ];
    let bids = s.options.has(option::BID_GERMAN) || s.options.has(option::BID_SOVIET);
    for side in Side::BOTH {
        let left = s.seize[side.index()];
        if bids || left > 0 {
            let name = format!("{} may Seize the Initiative", side.name());
            let id = format!("seize-{}", side.id());
            let tally = Track::tally(&id, &name, left, left).of(side.id());
            tracks.push(Track { says: format!("{left} left").into(), ..tally });
        }
    }
    tracks
}

fn boxes(look: Look<'_>) -> BTreeMap<Name, Name> {
    let mut notes = BTreeMap::new();
    for side in Side::BOTH {
        let guns = look.t.guns & look.t.of[side.index()];
        let here: Units = guns.iter().filter(|&gun| look.place(gun) == Place::Artillery).collect();
        let ready = (here - look.s.committed).len();
        notes.insert(
            Name::from(format!("{}-artillery", side.id())),
            Name::from(format!("{ready} of {} ready", here.len())),
        );
        let losses = look.in_box(side, Place::Eliminated).len();
        let needed = look.t.scenario.regrouping.losses_for_one;
        let left = look.regrouped_left(side).len();
        let note = if left == 0 {
            "no Regrouped units left".to_owned()
        } else {
            format!("{losses}, {needed} make one")
        };
        notes.insert(Name::from(format!("{}-eliminated", side.id())), note.into());
    }
    for group in Group::ALL {
        let id = format!("group-{}", group.letter().to_lowercase());
        notes.insert(id.into(), format!("{} to come", look.group_left(group).len()).into());
    }
    notes
}

// ---------------------------------------------------------------------- the prompt

fn prompt(look: Look<'_>) -> Prompt {
    let place = |space: Space| format!("{} ({})", look.t.info(space).name, look.t.info(space).id);
    let name = |unit: Unit| unit_name(look.t, unit).to_string();
    let (cites, lead, rest): (&str, String, String) = match look.s.step {
        Step::Bid { seat, .. } => (
            "20.1.1",
            format!("Both want to play the {} side.", look.wanted().name()),
            format!("The {} player writes a secret bid.", ["first", "second"][usize::from(seat)]),
        ),
        Step::BidTie { .. } => ("20.1.4", "The bids are equal.".into(), "A die each decides.".into()),
        Step::SetUp => {
            let left = look.unplaced().len();
            let rest = match left {
                0 => "All are placed: end the set-up.".to_owned(),
                n => format!("Place the garrison in Urban Areas, {n} to go, or take the suggested set-up."),
            };
            ("5.1.1", "Set-up.".into(), rest)
        }
        Step::Partisans { left } => {
            ("5.3.1", "Partisans in Cholm.".into(), format!("A die for {}.", name(look.next_victim(left))))
        }
        Step::Regroup { side } => {
            let losses = look.in_box(side, Place::Eliminated).len();
            let needed = look.t.scenario.regrouping.losses_for_one;
            (
                "10.2.1",
                format!("{} can regroup.", count(losses, "lost unit")),
                format!("Choose where a Regrouped unit appears in place of {needed} of them, or finish."),
            )
        }
        Step::RandomAdvantage => (
            "10.3.1",
            "Random reinforcements are due.".into(),
            format!("Spend the Advantage to shift the roll by {} in your favour?", advantage_shift(look)),
        ),
        Step::RandomRoll { .. } => ("10.3.2", "Random reinforcements.".into(), "Two dice.".into()),
        Step::RandomInterdict { draft } => (
            "10.5.2",
            format!("Soviet group {} has come up.", draft.group.letter()),
            "Send the Stuka against it? It cannot bombard this turn then.".into(),
        ),
        Step::NormalInterdict => (
            "10.5.3",
            "Soviet units are about to arrive.".into(),
            "Send the Stuka against them? It cannot bombard this turn then.".into(),
        ),
        Step::RandomInterdictRoll { .. } | Step::NormalInterdictRoll => {
            let rest = match look.t.charts.interdiction.success_from {
                6 => "6 succeeds.".to_owned(),
                n => format!("{n} or more succeeds."),
            };
            ("10.5.4", "Interdiction.".into(), rest)
        }
        Step::RandomInterdictCount { .. } | Step::NormalInterdictCount => {
            ("10.5.4", "Interdiction succeeds.".into(), "A die says how many units come now.".into())
        }
        Step::RandomSelect { draft } => {
            let lead = format!("Group {} arrives.", draft.group.letter());
            let left = count(usize::from(draft.most - draft.taken - draft.delayed), "unit");
            let balance = count(usize::from(look.balance(draft)), "unit");
            match draft.allowed.map(|allowed| allowed - draft.ground_taken) {
                Some(0) if look.balance(draft) > 0 => (
                    "10.5.4",
                    lead,
                    format!("The Stuka lets nobody else through: name {balance} for next turn."),
                ),
                Some(n) if look.balance(draft) > 0 => {
                    let now = count(usize::from(n), "ground unit");
                    ("10.5.4", lead, format!("Take {now} now; the Stuka holds {balance} up until next turn."))
                }
                _ => ("10.3.5", lead, format!("Take up to {left} and say where they arrive.")),
            }
        }
        Step::Substitute { side } => (
            "21.1",
            "The group has arrived before.".into(),
            match side {
                Side::German => {
                    "Activate a space, place the Stubborn Defense marker, or decline; all at no cost.".into()
                }
                Side::Soviet => "Activate a space at no cost instead, or decline.".into(),
            },
        ),
        Step::NormalPlace { side, delays } => {
            let due = look.due(side).len();
            let rest = match if side == Side::Soviet { delays } else { 0 } {
                0 => format!("Place the reinforcements of turn {}, {due} to go.", look.s.turn),
                n => {
                    let held = count(usize::from(n), "unit");
                    format!(
                        "The Stuka holds {held} of {due} up: place the others and name who comes next turn."
                    )
                }
            };
            ("10.4.3", format!("{} reinforcements.", side.name()), rest)
        }
        Step::Impulse { side } => (
            "11.2.1",
            format!("{} impulse {}.", side.name(), look.s.impulses / 2 + 1),
            impulse_choices(look, side),
        ),
        Step::Active { active } => (
            "11.1.3",
            format!("{} is active.", place(active.space)),
            "Move its units one at a time, or fire.".into(),
        ),
        Step::Moving { march } => match march.mover {
            Some(mover) if !mover.stepped => (
                "8.1.1E",
                format!("{} infiltrates.", name(mover.unit)),
                format!("{}: make the first step.", points(mover.left)),
            ),
            Some(mover) if mover.bonus => (
                "12.4.3",
                format!("{} has crossed into another Zone.", name(mover.unit)),
                "It may make one bonus step, or stop.".into(),
            ),
            Some(mover) => (
                "12.1",
                format!("{} is moving.", name(mover.unit)),
                format!("{} left: step on, or stop.", points(mover.left)),
            ),
            None => (
                "12.1.1",
                format!("Units of {} are moving.", place(march.active.space)),
                "Move another one, or end the impulse.".into(),
            ),
        },
        Step::Aim { target, .. } => {
            ("13.2.1", format!("Fire at {}.", place(target)), "Choose the unit that leads.".into())
        }
        Step::Firers { attack, .. } => (
            "13.1.1",
            format!("{} leads the fire at {}.", name(attack.lead), place(attack.target)),
            "Add units, then fire.".into(),
        ),
        Step::DefenderLead { attack, .. } => (
            "13.2.1",
            format!(
                "{} is under {}.",
                place(attack.target),
                if attack.is_bombardment() { "bombardment" } else { "fire" }
            ),
            "Choose the unit that leads the defence; it suffers first.".into(),
        ),
        Step::AttackRoll { attack, .. } => {
            ("13.2.2", format!("Fire at {}.", place(attack.target)), "The attacker's dice.".into())
        }
        Step::DefenceRoll { attack, .. } => {
            ("13.2.3", format!("Fire at {}.", place(attack.target)), "The defender's dice.".into())
        }
        Step::FireReroll { attack, .. } => (
            "20.1.5a",
            format!("The fire at {} {}.", place(attack.target), result_words(attack)),
            "Seize the Initiative and have all dice thrown again?".into(),
        ),
        Step::Casualties { hit, .. } => (
            "13.3.3",
            format!("Casualties: {} of {} taken.", hit.absorbed, count(usize::from(hit.goal), "point")),
            match hit.absorbed {
                0 => format!("The first one goes to {}.", name(hit.lead)),
                _ => "Commit, retreat or eliminate a unit.".to_owned(),
            },
        ),
        Step::VoluntaryRetreat { attack, .. } => (
            "13.4.3",
            format!("The fire at {} is over.", place(attack.target)),
            "Withdraw units, or stay.".into(),
        ),
        Step::FriendlyFireRoll { .. } => {
            ("21.2.2", "Friends are near the target.".into(), "A die for friendly fire.".into())
        }
        Step::FriendlyLead { points, .. } => (
            "21.2.3",
            format!("Friendly fire: {}.", count(usize::from(points), "point")),
            "Choose the unit that suffers first.".into(),
        ),
        Step::Logistics { passed } => {
            let logistics = &look.t.charts.logistics;
            let ends = logistics.ends_at - if passed { logistics.after_pass } else { 0 };
            let rest = match ends {
                ..=1 => format!("A die: {ends} ends the phase."),
                _ => format!("A die: {ends} or less ends the phase."),
            };
            (if passed { "17.1.3" } else { "17.1.2" }, "Logistics.".into(), rest)
        }
        Step::LogisticsSave { .. } => {
            ("17.1.4", "Supplies fail and the phase would end.".into(), "Prevent it?".into())
        }
        Step::ClosePick => ("16.1.4", "Close Combat.".into(), "Choose the next contested space.".into()),
        Step::CloseScreen { most, .. } => (
            "16.4.4",
            format!("Close Combat in {}.", place(look.s.melee.space)),
            format!("Screen up to {} from attack.", count(usize::from(most), "unit")),
        ),
        Step::CloseDesignate { .. } => (
            "16.2.1",
            format!("Close Combat in {}.", place(look.s.melee.space)),
            "Say who attacks whom, then roll.".into(),
        ),
        Step::CloseAccept { .. } => (
            "16.4.3",
            format!("Close Combat in {}.", place(look.s.melee.space)),
            "Choose which of your armor takes the attacks on it, or let them stand.".into(),
        ),
        Step::CloseRoll { index, .. } => {
            let lead = look.s.melee.lead(index);
            let target = look.s.melee.target(lead).unwrap_or(lead);
            ("16.5.1", format!("{} attacks {}.", name(lead), name(target)), "A die.".into())
        }
        Step::CloseReroll { index, die, .. } => (
            "20.1.5a",
            format!("{} rolled {die}.", name(look.s.melee.lead(index))),
            "Seize the Initiative and have it thrown again?".into(),
        ),
        Step::CloseRetreat { .. } => (
            "16.5.7",
            format!("Close Combat in {}.", place(look.s.melee.space)),
            "Retreat the units that must.".into(),
        ),
        Step::Redeploy { left, .. } => (
            "8.1.1F",
            "End of the turn.".into(),
            match look.s.advantage {
                Some(_) => {
                    let units = count(usize::from(left), "unit");
                    format!("Spend the Advantage and redeploy up to {units}, or finish.")
                }
                None => format!("Redeploy up to {}, or finish.", count(usize::from(left), "more unit")),
            },
        ),
        Step::Over { victory } => {
            return Prompt::new(victory.rule().0, format!("{}.", victory.says()), "");
        }
    };
    Prompt::new(cites, lead, rest)
}

/// What an impulse offers, the uses of the Advantage included.
fn impulse_choices(look: Look<'_>, side: Side) -> String {
    let mut choices = vec!["activate an Area or Zone", "bombard", "pass"];
    if look.refuse_night(side).is_ok() {
        choices.insert(0, "declare Night");
    }
    if !look.stubborn_places(side).is_empty() {
        choices.insert(0, "place the Stubborn Defense marker");
    }
    let (last, front) = choices.split_last().expect("three at least");
    let mut text = format!("{} or {last}.", front.join(", "));
    text.replace_range(0..1, &text[0..1].to_uppercase());
    text
}

/// How far the Advantage of its holder moves the random reinforcement roll (8.1.1A).
fn advantage_shift(look: Look<'_>) -> u8 {
    let modifiers = &look.t.charts.random_reinforcements.modifiers;
    [modifiers.german_advantage, modifiers.soviet_advantage][look.holder().index()].unsigned_abs()
}

fn result_words(attack: Attack) -> String {
    if attack.margin > 0 { format!("succeeds by {}", attack.margin) } else { "fails".to_owned() }
}

// ---------------------------------------------------------------------- the offers

pub fn offers(game: &CircleOfFire, state: &State, _seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    let offering = Offering { game, look, bookmaker: Bookmaker { look, book: &game.book } };
    look.actions().into_iter().map(|action| offering.offer(action)).collect()
}

#[derive(Clone, Copy)]
struct Offering<'a> {
    game: &'a CircleOfFire,
    look: Look<'a>,
    bookmaker: Bookmaker<'a>,
}

/// What is done, in a word or two.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Bid(_) => "bid",
        Action::Place { .. } | Action::PlaceAll { .. } | Action::PlaceRest => "place",
        Action::Take { .. } | Action::TakeGun { .. } => "take",
        Action::Delay { .. } => "delay",
        Action::Regroup { .. } => "regroup",
        Action::Advantage => "spend",
        Action::Interdict => "interdict",
        Action::Night => "declare",
        Action::Stubborn { .. } => "hold",
        Action::Activate { .. } | Action::SecondActivation { .. } => "activate",
        Action::Bombard { .. } => "bombard",
        Action::Pass => "pass",
        Action::Infiltrate | Action::BeginInfiltrate { .. } => "infiltrate",
        Action::Move { .. } => "move",
        Action::Stop => "stop",
        Action::Fire { .. } | Action::Shoot => "fire",
        Action::Lead { .. } => "lead",
        Action::Add { .. } | Action::AddAll => "join",
        Action::Seize => "seize",
        Action::Commit { .. } => "commit",
        Action::Retreat { .. } => "retreat",
        Action::Eliminate { .. } => "eliminate",
        Action::Combat { .. } => "fight",
        Action::Screen { .. } => "screen",
        Action::Attack { .. } => "attack",
        Action::Accept { .. } => "accept",
        Action::Support { .. } => "support",
        Action::Redeploy { .. } => "redeploy",
        Action::EndMove | Action::Decline | Action::Done => "end",
    }
}

impl Offering<'_> {
    fn offer(self, action: Action) -> Offer {
        let offer = self.wording(action).offer(action.write(self.look.t), verb(action));
        Offer { warn: self.warning(action), odds: self.odds(action), ..offer }
    }

    fn place(self, space: Space) -> String {
        let info = self.look.t.info(space);
        format!("{} ({})", info.name, info.id)
    }

    fn name(self, unit: Unit) -> Name {
        unit_name(self.look.t, unit)
    }

    fn wording(self, action: Action) -> Wording {
        let at = |space: Space| Target::Space(self.game.names.spaces[space.index()].clone());
        let on = |unit: Unit| Target::Piece(self.game.names.front[unit.index()].clone());
        let button = Target::Button(true);
        let word = |target, unit: Option<Unit>, label: String, cites, key| {
            let unit = unit.map(|unit| self.game.names.front[unit.index()].clone());
            Wording { target, unit, label, cites, key }
        };
        let press = |label: &str, cites, key| word(button.clone(), None, label.to_owned(), cites, Some(key));
        match action {
            Action::Bid(n) => {
                word(button.clone(), None, format!("Bid {n}"), "20.1.1", char::from_digit(u32::from(n), 10))
            }
            Action::Place { unit, to } => {
                let cites = if self.look.s.step == Step::SetUp { "5.1.1" } else { "10.4.3" };
                word(at(to), Some(unit), format!("{} to {}", self.name(unit), self.place(to)), cites, None)
            }
            Action::PlaceAll { to } => {
                word(at(to), None, format!("All to {}", self.place(to)), "10.4.3", None)
            }
            Action::PlaceRest => press("Suggested set-up", "5.1.1", 'S'),
            Action::Take { unit, to } => {
                word(at(to), Some(unit), format!("{} to {}", self.name(unit), self.place(to)), "10.3.5", None)
            }
            Action::TakeGun { unit } => {
                word(on(unit), Some(unit), format!("Take {}", self.name(unit)), "10.3.5", None)
            }
            Action::Delay { unit } => {
                word(on(unit), Some(unit), format!("Delay {}", self.name(unit)), "10.5.4", None)
            }
            Action::Regroup { to } => {
                word(at(to), None, format!("Regroup in {}", self.place(to)), "10.2.1", None)
            }
            Action::Advantage => press("Spend the Advantage", self.advantage_case(), 'A'),
            Action::Interdict => press("Send the Stuka", "10.5.1", 'I'),
            Action::Night => press("Declare Night", "9.1.1", 'N'),
            Action::Stubborn { at: space } => {
                let cites =
                    if matches!(self.look.s.step, Step::Substitute { .. }) { "21.1b" } else { "8.1.1C" };
                word(at(space), None, format!("Stubborn Defense in {}", self.place(space)), cites, None)
            }
            Action::Activate { space } => {
                word(at(space), None, format!("Activate {}", self.place(space)), "11.1.3", None)
            }
            Action::SecondActivation { space } => word(
                at(space),
                None,
                format!("Seize the Initiative: activate {} again", self.place(space)),
                "20.1.5c",
                None,
            ),
            Action::Bombard { gun, target } => word(
                at(target),
                Some(gun),
                format!("{} bombards {}", self.name(gun), self.place(target)),
                self.look.observation(gun, target).0,
                None,
            ),
            Action::Pass => press("Pass", "11.2.5", 'P'),
            Action::Infiltrate => press("Infiltrate", "8.1.1E", 'I'),
            Action::BeginInfiltrate { unit } => {
                word(on(unit), Some(unit), format!("{} infiltrates", self.name(unit)), "8.1.1E", None)
            }
            Action::Move { unit, to } => word(
                at(to),
                Some(unit),
                format!("Move {} to {}", self.name(unit), self.place(to)),
                "12.1",
                None,
            ),
            Action::Stop => press("Stop here", "12.1.2", 'S'),
            Action::EndMove => press("End impulse", "12.1.2", 'E'),
            Action::Fire { target } => {
                let cites = if matches!(self.look.s.step, Step::Active { active } if active.space == target) {
                    "13.1.2"
                } else {
                    "13.1.3"
                };
                word(at(target), None, format!("Fire at {}", self.place(target)), cites, None)
            }
            Action::Lead { unit } => {
                word(on(unit), Some(unit), format!("{} leads", self.name(unit)), "13.2.1", None)
            }
            Action::Add { unit } => {
                word(on(unit), Some(unit), format!("{} joins in", self.name(unit)), "13.1.1", None)
            }
            Action::AddAll => press("All join in", "13.1.1", 'A'),
            Action::Shoot => press("Fire!", "13.2.2", 'F'),
            Action::Seize => {
                let cites = if matches!(self.look.s.step, Step::LogisticsSave { .. }) {
                    "20.1.5b"
                } else {
                    "20.1.5a"
                };
                press("Seize the Initiative", cites, 'S')
            }
            Action::Commit { unit } => {
                let points = count(usize::from(self.look.t.charts.casualties.commit), "point");
                word(on(unit), Some(unit), format!("Commit {} ({points})", self.name(unit)), "13.3.3", None)
            }
            Action::Retreat { unit, to } => {
                let cites = match self.look.s.step {
                    Step::VoluntaryRetreat { .. } => "13.4.3",
                    Step::CloseRetreat { .. } => "16.5.7",
                    _ => "13.4.1",
                };
                let goes = if cites == "13.4.3" { "withdraws" } else { "retreats" };
                word(
                    at(to),
                    Some(unit),
                    format!("{} {goes} to {}", self.name(unit), self.place(to)),
                    cites,
                    None,
                )
            }
            Action::Eliminate { unit } => {
                word(on(unit), Some(unit), format!("Eliminate {}", self.name(unit)), "13.3.3", None)
            }
            Action::Combat { space } => {
                word(at(space), None, format!("Fight in {}", self.place(space)), "16.1.4", None)
            }
            Action::Screen { unit } => {
                word(on(unit), Some(unit), format!("Screen {}", self.name(unit)), "16.4.4", None)
            }
            Action::Attack { unit, target } => word(
                on(target),
                Some(unit),
                format!("{} attacks {}", self.name(unit), self.name(target)),
                "16.3.1",
                None,
            ),
            Action::Support { unit, target } => word(
                on(target),
                Some(unit),
                format!("{} supports the attack on {}", self.name(unit), self.name(target)),
                "16.3.3",
                None,
            ),
            Action::Accept { unit, target } => word(
                on(target),
                Some(unit),
                format!("{} takes the attack in place of {}", self.name(unit), self.name(target)),
                "16.4.3",
                None,
            ),
            Action::Redeploy { unit, to } => word(
                at(to),
                Some(unit),
                format!("Redeploy {} to {}", self.name(unit), self.place(to)),
                "8.1.1F",
                None,
            ),
            Action::Decline => press("No", self.decline_case(), 'D'),
            Action::Done => press(self.done_label(), self.decline_case(), 'D'),
        }
    }

    fn advantage_case(self) -> &'static str {
        if self.look.s.step == Step::RandomAdvantage { "8.1.1A" } else { "8.1.1D" }
    }

    fn decline_case(self) -> &'static str {
        match self.look.s.step {
            Step::SetUp => "5.1.1",
            Step::Regroup { .. } => "10.2.1",
            Step::RandomAdvantage => "10.3.1",
            Step::RandomSelect { .. } => "10.3.5",
            Step::RandomInterdict { .. } | Step::NormalInterdict => "10.5.1",
            Step::Substitute { .. } => "21.1",
            Step::VoluntaryRetreat { .. } => "13.4.3",
            Step::LogisticsSave { .. } => "17.1.4",
            Step::CloseScreen { .. } => "16.4.4",
            Step::CloseDesignate { .. } => "16.2.1",
            Step::CloseAccept { .. } => "16.4.3",
            Step::FireReroll { .. } | Step::CloseReroll { .. } => "20.1.5a",
            Step::Redeploy { .. } => "18.1.3",
            _ => "7.0",
        }
    }

    fn done_label(self) -> &'static str {
        match self.look.s.step {
            Step::SetUp => "End set-up",
            Step::VoluntaryRetreat { .. } => "Stay",
            Step::CloseDesignate { .. } if self.look.s.melee.attacks() > 0 => "Roll the attacks",
            Step::CloseDesignate { .. } => "No attacks",
            Step::CloseAccept { .. } => "Let them stand",
            _ => "Done",
        }
    }

    /// What the player may not have meant.
    fn warning(self, action: Action) -> Option<Name> {
        match (self.look.s.step, action) {
            (Step::Impulse { .. }, Action::Pass) if self.look.s.passes == 1 => {
                Some("Both sides will have passed: this ends the phase.".into())
            }
            (Step::CloseDesignate { .. }, Action::Done) if self.look.s.melee.attacks() == 0 => {
                Some("None of your units will attack here.".into())
            }
            _ => None,
        }
    }

    /// The odds where an outcome is at stake.
    fn odds(self, action: Action) -> Option<::view::Odds> {
        let look = self.look;
        match (look.s.step, action) {
            (Step::Active { active }, Action::Fire { target }) => {
                let attack = look.best_attack(active, target, look.able(active))?;
                let assumes = format!("All who can fire do, {} leads.", self.name(attack.lead));
                self.bookmaker.fire(active, attack, false, &assumes)
            }
            (Step::Aim { active, target }, Action::Lead { unit }) => {
                let attack = Attack::new(target, unit, look.able(active));
                self.bookmaker.fire(active, attack, false, "All who can fire do.")
            }
            (Step::Firers { active, mut attack }, Action::Add { unit }) => {
                attack.firers.insert(unit);
                self.bookmaker.fire(active, attack, false, "")
            }
            (Step::Firers { active, mut attack }, Action::AddAll) => {
                attack.firers |= look.joiners(active, attack);
                self.bookmaker.fire(active, attack, false, "")
            }
            (Step::Firers { active, attack }, Action::Shoot) => {
                self.bookmaker.fire(active, attack, false, "")
            }
            (Step::Impulse { side }, Action::Bombard { gun, target }) => {
                let active = Active { side, space: target, seize: false, free: false };
                self.bookmaker.fire(active, Attack::new(target, gun, Units::empty()), false, "")
            }
            (Step::DefenderLead { active, mut attack }, Action::Lead { unit }) => {
                attack.defender = unit;
                self.bookmaker.fire(active, attack, true, "")
            }
            (Step::FireReroll { active, attack, .. }, Action::Seize) => {
                self.bookmaker.fire(active, attack, true, "")
            }
            (Step::CloseDesignate { .. }, Action::Attack { unit, target }) => {
                Some(self.bookmaker.close(unit, Units::empty(), target))
            }
            (Step::CloseDesignate { .. }, Action::Support { unit, target }) => {
                let melee = &look.s.melee;
                let lead = (0..melee.attacks())
                    .map(|index| melee.lead(index))
                    .find(|&lead| melee.target(lead) == Some(target))?;
                let mut supporters = melee.supporters(target);
                supporters.insert(unit);
                Some(self.bookmaker.close(lead, supporters, target))
            }
            (Step::CloseReroll { index, .. }, Action::Seize) => {
                let lead = look.s.melee.lead(index);
                let target = look.s.melee.target(lead)?;
                Some(self.bookmaker.close(lead, look.s.melee.supporters(target), target))
            }
            _ => None,
        }
    }
}
