//! The actor that owns a live match. Everything that happens to the match happens here, one thing at a time: checked
//! against the rules, written to disk, and only then answered.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use kernel::{Header, Node, Record, Seat, Viewer, erased::AnyMatch};
use search::AnyPlayer;
use store::{Cut, MatchId, Plies, Saved, SavedSeat, StoreError};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep, sleep_until},
};
use view::{Line, Overlay, Query};

use crate::{
    advice::{self, Advised, Asks},
    app::App,
    body::NO_MATCH,
    dice,
    error::{Error, Result},
    identity::{Caller, Holder},
    look::{self, Look, Seen},
    opponent,
    tables::Leave,
};

/// How many messages may wait for a table; callers beyond that wait before they are let in.
const MAILBOX: usize = 64;
/// A machine that fails is replaced by one that cannot.
const SUBSTITUTE: &str = "random";
/// What the store calls a seat for a person.
pub const HUMAN: &str = "human";
/// No notation is longer.
const LONGEST: usize = 100;

/// The way to a table.
#[derive(Clone)]
pub struct Table {
    mail: mpsc::Sender<Message>,
    pub shared: Arc<Shared>,
}

/// What listeners share with the table.
pub struct Shared {
    news: watch::Sender<News>,
    /// How many listeners each person has.
    online: Mutex<BTreeMap<Holder, usize>>,
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
struct Farewell(App, Arc<Shared>, Arc<AtomicBool>);

impl Drop for Farewell {
    fn drop(&mut self) {
        self.0.metrics.live.sub(1);
        self.2.store(true, Ordering::Relaxed);
        self.1.news.send_modify(|news| news.ended = true);
    }
}

pub type Reply<T> = oneshot::Sender<Result<T>>;

enum Message {
    Look(Caller, Reply<Look>),
    Play {
        caller: Caller,
        action: String,
        after: usize,
        reply: Reply<usize>,
    },
    Undo {
        caller: Caller,
        after: usize,
        reply: Reply<usize>,
    },
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
    Journal(Caller, Reply<Vec<Line>>),
    Record(Reply<String>),
    Advise(Caller, Asks, Reply<String>),
    /// Somebody took a seat.
    Seated {
        seat: usize,
        holder: Holder,
        reply: Reply<()>,
    },
}

/// What the actor knows.
pub struct Seated {
    pub app: App,
    pub id: MatchId,
    pub title: String,
    pub against: String,
    pub seats: Vec<SavedSeat>,
    pub play: Box<dyn AnyMatch>,
    pub created: i64,
    pub changed: i64,
    pub shared: Arc<Shared>,
    undos: i64,
    /// What was asked for since the last change.
    pub seen: Seen,
    /// What the machine advised since the last change.
    pub advised: Advised,
    machines: BTreeMap<u8, Box<dyn AnyPlayer>>,
    /// A machine at work, and for which position.
    pondering: Option<(u64, JoinHandle<Option<Pondered>>)>,
    /// Tells the machine at work that its answer is no longer wanted.
    stop: Arc<AtomicBool>,
    /// Rises with every change to the position.
    position: u64,
    last_machine: Option<Instant>,
    broken: bool,
}

struct Pondered {
    seat: Seat,
    machine: Box<dyn AnyPlayer>,
    chosen: Option<String>,
}

impl Table {
    pub async fn look(&self, caller: &Caller) -> Option<Result<Look>> {
        self.ask(|reply| Message::Look(caller.clone(), reply)).await
    }

    pub async fn play(&self, caller: &Caller, action: &str, after: usize) -> Option<Result<usize>> {
        let (caller, action) = (caller.clone(), action.to_owned());
        self.ask(|reply| Message::Play { caller, action, after, reply }).await
    }

