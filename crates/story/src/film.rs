//! The animated replay: one file that needs no server. Every moment is a picture; elements that pictures share are kept
//! once, and all of it is compressed.

use std::{collections::BTreeMap, sync::Arc};

use flate2::{Compress, Compression, FlushCompress, Status};
use kernel::{
    Viewer,
    erased::{AnyGame, AnyMatch},
};
use serde_json::json;
use view::{Line, Rank};

use crate::{
    html::escape,
    parts::{parts, shared},
    tale::Names,
};

/// How many moments a film has at most; of longer games several steps make one moment.
pub const FRAMES: usize = 600;

const PAGE: &str = include_str!("film.html");

/// The film of a match as a viewer may know it.
pub fn film(game: &dyn AnyGame, play: &dyn AnyMatch, viewer: Viewer) -> String {
    let (board, art) = (game.board(), game.art());
    let lines = play.lines(viewer, 0);
    let mut names = Names::new(&board);
    names.see(&play.view(viewer));
    let (mut open, mut known, mut frames, mut before) =
        (String::new(), Known::default(), Vec::new(), Vec::new());
    let mut moment = play.up_to(0);
    let record = play.record().lines;
    let mut from = 0;
    for ply in moments(&lines, play.seq()) {
        // One step after the other: a film of a long game would otherwise play it again for every moment.
        for line in &record[moment.seq()..ply] {
            let played = match (moment.node(), line.strip_prefix("* ")) {
                (kernel::Node::Decision(seat), None) => moment.play(seat, line),
                (_, luck) => moment.play_luck(luck.unwrap_or_default()),
            };
            debug_assert_eq!(played, Ok(()), "what was played once can be played again");
        }
        let view = moment.view(viewer);
        names.see(&view);
        let svg = atlas::position_svg(&art, &board, &view);
        let (tag, elements) = parts(&svg);
        if frames.is_empty() {
            open = tag.to_owned();
        }
        let now: Vec<usize> = elements.into_iter().map(|part| known.number(part)).collect();
        let (first, last) = shared(&before, &now);
        let told = lines
            .iter()
            .filter(|line| (from..=ply).contains(&(line.seq as usize)) && line.rank != Rank::Detail);
        let says: Vec<String> = told.map(|line| names.says(line)).collect();
        frames.push(json!([ply, view.turn, says.join(" "), first, last, &now[first..now.len() - last]]));
        (before, from) = (now, ply + 1);
    }
    let data = json!({ "open": open, "parts": known.parts, "frames": frames });
    let packed = base64(&packed(data.to_string().as_bytes()));
    PAGE.replace("{{title}}", &escape(&game.about().title)).replace("{{data}}", &packed)
}

/// The same bytes, compressed as browsers read it.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = Compress::new(Compression::best(), true);
    let mut packed = Vec::with_capacity(bytes.len() / 4 + 64);
    loop {
        let done = packer.total_in() as usize;
        let status = packer.compress_vec(&bytes[done..], &mut packed, FlushCompress::Finish);
        if status.expect("bytes can be compressed") == Status::StreamEnd {
            return packed;
        }
        packed.reserve(packed.capacity().max(1024));
    }
}

/// Elements by their numbers.
#[derive(Default)]
struct Known {
    numbers: BTreeMap<String, usize>,
    parts: Vec<String>,
}

impl Known {
    fn number(&mut self, part: &str) -> usize {
        if let Some(&number) = self.numbers.get(part) {
            return number;
        }
        self.numbers.insert(part.to_owned(), self.parts.len());
        self.parts.push(part.to_owned());
        self.parts.len() - 1
    }
}

/// The plies that are shown: those of which the journal tells something, not more than [`FRAMES`], and the last.
fn moments(lines: &[Arc<Line>], plies: usize) -> Vec<usize> {
    let facts = lines.iter().filter(|line| line.rank != Rank::Detail);
    let mut all: Vec<usize> = facts.map(|line| line.last() as usize).filter(|&ply| ply <= plies).collect();
    all.extend([0, plies]);
    all.sort_unstable();
    all.dedup();
    let step = all.len().div_ceil(FRAMES).max(1);
    let last = all.len() - 1;
    all.into_iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last).map(|(_, ply)| ply).collect()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word =
            (0..3).fold(0_usize, |word, i| word << 8 | usize::from(three.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let letter = LETTERS[word >> (18 - 6 * i) & 63] as char;
            text.push(if i <= three.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(words, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn a_long_game_is_thinned_and_keeps_its_end() {
        let line = |seq: u32| Arc::new(Line { seq, ..Line::default() });
        let lines: Vec<Arc<Line>> = (1..5_000).map(line).collect();
        let all = moments(&lines, 5_100);
        assert!(all.len() <= FRAMES + 1 && all[0] == 0 && all.last() == Some(&5_100), "{}", all.len());
        assert_eq!(moments(&[], 0), [0]);
    }
}
