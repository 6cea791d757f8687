//! `cargo xtask`: the project's chores.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use xtask::{clicks, dist, endure, files, house, mutants, new_game, rule, sequence, test, types};

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
    /// Write a small complete game into crates/ID and add it to the workspace and to the registry.
    NewGame {
        /// The id: lower-case words with hyphens between them.
        id: String,
    },
    /// Write the types of the wire for the client into web/types.d.ts.
    Types,
    /// Print figures about the code: copied lines, transitions, contracts, long files, size of the binary.
    House,
    /// Break a rules module of a game, a function at a time, and say what no test noticed (cargo-mutants).
    Mutants {
        /// The id of the game.
        game: String,
        /// The module, such as m13_retreats or retreats.
        module: String,
    },
    /// Count how much a person has to do in a turn, with orders, in games between machines.
    Clicks {
        /// The id of the game; every game by default.
        game: Option<String>,
        /// Who plays.
        #[arg(long, default_value = "normal")]
        player: String,
        /// How many games of each.
        #[arg(long, default_value_t = 2)]
        games: u64,
        /// What pins the games.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Play very many random games of every scenario and set of options; a run goes on where it was stopped.
    Endure(endure::Asked),
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
        Chore::NewGame { id } => begin_game(&id)?,
        Chore::Types => types::write()?,
        Chore::House => print!("{}", house::page()?),
        Chore::Mutants { game, module } => return mutants::run(&game, &module),
        Chore::Clicks { game, player, games, seed } => {
            print!("{}", clicks::page(game.as_deref(), &player, games, seed)?);
        }
        Chore::Endure(asked) => return endure::run(&asked),
        Chore::Dist => dist::run()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn begin_game(id: &str) -> Result<()> {
    for file in new_game::write(files::root(), id)? {
        println!("{file}");
    }
    new_game::format(files::root(), id)?;
    println!(
        "\nThe game is in the workspace and in the registry. Go on with\n  \
         cargo nextest run -p {id}       examples, coverage, laws, golden games\n  \
         cargo xtask sequence {id}       the diagram of its sequence of play\n  \
         cargo run -- play {id}          a game in the terminal; `serve` shows it in the browser\n\
         and with 'A new game' in ARCHITECTURE.md."
    );
    Ok(())
}
