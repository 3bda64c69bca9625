"""Tests of comparisons in Python, and of players in Python."""

import os
import pathlib
import random
import signal
import sys
import tempfile
import unittest

import boardwalk
from python_testing import run_python


class First:
    """Plays the first legal action."""

    def choose(self, state, limits):
        return state.legal_actions()[0]


class Winner:
    """Wins at once where it can, else plays at random."""

    def start(self, state, seed):
        self.random = random.Random(seed)

    def choose(self, state, limits):
        player = state.current_player()
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal() and child.player_return(player) > 0:
                return action
        return self.random.choice(state.legal_actions())


def row(results, player):
    return next(r for r in results.rows() if r['player'] == player)


class Comparisons(unittest.TestCase):

    def test_of_ours(self):
        results = boardwalk.compare(['teeko', 'connectfour'],
                                    ['random', 'alphabeta:depth=3'], rounds=6)
        self.assertEqual(results.report['games'], 24)
        rows = results.rows()
        self.assertEqual([(r['game'], r['player'], r['rank']) for r in rows],
                         [('teeko', 'alphabeta:depth=3', 1),
                          ('teeko', 'random', 2),
                          ('connectfour', 'alphabeta:depth=3', 1),
                          ('connectfour', 'random', 2)])
        self.assertGreater(rows[0]['score'], 0.8)
        self.assertEqual(rows[0]['wins'] + rows[0]['draws'] + rows[0]['losses'],
                         rows[0]['games'])
        self.assertEqual(len(results.verdicts()), 2)
        self.assertIn('alphabeta:depth=3', results.verdicts()[0])
        self.assertIn('alphabeta:depth=3', str(results))
        self.assertEqual(repr(results), '<boardwalk.Results of 24 games of 24>')

    def test_the_same_call_plays_the_same_games(self):
        def play(**options):
            return boardwalk.compare('teeko', ['greedy', Winner, 'random'],
                                     rounds=4, **options).rows()

        def scores(rows):
            return [(r['player'], r['score'], r['games']) for r in rows]

        self.assertEqual(scores(play()), scores(play(jobs=2)))
        self.assertNotEqual(scores(play()), scores(play(seed=1)))

    def test_limits_reach_players(self):
        seen = []

        class Curious(First):
            def choose(self, state, limits):
                seen.append(limits)
                return super().choose(state, limits)

        boardwalk.compare('teeko', [Curious, 'mcts'], rounds=1, playouts=7)
        self.assertEqual(seen[-1], {'playouts': 7})
        boardwalk.compare('teeko', [Curious, 'mcts'], rounds=1, time=0.001,
                          depth=3, nodes=9)
        self.assertEqual(seen[-1], {'time': 0.001, 'depth': 3, 'nodes': 9})

    def test_what_cannot_be_played(self):
        for arguments, error in [
                (('chess', ['greedy', 'random']), 'chess'),
                (('teeko', ['greedy', 'nobody']), 'nobody'),
                (('teeko', ['greedy', 'greedy']), 'twice|two'),
                (('teeko', [First, ('first', Winner)]), 'first'),
                (('teeko', [('mcts', First), 'greedy']), 'mcts'),
                (('teeko', [('no name', First), 'greedy']), 'no name'),
                (([], ['greedy', 'random']), 'game'),
                (('teeko', []), 'player')]:
            with self.assertRaisesRegex(ValueError, error):
                boardwalk.compare(*arguments)
        for options, error in [({'rounds': 0}, 'rounds'), ({'time': 0}, 'time'),
                               ({'jobs': 0}, 'job|once'),
                               ({'openings': -1}, 'opening'),
                               ({'max_plies': 0}, 'plies')]:
            with self.assertRaisesRegex(ValueError, error):
                boardwalk.compare('teeko', ['greedy', 'random'], **options)
        with self.assertRaisesRegex(TypeError, '3 is no player'):
            boardwalk.compare('teeko', [3, 'greedy'])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'results.sqlite')
            results = boardwalk.compare('teeko', [First, 'greedy'], rounds=2,
                                        file=file)
            self.assertEqual(results.report['games'], 4)
            self.assertEqual(boardwalk.read_results(file).rows(),
                             results.rows())
            again = boardwalk.compare('teeko', [First, 'greedy'], rounds=2,
                                      file=file)
            self.assertEqual(again.rows(), results.rows())
            with self.assertRaisesRegex(RuntimeError, 'two comparisons'):
                boardwalk.compare('teeko', ['random', 'greedy'], file=file)
            with open(file, 'r+b') as damaged:
                damaged.write(b'nonsense')
            with self.assertRaises((ValueError, RuntimeError)):
                boardwalk.read_results(file)
        with self.assertRaises((ValueError, RuntimeError)):
            boardwalk.read_results(file)


