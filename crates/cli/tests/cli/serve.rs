//! The server as a process: it says where it is, ends in peace, and loses nothing when it is killed.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::env::{Env, GAME, command};

/// How often the server is killed, unless `SANDTABLE_KILLS` says otherwise.
const KILLS: usize = 5;
/// Games that are played while it happens.
const CLIENTS: usize = 4;

pub struct Server {
    process: Child,
    pub address: String,
}

impl Server {
    fn start(env: &Env) -> Server {
        Server::start_on(env, &format!("sqlite:{}", env.path("kill.db").display()))
    }

    pub fn start_on(env: &Env, database: &str) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", database];
        Server::spawn(command(&env.path(""), &args))
    }

    /// The same where no file grows beyond so many blocks of 512 bytes, as if the disk were full.
    pub fn start_with_room(env: &Env, database: &str, blocks: usize) -> Server {
        let args = ["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", database];
        let server = command(&env.path(""), &args);
        let mut shell = Command::new("sh");
        // Who writes beyond the limit is told so, and not ended.
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        shell.arg(server.get_program()).args(server.get_args()).current_dir(env.path(""));
        shell.stdin(Stdio::null()).stdout(Stdio::piped());
        Server::spawn(shell)
    }

    fn spawn(mut command: Command) -> Server {
        command.env("SANDTABLE_LOG", "error").stderr(Stdio::inherit());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address in: {line}"));
        Server { address: url.split('/').next().unwrap().to_owned(), process }
    }

    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// One request on a connection of its own; nothing if the server is gone.
pub fn ask(
    address: &str,
    cookie: &mut String,
    method: &str,
    path: &str,
    body: &Value,
) -> Option<(u16, String)> {
    let body = if method == "GET" { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, rest) = answer.split_once("\r\n\r\n")?;
    let length: usize =
        head.lines().find_map(|line| line.strip_prefix("content-length: "))?.trim().parse().ok()?;
    if let Some(set) = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
        *cookie = set.split(';').next()?.to_owned();
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    (rest.len() >= length).then(|| (status, rest.to_owned()))
}

/// Somebody who plays both sides of a match and remembers what the server has acknowledged.
struct Player {
    address: String,
    cookie: String,
    id: String,
    /// The acknowledged plies; `None` is one that the server played by itself: a draw, or the only answer there was.
    plies: Vec<Option<String>>,
    /// What was sent and not answered.
    pending: Option<Pending>,
    random: u64,
}

enum Pending {
    Play(String),
    Undo,
}

