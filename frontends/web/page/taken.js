// Which pieces a game has cost, told from two positions alone: the first one and
// the one that is shown. Each is given as the cells on which the pieces of each
// seat stand; `moves` are those between them, [{seat}].
//
// - Where two play, nobody has more pieces than at the beginning and somebody
//   has fewer, those that are missing were taken (draughts).
// - Pieces change owners (Othello, Ataxx) where some seats have more and others
//   fewer; where there are more than at the beginning and a seat has gained more
//   than it can have put down, one with each move, or so many more than another
//   that their moves do not explain it; or where each move has put one down and a
//   cell has another owner than at the beginning. Then it is told how many each
//   has.
// - Else nothing is told: pieces only move (Chinese checkers), or are only put
//   down (tic-tac-toe).

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

const spread = (numbers) => Math.max(...numbers) - Math.min(...numbers);

// By seat, how many pieces more there are than at the beginning.
const gains = (first, shown) => shown.map(({length}, index) => length - first[index].length);

// Whether pieces have changed owners. A position may not show it, by accident:
// who has seen it once knows it of the game.
export function changesOwners(first, shown, moves) {
  const gained = gains(first, shown), all = sum(gained);
  const put = gained.map((_, index) => moves.filter(({seat}) => seat === index + 1).length);
  if (Math.max(...gained) > 0 && Math.min(...gained) < 0) return true;
  if (all <= 0 || all > moves.length) return false;
  if (gained.some((more, index) => more > put[index])) return true;
  // One more is what a game may have begun with.
  if (spread(gained) > spread(put) + 1) return true;
  return all === moves.length && first.some((cells, index) => {
    const own = new Set(shown[index]);
    return cells.some((cell) => !own.has(cell));
  });
}

// By seat, how many pieces it has lost; null where none were taken.
export function takenFrom(first, shown) {
  const lost = gains(first, shown).map((more) => -more);
  return first.length === 2 && sum(lost) > 0 && lost.every((count) => count >= 0) ? lost : null;
}
