//! What is kept of a match, and the SQL for it.

use std::{fmt, str::FromStr};

use crate::{
    Answered, Change, Clock, Early, Mark, Result, SavedAside, SavedLetters, SavedOrigin, SavedProof,
    SavedRevision, SavedStanding, StoreError, Terms, club, early, letters, migrate,
    past::{self, Past},
    people, proofs,
    sql::{In, Out, Sql},
    standing, studies,
};

/// The number of a match: 63 random bits, so that a link cannot be guessed. Written as 13 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchId(i64);

/// A match that begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMatch {
    /// Its number.
    pub id: MatchId,
    /// The id of the game.
    pub game: String,
    /// The revision of the rules.
    pub rules: u32,
    /// The tables it is played with.
    pub data: String,
    /// The id of the scenario.
    pub scenario: String,
    /// The ids of the options.
    pub options: Vec<String>,
    /// Where the draws come from.
    pub luck: String,
    /// `machine`, `hotseat`, `friend` or `file`.
    pub against: String,
    /// Seconds since 1970.
    pub created: i64,
    /// Who sits where, in the order of the seats.
    pub seats: Vec<NewSeat>,
    /// What is drawn before anybody decides.
    pub lines: Vec<String>,
    /// What it goes on from.
    pub origin: Option<SavedOrigin>,
    /// The position it begins in, if that was set up by hand: the text that its record has.
    pub position: Option<String>,
    /// Who may sit down, and whether it counts; of a match that was kept, `Store::club` says.
    pub terms: Option<Terms>,
    /// What proves its draws; matches that began before there were proofs have none.
    pub proof: Option<SavedProof>,
    /// Its file, and what the side at this server keeps to itself, if it is played by file.
    pub letters: Option<SavedLetters>,
}

/// A seat of a match that begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewSeat {
    /// `human`, or the name of a machine.
    pub player: String,
    /// The hash of the token that holds the seat.
    pub holder: Option<String>,
    /// The invitation to take it; of a match that was kept, its digest.
    pub invite: Option<String>,
}

/// A match as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// What it began with; `lines` are empty here.
    pub start: NewMatch,
    /// How often a step was taken back, or a salt or a letter came.
    pub undos: i64,
    /// What was played.
    pub plies: Vec<SavedPly>,
    /// The later revisions it was played by, in order.
    pub revised: Vec<SavedRevision>,
    /// The match that goes on in its place.
    pub continued: Option<MatchId>,
    /// The match of another game that goes on from its end.
    pub sequel: Option<MatchId>,
    /// Up to which ply its journal is kept as it was told.
    pub told: i64,
    /// What seats have decided before they were asked.
    pub early: Vec<Early>,
    /// What seats have answered in advance, and what was answered so.
    pub standing: SavedStanding,
}

/// A seat as it was kept.
pub type SavedSeat = NewSeat;

/// A ply as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedPly {
    /// A notation, or `* 5 4`.
    pub line: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// Plies to be added to a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plies {
    /// The match.
    pub id: MatchId,
    /// How many plies the writer knows.
    pub after: i64,
    /// How many steps back the writer knows.
    pub undos: i64,
    /// The lines: an action and what was drawn after it.
    pub lines: Vec<String>,
    /// When, in seconds since 1970.
    pub at: i64,
    /// The revision of the rules, where these plies are the first by it.
    pub revised: Option<u32>,
    /// What the match is known by from here on.
    pub mark: Option<Mark>,
    /// The clock after them, where there is one.
    pub clock: Option<Clock>,
    /// The seat that decided these plies before it was asked.
    pub early: Option<u8>,
    /// The file of a game by file, with the letter that these plies came with or that was signed after them.
    pub file: Option<String>,
    /// Those of them that were answered in advance.
    pub answered: Vec<Answered>,
}

impl Plies {
    /// No plies yet, of a match as the writer knows it.
    pub fn after(id: MatchId, after: i64, undos: i64) -> Plies {
        let (lines, revised, mark, clock) = (Vec::new(), None, None, None);
        let (early, file, answered) = (None, None, Vec::new());
        Plies { id, after, undos, lines, at: 0, revised, mark, clock, early, file, answered }
    }
}

