//! People at a table: finding each other, agreeing, resigning, clocks, ratings.

use serde_json::{Value, json};
use server::App;
use store::Clock;

use crate::env::{Answer, Client, Env, GAME, id};

/// Somebody with an account.
async fn member(context: &App, name: &str) -> Client {
    let mut client = Client::new(context);
    client.post("/api/accounts", &json!({ "name": name, "password": "correct horse" })).await.json(201);
    client
}

/// A game between two, the first of whom decides first.
async fn pair(one: &mut Client, two: &mut Client, terms: Value) -> String {
    let mut game = json!({ "game": GAME, "against": "friend", "side": "german" });
    for (key, value) in terms.as_object().unwrap() {
        game[key] = value.clone();
    }
    let begun = one.begin(game).await;
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    id(&begun)
}

async fn does(client: &mut Client, id: &str, does: Value) -> Answer {
    client.post(&format!("/api/matches/{id}/talk"), &does).await
}

async fn meta(client: &mut Client, id: &str) -> Value {
    client.look(id).await["meta"].take()
}

async fn kinds(client: &mut Client, id: &str) -> Vec<String> {
    let lines = client.get(&format!("/api/matches/{id}/talk")).await.json(200)["lines"].take();
    lines.as_array().unwrap().iter().map(|line| line["kind"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn two_who_look_for_an_opponent_find_each_other() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let wish = json!({ "game": GAME });
    let waiting = one.post("/api/lobby/find", &wish).await.json(201);
    assert_eq!(waiting["waiting"], true);
    // Asking again sets up nothing more.
    assert_eq!(one.post("/api/lobby/find", &wish).await.json(200)["id"], waiting["id"]);
    let lobby = three.get("/api/lobby").await.json(200);
    assert_eq!((&lobby["open"][0]["id"], &lobby["watch"]), (&waiting["id"], &json!([])));
    // Another game, or one that counts, is not what waits here.
    let other = json!({ "game": "bear-trap" });
    assert_ne!(three.post("/api/lobby/find", &other).await.json(201)["id"], waiting["id"]);
    let rated = json!({ "game": GAME, "rated": true });
    assert_eq!(three.post("/api/lobby/find", &rated).await.error(400, "bad-request")["field"], "rated");
    // Nor is another scenario, other options, the side that is taken, or another pace.
    for other in [
        json!({ "game": GAME, "options": ["bid-german"] }),
        json!({ "game": GAME, "side": "german" }),
        json!({ "game": GAME, "clock": { "bank": 600 } }),
    ] {
        let mut four = Client::new(&context);
        let id = four.post("/api/lobby/find", &other).await.json(201)["id"].take();
        four.post(&format!("/api/matches/{}/decline", id.as_str().unwrap()), &json!({})).await.json(200);
    }
    let wrong = two.post("/api/lobby/find", &json!({ "game": GAME, "scenario": "nowhere" })).await;
    wrong.error(400, "bad-request");
    let wish = json!({ "game": GAME, "scenario": "siege", "side": "soviet" });
    let found = two.post("/api/lobby/find", &wish).await.json(200);
    assert_eq!((&found["id"], &found["waiting"]), (&waiting["id"], &json!(false)));
    let id = found["id"].as_str().unwrap();
    assert_eq!(meta(&mut two, id).await["you"].as_array().unwrap().len(), 1);
    let lobby = three.get("/api/lobby").await.json(200);
    assert_eq!((lobby["open"].as_array().unwrap().len(), &lobby["watch"][0]["id"]), (1, &waiting["id"]));
    three.post(&format!("/api/matches/{id}/sit"), &json!({})).await.error(403, "forbidden");
}

#[tokio::test]
async fn a_challenge_is_for_one() {
    let env = Env::new();
    let context = env.app().await;
    let mut anna = member(&context, "Anna").await;
    let (mut bert, mut carl) = (member(&context, "Bert").await, member(&context, "Carl").await);
    let challenge = |to: &str| json!({ "game": GAME, "against": "friend", "to": to });
    for to in ["Nobody", "Anna"] {
        assert_eq!(anna.post("/api/matches", &challenge(to)).await.error(400, "bad-request")["field"], "to");
    }
    let id = id(&anna.begin(challenge("bert")).await);
    let waits = bert.get("/api/lobby").await.json(200)["challenges"].take();
    assert_eq!((&waits[0]["id"], &waits[0]["club"]["for_you"]), (&json!(id), &json!(true)));
    assert_eq!(carl.get("/api/lobby").await.json(200)["challenges"], json!([]));
    let (sit, decline) = (format!("/api/matches/{id}/sit"), format!("/api/matches/{id}/decline"));
    carl.post(&sit, &json!({})).await.error(403, "forbidden");
    carl.post(&decline, &json!({})).await.error(403, "forbidden");
    bert.post(&decline, &json!({})).await.json(200);
    assert_eq!(bert.get("/api/lobby").await.json(200)["challenges"], json!([]));
    bert.post(&sit, &json!({})).await.error(403, "forbidden");
    let id = self::id(&anna.begin(challenge("Bert")).await);
    bert.post(&format!("/api/matches/{id}/sit"), &json!({})).await.json(200);
    let names: Vec<Value> =
        meta(&mut carl, &id).await["seats"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert!(names.contains(&json!("Anna")) && names.contains(&json!("Bert")), "{names:?}");
}

#[tokio::test]
async fn whoever_resigns_has_lost() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let id = pair(&mut one, &mut two, json!({ "options": ["bid-german"] })).await;
    let seq = one.play_some(&id, 1).await.unwrap();
    // Bids are hidden, so the record is not shown while the game runs.
    three.get(&format!("/api/matches/{id}/record")).await.error(403, "forbidden");
    does(&mut three, &id, json!({ "does": "resign" })).await.error(403, "forbidden");
    does(&mut two, &id, json!({ "does": "resign" })).await.json(200);
    let look = one.look(&id).await;
    assert_eq!(look["meta"]["over"], look["view"]["outcome"]);
    assert_eq!(look["meta"]["over"]["winner"], look["meta"]["you"][0]);
    assert!(look["meta"]["over"]["says"].as_str().unwrap().contains("resigned"), "{}", look["meta"]["over"]);
    assert_eq!((&look["view"]["offers"], &look["meta"]["waits_for"]), (&json!([]), &json!(null)));
    one.play(&id, "bid 1", seq).await.error(422, "refused");
    one.undo(&id, seq).await.error(422, "refused");
    does(&mut one, &id, json!({ "does": "resign" })).await.error(422, "refused");
    assert_eq!(three.get(&format!("/api/matches/{id}/record")).await.status, 200);
    assert_eq!(three.get(&format!("/api/matches/{id}/replay?as=all")).await.status, 200);
    // It is the same after a restart, and one may still talk.
    let context = env.app().await;
    let mut two = Client::new(&context).with_cookie(two.cookie);
    assert_eq!(meta(&mut two, &id).await["over"], look["meta"]["over"]);
    does(&mut two, &id, json!({ "does": "say", "words": " Well played. " })).await.json(200);
    assert_eq!(kinds(&mut two, &id).await, ["resigned", "said"]);
}

#[tokio::test]
async fn a_machine_stops_when_its_opponent_resigns() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = id(&one.begin(json!({ "game": GAME, "against": "machine", "level": "easy" })).await);
    does(&mut one, &id, json!({ "does": "offer-draw" })).await.error(422, "refused");
    does(&mut one, &id, json!({ "does": "resign" })).await.json(200);
    let seq = one.look(&id).await["view"]["seq"].clone();
    let over = meta(&mut one, &id).await["over"].take();
    assert_ne!(over["winner"], json!(null));
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    assert_eq!(one.look(&id).await["view"]["seq"], seq, "the machine plays on");
}

#[tokio::test]
async fn a_draw_needs_both() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let id = pair(&mut one, &mut two, json!({})).await;
    let offer = json!({ "does": "offer-draw" });
    let answer = |word: &str, number: &Value| json!({ "does": word, "number": number });
    let number = does(&mut two, &id, offer.clone()).await.json(200)["number"].take();
    assert_eq!(meta(&mut one, &id).await["club"]["offer"]["number"], number);
    does(&mut two, &id, answer("accept", &number)).await.error(403, "forbidden");
    does(&mut two, &id, offer.clone()).await.error(422, "refused");
    does(&mut one, &id, answer("decline", &number)).await.json(200);
    does(&mut one, &id, answer("accept", &number)).await.error(422, "refused");
    // Whoever plays on instead of answering has declined, too.
    let number = does(&mut two, &id, offer.clone()).await.json(200)["number"].take();
    one.play_some(&id, 0).await.unwrap();
    does(&mut one, &id, answer("accept", &number)).await.error(422, "refused");
    // Whoever offers may go on playing while the other thinks it over.
    let number = does(&mut one, &id, offer).await.json(200)["number"].take();
    one.play_some(&id, 0).await.unwrap();
    does(&mut two, &id, answer("accept", &number)).await.json(200);
    let over = meta(&mut one, &id).await["over"].take();
    assert!(over["winner"].is_null() && over["says"].is_string(), "{over}");
    assert_eq!(
        kinds(&mut one, &id).await,
        ["draw-offered", "draw-declined", "draw-offered", "draw-offered", "draw-agreed"]
    );
}

