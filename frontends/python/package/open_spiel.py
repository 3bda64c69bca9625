"""What algorithms that are written for OpenSpiel call, and nothing else does.

Games here have no chance, no simultaneous moves and no hidden information, so
much of it is the same for all of them.
"""

import dataclasses
import enum
import random
from typing import (Any, Callable, Dict, List, NamedTuple, NoReturn, Optional,
                    Sequence, Tuple, TypeVar)

from boardwalk import _boardwalk
from boardwalk._boardwalk import Game, State, load_game, registered_names

# What `except` of such an algorithm catches. Errors here are those of Python:
# ValueError, RuntimeError, TypeError and others have no narrower class.
SpielError = Exception

INVALID_ACTION = -1


class PlayerId(enum.IntEnum):
    """Who moves where it is no player from 0 up; here it is TERMINAL alone."""
    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = _boardwalk.TERMINAL_PLAYER
    MEAN_FIELD = -5


class StateType(enum.Enum):
    """What State.get_type returns; here it is TERMINAL or DECISION."""
    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class PlayerAction(NamedTuple):
    """Who did what; State.full_history lists them."""
    player: int
    action: int


@dataclasses.dataclass(frozen=True)
class GameType:
    """What is known of a game before its parameters are.

    All games here are sequential, deterministic, of perfect information and
    zero-sum, and give rewards at their end. parameter_specification is a dict of
    each parameter with its default. default_loadable tells whether its name alone
    loads it: a game of a plug-in whose moves have no numbers cannot be loaded.
    """

    class Dynamics(enum.Enum):
        """Who moves when; here it is SEQUENTIAL."""
        SIMULTANEOUS = 0
        SEQUENTIAL = 1
        MEAN_FIELD = 2

    class ChanceMode(enum.Enum):
        """Whether there is chance; here it is DETERMINISTIC."""
        DETERMINISTIC = 0
        EXPLICIT_STOCHASTIC = 1
        SAMPLED_STOCHASTIC = 2

    class Information(enum.Enum):
        """What players see; here it is PERFECT_INFORMATION."""
        ONE_SHOT = 0
        PERFECT_INFORMATION = 1
        IMPERFECT_INFORMATION = 2

    class Utility(enum.Enum):
        """What returns sum to; here it is ZERO_SUM."""
        ZERO_SUM = 0
        CONSTANT_SUM = 1
        GENERAL_SUM = 2
        IDENTICAL = 3

    class RewardModel(enum.Enum):
        """When there are rewards; here it is TERMINAL."""
        REWARDS = 0
        TERMINAL = 1

    short_name: str
    long_name: str
    min_num_players: int
    max_num_players: int
    parameter_specification: Dict[str, Any]
    default_loadable: bool
    provides_observation_tensor: bool
    provides_observation_string: bool = True
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_factored_observation_string: bool = False
    dynamics: Dynamics = Dynamics.SEQUENTIAL
    chance_mode: ChanceMode = ChanceMode.DETERMINISTIC
    information: Information = Information.PERFECT_INFORMATION
    utility: Utility = Utility.ZERO_SUM
    reward_model: RewardModel = RewardModel.TERMINAL


def _type_of(short_name: str, game: Optional[Game]) -> GameType:
    """`game` is one of that name, if there is any."""
    long_name, least, most, defaults = _boardwalk.game_info(short_name)
    return GameType(short_name, long_name, least, most, defaults,
                    default_loadable=game is not None,
                    provides_observation_tensor=(
                        game is not None and game.observation_tensor_size() > 0))


def registered_games() -> List[GameType]:
    """The GameType of each of registered_names(), in that order."""
    types = []
    for name in registered_names():
        try:
            types.append(_type_of(name, load_game(name)))
        except (ValueError, RuntimeError):  # its moves have no numbers
            types.append(_type_of(name, None))
    return types


def serialize_game_and_state(game: Game, state: State) -> str:
    """Both as a text that deserialize_game_and_state reads."""
    return f'{game}\n{state.serialize()}'


def deserialize_game_and_state(text: str) -> Tuple[Game, State]:
    """The game and the state of such a text. Raises ValueError."""
    name, _, rest = text.partition('\n')
    game = load_game(name)
    return game, game.deserialize_state(rest)


