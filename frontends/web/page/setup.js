// The start page: a game is chosen by its picture, and who plays it. What most
// never need (options.js), the games of this browser (earlier.js) and those that
// wait for somebody (open.js) come when they are wanted.

import {get} from './api.js';
import {button, h, paragraphs, setText} from './dom.js';
import {lastStart, makeRoom, myName, rooms, setLastStart, setMyName} from './memory.js';
import {capital, start as texts} from './texts.js';

const kPace = 500;  // milliseconds between moves of computers, to be watched
const kOpenGames = 1000;  // milliseconds until they are asked for: first what is played

// Who has a seat, besides computers.
export const kHere = 'here', kElsewhere = 'elsewhere';

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
const facts = ({players: [least, most], minutes}) =>
    [texts.players(least, most), ...(minutes ? [texts.minutes(minutes)] : [])];

// What was chosen when a position was to be set up, for when it is: {name,
// preset, level, options}.
let left = null;

export class Setup {
  // ahead() fetches what a game needs, once somebody is about to begin one.
  // `wanted` is a game to be chosen, and its position: {name, position}.
  constructor(host, {openRoom, ahead, wanted = null}) {
    Object.assign(this, {host, openRoom, ahead, wanted, turn: 0});
  }

  async show() {
    const {games, style, limits} = await get('/games');
    if (this.closed) return;
    adoptStyle(style);
    const last = left && left.name === this.wanted?.name ? left : lastStart();
    const given = this.wanted ? (await import('./names.js')).idOf(this.wanted.name) : last.game;
    if (this.closed) return;
    const known = games.find(({id}) => id === given);
    if (!known && this.wanted) await get(`/games/${encodeURIComponent(this.wanted.name)}`);  // which says why
    const first = known ?? games[0];
    this.preset = last.preset === undefined ? 'computer' : last.preset;
    this.level = last.level ?? null;  // as is usual for the game
    this.#build(games, limits);
    this.optional.open = this.wanted !== null;
    const card = this.cards.querySelector(`input[value="${CSS.escape(first.id)}"]`);
    card.checked = true;
    const strip = this.cards.lastChild;
    const {offsetLeft, offsetWidth} = card.parentElement;
    strip.scrollLeft = offsetLeft - strip.offsetLeft - (strip.clientWidth - offsetWidth) / 2;
    await this.#choose(first);
    this.waiting = setTimeout(() => this.#showOpenGames(), kOpenGames);
    if (rooms().length) this.mine.append((await import('./earlier.js')).earlierGames());
  }

  async #showOpenGames() {
    const {OpenGames} = await import('./open.js');
    if (this.closed) return;
    this.openGames = new OpenGames({openRoom: this.openRoom});
    this.more.append(this.openGames.element);  // where it moves nothing
    this.head.append(this.openGames.link);
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
    this.openGames?.close();
    removeEventListener('boardwalk-settings', this.restyle);
  }

