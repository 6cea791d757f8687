//! `sandtable link`: the end of one game as the set-up of another.

use std::{fs, io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};

use crate::{
    context::{Context, stdout},
    files,
};

/// Write the tables that a finished game of The Year Before leaves to Slaughterhouse.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable link the-year-before-7.sandtable --into war
  sandtable play slaughterhouse --data war           go on to the war")]
pub struct Args {
    /// The record of the finished game.
    file: PathBuf,
    /// The folder to write the tables to, for --data.
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let record = files::read_record(&args.file)?;
    let link =
        games::link::link(&record, &context.overlay).with_context(|| args.file.display().to_string())?;
    let mut out = stdout();
    for (name, text) in &link.files {
        let path = args.into.join(name);
        let folder = path.parent().unwrap_or(&args.into);
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        files::write(&path, text.as_bytes())?;
        writeln!(out, "{}", path.display())?;
    }
    writeln!(out, "In a match of both games the Axis total changes by {:+}.", link.score)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
