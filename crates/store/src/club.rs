//! What a match between people has beside its record: terms, clocks, what was said, notes.

use crate::{
    Change, Cut, MatchId, Result, StoreError, early, matches,
    matches::columns,
    results::{self, SavedResult},
    sql::{In, Out, Sql},
};

/// Who may take the free seat of a match, whether it counts, and how long it may take.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Anybody may take the free seat.
    pub open: bool,
    /// Anybody may find the game and watch it.
    pub public: bool,
    /// For whom the free seat is kept.
    pub wanted: Option<String>,
    /// The result moves the ratings.
    pub rated: bool,
    /// The match that this one is the return of.
    pub rematch: Option<MatchId>,
    /// How long the players may take.
    pub clock: Option<Clock>,
}

/// Seconds for correspondence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What each seat begins with.
    pub bank: i64,
    /// What each turn of the game adds.
    pub per_turn: i64,
    /// What each seat has left, as it was when the clock last changed hands.
    pub left: Vec<i64>,
    /// Since when the clock of the side that decides runs; nothing while somebody is missing.
    pub since: Option<i64>,
    /// The last turn that added its seconds.
    pub turn: i64,
}

/// Something that was said or agreed on at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Its number in the match, counted from one.
    pub number: i64,
    /// After how many plies.
    pub seq: i64,
    /// When, in seconds since 1970.
    pub at: i64,
    /// By whom.
    pub seat: i64,
    /// What it is.
    pub kind: String,
    /// In words, where there are any.
    pub says: String,
}

/// Everything beside the record of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Club {
    /// Who may sit down, and whether it counts.
    pub terms: Terms,
    /// What was said, in order.
    pub said: Vec<Said>,
    /// How it ended.
    pub result: Option<SavedResult>,
}

/// Keeps the terms of a match that begins.
pub(crate) fn add_terms(sql: &mut dyn Sql, id: MatchId, terms: &Terms) -> Result<()> {
    let Terms { open, public, wanted, rated, rematch, clock } = terms;
    let added = sql.run(
        "INSERT INTO terms (match_id, open, public, wanted, rated, rematch) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT DO NOTHING",
        &[
            In::Int(id.number()),
            In::Int(i64::from(*open)),
            In::Int(i64::from(*public)),
            In::Maybe(wanted.as_deref()),
            In::Int(i64::from(*rated)),
            In::MaybeInt(rematch.map(MatchId::number)),
        ],
    )?;
    if added != 1 {
        // Somebody else began the return match.
        return Err(StoreError::MovedOn);
    }
    if let Some(clock) = clock {
        sql.run(
            "INSERT INTO clocks (match_id, bank, per_turn, remaining, since, turn) VALUES ($1, $2, $3, $4, $5, $6)",
            &[
                In::Int(id.number()),
                In::Int(clock.bank),
                In::Int(clock.per_turn),
                In::Text(&spaced(&clock.left)),
                In::Int(clock.since.unwrap_or(0)),
                In::Int(clock.turn),
            ],
        )?;
    }
    Ok(())
}

/// Sets the clock of a match.
pub(crate) fn set_clock(sql: &mut dyn Sql, id: MatchId, clock: &Clock) -> Result<()> {
    sql.run(
        "UPDATE clocks SET remaining = $2, since = $3, turn = $4 WHERE match_id = $1",
        &[
            In::Int(id.number()),
            In::Text(&spaced(&clock.left)),
            In::Int(clock.since.unwrap_or(0)),
            In::Int(clock.turn),
        ],
    )?;
    sql.touched(Change::Match(id));
    Ok(())
}

