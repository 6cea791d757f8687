//! The writer with its group commit, and the reader. Each is a thread with a connection of its own.

use std::{
    hash::{BuildHasher as _, Hasher as _, RandomState},
    process,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::{
    Account, Change, Clock, Club, Cut, Early, Ended, Expiry, Lease, Lobby, MatchId, Missed, NewMatch, Plies,
    Rate, Result, Said, Saved, SavedAside, SavedStudy, Session, SetAnswer, SideRating, StoreError, Told,
    User, Which, accounts, claim, club, early, expiry, host, letters, listen,
    matches::{self, NextPly},
    migrate, nodes, past, people, results,
    sql::{self, Access, Sql},
    standing, studies,
};

/// How many jobs share a transaction at most.
const BATCH: usize = 512;
/// How long the writer waits for more, once several jobs are there.
const PATIENCE: Duration = Duration::from_millis(2);
/// How often a transaction is tried again that another server got in the way of.
const TRIES: usize = 5;

/// The database. Cheap to clone; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Store {
    writer: mpsc::Sender<Write>,
    reader: mpsc::Sender<Read>,
    figures: Arc<Counters>,
    /// Where the database is and which server this is, if others may share it.
    shared: Option<Arc<Shared>>,
}

struct Shared {
    address: String,
    node: String,
}

/// What the writer has done so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Transactions, the one under way included.
    pub commits: u64,
    /// Jobs in them.
    pub jobs: u64,
    /// Time spent in them, in microseconds.
    pub micros: u64,
    /// Reads and writes that the database failed.
    pub errors: u64,
}

#[derive(Default)]
struct Counters {
    commits: AtomicU64,
    jobs: AtomicU64,
    micros: AtomicU64,
    errors: AtomicU64,
}

type Reply<T> = oneshot::Sender<Result<T>>;
/// A question: answers and says whether the database failed.
type Read = Box<dyn FnOnce(&mut dyn Sql, i64) -> bool + Send>;
type Write = Box<dyn Job>;

/// Something to be written. It may be run again when others got in its way.
trait Job: Send {
    /// Writes, and remembers what came of it.
    fn run(&mut self, sql: &mut dyn Sql, next: &mut NextPly) -> Result<()>;
    /// Tells whoever asked, once it is on disk or has failed. He may have left; the work is done all the same.
    fn answer(self: Box<Self>, result: Result<()>);
}

struct Work<T, F> {
    work: F,
    done: Option<T>,
    reply: Reply<T>,
}

impl<T: Send, F: FnMut(&mut dyn Sql, &mut NextPly) -> Result<T> + Send> Job for Work<T, F> {
    fn run(&mut self, sql: &mut dyn Sql, next: &mut NextPly) -> Result<()> {
        self.done = Some((self.work)(sql, next)?);
        Ok(())
    }

    fn answer(self: Box<Self>, result: Result<()>) {
        let Work { done, reply, .. } = *self;
        let _ = reply.send(result.and_then(|()| done.ok_or(StoreError::Closed)));
    }
}

impl Store {
    /// Opens a database by its address, `sqlite:PATH` or `postgres://...`, and brings its tables up to date.
    pub async fn open(address: &str) -> Result<Store> {
        Store::connect(address, Access::Full, false).await
    }

    /// The same for a server: a file that another server has is refused.
    pub async fn claim(address: &str) -> Result<Store> {
        Store::connect(address, Access::Full, true).await
    }

    /// Opens a database to look at it, as it is: of this version or an earlier one. Nothing can be written.
    pub async fn peek(address: &str) -> Result<Store> {
        Store::connect(address, Access::ReadOnly, false).await
    }

