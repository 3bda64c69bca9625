// Names with parameters: "star:players=3".

import {capital, forms, words} from './texts.js';

// A name of an id and the parameters that are given: [[name, value]].
export function nameOf(id, given) {
  const parameters = given.filter(([, value]) => value !== '').map(
      ([name, value]) => `${name}=${/^[\w.\/+-]+$/.test(value) ? value :
          `"${value.replace(/["\\]/g, '\\$&')}"`}`);
  return parameters.length ? `${id}:${parameters.join(',')}` : id;
}

export const idOf = (name) => name.split(':', 1)[0];

// The parameters that a name gives, {name: value}.
export const givenOf = (name) => Object.fromEntries(
    [...name.slice(idOf(name).length + 1).matchAll(/([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(
        ([, key, value]) => [key, value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value]));

// "players 6, size 4": what differs from the usual game.
export const parametersText = (name) => Object.entries(givenOf(name)).map((one) => one.join(' ')).join(', ');

// The title of a game without its name behind it: "Othello  [othello]".
export const plainTitle = (title) => title.replace(/ *\[.*\]$/, '');

// "Othello"; "Chinese checkers on the star, players 3": the title of a game of which
// the server says `title`.
export const gameTitle = (name, title) => [plainTitle(title), parametersText(name)].filter(Boolean).join(', ');

// "Person", "Easy", "MCTS", "Alpha-beta, 1 s a move".
export function playerTitle(name) {
  if (name === 'human') return forms.person;
  const id = idOf(name), given = Object.entries(givenOf(name));
  return [forms.players[id] ?? capital(id), ...given.map(forms.given)].join(', ');
}

// What the player of a seat is called, of `seats` as the server has them: "Ann",
// "Player 2", "Easy", and "Easy 3" where several play so.
export function calledIn(seats, seat) {
  const {name, human, player} = seats[seat - 1];
  if (name || human) return name || words.player(seat);
  const several = seats.filter((other) => other.player === player).length > 1;
  return several ? words.oneOf(playerTitle(player), seat) : playerTitle(player);
}
