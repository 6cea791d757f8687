//! `sandtable games`: what there is to play.

use std::{fmt::Write as _, process::ExitCode};

use anyhow::Result;
use kernel::{
    About,
    erased::AnyGame,
    rules::{Provenance, Rulebook},
};
use serde::Serialize;

use crate::{
    context::{Context, print_json, print_paged},
    text::{count, width, wrap},
};

/// List the games with their scenarios, sides, options and tables.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable games
  sandtable games --json
  sandtable games --data my-tables      what your tables change")]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    about: &'a About,
    cases: Cases,
}

#[derive(Serialize)]
struct Cases {
    total: usize,
    given: usize,
    gap: usize,
    ruling: usize,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let games = context.all()?;
    if args.json {
        let listed: Vec<_> =
            games.iter().map(|game| Listed { about: game.about(), cases: cases(game.rulebook()) }).collect();
        print_json(&listed)?;
        return Ok(ExitCode::SUCCESS);
    }
    let told: Vec<String> = games.iter().map(|game| tell(&**game)).collect();
    print_paged(&told.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn cases(book: &Rulebook) -> Cases {
    Cases {
        total: book.cases.len(),
        given: book.count_provenance(Provenance::Given),
        gap: book.count_provenance(Provenance::Gap),
        ruling: book.count_provenance(Provenance::Ruling),
    }
}

fn tell(game: &dyn AnyGame) -> String {
    let about = game.about();
    let width = width();
    let mut text = format!("{}  {}\n", about.id, about.title);
    text.push_str(&wrap(&about.blurb, width, "  ", "  "));
    let _ = writeln!(
        text,
        "  {}, complexity {} of 5, rules revision {}, tables {}",
        count(about.minutes.into(), "minute"),
        about.complexity,
        about.revision,
        about.data
    );
    let sides: Vec<String> = about.sides.iter().map(|side| format!("{} ({})", side.id, side.name)).collect();
    text.push_str(&wrap(&sides.join(", "), width, "  sides      ", "             "));
    for (i, scenario) in about.scenarios.iter().enumerate() {
        let head = if i == 0 { "  scenarios  " } else { "             " };
        let says = format!("{}: {}. {}", scenario.id, scenario.title, scenario.blurb);
        text.push_str(&wrap(&says, width, head, "               "));
    }
    for (i, option) in about.options.iter().enumerate() {
        let head = if i == 0 { "  options    " } else { "             " };
        let mut says = format!("{} ({}): {}. {}", option.id, option.rule, option.title, option.blurb);
        if !option.excludes.is_empty() {
            let _ = write!(says, " Not together with {}.", view::list(&option.excludes));
        }
        text.push_str(&wrap(&says, width, head, "               "));
    }
    let Cases { total, given, gap, ruling } = cases(game.rulebook());
    let _ = writeln!(
        text,
        "  cases      {total}: {given} given, {gap} filling a gap, {ruling} with a ruling of ours"
    );
    let ours: Vec<String> = about
        .tables
        .iter()
        .filter(|table| table.reconstructed)
        .map(|table| format!("{} in {}", table.key, table.file))
        .collect();
    if ours.is_empty() {
        let _ = writeln!(text, "  tables     {}, none reconstructed", count(about.tables.len(), "table"));
    } else {
        let says = format!(
            "{} of {} reconstructed: {}",
            ours.len(),
            count(about.tables.len(), "table"),
            ours.join(", ")
        );
        text.push_str(&wrap(&says, width, "  tables     ", "             "));
    }
    text
}
