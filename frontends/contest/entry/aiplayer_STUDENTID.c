/* An alpha-beta search with iterative deepening. It keeps nothing between
 * calls, and frees its one piece of memory before it answers.
 *
 * A set of cells is 64 bits: cell 0 is `11`, cell 1 is `12`, cell 63 is `88`.
 * Side 0 is Blue, side 1 Red. */

#include "aiplayer_STUDENTID.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Processor time for a move, in seconds. */
#ifndef AI_SECONDS_STUDENTID
#define AI_SECONDS_STUDENTID 0.5
#endif

enum {
  kMaxWallSeconds_STUDENTID = 4, /* however busy the machine is */
  kMaxDepth_STUDENTID = 48,
  kMaxMoves_STUDENTID = 6 * (64 - 12),
  kTableSize_STUDENTID = 1 << 18, /* a power of two */
  kWin_STUDENTID = 1000000,       /* less the number of moves to get there */
  kSureWin_STUDENTID = kWin_STUDENTID - 1000,
  /* Weights in eighths of a point. */
  kSteps_STUDENTID = -696,  /* a step left along rows and columns */
  kSquares_STUDENTID = 1,   /* the square of the steps left */
  kAstray_STUDENTID = -382, /* a step away from the diagonal */
  kHome_STUDENTID = -836,   /* a piece in the far camp, */
  kInside_STUDENTID = -454, /* and a step left to its corner */
  kStart_STUDENTID = -90,   /* a piece on a cell where it began */
  kTurn_STUDENTID = 1165,   /* having the move */
  kHops_STUDENTID = 743     /* a jump forward over a neighbour */
};

static const uint64_t kCamps_STUDENTID[2] = {UINT64_C(0x0000000000010307),
                                             UINT64_C(0xe0c0800000000000)};

typedef struct {
  int from, to; /* cells */
  int order;    /* greater ones are tried first */
} Move_STUDENTID;

typedef struct {
  uint64_t pieces[2];
  uint64_t hash;
  int progress; /* the weights of all pieces, for Blue */
  int side;     /* to move */
} Position_STUDENTID;

/* What an earlier search of a position found out. */
enum { kExact_STUDENTID = 1, kAtLeast_STUDENTID, kAtMost_STUDENTID };
typedef struct {
  uint64_t hash;
  int32_t value;
  uint8_t depth, bound, from, to;
} Entry_STUDENTID;

typedef struct {
  int worth[64];        /* of Blue's piece on a cell; Red's counts on 63 - c */
  uint64_t keys[2][64]; /* random numbers whose sum is the hash */
  int history[2][64][64]; /* moves that were too good elsewhere */
  uint64_t path[kMaxDepth_STUDENTID + 1]; /* hashes from the root on */
  Entry_STUDENTID *table;                 /* null if there is no memory */
  clock_t start;
  time_t wall_start;
  long nodes;
  int stopped;
  Move_STUDENTID best; /* at the root */
} Search_STUDENTID;

/* --- Sets of cells -------------------------------------------------------- */

