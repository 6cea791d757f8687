//! Puzzles: one missed, shown and solved at the table, the list of a game, and the one of the day.

use std::{fs, path::Path};

use kernel::puzzle::{Puzzle, Source};
use serde_json::{Value, json};

use crate::{
    axe,
    driver::{Browser, Stage},
    lessons::press,
};

const GAME: &str = "circle-of-fire";

fn all() -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(GAME).join("puzzles");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let sources =
        files.iter().map(|file| Source::parse("source", &fs::read_to_string(file).unwrap()).unwrap());
    sources.flat_map(|source| source.puzzles).collect()
}

/// A puzzle of the game, and the clicks of an order that parts from the best one at the first of them.
fn first() -> (Puzzle, Vec<String>) {
    let wrong = |it: &Puzzle| {
        let other = it.order.iter().find(|other| other.play[0] != it.order[0].play[0])?;
        Some(other.play.clone())
    };
    let mut puzzles = all().into_iter();
    puzzles.find_map(|it| wrong(&it).map(|wrong| (it, wrong))).expect("a puzzle with a choice at once")
}

/// What the server says of the puzzle after these clicks.
fn stands(page: &Browser<'_>, name: &str, done: &[String]) -> Value {
    page.run(&format!(
        "const answer = await fetch('/api/games/{GAME}/puzzles/{name}', {{ method: 'POST', headers: {{ 'content-type':
             'application/json' }}, body: JSON.stringify({}) }});
         return await answer.json();",
        json!({ "done": done })
    ))
}

/// Gives an order click by click.
fn give(page: &Browser<'_>, name: &str, clicks: &[String]) {
    for (i, click) in clicks.iter().enumerate() {
        page.wait("!['film', 'opening', 'sending'].includes(document.body.dataset.state)");
        let answer = stands(page, name, &clicks[..i]);
        let offers = answer["view"]["offers"].as_array().unwrap();
        let offer = offers.iter().find(|offer| offer["action"] == click.as_str()).unwrap();
        let done = format!(
            "JSON.parse(sessionStorage.getItem('puzzle:{GAME}/{name}') ?? '[]').length === {}",
            i + 1
        );
        press(page, offer, &done);
        page.wait(&done);
    }
    page.wait("!['film', 'sending'].includes(document.body.dataset.state)");
    // What could go on is meant as it is.
    page.wait("document.querySelector('.lesson .verdict, .lesson [data-do=puzzle-judge]')");
    if page.count(".lesson .verdict") == 0 {
        page.click("[data-do=puzzle-judge]");
    }
    page.wait("document.querySelector('.lesson .verdict')");
}

fn missed_and_solved(stage: &Stage, wide: u32, high: u32, phone: bool) {
    let page = stage.browser();
    page.size(wide, high, phone);
    let (puzzle, wrong) = first();
    page.open(&format!("/puzzle/{GAME}/{}", puzzle.name));
    page.wait("document.querySelector('.lesson .task')");
    assert!(page.text(".lesson").contains(&puzzle.task));
    assert_eq!(axe::faults(&page, &["html"]), Vec::<String>::new());
    give(&page, &puzzle.name, &wrong);
    let said = page.text(".lesson");
    assert!(said.contains("Not the best.") && said.contains(" %"), "{said}");
    assert_eq!(page.count(".chances meter"), 2);
    page.click("[data-do=puzzle-show]");
    page.wait("document.querySelector('.lesson .verdict.shown')");
    page.click("[data-do=puzzle-again]");
    page.wait("document.querySelector('.lesson .task') && !document.querySelector('.lesson .verdict')");
    give(&page, &puzzle.name, &puzzle.order[0].play);
    page.wait("document.querySelector('.lesson .verdict.solved')");
    assert_eq!(axe::faults(&page, &["html"]), Vec::<String>::new());
    // Who was shown the order has not solved it. The next one is another.
    let kept = page.run("return localStorage.getItem('puzzles')");
    assert_eq!(kept, json!({ (format!("{GAME}/{}", puzzle.name)): "shown" }).to_string());
    let more = all().len() > 1;
    assert_eq!(page.count(".lesson a.strong") > 0, more, "the next one, where there is one");
    if !more {
        return;
    }
    page.click(".lesson a.strong");
    page.wait("document.querySelector('.lesson .task') && !document.querySelector('.lesson .verdict')");
    assert!(page.run("return location.pathname") != format!("/puzzle/{GAME}/{}", puzzle.name));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_puzzle_is_missed_shown_and_solved() {
    missed_and_solved(&Stage::new("puzzle"), 1440, 900, false);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_puzzle_is_missed_shown_and_solved_on_a_phone() {
    missed_and_solved(&Stage::new("puzzle-phone"), 390, 844, true);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn what_was_solved_is_marked_and_the_puzzle_of_the_day_leaves_room_to_play() {
    let stage = Stage::new("daily");
    let page = stage.browser();
    for (wide, high, phone) in [(1440, 900, false), (390, 844, true)] {
        page.size(wide, high, phone);
        page.open("/");
        page.wait("document.querySelector('.daily:not([hidden])') && document.querySelector('.setup .go')");
        assert_eq!(axe::faults(&page, &["html"]), Vec::<String>::new());
        let fits = "['.daily', '.setup .go'].every((it) => document.querySelector(it).getBoundingClientRect().bottom <= innerHeight)";
        page.wait(fits);
    }
    let (puzzle, _) = first();
    page.run(&format!(
        "localStorage.setItem('puzzles', JSON.stringify({{ '{GAME}/{}': 'solved' }}))",
        puzzle.name
    ));
    page.open(&format!("/learn/{GAME}"));
    page.wait("document.querySelector('.puzzles li')");
    assert_eq!(page.count(".puzzles .done"), 1);
    assert!(page.text(".puzzles h2").contains("1 of"));
    page.open("/");
    page.click(".daily");
    page.wait("document.querySelector('.lesson .task')");
}
