//! How matches ended, and the ratings that follow from it.

use crate::{
    MatchId, Result, Said, StoreError, club,
    matches::columns,
    sql::{In, Out, Sql},
};

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedResult {
    /// The seat that won; nobody after a draw.
    pub winner: Option<usize>,
    /// `rules`, `resigned`, `agreed` or `timeout`.
    pub how: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// A match that ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The match.
    pub id: MatchId,
    /// How.
    pub result: SavedResult,
    /// The id of the game.
    pub game: String,
    /// Whose ratings move, in the order of the seats; nobody's where the game does not count.
    pub rated: Option<[Rated; 2]>,
}

/// Somebody who played a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    /// Who.
    pub holder: String,
    /// The id of the side.
    pub side: String,
}

/// How strong somebody is at a side of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// In thousandths.
    pub rating: i64,
    /// How far the truth may lie away, in thousandths.
    pub deviation: i64,
    /// In millionths.
    pub volatility: i64,
    /// Of how many games.
    pub games: i64,
}

/// A rating with what it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideRating {
    /// The id of the game.
    pub game: String,
    /// The id of the side.
    pub side: String,
    /// How strong.
    pub rating: Rating,
}

/// What both ratings become after a game, of which the first player has so many halves: 2, 1 or 0.
pub type Rate = fn([Option<Rating>; 2], u8) -> [Rating; 2];

/// Counts a result, once: whoever counts it again changes nothing.
pub(crate) fn settle(sql: &mut dyn Sql, ended: &Ended, rate: Rate) -> Result<()> {
    let Ended { id, result, game, rated } = ended;
    let added = sql.run(
        "INSERT INTO results (match_id, winner, how, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        &[
            In::Int(id.number()),
            In::MaybeInt(result.winner.map(|seat| seat as i64)),
            In::Text(&result.how),
            In::Int(result.at),
        ],
    )?;
    club::close(sql, *id)?;
    let Some([one, two]) = rated.as_ref().filter(|_| added == 1) else { return Ok(()) };
    let halves = match result.winner {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    };
    let before = [rating(sql, one, game)?, rating(sql, two, game)?];
    for (who, after) in [one, two].into_iter().zip(rate(before, halves)) {
        sql.run(
            "INSERT INTO ratings (holder, game, side, rating, deviation, volatility, games) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (holder, game, side) DO UPDATE \
             SET rating = $4, deviation = $5, volatility = $6, games = $7",
            &[
                In::Text(&who.holder),
                In::Text(game),
                In::Text(&who.side),
                In::Int(after.rating),
                In::Int(after.deviation),
                In::Int(after.volatility),
                In::Int(after.games),
            ],
        )?;
    }
    Ok(())
}

/// Ends a match by what was said at the table. `MovedOn` if more was played than whoever said it knew.
pub(crate) fn end(sql: &mut dyn Sql, said: &Said, ended: &Ended, rate: Rate) -> Result<()> {
    // The update holds on to the head until the end is written.
    let stands = sql.run(
        "UPDATE heads SET seq = seq WHERE match_id = $1 AND seq = $2",
        &[In::Int(ended.id.number()), In::Int(said.seq)],
    )?;
    if stands != 1 {
        return Err(StoreError::MovedOn);
    }
    club::say(sql, ended.id, said)?;
    settle(sql, ended, rate)
}

/// How a match ended, if it did.
pub(crate) fn of(sql: &mut dyn Sql, id: MatchId) -> Result<Option<SavedResult>> {
    let rows =
        sql.rows("SELECT winner, how, at FROM results WHERE match_id = $1", &[In::Int(id.number())])?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [winner, how, at] = columns(row)?;
    let winner = if winner == Out::Null { None } else { Some(winner.int()? as usize) };
    Ok(Some(SavedResult { winner, how: how.text()?, at: at.int()? }))
}

fn rating(sql: &mut dyn Sql, who: &Rated, game: &str) -> Result<Option<Rating>> {
    let found = of_holder(sql, &who.holder)?;
    Ok(found.into_iter().find(|it| it.game == game && it.side == who.side).map(|it| it.rating))
}

/// All ratings of somebody.
pub(crate) fn of_holder(sql: &mut dyn Sql, holder: &str) -> Result<Vec<SideRating>> {
    let rows = sql.rows(
        "SELECT game, side, rating, deviation, volatility, games FROM ratings WHERE holder = $1 ORDER BY game, side",
        &[In::Text(holder)],
    )?;
    let read = |row| -> Result<SideRating> {
        let [game, side, rating, deviation, volatility, games] = columns(row)?;
        Ok(SideRating {
            game: game.text()?,
            side: side.text()?,
            rating: Rating {
                rating: rating.int()?,
                deviation: deviation.int()?,
                volatility: volatility.int()?,
                games: games.int()?,
            },
        })
    };
    rows.into_iter().map(read).collect()
}
