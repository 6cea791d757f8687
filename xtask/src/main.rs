//! `cargo xtask`: the project's chores.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use xtask::{dist, house, rule, sequence, test, types};

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Check and test everything; works on a fresh clone.
    Test {
        /// Run these parts alone.
        #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = test::names())]
        only: Vec<String>,
    },
    /// Show where a rule case is carried out and tested.
    Rule {
        /// The id of the game.
        game: String,
        /// The number of the case, such as 13.2.3.
        case: String,
    },
    /// Draw the sequence of play as random games meet it, into docs/sequence-GAME.md.
    Sequence {
        /// The id of the game; every game by default.
        game: Option<String>,
        /// How many games to play.
        #[arg(long, default_value_t = sequence::GAMES)]
        games: u64,
        /// What pins the games.
        #[arg(long, default_value_t = sequence::SEED)]
        seed: u64,
    },
    /// Write the types of the wire for the client into web/types.d.ts.
    Types,
    /// Print figures about the code: copied lines, transitions, contracts, long files, size of the binary.
    House,
    /// Build the release binary and pack it with licences and README into dist/.
    Dist,
}

fn main() -> ExitCode {
    match run(Chore::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<ExitCode> {
    match chore {
        Chore::Test { only } => return test::run(&only),
        Chore::Rule { game, case } => print!("{}", rule::describe(&game, &case)?),
        Chore::Sequence { game, games, seed } => sequence::write(game.as_deref(), games, seed)?,
        Chore::Types => types::write()?,
        Chore::House => print!("{}", house::page()?),
        Chore::Dist => dist::run()?,
    }
    Ok(ExitCode::SUCCESS)
}
