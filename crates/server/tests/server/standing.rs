//! What a seat has answered in advance is played when it is asked, and nobody else learns of it.

use serde_json::{Value, json};
use server::{App, Settings, send_notices};

use crate::{
    env::{Client, Env, id, settings},
    events::Stream,
    notices::{Sink, at_once},
};

const GERMAN: [&str; 4] = ["bid finland 2", "no-bid", "service 1", "honour"];
const SOVIET: [&str; 4] = ["bid latvia 1", "no-bid", "service 0", "deliver 1"];

/// A game without dice up to the first Operations: the German side decides, and after it the Soviet one.
struct Scene {
    german: Client,
    soviet: Client,
    id: String,
}

async fn scene(context: &App) -> Scene {
    let (mut german, mut soviet) = (Client::new(context), Client::new(context));
    let begin = json!({ "game": "the-year-before", "against": "friend", "side": "german" });
    let begun = german.begin(begin).await;
    soviet.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let mut scene = Scene { german, soviet, id: id(&begun) };
    scene.soviet.play(&scene.id, "suggested", 0).await.json(200);
    scene
}

impl Scene {
    /// Writes both sheets.
    async fn sheets(&mut self) {
        self.write("german", &GERMAN).await;
        self.write("soviet", &SOVIET).await;
    }

    async fn write(&mut self, side: &str, lines: &[&str]) {
        for line in lines {
            self.play(side, line).await;
        }
    }

    /// Writes further sheets without wanting anything.
    async fn quietly(&mut self) {
        const QUIET: [&str; 8] = [
            "no-bid",
            "service 0",
            "honour",
            "deliver 0",
            "no-report",
            "card line",
            "card moscow",
            "tell moscow",
        ];
        while !self.step().await.ends_with("-operations") {
            let side = self.german.look(&self.id).await["meta"]["waits_for"].as_str().unwrap().to_owned();
            let one = if side == "german" { &mut self.german } else { &mut self.soviet };
            let view = one.look(&self.id).await["view"].take();
            let offered =
                |line: &&&str| view["offers"].as_array().unwrap().iter().any(|it| it["action"] == **line);
            let line = QUIET.iter().find(offered).expect("the line has a quiet answer");
            self.play(&side, line).await;
        }
    }

    async fn play(&mut self, side: &str, action: &str) -> Value {
        let one = if side == "german" { &mut self.german } else { &mut self.soviet };
        let seq = one.look(&self.id).await["view"]["seq"].as_u64().unwrap();
        one.play(&self.id, action, seq).await.json(200)
    }

    /// Where the game stands; whoever may write ahead sees his own sheet.
    async fn step(&mut self) -> String {
        self.german.look(&self.id).await["view"]["step"].as_str().unwrap().to_owned()
    }

    /// Sets an answer of the Soviet side, or drops it.
    async fn stand(&mut self, wish: Value) -> Value {
        let path = format!("/api/matches/{}/standing", self.id);
        self.soviet.post(&path, &wish).await.json(200)
    }

    /// The same players at another server on the same database.
    fn at(&self, context: &App) -> Scene {
        let one = |client: &Client| Client::new(context).with_cookie(client.cookie.clone());
        Scene { german: one(&self.german), soviet: one(&self.soviet), id: self.id.clone() }
    }
}

fn pass(lasts: &str) -> Value {
    json!({ "answer": "pass", "lasts": lasts })
}

