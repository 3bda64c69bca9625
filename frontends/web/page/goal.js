// What somebody plays for, in a sentence.

import {goal as texts} from './texts.js';

const kAside = 0.01;  // of the board's height: that near to the middle is the middle

// "blue, starting at the bottom": `seat` is as the board has it, `height` how far down
// its pieces stood at the beginning, on the board as it is shown. `legend` is
// what the game says of the seat where it has no board.
export function sideText({seat, height = 0.5, legend}) {
  if (!seat) return legend;
  const from = height > 0.5 + kAside ? texts.fromBottom : height < 0.5 - kAside ? texts.fromTop : '';
  return [seat.color || seat.symbol, from].filter(Boolean).join(', ');
}

// "You are blue, starting at the bottom. Bring all your pieces to the opposite side."
// `side` is that of who plays alone on this screen, else "".
export const goalText = (side, aim) => [side && texts.youAre(side), aim].filter(Boolean).join(' ');
