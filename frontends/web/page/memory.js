// What this browser keeps: the games that it has been to, with the keys that it
// was given, the name of who plays here, what was chosen last.

import {post} from './api.js';

const kRooms = 'boardwalk.rooms', kLinked = 'boardwalk.linked', kStart = 'boardwalk.start', kName = 'boardwalk.name';
const kMost = 50;

function stored(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
}

const store = (key, value) => localStorage.setItem(key, JSON.stringify(value));

export const rooms = () => stored(kRooms, []);

const storeRooms = (list) => store(kRooms, list.slice(0, kMost));

export const roomOf = (id) => rooms().find((room) => room.id === id);

// {id, keys: [...], title, at}; the newest first. Keys that were known stay:
// who watched and then got a seat may do both.
export function remember(room) {
  const before = roomOf(room.id) ?? {};
  const keys = [...new Set([...(before.keys ?? []), ...room.keys])];
  storeRooms([{...before, ...room, keys}, ...rooms().filter((other) => other.id !== room.id)]);
}

// A room that was made here, as the server's answer tells it. `here` are the
// seats of people on this screen.
export function rememberMade({room, keys}, title, here) {
  remember({id: room, title, keys: [keys.owner, ...here.map((seat) => keys.seats[seat - 1])].filter(Boolean),
            at: Date.now()});
}

export const forget = (id) => storeRooms(rooms().filter((room) => room.id !== id));

// Makes a room and returns its id. Without a title it gets that of its game when
// it is opened. `here` has the seats of people on this screen; without it, all
// people are.
export async function makeRoom(body, title, here = null) {
  const made = await post('/rooms', body);
  rememberMade(made, title, here ?? made.keys.seats.map((_, index) => index + 1));
  return made.room;
}

// A number that texts share only by accident. No secret: pages from other
// machines have no better one.
function digest(text) {
  let a = 0x9e3779b9, b = 0x85ebca6b;
  for (let i = 0; i < text.length; ++i) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
    a ^= b >>> 15;
    b ^= a >>> 13;
  }
  return `${text.length}-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

// The room that was made here of a record, if this browser still has its keys.
export const linkedRoom = (record) => roomOf(stored(kLinked, {})[digest(record)]);

export function rememberLinked(record, room) {
  const others = Object.entries(stored(kLinked, {})).filter(([, id]) => roomOf(id));
  store(kLinked, {...Object.fromEntries(others), [digest(record)]: room});
}

// What was chosen on the start page: {game, preset, level, begins}.
export const lastStart = () => stored(kStart, {});
export const setLastStart = (start) => store(kStart, start);

// The name of who plays in this browser, "" if none was given.
export const myName = () => localStorage.getItem(kName) ?? '';
export function setMyName(name) {
  localStorage.setItem(kName, name);
  dispatchEvent(new Event('boardwalk-name'));  // for the game that is shown
}
