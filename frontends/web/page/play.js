// The screen of a game: the board, who plays, what can be done, the moves.

import {Actions} from './actions.js';
import {Board} from './board.js';
import {Branches} from './branches.js';
import {Comments} from './comments.js';
import {announcer, beginScreen, button, field, focusOn, h, paragraphs, setText} from './dom.js';
import {changeSeats, closeDecisions, sure} from './decisions.js';
import {Evaluation} from './evaluation.js';
import {goalText, sideText} from './goal.js';
import {iconButton, toggleButton} from './icons.js';
import {Judged} from './judged.js';
import {lossText, LookInto} from './look_into.js';
import {myName, remember, rememberMade, roomOf} from './memory.js';
import {plainTitle} from './names.js';
import {chancesText, reportText} from './number_text.js';
import {pathOf, Pointing} from './pointing.js';
import {Premove} from './premove.js';
import {Questions} from './questions.js';
import {Room} from './room.js';
import {SeatList, seatsBelow} from './seat_list.js';
import {applyTheme, dress, settings, showSettings} from './settings.js';
import {Sharing} from './sharing.js';
import {play as sound} from './sounds.js';
import {Standing} from './standing.js';
import {changesOwners, takenFrom} from './taken.js';
import {actions, comments, extras, game as texts, look, sentence, sureOf, tools} from './texts.js';
import {Thoughts} from './thoughts.js';
import {Timeline} from './timeline.js';

const kBeginAgain = 1000;  // milliseconds until it is tried again

export class Play {
  constructor(host, {id, keys, ply = null, share = false, openRoom, edit, present, refused}) {
    this.host = host;
    this.openRoom = openRoom;
    this.editPosition = edit;
    this.wantedPly = ply;
    this.wantShare = share;
    this.turn = 0;      // by how many of the turns that the board has it is turned
    this.shown = null;  // the ply on the board
    this.judged = new Judged();
    this.room = new Room(id, keys, {
      state: () => this.#state(),
      changed: () => this.shown === null || this.#refresh(),
      peeked: (state) => this.standing.peeked(state),
      over: closeDecisions,
      move: (event) => this.#move(event),
      thinking: (data) => this.#thinking(data),
      hint: (data) => this.#hint(data),
      analysis: (data) => this.#analysis(data),
      comment: (one) => this.#hearComment(one),
      present,
      refused,
    });
  }

