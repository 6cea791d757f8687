"""What the tests share: games are opened once, and played at random under a seed."""

import functools
import random
from collections.abc import Iterator

from sandtable import Game, Match, games

GAMES = games()
# Games in which a side does not see everything, with the options that hide more.
HIDDEN = [("bear-trap", ["strict"]), ("the-year-before", [])]


@functools.cache
def opened(name: str) -> Game:
    return Game(name)


def walk(match: Match, seed: int, bound: int = 100_000) -> Iterator[Match]:
    """Plays at random and stops at every decision, before it is made."""
    rng = random.Random(seed)
    for _ in range(bound):
        if match.is_over:
            return
        yield match
        match.apply(rng.randrange(match.action_count))


def finished(name: str, seed: int) -> Match:
    match = opened(name).start(seed=seed)
    for _ in walk(match, seed):
        pass
    return match
