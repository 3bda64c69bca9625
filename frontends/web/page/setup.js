// The screen on which a game is chosen, its parameters and who plays.

import {get, post} from './api.js';
import {button, field, h, select} from './dom.js';
import {parameterFields, playerChoice} from './forms.js';
import {forget, lastGame, rememberMade, rooms, setLastGame} from './memory.js';
import {nameOf} from './names.js';

const kHere = 'here', kElsewhere = 'elsewhere';
const kPeople = [[kHere, 'A person on this screen'], [kElsewhere, 'A person with a link']];
const kPace = 500;  // milliseconds between moves of computers, to be watched
const kClocks = [['', 'No clock'], ['60s', '1 minute each'], ['300s+3s', '5 minutes, 3 seconds a move'],
                 ['900s+10s', '15 minutes, 10 seconds a move'], ['other', 'Another']];

// Makes a room and returns its id. `here` has the seats of people on this
// screen; without it, all people are.
export async function makeRoom(body, title, here = null) {
  const made = await post('/rooms', body);
  rememberMade(made, title, here ?? made.keys.seats.map((_, index) => index + 1));
  return made.room;
}

export class Setup {
  constructor(host, {openRoom}) {
    this.host = host;
    this.openRoom = openRoom;
    this.chosen = 0;
  }

  async show() {
    this.problem = h('p', {class: 'problem', role: 'alert'});
    const {games} = await get('/games');
    this.games = games;
    this.details = h('div', {class: 'details'});
    const cards = h('fieldset', {class: 'games'}, h('legend', {}, 'Choose a game'),
                    games.map((game) => this.#card(game)));
    this.host.replaceChildren(
        h('h1', {}, 'Play a board game'),
        h('div', {class: 'setup'}, cards,
          h('form', {class: 'choose', 'aria-label': 'The game and who plays', onsubmit: (event) => this.#start(event)},
            this.details, this.problem),
          h('div', {class: 'setup-more'}, this.#earlier(), this.#loading())));
    const first = games.find(({id}) => id === lastGame()) ?? games[0];
    cards.querySelector(`input[value="${CSS.escape(first.id)}"]`).checked = true;
    await this.#choose(first);
  }

  #card(game) {
    const [least, most] = game.players;
    return h('label', {class: 'card'},
             h('input', {type: 'radio', name: 'game', value: game.id, onchange: () => this.#choose(game)}),
             h('b', {}, game.title),
             h('small', {}, least === most ? `${least} players` : `${least} to ${most} players`));
  }

  async #choose(game) {
    this.game = game;
    const changed = () => this.#refresh();
    this.parameters = parameterFields(game.parameters, {changed});
    this.seats = h('fieldset', {class: 'seats'}, h('legend', {}, 'Who plays'));
    this.clock = select(kClocks, '', {onchange: () => { this.otherClock.hidden = this.clock.value !== 'other'; }});
    this.otherClock = h('input', {type: 'text', placeholder: '300s+3s', 'aria-label': 'Clock', hidden: true});
    this.position = h('input', {type: 'text', placeholder: 'the opening', spellcheck: 'false'});
    this.seed = h('input', {type: 'number', min: 0, placeholder: 'random'});
    this.rules = h('pre', {});
    this.details.replaceChildren(
        h('h2', {}, game.title),
        game.parameters.length ? h('fieldset', {}, h('legend', {}, 'The game'), this.parameters.element) : '',
        this.seats,
        field('Clock', this.clock), this.otherClock,
        h('details', {class: 'more'}, h('summary', {}, 'More: position, seed'),
          h('div', {class: 'fields'},
            field('Position', this.position, 'as the game writes it, to begin from'),
            field('Seed', this.seed, 'of random choices, for a game that can be repeated'))),
        h('button', {type: 'submit', class: 'main'}, 'Start the game'),
        h('details', {class: 'more'}, h('summary', {}, 'Rules'), this.rules));
    await this.#refresh();
  }

  // The seats depend on the parameters.
  async #refresh() {
    const turn = ++this.chosen;
    const name = nameOf(this.game.id, this.parameters.given());
    try {
      const details = await get(`/games/${encodeURIComponent(name)}`);
      if (turn !== this.chosen) return;
      this.problem.textContent = '';
      this.rules.textContent = details.rules;
      this.#showSeats(details);
    } catch (error) {
      if (turn === this.chosen) this.problem.textContent = error.message;
    }
  }

  #showSeats({seats, players, usual}) {
    const before = this.choices?.game === this.game.id && this.choices.players.length === seats ?
        this.choices.players.map((choice) => choice.value()) : null;
    const level = players.some(({id}) => id === 'easy') ? 'easy' : usual ?? players[0].id;
    const made = Array.from({length: seats}, (_, index) => playerChoice(players, {
      label: `Player ${index + 1}`, chosen: before?.[index] ?? (index === 0 ? kHere : level), people: kPeople}));
    this.choices = {game: this.game.id, players: made};
    this.seats.replaceChildren(this.seats.firstChild, ...made.map((choice, index) =>
      h('div', {class: 'seat-choice'}, h('b', {}, `Player ${index + 1}`), choice.element)));
  }

  async #start(event) {
    event.preventDefault();
    if (!this.parameters.valid() || !this.choices.players.every((choice) => choice.valid())) return;
    const values = this.choices.players.map((choice) => choice.value());
    const person = (value) => value === kHere || value === kElsewhere;
    const body = {
      game: nameOf(this.game.id, this.parameters.given()),
      seats: this.choices.players.map((choice) => person(choice.value()) ? 'human' : choice.name()),
    };
    const clock = this.clock.value === 'other' ? this.otherClock.value.trim() : this.clock.value;
    if (clock) body.clock = clock;
    if (this.position.value.trim()) body.position = this.position.value.trim();
    if (this.seed.value) body.seed = Number(this.seed.value);
    if (!values.some(person)) body.pace_ms = kPace;
    setLastGame(this.game.id);
    try {
      const here = values.flatMap((value, index) => value === kHere ? [index + 1] : []);
      this.openRoom(await makeRoom(body, this.game.title, here), {share: values.includes(kElsewhere)});
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  #loading() {
    const file = h('input', {type: 'file', class: 'heard', id: 'load-file', 'aria-label': 'Load a saved game', onchange: async () => {
      if (!file.files.length) return;
      try {
        const record = await file.files[0].text();
        this.openRoom(await makeRoom({record}, file.files[0].name));
      } catch (error) {
        this.problem.textContent = `${file.files[0].name}: ${error.message}`;
        this.problem.scrollIntoView({block: 'nearest'});
      }
      file.value = '';
    }});
    return h('section', {'aria-labelledby': 'load-title'}, h('h2', {id: 'load-title'}, 'A saved game'),
             h('p', {}, 'A file that this page or the console saved goes on where it was.'),
             file, h('label', {for: 'load-file', class: 'button'}, 'Load a file'));
  }

  #earlier() {
    const list = h('ul', {class: 'earlier'});
    for (const room of rooms()) {
      const item = h('li', {}, h('a', {href: `#room=${room.id}`}, room.title ?? room.id),
                     h('small', {}, room.at ? new Date(room.at).toLocaleString() : ''),
                     button('Forget', () => { forget(room.id); item.remove(); },
                            {class: 'quiet', 'aria-label': `Forget ${room.title ?? room.id}`}));
      list.append(item);
    }
    return h('section', {'aria-labelledby': 'earlier-title', hidden: list.children.length === 0},
             h('h2', {id: 'earlier-title'}, 'Your games'), list);
  }
}
