// Makes an engine of the four functions of the star challenge.
//
//   star LIBRARY INIT YOUR_MOVE OPPONENT_MOVE TERM
//
// The library has the functions under these names, which in C++ hold the names
// of their parameters' types. The options say who plays: Game, such as
// star:size=4,seats=0+2+4, and Seat, from 1. `uginewgame` calls
// InitChineseCheckers; `position startpos moves ...` calls OpponentMove for
// each move of others that was not there before; `go` calls YourMove; the
// option Over calls TermChineseCheckers. After each call it says `info string
// used FUNCTION NANOSECONDS`, which is CPU time. `isready` is answered when all
// is done.

#include "harness.h"

typedef struct Position {
  long row;
  long col;
} Position;

enum Routine { kInit, kYourMove, kOpponentMove, kTerm, kRoutines };

static const char* const kNames[kRoutines] = {
    "InitChineseCheckers", "YourMove", "OpponentMove", "TermChineseCheckers"};

static char** g_symbols;
static uintptr_t g_functions[kRoutines];

static int Find(void* library, struct Shared* shared) {
  for (int i = 0; i < kRoutines; ++i) {
    g_functions[i] = (uintptr_t)dlsym(library, g_symbols[i]);
    if (g_functions[i] == 0) {
      snprintf(shared->error, sizeof shared->error, "it has no function %s",
               kNames[i]);
      return 0;
    }
  }
  return 1;
}

static void Answer(struct Shared* shared) {
  const uintptr_t function = g_functions[shared->routine];
  const long* in = shared->in;
  switch (shared->routine) {
    case kInit: {
      long seats[6];
      memcpy(seats, in + 3, sizeof seats);
      ((void (*)(long, long, long*, long))function)(in[0], in[1], seats, in[2]);
      break;
    }
    case kYourMove: {
      Position from = {0, 0}, to = {0, 0};
      ((void (*)(Position*, Position*))function)(&from, &to);
      shared->out[0] = from.row;
      shared->out[1] = from.col;
      shared->out[2] = to.row;
      shared->out[3] = to.col;
      break;
    }
    case kOpponentMove: {
      const Position from = {in[1], in[2]}, to = {in[3], in[4]};
      ((void (*)(long, Position, Position))function)(in[0], from, to);
      break;
    }
    default:
      ((void (*)(void))function)();
  }
}

static void Call(enum Routine routine) {
  const int64_t used = Ask(routine);
  Say("info string used %s %lld", kNames[routine], (long long)used);
}

// --- The game ----------------------------------------------------------------

static long g_size, g_players, g_seat;
static long g_seats[6];
// Where the piece stands that a player moved last, or one at the start.
static Position g_last[6];
static long g_moves;  // that the entrant knows

static int SetSeats(const char* text) {
  g_players = 0;
  do {
    if (*text < '0' || *text > '5' || g_players == 6) return 0;
    g_seats[g_players++] = *text++ - '0';
  } while (*text++ == '+');
  return g_players >= 2;
}

static int SetGame(char* name) {
  if (sscanf(name, "star:size=%ld", &g_size) != 1) return 0;
  const char* seats = strstr(name, ",seats=");
  return g_size >= 3 && g_size <= 64 && seats != NULL && SetSeats(seats + 7);
}

// The point of a home triangle, where a piece stands at the start.
static Position Tip(long triangle) {
  const long size = g_size;
  const long row = (triangle == 0                    ? 0
                    : triangle == 3                  ? 4
                    : triangle == 1 || triangle == 5 ? 1
                                                     : 3) *
                   size;
  const long count = triangle % 3 == 0 ? 1 : 3 * size + 1;
  const long first = row % 2 == 0 ? -(count - 1) / 2 : -(count / 2) + 1;
  const Position tip = {row, triangle >= 4 ? first : first + count - 1};
  return tip;
}

static void NewGame(void) {
  struct Shared* shared = g_entrant.shared;
  StartEntrant();
  g_moves = 0;
  for (int i = 0; i < g_players; ++i) g_last[i] = Tip(g_seats[i]);
  shared->in[0] = g_players;
  shared->in[1] = g_size;
  shared->in[2] = g_seat;
  memcpy(shared->in + 3, g_seats, sizeof g_seats);
  Call(kInit);
}

static void TellMove(long player, const char* word) {
  Position from = g_last[player], to = from;
  if (strcmp(word, "pass") != 0 && sscanf(word, "%ld,%ld:%ld,%ld", &from.row,
                                          &from.col, &to.row, &to.col) != 4) {
    Say("info string cannot read the move %.40s", word);
    return;
  }
  g_last[player] = to;
  if (player == g_seat) return;
  long* in = g_entrant.shared->in;
  in[0] = player;
  in[1] = from.row;
  in[2] = from.col;
  in[3] = to.row;
  in[4] = to.col;
  Call(kOpponentMove);
}

static void SetPosition(char* text) {
  char* rest;
  if (!Begins(text, "startpos", &rest)) {
    Say("info string this challenge knows the standard start alone");
    return;
  }
  long number = 0;
  if (!Begins(rest, "moves", &rest)) return;
  for (char* word; (word = strsep(&rest, " ")) != NULL;) {
    if (*word == '\0') continue;
    if (number >= g_moves) {
      TellMove(number % g_players, word);
      g_moves = number + 1;
    }
    ++number;
  }
}

static void Go(void) {
  const long* out = g_entrant.shared->out;
  Call(kYourMove);
  if (out[0] == out[2] && out[1] == out[3]) {
    Say("bestmove pass");
  } else {
    Say("bestmove %ld,%ld:%ld,%ld", out[0], out[1], out[2], out[3]);
  }
}

static void SetOption(char* text) {
  char* value;
  if (Begins(text, "name Game value", &value)) {
    if (!SetGame(value)) Say("info string cannot read this game");
  } else if (Begins(text, "name Seat value", &value)) {
    const long seat = strtol(value, NULL, 10);
    if (seat >= 1 && seat <= 6) g_seat = seat - 1;
  } else if (Begins(text, "name Over", &value)) {
    Call(kTerm);
  }
}

int main(int argc, char** argv) {
  if (argc != 2 + kRoutines) return 2;
  g_entrant.object_file = argv[1];
  g_symbols = argv + 2;
  g_entrant.find = Find;
  g_entrant.answer = Answer;
  PrepareEntrant();
  for (;;) {
    char* line = NextLine();
    char* rest;
    if (Begins(line, "ugi", &rest)) {
      Say("id name star challenge");
      Say("id author unknown");
      Say("option name Game type string default");
      Say("option name Seat type spin default 1 min 1 max 6");
      Say("option name Over type button");
      Say("ugiok");
    } else if (Begins(line, "setoption", &rest)) {
      SetOption(rest);
    } else if (Begins(line, "isready", &rest)) {
      Say("readyok");
    } else if (Begins(line, "uginewgame", &rest)) {
      NewGame();
    } else if (Begins(line, "position", &rest)) {
      SetPosition(rest);
    } else if (Begins(line, "go", &rest)) {
      Go();
    } else if (Begins(line, "quit", &rest)) {
      return 0;
    }
  }
}
