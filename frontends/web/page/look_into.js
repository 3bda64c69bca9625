// The part of a game's screen that looks into positions: two players side by
// side, and the mistakes of the game.

import {button, h, replaceKeepingFocus, seatDot, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {givenOf, idOf, nameOf, playerTitle} from './names.js';
import {chanceOf, percentText} from './number_text.js';
import {look as texts, sentence} from './texts.js';
import {Look} from './thoughts.js';

// What a value fell by, as a share of the chances.
export const lossText = (loss) => percentText(chanceOf(loss) - chanceOf(0));

// A judge is called without its time: it has what an analysis gives it.
const judgeTitle = (name) => playerTitle(
    nameOf(idOf(name), Object.entries(givenOf(name)).filter(([key]) => key !== 'time')));

export class LookInto {
  // `judged` is what an analysis has said of the game.
  // details() is the game with its players; position() is {room, ply} of what
  // is on `board`; evaluate({value, ends_in}) tells what the first player thinks.
  // step(ply) shows a position; say(text, {show}) tells how the mistakes that
  // somebody here asked for are looked for, and can bring that into sight.
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
    const parts = [
      h('section', {}, h('h2', {}, texts.wouldPlay),
        h('div', {class: 'side-by-side'}, this.looks.map((look) => look.element))),
      h('section', {class: 'look', 'aria-label': texts.mistakes}, h('h2', {}, texts.mistakes), judge.element,
        button(texts.find, () => this.find(false)), this.result, limits)];
    // First what one wants to know now.
    this.content.replaceChildren(...(this.room.state.over ? parts.reverse() : parts));
    this.find = (aside) => this.#find(judge.name(), aside);
  }

  // Asked for elsewhere, where the answer is looked for, too.
  async findMistakes() {
    this.element.open = true;
    await this.#open();
    await this.find(true);
  }

  // The place of the answer is brought into sight now: it takes a while, and who
  // has gone on by then stays there.
  async #find(player, aside) {
    const asked = this.asked = {};
    this.say(texts.looking, {show: aside});
    if (!aside) {
      setText(this.progress, texts.looking);
      this.result.scrollIntoView({block: 'nearest'});
    }
    const answer = await this.ask(() => this.room.analyse(player));
    if (this.asked !== asked) return;
    if (!answer) return this.#giveUp();
    asked.number = answer.number;
    this.#answer();
  }

  #giveUp() {
    this.asked = null;
    this.#showProgress();
  }

  // How far an analysis is; what it has found is in `judged`. `text` is why it finds nothing.
  tell(analysis) {
    this.analysis = analysis;
    this.#showProgress();
    this.show();
    this.#answer();
  }

  // To who has asked here, unless others have asked for another since.
  #answer() {
    const {number, player, done, of, text} = this.analysis ?? {}, wanted = this.asked?.number;
    if (!wanted || !number || number < wanted) return;
    if (number > wanted) {
      this.#giveUp();
      return this.say('', {show: false});
    }
    if (!text && done < of) return;
    this.asked = null;
    const found = this.judged.cut ? '' : texts.found(this.#counts(), judgeTitle(player));
    this.say(text ? sentence(text) : found, {show: false});
  }

  #showProgress() {
    const {player, done, of, text} = this.analysis ?? {};
    const found = () => texts.judged(this.#graded(this.judged.mistakes), judgeTitle(player));
    setText(this.progress, !player ? '' : text ? sentence(text) : done === of ? found() : texts.progress(done, of));
  }

  // How many there are of each grade, [[how many, grade]], the worst first.
  #graded(mistakes) {
    const worst = [...mistakes].sort((one, other) => other.lost - one.lost);
    const names = [...new Set(worst.map(({grade}) => grade))];
    return names.map((name) => [mistakes.filter(({grade}) => grade === name).length, name]);
  }

  // Those of each who made some: [[who, [[how many, grade]]]].
  #counts() {
    const of = (one) => this.#graded(this.judged.mistakes.filter(({seat}) => seat === one));
    return this.room.state.seats.map((_, index) => [this.room.nameOf(index + 1), of(index + 1)])
        .filter(([, counts]) => counts.length);
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
