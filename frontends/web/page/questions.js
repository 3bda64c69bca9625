// What one player asks the others: a draw, a move back, another game. A note
// tells it to all, with the answers for those who may give one.

import {button, h} from './dom.js';
import {icon} from './icons.js';
import {questions as texts} from './texts.js';

// by(state) are the seats that ask.
const kQuestions = {
  draw: {by: ({draw_offered_by: by}) => by ? [by] : [], accept: 'accept-draw', decline: 'decline-draw'},
  undo: {by: ({undo_asked_by: by}) => by ? [by] : [], accept: 'accept-undo', decline: 'decline-undo'},
  rematch: {by: ({rematch}) => rematch.room ? [] : rematch.by, accept: 'rematch'},
};

export class Questions {
  // act(action, seat) answers; called(seat) is what its player is called;
  // say(text) shows something, hear(text) tells it to those who hear the page.
  constructor({act, called, say, hear}) {
    Object.assign(this, {act, called, say, hear});
    this.element = h('div', {class: 'questions', hidden: true});
    this.asked = {};  // by name: the seats, and the ply
  }

  // `mine` are the seats of people on this screen.
  show(state, mine) {
    const asked = Object.entries(kQuestions).map(([name, {by}]) => ({name, by: by(state)}));
    for (const {name, by} of asked) this.#tell(name, by, state, mine);
    const shown = JSON.stringify([asked, mine, asked.map(({by}) => by.map(this.called))]);
    if (shown === this.shown) return;
    this.shown = shown;
    const notes = asked.filter(({by}) => by.length).map(({name, by}) => this.#note(name, by, mine));
    this.element.hidden = notes.length === 0;
    this.element.replaceChildren(...notes);
  }

  #text(name, by, mine) {
    const own = mine.length === 1 && by.includes(mine[0]);
    return own ? texts[name].own : texts[name].asked(by.map(this.called));
  }

  #note(name, by, mine) {
    const {accept, decline} = kQuestions[name], text = this.#text(name, by, mine);
    const seat = mine.find((one) => !by.includes(one));
    const answer = (word, sign, action, properties) => {
      const made = button('', () => this.act(action, seat), {...properties, 'aria-label': `${word}: ${text}`});
      made.append(icon(sign), word);
      return made;
    };
    return h('div', {class: 'question', role: 'group', 'aria-label': text}, h('span', {}, text),
        h('span', {class: 'answers'}, seat ? answer(texts.accept, 'accept', accept, {class: 'main'}) : null,
          seat && decline ? answer(texts.decline, 'decline', decline) : null));
  }

  // A question and its refusal, to those who hear them. A move passes over it.
  #tell(name, by, {ply, over}, mine) {
    const before = this.asked[name];
    this.asked[name] = {by, ply};
    if (!before) return;
    if (by.some((seat) => !before.by.includes(seat))) this.hear(this.#text(name, by, mine));
    const {declined} = texts[name];
    if (declined && !by.length && before.by.length && before.ply === ply && !over) this.say(declined);
  }
}
