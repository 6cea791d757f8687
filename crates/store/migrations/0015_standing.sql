-- What seats have answered in advance.
CREATE TABLE standing (
    match_id  BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    -- The id of the answer, as the game has it.
    answer    TEXT   NOT NULL,
    -- The turn of the game for which it holds; without one it holds until it is dropped.
    turn      BIGINT,
    PRIMARY KEY (match_id, seat, answer)
);

-- The plies that were answered so.
CREATE TABLE answered (
    match_id  BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    answer    TEXT   NOT NULL,
    PRIMARY KEY (match_id, seq)
);
