//! `cargo xtask test`: everything that must hold before a change goes in.
//!
//! Every part runs even when an earlier one has failed. Tests and the binary are built once, for the whole workspace
//! in the dev profile.

use std::{
    env,
    io::{BufRead, BufReader, IsTerminal, Read, Write},
    ops::AddAssign,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    files::{self, root},
    trial::{GAME, Trial},
};

/// A source file longer than this is mentioned in the summary.
pub const LONG: usize = 1000;

/// A part of the tests. A new kind of test is a new row in [`PARTS`].
struct Part {
    name: &'static str,
    /// What it does, for the summary.
    says: &'static str,
    /// Whether the repository has anything for it to do.
    exists: fn() -> Result<bool>,
    run: fn(&mut Notes) -> Result<Count>,
}

const PARTS: &[Part] = &[
    Part { name: "fmt", says: "the sources are formatted", exists: always, run: fmt },
    Part { name: "clippy", says: "no warnings", exists: always, run: clippy },
    Part { name: "unit", says: "tests of all crates and of the repository", exists: always, run: unit },
    Part { name: "doc", says: "examples in the documentation", exists: always, run: doc },
    Part { name: "examples", says: "worked examples of the rules", exists: have_examples, run: examples },
    Part {
        name: "new-game",
        says: "a new game, from its first file to the browser",
        exists: always,
        run: new_game,
    },
    Part { name: "types", says: "the client's types and format", exists: have_client_tests, run: types },
    Part { name: "client", says: "the client's pure parts", exists: have_client_tests, run: client },
    Part { name: "python", says: "the wheel for Python", exists: have_python_tests, run: python },
    Part { name: "browser", says: "the table in a real browser", exists: have_browser_tests, run: browser },
];

/// What a person should know after the run: what was left out or done differently, and why.
type Notes = Vec<String>;

/// Tests that passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    passed: u64,
    failed: u64,
}

impl Count {
    const NONE: Count = Count { passed: 0, failed: 0 };
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// How a part came out.
struct Done {
    part: &'static Part,
    took: Duration,
    result: Result<Count>,
}

/// The names of the parts.
pub fn names() -> Vec<&'static str> {
    PARTS.iter().map(|part| part.name).collect()
}

/// Runs the parts of these names, or all of them, and sums up.
pub fn run(only: &[String]) -> Result<ExitCode> {
    let (mut done, mut notes) = (Vec::new(), Notes::new());
    for part in PARTS {
        let asked = only.iter().any(|name| name == part.name);
        if !(asked || only.is_empty()) {
            continue;
        }
        if !(part.exists)()? {
            if asked {
                bail!("there is nothing to run for '{}' yet", part.name);
            }
            continue;
        }
        eprintln!("\n=== {}: {}", part.name, part.says);
        let start = Instant::now();
        let result = (part.run)(&mut notes);
        if let Err(error) = &result {
            eprintln!("{}: {error:#}", part.name);
        }
        done.push(Done { part, took: start.elapsed(), result });
    }
    if !only.is_empty() {
        notes.push(format!("only {} was asked for; 'cargo xtask test' runs everything", only.join(", ")));
    }
    notes.extend(long_files()?);
    let total = sum_up(&done, &notes);
    Ok(if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the summary. Its last line counts tests and examples; a part that fails without counting any counts as
/// one failure, so that a failed run never ends on "0 failed".
fn sum_up(done: &[Done], notes: &Notes) -> Count {
    let mut total = Count::NONE;
    println!("\n=== summary");
    for Done { part, took, result } in done {
        let word = if result.is_ok() { "ok" } else { "FAILED" };
        let count = count_of(result);
        total += count;
        let counted = match result {
            Err(error) => format!("{error:#}"),
            Ok(Count { passed: 0, .. }) => part.says.to_owned(),
            Ok(count) => format!("{} passed", count.passed),
        };
        println!("{:<9} {word:<7} {:>4} s  {counted}", part.name, took.as_secs());
    }
    for note in notes {
        println!("NOTE: {note}");
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    std::io::stdout().flush().ok();
    total
}

fn count_of(result: &Result<Count>) -> Count {
    match result {
        Ok(count) => *count,
        Err(error) => error.downcast_ref::<Failed>().map_or(Count { passed: 0, failed: 1 }, |it| it.0),
    }
}

/// A part that ran and found failures.
#[derive(Debug)]
struct Failed(Count);

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} failed", self.0.failed, self.0.passed + self.0.failed)
    }
}

