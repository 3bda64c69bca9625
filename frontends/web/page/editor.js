// The board editor: a position is set up piece by piece, or by its text. The
// server writes the text of what stands on the board, reads what is typed, and
// says what the rules refuse.

import {get, post} from './api.js';
import {Board, drags} from './board.js';
import {announcer, beginScreen, button, focusOn, h, seatDot, setText} from './dom.js';
import {copyField} from './forms.js';
import {icon} from './icons.js';
import {positionHash} from './keep.js';
import {plainTitle} from './names.js';
import {applyTheme, dress, settings} from './settings.js';
import {editor as texts, words} from './texts.js';

const kMostKept = 300000;  // pieces of all steps that can be undone

export class Editor {
  // `position` is a text, `view` what stands in a game: one of both, or neither.
  // `from` is the address of that game.
  constructor(host, {name, position, view, from}) {
    Object.assign(this, {host, name, position, view, from, asked: 0, chosen: null, pieces: new Map(), steps: []});
  }

  async open() {
    const details = await get(`/games/${encodeURIComponent(this.name)}`);
    if (this.closed) return;
    this.title = plainTitle(details.title);
    document.title = words.page(texts.heading);
    if (!details.editor) {
      return this.#instead(texts.textOnly(this.title), positionHash('new', this.name, this.position), texts.back);
    }
    this.opening = await post('/positions', {game: this.name});
    if (this.closed) return;
    const nobodys = this.#nobodys(this.opening.palette);
    if (nobodys) return this.#instead(texts.nobodys(nobodys), this.from, texts.backToGame);
    this.#makeBoard();
    this.opening.board = await this.#turned(this.opening);
    if (this.closed) return;
    this.#build(this.opening);
    this.unsubscribe = settings.subscribe(() => dress(this.element, this.letters));
    this.#take(this.opening);
    if (this.view) await this.#adopt(this.view);
    else if (this.position) await this.#read(this.position);
    if (this.closed) return;
    this.steps = this.steps.slice(-1);  // what was asked for, not the opening before it
    this.#offerUndo();
    this.host.onkeydown = (event) => this.#key(event);
    beginScreen(this.host.querySelector('h1'));
  }

  close() {
    this.closed = true;
    this.host.onkeydown = null;
    this.unsubscribe?.();
  }

