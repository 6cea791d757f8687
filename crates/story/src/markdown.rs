//! A tale as Markdown: the same without its pictures.

use std::fmt::Write as _;

use crate::{Rolls, Tale, html::told_apart};

/// The text.
pub fn markdown(tale: &Tale) -> String {
    let mut text = format!("# {}\n\n", tale.title);
    for (name, value) in &tale.facts {
        let _ = writeln!(text, "- {name}: {value}");
    }
    if let Some((says, case)) = &tale.ending {
        let _ = writeln!(text, "\n**{says}** ({case})");
    }
    if let (false, Some((_, first))) = (tale.chances.is_empty(), tale.sides.first()) {
        let _ = writeln!(text, "\n## The chance to win of {first}\n\n| step | chance |\n|---|---|");
        let step = tale.chances.len().div_ceil(20).max(1);
        for it in tale.chances.iter().step_by(step) {
            let _ = writeln!(text, "| {} | {:.0} % |", it.ply + 1, f64::from(it.chance) / 10.0);
        }
        for it in tale.turning_points() {
            if let Some([played, better]) = &it.says {
                let lost = f64::from(it.loss) / 10.0;
                let _ = writeln!(
                    text,
                    "\nStep {}: played {played}, and gave away {lost:.1} %; better was {better}.",
                    it.ply + 1
                );
            }
        }
    }
    if let (false, Some((_, first))) = (tale.apart.swings.is_empty(), tale.sides.first()) {
        let _ = writeln!(text, "\n## Luck apart from skill\n\n{}", told_apart(tale, first));
    }
    let _ = writeln!(text, "\n## The story");
    for chapter in &tale.chapters {
        let _ = writeln!(text, "\n### {}\n", chapter.title);
        for sentence in &chapter.sentences {
            let case = if sentence.case.is_empty() { String::new() } else { format!(" ({})", sentence.case) };
            let _ = if sentence.opens {
                writeln!(text, "\n**{}**{case}\n", sentence.says)
            } else {
                writeln!(text, "{}{case}", sentence.says)
            };
        }
    }
    let _ = writeln!(text, "\n## Losses\n");
    for (side, lost) in &tale.losses {
        let names: Vec<String> = lost.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let _ = writeln!(
            text,
            "- {side}: {}",
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        );
    }
    let _ = writeln!(
        text,
        "\n## The dice\n\n| side | case | dice | rolls | pips | expected | deviations |\n|---|---|---|---|---|---|---|"
    );
    for Rolls { side, case, dice, rolls, sum, expected, z } in &tale.rolls {
        let side = side.as_deref().map_or_else(|| "nobody's".to_owned(), |side| tale.side(side));
        let _ = writeln!(text, "| {side} | {case} | {dice} | {rolls} | {sum} | {expected:.1} | {z:+.2} |");
    }
    let _ = writeln!(text, "\n## The final count\n");
    for (name, says) in &tale.count {
        let _ = writeln!(text, "- {name}: {says}");
    }
    text
}