impl std::error::Error for Failed {}

fn always() -> Result<bool> {
    Ok(true)
}

fn fmt(_: &mut Notes) -> Result<Count> {
    cargo(&["fmt", "--all", "--check"], |_| None)
}

fn clippy(_: &mut Notes) -> Result<Count> {
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], |_| None)
}

/// The tests of every crate; among them the properties of the repository in `xtask/tests`.
fn unit(notes: &mut Notes) -> Result<Count> {
    if let Err(why) = provide(&["postgresql"], have_postgres) {
        skip(notes, format!("THE TESTS ON POSTGRESQL WERE SKIPPED: {why:#}"));
    }
    for (proxy, there) in PROXIES {
        if let Err(why) = provide(&[proxy], there) {
            skip(notes, format!("THE TEST BEHIND {} WAS SKIPPED: {why:#}", proxy.to_uppercase()));
        }
    }
    let count = if have_nextest() {
        cargo(&["nextest", "run", "--workspace", "--no-fail-fast"], nextest_summary)?
    } else {
        let note = "cargo-nextest is not installed, so the slower 'cargo test' ran the same tests; \
                    'cargo install cargo-nextest --locked' installs it";
        skip(notes, note.to_owned());
        cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"], test_result)?
    };
    if count.passed == 0 {
        bail!("no test was run");
    }
    Ok(count)
}

