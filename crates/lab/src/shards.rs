//! One series on several machines: a database hands out shards of games, and every worker that asks for one plays it.
//! A worker that dies gives its shard back, because its transaction ends with it.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use kernel::Game;
use postgres::{Client, NoTls};
use search::{Engine, Judgement};

use crate::{Kept, Plan, Sees, SeriesError, play_one};

/// Games in a shard: few enough that losing one costs little.
const SHARD: u64 = 10;
/// How long to wait for the shards of others.
const PAUSE: Duration = Duration::from_millis(500);

/// A shard holds its first games, as many as `played` says; a longer series plays on from there.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS lab_shards (
    series TEXT NOT NULL, shard BIGINT NOT NULL, played BIGINT NOT NULL DEFAULT 0, result TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (series, shard))";
/// A worker whose machine is gone is missed within two minutes.
const PATIENCE: &str =
    "SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6";
const OFFER: &str = "INSERT INTO lab_shards (series, shard)
    SELECT $1, n FROM generate_series(0, $2::BIGINT - 1) AS n ON CONFLICT DO NOTHING";
const TAKE: &str = "SELECT shard, result FROM lab_shards
    WHERE series = $1 AND shard * $3 < $2 AND played < least($3, $2 - shard * $3)
    ORDER BY shard LIMIT 1 FOR UPDATE SKIP LOCKED";
const KEEP: &str = "UPDATE lab_shards SET result = $3, played = $4 WHERE series = $1 AND shard = $2";
const LEFT: &str = "SELECT count(*) FROM lab_shards
    WHERE series = $1 AND shard * $3 < $2 AND played < least($3, $2 - shard * $3)";
const READ: &str = "SELECT result FROM lab_shards WHERE series = $1 AND shard * $3 < $2 ORDER BY shard";

/// Why a shared series stopped.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The database failed.
    #[error("PostgreSQL: {0}")]
    Database(#[from] postgres::Error),
    /// A game failed.
    #[error(transparent)]
    Game(#[from] SeriesError),
    /// What the database holds cannot be read.
    #[error("the database holds something unreadable: {0}")]
    Torn(#[from] serde_json::Error),
}

/// Plays shards of a plan until none is left, waits for those of other workers, and hands back all games. `see` hears
/// every game that was played here.
pub fn run_shards<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    address: &str,
    jobs: usize,
    stop: &AtomicBool,
    see: &Sees<'_, G>,
) -> Result<Vec<Kept>, ShardError> {
    let worker = Worker { engine, plan, address, series: plan.fingerprint(), stop, see };
    let mut client = worker.connect()?;
    prepare(&mut client)?;
    client.execute(OFFER, &[&worker.series, &(plan.games.div_ceil(SHARD) as i64)])?;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(|| worker.work())).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let mut all = Vec::new();
    for row in client.query(READ, &[&worker.series, &(plan.games as i64), &(SHARD as i64)])? {
        let shard: Vec<Kept> = serde_json::from_str(row.get(0))?;
        all.extend(shard.into_iter().filter(|kept| kept.number < plan.games));
    }
    all.sort_by_key(|kept| kept.number);
    Ok(all)
}

/// Workers may begin at the same moment; one of them makes the table.
fn prepare(client: &mut Client) -> Result<(), postgres::Error> {
    let mut made = client.transaction()?;
    made.execute("SELECT pg_advisory_xact_lock(7203)", &[])?;
    made.batch_execute(TABLE)?;
    made.commit()
}

struct Worker<'a, G: Game, J> {
    engine: &'a Engine<G, J>,
    plan: &'a Plan,
    address: &'a str,
    series: String,
    stop: &'a AtomicBool,
    see: &'a Sees<'a, G>,
}

impl<G: Game, J: Judgement<G>> Worker<'_, G, J> {
    fn connect(&self) -> Result<Client, postgres::Error> {
        let mut client = Client::connect(self.address, NoTls)?;
        client.batch_execute(PATIENCE)?;
        Ok(client)
    }

    /// Plays shards until none is left or it is told to stop. What goes wrong stops the other threads too: they would
    /// only hide it.
    fn work(&self) -> Result<(), ShardError> {
        self.play_shards().inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }

    fn play_shards(&self) -> Result<(), ShardError> {
        let (games, size) = (self.plan.games as i64, SHARD as i64);
        let mut client = self.connect()?;
        while !self.stop.load(Ordering::Relaxed) {
            let mut taken = client.transaction()?;
            let Some(row) = taken.query_opt(TAKE, &[&self.series, &games, &size])? else {
                taken.rollback()?;
                let left: i64 = client.query_one(LEFT, &[&self.series, &games, &size])?.get(0);
                if left == 0 {
                    return Ok(());
                }
                // Others are at work; one of them may die and give its shard back.
                thread::sleep(PAUSE);
                continue;
            };
            let shard: i64 = row.get(0);
            let mut kept: Vec<Kept> = serde_json::from_str(row.get(1))?;
            self.play_shard(shard as u64, &mut kept)?;
            let played = kept.len() as i64;
            taken.execute(KEEP, &[&self.series, &shard, &serde_json::to_string(&kept)?, &played])?;
            taken.commit()?;
        }
        Ok(())
    }

    /// Plays on in a shard, as far as the series goes or until it is told to stop.
    fn play_shard(&self, shard: u64, kept: &mut Vec<Kept>) -> Result<(), SeriesError> {
        let first = shard * SHARD;
        for number in first + kept.len() as u64..self.plan.games.min(first + SHARD) {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let (one, record) = play_one(self.engine, self.plan, number)?;
            (self.see)(&one, &record).map_err(SeriesError::Keep)?;
            kept.push(one);
        }
        Ok(())
    }
}