/// Plays for whoever decides.
async fn play_on(players: &mut [Client; 2], id: &str, choice: usize) -> u64 {
    for player in players {
        if let Some(seq) = player.play_some(id, choice).await {
            return seq;
        }
    }
    panic!("nobody decides");
}

#[tokio::test]
async fn both_agree_to_take_the_game_back_past_dice() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let id = pair(&mut one, &mut two, json!({})).await;
    does(&mut one, &id, json!({ "does": "ask-back" })).await.error(422, "refused");
    let mut players = [one, two];
    let mut choice = 1;
    // Until dice have fallen.
    let before = loop {
        let (before, _) = (players[0].look(&id).await["view"]["seq"].as_u64().unwrap(), ());
        choice += 7;
        if play_on(&mut players, &id, choice).await > before + 1 {
            break before;
        }
    };
    let seq = players[0].look(&id).await["view"]["seq"].as_u64().unwrap();
    let lines = |text: Vec<u8>| kernel::Record::parse(&String::from_utf8(text).unwrap()).unwrap().lines;
    let record = lines(players[0].get(&format!("/api/matches/{id}/record")).await.bytes);
    let [one, two] = &mut players;
    assert_eq!(
        does(one, &id, json!({ "does": "ask-back", "ply": seq })).await.error(400, "bad-request")["field"],
        "ply"
    );
    let inside = json!({ "does": "ask-back", "ply": before + 1 });
    assert_eq!(does(one, &id, inside).await.error(400, "bad-request")["field"], "ply");
    let number =
        does(one, &id, json!({ "does": "ask-back", "ply": before })).await.json(200)["number"].take();
    does(two, &id, json!({ "does": "accept", "number": number })).await.json(200);
    assert_eq!(one.look(&id).await["view"]["seq"], before);
    let talk = two.get(&format!("/api/matches/{id}/talk")).await.json(200)["lines"].take();
    let told = talk.as_array().unwrap().last().unwrap();
    assert_eq!((&told["kind"], &told["seq"]), (&json!("back-granted"), &json!(before)));
    assert!(told["says"].as_str().unwrap().contains(&format!("from step {seq} to step {before}")), "{told}");
    // The record has lost what was taken back and nothing else, on disk as well, and the game goes on.
    let context = env.app().await;
    let mut players = players.map(|player| Client::new(&context).with_cookie(player.cookie));
    let kept = lines(players[0].get(&format!("/api/matches/{id}/record")).await.bytes);
    assert_eq!(kept, record[..before as usize]);
    assert!(play_on(&mut players, &id, 0).await > before);
    // Without a ply it is the asker's own last decision.
    let last = players[0].look(&id).await["meta"]["waits_for"].clone();
    let asks = json!({ "does": "ask-back" });
    let mut asked = None;
    for (n, player) in players.iter_mut().enumerate() {
        let answer = does(player, &id, asks.clone()).await;
        if answer.status == 200 {
            asked = Some((n, answer.json(200)["number"].take()));
            break;
        }
    }
    let (asker, number) = asked.unwrap_or_else(|| panic!("{last}"));
    does(&mut players[1 - asker], &id, json!({ "does": "accept", "number": number })).await.json(200);
    let look = players[asker].look(&id).await;
    assert!(!look["view"]["offers"].as_array().unwrap().is_empty(), "the asker decides again");
}

