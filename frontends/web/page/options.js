// What of a new game is seldom chosen: its parameters, a player for each seat,
// clock, position and seed.

import {post} from './api.js';
import {button, field, h, select, setText} from './dom.js';
import {describeOnce, parameterFields, playerChoice} from './forms.js';
import {myName} from './memory.js';
import {givenOf, nameOf} from './names.js';
import {kElsewhere, kHere} from './setup.js';
import {options as texts} from './texts.js';

const kPeople = [[kHere, texts.here], [kElsewhere, texts.elsewhere]];

export class Options {
  // `name` is that of the game, with the parameters that are given.
  constructor({id, parameters}, name) {
    Object.assign(this, {id, choices: []});
    this.parameters = parameterFields(parameters, {changed: () => this.told.changed(), given: givenOf(name)});
    this.seats = h('fieldset', {class: 'seats'}, h('legend', {}, texts.whoPlays));
    this.clock = select(texts.clocks, '', {onchange: () => { this.otherClock.hidden = this.clock.value !== 'other'; }});
    this.otherClock = h('input', {type: 'text', placeholder: '300s+3s', 'aria-label': texts.clock, hidden: true});
    this.position = h('input', {type: 'text', placeholder: texts.opening, spellcheck: 'false', autocomplete: 'off',
                                'aria-describedby': 'position-problem', oninput: () => this.#positioned()});
    this.wrong = h('p', {class: 'problem', id: 'position-problem', role: 'alert'});
    this.setUp = button(texts.setUp, () => this.told.setUp());
    this.textOnly = h('small', {}, texts.textOnly);
    this.seed = h('input', {type: 'number', min: 0, placeholder: texts.random});
    this.element = h('div', {},
        parameters.length ? h('fieldset', {}, h('legend', {}, texts.theGame), this.parameters.element) : '',
        field(texts.clock, this.clock), this.otherClock,
        h('div', {class: 'position-field'}, field(texts.position, this.position, texts.positionHelp), this.setUp,
          this.wrong, this.textOnly),
        field(texts.seed, this.seed, texts.seedHelp), this.seats);
  }

  // changed() is called for a parameter, on which the seats depend; chosen() for
  // a player that is not by the preset any more; level() is the computer of a
  // seat that nobody chose for; positioned() for a position that is typed; setUp()
  // leaves for the board editor.
  listen(told) { this.told = told; }

  // `values` are those of a preset; without it, seats keep who has them.
  setSeats({seats, players, editor}, values) {
    this.setUp.disabled = !editor;
    this.textOnly.hidden = Boolean(editor);
    const same = this.choices.length === seats;
    if (same && (!values || values.every((value, index) => value === this.choices[index].value()))) return;
    const before = this.values();
    this.choices = Array.from({length: seats}, (_, index) => playerChoice(players, {
      label: texts.player(index + 1),
      chosen: values?.[index] ?? before[index] ?? (index === 0 ? kHere : this.told.level()),
      people: kPeople, changed: () => { this.#seatChanged(); this.told.chosen(); }}));
    this.seats.replaceChildren(this.seats.firstChild, ...this.choices.map((choice) =>
      h('div', {class: 'seat-choice'}, h('b', {}), choice.element)));
    this.#seatChanged();
  }

  #seatChanged() {
    describeOnce(this.choices);
    this.callSeats();
  }

  // The seat of who plays here has that name.
  callSeats() {
    const mine = this.values().indexOf(kHere), name = myName();
    this.seats.querySelectorAll('.seat-choice > b').forEach((called, index) => {
      setText(called, index === mine && name || texts.player(index + 1));
    });
  }

  game() { return nameOf(this.id, this.parameters.given()); }
  values() { return this.choices.map((choice) => choice.value()); }
  names() { return this.choices.map((choice) => choice.name()); }
  givenPosition() { return this.position.value.trim(); }

  setPosition(text) {
    this.position.value = text;
    this.#positioned();
  }

  #positioned() {
    this.#complain('');
    this.told.positioned();
  }

  // Why the position is none.
  #complain(text) {
    setText(this.wrong, text);
    this.position.setAttribute('aria-invalid', String(text !== ''));
  }

  // Whether the position is what no game begins with. It is said at its field. The
  // server tells that of boards that can be set up; other failures tell nothing of it.
  async refusesPosition() {
    const position = this.setUp.disabled ? '' : this.givenPosition();
    const why = position && await post('/positions', {game: this.game(), position}).then(
        () => '', ({status, message}) => status === 422 ? message : '');
    this.#complain(why);
    return why !== '';
  }

  // The members of the request for a room that are not of its seats.
  rest() {
    const clock = this.clock.value === 'other' ? this.otherClock.value.trim() : this.clock.value;
    const position = this.givenPosition();
    return {...(clock ? {clock} : {}), ...(position ? {position} : {}),
            ...(this.seed.value ? {seed: Number(this.seed.value)} : {})};
  }

  valid() { return [...this.element.querySelectorAll('input')].every((input) => input.checkValidity()); }

  report() {
    return this.parameters.valid() && this.seed.reportValidity() && this.choices.every((choice) => choice.valid());
  }
}