# --- Methods of the compiled classes ------------------------------------------

_Function = TypeVar('_Function', bound=Callable[..., Any])


def _method(kind: type, name: str) -> Callable[[_Function], _Function]:
    """Makes a function a method `name` of a compiled class."""
    def add(function: _Function) -> _Function:
        function.__name__, function.__qualname__ = name, f'{kind.__name__}.{name}'
        setattr(kind, name, function)
        return function
    return add


@_method(Game, 'get_type')
def _game_type(self: Game) -> GameType:
    """Its GameType, the same whatever its parameters."""
    return _type_of(self.short_name, self)


@_method(Game, 'new_initial_states')
def _new_initial_states(self: Game) -> List[State]:
    """All openings: a list of new_initial_state()."""
    return [self.new_initial_state()]


@_method(Game, 'max_chance_outcomes')
def _max_chance_outcomes(self: Game) -> int:
    """0: no game has chance."""
    return 0


@_method(Game, 'policy_tensor_shape')
def _policy_tensor_shape(self: Game) -> List[int]:
    """The list [num_distinct_actions()]."""
    return [self.num_distinct_actions()]


@_method(State, 'get_type')
def _state_type(self: State) -> StateType:
    """StateType.TERMINAL when the game is over, else StateType.DECISION."""
    return StateType.TERMINAL if self.is_terminal() else StateType.DECISION


@_method(State, 'is_player_node')
def _is_player_node(self: State) -> bool:
    """Whether a player is to move: the game goes on."""
    return not self.is_terminal()


@_method(State, 'is_mean_field_node')
def _is_mean_field_node(self: State) -> bool:
    """False: no game has a mean field."""
    return False


@_method(State, 'player_reward')
def _player_reward(self: State, player: int) -> float:
    """What one player got by the last action; see rewards()."""
    return self.player_return(player)


@_method(State, 'apply_action_with_legality_check')
def _apply_action_with_legality_check(self: State, action: int) -> None:
    """The same as apply_action, which checks, too."""
    self.apply_action(action)


@_method(State, 'history_str')
def _history_str(self: State) -> str:
    """The actions since its start as a text: "3, 0, 3"."""
    return ', '.join(map(str, self.history()))


@_method(State, 'full_history')
def _full_history(self: State) -> List[PlayerAction]:
    """The actions since its start, each with its player."""
    return [PlayerAction(player, action)
            for player, action in zip(self._players(), self.history())]


@_method(State, 'information_state_string')
def _information_state_string(self: State, player: Optional[int] = None) -> str:
    """What every player knows: history_str(), behind its start if that is not
    the opening."""
    self.legal_actions(player)  # refuses a player that there is not
    return ', '.join(self.serialize().splitlines())


@_method(State, 'information_state_tensor')
def _information_state_tensor(self: State,
                              player: Optional[int] = None) -> NoReturn:
    """No game has one, as Game.get_type() says: RuntimeError."""
    raise RuntimeError('no game has an information_state_tensor: '
                       'observation_tensor has the whole position')


@_method(State, 'chance_outcomes')
def _chance_outcomes(self: State) -> NoReturn:
    """No state is a chance node: RuntimeError."""
    raise RuntimeError('no state is a chance node: is_chance_node() is False')


@_method(State, 'apply_actions')
def _apply_actions(self: State, actions: Sequence[int]) -> NoReturn:
    """No state is a simultaneous node: RuntimeError."""
    raise RuntimeError('players move in turn: use apply_action')


# --- Bots ---------------------------------------------------------------------


