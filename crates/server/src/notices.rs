//! Being told that a game waits: who is told when, in which words, and by which way.
//!
//! The actor of a match notes on disk that somebody's turn has come; a worker takes what is due from there, looks whether it
//! is still so and nobody looks at the game, and sends it. A notice says the title, the side, the turn and where: nothing
//! that anybody could not see who has the link.

use std::{collections::BTreeSet, fmt::Write as _, path::PathBuf, time::Duration};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use kernel::{Node, Seat};
use ring::hmac;
use serde::Serialize;
use serde_json::json;
use store::{Delivery, Due, MatchId, Sent, Turned, Way};
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use crate::{
    abroad::{Abroad, NotSent, Target},
    app::App,
    error::{Error, Result},
    identity::{Caller, Holder, hex},
    look::{self, Meta, millis},
    mail::Mail,
    matches::url,
    outside::Network,
    table::{HUMAN, Seated},
};

/// What the store calls games on one screen: nobody there has to be told.
const HOTSEAT: &str = "hotseat";
/// How often the queue is looked at.
const OFTEN: Duration = Duration::from_secs(1);
/// How many messages are on their way at once.
const AT_ONCE: usize = 32;
/// How long a server has a message in hand, in thousandths of a second.
const LEASE: i64 = 60_000;
/// How long to wait before each further try, in seconds.
const AGAIN: [u64; 5] = [30, 120, 600, 3_600, 6 * 3_600];
/// How long the other side may ask to wait.
const LONGEST_WAIT: u64 = 24 * 3_600;
/// After so many messages that were given up, one after the other, a way is left alone.
const MOST_GIVEN_UP: i64 = 3;
/// What was left undone in the last seconds before a start is done then, for so many matches.
const LATELY: i64 = 600;
const MOST_LATELY: usize = 500;

/// What a host may choose.
#[derive(Clone, Debug)]
pub struct Notices {
    /// How long somebody has to see for himself that his turn has come.
    pub delay: Duration,
    /// Ways that one account may have.
    pub ways: usize,
    /// Networks of the host's own that may be written to.
    pub allowed: Vec<Network>,
    /// Certificates to trust, in the place of those that the system trusts.
    pub roots: Option<PathBuf>,
    /// The host's server for mail; without one nobody gets any.
    pub mail: Option<Mail>,
}

impl Default for Notices {
    fn default() -> Notices {
        Notices { delay: Duration::from_secs(10), ways: 8, allowed: Vec::new(), roots: None, mail: None }
    }
}

/// Where a table stands with telling people.
pub struct Turning {
    /// Something has happened since it was last thought of.
    pub stale: bool,
    /// Whether the game was over then.
    over: Option<bool>,
    /// The seats that have done something since.
    pub acted: BTreeSet<usize>,
    /// For whom it is noted that the match waits.
    noted: BTreeSet<String>,
}

impl Default for Turning {
    fn default() -> Turning {
        Turning { stale: true, over: None, acted: BTreeSet::new(), noted: BTreeSet::new() }
    }
}

impl Seated {
    /// Notes whose turn has come, for those who want to be told.
    pub async fn turned(&mut self) {
        if !std::mem::take(&mut self.turning.stale) {
            return;
        }
        let acted = std::mem::take(&mut self.turning.acted);
        let over = self.over();
        let before = self.turning.over.replace(over);
        // Who plays by file takes the file himself, so nothing happens here that he does not know.
        if self.past.is_some() || self.against == HOTSEAT || self.by_file.is_some() {
            return;
        }
        let (mut due, mut done) = (Vec::new(), BTreeSet::new());
        for (number, seat) in self.seats.iter().enumerate() {
            let Some(holder) = seat.holder.clone().map(Holder).filter(Holder::is_account) else { continue };
            match self.app.known.has_ways(&self.app.store, &holder).await {
                Ok(true) if seat.player == HUMAN => {}
                Ok(_) => continue,
                Err(error) => {
                    tracing::error!(id = %self.id, %error, "it is not known who wants to be told");
                    continue;
                }
            }
            let moved = acted.contains(&number);
            let quiet = self.shared.is_online(&holder.0);
            if !over && self.waits_for(Seat(number as u8), &holder) {
                due.push(Due { holder: holder.0.clone(), kind: "turn", quiet });
            } else if moved || over || before.is_none() {
                done.insert(holder.0.clone());
            }
            if over && before == Some(false) {
                due.push(Due { holder: holder.0, kind: "over", quiet: quiet || moved });
            }
        }
        done.retain(|holder| !due.iter().any(|due| due.holder == *holder && due.kind == "turn"));
        let waiting = due.iter().filter(|due| due.kind == "turn").map(|due| due.holder.clone()).collect();
        let noted = std::mem::replace(&mut self.turning.noted, waiting);
        due.retain(|due| due.kind != "turn" || !noted.contains(&due.holder));
        if due.is_empty() && done.is_empty() {
            return;
        }
        let now = millis();
        let turned = Turned {
            id: self.id,
            seq: self.play.seq() as i64,
            undos: self.undos,
            due,
            done: done.into_iter().collect(),
            now,
            from: now + self.app.settings.notices.delay.as_millis() as i64,
        };
        if let Err(error) = self.app.store.turned(turned).await {
            self.turning.noted.clear();
            tracing::error!(id = %self.id, %error, "a turn was not noted: it is when the match is opened again");
        }
    }

