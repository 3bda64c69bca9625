"""Wrappers of PettingZoo."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, TypeVar, Union

from gymnasium import spaces
from pettingzoo import AECEnv

Agent = TypeVar('Agent')
Obs = TypeVar('Obs')
Act = TypeVar('Act')


class BaseWrapper(AECEnv[Agent, Obs, Act]):
    """An environment that does what another one does."""

    def __init__(self, env: AECEnv[Agent, Obs, Act]) -> None:
        assert isinstance(env, AECEnv)
        self.env = env

    def __getattr__(self, name: str) -> Any:
        if name.startswith('_') and name != '_cumulative_rewards':
            raise AttributeError(f'{name} is private')
        return getattr(self.env, name)

    @property
    def unwrapped(self) -> AECEnv[Agent, Obs, Act]:
        return self.env.unwrapped

    def __str__(self) -> str:
        return str(self.env)

    def step(self, action: Act) -> None:
        self.env.step(action)

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> None:
        self.env.reset(seed=seed, options=options)

    def observe(self, agent: Agent) -> Optional[Obs]:
        return self.env.observe(agent)

    def render(self) -> Union[None, str, List[Any]]:
        return self.env.render()

    def close(self) -> None:
        self.env.close()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.env.observation_space(agent)

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.env.action_space(agent)


class OrderEnforcingWrapper(BaseWrapper[Agent, Obs, Act]):
    """Refuses calls before reset, and loops over agents without steps."""

    _has_reset = False
    _has_moved = False

    def __getattr__(self, name: str) -> Any:
        if not self._has_reset and name in (
                'rewards', 'terminations', 'truncations', 'infos',
                'agent_selection', 'num_agents', 'agents'):
            raise AttributeError(f'{name} before reset')
        return super().__getattr__(name)

    def _check(self) -> None:
        assert self._has_reset, 'reset comes first'

    def step(self, action: Act) -> None:
        self._check()
        self._has_moved = True
        super().step(action)

    def reset(self, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> None:
        self._has_reset = self._has_moved = True
        super().reset(seed=seed, options=options)

    def observe(self, agent: Agent) -> Optional[Obs]:
        self._check()
        return super().observe(agent)

    def render(self) -> Union[None, str, List[Any]]:
        self._check()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[Agent]:
        self._check()
        for agent in super().agent_iter(max_iter):
            assert self._has_moved, 'a step comes before the next agent'
            self._has_moved = False
            yield agent
