"""What can stand for a player of yours."""

import re
from typing import Any, Callable, Tuple, Union

# A name, a class (or a function) that makes a player, with a name or without,
# or an object that plays.
Entrant = Union[str, Callable[[], Any], Tuple[str, Callable[[], Any]], Any]


def _plays(entrant: Entrant) -> bool:
    """Whether it is an object that plays, and no class of such objects."""
    return hasattr(entrant, 'choose') and not isinstance(entrant, type)


def named(entrant: Entrant, jobs: int) -> Tuple[str, Callable[[], Any]]:
    """An entrant that is no name of ours, as a name and what makes the player
    of each game, of which `jobs` are played at once."""
    if isinstance(entrant, tuple):
        name, make = entrant
    else:
        kind = type(entrant) if _plays(entrant) else entrant
        make = entrant
        name = re.sub('[^a-z0-9]', '',
                      getattr(kind, '__name__', '').lower()) or 'player'
    if _plays(make):
        if jobs > 1:
            raise ValueError(f'{make!r} plays one game at a time: give its '
                             'class, or jobs=1')
        return name, lambda: make
    if callable(make):
        return name, make
    raise TypeError(f'{make!r} is no player: give a name, a class whose '
                    'objects have choose(state, limits) or that derives from '
                    'boardwalk.Bot, or such an object')
