-- What several servers on one database need.

-- Numbers for plies, a thousand at a time: servers that write side by side do not wait for each other's.
CREATE TABLE blocks (
    id        BIGINT NOT NULL PRIMARY KEY,
    next      BIGINT NOT NULL
);

INSERT INTO blocks (id, next) SELECT 1, COALESCE(MAX(id), 0) / 1000 + 1 FROM plies;

-- Which server thinks for the machine of a match, and until when it may. One that is killed is taken over from after that.
CREATE TABLE claims (
    match_id  BIGINT NOT NULL PRIMARY KEY,
    node      TEXT   NOT NULL,
    until     BIGINT NOT NULL
);
