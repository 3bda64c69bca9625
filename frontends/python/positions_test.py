"""Tests of files of positions, as numpy reads them."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import zipfile

import boardwalk
import numpy as np

PROGRAM = os.environ['BOARDWALK']


def export(file, *arguments):
    """What `boardwalk export` prints of a file of results."""
    return subprocess.run([PROGRAM, 'export', file, *arguments], check=True,
                          capture_output=True, text=True).stdout


class Positions(unittest.TestCase):

    def check(self, name, dtype, **options):
        """Holds the arrays of a game's positions against its states."""
        with tempfile.TemporaryDirectory() as folder:
            results = str(pathlib.Path(folder, 'results.sqlite'))
            path = str(pathlib.Path(folder, 'positions.npz'))
            boardwalk.compare(name, ['random', 'alphabeta:depth=1',
                                     'mcts:playouts=3'],
                              file=results, rounds=1, **options)
            self.assertEqual(export(results, '--positions', path), '')
            games = [json.loads(line) for line in export(results).splitlines()]
            self.assertIsNone(zipfile.ZipFile(path).testzip())
            with np.load(path) as arrays:  # no pickles
                data = dict(arrays)
        self.check_form(boardwalk.load_game(name), data, dtype)
        row = 0
        for played in games:
            row = self.check_game(boardwalk.load_game(name), played, data, row)
        self.assertEqual(row, len(data['action']))
        self.assertGreater(row, 0)

    def check_form(self, game, data, dtype):
        rows = len(data['action'])
        self.assertEqual(data['boardwalk_positions'], 1)
        self.assertEqual(data['rules'], str(game))
        self.assertEqual(data['planes'].tolist(), game.observation_planes())
        self.assertEqual(data['num_actions'], game.num_distinct_actions())
        self.assertEqual(data['observations'].dtype, dtype)
        self.assertEqual(data['observations'].shape,
                         (rows, *game.observation_tensor_shape()))
        self.assertEqual(data['result'].shape, (rows, game.num_players()))
        for name, kind in {'mask': 'uint8', 'action': 'int64',
                           'player': 'int8', 'name': 'int32',
                           'result': 'float32', 'value': 'float32',
                           'playouts': 'int64', 'nodes': 'int64',
                           'game': 'int64', 'ply': 'int32',
                           'ending': 'uint8', 'faults': 'uint8'}.items():
            self.assertEqual(data[name].dtype, kind)
            self.assertEqual(len(data[name]), rows)

    def check_game(self, game, played, data, row):
        state = game.new_initial_state(played['start'])
        masks = np.unpackbits(data['mask'], axis=1, count=data['num_actions'])
        for ply, move in enumerate(played['moves']):
            np.testing.assert_array_equal(data['observations'][row],
                                          state.observation())
            np.testing.assert_array_equal(masks[row],
                                          state.legal_actions_mask())
            action = data['action'][row]
            self.assertEqual(action, state.string_to_action(move['move']))
            player = state.current_player()
            self.assertEqual(data['player'][row], player)
            self.assertEqual(data['names'][data['name'][row]],
                             played['players'][player])
            np.testing.assert_array_equal(
                data['result'][row], np.float32(played['returns']))
            np.testing.assert_array_equal(
                data['value'][row],
                np.float32(np.nan if move['value'] is None else move['value']))
            for name in ('playouts', 'nodes'):
                self.assertEqual(data[name][row],
                                 -1 if move[name] is None else move[name])
            self.assertEqual(data['game'][row], played['id'])
            self.assertEqual(data['ply'][row], ply)
            self.assertEqual(data['endings'][data['ending'][row]],
                             played['ending'])
            self.assertEqual(data['faults'][row], 0)
            state.apply_action(action)
            row += 1
        return row

    def test_on_a_grid(self):
        self.check('connectfour', 'uint8')

    def test_with_a_counter(self):
        self.check('draughts', 'float32', max_plies=60)

    def test_with_passes(self):
        self.check('othello', 'float32')

    def test_on_the_star(self):
        self.check('star:size=3,players=3', 'uint8', max_plies=60)

    def test_the_readme(self):
        """The lines of frontends/results/README.md."""
        with tempfile.TemporaryDirectory() as folder:
            results = str(pathlib.Path(folder, 'results.sqlite'))
            path = str(pathlib.Path(folder, 'othello.npz'))
            boardwalk.compare('othello', ['random', 'greedy'], file=results,
                              rounds=2)
            export(results, '--positions', path)
            readme = pathlib.Path(__file__).parents[1] / 'results/README.md'
            code = readme.read_text(encoding='utf-8')
            code = code.split('    import numpy as np\n')[1].split('\n\n')[0]
            code = '\n'.join(line[4:] for line in code.splitlines())
            names = {'np': np}
            exec(code.replace("'othello.npz'", repr(path)), names)
        self.assertEqual(names['legal'].shape, (len(names['obs']), 65))
        self.assertTrue(names['legal'][np.arange(len(names['obs'])),
                                       names['data']['action']].all())
        self.assertEqual(set(np.unique(names['target'])) - {-1, 0, 1}, set())
        self.assertGreater(names['keep'].sum(), 0)


if __name__ == '__main__':
    unittest.main()
