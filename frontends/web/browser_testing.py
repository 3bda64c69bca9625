"""The server and browsers, for tests of the page."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

PICTURES = os.environ.get('BOARDWALK_PICTURES')  # a folder for screenshots
TIMEOUT = 20  # seconds until something that is waited for counts as missing
SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))  # of screens
# Texts with less contrast to what is behind them than WCAG 2.1 asks for (AA).
CONTRAST = '''
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (color) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (element) => {
  for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) {
    const color = rgba(getComputedStyle(one).backgroundColor);
    if (color[3] > 250) return color;
  }
  return [255, 255, 255, 255];
};
const wrong = [];
const texts = (root) => {
  const found = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walk.nextNode()) {
    if (walk.currentNode.nodeType === Node.TEXT_NODE) found.push(walk.currentNode);
    else if (walk.currentNode.shadowRoot) found.push(...texts(walk.currentNode.shadowRoot));
  }
  return found;
};
for (const node of texts(document.body)) {
  const element = node.parentElement;
  if (!element || !node.textContent.trim() || element.closest('svg, style, script, option, noscript, :disabled, .heard')) continue;
  if (!element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const [a, b] = [light(rgba(style.color)), light(ground(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const large = parseFloat(style.fontSize) >= 24 ||
      parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700;
  if (ratio < (large ? 3 : 4.5)) wrong.push(`${element.textContent.trim()}: ${ratio.toFixed(2)}`);
}
for (const name of document.querySelectorAll('.board .name')) {
  name.scrollIntoView({block: 'nearest'});
  const box = name.getBoundingClientRect();
  const cell = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      .find((one) => one.dataset.cell);
  if (!cell) continue;
  const [a, b] = [name, cell].map((one) => light(rgba(getComputedStyle(one).fill)));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) wrong.push(`${name.textContent} on the board: ${ratio.toFixed(2)}`);
}
return wrong;
'''


class Server:
    """`boardwalk serve` with a state folder of its own."""

    def __init__(self, program, *arguments):
        self.program = program
        self.arguments = arguments
        self.folder = tempfile.mkdtemp(prefix='boardwalk-browser-')
        self.port = 0
        self.start()

    def start(self):
        environment = dict(os.environ, XDG_STATE_HOME=self.folder)
        self.process = subprocess.Popen(
            [self.program, 'serve', '--port', str(self.port),
             *self.arguments],
            stdout=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline()
        self.address = re.search(r'http://\S+?:(\d+)', line).group(0)
        self.port = int(self.address.rsplit(':', 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, path, body=None, key='', token=''):
        """The answer of the interface; a body makes it a POST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + '/api/1' + path, data,
            {'Content-Type': 'application/json', 'Boardwalk-Key': key,
             'Authorization': f'Bearer {token}'})
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            text = answer.read().decode()
            if 'json' in answer.headers['Content-Type']:
                return json.loads(text)
            return text

    def room(self, game, seats, token='', **more):
        """A new room, as its keys: (id, key of all that `seats` may do).

        Its computers answer at once, unless `pace_ms` says more."""
        more.setdefault('pace_ms', 0)
        made = self.ask('/rooms', {'game': game, 'seats': seats, **more},
                        token=token)
        keys = made['keys']
        own = [keys['owner']] + [key for key in keys['seats'] if key]
        return made['room'], ','.join(own), keys


