//! `sandtable study`: a position set up by hand, checked; or the moment of a game, written down to be changed.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use games::Opened;
use kernel::{Node, Players, Record, Viewer, erased::AnyMatch, study::Study};

use crate::{
    context::{Context, stdout},
    error::usage,
    files, text,
};

/// Check a position that was set up by hand, or write the moment of a game down as one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable study my-position.toml
  sandtable study circle-of-fire-42.sandtable --ply 120 --out moment.toml
  sandtable play circle-of-fire --from my-position.toml

Prints what is wrong, each with its key, and exits with 1; or who decides there and what he can do.
A position is written as a worked example is: scenario, step, [position.pieces], [position.spaces], [position.tracks].")]
pub struct Args {
    /// The position, a worked example, or a record.
    file: PathBuf,
    /// After how many plies of the record; at its end by default.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Where to write the position.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let study = read(args)?;
    let game = context.open(&study.game)?;
    let play = match set_up(&game, &study, Players::default()) {
        Ok(play) => play,
        Err(wrong) => {
            eprintln!("{wrong:#}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut out = stdout();
    let about = game.about();
    let title = if study.title.is_empty() { &about.title } else { &study.title };
    writeln!(out, "{title}: {}, turn {}", play.header().scenario, play.turn())?;
    match play.node() {
        Node::Over(_) => writeln!(out, "The game is over in this position.")?,
        Node::Chance(draw) => writeln!(out, "Dice are due: {}", proof::kind(draw))?,
        Node::Decision(seat) => {
            let view = play.view(Viewer::Seat(seat));
            let board = game.board();
            let side = view.decides.as_deref().and_then(|side| about.side(side));
            let side = side.map_or("somebody", |side| about.sides[side].name.as_str());
            let asked = format!("{} {}", view.prompt.says.lead, view.prompt.says.rest);
            writeln!(out, "{side} decides: {} ({} choices)", asked.trim(), play.legal().len())?;
            write!(out, "\n{}", text::board(&board, &view, text::width()))?;
        }
    }
    match &args.out {
        Some(file) => {
            files::write(file, study.to_text().as_bytes())?;
            writeln!(out, "Written to {}", file.display())?;
        }
        None => writeln!(out, "Play on: sandtable play {} --from {}", about.id, args.file.display())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn read(args: &Args) -> Result<Study> {
    let name = args.file.display().to_string();
    let text = files::read(&args.file)?;
    if !text.starts_with("sandtable record") {
        if args.ply.is_some() {
            return Err(usage("--ply N counts the plies of a record, and this is a position"));
        }
        return Ok(Study::parse(&name, &text)?);
    }
    let Record { header, mut lines } = Record::parse(&text).context(name)?;
    let ply = args.ply.unwrap_or(lines.len());
    if ply > lines.len() {
        return Err(usage(format!("--ply {ply}: the record has {} plies", lines.len())));
    }
    lines.truncate(ply);
    let study = Study {
        game: header.game,
        scenario: Some(header.scenario),
        options: header.options,
        ..Study::default()
    };
    match header.position {
        None => Ok(Study { before: lines, ..study }),
        Some(position) if lines.is_empty() => Ok(Study {
            before: position.before,
            clear: position.clear,
            step: position.step,
            position: position.arrangement,
            ..study
        }),
        Some(_) => Err(usage(
            "this game began from a position itself, and one position does not lie behind another: write that one with \
             --ply 0, or play on with sandtable play --load",
        )),
    }
}

/// The match that begins in a position; every problem on a line of its own.
pub fn set_up(game: &Opened, study: &Study, players: Players) -> Result<Box<dyn AnyMatch>> {
    game.set_up(study, players).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        anyhow::anyhow!(lines.join("\n"))
    })
}
