//! `sandtable rules`: the manual in our words.

use std::{fmt::Write as _, process::ExitCode};

use anyhow::Result;
use kernel::rules::{Book, Case, Provenance, Rulebook, Status};
use serde::Serialize;
use serde_json::json;

use crate::{
    context::{Context, print_json, print_paged},
    error::usage,
    text,
};

/// Print the rules of a game in our own words, or one case of them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable rules circle-of-fire             the whole manual
  sandtable rules circle-of-fire 13          a module
  sandtable rules circle-of-fire 13.2.4      one case, with where it comes from
  sandtable rules circle-of-fire --coverage  how many cases are code, data, given, ours")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// A case such as 13.2.4, or a section or module to print everything below it.
    case: Option<String>,
    /// Count the cases by what carries them out and where they come from.
    #[arg(long, conflicts_with = "case")]
    coverage: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let game = context.open(&args.game)?;
    let book = game.rulebook();
    if args.coverage {
        coverage(book, args.json)?;
    } else if let Some(number) = &args.case {
        some_cases(book, number.trim_end_matches('.'), args.json)?;
    } else {
        manual(book, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn manual(book: &Rulebook, json: bool) -> Result<()> {
    if json {
        #[derive(Serialize)]
        struct Manual<'a> {
            book: &'a Book,
            cases: &'a [Case],
        }
        return print_json(&Manual { book: &book.book, cases: &book.cases });
    }
    let width = text::width();
    let mut page = format!("{}\n\n", book.book.title);
    page.push_str(&text::paragraphs(&book.book.note, width, ""));
    for case in &book.cases {
        page.push('\n');
        page.push_str(&text::case(case, width));
    }
    print_paged(&page)
}

fn some_cases(book: &Rulebook, number: &str, json: bool) -> Result<()> {
    let found = text::cases_below(book, number);
    if found.is_empty() {
        let near = text::near_cases(book, number);
        return Err(usage(format!(
            "{} has no case '{number}'; near it are {}",
            book.book.game,
            view::list(&near)
        )));
    }
    if json && found.len() == 1 {
        let case = found[0];
        let (previous, next) = neighbours(book, case);
        let mut value = serde_json::to_value(case)?;
        value["previous"] = json!(previous.map(|case| &case.number));
        value["next"] = json!(next.map(|case| &case.number));
        return print_json(&value);
    }
    if json {
        return print_json(&found);
    }
    let width = text::width();
    let told: Vec<String> = found.iter().map(|case| text::case(case, width)).collect();
    let mut page = told.join("\n");
    if let [case] = found[..] {
        let (previous, next) = neighbours(book, case);
        page.push('\n');
        for (word, case) in [("before", previous), ("after", next)] {
            if let Some(case) = case {
                let _ = writeln!(page, "{word:<6}  {}  {}", case.number, case.title);
            }
        }
    }
    print_paged(&page)
}

/// The cases printed before and after this one.
fn neighbours<'a>(book: &'a Rulebook, case: &Case) -> (Option<&'a Case>, Option<&'a Case>) {
    let at = book.cases.iter().position(|other| other.number == case.number).unwrap_or(0);
    (at.checked_sub(1).and_then(|before| book.cases.get(before)), book.cases.get(at + 1))
}

fn coverage(book: &Rulebook, json: bool) -> Result<()> {
    const STATUS: [Status; 4] = [Status::Code, Status::Data, Status::Descriptive, Status::Optional];
    const PROVENANCE: [Provenance; 3] = [Provenance::Given, Provenance::Gap, Provenance::Ruling];
    let both = |status: Status, provenance: Provenance| {
        let counted = |case: &&Case| case.status == status && case.provenance.contains(&provenance);
        book.cases.iter().filter(counted).count()
    };
    if json {
        let status: serde_json::Map<_, _> =
            STATUS.iter().map(|it| (it.word().to_owned(), json!(book.count_status(*it)))).collect();
        let provenance: serde_json::Map<_, _> =
            PROVENANCE.iter().map(|it| (it.word().to_owned(), json!(book.count_provenance(*it)))).collect();
        return print_json(&json!({
            "game": book.book.game,
            "revision": book.book.revision,
            "cases": book.cases.len(),
            "status": status,
            "provenance": provenance,
        }));
    }
    let mut page =
        format!("{}: {} cases, rules revision {}\n\n", book.book.title, book.cases.len(), book.book.revision);
    let _ = writeln!(page, "{:<12} {:>6} {:>6} {:>6} {:>6}", "", "cases", "given", "gap", "ruling");
    for status in STATUS {
        let [given, gap, ruling] = PROVENANCE.map(|provenance| both(status, provenance));
        let cases = book.count_status(status);
        let _ = writeln!(page, "{:<12} {cases:>6} {given:>6} {gap:>6} {ruling:>6}", status.word());
    }
    let [given, gap, ruling] = PROVENANCE.map(|provenance| book.count_provenance(provenance));
    let _ = writeln!(page, "{:<12} {:>6} {given:>6} {gap:>6} {ruling:>6}", "all", book.cases.len());
    page.push_str("\nA case may be given in part and carry a ruling as well, so a row can add up to more than its cases.\n");
    print_paged(&page)
}
