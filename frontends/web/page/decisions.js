// Dialogs in which something about a game is decided.

import {dialog} from './dialog.js';
import {button, h, setText} from './dom.js';
import {describeOnce, playerChoice} from './forms.js';
import {givenOf, idOf} from './names.js';
import {decisions as texts} from './texts.js';

// What shall be done: the answer of [[text, answer]] that is chosen, null for none.
export function decide(title, question, choices) {
  return new Promise((done) => {
    let chosen = null;
    const box = dialog(title, ...[question].flat().map((part) => h('p', {}, part)), h('div', {class: 'actions'},
      choices.map(([text, answer], index) => button(text, () => { chosen = answer; box.close(); },
                                                    {class: index === 0 ? 'main' : null})),
      button(texts.cancel, () => box.close())));
    box.classList.add('decision');
    box.addEventListener('close', () => done(chosen));
  });
}

// What was to be decided is no question any more.
export const closeDecisions = () => document.querySelectorAll('dialog.decision').forEach((box) => box.close());

// Whether it shall really be.
export const sure = (title, question) => decide(title, question, [[title, true]]);

// Who plays; called(seat) is what its player is called. change(seat, player) is
// called for each that became another.
export function changeSeats(players, seats, {called, change}) {
  const describe = () => describeOnce(rows.map(({choice}) => choice));
  const rows = seats.map(({player}, index) => {
    const label = called(index + 1);
    const choice = playerChoice(players, {label, chosen: idOf(player), given: givenOf(player),
                                          people: [['human', texts.person]], changed: describe});
    return {choice, before: choice.name(),
            element: h('div', {class: 'seat-choice'}, h('b', {}, label), choice.element)};
  });
  describe();
  const problem = h('p', {class: 'problem', role: 'alert'});
  const box = dialog(texts.who, ...rows.map(({element}) => element), problem, h('div', {class: 'actions'},
    button(texts.change, async () => {
      if (!rows.every(({choice}) => choice.valid())) return;
      try {
        for (const [index, row] of rows.entries()) {
          const name = row.choice.name();
          if (name !== row.before) await change(index + 1, name);
          row.before = name;
        }
        box.close();
      } catch (error) {
        setText(problem, error.message);
      }
    }, {class: 'main'}), button(texts.cancel, () => box.close())));
}
