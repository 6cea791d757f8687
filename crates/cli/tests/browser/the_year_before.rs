//! The Year Before in the browser: a secret council on one screen and between two, a report, a country that joins, the
//! decision and the blow, and the way on to the war.

use serde_json::{Value, json};

use crate::{
    axe::faults,
    driver::{Browser, ENTER, ESCAPE, Stage},
    position::Way,
    table::offers,
};

/// Nobody does much on the way.
const QUIET: &[&str] = &[
    "suggested",
    "no-bid",
    "service 0",
    "honour",
    "deliver 0",
    "no-report",
    "card moscow",
    "card line",
    "pass",
];
const ATTACK: &str = include_str!("../../../the-year-before/golden/attack.record");

fn way(prefer: &'static [&'static str]) -> Way<'static> {
    Way { game: "the-year-before", scenario: None, options: &[], prefer }
}

fn track(view: &Value, id: &str) -> Value {
    let tracks = view["tracks"].as_array().unwrap();
    tracks.iter().find(|track| track["id"] == id).map_or(Value::Null, |track| track["value"].clone())
}

impl Browser<'_> {
    /// Waits for the curtain, reads it and takes the screen.
    fn take_screen(&self, side: &str) {
        self.wait("!document.querySelector('.curtain').hidden");
        assert!(self.text(".curtain").contains(side), "{}", self.text(".curtain"));
        self.click("[data-do=curtain]");
        self.wait("document.querySelector('.curtain').hidden");
    }

    /// Answers the line that is due by its button.
    fn answer(&self, id: &str, action: &str) -> Value {
        let seq = self.view(id)["seq"].clone();
        self.act(action);
        self.after(id, &seq)
    }
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_council_on_one_screen_is_secret() {
    let stage = Stage::new("council");
    let page = stage.browser();
    let id = page.begin(&way(QUIET).to(|view| &*view.step == "german-sheet"));
    page.open(&format!("/match/{id}"));
    page.take_screen("German");
    let view = page.caught_up(&id);
    page.pick(offers(&view, "bid finland 2").next().unwrap());
    page.after(&id, &view["seq"]);
    assert!(
        page.text("body").contains("finland 2") || page.text(".tracks").contains("Finland"),
        "the writer reads it"
    );
    for action in ["no-bid", "service 1"] {
        page.answer(&id, action);
    }
    page.act("honour");
    page.take_screen("Soviet");
    let view = page.caught_up(&id);
    assert_eq!((track(&view, "stock-german"), track(&view, "sheet-german")), (Value::Null, Value::Null));
    assert!(!page.text(".journal").contains("honour"), "{}", page.text(".journal"));
    for action in ["no-bid", "no-bid", "service 0"] {
        page.answer(&id, action);
    }
    page.act("deliver 1");
    page.wait("document.body.dataset.step === 'german-operations'");
    assert!(page.text(".journal").contains("Finland"), "bids are opened");
}

