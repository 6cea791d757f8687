"""Nothing that a seat may not know is in what it is given: worlds that it cannot tell apart look the same to it."""

import unittest

import numpy as np

from sandtable.spiel import Game as SpielGame
from sandtable.spiel import State

from tests.support import HIDDEN, opened, walk

SEEDS = 2
# Positions of a game that are looked at: long games have thousands.
LOOKS = 25
WORLDS = 2


class Hidden(unittest.TestCase):
    def setups(self):
        for name, options in HIDDEN:
            game = opened(name)
            for scenario in game.scenarios:
                for chosen in [[], *[[option] for option in options]]:
                    yield game, scenario, chosen

    def positions(self, game, scenario, options):
        for seed in range(SEEDS):
            length = sum(1 for _ in walk(game.start(scenario, options, seed, record=False), seed))
            match = game.start(scenario, options, seed)
            for number, _ in enumerate(walk(match, seed)):
                if number % (length // LOOKS + 1) == seed:
                    yield match

    def test_worlds_that_cannot_be_told_apart_are_observed_alike(self):
        for game, scenario, options in self.setups():
            other = looked = 0
            spiel = SpielGame(game, scenario, options)
            for match in self.positions(game, scenario, options):
                for seat in range(game.seats):
                    state = State(spiel, match)
                    informed = state.information_state_string(seat)
                    for number in range(WORLDS):
                        world = match.redeal(seat, number)
                        where = f"{game.id} {scenario} {options} {match!r} seat {seat}"
                        np.testing.assert_array_equal(world.observation(seat), match.observation(seat), where)
                        np.testing.assert_array_equal(world.action_mask(seat), match.action_mask(seat), where)
                        np.testing.assert_array_equal(
                            world.action_words(seat), match.action_words(seat), where
                        )
                        self.assertEqual(world.seat_to_act, match.seat_to_act)
                        if match.seat_to_act == seat:
                            self.assertEqual(world.legal(), match.legal(), where)
                        told = State(spiel, world)
                        self.assertEqual(told.information_state_string(seat), informed, where)
                        self.assertEqual(told.observation_tensor(seat), state.observation_tensor(seat))
                        looked += 1
                        other += world.view(everything=True)["pieces"] != match.view(everything=True)["pieces"]
            self.assertGreater(looked, 50)
            if game.id == "bear-trap":
                # The worlds really differ: otherwise this would prove nothing.
                self.assertGreater(other, looked // 10)

    def test_redealt_worlds_of_secret_choices_differ_for_the_other_seat(self):
        game = opened("the-year-before")
        different = 0
        for match in self.positions(game, None, []):
            for seat in range(game.seats):
                world = match.redeal(seat, 1)
                rival = 1 - seat
                different += bool((world.observation(rival) != match.observation(rival)).any())
        self.assertGreater(different, 0)

    def test_a_seat_that_does_not_decide_gets_no_actions(self):
        for game, scenario, options in self.setups():
            for match in self.positions(game, scenario, options):
                rival = 1 - match.seat_to_act
                self.assertEqual(match.view(rival)["offers"], [])
                self.assertFalse(match.action_mask(rival).any())
                self.assertFalse(match.action_words(rival).any())

    def test_a_redealt_world_is_played_on(self):
        for game, scenario, options in self.setups():
            match = next(self.positions(game, scenario, options))
            world = match.redeal(0, 3)
            self.assertEqual(world.memory(0), match.memory(0))
            with self.assertRaisesRegex(ValueError, "nothing of what was before"):
                world.memory(1)
            for _ in walk(world, 1, 10):
                pass
            self.assertTrue(world.memory(0).startswith(match.memory(0)))
            for _ in walk(world, 1):
                pass
            self.assertTrue(world.is_over)
