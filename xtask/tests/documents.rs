//! What the documents say of the files, held as tests.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeSet;

use xtask::files;

/// A `lib.rs` of so many files begins with a table of them.
const MANY: usize = 4;

/// The words between back quotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The modules of a crate, files and folders, apart from those of its tests.
fn modules(name: &str) -> BTreeSet<String> {
    let folder = format!("crates/{name}/src/");
    let lib = files::read(&format!("{folder}lib.rs")).unwrap();
    let lines: Vec<&str> = lib.lines().collect();
    let tests: BTreeSet<&str> = lines
        .windows(2)
        .filter(|pair| pair[0] == "#[cfg(test)]")
        .filter_map(|pair| pair[1].strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let sources = files::with_extension(&folder, "rs").unwrap();
    let modules = sources.iter().filter_map(|file| file.strip_prefix(&folder)?.split('/').next());
    let modules = modules.map(|file| file.trim_end_matches(".rs"));
    modules.filter(|it| !["lib", "main"].contains(it) && !tests.contains(it)).map(str::to_owned).collect()
}

/// What is wrong with the table of files at the head of a `lib.rs`.
fn wrong_in_table(lib: &str, modules: &BTreeSet<String>) -> Vec<String> {
    let rows = lib.lines().filter(|line| line.starts_with("//! |")).skip(2);
    let cells = rows.filter_map(|row| row.split('|').nth(1)).collect::<Vec<_>>().join(" ");
    let named: BTreeSet<String> =
        quoted(&cells).iter().map(|it| it.trim_end_matches(".rs").trim_end_matches('/').to_owned()).collect();
    // "`m04` to `m21`" names all modules of the rulebook.
    let is_rule = |name: &str| name.starts_with('m') && name[1..].starts_with(|c: char| c.is_ascii_digit());
    let rules = named.iter().any(|name| is_rule(name) && name.len() == 3);
    let missing = modules.iter().filter(|it| !(named.contains(*it) || rules && is_rule(it)));
    let missing = missing.map(|it| format!("{it} is not in the table"));
    // The table may speak of `lib.rs` itself and of modules for tests.
    let others = |name: &str| name == "lib" || lib.contains(&format!("mod {name};"));
    let gone = named.iter().filter(|it| !(modules.contains(*it) || is_rule(it) || others(it)));
    missing.chain(gone.map(|it| format!("{it} is in the table, but there is no such file"))).collect()
}

#[test]
fn the_tables_of_files_name_every_file() {
    let mut wrong = Vec::new();
    for name in files::crates().unwrap() {
        let path = format!("crates/{name}/src/lib.rs");
        let Ok(lib) = files::read(&path) else { continue };
        let modules = modules(&name);
        if modules.len() >= MANY || lib.contains("//! |---") {
            wrong.extend(wrong_in_table(&lib, &modules).into_iter().map(|it| format!("{path}: {it}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_table_that_lacks_a_file_or_names_one_too_many_is_found() {
    let lib =
        "//! | file | one idea |\n//! |---|---|\n//! | `a.rs`, `b` | two |\n//! | `m02` to `m05` | rules |\n";
    let modules = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<BTreeSet<_>>();
    assert!(wrong_in_table(lib, &modules(&["a", "b", "m03_fire"])).is_empty());
    assert_eq!(wrong_in_table(lib, &modules(&["a", "b", "c"])), ["c is not in the table"]);
    assert_eq!(wrong_in_table(lib, &modules(&["a"])).len(), 1);
}

/// What the code map says a crate knows, it uses.
#[test]
fn the_code_map_names_nothing_that_is_not_used() {
    let page = files::read("ARCHITECTURE.md").unwrap();
    let crates = files::crates().unwrap();
    let mut wrong = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| `crates/")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches('`').trim_start_matches("crates/");
        if name == "<game>" || cells[3].contains("everything") {
            continue;
        }
        let manifest: toml::Table =
            files::read(&format!("crates/{name}/Cargo.toml")).unwrap().parse().unwrap();
        let used = manifest.get("dependencies").and_then(toml::Value::as_table);
        let idle = quoted(cells[3]).into_iter().filter(|it| !used.is_some_and(|used| used.contains_key(it)));
        wrong.extend(idle.map(|it| format!("{name} does not use {it}")));
        if !crates.iter().any(|it| it == name) {
            wrong.push(format!("there is no crate {name}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The server opens every game once when it starts, and shares it. The shelf alone opens games; another time it does so for
/// tables that a game has left to its sequel.
#[test]
fn the_server_opens_every_game_once() {
    let calls = |text: &str| -> usize {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        ["games::open(", "games::all(", "games::visit("].iter().map(|it| code.matches(it).count()).sum()
    };
    for file in files::with_extension("crates/server/src", "rs").unwrap() {
        if file != "crates/server/src/shelf.rs" {
            assert_eq!(calls(&files::read(&file).unwrap()), 0, "{file} opens games; the shelf has them");
        }
    }
    let shelf = files::read("crates/server/src/shelf.rs").unwrap();
    let new = shelf.split("pub fn new(").nth(1).and_then(|rest| rest.split("\n    }\n").next());
    assert_eq!(new.map(calls), Some(1), "a new shelf opens every game once");
}
