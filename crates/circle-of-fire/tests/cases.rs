//! The cases of the rulebook, one by one: the examples named after them, and what an example cannot say.
#![allow(clippy::disallowed_methods)]

use std::{fs, path::Path, sync::Arc};

use circle_of_fire::CircleOfFire;
use kernel::{
    data::Overlay,
    example::{self, Example},
};

fn game() -> Arc<CircleOfFire> {
    Arc::new(CircleOfFire::load(&Overlay::none()).expect("the built-in tables are sound"))
}

#[test]
fn every_case_example_holds() {
    let game = game();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut paths: Vec<_> = fs::read_dir(folder).expect("there are examples").map(|it| it.unwrap().path()).collect();
    paths.sort_unstable();
    for path in paths {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        if !name.starts_with("case-") {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).expect("an example can be read");
        let result = match Example::parse(&name, &text) {
            Ok(example) => example::run(&*game, &example).map_err(|failure| failure.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(failure) = result {
            wrong.push(format!("{name}: {failure}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} fail:\n{}", wrong.len(), wrong.join("\n"));
}