/// Plies to be taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The match.
    pub id: MatchId,
    /// How many plies remain.
    pub keep: i64,
    /// How many plies the writer knows.
    pub after: i64,
    /// How many steps back the writer knows.
    pub undos: i64,
    /// What stays of them in the proof, where there is one.
    pub aside: Option<String>,
}

/// No letters that look alike: `i`, `l`, `o`, `u` are missing.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How many letters hold 63 bits.
const LENGTH: usize = 13;

impl MatchId {
    /// A number from random bits.
    pub fn new(bits: u64) -> MatchId {
        MatchId((bits >> 1) as i64)
    }

    /// A number as it was kept.
    pub(crate) fn of(number: i64) -> MatchId {
        MatchId(number)
    }

    /// The number as it is kept.
    pub(crate) fn number(self) -> i64 {
        self.0
    }

    /// The number as bits.
    pub fn bits(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: usize| LETTERS[(self.0 >> (5 * place)) as usize & 31] as char;
        (0..LENGTH).rev().try_for_each(|place| write!(f, "{}", letter(place)))
    }
}

/// A text that is no number of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no match")]
pub struct NoMatchId;

impl FromStr for MatchId {
    type Err = NoMatchId;

    fn from_str(text: &str) -> Result<MatchId, NoMatchId> {
        if text.len() != LENGTH {
            return Err(NoMatchId);
        }
        let mut bits: u64 = 0;
        for byte in text.bytes() {
            let digit = LETTERS.iter().position(|&letter| letter == byte).ok_or(NoMatchId)?;
            // The first letter holds three bits only.
            if bits >> 58 != 0 {
                return Err(NoMatchId);
            }
            bits = bits << 5 | digit as u64;
        }
        i64::try_from(bits).map(MatchId).map_err(|_| NoMatchId)
    }
}

pub(crate) fn create(sql: &mut dyn Sql, new: &NewMatch, next: &mut NextPly) -> Result<()> {
    let NewMatch {
        id,
        game,
        rules,
        data,
        scenario,
        options,
        luck,
        against,
        created,
        seats,
        lines,
        origin,
        position,
        terms,
        proof,
        letters,
    } = new;
    let options = options.join(" ");
    let added = sql.run(
        "INSERT INTO matches (id, game, rules, data, scenario, options, luck, against, created) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        &[
            In::Int(id.0),
            In::Text(game),
            In::Int(i64::from(*rules)),
            In::Text(data),
            In::Text(scenario),
            In::Text(&options),
            In::Text(luck),
            In::Text(against),
            In::Int(*created),
        ],
    )?;
    if added != 1 {
        return Err(StoreError::MovedOn);
    }
    sql.run("INSERT INTO heads (match_id, seq, undos, ply_id) VALUES ($1, 0, 0, 0)", &[In::Int(id.0)])?;
    for (number, NewSeat { player, holder, invite }) in (0..).zip(seats) {
        let invite = invite.as_deref().map(people::digest);
        sql.run(
            "INSERT INTO seats (match_id, seat, player, holder, invite) VALUES ($1, $2, $3, $4, $5)",
            &[
                In::Int(id.0),
                In::Int(number),
                In::Text(player),
                In::Maybe(holder.as_deref()),
                In::Maybe(invite.as_deref()),
            ],
        )?;
    }
    if let Some(origin) = origin {
        past::add_origin(sql, *id, origin)?;
    }
    if let Some(position) = position {
        studies::begin(sql, *id, position)?;
    }
    if let Some(terms) = terms {
        club::add_terms(sql, *id, terms)?;
    }
    if let Some(proof) = proof {
        proofs::create(sql, *id, proof)?;
    }
    if let Some(letters) = letters {
        letters::create(sql, *id, letters)?;
    }
    if lines.is_empty() {
        return Ok(());
    }
    let plies = Plies { id: *id, lines: lines.clone(), at: *created, ..Plies::after(*id, 0, 0) };
    append(sql, &plies, next)
}