    pub async fn undo(&self, caller: &Caller, after: usize) -> Option<Result<usize>> {
        self.ask(|reply| Message::Undo { caller: caller.clone(), after, reply }).await
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

    pub async fn journal(&self, caller: &Caller) -> Option<Result<Vec<Line>>> {
        self.ask(|reply| Message::Journal(caller.clone(), reply)).await
    }

    pub async fn record(&self) -> Option<Result<String>> {
        self.ask(Message::Record).await
    }

    pub async fn advise(&self, caller: &Caller, asks: Asks) -> Option<Result<String>> {
        self.ask(|reply| Message::Advise(caller.clone(), asks, reply)).await
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
        Attendance { shared: self.clone(), caller: caller.clone() }
    }

    fn tell(&self) {
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
        let Caller(Some(holder)) = &self.caller else { return };
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
    let play = resume(app, saved).await?;
    let title =
        app.shelf.get(&play.header().game).map_or_else(String::new, |it| it.game.about().title.clone());
    let (mail, letters) = mpsc::channel(MAILBOX);
    let shared = Arc::new(Shared { news: watch::channel(News::default()).0, online: Mutex::default() });
    let table = Table { mail, shared: shared.clone() };
    let mut seated = Seated {
        app: app.clone(),
        id,
        title,
        against,
        seats,
        play,
        created,
        changed,
        shared,
        undos,
        seen: Seen::default(),
        advised: Advised::default(),
        machines: BTreeMap::new(),
        pondering: None,
        stop: Arc::default(),
        position: 0,
        last_machine: None,
        broken: false,
    };
    seated.seat_machines();
    tokio::spawn(seated.run(letters, leave));
    Ok(table)
}

/// Replays a kept match, away from the runtime: it takes a while.
async fn resume(app: &App, saved: Saved) -> Result<Box<dyn AnyMatch>> {
    let start = saved.start;
    let lines = saved.plies.into_iter().map(|ply| ply.line).collect();
    let app = app.clone();
    let resumed = tokio::task::spawn_blocking(move || {
        let shelved = app.shelf.get(&start.game).ok_or(Error::Unavailable)?;
        let sides = shelved.game.about().sides.iter();
        let header = Header {
            game: start.game.clone(),
            rules: start.rules,
            data: start.data,
            scenario: start.scenario,
            options: start.options,
            luck: start.luck,
            players: sides
                .zip(&start.seats)
                .map(|(side, seat)| format!("{} {}", side.id, seat.player))
                .collect(),
        };
        Ok(shelved.game.resume(&Record { header, lines })?)
    });
    resumed.await.map_err(|_| Error::Unavailable)?
}

impl Seated {
    async fn run(mut self, mut letters: mpsc::Receiver<Message>, leave: Leave) {
        self.app.metrics.live.add(1);
        let farewell = Farewell(self.app.clone(), self.shared.clone(), self.stop.clone());
        let idle = self.app.settings.idle;
        let mut closing = self.app.closing.subscribe();
        self.ponder();
        while !self.broken {
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
        drop(farewell);
        drop(leave);
    }

    async fn open_letter(&mut self, letter: Message) {
        // Whoever asked may have hung up; nothing is owed to him then.
        match letter {
            Message::Look(caller, reply) => drop(reply.send(Ok(look::look(self, &caller)))),
            Message::Play { caller, action, after, reply } => {
                drop(reply.send(self.play_person(&caller, &action, after).await));
                self.ponder();
            }
            Message::Undo { caller, after, reply } => {
                drop(reply.send(self.undo(&caller, after).await));
                self.ponder();
            }
            Message::Ask { caller, query, reply } => {
                let viewer = self.viewer(&caller, &*self.play);
                drop(reply.send(self.play.query(viewer, &query).map_err(Error::from)));
            }
            Message::Replay { caller, ply, side, reply } => self.replay(&caller, ply, side, reply),
            Message::Journal(caller, reply) => {
                let viewer = self.viewer(&caller, &*self.play);
                drop(reply.send(Ok(self.play.lines(viewer, 0))));
            }
            Message::Advise(caller, asks, reply) => advice::advise(self, &caller, asks, reply),
            Message::Record(reply) => drop(reply.send(look::record(&*self.play))),
            Message::Seated { seat, holder, reply } => {
                if let Some(seat) = self.seats.get_mut(seat) {
                    seat.holder = Some(holder.0);
                }
                self.shared.tell();
                drop(reply.send(Ok(())));
            }
        }
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
            ([seat], _) => Viewer::Seat(*seat),
            (_, Node::Over(_)) => Viewer::Umpire,
            (held, Node::Decision(seat)) if held.contains(&seat) => Viewer::Seat(seat),
            (held, _) => Viewer::Seat(held[0]),
        }
    }

    async fn play_person(&mut self, caller: &Caller, action: &str, after: usize) -> Result<usize> {
        let held = self.seat_of(caller, after)?;
        match self.play.node() {
            Node::Decision(seat) if held.contains(&seat) => self.enter(seat, action).await,
            Node::Decision(_) => Err(Error::Forbidden("It is another side's decision.")),
            Node::Chance(_) | Node::Over(_) => {
                Err(Error::Refused { says: "The game is over.".to_owned(), case: None })
            }
        }
    }

    async fn undo(&mut self, caller: &Caller, after: usize) -> Result<usize> {
        let held = self.seat_of(caller, after)?;
        // With several seats at hand, the one that played last takes back.
        let allowed = held.iter().find(|&&seat| self.play.may_undo(seat).is_ok());
        let seat = *allowed.unwrap_or(&held[0]);
        self.play.undo(seat)?;
        let cut = Cut { id: self.id, keep: self.play.seq() as i64, after: after as i64, undos: self.undos };
        let kept = self.app.store.cut(cut).await;
        self.kept(kept).await?;
        self.undos += 1;
        self.app.metrics.undos.add(1);
        Ok(self.play.seq())
    }

    /// The caller's seats, if he has any and knows the newest position.
    fn seat_of(&self, caller: &Caller, after: usize) -> Result<Vec<Seat>> {
        let held = self.held(caller);
        if held.is_empty() {
            return Err(Error::Forbidden("You hold no seat in this match."));
        }
        if after != self.play.seq() {
            return Err(Error::Stale { seq: self.play.seq() });
        }
        Ok(held)
    }

    /// Plays an action and whatever is drawn after it, and returns when both are on disk.
    async fn enter(&mut self, seat: Seat, action: &str) -> Result<usize> {
        if action.len() > LONGEST {
            return Err(Error::bad("action", "No action is that long."));
        }
        let after = self.play.seq() as i64;
        let as_written = self.play.legal().iter().any(|legal| legal == action);
        self.play.play(seat, action)?;
        let line = if as_written { Some(action.to_owned()) } else { self.play.record().lines.pop() };
        let mut lines = vec![line.unwrap_or_default()];
        if let Err(error) = self.app.settings.dice.settle(self.id, &mut *self.play, &mut lines) {
            tracing::error!(id = %self.id, %error, "a draw was refused");
            self.reload().await;
            return Err(Error::Unavailable);
        }
        let at = look::now();
        let plies = Plies { id: self.id, after, undos: self.undos, lines, at };
        let kept = self.app.store.append(plies).await;
        self.kept(kept).await?;
        self.changed = at;
        self.app.metrics.actions.add(1);
        Ok(self.play.seq())
    }

    /// Tells everybody once a change is on disk. If it is not, the match is what the disk says.
    async fn kept(&mut self, kept: Result<(), StoreError>) -> Result<()> {
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
        self.position += 1;
        self.seen = Seen::default();
        self.advised = Advised::default();
        // What a machine still ponders lies behind.
        self.stop.store(true, Ordering::Relaxed);
        self.shared.tell();
        result
    }

    /// Forgets what it knows and reads the match again; a table that cannot be read ends.
    async fn reload(&mut self) {
        let loaded = match self.app.store.load(self.id).await {
            Ok(Some(saved)) => {
                (self.undos, self.seats) = (saved.undos, saved.start.seats.clone());
                resume(&self.app, saved).await
            }
            Ok(None) => Err(NO_MATCH),
            Err(error) => Err(error.into()),
        };
        match loaded {
            Ok(play) => self.play = play,
            Err(_) => self.broken = true,
        }
    }

    fn seat_machines(&mut self) {
        for (number, seat) in (0..).zip(&self.seats) {
            if seat.player == HUMAN {
                continue;
            }
            let Some(shelved) = self.app.shelf.get(&self.play.header().game) else { continue };
            let named = |name: &str| {
                opponent::machine(&*shelved.game.engine, name, dice::bits(), opponent::means(&self.stop))
            };
            let machine = named(&seat.player).or_else(|_| named(SUBSTITUTE));
            if let Ok(machine) = machine {
                self.machines.insert(number, machine);
            }
        }
    }

    /// Sets a machine to work, if it is one's turn and it is free.
    fn ponder(&mut self) {
        if self.pondering.is_some() || *self.app.closing.borrow() {
            return;
        }
        let Node::Decision(seat) = self.play.node() else { return self.think(None) };
        let Some(mut machine) = self.machines.remove(&seat.0) else { return self.think(None) };
        self.stop.store(false, Ordering::Relaxed);
        let play = self.play.duplicate();
        let listened = self.shared.news.receiver_count() > 0;
        let pace = if listened { self.app.settings.pace } else { Duration::ZERO };
        let not_before = self.last_machine.map(|last| last + pace);
        let thinkers = self.app.thinkers.clone();
        let work = tokio::spawn(async move {
            let chair = thinkers.acquire_owned().await;
            let work = opponent::think(move || {
                let chosen = machine.choose(&*play);
                Pondered { seat, machine, chosen }
            });
            let pondered = work.await;
            drop(chair);
            if let Some(moment) = not_before {
                sleep_until(moment).await;
            }
            pondered
        });
        self.pondering = Some((self.position, work));
        let side = look::public(self).waits_for.as_deref().map(str::to_owned);
        self.think(side);
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
                self.machines.insert(seat.0, machine);
                // Somebody may have taken a step back while it thought; and what is chosen in the haste of a shutdown
                // is thought over when the server is back.
                let hurried = *self.app.closing.borrow();
                if !hurried && position == self.position && self.play.node() == Node::Decision(seat) {
                    if let Some(action) = chosen
                        && let Err(error) = self.enter(seat, &action).await
                    {
                        tracing::error!(id = %self.id, %action, %error, "a machine's action failed");
                        sleep(Duration::from_secs(1)).await;
                    }
                    self.last_machine = Some(Instant::now());
                }
            }
            None => {
                tracing::error!(id = %self.id, "a machine failed: another takes its seat");
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
            drop(reply.send(Err(Error::bad("ply", format!("The match has {plies} plies.")))));
            return;
        }
        let viewer = match self.replay_viewer(caller, side.as_deref()) {
            Ok(viewer) => viewer,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let meta = look::meta(self, caller);
        let play = self.play.duplicate();
        let held = self.held(caller);
        tokio::task::spawn_blocking(move || {
            let earlier = play.up_to(ply);
            let viewer = match (viewer, earlier.node()) {
                (Some(viewer), _) => viewer,
                (None, Node::Decision(seat)) if held.contains(&seat) => Viewer::Seat(seat),
                (None, _) => held.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat)),
            };
            let view = look::json(&earlier.view(viewer));
            drop(reply.send(Ok(Look { meta, view, seq: plies })));
        });
    }

    /// Whose eyes a replay is seen through; `None` is the caller's own.
    fn replay_viewer(&mut self, caller: &Caller, side: Option<&str>) -> Result<Option<Viewer>> {
        let over = self.play.outcome().is_some();
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

/// What the machine at work came to; never, if none is.
async fn pondered(pondering: &mut Option<(u64, JoinHandle<Option<Pondered>>)>) -> (u64, Option<Pondered>) {
    let Some((position, work)) = pondering else { return std::future::pending().await };
    let result = (*position, work.await.ok().flatten());
    *pondering = None;
    result
}
