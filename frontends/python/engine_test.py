"""Tests of players in Python that other programs play with."""

import concurrent.futures
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import boardwalk

PROGRAM = os.environ['BOARDWALK']
PACKAGE = os.path.dirname(os.path.abspath(boardwalk.__file__))

FIRST = '''
class First:
    def choose(self, state, limits):
        return state.legal_actions()[0]
'''
# Says on standard error what it is told.
NOTING = '''
import json, sys
def note(*words):
    print(json.dumps(words), file=sys.stderr)
note('loaded')
class Noting:
    def __init__(self):
        note('made')
    def start(self, state, seed):
        note('start', str(state.get_game()), state.history(), seed)
    def choose(self, state, limits):
        note('choose', state.history(), limits)
        return state.legal_actions()[-1]
    def game_over(self):
        note('over')
'''


class Folder(tempfile.TemporaryDirectory):
    """Of scripts, which users of a sandbox may read."""

    def __enter__(self):
        path = super().__enter__()
        os.chmod(path, 0o755)
        return path


def write_bot(folder, source, served, name='mybot.py'):
    file = os.path.join(folder, name)
    with open(file, 'w', encoding='utf-8') as script:
        script.write(f'#!{sys.executable} -B\nimport boardwalk\n{source}\n'
                     f'boardwalk.serve_engine({served})\n')
    os.chmod(file, 0o755)
    return file


def talk(source, served, text):
    """The process of a bot that reads this text; its lines are of stdout."""
    with Folder() as folder:
        done = subprocess.run([write_bot(folder, source, served)], input=text,
                              capture_output=True, text=True, check=False,
                              env=dict(os.environ, PYTHONUNBUFFERED=''),
                              timeout=100)
    done.lines = done.stdout.splitlines()
    done.notes = [json.loads(line) for line in done.stderr.splitlines()
                  if line.startswith('[')]
    return done


def boardwalk_program(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True,
                          check=False, timeout=500, **options)


