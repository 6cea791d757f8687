//! A match: a game, its record so far, and what follows from it.

use std::sync::Arc;

use view::{Line, Undo, View};

use crate::{
    Audience, Entry, Game, Header, Journal, Luck, Node, Options, Outcome, Ply, Record, RecordError, Rng,
    RuleRef, Seat, SetupError, Viewer, game::Cited,
};

/// How many journal lines a view carries.
const TAIL: usize = 200;
/// How many lines the summary since one's last decision holds.
const SINCE: usize = 8;

/// A match under way or over. The record is the truth; state and journal follow from it.
pub struct Match<G: Game> {
    game: Arc<G>,
    header: Header,
    scenario: usize,
    options: Options,
    plies: Vec<Ply<G::Action>>,
    state: G::State,
    journal: Journal<G::Event>,
    /// The journal in words, an entry each: told once, shown often.
    told: Vec<Line>,
    /// The last ply showed a hidden fact: undo stops there.
    revealed: Vec<bool>,
}

/// Who sits where and where the draws come from: words for the header of the record.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Players {
    /// Where the draws come from, such as `seed 42`.
    pub luck: String,
    /// Who sits where, such as `german greedy`.
    pub players: Vec<String>,
}

/// Why an action was not played. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Dice are due first.
    #[error("dice are due first")]
    DiceDue,
    /// No dice are due.
    #[error("no dice are due")]
    NoDiceDue,
    /// Another seat decides.
    #[error("it is the other side's decision")]
    NotYourDecision,
    /// The text is no action of this game.
    #[error(transparent)]
    Unreadable(#[from] crate::Unreadable),
    /// The text is no outcome of the draw that is due.
    #[error(transparent)]
    UnreadableLuck(#[from] crate::UnreadableLuck),
    /// The rules forbid it.
    #[error("{says} ({rule})")]
    Refused {
        /// The case that forbids it.
        rule: RuleRef,
        /// Why, in words.
        says: String,
    },
}

/// Why the last step cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoBarred {
    /// Nothing has been played.
    #[error("nothing has been played yet")]
    Nothing,
    /// A draw lies between.
    #[error("dice have been rolled since")]
    Dice,
    /// A hidden fact has been shown.
    #[error("hidden information has been shown since")]
    Reveal,
    /// The other side has acted.
    #[error("the other side has acted since")]
    TheirAction,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match {
            game: self.game.clone(),
            header: self.header.clone(),
            scenario: self.scenario,
            options: self.options,
            plies: self.plies.clone(),
            state: self.state.clone(),
            journal: self.journal.clone(),
            told: self.told.clone(),
            revealed: self.revealed.clone(),
        }
    }
}

impl<G: Game> Match<G> {
    /// A fresh match. The scenario is the first one for `None`.
    pub fn new<S: AsRef<str>>(
        game: Arc<G>,
        scenario: Option<&str>,
        options: &[S],
        players: Players,
    ) -> Result<Match<G>, SetupError> {
        let about = game.about();
        let scenario = about.scenario(scenario)?;
        let options = about.options(options)?;
        let header = Header {
            game: about.id.clone(),
            rules: about.revision,
            data: about.data.clone(),
            scenario: about.scenarios[scenario].id.clone(),
            options: about.option_ids(options),
            luck: players.luck,
            players: players.players,
        };
        let state = game.setup(scenario, options);
        let journal = Journal::new();
        Ok(Match {
            game,
            header,
            scenario,
            options,
            plies: Vec::new(),
            state,
            journal,
            told: Vec::new(),
            revealed: Vec::new(),
        })
    }

