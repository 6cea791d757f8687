//! `cargo xtask dist`: the archive and the Debian package that users get.

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
    ("docs/hosting.md", "hosting.md"),
    ("packaging/sandtable.toml", "sandtable.toml"),
    ("packaging/sandtable.service", "sandtable.service"),
    ("packaging/Containerfile", "Containerfile"),
    ("packaging/dashboard.json", "dashboard.json"),
];

/// Where things go on a Debian machine, from the folder of the archive.
const INSTALLED: &[(&str, &str)] = &[
    ("sandtable", "usr/bin/sandtable"),
    ("sandtable.service", "usr/lib/systemd/system/sandtable.service"),
    ("sandtable.toml", "etc/sandtable.toml"),
    ("README.md", "usr/share/doc/sandtable/README.md"),
    ("CHANGELOG.md", "usr/share/doc/sandtable/changelog.md"),
    ("hosting.md", "usr/share/doc/sandtable/hosting.md"),
    ("dashboard.json", "usr/share/doc/sandtable/dashboard.json"),
    ("LICENSE-MIT", "usr/share/doc/sandtable/copyright"),
    ("LICENSE-APACHE", "usr/share/doc/sandtable/LICENSE-APACHE"),
    ("LICENSE-FONTS", "usr/share/doc/sandtable/LICENSE-FONTS"),
    ("THIRD-PARTY-NOTICES", "usr/share/doc/sandtable/THIRD-PARTY-NOTICES"),
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
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        println!("dpkg-deb is not here, so there is no Debian package");
        return Ok(());
    }
    let package = debian(&folder, &dist)?;
    println!("{}  {} kB", package.display(), fs::metadata(&package)?.len().div_ceil(1000));
    Ok(())
}

/// Packs the folder of the archive as a Debian package. Settings that a host has changed survive an upgrade.
fn debian(folder: &Path, dist: &Path) -> Result<PathBuf> {
    let tree = dist.join("debian");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    for (from, to) in INSTALLED {
        let to = tree.join(to);
        fs::create_dir_all(to.parent().context("everything lies in a folder")?)?;
        copy(&folder.join(from), &to)?;
    }
    let architecture = match env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let version = env!("CARGO_PKG_VERSION");
    let control = format!(
        "Package: sandtable\nVersion: {version}\nArchitecture: {architecture}\nSection: games\nPriority: optional\n\
         Maintainer: The Sandtable project <sandtable@invalid>\nDepends: libc6\n\
         Description: Historical board wargames by their real rules\n \
         A server for a club: play in the browser, against people or the machine.\n"
    );
    fs::create_dir_all(tree.join("DEBIAN"))?;
    fs::write(tree.join("DEBIAN/control"), control)?;
    fs::write(tree.join("DEBIAN/conffiles"), "/etc/sandtable.toml\n")?;
    let package = dist.join(format!("sandtable_{version}_{architecture}.deb"));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "--build"]).arg(&tree).arg(&package);
    let built = build.output().context("cannot run dpkg-deb")?;
    if !built.status.success() {
        bail!("dpkg-deb failed: {}", String::from_utf8_lossy(&built.stderr));
    }
    fs::remove_dir_all(&tree)?;
    Ok(package)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// With a stand-in for the binary, which takes minutes to build.
    #[test]
    fn a_debian_package_has_everything_in_its_place() {
        if Command::new("dpkg-deb").arg("--version").output().is_err() {
            eprintln!("\n*** SKIPPED: dpkg-deb was not found ***\n");
            return;
        }
        let dist = env::temp_dir().join(format!("sandtable-dist-{}", std::process::id()));
        let folder = dist.join("archive");
        fs::create_dir_all(&folder).unwrap();
        for (from, to) in FILES {
            copy(&root().join(from), &folder.join(to)).unwrap();
        }
        // A small program stands in: packing tens of megabytes would take most of a minute.
        copy(&root().join(".ci/run"), &folder.join("sandtable")).unwrap();
        fs::write(folder.join("THIRD-PARTY-NOTICES"), "none").unwrap();
        let package = debian(&folder, &dist).unwrap();
        let listed = Command::new("dpkg-deb").arg("--contents").arg(&package).output().unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        for (_, to) in INSTALLED {
            assert!(
                listed.lines().any(|line| line.ends_with(&format!("./{to}"))),
                "{to} is not in:\n{listed}"
            );
        }
        let binary = listed.lines().find(|line| line.ends_with("./usr/bin/sandtable")).unwrap();
        assert!(binary.starts_with("-rwxr-xr-x root/root"), "{binary}");
        fs::remove_dir_all(&dist).unwrap();
    }

    /// A dashboard that asks for figures which the server does not have would stay empty.
    #[test]
    fn the_dashboard_shows_figures_that_there_are() {
        let shown = fs::read_to_string(root().join("packaging/dashboard.json")).unwrap();
        let told = fs::read_to_string(root().join("crates/server/src/metrics.rs")).unwrap();
        let names: Vec<&str> = shown
            .split("sandtable_")
            .skip(1)
            .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
            .collect();
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            let known = told.contains(&format!("\"{name}\"")) || told.contains(&format!("sandtable_{name}"));
            assert!(known, "sandtable_{name} is no figure of the server");
        }
    }
}
