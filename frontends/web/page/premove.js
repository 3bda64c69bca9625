// A move that is chosen before one's turn, and played then if the rules let it.

import {premove as texts} from './texts.js';

export class Premove {
  // As of Pointing: ask(cells), play(text) and say(text).
  constructor({board, ask, play, say}) {
    Object.assign(this, {board, ask, play, say});
    this.cells = [];
  }

  get whole() { return this.cells.length > 1 || this.placed; }

  // Of a piece of `seat` first, then where it shall go; or a cell where one
  // shall be put. The last one again takes it back.
  pick(cell, seat) {
    if (this.cells.at(-1) === cell) return this.drop('');
    const own = this.board.seatOn(cell) === seat;
    if (!own && this.cells.length === 1 && !this.placed) {
      this.cells = [...this.cells, cell];
    } else {
      this.cells = [cell];
      this.placed = !own;
    }
    this.board.mark('wanted', this.cells);
    this.say(this.#waiting());
  }

  #waiting() {
    const last = this.board.cells[this.cells.at(-1)].name;
    if (!this.whole) return texts.where(last);
    return this.board.isRack ? texts.column(last) : texts.waits(this.#name(), last);
  }

  #name() { return texts.to(this.cells.map((cell) => this.board.cells[cell].name)); }

  drop(said = null) {
    if (!this.cells.length) return;
    this.cells = [];
    this.placed = false;
    this.board.mark('wanted', []);
    if (said !== null) this.say(said);
  }

  // It is the turn now. Whether the move is played.
  async begin() {
    if (!this.whole) return this.drop(''), false;
    const refusal = this.board.isRack ? texts.columnIsFull(this.#name()) : texts.cannot(this.#name());
    const answer = await this.ask(this.cells.map((cell) => this.board.fallsTo(cell)));
    this.drop('');
    if (answer?.move) return this.play(answer.move), true;
    this.say(refusal);
    return false;
  }
}
