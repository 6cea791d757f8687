//! Slaughterhouse in the browser: an assault from the air, the answer to it, an overrun, the Advantage.

use crate::{
    driver::Stage,
    position::{Way, offered},
    table::offers,
};

/// Attacks wherever it can.
const WAR: Way<'static> = Way {
    game: "slaughterhouse",
    scenario: None,
    options: &[],
    prefer: &["decline", "overrun", "assault", "point", "join all", "roll", "hit", "operate", "move"],
};

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_assault_with_air_support_shows_its_odds() {
    let stage = Stage::new("air");
    let page = stage.browser();
    let id = page.begin(&WAR.to(|view| &*view.step == "declare" && offered(view, "roll focus")));
    page.sit(&id);
    let view = page.view(&id);
    let plain = offers(&view, "roll").find(|offer| offer["action"] == "roll").unwrap();
    let focus = offers(&view, "roll focus").next().unwrap();
    assert!(focus["odds"]["headline"]["ways"].as_u64() > plain["odds"]["headline"]["ways"].as_u64());
    page.hover("[data-action='roll focus']");
    page.wait("!document.querySelector('.odds').hidden && document.querySelector('.odds .headline')");
    assert!(page.text(".odds .sums").contains("9.5.2") || page.text(".odds .sums").contains("9.5.3"));
    page.act("roll focus");
    page.after(&id, &view["seq"]);
    page.wait("document.querySelector('.entry .dice svg, .entry .dice img, .entry .dice *')");
    assert!(page.text(".journal").contains("10.4.4"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_counter_attack_answers_an_assault() {
    let stage = Stage::new("counter");
    let page = stage.browser();
    let id = page.begin(&WAR.to(|view| &*view.step == "answer" && offered(view, "counter")));
    page.sit(&id);
    let view = page.view(&id);
    let counter = offers(&view, "counter").next().unwrap();
    assert!(counter["odds"].is_object(), "{counter}");
    page.pick(counter);
    page.after(&id, &view["seq"]);
    assert!(page.text(".journal").contains("10.6"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn panzers_overrun() {
    let stage = Stage::new("overrun");
    let page = stage.browser();
    let id = page.begin(&WAR.to(|view| &*view.step == "overrun" && offered(view, "move")));
    page.sit(&id);
    let view = page.view(&id);
    let go = offers(&view, "move").next().unwrap();
    page.pick(go);
    let after = page.after(&id, &view["seq"]);
    let unit = &go["unit"];
    let piece = after["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == *unit).unwrap();
    assert_eq!(piece["at"], go["target"]["space"]);
    assert!(page.text(".journal").contains("10.4.4"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_advantage_turns_a_battle_and_changes_hands() {
    let stage = Stage::new("advantage");
    let page = stage.browser();
    let id = page.begin(&WAR.to(|view| &*view.step == "assault-shift" && offered(view, "advantage")));
    page.sit(&id);
    let view = page.view(&id);
    let holder = |view: &serde_json::Value| {
        let tracks = view["tracks"].as_array().unwrap();
        tracks.iter().find(|track| track["id"] == "advantage").unwrap()["value"].clone()
    };
    page.act("advantage");
    let after = page.after(&id, &view["seq"]);
    assert_ne!(holder(&after), holder(&view));
    assert!(page.text(".journal").contains("11.1"));
}
