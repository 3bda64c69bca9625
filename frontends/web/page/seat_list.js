// The players of a game: who has which seat, whose turn it is, their clocks.

import {h, setText} from './dom.js';
import {playerTitle} from './names.js';
import {clockText} from './number_text.js';

const kClockTick = 100;  // milliseconds

// "won", "lost (easy)".
function outcome(value, {human, player}) {
  const word = value > 0 ? 'won' : value < 0 ? 'lost' : 'drew';
  return human ? word : `${word} (${playerTitle(player)})`;
}

// What stands on the pieces of each seat.
export function signs({legend, seats}) {
  return seats.map((_, index) => {
    const sign = (Array.isArray(legend?.seats) ? legend.seats[index] ?? '' : '').split(/[ ,]/)[0];
    return sign && sign.length <= 2 ? sign : String(index + 1);
  });
}

export class SeatList {
  constructor(room) {
    this.room = room;
    this.element = h('ul', {class: 'seat-list', 'aria-label': 'Players'});
    this.ticking = setInterval(() => this.#clocks(), kClockTick);
  }

  close() { clearInterval(this.ticking); }

  show() {
    const {state} = this.room;
    const sign = signs(state);
    this.element.replaceChildren(...state.seats.map((seat, index) => {
      const number = index + 1;
      const toMove = !state.over && state.view.to_move === number;
      const clock = h('span', {class: 'clock', hidden: seat.left_ms === undefined || seat.left_ms === null});
      return h('li', {class: toMove ? 'to-move' : '', 'aria-current': toMove ? 'true' : null},
               h('i', {class: `dot s${index}`, title: `Pieces: ${sign[index]}`}, h('b', {class: `symbol ts${index}`}, sign[index])),
               h('b', {}, `Player ${number}`), h('span', {class: 'what'}, this.#what(seat, number)), clock);
    }));
    this.#clocks();
  }

  #what(seat, number) {
    const {over, role} = this.room.state;
    if (over) return outcome(over.returns[number - 1], seat);
    if (!seat.human) return playerTitle(seat.player);
    if (role.seats.includes(number)) return 'on this screen';
    return seat.present ? 'here' : 'not here';
  }

  #clocks() {
    const {room} = this;
    room.state?.seats.forEach((_, index) => {
      const left = room.left(index + 1);
      const clock = this.element.children[index]?.querySelector('.clock');
      if (clock && left !== null) setText(clock, clockText(left));
    });
  }
}
