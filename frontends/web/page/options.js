// What of a new game is seldom chosen: its parameters, a player for each seat,
// clock, position and seed.

import {field, h, select} from './dom.js';
import {parameterFields, playerChoice} from './forms.js';
import {nameOf} from './names.js';
import {kElsewhere, kHere} from './setup.js';

const kPeople = [[kHere, 'A person on this screen'], [kElsewhere, 'A person with a link']];
const kClocks = [['', 'No clock'], ['60s', '1 minute each'], ['300s+3s', '5 minutes, 3 seconds a move'],
                 ['900s+10s', '15 minutes, 10 seconds a move'], ['other', 'Another']];

export class Options {
  // changed() is called for a parameter, on which the seats depend; chosen() for
  // a player that is not by the preset any more; level() is the computer of a
  // seat that nobody chose for.
  constructor({id, parameters}, {changed, chosen, level}) {
    Object.assign(this, {id, chosen, level, choices: []});
    this.parameters = parameterFields(parameters, {changed});
    this.seats = h('fieldset', {class: 'seats'}, h('legend', {}, 'Who plays'));
    this.clock = select(kClocks, '', {onchange: () => { this.otherClock.hidden = this.clock.value !== 'other'; }});
    this.otherClock = h('input', {type: 'text', placeholder: '300s+3s', 'aria-label': 'Clock', hidden: true});
    this.position = h('input', {type: 'text', placeholder: 'the opening', spellcheck: 'false'});
    this.seed = h('input', {type: 'number', min: 0, placeholder: 'random'});
    this.element = h('div', {},
        parameters.length ? h('fieldset', {}, h('legend', {}, 'The game'), this.parameters.element) : '',
        field('Clock', this.clock), this.otherClock,
        h('div', {class: 'fields'}, field('Position', this.position, 'as the game writes it, to begin from'),
          field('Seed', this.seed, 'of random choices, for a game that can be repeated')),
        this.seats);
  }

  // `values` are those of a preset; without it, seats keep who has them.
  setSeats({seats, players}, values) {
    const same = this.choices.length === seats;
    if (same && (!values || values.every((value, index) => value === this.choices[index].value()))) return;
    const before = this.values();
    this.choices = Array.from({length: seats}, (_, index) => playerChoice(players, {
      label: `Player ${index + 1}`, chosen: values?.[index] ?? before[index] ?? (index === 0 ? kHere : this.level()),
      people: kPeople, changed: () => this.chosen()}));
    this.seats.replaceChildren(this.seats.firstChild, ...this.choices.map((choice, index) =>
      h('div', {class: 'seat-choice'}, h('b', {}, `Player ${index + 1}`), choice.element)));
  }

  game() { return nameOf(this.id, this.parameters.given()); }
  values() { return this.choices.map((choice) => choice.value()); }
  names() { return this.choices.map((choice) => choice.name()); }

  // The members of the request for a room that are not of its seats.
  rest() {
    const clock = this.clock.value === 'other' ? this.otherClock.value.trim() : this.clock.value;
    const position = this.position.value.trim();
    return {...(clock ? {clock} : {}), ...(position ? {position} : {}),
            ...(this.seed.value ? {seed: Number(this.seed.value)} : {})};
  }

  valid() { return [...this.element.querySelectorAll('input')].every((input) => input.checkValidity()); }

  report() {
    return this.parameters.valid() && this.seed.reportValidity() && this.choices.every((choice) => choice.valid());
  }
}
