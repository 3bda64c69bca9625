"""Tests of the search with a network."""

import threading
import unittest

import numpy as np

import boardwalk
from python_testing import after


def uniform(game):
    actions = boardwalk.load_game(game).num_distinct_actions()

    def evaluate(obs):
        return np.ones((len(obs), actions)), np.zeros(len(obs))

    return evaluate


class Searches(unittest.TestCase):

    def test_finds_the_win(self):
        state = after('connectfour', [3, 0, 3, 0, 3, 1])
        for options in [{'leaves': 1}, {'leaves': 16}, {'batch': 1}]:
            bot = boardwalk.MctsBot('connectfour', 300,
                                    evaluator=uniform('connectfour'), **options)
            thought = bot.think(state)
            self.assertEqual(thought['action'], 3)
            self.assertGreater(thought['value'], 0.5)
            self.assertEqual(thought['playouts'], 300)
            self.assertEqual(thought['policy'].dtype, np.float32)
            self.assertAlmostEqual(float(thought['policy'].sum()), 1, places=5)
            self.assertEqual(thought['policy'].argmax(), 3)
            best = thought['ranking'][0]
            self.assertEqual((best['action'], best['value']), (3, 1.0))
            self.assertEqual(bot.choose(state), 3)
            self.assertEqual(bot.step(state), 3)

    def test_the_network_sees_the_leaves(self):
        game = boardwalk.load_game('connectfour')
        state = after('connectfour', [3])
        seen = []

        def evaluate(obs):
            seen.append(obs.copy())
            priors = np.zeros((len(obs), 7))
            priors[:, 5] = 1
            return priors, np.full(len(obs), -0.5)

        thought = boardwalk.MctsBot(game, 2, evaluator=evaluate).think(state)
        np.testing.assert_array_equal(seen[0], [state.observation()])
        np.testing.assert_array_equal(seen[1], [state.child(5).observation()])
        self.assertEqual(thought['action'], 5)
        self.assertEqual(thought['ranking'][0],
                         {'action': 5, 'visits': 1, 'prior': 1.0, 'value': 0.5})
        self.assertEqual(thought['value'], 0.5)

    def test_many_positions_share_batches(self):
        states = [after('connectfour', [i % 7]) for i in range(20)]
        sizes = []
        plain = uniform('connectfour')

        def evaluate(obs):
            sizes.append(len(obs))
            return plain(obs)

        bot = boardwalk.MctsBot('connectfour', 50, evaluator=evaluate, batch=16,
                                leaves=1)
        thoughts = bot.think_all(states)
        self.assertEqual(max(sizes), 16)
        self.assertEqual(len(thoughts), 20)
        for state, thought in zip(states, thoughts):
            alone = boardwalk.MctsBot('connectfour', 50, evaluator=plain,
                                      leaves=1).think(state)
            np.testing.assert_array_equal(thought['policy'], alone['policy'])
        self.assertEqual(bot.think_all([]), [])

    def test_values_of_three_players(self):
        game = boardwalk.load_game('star:size=3,players=3')
        state = game.new_initial_state()
        for values in [np.array([[0.5, -0.4, -0.1]]), np.array([0.5]),
                       np.array([[0.5]])]:
            def evaluate(obs, values=values):
                priors = np.ones((len(obs), game.num_distinct_actions()))
                return priors, np.repeat(values, len(obs), axis=0)

            # The leaf is the second player's: the first is its last one.
            bot = boardwalk.MctsBot(game, 2, evaluator=evaluate)
            self.assertAlmostEqual(
                bot.think(state)['value'],
                -0.1 if values.size == 3 else -0.25, places=6)

    def test_noise(self):
        def policy(**options):
            bot = boardwalk.MctsBot('teeko', 100, evaluator=uniform('teeko'),
                                    **options)
            state = after('teeko', [])
            return [bot.think(state)['policy'].tolist() for _ in range(2)]

        one, other = policy()
        self.assertEqual(one, other)
        one, other = policy(noise=0.5, seed=4)
        self.assertNotEqual(one, other)
        self.assertEqual([one, other], policy(noise=0.5, seed=4))

    def test_plays_in_comparisons(self):
        bot = boardwalk.MctsBot('connectfour', 60,
                                evaluator=uniform('connectfour'))
        results = boardwalk.compare('connectfour', [('net', lambda: bot), 'random'],
                                    rounds=5)
        row = next(r for r in results.rows() if r['player'] == 'net')
        self.assertGreater(row['score'], 0.7)
        self.assertEqual(row['forfeits'], 0)

    def test_limits_can_only_be_tighter(self):
        sizes = []
        plain = uniform('teeko')

        def evaluate(obs):
            sizes.append(len(obs))
            return plain(obs)

        bot = boardwalk.MctsBot('teeko', 50, evaluator=evaluate)
        for limits, playouts in [({'playouts': 10}, 10), ({'playouts': 1}, 2),
                                 ({'playouts': 999}, 50), ({}, 50)]:
            sizes.clear()
            bot.choose(after('teeko', []), limits)
            self.assertEqual(sum(sizes), playouts)


