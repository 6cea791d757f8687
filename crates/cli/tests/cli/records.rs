//! `replay` and `board`: what is made of a record.

use kernel::{Node, Players, Rng, data::Overlay, erased::AnyMatch};
use proof::{Aside, By, Bytes, Chain, Event, Genesis, Proof, kinds, woven};

use crate::env::{Env, GAME};

/// A folder with the record of a whole game, and its name.
fn recorded() -> (Env, String) {
    let env = Env::new();
    env.ok(&["simulate", GAME, "--games", "1", "--seed", "2", "--save", "."]);
    (env, format!("{GAME}-2-0001.sandtable"))
}

#[test]
fn a_record_is_told_to_its_end() {
    let (env, file) = recorded();
    let told = env.ok(&["replay", &file]);
    assert!(told.contains("luck: seed ") && told.contains("plies of play"), "{told}");
    let json = env.json(&["replay", &file, "--json"]);
    assert_eq!(json["ply"], json["plies"]);
    assert!(!json["journal"].as_array().unwrap().is_empty());
    let side = env.json(&["games", "--json"])[0]["sides"][0]["id"].as_str().unwrap().to_owned();
    assert!(env.ok(&["replay", &file, "--side", &side]).contains("plies of play"));
    env.fails(2, &["replay", &file, "--side", "martian"], &["no side 'martian'"]);
}

#[test]
fn a_replay_stops_where_it_is_told() {
    let (env, file) = recorded();
    assert!(env.ok(&["replay", &file, "--ply", "0"]).contains("after 0 plies"));
    assert!(env.ok(&["replay", &file, "--ply", "1"]).contains("after 1 ply"));
    assert_eq!(env.json(&["replay", &file, "--ply", "1", "--json"])["ply"], 1);
    env.fails(2, &["replay", &file, "--ply", "9999999"], &[&file, "--ply can be 0 to"]);
}

