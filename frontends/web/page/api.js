// The server's interface (../README.md): requests, answers and streams.

import {sentence, server} from './texts.js';

const kRoot = '/api/1';
const kPatience = 15000, kLongPatience = 60000;  // milliseconds until an answer has come whole
const kSilence = 12000;                          // until a stream without a ping counts as broken
const kLook = 1000;                              // between two looks at that

// Games are gone through move by move, results summed up: that may take long.
const kLong = /^\/(records|rooms|rooms\/[^/]+\/branches|results\/.*)$/;

// The server is not there, as opposed to: it says no.
export class Away extends Error {}

export class Refusal extends Error {
  constructor(status, text, retryAfter) {
    super(sentence(text));
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

function address(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  const text = new URLSearchParams(given).toString();
  return kRoot + path + (text ? `?${text}` : '');
}

// The text of the answer, unless `begun` is enough.
async function ask(path, {method = 'GET', keys = [], query, body, begun = false} = {}) {
  const headers = {};
  if (keys.length) headers['Boardwalk-Key'] = keys.join(',');
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const patience = kLong.test(path) ? kLongPatience : kPatience;
  let answer, text;
  try {
    const content = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(address(path, query), {method, headers, body: content, signal: AbortSignal.timeout(patience)});
    if (answer.ok && begun) return answer.body?.cancel();
    text = await answer.text();
  } catch (error) {
    throw new Away(error.name !== 'TimeoutError' ? server.noAnswer : server.slow(patience / 1000));
  }
  if (answer.ok) return text;
  if (answer.status === 401) {
    throw new Refusal(401, server.needsToken);
  }
  let error = text;
  try {
    error = JSON.parse(text).error;
  } catch {
    // Not from the interface; the text says what it can.
  }
  throw new Refusal(answer.status, error || server.answers(answer.status),
                    answer.headers.get('Retry-After'));
}

export const get = async (path, options) => JSON.parse(await ask(path, options));
export const getText = ask;
export const post = async (path, body, keys) => JSON.parse(await ask(path, {method: 'POST', body, keys}));

// Why a stream ended at once: it cannot say so itself, a request can.
export async function refusal(path, options) {
  try {
    await ask(path, {...options, begun: true});
    return server.ended;
  } catch (error) {
    return error.message;
  }
}

// A browser has six connections to a server, for all of its tabs, and a stream
// holds one. So hidden tabs have none, and those that are seen leave some for
// requests. Pages from other machines are not trusted with locks: those streams
// are not counted.
const kStreams = 4;

// A place among them, as the function that gives it back, or null.
async function place() {
  if (!navigator.locks) return () => {};
  for (let i = 0; i < kStreams; ++i) {
    const leave = await new Promise((decide) => navigator.locks.request(
        `boardwalk-stream-${i}`, {ifAvailable: true},
        (lock) => lock ? new Promise((left) => decide(left)) : decide(null)));
    if (leave) return leave;
  }
  return null;
}

// A stream of events: handlers by the event's name are called with its data and
// its number. `present` is told whether the server is there, and why not if it
// is this browser's fault. The stream comes back by itself, from the last event
// on, or from the beginning after the page was hidden; close() ends it. A server
// that has sent a ping sends more: without any, the network is gone, which the
// browser would notice after many minutes.
export function listen(path, {keys = [], query = {}, handlers, present = () => {}}) {
  let source = null, leave = null, timer, watch, turn = 0, over = false, pinged = false, heard = 0;
  const disconnect = () => {
    ++turn;
    clearTimeout(timer);
    clearInterval(watch);
    source?.close();
    leave?.();
    source = leave = null;
  };
  const connect = async () => {
    disconnect();
    const mine = turn;
    if (over || document.hidden) return;
    const got = await place();
    if (mine !== turn) return got?.();
    leave = got;
    if (!leave) {
      timer = setTimeout(connect, 500);
      return present(false, server.crowded);
    }
    source = new EventSource(address(path, {...query, ...(keys.length ? {key: keys.join(',')} : {})}));
    const hear = () => { heard = performance.now(); };
    hear();
    watch = setInterval(() => {
      if (!pinged || performance.now() - heard < kSilence) return;
      present(false, server.tryingAgain);
      connect();
    }, kLook);
    source.onopen = () => { hear(); present(true); };
    source.addEventListener('ping', () => { hear(); pinged = true; });
    source.onerror = () => {
      if (mine !== turn) return;
      // A refusal ends the source for good, as that of a server that begins.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, 1000);
      present(false);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (mine !== turn) return;
        hear();
        handle(JSON.parse(event.data), event.lastEventId);
      });
    }
  };
  document.addEventListener('visibilitychange', connect);
  connect();
  return {
    close() {
      over = true;
      document.removeEventListener('visibilitychange', connect);
      disconnect();
    },
  };
}
