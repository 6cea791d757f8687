//! The actor that owns a live match. Everything that happens to the match happens here, one thing at a time: checked
//! against the rules, written to disk, and only then answered.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use games::Opened;
use kernel::{Node, Seat, Viewer, erased::AnyMatch};
use proof::{By, Salt};
use search::AnyPlayer;
use serde::Serialize;
use store::{Answered, Club, Cut, Early, MatchId, Plies, Saved, SavedSeat, SavedStanding, Store, StoreError};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::sleep,
};
use view::{Line, Name, Orders, OrdersAsked, Overlay, Query, Stopped};

use crate::{
    advice::{self, Advised, Asks},
    app::App,
    body::NO_MATCH,
    by_file::{self, ByFile},
    copies, dice,
    error::{Error, Result},
    follow::{self, Follow, Known},
    identity::{Caller, Holder},
    look::{self, Look, OriginMeta, Seen},
    nodes,
    notices::Turning,
    opponent, orders,
    past::{self, Past, Resumed},
    ratings::RatingMeta,
    sealed::{self, ProofMeta, Sealed},
    sequel::{self, Linked},
    standing::{PlayedOn, Standings, Wish},
    tables::Leave,
    talk::{self, Does, TalkLine},
    thinking::Matter,
};

/// How many messages may wait for a table; callers beyond that wait before they are let in.
const MAILBOX: usize = 64;
/// A machine that fails is replaced by one that cannot.
const SUBSTITUTE: &str = "random";
/// How long to wait before another takes its seat, and how many may fail one after the other.
const NEXT_SUBSTITUTE: Duration = Duration::from_secs(1);
const MOST_FAILURES: usize = 3;
/// What the store calls a seat for a person.
pub const HUMAN: &str = "human";
/// How long to wait before a claim that another server has is tried again.
const CLAIM_AGAIN: Duration = Duration::from_millis(500);

/// The way to a table.
#[derive(Clone)]
pub struct Table {
    mail: mpsc::Sender<Message>,
    id: MatchId,
    pub shared: Arc<Shared>,
}

/// What listeners share with the table.
pub struct Shared {
    news: watch::Sender<News>,
    /// The match between people that this one is a copy of.
    pub copy_of: Option<MatchId>,
    /// How many listeners each person has.
    online: Mutex<BTreeMap<Holder, usize>>,
    /// How many listeners are not known.
    strangers: AtomicUsize,
}

/// What listeners wait for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct News {
    /// Changes when there is something new to see.
    pub version: u64,
    /// The side whose machine ponders.
    pub thinking: Option<String>,
    /// The table has left memory: listen again at a new one.
    pub ended: bool,
}

/// Tells the listeners and the machine at work when the actor ends, however it ends.
struct LeaveGuard(App, Arc<Shared>, Arc<AtomicBool>);

impl Drop for LeaveGuard {
    fn drop(&mut self) {
        self.0.metrics.live.sub(1);
        self.2.store(true, Ordering::Relaxed);
        self.1.news.send_modify(|news| news.ended = true);
    }
}

pub type Reply<T> = oneshot::Sender<Result<T>>;

enum Message {
    Look(Caller, Reply<Look>),
    /// What is new for a listener who knows this much.
    News(Caller, Option<Known>, Reply<follow::News>),
    Play {
        caller: Caller,
        actions: Vec<String>,
        after: usize,
        reply: Reply<Played>,
    },
    Undo {
        caller: Caller,
        after: usize,
        to: Option<usize>,
        reply: Reply<usize>,
    },
    /// Where pieces can be sent.
    Reach(Caller, OrdersAsked, Reply<Orders>),
    Ask {
        caller: Caller,
        query: Query,
        reply: Reply<Overlay>,
    },
    Replay {
        caller: Caller,
        ply: Option<usize>,
        side: Option<String>,
        reply: Reply<Look>,
    },
    Journal(Caller, Reply<Vec<Arc<Line>>>),
    Record(Reply<String>),
    Advise(Caller, Asks, Reply<String>),
    /// Where the match goes on that takes the place of this one.
    GoOn(Caller, Reply<MatchId>),
    /// The match as it stands, for work away from the table.
    Snapshot(Caller, Reply<Snapshot>),
    /// The caller's salt for the dice.
    Salt(Caller, Salt, Reply<ProofMeta>),
    /// Where it leads on to another game.
    Sequel(Caller, Reply<MatchId>),
    /// Put another invitation in the place of the one to the free seat.
    Invite(Caller, String, Reply<()>),
    /// A letter of a game by file, to be signed or taken; and the file.
    Letter(Caller, by_file::Does, Reply<usize>),
    LetterFile(Caller, Reply<by_file::File>),
    /// Keep what was told so far.
    PutAway(Reply<()>),
    /// The seats of one are another's now.
    Moved(Holder, Holder, Reply<()>),
    /// Everything that was said.
    Talk(Reply<Vec<TalkLine>>),
    /// Something that is no action of the rules.
    Does(Caller, Does, Reply<i64>),
    /// What the caller may answer in advance, after what he wants of it.
    Stand(Caller, Option<Wish>, Reply<Standings>),
    /// Another server has changed something.
    Stir,
    /// Read anew what lies beside the record.
    LookAgain(Reply<()>),
    /// Somebody took a seat.
    Seated {
        seat: usize,
        holder: Holder,
        reply: Reply<()>,
    },
}

/// A copy of a match, whose eyes the caller looks through, and whether the game is over.
pub struct Snapshot {
    pub play: Box<dyn AnyMatch>,
    pub viewer: Viewer,
    pub over: bool,
}

/// How far a list of actions came.
#[derive(Serialize)]
pub struct Played {
    pub seq: usize,
    /// How many of the actions were played.
    played: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stopped>,
    /// What the player could only answer in one way, and was not asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forced: Vec<Name>,
    /// What the player had answered in advance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answered: Vec<Name>,
    /// Something was drawn.
    drawn: bool,
}

