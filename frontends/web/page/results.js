// What was compared: the report, the list of its games, and each game on its
// board. A comparison that goes on is watched live. By the address:
//   results           the report
//   results=games     the list of games
//   results=ID&ply=N  a game

import {get, listen} from './api.js';
import {button, h, setText} from './dom.js';
import {endingText, GameList, resultText} from './game_list.js';
import {download} from './keep.js';
import {makeRoom} from './memory.js';
import {gameTitle} from './names.js';
import {adopt} from './settings.js';
import {sortTables} from './sort.js';
import {results as texts, sentence, words} from './texts.js';
import {Viewer} from './viewer.js';
import {viewerTexts} from './viewer_texts.js';

const kCalm = 2000;  // milliseconds between two reports

// The report has the colours and frames of the page.
const kLook = `
:host { --page: var(--ground); --card: var(--panel); --fg: var(--text); --muted: var(--soft); --line: var(--edge);
  background: none; }
section { border: 0; border-radius: 8px; box-shadow: 0 1px 3px var(--shadow); }
`;

// Puts a report into an element that its styles do not leave.
class Report {
  constructor(host, {openGame}) {
    host.classList.add('report');
    this.root = host.attachShadow({mode: 'open'});
    this.openGame = openGame;
    this.root.addEventListener('click', (event) => this.#click(event));
  }

  async load() {
    const {style, body} = await get('/results/report');
    if (style !== this.style) {
      this.style = style;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style.replaceAll(':root', ':host').replace('\nbody {', '\n:host {') + kLook);
      this.root.adoptedStyleSheets = [sheet];
      adopt(sheet);
    }
    // A strict policy allows styles that a script sets, not those in the text.
    const part = new DOMParser().parseFromString(body.replaceAll(' style="', ' data-style="'), 'text/html').body;
    part.querySelector('#games')?.remove();  // the list of games has them
    // The page has a main part and a first heading already.
    part.querySelectorAll('main').forEach((main) => main.replaceWith(...main.childNodes));
    part.querySelectorAll('h1').forEach((head) => head.replaceWith(h('h2', {}, ...head.childNodes)));
    const before = this.#left();
    this.root.replaceChildren(...[...part.childNodes].map((node) => document.importNode(node, true)));
    for (const element of this.root.querySelectorAll('[data-style]')) {
      const {style: wanted} = element.dataset;
      delete element.dataset.style;
      element.style.cssText = wanted;
    }
    sortTables(this.root);
    this.#leave(before);
  }

  // Whether some of its text is selected.
  get marked() { return !(this.root.getSelection?.() ?? getSelection()).isCollapsed; }

  #controls() { return [...this.root.querySelectorAll('a, button, summary')]; }

  // How the reader left it: what is open, by what tables are sorted, where the
  // focus is.
  #left() {
    return {
      focus: this.#controls().indexOf(this.root.activeElement),
      open: [...this.root.querySelectorAll('details')].map((details) => details.open),
      sorted: [...this.root.querySelectorAll('table.sorts')].map((table) => {
        const heads = [...table.tHead.rows[0].cells];
        const column = heads.findIndex((head) => head.hasAttribute('aria-sort'));
        return {column, order: heads[column]?.getAttribute('aria-sort')};
      }),
    };
  }

  #leave({open, sorted, focus}) {
    this.root.querySelectorAll('details').forEach((details, index) => { details.open = open[index] ?? details.open; });
    this.root.querySelectorAll('table.sorts').forEach((table, index) => {
      const head = table.tHead.rows[0].cells[sorted[index]?.column ?? -1];
      for (let i = 0; i < 2 && head && head.getAttribute('aria-sort') !== sorted[index].order; ++i) {
        head.querySelector('button')?.click();
      }
    });
    this.#controls()[focus]?.focus({preventScroll: true});
  }

  // Links within the report, of which the page's address knows nothing.
  #click(event) {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    const id = link.getAttribute('href').slice(1);
    const target = this.root.getElementById(id);
    if (target) target.scrollIntoView();
    else if (id.startsWith('game-')) this.openGame(id.slice(5));
  }
}

export class Results {
  static chosen = {};  // of the list of games
  static titles = {};  // of games, by name

  constructor(host, {openRoom, present}) {
    Object.assign(this, {host, openRoom, present});
  }

