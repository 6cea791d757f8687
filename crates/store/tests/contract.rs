//! What the store promises, on both databases.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use store::{Cut, MatchId, NewMatch, NewSeat, Plies, Store, StoreError};

#[test]
fn sqlite_keeps_the_contract() {
    let folder = Folder::new();
    run(&format!("sqlite:{}", folder.0.join("games/test.db").display()));
}

#[test]
fn postgres_keeps_the_contract() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    run(&server.address);
}

#[test]
fn an_unknown_database_is_named() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for address in ["", "sqlite:", "mysql://x", "games.db"] {
        let error = runtime.block_on(Store::open(address)).err().unwrap().to_string();
        assert!(error.contains("sqlite:PATH"), "{error}");
    }
}

fn run(address: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(address).await.unwrap();
        assert!(store.ping().await.is_ok());
        kept_as_written(&store).await;
        one_number_one_ply(&store).await;
        taken_back(&store).await;
        seats_are_taken_once(&store).await;
        many_writers(&store).await;
        a_failure_fails_alone(&store).await;
        drop(store);
        still_there(address).await;
    });
}

fn new(bits: u64) -> NewMatch {
    let seat = |holder: Option<&str>, invite: Option<&str>| NewSeat {
        player: "human".to_owned(),
        holder: holder.map(str::to_owned),
        invite: invite.map(str::to_owned),
    };
    let invite = format!("invite-{bits}");
    NewMatch {
        id: MatchId::new(bits),
        game: "circle-of-fire".to_owned(),
        rules: 1,
        data: "builtin".to_owned(),
        scenario: "siege".to_owned(),
        options: vec!["one".to_owned(), "two".to_owned()],
        luck: "server".to_owned(),
        against: "friend".to_owned(),
        created: 1_700_000_000 + bits as i64,
        seats: vec![seat(Some("holder-a"), None), seat(None, Some(&invite))],
        lines: Vec::new(),
    }
}

fn plies(bits: u64, after: i64, undos: i64, lines: &[&str]) -> Plies {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Plies { id: MatchId::new(bits), after, undos, lines, at: 1_800_000_000 }
}

async fn lines(store: &Store, bits: u64) -> Vec<String> {
    let saved = store.load(MatchId::new(bits)).await.unwrap().unwrap();
    saved.plies.into_iter().map(|ply| ply.line).collect()
}

fn moved_on<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::MovedOn)), "{result:?}");
}

async fn kept_as_written(store: &Store) {
    let mut begun = new(2);
    begun.lines = vec!["* 5 4".to_owned()];
    store.create(begun.clone()).await.unwrap();
    moved_on(store.create(begun.clone()).await);
    store.append(plies(2, 1, 0, &["move s73-2 14", "* 1 6", "Ä 'quoted' \"line\" $1"])).await.unwrap();
    let saved = store.load(begun.id).await.unwrap().unwrap();
    begun.lines.clear();
    assert_eq!(saved.start, begun);
    assert_eq!(lines(store, 2).await, ["* 5 4", "move s73-2 14", "* 1 6", "Ä 'quoted' \"line\" $1"]);
    assert_eq!(saved.plies[0].at, begun.created);
    assert_eq!(saved.plies[1].at, 1_800_000_000);
    assert!(store.load(MatchId::new(4)).await.unwrap().is_none());
}

async fn one_number_one_ply(store: &Store) {
    store.create(new(10)).await.unwrap();
    store.append(plies(10, 0, 0, &["a"])).await.unwrap();
    // Taken, a gap, another past, no such match.
    moved_on(store.append(plies(10, 0, 0, &["b"])).await);
    moved_on(store.append(plies(10, 2, 0, &["b"])).await);
    moved_on(store.append(plies(10, 1, 1, &["b"])).await);
    moved_on(store.append(plies(12, 0, 0, &["b"])).await);
    store.append(plies(10, 1, 0, &["c", "* 1"])).await.unwrap();
    assert_eq!(lines(store, 10).await, ["a", "c", "* 1"]);
}

async fn taken_back(store: &Store) {
    store.create(new(20)).await.unwrap();
    store.append(plies(20, 0, 0, &["a", "b", "c"])).await.unwrap();
    let cut = |keep, after, undos| Cut { id: MatchId::new(20), keep, after, undos };
    moved_on(store.cut(cut(2, 3, 1)).await);
    moved_on(store.cut(cut(2, 4, 0)).await);
    assert_eq!(lines(store, 20).await, ["a", "b", "c"]);
    store.cut(cut(2, 3, 0)).await.unwrap();
    assert_eq!(lines(store, 20).await, ["a", "b"]);
    // Whoever does not know of it may not write, though the number would be free.
    moved_on(store.append(plies(20, 2, 0, &["d"])).await);
    store.append(plies(20, 2, 1, &["d"])).await.unwrap();
    assert_eq!(lines(store, 20).await, ["a", "b", "d"]);
    assert_eq!(store.load(MatchId::new(20)).await.unwrap().unwrap().undos, 1);
}

