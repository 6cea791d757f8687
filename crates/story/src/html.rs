//! A tale as one page that needs nothing beside it. The maps share what they have in common.

use std::fmt::Write as _;

use crate::{Chapter, Rolls, Tale, parts::parts};

const STYLE: &str = include_str!("page.css");

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page.
pub fn html(tale: &Tale) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>{0}: after-action report</title><style>{STYLE}</style>\
         </head><body><main>\n<h1>{0}</h1>\n<dl>",
        escape(&tale.title)
    );
    for (name, value) in &tale.facts {
        let _ = write!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
    }
    page.push_str("</dl>\n");
    if let Some((says, case)) = &tale.ending {
        let _ = writeln!(page, "<p class=\"end\"><strong>{}</strong> {}</p>", escape(says), cited(case));
    }
    chart(&mut page, tale);
    skill(&mut page, tale);
    pictures(&mut page, tale);
    page.push_str("<h2>The story</h2>\n");
    tale.chapters.iter().for_each(|it| chapter(&mut page, it));
    losses(&mut page, tale);
    dice(&mut page, tale);
    page.push_str("<h2>The final count</h2>\n<table>");
    for (name, says) in &tale.count {
        let _ = write!(page, "<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(says));
    }
    page.push_str("</table>\n");
    if let Some((says, case)) = &tale.ending {
        let _ = writeln!(page, "<p>{} {}</p>", escape(says), cited(case));
    }
    let _ = writeln!(
        page,
        "<p class=\"small\">{} steps. Written by Sandtable.</p>\n</main></body></html>",
        tale.plies
    );
    page
}

fn cited(case: &str) -> String {
    if case.is_empty() { String::new() } else { format!("<small>{}</small>", escape(case)) }
}

fn chapter(page: &mut String, chapter: &Chapter) {
    let _ = writeln!(page, "<h3>{}</h3>", escape(&chapter.title));
    let mut open = false;
    for sentence in &chapter.sentences {
        if sentence.opens || !open {
            page.push_str(if open { "</p>\n<p>" } else { "<p>" });
            open = true;
        }
        let says = escape(&sentence.says);
        let says = if sentence.opens { format!("<b>{says}</b>") } else { says };
        let _ = write!(page, "{says}{} ", cited(&sentence.case));
    }
    if open {
        page.push_str("</p>\n");
    }
}

/// The chance to win by ply, with the decisions that gave away most.
fn chart(page: &mut String, tale: &Tale) {
    let Some((_, first)) = tale.sides.first() else { return };
    if tale.chances.is_empty() {
        return;
    }
    let (width, height) = (800.0, 220.0);
    let place = |ply: usize, chance: u16| {
        let x = ply as f64 / tale.plies.max(1) as f64 * width;
        (x, height - f64::from(chance) / 1000.0 * height)
    };
    let mut line = String::new();
    for it in &tale.chances {
        let (x, y) = place(it.ply, it.chance);
        let _ = write!(line, "{}{x:.1} {y:.1}", if line.is_empty() { "M" } else { "L" });
    }
    let _ = write!(
        page,
        "<h2>The chance to win</h2>\n<figure class=\"chart\"><svg viewBox=\"0 0 {width} {height}\" role=\"img\"><title>Chance to win of {0} \
         by step</title><path d=\"M0 {1}H{width}\" class=\"even\"/><path d=\"{line}\" class=\"line\"/>",
        escape(first),
        height / 2.0
    );
    let points = tale.turning_points();
    for (number, it) in (1..).zip(&points) {
        let (x, y) = place(it.ply, it.chance);
        let _ = write!(
            page,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/><text x=\"{x:.1}\" y=\"{:.1}\">{number}</text>",
            y - 9.0
        );
    }
    let _ = writeln!(
        page,
        "</svg><figcaption>{}, estimated by the machine; up is good for that side.</figcaption></figure>",
        escape(first)
    );
    if !points.is_empty() {
        page.push_str("<ol>");
        for it in points {
            if let Some([played, better]) = &it.says {
                let _ = write!(
                    page,
                    "<li>Step {}: played {}, and gave away {:.1} %; better was {}.</li>",
                    it.ply + 1,
                    escape(played),
                    f64::from(it.loss) / 10.0,
                    escape(better)
                );
            }
        }
        page.push_str("</ol>\n");
    }
}

