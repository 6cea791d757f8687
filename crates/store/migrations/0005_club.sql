-- What a match between people has beside its record. None of it decides anything by the rules.

-- Who may take the free seat, and whether the game counts.
CREATE TABLE terms (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- 1 while anybody may take the free seat.
    open      BIGINT NOT NULL,
    -- 1 if anybody may find the game and watch it.
    public    BIGINT NOT NULL,
    -- For whom the free seat is kept.
    wanted    TEXT,
    -- 1 if the result moves the ratings.
    rated     BIGINT NOT NULL,
    -- The match that this one is the return of.
    rematch   BIGINT
);

CREATE INDEX terms_by_open ON terms (open);
CREATE INDEX terms_by_wanted ON terms (wanted);
CREATE INDEX terms_by_public ON terms (public);
CREATE UNIQUE INDEX terms_by_rematch ON terms (rematch);

-- Seconds that each seat has left, of those it began with and those that each turn of the game adds.
CREATE TABLE clocks (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    bank      BIGINT NOT NULL,
    per_turn  BIGINT NOT NULL,
    -- In the order of the seats, separated by spaces.
    remaining TEXT   NOT NULL,
    -- Since when the clock of the side that decides runs; 0 while somebody is missing.
    since     BIGINT NOT NULL,
    -- The last turn that added its seconds.
    turn      BIGINT NOT NULL
);

-- What was said and agreed on at the table, beside the record: chat, offers, answers, the end.
CREATE TABLE talk (
    match_id  BIGINT NOT NULL,
    number    BIGINT NOT NULL,
    -- After how many plies.
    seq       BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    kind      TEXT   NOT NULL,
    says      TEXT   NOT NULL,
    PRIMARY KEY (match_id, number)
);

-- What a player writes down for himself.
CREATE TABLE notes (
    match_id  BIGINT NOT NULL,
    holder    TEXT   NOT NULL,
    says      TEXT   NOT NULL,
    PRIMARY KEY (match_id, holder)
);

CREATE INDEX notes_by_holder ON notes (holder);

-- How a match ended, once: the row is the proof that its result was counted.
CREATE TABLE results (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- The seat that won; nobody after a draw.
    winner    BIGINT,
    -- `rules`, `resigned`, `agreed` or `timeout`.
    how       TEXT   NOT NULL,
    at        BIGINT NOT NULL
);

-- Glicko-2, for each game and side: rating and deviation in thousandths, volatility in millionths.
CREATE TABLE ratings (
    holder     TEXT   NOT NULL,
    game       TEXT   NOT NULL,
    side       TEXT   NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games      BIGINT NOT NULL,
    PRIMARY KEY (holder, game, side)
);
