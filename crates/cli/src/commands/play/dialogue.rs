//! The dialogue of one decision: what is asked, what is typed, what is answered.

use std::{
    io::{BufRead, Write},
    path::Path,
};

use anyhow::Result;
use kernel::{Seat, Viewer};
use view::{Query, View};

use super::{
    Chair, Table,
    choices::{self, Choice},
};
use crate::{
    context::print_paged,
    files,
    text::{self, Names, Signs},
};

/// How many journal lines `j` tells unless it is given a number.
const TAIL: usize = 30;

const HELP: &str = "\
  N          play choice number N
  NOTATION   play an action by its notation, as records write it
  UNIT       list the choices of a unit, by its id
  go UNIT    where a unit can be sent, with the cost; several ids for several units
  go UNIT PLACE   send it there, all the way or up to the first surprise
  l          list all choices, n with their notations
  o N        the odds of choice N
  why TEXT   why an action cannot be played, with the case
  u          take the last step back
  b          the board            x   what is off the map
  j [N]      the last N lines of the journal
  rule N.N   a case of the rules
  s FILE     save                 q   save and stop
";

/// How a decision ended.
pub enum Answer {
    /// Something was played, or taken back.
    Played,
    /// The player stops, or the input ended.
    Quit,
}

/// One decision as the player sees it.
pub(super) struct Scene {
    pub(super) view: View,
    pub(super) names: Names,
    choices: Vec<Choice>,
}

