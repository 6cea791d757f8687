//! What a commander asks: the briefing, a hint with its reasons, a counter's story, and what is left undone.

use serde_json::json;

use crate::{
    driver::Stage,
    position::{Way, offered},
    table::offers,
};

/// Stops at the first impulse of a Circle of Fire that is played at one screen.
const IMPULSE: Way<'static> = Way {
    game: "circle-of-fire",
    scenario: None,
    options: &[],
    prefer: &["place rest", "place all", "done", "decline", "end", "stop"],
};

/// At set-up the aim and the outline of a turn stand beside the map; a hint says why, points at the map and is played by a
/// click; then the journal comes up.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_newcomer_is_briefed_and_advised() {
    let stage = Stage::new("briefed");
    let page = stage.browser();
    let wish = json!({ "game": "circle-of-fire", "against": "machine", "side": "german", "level": "random" });
    let id = page.begin(&wish);
    page.sit(&id);
    page.wait("document.querySelectorAll('.brief:not([hidden]) ol li').length > 3");
    assert!(page.text(".brief").contains("What you want"), "{}", page.text(".brief"));

    page.click("[data-do=advice]");
    page.wait("document.querySelector('.hint:not([hidden]) .choice')");
    assert!(!page.text(".hint .choice small").is_empty(), "it says why");
    let before = page.view(&id)["seq"].clone();
    page.click(".hint .choice");
    page.after(&id, &before);
    page.wait("document.querySelector('.hint').hidden");

    page.play_on(&id, "view.step !== 'set-up'", &["place rest", "place all", "done"]);
    page.wait("document.querySelector('.brief').hidden && !document.querySelector('.journal').hidden");
    // How the partisans fared may be told in a panel above the tabs, sooner or later as the dice fell.
    page.run("document.querySelector('[data-tab=brief]').click();");
    page.wait("!document.querySelector('.brief').hidden");
}

/// A counter is dragged from its box to a place, and tells its story afterwards.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_counter_is_dragged_to_its_place_and_tells_of_it() {
    let stage = Stage::new("dragged");
    let page = stage.browser();
    let id = page.hotseat("view.step === 'set-up'", &[]);
    let view = page.view(&id);
    let offer = offers(&view, "place").find(|offer| offer["unit"].is_string()).unwrap();
    let (unit, to) = (offer["unit"].as_str().unwrap(), offer["target"]["space"].as_str().unwrap());
    page.drag(&format!(".tray [data-key='piece:{unit}']"), &format!(".play .space[data-key='space:{to}']"));
    let placed = page.after(&id, &view["seq"]);
    let piece = placed["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == unit).unwrap();
    assert_eq!(piece["at"], to);

    page.hover(&format!(".play [data-key='piece:{unit}']"));
    page.key("i");
    page.wait("document.querySelector('.story:not([hidden]) ol li')");
    let name = page.text(".story h2");
    assert!(page.text(".story ol li").contains(&name), "{}", page.text(".story"));
    page.click("[data-do='story-close']");
    page.wait("document.querySelector('.story').hidden");
}

/// Giving an impulse away while units could act is asked about once, and says so.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn what_is_left_undone_is_said_before_it_is_given_away() {
    let stage = Stage::new("undone");
    let page = stage.browser();
    let begin = IMPULSE.to(|view| offered(view, "pass") && view.offers.len() > 2);
    for (width, height, phone) in [(1440, 900, false), (390, 844, true)] {
        page.size(width, height, phone);
        let id = page.begin(&begin);
        page.ask_before_dice(true);
        page.sit(&id);
        let view = page.view(&id);
        let pass = ".prompt [data-action='pass']";
        if phone {
            page.tap(pass)
        } else {
            page.click(pass)
        }
        page.wait("document.querySelector('.notice.warn')?.innerText.includes('could still')");
        assert_eq!(page.view(&id)["seq"], view["seq"], "nothing was given away");
        if phone {
            page.tap(pass)
        } else {
            page.click(pass)
        }
        page.after(&id, &view["seq"]);
    }
}
