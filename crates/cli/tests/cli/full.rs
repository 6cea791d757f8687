//! A disk that is full: what cannot be kept is not acknowledged, what was is there, and the server goes on when there is room.

use std::{thread, time::Duration};

use serde_json::{Value, json};

use crate::{
    env::{Env, GAME},
    serve::{Server, ask},
};

/// What the files of a server may hold, in blocks of 512 bytes: a megabyte.
const BLOCKS: usize = 2_048;
/// More writes than fit.
const WRITES: usize = 3_000;

struct Client {
    address: String,
    cookie: String,
}

impl Client {
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        loop {
            let answer = ask(&self.address, &mut self.cookie, method, path, body);
            let (status, text) = answer.unwrap_or_else(|| panic!("{method} {path} is not answered"));
            if status != 429 {
                return (status, serde_json::from_str(&text).unwrap_or(Value::Null));
            }
            // One person may write so often a second.
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn seq(&mut self, id: &str) -> u64 {
        let (status, look) = self.ask("GET", &format!("/api/matches/{id}"), &Value::Null);
        assert_eq!(status, 200, "who only looks needs no room");
        look["view"]["seq"].as_u64().unwrap()
    }

    fn play(&mut self, id: &str) -> u16 {
        let (_, look) = self.ask("GET", &format!("/api/matches/{id}"), &Value::Null);
        let action = json!({ "action": look["view"]["offers"][0]["action"], "after": look["view"]["seq"] });
        self.ask("POST", &format!("/api/matches/{id}/actions"), &action).0
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let env = Env::new();
    let database = format!("sqlite:{}", env.path("full.db").display());
    let server = Server::start_with_room(&env, &database, BLOCKS);
    let mut client = Client { address: server.address.clone(), cookie: String::new() };
    let begin = json!({ "game": GAME, "against": "hotseat" });
    let (status, begun) = client.ask("POST", "/api/matches", &begin);
    assert_eq!(status, 201);
    let id = begun["id"].as_str().unwrap().to_owned();
    assert_eq!(client.play(&id), 200);
    // Notes fill the disk; they are of the same kind as everything else that is written.
    let mut kept = 0;
    let refused = (0..WRITES).find_map(|number| {
        let note = json!({ "says": format!("{number} {}", "x".repeat(6_000)) });
        match client.ask("POST", &format!("/api/matches/{id}/notes"), &note) {
            (200, _) => {
                kept = number;
                None
            }
            other => Some(other),
        }
    });
    let (status, said) = refused.expect("a megabyte is full some time");
    assert_eq!((status, &said["error"]["code"]), (503, &json!("unavailable")), "{said}");
    let before = client.seq(&id);
    // An action is not acknowledged either, and nobody is shown what is not kept.
    let statuses: Vec<u16> = (0..20).map(|_| client.play(&id)).collect();
    let acknowledged = statuses.iter().filter(|&&status| status == 200).count();
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&503), "{statuses:?}");
    let after = client.seq(&id);
    assert!(after >= before + acknowledged as u64);
    assert_eq!(client.ask("GET", "/healthz", &Value::Null).0, 503, "the host is told");
    server.kill();
    // With room again everything that was acknowledged is there, and no more.
    let server = Server::start_on(&env, &database);
    client.address.clone_from(&server.address);
    assert_eq!(client.seq(&id), after);
    let (_, talk) = client.ask("GET", &format!("/api/matches/{id}/talk"), &Value::Null);
    assert!(talk["notes"].as_str().unwrap().starts_with(&format!("{kept} ")), "the last one that was kept");
    assert_eq!(client.play(&id), 200);
    server.kill();
}
