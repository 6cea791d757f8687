//! Games by file: a match whose other side plays elsewhere, and is met by a file that goes to and fro. `letters` has the protocol.
//!
//! The file lies beside the match, with what this side keeps to itself. What was played is a match like any other, but nothing is
//! drawn here: a roll needs a share of both sides and comes with a letter.

use axum::{
    Json,
    extract::State,
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE},
    },
    response::{IntoResponse, Response},
};
use games::Opened;
use kernel::{
    Node, Players, Seat,
    erased::{AnyGame, AnyMatch},
};
use letters::{Keys, LetterError, Letters, playable};
use proof::{Bytes, Hash};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{MatchId, NewMatch, NewSeat, Plies, SavedLetters};
use view::Name;

use crate::{
    app::App,
    body::{At, Body},
    dice,
    error::{Error, Result},
    identity::Caller,
    limit::What,
    look::now,
    matches::{may_hold_more, url},
    outside::Visitor,
    routes::Routes,
    sealed, study,
    table::{HUMAN, Seated, Table},
    talk::NO_SEAT,
};

pub fn routes() -> Routes {
    Routes::default()
        .post("/api/letters", begin)
        .get("/api/matches/{id}/letter", file)
        .post("/api/matches/{id}/letter", letter)
}

/// What the store calls a game by file.
const FILE: &str = "file";
/// What a record says about the draws of one.
const LUCK: &str = "shares of both sides";
/// Room for the file of a long game.
const LONG: usize = 4 * 1024 * 1024;

/// A game by file as its table has it.
pub struct ByFile {
    kept: SavedLetters,
    /// How it stands, or why the file cannot be read by the rules of now.
    stands: Result<Stands, String>,
}

/// How a game by file stands.
#[derive(Clone, Copy)]
struct Stands {
    /// How many letters are written, and the hash after the last of them.
    seen: (usize, Hash),
    /// How many plies they hold, with the roll that this side's share completes: none of these is taken back.
    fixed: usize,
    /// Whether the next letter is this side's.
    writes: bool,
    /// Whether the other side has promised its shares: nothing is played before.
    met: bool,
}

/// How a game by file stands, for whoever looks at it.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct ByFileMeta {
    /// The side that writes here.
    side: Name,
    /// `play`, `sign`, `send`, `over` or `stuck`.
    state: &'static str,
    /// The same in a sentence or two.
    says: String,
    /// How many letters are written.
    letters: usize,
    /// The name of the file.
    file: String,
}

/// What the holder of the seat does with the file.
#[derive(Clone, Deserialize)]
#[serde(tag = "does", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Does {
    /// Signs the letter: what was played since the last one.
    Sign {},
    /// Takes the file that came back.
    Take { file: String },
}

/// The file, to be saved.
pub struct File {
    name: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// A game that begins.
    game: Option<String>,
    scenario: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    side: Option<String>,
    /// In its place: a file that the caller was sent.
    file: Option<String>,
}

/// Begins a game by file, or takes a file: as the side that is still free, or as the next letter of a game of the caller's.
async fn begin(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Body(asked): Body<Begin, LONG>,
) -> Result<Response> {
    if let Some(text) = asked.file {
        return arrived(&app, visitor, caller, bare(&text)).await;
    }
    let wanted = asked.game.ok_or_else(|| Error::bad("game", "Name a game, or send a file."))?;
    let game =
        app.shelf.get(&wanted).ok_or_else(|| Error::bad("game", "There is no such game."))?.game.clone();
    let about = game.about();
    let seat = match &asked.side {
        Some(side) => {
            about.side(side).ok_or_else(|| Error::bad("side", format!("There is no side '{side}'.")))?
        }
        None => 0,
    };
    // What is wrong with scenario or options is told by its field.
    game.start(asked.scenario.as_deref(), &asked.options, Players::default())?;
    may_begin(&app, visitor, &caller).await?;
    let opened = game.clone();
    let letters = work(move || {
        playable(&*opened, asked.scenario.as_deref(), &asked.options)?;
        Ok(Letters::begin(&*opened, asked.scenario.as_deref(), &asked.options, sealed::random())?)
    });
    create(&app, visitor, caller, game, letters.await?, Seat(seat as u8)).await
}

