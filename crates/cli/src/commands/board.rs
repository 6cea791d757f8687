//! `sandtable board`: a drawn position.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use kernel::{Players, Viewer};

use crate::{commands::replay::up_to, context::Context, error::usage, files};

/// Draw the map with a position on it, as SVG or PNG.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable board circle-of-fire --out map.svg                 the set-up of the first scenario
  sandtable board circle-of-fire --empty --out map.png         the bare map
  sandtable board circle-of-fire --from circle-of-fire-42.sandtable --ply 20 --out map.png --width 2400")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The scenario whose set-up is drawn; the first one by default.
    #[arg(long, value_name = "ID", conflicts_with_all = ["from", "empty"])]
    scenario: Option<String>,
    /// Draw a position of this record instead.
    #[arg(long, value_name = "FILE", conflicts_with = "empty")]
    from: Option<PathBuf>,
    /// The position after this many actions and draws; the last one by default.
    #[arg(long, value_name = "N", requires = "from")]
    ply: Option<usize>,
    /// Where to draw it: a file that ends in .svg or .png.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width of a PNG, in pixels.
    #[arg(long, value_name = "N", default_value_t = 1600, value_parser = clap::value_parser!(u32).range(64..=16384))]
    width: u32,
    /// Draw the map without pieces.
    #[arg(long)]
    empty: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let game = context.open(&args.game)?;
    let kind = args.out.extension().and_then(|it| it.to_str()).map(str::to_lowercase);
    let png = match kind.as_deref() {
        Some("svg") => false,
        Some("png") => true,
        _ => return Err(usage(format!("--out {}: the name must end in .svg or .png", args.out.display()))),
    };
    let art = game.art();
    let svg = if args.empty {
        atlas::map_svg(&art)
    } else {
        let shown = match &args.from {
            Some(file) => {
                let record = files::read_record(file)?;
                let whole = game.resume(&record).with_context(|| file.display().to_string())?;
                up_to(whole, args.ply, file)?
            }
            None => game.start(args.scenario.as_deref(), &[], Players::default())?,
        };
        atlas::position_svg(&art, &game.board(), &shown.view(Viewer::Umpire))
    };
    if png {
        let picture = atlas::png(&svg, args.width).context("cannot draw the picture")?;
        files::write(&args.out, &picture)?;
    } else {
        files::write(&args.out, svg.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