class PlayersInPython(unittest.TestCase):

    def test_they_win_and_lose(self):
        results = boardwalk.compare('connectfour', [Winner, 'random'], rounds=30)
        self.assertGreater(row(results, 'winner')['score'], 0.6)
        self.assertEqual(row(results, 'winner')['forfeits'], 0)

    def test_they_see_the_game(self):
        games = []

        class Watcher(First):
            def start(self, state, seed):
                self.length = len(state.history())
                games.append(['start', seed])

            def choose(self, state, limits):
                # Two moves since the last one, but for the first.
                if games[-1][-1] == 'moved':
                    assert len(state.history()) == self.length + 2
                self.length = len(state.history())
                games[-1].append('moved')
                state.apply_action(state.legal_actions()[-1])  # its own copy
                state.undo_action(state.current_player() ^ 1,
                                  state.history()[-1])
                return super().choose(state, limits)

            def game_over(self):
                games[-1].append('over')

        results = boardwalk.compare('teeko', [Watcher, 'greedy'], rounds=3)
        self.assertEqual(row(results, 'watcher')['forfeits'], 0)
        played = [game for game in games if 'over' in game]
        self.assertEqual(len(played), 6)
        self.assertGreater(len({game[1] for game in played}), 1)

    def test_objects_functions_and_names(self):
        results = boardwalk.compare(
            'teeko', [First(), ('mine', Winner), ('other', lambda: First())],
            rounds=1)
        self.assertEqual({r['player'] for r in results.rows()},
                         {'first', 'mine', 'other'})

    def test_they_can_ask_ours(self):
        class Asks:
            def __init__(self):
                self.player = boardwalk.player('alphabeta:depth=3', 'connectfour')

            def choose(self, state, limits):
                return self.player.choose(state)

        results = boardwalk.compare('connectfour', [Asks, 'random'], rounds=3)
        self.assertEqual(row(results, 'asks')['score'], 1)

    def test_three_seats(self):
        results = boardwalk.compare('star:size=3,players=3',
                                    [First, 'greedy', 'random'], rounds=1,
                                    max_plies=50)
        self.assertEqual(results.report['games'], 3)
        self.assertEqual(row(results, 'first')['forfeits'], 0)

    def test_faults_lose_the_game(self):
        class Fails(First):
            def choose(self, state, limits):
                if state.move_number() < 4:
                    return super().choose(state, limits)
                return self.fail(state)

        class Raises(Fails):
            def fail(self, state):
                raise KeyError('of no use')

        class Illegal(Fails):
            def fail(self, state):
                return -5

        class Nothing(Fails):
            def fail(self, state):
                return None

        class Text(Fails):
            def fail(self, state):
                return '3'

        class Large(Fails):
            def fail(self, state):
                return 1 << 70

        class Exits(Fails):
            def fail(self, state):
                sys.exit(3)

        class Lacks:
            pass

        for player, kind, reason in [
                (Raises, 'failures', "KeyError: 'of no use'"),
                (Illegal, 'illegal_moves', 'action -5 is not legal'),
                (Nothing, 'failures', 'TypeError'),
                (Text, 'failures', 'TypeError'),
                (Large, 'failures', 'above 64 bits'),
                (Exits, 'failures', 'SystemExit: 3')]:
            results = boardwalk.compare('othello', [player, 'random'], rounds=1)
            found = next(p for p in results.report['variants'][0]['players']
                         if p['player'] == player.__name__.lower())
            self.assertEqual(found[kind], 2, player)
            self.assertIn(reason, str(found['forfeit_reasons']))
        with self.assertRaisesRegex((ValueError, RuntimeError), 'choose'):
            boardwalk.compare('teeko', [Lacks, 'random'], rounds=1)

        class Refuses(First):
            def __init__(self):
                raise OSError('no model')

        with self.assertRaisesRegex((ValueError, RuntimeError), 'no model'):
            boardwalk.compare('teeko', [Refuses, 'random'], rounds=1)

    def test_exceptions_without_a_text(self):
        class Surrogate(First):
            def choose(self, state, limits):
                raise OSError('file \udcff')

        class Mute(Exception):
            def __str__(self):
                raise KeyError

        class Speechless(First):
            def choose(self, state, limits):
                raise Mute

        for player, reason in [(Surrogate, 'OSError: file ?'),
                               (Speechless, 'Mute')]:
            results = boardwalk.compare('teeko', [player, 'random'], rounds=1)
            self.assertIn(reason, str(results.report))

    def test_objects_that_are_callable(self):
        class Module(First):
            def __call__(self, obs):
                return obs

        for entrant in [Module(), ('module', Module())]:
            results = boardwalk.compare('teeko', [entrant, 'random'], rounds=1)
            self.assertEqual(row(results, 'module')['forfeits'], 0)
        with self.assertRaisesRegex(ValueError, 'one game at a time'):
            boardwalk.compare('teeko', [First(), 'random'], jobs=2)

    def test_games_and_paths(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'results.sqlite'
            results = boardwalk.compare(boardwalk.load_game('teeko'),
                                        ['greedy', 'random'], rounds=1, file=file)
            self.assertEqual(boardwalk.read_results(file).rows(),
                             results.rows())

    def test_ctrl_c_ends_a_comparison(self):
        class Interrupts(First):
            calls = 0

            def choose(self, state, limits):
                Interrupts.calls += 1
                if Interrupts.calls == 100:
                    os.kill(os.getpid(), signal.SIGINT)
                return super().choose(state, limits)

        with self.assertRaises(KeyboardInterrupt):
            boardwalk.compare('teeko', [Interrupts, 'random'], rounds=100000)

    def test_python_ends_with_a_player_that_never_answers(self):
        script = ('import boardwalk, itertools, threading, _thread\n'
                  'calls = itertools.count()\n'
                  'class Never:\n'
                  '    def choose(self, state, limits):\n'
                  '        if next(calls) < 3: return state.legal_actions()[0]\n'
                  '        threading.Timer(0.5, _thread.interrupt_main).start()\n'
                  '        for _ in itertools.count(): pass\n'
                  'try:\n'
                  '    boardwalk.compare("teeko", [Never, "random"], nodes=5)\n'
                  'except KeyboardInterrupt:\n'
                  '    print("interrupted")\n')
        done = run_python(script)
        self.assertEqual(done.stdout, 'interrupted\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn('ending without it', done.stderr)


if __name__ == '__main__':
    unittest.main()
