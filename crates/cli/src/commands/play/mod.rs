//! `sandtable play`: a whole game in the terminal.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use games::Opened;
use kernel::{About, Node, Players, Rng, Seat, Viewer, erased::AnyMatch, study::Study};
use view::Board;

use crate::{
    commands::{replay::standing, seat, study},
    context::{Context, stdout},
    files,
    luck::{Luck, each_draw},
    opponent,
    text::{self, Names, Signs},
};

mod by_file;
mod choices;
mod dialogue;
mod go;

use dialogue::Answer;

/// Play a game in the terminal, against the machine or another person beside you.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable play circle-of-fire                                first side, against greedy
  sandtable play circle-of-fire --side soviet --bot random
  sandtable play circle-of-fire --bot human                    two people, one terminal
  sandtable play circle-of-fire --from my-position.toml
  sandtable play circle-of-fire --load circle-of-fire-42.sandtable
  sandtable play circle-of-fire --file siege.sandtable --side german     a game by mail

At the prompt, ? lists what can be typed. Quitting keeps the game in a file and says how to go on.")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The scenario; the first one by default.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// An optional rule; may be given several times.
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// The side you play; the first one by default.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Who plays the other side: random, greedy (the default) or human.
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// Makes the dice repeatable.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "options", "seed"])]
    load: Option<PathBuf>,
    /// Begin from a position set up by hand, as `sandtable study` checks it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "options", "load", "file"])]
    from: Option<PathBuf>,
    /// Where to keep the game; by default a file named after game and seed in the current folder.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play by file: take it, play what is yours to play, and send it on. The file need not exist yet.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["load", "save", "seed", "bot"], requires = "side")]
    file: Option<PathBuf>,
    /// Leave out the signs of cases that are reconstructed (◇) or our reading (§).
    #[arg(long)]
    no_signs: bool,
}

/// The word for a person, on the command line and in records.
const HUMAN: &str = "human";
/// Who plays against a person who named nobody.
const DEFAULT_BOT: &str = "greedy";

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let game = context.open(&args.game)?;
    if let (Some(file), Some(side)) = (&args.file, &args.side) {
        let own = seat(game.about(), side)?;
        by_file::run(args, context, game, own, file, &mut io::stdin().lock(), &mut stdout())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = match &args.load {
        Some(file) => Table::resume(args, context, game, file)?,
        None => Table::start(args, context, game)?,
    };
    table.signs = Signs::unless(args.no_signs);
    table.play(&mut io::stdin().lock(), &mut stdout())?;
    Ok(ExitCode::SUCCESS)
}

/// Who sits in a seat.
enum Chair {
    Person,
    Machine(Box<dyn search::AnyPlayer>),
}

/// A game under way in the terminal.
struct Table<'a> {
    context: &'a Context,
    game: Opened,
    board: Board,
    play: Box<dyn AnyMatch>,
    rng: Rng,
    chairs: Vec<Chair>,
    save: PathBuf,
    /// The journal has been told up to this ply.
    told: u32,
    signs: Signs,
    /// A person sits there: keep the game after every decision, not only at the end.
    interactive: bool,
    /// The only seat that is asked, in a game by file: the rest is for others, and nothing is rolled here.
    only: Option<Seat>,
}

