// The moves of a game as a list and as a slider, with a curve of what the
// positions were worth. Knows nothing of servers, so that a report can show
// games, too.

import {button, h, offer, seatClass, seatDot, svgNode} from './dom.js';
import {viewerTexts} from './viewer_texts.js';

const kHigh = 100, kWide = 1000, kTick = 14;  // units of the curve
const kColumn = 7.6;  // the least width of a column of moves, in rem
// How moves are set, by viewer.css: the width without the text, and of a letter
// or digit and of another sign, in rem. The second is for narrow lists.
const kSettings = [{besides: 5.2, letter: 0.58, sign: 0.33}, {besides: 4, letter: 0.53, sign: 0.3}];

function widthOf(text, {besides, letter, sign}) {
  const letters = text.replace(/[^\p{L}\d]/gu, '').length;
  return besides + letter * letters + sign * (text.length - letters);
}

// How many columns there are where `most` have room: those of each seat stand
// below each other, so the seats are a multiple of them, or they of the seats.
function columnsOf(most, seats) {
  for (let count = most; count > 1; --count) if (count % seats === 0 || seats % count === 0) return count;
  return 1;
}

// What people wrote about the position after `ply` moves, "" if nothing.
export const commentOn = (ply, comments) => comments.find((one) => one.ply === ply)?.text ?? '';

export class Timeline {
  // onStep(ply) is called when somebody chooses a position: `ply` moves of the
  // game are then played. `more` are buttons beside those that step.
  constructor(host, {onStep, more = []}) {
    this.onStep = onStep;
    this.moves = [];
    this.seats = [];
    this.shown = 0;
    this.list = h('ol', {class: 'moves', 'aria-label': viewerTexts.timeline.moves});
    this.slider = h('input', {type: 'range', class: 'slider', min: 0, max: 0, step: 1,
                              'aria-label': viewerTexts.timeline.position});
    this.slider.addEventListener('input', () => this.step(Number(this.slider.value)));
    this.curve = svgNode('svg', {class: 'curve', role: 'img', preserveAspectRatio: 'none', viewBox: `0 0 ${kWide} ${kHigh}`});
    this.curve.addEventListener('click', (event) => {
      const box = this.curve.getBoundingClientRect();
      this.step(Math.round((event.clientX - box.left) / box.width * this.moves.length));
    });
    const steps = h('div', {class: 'steps', role: 'group', 'aria-label': viewerTexts.timeline.steps});
    const {first, back, forward, last} = viewerTexts.timeline;
    const made = (sign, label, to) => button(sign, () => this.step(to()), {'aria-label': label, title: label});
    this.backward = [made('|◀', first, () => 0), made('◀', back, () => this.shown - 1)];
    this.onward = [made('▶', forward, () => this.shown + 1), made('▶|', last, () => this.moves.length)];
    steps.append(...this.backward, ...this.onward, ...more);
    this.list.addEventListener('click', (event) => {
      const chosen = event.target.closest('[data-ply]');
      if (chosen) this.step(Number(chosen.dataset.ply));
    });
    host.append(this.curve, this.slider, steps, this.list);
    // The move that is shown stays in sight where the window becomes smaller.
    new ResizeObserver(() => this.#fitSoon()).observe(this.list);
  }

  // With the next frame, which knows where all is: asked now, the page would be
  // laid out twice.
  #fitSoon() {
    this.fitting ??= requestAnimationFrame(() => {
      this.fitting = null;
      this.#fit();
      this.#reveal(this.list.children[this.shown - 1]);
    });
  }

