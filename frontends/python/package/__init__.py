"""Board games, their players, and many games at once, for programs that learn.

Names are those of OpenSpiel wherever it has one, so that algorithms written for
it run with this module in place of pyspiel. README.md answers questions with
examples.
"""

import sys as _sys
from typing import Any, Dict, Optional, Tuple, Union

from boardwalk import _boardwalk
from boardwalk._boardwalk import (Game, State, load_game, load_plugin,
                                  registered_names)

__version__ = _boardwalk.__version__
__all__ = ['BatchEnv', 'Game', 'Player', 'PlayerId', 'State',
           'deserialize_game_and_state', 'load_game', 'load_plugin', 'player',
           'registered_names', 'serialize_game_and_state']

for _why in _boardwalk.left_out:
    print('boardwalk: left out:', _why, file=_sys.stderr)


class PlayerId:
    """Who moves when nobody does, as State.current_player says it."""
    TERMINAL = _boardwalk.TERMINAL_PLAYER


def _game(game: Union[str, Game]) -> Game:
    return load_game(game) if isinstance(game, str) else game


class BatchEnv(_boardwalk.BatchEnv):
    """Many games of one kind, in arrays of numpy that every step writes anew.

    n games, p seats; the arrays stay the same objects:
      obs             float32 (n, *game.observation_tensor_shape()), what the
                      player to move sees
      mask            uint8 (n, game.num_distinct_actions()), 1 for what is legal
      current_player  int32 (n,), from 0
      rewards         float32 (n, p), of the last step
      terminated      bool (n,), whether the last step ended the game by its rules
      truncated       bool (n,), whether it was cut off after max_plies
      final_obs       as obs; the last position of a game that has ended
    A game that ends begins again at once: obs, mask and current_player then show
    its opening.

    max_plies: None for 1000 in games that can go on for ever and no limit in
    others, 0 for no limit. threads: how many compute, the caller's included.
    observations, masks: whether there are such arrays; else they are None.
    Raises ValueError for numbers out of bounds, MemoryError for too many games.
    """

    def __init__(self, game: Union[str, Game], num_games: int, *, seed: int = 0,
                 max_plies: Optional[int] = None, threads: int = 1,
                 observations: bool = True, masks: bool = True) -> None:
        super().__init__(_game(game), num_games, seed=seed, max_plies=max_plies,
                         threads=threads, observations=observations, masks=masks)

    def __repr__(self) -> str:
        return f'<boardwalk.BatchEnv of {self.num_games} games of {self.game}>'


class Player(_boardwalk.Player):
    """A player of ours, such as "alphabeta:time=50ms" (boardwalk players lists
    them), for one game.

    What it does depends on its name, on the seed and on the games that it sees
    alone, where limits are not times.
    """

    def __init__(self, game: Union[str, Game], name: str,
                 seed: int = 0) -> None:
        super().__init__(_game(game), name, seed)

    def think(self, state: State, *, time: Optional[float] = None,
              nodes: Optional[int] = None, playouts: Optional[int] = None,
              depth: Optional[int] = None) -> Dict[str, Any]:
        """What it thinks of a position, as a dict.

        action    what it would play
        value     the expected return of the player to move, -1 to 1, or None
        line      actions from the position on
        depth, nodes, playouts   how much it has looked at, or None
        seconds   how long it took
        ranking   the best actions, the chosen one first, as dicts of action,
                  value, visits and line; empty if it does not compare

        time is in seconds. Limits can only tighten those of its name; without
        any it thinks for a second. Other threads run meanwhile, and
        KeyboardInterrupt stops it. Raises ValueError if the game is over or
        another one.
        """
        return self._think(state, time, nodes, playouts, depth)

    def choose(self, state: State, **limits: Any) -> int:
        """The action that it plays; limits are those of think."""
        action: int = self.think(state, **limits)['action']
        return action

    step = choose

    def __repr__(self) -> str:
        return f'<boardwalk.Player {self.name}>'


def player(name: str, game: Union[str, Game], seed: int = 0) -> Player:
    """A Player by name: player("mcts:playouts=400", "othello")."""
    return Player(game, name, seed)


def serialize_game_and_state(game: Game, state: State) -> str:
    """Both as a text that deserialize_game_and_state reads."""
    return f'{game}\n{state.serialize()}'


def deserialize_game_and_state(text: str) -> Tuple[Game, State]:
    """The game and the state of such a text. Raises ValueError."""
    name, _, rest = text.partition('\n')
    game = load_game(name)
    return game, game.deserialize_state(rest)
