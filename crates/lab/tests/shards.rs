//! One series shared by several workers, on a real PostgreSQL.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

#[allow(dead_code)]
#[path = "../../store/tests/support/mod.rs"]
mod support;

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Barrier, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use circle_of_fire::CircleOfFire;
use kernel::{Table, data::Overlay};
use lab::{Kept, Plan, ShardError, run, run_shards};
use postgres::{Client, NoTls};
use search::{Engine, NoJudgement};
use support::Postgres;

/// Random play needs no judgement.
type Played = Engine<CircleOfFire, NoJudgement>;

/// Not a multiple of what a shard holds.
const GAMES: u64 = 25;

#[test]
fn a_series_is_shared() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    let game = Arc::new(CircleOfFire::load(&Overlay::none()).unwrap());
    let game = Engine { game, judgement: Arc::new(NoJudgement) };
    two_workers_play_each_game_once(&server.address, &game);
    a_longer_series_goes_on(&server.address, &game);
    a_worker_that_dies_loses_no_shard(&server.address, &game);
    a_worker_that_is_told_to_stop_keeps_what_it_played(&server.address, &game);
    an_error_stops_all_threads(&server.address, &game);
}

fn plan(game: &Played, seed: u64) -> Plan {
    let plan = Plan::new(game.game.about(), "builtin", None, &[], &["random".to_owned()]).unwrap();
    Plan { games: GAMES, seed, ..plan }
}

fn alone(game: &Played, plan: &Plan) -> Vec<Kept> {
    run(game, plan, Vec::new(), 1, &AtomicBool::new(false), &|_, _| Ok(())).unwrap()
}

/// A worker that calls `see` with the number of each game it plays.
fn worker(
    address: &str,
    game: &Played,
    plan: &Plan,
    stop: &AtomicBool,
    see: impl Fn(u64) + Sync,
) -> Result<Vec<Kept>, ShardError> {
    let see = |kept: &Kept, _: &_| {
        see(kept.number);
        Ok(())
    };
    run_shards(game, plan, address, 1, stop, &see)
}

fn two_workers_play_each_game_once(address: &str, game: &Played) {
    let plan = plan(game, 1);
    // Each waits with its first game until the other has one, too.
    let both = Barrier::new(2);
    let played = [Mutex::new(Vec::new()), Mutex::new(Vec::new())];
    let work = |own: &Mutex<Vec<u64>>| {
        let see = |number| {
            let first = own.lock().unwrap().is_empty();
            own.lock().unwrap().push(number);
            if first {
                both.wait();
            }
        };
        worker(address, game, &plan, &AtomicBool::new(false), see).unwrap()
    };
    let results = thread::scope(|scope| {
        let workers = played.each_ref().map(|own| scope.spawn(|| work(own)));
        workers.map(|worker| worker.join().unwrap())
    });
    let [one, other] = played.map(|own| own.into_inner().unwrap());
    assert_eq!(one.len() + other.len(), GAMES as usize, "{one:?} {other:?}");
    let all: BTreeSet<u64> = one.into_iter().chain(other).collect();
    assert_eq!(all, (0..GAMES).collect());
    let alone = alone(game, &plan);
    assert!(results.iter().all(|result| *result == alone));
}

/// The games of the shorter series are not played again, those within its last shard neither.
fn a_longer_series_goes_on(address: &str, game: &Played) {
    let plan = Plan { games: 42, ..plan(game, 1) };
    let played = Mutex::new(BTreeSet::new());
    let see = |number| assert!(played.lock().unwrap().insert(number));
    let result = worker(address, game, &plan, &AtomicBool::new(false), see).unwrap();
    assert_eq!(result, alone(game, &plan));
    assert_eq!(played.into_inner().unwrap(), (GAMES..42).collect());
    // A shorter one is a part of it, and nothing is left to play.
    let shorter = Plan { games: 7, ..plan };
    let result =
        worker(address, game, &shorter, &AtomicBool::new(false), |_| panic!("played again")).unwrap();
    assert_eq!(result, alone(game, &shorter));
}

/// The database ends the session of a worker in the middle of a shard, as it does when the worker's process is killed or
/// its machine is gone. Another worker is there already and takes the shard.
fn a_worker_that_dies_loses_no_shard(address: &str, game: &Played) {
    let plan = plan(game, 2);
    let (begun, dead) = (Barrier::new(2), Barrier::new(2));
    thread::scope(|scope| {
        let victim = scope.spawn(|| {
            let see = |number| {
                if number == 3 {
                    begun.wait();
                    dead.wait();
                }
            };
            worker(address, game, &plan, &AtomicBool::new(false), see)
        });
        begun.wait();
        let mut client = Client::connect(address, NoTls).unwrap();
        let idle =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'";
        assert_eq!(client.query(idle, &[]).unwrap().len(), 1);
        let survivor = scope.spawn(|| worker(address, game, &plan, &AtomicBool::new(false), |_| ()).unwrap());
        assert_eq!(survivor.join().unwrap(), alone(game, &plan));
        dead.wait();
        assert!(matches!(victim.join().unwrap(), Err(ShardError::Database(_))));
    });
}

fn a_worker_that_is_told_to_stop_keeps_what_it_played(address: &str, game: &Played) {
    let plan = plan(game, 3);
    let stop = AtomicBool::new(false);
    let see = |number| stop.store(number == 13, Ordering::Relaxed);
    let part = worker(address, game, &plan, &stop, see).unwrap();
    assert_eq!(part, alone(game, &Plan { games: 14, ..plan.clone() }));
    let first = AtomicUsize::new(usize::MAX);
    let see = |number| {
        first.fetch_min(number as usize, Ordering::Relaxed);
    };
    assert_eq!(worker(address, game, &plan, &AtomicBool::new(false), see).unwrap(), alone(game, &plan));
    assert_eq!(first.into_inner(), 14);
}

fn an_error_stops_all_threads(address: &str, game: &Played) {
    let plan = Plan { games: 10_000, ..plan(game, 4) };
    let see = |kept: &Kept, _: &_| if kept.number == 5 { Err("the disk is full".to_owned()) } else { Ok(()) };
    let error = run_shards(game, &plan, address, 2, &AtomicBool::new(false), &see).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
}