  async open(what, ply) {
    if (what && what !== 'games') return this.#openGame(what, ply);
    this.count = h('p', {class: 'status', role: 'status'});
    this.problem = h('p', {class: 'problem', role: 'alert'});
    const tab = (to, title) => h('a', {href: `#${to}`, 'aria-current': location.hash === `#${to}` ? 'page' : null}, title);
    this.place = h('div');
    this.host.replaceChildren(h('section', {class: 'results'}, h('h1', {}, texts.title), this.count, this.problem,
        h('nav', {class: 'tabs', 'aria-label': texts.title}, tab('results', texts.report),
          tab('results=games', texts.games)),
        this.place));
    document.title = words.page(texts.title);
    this.games = what === 'games';
    this.stream = listen('/results/events', {
      present: this.present,
      handlers: {results: (state) => this.#changed(state).catch((error) => setText(this.problem, error.message))},
    });
  }

  close() {
    this.closed = true;
    if (this.list) Results.chosen = this.list.asked;
    clearTimeout(this.timer);
    this.stream?.close();
  }

  async #changed(state) {
    if (this.closed) return;
    const begun = state.games > 0;
    const missing = !begun && /No such file/.test(state.problem ?? '');
    setText(this.problem, missing ? '' : sentence(state.problem ?? ''));
    if (!begun) setText(this.count, missing || state.games === 0 ? texts.none(state.file) : state.file);
    if (!begun) return;
    if (this.games) return this.#showList(state);
    setText(this.count, state.file);  // the report says how many games it has
    if (!this.report) {
      this.report = new Report(this.place, {openGame: (id) => { location.hash = `results=${id}`; }});
      this.loaded = performance.now();
      return this.report.load();
    }
    this.#reload(Math.max(0, this.loaded + kCalm - performance.now()));
  }

  // Once nobody marks what is written.
  #reload(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.report.marked) return this.#reload(kCalm);
      this.loaded = performance.now();
      this.report.load().catch((error) => setText(this.problem, error.message));
    }, wait);
  }

  // What games are called, as far as this server has them.
  async #learnTitles(games) {
    await Promise.all(games.map(async (name) => {
      Results.titles[name] ??= await get(`/games/${encodeURIComponent(name)}`).then(
          ({title}) => gameTitle(name, title), () => name);
    }));
  }

  #titled(name) { return Results.titles[name] ?? name; }

  // What is chosen stays, when more can be chosen and when the reader comes back.
  async #showList(state) {
    const {variants, players, endings} = this.state = state;
    await this.#learnTitles(variants);
    if (this.closed) return;
    if (this.list) {
      this.list.offer({games: variants, players, endings});
      return this.list.refresh();
    }
    this.place.classList.add('frame');
    this.list = new GameList(this.place, {
      games: variants, players, endings, ask: (query) => this.#ask(query),
      open: (id) => { location.hash = `results=${id}`; }, chosen: Results.chosen,
      titled: (name) => this.#titled(name),
    });
  }

  // The heading has as many games as the list below it, which may be newer than
  // what was heard last.
  async #ask(query) {
    const answer = await get('/results/games', {query});
    const {file, games, planned} = this.state;
    const all = ['game', 'player', 'winner', 'ending'].every((name) => !query[name]);
    setText(this.count, texts.count(file, all ? answer.total : games, planned));
    return answer;
  }

  async #openGame(id, ply) {
    const game = await get(`/results/games/${encodeURIComponent(id)}`);
    if (this.closed) return;
    const title = viewerTexts.games.title(game.id, game.players);
    document.title = words.page(title);
    const place = h('div');
    const problem = h('p', {class: 'problem', role: 'alert'});
    const playOn = async () => {
      try {
        this.openRoom(await this.#playOn(game, this.viewer.ply));
      } catch (error) {
        setText(problem, error.message);
      }
    };
    await this.#learnTitles([game.game]);
    if (this.closed) return;
    const what = [this.#titled(game.game), resultText(game.returns), endingText(game.ending), game.detail,
                  viewerTexts.games.length(game.moves.length, game.opening)].filter(Boolean).join(', ');
    this.host.replaceChildren(h('section', {class: 'results one'}, place));
    const head = [h('p', {}, h('a', {href: '#results=games'}, texts.all)), h('h1', {}, title), h('p', {}, what),
                  h('p', {class: 'tools'}, button(texts.playOn, playOn, {class: 'main'}),
                    button(texts.save, () => download(game.record, `game-${game.id}.boardwalk`, 'text/plain'))), problem];
    this.viewer = new Viewer(place, {...game, label: title, head});
    if (ply) this.viewer.show(Math.min(Math.max(ply, 0), game.moves.length));
    this.viewer.focus();
  }

  // The position in a room of its own: who is to move is played here, the
  // others by a level for beginners.
  async #playOn(game, ply) {
    const {usual, human} = await get(`/games/${encodeURIComponent(game.game)}`);
    const turn = game.views[ply].to_move;
    const seats = game.players.map((_, index) => !turn || index + 1 === turn ? human : usual);
    const moves = game.moves.slice(0, ply).map(({text}) => text);
    const here = seats.flatMap((seat, index) => seat === human ? [index + 1] : []);
    return makeRoom({game: game.game, seats, moves, ...(game.position ? {position: game.position} : {})},
                    texts.room(game.id), here);
  }
}
