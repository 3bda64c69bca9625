// Numbers as people read them, and what players say of their moves.

import {viewerTexts} from './viewer_texts.js';

// A value in [-1, 1] as the chance to win, from 0 to 1.
export const chanceOf = (value) => (value + 1) / 2;

export const percentText = (share) => `${Math.round(100 * share)}%`;

// What a value says: "63%" are chances; who "wins" or "loses" is proved to.
export function valueText(value) {
  if (value === null || value === undefined) return '';
  if (isProved(value)) return viewerTexts.said[value > 0 ? 'wins' : 'loses'];
  return percentText(chanceOf(value));
}

export const isProved = (value) => Math.abs(value) === 1;

// "63% for Ann", "Ann wins for certain", "Ann is lost in 2 moves": `ends_in` are
// the plies until the end, where that is known: `players` make one each in turn.
export function chancesText(who, {value, ends_in: plies}, players) {
  const {said} = viewerTexts;
  if (!isProved(value)) return said.chances(who, valueText(value));
  if (!plies) return said[value > 0 ? 'winsForCertain' : 'losesForCertain'](who);
  return said[value > 0 ? 'winsIn' : 'losesIn'](who, Math.ceil(plies / players));
}

// "1.2 s", "81 ms", "32 µs".
export function secondsText(seconds) {
  const [unit, name] = seconds >= 1 ? [1, 's'] : seconds >= 1e-3 ? [1e-3, 'ms'] : [1e-6, 'µs'];
  const count = seconds / unit;
  return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} ${name}`;
}

// 1234; 12.3k; 4.56M.
export function countText(count) {
  if (count < 10000) return String(Math.round(count));
  const [unit, name] = count < 1e6 ? [1e3, 'k'] : count < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
  return (count / unit).toPrecision(3) + name;
}

// "4:07", and tenths in the last ten seconds.
export function clockText(milliseconds) {
  const left = Math.max(milliseconds, 0) / 1000;
  if (left < 10) return left.toFixed(1);
  const seconds = Math.floor(left) % 60, minutes = Math.floor(left / 60) % 60;
  const hours = Math.floor(left / 3600);
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

// "63% for Ann, depth 9, 1.2 s": what is known.
export function saidText(who, {value, depth, nodes, playouts, seconds}) {
  const count = (number, what) => number ? viewerTexts.said[what](countText(number)) : '';
  return [typeof value === 'number' ? chancesText(who, {value}) : '', depth ? viewerTexts.said.depth(depth) : '',
          count(nodes, 'nodes'), count(playouts, 'playouts'), seconds ? secondsText(seconds) : '']
      .filter(Boolean).join(', ');
}

// The same, of the words of a server, which are plain letters: a value is told
// as chances.
export function reportText(who, {report, value}) {
  const others = (report ?? '').split(', ').filter((part) => part && !/^(value |a proved )/.test(part)).map(
      (part) => part.replace(/ us$/, ' µs'));
  return [...(typeof value === 'number' ? [chancesText(who, {value})] : []), ...others].join(', ');
}