class Conversation:
    """With a bot, line by line."""

    def __init__(self, folder, source, served):
        self.process = subprocess.Popen(
            [write_bot(folder, source, served)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=dict(os.environ, PYTHONUNBUFFERED=''))

    def send(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def read(self):
        return self.process.stdout.readline().rstrip('\n')

    def end(self):
        """How it ends: the rest of both outputs, and the status."""
        out, err = self.process.communicate(timeout=100)
        return out, err, self.process.returncode


GAME = '''
@boardwalk.register_game
class Heap:
    """Take one to three; who takes the last wins."""
    id = 'heap'
    num_players, num_actions = 2, 3
    def initial_state(self):
        return (9, 0)
    def to_move(self, state):
        return state[1]
    def is_terminal(self, state):
        return state[0] == 0
    def returns(self, state):
        return (-1, 1) if state[1] == 0 else (1, -1)
    def legal_moves(self, state):
        return range(min(3, state[0]))
    def apply(self, state, move):
        if state[0] - move == 5:
            raise KeyError('no such heap')
        return (state[0] - move - 1, 1 - state[1])
'''


class Games(unittest.TestCase):

    def test_a_game_in_python_is_served(self):
        for served in ("First, 'heap'", "'greedy', 'heap'"):
            done = talk(FIRST + GAME, served, 'position startpos moves 0\ngo\n')
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.lines[-1], '^bestmove [012]$')

    def test_its_fault_ends_the_engine(self):
        for served, moves in [("First, 'heap'", '0 0 2'),
                              ("'greedy', 'heap'", '0 0')]:
            done = talk(FIRST + GAME, served,
                        f'position startpos moves {moves}\ngo\nisready\n')
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertEqual(done.stderr.splitlines()[-1],
                             "KeyError: 'no such heap'")


class Protocol(unittest.TestCase):

    def test_it_introduces_itself(self):
        done = talk(FIRST, 'First', 'ugi\n')
        self.assertEqual(done.lines, [
            'id name first', 'id author unknown',
            'option name Game type string default teeko',
            'option name GameSeed type string default 0',
            'option name Clock type combo default wall var wall var cpu',
            'ugiok'])
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for served, name, game in [
                ('("Ada", First)', 'Ada', 'teeko'),
                ('First(), "star:players=3"', 'first', 'star:players=3'),
                ('lambda: First(), game=boardwalk.load_game("othello")',
                 'lambda', 'othello')]:
            lines = talk(FIRST, served, 'ugi\n').lines
            self.assertEqual(lines[0], f'id name {name}')
            self.assertEqual(lines[2],
                             f'option name Game type string default {game}')

    def test_what_it_is_told(self):
        done = talk(NOTING, 'Noting',
                    'isready\nsetoption name Game value connectfour\n'
                    'setoption name GameSeed value 7\nuginewgame\nisready\n'
                    'position startpos moves 4 4\ngo movetime 250\n')
        self.assertEqual(done.notes, [
            ['loaded'],
            ['made'], ['start', 'teeko', [], 0], ['over'],
            ['made'], ['start', 'connectfour', [], 7],
            ['choose', [3, 3], {'time': 0.25}], ['over']])
        self.assertEqual(done.lines[:2], ['readyok', 'readyok'])
        self.assertRegex(done.lines[2], r'^info time \d+ pv 7$')
        self.assertEqual(done.lines[3:], ['bestmove 7'])

    def test_one_that_has_not_played_is_told_of_another_start(self):
        state = boardwalk.load_game('teeko').new_initial_state()
        state.apply_action(4)
        done = talk(NOTING, 'Noting', f'isready\nposition fen {state.position()} '
                    'moves 1\ngo\n')
        self.assertEqual([note[0] for note in done.notes],
                         ['loaded', 'made', 'start', 'start', 'choose', 'over'])
        self.assertEqual(done.notes[4][1], [0])

    def test_limits(self):
        # Each at the end, as it goes on thinking there.
        for go, limits in [('go', {}), ('go nodes 5 playouts 6 depth 3',
                                        {'nodes': 5, 'playouts': 6, 'depth': 3}),
                           ('go movetime 1', {'time': 0.001}),
                           ('go infinite\nstop', {})]:
            done = talk(NOTING, 'Noting', go + '\n')
            self.assertEqual(done.notes[-2], ['choose', [], limits])
            self.assertEqual(done.lines[-1], 'bestmove 16')
        done = talk(NOTING, 'Noting', 'go p1time 60000 p2time 1\n')
        limits = done.notes[-2][2]
        self.assertEqual(list(limits), ['time'])
        self.assertTrue(0.5 < limits['time'] < 10, limits)

    def test_positions(self):
        state = boardwalk.load_game('connectfour').new_initial_state()
        for action in [3, 3, 2]:
            state.apply_action(action)
        text = state.position()
        done = talk(FIRST.replace('return', 'print(state, state.history());'
                                  'return'),
                    'First, "connectfour"',
                    f'position fen {text} moves 5 1\nquery position\ngo\n')
        state.apply_action(4)
        state.apply_action(0)
        self.assertEqual(done.lines[0], f'response {state.position()}')
        self.assertEqual(done.stderr, f'{state} [4, 0]\n')
        done = talk(FIRST, 'First', 'position startpos moves 99\nxyzzy\ngo\n')
        self.assertRegex(done.lines[0], "^info string error move 1 '99'")
        self.assertRegex(done.lines[1], "^info string error no command 'xyzzy'")
        self.assertEqual(done.lines[-1], 'bestmove 1')

    def test_a_seat_drops_out(self):
        done = talk(NOTING, 'Noting, "star:players=3"',
                    'position startpos moves out\nquery p2turn\ngo\n')
        self.assertEqual(done.lines[0], 'response true')
        self.assertRegex(done.lines[-1], '^bestmove .*:')
        self.assertEqual(done.returncode, 0)

    def test_ours(self):
        done = talk('', '"mcts:playouts=30", "connectfour"',
                    'ugi\nposition startpos\ngo\n')
        self.assertRegex(done.lines[0], '^id name Boardwalk ')
        self.assertIn('option name Player type combo default mcts',
                      '\n'.join(done.lines))
        self.assertIn(' playouts 30 ', done.lines[-2])

    def test_what_cannot_be_served(self):
        for served, error in [
                ('"nobody"', "^ValueError: no player 'nobody'"),
                ('First, "chess"', "^ValueError: no game 'chess'"),
                ('3', '^TypeError: 3 is no player'), ('', '^TypeError')]:
            done = talk(FIRST, served, 'ugi\nisready\n')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertRegex(done.stderr.splitlines()[-1], error)

    def test_prints_are_no_answers(self):
        source = '''
import os, sys
print('before')
class Talks:
    def choose(self, state, limits):
        print('by print')
        sys.__stdout__.write('by the stream\\n')
        os.write(1, b'by the descriptor\\n')
        os.system('echo by a program')
        return state.legal_actions()[0]
'''
        done = talk(source, 'Talks', 'isready\ngo\n')
        self.assertEqual([line.split()[0] for line in done.lines],
                         ['readyok', 'info', 'bestmove'])
        self.assertEqual(sorted(done.stderr.splitlines()), sorted(
            ['before', 'by print', 'by the stream', 'by the descriptor',
             'by a program']))

    def test_the_streams_are_given_back(self):
        script = ('import boardwalk, sys\n'
                  'boardwalk.serve_engine("random")\n'
                  'print("after", sys.stdin.read())')
        done = subprocess.run([sys.executable, '-c', script],
                              input='isready\nquit\n', capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.stdout, done.stderr), ('readyok\nafter \n', ''))

    def test_it_runs_in_the_thread_that_serves_it(self):
        source = '''
import threading
class Threads:
    def __init__(self): self.see()
    def start(self, state, seed): self.see()
    def game_over(self): self.see()
    def choose(self, state, limits):
        self.see()
        return state.legal_actions()[0]
    def see(self):
        print(threading.current_thread() is threading.main_thread())
'''
        self.assertEqual(talk(source, 'Threads', 'go\n').stderr, 'True\n' * 4)


