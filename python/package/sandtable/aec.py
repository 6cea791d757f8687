"""Every game as an environment for PettingZoo (the Agent Environment Cycle). Needs ``pettingzoo`` and ``gymnasium``."""

from __future__ import annotations

from typing import Any

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ._native import Game, Match


def env(game: Game | str, **settings: Any) -> AECEnv:
    """An environment that complains when it is used in the wrong order."""
    return OrderEnforcingWrapper(SandtableEnv(game, **settings))


class SandtableEnv(AECEnv):
    """Who decides is asked; chance is played in between, from the seed. Rewards come at the end: 1, -1, 0 for a draw.

    An observation is a dict of ``observation`` (what the agent may know), ``action_mask`` and ``action_words`` (what
    the legal actions are about). An action is the number of a legal action of this moment. A game that lasts longer
    than ``max_steps`` actions is cut off; by default none is.
    """

    metadata = {"name": "sandtable_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        scenario: str | None = None,
        options: list[str] | None = None,
        *,
        max_steps: int | None = None,
        record: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.scenario, self.options = scenario, options or []
        self.max_steps, self.record, self.render_mode = max_steps, record, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, most = self.game.observation_size, self.game.max_actions
        words = (most, self.game.words_per_action)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (most,), np.int8),
                    "action_words": gymnasium.spaces.Box(0, self.game.word_ids - 1, words, np.int32),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(most) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self.match: Match

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        luck = int(self._chance.integers(2**63))
        self.match = self.game.start(self.scenario, self.options, luck, record=self.record)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._steps = 0
        self._select()

    def _select(self) -> None:
        seat = self.match.seat_to_act
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        for agent in self.agents:
            self.infos[agent] = {"side": self.match.side(self._seats[agent]), "turn": self.match.turn}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seats[agent]
        return {
            "observation": self.match.observation(seat),
            "action_mask": self.match.action_mask(seat),
            "action_words": self.match.action_words(seat),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.match.apply(int(action))
        self._steps += 1
        self._clear_rewards()
        if self.match.is_over:
            for name, reward in zip(self.possible_agents, self.match.returns()):
                self.rewards[name] = reward
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return text_of(self.match)

    def close(self) -> None:
        """Nothing is held open."""


def text_of(match: Match) -> str:
    """The position in words, as a spectator sees it."""
    view = match.view()
    prompt = view["prompt"]["says"]
    tracks = ", ".join(f"{track['name']}: {track['says']}" for track in view["tracks"])
    return f"{match.game}, turn {match.turn}, {match.step}\n{prompt['lead']} {prompt['rest']}\n{tracks}"
