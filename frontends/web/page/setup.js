// The start page: a game is chosen by its picture, and who plays it. What most
// never need (options.js) and the games of this browser (earlier.js) come when
// they are wanted.

import {get} from './api.js';
import {h, setText} from './dom.js';
import {lastStart, makeRoom, myName, rooms, setLastStart, setMyName} from './memory.js';

const kPace = 500;  // milliseconds between moves of computers, to be watched
const kUsualLevel = 'easy';

const kPresets = {computer: 'Play against the computer', friend: 'Play with a friend, by a link',
                  people: 'Two people on this screen'};

// Who has a seat, besides computers.
export const kHere = 'here', kElsewhere = 'elsewhere';

const title = (id) => id[0].toUpperCase() + id.slice(1);

let pictureStyle = null;

// All pictures have one style. A strict policy allows a sheet that a script makes.
function adoptStyle(text) {
  if (!text || pictureStyle) return;
  pictureStyle = new CSSStyleSheet();
  pictureStyle.replaceSync(text);
  document.adoptedStyleSheets = [pictureStyle, ...document.adoptedStyleSheets];
  globalThis.boardwalkTheme.apply();
}

// An opening, for the eye alone: the card says what it is.
function picture(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
  for (const name of ['width', 'height', 'role']) svg.removeAttribute(name);
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

// "2 players", "about 20 minutes".
function facts({players: [least, most], minutes}) {
  return [least === most ? `${least} players` : `${least} to ${most} players`,
          ...(minutes ? [`about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`] : [])];
}

// Texts of 80 columns as paragraphs that fill the line; what is indented stays.
function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).map((part) => /^\s/m.test(part) ? h('pre', {}, part) :
      h('p', {}, part.replace(/\s*\n/g, ' ')));
}

export class Setup {
  // ahead() fetches what a game needs, once somebody is about to begin one.
  constructor(host, {openRoom, ahead}) {
    Object.assign(this, {host, openRoom, ahead, turn: 0});
  }

  async show() {
    const {games, style} = await get('/games');
    if (this.closed) return;
    adoptStyle(style);
    const last = lastStart();
    const first = games.find(({id}) => id === last.game) ?? games[0];
    this.preset = last.preset ?? 'computer';
    this.level = last.level ?? kUsualLevel;
    this.#build(games);
    const card = this.cards.querySelector(`input[value="${CSS.escape(first.id)}"]`);
    card.checked = true;
    const strip = this.cards.lastChild;
    const {offsetLeft, offsetWidth} = card.parentElement;
    strip.scrollLeft = offsetLeft - strip.offsetLeft - (strip.clientWidth - offsetWidth) / 2;
    await this.#choose(first);
    if (rooms().length) this.more.prepend((await import('./earlier.js')).earlierGames());
  }

  close() {
    this.closed = true;
    removeEventListener('boardwalk-settings', this.restyle);
  }

