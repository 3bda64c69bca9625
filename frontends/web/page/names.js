// Names with parameters, "star:players=3", and numbers as people read them.

export {valueText} from './wording.js';

// A name of an id and the parameters that are given: [[name, value]].
export function nameOf(id, given) {
  const parameters = given.filter(([, value]) => value !== '').map(
      ([name, value]) => `${name}=${/^[\w.\/+-]+$/.test(value) ? value :
          `"${value.replace(/["\\]/g, '\\$&')}"`}`);
  return parameters.length ? `${id}:${parameters.join(',')}` : id;
}

export const idOf = (name) => name.split(':', 1)[0];

// The parameters that a name gives, {name: value}.
export const givenOf = (name) => Object.fromEntries(
    [...name.slice(idOf(name).length + 1).matchAll(/([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(
        ([, key, value]) => [key, value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value]));

// "Person", "Easy", "mcts:time=1s".
export function playerTitle(name) {
  if (name === 'human') return 'Person';
  return name.includes(':') ? name : name[0].toUpperCase() + name.slice(1);
}

// 1,234; 12.3k; 4.56M.
export function countText(count) {
  if (count < 10000) return String(Math.round(count));
  const [unit, name] = count < 1e6 ? [1e3, 'k'] : count < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
  return (count / unit).toPrecision(3) + name;
}

// "4:07", and tenths in the last ten seconds.
export function clockText(milliseconds) {
  const left = Math.max(milliseconds, 0) / 1000;
  if (left < 10) return left.toFixed(1);
  const seconds = Math.floor(left) % 60, minutes = Math.floor(left / 60) % 60;
  const hours = Math.floor(left / 3600);
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
