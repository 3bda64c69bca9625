// The games of results as a table with filters, a page of it at a time,
// whoever has them.

import {button, h} from './dom.js';
import {viewerTexts} from './viewer_texts.js';

const kRows = 25;

const kShares = ['', '1', '½', '⅓', '¼', '⅕', '⅙'];

// "1–0", "½–½", "⅓–⅓–⅓": the share of each seat.
export function resultText(returns) {
  const winners = returns.filter((value) => value > 0).length;
  const share = winners || returns.length;
  const text = kShares[share] ?? `1/${share}`;
  return returns.map((value) => winners && value <= 0 ? '0' : text).join('–');
}

export const endingText = (ending) => viewerTexts.games.endings[ending] ?? ending.replace('-', ' ');

// A name with parameters may be broken between them, not in a word.
const breakable = (name) => name.split(/(?<=[:,=])/).flatMap((part) => [part, h('wbr')]);

export class GameList {
  // `games`, `players` and `endings` are what can be chosen. `ask` gets {game,
  // player, ending, winner, sort, from, count}, "" for all, and promises
  // {total, games: [{id, game, players, returns, ending, plies}]}; open(id)
  // shows a game. `chosen` is what was asked before, to begin with. titled(name)
  // is what a game is called.
  constructor(host, {games, players, endings, ask, open, chosen = {}, titled = (name) => name}) {
    Object.assign(this, {host, ask, open, titled, several: games.length > 1, from: chosen.from ?? 0, sort: chosen.sort ?? 'id'});
    const choose = (name) => h('label', {}, viewerTexts.games[name],
        h('select', {name, onchange: () => { this.from = 0; this.refresh(); }},
          h('option', {value: ''}, viewerTexts.games.any)));
    this.filters = h('form', {class: 'filters', 'aria-label': viewerTexts.games.filters,
                              onsubmit: (event) => event.preventDefault()},
        ...(this.several ? [choose('game')] : []), choose('player'), choose('winner'), choose('ending'));
    this.offer({games, players, endings});
    for (const select of this.filters.querySelectorAll('select')) select.value = chosen[select.name] ?? '';
    const sorts = (key, title) => h('th', {scope: 'col', class: 'number', 'data-sort': key},
        button(title, () => this.#sortBy(key)));
    const head = (title) => h('th', {scope: 'col'}, title);
    const {number, game, players: bySeat, result, ending, moves, back, next} = viewerTexts.games;
    this.heads = h('tr', {}, sorts('id', number), ...(this.several ? [head(game)] : []), head(bySeat), head(result),
                         h('th', {scope: 'col', class: 'ending'}, ending), sorts('plies', moves));
    this.body = h('tbody');
    this.table = h('table', {}, h('thead', {}, this.heads), this.body);
    this.count = h('span', {role: 'status'});
    this.back = button(back, () => this.#turn(-kRows));
    this.next = button(next, () => this.#turn(kRows));
    host.classList.add('game-list');
    host.append(this.filters, h('div', {class: 'scroll'}, this.table),
                h('p', {class: 'turn'}, this.back, this.next, this.count));
    this.refresh();
  }

  // What can be chosen, besides what can be already.
  offer({games, players, endings}) {
    const named = (names) => names.map((name) => [name, name]);
    const offers = {game: games.map((name) => [name, this.titled(name)]), player: named(players),
                    winner: [...named(players), ['-', viewerTexts.games.nobody]],
                    ending: endings.map((ending) => [ending, endingText(ending)])};
    for (const select of this.filters.querySelectorAll('select')) {
      const known = new Set([...select.options].map(({value}) => value));
      select.append(...offers[select.name].filter(([value]) => !known.has(value))
          .map(([value, text]) => h('option', {value}, text)));
    }
  }

  #turn(by) {
    this.from = Math.max(this.from + by, 0);
    this.refresh();
  }

  // From the largest on where it was sorted by this already.
  #sortBy(key) {
    this.sort = this.sort === key ? `-${key}` : key;
    this.from = 0;
    this.refresh();
  }

  async refresh() {
    const asked = this.asked = {...Object.fromEntries(new FormData(this.filters)), sort: this.sort, from: this.from,
                                count: kRows};
    const {total, games} = await this.ask(asked);
    if (this.asked !== asked) return;
    this.ids = games.map(({id}) => id);
    this.#showRows(games);
    for (const head of this.heads.querySelectorAll('[data-sort]')) {
      const key = head.dataset.sort;
      if (this.sort.replace('-', '') !== key) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', this.sort === key ? 'ascending' : 'descending');
    }
    this.back.disabled = this.from === 0;
    this.next.disabled = this.from + games.length >= total;
    this.count.textContent = total === 0 ? viewerTexts.games.none :
        viewerTexts.games.shown(this.from + 1, this.from + games.length, total);
  }

  // The focus stays on its game.
  #showRows(games) {
    const shown = JSON.stringify(games);
    if (shown === this.shown) return;
    this.shown = shown;
    const active = this.host.getRootNode().activeElement;
    const focused = this.body.contains(active) ? active.textContent : null;
    this.body.replaceChildren(...games.map((game) => this.#row(game)));
    [...this.body.querySelectorAll('button')].find(({textContent}) => textContent === focused)?.focus({preventScroll: true});
  }

  #row({id, game, players, returns, ending, plies}) {
    const names = players.flatMap((player, seat) =>
        [...(seat ? [', '] : []), h(returns[seat] > 0 ? 'b' : 'span', {}, ...breakable(player))]);
    const open = h('button', {type: 'button', 'aria-label': viewerTexts.games.title(id, players)}, String(id));
    const title = this.several ? [h('td', {class: 'name'}, ...breakable(this.titled(game)))] : [];
    return h('tr', {onclick: () => this.open(id, open)}, h('th', {scope: 'row', class: 'number'}, open),
                   ...title, h('td', {class: 'players'}, ...names),
                   h('td', {}, resultText(returns)), h('td', {class: 'ending'}, endingText(ending)),
                   h('td', {class: 'number'}, String(plies)));
  }
}
