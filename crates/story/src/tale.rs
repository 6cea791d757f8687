//! What there is to tell of a match: chapters, losses, dice, chances, the end.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{
    Viewer,
    erased::{AnyGame, AnyMatch},
};
use view::{Board, Line, Name, Rank, View};

use crate::{Apart, Rolls, apart, rolls, settled};

/// How many pictures a tale has at most.
const FIGURES: usize = 5;

/// A chance to win, as a review found it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// After how many plies.
    pub ply: usize,
    /// Who decided there.
    pub seat: usize,
    /// The chance of the first side, in thousandths.
    pub chance: u16,
    /// What was given away there, in thousandths.
    pub loss: u16,
    /// What was played, and what would have been better, in words.
    pub says: Option<[String; 2]>,
}

/// A sentence of the story and the case behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// The words.
    pub says: String,
    /// The case.
    pub case: String,
    /// Opens a phase within the turn.
    pub opens: bool,
}

/// A turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Its heading.
    pub title: String,
    /// The first ply that belongs to it.
    pub ply: usize,
    /// What happened.
    pub sentences: Vec<Sentence>,
}

/// A picture of the position at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// After how many plies.
    pub ply: usize,
    /// What it shows.
    pub caption: String,
    /// The whole picture.
    pub svg: String,
}

/// What there is to tell.
pub struct Tale {
    /// The title of the game.
    pub title: String,
    /// The scenario, the options and who played, in words.
    pub facts: Vec<(String, String)>,
    /// The names of the sides, by their ids.
    pub sides: Vec<(String, String)>,
    /// The story by turns.
    pub chapters: Vec<Chapter>,
    /// What each side lost: the names of pieces, and how many.
    pub losses: Vec<(String, Vec<(String, usize)>)>,
    /// What the dice brought.
    pub rolls: Vec<Rolls>,
    /// The chances to win, where the game was reviewed.
    pub chances: Vec<Chance>,
    /// What the dice and what the decisions did, where the game was reviewed.
    pub apart: Apart,
    /// The end: words and case.
    pub ending: Option<(String, String)>,
    /// The tracks at the end.
    pub count: Vec<(String, String)>,
    /// Maps at turning points.
    pub figures: Vec<Figure>,
    /// How many plies were played.
    pub plies: usize,
}

/// Names of pieces and spaces.
pub(crate) struct Names<'a> {
    board: &'a Board,
    spaces: BTreeMap<&'a str, &'a str>,
    pieces: BTreeMap<Name, (Name, String)>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(board: &'a Board) -> Names<'a> {
        let spaces = board.spaces.iter().map(|space| (&*space.id, &*space.name));
        Names { board, spaces: spaces.collect(), pieces: BTreeMap::new() }
    }

    /// Pieces come and go: whatever is seen is remembered.
    pub(crate) fn see(&mut self, view: &View) {
        for piece in &view.pieces {
            let face = self.board.faces.get(&piece.face).filter(|face| !face.name.is_empty());
            let name = face.map_or_else(|| piece.id.to_string(), |face| face.name.to_string());
            self.pieces.insert(piece.id.clone(), (piece.side.clone(), name));
        }
    }

    pub(crate) fn says(&self, line: &Line) -> String {
        let piece = |id: &str| self.pieces.get(id).map_or_else(|| id.to_owned(), |(_, name)| name.clone());
        let space = |id: &str| {
            let name = self.spaces.get(id).copied().filter(|name| !name.is_empty());
            name.map_or_else(|| id.to_owned(), str::to_owned)
        };
        sentence(&line.says.plain(piece, space))
    }
}

