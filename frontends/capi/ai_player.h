/* A computer player for Chinese checkers on the 8x8 board, for C programs.
 *
 *   int board[89];            // cell `rc` (row, column from 1) at index rc
 *   ...
 *   int move = ai_player(1, board);
 *   if (move != 0) play(move / 100, move % 100);
 *
 * README.md shows how to link it. */

#ifndef BOARDWALK_FRONTENDS_CAPI_AI_PLAYER_H_
#define BOARDWALK_FRONTENDS_CAPI_AI_PLAYER_H_

#ifdef __cplusplus
extern "C" {
#endif

/* The move that `player` (1 Blue, who starts at the top left, or 2 Red) makes
 * on `board`: four digits, row and column of the start and of the end, such as
 * 2161; always a legal one. Takes about two seconds of wall time, less if the
 * result is certain, never five.
 *
 * `board` points to 89 numbers, which are only read: 0 empty, 1 Blue, 2 Red on
 * the cells 11..18, 21..28, ..., 81..88, and -1 everywhere else.
 *
 * Returns 0 if there is no move: `board` is null, has other values or not six
 * pieces a side, `player` is neither 1 nor 2, or the game has been won.
 *
 * The board does not contain the number of moves made; the player assumes an
 * early one, so it does not foresee the draw after 100 moves each. Keeps
 * nothing between calls and prints nothing. Thread-safe. */
int ai_player(int player, const int *board);

#ifdef __cplusplus
}
#endif

#endif /* BOARDWALK_FRONTENDS_CAPI_AI_PLAYER_H_ */
