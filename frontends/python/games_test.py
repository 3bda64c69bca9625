"""Tests of games and positions in Python."""

import copy
import os
import pickle
import random
import unittest
import xml.dom.minidom

import numpy as np

import boardwalk
from python_testing import run_python

GAMES = ['ataxx', 'breakthrough', 'chinese8', 'connectfour', 'draughts',
         'onejump', 'othello', 'star', 'star:players=2,size=4', 'teeko']


def random_state(game, plies, seed):
    state = game.new_initial_state()
    rng = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


class Names(unittest.TestCase):

    def test_all_games_are_there(self):
        names = boardwalk.registered_names()
        self.assertEqual(names, sorted(names))
        for game in GAMES:
            self.assertIn(game.split(':')[0], names)

    def test_unknown_names_say_which_there_are(self):
        for name, text in [('chess', 'connectfour'), ('star:players=9', '2 to 6'),
                           ('teeko:size=3', 'size'), ('', 'names nothing')]:
            with self.assertRaisesRegex(ValueError, text):
                boardwalk.load_game(name)
        with self.assertRaises(TypeError):
            boardwalk.load_game(3)

    def test_one_object_for_one_game(self):
        game = boardwalk.load_game('star:size=3,players=3')
        self.assertEqual(game, boardwalk.load_game('star:players=3,size=3'))
        self.assertEqual(hash(game),
                         hash(boardwalk.load_game('star:players=3,size=3')))
        self.assertNotEqual(game, boardwalk.load_game('star'))
        self.assertEqual(str(game), game.name)
        self.assertEqual(game.short_name, 'star')
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)


