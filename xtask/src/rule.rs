//! `cargo xtask rule`: from the number of a case to its code and its tests.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use kernel::{About, coverage, data::Overlay, example::Example, rules::Rulebook};

use crate::files;

/// Where a case is carried out, cited and tested, a line each.
pub fn describe(game: &str, number: &str) -> Result<String> {
    let opened = games::open(game, &Overlay::none())?;
    let book = opened.rulebook();
    let Some(case) = book.case(number) else {
        bail!("{game} has no case {number}{}", neighbours(book, number));
    };
    let sources = texts(&format!("crates/{game}/src"))?;
    let tests = texts(&format!("crates/{game}/tests"))?;
    let (coverage, _) = coverage::scan(book, &sources, &tests, &[]);
    let covered = coverage.case(number).context("the coverage lists every case")?;

    let provenance: Vec<&str> = case.provenance.iter().map(|it| it.word()).collect();
    let mut out = String::new();
    writeln!(out, "{number} {}", case.title)?;
    writeln!(out, "status      {}", case.status.word())?;
    writeln!(out, "provenance  {}", provenance.join(", "))?;
    list(&mut out, "code", covered.implemented.iter().map(ToString::to_string))?;
    list(&mut out, "cited", citations(&sources, number))?;
    list(&mut out, "tables", tables(opened.about(), number))?;
    list(&mut out, "tests", covered.tested.iter().map(ToString::to_string))?;
    list(&mut out, "examples", examples(game, number)?)?;
    if covered.wanted() && covered.implemented.is_empty() {
        writeln!(out, "No item's doc comment begins with this number.")?;
    }
    Ok(out)
}

fn list(out: &mut String, name: &str, places: impl IntoIterator<Item = String>) -> Result<()> {
    for (i, place) in places.into_iter().enumerate() {
        writeln!(out, "{:<12}{place}", if i == 0 { name } else { "" })?;
    }
    Ok(())
}

/// The sources below a folder, as name and text.
fn texts(folder: &str) -> Result<Vec<(String, String)>> {
    let files = files::with_extension(folder, "rs")?;
    files.into_iter().map(|file| files::read(&file).map(|text| (file, text))).collect()
}

/// The lines that cite the case to a player.
fn citations(sources: &[(String, String)], number: &str) -> Vec<String> {
    let cite = format!("rule!(\"{number}\")");
    let mut found = Vec::new();
    for (file, text) in sources {
        let lines = text.lines().enumerate().filter(|(_, line)| line.contains(&cite));
        found.extend(lines.map(|(i, line)| format!("{file}:{}: {}", i + 1, line.trim())));
    }
    found
}

/// The tables that say they come from the case.
fn tables(about: &About, number: &str) -> Vec<String> {
    let names = |source: &str| {
        source.split([' ', ',', ';']).any(|word| word.trim_end_matches(['.', ':', ')']) == number)
    };
    let found = about.tables.iter().filter(|table| names(&table.source));
    found
        .map(|table| {
            let mark = if table.reconstructed { " (reconstructed)" } else { "" };
            format!("{}: {}{mark}", table.file, table.key)
        })
        .collect()
}

fn examples(game: &str, number: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for file in files::with_extension(&format!("crates/{game}/examples"), "toml")? {
        let example = Example::parse(&file, &files::read(&file)?)?;
        if example.case.iter().any(|case| case == number) {
            found.push(format!("{file}: {}", example.title));
        }
    }
    Ok(found)
}

/// The cases that share the longest beginning with a number that does not exist.
fn neighbours(book: &Rulebook, number: &str) -> String {
    let mut start = number;
    while let Some((shorter, _)) = start.rsplit_once('.') {
        start = shorter;
        let near: Vec<&str> = book
            .cases
            .iter()
            .map(|case| case.number.as_str())
            .filter(|known| known.strip_prefix(start).is_some_and(|rest| rest.starts_with('.')))
            .collect();
        if !near.is_empty() {
            return format!("; below {start} it has {}", near.join(", "));
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_found_in_one_hop() {
        let text = describe("circle-of-fire", "15.1.3").unwrap();
        assert!(text.starts_with("15.1.3 "), "{text}");
        for wanted in ["status      code", "fn shatters", "m15_rubble.rs:", "cited", "charts.toml: rubble"] {
            assert!(text.contains(wanted), "'{wanted}' is missing in:\n{text}");
        }
    }

    #[test]
    fn an_unknown_case_is_answered_with_its_neighbours() {
        let error = describe("circle-of-fire", "15.1.99").unwrap_err().to_string();
        assert!(error.contains("no case 15.1.99; below 15.1 it has 15.1.1, 15.1.2"), "{error}");
        assert!(describe("circle-of-fire", "x").unwrap_err().to_string().ends_with("no case x"));
    }
}
