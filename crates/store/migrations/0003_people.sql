-- Who somebody is, and what keeps strangers from filling the disk.

-- A device that the server has given a token to; the hash of the token alone is kept. `holder` is who sits in seats: for a
-- guest the same hash, for others their account.
CREATE TABLE sessions (
    token     TEXT   NOT NULL PRIMARY KEY,
    holder    TEXT   NOT NULL,
    created   BIGINT NOT NULL,
    -- When it was last used, to the day.
    seen      BIGINT NOT NULL,
    -- What the device says it is, for the list that its owner sees.
    device    TEXT   NOT NULL
);

CREATE INDEX sessions_by_holder ON sessions (holder);

-- Those who play already go on playing.
INSERT INTO sessions (token, holder, created, seen, device)
    SELECT DISTINCT holder, holder, 0, 0, '' FROM seats WHERE holder IS NOT NULL;

-- Secrets of this server by name: the key that it signs records with.
CREATE TABLE secrets (
    name      TEXT   NOT NULL PRIMARY KEY,
    secret    BYTEA  NOT NULL
);

-- The health check writes here.
CREATE TABLE pulse (
    id        BIGINT NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL
);

-- What marks the beginning of a game between people, so that a copy of it is known: the digest of its first lines at some
-- lengths.
CREATE TABLE marks (
    match_id  BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    mark      TEXT   NOT NULL,
    PRIMARY KEY (match_id, seq)
);

CREATE INDEX marks_by_mark ON marks (mark);

-- Of whom a record was that a match began from: the key of the server that signed it, if one did; and the match between
-- people that it is a copy of, if it is one of ours.
ALTER TABLE origins ADD COLUMN signer TEXT;
ALTER TABLE origins ADD COLUMN copy_of BIGINT;
