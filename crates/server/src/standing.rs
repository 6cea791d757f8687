//! Standing answers: questions that a seat has answered before it is asked. They are played as its ordinary actions, in one with
//! what led to them, so that nobody has to come for them.
//!
//! Nobody else learns of them: to set or drop one wakes no listener, changes no moment and writes nothing into the record. What the
//! others see is an answer that comes at once. Taking back leads to the question itself, and there the player is asked.

use axum::{Json, extract::State};
use kernel::{Lasts, Node, Seat, Standing};
use proof::By;
use serde::{Deserialize, Serialize};
use store::{Answered, SetAnswer};
use view::Name;

use crate::{
    app::App,
    body::{At, Body},
    error::{Error, Result},
    identity::Caller,
    orders::{self, MOST_FORCED},
    routes::Routes,
    sealed,
    table::{Seated, Table},
    talk::NO_SEAT,
};

/// How many of the plies that were answered in advance are told.
const TOLD: usize = 60;

pub fn routes() -> Routes {
    Routes::default().get("/api/matches/{id}/standing", read).post("/api/matches/{id}/standing", change)
}

/// What a player wants to be answered for him.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    answer: String,
    /// For how long; without it the answer is dropped.
    lasts: Option<Lasts>,
}

/// What the caller may answer in advance.
#[derive(Serialize)]
pub struct Standings {
    standing: Vec<AnswerMeta>,
    /// How many actions and draws have been played: to set an answer to what is asked now plays it.
    seq: usize,
}

#[derive(Serialize)]
struct AnswerMeta {
    id: String,
    says: String,
    cites: String,
    /// How long it may last.
    may: Vec<Lasts>,
    /// How long it lasts, if it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    lasts: Option<Lasts>,
}

/// What a caller's view says of it.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct StandingMeta {
    /// The answers that are set, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set: Vec<String>,
    /// The answer that there is to the question of now.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    /// The last plies that were answered in advance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answered: Vec<i64>,
}

/// What was played without asking.
#[derive(Default)]
pub struct PlayedOn {
    /// What the seat could only answer in one way, by its label.
    pub forced: Vec<Name>,
    /// What the seat had answered in advance, in the words of the game.
    pub told: Vec<Name>,
    /// What anybody had answered in advance.
    pub answered: Vec<Answered>,
}

async fn read(State(app): State<App>, caller: Caller, At(id): At) -> Result<Json<Standings>> {
    let caller = &caller;
    Ok(Json(app.tables.with(&app, id, |table| async move { table.standing(caller, None).await }).await?))
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    At(id): At,
    Body(wish): Body<Wish>,
) -> Result<Json<Standings>> {
    let (caller, wish) = (&caller, &wish);
    let work = |table: Table| async move { table.standing(caller, Some(wish.clone())).await };
    Ok(Json(app.tables.with(&app, id, work).await?))
}

impl Seated {
    /// What may be answered in advance, after what the caller wants of it.
    pub async fn stand(&mut self, caller: &Caller, wish: Option<Wish>) -> Result<Standings> {
        let seat = self.own_seat(caller).ok_or(NO_SEAT)?;
        if let Some(wish) = wish {
            self.change_answer(seat, wish).await?;
        }
        let told = |standing: &Standing| AnswerMeta {
            id: standing.id.clone(),
            says: standing.says.clone(),
            cites: standing.case.clone(),
            may: standing.lasts.clone(),
            lasts: self.set_by(seat).find(|set| set.answer == standing.id).map(lasts),
        };
        let standing = self.answers_of(seat).map(told).collect();
        Ok(Standings { standing, seq: self.play.seq() })
    }

    async fn change_answer(&mut self, seat: Seat, wish: Wish) -> Result<()> {
        if let Some(past) = &self.past {
            return Err(past.refusal(self.rules));
        }
        if self.over() {
            return Err(Error::Refused { says: "The game is over.".to_owned(), case: None });
        }
        let Some(standing) = self.answers_of(seat).find(|it| it.id == wish.answer).cloned() else {
            return Err(Error::bad("answer", "There is no such answer for this side."));
        };
        let Some(lasts) = wish.lasts else {
            self.app.store.drop_answer(self.id, seat.0, &standing.id).await?;
            self.standing.set.retain(|set| set.seat != seat.0 || set.answer != standing.id);
            return Ok(());
        };
        if !standing.lasts.contains(&lasts) {
            return Err(Error::bad("lasts", "This answer does not last so long."));
        }
        let turn = (lasts == Lasts::Turn).then(|| i64::from(self.play.turn()));
        let set = SetAnswer { seat: seat.0, answer: standing.id.clone(), turn };
        self.app.store.set_answer(self.id, set.clone()).await?;
        self.standing.set.retain(|it| it.seat != set.seat || it.answer != set.answer);
        self.standing.set.push(set);
        if self.play.node() != Node::Decision(seat) || !standing.answers(&*self.play) {
            return Ok(());
        }
        // It is asked now: answered like every time from now on.
        self.add_salt(seat, sealed::random(), By::Server).await?;
        let (after, mut lines) = (self.play.seq() as i64, Vec::new());
        let on = self.play_on(seat, &mut lines).await?;
        self.append(Some(seat), after, lines, None, on.answered).await?;
        self.open_early().await?;
        self.lapse(seat).await;
        Ok(())
    }

