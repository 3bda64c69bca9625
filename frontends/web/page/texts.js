// All of the page's own texts, an object for each part of it. Texts that have
// parts are functions. What games and players say of themselves comes from the
// server; boards and timelines have theirs in viewer_texts.js.

import {kYou, plural, within} from './dom.js';

const listed = (names) => names.length < 2 ? names.join('') :
    `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
// "Ann", "4 × Easy": those that are the same are counted.
const counted = (names) => [...new Set(names)].map((name) => {
  const count = names.filter((other) => other === name).length;
  return count > 1 ? `${count} × ${name}` : name;
});
// Those of a game, in a word between two.
const among = (names) => names.join(names.length > 2 ? ', ' : ' against ');
const one = (names, single, several) => `${listed(names)} ${names.length > 1 ? several : single}`;

// "a1, a2; king: b3".
const standing = (pieces) =>
    pieces.map(({kind, cells}) => `${kind && `${kind}: `}${cells.join(', ')}`).join('; ');

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// The server's sentences begin with a small letter, to stand behind others. Here
// they stand alone. A name of a cell or of a file that one begins with stays.
export const sentence = (text) => text.replace(/^[a-z]+(?=[ ,])/, capital);

export const words = {
  player: (seat) => `Player ${seat}`,
  person: 'a person',
  you: kYou,
  oneOf: (player, seat) => `${player} ${seat}`,
  page: (title) => title ? `${title} – Boardwalk` : 'Boardwalk',
  cancel: 'Cancel',
};

// --- Around all screens, and the start page ------------------------------------

export const frame = {
  away: 'The server does not answer. This page goes on by itself as soon as it is back.',
  failed: 'That did not work',
  tryAgain: 'Try again',
  allGames: 'All games',
  chooseGame: 'Choose a game',
  lost: (file) => `The file ${file} did not come.`,
  deleted: 'This game is not on the server any more.',
  damagedLink: 'This link is damaged: it was not copied whole.',
  theme: (choice) => `Theme: ${choice}`,
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

const kNumbers = {3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six'};

export const start = {
  heading: 'Play a board game',
  chooseGame: 'Choose a game',
  howToPlay: 'How to play',
  whoPlays: 'Who plays',
  players: (least, most) => least === most ? plural(least, 'player') : `${least} to ${most} players`,
  minutes: (minutes) => `about ${plural(minutes, 'minute')}`,
  presets: (seats) => seats === 2 ?
      {computer: 'Play against the computer', friend: 'Play with a friend, by a link',
       people: 'Two people on this screen'} :
      {computer: 'Play against computers', friend: 'Play with friends, by links',
       people: `${kNumbers[seats] ?? seats} people on this screen`},
  levels: 'How strong the computer plays',
  anybody: 'Anybody on this server may join',
  go: 'Start the game',
  fromPosition: 'Begins from the position that was set up.',
  fromOpening: 'From the opening instead',
  yourName: 'Your name',
  youBegin: 'You begin',
  you: kYou,
  more: 'More: players, clock, position',
  rules: 'Rules',
  savedGame: 'A saved game',
  savedHelp: 'Go on with a game that was saved to a file, by this page or the console.',
  loadFile: 'Load a file',
  loadSaved: 'Load a saved game',
};

export const options = {
  theGame: 'The game',
  whoPlays: 'Who plays',
  player: words.player,
  here: 'A person on this screen',
  elsewhere: 'A person with a link',
  clock: 'Clock',
  clocks: [['', 'No clock'], ['60s', '1 minute each'], ['300s+3s', '5 minutes, 3 seconds a move'],
           ['900s+10s', '15 minutes, 10 seconds a move'], ['other', 'Another']],
  position: 'Position',
  positionHelp: 'Paste one, or set one up',
  opening: 'the opening',
  setUp: 'Set up a position',
  textOnly: 'The positions of this game are set up by their text.',
  seed: 'Seed',
  seedHelp: 'The same number makes the same random choices',
  random: 'random',
};

// Fields made from declarations, and players by their names.
export const forms = {
  usual: 'as usual',
  usualValue: (value) => `as usual (${value})`,
  bounds: (help, least, most) => `${help} (${least} to ${most})`,
  people: 'People',
  byStrength: 'Computer, by strength',
  forThoseWhoKnow: 'Computer, for those who know',
  settings: 'Settings',
  person: 'Person',
  // Whose names are no words.
  players: {alphabeta: 'Alpha-beta', mcts: 'MCTS', puct: 'PUCT'},
  given: ([name, value]) => name === 'time' ? `${value.replace(/(?<=\d)(?=[a-z])/, ' ')} a move` : `${name}=${value}`,
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what) => `Copy: ${what}`,
};

export const earlier = {
  heading: 'Your games',
  all: (count) => `All ${count} games`,
  remove: 'Remove from this list',
  removeGame: (title) => `Remove from this list: ${title}`,
  forEverybody: 'Delete for everybody',
  among,
  against: (names) => `against ${counted(names).join(', ')}`,
  allHere: 'all on this screen',
  draw: 'Draw',
  won: 'You won',
  lost: 'You lost',
  wonBy: (names) => `${names.join(' and ')} won`,
  yourTurn: 'Your turn',
  waitingFor: (name) => `Waiting for ${name || 'the other player'}`,
  computersTurn: 'The computer is to move',
  gone: 'This game is gone',
  thisGame: 'This game',
  reallyRemove: (owner) => ['The game leaves this list; its link still opens it.',
    ...(owner ? ['Deleting it for everybody cannot be undone.'] : [])],
};

export const open = {
  heading: 'Open games',
  count: (count) => plural(count, 'open game'),
  someone: 'Somebody',
  waits: (names) => `${names.join(', ')} ${names.length === 1 ? 'waits' : 'wait'}`,
  nobody: 'Nobody is there yet',
  withComputers: (names) => `with ${names.join(', ')}`,
  places: (count) => `${count} places`,
  begun: (plies) => `${plural(plies, 'move')} played`,
  noClock: 'no clock',
  join: 'Join',
  joinGame: (title, who) => `Join ${title}: ${who}`,
  yours: 'Yours',
  gone: 'Not open any more',
};

export const editor = {
  heading: 'Set up a position',
  board: (game) => `Board of ${game}`,
  textOnly: (game) => `The positions of ${game} are set up by their text: write it under “More” on the start page.`,
  back: 'Back to the start page',
  backToGame: 'Back to the game',
  palette: 'What a click puts on the board',
  hand: 'Take away',
  help: 'Click a cell to put the piece, click again to take it away. Pieces can be dragged, also off the board.',
  toMove: 'Who is to move',
  player: words.player,
  clear: 'Clear',
  undo: 'Undo',
  undone: (count) => `Undone: ${plural(count, 'piece')} on the board now`,
  opening: 'Opening',
  play: 'Play from here',
  ready: 'A game can begin here.',
  over: 'The game is over',
  refused: (reason) => `No game can begin here: ${reason}`,
  text: 'The position as text',
  put: (what) => `Put: ${what}`,
  boardPart: 'Board',
  nobodys: (kind) => `This position cannot be set up: it has a piece that no player can have (${kind}).`,
};

// --- The screen of a game ----------------------------------------------------

export const game = {
  board: 'Board',
  boardOf: (title) => `Board of ${title}`,
  soFar: 'The game so far',
  which: 'Which move?',
  play: 'Play',
  watching: (count) => `${plural(count, 'person', 'people')} watching`,
  moved: (count, back, now) =>
      `${plural(count, 'move')} ${back ? 'taken back' : 'played'}: ${plural(now, 'move')} now.`,
  told: (who, move) => `${who}: ${move}`,
  after: (ply, who, move) => `After move ${ply}, ${who}: ${move}`,
  first: 'The first position',
  waits: (who, forMemory, place) => `Waits, place ${place} in the queue${forMemory ? ' for memory' : ''}: ${who}`,
  yourMove: 'Your move',
  moveOf: (who) => `${who}, it is your move`,
  toMove: (who) => `Waiting for ${who}`,
  thinks: (who) => `${who} thinks …`,
  shown: (ply, of) => ply ? `Move ${ply} of ${of}` : 'The beginning',
  back: 'Back to the game',
  playOn: 'Play on from here',
  yourTurn: (title) => `Your turn – ${title}`,
  said: (ply, who, move, said) => `${ply}. ${who}: ${move} (${said})`,
  branches: 'Branches',
  parent: 'The game that this one branched from',
  variation: (ply, moves, more) => `From move ${ply + 1}: ${moves.join(' ')}${more ? ' …' : ''}`,
  branch: (title) => `${title}, a branch`,
  lastMove: (who, move) => `Last move, by ${within(who)}: ${move}`,
  noMove: 'No move has been played.',
  standing,
  stands: (who, side, pieces) => [side ? `${who} (${side})` : who, standing(pieces)].filter(Boolean).join(': '),
  earlier: 'This is an earlier position.',
  over: 'The game is over.',
  watch: 'You watch this game.',
  turned: 'The board is turned around.',
  hint: (move, wins) => `Try ${move ?? 'another move'}${wins && `: ${wins}`}.`, it: 'it',
  missing: (who) => `${who} has not come yet.`,
  sendLink: 'Send the link',
  open: 'Open to anybody · ', close: 'Close', closeHelp: 'Nobody else may join then',
  rematch: 'There is a rematch.',
  toRematch: 'Go to the rematch',
};

export const goal = {
  youAre: (side) => `You are ${side}.`,
  fromTop: 'starting at the top',
  fromBottom: 'starting at the bottom',
};

export const tools = {
  group: 'Board', flip: 'Flip', sound: 'Sound',
  draw: 'Arrows', drawHelp: 'Draw arrows and circles; also with the right mouse button',
};

const kShowPlan = 'Show what the computer plans';

export const extras = {
  type: 'Type a move', move: 'Move', moveAsText: 'Move, as text', play: 'Play',
  thinking: 'What the computer thinks', plan: kShowPlan,
  words: 'The board in words', rules: 'Rules', files: 'Links and files',
  edit: 'Edit the position', links: 'Links', save: 'Save', svg: 'SVG', svgLabel: 'Picture of the board as SVG',
  png: 'PNG', pngLabel: 'Picture of the board as PNG',
};

export const actions = {
  group: 'Actions', undo: 'Undo', redo: 'Redo', hint: 'Hint', resign: 'Resign', draw: 'Offer a draw',
  claim: 'Claim a draw', mistakes: 'Find mistakes', askUndo: 'Ask to undo', now: 'Move now', rematch: 'Rematch', restart: 'Restart',
  players: 'Players', playersHelp: 'Change players', save: 'Save',
};

// What is asked before it is done.
export const sureOf = {
  draw: 'The game is drawn if all others accept.',
  claim: 'The position has come for the third time. The game is over then.',
  restart: (commented) => 'Begin this game again? The moves so far stay under “Branches” below the game' +
      `${commented ? '; comments on them are lost' : ''}.`,
  resign: (who, seats) => `${who ? `Resign for ${who}? ${who} loses` : 'Resign? You lose'} this game` +
      `${seats > 2 ? ', and it is over for all who play' : ''}.`,
};

export const questions = {
  accept: 'Accept', decline: 'Decline',
  agreed: (names, you) => `${listed(you ? [kYou, ...names] : names)} ` +
      `${you || names.length > 1 ? 'have' : 'has'} agreed.`,
  draw: {
    asked: (names) => `${one(names, 'offers', 'offer')} a draw.`, own: 'You offer a draw.',
    declined: 'The draw was declined.',
  },
  undo: {
    asked: (names) => `${one(names, 'asks', 'ask')} to take back a move.`, own: 'You ask to take back a move.',
    declined: 'The move was not taken back.',
  },
  rematch: {
    asked: (names) => `${one(names, 'wants', 'want')} a rematch.`, own: 'You want a rematch: the others are asked.',
  },
};

export const comments = {
  comment: 'Comment', change: 'Change the comment', help: 'Comment on the position on the board',
  onMove: (ply, who, move) => `On move ${ply}, ${who}: ${move}`, onFirst: 'On the first position',
  heard: (where, text) => `${where}: ${text}`,
  save: 'Save', cancel: words.cancel,
};

export const seats = {
  sayName: 'Set your name', above: 'Players above the board', below: 'Players below the board',
  won: 'won', lost: 'lost', drew: 'drew',
  you: 'you', computer: 'computer', onScreen: 'on this screen', here: 'here', away: 'not here',
  // Behind the name.
  taken: (who, count) => `${who === kYou ? 'have' : 'has'} taken ${plural(count, 'piece')}`,
  pieces: (who, count) => `${who === kYou ? 'have' : 'has'} ${plural(count, 'piece')}`,
};

export const decisions = {
  who: 'Players', person: capital(words.person), change: 'Change', cancel: words.cancel,
};

export const endings = {
  resigned: (who) => `${who} resigned`,
  overrun: (who) => `${who} ran out of time`,
  agreed: 'agreed',
  draw: 'A draw',
  lost: 'You lost',
  won: (who) => `${who} won`,
  shared: (who) => `${who} share the win`,
  you: within(kYou),
  You: kYou,
  because: (text, reason) => `${text}: ${reason}`,
  listed,
};

export const pointing = {
  picked: (cells, next) => `${cells} picked: goes on to ${next || 'no other cell'}`,
  others: (names, count) => `${names} and ${count} others`,
};

export const premove = {
  to: (cells) => cells.join('–'),
  waits: (move, last) => `${move} will be played on your turn. Press ${last} again to take it back.`,
  column: (cell) => `The column of ${cell} will be played on your turn. Press it again to take it back.`,
  where: (cell) => `${cell}: where to, when it is your turn?`,
  cannot: (move) => `${move} cannot be played now.`,
  columnIsFull: (cell) => `The column of ${cell} cannot be played now.`,
};

// --- What computers think ----------------------------------------------------

export const evaluation = {
  chances: (who, percent) => who === kYou ? `Your chances: ${percent}` : `Chances of ${who}: ${percent}`,
};

export const thoughts = {
  chances: 'Chances', best: 'Best moves',
  rate: (count) => `${count}/s`,
  line: (moves) => `Line: ${moves.join(' ')}`,
  notYet: 'What the computer thinks of its next move is shown here.',
  ofMove: (move, said) => `Of ${move}: ${said}`,
  silent: (move) => `The computer said nothing of its move ${move}.`,
  think: 'Think', stop: 'Stop', thinkOf: (label) => `${label}: think`, begins: '…',
  queue: (place) => `It waits for its turn to think: place ${place} in the queue.`,
};

// [[how many, grade]] in words.
const graded = (counts) => counts.map(([count, grade]) =>
    plural(count, grade, grade.replace(/y?$/, (end) => end ? 'ies' : 's'))).join(', ');
const noMistakes = (player) => `No mistakes found by ${player}`;

export const look = {
  title: 'Look into the position', first: 'First adviser', second: 'Second adviser',
  judge: 'Adviser that looks for mistakes', mistakes: 'Mistakes', wouldPlay: 'What computers would play',
  find: 'Find mistakes',
  // By whose opinion a move is one, and from which loss on: [[name, "5%"]].
  limits: (player, grades) => {
    const each = ([name, percent]) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} if it costs ${percent}`;
    return `In the opinion of ${player}, a move is ${listed(grades.map(each))} of the chances or more.`;
  },
  progress: (done, of) => `${done} of ${of} positions`,
  looking: 'Looking for mistakes …',
  judged: (counts, player) => counts.length ? `${graded(counts)} (${player})` : noMistakes(player),
  // Of those who made some: [[who, [[how many, grade]]]].
  found: (made, player) => made.length ?
      made.map(([who, counts]) => `${who}: ${graded(counts)}`).join('. ') : noMistakes(player),
  one: (ply, move, sign, grade) => `${ply}. ${move} ${sign} ${grade}`,
  mistake: (grade, best, percent) => `${grade}: ${best} was better by ${percent}`,
  missed: (grade, wins) => `${grade}: ${wins}`,
};

