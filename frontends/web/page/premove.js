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
  // shall be put.
  pick(cell, seat) {
    const own = this.board.seatOn(cell) === seat;
    if (!own && this.cells.length === 1 && !this.placed) {
      this.cells = [...this.cells, cell];
    } else if (own && this.cells.join() === String(cell)) {
      return this.drop('');
    } else {
      this.cells = [cell];
      this.placed = !own;
    }
    this.board.mark('wanted', this.cells);
    const name = this.#name();
    this.say(this.whole ? texts.waits(name) : texts.where(name));
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
    const {cells} = this, name = this.#name();
    const answer = await this.ask(cells);
    this.drop('');
    if (answer?.move) return this.play(answer.move), true;
    this.say(texts.cannot(name));
    return false;
  }
}
