//! `sandtable review`: a played game as the search sees it afterwards.

use std::{fmt::Write as _, io::Write as _, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use search::{Reviewed, Settings};
use serde_json::json;

use crate::{
    context::{Context, print_json, stdout},
    files, progress,
};

/// Go through a recorded game: the chance to win by ply, the turning points, and what would have been better.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable review circle-of-fire-42.sandtable
  sandtable review circle-of-fire-42.sandtable --iterations 500 --points 10
  sandtable review circle-of-fire-42.sandtable --chart chances.svg")]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// How many walks through the tree for each decision.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// How many turning points to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    points: usize,
    /// Makes the answer repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw the chance to win by ply into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let record = files::read_record(&args.file)?;
    let name = || args.file.display().to_string();
    let game = context.open(&record.header.game).with_context(name)?;
    let play = game.resume(&record).with_context(name)?;
    let bar = progress::bar(play.seq() as u64);
    let settings = Settings::with_iterations(args.iterations);
    let reviewed = game.engine.review(&*play, &settings, args.seed, &mut |ply| bar.set_position(ply as u64));
    bar.finish_and_clear();
    let sides: Vec<&str> = game.about().sides.iter().map(|side| side.id.as_str()).collect();
    let side = |it: &Reviewed| sides.get(usize::from(it.seat)).copied().unwrap_or("");
    let mut worst: Vec<&Reviewed> = reviewed.iter().filter(|it| it.loss > 0).collect();
    worst.sort_by_key(|it| std::cmp::Reverse(it.loss));
    worst.truncate(args.points);
    if let Some(file) = &args.chart {
        files::write(file, chart(&reviewed, sides.first().copied().unwrap_or(""), play.seq()).as_bytes())?;
    }
    if args.json {
        let told = |it: &Reviewed| {
            json!({ "ply": it.ply, "turn": it.turn, "side": side(it), "played": it.played, "better": it.better,
                "chance": first(it), "loss": it.loss })
        };
        let points: Vec<_> = worst.iter().map(|it| told(it)).collect();
        let plies: Vec<_> = reviewed.iter().map(told).collect();
        print_json(&json!({ "side": sides.first(), "turning_points": points, "decisions": plies }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = stdout();
    writeln!(out, "Chance to win of {}, by turn:", sides.first().copied().unwrap_or(""))?;
    let mut turn = None;
    for it in &reviewed {
        if turn != Some(it.turn) {
            turn = Some(it.turn);
            let width = usize::from(first(it) / 20);
            writeln!(
                out,
                "  turn {:>3}  {:>5.1}%  {}",
                it.turn,
                f64::from(first(it)) / 10.0,
                "#".repeat(width)
            )?;
        }
    }
    writeln!(out, "Turning points:")?;
    for it in worst {
        let [played, better] = it.in_words(&*play);
        writeln!(
            out,
            "  ply {:>5}, turn {}: {} played '{played}' and gave away {:.1}%; better was '{better}'",
            it.ply + 1,
            it.turn,
            side(it),
            f64::from(it.loss) / 10.0,
        )?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The chance of the first side, in thousandths.
fn first(it: &Reviewed) -> u16 {
    if it.seat == 0 { it.chance } else { 1000 - it.chance }
}

fn chart(reviewed: &[Reviewed], side: &str, plies: usize) -> String {
    let (width, height) = (800.0, 240.0);
    let mut line = String::new();
    for it in reviewed {
        let x = it.ply as f64 / plies.max(1) as f64 * width;
        let y = height - f64::from(first(it)) / 1000.0 * height;
        let _ = write!(line, "{}{x:.1} {y:.1}", if line.is_empty() { "M" } else { "L" });
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>Chance to win of \
         {side} by ply</title><rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/><path d=\"M0 {0}H{width}\" \
         stroke=\"#b8b2a4\"/><path d=\"{line}\" fill=\"none\" stroke=\"#5b7a8c\" stroke-width=\"2\"/></svg>\n",
        height / 2.0
    )
}
