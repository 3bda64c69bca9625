"""Spaces of Gymnasium."""

from __future__ import annotations

from typing import Any, Generic, Mapping, Optional, Tuple, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar('T')


class Space(Generic[T]):
    """A set that can be sampled; sampling repeats by the seed."""

    shape: Optional[Tuple[int, ...]] = None
    dtype: Optional[np.dtype[Any]] = None
    _random: Optional[np.random.Generator] = None

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    @property
    def np_random(self) -> np.random.Generator:
        if self._random is None:
            self.seed()
        assert self._random is not None
        return self._random

    def sample(self, mask: Any = None) -> T:
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Box(Space[NDArray[Any]]):
    """Arrays of a shape and a type with numbers between bounds."""

    def __init__(self, low: float, high: float, shape: Tuple[int, ...],
                 dtype: Any = np.float32) -> None:
        assert all(isinstance(size, int) and size > 0 for size in shape), shape
        assert low < high
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.low = np.full(shape, low, self.dtype)
        self.high = np.full(shape, high, self.dtype)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.dtype == self.dtype and
                x.shape == self.shape and bool(np.all(x >= self.low)) and
                bool(np.all(x <= self.high)))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and self.shape == other.shape and
                self.dtype == other.dtype and
                bool(np.all(self.low == other.low)) and
                bool(np.all(self.high == other.high)))


class Discrete(Space[np.int64]):
    """Integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        assert isinstance(n, int) and n > 0, n
        self.n = np.int64(n)
        self.shape = ()
        self.dtype = np.dtype(np.int64)

    def sample(self, mask: Optional[NDArray[np.int8]] = None) -> np.int64:
        if mask is None:
            return np.int64(self.np_random.integers(self.n))
        assert isinstance(mask, np.ndarray) and mask.dtype == np.int8
        assert mask.shape == (int(self.n),)
        assert bool(np.all((mask == 0) | (mask == 1)))
        allowed = np.flatnonzero(mask)
        return np.int64(self.np_random.choice(allowed) if len(allowed) else 0)

    def contains(self, x: Any) -> bool:
        if not isinstance(x, int):
            if not (isinstance(x, (np.generic, np.ndarray)) and x.shape == () and
                    np.issubdtype(x.dtype, np.integer)):
                return False
        return bool(0 <= x < self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and self.n == other.n


class Dict(Space[Mapping[str, Any]]):
    """Dicts with a space for each key."""

    def __init__(self, spaces: Mapping[str, Space[Any]]) -> None:
        assert all(isinstance(space, Space) for space in spaces.values())
        self.spaces = dict(spaces)

    def __getitem__(self, key: str) -> Space[Any]:
        return self.spaces[key]

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys() and
                all(x[key] in space for key, space in self.spaces.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces
