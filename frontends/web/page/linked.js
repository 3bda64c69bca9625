// A game that is in the link itself. It is shown: a link may come from anybody,
// so no room is made for it, and nobody thinks, until somebody goes on with it.

import {get, post} from './api.js';
import {beginScreen, button, h, setText} from './dom.js';
import {endingText, resultText} from './game_list.js';
import {linkedRoom, makeRoom, rememberLinked} from './memory.js';
import {calledIn, plainTitle, playerTitle} from './names.js';
import {capital, linked as texts, words} from './texts.js';
import {Viewer} from './viewer.js';

// The room of the record: the one that this browser has made of it before, if
// the server still has that, else a new one.
async function roomOfRecord(record) {
  const known = linkedRoom(record);
  if (known) {
    const there = await get(`/rooms/${known.id}`, {keys: known.keys}).catch((error) => {
      if (error.status !== 404) throw error;
    });
    if (there) return known.id;
  }
  const made = await makeRoom({record}, texts.title);
  rememberLinked(record, made);
  return made;
}

export class Linked {
  constructor(host, {openRoom}) {
    Object.assign(this, {host, openRoom});
  }

  async open(record, ply) {
    const game = await post('/records', {record});
    if (this.closed) return;
    const title = plainTitle(game.title);
    document.title = words.page(title);
    const problem = h('p', {class: 'problem', role: 'alert'});
    const goOn = async () => {
      go.disabled = true;  // twice would make two rooms
      try {
        this.openRoom(await roomOfRecord(record), {ply: viewer.ply});
      } catch (error) {
        setText(problem, error.message);
        go.disabled = false;
      }
    };
    const go = button(texts.goOn, goOn, {class: 'main'});
    const over = game.ending === 'unfinished' ? [] : [resultText(game.returns), endingText(game.ending), game.detail];
    const place = h('div');
    this.host.replaceChildren(h('section', {class: 'results one'}, place));
    const head = [h('h1', {}, title), h('p', {}, this.#who(game)), over.length ? h('p', {}, over.filter(Boolean).join(', ')) : null,
                  h('p', {class: 'tools'}, go), problem];
    const seats = game.players.map((player) => ({player, human: player === 'human'}));
    const players = seats.map((_, index) => calledIn(seats, index + 1));
    const viewer = new Viewer(place, {...game, players, head, label: title});
    viewer.show(Math.min(Math.max(ply || 0, 0), game.moves.length));  // NaN where the link has no number
    this.host.onkeydown = (event) => viewer.key(event);
    beginScreen(this.host.querySelector('h1'));
  }

  // "Black: a person · White: Easy".
  #who({players, board}) {
    return texts.seats(players.map((player, index) => {
      const {color, symbol} = board.seats?.[index] ?? {};
      return texts.seat(capital(color || symbol || words.player(index + 1)), player === 'human' ? words.person : playerTitle(player));
    }));
  }

  close() {
    this.closed = true;
    this.host.onkeydown = null;
  }
}
