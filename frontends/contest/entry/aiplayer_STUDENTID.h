/* The computer player of one entrant for "Chinese checker" on the 8x8 board. */

#ifndef AIPLAYER_STUDENTID_H
#define AIPLAYER_STUDENTID_H

/* The move of `player` (1 Blue, 2 Red) in four digits, such as 2161. `board`
 * points to 89 numbers, cell `rc` (row and column from 1) at index rc: 0 empty,
 * 1 Blue, 2 Red. Only the 64 cells are read, and nothing is written. Returns 0
 * if `board` is null, has other values on its cells or not six pieces a side,
 * or `player` is neither 1 nor 2. */
int ai_player_STUDENTID(int player, const int *board);

#endif
