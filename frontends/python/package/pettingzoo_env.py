"""The games as environments of PettingZoo (AEC): env, raw_env.

    from boardwalk.pettingzoo_env import env
    game = env('othello')

It needs PettingZoo from 1.23 on, which is not installed with boardwalk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Union

try:
    import pettingzoo
except ModuleNotFoundError as error:
    raise ImportError('boardwalk.pettingzoo_env needs PettingZoo: pip install '
                      'pettingzoo') from error

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from boardwalk import Game
from boardwalk._episode import RENDER_MODES, Action, Episode

if TYPE_CHECKING:  # older ones take no types
    _AECEnv = pettingzoo.AECEnv[str, Dict[str, Any], Any]
    _Wrapper = OrderEnforcingWrapper[str, Dict[str, Any], Any]
else:
    _AECEnv = pettingzoo.AECEnv

__all__ = ['env', 'raw_env']


def env(game: Union[str, Game], *, max_plies: Optional[int] = None,
        render_mode: Optional[str] = None) -> _Wrapper:
    """A raw_env in the wrapper of PettingZoo that enforces the order of calls."""
    return OrderEnforcingWrapper(
        raw_env(game, max_plies=max_plies, render_mode=render_mode))


class raw_env(_AECEnv):
    """A game as an AECEnv.

    Agents are player_0, player_1, ... in the order of the seats. observe returns
      observation  float32, of the shape game.observation_tensor_shape(), from 0
                   to 1: planes first, as that agent sees the position, whoever is
                   to move (README.md, Planes)
      action_mask  int8 (game.num_distinct_actions(),): 1 for each action that
                   the agent can play now; zeros if it is not to move
    Rewards are 0 until the game is over by its rules, for all agents at once:
    then they are its returns, which sum to 0. After max_plies (None for 1000 in
    games that can go on for ever and no limit in others, 0 for no limit) it is
    truncated, and nobody has a reward.

    An illegal action is a ValueError that changes nothing; with PettingZoo's
    TerminateIllegalWrapper it loses the game. There is no chance in the games, so
    seeds and options change nothing.

    render_mode: None; 'ansi' for a text by render(); 'human' to print it after
    every step.
    """

    metadata: Dict[str, Any] = {'name': 'boardwalk_v0',
                                'render_modes': RENDER_MODES,
                                'render_fps': 2,
                                'is_parallelizable': False}

    def __init__(self, game: Union[str, Game], *,
                 max_plies: Optional[int] = None,
                 render_mode: Optional[str] = None) -> None:
        super().__init__()
        self._episode = Episode(game, max_plies, render_mode)
        self.game = self._episode.game
        self.metadata = dict(self.metadata, name=f'{self.game.short_name}_v0')
        self.render_mode = render_mode
        self.possible_agents = [f'player_{seat}'
                                for seat in range(self.game.num_players())]
        self.agents = []
        self.observation_spaces = {
            agent: spaces.Dict({
                'observation': self._episode.observation_space(),
                'action_mask': spaces.Box(
                    0, 1, (self.game.num_distinct_actions(),), np.int8)})
            for agent in self.possible_agents}
        self.action_spaces = {agent: self._episode.action_space()
                              for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, always the same object."""
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game."""
        self._episode.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        self._episode.show()

    def step(self, action: Optional[Action]) -> None:
        """Plays an action of agent_selection; None once that agent is done."""
        if not self.agents:
            raise RuntimeError('the game has no agents: call reset()')
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f'{agent} is to move: None is for agents that are '
                             'terminated or truncated')
        episode = self._episode
        episode.play(action)
        self.rewards = dict(zip(self.agents, episode.state.returns()))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, episode.terminated)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        if episode.over:
            self._deads_step_first()
        else:
            self.agent_selection = self._mover()
        episode.show()

    def observe(self, agent: str) -> Dict[str, Any]:
        """What an agent sees, at any time."""
        seat = self._seat(agent)
        return {'observation': self._episode.observation(seat),
                'action_mask': self._episode.mask(seat)}

    def render(self) -> Optional[str]:
        """The position as render_mode says."""
        return self._episode.render()

    def close(self) -> None:
        """Nothing is to be closed."""

    def _mover(self) -> str:
        return self.possible_agents[self._episode.state.current_player()]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f'no agent {agent!r}: there are '
                             f'{", ".join(self.possible_agents)}')
        return self.possible_agents.index(agent)
