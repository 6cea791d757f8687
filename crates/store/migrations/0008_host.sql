-- What a host decides while the server runs.

-- Accounts that may not sign in.
CREATE TABLE bans (
    holder    TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL
);

-- Switches by name: `registration` is `closed` or not there.
CREATE TABLE switches (
    name      TEXT   NOT NULL PRIMARY KEY,
    value     TEXT   NOT NULL
);
