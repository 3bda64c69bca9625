#!/usr/bin/env python3
"""How long a person waits on a busy `boardwalk serve`:
web_rooms.py BOARDWALK [ROOMS] [PLAYER].

One address makes ROOMS games (60) of PLAYER (mcts:time=60s) against itself; a
person at another one begins a game against `beginner` and moves. Prints how long
the answers take, five times, and the memory. Status 1 if one takes 2 s or more.
The addresses are 127.0.0.2 and 127.0.0.3, so it runs where all of 127.0.0.0/8 is
this machine."""

import http.client
import json
import shutil
import sys
import time

from web_load import Server

MOST = 2  # seconds


def ask(server, address, path, body=None, key=''):
    connection = http.client.HTTPConnection(
        '127.0.0.1', server.port, timeout=120, source_address=(address, 0))
    try:
        connection.request(
            'GET' if body is None else 'POST', '/api/1' + path,
            None if body is None else json.dumps(body),
            {'Content-Type': 'application/json', 'Boardwalk-Key': key})
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status != 200:
        raise RuntimeError(f'{path}: {answer.status} {text[:200]}')
    return json.loads(text)


def wait_for_beginner(server, address):
    """Seconds from asking for a game until `beginner` has answered a move."""
    begin = time.monotonic()
    made = ask(server, address, '/rooms',
               {'game': 'teeko', 'seats': ['human', 'beginner']})
    room, key = '/rooms/' + made['room'], made['keys']['seats'][0]
    ask(server, address, room + '/moves', {'ply': 0, 'move': '6'}, key)
    while ask(server, address, room, key=key)['ply'] < 2:
        time.sleep(0.01)
    return time.monotonic() - begin


def main():
    rooms = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    player = sys.argv[3] if len(sys.argv) > 3 else 'mcts:time=60s'
    server = Server(sys.argv[1])
    try:
        for _ in range(rooms):
            ask(server, '127.0.0.2', '/rooms',
                {'game': 'teeko', 'seats': [player, player]})
        time.sleep(3)
        waits = [wait_for_beginner(server, '127.0.0.3') for _ in range(5)]
        memory = server.memory()
    finally:
        server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)
    print(f'{rooms} rooms of {player}; beginner answers in '
          + ', '.join(f'{wait:.2f}' for wait in waits)
          + f' s; {memory} MiB')
    return 1 if max(waits) >= MOST else 0


if __name__ == '__main__':
    sys.exit(main())