#[tokio::test]
async fn talk_is_for_everybody_and_notes_are_for_oneself() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let id = pair(&mut one, &mut two, json!({})).await;
    for words in ["", "  ", &"x".repeat(501)] {
        let said = does(&mut one, &id, json!({ "does": "say", "words": words })).await;
        assert_eq!(said.error(400, "bad-request")["field"], "words");
    }
    does(&mut one, &id, json!({ "does": "say", "words": "<b>Hi</b>" })).await.json(200);
    let heard = three.get(&format!("/api/matches/{id}/talk")).await.json(200);
    assert_eq!(
        (&heard["lines"][0]["says"], &heard["lines"][0]["side"]),
        (&json!("<b>Hi</b>"), &json!("german"))
    );
    assert_eq!(meta(&mut three, &id).await["club"]["said"], 1);
    let notes = format!("/api/matches/{id}/notes");
    one.post(&notes, &json!({ "says": "He always goes left." })).await.json(200);
    one.post(&notes, &json!({ "says": "He always goes right." })).await.json(200);
    let talk = format!("/api/matches/{id}/talk");
    assert_eq!(one.get(&talk).await.json(200)["notes"], "He always goes right.");
    for client in [&mut two, &mut three] {
        assert_eq!(client.get(&talk).await.json(200)["notes"], json!(null));
    }
    // They go along into an account, and out of the server with it.
    one.post("/api/accounts", &json!({ "name": "Anna", "password": "correct horse" })).await.json(201);
    assert_eq!(one.get("/api/me/export").await.json(200)["notes"][0]["says"], "He always goes right.");
    one.post(&notes, &json!({ "says": "" })).await.json(200);
    assert_eq!(one.get(&talk).await.json(200)["notes"], json!(null));
}

