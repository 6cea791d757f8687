//! How things go wrong: one line on the error stream, and an exit status that tells wrong usage from failure.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::Error;
use games::OpenError;
use kernel::SetupError;
use search::UnknownPlayer;

/// What was typed cannot be meant; the text says what to type instead.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error about what was typed.
pub fn usage(text: impl Into<String>) -> Error {
    Error::new(Usage(text.into()))
}

/// Says what went wrong and yields the exit status for it.
pub fn report(error: &Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // Nobody is left to tell when the error stream is closed too.
    let _ = writeln!(io::stderr(), "error: {}", one_line(error));
    if is_usage(error) { ExitCode::from(2) } else { ExitCode::FAILURE }
}

fn is_usage(error: &Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<Usage>()
            || cause.is::<SetupError>()
            || cause.is::<UnknownPlayer>()
            || matches!(cause.downcast_ref::<OpenError>(), Some(OpenError::Unknown { .. }))
    })
}

/// The reader has seen enough, as in `sandtable rules GAME | head`: no reason to complain.
fn is_broken_pipe(error: &Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// The whole chain of causes in one line. A cause that its context already quotes is left out.
fn one_line(error: &Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.contains(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&cause);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
