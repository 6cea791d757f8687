//! Tables that do not fit are refused with file, key and reason.

use new_game::NewGame;

#[test]
fn tables_that_do_not_fit_are_refused() {
    checks::refuses(
        "new-game",
        NewGame::load,
        &[
            ("tables.toml", "[numbers]\nturns = 0", "numbers.turns", "1 to 20"),
            ("tables.toml", "[numbers]\nhits_on = 7", "numbers.hits_on", "face"),
            ("tables.toml", "[map]\nborders = [[\"hill\", \"sea\"]]", "map.borders", "sea"),
            ("tables.toml", "[[unit]]\nid = \"n1\"\nat = \"sea\"", "unit.n1.at", "sea"),
        ],
    );
}