#[tokio::test]
async fn time_that_has_run_out_may_be_claimed() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (member(&context, "Anna").await, member(&context, "Bert").await);
    for (field, clock) in
        [("clock.bank", json!({ "bank": 1 })), ("clock.per_turn", json!({ "bank": 60, "per_turn": -1 }))]
    {
        let game = json!({ "game": GAME, "against": "friend", "clock": clock });
        assert_eq!(one.post("/api/matches", &game).await.error(400, "bad-request")["field"], field);
    }
    let pace = json!({ "bank": 3 * 86_400, "per_turn": 43_200 });
    let id = pair(&mut one, &mut two, json!({ "clock": pace, "rated": true })).await;
    let claim = json!({ "does": "claim-time" });
    let seats = meta(&mut one, &id).await["seats"].take();
    assert!(seats[0]["left"].as_i64().unwrap() > 259_100 && seats[1]["left"] == 259_200, "{seats}");
    does(&mut two, &id, claim.clone()).await.error(422, "refused");
    does(&mut one, &id, claim.clone()).await.error(422, "refused");
    // Four days pass, as the clock on the disk has it.
    let mut clock: Clock = context.store.club(id.parse().unwrap()).await.unwrap().terms.clock.unwrap();
    clock.since = clock.since.map(|since| since - 4 * 86_400);
    context.store.set_clock(id.parse().unwrap(), clock).await.unwrap();
    let context = env.app().await;
    let (mut one, mut two) =
        (Client::new(&context).with_cookie(one.cookie), Client::new(&context).with_cookie(two.cookie));
    assert!(meta(&mut one, &id).await["seats"][0]["left"].as_i64().unwrap() < 0);
    // Nothing ends by itself: whoever is late may go on until it is claimed.
    one.play_some(&id, 0).await.unwrap();
    assert_eq!(meta(&mut one, &id).await["over"], json!(null));
    does(&mut two, &id, claim).await.json(200);
    let look = meta(&mut one, &id).await;
    assert_eq!(look["over"]["winner"], "soviet");
    assert!(look["over"]["says"].as_str().unwrap().contains("time ran out"), "{}", look["over"]);
    // It counts like any other.
    assert!(look["seats"][1]["rating"]["rating"].as_i64().unwrap() > 1500, "{}", look["seats"]);
    assert_eq!(context.store.club(id.parse().unwrap()).await.unwrap().result.unwrap().how, "timeout");
}