    /// Replays a record; every ply is checked as if it were played anew.
    pub fn from_record(game: Arc<G>, record: &Record) -> Result<Match<G>, RecordError> {
        let about = game.about();
        let Header { game: id, rules, data, scenario, options, luck, players } = &record.header;
        if *id != about.id {
            return Err(RecordError::Game { found: id.clone(), expected: about.id.clone() });
        }
        if *rules != about.revision {
            let newer = *rules > about.revision;
            let advice = if newer { "use a newer sandtable" } else { "use the version that made it" };
            let game = id.clone();
            return Err(RecordError::Rules { game, found: *rules, ours: about.revision, advice });
        }
        if *data != about.data {
            return Err(RecordError::Data { found: data.clone(), ours: about.data.clone() });
        }
        let players = Players { luck: luck.clone(), players: players.clone() };
        let mut played = Match::new(game.clone(), Some(scenario), options, players)?;
        for (i, line) in record.lines.iter().enumerate() {
            let result = match line.strip_prefix("* ") {
                Some(luck) => played.play_luck_text(luck),
                None => played.play_text(None, line),
            };
            result.map_err(|error| RecordError::Ply {
                ply: i + 1,
                text: line.clone(),
                reason: error.to_string(),
            })?;
        }
        Ok(played)
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The true position. Players of hidden-information games are given redealt ones.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// What the record says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many actions and draws have been played.
    pub fn seq(&self) -> usize {
        self.plies.len()
    }

    /// Everything that came in.
    pub fn plies(&self) -> &[Ply<G::Action>] {
        &self.plies
    }

    /// Everything it meant.
    pub fn journal(&self) -> &[Entry<G::Event>] {
        self.journal.entries()
    }

    /// Whom the match waits for.
    pub fn node(&self) -> Node {
        self.game.node(&self.state)
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.node() {
            Node::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Plays an action for the seat that decides.
    pub fn play(&mut self, action: G::Action) -> Result<(), PlayError> {
        let seat = match self.node() {
            Node::Decision(seat) => seat,
            Node::Chance(_) => return Err(PlayError::DiceDue),
            Node::Over(_) => return Err(PlayError::Over),
        };
        if let Some(refusal) = self.game.refuse(&self.state, action) {
            return Err(PlayError::Refused { rule: refusal.rule(), says: self.game.explain(&refusal) });
        }
        let revealed = self.game.reveals(&self.state, action);
        self.enter(Ply::Act(seat, action), revealed);
        Ok(())
    }

    /// Plays a notation; with a seat given, only if that seat decides.
    pub fn play_text(&mut self, seat: Option<Seat>, text: &str) -> Result<(), PlayError> {
        match (self.node(), seat) {
            (Node::Decision(decides), Some(seat)) if decides != seat => {
                return Err(PlayError::NotYourDecision);
            }
            _ => {}
        }
        let action = self.game.read(text)?;
        self.play(action)
    }

    /// Plays the outcome of the draw that is due.
    pub fn play_luck(&mut self, luck: Luck) -> Result<(), PlayError> {
        let Node::Chance(draw) = self.node() else { return Err(PlayError::NoDiceDue) };
        if luck.0 >= draw.count() {
            let (text, expected) = (luck.0.to_string(), format!("write a number below {}", draw.count()));
            return Err(crate::UnreadableLuck { text, draw, expected }.into());
        }
        self.enter(Ply::Luck(luck), false);
        Ok(())
    }

    /// Plays the outcome of the draw that is due, from its text.
    pub fn play_luck_text(&mut self, text: &str) -> Result<(), PlayError> {
        let Node::Chance(draw) = self.node() else { return Err(PlayError::NoDiceDue) };
        let luck = draw.read(text)?;
        self.play_luck(luck)
    }

    /// Rolls whatever is due until somebody must choose or the game ends.
    pub fn roll(&mut self, rng: &mut Rng) {
        while let Node::Chance(draw) = self.node() {
            let luck = rng.luck(draw);
            self.enter(Ply::Luck(luck), false);
        }
    }

    fn enter(&mut self, ply: Ply<G::Action>, revealed: bool) {
        self.plies.push(ply);
        self.revealed.push(revealed);
        self.journal.seq = self.plies.len() as u32;
        match ply {
            Ply::Act(_, action) => self.game.apply(&mut self.state, action, &mut self.journal),
            Ply::Luck(luck) => self.game.resolve(&mut self.state, luck, &mut self.journal),
        }
        for entry in &self.journal.entries()[self.told.len()..] {
            self.told.push(line(&*self.game, entry));
        }
    }

    /// Whether this seat may take its last step back, and if not, what bars it.
    pub fn may_undo(&self, seat: Seat) -> Result<(), UndoBarred> {
        match self.plies.last() {
            None => Err(UndoBarred::Nothing),
            Some(Ply::Luck(_)) => Err(UndoBarred::Dice),
            Some(Ply::Act(by, _)) if *by != seat => Err(UndoBarred::TheirAction),
            Some(_) if self.revealed.last() == Some(&true) => Err(UndoBarred::Reveal),
            Some(_) => Ok(()),
        }
    }

    /// Takes this seat's last step back: cuts the record and replays what is left.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoBarred> {
        self.may_undo(seat)?;
        *self = self.up_to(self.plies.len() - 1);
        Ok(())
    }

    /// The same match as it stood after this many plies.
    pub fn up_to(&self, plies: usize) -> Match<G> {
        let mut earlier = Match {
            game: self.game.clone(),
            header: self.header.clone(),
            scenario: self.scenario,
            options: self.options,
            plies: Vec::with_capacity(self.plies.len()),
            state: self.game.setup(self.scenario, self.options),
            journal: Journal::new(),
            told: Vec::new(),
            revealed: Vec::with_capacity(self.plies.len()),
        };
        for (&ply, &revealed) in self.plies.iter().zip(&self.revealed).take(plies) {
            earlier.enter(ply, revealed);
        }
        earlier
    }

    /// The record so far, as text lines under a header.
    pub fn record(&self) -> Record {
        let mut lines = Vec::with_capacity(self.plies.len());
        let mut state = self.game.setup(self.scenario, self.options);
        let mut disabled = Journal::disabled();
        for &ply in &self.plies {
            match ply {
                Ply::Act(_, action) => {
                    lines.push(self.game.write(action));
                    self.game.apply(&mut state, action, &mut disabled);
                }
                Ply::Luck(luck) => {
                    if let Node::Chance(draw) = self.game.node(&state) {
                        lines.push(format!("* {}", draw.write(luck)));
                    }
                    self.game.resolve(&mut state, luck, &mut disabled);
                }
            }
        }
        Record { header: self.header.clone(), lines }
    }

    /// The lines of the journal that this viewer may read, from entry `from` on.
    pub fn lines(&self, viewer: Viewer, from: usize) -> Vec<Line> {
        let told = self.journal.entries().iter().zip(&self.told).skip(from);
        told.filter(|(entry, _)| heard(entry.audience, viewer)).map(|(_, line)| line.clone()).collect()
    }

    /// Everything this viewer sees now.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = self.game.view(&self.state, viewer);
        view.seq = self.plies.len() as u32;
        view.journal = self.lines(viewer, self.journal.entries().len().saturating_sub(TAIL));
        if let Viewer::Seat(seat) = viewer {
            view.undo = self.undo_offer(seat);
            view.since = self.since(seat, viewer);
        }
        view
    }

    fn undo_offer(&self, seat: Seat) -> Undo {
        match self.may_undo(seat) {
            Ok(()) => {
                let last = self.plies.last();
                let action =
                    last.and_then(|ply| if let Ply::Act(_, action) = ply { Some(*action) } else { None });
                let says = action.map_or_else(String::new, |action| self.game.write(action));
                Undo { allowed: true, says: format!("Take back: {says}").into() }
            }
            Err(barrier) => Undo { allowed: false, says: format!("Cannot take back: {barrier}").into() },
        }
    }

    /// What the others did since this seat last decided, in a few lines.
    fn since(&self, seat: Seat, viewer: Viewer) -> Vec<Line> {
        if self.node() != Node::Decision(seat) {
            return Vec::new();
        }
        let own = self.plies.iter().rposition(|ply| matches!(ply, Ply::Act(by, _) if *by == seat));
        let after = own.map_or(0, |index| index as u32 + 1);
        let entries = self.journal.entries();
        let from = entries.partition_point(|entry| entry.seq <= after);
        let mut lines = self.lines(viewer, from);
        lines.retain(|line| line.rank == view::Rank::Fact);
        lines.truncate(SINCE);
        lines
    }
}

/// Whether this viewer may read an entry for this audience.
pub(crate) fn heard(audience: Audience, viewer: Viewer) -> bool {
    match audience {
        Audience::All => true,
        Audience::Only(seat) => viewer.knows(seat),
    }
}

/// Words one entry, with the doubt about its case.
fn line<G: Game>(game: &G, entry: &Entry<G::Event>) -> Line {
    let case = game.rulebook().case(entry.rule.0);
    let mut line = game.tell(entry);
    line.seq = entry.seq;
    line.cites = entry.rule.0.into();
    line.provenance = case.and_then(|case| case.doubt()).map(|doubt| doubt.word().into());
    line
}
