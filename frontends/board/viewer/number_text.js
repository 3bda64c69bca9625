// What players say of their moves, as people read it.

// What a value in [-1, 1] says: "+0.25"; "won" and "lost" are proved.
export function valueText(value) {
  if (value === null || value === undefined) return '';
  if (value === 1) return 'won';
  if (value === -1) return 'lost';
  return (value < 0 ? '−' : '+') + Math.abs(value).toFixed(2);
}

// "1.2 s", "81 ms", "32 µs".
export function secondsText(seconds) {
  const [unit, name] = seconds >= 1 ? [1, 's'] : seconds >= 1e-3 ? [1e-3, 'ms'] : [1e-6, 'µs'];
  const count = seconds / unit;
  return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} ${name}`;
}

// "value +0.25, depth 9, 1.2 s": what is known.
export function saidText({value, depth, nodes, playouts, seconds}) {
  const count = (number, name) => number ? `${number.toLocaleString('en')} ${name}` : '';
  return [typeof value === 'number' ? `value ${valueText(value)}` : '', depth ? `depth ${depth}` : '',
          count(nodes, 'nodes'), count(playouts, 'playouts'), seconds ? secondsText(seconds) : '']
      .filter(Boolean).join(', ');
}
