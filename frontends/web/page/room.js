// A game on the server as this page knows it: its state, kept up to date by its
// events, and what can be asked of it.

import {get, getText, listen, post, refusal, Refusal} from './api.js';
import {calledIn} from './names.js';
import {frame, words} from './texts.js';

const kPeek = 5000;      // milliseconds between two looks at a game that is not seen
const kLarge = 1000;     // moves and pieces of a state that is asked for more rarely

// A move or the end of the game takes them back.
const kNoOffers = {draw_offered_by: null, draw_agreed: [], undo_asked_by: null, undo_agreed: []};

export class Room {
  // `told` has functions for what happens: state(), changed() but for the
  // position, over() with it, peeked(state) while the page is hidden, move(event), thinking(it),
  // hint(it), analysis(it), comment(it) that was written, present(whether the
  // server is there), refused(error).
  constructor(id, keys, told) {
    this.id = id;
    this.keys = keys;
    this.told = told;
    this.views = new Map();  // ply -> promise of a view
    this.state = null;
    this.starts = null;  // what can be clicked first, where the server has said it
    this.ahead = Infinity;  // how much this page's clock is ahead of the server's, at most
  }

  get path() { return `/rooms/${this.id}`; }

  // The seats of people on this screen.
  get mine() { return this.state.role.seats; }
  get myTurn() { return !this.state.over && this.mine.includes(this.state.view.to_move); }
  // Without the server's token a key admits to the game alone, and only who plays may ask for advice.
  get mayBranch() { return !this.state.role.guest; }
  get mayAsk() { return !this.state.role.guest || this.state.role.owner || this.mine.length > 0; }

  // Whether one alone plays here, and has this seat.
  isYou(seat) { return this.mine.length === 1 && this.mine[0] === seat; }

  // What the player of a seat is called here.
  nameOf(seat) {
    return this.isYou(seat) && !this.state.seats[seat - 1].name ? words.you : calledIn(this.state.seats, seat);
  }

  // The seats of people who have not come yet, to a game that goes on.
  missing() {
    const {seats, moves, over, role} = this.state;
    if (over) return [];
    const hasMoved = (one) => moves.some(({seat}) => seat === one);
    return seats.flatMap(({human, came, name}, index) => human && !came && !name &&
        !role.seats.includes(index + 1) && !hasMoved(index + 1) ? [index + 1] : []);
  }

  open() {
    this.peeks = 0;
    this.peeking = setInterval(() => this.#peek(), kPeek);
    const changed = (apply) => (data) => {
      if (!this.state) return;
      apply(data);
      this.told.changed();
    };
    this.stream = listen(`${this.path}/events`, {
      keys: this.keys,
      present: (there, why) => {
        this.told.present(there, why);
        if (!there && !why) this.#whyNot();
      },
      handlers: {
        state: (state) => {
          this.state = state;
          this.starts = null;
          this.#heard(state.at);
          this.views.clear();
          this.told.state();
        },
        move: (event) => this.#move(event),
        over: changed((over) => {
          Object.assign(this.state, kNoOffers, {over});
          this.#clocks(over);
          this.told.over();
        }),
        ping: ({at}) => this.#compare(at),
        seats: changed(({present, names, watchers, open}) => {
          this.state.seats.forEach((seat, index) => Object.assign(seat, {
            present: present[index], came: seat.came || present[index], name: names[index],
          }));
          Object.assign(this.state, {watchers, open});
        }),
        watchers: changed(({watchers}) => { this.state.watchers = watchers; }),
        offer: changed((offer) => { Object.assign(this.state, offer); }),
        rematch: changed((rematch) => { this.state.rematch = rematch; }),
        comment: changed((one) => {
          const others = this.state.comments.filter(({ply}) => ply !== one.ply);
          this.state.comments = one.text ? [...others, one] : others;
          this.told.comment(one);
        }),
        comments: changed(({comments}) => { this.state.comments = comments; }),
        waiting: changed((turn) => { this.state.thinking = turn; }),
        thinking: (data) => {
          if (this.state?.thinking?.waiting) {
            this.state.thinking.waiting = 0;  // it has its thread
            this.told.changed();
          }
          this.told.thinking(data);
        },
        hint: (data) => this.told.hint(data),
        analysis: (data) => this.told.analysis(data),
      },
    });
  }

  close() {
    this.closed = true;
    this.stream?.close();
    clearInterval(this.peeking);
  }

  // A hidden page has no stream, and yet tells whose turn it is: it asks.
  async #peek() {
    if (!document.hidden || !this.state || this.state.over) return;
    const size = this.state.moves.length + (this.state.view.pieces?.length ?? 0);
    if (size > kLarge && ++this.peeks % 12) return;
    const state = await this.#get(this.path).catch(() => null);
    if (state && document.hidden && !this.closed) this.told.peeked(state);
  }