/// A proxy that the page for hosts has settings for: Debian's package, and whether it is there.
type Proxy = (&'static str, fn() -> bool);

const PROXIES: [Proxy; 2] = [("nginx", || answers("nginx", "-v")), ("caddy", || answers("caddy", "version"))];

fn have_nextest() -> bool {
    let found = Command::new("cargo").args(["nextest", "--version"]).current_dir(root()).output();
    found.is_ok_and(|found| found.status.success())
}

/// The examples in the documentation. The whole workspace, though few crates have any: other packages would mean other
/// features of what they depend on, and building that anew.
fn doc(_: &mut Notes) -> Result<Count> {
    cargo(&["test", "--doc", "--workspace", "--no-fail-fast"], test_result)
}

fn have_examples() -> Result<bool> {
    Ok(!example_folders()?.is_empty())
}

fn example_folders() -> Result<Vec<String>> {
    let mut folders = Vec::new();
    for game in files::games()? {
        let folder = format!("crates/{game}/examples");
        if !files::with_extension(&folder, "toml")?.is_empty() {
            folders.push(folder);
        }
    }
    Ok(folders)
}

/// The worked examples of every game, through the binary as a player has it.
fn examples(_: &mut Notes) -> Result<Count> {
    // The tests have built it; this is for `--only examples`.
    cargo(&["build", "--workspace", "--bin", "sandtable"], |_| None)?;
    let mut command = Command::new(binary()?);
    command.arg("example").args(example_folders()?);
    follow(command, plain_count)
}

/// What `cargo xtask new-game` writes is formatted, has no warnings, passes its tests and those of the repository, and is
/// played: in the registry, by machines, and in the page, which has no code for it.
fn new_game(notes: &mut Notes) -> Result<Count> {
    let trial = Trial::new()?;
    let mut total = Count::NONE;
    let mut run = |args: &[&str], count: fn(&str) -> Option<Count>| -> Result<()> {
        eprintln!("$ cargo {}   (with {GAME})", args.join(" "));
        let mut command = trial.command("cargo");
        command.args(args);
        total += follow_there(command, count)?;
        Ok(())
    };
    run(&["fmt", "--package", GAME, "--check"], |_| None)?;
    run(&["clippy", "--package", GAME, "--all-targets", "--", "--deny", "warnings"], |_| None)?;
    run(&["run", "--package", "xtask", "--", "sequence", GAME], |_| None)?;
    let tests = ["test", "--package", GAME, "--package", "sandtable-games", "--package", "xtask", "--tests"];
    run(&tests, test_result)?;
    // The whole workspace: other packages would mean other features of what they depend on, and building that anew.
    run(&["build", "--workspace", "--bin", "sandtable"], |_| None)?;
    let listed = trial.command(trial.binary()).arg("games").output().context("cannot list the games")?;
    if !String::from_utf8_lossy(&listed.stdout).contains(GAME) {
        bail!("'sandtable games' does not name {GAME}");
    }
    let mut play = trial.command(trial.binary());
    play.args(["simulate", GAME, "--games", "20", "--bots", "easy,greedy", "--seed", "1"]);
    follow_there(play, |_| None)?;
    if let Err(why) = provide(&["chromium", "chromium-driver"], have_chromium) {
        skip(notes, format!("THE NEW GAME WAS NOT PLAYED IN THE BROWSER: {why:#}"));
        return Ok(total);
    }
    let tests = ["test", "--workspace", "--test", "browser", "--", "--ignored", "any_game"];
    eprintln!("$ cargo {}   (with {GAME})", tests.join(" "));
    let mut command = trial.command("cargo");
    command.args(tests).env("SANDTABLE_TEST_GAME", GAME);
    total += follow_there(command, test_result)?;
    Ok(total)
}

const CLIENT_TESTS: &str = "web/tests";
const BROWSER_TESTS: &str = "crates/cli/tests/browser";

fn have_client_tests() -> Result<bool> {
    Ok(!files::with_extension(CLIENT_TESTS, "mjs")?.is_empty())
}

fn have_browser_tests() -> Result<bool> {
    Ok(!files::with_extension(BROWSER_TESTS, "rs")?.is_empty())
}

/// The tests that drive Chromium. They are ignored elsewhere, since not every machine has it.
fn browser(notes: &mut Notes) -> Result<Count> {
    if let Err(why) = provide(&["chromium", "chromium-driver"], have_chromium) {
        skip(notes, format!("THE BROWSER TESTS WERE SKIPPED: {why:#}"));
        return Ok(Count::NONE);
    }
    if let Err(why) = provide_tools() {
        notes.push(format!("the pages cannot be looked at with axe: {why:#}"));
    }
    let count = if have_nextest() {
        // Dice fall as they may and a browser has moods: a test may try again, and nextest says so.
        let ignored = ["--run-ignored", "only", "--no-fail-fast", "--retries", "2"];
        cargo(
            &[&["nextest", "run", "--workspace", "--test", "browser"], &ignored[..]].concat(),
            nextest_summary,
        )?
    } else {
        let ignored = ["--no-fail-fast", "--", "--ignored"];
        cargo(&[&["test", "--workspace", "--test", "browser"], &ignored[..]].concat(), test_result)?
    };
    if count.passed == 0 {
        bail!("no test was run");
    }
    Ok(count)
}

/// The wheel is built from this folder, and tested by what lies in it.
const PYTHON: &str = "python";
const PYTHON_TESTS: &str = "python/tests";
/// The oldest Python that the wheel is for.
const OLDEST_PYTHON: (u32, u32) = (3, 10);

fn have_python_tests() -> Result<bool> {
    Ok(!files::with_extension(PYTHON_TESTS, "py")?.is_empty())
}

/// The form of the crate, which is no member of the workspace; then the wheel, installed beside the pinned tools in a folder of
/// its own, and its tests. Among them a bot plays on the server that was built before.
fn python(notes: &mut Notes) -> Result<Count> {
    let manifest = format!("{PYTHON}/Cargo.toml");
    cargo(&["fmt", "--manifest-path", &manifest, "--check"], |_| None)?;
    let room = match provide_python() {
        Ok(room) => room,
        Err(why) => {
            skip(notes, format!("THE PYTHON TESTS WERE SKIPPED: {why:#}"));
            return Ok(Count::NONE);
        }
    };
    let run = |program: &str, args: &[&str], count: fn(&str) -> Option<Count>| {
        eprintln!("$ {program} {}", args.join(" "));
        let mut command = Command::new(room.join("bin").join(program));
        command.args(args).current_dir(root().join(PYTHON));
        // In the target folder of the workspace: what both need of others is built once.
        command.env("CARGO_TARGET_DIR", target()).env("PYO3_PYTHON", room.join("bin/python"));
        command.env("SANDTABLE_BINARY", binary()?).env("PYTHONDONTWRITEBYTECODE", "1");
        follow_there(command, count)
    };
    // No clippy here: it would look at all crates below once more.
    let wheels = target().join("wheels-for-tests");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels).context("cannot remove the wheels of the last time")?;
    }
    let out = wheels.to_string_lossy().into_owned();
    let interpreter = room.join("bin/python").to_string_lossy().into_owned();
    run(
        "maturin",
        &["build", "--locked", "--profile", "dev", "--interpreter", &interpreter, "--out", &out],
        |_| None,
    )?;
    let wheel = std::fs::read_dir(&wheels).context("no wheel was built")?.flatten().next();
    let wheel = wheel.context("no wheel was built")?.path().to_string_lossy().into_owned();
    run("python", &["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel], |_| None)?;
    cargo(&["build", "--workspace", "--bin", "sandtable"], |_| None)?;
    let count = run("python", &["-m", "tests"], plain_count)?;
    if count.passed == 0 {
        bail!("no test was run");
    }
    Ok(count)
}

/// The folder of what is built.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// A room of its own with the pinned packages of `requirements.txt`; they are installed when they change.
fn provide_python() -> Result<PathBuf> {
    let [major, minor] = OLDEST_PYTHON.into();
    let script = format!("import ensurepip, sys, venv; sys.exit(sys.version_info < ({major}, {minor}))");
    let fits = Command::new("python3").args(["-c", &script]).output();
    if !fits.is_ok_and(|output| output.status.success()) {
        bail!("python3 of {major}.{minor} or later with venv and pip is missing");
    }
    let room = target().join("python-room");
    let asked = files::read(&format!("{PYTHON}/requirements.txt"))?;
    let written = room.join("installed.txt");
    if std::fs::read_to_string(&written).is_ok_and(|there| there == asked) {
        return Ok(room);
    }
    eprintln!("$ python3 -m venv {}", room.display());
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&room);
    follow(make, |_| None).context("no room for packages could be made")?;
    eprintln!("$ pip install --requirement {PYTHON}/requirements.txt");
    let mut install = Command::new(room.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--requirement"]);
    install.arg(format!("{PYTHON}/requirements.txt"));
    follow(install, |_| None).context("maturin, numpy and PettingZoo could not be installed")?;
    std::fs::write(&written, asked).context("cannot note what was installed")?;
    Ok(room)
}

fn have_chromium() -> bool {
    runs("chromedriver") && ["chromium", "google-chrome"].into_iter().any(runs)
}

/// Debian keeps the server's programs out of the path, a folder for each version.
fn have_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    runs("initdb") || versions.into_iter().any(|version| version.path().join("bin/initdb").exists())
}