fn spaced(numbers: &[i64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Everything beside the record of a match; terms of nobody's choosing where none were kept.
pub(crate) fn load(sql: &mut dyn Sql, id: MatchId) -> Result<Club> {
    let at = &[In::Int(id.number())];
    let terms = sql.rows("SELECT open, public, wanted, rated, rematch FROM terms WHERE match_id = $1", at)?;
    let clocks =
        sql.rows("SELECT bank, per_turn, remaining, since, turn FROM clocks WHERE match_id = $1", at)?;
    let said = sql
        .rows("SELECT number, seq, at, seat, kind, says FROM talk WHERE match_id = $1 ORDER BY number", at)?;
    let clock = clocks.into_iter().next().map(read_clock).transpose()?;
    let terms = match terms.into_iter().next() {
        None => Terms::default(),
        Some(row) => {
            let [open, public, wanted, rated, rematch] = columns(row)?;
            let rematch = if rematch == Out::Null { None } else { Some(MatchId::of(rematch.int()?)) };
            Terms {
                open: open.int()? == 1,
                public: public.int()? == 1,
                wanted: wanted.maybe()?,
                rated: rated.int()? == 1,
                rematch,
                clock,
            }
        }
    };
    let line = |row| -> Result<Said> {
        let [number, seq, at, seat, kind, says] = columns(row)?;
        Ok(Said {
            number: number.int()?,
            seq: seq.int()?,
            at: at.int()?,
            seat: seat.int()?,
            kind: kind.text()?,
            says: says.text()?,
        })
    };
    let said = said.into_iter().map(line).collect::<Result<_>>()?;
    Ok(Club { terms, said, result: results::of(sql, id)? })
}

fn read_clock(row: Vec<Out>) -> Result<Clock> {
    let [bank, per_turn, left, since, turn] = columns(row)?;
    let left = left.text()?;
    let left: Result<Vec<i64>, _> = left.split_whitespace().map(str::parse).collect();
    let since = since.int()?;
    Ok(Clock {
        bank: bank.int()?,
        per_turn: per_turn.int()?,
        left: left.map_err(|_| StoreError::Torn("a clock without numbers".to_owned()))?,
        since: (since != 0).then_some(since),
        turn: turn.int()?,
    })
}

/// Adds something that was said. `MovedOn` if something else has its number.
pub(crate) fn say(sql: &mut dyn Sql, id: MatchId, said: &Said) -> Result<()> {
    let Said { number, seq, at, seat, kind, says } = said;
    let added = sql.run(
        "INSERT INTO talk (match_id, number, seq, at, seat, kind, says) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT DO NOTHING",
        &[
            In::Int(id.number()),
            In::Int(*number),
            In::Int(*seq),
            In::Int(*at),
            In::Int(*seat),
            In::Text(kind),
            In::Text(says),
        ],
    )?;
    sql.touched(Change::Match(id));
    if added == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
}

/// Takes plies back by consent: the cut and the line that says so are one.
pub(crate) fn take_back(sql: &mut dyn Sql, cut: &Cut, said: &Said, clock: Option<&Clock>) -> Result<()> {
    say(sql, cut.id, said)?;
    if let Some(clock) = clock {
        set_clock(sql, cut.id, clock)?;
    }
    // What was decided ahead of a moment that is gone is gone too.
    early::forget(sql, cut.id)?;
    matches::cut(sql, cut)
}

/// Gives a free seat to somebody who may have it: it is open, or kept for him. `MovedOn` if it is not.
pub(crate) fn sit(sql: &mut dyn Sql, id: MatchId, holder: &str) -> Result<usize> {
    let free = sql.rows(
        "SELECT seat FROM seats JOIN terms ON terms.match_id = seats.match_id \
         WHERE seats.match_id = $1 AND player = 'human' AND holder IS NULL AND (open = 1 OR wanted = $2) \
         ORDER BY seat LIMIT 1",
        &[In::Int(id.number()), In::Text(holder)],
    )?;
    let seat = free.into_iter().flatten().next().ok_or(StoreError::MovedOn)?.int()?;
    let taken = sql.run(
        "UPDATE seats SET holder = $3 WHERE match_id = $1 AND seat = $2 AND holder IS NULL",
        &[In::Int(id.number()), In::Int(seat), In::Text(holder)],
    )?;
    if taken != 1 {
        return Err(StoreError::MovedOn);
    }
    close(sql, id)?;
    Ok(seat as usize)
}

/// Takes a match off the list of open seats, and off that of challenges.
pub(crate) fn close(sql: &mut dyn Sql, id: MatchId) -> Result<()> {
    sql.run("UPDATE terms SET open = 0, wanted = NULL WHERE match_id = $1", &[In::Int(id.number())])?;
    sql.touched(Change::Match(id));
    Ok(())
}

/// Which matches of the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lobby {
    /// Those whose free seat anybody may take.
    Open,
    /// Those whose free seat is kept for this holder.
    For(String),
    /// Those that anybody may watch and that have not ended.
    Watch,
}

/// Matches of the lobby, the newest first.
pub(crate) fn lobby(sql: &mut dyn Sql, which: &Lobby, most: i64) -> Result<Vec<MatchId>> {
    let rows = match which {
        Lobby::Open => sql.rows(
            "SELECT match_id FROM terms JOIN matches ON matches.id = match_id WHERE open = 1 \
             ORDER BY created DESC, match_id LIMIT $1",
            &[In::Int(most)],
        )?,
        Lobby::For(holder) => sql.rows(
            "SELECT match_id FROM terms JOIN matches ON matches.id = match_id WHERE wanted = $2 \
             ORDER BY created DESC, match_id LIMIT $1",
            &[In::Int(most), In::Text(holder)],
        )?,
        Lobby::Watch => sql.rows(
            "SELECT match_id FROM terms JOIN matches ON matches.id = match_id WHERE public = 1 AND open = 0 \
             AND NOT EXISTS (SELECT 1 FROM results WHERE results.match_id = terms.match_id) \
             AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match_id = terms.match_id AND holder IS NULL) \
             ORDER BY created DESC, match_id LIMIT $1",
            &[In::Int(most)],
        )?,
    };
    rows.into_iter().flatten().map(|id| id.int().map(MatchId::of)).collect()
}

/// The match that is the return of this one.
pub(crate) fn rematch_of(sql: &mut dyn Sql, id: MatchId) -> Result<Option<MatchId>> {
    let rows = sql.rows("SELECT match_id FROM terms WHERE rematch = $1", &[In::Int(id.number())])?;
    rows.into_iter().flatten().next().map(|id| id.int().map(MatchId::of)).transpose()
}

/// The match and the free seat that an invitation is for; `None` where it is for nothing, or the seat is taken.
pub(crate) fn invited(sql: &mut dyn Sql, invite: &str) -> Result<Option<(MatchId, usize)>> {
    let rows = sql
        .rows("SELECT match_id, seat FROM seats WHERE invite = $1 AND holder IS NULL", &[In::Text(invite)])?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [id, seat] = columns(row)?;
    Ok(Some((MatchId::of(id.int()?), seat.int()? as usize)))
}

/// Keeps a player's notes on a match; empty ones are forgotten.
pub(crate) fn note(sql: &mut dyn Sql, id: MatchId, holder: &str, says: &str) -> Result<()> {
    let at = &[In::Int(id.number()), In::Text(holder), In::Text(says)];
    sql.run("DELETE FROM notes WHERE match_id = $1 AND holder = $2 AND says <> $3", at)?;
    if !says.is_empty() {
        sql.run("INSERT INTO notes (match_id, holder, says) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", at)?;
    }
    Ok(())
}

/// A player's notes on a match.
pub(crate) fn noted(sql: &mut dyn Sql, id: MatchId, holder: &str) -> Result<Option<String>> {
    let rows = sql.rows(
        "SELECT says FROM notes WHERE match_id = $1 AND holder = $2",
        &[In::Int(id.number()), In::Text(holder)],
    )?;
    rows.into_iter().flatten().next().map(Out::text).transpose()
}

/// All notes of a player.
pub(crate) fn notes(sql: &mut dyn Sql, holder: &str) -> Result<Vec<(MatchId, String)>> {
    let rows = sql
        .rows("SELECT match_id, says FROM notes WHERE holder = $1 ORDER BY match_id", &[In::Text(holder)])?;
    let note = |row| -> Result<(MatchId, String)> {
        let [id, says] = columns(row)?;
        Ok((MatchId::of(id.int()?), says.text()?))
    };
    rows.into_iter().map(note).collect()
}

/// What was a guest's is the account's.
pub(crate) fn take_over(sql: &mut dyn Sql, from: &str, to: &str) -> Result<()> {
    let both = &[In::Text(from), In::Text(to)];
    sql.run("UPDATE terms SET wanted = $2 WHERE wanted = $1", both)?;
    sql.run(
        "DELETE FROM notes WHERE holder = $1 AND match_id IN (SELECT match_id FROM notes WHERE holder = $2)",
        both,
    )?;
    sql.run("UPDATE notes SET holder = $2 WHERE holder = $1", both)?;
    Ok(())
}

/// Forgets what is somebody's own.
pub(crate) fn forget(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    let own = &[In::Text(holder)];
    sql.run("UPDATE terms SET wanted = NULL WHERE wanted = $1", own)?;
    sql.run("DELETE FROM notes WHERE holder = $1", own)?;
    sql.run("DELETE FROM ratings WHERE holder = $1", own)?;
    Ok(())
}
