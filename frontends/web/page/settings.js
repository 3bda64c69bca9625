// What somebody chose for this browser: how boards look and sound.
//
//   settings.boardTheme            'wood' or 'slate'
//   settings.letters               whether pieces have letters
//   settings.sound, .showPlan      whether moves are heard, plans of computers drawn
//   settings.set('sound', false)
//   settings.subscribe((name, value) => ...) returns what ends it

import {applyTheme} from './theme.js';

export {applyTheme};

const kKey = 'boardwalk.settings';
const kUsual = {boardTheme: 'wood', letters: false, sound: true, showPlan: false};
const told = new Set();

function kept() {
  try {
    return {...kUsual, ...JSON.parse(localStorage.getItem(kKey))};
  } catch {
    return {...kUsual};
  }
}

export const settings = {
  set(name, value) {
    localStorage.setItem(kKey, JSON.stringify({...kept(), [name]: value}));
    told.forEach((tell) => tell(name, value));
  },
  subscribe(tell) {
    told.add(tell);
    return () => told.delete(tell);
  },
};
for (const name of Object.keys(kUsual)) {
  Object.defineProperty(settings, name, {get: () => kept()[name], enumerable: true});
}
