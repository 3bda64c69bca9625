"""Games that are written in Python: they play, conform, and their faults are told."""

import threading
import unittest

import boardwalk
import numpy as np
from python_testing import run_python


class Nim:
    """Take 1 to 3 from a heap; who takes the last one wins."""
    id = 'nim'
    title = 'Nim'
    aim = 'Take the last one.'
    num_players = 2
    num_actions = 3
    parameters = {'heap': (7, 1, 1000)}

    def __init__(self, heap):
        self.heap = heap

    def initial_state(self):
        return (self.heap, 0)

    def to_move(self, state):
        return state[1]

    def is_terminal(self, state):
        return state[0] == 0

    def returns(self, state):
        return (-1, 1) if state[1] == 0 else (1, -1)

    def legal_moves(self, state):
        return range(min(3, state[0]))

    def apply(self, state, move):
        return (state[0] - move - 1, 1 - state[1])

    def format_move(self, state, move):
        return f'take{move + 1}'


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]


class Noughts:
    """Three in a row wins. Moves are squares, a1 to c3."""
    id = 'noughts'
    num_players = 2
    num_actions = 9
    board = (3, 3)

    def initial_state(self):
        return '.' * 9

    def to_move(self, state):
        return state.count('X') - state.count('O')

    def winner(self, state):
        for line in LINES:
            marks = {state[square] for square in line}
            if len(marks) == 1 and marks != {'.'}:
                return 'XO'.index(marks.pop())
        return None

    def is_terminal(self, state):
        return '.' not in state or self.winner(state) is not None

    def returns(self, state):
        winner = self.winner(state)
        return (0, 0) if winner is None else (1 - 2 * winner, 2 * winner - 1)

    def legal_moves(self, state):
        return [square for square in range(9) if state[square] == '.']

    def apply(self, state, move):
        mark = 'XO'[self.to_move(state)]
        return state[:move] + mark + state[move + 1:]

    def cell(self, square):
        return 'abc'[square % 3] + str(square // 3 + 1)

    def format_move(self, state, move):
        return self.cell(move)

    def pieces(self, state):
        return [(self.cell(square), 'XO'.index(state[square]))
                for square in range(9) if state[square] != '.']

    def path(self, state, move):
        return [self.cell(move)]


class Three(Nim):
    """Nim for three, who pay the one that takes the last."""
    id = 'three'
    num_players = 3

    def returns(self, state):
        return [1 if player == (state[1] + 2) % 3 else -0.5
                for player in range(3)]

    def apply(self, state, move):
        return (state[0] - move - 1, (state[1] + 1) % 3)


boardwalk.register_game(Nim)
boardwalk.register_game(Noughts)
boardwalk.register_game(Three)


def broken(base=Nim, **members):
    """The game of a class with other members, registered under the id broken."""
    kind = type('Broken', (base,), dict(members, __doc__=base.__doc__,
                                        id='broken'))
    boardwalk.register_game(kind)
    return boardwalk.load_game('broken')


class PlayTest(unittest.TestCase):

    def test_is_a_game_like_any_other(self):
        game = boardwalk.load_game('nim:heap=5')
        self.assertIn('nim', boardwalk.registered_names())
        self.assertEqual(str(game), 'nim:heap=5')
        self.assertEqual((game.num_players(), game.num_distinct_actions()),
                         (2, 3))
        self.assertEqual(game.aim, 'Take the last one.')
        self.assertEqual(game.rules, Nim.__doc__ + '\n')
        state = game.new_initial_state()
        state.apply_action(2)
        self.assertEqual(state.legal_actions(), [0, 1])
        self.assertEqual(state.action_to_string(1), 'take2')
        self.assertEqual(state.string_to_action('take2'), 1)
        with self.assertRaisesRegex(ValueError, 'action 2 is not legal'):
            state.apply_action(2)
        state.apply_action(1)
        self.assertTrue(state.is_terminal())
        self.assertEqual(state.returns(), [-1, 1])

    def test_parameters_have_bounds(self):
        self.assertEqual(str(boardwalk.load_game('nim:heap=7')), 'nim')
        with self.assertRaisesRegex(ValueError, 'from 1 to 1000'):
            boardwalk.load_game('nim:heap=0')

    def test_positions_are_written_as_moves(self):
        game = boardwalk.load_game('nim')
        state = game.new_initial_state()
        state.apply_action(1)
        self.assertEqual(state.position(), 'opening take2')
        self.assertEqual(game.new_initial_state('opening take2'), state)

    def test_equal_values_are_the_same_position(self):
        game = boardwalk.load_game('nim')
        states = []
        for actions in ((0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, 0)):
            state = game.new_initial_state()
            for action in actions:
                state.apply_action(action)
            states.append(state)
        self.assertEqual(states[0], states[1])
        self.assertEqual(states[0], states[2])
        self.assertNotEqual(states[0], states[3])

    def test_has_planes_and_a_drawing(self):
        game = boardwalk.load_game('noughts')
        state = game.new_initial_state()
        state.apply_action(0)
        self.assertEqual(game.observation_tensor_shape()[1:], [3, 3])
        planes = dict(zip(game.observation_planes(), state.observation()))
        np.testing.assert_array_equal(planes["opponent's pieces"],
                                      [[0, 0, 0], [0, 0, 0], [1, 0, 0]])
        self.assertEqual(state.path(4), ['b2'])
        self.assertIn('X', str(state))

    def test_players_of_ours_play_it(self):
        noughts = boardwalk.load_game('noughts').new_initial_state()
        thought = boardwalk.player('alphabeta:depth=9', 'noughts').think(noughts)
        self.assertEqual(thought['value'], 0)
        nim = boardwalk.load_game('nim').new_initial_state()
        thought = boardwalk.player('mcts:playouts=300', 'nim').think(nim)
        self.assertEqual((thought['action'], thought['value']), (2, 1))
        three = boardwalk.load_game('three').new_initial_state()
        action = boardwalk.player('alphabeta:depth=4', 'three').choose(three)
        self.assertIn(action, three.legal_actions())

    def test_network_search_plays_it(self):
        bot = boardwalk.MctsBot(
            'noughts', playouts=300, leaves=1,
            evaluator=lambda obs: (np.ones((len(obs), 9)), np.zeros(len(obs))))
        state = boardwalk.load_game('noughts').new_initial_state()
        for action in (0, 3, 1, 4):
            state.apply_action(action)
        self.assertEqual(bot.choose(state), 2)

    def test_batch_env_plays_it(self):
        env = boardwalk.BatchEnv('noughts', 8, seed=3, threads=2)
        finished = 0
        for _ in range(20):
            env.step(env.sample_actions())
            finished += env.terminated.sum()
            np.testing.assert_array_equal(
                env.mask.reshape(8, 3, 3)[:, ::-1],
                1 - env.obs[:, 0] - env.obs[:, 2])
        self.assertGreaterEqual(finished, 8)

    def test_compare_plays_it(self):
        class Perfect:
            def choose(self, state, limits):
                heap = 7 - sum(action + 1 for action in state.history())
                return (heap - 1) % 4 if heap % 4 else 0

        results = boardwalk.compare('nim', [Perfect, 'random'], rounds=20,
                                    openings=0)
        self.assertEqual(results.rows()[0]['player'], 'perfect')

    def test_runs_are_repeated_in_another_process(self):
        script = (
            'import sys; sys.path.insert(0, sys.argv[1]); import game_test;'
            'import boardwalk;'
            's = boardwalk.load_game("noughts").new_initial_state();'
            'p = boardwalk.player("alphabeta:depth=5", "noughts");'
            'print(p.think(s)["nodes"], p.think(s)["line"])')
        folder = __file__.rpartition('/')[0] or '.'
        runs = {run_python(script, folder, PYTHONHASHSEED=str(seed)).stdout
                for seed in range(3)}
        self.assertEqual(len(runs), 1)
        self.assertRegex(runs.pop(), '^[1-9]')

    def test_threads_search_together(self):
        state = boardwalk.load_game('noughts').new_initial_state()
        actions = []

        def think():
            player = boardwalk.player('alphabeta:depth=4,threads=2', 'noughts')
            actions.append(player.choose(state.clone()))

        threads = [threading.Thread(target=think) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(actions), 3)

    def test_a_later_class_takes_over_the_id(self):
        kind = type('Nim', (Nim,), {'id': 'later', '__doc__': Nim.__doc__})
        boardwalk.register_game(kind)
        first = boardwalk.load_game('later')
        boardwalk.register_game(type('Nim', (kind,), {
            'num_actions': 4, '__doc__': Nim.__doc__}))
        self.assertEqual(boardwalk.load_game('later').num_distinct_actions(), 4)
        self.assertEqual(first.num_distinct_actions(), 3)
        with self.assertRaisesRegex(ValueError, 'unique|twice|taken'):
            boardwalk.register_game(type('Other', (Nim,), {'id': 'othello'}))


class CheckTest(unittest.TestCase):

    def test_sound_games_conform(self):
        for name in ('nim', 'nim:heap=12', 'noughts', 'three', 'othello'):
            with self.subTest(name):
                report = boardwalk.check(name, games=20, max_leaves=2000)
                self.assertEqual(report.failures, [])
                self.assertTrue(report.ok)
                self.assertEqual(report.games, 20)
                self.assertGreater(report.positions, 40)

    def failures(self, game):
        return '\n'.join(boardwalk.check(game, games=20, max_leaves=2000).failures)

    def test_planted_bugs_are_found(self):
        for what, game in {
                'number': broken(Noughts, legal_moves=lambda self, state: [
                    (square + len(state.strip('.'))) % 9
                    for square in range(9) if state[square] == '.'],
                    apply=lambda self, state, move: Noughts.apply(
                        self, state, (move - len(state.strip('.'))) % 9),
                    format_move=lambda self, state, move: self.cell(
                        (move - len(state.strip('.'))) % 9),
                    path=lambda self, state, move: [self.cell(
                        (move - len(state.strip('.'))) % 9)]),
                'text': broken(format_move=lambda self, state, move: 'take'),
                'path': broken(Noughts, path=lambda self, state, move: ['a1']),
                'twice': broken(legal_moves=lambda self, state:
                                [0] + list(range(min(3, state[0])))),
                }.items():
            with self.subTest(what):
                self.assertRegex(self.failures(game), what)

    def test_states_without_a_value_are_found(self):
        class Value:
            def __init__(self, *numbers):
                self.numbers = numbers

            def __getitem__(self, i):
                return self.numbers[i]

        game = broken(initial_state=lambda self: Value(7, 0),
                      apply=lambda self, state, move: Value(
                          state[0] - move - 1, 1 - state[1]))
        self.assertRegex(self.failures(game), 'same seed|replay')

    def test_planes_that_do_not_tell_are_noted(self):
        game = broken(Noughts, pieces=lambda self, state: [])
        report = boardwalk.check(game, games=20, max_leaves=2000)
        self.assertRegex('\n'.join(report.notes), 'same planes')
        self.assertRegex('\n'.join(report.failures), 'drawn|same')

    def test_lengths_are_held(self):
        self.assertEqual(broken(max_plies=7).max_game_length(), 7)
        self.assertEqual(self.failures(broken(max_plies=7)), '')
        self.assertRegex(self.failures(broken(max_plies=4)), 'MaxPlies.. is 4')
        self.assertRegex(self.failures(broken(max_plies=7, endless=True)),
                         'endless')
        with self.assertRaisesRegex(RuntimeError, 'does not tell'):
            boardwalk.load_game('nim').max_game_length()

    def test_numbers_out_of_bounds(self):
        for numbers in ({'games': -1}, {'max_plies': 0}):
            with self.assertRaisesRegex(ValueError, 'or above'):
                boardwalk.check('nim', **numbers)


class FaultTest(unittest.TestCase):

    def deep(self, then, base=Nim):
        """A game whose heap of 3 does `then`."""
        def apply(rules, state, move):
            state = base.apply(rules, state, move)
            return then(state) if state[0] <= 3 else state
        return broken(base, apply=apply)

    def test_what_python_calls_raises_where_it_is(self):
        def fail(state):
            raise KeyError('no such heap')
        state = self.deep(fail).new_initial_state()
        state.apply_action(0)
        with self.assertRaisesRegex(KeyError, 'no such heap'):
            state.apply_action(2)
        self.assertEqual(state.history(), [0])
        self.assertEqual(state.position(), 'opening take1')
        self.assertEqual(state.legal_actions(), [0, 1, 2])

    def test_what_a_search_calls_raises_when_it_ends(self):
        def fail(state):
            raise KeyError('no such heap')
        game = self.deep(fail)
        state = game.new_initial_state()
        calls = [
            lambda: boardwalk.player('alphabeta:depth=7', game).think(state),
            lambda: boardwalk.player('mcts:playouts=50', game).think(state),
            lambda: boardwalk.player('mcts:playouts=50,threads=2',
                                     game).think(state),
            lambda: boardwalk.check(game),
            lambda: boardwalk.compare('broken', ['random', 'greedy']),
            lambda: [env.step(env.sample_actions()) for _ in range(9)],
            lambda: bot.think(board.new_initial_state()),
        ]
        env = boardwalk.BatchEnv(game, 4, threads=2)
        board = broken(Noughts, apply=lambda self, state, move: (
            fail(state) if state.count('.') == 7 else
            Noughts.apply(self, state, move)))
        bot = boardwalk.MctsBot(board, playouts=50, evaluator=lambda obs: (
            np.ones((len(obs), 9)), np.zeros(len(obs))))
        for call in calls:
            with self.assertRaisesRegex(KeyError, 'no such heap'):
                call()
        # Nothing is left of it.
        boardwalk.player('mcts:playouts=50', 'nim').think(
            boardwalk.load_game('nim').new_initial_state())

    def test_a_game_with_a_fault_is_not_kept(self):
        import tempfile
        def fail(state):
            raise KeyError('no such heap')
        self.deep(fail)
        with tempfile.TemporaryDirectory() as folder:
            file = folder + '/results'
            with self.assertRaises(KeyError):
                boardwalk.compare('broken', ['random', 'greedy'], file=file,
                                  openings=0)
            self.assertEqual(boardwalk.read_results(file).report['games'], 0)

    def test_what_is_out_of_bounds_says_what_is_right(self):
        for members, kind, text in [
                ({'num_actions': 0}, ValueError, 'num_actions is 0, not from 1'),
                ({'num_players': 7}, ValueError, 'num_players is 7, not from 2'),
                ({'num_players': 'two'}, TypeError, "num_players is 'two'"),
                ({'id': 3}, TypeError, 'id is 3, not a str'),
                ({'id': 'No Id'}, ValueError, 'No Id'),
                ({'parameters': [1]}, TypeError, 'parameters.*not a dict'),
                ({'parameters': {'heap': 7}}, TypeError, 'default, min, max'),
                ({'parameters': {'heap': (7, 9, 11)}}, ValueError, 'from 9 to 11'),
                ({'parameters': {'He ap': (7, 1, 9)}}, ValueError, 'lower case'),
                ({'initial_state': lambda self: [7, 0]}, TypeError,
                 'can change; a state is a value'),
                ({'to_move': lambda self, state: 2}, ValueError,
                 r'to_move\(...\) is 2, not from 0 to 1'),
                ({'to_move': lambda self, state: None}, TypeError,
                 'to_move.*None, not a whole number'),
                ({'board': (3, 3)}, TypeError, 'has a board and no pieces'),
        ]:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                rules = type('Broken', (Nim,), dict(
                    {'id': 'broken', '__doc__': Nim.__doc__}, **members))
                boardwalk.register_game(rules)
                boardwalk.load_game('broken')
        for member in ('num_players', 'apply'):
            members = {name: value for name, value in vars(Nim).items()
                       if name != member}
            with self.assertRaisesRegex(TypeError, f'has no {member}'):
                boardwalk.register_game(type('Broken', (), members))
        with self.assertRaisesRegex(TypeError, 'is no class'):
            boardwalk.register_game(Nim(3))
        with self.assertRaisesRegex(TypeError, 'Empty has no id'):
            boardwalk.register_game(type('Empty', (), {}))

    def test_what_methods_return_is_checked(self):
        for members, kind, text in [
                ({'is_terminal': lambda self, state: None}, TypeError,
                 'is_terminal.* is None, not True or False'),
                ({'format_move': lambda self, state, move: '\udc80'}, ValueError,
                 'no UTF-8'),
                ({'legal_moves': lambda self, state: []}, ValueError,
                 'is empty in .7, 0., which is not terminal'),
                ({'legal_moves': lambda self, state: [3]}, ValueError,
                 'legal_moves.* is 3, not from 0 to 2'),
                ({'legal_moves': lambda self, state: ['a']}, TypeError,
                 'not a whole number'),
                ({'legal_moves': lambda self, state: [2**70]}, ValueError,
                 'not from 0 to 2'),
                ({'format_move': lambda self, state, move: 1}, TypeError,
                 'format_move.*is 1, not a str'),
                ({'format_move': lambda self, state, move: ''}, ValueError,
                 'is empty'),
        ]:
            with self.subTest(text):
                with self.assertRaisesRegex(kind, text):
                    state = broken(**members).new_initial_state()
                    state.action_to_string(state.legal_actions()[0])
        for returns, text in [((1,), '2 numbers'), ((1, 1), 'sum to 0'),
                              ((2, -2), 'from -1 to 1'), ((1, -1, 0), '2 numbers'),
                              (('a', 'b'), '2 numbers'),
                              ((float('nan'), 0), 'from -1')]:
            with self.subTest(returns):
                state = broken(returns=lambda self, state, r=returns:
                               r).new_initial_state()
                state.apply_action(2)
                state.apply_action(2)
                with self.assertRaisesRegex(ValueError, text):
                    state.apply_action(0)
        for pieces, text in [([('d1', 0)], "names the cell 'd1'"),
                             ([('a1', 2)], 'owner.*is 2, not from -1 to 1'),
                             ([('a1', 0), ('a1', 1)], 'two pieces on a1'),
                             ([5], 'not .cell, owner.'),
                             ([(1, 0)], 'a cell of .*is 1, not a str')]:
            with self.subTest(pieces):
                state = broken(Noughts, pieces=lambda self, state, p=pieces:
                               p).new_initial_state()
                with self.assertRaisesRegex((ValueError, TypeError), text):
                    state.observation()

    def test_what_makes_it_raises_as_it_is(self):
        def interrupt(self):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            broken(initial_state=interrupt)

    def test_games_may_be_added_while_one_is_made(self):
        class Adds(Nim):
            def __init__(self, heap):
                super().__init__(heap)
                for i in range(20):
                    boardwalk.register_game(type('More', (Nim,), {
                        'id': f'more{"abcdefghijklmnopqrst"[i]}'}))
        game = broken(Adds)
        self.assertEqual(str(game), 'broken')
        self.assertEqual(game.new_initial_state().legal_actions(), [0, 1, 2])

    def test_other_games_know_nothing_of_a_fault(self):
        def fail(state):
            raise KeyError('no such heap')
        state = self.deep(fail).new_initial_state()
        ended = threading.Event()
        others = []

        def play_another():
            env = boardwalk.BatchEnv('connectfour', 8)
            while not ended.is_set():
                env.step(env.sample_actions())
            others.append('played')

        thread = threading.Thread(target=play_another)
        thread.start()
        for _ in range(20):
            with self.assertRaises(KeyError):
                boardwalk.player('mcts:playouts=50', 'broken').think(state)
        ended.set()
        thread.join()
        self.assertEqual(others, ['played'])

        class Curious:
            def choose(self, position, limits):
                try:
                    boardwalk.player('mcts:playouts=50', 'broken').think(state)
                except KeyError:
                    pass
                return position.legal_actions()[0]

        results = boardwalk.compare('connectfour', [Curious, 'random'], rounds=2)
        self.assertEqual(len(results.rows()), 2)

    def test_ctrl_c_stops_a_check(self):
        run = run_python('''
import _thread, threading
import boardwalk
boardwalk.load_game('othello')
try:
    threading.Timer(0.3, _thread.interrupt_main).start()
    boardwalk.check('othello', games=10**6)
except KeyboardInterrupt:
    print('stopped')
''')
        self.assertEqual(run.stdout, 'stopped\n', run.stderr[-500:])

    def test_ctrl_c_stops_a_search(self):
        run = run_python('''
import _thread, sys, threading
sys.path.insert(0, sys.argv[1])
import boardwalk, game_test
state = boardwalk.load_game('nim:heap=900').new_initial_state()
try:
    threading.Timer(0.3, _thread.interrupt_main).start()
    boardwalk.player('alphabeta:time=60s', 'nim:heap=900').think(state)
except KeyboardInterrupt:
    print('stopped')
''', __file__.rpartition('/')[0] or '.')
        self.assertEqual(run.stdout, 'stopped\n', run.stderr[-500:])


if __name__ == '__main__':
    unittest.main()
