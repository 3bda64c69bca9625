// The screen of a game: the board, who plays, what can be done, the moves.

import {Board} from './board.js';
import {announcer, button, field, h, setText} from './dom.js';
import {changeSeats, sure} from './decisions.js';
import {LookInto} from './look_into.js';
import {Thoughts} from './thoughts.js';
import {remember, rememberMade, roomOf} from './memory.js';
import {playerTitle} from './names.js';
import {plural} from './number_text.js';
import {Pointing} from './pointing.js';
import {applyTheme} from './settings.js';
import {Room} from './room.js';
import {SeatList, signs} from './seat_list.js';
import {Sharing} from './sharing.js';
import {Timeline} from './timeline.js';

const kEasyToHit = 28;  // pixels of a cell

export class Play {
  constructor(host, {id, keys, ply = null, share = false, openRoom, present, refused}) {
    this.host = host;
    this.openRoom = openRoom;
    this.wantedPly = ply;
    this.wantShare = share;
    this.flip = false;
    this.shown = null;  // the ply on the board
    this.values = [];   // of an analysis, by ply
    this.room = new Room(id, keys, {
      state: () => this.#state(),
      changed: () => this.shown === null || this.#refresh(),
      move: (event) => this.#move(event),
      thinking: (data) => this.#thinking(data),
      hint: (data) => this.#hint(data),
      analysis: (data) => this.#analysis(data),
      present,
      refused,
    });
  }

  open() {
    this.#build();
    this.drawing = this.#ask(() => this.room.board(false));
    this.room.open();
  }

  close() {
    this.seats.close();
    this.host.onkeydown = null;
    this.room.close();
    this.lookInto.stop();
  }

  get state() { return this.room.state; }
  get live() { return this.shown === this.state.ply; }
  // The seats of people on this screen.
  get mine() { return this.state.role.seats; }
  // Without the server's token a key admits to the game alone, and only who plays may ask for advice.
  get mayBranch() { return !this.state.role.guest; }
  get mayAsk() { return !this.state.role.guest || this.state.role.owner || this.mine.length > 0; }
  get myTurn() { return !this.state.over && this.mine.includes(this.state.view.to_move); }

