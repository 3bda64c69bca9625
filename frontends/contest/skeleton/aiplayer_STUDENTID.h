/* The computer player of one entrant for "Chinese checker" on the 8x8 board. */

#ifndef AIPLAYER_STUDENTID_H
#define AIPLAYER_STUDENTID_H

/* The move of `player` (1 Blue, 2 Red) in four digits, such as 2161: row and
 * column of the start and of the end. `board` points to 89 numbers, cell `rc`
 * at index rc: 0 empty, 1 Blue, 2 Red. */
int ai_player_STUDENTID(int player, const int *board);

#endif
