//! Where a player can send pieces, in the words of the view.
//!
//! Ways are planned in a world that the player cannot tell from the true one, so that they tell him nothing he may not know.
//! What comes of it in the true one is seen when it is played.

use std::{cmp::Reverse, collections::BTreeMap};

use kernel::{Game, Journal, Node, Rng, Seat, Viewer};
use view::{Meeting, Name, Offer, Orders, OrdersAsked, Rank, Target, Way, WayEnd};

use crate::{Budget, End, Order, Planner};

/// So many positions are looked at for a piece.
const POSITIONS: usize = 1200;
/// So many things on a way are worth telling.
const MEETINGS: usize = 4;

/// Where this seat can send pieces in this position. A group goes to one space, one piece after the other.
pub fn reach<G: Game>(game: &G, state: &G::State, seat: Seat, asked: &OrdersAsked) -> Orders {
    let mut world = state.clone();
    game.redeal(&mut world, seat, &mut Rng::new(0, 0));
    let mut reacher = Reacher { game, seat, planner: Planner::new(), orders: Vec::new() };
    match (&asked.pieces[..], &asked.to) {
        ([piece], None) => reacher.one(&world, piece),
        (pieces, None) => reacher.common(&world, pieces),
        (pieces, Some(to)) => reacher.group(world, pieces, to),
    }
}

struct Reacher<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    planner: Planner<G>,
    orders: Vec<Order<G::Action>>,
}

/// A way with what is not sent of it.
struct Found<A> {
    way: Way,
    clicks: Vec<A>,
    /// Whether the seat is free afterwards to turn to something else.
    free: bool,
}

