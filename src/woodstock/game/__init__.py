"""The public face of a game: `Game` (the rules), `State` (a point in a play), `Role` and `Move`.

>>> import woodstock
>>> game = woodstock.load("tictactoe")
>>> state = game.initial_state()
>>> [str(role) for role in game.roles]
['xplayer', 'oplayer']
>>> state = state.play([Move.parse("(mark 2 2)"), Move.parse("noop")])
>>> state.terminal, len(state.legal(game.role("oplayer")))
(False, 8)
"""

from woodstock.game.game import Game
from woodstock.game.selfcheck import self_check
from woodstock.game.state import State
from woodstock.moves import Move, Role

__all__ = ["Game", "Move", "Role", "State", "self_check"]
