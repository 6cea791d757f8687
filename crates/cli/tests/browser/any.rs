//! A game that no test knows, played by what its views offer. `SANDTABLE_TEST_GAME` names it; `cargo xtask test` names one that
//! was written a moment before, so the page can have no code for it.

use serde_json::{Value, json};

use crate::{driver::Stage, table::GAME};

/// So many clicks are made, or fewer if the game is over.
const CLICKS: usize = 60;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn any_game_is_played_by_what_it_offers() {
    let asked = std::env::var("SANDTABLE_TEST_GAME").ok();
    let game = asked.as_deref().unwrap_or(GAME);
    let stage = Stage::new("any");
    let page = stage.browser();
    page.open_start();
    page.wait(&format!("document.body.innerHTML.includes('{game}')"));
    let id = page.begin(&json!({ "game": game, "against": "hotseat" }));
    page.sit(&id);
    let mut view = page.caught_up(&id);
    assert!(page.count(".play .piece, .tray .slot") > 0, "the counters are shown");
    // A known game shows that the test works; one that was asked for is played to its end.
    let clicks = if asked.is_some() { CLICKS } else { 6 };
    for n in 0..clicks {
        if !view["outcome"].is_null() {
            break;
        }
        let prompt = page.text(".prompt");
        for part in ["lead", "rest"] {
            let words = view["prompt"]["says"][part].as_str().unwrap();
            assert!(prompt.contains(words), "'{words}' is not in '{prompt}'");
        }
        let offers = view["offers"].as_array().unwrap();
        page.pick(choice(offers, n));
        view = page.after(&id, &view["seq"]);
    }
    assert!(page.count(".journal .entry") > 0, "the journal tells what was played");
    if asked.is_some() {
        let says = view["outcome"]["says"].as_str().expect("the game is over");
        page.wait(&format!("document.body.innerText.includes({})", json!(says)));
    }
}

/// Something else each time; what only passes comes last.
fn choice(offers: &[Value], n: usize) -> &Value {
    let busy: Vec<&Value> = offers.iter().filter(|it| it["target"]["button"].is_null()).collect();
    if busy.is_empty() { &offers[n % offers.len()] } else { busy[n * 7 % busy.len()] }
}
