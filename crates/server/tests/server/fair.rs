//! Fair dice: the secret is fixed before the first draw, salts come in, and every record can be verified from its text.

use std::time::Duration;

use kernel::Record;
use proof::{By, Bytes, Doubt, Fault, Kept, Proof, Verdict, verify};
use serde_json::{Value, json};
use store::{MatchId, NewMatch};

use crate::env::{Client, Env, GAME, id};

/// What an attentive player keeps of the looks that he is given.
fn keep(kept: &mut Kept, look: &Value) {
    let proof = &look["meta"]["proof"];
    let bytes = |of: &Value| Bytes::read(of.as_str().unwrap()).unwrap();
    let commitment = bytes(&proof["commitment"]);
    assert_eq!(*kept.commitment.get_or_insert(commitment), commitment, "it never changes");
    kept.heads.push((proof["entries"].as_u64().unwrap() as usize, bytes(&proof["head"])));
}

async fn record(client: &mut Client, id: &str) -> (Record, Proof) {
    let text = client.get(&format!("/api/matches/{id}/record")).await.bytes;
    let text = String::from_utf8(text).unwrap();
    (Record::parse(&text).unwrap(), Proof::parse(&text).unwrap().expect("the record has a proof"))
}

async fn verified(client: &mut Client, id: &str, kept: &Kept) -> Result<Verdict, Fault> {
    let (record, proof) = record(client, id).await;
    verify(&record, &proof, None, kept)
}

async fn salted(client: &mut Client, id: &str, byte: u8) -> Bytes {
    let salt = Bytes([byte; 32]);
    client.post(&format!("/api/matches/{id}/salt"), &json!({ "salt": salt.to_string() })).await.json(200);
    salt
}

#[tokio::test]
async fn a_game_between_two_people_is_proved_over_restarts_and_steps_back() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two) = (Client::new(&context), Client::new(&context));
    let begun =
        one.begin(json!({ "game": GAME, "against": "friend", "side": "german", "own_salt": true })).await;
    let id = id(&begun);
    two.post(&format!("/api{}", begun["invite"].as_str().unwrap()), &json!({})).await.json(200);
    let mut kept = Kept::default();
    keep(&mut kept, &one.look(&id).await);
    kept.salts.push((0, salted(&mut one, &id, 1).await));
    kept.salts.push((1, salted(&mut two, &id, 2).await));
    let again = json!({ "salt": "0".repeat(64) });
    one.post(&format!("/api/matches/{id}/salt"), &again).await.error(422, "refused");
    let mut cuts = 0;
    for choice in 0.. {
        if choice % 40 == 39 {
            // The server ends and begins again.
            let cookies = (one.cookie.clone(), two.cookie.clone());
            let context = env.app().await;
            (one, two) = (Client::new(&context), Client::new(&context));
            (one.cookie, two.cookie) = cookies;
        }
        let look = one.look(&id).await;
        keep(&mut kept, &look);
        if !look["meta"]["over"].is_null() {
            break;
        }
        let client = if look["meta"]["waits_for"] == "german" { &mut one } else { &mut two };
        let seq = client.play_some(&id, choice * 13).await.unwrap();
        if choice % 5 == 0 && client.undo(&id, seq).await.status.is_success() {
            cuts += 1;
        }
    }
    let verdict = verified(&mut two, &id, &kept).await.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((verdict.doubt(true), verdict.cuts.len()), (None, cuts));
    assert!(verdict.draws > 20 && cuts > 3, "{verdict:?}");
    assert!(verdict.salts.iter().all(|salt| salt.by == By::Own && salt.draws_before == 0));
    assert_eq!(one.look(&id).await["meta"]["proof"]["state"], "open");
}

#[tokio::test]
async fn a_secret_is_sealed_while_the_game_runs() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    for choice in 0..20 {
        one.play_some(&id, choice * 7).await.unwrap();
    }
    let (_, proof) = record(&mut one, &id).await;
    assert_eq!(proof.secret, None);
    let secret = context.store.load(id.parse().unwrap()).await.unwrap().unwrap().start.proof.unwrap().secret;
    let secret = Bytes(secret.try_into().unwrap());
    assert_eq!(secret.digest(), proof.commitment);
    let verdict = verified(&mut one, &id, &Kept::default()).await.unwrap();
    assert_eq!((verdict.doubt(false), verdict.proved), (Some(Doubt::Sealed), 0));
    for path in ["", "/record", "/journal", "/replay"] {
        let text = one.get(&format!("/api/matches/{id}{path}")).await.bytes;
        assert!(!String::from_utf8_lossy(&text).contains(&secret.to_string()), "{path}");
    }
}

#[tokio::test]
async fn the_first_dice_wait_for_the_salt_of_whoever_begins() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let mut waited = 0;
    for scenario in ["historical", "variant"] {
        let mut begin = json!({ "game": "bear-trap", "against": "hotseat", "scenario": scenario });
        let id = id(&one.begin(begin.clone()).await);
        let drawn = one.look(&id).await["view"]["seq"].as_u64().unwrap();
        begin["own_salt"] = json!(true);
        let own = self::id(&one.begin(begin).await);
        assert_eq!(one.look(&own).await["view"]["seq"], 0, "{scenario}");
        if drawn > 0 {
            one.play(&own, "pass", 0).await.error(422, "refused");
            waited += 1;
        }
        salted(&mut one, &own, 5).await;
        let look = one.look(&own).await;
        assert_eq!(look["view"]["seq"].as_u64().unwrap() > 0, drawn > 0, "{scenario}");
        assert_eq!(look["meta"]["proof"]["salts"], json!(["own", "own"]));
    }
    assert!(waited > 0, "some set-up begins with dice");
}

