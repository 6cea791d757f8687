-- What a seat has decided in secret before it was asked, while another is asked: kept until it is played in its turn.
CREATE TABLE early (
    match_id  BIGINT NOT NULL,
    seat      BIGINT NOT NULL,
    -- Notations, a line each.
    lines     TEXT   NOT NULL,
    PRIMARY KEY (match_id, seat)
);
