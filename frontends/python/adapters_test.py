"""Tests of the environments for PettingZoo and Gymnasium.

Where a library is not installed they use stand-ins, which hold to its
documentation; where it is, its own tests run, too.
"""

import collections
import contextlib
import functools
import io
import os
import random
import unittest

import numpy as np

import boardwalk
from python_testing import STAND_INS, after, run_python, use_stand_ins

use_stand_ins()

import gymnasium
import pettingzoo

from boardwalk.gymnasium_env import BoardwalkEnv
from boardwalk.pettingzoo_env import env as wrapped_env
from boardwalk.pettingzoo_env import raw_env

GAMES = ['ataxx', 'breakthrough', 'chinese8', 'connectfour', 'draughts',
         'onejump', 'othello', 'teeko', 'tictactoe',
         'star:size=3',
         *[f'star:size=3,players={players}' for players in range(3, 7)]]
# In these any seat may be to move, whatever stands on the board.
FREE = [game for game in GAMES
        if game not in ['chinese8', 'connectfour', 'teeko', 'tictactoe']]


@functools.lru_cache(maxsize=None)
def names_of_seats(game):
    """How positions of a game as a text say who is to move, for each seat."""
    state = game.new_initial_state()
    names = {}
    while len(names) < game.num_players():
        names[state.current_player()] = state.position().split(' ')[1]
        state.apply_action(state.legal_actions()[0])
    return names


def seen_by(state, seat):
    """What a seat sees of a position of a game of FREE that goes on: as if it were
    to move, but for the planes that tell who is."""
    game = state.get_game()
    words = state.position().split(' ')
    words[1] = names_of_seats(game)[seat]
    planes = game.new_initial_state(' '.join(words)).observation()
    for i, name in enumerate(game.observation_planes()):
        if name.endswith('is to move'):
            planes[i] = state.observation()[i]
    return planes


class First:
    """Plays the first legal action."""

    def choose(self, state, limits):
        return state.legal_actions()[0]


class Drawn(First):
    """Draws from the seed that it is given."""

    def start(self, state, seed):
        self.random = random.Random(seed)

    def choose(self, state, limits):
        return self.random.choice(state.legal_actions())


