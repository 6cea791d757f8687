//! `sandtable judge`: what a position is worth, term by term.

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result};
use kernel::Seat;
use search::{Assessment, WeightSet};
use serde_json::{Value, json};

use crate::{
    commands::replay::up_to,
    context::{Context, print_json, stdout},
    error::usage,
    files,
};

/// Print the judgement of a position term by term: by the weights set by hand, by which `greedy` plays, and by those that the
/// player of each side has learned, by which the other levels search.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable judge circle-of-fire --from game.sandtable
  sandtable judge slaughterhouse --from game.sandtable --ply 120 --json
  sandtable judge circle-of-fire --from game.sandtable --data mine")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The record of a game.
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
    /// The position after so many plies; the last one by default.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let record = files::read_record(&args.from)?;
    let name = || args.from.display().to_string();
    if record.header.game != args.game {
        return Err(usage(format!(
            "{}: this is a game of {}, not of {}",
            name(),
            record.header.game,
            args.game
        )));
    }
    let game = context.open(&args.game)?;
    let whole = game.resume(&record).with_context(name)?;
    let play = up_to(whole, args.ply, &args.from)?;
    let sides = &game.about().sides;
    let mut columns = Vec::new();
    for (seat, side) in (0..).zip(sides) {
        for (set, word) in [(WeightSet::Hand, "hand"), (WeightSet::Learned, "learned")] {
            let assessed = game.engine.assess(&*play, Seat(seat), set);
            columns.push((side.id.as_str(), word, assessed.expect("the match is of this game")));
        }
    }
    if args.json {
        let seats: Vec<Value> = columns.iter().map(column).collect();
        let (ply, judgement) = (play.seq(), game.engine.judgement());
        print_json(&json!({ "ply": ply, "judgement": judgement, "assessments": seats }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = stdout();
    writeln!(out, "After ply {}, judgement {}, in points to the side:", play.seq(), game.engine.judgement())?;
    let row = |out: &mut dyn Write, name: &str, cell: &dyn Fn(&Assessment) -> String| {
        write!(out, "  {name:<22}")?;
        for (_, _, it) in &columns {
            write!(out, "  {:>16}", cell(it))?;
        }
        writeln!(out)
    };
    write!(out, "  {:<22}", "")?;
    for (side, set, _) in &columns {
        write!(out, "  {:>16}", format!("{side}, {set}"))?;
    }
    writeln!(out)?;
    for (index, (term, _)) in columns[0].2.terms.terms.iter().enumerate() {
        row(&mut out, term, &|it| points(it.terms.terms[index].1, it.terms.per_point))?;
    }
    row(&mut out, "score", &|it| it.score.to_string())?;
    row(&mut out, "win probability", &|it| per_cent(it.chance))?;
    row(&mut out, "as reported", &|it| per_cent(it.reported))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn points(parts: i64, per_point: i64) -> String {
    format!("{:.1}", parts as f64 / per_point as f64)
}

fn per_cent(thousandths: u16) -> String {
    format!("{:.1}%", f64::from(thousandths) / 10.0)
}

fn column((side, set, it): &(&str, &str, Assessment)) -> Value {
    let terms: Vec<Value> =
        it.terms.terms.iter().map(|(name, score)| json!({ "name": name, "score": score })).collect();
    json!({ "side": side, "weights": set, "terms": terms, "per_point": it.terms.per_point, "score": it.score,
        "chance": it.chance, "reported": it.reported })
}
