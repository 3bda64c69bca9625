// Which pieces a game has cost, told from two positions alone: the first one and
// the one that is shown. `first` and `shown` say how many pieces each seat has,
// `moves` are those between them, [{seat}].
//
// - Where two play, nobody has more pieces than at the beginning and somebody
//   has fewer, those that are missing were taken (draughts).
// - Where some seat has more pieces than it can have put on the board, one with
//   each of its moves, though all together have not, or where some have more and
//   others fewer, pieces change owners (Othello, Ataxx): then it is told how many
//   each has.
// - Else nothing is told: pieces only move (Chinese checkers), or are only put on
//   the board (tic-tac-toe).

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// Whether pieces have changed owners. It may have happened without being seen in
// the numbers: who has seen it once knows it of the game.
export function changesOwners(first, shown, moves) {
  const gained = shown.map((count, index) => count - first[index]);
  const most = gained.map((_, index) => moves.filter(({seat}) => seat === index + 1).length);
  const beyond = gained.some((more, index) => more > most[index]);
  const both = gained.some((more) => more > 0) && gained.some((more) => more < 0);
  return both || beyond && sum(gained) <= moves.length;
}

// By seat, how many pieces it has lost; null where none were taken.
export function takenFrom(first, shown) {
  const lost = first.map((count, index) => count - shown[index]);
  return first.length === 2 && sum(lost) > 0 && lost.every((count) => count >= 0) ? lost : null;
}
