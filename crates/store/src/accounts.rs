//! Accounts: a name and a password for several devices.

use crate::{
    Change, Result, StoreError, bots, club,
    matches::{self, columns},
    notices,
    people::{Session, read_session},
    sql::{In, Out, Sql},
    standing,
};

/// Somebody with a name and a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Who sits in seats.
    pub holder: String,
    /// The name as it is shown.
    pub name: String,
    /// The hash of the password, with its salt.
    pub password: String,
    /// The digest of the code that makes up for a lost password.
    pub recovery: String,
    /// Since when, in seconds since 1970.
    pub created: i64,
    /// A program plays for it.
    pub bot: bool,
}

/// Keeps a new account. `MovedOn` if the name is taken.
pub(crate) fn add(sql: &mut dyn Sql, account: &Account) -> Result<()> {
    let Account { holder, name, password, recovery, created, bot: _ } = account;
    let added = sql.run(
        "INSERT INTO accounts (holder, name, folded, password, recovery, created) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        &[
            In::Text(holder),
            In::Text(name),
            In::Text(&name.to_lowercase()),
            In::Text(password),
            In::Text(recovery),
            In::Int(*created),
        ],
    )?;
    if added == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
}

/// The account with this name.
pub(crate) fn named(sql: &mut dyn Sql, name: &str) -> Result<Option<Account>> {
    let found = sql.rows(
        "SELECT holder, name, password, recovery, created, \
         (SELECT COUNT(*) FROM bots WHERE bots.holder = accounts.holder) FROM accounts WHERE folded = $1",
        &[In::Text(&name.to_lowercase())],
    )?;
    found.into_iter().next().map(read).transpose()
}

/// The account of this holder.
pub(crate) fn of(sql: &mut dyn Sql, holder: &str) -> Result<Option<Account>> {
    let found = sql.rows(
        "SELECT holder, name, password, recovery, created, \
         (SELECT COUNT(*) FROM bots WHERE bots.holder = accounts.holder) FROM accounts WHERE holder = $1",
        &[In::Text(holder)],
    )?;
    found.into_iter().next().map(read).transpose()
}

fn read(row: Vec<Out>) -> Result<Account> {
    let [holder, name, password, recovery, created, bot] = columns(row)?;
    Ok(Account {
        holder: holder.text()?,
        name: name.text()?,
        password: password.text()?,
        recovery: recovery.text()?,
        created: created.int()?,
        bot: bot.int()? > 0,
    })
}

/// Gives the seats of one holder to another.
pub(crate) fn take_over(sql: &mut dyn Sql, from: &str, to: &str) -> Result<()> {
    for id in matches::held(sql, from, i64::MAX)? {
        sql.touched(Change::Match(id));
    }
    sql.run("UPDATE seats SET holder = $2 WHERE holder = $1", &[In::Text(from), In::Text(to)])?;
    sql.touched(Change::People);
    club::take_over(sql, from, to)
}

/// Another password and another code; every device is signed out.
pub(crate) fn renew(sql: &mut dyn Sql, holder: &str, password: &str, recovery: &str) -> Result<()> {
    sql.run(
        "UPDATE accounts SET password = $2, recovery = $3 WHERE holder = $1",
        &[In::Text(holder), In::Text(password), In::Text(recovery)],
    )?;
    sql.run("DELETE FROM sessions WHERE holder = $1", &[In::Text(holder)])?;
    bots::take_back(sql, holder)?;
    sql.touched(Change::People);
    Ok(())
}

/// Forgets an account. Its seats stay, held by nobody who could come back, so that the games of others stay whole.
pub(crate) fn remove(sql: &mut dyn Sql, holder: &str, nobody: &str) -> Result<()> {
    club::forget(sql, holder)?;
    notices::forget(sql, holder)?;
    bots::forget(sql, holder)?;
    standing::forget(sql, holder)?;
    sql.run("DELETE FROM accounts WHERE holder = $1", &[In::Text(holder)])?;
    sql.run("DELETE FROM sessions WHERE holder = $1", &[In::Text(holder)])?;
    take_over(sql, holder, nobody)
}

/// The devices of a holder, the newest first.
pub(crate) fn sessions(sql: &mut dyn Sql, holder: &str) -> Result<Vec<Session>> {
    let found = sql.rows(
        "SELECT token, holder, created, seen, device FROM sessions WHERE holder = $1 ORDER BY created DESC, token",
        &[In::Text(holder)],
    )?;
    found.into_iter().map(read_session).collect()
}

/// Signs devices of a holder out: one, or all but one.
pub(crate) fn sign_out(sql: &mut dyn Sql, holder: &str, which: &Which) -> Result<()> {
    match which {
        Which::One(token) => sql.run(
            "DELETE FROM sessions WHERE holder = $1 AND token = $2",
            &[In::Text(holder), In::Text(token)],
        )?,
        Which::AllBut(token) => sql.run(
            "DELETE FROM sessions WHERE holder = $1 AND token <> $2",
            &[In::Text(holder), In::Text(token)],
        )?,
    };
    sql.touched(Change::People);
    Ok(())
}

/// Which devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one with this token.
    One(String),
    /// All but the one with this token.
    AllBut(String),
}