  #build() {
    this.said = announcer();
    this.reason = h('p', {class: 'reason', role: 'status', 'aria-live': 'polite'});
    this.status = h('p', {class: 'status', role: 'status', 'aria-live': 'polite'});
    this.title = h('h1', {});
    this.name = h('small', {});
    this.place = h('div', {class: 'board-place'});
    this.board = new Board(this.place, {
      onPick: (cell) => this.#pick(cell),
      onDrop: () => this.pointing.drop(),
      onFit: () => this.#offerZoom(),
    });
    this.choices = h('div', {class: 'choices', role: 'group', 'aria-label': 'Which move?', hidden: true});
    this.seats = new SeatList(this.room);
    this.actions = h('div', {class: 'actions', role: 'group', 'aria-label': 'Actions'});
    this.elsewhere = h('div', {class: 'elsewhere', hidden: true});
    this.warnings = h('p', {class: 'warnings', hidden: true});
    this.moveText = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Move, as text'});
    this.movePlay = h('button', {type: 'submit'}, 'Play');
    const moveForm = h('form', {class: 'move-form', onsubmit: (event) => {
      event.preventDefault();
      if (this.moveText.value.trim()) this.#play(this.moveText.value.trim());
    }}, field('Move', this.moveText), this.movePlay);
    const line = h('section', {class: 'timeline', 'aria-label': 'The game so far'});
    this.timeline = new Timeline(line, {onStep: (ply) => this.#step(ply)});
    this.moveSaid = h('p', {class: 'said', hidden: true});
    this.branches = h('div', {class: 'branches'});
    this.words = h('div', {class: 'words'});
    const words = h('details', {class: 'more', ontoggle: () => this.#words()},
                    h('summary', {}, 'The board in words'), this.words);
    this.thoughts = new Thoughts((paths) => this.board.drawLine(paths, 'idea'));
    const ask = (question) => this.#ask(question);
    this.lookInto = new LookInto({board: this.board, room: this.room, ask, details: () => this.#gameDetails(),
                                  position: () => ({room: this.room, ply: this.shown})});
    this.sharing = new Sharing({room: this.room, ask, position: () => ({ply: this.shown, flip: this.flip})});
    this.pointing = new Pointing({
      board: this.board,
      ask: (cells) => this.#ask(() => this.room.pointing(this.state.ply, cells)),
      play: (move) => this.#play(move),
      say: (text) => setText(this.reason, text),
      hear: (text) => this.said.say(text),
      choose: (moves) => this.#choose(moves),
    });
    this.host.replaceChildren(h('div', {class: 'game'},
        h('section', {class: 'board-side', 'aria-label': 'Board'},
          this.status, this.elsewhere, this.place, this.choices, this.reason, this.#tools(), this.said),
        h('div', {class: 'panel'},
          h('header', {}, this.title, this.name, this.warnings), this.seats.element, this.actions, moveForm, line, this.moveSaid, this.branches,
          h('section', {class: 'thinking', 'aria-label': 'What the computer thinks'}, this.thoughts.element),
          this.lookInto.element, words)));
    this.host.onkeydown = (event) => {
      if (event.key === 'Escape') this.pointing.drop();
    };
  }

  #tools() {
    const zoom = (factor) => () => this.board.setZoom(this.board.zoom * factor);
    this.zoomTools = h('span', {hidden: true}, button('+', zoom(1.6), {'aria-label': 'Larger'}),
                       button('−', zoom(1 / 1.6), {'aria-label': 'Smaller'}));
    return h('div', {class: 'tools', role: 'group', 'aria-label': 'Board and files'},
             button('Flip', () => this.#flip()), this.zoomTools,
             button('Links', () => this.sharing.links()), button('Save', () => this.sharing.save()),
             button('SVG', () => this.sharing.picture('svg'), {'aria-label': 'Picture of the board as SVG'}),
             button('PNG', () => this.sharing.picture('png'), {'aria-label': 'Picture of the board as PNG'}));
  }

  // Where cells are hard to hit, and until the board is small again.
  #offerZoom() {
    this.zoomTools.hidden = !this.board.svg || this.board.zoom === 1 && this.board.cellSize >= kEasyToHit;
  }

  // What fails is said where the eyes are.
  async #ask(question) {
    try {
      return await question();
    } catch (error) {
      setText(this.reason, error.message);
      return null;
    }
  }

  async #state() {
    if (this.shown === null) {
      await this.#begin();
    } else {
      this.#tellChange();
      if (this.followed || this.shown > this.state.moves.length) this.#showView(this.state.view);
      this.values = this.values.slice(0, this.state.moves.length);
      this.#refresh();
    }
  }

