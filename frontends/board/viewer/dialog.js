// Dialogs, on the page and in reports.

import {button, h} from './dom.js';
import {viewerTexts} from './viewer_texts.js';

// A dialog in `host` that is shown at once, and removed when it is closed.
export function dialogIn(host, title, ...content) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const box = h('dialog', {'aria-labelledby': id},
                h('header', {}, h('h2', {id}, title),
                  button('×', () => box.close(), {'aria-label': viewerTexts.dialog.close, class: 'quiet'})),
                ...content);
  box.addEventListener('close', () => box.remove());
  host.append(box);
  box.showModal();
  return box;
}

export const dialog = (title, ...content) => dialogIn(document.body, title, ...content);
