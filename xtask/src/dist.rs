//! `cargo xtask dist`: the archive that users get.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{files::root, licences};

/// What goes into the archive beside the binary: where it lies, and what it is called there. The fonts are part of
/// the binary, so their licence comes along.
const FILES: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("crates/atlas/fonts/LICENSE.txt", "LICENSE-FONTS"),
];

/// Builds the release binary and packs it.
pub fn run() -> Result<()> {
    if let Some((missing, _)) = FILES.iter().find(|(file, _)| !root().join(file).is_file()) {
        bail!("{missing} is missing; the archive needs it");
    }
    command("cargo", &["build", "--release", "--package", "sandtable"])?;
    let binary = format!("sandtable{}", env::consts::EXE_SUFFIX);
    let built = target_folder()?.join("release").join(&binary);

    let name = format!("sandtable-{}-{}-{}", env!("CARGO_PKG_VERSION"), env::consts::ARCH, env::consts::OS);
    let dist = root().join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::write(dist.join(".gitignore"), "*\n")?;
    copy(&built, &folder.join(&binary))?;
    for (from, to) in FILES {
        copy(&root().join(from), &folder.join(to))?;
    }
    fs::write(folder.join("THIRD-PARTY-NOTICES"), licences::notices()?)?;
    let archive = format!("dist/{name}.tar.gz");
    command("tar", &["-czf", &archive, "-C", "dist", &name])?;
    let size = fs::metadata(root().join(&archive))?.len();
    println!("{archive}  {} kB", size.div_ceil(1000));
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Where this program was built: `target/debug/xtask` tells of `target`.
fn target_folder() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let folder = program.parent().and_then(Path::parent);
    Ok(folder.context("run this as 'cargo xtask dist'")?.to_owned())
}

fn command(program: &str, args: &[&str]) -> Result<()> {
    let status = Command::new(program).args(args).current_dir(root()).status();
    let status = status.with_context(|| format!("cannot run {program}"))?;
    if !status.success() {
        bail!("'{program} {}' failed", args.join(" "));
    }
    Ok(())
}
