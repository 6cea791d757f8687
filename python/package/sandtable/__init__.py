"""Historical board wargames by their real rules.

>>> import sandtable
>>> game = sandtable.Game(sandtable.games()[0])
>>> match = game.start(seed=42)
>>> match.legal()[:2]
>>> match.apply(0)

``sandtable.vector`` steps many matches at once, ``sandtable.aec`` is an environment for PettingZoo and
``sandtable.spiel`` has games and states after the manner of OpenSpiel. docs/python.md explains all of them.
"""

from ._native import Game, IllegalAction, Lanes, Match, Player, games

__all__ = ["Game", "IllegalAction", "Lanes", "Match", "Player", "games"]