  #build(games, limits) {
    this.cards = h('fieldset', {class: 'games'}, h('legend', {class: 'heard'}, texts.chooseGame),
                   h('div', {class: 'cards'}, games.map((game) => this.#card(game))));
    this.name = h('h2', {});
    this.facts = h('p', {class: 'about'});
    this.aim = h('p', {class: 'aim'});
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.go = h('button', {type: 'submit', class: 'main go'}, texts.go);
    this.from = h('p', {class: 'from', hidden: true}, texts.fromPosition, ' ',
                  button(texts.fromOpening, () => this.options.setPosition(''), {class: 'quiet'}));
    this.place = h('div', {class: 'options'});
    this.optional = h('details', {class: 'more', ontoggle: () => this.#showOptions()},
                      h('summary', {}, texts.more), this.place);
    this.rules = h('div', {class: 'rules'});
    this.mine = h('div', {class: 'mine', hidden: rooms().length === 0});  // its place is kept
    this.more = h('div', {class: 'setup-more'}, this.#loading(), this.mine);
    const submit = {noValidate: true, onsubmit: (event) => this.#start(event)};
    this.form = h('form', {id: 'new-game', class: 'choose', 'aria-label': texts.howToPlay, ...submit},
        h('header', {}, this.name, this.facts, this.aim), this.#presets(), this.from,
        h('div', {class: 'go-bar'}, this.go), this.problem, this.#naming(limits), this.optional,
        h('details', {class: 'more'}, h('summary', {}, texts.rules), this.rules));
    const screen = h('div', {class: 'setup'}, this.cards, this.form, this.more);
    for (const kind of ['pointerdown', 'focusin']) screen.addEventListener(kind, () => this.ahead(), {once: true});
    this.head = h('header', {class: 'setup-head'}, h('h1', {}, texts.heading));
    this.host.replaceChildren(this.head, screen);
    this.restyle = () => this.#restyle();
    addEventListener('boardwalk-settings', this.restyle);
    this.#restyle();
    this.#showQuestions();
  }

  #card(game) {
    return h('label', {class: 'card'},
             h('input', {type: 'radio', name: 'game', value: game.id, class: 'heard', form: 'new-game',
                         onchange: (event) => {
                           event.target.parentElement.scrollIntoView({block: 'nearest', inline: 'nearest'});
                           this.#choose(game);
                         }}),
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
    this.levels = h('div', {class: 'levels', role: 'radiogroup', 'aria-label': texts.levels});
    this.labels = {};
    this.anybody = h('input', {type: 'checkbox', name: 'open'});
    this.openly = h('label', {class: 'openly'}, this.anybody, h('span', {}, texts.anybody));
    const preset = (value) => h('label', {class: 'preset'},
        h('input', {type: 'radio', name: 'preset', value, checked: this.preset === value,
                    onchange: () => this.#prefer(value)}),
        this.labels[value] = h('span', {}));
    this.presets = h('fieldset', {class: 'presets'}, h('legend', {class: 'heard'}, texts.whoPlays),
                     preset('computer'), this.levels, preset('friend'), preset('people'));
    return this.presets;
  }

  #naming(limits) {
    const name = h('input', {type: 'text', value: myName(), maxlength: limits.name, placeholder: texts.you,
                             autocomplete: 'nickname', spellcheck: 'false',
                             onchange: () => this.#call(name.value.trim())});
    this.begins = h('input', {type: 'checkbox', name: 'begins', checked: lastStart().begins ?? true,
                              onchange: () => this.#prefer(this.preset)});
    this.beginning = h('label', {class: 'begins'}, this.begins, h('span', {}, texts.youBegin));
    return [h('label', {class: 'my-name'}, h('span', {class: 'field-name'}, texts.yourName), name),
            h('div', {class: 'asked'}, this.beginning, this.openly)];
  }

  #call(name) {
    setMyName(name);
    this.options?.callSeats();
  }

  // --- What is chosen --------------------------------------------------------

  async #choose(game) {
    this.game = game;
    this.options = this.details = null;
    this.from.hidden = true;
    this.place.replaceChildren();
    setText(this.name, game.title);
    setText(this.facts, facts(game).join(' · '));
    if (!this.preset && !this.wanted) this.#prefer('computer');
    await this.#refresh();
  }

  // `preset` is null where seats were chosen one by one.
  #prefer(preset) {
    this.preset = preset;
    for (const input of this.presets.querySelectorAll('[name=preset]')) input.checked = input.value === preset;
    if (preset && this.details) this.options?.setSeats(this.details, this.#seats());
    this.#showQuestions();
  }

  // What only some games ask: whether those who have a seat elsewhere may be
  // anybody, and which of two begins.
  #showQuestions() {
    this.openly.hidden = this.details ? !this.#values().includes(kElsewhere) : this.preset !== 'friend';
    this.beginning.hidden = this.details?.seats !== 2 || !['computer', 'friend'].includes(this.preset);
  }

  #values() { return this.options?.values() ?? this.#seats(); }

  #preferLevel(level) {
    this.level = level;
    this.#prefer('computer');
  }

  // Who has which seat by the preset.
  #seats() {
    const other = {computer: this.#levelHere(), friend: kElsewhere, people: kHere}[this.preset];
    const own = this.begins.checked || this.details.seats !== 2 ? 0 : 1;
    return Array.from({length: this.details.seats}, (_, index) => index === own ? kHere : other);
  }

  // The usual one where none was chosen, or the game does not have it.
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
    if (this.optional.open) await this.#showOptions();  // parameters are a part of the name
    if (turn !== this.turn) return;
    const name = this.options?.game() ?? this.game.id;
    const details = await get(`/games/${encodeURIComponent(name)}`).catch((error) => ({error: error.message}));
    if (turn !== this.turn) return;
    setText(this.problem, details.error ?? '');
    this.details = details.error ? null : details;
    if (this.details) this.#showDetails();
  }

  #showDetails() {
    const {seats, players, rules, aim} = this.details;
    for (const [preset, text] of Object.entries(texts.presets(seats))) setText(this.labels[preset], text);
    setText(this.aim, aim ?? '');
    this.#showLevels(players.filter(({level}) => level));
    this.rules.replaceChildren(...paragraphs(rules));
    this.options?.setSeats(this.details, this.preset ? this.#seats() : null);
    this.#showQuestions();
  }

  #showLevels(levels) {
    const ids = levels.map(({id}) => id).join();
    if (this.levels.dataset.ids !== ids) {
      this.levels.dataset.ids = ids;
      this.levels.replaceChildren(...levels.map(({id, title: text}) => h('label', {class: 'level', title: text},
          h('input', {type: 'radio', name: 'level', value: id, class: 'heard',
                      onclick: () => this.#preferLevel(id)}), h('span', {}, capital(id)))));
    }
    const chosen = this.#levelHere();
    for (const input of this.levels.querySelectorAll('input')) input.checked = input.value === chosen;
  }

  async #showOptions() {
    if (!this.optional.open || this.options) return;
    const {game} = this;
    const {Options} = await import('./options.js');
    if (this.options || game !== this.game) return;
    const {name, position} = this.wanted ?? {name: game.id, position: ''};
    this.options = this.wanted && left?.name === name ? left.options : new Options(game, name);
    this.wanted = null;  // once
    this.options.listen({changed: () => this.#refresh(), chosen: () => this.#prefer(null),
                         level: () => this.#levelHere(), setUp: () => this.#setUp(),
                         positioned: () => { this.from.hidden = !this.options.givenPosition(); }});
    this.options.setPosition(position);
    this.place.replaceChildren(this.options.element);
    if (this.details) this.options.setSeats(this.details, this.preset ? this.#seats() : null);
  }

  // The board editor, for the game as it is chosen.
  async #setUp() {
    await this.#settled();
    if (!this.details || !this.#valid()) return;
    const name = this.options.game();
    left = {name, preset: this.preset, level: this.level, options: this.options};
    const {positionHash} = await import('./keep.js');
    location.hash = positionHash('edit', name, this.options.givenPosition());
  }

  // --- It begins -------------------------------------------------------------

  async #start(event) {
    event.preventDefault();
    if (this.starting) return;
    this.starting = true;
    try {
      await this.#settled();
      if (!this.details || !this.#valid()) return;
      const values = this.#values();
      setLastStart({game: this.game.id, preset: this.preset ?? 'computer', level: this.level,
                    begins: this.begins.checked});
      const here = values.flatMap((value, index) => value === kHere ? [index + 1] : []);
      this.openRoom(await makeRoom(this.#wanted(values), this.game.title, here), {share: values.includes(kElsewhere)});
    } catch (error) {
      await this.#complain(error);
    } finally {
      this.starting = false;
    }
  }

  // What was refused, at its field where that is the position.
  async #complain({message}) {
    const position = await this.options?.refusesPosition();
    setText(this.problem, position ? '' : message);
    if (!position) return this.problem.scrollIntoView({block: 'nearest'});
    this.optional.open = true;
    this.options.position.focus();
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
    const mine = values.indexOf(kHere), me = myName();
    const free = this.anybody.checked ? values.flatMap((value, index) => value === kElsewhere ? [index + 1] : []) : [];
    return {game: this.options?.game() ?? this.game.id,
            seats: names.map((name, index) => person(values[index]) ? 'human' : name), ...this.options?.rest(),
            ...(me && mine >= 0 ? {names: values.map((_, index) => index === mine ? me : null)} : {}),
            ...(free.length ? {open: free} : {}),
            ...(values.some(person) ? {} : {pace_ms: kPace})};
  }

  #loading() {
    const load = async () => {
      if (!file.files.length) return;
      try {
        const record = await file.files[0].text();
        this.openRoom(await makeRoom({record}));
      } catch (error) {
        setText(problem, `${file.files[0].name}: ${error.message}`);
      }
      file.value = '';
    };
    const file = h('input', {type: 'file', class: 'heard', id: 'load-file', 'aria-label': texts.loadSaved,
                             onchange: load});
    const problem = h('p', {class: 'problem', role: 'alert'});
    return h('section', {class: 'load', 'aria-labelledby': 'load-title'}, h('h2', {id: 'load-title'}, texts.savedGame),
             h('p', {}, texts.savedHelp),
             file, h('label', {for: 'load-file', class: 'button'}, texts.loadFile), problem);
  }
}
