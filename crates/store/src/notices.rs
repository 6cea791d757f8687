//! How people are told that a game waits for them, and the queue of what is still to be told.
//!
//! Messages are claimed for a while by the server that sends them; servers that claim at once pass by what another one has
//! in hand. On SQLite there is one writer and nobody else.

use crate::{
    Change, MatchId, Result, Store, StoreError,
    matches::columns,
    people,
    sql::{In, Out, Sql},
};

/// A way to somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its name among all ways.
    pub id: String,
    /// Whose it is.
    pub holder: String,
    /// `webhook`, `discord`, `ntfy` or `mail`.
    pub kind: String,
    /// An address.
    pub target: String,
    /// What a webhook is signed with, or the code of a mailbox.
    pub secret: String,
    /// `waiting`, `on` or `failed`.
    pub state: String,
    /// Since when, in seconds since 1970.
    pub created: i64,
    /// When something was last sent; 0 for never.
    pub tried: i64,
    /// How many messages were given up since one arrived.
    pub failed: i64,
    /// What came of the last one.
    pub says: String,
}

/// What has become of the turns of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turned {
    /// The match.
    pub id: MatchId,
    /// What the writer knows of it.
    pub seq: i64,
    /// The same: steps taken back and salts.
    pub undos: i64,
    /// Who is to know something, and of which kind.
    pub due: Vec<Due>,
    /// Who has done what the match waited for.
    pub done: Vec<String>,
    /// Now, in thousandths of a second.
    pub now: i64,
    /// When messages may go out.
    pub from: i64,
}

/// Somebody who is to know something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Who.
    pub holder: String,
    /// `turn` or `over`.
    pub kind: &'static str,
    /// He sees it anyway: it counts as told.
    pub quiet: bool,
}

/// A message that this server has in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Which way it goes.
    pub way: Way,
    /// The match it is about.
    pub id: Option<MatchId>,
    /// `turn`, `over`, `challenge`, `test` or `confirm`.
    pub kind: String,
    /// Since when it is known, in thousandths of a second.
    pub at: i64,
    /// How often it was tried.
    pub tries: i64,
}

/// What came of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sent {
    /// It has arrived.
    Arrived,
    /// It has not and is tried again at this moment, in thousandths of a second.
    Again(i64, String),
    /// It has not and is not tried again. After so many in a row the way is no longer used.
    GivenUp(String, i64),
    /// There was nothing to tell any more. The person counts as not told.
    Void,
    /// He has seen it meanwhile, and counts as told.
    Seen,
}

const WAY: &str =
    "SELECT id, holder, kind, target, secret, state, created, tried, failed, says FROM ways WHERE id = $1";

fn read_way(row: Vec<Out>) -> Result<Way> {
    let [id, holder, kind, target, secret, state, created, tried, failed, says] = columns(row)?;
    Ok(Way {
        id: id.text()?,
        holder: holder.text()?,
        kind: kind.text()?,
        target: target.text()?,
        secret: secret.text()?,
        state: state.text()?,
        created: created.int()?,
        tried: tried.int()?,
        failed: failed.int()?,
        says: says.text()?,
    })
}

fn add_way(sql: &mut dyn Sql, way: &Way, most: i64) -> Result<()> {
    let rows = sql.rows("SELECT COUNT(*) FROM ways WHERE holder = $1", &[In::Text(&way.holder)])?;
    let there = rows.into_iter().flatten().next().map_or(Ok(0), Out::int)?;
    if there >= most {
        return Err(StoreError::MovedOn);
    }
    sql.run(
        "INSERT INTO ways (id, holder, kind, target, secret, state, created, tried, failed, says) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            In::Text(&way.id),
            In::Text(&way.holder),
            In::Text(&way.kind),
            In::Text(&way.target),
            In::Text(&way.secret),
            In::Text(&way.state),
            In::Int(way.created),
            In::Int(way.tried),
            In::Int(way.failed),
            In::Text(&way.says),
        ],
    )?;
    sql.touched(Change::People);
    Ok(())
}

fn remove_way(sql: &mut dyn Sql, id: &str) -> Result<()> {
    sql.run("DELETE FROM ways WHERE id = $1", &[In::Text(id)])?;
    sql.run("DELETE FROM deliveries WHERE way = $1", &[In::Text(id)])?;
    sql.touched(Change::People);
    Ok(())
}

/// Uses a way from now on, and forgets what had gone wrong.
fn use_way(sql: &mut dyn Sql, id: &str) -> Result<()> {
    sql.run("UPDATE ways SET state = 'on', failed = 0, says = '' WHERE id = $1", &[In::Text(id)])?;
    sql.touched(Change::People);
    Ok(())
}

