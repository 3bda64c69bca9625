// The end of a game, in words.

const joined = (names) => `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

// Why: `loser` is who gave the game up or ran out of time.
function why({how, reason, text}, loser) {
  if (how === 'resignation') return `${loser} resigned`;
  if (how === 'overrun') return `${loser} ran out of time`;
  if (how === 'agreement') return 'agreed';
  if (how === 'rules') return reason ?? '';
  return text.split('\n')[0].match(/\((.*)\)/)?.[1] ?? '';  // as the server says it
}

// "You won: four in a row", "Player 1 won: Ann ran out of time". `mine` are the
// seats of people on this screen, called(seat) is what its player is called.
export function endText(over, mine, called) {
  const {returns} = over;
  const alone = mine.length === 1 ? mine[0] : null;
  const name = (seat) => seat === alone ? 'you' : called(seat);
  const winners = returns.flatMap((value, index) => value > 0 ? [index + 1] : []);
  let text;
  if (winners.length === 0) text = 'A draw';
  else if (alone && !winners.includes(alone)) text = 'You lost';
  else if (winners.length > 1) text = `${alone ? 'You' : joined(winners.map(name))} share the win`;
  else text = `${alone ? 'You' : name(winners[0])} won`;
  const loser = returns.findIndex((value) => value < 0) + 1;
  const reason = why(over, loser ? name(loser) : '');
  return reason ? `${text}: ${reason}` : text;
}
