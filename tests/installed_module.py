"""Uses `import boardwalk` where it is installed, as a stranger does.

    installed_module.py PACKAGE PLUG-IN GAME

Every game, built-in or plug-in, comes from PACKAGE, the folder boardwalk, and is
played; then GAME, which is in PLUG-IN, without anything being built again.
"""

import os
import sys

import boardwalk


def play(name):
    """Ends a game by a player of ours, and many games by numpy."""
    state = boardwalk.load_game(name).new_initial_state()
    player = boardwalk.player('mcts:playouts=4', name)
    while not state.is_terminal() and state.move_number() < 20:
        state.apply_action(player.choose(state))
    assert len(state.history()) == state.move_number() > 0, name
    env = boardwalk.BatchEnv(name, 4, seed=1)
    for _ in range(20):
        env.step(env.sample_actions())
    assert env.mask.any(), name


def main():
    package, plugin, game = sys.argv[1:]
    assert 'numpy' not in sys.modules, 'numpy is imported before it is used'
    assert os.path.samefile(os.path.dirname(boardwalk.__file__), package)
    plugins = os.path.join(os.path.dirname(os.path.dirname(
        os.path.abspath(__file__))), 'games', 'plugins')
    games = ['chinese8', 'onejump', 'star', 'teeko'] + [
        entry.name for entry in os.scandir(plugins) if entry.is_dir()]
    names = boardwalk.registered_names()
    assert names == sorted(games), names
    boardwalk.load_plugin(plugin)
    for name in names + [game]:
        play(name)
    print(f'{len(names)} games and {game} are played')


if __name__ == '__main__':
    main()
