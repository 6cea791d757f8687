//! The writer with its group commit, and the reader. Each is a thread with a connection of its own.

use std::{
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
    Cut, MatchId, NewMatch, Plies, Result, Saved, StoreError, Told,
    matches::{self, NextPly},
    migrate, past,
    sql::{self, Access, Sql},
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
}

#[derive(Default)]
struct Counters {
    commits: AtomicU64,
    jobs: AtomicU64,
    micros: AtomicU64,
}

type Reply<T> = oneshot::Sender<Result<T>>;

enum Write {
    Create(Box<NewMatch>, Reply<()>),
    Append(Plies, Reply<()>),
    Cut(Cut, Reply<()>),
    Take { invite: String, holder: String, reply: Reply<Option<(MatchId, usize)>> },
    Keep { id: MatchId, undos: i64, told: Told, reply: Reply<()> },
}

enum Read {
    Load(MatchId, Reply<Option<Saved>>),
    Held { holder: String, most: i64, reply: Reply<Vec<MatchId>> },
    All { after: Option<MatchId>, most: i64, reply: Reply<Vec<MatchId>> },
    Told(MatchId, Reply<Vec<Told>>),
    Ping(Reply<()>),
}

impl Store {
    /// Opens a database by its address, `sqlite:PATH` or `postgres://...`, and brings its tables up to date.
    pub async fn open(address: &str) -> Result<Store> {
        Store::connect(address, Access::Full).await
    }

    /// Opens a database to look at it, as it is: of this version or an earlier one. Nothing can be written.
    pub async fn peek(address: &str) -> Result<Store> {
        Store::connect(address, Access::ReadOnly).await
    }

    async fn connect(address: &str, access: Access) -> Result<Store> {
        let address = address.to_owned();
        // The client of PostgreSQL waits by itself and must not do so on the runtime.
        let opened = tokio::task::spawn_blocking(move || -> Result<_> {
            let mut writer = sql::open(&address, access)?;
            if access == Access::Full {
                migrate::migrate(&mut *writer)?;
            }
            let version = migrate::version(&mut *writer)?;
            let reader = writer.again()?;
            Ok((writer, reader, version))
        });
        let (writer, reader, version) = opened.await.map_err(|_| StoreError::Closed)??;
        let figures = Arc::new(Counters::default());
        let (to_writer, jobs) = mpsc::channel();
        let counters = figures.clone();
        thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_all(writer, &jobs, &counters))
            .expect("a thread can be started");
        let (to_reader, questions) = mpsc::channel();
        thread::Builder::new()
            .name("store-reader".to_owned())
            .spawn(move || read_all(reader, &questions, version >= migrate::PAST))
            .expect("a thread can be started");
        Ok(Store { writer: to_writer, reader: to_reader, figures })
    }

    /// Keeps a new match. `MovedOn` if its number is taken.
    pub async fn create(&self, new: NewMatch) -> Result<()> {
        self.write(|reply| Write::Create(Box::new(new), reply)).await
    }

    /// Adds plies and returns when they are on disk.
    pub async fn append(&self, plies: Plies) -> Result<()> {
        self.write(|reply| Write::Append(plies, reply)).await
    }

    /// Takes plies back and returns when that is on disk.
    pub async fn cut(&self, cut: Cut) -> Result<()> {
        self.write(|reply| Write::Cut(cut, reply)).await
    }

    /// Gives the seat of an invitation to this holder. `MovedOn` if somebody else has it.
    pub async fn take(&self, invite: &str, holder: &str) -> Result<Option<(MatchId, usize)>> {
        let (invite, holder) = (invite.to_owned(), holder.to_owned());
        self.write(|reply| Write::Take { invite, holder, reply }).await
    }

    /// Keeps a part of a journal as it was told. `MovedOn` if the match is no longer what the teller knows.
    pub async fn keep(&self, id: MatchId, undos: i64, told: Told) -> Result<()> {
        self.write(|reply| Write::Keep { id, undos, told, reply }).await
    }

    /// A match with everything that was played.
    pub async fn load(&self, id: MatchId) -> Result<Option<Saved>> {
        self.read(|reply| Read::Load(id, reply)).await
    }

    /// The matches in which this token holds a seat, the newest first.
    pub async fn held(&self, holder: &str, most: usize) -> Result<Vec<MatchId>> {
        let (holder, most) = (holder.to_owned(), most as i64);
        self.read(|reply| Read::Held { holder, most, reply }).await
    }

    /// So many matches with higher numbers than this one, in the order of their numbers; from the lowest on for none.
    pub async fn all(&self, after: Option<MatchId>, most: usize) -> Result<Vec<MatchId>> {
        self.read(|reply| Read::All { after, most: most as i64, reply }).await
    }

    /// The journal of a match as it was told, part by part.
    pub async fn told(&self, id: MatchId) -> Result<Vec<Told>> {
        self.read(|reply| Read::Told(id, reply)).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        self.read(Read::Ping).await
    }

    /// What the writer has done so far.
    pub fn figures(&self) -> Figures {
        Figures {
            commits: self.figures.commits.load(Ordering::Relaxed),
            jobs: self.figures.jobs.load(Ordering::Relaxed),
            micros: self.figures.micros.load(Ordering::Relaxed),
        }
    }

    async fn write<T>(&self, job: impl FnOnce(Reply<T>) -> Write) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.writer.send(job(reply)).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn read<T>(&self, question: impl FnOnce(Reply<T>) -> Read) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.reader.send(question(reply)).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
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
        commit(&mut sql, batch, &mut next);
        counters.micros.fetch_add(started.elapsed().as_micros() as u64, Ordering::Relaxed);
    }
}

