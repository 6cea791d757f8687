//! People: an account, the lobby, what is said and agreed on at a table.

use crate::driver::{Browser, Stage};

/// Writes into a field as a person does.
fn write(page: &Browser<'_>, selector: &str, words: &str) {
    page.wait(&format!("document.querySelector({selector:?})"));
    page.run(&format!(
        "const field = document.querySelector({selector:?}); field.value = {words:?};
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    ));
}

fn sign_up(page: &Browser<'_>, name: &str) {
    page.open_start();
    page.click("[data-people]");
    page.click(".people [data-show=up]");
    write(page, ".people input[name=name]", name);
    write(page, ".people input[name=password]", "correct horse");
    page.click(".people form button");
    let code = page.wait("document.querySelector('.people .code')?.textContent.trim()");
    assert_eq!(code.as_str().unwrap().len(), 32);
    page.click(".people [data-close].strong");
    page.wait(&format!("document.querySelector('[data-people]').textContent === {name:?}"));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn two_people_meet_in_the_lobby_talk_and_agree_on_a_draw() {
    let stage = Stage::new("lobby");
    let (anna, bert) = (stage.browser(), stage.browser());
    sign_up(&anna, "Anna");
    // Two clicks find an opponent, or wait for one.
    anna.click("label:has(input[value=open])");
    anna.click("button.go");
    let id = anna.wait("location.pathname.startsWith('/match/') && location.pathname.slice(7)");
    let id = id.as_str().unwrap().to_owned();
    anna.wait("document.querySelector('.prompt').textContent.includes('lobby')");
    bert.open_start();
    bert.wait("document.querySelector('.lobby [data-sit]')");
    assert!(bert.text(".lobby").contains("Anna"), "{}", bert.text(".lobby"));
    bert.click(".lobby [data-sit]");
    bert.wait(&format!("location.pathname === '/match/{id}'"));
    bert.wait("document.body.dataset.state === 'yours'");
    assert!(bert.text(".seats").contains("Anna"));

    bert.click("[data-tab=talk]");
    write(&bert, ".talk form input", "Good luck & have <fun>!");
    bert.click(".talk form button");
    anna.wait("document.querySelector('[data-tab=talk]').classList.contains('has')");
    anna.click("[data-tab=talk]");
    anna.wait("document.querySelector('.talk .lines').textContent.includes('have <fun>!')");
    anna.click("[data-does=offer-draw]");
    anna.wait("document.querySelector('[data-does=offer-draw]').textContent.includes('yes')");
    anna.click("[data-does=offer-draw]");
    bert.wait("document.querySelector('[data-does=accept]')");
    bert.click("[data-does=accept]");
    for page in [&anna, &bert] {
        page.wait("document.body.dataset.state === 'over'");
        page.click("[data-tab=journal]");
        page.wait("document.querySelector('.journal').textContent.includes('the game is drawn')");
    }
    // The return match has the sides changed, and the other finds it as a challenge.
    anna.click("[data-do=rematch]");
    let again = anna.wait(&format!(
        "location.pathname.startsWith('/match/') && location.pathname !== '/match/{id}' && location.pathname.slice(7)"
    ));
    bert.open_start();
    bert.wait("document.querySelector('.lobby [data-sit]')");
    bert.click(".lobby [data-sit]");
    bert.wait(&format!("location.pathname === '/match/{}'", again.as_str().unwrap()));
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_account_has_devices_and_can_be_left() {
    let stage = Stage::new("account");
    let (one, two) = (stage.browser(), stage.browser());
    sign_up(&one, "Anna");
    two.open_start();
    two.click("[data-people]");
    write(&two, ".people input[name=name]", "anna");
    write(&two, ".people input[name=password]", "wrong horse");
    two.click(".people form button");
    two.wait("document.querySelector('.people .sorry')?.textContent.includes('wrong')");
    write(&two, ".people input[name=name]", "anna");
    write(&two, ".people input[name=password]", "correct horse");
    two.click(".people form button");
    two.wait("document.querySelector('[data-people]').textContent === 'Anna'");
    two.click("[data-people]");
    two.wait("document.querySelectorAll('.people .devices li').length === 2");
    two.click(".people [data-out=others]");
    two.wait("document.querySelectorAll('.people .devices li').length === 1");
    one.reload();
    one.wait("document.querySelector('[data-people]').textContent === 'Sign in'");
}
