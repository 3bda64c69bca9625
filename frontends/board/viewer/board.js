// A board on the page: places the pieces of a view (../../web/README.md), shows
// where they went, and tells which cell is pointed at. It knows no game and asks
// no server, so that a report can show games, too.

import {button, h, kSvg, offer, svgNode} from './dom.js';
import {viewerTexts} from './viewer_texts.js';

const kCell = 60;          // the picture's units from one cell to the next
const kReadable = 12;      // pixels of a cell
const kAnyCell = 36;       // how far from a middle still is the cell
const kDragDistance = 6;   // pixels
const kZoom = 1.6;         // of one press
const kMoveTime = 200;     // milliseconds of a move
const kStepTime = 110;     // more for each further step
const kMaxTime = 700;
const kManyCells = 400;    // from here on, cells get their words when needed
const kRing = 27;          // the radius of a mark around a piece

function parsed(text) {
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (picture.localName !== 'svg') throw new Error(viewerTexts.board.unreadable);
  return document.adoptNode(picture);
}

const known = new WeakMap();  // root -> texts

// The colours come with the board, for its document or the shadow that it
// stands in. A style sheet that is made by a program is one that a strict
// policy allows.
function adoptStyle(text, root) {
  if (!known.has(root)) known.set(root, new Set());
  if (known.get(root).has(text)) return;
  known.get(root).add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
}

// Of the cell, to be put under the pieces.
function tintOf(element, name) {
  const tint = element.cloneNode(false);
  for (const {name: attribute} of [...tint.attributes]) {
    if (/^(data-|aria-|role$|tabindex$)/.test(attribute)) tint.removeAttribute(attribute);
  }
  tint.setAttribute('class', name);
  if (tint.localName === 'circle') tint.setAttribute('r', kRing);
  return tint;
}

