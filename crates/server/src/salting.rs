//! Salts at the table: who sends one, who is given one, and what waits for them.

use kernel::{Node, Seat};
use proof::{By, Salt};
use store::StoreError;

use crate::{
    error::{Error, Result},
    identity::Caller,
    look,
    sealed::{self, ProofMeta},
    table::{HUMAN, Seated},
};

impl Seated {
    /// What is told of the proof of this match.
    pub fn proof_meta(&self) -> ProofMeta {
        if self.by_file.is_some() {
            return sealed::shares(self.seats.len());
        }
        sealed::meta(self.sealed.as_ref(), self.seats.len(), self.over())
    }

    /// The record with its proof, unless it would tell what somebody may not know.
    pub fn record(&self) -> Result<String> {
        let ended = self.club.result.is_some();
        let record = match &self.past {
            Some(past) => past.record()?,
            None => look::record(&*self.play, ended)?,
        };
        // What was taken back may have been a secret: it stands in the proof once the game is over.
        let told = self.sealed.as_ref().filter(|it| self.over() || !it.has_cuts());
        let section = told.and_then(|it| it.section(&record, &*self.play, self.over()));
        Ok(record.to_text() + &section.unwrap_or_default())
    }

    /// The caller's salt, for every seat of his that has none.
    pub async fn take_salt(&mut self, caller: &Caller, salt: Salt) -> Result<ProofMeta> {
        let held = self.held(caller);
        if held.is_empty() {
            return Err(Error::Forbidden("You hold no seat in this match."));
        }
        let refused = |says: &str| Err(Error::Refused { says: says.to_owned(), case: None });
        let Some(sealed) = &self.sealed else {
            return refused("Nothing proves the dice of this game, so that it needs no salt.");
        };
        if self.over() {
            return refused("The game is over: no dice are left to be salted.");
        }
        if held.iter().all(|seat| sealed.has_salt(seat.0)) {
            return refused("Your side has its salt already.");
        }
        for seat in held {
            // Another server may have written meanwhile: the match is read again, and the salt comes after that.
            match self.add_salt(seat, salt, By::Own).await {
                Err(Error::Stale { .. }) => self.add_salt(seat, salt, By::Own).await?,
                added => added?,
            }
        }
        Ok(self.proof_meta())
    }

    /// Keeps the salt of a seat that has none, and returns when it is on disk.
    pub async fn add_salt(&mut self, seat: Seat, salt: Salt, by: By) -> Result<()> {
        let at = self.play.seq();
        let Some(sealed) = self.sealed.as_mut().filter(|sealed| !sealed.has_salt(seat.0)) else {
            return Ok(());
        };
        let aside = sealed.salt(at, seat.0, salt, by);
        match self.app.store.aside(self.id, self.undos, aside).await {
            Ok(()) => self.undos += 1,
            Err(error) => {
                // Another server has the match, or the disk does not take it: the match is what the disk says.
                self.reload().await;
                return Err(match error {
                    StoreError::MovedOn => Error::Stale { seq: self.play.seq() },
                    error => error.into(),
                });
            }
        }
        self.shared.tell();
        Ok(())
    }

    /// Whether a person at the table has yet to send his salt: dice and machines wait for it at the beginning.
    pub fn waits_for_salt(&self) -> bool {
        let Some(sealed) = &self.sealed else { return false };
        let mut seats = (0..).zip(&self.seats);
        seats.any(|(number, seat)| seat.player == HUMAN && seat.holder.is_some() && !sealed.has_salt(number))
    }

    /// Draws what is due before anybody decides, once the salts are there.
    pub async fn draw_due(&mut self) {
        let waits = self.by_file.is_some() || self.waits_for_salt();
        if self.past.is_some() || waits || !matches!(self.play.node(), Node::Chance(_)) {
            return;
        }
        let (after, mut lines) = (self.play.seq() as i64, Vec::new());
        if self.settle(&mut lines).await.is_err() {
            return;
        }
        if let Err(error) = self.append(None, after, lines, None, Vec::new()).await {
            tracing::error!(id = %self.id, %error, "the first draws could not be kept");
        }
    }
}