class Agents(unittest.TestCase):
    """PettingZoo."""

    def follow(self, env, rng):
        """Plays a game beside a State, by the rules of the AEC interface."""
        shadow = env.unwrapped.game.new_initial_state()
        owed = collections.Counter()
        left = []
        for agent in env.agent_iter():
            live = list(env.agents)
            for books in (env.rewards, env.terminations, env.truncations,
                          env.infos):
                self.assertEqual(list(books), live)
            seen, reward, terminated, truncated, info = env.last()
            self.assertEqual((info, env.last(observe=False)[0]), ({}, None))
            self.assertEqual(reward, owed.pop(agent, 0))
            self.assertIn(seen, env.observation_space(agent))
            if terminated or truncated:
                self.assertFalse(seen['action_mask'].any())
                env.step(None)
                left.append(agent)
                self.assertEqual(env.agents, live[1:])
            else:
                self.assertEqual(agent, f'player_{shadow.current_player()}')
                np.testing.assert_array_equal(seen['observation'],
                                              shadow.observation())
                np.testing.assert_array_equal(seen['action_mask'],
                                              shadow.legal_actions_mask())
                for other in set(live) - {agent}:
                    mask = env.observe(other)['action_mask']
                    self.assertEqual((mask.shape, mask.any()),
                                     (seen['action_mask'].shape, False))
                action = env.action_space(agent).sample(seen['action_mask'])
                action = rng.choice([int, np.int32, np.int64])(action)
                self.assertIsNone(env.step(action))
                shadow.apply_action(action)
                self.assertEqual(list(env.rewards.values()), shadow.returns())
                self.assertEqual(sum(env.rewards.values()), 0)
                for ends, expected in [
                        (env.terminations, shadow.is_terminal()),
                        (env.truncations, not shadow.is_terminal() and
                         len(shadow.history()) == 150)]:
                    for end in ends.values():
                        self.assertIs(end, expected)
            for other, reward in env.rewards.items():
                owed[other] += reward
        self.assertEqual(left, env.possible_agents)
        self.assertFalse(any(owed.values()))
        return shadow

    def test_games_are_played_by_the_rules_of_the_interface(self):
        ended = collections.Counter()
        for name in GAMES:
            for make in [raw_env, wrapped_env]:
                env = make(name, max_plies=150)
                for agent in env.possible_agents:
                    env.action_space(agent).seed(len(name))
                for seed in range(3):
                    env.reset(seed=seed, options={'options': 1})
                    self.assertEqual(env.agents, env.possible_agents)
                    shadow = self.follow(env, random.Random(seed))
                    ended[name, shadow.is_terminal()] += 1
        for name in ['tictactoe', 'othello', 'connectfour']:
            self.assertGreater(ended[name, True], 0)
        self.assertEqual(ended['star:size=3,players=6', False], 6)

    def test_their_own_tests(self):
        if hasattr(pettingzoo, 'STAND_IN'):
            self.assertTrue(pettingzoo.__file__.startswith(STAND_INS))
            return
        from pettingzoo.test import api_test, seed_test
        for name in GAMES:
            api_test(wrapped_env(name), num_cycles=200)
            seed_test(lambda: wrapped_env(name), num_cycles=50)

    def test_spaces(self):
        env = raw_env('draughts')
        for agent in env.possible_agents:
            space = env.observation_space(agent)
            self.assertIs(space, env.observation_space(agent))
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertEqual(env.action_space(agent).n, 1426)
            self.assertEqual(space['observation'].shape, (6, 8, 8))
            self.assertEqual(space['observation'].dtype, np.float32)
            self.assertEqual(space['action_mask'].shape, (1426,))
            self.assertEqual(space['action_mask'].dtype, np.int8)
        self.assertIsNot(env.action_space('player_0'),
                         env.action_space('player_1'))
        self.assertEqual(env.max_num_agents, 2)
        self.assertEqual((str(env), str(wrapped_env('star'))),
                         ('draughts_v0', 'star_v0'))
        self.assertIs(env.metadata['is_parallelizable'], False)

    def test_the_order_of_calls_is_enforced(self):
        env = wrapped_env('teeko')
        for call, error in [(lambda: env.agents, AttributeError),
                            (lambda: env.step(0), AssertionError),
                            (env.render, AssertionError)]:
            with self.assertRaises(error):
                call()
        env.reset()
        with self.assertRaises(AssertionError):
            for _ in env.agent_iter():
                pass

    def test_every_agent_sees_its_own_pieces_first(self):
        for name in FREE:
            env = raw_env(name)
            env.reset()
            state = env.game.new_initial_state()
            rng = random.Random(5)
            for _ in range(12):
                for seat, agent in enumerate(env.possible_agents):
                    np.testing.assert_array_equal(
                        env.observe(agent)['observation'], seen_by(state, seat),
                        f'{name} {agent}')
                action = rng.choice(state.legal_actions())
                state.apply_action(action)
                env.step(action)

    def test_what_agents_see_at_the_end(self):
        env = raw_env('connectfour')
        env.reset()
        for action in [3, 0, 3, 0, 3, 0, 3]:
            env.step(action)
        for agent, own, reward in [('player_0', 4, 1.0), ('player_1', 3, -1.0)]:
            self.assertEqual(env.agent_selection, agent)
            seen, got, terminated, truncated, _ = env.last()
            self.assertEqual((got, terminated, truncated), (reward, True, False))
            self.assertEqual(seen['observation'].sum(axis=(1, 2)).tolist(),
                             [own, 7 - own, 0])
            env.step(None)
            # One that has left can be asked, too.
            self.assertEqual(env.observe(agent)['observation'][0].sum(), own)

    def test_what_agents_see_at_the_end_with_three_seats(self):
        game = boardwalk.load_game('star:size=3,players=3')
        greedy = boardwalk.player('greedy', game)
        state = game.new_initial_state()
        env = raw_env(game)
        env.reset()
        while not state.is_terminal():
            action = greedy.choose(state)
            state.apply_action(action)
            env.step(action)
        self.assertEqual(set(env.terminations.values()), {True})
        first, *others = [env.observe(agent)['observation'][:3]
                          for agent in env.possible_agents]
        np.testing.assert_array_equal(first, state.observation()[:3])
        for seat, pieces in enumerate(others, start=1):
            np.testing.assert_array_equal(pieces, first[np.arange(seat, seat + 3) % 3])

    def test_endless_games_are_truncated(self):
        env = raw_env('star:size=3')
        unlimited = raw_env('star:size=3', max_plies=0)
        env.reset()
        unlimited.reset()
        rng = random.Random(1)
        for plies in range(1000):
            self.assertFalse(env.truncations['player_0'], plies)
            mask = env.observe(env.agent_selection)['action_mask']
            action = rng.choice(np.flatnonzero(mask))
            env.step(action)
            unlimited.step(action)
        self.assertFalse(any(unlimited.truncations.values()))
        self.assertEqual(env.truncations, {'player_0': True, 'player_1': True})
        self.assertEqual(env.terminations, {'player_0': False, 'player_1': False})
        with self.assertRaisesRegex(ValueError, '-1 plies'):
            raw_env('star', max_plies=-1)

    def test_a_game_that_ends_at_the_limit_is_terminated(self):
        env = raw_env('connectfour', max_plies=7)
        env.reset()
        for action in [3, 0, 3, 0, 3, 0, 3]:
            env.step(action)
        self.assertEqual(env.last()[1:], (1.0, True, False, {}))

    def test_what_is_wrong_changes_nothing(self):
        env = raw_env('connectfour')
        with self.assertRaisesRegex(RuntimeError, 'no agents: call reset'):
            env.step(0)
        env.reset()
        for action, kind, text in [(7, ValueError, 'action 7 is not legal'),
                                   (-1, ValueError, 'action -1 is not legal'),
                                   (None, ValueError, 'player_0 is to move'),
                                   ('3', TypeError, ''), (1.5, TypeError, '')]:
            with self.assertRaisesRegex(kind, text):
                env.step(action)
        for call in [env.observe, env.observation_space, env.action_space]:
            with self.assertRaisesRegex(
                    ValueError, "no agent 'player_2': there are player_0, player_1"):
                call('player_2')
        self.assertEqual(env.agent_selection, 'player_0')
        for action in [3, 0, 3, 0, 3, 0, 3]:
            env.step(action)
        with self.assertRaisesRegex(ValueError, 'None'):
            env.step(3)
        self.assertEqual(env.agents, ['player_0', 'player_1'])
        env.step(None)
        env.step(None)
        with self.assertRaisesRegex(RuntimeError, 'no agents: call reset'):
            env.step(None)
        env.reset()
        self.assertEqual(env.last()[1:], (0.0, False, False, {}))
        self.assertEqual(env.last()[0]['observation'].sum(), 0)

    def test_a_reset_in_the_midst_of_the_end(self):
        env = raw_env('connectfour', max_plies=1)
        for _ in range(2):
            env.reset()
            env.step(0)
            env.step(None)
            self.assertEqual(env.agents, ['player_1'])

    def test_games_that_are_none(self):
        for name, options, text in [
                ('chess', {}, 'connectfour'),
                ('teeko', {'render_mode': 'rgb_array'}, r"'ansi', 'human'")]:
            with self.assertRaisesRegex(ValueError, text):
                raw_env(name, **options)

        class NoBoard:
            def observation_planes(self):
                return []

        with self.assertRaisesRegex(ValueError, 'describes no board'):
            raw_env(NoBoard())

    def test_render(self):
        env = wrapped_env('teeko', render_mode='ansi')
        env.reset()
        env.step(0)
        self.assertEqual(env.render(), str(after('teeko', [0])))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            env = wrapped_env('teeko', render_mode='human')
            env.reset()
            env.step(0)
            self.assertIsNone(env.render())
        self.assertEqual(printed.getvalue(),
                         f"{after('teeko', [])}\n" + f"{after('teeko', [0])}\n" * 2)
        env = wrapped_env('teeko')
        env.reset()
        self.assertIsNone(env.render())
        env.close()


