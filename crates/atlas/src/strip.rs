//! The strip below the map: where the game stands, the tracks, and everything that is off the map.

use view::{Name, Piece, Tone, Track, TrackKind};

use crate::{
    palette::INK,
    position::Scene,
    stacks::Place,
    svg::{Esc, Font, N, put},
};

/// A drawn strip and the height it needs.
pub(crate) struct Strip {
    pub svg: String,
    pub height: i32,
}

const MARGIN: f64 = 34.0;
const GAP: f64 = 34.0;
const SOFT: &str = "#51483b";

pub(crate) fn draw(scene: &Scene) -> Strip {
    let top = f64::from(scene.art.size[1]);
    let mut svg = String::new();
    let mut flow = Flow {
        left: MARGIN,
        x: MARGIN,
        y: top + 20.0,
        row: 0.0,
        right: f64::from(scene.art.size[0]) - MARGIN,
    };
    headline(&mut svg, &mut flow, scene);
    for track in &scene.view.tracks {
        draw_track(&mut svg, &mut flow, scene, track);
    }
    flow.line_break(18.0);
    for holding in holdings(scene) {
        draw_holding(&mut svg, &mut flow, scene, &holding);
    }
    flow.line_break(18.0);
    let height = (flow.y - top).max(24.0).ceil() as i32;
    let mut whole = String::new();
    put!(
        whole,
        r##"<g><path fill="#efe9dc" d="M0 {0}h{1}v{height}H0z"/><path stroke="#6d5f45" stroke-width="3" d="M0 {0}h{1}"/>{svg}</g>"##,
        N(top),
        scene.art.size[0]
    );
    Strip { svg: whole, height }
}

/// Blocks side by side, in as many rows as they need.
struct Flow {
    left: f64,
    x: f64,
    y: f64,
    row: f64,
    right: f64,
}

impl Flow {
    fn place(&mut self, width: f64, height: f64) -> (f64, f64) {
        if self.x > self.left && self.x + width > self.right {
            self.line_break(16.0);
        }
        let at = (self.x, self.y);
        self.x += width + GAP;
        self.row = self.row.max(height);
        at
    }

    /// Ends the row, if there is one.
    fn line_break(&mut self, gap: f64) {
        if self.row > 0.0 {
            self.y += self.row + gap;
        }
        (self.x, self.row) = (self.left, 0.0);
    }
}

/// What is asked, or how the game ended.
fn headline(out: &mut String, flow: &mut Flow, scene: &Scene) {
    let view = scene.view;
    let (lead, rest) = match &view.outcome {
        Some(ending) => (&*ending.says, ""),
        None => (&*view.prompt.says.lead, &*view.prompt.says.rest),
    };
    if lead.is_empty() && rest.is_empty() {
        return;
    }
    let (x, y) = flow.place(flow.right - flow.left, 24.0);
    put!(
        out,
        r#"<text x="{}" y="{}" {} font-size="21" fill="{INK}"><tspan {}>{}</tspan> {}</text>"#,
        N(x),
        N(y + 18.0),
        Font::Sans,
        r#"font-weight="bold""#,
        Esc(lead),
        Esc(rest)
    );
    flow.line_break(16.0);
}

fn label(out: &mut String, (x, y): (f64, f64), font: Font, size: f64, color: &str, says: &str) {
    put!(
        out,
        r#"<text x="{}" y="{}" {font} font-size="{}" fill="{color}">{}</text>"#,
        N(x),
        N(y),
        N(size),
        Esc(says)
    );
}

fn cell(out: &mut String, (x, y): (f64, f64), width: f64, (fill, ink): (&str, &str), says: &str) {
    put!(
        out,
        r#"<rect x="{}" y="{}" width="{}" height="34" rx="5" fill="{fill}"/><text x="{}" y="{}" {} font-size="18" text-anchor="middle" fill="{ink}">{}</text>"#,
        N(x),
        N(y),
        N(width),
        N(x + width / 2.0),
        N(y + 23.5),
        Font::SansBold,
        Esc(says)
    );
}

fn cell_width(says: &str) -> f64 {
    (Font::SansBold.width(says, 18.0) + 16.0).max(38.0)
}

