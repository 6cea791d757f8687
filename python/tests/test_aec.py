"""PettingZoo's own tests, for every game."""

import contextlib
import io
import unittest

import numpy as np
from pettingzoo.test import api_test, performance_benchmark, seed_test

from sandtable.aec import SandtableEnv, env

from tests.support import GAMES, opened


class PettingZoo(unittest.TestCase):
    def test_api(self):
        for name in GAMES:
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()) as said:
                api_test(env(opened(name)), num_cycles=400)
            self.assertIn("Passed API test", said.getvalue())

    def test_seed(self):
        for name in GAMES:
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()):
                seed_test(lambda: env(opened(name)), num_cycles=200)

    def test_performance(self):
        for name in GAMES:
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()) as said:
                performance_benchmark(env(opened(name)))
            self.assertIn("turns per second", said.getvalue())

    def test_a_game_is_played_to_its_end(self):
        for name in GAMES:
            table = env(opened(name))
            table.reset(seed=3)
            rng = np.random.default_rng(3)
            total = dict.fromkeys(table.possible_agents, 0.0)
            for agent in table.agent_iter(1_000_000):
                seen, reward, over, cut, info = table.last()
                total[agent] += reward
                self.assertEqual(info["side"], table.unwrapped.match.side(int(agent[-1])))
                action = None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
                table.step(action)
            match = table.unwrapped.match
            self.assertTrue(match.is_over)
            self.assertEqual([total[agent] for agent in table.possible_agents], match.returns())

    def test_a_long_game_can_be_cut_off(self):
        table = SandtableEnv(opened("circle-of-fire"), max_steps=5, render_mode="ansi")
        table.reset(seed=1)
        for _ in range(5):
            self.assertFalse(any(table.truncations.values()))
            table.step(0)
        self.assertTrue(all(table.truncations.values()))
        self.assertIn("circle-of-fire, turn", table.render())

    def test_scenario_and_options_are_taken(self):
        game = opened("bear-trap")
        table = SandtableEnv(game, game.scenarios[-1], game.options[:1], record=True)
        table.reset(seed=1)
        self.assertIn(game.scenarios[-1], table.match.record())
        self.assertIn(game.options[0], table.match.record())
