"""Games and states after the manner of OpenSpiel."""

import random
import unittest

import numpy as np

from sandtable.spiel import CHANCE, TERMINAL, load_game

from tests.support import GAMES, opened
from sandtable.spiel import Game


def through(state, seed, bound=1_000_000):
    rng = random.Random(seed)
    generator = np.random.default_rng(seed)
    for _ in range(bound):
        if state.is_terminal():
            return
        yield state
        chance = state.is_chance_node()
        state.apply_action(state.sample_chance(generator) if chance else rng.choice(state.legal_actions()))


class Spiel(unittest.TestCase):
    def test_games_are_walked_to_their_end(self):
        for name in GAMES:
            game = Game(opened(name))
            self.assertEqual(game.observation_tensor_shape(), [game.observation_tensor_size()])
            state = game.new_initial_state()
            chances = decisions = 0
            for number, state in enumerate(through(state, 1)):
                player = state.current_player()
                if player == CHANCE:
                    self.assertTrue(state.is_chance_node() and not state.is_player_node())
                    chances += 1
                else:
                    decisions += 1
                if number % 50 == 0 and player != CHANCE:
                    actions = state.legal_actions()
                    self.assertLessEqual(len(actions), game.num_distinct_actions())
                    self.assertEqual(sum(state.legal_actions_mask()), len(actions))
                    self.assertEqual(state.legal_actions(1 - player), [])
                    text = state.action_to_string(player, actions[-1])
                    self.assertEqual(state.action_to_string(actions[-1]), text)
                    self.assertEqual(state.string_to_action(text), actions[-1])
                    self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
            self.assertEqual(state.current_player(), TERMINAL)
            self.assertEqual(state.legal_actions(), [])
            self.assertEqual(sum(state.returns()), game.utility_sum())
            self.assertEqual(state.rewards(), state.returns())
            self.assertEqual(len(state.history()), chances + decisions)
            self.assertEqual(state.move_number(), chances + decisions)
            self.assertGreater(chances, 0)

    def test_chance_outcomes_add_up(self):
        for name in GAMES:
            listed = 0
            for state in through(Game(opened(name)).new_initial_state(), 2, 150):
                if state.is_chance_node():
                    try:
                        outcomes = state.chance_outcomes()
                    except ValueError as error:
                        self.assertIn("sample_chance", str(error))
                        continue
                    self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1.0)
                    self.assertEqual(state.legal_actions(), [outcome for outcome, _ in outcomes])
                    self.assertTrue(state.action_to_string(CHANCE, outcomes[-1][0]))
                    listed += 1
                else:
                    with self.assertRaisesRegex(ValueError, "no draw"):
                        state.chance_outcomes()
            self.assertGreater(listed, 0)

    def test_clones_and_children_leave_their_parent_alone(self):
        state = Game(opened("strike-the-bear")).new_initial_state()
        for state in through(state, 3, 40):
            pass
        before = state.information_state_string(0), state.history()
        if not state.is_chance_node():
            child = state.child(state.legal_actions()[0])
            self.assertEqual(len(child.history()), len(before[1]) + 1)
        for _ in through(state.clone(), 4, 30):
            pass
        self.assertEqual((state.information_state_string(0), state.history()), before)

    def test_a_state_goes_out_and_comes_in(self):
        for name in GAMES:
            game = Game(opened(name))
            state = game.new_initial_state(5)
            for state in through(state, 5, 60):
                pass
            again = game.deserialize_state(state.serialize())
            self.assertEqual(again.history(), state.history())
            self.assertEqual(again.information_state_string(0), state.information_state_string(0))
            self.assertEqual(again.observation_string(1), state.observation_string(1))

    def test_information_states_grow_and_tell_own_actions(self):
        game = load_game("circle-of-fire")
        before = ["", ""]
        for state in through(game.new_initial_state(), 6, 60):
            for player in range(2):
                memory = state.match.memory(player)
                self.assertTrue(memory.startswith(before[player]))
                before[player] = memory
        self.assertTrue(all(before))

    def test_a_resampled_state_is_one_of_the_information_set(self):
        game = Game(opened("bear-trap"))
        state = game.new_initial_state()
        for state in through(state, 7, 200):
            pass
        other = state.resample_from_infostate(0, random.Random(1).random)
        self.assertEqual(other.information_state_string(0), state.information_state_string(0))
        with self.assertRaisesRegex(ValueError, "history"):
            other.serialize()

    def test_parameters_are_taken(self):
        state = load_game("bear-trap", {"scenario": opened("bear-trap").scenarios[-1]}).new_initial_state()
        self.assertIn(opened("bear-trap").scenarios[-1], state.match.record())
        with self.assertRaises(TypeError):
            load_game("bear-trap", {"colour": "red"})
