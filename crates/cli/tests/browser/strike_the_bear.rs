//! Strike the Bear in the browser: a leader carries a unit through snow, a train, a battle with everything.

use serde_json::Value;

use crate::{
    driver::{Browser, Stage},
    position::{Way, offered},
    table::offers,
};

/// Attacks at once and ends everything else.
const WAR: Way<'static> = Way {
    game: "strike-the-bear",
    scenario: None,
    options: &[],
    prefer: &[
        "place rest",
        "attack",
        "commit",
        "go without",
        "buy supply",
        "withdraw",
        "advance",
        "stand",
        "done",
    ],
};
/// Lets the turns go by.
const PEACE: Way<'static> = Way { prefer: &["place rest", "decline", "pass", "done", "stay"], ..WAR };

fn open<'a>(
    stage: &'a Stage,
    way: &Way<'_>,
    fits: impl Fn(&view::View) -> bool,
) -> (Browser<'a>, String, Value) {
    let page = stage.browser();
    let id = page.begin(&way.to(fits));
    page.sit(&id);
    let view = page.view(&id);
    (page, id, view)
}

/// Plays the first thing on offer that begins with the word.
fn take(page: &Browser<'_>, id: &str, view: &Value, word: &str) -> Value {
    let offer = offers(view, word).next();
    page.pick(offer.unwrap_or_else(|| panic!("no '{word}' is on offer in {}", view["step"])));
    page.after(id, &view["seq"])
}

fn place<'a>(view: &'a Value, id: &str) -> &'a Value {
    let pieces = view["pieces"].as_array().unwrap();
    &pieces.iter().find(|piece| piece["id"] == id).unwrap()["at"]
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_leader_carries_a_unit_through_snow() {
    let stage = Stage::new("carry");
    let snow = |view: &view::View| {
        view.tracks.iter().any(|track| &*track.id == "weather" && track.says.to_lowercase().contains("snow"))
    };
    let (page, id, view) =
        open(&stage, &PEACE, |view| snow(view) && view.step.ends_with("-move") && offered(view, "attach"));
    let attach = offers(&view, "attach").next().unwrap();
    let words: Vec<String> = attach["action"].as_str().unwrap().split(' ').map(str::to_owned).collect();
    let (leader, unit) = (&words[1], &words[2]);
    page.pick(attach);
    let view = page.after(&id, &view["seq"]);
    let view = take(&page, &id, &view, &format!("move {leader}"));
    assert_eq!(place(&view, leader), place(&view, unit), "both have moved");
    assert!(page.text(".journal").contains("6.3"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_unit_goes_by_rail() {
    let stage = Stage::new("rail");
    let (page, id, view) = open(&stage, &PEACE, |view| view.step.ends_with("-move") && offered(view, "rail"));
    let rail = offers(&view, "rail").next().unwrap();
    let unit = rail["action"].as_str().unwrap().split(' ').nth(1).unwrap().to_owned();
    page.pick(rail);
    let view = page.after(&id, &view["seq"]);
    assert_eq!(view["step"], "ride");
    let to = offers(&view, "to").next().unwrap();
    page.pick(to);
    let after = page.after(&id, &view["seq"]);
    assert_eq!(*place(&after, &unit), to["target"]["space"]);
    assert!(page.text(".journal").contains("6.4"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn both_ways_to_reckon_an_attack_stand_side_by_side() {
    let stage = Stage::new("methods");
    let (page, _, view) = open(&stage, &WAR, |view| {
        let odds = |offer: &view::Offer| offer.action.starts_with("attack") && offer.odds.is_some();
        view.step.ends_with("-combat") && view.offers.iter().filter(|offer| odds(offer)).count() > 1
    });
    let space = offers(&view, "attack").next().unwrap()["target"]["space"].as_str().unwrap().to_owned();
    let both = "!document.querySelector('.odds').hidden && document.querySelectorAll('.odds .compare li').length === 2";
    page.hover_until(&format!("[data-key='space:{space}']"), both);
    assert!(page.count(".odds .sums td .case") > 0, "shifts and modifiers name their cases");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn reserves_are_committed_to_a_combat() {
    let stage = Stage::new("reserves");
    let (page, id, view) = open(&stage, &WAR, |view| &*view.step == "reserves" && offered(view, "reserve"));
    let view = take(&page, &id, &view, "reserve");
    assert!(offers(&view, "commit").next().is_some() || view["step"] != "reserves", "{}", view["step"]);
    if view["step"] == "reserves" {
        take(&page, &id, &view, "commit");
    }
    assert!(page.text(".journal").contains("11."));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_defender_withdraws_and_the_attacker_follows() {
    let stage = Stage::new("withdrawal");
    let (page, id, view) =
        open(&stage, &WAR, |view| &*view.step == "withdrawing" && offered(view, "retreat"));
    let retreat = offers(&view, "retreat").next().unwrap();
    let unit = retreat["action"].as_str().unwrap().split(' ').nth(1).unwrap().to_owned();
    let was = place(&view, &unit).clone();
    page.pick(retreat);
    let after = page.after(&id, &view["seq"]);
    assert_ne!(*place(&after, &unit), was);

    let (page, id, view) = open(&stage, &WAR, |view| &*view.step == "advance" && offered(view, "advance"));
    let advance = offers(&view, "advance").next().unwrap();
    let unit = advance["action"].as_str().unwrap().split(' ').nth(1).unwrap().to_owned();
    page.pick(advance);
    let after = page.after(&id, &view["seq"]);
    assert_eq!(*place(&after, &unit), advance["target"]["space"]);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_battle_goes_on() {
    let stage = Stage::new("continue");
    let (page, id, view) =
        open(&stage, &WAR, |view| view.step.ends_with("-continue") && offered(view, "continue"));
    take(&page, &id, &view, "continue");
    assert!(page.text(".journal").contains("11."));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn replacements_are_bought() {
    let stage = Stage::new("buy");
    let (page, id, view) = open(&stage, &WAR, |view| view.step.ends_with("-replace") && offered(view, "buy"));
    let buy = offers(&view, "buy").next().unwrap();
    assert!(buy["label"].as_str().unwrap().contains("OP"), "the cost is on the label: {buy}");
    page.pick(buy);
    page.after(&id, &view["seq"]);
    assert!(page.text(".journal").contains("12."));
}
