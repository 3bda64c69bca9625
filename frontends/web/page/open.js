// "Open games": those of this server that anybody may join. The list is fresh
// while it is seen, and nothing in it moves: games that come stand below the
// others, and those that nobody can join any more keep their places.

import {get, post} from './api.js';
import {button, focusOn, h, setText} from './dom.js';
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
    this.rows = new Map();  // by room: {game as it was last, what is shown of it, element}
    this.list = h('ul', {class: 'earlier'});
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.heading = h('h2', {id: 'open-title'}, texts.heading);
    this.element = h('section', {class: 'open-games', 'aria-labelledby': 'open-title', hidden: true},
                     this.heading, this.list, this.problem);
    // How many wait, for the top of a page on which the list is far below.
    this.link = button('', () => this.#goThere(), {class: 'quiet to-open', hidden: true});
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

  // Writes what has changed.
  #show(games) {
    const now = new Map(games.map((game) => [game.room, game]));
    for (const room of new Set([...this.rows.keys(), ...now.keys()])) this.#write(room, now.get(room));
    this.element.hidden = this.rows.size === 0 && !this.problem.textContent;
    const others = games.filter(({room}) => !roomOf(room)).length;
    this.link.hidden = !others;
    setText(this.link, texts.count(others));
  }

  #goThere() {
    this.element.scrollIntoView();
    focusOn(this.heading);
  }

  // Without a game, it is not open any more.
  #write(room, game) {
    const before = this.rows.get(room), shown = JSON.stringify(game ?? null);
    if (before?.shown === shown) return;
    const element = this.#row(game ?? before.game, !game);
    if (before) {
      const focused = before.element.contains(document.activeElement);
      element.style.minHeight = `${before.element.getBoundingClientRect().height}px`;
      before.element.replaceWith(element);
      if (focused) focusOn(element.querySelector('[data-room]:not(:disabled)') ?? element);
    } else {
      this.list.append(element);
    }
    this.rows.set(room, {shown, game: game ?? before.game, element});
  }

  #row({room, title: whole, seats, clock, plies}, gone) {
    const title = plainTitle(whole);
    const told = who(seats), places = seats.filter(({open}) => open).length;
    const facts = [...told, clock || texts.noClock, ...(places > 1 ? [texts.places(places)] : []),
                   ...(plies ? [texts.begun(plies)] : [])];
    const said = gone ? texts.gone : facts.join(' · ');
    const go = roomOf(room) ? h('a', {class: 'button', href: `#room=${room}`, 'data-room': room}, texts.yours) :
        button(texts.join, (event) => this.#join(room, title, event.target),
               {class: 'join', disabled: gone, 'data-room': room, 'aria-label': texts.joinGame(title, told[0])});
    return h('li', {class: gone ? 'gone' : null}, h('div', {}, h('b', {}, title), h('small', {}, said)), go);
  }

  // Twice would take two seats.
  async #join(room, title, go) {
    if (this.joining) return;
    const focused = document.activeElement === go;
    this.joining = go.disabled = true;
    try {
      const made = await post(`/rooms/${room}/join`, {name: myName()});
      rememberMade(made, title, made.keys.seats.flatMap((key, index) => key ? [index + 1] : []));
      this.openRoom(room);
    } catch (error) {
      setText(this.problem, error.message);
      go.disabled = false;
      await this.#ask();
      const {element} = this.rows.get(room);
      if (focused) focusOn(element.querySelector('.join:not(:disabled)') ?? element);
    } finally {
      this.joining = false;
    }
  }
}
