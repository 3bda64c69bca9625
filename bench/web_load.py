#!/usr/bin/env python3
"""Mixed load on `boardwalk serve`, which is killed again and again:
web_load.py BOARDWALK [MINUTES] [CLIENTS].

Every client plays games of its own against low levels, takes moves back, asks
for hints and analyses, opens streams of events and leaves them, and sends
nonsense. What an answer has confirmed must be there after the next start, so
status 1 means that a change was lost or that the server ended by itself. Prints
requests, the slowest answer and the memory of each life of the server."""

import http.client
import json
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

GAMES = ['teeko', 'chinese8', 'onejump', 'star:size=3', 'star:size=3,players=3']
LEVELS = ['beginner', 'easy', 'random', 'greedy']
LIFE = (20, 40)  # seconds between two kills


class Server:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix='boardwalk-load-')
        self.port = 0
        self.alive = threading.Event()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, 'serve', '--port', str(self.port), '--folder',
             self.folder + '/games'], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r'http://\S+?:(\d+)', line).group(1))
        self.alive.set()

    def kill(self):
        self.alive.clear()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def memory(self):
        """Resident MiB, 0 between two lives."""
        try:
            with open(f'/proc/{self.process.pid}/status') as status:
                return int(re.search(r'VmRSS:\s+(\d+)',
                                     status.read()).group(1)) // 1024
        except (OSError, AttributeError):
            return 0


class Client(threading.Thread):
    """Plays one game after the other."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(seed)
        self.requests, self.slowest, self.games = 0, 0.0, 0
        self.lost = []
        self.end = False

    def ask(self, path, body=None, key='', raw=None):
        """(status, answer); (0, None) if the server went away."""
        self.server.alive.wait()
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port,
                                                timeout=60)
        began = time.monotonic()
        try:
            data = raw if raw is not None else (
                None if body is None else json.dumps(body))
            connection.request(
                'GET' if data is None else 'POST', '/api/1' + path, data,
                {'Content-Type': 'application/json', 'Boardwalk-Key': key})
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()
        self.requests += 1
        self.slowest = max(self.slowest, time.monotonic() - began)
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, None

    def settled(self, path, body=None, key=''):
        """An answer that is no refusal for lack of room."""
        while not self.end:
            status, answer = self.ask(path, body, key)
            if status not in (0, 429, 503):
                return status, answer
            time.sleep(0.2)
        return 0, None

    def stream(self, room, key):
        """Reads a little of the events, or nothing, and leaves."""
        with socket.socket() as events:
            events.settimeout(0.3)
            try:
                events.connect(('127.0.0.1', self.server.port))
                events.sendall(f'GET /api/1/rooms/{room}/events?key={key} '
                               'HTTP/1.1\r\nHost: 127.0.0.1:'
                               f'{self.server.port}\r\n\r\n'.encode())
                if self.random.random() < 0.5:
                    events.recv(4096)
            except OSError:
                pass

    def nonsense(self):
        noise = bytes(self.random.randrange(256)
                      for _ in range(self.random.randrange(200)))
        self.ask(self.random.choice(['/rooms', '/records', '/games/%ff',
                                     '/rooms/x/moves', '/results']), raw=noise)

    def legal(self, room, ply, key):
        cells = []
        for _ in range(40):
            status, answer = self.settled(
                f'/rooms/{room}/pointing?ply={ply}&cells='
                + ','.join(map(str, cells)), key=key)
            if status != 200:
                return None
            if answer['move']:
                return answer['move']
            if answer['moves'] and (not answer['next']
                                    or self.random.random() < 0.5):
                return self.random.choice(answer['moves'])['text']
            if not answer['next']:
                return None
            cells.append(self.random.choice(answer['next']))
        return None

    def run(self):
        while not self.end:
            self.play()

    def play(self):
        game = self.random.choice(GAMES)
        seats = ['human'] + [self.random.choice(LEVELS)] * (
            2 if 'players=3' in game else 1)
        status, made = self.settled('/rooms', {'game': game, 'seats': seats})
        if status != 200:
            return
        room, key = made['room'], made['keys']['owner']
        self.games += 1
        confirmed = []  # the moves that the server is known to have
        for _ in range(self.random.randrange(5, 60)):
            if self.end or not self.turn(room, key, confirmed):
                break
        if self.random.random() < 0.3:
            self.ask(f'/rooms/{room}/actions', {'action': 'delete'}, key)

    def turn(self, room, key, confirmed):
        status, state = self.settled(f'/rooms/{room}', key=key)
        if status == 0:
            return False
        texts = [] if status != 200 else [
            move['text'] for move in state['moves'][:state['ply']]]
        if texts[:len(confirmed)] != confirmed:
            self.lost.append(f'room {room}: {status}, has {texts}, '
                             f'had {confirmed}')
            return False
        confirmed[:] = texts
        dice = self.random.random()
        if dice < 0.1:
            self.stream(room, key)
        elif dice < 0.2:
            self.nonsense()
        elif dice < 0.25:
            self.ask(f'/rooms/{room}/actions', {'action': 'hint'}, key)
        elif dice < 0.28:
            self.ask(f'/rooms/{room}/analysis', {'player': 'easy'}, key)
        elif dice < 0.33 and confirmed:
            del confirmed[:]  # whether it came through or not
            self.ask(f'/rooms/{room}/actions', {'action': 'undo'}, key)
        if state['over']:
            return False
        if state['thinking']:
            time.sleep(0.02)
            return True
        move = self.legal(room, state['ply'], key)
        if move is not None:
            status, _ = self.ask(f'/rooms/{room}/moves',
                                 {'ply': state['ply'], 'move': move}, key)
            if status == 200 and len(confirmed) == state['ply']:
                confirmed.append(move)
        return True


def main():
    program = sys.argv[1]
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    clients = int(sys.argv[3]) if len(sys.argv) > 3 else 12
    server = Server(program)
    crowd = [Client(server, seed) for seed in range(clients)]
    for client in crowd:
        client.start()
    end = time.monotonic() + 60 * minutes
    chance, lives, crashed = random.Random(1), [], False
    while time.monotonic() < end and not crashed:
        most, until = 0, min(end, time.monotonic() + chance.uniform(*LIFE))
        while time.monotonic() < until and not crashed:
            time.sleep(0.5)
            most = max(most, server.memory())
            crashed = server.process.poll() is not None
        lives.append(most)
        print(f'life {len(lives)}: {most} MiB at most, '
              f'{sum(client.requests for client in crowd)} requests, '
              f'{sum(len(client.lost) for client in crowd)} lost', flush=True)
        if not crashed and time.monotonic() < end:
            server.kill()
            server.start()
    for client in crowd:
        client.end = True
    for client in crowd:
        client.join(timeout=10)
    lost = [text for client in crowd for text in client.lost]
    print(f'{sum(client.games for client in crowd)} games, '
          f'{sum(client.requests for client in crowd)} requests, '
          f'{len(lives) - 1} kills, slowest answer '
          f'{max(client.slowest for client in crowd):.2f} s, memory '
          f'{min(lives)} to {max(lives)} MiB; lost: {len(lost)}'
          + ('; the server ended by itself' if crashed else ''))
    for text in lost[:10]:
        print(text)
    server.kill()
    shutil.rmtree(server.folder, ignore_errors=True)
    return 1 if lost or crashed else 0


if __name__ == '__main__':
    sys.exit(main())
