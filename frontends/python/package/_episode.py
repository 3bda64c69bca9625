"""What the environments of Gymnasium and PettingZoo share: a game that is cut off
after a number of plies, and what each seat sees of it."""

from __future__ import annotations

import operator
from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardwalk import BatchEnv, Game, _game

RENDER_MODES = ['ansi', 'human']
Action = Union[int, 'np.integer[Any]']


class Episode:
    """A game from its opening on.

    game       its Game
    max_plies  as BatchEnv has it: the game is cut off after so many; 0 for never
    state      its State
    """

    def __init__(self, game: Union[str, Game], max_plies: Optional[int],
                 render_mode: Optional[str]) -> None:
        self.game = _game(game)
        if not self.game.observation_planes():
            raise ValueError(f'{self.game} describes no board, so there is '
                             'nothing to observe')
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f'render_mode={render_mode!r}: it is None or one of '
                             f'{RENDER_MODES}')
        self._render_mode = render_mode
        # BatchEnv knows which limit is usual, and which are out of bounds.
        self.max_plies = BatchEnv(self.game, 1, max_plies=max_plies,
                                  observations=False, masks=False).max_plies
        self.begin()

    def begin(self) -> None:
        """Sets up the opening."""
        self.state = self.game.new_initial_state()

    def play(self, action: Action) -> None:
        """Plays an action; ValueError if it is illegal, TypeError if it is no
        integer, and nothing has changed."""
        self.state.apply_action(operator.index(action))

    @property
    def terminated(self) -> bool:
        """Whether it is over by its rules."""
        return self.state.is_terminal()

    @property
    def truncated(self) -> bool:
        """Whether it was cut off."""
        return (not self.terminated and
                0 < self.max_plies <= self.state.move_number())

    @property
    def over(self) -> bool:
        """Whether it is over or cut off."""
        return self.terminated or self.truncated

    def observation_space(self) -> spaces.Box:
        """Of the observation of each seat."""
        return spaces.Box(0.0, 1.0, tuple(self.game.observation_tensor_shape()),
                          np.float32)

    def action_space(self) -> spaces.Discrete:
        """Of the actions of each seat."""
        return spaces.Discrete(self.game.num_distinct_actions())

    def observation(self, seat: int) -> NDArray[np.float32]:
        """The planes as that seat sees them: its own pieces first."""
        return self.state.observation(seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that the seat can play now, as Discrete.sample takes
        it; zeros for a seat that is not to move, and once the game is over."""
        mask = self.state.legal_actions_mask(seat).view(np.int8)
        return np.zeros_like(mask) if self.over else mask

    def render(self) -> Optional[str]:
        """The board and the position: returned, printed or neither."""
        if self._render_mode == 'ansi':
            return str(self.state)
        if self._render_mode == 'human':
            print(self.state)
        return None

    def show(self) -> None:
        """Renders what people follow without asking."""
        if self._render_mode == 'human':
            self.render()
