//! What commands that play many games share: games are kept as soon as they end, and Ctrl-C loses none.

use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::{Context as _, Result};
use lab::{Kept, Plan};

use crate::{error::usage, files};

/// The first Ctrl-C ends the series after the games under way; a second one ends the program.
pub fn heed_interrupts(stop: Arc<AtomicBool>) {
    thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if stop.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
}

/// The file that games are kept in while the series runs: a line that names the series, then a line a game.
pub struct Keeper {
    /// The games that were in it.
    pub before: Vec<Kept>,
    file: Mutex<File>,
    path: PathBuf,
}

impl Keeper {
    /// Begins a file, or goes on with the one that is there.
    pub fn open(path: &Path, resume: bool, plan: &Plan) -> Result<Keeper> {
        let named = || path.display().to_string();
        let head = format!("{{\"series\":\"{}\"}}", plan.fingerprint());
        let mut before = Vec::new();
        if resume && path.exists() {
            let text = files::read(path)?;
            let mut lines = text.lines();
            if lines.next() != Some(head.as_str()) {
                return Err(usage(format!(
                    "{}: these games are of another series; to go on needs the same game, tables, players and seed",
                    named()
                )));
            }
            // The last line may be torn by what ended the run; its game is played again.
            before = lines.filter_map(|line| serde_json::from_str(line).ok()).collect();
        }
        let mut text = head + "\n";
        for kept in &before {
            text += &serde_json::to_string(kept)?;
            text.push('\n');
        }
        files::write(path, text.as_bytes())?;
        let file = OpenOptions::new().append(true).open(path).with_context(named)?;
        Ok(Keeper { before, file: Mutex::new(file), path: path.to_owned() })
    }

    /// Writes a game down.
    pub fn add(&self, kept: &Kept) -> Result<()> {
        let line = serde_json::to_string(kept)? + "\n";
        let mut file = self.file.lock().map_err(|_| anyhow::anyhow!("a thread failed while it wrote"))?;
        file.write_all(line.as_bytes()).with_context(|| self.path.display().to_string())
    }
}
