"""Tests of many games at once in Python."""

import os
import threading
import unittest

import numpy as np

import boardwalk
from python_testing import run_python

GAMES = ['ataxx', 'breakthrough', 'chinese8', 'connectfour', 'draughts',
         'onejump', 'othello', 'star:players=3,size=3', 'teeko']
ARRAYS = ['obs', 'mask', 'rewards', 'terminated', 'truncated', 'final_obs',
          'current_player']


def expect_position(test, env, i, state):
    np.testing.assert_array_equal(env.obs[i], state.observation())
    np.testing.assert_array_equal(env.mask[i], state.legal_actions_mask())
    test.assertEqual(env.current_player[i], state.current_player())
    test.assertEqual(env.legal_actions(i), state.legal_actions())
    test.assertEqual(env.state(i), state)


class Steps(unittest.TestCase):

    def test_are_those_of_states(self):
        for name in GAMES:
            env = boardwalk.BatchEnv(name, 3, seed=2, max_plies=25, threads=2)
            game = env.game
            shadows = [game.new_initial_state() for _ in range(3)]
            ends = 0
            for _ in range(60):
                for i, shadow in enumerate(shadows):
                    expect_position(self, env, i, shadow)
                actions = env.sample_actions()
                env.step(actions)
                for i, shadow in enumerate(shadows):
                    shadow.apply_action(actions[i])
                    over = shadow.is_terminal()
                    cut = not over and len(shadow.history()) == 25
                    self.assertEqual(env.terminated[i], over)
                    self.assertEqual(env.truncated[i], cut)
                    self.assertEqual(env.rewards[i].tolist(),
                                     np.float32(shadow.returns()).tolist())
                    if over or cut:
                        np.testing.assert_array_equal(env.final_obs[i],
                                                      shadow.observation())
                        shadows[i] = game.new_initial_state()
                        ends += 1
            self.assertGreaterEqual(ends, 6, name)

    def test_arrays_stay_and_have_the_promised_form(self):
        env = boardwalk.BatchEnv('othello', 5)
        before = {name: getattr(env, name) for name in ARRAYS}
        env.step(env.sample_actions())
        env.reset()
        forms = {'obs': (np.float32, (5, 4, 8, 8)),
                 'mask': (np.uint8, (5, 65)),
                 'rewards': (np.float32, (5, 2)),
                 'terminated': (np.bool_, (5,)),
                 'truncated': (np.bool_, (5,)),
                 'final_obs': (np.float32, (5, 4, 8, 8)),
                 'current_player': (np.int32, (5,))}
        for name, (dtype, shape) in forms.items():
            array = getattr(env, name)
            self.assertIs(array, before[name])
            self.assertEqual((array.dtype, array.shape), (dtype, shape), name)

    def test_arrays_keep_their_size(self):
        env = boardwalk.BatchEnv('teeko', 4)
        for name in ARRAYS:
            with self.assertRaises(ValueError):
                getattr(env, name).resize((1,), refcheck=False)
        env.step(env.sample_actions())

    def test_arrays_outlive_the_environment(self):
        env = boardwalk.BatchEnv('teeko', 4)
        obs = env.obs
        del env
        self.assertEqual(obs.shape[0], 4)
        self.assertEqual(obs.sum(), obs.sum())

    def test_arrays_can_be_left_out(self):
        env = boardwalk.BatchEnv('connectfour', 2, observations=False,
                                 masks=False)
        self.assertIsNone(env.obs)
        self.assertIsNone(env.final_obs)
        self.assertIsNone(env.mask)
        for _ in range(100):
            env.step(env.sample_actions())

    def test_seeds_and_threads(self):
        def run(**options):
            env = boardwalk.BatchEnv('star', 7, **options)
            taken = []
            for _ in range(30):
                taken.append(env.sample_actions())
                env.step(taken[-1])
            return np.array(taken).tolist()

        self.assertEqual(run(seed=3), run(seed=3, threads=3))
        self.assertNotEqual(run(seed=3), run(seed=4))
        first = np.array(run(seed=3))
        self.assertFalse((first[:, 0] == first[:, 1]).all())

    def test_endless_games_are_cut_off(self):
        self.assertEqual(boardwalk.BatchEnv('star', 1).max_plies, 1000)
        self.assertEqual(boardwalk.BatchEnv('connectfour', 1).max_plies, 0)
        env = boardwalk.BatchEnv('star', 2, max_plies=3)
        for step in range(1, 10):
            env.step(env.sample_actions())
            self.assertEqual(env.truncated.tolist(), [step % 3 == 0] * 2)
            self.assertFalse(env.terminated.any())

    def test_one_more_thread_than_games(self):
        env = boardwalk.BatchEnv('teeko', 2, threads=3)
        for _ in range(50):
            env.step(env.sample_actions())


