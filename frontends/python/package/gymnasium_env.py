"""The games as environments of Gymnasium: a learner against opponents.

    import gymnasium
    import boardwalk.gymnasium_env
    env = gymnasium.make('boardwalk/othello-v0', opponents='greedy')

It needs Gymnasium from 0.29 on, which is not installed with boardwalk.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ImportError('boardwalk.gymnasium_env needs Gymnasium: pip install '
                      'gymnasium') from error

import numpy as np
from numpy.typing import NDArray

from boardwalk import Game, State, player, registered_names
from boardwalk._episode import RENDER_MODES, Action, Episode
from boardwalk.entrants import Entrant, named

__all__ = ['BoardwalkEnv', 'register_games']


class BoardwalkEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """A game in which the learner has one seat, and opponents have the others.

    game         a Game, or its name
    seat         of the learner, from 0; 'random' to draw it for each game
    opponents    who plays in all other seats: a name of ours, such as
                 'mcts:playouts=100'; a class or an object with
                 choose(state, limits), or a function that makes one, as
                 boardwalk.compare takes it; or a list with one of these for each
                 other seat, in the order in which they move after the learner.
                 `limits` is empty: a name without limits thinks for a second, if
                 it needs any
    max_plies    of all seats, after which a game is truncated: None for 1000 in
                 games that can go on for ever and no limit in others, 0 for no
                 limit
    render_mode  None; 'ansi' for a text by render(); 'human' to print it after
                 every ply

    An observation is float32 of the shape game.observation_tensor_shape(), from 0
    to 1: planes first, as the learner sees the position (README.md, Planes). info
    is a dict of
      action_mask  int8 (game.num_distinct_actions(),): 1 for each legal action;
                   zeros once the game is over
      seat         the learner's, in this game
    The reward is 0 until the game is over by its rules: then it is the learner's
    return, from -1 to 1.

    With reset(seed=...) the same actions bring the same games, where opponents
    draw from the seed that start(state, seed) gives them, and have no limits of
    time. Every game has its own object of a class; an object plays them all.
    """

    metadata: Dict[str, Any] = {'render_modes': RENDER_MODES, 'render_fps': 2}

    def __init__(self, game: Union[str, Game], *, seat: Union[int, str] = 0,
                 opponents: Union[Entrant, List[Entrant]] = 'random',
                 max_plies: Optional[int] = None,
                 render_mode: Optional[str] = None) -> None:
        self._episode = Episode(game, max_plies, render_mode)
        self.game = self._episode.game
        self.render_mode = render_mode
        seats = self.game.num_players()
        if seat != 'random' and seat not in range(seats):
            raise ValueError(f"seat={seat!r}: it is from 0 to {seats - 1}, or "
                             "'random'")
        self._given_seat = seat
        if not isinstance(opponents, list):
            opponents = [opponents] * (seats - 1)
        if len(opponents) != seats - 1:
            raise ValueError(f'{len(opponents)} opponents for {seats - 1} seats: '
                             'give one for each, or one for all')
        self._makers = [self._maker(opponent) for opponent in opponents]
        self._opponents: Dict[int, Any] = {}  # by seat, while a game goes on
        self._ready = False  # for an action of the learner
        self.seat = 0
        self.observation_space = self._episode.observation_space()
        self.action_space = self._episode.action_space()

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) \
            -> Tuple[NDArray[np.float32], Dict[str, Any]]:
        """Begins a new game, up to the learner's first turn; there are no options.

        Raises ValueError if the game is over before that.
        """
        super().reset(seed=seed)
        self._end()
        self._episode.begin()
        seats = self.game.num_players()
        self.seat = (int(self.np_random.integers(seats))
                     if self._given_seat == 'random' else int(self._given_seat))
        for i, make in enumerate(self._makers, start=1):
            opponent = make()
            if hasattr(opponent, 'start'):
                opponent.start(self._episode.state.clone(),
                               int(self.np_random.integers(1 << 63)))
            self._opponents[(self.seat + i) % seats] = opponent
        self._episode.show()
        self._let_others_play()
        if not self._ready:
            raise ValueError(f'the game is over before seat {self.seat} has moved '
                             f'(max_plies={self._episode.max_plies})')
        return self._seen()

    def step(self, action: Action) \
            -> Tuple[NDArray[np.float32], float, bool, bool, Dict[str, Any]]:
        """Plays an action, then the others up to the learner's next turn.

        Returns observation, reward, terminated, truncated, info. An illegal action
        is a ValueError that changes nothing. An opponent that raises, or returns no
        legal action (a RuntimeError), has ended the game: call reset().
        """
        if not self._ready:
            raise gymnasium.error.ResetNeeded('no game goes on: call reset()')
        episode = self._episode
        episode.play(action)
        episode.show()
        self._let_others_play()
        observation, info = self._seen()
        return (observation, episode.state.player_return(self.seat),
                episode.terminated, episode.truncated, info)

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as MaskablePPO of sb3-contrib asks for it."""
        return self._episode.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The position as render_mode says."""
        return self._episode.render()

    def close(self) -> None:
        """Ends the game for the opponents."""
        self._end()

    def _maker(self, opponent: Entrant) -> Callable[[], Any]:
        if not isinstance(opponent, str):
            return named(opponent, jobs=1)[1]
        name = opponent
        player(name, self.game)  # says now if there is none
        return lambda: _Ours(self.game, name)

    def _seen(self) -> Tuple[NDArray[np.float32], Dict[str, Any]]:
        return (self._episode.observation(self.seat),
                {'action_mask': self._episode.mask(self.seat),
                 'seat': self.seat})

    def _let_others_play(self) -> None:
        self._ready = False  # should one of them raise
        episode = self._episode
        while not episode.over and episode.state.current_player() != self.seat:
            seat = episode.state.current_player()
            action = self._opponents[seat].choose(episode.state.clone(), {})
            try:
                episode.play(action)
            except (TypeError, ValueError) as illegal:
                raise RuntimeError(f'the opponent in seat {seat} chose {action!r}, '
                                   'which is no legal action') from illegal
            episode.show()
        self._ready = not episode.over
        if episode.over:
            self._end()

    def _end(self) -> None:
        self._ready = False
        opponents, self._opponents = self._opponents, {}
        for opponent in opponents.values():
            if hasattr(opponent, 'game_over'):
                opponent.game_over()


class _Ours:
    """A player of ours in one game."""

    def __init__(self, game: Game, name: str) -> None:
        self._game = game
        self._name = name

    def start(self, state: State, seed: int) -> None:
        self._player = player(self._name, self._game, seed)

    def choose(self, state: State, limits: Dict[str, Any]) -> int:
        return self._player.choose(state, **limits)


def register_games() -> None:
    """Registers boardwalk/NAME-v0 for every game, as importing this module does.

    Call it after load_plugin. Parameters go to gymnasium.make:
    make('boardwalk/star-v0', game='star:size=3,players=3').
    """
    for name in registered_names():
        env_id = f'boardwalk/{name}-v0'
        if env_id not in gymnasium.registry:
            gymnasium.register(env_id, kwargs={'game': name},
                               entry_point=f'{__name__}:BoardwalkEnv')


register_games()
