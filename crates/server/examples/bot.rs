//! A program that plays: it takes challenges and plays whatever is offered, by no plan at all.
//!
//! ```text
//! SANDTABLE_TOKEN=bot_... cargo run -p sandtable-server --example bot -- 127.0.0.1:8417
//! ```
//!
//! Make the token in the account panel of the first page, under "Bots". The wire is HTTP/1.0 over the standard library, so
//! that nothing hides what is sent; through https, put an HTTP library of your own in the place of `Server`.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::{
    env,
    error::Error,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use serde_json::{Value, json};

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// A server of Sandtable and what we show there.
pub struct Server {
    pub address: String,
    pub token: String,
}

impl Server {
    /// Sends a request and returns the status and what follows the head of the answer.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, BufReader<TcpStream>)> {
        let mut stream = TcpStream::connect(&self.address)?;
        let body = body.map_or_else(String::new, Value::to_string);
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        )?;
        let mut answer = BufReader::new(stream);
        let mut line = String::new();
        answer.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("no answer")?.parse()?;
        while !line.trim().is_empty() {
            line.clear();
            answer.read_line(&mut line)?;
        }
        Ok((status, answer))
    }

    fn json(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value)> {
        let (status, mut answer) = self.ask(method, path, body)?;
        let mut text = String::new();
        answer.read_to_string(&mut text)?;
        Ok((status, serde_json::from_str(&text).map_err(|error| format!("{status}, {error}: {text}"))?))
    }
}

/// Plays until so many games have ended, and says how many actions that took.
pub fn play(server: &Server, games: usize) -> Result<usize> {
    let (status, mut events) = server.ask("GET", "/api/bot/events", None)?;
    if status != 200 {
        return Err(format!("the server answers {status}: is this the token of a bot?").into());
    }
    let (mut ended, mut played, mut line) = (0, 0, String::new());
    while ended < games {
        line.clear();
        if events.read_line(&mut line)? == 0 {
            return Err("the server has closed the stream".into());
        }
        if line.trim().is_empty() {
            // It says that it is still there.
            continue;
        }
        let event: Value = serde_json::from_str(&line)?;
        let game = |about: &str| event[about]["id"].as_str().map(str::to_owned);
        match event["type"].as_str() {
            Some("challenge") => {
                let id = game("challenge").ok_or("a challenge without a game")?;
                let (status, said) =
                    server.json("POST", &format!("/api/matches/{id}/sit"), Some(&json!({})))?;
                println!("challenged to {}: {status} {said}", event["challenge"]["game"]);
            }
            Some("gameStart") => println!("game {} begins", game("game").unwrap_or_default()),
            Some("yourTurn") => played += take_turn(server, &game("game").ok_or("a turn without a game")?)?,
            Some("gameFinish") => {
                ended += 1;
                println!(
                    "game {} is over, {} wins",
                    game("game").unwrap_or_default(),
                    event["game"]["winner"]
                );
            }
            // Later servers may tell more.
            _ => {}
        }
    }
    Ok(played)
}

/// Plays as long as the game waits for us.
fn take_turn(server: &Server, id: &str) -> Result<usize> {
    for played in 0.. {
        let (_, look) = server.json("GET", &format!("/api/matches/{id}"), None)?;
        let view = &look["view"];
        let seq = view["seq"].as_u64().ok_or("a view without its number")?;
        let offers = view["offers"].as_array().map_or(&[][..], Vec::as_slice);
        if offers.is_empty() {
            return Ok(played);
        }
        // Here a better program would think.
        let offer = &offers[(seq as usize).wrapping_mul(2_654_435_761) % offers.len()];
        let action = json!({ "action": offer["action"], "after": seq });
        let (status, said) = server.json("POST", &format!("/api/matches/{id}/actions"), Some(&action))?;
        match status {
            // Somebody else was faster, or the game is over: look again.
            200 | 409 => {}
            422 if said["error"]["case"].is_null() => {}
            _ => return Err(format!("{action} is answered {status}: {said}").into()),
        }
    }
    unreachable!("a turn has an end")
}

#[allow(dead_code, reason = "the tests play it without this")]
fn main() -> Result<()> {
    let address = env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8417".to_owned());
    let token = env::var("SANDTABLE_TOKEN").map_err(|_| "set SANDTABLE_TOKEN to the token of your bot")?;
    play(&Server { address, token }, usize::MAX).map(|_| ())
}
