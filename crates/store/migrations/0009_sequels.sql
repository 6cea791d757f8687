-- A match that goes on from the end of a match of another game. A match has one sequel, so that its players meet again.
CREATE TABLE sequels (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- The match it goes on from, and the game of that one.
    follows   BIGINT NOT NULL,
    game      TEXT   NOT NULL,
    -- What that one adds to the score of both together.
    score     BIGINT NOT NULL
);

CREATE UNIQUE INDEX sequels_by_follows ON sequels (follows);

-- The tables that a sequel is set up from, as the game before left them: files that override built-in ones.
CREATE TABLE sequel_tables (
    match_id  BIGINT NOT NULL,
    name      TEXT   NOT NULL,
    text      TEXT   NOT NULL,
    PRIMARY KEY (match_id, name)
);