class Faults(unittest.TestCase):

    def test_what_it_raises_ends_it(self):
        for statement, last, status in [
                ('raise KeyError("of no use")', "KeyError: 'of no use'", 1),
                ('sys.exit(3)', '', 3),
                ('1 / 0', 'ZeroDivisionError: division by zero', 1)]:
            for method in ['__init__(self)', 'start(self, state, seed)',
                           'choose(self, state, limits)',
                           'game_over(self)']:
                source = f'import sys{FIRST}    def {method}: {statement}\n'
                done = talk(source, 'First', 'go\n' + 'isready\n' * 100)
                self.assertEqual(done.returncode, status, method)
                if method != 'game_over(self)':
                    self.assertNotIn('bestmove', done.stdout)
                self.assertEqual(''.join(done.stderr.splitlines()[-1:]), last)
                self.assertEqual(done.stderr.count('Traceback'), bool(last))

    def test_the_protocol_is_no_input(self):
        with Folder() as folder:
            bot = Conversation(folder, FIRST.replace('return', 'input(); return'),
                               'First')
            bot.send('go')
            self.assertEqual(bot.process.wait(timeout=100), 1)
            self.assertRegex(bot.end()[1], 'EOFError: EOF when reading a line$')

    def test_its_end_is_that_of_any_script(self):
        source = '''
import atexit
atexit.register(print, 'at exit')
class Raises:
    def choose(self, state, limits):
        self.log = open('/dev/stderr', 'w', buffering=1 << 16)
        self.log.write('kept')
        raise OSError('no more')
'''
        done = talk(source, 'Raises', 'go\n')
        self.assertEqual((done.returncode, done.stdout), (1, 'at exit\n'))
        self.assertIn('OSError: no more', done.stderr)
        self.assertIn('kept', done.stderr)

    def test_what_is_no_action(self):
        for answer, error in [
                ('-5', 'action -5 is not legal'), ('None', 'TypeError'),
                ('"3"', 'TypeError'), ('1 << 70', 'above 64 bits')]:
            done = talk(f'class No:\n def choose(self, s, l): return {answer}',
                        'No', 'go\n')
            self.assertRegex(done.lines[0], f'^info string error .*{error}')
            self.assertEqual(done.lines[1:], ['bestmove none'])
            self.assertEqual((done.returncode, done.stderr), (0, ''))
        done = talk('class No: pass', 'No', 'isready\ngo\n')
        self.assertRegex(done.lines[0], 'error .*No object.* has no choose')
        self.assertEqual(done.lines[1], 'readyok')
        self.assertEqual(done.lines[-1], 'bestmove none')

    def test_quit_ends_one_that_never_answers(self):
        for statement in ['time.sleep(1000)', 'while True: pass']:
            source = ('import time\n'
                      'print("loads")\n'
                      'class Never:\n'
                      '    def choose(self, state, limits):\n'
                      '        print("thinks")\n'
                      f'        {statement}\n')
            with Folder() as folder:
                bot = Conversation(folder, source, 'Never')
                bot.send('go movetime 1\nisready')
                self.assertEqual(bot.read(), 'readyok')
                bot.send('go')
                self.assertRegex(bot.read(), 'while thinking')
                bot.send('stop\nquery turn')
                self.assertEqual(bot.read(), 'response 1')
                bot.send('quit')
                self.assertEqual(bot.end(), ('', 'loads\nthinks\n', 0))

    def test_an_answer_without_end_waits_for_stop(self):
        with Folder() as folder:
            bot = Conversation(folder, FIRST, 'First')
            bot.send('go infinite\nisready\ngo')
            self.assertEqual(bot.read(), 'readyok')
            self.assertRegex(bot.read(), 'while thinking')
            bot.send('stop')
            self.assertRegex(bot.read(), 'info time')
            self.assertEqual(bot.read(), 'bestmove 1')
            self.assertEqual(bot.end(), ('', '', 0))

    def test_ctrl_c_ends_it(self):
        for before in ['isready', 'go\nisready']:
            with Folder() as folder:
                bot = Conversation(
                    folder, f'import time{FIRST}'.replace(
                        'return', 'time.sleep(1000); return'), 'First')
                bot.send(before)
                self.assertEqual(bot.read(), 'readyok')
                bot.process.send_signal(signal.SIGINT)
                out, err, status = bot.end()
                self.assertEqual((out, status), ('', -signal.SIGINT))
                self.assertEqual(err.splitlines()[-1], 'KeyboardInterrupt')