/// A sentence begins with a capital and ends with a stop.
fn sentence(words: &str) -> String {
    let words = words.trim();
    let mut letters = words.chars();
    let Some(first) = letters.next() else { return String::new() };
    let stop = if words.ends_with(['.', ':', '!', '?']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
}

impl Tale {
    /// Everything that a viewer may know of a match. `chances` come from a review, if there was one.
    pub fn new(game: &dyn AnyGame, play: &dyn AnyMatch, viewer: Viewer, chances: Vec<Chance>) -> Tale {
        let about = game.about();
        let board = game.board();
        let last = play.view(viewer);
        let lines = play.lines(viewer, 0);
        let mut names = Names::new(&board);
        names.see(&play.up_to(0).view(viewer));
        names.see(&last);
        let chapters = chapters(&lines, &names);
        let header = play.header();
        let scenario = about.scenarios.iter().find(|it| it.id == header.scenario);
        let mut facts =
            vec![("Scenario".to_owned(), scenario.map_or(header.scenario.clone(), |it| it.title.clone()))];
        if !header.options.is_empty() {
            facts.push(("Options".to_owned(), header.options.join(", ")));
        }
        if !header.players.is_empty() {
            facts.push(("Players".to_owned(), header.players.join(", ")));
        }
        if header.position.is_some() {
            facts.push(("Began".to_owned(), "from a position that somebody set up by hand".to_owned()));
        }
        facts.push(("Dice".to_owned(), header.luck.clone()));
        let sides: Vec<(String, String)> =
            about.sides.iter().map(|side| (side.id.clone(), side.name.clone())).collect();
        let count =
            last.tracks.iter().map(|track| (track.name.to_string(), track.says.to_string())).collect();
        let figures = figures(game, play, viewer, &board, &chapters, &chances);
        Tale {
            title: about.title.clone(),
            facts,
            losses: losses(&lines, &names, &sides),
            sides,
            chapters,
            rolls: rolls(play, viewer),
            apart: apart(&chances, &play.record().lines, play.outcome().as_ref().map(settled)),
            chances,
            ending: last.outcome.map(|it| (sentence(&it.says), it.cites.to_string())),
            count,
            figures,
            plies: play.seq(),
        }
    }

    /// The name of a side.
    pub fn side(&self, id: &str) -> String {
        self.sides.iter().find(|(side, _)| side == id).map_or_else(|| id.to_owned(), |(_, name)| name.clone())
    }

    /// Who won, in words.
    pub(crate) fn turning_points(&self) -> Vec<&Chance> {
        let mut worst: Vec<&Chance> = self.chances.iter().filter(|it| it.says.is_some()).collect();
        worst.sort_by_key(|it| std::cmp::Reverse(it.loss));
        worst.truncate(FIGURES);
        worst.sort_by_key(|it| it.ply);
        worst
    }
}

fn chapters(lines: &[Arc<Line>], names: &Names<'_>) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for line in lines.iter().filter(|line| line.rank != Rank::Detail) {
        let says = names.says(line);
        let opens = line.rank == Rank::Heading;
        if chapters.is_empty() || line.opens.turn.is_some() {
            let title =
                if opens { says.trim_end_matches('.').to_owned() } else { "The beginning".to_owned() };
            chapters.push(Chapter { title, ply: line.seq as usize, sentences: Vec::new() });
            if opens {
                continue;
            }
        }
        let case = line.cites.to_string();
        if let Some(chapter) = chapters.last_mut() {
            // A phase in which nothing happened needs no heading.
            if opens && chapter.sentences.last().is_some_and(|last| last.opens) {
                chapter.sentences.pop();
            }
            chapter.sentences.push(Sentence { says, case, opens });
        }
    }
    chapters
}

/// What each side lost, by the names of the pieces.
fn losses(
    lines: &[Arc<Line>],
    names: &Names<'_>,
    sides: &[(String, String)],
) -> Vec<(String, Vec<(String, usize)>)> {
    let mut lost: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for id in lines.iter().flat_map(|line| &line.lost) {
        if let Some((side, name)) = names.pieces.get(id) {
            *lost.entry((side, name)).or_default() += 1;
        }
    }
    let of = |(id, name): &(String, String)| {
        let own = lost.iter().filter(|((side, _), _)| side == id);
        (name.clone(), own.map(|((_, piece), count)| ((*piece).to_owned(), *count)).collect())
    };
    sides.iter().map(of).collect()
}

/// Maps where the chance to win changed most; without a review, evenly over the turns. The end is always there.
fn figures(
    game: &dyn AnyGame,
    play: &dyn AnyMatch,
    viewer: Viewer,
    board: &Board,
    chapters: &[Chapter],
    chances: &[Chance],
) -> Vec<Figure> {
    let mut swings: Vec<(u16, usize)> =
        chances.windows(2).map(|two| (two[0].chance.abs_diff(two[1].chance), two[1].ply)).collect();
    swings.sort_by_key(|(swing, _)| std::cmp::Reverse(*swing));
    let mut plies: Vec<usize> = Vec::new();
    let apart = play.seq() / (FIGURES * 2).max(1);
    for (swing, ply) in swings {
        if swing >= 30 && plies.len() < FIGURES - 2 && plies.iter().all(|it| it.abs_diff(ply) > apart) {
            plies.push(ply);
        }
    }
    if chances.is_empty() {
        let step = chapters.len().div_ceil(FIGURES - 1).max(1);
        plies.extend(chapters.iter().skip(1).step_by(step).map(|it| it.ply).take(FIGURES - 2));
    }
    plies.extend(chapters.get(1).map(|it| it.ply));
    plies.push(play.seq());
    plies.sort_unstable();
    plies.dedup();
    let art = game.art();
    let drawn = |ply: usize| {
        let then = play.up_to(ply);
        let view = then.view(viewer);
        let turn = view.turn;
        let caption = if ply == play.seq() {
            format!("The end, turn {turn}, after {ply} steps")
        } else {
            format!("Turn {turn}, after {ply} steps")
        };
        Figure { ply, caption, svg: atlas::position_svg(&art, board, &view) }
    };
    plies.into_iter().map(drawn).collect()
}