/// A file has come: it is the next letter of a game that the caller plays here, or one that he joins.
async fn arrived(app: &App, visitor: Visitor, caller: Caller, text: String) -> Result<Response> {
    app.limits.may(What::Look, visitor, caller.0.as_ref())?;
    let number = Letters::number(&text)?.to_owned();
    let known = match &caller.0 {
        Some(holder) => app.store.letters_of(&number, &holder.0).await?,
        None => None,
    };
    if let Some(id) = known {
        let (caller, does) = (&caller, &Does::Take { file: text });
        app.tables.with(app, id, |table| async move { table.letter(caller, does).await }).await?;
        return Ok(Json(json!({ "id": id.to_string(), "url": url(id) })).into_response());
    }
    may_begin(app, visitor, &caller).await?;
    let of = app.clone();
    let (game, letters, seat) = work(move || {
        let found = Letters::game(&text)?;
        let shelved = of.shelf.get(found);
        let game = shelved.ok_or_else(|| refused(format!("There is no game '{found}' here.")))?.game.clone();
        let letters = Letters::read(&*game, &text)?;
        let header = letters.play.header();
        playable(&*game, Some(&header.scenario), &header.options)?;
        let mut seats = (0..game.about().sides.len() as u8).map(Seat);
        let free = seats.find(|&seat| !letters.has_joined(seat)).ok_or_else(|| refused(NO_KEY.to_owned()))?;
        Ok((game, letters, free))
    })
    .await?;
    create(app, visitor, caller, game, letters, seat).await
}

/// What is said to whoever sends the file of a game that others play, or that he has lost the key of.
const NO_KEY: &str = "Both sides of this game are taken, and you hold neither of them here. The key of a side lies where it took its \
                      side: with the server and the browser in which it did so, or beside the file of the command line. Without it \
                      nobody can go on.";

async fn may_begin(app: &App, visitor: Visitor, caller: &Caller) -> Result<()> {
    app.limits.may(What::Match, visitor, caller.0.as_ref())?;
    app.limits.may(What::Record, visitor, caller.0.as_ref())?;
    may_hold_more(app, caller).await
}

/// Keeps a game by file that begins here, with a key of its own.
async fn create(
    app: &App,
    visitor: Visitor,
    caller: Caller,
    game: Opened,
    letters: Letters,
    seat: Seat,
) -> Result<Response> {
    let person = caller.or_new();
    let cookie = person.admit(app, visitor).await?;
    app.known.note(&person.holder, visitor.address);
    let seed = sealed::random();
    let (number, file) = (letters.id().to_owned(), letters.to_text());
    let opened = game.clone();
    let play = work(move || Ok(stand(&*opened, &letters, seat, &Keys::new(seed))?.1)).await?;
    let own = |number: usize| (number == usize::from(seat.0)).then(|| person.holder.0.clone());
    let seats = (0..game.about().sides.len()).map(|number| NewSeat {
        player: HUMAN.to_owned(),
        holder: own(number),
        invite: None,
    });
    let header = play.header();
    let id = MatchId::new(dice::bits());
    let new = NewMatch {
        id,
        game: header.game.clone(),
        rules: game.about().revision,
        data: header.data.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        luck: LUCK.to_owned(),
        against: FILE.to_owned(),
        created: now(),
        seats: seats.collect(),
        lines: play.record().lines,
        origin: None,
        position: None,
        terms: None,
        proof: None,
        letters: Some(SavedLetters { seat: seat.0, seed: seed.0.to_vec(), game: number, file }),
    };
    app.store.create(new).await?;
    app.metrics.created.add(1);
    tracing::info!(%id, game = header.game, "game by file begun");
    let mut answer =
        (StatusCode::CREATED, Json(json!({ "id": id.to_string(), "url": url(id) }))).into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(answer)
}

/// The file as it is to be sent.
async fn file(State(app): State<App>, caller: Caller, At(id): At) -> Result<Response> {
    let caller = &caller;
    let File { name, text } =
        app.tables.with(&app, id, |table| async move { table.letter_file(caller).await }).await?;
    let saved =
        HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).map_err(|_| Error::Unavailable)?;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, saved)], text).into_response())
}

async fn letter(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    At(id): At,
    Body(does): Body<Does, LONG>,
) -> Result<Response> {
    app.limits.may(What::Look, visitor, caller.0.as_ref())?;
    let does = match does {
        Does::Take { file } => Does::Take { file: bare(&file) },
        sign => sign,
    };
    let (caller, does) = (&caller, &does);
    let seq =
        app.tables.with(&app, id, |table: Table| async move { table.letter(caller, does).await }).await?;
    Ok(Json(json!({ "seq": seq })).into_response())
}

/// A file without what editors and mail add around it.
fn bare(text: &str) -> String {
    format!("{}\n", text.trim_start_matches('\u{feff}').trim())
}

fn refused(says: String) -> Error {
    Error::Refused { says, case: None }
}

/// Reads and writes letters away from the runtime: every signature of the file is checked.
async fn work<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    study::at_desk(work).await.ok_or(Error::Unavailable)?
}