    /// Another server has changed the match and tells whom it concerns.
    pub fn turned_elsewhere(&mut self) {
        self.turning = Turning { stale: false, over: Some(self.over()), ..Turning::default() };
    }

    /// Whether the match waits for this seat: it decides, or may decide already, and has not.
    fn waits_for(&self, seat: Seat, holder: &Holder) -> bool {
        match self.play.node() {
            // What it has sealed is opened before anybody is asked.
            Node::Decision(decides) if decides == seat => self.early_of(seat).is_empty(),
            Node::Decision(_) => self.ahead(&Caller(Some(holder.clone()))).is_some_and(|ahead| ahead.asks()),
            _ => false,
        }
    }
}

/// Tells somebody that a seat is kept for him.
pub async fn challenged(app: &App, id: MatchId, wanted: Option<&str>) {
    app.seats_changed();
    let Some(holder) = wanted else { return };
    // The challenge stands in the lobby, whether he is told or not.
    if let Err(error) = app.store.tell(holder, id, "challenge", millis()).await {
        tracing::error!(%id, %error, "a challenge is not told");
    }
}

/// Sends what is due, until it is stopped.
pub async fn run(app: App) {
    catch_up(&app).await;
    let mut often = interval(OFTEN);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sending = JoinSet::new();
    loop {
        tokio::select! {
            _ = often.tick() => {}
            Some(_) = sending.join_next() => {}
        }
        match claim(&app, AT_ONCE - sending.len()).await {
            Ok(claimed) => claimed.into_iter().for_each(|it| drop(sending.spawn(send(app.clone(), it)))),
            Err(error) => tracing::error!(%error, "the messages that are due cannot be read"),
        }
    }
}

/// The server may have ended between an action and the note that somebody's turn has come: tables that are opened make up for it.
async fn catch_up(app: &App) {
    match app.store.lately(look::now() - LATELY, MOST_LATELY).await {
        Ok(lately) => {
            for id in lately {
                if let Err(error) = app.tables.open(app, id).await {
                    tracing::warn!(%id, %error, "a match cannot be looked at");
                }
            }
        }
        Err(error) => tracing::error!(%error, "it is not known what was left to tell"),
    }
}

/// Sends everything that is due now, and says how many messages that were.
pub async fn send_notices(app: &App) -> usize {
    let claimed = claim(app, usize::MAX >> 1).await.unwrap_or_default();
    let count = claimed.len();
    futures_util::future::join_all(claimed.into_iter().map(|it| send(app.clone(), it))).await;
    count
}

async fn claim(app: &App, most: usize) -> Result<Vec<Delivery>> {
    let now = millis();
    // Looking costs no transaction.
    if most == 0 || !app.store.is_anything_due(now).await? {
        return Ok(Vec::new());
    }
    Ok(app.store.claim_deliveries(now, now + LEASE, most).await?)
}

async fn send(app: App, delivery: Delivery) {
    let sent = match compose(&app, &delivery).await {
        Ok(Told::Notice(notice)) => match carry(&app, &delivery, &notice).await {
            Ok(()) => Sent::Arrived,
            Err(why) => judged(why, delivery.tries),
        },
        Ok(Told::Void) => Sent::Void,
        Ok(Told::Seen) => Sent::Seen,
        Err(error) => {
            tracing::warn!(%error, way = delivery.way.id, "a notice could not be written");
            judged(NotSent::Later("The game could not be read.".to_owned(), None), delivery.tries)
        }
    };
    app.metrics.told(&sent);
    if let Err(error) = app.store.settle_delivery(delivery, sent, millis()).await {
        tracing::error!(%error, "what came of a notice could not be kept: it is sent again");
    }
}

