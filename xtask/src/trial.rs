//! A new game on trial: written into a copy of the repository, built, tested and played there.
//!
//! The copy lies in the target folder and shares what is built: cargo tells crates of a workspace apart by their path
//! below its root, so what was built here is taken over and the new crate and what knows it are built, nothing else.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use anyhow::{Context, Result};

use crate::{
    files::{self, root},
    new_game,
};

/// The id of the game on trial.
pub const GAME: &str = "trial-game";

/// A copy of the repository with a new game.
pub struct Trial {
    /// The root of the copy.
    pub root: PathBuf,
    target: PathBuf,
}

impl Trial {
    /// Copies the repository, takes over what is built, and writes the game.
    pub fn new() -> Result<Trial> {
        let built = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let folder = built.join("new-game");
        let trial = Trial { root: folder.join("copy"), target: folder.join("target") };
        if trial.root.exists() {
            fs::remove_dir_all(&trial.root)?;
        }
        for file in files::all()? {
            copy(&root().join(&file), &trial.root.join(&file))
                .with_context(|| format!("cannot copy {file}"))?;
        }
        for folder in ["deps", ".fingerprint", "build"] {
            take_over(&built.join("debug").join(folder), &trial.target.join("debug").join(folder))?;
        }
        new_game::write(&trial.root, GAME)?;
        new_game::format(&trial.root, GAME)?;
        Ok(trial)
    }

    /// A command in the copy.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// The binary of the copy.
    pub fn binary(&self) -> PathBuf {
        self.target.join("debug").join(format!("sandtable{}", std::env::consts::EXE_SUFFIX))
    }
}

/// Copies a file with its time: cargo builds anew what is younger than its output.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.parent().expect("a file lies in a folder"))?;
    fs::copy(from, to)?;
    let time = fs::metadata(from)?.modified()?;
    fs::File::options().write(true).open(to)?.set_modified(time)
}

/// Copies what a build left and is newer than what is there. Test programs are left out: they are large, and the trial
/// builds its own.
fn take_over(from: &Path, to: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            take_over(&path, &target)?;
            continue;
        }
        let program = from.ends_with("deps") && path.extension().is_none();
        if !program && time(&path) > time(&target) {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

fn time(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|it| it.modified()).ok()
}
