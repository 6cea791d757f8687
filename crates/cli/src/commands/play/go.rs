//! `go UNIT PLACE`: an order for one unit or several, played click by click up to the first surprise.

use std::io::Write;

use anyhow::Result;
use kernel::Seat;
use view::{Name, OrdersAsked, Way, WayEnd};

use super::{Table, dialogue::Scene};

impl Table<'_> {
    /// Sends units, or lists where they can go; whether something was played.
    pub(super) fn go(&mut self, seat: Seat, scene: &Scene, rest: &str, out: &mut impl Write) -> Result<bool> {
        let mut words: Vec<Name> = rest.split(' ').map(Name::from).collect();
        let is_space = |id: &Name| self.board.spaces.iter().any(|space| space.id == *id);
        let to = words.pop_if(|last| is_space(last));
        if let Some(other) = words.iter().find(|id| !scene.view.pieces.iter().any(|it| it.id == **id)) {
            writeln!(out, "'{other}' is neither a unit nor, at the end, a place.")?;
            return Ok(false);
        }
        if words.is_empty() {
            writeln!(out, "Write a unit and a place after it, such as: go {rest} PLACE")?;
            return Ok(false);
        }
        let asked = OrdersAsked { pieces: words, to };
        let found = self.game.engine.orders(&*self.play, seat, &asked);
        let names = found.left_out.iter().map(|id| scene.names.piece(id).to_owned());
        let left_out: Vec<String> = names.collect();
        if asked.to.is_none() {
            for way in &found.ways {
                writeln!(out, "  {:<8} {}", way.to, terms(way))?;
            }
        }
        if !left_out.is_empty() {
            writeln!(out, "Cannot be sent{}: {}.", place(&asked), view::list(&left_out))?;
        }
        let (Some(_), Some(way)) = (&asked.to, found.ways.first()) else { return Ok(false) };
        let clicks: Vec<String> = way.clicks.iter().map(ToString::to_string).collect();
        match orders::run(&mut *self.play, seat, &clicks) {
            Err(error) => {
                writeln!(out, "Not played: {error}")?;
                Ok(false)
            }
            Ok(run) => {
                if let Some(stopped) = run.stopped {
                    let case = stopped.case.map_or_else(String::new, |case| format!(" ({case})"));
                    let (played, all) = (run.lines.len(), clicks.len());
                    writeln!(out, "Stopped after {played} of {all} steps: {}{case}", stopped.says)?;
                }
                Ok(true)
            }
        }
    }
}

fn place(asked: &OrdersAsked) -> String {
    asked.to.as_ref().map_or_else(|| " anywhere".to_owned(), |to| format!(" to {to}"))
}

/// What a way costs and ends with.
fn terms(way: &Way) -> String {
    let mut words = Vec::new();
    if way.halves > 0 {
        let half = if way.halves % 2 == 1 { ".5" } else { "" };
        words.push(format!("{}{half} movement points", way.halves / 2));
    }
    if !way.clicks.is_empty() {
        words.push(format!("{} steps", way.clicks.len()));
    }
    let end = match way.ends {
        WayEnd::Quiet => "",
        WayEnd::Draw => "then dice",
        WayEnd::Reveal => "something hidden comes to light",
        WayEnd::Other => "then the other side answers",
        WayEnd::Over => "and the game ends",
    };
    words.extend((!end.is_empty()).then(|| end.to_owned()));
    words.join(", ")
}
