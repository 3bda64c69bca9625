/* star1: an entry for the star challenge, to begin with.
 *
 * It knows the rules and keeps the board; what it plays is decided in Value:
 * the move with the greatest value. A move takes microseconds, and a second of
 * them all costs a point.
 *
 *   cc -std=c99 -Wall -Wextra -pedantic -O2 -c star1.c
 *   boardwalk tournament star star1.c greedy
 *
 * It prints nothing, as the challenge wants. */

#include "chinese_checkers.h"

#include <string.h>

enum { kMaxSize = 64, kRows = 4 * kMaxSize + 1, kWidth = 3 * kMaxSize + 5 };
enum { kMiddle = kWidth / 2, kEmpty = 0, kOff = -1 };

static struct {
  long size, players, me;
  long home[6]; /* triangles by player, 0..5 clockwise from the top */
  /* 1 + the player, kEmpty or kOff, by row and kMiddle + column. */
  signed char owner[kRows][kWidth];
  signed char triangle[kRows][kWidth]; /* -1 in the hexagon */
} game;

/* Where chains of jumps have been, by the number of the search. */
static long seen[kRows][kWidth];
static long search;

static Position Make(long row, long col) {
  Position position;
  position.row = row;
  position.col = col;
  return position;
}

static int IsSame(Position a, Position b) {
  return a.row == b.row && a.col == b.col;
}

static signed char *Owner(Position p) {
  static signed char off;
  off = kOff;
  if (p.row < 0 || p.row > 4 * game.size || p.col < -kMiddle ||
      p.col > kMiddle) {
    return &off;
  }
  return &game.owner[p.row][kMiddle + p.col];
}

static int Triangle(Position p) {
  return game.triangle[p.row][kMiddle + p.col];
}

/* The six neighbours of a cell, clockwise from the upper right. Odd rows are
 * half a cell to the left of even ones. */
static Position Neighbour(Position p, int direction) {
  const long left = p.row % 2 == 0 ? 0 : -1;
  switch (direction) {
    case 0:
      return Make(p.row - 1, p.col + left + 1);
    case 1:
      return Make(p.row, p.col + 1);
    case 2:
      return Make(p.row + 1, p.col + left + 1);
    case 3:
      return Make(p.row + 1, p.col + left);
    case 4:
      return Make(p.row, p.col - 1);
    default:
      return Make(p.row - 1, p.col + left);
  }
}

/* Row `row` has `*count` cells from column `*first` on. */
static void RowOf(long row, long *first, long *count) {
  const long size = game.size;
  const long from_end = row <= 2 * size ? row : 4 * size - row;
  *count = from_end < size ? from_end + 1 : 4 * size + 1 - from_end;
  *first = row % 2 == 0 ? -(*count - 1) / 2 : -(*count / 2) + 1;
}

static int TriangleAt(long row, long place, long count) {
  const long size = game.size;
  const long from_end = row <= 2 * size ? row : 4 * size - row;
  const long wing = 2 * size - from_end; /* cells of a side triangle */
  if (row < size) return 0;
  if (row > 3 * size) return 3;
  if (place < wing) return row < 2 * size ? 5 : 4;
  if (place >= count - wing) return row < 2 * size ? 1 : 2;
  return -1;
}

static void SetUp(void) {
  long row, place, first, count, player;
  memset(game.owner, kOff, sizeof game.owner);
  for (row = 0; row <= 4 * game.size; ++row) {
    RowOf(row, &first, &count);
    for (place = 0; place < count; ++place) {
      const long column = kMiddle + first + place;
      const int triangle = TriangleAt(row, place, count);
      game.triangle[row][column] = (signed char)triangle;
      game.owner[row][column] = kEmpty;
      for (player = 0; player < game.players; ++player) {
        if (triangle == game.home[player]) {
          game.owner[row][column] = (signed char)(player + 1);
        }
      }
    }
  }
}

static long Goal(void) { return (game.home[game.me] + 3) % 6; }

