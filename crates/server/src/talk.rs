//! What is said and agreed on at a table: chat, resigning, draws, steps taken back by consent, time that ran out.
//!
//! None of it is an action of the rules, so it lies beside the record, numbered by itself, each line with the ply that it came after.
//! What is open and how a game ended follow from the lines.

use axum::{Json, extract::State};
use kernel::{Node, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Cut, Ended, Rated, Said, SavedResult, StoreError};
use view::{Ending, Name, Undo, View};

use crate::{
    app::App,
    body::{At, Body},
    clock,
    error::{Error, Result},
    identity::Caller,
    look::{self, Seen, now},
    matches::FRIEND,
    ratings,
    routes::Routes,
    table::{Seated, Table},
};

pub fn routes() -> Routes {
    Routes::default()
        .get("/api/matches/{id}/talk", read)
        .post("/api/matches/{id}/talk", talk)
        .post("/api/matches/{id}/notes", note)
}

/// How long a line of chat may be, and how many lines a match has.
const LONGEST: usize = 500;
const MOST: usize = 2_000;
/// How long somebody's notes on a match may be.
const NOTES: usize = 8_000;

/// What somebody does at a table that is no action of the rules.
#[derive(Clone, Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Does {
    /// Says something to everybody at the table.
    Say {
        words: String,
    },
    /// Gives the game up.
    Resign {},
    OfferDraw {},
    /// Asks to take the game back: to his own last decision, or to a ply.
    AskBack {
        ply: Option<usize>,
    },
    /// Agrees to what was offered or asked.
    Accept {
        number: i64,
    },
    Decline {
        number: i64,
    },
    /// Claims the game, because the other side's time has run out.
    ClaimTime {},
}

/// What was said or agreed on.
#[derive(Clone, Serialize)]
pub struct TalkLine {
    pub number: i64,
    /// After how many plies.
    pub seq: i64,
    pub at: i64,
    pub side: Name,
    /// `said`, or what was offered, asked, answered or claimed.
    pub kind: String,
    pub says: String,
}

/// What the other side is asked to agree to.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct OfferMeta {
    pub number: i64,
    /// `draw-offered` or `back-asked`.
    pub kind: String,
    pub side: Name,
    pub says: String,
}

/// The kinds of lines.
mod kind {
    pub const SAID: &str = "said";
    pub const RESIGNED: &str = "resigned";
    pub const DRAW_OFFERED: &str = "draw-offered";
    pub const DRAW_AGREED: &str = "draw-agreed";
    pub const DRAW_DECLINED: &str = "draw-declined";
    pub const BACK_ASKED: &str = "back-asked";
    pub const BACK_GRANTED: &str = "back-granted";
    pub const BACK_DECLINED: &str = "back-declined";
    pub const TIME_CLAIMED: &str = "time-claimed";
    /// An offer that nobody answered before the game went on.
    pub const LAPSED: &str = "lapsed";
}

#[derive(Serialize)]
struct Talk {
    lines: Vec<TalkLine>,
    /// What the caller has noted for himself.
    notes: Option<String>,
}

