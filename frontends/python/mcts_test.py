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


def hashed(game):
    """An evaluator that tells positions apart, each the same in every batch."""
    size = boardwalk.load_game(game).observation_tensor_size()
    actions = boardwalk.load_game(game).num_distinct_actions()
    weights = np.random.default_rng(1).integers(0, 50, (size, actions + 1))

    def evaluate(obs):
        sums = obs.reshape(len(obs), size).astype(int) @ weights
        return sums[:, 1:] % 17 + 1, sums[:, 0] % 21 / 10 - 1

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


class KeptTrees(unittest.TestCase):

    GAME = 'connectfour'

    def setUp(self):
        self.evaluations = 0

    def bot(self, **options):
        plain = hashed(self.GAME)

        def evaluate(obs):
            self.evaluations += len(obs)
            return plain(obs)

        return boardwalk.MctsBot(self.GAME, 200, leaves=1, evaluator=evaluate,
                                 **options)

    def assert_same(self, one, other):
        for key in ['action', 'value', 'playouts', 'ranking']:
            self.assertEqual(one[key], other[key], key)

    def assert_kept(self, thought, state, new):
        """It is of `state`, from `new` playouts and some of before."""
        self.assertGreater(thought['playouts'], new)
        self.assertLessEqual(self.evaluations, new)
        priors = hashed(self.GAME)(state.observation()[np.newaxis])[0][0]
        for move in thought['ranking']:
            self.assertAlmostEqual(move['prior'],
                                   priors[move['action']] / priors.sum(), 5)

    def test_a_game_goes_on(self):
        bot = self.bot()
        state = after(self.GAME, [3])
        for _ in range(4):
            best = bot.think(state)['ranking'][0]
            state.apply_action(best['action'])
            self.evaluations = 0
            thought = bot.think(state, playouts=50)
            self.assert_kept(thought, state, 50)
            self.assertEqual(thought['playouts'], best['visits'] + 50)

    def test_both_have_moved(self):
        bot = self.bot()
        start = after(self.GAME, [3, 3]).position()
        state = boardwalk.load_game(self.GAME).new_initial_state(start)
        action = bot.think(state)['action']
        after_it = self.bot().think(state.child(action))
        # The same game, of states that share nothing.
        state = boardwalk.load_game(self.GAME).new_initial_state(start)
        state.apply_action(action)
        state.apply_action(after_it['action'])
        self.evaluations = 0
        self.assert_kept(bot.think(state, playouts=50), state, 50)

    def test_an_unexpected_move(self):
        bot = self.bot()
        state = after(self.GAME, [])
        bot.think(state, playouts=2)
        state.apply_action(bot.think(state, playouts=2)['ranking'][-1]['action'])
        self.assert_same(bot.think(state), self.bot().think(state))

    def test_other_positions_begin_anew(self):
        game = boardwalk.load_game(self.GAME)
        elsewhere = game.new_initial_state(after(self.GAME, [0, 0]).position())
        for action in [3, 2]:
            elsewhere.apply_action(action)
        first = after(self.GAME, [3, 2])
        for before, state in [(first, first),
                              (first, after(self.GAME, [3])),
                              (first, after(self.GAME, [])),
                              (first, after(self.GAME, [3, 1, 0])),
                              (first, after(self.GAME, [2, 3, 2, 3])),
                              (first, elsewhere),
                              (elsewhere, after(self.GAME, [3, 2, 1])),
                              (after(self.GAME, []), elsewhere)]:
            bot = self.bot()
            bot.think(before, playouts=300)
            self.assert_same(bot.think(state), self.bot().think(state))

    def test_without_reuse(self):
        bot = self.bot(reuse=False)
        for actions in [[3], [3, 3], [3, 3, 2, 2]]:
            state = after(self.GAME, actions)
            self.assert_same(bot.think(state), self.bot().think(state))

    def test_many_games(self):
        bot, alone = self.bot(), [self.bot() for _ in range(5)]
        states = [after(self.GAME, [i]) for i in range(5)]
        for ply in range(6):
            thoughts = bot.think_all(states)
            for i, thought in enumerate(thoughts):
                self.assert_same(thought, alone[i].think(states[i]))
                states[i].apply_action(thought['action'])
            if ply == 2:  # one begins again
                states[1] = after(self.GAME, [])
        # Others, or as many others, begin anew.
        for others in [states[:2], [after(self.GAME, [i, i]) for i in range(2)]]:
            for state, thought in zip(others, bot.think_all(others)):
                self.assert_same(thought, self.bot().think(state))
        self.assertEqual(bot.think_all([]), [])

    def test_the_end_of_a_game(self):
        bot = self.bot()
        state = after(self.GAME, [0, 1, 0, 1, 0, 1])
        bot.think(state)
        over = state.child(0)
        self.assertTrue(over.is_terminal())
        with self.assertRaisesRegex(ValueError, 'the game is over'):
            bot.think(over)
        state.apply_action(2)
        self.assert_same(bot.think(state), self.bot().think(state))

    def test_after_an_error(self):
        plain = hashed(self.GAME)
        calls = 0

        def evaluate(obs):
            nonlocal calls
            calls += 1
            return ('x', 0) if calls == 300 else plain(obs)

        bot = boardwalk.MctsBot(self.GAME, 200, leaves=1, evaluator=evaluate)
        bot.think(after(self.GAME, [3]))
        with self.assertRaises(ValueError):
            bot.think(after(self.GAME, [3, 3]))
        state = after(self.GAME, [3, 3, 2])
        self.assert_same(bot.think(state), self.bot().think(state))

    def test_another_thread_begins_its_own(self):
        plain = hashed(self.GAME)
        state = after(self.GAME, [3])
        thoughts = []
        calls = 0

        def other():
            thoughts.append(bot.think(state.child(3)))

        def evaluate(obs):
            nonlocal calls
            calls += 1
            if calls == 250:  # in the second search
                thread = threading.Thread(target=other)
                thread.start()
                thread.join()
            return plain(obs)

        bot = boardwalk.MctsBot(self.GAME, 200, leaves=1, evaluator=evaluate)
        alone = self.bot()
        for position in [state, state.child(2)]:
            self.assert_same(bot.think(position), alone.think(position))
        self.assert_same(thoughts[0], self.bot().think(state.child(3)))

    def test_every_game_of_a_comparison_starts_anew(self):
        bot = self.bot(noise=0.5)
        games = []
        for seed in [3, 3, 4]:
            thoughts = []
            for actions in [[3], [3, 3, 2]]:
                state = after(self.GAME, actions)
                if len(actions) == 1:
                    bot.start(state, seed)
                thoughts.append(bot.think(state)['ranking'])
            games.append(thoughts)
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])
        bot.start(state, 3)
        state.apply_action(2)
        self.assertEqual(bot.think(state)['playouts'], 200)

        def moves():
            results = boardwalk.compare(
                self.GAME, [('net', lambda: bot), 'greedy'], rounds=3, seed=2)
            lengths = results.report['variants'][0]['plies']
            return results.rows()[0]['score'], lengths

        self.assertEqual(moves(), moves())


