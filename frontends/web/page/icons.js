// Small pictures for buttons. They stand beside words, which say the same.

import {button, h, svgNode} from './dom.js';

const kShapes = {
  undo: 'M8 5 3 10l5 5M3 10h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l5 5-5 5M21 10H11a5 5 0 0 0 0 10h3',
  restart: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  rematch: 'M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.5 1 .5 1.6h6c0-.6 0-1.2.5-1.6A6 6 0 0 0 12 3',
  resign: 'M5 21V4M5 4h13l-3 4 3 4H5',
  draw: 'M5 9h14M5 15h14',
  decline: 'M6 6l12 12M18 6 6 18',
  accept: 'M4 13l5 5L20 7',
  now: 'M5 5v14l8-7zM13 5v14l8-7z',
  players: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5',
  flip: 'M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4',
  sound: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  comment: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12h5',
  eraser: 'M4 16l9-9 6 6-6 6H8zM9 11l6 6M20 21H8',
  mistakes: 'M3 12l4-7 4 14 4-9 2 4h4',
  save: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  links: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
};

export function icon(name) {
  return svgNode('svg', {class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true'}, svgNode('path', {d: kShapes[name]}));
}

const kSlash = 'M4 3l17 18';

// A button with its picture above its word.
export function iconButton(name, text, onclick, properties = {}) {
  const made = button('', onclick, {...properties, class: `with-icon ${properties.class ?? ''}`});
  made.append(icon(name), h('span', {}, text));
  return made;
}

// One that switches something, which turn(on) shows: off, its picture is crossed out.
export function toggleButton(name, text, onclick, properties = {}) {
  const made = iconButton(name, text, onclick, properties);
  made.querySelector('.icon').append(...['off edge', 'off'].map((part) => svgNode('path', {class: part, d: kSlash})));
  made.turn = (on) => made.setAttribute('aria-pressed', String(on));
  made.turn(false);
  return made;
}
