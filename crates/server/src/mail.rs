//! Mail by the host's SMTP server, if he has named one.

use std::{fmt, time::Duration};

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, Header, HeaderName, HeaderValue},
    },
    transport::smtp::{
        authentication::Credentials,
        client::{Tls, TlsParameters},
    },
};

use crate::abroad::NotSent;

/// How long the host's server may take for each step.
const PATIENCE: Duration = Duration::from_secs(15);

/// The host's server for mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// Its name.
    pub server: String,
    pub port: u16,
    pub encryption: Encryption,
    /// The mailbox that mail comes from: `Sandtable <club@example.org>`.
    pub from: Mailbox,
    /// How this server signs in there.
    pub login: Option<(String, String)>,
}

/// A text that is no mailbox.
pub type NoMailbox = lettre::address::AddressError;

/// The way to the host's server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encryption {
    /// Encrypted from the start, mostly on port 465.
    Tls,
    /// Encrypted after a first word, mostly on port 587.
    StartTls,
    /// For a server on the same machine.
    None,
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mail by {}:{}", self.server, self.port)
    }
}

/// Where a mailbox is told how to get no more.
#[derive(Clone)]
struct Stop(String);

impl Header for Stop {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Stop, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Stop(text.trim_matches(['<', '>']).to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Stop::name(), format!("<{}>", self.0))
    }
}

/// So that nobody's holiday note answers.
#[derive(Clone)]
struct Automatic;

impl Header for Automatic {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Automatic, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Automatic)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Automatic::name(), "auto-generated".to_owned())
    }
}

/// A mailbox that somebody has typed, as it is kept.
pub fn mailbox(text: &str) -> Option<String> {
    if text.len() > 200 || !text.is_ascii() {
        return None;
    }
    text.trim().parse::<Address>().ok().map(|address| address.to_string())
}

impl Mail {
    /// Sends a letter. `stop` is the page where its reader ends them.
    pub async fn send(&self, to: &str, subject: &str, text: String, stop: String) -> Result<(), NotSent> {
        let never = |error: &dyn fmt::Display| {
            tracing::debug!(%error, "a letter cannot be written");
            NotSent::Never("Nothing can be sent to this mailbox.".to_owned())
        };
        let to: Address = to.parse().map_err(|error| never(&error))?;
        let letter = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .header(Automatic)
            .header(Stop(stop))
            .body(text)
            .map_err(|error| never(&error))?;
        let sent = self.way().map_err(|error| later(&error))?.send(letter).await;
        match sent {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(never(&error)),
            Err(error) => Err(later(&error)),
        }
    }

    fn way(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
        let named = || TlsParameters::new(self.server.clone());
        let tls = match self.encryption {
            Encryption::Tls => Tls::Wrapper(named()?),
            Encryption::StartTls => Tls::Required(named()?),
            Encryption::None => Tls::None,
        };
        let mut way = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&self.server)
            .port(self.port)
            .tls(tls)
            .timeout(Some(PATIENCE));
        if let Some((user, password)) = &self.login {
            way = way.credentials(Credentials::new(user.clone(), password.clone()));
        }
        Ok(way.build())
    }
}

fn later(error: &dyn fmt::Display) -> NotSent {
    tracing::error!(%error, "mail could not be sent");
    NotSent::Later("This server's mail does not go out now.".to_owned(), None)
}
