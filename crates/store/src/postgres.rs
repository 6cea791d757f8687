//! PostgreSQL by its address.

use std::{collections::BTreeMap, error::Error as _, time::Duration};

use ::postgres::{
    Client, Config, Error, NoTls, Row, Statement,
    config::SslMode,
    error::SqlState,
    types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked},
};

use crate::{
    Change, Result, StoreError,
    address::take_parameter,
    listen,
    sql::{Access, In, Out, Sql},
    tls,
};

/// Serializable, so that the check in an insert holds even when several servers share the database.
/// Nothing is waited for without end: a lock, a statement, a transaction that its server has forgotten.
const SETTINGS: &str = "SET default_transaction_isolation = 'serializable'; SET synchronous_commit = on; \
    SET statement_timeout = '10s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s';";
/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a network that does not answer is waited for.
const SILENCE: Duration = Duration::from_secs(10);
/// The parameter of an address that names a file of certificates to trust.
const ROOTS: &str = "sslrootcert";
/// Whoever changes the tables holds this lock: a number of our own.
const TABLES: &str = "SELECT pg_advisory_xact_lock(8417)";

/// What the transaction has changed reaches other servers with its commit, and not without.
const TELL: &str = "SELECT pg_notify('sandtable', $1)";

/// Who only reads cannot change anything by mistake.
const READING: &str = "SET default_transaction_read_only = on;";

pub(crate) struct Postgres {
    client: Client,
    prepared: BTreeMap<&'static str, Statement>,
    address: String,
    access: Access,
    /// Which server this is, for the others.
    node: String,
    /// What the transaction has changed so far.
    touched: Vec<Change>,
}

impl Postgres {
    pub(crate) fn open(address: &str, access: Access, node: &str) -> Result<Postgres> {
        let mut client = connect(address)?;
        client.batch_execute(SETTINGS)?;
        if access == Access::ReadOnly {
            client.batch_execute(READING)?;
        }
        Ok(Postgres {
            client,
            prepared: BTreeMap::new(),
            address: address.to_owned(),
            access,
            node: node.to_owned(),
            touched: Vec::new(),
        })
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

/// Connects with limits, and encrypted where the address asks for it: `sslmode=require`.
pub(crate) fn connect(address: &str) -> Result<Client> {
    let (address, roots) = take_parameter(address, ROOTS);
    let mut config: Config = address.parse()?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    config
        .tcp_user_timeout(SILENCE)
        .keepalives_idle(SILENCE)
        .keepalives_interval(SILENCE / 5)
        .keepalives_retries(3);
    let client = match (config.get_ssl_mode(), roots) {
        (SslMode::Disable | SslMode::Prefer, None) => config.connect(NoTls)?,
        (_, roots) => {
            config.ssl_mode(SslMode::Require);
            config.connect(tls::connector(roots.as_deref())?)?
        }
    };
    Ok(client)
}

impl Sql for Postgres {
    fn begin(&mut self) -> Result<()> {
        self.touched.clear();
        self.batch("BEGIN")
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn touched(&mut self, change: Change) {
        if !self.touched.contains(&change) {
            self.touched.push(change);
        }
    }

    fn tell(&mut self) -> Result<()> {
        for said in listen::payload(&self.node, &self.touched) {
            self.run(TELL, &[In::Text(&said)])?;
        }
        Ok(())
    }

    fn begin_alone(&mut self) -> Result<()> {
        // A serializable transaction would still see the tables as they were before it waited.
        self.batch("BEGIN ISOLATION LEVEL READ COMMITTED")?;
        self.batch(TABLES)
    }

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

    fn access(&self) -> Access {
        self.access
    }

    fn again(&self, access: Access) -> Result<Box<dyn Sql>> {
        Ok(Box::new(Postgres::open(&self.address, access, &self.node)?))
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
            In::Null => &Nothing,
        }
    };
    values.iter().map(one).collect()
}

/// Nothing, whatever the column holds.
#[derive(Debug)]
struct Nothing;

impl ToSql for Nothing {
    fn to_sql(&self, _: &Type, _: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        Ok(IsNull::Yes)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn value(row: &Row, column: usize) -> Result<Out> {
    match *row.columns()[column].type_() {
        Type::INT8 => Ok(row.try_get::<_, Option<i64>>(column)?.map_or(Out::Null, Out::Int)),
        Type::TEXT => Ok(row.try_get::<_, Option<String>>(column)?.map_or(Out::Null, Out::Text)),
        Type::BYTEA => Ok(row.try_get::<_, Option<Vec<u8>>>(column)?.map_or(Out::Null, Out::Bytes)),
        ref other => Err(StoreError::Torn(format!("a column of type {other}"))),
    }
}