  // The clocks of the server and of this page differ by an unknown amount. What
  // is sent comes later, so the smallest difference seen is nearest to it.
  #compare(at) { this.ahead = Math.min(this.ahead, performance.now() - at); }

  // When the clocks that have come were as they say, on the server's clock.
  #heard(at) {
    this.#compare(at);
    this.sentAt = at;
  }

  // This page was asleep, and what it knows of the clocks is old.
  async wake() {
    if (!this.state) return;
    const {ply, at, seats, clock_runs} = await this.#get(this.path);
    if (ply !== this.state.ply) return;  // the stream tells
    this.ahead = Infinity;
    this.state.clock_runs = clock_runs;
    this.#clocks({at, left_ms: seats.map(({left_ms}) => left_ms)});
  }

  // Milliseconds on the clock of a seat, now; null without clocks.
  left(seat) {
    const {over, clock_runs, seats, view} = this.state;
    const left = seats[seat - 1].left_ms ?? null;
    if (left === null || over || !clock_runs || view.to_move !== seat) return left;
    return Math.max(left - (performance.now() - this.ahead - this.sentAt), 0);
  }

  // A stream that ends does not say why. The server may be away, for a while.
  async #whyNot() {
    try {
      await this.#get(this.path);
    } catch (error) {
      if (![401, 403, 404].includes(error.status)) return;
      this.close();
      const deleted = error.status === 404 && this.state;  // it was here
      this.told.refused(deleted ? new Refusal(404, frame.deleted) : error);
    }
  }

  #clocks({left_ms, at}) {
    left_ms.forEach((left, index) => { this.state.seats[index].left_ms = left; });
    this.#heard(at);
  }

  #move(event) {
    const {state} = this;
    const {ply, seat, move, value, depth, report, to_move, clock_runs, can_claim_draw, thinking} = event;
    const replaced = state.moves.length >= ply;
    state.moves = [...state.moves.slice(0, ply - 1), {seat, text: move, value, depth, report}];
    Object.assign(state, {ply, clock_runs, can_claim_draw, ...kNoOffers, over: null, thinking: thinking ?? null});
    state.view = {ply, to_move};
    this.starts = event.starts;
    this.#clocks(event);
    for (const known of this.views.keys()) {
      if (known >= ply) this.views.delete(known);
    }
    this.told.move(event);
    if (replaced) this.#learnVariations();
  }

  // What was taken back before the move may have become one, and has taken along
  // its comments. What was heard since is newer. Without an answer, the next
  // state tells it.
  async #learnVariations() {
    const before = this.state.comments;
    const fresh = await this.#get(this.path).catch(() => null);
    if (!fresh || this.closed) return;
    this.state.variations = fresh.variations;
    if (this.state.comments === before) this.state.comments = fresh.comments;
    this.told.changed();
  }

  // The position after `ply` moves.
  view(ply) {
    if (!this.views.has(ply)) {
      const asked = this.#get(`${this.path}/views/${ply}`);
      this.views.set(ply, asked);
      // What failed may be asked again.
      asked.catch(() => { if (this.views.get(ply) === asked) this.views.delete(ply); });
    }
    return this.views.get(ply);
  }

  #get(path, query) { return get(path, {keys: this.keys, query}); }

  game() { return this.#get(`${this.path}/game`); }
  board(turn) { return this.#get(`${this.path}/board`, {turn}); }
  pointing(ply, cells) { return this.#get(`${this.path}/pointing`, {ply, cells: cells.join(',')}); }
  move(ply, move) { return post(`${this.path}/moves`, {ply, move}, this.keys); }
  act(action, more = {}) { return post(`${this.path}/actions`, {action, ...more}, this.keys); }
  rematch() { return this.#get(`${this.path}/rematch`); }
  branch(from) { return post(`${this.path}/branches`, from, this.keys); }
  analyse(player) { return post(`${this.path}/analysis`, {player}, this.keys); }
  links() { return this.#get(`${this.path}/keys`); }
  record() { return getText(`${this.path}/record`, {keys: this.keys}); }
  picture(ply, turn) { return getText(`${this.path}/picture.svg`, {keys: this.keys, query: {ply, turn}}); }

  whyNotThink(ply, player) { return refusal(`${this.path}/think`, {keys: this.keys, query: {ply, player}}); }

  // What a player thinks of a position, until it decides or is closed.
  think(ply, player, {thinking, waiting, decision, fail}) {
    const stream = listen(`${this.path}/think`, {
      keys: this.keys, query: {ply, player},
      present: (there, why) => { if (!there) { stream.close(); fail(why); } },
      handlers: {thinking, waiting, decision: (data) => { stream.close(); decision(data); }},
    });
    return stream;
  }
}
