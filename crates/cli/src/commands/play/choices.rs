//! What can be chosen, numbered and grouped so that a long list can be read.

use std::fmt::Write as _;

use view::{Name, Odds, Offer, Target, View, odds::percent};

use crate::text::{Names, wrap};

/// With more choices than this, they are grouped under headings.
const PLAIN: usize = 9;
/// A group with more choices than this is set in columns.
const COLUMN: usize = 6;

/// One thing that can be chosen by its number.
pub struct Choice {
    pub action: Name,
    pub label: String,
    pub cites: Name,
    pub key: Option<char>,
    pub warn: Option<String>,
    pub odds: Option<Odds>,
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
            label: names.plain(&offer.label),
            cites: offer.cites.clone(),
            key: offer.key,
            warn: offer.warn.as_ref().map(|warn| names.plain(warn)),
            odds: offer.odds.clone(),
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

/// The numbered list.
pub fn list(choices: &[Choice], prompt_cites: &str, width: usize) -> String {
    let mut text = String::new();
    let mut from = 0;
    for group in choices.chunk_by(|a, b| a.group == b.group) {
        if !group[0].group.is_empty() {
            let _ = writeln!(text, "  {}", group[0].group);
        } else if from > 0 {
            text.push('\n');
        }
        let lines: Vec<String> = group
            .iter()
            .enumerate()
            .map(|(i, choice)| format!("{:>4}  {}", from + i + 1, describe(choice, prompt_cites)))
            .collect();
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
        from += group.len();
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
    use super::in_columns;

    #[test]
    fn columns_are_read_downwards() {
        let lines: Vec<String> = (1..=5).map(|n| n.to_string()).collect();
        assert_eq!(in_columns(&lines, 2, 4), "1   4\n2   5\n3\n");
    }
}
