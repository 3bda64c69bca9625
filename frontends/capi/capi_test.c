/* A C program that uses the library. */

#include <stdio.h>
#include <string.h>

#include "frontends/capi/ai_player.h"

static int failures = 0;

static void expect(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "FAILED: %s\n", what);
  ++failures;
}

static int is_cell(int cell) {
  const int row = cell / 10, column = cell % 10;
  return row >= 1 && row <= 8 && column >= 1 && column <= 8;
}

static void set_up(int board[89]) {
  static const int blue[] = {11, 12, 13, 21, 22, 31};
  static const int red[] = {88, 87, 86, 78, 77, 68};
  for (int i = 0; i < 89; ++i) board[i] = is_cell(i) ? 0 : -1;
  for (int i = 0; i < 6; ++i) {
    board[blue[i]] = 1;
    board[red[i]] = 2;
  }
}

static int count(const int board[89], int value) {
  int n = 0;
  for (int i = 0; i < 89; ++i) n += board[i] == value;
  return n;
}

/* Plays from the opening. */
static void play(int moves) {
  int board[89];
  set_up(board);
  for (int ply = 0; ply < moves; ++ply) {
    const int player = ply % 2 + 1;
    int before[89];
    memcpy(before, board, sizeof(board));
    const int move = ai_player(player, board);
    expect(memcmp(before, board, sizeof(board)) == 0, "the board unchanged");
    const int from = move / 100, to = move % 100;
    expect(is_cell(from) && is_cell(to), "a move of four digits on the board");
    if (failures != 0) return;
    expect(board[from] == player, "the move of a piece of the player's");
    expect(board[to] == 0, "the move to an empty cell");
    board[from] = 0;
    board[to] = player;
    expect(count(board, player) == 6, "six pieces");
  }
}

/* Changes one value of the opening: the board must be refused. */
static void expect_refused(int cell, int value, const char *what) {
  int board[89];
  set_up(board);
  board[cell] = value;
  expect(ai_player(1, board) == 0, what);
}

int main(void) {
  int board[89];
  set_up(board);
  expect(ai_player(1, NULL) == 0, "0 for no board");
  expect(ai_player(0, board) == 0, "0 for player 0");
  expect(ai_player(3, board) == 0, "0 for player 3");
  expect(ai_player(-1, board) == 0, "0 for player -1");
  expect_refused(0, 0, "0 for an index off the board that is not -1");
  expect_refused(19, 1, "0 for a piece off the board");
  expect_refused(44, -1, "0 for a cell that is -1");
  expect_refused(44, 3, "0 for a piece of nobody's");
  expect_refused(44, -2147483647 - 1, "0 for the lowest int");
  expect_refused(44, 1, "0 for seven pieces");
  expect_refused(11, 0, "0 for five pieces");

  /* Blue has won. */
  set_up(board);
  board[22] = 0;
  board[68] = 1;
  board[44] = 2;
  expect(ai_player(1, board) == 0 && ai_player(2, board) == 0,
         "0 for a game that is over");

  /* Blue wins with one move, which is certain, so it is found at once. */
  board[68] = 0;
  board[58] = 1;
  expect(ai_player(1, board) == 5868, "the winning move");

  play(2);
  if (failures == 0) puts("passed");
  return failures != 0;
}
