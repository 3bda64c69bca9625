// The games of a report, from the data that stand in it (../../web/README.md),
// on their boards: in a list, or where the page has a place for each.

import {dialogIn} from './dialog.js';
import {h} from './dom.js';
import {endingText, GameList, resultText} from './game_list.js';
import {Viewer} from './viewer.js';
import {viewerTexts} from './viewer_texts.js';

const kDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-~';

// The number that these digits write.
const numberOf = (text) => [...text].reduce((number, digit) => 64 * number + kDigits.indexOf(digit), 0);

// [[cell, kind or null]] of "cell kind cell kind ...".
function piecesOf(text, {digits, kinds}) {
  const pieces = [];
  for (let at = 0; at < text.length;) {
    const cell = numberOf(text.slice(at, at += digits));
    const far = text[at] === '~';
    const kind = far ? numberOf(text.slice(at + 1, at + 3)) : numberOf(text[at]);
    at += far ? 3 : 1;
    pieces.push([cell, kind ? kinds[kind - 1][0] : null]);
  }
  return pieces;
}

// What changes in a move, and the cells along which it goes.
function changeOf(text, board) {
  const [changed, cells] = text.split(':');
  const changes = piecesOf(changed, board);
  if (cells !== undefined) {
    const path = [];
    for (let at = 0; at < cells.length; at += board.digits) path.push(numberOf(cells.slice(at, at + board.digits)));
    return {changes, path};
  }
  const left = changes.filter(([, kind]) => kind === null), came = changes.filter(([, kind]) => kind !== null);
  return {changes, path: [...left, ...came].map(([cell]) => cell)};
}

function saidOf(text) {
  const said = {};
  for (const [, key, number] of (text ?? '').matchAll(/([vdt])(-?\d+)/g)) {
    if (key === 'v') said.value = number / 100;
    else if (key === 'd') said.depth = Number(number);
    else said.seconds = number / 1e6;
  }
  return said;
}

// As Viewer takes it. `data` are those of the report, `game` is one of them.
export function viewerOf(data, game) {
  const board = data.boards[game.v];
  const texts = game.m ? game.m.split(' ') : [], said = game.s?.split(' ') ?? [], changes = game.c?.split(' ');
  const seat = (ply) => game.q ? Number(game.q[ply]) : ply % game.p.length;
  const moves = texts.map((text, ply) => ({seat: seat(ply) + 1, text, ...saidOf(said[ply])}));
  const kinds = Object.fromEntries(board.kinds.map(([kind, svg, label]) => [kind, {svg, label}]));
  const first = game.t ? {text: game.t[0]} : {pieces: piecesOf(game.b ?? board.start, board), kinds};
  const views = [first, ...moves.map(({text}, ply) => game.t ? {text: game.t[ply + 1], move: text} :
      {...changeOf(changes[ply], board), move: text})];
  return {
    board: {svg: board.svg, cells: board.cells.map(([name, x, y]) => ({name, x, y})), seats: board.seats,
            letters: board.letters},
    views, moves, opening: game.o ?? 0, players: game.p.map((player) => data.players[player]), label: titleOf(data, game),
  };
}

const titleOf = (data, game) => viewerTexts.games.title(game.i, game.p.map((player) => data.players[player]));

const rowOf = (data, game) => ({
  id: game.i, game: data.variants[game.v], players: game.p.map((player) => data.players[player]), returns: game.r,
  ending: game.e, plies: (game.m ? game.m.split(' ').length : 0) - (game.o ?? 0),
});

function answer(rows, {game, player, ending, winner, sort, from, count}) {
  const won = (row) => winner === '-' ? row.returns.every((value) => value <= 0) :
      row.players.some((name, seat) => name === winner && row.returns[seat] > 0);
  const found = rows.filter((row) => (!game || row.game === game) && (!player || row.players.includes(player)) &&
                                     (!ending || row.ending === ending) && (!winner || won(row)));
  const sign = sort.startsWith('-') ? -1 : 1, key = sort.replace('-', '');
  found.sort((a, b) => sign * (a[key] - b[key]));
  return {total: found.length, games: found.slice(from, from + count)};
}

// An element that the styles of the report do not reach, nor its own the report.
function apart(host, style) {
  const root = host.attachShadow({mode: 'open'});
  root.append(style.content.cloneNode(true));
  return root;
}

function openDialog(root, data, game) {
  const place = h('div');
  const said = [data.variants[game.v], resultText(game.r), endingText(game.e), game.d,
                viewerTexts.games.length(game.m ? game.m.split(' ').length : 0, game.o ?? 0)].filter(Boolean).join(', ');
  dialogIn(root, titleOf(data, game), h('p', {class: 'sub'}, said), place);
  new Viewer(place, viewerOf(data, game)).focus();
}

// Shows the games of `data` in `host`; `style` is a template with their styles.
function listGames(host, data, style) {
  const root = apart(host, style);
  const rows = data.games.map((game) => rowOf(data, game));
  const byId = new Map(data.games.map((game) => [game.i, game]));
  const place = h('div');
  root.append(place);
  new GameList(place, {
    games: data.variants, players: data.players, endings: [...new Set(data.games.map(({e}) => e))].sort(),
    ask: async (wanted) => answer(rows, wanted), open: (id) => openDialog(root, data, byId.get(id)),
  });
}

// Puts the board of a game into its <details>, once it is opened.
function showInPlace(details, data, game, style) {
  const show = () => {
    if (!details.open || details.shown) return;
    details.shown = true;
    const host = h('div'), place = h('div');
    details.querySelector('summary').after(host);
    apart(host, style).append(place);
    new Viewer(place, viewerOf(data, game));
  };
  details.addEventListener('toggle', show);
  show();
}

export function showGames() {
  const text = document.getElementById('games-data');
  if (!text) return;
  const data = JSON.parse(text.textContent);
  const style = document.getElementById('games-style');
  for (const element of document.querySelectorAll('.scripted')) element.hidden = false;
  const host = document.getElementById('games-list');
  if (host) listGames(host, data, style);
  for (const game of data.games) {
    const details = document.getElementById(`game-${game.i}`);
    if (details instanceof HTMLDetailsElement) showInPlace(details, data, game, style);
  }
}