/// All jobs in one transaction. If one of them fails, each gets a transaction of its own, so that it fails alone.
fn commit(sql: &mut Box<dyn Sql>, batch: Vec<Write>, next: &mut NextPly) {
    let all =
        transaction(&mut **sql, |sql| batch.iter().map(|job| job.run(sql, next)).collect::<Result<Vec<_>>>());
    if let Ok(answers) = all {
        for (job, answer) in batch.into_iter().zip(answers) {
            job.answer(Ok(answer));
        }
        return;
    }
    // The numbers it took were given back with everything else.
    next.forget();
    for job in batch {
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
                tracing::error!(%error, "a write failed");
                reconnect(sql);
            }
        }
        job.answer(result);
    }
}

fn transaction<T>(sql: &mut dyn Sql, work: impl FnOnce(&mut dyn Sql) -> Result<T>) -> Result<T> {
    sql.batch("BEGIN")?;
    let done = work(sql).and_then(|done| sql.batch("COMMIT").map(|()| done));
    if done.is_err() {
        // The first error is the one to report.
        let _ = sql.batch("ROLLBACK");
    }
    done
}

/// A database that was restarted is found again at the next job.
fn reconnect(sql: &mut Box<dyn Sql>) {
    if let Ok(fresh) = sql.again() {
        *sql = fresh;
    }
}

/// What a job yields.
enum Done {
    Nothing,
    Taken(Option<(MatchId, usize)>),
}

impl Write {
    fn run(&self, sql: &mut dyn Sql, next: &mut NextPly) -> Result<Done> {
        match self {
            Write::Create(new, _) => matches::create(sql, new, next).map(|()| Done::Nothing),
            Write::Append(plies, _) => matches::append(sql, plies, next).map(|()| Done::Nothing),
            Write::Cut(cut, _) => matches::cut(sql, cut).map(|()| Done::Nothing),
            Write::Keep { id, undos, told, .. } => past::keep(sql, *id, *undos, told).map(|()| Done::Nothing),
            Write::Take { invite, holder, .. } => matches::take(sql, invite, holder).map(Done::Taken),
        }
    }

    /// Whoever asked may have left; the work is done all the same.
    fn answer(self, result: Result<Done>) {
        match (self, result) {
            (
                Write::Create(_, reply)
                | Write::Append(_, reply)
                | Write::Cut(_, reply)
                | Write::Keep { reply, .. },
                result,
            ) => {
                let _ = reply.send(result.map(|_| ()));
            }
            (Write::Take { reply, .. }, result) => {
                let taken = result.map(|done| if let Done::Taken(taken) = done { taken } else { None });
                let _ = reply.send(taken);
            }
        }
    }
}

fn read_all(mut sql: Box<dyn Sql>, questions: &mpsc::Receiver<Read>, past: bool) {
    while let Ok(question) = questions.recv() {
        let failed = match question {
            Read::Load(id, reply) => {
                reply_with(reply, transaction(&mut *sql, |sql| matches::load(sql, id, past)))
            }
            Read::All { after, most, reply } => reply_with(reply, matches::all(&mut *sql, after, most)),
            Read::Told(_, reply) if !past => reply_with(reply, Ok(Vec::new())),
            Read::Told(id, reply) => reply_with(reply, past::told(&mut *sql, id)),
            Read::Held { holder, most, reply } => reply_with(reply, matches::held(&mut *sql, &holder, most)),
            Read::Ping(reply) => {
                reply_with(reply, sql.rows("SELECT id FROM matches LIMIT 1", &[]).map(|_| ()))
            }
        };
        if failed {
            reconnect(&mut sql);
        }
    }
}

/// Answers, and says whether the database failed.
fn reply_with<T>(reply: Reply<T>, result: Result<T>) -> bool {
    let failed = result.is_err();
    let _ = reply.send(result);
    failed
}