/// What the actor knows.
pub struct Seated {
    pub app: App,
    /// The game, with tables of its own if it is a sequel.
    pub game: Opened,
    pub id: MatchId,
    pub title: String,
    pub against: String,
    pub seats: Vec<SavedSeat>,
    /// What the people in them are called, where they have accounts.
    pub names: Vec<Option<String>>,
    /// Whether programs play for them.
    pub bots: Vec<bool>,
    /// How strong they are at their sides.
    pub ratings: Vec<Option<RatingMeta>>,
    /// What lies beside the record: terms, clock, what was said, the result.
    pub club: Club,
    pub play: Box<dyn AnyMatch>,
    pub created: i64,
    pub changed: i64,
    pub shared: Arc<Shared>,
    /// The revision of the rules of now.
    pub rules: u32,
    /// What is left of a match that cannot go on here.
    pub past: Option<Arc<Past>>,
    /// The match that goes on in its place.
    pub continued: Option<MatchId>,
    pub origin: Option<OriginMeta>,
    /// What its draws follow from; a match that began before there were proofs has none.
    pub sealed: Option<Sealed>,
    /// The matches of other games before and after it.
    pub linked: Linked,
    /// The file, if it is played by file.
    pub by_file: Option<ByFile>,
    /// What seats have decided before they were asked.
    pub early: Vec<Early>,
    /// What seats have answered in advance, and what was answered so.
    pub standing: SavedStanding,
    /// The revision of the rules that the disk knows of.
    saved_rules: u32,
    /// Up to which ply the journal is kept.
    told: i64,
    pub undos: i64,
    /// What was asked for since the last change.
    pub seen: Seen,
    /// What the machine advised since the last change.
    pub advised: Advised,
    machines: BTreeMap<u8, Box<dyn AnyPlayer>>,
    /// How many of them have failed one after the other.
    failures: usize,
    /// A machine at work, and for which position.
    pondering: Option<(u64, JoinHandle<Option<Pondered>>)>,
    /// Tells the machine at work that its answer is no longer wanted.
    stop: Arc<AtomicBool>,
    /// Rises with every change to the position.
    pub position: u64,
    /// What changed in it.
    pub follow: Follow,
    broken: bool,
    /// Whether this server may hold the claim to the machine's turn.
    claimed: bool,
    /// Who is to be told that his turn has come.
    pub turning: Turning,
}

struct Pondered {
    seat: Seat,
    machine: Box<dyn AnyPlayer>,
    chosen: Option<String>,
}

impl Table {
    pub fn id(&self) -> MatchId {
        self.id
    }

    pub async fn look(&self, caller: &Caller) -> Option<Result<Look>> {
        self.ask(|reply| Message::Look(caller.clone(), reply)).await
    }

    pub async fn news(&self, caller: &Caller, known: Option<Known>) -> Option<Result<follow::News>> {
        self.ask(|reply| Message::News(caller.clone(), known, reply)).await
    }

    pub async fn play(&self, caller: &Caller, actions: &[String], after: usize) -> Option<Result<Played>> {
        let (caller, actions) = (caller.clone(), actions.to_vec());
        self.ask(|reply| Message::Play { caller, actions, after, reply }).await
    }

    pub async fn undo(&self, caller: &Caller, after: usize, to: Option<usize>) -> Option<Result<usize>> {
        self.ask(|reply| Message::Undo { caller: caller.clone(), after, to, reply }).await
    }

    pub async fn reach(&self, caller: &Caller, asked: &OrdersAsked) -> Option<Result<Orders>> {
        self.ask(|reply| Message::Reach(caller.clone(), asked.clone(), reply)).await
    }

    pub async fn query(&self, caller: &Caller, query: &Query) -> Option<Result<Overlay>> {
        let (caller, query) = (caller.clone(), query.clone());
        self.ask(|reply| Message::Ask { caller, query, reply }).await
    }

    pub async fn replay(
        &self,
        caller: &Caller,
        ply: Option<usize>,
        side: Option<&str>,
    ) -> Option<Result<Look>> {
        let (caller, side) = (caller.clone(), side.map(str::to_owned));
        self.ask(|reply| Message::Replay { caller, ply, side, reply }).await
    }

    pub async fn journal(&self, caller: &Caller) -> Option<Result<Vec<Arc<Line>>>> {
        self.ask(|reply| Message::Journal(caller.clone(), reply)).await
    }

    pub async fn record(&self) -> Option<Result<String>> {
        self.ask(Message::Record).await
    }

    pub async fn advise(&self, caller: &Caller, asks: Asks) -> Option<Result<String>> {
        self.ask(|reply| Message::Advise(caller.clone(), asks, reply)).await
    }

    pub async fn go_on(&self, caller: &Caller) -> Option<Result<MatchId>> {
        self.ask(|reply| Message::GoOn(caller.clone(), reply)).await
    }

    pub async fn snapshot(&self, caller: &Caller) -> Option<Result<Snapshot>> {
        self.ask(|reply| Message::Snapshot(caller.clone(), reply)).await
    }

    pub async fn salt(&self, caller: &Caller, salt: Salt) -> Option<Result<ProofMeta>> {
        self.ask(|reply| Message::Salt(caller.clone(), salt, reply)).await
    }

    pub async fn sequel(&self, caller: &Caller) -> Option<Result<MatchId>> {
        self.ask(|reply| Message::Sequel(caller.clone(), reply)).await
    }

    pub async fn invite(&self, caller: &Caller, invite: &str) -> Option<Result<()>> {
        self.ask(|reply| Message::Invite(caller.clone(), invite.to_owned(), reply)).await
    }

