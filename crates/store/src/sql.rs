//! What the two databases have in common.

use crate::{Change, Result, StoreError, without_secret};

/// A value on its way in: the types both databases share.
#[derive(Clone, Copy, Debug)]
pub(crate) enum In<'a> {
    Int(i64),
    Text(&'a str),
    Maybe(Option<&'a str>),
    MaybeInt(Option<i64>),
    Bytes(&'a [u8]),
    Null,
}

/// A value on its way out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Out {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A connection. SQL texts are `'static`, so that each is prepared once.
pub(crate) trait Sql: Send {
    /// Runs several statements without values.
    fn batch(&mut self, sql: &str) -> Result<()>;
    /// Begins a transaction: one that writes has the right to from the start.
    fn begin(&mut self) -> Result<()>;
    /// Begins a transaction that may change the tables, once nobody else does.
    fn begin_alone(&mut self) -> Result<()>;
    /// Runs one statement and counts the rows it touched.
    fn run(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<u64>;
    /// Fetches rows.
    fn rows(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<Vec<Vec<Out>>>;
    /// Whether the transaction may simply be tried again.
    fn try_again(&self, error: &StoreError) -> bool;
    /// Whether several servers may write to the database at once.
    fn is_shared(&self) -> bool {
        false
    }
    /// Notes what the transaction changes, for other servers.
    fn touched(&mut self, _: Change) {}
    /// Tells other servers what was changed, once the transaction is kept.
    fn tell(&mut self) -> Result<()> {
        Ok(())
    }
    /// What this connection is for.
    fn access(&self) -> Access;
    /// A fresh connection to the same database.
    fn again(&self, access: Access) -> Result<Box<dyn Sql>>;
}

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Reading and writing.
    Full,
    /// Reading what is there and changing nothing.
    ReadOnly,
}

/// Whether this is the address of a database that servers share.
pub(crate) fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
}

/// Opens a database by its address: `sqlite:PATH` or `postgres://...`.
pub(crate) fn open(address: &str, access: Access, node: &str) -> Result<Box<dyn Sql>> {
    if is_postgres(address) {
        return Ok(Box::new(crate::postgres::Postgres::open(address, access, node)?));
    }
    match address.strip_prefix("sqlite:") {
        Some(path) if !path.is_empty() => Ok(Box::new(crate::sqlite::Sqlite::open(path, access)?)),
        _ => Err(StoreError::Address(without_secret(address))),
    }
}

impl<'a> From<&'a Out> for In<'a> {
    fn from(value: &'a Out) -> In<'a> {
        match value {
            Out::Null => In::Null,
            Out::Int(value) => In::Int(*value),
            Out::Text(value) => In::Text(value),
            Out::Bytes(value) => In::Bytes(value),
        }
    }
}

impl Out {
    pub(crate) fn int(self) -> Result<i64> {
        match self {
            Out::Int(value) => Ok(value),
            other => Err(StoreError::Torn(format!("{other:?} where a number belongs"))),
        }
    }

    pub(crate) fn text(self) -> Result<String> {
        match self {
            Out::Text(value) => Ok(value),
            other => Err(StoreError::Torn(format!("{other:?} where a text belongs"))),
        }
    }

    pub(crate) fn bytes(self) -> Result<Vec<u8>> {
        match self {
            Out::Bytes(value) => Ok(value),
            other => Err(StoreError::Torn(format!("{other:?} where bytes belong"))),
        }
    }

    pub(crate) fn maybe(self) -> Result<Option<String>> {
        match self {
            Out::Null => Ok(None),
            other => other.text().map(Some),
        }
    }
}