/// Adds plies, with the letter of a game by file where they have one. Moving the head on checks that the writer knows the whole match.
pub(crate) fn append(sql: &mut dyn Sql, plies: &Plies, next: &mut NextPly) -> Result<()> {
    let head = Head { id: plies.id, seq: plies.after, undos: plies.undos };
    let mut last = head.last(sql)?;
    for line in &plies.lines {
        let id = next.take(sql)?;
        let added = sql.run(
            "INSERT INTO plies (id, before, line, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            &[In::Int(id), In::Int(last), In::Text(line), In::Int(plies.at)],
        )?;
        if added != 1 {
            // Another server writes here too.
            next.forget();
            return Err(StoreError::Busy);
        }
        last = id;
    }
    if let Some(rules) = plies.revised {
        past::add_revision(sql, plies.id, SavedRevision { rules, seq: plies.after })?;
    }
    if let Some(seat) = plies.early {
        early::played(sql, plies.id, seat)?;
    }
    standing::answer(sql, plies.id, &plies.answered)?;
    if let Some(mark) = &plies.mark {
        past::add_mark(sql, plies.id, mark)?;
    }
    if let Some(clock) = &plies.clock {
        club::set_clock(sql, plies.id, clock)?;
    }
    let mut undos = head.undos;
    if let Some(file) = &plies.file {
        letters::write(sql, plies.id, file)?;
        undos += 1;
    }
    head.move_to(sql, Head { seq: head.seq + plies.lines.len() as i64, undos, ..head }, last)
}

/// Takes plies back.
pub(crate) fn cut(sql: &mut dyn Sql, cut: &Cut) -> Result<()> {
    let head = Head { id: cut.id, seq: cut.after, undos: cut.undos };
    let mut last = head.last(sql)?;
    for _ in cut.keep..cut.after {
        let before = sql.rows("SELECT before FROM plies WHERE id = $1", &[In::Int(last)])?;
        sql.run("DELETE FROM plies WHERE id = $1", &[In::Int(last)])?;
        last = before.into_iter().flatten().next().ok_or(StoreError::MovedOn)?.int()?;
    }
    past::cut(sql, cut.id, cut.keep)?;
    standing::cut(sql, cut.id, cut.keep)?;
    if let Some(aside) = &cut.aside {
        proofs::add(sql, cut.id, &SavedAside { at: cut.keep, aside: aside.clone() })?;
    }
    head.move_to(sql, Head { seq: cut.keep, undos: head.undos + 1, ..head }, last)
}

/// Adds a salt to the proof of a match. The head moves on in its undos alone.
pub(crate) fn add_aside(sql: &mut dyn Sql, id: MatchId, undos: i64, aside: &SavedAside) -> Result<()> {
    let head = Head { id, seq: aside.at, undos };
    let last = head.last(sql)?;
    proofs::add(sql, id, aside)?;
    head.move_to(sql, Head { undos: undos + 1, ..head }, last)
}

/// Where a writer believes a match to stand.
#[derive(Clone, Copy)]
struct Head {
    id: MatchId,
    seq: i64,
    undos: i64,
}

impl Head {
    /// The last ply, if the match stands there.
    fn last(self, sql: &mut dyn Sql) -> Result<i64> {
        let found = sql.rows(
            "SELECT ply_id FROM heads WHERE match_id = $1 AND seq = $2 AND undos = $3",
            &[In::Int(self.id.0), In::Int(self.seq), In::Int(self.undos)],
        )?;
        found.into_iter().flatten().next().ok_or(StoreError::MovedOn)?.int()
    }

    /// Moves the match on, if it still stands there.
    fn move_to(self, sql: &mut dyn Sql, to: Head, ply: i64) -> Result<()> {
        let moved = sql.run(
            "UPDATE heads SET seq = $4, undos = $5, ply_id = $6 WHERE match_id = $1 AND seq = $2 AND undos = $3",
            &[
                In::Int(self.id.0),
                In::Int(self.seq),
                In::Int(self.undos),
                In::Int(to.seq),
                In::Int(to.undos),
                In::Int(ply),
            ],
        )?;
        sql.touched(Change::Match(self.id));
        if moved == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
    }
}

