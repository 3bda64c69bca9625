// The games that this one has to do with: the one that it branched from, and what
// was played in it and taken back.

import {button, h, replaceKeepingFocus} from './dom.js';
import {roomOf} from './memory.js';
import {game as texts} from './texts.js';

const kShown = 4;  // moves of a variation

export class Branches {
  // branch(index) makes a game of a variation; lost() is called when what had the
  // focus is gone.
  constructor(room, {branch, lost}) {
    Object.assign(this, {room, branch, lost});
    this.list = h('ul');
    this.element = h('details', {class: 'more branches', name: 'more', hidden: true}, h('summary', {}, texts.branches), this.list);
  }

  show() {
    const {parent, variations} = this.room.state;
    if (!parent && !variations.length && this.element.hidden) return;
    const known = parent && roomOf(parent);
    const told = variations.flatMap(({ply, moves}, index) => this.#isTold(index) ? [] :
        [{index, said: texts.variation(ply, moves.slice(0, kShown), moves.length > kShown)}]);
    const shown = JSON.stringify([known?.id, told]);
    if (shown === this.shown) return;
    this.shown = shown;
    const rows = [...(known ? [h('a', {href: `#room=${known.id}`}, texts.parent)] : []),
                  ...told.map((one) => this.#variation(one))];
    replaceKeepingFocus(this.list, rows.map((made) => h('li', {}, made)), this.lost);
    this.element.hidden = rows.length === 0;
  }

  #variation({index, said}) {
    return this.room.mayBranch ? button(said, () => this.branch(index), {class: 'quiet'}) : said;
  }

  // Whether the game or a later variation has all the moves of this one.
  #isTold(index) {
    const {moves: played, variations} = this.room.state, {ply, moves} = variations[index];
    const game = {ply, moves: played.slice(ply).map(({text}) => text)};
    return [game, ...variations.slice(index + 1)].some((one) =>
        one.ply === ply && moves.every((move, at) => move === one.moves[at]));
  }
}
