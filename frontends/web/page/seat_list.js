// The players of a game, above and below its board: who has which seat, whose
// turn it is, their clocks.

import {button, h, seatDot, setText} from './dom.js';
import {clockText} from './number_text.js';
import {seats as texts} from './texts.js';

const kClockTick = 100;  // milliseconds
const kAsleep = 2000;    // a tick that comes so much later
const kMostDots = 6;     // pieces that are drawn
const kMany = 3;         // players above or below who share its width

const outcome = (value) => value > 0 ? texts.won : value < 0 ? texts.lost : texts.drew;

// The seats whose players stand below the board. `mine` are those of people on
// this screen, `heights` how far down the pieces of each stand at the beginning.
export function seatsBelow({count, mine, heights, flip}) {
  const all = Array.from({length: count}, (_, index) => index + 1);
  if (mine.length === 1 && (count > 2 || heights.every((height) => Math.abs(height - 0.5) < 0.01))) return mine;
  const low = all.filter((seat) => heights[seat - 1] > 0.51);
  if (low.length && low.length < count) return count > 2 ? low : low.slice(0, 1);
  // They stand as high as each other: the first is below.
  return flip && count === 2 ? [2] : [1];
}

export class SeatList {
  // onAwake() is called when this page has been asleep, sayName() when who plays
  // here without a name wants one.
  constructor(room, {onAwake, sayName}) {
    Object.assign(this, {room, sayName});
    this.seats = [];
    this.lower = [];
    this.above = h('ul', {class: 'seat-list above', 'aria-label': texts.above});
    this.below = h('ul', {class: 'seat-list below', 'aria-label': texts.below});
    this.ticked = performance.now();
    this.ticking = setInterval(() => {
      const late = performance.now() - this.ticked - kClockTick;
      this.ticked = performance.now();
      if (late > kAsleep && !document.hidden) onAwake();
      this.#clocks();
    }, kClockTick);
  }

  close() { clearInterval(this.ticking); }

  // `seats` as the board has them; `below` are the numbers of those below it.
  arrange(seats, below) {
    Object.assign(this, {seats, lower: below});
    if (this.room.state) this.#build();
  }

  #build() {
    this.rows = this.room.state.seats.map((_, index) => h('li', {'data-seat': index + 1},
        seatDot(this.seats[index], index + 1), h('b', {}), h('span', {class: 'what'}),
        button('', this.sayName, {class: 'quiet say-name', hidden: true}), h('span', {class: 'tally'}),
        h('span', {class: 'clock'})));
    this.above.replaceChildren(...this.rows.filter((_, index) => !this.lower.includes(index + 1)));
    this.below.replaceChildren(...this.rows.filter((_, index) => this.lower.includes(index + 1)));
    for (const {classList, children} of [this.above, this.below]) {
      classList.toggle('several', children.length > 1);
      classList.toggle('many', children.length >= kMany);
    }
    this.tallied = null;
    this.cost = {taken: null, pieces: null};
    this.show();
  }

  // What the position on the board has cost: `taken` are the pieces that each seat
  // has lost, `pieces` how many it has; null where that tells nothing.
  tally(cost) {
    this.cost = cost;
    this.#showCost();
  }

  #showCost() {
    const {taken, pieces} = this.cost;
    const called = this.rows.map((_, index) => this.room.nameOf(index + 1));
    const shown = JSON.stringify([taken, pieces, called]);
    if (shown === this.tallied) return;
    this.tallied = shown;
    this.rows.forEach((row, index) => {
      const place = row.querySelector('.tally');
      const of = taken ? 1 - index : index;  // whose pieces they are: of two, the other's
      const count = (taken ?? pieces)?.[of] ?? 0;
      place.title = taken && count ? texts.taken(called[index], count) :
          pieces ? texts.pieces(called[index], count) : '';
      if (!place.title) return place.replaceChildren();
      const each = taken && count <= kMostDots;
      const dots = Array.from({length: each ? count : 1}, () => seatDot(this.seats[of], of + 1));
      const number = each ? null : h('b', {}, String(count));
      place.replaceChildren(h('span', {class: 'dots', 'aria-hidden': 'true'}, dots, number),
                            h('span', {class: 'heard'}, place.title));
    });
  }

  // Writes what has changed.
  show() {
    const {over, seats, view} = this.room.state;
    this.rows?.forEach((row, index) => {
      const [, name, what, say, , clock] = row.children, seat = seats[index], toMove = !over && view.to_move === index + 1;
      row.classList.toggle('to-move', toMove);
      if (toMove) row.setAttribute('aria-current', 'true'); else row.removeAttribute('aria-current');
      setText(name, this.room.nameOf(index + 1));
      setText(what, this.#what(seat, index + 1));
      say.hidden = !this.#isNameless(seat, index + 1);
      setText(say, say.hidden ? '' : texts.sayName);
      clock.hidden = seat.left_ms === undefined || seat.left_ms === null;
    });
    if (this.rows) this.#showCost();  // it says who has it
    this.#clocks();
  }

  // Who plays here against other people, and has no name.
  #isNameless(seat, number) {
    const {over, seats} = this.room.state;
    return !over && !seat.name && this.room.isYou(number) &&
        seats.some(({human}, index) => human && index + 1 !== number);
  }

  #what(seat, number) {
    const {over, role} = this.room.state;
    if (over) return outcome(over.returns[number - 1]);
    if (!seat.human) return texts.computer;
    if (this.room.isYou(number)) return seat.name ? texts.you : '';
    if (role.seats.includes(number)) return texts.onScreen;
    return seat.present ? texts.here : texts.away;
  }

  #clocks() {
    const {room} = this;
    this.rows?.forEach((row, index) => {
      const left = room.left(index + 1);
      if (left !== null) setText(row.lastChild, clockText(left));
    });
  }
}
