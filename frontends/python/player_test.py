"""Tests of our players in Python."""

import os
import signal
import threading
import unittest

import boardwalk
from python_testing import after


class Players(unittest.TestCase):

    def test_they_find_the_win(self):
        state = after('connectfour', [3, 0, 3, 0, 3, 1])
        for name in ['alphabeta:depth=3', 'mcts:playouts=500', 'greedy']:
            player = boardwalk.player(name, 'connectfour')
            self.assertEqual(player.choose(state), 3, name)
            self.assertEqual(player.step(state), 3, name)
        thought = boardwalk.player('alphabeta', state.get_game()).think(
            state, depth=3)
        self.assertEqual((thought['action'], thought['value']), (3, 1.0))
        self.assertEqual(thought['line'], [3])
        deep = boardwalk.player('alphabeta', 'othello').think(
            after('othello', []), depth=3)
        self.assertEqual(deep['depth'], 3)
        self.assertGreater(deep['nodes'], 0)

    def test_they_play_where_players_in_python_do(self):
        player = boardwalk.player('alphabeta:depth=4', 'connectfour')
        self.assertEqual(player.choose(after('connectfour', [3, 0, 3, 0, 3, 1]),
                                       {'nodes': 5000}), 3)
        results = boardwalk.compare('connectfour', [('four', player), 'random'],
                                    rounds=4)
        self.assertEqual(results.rows()[0]['player'], 'four')

    def test_what_they_think(self):
        state = after('othello', [])
        thought = boardwalk.player('mcts:playouts=200', 'othello').think(state)
        self.assertEqual(thought['playouts'], 200)
        self.assertIsNone(thought['nodes'])
        self.assertLessEqual(abs(thought['value']), 1)
        ranking = thought['ranking']
        self.assertEqual(ranking[0]['action'], thought['action'])
        self.assertEqual(sorted(r['action'] for r in ranking),
                         sorted(state.legal_actions()))
        self.assertTrue(all(r['visits'] >= 0 for r in ranking))
        for line in [thought['line']] + [r['line'] for r in ranking]:
            other = state.clone()
            for action in line:
                other.apply_action(action)

    def test_the_same_seed_is_the_same_game(self):
        def play(seed):
            state = after('teeko', [])
            player = boardwalk.player('mcts:playouts=50', 'teeko', seed=seed)
            while not state.is_terminal() and len(state.history()) < 30:
                state.apply_action(player.choose(state))
            return state.history()

        self.assertEqual(play(1), play(1))
        self.assertNotEqual(play(1), play(2))

    def test_a_game_against_itself_and_one_from_before(self):
        player = boardwalk.player('alphabeta:depth=2', 'star:players=3')
        state = after('star:players=3', [])
        for _ in range(12):
            state.apply_action(player.choose(state))
        state.undo_action(2, state.history()[-1])
        self.assertIn(player.choose(state), state.legal_actions())

    def test_limits(self):
        state = after('othello', [])
        player = boardwalk.player('mcts', 'othello')
        self.assertEqual(player.think(state, playouts=77)['playouts'], 77)
        self.assertGreater(player.think(state, time=0.05)['playouts'], 0)
        for limits in [{'time': 0}, {'time': -1}, {'time': float('nan')},
                       {'nodes': 0}, {'playouts': -3}, {'depth': 0},
                       {'time': 1e9}, {'time': 1e-12}, {'depth': 1 << 60}]:
            with self.assertRaisesRegex(ValueError, next(iter(limits))):
                player.think(state, **limits)
        with self.assertRaises(TypeError):
            player.think(state, plies=3)

    def test_what_is_wrong(self):
        with self.assertRaisesRegex(ValueError, "no player 'nobody'"):
            boardwalk.player('nobody', 'teeko')
        with self.assertRaisesRegex(ValueError, 'depth'):
            boardwalk.player('alphabeta:depth=0', 'teeko')
        player = boardwalk.player('greedy', 'teeko')
        with self.assertRaisesRegex(ValueError, 'another game'):
            player.choose(after('othello', []))
        over = after('connectfour', [0, 1, 0, 1, 0, 1, 0])
        with self.assertRaisesRegex(ValueError, 'the game is over'):
            boardwalk.player('greedy', 'connectfour').choose(over)

    def test_ctrl_c_stops_it(self):
        player = boardwalk.player('mcts', 'othello')
        state = after('othello', [])
        timer = threading.Timer(
            0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            player.think(state, time=3600)
        timer.join()
        self.assertIn(player.choose(state, playouts=10), state.legal_actions())

    def test_other_threads_run_meanwhile(self):
        player = boardwalk.player('mcts', 'othello')
        state = after('othello', [])
        thoughts = []

        def think():
            while not thoughts:
                try:
                    thoughts.append(player.think(state, playouts=100000))
                except RuntimeError:  # the main thread has the player
                    pass

        thread = threading.Thread(target=think)
        thread.start()
        busy = False
        while thread.is_alive() and not busy:
            try:
                player.choose(state, playouts=1)
            except RuntimeError as error:
                busy = 'another thread is using this object' in str(error)
                # What it thinks about is its own.
                state.apply_action(state.legal_actions()[0])
        thread.join()
        self.assertTrue(busy)
        self.assertEqual(thoughts[0]['playouts'], 100000)


if __name__ == '__main__':
    unittest.main()
