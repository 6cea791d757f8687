//! `sandtable report`: a played game as one page to keep, or as a film.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use kernel::Viewer;
use search::{Reviewed, Settings};
use story::{Chance, Tale};

use crate::{commands::seat, context::Context, error::usage, files, progress};

/// How many decisions are put into words: what was played, and what would have been better.
const WORST: usize = 5;

/// Write the story of a recorded game: one page with maps, losses, dice and the chance to win; or an animated replay. Each is a
/// single file that needs nothing beside it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable report circle-of-fire-42.sandtable --out game.html
  sandtable report circle-of-fire-42.sandtable --out game.md --no-review
  sandtable report circle-of-fire-42.sandtable --film --out replay.html")]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Where to write it: a file that ends in .html or .md.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// An animated replay instead of a report.
    #[arg(long)]
    film: bool,
    /// Show only what this side may know.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// How many walks through the tree for each decision of the review.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Leave out the chance to win, which takes the longest.
    #[arg(long)]
    no_review: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let name = || args.file.display().to_string();
    let kind = args.out.extension().and_then(|it| it.to_str()).map(str::to_lowercase);
    let html = match kind.as_deref() {
        Some("html") => true,
        Some("md") if !args.film => false,
        Some("md") => return Err(usage("a film is a page: --out must end in .html".to_owned())),
        _ => return Err(usage(format!("--out {}: the name must end in .html or .md", args.out.display()))),
    };
    let record = files::read_record(&args.file)?;
    let game = context.open(&record.header.game).with_context(name)?;
    let play = game.resume(&record).with_context(name)?;
    let viewer = match &args.side {
        Some(side) => Viewer::Seat(seat(game.about(), side)?),
        None => Viewer::Umpire,
    };
    let page = if args.film {
        story::film(&*game, &*play, viewer)
    } else {
        let mut chances = Vec::new();
        if !args.no_review {
            let bar = progress::bar(play.seq() as u64);
            let settings = Settings::with_iterations(args.iterations);
            let reviewed = game.engine.review(&*play, &settings, 1, &mut |ply| bar.set_position(ply as u64));
            bar.finish_and_clear();
            chances = reviewed.iter().map(chance).collect();
            let mut worst: Vec<usize> = (0..reviewed.len()).filter(|&at| reviewed[at].loss > 0).collect();
            worst.sort_by_key(|&at| std::cmp::Reverse(reviewed[at].loss));
            for at in worst.into_iter().take(WORST) {
                chances[at].says = Some(reviewed[at].in_words(&*play));
            }
        }
        let tale = Tale::new(&*game, &*play, viewer, chances);
        if html { story::html(&tale) } else { story::markdown(&tale) }
    };
    files::write(&args.out, page.as_bytes())?;
    println!("{}: {} kB", args.out.display(), page.len().div_ceil(1000));
    Ok(ExitCode::SUCCESS)
}

/// The chance of the first side.
fn chance(it: &Reviewed) -> Chance {
    let chance = if it.seat == 0 { it.chance } else { 1000 - it.chance };
    Chance { ply: it.ply, seat: usize::from(it.seat), chance, loss: it.loss, says: None }
}
