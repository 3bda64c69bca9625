// The part of a game's screen that looks into positions: two players side by
// side, and the mistakes of the game.

import {button, h, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {givenOf, idOf} from './names.js';
import {Look} from './thoughts.js';

export class LookInto {
  // details() is the game with its players; position() is {room, ply} of what
  // is on `board`; evaluate({value, seat}) tells what the first player thinks.
  constructor({board, room, ask, details, position, evaluate}) {
    Object.assign(this, {board, room, ask, details, position, evaluate});
    this.looks = [];
    this.content = h('div', {class: 'looks'});
    this.progress = h('p', {role: 'status'});
    this.element = h('details', {class: 'look-into', ontoggle: () => this.#open()},
                     h('summary', {}, 'Look into the position'), this.content);
  }

  async #open() {
    if (!this.element.open || this.opened) return;
    const details = await this.details();
    if (!details || this.opened) return;
    this.opened = true;
    const {players, adviser} = details;
    const choose = (...wanted) => wanted.find((id) => players.some((player) => player.id === id)) ?? players[0].id;
    this.looks = [['First player', choose('alphabeta', 'hard')], ['Second player', choose('mcts', 'medium')]].map(
      ([label, chosen], index) => new Look(players, {
        label, chosen, position: this.position, onLine: (paths, data) => {
          this.board.drawLine(paths, `idea${index + 1}`);
          if (index === 0 && data) this.evaluate(data);
        }}));
    const judge = playerChoice(players, {
      label: 'Player that looks for mistakes', chosen: choose(idOf(adviser)), given: givenOf(adviser)});
    this.content.replaceChildren(
        h('div', {class: 'side-by-side'}, this.looks.map((look) => look.element)),
        h('section', {class: 'look', 'aria-label': 'Mistakes'}, h('h2', {}, 'Mistakes of the game'), judge.element,
          button('Find mistakes', () => this.ask(() => this.room.analyse(judge.name()))), this.progress));
  }

  // How far an analysis is.
  tell({found, done, of, text}) {
    const known = done < of ? `${done} of ${of} positions` : found;
    setText(this.progress, known ? `${known} (${text})` : text);
  }

  // Another position is on the board.
  moved() { this.looks.forEach((look) => look.moved()); }

  stop() { this.looks.forEach((look) => look.stop()); }
}
