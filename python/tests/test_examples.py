"""The examples: one trains, one plays on a server."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "examples"
# Where the server listens: any free port unless somebody says which.
LISTEN = os.environ.get("SANDTABLE_TEST_LISTEN", "127.0.0.1:0")
BINARY = os.environ.get("SANDTABLE_BINARY")


def example(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Train(unittest.TestCase):
    def test_a_few_generations_are_trained_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder) / "weights.npz"
            few = ["--generations", "3", "--pairs", "4", "--games", "4", "--test-games", "4"]
            ran = subprocess.run(
                [sys.executable, str(FOLDER / "train.py"), *few, "--save", str(kept)],
                capture_output=True,
                text=True,
                timeout=300,
            )
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertRegex(ran.stdout, r"won \d\.\d+ of 4 games before and \d\.\d+ after")
            import numpy as np

            weights = np.load(kept)["weights"]
            self.assertTrue(weights.any())

    def test_weights_decide_what_is_played(self):
        import numpy as np

        from tests.support import opened

        train = example("train")
        game = opened("circle-of-fire")
        words = game.start(seed=1).action_words()
        used = train.features(words)
        self.assertEqual(used[0].shape, (2 * game.words_per_action - 1,))
        self.assertTrue((used < train.BUCKETS).all() and (used >= 0).all())
        rng = np.random.default_rng(0)
        rows = rng.standard_normal((6, train.BUCKETS))
        rows[:, 0] = 0.0
        same = [train.play(game, rows, 0, 1, 5000).tolist() for _ in range(2)]
        self.assertEqual(same[0], same[1])
        self.assertTrue(set(same[0]) <= {-1.0, 0.0, 1.0})


@unittest.skipUnless(BINARY, "SANDTABLE_BINARY names no server to play on")
class Bot(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        database = f"sqlite:{Path(self.folder.name) / 'bot.db'}"
        with open(Path(self.folder.name) / "log", "w") as log:
            self.process = subprocess.Popen(
                [BINARY, "serve", "--no-open", "--listen", LISTEN, "--database", database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.addCleanup(self.stop)
        line = self.process.stdout.readline()
        self.address = re.search(r"http://[^ /]+", line).group()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def test_a_guest_plays_the_machine_to_the_end(self):
        bot = example("bot")
        server = bot.Server(self.address)
        asked = {"game": "circle-of-fire", "against": "machine", "level": "random", "side": "soviet"}
        match = server.ask("/api/matches", asked)["id"]
        played, meta = bot.play(server, match, bot.at_random(1))
        self.assertTrue(meta["over"]["says"])
        self.assertGreater(played, 10)
        # What was played on the server is a record like any other.
        from tests.support import opened

        with server.open(f"/api/matches/{match}/record") as answer:
            again = opened("circle-of-fire").resume(answer.read().decode())
        self.assertTrue(again.is_over)

    def test_the_program_goes_on_as_the_same_guest(self):
        kept = str(Path(self.folder.name) / "cookies")
        program = [sys.executable, str(FOLDER / "bot.py"), self.address, "--cookies", kept, "--most", "5"]
        more = ["--game", "strike-the-bear", "--level", "random", "--seed", "1"]
        ran = subprocess.run([*program, *more], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("5 actions; the game goes on", ran.stdout)
        match = re.search(r"/match/(\S+)", ran.stdout).group(1)
        ran = subprocess.run([*program, "--match", match], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("5 actions; the game goes on", ran.stdout)

    def test_what_the_server_refuses_is_said(self):
        program = [sys.executable, str(FOLDER / "bot.py"), self.address, "--game", "chess"]
        ran = subprocess.run(program, capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("bot: 4", ran.stderr)
        self.assertIn("no such game", ran.stderr)
