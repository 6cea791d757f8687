//! A game by file: each side in its own folder, and a file that goes to and fro.

use std::{
    fs,
    io::{BufRead, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use games::Opened;
use kernel::{Node, Seat};
use letters::{Keys, LetterError, Letters, playable};
use proof::{Bytes, Hash};

use super::{Args, HUMAN, Table};
use crate::{commands::replay::standing, context::Context, error::usage, files, text::Signs};

/// What this side keeps to itself, in a file beside the game's.
struct Private {
    path: PathBuf,
    seed: Bytes,
    /// How many letters this side has seen, and the hash after the last of them.
    seen: Option<(usize, Hash)>,
}

impl Private {
    fn load(path: PathBuf) -> Result<Private> {
        if !path.exists() {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).context("the system has no random numbers")?;
            return Ok(Private { path, seed: Bytes(seed), seen: None });
        }
        let text = files::read(&path)?;
        let field = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let torn = || usage(format!("{} is no key of a game by file", path.display()));
        let seed = field("seed").and_then(Bytes::read).ok_or_else(torn)?;
        let seen = field("seen").and_then(|it| {
            let (letters, head) = it.split_once(' ')?;
            Some((letters.parse().ok()?, Bytes::read(head)?))
        });
        let seen = seen.ok_or_else(torn)?;
        Ok(Private { path, seed, seen: Some(seen) })
    }

    fn keep(&self, (letters, head): (usize, Hash)) -> Result<()> {
        let text = format!("sandtable key 1\nseed: {}\nseen: {letters} {head}\n", self.seed);
        files::write(&self.path, text.as_bytes())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&self.path, fs::Permissions::from_mode(0o600))?;
        }
        Ok(())
    }
}

/// Takes the file, lets this side play what it may, and leaves the file to be sent.
pub fn run(
    args: &Args,
    context: &Context,
    game: Opened,
    own: Seat,
    file: &Path,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<()> {
    let name = || file.display().to_string();
    let side = game.about().sides[usize::from(own.0)].clone();
    let mut private = Private::load(file.with_extension(format!("{}.key", side.id)))?;
    let mut letters = if file.exists() {
        let text = files::read(file)?;
        let found = Letters::game(&text).with_context(name)?;
        if found != game.about().id {
            return Err(usage(format!("{} is a game of {found}", name())));
        }
        let letters = Letters::read(&*game, &text).with_context(name)?;
        if private.seen.is_none() {
            let header = letters.play.header();
            playable(&*game, Some(&header.scenario), &header.options)?;
        }
        letters
    } else {
        playable(&*game, args.scenario.as_deref(), &args.options)?;
        Letters::begin(&*game, args.scenario.as_deref(), &args.options, random()?)?
    };
    if let Some(seen) = private.seen {
        letters.follows(seen).with_context(name)?;
    }
    let keys = Keys::new(private.seed);
    let draft = match letters.open(&*game, own, &keys) {
        Ok(draft) => draft,
        Err(LetterError::Over) => {
            private.keep(letters.seen())?;
            return tell_end(&game, &letters, file, out);
        }
        Err(LetterError::TheirTurn) => {
            private.keep(letters.seen())?;
            writeln!(out, "It is the other side's turn to write: send them {}.", name())?;
            return Ok(out.flush()?);
        }
        Err(error) => return Err(error.into()),
    };
    // Without the other side's promise nothing can be rolled, so nothing is played either.
    let alone = !(0..game.about().sides.len()).all(|seat| {
        let seat = Seat(seat as u8);
        seat == own || letters.has_joined(seat)
    });
    let mut draft = draft;
    if !alone {
        let names: Vec<String> = game.about().sides.iter().map(|_| HUMAN.to_owned()).collect();
        let opened = context.open(&game.about().id)?;
        let rng = kernel::Rng::new(0, 0);
        let mut table = Table::seat(context, opened, draft.play, rng, 0, &names, file.to_owned())?;
        table.only = Some(own);
        table.interactive = false;
        table.signs = Signs::unless(args.no_signs);
        table.told = letters.play.seq() as u32;
        table.play(input, out)?;
        draft.play = table.play;
    }
    letters.close(&*game, own, &keys, draft)?;
    files::write(file, letters.to_text().as_bytes())?;
    private.seen = Some(letters.seen());
    private.keep(letters.seen())?;
    if letters.play.outcome().is_some() {
        tell_end(&game, &letters, file, out)?;
    }
    let (written, _) = letters.seen();
    writeln!(
        out,
        "Letter {written} is written and signed as {}. Send {} to the other side; keep {} to yourself.",
        side.name,
        name(),
        private.path.display()
    )?;
    Ok(out.flush()?)
}

fn random() -> Result<Bytes> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(Bytes(bytes))
}

/// A game that is over becomes a record like any other.
fn tell_end(game: &Opened, letters: &Letters, file: &Path, out: &mut impl Write) -> Result<()> {
    if !matches!(letters.play.node(), Node::Over(_)) {
        return Ok(());
    }
    let record = file.with_extension(format!("record.{}", files::SUFFIX));
    files::write(&record, letters.play.record().to_text().as_bytes())?;
    writeln!(out, "The game is over, {}", standing(&**game, &*letters.play))?;
    writeln!(out, "Saved as {0}; tell it again with: sandtable replay {0}", record.display())?;
    Ok(out.flush()?)
}
