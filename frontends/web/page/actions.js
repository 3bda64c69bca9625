// The row of what can be done in a game.

import {h, offer, offered, replaceKeepingFocus} from './dom.js';
import {iconButton} from './icons.js';
import {actions as texts} from './texts.js';

// What is no action of the server's.
const kPlayers = 'players', kMistakes = 'mistakes', kSave = 'save';

export class Actions {
  // act(action) does one, changePlayers() asks who plays, findMistakes() looks
  // for those of the game, save() keeps it as a file; lost() is called when what
  // had the focus is gone.
  constructor({act, changePlayers, findMistakes, save, lost}) {
    Object.assign(this, {act, lost});
    this.own = {[kPlayers]: changePlayers, [kMistakes]: findMistakes, [kSave]: save};
    this.element = h('div', {class: 'actions', role: 'group', 'aria-label': texts.group});
  }

  // `mine` are the seats of people on this screen.
  show(state, mine) {
    const list = this.#list(state, mine), shown = list.map(({action}) => action).join();
    if (shown !== this.shown) this.#build(list);
    this.shown = shown;
    list.forEach(({disabled}, index) => offer(this.element.children[index], !disabled));
  }

  #build(list) {
    replaceKeepingFocus(this.element, list.map((one) => this.#button(one)), this.lost);
  }

  #button({name, text, action}) {
    const act = this.own[action] ?? (() => this.act(action));
    const made = iconButton(name, text, () => { if (offered(made)) act(); },
                            {title: action === kPlayers ? texts.playersHelp : null});
    return made;
  }

  // What cannot be done now, but may be soon, keeps its place.
  #list(state, mine) {
    const {owner, for_all: forAll} = state.role;
    const over = Boolean(state.over), playing = mine.length > 0, turn = mine.includes(state.view.to_move);
    const people = state.seats.filter(({human}) => human).length;
    const amongPeople = people === state.seats.length;
    const list = [];
    const add = (name, text, action, disabled = false) => list.push({name, text, action, disabled});
    if (forAll && people) {
      add('undo', texts.undo, 'undo', state.ply === 0);
      add('redo', texts.redo, 'redo', state.ply >= state.moves.length);
    }
    if (playing) {
      if (!forAll && !over) {
        const moved = state.moves.slice(0, state.ply).some(({seat}) => mine.includes(seat));
        add('undo', texts.askUndo, 'ask-undo', !moved || Boolean(state.undo_asked_by));
      }
      if (!over) add('hint', texts.hint, 'hint', !turn);
      if (!over) add('resign', texts.resign, 'resign');
      if (!over && amongPeople) add('draw', texts.draw, 'offer-draw', Boolean(state.draw_offered_by));
      if (!over && state.can_claim_draw && turn) add('accept', texts.claim, 'claim-draw');
    }
    if (!over && (owner || playing) && people < state.seats.length) {
      add('now', texts.now, 'move-now', state.seats[state.view.to_move - 1]?.human);
    }
    if (over && playing) {
      const {by, room} = state.rematch;
      add('rematch', texts.rematch, 'rematch', Boolean(room) || mine.every((seat) => by.includes(seat)));
    }
    if (over && (playing || owner || !state.role.guest)) {
      add('mistakes', texts.mistakes, kMistakes, state.moves.length === 0);
      add('save', texts.save, kSave);
    }
    if (forAll && !(over && playing)) add('restart', texts.restart, 'restart');  // then there is the rematch
    if (owner) add('players', texts.players, kPlayers);
    return list;
  }
}
