// What one player asks the others: a draw, a move back, another game. A note
// tells it to all, with the answers for those who may give one.

import {button, h, replaceKeepingFocus} from './dom.js';
import {icon} from './icons.js';
import {questions as texts} from './texts.js';

// by(state) are the seats that ask, agreed(state) those that have said yes.
const kQuestions = {
  draw: {by: ({draw_offered_by: by}) => by ? [by] : [], agreed: ({draw_agreed}) => draw_agreed,
         accept: 'accept-draw', decline: 'decline-draw'},
  undo: {by: ({undo_asked_by: by}) => by ? [by] : [], agreed: ({undo_agreed}) => undo_agreed,
         accept: 'accept-undo', decline: 'decline-undo'},
  rematch: {by: ({rematch}) => rematch.room ? [] : rematch.by, agreed: () => [], accept: 'rematch'},
};

export class Questions {
  // act(action, seat) answers; called(seat) is what its player is called, isYou(seat)
  // whether that is who plays here alone; say(text) shows something, hear(text) tells it to those who hear the page;
  // lost() is called when what had the focus is gone.
  constructor({act, called, isYou, say, hear, lost}) {
    Object.assign(this, {act, called, isYou, say, hear, lost});
    this.element = h('div', {class: 'questions', hidden: true});
    this.asked = {};  // by name: the seats that ask, that have agreed, and the ply
  }

  // `mine` are the seats of people on this screen.
  show(state, mine) {
    const asked = Object.entries(kQuestions).map(([name, {by, agreed}]) => {
      const asking = by(state);
      return {name, by: asking, agreed: asking.length ? agreed(state).filter((seat) => !asking.includes(seat)) : []};
    });
    for (const one of asked) this.#tell(one, state);
    const shown = JSON.stringify([asked, mine, state.seats.map((_, index) => this.called(index + 1))]);
    if (shown === this.shown) return;
    this.shown = shown;
    const notes = asked.filter(({by}) => by.length).map((one) => this.#note(one, mine));
    replaceKeepingFocus(this.element, notes, this.lost);
    this.element.hidden = notes.length === 0;
  }

  #text(name, by) {
    return by.some(this.isYou) ? texts[name].own : texts[name].asked(by.map(this.called));
  }

  // Who else has said yes, "" if nobody has.
  #agreedText(agreed) {
    const others = agreed.filter((seat) => !this.isYou(seat));
    return agreed.length ? texts.agreed(others.map(this.called), others.length < agreed.length) : '';
  }

  #note({name, by, agreed}, mine) {
    const {accept, decline} = kQuestions[name];
    const text = [this.#text(name, by), this.#agreedText(agreed)].filter(Boolean).join(' ');
    const seat = mine.find((one) => !by.includes(one) && !agreed.includes(one));
    const answer = (word, sign, action, properties) => {
      const made = button('', () => this.act(action, seat),
                          {...properties, 'aria-label': `${word}: ${text}`, 'data-action': action});
      made.append(icon(sign), word);
      return made;
    };
    return h('div', {class: 'question', role: 'group', 'aria-label': text}, h('span', {}, text),
        h('span', {class: 'answers'}, seat ? answer(texts.accept, 'accept', accept, {class: 'main'}) : null,
          seat && decline ? answer(texts.decline, 'decline', decline) : null));
  }

  // A question, who agrees and its refusal, to those who hear them. A move passes
  // over it.
  #tell({name, by, agreed}, {ply, over}) {
    const before = this.asked[name];
    this.asked[name] = {by, agreed, ply};
    if (!before) return;
    if (by.some((seat) => !before.by.includes(seat))) this.hear(this.#text(name, by));
    const more = agreed.filter((seat) => !before.agreed.includes(seat));
    if (more.length) this.hear(this.#agreedText(more));
    const {declined} = texts[name];
    if (declined && !by.length && before.by.length && before.ply === ply && !over) this.say(declined);
  }
}