// Whether a pointer that was pressed at `from` means to drag.
export const drags = (from, {clientX, clientY}) => Math.hypot(clientX - from.x, clientY - from.y) >= kDragDistance;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Board {
  // `host` is an empty element. `label` says what it is to those who hear it.
  // onPick(cell) is called for a click, the Enter key and both ends of a drag,
  // onDrop() for Escape and a click beside the cells. With onCarry(from, to) every
  // piece can be dragged, and that is called instead for a drag; beside the cells
  // `to` is null.
  constructor(host, {label = viewerTexts.board.name, onPick = () => {}, onDrop = () => {}, onCarry = null} = {}) {
    this.host = host;
    this.label = label;
    this.onPick = onPick;
    this.onDrop = onDrop;
    this.onCarry = onCarry;
    this.cells = [];
    this.kinds = new Map();  // kind -> {element, plain, label, what}
    this.on = new Map();     // cell -> {kind, element}
    this.view = null;
    this.zoom = 1;
    this.animations = [];
    new ResizeObserver(() => this.#fit()).observe(host);
    this.starts = [];     // cells where moves begin
    this.picked = [];     // of the move that is being made
    this.pointable = [];  // cells where one goes on
    this.drawn = [];      // arrows and circles by hand: paths
    this.drawing = false; // by any press, not by the right button alone
    this.seats = [];
  }

  // {"svg", "cells", "seats", "letters"}; what stood on the board before stands
  // on it again, and so does what was drawn by hand.
  setBoard({svg, cells, seats = [], letters = false}) {
    const view = this.view;
    this.cells = cells;
    this.seats = seats;
    this.on.clear();
    this.view = null;
    this.active = 0;
    this.described = false;
    this.starts = this.picked = this.pointable = [];
    this.aim = null;  // in units of the board before
    if (!svg) {
      this.text = h('pre', {class: 'board-text', tabindex: 0, role: 'img'});
      this.host.replaceChildren(this.text);
    } else {
      this.#draw(svg);
      this.svg.classList.toggle('letters', letters);
    }
    if (view) this.show(view, {animate: false});
    this.#showDrawn();
  }

  // Its width as a multiple of its height.
  get ratio() {
    const {width, height} = this.svg?.viewBox.baseVal ?? {width: 1, height: 1};
    return width / height;
  }

  #draw(text) {
    const style = text.indexOf('<style>'), end = text.indexOf('</style>');
    if (style >= 0) {
      adoptStyle(text.slice(style + 7, end), this.host.getRootNode());
      text = text.slice(0, style) + text.slice(end + 8);
    }
    this.text = null;
    this.svg = parsed(text);
    this.svg.querySelectorAll('title').forEach((title) => title.remove());
    this.svg.removeAttribute('width');
    this.svg.removeAttribute('height');
    this.svg.setAttribute('role', 'application');
    this.svg.setAttribute('aria-roledescription', viewerTexts.board.role);
    this.svg.setAttribute('aria-label', this.label);
    const indices = new Map(this.cells.map((cell, index) => [cell.name, index]));
    this.elements = [];
    this.indices = new Map();  // element -> cell
    for (const element of this.svg.querySelectorAll('[data-cell]')) {
      const index = indices.get(element.getAttribute('data-cell'));
      this.elements[index] = element;
      this.indices.set(element, index);
      element.setAttribute('tabindex', -1);
    }
    const group = (name) => this.svg.querySelector(`.${name}`);
    [this.paths, this.pieces] = [group('paths'), group('pieces')];
    for (const silent of [this.paths, this.pieces, group('names'), group('coordinates'), group('line')]) {
      silent?.setAttribute('aria-hidden', 'true');
    }
    this.marks = svgNode('g', {class: 'marks', 'aria-hidden': 'true'});
    this.under = svgNode('g');  // marks that are tinted cells
    this.last = svgNode('g');   // the last move
    this.paths.replaceChildren(this.last, this.under);
    this.svg.append(this.marks);
    this.#listen();
    this.host.replaceChildren(this.svg);
    this.elements[this.active]?.setAttribute('tabindex', 0);
    this.setZoom(this.zoom);
  }

  get manyCells() { return this.cells.length > kManyCells; }

  // Shows the position of a view. A step forward or back is animated.
  show(view, {animate = true} = {}) {
    const before = this.view;
    if (before && before.ply !== view.ply) this.clearDrawn();
    this.view = view;
    this.#learn(view.kinds);
    if (this.text) {
      this.text.textContent = view.text ?? '';
      this.text.setAttribute('aria-label', `${this.label}: ${view.text ?? ''}`);
      return;
    }
    const next = new Map(view.pieces ?? []);
    const changes = [];
    for (const cell of this.on.keys()) {
      if (!next.has(cell)) changes.push([cell, null]);
    }
    for (const [cell, kind] of next) {
      if (this.on.get(cell)?.kind !== kind) changes.push([cell, kind]);
    }
    let path = null;
    if (animate && before && view.ply === before.ply + 1) path = view.path;
    if (animate && before && view.ply === before.ply - 1) path = [...(before.path ?? [])].reverse();
    this.#change(changes, path);
    this.#showPath(view.path ?? [], path !== null && view.ply > before.ply);
  }

  // A move, as its event tells it: the view that it leads to.
  play({ply, path, changes, kinds, move, seat, to_move, text}) {
    this.#learn(kinds);
    const pieces = new Map(this.view?.pieces ?? []);
    for (const [cell, kind] of changes ?? []) {
      if (kind === null) pieces.delete(cell); else pieces.set(cell, kind);
    }
    const view = {ply, path, move, seat, to_move, text, pieces: [...pieces], kinds: {}};
    if (this.text) return this.show(view);
    this.clearDrawn();
    this.view = view;
    this.#change(changes ?? [], path);
    this.#showPath(path ?? [], true);
  }

  #learn(kinds) {
    for (const [kind, {svg, label, kind: what}] of Object.entries(kinds ?? {})) {
      if (this.kinds.has(kind)) continue;
      const element = svgNode('g', {class: 'man'});
      element.append(...parsed(`<svg xmlns="${kSvg}">${svg}</svg>`).childNodes);
      element.querySelectorAll('title').forEach((one) => one.remove());
      // Without what cannot be seen on a tiny piece; best a single circle.
      let plain = element.cloneNode(true);
      plain.querySelectorAll('text').forEach((one) => one.remove());
      if (plain.childElementCount === 1 && plain.firstElementChild.localName === 'circle') {
        plain = plain.firstElementChild;
        plain.classList.add('man');
      }
      this.kinds.set(kind, {element, plain, label, what});
    }
  }

  // A piece for itself, as it looks on the board.
  pictureOf(kind) {
    return svgNode('svg', {class: 'board', viewBox: '-30 -30 60 60', 'aria-hidden': 'true'},
                   ...this.kinds.get(kind).element.cloneNode(true).childNodes);
  }

  // The seat whose colour a piece has, or 0.
  seatOf(kind, seats = this.seats) {
    const {element} = this.kinds.get(kind) ?? {};
    return 1 + seats.findIndex(({color}) => element?.querySelector(`.seat-${color}`));
  }

  // The seat whose piece stands on a cell, or 0.
  seatOn(cell) { return this.on.has(cell) ? this.seatOf(this.on.get(cell).kind) : 0; }

  // The cells on which the pieces of each seat stand in a view.
  cellsOfSeats({pieces = [], kinds = {}}, seats = this.seats) {
    this.#learn(kinds);
    const owners = new Map();
    const cells = seats.map(() => []);
    for (const [cell, kind] of pieces) {
      if (!owners.has(kind)) owners.set(kind, this.seatOf(kind, seats));
      cells[owners.get(kind) - 1]?.push(cell);
    }
    return cells;
  }

  // How far down the pieces of each seat stand on average in a view on a board
  // that is turned by `turn`, from 0 to 1: in the middle where a seat has none.
  heights(view, {cells, seats = [], turns = 1}, turn = 0) {
    const angle = 2 * Math.PI * turn / turns, [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const ys = cells.map(({x, y}) => sin * x + cos * y);
    let top = Infinity, bottom = -Infinity;
    for (const y of ys) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    const middle = (of) => of.reduce((sum, cell) => sum + ys[cell], 0) / of.length;
    return this.cellsOfSeats(view, seats).map(
        (of) => of.length ? (middle(of) - top) / Math.max(bottom - top, 1) : 0.5);
  }

  // The turn of a board that brings the pieces of a seat in a view lowest.
  lowestTurn(seat, view, board) {
    const heights = Array.from({length: board.turns}, (_, turn) => this.heights(view, board, turn)[seat - 1]);
    const lowest = Math.max(...heights);
    return heights.findIndex((one) => one > lowest - 0.01);
  }

  // A transform takes much longer to draw than a middle.
  #place(element, {x, y}) {
    const places = element.localName === 'circle' ? {cx: x, cy: y} : {transform: `translate(${x} ${y})`};
    for (const [name, value] of Object.entries(places)) element.setAttribute(name, value);
  }

  // Thousands of pieces are drawn as simply as can be while they are tiny.
  get plain() { return this.manyCells && this.tiny; }

  #change(changes, path) {
    this.#finishAnimations(changes.map(([cell]) => cell));
    const gone = new Map();
    for (const [cell] of changes) {
      const was = this.on.get(cell);
      if (was) gone.set(cell, was);
      this.on.delete(cell);
    }
    const added = document.createDocumentFragment();
    for (const [cell, kind] of changes) {
      if (kind === null || !this.kinds.has(kind)) continue;
      const {element: whole, plain} = this.kinds.get(kind);
      const element = (this.plain ? plain : whole).cloneNode(true);
      this.#place(element, this.cells[cell]);
      added.append(element);
      this.on.set(cell, {kind, element});
    }
    this.pieces.append(added);
    if (path?.length && !this.tiny && !still()) this.#animate(path, gone);
    else gone.forEach(({element}) => element.remove());
    for (const [cell] of changes) this.#describe(cell);
    if (!this.described) this.#describeAll();
  }

  // What left the beginning of the path goes along it; what was taken fades.
  #animate(path, gone) {
    const mover = this.on.get(path[path.length - 1]);
    const time = Math.min(kMoveTime + kStepTime * Math.max(path.length - 2, 0), kMaxTime);
    const run = (cell, element, frames, then) => {
      const animation = element.animate(frames, {duration: time, easing: 'ease-in-out'});
      const done = {cell, finish: () => { animation.cancel(); then(); }};
      this.animations.push(done);
      animation.onfinish = () => {
        this.animations = this.animations.filter((other) => other !== done);
        then();
      };
    };
    if (mover && path.length > 1) {
      this.pieces.append(mover.element);
      const steps = path.map((cell) => this.cells[cell]);
      run(path[path.length - 1], mover.element, steps.map(({x, y}) => ({transform: `translate(${x}px, ${y}px)`})), () => {});
      gone.get(path[0])?.element.remove();
      gone.delete(path[0]);
    } else if (mover) {
      run(path[0], mover.element, [{opacity: 0}, {opacity: 1}], () => {});
    }
    for (const [cell, {element}] of gone) {
      run(cell, element, [{opacity: 1}, {opacity: 1, offset: 0.6}, {opacity: 0}], () => element.remove());
    }
  }

  // Those on these cells; an answer at once lets the move before it go its way.
  #finishAnimations(cells) {
    const ends = this.animations.filter(({cell}) => cells.includes(cell));
    this.animations = this.animations.filter(({cell}) => !cells.includes(cell));
    ends.forEach(({finish}) => finish());
  }

  #points(path) {
    return path.map((cell) => `${this.cells[cell].x},${this.cells[cell].y}`).join(' ');
  }

  // The cells of the last move. One with several steps is drawn as a way, too,
  // while it is `played`: the style lets that fade.
  #showPath(path, played = false) {
    const end = path[path.length - 1];
    const tints = [...new Set(path)].map(
        (cell) => tintOf(this.elements[cell], cell === end ? 'tint end' : 'tint'));
    this.last.replaceChildren(...tints);
    this.#layer('trace').replaceChildren();
    if (played && path.length > 2 && !this.tiny) {
      this.#layer('trace').append(svgNode('polyline', {class: 'trace', points: this.#points(path)}));
    }
  }

  // Marks cells: 'next' where a move can go on, 'picked', 'wanted' of a move that
  // waits for its turn, 'won' of what ended the game, 'focus'.
  mark(name, cells) {
    if (!this.svg || this.text) return;
    if (name === 'won' || name === 'wanted' || name === 'picked') this.#tint(name, cells);
    if (name === 'won' || name === 'wanted') return;
    this.#layer(name).replaceChildren(...cells.map((cell) => this.#ring(name, cell)));
    if (name === 'next') this.#setPointable(cells);
    if (name !== 'picked') return;
    this.picked = cells;
    this.#lift(cells);
    for (const among of [this.marks, this.under]) {
      this.#layer('start', among).classList.toggle('aside', cells.length > 0);
    }
  }

  // A ring around a piece, a spot on an empty cell.
  #ring(name, cell) {
    const {x, y} = this.cells[cell];
    const small = (name === 'next' || name === 'start') && !this.on.has(cell);
    return svgNode('circle', {class: small ? `ring spot ${name}` : `ring ${name}`, cx: x, cy: y, r: small ? 11 : kRing});
  }

  #tint(name, cells) {
    this.#layer(name, this.under).replaceChildren(...cells.map((cell) => tintOf(this.elements[cell], `tint ${name}`)));
  }

  // The piece that is picked is a little larger.
  #lift(cells) {
    this.lifted?.classList.remove('lifted');
    this.lifted = this.on.get(cells[0])?.element;
    this.lifted?.classList.add('lifted');
  }

  // A line of moves that somebody, `name`, thinks of, with numbers.
  drawLine(paths, name = 'idea') {
    if (!this.svg || this.text) return;
    const ways = paths.filter((path) => path.length);
    const line = (path, index) =>
        svgNode('polyline', {class: 'idea', points: this.#points(path), opacity: Math.max(1 - 0.07 * index, 0.5)});
    const end = (path, index) => {
      const cell = path[path.length - 1], {x, y} = this.cells[cell];
      const number = svgNode('text', {class: 'idea-number', x, y, 'data-at': cell});
      number.textContent = index + 1;
      return [svgNode('circle', {class: 'idea-end', cx: x, cy: y, r: 13, 'data-at': cell}), number];
    };
    this.#layer(name).replaceChildren(...ways.map(line), ...ways.flatMap(end));  // no line crosses a number
    this.#partIdeas();
  }

  // What two think of the same cell stands side by side.
  #partIdeas() {
    const [one, other] = ['idea1', 'idea2'].map((name) => [...this.#layer(name).querySelectorAll('[data-at]')]);
    for (const [ends, others] of [[one, other], [other, one]]) {
      const cells = new Set(others.map(({dataset}) => dataset.at));
      for (const end of ends) end.classList.toggle('shared', cells.has(end.dataset.at));
    }
  }

  // Arrows along these paths, by `name`: 'hint', 'better', 'hand'. A path of one
  // cell is a circle.
  drawArrows(paths, name) {
    if (!this.svg || this.text) return;
    this.#layer(name).replaceChildren(...paths.filter((path) => path.length).flatMap((path) => this.#arrow(path)));
  }

  #arrow(path) {
    const to = this.cells[path[path.length - 1]], from = this.cells[path[path.length - 2] ?? path[0]];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (!length) return [svgNode('circle', {class: 'arrow', cx: to.x, cy: to.y, r: kRing - 2})];
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const at = (back, side) => `${to.x - back * dx - side * dy},${to.y - back * dy + side * dx}`;
    const way = path.slice(0, -1).map((cell) => `${this.cells[cell].x},${this.cells[cell].y}`);
    return [svgNode('polyline', {class: 'arrow', points: [...way, at(20, 0)].join(' ')}),
            svgNode('polygon', {class: 'arrow-head', points: [at(2, 0), at(26, 15), at(26, -15)].join(' ')})];
  }

  // By hand, from a press to where it ends; the same again takes it away.
  #drawByHand(from, to) {
    const path = from === to ? [from] : [from, to];
    const same = (other) => other.join() === path.join();
    this.drawn = this.drawn.some(same) ? this.drawn.filter((other) => !same(other)) : [...this.drawn, path];
    this.#showDrawn();
  }

  #showDrawn() { this.drawArrows(this.drawn, 'hand'); }

  clearDrawn() {
    if (!this.drawn.length) return;
    this.drawn = [];
    this.#showDrawn();
  }

  // A group of its own for each name, over the pieces or among others.
  #layer(name, among = this.marks) {
    if (!among) return svgNode('g', {});
    let layer = among.querySelector(`.layer-${name}`);
    if (!layer) {
      layer = svgNode('g', {class: `layer-${name}`});
      among.append(layer);
    }
    return layer;
  }

  // Cells where a press begins a move. A piece that stands there can be dragged.
  setStarts(cells) {
    if (this.text) return;
    this.#replaceClass('movable', this.starts, cells);
    this.starts = cells;
    const empty = cells.filter((cell) => !this.on.has(cell));
    // Where most empty cells would do, spots on them say nothing.
    const few = 2 * empty.length <= this.cells.length - this.on.size;
    const shown = this.manyCells || this.tiny ? [] : cells.filter((cell) => few || this.on.has(cell));
    // A ring around a sign would look like a part of it.
    const isSign = (cell) => this.seats[this.seatOn(cell) - 1]?.mark;
    this.#layer('start').replaceChildren(...shown.filter((cell) => !isSign(cell)).map((cell) => this.#ring('start', cell)));
    this.#tint('start', shown.filter(isSign));
  }

  #setPointable(cells) {
    this.#replaceClass('pointable', this.pointable, cells);
    this.pointable = cells;
  }

  #replaceClass(name, before, cells) {
    if (!this.svg) return;
    for (const cell of before) this.elements[cell]?.classList.remove(name);
    for (const cell of cells) this.elements[cell]?.classList.add(name);
    if (this.manyCells) return;
    for (const cell of [...before, ...cells]) this.#describeMoves(this.elements[cell]);
  }

  // What lights up, to those who hear the board.
  #describeMoves(element) {
    const {classList} = element;
    element.setAttribute('aria-description', classList.contains('pointable') ? viewerTexts.board.reachable :
        classList.contains('movable') ? viewerTexts.board.begins : '');
  }

  // "c3, player 1, king".
  describe(cell) {
    const piece = this.on.get(cell);
    return `${this.cells[cell].name}, ${piece ? this.kinds.get(piece.kind).label : viewerTexts.board.empty}`;
  }

  #describe(cell, always = false) {
    if (this.manyCells && !always) return;
    const element = this.elements[cell];
    element.setAttribute('role', 'button');
    element.setAttribute('aria-label', this.describe(cell));
  }

  #describeAll() {
    this.described = true;
    if (this.manyCells) {
      this.elements.forEach((element) => element.setAttribute('aria-hidden', 'true'));
      this.#activate(this.active, false);
    } else {
      this.cells.forEach((_, cell) => this.#describe(cell));
    }
  }

  // The position in words: what the pieces of a seat, or of nobody (0), stand on,
  // by their kind, "" for plain ones: [{seat, kind, cells: [names]}].
  words() {
    const found = new Map();
    for (const [cell, {kind: name}] of this.on) {
      const {label, what} = this.kinds.get(name), seat = this.seatOf(name);
      if (!found.has(label)) found.set(label, {seat, kind: seat ? what : label, cells: []});
      found.get(label).cells.push(this.cells[cell].name);
    }
    const {compare} = new Intl.Collator('en', {numeric: true});
    for (const {cells} of found.values()) cells.sort(compare);
    return [...found.values()].sort((a, b) => compare(a.kind, b.kind));
  }

  // Which cell is at a place on the screen, or null.
  cellAt(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let best = null, nearest = kAnyCell;
    this.cells.forEach(({x, y}, cell) => {
      const distance = Math.hypot(x - at.x, y - at.y);
      if (distance < nearest) [nearest, best] = [distance, cell];
    });
    return best;
  }

  #listen() {
    let press = null;
    const svg = this.svg;
    svg.addEventListener('pointerdown', (event) => {
      if (!event.isPrimary) return release(event, true);  // a second finger: the page is moved or enlarged
      if (event.button === 2 || this.drawing) {
        press = {drawn: this.cellAt(event.clientX, event.clientY)};
        svg.setPointerCapture(event.pointerId);
        return;
      }
      if (event.button !== 0) return;
      this.clearDrawn();
      press = {x: event.clientX, y: event.clientY, cell: this.cellAt(event.clientX, event.clientY)};
      press.draggable = (this.onCarry || this.starts.includes(press.cell)) && this.on.has(press.cell);
    });
    svg.addEventListener('pointermove', (event) => {
      if (!press?.draggable || !event.isPrimary) return;
      if (!press.dragging) {
        if (!drags(press, event)) return;
        press.dragging = true;
        svg.setPointerCapture(event.pointerId);
        if (!this.onCarry) {
          this.onDrop();
          this.onPick(press.cell);
        }
        this.pieces.append(this.on.get(press.cell).element);  // above the others
      }
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      if (this.on.has(press.cell)) this.#place(this.on.get(press.cell).element, at);
    });
    // A finger on a piece that can go somewhere drags it, elsewhere the page.
    svg.addEventListener('touchmove', (event) => {
      if ((press?.draggable || this.drawing && press) && event.cancelable) event.preventDefault();
    }, {passive: false});
    const release = (event, cancelled) => {
      const was = press;
      press = null;
      if (!was) return;
      const cell = this.cellAt(event.clientX, event.clientY);
      if (was.drawn !== undefined) {
        if (!cancelled && was.drawn !== null && cell !== null) this.#drawByHand(was.drawn, cell);
      } else if (was.dragging) {
        if (this.on.has(was.cell)) this.#place(this.on.get(was.cell).element, this.cells[was.cell]);
        if (this.onCarry) {
          if (!cancelled && cell !== was.cell) this.onCarry(was.cell, cell);
        } else if (cancelled || cell === null) {
          this.onDrop();
        } else if (cell !== was.cell) {  // a finger that trembles has tapped
          this.onPick(cell);
        }
      } else if (!cancelled && cell !== null && cell === was.cell) {
        this.#activate(cell, false);
        this.onPick(this.fallsTo(cell));
      } else if (!cancelled && cell === null) {
        this.onDrop();
      }
    };
    svg.addEventListener('pointerup', (event) => release(event, false));
    svg.addEventListener('pointercancel', (event) => release(event, true));
    svg.addEventListener('contextmenu', (event) => event.preventDefault());
    svg.addEventListener('keydown', (event) => this.#key(event));
    svg.addEventListener('focusin', (event) => {
      const cell = this.indices.get(event.target);
      if (cell === undefined) return;
      this.#activate(cell, false);
      this.mark('focus', event.target.matches(':focus-visible') ? [cell] : []);
    });
    svg.addEventListener('focusout', () => this.mark('focus', []));
    // What assistive technology presses is no pointer.
    svg.addEventListener('click', (event) => {
      const cell = this.indices.get(event.target);
      if (cell !== undefined && event.detail === 0) this.onPick(this.fallsTo(cell));
    });
  }

  get isRack() { return this.svg.classList.contains('slotted'); }

  // In a rack one means a column by any of its holes: the disc falls to the lowest
  // that is free.
  fallsTo(cell) {
    if (!this.isRack || this.onCarry) return cell;
    const below = (least, {x, y}, index) => x !== this.cells[cell].x || this.on.has(index) ||
        least !== null && y < this.cells[least].y ? least : index;
    return this.cells.reduce(below, null) ?? cell;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const directions = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (event.key in directions) {
      const to = this.#neighbour(this.active, ...directions[event.key]);
      if (to !== null) this.#activate(to, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.onPick(this.fallsTo(this.active));
    } else if (event.key === 'Escape') {
      this.clearDrawn();
      this.onDrop();
    } else {
      return;
    }
    event.preventDefault();
  }

  // The cell next to this one in a direction: near, and not far off to the side.
  // Up and down go from row to row, however far the cells of the next are aside,
  // and keep to the column where the way began.
  #neighbour(from, dx, dy) {
    const {x: fromX, y: fromY} = this.cells[from];
    if (!dy || this.column?.cell !== from) this.column = {x: fromX};
    let best = null, least = Infinity;
    this.cells.forEach(({x, y}, cell) => {
      const ahead = (x - fromX) * dx + (y - fromY) * dy;
      const aside = Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx);
      if (ahead < 1 || aside > 1.2 * ahead) return;
      const cost = dy ? kCell * ahead + Math.abs(x - this.column.x) : Math.hypot(ahead, aside) + 0.7 * aside;
      if (cost < least) [least, best] = [cost, cell];
    });
    this.column.cell = best;
    return best;
  }

  #activate(cell, focus) {
    const element = this.elements[cell];
    if (!element) return;
    this.elements[this.active]?.setAttribute('tabindex', -1);
    if (this.manyCells) {
      this.elements[this.active]?.setAttribute('aria-hidden', 'true');
      element.removeAttribute('aria-hidden');
    }
    this.active = cell;
    element.setAttribute('tabindex', 0);
    this.#describe(cell, true);
    if (focus) {
      element.focus();
      element.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
  }

  // 1 shows all of the board. From there what is played comes to the middle, as far
  // as it can, also of larger boards: near the edge it would get out of sight. Where
  // somebody has moved the board, what was in the middle stays there.
  setZoom(zoom) {
    if (this.zoom === 1) this.aim = this.#played();
    else if (this.#scrolled() !== this.aimed) this.aim = null;
    this.zoom = zoom < 1.01 ? 1 : Math.min(zoom, 16);
    if (!this.svg) return;
    const at = this.aim ?? this.#middle().matrixTransform(this.svg.getScreenCTM()?.inverse());
    this.host.classList.toggle('zoomed', this.zoom > 1);
    this.svg.style.width = this.zoom > 1 ? `${this.zoom * 100}%` : '';
    const now = at.matrixTransform(this.svg.getScreenCTM() ?? undefined), middle = this.#middle();
    this.host.scrollBy(now.x - middle.x, now.y - middle.y);
    this.aimed = this.#scrolled();
    this.#fit();
  }

  #scrolled() { return `${this.host.scrollLeft} ${this.host.scrollTop}`; }

  // The middle of what one plays with, or else of what was played last; null if
  // there is nothing.
  #played() {
    const cells = [this.picked.slice(0, 1), this.starts, this.view?.path?.slice(-1) ?? []].find(({length}) => length);
    if (!cells) return null;
    const mean = (axis) => cells.reduce((sum, cell) => sum + this.cells[cell][axis], 0) / cells.length;
    return new DOMPoint(mean('x'), mean('y'));
  }

  // Buttons that show the board larger and smaller.
  zoomButtons() {
    const zoom = (factor) => () => this.setZoom(this.zoom * factor);
    this.smaller = button('−', zoom(1 / kZoom), {'aria-label': viewerTexts.board.smaller, 'aria-disabled': 'true'});
    return [button('+', zoom(kZoom), {'aria-label': viewerTexts.board.larger}), this.smaller];
  }

  // Of the board's place, on the screen.
  #middle() {
    const {x, y, width, height} = this.host.getBoundingClientRect();
    return new DOMPoint(x + width / 2, y + height / 2);
  }

  // Where cells are too small for letters and ways to be seen, they would cost
  // more time than all the rest.
  #fit() {
    this.cellSize = kCell * (this.svg?.getScreenCTM()?.a ?? 1);  // pixels
    const plain = this.plain;
    this.tiny = this.cellSize < kReadable;
    this.svg?.classList.toggle('tiny', this.tiny);
    if (this.plain !== plain) this.#change([...this.on].map(([cell, {kind}]) => [cell, kind]), null);
    if (this.smaller) offer(this.smaller, this.zoom > 1);
  }
}
