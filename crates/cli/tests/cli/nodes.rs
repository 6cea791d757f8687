//! Three servers on one PostgreSQL, killed at random while people play and watch: nothing acknowledged is lost or doubled, those who watch
//! catch up, and what a killed server was thinking about is thought about by another.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use store::{MatchId, Store};

use crate::{
    env::Env,
    serve::{Server, ask},
    support::Postgres,
};

/// A game that lasts: nobody reaches its end while servers are killed, and a turn of a machine is many clicks.
const GAME: &str = "strike-the-bear";
const NODES: usize = 3;
const PLAYERS: usize = 4;
/// How often a server is killed, unless `SANDTABLE_KILLS` says otherwise.
const KILLS: usize = 4;
/// How long anybody waits for what must come; much longer than it takes, for busy machines.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the servers are now.
type Addresses = Arc<Mutex<Vec<String>>>;

/// A small generator: which server, which offer.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn one(&mut self, addresses: &Addresses) -> String {
        let addresses = addresses.lock().unwrap();
        let at = self.below(addresses.len());
        addresses[at].clone()
    }
}

/// Somebody who plays both sides of a match, each request at any of the servers.
struct Player {
    id: String,
    cookie: String,
    random: Random,
    addresses: Addresses,
    /// What was acknowledged, or found to have been kept; draws are `None`.
    known: Vec<Option<String>>,
    /// What was sent after it and not answered.
    unanswered: Vec<String>,
    acknowledged: usize,
}

impl Player {
    fn begin(addresses: &Addresses, seed: u64) -> Player {
        let mut random = Random(seed);
        let mut cookie = String::new();
        let body = json!({ "game": GAME, "against": "hotseat" });
        let address = random.one(addresses);
        let (status, text) = ask(&address, &mut cookie, "POST", "/api/matches", &body).unwrap();
        assert_eq!(status, 201, "{text}");
        let id = serde_json::from_str::<Value>(&text).unwrap()["id"].as_str().unwrap().to_owned();
        let addresses = addresses.clone();
        Player { id, cookie, random, addresses, known: Vec::new(), unanswered: Vec::new(), acknowledged: 0 }
    }

    fn ask(&mut self, method: &str, part: &str, body: &Value) -> Option<(u16, Value)> {
        let address = self.random.one(&self.addresses);
        let path = format!("/api/matches/{}{part}", self.id);
        let (status, text) = ask(&address, &mut self.cookie, method, &path, body)?;
        Some((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    /// One action at one of the servers; nothing if it is not there, not up to date, or busy.
    fn step(&mut self) -> Option<()> {
        let (status, look) = self.ask("GET", "", &Value::Null)?;
        if status == 503 {
            return None;
        }
        assert_eq!(status, 200, "{look}");
        let view = &look["view"];
        let seq = view["seq"].as_u64().unwrap() as usize;
        if seq > self.known.len() {
            return self.catch_up();
        }
        if seq < self.known.len() {
            // It has not heard of it yet.
            return None;
        }
        let offers = view["offers"].as_array().unwrap();
        assert!(!offers.is_empty(), "nothing to decide at {seq}: {}", view["prompt"]);
        let action = offers[self.random.below(offers.len())]["action"].as_str().unwrap().to_owned();
        let sent = self.ask("POST", "/actions", &json!({ "action": action, "after": seq }));
        match sent {
            Some((200, answer)) => {
                let seq = answer["seq"].as_u64().unwrap() as usize;
                self.known.push(Some(action));
                self.known.resize(seq, None);
                self.unanswered.clear();
                self.acknowledged += 1;
                Some(())
            }
            // Another server does not know the newest position yet, or the database was not there.
            Some((409 | 429, _)) => None,
            None | Some((503, _)) => {
                self.unanswered.push(action);
                None
            }
            Some((status, answer)) => panic!("{status} {answer}"),
        }
    }

    fn record(&mut self) -> Option<Vec<String>> {
        let (status, text) = self.ask("GET", "/record", &Value::Null)?;
        (status == 200).then(|| kernel::Record::parse(text.as_str().unwrap()).unwrap().lines)
    }

    /// Something was kept that nobody acknowledged: it must be what was sent, once.
    fn catch_up(&mut self) -> Option<()> {
        let lines = self.record()?;
        let more = lines.get(self.known.len()..).filter(|more| !more.is_empty())?;
        let (first, draws) = more.split_first().unwrap();
        assert!(self.unanswered.contains(first), "{first} was not sent: {:?}", self.unanswered);
        assert!(draws.iter().all(|line| line.starts_with("* ")), "more than was sent: {draws:?}");
        let first = first.clone();
        let length = lines.len();
        self.known.push(Some(first));
        self.known.resize(length, None);
        self.unanswered.clear();
        Some(())
    }

    /// Every server has exactly what was acknowledged, and of what was not, all or nothing.
    fn check(&mut self) {
        let all = self.addresses.lock().unwrap().clone();
        for address in all {
            self.addresses = Arc::new(Mutex::new(vec![address.clone()]));
            wait(&format!("{address} has the match"), || {
                let lines = self.record()?;
                if lines.len() > self.known.len() {
                    self.catch_up()?;
                }
                (lines.len() == self.known.len()).then_some(())
            });
            let lines = self.record().unwrap();
            let fits = lines.iter().zip(&self.known).all(|(line, known)| match known {
                Some(action) => action == line,
                // A draw, or what the server played because nothing else was possible.
                None => true,
            });
            assert!(fits, "{lines:?}\nis not\n{:?}", self.known);
        }
    }
}

/// Waits for something that must come.
fn wait<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: waited in vain");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Somebody who watches a match and comes back when the line is cut.
fn watch(id: String, addresses: Addresses, seen: Arc<AtomicU64>, stop: Arc<AtomicBool>, seed: u64) {
    let mut random = Random(seed);
    while !stop.load(Ordering::Relaxed) {
        let address = random.one(&addresses);
        let Ok(mut stream) = TcpStream::connect(&address) else { continue };
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        let path = format!("/api/matches/{id}/events");
        if stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).is_err() {
            continue;
        }
        let mut lines = BufReader::new(stream);
        let mut line = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            match lines.read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => {
                    let text = String::from_utf8_lossy(&line);
                    if let Some(seq) = text.strip_prefix("id: ").or_else(|| text.strip_prefix("id:")) {
                        seen.store(seq.trim().parse().unwrap(), Ordering::Relaxed);
                    }
                    line.clear();
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                    ) => {}
                Err(_) => break,
            }
        }
    }
}

