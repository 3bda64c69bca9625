// "Your games": those that this browser has been to, and how they stand. The
// server is asked for those that are seen.

import {get, post} from './api.js';
import {button, focusOn, h, setText} from './dom.js';
import {forget, rooms} from './memory.js';
import {calledIn, playerTitle} from './names.js';
import {earlier, words} from './texts.js';

const kShown = 5;  // at least, and until somebody wants to see all

const others = ({seats, role}) => seats.filter((_, index) => !role.seats.includes(index + 1));

// "against Easy", "Easy against Hard" for who only watches.
function who(state) {
  const names = (seats) => seats.map(({player, human, name}) => human ? name || words.person : playerTitle(player));
  if (!state.role.seats.length) return earlier.among(names(state.seats));
  const against = names(others(state));
  return against.length ? earlier.against(against) : earlier.allHere;
}

// For who only watches, or plays for all, too.
function outcome({over, role, seats}) {
  const mine = role.seats.map((seat) => over.returns[seat - 1]);
  const winners = over.returns.flatMap((value, index) => value > 0 ? [index] : []);
  if (!winners.length && new Set(over.returns).size === 1) return earlier.draw;
  if (!mine.length || mine.length === over.returns.length) {
    return winners.length ? earlier.wonBy(winners.map((index) => calledIn(seats, index + 1))) : earlier.draw;
  }
  return mine.some((value) => value > 0) ? earlier.won : earlier.lost;
}

function standing(state) {
  if (state.over) return outcome(state);
  const turn = state.view.to_move;
  if (state.role.seats.includes(turn)) return earlier.yourTurn;
  const seat = state.seats[turn - 1];
  return seat?.human ? earlier.waitingFor(seat.name) : earlier.computersTurn;
}

const when = (at) => at ? new Date(at).toLocaleString([], {month: 'short', day: 'numeric', hour: 'numeric',
                                                           minute: 'numeric'}) : '';

class Earlier {
  constructor(room, {gone}) {
    Object.assign(this, {room, gone});
    const title = room.title ?? room.id;
    this.state = h('b', {class: 'state'});
    this.facts = h('small', {}, this.#when());
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.element = h('li', {}, h('div', {}, h('a', {href: `#room=${room.id}`}, title), this.state, this.facts),
                     button('×', () => this.#remove(), {class: 'quiet', title: earlier.remove,
                                                        'aria-label': earlier.removeGame(title)}),
                     this.problem);
  }

  async ask() {
    const {id, keys, at} = this.room;
    try {
      const state = await get(`/rooms/${id}`, {keys});
      setText(this.state, standing(state));
      this.state.classList.toggle('mine', !state.over && state.role.seats.includes(state.view.to_move));
      this.facts.replaceChildren(who(state), at ? ' · ' : '', this.#when());
      this.owner = state.role.owner;
    } catch (error) {
      setText(this.state, error.status === 404 ? earlier.gone : '');
      this.lost = error.status === 404;
      if (this.lost) this.element.querySelector('a').removeAttribute('href');
    }
  }

  #when() { return h('span', {class: 'when'}, when(this.room.at)); }

  // The focus goes on to the next row, and without any to the page's heading.
  #forget() {
    forget(this.room.id);
    const focused = this.element.contains(document.activeElement);
    const next = this.element.nextElementSibling ?? this.element.previousElementSibling;
    this.element.remove();
    this.gone();
    if (focused) focusOn(next?.querySelector('button') ?? document.querySelector('main h1'));
  }

  // What is gone can only leave the list.
  async #remove() {
    if (this.lost) return this.#forget();
    if (this.deciding) return;  // a double click
    this.deciding = true;
    const what = await this.#decide().finally(() => { this.deciding = false; });
    if (what === 'forget') this.#forget();
    if (what === 'delete') this.#delete();
  }

  async #decide() {
    const {decide} = await import('./decisions.js');
    return decide(this.room.title ?? earlier.thisGame, earlier.reallyRemove(this.owner),
                  [[earlier.remove, 'forget'], ...(this.owner ? [[earlier.forEverybody, 'delete']] : [])]);
  }

  async #delete() {
    try {
      await post(`/rooms/${this.room.id}/actions`, {action: 'delete'}, this.room.keys);
      this.#forget();
    } catch (error) {
      setText(this.problem, error.message);
    }
  }
}

export function earlierGames() {
  const list = h('ul', {class: 'earlier'});
  const rows = new Map();  // element -> game
  const seen = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      rows.get(target).ask();
    }
  });
  const show = (count) => {
    for (const game of waiting.splice(0, count)) {
      rows.set(game.element, game);
      list.append(game.element);
      seen.observe(game.element);
    }
    all.hidden = waiting.length === 0;
    setText(all, earlier.all(list.children.length + waiting.length));
    section.hidden = list.children.length === 0;
  };
  // The next takes the place of one that is gone.
  const fill = () => show(Math.max(kShown - list.children.length, 0));
  const waiting = rooms().map((room) => new Earlier(room, {gone: fill}));
  const all = button('', () => show(waiting.length), {class: 'quiet all'});
  const section = h('section', {'aria-labelledby': 'earlier-title'}, h('h2', {id: 'earlier-title'}, earlier.heading),
                    list, all);
  fill();
  return section;
}