  open() {
    this.#build();
    this.#showSettings();
    this.unsubscribe = settings.subscribe(() => this.#showSettings());
    this.named = () => this.#introduce(true);
    addEventListener('boardwalk-name', this.named);
    this.drawing = this.#draw();
    this.room.open();
    scrollTo(0, 0);
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.standing.close();
    this.unsubscribe();
    removeEventListener('boardwalk-name', this.named);
    this.seats.close();
    this.host.onkeydown = null;
    this.room.close();
    this.lookInto.stop();
  }

  get state() { return this.room.state; }

  get live() { return this.shown === this.state.ply; }

  #build() {
    this.said = announcer();
    this.reason = h('p', {class: 'reason', role: 'status', 'aria-live': 'polite'});
    this.place = h('div', {class: 'board-place'});
    this.board = new Board(this.place, {
      onPick: (cell) => this.#pick(cell),
      onDrop: () => this.#drop(),
    });
    this.evaluation = new Evaluation();
    this.choices = h('div', {class: 'choices', role: 'group', 'aria-label': texts.which, hidden: true});
    this.seats = new SeatList(this.room, {onAwake: () => this.#ask(() => this.room.wake()),
                                         sayName: () => showSettings()});
    const lost = () => focusOn(this.standing.status);  // what had the focus is gone
    this.actions = new Actions({act: (action) => this.#act(action), changePlayers: () => this.#changeSeats(), lost,
                                findMistakes: () => this.lookInto.findMistakes(), save: () => this.sharing.save()});
    this.questions = new Questions({act: (action, seat) => this.#act(action, seat),
                                    called: (seat) => this.room.nameOf(seat), isYou: (seat) => this.room.isYou(seat),
                                    say: (text) => this.#say(text), hear: (text) => this.said.say(text), lost});
    this.goal = h('p', {class: 'aim', hidden: true});
    this.standing = new Standing(this.room, {
      step: (ply) => this.#step(ply), playOn: () => this.#playOn(), links: () => this.sharing.links(),
      ask: (question) => this.#ask(question), openRoom: this.openRoom});
    const moves = h('div', {class: 'timeline'});
    this.comments = new Comments({save: (ply, text) => this.#saveComment(ply, text),
                                  title: (ply) => this.#commentTitle(ply)});
    this.timeline = new Timeline(moves, {onStep: (ply) => this.#step(ply), more: [this.comments.button]});
    this.moveSaid = h('p', {class: 'said', hidden: true});
    this.branches = new Branches(this.room, {branch: (index) => this.#branch({variation: index}), lost});
    this.thoughts = new Thoughts({onLine: (paths) => this.board.drawLine(paths, 'idea'),
                                  room: this.room});
    const ask = (question) => this.#ask(question);
    this.lookInto = new LookInto({board: this.board, room: this.room, judged: this.judged, ask, lost,
                                  details: () => this.#gameDetails(),
                                  position: () => ({room: this.room, ply: this.shown}),
                                  evaluate: (said) => this.#evaluate(said), step: (ply) => this.#look(ply),
                                  say: (text, {show}) => {
                                    this.#say(text);
                                    if (show) this.reason.scrollIntoView({block: 'nearest'});
                                  }});
    this.sharing = new Sharing({room: this.room, ask, position: () => ({ply: this.shown, turn: this.turn})});
    this.#makeHands();
    this.element = h('div', {class: 'game'},
        this.standing.head,
        h('section', {class: 'board-side', 'aria-label': texts.board}, this.seats.above,
          h('div', {class: 'board-frame'}, this.place, this.evaluation.element), this.seats.below, this.said),
        h('div', {class: 'told'}, this.standing.status, ...this.standing.notes, this.questions.element, this.choices,
          this.reason),
        this.goal,
        h('div', {class: 'doing'}, this.actions.element, this.#tools()),
        h('section', {class: 'panel', 'aria-label': texts.soFar}, moves,
          h('div', {class: 'remarks'}, this.comments.element, this.moveSaid)),
        this.#extras());
    this.host.replaceChildren(this.element);
    this.host.onkeydown = (event) => this.#key(event);
  }

  #showSettings() {
    this.plan.checked = settings.showPlan;
    this.sound.turn(settings.sound);
    if (this.shown === null) return;
    dress(this.element, this.letters);
    this.#refresh();
  }

  // From clicked cells to moves, now and when it will be one's turn.
  #makeHands() {
    const hands = {
      board: this.board,
      ask: (cells) => this.#ask(() => this.room.pointing(this.state.ply, cells)),
      play: (move) => this.#play(move),
      say: (text) => this.#say(text),
      hear: (text) => this.said.say(text),
      choose: (moves) => this.#choose(moves),
    };
    this.pointing = new Pointing(hands);
    this.premove = new Premove(hands);
  }

  #tools() {
    const pen = toggleButton('pen', tools.draw, () => {
      this.board.drawing = !this.board.drawing;
      pen.turn(this.board.drawing);
    }, {class: 'pen', title: tools.drawHelp});
    this.sound = toggleButton('sound', tools.sound, () => settings.set('sound', !settings.sound));
    this.flip = iconButton('flip', tools.flip, () => this.#flip());
    return h('div', {class: 'tools', role: 'group', 'aria-label': tools.group}, this.flip,
             this.board.zoomButtons(), pen, this.sound);
  }

  // What is not needed for each move, folded.
  #extras() {
    const folded = (summary, properties, ...content) =>
        h('details', properties, h('summary', {}, summary), ...content);
    this.moveText = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false',
                                'aria-label': extras.moveAsText});
    this.movePlay = h('button', {type: 'submit'}, extras.play);
    const moveForm = h('form', {class: 'move-form', onsubmit: (event) => {
      event.preventDefault();
      if (this.moveText.value.trim()) this.#play(this.moveText.value.trim());
    }}, field(extras.move, this.moveText), this.movePlay);
    this.typed = folded(extras.type, {class: 'more'}, moveForm);
    this.words = h('div', {class: 'words'});
    this.rules = h('div', {class: 'rules'});
    this.plan = h('input', {type: 'checkbox', onchange: () => settings.set('showPlan', this.plan.checked)});
    this.thinking = h('section', {class: 'thinking', 'aria-label': extras.thinking},
                      h('label', {class: 'switch'}, this.plan, extras.plan), this.thoughts.element);
    this.edit = button(extras.edit, () => this.editPosition(this.state.game, this.board.view));
    return h('div', {class: 'extras'}, this.thinking, this.lookInto.element, this.typed,
             folded(extras.words, {class: 'more', name: 'more', ontoggle: () => this.#words()}, this.words),
             folded(extras.rules, {class: 'more', name: 'more', ontoggle: () => this.#showRules()}, this.rules),
             folded(extras.files, {class: 'more files', name: 'more'}, h('div', {class: 'tools'}, this.edit,
               button(extras.links, () => this.sharing.links()), button(extras.save, () => this.sharing.save()),
               button(extras.svg, () => this.sharing.picture('svg'), {'aria-label': extras.svgLabel}),
               button(extras.png, () => this.sharing.picture('png'), {'aria-label': extras.pngLabel}))),
             this.branches.element);
  }

  // Arrows step through the game, except where they mean something else.
  #key(event) {
    if (event.key === 'Escape') return this.#drop();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('svg, input, select, .board-place')) return;
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by || this.shown === null) return;
    this.timeline.step(this.shown + by);
    event.preventDefault();
  }

  #say(text, bad = false) {
    setText(this.reason, text);
    this.reason.classList.toggle('bad', bad);
  }

  #drop() {
    this.pointing.drop();
    this.premove.drop('');
    this.board.clearDrawn();
  }

  // What fails is said where the eyes are.
  async #ask(question) {
    try {
      return await question();
    } catch (error) {
      this.#say(error.message, true);
      return null;
    }
  }

  async #state() {
    if (this.shown === null) {
      await this.#begin();
    } else {
      this.thought = null;  // of a move that may be another one now
      this.#tellChange();
      if (this.followed || this.shown > this.state.moves.length) this.#showView(this.state.view);
      this.judged.keep(this.state.moves);
      this.#refresh();
    }
  }

  // What was taken back or played again, to those who hear it.
  #tellChange() {
    const {ply} = this.state;
    const was = this.told;
    this.told = ply;
    if (ply === was) return;
    this.said.say(texts.moved(Math.abs(ply - was), ply < was, ply));
  }

  #draw() { return this.#ask(() => this.room.board(0)); }

  // There is a state, so there is something to show, as soon as the server has
  // said all that it takes.
  async #begin() {
    if (this.beginning || this.shown !== null || this.closed) return;
    this.beginning = true;
    clearTimeout(this.again);
    await this.#tryToBegin();
    this.beginning = false;
    if (this.shown === null && !this.closed && !this.room.closed) this.again = setTimeout(() => this.#begin(), kBeginAgain);
  }

  async #tryToBegin() {
    let board = await this.drawing;
    if (!board) board = await (this.drawing = this.#draw());
    if (!board || this.closed) return;
    const title = plainTitle(this.state.title);
    this.board.label = texts.boardOf(title);
    const begun = this.state.ply > 0 || !this.state.view.kinds;
    this.first = begun ? await this.#ask(() => this.room.view(0)) : this.state.view;
    const turn = this.#ownTurn(board);
    if (turn) board = await this.#ask(() => this.room.board(turn));
    const view = this.first && board && await this.#ask(() => this.#newestView());
    if (!view || this.closed) return;  // the server is away, or another screen is there
    this.turn = turn;
    this.board.setBoard(board);
    this.element.style.setProperty('--ratio', this.board.ratio);
    this.turns = board.turns;
    this.flip.hidden = this.turns < 2;
    this.begunOn = this.first && board.svg ? this.board.cellsOfSeats(this.first) : null;
    this.letters = Boolean(board.letters);
    dress(this.element, this.letters);
    this.#arrange();
    this.typed.open = Boolean(this.board.text);
    applyTheme();
    this.standing.entitle(title, this.state.game);
    remember({id: this.room.id, title: roomOf(this.room.id)?.title ?? title, keys: this.room.keys, at: Date.now()});
    this.told = view.ply;
    this.#showView(view);
    this.#refresh();
    beginScreen(this.standing.title);
    this.#introduce();
    if (this.wantedPly !== null) this.#step(Math.min(this.wantedPly, this.state.moves.length));
    if (this.wantShare) this.sharing.links();
  }

  // Of the position that the game is at: moves may come while it is asked for.
  async #newestView() {
    const {view} = this.state;
    const whole = view.kinds || view.text ? view : await this.room.view(view.ply);
    return whole.ply === this.state.ply ? whole : this.#newestView();
  }

  // Who came by a link to a seat says who that is, or has `changed` it.
  #introduce(changed = false) {
    if (!this.state) return;
    const [seat] = this.room.mine, name = myName();
    if (this.room.mine.length !== 1 || !name && !changed || this.state.seats[seat - 1].name && !changed) return;
    this.#ask(() => this.room.act('name', {seat, name}));
  }

  // The turn of the board, as it has come, for who plays here; where several do,
  // for the first.
  #ownTurn(board) {
    if (!this.room.mine.length || !board.svg || !this.first) return 0;
    return this.board.lowestTurn(this.room.mine[0], this.first, board);
  }

  // Who stands above and below the board.
  #arrange() {
    this.heights = this.board.svg && this.first ? this.board.heights(this.first, this.board) : [];
    const flip = this.turn > 0 && 2 * this.turn === this.turns;
    this.lower = seatsBelow({count: this.state.seats.length, mine: this.room.mine, heights: this.heights, flip});
    this.seats.arrange(this.board.seats, this.lower);
    this.element.style.setProperty('--rows-above', Math.max(Math.ceil(this.seats.above.children.length / 3), 1));
    this.tallied = null;  // the rows are new
  }