/// How a game stands for one side, and its position with the roll that waits for this side's share.
fn stand(
    game: &dyn AnyGame,
    letters: &Letters,
    seat: Seat,
    keys: &Keys,
) -> Result<(Stands, Box<dyn AnyMatch>), LetterError> {
    let mut others = (0..game.about().sides.len() as u8).map(Seat).filter(|&it| it != seat);
    let met = others.all(|it| letters.has_joined(it));
    let (writes, play) = match letters.open(game, seat, keys) {
        Ok(draft) => (true, draft.play),
        Err(LetterError::TheirTurn | LetterError::Over) => (false, letters.play.duplicate()),
        Err(error) => return Err(error),
    };
    Ok((Stands { seen: letters.seen(), fixed: play.seq(), writes, met }, play))
}

/// The seat of this side, and what it signs with.
fn side_of(kept: &SavedLetters) -> Result<(Seat, Keys), LetterError> {
    let seed = kept.seed.as_slice().try_into().map_err(|_| {
        LetterError::Play("the key of this side is lost, and nobody can go on for it".to_owned())
    })?;
    Ok((Seat(kept.seat), Keys::new(Bytes(seed))))
}

/// The letter of this side after the file: what was played since, signed.
fn signed(
    game: &dyn AnyGame,
    kept: &SavedLetters,
    lines: &[String],
) -> Result<(String, Stands), LetterError> {
    let (seat, keys) = side_of(kept)?;
    let mut letters = Letters::read(game, &kept.file)?;
    let mut draft = letters.open(game, seat, &keys)?;
    for line in lines.get(draft.play.seq()..).unwrap_or_default() {
        draft.play.play(seat, line).map_err(|error| LetterError::Play(error.to_string()))?;
    }
    letters.close(game, seat, &keys, draft)?;
    let (stands, _) = stand(game, &letters, seat, &keys)?;
    Ok((letters.to_text(), stands))
}

/// A file that came back, checked against what this side has: the file, and what was played and rolled since.
fn taken(
    game: &dyn AnyGame,
    kept: &SavedLetters,
    seen: (usize, Hash),
    file: &str,
    lines: &[String],
) -> Result<(String, Vec<String>, Stands)> {
    let (number, found) = (Letters::number(file)?, Letters::game(file)?);
    if number != kept.game || found != game.about().id {
        return Err(refused("This is the file of another game.".to_owned()));
    }
    let letters = Letters::read(game, file)?;
    letters.follows(seen)?;
    if letters.seen() == seen {
        return Err(refused("There is no new letter in this file: it is the one that you have.".to_owned()));
    }
    let (seat, keys) = side_of(kept)?;
    let (stands, play) = stand(game, &letters, seat, &keys)?;
    let all = play.record().lines;
    let new = all.strip_prefix(lines).ok_or_else(|| {
        refused(
            "You have played on since your last letter: take that back before you take this file.".to_owned(),
        )
    })?;
    Ok((letters.to_text(), new.to_vec(), stands))
}

impl ByFile {
    /// Reads and checks the file of a kept match.
    pub fn load(game: &dyn AnyGame, kept: SavedLetters) -> ByFile {
        let read = || {
            let (seat, keys) = side_of(&kept)?;
            stand(game, &Letters::read(game, &kept.file)?, seat, &keys)
        };
        let stands = read().map(|(stands, _)| stands).map_err(|error| Error::from(error).to_string());
        ByFile { kept, stands }
    }

    /// The seat that writes here.
    pub fn seat(&self) -> Seat {
        Seat(self.kept.seat)
    }

    /// Whether this side may act: the next letter is its own, and the other side has promised its shares.
    pub fn plays(&self) -> bool {
        self.stands.as_ref().is_ok_and(|stands| stands.writes && stands.met)
    }

    /// How many plies cannot be taken back.
    pub fn fixed(&self) -> usize {
        self.stands.as_ref().map_or(usize::MAX, |stands| stands.fixed)
    }

    /// What comes next, in a word and in a sentence.
    fn next(&self, node: Node) -> (&'static str, String) {
        let stands = match &self.stands {
            Ok(stands) => stands,
            Err(says) => return ("stuck", says.clone()),
        };
        let letters = stands.seen.0;
        let own = Node::Decision(self.seat());
        let (state, says) = match node {
            _ if stands.writes && !stands.met => (
                "sign",
                "Sign your first letter and send the file: nothing is played before both sides have promised their shares of the dice.",
            ),
            _ if stands.writes && node == own => (
                "play",
                "Play on. When dice or the other side are due, you sign your letter and send the file.",
            ),
            Node::Chance(_) if stands.writes => (
                "sign",
                "Dice are due, and the other side has a share in them: sign your letter and send the file.",
            ),
            Node::Decision(_) if stands.writes => {
                ("sign", "The other side is due: sign your letter and send the file.")
            }
            Node::Over(_) if stands.writes => (
                "sign",
                "The game is over: sign your last letter and send the file, so that the other side has its end too.",
            ),
            Node::Over(_) => ("over", "The game is over. The file holds all of it."),
            _ => {
                let says = format!(
                    "Letter {letters} is written. Send the file to the other side, and take the file that comes back."
                );
                return ("send", says);
            }
        };
        (state, says.to_owned())
    }

