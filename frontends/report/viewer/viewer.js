// A finished game to step through, without a server: a board with a timeline.
//
//   new Viewer(host, {board: {svg, cells}, views: [view, ...], moves: [...],
//                     label: 'Game 3: easy against hard'});

import {Board} from './board.js';
import {Timeline} from './timeline.js';

export class Viewer {
  // `views` has the positions from the first to the last; each but the first
  // may be {"changes", "kinds", ...} as the event `move` has them.
  constructor(host, {board, views, moves, label, seats = 2}) {
    const place = document.createElement('div');
    place.className = 'board-place';
    const line = document.createElement('div');
    line.className = 'timeline';
    host.append(place, line);
    this.views = [];
    let pieces = new Map();
    let kinds = {};
    for (const view of views) {
      kinds = {...kinds, ...view.kinds};
      pieces = new Map(view.pieces ?? pieces);
      for (const [cell, kind] of view.changes ?? []) {
        if (kind === null) pieces.delete(cell); else pieces.set(cell, kind);
      }
      this.views.push({...view, ply: this.views.length, pieces: [...pieces], kinds});
    }
    this.board = new Board(place, {label});
    this.board.setBoard(board);
    this.timeline = new Timeline(line, {onStep: (ply) => this.show(ply)});
    this.timeline.set({moves, shown: 0, seats});
    this.show(0);
  }

  show(ply) {
    this.board.show(this.views[ply]);
    this.timeline.show(ply);
  }
}
