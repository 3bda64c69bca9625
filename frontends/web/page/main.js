// Which screen is shown, by the part of the address after '#':
//   (nothing)               a game is chosen
//   new=GAME&position=TEXT  a game is chosen, to begin from a position
//   edit=GAME&position=TEXT a position is set up (editor.js)
//   room=ID&key=KEY         a game on this server
//   game=RECORD&ply=N       a game that is in the link itself
//   results...              what was compared (results.js)

import {Away, get, Refusal} from './api.js';
import {beginScreen, button, h, setText} from './dom.js';
import {roomOf} from './memory.js';
import {Setup} from './setup.js';
import {frame, server, words} from './texts.js';

const colours = globalThis.boardwalkTheme;
const main = document.querySelector('main');
const banner = document.querySelector('#banner');
let screen = null;

const kLater = 500;   // milliseconds
const kRetry = 3000;  // until a server that was away is asked again

function present(there, why = frame.away) {
  banner.hidden = there;
  if (!there) setText(banner, why);
}

let retrying;          // the timer for that
let again = () => {};  // does what failed once more

function fail(error, more = {}) {
  again = () => {
    next = more;
    route();
  };
  const away = error instanceof Away;
  const passes = !(error instanceof Refusal) || error.status >= 500;
  if (away) retrying = setTimeout(() => again(), kRetry);
  if (away && main.querySelector('.failure.away')) return;  // it is said, and may have the focus
  main.replaceChildren(h('section', {class: away ? 'failure away' : 'failure', role: 'alert'}, h('h1', {}, frame.failed),
                         h('p', {}, away ? frame.away : error.message),
                         h('p', {class: 'tools'}, passes ? button(frame.tryAgain, () => again(), {class: 'main'}) : null,
                           location.hash.startsWith('#results=') ?
                               h('a', {href: '#results=games'}, frame.allGames) :
                               h('a', {href: '#'}, frame.chooseGame))));
}

let next = {};  // what a screen is to show, besides what the address says

// Style sheets of boards and games, which the start page has no use for.
const kSheets = ['viewer.css', 'game.css'];
const styled = new Map();  // sheet -> when it has come

function style(href) {
  if (!styled.has(href)) {
    styled.set(href, new Promise((done, fail) => {
      // One that did not come is asked for again.
      const lost = () => { styled.delete(href); link.remove(); fail(new Error(frame.lost(href))); };
      const link = h('link', {rel: 'stylesheet', href, onload: done, onerror: lost});
      document.head.append(link);
    }).then(() => colours.apply(), (error) => explain(href, error)));
  }
  return styled.get(href);
}

// Why a file did not come. The browser says the same of a server that is away and
// of one that has no such file, so it is asked once more.
async function explain(file, error) {
  await fetch(file, {method: 'HEAD', cache: 'no-store'}).catch(() => { throw new Away(server.noAnswer); });
  throw error;
}

const imported = (file) => import(file).catch((error) => explain(file, error));

// A screen of its own file, with the style that it needs.
async function fetched(file, ...sheets) {
  const [module] = await Promise.all([imported(file), ...[...kSheets, ...sheets].map(style)]);
  return module;
}

// A screen begins at its top, and with its heading for who hears it.
function begin() {
  const heading = main.querySelector('h1');
  if (heading && !main.contains(document.activeElement)) beginScreen(heading);
  else scrollTo(0, 0);  // it has its own focus
}

let resultsAsked = false;

// What few have comes after what is wanted at once. Who has come by the link of a
// game may not ask before the page has shown something else.
function offerResults() {
  if (resultsAsked || location.hash.startsWith('#room=')) return;
  resultsAsked = true;
  setTimeout(() => get('/results').then(({file}) => { document.querySelector('#results-link').hidden = !file; },
                                        () => { resultsAsked = false; }), kLater);
}

let routes = 0;

async function route() {
  const mine = ++routes;
  clearTimeout(retrying);
  const wants = new URLSearchParams(location.hash.slice(1));
  const more = next;
  next = {};
  screen?.close?.();
  screen = null;
  present(true);
  document.title = words.page();
  // A screen that was left leads nowhere any more.
  const go = (hash, what) => {
    if (mine !== routes) return;
    next = what;
    location.hash = hash;
  };
  const openRoom = (id, {share = false, ply = null} = {}) => go(`room=${id}`, {share, ply});
  const edit = (name, view) => go(`edit=${encodeURIComponent(name)}`, {view, from: location.hash});
  try {
    if (wants.has('game')) {
      const [{Linked}, {unpacked}] = await Promise.all([fetched('./linked.js'), imported('./keep.js')]);
      const record = await unpacked(wants.get('game')).catch(() => {
        throw new Refusal(400, frame.damagedLink);
      });
      if (mine !== routes) return;
      screen = new Linked(main, {openRoom});
      await screen.open(record, Number(wants.get('ply') ?? 0));
    } else if (wants.has('room')) {
      const {Play} = await fetched('./play.js');
      if (mine !== routes) return;
      const id = wants.get('room');
      // The keys of the link, so that two links can be open in one browser.
      const keys = wants.get('key')?.split(',') ?? roomOf(id)?.keys ?? [];
      const refused = (error) => {
        if (mine !== routes) return;
        present(true);
        fail(error);
      };
      screen = new Play(main, {id, keys, openRoom, edit, present, refused, ...more});
      screen.open();
    } else if (wants.has('results')) {
      const {Results} = await fetched('./results.js');
      if (mine !== routes) return;
      screen = new Results(main, {openRoom, present});
      await screen.open(wants.get('results'), Number(wants.get('ply') ?? 0));
    } else if (wants.has('edit')) {
      const {Editor} = await fetched('./editor.js', 'editor.css');
      if (mine !== routes) return;
      screen = new Editor(main, {name: wants.get('edit'), position: wants.get('position') ?? '', ...more});
      await screen.open();
    } else {
      screen = new Setup(main, {
        openRoom, ahead: () => fetched('./play.js').catch(() => {}),
        wanted: wants.has('new') ? {name: wants.get('new'), position: wants.get('position') ?? ''} : null,
      });
      await screen.show();
    }
    if (mine > 1 && mine === routes) begin();
    offerResults();
  } catch (error) {
    if (mine !== routes) return;  // another screen is there
    if (!(error instanceof Refusal || error instanceof Away)) console.error(error);
    fail(error, more);
  }
}

// The server's token has become a cookie, and is not for those who see the
// address or get a copy of it.
if (location.search) history.replaceState(null, '', `/${location.hash}`);

const kColours = ['system', 'light', 'dark'];
const coloursButton = document.querySelector('#theme');
const showColours = () => setText(coloursButton, frame.theme(colours.choice()));
coloursButton.addEventListener('click', () => {
  colours.choose(kColours[(kColours.indexOf(colours.choice()) + 1) % kColours.length]);
  showColours();
});
showColours();
document.querySelector('#settings').addEventListener('click', async () => {
  (await import('./settings.js')).showSettings();
});
addEventListener('hashchange', route);
// A link to where one is changes no address, and yet begins anew.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  if (!link || link.hash !== location.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  route();
});
// A page that was left may be kept by the browser to come back to; its streams
// would take the few connections that a browser has to a server.
addEventListener('pagehide', () => screen?.close?.());
addEventListener('pageshow', (event) => { if (event.persisted) route(); });
route();
