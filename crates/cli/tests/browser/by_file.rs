//! A game by file in a real browser; the other side answers out of the library, as the command line does.

use kernel::{Node, Rng, Seat, data::Overlay};
use letters::{Keys, LetterError, Letters};
use proof::Bytes;
use serde_json::json;

use crate::{
    driver::{Browser, Stage},
    table::{GAME, PEACE},
};

const OTHER: Seat = Seat(1);

/// The other side takes the file, plays until somebody else is due, and gives it back.
fn answered(text: &str, rng: &mut Rng) -> String {
    let game = games::open(GAME, &Overlay::none()).unwrap();
    let keys = Keys::new(Bytes([9; 32]));
    let mut letters = Letters::read(&*game, text).unwrap();
    let mut draft = letters.open(&*game, OTHER, &keys).unwrap();
    while draft.play.node() == Node::Decision(OTHER) {
        let legal = draft.play.legal();
        draft.play.play(OTHER, &legal[rng.index(legal.len())]).unwrap();
    }
    letters.close(&*game, OTHER, &keys, draft).unwrap();
    assert_eq!(letters.may_write(OTHER), Err(LetterError::TheirTurn));
    letters.to_text()
}

/// The file that the page offers to save.
fn offered(page: &Browser<'_>) -> String {
    page.wait("document.querySelector('.prompt a[download$=\".sandtable\"]')");
    let text = page.run(
        "const { href } = document.querySelector('.prompt a[download$=\".sandtable\"]');
         return (await fetch(href)).text();",
    );
    text.as_str().unwrap().to_owned()
}

/// Chooses a file, as the dialog of the browser does.
fn choose(page: &Browser<'_>, text: &str) {
    page.wait("document.querySelector('input[name=letter]')");
    page.run(&format!(
        "const field = document.querySelector('input[name=letter]');
         const all = new DataTransfer();
         all.items.add(new File([{}], 'game.sandtable', {{ type: 'text/plain' }}));
         field.files = all.files;
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));",
        json!(text)
    ));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_game_by_file_is_begun_played_signed_and_goes_on_with_the_answer() {
    let stage = Stage::new("by-file");
    let page = stage.browser();
    let mut rng = Rng::new(5, 0);
    page.open_start();
    page.click("a[href*='by-file.html']");
    page.wait("document.querySelector('.begin select[name=side]')?.value === 'german'");
    // What hides something is refused in the library's words.
    page.run("document.querySelector('.begin details').open = true");
    page.click(".begin label:has(input[value=bid-german])");
    page.wait("document.querySelector('.begin input[value=bid-german]').checked");
    page.click(".begin .go");
    page.wait("document.querySelector('.sorry').innerText.includes('cannot be played by file')");
    page.click(".begin label:has(input[value=bid-german])");
    page.wait("!document.querySelector('.begin input[value=bid-german]').checked");
    page.click(".begin .go");
    let id = page.wait("location.pathname.startsWith('/match/') && location.pathname.slice(7)");
    let id = id.as_str().unwrap().to_owned();

    // Nothing is played before both have promised their shares.
    page.click("[data-do=sign-letter]");
    let first = offered(&page);
    assert_eq!(page.count("[data-action]"), 0);
    choose(&page, &first);
    page.wait("document.querySelector('.notice.refused')?.innerText.includes('no new letter')");
    choose(&page, &answered(&first, &mut rng));
    page.wait("document.body.dataset.state === 'yours'");
    page.act("place rest");
    page.play_on(&id, "!view.offers.length", PEACE);
    page.wait("document.querySelector('[data-do=sign-letter]')");
    page.click("[data-do=sign-letter]");
    let third = offered(&page);
    assert!(third.starts_with("sandtable letters 1\n") && third.contains("\nplay: place rest\n"), "{third}");
    // The page of the first letter takes the answer too, and finds the match.
    let fourth = answered(&third, &mut rng);
    page.open("/by-file.html");
    page.run(&format!("document.querySelector('[name=pasted]').value = {}", json!(fourth)));
    page.click("[data-take]");
    page.wait(&format!("location.pathname === '/match/{id}' && document.body.dataset.seq"));
    let letters =
        page.run(&format!("return (await (await fetch('/api/matches/{id}')).json()).meta.by_file.letters"));
    assert_eq!(letters, 4);
    assert!(page.text(".seats").contains("by file"));
}
