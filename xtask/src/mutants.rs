//! `cargo xtask mutants GAME MODULE`: breaks the functions of one rules module, one at a time, and says what no test noticed.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::files::{self, root};

/// Where the figures of the last run lie.
const OUTPUT: &str = "target/mutants";

/// Runs cargo-mutants over a module of a game, installing it first where it is missing.
pub fn run(game: &str, module: &str) -> Result<ExitCode> {
    let file = source(game, module)?;
    provide()?;
    println!("breaking {file}, a function at a time; the tests of {game} should notice");
    let status = Command::new("cargo")
        .args(["mutants", "--package", game, "--file", &file, "--output", OUTPUT, "--no-shuffle"])
        // Laws and goldens take long when a mutant makes a game endless.
        .args(["--minimum-test-timeout", "300"])
        .current_dir(root())
        .status()
        .context("cannot run cargo mutants")?;
    println!(
        "{OUTPUT}/mutants.out/missed.txt lists what no test noticed: write an example that fails with it"
    );
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The source of a module, by its name with or without its number: `m13_retreats`, `retreats`, `13` if that is clear.
fn source(game: &str, module: &str) -> Result<String> {
    let sources = files::with_extension(&format!("crates/{game}/src"), "rs")?;
    if sources.is_empty() {
        bail!("there is no game '{game}'; the games are {}", files::games()?.join(", "));
    }
    let found: Vec<&String> = sources.iter().filter(|file| is_named(file, module)).collect();
    match found[..] {
        [file] => Ok(file.clone()),
        [] => bail!("{game} has no module '{module}'"),
        _ => {
            bail!("'{module}' may be {}", found.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(" or "))
        }
    }
}

/// Whether a file is the module that is asked for.
fn is_named(file: &str, module: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs");
    let (number, rest) = name.split_once('_').unwrap_or(("", name));
    let asked = module.trim_end_matches(".rs");
    name == asked || rest == asked || (!number.is_empty() && number.trim_start_matches('m') == asked)
}

/// Installs cargo-mutants unless it is there.
fn provide() -> Result<()> {
    let runs = |args: &[&str]| Command::new("cargo").args(args).current_dir(root()).output();
    if runs(&["mutants", "--version"]).is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    println!("cargo-mutants is missing; installing it with 'cargo install cargo-mutants --locked'");
    let status = Command::new("cargo").args(["install", "cargo-mutants", "--locked"]).status();
    if !status.context("cannot run cargo install")?.success() {
        bail!("cargo-mutants could not be installed; 'cargo install cargo-mutants --locked' says why");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_found_by_name_or_number() {
        let asked = |module| is_named("crates/g/src/m13_retreats.rs", module);
        assert!(asked("m13_retreats") && asked("retreats") && asked("13") && asked("m13_retreats.rs"));
        assert!(!asked("m13") && !asked("retreat") && !asked(""));
        assert!(
            source("circle-of-fire", "13").unwrap_err().to_string().contains(" or "),
            "it has several files"
        );
        assert_eq!(
            source("circle-of-fire", "retreats").unwrap(),
            "crates/circle-of-fire/src/m13_retreats.rs"
        );
        assert!(source("chess", "1").unwrap_err().to_string().contains("circle-of-fire"));
    }
}
