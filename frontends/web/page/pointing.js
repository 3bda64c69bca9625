// From cells that are clicked to a move. What they mean is the server's to say.

export class Pointing {
  // ask(cells) answers as the interface's `pointing`; play(text) plays a move;
  // say(text) tells why something is none; choose(moves) shows moves that the
  // cells leave open, none of them if that is over.
  constructor({board, ask, play, say, choose}) {
    Object.assign(this, {board, ask, play, say, choose});
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
    this.say(answer.reason ?? '');
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
    this.choose(answer.moves);
  }

  // A new position, or Escape.
  drop() {
    ++this.turn;
    this.cells = [];
    this.board.mark('picked', []);
    this.board.mark('next', []);
    this.choose([]);
  }

  // Shows what can be clicked first, and the moves that touch no cell.
  async begin() {
    const turn = this.turn;
    const answer = await this.ask([]);
    if (turn !== this.turn || !answer) return;
    this.board.setStarts(answer.next);
    this.choose(answer.moves);
  }
}
