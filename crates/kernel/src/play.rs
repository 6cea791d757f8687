//! A match: a game, its record so far, and what follows from it.

use std::sync::Arc;

use view::{Line, Offer, Target, Text, Undo, View};

use crate::{
    Audience, Cause, Difference, Entry, Fate, Game, Header, Journal, Luck, Misplaced, Node, Outcome, Ply,
    Record, RecordError, Revised, Rng, RuleRef, Seat, SetupError, Viewer,
    example::Position,
    game::Cited,
    study,
    telling::{Telling, Told},
};

/// How many journal lines a view carries.
pub(crate) const TAIL: usize = 200;

/// A match under way or over. The record is the truth; state and journal follow from it.
pub struct Match<G: Game> {
    game: Arc<G>,
    header: Header,
    /// The position it began in.
    opening: Arc<G::State>,
    plies: Vec<Ply<G::Action>>,
    state: G::State,
    journal: Journal<G::Event>,
    /// The journal in words: told once, shown often.
    told: Telling,
    /// The last ply showed a hidden fact: undo stops there.
    revealed: Vec<bool>,
    /// The plies, counted from one, that were answered in advance.
    answered: Vec<usize>,
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
            opening: self.opening.clone(),
            plies: self.plies.clone(),
            state: self.state.clone(),
            journal: self.journal.clone(),
            told: self.told.clone(),
            revealed: self.revealed.clone(),
            answered: self.answered.clone(),
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
            revised: Vec::new(),
            origin: None,
            position: None,
        };
        let state = game.setup(scenario, options);
        let told = Telling::new(about.sides.len());
        let journal = Journal::new();
        Ok(Match {
            game,
            header,
            opening: Arc::new(state.clone()),
            plies: Vec::new(),
            state,
            journal,
            told,
            revealed: Vec::new(),
            answered: Vec::new(),
        })
    }

    /// A match from an arranged position, for lessons and worked examples.
    pub fn arranged(
        game: Arc<G>,
        scenario: Option<&str>,
        options: &[String],
        position: &Position,
    ) -> Result<Match<G>, String> {
        let mut staged =
            Match::new(game, scenario, options, Players::default()).map_err(|error| error.to_string())?;
        staged.game.arrange(&mut staged.state, position).map_err(|error| error.to_string())?;
        staged.game.invariant(&staged.state).map_err(|broken| format!("position: {broken}"))?;
        staged.opening = Arc::new(staged.state.clone());
        staged.header.position = Some(position.clone());
        Ok(staged)
    }

    /// A match from a position set up by hand. Its record says how it began.
    pub fn from_position(
        game: Arc<G>,
        scenario: Option<&str>,
        options: &[String],
        position: &Position,
        players: Players,
    ) -> Result<Match<G>, Misplaced> {
        let base = study::base(&game, scenario, options, position)?;
        let state = study::arrange(&*game, &base.state, position)?;
        let told = Telling::new(game.about().sides.len());
        let Players { luck, players } = players;
        let set_up = (*position != Position::default()).then(|| position.clone());
        let header = Header { luck, players, position: set_up, ..base.header };
        Ok(Match {
            opening: Arc::new(state.clone()),
            header,
            plies: Vec::new(),
            state,
            journal: Journal::new(),
            told,
            revealed: Vec::new(),
            answered: Vec::new(),
            game,
        })
    }

    /// The match that a record begins with.
    fn begun(game: &Arc<G>, header: &Header) -> Result<Match<G>, RecordError> {
        match &header.position {
            None => {
                Ok(Match::new(game.clone(), Some(&header.scenario), &header.options, Players::default())?)
            }
            Some(position) => {
                game.about().scenario(Some(&header.scenario))?;
                game.about().options(&header.options)?;
                let (scenario, options) = (Some(header.scenario.as_str()), &header.options);
                Match::from_position(game.clone(), scenario, options, position, Players::default())
                    .map_err(RecordError::Position)
            }
        }
    }

    /// Replays a record; every ply is checked as if it were played anew. One of an earlier revision goes on under these
    /// rules if all of it is still legal.
    pub fn from_record(game: Arc<G>, record: &Record) -> Result<Match<G>, RecordError> {
        let (found, ours) = (record.header.revision(), game.about().revision);
        match Match::replay(game, record)? {
            (played, Fate::GoesOn) => Ok(played),
            (_, Fate::OtherTables { found, ours }) => Err(RecordError::Data { found, ours }),
            (_, Fate::Differs(differs)) if found == ours => {
                let reason = differs.reason();
                Err(RecordError::Ply { ply: differs.ply, text: differs.text, reason })
            }
            (_, Fate::Differs(differs)) => {
                Err(RecordError::Differs { game: record.header.game.clone(), found, ours, differs })
            }
        }
    }

    /// Replays a record as far as it goes under these rules and tables, and says what becomes of it.
    pub fn replay(game: Arc<G>, record: &Record) -> Result<(Match<G>, Fate), RecordError> {
        let about = game.about();
        let (header, ours) = (&record.header, about.revision);
        if header.game != about.id {
            return Err(RecordError::Game { found: header.game.clone(), expected: about.id.clone() });
        }
        if header.revision() > ours {
            let (game, found) = (header.game.clone(), header.revision());
            return Err(RecordError::Rules { game, found, ours });
        }
        let other_tables = (header.data != about.data)
            .then(|| Fate::OtherTables { found: header.data.clone(), ours: about.data.clone() });
        let (mut played, mut fate) = match Match::begun(&game, header) {
            Ok(played) => (played, Fate::GoesOn),
            Err(error) if header.revision() == ours && other_tables.is_none() => return Err(error),
            Err(error) => {
                let scenario = about.scenario(Some(&header.scenario)).is_ok().then_some(&*header.scenario);
                let played = Match::new::<&str>(game.clone(), scenario, &[], Players::default())?;
                (played, Fate::Differs(Difference::of_setup(&error)))
            }
        };
        played.header = header.clone();
        for revised in &mut played.header.revised {
            revised.ply = revised.ply.min(record.lines.len());
        }
        played.tell_revisions();
        for (i, line) in record.lines.iter().enumerate() {
            if fate != Fate::GoesOn {
                break;
            }
            let result = match line.strip_prefix("* ") {
                Some(luck) => played.play_luck_text(luck),
                None => played.play_text(None, line),
            };
            if let Err(error) = result {
                fate = Fate::Differs(Difference::of_ply(i + 1, line, &error));
            }
        }
        let fate = other_tables.unwrap_or(fate);
        if fate == Fate::GoesOn && header.revision() < ours && played.outcome().is_none() {
            played.revise(ours);
        }
        Ok((played, fate))
    }

    /// From here on this revision of the rules is played.
    fn revise(&mut self, rules: u32) {
        let revised = Revised { ply: self.plies.len(), rules };
        self.header.revised.push(revised);
        self.told.add([revised.told()]);
    }

    /// Tells what changed of the rules at this moment.
    fn tell_revisions(&mut self) {
        let ply = self.plies.len();
        let now = self.header.revised.iter().filter(|revised| revised.ply == ply);
        self.told.add(now.map(Revised::told));
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
        let noted = self.journal.entries().len();
        match ply {
            Ply::Act(_, action) => self.game.apply(&mut self.state, action, &mut self.journal),
            Ply::Luck(luck) => self.game.resolve(&mut self.state, luck, &mut self.journal),
        }
        let notes = self.journal.entries()[noted..].iter();
        self.told.add(notes.map(|entry| Told::fact(entry.audience, line(&*self.game, entry))));
        self.tell_revisions();
    }

    /// The match as this seat goes on already while another is asked, if it may (see [`crate::Rules::ahead`]). It serves to show
    /// and to check what the seat decides; what is kept is played in its turn.
    pub fn ahead(&self, seat: Seat) -> Option<Match<G>> {
        let state = self.game.ahead(&self.state, seat)?;
        Some(Match { state, ..self.clone() })
    }

    /// Remembers that the last of so many plies was answered in advance. It is no visit of its player: what the others did before it
    /// is still to be shown to him.
    pub fn answered(&mut self, plies: usize) {
        self.answered.push(plies);
    }

    /// Whether this seat may take its last step back, and if not, what bars it.
    pub fn may_undo(&self, seat: Seat) -> Result<(), UndoBarred> {
        self.may_cut(&[seat], self.plies.len())
    }

    /// Whether these seats may take back the last of so many plies.
    fn may_cut(&self, seats: &[Seat], plies: usize) -> Result<(), UndoBarred> {
        match self.plies[..plies].last() {
            None => Err(UndoBarred::Nothing),
            Some(Ply::Luck(_)) => Err(UndoBarred::Dice),
            Some(Ply::Act(by, _)) if !seats.contains(by) => Err(UndoBarred::TheirAction),
            Some(_) if self.revealed[plies - 1] => Err(UndoBarred::Reveal),
            Some(_) => Ok(()),
        }
    }

    /// Takes this seat's last step back: cuts the record and replays what is left.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoBarred> {
        self.undo_to(&[seat], self.plies.len().saturating_sub(1))
    }

    /// Takes back the steps of these seats above so many plies, at least one: all of them or none. What is left is replayed
    /// once.
    pub fn undo_to(&mut self, seats: &[Seat], to: usize) -> Result<(), UndoBarred> {
        let mut left = self.plies.len();
        loop {
            self.may_cut(seats, left)?;
            left -= 1;
            if left <= to {
                break;
            }
        }
        // What is played in its place is played by the rules of now.
        for revised in &mut self.header.revised {
            revised.ply = revised.ply.min(left);
        }
        *self = self.up_to(left);
        Ok(())
    }

    /// The same match as it stood after this many plies.
    pub fn up_to(&self, plies: usize) -> Match<G> {
        let mut earlier = Match {
            game: self.game.clone(),
            header: self.header.clone(),
            opening: self.opening.clone(),
            plies: Vec::with_capacity(self.plies.len()),
            state: (*self.opening).clone(),
            journal: Journal::new(),
            told: Telling::new(self.game.about().sides.len()),
            revealed: Vec::with_capacity(self.plies.len()),
            answered: self.answered.iter().copied().filter(|&answered| answered <= plies).collect(),
        };
        earlier.tell_revisions();
        for (&ply, &revealed) in self.plies.iter().zip(&self.revealed).take(plies) {
            earlier.enter(ply, revealed);
        }
        earlier
    }

    /// The record so far, as text lines under a header.
    pub fn record(&self) -> Record {
        let mut lines = Vec::with_capacity(self.plies.len());
        let mut state = (*self.opening).clone();
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
        let mut header = self.header.clone();
        header.revised.retain(|revised| revised.ply <= lines.len());
        Record { header, lines }
    }

    /// Every fact of the journal in words, one by one, whoever may know it.
    pub fn facts(&self) -> &[Arc<Line>] {
        self.told.facts()
    }

    /// Everything that was told, one by one, and to whom.
    pub fn told(&self) -> Vec<Told> {
        self.told.all()
    }

    /// The lines of this viewer's journal from number `from` on. A march that goes on changes its line.
    pub fn lines(&self, viewer: Viewer, from: usize) -> Vec<Arc<Line>> {
        self.told.lines(viewer, from)
    }

    /// The journal in words.
    pub(crate) fn telling(&self) -> &Telling {
        &self.told
    }

    /// Everything this viewer sees now.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = self.game.view(&self.state, viewer);
        let from = self.told.count(viewer).saturating_sub(TAIL);
        view.seq = self.plies.len() as u32;
        view.turn = self.game.turn(&self.state);
        view.journal_from = from as u32;
        view.journal = self.lines(viewer, from);
        self.foresee(&mut view.offers);
        if let Viewer::Seat(seat) = viewer {
            view.undo = self.undo_offer(seat);
            view.since = self.since(seat);
        }
        view
    }

    /// Says of every offer with odds whether its dice are thrown at once, and in games that hide nothing of every button whether
    /// its seat still decides after it: where something is hidden, who decides next may depend on it, and the game says so
    /// itself of what always ends a part of the turn.
    pub(crate) fn foresee(&self, offers: &mut [Offer]) {
        let now = self.node();
        let open = self.game.is_open();
        for offer in offers {
            let button = matches!(offer.target, Target::Button(_));
            if offer.odds.is_none() && !button {
                continue;
            }
            let Ok(action) = self.game.read(&offer.action) else { continue };
            let mut next = self.state.clone();
            self.game.apply(&mut next, action, &mut Journal::disabled());
            let then = self.game.node(&next);
            offer.rolls = offer.odds.is_some() && matches!(then, Node::Chance(_));
            if open {
                offer.ends = button && then != now && !self.game.reveals(&self.state, action);
            }
        }
    }

    pub(crate) fn undo_offer(&self, seat: Seat) -> Undo {
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

    /// After how many plies the others began to act last: behind the seat's own last action before theirs.
    pub(crate) fn since(&self, seat: Seat) -> u32 {
        let by =
            |own: bool| move |ply: &Ply<G::Action>| matches!(ply, Ply::Act(by, _) if (*by == seat) == own);
        let Some(theirs) = self.plies.iter().rposition(by(false)) else { return self.plies.len() as u32 };
        let mut before = self.plies[..theirs].iter().enumerate().rev();
        let own = before.find(|&(index, ply)| by(true)(ply) && !self.answered.contains(&(index + 1)));
        own.map_or(0, |(index, _)| index as u32 + 1)
    }
}