  #move(event) {
    if (this.shown === null) return;
    const follow = this.followed || this.shown === event.ply - 1;
    this.judged.keep(this.state.moves);
    if (follow) {
      this.pointing.drop();
      if (this.shown === event.ply - 1) {
        this.board.play(event);
        this.shown = event.ply;
        this.#unmark();
      } else {
        this.#step(event.ply);
      }
      this.#say('');
    }
    this.followed = follow;
    this.told = event.ply;
    this.#tell(event);
    sound(this.room.myTurn && !this.room.mine.includes(event.seat) ? 'turn' : 'move');
    this.#refresh();
  }

  // What was said of the position that was on the board.
  #unmark() {
    this.board.drawArrows([], 'hint');
    this.board.drawArrows([], 'better');
    this.betterAsked = undefined;
  }

  // The move to those who hear it.
  #tell({seat, move}) {
    this.said.say(texts.told(this.room.nameOf(seat), move));
  }

  #showView(view) {
    this.pointing.drop();
    this.premove.drop();
    this.#unmark();
    this.#say('');
    this.board.show(view);
    this.stepping = null;  // what comes later was asked for before
    this.shown = view.ply;
    this.followed = this.live;
  }

  async #step(ply) {
    this.stepping = ply;
    this.followed = ply === this.state.ply;
    const view = await this.#ask(() => this.room.view(ply));
    if (!view || this.stepping !== ply || this.closed) return;
    this.#showView(view);
    this.#refresh();
    const move = this.state.moves[ply - 1];
    this.said.say(move ? texts.after(ply, this.room.nameOf(move.seat), move.text) : texts.first);
  }

  // Chosen where the board may not be seen.
  async #look(ply) {
    await this.#step(ply);
    this.place.scrollIntoView({block: 'nearest'});
  }

  // What comes late, when another screen is there, shows nothing.
  #refresh() {
    if (this.closed) return;
    const {state} = this;
    if (state.over) {
      this.pointing.drop();
      this.premove.drop();
    }
    const returns = state.ply === state.moves.length ? state.over?.returns : null;
    const moves = this.#moves();
    this.timeline.set({moves, comments: state.comments, ply: state.ply, shown: this.shown, returns,
                       seats: this.#colours(), players: state.seats.map((_, index) => this.room.nameOf(index + 1))});
    // What was said was about what held before.
    if (this.standing.show(this.shown)) this.#say('');
    this.#showMoveSaid(moves[this.shown - 1]);
    this.seats.show();
    this.#tally();
    this.#showGoal();
    this.actions.show(state, this.room.mine);
    this.questions.show(state, this.room.mine);
    this.branches.show();
    this.#showBetter();
    this.lookInto.element.hidden = !this.room.mayAsk;
    this.lookInto.show();
    this.edit.hidden = !this.room.mayBranch || Boolean(this.board.text);
    this.thinking.hidden = state.seats.every(({human}) => human);
    this.thoughts.element.hidden = !settings.showPlan;
    this.board.mark('won', this.live ? state.over?.cells ?? [] : []);
    this.#words();
    this.#showPlan();
    this.#evaluate();
    if (this.shown !== this.lookedAt) {
      this.lookedAt = this.shown;
      this.lookInto.moved();
    }
    const canPlay = this.live && this.room.myTurn;
    this.moveText.disabled = this.movePlay.disabled = !canPlay;
    if (canPlay && this.begun !== this.shown) this.#beginTurn();
    if (!canPlay) this.board.setStarts([]);
    this.begun = canPlay ? this.shown : null;
  }

  async #beginTurn() {
    const {ply} = this.state;
    if (await this.premove.begin() || !this.live || this.state.ply !== ply || !this.room.myTurn) return;
    this.pointing.begin(this.room.starts);
  }

  // The seats as the board has them.
  #colours() { return this.state.seats.map((_, index) => this.board.seats[index]); }

  // What players thought of their moves is shown when the game is over, and
  // before to those who do not play or have asked.
  #moves() {
    const shown = settings.showPlan || this.state.over || !this.room.mine.length;
    const said = (move) => shown ? {value: move.value, report: reportText(this.room.nameOf(move.seat), move)} :
        {value: null, report: ''};
    return this.state.moves.map((move, ply) => (
      {...move, ...said(move), ...this.judged.valueAt(ply), ...this.#mistake(ply)}));
  }

  // What is said of the move after `ply` moves, if it was a mistake.
  #mistake(ply) {
    const made = this.judged.mistakeAt(ply);
    if (!made) return {};
    const {grade, best, lost, sign} = made, before = this.judged.valueAt(ply);
    const mistake = before.value === 1 ? look.missed(grade, chancesText(best, before, this.state.seats.length)) :
        look.mistake(grade, best, lossText(lost));
    return {mistake, sign};
  }

  // What the game has cost up to the position on the board.
  #tally() {
    if (!this.begunOn || this.tallied === this.board.view) return;
    this.tallied = this.board.view;
    const now = this.board.cellsOfSeats(this.board.view);
    this.ownersChange ||= changesOwners(this.begunOn, now, this.state.moves.slice(0, this.shown));
    this.seats.tally(this.ownersChange ? {taken: null, pieces: now.map(({length}) => length)} :
        {taken: takenFrom(this.begunOn, now), pieces: null});
  }

  #sideOf(seat) {
    return sideText({seat: this.board.seats[seat - 1], height: this.heights[seat - 1],
                     legend: this.state.legend.seats[seat - 1]});
  }

  // What one plays for.
  #showGoal() {
    const {state} = this, {mine} = this.room;
    const text = goalText(mine.length === 1 ? this.#sideOf(mine[0]) : '', state.legend.aim);
    this.goal.hidden = !text;
    setText(this.goal, text);
    this.goal.classList.toggle('playing', !state.over);
  }

  #commentTitle(ply) {
    const move = this.state.moves[ply - 1];
    return move ? comments.onMove(ply, this.room.nameOf(move.seat), move.text) : comments.onFirst;
  }

  #saveComment(ply, text) {
    this.written = {ply, text};
    return this.room.act('comment', {ply, text});
  }

  // What others write, to those who hear the page.
  #hearComment({ply, text}) {
    if (!text || ply === this.written?.ply && text === this.written.text) return;
    this.said.say(comments.heard(this.#commentTitle(ply), text));
  }

  // Who stands better in the position on the board, as far as somebody has been asked.
  #evaluate(said = null) {
    this.evaluation.show(said ?? this.judged.valueAt(this.shown), this.board.view?.to_move, {
      seats: this.#colours(), below: this.lower[0], called: (seat) => this.room.nameOf(seat)});
  }

  // The move that would have been better than the one on the board.
  async #showBetter() {
    const {shown} = this, better = this.judged.mistakeAt(shown - 1)?.best;
    const asked = better && `${shown} ${better}`;
    if (asked === this.betterAsked) return;
    this.betterAsked = asked;
    const ask = (cells) => this.room.pointing(shown - 1, cells).catch(() => null);
    const path = better ? await pathOf(better, this.board.cells, ask) : [];
    if (asked === this.betterAsked) this.board.drawArrows([path], 'better');
  }

  // What was said of the move on the board, by people and by players, and what
  // would have been better. The effort of a player stands in the list of moves.
  #showMoveSaid({seat, text, report, mistake} = {}) {
    const {value} = this.state.moves[this.shown - 1] ?? {};
    const ended = this.state.over && this.shown === this.state.moves.length;
    const opinion = ended ? '' :
        report && (typeof value === 'number' ? chancesText(this.room.nameOf(seat), {value}) : report);
    const said = [opinion, mistake].filter(Boolean).join('; ');
    this.moveSaid.hidden = !said;
    setText(this.moveSaid, said && texts.said(this.shown, this.room.nameOf(seat), text, said));
    this.comments.show({comments: this.state.comments, ply: this.shown, most: this.state.limits.comment,
                        may: this.room.mine.length > 0 || this.state.role.owner});
  }

  // The seat that an action is for, where people on this screen have several: who
  // is to move, has moved last or has not said yet that he wants another game.
  #actingSeat(action) {
    const {moves, ply, rematch, view} = this.state, {mine} = this.room;
    const seat = action === 'ask-undo' ? moves.slice(0, ply).findLast((move) => mine.includes(move.seat))?.seat :
        action === 'rematch' ? mine.find((one) => !rematch.by.includes(one)) : view.to_move;
    return mine.includes(seat) ? seat : mine[0];
  }

  #words() {
    if (!this.words.parentElement.open || this.shown === null) return;
    const move = this.state.moves[this.shown - 1];
    const called = (seat) => this.room.nameOf(seat), pieces = this.board.text ? [] : this.board.words();
    const of = (seat) => pieces.filter((one) => one.seat === seat);
    const lines = this.state.seats.map((_, index) =>
        texts.stands(called(index + 1), this.#sideOf(index + 1), of(index + 1)));
    this.words.replaceChildren(
        h('p', {}, move ? texts.lastMove(called(move.seat), move.text) : texts.noMove),
        h('ul', {}, [...lines, ...(of(0).length ? [texts.standing(of(0))] : [])].map((line) => h('li', {}, line))));
  }

  // --- What people do --------------------------------------------------------

  #pick(cell) {
    if (!this.live) return this.#say(texts.earlier);
    if (this.state.over) return this.#say(texts.over);
    if (this.room.myTurn) return this.pointing.pick(cell);
    if (!this.room.mine.length) return this.#say(texts.watch);
    this.premove.pick(cell, this.#nextOfMine());
  }

  // Whose turn of people on this screen comes first.
  #nextOfMine() {
    const {seats, view} = this.state;
    const wait = (seat) => (seat - view.to_move + seats.length) % seats.length;
    return this.room.mine.reduce((first, seat) => wait(seat) < wait(first) ? seat : first);
  }

  async #play(move) {
    const done = await this.#ask(async () => (await this.room.move(this.state.ply, move), true));
    if (!done) return this.pointing.drop();
    this.#say('');
    this.moveText.value = '';
  }

  #choose(moves) {
    this.choices.hidden = moves.length === 0;
    this.choices.replaceChildren(...(moves.length ? [h('span', {}, texts.play)] : []),
        ...moves.map(({text}) => button(text, () => { this.pointing.drop(); this.#play(text); })));
  }

  // `seat` is for whom, unless that is plain.
  async #act(action, seat = this.#actingSeat(action)) {
    const {length} = this.state.seats;
    if (action === 'resign') {
      const who = this.room.isYou(seat) ? '' : this.room.nameOf(seat);
      if (!await sure(actions.resign, sureOf.resign(who, length))) return;
    }
    if (action === 'offer-draw' && !await sure(actions.draw, sureOf.draw)) return;
    if (action === 'claim-draw' && !await sure(actions.claim, sureOf.claim)) return;
    const commented = () => this.state.comments.some(({ply}) => ply > 0);
    if (action === 'restart' && this.state.ply > 0 && !await sure(actions.restart, sureOf.restart(commented()))) return;
    const forSeat = /resign|draw|-undo|rematch/.test(action);
    await this.#ask(() => this.room.act(action, forSeat ? {seat} : {}));
  }

  async #flip() {
    const turn = (this.turn + Math.floor(this.turns / 2)) % this.turns;
    const board = await this.#ask(() => this.room.board(turn));
    if (!board || this.closed) return;
    this.turn = turn;
    this.pointing.drop();
    this.#unmark();
    this.board.setBoard(board);
    this.begun = null;
    dress(this.element, this.letters);
    this.#arrange();
    this.#refresh();
    this.said.say(texts.turned);
  }

  async #branch(from, here = this.room.mine) {
    const made = await this.#ask(() => this.room.branch(from));
    if (!made) return;
    rememberMade(made, texts.branch(this.standing.title.textContent), here);
    this.openRoom(made.room);
  }

  // Of a game of computers the server gives the seat to move to a person.
  #playOn() {
    const people = this.state.seats.some(({human}) => human);
    return this.#branch({ply: this.shown}, people ? this.room.mine : [this.board.view.to_move]);
  }

  async #showRules() {
    const details = await this.#gameDetails();
    if (details) this.rules.replaceChildren(...paragraphs(details.rules));
  }

  async #gameDetails() {
    this.details ??= await this.#ask(() => this.room.game());
    return this.details;
  }

  async #changeSeats() {
    const details = await this.#gameDetails();
    if (!details) return;
    changeSeats(details.players, this.state.seats, {
      called: (seat) => this.room.nameOf(seat), change: (seat, player) => this.room.act('seat', {seat, player})});
  }

  // --- What the computer thinks ----------------------------------------------

  #thinking(data) {
    if (!settings.showPlan || !this.live || data.ply !== this.shown) return;
    this.thought = data;
    this.thoughts.show(data);
    this.#evaluate(data);
  }

  // What a computer thinks. Who answers at once has told nothing before its move,
  // so what it thought of that stays until the next thought.
  #showPlan() {
    const {moves, seats, thinking} = this.state;
    if (!settings.showPlan) {
      if (this.thought) this.board.drawLine([], 'idea');
      this.thought = null;
      return;
    }
    if (this.live && thinking && this.thought?.ply === this.shown) return this.thoughts.show(this.thought);
    const ply = moves.slice(0, this.shown).findLastIndex(({seat}) => !seats[seat - 1].human);
    this.thoughts.rest(moves[ply], this.thought?.ply === ply ? this.thought : null);
  }

  #hint(data) {
    if (data.ply !== undefined && data.ply !== this.state.ply) return;
    if (data.error) return this.#say(sentence(data.error), true);
    if (this.live) this.board.drawArrows([data.path ?? []], 'hint');
    const wins = data.value === 1 && data.ends_in ? chancesText(texts.it, data, this.state.seats.length) : '';
    this.#say(texts.hint(data.move ?? data.line?.[0], wins));
  }

  #analysis(analysis) {
    this.judged.hear(analysis, this.state.moves);
    this.lookInto.tell(analysis);
    if (this.shown !== null) this.#refresh();
  }
}
