//! `sandtable serve`, and `sandtable` alone: the table in the browser.

use std::{
    env,
    io::{IsTerminal as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result};
use server::{App, Network, Outside, Settings, Site};
use store::{Store, without_secret};
use tokio::{net::TcpListener, signal};
use tracing_subscriber::{filter::LevelFilter, fmt};

use crate::{
    config::Config,
    context::{Context, stdout},
    error::usage,
    manager,
};

/// Where the server listens unless it is told.
const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8417);

/// Serve the games to browsers, on this machine or for a club.
#[derive(clap::Args, Default)]
#[command(after_help = "\
Examples:
  sandtable                                            serve here and open the browser
  sandtable serve --listen 0.0.0.0:8417 --no-open      for everybody who can reach this machine
  sandtable serve --database sqlite:club.db
  sandtable serve --database postgres://sandtable@localhost/sandtable
  sandtable serve --config /etc/sandtable.toml --check

Games are kept in SANDTABLE_DATA, or else in the user's data folder. SANDTABLE_LOG sets what is logged: error, warn,
info or debug; SANDTABLE_LOG_FORMAT how: text or json. Whoever sends the token in SANDTABLE_METRICS_TOKEN may read /metrics.")]
pub struct Args {
    /// A file with everything that a host may set; packaging/sandtable.toml lists it.
    #[arg(long, value_name = "FILE", env = "SANDTABLE_CONFIG")]
    config: Option<PathBuf>,
    /// Say whether the settings hold and the database can be opened, and serve nothing.
    #[arg(long)]
    check: bool,
    /// The address to listen on; port 0 takes a free one. [default: 127.0.0.1:8417]
    #[arg(long, value_name = "ADDRESS", env = "SANDTABLE_LISTEN")]
    listen: Option<SocketAddr>,
    /// Where games are kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, value_name = "URL", env = "SANDTABLE_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The site as players type it, where a proxy stands before the server: https://NAME or https://NAME/PATH.
    #[arg(long, value_name = "URL", env = "SANDTABLE_SITE")]
    site: Option<Site>,
    /// Another name that the server answers to; addresses and localhost need none. May be repeated.
    #[arg(long = "name", value_name = "NAME", env = "SANDTABLE_NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// A proxy whose word about the client's address is taken: 127.0.0.1 or 10.0.0.0/8. May be repeated.
    #[arg(long = "proxy", value_name = "NETWORK", env = "SANDTABLE_PROXIES", value_delimiter = ',')]
    proxies: Vec<Network>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Read the client's files from this folder instead of the embedded ones, to work on them.
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let config = args.config.as_deref().map(Config::read).transpose()?.unwrap_or_default();
    log(&config)?;
    let database = database(args.database.as_deref().or(config.database.as_deref()))?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(serve(args, &config, context, &database))?;
    // A machine that still thinks is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: &Args, config: &Config, context: &Context, database: &str) -> Result<()> {
    let opened = if args.check { Store::open(database).await } else { Store::claim(database).await };
    let store = opened.with_context(|| format!("cannot open {}", without_secret(database)))?;
    let first = |given: &[String], set: &[String]| if given.is_empty() { set } else { given }.to_vec();
    let proxies = if args.proxies.is_empty() { config.proxies()? } else { args.proxies.clone() };
    let mut settings = Settings {
        web: args.web.clone(),
        outside: Outside {
            site: args.site.clone().map_or_else(|| config.site(), |site| Ok(Some(site)))?,
            hosts: first(&args.names, &config.names),
            proxies,
        },
        metrics_token: env::var("SANDTABLE_METRICS_TOKEN").ok().filter(|token| !token.is_empty()),
        ..Settings::default()
    };
    config.apply(&mut settings);
    settings.notices = config.notices()?;
    if settings.notices.mail.is_some() && settings.outside.site.is_none() {
        return Err(usage("mail: a letter names pages of the site: set it with --site".to_owned()));
    }
    let listen = args.listen.or(config.listen).unwrap_or(DEFAULT_LISTEN);
    if args.check {
        let mut out = stdout();
        writeln!(
            out,
            "The settings hold. Games are in {}; the address is {listen}.",
            without_secret(database)
        )?;
        return Ok(());
    }
    let app = App::new(store, &context.overlay, settings)?;
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("cannot listen on {listen}: choose another address with --listen"))?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}/");
    let mut out = stdout();
    writeln!(out, "Sandtable is at {url} and keeps its games in {}", without_secret(database))?;
    out.flush()?;
    if !args.no_open {
        open_browser(&url);
    }
    // Whoever hears that we are ready may end us at once.
    let end =
        signal::unix::signal(signal::unix::SignalKind::terminate()).context("signals cannot be heard")?;
    manager::tell("READY=1");
    server::serve(listener, app, stop(end)).await;
    Ok(())
}

/// Waits for Ctrl-C, or for the end that a service manager sends.
async fn stop(mut end: signal::unix::Signal) {
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = end.recv() => {}
    }
    manager::tell("STOPPING=1");
}

/// Only where there is a screen. If it fails, the address has been printed.
fn open_browser(url: &str) {
    if env::var_os("DISPLAY").is_none() && env::var_os("WAYLAND_DISPLAY").is_none() {
        return;
    }
    let _ = Command::new("xdg-open").arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Logs to standard error: for people, or a line of JSON each for machines.
fn log(config: &Config) -> Result<()> {
    let named = |name: &str, set: &Option<String>| env::var(name).ok().or_else(|| set.clone());
    let level = match named("SANDTABLE_LOG", &config.log) {
        None => LevelFilter::INFO,
        Some(word) => word
            .parse()
            .map_err(|_| usage(format!("SANDTABLE_LOG is '{word}': write error, warn, info or debug")))?,
    };
    let colours = std::io::stderr().is_terminal();
    let log = fmt().with_max_level(level).with_writer(std::io::stderr);
    match named("SANDTABLE_LOG_FORMAT", &config.log_format).as_deref() {
        None | Some("text") => log.with_ansi(colours).init(),
        Some("json") => log.json().with_ansi(false).init(),
        Some(other) => return Err(usage(format!("SANDTABLE_LOG_FORMAT is '{other}': write text or json"))),
    }
    Ok(())
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
