#!/usr/bin/env python3
"""The page in a real browser: browser_test.py BOARDWALK PLUGIN [TEST...].

PLUGIN is a library with the game 'walk', which describes no board."""

import glob
import os
import re
import signal
import sys
import tempfile
import time
import unittest
import urllib.error

sys.dont_write_bytecode = True
from browser_testing import CONTRAST, SIZES, TIMEOUT, Browser, PageCase, Server  # noqa: E402

# A game of each kind that ends soon, and how computers play it: their moves are
# then played by people, click by click.
WHOLE_GAMES = [
    ('ataxx', 'easy'), ('breakthrough', 'easy'), ('chinese8', 'easy'),
    ('connectfour', 'easy'), ('draughts', 'easy'), ('onejump', 'easy'),
    ('othello', 'easy'), ('star:size=3', 'greedy'), ('teeko', 'easy'),
    ('tictactoe', 'easy')]
# What the clocks show, by seat.
CLOCKS = """[...document.querySelectorAll('.seat-list li')]
    .sort((a, b) => a.dataset.seat - b.dataset.seat)
    .map((one) => one.querySelector('.clock').textContent)"""
# The tones that a page has made, in `localStorage.tones`, which other tabs read.
COUNT_TONES = """
localStorage.tones = 0;
class Part {
  frequency = this; gain = this;
  setValueAtTime() {} exponentialRampToValueAtTime() {} start() {} stop() {}
  connect(next) { return next; }
}
window.AudioContext = class {
  currentTime = 0; state = 'running'; destination = new Part();
  createOscillator() { ++localStorage.tones; return new Part(); }
  createGain() { return new Part(); }
};"""


