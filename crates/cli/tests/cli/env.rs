//! A folder of its own for each test, and the binary in it.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

/// The game that the tests play.
pub const GAME: &str = "circle-of-fire";

/// A folder that is removed after the test.
pub struct Env {
    folder: PathBuf,
}

/// What the binary did.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Env {
    pub fn new() -> Env {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("sandtable-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Env { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Runs the binary in the folder with nothing to read.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    /// Runs the binary in the folder with this to read.
    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = command(&self.folder, args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // From a thread of its own, so that neither side waits for the other; the reader may stop early.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let ran = Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
        ran
    }

    /// Runs the binary, which must succeed and say nothing on the error stream.
    pub fn ok(&self, args: &[&str]) -> String {
        self.run(args).ok()
    }

    /// Runs the binary, which must succeed and print JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        let out = self.ok(args);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{args:?}: {error}\n{out}"))
    }

    /// Runs the binary, which must fail with this status and one line that holds all these words.
    pub fn fails(&self, code: i32, args: &[&str], words: &[&str]) {
        self.run(args).fails(code, words);
    }
}

impl Ran {
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    pub fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        assert!(!self.err.contains(env!("CARGO_MANIFEST_DIR")), "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "'{word}' is not in: {}", self.err);
        }
    }

    /// The last line of a message of ours is the only one; the parser of the command line adds its usage.
    pub fn one_line(&self) {
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
    }
}

pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(args).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Drop for Env {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
