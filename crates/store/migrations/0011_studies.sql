-- The position that a match began in, where somebody set it up by hand: the text that its record has.
CREATE TABLE positions (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    body      TEXT   NOT NULL
);

-- Positions that are too long for a link. The same one is kept once, by the digest of its text.
CREATE TABLE studies (
    id        TEXT   NOT NULL PRIMARY KEY,
    game      TEXT   NOT NULL,
    body      TEXT   NOT NULL,
    -- When somebody last kept it, in seconds since 1970.
    at        BIGINT NOT NULL
);
