//! A server that ends and begins again goes on where it was.

use std::time::Duration;

use kernel::data::Overlay;
use serde_json::json;
use server::Settings;

use crate::env::{Client, Env, GAME, id, settings};

#[tokio::test]
async fn matches_are_there_after_a_restart() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    for choice in 0..60 {
        one.play_some(&id, choice * 13).await.unwrap();
    }
    let before = one.look(&id).await;
    let cookie = one.cookie.clone();
    drop(one);
    let mut one = Client::new(&env.app().await);
    one.cookie = cookie;
    let after = one.look(&id).await;
    assert_eq!(after, before);
    one.play_some(&id, 5).await.unwrap();
}

#[tokio::test]
async fn a_match_under_other_tables_says_so_and_is_not_lost() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let id = one.hotseat().await;
    one.play_some(&id, 0).await.unwrap();
    let before = one.look(&id).await;
    let cookie = one.cookie.clone();
    drop(one);
    let mut other = Overlay::none();
    other.insert(&format!("{GAME}/charts.toml"), "[rubble]\ndirect_fire_margin = 6\n");
    let mut one = Client::new(&env.app_over(&other, settings()).await);
    one.cookie = cookie.clone();
    let look = one.look(&id).await;
    assert_eq!(look["meta"]["rules"]["state"], "other-tables");
    assert_eq!(look["view"]["pieces"], before["view"]["pieces"]);
    let refused = one.play_some(&id, 0).await;
    assert_eq!(refused, None, "nothing is offered");
    drop(one);
    let mut one = Client::new(&env.app().await);
    one.cookie = cookie;
    assert_eq!(one.look(&id).await, before);
}

#[tokio::test]
async fn a_table_leaves_memory_and_comes_back() {
    let env = Env::new();
    let context = env.app_with(Settings { idle: Duration::from_millis(1), ..settings() }).await;
    let mut one = Client::new(&context);
    let id = one.hotseat().await;
    for choice in 0..40 {
        one.play_some(&id, choice * 5).await.unwrap();
        if choice % 4 == 0 {
            tokio::time::sleep(Duration::from_millis(4)).await;
        }
    }
    // It leaves when its journal is on disk.
    let mut figures = String::new();
    for _ in 0..1000 {
        figures = String::from_utf8(one.figures().await.bytes).unwrap();
        if figures.contains("\nsandtable_live_matches 0\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(figures.contains("\nsandtable_live_matches 0\n"), "{figures}");
    assert!(figures.contains("\nsandtable_actions_total 40\n"), "{figures}");
    assert!(one.look(&id).await["view"]["seq"].as_u64().unwrap() >= 40);
}

#[tokio::test]
async fn two_servers_on_one_database_cannot_write_the_same_ply() {
    let env = Env::new();
    let (mut here, mut there) = (Client::new(&env.app().await), Client::new(&env.app().await));
    let id = here.hotseat().await;
    there.cookie.clone_from(&here.cookie);
    let offers = here.look(&id).await["view"]["offers"].take();
    let action = |i: usize| offers[i]["action"].as_str().unwrap().to_owned();
    assert_eq!(there.look(&id).await["view"]["seq"], 0);
    here.play(&id, &action(0), 0).await.json(200);
    // The other one does not know yet; its insert finds out, and it reads the match again.
    assert_eq!(there.play(&id, &action(1), 0).await.error(409, "stale")["seq"], 1);
    assert_eq!(there.look(&id).await["view"], here.look(&id).await["view"]);
    there.undo(&id, 1).await.json(200);
    there.play(&id, &action(1), 0).await.json(200);
    // The same number again, but another ply behind it: that is noticed too.
    let offers = here.look(&id).await["view"]["offers"].take();
    assert_eq!(here.play(&id, offers[0]["action"].as_str().unwrap(), 1).await.error(409, "stale")["seq"], 1);
    assert_eq!(there.look(&id).await["view"], here.look(&id).await["view"]);
}

#[tokio::test]
async fn a_machine_goes_on_after_a_restart() {
    let env = Env::new();
    let begun = json!({ "game": GAME, "against": "machine", "level": "random", "side": "soviet" });
    let mut one = Client::new(&env.app().await);
    let id = id(&one.begin(begun).await);
    let cookie = one.cookie.clone();
    drop(one);
    let mut one = Client::new(&env.app().await);
    one.cookie = cookie;
    for _ in 0..2000 {
        if one.look(&id).await["meta"]["waits_for"] == "soviet" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the machine never finished its set-up");
}
