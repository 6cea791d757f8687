//! `sandtable replay`: a record told as its journal, or proved.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use kernel::{
    Difference, Fate, Node, Record, Seat, Viewer,
    erased::{AnyGame, AnyMatch},
};
use serde_json::json;

use crate::{
    commands::seat,
    context::{Context, print_json, print_paged},
    error::usage,
    fair, files,
    luck::{Luck, each_draw},
    text::{self, Names, Signs},
};

/// Tell a recorded game, stop at a ply of it, or check that it is whole and legal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable replay circle-of-fire-42.sandtable             the whole journal
  sandtable replay circle-of-fire-42.sandtable --ply 20    as far as ply 20, with the board
  sandtable replay circle-of-fire-42.sandtable --verify    is it whole, legal and of our rules?")]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Stop after this many actions and draws, and show the board.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Check digest, rules revision, tables, every action and every draw; recompute the proof of the dice.
    #[arg(long, conflicts_with = "ply")]
    verify: bool,
    /// With --verify: the commitment that you were shown when the game began.
    #[arg(long, value_name = "HEX", requires = "verify")]
    pub commitment: Option<String>,
    /// With --verify: the salt that you sent for a side.
    #[arg(long, value_name = "SIDE=HEX", requires = "verify")]
    pub salt: Vec<String>,
    /// Show only what this side may know.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Leave out the signs of cases that are reconstructed (◇) or our reading (§).
    #[arg(long)]
    no_signs: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let name = || args.file.display().to_string();
    let record = files::read_record(&args.file)?;
    let game = context.open(&record.header.game).with_context(name)?;
    let viewer = match &args.side {
        Some(side) => Viewer::Seat(seat(game.about(), side)?),
        None => Viewer::Umpire,
    };
    let (whole, differs) = fated(&*game, &record).with_context(name)?;
    if args.verify {
        let text = files::read(&args.file)?;
        let dice = fair::check(&*game, &text, &record, &*whole, &fair::kept(args, &*game)?);
        let fair = dice.is_fair();
        verify(&*game, &record, &*whole, differs.as_ref(), &dice, args)?;
        let well = differs.is_none() && fair;
        return Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let sides = sides(&record, &*whole);
    let shown = up_to(whole, args.ply, &args.file)?;
    if args.json {
        let view = shown.view(viewer);
        print_json(&json!({
            "game": record.header.game,
            "scenario": record.header.scenario,
            "options": record.header.options,
            "luck": record.header.luck,
            "players": record.header.players,
            "sides": sides,
            "plies": record.lines.len(),
            "ply": shown.seq(),
            "rules": rules(&*game, &record, differs.as_ref()),
            "journal": shown.lines(viewer, 0),
            "view": view,
        }))?;
    } else {
        tell(&*game, &record, &sides, &*shown, viewer, differs.as_ref(), args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The side of each player of the record, which a bid may have changed.
fn sides(record: &Record, whole: &dyn AnyMatch) -> Vec<String> {
    let side = |seat: usize| whole.view(Viewer::Seat(Seat(seat as u8))).you;
    (0..record.header.players.len())
        .map(|seat| side(seat).as_deref().unwrap_or_default().to_owned())
        .collect()
}

/// The match as far as it goes under the rules of now, and where a record of an earlier revision differs from them.
fn fated(game: &dyn AnyGame, record: &Record) -> Result<(Box<dyn AnyMatch>, Option<Difference>)> {
    if record.header.revision() < game.about().revision
        && let (play, Fate::Differs(differs)) = game.replay(record)?
    {
        return Ok((play, Some(differs)));
    }
    Ok((game.resume(record)?, None))
}

/// What the rules of now make of a record, as JSON.
fn rules(game: &dyn AnyGame, record: &Record, differs: Option<&Difference>) -> serde_json::Value {
    let state = match differs {
        Some(_) => "differs",
        None if record.header.revision() < game.about().revision => "goes-on",
        None => "current",
    };
    json!({
        "begun": record.header.rules,
        "played": record.header.revision(),
        "now": game.about().revision,
        "state": state,
        "ply": differs.map(|it| it.ply),
        "by": differs.map(|it| it.cause.to_string()),
        "says": differs.map(|it| &it.says),
    })
}

/// The same in a sentence; nothing where the record was made under these rules.
fn rules_told(game: &dyn AnyGame, record: &Record, differs: Option<&Difference>) -> Option<String> {
    let (played, now) = (record.header.revision(), game.about().revision);
    let all = record.lines.len();
    match differs {
        Some(it) => Some(format!(
            "played under revision {played}; differs under revision {now} at ply {} of {all} ('{}') by {}: {}",
            it.ply, it.text, it.cause, it.says
        )),
        None if played < now => Some(format!(
            "played under revision {played}; goes on under revision {now} after {}",
            text::plies(all)
        )),
        None => None,
    }
}

/// The match as it stood after `ply` plies; all of it for `None`.
pub fn up_to(whole: Box<dyn AnyMatch>, ply: Option<usize>, file: &Path) -> Result<Box<dyn AnyMatch>> {
    match ply {
        Some(ply) if ply > whole.seq() => {
            let plies = text::plies(whole.seq());
            Err(usage(format!("{} has only {plies}: --ply can be 0 to {}", file.display(), whole.seq())))
        }
        Some(ply) => Ok(whole.up_to(ply)),
        None => Ok(whole),
    }
}

fn tell(
    game: &dyn AnyGame,
    record: &Record,
    sides: &[String],
    shown: &dyn AnyMatch,
    viewer: Viewer,
    differs: Option<&Difference>,
    args: &Args,
) -> Result<()> {
    let width = text::width();
    let header = &record.header;
    let drawn = game.board();
    let view = shown.view(viewer);
    let names = Names::new(&drawn, &view);
    let mut page = format!("{}: {}\n", game.about().title, header.scenario);
    if !header.options.is_empty() {
        let _ = writeln!(page, "options: {}", header.options.join(", "));
    }
    if !header.players.is_empty() {
        // The record was begun before a bid: its names go by the chairs.
        let chairs = game.about().sides.iter().map(|side| format!("{} ", side.id));
        let players = header.players.iter().zip(chairs).zip(sides).map(|((player, chair), side)| {
            format!("{side} {}", player.strip_prefix(&chair).unwrap_or(player))
        });
        let _ = writeln!(page, "players: {}", players.collect::<Vec<_>>().join(", "));
    }
    let _ = writeln!(page, "luck: {}", header.luck);
    if let Some(told) = rules_told(game, record, differs) {
        page.push_str(&text::wrap(&format!("rules: {told}"), width, "", "       "));
    }
    let signs = Signs::unless(args.no_signs);
    page.push_str(&text::journal(&shown.lines(viewer, 0), &drawn, &names, signs, width));
    page.push('\n');
    if args.ply.is_some() {
        page.push_str(&text::board(&drawn, &view, width));
        page.push('\n');
    }
    let _ = writeln!(page, "{}", standing(game, shown));
    print_paged(&page)
}

/// Where the match stands, in a sentence.
pub fn standing(game: &dyn AnyGame, shown: &dyn AnyMatch) -> String {
    let sides = &game.about().sides;
    let after = format!("after {} of play", text::plies(shown.seq()));
    match shown.node() {
        Node::Decision(_) => {
            // Not by the seat: players may have changed sides.
            let decides = shown.view(Viewer::Spectator).decides.unwrap_or_default();
            let side = sides.iter().find(|side| *side.id == *decides).map_or(&*decides, |side| &side.name);
            format!("{after}: {side} to decide, turn {}", shown.turn())
        }
        Node::Chance(draw) => format!("{after}: {draw} to be drawn, turn {}", shown.turn()),
        Node::Over(outcome) => {
            let winner = outcome.side.and_then(|side| sides.get(usize::from(side)));
            let result = winner.map_or("a draw".to_owned(), |side| format!("{} wins", side.name));
            format!("{after}: {result}: {} ({})", outcome.says, outcome.rule)
        }
    }
}

/// Parsing checked the digest, resuming the revision, the tables and every ply; what is left are the draws. Of a record
/// that differs from the rules of now, the plies before the difference are checked.
fn verify(
    game: &dyn AnyGame,
    record: &Record,
    whole: &dyn AnyMatch,
    differs: Option<&Difference>,
    dice: &fair::Dice,
    args: &Args,
) -> Result<()> {
    let header = &record.header;
    let played = Record { header: header.clone(), lines: record.lines[..whole.seq()].to_vec() };
    let draws = played.lines.iter().filter(|line| line.starts_with("* ")).count();
    let follows = match Luck::parse(&header.luck) {
        Some(luck) => Some(follows(game, &played, luck).with_context(|| args.file.display().to_string())?),
        None => None,
    };
    if args.json {
        return print_json(&json!({
            "game": header.game,
            "plies": record.lines.len(),
            "draws": draws,
            "digest": true,
            "rules": header.rules,
            "fate": rules(game, record, differs),
            "data": header.data,
            "legal": differs.is_none(),
            "plies_verified": whole.seq(),
            "luck": header.luck,
            "draws_follow_seed": follows,
            "draws_proved_by_server": dice.is_proved(),
            "proof": dice.json(),
            "over": whole.outcome().is_some(),
        }));
    }
    let mut page = String::new();
    let _ = writeln!(page, "digest   the file is whole and unchanged");
    let _ = writeln!(page, "rules    revision {} of {}, tables {}", header.rules, header.game, header.data);
    if let Some(told) = rules_told(game, record, differs) {
        let _ = writeln!(page, "         {told}");
    }
    let now = game.about().revision;
    let _ = match differs {
        None => writeln!(page, "plies    all {} are legal where they stand", record.lines.len()),
        Some(_) => writeln!(
            page,
            "plies    the first {} of {} are legal under revision {now}; nothing after them was verified",
            whole.seq(),
            record.lines.len()
        ),
    };
    let fair = match (dice, follows) {
        (fair::Dice::None, Some(true)) => {
            format!("all {draws} follow from '{}', but no server proved them", header.luck)
        }
        (fair::Dice::None, Some(false)) => {
            format!("not all {draws} follow from '{}', and no server proved them", header.luck)
        }
        (fair::Dice::None, None) => format!("{draws} from '{}': no server proved them", header.luck),
        _ => format!("{draws} from '{}'", header.luck),
    };
    let _ = writeln!(page, "draws    {fair}");
    for line in dice.says(game) {
        let _ = writeln!(page, "proof    {line}");
    }
    let _ = writeln!(page, "result   {}", standing(game, whole));
    print_paged(&page)
}

/// Whether the draws are those that this seed brings.
fn follows(game: &dyn AnyGame, record: &Record, luck: Luck) -> Result<bool> {
    let mut rng = luck.rng();
    let mut same = true;
    each_draw(game, record, |draw, outcome| same &= draw.write(rng.luck(draw)) == outcome)?;
    Ok(same)
}
