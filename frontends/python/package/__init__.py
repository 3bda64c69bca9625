"""Board games, their players, and many games at once, for programs that learn.

Names are those of OpenSpiel wherever it has one. README.md answers questions with
examples.
"""

import atexit as _atexit
import json as _json
import os as _os
import sys as _sys
from typing import (Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple,
                    Union)

from boardwalk import _boardwalk
from boardwalk._boardwalk import (Game, State, load_game, load_plugin,
                                  registered_names)
from boardwalk.engine import serve_engine
from boardwalk.entrants import Entrant as _Entrant, named as _named
from boardwalk.game import Conformance, check, register_game
from boardwalk.mcts import MctsBot
from boardwalk.open_spiel import (INVALID_ACTION, Bot, GameType, PlayerAction,
                                  PlayerId, SpielError, StateType,
                                  deserialize_game_and_state, evaluate_bots,
                                  make_uniform_random_bot, registered_games,
                                  serialize_game_and_state)
from boardwalk.results import Results

__version__ = _boardwalk.__version__
__all__ = ['INVALID_ACTION', 'BatchEnv', 'Bot', 'Conformance', 'Game', 'GameType',
           'MctsBot', 'Player', 'PlayerAction', 'PlayerId', 'Results',
           'SpielError', 'State', 'StateType', 'check', 'compare',
           'deserialize_game_and_state', 'evaluate_bots', 'load_game',
           'load_plugin', 'make_uniform_random_bot', 'player', 'read_results',
           'register_game', 'registered_games', 'registered_names',
           'serialize_game_and_state', 'serve_engine']

for _why in _boardwalk.left_out:
    print('boardwalk: left out:', _why, file=_sys.stderr)


def _game(game: Union[str, Game]) -> Game:
    return load_game(game) if isinstance(game, str) else game


class BatchEnv(_boardwalk.BatchEnv):
    """Many games of one kind, in arrays of numpy that every step changes.

    n games, p seats; the arrays stay the same objects:
      obs             float32 (n, *game.observation_tensor_shape()), what the
                      player to move sees; None if the game describes no board
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
    After an exception of a game in Python, reset() begins all games again.
    """

    def __init__(self, game: Union[str, Game], num_games: int, *, seed: int = 0,
                 max_plies: Optional[int] = None, threads: int = 1,
                 observations: bool = True, masks: bool = True) -> None:
        super().__init__(_game(game), num_games, seed=seed, max_plies=max_plies,
                         threads=threads, observations=observations, masks=masks)

    def __repr__(self) -> str:
        return f'<boardwalk.BatchEnv of {self.num_games} games of {self.game}>'


class Player(_boardwalk.Player, Bot):
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

    def choose(self, state: State, limits: Optional[Dict[str, Any]] = None,
               **more: Any) -> int:
        """The action that it plays; limits are those of think, in a dict or by
        name, so that it plays where players in Python do."""
        action: int = self.think(state, **(limits or {}), **more)['action']
        return action

    step = choose

    def __repr__(self) -> str:
        return f'<boardwalk.Player {self.name}>'


def player(name: str, game: Union[str, Game], seed: int = 0) -> Player:
    """A Player by name: player("mcts:playouts=400", "othello")."""
    return Player(game, name, seed)


def compare(games: Union[str, Game, Iterable[Union[str, Game]]], players: Sequence[_Entrant], *,
            rounds: int = 10, openings: int = 2, seed: int = 0,
            time: Optional[float] = None, nodes: Optional[int] = None,
            playouts: Optional[int] = None, depth: Optional[int] = None,
            max_plies: int = 1000, jobs: int = 1,
            file: Union[None, str, _os.PathLike[str]] = None) -> Results:
    """Plays every pairing of players in every game and tells who is better.

    games     names, or one
    players   names of ours, such as 'mcts:playouts=400'; classes of your own, whose
              objects have choose(state, limits) -> action, and may have
              start(state, seed) and game_over(), or that derive from Bot;
              functions without arguments that return such an object; objects; or
              (name, one of these)
    rounds    in each, every pairing plays from one random opening, so many
              `openings` plies long, with everybody in every seat
    time, nodes, playouts, depth   limits of every move; time is in seconds. Of
              these, or of a player's name, each player that needs one has one:
              else time=1
    max_plies after which an endless game is a draw
    jobs      games at once; players in Python wait for one another
    file      keeps the games; the same call goes on with it, and boardwalk report,
              replay and serve show it

    A player in Python that raises, or returns no legal action, has lost that
    game, and the report says why. Raises ValueError for what cannot be played,
    KeyboardInterrupt after Ctrl-C.
    """
    names: List[str] = []
    own: List[Tuple[str, Callable[[], Any]]] = []
    for entrant in players:
        if not isinstance(entrant, str):
            own.append(_named(entrant, jobs))
        names.append(entrant if isinstance(entrant, str) else own[-1][0])
    report, text = _boardwalk.compare_games(
        [str(game) for game in
         ([games] if isinstance(games, (str, Game)) else games)], names, own,
        rounds, openings, seed, time, nodes, playouts, depth, max_plies, jobs,
        _os.fspath(file or ''))
    return Results(_json.loads(report), text)


def read_results(file: Union[str, _os.PathLike[str]]) -> Results:
    """The results in a file of compare, here or on the command line.

    Every game is played again to see that it is legal. Raises ValueError if there
    is no such file, RuntimeError for one that is none of results, damaged or
    forged.
    """
    report, text = _boardwalk.read_results(_os.fspath(file))
    return Results(_json.loads(report), text)


def _load(name: str) -> Game:
    """For pickle."""
    return load_game(name)


def _restore(name: str, text: str) -> State:
    return load_game(name).deserialize_state(text)


def _end_without_calls() -> None:
    """Calls of other threads that have not ended would crash at the end."""
    if _boardwalk.end_calls() > 0:
        print('boardwalk: a thread is still in a call; ending without it',
              file=_sys.stderr)
        for stream in (_sys.stdout, _sys.stderr):
            if stream is not None:
                stream.flush()
        _os._exit(1)


_atexit.register(_end_without_calls)
