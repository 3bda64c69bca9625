"""A player of yours as a program that other programs play with."""

import contextlib
import os
import queue
import sys
import threading
from typing import Any, Callable, Iterator, List, Optional, Tuple, Union

from boardwalk import _boardwalk
from boardwalk._boardwalk import Game
from boardwalk.entrants import Entrant, named


class _Calls:
    """Functions that other threads want to be called in this one."""

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[
            Optional[Tuple[Callable[..., Any], Tuple[Any, ...]]]] = (
                queue.SimpleQueue())
        self._results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._refused = False

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What it returns, in another thread; None after refuse()."""
        if self._refused:
            return None
        self._wanted.put((function, arguments))
        return self._results.get()

    def end(self) -> None:
        """Ends run(), from another thread."""
        self._wanted.put(None)

    def run(self) -> None:
        """Calls what is wanted, until end(). Raises what a function raises."""
        while True:
            wanted = self._wanted.get()
            if wanted is None:
                return
            function, arguments = wanted
            self._results.put(function(*arguments))

    def refuse(self) -> None:
        """Nothing is called any more, and nobody waits."""
        self._refused = True
        self._results.put(None)


class _Remote:
    """A player whose methods are called by a _Calls."""

    def __init__(self, player: Any, calls: _Calls) -> None:
        self._player = player
        self._calls = calls

    def __repr__(self) -> str:
        return repr(self._player)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._player, name)
        return lambda *arguments: self._calls.call(method, *arguments)


@contextlib.contextmanager
def _standard_streams() -> Iterator[Tuple[int, int]]:
    """Descriptors of standard input and output, which nothing else uses.

    Meanwhile the input of this process is empty, and what it prints, in C and
    in other programs that it starts, too, goes to standard error.
    """
    streams = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    printed = sys.stdout
    printed.flush()
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield streams
    finally:
        printed.flush()
        for i, stream in enumerate(streams):
            os.dup2(stream, i)
            os.close(stream)


def serve_engine(player: Entrant,
                 game: Union[str, Game] = 'teeko') -> None:
    """Makes this program an engine, which plays wherever engine:cmd=... does.

    It talks in the Universal Game Interface, by standard input and output, until
    `quit` or the end of input. After

        #!/usr/bin/python3
        import boardwalk
        class MyBot:
            def choose(self, state, limits):
                return state.legal_actions()[0]
        boardwalk.serve_engine(MyBot)

    in mybot.py, boardwalk play teeko --seat 1=engine:cmd=./mybot.py plays with it.

    player  what compare takes: a class whose objects have
            choose(state, limits) -> action, and may have start(state, seed) and
            game_over(); a function without arguments that returns such an object;
            an object; (name, one of these); or a name of ours, such as
            'mcts:playouts=400'
    game    the one that is played until the other program tells another

    The player runs in the thread of this call; what it prints goes to standard
    error, and it has no standard input. What it raises, or a game in Python, is
    raised here: the program
    ends, has lost the game by a crash, and the last line of the error is the
    reason. An answer that is no legal action is told as such, and loses, too.

    Nothing stops choose: it must keep its limits, which are none in an analysis
    (`go infinite`). Where it still thinks 2 seconds after `quit`, or 10 after
    the end of input, the process ends at once. Raises ValueError for a game or a
    name that there is not.
    """
    calls = _Calls()
    make: Optional[Callable[[], _Remote]] = None
    if isinstance(player, str):
        name = player
    else:
        name, own = named(player, 1)
        make = lambda: _Remote(calls.call(own), calls)
    with _standard_streams() as (source, sink):
        engine = _boardwalk.EngineProcess(str(game), name, make, source, sink)

        faults: List[BaseException] = []

        def serve() -> None:
            try:
                engine.run()
            except BaseException as fault:  # of a game in Python
                faults.append(fault)
            finally:
                calls.end()

        server = threading.Thread(target=serve)
        server.start()
        try:
            calls.run()
        except BaseException:
            engine.stop()
            calls.refuse()
            raise
        finally:
            server.join()
        for fault in faults:
            raise fault