  #build(games) {
    this.cards = h('fieldset', {class: 'games'}, h('legend', {class: 'heard'}, 'Choose a game'),
                   h('div', {class: 'cards'}, games.map((game) => this.#card(game))));
    this.name = h('h2', {});
    this.facts = h('p', {class: 'about'});
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.go = h('button', {type: 'submit', class: 'main go'}, 'Start the game');
    this.place = h('div', {class: 'options'});
    this.optional = h('details', {class: 'more', ontoggle: () => this.#showOptions()},
                      h('summary', {}, 'More: players, clock, position'), this.place);
    this.rules = h('div', {class: 'rules'});
    this.more = h('div', {class: 'setup-more'}, this.#loading());
    const submit = {noValidate: true, onsubmit: (event) => this.#start(event)};
    this.form = h('form', {id: 'new-game', class: 'choose', 'aria-label': 'How to play', ...submit},
        h('header', {}, this.name, this.facts), this.#presets(), h('div', {class: 'go-bar'}, this.go), this.problem,
        this.#naming(), this.optional, h('details', {class: 'more'}, h('summary', {}, 'Rules'), this.rules));
    const screen = h('div', {class: 'setup'}, this.cards, this.form, this.more);
    for (const kind of ['pointerdown', 'focusin']) screen.addEventListener(kind, () => this.ahead(), {once: true});
    this.host.replaceChildren(h('h1', {}, 'Play a board game'), screen);
    this.restyle = () => this.#restyle();
    addEventListener('boardwalk-settings', this.restyle);
    this.#restyle();
  }

  #card(game) {
    return h('label', {class: 'card'},
             h('input', {type: 'radio', name: 'game', value: game.id, class: 'heard', form: 'new-game',
                         onchange: () => this.#choose(game)}),
             h('span', {class: 'picture'}, game.picture ? picture(game.picture) : null),
             h('b', {}, game.title), facts(game).map((fact) => h('small', {}, fact)));
  }

  // Boards look as they were chosen to in the settings.
  #restyle() {
    const {boardTheme, letters} = document.documentElement.dataset;
    for (const svg of this.cards.querySelectorAll('svg')) {
      svg.classList.toggle('theme-slate', boardTheme === 'slate');
      svg.classList.toggle('letters', letters !== undefined);
    }
  }

  #presets() {
    this.levels = h('div', {class: 'levels', role: 'radiogroup', 'aria-label': 'How strong the computer plays'});
    this.labels = {};
    const preset = (value) => h('label', {class: 'preset'},
        h('input', {type: 'radio', name: 'preset', value, checked: this.preset === value,
                    onchange: () => this.#prefer(value)}),
        this.labels[value] = h('span', {}, kPresets[value]));
    this.presets = h('fieldset', {class: 'presets'}, h('legend', {class: 'heard'}, 'Who plays'),
                     preset('computer'), this.levels, preset('friend'), preset('people'));
    return this.presets;
  }

  #naming() {
    const name = h('input', {type: 'text', value: myName(), maxlength: 30, placeholder: 'You', autocomplete: 'nickname',
                             spellcheck: 'false', onchange: () => setMyName(name.value.trim())});
    return h('label', {class: 'my-name'}, h('span', {class: 'field-name'}, 'Your name'), name);
  }

  // --- What is chosen --------------------------------------------------------

  async #choose(game) {
    this.game = game;
    this.options = null;
    this.place.replaceChildren();
    setText(this.name, game.title);
    setText(this.facts, facts(game).join(' · '));
    if (!this.preset) this.#prefer('computer');
    await Promise.all([this.optional.open ? this.#showOptions() : null, this.#refresh()]);
  }

  // `preset` is null where seats were chosen one by one.
  #prefer(preset) {
    this.preset = preset;
    for (const input of this.presets.querySelectorAll('[name=preset]')) input.checked = input.value === preset;
    if (preset && this.details) this.options?.setSeats(this.details, this.#seats());
  }

  #preferLevel(level) {
    this.level = level;
    this.#prefer('computer');
  }

  // Who has which seat by the preset.
  #seats() {
    const other = {computer: this.#levelHere(), friend: kElsewhere, people: kHere}[this.preset];
    return Array.from({length: this.details.seats}, (_, index) => index === 0 ? kHere : other);
  }

  // A game may not have the level that was chosen for another.
  #levelHere() {
    const {players, usual} = this.details;
    return players.some(({id}) => id === this.level) ? this.level : usual ?? players[0].id;
  }

  // What the server says of the game with its parameters. Start waits for it.
  #refresh() {
    const turn = ++this.turn;
    this.pending = this.#ask(turn);
    return this.pending;
  }

  async #ask(turn) {
    const name = this.options?.game() ?? this.game.id;
    const details = await get(`/games/${encodeURIComponent(name)}`).catch((error) => ({error: error.message}));
    if (turn !== this.turn) return;
    setText(this.problem, details.error ?? '');
    this.details = details.error ? null : details;
    if (this.details) this.#showDetails();
  }

  #showDetails() {
    const {seats, players, rules} = this.details;
    const texts = seats === 2 ? kPresets : {computer: 'Play against computers', friend: 'Play with friends, by links',
                                            people: `${seats} people on this screen`};
    for (const [preset, text] of Object.entries(texts)) setText(this.labels[preset], text);
    this.#showLevels(players.filter(({level}) => level));
    this.rules.replaceChildren(...paragraphs(rules));
    this.options?.setSeats(this.details, this.preset ? this.#seats() : null);
  }

  #showLevels(levels) {
    const ids = levels.map(({id}) => id).join();
    if (this.levels.dataset.ids !== ids) {
      this.levels.dataset.ids = ids;
      this.levels.replaceChildren(...levels.map(({id, title: text}) => h('label', {class: 'level', title: text},
          h('input', {type: 'radio', name: 'level', value: id, class: 'heard',
                      onclick: () => this.#preferLevel(id)}), h('span', {}, title(id)))));
    }
    const chosen = this.#levelHere();
    for (const input of this.levels.querySelectorAll('input')) input.checked = input.value === chosen;
  }

  async #showOptions() {
    if (!this.optional.open || this.options) return;
    const {game} = this;
    const {Options} = await import('./options.js');
    if (this.options || game !== this.game) return;
    this.options = new Options(game, {changed: () => this.#refresh(), chosen: () => this.#prefer(null),
                                      level: () => this.#levelHere()});
    this.place.replaceChildren(this.options.element);
    if (this.details) this.options.setSeats(this.details, this.preset ? this.#seats() : null);
  }

  // --- It begins -------------------------------------------------------------

  async #start(event) {
    event.preventDefault();
    if (this.starting) return;
    this.starting = true;
    try {
      await this.#settled();
      if (!this.details || !this.#valid()) return;
      const values = this.options?.values() ?? this.#seats();
      setLastStart({game: this.game.id, preset: this.preset ?? 'computer', level: this.level});
      const here = values.flatMap((value, index) => value === kHere ? [index + 1] : []);
      this.openRoom(await makeRoom(this.#wanted(values), this.game.title, here), {share: values.includes(kElsewhere)});
    } catch (error) {
      setText(this.problem, error.message);
      this.problem.scrollIntoView({block: 'nearest'});
    } finally {
      this.starting = false;
    }
  }

  // What was typed just now has its answer.
  async #settled() {
    for (let last = null; last !== this.pending;) {
      last = this.pending;
      await last;
    }
  }

  #valid() {
    if (!this.options || this.options.valid()) return true;
    this.optional.open = true;
    return this.options.report();
  }

  #wanted(values) {
    const person = (value) => value === kHere || value === kElsewhere;
    const names = this.options?.names() ?? values;
    return {game: this.options?.game() ?? this.game.id,
            seats: names.map((name, index) => person(values[index]) ? 'human' : name), ...this.options?.rest(),
            ...(values.some(person) ? {} : {pace_ms: kPace})};
  }

  #loading() {
    const load = async () => {
      if (!file.files.length) return;
      try {
        const record = await file.files[0].text();
        this.openRoom(await makeRoom({record}, file.files[0].name));
      } catch (error) {
        setText(problem, `${file.files[0].name}: ${error.message}`);
      }
      file.value = '';
    };
    const file = h('input', {type: 'file', class: 'heard', id: 'load-file', 'aria-label': 'Load a saved game',
                             onchange: load});
    const problem = h('p', {class: 'problem', role: 'alert'});
    return h('section', {'aria-labelledby': 'load-title'}, h('h2', {id: 'load-title'}, 'A saved game'),
             h('p', {}, 'A file that this page or the console saved goes on where it was.'),
             file, h('label', {for: 'load-file', class: 'button'}, 'Load a file'), problem);
  }
}
