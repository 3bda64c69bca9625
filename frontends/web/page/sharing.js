// What can be taken away from the screen of a game: its file, pictures, links.

import {dialog} from './dialog.js';
import {linkField} from './forms.js';
import {download, gameLink, png, roomLink} from './keep.js';
import {idOf} from './names.js';
import {sharing as texts} from './texts.js';

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
    const rows = [], own = [];
    if (made) {
      // First those that others need.
      const mine = this.room.state.role.seats;
      const seats = made.keys.seats.map((key, index) => ({key, seat: index + 1})).filter(({key}) => key);
      const row = ({key, seat}) => linkField(
          (mine.includes(seat) ? texts.toPlayElsewhere : texts.toPlay)(this.room.nameOf(seat)), roomLink(this.room.id, key));
      rows.push(...seats.filter(({seat}) => !mine.includes(seat)).map(row));
      own.push(...seats.filter(({seat}) => mine.includes(seat)).map(row));
      rows.push(linkField(texts.toWatch, roomLink(this.room.id, made.keys.watch)));
    }
    if (record) {
      rows.push(linkField(texts.anybody,
                          await gameLink(record, this.position().ply)));
    }
    dialog(texts.links, ...rows, ...own);
  }
}