fn set(answer: &Value) -> Vec<&str> {
    let list = answer["standing"].as_array().unwrap();
    list.iter().filter(|it| it.get("lasts").is_some()).map(|it| it["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_is_answered_in_advance_is_played_without_a_visit_until_it_is_dropped() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    scene.sheets().await;
    assert_eq!(scene.step().await, "german-operations");
    assert_eq!(set(&scene.stand(pass("game")).await), ["pass"]);
    let played = scene.play("german", "pass").await;
    assert_eq!(scene.step().await, "german-sheet", "the Soviet side was not asked");
    let seq = played["seq"].as_u64().unwrap();
    assert!(played.get("answered").is_none(), "whose it is not is told nothing: {played}");
    let meta = scene.soviet.look(&scene.id).await["meta"].take();
    assert_eq!(meta["standing"]["answered"], json!([seq]));
    // The record is a plain list of actions.
    let umpire = scene.soviet.get(&format!("/api/matches/{}/journal", scene.id)).await.json(200);
    let last = umpire["lines"].as_array().unwrap().iter().filter(|line| line["seq"] == seq);
    assert!(last.count() > 0, "it is told like everything that is played");
    // Dropped, it is asked again.
    assert!(set(&scene.stand(json!({ "answer": "pass" })).await).is_empty());
    scene.quietly().await;
    if scene.step().await == "german-operations" {
        scene.play("german", "pass").await;
    }
    assert_eq!(scene.step().await, "soviet-operations");
    let look = scene.soviet.look(&scene.id).await;
    assert_eq!(look["meta"]["standing"]["asked"], "pass");
    assert!(!look["view"]["offers"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn an_answer_for_this_turn_ends_with_it() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    scene.sheets().await;
    let answer = scene.stand(pass("turn")).await;
    let told = answer["standing"].as_array().unwrap().iter().find(|it| it["id"] == "pass").unwrap();
    assert_eq!((&told["lasts"], &told["may"]), (&json!("turn"), &json!(["turn", "game"])));
    scene.play("german", "pass").await;
    assert_eq!(scene.step().await, "german-sheet");
    let path = format!("/api/matches/{}/standing", scene.id);
    assert!(set(&scene.soviet.get(&path).await.json(200)).is_empty(), "another turn has come");
}

#[tokio::test]
async fn nobody_else_learns_of_it() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    scene.sheets().await;
    let mut watcher = scene.german.with_cookie(None);
    let path = format!("/api/matches/{}", scene.id);
    let mut streams = Vec::new();
    for one in [&mut scene.german, &mut watcher] {
        for ask in ["", "?changes=true"] {
            let mut stream = Stream::new(one.open(&format!("{path}/events{ask}")).await);
            stream.next().await.unwrap();
            streams.push(stream);
        }
    }
    // Who is here is part of what everybody sees.
    let (before, watched) = (scene.german.look(&scene.id).await, watcher.look(&scene.id).await);
    let record = watcher.get(&format!("{path}/record")).await;
    for wish in [pass("game"), json!({ "answer": "pass" }), pass("turn")] {
        scene.stand(wish).await;
        assert_eq!(scene.german.look(&scene.id).await, before);
        assert_eq!(watcher.look(&scene.id).await, watched);
    }
    assert_eq!(watcher.get(&format!("{path}/record")).await.bytes, record.bytes);
    assert!(before["meta"]["standing"].get("set").is_none(), "{before}");
    // What reaches them is the German action with all that came of it.
    let seq = scene.play("german", "pass").await["seq"].as_u64();
    for stream in &mut streams {
        loop {
            let event = stream.next().await.expect("the stream goes on");
            let told = event.data.to_string();
            assert!(!told.contains("answered") && !told.contains("\"set\":"), "{told}");
            if event.id == seq {
                break;
            }
        }
    }
    for one in [&mut scene.german, &mut watcher] {
        for part in ["", "/journal", "/replay"] {
            let answer = one.get(&format!("{path}{part}")).await;
            let told = String::from_utf8(answer.bytes).unwrap();
            assert!(!told.contains("answered") && !told.contains("\"set\":"), "{part}: {told}");
        }
    }
    let theirs = scene.german.get(&format!("{path}/standing")).await.json(200);
    assert!(set(&theirs).is_empty(), "{theirs}");
}

#[tokio::test]
async fn what_is_asked_now_is_answered_at_once_and_what_is_taken_back_is_asked() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    scene.sheets().await;
    scene.play("german", "pass").await;
    let before = scene.soviet.look(&scene.id).await["view"]["seq"].as_u64().unwrap();
    let answer = scene.stand(pass("game")).await;
    assert_eq!((answer["seq"].as_u64(), scene.step().await.as_str()), (Some(before + 1), "german-sheet"));
    scene.soviet.undo(&scene.id, before + 1).await.json(200);
    let look = scene.soviet.look(&scene.id).await;
    assert_eq!((&look["view"]["step"], &look["view"]["seq"]), (&json!("soviet-operations"), &json!(before)));
    assert_eq!(look["meta"]["standing"], json!({ "set": ["pass"], "asked": "pass" }));
    // It stays asked, also by a server that has just begun.
    let mut scene = scene.at(&env.app().await);
    assert_eq!(scene.step().await, "soviet-operations");
    scene.play("soviet", "pass").await;
    let look = scene.soviet.look(&scene.id).await;
    assert!(look["meta"]["standing"].get("answered").is_none(), "this time he has answered himself");
}

#[tokio::test]
async fn it_outlives_the_server() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    scene.sheets().await;
    scene.stand(pass("game")).await;
    let mut scene = scene.at(&env.app().await);
    let seq = scene.play("german", "pass").await["seq"].as_u64().unwrap();
    assert_eq!(scene.step().await, "german-sheet");
    let mut scene = scene.at(&env.app().await);
    let look = scene.soviet.look(&scene.id).await;
    assert_eq!(look["meta"]["standing"], json!({ "set": ["pass"], "answered": [seq] }));
}

/// A server that does not know yet that it was dropped elsewhere does not play it.
#[tokio::test]
async fn what_another_server_has_dropped_is_not_played() {
    let env = Env::new();
    let (one, other) = (env.app().await, env.app().await);
    let mut here = scene(&one).await;
    here.sheets().await;
    here.stand(pass("game")).await;
    let mut there = here.at(&other);
    assert!(set(&there.stand(json!({ "answer": "pass" })).await).is_empty());
    let seq = here.german.look(&here.id).await["view"]["seq"].as_u64().unwrap();
    here.german.play(&here.id, "pass", seq).await.error(409, "stale");
    here.german.play(&here.id, "pass", seq).await.json(200);
    assert_eq!(here.step().await, "soviet-operations");
}

#[tokio::test]
async fn what_cannot_be_answered_is_refused() {
    let env = Env::new();
    let mut scene = scene(&env.app().await).await;
    let path = format!("/api/matches/{}/standing", scene.id);
    for (wish, field) in [
        (json!({ "answer": "win", "lasts": "game" }), "answer"),
        (json!({ "answer": "stay", "lasts": "game" }), "answer"),
    ] {
        assert_eq!(scene.soviet.post(&path, &wish).await.error(400, "bad-request")["field"], field);
    }
    scene.soviet.post(&path, &json!({ "answer": "pass", "lasts": "year" })).await.error(400, "bad-request");
    // An answer of the other side, and one that lasts no longer than a turn.
    let begun =
        scene.german.begin(json!({ "game": "bear-trap", "against": "friend", "side": "russian" })).await;
    let path = format!("/api/matches/{}/standing", id(&begun));
    let lie_low = json!({ "answer": "lie-low", "lasts": "turn" });
    assert_eq!(scene.german.post(&path, &lie_low).await.error(400, "bad-request")["field"], "answer");
    scene.soviet.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    scene.soviet.post(&path, &lie_low).await.json(200);
    let longer = json!({ "answer": "lie-low", "lasts": "game" });
    assert_eq!(scene.soviet.post(&path, &longer).await.error(400, "bad-request")["field"], "lasts");
}

#[tokio::test]
async fn nobody_is_told_of_a_question_that_was_answered_in_advance() {
    for (in_advance, messages) in [(false, 1), (true, 0)] {
        let sink = Sink::start().await;
        let env = Env::new();
        let context = env.app_with(Settings { notices: at_once(), ..settings() }).await;
        let mut scene = scene(&context).await;
        let account = json!({ "name": "Anna", "password": "correct horse" });
        scene.german.post("/api/accounts", &account).await.json(201);
        let way = json!({ "kind": "webhook", "target": sink.url() });
        scene.german.post("/api/me/ways", &way).await.json(201);
        scene.write("german", &GERMAN).await;
        if in_advance {
            let path = format!("/api/matches/{}/standing", scene.id);
            scene.german.post(&path, &pass("game")).await.json(200);
        }
        scene.soviet.look(&scene.id).await;
        send_notices(&context).await;
        sink.take();
        scene.write("soviet", &SOVIET).await;
        let waits = if in_advance { "soviet-operations" } else { "german-operations" };
        assert_eq!(scene.step().await, waits);
        send_notices(&context).await;
        assert_eq!(sink.take().len(), messages);
    }
}