    /// The name of the file.
    fn name(&self, game: &str) -> String {
        format!("{game}-{}.sandtable", self.kept.game.get(..8).unwrap_or_default())
    }
}

impl Seated {
    /// How the game stands, if it is played by file.
    pub fn by_file_meta(&self, sides: &[Name]) -> Option<ByFileMeta> {
        let by_file = self.by_file.as_ref()?;
        let (state, says) = by_file.next(self.play.node());
        Some(ByFileMeta {
            side: sides.get(usize::from(by_file.kept.seat)).cloned().unwrap_or_default(),
            state,
            says,
            letters: by_file.stands.as_ref().map_or(0, |stands| stands.seen.0),
            file: by_file.name(&self.play.header().game),
        })
    }

    /// Whether the holder of the seat has a letter to play or to sign.
    pub fn owes_letter(&self) -> bool {
        self.by_file.as_ref().is_some_and(|it| matches!(it.next(self.play.node()).0, "play" | "sign"))
    }

    /// Refuses what needs both sides at one server.
    pub fn refuse_by_file(&self) -> Result<()> {
        match &self.by_file {
            Some(_) => Err(refused(
                "The other side of a game by file is not here: the file is all that it is told.".to_owned(),
            )),
            None => Ok(()),
        }
    }

    /// Refuses an action while the file is on its way.
    pub fn refuse_play(&self) -> Result<()> {
        match &self.by_file {
            Some(by_file) if !by_file.plays() || matches!(self.play.node(), Node::Chance(_)) => {
                Err(refused(by_file.next(self.play.node()).1))
            }
            _ => Ok(()),
        }
    }

    /// The game by file of a caller who holds its seat.
    fn own_by_file(&self, caller: &Caller) -> Result<&ByFile> {
        if self.held(caller).is_empty() {
            return Err(NO_SEAT);
        }
        self.by_file.as_ref().ok_or_else(|| refused("This game is not played by file.".to_owned()))
    }

    /// The file up to its last letter.
    pub fn letter_file(&self, caller: &Caller) -> Result<File> {
        let by_file = self.own_by_file(caller)?;
        Ok(File { name: by_file.name(&self.play.header().game), text: by_file.kept.file.clone() })
    }

    /// Signs a letter or takes one, and returns when it is on disk.
    pub async fn letter(&mut self, caller: &Caller, does: Does) -> Result<usize> {
        let by_file = self.own_by_file(caller)?;
        if let Some(past) = &self.past {
            return Err(past.refusal(self.rules));
        }
        let stands = by_file.stands.clone().map_err(refused)?;
        let (state, says) = by_file.next(self.play.node());
        let (game, kept, lines) = (self.game.clone(), by_file.kept.clone(), self.play.record().lines);
        let (file, new, stands) = match does {
            Does::Sign {} if state == "sign" => {
                let (file, stands) = work(move || Ok(signed(&*game, &kept, &lines)?)).await?;
                (file, Vec::new(), stands)
            }
            Does::Sign {} => return Err(refused(says)),
            Does::Take { file } => work(move || taken(&*game, &kept, stands.seen, &file, &lines)).await?,
        };
        self.keep_letter(file, new, stands).await
    }

    /// Plays what came with a letter, and keeps it with the file.
    async fn keep_letter(&mut self, file: String, lines: Vec<String>, stands: Stands) -> Result<usize> {
        let after = self.play.seq() as i64;
        for line in &lines {
            let played = match (line.strip_prefix("* "), self.play.node()) {
                (None, Node::Decision(seat)) => self.play.play(seat, line),
                (luck, _) => self.play.play_luck(luck.unwrap_or_default()),
            };
            if let Err(error) = played {
                tracing::error!(id = %self.id, %error, "a letter that was checked cannot be played");
                self.reload().await;
                return Err(Error::Unavailable);
            }
        }
        let plies = Plies { lines, file: Some(file.clone()), ..Plies::after(self.id, after, self.undos) };
        let seq = self.write(None, plies).await?;
        if let Some(by_file) = &mut self.by_file {
            by_file.kept.file = file;
            by_file.stands = Ok(stands);
        }
        Ok(seq)
    }
}
