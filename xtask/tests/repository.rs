//! Properties of the repository, held as tests: who depends on whom, who talks to the outside world, what stands in
//! the files.
#![allow(clippy::disallowed_methods)]

use std::collections::{BTreeMap, BTreeSet};

use kernel::{data::Overlay, example::Example};
use toml::Table;
use xtask::{
    files, licences, openers,
    sequence::{self, arrow},
};

/// The crates that may touch files, the network, clocks, the environment and ambient chance.
const OUTER: &[&str] = &["checks", "cli", "lab", "server", "store"];
/// Files that may be longer than [`LONGEST`], each with its reason.
// The games of the laws: each breaks one law, and they are read side by side.
const LONG_FILES: &[&str] = &["crates/kernel/src/dummy.rs"];
const LONGEST: usize = 1500;

// ---------------------------------------------------------------------------------------------- dependencies

/// What a crate may depend on, of ours. A new crate says here where it stands.
fn may_use(name: &str, games: &[String]) -> Option<Vec<String>> {
    let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let rest = [
        "atlas",
        "board",
        "games",
        "judgement",
        "kernel",
        "lab",
        "letters",
        "orders",
        "proof",
        "search",
        "server",
        "store",
        "story",
        "view",
    ];
    if games.iter().any(|game| game == name) {
        return Some(list(&["board", "kernel", "kit", "view"]));
    }
    Some(match name {
        "board" | "view" => list(&[]),
        "atlas" => list(&["board", "view"]),
        "kernel" => list(&["view"]),
        "kit" => list(&["kernel", "view"]),
        // Tests alone use it.
        "checks" => list(&["kernel", "view"]),
        "orders" => list(&["kernel", "view"]),
        "proof" => list(&["kernel"]),
        "search" => list(&["kernel", "orders", "view"]),
        "letters" => list(&["kernel", "proof"]),
        "story" => list(&["atlas", "kernel", "proof", "view"]),
        "judgement" => [list(&["board", "kernel", "search"]), games.to_vec()].concat(),
        "games" => [list(&["judgement", "kernel", "search", "view"]), games.to_vec()].concat(),
        "lab" => list(&["atlas", "kernel", "orders", "search", "view"]),
        "store" => list(&["kernel", "view"]),
        "server" => list(&[
            "atlas", "games", "kernel", "letters", "orders", "proof", "search", "store", "story", "view",
        ]),
        // The binary starts the server, so it alone may know it.
        "cli" => list(&rest),
        _ => return None,
    })
}

/// The dependencies of a manifest under these headings that are crates of ours, by their folder.
fn our_dependencies(manifest: &Table, headings: &[&str], ours: &[String]) -> BTreeSet<String> {
    let tables = headings.iter().filter_map(|heading| manifest.get(*heading)?.as_table());
    let names = tables.flat_map(Table::keys);
    let folders = names.map(|name| name.strip_prefix("sandtable-").unwrap_or(name));
    folders.filter(|name| ours.iter().any(|our| our == name)).map(str::to_owned).collect()
}

fn manifests() -> Vec<(String, Table)> {
    let read = |name: String| {
        let text = files::read(&format!("crates/{name}/Cargo.toml")).unwrap();
        (name, text.parse().unwrap())
    };
    files::crates().unwrap().into_iter().map(read).collect()
}

