"""Many matches of one game, stepped together in one call that releases the GIL."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import Game, Match

_ACTION = np.dtype("<i4")


class Batch:
    """``count`` matches side by side.

    After every `step` the arrays tell how things stand: ``counts`` (legal actions), ``seats`` (who decides, -1 when the
    game is over), ``ended`` (whether the step ended a game) and ``rewards`` (of the game that ended, a column for each
    seat). With ``auto_reset`` a game that ended has begun anew already. The arrays are new ones every time and are not to
    be written to.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        scenario: str | None = None,
        options: list[str] | None = None,
        seed: int = 0,
        *,
        auto_reset: bool = True,
        threads: int = 1,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.lanes = self.game.lanes(
            count, scenario, options or [], seed, auto_reset=auto_reset, threads=threads
        )
        self._form = np.dtype(
            [("count", "<i4"), ("reward", "<f4", (self.game.seats,)), ("seat", "i1"), ("ended", "?")]
        )
        self._slots = np.arange(self.game.max_actions)
        self._report: NDArray[Any] = np.frombuffer(self.lanes.report(), self._form)

    def __len__(self) -> int:
        return len(self.lanes)

    @property
    def counts(self) -> NDArray[np.int32]:
        return self._report["count"]

    @property
    def seats(self) -> NDArray[np.int8]:
        return self._report["seat"]

    @property
    def ended(self) -> NDArray[np.bool_]:
        return self._report["ended"]

    @property
    def rewards(self) -> NDArray[np.float32]:
        return self._report["reward"]

    def step(self, actions: ArrayLike) -> None:
        """Plays an action in each match, or nothing if one of them is impossible. Matches that are over take no notice."""
        self._report = np.frombuffer(self.lanes.step(np.array(actions, _ACTION).tobytes()), self._form)

    def random(self, steps: int) -> None:
        """Plays ``steps`` actions at random in each match."""
        self._report = np.frombuffer(self.lanes.random(steps), self._form)

    def observations(self) -> NDArray[np.float32]:
        """What the deciding seat of each match may know, a row each."""
        return self.lanes.observations()

    def masks(self) -> NDArray[np.int8]:
        """The action mask of each match, a row each."""
        return (self._slots < self.counts[:, None]).astype(np.int8)

    def action_words(self, most: int | None = None) -> NDArray[np.int32]:
        """The words of the actions by their numbers; ``most`` actions a match, by default as many as one has now."""
        return self.lanes.action_words(max(int(self.counts.max()), 1) if most is None else most)

    def world(self, lane: int, seed: int = 0) -> Match:
        """The position of one match, with its own chance from here on."""
        return self.lanes.world(lane, seed)
