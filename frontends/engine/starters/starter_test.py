#!/usr/bin/env python3
"""Plays the starters through pipes, with a referee that is none of theirs.

    starter_test.py BOARDWALK COMMAND...

The legal moves are those of `BOARDWALK ugi`. COMMAND is a starter.
"""

import subprocess
import sys
import threading

# Two to six players, short words and long ones, passes and towers.
GAMES = ["teeko", "chinese8", "onejump", "star:players=3", "star:players=6"]
DEADLINE = 60  # seconds for an answer, on a busy machine too


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self):
        timer = threading.Timer(DEADLINE, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        assert line.endswith("\n"), f"it ended, or took too long: {line!r}"
        return line[:-1]

    def expect(self, line):
        got = self.read()
        assert got == line, f"{got!r} in place of {line!r}"

    def greet(self, seed=0):
        self.send("ugi")
        lines = [self.read()]
        while lines[-1] != "ugiok":
            lines.append(self.read())
        for start in ["id name ", "id author ", "option name Game type string"]:
            assert any(line.startswith(start) for line in lines), start
        self.send(f"setoption name GameSeed value {seed}")
        self.send("uginewgame\nisready")
        self.expect("readyok")

    def choose(self, moves, go="go movetime 100"):
        self.send(go)
        self.expect("query legalmoves")
        self.send(" ".join(["response", *moves]))
        return self.bestmove()

    def bestmove(self):
        words = self.read().split(" ")
        assert words[0] == "bestmove" and len(words) == 2, words
        return words[1]

    def end(self, line="quit"):
        if line:
            self.send(line)
        else:
            self.process.stdin.close()
        status = self.process.wait(DEADLINE)
        assert status == 0, f"status {status}"
        assert self.process.stdout.read() == "", "more lines"


class Referee(Engine):
    def __init__(self, boardwalk, game):
        super().__init__([boardwalk, "ugi", game])

    def legal_moves(self, position):
        self.send(position + "\nquery legalmoves")
        word, *moves = self.read().split(" ")
        assert word == "response", word
        return [move for move in moves if move]


def play(boardwalk, command, game, plies, seed):
    """The moves of a game against itself. All legal, or it fails."""
    engine = Engine(command)
    engine.greet(seed)
    referee = Referee(boardwalk, game)
    moves = []
    for _ in range(plies):
        position = " ".join(["position startpos"] + ["moves"] * bool(moves)
                            + moves)
        legal = referee.legal_moves(position)
        if not legal:
            break
        engine.send(position)
        move = engine.choose(legal)
        assert move in legal, f"{game}: {move} after {moves}"
        moves.append(move)
    referee.end()
    engine.end()
    return moves


def check_games(boardwalk, command):
    for game in GAMES:
        moves = play(boardwalk, command, game, 12, 5)
        assert play(boardwalk, command, game, 12, 5) == moves, "another game"
        assert play(boardwalk, command, game, 12, 6) != moves, "the same game"


def check_every_move_is_chosen(command):
    engine = Engine(command)
    engine.greet()
    moves = ["a", "b", "c,1:d", "pass"]
    chosen = {engine.choose(moves) for _ in range(200)}
    assert chosen == set(moves), chosen
    assert engine.choose(["one"]) == "one"
    engine.end()


def check_what_may_come_at_any_time(command):
    engine = Engine(command)
    engine.greet()
    engine.send("")
    engine.send("nonsense 1 2 3\nstop\nsetoption name GameSeed value\nisready\r")
    engine.expect("readyok")
    engine.send(" \t isready \t ")
    engine.expect("readyok")
    # While it waits for the moves.
    engine.send("go movetime 5\nisready\nstop\nresponse a")
    for line in ["query legalmoves", "readyok", "bestmove a"]:
        engine.expect(line)
    # An analysis without end answers when it is stopped, and not before.
    engine.send("go infinite\nresponse b\nisready")
    for line in ["query legalmoves", "readyok"]:
        engine.expect(line)
    engine.send("stop")
    engine.expect("bestmove b")
    engine.send("go infinite\nstop\nresponse c")
    for line in ["query legalmoves", "bestmove c"]:
        engine.expect(line)
    # The game is over.
    assert engine.choose([]) == "none"
    engine.end()


def check_long_lines(command):
    engine = Engine(command)
    engine.greet()
    moves = [f"{i},-{i}:{i + 1},{i}" for i in range(20000)]
    engine.send("position startpos moves " + " ".join(moves))
    assert engine.choose(moves) in moves
    engine.send("position fen X 1")
    assert engine.choose(["x"]) == "x"
    engine.end()


def check_ends(command):
    for before in ["", "go movetime 1", "go infinite\nresponse a"]:
        for line in ["quit", ""]:
            engine = Engine(command)
            engine.greet()
            if before:
                engine.send(before)
                engine.expect("query legalmoves")
            engine.end(line)


def main():
    boardwalk, *command = sys.argv[1:]
    check_every_move_is_chosen(command)
    check_what_may_come_at_any_time(command)
    check_long_lines(command)
    check_ends(command)
    check_games(boardwalk, command)


if __name__ == "__main__":
    main()