static int count_STUDENTID(uint64_t set) {
  set -= set >> 1 & UINT64_C(0x5555555555555555);
  set = (set & UINT64_C(0x3333333333333333)) +
        (set >> 2 & UINT64_C(0x3333333333333333));
  set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* The lowest cell of a set that is not empty. */
static int lowest_STUDENTID(uint64_t set) {
  return count_STUDENTID((set & (~set + 1)) - 1);
}

/* --- Rules ---------------------------------------------------------------- */

/* Where the one piece in `piece` can go. A jump of length 2k is known by the
 * cell in its middle, which is taken, and k empty cells are on either side. The
 * piece is lifted first, so its own cell counts as empty. */
static uint64_t destinations_STUDENTID(uint64_t occupied, uint64_t piece) {
  static const int kLines[4] = {1, 7, 8, 9};
  /* The cells with k columns on either side. */
  static const uint64_t kInside[3] = {UINT64_C(0x7e7e7e7e7e7e7e7e),
                                      UINT64_C(0x3c3c3c3c3c3c3c3c),
                                      UINT64_C(0x1818181818181818)};
  const uint64_t empty = ~occupied | piece;
  uint64_t middles[12], reached = piece, before, near;
  int shifts[12], jumps = 0, line, k, i;
  for (line = 0; line < 4; ++line) {
    uint64_t middle = ~empty;
    for (k = 1; k <= 3; ++k) {
      const int shift = k * kLines[line];
      middle &= (empty << shift) & (empty >> shift);
      if (kLines[line] != 8) middle &= kInside[k - 1];
      if (middle == 0) break;
      middles[jumps] = middle;
      shifts[jumps++] = shift;
    }
  }
  do {
    before = reached;
    for (i = 0; i < jumps; ++i) {
      const int shift = shifts[i];
      const uint64_t over =
          ((reached << shift) | (reached >> shift)) & middles[i];
      reached |= (over << shift) | (over >> shift);
    }
  } while (reached != before);
  near = piece | (piece << 1 & UINT64_C(0xfefefefefefefefe)) |
         (piece >> 1 & UINT64_C(0x7f7f7f7f7f7f7f7f));
  near |= near << 8 | near >> 8;
  return (reached | (near & empty)) & ~piece;
}

/* Writes the moves of the side to move and returns their number. There is
 * always one if each side has six pieces. */
static int list_moves_STUDENTID(const Position_STUDENTID *position,
                                Move_STUDENTID *moves) {
  const uint64_t occupied = position->pieces[0] | position->pieces[1];
  uint64_t left = position->pieces[position->side];
  int n = 0;
  for (; left != 0; left &= left - 1) {
    const int from = lowest_STUDENTID(left);
    uint64_t to = destinations_STUDENTID(occupied, UINT64_C(1) << from);
    for (; to != 0; to &= to - 1) {
      moves[n].from = from;
      moves[n].to = lowest_STUDENTID(to);
      moves[n++].order = 0;
    }
  }
  return n;
}

/* Whether all six cells of the other camp are filled, one of them by `side`. */
static int has_won_STUDENTID(const Position_STUDENTID *position, int side) {
  const uint64_t camp = kCamps_STUDENTID[1 - side];
  return (camp & ~(position->pieces[0] | position->pieces[1])) == 0 &&
         (camp & position->pieces[side]) != 0;
}

static void set_piece_STUDENTID(const Search_STUDENTID *search,
                                Position_STUDENTID *position, int side,
                                int cell, int sign) {
  const int worth = side == 0 ? search->worth[cell] : -search->worth[63 - cell];
  position->pieces[side] ^= UINT64_C(1) << cell;
  position->hash ^= search->keys[side][cell];
  position->progress += sign * worth;
}

static Position_STUDENTID after_STUDENTID(const Search_STUDENTID *search,
                                          const Position_STUDENTID *position,
                                          Move_STUDENTID move) {
  Position_STUDENTID next = *position;
  set_piece_STUDENTID(search, &next, position->side, move.from, -1);
  set_piece_STUDENTID(search, &next, position->side, move.to, 1);
  next.hash = ~next.hash; /* the other side moves */
  next.side = 1 - position->side;
  return next;
}

/* --- What a position is worth --------------------------------------------- */

/* What Blue's piece on `cell` is worth. */
static int worth_STUDENTID(int cell) {
  const int row = cell / 8, column = cell % 8;
  const int left = 14 - row - column;
  const int astray = row > column ? row - column : column - row;
  if (left <= 2) return kHome_STUDENTID + kInside_STUDENTID * left;
  return kSquares_STUDENTID * left * left + kSteps_STUDENTID * left +
         kAstray_STUDENTID * astray + (left >= 12 ? kStart_STUDENTID : 0);
}

/* The jumps of a side over a neighbour that bring it forward. */
static int hops_STUDENTID(const Position_STUDENTID *position, int side) {
  static const int kForward[3] = {1, 8, 9};
  const uint64_t occupied = position->pieces[0] | position->pieces[1];
  const uint64_t own = position->pieces[side];
  int hops = 0, i;
  for (i = 0; i < 3; ++i) {
    const int step = kForward[i];
    /* What a step along a row must not leave on one side and enter on the
     * other. */
    const uint64_t wrapped = step == 8   ? 0
                             : side == 0 ? UINT64_C(0x0101010101010101)
                                         : UINT64_C(0x8080808080808080);
    uint64_t over = side == 0 ? own << step : own >> step;
    over &= ~wrapped & occupied;
    over = side == 0 ? over << step : over >> step;
    hops += count_STUDENTID(over & ~wrapped & ~occupied);
  }
  return hops;
}

/* For the side to move. */
static int evaluate_STUDENTID(const Position_STUDENTID *position) {
  const int hops = hops_STUDENTID(position, 0) - hops_STUDENTID(position, 1);
  const int blue = position->progress + kHops_STUDENTID * hops;
  return ((position->side == 0 ? blue : -blue) + kTurn_STUDENTID) / 8;
}

/* --- Search --------------------------------------------------------------- */

static int time_is_up_STUDENTID(const Search_STUDENTID *search) {
  const clock_t now = clock();
  return now < search->start ||
         (double)(now - search->start) >=
             AI_SECONDS_STUDENTID * (double)CLOCKS_PER_SEC ||
         difftime(time(NULL), search->wall_start) >= kMaxWallSeconds_STUDENTID;
}

/* A win counts from the position in the table, not from the root. */
static int to_table_STUDENTID(int value, int ply) {
  if (value >= kSureWin_STUDENTID) return value + ply;
  return value <= -kSureWin_STUDENTID ? value - ply : value;
}
static int from_table_STUDENTID(int value, int ply) {
  if (value >= kSureWin_STUDENTID) return value - ply;
  return value <= -kSureWin_STUDENTID ? value + ply : value;
}

static Entry_STUDENTID *entry_STUDENTID(const Search_STUDENTID *search,
                                        uint64_t hash) {
  return search->table == NULL
             ? NULL
             : &search->table[hash & (kTableSize_STUDENTID - 1)];
}

/* The best moves so far first: by what they gain, and how often they were too
 * good. `entry` may be null. */
static void order_moves_STUDENTID(const Search_STUDENTID *search,
                                  const Position_STUDENTID *position,
                                  const Entry_STUDENTID *entry,
                                  Move_STUDENTID *moves, int n) {
  const int side = position->side, turn = 63 * side;
  int i;
  for (i = 0; i < n; ++i) {
    const int from = moves[i].from, to = moves[i].to;
    moves[i].order = search->worth[to ^ turn] - search->worth[from ^ turn] +
                     search->history[side][from][to];
    if (entry != NULL && entry->from == from && entry->to == to) {
      moves[i].order = kWin_STUDENTID;
    }
  }
}

/* Brings the best of moves[i..n-1] to moves[i]. */
static void pick_move_STUDENTID(Move_STUDENTID *moves, int i, int n) {
  const Move_STUDENTID first = moves[i];
  int best = i, j;
  for (j = i + 1; j < n; ++j) {
    if (moves[j].order > moves[best].order) best = j;
  }
  moves[i] = moves[best];
  moves[best] = first;
}

/* How many plies less a late move is searched at first. */
static int reduction_STUDENTID(int depth, int i) {
  if (depth < 3 || i < 4) return 0;
  if (i < 10) return 1;
  return i < 25 || depth < 5 ? 2 : 3;
}

static void note_cut_STUDENTID(Search_STUDENTID *search, int side,
                               Move_STUDENTID move, int depth) {
  int *history = &search->history[side][move.from][move.to];
  *history += (4000 - *history) * depth / 64;
}

static int search_STUDENTID(Search_STUDENTID *search,
                            const Position_STUDENTID *position, int depth,
                            int alpha, int beta, int ply);

/* The value of the i-th move: the first one in full, the others only as far as
 * is needed to know that they are no better. */
static int try_move_STUDENTID(Search_STUDENTID *search,
                              const Position_STUDENTID *position,
                              Move_STUDENTID move, int i, int depth, int alpha,
                              int beta, int ply) {
  const Position_STUDENTID next = after_STUDENTID(search, position, move);
  const int less = reduction_STUDENTID(depth, i);
  int value;
  if (i > 0) {
    value = -search_STUDENTID(search, &next, depth - 1 - less, -alpha - 1,
                              -alpha, ply + 1);
    if (value > alpha && less > 0) {
      value = -search_STUDENTID(search, &next, depth - 1, -alpha - 1, -alpha,
                                ply + 1);
    }
    if (value <= alpha || value >= beta) return value;
  }
  return -search_STUDENTID(search, &next, depth - 1, -beta, -alpha, ply + 1);
}

/* Whether the value is known without looking at moves. The root is always
 * searched: whoever asks wants a move. */
static int is_known_STUDENTID(const Search_STUDENTID *search,
                              const Position_STUDENTID *position, int ply,
                              int *value) {
  int i;
  if (ply == 0) return 0;
  if (has_won_STUDENTID(position, 1 - position->side)) {
    *value = -kWin_STUDENTID + ply;
    return 1;
  }
  if (has_won_STUDENTID(position, position->side)) {
    *value = kWin_STUDENTID - ply;
    return 1;
  }
  for (i = ply - 2; i >= 0; i -= 2) {
    if (search->path[i] == position->hash) {
      *value = 0;
      return 1;
    }
  }
  return 0;
}

/* Whether the side to move is so far ahead that it would be even if it did not
 * move. Only asked where a bound is wanted. */
static int is_too_good_STUDENTID(Search_STUDENTID *search,
                                 const Position_STUDENTID *position, int depth,
                                 int beta, int ply, int *value) {
  Position_STUDENTID next = *position;
  if (ply == 0 || depth < 3 || beta <= -kSureWin_STUDENTID ||
      evaluate_STUDENTID(position) < beta) {
    return 0;
  }
  next.hash = ~next.hash;
  next.side = 1 - next.side;
  *value =
      -search_STUDENTID(search, &next, depth - 3, -beta, -beta + 1, ply + 1);
  return !search->stopped && *value >= beta && *value < kSureWin_STUDENTID;
}

/* The value of the position for the side to move; between `alpha` and `beta`
 * exactly. Anything once the search has been stopped. */
static int search_STUDENTID(Search_STUDENTID *search,
                            const Position_STUDENTID *position, int depth,
                            int alpha, int beta, int ply) {
  Move_STUDENTID moves[kMaxMoves_STUDENTID], best;
  Entry_STUDENTID *const entry = entry_STUDENTID(search, position->hash);
  const int lowest = alpha;
  int best_value = -kWin_STUDENTID, value, n, i;

  if ((++search->nodes & 511) == 0 && time_is_up_STUDENTID(search)) {
    search->stopped = 1;
  }
  if (search->stopped) return 0;
  if (is_known_STUDENTID(search, position, ply, &value)) return value;
  if (depth <= 0 || ply >= kMaxDepth_STUDENTID) {
    return evaluate_STUDENTID(position);
  }
  search->path[ply] = position->hash;

  if (ply > 0 && entry != NULL && entry->hash == position->hash &&
      entry->depth >= depth) {
    value = from_table_STUDENTID(entry->value, ply);
    if (entry->bound == kExact_STUDENTID ||
        (entry->bound == kAtLeast_STUDENTID && value >= beta) ||
        (entry->bound == kAtMost_STUDENTID && value <= alpha)) {
      return value;
    }
  }

  if (beta == alpha + 1 &&
      is_too_good_STUDENTID(search, position, depth, beta, ply, &value)) {
    return value;
  }

  n = list_moves_STUDENTID(position, moves);
  order_moves_STUDENTID(
      search, position,
      entry != NULL && entry->hash == position->hash ? entry : NULL, moves, n);
  best = moves[0];
  for (i = 0; i < n; ++i) {
    pick_move_STUDENTID(moves, i, n);
    value = try_move_STUDENTID(search, position, moves[i], i, depth, alpha,
                               beta, ply);
    if (search->stopped) return 0;
    if (value <= best_value) continue;
    best_value = value;
    best = moves[i];
    if (value <= alpha) continue;
    alpha = value;
    if (ply == 0) search->best = best;
    if (alpha >= beta) {
      note_cut_STUDENTID(search, position->side, best, depth);
      break;
    }
  }

  if (entry != NULL) {
    entry->hash = position->hash;
    entry->value = to_table_STUDENTID(best_value, ply);
    entry->depth = (uint8_t)depth;
    entry->bound = best_value >= beta     ? kAtLeast_STUDENTID
                   : best_value <= lowest ? kAtMost_STUDENTID
                                          : kExact_STUDENTID;
    entry->from = (uint8_t)best.from;
    entry->to = (uint8_t)best.to;
  }
  return best_value;
}

/* Searches one ply deeper each time until time is up or the result certain. A
 * win is certain to be the shortest one only when late moves, which are
 * searched less deep, have been searched as far: without that a longer win
 * could be found at each move and none be played. */
static void deepen_STUDENTID(Search_STUDENTID *search,
                             const Position_STUDENTID *position) {
  int depth;
  for (depth = 1; depth <= kMaxDepth_STUDENTID && !search->stopped; ++depth) {
    const int value = search_STUDENTID(search, position, depth, -kWin_STUDENTID,
                                       kWin_STUDENTID, 0);
    const int moves = kWin_STUDENTID - abs(value);
    if (moves <= kMaxDepth_STUDENTID && depth >= 2 * moves) return;
  }
}

/* --- The function of the tournament --------------------------------------- */

static void prepare_STUDENTID(Search_STUDENTID *search) {
  uint64_t random = UINT64_C(0x9e3779b97f4a7c15);
  int side, cell;
  memset(search, 0, sizeof(*search));
  search->start = clock();
  search->wall_start = time(NULL);
  for (cell = 0; cell < 64; ++cell) {
    search->worth[cell] = worth_STUDENTID(cell);
    for (side = 0; side < 2; ++side) { /* xorshift64* */
      random ^= random >> 12;
      random ^= random << 25;
      random ^= random >> 27;
      search->keys[side][cell] = random * UINT64_C(0x2545f4914f6cdd1d);
    }
  }
}

/* Reads the board; 0 if it is none. */
static int read_board_STUDENTID(const Search_STUDENTID *search, int player,
                                const int *board,
                                Position_STUDENTID *position) {
  int cell;
  memset(position, 0, sizeof(*position));
  position->side = player - 1;
  if (player == 2) position->hash = ~position->hash;
  for (cell = 0; cell < 64; ++cell) {
    const int piece = board[(cell / 8 + 1) * 10 + cell % 8 + 1];
    if (piece < 0 || piece > 2) return 0;
    if (piece > 0) set_piece_STUDENTID(search, position, piece - 1, cell, 1);
  }
  return count_STUDENTID(position->pieces[0]) == 6 &&
         count_STUDENTID(position->pieces[1]) == 6;
}

static int digits_STUDENTID(int cell) {
  return (cell / 8 + 1) * 10 + cell % 8 + 1;
}

int ai_player_STUDENTID(int player, const int *board) {
  Search_STUDENTID search;
  Position_STUDENTID position;
  Move_STUDENTID moves[kMaxMoves_STUDENTID];
  int n;
  if (board == NULL || (player != 1 && player != 2)) return 0;
  prepare_STUDENTID(&search);
  if (!read_board_STUDENTID(&search, player, board, &position)) return 0;
  n = list_moves_STUDENTID(&position, moves);
  if (n == 0) return 0;
  search.best = moves[0];
  if (n > 1) {
    search.table = calloc(kTableSize_STUDENTID, sizeof(*search.table));
    deepen_STUDENTID(&search, &position);
    free(search.table);
  }
  return 100 * digits_STUDENTID(search.best.from) +
         digits_STUDENTID(search.best.to);
}
