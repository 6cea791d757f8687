//! Orders at the table: far places, groups, aims, and clicks that ask once.

use serde_json::{Value, json};
use view::{AimState, Target, View};

use crate::{
    driver::{Browser, Stage},
    position::{Way, offered},
    table::offers,
};

const SIZES: [(u32, u32, bool); 2] = [(1440, 900, false), (390, 844, true)];

/// Drives through the town.
const DRIVE: Way<'static> = Way {
    game: "bear-trap",
    scenario: None,
    options: &[],
    prefer: &["keep 1/81", "add", "place", "upper", "ground", "enter", "at", "end", "select"],
};
const FIGHT: Way<'static> = Way {
    game: "circle-of-fire",
    scenario: None,
    options: &[],
    prefer: &["place rest", "place all", "done", "decline", "activate", "move", "stop", "end"],
};

/// A screenshot for a person to look at, where somebody wants one.
fn keep(page: &Browser<'_>, name: &str) {
    if let Ok(folder) = std::env::var("SANDTABLE_PICTURES") {
        std::fs::write(format!("{folder}/{name}.png"), page.picture()).unwrap();
    }
}

fn press(page: &Browser<'_>, phone: bool, selector: &str) {
    if phone { page.tap(selector) } else { page.click(selector) }
}

fn ways(page: &Browser<'_>, id: &str, pieces: &Value) -> Vec<Value> {
    let answer = page.run(&format!(
        "const answer = await fetch('/api/matches/{id}/orders', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, \
         body: JSON.stringify({{ pieces: {pieces} }}) }});
         return answer.json();"
    ));
    answer["ways"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

fn at<'a>(view: &'a Value, id: &str) -> &'a str {
    let pieces = view["pieces"].as_array().unwrap();
    pieces.iter().find(|piece| piece["id"] == id).unwrap()["at"].as_str().unwrap()
}

/// A unit that is under way and can still step.
fn drives(view: &View) -> bool {
    let steps = |word: &str| view.offers.iter().filter(|offer| offer.action.starts_with(word)).count();
    &*view.step == "active" && steps("step") > 2 && view.pieces.iter().any(|piece| piece.chosen)
}

/// One click on a far hex drives the whole way; undo takes it back as one. A way that ends in a surprise asks first and then
/// is played up to it.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_order_goes_over_several_hexes() {
    let stage = Stage::new("order");
    let page = stage.browser();
    let begin = DRIVE.to(drives);
    for (width, height, phone) in SIZES {
        page.size(width, height, phone);
        let id = page.begin(&begin);
        page.sit(&id);
        let view = page.view(&id);
        let unit =
            view["pieces"].as_array().unwrap().iter().find(|piece| piece["chosen"] == true).unwrap()["id"]
                .as_str()
                .unwrap()
                .to_owned();
        let found = ways(&page, &id, &json!([unit]));
        let steps = |way: &&Value| way["clicks"].as_array().unwrap().len();
        let far = found.iter().filter(|way| way["ends"] == "quiet" && steps(way) > 2).min_by_key(steps);
        let surprise = found.iter().filter(|way| way["ends"] != "quiet").min_by_key(steps);
        if let Some(far) = far {
            let to = far["to"].as_str().unwrap();
            page.wait(&format!("document.querySelector('.space.lit[data-key=\"space:{to}\"]')"));
            keep(&page, &format!("order-{width}"));
            press(&page, phone, &format!(".play .space[data-key='space:{to}']"));
            let there = page.after(&id, &view["seq"]);
            assert_eq!(at(&there, &unit), to);
            press(&page, phone, "[data-do=undo]");
            page.wait(&format!("document.body.dataset.seq === '{}'", view["seq"]));
        }
        if let Some(way) = surprise {
            let to = way["to"].as_str().unwrap();
            let place = format!(".play .space[data-key='space:{to}']");
            page.ask_before_dice(true);
            page.sit(&id);
            page.wait(&format!("document.querySelector('.space.lit[data-key=\"space:{to}\"]')"));
            press(&page, phone, &place);
            page.wait("document.querySelector('.notice.warn')");
            assert_eq!(page.view(&id)["seq"], view["seq"], "it asked first");
            press(&page, phone, &place);
            page.after(&id, &view["seq"]);
        }
        assert!(far.is_some() || surprise.is_some(), "the unit can go nowhere: {found:?}");
    }
}

