//! Into a Bear Trap in the browser: a column, fire, an assault from the vehicles, placing, a barrage, the night.

use serde_json::Value;

use crate::{
    driver::{Browser, ENTER, Stage},
    position::{Way, offered},
    table::offers,
};

/// Enters, drives on and fights.
const WAR: Way<'static> = Way {
    game: "bear-trap",
    scenario: None,
    options: &[],
    prefer: &["place", "upper", "ground", "fire", "enter", "board", "at", "step", "select", "off", "join"],
};
/// The same in the variant, which begins with Chechens on the map.
const VARIANT: Way<'static> = Way { scenario: Some("variant"), ..WAR };

/// Plays the first thing on offer that begins with one of the words.
fn take(page: &Browser<'_>, id: &str, view: &Value, words: &[&str]) -> Value {
    let offer = words.iter().find_map(|word| offers(view, word).next());
    page.pick(offer.unwrap_or_else(|| panic!("none of {words:?} is on offer in {}", view["step"])));
    page.after(id, &view["seq"])
}

fn piece<'a>(view: &'a Value, id: &Value) -> &'a Value {
    view["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == *id).unwrap()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_column_enters_by_mouse() {
    let stage = Stage::new("column");
    let page = stage.browser();
    let way = Way { prefer: &["keep 1/81", "add"], ..WAR };
    let id = page.begin(&way.to(|view| &*view.step == "russian-marker" && offered(view, "enter")));
    page.sit(&id);
    let view = page.view(&id);
    let vehicle = offers(&view, "enter").next().unwrap()["target"]["piece"].clone();
    let mut view = take(&page, &id, &view, &["enter"]);
    assert_eq!(view["step"], "entry");
    view = take(&page, &id, &view, &["board"]);
    let mut entered = Value::Null;
    while view["step"] == "entry" {
        let offer = offers(&view, "at").next().unwrap();
        entered = offer["target"]["space"].clone();
        page.pick(offer);
        view = page.after(&id, &view["seq"]);
    }
    // Where there is one way only, the server drives it by itself.
    while view["step"] == "active" {
        view = take(&page, &id, &view, &["step", "end"]);
    }
    assert_eq!(piece(&view, &vehicle)["aboard"], 1);
    assert!(entered.is_string(), "it entered somewhere");
    assert_ne!(piece(&view, &vehicle)["at"], entered, "the forced march of 10.1.2 leads on");
    assert!(page.text(".journal").contains("10.1.2"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn fire_shows_every_modifier_and_falls() {
    let stage = Stage::new("fire");
    let page = stage.browser();
    let way =
        Way { prefer: &["place", "upper", "ground", "enter", "at", "step", "select", "end"], ..VARIANT };
    let aimed = |view: &view::View| {
        view.offers.iter().any(|offer| offer.action.starts_with("fire") && offer.odds.is_some())
    };
    let id = page.begin(&way.to(|view| &*view.step == "active" && aimed(view)));
    page.sit(&id);
    let view = page.view(&id);
    let fire = offers(&view, "fire").find(|offer| offer["odds"].is_object()).unwrap();
    let key = fire["target"]["piece"].as_str().map_or_else(
        || format!("space:{}", fire["target"]["space"].as_str().unwrap()),
        |piece| format!("piece:{piece}"),
    );
    page.hover(&format!("[data-key='{key}']"));
    page.wait("!document.querySelector('.odds').hidden && document.querySelector('.odds .headline')");
    assert!(page.count(".odds .sums td .case") > 0, "the modifiers name their cases");
    page.pick(fire);
    page.after(&id, &view["seq"]);
    assert!(page.text(".journal").contains("6.4"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn passengers_get_off_to_assault() {
    let stage = Stage::new("assault");
    let page = stage.browser();
    let way = Way {
        prefer: &[
            "place",
            "upper",
            "ground",
            "enter",
            "board",
            "at",
            "assault",
            "join ru-b",
            "select ru-b",
            "step",
        ],
        ..VARIANT
    };
    let id = page.begin(&way.to(|view| &*view.step == "assault" && offered(view, "off")));
    page.sit(&id);
    let view = page.view(&id);
    let off = offers(&view, "off").next().unwrap()["target"]["piece"].clone();
    let view = take(&page, &id, &view, &["off"]);
    assert_eq!(view["step"], "assault");
    assert_eq!(piece(&view, &off)["chosen"], true);
    let resolve = offers(&view, "resolve").next().unwrap();
    assert!(resolve["odds"]["sums"].is_array(), "{resolve}");
    let view = take(&page, &id, &view, &["resolve"]);
    let told = view["journal"].as_array().unwrap().iter().rev().take(20);
    assert!(told.clone().any(|line| line["cites"].as_str().unwrap().starts_with("7.")), "{:?}", told);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn drawn_units_are_placed_and_faced() {
    let stage = Stage::new("placing");
    let page = stage.browser();
    let id = page.begin(&VARIANT.to(|view| offered(view, "place")));
    page.sit(&id);
    // Hundreds of hexes are lit; the map turns to where most of them are, which need not be the first.
    page.click("[data-do=fit]");
    let view = page.view(&id);
    let place = offers(&view, "place").next().unwrap();
    let (unit, hex) = (place["unit"].clone(), place["target"]["space"].clone());
    page.pick(place);
    let mut view = page.after(&id, &view["seq"]);
    while view["step"] == "place-facing" {
        view = take(&page, &id, &view, &["upper", "ground"]);
    }
    assert_eq!(piece(&view, &unit)["at"], hex);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_leader_spots_for_a_battery() {
    let stage = Stage::new("barrage");
    let page = stage.browser();
    let way = Way {
        prefer: &["place", "upper", "ground", "battery", "barrage", "enter", "board", "at", "step", "select"],
        ..VARIANT
    };
    let id = page.begin(&way.to(|view| &*view.step == "spotter" && offered(view, "spotter")));
    page.sit(&id);
    let view = page.view(&id);
    let spotter = offers(&view, "spotter").next().unwrap()["target"]["piece"].clone();
    let view = take(&page, &id, &view, &["spotter"]);
    assert!(page.text(".journal").contains("6.5"));
    let seen = view["pieces"].as_array().unwrap().iter().find(|piece| piece["id"] == spotter);
    assert!(seen.is_none_or(|piece| piece["marks"].to_string().contains("spotting")), "{seen:?}");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn night_falls_on_the_sixth_turn() {
    let stage = Stage::new("night");
    let page = stage.browser();
    let way = Way { prefer: &["place", "upper", "ground", "keep", "add", "enter", "at", "end"], ..VARIANT };
    let turn = |view: &view::View| {
        view.tracks.iter().any(|track| &*track.id == "turn" && track.value == view::TrackValue::Number(6))
    };
    let id = page.begin(&way.to(|view| turn(view) && view.step.ends_with("-marker") && offered(view, "end")));
    page.sit(&id);
    assert!(page.text("main, body").to_lowercase().contains("night"));
    let view = page.view(&id);
    assert_eq!(offers(&view, "battery").count(), 0, "no battery fires at night");
    take(&page, &id, &view, &["end"]);
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_activation_is_played_by_keys() {
    let stage = Stage::new("bt-keys");
    let page = stage.browser();
    let way = Way {
        prefer: &["place", "upper", "ground", "keep", "add", "enter", "at", "end", "select"],
        ..VARIANT
    };
    let id = page.begin(&way.to(|view| view.step.ends_with("-marker") && offered(view, "select")));
    page.sit(&id);
    let mut view = page.view(&id);
    // The next unit, into the hand.
    page.key(".");
    page.key(ENTER);
    view = page.after(&id, &view["seq"]);
    assert_eq!(view["step"], "active");
    // A lit hex, and there.
    page.key("]");
    page.key(ENTER);
    if page.count(".choices:not([hidden]) .choice") > 0 {
        page.key(ENTER);
    }
    let after = page.after(&id, &view["seq"]);
    assert!(after["seq"].as_u64() > view["seq"].as_u64());
}
