//! `games`, `rules`, `completions`: what is only told.

use crate::env::{Env, GAME};

#[test]
fn games_lists_what_can_be_played() {
    let env = Env::new();
    let listed = env.json(&["games", "--json"]);
    let game = &listed.as_array().unwrap()[0];
    assert_eq!(game["id"], GAME);
    for key in ["sides", "scenarios", "tables"] {
        assert!(!game[key].as_array().unwrap().is_empty(), "{key}");
    }
    let cases = &game["cases"];
    assert!(cases["total"].as_u64().unwrap() >= cases["given"].as_u64().unwrap());
    let text = env.ok(&["games"]);
    for word in [GAME, "sides", "scenarios", "given", "reconstructed"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn rules_prints_the_manual_a_module_and_a_case() {
    let env = Env::new();
    let manual = env.ok(&["rules", GAME]);
    assert!(manual.lines().all(|line| line.chars().count() <= 120));
    let book = env.json(&["rules", GAME, "--json"]);
    let cases = book["cases"].as_array().unwrap();
    let numbers: Vec<&str> = cases.iter().map(|case| case["number"].as_str().unwrap()).collect();
    assert!(numbers.iter().all(|number| manual.contains(number)));

    let module = env.ok(&["rules", GAME, "1"]);
    let of_module = numbers.iter().filter(|number| number.starts_with("1."));
    assert!(of_module.clone().count() > 1);
    assert!(of_module.clone().all(|number| module.contains(number)), "{module}");

    let case = env.json(&["rules", GAME, numbers[1], "--json"]);
    assert_eq!(case["number"], numbers[1]);
    assert_eq!(case["previous"], numbers[0]);
    assert_eq!(case["next"], numbers[2]);
    let text = env.ok(&["rules", GAME, numbers[1]]);
    assert!(text.contains("before") && text.contains("after") && text.contains(numbers[2]), "{text}");
}

#[test]
fn rules_counts_its_cases() {
    let env = Env::new();
    let coverage = env.json(&["rules", GAME, "--coverage", "--json"]);
    let status = coverage["status"].as_object().unwrap();
    let sum: u64 = status.values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(coverage["cases"].as_u64(), Some(sum));
    let text = env.ok(&["rules", GAME, "--coverage"]);
    assert!(text.contains("descriptive") && text.contains("ruling"), "{text}");
}

#[test]
fn an_unknown_case_is_answered_with_its_neighbours() {
    let env = Env::new();
    let ran = env.run(&["rules", GAME, "1.99"]);
    ran.fails(2, &["has no case '1.99'", "near it are", "1.1", "2."]);
    ran.one_line();
    env.fails(2, &["rules", GAME, "supply"], &["has no case 'supply'"]);
}

#[test]
fn completions_are_written_for_every_shell() {
    let env = Env::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(env.ok(&["completions", shell]).contains("simulate"), "{shell}");
    }
}

#[test]
fn a_reader_may_leave_early() {
    let env = Env::new();
    for args in [&["rules", GAME][..], &["games"], &["completions", "zsh"], &["rules", GAME, "--json"]] {
        let mut child = crate::env::command(&env.path("."), args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}");
    }
}
