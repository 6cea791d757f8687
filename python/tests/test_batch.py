"""Many matches side by side."""

import sys
import threading
import unittest

import numpy as np

from sandtable.vector import Batch

from tests.support import GAMES, opened


class Batches(unittest.TestCase):
    def test_a_batch_plays_games_to_their_end(self):
        for name in GAMES:
            batch = Batch(opened(name), 8, seed=1, auto_reset=False)
            rng = np.random.default_rng(1)
            ended = np.zeros(8, int)
            rewards = np.zeros((8, 2))
            for _ in range(100_000):
                if not batch.counts.any():
                    break
                self.assertTrue(((batch.counts > 0) == (batch.seats >= 0)).all())
                batch.step((rng.random(8) * batch.counts).astype(np.int32))
                ended += batch.ended
                rewards += batch.rewards
            self.assertEqual(ended.tolist(), [1] * 8)
            self.assertTrue((rewards.sum(axis=1) == 0).all())
            self.assertGreater(np.abs(rewards).sum(), 0)
            self.assertTrue(all(batch.world(lane).is_over for lane in range(8)))

    def test_games_that_end_begin_anew(self):
        batch = Batch(opened("circle-of-fire"), 4, seed=2)
        ended = 0
        for _ in range(60):
            batch.random(100)
            self.assertTrue((batch.counts > 0).all())
        rng = np.random.default_rng(2)
        for _ in range(4000):
            batch.step((rng.random(4) * batch.counts).astype(np.int32))
            ended += int(batch.ended.sum())
            self.assertTrue((batch.counts > 0).all())
            if ended:
                break
        self.assertGreater(ended, 0)
        self.assertTrue((np.abs(batch.rewards).sum(axis=1)[batch.ended] >= 0).all())

    def test_a_batch_agrees_with_its_matches(self):
        for name in GAMES:
            batch = Batch(opened(name), 3, seed=5)
            batch.random(60)
            rows, masks, words = batch.observations(), batch.masks(), batch.action_words()
            for lane in range(3):
                world = batch.world(lane)
                self.assertEqual(world.action_count, batch.counts[lane])
                self.assertEqual(world.seat_to_act, batch.seats[lane])
                np.testing.assert_array_equal(rows[lane], world.observation(world.seat_to_act))
                np.testing.assert_array_equal(masks[lane], world.action_mask())
                np.testing.assert_array_equal(words[lane], world.action_words()[: words.shape[1]])

    def test_threads_change_nothing(self):
        for name in GAMES[:2]:
            one, many = (Batch(opened(name), 7, seed=4, threads=threads) for threads in (1, 3))
            for _ in range(20):
                actions = one.counts - 1
                one.step(actions)
                many.step(actions)
                np.testing.assert_array_equal(one.counts, many.counts)
            np.testing.assert_array_equal(one.observations(), many.observations())
            np.testing.assert_array_equal(one.action_words(), many.action_words())
            one.random(50)
            many.random(50)
            np.testing.assert_array_equal(one.observations(), many.observations())

    def test_a_seed_pins_a_batch(self):
        one, same, other = (Batch(opened("circle-of-fire"), 4, seed=seed) for seed in (1, 1, 2))
        for batch in (one, same, other):
            batch.random(100)
        np.testing.assert_array_equal(one.observations(), same.observations())
        self.assertTrue((one.observations() != other.observations()).any())
        self.assertTrue((one.observations()[0] != one.observations()[1]).any(), "every match has its own dice")

    def test_an_impossible_action_plays_nothing(self):
        batch = Batch(opened("circle-of-fire"), 3)
        before = batch.observations()
        with self.assertRaisesRegex(IndexError, "match 1, action 100000"):
            batch.step([0, 100_000, 0])
        with self.assertRaisesRegex(IndexError, "match 2, action -1"):
            batch.step([0, 0, -1])
        with self.assertRaisesRegex(ValueError, "2 actions for 3 matches"):
            batch.step([0, 0])
        np.testing.assert_array_equal(batch.observations(), before)
        with self.assertRaises(ValueError):
            Batch("circle-of-fire", 0)

    def test_others_run_while_a_batch_steps(self):
        batch = Batch(opened("circle-of-fire"), 64)
        gate, seen = threading.Lock(), []
        gate.acquire()

        def other():
            with gate:
                seen.append(True)

        worker = threading.Thread(target=other)
        worker.start()
        before = sys.getswitchinterval()
        # Nobody is made to give way: the other thread runs only when the batch lets go of the lock by itself.
        sys.setswitchinterval(1000.0)
        try:
            gate.release()
            for _ in range(20_000):
                if seen:
                    break
                batch.step(np.zeros(64, np.int32))
            released = bool(seen)
        finally:
            sys.setswitchinterval(before)
            worker.join()
        self.assertTrue(released)
