//! Reading and writing files, with errors that name them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use kernel::{Record, data::Overlay};

/// The suffix of record files.
pub const SUFFIX: &str = "sandtable";

/// Reads a text file.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Reads a record and checks that nothing is missing or changed.
pub fn read_record(path: &Path) -> Result<Record> {
    Record::parse(&read(path)?).with_context(|| path.display().to_string())
}

/// Writes a file whole or not at all: to a temporary neighbour first, which then takes its name.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The error of the write is the one to report, not that of the clean-up.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the tables of an overlay folder: `DIR/<game>/<file>.toml`, and nothing else.
pub fn overlay(folder: &Path, known: &[String]) -> Result<Overlay> {
    let mut overlay = Overlay::none();
    for path in files_below(folder)? {
        let inside = path.strip_prefix(folder).unwrap_or(&path);
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        overlay.insert(&name, &read(&path)?);
    }
    overlay.check_names(known).with_context(|| folder.display().to_string())?;
    Ok(overlay)
}

/// All files below a folder, sorted, hidden ones left out; or the file itself.
pub fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    let about = fs::metadata(path).with_context(|| path.display().to_string())?;
    if !about.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
        let entry = entry.with_context(|| path.display().to_string())?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            entries.push(entry.path());
        }
    }
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(files_below(&entry)?);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("sandtable-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        assert!(write(&folder.join("taken"), b"text").is_err());
        assert!(write(&folder.join("missing/file"), b"text").is_err());
        write(&folder.join("file"), b"text").unwrap();
        let left: Vec<PathBuf> = files_below(&folder).unwrap();
        assert_eq!(left, [folder.join("file")]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
