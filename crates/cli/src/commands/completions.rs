//! `sandtable completions`: what the shell needs to finish words.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::{cli::Cli, context::stdout};

/// Print a script that lets the shell complete commands and options.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable completions bash > ~/.local/share/bash-completion/completions/sandtable
  sandtable completions zsh > ~/.zfunc/_sandtable
  sandtable completions fish > ~/.config/fish/completions/sandtable.fish")]
pub struct Args {
    /// The shell to write for.
    shell: Shell,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    // Into memory first: the generator panics when its pipe breaks.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sandtable", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
