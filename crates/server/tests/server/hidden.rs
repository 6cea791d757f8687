//! What is hidden is not sent: a written bid is known to its writer alone until both are open.

use serde_json::json;

use crate::env::{Client, Env, GAME, id};

#[tokio::test]
async fn a_bid_is_seen_by_its_writer_only() {
    let env = Env::new();
    let context = env.app().await;
    let (mut one, mut two, mut three) = (Client::new(&context), Client::new(&context), Client::new(&context));
    let begun = one.begin(json!({ "game": GAME, "against": "friend", "options": ["bid-german"] })).await;
    let id = id(&begun);
    let join = format!("/api{}", begun["invite"].as_str().unwrap());
    two.post(&join, &json!({})).await.json(200);
    let mut texts = async |client: &mut Client, bid: &str| {
        client.play(&id, bid, 0).await;
        let mut texts = Vec::new();
        for path in ["", "/journal", "/replay", "/replay?ply=1"] {
            let text = two.clone().get(&format!("/api/matches/{id}{path}")).await.bytes;
            texts.push(text);
            texts.push(three.get(&format!("/api/matches/{id}{path}")).await.bytes);
        }
        texts.push(three.get(&format!("/api/matches/{id}/record")).await.bytes);
        texts
    };
    // The same requests, whatever was bid: the others' answers are the same to the byte.
    let offers = one.look(&id).await["view"]["offers"].take();
    let bids: Vec<&str> =
        offers.as_array().unwrap().iter().map(|it| it["action"].as_str().unwrap()).collect();
    assert!(bids.len() > 3, "{bids:?}");
    let mut seen = Vec::new();
    for bid in [bids[0], bids[3]] {
        seen.push(texts(&mut one, bid).await);
        let own = one.look(&id).await["view"].to_string();
        assert_eq!(one.look(&id).await["view"]["seq"], 1);
        let text = bid.split(' ').next_back().unwrap();
        assert!(own.contains(text), "{bid}: {own}");
        one.undo(&id, 1).await.json(200);
    }
    let plain = |texts: &[Vec<u8>]| -> Vec<String> {
        // The moment of the last change is the only thing that may differ.
        let strip = |text: &Vec<u8>| {
            let mut value: serde_json::Value = serde_json::from_slice(text).unwrap();
            if let Some(meta) = value.get_mut("meta") {
                meta["changed"] = json!(0);
            }
            value.to_string()
        };
        texts.iter().map(strip).collect()
    };
    assert_eq!(plain(&seen[0]), plain(&seen[1]));
    assert!(seen[0].last().is_some_and(|record| String::from_utf8_lossy(record).contains("forbidden")));
}