/// Whether a program can be started.
fn runs(program: &str) -> bool {
    answers(program, "--version")
}

/// Whether a program tells its version when asked in this way.
fn answers(program: &str, question: &str) -> bool {
    Command::new(program).arg(question).output().is_ok_and(|output| output.status.success())
}

/// Installs Debian packages where that is possible, unless what they bring is there.
fn provide(packages: &[&str], there: fn() -> bool) -> Result<()> {
    if there() {
        return Ok(());
    }
    let named = packages.join(" and ");
    let user = Command::new("id").arg("-u").output();
    if user.map_or(true, |it| it.stdout.trim_ascii() != b"0") {
        bail!("{named} is missing, and only root can install it");
    }
    if !runs("apt-get") {
        bail!("{named} is missing, and there is no apt-get to install it");
    }
    for args in [&["update"][..], &[&["install", "--yes", "--no-install-recommends"], packages].concat()] {
        eprintln!("$ apt-get {}", args.join(" "));
        let mut command = Command::new("apt-get");
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        follow(command, |_| None)
            .with_context(|| format!("{named} is missing and could not be installed"))?;
    }
    if !there() {
        bail!("{named} was installed, but does not run");
    }
    Ok(())
}

/// Says loudly that tests are left out.
fn skip(notes: &mut Notes, note: String) {
    eprintln!("NOTE: {note}");
    notes.push(note);
}

