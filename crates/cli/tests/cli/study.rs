//! Positions set up by hand in the terminal.

use crate::env::{Env, GAME};

const SMALL: &str = "game = \"circle-of-fire\"\ntitle = \"A small fight\"\nscenario = \"siege\"\nclear = true\n\
                     step = \"soviet-impulse\"\n[position.pieces]\n\"g-okd\" = { at = \"8\" }\n\
                     \"s-73-1\" = { at = \"14\" }\n\"s-73-2\" = { at = \"14\" }\n";

#[test]
fn a_position_is_checked_played_and_kept_and_its_record_comes_back_to_the_byte() {
    let env = Env::new();
    env.write("small.toml", SMALL);
    let told = env.ok(&["study", "small.toml"]);
    assert!(told.contains("A small fight") && told.contains("Soviet decides:"), "{told}");
    assert!(told.contains(&format!("sandtable play {GAME} --from small.toml")), "{told}");
    let ones = b"1\n".repeat(20_000);
    let args =
        ["play", GAME, "--from", "small.toml", "--seed", "7", "--bot", "human", "--save", "it.sandtable"];
    let played = env.run_with(&args, &ones).ok();
    assert!(played.contains("set up by hand") && played.contains("The game is over"), "{played}");
    let text = env.read("it.sandtable");
    assert!(text.contains("\nposition: step = \"soviet-impulse\"\n"), "{text}");
    let verified = env.json(&["replay", "it.sandtable", "--verify", "--json"]);
    assert_eq!((&verified["over"], &verified["draws_follow_seed"]), (&true.into(), &true.into()));
    // To JSON and back, to the byte.
    env.ok(&["convert", "it.sandtable", "--out", "it.json"]);
    env.ok(&["convert", "it.json", "--out", "again.sandtable"]);
    assert_eq!(env.read("again.sandtable"), text);
    assert!(env.read("it.json").contains("soviet-impulse"));
    env.ok(&["report", "it.sandtable", "--no-review", "--out", "it.md"]);
    assert!(env.read("it.md").contains("Began: from a position"), "{}", env.read("it.md"));
    // The position comes back out of the record.
    env.ok(&["study", "it.sandtable", "--ply", "0", "--out", "out.toml"]);
    assert_eq!(env.read("out.toml"), SMALL.replace("title = \"A small fight\"\n", ""));
    let late = env.run(&["study", "it.sandtable", "--out", "out.toml"]);
    assert!(late.code == 2 && late.err.contains("--ply 0"), "{late:?}");
}

#[test]
fn a_moment_of_a_record_is_written_down_and_problems_are_named_with_their_keys() {
    let env = Env::new();
    env.run_with(&["play", GAME, "--seed", "3", "--bot", "random", "--save", "game"], b"1\n1\n1\nq\n").ok();
    env.ok(&["study", "game", "--ply", "2", "--out", "moment.toml"]);
    let moment = env.read("moment.toml");
    assert!(moment.contains("before = [\n"), "{moment}");
    env.ok(&["study", "moment.toml"]);
    env.write(
        "wrong.toml",
        &format!("{SMALL}\"nobody\" = {{ at = \"1\" }}\n[position.tracks]\n\"turn\" = 99\n"),
    );
    let wrong = env.run(&["study", "wrong.toml"]);
    assert_eq!(wrong.code, 1);
    for key in ["position.pieces.nobody:", "position.tracks.turn:"] {
        assert!(wrong.err.contains(key), "{wrong:?}");
    }
    let refused = env.run(&["play", GAME, "--from", "wrong.toml"]);
    assert!(refused.code != 0 && refused.err.contains("pieces.nobody"), "{refused:?}");
    assert_eq!(env.run(&["study", "moment.toml", "--ply", "2"]).code, 2);
}