class States(unittest.TestCase):

    def test_games_are_played_to_the_end(self):
        for name in GAMES:
            game = boardwalk.load_game(name)
            state = random_state(game, 400, 1)
            self.assertLessEqual(len(state.history()), 400)
            if state.is_terminal():
                self.assertEqual(state.current_player(),
                                 boardwalk.PlayerId.TERMINAL)
                self.assertEqual(state.legal_actions(), [])
                self.assertAlmostEqual(sum(state.returns()), 0)
                self.assertEqual(state.returns(), state.rewards())
                self.assertTrue(all(game.min_utility() <= value <=
                                    game.max_utility()
                                    for value in state.returns()))
            else:
                self.assertEqual(state.returns(), [0.0] * game.num_players())

    def test_masks_and_texts_agree_with_actions(self):
        for name in GAMES:
            game = boardwalk.load_game(name)
            for plies in range(0, 30, 7):
                state = random_state(game, plies, plies)
                legal = state.legal_actions()
                self.assertEqual(len(set(legal)), len(legal))
                mask = state.legal_actions_mask()
                self.assertEqual(mask.dtype, np.uint8)
                self.assertEqual(len(mask), game.num_distinct_actions())
                self.assertEqual(np.flatnonzero(mask).tolist(), sorted(legal))
                for action in legal:
                    text = state.action_to_string(action)
                    self.assertEqual(state.string_to_action(text), action)
                    self.assertEqual(
                        state.action_to_string(state.current_player(), action),
                        text)

    def test_only_the_player_to_move_has_actions(self):
        state = boardwalk.load_game('star:players=3').new_initial_state()
        self.assertEqual(state.legal_actions(0), state.legal_actions())
        self.assertEqual(state.legal_actions(1), [])
        self.assertEqual(state.legal_actions_mask(2).sum(), 0)
        terminal = boardwalk.PlayerId.TERMINAL
        self.assertEqual(state.legal_actions(terminal), [])
        self.assertEqual(state.legal_actions_mask(terminal).sum(), 0)
        for call in [state.legal_actions, state.player_return,
                     state.legal_actions_mask, state.observation_tensor]:
            with self.assertRaisesRegex(ValueError, 'player 3 is not from 0 to 2'):
                call(3)
        mine, next_one = state.observation(0), state.observation(1)
        planes = state.get_game().observation_planes()
        np.testing.assert_array_equal(mine, state.observation())
        np.testing.assert_array_equal(
            next_one[planes.index('own pieces')],
            mine[planes.index("seat +1's pieces")])
        self.assertTrue((next_one != mine).any())
        np.testing.assert_array_equal(state.observation_tensor(1),
                                      next_one.reshape(-1))

    def test_illegal_actions_change_nothing(self):
        state = boardwalk.load_game('connectfour').new_initial_state()
        before = state.clone()
        for action, text in [(7, 'from 0 to 6'), (-1, 'from 0 to 6')]:
            for call in [state.apply_action, state.child, state.action_to_string,
                         state.path]:
                with self.assertRaisesRegex(ValueError, text):
                    call(action)
        for action in ['4', 1.5, None, 1 << 80]:
            with self.assertRaises(TypeError):
                state.apply_action(action)
        self.assertEqual(state, before)
        self.assertEqual(state.history(), [])
        with self.assertRaisesRegex(ValueError, "'9'"):
            state.string_to_action('9')

    def test_numbers_of_numpy_are_numbers(self):
        state = boardwalk.load_game('connectfour').new_initial_state()
        state.apply_action(np.int64(3))
        state.apply_action(np.random.choice(state.legal_actions()))
        self.assertEqual(len(state.history()), 2)

    def test_undo_child_and_clone(self):
        for name in GAMES:
            state = random_state(boardwalk.load_game(name), 12, 5)
            states, players = [], []
            for _ in range(5):
                states.append(state.clone())
                players.append(state.current_player())
                action = state.legal_actions()[0]
                self.assertEqual(states[-1].child(action),
                                 states[-1].child(action))
                self.assertNotEqual(states[-1].child(action), states[-1])
                state.apply_action(action)
            while states:
                with self.assertRaisesRegex(ValueError, 'player'):
                    state.undo_action(players[-1] + 1, state.history()[-1])
                state.undo_action(players.pop(), state.history()[-1])
                before = states.pop()
                self.assertEqual(state, before)
                self.assertEqual(state.history(), before.history())
        start = boardwalk.load_game('teeko').new_initial_state()
        with self.assertRaisesRegex(ValueError, 'this is the start'):
            start.undo_action(0, 0)
        start.apply_action(start.legal_actions()[2])
        with self.assertRaisesRegex(ValueError, 'the last action was'):
            start.undo_action(0, start.legal_actions()[-1] + 1)

    def test_text_and_pickle_keep_the_history(self):
        for name in GAMES:
            game = boardwalk.load_game(name)
            state = random_state(game, 9, 3)
            here = game.new_initial_state(state.position())
            self.assertEqual(here, state)
            self.assertEqual(here.history(), [])
            here.apply_action(here.legal_actions()[-1])
            for kept in [state, here]:
                for other in [pickle.loads(pickle.dumps(kept)),
                              game.deserialize_state(kept.serialize()),
                              copy.copy(kept), copy.deepcopy(kept)]:
                    self.assertEqual(other, kept)
                    self.assertEqual(other.history(), kept.history())
                    self.assertEqual(other.serialize(), kept.serialize())
                    self.assertEqual(hash(other), hash(kept))
                text = boardwalk.serialize_game_and_state(game, kept)
                self.assertEqual(boardwalk.deserialize_game_and_state(text),
                                 (game, kept))

    def test_damaged_texts(self):
        game = boardwalk.load_game('connectfour')
        for text, error in [('3\nx\n', "action 2 is 'x'"),
                            ('3\n99\n', 'action 2: action 99 is not legal'),
                            ('start nonsense\n3\n', 'a position is'),
                            ('1e9', 'no number')]:
            with self.assertRaisesRegex(ValueError, error):
                game.deserialize_state(text)
        with self.assertRaises(ValueError):
            game.new_initial_state('nonsense')
        with self.assertRaises(ValueError):
            boardwalk.deserialize_game_and_state('')

    def test_observations(self):
        for name in GAMES:
            game = boardwalk.load_game(name)
            state = random_state(game, 10, 8)
            shape = tuple(game.observation_tensor_shape())
            planes = state.observation()
            self.assertEqual(planes.shape, shape)
            self.assertEqual(planes.dtype, np.float32)
            self.assertEqual(len(game.observation_planes()), shape[0])
            flat = state.observation_tensor()
            self.assertEqual(flat.shape, (game.observation_tensor_size(),))
            np.testing.assert_array_equal(flat.reshape(shape), planes)
            np.testing.assert_array_equal(
                flat, state.observation_tensor(state.current_player()))
            self.assertGreater(planes.sum(), 0)

    def test_planes_are_those_of_the_player_to_move(self):
        game = boardwalk.load_game('connectfour')
        self.assertEqual(game.observation_planes(),
                         ['own pieces', "opponent's pieces",
                          'seat 1 is to move'])
        state = game.new_initial_state()
        state.apply_action(3)
        planes = state.observation()
        self.assertEqual(np.argwhere(planes[1]).tolist(), [[5, 3]])
        self.assertEqual(planes[0].sum(), 0)
        self.assertTrue((planes[2] == 1).all())

    def test_texts_of_states(self):
        state = boardwalk.load_game('connectfour').new_initial_state()
        state.apply_action(3)
        self.assertEqual(repr(state), '<boardwalk.State of connectfour: '
                         f'{state.position()}>')
        self.assertIn('X', str(state).upper())
        self.assertEqual(state.observation_string(), state.position())
        self.assertEqual(state.path(4), ['51'])
        self.assertEqual(repr(state.get_game()), '<boardwalk.Game connectfour>')
        # Also who is to move.
        self.assertTrue(str(state).endswith('\n' + state.position()))

    def test_long_positions_are_cut_off(self):
        state = boardwalk.load_game('star:size=6,players=6').new_initial_state()
        self.assertGreater(len(state.position()), 100)
        self.assertLess(len(repr(state)), 130)
        self.assertTrue(repr(state).endswith('...>'))

    def test_pictures(self):
        state = boardwalk.load_game('connectfour').new_initial_state()

        def marks(picture):
            """Its board is drawn, and the cells where moves ended."""
            root = xml.dom.minidom.parseString(picture).documentElement
            self.assertEqual(root.tagName, 'svg')
            self.assertEqual(len([e for e in root.getElementsByTagName('*')
                                  if e.hasAttribute('data-cell')]), 42)
            return [e.toxml() for e in root.getElementsByTagName('*')
                    if e.getAttribute('class') == 'tint end']

        self.assertEqual(marks(state.svg()), [])
        state.apply_action(3)
        first = marks(state.svg())
        self.assertGreater(len(first), 0)
        state.apply_action(5)
        second = marks(state.svg())
        self.assertEqual(len(second), len(first))
        self.assertNotEqual(first, second)
        # Only the last move is marked, wherever a game began.
        here = state.get_game().new_initial_state(state.position())
        self.assertEqual(marks(here.svg()), [])
        # A rack stands upright; other boards can be turned.
        self.assertEqual(state.svg(flip=True), state.svg())
        othello = boardwalk.load_game('othello').new_initial_state()
        self.assertNotEqual(othello.svg(flip=True), othello.svg())
        self.assertEqual(state._repr_svg_(), state.svg())
        state.undo_action(1, 5)
        self.assertEqual(marks(state.svg()), first)

    def test_nothing_is_made_without_a_value(self):
        for kind in [boardwalk.Game, boardwalk.State, boardwalk.Player,
                     boardwalk.BatchEnv]:
            with self.assertRaises(TypeError):
                kind.__new__(kind)
            with self.assertRaises(TypeError):
                kind()

        class Lazy(boardwalk.BatchEnv):
            def __init__(self):
                pass

        with self.assertRaises(TypeError):
            Lazy()


