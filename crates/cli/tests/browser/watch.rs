//! Several browsers at one table, and looking back.

use serde_json::json;

use crate::{
    driver::{END, HOME, Stage},
    table::{GAME, PEACE},
};

#[test]
#[ignore = "needs chromium and chromedriver"]
fn two_browsers_share_a_game_by_invitation() {
    let stage = Stage::new("friends");
    let (host, guest) = (stage.browser(), stage.browser());
    host.open_start();
    host.click("label:has(input[value=friend])");
    host.click("label:has(input[value=german])");
    host.wait("document.querySelector('input[value=german]').checked");
    host.click("button.go");
    let link = host.wait("document.querySelector('.link input')?.value");
    host.click("a.go");
    let id = host.wait("location.pathname.startsWith('/match/') && location.pathname.slice(7)");
    let id = id.as_str().unwrap();
    host.wait("document.body.dataset.state === 'yours'");

    guest.open(link.as_str().unwrap());
    guest.click("button.go");
    // Between two pages there is no body for a moment.
    guest.wait(&format!("location.pathname === '/match/{id}' && document.body?.dataset.state === 'waiting'"));
    assert!(guest.text(".prompt").contains("Waiting for the German player."));
    host.wait("document.querySelector('.seats').innerText.includes('your friend')");

    // What the host does is seen by the guest, without a reload.
    guest.run("window.here = true");
    host.act("place rest");
    guest.wait("document.body.dataset.seq === '1' && document.querySelectorAll('.play .piece').length > 15");
    assert_eq!(guest.count(".prompt .act"), 0);
    host.act("done");
    host.wait("document.body.dataset.step !== 'set-up'");
    host.play_on(id, "view.decides === 'soviet'", PEACE);
    guest.wait("document.body.dataset.state === 'yours'");
    host.wait("document.body.dataset.state === 'waiting'");
    // And the other way round.
    let seq = guest.caught_up(id)["seq"].clone();
    let view = guest.play_on(id, &format!("view.seq > {seq}"), PEACE);
    host.wait(&format!("Number(document.body.dataset.seq) >= {}", view["seq"]));
    assert_eq!(guest.run("return window.here"), true);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_spectator_sees_the_game_and_no_choices() {
    let stage = Stage::new("spectator");
    let (player, spectator) = (stage.browser(), stage.browser());
    let id = player.begin(&json!({ "game": GAME, "against": "friend", "side": "german" }));
    player.sit(&id);
    spectator.sit(&id);
    player.act("place rest");
    spectator
        .wait("document.body.dataset.seq === '1' && document.querySelectorAll('.play .piece').length > 15");
    assert_eq!(spectator.run("return document.body.dataset.state"), "waiting");
    assert!(spectator.text(".prompt").contains("You are watching."));
    assert_eq!(spectator.view(&id)["offers"], json!([]));
    assert_eq!(spectator.count(".act, .lit, .pick, [data-do=undo], [data-do=copy-invite]"), 0);
    assert!(player.count(".act") > 0);
    let status = spectator.run(&format!(
        "return (await fetch('/api/matches/{id}/actions', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }},
            body: JSON.stringify({{ action: 'done', after: 1 }}) }})).status"
    ));
    assert_eq!(status, 403);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_game_is_replayed_by_keys_and_slider() {
    let stage = Stage::new("replay");
    let page = stage.browser();
    let prefer = ["place", "move", "activate", "done", "decline", "stop", "end", "pass"];
    let id = page.hotseat("view.seq > 60 && view.step.endsWith('-impulse')", &prefer);
    let now = page.view(&id);
    let plies = now["seq"].as_i64().unwrap();
    let at = |ply: i64| {
        page.wait(&format!(
            "location.search === '?ply={ply}' && document.body.dataset.seq === '{ply}' && document.querySelector('.replaybar .where b').textContent === '{ply}'"
        ));
    };
    page.click("nav [data-do=replay]");
    page.wait("document.body.dataset.state === 'replay'");
    at(plies);
    page.key(HOME);
    at(0);
    page.key("n");
    at(1);
    page.key("n");
    page.wait("document.body.dataset.seq !== '1'");
    page.key("p");
    page.key(END);
    at(plies);
    page.key("p");
    at(plies - 1);
    page.click_along(".replaybar input", 50);
    page.wait(&format!("Math.abs(Number(document.body.dataset.seq) - {}) < 6", plies / 2));
    assert_eq!(page.count(".play .lit"), 0, "nothing is on offer in the past");
    assert_eq!(page.run("return document.querySelector('.prompt').checkVisibility()"), false);

    // The address is a link to the moment.
    let moment = page.run("return document.body.dataset.seq");
    page.reload();
    page.wait(&format!("document.body.dataset.state === 'replay' && document.body.dataset.seq === {moment}"));
    page.click("[data-do=replay-leave]");
    page.wait("document.body.dataset.state === 'yours'");
    assert_eq!(page.caught_up(&id), now);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn another_game_begins_at_a_moment_of_a_replay() {
    let stage = Stage::new("fork");
    let page = stage.browser();
    let id = page.hotseat("view.seq > 20", PEACE);
    page.open(&format!("/match/{id}?ply=1"));
    page.wait("document.body.dataset.seq === '1'");
    page.click("[data-do=replay-fork]");
    page.wait("document.querySelector('.from-record')?.innerText.includes('after 1 step')");
    page.click("label:has(input[value=hotseat])");
    page.wait("document.querySelector('input[value=hotseat]').checked");
    page.click("button.go");
    let other = page.wait(&format!(
        "location.pathname.startsWith('/match/') && !location.pathname.endsWith('{id}') && location.pathname.slice(7)"
    ));
    let view = page.caught_up(other.as_str().unwrap());
    assert_eq!(view["seq"], 1);
    let then =
        page.run(&format!("return (await (await fetch('/api/matches/{id}/replay?ply=1')).json()).view"));
    assert_eq!(view["pieces"], then["pieces"]);
}
