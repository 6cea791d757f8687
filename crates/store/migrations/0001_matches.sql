-- A match is its header and its plies; everything else follows from them by the rules.
-- Only types and words that SQLite and PostgreSQL share: bigint, text, $1. Moments are seconds since 1970.

CREATE TABLE matches (
    id        BIGINT NOT NULL PRIMARY KEY,
    game      TEXT   NOT NULL,
    rules     BIGINT NOT NULL,
    data      TEXT   NOT NULL,
    scenario  TEXT   NOT NULL,
    -- Ids separated by spaces, as in a record.
    options   TEXT   NOT NULL,
    luck      TEXT   NOT NULL,
    against   TEXT   NOT NULL,
    created   BIGINT NOT NULL,
    -- How often somebody took a step back: whoever writes must know of all of them.
    undos     BIGINT NOT NULL
);

-- Who sits where. A machine has a name; a person holds the seat by a token, of which we keep the hash only.
CREATE TABLE seats (
    match_id  BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    player    TEXT   NOT NULL,
    holder    TEXT,
    invite    TEXT,
    PRIMARY KEY (match_id, seat)
);

CREATE INDEX seats_by_holder ON seats (holder);
CREATE INDEX seats_by_invite ON seats (invite);

-- The lines of the record. The key is the seam between writers: one number, one ply.
CREATE TABLE plies (
    match_id  BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    line      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (match_id, seq)
);