impl<G: Game> Reacher<'_, G> {
    fn one(&mut self, world: &G::State, piece: &Name) -> Orders {
        let ways: Vec<Way> =
            self.ways(world, piece, None, false).into_values().map(|found| found.way).collect();
        let left_out = if ways.is_empty() { vec![piece.clone()] } else { Vec::new() };
        Orders { ways, left_out }
    }

    /// The spaces that each of several pieces can come to by itself.
    fn common(&mut self, world: &G::State, pieces: &[Name]) -> Orders {
        let mut common: Option<BTreeMap<Name, Way>> = None;
        let mut left_out = Vec::new();
        for piece in pieces {
            let ways = self.ways(world, piece, None, false);
            if ways.is_empty() {
                left_out.push(piece.clone());
                continue;
            }
            common = Some(match common {
                None => ways.into_iter().map(|(to, found)| (to, found.way)).collect(),
                Some(before) => {
                    let both = before.into_iter().filter_map(|(to, mut way)| {
                        let other = &ways.get(&to)?.way;
                        way.halves = way.halves.max(other.halves);
                        if way.ends == WayEnd::Quiet {
                            way.ends = other.ends;
                        }
                        Some((to, way))
                    });
                    both.collect()
                }
            });
        }
        let ways = common.unwrap_or_default().into_values();
        let untold = ways.map(|way| Way { clicks: Vec::new(), path: Vec::new(), ..way });
        Orders { ways: untold.collect(), left_out }
    }

    /// One way for a group: the clicks of each piece after those of the pieces before it.
    fn group(&mut self, mut world: G::State, pieces: &[Name], to: &Name) -> Orders {
        let mut whole: Option<Way> = None;
        let mut left_out = Vec::new();
        let mut journal = Journal::disabled();
        for (i, piece) in pieces.iter().enumerate() {
            let last = i + 1 == pieces.len();
            let stopped = whole.as_ref().is_some_and(|way| way.ends != WayEnd::Quiet);
            let found = if stopped { None } else { self.ways(&world, piece, Some(to), !last).remove(to) };
            let Some(found) = found else {
                left_out.push(piece.clone());
                continue;
            };
            for &click in &found.clicks {
                self.game.apply(&mut world, click, &mut journal);
            }
            match &mut whole {
                None => whole = Some(found.way),
                Some(way) => {
                    way.clicks.extend(found.way.clicks);
                    way.halves = way.halves.max(found.way.halves);
                    way.meets.extend(found.way.meets);
                    way.meets.truncate(MEETINGS);
                    way.ends = found.way.ends;
                    way.cites = found.way.cites;
                }
            }
        }
        Orders { ways: whole.into_iter().collect(), left_out }
    }

    /// The best way of a piece to each space, or to the one that is meant. `free`: such ways first after which another piece
    /// can be turned to.
    fn ways(
        &mut self,
        world: &G::State,
        piece: &Name,
        only: Option<&Name>,
        free: bool,
    ) -> BTreeMap<Name, Found<G::Action>> {
        let mut best: BTreeMap<Name, Found<G::Action>> = BTreeMap::new();
        if self.game.node(world) != Node::Decision(self.seat) {
            return best;
        }
        let Some((unit, at)) = self.unit(world, piece) else { return best };
        let mut orders = std::mem::take(&mut self.orders);
        self.planner.plan_unit(self.game, world, unit, Budget::positions(POSITIONS), &mut orders);
        for order in &orders {
            let Some(found) = self.told(world, piece, &at, order) else { continue };
            if only.is_some_and(|to| *to != found.way.to) {
                continue;
            }
            let worth = |it: &Found<G::Action>| {
                let Way { ends, halves, .. } = it.way;
                Reverse((free && !it.free, ends != WayEnd::Quiet, halves, it.clicks.len()))
            };
            match best.get(&found.way.to) {
                Some(other) if worth(other) >= worth(&found) => {}
                _ => drop(best.insert(found.way.to.clone(), found)),
            }
        }
        self.orders = orders;
        best
    }

    /// The number of a piece that can act, now or after a click that opens the way, and where it is.
    fn unit(&self, world: &G::State, piece: &Name) -> Option<(u16, Name)> {
        let now = self.game.view(world, Viewer::Seat(self.seat));
        let at = now.pieces.iter().find(|it| it.id == *piece)?.at.clone();
        if let Some(unit) = self.actor_among(world, &now.offers, piece) {
            return Some((unit, at));
        }
        // Another piece's act is under way, or the piece's place has to be opened first.
        let opens = |offer: &&Offer| match &offer.target {
            Target::Space(space) => *space == at,
            Target::Piece(_) => false,
            Target::Button(_) => true,
        };
        for offer in now.offers.iter().filter(|offer| offer.unit.is_none()).filter(opens) {
            let Ok(action) = self.game.read(&offer.action) else { continue };
            if self.game.actor(world, action).is_some() || self.game.reveals(world, action) {
                continue;
            }
            let mut next = world.clone();
            self.game.apply(&mut next, action, &mut Journal::disabled());
            if self.game.node(&next) != Node::Decision(self.seat) {
                continue;
            }
            let then = self.game.view(&next, Viewer::Seat(self.seat));
            if let Some(unit) = self.actor_among(&next, &then.offers, piece) {
                return Some((unit, at));
            }
        }
        None
    }

    fn actor_among(&self, world: &G::State, offers: &[Offer], piece: &Name) -> Option<u16> {
        let mine = offers.iter().filter(|offer| {
            offer.unit.as_ref() == Some(piece) || matches!(&offer.target, Target::Piece(id) if id == piece)
        });
        mine.filter_map(|offer| self.game.actor(world, self.game.read(&offer.action).ok()?)).next()
    }

    /// What an order means for a piece: where it comes to, by which way, and what it meets there.
    fn told(
        &self,
        world: &G::State,
        piece: &Name,
        at: &Name,
        order: &Order<G::Action>,
    ) -> Option<Found<G::Action>> {
        let game = self.game;
        let mut state = world.clone();
        let mut journal = Journal::new();
        let mut clicks = Vec::with_capacity(order.clicks.len());
        for &click in &order.clicks {
            clicks.push(game.write(click).into());
            game.apply(&mut state, click, &mut journal);
        }
        let mut path: Vec<Name> = Vec::new();
        let (mut halves, mut meets, mut cites): (u16, Vec<Meeting>, Name) = (0, Vec::new(), "".into());
        for entry in journal.entries() {
            if !entry.audience.heard_by(Viewer::Seat(self.seat)) {
                continue;
            }
            let line = game.tell(entry);
            cites = entry.rule.0.into();
            match line.march {
                Some(march) if march.pieces.contains(piece) => {
                    halves += march.halves;
                    let from = usize::from(path.last().is_some() && path.last() == march.way.first());
                    path.extend(march.way.into_iter().skip(from));
                }
                _ if line.rank == Rank::Heading => {}
                _ => meets.push(Meeting { says: line.says, cites: cites.clone() }),
            }
        }
        let to = match path.last() {
            Some(last) => last.clone(),
            // Put down, not moved: the view knows where.
            None => {
                let view = game.view(self.planner.position(order), Viewer::Seat(self.seat));
                view.pieces.iter().find(|it| it.id == *piece)?.at.clone()
            }
        };
        if to == *at || to.contains(':') {
            return None;
        }
        meets.truncate(MEETINGS);
        let ends = match order.end {
            End::Quiet | End::Underway => WayEnd::Quiet,
            End::Draw(_) => WayEnd::Draw,
            End::Reveal => WayEnd::Reveal,
            End::Other(_) => WayEnd::Other,
            End::Over(_) => WayEnd::Over,
        };
        let way = Way { to, clicks, path, halves, meets, ends, cites };
        Some(Found { way, clicks: order.clicks.clone(), free: order.end == End::Quiet })
    }
}
