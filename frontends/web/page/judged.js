// What an analysis has said of a game, as far as it holds: what positions are
// worth, and which moves were mistakes. Where another move takes the place of one,
// the position before it is worth what it was, but the move, and all that came
// after it, is gone.

export class Judged {
  constructor() {
    this.values = [];    // of positions, by ply: {value, ends_in}, {} where nobody has said one
    this.mistakes = [];  // by ply: {ply, seat, text, best, lost, grade, sign}, with the move as it was
    this.moves = [];     // of which it is said
    this.cut = false;    // whether others have taken the place of some
  }

  // `analysis` as its event tells it, while the game has these moves.
  hear(analysis, moves) {
    const {player, done, of} = analysis;
    const goesOn = player === this.player && of === this.of && done >= this.done;
    Object.assign(this, {player, of, done});
    if (!goesOn) {
      this.moves = moves.slice(0, of);
      this.cut = false;
    }
    this.values = analysis.values.map((value, ply) => value === null ? {} : {value, ends_in: analysis.ends_in[ply]});
    this.mistakes = analysis.mistakes.map((one) => ({...one, ...this.moves[one.ply]}));
    this.#keep(this.moves.length);
    this.keep(moves);
  }

  // The game has these moves now.
  keep(moves) {
    const other = this.moves.findIndex(({text}, ply) => moves[ply]?.text !== text);
    if (other < 0) return;
    this.cut = true;
    this.#keep(other);
  }

  // The first `count` moves.
  #keep(count) {
    this.moves = this.moves.slice(0, count);
    this.values = this.values.slice(0, count + 1);
    this.mistakes = this.mistakes.filter(({ply}) => ply < count);
  }

  // What the position after `ply` moves is worth.
  valueAt(ply) { return this.values[ply] ?? {}; }

  // The mistake that the move after `ply` moves was, if it was one.
  mistakeAt(ply) { return this.mistakes.find((one) => one.ply === ply); }
}
