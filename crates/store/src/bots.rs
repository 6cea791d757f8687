//! Programs that play for an account, and the tokens they show.

use crate::{
    Change, MatchId, Result, Store, StoreError,
    matches::columns,
    sql::{In, Out, Sql},
};

/// What a program shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotToken {
    /// The digest of the token.
    pub token: String,
    /// For whom it plays.
    pub holder: String,
    /// What its owner calls it.
    pub name: String,
    /// Since when, in seconds since 1970.
    pub created: i64,
}

fn read(row: Vec<Out>) -> Result<BotToken> {
    let [token, holder, name, created] = columns(row)?;
    Ok(BotToken { token: token.text()?, holder: holder.text()?, name: name.text()?, created: created.int()? })
}

fn add(sql: &mut dyn Sql, bot: &BotToken, most: i64) -> Result<()> {
    let rows = sql.rows("SELECT COUNT(*) FROM bot_tokens WHERE holder = $1", &[In::Text(&bot.holder)])?;
    if rows.into_iter().flatten().next().map_or(Ok(0), Out::int)? >= most {
        return Err(StoreError::MovedOn);
    }
    let BotToken { token, holder, name, created } = bot;
    sql.run(
        "INSERT INTO bots (holder, since) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[In::Text(holder), In::Int(*created)],
    )?;
    sql.run(
        "INSERT INTO bot_tokens (token, holder, name, created) VALUES ($1, $2, $3, $4)",
        &[In::Text(token), In::Text(holder), In::Text(name), In::Int(*created)],
    )?;
    sql.touched(Change::People);
    Ok(())
}

/// Takes back what the programs of an account show.
pub(crate) fn take_back(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    sql.run("DELETE FROM bot_tokens WHERE holder = $1", &[In::Text(holder)])?;
    Ok(())
}

/// Forgets what is somebody's own.
pub(crate) fn forget(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    sql.run("DELETE FROM bots WHERE holder = $1", &[In::Text(holder)])?;
    take_back(sql, holder)
}

impl Store {
    /// Keeps what a program shows; its account is a bot's from now on. `MovedOn` if there are as many as there may be.
    pub async fn add_bot_token(&self, bot: BotToken, most: usize) -> Result<()> {
        self.write(move |sql, _| add(sql, &bot, most as i64)).await
    }

    /// What the programs of an account show, the newest first.
    pub async fn bot_tokens(&self, holder: &str) -> Result<Vec<BotToken>> {
        let holder = holder.to_owned();
        let found = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT token, holder, name, created FROM bot_tokens WHERE holder = $1 ORDER BY created DESC, token",
                &[In::Text(&holder)],
            )?;
            rows.into_iter().map(read).collect()
        };
        self.read(found).await
    }

    /// For whom a program plays that shows this.
    pub async fn bot_token(&self, token: &str) -> Result<Option<BotToken>> {
        let token = token.to_owned();
        let found = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT token, holder, name, created FROM bot_tokens WHERE token = $1",
                &[In::Text(&token)],
            )?;
            rows.into_iter().next().map(read).transpose()
        };
        self.read(found).await
    }

    /// Takes back what a program shows.
    pub async fn remove_bot_token(&self, token: &str) -> Result<()> {
        let token = token.to_owned();
        let remove = move |sql: &mut dyn Sql| {
            sql.run("DELETE FROM bot_tokens WHERE token = $1", &[In::Text(&token)])?;
            sql.touched(Change::People);
            Ok(())
        };
        self.write(move |sql, _| remove(sql)).await
    }

    /// The matches in which this holder has a seat and whose result is not counted, the newest first.
    pub async fn playing(&self, holder: &str, most: usize) -> Result<Vec<MatchId>> {
        let holder = holder.to_owned();
        let found = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT DISTINCT matches.id, matches.created FROM seats JOIN matches ON matches.id = seats.match_id \
                 WHERE seats.holder = $1 \
                 AND NOT EXISTS (SELECT 1 FROM results WHERE results.match_id = matches.id) \
                 ORDER BY matches.created DESC, matches.id LIMIT $2",
                &[In::Text(&holder), In::Int(most as i64)],
            )?;
            rows.into_iter().map(|row| Ok(MatchId::of(columns::<2>(row)?[0].clone().int()?))).collect()
        };
        self.read(found).await
    }
}