impl Player {
    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 33) as usize % n
    }

    /// One request on a connection of its own; nothing if the server is gone.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Option<(u16, String)> {
        ask(&self.address, &mut self.cookie, method, path, body)
    }

    fn begin(address: &str, random: u64) -> Player {
        let mut player = Player {
            address: address.to_owned(),
            cookie: String::new(),
            id: String::new(),
            plies: Vec::new(),
            pending: None,
            random,
        };
        let body = json!({ "game": GAME, "against": "hotseat" });
        let (status, text) = player.ask("POST", "/api/matches", &body).unwrap();
        assert_eq!(status, 201, "{text}");
        let begun: Value = serde_json::from_str(&text).unwrap();
        player.id = begun["id"].as_str().unwrap().to_owned();
        player
    }

    /// Plays until the server is gone.
    fn play_on(&mut self) {
        while self.step().is_some() {}
    }

    fn step(&mut self) -> Option<()> {
        let (status, text) = self.ask("GET", &format!("/api/matches/{}", self.id), &Value::Null)?;
        assert_eq!(status, 200, "{text}");
        let view: Value = serde_json::from_str::<Value>(&text).unwrap()["view"].take();
        let after = view["seq"].as_u64().unwrap() as usize;
        assert_eq!(after, self.plies.len());
        let undo = view["undo"]["allowed"] == true && self.below(6) == 0;
        let offers = view["offers"].as_array().unwrap();
        if offers.is_empty() {
            thread::sleep(Duration::from_millis(20));
            return Some(());
        }
        let action = offers[self.below(offers.len())]["action"].as_str().unwrap().to_owned();
        let (part, body) = if undo {
            self.pending = Some(Pending::Undo);
            ("undo", json!({ "after": after }))
        } else {
            self.pending = Some(Pending::Play(action.clone()));
            ("actions", json!({ "action": action, "after": after }))
        };
        let (status, text) = self.ask("POST", &format!("/api/matches/{}/{part}", self.id), &body)?;
        self.pending = None;
        if status == 429 {
            thread::sleep(Duration::from_millis(20));
            return Some(());
        }
        assert_eq!(status, 200, "{text}");
        let seq = serde_json::from_str::<Value>(&text).unwrap()["seq"].as_u64().unwrap() as usize;
        if undo {
            assert!(seq < after);
            self.plies.truncate(seq);
        } else {
            self.plies.push(Some(action));
            self.plies.resize(seq, None);
        }
        Some(())
    }

    /// Everything acknowledged is there, once and in order; of what was not answered, all or nothing.
    fn check(&mut self, address: &str) {
        self.address = address.to_owned();
        let (status, text) =
            self.ask("GET", &format!("/api/matches/{}/record", self.id), &Value::Null).unwrap();
        assert_eq!(status, 200, "{text}");
        let record = kernel::Record::parse(&text).unwrap();
        let fits = |plies: &[Option<String>]| {
            plies.len() <= record.lines.len()
                && plies.iter().zip(&record.lines).all(|(ply, line)| ply.as_ref().is_none_or(|it| it == line))
        };
        let told = self.plies.len();
        let same = fits(&self.plies) && record.lines.len() == told;
        let done = match &self.pending {
            Some(Pending::Undo) => record.lines.len() < told && fits(&self.plies[..record.lines.len()]),
            Some(Pending::Play(action)) => {
                fits(&self.plies)
                    && record.lines.get(told) == Some(action)
                    && !record.lines[told + 1..].contains(action)
            }
            None => false,
        };
        assert!(same || done, "{:?}\nis not\n{:?}", record.lines, self.plies);
        self.pending = None;
        self.plies = record.lines.into_iter().map(Some).collect();
    }
}

#[test]
fn killing_the_server_loses_nothing_and_repeats_nothing() {
    let kills = std::env::var("SANDTABLE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let env = Env::new();
    let mut server = Server::start(&env);
    let mut players: Vec<Player> =
        (0..CLIENTS).map(|n| Player::begin(&server.address, n as u64 * 77 + 1)).collect();
    let mut acknowledged = 0;
    for round in 0..kills {
        let playing = players.into_iter().map(|mut player| {
            thread::spawn(move || {
                player.play_on();
                player
            })
        });
        let playing: Vec<_> = playing.collect();
        thread::sleep(Duration::from_millis(50 + (round as u64 * 7919) % 350));
        server.kill();
        players = playing.into_iter().map(|player| player.join().unwrap()).collect();
        server = Server::start(&env);
        for player in &mut players {
            player.check(&server.address);
        }
        acknowledged = players.iter().map(|player| player.plies.len()).sum();
    }
    server.kill();
    assert!(acknowledged > kills, "{acknowledged} plies in {kills} rounds");
    println!("{kills} kills, {acknowledged} plies");
}

#[test]
fn the_server_ends_in_peace() {
    let env = Env::new();
    let mut server = Server::start(&env);
    let mut player = Player::begin(&server.address, 1);
    player.step().unwrap();
    // A listener does not keep it from ending.
    let mut listener = TcpStream::connect(&server.address).unwrap();
    let path = format!("/api/matches/{}/events", player.id);
    listener.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).unwrap();
    listener.read_exact(&mut [0; 1000]).unwrap();
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(server.process.wait().unwrap().success());
    let server = Server::start(&env);
    player.check(&server.address);
    server.kill();
}

#[test]
fn what_cannot_be_served_is_said() {
    let env = Env::new();
    env.fails(1, &["serve", "--no-open", "--database", "mysql://x"], &["mysql://x", "sqlite:PATH"]);
    env.fails(2, &["serve", "--listen", "nowhere"], &["nowhere"]);
    let server = Server::start(&env);
    let args = ["serve", "--no-open", "--listen", &server.address, "--database", "sqlite:x.db"];
    env.fails(1, &args, &[&server.address, "--listen"]);
    server.kill();
}
