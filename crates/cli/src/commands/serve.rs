//! `sandtable serve`, and `sandtable` alone: the table in the browser.

use std::{
    env,
    io::Write as _,
    net::SocketAddr,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result};
use server::{App, Settings};
use store::Store;
use tokio::{net::TcpListener, signal};
use tracing_subscriber::{filter::LevelFilter, fmt};

use crate::{
    context::{Context, stdout},
    error::usage,
};

/// Serve the games to browsers, on this machine or for a club.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable                                            serve here and open the browser
  sandtable serve --listen 0.0.0.0:8417 --no-open      for everybody who can reach this machine
  sandtable serve --database sqlite:club.db
  sandtable serve --database postgres://sandtable@localhost/sandtable

Games are kept in SANDTABLE_DATA, or else in the user's data folder. SANDTABLE_LOG sets what is logged: error, warn,
info or debug.")]
pub struct Args {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8417")]
    listen: SocketAddr,
    /// Where games are kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Read the client's files from this folder instead of the embedded ones, to work on them.
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
}

impl Default for Args {
    fn default() -> Args {
        Args { listen: SocketAddr::from(([127, 0, 0, 1], 8417)), database: None, no_open: false, web: None }
    }
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    fmt().with_max_level(log_level()?).with_writer(std::io::stderr).init();
    let database = database(args.database.as_deref())?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(serve(args, context, &database))?;
    // A machine that still thinks is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: &Args, context: &Context, database: &str) -> Result<()> {
    let store =
        Store::open(database).await.with_context(|| format!("cannot open {}", without_secret(database)))?;
    let settings = Settings { web: args.web.clone(), ..Settings::default() };
    let app = App::new(store, &context.overlay, settings)?;
    let listener = TcpListener::bind(args.listen)
        .await
        .with_context(|| format!("cannot listen on {}: choose another address with --listen", args.listen))?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    let mut out = stdout();
    writeln!(out, "Sandtable is at {url} and keeps its games in {}", without_secret(database))?;
    out.flush()?;
    if !args.no_open {
        open_browser(&url);
    }
    server::serve(listener, app, stop()).await?;
    Ok(())
}

/// Waits for Ctrl-C, or for the end that a service manager sends.
async fn stop() {
    let mut end = signal::unix::signal(signal::unix::SignalKind::terminate()).expect("signals can be heard");
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = end.recv() => {}
    }
}

/// Only where there is a screen. If it fails, the address has been printed.
fn open_browser(url: &str) {
    if env::var_os("DISPLAY").is_none() && env::var_os("WAYLAND_DISPLAY").is_none() {
        return;
    }
    let _ = Command::new("xdg-open").arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

fn log_level() -> Result<LevelFilter> {
    let Ok(word) = env::var("SANDTABLE_LOG") else { return Ok(LevelFilter::INFO) };
    word.parse().map_err(|_| usage(format!("SANDTABLE_LOG is '{word}': write error, warn, info or debug")))
}

/// The address of the database that was named, or of this user's.
pub fn database(named: Option<&str>) -> Result<String> {
    match named {
        Some(address) => Ok(address.to_owned()),
        None => Ok(format!("sqlite:{}", data_folder()?.join("sandtable.db").display())),
    }
}

/// Where this user's games are kept.
fn data_folder() -> Result<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let standard = || named("XDG_DATA_HOME").map(|folder| folder.join("sandtable"));
    let home = || named("HOME").map(|folder| folder.join(".local/share/sandtable"));
    let found = named("SANDTABLE_DATA").or_else(standard).or_else(home);
    found.ok_or_else(|| {
        usage("there is no HOME to keep games in: name a database with --database sqlite:PATH")
    })
}

/// The address of a database as it may be shown: without its password.
pub fn without_secret(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, rest)), Some((_, host))) => {
            let user = rest.split([':', '@']).next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_secret("postgres://me:pass@host/name"), "postgres://me@host/name");
        assert_eq!(without_secret("postgres://me@host/name"), "postgres://me@host/name");
        assert_eq!(without_secret("sqlite:club.db"), "sqlite:club.db");
    }
}