/// Tests of the client's pure parts, by Node's own runner.
fn client(notes: &mut Notes) -> Result<Count> {
    if !runs("node") {
        skip(notes, "THE CLIENT'S UNIT TESTS WERE SKIPPED: node is missing".to_owned());
        return Ok(Count::NONE);
    }
    let tests = files::with_extension(CLIENT_TESTS, "mjs")?;
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=tap"]).args(tests);
    eprintln!("$ node --test {CLIENT_TESTS}");
    follow(command, node_count)
}

/// TypeScript over the client's plain JavaScript, and the form of its files, by development tools from npm.
fn types(notes: &mut Notes) -> Result<Count> {
    if let Err(why) = provide_tools() {
        skip(notes, format!("THE CLIENT'S TYPES AND FORMAT WERE NOT CHECKED: {why:#}"));
        return Ok(Count::NONE);
    }
    let tool = |name: &str| root().join(TOOLS).join("node_modules/.bin").join(name);
    eprintln!("$ tsc --project {TOOLS}/tsconfig.json");
    let mut check = Command::new(tool("tsc"));
    check.args(["--project", &format!("{TOOLS}/tsconfig.json")]);
    follow(check, |_| None)?;
    eprintln!("$ prettier --check web");
    let mut form = Command::new(tool("prettier"));
    form.args(["--config", &format!("{TOOLS}/prettier.json"), "--check"]).args(FORMATTED);
    follow(form, |_| None)?;
    Ok(Count { passed: 2, failed: 0 })
}

/// Where the pinned development tools of the client are described and installed.
const TOOLS: &str = "xtask/web";
/// What the formatter looks at; the generated types have a test of their own.
const FORMATTED: &[&str] = &["web/*.js", "web/*.css", "web/*.html", "web/app.d.ts", "web/tests/*.mjs"];

/// Installs the pinned tools unless they are there.
fn provide_tools() -> Result<()> {
    if !runs("node") || !runs("npm") {
        bail!("node and npm are missing");
    }
    let there = |name: &str| root().join(TOOLS).join("node_modules").join(name).exists();
    if there(".bin/tsc") && there(".bin/prettier") && there("axe-core") {
        return Ok(());
    }
    eprintln!("$ npm ci --prefix {TOOLS}");
    let mut command = Command::new("npm");
    command.args(["ci", "--no-audit", "--no-fund", "--prefix", TOOLS]);
    follow(command, |_| None).context("typescript, prettier and axe could not be installed")?;
    Ok(())
}

/// `# pass 24` and `# fail 0`
fn node_count(line: &str) -> Option<Count> {
    let number = |word| line.trim_end().strip_prefix(word)?.parse().ok();
    let passed = number("# pass ").map(|passed| Count { passed, failed: 0 });
    passed.or_else(|| number("# fail ").map(|failed| Count { passed: 0, failed }))
}

/// The binary beside this one: both are built in the same profile.
fn binary() -> Result<PathBuf> {
    let name = format!("sandtable{}", env::consts::EXE_SUFFIX);
    let own = env::current_exe().context("cannot tell where this program lies")?;
    Ok(own.with_file_name(name))
}

/// Files that have grown long, worth a thought before they grow longer.
fn long_files() -> Result<Vec<String>> {
    let mut notes = Vec::new();
    for file in files::all()?.iter().filter(|file| file.ends_with(".rs")) {
        let lines = files::read(file)?.lines().count();
        if lines > LONG {
            notes.push(format!("{file} has {lines} lines"));
        }
    }
    Ok(notes)
}

/// Runs cargo and adds up what `count` reads from its lines.
fn cargo(args: &[&str], count: fn(&str) -> Option<Count>) -> Result<Count> {
    eprintln!("$ cargo {}", args.join(" "));
    let mut command = Command::new("cargo");
    command.args(args);
    if std::io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    follow(command, count)
}

/// Runs a program, shows what it prints and adds up what `count` reads from its lines.
fn follow(mut command: Command, count: fn(&str) -> Option<Count>) -> Result<Count> {
    command.current_dir(root());
    follow_there(command, count)
}

