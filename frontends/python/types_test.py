"""The types of the package are complete, and say what is wrong."""

import ast
import inspect
import os
import subprocess
import tempfile
import unittest

import boardwalk
from boardwalk import _boardwalk
from python_testing import STAND_INS, use_stand_ins

use_stand_ins()

import gymnasium
import pettingzoo

from boardwalk import gymnasium_env, pettingzoo_env

PACKAGE = os.path.dirname(os.path.abspath(boardwalk.__file__))

RIGHT = '''
import boardwalk
game = boardwalk.load_game('teeko')
state = game.new_initial_state()
state.apply_action(state.legal_actions()[0])
text: str = state.action_to_string(0, 3) + state.action_to_string(3)
env = boardwalk.BatchEnv(game, 3, seed=1)
env.step(env.sample_actions())
total: float = float(env.rewards.sum())
action: int = boardwalk.player('greedy', game).choose(state, time=0.1)
sizes: int = game.get_type().max_num_players + state.full_history()[0].player
over: bool = state.current_player() == boardwalk.PlayerId.TERMINAL

class First(boardwalk.Bot):
    def step(self, state: boardwalk.State) -> int:
        return state.legal_actions()[0]

boardwalk.evaluate_bots(state, [First(), boardwalk.player('greedy', game)])
from boardwalk.gymnasium_env import BoardwalkEnv
learner = BoardwalkEnv(game, seat='random', opponents=['greedy'])
observation, info = learner.reset(seed=1)
observation, reward, over, cut, info = learner.step(3)
reward += float(observation.sum())
from boardwalk.pettingzoo_env import env as agents_env
agents = agents_env('teeko')
agents.reset()
for agent in agents.agent_iter():
    agents.step(agents.action_space(agent.lower()).sample())
boardwalk.serve_engine(('mine', lambda: object()), game)
'''
WRONG = '''
import boardwalk
boardwalk.load_game(3)
boardwalk.BatchEnv('teeko', '3')
boardwalk.load_game('teeko').new_initial_state().apply_action('4')
env = boardwalk.BatchEnv('teeko', 3)
env.obs = None
state: int = env.state(0)
env.game.get_type().short_name = 3
boardwalk.evaluate_bots(env.state(0), ['greedy', 'random'])
from boardwalk.gymnasium_env import BoardwalkEnv
BoardwalkEnv('teeko', seats=1)
BoardwalkEnv('teeko').step('4')
from boardwalk.pettingzoo_env import raw_env
raw_env('teeko').observe(0)
boardwalk.serve_engine('mcts', 3)
'''


def mypy(cache, *arguments):
    path = [os.path.dirname(PACKAGE)]
    # It would take a stand-in before a library that is installed.
    if hasattr(gymnasium, 'STAND_IN') or hasattr(pettingzoo, 'STAND_IN'):
        path.append(STAND_INS)
    environment = dict(os.environ, MYPYPATH=os.pathsep.join(path))
    return subprocess.run(
        ['mypy', '--strict', '--cache-dir', cache,
         '--python-executable', '/usr/bin/python3', *arguments],
        env=environment, capture_output=True, text=True, check=False)


def stub_names():
    """The names of the stub, and of its classes."""
    with open(os.path.join(PACKAGE, '_boardwalk.pyi'), encoding='utf-8') as stub:
        module = ast.parse(stub.read())
    names, members = set(), {}
    for node in module.body:
        if isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            members[node.name] = {m.name for m in node.body
                                  if isinstance(m, ast.FunctionDef)}
    return names, members


class Types(unittest.TestCase):

    def test_the_stub_has_what_the_module_has(self):
        names, members = stub_names()
        self.assertEqual(names, {name for name in vars(_boardwalk)
                                 if not name.startswith('__')} | {'__version__'})
        for name, of_stub in members.items():
            special = {m for m in of_stub if m.startswith('__')}
            self.assertEqual(of_stub - special,
                             {m for m in vars(getattr(_boardwalk, name))
                              if not m.startswith('__')}, name)

    def test_everything_says_what_it_does(self):
        for module, name in [(module, name) for module in
                             (boardwalk, gymnasium_env, pettingzoo_env)
                             for name in module.__all__]:
            thing = getattr(module, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing):
                continue
            for member in vars(thing):
                if member.startswith('_') or member == 'metadata':
                    continue
                self.assertRegex(inspect.getdoc(getattr(thing, member)) or '',
                                 '[a-z] [a-z]', f'{name}.{member}')

    def test_mypy(self):
        with tempfile.TemporaryDirectory() as cache:
            for arguments in [('-p', 'boardwalk'), ('-c', RIGHT)]:
                done = mypy(cache, *arguments)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = mypy(cache, '-c', WRONG)
        lines = {line.split(':')[1] for line in done.stdout.splitlines()
                 if ': error:' in line}
        self.assertEqual(lines, {'3', '4', '5', '7', '8', '9', '10', '12', '13', '15', '16'},
                         done.stdout)


if __name__ == '__main__':
    unittest.main()