    pub async fn letter(&self, caller: &Caller, does: &by_file::Does) -> Option<Result<usize>> {
        self.ask(|reply| Message::Letter(caller.clone(), does.clone(), reply)).await
    }

    pub async fn letter_file(&self, caller: &Caller) -> Option<Result<by_file::File>> {
        self.ask(|reply| Message::LetterFile(caller.clone(), reply)).await
    }

    pub async fn put_away(&self) -> Option<Result<()>> {
        self.ask(Message::PutAway).await
    }

    pub async fn moved(&self, from: &Holder, to: &Holder) -> Option<Result<()>> {
        self.ask(|reply| Message::Moved(from.clone(), to.clone(), reply)).await
    }

    pub async fn talk(&self) -> Option<Result<Vec<TalkLine>>> {
        self.ask(Message::Talk).await
    }

    pub async fn does(&self, caller: &Caller, does: Does) -> Option<Result<i64>> {
        self.ask(|reply| Message::Does(caller.clone(), does, reply)).await
    }

    pub async fn standing(&self, caller: &Caller, wish: Option<Wish>) -> Option<Result<Standings>> {
        self.ask(|reply| Message::Stand(caller.clone(), wish, reply)).await
    }

    /// Tells the table that another server has changed something. Whoever asks next may still see what was before.
    pub async fn stir(&self) {
        // One that leaves at this moment reads it from the disk when it comes back.
        let _ = self.mail.send(Message::Stir).await;
    }

    pub async fn look_again(&self) -> Option<Result<()>> {
        self.ask(Message::LookAgain).await
    }

    pub async fn seated(&self, seat: usize, holder: &Holder) -> Option<Result<()>> {
        self.ask(|reply| Message::Seated { seat, holder: holder.clone(), reply }).await
    }

    /// `None` when the table has left memory: open it again.
    async fn ask<T>(&self, message: impl FnOnce(Reply<T>) -> Message) -> Option<Result<T>> {
        let (reply, answer) = oneshot::channel();
        self.mail.send(message(reply)).await.ok()?;
        Some(answer.await.unwrap_or(Err(Error::Unavailable)))
    }
}

impl Shared {
    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    pub fn is_online(&self, holder: &str) -> bool {
        self.online().keys().any(|online| online.0 == holder)
    }

    /// How many people listen who hold no seat.
    pub fn watching(&self, seats: &[SavedSeat]) -> usize {
        let sits = |holder: &Holder| seats.iter().any(|seat| seat.holder.as_ref() == Some(&holder.0));
        let known = self.online().keys().filter(|holder| !sits(holder)).count();
        known + self.strangers.load(Ordering::Relaxed)
    }

    /// Counts a listener until the guard is dropped.
    pub fn attend(self: &Arc<Shared>, caller: &Caller) -> Attendance {
        if let Caller(Some(holder)) = caller {
            let count = {
                let mut online = self.online();
                let count = online.entry(holder.clone()).or_default();
                *count += 1;
                *count
            };
            if count == 1 {
                self.tell();
            }
        }
        if caller.0.is_none() {
            // How many watch is told with the next change: a crowd that comes must not wake itself.
            self.strangers.fetch_add(1, Ordering::Relaxed);
        }
        Attendance { shared: self.clone(), caller: caller.clone() }
    }

    pub fn tell(&self) {
        self.news.send_modify(|news| news.version += 1);
    }

    fn online(&self) -> std::sync::MutexGuard<'_, BTreeMap<Holder, usize>> {
        self.online.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Somebody listens.
pub struct Attendance {
    shared: Arc<Shared>,
    caller: Caller,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let Caller(Some(holder)) = &self.caller else {
            self.shared.strangers.fetch_sub(1, Ordering::Relaxed);
            return;
        };
        let gone = {
            let mut online = self.shared.online();
            let left = online.get_mut(holder).map_or(0, |count| {
                *count -= 1;
                *count
            });
            if left == 0 {
                online.remove(holder);
            }
            left == 0
        };
        if gone {
            self.shared.tell();
        }
    }
}

/// Loads a match and starts its actor.
pub async fn open(app: &App, id: MatchId, leave: Leave) -> Result<Table> {
    let saved = app.store.load(id).await?.ok_or(NO_MATCH)?;
    let seats = saved.start.seats.clone();
    let (created, against, undos) = (saved.start.created, saved.start.against.clone(), saved.undos);
    let changed = saved.plies.last().map_or(created, |ply| ply.at);
    let (told, continued, saved_rules) = (saved.told, saved.continued, revision(&saved));
    let copy_of = saved.start.origin.as_ref().and_then(|origin| origin.copy_of);
    let origin = match &saved.start.origin {
        Some(origin) => Some(OriginMeta::new(origin, &app.signer().await?.key)),
        None => None,
    };
    let origin = match &saved.start.position {
        Some(position) => Some(OriginMeta::of_position(origin, position)),
        None => origin,
    };
    let club = app.store.club(id).await?;
    let prologue = sequel::prologue(&app.store, &saved).await?;
    let game = sequel::game_of(app, &saved.start.game, prologue.as_ref())?;
    let (title, rules) = (game.about().title.clone(), game.about().revision);
    let linked = Linked::new(prologue, &saved);
    let (early, standing) = (saved.early.clone(), saved.standing.clone());
    let (Resumed { play, past }, sealed, by_file) = resume(app, &game, saved).await?;
    let (mail, letters) = mpsc::channel(MAILBOX);
    let shared = Arc::new(Shared {
        news: watch::channel(News::default()).0,
        copy_of,
        online: Mutex::default(),
        strangers: AtomicUsize::default(),
    });
    let table = Table { mail, id, shared: shared.clone() };
    let mut seated = Seated {
        app: app.clone(),
        game,
        id,
        title,
        against,
        seats,
        names: Vec::new(),
        bots: Vec::new(),
        ratings: Vec::new(),
        club,
        play,
        created,
        changed,
        shared,
        rules,
        past: past.map(Arc::new),
        continued,
        origin,
        linked,
        by_file,
        early,
        standing,
        sealed,
        saved_rules,
        told,
        undos,
        seen: Seen::default(),
        advised: Advised::default(),
        machines: BTreeMap::new(),
        failures: 0,
        pondering: None,
        stop: Arc::default(),
        position: 0,
        follow: Follow::default(),
        broken: false,
        claimed: true,
        turning: Turning::default(),
    };
    seated.read_names().await;
    seated.count_result().await;
    seated.start_clock().await;
    seated.seat_machines();
    tokio::spawn(seated.run(letters, leave));
    Ok(table)
}

