//! SQLite in a file of its own.

use std::{
    fs::OpenOptions,
    io::ErrorKind,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, Row, types::ValueRef};

use crate::{
    Result, StoreError,
    sql::{Access, In, Out, Sql},
};

/// A commit writes whole pages, so small ones keep what is written per action small. Carrying the log over into the
/// database writes them once more, so that is done seldom: every 35 megabytes.
const SETTINGS: &str = "
    PRAGMA busy_timeout = 10000;
    PRAGMA page_size = 512;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 65536;
    PRAGMA temp_store = MEMORY;
";

/// How long a connection waits for others, like `busy_timeout`.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who only reads waits for those who write.
const READING: &str = "PRAGMA busy_timeout = 10000; PRAGMA temp_store = MEMORY;";

pub(crate) struct Sqlite {
    connection: Connection,
    path: String,
    access: Access,
}

impl Sqlite {
    pub(crate) fn open(path: &str, access: Access) -> Result<Sqlite> {
        let connection = match access {
            Access::Full => Sqlite::create(path)?,
            Access::ReadOnly => {
                let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                connection.execute_batch(READING)?;
                connection
            }
        };
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Sqlite { connection, path: path.to_owned(), access })
    }

    fn create(path: &str) -> Result<Connection> {
        make_folder(path)?;
        make_file(path)?;
        let connection = Connection::open(path)?;
        settle(&connection)?;
        Ok(connection)
    }
}

/// Sets a connection up. Of several that open a new file at once, one makes it a file with a log; SQLite refuses the
/// others for that moment without asking the time-out, so they ask again as long as it would have waited.
fn settle(connection: &Connection) -> Result<()> {
    let start = Instant::now();
    loop {
        match connection.execute_batch(SETTINGS) {
            Err(rusqlite::Error::SqliteFailure(error, _))
                if error.code == rusqlite::ErrorCode::DatabaseBusy && start.elapsed() < PATIENCE =>
            {
                thread::sleep(Duration::from_millis(5));
            }
            result => return Ok(result?),
        }
    }
}

/// Makes the folder of a database, which a first start does not have.
pub(crate) fn make_folder(path: &str) -> Result<()> {
    let Some(folder) = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let failed = |error| StoreError::Folder { path: folder.display().to_string(), error };
    std::fs::create_dir_all(folder).map_err(failed)
}

/// Makes the file of a new database, for its owner alone: it holds the key that records are signed with. The files beside it
/// get the same rights.
fn make_file(path: &str) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::Folder { path: path.to_owned(), error }),
    }
}

impl Sql for Sqlite {
    fn batch(&mut self, sql: &str) -> Result<()> {
        Ok(self.connection.execute_batch(sql)?)
    }

    fn begin(&mut self) -> Result<()> {
        // Who reads first and writes then would be refused when somebody else has written in between.
        self.batch(if self.access == Access::Full { "BEGIN IMMEDIATE" } else { "BEGIN" })
    }

    fn begin_alone(&mut self) -> Result<()> {
        self.begin()
    }

    fn run(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<u64> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, values)?;
        Ok(statement.raw_execute()? as u64)
    }

    fn rows(&mut self, sql: &'static str, values: &[In<'_>]) -> Result<Vec<Vec<Out>>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, values)?;
        let columns = statement.column_count();
        let mut found = statement.raw_query();
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push((0..columns).map(|column| value(row, column)).collect::<Result<_>>()?);
        }
        Ok(rows)
    }

    fn try_again(&self, _: &StoreError) -> bool {
        false
    }

    fn access(&self) -> Access {
        self.access
    }

    fn again(&self, access: Access) -> Result<Box<dyn Sql>> {
        Ok(Box::new(Sqlite::open(&self.path, access)?))
    }
}

/// SQLite takes `$1` for a name and numbers names as they come; PostgreSQL means the first value.
fn bind(statement: &mut rusqlite::Statement<'_>, values: &[In<'_>]) -> Result<()> {
    for (i, value) in values.iter().enumerate() {
        let name = ["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10"][i];
        let Some(at) = statement.parameter_index(name)? else { continue };
        match value {
            In::Int(value) => statement.raw_bind_parameter(at, value)?,
            In::Text(value) => statement.raw_bind_parameter(at, value)?,
            In::Maybe(value) => statement.raw_bind_parameter(at, value)?,
            In::MaybeInt(value) => statement.raw_bind_parameter(at, value)?,
            In::Bytes(value) => statement.raw_bind_parameter(at, value)?,
            In::Null => statement.raw_bind_parameter(at, rusqlite::types::Null)?,
        }
    }
    Ok(())
}

fn value(row: &Row<'_>, column: usize) -> Result<Out> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(Out::Null),
        ValueRef::Integer(value) => Ok(Out::Int(value)),
        ValueRef::Text(bytes) => {
            let text = String::from_utf8(bytes.to_vec());
            text.map(Out::Text).map_err(|_| StoreError::Torn("a text that is not UTF-8".to_owned()))
        }
        ValueRef::Blob(bytes) => Ok(Out::Bytes(bytes.to_vec())),
        other => Err(StoreError::Torn(format!("a value of type {}", other.data_type()))),
    }
}