/// The number of the next ply, counted up by the one writer of this server.
#[derive(Default)]
pub(crate) struct NextPly(Option<i64>);

/// How many numbers a server takes at once.
const BLOCK: i64 = 1000;

impl NextPly {
    fn take(&mut self, sql: &mut dyn Sql) -> Result<i64> {
        let next = match self.0 {
            Some(next) => next,
            None => {
                let block = sql.rows("UPDATE blocks SET next = next + 1 WHERE id = 1 RETURNING next", &[])?;
                let block = block.into_iter().flatten().next();
                block.ok_or_else(|| StoreError::Torn("no numbers for plies".to_owned()))?.int()? * BLOCK
            }
        };
        self.0 = Some(next + 1).filter(|next| next % BLOCK != 0);
        Ok(next)
    }

    /// Takes other numbers next time: these may have gone with the transaction that took them.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }
}

/// Gives the seat of an invitation to a holder; whoever has it already keeps it.
pub(crate) fn take(sql: &mut dyn Sql, invite: &str, holder: &str) -> Result<Option<(MatchId, usize)>> {
    let rows = sql.rows("SELECT match_id, seat, holder FROM seats WHERE invite = $1", &[In::Text(invite)])?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [id, seat, held] = columns(row)?;
    let (id, seat, held) = (id.int()?, seat.int()?, held.maybe()?);
    if let Some(held) = held {
        return if held == holder {
            Ok(Some((MatchId(id), seat as usize)))
        } else {
            Err(StoreError::MovedOn)
        };
    }
    sql.run(
        "UPDATE seats SET holder = $3 WHERE match_id = $1 AND seat = $2 AND holder IS NULL",
        &[In::Int(id), In::Int(seat), In::Text(holder)],
    )?;
    club::close(sql, MatchId(id))?;
    sql.touched(Change::Match(MatchId(id)));
    Ok(Some((MatchId(id), seat as usize)))
}

/// A match with everything that was played; without what the later tables would hold, if they are not there yet.
pub(crate) fn load(sql: &mut dyn Sql, id: MatchId, version: i64) -> Result<Option<Saved>> {
    let rows = sql.rows(
        "SELECT game, rules, data, scenario, options, luck, against, created, seq, undos \
         FROM matches JOIN heads ON match_id = id WHERE id = $1",
        &[In::Int(id.0)],
    )?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [game, rules, data, scenario, options, luck, against, created, seq, undos] = columns(row)?;
    let seats = seats(sql, id)?;
    let plies = sql.rows(
        "WITH RECURSIVE past (id, before, line, at, back) AS ( \
         SELECT plies.id, before, line, at, CAST(1 AS BIGINT) FROM plies JOIN heads ON plies.id = ply_id \
         WHERE match_id = $1 UNION ALL \
         SELECT plies.id, plies.before, plies.line, plies.at, past.back + 1 FROM past \
         JOIN plies ON plies.id = past.before) \
         SELECT id, line, at FROM past ORDER BY back DESC",
        &[In::Int(id.0)],
    )?;
    let Past { revised, origin, continued, sequel, told } =
        if version >= migrate::PAST { Past::load(sql, id, version)? } else { Past::default() };
    let proof = if version >= migrate::PROOFS { proofs::load(sql, id)? } else { None };
    let letters = if version >= migrate::LETTERS { letters::load(sql, id)? } else { None };
    let position = if version >= migrate::STUDIES { studies::position(sql, id)? } else { None };
    let early = if version >= migrate::EARLY { early::load(sql, id)? } else { Vec::new() };
    let standing =
        if version >= migrate::STANDING { standing::load(sql, id)? } else { SavedStanding::default() };
    if plies.len() as i64 != seq.int()? {
        return Err(StoreError::Torn(format!("match {id} has lost some of its plies")));
    }
    let ply = |row| -> Result<SavedPly> {
        let [_, line, at] = columns(row)?;
        Ok(SavedPly { line: line.text()?, at: at.int()? })
    };
    Ok(Some(Saved {
        start: NewMatch {
            id,
            game: game.text()?,
            rules: past::revision(rules)?,
            data: data.text()?,
            scenario: scenario.text()?,
            options: options.text()?.split_whitespace().map(str::to_owned).collect(),
            luck: luck.text()?,
            against: against.text()?,
            created: created.int()?,
            seats,
            lines: Vec::new(),
            origin,
            position,
            terms: None,
            proof,
            letters,
        },
        undos: undos.int()?,
        plies: plies.into_iter().map(ply).collect::<Result<_>>()?,
        revised,
        continued,
        sequel,
        told,
        early,
        standing,
    }))
}