impl<'a> Table<'a> {
    fn start(args: &Args, context: &'a Context, game: Opened) -> Result<Table<'a>> {
        let luck = Luck::seeded(args.seed);
        let names = seating(game.about(), args, &[])?;
        let sides = game.about().sides.iter();
        let players = sides.zip(&names).map(|(side, name)| format!("{} {name}", side.id)).collect();
        let players = Players { luck: luck.to_string(), players };
        let play = match &args.from {
            None => game.start(args.scenario.as_deref(), &args.options, players)?,
            Some(file) => {
                let name = || file.display().to_string();
                let position = Study::parse(&name(), &files::read(file)?)?;
                study::set_up(&game, &position, players).with_context(name)?
            }
        };
        let save = args.save.clone().unwrap_or_else(|| free_name(&args.game, luck.seed));
        Table::seat(context, game, play, luck.rng(), luck.seed, &names, save)
    }

    fn resume(args: &Args, context: &'a Context, game: Opened, file: &Path) -> Result<Table<'a>> {
        let record = files::read_record(file)?;
        let play = game.resume(&record).with_context(|| file.display().to_string())?;
        let luck = Luck::parse(&record.header.luck).unwrap_or_else(|| Luck::seeded(None));
        let mut rng = luck.rng();
        each_draw(&*game, &record, |draw, _| {
            rng.luck(draw);
        })?;
        let names = seating(game.about(), args, &record.header.players)?;
        let save = args.save.clone().unwrap_or_else(|| file.to_owned());
        Table::seat(context, game, play, rng, luck.seed, &names, save)
    }

    fn seat(
        context: &'a Context,
        game: Opened,
        play: Box<dyn AnyMatch>,
        rng: Rng,
        seed: u64,
        names: &[String],
        save: PathBuf,
    ) -> Result<Table<'a>> {
        let mut chairs = Vec::new();
        for (seat, name) in names.iter().enumerate() {
            chairs.push(if name == HUMAN {
                Chair::Person
            } else {
                // A resumed machine goes on differently from how it began.
                let seed = seed.wrapping_add(((play.seq() as u64) << 8) + seat as u64);
                Chair::Machine(opponent::machine(&game, name, seed)?)
            });
        }
        let (board, told) = (game.board(), 0);
        let interactive = io::stdin().is_terminal();
        let signs = Signs::default();
        Ok(Table { context, game, board, play, rng, chairs, save, told, signs, interactive, only: None })
    }

    /// Plays until the game ends, the player quits or the input does. Whatever goes wrong, the game is kept.
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        let played = self.play_on(input, out);
        if played.is_err() {
            // The first error is the one to report.
            let _ = self.keep();
        }
        played
    }

    fn play_on(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        self.greet(out)?;
        loop {
            if let Some(own) = self.only
                && self.play.node() != Node::Decision(own)
            {
                return self.tell(Viewer::Seat(own), out);
            }
            match self.play.node() {
                Node::Chance(_) => self.play.roll(&mut self.rng),
                Node::Over(_) => {
                    self.tell(Viewer::Umpire, out)?;
                    writeln!(out, "\nThe game is over, {}", standing(&*self.game, &*self.play))?;
                    self.keep()?;
                    writeln!(
                        out,
                        "Saved as {0}; tell it again with: sandtable replay {0}",
                        self.save.display()
                    )?;
                    return Ok(out.flush()?);
                }
                Node::Decision(seat) => {
                    if let Some(Chair::Machine(machine)) = self.chairs.get_mut(usize::from(seat.0)) {
                        let action = machine.choose(&*self.play).context("nobody has to decide")?;
                        self.play.play(seat, &action)?;
                        continue;
                    }
                    self.tell(Viewer::Seat(seat), out)?;
                    if let Answer::Quit = self.ask(seat, input, out)? {
                        if self.only.is_some() {
                            return Ok(());
                        }
                        self.keep()?;
                        return self.say_how_to_resume(out);
                    }
                    // Keeps the game through a closed window or a power cut; `q` tells if that fails.
                    if self.interactive {
                        let _ = self.keep();
                    }
                }
            }
        }
    }