async fn seats_are_taken_once(store: &Store) {
    store.create(new(30)).await.unwrap();
    let id = MatchId::new(30);
    assert_eq!(store.take("invite-none", "holder-b").await.unwrap(), None);
    assert_eq!(store.take("invite-30", "holder-b").await.unwrap(), Some((id, 1)));
    assert_eq!(store.take("invite-30", "holder-b").await.unwrap(), Some((id, 1)));
    moved_on(store.take("invite-30", "holder-c").await);
    assert_eq!(store.held("holder-b", 10).await.unwrap(), [id]);
    // The newest first.
    let held = store.held("holder-a", 3).await.unwrap();
    assert_eq!(held, [30, 20, 10].map(MatchId::new));
    assert_eq!(store.held("holder-c", 10).await.unwrap(), []);
}

/// Many actions of many matches at once share transactions and are all kept, in order.
async fn many_writers(store: &Store) {
    let before = store.figures();
    let mut writers = Vec::new();
    for n in 0..40 {
        let (store, bits) = (store.clone(), 1000 + 2 * n);
        writers.push(tokio::spawn(async move {
            store.create(new(bits)).await.unwrap();
            for after in 0..25 {
                store.append(plies(bits, after, 0, &[&format!("ply {after}")])).await.unwrap();
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    for n in 0..40 {
        let expected: Vec<String> = (0..25).map(|after| format!("ply {after}")).collect();
        assert_eq!(lines(store, 1000 + 2 * n).await, expected);
    }
    let after = store.figures();
    let (jobs, commits) = (after.jobs - before.jobs, after.commits - before.commits);
    assert_eq!(jobs, 40 * 26);
    assert!(commits * 2 < jobs, "{commits} commits for {jobs} jobs");
}

/// In a transaction with others, one that comes too late does not take them with it.
async fn a_failure_fails_alone(store: &Store) {
    store.create(new(3000)).await.unwrap();
    let (good, stale): (Vec<_>, Vec<_>) = (0..30)
        .map(|n| {
            let (store, other) = (store.clone(), store.clone());
            let good = tokio::spawn(async move {
                store.create(new(4000 + 2 * n)).await.unwrap();
                store.append(plies(4000 + 2 * n, 0, 0, &["a", "b"])).await
            });
            (good, tokio::spawn(async move { other.append(plies(3000, 5, 0, &["x"])).await }))
        })
        .unzip();
    for good in good {
        good.await.unwrap().unwrap();
    }
    for stale in stale {
        moved_on(stale.await.unwrap());
    }
    assert_eq!(lines(store, 3000).await, [""; 0]);
}

async fn still_there(address: &str) {
    let store = Store::open(address).await.unwrap();
    assert_eq!(lines(&store, 20).await, ["a", "b", "d"]);
    store.append(plies(20, 3, 1, &["e"])).await.unwrap();
}

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("sandtable-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL server of our own in a folder of its own, reached through a socket there.
struct Postgres {
    server: Child,
    address: String,
    folder: Folder,
}

impl Postgres {
    fn start() -> Option<Postgres> {
        let programs = programs()?;
        let folder = Folder::new();
        let data = folder.0.join("data");
        fs::create_dir(&data).unwrap();
        // It refuses to run as root; Debian's package brings a user for it.
        let root = fs::read_to_string("/proc/self/status").unwrap().contains("\nUid:\t0\t");
        if root && !(done(Command::new("chown").args(["-R", "postgres"]).arg(&folder.0))) {
            return None;
        }
        let command = |program: &str| {
            let program = programs.join(program);
            if !root {
                return Command::new(program);
            }
            let mut command = Command::new("setpriv");
            command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]).arg(program);
            command
        };
        let made = done(command("initdb").args(["-A", "trust", "-U", "sandtable", "-D"]).arg(&data));
        assert!(made, "initdb failed");
        let server = command("postgres")
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(&folder.0)
            .args(["-c", "listen_addresses="])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let host = folder.0.display().to_string().replace('/', "%2F");
        let address = format!("postgres://sandtable@{host}/postgres");
        let started = Postgres { server, address, folder };
        started.wait_until_ready(&programs);
        Some(started)
    }

    fn wait_until_ready(&self, programs: &Path) {
        for _ in 0..300 {
            if done(Command::new(programs.join("pg_isready")).arg("-h").arg(&self.folder.0)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("PostgreSQL did not start");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Where the programs of PostgreSQL are.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<PathBuf> = versions.flatten().map(|version| version.path().join("bin")).collect();
    folders.retain(|folder| folder.join("initdb").exists());
    folders.sort();
    folders.pop()
}

fn done(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
