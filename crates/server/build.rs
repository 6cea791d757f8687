//! Embeds the client: lists every file of `web/`, if there is one, for `pages.rs`.
#![allow(clippy::disallowed_methods)]

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

fn main() {
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
