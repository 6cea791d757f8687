//! A server's claim to a database in a file: two servers on one file would each believe what they remember of it.

use std::fs::{File, TryLockError};

use crate::{Result, StoreError};

/// Held as long as the server runs; the system gives it back when the process ends, however it ends.
pub(crate) struct Claim(#[expect(dead_code, reason = "the lock lasts as long as the file is open")] File);

/// Claims the file of an SQLite database. Servers on PostgreSQL share theirs.
pub(crate) fn claim(address: &str) -> Result<Option<Claim>> {
    let Some(path) = address.strip_prefix("sqlite:") else { return Ok(None) };
    let lock = format!("{path}.lock");
    let failed = |error| StoreError::Folder { path: lock.clone(), error };
    crate::sqlite::make_folder(path)?;
    let file = File::options().create(true).append(true).open(&lock).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Claim(file))),
        Err(TryLockError::WouldBlock) => Err(StoreError::Taken(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
