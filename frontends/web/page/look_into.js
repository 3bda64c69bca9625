// The part of a game's screen that looks into positions: two players side by
// side, and the mistakes of the game.

import {button, h, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {givenOf, idOf, playerTitle} from './names.js';
import {chanceOf, percentText} from './number_text.js';
import {look as texts} from './texts.js';
import {Look} from './thoughts.js';

// What a value fell by, as a share of the chances.
export const lossText = (loss) => percentText(chanceOf(loss) - chanceOf(0));

export class LookInto {
  // details() is the game with its players; position() is {room, ply} of what
  // is on `board`; evaluate({value, ends_in}) tells what the first player thinks.
  constructor({board, room, ask, details, position, evaluate}) {
    Object.assign(this, {board, room, ask, details, position, evaluate});
    this.looks = [];
    this.find = () => {};  // once it has been opened
    this.content = h('div', {class: 'looks'});
    this.progress = h('p', {role: 'status'});
    this.element = h('details', {class: 'look-into', ontoggle: () => this.#open()},
                     h('summary', {}, texts.title), this.content);
  }

  async #open() {
    if (!this.element.open || this.opened) return;
    const details = await this.details();
    if (!details || this.opened) return;
    this.opened = true;
    const {players, adviser, grades} = details;
    const choose = (...wanted) => wanted.find((id) => players.some((player) => player.id === id)) ?? players[0].id;
    this.looks = [[texts.first, choose('alphabeta', 'hard')], [texts.second, choose('mcts', 'medium')]].map(
      ([label, chosen], index) => new Look(players, {
        label, chosen, position: this.position, onLine: (paths, data) => {
          this.board.drawLine(paths, `idea${index + 1}`);
          if (index === 0 && data) this.evaluate(data);
        }}));
    const limits = h('small', {class: 'limits'});
    const tellLimits = () => setText(limits, texts.limits(playerTitle(judge.value()), grades.map(
        ({name, least_loss: loss}) => [name, lossText(loss)])));
    const judge = playerChoice(players, {label: texts.judge, chosen: choose(idOf(adviser)), given: givenOf(adviser),
                                         changed: () => tellLimits()});
    tellLimits();
    this.content.replaceChildren(
        h('section', {class: 'look', 'aria-label': texts.mistakes}, h('h2', {}, texts.mistakes), judge.element,
          button(texts.find, () => this.find()), this.progress, limits),
        h('section', {}, h('h2', {}, texts.wouldPlay),
          h('div', {class: 'side-by-side'}, this.looks.map((look) => look.element))));
    this.find = () => this.ask(() => this.room.analyse(judge.name()));
  }

  async findMistakes() {
    this.element.open = true;
    await this.#open();
    await this.find();
    this.progress.scrollIntoView({block: 'nearest'});
  }

  // How far an analysis is.
  tell({found, done, of, text}) {
    const known = done < of ? texts.progress(done, of) : found;
    setText(this.progress, known ? texts.judged(known, text) : text);
  }

  // Another position is on the board.
  moved() { this.looks.forEach((look) => look.moved()); }

  stop() { this.looks.forEach((look) => look.stop()); }
}
