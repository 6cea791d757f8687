-- Accounts that programs play for. Once an account was a program's it is marked as such.
CREATE TABLE bots (
    holder    TEXT   NOT NULL PRIMARY KEY,
    since     BIGINT NOT NULL
);

-- What programs show to play for an account; the digest of a token alone is kept.
CREATE TABLE bot_tokens (
    token     TEXT   NOT NULL PRIMARY KEY,
    holder    TEXT   NOT NULL,
    name      TEXT   NOT NULL,
    created   BIGINT NOT NULL
);

CREATE INDEX bot_tokens_by_holder ON bot_tokens (holder);