impl Difference {
    fn of_ply(ply: usize, text: &str, error: &PlayError) -> Difference {
        let (cause, says) = match error {
            PlayError::Refused { rule, says } => (Cause::Case(rule.0.to_owned()), says.clone()),
            PlayError::DiceDue => (Cause::DiceDue, error.to_string()),
            PlayError::NoDiceDue => (Cause::NoDiceDue, error.to_string()),
            PlayError::UnreadableLuck(_) => (Cause::OtherDice, error.to_string()),
            PlayError::Over => (Cause::Over, error.to_string()),
            PlayError::Unreadable(_) | PlayError::NotYourDecision => (Cause::Unreadable, error.to_string()),
        };
        Difference { ply, text: text.to_owned(), cause, says }
    }

    fn of_setup(error: &RecordError) -> Difference {
        Difference { ply: 0, text: String::new(), cause: Cause::Setup, says: error.to_string() }
    }
}

impl Revised {
    /// Tells the reader that the rules changed between two plies.
    pub fn told(&self) -> Told {
        let line = Line {
            seq: self.ply as u32,
            says: Text::from(format!("From here on by revision {} of the rules.", self.rules).as_str()),
            ..Line::default()
        };
        Told { audience: Audience::All, line, revision: Some(self.rules) }
    }
}

