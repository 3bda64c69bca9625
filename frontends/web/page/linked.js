// A game that is in the link itself. It is shown: a link may come from anybody,
// so no room is made for it, and nobody thinks, until somebody goes on with it.

import {get, post} from './api.js';
import {beginScreen, button, h, setText} from './dom.js';
import {endingText, resultText} from './game_list.js';
import {linkedRoom, makeRoom, rememberLinked} from './memory.js';
import {linked as texts, words} from './texts.js';
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
    document.title = words.page(game.title);
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
    this.host.replaceChildren(h('section', {class: 'results'}, h('h1', {}, game.title),
        h('p', {}, [texts.against(game.players), ...over].filter(Boolean).join(', ')), place,
        h('p', {class: 'tools'}, go), problem));
    const viewer = new Viewer(place, {...game, label: game.title});
    viewer.show(Math.min(Math.max(ply || 0, 0), game.moves.length));  // NaN where the link has no number
    this.host.onkeydown = (event) => viewer.key(event);
    beginScreen(this.host.querySelector('h1'));
  }

  close() {
    this.closed = true;
    this.host.onkeydown = null;
  }
}