/* The corner of the goal that is farthest away. */
static Position Tip(void) {
  const long size = game.size, half = (3 * size + 1) / 2, odd = size % 2;
  const long far =
      odd ? 3 * size / 2 : half; /* to the left, and to the right */
  switch (Goal()) {
    case 0:
      return Make(0, 0);
    case 1:
      return Make(size, half);
    case 2:
      return Make(3 * size, half);
    case 3:
      return Make(4 * size, 0);
    case 4:
      return Make(3 * size, -far);
    default:
      return Make(size, -far);
  }
}

static long Abs(long x) { return x < 0 ? -x : x; }

/* The number of steps between two cells. */
static long Distance(Position a, Position b) {
  const long rows = Abs(a.row - b.row);
  /* In halves of a cell. */
  const long across = Abs((2 * a.col - a.row % 2) - (2 * b.col - b.row % 2));
  return across <= rows ? rows : rows + (across - rows) / 2;
}

/* How good it is to move a piece: what is squared makes stragglers come
 * first. */
static long Value(Position from, Position to) {
  const Position tip = Tip();
  const long before = Distance(from, tip), after = Distance(to, tip);
  return before * before - after * after;
}

/* Whether a move may begin or end there: not in triangles of others. */
static int MayStand(Position p) {
  const int triangle = Triangle(p);
  return triangle < 0 || triangle == game.home[game.me] || triangle == Goal();
}

static struct {
  Position from, to;
  long value;
  int found;
} best;

static void Consider(Position from, Position to) {
  long value;
  if (IsSame(from, to) || !MayStand(to)) return;
  value = Value(from, to);
  if (best.found && value <= best.value) return;
  best.from = from;
  best.to = to;
  best.value = value;
  best.found = 1;
}

/* Follows the jumps from `at` of the piece that stood on `from`. Its own cell
 * is empty meanwhile. */
static void Jump(Position from, Position start) {
  static Position stack[kRows * kWidth];
  long n = 0;
  stack[n++] = start;
  seen[start.row][kMiddle + start.col] = search;
  while (n > 0) {
    const Position at = stack[--n];
    int direction;
    for (direction = 0; direction < 6; ++direction) {
      const Position over = Neighbour(at, direction);
      const Position to = Neighbour(over, direction);
      if (*Owner(over) <= kEmpty || *Owner(to) != kEmpty ||
          seen[to.row][kMiddle + to.col] == search) {
        continue;
      }
      seen[to.row][kMiddle + to.col] = search;
      stack[n++] = to;
      Consider(from, to);
    }
  }
}

static void ConsiderMovesOf(Position from) {
  int direction;
  for (direction = 0; direction < 6; ++direction) {
    const Position to = Neighbour(from, direction);
    if (*Owner(to) == kEmpty) Consider(from, to);
  }
  ++search;
  *Owner(from) = kEmpty;
  Jump(from, from);
  *Owner(from) = (signed char)(game.me + 1);
}

static void Move(Position from, Position to) {
  const signed char owner = *Owner(from);
  if (IsSame(from, to)) return; /* a pass */
  *Owner(from) = kEmpty;
  *Owner(to) = owner;
}

void InitChineseCheckers(long numPlayers, long gameSize, long playerPosition[6],
                         long yourIndex) {
  long player;
  game.players = numPlayers;
  game.size = gameSize;
  game.me = yourIndex;
  for (player = 0; player < numPlayers; ++player) {
    game.home[player] = playerPosition[player];
  }
  SetUp();
}

void YourMove(Position *from, Position *to) {
  long row, first, count, place;
  Position piece = Make(0, 0);
  best.found = 0;
  for (row = 0; row <= 4 * game.size; ++row) {
    RowOf(row, &first, &count);
    for (place = 0; place < count; ++place) {
      const Position at = Make(row, first + place);
      if (*Owner(at) != game.me + 1) continue;
      piece = at;
      if (MayStand(at)) ConsiderMovesOf(at);
    }
  }
  /* Without a move the answer is a pass: a piece that stays. */
  *from = best.found ? best.from : piece;
  *to = best.found ? best.to : piece;
  Move(*from, *to);
}

void OpponentMove(long opponent, Position from, Position to) {
  (void)opponent;
  Move(from, to);
}

void TermChineseCheckers(void) {}
