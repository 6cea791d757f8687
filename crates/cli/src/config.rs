//! What a host may set: a file, the environment and the command line, the later before the earlier.

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use server::{Doors, Encryption, Keep, Mail, Network, Notices, Pair, Rate, Rates, Settings, Site};

use crate::error::usage;

/// The configuration file. Everything is optional; what is not named is as `docs/hosting.md` says.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    pub listen: Option<SocketAddr>,
    pub database: Option<String>,
    pub site: Option<String>,
    pub names: Vec<String>,
    pub proxies: Vec<String>,
    pub log: Option<String>,
    pub log_format: Option<String>,
    limits: Limits,
    hourly: Hourly,
    writes: Writes,
    connections: Connections,
    keep: KeepDays,
    notices: Told,
    mail: Option<Letters>,
}

/// How much there may be.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limits {
    /// Matches in memory.
    tables: Option<usize>,
    /// Matches in which one person may sit.
    seats: Option<u64>,
    /// Seconds that a match stays in memory when nobody is there.
    idle: Option<u64>,
}

/// How many of what anybody may have in an hour.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Hourly {
    matches: Option<Both>,
    records: Option<Both>,
    hints: Option<Both>,
    reviews: Option<Both>,
    accounts: Option<Both>,
    sign_ins: Option<Both>,
    notices: Option<Both>,
}

/// How many for one person and for one address.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Both {
    person: u32,
    address: u32,
}

/// Writes a second, and at once.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Writes {
    person: Option<Speed>,
    address: Option<Speed>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Speed {
    per_second: f64,
    at_once: f64,
}

/// Connections, and seconds for each step.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Connections {
    all: Option<usize>,
    per_address: Option<usize>,
    head: Option<u64>,
    body: Option<u64>,
    take: Option<u64>,
    drain: Option<u64>,
}

/// Days that games are kept which nobody touches; 0 is for ever.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct KeepDays {
    unplayed: Option<u64>,
    untouched: Option<u64>,
}

/// How people are told that a game waits for them.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Told {
    /// Seconds that somebody has to see it for himself.
    delay: Option<u64>,
    /// Ways that one account may have.
    ways: Option<usize>,
    /// Networks of the host's own that may be written to.
    allow: Vec<String>,
    /// Certificates to trust, in the place of those that the system trusts.
    roots: Option<PathBuf>,
}

/// The host's server for mail.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Letters {
    /// `mail.example.org` or `mail.example.org:465`.
    server: String,
    from: String,
    /// `tls`, `starttls` or `none`.
    encryption: Option<String>,
    user: Option<String>,
}

/// What the server signs in to the host's mail with; no file has to hold it.
const MAIL_PASSWORD: &str = "SANDTABLE_MAIL_PASSWORD";

impl Letters {
    fn read(&self) -> Result<Mail> {
        let (encryption, port) = match self.encryption.as_deref().unwrap_or("starttls") {
            "tls" => (Encryption::Tls, 465),
            "starttls" => (Encryption::StartTls, 587),
            "none" => (Encryption::None, 25),
            other => return Err(usage(format!("mail.encryption: '{other}': write tls, starttls or none"))),
        };
        let (server, port) = match self.server.rsplit_once(':') {
            None => (self.server.as_str(), port),
            Some((server, port)) => {
                let wrong = |_| usage(format!("mail.server: '{}': write NAME or NAME:PORT", self.server));
                (server, port.parse().map_err(wrong)?)
            }
        };
        let wrong = |error| usage(format!("mail.from: '{}': {error}", self.from));
        let from = self.from.parse().map_err(|error: server::NoMailbox| wrong(error.to_string()))?;
        let login = match &self.user {
            None => None,
            Some(user) => {
                let password = env::var(MAIL_PASSWORD).ok().filter(|password| !password.is_empty());
                let missing = || usage(format!("mail.user: set {MAIL_PASSWORD} in the environment"));
                Some((user.clone(), password.ok_or_else(missing)?))
            }
        };
        Ok(Mail { server: server.to_owned(), port, encryption, from, login })
    }
}