fn draw_track(out: &mut String, flow: &mut Flow, scene: &Scene, track: &Track) {
    let tone = track.side.as_deref().and_then(|side| scene.tone(side));
    let paint = tone.map_or(("#8f7c55", "#fff"), |tone| {
        let paint = scene.palette.paint(tone);
        (paint.fill, paint.ink)
    });
    let title = match &track.kind {
        TrackKind::Row { steps, at } => match track.note.as_ref().unwrap_or(&track.says) {
            says if says.is_empty() || steps.get(*at) == Some(says) => track.name.to_string(),
            says => format!("{} · {says}", track.name),
        },
        _ => track.name.to_string(),
    };
    let note = match track.kind {
        TrackKind::Row { .. } => "",
        _ => track.note.as_deref().unwrap_or_default(),
    };
    let note_width = if note.is_empty() { 0.0 } else { Font::Sans.width(note, 16.0) + 10.0 };
    let body = match &track.kind {
        TrackKind::Row { steps, .. } => steps.iter().map(|step| cell_width(step) + 4.0).sum(),
        TrackKind::Flag | TrackKind::Tally { .. } => cell_width(&track.says),
    };
    let width = (body + note_width).max(Font::SansBold.width(&title, 15.0));
    let (x, y) = flow.place(width, 58.0);
    label(out, (x, y + 14.0), Font::SansBold, 15.0, SOFT, &title);
    let y = y + 24.0;
    match &track.kind {
        TrackKind::Row { steps, at } => {
            let mut left = x;
            for (n, step) in steps.iter().enumerate() {
                let look = if n == *at { paint } else { ("#e2d8c2", "#675c4d") };
                cell(out, (left, y), cell_width(step), look, step);
                left += cell_width(step) + 4.0;
            }
        }
        TrackKind::Flag => cell(out, (x, y), cell_width(&track.says), paint, &track.says),
        TrackKind::Tally { .. } => {
            cell(out, (x, y), cell_width(&track.says), ("#fbf8f1", INK), &track.says);
        }
    }
    if !note.is_empty() {
        label(out, (x + body + 8.0, y + 23.0), Font::Sans, 16.0, SOFT, note);
    }
}

/// Pieces off the map under one heading.
struct Heap<'a> {
    name: String,
    note: Option<&'a Name>,
    tone: Option<Tone>,
    pieces: Vec<&'a Piece>,
}

/// The boxes of the board in their order, then whatever else is off the map: reinforcements, cups, passengers.
fn holdings<'a>(scene: &Scene<'a>) -> Vec<Heap<'a>> {
    let mut off = scene.off_map();
    let mut heaps = Vec::new();
    for holding in &scene.board.boxes {
        let at: Name = format!("box:{}", holding.id).into();
        heaps.push(Heap {
            name: holding.name.to_string(),
            note: scene.view.boxes.get(&holding.id),
            tone: holding.side.as_deref().and_then(|side| scene.tone(side)),
            pieces: off.remove(&at).unwrap_or_default(),
        });
    }
    for (at, pieces) in off {
        let name = match at.split_once(':') {
            Some(("entry", turn)) => format!("Enters on turn {turn}"),
            Some(("aboard", piece)) => format!("Aboard {piece}"),
            Some((_, name)) => name.to_owned(),
            None => at.to_string(),
        };
        let tone = pieces.first().and_then(|piece| scene.tone(&piece.side));
        heaps.push(Heap { name, note: None, tone, pieces });
    }
    heaps
}

fn draw_holding(out: &mut String, flow: &mut Flow, scene: &Scene, heap: &Heap) {
    let size = (f64::from(scene.board.counter) * 0.88).max(40.0);
    let pitch = size + 6.0;
    let most = ((flow.right - flow.left - 14.0) / pitch).floor().max(1.0) as usize;
    let columns = heap.pieces.len().clamp(1, most);
    let rows = heap.pieces.len().div_ceil(columns).max(1);
    let note = heap.note.map_or_else(
        || if heap.pieces.is_empty() { "none".to_owned() } else { heap.pieces.len().to_string() },
        ToString::to_string,
    );
    let name_width = Font::SansBold.width(&heap.name, 15.0);
    let head = name_width + 8.0 + Font::Sans.width(&note, 15.0);
    let counters = if heap.pieces.is_empty() { 0.0 } else { columns as f64 * pitch };
    let height = if heap.pieces.is_empty() { 20.0 } else { 24.0 + rows as f64 * pitch };
    let (x, y) = flow.place(head.max(counters) + 14.0, height);
    edge(out, scene, heap.tone, (x + 2.0, y), height);
    put!(
        out,
        r#"<text x="{}" y="{}" {} font-size="15" fill="{INK}">{} <tspan font-weight="normal" fill="{SOFT}">{}</tspan></text>"#,
        N(x + 14.0),
        N(y + 14.0),
        Font::SansBold,
        Esc(&heap.name),
        Esc(&note)
    );
    for (n, piece) in heap.pieces.iter().enumerate() {
        let place = Place {
            piece,
            x: x + 14.0 + (n % columns) as f64 * pitch,
            y: y + 24.0 + (n / columns) as f64 * pitch,
            size,
        };
        scene.piece(out, &place);
    }
}

/// A side's edge: plain for the dark side, dashed for the light one.
fn edge(out: &mut String, scene: &Scene, tone: Option<Tone>, (x, y): (f64, f64), height: f64) {
    let (color, dash) = match tone {
        None => ("#b3a587", ""),
        Some(Tone::Dark) => (scene.palette.paint(Tone::Dark).fill, ""),
        Some(Tone::Light) => (scene.palette.paint(Tone::Light).edge, r#" stroke-dasharray="9 4""#),
    };
    put!(out, r#"<path stroke="{color}" stroke-width="4"{dash} d="M{} {}v{}"/>"#, N(x), N(y), N(height));
}