class Memory(unittest.TestCase):
    """The address sanitizer keeps memory that was freed."""

    def test_what_is_not_needed_is_freed(self):
        game = boardwalk.load_game('teeko')
        bot = boardwalk.MctsBot(game, 400, evaluator=uniform('teeko'))
        state = game.new_initial_state()

        def megabytes():
            with open('/proc/self/statm', encoding='ascii') as file:
                return int(file.read().split()[1]) * 4096 / 1e6

        before = None
        for ply in range(600):
            state.apply_action(bot.think(state)['action'])
            if state.is_terminal():
                state = game.new_initial_state()
            if ply == 100:
                before = megabytes()
        self.assertLess(megabytes(), before + 15)


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

    def test_playouts_are_whole_numbers(self):
        evaluator = lambda obs: (np.ones((len(obs), 7)), np.zeros(len(obs)))
        with self.assertRaisesRegex(TypeError, 'float'):
            boardwalk.MctsBot('connectfour', 2.5, evaluator=evaluator)
        bot = boardwalk.MctsBot('connectfour', np.int64(5), evaluator=evaluator)
        state = boardwalk.load_game('connectfour').new_initial_state()
        self.assertEqual(bot.think(state)['playouts'], 5)
        with self.assertRaisesRegex(TypeError, 'str'):
            bot.think(state, playouts='9')

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
        bot = boardwalk.MctsBot('teeko', evaluator=uniform('teeko'))
        for playouts in [1, 0, -5]:
            with self.assertRaisesRegex(ValueError, 'playouts are too few'):
                bot.think(after('teeko', []), playouts=playouts)

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
