"""A stand-in for Gymnasium: environments, and making them by their names."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Generic, Optional, Tuple, TypeVar

import numpy as np

from gymnasium import error, spaces

STAND_IN = True

Obs = TypeVar('Obs')
Act = TypeVar('Act')


class Env(Generic[Obs, Act]):
    """The base of environments; reset seeds np_random."""

    metadata: Dict[str, Any] = {'render_modes': []}
    render_mode: Optional[str] = None
    spec: Optional[EnvSpec] = None
    action_space: spaces.Space[Act]
    observation_space: spaces.Space[Obs]
    _np_random: Optional[np.random.Generator] = None

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) \
            -> Tuple[Obs, Dict[str, Any]]:
        if seed is not None:
            if not isinstance(seed, int) or seed < 0:
                raise error.Error(f'seed={seed!r}')
            self._np_random = np.random.default_rng(seed)
        return None  # type: ignore[return-value]

    def step(self, action: Act) \
            -> Tuple[Obs, float, bool, bool, Dict[str, Any]]:
        raise NotImplementedError

    def render(self) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        pass

    @property
    def np_random(self) -> np.random.Generator:
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    @property
    def unwrapped(self) -> Env[Any, Any]:
        return self


class EnvSpec:
    """How an environment is made."""

    def __init__(self, id: str, entry_point: str, kwargs: Dict[str, Any]) -> None:
        self.id = id
        self.entry_point = entry_point
        self.kwargs = kwargs


registry: Dict[str, EnvSpec] = {}


def register(id: str, entry_point: str,
             kwargs: Optional[Dict[str, Any]] = None) -> None:
    if id in registry:
        raise error.Error(f'{id} is registered')
    registry[id] = EnvSpec(id, entry_point, kwargs or {})


def make(id: str, **kwargs: Any) -> Env[Any, Any]:
    """An environment behind wrappers that check what it returns, and the order of
    calls."""
    module, _, name = id.rpartition(':')
    if module:
        importlib.import_module(module)
    if name not in registry:
        raise error.NameNotFound(name)
    spec = registry[name]
    module, _, attribute = spec.entry_point.partition(':')
    env: Env[Any, Any] = getattr(importlib.import_module(module), attribute)(
        **{**spec.kwargs, **kwargs})
    assert isinstance(env, Env)
    env.spec = spec
    return _Checked(env)


class _Checked(Env[Any, Any]):

    def __init__(self, env: Env[Any, Any]) -> None:
        self.env = env
        self.observation_space = env.observation_space
        self.action_space = env.action_space
        self.spec = env.spec
        assert self.metadata['render_modes'] is not None
        assert env.metadata['render_fps'] > 0
        assert (env.render_mode is None or
                env.render_mode in env.metadata['render_modes'])
        self._has_reset = False

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) \
            -> Tuple[Any, Dict[str, Any]]:
        self._has_reset = True
        observation, info = self.env.reset(seed=seed, options=options)
        self._check(observation, info)
        return observation, info

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        if not self._has_reset:
            raise error.ResetNeeded('step before reset')
        result = self.env.step(action)
        assert isinstance(result, tuple) and len(result) == 5
        observation, reward, terminated, truncated, info = result
        self._check(observation, info)
        assert type(terminated) is bool and type(truncated) is bool
        assert isinstance(reward, float) and np.isfinite(reward)
        return result

    def render(self) -> Any:
        if not self._has_reset:
            raise error.ResetNeeded('render before reset')
        text = self.env.render()
        assert isinstance(text, str) == (self.env.render_mode == 'ansi')
        assert isinstance(text, str) or text is None
        return text

    def close(self) -> None:
        self.env.close()

    @property
    def unwrapped(self) -> Env[Any, Any]:
        return self.env.unwrapped

    def _check(self, observation: Any, info: Any) -> None:
        assert observation in self.observation_space
        assert isinstance(info, dict)
