//! Who opens which step: the files of a game in which `go(Step::...)` stands, by the step. A scan of text.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::files;

/// The file that opens steps between procedures.
const SEQUENCE: &str = "sequence.rs";
/// Positions of examples begin in any step, and worlds that a seat cannot tell apart are made by going back: that is no play.
const NO_PLAY: &[&str] = &["arrange.rs", "fog.rs"];

/// The files of a game that open each step, the name of the step as in `Step`.
pub fn of(game: &str) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files::with_extension(&format!("crates/{game}/src"), "rs")? {
        let short = file.rsplit('/').next().unwrap_or(&file).to_owned();
        if NO_PLAY.contains(&short.as_str()) {
            continue;
        }
        for step in opened(&files::read(&file)?) {
            found.entry(step).or_default().insert(short.clone());
        }
    }
    Ok(found)
}

/// The steps that a source opens.
fn opened(text: &str) -> Vec<String> {
    let starts = text.match_indices(".go(").map(|(at, call)| text[at + call.len()..].trim_start());
    let steps = starts
        .filter_map(|rest| rest.strip_prefix("crate::sequence::").unwrap_or(rest).strip_prefix("Step::"));
    steps.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect()).collect()
}

/// What is wrong with who opens a step: apart from `sequence.rs`, the modules of one number of the rulebook open it.
pub fn wrong(step: &str, openers: &BTreeSet<String>) -> Option<String> {
    let others: Vec<&String> = openers.iter().filter(|file| *file != SEQUENCE).collect();
    let number =
        |file: &str| file.strip_prefix('m').and_then(|rest| rest.split('_').next()).map(str::to_owned);
    let numbers: BTreeSet<Option<String>> = others.iter().map(|file| number(file)).collect();
    if numbers.contains(&None) || numbers.len() > 1 {
        return Some(format!("{step} is opened by {}", list(&others)));
    }
    None
}

fn list(files: &[&String]) -> String {
    files.iter().map(|file| file.as_str()).collect::<Vec<_>>().join(", ")
}

/// The steps of a game and who opens them, as a table of its page.
pub fn table(game: &str) -> Result<String> {
    let mut out = String::from(
        "\nWho opens each step: `sequence.rs` between procedures, within one the module it belongs to.\n\n\
         | step | opened in |\n|---|---|\n",
    );
    for (step, files) in of(game)? {
        let files: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
        out.push_str(&format!("| `{step}` | {} |\n", files.join(", ")));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_found_where_they_are_opened() {
        let text = "self.go(Step::A { x: 1 });\nreturn play.go(\n    Step::B);\nif self.s.step == Step::C {}\n\
                    self.go(crate::sequence::Step::D)";
        assert_eq!(opened(text), ["A", "B", "D"]);
    }

    #[test]
    fn a_step_has_one_module_besides_the_sequence() {
        let wrong = |files: &[&str]| wrong("A", &files.iter().map(|&it| it.to_owned()).collect()).is_some();
        assert!(!wrong(&["sequence.rs"]) && !wrong(&["sequence.rs", "m06_fire.rs", "m06_results.rs"]));
        assert!(wrong(&["m06_fire.rs", "m08_loading.rs"]) && wrong(&["turn_table.rs"]));
    }
}
