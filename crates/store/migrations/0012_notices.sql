-- How people with accounts are told that a game waits for them, and what is still to be told.

-- A way to somebody: an address that a message is sent to, or a mailbox.
CREATE TABLE ways (
    id        TEXT   NOT NULL PRIMARY KEY,
    holder    TEXT   NOT NULL,
    -- `webhook`, `discord`, `ntfy` or `mail`.
    kind      TEXT   NOT NULL,
    target    TEXT   NOT NULL,
    -- What a webhook is signed with; for a mailbox the code that its owner confirms it or stops it by.
    secret    TEXT   NOT NULL,
    -- `waiting` until a mailbox is confirmed, `on`, or `failed` when too much came back.
    state     TEXT   NOT NULL,
    created   BIGINT NOT NULL,
    -- When something was last sent, how many messages were given up since one arrived, and what was answered.
    tried     BIGINT NOT NULL,
    failed    BIGINT NOT NULL,
    says      TEXT   NOT NULL
);

CREATE INDEX ways_by_holder ON ways (holder);
CREATE INDEX ways_by_secret ON ways (secret);

-- Who was told what of which match: a row stands until he has done what it waits for, so that he is told once.
CREATE TABLE turns (
    match_id  BIGINT NOT NULL,
    holder    TEXT   NOT NULL,
    kind      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (match_id, holder, kind)
);

-- Messages on their way: when each is due, how often it was tried, and until when a server has it in hand. Moments in
-- thousandths of a second.
CREATE TABLE deliveries (
    way       TEXT   NOT NULL,
    -- 0 where the message is about no match.
    match_id  BIGINT NOT NULL,
    -- `turn`, `over`, `challenge`, `test` or `confirm`.
    kind      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    due       BIGINT NOT NULL,
    tries     BIGINT NOT NULL,
    lease     BIGINT NOT NULL,
    PRIMARY KEY (way, match_id, kind)
);

CREATE INDEX deliveries_by_due ON deliveries (due);

-- Who looks at which match through which server, and until when that is believed; kept where there are several servers.
CREATE TABLE looking (
    match_id  BIGINT NOT NULL,
    holder    TEXT   NOT NULL,
    node      TEXT   NOT NULL,
    until     BIGINT NOT NULL,
    PRIMARY KEY (match_id, holder, node)
);

-- The address of somebody's feed of turns, as its digest.
CREATE TABLE feeds (
    holder    TEXT   NOT NULL PRIMARY KEY,
    token     TEXT   NOT NULL
);

CREATE UNIQUE INDEX feeds_by_token ON feeds (token);
