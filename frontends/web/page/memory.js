// The games that this browser has been to, with the keys that it was given.

const kKey = 'boardwalk.rooms', kLastGame = 'boardwalk.game';
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

// {id, keys: [...], title, at}; the newest first. Keys that were known stay:
// who watched and then got a seat may do both.
export function remember(room) {
  const before = roomOf(room.id) ?? {};
  const keys = [...new Set([...(before.keys ?? []), ...room.keys])];
  store([{...before, ...room, keys}, ...rooms().filter((other) => other.id !== room.id)]);
}

// A room that was made here, as the server's answer tells it. `here` are the
// seats of people on this screen.
export function rememberMade({room, keys}, title, here) {
  remember({id: room, title, keys: [keys.owner, ...here.map((seat) => keys.seats[seat - 1])].filter(Boolean),
            at: Date.now()});
}

export const forget = (id) => store(rooms().filter((room) => room.id !== id));

// The game that was chosen last.
export const lastGame = () => localStorage.getItem(kLastGame);
export const setLastGame = (id) => localStorage.setItem(kLastGame, id);
