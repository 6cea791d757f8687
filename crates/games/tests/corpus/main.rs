//! The corpus of the fuzz targets, run without a fuzzer: every file as it is, and cut, spoilt and doubled in ways that a
//! seed fixes.
#![allow(clippy::disallowed_methods)]

mod targets;

use std::{fs, path::Path};

use kernel::Rng;
use targets::{TARGETS, Target};

/// In so many ways each file of the corpus is spoilt.
const WAYS: u64 = 24;

fn run(name: &str) {
    let (_, target): &(&str, Target) = TARGETS.iter().find(|(it, _)| *it == name).expect("a target");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).expect("the corpus is there").flatten().collect();
    files.sort_by_key(|file| file.file_name());
    assert!(files.len() >= 5, "{} has {} files", folder.display(), files.len());
    for (number, file) in (1..).zip(files) {
        let text = fs::read_to_string(file.path()).expect("the corpus is text");
        let fed = |text: &str| {
            let result = std::panic::catch_unwind(|| target(text));
            assert!(result.is_ok(), "{name}, {}:\n{text}", file.path().display());
        };
        fed(&text);
        let mut rng = Rng::new(number, 0);
        for _ in 0..WAYS {
            fed(&spoilt(&text, &mut rng));
        }
    }
}

/// The text with one thing changed: a line lost, doubled or swapped, a number replaced, a sign lost, the end cut off.
fn spoilt(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = rng.index(lines.len().max(1));
    match rng.below(6) {
        _ if lines.is_empty() => {}
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = rng.index(lines.len());
            lines.swap(at, other);
        }
        3 => {
            let number = ["0", "-1", "255", "99999", "1e9", ""][rng.index(6)];
            let digits = lines[at].split(|c: char| !c.is_ascii_digit()).find(|it| !it.is_empty());
            if let Some(digits) = digits.map(str::to_owned) {
                lines[at] = lines[at].replacen(&digits, number, 1);
            }
        }
        4 => {
            let place = rng.index(lines[at].chars().count().max(1));
            lines[at] = lines[at].chars().enumerate().filter(|(i, _)| *i != place).map(|(_, c)| c).collect();
        }
        _ => lines.truncate(at),
    }
    lines.join("\n")
}

#[test]
fn records_are_taken_or_refused() {
    run("records");
}

#[test]
fn notations_are_taken_or_refused() {
    run("notations");
}

#[test]
fn overlays_are_taken_or_refused() {
    run("overlays");
}

#[test]
fn examples_hold_or_fail() {
    run("examples");
}

#[test]
fn every_target_has_its_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest of the targets");
    for (name, _) in TARGETS {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not in fuzz/Cargo.toml");
        let source = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).expect("a program");
        assert!(source.contains(&format!("targets::{name}(")), "{name}");
    }
}
