//! Every case of the rulebook that a function has to carry out is named by one, and shown by a test or an example.
#![allow(clippy::disallowed_methods)]

use std::{fs, path::Path};

use kernel::{
    Table,
    coverage::{self, Coverage},
    data::Overlay,
    example::Example,
    rules::Status,
};
use the_year_before::TheYearBefore;

/// The files of a folder of this crate with this ending, by name.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == ending))
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            (format!("{folder}/{name}"), fs::read_to_string(&path).expect("the file can be read"))
        })
        .collect();
    files.sort_unstable();
    files
}

fn examples() -> Vec<Example> {
    let read = |(name, text): &(String, String)| {
        Example::parse(name, text).unwrap_or_else(|error| panic!("{error}"))
    };
    files("examples", "toml").iter().map(read).collect()
}

fn covered() -> Coverage {
    let game = TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound");
    coverage::check(game.rulebook(), &files("src", "rs"), &files("tests", "rs"), &examples())
        .unwrap_or_else(|wrong| panic!("{} faults:\n{}", wrong.len(), wrong.join("\n")))
}

#[test]
fn every_case_is_carried_out_and_shown() {
    let coverage = covered();
    for status in [Status::Code, Status::Optional] {
        let figures = coverage.by_status()[&status];
        assert_eq!((figures.implemented, figures.tested), (figures.cases, figures.cases), "{status:?}");
    }
}
