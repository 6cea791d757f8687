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
    created   BIGINT NOT NULL
);

-- Where each match stands. This row is the seam between writers: whoever adds plies moves it on, and only from where
-- he believes it to be. It is small and apart from the rest because every action writes it.
CREATE TABLE heads (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- How many plies there are.
    seq       BIGINT NOT NULL,
    -- How often somebody took a step back: the same number of plies may be another past.
    undos     BIGINT NOT NULL,
    -- The last ply.
    ply_id    BIGINT NOT NULL
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

-- The lines of the record, in the order in which they came in from all matches, each with the ply of the same match
-- before it (0 for none). Plies of many matches are written side by side at the end of the table, so that an action
-- costs a few dozen bytes; a key of match and seq would touch pages all over the file. A match is read by following
-- its plies back from the head.
CREATE TABLE plies (
    id        BIGINT NOT NULL PRIMARY KEY,
    before    BIGINT NOT NULL,
    line      TEXT   NOT NULL,
    at        BIGINT NOT NULL
);
