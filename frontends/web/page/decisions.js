// Dialogs in which something about a game is decided.

import {button, dialog, h, setText} from './dom.js';
import {playerChoice} from './forms.js';
import {givenOf, idOf} from './names.js';

// Whether it shall really be.
export function sure(title, question) {
  return new Promise((decide) => {
    let answer = false;
    const box = dialog(title, h('p', {}, question), h('div', {class: 'actions'},
      button(title, () => { answer = true; box.close(); }, {class: 'main'}), button('Cancel', () => box.close())));
    box.addEventListener('close', () => decide(answer));
  });
}

// Who plays. change(seat, player) is called for each that became another.
export function changeSeats(players, seats, change) {
  const rows = seats.map(({player}, index) => {
    const choice = playerChoice(players, {label: `Player ${index + 1}`, chosen: idOf(player), given: givenOf(player),
                                          people: [['human', 'A person']]});
    return {choice, before: choice.name(),
            element: h('div', {class: 'seat-choice'}, h('b', {}, `Player ${index + 1}`), choice.element)};
  });
  const problem = h('p', {class: 'problem', role: 'alert'});
  const box = dialog('Who plays', ...rows.map(({element}) => element), problem, h('div', {class: 'actions'},
    button('Change', async () => {
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
    }, {class: 'main'}), button('Cancel', () => box.close())));
}
