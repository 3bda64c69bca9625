// The moves of a game as a list and as a slider, with a curve of what the
// positions were worth. Knows nothing of servers, so that a report can show
// games, too.

import {button, h, seatClass, seatDot, svgNode} from './dom.js';
import {viewerTexts} from './viewer_texts.js';

const kHigh = 100, kWide = 1000;  // units of the curve

// What people wrote about the position after `ply` moves, "" if nothing.
export const commentOn = (ply, comments) => comments.find((one) => one.ply === ply)?.text ?? '';

export class Timeline {
  // onStep(ply) is called when somebody chooses a position: `ply` moves of the
  // game are then played. `more` are buttons beside those that step.
  constructor(host, {onStep, more = []}) {
    this.onStep = onStep;
    this.moves = [];
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
    for (const [sign, label, to] of [['|◀', first, () => 0], ['◀', back, () => this.shown - 1],
                                     ['▶', forward, () => this.shown + 1], ['▶|', last, () => this.moves.length]]) {
      steps.append(button(sign, () => this.step(to()), {'aria-label': label, title: label}));
    }
    steps.append(...more);
    this.list.addEventListener('click', (event) => {
      const chosen = event.target.closest('[data-ply]');
      if (chosen) this.step(Number(chosen.dataset.ply));
    });
    host.append(this.curve, this.slider, steps, this.list);
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
    this.#revealSoon();
    this.slider.value = shown;
    const move = this.moves[shown - 1];
    const {after, beginning} = viewerTexts.timeline;
    this.slider.setAttribute('aria-valuetext', move ? after(shown, move.text) : beginning);
    this.cursor?.setAttribute('x1', this.#x(shown));
    this.cursor?.setAttribute('x2', this.#x(shown));
  }

  // Once for each step: who looks for another move meanwhile stays there. With
  // the next frame, which knows where all is: asked now, the page would be laid
  // out twice.
  #revealSoon() {
    const step = `${this.shown} of ${this.moves.length}`;
    if (step === this.revealed) return;
    this.revealed = step;
    this.revealing ??= requestAnimationFrame(() => {
      this.revealing = null;
      this.#reveal(this.list.children[this.shown - 1]);
    });
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
    // Of the blunders alone: more lines would hide the curve.
    this.moves.forEach(({sign}, index) => {
      if (sign === '??') draw('line', {class: 'mistake', x1: this.#x(index + 1), x2: this.#x(index + 1), y1: 0, y2: kHigh});
    });
    this.cursor = draw('line', {class: 'cursor', x1: 0, x2: 0, y1: 0, y2: kHigh});
    const {curveOfOne, curveOfEach} = viewerTexts.timeline;
    this.curve.setAttribute('aria-label', two ? curveOfOne(this.players[0]) : curveOfEach);
  }
}
