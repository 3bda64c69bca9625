/* Looks inside the entry, for entry_test.cc. */

#include "frontends/contest/entry/entry_testing.h"

#include "frontends/contest/entry/aiplayer_STUDENTID.c"

static Position_STUDENTID position_of(Search_STUDENTID *search, int player,
                                      const int *board) {
  Position_STUDENTID position;
  prepare_STUDENTID(search);
  read_board_STUDENTID(search, player, board, &position);
  return position;
}

int entry_moves(int player, const int *board, int moves[312]) {
  Search_STUDENTID search;
  Position_STUDENTID position;
  Move_STUDENTID list[kMaxMoves_STUDENTID];
  int n, i;
  prepare_STUDENTID(&search);
  if (!read_board_STUDENTID(&search, player, board, &position)) return -1;
  n = list_moves_STUDENTID(&position, list);
  for (i = 0; i < n; ++i) {
    moves[i] =
        100 * digits_STUDENTID(list[i].from) + digits_STUDENTID(list[i].to);
  }
  return n;
}

int entry_value(int player, const int *board) {
  Search_STUDENTID search;
  const Position_STUDENTID position = position_of(&search, player, board);
  return evaluate_STUDENTID(&position);
}

int entry_winner(int player, const int *board) {
  Search_STUDENTID search;
  const Position_STUDENTID position = position_of(&search, player, board);
  if (has_won_STUDENTID(&position, 1 - position.side)) return 3 - player;
  return has_won_STUDENTID(&position, position.side) ? player : 0;
}

uint64_t entry_hash_after(int player, const int *board, int move) {
  Search_STUDENTID search;
  const Position_STUDENTID position = position_of(&search, player, board);
  Position_STUDENTID next = position;
  Move_STUDENTID list[kMaxMoves_STUDENTID];
  int n, i;
  n = list_moves_STUDENTID(&position, list);
  for (i = 0; i < n; ++i) {
    if (100 * digits_STUDENTID(list[i].from) + digits_STUDENTID(list[i].to) ==
        move) {
      next = after_STUDENTID(&search, &position, list[i]);
    }
  }
  return next.hash;
}

uint64_t entry_hash(int player, const int *board) {
  Search_STUDENTID search;
  const Position_STUDENTID position = position_of(&search, player, board);
  return position.hash;
}
