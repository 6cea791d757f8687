//! Charts as SVG: bars, and dots over an axis.

use std::fmt::Write as _;

/// Text that is safe between tags.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const WIDTH: f64 = 640.0;
const ROW: f64 = 26.0;
const NAMES: f64 = 200.0;
const FIGURES: f64 = 130.0;

/// One bar: its name, its length, the figures beside it, and the interval around its end.
pub struct Bar {
    pub name: String,
    pub value: f64,
    pub says: String,
    pub interval: Option<[f64; 2]>,
}

/// Horizontal bars on a common scale that ends at `most`.
pub fn bars(title: &str, bars: &[Bar], most: f64) -> String {
    let height = ROW * bars.len() as f64 + 8.0;
    let scale = (WIDTH - NAMES - FIGURES) / if most > 0.0 { most } else { 1.0 };
    let mut svg = open(title, height);
    for (row, bar) in bars.iter().enumerate() {
        let top = ROW * row as f64 + 4.0;
        let middle = top + ROW / 2.0;
        let width = bar.value * scale;
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{middle:.1}" class="name">{}</text><rect x="{NAMES}" y="{:.1}" width="{width:.1}" height="{:.1}" class="bar"/>"#,
            NAMES - 8.0,
            escape(&bar.name),
            top + 4.0,
            ROW - 8.0
        );
        if let Some([low, high]) = bar.interval {
            let (low, high) = (NAMES + low * scale, NAMES + high * scale);
            let (up, down) = (middle - 5.0, middle + 5.0);
            let _ = write!(
                svg,
                r#"<path d="M{low:.1} {middle:.1}H{high:.1}M{low:.1} {up:.1}V{down:.1}M{high:.1} {up:.1}V{down:.1}" class="range"/>"#
            );
        }
        let end = bar.interval.map_or(bar.value, |[_, high]| high.max(bar.value)) * scale;
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{middle:.1}" class="figure">{}</text>"#,
            NAMES + end + 8.0,
            escape(&bar.says)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// How many values fall into each part of an axis from `low` to `high`.
pub fn histogram(title: &str, values: &[f64], low: f64, high: f64, parts: usize) -> String {
    let mut counts = vec![0_u64; parts];
    for value in values {
        let part = ((value - low) / (high - low) * parts as f64).floor();
        counts[part.clamp(0.0, parts as f64 - 1.0) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (height, floor) = (150.0, 125.0);
    let width = WIDTH / parts as f64;
    let mut svg = open(title, height);
    for (part, &count) in counts.iter().enumerate() {
        let tall = count as f64 / most * (floor - 10.0);
        let _ = write!(
            svg,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{tall:.1}" class="bar"><title>{count}</title></rect>"#,
            part as f64 * width + 1.0,
            floor - tall,
            width - 2.0
        );
    }
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        let anchor = ["start", "middle", "middle", "middle", "end"][step as usize];
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" class="axis" text-anchor="{anchor}">{:.1}</text>"#,
            share * WIDTH,
            height - 6.0,
            low + share * (high - low)
        );
    }
    svg.push_str("</svg>");
    svg
}

fn open(title: &str, height: f64) -> String {
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg">"#,
        escape(title)
    )
}
