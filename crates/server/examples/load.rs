//! Measures durable actions: hot-seat games on a server in this process, over loopback, with a database in a
//! temporary folder. Every client plays its game move by move and waits for each answer.
//!
//! `cargo run --release -p sandtable-server --example load -- [games] [actions] [seconds] [rate]`
//!
//! With a rate, the clients together play that many actions a second; without, each plays as fast as it can.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use kernel::{Node, Players, Rng, data::Overlay};
use serde_json::{Value, json};
use server::{App, Dice, Doors, Rates, Settings};
use store::{MatchId, Store};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const GAME: &str = "circle-of-fire";
/// Pins the dice, so that a client knows its position without asking.
const SEED: u64 = 8417;

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a whole number"));
    let games = args.next().unwrap_or(200);
    let most = args.next().unwrap_or(60_000);
    let seconds = args.next().unwrap_or(20);
    let pause =
        args.next().map_or(Duration::ZERO, |rate| Duration::from_secs_f64(games as f64 / rate as f64));
    let folder = std::env::temp_dir().join(format!("sandtable-load-{}", std::process::id()));
    let database =
        std::env::var("DATABASE").unwrap_or_else(|_| format!("sqlite:{}/load.db", folder.display()));
    let store = Store::open(&database).await.expect("the database opens");
    let doors = Doors { per_address: usize::MAX, connections: usize::MAX, ..Doors::default() };
    let settings =
        Settings { rates: Rates::UNLIMITED, dice: Dice::Seeded(SEED), doors, ..Settings::default() };
    let app = App::new(store.clone(), &Overlay::none(), settings).expect("the games open");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(server::serve(listener, app, std::future::pending()));

    let left = Arc::new(AtomicU64::new(most));
    let game = Arc::new(games::open(GAME, &Overlay::none()).expect("the game opens"));
    let (before, written, started) = (store.figures(), disk(), Instant::now());
    let end = started + Duration::from_secs(seconds);
    let mut clients = Vec::new();
    for number in 0..games {
        clients.push(tokio::spawn(client(address, game.clone(), number, left.clone(), end, pause)));
    }
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await.expect("a client plays to the end"));
    }
    let elapsed = started.elapsed().as_secs_f64();
    let (after, disk) = (store.figures(), disk());
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let actions = times.len() as f64;
    println!("games                {games}");
    println!("actions              {} in {elapsed:.1} s", times.len());
    println!("durable actions/s    {:.0}", actions / elapsed);
    println!("latency ms           p50 {:.1}  p99 {:.1}  max {:.1}", at(0.5), at(0.99), at(1.0));
    let commits = after.commits - before.commits;
    println!("actions per commit   {:.1}", (after.jobs - before.jobs) as f64 / commits as f64);
    println!("commit ms            {:.2}", (after.micros - before.micros) as f64 / commits as f64 / 1e3);
    println!("written per action   {:.0} bytes to the disk", (disk - written) as f64 / actions);
    println!("kept per action      {:.0} bytes", size(&folder) as f64 / actions);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Plays random games one after another and times every action.
async fn client(
    address: SocketAddr,
    game: Arc<games::Opened>,
    number: u64,
    left: Arc<AtomicU64>,
    end: Instant,
    pause: Duration,
) -> Vec<Duration> {
    let mut line =
        Line { stream: TcpStream::connect(address).await.expect("the server listens"), cookie: None };
    line.stream.set_nodelay(true).expect("an option of sockets");
    let mut rng = Rng::new(SEED, number);
    let mut times = Vec::new();
    // Clients come one after another, not in step.
    let mut due = tokio::time::Instant::now() + pause.mul_f64(rng.below(1000) as f64 / 1000.0);
    loop {
        let begun = line.post("/api/matches", &json!({ "game": GAME, "against": "hotseat" })).await;
        let path = format!("/api/matches/{}/actions", begun["id"].as_str().expect("a match"));
        let id: MatchId = begun["id"].as_str().and_then(|id| id.parse().ok()).expect("a number");
        let mut mirror = game.start(None, &[], Players::default()).expect("the game starts");
        loop {
            Dice::Seeded(SEED).settle(id, &mut *mirror, &mut Vec::new(), None).expect("the draws are sound");
            let Node::Decision(seat) = mirror.node() else { break };
            if Instant::now() > end
                || left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
            {
                return times;
            }
            let legal = mirror.legal();
            let action = &legal[rng.index(legal.len())];
            let body = json!({ "action": action, "after": mirror.seq() });
            tokio::time::sleep_until(due).await;
            due = (due + pause).max(tokio::time::Instant::now());
            let asked = Instant::now();
            let answer = line.post(&path, &body).await;
            times.push(asked.elapsed());
            assert!(answer["seq"].is_u64(), "{answer}");
            mirror.play(seat, action).expect("a legal action");
        }
    }
}

/// A connection that is kept open.
struct Line {
    stream: TcpStream,
    cookie: Option<String>,
}

impl Line {
    async fn post(&mut self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let cookie = self.cookie.as_ref().map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"));
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\n{cookie}\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut bytes = Vec::with_capacity(2048);
        loop {
            let read = self.stream.read_buf(&mut bytes).await.expect("the server answers");
            assert!(read > 0, "the server hung up");
            let text = std::str::from_utf8(&bytes).expect("text");
            let Some((head, rest)) = text.split_once("\r\n\r\n") else { continue };
            let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
            let length: usize =
                field("content-length: ").and_then(|text| text.parse().ok()).expect("a length");
            if rest.len() >= length {
                if let Some(cookie) = field("set-cookie: ").and_then(|line| line.split(';').next()) {
                    self.cookie = Some(cookie.to_owned());
                }
                return serde_json::from_str(rest).expect("JSON");
            }
        }
    }
}

/// Bytes that this process has sent to the disk.
fn disk() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    io.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.parse().ok()).unwrap_or(0)
}

fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum()
}
