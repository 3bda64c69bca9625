// What somebody chose for this browser: how boards look and sound. Light and
// dark are switched by theme.js, which runs before the page is painted.
//
//   settings.boardTheme            'wood' or 'slate'; also <html data-board-theme>
//   settings.letters               whether pieces have letters; <html data-letters>
//   settings.sound, .showPlan      whether moves are heard, plans of computers drawn
//   settings.set('sound', false)
//   settings.subscribe((name, value) => ...) returns what ends it

import {dialog} from './dialog.js';
import {field, h, select} from './dom.js';
import {myName, setMyName} from './memory.js';
import {settings as texts} from './texts.js';

const {adopt, apply: applyTheme, applySettings, kSettings} = globalThis.boardwalkTheme;
export {adopt, applyTheme};

const kUsual = {boardTheme: 'wood', letters: false, sound: true, showPlan: false};
const told = new Set();
let now = {...kUsual, ...applySettings()};

// Also what another tab has changed.
function changed() {
  const before = now;
  now = {...kUsual, ...applySettings()};
  for (const name of Object.keys(kUsual)) {
    if (now[name] !== before[name]) told.forEach((tell) => tell(name, now[name]));
  }
  dispatchEvent(new Event('boardwalk-settings'));  // for who has not fetched this module
}
addEventListener('storage', ({key}) => { if (key === kSettings || key === null) changed(); });

export const settings = {
  set(name, value) {
    localStorage.setItem(kSettings, JSON.stringify({...now, [name]: value}));
    changed();
  },
  subscribe(tell) {
    told.add(tell);
    return () => told.delete(tell);
  },
};
for (const name of Object.keys(kUsual)) Object.defineProperty(settings, name, {get: () => now[name], enumerable: true});

// Boards within `root` look as was chosen; `letters` is whether their game wants
// them anyway.
export function dress(root, letters) {
  const lettered = letters || settings.letters;
  root.classList.toggle('letters', lettered);
  for (const svg of root.querySelectorAll('.board')) {
    svg.classList.toggle('letters', lettered);
    svg.classList.toggle('theme-slate', settings.boardTheme === 'slate');
  }
}

function check(name) {
  const [title, help] = texts[name];
  const box = h('input', {type: 'checkbox', checked: settings[name],
                          onchange: () => settings.set(name, box.checked)});
  return h('label', {class: 'check'}, box, h('span', {}, title, h('small', {}, help)));
}

export function showSettings() {
  const themes = select(['wood', 'slate'].map((name) => [name, texts[name]]), settings.boardTheme,
                        {onchange: () => settings.set('boardTheme', themes.value)});
  const name = h('input', {type: 'text', autocomplete: 'nickname', placeholder: texts.you, value: myName(),
                           onchange: () => setMyName(name.value.trim())});
  dialog(texts.title, field(texts.name, name), h('label', {class: 'field'}, h('span', {class: 'field-name'}, texts.board), themes),
         check('letters'), check('sound'), check('showPlan'));
}
