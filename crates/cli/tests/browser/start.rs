//! The start page, and a game against the machine.

use std::{fs, path::Path, time::Duration};

use crate::{
    driver::{Browser, Stage},
    table::PEACE,
};

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_start_page_begins_a_game_against_the_machine() {
    let stage = Stage::new("machine");
    let page = stage.browser();
    page.open_start();
    assert!(page.text(".game h3").starts_with("Circle of Fire"));
    page.wait("document.querySelector('input[value=machine]').checked");
    page.click("label:has(input[value=german])");
    page.wait("document.querySelector('input[value=german]').checked");
    let fastest = page.wait("document.querySelector('input[name=level]').value");
    page.click(&format!("label:has(input[value='{}'])", fastest.as_str().unwrap()));
    page.click("button.go");
    let id = page.wait("location.pathname.startsWith('/match/') && location.pathname.slice(7)");
    let id = id.as_str().unwrap();

    page.wait("document.body.dataset.state === 'yours'");
    assert!(page.text(".prompt").contains("Set-up."));
    page.act("place rest");
    page.act("done");
    // The dice may ask us something first; then the machine brings up its army, and we have an impulse.
    page.wait("document.body.dataset.step !== 'set-up'");
    page.play_on(id, "view.step === 'german-impulse' && view.offers.length", PEACE);
    let ours = "document.body.dataset.step === 'german-impulse' && document.body.dataset.state === 'yours'";
    page.wait_long(ours, Duration::from_secs(60));
    page.caught_up(id);
    assert!(page.count(".play .piece") > 20);
    assert!(page.text(".seats").contains("machine"));

    page.open("/");
    assert!(page.text(".match").contains("against the machine"));
    page.click(".match");
    page.wait("document.body.dataset.state === 'yours'");
    assert_eq!(page.run("return location.pathname"), format!("/match/{id}"));
    if std::env::var_os("SANDTABLE_SHOTS").is_some() {
        pictures(&page, id);
    }
}

/// Pictures of the start page and of a table in the middle of a game, for the README.
fn pictures(page: &Browser<'_>, id: &str) {
    let turn = "view.offers.length && view.step === 'german-impulse' && view.tracks.find(({ id }) => id === 'turn').value >= 3
        && view.pieces.filter(({ side, at }) => side === 'soviet' && /^\\d/.test(at)).length > 9 && view.offers.some(({ odds }) => odds)";
    let view = page.play_on(
        id,
        turn,
        &["decline", "place", "fire", "bombard", "stop", "end", "activate", "done", "lead"],
    );
    let target = view["offers"].as_array().unwrap().iter().find(|it| !it["odds"].is_null()).unwrap();
    let target = target["target"]["space"].as_str().unwrap().to_owned();
    for (width, height, phone) in [(1440, 900, false), (390, 844, true)] {
        page.size(width, height, phone);
        page.open_start();
        keep(page, &format!("start-{width}"));
        page.sit(id);
        page.run("for (const it of document.querySelectorAll('dialog')) it.close()");
        page.wait("document.querySelector('.world .map').complete");
        if !phone {
            page.hover(&format!("[data-key='space:{target}']"));
            page.wait("!document.querySelector('.odds').hidden");
        }
        std::thread::sleep(Duration::from_secs(1));
        keep(page, &format!("table-{width}"));
    }
}

fn keep(page: &Browser<'_>, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.png")), page.picture()).unwrap();
}
