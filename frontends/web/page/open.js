// "Open games": those of this server that anybody may join. The list is fresh
// while it is seen.

import {get, post} from './api.js';
import {button, h, setText} from './dom.js';
import {myName, rememberMade, roomOf} from './memory.js';
import {plainTitle, playerTitle} from './names.js';
import {open as texts} from './texts.js';

const kEvery = 10000;  // milliseconds

// The people who wait, and the computers that play, too.
function who(seats) {
  const people = seats.flatMap(({player, name, open}) => player === 'human' && !open ? [name || texts.someone] : []);
  const computers = seats.flatMap(({player}) => player === 'human' ? [] : [playerTitle(player)]);
  return [people.length ? texts.waits(people) : texts.nobody,
          ...(computers.length ? [texts.withComputers(computers)] : [])];
}

export class OpenGames {
  constructor({openRoom}) {
    this.openRoom = openRoom;
    this.list = h('ul', {class: 'earlier'});
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.element = h('section', {class: 'open-games', 'aria-labelledby': 'open-title', hidden: true},
                     h('h2', {id: 'open-title'}, texts.heading), this.problem, this.list);
    this.timer = setInterval(() => this.#ask(), kEvery);
    this.seen = () => this.#ask();
    document.addEventListener('visibilitychange', this.seen);
    this.#ask();
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }

  async #ask() {
    if (document.hidden) return;
    const answer = await get('/open').catch(() => null);  // what is away comes again
    if (answer) this.#show(answer.games);
  }

  // Writes what has changed: a list that stands still can be clicked and read.
  #show(games) {
    const shown = JSON.stringify(games);
    if (shown !== this.shown) {
      this.shown = shown;
      const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.room : null;
      this.list.replaceChildren(...games.map((game) => this.#row(game)));
      if (focused) this.list.querySelector(`[data-room="${CSS.escape(focused)}"]`)?.focus();
    }
    this.element.hidden = games.length === 0 && !this.problem.textContent;
  }

  #row({room, title: whole, seats, clock, plies}) {
    const title = plainTitle(whole);
    const told = who(seats), places = seats.filter(({open}) => open).length;
    const facts = [...told, clock || texts.noClock, ...(places > 1 ? [texts.places(places)] : []),
                   ...(plies ? [texts.begun(plies)] : [])];
    const go = roomOf(room) ? h('a', {class: 'button', href: `#room=${room}`, 'data-room': room}, texts.yours) :
        button(texts.join, () => this.#join(room, title),
               {class: 'join', 'data-room': room, 'aria-label': texts.joinGame(title, told[0])});
    return h('li', {}, h('div', {}, h('b', {}, title), h('small', {}, facts.join(' · '))), go);
  }

  async #join(room, title) {
    try {
      const made = await post(`/rooms/${room}/join`, {name: myName()});
      rememberMade(made, title, made.keys.seats.flatMap((key, index) => key ? [index + 1] : []));
      this.openRoom(room);
    } catch (error) {
      setText(this.problem, error.message);
      await this.#ask();
    }
  }
}
