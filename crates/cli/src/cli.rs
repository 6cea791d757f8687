//! What can be typed, and who answers it.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::{
    commands::{
        admin, bench, board, calibrate, completions, convert, example, games, hint, judge, learn, lesson,
        link, migrate, play, puzzles, ratings, replay, report, review, rules, serve, simulate, study,
    },
    context::Context,
};

/// Historical board wargames, played by their real rules. Without a command: serve them to the browser.
#[derive(Parser)]
#[command(name = "sandtable", version, after_help = EXAMPLES)]
pub struct Cli {
    /// Folder of tables and weights that override the built-in ones: DIR/<game>/<file>.toml.
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  sandtable                                        the table in the browser
  sandtable games                                  what there is to play
  sandtable play circle-of-fire --bot greedy       a game in the terminal
  sandtable rules circle-of-fire 13.2              the cases of a section, in our words
  sandtable simulate circle-of-fire --games 1000   who wins, and how sure that is";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Games(games::Args),
    Rules(rules::Args),
    Play(play::Args),
    Replay(replay::Args),
    Report(report::Args),
    Convert(convert::Args),
    Hint(hint::Args),
    Review(review::Args),
    Judge(judge::Args),
    Migrate(migrate::Args),
    Admin(admin::Args),
    Board(board::Args),
    Example(example::Args),
    Lesson(lesson::Args),
    Study(study::Args),
    Simulate(simulate::Args),
    Ratings(ratings::Args),
    Learn(learn::Args),
    Calibrate(calibrate::Args),
    Puzzles(puzzles::Args),
    Link(link::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

/// Reads the command line and does what it says.
pub fn run() -> Result<ExitCode> {
    let Cli { data, command } = Cli::parse();
    let context = Context::new(data.as_deref())?;
    match command.unwrap_or_else(|| Command::Serve(serve::Args::default())) {
        Command::Serve(args) => serve::run(&args, &context),
        Command::Games(args) => games::run(&args, &context),
        Command::Rules(args) => rules::run(&args, &context),
        Command::Play(args) => play::run(&args, &context),
        Command::Replay(args) => replay::run(&args, &context),
        Command::Report(args) => report::run(&args, &context),
        Command::Convert(args) => convert::run(&args, &context),
        Command::Hint(args) => hint::run(&args, &context),
        Command::Review(args) => review::run(&args, &context),
        Command::Judge(args) => judge::run(&args, &context),
        Command::Migrate(args) => migrate::run(&args, &context),
        Command::Admin(args) => admin::run(&args),
        Command::Board(args) => board::run(&args, &context),
        Command::Example(args) => example::run(&args, &context),
        Command::Lesson(args) => lesson::run(&args, &context),
        Command::Study(args) => study::run(&args, &context),
        Command::Simulate(args) => simulate::run(&args, &context),
        Command::Ratings(args) => ratings::run(&args, &context),
        Command::Learn(args) => learn::run(&args, &context),
        Command::Calibrate(args) => calibrate::run(&args, &context),
        Command::Puzzles(args) => puzzles::run(&args, &context),
        Command::Link(args) => link::run(&args, &context),
        Command::Bench(args) => bench::run(&args, &context),
        Command::Completions(args) => completions::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("sandtable "), "{} has no examples", command.get_name());
            assert!(command.get_about().is_some(), "{} does not say what it does", command.get_name());
        }
    }
}
