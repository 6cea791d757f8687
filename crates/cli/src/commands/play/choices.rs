//! What can be chosen, numbered and grouped so that a long list can be read.

use std::fmt::Write as _;

use view::{Name, Odds, Offer, Target, View, odds::percent};

use crate::text::{Names, wrap};

/// With more choices than this, they are grouped under headings.
const PLAIN: usize = 9;
/// A group with more choices than this is set in columns.
const COLUMN: usize = 6;
/// With more choices than this, each unit's are folded into one line.
const FOLD: usize = 40;

/// One thing that can be chosen by its number.
pub struct Choice {
    pub action: Name,
    pub label: String,
    pub cites: Name,
    pub key: Option<char>,
    pub warn: Option<String>,
    pub odds: Option<Odds>,
    unit: Option<Name>,
    group: String,
}

/// The choices of a view in the order of their numbers, and every legal action that the view does not offer.
pub fn gather(view: &View, legal: &[String], names: &Names) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    let grouped = view.offers.len() > PLAIN;
    for offer in &view.offers {
        let group = if grouped { group_of(offer, names) } else { String::new() };
        choices.push(Choice {
            action: offer.action.clone(),
            label: offer.label.to_string(),
            cites: offer.cites.clone(),
            key: offer.key,
            warn: offer.warn.as_ref().map(ToString::to_string),
            odds: offer.odds.clone(),
            unit: offer.unit.clone(),
            group,
        });
    }
    for action in legal {
        if !choices.iter().any(|choice| *choice.action == **action) {
            let (action, label) = (action.as_str().into(), action.clone());
            let cites = view.prompt.cites.clone();
            choices.push(Choice {
                action,
                label,
                cites,
                key: None,
                warn: None,
                odds: None,
                unit: None,
                group: String::new(),
            });
        }
    }
    // Groups in the order in which they first appear; what belongs to no group, such as passing, comes last.
    let mut order: Vec<String> = Vec::new();
    for choice in &choices {
        if !choice.group.is_empty() && !order.contains(&choice.group) {
            order.push(choice.group.clone());
        }
    }
    choices
        .sort_by_key(|choice| order.iter().position(|group| *group == choice.group).unwrap_or(order.len()));
    choices
}

fn group_of(offer: &Offer, names: &Names) -> String {
    match (&offer.unit, &offer.target) {
        (Some(unit), _) => {
            let name = names.piece(unit);
            if name == &**unit { name.to_owned() } else { format!("{name} [{unit}]") }
        }
        (None, Target::Piece(_)) => "Units".to_owned(),
        (None, Target::Space(_)) => "Spaces".to_owned(),
        (None, Target::Button(_)) => String::new(),
    }
}

/// The numbered list. A very long one shows only the numbers of each unit's choices; naming the unit lists them.
pub fn list(choices: &[Choice], prompt_cites: &str, width: usize) -> String {
    let groups: Vec<&[Choice]> = choices.chunk_by(|a, b| a.group == b.group).collect();
    let fold = choices.len() > FOLD && groups.len() > 2;
    let mut text = String::new();
    let mut folded = None;
    let mut from = 1;
    for group in groups {
        match &group[0].unit {
            Some(unit) if fold && group.len() > 2 => {
                let numbers = format!("{from} to {}", from + group.len() - 1);
                let _ = writeln!(text, "  {numbers:>12}  {}", group[0].group);
                folded = Some(unit);
            }
            _ => text.push_str(&list_group(group, from, prompt_cites, width)),
        }
        from += group.len();
    }
    if let Some(unit) = folded {
        let _ = writeln!(text, "  Enter a unit's id, such as {unit}, to see its choices; l lists all.");
    }
    text
}

/// All choices, however many.
pub fn list_all(choices: &[Choice], prompt_cites: &str, width: usize) -> String {
    list_where(choices, prompt_cites, width, |_| true)
}

/// The choices of one unit; empty if it has none.
pub fn list_unit(choices: &[Choice], unit: &str, prompt_cites: &str, width: usize) -> String {
    list_where(choices, prompt_cites, width, |choice| choice.unit.as_deref() == Some(unit))
}

fn list_where(
    choices: &[Choice],
    prompt_cites: &str,
    width: usize,
    wanted: impl Fn(&Choice) -> bool,
) -> String {
    let mut text = String::new();
    let mut from = 1;
    for group in choices.chunk_by(|a, b| a.group == b.group) {
        if wanted(&group[0]) {
            text.push_str(&list_group(group, from, prompt_cites, width));
        }
        from += group.len();
    }
    text
}

/// The choices of one group under its heading, numbered from `from`.
fn list_group(group: &[Choice], from: usize, prompt_cites: &str, width: usize) -> String {
    let mut text = String::new();
    if !group[0].group.is_empty() {
        let _ = writeln!(text, "  {}", group[0].group);
    } else if from > 1 {
        text.push('\n');
    }
    let numbered = group.iter().zip(from..);
    let lines: Vec<String> =
        numbered.map(|(choice, number)| format!("{number:>4}  {}", describe(choice, prompt_cites))).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    let columns = (width / longest).max(1);
    if group.len() > COLUMN && columns > 1 {
        text.push_str(&in_columns(&lines, columns, longest));
    } else {
        for line in &lines {
            let (number, rest) = line.split_at(6);
            text.push_str(&wrap(rest, width, number, "        "));
        }
    }
    text
}

fn describe(choice: &Choice, prompt_cites: &str) -> String {
    let mut text = choice.label.clone();
    if let Some(odds) = &choice.odds {
        let _ = write!(text, " [{} {}]", percent(odds.headline.ways, odds.of), odds.headline.says);
    }
    if *choice.cites != *prompt_cites && !choice.cites.is_empty() {
        let _ = write!(text, " ({})", choice.cites);
    }
    if choice.warn.is_some() {
        text.push_str(" !");
    }
    text
}

/// Sets lines side by side, to be read down the first column before the second.
fn in_columns(lines: &[String], columns: usize, column: usize) -> String {
    let rows = lines.len().div_ceil(columns);
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for cell in lines.iter().skip(row).step_by(rows) {
            let padding = column.saturating_sub(cell.chars().count());
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', padding));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(unit: Option<&str>, label: String) -> Choice {
        Choice {
            action: label.as_str().into(),
            label,
            cites: "1.1".into(),
            key: None,
            warn: None,
            odds: None,
            unit: unit.map(Into::into),
            group: unit.unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn a_very_long_list_is_folded_by_unit() {
        let mut choices: Vec<Choice> = Vec::new();
        for unit in ["a", "b", "c"] {
            choices.extend((1..=15).map(|n| choice(Some(unit), format!("{unit} to {n}"))));
        }
        choices.push(choice(None, "done".to_owned()));
        let text = list(&choices, "1.1", 80);
        assert!(text.contains("16 to 30  b\n") && text.contains("  46  done\n"), "{text}");
        assert!(!text.contains("b to 3"), "{text}");
        let unit = list_unit(&choices, "b", "1.1", 80);
        assert!(unit.contains("  18  b to 3") && !unit.contains("c to 1"), "{unit}");
        assert_eq!(list_unit(&choices, "d", "1.1", 80), "");
        assert!(list_all(&choices, "1.1", 80).contains("c to 15"));
    }

    #[test]
    fn columns_are_read_downwards() {
        let lines: Vec<String> = (1..=5).map(|n| n.to_string()).collect();
        assert_eq!(in_columns(&lines, 2, 4), "1   4\n2   5\n3\n");
    }
}
