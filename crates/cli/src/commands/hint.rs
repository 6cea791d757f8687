//! `sandtable hint`: what the search would play in a position of a record.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use kernel::Node;
use search::Means;
use serde_json::json;

use crate::{
    commands::replay::up_to,
    context::{Context, print_json, stdout},
    error::usage,
    files,
};

/// Ask the machine what it would play in a position of a record, and what it thinks of the other choices.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable hint circle-of-fire-42.sandtable               in the last position
  sandtable hint circle-of-fire-42.sandtable --ply 20 --level expert

The chance to win is the search's estimate, as games of the machine against itself bear it out; it knows no more than the side that decides.")]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// The position after this many actions and draws; the last one by default.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// How long to think: easy, normal, hard, expert, or search:iterations=N.
    #[arg(long, value_name = "LEVEL", default_value = "hard")]
    level: String,
    /// Makes the answer repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many choices to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    choices: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let settings = search::settings(&args.level)?;
    let record = files::read_record(&args.file)?;
    let name = || args.file.display().to_string();
    let game = context.open(&record.header.game).with_context(name)?;
    let whole = game.resume(&record).with_context(name)?;
    let play = up_to(whole, args.ply, &args.file)?;
    let Node::Decision(seat) = play.node() else {
        return Err(usage("nobody decides there: name another position with --ply".to_owned()));
    };
    let mut advice = game.engine.advise(&*play, settings, Means::default(), args.seed);
    advice.truncate(args.choices.max(1));
    let side = game.about().sides.get(usize::from(seat.0)).map_or("", |side| &side.id);
    if args.json {
        let choices: Vec<_> = advice
            .iter()
            .map(|it| json!({ "action": it.action, "chance": it.chance, "visits": it.visits, "exact": it.exact }))
            .collect();
        print_json(&json!({ "ply": play.seq(), "side": side, "choices": choices }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = stdout();
    writeln!(out, "After ply {} {side} decides:", play.seq())?;
    let longest = advice.iter().map(|it| it.action.len()).max().unwrap_or(0);
    for it in &advice {
        let sure = if it.exact { "exact".to_owned() } else { format!("tried {} times", it.visits) };
        writeln!(out, "  {:<longest$}  {:>5.1}%  {sure}", it.action, f64::from(it.chance) / 10.0)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
