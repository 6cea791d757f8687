-- Games by file: the file as far as this server has it, and what its side keeps to itself. A letter moves `undos` of the
-- head on, like a salt.
CREATE TABLE letters (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    -- The seat that writes here; the other one is played elsewhere.
    seat      BIGINT NOT NULL,
    -- Thirty-two bytes that the key and the shares of the side follow from. Nobody is ever shown them.
    seed      BYTEA  NOT NULL,
    -- The number of the game in the first lines of its file: the same on both sides.
    game      TEXT   NOT NULL,
    body      TEXT   NOT NULL
);

CREATE INDEX letters_by_game ON letters (game);