  // Why there is no board, and where else to go.
  #instead(why, href, where) {
    this.host.replaceChildren(h('section', {class: 'failure'}, h('h1', {}, texts.heading), h('p', {}, why),
                                h('p', {}, h('a', {href}, where))));
  }

  // What stands in the game and is of no seat's pieces, as it is called where the
  // view says so.
  #nobodys(palette) {
    const own = new Set(palette.flat());
    const odd = this.view?.pieces.find(([, kind]) => !own.has(kind));
    return odd && (this.view.kinds[odd[1]]?.label ?? odd[1]);
  }

  #makeBoard() {
    this.place = h('div', {class: 'board-place'});
    this.board = new Board(this.place, {label: texts.board(this.title), onPick: (cell) => this.#pick(cell),
                                        onCarry: (from, to) => this.#carry(from, to)});
  }

  // As the screen of a game has the board for the first seat.
  async #turned({board, view}) {
    const turn = this.board.lowestTurn(1, view, board);
    return turn ? (await post('/positions', {game: this.name, turn})).board : board;
  }

  #build({board, palette, kinds}) {
    this.said = announcer();
    this.undo = button(texts.undo, () => this.#undo(), {disabled: true});
    this.verdict = h('p', {class: 'verdict', id: 'verdict', role: 'status', 'aria-live': 'polite'});
    this.go = button(texts.play, () => { location.hash = positionHash('new', this.name, this.text.value.trim()); },
                     {class: 'main go', disabled: true, 'aria-describedby': 'verdict'});
    const read = () => {  // what was written or read is not read again when the field is left
      const typed = this.text.value.trim();
      if (typed !== this.typed) this.#read(typed);
      this.typed = typed;
    };
    this.text = h('textarea', {rows: 2, spellcheck: 'false', autocomplete: 'off', onchange: read,
                               onkeydown: (event) => {
                                 if (event.key !== 'Enter') return;
                                 event.preventDefault();
                                 read();
                               }});
    this.palette = h('fieldset', {class: 'palette'}, h('legend', {class: 'heard'}, texts.palette));
    this.element = h('div', {class: 'editor'},
        h('header', {}, h('h1', {}, texts.heading), h('small', {}, this.title)),
        h('section', {class: 'editor-board', 'aria-label': texts.boardPart}, this.place, this.said),
        this.palette, this.#turns(palette.length, board.seats ?? []),
        h('div', {class: 'verdict-bar'}, this.verdict, this.go),
        h('div', {class: 'tools'}, this.undo, button(texts.opening, () => this.#take(this.opening)),
          button(texts.clear, () => this.#clear()), this.board.zoomButtons()),
        copyField(texts.text, this.text), h('p', {class: 'help'}, texts.help));
    this.host.replaceChildren(this.element);
    this.board.setBoard(board);
    this.#fillPalette(palette, kinds);
    this.letters = Boolean(board.letters);
    this.element.style.setProperty('--ratio', this.board.ratio);
    dress(this.element, this.letters);
    applyTheme();
  }

  // The pieces of each seat, and a hand that takes away. As on the board, in
  // pictures of their own.
  #fillPalette(palette, kinds) {
    const one = (picture, label, chosen) => {
      const input = h('input', {type: 'radio', name: 'spare', class: 'heard', 'aria-label': label,
                                checked: chosen?.seat === 1 && chosen.kind === 0,
                                onchange: () => { this.chosen = chosen; }});
      const spare = h('label', {class: 'spare', title: label}, input, picture);
      if (chosen) this.#dragFrom(spare, picture, chosen);
      return spare;
    };
    this.kinds = kinds;
    this.names = palette;
    this.board.show({ply: 0, pieces: [], kinds}, {animate: false});
    this.chosen = {seat: 1, kind: 0};
    this.palette.append(...palette.map((own, index) => h('span', {class: 'spares'}, own.map((name, kind) =>
      one(this.board.pictureOf(name), texts.put(kinds[name].label), {seat: index + 1, kind})))),
                        one(icon('eraser'), texts.hand, null));
  }

  // A piece of the palette can be dragged to its cell, too.
  #dragFrom(spare, picture, {seat, kind}) {
    let from = null, ghost = null;
    const end = () => {
      ghost?.remove();
      from = ghost = null;
    };
    spare.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      spare.setPointerCapture(event.pointerId);
      from = {x: event.clientX, y: event.clientY};
    });
    spare.addEventListener('pointermove', (event) => {
      if (!from || !event.isPrimary) return;
      if (!ghost) {
        if (!drags(from, event)) return;
        ghost = picture.cloneNode(true);
        ghost.classList.add('ghost');
        ghost.style.width = ghost.style.height = `${this.board.cellSize}px`;
        this.element.append(ghost);
      }
      ghost.style.left = `${event.clientX - this.board.cellSize / 2}px`;
      ghost.style.top = `${event.clientY - this.board.cellSize / 2}px`;
    });
    spare.addEventListener('pointerup', (event) => {
      const cell = ghost ? this.board.cellAt(event.clientX, event.clientY) : null;
      end();
      if (cell !== null) this.#put(cell, [seat, kind]);
    });
    spare.addEventListener('pointercancel', end);
  }

  #turns(count, seats) {
    this.turns = h('fieldset', {class: 'turns'}, h('legend', {}, texts.toMove), h('div', {class: 'levels'},
        Array.from({length: count}, (_, index) => h('label', {class: 'level'},
          h('input', {type: 'radio', name: 'turn', value: index + 1, class: 'heard',
                      onchange: () => { this.toMove = index + 1; this.#changed(); }}),
          seatDot(seats[index], index + 1), h('span', {}, texts.player(index + 1))))));
    return this.turns;
  }

  // --- What is done ----------------------------------------------------------

  // Puts the chosen piece; the same again takes it away, as the hand does.
  #pick(cell) {
    const {chosen} = this, on = this.pieces.get(cell);
    const same = on && chosen && on[0] === chosen.seat && on[1] === chosen.kind;
    if (on || chosen) this.#put(cell, chosen && !same ? [chosen.seat, chosen.kind] : null);
  }

  // A piece on a cell, or none.
  #put(cell, piece) {
    if (piece) this.pieces.set(cell, piece); else this.pieces.delete(cell);
    this.#changed();
    this.said.say(this.board.describe(cell));
  }

  // A piece that was dragged elsewhere, or off the board.
  #carry(from, to) {
    const piece = this.pieces.get(from);
    this.pieces.delete(from);
    if (to !== null) this.pieces.set(to, piece);
    this.#changed();
    this.said.say(this.board.describe(to ?? from));
  }

  #clear() {
    if (!this.pieces.size) return;
    this.pieces.clear();
    this.#changed();
  }

  // What stands there now, to come back to. Its `answer` is what the server says
  // of it, as soon as it is known. The first steps go where all have many pieces.
  #keep() {
    this.steps.push({pieces: [...this.pieces], toMove: this.toMove, answer: null});
    let kept = 0;
    const over = this.steps.findLastIndex(({pieces}) => (kept += pieces.length + 1) > kMostKept);
    this.steps.splice(0, Math.min(over + 1, this.steps.length - 2));
    this.#offerUndo();
  }

  #undo() {
    if (this.steps.length < 2) return;
    this.steps.pop();
    const {pieces, toMove, answer} = this.steps.at(-1);
    Object.assign(this, {pieces: new Map(pieces), toMove});
    this.#show();
    this.said.say(texts.undone(pieces.length));
    if (answer) this.#written(answer); else this.#write();
    this.#offerUndo();
  }

  #offerUndo() {
    const focused = document.activeElement === this.undo;
    this.undo.disabled = this.steps.length < 2;
    if (focused && this.undo.disabled) focusOn(this.verdict);
  }

  // In the text, the browser's own.
  #key(event) {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target === this.text) return;
    event.preventDefault();
    this.#undo();
  }

  // What stands in a game, as its view. Its board need not be that of the rules'
  // text: counters begin anew.
  #adopt(view) {
    const owners = new Map(this.names.flatMap((kinds, seat) => kinds.map((kind, number) => [kind, [seat + 1, number]])));
    this.pieces = new Map(view.pieces.map(([cell, kind]) => [cell, owners.get(kind)]));
    // After the end nobody is to move: then who would have been.
    this.toMove = view.to_move || (view.seat ?? 0) % this.names.length + 1;
    return this.#changed();
  }

  // --- What the server says of it --------------------------------------------

  #changed() {
    this.#keep();
    this.#show();
    return this.#write();
  }

  #write() {
    return this.#ask({pieces: [...this.pieces].map(([cell, piece]) => [cell, ...piece]), to_move: this.toMove},
                     (answer) => this.#written(answer), () => { this.text.value = ''; });
  }

  #read(position) {
    if (!position) return this.#take(this.opening);
    return this.#ask({position}, (answer) => this.#take(answer), () => {
      this.text.value = position;
      this.#keep();
    });
  }

  // Only the last question counts.
  async #ask(what, then, otherwise) {
    const asked = ++this.asked;
    this.typed = null;
    this.go.disabled = true;
    try {
      const answer = await post('/positions', {game: this.name, ...what});
      if (asked === this.asked && !this.closed) then(answer);
    } catch (error) {
      if (asked !== this.asked || this.closed) return;
      otherwise();
      this.#judge(error.message);
    }
  }

  // A position as the server read it.
  #take(answer) {
    this.pieces = new Map(answer.pieces.map(([cell, ...piece]) => [cell, piece]));
    this.toMove = answer.to_move || 1;
    if (this.steps.at(-1)?.answer?.position !== answer.position) this.#keep();
    this.#show();
    this.#written(answer);
  }

  // Its text, by which the address has it, too. After the end nobody is to move.
  #written(answer) {
    const {position, to_move: toMove} = answer;
    ++this.asked;
    this.steps.at(-1).answer = {position, to_move: toMove};
    this.typed = this.text.value = position;
    history.replaceState(null, '', positionHash('edit', this.name, position));
    this.#judge(toMove ? null : texts.over);
  }

  #show() {
    this.board.show({ply: 0, pieces: [...this.pieces].map(([cell, [seat, kind]]) => [cell, this.names[seat - 1][kind]]),
                     kinds: this.kinds}, {animate: false});
    this.turns.querySelectorAll('input').forEach((input) => { input.checked = Number(input.value) === this.toMove; });
  }

  // `why` is why no game can begin, null if one can.
  #judge(why) {
    setText(this.verdict, why === null ? texts.ready : texts.refused(why));
    this.verdict.classList.toggle('bad', why !== null);
    this.go.disabled = why !== null;
  }
}
