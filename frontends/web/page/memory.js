// The games that this browser has been to, with the keys that it was given.

const kKey = 'boardwalk.rooms';
const kMost = 50;

export function rooms() {
  try {
    return JSON.parse(localStorage.getItem(kKey)) ?? [];
  } catch {
    return [];
  }
}

const store = (list) => localStorage.setItem(kKey, JSON.stringify(list.slice(0, kMost)));

export const roomOf = (id) => rooms().find((room) => room.id === id);

// {id, keys: [...], mine: the seats that people on this screen have, title,
// links: {owner, watch, seats} where it was made here}; the newest first.
export function remember(room) {
  const before = roomOf(room.id) ?? {};
  const keys = [...new Set([...(before.keys ?? []), ...(room.keys ?? [])])];
  store([{...before, ...room, keys}, ...rooms().filter((other) => other.id !== room.id)]);
}

export const forget = (id) => store(rooms().filter((room) => room.id !== id));
