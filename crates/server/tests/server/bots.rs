//! Programs that play: their tokens, their events, and the example that shows how.

use std::time::Duration;

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::{App, serve};
use tokio::{net::TcpListener, sync::oneshot, time::timeout};

use crate::env::{Answer, Client, Env, GAME, id};

#[path = "../../examples/bot.rs"]
mod example;

/// A program with its token.
#[derive(Clone)]
pub struct Program {
    pub client: Client,
    pub token: String,
}

impl Program {
    fn request(&self, method: &str, path: &str, body: Body) -> Request<Body> {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        request.header("authorization", format!("Bearer {}", self.token)).body(body).unwrap()
    }

    async fn get(&mut self, path: &str) -> Answer {
        let request = self.request("GET", path, Body::empty());
        self.client.send(request).await
    }

    async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let request = self.request("POST", path, body.to_string().into());
        self.client.send(request).await
    }

    pub async fn listen(&mut self, path: &str) -> Lines {
        use tower::ServiceExt;
        let request = self.request("GET", path, Body::empty());
        let response = self.client.router().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Lines { body: response.into_body().into_data_stream(), text: String::new() }
    }
}

/// A stream of lines.
pub struct Lines {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Lines {
    /// The next line that says something; nothing at the end.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let line = line.to_owned();
                self.text = rest.to_owned();
                if !line.is_empty() {
                    return Some(serde_json::from_str(&line).unwrap());
                }
                continue;
            }
            let piece = timeout(Duration::from_secs(20), self.body.next()).await.expect("a line in time")?;
            self.text.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
        }
    }

    pub async fn of(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.expect("the stream goes on");
            if line["type"] == kind {
                return line;
            }
        }
    }
}

/// An account called Robot with a token, and its owner's browser.
async fn robot(context: &App) -> (Client, Program) {
    let mut owner = Client::new(context);
    owner.post("/api/accounts", &json!({ "name": "Robot", "password": "correct horse" })).await.json(201);
    let made = owner.post("/api/me/bots", &json!({ "name": "at home" })).await.json(201);
    let token = made["token"].as_str().unwrap().to_owned();
    (owner, Program { client: Client::new(context), token })
}

#[tokio::test]
async fn a_program_plays_with_its_token_and_is_marked() {
    let env = Env::new();
    let context = env.app().await;
    let (mut owner, mut robot) = robot(&context).await;
    let mut guest = Client::new(&context);
    assert_eq!(owner.get("/api/me").await.json(200)["bot"], true);
    assert_eq!(guest.get("/api/players/robot").await.json(200)["bot"], true);
    let mut events = robot.listen("/api/bot/events").await;
    let begun =
        guest.begin(json!({ "game": GAME, "against": "friend", "to": "robot", "side": "soviet" })).await;
    let match_id = id(&begun);
    let challenge = events.of("challenge").await;
    assert_eq!(challenge["challenge"]["id"], match_id.as_str());
    // Without any header of a browser: a token is no ambient credential. It still sends JSON.
    robot.post(&format!("/api/matches/{match_id}/sit"), &json!({})).await.json(200);
    let start = events.of("gameStart").await;
    assert_eq!((&start["game"]["side"], &start["game"]["game"]), (&json!("german"), &json!(GAME)));
    let turn = events.of("yourTurn").await;
    assert_eq!((&turn["game"]["id"], &turn["game"]["seq"]), (&json!(match_id), &json!(0)));
    let seats = guest.look(&match_id).await["meta"]["seats"].take();
    assert_eq!(
        (&seats[0]["name"], &seats[0]["bot"], &seats[1]["bot"]),
        (&json!("Robot"), &json!(true), &Value::Null)
    );
    let mut stream = robot.listen(&format!("/api/bot/matches/{match_id}/stream")).await;
    let full = stream.next().await.unwrap();
    assert_eq!((&full["type"], &full["view"]["you"]), (&json!("gameFull"), &json!("german")));
    let action = &full["view"]["offers"][0]["action"];
    let path = format!("/api/matches/{match_id}/actions");
    robot.post(&path, &json!({ "action": action, "after": 0 })).await.json(200);
    while stream.of("gameState").await["view"]["seq"] != 1 {}
    let resigns = json!({ "does": "resign" });
    guest.post(&format!("/api/matches/{match_id}/talk"), &resigns).await.json(200);
    let finish = events.of("gameFinish").await;
    assert_eq!((&finish["game"]["id"], &finish["game"]["winner"]), (&json!(match_id), &json!("german")));
    while let Some(line) = stream.next().await {
        assert_eq!(line["type"], "gameState");
    }
}