/// Who sits where in a match.
pub(crate) fn seats(sql: &mut dyn Sql, id: MatchId) -> Result<Vec<SavedSeat>> {
    let rows = sql.rows(
        "SELECT player, holder, invite FROM seats WHERE match_id = $1 ORDER BY seat",
        &[In::Int(id.0)],
    )?;
    let seat = |row| -> Result<NewSeat> {
        let [player, holder, invite] = columns(row)?;
        Ok(NewSeat { player: player.text()?, holder: holder.maybe()?, invite: invite.maybe()? })
    };
    rows.into_iter().map(seat).collect()
}

/// So many matches with higher numbers than this one, in the order of their numbers; from the lowest on for none.
pub(crate) fn all(sql: &mut dyn Sql, after: Option<MatchId>, most: i64) -> Result<Vec<MatchId>> {
    let rows = sql.rows(
        "SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2",
        &[In::Int(after.map_or(-1, MatchId::number)), In::Int(most)],
    )?;
    rows.into_iter().flatten().map(|id| id.int().map(MatchId)).collect()
}

/// The matches in which this token holds a seat, the newest first.
pub(crate) fn held(sql: &mut dyn Sql, holder: &str, most: i64) -> Result<Vec<MatchId>> {
    let rows = sql.rows(
        "SELECT id FROM matches WHERE id IN (SELECT match_id FROM seats WHERE holder = $1) \
         ORDER BY created DESC, id LIMIT $2",
        &[In::Text(holder), In::Int(most)],
    )?;
    rows.into_iter().flatten().map(|id| id.int().map(MatchId)).collect()
}

/// How many matches this token holds a seat in.
pub(crate) fn count_held(sql: &mut dyn Sql, holder: &str) -> Result<u64> {
    let rows =
        sql.rows("SELECT COUNT(DISTINCT match_id) FROM seats WHERE holder = $1", &[In::Text(holder)])?;
    rows.into_iter().flatten().next().map_or(Ok(0), Out::int).map(|count| count as u64)
}

/// Puts another invitation in the place of the one to a free seat.
pub(crate) fn invite(sql: &mut dyn Sql, id: MatchId, seat: usize, invite: &str) -> Result<()> {
    let changed = sql.run(
        "UPDATE seats SET invite = $3 WHERE match_id = $1 AND seat = $2 AND holder IS NULL",
        &[In::Int(id.0), In::Int(seat as i64), In::Text(invite)],
    )?;
    if changed == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
}

pub(crate) fn columns<const N: usize>(row: Vec<Out>) -> Result<[Out; N]> {
    let got = row.len();
    row.try_into().map_err(|_| StoreError::Torn(format!("{got} columns where {N} belong")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for bits in [0, 1, 2, 31, 64, u64::MAX, u64::MAX / 3, 1 << 63, 0x0123_4567_89ab_cdef] {
            let id = MatchId::new(bits);
            let text = id.to_string();
            assert_eq!(text.len(), LENGTH, "{text}");
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
        for text in
            ["", "0", "zzzzzzzzzzzzz", "000000000000i", "00000000000000", "8000000000000", "00000000000ä"]
        {
            assert_eq!(text.parse::<MatchId>(), Err(NoMatchId), "{text}");
        }
    }
}
