"""Runs every test and ends with a line that counts them."""

import sys
import unittest
from pathlib import Path

folder = Path(__file__).parent
suite = unittest.defaultTestLoader.discover(str(folder), top_level_dir=str(folder.parent))
result = unittest.TextTestRunner(verbosity=2).run(suite)
failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
passed = result.testsRun - failed - len(result.skipped)
for test, why in result.skipped:
    print(f"SKIPPED {test}: {why}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
