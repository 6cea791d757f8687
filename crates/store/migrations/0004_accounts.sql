-- Accounts beside guests: a name and a password for several devices. `holder` is who sits in seats.
CREATE TABLE accounts (
    holder    TEXT   NOT NULL PRIMARY KEY,
    name      TEXT   NOT NULL,
    -- The name in small letters: two people never have names that differ by these alone.
    folded    TEXT   NOT NULL,
    -- Argon2id with its parameters and salt, and the digest of the code that makes up for a lost password.
    password  TEXT   NOT NULL,
    recovery  TEXT   NOT NULL,
    created   BIGINT NOT NULL
);

CREATE UNIQUE INDEX accounts_by_name ON accounts (folded);
