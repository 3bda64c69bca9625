// A finished game to step through, without a server: a board with a timeline,
// and what the players said of their moves.
//
//   new Viewer(host, {board: {svg, cells}, views: [view, ...], moves: [...],
//                     players: ['easy', 'hard'], label: 'Game 3'});

import {Board} from './board.js';
import {h} from './dom.js';
import {saidText} from './number_text.js';
import {commentOn, Timeline} from './timeline.js';
import {viewerTexts} from './viewer_texts.js';

export class Viewer {
  // `host` is on the page. `views` has the positions from the first to the
  // last; each but the first may be {"changes", "kinds", ...} as the event
  // `move` has them. Of the moves, the first `opening` were nobody's. `comments`
  // are [{ply, text}]. `head` is what stands at the top beside the board.
  constructor(host, {board, views, moves, players, label, opening = 0, comments = [], head = []}) {
    const place = h('div', {class: 'board-place'});
    const line = h('div', {class: 'timeline'});
    place.classList.toggle('letters', Boolean(board.letters));
    line.classList.toggle('letters', Boolean(board.letters));
    this.said = h('p', {class: 'said', role: 'status'});
    host.classList.add('viewer');
    this.comment = h('p', {class: 'comment', role: 'status'});
    host.append(h('header', {class: 'viewer-head'}, head), place, h('div', {class: 'beside'}, this.said, this.comment, line));
    this.players = players;
    this.moves = moves;
    Object.assign(this, {opening, comments});
    this.views = Viewer.#whole(views);
    this.board = new Board(place, {label});
    this.board.setBoard(board);
    host.style.setProperty('--ratio', this.board.ratio);
    this.timeline = new Timeline(line, {onStep: (ply) => this.show(ply)});
    this.timeline.set({moves: moves.map((move, index) => ({...move, report: this.#saidOf(index)})),
                       comments, shown: 0, seats: players.map((_, seat) => board.seats?.[seat]), players});
    host.addEventListener('keydown', (event) => this.key(event));
    this.show(0);
  }

  // Each with all of its pieces.
  static #whole(views) {
    const pieces = new Map();
    let kinds = {};
    return views.map((view, ply) => {
      if (Object.keys(view.kinds ?? {}).length) kinds = {...kinds, ...view.kinds};
      for (const [cell, kind] of view.pieces ?? view.changes ?? []) {
        if (kind === null) pieces.delete(cell); else pieces.set(cell, kind);
      }
      return {...view, ply, pieces: [...pieces], kinds};
    });
  }

  #saidOf(index) {
    const move = this.moves[index];
    return index < this.opening ? viewerTexts.viewer.opening : saidText(this.players[move.seat - 1], move);
  }

  show(ply) {
    this.ply = ply;
    this.board.show(this.views[ply]);
    this.timeline.show(ply);
    const move = this.moves[ply - 1];
    const said = move ? this.#saidOf(ply - 1) : '';
    this.said.textContent = move ? viewerTexts.viewer.move(ply, this.players[move.seat - 1], move.text, said) :
        viewerTexts.viewer.beginning;
    this.comment.textContent = commentOn(ply, this.comments);
  }

  // Arrows step, except where they mean something else: on the board they go
  // from cell to cell.
  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest('svg, input, select')) return;
    const to = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.moves.length}[event.key];
    if (to === undefined) return;
    this.timeline.step(to);
    event.preventDefault();
  }

  focus() { this.timeline.slider.focus({preventScroll: true}); }
}
