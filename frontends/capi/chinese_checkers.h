/* A player of Chinese checkers on the star, for C programs: the four functions
 * of a programming challenge of 1999.
 *
 *   long positions[6] = {0, 3};
 *   Position from, to;
 *   InitChineseCheckers(2, 4, positions, 0);
 *   YourMove(&from, &to);
 *   ...
 *   OpponentMove(1, from, to);
 *   ...
 *   TermChineseCheckers();
 *
 * README.md shows how to link it. All functions are silent, and none fails:
 * calls that make no sense have no effect. There is one game at a time. Not
 * thread-safe. */

#ifndef BOARDWALK_FRONTENDS_CAPI_CHINESE_CHECKERS_H_
#define BOARDWALK_FRONTENDS_CAPI_CHINESE_CHECKERS_H_

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(google-runtime-int, modernize-use-using): this is C. */

/* Row 0..4*gameSize from the top. Columns are counted from the middle: in a row
 * of c from -(c-1)/2 to (c-1)/2 if the row is even, from -c/2+1 to c/2 if it is
 * odd, as the challenge has it. */
typedef struct Position {
  long row;
  long col;
} Position;

/* Begins a game of `numPlayers` (2..6) on the star of size `gameSize` (3..64,
 * the base of a home triangle). playerPosition[i] is the triangle, 0..5
 * clockwise from the top, where player i starts; `numPlayers` different ones
 * are read. The library plays for player `yourIndex`, player 0 moves first. A
 * game that goes on is dropped. With other arguments, or without memory, there
 * is no game. */
void InitChineseCheckers(long numPlayers, long gameSize, long playerPosition[6],
                         long yourIndex);

/* Makes a move: always a legal one. `*from` and `*to` are the ends of a step or
 * of a chain of jumps. They are equal, on one of the player's own pieces, if
 * there is no legal move or the game is over, and {0, 0} if there is no game.
 * The player is taken to have the move, whoever had it. Nothing happens if a
 * pointer is null. */
void YourMove(Position *from, Position *to);

/* Takes note of a move by player `opponent`, who is taken to be to move; equal
 * ends are a pass. An illegal move is ignored: its pieces stay. Players whose
 * moves are not reported are passed over. Nothing happens if there is no such
 * opponent or no game. */
void OpponentMove(long opponent, Position from, Position to);

/* Ends the game and frees its memory. Nothing happens if there is none. */
void TermChineseCheckers(void);

/* NOLINTEND(google-runtime-int, modernize-use-using) */

#ifdef __cplusplus
}
#endif

#endif /* BOARDWALK_FRONTENDS_CAPI_CHINESE_CHECKERS_H_ */
