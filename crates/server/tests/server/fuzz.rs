//! Ten thousand requests that make no sense: each is answered with 4xx, and no game is changed.

use axum::{body::Body, http::Request};
use kernel::Rng;
use serde_json::{Value, json};

use crate::env::{Client, Env, GAME, id};

const REQUESTS: usize = 10_000;

/// What the fuzzer draws from.
struct Fuzz {
    rng: Rng,
    /// Notations from real games.
    notations: Vec<String>,
    matches: Vec<String>,
}

impl Fuzz {
    fn one<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.rng.index(from.len())]
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.index(n)
    }

    /// Letters and signs of any kind.
    fn noise(&mut self) -> String {
        let signs: Vec<char> = "abcxyz 019-_./%?#&\"'{}[]:,\\*!\u{0}\u{7f}äß漢😀\n\r\t".chars().collect();
        (0..self.below(24)).map(|_| signs[self.below(signs.len())]).collect()
    }

    /// A notation that is none, or not here: another's, torn, doubled or with something changed.
    fn notation(&mut self) -> String {
        let at = self.below(self.notations.len());
        let mut text = self.notations[at].clone();
        match self.below(5) {
            0 => text.truncate(self.below(text.len())),
            1 => text = format!("{text} {text}"),
            2 => {
                let at = self.below(text.len());
                text.replace_range(at..=at, self.one(&["", "9", "-", "z", " ", "é"]));
            }
            3 => return self.noise(),
            _ => {}
        }
        text
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth > 3 { 6 } else { 8 }) {
            0 => json!(null),
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(1000) as i64 - 500),
            3 => json!(1e300),
            4 => json!(self.noise()),
            5 => json!(self.notation()),
            6 => (0..self.below(4)).map(|_| self.value(depth + 1)).collect(),
            _ => (0..self.below(4)).map(|_| (self.noise(), self.value(depth + 1))).collect(),
        }
    }

    fn path(&mut self) -> String {
        let at = self.below(self.matches.len());
        let id = match self.below(4) {
            0 => "0000000000000".to_owned(),
            1 => urlencode(&self.noise()),
            _ => self.matches[at].clone(),
        };
        let part =
            self.one(&["actions", "undo", "query", "replay", "record", "events", "talk", "notes", "nothing"]);
        match self.below(8) {
            0 => format!("/{}", urlencode(&self.noise())),
            1 => format!("/api/{}/{}", urlencode(&self.noise()), id),
            2 => format!("/api/join/{id}"),
            3 => "/api/matches".to_owned(),
            _ => format!("/api/matches/{id}/{part}"),
        }
    }

    /// A body that can never be right: wrong types, torn text, or illegal notations with any number behind.
    fn body(&mut self, path: &str) -> Vec<u8> {
        let text = match self.below(4) {
            0 => self.value(0).to_string(),
            1 => {
                let mut object = json!({});
                for field in
                    ["game", "against", "action", "after", "ask", "options", "side", "piece", "target"]
                {
                    if self.below(2) == 0 {
                        object[field] = self.value(1);
                    }
                }
                object.to_string()
            }
            _ if path.ends_with("query") => {
                json!({ "ask": self.noise(), "action": self.notation() }).to_string()
            }
            _ if path.ends_with("undo") => json!({ "after": -1 - self.below(5) as i64 }).to_string(),
            // Nobody has an empty game of this name, and no game has this many plies.
            _ if path.ends_with("matches") => {
                json!({ "game": self.notation(), "against": "hotseat" }).to_string()
            }
            _ => json!({ "action": self.notation(), "after": self.below(3) }).to_string(),
        };
        let mut bytes = text.into_bytes();
        if self.below(4) == 0 && !bytes.is_empty() {
            let at = self.below(bytes.len());
            bytes[at] = self.below(256) as u8;
        }
        bytes
    }
}

fn urlencode(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
}

#[tokio::test]
async fn nonsense_is_refused_and_changes_nothing() {
    let env = Env::new();
    let context = env.app().await;
    let mut owner = Client::new(&context);
    let mut fuzz = Fuzz { rng: Rng::new(20, 26), notations: Vec::new(), matches: Vec::new() };
    // Real games, at different moments, and the notations of other moments.
    for game in 0..4 {
        let id = owner.hotseat().await;
        for choice in 0..30 * game {
            owner.play_some(&id, choice * 11 + game).await.unwrap();
        }
        let record = owner.get(&format!("/api/matches/{id}/record")).await;
        let record = kernel::Record::parse(std::str::from_utf8(&record.bytes).unwrap()).unwrap();
        fuzz.notations.extend(record.lines);
        fuzz.matches.push(id);
    }
    let friend = json!({ "game": GAME, "against": "friend", "side": "soviet" });
    fuzz.matches.push(id(&owner.begin(friend).await));
    let mut before = Vec::new();
    for id in &fuzz.matches.clone() {
        before.push(owner.look(id).await);
    }
    let legal: Vec<Value> = before.iter().map(|look| look["view"]["offers"].clone()).collect();
    let is_legal = |body: &[u8]| {
        let Ok(body) = serde_json::from_slice::<Value>(body) else { return false };
        let words: Vec<&str> = body["action"].as_str().unwrap_or_default().split_whitespace().collect();
        let offers = legal.iter().flat_map(|offers| offers.as_array().unwrap());
        offers.into_iter().any(|offer| offer["action"] == words.join(" "))
    };
    let mut strangers = Client::new(&context);
    let mut sent = 0;
    while sent < REQUESTS {
        let path = fuzz.path();
        let method = fuzz.one(&["POST", "POST", "POST", "POST", "PUT", "DELETE", "PATCH"]);
        let body = fuzz.body(&path);
        // What a player may do is no nonsense, and a question may be sound.
        if is_legal(&body) {
            continue;
        }
        let kind = fuzz.one(&["application/json", "application/json", "application/json", "text/plain"]);
        let request = Request::builder()
            .method(method)
            .uri(&path)
            .header("content-type", kind)
            .header("sec-fetch-site", "same-origin");
        let Ok(request) = request.body(Body::from(body.clone())) else { continue };
        let client = if fuzz.below(3) == 0 { &mut strangers } else { &mut owner };
        let answer = client.send(request).await;
        let sound = answer.status == 200 && path.ends_with("/query");
        assert!(
            answer.status.is_client_error() || sound,
            "{method} {path} {}: {} {}",
            String::from_utf8_lossy(&body),
            answer.status,
            String::from_utf8_lossy(&answer.bytes)
        );
        sent += 1;
    }
    for (id, before) in fuzz.matches.iter().zip(&before) {
        assert_eq!(owner.look(id).await, *before);
    }
    let listed = owner.get("/api/matches").await.json(200);
    assert_eq!(listed["matches"].as_array().unwrap().len(), before.len());
}
