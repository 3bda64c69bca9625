// The row of what can be done in a game.

import {button, h} from './dom.js';
import {icon} from './icons.js';

// What is no action of the server's.
const kPlayers = 'players', kRematch = 'rematch';

// A button with its picture above its word.
export function iconButton(name, text, onclick, properties = {}) {
  const made = button('', onclick, {...properties, class: `with-icon ${properties.class ?? ''}`});
  made.append(icon(name), h('span', {}, text));
  return made;
}

export class Actions {
  // act(action) does one, changePlayers() asks who plays, rematch() begins a game
  // with the seats changed; called(seat) is what its player is called.
  constructor({act, changePlayers, rematch, called}) {
    Object.assign(this, {act, called});
    this.own = {[kPlayers]: changePlayers, [kRematch]: rematch};
    this.element = h('div', {class: 'actions', role: 'group', 'aria-label': 'Actions'});
  }

  // `mine` are the seats of people on this screen.
  show(state, mine) {
    const list = this.#list(state, mine), shown = JSON.stringify(list);
    if (shown === this.shown) return;
    this.shown = shown;
    // The focus stays where it was.
    const focused = this.element.contains(document.activeElement) ? document.activeElement.textContent : null;
    const made = list.map((one) => this.#element(one));
    this.element.replaceChildren(...made);
    if (focused) made.find((one) => one.textContent === focused && !one.disabled)?.focus();
  }

  #element({name, text, action, disabled = false, main = false}) {
    if (!name) return h('span', {class: 'note'}, text);
    return iconButton(name, text, this.own[action] ?? (() => this.act(action)), {disabled, class: main ? 'main' : ''});
  }

  // What cannot be done now, but may be soon, keeps its place.
  #list(state, mine) {
    const {owner} = state.role;
    const over = Boolean(state.over), playing = mine.length > 0, turn = mine.includes(state.view.to_move);
    const people = state.seats.flatMap(({human}, index) => human ? [index + 1] : []);
    const forAll = owner || playing && people.every((seat) => mine.includes(seat));
    const list = [];
    const offer = (name, text, action, disabled = false) => list.push({name, text, action, disabled});
    if (forAll && people.length) {
      offer('undo', 'Undo', 'undo', state.ply === 0);
      offer('redo', 'Redo', 'redo', state.ply >= state.moves.length);
    }
    if (playing) {
      offer('hint', 'Hint', 'hint', over || !turn);
      offer('resign', 'Resign', 'resign', over);
      if (!over && people.length === state.seats.length) list.push(...this.#draw(state, mine));
      if (!over && state.can_claim_draw && turn) offer('accept', 'Claim a draw', 'claim-draw');
    }
    if ((owner || playing) && people.length < state.seats.length) {
      offer('now', 'Move now', 'move-now', over || state.seats[state.view.to_move - 1]?.human);
    }
    if (over && playing && forAll && !state.role.guest) offer('rematch', 'Rematch', kRematch);
    if (forAll) offer('restart', 'Restart', 'restart');
    if (owner) offer('players', 'Change players', kPlayers);
    return list;
  }

  #draw({draw_offered_by: by}, mine) {
    if (!by) return [{name: 'draw', text: 'Offer a draw', action: 'offer-draw'}];
    const note = {text: `${this.called(by)} offers a draw.`};
    if (mine.every((seat) => seat === by)) return [note];
    return [note, {name: 'accept', text: 'Accept the draw', action: 'accept-draw', main: true},
            {name: 'decline', text: 'Decline the draw', action: 'decline-draw'}];
  }
}