class PageTest(PageCase):
    @classmethod
    def setUpClass(cls):
        cls.begin(PROGRAM, '--plugin', PLUGIN)

    # --- Whole games ---------------------------------------------------------

    def moves_of_computers(self, game, player, seats):
        """The moves of a whole game and the cells of each."""
        room, key, _ = self.server.room(game, [player] * seats, seed=1)
        state = self.server.ask(f'/rooms/{room}', key=key)
        while not state['over']:
            state = self.server.ask(f'/rooms/{room}', key=key)
        names = [cell['name'] for cell in
                 self.server.ask(f'/rooms/{room}/board', key=key)['cells']]
        views = [self.server.ask(f'/rooms/{room}/views/{ply}', key=key)
                 for ply in range(1, state['ply'] + 1)]
        return state, [(view['move'], [names[cell] for cell in view['path']])
                       for view in views]

    def play_by_clicks(self, game, player, seats=2):
        state, moves = self.moves_of_computers(game, player, seats)
        room, key, _ = self.server.room(game, ['human'] * seats)
        browser = self.browser
        browser.open_room(room, key)
        places = browser.places()
        for ply, (move, path) in enumerate(moves, 1):
            self.play_move(places, move, path, ply)
        browser.wait('document.querySelector(".status").textContent'
                     '.startsWith(given[0])', self.outcome(state['over']))
        # The board has not lost track on the way.
        played = self.server.ask(f'/rooms/{room}', key=key)
        view = played['view']
        names = [cell['name'] for cell in self.server.ask(
            f'/rooms/{room}/board', key=key)['cells']]
        self.assertEqual(browser.pieces(), {
            names[cell]: view['kinds'][kind]['label']
            for cell, kind in view['pieces']})
        self.assertEqual([move['text'] for move in played['moves']],
                         [move for move, _ in moves])
        return len(moves)

    @staticmethod
    def outcome(over):
        """How its words begin for who watches or plays for all."""
        winners = [f'Player {seat}' for seat, value
                   in enumerate(over['returns'], 1) if value > 0]
        if len(winners) > 1:
            return f'{", ".join(winners[:-1])} and {winners[-1]} share the win'
        return f'{winners[0]} won' if winners else 'A draw'

    def play_move(self, places, move, path, ply):
        """By its first and its last cell, and by its text from those that the
        page asks for where that leaves several."""
        browser = self.browser
        if path:
            browser.click_at(places[path[0]])
        if len(path) > 1:
            browser.wait('document.querySelector(".board .pointable")')
            browser.click_at(places[path[-1]])
        came = browser.wait(
            'document.querySelectorAll(".moves li:not(.undone)").length'
            ' === given[0] ? "moved" : [...document.querySelectorAll('
            '".choices button")].some((one) => one.textContent === given[1]) &&'
            ' "asked"', ply, move)
        if came == 'asked':
            browser.press(move, '.choices')
            browser.wait_for_moves(ply)

    def test_whole_games(self):
        for game, player in WHOLE_GAMES:
            with self.subTest(game):
                self.assertGreater(self.play_by_clicks(game, player), 4)

    def test_whole_game_of_six(self):
        plies = self.play_by_clicks('star:size=3,players=6', 'greedy', 6)
        self.assertGreater(plies, 60)
        self.picture('six')

    def test_a_game_without_a_board(self):
        browser = self.browser
        room, key, _ = self.server.room('walk', ['human', 'human'])
        browser.open_room(room, key)
        text = browser.text('.board-text')
        move = browser.wait('document.querySelector(".choices button")'
                            '?.textContent')
        browser.press(move, '.choices')
        browser.wait_for_moves(1)
        self.assertNotEqual(browser.text('.board-text'), text)
        browser.wait('document.querySelector(".choices button")')
        browser.click('input[aria-label="Move, as text"]')
        browser.cdp('Input.insertText', text='to the moon')
        browser.key('Enter')
        browser.wait('document.querySelector(".reason").textContent'
                     '.includes("moon")')
        self.assertEqual(len(browser.complaints()), 1)  # the answer's status
        browser.run('document.querySelector(".move-form input").value = ""')
        browser.cdp('Input.insertText', text=move)
        browser.key('Enter')
        browser.wait_for_moves(2)

    def test_moves_are_animated(self):
        browser = Browser(self.server, still=False)
        self.addCleanup(browser.close)
        room, key, _ = self.server.room('breakthrough', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        running = browser.driver.execute_async_script('''
            const done = arguments[0];
            import('/board.js').then(({Board}) => {
              const place = document.querySelector('.board-place');
              const board = new Board(place);
              const cells = ['a', 'b', 'c', 'd', 'e'].map((name, i) => ({name, x: 60 * i, y: 0}));
              board.setBoard({cells, svg: `<svg xmlns="http://www.w3.org/2000/svg" class="board"
                viewBox="-45 -45 330 90"><g class="cell">${cells.map(({name, x}) =>
                  `<rect data-cell="${name}" x="${x - 30}" y="-30" width="60" height="60"/>`).join('')}</g>
                <g class="paths"/><g class="pieces"/><g class="ends"/></svg>`});
              const svg = '<circle class="piece s0" r="21.6"/>';
              board.show({ply: 0, pieces: [[0, '1'], [3, '1']], kinds: {1: {svg, label: 'one'}}});
              const counts = [];
              const count = () => counts.push(place.getAnimations({subtree: true}).length);
              board.play({ply: 1, path: [0, 1], changes: [[0, null], [1, '1']]});
              count();
              const [{effect}] = place.getAnimations({subtree: true});
              const time = effect.getTiming().duration;
              // An answer at once: both are seen to move.
              board.play({ply: 2, path: [3, 4], changes: [[3, null], [4, '1']]});
              count();
              // One that takes the piece, which is where it was going to.
              board.play({ply: 3, path: [4, 1], changes: [[4, null], [1, '1']]});
              count();
              board.animations.forEach(({finish}) => finish());
              const men = place.querySelectorAll('.man').length;
              // A way of several steps is drawn, and fades.
              board.play({ply: 4, path: [1, 2, 3], changes: [[1, null], [3, '1']]});
              const fades = place.getAnimations({subtree: true}).filter((one) => one.animationName)
                  .map((one) => one.effect.target.getAttribute('points'));
              done([counts, men, time, fades]);
            });''')
        counts, men, time_of_move, fades = running
        # The last: the taker, and who fades.
        self.assertEqual((counts, men), ([1, 2, 2], 1))
        self.assertTrue(150 <= time_of_move <= 250, time_of_move)
        self.assertEqual(fades, ['60,0 120,0 180,0'])
        # A game's own, as its page asks for it.
        browser.open_room(room, key)
        browser.run('''
            window.times = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function(...given) {
              const animation = animate.apply(this, given);
              window.times.push(animation.effect.getComputedTiming().endTime);
              return animation;
            };''')
        self.play(room, key, ['b2b3'])
        browser.wait_for_moves(1)
        [step] = browser.wait('window.times')
        self.assertTrue(150 <= step <= 250, step)

    def test_a_game_without_a_server(self):
        """As reports show them; names from outside do not become markup."""
        browser = self.browser
        name = '<img src=x onerror=alert(1)>'
        browser.driver.execute_async_script('''
            const [name, done] = arguments;
            import('/viewer.js').then(({Viewer}) => {
              const piece = '<circle class="piece s0" r="21.6"/>';
              document.querySelector('main').replaceChildren();
              window.viewer = new Viewer(document.querySelector('main'), {
                board: {svg: `<svg xmlns="http://www.w3.org/2000/svg" class="board"
                  viewBox="-45 -45 150 90"><g class="cell r0"><rect data-cell="a" x="-30"
                  y="-30" width="60" height="60"/><rect data-cell="b" x="30" y="-30"
                  width="60" height="60"/></g><g class="paths"/><g class="pieces"/><g
                  class="ends"/></svg>`,
                  cells: [{name: 'a', x: 0, y: 0}, {name: 'b', x: 60, y: 0}]},
                views: [{pieces: [[0, '1']], kinds: {1: {svg: piece, label: name}}},
                        {changes: [[0, null], [1, '1']], kinds: {}, path: [0, 1]}],
                moves: [{seat: 1, text: name, value: 0.5}], players: [name, 'easy'],
                label: name});
              done();
            });''', name)
        browser.click('[aria-label="One move forward"]')
        browser.wait('document.querySelector("input[type=range]").value === "1"')
        self.assertEqual(browser.pieces(), {'b': name})
        self.assertEqual(browser.text('.moves li button span:last-child'), name)
        self.assertEqual(browser.run(
            'return document.querySelectorAll("img[src=x]").length'), 0)

    # --- The start page ------------------------------------------------------

    def made_room(self):
        """The state of the game that was begun by the page just now."""
        browser = self.browser
        browser.wait('location.hash && document.querySelector(".board [data-cell]")')
        room = browser.run('return location.hash').split('=')[1]
        keys = browser.run('return JSON.parse(localStorage["boardwalk.rooms"])'
                           '[0].keys')
        return self.server.ask(f'/rooms/{room}', key=','.join(keys))

    def made_players(self):
        return [seat['player'] for seat in self.made_room()['seats']]

    def time_to_an_answer(self, cell):
        """Milliseconds from a first move to when that of a computer is drawn."""
        browser = self.browser
        browser.wait('document.querySelector(".board .movable")')
        browser.run('''
            addEventListener('pointerdown', () => { window.pressed = performance.now(); }, {capture: true, once: true});
            new MutationObserver(() => {
              if (document.querySelectorAll('.board .man').length > 1) window.answered ??= performance.now();
            }).observe(document.body, {subtree: true, childList: true});''')
        browser.click_cell(cell)
        return browser.wait('window.answered && window.answered - window.pressed')

    def test_the_usual_games_are_one_click(self):
        browser = self.browser
        seats = [('computer', ['human', 'easy'], [1]),
                 ('friend', ['human', 'human'], [1]),
                 ('people', ['human', 'human'], [1, 2])]
        for preset, players, mine in seats:
            browser.open()
            browser.wait('document.querySelector(".levels input")')
            browser.click('.card:has([value=tictactoe])')
            browser.click(f'.preset:has([value={preset}])')
            browser.press('Start the game')
            state = self.made_room()
            self.assertEqual(self.made_players(), players)
            self.assertEqual(state['role']['seats'], mine)
            if preset == 'computer':
                self.assertGreaterEqual(self.time_to_an_answer('b2'), 400)
            # A friend needs a link.
            if preset == 'friend':
                browser.wait('document.querySelector("dialog .link-field")')
            self.assertEqual(browser.run(
                'return document.querySelectorAll("dialog .link-field").length'
                ' > 0'), preset == 'friend')
        # What was chosen is remembered; a level means a computer.
        browser.open()
        browser.wait('document.querySelector("[value=people]:checked")')
        browser.click('.level:has([value=hard])')
        browser.wait('document.querySelector("[value=computer]:checked")')
        # Enter begins the game where the focus is.
        browser.key('Enter')
        self.assertEqual(self.made_players(), ['human', 'hard'])

    def test_games_are_chosen_by_their_pictures(self):
        browser = self.browser
        games = self.server.ask('/games')['games']
        for width, height in ((390, 844), (390, 664), (844, 390), (1440, 900)):
            browser.look(width, height, phone=width < 1000)
            browser.open()
            browser.wait('document.querySelector(".levels input")')
            self.assertEqual(browser.run('''
                return [...document.querySelectorAll('.card')].map((card) =>
                    [card.querySelector('input').value, card.querySelectorAll('svg').length])'''),
                [[game['id'], 1 if game.get('picture') else 0]
                 for game in games])
            # A game, who plays and Start are on the first screen.
            for selector in ('.card .picture', '.card b', '.preset', '.go'):
                self.assertTrue(browser.run('''
                    const one = document.querySelector(arguments[0]);
                    const {left, right, top, bottom} = one.getBoundingClientRect();
                    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth &&
                        one.contains(seen)''', selector), (selector, width, height))
            self.assertLessEqual(browser.run(
                'return document.documentElement.scrollWidth'), width)
            self.picture(f'start-{width}')
        # Chinese checkers first; each says how many play it, and how long.
        cards = browser.run('''return [...document.querySelectorAll('.card')]
            .map((one) => [...one.querySelectorAll('b, small')].map((text) => text.textContent))''')
        self.assertIn('Chinese checkers on the star', cards[0][0])
        for card, game in zip(cards, games):
            self.assertRegex(card[1], r'^2( to 6)? players$')
            if game['id'] != 'walk':  # the plug-in's says nothing
                self.assertRegex(card[2], r'^about (1 minute|\d+ minutes)$')

    def slow(self, milliseconds):
        """Each request takes longer by this, until it is 0 again."""
        self.browser.cdp('Network.enable')
        self.browser.cdp('Network.emulateNetworkConditions', offline=False,
                         latency=milliseconds, downloadThroughput=-1,
                         uploadThroughput=-1)
        if not milliseconds:
            self.browser.cdp('Network.disable')

    def open_options(self):
        """Of the star; where Start is then."""
        browser = self.browser
        browser.click('.card:has([value=star])')
        browser.press('More: players, clock, position')
        browser.wait('document.querySelectorAll(".seat-choice").length === 2')
        return browser.place('document.querySelector(".go")')

    def choose_players(self, count):
        self.browser.click(f'.options [name=players] .level:has([value="{count}"])')

    def test_start_waits_for_the_form(self):
        browser = self.browser
        self.addCleanup(self.slow, 0)
        for way, players in (('Enter', 3), ('click', 5)):
            browser.open()
            place = self.open_options()
            self.slow(400)  # than the hand
            self.choose_players(players)
            browser.click('.options input[name=size]')
            browser.cdp('Input.insertText', text='3')
            if way == 'Enter':
                browser.key('Enter')
            else:
                browser.click_at(place)
            browser.wait('location.hash.startsWith("#room=")')
            self.slow(0)
            self.assertEqual(self.made_players(),
                             ['human'] + ['easy'] * (players - 1))
            self.assertEqual(browser.text('.game-head > small'), f'size 3, players {players}')

    def test_few_numbers_are_seen_side_by_side(self):
        browser = self.browser
        self.open_options()
        browser.choose('.seat-choice:nth-of-type(2) select', 'alphabeta')
        shown = """return [...document.querySelectorAll(`.options [name=${arguments[0]}]`)].map((one) => [
            one.querySelector('legend').textContent, one.querySelector(':checked + span').textContent,
            one.querySelectorAll('.level').length])"""
        self.assertEqual(browser.run(shown, 'players'), [['players', 'as usual', 6]])
        # Those of a player, too; what is usual for it is chosen.
        [[_, chosen, count]] = browser.run(shown, 'deviations')
        self.assertEqual((chosen, count), ('1', 6))
        # By the keyboard, and Enter begins.
        browser.run('document.querySelector(".options [name=players] :checked").focus()')
        for _ in range(3):
            browser.key('ArrowRight')
        self.assertEqual(browser.run(shown, 'players'), [['players', '4', 6]])
        browser.wait('document.querySelectorAll(".seat-choice").length === 4')
        self.picture('few')
        browser.key('Enter')
        self.assertEqual(self.made_players(), ['human', 'alphabeta:time=1s', 'easy', 'easy'])

    def test_start_is_at_its_place_at_once(self):
        """What the server says of the game comes later."""
        browser = self.browser
        self.addCleanup(self.slow, 0)
        for preset in ('computer', 'friend', 'people'):
            browser.run('localStorage["boardwalk.start"] = JSON.stringify({game: "othello", preset: arguments[0]})', preset)
            browser.open()
            self.slow(300)
            browser.run('location.reload()')
            places = ('[...document.querySelectorAll(".go, .choose summary")]'
                      '.map((one) => one.getBoundingClientRect().y)')
            browser.wait('document.querySelector(".choose h2")?.textContent')
            before = browser.run(f'return {places}')
            browser.wait('document.querySelector(".aim").textContent')
            self.assertEqual(browser.run(f'return {places}'), before, preset)
            self.slow(0)

    def test_start_does_not_move(self):
        browser = self.browser
        for height, phone in ((1000, False), (844, True)):
            browser.look(390 if phone else 1280, height, phone=phone)
            browser.open()
            self.open_options()
            self.choose_players(2)
            browser.wait('document.querySelectorAll(".seat-choice").length === 2')
            before = browser.place('document.querySelector(".go")')
            self.choose_players(6)
            browser.wait('document.querySelectorAll(".seat-choice").length === 6')
            self.assertEqual(
                browser.place('document.querySelector(".go")'), before)
        # A player that is chosen by hand is no usual one any more.
        browser.choose('.seat-choice:nth-of-type(2) select', 'random')
        self.assertEqual(browser.run(
            'return document.querySelectorAll("[name=preset]:checked").length'), 0)
        browser.click_at(before)
        self.assertEqual(self.made_players(),
                         ['human', 'random'] + ['easy'] * 4)

    def test_what_cannot_begin_is_said(self):
        browser = self.browser
        browser.click('.card:has([value=star])')
        browser.press('More: players, clock, position')
        browser.click('.options input[name=seats]')
        browser.cdp('Input.insertText', text='nowhere')
        browser.key('Enter')
        browser.wait('document.querySelector(".choose .problem").textContent')
        self.assertEqual(browser.run('return location.hash'), '')
        self.assertGreater(len(browser.complaints()), 0)  # the answer's status
        browser.run('document.querySelector(".options input[name=seats]").value = ""')
        self.choose_players(2)
        browser.key('Enter')
        browser.wait('location.hash.startsWith("#room=")')

    def test_rules_are_paragraphs(self):
        browser = self.browser
        browser.click('.card:has([value=star])')
        browser.press('Rules')
        browser.wait('document.querySelector(".rules").textContent'
                     '.includes("triangle")')
        rules = browser.run('return [...document.querySelectorAll(".rules > p")]'
                            '.map((one) => one.textContent)')
        self.assertGreater(len(rules), 1)
        self.assertEqual([text for text in rules if '\n' in text], [])

    def test_a_screen_begins_at_its_top(self):
        browser = self.browser
        browser.look(390, 500, phone=True)
        browser.open()
        browser.press('More: players, clock, position')
        browser.wait('document.querySelector(".seat-choice")')
        browser.run('scrollTo(0, 600)')
        self.assertGreater(browser.run('return scrollY'), 300)
        browser.click('.go')
        browser.wait('document.querySelector(".board [data-cell]")')
        self.assertEqual(browser.run(
            'return [scrollY, document.activeElement.tagName]'), [0, 'H1'])

    def test_your_games_say_how_they_stand(self):
        browser, server = self.browser, self.server
        kept, rooms = [], {}
        for title, seats, moves, own in [
                ('mine', ['human', 'easy'], [], True),
                ('theirs', ['human', 'human'], ['a1'], False),
                ('won', ['human', 'human'], ['a1', 'b1', 'a2', 'b2', 'a3'], False),
                ('gone', ['human', 'human'], [], True)]:
            room, _, keys = server.room('tictactoe', seats, moves=moves)
            rooms[title] = room, keys['owner']
            kept.append({'id': room, 'title': title, 'at': 1e12, 'keys':
                         [keys['seats'][0]] + [keys['owner']] * own})
        room, owner = rooms['gone']
        server.ask(f'/rooms/{room}/actions', {'action': 'delete'}, owner)
        browser.run('localStorage["boardwalk.rooms"] = '
                    'JSON.stringify(arguments[0])', kept)
        browser.open()
        browser.wait('document.querySelectorAll(".earlier li").length === 4')
        browser.run('document.querySelector(".earlier").scrollIntoView()')
        browser.wait('[...document.querySelectorAll(".earlier .state")]'
                     '.every((one) => one.textContent)')
        *others, gone = browser.run('''
            return [...document.querySelectorAll('.earlier li')].map((one) => [
                ...['a', '.state', 'small'].map((part) =>
                    one.querySelector(part).textContent.split(' · ')[0]),
                [...one.querySelectorAll('button')].filter((each) => each.checkVisibility())
                    .map((each) => each.textContent).join()])''')
        self.assertEqual(others, [
            ['mine', 'Your turn', 'against Easy', '×'],
            ['theirs', 'Waiting for the other player', 'against a person', '×'],
            ['won', 'You won', 'against a person', '×']])
        self.assertEqual((gone[1], gone[3]), ('This game is gone', '×'))
        self.assertEqual(len(browser.complaints()), 1)  # the answer's status
        # What is gone leaves the list at once, of others one is asked.
        browser.click('[aria-label="Remove from this list: gone"]')
        browser.wait('document.querySelectorAll(".earlier li").length === 3')
        room, owner = rooms['mine']
        browser.click('[aria-label="Remove from this list: mine"]')
        self.picture('remove')
        browser.press('Cancel', 'dialog')
        self.assertEqual(server.ask(f'/rooms/{room}', key=owner)['ply'], 0)
        # Only the owner can delete it.
        offered = 'return [...document.querySelectorAll("dialog .actions button")].map((one) => one.textContent)'
        browser.click('[aria-label="Remove from this list: won"]')
        browser.wait('document.querySelector("dialog .main")')
        self.assertEqual(browser.run(offered), ['Remove from this list', 'Cancel'])
        browser.press('Cancel', 'dialog')
        browser.click('[aria-label="Remove from this list: mine"]')
        browser.press('Delete for everybody', 'dialog')
        browser.wait('document.querySelectorAll(".earlier li").length === 2')
        with self.assertRaises(urllib.error.HTTPError) as refused:
            server.ask(f'/rooms/{room}', key=owner)
        self.assertEqual(refused.exception.code, 404)
        self.assertEqual(browser.run('return JSON.parse(localStorage'
                                     '["boardwalk.rooms"]).length'), 2)

    def test_a_link_makes_one_room(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        moves=['a1', 'b1'])
        record = self.server.ask(f'/rooms/{room}/record', key=key)
        link = browser.driver.execute_async_script('''
            const [record, done] = arguments;
            import('/keep.js').then(({gameLink}) => gameLink(record, 1)).then(done)''', record)

        def go_on():
            browser.open(link.split('/')[-1])
            browser.press('Go on with this game')
            browser.wait('location.hash.startsWith("#room=")')
            browser.wait_for_moves(2)
            return browser.run('return location.hash')
        made = go_on()
        self.assertEqual(go_on(), made)
        # Where the server has it no more, there is another.
        keys = browser.run('return JSON.parse(localStorage'
                           '["boardwalk.rooms"])[0].keys')
        browser.open()
        self.server.ask(f'/rooms/{made[6:]}/actions', {'action': 'delete'},
                        ','.join(keys))
        self.assertNotEqual(go_on(), made)
        self.assertEqual(len(browser.complaints()), 1)  # the answer's status

    def test_names_and_settings_are_kept(self):
        browser = self.browser
        browser.click('.my-name input')
        browser.cdp('Input.insertText', text='Ada')
        browser.key('Tab')
        browser.press('Settings')
        browser.wait('document.querySelector("dialog select")')
        browser.driver.execute_async_script('''
            const done = arguments[0];
            window.told = [];
            import('/settings.js').then(({settings}) => {
              settings.subscribe((...change) => told.push(change));
              done();
            })''')
        browser.choose('dialog select', 'slate')
        browser.click('dialog .check:nth-of-type(3) input')
        browser.click('dialog .check:nth-of-type(4) input')
        self.assertEqual(browser.run('return told'), [
            ['boardTheme', 'slate'], ['letters', True], ['sound', False]])
        look = '''
            const {boardTheme, letters} = document.documentElement.dataset;
            const count = (selector) => document.querySelectorAll(selector).length;
            return [boardTheme, letters !== undefined,
                    count('.card svg') === count('.card svg.theme-slate.letters')];'''
        self.assertEqual(browser.run(look), ['slate', True, True])
        browser.open()
        browser.wait('document.querySelector(".levels input")')
        self.assertEqual(browser.run(look), ['slate', True, True])
        self.assertEqual(browser.driver.execute_async_script('''
            const done = arguments[0];
            Promise.all([import('/memory.js'), import('/settings.js')]).then(
                ([{myName}, {settings}]) => done([myName(), settings.sound,
                    document.querySelector('.my-name input').value]))'''),
            ['Ada', False, 'Ada'])

    def test_the_choice_of_colours_is_there_before_the_first_paint(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        browser.wait('document.querySelector(".levels input")')
        ground = 'return getComputedStyle(document.body).backgroundColor'
        light = browser.run(ground)
        browser.press('Theme: system')
        browser.press('Theme: light')
        dark = browser.run(ground)
        self.assertNotEqual(light, dark)
        # What each frame is about to show, of a page that comes slowly.
        recorder = browser.cdp(
            'Page.addScriptToEvaluateOnNewDocument', source='''
            window.seen = {ground: new Set(), cell: new Set()};
            const look = () => {
              const cell = document.querySelector('.board [data-cell]');
              if (document.body) seen.ground.add(getComputedStyle(document.body).backgroundColor);
              if (cell) seen.cell.add(getComputedStyle(cell).fill);
              requestAnimationFrame(look);
            };
            requestAnimationFrame(look);''')['identifier']
        self.addCleanup(browser.cdp, 'Page.removeScriptToEvaluateOnNewDocument',
                        identifier=recorder)
        self.addCleanup(self.slow, 0)
        self.slow(150)
        for fragment in ('', f'#room={room}&key={key}'):
            browser.cdp('Network.clearBrowserCache')
            browser.open(fragment)
            browser.wait('document.querySelector(".levels input, .board [data-cell]")')
            browser.wait('seen.ground.size')
            self.assertEqual(browser.run('return [...seen.ground]'), [dark])
        browser.wait('seen.cell.size')
        self.assertEqual(browser.run('''
            return [...seen.cell].filter((fill) => fill !==
                getComputedStyle(document.querySelector('.board [data-cell]')).fill)'''), [])

    # --- People and computers ------------------------------------------------

    def test_a_person_against_a_computer(self):
        browser = self.browser
        browser.click('.card:has([value="teeko"])')
        browser.wait('document.querySelector(".choose h2")'
                     '?.textContent.startsWith("Teeko")')
        browser.press('Start the game')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('1')
        browser.wait_for_moves(2)  # the computer answers
        # A wrong click says why.
        browser.click_cell('1')
        browser.wait('document.querySelector(".reason").textContent'
                     '.includes("taken")')
        self.assertEqual(browser.run('''return document.querySelector(
            '.reason').getAttribute('aria-live')'''), 'polite')
        browser.press('Undo')
        browser.wait_for_moves(0)
        self.assertEqual(browser.pieces(), {})
        browser.press('Redo')
        browser.wait_for_moves(2)
        browser.press('Hint')
        browser.wait('document.querySelector(".board .layer-hint .arrow")')
        # Red is the colour of mistakes.
        red, *others = map(int, re.findall(r'\d+', browser.run(
            'return getComputedStyle(document.querySelector('
            '".layer-hint .arrow")).stroke')))
        self.assertLess(red, max(others))
        browser.press('Resign')
        browser.press('Resign', 'dialog')
        browser.wait('document.querySelector(".status").textContent'
                     ' === "You lost: you resigned"')
        # One way to play again is enough.
        offered = browser.run('return [...document.querySelectorAll(".actions button")]'
                              '.map((one) => one.textContent)')
        self.assertIn('Rematch', offered)
        self.assertNotIn('Restart', offered)

    def test_a_rematch_changes_seats(self):
        browser = self.browser
        room, key, keys = self.server.room('tictactoe', ['human', 'easy'])
        browser.open_room(room, key)
        browser.press('Resign')
        browser.press('Resign', 'dialog')
        browser.press('Rematch')
        browser.wait('!location.hash.includes(given[0])', room)
        browser.wait_for_moves(1)  # the computer has begun
        self.status('Your move')
        self.assertEqual(browser.run("""return [...document.querySelectorAll('.below li')]
            .map((one) => one.dataset.seat)"""), ['2'])

    def test_two_browsers(self):
        other = Browser(self.server)
        self.addCleanup(other.close)
        room, _, keys = self.server.room('tictactoe', ['human', 'human'])
        first, second = self.browser, other
        first.open_room(room, keys['seats'][0])
        second.open_room(room, keys['seats'][1])
        there = ('document.querySelector("[data-seat=\\"2\\"] .what")'
                 '.textContent === given[0]')
        first.wait(there, 'here')
        # As soon as the other's page goes, and comes back.
        second.open()
        first.wait(there, 'not here')
        second.open_room(room, keys['seats'][1])
        first.wait(there, 'here')
        for ply, (browser, cell) in enumerate(
                [(first, 'a1'), (second, 'b1'), (first, 'a2'), (second, 'b2'),
                 (first, 'a3')], 1):
            browser.wait('document.querySelector(".status").textContent'
                         ' === "Your move"')
            browser.click_cell(cell)
            first.wait_for_moves(ply)
            second.wait_for_moves(ply)
        for browser, says in ((first, 'You won'), (second, 'You lost')):
            browser.wait('document.querySelector(".status").textContent'
                         '.startsWith(given[0])', says)
            self.assertEqual(set(browser.pieces()),
                             {'a1', 'a2', 'a3', 'b1', 'b2'})
        # Who watches may not move, and is still who had a seat.
        second.open_room(room, keys['watch'])
        self.assertEqual(second.run(
            'return JSON.parse(localStorage["boardwalk.rooms"])[0].keys'),
            [keys['seats'][1], keys['watch']])
        self.assertEqual(second.run(
            'return [...document.querySelectorAll(".actions button")]'
            '.map(({textContent}) => textContent)'), ['Find mistakes', 'Save'])

    def clocks(self):
        return self.browser.run(f'return {CLOCKS}')

    def seconds(self):
        return [60 * int(minutes) + int(seconds) for minutes, seconds in
                (one.split(':') for one in self.clocks())]

    def play(self, room, key, moves):
        for ply, move in enumerate(moves):
            self.server.ask(f'/rooms/{room}/moves',
                            {'ply': ply, 'move': move}, key)

    def test_clocks(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        clock='60s')
        browser.open_room(room, key)
        browser.wait_for_moves(0)
        # Nobody's runs before the first move.
        time.sleep(1.2)
        self.assertEqual(self.clocks(), ['1:00', '1:00'])
        self.play(room, key, ['a1', 'b1'])
        browser.wait_for_moves(2)
        browser.wait(f'{CLOCKS}[0] === "0:58"')
        self.assertEqual(self.clocks()[1], '1:00')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('c1')
        browser.wait_for_moves(3)
        first = self.clocks()[0]
        browser.wait(f'{CLOCKS}[1] === "0:58"')
        self.assertEqual(self.clocks()[0], first)
        # They stop at the end, and what was used stays so.
        before = self.seconds()
        browser.press('Resign')
        browser.press('Resign', 'dialog')
        browser.wait('document.querySelector(".status").textContent'
                     '.includes("resign")')
        at_end = self.clocks()
        self.assertEqual(self.seconds()[0], before[0])
        self.assertLessEqual(self.seconds()[1], before[1])
        time.sleep(1.2)
        self.assertEqual(self.clocks(), at_end)
        # Resigning is no move: nothing is added for it.
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        clock='60s+30s')
        browser.open_room(room, key)
        self.play(room, key, ['a1', 'b1', 'c1'])
        browser.wait_for_moves(3)
        # Some is used that could be given back.
        browser.wait(f'{CLOCKS}[1] === "1:28"')
        before = self.seconds()
        browser.press('Resign')
        browser.press('Resign', 'dialog')
        browser.wait('document.querySelector(".status").textContent'
                     '.includes("resign")')
        self.assertEqual(self.seconds()[0], before[0])
        self.assertLessEqual(self.seconds()[1], before[1])
        # Who has no time left has lost.
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        clock='2s')
        browser.open_room(room, key)
        self.play(room, key, ['a1', 'b1'])
        browser.wait('document.querySelector(".status").textContent'
                     ' === "Player 2 won: Player 1 ran out of time"')
        browser.wait('document.querySelector("[data-seat=\\"1\\"] .what")'
                     '.textContent === "lost"')
        self.assertEqual(self.clocks(), ['0.0', '2.0'])

    def test_clocks_are_those_of_the_server(self):
        """However late this page gets to read what was sent."""
        left = self.browser.driver.execute_async_script("""
            const done = arguments[0], sources = [];
            window.EventSource = class extends EventTarget {
              static CLOSED = 2;
              constructor() { super(); sources.push(this); }
              close() {}
            };
            const nothing = () => {};
            import('/room.js').then(async ({Room}) => {
              const room = new Room('none', [], {
                  state: nothing, changed: nothing, move: nothing, present: nothing});
              room.open();
              while (!sources.length) await new Promise((next) => setTimeout(next));
              const send = (name, data) => sources[0].dispatchEvent(
                  new MessageEvent(name, {data: JSON.stringify(data)}));
              const now = () => performance.now() + 5000;  // of the server
              send('state', {at: now() - 400, seats: [{left_ms: 60000}, {left_ms: 60000}],
                             view: {to_move: 2}, clock_runs: true, over: null, moves: [], ply: 2});
              const first = room.left(2);
              send('ping', {at: now()});
              const second = room.left(2);
              send('move', {at: now() - 3000, ply: 3, seat: 2, move: 'c1', to_move: 1,
                            left_ms: [60000, 50000], clock_runs: true});
              done([first, second, room.left(1), room.left(2)].map((one) => Math.round(one / 100)));
              room.close();
            });""")
        self.assertEqual(left, [600, 596, 570, 500])

    def test_a_page_that_was_asleep_asks_for_the_clocks(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        clock='60s')
        self.play(room, key, ['a1', 'b1'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        browser.run("""
            const ask = window.fetch;
            window.fetch = async (address, options) => {
              const answer = await ask(address, options);
              if (!address.endsWith(`/rooms/${arguments[0]}`)) return answer;
              const state = await answer.json();
              state.seats[0].left_ms = 31000;
              return new Response(JSON.stringify(state));
            };
            const end = performance.now() + 2500;
            while (performance.now() < end);""", room)
        browser.wait(f'{CLOCKS}[0] === "0:30"')

    def test_what_is_said_goes_with_its_reason(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('a1')
        browser.wait_for_moves(1)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('a1')
        browser.wait('document.querySelector(".reason").textContent')
        self.server.ask(f'/rooms/{room}/moves', {'ply': 1, 'move': 'b1'}, key)
        browser.wait_for_moves(2)
        self.assertEqual(browser.text('.reason'), '')
        browser.press('Hint')
        browser.wait('/^Try [abc][123][.:]/.test('
                     'document.querySelector(".reason").textContent)')
        browser.press('Undo')
        browser.wait_for_moves(1)
        self.assertEqual(browser.text('.reason'), '')
        self.assertIn('1 move taken back', browser.text('.board-side .heard'))

    def test_who_must_take_is_told(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'],
                                        moves=['11-15', '22-18'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('9')
        browser.wait('document.querySelector(".reason").textContent'
                     '.includes("a capture must be made, to its end")')
        # The server's sentences begin here, the names of cells stay as they are.
        self.assertTrue(browser.text('.reason').startswith('The piece on 9 '))

    def act(self, room, key, action, seat=1):
        self.server.ask(f'/rooms/{room}/actions',
                        {'action': action, 'seat': seat}, key)

    def open_second_seat(self, game):
        """A game of two people, of whom the second is here."""
        room, _, keys = self.server.room(game, ['human', 'human'])
        self.browser.open_room(room, keys['seats'][1])
        return room, keys['seats'][0]

    def test_what_is_said_ends_with_the_game(self):
        browser = self.browser
        room, other = self.open_second_seat('tictactoe')
        browser.click_cell('a1')
        browser.wait('document.querySelector(".reason").textContent'
                     ' === "a1 will be played on your turn. Press a1 again to take it back."')
        self.server.ask(f'/rooms/{room}/actions',
                        {'action': 'resign', 'seat': 1}, other)
        browser.wait('document.querySelector(".status").textContent'
                     '.includes("resign")')
        self.assertEqual(browser.text('.reason'), '')

    def test_draws_that_are_offered_and_declined_are_told(self):
        browser = self.browser
        room, other = self.open_second_seat('chinese8')
        self.server.ask(f'/rooms/{room}/actions',
                        {'action': 'offer-draw', 'seat': 1}, other)
        browser.wait('document.querySelector(".board-side .heard").textContent'
                     ' === "Player 1 offers a draw."')
        browser.press('Decline')
        browser.press('Offer a draw')
        browser.press('Offer a draw', 'dialog')
        browser.wait('document.querySelector(".question")')
        self.server.ask(f'/rooms/{room}/actions',
                        {'action': 'decline-draw', 'seat': 1}, other)
        browser.wait('document.querySelector(".reason").textContent'
                     ' === "The draw was declined."')

    def test_the_end_takes_back_what_was_asked(self):
        browser = self.browser
        for asks in ('offer-draw', 'dialog'):
            room, other = self.open_second_seat('chinese8')
            if asks == 'dialog':
                browser.press('Offer a draw')
                browser.wait('document.querySelector("dialog[open]")')
            else:
                self.server.ask(f'/rooms/{room}/actions', {'action': asks, 'seat': 1}, other)
                browser.wait('document.querySelector(".question")')
            self.server.ask(f'/rooms/{room}/actions', {'action': 'resign', 'seat': 1}, other)
            browser.wait('document.querySelector(".status.over") &&'
                         ' !document.querySelector(".question, dialog[open]")')
            self.assertEqual(browser.text('.reason'), '')

    def test_resigning_says_for_whom(self):
        for seats, says in ((2, 'Resign for Player 1? Player 1 loses this game.'),
                            (3, 'Resign for Player 1? Player 1 loses this game,'
                                ' and it is over for all who play.')):
            room, key, _ = self.server.room(f'star:size=3,players={seats}',
                                            ['human'] * seats)
            self.browser.open_room(room, key)
            self.browser.press('Resign')
            self.assertEqual(self.browser.text('dialog p'), says)

    def test_restart_says_what_becomes_of_the_moves(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b1'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        browser.press('Restart')
        self.assertNotIn('comments', browser.text('dialog p'))
        browser.press('Cancel', 'dialog')
        self.server.ask(f'/rooms/{room}/actions', {'action': 'comment', 'ply': 1, 'text': 'good'}, key)
        browser.run('document.querySelector(\'.moves [data-ply="1"]\').click()')
        browser.wait('document.querySelector(".remarks").textContent.includes("good")')
        browser.press('Restart')
        browser.wait('document.querySelector("dialog p").textContent.includes("comments on them are lost")')
        browser.press('Restart', 'dialog')
        # It is as was said.
        browser.wait('document.querySelector(".branches li")?.textContent.includes("a1 b1")')

    def test_dialogs_fit_a_phone_on_its_side(self):
        browser = self.browser
        browser.look(844, 390, phone=True)
        browser.open()
        browser.press('Settings')
        browser.wait('document.querySelector("dialog")')
        self.assertTrue(browser.run('''
            const box = document.querySelector('dialog');
            const {top, bottom} = box.getBoundingClientRect();
            return box.scrollHeight <= box.clientHeight && top >= 0 && bottom <= innerHeight'''))
        self.picture('settings-844')

    def test_players_and_moves_have_the_colours_of_their_pieces(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        move = self.server.ask(f'/rooms/{room}/pointing?ply=0', key=key)['next'][0]
        names = self.server.ask(f'/rooms/{room}/board', key=key)['cells']
        self.play(room, key, [names[move]['name']])
        browser.open_room(room, key)
        browser.wait_for_moves(1)
        colours = """return [...document.querySelectorAll(arguments[0])]
            .map((one) => getComputedStyle(one).color)"""
        pieces = set(browser.run(colours, '.man .piece'))
        self.assertEqual(len(pieces), 2)
        self.assertEqual(set(browser.run(colours, '.seat-list .dot')), pieces)
        first = browser.run(colours, '[data-seat="1"] > .dot')
        self.assertEqual(browser.run(colours, '.moves .dot'), first)

    def test_only_what_may_be_done_is_offered(self):
        browser = self.browser
        room, key, keys = self.server.room('tictactoe', ['human', 'human'],
                                           moves=['a1'])
        actions = """return [...document.querySelectorAll('.actions button')]
            .map((one) => one.textContent)"""
        # Another plays, too: nobody takes back moves alone but the owner.
        for keys_here, offered in ((keys['seats'][0], False), (key, True),
                                   (keys['owner'], True),
                                   (','.join(keys['seats']), True)):
            browser.open_room(room, keys_here)
            browser.wait_for_moves(1)
            self.assertEqual('Undo' in browser.run(actions), offered)
        # Moves of computers are not taken back.
        room, key, _ = self.server.room('tictactoe', ['easy', 'easy'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".status").textContent')
        self.assertNotIn('Undo', browser.run(actions))
        self.assertIn('Restart', browser.run(actions))

    def test_players_are_changed(self):
        browser = self.browser
        room, key, _ = self.server.room(
            'tictactoe', ['human', 'alphabeta:time=50ms,depth=3'])
        browser.open_room(room, key)
        browser.press('Players')
        self.assertEqual(browser.wait(
            'document.querySelector(given[0])?.value',
            'dialog .seat-choice:nth-of-type(2) input[name=time]'), '50ms')
        browser.run('''
            document.querySelectorAll('dialog details')[1].open = true;
            document.querySelectorAll('dialog input[name=depth]')[0].value = '';
            document.querySelectorAll('dialog input[name=time]')[0].value = '70ms';
            ''')
        browser.press('Change', 'dialog')
        browser.wait('!document.querySelector("dialog")')
        browser.wait('document.querySelector("[data-seat=\\"2\\"] > b")'
                     '.textContent === "Alpha-beta, 70 ms a move"')
        self.assertEqual(self.server.ask(f'/rooms/{room}', key=key)
                         ['seats'][0]['player'], 'human')

    def test_draw_by_agreement(self):
        room, key, _ = self.server.room('chinese8', ['human', 'human'])
        self.browser.open_room(room, key)
        self.browser.press('Offer a draw')
        self.browser.press('Offer a draw', 'dialog')
        self.browser.press('Accept')
        self.browser.wait('document.querySelector(".status").textContent'
                          '.includes("draw")')

    def status(self, text, browser=None):
        (browser or self.browser).wait(
            'document.querySelector(".status").textContent === given[0]', text)

    def test_a_draw_is_claimed(self):
        browser = self.browser
        room, key, _ = self.server.room('walk', ['human', 'human'], moves=['left', 'right', 'left'])
        browser.open_room(room, key)
        browser.wait_for_moves(3)
        actions = '[...document.querySelectorAll(".actions button")].map((one) => one.textContent)'
        self.assertNotIn('Claim a draw', browser.run(f'return {actions}'))
        # The position comes for the third time.
        self.server.ask(f'/rooms/{room}/moves', {'ply': 3, 'move': 'right'}, key)
        browser.wait_for_moves(4)
        browser.press('Claim a draw')
        browser.wait('document.querySelector("dialog")?.textContent'
                     '.includes("has come for the third time. The game is over then.")')
        browser.press('Cancel', 'dialog')
        self.assertIsNone(self.server.ask(f'/rooms/{room}', key=key)['over'])
        browser.press('Claim a draw')
        browser.press('Claim a draw', 'dialog')
        browser.wait('document.querySelector(".status.over")?.textContent.startsWith("A draw")')
        self.assertEqual(self.server.ask(f'/rooms/{room}', key=key)['over']['how'], 'agreement')
        self.assertNotIn('Claim a draw', browser.run(f'return {actions}'))

    def test_the_end_is_told_and_marked(self):
        browser = self.browser
        room, key, keys = self.server.room('connectfour', ['human', 'human'])
        browser.open_room(room, keys['seats'][0])
        self.play(room, key, list('1212121'))
        browser.wait_for_moves(7)
        browser.wait('document.querySelector(".status").textContent'
                     '.startsWith("You won: ")')
        browser.wait('document.querySelectorAll(".board .tint.won").length === 4')
        # Of the end alone.
        browser.click('[aria-label="One move back"]')
        browser.wait('!document.querySelector(".board .tint.won")')
        # Men that have been put, too.
        room, key, _ = self.server.room('teeko', ['human', 'human'])
        browser.open_room(room, key)
        self.play(room, key, '1 11 2 12 3 13 4'.split())
        browser.wait('document.querySelectorAll(".board .tint.won").length === 4')

    def test_your_turn_is_told_in_the_title(self):
        browser = self.browser
        room, other = self.open_second_seat('tictactoe')
        browser.wait('document.title === "Tic-tac-toe – Boardwalk"')
        self.play(room, other, ['a1'])
        browser.wait('document.title === "Your turn – Tic-tac-toe"')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('b1')
        browser.wait('document.title === "Tic-tac-toe – Boardwalk"')
        # Of a tab that is hidden, too.
        tab = browser.driver.current_window_handle
        browser.new_tab()
        self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': 'a2'}, other)
        limit = time.monotonic() + TIMEOUT
        while not any(one['title'].startswith('Your turn') for one in
                      browser.cdp('Target.getTargets')['targetInfos']):
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.05)
        browser.driver.close()
        browser.show_tab(tab)
        browser.wait_for_moves(3)

    def test_moves_are_heard(self):
        browser = self.browser
        room, key, _ = self.server.room('teeko', ['human', 'human'])
        browser.open_room(room, key)
        browser.run(COUNT_TONES)
        def play(cell, ply):
            browser.wait('document.querySelector(".board .movable")')
            browser.click_cell(cell)
            browser.wait_for_moves(ply)
        play('1', 1)
        tones = browser.wait('Number(localStorage.tones)')
        browser.press('Sound')
        play('2', 2)
        self.assertEqual(browser.run('return Number(localStorage.tones)'), tones)
        # As chosen, where the page is opened again; and where there is no sound.
        browser.open_room(room, key)
        browser.run('delete window.AudioContext')
        self.assertEqual(browser.run("""return [...document.querySelectorAll('.tools button')]
            .find((one) => one.textContent === 'Sound').getAttribute('aria-pressed')"""), 'false')
        browser.press('Sound')
        play('3', 3)

    def test_what_is_off_is_crossed_out(self):
        browser = self.browser
        room, key, _ = self.server.room('teeko', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        look = """return [...document.querySelectorAll('.tools [aria-pressed]')].map((one) => [
            one.textContent, one.getAttribute('aria-pressed'),
            getComputedStyle(one.querySelector('.off')).display !== 'none'])"""
        self.assertEqual(browser.run(look), [['Arrows', 'false', True], ['Sound', 'true', False]])
        browser.press('Sound')
        browser.run('document.querySelector(".pen").click()')
        self.picture('sound-off')
        self.assertEqual(browser.run(look), [['Arrows', 'true', False], ['Sound', 'false', True]])

    def test_ones_turn_is_heard(self):
        browser = self.browser
        room, other = self.open_second_seat('teeko')
        browser.run(COUNT_TONES)
        browser.click_cell('2')  # no page sounds before it was touched
        browser.key('Escape')
        self.play(room, other, ['1'])
        browser.wait_for_moves(1)
        browser.wait('localStorage.tones === "2"')  # a move has one
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('2')
        browser.wait('localStorage.tones === "3"')
        # In a tab that is hidden, too.
        tab = browser.driver.current_window_handle
        browser.new_tab()
        browser.open()
        self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': '3'}, other)
        browser.wait('localStorage.tones === "5"')
        browser.driver.close()
        browser.show_tab(tab)
        browser.wait_for_moves(3)

    def test_premoves(self):
        browser = self.browser
        room, other = self.open_second_seat('tictactoe')
        wanted = 'document.querySelectorAll(".board .tint.wanted").length === given[0]'
        browser.click_cell('c3')
        browser.wait(wanted, 1)
        browser.key('Escape')
        browser.wait(wanted, 0)
        browser.click_cell('b2')
        browser.wait(wanted, 1)
        browser.click_cell('b2')  # again takes it back
        browser.wait(wanted, 0)
        browser.click_cell('b2')
        browser.wait(wanted, 1)
        self.play(room, other, ['a1'])
        browser.wait_for_moves(2)
        self.assertEqual(set(browser.pieces()), {'a1', 'b2'})
        browser.wait(wanted, 0)
        # One that has become impossible is told.
        browser.click_cell('c1')
        browser.wait(wanted, 1)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': 'c1'}, other)
        browser.wait('document.querySelector(".reason").textContent'
                     ' === "c1 cannot be played now."')
        browser.wait('document.querySelector(".board .movable")')

    def test_premoves_of_pieces(self):
        browser = self.browser
        room, other = self.open_second_seat('breakthrough')
        browser.click_cell('c7')
        browser.wait('document.querySelector(".reason").textContent.startsWith("c7: where to")')
        browser.click_cell('c6')
        browser.wait('document.querySelector(".reason").textContent'
                     ' === "c7–c6 will be played on your turn. Press c6 again to take it back."')
        browser.click_cell('c6')
        browser.wait('document.querySelector(".reason").textContent === ""')
        self.assertEqual(browser.run('return document.querySelectorAll(".board .tint.wanted").length'), 0)
        for cell in ('c7', 'c6'):
            browser.click_cell(cell)
        browser.wait('document.querySelectorAll(".board .tint.wanted").length === 2')
        self.play(room, other, ['b2b3'])
        browser.wait_for_moves(2)
        self.assertIn('c6', browser.pieces())

    def test_premoves_of_columns(self):
        browser = self.browser
        room, other = self.open_second_seat('connectfour')
        wanted = 'document.querySelectorAll(".board .tint.wanted").length === given[0]'
        browser.click_cell('45')
        browser.wait('document.querySelector(".reason").textContent === "The column of 41 will be'
                     ' played on your turn. Press it again to take it back."')
        browser.click_cell('43')
        browser.wait(wanted, 0)
        browser.click_cell('45')
        browser.wait(wanted, 1)
        # The other's disc falls below it.
        self.play(room, other, ['4'])
        browser.wait_for_moves(2)
        self.assertEqual(set(browser.pieces()), {'41', '42'})
        self.assertEqual(browser.text('.reason'), '')

    # --- What computers think ------------------------------------------------

    def test_players_side_by_side_and_mistakes(self):
        browser = self.browser
        room, key, _ = self.server.room(
            'connectfour', ['human', 'human'],
            moves=list('44444131516'))
        browser.open_room(room, key)
        browser.wait_for_moves(11)
        browser.click('.moves [data-ply="6"]')
        browser.press('Look into the position')
        for label in ('First adviser', 'Second adviser'):
            browser.wait('document.querySelector(given[0])',
                         f'[aria-label="{label}"] .facts')
            browser.click(f'[aria-label="{label}: think"]')
        for label, effort in (('First adviser', 'nodes'),
                              ('Second adviser', 'playouts')):
            browser.wait('document.querySelector(given[0]).textContent'
                         '.includes(given[1])',
                         f'[aria-label="{label}"] .facts', effort)
        browser.wait('document.querySelectorAll(".board .layer-idea1 .idea,'
                     ' .board .layer-idea2 .idea-end").length > 1')
        for label in ('First adviser', 'Second adviser'):
            browser.wait('document.querySelectorAll(given[0]).length > 1',
                         f'[aria-label="{label}"] .best .bar')
        self.picture('look')
        # The judge is that of the console; here a quicker one will do.
        judge = '[aria-label=Mistakes] '
        chosen = browser.run('''
            return [...document.querySelectorAll(arguments[0])].map(
                (one) => one.value)''',
            f'{judge}.player-choice > select, {judge}[name=time]')
        self.assertEqual(chosen, ['alphabeta', '1s'])
        browser.choose(f'{judge}select', 'hard')
        browser.press('Find mistakes')
        browser.wait('document.querySelector(".moves .mistake")')
        browser.wait('document.querySelector(".curve polyline")')
        # What is below it is filled, down to the floor.
        self.assertEqual(browser.run('''
            const area = document.querySelector('.curve polygon.area');
            const {fill, fillOpacity} = getComputedStyle(area);
            return [fill !== 'none' && fillOpacity > 0, area.points.length -
                document.querySelector('.curve polyline').points.length]'''), [True, 2])
        self.picture('mistakes')
        browser.wait('/^Chances of Player 1: \\d+%$/.test(document.querySelector('
                     '".evaluation:not([hidden])").getAttribute("aria-label"))')
        # What was better is told of the move on the board, and shown.
        browser.click('.moves li:has(.mistake) button')
        browser.wait('/(blunder|mistake|inaccuracy): .* was better by \\d+%/.test('
                     'document.querySelector(".panel .said").textContent)')
        browser.wait('document.querySelector(".board .layer-better .arrow")')
        browser.wait('/\\d (blunder|mistake|inaccurac)/.test(document.querySelector('
                     '"[aria-label=Mistakes] p").textContent)')
        browser.choose('[aria-label=Mistakes] select', 'random')
        # While the two think, what is below them moves.
        browser.wait('![...document.querySelectorAll(".look button")].some('
                     '(one) => one.textContent === "Stop")')
        browser.press('Find mistakes')
        browser.wait('document.querySelector("[aria-label=Mistakes] p")'
                     '.textContent.includes("does not say what")')

    def test_the_best_move_is_no_mistake(self):
        browser = self.browser
        room, key, _ = self.server.room('teeko', ['human', 'human'],
                                        moves='6 7 10 11 9 1 5'.split())
        browser.open_room(room, key)
        browser.wait_for_moves(7)
        browser.press('Look into the position')
        # To such judges the value falls after their own best moves, too.
        grades = '(mistakes?|blunders?|inaccurac(y|ies))'
        for playouts in (50, 60, 100, 200):
            self.server.ask(f'/rooms/{room}/analysis',
                            {'player': f'mcts:playouts={playouts}'}, key)
            browser.wait('document.querySelector("[aria-label=Mistakes] p")'
                         '?.textContent.match(given[0])',
                         fr'{grades} \(MCTS, playouts={playouts}\)')
            self.assertEqual(browser.run('''
                return [...document.querySelectorAll('.moves button:has(.mistake)')]
                    .filter((one) => one.title.includes(
                        `: ${one.children[2].textContent} was better by`))
                    .map((one) => one.title)'''), [])

    def analysed(self, room, key, player, says):
        """What the page says of the game once `player`, whom it calls `says`,
        has gone through it."""
        browser = self.browser
        browser.open_room(room, key)
        browser.wait('document.querySelector(".moves li")')
        browser.press('Look into the position')
        browser.wait('document.querySelector("[aria-label=Mistakes] p")')
        self.server.ask(f'/rooms/{room}/analysis', {'player': player}, key)
        return browser.wait('document.querySelector("[aria-label=Mistakes] p")'
                            '.textContent.match(given[0])?.input',
                            fr'(mistake|blunder|inaccurac)\w* \({says}\)')

    def test_what_is_proved_stays_so(self):
        browser = self.browser
        moves = 'a1 b1 a3 a2 c3 b2 b3'.split()
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        moves=moves)
        self.analysed(room, key, 'alphabeta:depth=9', 'Alpha-beta, depth=9')
        # Nobody has an advantage until b1 loses; 50 is the middle. The last is
        # the result.
        self.assertEqual(browser.run('''
            return [...document.querySelector('.curve polyline').points]
                .map(({y}) => Math.round(y))'''), [50] * 2 + [3] * 6)
        browser.click('.steps button:nth-child(1)')
        for ply in range(1, len(moves)):
            browser.click('.steps button:nth-child(3)')
            browser.wait('document.querySelector(".elsewhere:not([hidden]) span")'
                         '?.textContent === given[0]',
                         f'Move {ply} of {len(moves)}')
            if ply < 2:
                continue
            browser.wait('/^Player 1 wins (in|for certain)/.test(document.'
                         'querySelector(".evaluation:not([hidden])")?.title)')

    def test_a_random_game_has_mistakes(self):
        room, key, _ = self.server.room('othello', ['random'] * 2, seed=1)
        self.browser.open_room(room, key)
        self.browser.wait('document.querySelector(".status").textContent'
                          '.match(/won|draw/)')
        says = self.analysed(room, key, 'alphabeta:nodes=1000', 'Alpha-beta, nodes=1000')
        marked = self.browser.run(
            'return document.querySelectorAll(".moves .mistake").length')
        self.assertGreaterEqual(marked, 20, says)

    def test_thinking_live(self):
        browser = self.browser
        room, key, _ = self.server.room(
            'othello', ['human', 'alphabeta:time=3s'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.click('.switch input')
        browser.click_cell(browser.run(
            'return document.querySelector(".movable").dataset.cell'))
        browser.wait('/depth \\d/.test(document.querySelector('
                     '".thinking .facts").textContent)')
        browser.wait('document.querySelector(".board .layer-idea .idea-end")')
        self.picture('thinking')
        browser.press('Move now')
        browser.wait_for_moves(2)

    def test_plans_are_shown_to_who_asks(self):
        browser = self.browser
        room, key, _ = self.server.room('teeko', ['human', 'alphabeta:time=1s'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.run("""
            window.plans = 0;
            new MutationObserver(() => {
              if (document.querySelector('.board .idea-end')) ++window.plans;
            }).observe(document.querySelector('.board'), {childList: true, subtree: true});""")
        browser.click_cell('1')
        browser.wait_for_moves(2)
        self.assertEqual(browser.run('return window.plans'), 0)
        browser.click('.switch input')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell(browser.run(
            'return document.querySelector(".movable").dataset.cell'))
        browser.wait('window.plans > 0')
        browser.wait('!document.querySelector(".evaluation").hidden')
        browser.wait_for_moves(4)
        browser.open_room(room, key)
        self.assertTrue(browser.run(
            'return document.querySelector(".switch input").checked'))

    def test_the_last_thought_stays(self):
        """The place for plans is never empty."""
        browser = self.browser
        facts = 'document.querySelector(".thinking .facts").textContent'
        line = 'document.querySelector(".thinking .line-text").textContent'
        drawn = 'document.querySelector(".board .idea-end")'

        def begin(player):
            room, key, _ = self.server.room('othello', ['human', player])
            browser.open_room(room, key)
            browser.wait('document.querySelector(".board .movable")')
            if not browser.run('return document.querySelector(".switch input").checked'):
                browser.click('.switch input')

        def move():
            count = browser.run('return document.querySelectorAll(".moves li").length')
            browser.click_cell(browser.run(
                'return document.querySelector(".movable").dataset.cell'))
            browser.wait_for_moves(count + 2)
            return browser.run('return [...document.querySelectorAll(".moves li")]'
                               '.at(-1).textContent.match(/[a-h][1-8]/)[0]')

        begin('greedy')  # answers at once
        browser.wait(f'{facts}.includes("is shown here")')
        browser.wait(f'{facts}.match(`^Of ${{given[0]}}: \\\\d+% for Greedy`)', move())
        begin('random')  # and has nothing to say
        browser.wait(f'{facts}.includes(`nothing of its move ${{given[0]}}`)', move())
        begin('alphabeta:time=500ms')
        answer = move()
        browser.wait(f'{facts}.match(`^Of ${{given[0]}}: \\\\d+% for Alpha-beta, `)'
                     f' && {line}.startsWith(`Line: ${{given[0]}}`) && !{drawn}', answer)
        # Of an earlier position, that of the move before it.
        browser.press('◀', '.steps')
        browser.wait(f'{facts}.includes("is shown here")')
        browser.press('▶', '.steps')
        browser.wait(f'{facts}.startsWith(`Of ${{given[0]}}: `)', answer)
        browser.press('Undo')
        browser.wait(f'{facts}.includes("is shown here")')

    def test_waiting_for_a_thread(self):
        browser = self.browser
        server = Server(PROGRAM, '--threads', '1')
        self.addCleanup(server.close)
        self.addCleanup(setattr, browser, 'server', self.server)
        browser.server = server
        seats = ['human', 'mcts:time=60s']
        first, first_key, _ = server.room('teeko', seats, moves=['1'])
        second, second_key, _ = server.room('teeko', seats, moves=['1'])
        third, key, _ = server.room('teeko', seats, moves=['1'])
        browser.open_room(third, key)
        status = 'document.querySelector(".status").textContent'
        browser.wait(f'{status}.includes("place 2 in the queue")')
        server.ask(f'/rooms/{first}/actions', {'action': 'move-now'},
                   first_key)
        browser.wait(f'{status}.includes("place 1 in the queue")')
        server.ask(f'/rooms/{second}/actions', {'action': 'move-now'},
                   second_key)
        browser.wait(f'{status}.endsWith("thinks …")')

    # --- What goes on --------------------------------------------------------

    def test_reload_and_restart_of_the_server(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        start = browser.run('return document.querySelector(".movable")'
                            '.getAttribute("data-cell")')
        browser.click_cell(start)
        browser.wait_for_moves(1)
        pieces = browser.pieces()
        browser.driver.refresh()
        browser.wait_for_moves(1)
        self.assertEqual(browser.pieces(), pieces)
        self.server.kill()
        browser.wait('!document.querySelector("#banner").hidden')
        browser.click_cell(start)
        browser.wait('document.querySelector(".reason").textContent')
        self.server.start()
        browser.wait('document.querySelector("#banner").hidden')
        browser.wait('!document.querySelector(".reason").textContent')
        browser.wait('document.querySelector(".board .movable")')
        self.assertEqual(browser.pieces(), pieces)
        browser.click_cell(browser.run(
            'return document.querySelector(".movable").dataset.cell'))
        browser.wait_for_moves(2)
        # While the server was away, the browser said so.
        browser.complaints()

    def test_steps_and_branches(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        moves=['a1', 'b1', 'a2'])
        browser.open_room(room, key)
        browser.wait_for_moves(3)
        last = browser.pieces()
        # By the keyboard, as the screen begins.
        for key_name, ply in (('ArrowLeft', '2'), ('ArrowLeft', '1'), ('ArrowRight', '2')):
            browser.key(key_name)
            browser.wait('document.querySelector("input[type=range]").value'
                         ' === given[0]', ply)
        browser.click('[aria-label="First position"]')
        browser.wait('document.querySelector("input[type=range]").value === "0"')
        self.assertEqual(browser.pieces(), {})
        browser.click('.moves [data-ply="1"]')
        browser.wait('document.querySelector("input[type=range]").value === "1"')
        self.assertEqual(list(browser.pieces()), ['a1'])
        browser.click_cell('c3')
        browser.wait('document.querySelector(".reason").textContent'
                     '.includes("earlier position")')
        # Above the board, where it is seen without scrolling.
        self.assertTrue(browser.run("""
            return document.querySelector('.status').nextSibling
                === document.querySelector('.elsewhere')"""))
        browser.press('Play on from here')
        browser.wait('document.querySelectorAll(".moves li").length === 1')
        browser.click_cell('c3')
        browser.wait_for_moves(2)
        browser.open_room(room, key)
        browser.wait_for_moves(3)
        self.assertEqual(browser.pieces(), last)
        browser.press('Undo')
        browser.wait_for_moves(2)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('c1')
        browser.wait_for_moves(3)
        # What the game itself has is no branch of it.
        branches = 'document.querySelector(".branches").hidden'
        listed = '[...document.querySelectorAll(".branches button")].map((one) => one.textContent)'
        replaced = browser.wait(f'{listed}.length === 1 && {listed}')
        self.assertFalse(browser.run('return document.querySelector(".branches").open'))
        browser.press('Undo')
        browser.wait_for_moves(2)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell(replaced[0].split()[-1])
        browser.wait_for_moves(3)
        browser.wait(f'{listed}.join() === "From move 3: c1"')
        browser.press('Restart')
        browser.press('Restart', 'dialog')
        browser.wait_for_moves(0)
        browser.wait(f'{listed}.length === 3 && !{branches}')

    def test_a_silent_network_is_noticed(self):
        """Nothing comes any more, and no connection ends."""
        server = Server(PROGRAM)
        self.addCleanup(server.close)
        browser = Browser(server)
        self.addCleanup(browser.close)
        room, key, _ = server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        # The page's own stream is older: it has had a ping by then.
        browser.run('''
            const source = new EventSource(`/api/1/rooms/${arguments[0]}/events?key=${arguments[1]}`);
            source.addEventListener('ping', () => { source.close(); window.pinged = true; });''',
            room, key)
        browser.wait('window.pinged')
        os.kill(server.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, server.process.pid, signal.SIGCONT)
        browser.click_cell('a1')
        browser.wait('!document.querySelector("#banner").hidden &&'
                     ' document.querySelector("#banner").textContent'
                     '.startsWith("No connection")')
        browser.wait('document.querySelector(".reason").textContent'
                     '.includes("has not answered")')
        os.kill(server.process.pid, signal.SIGCONT)
        browser.wait('document.querySelector("#banner").hidden')
        browser.wait('document.querySelector(".board .man, .board .movable")')

    def test_people_have_names_and_watchers_are_counted(self):
        """Who comes by a link to a seat tells who that is, and is told who
        watches."""
        browser = self.browser
        browser.run('localStorage.setItem("boardwalk.name", "Ann")')
        room, _, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, keys['seats'][0])
        browser.wait('document.querySelector("[data-seat=\\"1\\"] > b")'
                     '.textContent === "Ann"')
        self.assertEqual(browser.run(
            'return document.querySelector("[data-seat=\\"2\\"] > b")'
            '.textContent'), 'Player 2')
        other = Browser(self.server)
        self.addCleanup(other.close)
        other.open_room(room, keys['watch'])
        other.wait('document.querySelector("[data-seat=\\"1\\"] > b")'
                   '?.textContent === "Ann"')
        browser.wait('document.querySelector(".watchers").textContent'
                     ' === "1 person watching"')
        self.assertEqual(other.run(
            'return document.querySelector(".watchers").textContent'), '')
        other.open()
        browser.wait('document.querySelector(".watchers").textContent === ""')

    def test_going_on_from_a_game_of_computers(self):
        """Whose turn it is becomes a person, else the branch would play on."""
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['easy', 'easy'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".status").textContent'
                     '.match(/won|draw/)')
        browser.click('.moves [data-ply="1"]')
        browser.press('Play on from here')
        browser.wait('!location.hash.includes(given[0])', room)
        self.status('Your move')
        browser.wait_for_moves(1)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell(browser.run(
            'return document.querySelector(".movable").dataset.cell'))
        browser.wait('document.querySelectorAll(".moves li").length > 2')

    def test_many_tabs(self):
        """A browser has six connections to a server, for all of its tabs."""
        browser = Browser(self.server)
        self.addCleanup(browser.close)
        tabs, rooms = [], []
        for _ in range(8):
            browser.new_tab()
            room, key, keys = self.server.room('tictactoe', ['human', 'human'])
            browser.open_room(room, key)
            browser.wait('document.querySelector(".board .movable")')
            tabs.append(browser.driver.current_window_handle)
            rooms.append((room, keys))
        browser.click_cell('a1')
        browser.wait_for_moves(1)
        # While a tab was hidden, its game went on.
        room, keys = rooms[0]
        for ply, (seat, move) in enumerate([(0, 'a1'), (1, 'b1'), (0, 'a2')]):
            self.server.ask(f'/rooms/{room}/moves', {'ply': ply, 'move': move},
                            keys['seats'][seat])
        browser.show_tab(tabs[0])
        browser.wait_for_moves(3)
        self.assertEqual(set(browser.pieces()), {'a1', 'b1', 'a2'})
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('b2')
        browser.wait_for_moves(4)
        self.assertEqual(browser.complaints(), [])

    def test_many_windows(self):
        browser = Browser(self.server)
        self.addCleanup(browser.close)
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        windows = []
        for _ in range(5):
            browser.driver.switch_to.new_window('window')
            windows.append(browser.driver.current_window_handle)
            browser.open(f'#room={room}&key={key}')
            if len(windows) < 5:
                browser.wait('document.querySelector(".board .movable")')
        # More than four are too many, and it is said.
        browser.wait('!document.querySelector("#banner").hidden')
        self.assertIn('close or hide', browser.text('#banner'))
        browser.driver.switch_to.window(windows[0])
        browser.click_cell('a1')
        browser.wait_for_moves(1)
        browser.driver.close()
        browser.driver.switch_to.window(windows[4])
        browser.wait_for_moves(1)
        browser.wait('document.querySelector("#banner").hidden')

    # --- What is kept --------------------------------------------------------

    def downloaded(self, pattern):
        limit = time.monotonic() + TIMEOUT
        while time.monotonic() < limit:
            for name in glob.glob(pattern):
                if os.path.getsize(name) > 0:
                    return name
            time.sleep(0.01)
        self.fail(f'nothing was saved as {pattern}')

    def test_files_links_and_pictures(self):
        browser = self.browser
        folder = tempfile.mkdtemp(dir=self.server.folder)
        browser.cdp('Browser.setDownloadBehavior', behavior='allow',
                    downloadPath=folder)
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        moves=['a1', 'b1', 'a2'])
        browser.open_room(room, key)
        browser.wait_for_moves(3)
        kept = {}
        # Once a game is over, its file is among what is done then.
        over, over_key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b1', 'a2', 'b2', 'a3'])
        browser.look(390, 844, phone=True)
        self.assertNotIn('Save', browser.text('.actions'))
        browser.open_room(over, over_key)
        browser.press('Save', '.actions')
        os.remove(self.downloaded(f'{folder}/tictactoe-5.boardwalk'))
        self.picture('over-390')
        browser.look()
        browser.open_room(room, key)
        browser.wait_for_moves(3)
        browser.press('Links and files')
        for text, end, begin in [('Save', 'boardwalk', b'boardwalk'),
                                 ('SVG', 'svg', b'<svg'),
                                 ('PNG', 'png', b'\x89PNG')]:
            browser.press(text)
            kept[end] = self.downloaded(f'{folder}/*.{end}')
            with open(kept[end], 'rb') as file:
                self.assertTrue(file.read().startswith(begin), text)
        browser.press('Links')
        self.assertEqual(browser.wait(
            'document.querySelectorAll("dialog .link-field").length'), 4)
        link = browser.wait('[...document.querySelectorAll("dialog input")]'
                            '.map((one) => one.value)'
                            '.find((one) => one.includes("#game="))')
        # It shows the game, and makes nothing before somebody asks for it.
        def rooms():
            return len(glob.glob(f'{self.server.folder}/boardwalk/web/*.room'))
        before = rooms()
        browser.open(link.split('/')[-1])
        browser.wait('document.querySelector(".viewer .said")?.textContent'
                     '.includes("3. ")')
        self.assertEqual(rooms(), before)
        browser.press('Go on with this game')
        browser.wait('location.hash.startsWith("#room=")')
        browser.wait_for_moves(3)
        self.assertEqual(rooms(), before + 1)
        browser.open('#game=rY5BDoMw')
        browser.wait('document.querySelector(".failure")?.textContent'
                     '.includes("This link is damaged")')
        browser.open(link.split('/')[-1].split('&')[0][:-5])
        browser.wait('document.querySelector(".failure")?.textContent'
                     '.includes("not copied whole")')
        browser.complaints()
        browser.open()
        browser.wait('document.querySelector("#load-file")')
        browser.driver.find_element('id', 'load-file').send_keys(
            kept['boardwalk'])
        browser.wait_for_moves(3)
        self.assertEqual(browser.run('return JSON.parse(localStorage["boardwalk.rooms"])[0].title'), 'Tic-tac-toe')
        self.assertEqual(set(browser.pieces()), {'a1', 'b1', 'a2'})

    def guarded_server(self):
        """One that asks for a token, which is returned with it."""
        server = Server(PROGRAM, '--host', '127.0.0.1')
        self.addCleanup(server.close)
        with open(f'{server.folder}/boardwalk/web/token') as file:
            return server, file.read()

    def test_who_plays_by_a_link_may_ask_for_advice(self):
        server, token = self.guarded_server()
        room, _, keys = server.room('teeko', ['human', 'human'],
                                    moves=['1', '2'], token=token)
        guest = Browser(server)
        self.addCleanup(guest.close)
        guest.open_room(room, keys['seats'][0])
        guest.wait_for_moves(2)
        guest.press('Look into the position')
        guest.wait('document.querySelectorAll(".look select").length > 2')
        # What the server would refuse is not offered.
        guest.driver.find_element('css selector', '.moves button').click()
        guest.wait('[...document.querySelectorAll("button")].some((one) =>'
                   ' one.textContent === "Back to the game" && one.checkVisibility())')
        self.assertFalse(guest.run(
            'return [...document.querySelectorAll("button")].some((one) =>'
            ' one.textContent === "Play on from here" && one.checkVisibility())'))
        # Who owns the game changes its players; who watches asks nobody.
        guest.open_room(room, keys['owner'])
        guest.press('Players')
        guest.wait('document.querySelector("dialog select")')
        guest.open_room(room, keys['watch'])
        guest.wait_for_moves(2)
        guest.wait('document.querySelector(".look-into").hidden')

    def test_a_link_to_watch_is_for_that_game_alone(self):
        server, token = self.guarded_server()
        owner, guest = Browser(server), Browser(server)
        self.addCleanup(owner.close)
        self.addCleanup(guest.close)
        owner.open(f'?token={token}')
        owner.wait('document.querySelector(".levels input")')
        self.assertEqual(owner.run('return location.search'), '')
        owner.press('Start the game')
        owner.wait('document.querySelector(".board [data-cell]")')
        owner.press('Links and files')
        owner.press('Links')
        links = owner.wait('document.querySelectorAll("dialog .link-field")'
                           '.length > 2 && [...document.querySelectorAll('
                           '"dialog input")].map((one) => one.value)')
        self.assertFalse([link for link in links if token in link])
        watch = links[[link.startswith('To watch') for link in owner.run(
            'return [...document.querySelectorAll("dialog .link-field")]'
            '.map((one) => one.textContent)')].index(True)]
        guest.open(watch.split('/')[-1])
        guest.wait('document.querySelector(".board [data-cell]")')
        guest.open()
        guest.wait('document.querySelector(".failure")?.textContent'
                   '.includes("asks for its token")')

    # --- How it is used ------------------------------------------------------

    def focus(self):
        return self.browser.run('''
            const one = document.activeElement;
            return one.getAttribute('aria-label') ?? one.textContent;''')

    def tab_to(self, selector):
        """By the Tab key alone."""
        for _ in range(120):
            if self.browser.run('return document.activeElement?.matches('
                                'arguments[0])', selector):
                return
            self.browser.key('Tab')
        self.fail(f'the Tab key does not lead to {selector}')

    def test_keyboard(self):
        browser = self.browser
        browser.wait('document.querySelector(".levels input")')
        self.tab_to('input[name=game]')
        while not browser.run('return document.activeElement.value'
                              ' === "tictactoe"'):
            browser.key('ArrowDown')
        browser.wait('document.querySelector(".choose h2").textContent'
                     ' === "Tic-tac-toe"')
        self.tab_to('button[type=submit]')
        browser.key('Enter')
        browser.wait('document.querySelector(".board .movable")')
        self.tab_to('[data-cell]')
        # Cells are told with what stands on them.
        self.assertEqual(self.focus(), 'a3, empty')
        browser.key('ArrowUp')
        browser.key('ArrowRight')
        self.assertEqual(self.focus(), 'b2, empty')
        browser.wait('document.querySelector(".layer-focus .ring")')
        browser.key('Enter')
        browser.wait_for_moves(2)
        self.assertRegex(self.focus(), '^b2, .*1')
        self.tab_to('[aria-label="One move back"]')
        browser.key('Enter')
        browser.wait('document.querySelector("input[type=range]").value === "1"')
        browser.press('Links and files')
        for name in ('Undo', 'Resign', 'Flip', 'Links', 'Save'):
            self.assertTrue(browser.run('''
                const one = [...document.querySelectorAll('button')].find(
                    (other) => other.textContent === arguments[0]);
                one.focus();
                return document.activeElement === one''', name))

    def test_down_goes_from_row_to_row(self):
        """On the star, too, where no cell is straight below another."""
        browser = self.browser
        room, key, _ = self.server.room('star:size=3', ['human'] * 2)
        browser.open_room(room, key)
        rows = browser.run("""
            const rows = [...document.querySelectorAll('[data-cell]')]
                .map((one) => Math.round(one.getBoundingClientRect().y));
            return [...new Set(rows)].sort((a, b) => a - b)""")
        self.tab_to('[data-cell]')
        row = """return Math.round(document.activeElement.getBoundingClientRect().y)"""
        for _ in rows:
            browser.key('ArrowUp')
        seen = [browser.run(row)]
        while len(seen) < len(rows):
            browser.key('ArrowDown')
            seen.append(browser.run(row))
        self.assertEqual(seen, rows[rows.index(seen[0]):])

    def test_arrows_by_hand(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        def draw(start, end):
            for kind, (x, y) in (('mousePressed', browser.cell(start)),
                                 ('mouseMoved', browser.cell(end)),
                                 ('mouseReleased', browser.cell(end))):
                browser.cdp('Input.dispatchMouseEvent', type=kind, x=x, y=y,
                            button='right', clickCount=1,
                            buttons=0 if kind == 'mouseReleased' else 2)
        def drawn(arrows, circles):
            browser.wait("""['polyline', 'circle'].every((kind, index) =>
                document.querySelectorAll(`.layer-hand ${kind}`).length === given[index])""",
                         arrows, circles)
        draw('a1', 'b2')
        draw('c3', 'c3')
        drawn(1, 1)
        draw('a1', 'b2')  # again
        drawn(0, 1)
        browser.key('Escape')
        drawn(0, 0)
        draw('a1', 'c1')
        self.assertEqual(browser.pieces(), {})
        browser.click_cell('b2')
        drawn(0, 0)
        browser.wait_for_moves(1)
        draw('a1', 'c1')
        drawn(1, 0)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 1, 'move': 'a1'}, key)
        browser.wait_for_moves(2)
        drawn(0, 0)
        # With a finger, while that is switched on.
        browser.look(390, 844, phone=True)
        browser.cdp('Emulation.setTouchEmulationEnabled', enabled=True,
                    maxTouchPoints=1)
        self.addCleanup(browser.cdp, 'Emulation.setTouchEmulationEnabled',
                        enabled=False)
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.press('Arrows')
        browser.fingers((*browser.cell('a3'), *browser.cell('c3')))
        drawn(1, 0)
        self.assertEqual(browser.run('return scrollY'), 0)
        browser.press('Arrows')
        browser.fingers((*browser.cell('b3'), *browser.cell('b3')))
        drawn(0, 0)
        browser.wait_for_moves(3)

    def test_a_game_begins_at_its_top(self):
        browser = self.browser
        browser.look(390, 600, phone=True)
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        begun = """return [scrollY, document.activeElement.localName,
                           document.activeElement.textContent]"""
        scroll = """scrollTo(0, document.documentElement.scrollHeight);
                    return scrollY > 100"""
        browser.wait('document.querySelector(".card")')
        self.assertTrue(browser.run(scroll))
        browser.run('location.hash = arguments[0]', f'room={room}&key={key}')
        browser.wait('document.querySelector(".board .movable")')
        self.assertEqual(browser.run(begun), [0, 'h1', 'Tic-tac-toe'])
        link = browser.driver.execute_async_script("""
            const [record, done] = arguments;
            import('/keep.js').then(async ({gameLink}) => done(await gameLink(record, 0)));""",
            self.server.ask(f'/rooms/{room}/record', key=key))
        browser.open_room(room, key)
        self.assertTrue(browser.run(scroll))
        browser.run('location = arguments[0]', link)
        browser.wait('document.querySelector(".viewer .said")')
        self.assertEqual(browser.run(begun)[:2], [0, 'h1'])

    def test_everything_of_a_game_is_seen_at_once(self):
        """Board, players, what is said and done, and moves where there is room."""
        browser = self.browser
        for game, move in (('othello', 'd3'), ('draughts', '11-15'),
                           ('star:players=3', '2,0:4,-1')):
            seats = 3 if game.startswith('star') else 2
            room, key, _ = self.server.room(game, ['human'] * seats, moves=[move])
            for width, height in SIZES:
                browser.look(width, height, phone=width < 1000)
                browser.open_room(room, key)
                browser.wait('document.querySelector(".board .movable")')
                outside = browser.run("""
                    const parts = ['.board', '.above', '.below', '.status', '.reason', '.actions', '.moves'];
                    const outside = parts.filter((part) => {
                      const {top, bottom, left, right} =
                          document.querySelector(part).getBoundingClientRect();
                      return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight;
                    });
                    // Not folded, cut off or below something else either.
                    const hidden = ['.above li', '.below li', '.status', '.actions button',
                                    '.moves button'].flatMap((part) => [...document.querySelectorAll(part)]
                        .filter((one) => {
                          const {x, y, width, height} = one.getBoundingClientRect();
                          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
                        }).map((one) => `${part}: ${one.textContent}`));
                    return [outside, hidden, scrollY, document.querySelectorAll('.moves button').length]""")
                self.assertEqual(outside, [[], [], 0, 1], (game, width, height))
                scrolls = browser.run("""
                    const {scrollWidth, scrollHeight} = document.documentElement;
                    return [scrollWidth > innerWidth, scrollHeight > innerHeight]""")
                self.assertFalse(scrolls[0])
                if width > 1000:
                    self.assertFalse(scrolls[1], (game, width, height))
            board = browser.run("""
                const {width, height} = document.querySelector('.board').getBoundingClientRect();
                return [width, height]""")
            self.assertGreater(min(board), 250)

    def test_nothing_jumps(self):
        """What is said does not move the board or what can be done."""
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        browser.open_room(room, key)
        places = """return ['.board', '.actions', '.timeline .steps'].map((part) => {
            const {x, y} = document.querySelector(part).getBoundingClientRect();
            return [x, y]})"""
        for width, height in SIZES:
            browser.look(width, height, phone=width < 1000)
            browser.open_room(room, key)
            browser.wait('document.querySelector(".board .movable")')
            begun = browser.run(places)
            browser.click_cell('a1')
            browser.wait('document.querySelector(".reason").textContent')
            self.assertEqual(browser.run(places), begun, (width, height))
        # Nor does stepping through a game that is over.
        room, key, _ = self.server.room(
            'tictactoe', ['human', 'human'],
            moves=['b2', 'a1', 'a2', 'c2', 'b1', 'a3', 'b3'])
        for width, height in SIZES:
            browser.look(width, height, phone=width < 1000)
            browser.open_room(room, key)
            browser.wait('/won/.test(document.querySelector(".status").textContent)')
            ended = browser.run(places)
            browser.click('.steps button:nth-child(2)')
            browser.wait('document.querySelector(".elsewhere:not([hidden])")')
            self.assertEqual(browser.run(places), ended, (width, height))

    def test_ones_own_side_is_below(self):
        browser = self.browser
        for seat, flipped in ((1, True), (2, False)):
            room, _, keys = self.server.room('draughts', ['human', 'human'])
            browser.open_room(room, keys['seats'][seat - 1])
            self.assertEqual(browser.run("""
                const y = (cell) => document.querySelector(`[data-cell="${cell}"]`)
                    .getBoundingClientRect().y;
                return y('1') > y('32')"""), flipped)
            self.assertEqual(browser.run("""return [...document.querySelectorAll('.below li')]
                .map((one) => Number(one.dataset.seat))"""), [seat])
            # Who turns the board turns the players.
            browser.press('Flip')
            browser.wait('document.querySelector(".above li").dataset.seat === given[0]', str(seat))

    def test_boards_look_as_they_were_chosen_to(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        looks = 'document.querySelector(".board").matches(given[0])'
        browser.wait(looks, ':not(.letters, .theme-slate)')
        choose = """import('/settings.js').then(({settings}) => {
            settings.set('letters', arguments[0]);
            settings.set('boardTheme', arguments[1]);
        })"""
        browser.run(choose, True, 'slate')
        browser.wait(looks, '.letters.theme-slate')
        # The board is another one when it is turned, and looks the same.
        browser.run('document.querySelector(".board").dataset.before = "1"')
        browser.press('Flip')
        browser.wait(looks, '.letters.theme-slate:not([data-before])')
        browser.run(choose, False, 'wood')
        browser.wait(looks, ':not(.letters, .theme-slate)')

    def test_homes_and_goals_are_tinted(self):
        browser = self.browser
        room, key, _ = self.server.room('star:players=3', ['human'] * 3)
        browser.open_room(room, key)
        for part in ('.board .home', '.board .goal'):
            # Each seat's with its own colour, and seen.
            colours = browser.run('''
                return [...document.querySelectorAll(arguments[0])].map((one) => getComputedStyle(one))
                    .filter(({fill, stroke, opacity}) => opacity > 0 && (fill !== 'none' || stroke !== 'none'))
                    .map(({color}) => color)''', part)
            self.assertEqual(len(set(colours)), 3, part)

    def test_marks(self):
        browser = self.browser
        room, key, _ = self.server.room('breakthrough', ['human', 'human'])
        browser.open_room(room, key)
        count = 'return document.querySelectorAll(arguments[0]).length'
        browser.wait('document.querySelectorAll(".board .ring.start").length === 8')
        browser.click_cell('b2')
        browser.wait('document.querySelectorAll(".board .spot.next").length === 3')
        for mark in ('.tint.picked', '.ring.picked', '.lifted'):
            self.assertEqual(browser.run(count, f'.board {mark}'), 1, mark)
        browser.click_cell('b3')
        browser.wait_for_moves(1)
        for mark, number in (('.tint:not(.picked)', 2), ('.tint.end', 1), ('.tint.picked', 0),
                             ('.lifted', 0), ('polyline', 0)):
            self.assertEqual(browser.run(count, f'.board {mark}'), number, mark)
        # A piece that can be taken has a ring.
        taking, taker, _ = self.server.room(
            'breakthrough', ['human', 'human'],
            moves=['b2b3', 'a7a6', 'b3b4', 'a6a5'])
        browser.open_room(taking, taker)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('b4')
        browser.wait('document.querySelectorAll(".board .next:not(.spot)").length === 1')

    def test_drag_and_escape(self):
        browser = self.browser
        room, key, _ = self.server.room('breakthrough', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('b2')
        browser.wait('document.querySelectorAll(".board .pointable").length === 3')
        self.assertEqual(browser.text('.board-side .heard'),
                         'b2 picked: goes on to a3, b3, c3')
        described = """return Object.fromEntries(['b2', 'c3', 'c4'].map(
            (cell) => [cell, document.querySelector(`[data-cell=${cell}]`)
                .getAttribute('aria-description')]))"""
        self.assertEqual(browser.run(described), {
            'b2': 'a move begins here', 'c3': 'can be reached', 'c4': None})
        browser.key('Escape')
        browser.wait('document.querySelectorAll(".board .pointable").length === 0')
        self.assertEqual(browser.run(described)['c3'], '')
        browser.drag('b2', 'c3')
        browser.wait_for_moves(1)
        self.assertIn('c3', browser.pieces())
        browser.press('Type a move')
        browser.click('input[aria-label="Move, as text"]')
        browser.cdp('Input.insertText', text='a7a6')
        browser.key('Enter')
        browser.wait_for_moves(2)
        browser.press('Flip')
        self.assertIn('c3', browser.pieces())

    def test_phone(self):
        browser = self.browser
        room, key, _ = self.server.room('star:players=6', ['human'] * 6)
        browser.look(360, 740, phone=True)
        for name, fragment in [('start', ''), ('game', f'#room={room}&key={key}')]:
            browser.open(fragment)
            browser.wait('document.querySelector(".levels input, .board .movable")')
            self.assertLessEqual(
                browser.run('return document.documentElement.scrollWidth'), 360)
            self.assertLess(browser.run(
                'return document.querySelector(".top").offsetHeight'), 60)
            self.picture(f'phone-{name}')
        # Upright, sideways and in a narrow window, all of the board is seen.
        for width, height in ((360, 740), (740, 360), (900, 1000)):
            browser.look(width, height, phone=True)
            overflow, seen = browser.run('''
                const place = document.querySelector('.board-place');
                place.scrollIntoView({block: 'end'});
                const {top, bottom} = place.getBoundingClientRect();
                return [place.scrollHeight - place.clientHeight,
                        top > -1 && bottom < innerHeight + 1]''')
            self.assertEqual((overflow, seen), (0, True), (width, height))

    def test_boards_that_are_hard_to_hit_grow(self):
        """The buttons for it stay where they are."""
        browser = self.browser
        browser.look(360, 740, phone=True)
        room, key, _ = self.server.room('star:size=4', ['human'] * 2)
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        buttons = """return ['Larger', 'Smaller'].map((label) => {
            const one = document.querySelector(`[aria-label=${label}]`);
            const {x, y} = one.getBoundingClientRect();
            return [x, y + scrollY, one.ariaDisabled === 'true']})"""
        begun = browser.run(buttons)
        self.assertEqual([disabled for _, _, disabled in begun], [False, True])
        for label in ('Larger', 'Larger', 'Smaller', 'Smaller'):
            browser.click(f'[aria-label="{label}"]')
            self.assertEqual([place for *place, _ in browser.run(buttons)],
                             [place for *place, _ in begun])
        self.assertEqual(browser.run(buttons), begun)
        self.assertEqual(browser.run('''return document.querySelector('.board-place').className'''
            ), 'board-place')

    def test_fingers(self):
        browser = self.browser
        browser.look(360, 620, phone=True)
        browser.cdp('Emulation.setTouchEmulationEnabled', enabled=True,
                    maxTouchPoints=2)
        self.addCleanup(browser.cdp, 'Emulation.setTouchEmulationEnabled',
                        enabled=False)
        room, key, _ = self.server.room('breakthrough', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')

        middle = browser.cell
        # A tap, and a tap that trembles.
        x, y = middle('b2')
        browser.fingers((x, y, x, y))
        browser.wait('document.querySelectorAll(".board .pointable").length === 3')
        browser.key('Escape')
        x, y = middle('b2')
        browser.fingers((x, y, x + 9, y))
        browser.wait('document.querySelectorAll(".board .pointable").length === 3')
        x, y = middle('c3')
        browser.fingers((x, y, x, y))
        browser.wait_for_moves(1)
        # A piece that is dragged, down a page that would move with it.
        browser.run('scrollTo(0, 20)')
        browser.wait('document.querySelector("[data-cell=c7].movable")')
        browser.fingers((*middle('c7'), *middle('c6')))
        browser.wait_for_moves(2)
        self.assertIn('c6', browser.pieces())
        self.assertEqual(browser.run('return scrollY'), 20)
        # From an empty cell, a finger moves the page.
        x, y = middle('d5')
        browser.fingers((x, y, x, y - 200))
        browser.wait('scrollY > 100')
        # So it does from a cell where a piece would be put.
        other, others, _ = self.server.room('othello', ['human', 'human'])
        browser.open_room(other, others)
        x, y = middle(browser.wait('document.querySelector('
                                   '".board .movable")?.dataset.cell'))
        self.assertEqual(browser.run('return scrollY'), 0)
        browser.fingers((x, y, x, y - 200))
        browser.wait('scrollY > 100')
        # A second finger ends a drag.
        browser.open_room(room, key)  # nothing goes on scrolling
        browser.wait('document.querySelector("[data-cell=d2].movable")')
        places = '''[...document.querySelectorAll('.board .man')].map(
            (one) => one.getAttribute('transform')).sort().join()'''
        before = browser.run(f'return {places}')
        (x, y), (to_x, to_y) = middle('d2'), middle('d4')
        browser.touch('touchStart', (x, y))
        browser.touch('touchMove', (x, y - 20))
        browser.touch('touchMove', (x, y - 40))
        browser.wait(f'{places} !== given[0]', before)
        browser.touch('touchStart', (x, y - 40), (to_x, to_y))
        browser.wait(f'{places} === given[0]', before)
        browser.touch('touchEnd')
        # Two fingers enlarge the page, wherever they are.
        browser.fingers((x, y, x, y + 60), (to_x, to_y, to_x, to_y - 60))
        browser.wait('visualViewport.scale > 1.2')
        self.assertEqual(browser.run('''
            return [...document.querySelectorAll('.pointable, .picked')].length'''), 0)
        browser.wait_for_moves(2)
        browser.cdp('Emulation.resetPageScaleFactor')

    def test_colours_and_contrast(self):
        browser = self.browser
        room, key, _ = self.server.room(
            'draughts', ['human', 'human'], moves=['11-15'])
        ground = 'return getComputedStyle(document.body).backgroundColor'
        grounds = []
        for dark in (False, True):
            browser.look(dark=dark)
            for name, fragment in [('start', ''),
                                   ('game', f'#room={room}&key={key}')]:
                browser.open(fragment)
                browser.wait('document.querySelector(".levels input, .moves li")')
                self.assertEqual(browser.run(CONTRAST), [])
                self.picture(f'{name}-{"dark" if dark else "light"}')
            # The game's page is open: what is written and asked there.
            browser.press('Comment')
            browser.wait('document.querySelector("dialog textarea")')
            self.assertEqual(browser.run(CONTRAST), [])
            browser.press('Cancel', 'dialog')
            self.act(room, key, 'offer-draw')
            browser.wait('document.querySelector(".question button")')
            self.assertEqual(browser.run(CONTRAST), [])
            self.act(room, key, 'decline-draw', 2)
            browser.wait('!document.querySelector(".question")')
            grounds.append(browser.run(ground))
        self.assertNotEqual(*grounds)
        # By the button, too, against what the system says.
        browser.press('Theme: system')
        self.assertEqual(browser.run(ground), grounds[0])

    def differs(self, one, other):
        """What a first element of each looks unlike by in forced colours, which
        leave backgrounds and borders few colours and no shadows."""
        return self.browser.run('''
            const [one, other] = [...arguments].map((selector) => document.querySelector(selector));
            const style = getComputedStyle;
            const background = (element) => {
              const color = style(element).backgroundColor;
              return / 0\\)$/.test(color) && element.parentElement ? background(element.parentElement) : color;
            };
            const line = (name) => (element) => style(element)[`${name}Style`] === 'none' ? 'none' :
                ['Style', 'Width', 'Color'].map((part) => style(element)[`${name}${part}`]).join();
            const looks = {background, outline: line('outline'), border: line('borderTop')};
            return Object.keys(looks).filter((name) => looks[name](one) !== looks[name](other));''', one, other)

    def test_what_is_chosen_is_seen_in_forced_colours(self):
        browser = self.browser
        browser.cdp('Emulation.setEmulatedMedia', features=[
            {'name': 'forced-colors', 'value': 'active'}])
        browser.open()
        browser.wait('document.querySelector(".level :checked")')
        browser.run('document.activeElement.blur()')
        for one in ('.card', '.level'):
            self.assertTrue(self.differs(f'{one}:has(:checked)', f'{one}:not(:has(:checked))'), one)
        room, key, _ = self.server.room('draughts', ['human', 'human'], moves=['11-15', '22-18'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        self.assertTrue(self.differs('.seat-list .to-move', '.seat-list li:not(.to-move)'))
        self.assertTrue(self.differs('ol.moves [aria-current]', 'ol.moves button:not([aria-current])'))
        browser.run("""
            const pen = document.querySelector('.pen'), other = pen.cloneNode(true);
            pen.after(other);
            other.id = 'not-pressed';
            pen.click();""")
        self.assertTrue(self.differs('.pen[aria-pressed=true]', '#not-pressed'))
        self.picture('forced-colours')

    def named(self):
        """Roles and names, as assistive technology is told them."""
        nodes = self.browser.cdp('Accessibility.getFullAXTree')['nodes']
        return [(node['role']['value'], node.get('name', {}).get('value', ''))
                for node in nodes if not node.get('ignored')]

    def test_names_and_roles(self):
        """What Chromium tells assistive technology of each control."""
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'],
                                        moves=['11-15'])
        needs_name = {'button', 'link', 'textbox', 'combobox', 'slider',
                      'radio', 'spinbutton', 'checkbox', 'img', 'meter',
                      'application', 'dialog', 'region', 'list', 'group'}
        for fragment in ('', f'#room={room}&key={key}'):
            browser.open(fragment)
            browser.wait('document.querySelector(".levels input, .moves li")')
            if fragment:
                browser.press('Look into the position')
                browser.wait('document.querySelector(".look")')
            found = self.named()
            nameless = [role for role, name in found
                        if role in needs_name - {'list', 'group'} and not name]
            self.assertEqual(nameless, [])
            roles = [role for role, _ in found]
            for landmark in ('main', 'banner', 'navigation'):
                self.assertEqual(roles.count(landmark), 1, landmark)
            self.assertEqual(browser.run('''
                const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
                return [document.documentElement.lang,
                        document.querySelectorAll('h1').length,
                        new Set(ids).size === ids.length]'''), ['en', 1, True])
        self.assertIn(('button', '1, player 1'),
                      [(role, name.lower()) for role, name in found
                       if name.startswith('1,')])
        # A question and its answers, and a dialog, which hides the rest.
        self.act(room, key, 'offer-draw')
        browser.wait('document.querySelector(".question button")')
        self.assertEqual({
            ('group', 'Player 1 offers a draw.'),
            ('button', 'Accept: Player 1 offers a draw.'),
            ('button', 'Decline: Player 1 offers a draw.')} - set(self.named()), set())
        browser.press('Comment')
        browser.wait('document.querySelector("dialog textarea")')
        self.assertEqual({
            ('dialog', 'Comment'), ('textbox', 'Comment'), ('button', 'Close'),
            ('button', 'Save'), ('button', 'Cancel')} - set(self.named()), set())

    def test_size_of_the_first_page(self):
        """As somebody sees it who has never been here."""
        browser = Browser(self.server)
        self.addCleanup(browser.close)
        browser.open()
        browser.wait('document.querySelector(".levels input")')
        sizes = browser.run('''
            return Object.fromEntries(['navigation', 'resource']
                .flatMap((type) => performance.getEntriesByType(type))
                .map(({name, decodedBodySize}) => [name, decodedBodySize]))''')
        self.assertTrue(any(name.endswith('/setup.js') for name in sizes))
        self.assertLessEqual(len(sizes), 12, sizes)
        self.assertLess(sum(sizes.values()), 200_000, sizes)
        # Nothing else holds up the first paint, which page_bench.py measures.
        self.assertEqual(browser.run('''
            return performance.getEntriesByType('resource')
                .filter((one) => one.renderBlockingStatus === 'blocking')
                .map(({name}) => name.split('/').pop()).sort()'''),
            ['style.css', 'theme.js'])
        # Once somebody has touched the form, what a game needs comes ahead.
        browser.click('.preset:has([value=people])')
        browser.wait('performance.getEntriesByType("resource")'
                     '.some(({name}) => name.endsWith("/play.js"))')

    # --- Large ---------------------------------------------------------------

    def test_large_board(self):
        browser = self.browser
        room, key, _ = self.server.room('star:size=64,players=6',
                                        ['human'] * 6)
        browser.open_room(room, key)
        self.assertEqual(browser.wait(
            'document.querySelectorAll(".man").length'), 6 * 2080)
        # Tiny pieces are a shape each, in their places.
        self.assertTrue(browser.run('''
            return [...document.querySelectorAll('.man')].every((man) => {
              const [cx, cy] = [man.getAttribute('cx'), man.getAttribute('cy')];
              return document.querySelector(
                  `[data-cell][cx="${cx}"][cy="${cy}"]`);
            });'''))
        browser.press('+', '.tools')
        browser.wait('document.querySelector(".board .movable")')
        # The first piece that can move and a cell that it can go to.
        start = browser.run('return document.querySelector(".movable")'
                            '.getAttribute("data-cell")')
        browser.click_cell(start)
        end = browser.wait('document.querySelector(".pointable")'
                           '?.getAttribute("data-cell")')
        browser.click_cell(end)
        browser.wait_for_moves(1)
        self.picture('large')
        # Where letters can be read, they are there.
        for _ in range(4):
            browser.press('+', '.tools')
        browser.wait('document.querySelectorAll(".man .letter").length'
                     ' === 6 * 2080')
        self.assertEqual(
            browser.run('return document.querySelectorAll(".man").length'),
            6 * 2080)
        self.picture('large-letters')

    def test_enlarged_board(self):
        browser = self.browser
        for size in (20, 64):
            room, key, _ = self.server.room(f'star:size={size}', ['human'] * 2)
            browser.open_room(room, key)
            starts = browser.wait(
                '[...document.querySelectorAll(".board .movable")]'
                '.map((cell) => cell.dataset.cell)')
            for _ in range(5):
                browser.press('+', '.tools')
            # From one end to the other, all can be reached.
            for start in (starts[0], starts[-1]):
                browser.click_cell(start)
                browser.wait('document.querySelector(".board .picked")')
                browser.wait('document.querySelector(".board .pointable")')
                browser.key('Escape')
                browser.wait('!document.querySelector(".board .picked")')
            self.picture(f'enlarged-{size}')
            # What is in the middle stays there.
            centre = f'[data-cell="{2 * size},0"]'
            browser.run('''
                document.querySelector(arguments[0]).scrollIntoView(
                    {block: 'center', inline: 'center'});''', centre)
            for label in ('Smaller', 'Smaller', 'Larger'):
                browser.click(f'[aria-label="{label}"]')
                aside = browser.run('''
                    const middle = (one) => {
                      const {x, y, width, height} = one.getBoundingClientRect();
                      return [x + width / 2, y + height / 2];
                    };
                    const [x, y] = middle(document.querySelector('.board-place'));
                    const [cx, cy] = middle(document.querySelector(arguments[0]));
                    return Math.hypot(cx - x, cy - y)''', centre)
                self.assertLess(aside, 20)


if __name__ == '__main__':
    PROGRAM, PLUGIN = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
