"""Games and states after the manner of OpenSpiel, which need not be installed.

What a program asks of ``pyspiel.Game`` and ``pyspiel.State`` to walk and search a game is here under the same names. Not
here: tensors of information states (a match has no fixed length), and lists of chance outcomes where there are too many.
"""

from __future__ import annotations

import json
from typing import Any, Callable

import numpy as np

from ._native import Game as Rules
from ._native import Match

CHANCE = -1
TERMINAL = -4
# Draws with more outcomes than this are sampled, not listed.
LISTED = 10_000


def load_game(name: str, params: dict[str, Any] | None = None) -> Game:
    """Opens a game. ``params`` may have ``scenario`` and ``options``."""
    return Game(Rules(name), **(params or {}))


class Game:
    def __init__(self, rules: Rules, scenario: str | None = None, options: list[str] | None = None) -> None:
        self.rules, self.scenario, self.options = rules, scenario, options or []

    def short_name(self) -> str:
        return self.rules.id

    def long_name(self) -> str:
        return self.rules.title

    def num_players(self) -> int:
        return self.rules.seats

    def num_distinct_actions(self) -> int:
        return self.rules.max_actions

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return [self.rules.observation_size]

    def observation_tensor_size(self) -> int:
        return self.rules.observation_size

    def new_initial_state(self, seed: int = 0) -> State:
        """A match at its beginning. The seed matters only for `State.sample_chance`."""
        match = self.rules.start(self.scenario, self.options, seed, auto_chance=False)
        return State(self, match, seed)

    def deserialize_state(self, text: str) -> State:
        parts = json.loads(text)
        state = self.new_initial_state(parts["seed"])
        for player, action in parts["history"]:
            state._play(player, action)
        return state

    def __repr__(self) -> str:
        return f"{self.rules.id}()"


class State:
    """A position with the way that led to it."""

    def __init__(self, game: Game, match: Match, seed: int = 0) -> None:
        self._game, self._match, self._seed = game, match, seed
        self._history: list[tuple[int, int]] = []

    def get_game(self) -> Game:
        return self._game

    @property
    def match(self) -> Match:
        """The match itself, with notations, record and view."""
        return self._match

    def current_player(self) -> int:
        if self._match.is_over:
            return TERMINAL
        seat = self._match.seat_to_act
        return CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        return self._match.is_over

    def is_chance_node(self) -> bool:
        return self._match.is_chance

    def is_player_node(self) -> bool:
        return self._match.seat_to_act is not None

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of actions, of this position alone. At a chance node they are the outcomes."""
        if self.is_chance_node() and player in (None, CHANCE):
            return [outcome for outcome, _ in self.chance_outcomes()]
        if player not in (None, self.current_player()):
            return []
        return list(range(self._match.action_count))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self.is_chance_node():
            return [1] * len(self.chance_outcomes())
        return self._match.action_mask(player).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes with their probabilities, where there are not too many."""
        count = self._match.chance_count()
        if count is None:
            raise ValueError("no draw is due")
        if count > LISTED:
            raise ValueError(f"the draw has {count} outcomes, too many to list: use sample_chance")
        return [(outcome, 1.0 / count) for outcome in range(count)]

    def sample_chance(self, rng: np.random.Generator | None = None) -> int:
        """One outcome of the draw that is due: of this generator, or of the seed."""
        count = self._match.chance_count()
        if count is None or rng is None:
            return self._match.sample_chance()
        return int(rng.integers(count))

    def apply_action(self, action: int) -> None:
        self._play(self.current_player(), action)

    def _play(self, player: int, action: int) -> None:
        if player == CHANCE:
            self._match.apply_chance(action)
        else:
            self._match.apply(action)
        self._history.append((player, action))

    def child(self, action: int) -> State:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> State:
        state = State(self._game, self._match.clone(), self._seed)
        state._history = self._history[:]
        return state

    def action_to_string(self, player: int | None = None, action: int | None = None) -> str:
        if action is None:
            player, action = self.current_player(), player
        if player == CHANCE:
            return self._match.chance_text(action)
        return self._match.notation(action)

    def string_to_action(self, text: str) -> int:
        return self._match.action(text)

    def returns(self) -> list[float]:
        return self._match.returns()

    def rewards(self) -> list[float]:
        return self._match.returns()

    def player_return(self, player: int) -> float:
        return self._match.returns()[player]

    def player_reward(self, player: int) -> float:
        return self._match.returns()[player]

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        return self._history[:]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return self._match.seq

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees of the position, as JSON."""
        view = self._match.view(self._player(player))
        # The journal belongs to what he remembers, taking back to the table.
        for name in ("journal", "journal_from", "since", "undo"):
            view.pop(name, None)
        return json.dumps(view, sort_keys=True)

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player did and was told so far, and what he sees now."""
        player = self._player(player)
        return f"{self._match.memory(player)}{self.observation_string(player)}"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self._match.observation(self._player(player)).tolist()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that this player cannot tell apart from this one; ``sampler`` gives numbers from 0 to 1."""
        seed = int(sampler() * 2**53)
        return State(self._game, self._match.redeal(player, seed), seed)

    def _player(self, player: int | None) -> int:
        player = self.current_player() if player is None else player
        if player < 0:
            raise ValueError("nobody decides here: name a player")
        return player

    def serialize(self) -> str:
        if not self._match.has_record:
            raise ValueError("a resampled state does not know its history")
        return json.dumps({"seed": self._seed, "history": self._history})

    def __str__(self) -> str:
        return repr(self._match)
