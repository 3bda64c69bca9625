// The part of a game's screen that looks into positions: two players side by
// side, and the mistakes of the game.

import {sentence} from './api.js';
import {button, h, replaceKeepingFocus, seatDot, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {givenOf, idOf, playerTitle} from './names.js';
import {chanceOf, percentText} from './number_text.js';
import {look as texts} from './texts.js';
import {Look} from './thoughts.js';

// What a value fell by, as a share of the chances.
export const lossText = (loss) => percentText(chanceOf(loss) - chanceOf(0));

export class LookInto {
  // `judged` is what an analysis has said of the game.
  // details() is the game with its players; position() is {room, ply} of what
  // is on `board`; evaluate({value, ends_in}) tells what the first player thinks.
  // step(ply) shows a position; say(text, {show}) tells how the mistakes that
  // somebody here asked for are looked for, and brings that into sight.
  // lost() is called when what had the focus is gone.
  constructor({board, room, judged, ask, details, position, evaluate, step, say, lost}) {
    Object.assign(this, {board, room, judged, ask, details, position, evaluate, step, say, lost});
    this.looks = [];
    this.find = () => {};  // once it has been opened
    this.content = h('div', {class: 'looks'});
    this.progress = h('p');
    this.found = h('ol', {class: 'found', 'aria-label': texts.mistakes});
    this.result = h('div', {}, this.progress, this.found);
    this.element = h('details', {class: 'look-into', ontoggle: () => this.#open()},
                     h('summary', {}, texts.title), this.content);
  }

  async #open() {
    if (!this.element.open || this.opened) return;
    const details = await this.details();
    if (!details || this.opened) return;
    this.opened = true;
    const {players, adviser, grades} = details;
    this.grades = grades;
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
          button(texts.find, () => this.find(false)), this.result, limits),
        h('section', {}, h('h2', {}, texts.wouldPlay),
          h('div', {class: 'side-by-side'}, this.looks.map((look) => look.element))));
    this.find = async (aside) => {
      this.asked = {aside};
      this.say(texts.looking, {show: aside});
      if (!await this.ask(() => this.room.analyse(judge.name()))) this.asked = null;
    };
  }

  // Asked for elsewhere, where the answer is looked for, too.
  async findMistakes() {
    this.element.open = true;
    await this.#open();
    await this.find(true);
  }

  // How far an analysis is, and what it has found. `text` is why it finds nothing.
  tell({player, found, done, of, text}) {
    const ended = done === of, by = playerTitle(player);
    setText(this.progress, text ? sentence(text) : ended ? texts.judged(sentence(found), by) : texts.progress(done, of));
    this.show();
    if (!this.asked || !text && !ended) return;
    const {aside} = this.asked;
    this.asked = null;
    this.say(text ? sentence(text) : texts.found(this.#counts(), by), {show: aside});
    if (!aside) this.result.scrollIntoView({block: 'nearest'});
  }

  // Those of each who made some: [[who, [[how many, grade]]]], the worst first.
  #counts() {
    const made = (one, grade) => this.judged.mistakes.filter((mistake) => mistake.seat === one && mistake.grade === grade).length;
    return this.room.state.seats.map((_, index) => [this.room.nameOf(index + 1), this.grades.map(
        ({name}) => [made(index + 1, name), name]).filter(([count]) => count)]).filter(([, counts]) => counts.length);
  }

  // The mistakes, as far as their moves still stand in the game.
  show() {
    const made = this.judged.mistakes;
    if (made === this.seen) return;
    this.seen = made;
    if (this.judged.cut) setText(this.progress, '');  // of another game
    const shown = JSON.stringify(made);
    if (shown === this.listed) return;
    this.listed = shown;
    replaceKeepingFocus(this.found, made.map((one) => h('li', {}, this.#button(one))), this.lost);
  }

  #button({ply, seat, text, sign, grade}) {
    const made = button('', () => this.step(ply + 1), {class: 'quiet'});
    made.append(seatDot(this.board.seats[seat - 1], seat), h('span', {}, texts.one(ply + 1, text, sign, grade)));
    return made;
  }

  // Another position is on the board.
  moved() { this.looks.forEach((look) => look.moved()); }

  stop() { this.looks.forEach((look) => look.stop()); }
}
