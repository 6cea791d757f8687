//! Embeds the client: lists every file of `web/`, if there is one, for `pages.rs`. Embeds what the games teach: their
//! worked examples, lessons and puzzles, compressed, for `teaching.rs`.
#![allow(clippy::disallowed_methods)]

use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};

fn main() {
    client();
    teaching();
}

/// Every TOML file of the games' examples, guides, lessons and puzzles: a line of game, folder, name and length, then the text.
fn teaching() {
    let crates = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("..");
    let games = fs::read_dir(&crates).expect("it lies beside others").flatten();
    let mut games: Vec<PathBuf> = games.map(|game| game.path()).collect();
    games.sort();
    let mut all = String::new();
    for game in games.iter().filter(|game| game.join("data/rules.toml").exists()) {
        for kind in ["examples", "guide", "lessons", "puzzles"] {
            let folder = game.join(kind);
            println!("cargo::rerun-if-changed={}", folder.display());
            let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
            let mut files: Vec<PathBuf> =
                files.filter(|file| file.extension().is_some_and(|it| it == "toml")).collect();
            files.sort();
            for file in files {
                let text = fs::read_to_string(&file).expect("the file can be read");
                let game = game.file_name().expect("a folder has a name").to_string_lossy();
                let name = file.file_stem().expect("a file has a name").to_string_lossy();
                let _ = writeln!(all, "{game} {kind} {name} {}\n{text}", text.len());
            }
        }
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let gzip = gzip.write_all(all.as_bytes()).and_then(|()| gzip.finish()).expect("memory takes everything");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names the folder")).join("teaching.gz");
    fs::write(out, gzip).expect("it can be written");
}

fn client() {
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder")).join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut code = String::from("/// Every file of the client.\nstatic FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let inside = file.strip_prefix(&root).expect("it lies below the root");
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", file.display().to_string());
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo names the folder")).join("web.rs");
    fs::write(out, code).expect("the list can be written");
}

/// Everything that a browser needs; tests, types and notes stay behind.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let hidden = name.starts_with('.') || ["test", "tests", "node_modules"].contains(&name.as_str());
        let aside =
            [".test.js", ".test.mjs", ".d.ts", ".md", "package.json", "jsconfig.json", "tsconfig.json"];
        if hidden || aside.iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        println!("cargo::rerun-if-changed={}", path.display());
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