    /// Plays what is no question and what was answered in advance, with whatever is drawn after it.
    pub async fn play_on(&mut self, seat: Seat, lines: &mut Vec<String>) -> Result<PlayedOn> {
        let mut on = PlayedOn::default();
        for _ in 0..MOST_FORCED {
            let forced = orders::forced(&*self.play, &self.seats);
            if let (Some(forced), Some(by_file)) = (&forced, &self.by_file)
                && by_file.seat() != forced.seat
            {
                // The other side answers in its own letter.
                break;
            }
            let standing = self.standing_answer().filter(|_| forced.is_none()).cloned();
            let (by, action) = match (&forced, &standing, self.play.node()) {
                (Some(forced), ..) => (forced.seat, forced.action.as_str()),
                (None, Some(standing), Node::Decision(by)) => (by, standing.play.as_str()),
                _ => break,
            };
            let Ok(line) = ::orders::enter(&mut *self.play, by, action) else {
                self.reload().await;
                return Err(Error::Unavailable);
            };
            if let Some(standing) = &standing {
                let seq = self.play.seq();
                self.play.answered(seq);
                on.answered.push(Answered { seq: seq as i64, seat: by.0, answer: standing.id.clone() });
            }
            self.seal(std::slice::from_ref(&line));
            lines.push(line);
            self.settle(lines).await?;
            if by == seat {
                on.forced.extend(forced.map(|forced| forced.label));
                on.told.extend(standing.map(|standing| standing.says.into()));
            }
        }
        Ok(on)
    }

    /// What the caller's view says of his standing answers, if he holds a seat and the game has any.
    pub fn standing_meta(&self, caller: &Caller) -> Option<StandingMeta> {
        let seat = self.own_seat(caller).filter(|_| !self.game.rulebook().standing.is_empty())?;
        let asked = match self.play.node() {
            Node::Decision(decides) if decides == seat && self.past.is_none() && !self.over() => {
                self.answers_of(seat).find(|standing| standing.answers(&*self.play))
            }
            _ => None,
        };
        let own = self.standing.answered.iter().filter(|it| it.seat == seat.0);
        let mut answered: Vec<i64> = own.rev().take(TOLD).map(|it| it.seq).collect();
        answered.reverse();
        Some(StandingMeta {
            set: self.set_by(seat).map(|set| set.answer.clone()).collect(),
            asked: asked.map(|standing| standing.id.clone()),
            answered,
        })
    }

    /// The seat that the caller answers for: the one that decides, if he holds several.
    fn own_seat(&self, caller: &Caller) -> Option<Seat> {
        let held = self.held(caller);
        match self.play.node() {
            Node::Decision(seat) if held.contains(&seat) => Some(seat),
            _ => held.first().copied(),
        }
    }

    /// What a seat may answer in advance, as the side that it plays now; nothing in a game by file, where whoever plays also signs.
    fn answers_of(&self, seat: Seat) -> impl Iterator<Item = &Standing> {
        let side = self.play.sides().get(usize::from(seat.0)).cloned();
        let own = move |standing: &&Standing| match (&standing.side, &side) {
            (Some(of), Some(side)) => **of == **side,
            (of, _) => of.is_none(),
        };
        let here = self.by_file.is_none();
        self.game.rulebook().standing.iter().filter(move |standing| here && own(standing))
    }

    /// The answers that a seat has set and that hold in this turn.
    fn set_by(&self, seat: Seat) -> impl Iterator<Item = &SetAnswer> {
        let turn = i64::from(self.play.turn());
        let holds = move |set: &&SetAnswer| set.seat == seat.0 && set.turn.is_none_or(|until| until == turn);
        self.standing.set.iter().filter(holds)
    }

    /// What the seat that decides has answered in advance.
    fn standing_answer(&self) -> Option<&Standing> {
        let Node::Decision(seat) = self.play.node() else { return None };
        // Most seats have set nothing: no question is looked at for them.
        self.set_by(seat).next()?;
        let set = |standing: &&Standing| self.set_by(seat).any(|set| set.answer == standing.id);
        self.answers_of(seat).filter(set).find(|standing| standing.answers(&*self.play))
    }
}

fn lasts(set: &SetAnswer) -> Lasts {
    if set.turn.is_some() { Lasts::Turn } else { Lasts::Game }
}
