"""What several tests of this folder use."""

import os
import subprocess
import sys

import boardwalk

STAND_INS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'stand_ins')


def after(game, actions):
    """The state of a game after some actions."""
    state = boardwalk.load_game(game).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def run_python(script, *arguments, **environment):
    """Runs a script in a process of its own, with more of an environment."""
    return subprocess.run([sys.executable, '-c', script, *arguments],
                          env=dict(os.environ, **environment),
                          capture_output=True, text=True, check=False)


def use_stand_ins():
    """Makes libraries importable that tests need and that are not installed.

    One that is installed comes first.
    """
    sys.path.append(STAND_INS)
