// What can be taken away from the screen of a game: its file, pictures, links.

import {dialog} from './dialog.js';
import {h} from './dom.js';
import {linkField} from './forms.js';
import {download, gameLink, png, roomLink} from './keep.js';
import {idOf} from './names.js';
import {sharing as texts} from './texts.js';

// Names of this computer that no other has.
const kLoopback = /^(localhost|\[::1\]|127(\.\d+){3})$/;

export class Sharing {
  // ask(question) answers it, or says what went wrong and answers null.
  // position() is {ply, turn} of what is on the board.
  constructor({room, ask, position}) {
    Object.assign(this, {room, ask, position});
  }

  #fileName(end) { return `${idOf(this.room.state.game)}-${this.room.state.ply}.${end}`; }

  async save() {
    const record = await this.ask(() => this.room.record());
    if (record) download(record, this.#fileName('boardwalk'), 'text/plain');
  }

  async picture(kind) {
    const {ply, turn} = this.position();
    const svg = await this.ask(() => this.room.picture(ply, turn));
    if (!svg) return;
    if (kind === 'svg') return download(svg, this.#fileName('svg'), 'image/svg+xml');
    const picture = await this.ask(() => png(svg));
    if (picture) download(picture, this.#fileName('png'), 'image/png');
  }

  async links() {
    const record = await this.ask(() => this.room.record());
    const made = this.room.state.role.owner ? await this.ask(() => this.room.links()) : null;
    const {first, others} = made ? this.#toRoom(made.keys) : {first: [], others: []};
    if (record) others.push(linkField(texts.copy, await gameLink(record, this.position().ply)));
    const box = dialog(texts.links,
        first.length ? h('div', {class: 'send'}, ...first) : null,
        made && kLoopback.test(location.hostname) ? h('p', {}, h('small', {}, texts.thisComputer(location.hostname))) : null,
        first.length ? h('details', {class: 'more'}, h('summary', {}, texts.more), ...others) : h('div', {}, ...others));
    box.querySelector('.send button')?.focus();
  }

  // First those for who has not come; one's own seats are last.
  #toRoom({seats: keys, watch}) {
    const mine = this.room.state.role.seats, missing = this.room.missing();
    const links = (take, label) => keys.flatMap((key, index) => key && take(index + 1) ?
        [linkField(label(this.room.nameOf(index + 1)), roomLink(this.room.id, key))] : []);
    return {
      first: links((seat) => missing.includes(seat), texts.send),
      others: [...links((seat) => !mine.includes(seat) && !missing.includes(seat), texts.toPlay),
               linkField(texts.toWatch, roomLink(this.room.id, watch)),
               ...links((seat) => mine.includes(seat), texts.toPlayElsewhere)],
    };
  }
}
