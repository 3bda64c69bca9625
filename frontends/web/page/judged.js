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
  hear({values, ends_in: ends, mistakes, moves: of}, moves) {
    const other = of.findIndex((text, ply) => moves[ply]?.text !== text);
    this.moves = moves.slice(0, of.length);
    this.cut = false;
    this.values = values.map((value, ply) => value === null ? {} : {value, ends_in: ends[ply]});
    this.mistakes = mistakes.map((one) => ({...one, ...moves[one.ply]}));
    if (other >= 0) this.#cutAt(other);
  }

  // The game has these moves now.
  keep(moves) {
    const other = this.moves.findIndex(({text}, ply) => moves[ply]?.text !== text);
    if (other >= 0) this.#cutAt(other);
  }

  // Only the first `count` moves are as they were.
  #cutAt(count) {
    this.cut = true;
    this.moves = this.moves.slice(0, count);
    this.values = this.values.slice(0, count + 1);
    this.mistakes = this.mistakes.filter(({ply}) => ply < count);
  }

  // What the position after `ply` moves is worth.
  valueAt(ply) { return this.values[ply] ?? {}; }

  // The mistake that the move after `ply` moves was, if it was one.
  mistakeAt(ply) { return this.mistakes.find((one) => one.ply === ply); }
}