#[test]
fn a_whole_record_verifies() {
    let (env, file) = recorded();
    let told = env.ok(&["replay", &file, "--verify"]);
    for words in ["whole and unchanged", "revision", "legal", "follow from 'seed ", "no server proved"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn torn_and_edited_records_are_refused() {
    let (env, file) = recorded();
    let text = env.read(&file);
    let lines: Vec<&str> = text.lines().collect();
    for cut in [0, 1, 3, lines.len() / 2, lines.len() - 1] {
        env.write("torn.sandtable", &lines[..cut].join("\n"));
        for args in [&["replay", "torn.sandtable"][..], &["play", GAME, "--load", "torn.sandtable"]] {
            let ran = env.run(args);
            ran.fails(1, &["torn.sandtable"]);
            ran.one_line();
        }
    }
    let edited = text.replacen("luck: seed ", "luck: seed 1", 1);
    env.write("edited.sandtable", &edited);
    env.fails(
        1,
        &["replay", "edited.sandtable", "--verify"],
        &["edited.sandtable", "changed after it was written"],
    );
    env.write("noise.sandtable", "hello\n");
    env.fails(1, &["replay", "noise.sandtable"], &["no Sandtable record"]);
    env.fails(1, &["replay", "missing.sandtable"], &["missing.sandtable"]);
    let newer = text.replacen("sandtable record 1", "sandtable record 9", 1);
    env.write("newer.sandtable", &newer);
    env.fails(1, &["replay", "newer.sandtable"], &["newer.sandtable", "format 9"]);
}

#[test]
fn a_position_is_drawn() {
    let (env, file) = recorded();
    env.ok(&["board", GAME, "--out", "map.svg"]);
    assert!(env.read("map.svg").contains("<svg"));
    env.ok(&["board", GAME, "--empty", "--out", "empty.svg"]);
    assert!(env.read("empty.svg").len() < env.read("map.svg").len());
    env.ok(&["board", GAME, "--from", &file, "--ply", "5", "--out", "map.png", "--width", "200"]);
    let png = std::fs::read(env.path("map.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
    assert_eq!(png[16..20], 200u32.to_be_bytes());
    env.fails(2, &["board", GAME, "--out", "map.jpg"], &["map.jpg", ".svg or .png"]);
    env.fails(2, &["board", GAME, "--ply", "5", "--out", "map.svg"], &["--from"]);
    env.fails(1, &["board", GAME, "--out", "missing/map.svg"], &["missing/map.svg"]);
}

/// The record of a short game by an honest host, with its proof.
fn proved() -> String {
    hosted(GAME, |_| None)
}

/// The same by a host who says that something was played and taken back.
fn hosted(game: &str, mut taken_back: impl FnMut(&dyn AnyMatch) -> Option<String>) -> String {
    let game = games::open(game, &Overlay::none()).unwrap();
    let mut play = game.start(None, &[], Players::default()).unwrap();
    let secret = Bytes([9; 32]);
    let (header, commitment) = (play.header().clone(), secret.digest());
    let genesis = Genesis { id: "m".to_owned(), header, commitment };
    let mut chain = Chain::new(&genesis, secret);
    let salt = |seat: u8| Aside::Salt { at: 0, seat, salt: Bytes([seat + 1; 32]), by: By::Own };
    let mut asides = vec![salt(0), salt(1)];
    asides.iter().for_each(|aside| chain.add(&aside.event()));
    let mut rng = Rng::new(4, 0);
    while play.seq() < 150 {
        if let Some(line) = taken_back(&*play) {
            chain.add(&Event::Line(line.clone()));
            asides.push(Aside::Cut { at: play.seq(), lost: vec![(line, None)] });
            asides.last().iter().for_each(|cut| chain.add(&cut.event()));
        }
        let line = match play.node() {
            Node::Over(_) => break,
            Node::Chance(draw) => {
                let outcome = draw.write(chain.luck(draw));
                play.play_luck(&outcome).unwrap();
                format!("* {outcome}")
            }
            Node::Decision(seat) => {
                let legal = play.legal();
                let action = legal[rng.index(legal.len())].clone();
                play.play(seat, &action).unwrap();
                action
            }
        };
        chain.add(&Event::Line(line));
    }
    let record = play.record();
    let woven = woven(&record.lines, &asides).unwrap();
    Proof::new(&genesis, secret, &woven, &kinds(&*play)).opened(secret).append(&record)
}

#[test]
fn a_proof_is_recomputed_and_its_fault_is_told() {
    let (env, proved) = (Env::new(), proved());
    env.write("proved.sandtable", &proved);
    let verified = env.json(&["replay", "proved.sandtable", "--verify", "--json"]);
    assert_eq!(
        (&verified["proof"]["state"], &verified["draws_proved_by_server"]),
        (&"proved".into(), &true.into())
    );
    assert!(verified["proof"]["proved"].as_u64().unwrap() > 3);
    // A salt that its owner does not know, and one that was changed.
    let other = format!("german={}", "0".repeat(64));
    let refused = env.run(&["replay", "proved.sandtable", "--verify", "--salt", &other]);
    assert!(refused.out.contains("the salt is not the one you sent"), "{}", refused.out);
    assert_ne!(refused.code, 0);
    let salt = proved.lines().find(|line| line.starts_with("salt: ")).unwrap();
    env.write("changed.sandtable", &proved.replace(salt, &salt.replace(" own ", " server ")));
    let refused = env.run(&["replay", "changed.sandtable", "--verify"]);
    assert!(refused.code != 0 && refused.out.contains("DOES NOT HOLD: entry"), "{}", refused.out);
    let secret = proved.lines().find(|line| line.starts_with("secret: ")).unwrap();
    env.write("sealed.sandtable", &proved.replace(secret, "secret: sealed"));
    let sealed = env.json(&["replay", "sealed.sandtable", "--verify", "--json"]);
    assert_eq!(sealed["proof"]["state"], "sealed");
}

#[test]
fn what_was_taken_back_is_told_and_held_against_the_rules() {
    let env = Env::new();
    let mut offers = 0;
    let honest = hosted(GAME, |play| {
        let action = play.legal().first().cloned()?;
        offers += 1;
        (offers == 3).then_some(action)
    });
    env.write("honest.sandtable", &honest);
    let told = env.ok(&["replay", "honest.sandtable", "--verify"]);
    assert!(told.contains("1 times something was taken back") && told.contains(" took back '"), "{told}");
    // Nobody can have decided anything while dice were due: the host looked for other dice.
    let mut last = None;
    let mut tried = 0;
    let forged = hosted(GAME, |play| match play.node() {
        Node::Chance(_) if tried < 3 => {
            tried += 1;
            last.clone()
        }
        _ => {
            last = play.legal().first().cloned();
            None
        }
    });
    assert!(tried > 0);
    env.write("forged.sandtable", &forged);
    let refused = env.run(&["replay", "forged.sandtable", "--verify"]);
    assert!(refused.code != 0 && refused.out.contains("this cannot have come in here"), "{}", refused.out);
}

#[test]
fn a_record_of_every_game_becomes_json_and_comes_back() {
    let env = Env::new();
    for game in games::ids() {
        let proved = hosted(game, |_| None);
        env.write("proved.sandtable", &proved);
        env.run(&["convert", "proved.sandtable", "--out", "game.json"]).ok();
        env.run(&["convert", "game.json", "--out", "again.sandtable"]).ok();
        assert_eq!(env.read("again.sandtable"), proved);
        let json: serde_json::Value = serde_json::from_str(&env.read("game.json")).unwrap();
        assert_eq!(
            (&json["sandtable"], &json["version"], &json["game"]),
            (&"record".into(), &1.into(), &(*game).into())
        );
    }
}

#[test]
fn a_report_and_a_film_are_single_files() {
    let env = Env::new();
    env.write("proved.sandtable", &proved());
    for (name, film) in [("game.html", false), ("game.md", false), ("film.html", true)] {
        let mut args = vec!["report", "proved.sandtable", "--no-review", "--out", name];
        args.extend(film.then_some("--film"));
        env.run(&args).ok();
        let page = env.read(name);
        assert!(
            page.len() > 2_000 && !page.contains("src=\"http") && !page.contains("href=\"http"),
            "{name}"
        );
    }
}