class BadInput(unittest.TestCase):

    def test_options(self):
        for options, error in [({'num_games': 0}, '0 games are not from 1 to'),
                               ({'num_games': 1 << 40}, 'games are not from 1'),
                               ({'max_plies': -1}, 'a limit of -1 plies'),
                               ({'threads': 0}, '0 threads are not from 1'),
                               ({'threads': 65}, '65 threads are not')]:
            options = {'num_games': 1, **options}
            with self.assertRaisesRegex(ValueError, error):
                boardwalk.BatchEnv('teeko', **options)
        with self.assertRaisesRegex(ValueError, 'chess'):
            boardwalk.BatchEnv('chess', 1)
        for arguments in [('teeko', 1.5), ('teeko', 'x'), (None, 1), ('teeko',)]:
            with self.assertRaises(TypeError):
                boardwalk.BatchEnv(*arguments)

    def test_actions(self):
        env = boardwalk.BatchEnv('connectfour', 3)
        before = env.obs.copy()
        for actions, error in [
                ([1, 2], r'the shape \(3,\), one for each game, not \(2,\)'),
                ([[1], [2], [3]], r'not \(3, 1\)'),
                (1, r'not \(\)'),
                ([[1], [2, 3]], 'an array of integers'),
                ([0.0, 1.0, 2.0], 'are integers .* not float64'),
                ([True] * 3, 'not bool'),
                (['1', '2', '3'], 'not <U1'),
                ([0, 1, 7], 'action 7 is not legal in game 2: .* 0 to 6'),
                (np.array([0, -1, 0]), 'action -1 is not legal in game 1')]:
            with self.assertRaisesRegex(ValueError, error):
                env.step(actions)
        np.testing.assert_array_equal(env.obs, before)
        env.step([0, 1, 2])
        for dtype in [np.int8, np.uint64, np.dtype('>i4')]:
            env.step(np.array([0, 1, 2], dtype))
        env.step(np.arange(6)[::2])
        self.assertEqual(env.state(2).position(),
                         boardwalk.load_game('connectfour').deserialize_state(
                             '2\n2\n2\n2\n4\n').position())

    def test_games(self):
        env = boardwalk.BatchEnv('teeko', 3)
        for game in [-1, 3]:
            with self.assertRaisesRegex(IndexError, 'is not from 0 to 2'):
                env.state(game)
            with self.assertRaisesRegex(IndexError, 'is not from 0 to 2'):
                env.legal_actions(game)


class ThreadsAndProcesses(unittest.TestCase):

    def test_threads_with_an_environment_each(self):
        def run(result):
            env = boardwalk.BatchEnv('othello', 64, seed=5, threads=2)
            for _ in range(200):
                env.step(env.sample_actions())
            result.append(env.obs.sum())

        results = [[] for _ in range(3)]
        threads = [threading.Thread(target=run, args=(r,)) for r in results]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({r[0] for r in results}), 1)

    def test_one_environment_in_two_threads_is_an_error_or_in_turn(self):
        env = boardwalk.BatchEnv('othello', 4096)
        errors = []

        def run():
            for _ in range(50):
                try:
                    env.reset()
                except RuntimeError as error:
                    errors.append(str(error))

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for error in errors:
            self.assertIn('another thread is using this object', error)
        env.step(env.sample_actions())

    def test_a_forked_process_has_threads_of_its_own(self):
        env = boardwalk.BatchEnv('othello', 16, seed=1, threads=2)
        env.step(env.sample_actions())
        child = os.fork()
        if child == 0:
            status = 1
            try:
                for _ in range(20):
                    env.step(env.sample_actions())
                status = 0
            finally:
                os._exit(status)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        env.step(env.sample_actions())

    def test_the_interpreter_ends_with_an_environment(self):
        script = ('import boardwalk\n'
                  'env = boardwalk.BatchEnv("othello", 16, threads=2)\n'
                  'env.step(env.sample_actions())\n')
        done = run_python(script)
        self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_the_interpreter_ends_with_a_daemon_in_a_call(self):
        script = ('import boardwalk, threading\n'
                  'env = boardwalk.BatchEnv("othello", 100000)\n'
                  'begun = threading.Event()\n'
                  'def run():\n'
                  '    while True:\n'
                  '        begun.set()\n'
                  '        env.reset()\n'
                  'threading.Thread(target=run, daemon=True).start()\n'
                  'begun.wait()\n'
                  'print("done")\n')
        done = run_python(script)
        self.assertEqual(done.stdout, 'done\n')
        self.assertIn(done.returncode, [0, 1], done.stderr)


class Memory(unittest.TestCase):
    """The address sanitizer ends a process that has too little."""

    def test_too_many_games(self):
        with self.assertRaises(MemoryError):
            boardwalk.BatchEnv('star:size=64', 1 << 20)

    def test_too_few_threads(self):
        script = ('import boardwalk, resource\n'
                  'pages = int(open("/proc/self/statm").read().split()[0])\n'
                  'limit = pages * resource.getpagesize() + 100 * 2**20\n'
                  'resource.setrlimit(resource.RLIMIT_AS, (limit, limit))\n'
                  'try:\n'
                  '    boardwalk.BatchEnv("teeko", 100, threads=64)\n'
                  'except (RuntimeError, MemoryError):\n'
                  '    print("refused")\n')
        done = run_python(script)
        self.assertEqual((done.stdout, done.returncode), ('refused\n', 0),
                         done.stderr)


if __name__ == '__main__':
    unittest.main()
