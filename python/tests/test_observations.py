"""Observations, masks and the words of actions."""

import unittest

import numpy as np

from tests.support import GAMES, opened, walk


class Observations(unittest.TestCase):
    def test_the_layout_covers_every_number_once(self):
        for name in GAMES:
            game = opened(name)
            end = 0
            for block in game.layout():
                self.assertEqual(block["offset"], end)
                self.assertEqual(len(set(block["features"])), len(block["features"]))
                end += len(block["things"]) * len(block["features"])
            self.assertEqual(end, game.observation_size)

    def test_two_games_of_one_name_have_one_form(self):
        from sandtable import Game

        for name in GAMES[:2]:
            again = Game(name)
            self.assertEqual(again.fingerprint, opened(name).fingerprint)
            self.assertEqual(again.word_names(), opened(name).word_names())
        self.assertNotEqual(opened(GAMES[0]).fingerprint, opened(GAMES[1]).fingerprint)

    def test_observations_tell_what_the_view_tells(self):
        for name in GAMES:
            game = opened(name)
            blocks = {block["name"]: block for block in game.layout()}
            pieces, spaces, flags = blocks["pieces"], blocks["spaces"], blocks["game"]

            def part(row, block, thing, feature):
                at = block["things"].index(thing) * len(block["features"])
                return row[block["offset"] + at + block["features"].index(feature)]

            for match in walk(game.start(seed=4), 4, 60):
                for seat in range(game.seats):
                    row, view = match.observation(seat), match.view(seat)
                    self.assertEqual((row.shape, row.dtype), ((game.observation_size,), np.float32))
                    self.assertTrue(np.isfinite(row).all())
                    decides = part(row, flags, "game", "decides")
                    self.assertEqual(decides == 1.0, match.seat_to_act == seat)
                    self.assertEqual(part(row, flags, "game", f"side:{match.side(seat)}"), 1.0)
                    shown = {piece["id"]: piece for piece in view["pieces"]}
                    for thing in pieces["things"]:
                        self.assertEqual(part(row, pieces, thing, "known") == 1.0, thing in shown)
                    for thing in set(shown) & set(pieces["things"]):
                        on_map = shown[thing]["at"] in spaces["things"]
                        own = shown[thing]["side"] == match.side(seat)
                        self.assertEqual(part(row, pieces, thing, "own") == 1.0, own)
                        if on_map:
                            self.assertEqual(part(row, pieces, thing, "on_map"), 1.0)
                            column = "own_pieces" if own else "enemy_pieces"
                            self.assertGreater(part(row, spaces, shown[thing]["at"], column), 0.0)

    def test_positions_differ_in_their_observations(self):
        for name in GAMES:
            rows = set()
            steps = 0
            for match in walk(opened(name).start(seed=4), 4, 80):
                rows.add(match.observation(match.seat_to_act).tobytes())
                steps += 1
            # Some clicks change only what is being planned.
            self.assertGreater(len(rows), steps / 2, name)

    def test_a_mask_has_ones_for_the_legal_actions_alone(self):
        for name in GAMES:
            game = opened(name)
            for match in walk(game.start(seed=8), 8, 150):
                mask = match.action_mask()
                self.assertEqual((mask.shape, mask.dtype), ((game.max_actions,), np.int8))
                self.assertEqual(int(mask.sum()), match.action_count)
                self.assertTrue(mask[: match.action_count].all())
                seat = match.seat_to_act
                self.assertTrue((match.action_mask(seat) == mask).all())
                self.assertFalse(match.action_mask(1 - seat).any())
                self.assertFalse(match.action_words(1 - seat).any())

    def test_no_game_has_more_actions_than_have_numbers(self):
        from sandtable.vector import Batch

        for name in GAMES:
            batch = Batch(opened(name), 12, seed=99)
            for _ in range(120):
                batch.random(5)
                self.assertLessEqual(int(batch.counts.max()), opened(name).max_actions)

    def test_words_tell_actions_apart(self):
        for name in GAMES:
            game = opened(name)
            names = game.word_names()
            self.assertEqual(len(names), game.word_ids)
            unknown = total = 0
            for match in walk(game.start(seed=21), 21, 250):
                words, legal = match.action_words(), match.legal()
                self.assertEqual(words.shape, (game.max_actions, game.words_per_action))
                self.assertFalse(words[len(legal) :].any())
                self.assertLess(int(words.max()), game.word_ids)
                self.assertEqual(len({tuple(row) for row in words[: len(legal)]}), len(legal))
                for row, notation in list(zip(words.tolist(), legal))[:5]:
                    said = [names[word] for word in row if word]
                    for word, asked in zip(said, notation.split()):
                        total += 1
                        unknown += word == "?"
                        self.assertIn(word, ("?", asked))
            self.assertLessEqual(unknown, total // 100, name)
