//! The corpus of golden records keeps a game of every revision that was ever landed, and every one of them is readable.
//!
//! Whoever raises `revision` in a game's `rules.toml` copies a golden record of the revision before into
//! `golden/revisions/<n>/`; this test fails without it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use kernel::{Fate, Record, data::Overlay};

fn golden(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("golden")
}

/// The records that lie in a folder; none if there is no such folder.
fn records(folder: &Path) -> Vec<(String, Record)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "record"));
    paths.sort();
    let read = |path: &PathBuf| {
        let record = Record::parse(&fs::read_to_string(path).unwrap());
        (path.display().to_string(), record.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    };
    paths.iter().map(read).collect()
}

#[test]
fn every_revision_that_ever_landed_has_a_game() {
    for game in games::all(&Overlay::none()).unwrap() {
        let about = game.about();
        let folder = golden(&about.id);
        for revision in 1..about.revision {
            let kept = records(&folder.join("revisions").join(revision.to_string()));
            assert!(!kept.is_empty(), "{}: keep a golden record of revision {revision}", about.id);
            for (path, record) in kept {
                assert_eq!((&record.header.game, record.header.revision()), (&about.id, revision), "{path}");
            }
        }
        for (path, record) in records(&folder) {
            assert_eq!(record.header.revision(), about.revision, "{path}");
        }
    }
}

#[test]
fn a_game_of_every_revision_is_readable_and_goes_on_or_tells_where_it_differs() {
    for game in games::all(&Overlay::none()).unwrap() {
        for revision in 1..=game.about().revision {
            let folder = golden(&game.about().id).join("revisions").join(revision.to_string());
            for (path, record) in records(&folder) {
                let (play, fate) = game.replay(&record).unwrap_or_else(|error| panic!("{path}: {error}"));
                match fate {
                    Fate::GoesOn => assert_eq!(play.seq(), record.lines.len(), "{path}"),
                    Fate::Differs(differs) => {
                        assert_eq!(Some(play.seq()), differs.common(), "{path}: {differs:?}");
                        assert_eq!(record.lines[play.seq()], differs.text, "{path}");
                        assert!(!differs.says.is_empty(), "{path}");
                        let case = differs.cause.case();
                        assert!(
                            case.is_none_or(|case| game.rulebook().case(case).is_some()),
                            "{path}: {case:?}"
                        );
                    }
                    Fate::OtherTables { .. } => panic!("{path}: golden records use the built-in tables"),
                }
                // What can be seen of it is the beginning of what was recorded.
                assert_eq!(play.record().lines, record.lines[..play.seq()], "{path}");
            }
        }
    }
}
