//! `cargo xtask new-game ID`: a small complete game to begin with, and its lines in the registry.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, Result, bail, ensure};
use kernel::Record;

use crate::files::below;

/// Where the files of the template lie. They are those of a crate called `new-game`.
pub const TEMPLATE: &str = "xtask/new-game";

/// Writes the crate of a new game below this root of a repository, adds its lines to the workspace and to the registry, and
/// returns the files written or changed.
pub fn write(root: &Path, id: &str) -> Result<Vec<String>> {
    let names = Names::new(id)?;
    let folder = format!("crates/{id}");
    if root.join(&folder).exists() {
        bail!("{folder} is there already");
    }
    let mut written = Vec::new();
    for file in below(root, TEMPLATE)? {
        let text = fs::read_to_string(root.join(&file)).with_context(|| format!("cannot read {file}"))?;
        let text = if file.ends_with(".record") { record(&text, id)? } else { names.put_into(&text) };
        let path = format!("{folder}{}", file.strip_prefix(TEMPLATE).unwrap_or(&file));
        let to = root.join(&path);
        fs::create_dir_all(to.parent().expect("a file lies in a folder"))?;
        fs::write(&to, text).with_context(|| format!("cannot write {path}"))?;
        written.push(path);
    }
    ensure!(!written.is_empty(), "{TEMPLATE} is empty");
    for (file, change) in CHANGES {
        let path = root.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        let text = change(&text, &names).with_context(|| format!("{file} does not look as expected"))?;
        fs::write(&path, text)?;
        written.push((*file).to_owned());
    }
    Ok(written)
}

/// Formats the new crate: its names may be longer or shorter than those of the template.
pub fn format(root: &Path, id: &str) -> Result<()> {
    let status = Command::new("cargo").args(["fmt", "--package", id]).current_dir(root).status();
    ensure!(status.context("cannot run cargo")?.success(), "cargo fmt failed");
    Ok(())
}

/// What changes outside the new crate: the workspace knows it, and so does the registry.
const CHANGES: &[(&str, Change)] = &[
    ("Cargo.toml", |text, names| {
        let line = format!("{0} = {{ path = \"crates/{0}\" }}\n", names.kebab);
        insert_sorted(text, "[workspace.dependencies]\n", "\n\n", &line)
    }),
    ("crates/games/Cargo.toml", |text, names| {
        insert_sorted(
            text,
            "view.workspace = true\n",
            "thiserror.",
            &format!("{}.workspace = true\n", names.kebab),
        )
    }),
    ("crates/games/src/lib.rs", |text, names| {
        let line =
            format!("    \"{}\" => {}::{}, search::NoJudgement;\n", names.kebab, names.snake, names.pascal);
        let start = text.find("\nregistry! {\n")?;
        let end = start + text[start..].find("\n}\n")? + 1;
        Some(format!("{}{line}{}", &text[..end], &text[end..]))
    }),
];

type Change = fn(&str, &Names) -> Option<String>;

/// Puts a line into its place in the sorted block that begins after `start` and ends before `end`.
fn insert_sorted(text: &str, start: &str, end: &str, line: &str) -> Option<String> {
    let from = text.find(start)? + start.len();
    let to = from + text[from..].find(end)?;
    // The block may end without the line break of its last line.
    let to = if text[..to].ends_with('\n') { to } else { to + 1 };
    let place = text[from..to].split_inclusive('\n').find(|it| *it > line);
    let at = place.map_or(to, |it| from + text[from..to].find(it).expect("it is a line of the block"));
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

/// A record of the template as one of the new game: the game's name and the digest change.
fn record(text: &str, id: &str) -> Result<String> {
    let mut record = Record::parse(text).context("a record of the template")?;
    record.header.game = id.to_owned();
    Ok(record.to_text())
}

/// The id in its four spellings.
struct Names {
    kebab: String,
    snake: String,
    pascal: String,
    title: String,
}

impl Names {
    fn new(id: &str) -> Result<Names> {
        let words: Vec<&str> = id.split('-').collect();
        let word = |it: &&str| {
            it.starts_with(|c: char| c.is_ascii_lowercase())
                && it.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(word) {
            bail!(
                "'{id}' is no id for a game: lower-case words with hyphens between them, such as 'iron-bridge'"
            );
        }
        let title: Vec<String> =
            words.iter().map(|it| format!("{}{}", it[..1].to_uppercase(), &it[1..])).collect();
        Ok(Names {
            kebab: id.to_owned(),
            snake: id.replace('-', "_"),
            pascal: title.concat(),
            title: title.join(" "),
        })
    }

    /// A text of the template in the words of the new game.
    fn put_into(&self, text: &str) -> String {
        text.replace("NEW GAME", &self.title.to_uppercase())
            .replace("New Game", &self.title)
            .replace("NewGame", &self.pascal)
            .replace("new_game", &self.snake)
            .replace("new-game", &self.kebab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_spelt_in_four_ways() {
        let names = Names::new("iron-bridge-2nd").err().map(|error| error.to_string());
        assert!(names.is_some_and(|says| says.contains("iron-bridge")));
        let names = Names::new("iron-bridge2").unwrap();
        assert_eq!(
            names.put_into("NEW GAME New Game NewGame new_game new-game"),
            "IRON BRIDGE2 Iron Bridge2 IronBridge2 iron_bridge2 iron-bridge2"
        );
        for id in ["", "Bridge", "bridge-", "1st", "iron bridge", "iron/bridge", "..", "iron--bridge"] {
            assert!(Names::new(id).is_err(), "'{id}'");
        }
    }

    #[test]
    fn lines_go_to_their_places() {
        let text = "[workspace.dependencies]\natlas = 1\nview = 2\n\nanyhow = 3\n";
        let sorted = |line| insert_sorted(text, "[workspace.dependencies]\n", "\n\n", line).unwrap();
        assert!(sorted("board = 4\n").contains("atlas = 1\nboard = 4\nview = 2\n\n"));
        assert!(sorted("zoo = 4\n").contains("view = 2\nzoo = 4\n\nanyhow"));
        assert_eq!(insert_sorted(text, "[nowhere]", "\n\n", "x"), None);
    }
}
