//! Files, maps and what every answer carries.

use axum::{body::Body, http::Request};
use server::Settings;

use crate::env::{Client, Env, GAME, settings};

#[tokio::test]
async fn every_answer_is_guarded() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    for path in ["/", "/api/games", "/nothing/here", "/healthz", "/match/0000000000000"] {
        let answer = one.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(!answer.header("cache-control").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_map_is_made_once_and_kept_for_ever() {
    let env = Env::new();
    let mut one = Client::new(&env.app().await);
    let board = one.get(&format!("/api/games/{GAME}/board")).await;
    let path = board.json(200)["map"].as_str().unwrap().to_owned();
    let map = one.get(&path).await;
    assert_eq!(map.header("content-type"), "image/svg+xml");
    assert!(map.header("cache-control").contains("immutable"));
    assert!(map.bytes.starts_with(b"<svg"));
    let small = Request::get(&path).header("accept-encoding", "gzip").body(Body::empty()).unwrap();
    let small = one.send(small).await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.bytes.len() * 3 < map.bytes.len());
    let tag = board.header("etag").to_owned();
    let again = Request::get(format!("/api/games/{GAME}/board")).header("if-none-match", tag);
    let again = one.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
    one.get(&path.replace(".svg", ".gif")).await.error(404, "not-found");
    one.get("/maps/circle-of-fire.0000000000000000.svg").await.error(404, "not-found");
    let listed = one.get("/api/games").await.json(200)["games"].take();
    assert!(listed.as_array().unwrap().iter().all(|game| game["ratings"].is_object()), "{listed}");
    let thumb = listed[0]["thumb"].as_str().unwrap().to_owned();
    assert!(one.get(&thumb).await.bytes.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn the_icon_has_the_address_that_browsers_guess() {
    let env = Env::new();
    let icon = Client::new(&env.app().await).get("/favicon.ico").await;
    assert_eq!((icon.status.as_u16(), icon.header("content-type")), (200, "image/svg+xml"));
    assert!(icon.bytes.starts_with(b"<svg"));
}

#[tokio::test]
async fn files_come_from_the_folder_and_from_nowhere_else() {
    let env = Env::new();
    let web = env.path("web");
    std::fs::create_dir_all(web.join("js")).unwrap();
    std::fs::write(web.join("index.html"), "<script src=/static/js/main.js></script>").unwrap();
    std::fs::write(web.join("js/main.js"), "import './other.js';").unwrap();
    std::fs::write(env.path("secret.txt"), "secret").unwrap();
    let mut one = Client::new(&env.app_with(Settings { web: Some(web), ..settings() }).await);
    for path in ["/", "/match/0000000000000", "/rules/circle-of-fire", "/join/x"] {
        let page = one.get(path).await;
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
    }
    let script = one.get("/static/js/main.js").await;
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    for path in
        ["/static/../secret.txt", "/static/js/../../secret.txt", "/../secret.txt", "/static//etc/passwd"]
    {
        one.get(path).await.error(404, "not-found");
    }
    one.get("/static/%2e%2e/secret.txt").await.error(404, "not-found");
}