impl Table<'_> {
    /// Asks until something is played or the player stops.
    pub(super) fn ask(
        &mut self,
        seat: Seat,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Answer> {
        let view = self.play.view(Viewer::Seat(seat));
        let names = Names::new(&self.board, &view);
        let choices = choices::gather(&view, &self.play.legal(), &names);
        let scene = Scene { view, names, choices };
        self.show_prompt(&scene, out)?;
        // The choice that warned and waits for being made again.
        let mut warned: Option<usize> = None;
        let mut unsaved = false;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out)?;
                return Ok(Answer::Quit);
            };
            let typed = line.split_whitespace().collect::<Vec<_>>().join(" ");
            let (word, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
            match (word, rest) {
                ("", _) => {}
                ("?" | "h" | "help", "") => write!(out, "{HELP}")?,
                ("l", "") => {
                    let cites = &scene.view.prompt.cites;
                    write!(out, "{}", choices::list_all(&scene.choices, cites, text::width()))?;
                }
                ("n", "") => show_notations(&scene, out)?,
                ("q" | "quit" | "exit", "") => match self.keep() {
                    Err(error) if !unsaved => {
                        writeln!(
                            out,
                            "{error:#}\nSave elsewhere with s FILE; another q stops without saving."
                        )?;
                        unsaved = true;
                    }
                    _ => return Ok(Answer::Quit),
                },
                ("u" | "undo", "") => {
                    if self.take_back(seat, out)? {
                        return Ok(Answer::Played);
                    }
                }
                ("b", "") => write!(out, "{}", text::board(&self.board, &scene.view, text::width()))?,
                ("x", "") => write!(out, "{}", text::boxes(&self.board, &scene.view, text::width()))?,
                ("o", number) => show_odds(&scene, number, self.signs, out)?,
                ("go", rest) if !rest.is_empty() => {
                    if self.go(seat, &scene, rest, out)? {
                        return Ok(Answer::Played);
                    }
                }
                ("why", action) => self.explain(seat, action, out)?,
                ("rule", number) => self.show_rule(number, out)?,
                ("j", number) => self.show_journal(seat, &scene, number, out)?,
                ("s", file) => self.save_as(file, out)?,
                _ => {
                    let cites = &scene.view.prompt.cites;
                    let of_unit = choices::list_unit(&scene.choices, &typed, cites, text::width());
                    if !of_unit.is_empty() {
                        write!(out, "{of_unit}")?;
                        continue;
                    }
                    let Some(choice) = self.pick(&scene, &typed, out)? else { continue };
                    let pressed = scene.choices.iter().position(|it| *it.action == *choice);
                    if let Some(warning) = pressed.and_then(|at| scene.choices[at].warn.as_ref())
                        && warned != pressed
                    {
                        writeln!(out, "{warning} Enter it again if you mean it.")?;
                        warned = pressed;
                        continue;
                    }
                    match self.play.play(seat, &choice) {
                        Ok(()) => return Ok(Answer::Played),
                        Err(error) => writeln!(out, "Not played: {error}")?,
                    }
                }
            }
        }
    }

    fn show_prompt(&self, scene: &Scene, out: &mut impl Write) -> Result<()> {
        let width = text::width();
        let prompt = &scene.view.prompt;
        let says = format!("{} {}", prompt.says.lead, prompt.says.rest);
        let persons = self.chairs.iter().filter(|chair| matches!(chair, Chair::Person)).count();
        // Who is asked must be clear where two people share a terminal; often the words say it already.
        let side = scene.view.you.as_ref().map(|id| text::side_name(&self.board, id));
        let side = side.filter(|side| persons > 1 && !says.starts_with(side));
        let head =
            side.map_or_else(|| format!("{}  ", prompt.cites), |side| format!("{}  {side}: ", prompt.cites));
        write!(out, "\n{}", text::wrap(&says, width, &head, "      "))?;
        write!(out, "{}", choices::list(&scene.choices, &prompt.cites, width))?;
        Ok(())
    }

    /// The notation that was meant: a number, a key, or the notation itself.
    fn pick(&self, scene: &Scene, typed: &str, out: &mut impl Write) -> Result<Option<String>> {
        if !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit()) {
            let index = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            if let Some(choice) = index.and_then(|index| scene.choices.get(index)) {
                return Ok(Some(choice.action.to_string()));
            }
            writeln!(out, "There is no choice {typed}: enter 1 to {}, or ? for help.", scene.choices.len())?;
            return Ok(None);
        }
        let key = |choice: &&Choice| choice.key.is_some_and(|key| typed.chars().eq([key]));
        Ok(Some(scene.choices.iter().find(key).map_or_else(|| typed.to_owned(), |it| it.action.to_string())))
    }

    /// Takes the last step back. Two people at one terminal may agree to take back the other's.
    fn take_back(&mut self, seat: Seat, out: &mut impl Write) -> Result<bool> {
        let mut result = self.play.undo(seat);
        for (other, chair) in self.chairs.iter().enumerate() {
            if result.is_err() && matches!(chair, Chair::Person) {
                let other = Seat(other as u8);
                result = self.play.undo(other).map_err(|_| result.unwrap_err());
            }
        }
        match result {
            Ok(()) => {
                self.told = self.told.min(self.play.seq() as u32);
                writeln!(out, "Taken back.")?;
                Ok(true)
            }
            Err(barrier) => {
                writeln!(out, "That cannot be taken back: {barrier}.")?;
                Ok(false)
            }
        }
    }

    fn explain(&self, seat: Seat, action: &str, out: &mut impl Write) -> Result<()> {
        if action.is_empty() {
            writeln!(out, "Write the action after it, such as: why {}", self.some_notation())?;
            return Ok(());
        }
        match self.play.query(Viewer::Seat(seat), &Query::WhyNot { action: action.into() }) {
            Err(error) => writeln!(out, "{error}")?,
            Ok(answer) if answer.cites.is_empty() => writeln!(out, "{}", answer.says)?,
            Ok(answer) => writeln!(out, "{} ({})", answer.says, answer.cites.join(", "))?,
        }
        Ok(())
    }

    fn some_notation(&self) -> String {
        self.play.legal().into_iter().next().unwrap_or_default()
    }

    fn show_rule(&self, number: &str, out: &mut impl Write) -> Result<()> {
        let book = self.game.rulebook();
        let cases = text::cases_below(book, number.trim_end_matches('.'));
        if cases.is_empty() {
            let near = text::near_cases(book, number);
            writeln!(out, "There is no case '{number}'; near it are {}.", view::list(&near))?;
            return Ok(());
        }
        let told: Vec<String> = cases.iter().map(|case| text::case(case, text::width())).collect();
        out.flush()?;
        print_paged(&told.join("\n"))
    }

    fn show_journal(&self, seat: Seat, scene: &Scene, number: &str, out: &mut impl Write) -> Result<()> {
        let lines = self.play.lines(Viewer::Seat(seat), 0);
        let asked = if number.is_empty() { Some(TAIL) } else { number.parse().ok() };
        let Some(tail) = asked else {
            writeln!(out, "'{number}' is no number of lines.")?;
            return Ok(());
        };
        let from = lines.len().saturating_sub(tail);
        out.flush()?;
        print_paged(&text::journal(&lines[from..], &self.board, &scene.names, self.signs, text::width()))
    }

    fn save_as(&self, file: &str, out: &mut impl Write) -> Result<()> {
        let path = if file.is_empty() { self.save.as_path() } else { Path::new(file) };
        match files::write(path, self.play.record().to_text().as_bytes()) {
            Ok(()) => writeln!(out, "Saved as {}.", path.display())?,
            Err(error) => writeln!(out, "{error:#}")?,
        }
        Ok(())
    }
}

fn show_notations(scene: &Scene, out: &mut impl Write) -> Result<()> {
    for (i, choice) in scene.choices.iter().enumerate() {
        writeln!(out, "{:>4}  {:<24}  {}", i + 1, choice.action, choice.label)?;
    }
    Ok(())
}

fn show_odds(scene: &Scene, number: &str, signs: Signs, out: &mut impl Write) -> Result<()> {
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| scene.choices.get(index)) {
        None => writeln!(out, "Write the number of a choice after it: o 1 to o {}.", scene.choices.len())?,
        Some(Choice { odds: None, label, .. }) => writeln!(out, "No dice are at stake in: {label}")?,
        Some(Choice { odds: Some(odds), .. }) => {
            write!(out, "{}", text::odds(odds, signs, text::width()))?;
        }
    }
    Ok(())
}

/// The next line, whatever bytes it holds; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