class Commands(unittest.TestCase):
    """Where boardwalk takes a player, it takes one in Python."""

    def test_engine_check(self):
        source = '''
import random
class Any:
    def start(self, state, seed):
        self.random = random.Random(seed)
    def choose(self, state, limits):
        return self.random.choice(state.legal_actions())
'''
        games = boardwalk.registered_names() + ['star:players=3']
        with Folder() as folder:
            bot = write_bot(folder, source, 'Any')
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                checks = pool.map(
                    lambda game: boardwalk_program('engine-check', bot, game,
                                                   '--json'), games)
                for game, check in zip(games, checks):
                    self.assertEqual(check.returncode, 0, check.stdout)
                    steps = json.loads(check.stdout)['steps']
                    self.assertGreater(len(steps), 40)
                    self.assertEqual(
                        [s for s in steps if s['wrong'] or s['notes']], [], game)

    def test_think_and_play(self):
        with Folder() as folder:
            write_bot(folder, FIRST, 'First')
            name = 'engine:cmd=./mybot.py'
            done = boardwalk_program('think', 'connectfour', name, '--moves',
                                     '1 1 1 1 1 1', '--json', cwd=folder)
            self.assertEqual(json.loads(done.stdout)['move'], '2', done.stderr)
            done = boardwalk_program(
                'play', 'connectfour', '--seat', f'2={name}', input='4\nquit\n',
                cwd=folder, env=dict(os.environ, XDG_STATE_HOME=folder))
            self.assertRegex(done.stdout, r'\(engine:cmd=.*\) plays 1\n')

    def test_it_plays_as_in_comparisons_of_python(self):
        source = '''
class One:
    factor = 3
    def __init__(self):
        self.seen = 0
    def choose(self, state, limits):
        history = state.history()
        assert limits == {'nodes': 100} and len(history) >= self.seen
        self.seen = len(history)
        actions = state.legal_actions()
        return actions[self.factor * sum(history) % len(actions)]
class Two(One):
    factor = 7
'''
        names = {}
        exec(source, names)
        with Folder() as folder:
            inside = boardwalk.compare(['othello', 'star:size=3,players=2'],
                                       [names['One'], names['Two']], rounds=5,
                                       nodes=100)
            bots = [f'{name.lower()}=engine:cmd="'
                    f'{write_bot(folder, source, name, name)}"'
                    for name in ['One', 'Two']]
            done = boardwalk_program(
                'compare', '--games', 'othello,star:size=3,players=2', '--players',
                *bots, '--rounds', '5', '--nodes', '100', '--no-db', '--json')
        self.assertEqual(done.returncode, 0, done.stderr)

        def played(report):
            return [(variant['game'], variant['plies'], variant['endings'],
                     [(p['player'], p['wins'], p['draws'], p['losses'])
                      for p in variant['players']])
                    for variant in report['variants']]

        self.assertEqual(played(json.loads(done.stdout)), played(inside.report))
        self.assertEqual(sum(row['forfeits'] for row in inside.rows()), 0)

    def test_a_fault_is_a_forfeit_with_its_reason(self):
        raises = FIRST.replace(
            'return', 'if state.move_number() > 3: raise KeyError("no idea")\n'
            '        return')
        illegal = FIRST.replace('return', 'return 7 or')
        with Folder() as folder:
            bots = [f'{name}=engine:cmd="{write_bot(folder, source, "First", name)}"'
                    for name, source in [('raises', raises),
                                         ('illegal', illegal)]]
            done = boardwalk_program(
                'compare', '--games', 'connectfour', '--players', *bots, 'random',
                '--rounds', '2', '--nodes', '10', '--json')
        players = json.loads(done.stdout)['variants'][0]['players']
        found = {(p['player'], reason['kind'], reason['reason'])
                 for p in players for reason in p['forfeit_reasons']}
        self.assertEqual(found, {
            ('raises', 'crash', 'it ended: exit status 1; its last words: '
             "KeyError: 'no idea'"),
            ('illegal', 'illegal-move', "its answer is 'none': action 7 is not "
             'legal: actions are from 0 to 6; its last words: bestmove none')})

    def test_a_tournament(self):
        with Folder() as folder:
            bots = [write_bot(folder, FIRST.replace('[0]', f'[{i}]'), 'First',
                              f'bot{i}.py') for i in (0, -1)]
            # In the sandbox it has the package by its folder alone.
            shutil.copytree(PACKAGE, os.path.join(folder, 'python/boardwalk'))
            names = [f'engine:cmd="/usr/bin/env PYTHONPATH=python '
                     f'{sys.executable} {bot}",folder="{folder}"' for bot in bots]
            done = boardwalk_program(
                'tournament', 'star', *names, 'greedy', '--sizes', '3', '--seats',
                '3', '--nodes', '10', '--max-plies', '100', '--sandbox', '--no-db',
                '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        entrants = json.loads(done.stdout)['entrants']
        self.assertEqual(len(entrants), 3)
        for entrant in entrants:
            self.assertEqual(entrant['faults'], {})
            self.assertGreater(entrant['moves'], 30)


if __name__ == '__main__':
    unittest.main()
