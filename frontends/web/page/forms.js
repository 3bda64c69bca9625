// Fields made from the declarations of parameters, which games and players have
// in common: bounds, defaults and help.

import {button, field, h, select, setText} from './dom.js';
import {nameOf, playerTitle} from './names.js';
import {forms} from './texts.js';

const usual = ({default: value}) => value === null || value === undefined ? '' : String(value);

// A given value that is no choice or no number stays as it is, for the server to refuse.
function input(spec, changed, given) {
  if (spec.type === 'choice' && (given === '' || spec.choices.includes(given))) {
    const none = usual(spec) ? forms.usualValue(usual(spec)) : forms.usual;
    return select([['', none], ...spec.choices.map((choice) => [choice, choice])], given,
                  {onchange: changed, name: spec.name});
  }
  const number = (spec.type === 'integer' || spec.type === 'number') && !Number.isNaN(Number(given));
  return h('input', {
    type: number ? 'number' : 'text', name: spec.name, placeholder: usual(spec) || forms.usual, value: given,
    step: spec.type === 'integer' ? 1 : number ? 'any' : null,
    min: number ? spec.min : null, max: number ? spec.max : null,
    spellcheck: 'false', autocomplete: 'off', onchange: changed,
  });
}

function help(spec) {
  const bounded = spec.min !== null && spec.min !== undefined && spec.type !== 'choice';
  return bounded ? forms.bounds(spec.help, spec.min, spec.max) : spec.help;
}

const kFew = 8;  // whole numbers that are seen side by side

const isFew = ({type, min, max}) =>
    type === 'integer' && Number.isInteger(min) && Number.isInteger(max) && max - min < kFew;

const numbers = ({min, max}) => Array.from({length: max - min + 1}, (_, index) => String(min + index));

let groups = 0;  // of buttons, each with a name of its own

// What is usual is chosen by giving nothing.
function fewField(spec, changed, given) {
  const name = `few-${++groups}`, own = usual(spec);
  const all = numbers(spec);
  const choices = own ? all.map((one) => [one === own ? '' : one, one]) : [['', forms.usual], ...all.map((one) => [one, one])];
  const chosen = given === own ? '' : given;
  const element = h('fieldset', {class: 'field few', name: spec.name}, h('legend', {class: 'field-name'}, spec.name),
      h('div', {class: 'levels'}, choices.map(([value, text]) => h('label', {class: 'level'},
          h('input', {type: 'radio', name, value, class: 'heard', checked: value === chosen, onchange: changed}),
          h('span', {}, text)))), h('small', {}, spec.help));
  return {spec, element, value: () => element.querySelector(':checked')?.value ?? '', valid: () => true};
}

function typedField(spec, changed, given) {
  const made = input(spec, changed, given);
  return {spec, element: field(spec.name, made, help(spec)), value: () => made.value.trim(),
          valid: () => made.reportValidity()};
}

// Fields for parameters; given() is what was entered, [[name, value]].
export function parameterFields(specs, {changed = () => {}, given = {}} = {}) {
  const fields = specs.map((spec) => {
    const value = given[spec.name] ?? '';
    const few = isFew(spec) && (value === '' || numbers(spec).includes(value));
    return (few ? fewField : typedField)(spec, changed, value);
  });
  return {
    element: h('div', {class: 'fields'}, fields.map(({element}) => element)),
    given: () => fields.map(({spec, value}) => [spec.name, value()]),
    valid: () => fields.every(({valid}) => valid()),
  };
}

const kUsualTime = '1s';  // of a player that thinks until it is stopped

// A choice between players, the words for strength first, each with its
// parameters; `given` are those of the chosen one. name() is what was chosen;
// name({parameter: value}) has that value where none was given.
export function playerChoice(players, {label, chosen, given = null, people = [], changed = () => {}}) {
  const title = (player) => [player.id, playerTitle(player.id)];
  const levels = players.filter((player) => player.level);
  const others = players.filter((player) => !player.level && player.id !== 'human');
  const choices = [
    ...(people.length ? [{group: forms.people, choices: people}] : []),
    {group: forms.byStrength, choices: levels.map(title)},
    {group: forms.forThoseWhoKnow, choices: others.map(title)},
  ].filter((group) => group.choices.length);
  const list = select(choices, chosen, {'aria-label': label});
  const more = h('details', {class: 'more'}, h('summary', {}, forms.settings));
  const note = h('small', {});
  let fields = null;
  const show = () => {
    const player = players.find(({id}) => id === list.value);
    note.textContent = player?.title ?? '';
    const specs = player?.parameters ?? [];
    const usual = !player?.level && specs.some(({name}) => name === 'time') ? {time: kUsualTime} : {};
    fields = parameterFields(specs, {changed, given: given && list.value === chosen ? given : usual});
    more.hidden = specs.length === 0;
    more.replaceChildren(more.firstChild, fields.element);
  };
  list.addEventListener('change', () => { show(); changed(); });
  show();
  return {
    element: h('div', {class: 'player-choice'}, list, note, more),
    note,
    value: () => list.value,
    name: (instead = {}) => nameOf(list.value, fields.given().map(([name, value]) => [name, value || (instead[name] ?? '')])),
    valid: () => fields.valid(),
  };
}

// Each player is described once, where it is chosen first.
export function describeOnce(choices) {
  const names = choices.map((choice) => choice.value());
  choices.forEach(({note}, index) => { note.hidden = names.indexOf(names[index]) < index; });
}

// A field of text with a button that copies it.
export function copyField(label, text) {
  const copy = button(forms.copy, async () => {
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      document.execCommand('copy');  // where the page was not opened safely
    }
    setText(copy, forms.copied);
  }, {'aria-label': forms.copyOf(label)});
  text.addEventListener('input', () => setText(copy, forms.copy));
  return h('div', {class: 'link-field'}, field(label, text), copy);
}

export const linkField = (label, link) => copyField(label, h('input',
    {type: 'text', readonly: '', value: link, onfocus: (event) => event.target.select()}));
