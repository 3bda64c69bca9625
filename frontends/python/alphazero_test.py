"""Tests of examples/alphazero.py, but for its network, which needs PyTorch."""

import contextlib
import io
import itertools
import os
import sys
import unittest

import numpy as np

import boardwalk
from python_testing import after

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                'examples'))
import alphazero  # pylint: disable=wrong-import-position


class Plain:
    """In place of a network: knows nothing, and notes what it is trained with."""

    def __init__(self, game):
        self.actions = game.num_distinct_actions()
        self.batches = []
        self.rates = []

    def __call__(self, obs):
        return np.ones((len(obs), self.actions)), np.zeros(len(obs))

    def train(self, samples, rate):
        self.batches.append(samples)
        self.rates.append(rate)
        return 0.5, 0.25


def games_of(name, count, seed=1, **options):
    game = boardwalk.load_game(name)
    bot = boardwalk.MctsBot(game, 20, evaluator=Plain(game), leaves=1, noise=0.25,
                            seed=seed)
    return list(itertools.islice(alphazero.play_games(
        bot, 8, np.random.default_rng(seed), **options), count))


def played(game, samples):
    """The states of a game, by what was seen in each and the last move."""
    states = [game.new_initial_state()]
    for obs in samples.obs[1:]:
        last = states[-1]
        states += [child for child in map(last.child, last.legal_actions())
                   if np.array_equal(child.observation(), obs)][:1]
    return states


class SelfPlay(unittest.TestCase):

    def test_samples_are_of_the_game(self):
        game = boardwalk.load_game('connectfour')
        games = games_of('connectfour', 30)
        decided = 0
        for samples in games:
            plies = len(samples.results)
            self.assertEqual(samples.obs.shape, (plies, 3, 6, 7))
            self.assertEqual(samples.policies.shape, (plies, 7))
            self.assertEqual(samples.results.shape, (plies,))
            self.assertEqual(samples.values.shape, (plies,))
            for part in samples:
                self.assertEqual(part.dtype, np.float32)
            states = played(game, samples)
            self.assertEqual(len(states), plies)
            # The last move is not seen; who wins by it has made it.
            ends = [child.returns() for child in
                    map(states[-1].child, states[-1].legal_actions())
                    if child.is_terminal()]
            for i, state in enumerate(states):
                legal = state.legal_actions_mask()
                self.assertAlmostEqual(float(samples.policies[i].sum()), 1, 5)
                self.assertEqual(samples.policies[i][legal == 0].sum(), 0)
                self.assertIn(samples.results[i],
                              [end[state.current_player()] for end in ends])
            if samples.results.any():
                decided += 1
                self.assertEqual(samples.results[-1], 1)
                np.testing.assert_array_equal(samples.results[::-1][1::2], -1)
                np.testing.assert_array_equal(samples.results[::-1][::2], 1)
            self.assertLessEqual(abs(samples.values).max(), 1)
        self.assertGreater(decided, 20)

    def test_who_wins_at_once_expects_it(self):
        last = [samples.values[-1] for samples in games_of('connectfour', 30)
                if samples.results.any()]
        self.assertGreater(np.mean(last), 0.3)

    def test_games_differ_and_are_repeated_by_the_seed(self):
        games = games_of('connectfour', 20)
        self.assertGreater(len({samples.obs.tobytes() for samples in games}), 15)
        for samples, again in zip(games, games_of('connectfour', 20)):
            for part, same in zip(samples, again):
                np.testing.assert_array_equal(part, same)
        other = games_of('connectfour', 20, seed=2)
        self.assertNotEqual(games[0].obs.tobytes(), other[0].obs.tobytes())

    def test_after_the_varied_plies_the_most_visited_is_played(self):
        game = boardwalk.load_game('connectfour')
        varied = 0
        for samples in games_of('connectfour', 16, varied_plies=2):
            states = played(game, samples)
            for i, state in enumerate(states[1:]):
                best = (samples.policies[i][state.history()[-1]] ==
                        samples.policies[i].max())
                self.assertTrue(best or i < 2)
                varied += not best
        self.assertGreater(varied, 5)

    def test_endless_games_are_cut_off(self):
        for samples in games_of('teeko', 8, max_plies=12):
            self.assertLessEqual(len(samples.results), 12)
            if len(samples.results) == 12 and not samples.results.any():
                break
        else:
            self.fail('no game was cut off')


class Learning(unittest.TestCase):

    def test_other_boards_are_refused(self):
        for name in ['star:size=3', 'star:size=3,players=3']:
            with self.assertRaises(SystemExit), \
                    contextlib.redirect_stderr(io.StringIO()) as said:
                alphazero.main(['--game', name])
            self.assertIn('no game of two on a grid', said.getvalue())

    def test_mirror(self):
        game = boardwalk.load_game('connectfour')
        samples = games_of('connectfour', 1)[0]
        both = alphazero.with_mirrored(game, samples)
        plies = len(samples.results)
        self.assertEqual(len(both.results), 2 * plies)
        for i, state in enumerate(played(game, samples)):
            mirrored = after('connectfour', [6 - a for a in state.history()])
            np.testing.assert_array_equal(both.obs[i], state.observation())
            np.testing.assert_array_equal(both.obs[plies + i],
                                          mirrored.observation())
            np.testing.assert_array_equal(both.policies[plies + i],
                                          samples.policies[i][::-1])
        np.testing.assert_array_equal(both.results[plies:], samples.results)
        other = games_of('tictactoe', 1)[0]
        self.assertIs(
            alphazero.with_mirrored(boardwalk.load_game('tictactoe'), other), other)

    def test_generations(self):
        game = boardwalk.load_game('connectfour')
        runs = []
        for _ in range(2):
            network = Plain(game)
            turns = alphazero.learn(
                game, network, seconds=1e9, generations=3, seed=3, playouts=8,
                slots=16, games=10, kept_games=20, passes=2, batch=32)
            self.assertEqual(list(turns), [0, 1, 2])
            self.assertGreater(len(network.batches), 6)
            for batch in network.batches:
                self.assertEqual(batch.obs.shape, (32, 3, 6, 7))
                self.assertEqual(batch.policies.shape, (32, 7))
                np.testing.assert_allclose(batch.policies.sum(axis=1), 1, rtol=1e-5)
                self.assertEqual(batch.results.shape, (32,))
            self.assertEqual(len(set(network.rates)), 3)
            self.assertEqual(network.rates, sorted(network.rates)[::-1])
            runs.append(network)
        for one, other in zip(runs[0].batches, runs[1].batches):
            np.testing.assert_array_equal(one.obs, other.obs)

    def test_time_is_a_limit(self):
        game = boardwalk.load_game('tictactoe')
        for seconds in [0, 0.05]:  # or it would play a million
            turns = list(alphazero.learn(
                game, Plain(game), seconds=seconds, generations=10**6, seed=1,
                playouts=4, slots=4, games=4, batch=8))
            self.assertEqual(len(turns) > 0, seconds > 0)


if __name__ == '__main__':
    unittest.main()
