//! One series on several machines: a database hands out shards of games, and every worker that asks for one plays it.
//! A worker that dies gives its shard back, because its transaction ends with it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use kernel::Game;
use postgres::{Client, NoTls};

use crate::{Kept, Plan, Sees, Spoiled, play_one};

/// Games in a shard: few enough that losing one costs little.
const SHARD: u64 = 10;
/// How long to wait for the shards of others.
const PAUSE: Duration = Duration::from_millis(500);

const TABLE: &str = "CREATE TABLE IF NOT EXISTS lab_shards (
    series TEXT NOT NULL, shard BIGINT NOT NULL, result TEXT, PRIMARY KEY (series, shard))";
const OFFER: &str = "INSERT INTO lab_shards (series, shard)
    SELECT $1, n FROM generate_series(0, $2 - 1) AS n ON CONFLICT DO NOTHING";
const TAKE: &str = "SELECT shard FROM lab_shards WHERE series = $1 AND shard < $2 AND result IS NULL
    ORDER BY shard LIMIT 1 FOR UPDATE SKIP LOCKED";
const KEEP: &str = "UPDATE lab_shards SET result = $3 WHERE series = $1 AND shard = $2";
const LEFT: &str = "SELECT count(*) FROM lab_shards WHERE series = $1 AND shard < $2 AND result IS NULL";
const READ: &str =
    "SELECT result FROM lab_shards WHERE series = $1 AND shard < $2 AND result IS NOT NULL ORDER BY shard";

/// Why a shared series stopped.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The database failed.
    #[error("PostgreSQL: {0}")]
    Database(#[from] postgres::Error),
    /// A game failed.
    #[error(transparent)]
    Game(#[from] Spoiled),
    /// What the database holds cannot be read.
    #[error("the database holds something unreadable: {0}")]
    Torn(#[from] serde_json::Error),
}

/// Plays shards of a plan until none is left, waits for those of other workers, and hands back all games. `see` hears
/// every game that was played here.
pub fn run_shards<G: Game>(
    game: &Arc<G>,
    plan: &Plan,
    address: &str,
    jobs: usize,
    stop: &AtomicBool,
    see: &Sees<'_, G>,
) -> Result<Vec<Kept>, ShardError> {
    let series = plan.fingerprint();
    let shards = plan.games.div_ceil(SHARD) as i64;
    let mut client = Client::connect(address, NoTls)?;
    prepare(&mut client)?;
    client.execute(OFFER, &[&series, &shards])?;
    thread::scope(|scope| {
        let work = || work(game, plan, address, &series, shards, stop, see);
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let mut all = Vec::new();
    for row in client.query(READ, &[&series, &shards])? {
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

fn work<G: Game>(
    game: &Arc<G>,
    plan: &Plan,
    address: &str,
    series: &str,
    shards: i64,
    stop: &AtomicBool,
    see: &Sees<'_, G>,
) -> Result<(), ShardError> {
    let mut client = Client::connect(address, NoTls)?;
    while !stop.load(Ordering::Relaxed) {
        let mut taken = client.transaction()?;
        let Some(row) = taken.query_opt(TAKE, &[&series, &shards])? else {
            taken.rollback()?;
            let left: i64 = client.query_one(LEFT, &[&series, &shards])?.get(0);
            if left == 0 {
                return Ok(());
            }
            // Others are at work; one of them may die and give its shard back.
            thread::sleep(PAUSE);
            continue;
        };
        let shard: i64 = row.get(0);
        let first = shard as u64 * SHARD;
        let mut games = Vec::new();
        for number in first..first + SHARD {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let (kept, record) = play_one(game, plan, number)?;
            see(&kept, &record).map_err(Spoiled::Keep)?;
            games.push(kept);
        }
        taken.execute(KEEP, &[&series, &shard, &serde_json::to_string(&games)?])?;
        taken.commit()?;
    }
    Ok(())
}