/// The revision of the rules that a kept match was last played by.
fn revision(saved: &Saved) -> u32 {
    saved.revised.last().map_or(saved.start.rules, |revised| revised.rules)
}

/// Replays a kept match, away from the runtime: it takes a while.
async fn resume(app: &App, game: &Opened, saved: Saved) -> Result<(Resumed, Option<Sealed>, Option<ByFile>)> {
    // What was told is asked for only where the rules may not tell it again.
    let about = game.about();
    let same = revision(&saved) == about.revision && saved.start.data == about.data;
    let parts = if same { Vec::new() } else { app.store.told(saved.start.id).await? };
    let game = game.clone();
    let resumed = tokio::task::spawn_blocking(move || {
        let record = past::record_of(game.about(), &saved);
        let sealed = Sealed::load(&saved.start, &record.lines);
        let by_file = saved.start.letters.map(|letters| ByFile::load(&*game, letters));
        let mut resumed = past::resume(&*game, record, &parts)?;
        saved.standing.answered.iter().for_each(|it| resumed.play.answered(it.seq as usize));
        Ok((resumed, sealed, by_file))
    });
    resumed.await.map_err(|_| Error::Unavailable)?
}

impl Seated {
    async fn run(mut self, mut letters: mpsc::Receiver<Message>, leave: Leave) {
        self.app.metrics.live.add(1);
        let guard = LeaveGuard(self.app.clone(), self.shared.clone(), self.stop.clone());
        let idle = self.app.settings.idle;
        let mut closing = self.app.closing.subscribe();
        self.draw_due().await;
        // The server may have ended between the last decision of the one and what the other had sealed.
        if let Err(error) = self.open_early().await {
            tracing::error!(id = %self.id, %error, "what was sealed could not be played");
        }
        self.ponder();
        while !self.broken {
            self.turned().await;
            tokio::select! {
                letter = letters.recv() => match letter {
                    Some(letter) => self.open_letter(letter).await,
                    None => break,
                },
                pondered = pondered(&mut self.pondering) => self.play_machine(pondered).await,
                Ok(()) = closing.changed() => self.stop.store(true, Ordering::Relaxed),
                () = sleep(idle), if self.pondering.is_none() && self.shared.news.receiver_count() == 0 => {
                    // Nobody is here. Whoever wrote meanwhile is still answered; later ones open it anew.
                    letters.close();
                }
            }
        }
        self.keep_told().await;
        drop(guard);
        drop(leave);
    }

    async fn open_letter(&mut self, letter: Message) {
        // Whoever asked may have hung up; nothing is owed to him then.
        match letter {
            Message::Look(caller, reply) => drop(reply.send(Ok(look::look(self, &caller)))),
            Message::News(caller, known, reply) => {
                drop(reply.send(Ok(follow::news(self, &caller, known))));
            }
            Message::Play { caller, actions, after, reply } => {
                drop(reply.send(self.play_person(&caller, &actions, after).await));
                self.count_result().await;
                self.ponder();
            }
            Message::Undo { caller, after, to, reply } => {
                drop(reply.send(self.undo(&caller, after, to).await));
                self.ponder();
            }
            Message::Reach(caller, asked, reply) => orders::reach(self, &caller, asked, reply),
            Message::Ask { caller, query, reply } => {
                let viewer = self.viewer(&caller, &*self.play);
                let ahead = self.ahead(&caller);
                let play = ahead.as_ref().map_or(&*self.play, |ahead| ahead.play());
                drop(reply.send(play.query(viewer, &query).map_err(Error::from)));
            }
            Message::Replay { caller, ply, side, reply } => self.replay(&caller, ply, side, reply),
            Message::Journal(caller, reply) => {
                let viewer = self.viewer(&caller, &*self.play);
                let lines = match &self.past {
                    Some(past) => past.lines(viewer, past.plies()),
                    None => self.play.lines(viewer, 0),
                };
                drop(reply.send(Ok(lines)));
            }
            Message::Advise(caller, asks, reply) => advice::advise(self, &caller, asks, reply),
            Message::Record(reply) => {
                drop(reply.send(self.record()));
            }
            Message::GoOn(caller, reply) => {
                drop(reply.send(past::go_on(self, &caller).await));
                self.shared.tell();
            }
            Message::Snapshot(caller, reply) => {
                let snapshot = match &self.past {
                    Some(past) => Err(past.refusal(self.rules)),
                    None => Ok(Snapshot {
                        play: self.play.duplicate(),
                        viewer: self.viewer(&caller, &*self.play),
                        over: self.over(),
                    }),
                };
                drop(reply.send(snapshot));
            }
            Message::Salt(caller, salt, reply) => {
                drop(reply.send(self.take_salt(&caller, salt).await));
                self.draw_due().await;
                self.ponder();
            }
            Message::Sequel(caller, reply) => {
                drop(reply.send(sequel::go_on(self, &caller).await));
                self.shared.tell();
            }
            Message::Invite(caller, invite, reply) => {
                drop(reply.send(self.invite(&caller, &invite).await));
            }
            Message::Letter(caller, does, reply) => drop(reply.send(self.letter(&caller, does).await)),
            Message::LetterFile(caller, reply) => drop(reply.send(self.letter_file(&caller))),
            Message::PutAway(reply) => {
                self.keep_told().await;
                drop(reply.send(Ok(())));
            }
            Message::Moved(from, to, reply) => {
                let own = |seat: &&mut SavedSeat| seat.holder.as_ref() == Some(&from.0);
                self.seats.iter_mut().filter(own).for_each(|seat| seat.holder = Some(to.0.clone()));
                self.turning.stale = true;
                self.read_names().await;
                self.shared.tell();
                drop(reply.send(Ok(())));
            }
            Message::Talk(reply) => drop(reply.send(Ok(self.talk()))),
            Message::Does(caller, does, reply) => {
                drop(reply.send(self.does(&caller, does).await));
                self.ponder();
            }
            Message::Stand(caller, wish, reply) => {
                drop(reply.send(self.stand(&caller, wish).await));
                self.count_result().await;
                self.ponder();
            }
            Message::Stir => {
                self.stirred().await;
                self.ponder();
            }
            Message::LookAgain(reply) => {
                let again = self.app.store.club(self.id).await;
                drop(reply.send(again.map(|club| self.club = club).map_err(Error::from)));
                self.shared.tell();
            }
            Message::Seated { seat, holder, reply } => {
                if let Some(seat) = self.seats.get_mut(seat) {
                    seat.holder = Some(holder.0);
                }
                self.club.terms.open = false;
                self.club.terms.wanted = None;
                self.turning.stale = true;
                self.start_clock().await;
                self.read_names().await;
                self.shared.tell();
                drop(reply.send(Ok(())));
            }
        }
    }