  // As many columns as have room for the usual moves. A longer one stands across
  // all of them, and the next one below those of its seat.
  #fit() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = this.list.clientWidth / rem;
    const [roomy, tight] = kSettings.map((setting) => {
      const widths = this.moves.map(({text}) => widthOf(text, setting));
      const usual = [...widths].sort((a, b) => a - b)[widths.length >> 1] ?? 0;
      return {widths, count: columnsOf(Math.floor(wide / Math.max(kColumn, usual)), this.seats.length)};
    });
    const {widths, count} = tight.count > roomy.count ? tight : roomy;
    const isLong = (index) => count > 1 && widths[index] > wide / count;
    this.list.classList.toggle('tight', tight.count > roomy.count);
    this.list.style.setProperty('--columns', count);
    for (const [index, item] of [...this.list.children].entries()) {
      item.style.gridColumn = isLong(index) ? '1 / -1' : isLong(index - 1) ? String(index % count + 1) : '';
    }
  }

  step(ply) {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    if (to !== this.shown) this.onStep(to);
  }

  // `made` are {seat, text, value, report, mistake, sign}; those from `ply` on were
  // taken back. `comments` are [{ply, text}]. `shown` is the position on the board.
  // `seats` are as a board has them, {color, symbol}; `players` what each is called.
  // `returns` are those of a game that is over.
  set({moves: made, comments, ply = made.length, shown, seats, players, returns = null}) {
    this.seats = seats;
    this.returns = returns;
    const commented = new Map(comments.map((one) => [one.ply, one.text]));
    const moves = made.map((move, index) => ({...move, comment: commented.get(index + 1)}));
    const text = (move, names) => [names[move.seat - 1], move.text, move.mistake, move.comment].join('\n');
    const before = this.moves.map((move) => text(move, this.players));
    let same = 0;
    while (same < Math.min(moves.length, before.length) && text(moves[same], players) === before[same]) ++same;
    this.players = players;
    while (this.list.children.length > same) this.list.lastChild.remove();
    const added = document.createDocumentFragment();
    for (let i = same; i < moves.length; ++i) added.append(this.#item(moves[i], i + 1));
    this.list.append(added);
    if (same < moves.length || same < before.length) this.#fitSoon();
    const from = Math.min(same, ply, this.ply ?? 0);
    this.moves = moves;
    this.ply = ply;
    for (let i = from; i < moves.length; ++i) this.list.children[i].classList.toggle('undone', i >= ply);
    this.slider.max = moves.length;
    this.slider.disabled = moves.length === 0;
    this.#drawCurve();
    this.show(shown);
  }

  #item(move, ply) {
    const {text, report, mistake, sign, comment} = move, who = this.players[move.seat - 1];
    return h('li', {}, h('button', {
      type: 'button', 'data-ply': ply,
      'aria-label': [viewerTexts.timeline.move(ply, who, text), mistake, comment].filter(Boolean).join(', '),
      title: [who, report, mistake, comment].filter(Boolean).join('\n'),
    }, h('span', {class: 'number'}, String(ply)), seatDot(this.seats[move.seat - 1], move.seat), h('span', {}, text),
       mistake ? h('b', {class: 'mistake'}, sign) : null, comment ? h('i', {class: 'has-comment'}) : null));
  }

  show(shown) {
    this.list.children[this.shown - 1]?.firstChild.removeAttribute('aria-current');
    this.shown = shown;
    const current = this.list.children[shown - 1];
    current?.firstChild.setAttribute('aria-current', 'step');
    // Once for each step: who looks for another move meanwhile stays there.
    const step = `${shown} of ${this.moves.length}`;
    if (step !== this.revealed) this.#fitSoon();
    this.revealed = step;
    this.slider.value = shown;
    this.#offerSteps();
    const move = this.moves[shown - 1];
    const {after, beginning} = viewerTexts.timeline;
    this.slider.setAttribute('aria-valuetext', move ? after(shown, move.text) : beginning);
    this.cursor?.setAttribute('x1', this.#x(shown));
    this.cursor?.setAttribute('x2', this.#x(shown));
  }

  // Who goes back step by step with the keyboard may turn around.
  #offerSteps() {
    for (const [buttons, ended] of [[this.backward, this.shown === 0], [this.onward, this.shown >= this.moves.length]]) {
      for (const one of buttons) offer(one, !ended);
    }
  }

  // In the list alone: the page must not jump. It goes down the page, or along it
  // where there is little room.
  #reveal(current) {
    if (!current) return this.list.scrollTo(0, 0);
    const {offsetTop: top, offsetLeft: left, offsetHeight: high, offsetWidth: wide} = current;
    const {scrollTop, scrollLeft, clientHeight, clientWidth} = this.list;
    const away = top < scrollTop || top + high > scrollTop + clientHeight ||
                 left < scrollLeft || left + wide > scrollLeft + clientWidth;
    if (away) this.list.scrollTo(left + wide / 2 - clientWidth / 2, top - clientHeight / 2);
  }

  #x(ply) { return kWide * ply / Math.max(this.moves.length, 1); }

  // Of a value from -1, at the bottom, to 1.
  #y(value) { return kHigh / 2 * (1 - 0.94 * value); }

  // With two seats one line, above the middle where it is better for player 1,
  // with what is below it filled; else a line for each seat, in its own eyes. A
  // value is that of the position before its move, for who moved.
  #drawCurve() {
    const lines = new Map(), two = this.seats.length === 2;
    this.moves.forEach(({seat, value}, index) => {
      if (typeof value !== 'number') return;
      const key = two ? 1 : seat;
      const seen = two && seat === 2 ? -value : value;
      lines.set(key, [...(lines.get(key) ?? []), [this.#x(index), this.#y(seen)]]);
    });
    for (const [seat, points] of lines) {
      if (this.returns) points.push([kWide, this.#y(this.returns[seat - 1])]);
    }
    this.curve.toggleAttribute('hidden', ![...lines.values()].some((points) => points.length > 1));
    this.curve.replaceChildren();
    const draw = (tag, attributes) => {
      const made = svgNode(tag, attributes);
      this.curve.append(made);
      return made;
    };
    for (const [seat, points] of lines) {
      const text = points.map((point) => point.join()).join(' ');
      if (two) {
        const [[first], [last]] = [points[0], points[points.length - 1]];
        draw('polygon', {class: 'area', points: `${first},${kHigh} ${text} ${last},${kHigh}`});
      }
      draw('polyline', {class: two ? 'value both' : `value ${seatClass(this.seats[seat - 1])}`, points: text});
    }
    draw('line', {class: 'middle', x1: 0, x2: kWide, y1: kHigh / 2, y2: kHigh / 2});
    // Blunders from top to bottom, others at the edge: more lines would hide the curve.
    this.moves.forEach(({mistake, sign}, index) => {
      const x = this.#x(index + 1), y1 = sign === '??' ? 0 : kHigh - kTick;
      if (mistake) draw('line', {class: sign === '??' ? 'mistake' : 'mistake tick', x1: x, x2: x, y1, y2: kHigh});
    });
    this.cursor = draw('line', {class: 'cursor', x1: 0, x2: 0, y1: 0, y2: kHigh});
    const {curveOfOne, curveOfEach} = viewerTexts.timeline;
    this.curve.setAttribute('aria-label', two ? curveOfOne(this.players[0]) : curveOfEach);
  }
}
