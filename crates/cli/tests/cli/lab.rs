//! `simulate` and `bench`: figures.

use crate::env::{Env, GAME};

#[test]
fn simulate_reports_wins_with_intervals() {
    let env = Env::new();
    let report = env.json(&["simulate", GAME, "--games", "12", "--seed", "5", "--json"]);
    assert_eq!((report["game"].as_str(), report["seed"].as_u64()), (Some(GAME), Some(5)));
    let wins = report["wins"].as_object().unwrap();
    let won: u64 = wins.values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(won + report["draws"].as_u64().unwrap(), 12);
    for (side, n) in wins {
        let [low, high] = [0, 1].map(|i| report["interval"][side][i].as_f64().unwrap());
        let share = n.as_f64().unwrap() / 12.0;
        assert!(low <= share && share <= high, "{side}: {report}");
    }
    let endings = report["endings"].as_array().unwrap();
    assert_eq!(endings.iter().map(|it| it["games"].as_u64().unwrap()).sum::<u64>(), 12);
    assert!(report["mean_decisions"].as_f64().unwrap() > 0.0);
    let text = env.ok(&["simulate", GAME, "--games", "4"]);
    assert!(text.contains("4 games, seed 1") && text.contains("Endings:"), "{text}");
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let env = Env::new();
    let args = |jobs| ["simulate", GAME, "--games", "9", "--seed", "3", "--json", "--swap", "--jobs", jobs];
    assert_eq!(env.ok(&args("1")), env.ok(&args("3")));
    assert_ne!(
        env.ok(&["simulate", GAME, "--games", "9", "--seed", "3", "--json"]),
        env.ok(&["simulate", GAME, "--games", "9", "--seed", "4", "--json"])
    );
}