#[test]
fn three_servers_on_one_database_lose_and_double_nothing_when_they_are_killed() {
    let Some(database) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    let kills = std::env::var("SANDTABLE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let env = Env::new();
    let mut servers: Vec<Server> = (0..NODES).map(|_| Server::start_on(&env, &database.address)).collect();
    let addresses: Addresses =
        Arc::new(Mutex::new(servers.iter().map(|server| server.address.clone()).collect()));
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<Player> = (0..PLAYERS).map(|n| Player::begin(&addresses, 77 * n as u64 + 1)).collect();
    let mut watching = Vec::new();
    let mut seen = Vec::new();
    for player in &players {
        let at = Arc::new(AtomicU64::new(0));
        let (id, addresses, stop, seed) = (player.id.clone(), addresses.clone(), stop.clone(), 5);
        seen.push(at.clone());
        watching.push(thread::spawn(move || watch(id, addresses, at, stop, seed)));
    }
    let done = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = players
        .into_iter()
        .map(|mut player| {
            let done = done.clone();
            thread::spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    if player.step().is_none() {
                        thread::sleep(Duration::from_millis(10));
                    }
                }
                player
            })
        })
        .collect();
    let mut random = Random(4711);
    for _ in 0..kills {
        thread::sleep(Duration::from_millis(700 + random.below(600) as u64));
        let at = random.below(NODES);
        servers.swap_remove(at).kill();
        servers.push(Server::start_on(&env, &database.address));
        *addresses.lock().unwrap() = servers.iter().map(|server| server.address.clone()).collect();
    }
    thread::sleep(Duration::from_millis(700));
    done.store(true, Ordering::Relaxed);
    let mut players: Vec<Player> = playing.into_iter().map(|player| player.join().unwrap()).collect();
    for (player, seen) in players.iter_mut().zip(&seen) {
        player.check();
        let plies = player.known.len() as u64;
        wait("those who watch catch up", || (seen.load(Ordering::Relaxed) == plies).then_some(()));
    }
    stop.store(true, Ordering::Relaxed);
    watching.into_iter().for_each(|watcher| watcher.join().unwrap());
    let acknowledged: usize = players.iter().map(|player| player.acknowledged).sum();
    assert!(acknowledged > kills, "{acknowledged} actions");
    println!("{kills} kills, {acknowledged} acknowledged actions");
    servers.into_iter().for_each(Server::kill);
}

#[test]
fn a_machine_whose_server_is_killed_plays_on_at_another() {
    let Some(database) = Postgres::start() else {
        eprintln!("\n*** SKIPPED: PostgreSQL was not found; install Debian's package `postgresql` ***\n");
        return;
    };
    let env = Env::new();
    let (first, second) =
        (Server::start_on(&env, &database.address), Server::start_on(&env, &database.address));
    let mut cookie = String::new();
    let body = json!({ "game": GAME, "against": "machine", "side": "soviet", "level": "hard" });
    let (status, text) = ask(&first.address, &mut cookie, "POST", "/api/matches", &body).unwrap();
    assert_eq!(status, 201, "{text}");
    let id: MatchId = serde_json::from_str::<Value>(&text).unwrap()["id"].as_str().unwrap().parse().unwrap();
    let path = format!("/api/matches/{id}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = runtime.block_on(Store::peek(&database.address)).unwrap();
    let plies = || runtime.block_on(store.load(id)).unwrap().unwrap().plies.len();
    // The person sets up and does no more than he must, until the machine moves its army: it thinks about every click of that.
    let ask_first = |cookie: &mut String, method: &str, path: &str, body: &Value| {
        let (status, text) = ask(&first.address, cookie, method, path, body).unwrap();
        assert_eq!(status, 200, "{text}");
        serde_json::from_str::<Value>(&text).unwrap()
    };
    wait("the machine's turn", || {
        let view = ask_first(&mut cookie, "GET", &path, &Value::Null)["view"].take();
        let least = |offer: &&Value| offer["action"] == "place rest" || offer["action"] == "done";
        if let Some(offer) = view["offers"].as_array().unwrap().iter().find(least) {
            let body = json!({ "action": offer["action"], "after": view["seq"] });
            ask_first(&mut cookie, "POST", &format!("{path}/actions"), &body);
        }
        (view["step"] == "axis-move").then_some(())
    });
    let begun = plies();
    wait("the machine begins", || (plies() > begun).then_some(()));
    first.kill();
    let left = plies();
    // Nobody asks the other server for it.
    wait("the machine goes on", || (plies() > left + 1).then_some(()));
    second.kill();
}