impl Config {
    /// Reads the file.
    pub fn read(path: &Path) -> Result<Config> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let config: Config =
            toml::from_str(&text).map_err(|error| usage(format!("{}: {error}", path.display())))?;
        // What is wrong is said now, and not when somebody comes.
        config.proxies().with_context(|| path.display().to_string())?;
        config.site().with_context(|| path.display().to_string())?;
        config.notices().with_context(|| path.display().to_string())?;
        Ok(config)
    }

    pub fn proxies(&self) -> Result<Vec<Network>> {
        let read = |text: &String| text.parse().map_err(|error| usage(format!("proxies: '{text}': {error}")));
        self.proxies.iter().map(read).collect()
    }

    pub fn site(&self) -> Result<Option<Site>> {
        let read = |text: &String| text.parse().map_err(|error| usage(format!("site: '{text}': {error}")));
        self.site.as_ref().map(read).transpose()
    }

    /// How people are told that a game waits for them.
    pub fn notices(&self) -> Result<Notices> {
        let Told { delay, ways, allow, roots } = &self.notices;
        let mut notices = Notices::default();
        set(&mut notices.delay, delay.map(Duration::from_secs));
        set(&mut notices.ways, *ways);
        let read =
            |text: &String| text.parse().map_err(|error| usage(format!("notices.allow: '{text}': {error}")));
        notices.allowed = allow.iter().map(read).collect::<Result<_>>()?;
        notices.roots.clone_from(roots);
        notices.mail = self.mail.as_ref().map(Letters::read).transpose()?;
        Ok(notices)
    }

    /// Sets what the file names.
    pub fn apply(&self, settings: &mut Settings) {
        let Limits { tables, seats, idle } = &self.limits;
        set(&mut settings.most_tables, *tables);
        set(&mut settings.most_held, *seats);
        set(&mut settings.idle, idle.map(Duration::from_secs));
        let Settings { rates, doors, keep, .. } = settings;
        let Hourly { matches, records, hints, reviews, accounts, sign_ins, notices } = &self.hourly;
        let Rates { address, person, .. } = rates;
        set(person, self.writes.person.map(Speed::rate));
        set(address, self.writes.address.map(Speed::rate));
        for (rate, asked) in [
            (&mut rates.matches, matches),
            (&mut rates.records, records),
            (&mut rates.hints, hints),
            (&mut rates.reviews, reviews),
            (&mut rates.accounts, accounts),
            (&mut rates.sign_ins, sign_ins),
            (&mut rates.notices, notices),
        ] {
            set(rate, asked.map(Both::pair));
        }
        rates.sign_ins = rates.sign_ins.at_once(Rates::SIGN_INS_AT_ONCE);
        self.connections.apply(doors);
        let days = |days: u64| (days > 0).then(|| Duration::from_secs(days * 24 * 60 * 60));
        let Keep { unplayed, untouched } = keep;
        set(unplayed, self.keep.unplayed.map(days));
        set(untouched, self.keep.untouched.map(days));
    }
}

impl Connections {
    fn apply(&self, doors: &mut Doors) {
        set(&mut doors.connections, self.all);
        set(&mut doors.per_address, self.per_address);
        for (time, seconds) in [
            (&mut doors.head, self.head),
            (&mut doors.body, self.body),
            (&mut doors.take, self.take),
            (&mut doors.drain, self.drain),
        ] {
            set(time, seconds.map(Duration::from_secs));
        }
    }
}

impl Both {
    fn pair(self) -> Pair {
        Pair { person: Rate::hourly(self.person), address: Rate::hourly(self.address) }
    }
}

impl Speed {
    fn rate(self) -> Rate {
        Rate { per_second: self.per_second, burst: self.at_once }
    }
}

fn set<T>(value: &mut T, asked: Option<T>) {
    if let Some(asked) = asked {
        *value = asked;
    }
}
