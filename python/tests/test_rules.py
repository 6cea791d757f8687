"""Matches: what can be played, what comes of it, records."""

import copy
import itertools
import random
import unittest

from sandtable import Game, IllegalAction, games

from tests.support import GAMES, finished, opened, walk


class Rules(unittest.TestCase):
    def test_every_game_opens_and_says_what_it_is(self):
        self.assertGreaterEqual(len(games()), 5)
        for name in GAMES:
            game = opened(name)
            self.assertEqual(game.id, name)
            self.assertEqual(game.seats, len(game.sides))
            self.assertTrue(game.title and game.scenarios)
            self.assertEqual(game.about()["id"], name)
            self.assertTrue(game.board()["spaces"])

    def test_what_does_not_exist_is_refused_by_name(self):
        with self.assertRaisesRegex(KeyError, "circle-of-fire"):
            Game("circel-of-fire")
        game = opened("circle-of-fire")
        with self.assertRaisesRegex(ValueError, "scenario 'moon'"):
            game.start("moon")
        with self.assertRaisesRegex(ValueError, "option 'moon'"):
            game.start(options=["moon"])
        with self.assertRaisesRegex(ValueError, "below 2"):
            game.start().view(2)
        with self.assertRaises(ValueError):
            Game("circle-of-fire", {"circle-of-fire/nothing.toml": ""})
        with self.assertRaisesRegex(ValueError, "record"):
            game.resume("no record at all")

    def test_actions_have_numbers_and_notations(self):
        for name in GAMES:
            for match in walk(opened(name).start(seed=3), 3, 60):
                legal = match.legal()
                self.assertEqual(match.action_count, len(legal))
                self.assertEqual(len(set(legal)), len(legal), "no two actions share a notation")
                for number in {0, len(legal) // 2, len(legal) - 1}:
                    self.assertEqual(match.notation(number), legal[number])
                    self.assertEqual(match.action(legal[number]), number)

    def test_the_same_position_has_the_same_numbers(self):
        for name in GAMES:
            one, other = (opened(name).start(seed=5) for _ in range(2))
            rng = random.Random(5)
            for _ in range(120):
                legal = one.legal()
                self.assertEqual(legal, other.legal())
                number = rng.randrange(len(legal))
                one.apply(number)
                other.apply(legal[number])
                if one.is_over:
                    break
            self.assertEqual(one.view(everything=True), other.view(everything=True))

    def test_what_is_illegal_is_refused_with_its_case(self):
        match = opened("circle-of-fire").start(seed=1)
        with self.assertRaisesRegex(IllegalAction, r"\(\d+"):
            match.apply("fire 9")
        with self.assertRaisesRegex(IllegalAction, "cannot read"):
            match.apply("castle kingside")
        with self.assertRaisesRegex(IndexError, "there are"):
            match.apply(match.action_count)
        with self.assertRaises(IndexError):
            match.apply(-1)
        self.assertEqual(match.seq, opened("circle-of-fire").start(seed=1).seq, "nothing was played")
        over = finished("circle-of-fire", 1)
        with self.assertRaisesRegex(IllegalAction, "over"):
            over.apply("pass")
        with self.assertRaises(IndexError):
            over.apply(0)

    def test_every_game_ends_and_says_who_won(self):
        for name in GAMES:
            match = finished(name, 11)
            winner, says, case = match.outcome()
            self.assertTrue(says and case)
            self.assertIsNone(match.seat_to_act)
            self.assertEqual(match.legal(), [])
            returns = match.returns()
            self.assertEqual(sum(returns), 0.0)
            self.assertEqual(returns[winner] if winner is not None else 0.0, 0.0 if winner is None else 1.0)

    def test_a_seed_pins_the_game(self):
        for name in GAMES:
            self.assertEqual(finished(name, 7).record(), finished(name, 7).record())
            self.assertNotEqual(finished(name, 7).record(), finished(name, 8).record())

    def test_a_record_goes_out_and_comes_in(self):
        for name in GAMES:
            game = opened(name)
            match = game.start(game.scenarios[-1], seed=2)
            for _ in walk(match, 2, 80):
                pass
            again = game.resume(match.record(), seed=2)
            self.assertEqual(again.record(), match.record())
            self.assertEqual(again.legal(), match.legal())
            self.assertEqual(again.view(0), match.view(0))
            self.assertEqual(again.memory(1), match.memory(1))
            # Draws follow from the seed and the number of the ply, so both go on alike.
            for one, other in itertools.zip_longest(walk(match, 4, 30), walk(again, 4, 30)):
                self.assertEqual(one.seq, other.seq)
            self.assertEqual(again.record(), match.record())

    def test_a_clone_goes_its_own_way(self):
        for name in GAMES:
            match = opened(name).start(seed=9)
            for _ in walk(match, 9, 25):
                pass
            kept = match.record()
            for clone in (match.clone(), copy.copy(match), copy.deepcopy(match)):
                for _ in walk(clone, 1, 20):
                    pass
                self.assertNotEqual(clone.record(), kept)
            self.assertEqual(match.record(), kept)

    def test_a_world_plays_as_a_match_does(self):
        for name in GAMES:
            game = opened(name)
            match, world = game.start(seed=6), game.start(seed=6, record=False)
            self.assertTrue(match.has_record and not world.has_record)
            for one, other in itertools.zip_longest(walk(match, 6), walk(world, 6)):
                self.assertEqual((one.seq, one.seat_to_act), (other.seq, other.seat_to_act))
                self.assertEqual(one.action_count, other.action_count)
            self.assertEqual(match.outcome(), world.outcome())
            with self.assertRaisesRegex(ValueError, "record=True"):
                world.record()

    def test_chance_can_be_played_by_hand(self):
        for name in GAMES:
            game = opened(name)
            by_hand, by_itself = game.start(seed=12, auto_chance=False), game.start(seed=12)
            rng = random.Random(12)
            draws = 0
            for _ in range(150):
                while by_hand.is_chance:
                    self.assertIsNone(by_hand.seat_to_act)
                    with self.assertRaisesRegex(IllegalAction, "dice are due"):
                        by_hand.apply("pass")
                    outcome = by_hand.sample_chance()
                    self.assertTrue(by_hand.chance_text(outcome))
                    with self.assertRaises(IllegalAction):
                        by_hand.apply_chance(by_hand.chance_count())
                    by_hand.apply_chance(outcome)
                    draws += 1
                self.assertEqual(by_hand.record(), by_itself.record())
                if by_itself.is_over:
                    break
                number = rng.randrange(by_itself.action_count)
                by_hand.apply(number)
                by_itself.apply(number)
            self.assertGreater(draws, 0)
        match = game.start(seed=1)
        self.assertIsNone(match.chance_count())
        for refused in (match.sample_chance, lambda: match.apply_chance(0)):
            with self.assertRaisesRegex(IllegalAction, "no dice"):
                refused()

    def test_a_new_seed_brings_other_dice(self):
        match = opened("circle-of-fire").start(seed=1)
        for _ in walk(match, 1, 40):
            pass
        lines = set()
        for seed in range(4):
            clone = match.clone()
            clone.seed(seed)
            for _ in walk(clone, 1, 60):
                pass
            lines.add(tuple(clone.record().splitlines()[-60:]))
        self.assertGreater(len(lines), 1)

    def test_machine_players_play(self):
        game = opened("circle-of-fire")
        match = game.start(seed=1)
        greedy, chance = game.player("greedy", 1), game.player("random", 1)
        self.assertEqual(greedy.name, "greedy")
        for number in range(30):
            chosen = (greedy, chance)[number % 2].choose(match)
            self.assertIn(chosen, match.legal())
            match.apply(chosen)
        with self.assertRaisesRegex(ValueError, "gready"):
            game.player("gready")
        with self.assertRaisesRegex(ValueError, "record"):
            greedy.choose(match.world())

    def test_other_tables_can_be_laid_over(self):
        with self.assertRaisesRegex(ValueError, "rules.toml|charts.toml|no"):
            Game("circle-of-fire", {"circle-of-fire/charts.toml": "[rubble]\nnonsense = 1"})

    def test_the_journal_is_what_a_seat_reads(self):
        match = opened("circle-of-fire").start(seed=1)
        for _ in walk(match, 1, 60):
            pass
        self.assertTrue(match.journal(0))
        self.assertIn("> ", match.memory(0))
