"""Tests of the package: ``python -m tests`` in this folder's parent, with the wheel installed."""