/// What is done about a message that has not arrived.
fn judged(why: NotSent, tries: i64) -> Sent {
    let (says, wait) = match why {
        NotSent::Never(says) => return Sent::GivenUp(says, MOST_GIVEN_UP),
        NotSent::Later(says, wait) => (says, wait.unwrap_or(0).min(LONGEST_WAIT)),
    };
    match usize::try_from(tries).ok().and_then(|tries| AGAIN.get(tries)) {
        Some(&again) => Sent::Again(millis() + 1000 * again.max(wait) as i64, says),
        None => Sent::GivenUp(says, MOST_GIVEN_UP),
    }
}

/// What there is to tell.
enum Told {
    Notice(Notice),
    /// It is not so any more.
    Void,
    /// He sees it for himself.
    Seen,
}

/// A message. Everything in it is seen by anybody who has the link.
#[derive(Serialize)]
struct Notice {
    event: String,
    /// The whole of it in a sentence.
    says: String,
    url: String,
    at: i64,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The side that is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u16>,
}

async fn compose(app: &App, delivery: &Delivery) -> Result<Told> {
    let Delivery { way, id, kind, at, .. } = delivery;
    let outside = &app.settings.outside;
    let Some(id) = *id else {
        let says = match kind.as_str() {
            "confirm" => {
                "Somebody, hopefully you, wants to be told here when a game of Sandtable waits. Confirm it on this \
                 page; if it was not you, do nothing."
            }
            _ => "This is what you get from Sandtable when a game waits for you.",
        };
        let url = if kind == "confirm" { outside.url(&page_of(way)) } else { outside.url("/") };
        return Ok(Told::Notice(Notice {
            event: kind.clone(),
            says: says.to_owned(),
            url,
            at: at / 1000,
            id: None,
            game: None,
            title: None,
            side: None,
            turn: None,
        }));
    };
    if way.state != "on" {
        return Ok(Told::Seen);
    }
    let here = app.tables.live(id).is_some_and(|table| table.shared.is_online(&way.holder));
    if here || app.store.is_looking(id, &way.holder, millis()).await? {
        return Ok(Told::Seen);
    }
    let caller = &Caller(Some(Holder(way.holder.clone())));
    let look = app.tables.with(app, id, |table| async move { table.look(caller).await }).await;
    let meta = match look {
        Ok(look) => look.meta,
        Err(Error::NotFound(_)) => return Ok(Told::Void),
        Err(error) => return Err(error),
    };
    let still = match kind.as_str() {
        "turn" => meta.waits_for_you,
        "over" => meta.is_over(),
        _ => meta.is_for_you(),
    };
    if !still {
        return Ok(Told::Void);
    }
    Ok(Told::Notice(of_match(app, id, kind, &meta, at / 1000)))
}

/// What is told of a match.
fn of_match(app: &App, id: MatchId, kind: &str, meta: &Meta, at: i64) -> Notice {
    let title = meta.title().to_owned();
    let side = meta.own_side().map(str::to_owned);
    let named = side.as_deref().map(|side| side_name(app, meta.game(), side));
    let turn = meta.turn();
    let says = match (kind, named) {
        ("turn", Some(side)) => format!("{title}: it is your turn ({side}, turn {turn})."),
        ("over", _) => format!("{title}: the game is over."),
        _ => format!("{title}: you are challenged to a game."),
    };
    Notice {
        event: kind.to_owned(),
        says,
        url: app.settings.outside.url(&url(id)),
        at,
        id: Some(id.to_string()),
        game: Some(meta.game().to_owned()),
        title: Some(title),
        side,
        turn: (kind == "turn").then_some(turn),
    }
}

/// What a side is called.
pub fn side_name(app: &App, game: &str, side: &str) -> String {
    let about = app.shelf.get(game).map(|shelved| shelved.game.about());
    let found = about.and_then(|about| about.sides.iter().find(|it| it.id == side));
    found.map_or_else(|| side.to_owned(), |side| side.name.clone())
}

/// The page on which the owner of a mailbox confirms it and stops it.
fn page_of(way: &Way) -> String {
    format!("/told/{}", way.secret)
}

/// Sends a message by its way.
async fn carry(app: &App, delivery: &Delivery, notice: &Notice) -> Result<(), NotSent> {
    let way = &delivery.way;
    let settings = &app.settings.notices;
    if way.kind == "mail" {
        let Some(mail) = &settings.mail else {
            return Err(NotSent::Never("This server sends no mail.".to_owned()));
        };
        let stop = app.settings.outside.url(&page_of(way));
        let mut text = format!("{}\n\n{}\n", notice.says, notice.url);
        if notice.event != "confirm" {
            let _ = write!(text, "\n-- \nNo more of these: {stop}\n");
        }
        let subject = if notice.id.is_some() { notice.says.trim_end_matches('.') } else { "Sandtable" };
        return mail.send(&way.target, subject, text, stop).await;
    }
    let abroad = Abroad { allowed: settings.allowed.clone(), roots: settings.roots.clone() };
    let target: Target = way.target.parse().map_err(|says: &str| NotSent::Never(says.to_owned()))?;
    if way.kind == "push" {
        let push = app.push().await.map_err(|error| NotSent::Later(error.to_string(), None))?;
        let headers = push.headers(&target, &app.settings.outside.url("/"), look::now());
        return abroad.post(&target, headers, Vec::new()).await;
    }
    let (headers, body) = written(delivery, notice);
    abroad.post(&target, headers, body).await
}