class Learner(unittest.TestCase):
    """Gymnasium."""

    def follow(self, env, max_plies, seed):
        """Plays a game against First beside a State, which it returns."""
        game = env.unwrapped.game
        shadow = game.new_initial_state()

        def over():
            return (shadow.is_terminal() or
                    len(shadow.history()) == max_plies)

        observation, info = env.reset(seed=seed)
        reward, terminated, truncated = 0.0, False, False
        seat = info['seat']
        while True:
            while not over() and shadow.current_player() != seat:
                shadow.apply_action(shadow.legal_actions()[0])
            self.assertIn(observation, env.observation_space)
            if not shadow.is_terminal() and game.name in FREE:
                np.testing.assert_array_equal(observation, seen_by(shadow, seat))
            elif seat == max(shadow.current_player(), 0):
                np.testing.assert_array_equal(observation, shadow.observation())
            self.assertEqual(reward, shadow.player_return(seat))
            self.assertIs(terminated, shadow.is_terminal())
            self.assertIs(truncated, over() and not shadow.is_terminal())
            mask = info['action_mask']
            self.assertEqual(mask.dtype, np.int8)
            self.assertEqual(np.flatnonzero(mask).tolist(),
                             [] if over() else sorted(shadow.legal_actions()))
            np.testing.assert_array_equal(env.unwrapped.action_masks(), mask == 1)
            self.assertEqual(info['seat'], seat)
            if over():
                with self.assertRaises(gymnasium.error.ResetNeeded):
                    env.unwrapped.step(0)
                return shadow
            action = env.action_space.sample(mask)
            observation, reward, terminated, truncated, info = env.step(action)
            shadow.apply_action(action)

    def test_games_are_played_by_the_rules_of_the_interface(self):
        ended = collections.Counter()
        for name in GAMES:
            for seat in range(boardwalk.load_game(name).num_players()):
                env = BoardwalkEnv(name, seat=seat, opponents=First,
                                   max_plies=151)
                env.action_space.seed(seat)
                for seed in range(2):
                    shadow = self.follow(env, 151, seed)
                    ended[name, shadow.is_terminal()] += 1
        for name in ['tictactoe', 'othello', 'connectfour']:
            self.assertGreater(ended[name, True], 0)
        self.assertEqual(ended['star:size=3,players=6', False], 12)

    def test_their_own_tests(self):
        if hasattr(gymnasium, 'STAND_IN'):
            self.assertTrue(gymnasium.__file__.startswith(STAND_INS))
            return
        from gymnasium.utils.env_checker import check_env
        # It plays actions without looking at masks: here all are legal.
        check_env(gymnasium.make('boardwalk/connectfour-v0').unwrapped)

    def test_games_by_their_names(self):
        for name in boardwalk.registered_names():
            env = gymnasium.make(f'boardwalk/{name}-v0', opponents=First)
            self.assertEqual(env.unwrapped.game.name,
                             boardwalk.load_game(name).name)
        env = gymnasium.make('boardwalk.gymnasium_env:boardwalk/star-v0',
                             game='star:size=3,players=3', seat='random',
                             opponents=First, max_plies=40)
        env.action_space.seed(1)
        self.assertEqual(len(self.follow(env, 40, 1).history()), 40)
        with self.assertRaises(gymnasium.error.Error):
            gymnasium.make('boardwalk/chess-v0')

    def test_a_game_of_somebody_else(self):
        script = ('import sys\n'
                  'sys.path.append(sys.argv[2])\n'
                  'import boardwalk, gymnasium\n'
                  'from boardwalk.gymnasium_env import register_games\n'
                  'boardwalk.load_plugin(sys.argv[1])\n'
                  'register_games()\n'
                  "env = gymnasium.make('boardwalk/konane-v0', seat=1)\n"
                  'print(len(env.reset(seed=1)[0]))\n')
        done = run_python(script, os.environ['KONANE'], STAND_INS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(int(done.stdout), 2)

    def test_what_the_learner_sees_at_the_end(self):
        class Fourth:
            """Fills the fourth column."""

            def choose(self, state, limits):
                return 3

        env = BoardwalkEnv('connectfour', seat=1, opponents=Fourth)
        env.reset()
        for action in [0, 1]:
            env.step(action)
        observation, reward, terminated, truncated, _ = env.step(0)
        self.assertEqual((reward, terminated, truncated), (-1.0, True, False))
        self.assertEqual(observation.sum(axis=(1, 2)).tolist(), [3, 4, 0])

    def play(self, env, games, seed):
        """The seats and observations of some games, as bytes."""
        env.action_space.seed(0)
        seen = []
        for game in range(games):
            observation, info = env.reset(seed=seed if game == 0 else None)
            over = False
            while not over:
                seen.append((info['seat'], observation.tobytes()))
                observation, _, terminated, truncated, info = env.step(
                    env.action_space.sample(info['action_mask']))
                over = terminated or truncated
            seen.append((info['seat'], observation.tobytes()))
        return seen

    def test_seeds(self):
        for opponents in ['random', 'mcts:playouts=5', Drawn, Drawn(),
                          lambda: Drawn()]:
            runs = [self.play(BoardwalkEnv('teeko', seat='random', max_plies=30,
                                           opponents=opponents), 4, seed)
                    for seed in [5, 5, 6]]
            self.assertEqual(runs[0], runs[1])
            self.assertNotEqual(runs[0], runs[2])
        # Each game has a seed of its own.
        env = BoardwalkEnv('othello', seat=1)
        self.assertEqual(len({env.reset(seed=3 if i == 0 else None)[0].tobytes()
                              for i in range(20)}), 4)

    def test_random_seats(self):
        env = BoardwalkEnv('star:size=3,players=4', seat='random')
        seats = collections.Counter(
            env.reset(seed=2 if i == 0 else None)[1]['seat'] for i in range(40))
        self.assertEqual(sorted(seats), [0, 1, 2, 3])

    def test_what_opponents_get(self):
        calls = []

        class Watcher(First):
            def __init__(self, name):
                self.name = name
                calls.append((name, 'made'))

            def start(self, state, seed):
                calls.append((self.name, 'start', state.history()))
                self.assert_is_copy(state)

            def choose(self, state, limits):
                calls.append((self.name, state.current_player(),
                              state.history(), limits))
                action = state.legal_actions()[0]
                self.assert_is_copy(state)
                return action

            def assert_is_copy(self, state):
                state.apply_action(state.legal_actions()[-1])

            def game_over(self):
                calls.append((self.name, 'game over'))

        env = BoardwalkEnv('star:size=3,players=3', seat=1, max_plies=4,
                           opponents=[lambda: Watcher('a'),
                                      ('b', lambda: Watcher('b'))])
        self.assertEqual(calls, [])
        _, info = env.reset()
        first = boardwalk.load_game('star:size=3,players=3') \
            .new_initial_state().legal_actions()[0]
        begin = [('a', 'made'), ('a', 'start', []),
                 ('b', 'made'), ('b', 'start', []), ('b', 0, [], {})]
        self.assertEqual(calls, begin)
        calls.clear()
        action = np.flatnonzero(info['action_mask'])[0]
        env.step(action)
        self.assertEqual([(name, seat, len(history))
                          for name, seat, history, _ in calls[:2]],
                         [('a', 2, 2), ('b', 0, 3)])
        self.assertEqual(calls[0][2], [first, action])
        ends = [('a', 'game over'), ('b', 'game over')]
        self.assertEqual(calls[2:], ends)
        for leave, called in [(env.reset, begin),      # it was over
                              (env.reset, ends + begin),
                              (env.close, ends), (env.close, [])]:
            calls.clear()
            leave()
            self.assertEqual(calls, called)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step(action)

    def test_what_is_wrong_changes_nothing(self):
        env = BoardwalkEnv('connectfour', opponents=First)
        with self.assertRaisesRegex(gymnasium.error.ResetNeeded, 'call reset'):
            env.step(0)
        env.reset()
        for action, kind, text in [(7, ValueError, 'action 7 is not legal'),
                                   (-1, ValueError, 'action -1 is not legal'),
                                   (None, TypeError, ''), ('3', TypeError, ''),
                                   (1.5, TypeError, '')]:
            with self.assertRaisesRegex(kind, text):
                env.step(action)
        observation, *_ = env.step(np.int32(3))
        np.testing.assert_array_equal(observation,
                                      after('connectfour', [3, 0]).observation())

    def test_opponents_that_fail(self):
        class Failing:
            def __init__(self, action):
                self.action = action

            def choose(self, state, limits):
                return 1 // 0 if self.action == 'raise' else self.action

        for action, kind, text in [
                (7, RuntimeError, 'the opponent in seat 1 chose 7, which is no'),
                (None, RuntimeError, 'chose None'),
                ('raise', ZeroDivisionError, '')]:
            env = BoardwalkEnv('connectfour', opponents=Failing(action))
            for _ in range(2):
                env.reset()
                with self.assertRaisesRegex(kind, text):
                    env.step(3)
                with self.assertRaises(gymnasium.error.ResetNeeded):
                    env.step(3)

    def test_what_cannot_be_played(self):
        for options, text in [
                ({'game': 'chess'}, 'connectfour'),
                ({'seat': 2}, "seat=2: it is from 0 to 1, or 'random'"),
                ({'seat': 'first'}, "seat='first'"),
                ({'opponents': 'nobody'}, 'nobody'),
                ({'opponents': []}, '0 opponents for 1 seats'),
                ({'opponents': [First, First]}, '2 opponents for 1 seats'),
                ({'max_plies': -1}, '-1 plies'),
                ({'render_mode': 'rgb_array'}, r"'ansi', 'human'")]:
            with self.assertRaisesRegex(ValueError, text):
                BoardwalkEnv(**{'game': 'teeko', **options})
        with self.assertRaisesRegex(TypeError, '3 is no player'):
            BoardwalkEnv('teeko', opponents=3)
        env = BoardwalkEnv('teeko', seat=1, max_plies=1)
        with self.assertRaisesRegex(
                ValueError, r'over before seat 1 has moved \(max_plies=1\)'):
            env.reset()

    def test_render(self):
        env = gymnasium.make('boardwalk/teeko-v0', opponents=First,
                             render_mode='ansi')
        env.reset()
        env.step(3)
        self.assertEqual(env.render(), str(after('teeko', [3, 0])))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            env = BoardwalkEnv('teeko', opponents=First, render_mode='human')
            env.reset()
            env.step(3)
            self.assertIsNone(env.render())
        self.assertEqual(printed.getvalue(), ''.join(
            f'{after("teeko", actions)}\n'
            for actions in [[], [3], [3, 0], [3, 0]]))
        env = BoardwalkEnv('teeko')
        env.reset()
        self.assertIsNone(env.render())


class Imports(unittest.TestCase):

    def test_libraries_that_are_not_installed_are_told(self):
        for library, title in [('gymnasium', 'Gymnasium'),
                               ('pettingzoo', 'PettingZoo')]:
            script = ('import sys\n'
                      'sys.modules[sys.argv[1]] = None\n'
                      'import boardwalk\n'
                      f'import boardwalk.{library}_env\n')
            done = run_python(script, library)
            self.assertIn(f'ImportError: boardwalk.{library}_env needs {title}: '
                          f'pip install {library}', done.stderr)


if __name__ == '__main__':
    unittest.main()
