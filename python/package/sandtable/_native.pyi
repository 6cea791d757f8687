"""The part of the package that is written in Rust."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

class IllegalAction(ValueError):
    """The rules forbid it; the words name the case."""

def games() -> list[str]:
    """The ids of all games."""

@final
class Game:
    """A game that was opened: its rules and tables, and the numbers of what it names.

    ``data`` lays files over the built-in tables, such as ``{"circle-of-fire/charts.toml": "..."}``.
    """

    def __new__(cls, id: str, data: dict[str, str] | None = None) -> Game: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def revision(self) -> int:
        """The revision of the rules; records name it."""
    @property
    def sides(self) -> list[str]: ...
    @property
    def seats(self) -> int: ...
    @property
    def scenarios(self) -> list[str]: ...
    @property
    def options(self) -> list[str]: ...
    @property
    def max_actions(self) -> int:
        """The size of action masks: at least twice as many as were ever met in play."""
    @property
    def observation_size(self) -> int: ...
    @property
    def words_per_action(self) -> int: ...
    @property
    def word_ids(self) -> int:
        """Numbers of words are below this."""
    @property
    def fingerprint(self) -> str:
        """Differs between forms of observations: keep it beside what was learned."""
    def word_names(self) -> list[str]:
        """The words by their numbers."""
    def layout(self) -> list[dict[str, Any]]:
        """The parts of an observation: ``name``, ``offset``, ``things`` and the ``features`` of each thing."""
    def about(self) -> dict[str, Any]: ...
    def board(self) -> dict[str, Any]: ...
    def start(
        self,
        scenario: str | None = None,
        options: list[str] = ...,
        seed: int = 0,
        *,
        record: bool = True,
        auto_chance: bool = True,
    ) -> Match:
        """A fresh match. Without a record it is faster, and has neither journal nor machine players."""
    def resume(self, record: str, seed: int = 0, *, auto_chance: bool = True) -> Match:
        """A match from the text of its record."""
    def lanes(
        self,
        count: int,
        scenario: str | None = None,
        options: list[str] = ...,
        seed: int = 0,
        *,
        auto_reset: bool = True,
        threads: int = 1,
    ) -> Lanes:
        """Many matches side by side; ``sandtable.vector.Batch`` is easier to use."""
    def player(self, spec: str, seed: int = 0) -> Player:
        """A machine player: ``random``, ``greedy``, ``easy``, ``normal``, ``hard``, ``expert`` and others."""

@final
class Match:
    """A match under way or over: one that keeps its record, or a world without one."""

    @property
    def game(self) -> str: ...
    @property
    def seq(self) -> int:
        """How many actions and draws have been played."""
    @property
    def turn(self) -> int: ...
    @property
    def step(self) -> str:
        """The named step of the sequence of play."""
    @property
    def seat_to_act(self) -> int | None:
        """Who decides; none while a draw is due and when the game is over."""
    @property
    def is_over(self) -> bool: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def has_record(self) -> bool: ...
    @property
    def action_count(self) -> int: ...
    def side(self, seat: int) -> str:
        """The side that a seat plays now."""
    def outcome(self) -> tuple[int | None, str, str] | None:
        """The seat that won (none after a draw), in words, and the case that decided."""
    def returns(self) -> list[float]:
        """For each seat 1 if it has won, -1 if it has lost, 0 otherwise."""
    def legal(self) -> list[str]:
        """The notations of the legal actions; an action's number is its place here."""
    def notation(self, action: int) -> str: ...
    def action(self, notation: str) -> int:
        """The number of a notation; `IllegalAction` says why it is none."""
    def apply(self, action: int | str) -> None:
        """Plays an action, by number or notation, and what chance brings then."""
    def chance_count(self) -> int | None:
        """How many equally likely outcomes the draw has that is due."""
    def chance_text(self, outcome: int) -> str: ...
    def sample_chance(self) -> int:
        """The outcome that the seed has for the draw that is due."""
    def apply_chance(self, outcome: int) -> None: ...
    def seed(self, seed: int) -> None:
        """Draws follow from this seed and the number of the ply from now on."""
    def view(self, seat: int | None = None, *, everything: bool = False) -> dict[str, Any]:
        """What a seat sees, as the browser gets it; without a seat what a spectator sees, or everything."""
    def observation(self, seat: int) -> NDArray[np.float32]:
        """The same as numbers, in the form of `Game.layout`."""
    def action_mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """One for each legal action; zeros for a seat that does not decide."""
    def action_words(self, seat: int | None = None) -> NDArray[np.int32]:
        """The words of each legal action's notation by their numbers: what the actions are about."""
    def memory(self, seat: int) -> str:
        """Everything that a seat did and was told, in order."""
    def clone(self) -> Match: ...
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: Any) -> Match: ...
    def world(self, seed: int = 0) -> Match:
        """The same position without a record, with chance of its own."""
    def redeal(self, seat: int, seed: int = 0) -> Match:
        """A world that this seat cannot tell apart from this one."""
    def record(self) -> str:
        """The record as text."""
    def journal(self, seat: int) -> list[str]: ...

@final
class Lanes:
    """Many matches of one game; see ``sandtable.vector.Batch``."""

    def __len__(self) -> int: ...
    def report(self) -> bytes: ...
    def step(self, actions: bytes) -> bytes: ...
    def random(self, steps: int) -> bytes: ...
    def observations(self) -> NDArray[np.float32]: ...
    def action_words(self, most: int) -> NDArray[np.int32]: ...
    def world(self, lane: int, seed: int = 0) -> Match: ...

@final
class Player:
    """A machine player. It is shown worlds that its seat cannot tell apart from the true one."""

    @property
    def name(self) -> str: ...
    def choose(self, play: Match) -> str:
        """The notation of what it plays now; the match must keep its record."""