#[test]
fn crates_depend_on_what_the_architecture_allows() {
    let games = files::games().unwrap();
    let crates = files::crates().unwrap();
    let mut wrong = Vec::new();
    for (name, manifest) in manifests() {
        let Some(allowed) = may_use(&name, &games) else {
            wrong.push(format!("{name}: say in this test what it may depend on"));
            continue;
        };
        let used = our_dependencies(&manifest, &["dependencies", "build-dependencies"], &crates);
        let more = used.iter().filter(|used| !allowed.contains(used));
        wrong.extend(more.map(|used| format!("{name} must not depend on {used}")));
        // Tests may look around, but a game never knows another one.
        if games.contains(&name) {
            let tested = our_dependencies(&manifest, &["dev-dependencies"], &crates);
            let others = tested.iter().filter(|other| games.contains(other) && **other != name);
            wrong.extend(others.map(|other| format!("{name} must not depend on {other}, not even in tests")));
            let thinking = tested.iter().filter(|other| ["judgement", "search"].contains(&other.as_str()));
            wrong.extend(
                thinking.map(|other| format!("{name} must not depend on {other}, not even in tests")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Crates with their features, as cargo would build them for these arguments.
fn built(args: &[&str]) -> BTreeSet<String> {
    let mut command = std::process::Command::new("cargo");
    command.args(["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p}|{f}"]).args(args);
    let output = command.current_dir(files::root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo writes text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// Other features would mean building the games twice in every run of the tests.
#[test]
fn the_chores_are_built_with_the_features_of_the_workspace() {
    let chores = built(&["--package", "xtask", "--edges", "normal,build"]);
    let workspace = built(&["--workspace", "--edges", "normal,build,dev"]);
    let alone: Vec<&String> = chores.difference(&workspace).collect();
    assert!(
        alone.is_empty(),
        "xtask/Cargo.toml does not ask for the features that the workspace does: {alone:?}"
    );
}

/// The wheel for Python is no member of the workspace, but keeps to the same: what it may know, no unsafe code, the profiles
/// (so that what both need is built once), and no game by name.
#[test]
fn the_wheel_for_python_keeps_to_the_rules_of_the_house() {
    let manifest: Table = files::read("python/Cargo.toml").unwrap().parse().unwrap();
    let used = our_dependencies(&manifest, &["dependencies"], &files::crates().unwrap());
    assert_eq!(used, ["games", "kernel", "search", "view"].map(str::to_owned).into());
    assert_eq!(manifest["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    let workspace: Table = files::read("Cargo.toml").unwrap().parse().unwrap();
    assert_eq!(manifest["profile"], workspace["profile"]);
    let sources = [files::with_extension("python/src", "rs"), files::with_extension("python/package", "py")];
    let sources: Vec<String> = sources.into_iter().flat_map(Result::unwrap).collect();
    assert!(sources.len() > 8, "{sources:?}");
    for file in sources {
        let text = files::read(&file).unwrap();
        let named = games::ids().iter().find(|id| text.contains(*id) || text.contains(&id.replace('-', "_")));
        assert_eq!(named, None, "{file}");
    }
    let pinned = files::read("python/requirements.txt").unwrap();
    let pins: Vec<&str> = pinned.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!pins.is_empty() && pins.iter().all(|pin| pin.contains("==")), "{pinned}");
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let workspace: Table = files::read("Cargo.toml").unwrap().parse().unwrap();
    let unsafe_code = workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str();
    assert_eq!(unsafe_code, Some("forbid"));
    let xtask = ("xtask".to_owned(), files::read("xtask/Cargo.toml").unwrap().parse().unwrap());
    for (name, manifest) in manifests().into_iter().chain([xtask]) {
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        assert_eq!(lints.and_then(toml::Value::as_bool), Some(true), "{name}: [lints] workspace = true");
    }
}

#[test]
fn every_dependency_has_a_licence_that_we_allow() {
    let wrong = licences::wrong().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_count_in_whole_numbers() {
    let rules = files::games().unwrap();
    for name in rules.iter().map(String::as_str).chain(["board", "judgement", "kernel", "kit", "search"]) {
        let text = files::read(&format!("crates/{name}/src/lib.rs")).unwrap();
        let denied = text.lines().any(|line| {
            (line.starts_with("#![deny(") || line.starts_with("#![forbid("))
                && line.contains("clippy::float_arithmetic")
        });
        assert!(denied, "crates/{name}/src/lib.rs must deny clippy::float_arithmetic");
    }
}

/// Words of the judgement of positions, which rules do not know. They may search a list or a map; that they do not depend on
/// the crate `search` is held above.
const JUDGEMENT: &[&str] = &["weights", "evaluate", "evaluation", "judge", "judgement"];

/// Those of them that are identifiers of a source, or parts of one, with their lines.
fn judgement_words(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or(line);
        // What stands between quotation marks is read by people.
        let code: String = code.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let words = code.split(|c: char| !c.is_ascii_alphabetic()).map(str::to_lowercase);
        found.extend(words.filter(|word| JUDGEMENT.contains(&word.as_str())).map(|word| (i + 1, word)));
    }
    found
}

#[test]
fn rules_know_nothing_of_judgement() {
    let mut wrong = Vec::new();
    for name in files::games().unwrap().iter().map(String::as_str).chain(["kernel", "kit"]) {
        for file in files::with_extension(&format!("crates/{name}"), "rs").unwrap() {
            let words = judgement_words(&files::read(&file).unwrap());
            wrong.extend(words.into_iter().map(|(line, word)| format!("{file}:{line}: {word}")));
        }
    }
    assert!(wrong.is_empty(), "judgement stands in crates/judgement:\n{}", wrong.join("\n"));
}

#[test]
fn words_of_judgement_are_recognised() {
    let text = "// judge in a comment\nfn evaluate(w: &Weights) {}\nlet re = \"judge\";\nlet judge_depth = 1;\nprejudge();";
    let found: Vec<String> =
        judgement_words(text).iter().map(|(line, word)| format!("{line} {word}")).collect();
    assert_eq!(found, ["2 evaluate", "2 weights", "4 judge"]);
}

/// The code map of the architecture names for each crate what it depends on.
#[test]
fn the_code_map_is_true() {
    let page = files::read("ARCHITECTURE.md").unwrap();
    let games = files::games().unwrap();
    let crates = files::crates().unwrap();
    let manifests = manifests();
    let mut checked = 0;
    for row in page.lines().filter(|line| line.starts_with("| `crates/")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let folder = cells[1].trim_matches('`').trim_start_matches("crates/");
        let said = cells[3];
        if said.contains("everything") {
            continue;
        }
        let names = if folder == "<game>" { games.clone() } else { vec![folder.to_owned()] };
        for name in names {
            let (_, manifest) =
                manifests.iter().find(|(it, _)| *it == name).expect("a crate of the map exists");
            for used in our_dependencies(manifest, &["dependencies"], &crates) {
                let known = said.contains(&format!("`{used}`"))
                    || games.contains(&used) && said.contains("the games");
                assert!(known, "ARCHITECTURE.md does not say that {name} knows {used}: {row}");
            }
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked} crates are in the map");
}

// ---------------------------------------------------------------------------------------------- outside world

/// What only the outer crates may use.
const OUTSIDE: &[&str] = &[
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::time",
    "print!(",
    "println!(",
    "eprint!(",
    "eprintln!(",
    "getrandom",
    "thread_rng",
    "OsRng",
];

/// The words of [`OUTSIDE`] in a source, with their lines. Comments and tests do not count.
fn outside_words(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    // The module of tests stands at the end of its file.
    let is_tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    if let Some(tests) = lines.windows(2).position(is_tests) {
        lines.truncate(tests);
    }
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        for word in OUTSIDE.iter().filter(|word| has_word(line, word)) {
            found.push((i + 1, (*word).to_owned()));
        }
        if let Some(start) = line.find("std::{") {
            let rest = format!("{}\n{}", &line[start + "std::{".len()..], lines[i + 1..].join("\n"));
            let modules = top_level(&rest).into_iter().map(|module| format!("std::{module}"));
            found.extend(modules.filter(|it| OUTSIDE.contains(&it.as_str())).map(|it| (i + 1, it)));
        }
    }
    found
}

/// Whether a word stands in a line and does not go on.
fn has_word(line: &str, word: &str) -> bool {
    let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !goes_on(line[..at].chars().next_back())
            && (word.ends_with('(') || !goes_on(line[at + word.len()..].chars().next()))
    })
}

/// The first names in the list of a `use`, up to its closing brace.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0, 0);
    let mut names = Vec::new();
    for (at, c) in list.char_indices() {
        let ends = depth == 0 && (c == ',' || c == '}');
        if ends {
            let item = list[start..at].trim();
            names.push(item.split("::").next().unwrap_or(item).split(' ').next().unwrap_or(item));
            start = at + 1;
        }
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

#[test]
fn only_the_outer_crates_talk_to_the_outside_world() {
    let mut wrong = Vec::new();
    for name in files::crates().unwrap().iter().filter(|name| !OUTER.contains(&name.as_str())) {
        for file in files::with_extension(&format!("crates/{name}/src"), "rs").unwrap() {
            if file.ends_with("/tests.rs") {
                continue;
            }
            let words = outside_words(&files::read(&file).unwrap());
            wrong.extend(words.into_iter().map(|(line, word)| format!("{file}:{line}: {word}")));
        }
    }
    assert!(wrong.is_empty(), "rules and pictures do no I/O and read no clock:\n{}", wrong.join("\n"));
}

#[test]
fn words_of_the_outside_world_are_recognised() {
    let text = "use std::{collections::BTreeMap, fs::{self, File},\n    time::Instant};\n\
                // std::env in a comment\nlet a = std::env::var(x);\nsprintln!(\"\");\nprint!(\"\");\n\
                use std::iota;\n#[cfg(test)]\nmod tests {\nuse std::fs; }";
    let found: Vec<String> =
        outside_words(text).iter().map(|(line, word)| format!("{line} {word}")).collect();
    assert_eq!(found, ["1 std::fs", "1 std::time", "4 std::env", "6 print!("]);
}

// ---------------------------------------------------------------------------------------------- files

/// The texts of the repository by their path; pictures and fonts are left out.
fn texts() -> Vec<(String, String)> {
    let all = files::all().unwrap();
    let read = |file: String| std::fs::read(files::root().join(&file)).ok().map(|bytes| (file, bytes));
    let text = |(file, bytes): (String, Vec<u8>)| String::from_utf8(bytes).ok().map(|text| (file, text));
    all.into_iter().filter_map(read).filter_map(text).collect()
}

#[test]
fn no_file_names_a_machine_or_a_registry() {
    // Written in pieces, so that this file does not contain them.
    let paths = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
    let hosts = [
        concat!("crates", ".io"),
        concat!("pypi", ".org"),
        concat!("npmjs", ".org"),
        concat!("deb.", "debian.org"),
        concat!("files.", "pythonhosted.org"),
    ];
    // Cargo writes this name into the lock file whatever registry is used; another one there would be a mirror.
    let index = concat!("registry+https://github.com/rust-lang/crates", ".io-index");
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        for (i, line) in text.lines().enumerate() {
            let lock = ["Cargo.lock", "python/Cargo.lock"].contains(&&*file);
            if lock && line.starts_with("source = ") && line != format!("source = \"{index}\"") {
                wrong.push(format!("{file}:{}: {line}", i + 1));
            }
            let named = paths.iter().chain(&hosts).filter(|name| line.contains(**name));
            wrong.extend(named.filter(|_| !lock).map(|name| format!("{file}:{}: {name}", i + 1)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_table_and_example_is_sound_toml() {
    let mut read = 0;
    for game in files::games().unwrap() {
        for folder in ["data", "examples"] {
            for file in files::with_extension(&format!("crates/{game}/{folder}"), "toml").unwrap() {
                let parsed = files::read(&file).unwrap().parse::<Table>();
                assert!(parsed.is_ok(), "{file}: {}", parsed.unwrap_err());
                read += 1;
            }
        }
    }
    assert!(read > 0, "no game has data");
}

#[test]
fn every_game_is_in_the_registry() {
    let mut registered: Vec<&str> = games::ids().to_vec();
    registered.sort_unstable();
    assert_eq!(registered, files::games().unwrap());
}

#[test]
fn no_source_file_is_too_long_to_read() {
    let mut wrong = Vec::new();
    for (file, text) in texts().into_iter().filter(|(file, _)| file.ends_with(".rs")) {
        let lines = text.lines().count();
        if lines > LONGEST && !LONG_FILES.contains(&file.as_str()) {
            wrong
                .push(format!("{file} has {lines} lines; split it, or list it in this test with its reason"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_pages_speak_of_the_product() {
    let inside =
        ["shared/", "seeds/", "worktree", "TODO", "FIXME", "as an AI", "language model", "prompted by"];
    for (file, text) in texts().into_iter().filter(|(file, _)| file.ends_with(".md")) {
        for (i, line) in text.lines().enumerate() {
            for word in inside {
                assert!(!line.contains(word), "{file}:{}: '{word}' says nothing to a reader", i + 1);
            }
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut wrong = Vec::new();
    for (file, text) in texts().into_iter().filter(|(file, _)| file.ends_with(".md")) {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for part in text.split("](").skip(1) {
            let link = part.split([')', '#', ' ']).next().unwrap_or("");
            let outside = link.contains("://") || link.starts_with("mailto:");
            if !link.is_empty() && !outside && !files::root().join(folder).join(link).exists() {
                wrong.push(format!("{file}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// ---------------------------------------------------------------------------------------------- sequence of play

/// The counts may age with the tables, the edges may not: what random play meets is drawn, and what is drawn and not
/// rare is met.
#[test]
fn the_diagrams_of_the_sequence_of_play_are_up_to_date() {
    for game in games::ids() {
        let page = files::read(&sequence::path(game)).unwrap_or_default();
        let drawn: BTreeMap<String, (u64, u64)> = sequence::parse(&page);
        // The same games as those of the page, but fewer. A rare edge may come or go with a table.
        let met = sequence::record(game, 300, sequence::SEED).unwrap();
        let often = met.edges.iter().filter(|(_, count)| **count >= 3).map(|(edge, _)| arrow(*edge));
        let missing: Vec<String> = often.filter(|edge| !drawn.contains_key(edge)).collect();
        let usual =
            drawn.iter().filter(|(_, (count, departures))| *count >= 200 && count * 100 >= *departures);
        let met = met.arrows();
        let stale: Vec<&String> = usual.map(|(edge, _)| edge).filter(|edge| !met.contains(*edge)).collect();
        assert!(
            missing.is_empty() && stale.is_empty(),
            "{} is out of date (missing: {missing:?}; never met: {stale:?}); run 'cargo xtask sequence {game}'",
            sequence::path(game)
        );
    }
}

/// Who decides what comes next is visible: `sequence.rs`, or within a procedure the modules of one number, and the page of
/// the game names them.
#[test]
fn every_step_is_opened_by_the_sequence_or_by_one_module() {
    for game in files::games().unwrap() {
        let openers = openers::of(&game).unwrap();
        assert!(!openers.is_empty(), "{game} opens no step");
        let wrong: Vec<String> =
            openers.iter().filter_map(|(step, files)| openers::wrong(step, files)).collect();
        assert!(wrong.is_empty(), "{game}: {}", wrong.join("; "));
        let page = files::read(&sequence::path(&game)).unwrap();
        let table = openers::table(&game).unwrap();
        assert!(page.ends_with(&table), "run 'cargo xtask sequence {game}'");
    }
}

/// Only `go` moves a game from step to step. A redealt world may rename what a step holds.
#[test]
fn steps_are_opened_by_go_alone() {
    let mut wrong = Vec::new();
    for game in files::games().unwrap() {
        for file in files::with_extension(&format!("crates/{game}/src"), "rs").unwrap() {
            if file.ends_with("/fog.rs") || file.ends_with("/arrange.rs") {
                continue;
            }
            let text = files::read(&file).unwrap();
            let lines = (1..).zip(text.lines()).filter(|(_, line)| line.contains(".step = "));
            wrong.extend(lines.map(|(number, _)| format!("{file}:{number}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What games repeat stands in `kit` and `checks`: about a third of the 2,316 lines that were once copied are left.
#[test]
fn few_lines_are_copied_between_games() {
    let copied = xtask::house::copied_lines().unwrap();
    let most = 160 * files::games().unwrap().len();
    assert!(copied < most, "{copied} lines are copied between games; 'cargo xtask house' counts them");
}

// ---------------------------------------------------------------------------------------------- pages

/// The worked example that the conventions show is one that runs.
#[test]
fn the_example_of_the_conventions_holds() {
    let page = files::read("CONVENTIONS.md").unwrap();
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<&str> = blocks.filter(|block| block.starts_with("game ")).collect();
    assert!(!examples.is_empty());
    for text in examples {
        let example = Example::parse("CONVENTIONS.md", text).unwrap();
        let game = games::open(&example.game, &Overlay::none()).unwrap();
        game.example(&example).unwrap();
    }
}

// ---------------------------------------------------------------------------------------------- the client

/// Expressions over text that are no prose, each with its reason.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("web/html.js", "escapes the five signs of HTML"),
    ("web/stacks.js", "reads the numbers of an outline, which is an SVG path"),
];

/// What people read. Whoever looks for words in it has missed a field of the view.
const PROSE: &[&str] =
    &["says", "label", "spoken", "title", "note", "lead", "rest", "prompt", "assumes", "mean"];

/// Ways to look for words in a text.
const SEARCHES: &[&str] = &[
    "match",
    "matchAll",
    "search",
    "startsWith",
    "endsWith",
    "includes",
    "indexOf",
    "replace",
    "test",
    "exec",
];

fn client_scripts() -> Vec<(String, String)> {
    let files = files::with_extension("web", "js").unwrap();
    files.into_iter().map(|file| (file.clone(), files::read(&file).unwrap())).collect()
}

/// Lines of a script without those that are comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let comment = |line: &str| ["//", "/*", "*"].into_iter().any(|mark| line.trim_start().starts_with(mark));
    (1..).zip(text.lines()).filter(move |(_, line)| !comment(line))
}

/// Whether a line has a regular expression: a literal behind a sign that no quotient has before it, or a constructor.
fn has_expression(line: &str) -> bool {
    let starts = ["(/", "= /", ", /", "? /", ": /", "! /", "!/", "&& /", "|| /", "=> /"];
    let literal = starts.into_iter().any(|start| {
        line.match_indices(start).any(|(at, _)| {
            let rest = &line[at + start.len()..];
            !rest.starts_with(['/', '*']) && rest.contains('/')
        })
    });
    line.contains("RegExp(") || literal
}

#[test]
fn the_client_reads_no_meaning_out_of_prose() {
    let mut wrong = Vec::new();
    for (file, text) in client_scripts() {
        let excused = EXPRESSIONS.iter().any(|(name, _)| *name == file);
        for (number, line) in code(&text) {
            if has_expression(line) && !excused {
                wrong.push(format!("{file}:{number}: a regular expression: {}", line.trim()));
            }
            for (field, search) in PROSE.iter().flat_map(|field| SEARCHES.iter().map(move |it| (field, it))) {
                let direct = line.contains(&format!("{field}.{search}("));
                if direct || line.contains(&format!("{field}.toLowerCase().{search}(")) {
                    wrong.push(format!("{file}:{number}: looks for words in '{field}': {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "put the meaning into `view` instead:\n{}", wrong.join("\n"));
}

#[test]
fn the_scan_of_the_client_finds_what_it_looks_for() {
    for line in
        ["const a = /^bid/.test(step);", "if (!/x/.test(y)) {", "said.replace(/[a-z]/g, b)", "new RegExp(x)"]
    {
        assert!(has_expression(line), "{line}");
    }
    for line in [
        "const half = (a + b) / 2;",
        "`<path d=\"M0 0\"/>`",
        "import x from \"./a/b.js\";",
        "fetch(`/api/x`)",
    ] {
        assert!(!has_expression(line), "{line}");
    }
}

/// The client and the lab know no game: none of its ids, sides, steps, boxes or marks stands in their code.
#[test]
fn a_new_game_adds_no_code_to_the_client_or_the_lab() {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for game in games::all(&Overlay::none()).unwrap() {
        let board = game.board();
        words.insert(game.about().id.clone());
        words.extend(board.sides.iter().map(|side| side.id.to_string()));
        words.extend(board.boxes.iter().map(|holding| holding.id.to_string()));
        words.extend(board.marks.keys().map(ToString::to_string));
        words.extend(game.about().scenarios.iter().map(|scenario| scenario.id.clone()));
    }
    // Words of the wire itself, of the strip above the map, of charts and of the compass, whatever a game calls its marks.
    for own in ["moved", "spent", "fired", "reduced", "removed", "waiting", "axis", "north", "south"] {
        words.remove(own);
    }
    let lab = files::with_extension("crates/lab/src", "rs").unwrap();
    let lab = lab.into_iter().map(|file| (file.clone(), files::read(&file).unwrap()));
    let mut wrong = Vec::new();
    for (file, text) in client_scripts().into_iter().chain(lab) {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code(text) {
            let named = words.iter().filter(|word| line.contains(&format!("\"{word}\"")));
            wrong.extend(named.map(|word| format!("{file}:{number} names '{word}'")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_types_of_the_client_are_those_of_the_wire() {
    let written = files::read(xtask::types::FILE).unwrap();
    let same = written == xtask::types::generated().unwrap();
    assert!(same, "{} is stale: run cargo xtask types", xtask::types::FILE);
}

#[test]
fn lines_of_the_client_are_short() {
    let mut wrong = Vec::new();
    for ending in ["js", "css", "html"] {
        for file in files::with_extension("web", ending).unwrap() {
            let text = files::read(&file).unwrap();
            let long = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > 120);
            wrong.extend(long.map(|(number, _)| format!("{file}:{number}")));
        }
    }
    assert!(wrong.is_empty(), "more than 120 characters:\n{}", wrong.join("\n"));
}

#[test]
fn the_tools_of_the_client_are_pinned_without_an_address() {
    let lock = files::read("xtask/web/package-lock.json").unwrap();
    assert!(!lock.contains("\"resolved\""), "take the `resolved` lines out of package-lock.json");
    let package = files::read("xtask/web/package.json").unwrap();
    let pinned =
        package.lines().filter(|line| line.contains("\"prettier\"") || line.contains("\"typescript\""));
    assert!(
        pinned.clone().count() == 2 && pinned.clone().all(|line| !line.contains(['^', '~', '*'])),
        "{package}"
    );
}
