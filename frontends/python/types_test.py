"""The types of the package are complete, and say what is wrong."""

import ast
import inspect
import os
import subprocess
import tempfile
import unittest

import boardwalk
from boardwalk import _boardwalk

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
boardwalk.serve_engine('mcts', 3)
'''


def mypy(cache, *arguments):
    environment = dict(os.environ, MYPYPATH=os.path.dirname(PACKAGE))
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
        for name in boardwalk.__all__:
            thing = getattr(boardwalk, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing):
                continue
            for member in vars(thing):
                if member.startswith('_') or member == 'TERMINAL':
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
        self.assertEqual(lines, {'3', '4', '5', '7', '8', '9'}, done.stdout)


if __name__ == '__main__':
    unittest.main()
