// How a game stands, in words: whose turn it is or how it ended, what else one
// should know, and the page's heading and title.

import {button, focusOn, h, setText} from './dom.js';
import {endText} from './endings.js';
import {remember, rememberMade} from './memory.js';
import {parametersText} from './names.js';
import {play as sound} from './sounds.js';
import {game as texts, words} from './texts.js';

const kTitleAfter = 100;  // milliseconds

const note = (...content) => h('div', {class: 'elsewhere', hidden: true}, ...content);

export class Standing {
  // step(ply) shows a position, playOn() makes a branch from the one on the board,
  // links() shows the game's links, ask(question) says what fails, openRoom(id)
  // goes to another game.
  constructor(room, {step, playOn, links, ask, openRoom}) {
    Object.assign(this, {room, ask, openRoom});
    this.status = h('p', {class: 'status', role: 'status', 'aria-live': 'polite'});
    this.place = h('span');
    this.branch = button(texts.playOn, playOn);
    this.elsewhere = note(this.place, button(texts.back, () => step(room.state.ply), {class: 'main'}), this.branch);
    this.absent = h('span');
    this.missing = note(this.absent, button(texts.sendLink, links, {class: 'main'}));
    this.again = note(h('span', {}, texts.rematch), button(texts.toRematch, () => this.#goToRematch()));
    this.notes = [this.elsewhere, this.missing, this.again];
    this.title = h('h1', {});
    this.name = h('small', {});
    this.watchers = h('small', {class: 'watchers'});
    this.noMore = button(texts.close, () => ask(() => room.act('close-seats')), {class: 'quiet', title: texts.closeHelp});
    this.openly = h('small', {class: 'anybody', hidden: true}, texts.open, this.noMore);
    this.warnings = h('p', {class: 'warnings', hidden: true});
    this.head = h('header', {class: 'game-head'}, this.title, this.name, this.watchers, this.openly, this.warnings);
  }

  close() { clearTimeout(this.titling); }

  // `game` is its name, with parameters.
  entitle(title, game) {
    setText(this.title, title);
    setText(this.name, parametersText(game));
  }

  // With the position after `shown` moves on the board. Whether the status is new.
  show(shown) {
    const {room} = this, {over, ply, warnings = []} = room.state, live = shown === ply;
    const focused = [...this.notes, this.openly].find((one) => one.contains(document.activeElement));
    const text = this.#text(), fresh = this.status.textContent !== text;
    setText(this.status, text);
    this.status.classList.toggle('mine', room.myTurn && live);
    this.status.classList.toggle('over', Boolean(over));
    this.elsewhere.hidden = live;
    setText(this.place, texts.shown(shown, ply));
    this.branch.hidden = !room.mayBranch;
    this.#showTitle(room.myTurn);
    this.#showPeople();
    this.#showRematch();
    this.warnings.hidden = !warnings.length;
    setText(this.warnings, warnings.join(' '));
    if (focused?.hidden) focusOn(this.status);
    return fresh;
  }

  #text() {
    const {room} = this, {over, seats, thinking, view} = room.state, seat = view.to_move;
    if (over) return endText(over, room);
    if (thinking?.waiting) {
      return texts.waits(room.nameOf(thinking.seat), thinking.for_memory, thinking.waiting);
    }
    if (room.myTurn) return room.isYou(seat) ? texts.yourMove : texts.moveOf(room.nameOf(seat));
    return seat ? texts[seats[seat - 1].human ? 'toMove' : 'thinks'](room.nameOf(seat)) : '';
  }

  // In the title, so that it is seen from other tabs: the browser takes longer for
  // it than for the move, which is drawn first.
  #showTitle(myTurn) {
    clearTimeout(this.titling);
    this.titling = setTimeout(() => {
      const title = this.title.textContent;
      document.title = myTurn ? texts.yourTurn(title) : words.page(title);
    }, kTitleAfter);
  }

  // The page is hidden, and this is how the game stands now.
  peeked({over, view}) {
    const myTurn = !over && this.room.mine.includes(view.to_move);
    if (myTurn && document.title !== texts.yourTurn(this.title.textContent)) sound('turn');
    this.#showTitle(myTurn);
  }

  // Who watches; who has not come yet, to who has the links; and that whoever
  // comes may join, which who owns the game can end.
  #showPeople() {
    const {room} = this, {open, role, watchers} = room.state;
    const others = watchers - (room.mine.length ? 0 : 1);
    setText(this.watchers, others > 0 ? texts.watching(others) : '');
    const [missing] = role.owner ? room.missing() : [];
    this.missing.hidden = !missing;
    setText(this.absent, missing ? texts.missing(room.nameOf(missing)) : '');
    this.openly.hidden = !open.length;
    this.noMore.hidden = !role.owner;
  }

  // Who plays goes to the other game as soon as there is one; who watches, or
  // comes back to this one, may go there.
  #showRematch() {
    const {room} = this.room.state.rematch, before = this.rematch;
    this.rematch = room;
    this.again.hidden = !room;
    if (room && before === null && this.room.mine.length) this.#goToRematch();
  }

  // Everybody has another seat there, which the server tells.
  async #goToRematch() {
    const made = await this.ask(() => this.room.rematch());
    if (!made) return;
    if (!made.seats.length) remember({id: made.room, keys: [made.keys.watch]});
    rememberMade(made, this.title.textContent, made.seats);
    this.openRoom(made.room);
  }
}
