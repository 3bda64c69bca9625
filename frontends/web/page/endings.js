// The end of a game, in words.

import {endings as texts} from './texts.js';

// Why: `loser` is who gave the game up or ran out of time.
function why({how, reason, text}, loser) {
  if (how === 'resignation') return texts.resigned(loser);
  if (how === 'overrun') return texts.overrun(loser);
  if (how === 'agreement') return texts.agreed;
  if (how === 'rules') return reason ?? '';
  return text.split('\n')[0].match(/\((.*)\)/)?.[1] ?? '';  // as the server says it
}

// "You won: four in a row", "Player 1 won: Ann ran out of time": of the game of a
// room.
export function endText(over, room) {
  const {returns} = over;
  const alone = returns.map((_, index) => index + 1).find((seat) => room.isYou(seat));
  const name = (seat) => seat === alone ? texts.you : room.nameOf(seat);
  const winners = returns.flatMap((value, index) => value > 0 ? [index + 1] : []);
  let text;
  if (winners.length === 0) text = texts.draw;
  else if (alone && !winners.includes(alone)) text = texts.lost;
  else if (winners.length > 1) text = texts.shared(alone ? texts.You : texts.listed(winners.map(name)));
  else text = texts.won(alone ? texts.You : name(winners[0]));
  const loser = returns.findIndex((value) => value < 0) + 1;
  const reason = why(over, loser ? name(loser) : '');
  return reason ? texts.because(text, reason) : text;
}