/// The same in the folder that the command names.
fn follow_there(mut command: Command, count: fn(&str) -> Option<Count>) -> Result<Count> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("cannot run {name}"))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let total = thread::scope(|scope| -> Result<Count> {
        let errors = scope.spawn(move || relay(stderr, std::io::stderr(), count));
        let mut total = relay(stdout, std::io::stdout(), count)?;
        total += errors.join().expect("the relay does not panic")?;
        Ok(total)
    })?;
    let status = child.wait()?;
    if status.success() {
        return Ok(total);
    }
    if total.failed > 0 {
        return Err(Failed(total).into());
    }
    // Whatever passed before it broke off is not worth counting.
    bail!("{name} ended with {status}");
}

fn relay(from: Option<impl Read>, mut to: impl Write, count: fn(&str) -> Option<Count>) -> Result<Count> {
    let mut total = Count::NONE;
    let Some(from) = from else { return Ok(total) };
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line)? > 0 {
        // Nobody may be reading any more; the tests run on all the same.
        to.write_all(&line).ok();
        if let Some(found) = count(&without_colour(&String::from_utf8_lossy(&line))) {
            total += found;
        }
        line.clear();
    }
    to.flush().ok();
    Ok(total)
}

/// `Summary [ 1.2s] 9 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 3 skipped`
fn nextest_summary(line: &str) -> Option<Count> {
    let rest = line.trim_start().strip_prefix("Summary [")?;
    let (_, counts) = rest.split_once(" run: ")?;
    let mut count = Count::NONE;
    // What is told in brackets is counted outside them.
    let counts: String = counts.split('(').flat_map(|part| part.rsplit(')').next()).collect();
    for part in counts.split(',') {
        let Some((number, what)) = part.trim().split_once(' ') else { continue };
        let number: u64 = number.parse().ok()?;
        match what.trim() {
            "passed" => count.passed += number,
            "skipped" => {}
            _ => count.failed += number,
        }
    }
    Some(count)
}

/// `test result: ok. 3 passed; 0 failed; 0 ignored; ...`
fn test_result(line: &str) -> Option<Count> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut parts = counts.split(';').map(str::trim);
    let passed = parts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = parts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some(Count { passed, failed })
}

/// `3 passed, 0 failed`
fn plain_count(line: &str) -> Option<Count> {
    let (passed, failed) = line.trim_end().strip_suffix(" failed")?.split_once(" passed, ")?;
    Some(Count { passed: passed.parse().ok()?, failed: failed.parse().ok()? })
}

/// The text without the sequences that colour it.
fn without_colour(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('\u{1b}');
    plain.extend(parts.next());
    for part in parts {
        plain.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn count(passed: u64, failed: u64) -> Option<Count> {
        Some(Count { passed, failed })
    }

    #[test]
    fn summaries_of_nextest_are_read() {
        let read = |line: &str| nextest_summary(&without_colour(line));
        assert_eq!(read("     Summary [   0.015s] 5 tests run: 5 passed, 0 skipped\n"), count(5, 0));
        assert_eq!(
            read(
                "Summary [ 1.2s] 5/9 tests run: 2 passed (1 slow, 1 flaky), 1 failed, 1 timed out, 3 skipped"
            ),
            count(2, 2)
        );
        assert_eq!(
            read(
                "\u{1b}[32;1m     Summary\u{1b}[0m [ 0.1s] \u{1b}[1m1\u{1b}[0m test run: \u{1b}[1m1\u{1b}[0m \u{1b}[32;1mpassed\u{1b}[0m, 0 skipped"
            ),
            count(1, 0)
        );
        assert_eq!(read("        PASS [   0.010s] kernel a_test"), None);
    }

    #[test]
    fn results_of_cargo_test_and_of_examples_are_read() {
        let line = "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(test_result(line), count(3, 1));
        assert_eq!(plain_count("12 passed, 3 failed\n"), count(12, 3));
        assert_eq!(plain_count("ok    a.toml  Two passed, none failed"), None);
    }

    #[test]
    fn a_part_that_breaks_off_counts_as_a_failure() {
        assert_eq!(Some(count_of(&Err(anyhow::anyhow!("cannot run cargo")))), count(0, 1));
        let failed = Failed(Count { passed: 3, failed: 2 });
        assert_eq!(Some(count_of(&Err(failed.into()))), count(3, 2));
    }
}
