// What the page says of its own, an object for each screen or part; functions
// where a text has parts. What games and players are called, and what rules say,
// comes from the server.

// "2 players", "1 player".
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// Who has no name.
const player = (seat) => `Player ${seat}`;

// Around all screens, and what goes wrong with the server.
export const frame = {
  away: 'The server does not answer. This page goes on by itself as soon as it is back.',
  failed: 'That did not work',
  allGames: 'All games',
  chooseGame: 'Choose a game',
  damagedLink: 'This link is damaged: it was not copied whole.',
  colours: (choice) => `Colours: ${choice}`,
};

export const server = {
  noAnswer: 'The server does not answer.',
  slow: (seconds) => `The server has not answered for ${seconds} seconds. Try again.`,
  needsToken: 'This server asks for its token: open the whole address that it printed when it started. ' +
      'A link to a game is for that game alone.',
  answers: (status) => `The server answers ${status}.`,
  ended: 'The server ended it.',
  tryingAgain: 'No connection. Trying again …',
  crowded: 'This browser shows as much of this server as it can at once: close or hide another page.',
};

export const start = {
  heading: 'Play a board game',
  chooseGame: 'Choose a game',
  howToPlay: 'How to play',
  whoPlays: 'Who plays',
  players: (least, most) => least === most ? counted(least, 'player') : `${least} to ${most} players`,
  minutes: (minutes) => `about ${counted(minutes, 'minute')}`,
  presets: (seats) => seats === 2 ?
      {computer: 'Play against the computer', friend: 'Play with a friend, by a link',
       people: 'Two people on this screen'} :
      {computer: 'Play against computers', friend: 'Play with friends, by links',
       people: `${seats} people on this screen`},
  levels: 'How strong the computer plays',
  anybody: 'Anybody on this server may join',
  go: 'Start the game',
  fromPosition: 'Begins from the position that was set up.',
  fromOpening: 'From the opening instead',
  yourName: 'Your name',
  you: 'You',
  more: 'More: players, clock, position',
  rules: 'Rules',
  savedGame: 'A saved game',
  savedHelp: 'A file that this page or the console saved goes on where it was.',
  loadFile: 'Load a file',
  loadSaved: 'Load a saved game',
};

export const options = {
  theGame: 'The game',
  whoPlays: 'Who plays',
  player,
  here: 'A person on this screen',
  elsewhere: 'A person with a link',
  clock: 'Clock',
  clocks: [['', 'No clock'], ['60s', '1 minute each'], ['300s+3s', '5 minutes, 3 seconds a move'],
           ['900s+10s', '15 minutes, 10 seconds a move'], ['other', 'Another']],
  position: 'Position',
  positionHelp: 'as the game writes it, to begin from',
  opening: 'the opening',
  setUp: 'Set up a position',
  textOnly: 'The positions of this game are set up by their text.',
  seed: 'Seed',
  seedHelp: 'of random choices, for a game that can be repeated',
  random: 'random',
};

// Fields made from declarations, and players by their names.
export const forms = {
  usual: 'as usual',
  usualValue: (value) => `as usual (${value})`,
  bounds: (help, least, most) => `${help}; ${least} to ${most}`,
  people: 'People',
  byStrength: 'Computer, by strength',
  forThoseWhoKnow: 'Computer, for those who know',
  settings: 'Settings',
  person: 'Person',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what) => `Copy: ${what}`,
};

export const earlier = {
  heading: 'Your games',
  all: (count) => `All ${count} games`,
  forget: 'Forget',
  remove: 'Delete',
  named: (what, title) => `${what} ${title}`,
  aPerson: 'a person',
  among: (names) => names.join(' against '),
  against: (names) => `against ${names.join(', ')}`,
  allHere: 'all on this screen',
  draw: 'Draw',
  won: 'You won',
  lost: 'You lost',
  wonBy: (names) => `${names.join(' and ')} won`,
  player,
  yourTurn: 'Your turn',
  waitingFor: (name) => `Waiting for ${name || 'the other player'}`,
  computersTurn: 'The computer is to move',
  gone: 'This game is gone',
  thisGame: 'This game',
  reallyDelete: (title) => `${title} is deleted for all who play or watch it. It cannot be brought back.`,
};

export const open = {
  heading: 'Open games',
  someone: 'Somebody',
  waits: (names) => `${names.join(', ')} ${names.length === 1 ? 'waits' : 'wait'}`,
  nobody: 'Nobody is there yet',
  withComputers: (names) => `with ${names.join(', ')}`,
  places: (count) => `${count} places`,
  begun: (plies) => `${counted(plies, 'move')} played`,
  noClock: 'no clock',
  join: 'Join',
  joinGame: (title, who) => `Join ${title}: ${who}`,
  yours: 'Yours',
};

export const editor = {
  heading: 'Set up a position',
  title: (game) => `Set up a position of ${game}`,
  board: (game) => `Board of ${game}`,
  textOnly: (game) => `The positions of ${game} are set up by their text: write it under “More” on the start page.`,
  back: 'Back to the start page',
  palette: 'What a click puts on the board',
  hand: 'Take away',
  help: 'Click a cell to put the piece, click again to take it away. Pieces can be dragged, also off the board.',
  toMove: 'Who is to move',
  player,
  clear: 'Clear',
  opening: 'Opening',
  play: 'Play from here',
  ready: 'A game can begin here.',
  over: 'the game is over',
  refused: (reason) => `No game can begin here: ${reason}`,
  text: 'The position as text',
  put: (what) => `Put: ${what}`,
  boardPart: 'Board',
  larger: 'Larger',
  smaller: 'Smaller',
  nobodys: (kind) => `The board has a piece that no player can have: ${kind}.`,
};
