//! What the store promises, on both databases.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use store::{Cut, MatchId, NewMatch, NewSeat, Plies, SavedOrigin, SavedRevision, Store, StoreError, Told};

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

/// Tables and rows as the first version left them.
const VERSION_1: &str = include_str!("fixtures/version-1.sql");

#[test]
fn sqlite_opens_what_version_1_left() {
    let folder = Folder::new();
    let path = folder.0.join("old.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(VERSION_1).unwrap();
    let address = format!("sqlite:{}", path.display());
    opens_what_version_1_left(&address);
    let missing = format!("sqlite:{}", folder.0.join("missing.db").display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    assert!(runtime.block_on(Store::peek(&missing)).is_err());
    assert!(!folder.0.join("missing.db").exists(), "who only looks makes no database");
}

#[test]
fn postgres_opens_what_version_1_left() {
    let Some(server) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    postgres::Client::connect(&server.address, postgres::NoTls).unwrap().batch_execute(VERSION_1).unwrap();
    opens_what_version_1_left(&server.address);
}

fn opens_what_version_1_left(address: &str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let hotseat: MatchId = "7k3yeybnm9f20".parse().unwrap();
        let friend: MatchId = "5q0crbxmdspwz".parse().unwrap();
        // Whoever looks finds everything and changes nothing: neither can he write, nor are there new tables.
        for _ in 0..2 {
            let store = Store::peek(address).await.unwrap();
            assert_eq!(store.all(None, 10).await.unwrap(), [friend, hotseat]);
            let saved = store.load(hotseat).await.unwrap().unwrap();
            assert_eq!(saved.plies.len(), 3);
            assert_eq!((saved.revised, saved.continued, saved.told), (Vec::new(), None, 0));
            assert_eq!(store.told(hotseat).await.unwrap(), []);
            assert!(store.create(new(2)).await.is_err());
        }
        let store = Store::open(address).await.unwrap();
        assert_eq!(store.all(None, 1).await.unwrap(), [friend]);
        assert_eq!(store.all(Some(friend), 10).await.unwrap(), [hotseat]);
        let saved = store.load(hotseat).await.unwrap().unwrap();
        let lines: Vec<&str> = saved.plies.iter().map(|ply| ply.line.as_str()).collect();
        assert_eq!(lines, ["place g-281-1 1", "place g-281-2 2", "place g-281-3 3"]);
        assert_eq!((saved.start.rules, saved.undos, saved.start.origin), (2, 1, None));
        let saved = store.load(friend).await.unwrap().unwrap();
        assert_eq!(saved.start.options, ["bid-german"]);
        let seats = &saved.start.seats;
        assert!(seats[0].holder.is_some() && seats[1].invite.is_some());
        // It goes on, under later rules.
        let added = Plies { id: hotseat, revised: Some(3), ..plies(0, 3, 1, &["place g-281-4 3"]) };
        store.append(added).await.unwrap();
        let saved = store.load(hotseat).await.unwrap().unwrap();
        assert_eq!(saved.revised, [SavedRevision { rules: 3, seq: 3 }]);
        drop(store);
        let again = Store::open(address).await.unwrap();
        assert_eq!(again.load(hotseat).await.unwrap().unwrap().plies.len(), 4);
    });
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
        later_revisions(&store).await;
        journals_as_they_were_told(&store).await;
        one_match_takes_the_place_of_another(&store).await;
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
        origin: None,
    }
}

fn plies(bits: u64, after: i64, undos: i64, lines: &[&str]) -> Plies {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Plies { id: MatchId::new(bits), after, undos, lines, at: 1_800_000_000, revised: None }
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

/// The first plies by a later revision say so; who takes them back plays the next ones by it all the same.
async fn later_revisions(store: &Store) {
    let id = MatchId::new(5000);
    store.create(new(5000)).await.unwrap();
    store.append(plies(5000, 0, 0, &["a", "b"])).await.unwrap();
    store.append(Plies { revised: Some(2), ..plies(5000, 2, 0, &["c"]) }).await.unwrap();
    store.append(Plies { revised: Some(4), ..plies(5000, 3, 0, &["d"]) }).await.unwrap();
    let revised = async || store.load(id).await.unwrap().unwrap().revised;
    let at = |rules, seq| SavedRevision { rules, seq };
    assert_eq!(revised().await, [at(2, 2), at(4, 3)]);
    // What did not come to be left no trace.
    moved_on(store.append(Plies { revised: Some(5), ..plies(5000, 9, 0, &["x"]) }).await);
    assert_eq!(revised().await, [at(2, 2), at(4, 3)]);
    store.cut(Cut { id, keep: 1, after: 4, undos: 0 }).await.unwrap();
    assert_eq!(revised().await, [at(2, 1), at(4, 1)]);
}

async fn journals_as_they_were_told(store: &Store) {
    let id = MatchId::new(5002);
    store.create(new(5002)).await.unwrap();
    store.append(plies(5002, 0, 0, &["a", "b", "c", "d"])).await.unwrap();
    let part = |after, seq| Told {
        after,
        seq,
        rules: 2,
        ending: (seq == 4).then(|| "{}".to_owned()),
        lines: vec![0, 255, after as u8, seq as u8],
    };
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 0);
    store.keep(id, 0, part(0, 2)).await.unwrap();
    store.keep(id, 0, part(2, 4)).await.unwrap();
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2), part(2, 4)]);
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 4);
    // Kept once; not for another past, nor for plies that are not there.
    store.keep(id, 0, Told { lines: Vec::new(), ..part(0, 2) }).await.unwrap();
    moved_on(store.keep(id, 1, part(4, 4)).await);
    moved_on(store.keep(id, 0, part(4, 5)).await);
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2), part(2, 4)]);
    // What is taken back was not told.
    store.cut(Cut { id, keep: 3, after: 4, undos: 0 }).await.unwrap();
    assert_eq!(store.told(id).await.unwrap(), [part(0, 2)]);
    assert_eq!(store.load(id).await.unwrap().unwrap().told, 2);
}

async fn one_match_takes_the_place_of_another(store: &Store) {
    let (old, heir, other) = (MatchId::new(5004), 5006, 5008);
    store.create(new(5004)).await.unwrap();
    let origin = SavedOrigin { record: "5f70".to_owned(), ply: 3, continues: Some(old) };
    let begun = |bits| NewMatch { origin: Some(origin.clone()), ..new(bits) };
    store.create(begun(heir)).await.unwrap();
    assert_eq!(store.load(MatchId::new(heir)).await.unwrap().unwrap().start, begun(heir));
    assert_eq!(store.load(old).await.unwrap().unwrap().continued, Some(MatchId::new(heir)));
    // There is one such match; the second try leaves nothing.
    moved_on(store.create(begun(other)).await);
    assert!(store.load(MatchId::new(other)).await.unwrap().is_none());
    // Any number of them may go on from a record.
    for bits in [5010, 5012] {
        let origin = Some(SavedOrigin { continues: None, ..origin.clone() });
        store.create(NewMatch { origin, ..new(bits) }).await.unwrap();
    }
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
