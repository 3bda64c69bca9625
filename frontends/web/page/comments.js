// What people write about the moves of a game: the text beside the board, and
// the dialog in which it is written.

import {dialog} from './dialog.js';
import {button, h, setText} from './dom.js';
import {iconButton} from './icons.js';
import {comments as texts} from './texts.js';
import {commentOn} from './timeline.js';

export class Comments {
  // save(ply, text) saves one; title(ply) is what it is about.
  constructor({save, title}) {
    Object.assign(this, {save, title});
    this.element = h('p', {class: 'comment', hidden: true});
    this.button = iconButton('comment', texts.comment, () => this.#write(), {title: texts.help});
  }

  // The comment on the position after `ply` moves; `may` is whether it can be
  // written, with at most `most` characters, which the server counts.
  show({comments, ply, most, may}) {
    Object.assign(this, {ply, most});
    this.text = commentOn(ply, comments);
    this.element.hidden = !this.text;
    setText(this.element, this.text);
    this.button.hidden = !may;
    this.button.setAttribute('aria-label', this.text ? texts.change : texts.comment);
  }

  #write() {
    const {ply} = this;
    const text = h('textarea', {rows: 4, maxlength: this.most, 'aria-label': texts.comment});
    text.value = this.text;
    const problem = h('p', {class: 'problem', role: 'alert'});
    const save = async () => {
      try {
        await this.save(ply, text.value.trim().replace(/\s+/g, ' '));  // a line
        box.close();
      } catch (error) {
        setText(problem, error.message);
      }
    };
    const box = dialog(texts.comment, h('p', {}, this.title(ply)), text, problem, h('div', {class: 'actions'},
        button(texts.save, save, {class: 'main'}), button(texts.cancel, () => box.close())));
    text.focus();
  }
}
