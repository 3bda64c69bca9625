// A bar beside the board that tells who of two stands better.

import {h, seatClass} from './dom.js';
import {chanceOf, chancesText, isProved, percentText} from './number_text.js';
import {evaluation as texts} from './texts.js';

export class Evaluation {
  constructor() {
    this.upper = h('i');
    this.lower = h('i');
    this.element = h('div', {class: 'evaluation', role: 'img', hidden: true}, this.upper, this.lower);
  }

  // `value` is that of `seat`, and `ends_in` as it is known; `below` is the seat whose pieces are at the
  // bottom, `seats` are as the board has them; called(seat) is what its player is
  // called.
  show({value, ends_in}, seat, {seats, below, called}) {
    const known = typeof value === 'number' && seats.length === 2 && seat;
    this.element.hidden = !known;
    if (!known) return;
    const lower = seat === below ? value : -value, share = chanceOf(lower);
    this.upper.className = seatClass(seats[2 - below]);
    this.lower.className = seatClass(seats[below - 1]);
    this.upper.style.flexGrow = 1 - share;
    this.lower.style.flexGrow = share;
    const who = called(below);
    this.element.title = isProved(lower) ? chancesText(who, {value: lower, ends_in}, seats.length) :
        texts.chances(who, percentText(share));
    this.element.setAttribute('aria-label', this.element.title);
  }
}
