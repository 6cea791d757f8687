//! What other servers on the same database have changed, as PostgreSQL tells it.

use std::{thread, time::Duration};

use ::postgres::fallible_iterator::FallibleIterator as _;
use tokio::sync::mpsc;

use crate::{MatchId, Result, postgres as ours};

/// The channel that servers speak on.
pub(crate) const CHANNEL: &str = "sandtable";
/// What is written there when somebody's devices or seats have changed.
pub(crate) const PEOPLE: &str = "people";

/// How long the line is silent before it is tried.
const SILENCE: Duration = Duration::from_secs(5);
/// How long to wait before the database is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// What another server has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Something of a match.
    Match(MatchId),
    /// Who somebody is: a device was signed out, or an account was made, renewed or removed.
    People,
    /// Anything: the line was down.
    Anything,
}

/// Listens on a thread of its own until nobody wants to know any more. `node` is who we are: what we said ourselves is no news.
pub(crate) fn listen(address: &str, node: String) -> mpsc::UnboundedReceiver<Change> {
    let (tell, told) = mpsc::unbounded_channel();
    let address = address.to_owned();
    thread::Builder::new()
        .name("store-listener".to_owned())
        .spawn(move || {
            while !tell.is_closed() {
                if let Err(error) = hear(&address, &node, &tell) {
                    tracing::error!(%error, "other servers cannot be heard");
                }
                thread::sleep(AGAIN);
            }
        })
        .expect("a thread can be started");
    told
}

fn hear(address: &str, node: &str, tell: &mpsc::UnboundedSender<Change>) -> Result<()> {
    let mut client = ours::connect(address)?;
    client.batch_execute(&format!("LISTEN {CHANNEL}"))?;
    // What was said before is not heard.
    if tell.send(Change::Anything).is_err() {
        return Ok(());
    }
    loop {
        let mut said = Vec::new();
        {
            let mut notifications = client.notifications();
            let mut arriving = notifications.timeout_iter(SILENCE);
            if let Some(first) = arriving.next()? {
                said.push(first.payload().to_owned());
            }
        }
        for payload in said {
            for change in changes(&payload, node) {
                if tell.send(change).is_err() {
                    return Ok(());
                }
            }
        }
        if tell.is_closed() {
            return Ok(());
        }
        if client.is_closed() {
            return Ok(());
        }
    }
}

/// What a server says: who it is, and what it has changed.
pub(crate) fn payload(node: &str, changes: &[Change]) -> Vec<String> {
    let words = changes.iter().filter_map(|change| match change {
        Change::Match(id) => Some(id.to_string()),
        Change::People => Some(PEOPLE.to_owned()),
        Change::Anything => None,
    });
    let words: Vec<String> = words.collect();
    words.chunks(AT_ONCE).map(|words| format!("{node} {}", words.join(" "))).collect()
}

/// How many words fit into what PostgreSQL passes on at once: 8,000 bytes.
const AT_ONCE: usize = 500;

fn changes(payload: &str, node: &str) -> Vec<Change> {
    let mut words = payload.split(' ');
    if words.next() == Some(node) {
        return Vec::new();
    }
    let change = |word: &str| match word {
        PEOPLE => Some(Change::People),
        id => id.parse().ok().map(Change::Match),
    };
    words.filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_heard_by_others() {
        let all: Vec<Change> =
            (0..1200).map(|n| Change::Match(MatchId::new(n))).chain([Change::People]).collect();
        let said = payload("one", &all);
        assert_eq!(said.len(), 3);
        assert!(said.iter().all(|said| said.len() < 8000));
        let heard: Vec<Change> = said.iter().flat_map(|said| changes(said, "two")).collect();
        assert_eq!(heard, all);
        assert!(said.iter().all(|said| changes(said, "one").is_empty()));
    }
}