/// Notes who is to know what, if the match still stands where the writer believes.
fn turned(sql: &mut dyn Sql, turned: &Turned) -> Result<()> {
    let Turned { id, seq, undos, due, done, now, from } = turned;
    let id = id.number();
    let stands = sql.rows(
        "SELECT seq FROM heads WHERE match_id = $1 AND seq = $2 AND undos = $3",
        &[In::Int(id), In::Int(*seq), In::Int(*undos)],
    )?;
    if stands.is_empty() {
        return Ok(());
    }
    for holder in done {
        forget_turn(sql, id, holder)?;
    }
    for Due { holder, kind, quiet } in due {
        let new = sql.run(
            "INSERT INTO turns (match_id, holder, kind, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            &[In::Int(id), In::Text(holder), In::Text(kind), In::Int(*now)],
        )?;
        if new == 1 && !quiet && !looks(sql, id, holder, *now)? {
            queue(sql, holder, id, kind, *now, *from)?;
        }
    }
    Ok(())
}

fn forget_turn(sql: &mut dyn Sql, id: i64, holder: &str) -> Result<()> {
    sql.run(
        "DELETE FROM turns WHERE match_id = $1 AND holder = $2 AND kind = 'turn'",
        &[In::Int(id), In::Text(holder)],
    )?;
    withdraw(sql, id, holder)
}

/// Nothing that waits is said of this match any more.
fn withdraw(sql: &mut dyn Sql, id: i64, holder: &str) -> Result<()> {
    sql.run(
        "DELETE FROM deliveries WHERE match_id = $1 AND way IN (SELECT id FROM ways WHERE holder = $2)",
        &[In::Int(id), In::Text(holder)],
    )?;
    Ok(())
}

/// A message for every way that somebody uses.
fn queue(sql: &mut dyn Sql, holder: &str, id: i64, kind: &str, now: i64, from: i64) -> Result<()> {
    sql.run(
        "INSERT INTO deliveries (way, match_id, kind, at, due, tries, lease) \
         SELECT id, CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), 0, 0 FROM ways WHERE holder = $1 AND state = 'on' \
         AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.holder = $1) ON CONFLICT DO NOTHING",
        &[In::Text(holder), In::Int(id), In::Text(kind), In::Int(now), In::Int(from)],
    )?;
    Ok(())
}

/// A message for one way, whatever its state.
fn queue_one(sql: &mut dyn Sql, way: &str, kind: &str, now: i64) -> Result<()> {
    sql.run(
        "INSERT INTO deliveries (way, match_id, kind, at, due, tries, lease) VALUES ($1, 0, $2, $3, $3, 0, 0) \
         ON CONFLICT (way, match_id, kind) DO UPDATE SET at = $3, due = $3, tries = 0",
        &[In::Text(way), In::Text(kind), In::Int(now)],
    )?;
    Ok(())
}

/// Takes messages that are due in hand.
fn claim(sql: &mut dyn Sql, now: i64, until: i64, most: i64) -> Result<Vec<Delivery>> {
    let text = if sql.is_shared() {
        "UPDATE deliveries SET lease = $2 WHERE (way, match_id, kind) IN (SELECT way, match_id, kind FROM deliveries \
         WHERE due <= $1 AND lease < $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED) \
         RETURNING way, match_id, kind, at, tries"
    } else {
        "UPDATE deliveries SET lease = $2 WHERE (way, match_id, kind) IN (SELECT way, match_id, kind FROM deliveries \
         WHERE due <= $1 AND lease < $1 ORDER BY due LIMIT $3) RETURNING way, match_id, kind, at, tries"
    };
    let mut found = Vec::new();
    for row in sql.rows(text, &[In::Int(now), In::Int(until), In::Int(most)])? {
        let [way, id, kind, at, tries] = columns(row)?;
        let way = sql.rows(WAY, &[In::Text(&way.text()?)])?.into_iter().next();
        let Some(way) = way.map(read_way).transpose()? else { continue };
        let id = Some(id.int()?).filter(|&id| id != 0).map(MatchId::of);
        found.push(Delivery { way, id, kind: kind.text()?, at: at.int()?, tries: tries.int()? });
    }
    Ok(found)
}

