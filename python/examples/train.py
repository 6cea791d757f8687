"""Trains a small player in about a minute, with numpy alone.

The player scores every legal action by what it is about: each word of its notation has a weight, and so has each
pair of its first word with another. It plays the action with the best score. Evolution strategies find the weights: two
opposite changes at a time are tried in games against a player that moves at random, and the better ones count.

    python train.py --game the-year-before --side 1
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from sandtable import Game
from sandtable.vector import Batch

BUCKETS = 1024


def features(words: np.ndarray) -> np.ndarray:
    """For each action the weights that make up its score, by their numbers; 0 is none."""
    first, rest = words[..., :1].astype(np.int64), words[..., 1:].astype(np.int64)
    single = np.where(words > 0, 1 + words * 7919 % (BUCKETS - 1), 0)
    pairs = np.where(rest > 0, 1 + (first * 104_729 + rest * 1_299_709) % (BUCKETS - 1), 0)
    return np.concatenate([single, pairs], axis=-1)


def play(game: Game, weights: np.ndarray, side: int, seed: int, bound: int) -> np.ndarray:
    """A game for each row of weights, as this seat against chance: the rewards. Games that last too long are drawn."""
    count = len(weights)
    batch = Batch(game, count, seed=seed, auto_reset=False)
    rng = np.random.default_rng(seed)
    rewards = np.zeros(count)
    lanes = np.arange(count)[:, None, None]
    for _ in range(bound):
        counts = batch.counts
        if not counts.any():
            break
        chosen = (rng.random(count) * counts).astype(np.int32)
        own = batch.seats == side
        if own.any():
            scores = weights[lanes, features(batch.action_words())].sum(axis=-1)
            scores[np.arange(scores.shape[1]) >= counts[:, None]] = -np.inf
            # Equal scores are told apart by chance.
            scores += rng.random(scores.shape) * 1e-6
            chosen = np.where(own, scores.argmax(axis=1), chosen)
        batch.step(chosen)
        rewards += batch.rewards[:, side]
    return rewards


def train(game: Game, side: int, generations: int, pairs: int, games: int, bound: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    weights = np.zeros(BUCKETS)
    for generation in range(generations):
        began = time.monotonic()
        noise = rng.standard_normal((pairs, BUCKETS))
        noise[:, 0] = 0.0
        tried = np.concatenate([weights + noise, weights - noise])
        rewards = play(game, np.repeat(tried, games, axis=0), side, int(rng.integers(2**31)), bound)
        rewards = rewards.reshape(2, pairs, games).mean(axis=-1)
        weights = weights + (rewards[0] - rewards[1]) @ noise / (2 * pairs) * 4.0
        took = time.monotonic() - began
        print(f"generation {generation + 1}: reward {rewards.mean():+.3f}, {took:.1f} s", flush=True)
    return weights


def chance_to_win(game: Game, weights: np.ndarray, side: int, games: int, bound: int, seed: int) -> float:
    rewards = play(game, np.tile(weights, (games, 1)), side, seed, bound)
    return float((rewards > 0).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="the-year-before")
    parser.add_argument("--side", type=int, default=0, help="the seat that learns")
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--pairs", type=int, default=8, help="opposite changes tried in a generation")
    parser.add_argument("--games", type=int, default=4, help="games for each change")
    parser.add_argument("--bound", type=int, default=4000, help="actions after which a game is drawn")
    parser.add_argument("--test-games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the weights")
    asked = parser.parse_args()
    game = Game(asked.game)
    test = asked.side, asked.test_games, asked.bound, asked.seed + 1_000_000
    before = chance_to_win(game, np.zeros(BUCKETS), *test)
    weights = train(
        game, asked.side, asked.generations, asked.pairs, asked.games, asked.bound, asked.seed
    )
    after = chance_to_win(game, weights, *test)
    print(f"{game.sides[asked.side]} won {before:.3f} of {asked.test_games} games before and {after:.3f} after")
    if asked.save:
        np.savez(asked.save, weights=weights, fingerprint=game.fingerprint)


if __name__ == "__main__":
    main()