// --- Links, files, other screens ---------------------------------------------

export const sharing = {
  links: 'Links',
  send: (who) => `Send this to ${who}`,
  more: 'More links',
  toPlay: (who) => `The link of ${who}`,
  toPlayElsewhere: (who) => `To play as ${within(who)} from another device`,
  toWatch: 'To watch',
  copy: 'A copy of this game, to open in any Boardwalk',
  thisComputer: (host) => `These links open on this computer only, as the page was opened at “${host}”. For other ` +
      'computers, open it at the address that “boardwalk serve --host 0.0.0.0” prints.',
};

export const linked = {
  title: 'A game from a link',
  goOn: 'Go on with this game',
  seat: (side, player) => `${side}: ${player}`,
  seats: (texts) => texts.join(' · '),
};

export const results = {
  title: 'Results', report: 'Report', games: 'Games', all: 'All games',
  none: (file) => `${file}: No games yet.`,
  count: (file, games, planned) => `${file}: ${plural(games, 'game')} of ${planned}`,
  playOn: 'Play on from here', save: 'Save the game',
  room: (id) => `From game ${id}`,
};

export const settings = {
  title: 'Settings', name: 'Your name', you: kYou, board: 'Board', wood: 'Wood', slate: 'Slate',
  letters: ['Letters on the pieces', 'where their colours are hard to tell apart'],
  sound: ['Sound', 'for each move'],
  showPlan: [kShowPlan, 'while it thinks about its move'],
};