async fn read(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<Talk>> {
    let lines = app.tables.with(&app, id, |table| async move { table.talk().await }).await?;
    let notes = match &caller.0 {
        Some(holder) => app.store.noted(id, &holder.0).await?,
        None => None,
    };
    Ok(Json(Talk { lines, notes }))
}

async fn talk(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(does): Body<Does>,
) -> Result<Json<serde_json::Value>> {
    let (caller, does) = (&caller, &does);
    let work = |table: Table| async move { table.does(caller, does.clone()).await };
    let number = app.tables.with(&app, id, work).await?;
    Ok(Json(json!({ "number": number })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    says: String,
}

/// Keeps what a player writes down for himself.
async fn note(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(note): Body<Note>,
) -> Result<Json<serde_json::Value>> {
    let who = &caller;
    let look = app.tables.with(&app, id, |table| async move { table.look(who).await }).await?;
    let Some(holder) = caller.0.as_ref().filter(|_| look.meta.sits()) else {
        return Err(NO_SEAT);
    };
    if note.says.chars().count() > NOTES {
        return Err(Error::bad("says", format!("Notes have {NOTES} letters at most.")));
    }
    app.store.note(id, &holder.0, note.says).await?;
    Ok(Json(json!({})))
}

pub const NO_SEAT: Error = Error::Forbidden("You hold no seat in this match.");

fn refused(says: &str) -> Error {
    Error::Refused { says: says.to_owned(), case: None }
}

/// What counts is not taken back.
pub fn rated() -> Error {
    refused("In a game that counts for the ratings nothing is taken back.")
}

impl Seated {
    /// Does what somebody does that is no action of the rules, and says under which number it is kept.
    pub async fn does(&mut self, caller: &Caller, does: Does) -> Result<i64> {
        let held = self.held(caller);
        let seat = match (&held[..], self.play.node()) {
            ([], _) => return Err(NO_SEAT),
            (held, Node::Decision(seat)) if held.contains(&seat) => seat,
            (held, _) => held[0],
        };
        if let Does::Say { words } = &does {
            let words = words.trim();
            if words.is_empty() || words.chars().count() > LONGEST {
                return Err(Error::bad("words", format!("A line has 1 to {LONGEST} letters.")));
            }
            if self.club.said.len() >= MOST {
                return Err(refused("Enough was said at this table."));
            }
            return self.say(seat, kind::SAID, words.to_owned()).await;
        }
        self.refuse_by_file()?;
        if let Some(past) = &self.past {
            return Err(past.refusal(self.rules));
        }
        if self.over() {
            return Err(refused("The game is over."));
        }
        if let Does::Resign {} = does {
            let winner = (self.seats.len() == 2).then(|| 1 - usize::from(seat.0));
            return self.end(seat, kind::RESIGNED, winner, "resigned").await;
        }
        let alone = self.against != FRIEND || self.seats.iter().any(|seat| seat.holder.is_none());
        if alone || held.len() != 1 {
            return Err(refused("There is nobody on the other side to agree with."));
        }
        match does {
            Does::OfferDraw {} => {
                self.no_offer()?;
                self.say(seat, kind::DRAW_OFFERED, String::new()).await
            }
            Does::AskBack { ply } => self.ask_back(seat, ply).await,
            Does::Accept { number } => {
                let offer = self.offer_to(seat, number)?;
                if offer.kind == kind::BACK_ASKED {
                    return self.grant_back(seat, &offer).await;
                }
                self.end(seat, kind::DRAW_AGREED, None, "agreed").await
            }
            Does::Decline { number } => {
                let offer = self.offer_to(seat, number)?;
                let back = offer.kind == kind::BACK_ASKED;
                let kind = if back { kind::BACK_DECLINED } else { kind::DRAW_DECLINED };
                self.say(seat, kind, String::new()).await
            }
            Does::ClaimTime {} => self.claim_time(seat).await,
            Does::Say { .. } | Does::Resign {} => Err(Error::Unavailable),
        }
    }

    /// What was offered or asked and not answered yet.
    fn offer(&self) -> Option<&Said> {
        self.club.said.iter().rfind(|said| said.kind != kind::SAID).filter(|said| is_offer(&said.kind))
    }

    fn no_offer(&self) -> Result<()> {
        if self.offer().is_some() {
            Err(refused("Something is offered already: it waits for an answer."))
        } else {
            Ok(())
        }
    }

    /// The offer of this number, if it is for this seat to answer.
    fn offer_to(&self, seat: Seat, number: i64) -> Result<Said> {
        let offer = self.offer().filter(|offer| offer.number == number);
        let offer = offer.ok_or_else(|| refused("This offer does not stand any more."))?;
        if offer.seat == i64::from(seat.0) {
            return Err(Error::Forbidden("The other side answers your offer."));
        }
        Ok(offer.clone())
    }

    async fn ask_back(&mut self, seat: Seat, ply: Option<usize>) -> Result<i64> {
        if self.club.terms.rated {
            return Err(rated());
        }
        self.no_offer()?;
        let ply = match ply {
            Some(ply) if ply < self.play.seq() => ply,
            Some(_) => return Err(Error::bad("ply", "Only what was played is taken back.")),
            None => self
                .last_decision(seat)
                .ok_or_else(|| refused("You have decided nothing that could be taken back."))?,
        };
        if !matches!(self.play.up_to(ply).node(), Node::Decision(_)) {
            return Err(Error::bad("ply", "A game is taken back to a decision."));
        }
        self.say(seat, kind::BACK_ASKED, ply.to_string()).await
    }

    /// How many plies were played when this seat last decided.
    fn last_decision(&self, seat: Seat) -> Option<usize> {
        let mut again = self.play.up_to(0);
        let mut last = None;
        for (ply, line) in self.play.record().lines.iter().enumerate() {
            match (again.node(), line.strip_prefix("* ")) {
                (Node::Decision(decides), _) => {
                    if decides == seat {
                        last = Some(ply);
                    }
                    again.play(decides, line).ok()?;
                }
                (_, Some(luck)) => again.play_luck(luck).ok()?,
                _ => return None,
            }
        }
        last
    }

    /// Takes the game back, past dice and the other side's actions: both have agreed.
    async fn grant_back(&mut self, seat: Seat, offer: &Said) -> Result<i64> {
        let keep: usize = offer.says.parse().map_err(|_| Error::Unavailable)?;
        let from = self.play.seq();
        if keep >= from {
            return Err(refused("This offer does not stand any more."));
        }
        let said = self.next_line(seat, kind::BACK_GRANTED, format!("{keep} {from}"));
        let decided = self.decider();
        let aside = self.sealed.as_mut().map(|sealed| sealed.cut(&*self.play, keep).aside);
        let cut = Cut { id: self.id, keep: keep as i64, after: from as i64, undos: self.undos, aside };
        let clock = self.ticked(decided, said.at);
        let kept = self.app.store.take_back(cut, said.clone(), clock.clone()).await;
        if kept.is_ok() {
            self.play = self.play.up_to(keep);
            self.early.clear();
            self.undos += 1;
            self.club.said.push(said.clone());
            if clock.is_some() {
                self.club.terms.clock = clock;
            }
        }
        self.kept(kept).await?;
        self.recount_told().await?;
        self.app.metrics.undos.add(1);
        Ok(said.number)
    }

    async fn claim_time(&mut self, seat: Seat) -> Result<i64> {
        let clock = self.club.terms.clock.as_ref().ok_or_else(|| refused("This game has no clock."))?;
        let Some(decides) = self.decider().filter(|&decides| decides != usize::from(seat.0)) else {
            return Err(refused("It is your own time that runs."));
        };
        if clock.since.is_none() || clock::left(clock, decides, true, now()) > 0 {
            return Err(refused("The other side still has time."));
        }
        self.end(seat, kind::TIME_CLAIMED, Some(usize::from(seat.0)), "timeout").await
    }

    /// The seat that decides.
    pub fn decider(&self) -> Option<usize> {
        match self.play.node() {
            Node::Decision(Seat(seat)) => Some(usize::from(seat)),
            _ => None,
        }
    }

    fn next_line(&self, seat: Seat, kind: &str, says: String) -> Said {
        Said {
            number: self.club.said.last().map_or(0, |said| said.number) + 1,
            seq: self.play.seq() as i64,
            at: now(),
            seat: i64::from(seat.0),
            kind: kind.to_owned(),
            says,
        }
    }

    async fn say(&mut self, seat: Seat, kind: &str, says: String) -> Result<i64> {
        let said = self.next_line(seat, kind, says);
        let kept = self.app.store.say(self.id, said.clone()).await;
        self.heard(kept, said).await
    }

    /// Tells everybody once a line is on disk. If it is not, the table is what the disk says.
    async fn heard(&mut self, kept: Result<(), StoreError>, said: Said) -> Result<i64> {
        match kept {
            Ok(()) => {
                let number = said.number;
                self.club.said.push(said);
                self.tell();
                Ok(number)
            }
            Err(error) => {
                self.reload().await;
                self.tell();
                match error {
                    StoreError::MovedOn => Err(Error::Stale { seq: self.play.seq() }),
                    error => Err(error.into()),
                }
            }
        }
    }

    /// What was offered has lapsed, if this seat has gone on instead of answering.
    pub async fn lapse(&mut self, seat: Seat) {
        let lapses = self
            .offer()
            .is_some_and(|offer| offer.kind == kind::BACK_ASKED || offer.seat != i64::from(seat.0));
        if lapses && let Err(error) = self.say(seat, kind::LAPSED, String::new()).await {
            tracing::error!(id = %self.id, %error, "an offer could not be withdrawn");
        }
    }

    /// Ends the game by what this seat says.
    async fn end(&mut self, seat: Seat, kind: &str, winner: Option<usize>, how: &str) -> Result<i64> {
        self.turning.acted.insert(usize::from(seat.0));
        let said = self.next_line(seat, kind, String::new());
        let ended = self.ended(winner, how, said.at);
        let result = ended.result.clone();
        let kept = self.app.store.end(said.clone(), ended, ratings::rate).await;
        if kept.is_ok() {
            self.club.result = Some(result);
            self.counted().await;
        }
        self.heard(kept, said).await
    }

    /// Counts a game between people that has ended by its rules.
    pub async fn count_result(&mut self) {
        if self.against != FRIEND || self.club.result.is_some() || self.past.is_some() {
            return;
        }
        if self.play.outcome().is_none() {
            return;
        }
        let public = look::public(self);
        let winner = public.winner().and_then(|side| public.sides.iter().position(|it| it == side));
        let ended = self.ended(winner, "rules", now());
        let result = ended.result.clone();
        match self.app.store.settle(ended, ratings::rate).await {
            Ok(()) => {
                self.club.result = Some(result);
                self.counted().await;
            }
            Err(error) => {
                tracing::error!(id = %self.id, %error, "a result was not counted: it is when the match is opened again");
            }
        }
    }

    /// Nothing more is played, and everybody has another rating.
    async fn counted(&mut self) {
        self.stop_thinking();
        self.read_names().await;
        self.tell();
    }

    fn ended(&mut self, winner: Option<usize>, how: &str, at: i64) -> Ended {
        let sides = look::public(self).sides.clone();
        let account = |seat: usize| {
            let holder = self.seats.get(seat)?.holder.as_ref()?;
            let side = sides.get(seat)?.to_string();
            holder.starts_with("account:").then(|| Rated { holder: holder.clone(), side })
        };
        let rated = match (account(0), account(1)) {
            (Some(one), Some(two)) if self.club.terms.rated && one.holder != two.holder => Some([one, two]),
            _ => None,
        };
        let result = SavedResult { winner, how: how.to_owned(), at };
        Ended { id: self.id, result, game: self.play.header().game.clone(), rated }
    }

    /// How the game ended, if it was not by its rules.
    pub fn agreed_end(&mut self) -> Option<Ending> {
        let result = self.club.result.clone().filter(|result| result.how != "rules")?;
        let sides = self.side_names();
        let name = |seat: usize| sides.get(seat).map_or_else(String::new, |(_, name)| name.clone());
        let says = match (result.how.as_str(), result.winner) {
            ("resigned", Some(winner)) => format!("{} resigned.", name(1 - winner)),
            ("timeout", Some(winner)) => {
                format!("{}'s time ran out, and the game was claimed.", name(1 - winner))
            }
            _ => "Both sides agreed on a draw.".to_owned(),
        };
        let winner = result.winner.and_then(|seat| sides.get(seat)).map(|(id, _)| id.clone());
        Some(Ending { winner, says: says.into(), cites: "".into() })
    }

    /// A position in which nobody decides any more.
    pub fn ended_view(mut view: View, ending: &Ending) -> View {
        view.offers.clear();
        view.decides = None;
        view.undo = Undo { allowed: false, says: "".into() };
        view.outcome = Some(ending.clone());
        view
    }

    /// The side that each seat plays, by id and by name.
    fn side_names(&self) -> Vec<(Name, String)> {
        let about = self.app.shelf.get(&self.play.header().game).map(|shelved| shelved.game.about());
        let side = |id: Name| {
            let found = about.and_then(|about| about.sides.iter().find(|side| *side.id == *id));
            let name = found.map_or_else(|| id.to_string(), |side| side.name.clone());
            (id, name)
        };
        self.play.sides().into_iter().map(side).collect()
    }

    /// Everything that was said, in words.
    pub fn talk(&self) -> Vec<TalkLine> {
        let sides = self.side_names();
        // What was said over steps that were taken back stands where the game went on from.
        let mut end = i64::MAX;
        let mut lines: Vec<TalkLine> = Vec::new();
        for said in self.club.said.iter().rev().filter(|said| said.kind != kind::LAPSED) {
            if said.kind == kind::BACK_GRANTED {
                let keep = said.says.split(' ').next().and_then(|keep| keep.parse().ok());
                end = end.min(keep.unwrap_or(said.seq));
            }
            lines.push(TalkLine { seq: said.seq.min(end), ..line(said, &sides) });
        }
        lines.reverse();
        lines
    }

    /// The number of the last line, and what waits for an answer.
    pub fn talk_meta(&self) -> (i64, Option<OfferMeta>) {
        let last = self.club.said.last().map_or(0, |said| said.number);
        let offer = self.offer().filter(|_| self.club.result.is_none()).map(|offer| {
            let TalkLine { number, kind, side, says, .. } = line(offer, &self.side_names());
            OfferMeta { number, kind, side, says }
        });
        (last, offer)
    }

    /// What everybody is told anew.
    fn tell(&mut self) {
        self.seen = Seen::default();
        self.shared.tell();
    }
}

fn is_offer(kind: &str) -> bool {
    matches!(kind, kind::DRAW_OFFERED | kind::BACK_ASKED)
}

fn line(said: &Said, sides: &[(Name, String)]) -> TalkLine {
    let Said { number, seq, at, seat, kind, says } = said;
    let (side, name) = sides.get(*seat as usize).cloned().unwrap_or_default();
    let says = match kind.as_str() {
        kind::RESIGNED => format!("{name} resigns."),
        kind::DRAW_OFFERED => format!("{name} offers a draw."),
        kind::DRAW_AGREED => format!("{name} accepts: the game is drawn."),
        kind::DRAW_DECLINED => format!("{name} declines the draw."),
        kind::BACK_ASKED => format!("{name} asks to take the game back to step {says}."),
        kind::BACK_GRANTED => {
            let (to, from) = says.split_once(' ').unwrap_or_default();
            format!("{name} agrees: the game is taken back from step {from} to step {to}.")
        }
        kind::BACK_DECLINED => format!("{name} does not take the game back."),
        kind::TIME_CLAIMED => format!("{name} claims the game: the other side's time has run out."),
        _ => says.clone(),
    };
    TalkLine { number: *number, seq: *seq, at: *at, side, kind: kind.clone(), says }
}