#[tokio::test]
async fn the_machine_waits_for_the_salt_of_its_opponent() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let game =
        json!({ "game": GAME, "against": "machine", "level": "random", "side": "soviet", "own_salt": true });
    let id = id(&one.begin(game).await);
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(one.look(&id).await["view"]["seq"], 0);
    salted(&mut one, &id, 9).await;
    for _ in 0..200 {
        if one.look(&id).await["meta"]["waits_for"] == "soviet" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let look = one.look(&id).await;
    assert_eq!(look["meta"]["waits_for"], "soviet");
    assert_eq!(look["meta"]["proof"]["salts"], json!(["server", "own"]));
}

#[tokio::test]
async fn a_wrong_salt_changes_nothing() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = id(&one.begin(json!({ "game": GAME, "against": "hotseat", "own_salt": true })).await);
    let before = one.look(&id).await;
    let path = format!("/api/matches/{id}/salt");
    for salt in ["", "0", &"g".repeat(64), &"A".repeat(64), &"0".repeat(65)] {
        assert_eq!(
            one.post(&path, &json!({ "salt": salt })).await.error(400, "bad-request")["field"],
            "salt"
        );
    }
    one.with_cookie(None).post(&path, &json!({ "salt": "0".repeat(64) })).await.error(403, "forbidden");
    assert_eq!(one.look(&id).await, before);
    // Who plays without one is given one.
    one.play_some(&id, 0).await.unwrap();
    let salts = one.look(&id).await["meta"]["proof"]["salts"].take();
    assert!(salts.as_array().unwrap().contains(&json!("server")), "{salts}");
}

#[tokio::test]
async fn two_servers_never_draw_from_different_chains() {
    let env = Env::new();
    let (here, there) = (env.app().await, env.app().await);
    let mut one = Client::new(&here);
    let id = id(&one.begin(json!({ "game": GAME, "against": "hotseat", "own_salt": true })).await);
    let mut elsewhere = Client::new(&there);
    elsewhere.cookie = one.cookie.clone();
    // Both have the table in memory; the salt comes in at the other one.
    one.look(&id).await;
    elsewhere.look(&id).await;
    salted(&mut elsewhere, &id, 3).await;
    let offer = one.look(&id).await["view"]["offers"][0]["action"].as_str().unwrap().to_owned();
    one.play(&id, &offer, 0).await.error(409, "stale");
    for choice in 0.. {
        let (first, second) =
            if choice % 2 == 0 { (&mut one, &mut elsewhere) } else { (&mut elsewhere, &mut one) };
        let view = first.look(&id).await["view"].take();
        let offers = view["offers"].as_array().unwrap();
        if offers.is_empty() && second.look(&id).await["view"]["offers"].as_array().unwrap().is_empty() {
            break;
        }
        // Whoever is behind is told so, and knows better afterwards.
        if let Some(offer) = offers.get(choice % offers.len().max(1)) {
            first.play(&id, offer["action"].as_str().unwrap(), view["seq"].as_u64().unwrap()).await;
        }
    }
    let verdict = verified(&mut one, &id, &Kept::default()).await.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(verdict.doubt(true), None);
    assert!(verdict.draws > 20, "{verdict:?}");
}

#[tokio::test]
async fn a_match_that_began_before_has_no_proof_and_says_so() {
    let env = Env::new();
    let context = env.app().await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    let kept = context.store.load(id.parse().unwrap()).await.unwrap().unwrap().start;
    let old = NewMatch { id: MatchId::new(77), proof: None, ..kept };
    context.store.create(old).await.unwrap();
    let id = MatchId::new(77).to_string();
    assert_eq!(one.look(&id).await["meta"]["proof"]["state"], "none");
    one.post(&format!("/api/matches/{id}/salt"), &json!({ "salt": "0".repeat(64) }))
        .await
        .error(422, "refused");
    for choice in 0..30 {
        one.play_some(&id, choice * 11).await.unwrap();
    }
    let text = String::from_utf8(one.get(&format!("/api/matches/{id}/record")).await.bytes).unwrap();
    assert_eq!(Proof::parse(&text), Ok(None));
}

/// Whoever knows the secret could choose what comes next.
#[tokio::test]
async fn nothing_is_taken_back_when_the_secret_is_open() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let ended = include_str!("../../../circle-of-fire/golden/plain-to-the-end.record");
    let id = id(&one.begin(json!({ "game": GAME, "against": "hotseat", "record": ended })).await);
    let look = one.look(&id).await;
    assert_eq!(look["meta"]["proof"]["state"], "open");
    let error = one.undo(&id, look["view"]["seq"].as_u64().unwrap()).await.error(422, "refused");
    assert!(error["says"].as_str().unwrap().contains("secret"), "{error}");
}

#[tokio::test]
async fn draws_of_another_record_are_told_apart() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let first = one.hotseat().await;
    for choice in 0..60 {
        one.play_some(&first, choice * 3).await.unwrap();
    }
    let text = String::from_utf8(one.get(&format!("/api/matches/{first}/record")).await.bytes).unwrap();
    let plies = Record::parse(&text).unwrap().lines.len();
    let id = id(&one.begin(json!({ "game": GAME, "against": "hotseat", "record": text })).await);
    let mut choice = 0;
    while one.play_some(&id, choice).await.is_some() {
        choice += 7;
    }
    let (record, proof) = record(&mut one, &id).await;
    let verdict = verify(&record, &proof, None, &Kept::default()).unwrap_or_else(|fault| panic!("{fault}"));
    let given = record.lines[..plies].iter().filter(|line| line.starts_with("* ")).count();
    assert!(given > 0 && verdict.given == given && verdict.doubt(true).is_none(), "{verdict:?}");
}
