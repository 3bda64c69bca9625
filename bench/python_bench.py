"""How fast games are in Python: ./dev python bench/python_bench.py [GAME...]

Steps a second at random, for each game the best of some runs of a second:
  single   one State: is_terminal, legal_actions, apply_action, and a choice
  batch    BatchEnv of 256 games with observations and masks: sample_actions, step
  copy     the same with the arrays copied after every step
  2 / 1    steps of 4096 games by two threads, to those by one, with actions given
  search   playouts a second of MctsBot with an evaluator that does nothing: of 256
           positions together, and of one with 256 leaves at once
Then how long `import boardwalk` takes, beside an interpreter that does nothing.
"""

import os
import random
import subprocess
import sys
import time

import boardwalk
import numpy

GAMES = ['connectfour', 'othello', 'breakthrough', 'draughts', 'ataxx',
         'star:size=3', 'chinese8', 'teeko', 'onejump', 'tictactoe']
RUNS = 3
SECONDS = 1.0


def best(run):
    """Of the steps a second of some runs."""
    return max(run() for _ in range(RUNS))


def single(name):
    game = boardwalk.load_game(name)
    number = random.Random(1).random
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state = game.new_initial_state()
        for _ in range(1000):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
            steps += 1
    return steps / (time.perf_counter() - start)


def batch(name, games=256, copy=False):
    env = boardwalk.BatchEnv(name, games)
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(10):
            env.step(env.sample_actions())
            if copy:
                env.obs.copy()
                env.mask.copy()
            rounds += 1
    return rounds * games / (time.perf_counter() - start)


def gain_of_threads(name, games=4096):
    """The seconds of steps alone, one thread to two; rounds alternate."""
    envs = [boardwalk.BatchEnv(name, games, threads=n) for n in [1, 2]]
    seconds = [0.0, 0.0]
    while sum(seconds) < 3 * SECONDS:
        for i, env in enumerate(envs):
            actions = env.sample_actions()
            start = time.perf_counter()
            env.step(actions)
            seconds[i] += time.perf_counter() - start
    return seconds[0] / seconds[1]


def search(name, positions):
    game = boardwalk.load_game(name)
    actions = game.num_distinct_actions()
    priors = numpy.full((256, actions), 1 / actions, numpy.float32)
    values = numpy.zeros(256, numpy.float32)
    bot = boardwalk.MctsBot(
        game, evaluator=lambda obs: (priors[:len(obs)], values[:len(obs)]),
        leaves=256 // positions)
    playouts = 51200
    start = time.perf_counter()
    bot.think_all([game.new_initial_state()] * positions,
                  playouts=playouts // positions)
    return playouts / (time.perf_counter() - start)


def start_of(script):
    def run():
        start = time.perf_counter()
        subprocess.run([sys.executable, '-c', script], check=True)
        return time.perf_counter() - start

    return min(run() for _ in range(10))


def main():
    print(f'{"game":14} {"single":>10} {"batch":>10} {"copy":>10} {"2 / 1":>6} '
          f'{"search 256":>10} {"search 1":>10}')
    for name in sys.argv[1:] or GAMES:
        threads = gain_of_threads(name) if os.cpu_count() > 1 else float('nan')
        print(f'{name:14} {best(lambda: single(name)):10,.0f} '
              f'{best(lambda: batch(name)):10,.0f} '
              f'{best(lambda: batch(name, copy=True)):10,.0f} {threads:6.2f} '
              f'{best(lambda: search(name, 256)):10,.0f} '
              f'{best(lambda: search(name, 1)):10,.0f}',
              flush=True)
    numpy, ours = start_of('import numpy'), start_of('import boardwalk, numpy')
    print(f'import boardwalk: {ours - numpy:.3f} s beside numpy, which takes '
          f'{numpy - start_of("pass"):.3f} s')


if __name__ == '__main__':
    main()