#[tokio::test]
async fn a_token_plays_and_does_nothing_else() {
    let env = Env::new();
    let context = env.app().await;
    let (mut owner, mut robot) = robot(&context).await;
    let own = robot.post("/api/matches", &json!({ "game": GAME, "against": "hotseat" })).await.json(201);
    assert_eq!(owner.look(own["id"].as_str().unwrap()).await["meta"]["you"], json!(["german", "soviet"]));
    assert_eq!(robot.get("/api/me").await.json(200)["devices"], json!([]));
    for (method, path) in [
        ("GET", "/api/me/export"),
        ("GET", "/api/me/ways"),
        ("GET", "/api/me/bots"),
        ("POST", "/api/me/bots"),
        ("POST", "/api/me/feed"),
        ("POST", "/api/me/ways"),
        ("POST", "/api/me/delete"),
        ("POST", "/api/sign-out"),
    ] {
        let request = robot.request(method, path, if method == "GET" { Body::empty() } else { "{}".into() });
        robot.client.send(request).await.error(403, "forbidden");
    }
    // Neither is it a cookie, nor does a cookie help a token that is not known.
    let mut as_cookie = Client::new(&context);
    as_cookie.cookie = Some(format!("sandtable={}", &robot.token[4..]));
    assert_eq!(as_cookie.get("/api/me").await.json(200)["name"], Value::Null);
    for token in ["bot_", "bot_0123", &format!("bot_{}", "0".repeat(32))] {
        let mut thief = Program { client: owner.clone(), token: token.to_owned() };
        thief.get("/api/me").await.error(403, "forbidden");
        thief.get("/api/bot/events").await.error(403, "forbidden");
        thief
            .post("/api/matches", &json!({ "game": GAME, "against": "hotseat" }))
            .await
            .error(403, "forbidden");
    }
    // A form is a form, whoever sends it; and who shows no token is asked where he comes from.
    let form = Request::post("/api/matches").header("authorization", format!("Bearer {}", robot.token));
    let form = form.header("content-type", "text/plain").body(Body::from("{}")).unwrap();
    robot.client.send(form).await.error(400, "bad-request");
    let other = Request::post("/api/matches").header("authorization", "Bearer x");
    let other = other.header("content-type", "application/json").body(Body::from("{}")).unwrap();
    robot.client.send(other).await.error(403, "forbidden");
    owner.get("/api/bot/events").await.error(403, "forbidden");
    // Tokens are listed without what they are, and can be taken back.
    let listed = owner.get("/api/me/bots").await.json(200);
    assert!(!listed.to_string().contains(&robot.token) && listed["bot"] == true);
    let path = format!("/api/me/bots/{}", listed["tokens"][0]["id"].as_str().unwrap());
    owner.post(&path, &json!({ "does": "revoke" })).await.json(200);
    robot.get("/api/me").await.error(403, "forbidden");
    owner.post(&path, &json!({ "does": "revoke" })).await.error(404, "not-found");
    assert_eq!(owner.get("/api/me").await.json(200)["bot"], true, "it stays marked");
    for number in 0..10 {
        owner.post("/api/me/bots", &json!({ "name": number.to_string() })).await.json(201);
    }
    owner.post("/api/me/bots", &json!({ "name": "more" })).await.error(403, "forbidden");
    assert_eq!(
        owner.post("/api/me/bots", &json!({ "name": "" })).await.error(400, "bad-request")["field"],
        "name"
    );
    // Another password takes all of them back.
    let tokens = owner.get("/api/me/bots").await.json(200)["tokens"].as_array().unwrap().len();
    assert_eq!(tokens, 10);
    let holder = context.store.account_named("Robot").await.unwrap().unwrap().holder;
    context.store.renew_account(&holder, "x".to_owned(), "y".to_owned()).await.unwrap();
    assert_eq!(context.store.bot_tokens(&holder).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_takes_a_challenge_and_plays() {
    let env = Env::new();
    let context = env.app().await;
    let (_, robot) = robot(&context).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(serve(listener, context.clone(), async { drop(stopped.await) }));
    let server = example::Server { address, token: robot.token };
    let bot =
        tokio::task::spawn_blocking(move || example::play(&server, 1).map_err(|error| error.to_string()));
    let mut guest = Client::new(&context);
    let begun =
        guest.begin(json!({ "game": GAME, "against": "friend", "to": "robot", "side": "german" })).await;
    let id = id(&begun);
    // The guest plays until the bot has had the game three times, and gives up.
    let mut events = crate::events::Stream::new(guest.open(&format!("/api/matches/{id}/events")).await);
    let (mut before, mut turns, mut choice) = (String::new(), 0, 0);
    while turns < 3 {
        let look = guest.look(&id).await;
        let waits = look["meta"]["waits_for"].as_str().unwrap_or_default().to_owned();
        if waits == "german" && look["meta"]["seats"][1]["name"] == "Robot" {
            turns += usize::from(before == "soviet");
            choice += 7;
            guest.play_some(&id, choice).await;
        } else {
            events.next().await.expect("the game goes on");
        }
        before = waits;
    }
    guest.post(&format!("/api/matches/{id}/talk"), &json!({ "does": "resign" })).await.json(200);
    let played = timeout(Duration::from_secs(60), bot).await.expect("it notices the end").unwrap().unwrap();
    assert!(played >= 3, "{played}");
    drop(events);
    stop.send(()).unwrap();
    serving.await.unwrap();
}
