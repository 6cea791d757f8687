//! Worked examples, lessons, puzzles and rule coverage of a crate's folder.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use kernel::{
    Game, coverage,
    example::{self, Example},
    guide::{self, Guide},
    lesson::{self, Lesson},
    puzzle::{self, Source},
    rules::{Rulebook, Status},
};

/// Plays every worked example of the crate in this folder; panics with all that fail.
pub fn examples<G: Game>(game: &G, root: &str) {
    let files = files(root, "examples", "toml");
    assert!(!files.is_empty(), "no examples in {root}");
    let mut wrong = Vec::new();
    for (name, text) in &files {
        match Example::parse(name, text) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(it) => {
                if let Err(failure) = example::run(game, &it) {
                    wrong.push(format!("{name}:\n  {}", failure.0.join("\n  ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} examples fail\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// Replays every machine game of the crate in this folder from which puzzles were cut, and looks at each of them; panics with all that
/// fail. A game without puzzles has nothing to fail.
pub fn puzzles<G: Game>(game: &Arc<G>, root: &str) {
    if !Path::new(root).join("puzzles").exists() {
        return;
    }
    let files = files(root, "puzzles", "toml");
    let (mut wrong, mut names) = (Vec::new(), Vec::new());
    for (name, text) in &files {
        match Source::parse(name, text) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(source) => {
                if let Err(failure) = puzzle::check(game, &source) {
                    wrong.push(format!("{name}:\n  {}", failure.0.join("\n  ")));
                }
                names.extend(source.puzzles.into_iter().map(|puzzle| puzzle.name));
            }
        }
    }
    names.sort();
    wrong.extend(names.windows(2).filter(|two| two[0] == two[1]).map(|two| format!("{} twice", two[0])));
    assert!(wrong.is_empty(), "of {} files\n{}", files.len(), wrong.join("\n"));
    assert!(!names.is_empty(), "a folder of puzzles has some");
}

/// Takes every lesson of the crate in this folder, in all ways that it accepts, and looks at its guide; panics with all
/// that fail. Who teaches a game at all does it in six lessons or more, one of which begins at the beginning.
pub fn lessons<G: Game>(game: &Arc<G>, root: &str) {
    if !Path::new(root).join("lessons").exists() {
        return;
    }
    let files = files(root, "lessons", "toml");
    let mut wrong = Vec::new();
    let mut lessons = BTreeMap::new();
    let mut first_turns = 0;
    for (name, text) in &files {
        match Lesson::parse(name, text) {
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(it) => {
                first_turns += usize::from(!it.clear && it.step.is_none());
                if let Err(failure) = lesson::check(game, &it) {
                    wrong.push(format!("{name}:\n  {}", failure.0.join("\n  ")));
                }
                let id = name.trim_start_matches("lessons/").trim_end_matches(".toml");
                lessons.insert(id.to_owned(), it);
            }
        }
    }
    for (name, text) in self::files(root, "guide", "toml") {
        let guide = Guide::parse(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        if let Err(failure) = guide::check(game, &guide, &lessons) {
            wrong.push(format!("{name}:\n  {}", failure.0.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} lessons fail\n{}", wrong.len(), files.len(), wrong.join("\n"));
    assert!(files.len() >= 6 && first_turns > 0, "{} lessons, {first_turns} first turns", files.len());
}

/// Holds the crate in this folder to its rulebook: every case of status `code` or `optional` is named by a doc line and
/// shown by a test or an example.
pub fn covered(book: &Rulebook, root: &str) {
    let read = |(name, text): &(String, String)| {
        Example::parse(name, text).unwrap_or_else(|error| panic!("{error}"))
    };
    let examples: Vec<Example> = files(root, "examples", "toml").iter().map(read).collect();
    let sources = files(root, "src", "rs");
    let coverage = coverage::check(book, &sources, &files(root, "tests", "rs"), &examples)
        .unwrap_or_else(|wrong| panic!("{} faults:\n{}", wrong.len(), wrong.join("\n")));
    for status in [Status::Code, Status::Optional] {
        // A book need not have optional cases.
        let Some(figures) = coverage.by_status().get(&status).copied() else { continue };
        assert_eq!((figures.implemented, figures.tested), (figures.cases, figures.cases), "{status:?}");
    }
}

/// The files of a folder and the folders in it that have this ending, by name.
fn files(root: &str, folder: &str, ending: &str) -> Vec<(String, String)> {
    let path = Path::new(root).join(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let name = format!("{folder}/{}", path.file_name().expect("a file has a name").to_string_lossy());
        if path.is_dir() {
            found.extend(files(root, &name, ending));
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push((name, fs::read_to_string(&path).expect("the file can be read")));
        }
    }
    found.sort_unstable();
    found
}