/// Two at the table, from a step of the sequence on.
fn two_sit(german: &Browser<'_>, soviet: &Browser<'_>, step: &str) -> String {
    let mut wish = way(QUIET).to(|view| &*view.step == step);
    wish["against"] = json!("friend");
    wish["side"] = json!("german");
    german.open("/healthz");
    let post = "{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(";
    let made = german.run(&format!("return (await fetch('/api/matches', {post}{wish}) }})).json()"));
    let (id, invite) = (made["id"].as_str().unwrap(), made["invite"].as_str().unwrap());
    soviet.open("/healthz");
    soviet.run(&format!("return (await fetch('/api{invite}', {post}{{}}) }})).json()"));
    german.sit(id);
    soviet.sit(id);
    id.to_owned()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn what_is_answered_in_advance_is_played_told_and_dropped() {
    let stage = Stage::new("standing");
    let (german, soviet) = (stage.browser(), stage.browser());
    two_sit(&german, &soviet, "german-operations");
    assert!(german.text(".prompt [data-do=standing]").contains("Answer in advance"));
    german.click(".prompt [data-do=standing]");
    german.wait("document.querySelector('.answers .now')");
    assert!(german.text(".answers .now").contains("Pass at once"));
    assert_eq!(faults(&german, &["dialog"]), Vec::<String>::new());
    german.click(".answers .now [data-lasts=game]");
    // It is asked now, so it is answered.
    german.wait("document.body.dataset.step === 'soviet-operations'");
    german.wait("!document.querySelector('dialog[open]')");
    german.wait("document.querySelector('.journal .ahead')?.textContent === 'answered in advance'");
    assert!(german.text(".prompt [data-do=standing]").contains("In advance: 1"));
    soviet.wait("document.body.dataset.step === 'soviet-operations'");
    assert_eq!(soviet.count(".journal .ahead"), 0, "whose it is not is told nothing");
    // Dropped by the keys.
    german.run("document.querySelector('.prompt [data-do=standing]').focus()");
    german.key(ENTER);
    german.wait("document.querySelector('.answers .icon[data-answer=pass]')");
    german.run("document.querySelector('.answers .icon[data-answer=pass]').focus()");
    german.key(ENTER);
    german.wait("document.querySelector('.answers') && !document.querySelector('.answers .icon')");
    german.key(ESCAPE);
    german.wait(
        "!document.querySelector('dialog[open]') && !document.querySelector('.prompt [data-do=standing]')",
    );
    // The other side sets one on a telephone, for this turn.
    soviet.size(390, 844, true);
    soviet.tap(".prompt [data-do=standing]");
    soviet.tap(".answers .now [data-lasts=turn]");
    soviet.wait("document.body.dataset.step !== 'soviet-operations'");
    soviet.wait("!document.querySelector('dialog[open]')");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn whoever_is_asked_second_writes_at_once() {
    let stage = Stage::new("sealed");
    let (german, soviet) = (stage.browser(), stage.browser());
    let id = &two_sit(&german, &soviet, "german-sheet");
    soviet.wait("document.body.dataset.step === 'soviet-sheet'");
    for action in ["no-bid", "no-bid", "service 0"] {
        soviet.answer(id, action);
    }
    soviet.act("deliver 0");
    soviet.wait("document.querySelector('.prompt').innerText.includes('sealed')");
    assert_eq!(german.step(), "german-sheet");
    for action in ["no-bid", "no-bid", "service 0"] {
        german.answer(id, action);
    }
    german.act("honour");
    for page in [&german, &soviet] {
        page.wait("document.body.dataset.step === 'german-operations'");
    }
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_report_is_answered_and_read_by_its_buyer_alone() {
    let stage = Stage::new("report");
    let page = stage.browser();
    let prefer: &[&str] = &[
        "suggested",
        "no-bid",
        "service 0",
        "honour",
        "deliver 0",
        "report",
        "card moscow",
        "card line",
        "pass",
    ];
    let id = page.begin(&way(prefer).to(|view| &*view.step == "tell"));
    page.open(&format!("/match/{id}"));
    page.take_screen("German");
    page.act("tell ukraine");
    page.wait("document.body.dataset.step.endsWith('-operations')");
    let named = |side: &str| {
        let path = format!("/api/matches/{id}/replay?as={side}");
        page.run(&format!("return (await (await fetch('{path}')).json()).view"))
    };
    assert_ne!(track(&named("soviet"), "report-3"), Value::Null);
    assert_eq!(track(&named("soviet"), "told-3"), Value::Null);
    assert_eq!(track(&named("german"), "report-3"), Value::Null);
    assert_eq!(track(&named("german"), "told-3"), "ukraine");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_country_joins_with_its_armies() {
    let stage = Stage::new("joins");
    let page = stage.browser();
    // The first Soviet move after the sheets that Rumania was won by.
    let begin = json!({ "game": "the-year-before", "against": "hotseat", "record": ATTACK, "ply": 84 });
    let id = page.begin(&begin);
    page.sit(&id);
    let view = page.view(&id);
    assert_eq!(view["step"], "soviet-operations");
    assert_eq!(track(&view, "country-rumania"), 3);
    let there = view["pieces"].as_array().unwrap().iter().filter(|piece| piece["at"] == "rumania").count();
    assert_eq!(there, 2);
    assert!(page.count("[data-key='space:rumania']") > 0);
    assert!(page.text(".journal").contains("Rumania joins"), "{}", page.text(".journal"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_decision_the_blow_and_the_way_on_to_the_war() {
    let stage = Stage::new("blow");
    let page = stage.browser();
    let id = page.begin(&way(QUIET).to(|view| &*view.step == "alert"));
    page.open(&format!("/match/{id}"));
    page.take_screen("Soviet");
    page.act("alert 1");
    page.take_screen("German");
    page.act("attack");
    page.wait("document.body.dataset.state === 'over'");
    let journal = page.text(".journal");
    for case in ["7.5", "8.1.4", "8.5"] {
        assert!(journal.contains(case), "{case}: {journal}");
    }
    page.click("[data-do=sequel]");
    page.wait("document.documentElement.dataset.game === 'slaughterhouse'");
    page.wait("document.querySelector('.revised')?.innerText.includes('The Year Before')");
    page.click(".revised a");
    page.wait("document.documentElement.dataset.game === 'the-year-before'");
    page.wait("document.querySelector('.prompt a[href*=\"/match/\"]')");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_finished_game_fits_a_telephone() {
    let stage = Stage::new("finished");
    let page = stage.browser();
    page.size(390, 844, true);
    let id = page.begin(&json!({ "game": "the-year-before", "against": "hotseat", "record": ATTACK }));
    page.sit(&id);
    assert!(page.text(".prompt").contains("Go on to Slaughterhouse"), "{}", page.text(".prompt"));
    let wide = page.run("return document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, json!(true));
}
