// What a player thinks of a position, as it thinks.

import {button, h, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {chancesText, countText, reportText, valueText} from './number_text.js';
import {sentence, thoughts as texts} from './texts.js';
import {viewerTexts} from './viewer_texts.js';

const kMostMoves = 6;
const kCompared = '3';  // moves that a player shows who is asked how many

// Chances, depth, effort, the best moves as bars and the line.
export class Thoughts {
  // onLine(paths, data) shows the line on the board; without data it is over.
  constructor({onLine, room}) {
    Object.assign(this, {onLine, room});
    this.facts = h('p', {class: 'facts'});
    this.gauge = h('meter', {min: -1, max: 1, 'aria-label': texts.chances, hidden: true});
    this.line = h('p', {class: 'line-text'});
    this.moves = h('ol', {class: 'best', 'aria-label': texts.best});
    this.element = h('div', {class: 'thoughts'}, this.gauge, this.facts, this.moves, this.line);
  }

  show(data) {
    this.#show(data, this.#facts(data));
    this.onLine(data.paths ?? (data.path ? [data.path] : []), data);
  }

  // What was thought of `move`, the last one: `thought` where it was heard, else
  // what came with the move. Its line began before it, and is not on the board.
  rest(move, thought) {
    if (!move) return this.clear(texts.notYet);
    const said = thought ? this.#facts(thought) : reportText(this.room.nameOf(move.seat), move);
    this.#show(thought ?? {value: move.value}, said ? texts.ofMove(move.text, said) : texts.silent(move.text));
    this.onLine([]);
  }

  #facts(data) {
    const facts = [];
    if (typeof data.value === 'number') {
      facts.push(chancesText(this.room.nameOf(data.seat), data, this.room.state.seats.length));
    }
    if (data.depth) facts.push(viewerTexts.said.depth(data.depth));
    if (data.nodes) facts.push(viewerTexts.said.nodes(countText(data.nodes)));
    if (data.playouts) facts.push(viewerTexts.said.playouts(countText(data.playouts)));
    if (data.rate) facts.push(texts.rate(countText(data.rate)));
    return facts.join('\u00a0· ') || (data.text ?? '');
  }

  #show({value, moves = [], line = []}, facts) {
    this.gauge.hidden = typeof value !== 'number';
    if (!this.gauge.hidden) this.gauge.value = value;
    setText(this.facts, facts);
    this.#bars(moves);
    setText(this.line, line.length ? texts.line(line) : '');
  }

  #bars(moves) {
    const best = moves.slice(0, kMostMoves);
    const most = Math.max(...best.map(({visits}) => visits ?? 0), 1);
    this.moves.hidden = best.length === 0;
    this.moves.replaceChildren(...best.map(({move, value, visits}) => {
      const share = visits ? visits / most : ((value ?? -1) + 1) / 2;
      const bar = h('i', {class: 'bar'});
      bar.style.width = `${Math.round(100 * Math.max(share, 0.01))}%`;
      const numbers = [valueText(value), visits ? viewerTexts.said.visits(countText(visits)) : ''].filter(Boolean).join(', ');
      return h('li', {}, h('span', {class: 'move-text'}, move), h('span', {class: 'bar-place'}, bar), h('small', {}, numbers));
    }));
  }

  clear(text = '') {
    this.gauge.hidden = true;
    this.moves.hidden = true;
    setText(this.facts, text);
    setText(this.line, '');
    this.onLine([]);
  }
}

// A player that looks at the position on the board: one of those side by side.
export class Look {
  // position() is the room and the ply.
  constructor(players, {label, chosen, position, onLine}) {
    this.position = position;
    this.choice = playerChoice(players, {label, chosen, changed: () => this.stop()});
    this.thoughts = new Thoughts({onLine, room: position().room});
    this.toggle = button(texts.think, () => this.stream ? this.stop() : this.start(),
                         {'aria-label': texts.thinkOf(label), 'aria-pressed': 'false'});
    this.element = h('section', {class: 'look', 'aria-label': label},
                     h('h3', {class: 'field-name'}, label), this.choice.element, this.toggle, this.thoughts.element);
  }

  start() {
    this.stop();
    if (!this.choice.valid()) return;
    const {room, ply} = this.position();
    this.wanted = true;
    this.#pressed(true);
    this.thoughts.clear(texts.begins);
    this.stream = room.think(ply, this.choice.name({multipv: kCompared}), {
      thinking: (data) => this.thoughts.show(data),
      waiting: ({waiting}) => this.thoughts.clear(texts.queue(waiting)),
      decision: (data) => {
        this.stream = null;
        this.#pressed(false);
        if (data.error) this.thoughts.clear(sentence(data.error)); else this.thoughts.show(data);
      },
      fail: (why) => this.#fail(room, ply, why),
    });
  }

  // A stream cannot say why it was refused; the same request does.
  async #fail(room, ply, why) {
    this.stop();
    this.thoughts.clear(why ?? await room.whyNotThink(ply, this.choice.name()));
  }

  stop() {
    this.wanted = false;
    this.stream?.close();
    this.stream = null;
    this.#pressed(false);
  }

  // Another position is on the board.
  moved() {
    if (this.wanted) this.start(); else this.thoughts.clear();
  }

  #pressed(on) {
    this.toggle.setAttribute('aria-pressed', String(on));
    setText(this.toggle, on ? texts.stop : texts.think);
  }
}
