-- What a match needs to outlive a change of rules. None of it is written in the course of play but for the first action
-- under new rules; an action still costs its plies and its head alone.

-- From which ply on a match was played by a later revision of the rules than the one it began under.
CREATE TABLE revisions (
    match_id  BIGINT NOT NULL,
    rules     BIGINT NOT NULL,
    -- How many plies lie before.
    seq       BIGINT NOT NULL,
    PRIMARY KEY (match_id, rules)
);

-- Where a match goes on from: after how many plies of which record, and of which match, if that is one of ours. A match
-- is gone on from once, so that its players meet again.
CREATE TABLE origins (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    record    TEXT   NOT NULL,
    ply       BIGINT NOT NULL,
    continues BIGINT
);

CREATE UNIQUE INDEX origins_by_continues ON origins (continues);

-- The journal in words, as it was told when it was played: rules that change cannot tell it again. It is kept when a match
-- leaves memory, a part at a time: the lines of the plies after `after`, up to `seq`.
CREATE TABLE told (
    match_id  BIGINT NOT NULL,
    after     BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    -- The revision of the rules that told it.
    rules     BIGINT NOT NULL,
    -- How the game ended, in JSON, if it did.
    ending    TEXT,
    -- JSON, compressed.
    lines     BYTEA  NOT NULL,
    PRIMARY KEY (match_id, after)
);