/// What the dice and what the decisions did, in all and decision by decision.
fn skill(page: &mut String, tale: &Tale) {
    let (Some((_, first)), false) = (tale.sides.first(), tale.apart.swings.is_empty()) else { return };
    page.push_str("<h2>Luck apart from skill</h2>\n");
    let _ = writeln!(page, "<p>{}</p>", escape(&told_apart(tale, first)));
    page.push_str(
        "<details><summary>Decision by decision</summary>\n<table><tr><th>step</th><th>side</th><th>given away</th>\
         <th>the dice after it</th></tr>",
    );
    for it in &tale.apart.swings {
        let side = tale.sides.get(it.seat).map_or("", |(_, name)| name);
        let _ = write!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{:.1} %</td><td>{:+.1} %</td></tr>",
            it.ply + 1,
            escape(side),
            f64::from(it.given.abs()) / 10.0,
            f64::from(it.dice) / 10.0
        );
    }
    page.push_str("</table></details>\n");
}

/// Luck and skill in a sentence or two.
pub(crate) fn told_apart(tale: &Tale, first: &str) -> String {
    let percent = |thousandths: i32| f64::from(thousandths) / 10.0;
    let given = tale.sides.iter().zip(&tale.apart.given);
    let given: Vec<String> = given
        .map(|((_, name), given)| format!("{name}'s decisions gave away {:.1} %", percent(*given)))
        .collect();
    format!(
        "The dice moved {first}'s chance to win by {:+.1} % in all; {}. {:+.1} % is neither: the machine changed its mind from one \
         step to the next. What is good for {first} has a plus.",
        percent(tale.apart.dice),
        given.join(", "),
        percent(tale.apart.rest)
    )
}

/// The maps: what all of them begin with is drawn once.
fn pictures(page: &mut String, tale: &Tale) {
    let taken: Vec<(&str, Vec<&str>)> = tale.figures.iter().map(|figure| parts(&figure.svg)).collect();
    let Some((_, first)) = taken.first() else { return };
    let shared = taken.iter().fold(first.len(), |least, (_, other)| {
        least.min(first.iter().zip(other).take_while(|(one, two)| one == two).count())
    });
    let _ = writeln!(
        page,
        "<h2>Maps</h2>\n<svg class=\"hidden\" aria-hidden=\"true\"><g id=\"map\">{}</g></svg>",
        first[..shared].concat()
    );
    for (figure, (open, parts)) in tale.figures.iter().zip(&taken) {
        let _ = writeln!(
            page,
            "<figure>{open}<use href=\"#map\"/>{}</svg><figcaption>{}</figcaption></figure>",
            parts[shared..].concat(),
            escape(&figure.caption)
        );
    }
}

fn losses(page: &mut String, tale: &Tale) {
    page.push_str("<h2>Losses</h2>\n<div class=\"columns\">");
    for (side, lost) in &tale.losses {
        let all: usize = lost.iter().map(|(_, count)| count).sum();
        let _ = write!(page, "<section><h3>{}: {all}</h3><ul>", escape(side));
        for (name, count) in lost {
            let times = if *count > 1 { format!(" ×{count}") } else { String::new() };
            let _ = write!(page, "<li>{}{times}</li>", escape(name));
        }
        page.push_str("</ul></section>");
    }
    page.push_str("</div>\n");
}

fn dice(page: &mut String, tale: &Tale) {
    page.push_str(
        "<h2>The dice</h2>\n<p>Pips by side and kind of roll. Whether high is good is for the case to say; beyond ±2 deviations \
         one such row in twenty lies by chance.</p>\n<table><tr><th>side</th><th>case</th><th>dice</th><th>rolls</th><th>pips</th>\
         <th>expected</th><th>deviations</th></tr>",
    );
    for Rolls { side, case, dice, rolls, sum, expected, z } in &tale.rolls {
        let side = side.as_deref().map_or_else(|| "nobody's".to_owned(), |side| tale.side(side));
        let _ = write!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{dice}</td><td>{rolls}</td><td>{sum}</td><td>{expected:.1}</td><td>{z:+.2}</td></tr>",
            escape(&side),
            escape(case)
        );
    }
    page.push_str("</table>\n");
}
