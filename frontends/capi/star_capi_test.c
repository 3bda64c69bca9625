/* A C program that uses the library of chinese_checkers.h. */

#include <limits.h>
#include <stdio.h>

#include "frontends/capi/chinese_checkers.h"

static int failures = 0;

static void expect(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "FAILED: %s\n", what);
  ++failures;
}

static int is_at(Position position, long row, long col) {
  return position.row == row && position.col == col;
}

/* What YourMove answers where there is no game. */
static void expect_no_game(const char *what) {
  Position from = {7, 7}, to = {7, 7};
  YourMove(&from, &to);
  expect(is_at(from, 0, 0) && is_at(to, 0, 0), what);
}

static void expect_nonsense_refused(void) {
  static const long sizes[] = {2, 65, 0, -1, LONG_MIN, LONG_MAX};
  static const long numbers[] = {1, 7, 0, -1, LONG_MIN, LONG_MAX};
  static const long indices[] = {2, -1, LONG_MIN, LONG_MAX};
  long positions[6] = {0, 3, 1, 2, 4, 5};
  long same[6] = {3, 3, 3, 3, 3, 3};
  long strange[6] = {0, 6, -1, LONG_MAX, LONG_MIN, 2};
  size_t i;
  for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    InitChineseCheckers(2, sizes[i], positions, 0);
    expect_no_game("no game of such a size");
  }
  for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
    InitChineseCheckers(numbers[i], 4, positions, 0);
    expect_no_game("no game of so many players");
  }
  for (i = 0; i < sizeof(indices) / sizeof(indices[0]); ++i) {
    InitChineseCheckers(2, 4, positions, indices[i]);
    expect_no_game("no game with such an index");
  }
  for (i = 2; i <= 6; ++i) {
    InitChineseCheckers((long)i, 4, same, 0);
    expect_no_game("no game with a triangle twice");
    InitChineseCheckers((long)i, 4, strange, 0);
    expect_no_game("no game with a triangle that there is not");
  }
  InitChineseCheckers(2, 4, NULL, 0);
  expect_no_game("no game without positions");
}

static void expect_calls_out_of_order_survived(void) {
  const Position from = {3, 0}, to = {4, 0};
  long positions[6] = {0, 3};
  Position other;
  TermChineseCheckers();
  TermChineseCheckers();
  OpponentMove(0, from, to);
  YourMove(NULL, NULL);
  expect_no_game("no game before it begins");
  InitChineseCheckers(2, 4, positions, 1);
  InitChineseCheckers(2, 4, positions, 0);
  YourMove(NULL, &other);
  YourMove(&other, NULL);
  TermChineseCheckers();
  expect_no_game("no game after it has ended");
}

static void expect_strange_moves_survived(void) {
  static const long numbers[] = {LONG_MIN, -1, 0, 1, 3, 4, 16, LONG_MAX};
  const int n = sizeof(numbers) / sizeof(numbers[0]);
  long positions[6] = {0, 3};
  Position from, to;
  int i, j;
  InitChineseCheckers(2, 4, positions, 0);
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n * n * n; ++j) {
      from.row = numbers[j % n], from.col = numbers[j / n % n];
      to.row = numbers[j / n / n], to.col = numbers[i];
      OpponentMove(numbers[i], from, to);
      OpponentMove(0, from, to); /* that is the library itself */
    }
  }
  /* Nothing of that was a move of the other player that could be made. */
  YourMove(&from, &to);
  expect(from.row < 4 && to.row <= 5 && from.row != to.row,
         "a move from home in a game that is as it was");
  TermChineseCheckers();
}

/* The opponent steps to and fro with one piece. star_game_test.cc has games
 * with a referee. */
static void play(void) {
  const Position home = {9, -4}, away = {8, -4};
  long positions[6] = {0, 4};
  Position from, to;
  int i;
  InitChineseCheckers(2, 4, positions, 0);
  for (i = 0; i < 20; ++i) {
    YourMove(&from, &to);
    expect(from.row != to.row || from.col != to.col, "a move");
    expect(i > 0 || from.row <= 3, "the first piece comes from home");
    OpponentMove(1, i % 2 == 0 ? home : away, i % 2 == 0 ? away : home);
  }
  TermChineseCheckers();
}

int main(void) {
  expect_nonsense_refused();
  expect_calls_out_of_order_survived();
  expect_strange_moves_survived();
  play();
  if (failures == 0) puts("passed");
  return failures != 0;
}