class Browser:
    """A page in a headless Chromium."""

    def __init__(self, server, still=True):
        self.server = server
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which('chromium')
        arguments = ['--headless=new', '--disable-gpu',
                     '--disable-dev-shm-usage', '--window-size=1280,1000']
        if os.geteuid() == 0:
            arguments.append('--no-sandbox')
        if still:
            arguments.append('--force-prefers-reduced-motion')
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        self.driver = webdriver.Chrome(
            service=Service(shutil.which('chromedriver')), options=options)
        self.driver.set_script_timeout(TIMEOUT)

    def close(self):
        self.driver.quit()

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, fragment=''):
        """Opens the page anew, at what stands after '#'."""
        self.driver.get('about:blank')
        self.driver.get(f'{self.server.address}/{fragment}')

    def new_tab(self):
        """The others are hidden."""
        self.driver.switch_to.new_window('tab')

    def show_tab(self, handle):
        self.driver.switch_to.window(handle)
        self.cdp('Page.bringToFront')

    def open_room(self, room, keys):
        self.open(f'#room={room}&key={keys}')
        self.wait('document.querySelector(".board [data-cell], .board-text")')

    def wait(self, condition, *arguments):
        """Waits until the expression is true, and returns its value."""
        answer = self.driver.execute_async_script('''
            const done = arguments[arguments.length - 1];
            const limit = performance.now() + arguments[0];
            const given = arguments[1];
            const holds = new Function('given', `return (${arguments[2]})`);
            const look = () => {
              let value;
              try { value = holds(given); } catch (error) { value = null; }
              if (value || performance.now() > limit) done(value);
              else setTimeout(look, 4);
            };
            look();''', 1000 * (TIMEOUT - 2), list(arguments), condition)
        if not answer:
            body = self.run('return document.body.innerText')[-2000:]
            raise AssertionError(f'waited in vain for {condition} '
                                 f'{arguments}; the page says:\n{body}')
        return answer

    def choose(self, selector, value, root='document'):
        self.run(f'''
            const select = {root}.querySelector(arguments[0]);
            select.value = arguments[1];
            select.dispatchEvent(new Event('change'));''', selector, value)

    def text(self, selector):
        return self.run('return document.querySelector(arguments[0])'
                        '?.textContent ?? null', selector)

    def mouse(self, kind, x, y):
        self.cdp('Input.dispatchMouseEvent', type=kind, x=x, y=y,
                 button='left', clickCount=1,
                 buttons=0 if kind == 'mouseReleased' else 1)

    def click_at(self, place):
        self.mouse('mousePressed', *place)
        self.mouse('mouseReleased', *place)

    def place(self, script, *arguments):
        """The middle of an element on the screen, once it is seen."""
        return self.run(f'''
            const element = {script};
            element.scrollIntoView({{block: 'nearest', inline: 'nearest'}});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
            ''', *arguments)

    def click(self, selector):
        self.wait('document.querySelector(given[0])', selector)
        self.click_at(self.place('document.querySelector(arguments[0])',
                                 selector))

    def press(self, text, within='body'):
        """Clicks the button, link or summary that says `text`."""
        find = ('[...document.querySelectorAll(`${given[1]} button, ${given[1]} a,'
                ' ${given[1]} summary`)].find((one) => '
                'one.textContent.trim() === given[0] && !one.disabled &&'
                ' one.ariaDisabled !== "true" && one.checkVisibility())')
        self.wait(find, text, within)
        self.click_at(self.place(find.replace('given', 'arguments'), text,
                                 within))

    def cell(self, name):
        return self.place('document.querySelector('
                          '`[data-cell="${CSS.escape(arguments[0])}"]`)', name)

    def places(self):
        """Where all cells are, as long as nothing scrolls."""
        return self.run('''
            document.querySelector('.board').scrollIntoView({block: 'nearest'});
            return Object.fromEntries([...document.querySelectorAll('[data-cell]')]
                .map((cell) => [cell, cell.getBoundingClientRect()])
                .map(([cell, box]) => [cell.getAttribute('data-cell'),
                    [box.x + box.width / 2, box.y + box.height / 2]]));''')

    def click_cell(self, name):
        self.click_at(self.cell(name))

    def drag(self, start, end):
        """From one cell to another, with the button held."""
        x, y = self.cell(start)
        to_x, to_y = self.cell(end)
        self.mouse('mousePressed', x, y)
        for share in (0.3, 0.7, 1):
            self.mouse('mouseMoved', x + share * (to_x - x),
                       y + share * (to_y - y))
        self.mouse('mouseReleased', to_x, to_y)

    def touch(self, kind, *points):
        """Where fingers are now: touchStart, touchMove, touchEnd."""
        self.cdp('Input.dispatchTouchEvent', type=kind, touchPoints=[
            {'x': x, 'y': y, 'id': number}
            for number, (x, y) in enumerate(points)])

    def fingers(self, *ways):
        """One finger for each way, (x, y, to_x, to_y), all at a time."""
        for count in range(1, len(ways) + 1):
            self.touch('touchStart', *(way[:2] for way in ways[:count]))
        for step in range(1, 9):
            self.touch('touchMove', *(
                (x + step / 8 * (to_x - x), y + step / 8 * (to_y - y))
                for x, y, to_x, to_y in ways))
        self.touch('touchEnd')

    def key(self, name, text=None):
        codes = {'Tab': 9, 'Enter': 13, 'Escape': 27, ' ': 32, 'ArrowLeft': 37,
                 'ArrowUp': 38, 'ArrowRight': 39, 'ArrowDown': 40}
        more = {'Enter': '\r', ' ': ' '}
        sent = dict(key=name, windowsVirtualKeyCode=codes.get(name, 0))
        if name in more or text:
            sent['text'] = text or more[name]
        self.cdp('Input.dispatchKeyEvent', type='keyDown', **sent)
        self.cdp('Input.dispatchKeyEvent', type='keyUp', key=name,
                 windowsVirtualKeyCode=codes.get(name, 0))

    def wait_for_moves(self, count):
        self.wait('document.querySelectorAll(".moves li:not(.undone)").length'
                  ' === given[0]', count)

    def pieces(self):
        """Which cells have which piece, as they are told to who hears them;
        those who see them see as many."""
        pieces, seen = self.run('''
            return [Object.fromEntries([...document.querySelectorAll('[data-cell]')]
                .map((cell) => cell.getAttribute('aria-label').split(/, (.*)/s))
                .filter(([, piece]) => piece !== 'empty')),
                document.querySelectorAll('.board .man').length];''')
        assert len(pieces) == seen, f'{seen} pieces are drawn: {pieces}'
        return pieces

    def screenshot(self, path):
        shot = self.cdp('Page.captureScreenshot', format='png')
        with open(path, 'wb') as file:
            file.write(base64.b64decode(shot['data']))

    def look(self, width=1280, height=1000, dark=False, phone=False):
        """The size of the screen, and whether the system is dark."""
        self.cdp('Emulation.setDeviceMetricsOverride', width=width,
                 height=height, deviceScaleFactor=1, mobile=phone)
        self.cdp('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme',
             'value': 'dark' if dark else 'light'},
            {'name': 'prefers-reduced-motion', 'value': 'reduce'}])

    def complaints(self):
        """What the browser found wrong with the page: errors of scripts, what
        the content security policy stopped. The empty page between two is not
        ours, and may have been left with the icon of the first."""
        return [entry['message'] for entry in self.driver.get_log('browser')
                if entry['level'] == 'SEVERE' and
                not entry['message'].startswith('about:blank ')]


class PageCase(unittest.TestCase):
    """Tests of the page in one browser, which begin with nothing kept in it and
    end without complaints of it. setUpClass calls `begin`."""

    @classmethod
    def begin(cls, program, *arguments):
        cls.server = Server(program, *arguments)
        cls.browser = Browser(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.close()

    def setUp(self):
        self.browser.open()
        self.browser.run('localStorage.clear()')
        self.browser.look()
        self.browser.complaints()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def picture(self, name, browser=None):
        if PICTURES:
            (browser or self.browser).screenshot(f'{PICTURES}/{name}.png')
