//! The pages on a phone.

use crate::{
    driver::{Browser, Stage},
    table::{PEACE, offers},
};

/// Nothing lies beyond the right edge, neither of the page nor of the screen.
fn fits(page: &Browser<'_>, what: &str) {
    let wide =
        page.run("return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]");
    assert_eq!(wide, serde_json::json!([390, 390, 390]), "{what} is too wide");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_phone_shows_everything_and_plays() {
    let stage = Stage::new("phone");
    let page = stage.browser();
    page.size(390, 844, true);
    page.open_start();
    fits(&page, "the start page");

    let id = page.hotseat("view.step === 'set-up'", PEACE);
    fits(&page, "the table");
    page.tap("[data-action='place rest']");
    page.tap("[data-action='done']");
    page.wait("document.body.dataset.step !== 'set-up'");
    page.play_on(
        &id,
        "view.step === 'german-impulse'",
        &["place", "done", "decline", "activate", "move", "stop", "end"],
    );
    let view = page.caught_up(&id);
    for panel in ["journal", "boxes", "tracks", "rules", "map"] {
        page.tap(&format!("[data-panel-tab={panel}]"));
        page.wait(&format!("document.body.dataset.panel === '{panel}'"));
        fits(&page, panel);
        // The acts stay in reach of the thumb, whatever is shown.
        for offer in offers(&view, "").filter(|offer| offer["target"]["button"] == true) {
            page.hover(&format!(".prompt [data-action='{}']", offer["action"].as_str().unwrap()));
        }
    }
    // A finger activates a town.
    let space = offers(&view, "activate").last().unwrap()["target"]["space"].as_str().unwrap().to_owned();
    page.tap("[data-do=fit]");
    page.tap(&format!("[data-key='space:{space}']"));
    if page.count(".choices:not([hidden])") > 0 {
        fits(&page, "the list");
        page.tap(&format!("[data-action='activate {space}']"));
    }
    assert_eq!(page.after(&id, &view["seq"])["step"], "active");
    page.tap("[data-do=undo]");
    page.wait("document.body.dataset.step === 'german-impulse'");
}
