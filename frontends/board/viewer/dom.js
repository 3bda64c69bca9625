// Elements in a line of code, and words with their number, for the page and for
// reports. All text is set as text, so names from outside cannot become markup.

// h('button', {class: 'quiet', onclick: play}, 'Play'): functions and booleans
// are properties, everything else attributes; null is left out.
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'function' || typeof value === 'boolean') {
      element[name] = value;
    } else {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

export const kSvg = 'http://www.w3.org/2000/svg';

export function svgNode(tag, attributes = {}, ...children) {
  const element = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// Only what differs is written: readers of screens read what changes.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// "1 move", "2 moves".
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// Who is addressed: within a sentence that has a small letter.
export const kYou = 'You';
export const within = (who) => who === kYou ? 'you' : who;

export function button(text, onclick, properties = {}) {
  return h('button', {type: 'button', onclick, ...properties}, text);
}

// A label with its field.
export function field(label, input, help = '') {
  return h('label', {class: 'field'}, h('span', {class: 'field-name'}, label),
           input, help ? h('small', {}, help) : null);
}

export function select(choices, chosen, properties = {}) {
  const option = ([value, text]) =>
      h('option', {value, selected: value === chosen}, text);
  return h('select', properties, choices.map(
      (choice) => choice.group ?
          h('optgroup', {label: choice.group}, choice.choices.map(option)) :
          option(choice)));
}

// The colour of a seat, where its board has one: `seat` is {color, symbol}.
export const seatClass = (seat) => seat?.color ? `seat-${seat.color}` : '';

// A seat as its pieces look, with what stands on them: a body, or a "ring" or "cross".
export function seatDot(seat, number) {
  return h('i', {class: `dot ${seatClass(seat)} ${seat?.mark ?? ''}`},
           h('b', {class: `symbol ${seat?.color ? `ink-${seat.color}` : ''}`}, seat?.symbol ?? String(number)));
}

// A screen that has just been put on the page is seen from its top, and heard
// from its heading.
export function beginScreen(heading) {
  history.scrollRestoration = 'manual';
  scrollTo(0, 0);
  focusOn(heading);
}

// The focus goes to what is no control, too.
export function focusOn(element) {
  if (element.tabIndex < 0) element.setAttribute('tabindex', -1);
  element.focus({preventScroll: true});
}

// Puts other children into an element. The focus stays on the button that does,
// or else says, the same; lost() is called where there is none.
export function replaceKeepingFocus(element, children, lost) {
  const meant = ({dataset, textContent}) => dataset.action ?? textContent;
  const focused = element.contains(document.activeElement) ? meant(document.activeElement) : null;
  element.replaceChildren(...children);
  if (focused === null) return;
  const same = [...element.querySelectorAll('button, a')].find((one) => meant(one) === focused);
  if (same) same.focus({preventScroll: true}); else lost();
}

// A button that leads nowhere now says so, and keeps the focus: a press does
// nothing, as offered() tells who deals with it.
export const offer = (one, on) => one.setAttribute('aria-disabled', String(!on));

export const offered = (one) => one.ariaDisabled !== 'true';

// For the parts of the page that are not seen but heard.
export function announcer() {
  const region = h('p', {class: 'heard', role: 'status', 'aria-live': 'polite'});
  region.say = (text) => setText(region, text);
  return region;
}

// Texts of 80 columns as paragraphs that fill the line; what is indented stays.
export function paragraphs(text) {
  return text.trim().split(/\n\s*\n/).map((part) => /^\s/m.test(part) ? h('pre', {}, part) :
      h('p', {}, part.replace(/\s*\n/g, ' ')));
}
