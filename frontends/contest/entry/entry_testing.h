/* What the entry thinks of a position, as its own functions see it. A player is
 * 1 or 2, a board has 89 numbers, a move four digits. */

#ifndef BOARDWALK_FRONTENDS_CONTEST_ENTRY_ENTRY_TESTING_H_
#define BOARDWALK_FRONTENDS_CONTEST_ENTRY_ENTRY_TESTING_H_

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C. */

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the moves and returns their number; -1 if the board is none. */
int entry_moves(int player, const int *board, int moves[312]);

/* The value for the player, who has the move. */
int entry_value(int player, const int *board);

/* Who has won; 0 for nobody. The player has the move. */
int entry_winner(int player, const int *board);

/* The hash of the position, and of that after a legal move. */
uint64_t entry_hash(int player, const int *board);
uint64_t entry_hash_after(int player, const int *board, int move);

#ifdef __cplusplus
}
#endif

#endif /* BOARDWALK_FRONTENDS_CONTEST_ENTRY_ENTRY_TESTING_H_ */