  // What was taken back or played again, to those who hear it.
  #tellChange() {
    const {ply} = this.state;
    const was = this.told ?? ply;
    this.told = ply;
    if (ply === was) return;
    this.said.say(`${plural(Math.abs(ply - was), 'move')} ${ply < was ? 'taken back' : 'played'}: ${plural(ply, 'move')} now.`);
  }

  // The first state: there is something to show.
  async #begin() {
    const board = await this.drawing;
    if (!board || this.shown !== null) return;
    const title = this.state.title.replace(/ *\[.*\]$/, '');
    this.board.label = `Board of ${title}`;
    this.board.setBoard(board);
    applyTheme();
    document.title = `${title} – Boardwalk`;
    setText(this.title, title);
    setText(this.name, this.state.game);
    remember({id: this.room.id, title: roomOf(this.room.id)?.title ?? title, keys: this.room.keys, at: Date.now()});
    // Moves may have come since the state.
    const {view} = this.state;
    this.#showView(view.kinds || view.text ? view : await this.room.view(view.ply));
    this.#refresh();
    if (this.wantedPly !== null) this.#step(Math.min(this.wantedPly, this.state.moves.length));
    if (this.wantShare) this.sharing.links();
  }

  #move(event) {
    if (this.shown === null) return;
    const follow = this.followed || this.shown === event.ply - 1;
    this.values = this.values.slice(0, event.ply);
    if (follow) {
      this.pointing.drop();
      if (this.shown === event.ply - 1) {
        this.board.play(event);
        this.shown = event.ply;
      } else {
        this.#step(event.ply);
      }
      this.board.mark('hint', []);
      setText(this.reason, '');
    }
    this.followed = follow;
    this.told = event.ply;
    this.#tell(event);
    this.#refresh();
  }

  // The move to those who hear it.
  #tell({seat, move}) {
    const who = this.mine.length === 1 && this.mine.includes(seat) ? 'You' : `Player ${seat}`;
    this.said.say(`${who}: ${move}`);
  }

  #showView(view) {
    this.pointing.drop();
    this.board.mark('hint', []);
    setText(this.reason, '');
    this.board.show(view);
    this.shown = view.ply;
    this.followed = this.live;
  }

  async #step(ply) {
    this.stepping = ply;
    const view = await this.#ask(() => this.room.view(ply));
    if (!view || this.stepping !== ply) return;
    this.#showView(view);
    this.#refresh();
    const move = this.state.moves[ply - 1];
    this.said.say(move ? `After move ${ply}, player ${move.seat}: ${move.text}` : 'The first position');
  }

  #refresh() {
    const {state} = this;
    this.timeline.set({moves: this.#moves(), ply: state.ply, shown: this.shown, signs: signs(state)});
    this.#showStatus();
    this.#showMoveSaid();
    this.seats.show();
    this.#showActions();
    this.#tellOffer();
    this.#showBranches();
    this.lookInto.element.hidden = !this.mayAsk;
    this.#words();
    this.warnings.hidden = !state.warnings?.length;
    setText(this.warnings, (state.warnings ?? []).join(' '));
    if (!state.thinking || !this.live) this.thoughts.clear();
    if (this.shown !== this.lookedAt) {
      this.lookedAt = this.shown;
      this.lookInto.moved();
    }
    const canPlay = this.live && this.myTurn;
    this.place.classList.toggle('my-turn', canPlay);
    this.moveText.disabled = this.movePlay.disabled = !canPlay;
    if (canPlay && this.begun !== this.shown) this.pointing.begin(this.room.starts);
    if (!canPlay) this.board.setStarts([]);
    this.begun = canPlay ? this.shown : null;
  }

  #moves() {
    return this.state.moves.map((move, index) => ({...move, ...this.values[index]}));
  }

  // What was said of the move on the board, and what would have been better.
  #showMoveSaid() {
    const {seat, text, report, mistake} = this.#moves()[this.shown - 1] ?? {};
    const said = [report, mistake].filter(Boolean).join('; ');
    this.moveSaid.hidden = !said;
    setText(this.moveSaid, said && `${this.shown}. Player ${seat}: ${text} (${said})`);
  }

  #who(seat) {
    const {player, human} = this.state.seats[seat - 1];
    if (this.mine.length === 1 && this.mine[0] === seat) return 'You';
    return `Player ${seat}${human ? '' : ` (${playerTitle(player)})`}`;
  }

  #showStatus() {
    const {state} = this;
    let text = '';
    if (state.over) {
      text = state.over.text.split('\n')[0];
    } else if (state.thinking?.waiting) {
      const {seat, waiting, for_memory: forMemory} = state.thinking;
      text = `${this.#who(seat)} waits ${forMemory ? 'for memory' : 'for its turn'} to think: place ${waiting} in the queue`;
    } else if (this.myTurn) {
      text = this.mine.length === 1 ? 'Your move' : `Player ${state.view.to_move}, it is your move`;
    } else if (state.view.to_move) {
      const seat = state.view.to_move;
      text = state.seats[seat - 1].human ? `${this.#who(seat)} is to move` : `${this.#who(seat)} thinks …`;
    }
    if (this.status.textContent !== text) setText(this.reason, '');  // it was about what held before
    setText(this.status, text);
    this.elsewhere.hidden = this.live;
    if (!this.live) {
      this.elsewhere.replaceChildren(
          h('span', {}, `This is the position after ${plural(this.shown, 'move')} of ${this.state.ply}.`),
          button('Back to the game', () => this.#step(this.state.ply)),
          this.mayBranch ? button('Play on from here', () => this.#branch({ply: this.shown})) : '');
    }
  }

  #showActions() {
    const {state} = this;
    const {owner} = state.role;
    const playing = this.mine.length > 0;
    const people = state.seats.flatMap(({human}, index) => human ? [index + 1] : []);
    const forAll = owner || playing && people.every((seat) => this.mine.includes(seat));
    const list = [];
    const offer = (text, action, more = {}) => list.push(button(text, () => this.#act(action), more));
    if (forAll && people.length) {
      offer('Undo', 'undo', {disabled: state.ply === 0});
      offer('Redo', 'redo', {disabled: state.ply >= state.moves.length});
    }
    if (forAll) offer('Restart', 'restart');
    if (playing && !state.over) {
      if (this.myTurn) offer('Hint', 'hint');
      offer('Resign', 'resign');
      if (people.length === state.seats.length) this.#offerDraw(list, offer);
      if (state.can_claim_draw && this.myTurn) offer('Claim a draw', 'claim-draw');
    }
    if ((owner || playing) && !state.over && !state.seats[state.view.to_move - 1]?.human) offer('Move now', 'move-now');
    if (owner) list.push(button('Change players', () => this.#changeSeats()));
    // The focus stays where it was.
    const focused = this.actions.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.actions.replaceChildren(...list);
    if (focused) list.find((made) => made.textContent === focused && !made.disabled)?.focus();
  }

  #offerDraw(list, offer) {
    const by = this.state.draw_offered_by;
    if (!by) return offer('Offer a draw', 'offer-draw');
    list.push(h('span', {class: 'note'}, `Player ${by} offers a draw.`));
    if (this.mine.some((seat) => seat !== by)) {
      offer('Accept the draw', 'accept-draw', {class: 'main'});
      offer('Decline the draw', 'decline-draw');
    }
  }

  // An offer and its refusal, to those who hear them.
  #tellOffer() {
    const {draw_offered_by: by, ply, over} = this.state;
    const before = this.offer;
    this.offer = {by, ply};
    if (by && by !== before?.by) this.said.say(`Player ${by} offers a draw.`);
    if (!by && before?.by && before.ply === ply && !over) setText(this.reason, 'The draw was declined.');
  }

  // The seat that an action is for, where people on this screen have several.
  #actingSeat(action) {
    const {draw_offered_by, view} = this.state;
    if (action === 'accept-draw' || action === 'decline-draw') return this.mine.find((seat) => seat !== draw_offered_by);
    return this.mine.includes(view.to_move) ? view.to_move : this.mine[0];
  }

  #showBranches() {
    const {state} = this;
    const list = [];
    if (state.parent) {
      const room = roomOf(state.parent);
      if (room) list.push(h('a', {href: `#room=${room.id}`}, 'The game that this one branched from'));
    }
    (state.variations ?? []).forEach(({ply, moves}, index) => {
      const text = moves.slice(0, 4).join(' ');
      const said = `From move ${ply + 1}: ${text}${moves.length > 4 ? ' …' : ''}`;
      list.push(this.mayBranch ? button(said, () => this.#branch({variation: index}), {class: 'quiet'}) : said);
    });
    this.branches.hidden = list.length === 0;
    this.branches.replaceChildren(h('h2', {}, 'Branches'), h('ul', {}, list.map((made) => h('li', {}, made))));
  }

  #words() {
    if (!this.words.parentElement.open || this.shown === null) return;
    const move = this.state.moves[this.shown - 1];
    const legend = this.state.legend;
    this.words.replaceChildren(
        h('p', {}, move ? `Last move, by player ${move.seat}: ${move.text}` : 'No move has been played.'),
        this.board.text ? '' : h('ul', {}, this.board.words().map((line) => h('li', {}, line))),
        Array.isArray(legend?.seats) ? h('ul', {}, legend.seats.map((line, index) => h('li', {}, `Player ${index + 1}: ${line}`))) : '');
  }

  // --- What people do --------------------------------------------------------

  #pick(cell) {
    if (!this.live) return setText(this.reason, 'This is an earlier position: go back to the game, or play on from here as a branch.');
    if (this.state.over) return setText(this.reason, 'The game is over.');
    if (!this.myTurn) return setText(this.reason, 'It is not your turn.');
    this.pointing.pick(cell);
  }

  async #play(move) {
    const done = await this.#ask(async () => (await this.room.move(this.state.ply, move), true));
    if (!done) return this.pointing.drop();
    setText(this.reason, '');
    this.moveText.value = '';
  }

  #choose(moves) {
    this.choices.hidden = moves.length === 0;
    this.choices.replaceChildren(...(moves.length ? [h('span', {}, 'Play')] : []),
        ...moves.map(({text}) => button(text, () => { this.pointing.drop(); this.#play(text); })));
  }

  async #act(action) {
    const seat = /resign|draw/.test(action) ? {seat: this.#actingSeat(action)} : {};
    if (action === 'resign' && !await sure('Resign', this.#resigning(seat.seat))) return;
    if (action === 'restart' && this.state.ply > 0 && !await sure('Restart', 'Begin this game again?')) return;
    await this.#ask(() => this.room.act(action, seat));
  }

  #resigning(seat) {
    const who = this.mine.length === 1 ? 'You give' : `Player ${seat} gives`;
    return `${who} the game up. ${this.state.seats.length > 2 ? 'It is over then, for all who play.' : 'It is over then.'}`;
  }

  async #flip() {
    const board = await this.#ask(() => this.room.board(!this.flip));
    if (!board) return;
    this.flip = !this.flip;
    this.pointing.drop();
    this.board.setBoard(board);
    if (this.live && this.myTurn) this.pointing.begin(this.room.starts);
    this.said.say('The board is turned around.');
  }

  async #branch(from) {
    const made = await this.#ask(() => this.room.branch(from));
    if (!made) return;
    rememberMade(made, `${this.title.textContent}, a branch`, this.mine);
    this.openRoom(made.room);
  }

  async #gameDetails() {
    this.details ??= await this.#ask(() => this.room.game());
    return this.details;
  }

  async #changeSeats() {
    const details = await this.#gameDetails();
    if (details) changeSeats(details.players, this.state.seats, (seat, player) => this.room.act('seat', {seat, player}));
  }

  // --- What the computer thinks ----------------------------------------------

  #thinking(data) {
    if (this.live && data.ply === this.shown) this.thoughts.show(data);
  }

  #hint(data) {
    if (data.ply !== undefined && data.ply !== this.state.ply) return;
    const move = data.move ?? data.line?.[0] ?? '';
    this.board.mark('hint', data.path ?? []);
    setText(this.reason, data.error ?? `Hint: ${move}${data.text ? ` (${data.text})` : ''}`);
  }

  #analysis(analysis) {
    const {player, values, mistakes} = analysis;
    this.values = values.map((value) => value === null ? {} : {value});
    for (const {ply, best, lost, grade, sign} of mistakes) {
      this.values[ply] = {
        ...this.values[ply], sign, mistake: `${grade}: ${best} was better by ${lost.toFixed(2)}, says ${player}`};
    }
    this.lookInto.tell(analysis);
    this.#refresh();
  }
}