/// The message as each kind of server wants it.
fn written(delivery: &Delivery, notice: &Notice) -> (HeaderMap, Vec<u8>) {
    let way = &delivery.way;
    let mut headers = HeaderMap::new();
    let mut set = |name: &'static str, value: &str| {
        // What is no header, such as a title in other letters, is left out.
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    if way.kind == "ntfy" {
        set("title", "Sandtable");
        set("click", &notice.url);
        set("content-type", "text/plain; charset=utf-8");
        return (headers, notice.says.clone().into_bytes());
    }
    set("content-type", "application/json");
    if way.kind == "discord" {
        let content = format!("{} {}", notice.says, notice.url);
        let body = json!({ "content": content, "allowed_mentions": { "parse": [] } });
        return (headers, body.to_string().into_bytes());
    }
    let body = look::text(notice);
    let at = look::now();
    set("sandtable-signature", &format!("t={at},v1={}", signature(&way.secret, at, &body)));
    // The same for every try, so that whoever gets it twice can tell.
    let id = delivery.id.map_or_else(String::new, |id| id.to_string());
    set("sandtable-delivery", &store::digest(&format!("{} {id} {} {}", way.id, delivery.kind, delivery.at)));
    (headers, body.into_bytes())
}

/// HMAC-SHA256 of the moment, a full stop and the body.
fn signature(secret: &str, at: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hex(hmac::sign(&key, format!("{at}.{body}").as_bytes()).as_ref())
}

/// Somebody looks at a match, as long as this is kept: nothing is sent to him about it.
pub struct Looking {
    app: App,
    id: MatchId,
    holder: Holder,
    until: i64,
}

/// How long other servers believe that he looks.
const BELIEVED: i64 = 60_000;

impl Looking {
    /// For an account that is told of its turns.
    pub async fn new(app: &App, id: MatchId, caller: &Caller) -> Option<Looking> {
        let holder = caller.0.clone().filter(Holder::is_account)?;
        if !app.known.has_ways(&app.store, &holder).await.unwrap_or(false) {
            return None;
        }
        let mut looking = Looking { app: app.clone(), id, holder, until: 0 };
        looking.refresh().await;
        Some(looking)
    }

    /// Says it again, if that is due.
    pub async fn refresh(&mut self) {
        let now = millis();
        if self.until - now > BELIEVED / 2 || (self.until > 0 && !self.app.store.is_shared()) {
            return;
        }
        self.until = now + BELIEVED;
        if let Err(error) = self.app.store.looks(self.id, &self.holder.0, self.until).await {
            tracing::error!(id = %self.id, %error, "it is not known to others who looks");
        }
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        if !self.app.store.is_shared() {
            return;
        }
        let (app, id, holder) = (self.app.clone(), self.id, self.holder.clone());
        tokio::spawn(async move {
            // He may look through another window.
            if app.tables.live(id).is_some_and(|table| table.shared.is_online(&holder.0)) {
                return;
            }
            if let Err(error) = app.store.leaves(id, &holder.0).await {
                tracing::warn!(%id, %error, "it is not known to others who has left: it is in a minute");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_tried_again_later_and_later_and_then_given_up() {
        let later = || NotSent::Later("x".to_owned(), None);
        let mut last = 0;
        for tries in 0..5 {
            let Sent::Again(due, _) = judged(later(), tries) else { panic!("{tries}") };
            assert!(due > last);
            last = due;
        }
        assert_eq!(judged(later(), 5), Sent::GivenUp("x".to_owned(), 3));
        assert_eq!(judged(NotSent::Never("y".to_owned()), 0), Sent::GivenUp("y".to_owned(), 3));
        let asked = NotSent::Later("x".to_owned(), Some(u64::MAX));
        let Sent::Again(due, _) = judged(asked, 0) else { panic!() };
        assert!(due <= millis() + 1000 * LONGEST_WAIT as i64, "nobody makes us wait for ever");
    }

    #[test]
    fn a_signature_is_that_of_the_moment_and_the_body() {
        // As Python's hmac works it out.
        let expected = "1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908";
        assert_eq!(signature("secret", 1, "{}"), expected);
    }
}
