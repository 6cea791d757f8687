//! The files of the repository.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies below the root")
}

/// The whole text of a file, named by its path below the root.
pub fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))
}

/// Every file of the repository by its path below the root, sorted: what git knows or would add, or, without git,
/// whatever is not built.
pub fn all() -> Result<Vec<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root())
        .output();
    let mut files: Vec<String> = match listed {
        Ok(listed) if listed.status.success() => {
            let text = String::from_utf8(listed.stdout).context("a file name is not UTF-8")?;
            text.split_terminator('\0').map(str::to_owned).collect()
        }
        _ => below(root(), "")?,
    };
    // A file that was deleted and not yet committed is still in git's list.
    files.retain(|file| root().join(file).is_file());
    files.sort();
    files.dedup();
    Ok(files)
}

/// The files below a folder with this extension, by their path below the root, sorted; none if there is no folder.
pub fn with_extension(folder: &str, extension: &str) -> Result<Vec<String>> {
    let mut files = if root().join(folder).is_dir() { below(root(), folder)? } else { Vec::new() };
    files.retain(|file| Path::new(file).extension().is_some_and(|it| it == extension));
    Ok(files)
}

/// The folders of `crates/`, sorted.
pub fn crates() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("crates")).context("cannot list crates/")? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The crates that are games: those with a rulebook.
pub fn games() -> Result<Vec<String>> {
    let mut names = crates()?;
    names.retain(|name| root().join("crates").join(name).join("data/rules.toml").is_file());
    Ok(names)
}

/// Every file below a folder of this root by its path below the root, sorted; what is built is left out.
pub fn below(root: &Path, folder: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(folder)];
    while let Some(folder) = open.pop() {
        let listed = fs::read_dir(root.join(&folder));
        for entry in listed.with_context(|| format!("cannot list {}", folder.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if !entry.file_type()?.is_dir() {
                found.push(path.to_string_lossy().replace('\\', "/"));
            } else if name != ".git" && name != "dist" && !name.starts_with("target") {
                open.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
