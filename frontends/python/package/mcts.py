"""Monte-Carlo tree search with a network of yours."""

from __future__ import annotations

import operator
from typing import (TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence,
                    Tuple, Union)

from boardwalk import _boardwalk
from boardwalk._boardwalk import Game, State, load_game
from boardwalk.open_spiel import Bot

if TYPE_CHECKING:  # importing it takes longer than all else
    import numpy as np
    from numpy.typing import NDArray
    Evaluator = Callable[[NDArray[np.float32]], Tuple[Any, Any]]


def _enough(playouts: int) -> int:
    playouts = operator.index(playouts)
    if playouts < 2:
        raise ValueError(f'{playouts} playouts are too few: the first one '
                         'evaluates the position, and others choose')
    return playouts


class MctsBot(Bot):
    """A search that a network guides: PUCT, as in AlphaZero.

    evaluator(obs) returns (priors, values) for a batch of n observations:
      obs     float32 (n, *game.observation_tensor_shape()); copy what you keep
      priors  (n, game.num_distinct_actions()), at least 0; those of legal actions
              are divided by their sum
      values  (n,), from -1 to 1: the expected return of the player to move; or
              (n, players), that of the player to move, of the next one, ...
    Arrays of numpy, or what numpy.asarray takes.

    playouts     of each search, beside those that are kept (reuse)
    batch        leaves that are evaluated at once, at most
    leaves       of these, how many may be of one position; each waits as a loss
                 (virtual loss), so more make a search worse and a network faster
    exploration  of the bonus exploration * prior * sqrt(visits) / (1 + visits)
    fpu          a move without a visit has the value of its position less this
    noise        the share of Dirichlet noise in the priors of the root, for games
                 of training; its parameter is noise_alpha
    reuse        whether a search goes on with the last one where that was of an
                 earlier position of the same game: what was searched below the
                 moves since then is kept, and the rest of the tree freed. Any
                 other position begins anew, and so does the same one again.
                 False: each search begins anew
    seed         of the noise

    The same calls in the same order have the same answers, if the evaluator has.
    Raises ValueError for numbers out of bounds, and if the evaluator returns other
    shapes, NaN, or numbers out of bounds.
    """

    def __init__(self, game: Union[str, Game], playouts: int = 400, *,
                 evaluator: Evaluator, batch: int = 256, leaves: int = 8,
                 exploration: float = 1.5, fpu: float = 0.25,
                 noise: float = 0.0, noise_alpha: float = 0.3,
                 reuse: bool = True, seed: int = 0) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.playouts = _enough(playouts)
        self._evaluator = evaluator
        self._batch = batch
        self._options = (exploration, fpu, leaves, noise, noise_alpha)
        self._reuse = reuse
        self._seed = seed
        # The last search by the number of its positions, or none. A call takes
        # it out, so that another thread's begins anew, and so does the next one
        # after an error.
        self._kept: Dict[int, _boardwalk.NetworkSearch] = {}
        self._new_search(1)  # refuses what is out of bounds

    def _new_search(self, trees: int) -> _boardwalk.NetworkSearch:
        self._seed += 1
        return _boardwalk.NetworkSearch(
            self.game, trees, self._batch, *self._options, self._seed - 1)

    def start(self, state: State, seed: int) -> None:
        """Begins a game: forgets what was searched; seed is that of the noise."""
        self._kept = {}
        self._seed = seed

    def _search(self, states: Sequence[State],
                playouts: int) -> _boardwalk.NetworkSearch:
        search = self._kept.pop(len(states), None)
        if search is None:
            search = self._new_search(len(states))
        for i, state in enumerate(states):
            search.follow(i, state)
        while True:
            rows = search.gather(playouts)
            if rows == 0:
                return search
            evaluation = self._evaluator(search.obs[:rows])
            if not isinstance(evaluation, tuple) or len(evaluation) != 2:
                raise TypeError('the evaluator returns (priors, values), not '
                                f'{type(evaluation).__name__}')
            search.expand(*evaluation)

    def think_all(self, states: Sequence[State],
                  playouts: Optional[int] = None) -> List[Dict[str, Any]]:
        """What it thinks of each of many positions, searched together.

        Dicts as think returns them. Leaves of all positions share batches, so
        with many positions `leaves=1` fills them, too. With reuse a position
        goes on with that in the same place of the last call, if there were as
        many: a list of games keeps all trees, also where a game begins again.
        """
        if len(states) == 0:
            return []
        search = self._search(
            states, self.playouts if playouts is None else _enough(playouts))
        thoughts = [self._thought(search, i) for i in range(len(states))]
        if self._reuse:
            self._kept = {len(states): search}
        return thoughts

    def think(self, state: State, *,
              playouts: Optional[int] = None) -> Dict[str, Any]:
        """What it thinks of a position, as a dict.

        action   the most visited one
        value    the mean return of the player to move, -1 to 1
        policy   float32 (num_distinct_actions,): the share of visits, for training
        playouts how many there were, those kept from before included
        ranking  dicts of action, visits, prior and value, most visits first
        """
        return self.think_all([state], playouts)[0]

    def _thought(self, search: _boardwalk.NetworkSearch,
                 tree: int) -> Dict[str, Any]:
        import numpy as np
        actions, visits, priors, values = search.moves(tree)
        policy = np.zeros(self.game.num_distinct_actions(), np.float32)
        policy[actions] = visits / max(int(visits.sum()), 1)
        order = np.argsort(-visits, kind='stable')
        ranking = [{'action': int(actions[i]), 'visits': int(visits[i]),
                    'prior': float(priors[i]), 'value': float(values[i])}
                   for i in order]
        return {'action': ranking[0]['action'], 'value': search.value(tree),
                'policy': policy, 'playouts': int(visits.sum()) + 1,
                'ranking': ranking}

    def choose(self, state: State,
               limits: Optional[Dict[str, Any]] = None) -> int:
        """The action that it plays; a limit of playouts can only be tighter."""
        most = (limits or {}).get('playouts', self.playouts)
        action: int = self.think(
            state, playouts=max(2, min(most, self.playouts)))['action']
        return action

    step = choose

    def provides_policy(self) -> bool:
        """Whether there are get_policy and step_with_policy: True."""
        return True

    def get_policy(self, state: State) -> List[Tuple[int, float]]:
        """Each legal action with its share of visits; see think."""
        return self.step_with_policy(state)[0]

    def step_with_policy(
            self, state: State) -> Tuple[List[Tuple[int, float]], int]:
        """Each legal action with its share of visits, and the most visited one,
        which it plays."""
        thought = self.think(state)
        policy = thought['policy']
        return ([(action, float(policy[action]))
                 for action in state.legal_actions()], thought['action'])

    def __repr__(self) -> str:
        return f'<boardwalk.MctsBot of {self.game}: {self.playouts} playouts>'