    async fn connect(address: &str, access: Access, alone: bool) -> Result<Store> {
        let node = node();
        let shared = sql::is_postgres(address)
            .then(|| Arc::new(Shared { address: address.to_owned(), node: node.clone() }));
        let address = address.to_owned();
        // The client of PostgreSQL waits by itself and must not do so on the runtime.
        let opened = tokio::task::spawn_blocking(move || -> Result<_> {
            let claim = if alone { claim::claim(&address)? } else { None };
            let mut writer = sql::open(&address, access, &node)?;
            if access == Access::Full {
                migrate::migrate(&mut *writer)?;
            }
            let version = migrate::version(&mut *writer)?;
            let reader = writer.again(Access::ReadOnly)?;
            Ok((writer, reader, version, claim))
        });
        let (writer, reader, version, claim) = opened.await.map_err(|_| StoreError::Closed)??;
        let figures = Arc::new(Counters::default());
        let (to_writer, jobs) = mpsc::channel();
        let counters = figures.clone();
        thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                write_all(writer, &jobs, &counters);
                drop(claim);
            })
            .expect("a thread can be started");
        let (to_reader, questions) = mpsc::channel();
        let errors = figures.clone();
        thread::Builder::new()
            .name("store-reader".to_owned())
            .spawn(move || read_all(reader, &questions, version, &errors))
            .expect("a thread can be started");
        Ok(Store { writer: to_writer, reader: to_reader, figures, shared })
    }

    /// Whether other servers may write to the same database.
    pub fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// What other servers change from now on; nothing where there can be none.
    pub fn listen(&self) -> Option<tokio::sync::mpsc::UnboundedReceiver<Change>> {
        let shared = self.shared.as_ref()?;
        Some(listen::listen(&shared.address, shared.node.clone()))
    }

    /// Claims the machine of a match for this server; it may claim again what is its own.
    pub async fn claim_turn(&self, id: MatchId, lease: Lease) -> Result<bool> {
        let Some(shared) = self.shared.clone() else { return Ok(true) };
        self.write(move |sql, _| nodes::claim(sql, id, &shared.node, lease)).await
    }

    /// Gives a claim up.
    pub async fn release_turn(&self, id: MatchId) -> Result<()> {
        let Some(shared) = self.shared.clone() else { return Ok(()) };
        self.write(move |sql, _| nodes::release(sql, id, &shared.node)).await
    }

    /// Takes over what other servers have claimed and not finished in time.
    pub async fn take_over_turns(&self, lease: Lease, most: usize) -> Result<Vec<MatchId>> {
        let Some(shared) = self.shared.clone() else { return Ok(Vec::new()) };
        self.write(move |sql, _| nodes::take_over(sql, &shared.node, lease, most as i64)).await
    }

    /// What somebody has missed who knows so many plies and steps back of a match; nothing if the match is gone.
    pub async fn missed(&self, id: MatchId, seq: i64, undos: i64) -> Result<Option<Missed>> {
        self.read(move |sql, _| nodes::missed(sql, id, seq, undos)).await
    }

    /// Keeps a new match. `MovedOn` if its number is taken.
    pub async fn create(&self, new: NewMatch) -> Result<()> {
        self.write(move |sql, next| matches::create(sql, &new, next)).await
    }

    /// Adds plies and returns when they are on disk.
    pub async fn append(&self, plies: Plies) -> Result<()> {
        self.write(move |sql, next| matches::append(sql, &plies, next)).await
    }

    /// Takes plies back and returns when that is on disk.
    pub async fn cut(&self, cut: Cut) -> Result<()> {
        self.write(move |sql, _| matches::cut(sql, &cut)).await
    }

    /// Adds a salt to the proof of a match. `MovedOn` if the match is not what the writer knows.
    pub async fn aside(&self, id: MatchId, undos: i64, aside: SavedAside) -> Result<()> {
        self.write(move |sql, _| matches::add_aside(sql, id, undos, &aside)).await
    }

    /// Keeps what a seat has decided before it was asked, in the place of what it had. `MovedOn` if the match stands elsewhere.
    pub async fn write_early(&self, id: MatchId, seq: i64, undos: i64, early: Early) -> Result<()> {
        self.write(move |sql, _| early::write(sql, id, seq, undos, &early)).await
    }

    /// Keeps what a seat answers in advance.
    pub async fn set_answer(&self, id: MatchId, set: SetAnswer) -> Result<()> {
        self.write(move |sql, _| standing::set(sql, id, &set)).await
    }

    /// Drops what a seat has answered in advance.
    pub async fn drop_answer(&self, id: MatchId, seat: u8, answer: &str) -> Result<()> {
        let answer = answer.to_owned();
        self.write(move |sql, _| standing::drop(sql, id, seat, &answer)).await
    }

    /// Gives the seat of an invitation to this holder. `MovedOn` if somebody else has it.
    pub async fn take(&self, invite: &str, holder: &str) -> Result<Option<(MatchId, usize)>> {
        let (invite, holder) = (people::digest(invite), holder.to_owned());
        self.write(move |sql, _| matches::take(sql, &invite, &holder)).await
    }

    /// Puts another invitation in the place of the one to a free seat. `MovedOn` if the seat is not free.
    pub async fn invite(&self, id: MatchId, seat: usize, invite: &str) -> Result<()> {
        let invite = people::digest(invite);
        self.write(move |sql, _| matches::invite(sql, id, seat, &invite)).await
    }

    /// Keeps a part of a journal as it was told. `MovedOn` if the match is not what the teller knows.
    pub async fn keep(&self, id: MatchId, undos: i64, told: Told) -> Result<()> {
        self.write(move |sql, _| past::keep(sql, id, undos, &told)).await
    }

    /// Removes matches that nobody touches any more, so many at a time, and says which.
    pub async fn expire(&self, expiry: Expiry, most: usize) -> Result<Vec<MatchId>> {
        self.write(move |sql, _| expiry::expire(sql, expiry, most as i64)).await
    }

    /// Keeps a device that has a token.
    pub async fn add_session(&self, session: Session) -> Result<()> {
        self.write(move |sql, _| people::add_session(sql, &session)).await
    }

    /// Keeps a new account. `MovedOn` if the name is taken.
    pub async fn add_account(&self, account: Account) -> Result<()> {
        self.write(move |sql, _| accounts::add(sql, &account)).await
    }

    /// The account with this name, however it is spelled.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        let name = name.to_owned();
        self.read(move |sql, _| accounts::named(sql, &name)).await
    }

    /// The account of this holder.
    pub async fn account_of(&self, holder: &str) -> Result<Option<Account>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| accounts::of(sql, &holder)).await
    }

    /// Gives the seats of one holder to another.
    pub async fn take_over(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.write(move |sql, _| accounts::take_over(sql, &from, &to)).await
    }

    /// Another password and another code for a lost one; every device is signed out.
    pub async fn renew_account(&self, holder: &str, password: String, recovery: String) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| accounts::renew(sql, &holder, &password, &recovery)).await
    }

    /// Forgets an account; `nobody` holds its seats from now on.
    pub async fn remove_account(&self, holder: &str, nobody: &str) -> Result<()> {
        let (holder, nobody) = (holder.to_owned(), nobody.to_owned());
        self.write(move |sql, _| accounts::remove(sql, &holder, &nobody)).await
    }

    /// The devices of a holder, the newest first.
    pub async fn sessions(&self, holder: &str) -> Result<Vec<Session>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| accounts::sessions(sql, &holder)).await
    }

    /// Signs devices of a holder out.
    pub async fn sign_out(&self, holder: &str, which: Which) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| accounts::sign_out(sql, &holder, &which)).await
    }

    /// The server's secret of this name; the one offered, if it has none yet.
    pub async fn secret(&self, name: &'static str, offered: Vec<u8>) -> Result<Vec<u8>> {
        self.write(move |sql, _| people::secret(sql, name, &offered)).await
    }

    /// Writes something, to see whether that can be done.
    pub async fn pulse(&self, at: i64) -> Result<()> {
        self.write(move |sql, _| people::pulse(sql, at)).await
    }

    /// The device with this token.
    pub async fn session(&self, token: &str) -> Result<Option<Session>> {
        let token = token.to_owned();
        self.read(move |sql, _| people::session(sql, &token)).await
    }

    /// A match with everything that was played.
    pub async fn load(&self, id: MatchId) -> Result<Option<Saved>> {
        self.read(move |sql, version| transaction(sql, |sql| matches::load(sql, id, version))).await
    }

    /// The matches in which this holder has a seat, the newest first.
    pub async fn held(&self, holder: &str, most: usize) -> Result<Vec<MatchId>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| matches::held(sql, &holder, most as i64)).await
    }

    /// The match in which this holder plays the game of a file.
    pub async fn letters_of(&self, game: &str, holder: &str) -> Result<Option<MatchId>> {
        let (game, holder) = (game.to_owned(), holder.to_owned());
        self.read(move |sql, _| letters::of(sql, &game, &holder)).await
    }

    /// In how many matches this holder has a seat.
    pub async fn count_held(&self, holder: &str) -> Result<u64> {
        let holder = holder.to_owned();
        self.read(move |sql, _| matches::count_held(sql, &holder)).await
    }

    /// So many matches with higher numbers than this one, in the order of their numbers; from the lowest on for none.
    pub async fn all(&self, after: Option<MatchId>, most: usize) -> Result<Vec<MatchId>> {
        self.read(move |sql, _| matches::all(sql, after, most as i64)).await
    }

    /// The journal of a match as it was told, part by part.
    pub async fn told(&self, id: MatchId) -> Result<Vec<Told>> {
        let told = move |sql: &mut dyn Sql, version| {
            if version < migrate::PAST { Ok(Vec::new()) } else { past::told(sql, id) }
        };
        self.read(told).await
    }

    /// Keeps a position that a link is to lead to.
    pub async fn keep_study(&self, study: SavedStudy) -> Result<()> {
        self.write(move |sql, _| studies::keep(sql, &study)).await
    }

    /// The position that a link leads to.
    pub async fn study(&self, id: &str) -> Result<Option<SavedStudy>> {
        let id = id.to_owned();
        self.read(
            move |sql, version| if version < migrate::STUDIES { Ok(None) } else { studies::load(sql, &id) },
        )
        .await
    }

    /// The match between people that is known by this mark.
    pub async fn marked(&self, mark: &str) -> Result<Option<MatchId>> {
        let mark = mark.to_owned();
        self.read(move |sql, _| past::marked(sql, &mark)).await
    }

    /// What lies beside the record of a match.
    pub async fn club(&self, id: MatchId) -> Result<Club> {
        let load = move |sql: &mut dyn Sql, version| {
            if version < migrate::CLUB { Ok(Club::default()) } else { club::load(sql, id) }
        };
        self.read(load).await
    }

    /// Keeps something that was said. `MovedOn` if something else has its number.
    pub async fn say(&self, id: MatchId, said: Said) -> Result<()> {
        self.write(move |sql, _| club::say(sql, id, &said)).await
    }

    /// Takes plies back by consent, with the line that says so.
    pub async fn take_back(&self, cut: Cut, said: Said, clock: Option<Clock>) -> Result<()> {
        self.write(move |sql, _| club::take_back(sql, &cut, &said, clock.as_ref())).await
    }

    /// Sets the clock of a match.
    pub async fn set_clock(&self, id: MatchId, clock: Clock) -> Result<()> {
        self.write(move |sql, _| club::set_clock(sql, id, &clock)).await
    }

    /// Counts the result of a match, once.
    pub async fn settle(&self, ended: Ended, rate: Rate) -> Result<()> {
        self.write(move |sql, _| results::settle(sql, &ended, rate)).await
    }

    /// Ends a match by what was said at the table, and counts its result. `MovedOn` if it stands elsewhere.
    pub async fn end(&self, said: Said, ended: Ended, rate: Rate) -> Result<()> {
        self.write(move |sql, _| results::end(sql, &said, &ended, rate)).await
    }

    /// All ratings of a holder.
    pub async fn ratings(&self, holder: &str) -> Result<Vec<SideRating>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| results::of_holder(sql, &holder)).await
    }

    /// Gives a free seat to somebody who may have it. `MovedOn` if it is not free for him.
    pub async fn sit(&self, id: MatchId, holder: &str) -> Result<usize> {
        let holder = holder.to_owned();
        self.write(move |sql, _| club::sit(sql, id, &holder)).await
    }

    /// Takes a match off the lists of open seats and of challenges.
    pub async fn close_seat(&self, id: MatchId) -> Result<()> {
        self.write(move |sql, _| club::close(sql, id)).await
    }

    /// Matches of the lobby, the newest first.
    pub async fn lobby(&self, which: Lobby, most: usize) -> Result<Vec<MatchId>> {
        self.read(move |sql, _| club::lobby(sql, &which, most as i64)).await
    }

    /// The match that is the return of this one.
    pub async fn rematch_of(&self, id: MatchId) -> Result<Option<MatchId>> {
        self.read(move |sql, _| club::rematch_of(sql, id)).await
    }

    /// The match and the free seat that an invitation is for.
    pub async fn invited(&self, invite: &str) -> Result<Option<(MatchId, usize)>> {
        let invite = people::digest(invite);
        self.read(move |sql, _| club::invited(sql, &invite)).await
    }

    /// Keeps a player's notes on a match; empty ones are forgotten.
    pub async fn note(&self, id: MatchId, holder: &str, says: String) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| club::note(sql, id, &holder, &says)).await
    }

    /// A player's notes on a match.
    pub async fn noted(&self, id: MatchId, holder: &str) -> Result<Option<String>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| club::noted(sql, id, &holder)).await
    }

    /// All notes of a player.
    pub async fn notes(&self, holder: &str) -> Result<Vec<(MatchId, String)>> {
        let holder = holder.to_owned();
        self.read(move |sql, _| club::notes(sql, &holder)).await
    }

    /// All accounts, as their host sees them.
    pub async fn users(&self) -> Result<Vec<User>> {
        self.read(|sql, version| migrate::at_least(migrate::HOST, version).and_then(|()| host::users(sql)))
            .await
    }

    /// Bans an account: it is signed out everywhere and may not sign in.
    pub async fn ban(&self, holder: &str, at: i64) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| host::ban(sql, &holder, at)).await
    }

    /// Lets an account in again.
    pub async fn unban(&self, holder: &str) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| host::unban(sql, &holder)).await
    }

    /// Whether an account may not sign in.
    pub async fn is_banned(&self, holder: &str) -> Result<bool> {
        let holder = holder.to_owned();
        self.read(move |sql, _| host::is_banned(sql, &holder)).await
    }

    /// Whether strangers may make accounts from now on.
    pub async fn close_registration(&self, closed: bool) -> Result<()> {
        let value = closed.then_some(host::CLOSED);
        self.write(move |sql, _| host::switch(sql, host::REGISTRATION, value)).await
    }

    /// Whether strangers may make no accounts.
    pub async fn registration_is_closed(&self) -> Result<bool> {
        self.read(|sql, _| host::is_switched(sql, host::REGISTRATION, host::CLOSED)).await
    }

    /// What the writer has done so far.
    pub fn figures(&self) -> Figures {
        Figures {
            commits: self.figures.commits.load(Ordering::Relaxed),
            jobs: self.figures.jobs.load(Ordering::Relaxed),
            micros: self.figures.micros.load(Ordering::Relaxed),
            errors: self.figures.errors.load(Ordering::Relaxed),
        }
    }

    /// Which server this is among those that share the database; none where it is the only one.
    pub(crate) fn node(&self) -> Option<String> {
        self.shared.as_ref().map(|shared| shared.node.clone())
    }

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Sql, &mut NextPly) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Work { work, done: None, reply });
        self.writer.send(job).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Sql, i64) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let read = Box::new(move |sql: &mut dyn Sql, version: i64| {
            let result = question(sql, version);
            let failed = result.is_err();
            // Whoever asked may have left.
            let _ = reply.send(result);
            failed
        });
        self.reader.send(read).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A name for this server that no other has.
fn node() -> String {
    let random = RandomState::new().build_hasher().finish();
    format!("{:x}-{random:x}", process::id())
}

fn write_all(mut sql: Box<dyn Sql>, jobs: &mpsc::Receiver<Write>, counters: &Counters) {
    let mut next = NextPly::default();
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        if batch.len() > 1 {
            // Many write at once: a moment's patience makes fewer and fuller commits.
            thread::sleep(PATIENCE);
            batch.extend(jobs.try_iter().take(BATCH - batch.len()));
        }
        let started = Instant::now();
        // Counted before anybody gets his answer: who has it finds his job among the figures.
        counters.commits.fetch_add(1, Ordering::Relaxed);
        counters.jobs.fetch_add(batch.len() as u64, Ordering::Relaxed);
        commit(&mut sql, batch, &mut next, counters);
        counters.micros.fetch_add(started.elapsed().as_micros() as u64, Ordering::Relaxed);
    }
}

/// All jobs in one transaction. If one of them fails, each gets a transaction of its own, so that it fails alone.
fn commit(sql: &mut Box<dyn Sql>, mut batch: Vec<Write>, next: &mut NextPly, counters: &Counters) {
    let all = transaction(&mut **sql, |sql| batch.iter_mut().try_for_each(|job| job.run(sql, next)));
    if all.is_ok() {
        batch.into_iter().for_each(|job| job.answer(Ok(())));
        return;
    }
    // The numbers it took were given back with everything else.
    next.forget();
    for mut job in batch {
        let mut result = transaction(&mut **sql, |sql| job.run(sql, next));
        for _ in 1..TRIES {
            match &result {
                Err(error) if matches!(error, StoreError::Busy) || sql.try_again(error) => {
                    next.forget();
                    result = transaction(&mut **sql, |sql| job.run(sql, next));
                }
                _ => break,
            }
        }
        if let Err(error) = &result {
            next.forget();
            if matches!(error, StoreError::Sqlite(_) | StoreError::Postgres(_)) {
                counters.errors.fetch_add(1, Ordering::Relaxed);
                tracing::error!(%error, "a write failed");
                reconnect(sql);
            }
        }
        job.answer(result);
    }
}

fn transaction<T>(sql: &mut dyn Sql, work: impl FnOnce(&mut dyn Sql) -> Result<T>) -> Result<T> {
    sql.begin()?;
    let done = work(sql).and_then(|done| {
        sql.tell()?;
        sql.batch("COMMIT").map(|()| done)
    });
    if done.is_err() {
        // The first error is the one to report.
        let _ = sql.batch("ROLLBACK");
    }
    done
}

/// A database that was restarted is found again at the next job.
fn reconnect(sql: &mut Box<dyn Sql>) {
    if let Ok(fresh) = sql.again(sql.access()) {
        *sql = fresh;
    }
}

fn read_all(mut sql: Box<dyn Sql>, questions: &mpsc::Receiver<Read>, version: i64, counters: &Counters) {
    while let Ok(question) = questions.recv() {
        if question(&mut *sql, version) {
            counters.errors.fetch_add(1, Ordering::Relaxed);
            reconnect(&mut sql);
        }
    }
}
