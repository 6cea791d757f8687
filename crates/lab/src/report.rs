//! A page with charts that stands alone: no script, no font, no picture from elsewhere.

use std::{collections::BTreeMap, fmt::Write as _};

use view::{Art, Board};

use crate::{
    Comparison, Kept, Summary,
    charts::{Bar, bars, escape, histogram},
};

/// What the heat map is drawn on.
pub struct Picture<'a> {
    /// The map.
    pub art: &'a Art,
    /// Its spaces.
    pub board: &'a Board,
}

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1b19;background:#fbfaf7}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}svg{width:100%;height:auto;display:block}
.bar{fill:#5b7a8c}.range{stroke:#1c1b19;stroke-width:1.5;fill:none}text{font-size:13px;fill:#1c1b19}
.name{text-anchor:end;dominant-baseline:middle}.figure{dominant-baseline:middle;font-size:12px}.axis{font-size:11px}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d8d4ca;padding:.25rem .5rem;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
@media(prefers-color-scheme:dark){body{background:#1c1b19;color:#eae6dc}text{fill:#eae6dc}.range{stroke:#eae6dc}
.map text{fill:#1c1b19}td,th{border-color:#45423b}}";

/// The whole page.
pub fn page(
    summary: &Summary,
    played: &[Kept],
    picture: &Picture<'_>,
    what_if: Option<&Comparison>,
) -> String {
    let mut out = String::with_capacity(1 << 18);
    let title = format!("{}: {} games", picture.board.title, summary.games);
    let _ = write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{0}</title><style>{STYLE}</style></head><body><h1>{0}</h1>",
        escape(&title)
    );
    let options = if summary.options.is_empty() { "none".to_owned() } else { view::list(&summary.options) };
    let _ = write!(
        out,
        "<p>Scenario {}, options: {}. Players: {}{}. Seed {}, tables {}. Intervals are sure to 95 per cent.</p>",
        escape(&summary.scenario),
        escape(&options),
        escape(&view::list(&summary.bots)),
        if summary.swap { ", changing sides with the same dice" } else { "" },
        summary.seed,
        escape(&summary.data)
    );
    if let Some(comparison) = what_if {
        let _ = write!(out, "<h2>What if</h2><p>{}.</p>", escape(&comparison.verdict()));
    }
    section(&mut out, "Who wins", &wins(summary));
    section(&mut out, "How long games last", &lengths(summary));
    endings(&mut out, summary);
    luck(&mut out, summary, played);
    if !summary.losses.is_empty() {
        section(&mut out, "Losses a game", &plain("Losses a game", &summary.losses));
    }
    tracks(&mut out, summary);
    if !summary.fights.is_empty() {
        let _ = write!(out, "<h2>Where dice are thrown</h2>{}", heat(picture, &summary.fights));
    }
    out.push_str("</body></html>\n");
    out
}

fn section(out: &mut String, title: &str, chart: &str) {
    let _ = write!(out, "<h2>{}</h2>{chart}", escape(title));
}

fn wins(summary: &Summary) -> String {
    let bar = |name: String, wins: u64, of: u64| {
        let [low, high] = crate::wilson(wins, of);
        let share = wins as f64 / of.max(1) as f64;
        let says = format!("{:.1}% ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high);
        Bar { name, value: share, says, interval: Some([low, high]) }
    };
    let sides = summary.sides.iter().map(|side| bar(side.clone(), summary.wins[side], summary.games));
    let mut all: Vec<Bar> = sides.collect();
    if let (Some(by_bot), Some(by_side)) = (&summary.wins_by_bot, &summary.wins_by_bot_and_side) {
        for (bot, name) in summary.bots.iter().enumerate() {
            all.push(bar(format!("{name}, both sides"), by_bot[bot], summary.games));
            for (index, side) in summary.sides.iter().enumerate() {
                let of = summary.games_by_bot_and_side[bot][index];
                all.push(bar(format!("{name} as {side}"), by_side[bot][index], of));
            }
        }
    }
    bars("Shares of wins", &all, 1.0)
}

fn lengths(summary: &Summary) -> String {
    let mut all = Vec::new();
    for (turn, &games) in &summary.lengths {
        let by = summary.ends.iter().filter_map(|(side, turns)| Some((side, *turns.get(turn)?)));
        let says: Vec<String> = by.map(|(side, games)| format!("{games} {side}")).collect();
        all.push(Bar {
            name: format!("turn {turn}"),
            value: games as f64,
            says: says.join(", "),
            interval: None,
        });
    }
    bars("Games by their last turn", &all, top(&all))
}

fn endings(out: &mut String, summary: &Summary) {
    out.push_str("<h2>How games end</h2><table><tr><th>Case</th><th>Victory</th><th class=n>Games</th></tr>");
    for ending in &summary.endings {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=n>{}</td></tr>",
            escape(&ending.rule),
            escape(&ending.says),
            ending.games
        );
    }
    out.push_str("</table>");
}

fn luck(out: &mut String, summary: &Summary, played: &[Kept]) {
    let side = summary.sides.first().map_or("", String::as_str);
    let values: Vec<f64> = played.iter().map(|it| it.luck).collect();
    let _ = write!(
        out,
        "<h2>Luck</h2><p>What the dice gave {} beyond the mean, in standard deviations: {:+.2} on average. It goes \
         with {:.0}% of who won.</p>{}",
        escape(side),
        summary.luck.mean,
        100.0 * summary.luck.share,
        histogram("Luck by game", &values, -3.0, 3.0, 24)
    );
}

fn tracks(out: &mut String, summary: &Summary) {
    if summary.tracks.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Tracks at the end</h2><table><tr><th>Track</th><th class=n>Least</th><th class=n>Mean</th><th \
         class=n>Most</th></tr>",
    );
    for (track, [least, mean, most]) in &summary.tracks {
        let _ = write!(
            out,
            "<tr><td>{}</td><td class=n>{least:.0}</td><td class=n>{mean:.1}</td><td class=n>{most:.0}</td></tr>",
            escape(track)
        );
    }
    out.push_str("</table>");
}

fn plain(title: &str, values: &BTreeMap<String, f64>) -> String {
    let bar = |(name, &value): (&String, &f64)| Bar {
        name: name.clone(),
        value,
        says: format!("{value:.2}"),
        interval: None,
    };
    let all: Vec<Bar> = values.iter().map(bar).collect();
    bars(title, &all, top(&all))
}

fn top(all: &[Bar]) -> f64 {
    all.iter().map(|bar| bar.value).fold(0.0, f64::max)
}

/// The map with a red veil over the spaces, the denser the more dice were thrown there.
fn heat(picture: &Picture<'_>, fights: &BTreeMap<String, f64>) -> String {
    let map = atlas::map_svg(picture.art);
    let most = fights.values().copied().fold(0.0, f64::max);
    let mut veil = String::from("<g>");
    for space in &picture.board.spaces {
        let Some(throws) = fights.get(&*space.id) else { continue };
        let _ = write!(
            veil,
            r##"<path d="{}" fill="#b3261e" fill-opacity="{:.2}"><title>{}: {throws:.1} a game</title></path>"##,
            escape(&space.outline),
            0.75 * throws / most,
            escape(&space.name)
        );
    }
    veil.push_str("</g></svg>");
    let drawn = map.trim_end().strip_suffix("</svg>").unwrap_or(&map);
    format!("<div class=map>{drawn}{veil}</div>")
}
