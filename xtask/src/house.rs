//! How the house stands: figures about the code that say where it repeats itself or grows.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::PathBuf,
};

use anyhow::Result;

use crate::files::{self, root};

/// So many lines in a row that stand in another game too are copied.
const RUN: usize = 4;
/// How many of the longest files are named.
const LONGEST: usize = 8;

/// The page that `cargo xtask house` prints.
pub fn page() -> Result<String> {
    let mut page = String::new();
    let sources = sources()?;
    let copied = copied(&sources);
    let (lines, total) = copied.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    writeln!(
        page,
        "copied lines of code (runs of {RUN} that stand in another game too): {lines} of {total}"
    )?;
    for (game, (lines, total)) in &copied {
        writeln!(page, "  {game}: {lines} of {total}")?;
    }
    writeln!(page, "\ntransitions (`go(Step::...)`) by file")?;
    for (game, files) in transitions(&sources) {
        let total: usize = files.values().sum();
        let own = files.get("sequence.rs").copied().unwrap_or(0);
        writeln!(page, "  {game}: {own} in sequence.rs, {} in its modules", total - own)?;
    }
    writeln!(page, "\nmethods of the contracts")?;
    for (name, methods) in contracts()? {
        writeln!(page, "  {name:<12} {methods:>3}")?;
    }
    writeln!(page, "\nlongest files")?;
    for (lines, file) in longest()? {
        writeln!(page, "  {lines:>6}  {file}")?;
    }
    match binary() {
        Some(bytes) => writeln!(page, "\nrelease binary  {:.1} MB", bytes as f64 / 1e6)?,
        None => writeln!(page, "\nrelease binary  not built here ('cargo build --release' builds it)")?,
    }
    Ok(page)
}

/// How many lines are copied between games.
pub fn copied_lines() -> Result<usize> {
    Ok(copied(&sources()?).values().map(|(lines, _)| lines).sum())
}

/// The sources of the games with their tests: game, path below the crate, text.
fn sources() -> Result<Vec<(String, String, String)>> {
    let mut sources = Vec::new();
    for game in files::games()? {
        for folder in ["src", "tests"] {
            for file in files::with_extension(&format!("crates/{game}/{folder}"), "rs")? {
                let short = file.rsplit('/').next().unwrap_or(&file).to_owned();
                sources.push((game.clone(), short, files::read(&file)?));
            }
        }
    }
    Ok(sources)
}

/// The lines of code: no blank lines, comments, imports or lone punctuation.
fn lines(text: &str) -> Vec<&str> {
    let mut import = false;
    let mut kept = Vec::new();
    for line in text.lines().map(str::trim) {
        let starts = line.starts_with("use ") || line.starts_with("pub use ") || line.starts_with("mod ");
        let skip = import || starts;
        import = (import || starts) && !line.ends_with(';');
        let thin = line.is_empty()
            || line.starts_with("//")
            || line.starts_with("#!")
            || !line.chars().any(|c| c.is_alphanumeric());
        if !(skip || thin) {
            kept.push(line);
        }
    }
    kept
}

/// How many lines of each game stand in runs that another game has too, and how many it has.
fn copied(sources: &[(String, String, String)]) -> BTreeMap<String, (usize, usize)> {
    let texts: Vec<(&str, Vec<&str>)> =
        sources.iter().map(|(game, _, text)| (game.as_str(), lines(text))).collect();
    let mut games_of: BTreeMap<&[&str], BTreeSet<&str>> = BTreeMap::new();
    for (game, lines) in &texts {
        for run in lines.windows(RUN) {
            games_of.entry(run).or_default().insert(game);
        }
    }
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (game, lines) in &texts {
        let mut marked = vec![false; lines.len()];
        for (at, run) in lines.windows(RUN).enumerate() {
            if games_of[run].len() > 1 {
                marked[at..at + RUN].fill(true);
            }
        }
        let count = found.entry((*game).to_owned()).or_default();
        count.0 += marked.iter().filter(|it| **it).count();
        count.1 += lines.len();
    }
    found
}

/// How often each file of a game moves the sequence of play on.
fn transitions(sources: &[(String, String, String)]) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut found: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for (game, file, text) in sources {
        let moves = text.matches(".go(Step::").count() + text.matches(".go(crate::sequence::Step::").count();
        if moves > 0 {
            *found.entry(game.clone()).or_default().entry(file.clone()).or_default() += moves;
        }
    }
    found
}

/// The public traits of kernel and search with the number of their methods.
fn contracts() -> Result<Vec<(String, usize)>> {
    let mut found = Vec::new();
    for name in ["kernel", "search"] {
        for file in files::with_extension(&format!("crates/{name}/src"), "rs")? {
            let text = files::read(&file)?;
            for (at, _) in text.match_indices("\npub trait ") {
                let body = &text[at + "\npub trait ".len()..];
                let name: String = body.chars().take_while(|c| c.is_alphanumeric()).collect();
                let end = body.find("\n}").unwrap_or(0);
                found.push((name, body[..end].matches("\n    fn ").count()));
            }
        }
    }
    found.sort_by_key(|(name, methods)| (std::cmp::Reverse(*methods), name.clone()));
    Ok(found)
}

fn longest() -> Result<Vec<(usize, String)>> {
    let mut found = Vec::new();
    for file in
        files::all()?.into_iter().filter(|file| [".rs", ".js", ".css"].iter().any(|end| file.ends_with(end)))
    {
        found.push((files::read(&file)?.lines().count(), file));
    }
    found.sort_by(|a, b| b.cmp(a));
    found.truncate(LONGEST);
    Ok(found)
}

fn binary() -> Option<u64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let name = format!("sandtable{}", std::env::consts::EXE_SUFFIX);
    Some(target.join("release").join(name).metadata().ok()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(game: &str, text: &str) -> (String, String, String) {
        (game.to_owned(), "a.rs".to_owned(), text.to_owned())
    }

    #[test]
    fn a_run_of_four_lines_in_two_games_is_copied_once_in_each() {
        let same = "a();\nb();\nc();\nd();\ne();\n";
        let sources =
            [source("one", &format!("x();\n{same}")), source("two", &format!("{same}y();\nb();\n"))];
        let found = copied(&sources);
        assert_eq!(found["one"], (5, 6));
        assert_eq!(found["two"], (5, 7));
        let twice = [source("one", same), source("one", same)];
        assert_eq!(copied(&twice)["one"].0, 0, "within a game it does not count");
    }

    #[test]
    fn imports_comments_and_braces_are_no_code() {
        let text = "//! A file.\nuse std::{\n    fmt,\n};\n\nfn a() {\n    // why\n    b();\n}\n";
        assert_eq!(lines(text), ["fn a() {", "b();"]);
    }

    #[test]
    fn transitions_are_counted_by_file() {
        let found = transitions(&[source("one", "self.go(Step::A);\nreturn self.go(Step::B { x });\n")]);
        assert_eq!(found["one"]["a.rs"], 2);
    }
}
