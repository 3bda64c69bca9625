// What boards, timelines and lists of games say, on the page and in reports.
// Texts that have parts are functions. What games and players say is not here.

import {kYou, plural, within} from './dom.js';

const does = (who, verb, yours) => `${who} ${who === kYou ? yours : verb}`;

const counted = (text, one) => `${text} ${text === '1' ? one : `${one}s`}`;

export const viewerTexts = {
  dialog: {close: 'Close'},
  board: {
    name: 'Board', role: 'board', unreadable: 'The picture of the board cannot be read.',
    empty: 'empty', reachable: 'can be reached', begins: 'a move begins here',
    larger: 'Larger', smaller: 'Smaller',
  },
  timeline: {
    moves: 'Moves', position: 'Position', steps: 'Step through the game',
    first: 'First position', back: 'One move back', forward: 'One move forward', last: 'Last position',
    move: (ply, who, text) => `Move ${ply}, ${who}: ${text}`,
    after: (ply, text) => `after move ${ply}, ${text}`,
    beginning: 'the beginning',
    curveOfOne: (who) => `Chances over the game, of ${within(who)}: up is good`,
    curveOfEach: 'Chances over the game, of each player in his own eyes: up is good',
  },
  viewer: {
    opening: 'of the opening',
    move: (ply, who, text, said) => `${ply}. ${who}: ${text}${said ? ` (${said})` : ''}`,
    beginning: 'Start position',
  },
  games: {
    filters: 'Which games', any: 'any', game: 'Game', player: 'Player', winner: 'Won by', nobody: 'nobody',
    number: 'No.', players: 'Players, by seat', result: 'Result', ending: 'Ending', moves: 'Moves',
    back: 'Back', next: 'Next', none: 'No such games',
    shown: (from, to, total) => `${from} to ${to} of ${total.toLocaleString('en')}`,
    // Those of the opening are nobody's, and are not counted with a player's.
    length: (moves, opening) => plural(moves - opening, 'move') + (opening ? ` after ${opening} of the opening` : ''),
    title: (id, players) => `Game ${id}: ${players.join(' against ')}`,
    endings: {rules: 'by the rules', 'ply-limit': 'limit of plies'},
  },
  said: {
    // Of the seat to move, where it is proved.
    wins: 'wins', loses: 'loses',
    winsForCertain: (who) => `${does(who, 'wins', 'win')} for certain`,
    losesForCertain: (who) => `${does(who, 'loses', 'lose')} for certain`,
    winsIn: (who, moves) => `${does(who, 'wins', 'win')} in ${plural(moves, 'move')}`,
    losesIn: (who, moves) => `${does(who, 'is', 'are')} lost in ${plural(moves, 'move')}`,
    chances: (who, percent) => `${percent} for ${within(who)}`,
    depth: (depth) => `depth ${depth}`,
    // Of a count that is a text.
    nodes: (count) => counted(count, 'node'),
    playouts: (count) => counted(count, 'playout'),
    visits: (count) => counted(count, 'visit'),
  },
};