    /// Asks what the people at this table are called. Without an answer they have no names until the next change.
    pub async fn read_names(&mut self) {
        let sides = look::public(self).sides.clone();
        let game = self.play.header().game.clone();
        let (mut names, mut ratings, mut bots) = (Vec::new(), Vec::new(), Vec::new());
        for (seat, side) in self.seats.iter().zip(&sides) {
            let account = match &seat.holder {
                Some(holder) if holder.starts_with("account:") => self.app.store.account_of(holder).await,
                _ => Ok(None),
            };
            let account = account.unwrap_or_else(|error| {
                tracing::error!(%error, "a name could not be read");
                None
            });
            let rated = match &account {
                Some(account) => self.app.store.ratings(&account.holder).await.unwrap_or_else(|error| {
                    tracing::error!(%error, "ratings could not be read");
                    Vec::new()
                }),
                None => Vec::new(),
            };
            let own = rated.into_iter().find(|it| it.game == game && **side == *it.side);
            ratings.push(own.map(|it| RatingMeta::of(it.rating)));
            bots.push(account.as_ref().is_some_and(|account| account.bot));
            names.push(account.map(|account| account.name));
        }
        (self.names, self.ratings, self.bots) = (names, ratings, bots);
    }

    /// The seats that this caller holds.
    pub fn held(&self, caller: &Caller) -> Vec<Seat> {
        let Caller(Some(holder)) = caller else { return Vec::new() };
        let seats = (0..).map(Seat).zip(&self.seats);
        seats.filter(|(_, it)| it.holder.as_ref() == Some(&holder.0)).map(|(seat, _)| seat).collect()
    }

    /// Whose eyes a caller looks through at a position of this match.
    pub fn viewer(&self, caller: &Caller, play: &dyn AnyMatch) -> Viewer {
        match (&self.held(caller)[..], play.node()) {
            ([], _) => Viewer::Spectator,
            // Nothing is hidden in a game by file, and while the file is on its way nobody may do anything.
            ([_], _) if self.by_file.as_ref().is_some_and(|it| !it.plays()) => Viewer::Spectator,
            ([seat], _) => Viewer::Seat(*seat),
            (_, Node::Over(_)) => Viewer::Umpire,
            _ if self.over() => Viewer::Umpire,
            (held, Node::Decision(seat)) if held.contains(&seat) => Viewer::Seat(seat),
            (held, _) => Viewer::Seat(held[0]),
        }
    }

    /// Whether the game has ended, by these rules or by those it was played by.
    pub fn over(&self) -> bool {
        if self.club.result.is_some() {
            return true;
        }
        match &self.past {
            Some(past) => past.ending.is_some(),
            None => self.play.outcome().is_some(),
        }
    }

