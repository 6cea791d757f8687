//! Playing by mouse and by keys.

use serde_json::Value;

use crate::{
    driver::{Browser, ENTER, Stage, UP},
    position::{Way, offered},
    table::{GAME, PEACE, offers},
};

/// The first impulse of the game, with the Soviet army in its zone.
const IMPULSE: &str = "view.step === 'soviet-impulse'";

/// Whoever moves ends the impulse by the buttons that are there.
fn end_impulse(page: &Browser<'_>, id: &str) -> Value {
    for _ in 0..6 {
        let view = page.caught_up(id);
        let button = ["stop", "end"].into_iter().find(|word| offers(&view, word).next().is_some());
        let Some(button) = button else { return view };
        page.act(button);
        page.after(id, &view["seq"]);
    }
    panic!("the impulse does not end");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn impulses_are_played_by_mouse() {
    let stage = Stage::new("mouse");
    let page = stage.browser();
    page.open_start();
    page.click("label:has(input[value=hotseat])");
    page.wait("document.querySelector('input[value=hotseat]').checked");
    page.click("button.go");
    let id = page.wait("location.pathname.startsWith('/match/') && location.pathname.slice(7)");
    let id = id.as_str().unwrap();
    page.wait("document.body.dataset.state === 'yours'");
    page.act("place rest");
    page.act("done");
    page.wait("document.body.dataset.step !== 'set-up'");
    page.play_on(id, IMPULSE, PEACE);

    for _ in 0..2 {
        soviet_impulse(&page, id);
        german_impulse(&page, id);
    }
    assert_eq!(page.step(), "soviet-impulse");
    assert!(page.text(".prompt").contains("Soviet impulse 3."));
}

/// Activates the zone, picks a unit of the opened stack, moves it to a lit space.
fn soviet_impulse(page: &Browser<'_>, id: &str) {
    let view = page.caught_up(id);
    assert_eq!(view["step"], "soviet-impulse");
    page.click("[data-key='space:A']");
    let view = page.after(id, &view["seq"]);
    assert_eq!(view["step"], "active");
    let offer = offers(&view, "move").find(|offer| offer["target"]["space"] == "18").unwrap();
    let unit = offer["unit"].as_str().unwrap();
    page.click(&format!(".stack [data-key='piece:{unit}']"));
    assert!(page.text(".held-tag").starts_with("only "));
    page.click("[data-key='space:18']");
    let view = page.after(id, &view["seq"]);
    let moved = view["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == unit).unwrap();
    assert_eq!(moved["at"], "18");
    end_impulse(page, id);
}

/// A town may be activated or held stubbornly: a list asks which. Then the same by mouse.
fn german_impulse(page: &Browser<'_>, id: &str) {
    let view = page.caught_up(id);
    assert_eq!(view["step"], "german-impulse");
    let target = offers(&view, "activate").next().unwrap();
    let (action, space) = (target["action"].as_str().unwrap(), target["target"]["space"].as_str().unwrap());
    page.click(&format!("[data-key='space:{space}']"));
    if offers(&view, &format!("stubborn {space}")).next().is_some() {
        page.act(action);
    }
    let view = page.after(id, &view["seq"]);
    assert_eq!(view["step"], "active");
    let offer = offers(&view, "move").next().unwrap();
    let (unit, space) = (offer["unit"].as_str().unwrap(), offer["target"]["space"].as_str().unwrap());
    let units = offers(&view, "").filter(|other| other["unit"] != unit).count();
    if units > 0 {
        page.click(&format!("[data-key='piece:{unit}']"));
        page.wait("document.querySelector('.held-tag')");
    }
    page.click(&format!("[data-key='space:{space}']"));
    page.after(id, &view["seq"]);
    end_impulse(page, id);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_odds_are_shown_before_and_after_the_dice() {
    let stage = Stage::new("odds");
    let page = stage.browser();
    let fire =
        "view.step.endsWith('-impulse') && view.offers.some(({ action }) => action.startsWith('bombard'))";
    let prefer = ["move", "activate", "place rest", "place all", "done", "decline", "stop", "end", "pass"];
    let id = page.hotseat(fire, &prefer);
    let view = page.view(&id);
    let offer = offers(&view, "bombard").next().unwrap();
    let space = offer["target"]["space"].as_str().unwrap();
    let place = format!("[data-key='space:{space}']");
    page.hover(&place);
    page.wait("!document.querySelector('.odds').hidden && document.querySelector('.odds .headline')");
    let shares =
        "[...document.querySelectorAll('.odds .outcomes b')].map((it) => parseFloat(it.textContent))";
    let sum = page.run(&format!("return {shares}.reduce((sum, one) => sum + one, 0)")).as_f64().unwrap();
    assert!((sum - 100.0).abs() < 1.0, "the outcomes make {sum}%");
    assert!(page.count(".odds .sums td .case") > 0, "the modifiers name their cases");

    page.click(&place);
    if page.count(".choices:not([hidden]) .choice") > 0 {
        page.act(offer["action"].as_str().unwrap());
    }
    let mut view = page.after(&id, &view["seq"]);
    if view["step"] == "defender-lead" {
        let lead = view["offers"][0]["unit"].as_str().unwrap();
        assert!(page.text(".odds .headline").contains('%'));
        page.click(&format!("[data-key='piece:{lead}']"));
        view = page.after(&id, &view["seq"]);
    }
    page.wait("document.querySelector('.odds .thrown .die')");
    assert_eq!(view["undo"]["allowed"], false, "dice are not taken back");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_dark_space_says_why_not_and_a_step_is_taken_back() {
    let stage = Stage::new("why");
    let page = stage.browser();
    let id = page.hotseat(IMPULSE, PEACE);
    let before = page.view(&id);
    let taken: Vec<&str> =
        before["pieces"].as_array().unwrap().iter().filter_map(|piece| piece["at"].as_str()).collect();
    let dark =
        (10..36).map(|space| space.to_string()).find(|space| !taken.contains(&space.as_str())).unwrap();
    page.click(&format!("[data-key='space:{dark}']"));
    page.wait("document.querySelector('.notice.refused a.case')");
    assert!(page.text(".notice").contains(&format!("({dark})")));
    assert_eq!(page.view(&id)["seq"], before["seq"], "asking plays nothing");
    // The case of the answer opens beside the map.
    page.click(".notice a.case");
    page.wait(
        "!document.querySelector('.casepane').hidden && document.querySelector('.casepane article.rule')",
    );

    for by_key in [false, true] {
        page.click("[data-key='space:A']");
        let active = page.after(&id, &before["seq"]);
        assert_eq!(active["step"], "active");
        if by_key {
            page.key("u");
        } else {
            page.click("[data-do=undo]");
        }
        let back = page.after(&id, &active["seq"]);
        assert_eq!((&back["seq"], &back["step"]), (&before["seq"], &before["step"]));
        assert_eq!(back["pieces"], before["pieces"]);
    }
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_case_in_the_journal_opens_the_rule() {
    let stage = Stage::new("journal");
    let page = stage.browser();
    page.hotseat(IMPULSE, PEACE);
    let last = "[...document.querySelectorAll('.journal details[open] .entry a.case')].at(-1)";
    page.run(&format!("{last}.closest('.entry').id = 'asked'"));
    let number = page.run(&format!("return {last}.dataset.case"));
    let number = number.as_str().unwrap();
    page.click("#asked a.case");
    page.wait(
        "!document.querySelector('.casepane').hidden && document.querySelector('.casepane article.rule')",
    );
    let shown = page.text(".casepane .rule h2 span");
    assert!(number.starts_with(&shown), "asked for {number}, shown {shown}");
    assert!(page.text(".casepane .rule .body").len() > 20);
    page.click(".casepane [data-tab=journal]");
    page.wait("!document.querySelector('.journal').hidden");
    // A name in a line lights its place on the map.
    page.run(
        "const all = [...document.querySelectorAll('.journal details[open] .entry [data-look-space]')]; all.at(-1).id = 'named'",
    );
    page.hover("#named");
    page.wait("document.querySelector('.rings .look')");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_reload_in_the_middle_of_an_impulse_changes_nothing() {
    let stage = Stage::new("reload");
    let page = stage.browser();
    let id = page.hotseat("view.step === 'moving'", &["place", "done", "decline", "activate", "move"]);
    let before = page.caught_up(&id);
    let seen = "({ prompt: document.querySelector('.prompt').innerText, seq: document.body.dataset.seq,
        pieces: [...document.querySelectorAll('.play .piece')].map(({ dataset }) => dataset.key).sort(),
        lit: [...document.querySelectorAll('.play .space.lit')].map(({ dataset }) => dataset.key).sort(),
        journal: [...document.querySelectorAll('.journal .entry')].at(-1).innerText })";
    let shown = page.run(&format!("return {seen}"));
    page.reload();
    assert_eq!(page.caught_up(&id), before);
    assert_eq!(page.run(&format!("return {seen}")), shown);
    // And it goes on from there.
    end_impulse(&page, &id);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_whole_turn_is_played_by_keys_alone() {
    let stage = Stage::new("keys");
    let page = stage.browser();
    let id = page.hotseat("true", &[]);
    let turn = |view: &Value| {
        let tracks = view["tracks"].as_array().unwrap();
        tracks.iter().find(|track| track["id"] == "turn").unwrap()["value"].clone()
    };
    let mut view = page.caught_up(&id);
    let first = turn(&view);
    let mut moves = 0;
    for _ in 0..120 {
        if turn(&view) != first {
            assert!(moves >= 4, "only {moves} moves were made on the way");
            return;
        }
        let step = view["step"].as_str().unwrap().to_owned();
        let had = |word: &str| offers(&view, word).next().is_some();
        if had("place rest") {
            page.key("s");
        } else if step.ends_with("-impulse") && moves >= 4 {
            page.key("p");
        } else if step == "active" || (step == "moving" && !had("end") && !had("stop")) {
            moves += 1;
            by_place(&page);
        } else if had("stop") {
            page.key("s");
        } else if had("end") {
            page.key("e");
        } else if had("done") || had("decline") {
            page.key("d");
        } else if had("place all") {
            // The last of the list places all.
            page.key("]");
            page.key(ENTER);
            page.wait("!document.querySelector('.choices').hidden");
            page.key(UP);
            page.key(ENTER);
        } else {
            by_place(&page);
        }
        page.wait(&format!(
            "document.body.dataset.seq !== '{}' || document.querySelector('.notice.warn b')",
            view["seq"]
        ));
        if page.count(".act.sure") > 0 {
            // What cannot be taken back asks for the same key again.
            page.key(&page.text(".act.sure kbd").to_lowercase());
        }
        view = page.after(&id, &view["seq"]);
    }
    panic!("the turn does not end; it stands at {}", view["step"]);
}

/// Steps to the next place with an offer and takes it, or the first of its list. Buttons are places, too.
fn by_place(page: &Browser<'_>) {
    page.key("]");
    page.wait("document.querySelector('.keyed, .slot.focus, .act:focus, .piece.focus')");
    page.key(ENTER);
    if page.count(".choices:not([hidden])") > 0 {
        page.key(ENTER);
    }
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn direct_fire_shows_both_sums_and_then_the_dice() {
    let stage = Stage::new("direct");
    let page = stage.browser();
    let way = Way {
        game: GAME,
        scenario: None,
        options: &[],
        prefer: &["place rest", "done", "decline", "activate", "fire", "move"],
    };
    let id = page.begin(&way.to(|view| view.step == "firers".into() && offered(view, "fire!")));
    page.sit(&id);
    let view = page.view(&id);
    let fire = offers(&view, "fire!").next().unwrap();
    assert!(fire["odds"]["sums"].as_array().unwrap().len() == 2, "{fire}");
    page.hover("[data-action='fire!']");
    page.wait("!document.querySelector('.odds').hidden && document.querySelector('.odds .headline')");
    assert_eq!(page.count(".odds .sums > *"), 2);
    page.act("fire!");
    let after = page.after(&id, &view["seq"]);
    assert!(after["seq"].as_u64() > view["seq"].as_u64());
}
