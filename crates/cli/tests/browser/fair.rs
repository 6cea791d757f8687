//! Fair dice in a real browser: its own salt, and its own cryptography.

use serde_json::json;

use crate::{
    driver::Stage,
    table::{GAME, PEACE},
};

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_browser_sends_a_salt_and_verifies_the_dice_itself() {
    let stage = Stage::new("fair");
    let player = stage.browser();
    let id = player.begin(&json!({ "game": GAME, "against": "hotseat", "own_salt": true }));
    player.sit(&id);
    player.wait("document.querySelector('.dice-proof').textContent === 'Dice sealed'");
    let kept = format!("JSON.parse(localStorage.getItem('proof:{id}') ?? '{{}}')");
    player.wait(&format!("{kept}.salt?.length === 64 && {kept}.commitment?.length === 64"));
    player.play_on(&id, "view.outcome", PEACE);
    player.wait("document.querySelector('.dice-proof').textContent === 'Verify the dice'");
    player.wait(&format!("{kept}.entries > 10"));
    player.open(&format!("/verify.html?match={id}"));
    player.wait("document.querySelector('.verdict').dataset.state");
    assert_eq!(player.run("return document.querySelector('.verdict').dataset.state"), "good");
    let said = player.text(".verdict");
    assert!(said.contains("Every roll follows") && said.contains("of its own"), "{said}");
    assert!(said.contains("Compared with the commitment"), "{said}");
    player.wait("document.querySelectorAll('.luck tbody tr').length > 1");
    // A device that was shown another commitment is not satisfied.
    player.run(&format!(
        "const kept = {kept}; localStorage.setItem('proof:{id}', JSON.stringify({{ ...kept, commitment: '0'.repeat(64) }}))"
    ));
    player.reload();
    player.wait("document.querySelector('.verdict').dataset.state === 'bad'");
    assert!(player.text(".verdict").contains("commitment is not the one"));
}