    /// Keeps another invitation to the free seat.
    async fn invite(&mut self, caller: &Caller, invite: &str) -> Result<()> {
        if self.held(caller).is_empty() {
            return Err(Error::Forbidden("You hold no seat in this match."));
        }
        self.refuse_by_file()?;
        let none_free = || Error::Refused { says: "No seat is free.".to_owned(), case: None };
        let free = |seat: &SavedSeat| seat.player == HUMAN && seat.holder.is_none();
        let seat = self.seats.iter().position(free).ok_or_else(none_free)?;
        match self.app.store.invite(self.id, seat, invite).await {
            Ok(()) => Ok(()),
            Err(StoreError::MovedOn) => Err(none_free()),
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps what was told since the last time, so that it can be read when the rules have changed.
    async fn keep_told(&mut self) {
        let Some(part) = past::part_of(&*self.play, self.rules, self.told) else { return };
        let seq = part.seq;
        match self.app.store.keep(self.id, self.undos, part).await {
            Ok(()) => self.told = seq,
            // Another server has the match now, and keeps its journal.
            Err(StoreError::MovedOn) => {}
            Err(error) => tracing::error!(id = %self.id, %error, "a journal could not be kept"),
        }
    }

    async fn play_person(&mut self, caller: &Caller, actions: &[String], after: usize) -> Result<Played> {
        let held = self.seat_of(caller, after)?;
        if let Some(ahead) = self.ahead(caller) {
            let [action] = actions else {
                return Err(Error::bad("actions", "What is decided ahead is sealed click by click."));
            };
            let seq = self.write_early(ahead, action).await?;
            let (forced, answered) = (Vec::new(), Vec::new());
            return Ok(Played { seq, played: 1, stopped: None, forced, answered, drawn: false });
        }
        self.refuse_play()?;
        match self.play.node() {
            Node::Decision(seat) if held.contains(&seat) => {
                // Who plays without having sent a salt gets one from us.
                self.add_salt(seat, sealed::random(), By::Server).await?;
                let played = self.enter(seat, actions).await?;
                self.lapse(seat).await;
                Ok(played)
            }
            Node::Decision(_) => Err(Error::Forbidden("It is another side's decision.")),
            Node::Chance(_) => Err(Error::Refused {
                says: "The dice wait for the salt of whoever began the game.".to_owned(),
                case: None,
            }),
            Node::Over(_) => Err(Error::Refused { says: "The game is over.".to_owned(), case: None }),
        }
    }

    async fn undo(&mut self, caller: &Caller, after: usize, to: Option<usize>) -> Result<usize> {
        let held = self.seat_of(caller, after)?;
        if self.club.terms.rated {
            return Err(talk::rated());
        }
        if let Some(ahead) = self.ahead(caller).filter(|ahead| ahead.sealed > 0) {
            return self.take_early_back(&ahead).await;
        }
        if self.over() && self.sealed.is_some() {
            let says = "The game is over: the secret behind its dice is open.".to_owned();
            return Err(Error::Refused { says, case: None });
        }
        let before = self.play.duplicate();
        orders::take_back(&mut *self.play, &held, to)?;
        let keep = self.play.seq();
        if self.by_file.as_ref().is_some_and(|it| keep < it.fixed()) {
            self.play = before;
            let says = "What a signed letter holds is not taken back.".to_owned();
            return Err(Error::Refused { says, case: None });
        }
        let aside = self.sealed.as_mut().map(|sealed| sealed.cut(&*before, keep).aside);
        let cut = Cut { id: self.id, keep: keep as i64, after: after as i64, undos: self.undos, aside };
        let kept = self.app.store.cut(cut).await;
        self.kept(kept).await?;
        self.undos += 1;
        self.recount_told().await?;
        self.app.metrics.undos.add(1);
        // What was answered in advance and taken back is asked.
        self.open_early().await?;
        Ok(self.play.seq())
    }

    /// What was kept of the journal and answered in advance, after a cut.
    pub async fn recount_told(&mut self) -> Result<()> {
        let seq = self.play.seq() as i64;
        self.standing.answered.retain(|it| it.seq <= seq);
        if self.told > self.play.seq() as i64 {
            self.told = self.app.store.told(self.id).await?.last().map_or(0, |part| part.seq);
        }
        Ok(())
    }

    /// The caller's seats, if he has any and knows the newest position.
    fn seat_of(&self, caller: &Caller, after: usize) -> Result<Vec<Seat>> {
        let held = self.held(caller);
        if held.is_empty() {
            return Err(Error::Forbidden("You hold no seat in this match."));
        }
        if let Some(past) = &self.past {
            return Err(past.refusal(self.rules));
        }
        if self.club.result.is_some() {
            return Err(Error::Refused { says: "The game is over.".to_owned(), case: None });
        }
        let seq = self.ahead(caller).map_or_else(|| self.play.seq(), |ahead| ahead.seq(self));
        if after != seq {
            return Err(Error::Stale { seq });
        }
        Ok(held)
    }

    /// Plays actions of one seat, the last of which may be followed by draws, as one.
    pub async fn enter_all(&mut self, seat: Seat, actions: &[String], early: Option<u8>) -> Result<usize> {
        let after = self.play.seq() as i64;
        let mut lines = Vec::new();
        for action in actions {
            let as_written = self.play.legal().iter().any(|legal| legal == action);
            match self.play.play(seat, action) {
                Ok(()) => {}
                Err(error) if lines.is_empty() => return Err(error.into()),
                // What was decided ahead and is not legal any more is left to be decided anew.
                Err(_) => break,
            }
            let line = if as_written { Some(action.clone()) } else { self.play.record().lines.pop() };
            let line = line.unwrap_or_default();
            self.seal(std::slice::from_ref(&line));
            lines.push(line);
        }
        self.settle(&mut lines).await?;
        let on = self.play_on(seat, &mut lines).await?;
        self.append(Some(seat), after, lines, early, on.answered).await
    }

    /// Plays actions, whatever is drawn after them and what is not asked after that, and returns when all is on disk;
    /// then what others had sealed.
    async fn enter(&mut self, seat: Seat, actions: &[String]) -> Result<Played> {
        let after = self.play.seq() as i64;
        let ::orders::Run { mut lines, stopped } = orders::run(&mut *self.play, seat, actions)?;
        let played = lines.len();
        self.seal(&lines);
        self.settle(&mut lines).await?;
        let PlayedOn { forced, told, answered } = self.play_on(seat, &mut lines).await?;
        let drawn = lines.iter().any(|line| line.starts_with("* "));
        self.append(Some(seat), after, lines, None, answered).await?;
        self.open_early().await?;
        Ok(Played { seq: self.play.seq(), played, stopped, forced, answered: told, drawn })
    }

    /// Actions are part of what the next draw follows from.
    pub fn seal(&mut self, lines: &[String]) {
        if let Some(sealed) = &mut self.sealed {
            lines.iter().for_each(|line| sealed.line(line));
        }
    }

    /// Draws what is due; a draw that the rules refuse leaves everything as the disk has it.
    pub async fn settle(&mut self, lines: &mut Vec<String>) -> Result<()> {
        if self.by_file.is_some() {
            // Its rolls come with its letters.
            return Ok(());
        }
        let dice = self.app.settings.dice;
        if let Err(error) = dice.settle(self.id, &mut *self.play, lines, self.sealed.as_mut()) {
            tracing::error!(id = %self.id, %error, "a draw was refused");
            self.reload().await;
            return Err(Error::Unavailable);
        }
        Ok(())
    }

    /// Keeps the plies after those that the disk has.
    pub async fn append(
        &mut self,
        by: Option<Seat>,
        after: i64,
        lines: Vec<String>,
        early: Option<u8>,
        answered: Vec<Answered>,
    ) -> Result<usize> {
        self.write(by, Plies { lines, early, answered, ..Plies::after(self.id, after, self.undos) }).await
    }

    /// The same, with whatever else comes with the plies.
    pub async fn write(&mut self, by: Option<Seat>, plies: Plies) -> Result<usize> {
        let at = look::now();
        let revised = (self.saved_rules < self.rules).then_some(self.rules);
        let seq = self.play.seq();
        let mark = copies::mark(&self.against, plies.after as usize, || self.play.record().lines, seq);
        let clock = self.ticked(by.map(|seat| usize::from(seat.0)), at);
        let letters = i64::from(plies.file.is_some());
        let answered = plies.answered.clone();
        let plies = Plies { at, revised, mark, clock: clock.clone(), ..plies };
        let kept = self.app.store.append(plies).await;
        self.kept(kept).await?;
        self.undos += letters;
        if clock.is_some() {
            self.club.terms.clock = clock;
        }
        self.standing.answered.extend(answered);
        self.saved_rules = self.rules;
        self.turning.acted.extend(by.map(|seat| usize::from(seat.0)));
        self.changed = at;
        self.app.metrics.actions.add(1);
        Ok(self.play.seq())
    }

    /// Tells everybody once a change is on disk. If it is not, the match is what the disk says.
    pub async fn kept(&mut self, kept: Result<(), StoreError>) -> Result<()> {
        let result = match kept {
            Ok(()) => Ok(()),
            Err(error) => {
                self.reload().await;
                match error {
                    StoreError::MovedOn => Err(Error::Stale { seq: self.play.seq() }),
                    error => Err(error.into()),
                }
            }
        };
        self.stop_thinking();
        self.shared.tell();
        result
    }

    /// What was shown is worked out again, and listeners look.
    pub fn seen_anew(&mut self) {
        self.seen = Seen::default();
        self.shared.tell();
    }

    /// What a machine still ponders lies behind, and what was worked out for the position.
    pub fn stop_thinking(&mut self) {
        self.position += 1;
        self.turning.stale = true;
        self.seen = Seen::default();
        self.advised = Advised::default();
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Forgets what it knows and reads the match again; a table that cannot be read ends.
    pub async fn reload(&mut self) {
        match self.app.store.club(self.id).await {
            Ok(club) => self.club = club,
            Err(_) => self.broken = true,
        }
        let loaded = match self.app.store.load(self.id).await {
            Ok(Some(saved)) => {
                (self.undos, self.seats) = (saved.undos, saved.start.seats.clone());
                self.early.clone_from(&saved.early);
                self.standing.clone_from(&saved.standing);
                (self.told, self.continued, self.saved_rules) =
                    (saved.told, saved.continued, revision(&saved));
                resume(&self.app, &self.game, saved).await
            }
            Ok(None) => Err(NO_MATCH),
            Err(error) => Err(error.into()),
        };
        match loaded {
            Ok((Resumed { play, past }, sealed, by_file)) => {
                (self.play, self.past, self.sealed) = (play, past.map(Arc::new), sealed);
                self.by_file = by_file;
            }
            Err(_) => self.broken = true,
        }
    }

    fn seat_machines(&mut self) {
        if self.past.is_some() {
            return;
        }
        for (number, seat) in (0..).zip(&self.seats) {
            if seat.player == HUMAN {
                continue;
            }
            let named = |name: &str| {
                opponent::machine(&*self.game.engine, name, dice::bits(), opponent::means(&self.stop))
            };
            let machine = named(&seat.player).or_else(|_| named(SUBSTITUTE));
            if let Ok(machine) = machine {
                self.machines.insert(number, machine);
            }
        }
    }

    /// Sets a machine to work, if it is one's turn and it is free.
    fn ponder(&mut self) {
        if self.pondering.is_some() || *self.app.closing.borrow() || self.waits_for_salt() {
            return;
        }
        let machine = match self.play.node() {
            Node::Decision(seat) if self.club.result.is_none() => {
                self.machines.remove(&seat.0).map(|machine| (seat, machine))
            }
            _ => None,
        };
        let Some((seat, mut machine)) = machine else {
            self.give_up_claim();
            return self.think(None);
        };
        self.claimed = true;
        self.stop.store(false, Ordering::Relaxed);
        let play = self.play.duplicate();
        let thinkers = self.app.thinkers.clone();
        let share = self.app.known.share(self.waiting_person().as_ref());
        let stop = self.stop.clone();
        let (store, id) = (self.app.store.clone(), self.id);
        let work = tokio::spawn(async move {
            let mut ours = claim_turn(&store, id, &stop).await;
            let chair = thinkers.chair(Matter::Live, share).await;
            // Waiting for a chair may have taken longer than the claim lasts.
            ours = ours && claim_turn(&store, id, &stop).await;
            if !ours || stop.load(Ordering::Relaxed) {
                // Nobody wants to know any more.
                return Some(Pondered { seat, machine, chosen: None });
            }
            let work = opponent::think(move || {
                let chosen = machine.choose(&*play);
                drop(chair);
                Pondered { seat, machine, chosen }
            });
            work.await
        });
        self.pondering = Some((self.position, work));
        let side = look::public(self).waits_for.as_deref().map(str::to_owned);
        self.think(side);
    }

    /// Lets go of the claim to the machine's turn: it is over.
    fn give_up_claim(&mut self) {
        if !std::mem::take(&mut self.claimed) || self.machines.is_empty() || !self.app.store.is_shared() {
            return;
        }
        let (store, id) = (self.app.store.clone(), self.id);
        tokio::spawn(async move {
            if let Err(error) = store.release_turn(id).await {
                tracing::warn!(%id, %error, "a claim was not given up: it ends by itself");
            }
        });
    }

    /// Ends the table: there is nothing left of the match.
    pub fn leave(&mut self) {
        self.broken = true;
    }

    /// The person for whom a machine of this match thinks.
    fn waiting_person(&self) -> Option<Holder> {
        self.seats.iter().find_map(|seat| seat.holder.clone()).map(Holder)
    }

    fn think(&self, side: Option<String>) {
        self.shared.news.send_if_modified(|news| {
            let changed = news.thinking != side;
            news.thinking = side;
            changed
        });
    }

    async fn play_machine(&mut self, (position, pondered): (u64, Option<Pondered>)) {
        match pondered {
            Some(Pondered { seat, machine, chosen }) => {
                self.failures = 0;
                self.machines.insert(seat.0, machine);
                // Somebody may have taken a step back while it thought; and what is chosen in the haste of a shutdown
                // is thought over when the server is back.
                let hurried = *self.app.closing.borrow();
                if !hurried
                    && position == self.position
                    && self.play.node() == Node::Decision(seat)
                    && let Some(action) = chosen
                    && let Err(error) = self.enter(seat, std::slice::from_ref(&action)).await
                {
                    tracing::error!(id = %self.id, %action, %error, "a machine's action failed");
                    sleep(Duration::from_secs(1)).await;
                }
            }
            None if self.failures == MOST_FAILURES => {
                // Its seat stays empty as long as the table is in memory: trying at once for ever helps nobody.
                tracing::error!(id = %self.id, "machines fail one after the other: the game waits");
            }
            None => {
                self.failures += 1;
                tracing::error!(id = %self.id, "a machine failed: another takes its seat");
                sleep(NEXT_SUBSTITUTE).await;
                self.seats.iter_mut().filter(|seat| seat.player != HUMAN).for_each(|seat| {
                    seat.player = SUBSTITUTE.to_owned();
                });
                self.seat_machines();
            }
        }
        self.ponder();
    }

    /// Goes back to an earlier position, away from the runtime and from the table's other business.
    fn replay(&mut self, caller: &Caller, ply: Option<usize>, side: Option<String>, reply: Reply<Look>) {
        let plies = self.play.seq();
        let ply = ply.unwrap_or(plies);
        if ply > plies {
            let says = match &self.past {
                Some(_) => format!("By the rules of now the match can be seen up to ply {plies}."),
                None => format!("The match has {plies} plies."),
            };
            drop(reply.send(Err(Error::bad("ply", says))));
            return;
        }
        let viewer = match self.replay_viewer(caller, side.as_deref()) {
            Ok(viewer) => viewer,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let meta = look::meta(self, caller);
        let play = self.play.duplicate();
        let held = self.held(caller);
        let past = self.past.clone();
        tokio::task::spawn_blocking(move || {
            let earlier = play.up_to(ply);
            let viewer = match (viewer, earlier.node()) {
                (Some(viewer), _) => viewer,
                (None, Node::Decision(seat)) if held.contains(&seat) => Viewer::Seat(seat),
                (None, _) => held.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat)),
            };
            let mut view = earlier.view(viewer);
            if let Some(past) = past {
                view = past.shown(view, viewer, ply);
            }
            drop(reply.send(Ok(Look { meta, view: look::json(&view), seq: plies })));
        });
    }

    /// Whose eyes a replay is seen through; `None` is the caller's own.
    fn replay_viewer(&mut self, caller: &Caller, side: Option<&str>) -> Result<Option<Viewer>> {
        let over = self.over();
        let Some(side) = side else {
            return Ok((over && self.held(caller).is_empty()).then_some(Viewer::Umpire));
        };
        if side == "all" {
            let barred = Error::Forbidden("Everything is shown when the game is over.");
            return if over { Ok(Some(Viewer::Umpire)) } else { Err(barred) };
        }
        let seats = (0..self.seats.len() as u8).map(Seat);
        let public = look::public(self);
        let Some((seat, _)) = seats.zip(&public.sides).find(|(_, id)| ***id == *side) else {
            return Err(Error::bad("as", format!("There is no side '{side}'.")));
        };
        if !over && !self.held(caller).contains(&seat) {
            return Err(Error::Forbidden("Another side's view is shown when the game is over."));
        }
        Ok(Some(Viewer::Seat(seat)))
    }
}

/// Waits until the machine's turn is this server's to think about; not, if nobody wants to know any more.
async fn claim_turn(store: &Store, id: MatchId, stop: &AtomicBool) -> bool {
    if !store.is_shared() {
        return true;
    }
    while !stop.load(Ordering::Relaxed) {
        match store.claim_turn(id, nodes::lease()).await {
            Ok(true) => return true,
            Ok(false) => {}
            Err(error) => tracing::error!(%id, %error, "a machine's turn could not be claimed"),
        }
        sleep(CLAIM_AGAIN).await;
    }
    false
}

/// What the machine at work came to; never, if none is.
async fn pondered(pondering: &mut Option<(u64, JoinHandle<Option<Pondered>>)>) -> (u64, Option<Pondered>) {
    let Some((position, work)) = pondering else { return std::future::pending().await };
    let result = (*position, work.await.ok().flatten());
    *pondering = None;
    result
}
