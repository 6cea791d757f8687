//! Two sides decide in secret of each other, whoever is quicker: the one who is asked second may write at once, and nobody
//! notices before both are open.

use serde_json::{Value, json};

use crate::env::{Client, Env, id};

/// The two players of a game whose set-up is done: the first sheet of each is due. The second is whose units were placed.
async fn council(env: &Env) -> (Client, Client, String, u64) {
    let context = env.app().await;
    let (mut german, mut soviet) = (Client::new(&context), Client::new(&context));
    let begin = json!({ "game": "the-year-before", "against": "friend", "side": "german" });
    let begun = german.begin(begin).await;
    soviet.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let id = id(&begun);
    soviet.play(&id, "suggested", 0).await.json(200);
    assert_eq!(soviet.look(&id).await["meta"]["waits_for"], "german");
    (german, soviet, id, 1)
}

/// Writes lines of a sheet, from this step on.
async fn write(one: &mut Client, id: &str, mut after: u64, lines: &[&str]) -> u64 {
    for line in lines {
        let answer = one.play(id, line, after).await.json(200);
        after = answer["seq"].as_u64().unwrap();
    }
    after
}

const GERMAN: [&str; 4] = ["bid finland 2", "no-bid", "service 1", "honour"];
const SOVIET: [&str; 4] = ["bid latvia 1", "no-bid", "service 0", "deliver 1"];

async fn step(one: &mut Client, id: &str) -> String {
    one.look(id).await["view"]["step"].as_str().unwrap().to_owned()
}

fn offers(look: &Value) -> usize {
    look["view"]["offers"].as_array().unwrap().len()
}

#[tokio::test]
async fn whoever_is_asked_second_may_write_first_and_nobody_notices() {
    let env = Env::new();
    let (mut german, mut soviet, id, seq) = council(&env).await;
    let before = german.look(&id).await;
    let mut watcher = german.with_cookie(None);
    let watched = watcher.look(&id).await;
    let own = soviet.look(&id).await;
    assert!(offers(&own) > 10, "{own}");
    assert_eq!(own["view"]["seq"], seq);
    // What is not legal is refused with its case, and what is out of date is stale.
    let error = soviet.play(&id, "deliver 1", seq).await.error(422, "refused");
    assert_eq!(error["case"], "6.1");
    let after = write(&mut soviet, &id, seq, &SOVIET[..3]).await;
    assert_eq!(after, seq + 3);
    soviet.play(&id, "deliver 0", seq).await.error(409, "stale");
    // A line is taken back and written again.
    soviet.undo(&id, after).await.json(200);
    let after = write(&mut soviet, &id, after - 1, &SOVIET[2..]).await;
    let done = soviet.look(&id).await;
    assert_eq!(offers(&done), 0);
    assert!(done["view"]["prompt"]["says"]["lead"].as_str().unwrap().contains("sealed"), "{done}");
    soviet.play(&id, "deliver 0", after).await.error(403, "forbidden");
    // The other side and whoever watches have seen nothing of it.
    assert_eq!(german.look(&id).await, before);
    assert_eq!(watcher.look(&id).await, watched);
    // When the other has written too, both are opened.
    let after = write(&mut german, &id, seq, &GERMAN).await;
    assert_eq!(after, seq + 8);
    for one in [&mut german, &mut soviet] {
        assert_eq!(step(one, &id).await, "german-operations");
        assert_eq!(one.look(&id).await["view"]["seq"], seq + 8);
    }
}

#[tokio::test]
async fn what_is_sealed_outlives_the_server() {
    let env = Env::new();
    let (german, mut soviet, id, seq) = council(&env).await;
    write(&mut soviet, &id, seq, &SOVIET[..2]).await;
    let again = env.app().await;
    let (mut german, mut soviet) =
        (Client::new(&again).with_cookie(german.cookie), Client::new(&again).with_cookie(soviet.cookie));
    assert_eq!(soviet.look(&id).await["view"]["seq"], seq + 2);
    // A part that is not finished goes on where it stands when its turn comes.
    let after = write(&mut german, &id, seq, &GERMAN).await;
    assert_eq!((after, step(&mut soviet, &id).await.as_str()), (seq + 6, "soviet-sheet"));
    write(&mut soviet, &id, after, &SOVIET[2..]).await;
    assert_eq!(step(&mut german, &id).await, "german-operations");
}

#[tokio::test]
async fn whoever_is_alone_at_the_screen_decides_in_turn() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = id(&one.begin(json!({ "game": "the-year-before", "against": "hotseat" })).await);
    one.play(&id, "suggested", 0).await.json(200);
    assert_eq!(one.look(&id).await["view"]["you"], "german");
    write(&mut one, &id, 1, &GERMAN).await;
    assert_eq!(one.look(&id).await["view"]["you"], "soviet");
    write(&mut one, &id, 5, &SOVIET).await;
    assert_eq!(step(&mut one, &id).await, "german-operations");
}
