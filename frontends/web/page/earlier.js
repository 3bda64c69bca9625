// "Your games": those that this browser has been to, and how they stand. The
// server is asked for those that are seen.

import {get, post} from './api.js';
import {button, h, setText} from './dom.js';
import {forget, rooms} from './memory.js';
import {playerTitle} from './names.js';

const kShown = 5;  // until somebody wants to see all

const others = ({seats, role}) => seats.filter((_, index) => !role.seats.includes(index + 1));

// "against Easy", "Easy against Hard" for who only watches.
function who(state) {
  const names = (seats) => seats.map(({player, human, name}) => human ? name || 'a person' : playerTitle(player));
  if (!state.role.seats.length) return names(state.seats).join(' against ');
  const against = names(others(state));
  return against.length ? `against ${against.join(', ')}` : 'all on this screen';
}

function outcome({over, role}) {
  const mine = role.seats.map((seat) => over.returns[seat - 1]);
  if (over.returns.every((value) => value <= 0) && new Set(over.returns).size === 1) return 'Draw';
  if (!mine.length || mine.length === over.returns.length) return over.text.split('\n')[0];
  return mine.some((value) => value > 0) ? 'You won' : 'You lost';
}

function standing(state) {
  if (state.over) return outcome(state);
  const turn = state.view.to_move;
  if (state.role.seats.includes(turn)) return 'Your turn';
  return state.seats[turn - 1]?.human ? 'Waiting for the other player' : 'The computer is to move';
}

const when = (at) => at ? new Date(at).toLocaleString([], {month: 'short', day: 'numeric', hour: 'numeric',
                                                           minute: 'numeric'}) : '';

class Earlier {
  constructor(room, {gone}) {
    Object.assign(this, {room, gone});
    const title = room.title ?? room.id;
    this.state = h('b', {class: 'state'});
    this.facts = h('small', {}, when(room.at));
    this.problem = h('p', {class: 'problem', role: 'alert'});
    const named = (what) => ({class: 'quiet', 'aria-label': `${what} ${title}`});
    this.remove = button('Delete', () => this.#delete(), {...named('Delete'), hidden: true});
    this.element = h('li', {}, h('div', {}, h('a', {href: `#room=${room.id}`}, title), this.state, this.facts),
                     h('div', {class: 'tools'}, button('Forget', () => this.#forget(), named('Forget')), this.remove),
                     this.problem);
  }

  async ask() {
    const {id, keys, at} = this.room;
    try {
      const state = await get(`/rooms/${id}`, {keys});
      setText(this.state, standing(state));
      this.state.classList.toggle('mine', !state.over && state.role.seats.includes(state.view.to_move));
      setText(this.facts, [who(state), when(at)].filter(Boolean).join(' · '));
      this.remove.hidden = !state.role.owner;
    } catch (error) {
      setText(this.state, error.status === 404 ? 'This game is gone' : '');
      if (error.status === 404) this.element.querySelector('a').removeAttribute('href');
    }
  }

  #forget() {
    forget(this.room.id);
    this.element.remove();
    this.gone();
  }

  async #delete() {
    const {sure} = await import('./decisions.js');
    const title = this.room.title ?? 'This game';
    if (!await sure('Delete', `${title} is deleted for all who play or watch it. It cannot be brought back.`)) return;
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
  const gone = () => { section.hidden = list.children.length === 0; };
  const made = rooms().map((room) => new Earlier(room, {gone}));
  const seen = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      made.find(({element}) => element === target).ask();
    }
  });
  const add = (some) => some.forEach(({element}) => { list.append(element); seen.observe(element); });
  add(made.slice(0, kShown));
  const all = button(`All ${made.length} games`, () => { all.remove(); add(made.slice(kShown)); }, {class: 'quiet'});
  const section = h('section', {'aria-labelledby': 'earlier-title'}, h('h2', {id: 'earlier-title'}, 'Your games'), list,
                    made.length > kShown ? all : null);
  return section;
}
