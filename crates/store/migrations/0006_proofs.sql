-- Proofs of draws: the secret of each match, and what came in beside its plies. Matches that began before have none.
CREATE TABLE proofs (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- Thirty-two bytes. Its digest is published before the first draw, the secret itself when the game is over.
    secret    BYTEA  NOT NULL
);

-- Salts and cuts, in their order, each with the number of plies that stood when it came; a cut with the plies that it
-- took back. Each moves `undos` of the head on, so that two servers never draw from different chains.
CREATE TABLE asides (
    match_id  BIGINT NOT NULL,
    number    BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    aside     TEXT   NOT NULL,
    PRIMARY KEY (match_id, number)
);