class Plugins(unittest.TestCase):

    def test_what_is_wrong_is_an_error(self):
        for file, text in [('missing.so', 'missing.so'),
                           (__file__, 'cannot be loaded')]:
            with self.assertRaisesRegex(ValueError, text):
                boardwalk.load_plugin(file)
        self.assertIn('teeko', boardwalk.registered_names())

    def test_a_game_of_somebody_else(self):
        konane = os.environ['KONANE']
        script = ('import boardwalk, sys\n'
                  "old = boardwalk.load_game('teeko')\n"
                  "assert 'konane' not in boardwalk.registered_names()\n"
                  'boardwalk.load_plugin(sys.argv[1])\n'
                  "game = boardwalk.load_game('konane')\n"
                  'state = game.new_initial_state()\n'
                  'state.apply_action(state.legal_actions()[0])\n'
                  'print(game.observation_tensor_shape(), old)\n'
                  "boardwalk.BatchEnv('konane', 4).reset()\n")
        done = run_python(script, konane)
        self.assertEqual(done.stderr, '')
        self.assertRegex(done.stdout, r'^\[\d+, \d+, \d+\] teeko\n$')

    def test_folders_that_are_none_are_told(self):
        done = run_python('import boardwalk', BOARDWALK_PLUGIN_PATH='/nowhere')
        self.assertEqual(done.stderr,
                         "boardwalk: left out: BOARDWALK_PLUGIN_PATH: '/nowhere' "
                         'is no folder; name the folder of the plug-ins\n')


if __name__ == '__main__':
    unittest.main()
