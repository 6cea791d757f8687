//! A finished match goes on as a match of another game that is set up from its end: with the same people on the same sides.
//! Which games lead on, and how, `games::link` knows.

use games::{
    Opened,
    link::{self, Joint, Link},
};
use kernel::erased::AnyMatch;
use serde::Serialize;
use store::{MatchId, NewMatch, NewSeat, Saved, SavedOrigin, SavedPrologue, Store, StoreError, Terms};

use crate::{
    app::App,
    clock::Pace,
    dice,
    error::{Error, Result},
    identity::{Caller, secret},
    look::{self, now},
    matches::{FRIEND, url},
    sealed,
    table::{HUMAN, Seated},
};

/// How a match hangs together with one of another game.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct LinkMeta {
    /// What the one means for the other, in a sentence.
    says: String,
    /// What the way there is called.
    label: String,
    /// Where the other match is, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// What a table knows of the matches before and after it.
#[derive(Default)]
pub struct Linked {
    /// What the match before left.
    pub prologue: Option<SavedPrologue>,
    /// The match after it.
    pub sequel: Option<MatchId>,
    /// What it leaves itself, worked out once when it is over.
    leaves: Option<Option<Link>>,
}

/// What a kept match was left by one of another game. One that goes on under new rules was left what the one before it was.
pub async fn prologue(store: &Store, saved: &Saved) -> Result<Option<SavedPrologue>, StoreError> {
    let mut origin = saved.start.origin.clone();
    while let Some(SavedOrigin { prologue, continues, .. }) = origin {
        match (prologue, continues) {
            (None, Some(before)) => origin = store.load(before).await?.and_then(|saved| saved.start.origin),
            (prologue, _) => return Ok(prologue),
        }
    }
    Ok(None)
}

impl Linked {
    pub fn new(prologue: Option<SavedPrologue>, saved: &Saved) -> Linked {
        Linked { prologue, sequel: saved.sequel, leaves: None }
    }

    /// What a finished match leaves, if it leads on.
    fn leaves(&mut self, app: &App, play: &dyn AnyMatch) -> Option<&Link> {
        play.outcome()?;
        let find = || {
            let leads = play.header().game == link::FROM;
            leads.then(|| link::link(&play.record(), &app.shelf.overlay).ok()).flatten()
        };
        self.leaves.get_or_insert_with(find).as_ref()
    }
}

/// What is told of the matches before and after this one.
pub fn meta(table: &mut Seated) -> Option<LinkMeta> {
    let Seated { app, play, linked, past, .. } = table;
    if let Some(SavedPrologue { follows, score, game, .. }) = &linked.prologue {
        let title = title(app, game);
        let says = match link::joint(&**play, *score as i16) {
            Some(Joint { says, .. }) => says,
            None => format!(
                "This game was set up from the end of {title}, which adds {score:+} to the Axis total of both together (10.9)."
            ),
        };
        return Some(LinkMeta { says, label: format!("To {title}"), url: Some(url(*follows)) });
    }
    if past.is_some() {
        return None;
    }
    let sequel = linked.sequel;
    let score = linked.leaves(app, &**play)?.score;
    let title = title(app, link::TO);
    let says = format!(
        "It leads on to {title}, set up as it ended here; of both together the Axis total changes by {score:+} (10.9)."
    );
    let label = if sequel.is_some() { format!("To {title}") } else { format!("Go on to {title}") };
    Some(LinkMeta { says, label, url: sequel.map(url) })
}

/// The first words of a title: what comes before its colon.
fn title(app: &App, game: &str) -> String {
    let title = app.shelf.get(game).map_or("", |shelved| shelved.game.about().title.as_str());
    title.split(':').next().unwrap_or_default().to_owned()
}

/// The match that goes on from the end of this one, with the same people on the same sides. There is one such match,
/// whoever asks for it.
pub async fn go_on(table: &mut Seated, caller: &Caller) -> Result<MatchId> {
    if table.held(caller).is_empty() {
        return Err(Error::Forbidden("You hold no seat in this match."));
    }
    if let Some(sequel) = table.linked.sequel {
        return Ok(sequel);
    }
    table.refuse_by_file()?;
    let refused = || Error::Refused { says: NOT_LEADING_ON.to_owned(), case: None };
    if table.past.is_some() {
        return Err(refused());
    }
    let sides = look::public(table).sides.clone();
    let Seated { app, play, linked, seats, .. } = table;
    let Link { files, score } = linked.leaves(app, &**play).ok_or_else(refused)?.clone();
    let opened = app.shelf.with_tables(link::TO, &files)?;
    let record = play.record();
    let before = app.shelf.get(link::FROM).ok_or(Error::Unavailable)?.game.about();
    let id = MatchId::new(dice::bits());
    let players = kernel::Players { luck: dice::LUCK.to_owned(), players: Vec::new() };
    let mut start = opened.start(None, &[], players)?;
    // Whoever plays the first side here plays the first side there, whatever his chair.
    let seat = |side: &kernel::SideAbout| {
        let kept = sides.iter().position(|own| **own == *side.id).and_then(|seat| seats.get(seat));
        let kept = kept.cloned().unwrap_or_default();
        let free = kept.player == HUMAN && kept.holder.is_none();
        NewSeat { invite: free.then(secret), ..kept }
    };
    let about = opened.about();
    let old = table.club.terms.clone();
    let clock = old.clock.as_ref().map(|clock| Pace::of(clock).clock(seats.len()));
    // One side begins with what it won before, so it counts for no rating.
    let terms = Terms { open: false, wanted: None, rated: false, rematch: None, clock, ..old };
    let mut new = NewMatch {
        id,
        game: about.id.clone(),
        rules: about.revision,
        data: about.data.clone(),
        scenario: start.header().scenario.clone(),
        options: Vec::new(),
        luck: dice::LUCK.to_owned(),
        against: table.against.clone(),
        created: now(),
        seats: before.sides.iter().map(seat).collect(),
        lines: Vec::new(),
        origin: Some(SavedOrigin {
            record: record.digest(),
            ply: record.lines.len() as i64,
            continues: None,
            signer: None,
            copy_of: None,
            prologue: Some(SavedPrologue {
                follows: table.id,
                game: link::FROM.to_owned(),
                score: i64::from(score),
                tables: files,
            }),
        }),
        position: None,
        terms: Some(terms).filter(|_| table.against == FRIEND),
        proof: None,
        letters: None,
    };
    sealed::seal(table.app.settings.dice, &mut new, &mut *start, Vec::new(), |_, _| false)?;
    let sequel = match table.app.store.create(new).await {
        Ok(()) => {
            table.app.metrics.created.add(1);
            tracing::info!(%id, from = %table.id, "a match leads on to another game");
            id
        }
        // Somebody else was faster, at another server.
        Err(StoreError::MovedOn) => {
            let saved = table.app.store.load(table.id).await?;
            saved.and_then(|saved| saved.sequel).ok_or(Error::Unavailable)?
        }
        Err(error) => return Err(error.into()),
    };
    table.linked.sequel = Some(sequel);
    Ok(sequel)
}

const NOT_LEADING_ON: &str = "This game does not lead on to another: The Year Before does, after a German attack without a Soviet strike (10.1).";

/// The game of a kept match, with the tables it was left if it is a sequel.
pub fn game_of(app: &App, game: &str, prologue: Option<&SavedPrologue>) -> Result<Opened> {
    match prologue {
        Some(SavedPrologue { tables, .. }) => app.shelf.with_tables(game, tables),
        None => Ok(app.shelf.get(game).ok_or(Error::Unavailable)?.game.clone()),
    }
}
