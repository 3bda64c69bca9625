#!/usr/bin/env python3
"""A player for Boardwalk in Python.

It plays any game by choosing one of the legal moves at random: choose() is the
place for an idea of your own.

    boardwalk play teeko --seat '1=engine:cmd="python3 starter.py"'

README.md has the lines that the program and a player send to each other.
"""

import random
import sys

generator = random.Random(0)
stopped = False  # whether "stop" has come since "go"


def choose(moves, position, go):
    """Your idea goes here.

    moves: the legal moves, a list of texts.
    position: ["startpos", "moves", "a", "b"], or ["fen", ..., "moves", ...] if
        the game began elsewhere.
    go: how long to think, such as ["movetime", "100"] in milliseconds.
    """
    del position, go
    return generator.choice(moves)


def send(line):
    print(line, flush=True)


def read_words():
    """The words of the next line.

    What may come at any time is dealt with here. The end is "quit", or the end
    of input.
    """
    global stopped
    line = sys.stdin.readline()
    words = line.split()
    if not line or words == ["quit"]:
        sys.exit(0)
    if words == ["stop"]:
        stopped = True
    if words == ["isready"]:
        send("readyok")
    return words or [""]


def answer_go(position, go):
    global stopped
    stopped = False
    send("query legalmoves")
    words = read_words()
    while words[0] != "response":
        words = read_words()
    moves = words[1:]
    move = choose(moves, position, go) if moves else "none"
    # An analysis without end shows its move only when it is stopped.
    while "infinite" in go and not stopped:
        read_words()
    send("bestmove " + move)


def main():
    position = ["startpos"]
    while True:
        words = read_words()
        if words[0] == "ugi":
            send("id name Starter in Python")
            send("id author you")
            send("option name Game type string default star")
            send("option name GameSeed type string default 0")
            send("ugiok")
        elif words[:4] == ["setoption", "name", "GameSeed", "value"]:
            generator.seed(" ".join(words[4:]))
        elif words[0] == "position":
            position = words[1:]
        elif words[0] == "go":
            answer_go(position, words[1:])


if __name__ == "__main__":
    main()
