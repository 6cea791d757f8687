//! The licences of what the binary is made of: held against `deny.toml`, and gathered for those who get the binary.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::files::{self, root};

/// A package that is not ours.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    manifest_path: PathBuf,
    repository: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Deny {
    licenses: Allowed,
}

#[derive(Deserialize)]
struct Allowed {
    allow: Vec<String>,
}

/// What the binary is made of, and what the wheel for Python.
const BINARY: &str = "Cargo.toml";
const WHEEL: &str = "python/Cargo.toml";

/// Every package of others that a manifest depends on, for any machine.
fn packages(manifest: &str) -> Result<Vec<Package>> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--manifest-path", manifest])
        .current_dir(root())
        .output()
        .context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cargo metadata has another form")?;
    let mut packages = metadata.packages;
    packages.retain(|package| package.source.is_some());
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

fn allowed() -> Result<BTreeSet<String>> {
    let deny: Deny = toml::from_str(&files::read("deny.toml")?).context("deny.toml")?;
    Ok(deny.licenses.allow.into_iter().collect())
}

/// The packages whose licence `deny.toml` does not allow, each with the reason; none if all is well.
pub fn wrong() -> Result<Vec<String>> {
    let allowed = allowed()?;
    let mut wrong = Vec::new();
    for Package { name, version, license, .. } in [packages(BINARY)?, packages(WHEEL)?].into_iter().flatten()
    {
        match license {
            None => wrong.push(format!("{name} {version} names no licence")),
            Some(license) if !fits(&license, &allowed) => {
                wrong.push(format!("{name} {version}: deny.toml does not allow {license}"));
            }
            Some(_) => {}
        }
    }
    Ok(wrong)
}

/// Whether one may use something under this expression: `(MIT OR Apache-2.0) AND Unicode-3.0`. Old manifests write `/` for `OR`.
fn fits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let fits = any(&mut rest, allowed);
    fits && rest.is_empty()
}

fn any(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut fits = all(rest, allowed);
    while let ["OR", more @ ..] = *rest {
        *rest = more;
        fits |= all(rest, allowed);
    }
    fits
}

fn all(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut fits = one(rest, allowed);
    while let ["AND", more @ ..] = *rest {
        *rest = more;
        fits &= one(rest, allowed);
    }
    fits
}

fn one(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    match *rest {
        ["(", more @ ..] => {
            *rest = more;
            let fits = any(rest, allowed);
            let [")", more @ ..] = *rest else { return false };
            *rest = more;
            fits
        }
        [licence, "WITH", exception, more @ ..] => {
            *rest = more;
            allowed.contains(&format!("{licence} WITH {exception}"))
        }
        [licence, more @ ..] => {
            *rest = more;
            allowed.contains(*licence)
        }
        [] => false,
    }
}

/// The names under which packages keep the texts of their licences.
fn is_text(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
}

/// Every package with its licence and the texts it ships, for those who get the binary.
pub fn notices() -> Result<String> {
    let mut page = String::from("Sandtable contains the following works of others, with thanks.\n");
    for Package { name, version, license, repository, manifest_path, .. } in packages(BINARY)? {
        let rule = "=".repeat(80);
        write!(page, "\n{rule}\n{name} {version}\nlicence: {}\n", license.unwrap_or_default())?;
        if let Some(repository) = repository {
            writeln!(page, "source: {repository}")?;
        }
        let folder = manifest_path.parent().context("a manifest lies in a folder")?;
        for text in texts(folder)? {
            writeln!(page, "\n{}", text.trim())?;
        }
    }
    Ok(page)
}

fn texts(folder: &Path) -> Result<Vec<String>> {
    let listed = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in listed {
        let entry = entry?;
        if entry.file_type()?.is_file() && is_text(&entry.file_name().to_string_lossy()) {
            found.push(entry.path());
        }
    }
    found.sort();
    found.into_iter().map(|file| Ok(String::from_utf8_lossy(&fs::read(file)?).into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_read_as_it_stands() {
        let allowed: BTreeSet<String> =
            ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        for good in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(MIT OR GPL-3.0) AND Zlib",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(fits(good, &allowed), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Zlib) AND GPL-3.0",
            "Apache-2.0",
            "(MIT",
            "MIT)",
            "",
            "MIT Zlib",
        ] {
            assert!(!fits(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn the_texts_of_licences_are_known_by_their_names() {
        assert!(
            ["LICENSE-MIT", "license.txt", "COPYING", "NOTICE", "LICENCE.md"]
                .iter()
                .all(|name| is_text(name))
        );
        assert!(!is_text("README.md"));
    }
}
