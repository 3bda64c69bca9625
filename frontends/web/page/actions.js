// The row of what can be done in a game.

import {button, h} from './dom.js';
import {icon} from './icons.js';

// A button with its picture above its word.
export function iconButton(name, text, onclick, properties = {}) {
  const made = button('', onclick, {...properties, class: `with-icon ${properties.class ?? ''}`});
  made.append(icon(name), h('span', {}, text));
  return made;
}

export class Actions {
  // act(action) does one, changePlayers() asks who plays.
  constructor({act, changePlayers}) {
    Object.assign(this, {act, changePlayers});
    this.element = h('div', {class: 'actions', role: 'group', 'aria-label': 'Actions'});
  }

  // `mine` are the seats of people on this screen.
  show(state, mine) {
    const list = this.#list(state, mine);
    // The focus stays where it was.
    const focused = this.element.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.element.replaceChildren(...list);
    if (focused) list.find((made) => made.textContent === focused && !made.disabled)?.focus();
  }

  // What cannot be done now, but may be soon, keeps its place.
  #list(state, mine) {
    const {owner} = state.role;
    const over = Boolean(state.over), playing = mine.length > 0;
    const people = state.seats.flatMap(({human}, index) => human ? [index + 1] : []);
    const forAll = owner || playing && people.every((seat) => mine.includes(seat));
    const list = [];
    const offer = (name, text, action, more = {}) => list.push(iconButton(name, text, () => this.act(action), more));
    if (forAll && people.length) {
      offer('undo', 'Undo', 'undo', {disabled: state.ply === 0});
      offer('redo', 'Redo', 'redo', {disabled: state.ply >= state.moves.length});
    }
    if (playing) {
      offer('hint', 'Hint', 'hint', {disabled: over || !mine.includes(state.view.to_move)});
      offer('resign', 'Resign', 'resign', {disabled: over});
      if (!over && people.length === state.seats.length) this.#offerDraw(state, mine, list, offer);
      if (!over && state.can_claim_draw && mine.includes(state.view.to_move)) offer('accept', 'Claim a draw', 'claim-draw');
    }
    if ((owner || playing) && people.length < state.seats.length) {
      const thinks = !over && !state.seats[state.view.to_move - 1]?.human;
      offer('now', 'Move now', 'move-now', {disabled: !thinks});
    }
    if (forAll) offer('restart', 'Restart', 'restart');
    if (owner) list.push(iconButton('players', 'Change players', () => this.changePlayers()));
    return list;
  }

  #offerDraw({draw_offered_by: by}, mine, list, offer) {
    if (!by) return offer('draw', 'Offer a draw', 'offer-draw');
    list.push(h('span', {class: 'note'}, `Player ${by} offers a draw.`));
    if (mine.some((seat) => seat !== by)) {
      offer('accept', 'Accept the draw', 'accept-draw', {class: 'main'});
      offer('decline', 'Decline the draw', 'decline-draw');
    }
  }
}