class BadInput(unittest.TestCase):

    def test_evaluators(self):
        state = after('teeko', [])
        actions = boardwalk.load_game('teeko').num_distinct_actions()
        for returned, kind, error in [
                (None, TypeError, 'priors, values.* not NoneType'),
                (np.zeros(3), TypeError, 'not ndarray'),
                ((1, 2, 3), TypeError, 'not tuple'),
                ((np.ones((2, actions)), [0]), ValueError,
                 rf'shape \(1, {actions}\), .* not \(2, {actions}\)'),
                ((np.ones(actions), [0]), ValueError, 'priors have the shape'),
                ((np.ones((1, actions)), [0, 0]), ValueError,
                 r'values have the shape \(1,\)'),
                ((np.ones((1, actions)), np.zeros((1, 3))), ValueError,
                 '3 values for 1 leaves'),
                ((np.ones((1, actions)), 0.5), ValueError, r'not \(\)'),
                ((np.full((1, actions), np.nan), [0]), ValueError, 'is nan'),
                ((-np.ones((1, actions)), [0]), ValueError, 'probabilities'),
                ((np.ones((1, actions)), [1.5]), ValueError, 'from -1 to 1'),
                ((np.ones((1, actions)), ['x']), ValueError, 'numbers'),
                (('x', [0]), ValueError, 'numbers')]:
            bot = boardwalk.MctsBot('teeko', evaluator=lambda obs: returned)
            with self.assertRaisesRegex(kind, error):
                bot.think(state)

        def fails(obs):
            raise KeyError('no weights')

        with self.assertRaisesRegex(KeyError, 'no weights'):
            boardwalk.MctsBot('teeko', evaluator=fails).think(state)

    def test_options(self):
        for options, error in [({'playouts': 1}, '1 playouts are too few'),
                               ({'batch': 0}, 'at least 1 row'),
                               ({'leaves': 0}, 'leaves'),
                               ({'exploration': -1}, 'exploration'),
                               ({'noise': 2}, 'noise 2')]:
            with self.assertRaisesRegex(ValueError, error):
                boardwalk.MctsBot('teeko', evaluator=uniform('teeko'), **options)
        with self.assertRaises(TypeError):
            boardwalk.MctsBot('teeko')

    def test_positions(self):
        bot = boardwalk.MctsBot('connectfour', evaluator=uniform('connectfour'))
        with self.assertRaisesRegex(ValueError, 'another game'):
            bot.think(after('teeko', []))
        with self.assertRaisesRegex(ValueError, 'the game is over'):
            bot.think(after('connectfour', [0, 1, 0, 1, 0, 1, 0]))
        with self.assertRaises(TypeError):
            bot.think('x')

    def test_one_bot_in_two_threads(self):
        bot = boardwalk.MctsBot('teeko', 300, evaluator=uniform('teeko'))
        state = after('teeko', [])
        policies = []

        def run():
            policies.append(bot.think(state)['policy'].tolist())

        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(policies[0], policies[1])
        self.assertEqual(policies[0], policies[2])


if __name__ == '__main__':
    unittest.main()
