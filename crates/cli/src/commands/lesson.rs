//! `sandtable lesson`: lessons, taken in every way that they accept.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use games::Opened;
use kernel::{
    Viewer,
    erased::AnyMatch,
    lesson::{Lesson, model},
};

use crate::{
    context::{Context, stdout},
    error::usage,
    files,
};

/// Take lessons in every way that they accept, as the tests do.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable lesson crates/circle-of-fire/lessons
  sandtable lesson draft.toml --follow     what happens after each click, and what could be played at the end

Prints a line for each and exits with 1 if any fails.")]
pub struct Args {
    /// Files, or folders of .toml files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Show each click, what follows from it, and the choices at the end: for those who write lessons.
    #[arg(long)]
    follow: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let mut found = Vec::new();
    for path in &args.paths {
        let files = files::files_below(path)?;
        found.extend(files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "toml")));
    }
    if found.is_empty() {
        return Err(usage("there is no .toml file in these folders"));
    }
    let mut out = stdout();
    let mut failed = 0;
    for path in &found {
        let (lesson, game) = match open(path, context) {
            Ok(opened) => opened,
            Err(error) => {
                failed += 1;
                writeln!(out, "FAIL  {}\n        {error:#}", path.display())?;
                continue;
            }
        };
        if args.follow {
            follow(&game, &lesson, &mut out)?;
        }
        match game.lesson(&lesson) {
            Ok(()) => writeln!(out, "ok    {}  {}", path.display(), lesson.title)?,
            Err(failure) => {
                failed += 1;
                writeln!(out, "FAIL  {}", path.display())?;
                for wrong in failure.0 {
                    writeln!(out, "        {wrong}")?;
                }
            }
        }
    }
    writeln!(out, "{} passed, {failed} failed", found.len() - failed)?;
    out.flush()?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn open(path: &Path, context: &Context) -> Result<(Lesson, Opened)> {
    let lesson = Lesson::parse(&path.display().to_string(), &files::read(path)?)?;
    let game = context.open(&lesson.game)?;
    Ok((lesson, game))
}

/// Prints the way of a student who does as he is told.
fn follow(game: &Opened, lesson: &Lesson, out: &mut impl Write) -> Result<()> {
    let clicks = model(lesson);
    let mut last: Option<Box<dyn AnyMatch>> = None;
    for done in 0..=clicks.len() {
        let (play, teaching) = match game.teach(lesson, &clicks[..done]) {
            Ok(taught) => taught,
            Err(error) => {
                writeln!(out, "  !   {error}")?;
                break;
            }
        };
        let click = done.checked_sub(1).map_or("", |at| &clicks[at]);
        writeln!(out, "  {:>2}  {click}", teaching.step)?;
        let seen = last.as_ref().map_or(0, |before| before.lines(Viewer::Umpire, 0).len());
        for line in play.lines(Viewer::Umpire, seen) {
            writeln!(out, "        {} {}", line.cites, line.says)?;
        }
        last = Some(play);
    }
    if let Some(play) = last {
        let view = play.view(Viewer::Umpire);
        writeln!(
            out,
            "  at the end: {:?} decides in {}: {}",
            view.decides,
            view.step,
            play.legal().join(", ")
        )?;
    }
    Ok(())
}
