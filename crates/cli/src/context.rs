//! What every command is given: the tables in force, and the way out.

use std::{
    io::{self, BufWriter, IsTerminal, Stdout, Write},
    path::{Path, PathBuf},
    process::{ChildStdin, Command, Stdio},
};

use anyhow::Result;
use games::{OpenError, Opened, Visitor};
use kernel::data::Overlay;
use serde::Serialize;

use crate::files;

/// The tables in force.
pub struct Context {
    /// What overrides the built-in tables and weights.
    pub overlay: Overlay,
    /// The folder it was read from.
    pub data: Option<PathBuf>,
}

impl Context {
    /// Reads the overlay folder, if one was named.
    pub fn new(data: Option<&Path>) -> Result<Context> {
        let overlay = match data {
            Some(folder) => files::overlay(folder, &games::data_files())?,
            None => Overlay::none(),
        };
        Ok(Context { overlay, data: data.map(Path::to_owned) })
    }

    /// Opens a game by its id.
    pub fn open(&self, id: &str) -> Result<Opened, OpenError> {
        games::open(id, &self.overlay).map_err(|error| self.locate(error))
    }

    /// Opens a game by its id and hands it over with its type.
    pub fn visit<V: Visitor>(&self, id: &str, visitor: V) -> Result<V::Out, OpenError> {
        games::visit(id, &self.overlay, visitor).map_err(|error| self.locate(error))
    }

    /// Opens every game.
    pub fn all(&self) -> Result<Vec<Opened>, OpenError> {
        games::all(&self.overlay).map_err(|error| self.locate(error.into()))
    }

    /// Names a torn table by where it lies, which only this crate knows.
    fn locate(&self, error: OpenError) -> OpenError {
        match (error, &self.data) {
            (OpenError::Data(mut error), Some(folder)) if self.overlay.get(&error.file).is_some() => {
                error.file = folder.join(&error.file).display().to_string();
                OpenError::Data(error)
            }
            (error, _) => error,
        }
    }
}

/// The standard output, buffered. Writing to it can fail, unlike `println!`, which panics when a pipe breaks.
pub fn stdout() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Writes a value as indented JSON.
pub fn print_json<T: Serialize>(value: &T) -> Result<()> {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Prints a long text, through the pager when it goes to a terminal that cannot hold it.
pub fn print_paged(text: &str) -> Result<()> {
    if io::stdout().is_terminal()
        && text.lines().count() > terminal_rows()
        && let Some((mut pager, mut stdin)) = open_pager()
    {
        // The reader may leave before the end; that is what a pager is for.
        let _ = stdin.write_all(text.as_bytes());
        drop(stdin);
        pager.wait()?;
        return Ok(());
    }
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn terminal_rows() -> usize {
    terminal_size::terminal_size().map_or(usize::MAX, |(_, rows)| usize::from(rows.0))
}

fn open_pager() -> Option<(std::process::Child, ChildStdin)> {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let mut child = Command::new(words.next()?).args(words).stdin(Stdio::piped()).spawn().ok()?;
    let stdin = child.stdin.take()?;
    Some((child, stdin))
}