/// Keeps what came of a message.
fn settle(sql: &mut dyn Sql, delivery: &Delivery, sent: &Sent, now: i64) -> Result<()> {
    let Delivery { way, id, kind, .. } = delivery;
    let number = id.map_or(0, MatchId::number);
    let key = [In::Text(&way.id), In::Int(number), In::Text(kind)];
    if let Sent::Again(due, _) = sent {
        sql.run(
            "UPDATE deliveries SET tries = tries + 1, lease = 0, due = $4 \
             WHERE way = $1 AND match_id = $2 AND kind = $3",
            &[key[0], key[1], key[2], In::Int(*due)],
        )?;
    } else {
        sql.run("DELETE FROM deliveries WHERE way = $1 AND match_id = $2 AND kind = $3", &key)?;
    }
    let (id, at) = (In::Text(&way.id), In::Int(now / 1000));
    match sent {
        Sent::Arrived => {
            sql.run("UPDATE ways SET tried = $2, failed = 0, says = '' WHERE id = $1", &[id, at])?;
        }
        Sent::Again(_, says) => {
            sql.run("UPDATE ways SET tried = $2, says = $3 WHERE id = $1", &[id, at, In::Text(says)])?;
        }
        Sent::GivenUp(says, most) => {
            sql.run(
                "UPDATE ways SET tried = $2, says = $3, failed = failed + 1, \
                 state = CASE WHEN failed + 1 >= $4 AND state = 'on' THEN 'failed' ELSE state END WHERE id = $1",
                &[id, at, In::Text(says), In::Int(*most)],
            )?;
        }
        Sent::Void => {
            sql.run(
                "DELETE FROM turns WHERE match_id = $1 AND holder = $2 AND kind = $3",
                &[In::Int(number), In::Text(&way.holder), In::Text(kind)],
            )?;
        }
        Sent::Seen => {}
    }
    Ok(())
}

/// Whether somebody looks at a match through a server.
fn looks(sql: &mut dyn Sql, id: i64, holder: &str, now: i64) -> Result<bool> {
    let rows = sql.rows(
        "SELECT until FROM looking WHERE match_id = $1 AND holder = $2 AND until > $3 LIMIT 1",
        &[In::Int(id), In::Text(holder), In::Int(now)],
    )?;
    Ok(!rows.is_empty())
}

/// Forgets what is somebody's own.
pub(crate) fn forget(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    let own = &[In::Text(holder)];
    sql.run("DELETE FROM deliveries WHERE way IN (SELECT id FROM ways WHERE holder = $1)", own)?;
    for text in [
        "DELETE FROM ways WHERE holder = $1",
        "DELETE FROM turns WHERE holder = $1",
        "DELETE FROM looking WHERE holder = $1",
        "DELETE FROM feeds WHERE holder = $1",
    ] {
        sql.run(text, own)?;
    }
    Ok(())
}

impl Store {
    /// Keeps a new way. `MovedOn` if its owner has as many as he may.
    pub async fn add_way(&self, way: Way, most: usize) -> Result<()> {
        self.write(move |sql, _| add_way(sql, &way, most as i64)).await
    }

