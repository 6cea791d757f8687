//! Every worked example of `examples/` plays as it says.

#![allow(clippy::disallowed_methods)]

use std::{fs, path::Path};

use kernel::{
    data::Overlay,
    example::{self, Example},
};
use the_year_before::TheYearBefore;

#[test]
fn every_worked_example_plays_as_it_says() {
    let game = TheYearBefore::load(&Overlay::none()).expect("the built-in tables are sound");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = fs::read_dir(&folder).expect("the folder of examples is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "toml"));
    files.sort();
    assert!(!files.is_empty(), "no examples in {}", folder.display());

    let mut wrong = Vec::new();
    for file in &files {
        let name = file.file_name().expect("a file has a name").to_string_lossy();
        let text = fs::read_to_string(file).expect("a readable file");
        match Example::parse(&name, &text) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(it) => {
                if let Err(failure) = example::run(&game, &it) {
                    wrong.push(format!("{name}:\n  {}", failure.0.join("\n  ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} examples fail\n{}", wrong.len(), files.len(), wrong.join("\n"));
}
