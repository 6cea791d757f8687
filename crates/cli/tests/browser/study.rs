//! Setting up a position by hand: places, checks, shares by link, analyses, plays on.

use serde_json::json;

use crate::driver::{Browser, Stage};

/// Chooses in a list, as the keyboard does.
fn choose(page: &Browser<'_>, selector: &str, value: &str) {
    page.wait(&format!("document.querySelector({})", json!(format!("{selector} option[value='{value}']"))));
    page.run(&format!(
        "const list = document.querySelector({});
         list.value = {};
         list.dispatchEvent(new Event('change', {{ bubbles: true }}));",
        json!(selector),
        json!(value)
    ));
}

fn on_map(page: &Browser<'_>, piece: &str, space: &str) {
    page.wait(&format!("document.querySelector(\".play [data-key='piece:{piece}']\")"));
    page.click(&format!(".play [data-key='space:{space}']"));
    page.wait(&format!("document.querySelector(\".spot [data-key='piece:{piece}']\")"));
}

fn sound(page: &Browser<'_>) {
    page.wait("document.querySelector('.verdict:not(.wrong)')?.innerText.includes('can be played')");
}

/// Nothing lies beyond the right edge.
fn fits(page: &Browser<'_>) {
    let wide =
        page.run("return [document.documentElement.scrollWidth, document.body.scrollWidth, innerWidth]");
    assert_eq!(wide[0], wide[2], "the page is too wide: {wide}");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_position_is_set_up_checked_shared_analysed_and_played() {
    let stage = Stage::new("study");
    let page = stage.browser();
    page.open("/study/circle-of-fire");
    sound(&page);
    page.click("[data-clear]");
    choose(&page, "[data-step]", "soviet-impulse");
    sound(&page);
    // By drag from a box, by two clicks, and from the lists.
    page.drag(".boxes [data-key='piece:s-73-1']", ".play [data-key='space:14']");
    page.wait("document.querySelector(\".play [data-key='piece:s-73-1']\")");
    page.key("\u{e00c}");
    page.click(".boxes [data-key='piece:g-okd']");
    page.wait("document.querySelector('.play .space.lit')");
    page.click(".play [data-key='space:8']");
    on_map(&page, "g-okd", "8");
    choose(&page, "[data-pick]", "s-73-2");
    choose(&page, "[data-place]", "14");
    on_map(&page, "s-73-2", "14");
    sound(&page);
    // What the rules do not take is named with its field; leaving it out mends it.
    choose(&page, "[data-pick]", "");
    page.click(".play [data-key='space:8']");
    page.wait("document.querySelector('.spot [data-space-mark=rubble]')");
    let before = page.text(".verdict");
    page.run(
        "const field = document.querySelector('[data-track=turn]');
         field.value = '99';
         field.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    page.wait("document.querySelector('.verdict.wrong code')?.innerText === 'tracks.turn'");
    assert!(page.run("return document.querySelector('[data-study=play]').disabled") == true);
    page.click("[data-drop='tracks.turn']");
    sound(&page);
    assert_eq!(page.text(".verdict"), before);
    // A link shows the same to somebody else.
    page.click("[data-study=link]");
    page.wait("location.hash.startsWith('#p=')");
    let link = page.run("return location.pathname + location.hash");
    let friend = stage.browser();
    friend.size(390, 844, true);
    friend.open(link.as_str().unwrap());
    sound(&friend);
    friend.wait("document.querySelector(\".play [data-key='piece:s-73-2']\")");
    fits(&friend);
    // A finger puts another piece down.
    friend.tap(".boxes [data-key='piece:s-73-3']");
    friend.wait("document.querySelector('.play .space.lit')");
    friend.tap(".play [data-key='space:14']");
    friend.wait("document.querySelector(\".play [data-key='piece:s-73-3']\")");
    sound(&friend);

    page.click("[data-study=analyse]");
    page.wait(
        "document.body.dataset.lesson === 'analysis' && document.body.dataset.step === 'soviet-impulse'",
    );
    let steps = |n: usize| format!("document.querySelector('.lesson h2 small')?.innerText === 'step {n}'");
    page.wait(&steps(0));
    page.click(".play [data-key='space:14']");
    page.wait(&steps(1));
    let moment = page.run("return location.hash");
    assert!(moment.as_str().unwrap().contains("d="), "{moment}");
    page.reload();
    page.wait(&steps(1));
    page.click(".lesson [data-do=undo]");
    page.wait(&steps(0));
    page.click("[data-do=study-redo]");
    page.wait(&steps(1));
    page.click(".lesson [data-do=advice]");
    page.wait("document.querySelector('.hint:not([hidden]) .choice')");
    page.click("[data-do=study-play]");
    page.wait("document.querySelector('.from-record')?.innerText.includes('set up by hand')");
    page.click("label:has([name=against][value=hotseat])");
    page.click(".go");
    page.wait("location.pathname.startsWith('/match/') && document.body.dataset.step");
    page.wait("document.querySelector('.prompt .revised')?.innerText.includes('set up by hand')");
    page.wait("document.querySelector(\".play [data-key='piece:g-okd']\")");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_game_has_its_page_of_positions_and_a_moment_of_a_game_is_taken_there() {
    let stage = Stage::new("studies");
    let page = stage.browser();
    for game in games::ids() {
        page.open(&format!("/study/{game}"));
        sound(&page);
        assert!(page.count("[data-step] option") > 1, "{game}");
        let piece = page.run("return document.querySelectorAll('[data-pick] option')[1].value");
        choose(&page, "[data-pick]", piece.as_str().unwrap());
        page.wait("document.querySelector('[data-place] option')");
    }
    let id = page.hotseat("view.step === 'set-up'", &[]);
    page.tap("[data-action='place rest']");
    page.tap("[data-action='done']");
    page.wait("document.body.dataset.step !== 'set-up'");
    page.open(&format!("/match/{id}?ply=9"));
    page.click("[data-do=replay-study]");
    page.wait("location.pathname === '/study/circle-of-fire'");
    sound(&page);
    page.wait("document.querySelector('.base')?.innerText.includes('Step 9 of a game')");
}
