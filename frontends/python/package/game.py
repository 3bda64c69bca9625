"""Games that are written in Python, and the check of any game."""

from typing import List, NamedTuple, Type, TypeVar, Union

from boardwalk import _boardwalk
from boardwalk._boardwalk import Game, load_game

_Rules = TypeVar('_Rules')


def register_game(rules: Type[_Rules]) -> Type[_Rules]:
    """Adds the game of a class, which load_game then knows by its id.

    The names are those of framework/game.h. An object of the class is one set of
    parameters and never changes; a state is a value that never changes, such as a
    tuple of numbers, texts and tuples: equal states are the same position, and have
    the same repr. A move is a number below num_actions, and means the same in every
    position.

      id            lower case letters and digits
      num_players   2 to 6
      num_actions   moves are below it, at most 2**31
      initial_state() -> state
      to_move(state) -> the player to move, from 0
      is_terminal(state) -> whether the game is over
      returns(state) -> a number from -1 to 1 for each player, of a terminal
                    state; they sum to 0
      legal_moves(state) -> the legal moves of any other state, at least one, in
                    an order that depends on the state alone
      apply(state, move) -> the state after it

    Optional:
      title         for people; else the name of the class
      aim           what players try to do, one sentence of at most 100 characters
      __doc__       the rules, for people, in lines of at most 80 characters
      endless       True if play can go on for ever
      max_plies     no game from the start has more moves
      parameters    {'size': (default, min, max)}, whole numbers; the class is
                    called with all of them by name
      format_move(state, move) -> its text, in a position different for each
                    move; else the number
      board         (rows, columns) of a board; its cells are named as in chess,
                    a1 at the bottom left. Then both of these, too:
      pieces(state) -> what stands on it: (cell, player) or (cell, player, kind)
                    each; player -1 is nobody. Planes tell usual pieces, without
                    a kind, from all others
      path(state, move) -> the cells that the move touches in order, different
                    for each legal move

    All players of ours play it, check proves it, and compare, BatchEnv and, with a
    board, MctsBot take it. It is slow, as a search calls it at every position: some ten
    thousand positions a second, where ours have millions. Write it in C++ once it works. An
    id that a class has registered before is taken over.

    What a method raises, also in a search, is raised by the call that needed it.
    Raises TypeError or ValueError if something is missing or out of bounds.
    Returns the class, so it is a decorator, too.
    """
    _boardwalk.register_game(rules)
    return rules


class Conformance(NamedTuple):
    """What check has found."""
    games: int  # that were played
    positions: int  # that were seen
    failures: List[str]  # a line for each kind; empty if the game conforms
    notes: List[str]  # remarks that are no failures

    @property
    def ok(self) -> bool:
        """Whether the game conforms."""
        return not self.failures


def check(game: Union[str, Game], *, games: int = 0, max_plies: int = 300,
          seed: int = 1, max_leaves: int = 20_000) -> Conformance:
    """Plays a game at random and holds it to the contract, as boardwalk check does.

    That moves differ, that numbers mean one move and are below their bound, that
    planes tell positions apart, that equal states have equal hashes, that returns
    sum to 0, and more. games: how many, 0 for some 2,000 positions. max_plies: of
    each. max_leaves: how much of the tree is searched. Raises ValueError for
    numbers out of bounds, KeyboardInterrupt after Ctrl-C.
    """
    if isinstance(game, str):
        game = load_game(game)
    return Conformance(*_boardwalk.check(game, games, max_plies, seed,
                                         max_leaves))