/// Two units are taken in hand and placed with one click.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_group_is_placed_with_one_click() {
    let stage = Stage::new("group");
    let page = stage.browser();
    page.size(1440, 900, false);
    let id = page.hotseat("view.step === 'set-up'", &[]);
    let view = page.view(&id);
    let mut units: Vec<String> = Vec::new();
    for offer in offers(&view, "place") {
        if let Some(unit) = offer["unit"].as_str().filter(|unit| !units.iter().any(|it| it == unit)) {
            units.push(unit.to_owned());
        }
    }
    units.truncate(3);
    for unit in &units {
        page.shift_click(&format!(".tray [data-key='piece:{unit}']"));
    }
    page.wait("document.querySelectorAll('.tray .slot.held').length === 3");
    let found = ways(&page, &id, &json!(units));
    let to = found[0]["to"].as_str().unwrap();
    page.wait(&format!("document.querySelector('.space.lit[data-key=\"space:{to}\"]')"));
    keep(&page, "group-1440");
    page.click(&format!(".play .space[data-key='space:{to}']"));
    let placed = page.after(&id, &view["seq"]);
    let there = units.iter().filter(|unit| at(&placed, unit) == to).count();
    assert!(there >= 2, "{there} of {units:?} are in {to}");
    page.click("[data-do=undo]");
    page.wait(&format!("document.body.dataset.seq === '{}'", view["seq"]));
}

/// The bar shows every aim as it stands; a press shows where it turns.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn aims_turn_as_the_game_goes_on() {
    let stage = Stage::new("aims");
    let page = stage.browser();
    let begin = FIGHT.to(|view| {
        let stands = |id: &str, state| view.aims.iter().any(|aim| &*aim.id == id && aim.state == state);
        view.turn > 1 && stands("airfield", AimState::Met) && stands("urban", AimState::Open)
    });
    for (width, height, phone) in SIZES {
        page.size(width, height, phone);
        let id = page.begin(&begin);
        page.sit(&id);
        page.wait("document.querySelector('[data-aim=\"soviet airfield\"].met')");
        keep(&page, &format!("aims-{width}"));
        press(&page, phone, "[data-aim='soviet urban']");
        page.wait("document.querySelector('.shade.aim')");
        assert!(page.text(".notice").contains("19."), "{}", page.text(".notice"));
        page.open(&format!("/match/{id}?ply=0"));
        page.wait("document.querySelector('[data-aim=\"soviet airfield\"].open')");
    }
}

/// Dice are asked about once, with their odds; the second press throws them.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_careless_click_is_asked_once() {
    let stage = Stage::new("careless");
    let page = stage.browser();
    let assault = Way {
        game: "slaughterhouse",
        scenario: None,
        options: &[],
        prefer: &["assault", "point", "operate", "move", "done", "decline"],
    };
    let rolls = |view: &View| {
        offered(view, "roll")
            && view.offers.iter().any(|offer| offer.rolls && matches!(offer.target, Target::Button(_)))
    };
    let begin = assault.to(rolls);
    for (width, height, phone) in SIZES {
        page.size(width, height, phone);
        let id = page.begin(&begin);
        page.ask_before_dice(true);
        page.sit(&id);
        let view = page.view(&id);
        let offer = offers(&view, "roll").find(|offer| offer["rolls"] == true).unwrap();
        let button = format!(".prompt [data-action='{}']", offer["action"].as_str().unwrap());
        press(&page, phone, &button);
        page.wait("document.querySelector('.notice.warn')?.innerText.includes('%')");
        keep(&page, &format!("careless-{width}"));
        assert_eq!(page.view(&id)["seq"], view["seq"], "nothing was thrown");
        press(&page, phone, &button);
        page.after(&id, &view["seq"]);
    }
}
