// A bar beside the board that tells who of two stands better.

import {h, seatClass} from './dom.js';
import {chanceOf, percentText} from './number_text.js';

export class Evaluation {
  constructor() {
    this.upper = h('i');
    this.lower = h('i');
    this.element = h('div', {class: 'evaluation', role: 'img', hidden: true}, this.upper, this.lower);
  }

  // `value` is that of `seat`; `below` is the seat whose pieces are at the
  // bottom, `seats` are as the board has them.
  show(value, seat, {seats, below}) {
    const known = typeof value === 'number' && seats.length === 2 && seat;
    this.element.hidden = !known;
    if (!known) return;
    const share = chanceOf(seat === below ? value : -value);
    this.upper.className = seatClass(seats[2 - below]);
    this.lower.className = seatClass(seats[below - 1]);
    this.upper.style.flexGrow = 1 - share;
    this.lower.style.flexGrow = share;
    this.element.setAttribute('aria-label', `Chances of player ${below}: ${percentText(share)}`);
    this.element.title = this.element.getAttribute('aria-label');
  }
}
