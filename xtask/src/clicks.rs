//! `cargo xtask clicks`: how much a person has to do in a turn. Machines play, and their games are played again with orders:
//! what is no question is not counted, what is done with one unit without a surprise is one order, and units that are sent
//! to one place are sent together.

use std::{collections::BTreeSet, fmt::Write as _};

use anyhow::{Context, Result};
use games::Visitor;
use kernel::{Game, Match, Node, Options, Players, Ply, Seat, Viewer, data::Overlay};
use search::{Engine, Judgement};
use view::{Name, Target};

/// How many plies a game may last.
const BOUND: u64 = 40_000;

/// What was counted in the games of one game.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Clicks {
    /// Turns of all games together.
    pub turns: u64,
    /// Actions, each of which was a decision.
    pub actions: u64,
    /// Actions that are no questions.
    pub forced: u64,
    /// Orders that remain.
    pub orders: u64,
    /// Units that were placed or taken in, and by how many orders.
    pub placed: u64,
    pub placings: u64,
}

impl Clicks {
    /// A number for each turn, rounded.
    fn each(&self, number: u64) -> u64 {
        let turns = self.turns.max(1);
        (number + turns / 2) / turns
    }
}

/// The figures of a game, or of every game.
pub fn page(game: Option<&str>, player: &str, games: u64, seed: u64) -> Result<String> {
    let mut page = format!(
        "{games} games of {player} each, seed {seed}; a turn is that of both sides together.\n\n\
         {:<16} {:>6} {:>12} {:>12} {:>12} {:>12}\n",
        "game", "turns", "decisions/t", "forced/t", "orders/t", "per side"
    );
    for id in game.map_or(games::ids().to_vec(), |id| vec![id]) {
        let counted = games::visit(id, &Overlay::none(), Count { player, games, seed })??;
        let orders = counted.each(counted.orders);
        let _ = writeln!(
            page,
            "{id:<16} {:>6} {:>12} {:>12} {:>12} {:>12}   {} units placed by {} orders",
            counted.turns,
            counted.each(counted.actions),
            counted.each(counted.forced),
            orders,
            orders.div_ceil(2),
            counted.placed,
            counted.placings,
        );
    }
    Ok(page)
}

struct Count<'a> {
    player: &'a str,
    games: u64,
    seed: u64,
}

impl Visitor for Count<'_> {
    type Out = Result<Clicks>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Clicks> {
        let mut clicks = Clicks::default();
        let sides = engine.game.about().sides.len();
        for number in 0..self.games {
            let seed = self.seed + number;
            let mut players =
                search::seat_players::<G, J, _>(&engine.judgement, &vec![self.player; sides], seed)?;
            let played = search::record_game(&engine.game, 0, Options::NONE, &mut players, seed, BOUND)
                .context("the game does not end")?;
            count(&played, &mut clicks)?;
        }
        Ok(clicks)
    }
}

/// One unit's part of a run without surprises.
#[derive(Default)]
struct Part {
    unit: Option<u16>,
    verb: String,
    to: Option<Name>,
}

/// Plays a game again and counts.
fn count<G: Game>(played: &Match<G>, clicks: &mut Clicks) -> Result<()> {
    let game = played.game();
    let mut again = Match::new::<&str>(game.clone(), None, &[], Players::default())?;
    let mut run: Option<(Seat, Vec<Part>)> = None;
    let mut turn = 0;
    for &ply in played.plies() {
        if game.turn(again.state()) != turn {
            turn = game.turn(again.state());
            clicks.turns += 1;
        }
        match ply {
            Ply::Luck(luck) => {
                close(&mut run, clicks);
                again.play_luck(luck)?;
            }
            Ply::Act(seat, action) => {
                clicks.actions += 1;
                let notation = game.write(action);
                if orders::forced(&again).is_some_and(|it| it.action == notation) {
                    clicks.forced += 1;
                    again.play(action)?;
                    continue;
                }
                if run.as_ref().is_some_and(|(whose, _)| *whose != seat) {
                    close(&mut run, clicks);
                }
                let (_, parts) = run.get_or_insert_with(|| (seat, Vec::new()));
                let unit = game.actor(again.state(), action);
                let view = game.view(again.state(), Viewer::Seat(seat));
                let offer = view.offers.into_iter().find(|offer| *offer.action == *notation);
                let reveals = game.reveals(again.state(), action);
                // What opens the way of a unit belongs to its order.
                let goes_on = parts.last().is_some_and(|part| part.unit.is_none() || part.unit == unit);
                if !goes_on || (unit.is_none() && parts.last().is_some_and(|part| part.unit.is_none())) {
                    parts.push(Part::default());
                }
                if let Some(part) = parts.last_mut() {
                    part.unit = unit;
                    if let Some(offer) = offer {
                        part.verb = offer.verb.to_string();
                        if let Target::Space(to) = offer.target {
                            part.to = Some(to);
                        }
                    }
                }
                again.play(action)?;
                if reveals || !matches!(again.node(), Node::Decision(next) if next == seat) {
                    close(&mut run, clicks);
                }
            }
        }
    }
    close(&mut run, clicks);
    Ok(())
}

/// Units that go to one place in one run are sent together.
fn close(run: &mut Option<(Seat, Vec<Part>)>, clicks: &mut Clicks) {
    let Some((_, parts)) = run.take() else { return };
    let mut sent: BTreeSet<(String, Name)> = BTreeSet::new();
    for part in parts {
        let placed = part.unit.is_some() && part.verb == "place";
        clicks.placed += u64::from(placed);
        let first = match (part.unit, part.to) {
            (Some(_), Some(to)) => sent.insert((part.verb, to)),
            _ => true,
        };
        clicks.orders += u64::from(first);
        clicks.placings += u64::from(first && placed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Orders are never more than decisions, and a game of small steps has far fewer of them.
    #[test]
    fn orders_are_fewer_than_clicks() {
        let counted =
            games::visit("circle-of-fire", &Overlay::none(), Count { player: "random", games: 1, seed: 1 });
        let counted = counted.unwrap().unwrap();
        assert!(counted.turns > 0 && counted.orders > 0, "{counted:?}");
        assert!(counted.orders + counted.forced <= counted.actions, "{counted:?}");
    }
}
