//! PostgreSQL by its address.

use std::{collections::BTreeMap, error::Error as _};

use ::postgres::{
    Client, Error, NoTls, Row, Statement,
    error::SqlState,
    types::{ToSql, Type},
};

use crate::{
    Result, StoreError,
    sql::{Access, In, Out, Sql},
};

/// Serializable, so that the check in an insert holds even when several servers share the database.
const SETTINGS: &str = "SET default_transaction_isolation = 'serializable'; SET synchronous_commit = on;";

/// Who only reads cannot change anything by mistake.
const READING: &str = "SET default_transaction_read_only = on;";

pub(crate) struct Postgres {
    client: Client,
    prepared: BTreeMap<&'static str, Statement>,
    address: String,
    access: Access,
}

impl Postgres {
    pub(crate) fn open(address: &str, access: Access) -> Result<Postgres> {
        let mut client = Client::connect(address, NoTls)?;
        client.batch_execute(SETTINGS)?;
        if access == Access::ReadOnly {
            client.batch_execute(READING)?;
        }
        Ok(Postgres { client, prepared: BTreeMap::new(), address: address.to_owned(), access })
    }

    fn prepare(&mut self, sql: &'static str) -> Result<Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

impl Sql for Postgres {
    fn batch(&mut self, sql: &str) -> Result<()> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn run(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<u64> {
        let statement = self.prepare(sql)?;
        Ok(self.client.execute(&statement, &bound(values))?)
    }

    fn rows(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<Vec<Vec<Out>>> {
        let statement = self.prepare(sql)?;
        let rows = self.client.query(&statement, &bound(values))?;
        rows.iter().map(|row| (0..row.len()).map(|column| value(row, column)).collect()).collect()
    }

    fn try_again(&self, error: &StoreError) -> bool {
        let again = [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
        matches!(error, StoreError::Postgres(error) if error.code().is_some_and(|code| again.contains(code)))
    }

    fn again(&self) -> Result<Box<dyn Sql>> {
        Ok(Box::new(Postgres::open(&self.address, self.access)?))
    }
}

/// An error with its cause, which says what matters.
pub(crate) fn told(error: &Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

fn bound<'a>(values: &'a [In<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    let one = |value: &'a In<'a>| -> &'a (dyn ToSql + Sync) {
        match value {
            In::Int(value) => value,
            In::Text(value) => value,
            In::Maybe(value) => value,
            In::MaybeInt(value) => value,
            In::Bytes(value) => value,
        }
    };
    values.iter().map(one).collect()
}

fn value(row: &Row, column: usize) -> Result<Out> {
    match *row.columns()[column].type_() {
        Type::INT8 => Ok(row.try_get::<_, Option<i64>>(column)?.map_or(Out::Null, Out::Int)),
        Type::TEXT => Ok(row.try_get::<_, Option<String>>(column)?.map_or(Out::Null, Out::Text)),
        Type::BYTEA => Ok(row.try_get::<_, Option<Vec<u8>>>(column)?.map_or(Out::Null, Out::Bytes)),
        ref other => Err(StoreError::Torn(format!("a column of type {other}"))),
    }
}