#[test]
fn changing_sides_counts_the_bots() {
    let env = Env::new();
    let args = ["simulate", GAME, "--games", "4", "--swap", "--bots", "random,random", "--json"];
    let report = env.json(&args);
    let by_bot: u64 = report["wins_by_bot"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(by_bot + report["draws"].as_u64().unwrap(), 4);
    assert!(env.ok(&args[..7]).contains("on both sides"));
}

#[test]
fn saved_games_verify() {
    let env = Env::new();
    env.ok(&["simulate", GAME, "--games", "2", "--seed", "8", "--save", "records"]);
    for n in ["0001", "0002"] {
        let file = format!("records/{GAME}-8-{n}.sandtable");
        let verified = env.json(&["replay", &file, "--verify", "--json"]);
        assert_eq!((&verified["legal"], &verified["over"]), (&true.into(), &true.into()));
        assert_eq!(verified["draws_follow_seed"], true, "{n}");
    }
}

#[test]
fn bench_measures_every_game() {
    let env = Env::new();
    let measured = env.json(&["bench", "--seconds", "0.05", "--json"]);
    let game = &measured[0];
    assert_eq!(game["game"], GAME);
    for key in [
        "actions_per_s",
        "games_per_s",
        "mean_actions",
        "state_bytes",
        "view_per_s",
        "replay_per_s",
        "iterations_per_s",
        "iterations_together",
    ] {
        assert!(game[key].as_f64().unwrap() > 0.0, "{key}: {game}");
    }
    assert!(env.ok(&["bench", GAME, "--seconds", "0.05"]).contains("a second"));
}

#[test]
fn a_report_stands_alone() {
    let env = Env::new();
    env.ok(&["simulate", GAME, "--games", "6", "--report", "out.html", "--csv", "out.csv"]);
    let page = read(&env, "out.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("Where dice are thrown"));
    for outside in ["<script", "src=", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(read(&env, "out.csv").lines().count(), 7);
}

#[test]
fn a_series_goes_on_where_it_ended() {
    let env = Env::new();
    let args = |games, more: &[&'static str]| {
        let mut args = vec!["simulate", GAME, "--seed", "5", "--json", "--games", games];
        args.extend(more);
        env.ok(&args)
    };
    args("3", &["--keep", "games.jsonl"]);
    assert_eq!(read(&env, "games.jsonl").lines().count(), 4);
    assert_eq!(args("5", &["--keep", "games.jsonl", "--resume"]), args("5", &[]));
    assert_eq!(read(&env, "games.jsonl").lines().count(), 6);
    let other = ["simulate", GAME, "--seed", "6", "--keep", "games.jsonl", "--resume"];
    env.fails(2, &other, &["another series"]);
}

#[test]
fn a_change_is_compared_on_the_same_seeds() {
    let env = Env::new();
    let same = "scenario.victory.check_turn=4";
    let report = env.json(&["simulate", GAME, "--games", "4", "--set", same, "--json"]);
    assert_eq!(report["what_if"]["turned"], serde_json::json!([0, 0]));
    assert_eq!(report["what_if"]["significant"], false);
    env.fails(2, &["simulate", GAME, "--set", "charts"], &["--set"]);
}

fn read(env: &Env, file: &str) -> String {
    std::fs::read_to_string(env.path(file)).unwrap()
}

#[test]
fn hints_and_reviews_follow_a_record() {
    let env = Env::new();
    env.ok(&["simulate", GAME, "--games", "1", "--seed", "8", "--save", "records"]);
    let file = format!("records/{GAME}-8-0001.sandtable");
    let hint = env.json(&["hint", &file, "--ply", "0", "--level", "search:iterations=20", "--json"]);
    assert!(hint["choices"][0]["action"].is_string() && hint["choices"][0]["chance"].as_u64() <= Some(1000));
    env.fails(2, &["hint", &file], &["nobody decides"]);
    let review = env.json(&["review", &file, "--iterations", "4", "--json", "--chart", "chart.svg"]);
    assert!(review["decisions"].as_array().unwrap().len() > 10);
    assert!(review["turning_points"].as_array().unwrap().len() <= 5);
    assert!(read(&env, "chart.svg").starts_with("<svg"));
}

#[test]
fn ratings_are_a_page_and_numbers() {
    let env = Env::new();
    let rate = |game: &str, games: &str| {
        let players = ["--players", "random,greedy", "--games", games];
        let files = ["--out", "ratings.md", "--numbers", "ratings.json"];
        env.ok(&[&["ratings", game][..], &players, &files].concat())
    };
    rate("slaughterhouse", "2");
    let printed = rate(GAME, "4");
    assert!(printed.contains("| greedy | random | 4 |"), "{printed}");
    let page = read(&env, "ratings.md");
    assert!(page.contains("| random | 0 ±") && page.contains("| greedy | random | 2 |"), "{page}");
    let numbers = || serde_json::from_str::<serde_json::Value>(&read(&env, "ratings.json")).unwrap();
    let both = numbers();
    assert_eq!(both[GAME]["random"]["elo"], 0);
    assert_eq!(both[GAME]["greedy"]["games"], 4);
    // Measured anew, a game replaces its own part and leaves the other.
    rate(GAME, "2");
    assert_eq!(numbers()["slaughterhouse"], both["slaughterhouse"]);
    assert_eq!(numbers()[GAME]["greedy"]["games"], 2);
    let page = read(&env, "ratings.md");
    let titles: Vec<&str> = page.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(titles.len(), 2, "{page}");
    assert!(
        titles[0].starts_with("## Circle of Fire") && !page.contains("| greedy | random | 4 |"),
        "{page}"
    );
}

#[test]
fn ratings_go_on_from_kept_games() {
    let env = Env::new();
    let rate = |games: &str, more: &[&str]| {
        let args = ["ratings", GAME, "--players", "random,greedy", "--games", games];
        env.ok(&[&args[..], more].concat())
    };
    rate("2", &["--keep", "games"]);
    let file = format!("games/{GAME}-greedy-random.jsonl");
    assert_eq!(read(&env, &file).lines().count(), 3);
    assert_eq!(rate("4", &["--keep", "games"]), rate("4", &[]));
    assert_eq!(read(&env, &file).lines().count(), 5);
    // Fewer games than are known are the first of them.
    assert_eq!(rate("2", &["--keep", "games"]), rate("2", &[]));
    let own = rate("4", &["--pair", "random:greedy=2"]);
    assert!(
        own.contains("| greedy | random | 2 |") && own.contains("--pair random:greedy=2 --seed"),
        "{own}"
    );
    env.fails(
        2,
        &["ratings", GAME, "--players", "random,greedy", "--pair", "easy:greedy=2"],
        &["do not meet"],
    );
}

/// What an evaluation means is fitted turn by turn, overridden, and reported in hints; how the machine plays does not change.
#[test]
fn win_probabilities_are_calibrated() {
    let env = Env::new();
    let weights = format!("over/{GAME}/weights.toml");
    std::fs::create_dir_all(env.path(&format!("over/{GAME}"))).unwrap();
    std::fs::write(env.path(&weights), "# Ours.\n").unwrap();
    let calibrate = |jobs: &str| {
        let games = ["--player", "random", "--games", "3", "--jobs", jobs];
        env.ok(&[&["calibrate", GAME, "--weights", &weights][..], &games].concat())
    };
    let said = calibrate("2");
    let surprise: Vec<f64> =
        said.split(&[' ', ','][..]).filter_map(|word| word.strip_prefix("0.")?.parse().ok()).collect();
    assert!(said.contains("siege, 3 games") && surprise.len() == 2 && surprise[1] < surprise[0], "{said}");
    let fitted = read(&env, &weights);
    assert_eq!((calibrate("1"), read(&env, &weights)), (said, fitted.clone()));
    let table: toml::Table = fitted.parse().unwrap();
    assert!(fitted.starts_with("# Ours.\n"), "{fitted}");
    for side in ["german", "soviet"] {
        let part = &table["reported"]["siege"][side];
        let [even, scale] = ["even", "scale"].map(|key| part[key].as_array().unwrap().len());
        assert!(even == scale && (1..=9).contains(&even), "{fitted}");
    }
    // Whoever is sure of nothing reports even chances, and plays the same.
    let unsure = "[reported.siege.german]\neven = [0]\nscale = [2000000000]\n[reported.siege.soviet]\neven = [0]\nscale = [2000000000]\n";
    std::fs::write(env.path(&weights), unsure).unwrap();
    let hint = |folder: &str, data: &[&str]| {
        let play = ["simulate", GAME, "--games", "1", "--seed", "8", "--save", folder];
        env.ok(&[&play[..], data].concat());
        let file = format!("{folder}/{GAME}-8-0001.sandtable");
        let ask = ["hint", &file, "--ply", "0", "--level", "search:iterations=20", "--json"];
        env.json(&[&ask[..], data].concat())["choices"][0].clone()
    };
    let (sure, unsure) = (hint("one", &[]), hint("other", &["--data", "over"]));
    assert_eq!(sure["action"], unsure["action"]);
    assert_eq!(unsure["chance"], 500);
    assert_ne!(sure["chance"], 500);
}

/// A record replays under any weights: they are the machine's business, not the game's. `simulate` says which it used.
#[test]
fn a_record_replays_under_any_weights() {
    let env = Env::new();
    std::fs::create_dir_all(env.path(&format!("over/{GAME}"))).unwrap();
    std::fs::write(env.path(&format!("over/{GAME}/weights.toml")), "[hand]\ntown = 1\n").unwrap();
    let play = ["simulate", GAME, "--games", "1", "--seed", "8", "--bots", "greedy", "--json"];
    let plain = env.json(&[&play[..], &["--save", "plain"]].concat());
    let changed = env.json(&[&play[..], &["--save", "changed", "--data", "over"]].concat());
    assert_eq!((&plain["data"], &plain["judgement"]), (&"builtin".into(), &"builtin".into()));
    assert_eq!(changed["data"], "builtin");
    assert_ne!(changed["judgement"], "builtin");
    for folder in ["plain", "changed"] {
        let file = format!("{folder}/{GAME}-8-0001.sandtable");
        env.ok(&["replay", &file]);
        env.ok(&["replay", &file, "--data", "over"]);
    }
}

/// The judgement of a position, term by term: for every game, both sides and both sets of weights, the terms add up.
#[test]
fn a_position_is_judged_term_by_term() {
    let env = Env::new();
    for game in ["circle-of-fire", "bear-trap", "strike-the-bear", "slaughterhouse"] {
        env.ok(&["simulate", game, "--games", "1", "--seed", "8", "--save", "games"]);
        let file = format!("games/{game}-8-0001.sandtable");
        let judged = env.json(&["judge", game, "--from", &file, "--ply", "60", "--json"]);
        assert_eq!((&judged["ply"], &judged["judgement"]), (&60.into(), &"builtin".into()));
        let assessments = judged["assessments"].as_array().unwrap();
        assert_eq!(assessments.len(), 4);
        for it in assessments {
            let terms = it["terms"].as_array().unwrap();
            let sum: i64 = terms.iter().map(|term| term["score"].as_i64().unwrap()).sum();
            assert_eq!(sum / it["per_point"].as_i64().unwrap(), it["score"].as_i64().unwrap(), "{it}");
            assert!(terms.iter().filter(|term| term["score"] != 0).count() > 1, "{it}");
        }
        assert_eq!(assessments[0]["score"].as_i64(), assessments[2]["score"].as_i64().map(|score| -score));
        let text = env.ok(&["judge", game, "--from", &file, "--ply", "60"]);
        assert!(text.contains("win probability") && text.contains("learned"), "{text}");
    }
    let file = "games/slaughterhouse-8-0001.sandtable";
    env.fails(2, &["judge", "bear-trap", "--from", file], &["a game of slaughterhouse"]);
}