/// Words one entry, with the doubt about its case.
fn line<G: Game>(game: &G, entry: &Entry<G::Event>) -> Line {
    let case = game.rulebook().case(entry.rule.0);
    let mut line = game.tell(entry);
    line.seq = entry.seq;
    line.cites = entry.rule.0.into();
    line.provenance = case.and_then(|case| case.doubt());
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dummy::{Dummy, LEFT, RIGHT};

    /// A die after each choice, for ever.
    const OLD: &str = "left(go: die(@1 right(hold: ^, yield: =left), ^), stay: ^)";

    fn dummy(tree: &str, revision: u32) -> Arc<Dummy> {
        Arc::new(Dummy::tree(tree).unwrap().of_revision(revision))
    }

    fn played(lines: &[&str]) -> Record {
        let mut play = Match::new(dummy(OLD, 1), None, &["long"], Players::default()).unwrap();
        for line in lines {
            match line.strip_prefix("* ") {
                Some(luck) => play.play_luck_text(luck).unwrap(),
                None => play.play_text(None, line).unwrap(),
            }
        }
        play.record()
    }

    fn says(play: &Match<Dummy>) -> Vec<String> {
        play.lines(Viewer::Spectator, 0).iter().map(|line| line.says.to_string()).collect()
    }

    #[test]
    fn what_the_others_did_last_begins_behind_ones_own_last_action_before_it() {
        let mut play = Match::new(dummy(OLD, 1), None, &["long"], Players::default()).unwrap();
        let since = |play: &Match<Dummy>, seat| play.view(Viewer::Seat(seat)).since;
        assert_eq!(since(&play, LEFT), 0, "nobody has acted");
        play.play_text(None, "go").unwrap();
        assert_eq!(since(&play, LEFT), 1, "only the viewer has acted");
        play.play_luck_text("1").unwrap();
        play.play_text(None, "hold").unwrap();
        assert_eq!(since(&play, LEFT), 1, "the die and the other's action");
        play.play_text(None, "stay").unwrap();
        assert_eq!(since(&play, LEFT), 1, "one's own next step does not end it");
    }

    #[test]
    fn what_was_answered_in_advance_is_no_visit() {
        let tree = "left(go: right(hold: left(stay: right(on: left(x: ^, y: ^), z: ^), z: ^), z: ^), z: ^)";
        let mut play = Match::new::<&str>(dummy(tree, 1), None, &[], Players::default()).unwrap();
        let since = |play: &Match<Dummy>, seat| play.view(Viewer::Seat(seat)).since;
        for action in ["go", "hold", "stay", "on"] {
            play.play_text(None, action).unwrap();
        }
        assert_eq!((since(&play, LEFT), since(&play, RIGHT)), (3, 2));
        play.answered(3);
        assert_eq!((since(&play, LEFT), since(&play, RIGHT)), (1, 2));
        assert_eq!(since(&play.up_to(3), LEFT), 1);
        let mut again = play.up_to(2);
        again.play_text(None, "stay").unwrap();
        again.play_text(None, "on").unwrap();
        assert_eq!(since(&again, LEFT), 3, "what was taken back was not answered");
    }

    #[test]
    fn a_record_of_an_earlier_revision_goes_on_where_all_of_it_is_still_legal() {
        let record = played(&["stay", "go", "* 1"]);
        let (mut play, fate) = Match::replay(dummy(OLD, 3), &record).unwrap();
        assert_eq!(fate, Fate::GoesOn);
        let line = "From here on by revision 3 of the rules.";
        assert_eq!(says(&play).last().unwrap(), line);
        assert_eq!(play.view(Viewer::Spectator).journal.last().unwrap().seq, 3);
        // It stands where it began while the game goes on, and in the record.
        play.play_text(None, "hold").unwrap();
        let place = says(&play).iter().position(|says| says == line).unwrap();
        assert!(place + 1 < says(&play).len());
        let kept = play.record();
        assert_eq!(kept.header.rules, 1);
        assert_eq!(kept.header.revised, [Revised { ply: 3, rules: 3 }]);
        let again = Match::from_record(dummy(OLD, 3), &Record::parse(&kept.to_text()).unwrap()).unwrap();
        assert_eq!(says(&again), says(&play));
        assert_eq!(again.record(), kept);
        // An earlier position knows nothing of it.
        assert!(!says(&play.up_to(2)).iter().any(|says| says == line));
        assert_eq!(play.up_to(2).record().header.revised, []);
        // A fourth revision comes on top of the third.
        let later = Match::from_record(dummy(OLD, 4), &kept).unwrap();
        assert_eq!(later.header().revised.last(), Some(&Revised { ply: 4, rules: 4 }));
        assert_eq!(later.header().revision(), 4);
    }

    #[test]
    fn taking_back_what_an_earlier_revision_played_goes_on_under_these_rules() {
        let record = played(&["stay", "stay"]);
        let mut play = Match::from_record(dummy(OLD, 2), &record).unwrap();
        play.undo(LEFT).unwrap();
        assert_eq!(play.record().header.revised, [Revised { ply: 1, rules: 2 }]);
        assert_eq!(says(&play).iter().filter(|says| says.contains("revision 2")).count(), 1);
    }

    #[test]
    fn many_steps_are_taken_back_by_one_replay_and_barred_ones_by_none() {
        let game =
            dummy("left(go: die(@1 right(hold: ^, yield: =left), ^), stay: ^, turn: right(back: ^))", 1);
        let mut play = Match::new(game.clone(), None, &["long"], Players::default()).unwrap();
        for line in ["go", "* 2", "stay", "stay", "stay", "turn", "back"] {
            match line.strip_prefix("* ") {
                Some(luck) => play.play_luck_text(luck).unwrap(),
                None => play.play_text(None, line).unwrap(),
            }
        }
        let both = [LEFT, RIGHT];
        let played = game.applied();
        for (seats, to, barred) in [
            (&[LEFT][..], 2, UndoBarred::TheirAction),
            (&[RIGHT][..], 2, UndoBarred::TheirAction),
            (&both[..], 1, UndoBarred::Dice),
            (&both[..], 0, UndoBarred::Dice),
        ] {
            assert_eq!(play.undo_to(seats, to), Err(barred));
        }
        assert_eq!((play.seq(), game.applied()), (7, played), "what is barred is not even tried");
        play.undo_to(&both, 2).unwrap();
        assert_eq!((play.seq(), game.applied() - played), (2, 1), "one action is left, and played once");
        assert_eq!(play.record().lines, ["go", "* 2"]);
        // At least one step, however high one aims; nothing is left before the first.
        play.play_text(None, "stay").unwrap();
        play.undo_to(&both, 99).unwrap();
        assert_eq!(play.seq(), 2);
        let mut fresh = Match::new(game, None, &["long"], Players::default()).unwrap();
        assert_eq!(fresh.undo_to(&both, 0), Err(UndoBarred::Nothing));
    }

    #[test]
    fn a_game_that_is_over_does_not_go_on() {
        let record = played(&["go", "* 1", "yield"]);
        let play = Match::from_record(dummy(OLD, 2), &record).unwrap();
        assert!(play.outcome().is_some());
        assert_eq!(play.record(), record);
    }

    #[test]
    fn a_difference_names_its_ply_and_what_it_differs_by() {
        let record = played(&["stay", "go", "* 1", "hold"]);
        let differs = |tree: &str| match Match::replay(dummy(tree, 2), &record).unwrap() {
            (play, Fate::Differs(it)) => {
                assert_eq!(Some(play.seq()), it.common());
                assert!(!says(&play).iter().any(|says| says.contains("revision")));
                (it.ply, it.cause)
            }
            (_, fate) => panic!("{tree}: {fate:?}"),
        };
        let refused = "left(go: die(@1 right(give: ^, yield: =left), ^), stay: ^, hold: ^)";
        assert_eq!(differs(refused), (4, Cause::Case("1.2".to_owned())));
        assert_eq!(differs("left(go: @1 right(hold: ^, yield: =left), stay: ^)"), (3, Cause::NoDiceDue));
        let due = "left(go: die(@1 right(hold: ^, yield: =left), ^), stay: die(^, ^))";
        assert_eq!(differs(due), (2, Cause::DiceDue));
        assert_eq!(differs("left(go: die(=left, ^), stay: =right)"), (2, Cause::Over));
        assert_eq!(differs("left(go: die(=left, ^), rest: ^)"), (1, Cause::Unreadable));
        let error = Match::from_record(dummy(refused, 2), &record).err().unwrap().to_string();
        for words in ["revision 1 of dummy", "differs under revision 2", "ply 4 ('hold')", "(1.2)"] {
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn other_dice_differ() {
        let record = played(&["go", "* 2"]);
        let (_, fate) = Match::replay(dummy("left(go: cup(=left), stay: ^)", 2), &record).unwrap();
        assert!(
            matches!(fate, Fate::Differs(Difference { ply: 2, cause: Cause::OtherDice, .. })),
            "{fate:?}"
        );
    }

    #[test]
    fn a_set_up_that_is_gone_is_told_and_something_is_shown() {
        let mut record = played(&["stay"]);
        record.header.options.push("moonlight".to_owned());
        let (play, fate) = Match::replay(dummy(OLD, 2), &record).unwrap();
        let Fate::Differs(differs) = fate else { panic!("{fate:?}") };
        assert_eq!((differs.ply, differs.common(), &differs.cause), (0, None, &Cause::Setup));
        assert!(differs.says.contains("moonlight"), "{}", differs.says);
        assert_eq!(play.seq(), 0);
        // Under its own revision it is a mistake.
        assert!(matches!(Match::replay(dummy(OLD, 1), &record), Err(RecordError::Setup(_))));
    }

    #[test]
    fn other_tables_are_told_apart_and_newer_rules_are_refused() {
        let record = played(&["stay"]);
        let game = Arc::new(Dummy::tree(OLD).unwrap().with_tables("0123abcd"));
        let (play, fate) = Match::replay(game.clone(), &record).unwrap();
        assert_eq!(fate, Fate::OtherTables { found: "builtin".to_owned(), ours: "0123abcd".to_owned() });
        assert_eq!((play.seq(), play.record()), (1, record.clone()));
        assert!(matches!(Match::from_record(game, &record), Err(RecordError::Data { .. })));
        let newer = Match::from_record(dummy(OLD, 3), &record).unwrap().record();
        let error = Match::replay(dummy(OLD, 2), &newer).err().unwrap();
        assert!(error.to_string().contains("revision 3") && error.to_string().contains("newer sandtable"));
    }
}
