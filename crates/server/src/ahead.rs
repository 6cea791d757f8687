//! Decisions that two seats take in secret of each other. Whoever is asked second may decide at once: what he decides is kept
//! sealed and played in his turn, so that nobody waits and the order of deciding tells nothing.

use kernel::{Node, Seat, Viewer, erased::AnyMatch};
use proof::By;
use store::{Early, StoreError};
use view::{Prompt, Says, Undo, View};

use crate::{
    error::{Error, Result},
    identity::Caller,
    orders::LONGEST,
    sealed::random,
    table::Seated,
};

/// What a seat that is not asked yet decides already.
pub struct Ahead {
    pub seat: Seat,
    /// The match as this seat goes on, with what it has sealed; without the last click, if that is all.
    play: Box<dyn AnyMatch>,
    /// How many clicks are sealed.
    pub sealed: usize,
    /// Whether its part is done.
    done: bool,
}

impl Ahead {
    /// How many steps the seat knows of: those of the match, and its own.
    pub fn seq(&self, table: &Seated) -> usize {
        table.play.seq() + self.sealed
    }

    /// The match as the seat goes on.
    pub fn play(&self) -> &dyn AnyMatch {
        &*self.play
    }

    /// Whether the seat still has something to decide.
    pub fn asks(&self) -> bool {
        !self.done
    }

    /// What the seat sees.
    pub fn view(&self, table: &Seated) -> View {
        let mut view = self.play.view(Viewer::Seat(self.seat));
        view.seq = self.seq(table) as u32;
        view.undo = Undo { allowed: self.sealed > 0, says: "".into() };
        if self.done {
            view.offers.clear();
            view.decides = table.play.view(Viewer::Seat(self.seat)).decides;
            let lead = "Your decision is sealed.".into();
            let rest = "It is opened when the other side has decided too.".into();
            view.prompt = Prompt { cites: view.prompt.cites, says: Says { lead, rest } };
        }
        view
    }
}

impl Seated {
    /// What this caller decides already while another is asked, if he holds one seat and it may.
    pub fn ahead(&self, caller: &Caller) -> Option<Ahead> {
        let [seat] = self.held(caller)[..] else { return None };
        if self.past.is_some() || self.club.result.is_some() || self.play.node() == Node::Decision(seat) {
            return None;
        }
        let mut play = self.play.ahead(seat)?;
        let lines = self.early_of(seat);
        let mut done = false;
        for line in lines {
            done = play.reveals(line);
            if done {
                break;
            }
            play.play(seat, line).ok()?;
        }
        Some(Ahead { seat, play, sealed: lines.len(), done })
    }

    pub fn early_of(&self, seat: Seat) -> &[String] {
        self.early.iter().find(|it| it.seat == seat.0).map_or(&[], |it| &it.lines)
    }

    /// Seals one more click.
    pub async fn write_early(&mut self, ahead: Ahead, action: &str) -> Result<usize> {
        let Ahead { seat, mut play, done, .. } = ahead;
        if done {
            return Err(Error::Forbidden("It is another side's decision."));
        }
        if action.len() > LONGEST {
            return Err(Error::bad("action", "No action is that long."));
        }
        let legal = play.legal().iter().any(|legal| legal == action);
        play.play(seat, action)?;
        let line = if legal { Some(action.to_owned()) } else { play.record().lines.pop() };
        let mut lines = self.early_of(seat).to_vec();
        lines.extend(line);
        self.keep_early(Early { seat: seat.0, lines }).await
    }

    /// Takes the last sealed click back.
    pub async fn take_early_back(&mut self, ahead: &Ahead) -> Result<usize> {
        let mut lines = self.early_of(ahead.seat).to_vec();
        if lines.pop().is_none() {
            return Err(Error::Refused { says: "Nothing has been decided yet.".to_owned(), case: None });
        }
        self.keep_early(Early { seat: ahead.seat.0, lines }).await
    }

    async fn keep_early(&mut self, early: Early) -> Result<usize> {
        let seq = self.play.seq() + early.lines.len();
        let kept =
            self.app.store.write_early(self.id, self.play.seq() as i64, self.undos, early.clone()).await;
        match kept {
            Ok(()) => {}
            Err(StoreError::MovedOn) => return Err(Error::Stale { seq: self.play.seq() }),
            Err(error) => return Err(error.into()),
        }
        self.turning.stale = true;
        self.turning.acted.insert(usize::from(early.seat));
        self.early.retain(|it| it.seat != early.seat);
        if !early.lines.is_empty() {
            self.early.push(early);
        }
        self.seen_anew();
        Ok(seq)
    }

    /// Plays what was sealed by a seat that is asked now; forgets what another course of the game has made void.
    pub async fn open_early(&mut self) -> Result<()> {
        while let Node::Decision(seat) = self.play.node() {
            let lines = self.early_of(seat).to_vec();
            if lines.is_empty() {
                break;
            }
            self.early.retain(|it| it.seat != seat.0);
            self.add_salt(seat, random(), By::Server).await?;
            match self.enter_all(seat, &lines, Some(seat.0)).await {
                Ok(_) => {}
                // Another course of the game has made it void.
                Err(Error::Refused { .. }) => {
                    self.keep_early(Early { seat: seat.0, lines: Vec::new() }).await?;
                }
                Err(error) => return Err(error),
            }
        }
        let void: Vec<u8> =
            self.early.iter().map(|it| it.seat).filter(|&it| self.play.ahead(Seat(it)).is_none()).collect();
        for seat in void {
            self.keep_early(Early { seat, lines: Vec::new() }).await?;
        }
        Ok(())
    }
}
