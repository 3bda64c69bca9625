// Short sounds, made by the browser: of a move, and that it is one's turn.

import {settings} from './settings.js';

const kAfter = 60;  // milliseconds: the move is drawn first

let context = null;

// A tone that dies away; times in seconds.
function tone({from, to, volume, lasts, after = 0}) {
  const begin = context.currentTime + after;
  const wave = context.createOscillator(), loud = context.createGain();
  wave.type = 'sine';
  wave.frequency.setValueAtTime(from, begin);
  wave.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  loud.gain.setValueAtTime(volume, begin);
  loud.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  wave.connect(loud).connect(context.destination);
  wave.start(begin);
  wave.stop(begin + lasts);
}

const kSounds = {
  move: [{from: 420, to: 140, volume: 0.25, lasts: 0.07}],
  turn: [{from: 420, to: 140, volume: 0.25, lasts: 0.07}, {from: 660, to: 640, volume: 0.12, lasts: 0.18, after: 0.09}],
};

// A browser lets no page sound before somebody has touched it, and some have no
// sound at all.
export function play(name) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  setTimeout(() => {
    try {
      context ??= new AudioContext();
      if (context.state === 'suspended') context.resume().catch(() => {});
      kSounds[name].forEach(tone);
    } catch {
      // Without a sound, then.
    }
  }, kAfter);
}
