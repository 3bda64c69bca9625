/* An entrant to begin with. It knows all legal moves and makes the one with the
 * greatest value: value_STUDENTID is the place for your own ideas.
 *
 * The document asks that all names end in _STUDENTID, that nothing is printed
 * and that the board is not written to. */

#include "aiplayer_STUDENTID.h"

static const int steps_STUDENTID[8] = {-11, -10, -9, -1, 1, 9, 10, 11};

static int is_cell_STUDENTID(int cell) {
  return cell >= 11 && cell <= 88 && cell % 10 >= 1 && cell % 10 <= 8;
}

/* How good the move is for `player`. Blue goes to the bottom right, where rows
 * and columns are large, Red the other way. */
static int value_STUDENTID(int player, int from, int to) {
  const int forward = to / 10 + to % 10 - from / 10 - from % 10;
  return player == 1 ? forward : -forward;
}

/* Where a piece from `from` comes to by one jump from `at`, in the direction
 * and to the distance given; 0 if it may not. Exactly one piece stands between,
 * in the middle. The piece itself is in nobody's way. */
static int jump_STUDENTID(const int *board, int from, int at, int step,
                          int half) {
  int i;
  for (i = 1; i <= 2 * half; ++i) {
    const int cell = at + i * step;
    if (!is_cell_STUDENTID(cell)) return 0;
    if ((board[cell] != 0 && cell != from) != (i == half)) return 0;
  }
  return at + 2 * half * step;
}

/* Writes where the piece on `from` can go by steps and chains of jumps. Returns
 * how many cells that are. */
static int targets_STUDENTID(const int *board, int from, int *targets) {
  int seen[89] = {0};
  int n = 0, next = 0, i, half, at = from;
  seen[from] = 1;
  do {
    for (i = 0; i < 8; ++i) {
      for (half = 1; half <= 3; ++half) {
        const int to =
            jump_STUDENTID(board, from, at, steps_STUDENTID[i], half);
        if (to == 0 || seen[to]) continue;
        seen[to] = 1;
        targets[n++] = to;
      }
    }
    at = next < n ? targets[next] : 0;
    ++next;
  } while (at != 0);
  for (i = 0; i < 8; ++i) {
    const int to = from + steps_STUDENTID[i];
    if (is_cell_STUDENTID(to) && board[to] == 0 && !seen[to]) targets[n++] = to;
  }
  return n;
}

int ai_player_STUDENTID(int player, const int *board) {
  int best = 0, best_value = 0, from;
  for (from = 11; from <= 88; ++from) {
    int targets[64];
    int n, i;
    if (!is_cell_STUDENTID(from) || board[from] != player) continue;
    n = targets_STUDENTID(board, from, targets);
    for (i = 0; i < n; ++i) {
      const int value = value_STUDENTID(player, from, targets[i]);
      if (best != 0 && value <= best_value) continue;
      best = 100 * from + targets[i];
      best_value = value;
    }
  }
  return best;
}