    fn greet(&self, out: &mut impl Write) -> Result<()> {
        let header = self.play.header();
        let title = &self.game.about().title;
        writeln!(out, "{title}: {}, {}", header.scenario, header.luck)?;
        if header.position.is_some() {
            writeln!(out, "The game begins from a position that somebody set up by hand.")?;
        }
        if !header.options.is_empty() {
            writeln!(out, "Options: {}", header.options.join(", "))?;
        }
        let persons = self.chairs.iter().filter(|chair| matches!(chair, Chair::Person)).count();
        for (side, chair) in self.game.about().sides.iter().zip(&self.chairs) {
            let who = match chair {
                Chair::Person if persons == 1 => "you".to_owned(),
                Chair::Person => "a person at this terminal".to_owned(),
                Chair::Machine(machine) => machine.name(),
            };
            writeln!(out, "{}: {who}", side.name)?;
        }
        writeln!(out, "Type ? for help, b for the board, q to stop.")?;
        Ok(out.flush()?)
    }

    /// Tells what happened since the last prompt, with the cases.
    fn tell(&mut self, viewer: Viewer, out: &mut impl Write) -> Result<()> {
        let view = self.play.view(viewer);
        // The view carries the journal's tail, which is enough unless much has happened.
        let tail_suffices =
            view.journal_from == 0 || view.journal.first().is_some_and(|it| it.seq <= self.told);
        let mut lines = if tail_suffices { view.journal.clone() } else { self.play.lines(viewer, 0) };
        lines.retain(|line| line.last() > self.told);
        self.told = self.play.seq() as u32;
        if !lines.is_empty() {
            let names = Names::new(&self.board, &view);
            write!(out, "\n{}", text::journal(&lines, &self.board, &names, self.signs, text::width()))?;
        }
        Ok(out.flush()?)
    }

    fn keep(&self) -> Result<()> {
        // A game by file is kept as letters, when they are signed.
        if self.only.is_some() {
            return Ok(());
        }
        files::write(&self.save, self.play.record().to_text().as_bytes())
    }

    fn say_how_to_resume(&self, out: &mut impl Write) -> Result<()> {
        let id = &self.game.about().id;
        let data =
            self.context.data.as_ref().map_or_else(String::new, |it| format!(" --data {}", it.display()));
        writeln!(out, "\nSaved. Go on with: sandtable play {id}{data} --load {}", self.save.display())?;
        Ok(out.flush()?)
    }
}

/// Who plays each side: what the command line says, else what the record says, else person against machine.
fn seating(about: &About, args: &Args, recorded: &[String]) -> Result<Vec<String>> {
    let bot = args.bot.as_deref();
    let own = args.side.as_deref().map(|side| seat(about, side)).transpose()?;
    let recorded = |side: &str| {
        let player = recorded.iter().find_map(|line| line.strip_prefix(side)?.strip_prefix(' '));
        player.map(str::to_owned)
    };
    let nobody_recorded = about.sides.iter().all(|side| recorded(&side.id).is_none());
    let own = own.or(nobody_recorded.then_some(Seat(0)));
    let name = |(index, id): (usize, &str)| match own {
        Some(own) if index == usize::from(own.0) => HUMAN.to_owned(),
        Some(_) => bot.unwrap_or(DEFAULT_BOT).to_owned(),
        None => match recorded(id) {
            Some(player) if player == HUMAN => player,
            player => bot.map(str::to_owned).or(player).unwrap_or_else(|| DEFAULT_BOT.to_owned()),
        },
    };
    let mut names: Vec<String> =
        about.sides.iter().enumerate().map(|(index, side)| name((index, side.id.as_str()))).collect();
    // A record of two machines has nobody to ask: the first side becomes a person's.
    if !names.iter().any(|name| name == HUMAN)
        && let Some(first) = names.first_mut()
    {
        *first = HUMAN.to_owned();
    }
    Ok(names)
}

/// A file name after game and seed that is not taken yet, so that no earlier game is lost.
fn free_name(game: &str, seed: u64) -> PathBuf {
    let plain = PathBuf::from(format!("{game}-{seed}.{}", files::SUFFIX));
    if !plain.exists() {
        return plain;
    }
    let mut numbered = (2..).map(|n| PathBuf::from(format!("{game}-{seed}-{n}.{}", files::SUFFIX)));
    numbered.find(|name| !name.exists()).unwrap_or(plain)
}