#[tokio::test]
async fn ratings_are_for_each_side_and_move_once() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (member(&context, "Anna").await, member(&context, "Bert").await);
    let rated = json!({ "game": GAME, "against": "friend", "rated": true });
    let mut guest = Client::new(&context);
    assert_eq!(guest.post("/api/matches", &rated).await.error(400, "bad-request")["field"], "rated");
    let machine = json!({ "game": GAME, "against": "machine", "rated": true });
    assert_eq!(one.post("/api/matches", &machine).await.error(400, "bad-request")["field"], "rated");
    let begun = one.begin(rated).await;
    guest
        .post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({}))
        .await
        .error(403, "forbidden");
    let id = pair(&mut one, &mut two, json!({ "rated": true })).await;
    // Nothing is taken back in a game that counts. It is played to its end by the rules.
    does(&mut one, &id, json!({ "does": "ask-back" })).await.error(422, "refused");
    let seq = one.play_some(&id, 0).await.unwrap();
    let error = one.undo(&id, seq).await.error(422, "refused");
    assert!(error["says"].as_str().unwrap().contains("ratings"), "{error}");
    let mut players = [one, two];
    let mut choice = 0;
    while players[0].look(&id).await["meta"]["over"].is_null() {
        choice += 7;
        play_on(&mut players, &id, choice).await;
    }
    let over = meta(&mut players[0], &id).await["over"].take();
    let rating = async |client: &mut Client, name: &str| {
        client.get(&format!("/api/players/{name}")).await.json(200)["ratings"].take()
    };
    let anna = rating(&mut players[0], "anna").await;
    let bert = rating(&mut players[0], "Bert").await;
    assert_eq!((&anna[0]["game"], &anna[0]["side"]), (&json!(GAME), &json!("german")));
    assert_eq!((&bert[0]["side"], &bert[0]["rating"]["games"]), (&json!("soviet"), &json!(1)));
    let sum = anna[0]["rating"]["rating"].as_i64().unwrap() + bert[0]["rating"]["rating"].as_i64().unwrap();
    assert!((sum - 3000).abs() <= 1, "{sum}");
    let above = |it: &Value| it[0]["rating"]["rating"].as_i64().unwrap() > 1500;
    match over["winner"].as_str() {
        Some(side) => assert_eq!((above(&anna), above(&bert)), (side == "german", side == "soviet")),
        None => assert!(!above(&anna) && !above(&bert)),
    }
    // A last step cannot be taken back once it counts, and nothing counts twice.
    let seq = players[0].look(&id).await["view"]["seq"].as_u64().unwrap();
    for player in &mut players {
        player.undo(&id, seq).await.error(422, "refused");
    }
    let context = env.app().await;
    let mut again = Client::new(&context);
    meta(&mut again, &id).await;
    assert_eq!(rating(&mut again, "Anna").await, anna);
}

#[tokio::test]
async fn the_return_match_changes_sides_and_both_find_it() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let id = pair(&mut one, &mut two, json!({ "clock": { "bank": 600 } })).await;
    let again = format!("/api/matches/{id}/rematch");
    one.post(&again, &json!({})).await.error(422, "refused");
    does(&mut one, &id, json!({ "does": "resign" })).await.json(200);
    three.post(&again, &json!({})).await.error(403, "forbidden");
    let begun = one.post(&again, &json!({})).await.json(201)["id"].take();
    let new = begun.as_str().unwrap();
    assert_eq!(two.get("/api/lobby").await.json(200)["challenges"][0]["id"], begun);
    three.post(&format!("/api/matches/{new}/sit"), &json!({})).await.error(403, "forbidden");
    assert_eq!(one.post(&again, &json!({})).await.json(200)["id"], begun);
    assert_eq!(two.post(&again, &json!({})).await.json(200)["id"], begun);
    let first = meta(&mut one, new).await;
    assert_eq!((&first["you"], &meta(&mut two, new).await["you"]), (&json!(["soviet"]), &json!(["german"])));
    assert_eq!(first["club"]["clock"]["bank"], 600);
    // Against the machine it simply begins, with sides changed.
    let machine =
        one.begin(json!({ "game": GAME, "against": "machine", "side": "german", "level": "easy" })).await;
    let id = self::id(&machine);
    does(&mut one, &id, json!({ "does": "resign" })).await.json(200);
    let new = one.post(&format!("/api/matches/{id}/rematch"), &json!({})).await.json(201)["id"].take();
    assert_eq!(meta(&mut one, new.as_str().unwrap()).await["you"], json!(["soviet"]));
}

#[tokio::test]
async fn an_invitation_says_what_it_is_to() {
    let env = Env::new();
    let context = env.app().await;
    let mut anna = member(&context, "Anna").await;
    let game = json!({ "game": GAME, "against": "friend", "side": "german", "clock": { "bank": 600, "per_turn": 60 } });
    let begun = anna.begin(game).await;
    let path = format!("/api{}", begun["invite"].as_str().unwrap());
    let mut friend = Client::new(&context);
    let said = friend.get(&path).await.json(200);
    assert_eq!(
        (&said["inviter"], &said["title"]),
        (&json!("Anna"), &json!("Circle of Fire: The Siege of Cholm, 1942"))
    );
    assert_eq!((&said["side"], &said["clock"]["per_turn"]), (&json!("Soviet"), &json!(60)));
    assert!(said["scenario"].as_str().is_some_and(|title| !title.is_empty()), "{said}");
    assert_eq!(friend.cookie, None, "looking takes nothing");
    friend.post(&path, &json!({})).await.json(200);
    friend.get(&path).await.error(404, "not-found");
}
