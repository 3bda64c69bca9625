// The server's interface (../README.md): requests, answers and streams.

const kRoot = '/api/1';

// The server is not there, as opposed to: it says no.
export class Away extends Error {}

export class Refusal extends Error {
  constructor(status, text, retryAfter) {
    super(text);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  const text = new URLSearchParams(given).toString();
  return kRoot + path + (text ? `?${text}` : '');
}

async function ask(path, {method = 'GET', keys = [], query, body} = {}) {
  const headers = {};
  if (keys.length) headers['Boardwalk-Key'] = keys.join(',');
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(address(path, query),
                         {method, headers, body: body === undefined ? undefined : JSON.stringify(body)});
  } catch {
    throw new Away('The server does not answer.');
  }
  if (answer.ok) return answer;
  if (answer.status === 401) {
    throw new Refusal(401, 'This server asks for its token: open the whole address that it printed when it started.');
  }
  const text = await answer.text();
  let error = text;
  try {
    error = JSON.parse(text).error;
  } catch {
    // Not from the interface; the text says what it can.
  }
  throw new Refusal(answer.status, error || `The server answers ${answer.status}.`,
                    answer.headers.get('Retry-After'));
}

export const get = async (path, options) => (await ask(path, options)).json();
export const getText = async (path, options) => (await ask(path, options)).text();
export const post = async (path, body, keys) => (await ask(path, {method: 'POST', body, keys})).json();

// Why a stream ended at once: it cannot say so itself, a request can.
export async function refusal(path, options) {
  try {
    (await ask(path, options)).body?.cancel();
    return 'The server ended it.';
  } catch (error) {
    return error.message;
  }
}

// A stream of events: handlers by the event's name are called with its data and
// its number. `present` is told whether the server is there. It comes back by
// itself, from the last event on; close() ends it.
export function listen(path, {keys = [], query = {}, handlers, present = () => {}}) {
  let source, timer, over = false;
  const connect = () => {
    source = new EventSource(address(path, {...query, ...(keys.length ? {key: keys.join(',')} : {})}));
    source.onopen = () => present(true);
    source.onerror = () => {
      if (over) return;
      present(false);
      // A refusal ends the source for good, as that of a server that begins.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, 1000);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (!over) handle(JSON.parse(event.data), event.lastEventId);
      });
    }
  };
  connect();
  return {
    close() {
      over = true;
      clearTimeout(timer);
      source.close();
    },
  };
}