    /// The ways to somebody, the oldest first.
    pub async fn ways(&self, holder: &str) -> Result<Vec<Way>> {
        let holder = holder.to_owned();
        let read = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT id, holder, kind, target, secret, state, created, tried, failed, says FROM ways \
                 WHERE holder = $1 ORDER BY created, id",
                &[In::Text(&holder)],
            )?;
            rows.into_iter().map(read_way).collect()
        };
        self.read(read).await
    }

    /// The mailbox with this code.
    pub async fn mailbox(&self, code: &str) -> Result<Option<Way>> {
        let code = code.to_owned();
        let read = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT id, holder, kind, target, secret, state, created, tried, failed, says FROM ways \
                 WHERE secret = $1 AND kind = 'mail'",
                &[In::Text(&code)],
            )?;
            rows.into_iter().next().map(read_way).transpose()
        };
        self.read(read).await
    }

    /// Uses a way from now on.
    pub async fn use_way(&self, id: &str) -> Result<()> {
        let id = id.to_owned();
        self.write(move |sql, _| use_way(sql, &id)).await
    }

    /// Forgets a way, with what was still to go there.
    pub async fn remove_way(&self, id: &str) -> Result<()> {
        let id = id.to_owned();
        self.write(move |sql, _| remove_way(sql, &id)).await
    }

    /// Notes who is to know what of a match. Nothing, if it stands elsewhere by now.
    pub async fn turned(&self, what: Turned) -> Result<()> {
        self.write(move |sql, _| turned(sql, &what)).await
    }

    /// Tells somebody something of a match by every way that he uses.
    pub async fn tell(&self, holder: &str, id: MatchId, kind: &'static str, now: i64) -> Result<()> {
        let holder = holder.to_owned();
        self.write(move |sql, _| queue(sql, &holder, id.number(), kind, now, now)).await
    }

    /// Sends something by one way: a test, or the question whether the mailbox is his.
    pub async fn tell_one(&self, way: &str, kind: &'static str, now: i64) -> Result<()> {
        let way = way.to_owned();
        self.write(move |sql, _| queue_one(sql, &way, kind, now)).await
    }

    /// Whether a message is due.
    pub async fn is_anything_due(&self, now: i64) -> Result<bool> {
        let read = move |sql: &mut dyn Sql, _| {
            let text = "SELECT due FROM deliveries WHERE due <= $1 AND lease < $1 LIMIT 1";
            Ok(!sql.rows(text, &[In::Int(now)])?.is_empty())
        };
        self.read(read).await
    }

    /// Takes messages that are due in hand, until a moment.
    pub async fn claim_deliveries(&self, now: i64, until: i64, most: usize) -> Result<Vec<Delivery>> {
        self.write(move |sql, _| claim(sql, now, until, most as i64)).await
    }

    /// Keeps what came of a message.
    pub async fn settle_delivery(&self, delivery: Delivery, sent: Sent, now: i64) -> Result<()> {
        self.write(move |sql, _| settle(sql, &delivery, &sent, now)).await
    }

    /// Somebody looks at a match: what was to be told of it he sees. Where there are several servers, the others know it until
    /// the moment given.
    pub async fn looks(&self, id: MatchId, holder: &str, until: i64) -> Result<()> {
        let (holder, node) = (holder.to_owned(), self.node());
        let write = move |sql: &mut dyn Sql| {
            withdraw(sql, id.number(), &holder)?;
            if let Some(node) = &node {
                sql.run(
                    "INSERT INTO looking (match_id, holder, node, until) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (match_id, holder, node) DO UPDATE SET until = $4",
                    &[In::Int(id.number()), In::Text(&holder), In::Text(node), In::Int(until)],
                )?;
            }
            Ok(())
        };
        self.write(move |sql, _| write(sql)).await
    }

    /// Somebody has left a match as far as this server knows.
    pub async fn leaves(&self, id: MatchId, holder: &str) -> Result<()> {
        let Some(node) = self.node() else { return Ok(()) };
        let holder = holder.to_owned();
        let write = move |sql: &mut dyn Sql| {
            sql.run(
                "DELETE FROM looking WHERE match_id = $1 AND holder = $2 AND node = $3",
                &[In::Int(id.number()), In::Text(&holder), In::Text(&node)],
            )?;
            Ok(())
        };
        self.write(move |sql, _| write(sql)).await
    }

    /// Whether somebody looks at a match through any server.
    pub async fn is_looking(&self, id: MatchId, holder: &str, now: i64) -> Result<bool> {
        let holder = holder.to_owned();
        self.read(move |sql, _| looks(sql, id.number(), &holder, now)).await
    }

    /// Matches in which something happened since, and in which somebody sits who is told of his turns.
    pub async fn lately(&self, since: i64, most: usize) -> Result<Vec<MatchId>> {
        let read = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows(
                "SELECT DISTINCT seats.match_id FROM ways JOIN seats ON seats.holder = ways.holder \
                 JOIN heads ON heads.match_id = seats.match_id JOIN plies ON plies.id = heads.ply_id \
                 WHERE plies.at >= $1 ORDER BY seats.match_id LIMIT $2",
                &[In::Int(since), In::Int(most as i64)],
            )?;
            rows.into_iter().flatten().map(|id| id.int().map(MatchId::of)).collect()
        };
        self.read(read).await
    }

    /// Gives somebody's feed another address, or takes it away.
    pub async fn set_feed(&self, holder: &str, token: Option<&str>) -> Result<()> {
        let (holder, token) = (holder.to_owned(), token.map(people::digest));
        let write = move |sql: &mut dyn Sql| {
            sql.run("DELETE FROM feeds WHERE holder = $1", &[In::Text(&holder)])?;
            if let Some(token) = &token {
                sql.run(
                    "INSERT INTO feeds (holder, token) VALUES ($1, $2)",
                    &[In::Text(&holder), In::Text(token)],
                )?;
            }
            Ok(())
        };
        self.write(move |sql, _| write(sql)).await
    }

    /// Whose feed has this address.
    pub async fn feed(&self, token: &str) -> Result<Option<String>> {
        let token = people::digest(token);
        let read = move |sql: &mut dyn Sql, _| {
            let rows = sql.rows("SELECT holder FROM feeds WHERE token = $1", &[In::Text(&token)])?;
            rows.into_iter().flatten().next().map(Out::text).transpose()
        };
        self.read(read).await
    }

    /// Whether somebody has a feed.
    pub async fn has_feed(&self, holder: &str) -> Result<bool> {
        let holder = holder.to_owned();
        let read = move |sql: &mut dyn Sql, _| {
            Ok(!sql.rows("SELECT token FROM feeds WHERE holder = $1", &[In::Text(&holder)])?.is_empty())
        };
        self.read(read).await
    }
}
