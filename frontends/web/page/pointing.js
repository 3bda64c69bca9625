// Makes a move of the cells that board.js reports as clicked or dragged. The server
// says what they mean.

import {pointing as texts, sentence} from './texts.js';

const kMostNames = 12;  // that are read out

// The cells that are named in the text of a move, in their order.
function cellsIn(text, cells) {
  const named = new Map(cells.map(({name}, index) => [name, index]));
  const longest = Math.max(0, ...cells.map(({name}) => name.length));
  const found = [];
  for (let at = 0; at < text.length;) {
    let length = longest;
    while (length && !named.has(text.slice(at, at + length))) --length;
    if (length) found.push(named.get(text.slice(at, at + length)));
    at += length || 1;
  }
  return found;
}

const kMostTried = 40;  // cells

// The cells of a move that is known by its text: those that it names, or else
// the one that stands for it when it is clicked. ask(cells) as below.
export async function pathOf(text, cells, ask) {
  const named = cellsIn(text, cells);
  const answer = await ask(named);
  if (!answer) return [];
  const same = answer.moves.find((other) => other.text === text);
  if (same) return same.path;
  if (named.length) return answer.move === text ? named : [];
  for (const cell of answer.next.slice(0, kMostTried)) {
    if ((await ask([cell]))?.move === text) return [cell];
  }
  return [];
}

export class Pointing {
  // ask(cells) answers as the interface's `pointing`; play(text) plays a move;
  // say(text) tells why something is none, hear(text) what is seen on the board;
  // choose(moves) shows moves that the cells leave open, none of them if that
  // is over.
  constructor({board, ask, play, say, hear, choose}) {
    Object.assign(this, {board, ask, play, say, hear, choose});
    this.cells = [];
    this.turn = 0;  // answers to earlier questions are late
    this.queue = Promise.resolve();
  }

  // One click after the other, as each means what those before it say.
  pick(cell) {
    this.queue = this.queue.then(() => this.#pick(cell));
    return this.queue;
  }

  async #pick(cell) {
    const turn = this.turn;
    let cells = [...this.cells, cell];
    let answer = await this.ask(cells);
    if (turn !== this.turn || !answer) return;
    if (answer.reason && this.cells.length) {
      // Another piece than before?
      const alone = await this.ask([cell]);
      if (turn !== this.turn || !alone) return;
      if (!alone.reason) [cells, answer] = [[cell], alone];
    }
    this.say(sentence(answer.reason ?? ''));
    if (answer.reason) return;
    if (answer.move) {
      // The marks go with the move: one drawing of a large board less.
      this.cells = [];
      this.play(answer.move);
      return;
    }
    this.cells = cells;
    this.board.mark('picked', cells);
    this.board.mark('next', answer.next);
    this.hear(texts.picked(this.#names(cells), this.#names(answer.next)));
    this.choose(answer.moves);
  }

  #names(cells) {
    const names = cells.slice(0, kMostNames).map((cell) => this.board.cells[cell].name).join(', ');
    return cells.length > kMostNames ? texts.others(names, cells.length - kMostNames) : names;
  }

  // A new position, or Escape.
  drop() {
    ++this.turn;
    this.cells = [];
    this.board.mark('picked', []);
    this.board.mark('next', []);
    this.choose([]);
  }

  // Shows what can be clicked first, and the moves that touch no cell. The
  // answer may be known.
  async begin(known) {
    const turn = this.turn;
    const answer = known ?? await this.ask([]);
    if (turn !== this.turn || !answer) return;
    this.board.setStarts(answer.next);
    this.choose(answer.moves);
  }
}