class Bot:
    """A player: derive from it and write step(state) -> action.

    Loops such as evaluate_bots call restart_at before a game, step for each
    action of its own, and inform_action for each action of another player; a bot
    without a memory needs only step. It plays in compare, too, which makes the
    same calls. `state` may be changed by its owner afterwards: copy what is to
    be kept.
    """

    _seen: Optional[State] = None  # when compare asked it last
    _has_moved = False             # it has moved there

    def step(self, state: State) -> int:
        """The action to play; it will be played."""
        raise NotImplementedError(f'{type(self).__name__} has no step(state)')

    def restart(self) -> None:
        """Forgets what was played. Does nothing unless you write it."""

    def restart_at(self, state: State) -> None:
        """The same, and a game begins or goes on at `state`: restart()."""
        self.restart()

    def inform_action(self, state: State, player_id: int, action: int) -> None:
        """Another player is about to do that. Does nothing unless you write it."""

    def provides_force_action(self) -> bool:
        """Whether there is force_action: False."""
        return False

    def force_action(self, state: State, action: int) -> None:
        """That was played for it. Raises NotImplementedError."""
        raise NotImplementedError(
            f'{type(self).__name__} has no force_action(state, action)')

    def provides_policy(self) -> bool:
        """Whether there are get_policy and step_with_policy: False."""
        return False

    def get_policy(self, state: State) -> List[Tuple[int, float]]:
        """Legal actions with their probabilities. Raises NotImplementedError."""
        raise NotImplementedError(
            f'{type(self).__name__} has no get_policy(state)')

    def step_with_policy(
            self, state: State) -> Tuple[List[Tuple[int, float]], int]:
        """get_policy(state), and the action to play by it. Raises
        NotImplementedError."""
        raise NotImplementedError(
            f'{type(self).__name__} has no step_with_policy(state)')

    def start(self, state: State, seed: int) -> None:
        """A game of compare begins: restart_at(state)."""
        self.restart_at(state)
        self._seen, self._has_moved = state.clone(), False

    def choose(self, state: State,
               limits: Optional[Dict[str, Any]] = None) -> int:
        """step(state) behind inform_action for what the others have played;
        behind restart_at(state) where it does not follow from the last state."""
        if self._seen is not None:
            played = _played_since(self._seen, state)
            if played is None:
                self.restart_at(state)
            else:
                for before, step in played[1 if self._has_moved else 0:]:
                    self.inform_action(before, step.player, step.action)
        self._seen, self._has_moved = state.clone(), True
        return self.step(state)


def _played_since(
        seen: State,
        state: State) -> Optional[List[Tuple[State, PlayerAction]]]:
    """What led from one to the other, each with the state before it; None if
    nothing did."""
    actions = state._actions_since(seen)
    if actions is None:
        return None
    steps = []
    here = seen.clone()
    for action in actions:
        steps.append((here.clone(), PlayerAction(here.current_player(), action)))
        here.apply_action(action)
    return steps


class _UniformRandomBot(Bot):
    def __init__(self, player_id: int, seed: int) -> None:
        self._player_id = player_id
        self._random = random.Random(seed)

    def player_id(self) -> int:
        return self._player_id

    def provides_policy(self) -> bool:
        return True

    def get_policy(self, state: State) -> List[Tuple[int, float]]:
        actions = state.legal_actions(self._player_id)
        return [(action, 1 / len(actions)) for action in actions]

    def step(self, state: State) -> int:
        actions = state.legal_actions(self._player_id)
        return self._random.choice(actions) if actions else INVALID_ACTION

    def step_with_policy(
            self, state: State) -> Tuple[List[Tuple[int, float]], int]:
        return self.get_policy(state), self.step(state)


def make_uniform_random_bot(player_id: int, seed: int) -> Bot:
    """A Bot that plays every legal action of that player equally often;
    INVALID_ACTION where another one is to move."""
    return _UniformRandomBot(player_id, seed)


def evaluate_bots(state: State, bots: Sequence[Bot], seed: int = 0, *,
                  max_plies: int = 1000) -> List[float]:
    """Plays one game from `state`, which ends where the game does.

    bots are one for each player. Returns state.returns(), zeros if an endless
    game is cut off after max_plies. `seed` does nothing: no game has chance, and
    bots have seeds of their own. Raises ValueError for an illegal action.
    boardwalk.compare plays many games and tells who is better.
    """
    if len(bots) != state.num_players():
        raise ValueError(f'{len(bots)} bots for {state.num_players()} players')
    for bot in bots:
        bot.restart_at(state)
    endless = state.get_game().endless
    plies = 0
    while not state.is_terminal() and (plies < max_plies or not endless):
        player = state.current_player()
        action = bots[player].step(state)
        for other, bot in enumerate(bots):
            if other != player:
                bot.inform_action(state, player, action)
        state.apply_action(action)
        plies += 1
    return state.returns()
