use anyhow::Result;
use std::process::ExitCode;
/// x
#[derive(clap::Args)]
#[command(after_help = "sandtable ")]
pub struct Args {}
pub fn run(_: &Args, _: &crate::context::Context) -> Result<ExitCode> { Ok(ExitCode::SUCCESS) }
