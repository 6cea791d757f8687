//! Lessons, worked examples and the game in five minutes.

use std::{fs, path::Path, thread, time::Duration};

use kernel::lesson::{Lesson, READ_ON, model};
use serde_json::{Value, json};

use crate::driver::{Browser, ENTER, Stage};

/// The first lesson of a game, by its name.
fn first_lesson(game: &str) -> (String, Lesson) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("lessons");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let name = files[0].file_stem().unwrap().to_string_lossy().into_owned();
    let lesson = Lesson::parse(&name, &fs::read_to_string(&files[0]).unwrap()).unwrap();
    (name, lesson)
}

/// What the server says of the lesson after these clicks.
fn stands(page: &Browser<'_>, game: &str, name: &str, done: &[String]) -> Value {
    page.run(&format!(
        "const answer = await fetch('/api/games/{game}/lessons/{name}', {{ method: 'POST', headers: {{ 'content-type':
             'application/json' }}, body: JSON.stringify({}) }});
         return await answer.json();",
        json!({ "done": done })
    ))
}

/// How many steps of a lesson the page has kept.
fn kept(game: &str, name: &str) -> String {
    format!("JSON.parse(sessionStorage.getItem('lesson:{game}/{name}') ?? '[]').length")
}

/// Whether something comes true within a few looks.
fn soon(page: &Browser<'_>, what: &str, looks: u32) -> bool {
    (0..looks).any(|_| {
        thread::sleep(Duration::from_millis(100));
        page.run(&format!("return Boolean({what})")) == true
    })
}

/// Whether a part of a node can be clicked now.
fn shows(page: &Browser<'_>, selector: &str) -> bool {
    page.run(&format!(
        "const node = document.querySelector({0});
         if (!node) return false;
         const {{ left, top, width, height }} = node.getBoundingClientRect();
         for (let i = 0; i < 8; i += 1) for (let k = 0; k < 8; k += 1) {{
             const there = document.elementFromPoint(left + width * (i + 0.5) / 8, top + height * (k + 0.5) / 8);
             if (there?.closest({0}) === node) return true;
         }}
         return false;",
        json!(selector)
    )) == true
}

/// Takes an offer where it is lit; by its notation in the search if it is not on the screen.
pub fn press(page: &Browser<'_>, offer: &Value, done: &str) {
    let action = offer["action"].as_str().unwrap();
    let target = &offer["target"];
    let key = match (target["piece"].as_str(), target["space"].as_str()) {
        (Some(piece), _) => format!("piece:{piece}"),
        (_, Some(space)) => format!("space:{space}"),
        _ => return page.click(&format!("[data-action='{action}']")),
    };
    let place = format!(".play [data-key='{key}']");
    // The map may still be moving to what has to be decided.
    let steady = |looks| (0..looks).all(|_| !soon(page, "false", 1) && page.is_in_sight(&place));
    if (0..10).any(|_| shows(page, &place) && steady(3)) {
        page.click(&place);
        for more in [
            format!(".choices:not([hidden]) [data-action='{action}']"),
            format!(".stack:not([hidden]) [data-key='{key}']"),
        ] {
            if !soon(page, done, 4) && shows(page, &more) {
                page.click(&more);
            }
        }
        if soon(page, done, 20) {
            return;
        }
    }
    page.click("[data-do=palette]");
    page.wait("document.querySelector('dialog input, .palette input')");
    for letter in action.chars() {
        page.key(&letter.to_string());
    }
    thread::sleep(Duration::from_millis(300));
    page.key(ENTER);
}

/// Takes a lesson as it is meant to be taken.
fn take(page: &Browser<'_>, game: &str, name: &str, lesson: &Lesson) {
    let clicks = model(lesson);
    for (i, click) in clicks.iter().enumerate() {
        page.wait("!['film', 'opening', 'sending'].includes(document.body.dataset.state)");
        let done = format!("{} === {}", kept(game, name), i + 1);
        if click == READ_ON {
            page.click("[data-do=lesson-on]");
        } else {
            let answer = stands(page, game, name, &clicks[..i]);
            let offers = answer["view"]["offers"].as_array().unwrap();
            let offer = offers.iter().find(|offer| offer["action"] == click.as_str()).unwrap();
            press(page, offer, &done);
        }
        page.wait(&done);
    }
    let end = format!("{0} of {0}", lesson.steps.len());
    page.wait(&format!("document.querySelector('.lesson h2 small')?.innerText === '{end}'"));
    assert!(page.count(".lesson a.strong, .lesson a.plain") > 0, "the end leads on");
}

fn every_first_lesson(stage: &Stage, wide: u32, high: u32, phone: bool) {
    for game in games::ids() {
        let page = stage.browser();
        page.size(wide, high, phone);
        let (name, lesson) = first_lesson(game);
        page.open(&format!("/lesson/{game}/{name}"));
        page.wait("document.querySelector('.lesson h2')");
        take(&page, game, &name, &lesson);
    }
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_game_s_first_lesson_is_taken() {
    every_first_lesson(&Stage::new("lessons"), 1440, 900, false);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_game_s_first_lesson_is_taken_on_a_phone() {
    every_first_lesson(&Stage::new("lessons-phone"), 390, 844, true);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_teacher_answers_what_he_did_not_ask_for() {
    let stage = Stage::new("otherwise");
    let page = stage.browser();
    let (name, lesson) = first_lesson("circle-of-fire");
    page.open("/");
    page.click("a[href$='/learn/circle-of-fire']");
    page.click(".lessons a[href*='/lesson/']");
    page.wait("document.querySelector('.lesson h2')");
    assert!(page.text(".lesson").contains("1 of"));
    // Enter reads on.
    page.key(ENTER);
    page.wait("document.querySelector('.lesson h2 small')?.innerText.startsWith('2 of')");
    page.click("[data-action=pass]");
    let says = lesson.steps[1].wrong["pass"].split(' ').next().unwrap().to_owned();
    page.wait(&format!("document.querySelector('.notice')?.innerText.includes('{says}')"));
    assert!(page.text(".lesson").contains("2 of"), "nothing has happened");
    // A reload comes back to the same step, and Back leads to the one before.
    page.reload();
    page.wait("document.querySelector('.lesson h2 small')?.innerText.startsWith('2 of')");
    page.click(".lesson [data-do=undo]");
    page.wait("document.querySelector('.lesson h2 small')?.innerText.startsWith('1 of')");
    take(&page, "circle-of-fire", &name, &lesson);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_case_shows_its_example_on_the_table() {
    let stage = Stage::new("show-me");
    let page = stage.browser();
    page.open("/rules/circle-of-fire#13.2.4");
    let link = page.wait("document.getElementById('13.2.4')?.querySelector('.show-me')?.href");
    page.open(link.as_str().unwrap());
    page.wait("document.body.dataset.state === 'replay' && document.querySelectorAll('.piece').length > 0");
    assert_eq!(page.run("return document.body.dataset.seq"), "0");
    page.click("[data-do=replay-last]");
    page.wait("Number(document.body.dataset.seq) > 0 && document.querySelector('.journal .entry')");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_game_is_told_in_five_minutes() {
    let stage = Stage::new("five-minutes");
    let page = stage.browser();
    for game in games::ids() {
        page.open(&format!("/learn/{game}"));
        page.wait("document.querySelectorAll('.surprises li').length === 6");
        assert!(page.count(".lessons li") >= 6 && page.count(".counter-key .figure") == 1, "{game}");
        page.run("for (const it of document.images) it.loading = 'eager'");
        page.wait("[...document.images].every((it) => it.complete && it.naturalWidth > 300)");
    }
}
