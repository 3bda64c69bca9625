#!/usr/bin/env python3
"""The screen of a game in a real browser: what people ask each other, write and
are told: game_browser_test.py BOARDWALK [TEST...]."""

import re
import sys
import unittest

sys.dont_write_bytecode = True
from browser_testing import SIZES, Browser, PageCase, Server  # noqa: E402

EXCHANGE = '11-15 22-18 15x22 25x18'.split()  # each takes a piece
SEEN = """(selector) => {
    const {top, bottom, left, right} = document.querySelector(selector).getBoundingClientRect();
    return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && bottom > top;
}"""
# Requests for what has `window.hold` in its address wait until `release()`.
HOLD = """
    {
      const real = fetch, waits = new Promise((done) => { window.release = done; });
      window.held = window.answered = 0;
      window.fetch = async (path, ...more) => {
        if (!window.hold || !path.includes(window.hold)) return real(path, ...more);
        ++window.held;
        await waits;
        const answer = await real(path, ...more), text = await answer.text();
        ++window.answered;
        return new Response(text, answer);  // nothing more is waited for
      };
    }"""
TALLY = """Object.fromEntries([...document.querySelectorAll('.seat-list li')]
    .map((one) => [one.dataset.seat, one.querySelector('.tally').title]))"""


class GameTest(PageCase):
    @classmethod
    def setUpClass(cls):
        cls.begin(PROGRAM)

    def act(self, room, key, action, **more):
        self.server.ask(f'/rooms/{room}/actions', {'action': action, **more}, key)

    def two(self, game, seat=1, **more):
        """A game of Ann against Ben; the player of `seat` is here. Answers the
        room and the key of the other."""
        room, _, keys = self.server.room(game, ['human', 'human'],
                                         names=['Ann', 'Ben'], **more)
        self.browser.open_room(room, keys['seats'][seat - 1])
        return room, keys['seats'][2 - seat], keys

    def texts(self, selector):
        return self.browser.run(
            'return [...document.querySelectorAll(arguments[0])]'
            '.map((one) => one.textContent)', selector)

    def wait_text(self, selector, text):
        self.browser.wait('document.querySelector(given[0])?.textContent'
                          ' === given[1]', selector, text)

    def link(self, room, key):
        """What a link to the game itself has after #game=."""
        record = self.server.ask(f'/rooms/{room}/record', key=key)
        return self.browser.driver.execute_async_script("""
            const [record, done] = arguments;
            import('/keep.js').then(({packed}) => packed(record)).then(done)""", record)

    def page(self, server=None):
        """Another browser, in this test."""
        made = Browser(server or self.server)
        self.addCleanup(made.close)
        return made

    def guarded_server(self):
        """One that asks for a token, which is returned with it."""
        server = Server(PROGRAM, '--host', '127.0.0.1')
        self.addCleanup(server.close)
        with open(f'{server.folder}/boardwalk/web/token') as file:
            return server, file.read()

    def focused(self, browser=None):
        """What has the focus: its class or action, and its text. It is taken from
        what has become hidden or disabled with the next frame."""
        page = browser or self.browser
        page.driver.execute_async_script(
            'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))')
        return page.run("""
            const one = document.activeElement;
            return [one.dataset.action ?? one.className, one.textContent]""")

    # --- What people ask each other ------------------------------------------

    def test_who_made_a_game_asks_the_other(self):
        """From the start page on: who made it owns it, and has one seat."""
        browser, friend = self.browser, self.page()
        browser.wait('document.querySelector(".levels input")')
        browser.click('.card:has([value=tictactoe])')
        browser.click('.preset:has([value=friend])')
        browser.wait('!document.querySelector(".openly").hidden')
        browser.click('.go')
        browser.wait('document.querySelectorAll("dialog .link-field").length > 2')
        link = browser.run("""
            return [...document.querySelectorAll('dialog .link-field')]
                .find((one) => one.textContent.startsWith('Send this to Player 2'))
                .querySelector('input').value""")
        browser.run('document.querySelector("dialog").close()')
        friend.open(link.split('/')[-1])
        for page in (browser, friend):
            page.wait('document.querySelector(".actions button")')
            said = page.run('return [...document.querySelectorAll(".actions button")]'
                            '.map((one) => one.textContent)')
            self.assertIn('Ask to undo', said)
            for mighty in ('Undo', 'Redo', 'Restart'):
                self.assertNotIn(mighty, said)
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('a1')
        friend.wait_for_moves(1)
        friend.wait('document.querySelector(".board .movable")')
        friend.click_cell('b2')
        browser.wait_for_moves(2)
        browser.press('Ask to undo')
        friend.wait('document.querySelector(".question span")?.textContent'
                    ' === "Player 1 asks to take back a move."')
        friend.press('Accept', '.question')
        browser.wait_for_moves(0)
        browser.press('Resign')
        browser.press('Resign', 'dialog')
        browser.press('Rematch')
        friend.wait('document.querySelector(".question span")?.textContent'
                    ' === "Player 1 wants a rematch."')
        before = browser.run('return location.hash')
        self.assertTrue(browser.run('return document.querySelector(".question")'
                                    '.textContent.startsWith("You want a rematch")'))
        friend.press('Accept', '.question')
        made = browser.wait('location.hash !== given[0] && location.hash', before)
        friend.wait('location.hash === given[0]', made)

    def test_who_has_agreed_is_told(self):
        browser = self.browser
        room, _, keys = self.server.room('star:size=3,players=3', ['human'] * 3,
                                         names=['Ann', 'Ben', 'Cy'])
        seats = keys['seats']
        asked = ('draw', 'Ann offers a draw.'), ('undo', 'Ann asks to take back a move.')
        pointing = f'/rooms/{room}/pointing?ply=0&cells='
        begin = self.server.ask(pointing, key=seats[0])['next'][0]
        end = self.server.ask(f'{pointing}{begin}', key=seats[0])['next'][0]
        move = self.server.ask(f'{pointing}{begin},{end}', key=seats[0])['moves'][0]['text']
        self.server.ask(f'/rooms/{room}/moves', {'ply': 0, 'move': move}, seats[0])
        browser.open_room(room, seats[1])
        for what, text in asked:
            verb = 'offer' if what == 'draw' else 'ask'
            self.act(room, seats[0], f'{verb}-{what}', seat=1)
            browser.wait(f'document.querySelector("[data-action=accept-{what}]")')
            browser.run(f'document.querySelector("[data-action=accept-{what}]").focus()')
            browser.key('Enter')
            self.wait_text('.question > span', f'{text} You have agreed.')
            self.assertEqual(self.texts('.question button'), [])
            self.assertEqual(self.focused()[0].split()[0], 'status')
            # The one who is still asked sees it, and who is there before.
            browser.open_room(room, seats[2])
            self.wait_text('.question > span', f'{text} Ben has agreed.')
            self.assertEqual(self.texts('.question button'), ['Accept', 'Decline'])
            browser.press('Decline', '.question')
            browser.wait('!document.querySelector(".question")')
            browser.open_room(room, seats[1])
            browser.wait_for_moves(1)

    def test_the_focus_stays_with_a_question(self):
        browser = self.browser
        room, other, _ = self.two('tictactoe', seat=2, moves=['a1', 'b2'])
        browser.wait_for_moves(2)
        self.act(room, other, 'ask-undo', seat=1)
        browser.wait('document.querySelector(".question")')
        browser.run('document.querySelector("[data-action=decline-undo]").focus()')
        self.act(room, other, 'offer-draw', seat=1)
        browser.wait('document.querySelectorAll(".question").length === 2')
        self.assertEqual(self.focused(), ['decline-undo', 'Decline'])
        browser.key('Enter')
        browser.wait('document.querySelectorAll(".question").length === 1')
        # What it was is gone: the focus is where the game is told.
        self.assertEqual(self.focused()[0].split()[0], 'status')
        browser.key('Tab')
        self.assertEqual(self.focused(), ['accept-draw', 'Accept'])

    def test_a_game_is_taken_off_the_open_ones(self):
        browser = self.browser
        room, _, keys = self.server.room('tictactoe', ['human', 'human'], open=[2])
        listed = lambda: room in [  # noqa: E731
            one['room'] for one in self.server.ask('/open')['games']]
        browser.open_room(room, keys['seats'][0])
        browser.wait('document.querySelector(".anybody").checkVisibility()')
        self.assertFalse(browser.run(  # of the owner alone
            'return document.querySelector(".anybody button").checkVisibility()'))
        browser.open_room(room, f'{keys["owner"]},{keys["seats"][0]}')
        browser.wait('document.querySelector(".anybody button").checkVisibility()')
        self.assertEqual(browser.text('.anybody'), 'Open to anybody · Close')
        self.assertTrue(listed())
        self.picture('open-to-anybody')
        browser.run('document.querySelector(".anybody button").focus()')
        browser.key('Enter')
        browser.wait('!document.querySelector(".anybody").checkVisibility()')
        self.assertEqual(self.focused()[0].split()[0], 'status')
        self.assertFalse(listed())

    def test_the_other_is_asked_to_undo(self):
        browser = self.browser
        room, other, _ = self.two('tictactoe')
        browser.wait('document.querySelector(".board .movable")')
        # Nothing of one's own can be taken back yet.
        browser.wait('[...document.querySelectorAll(".actions button")].some('
                     '(one) => one.textContent === "Ask to undo" && one.ariaDisabled === "true")')
        browser.click_cell('a1')
        browser.wait_for_moves(1)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 1, 'move': 'b2'}, other)
        browser.wait_for_moves(2)
        browser.press('Ask to undo')
        self.wait_text('.question', 'You ask to take back a move.')
        self.act(room, other, 'decline-undo', seat=2)
        self.wait_text('.reason', 'The move was not taken back.')
        browser.press('Ask to undo')
        browser.wait('document.querySelector(".question")')
        self.act(room, other, 'accept-undo', seat=2)
        browser.wait_for_moves(0)
        browser.wait('!document.querySelector(".question")')

    def test_who_is_asked_answers(self):
        browser = self.browser
        room, other, _ = self.two('tictactoe', seat=2, moves=['a1', 'b2'])
        browser.wait_for_moves(2)
        self.act(room, other, 'ask-undo', seat=1)
        self.act(room, other, 'offer-draw', seat=1)
        browser.wait('document.querySelectorAll(".question").length === 2')
        self.assertEqual(self.texts('.question > span:first-child'),
                         ['Ann offers a draw.', 'Ann asks to take back a move.'])
        heard = browser.run("""
            return [...document.querySelectorAll('.question button')].map((one) => one.ariaLabel)""")
        self.assertEqual(heard[2:], ['Accept: Ann asks to take back a move.',
                                     'Decline: Ann asks to take back a move.'])
        browser.press('Decline', '.question:first-child')
        browser.wait('document.querySelectorAll(".question").length === 1')
        self.assertIn('Accept', self.texts('.question button'))
        self.picture('asked')
        browser.press('Accept', '.question')
        browser.wait_for_moves(0)
        self.assertIn('2 moves taken back', browser.text('.board-side .heard'))

    def test_a_rematch_is_agreed(self):
        other = Browser(self.server)
        self.addCleanup(other.close)
        browser = self.browser
        room, key, keys = self.two('tictactoe')
        other.open_room(room, key)
        self.act(room, key, 'resign', seat=2)
        browser.press('Rematch')
        self.wait_text('.question', 'You want a rematch: the others are asked.')
        other.wait('document.querySelector(".question span")?.textContent'
                   ' === "Ann wants a rematch."')
        other.press('Accept', '.question')
        for page, seat, name in ((browser, '2', 'Ann'), (other, '1', 'Ben')):
            page.wait('location.hash && !location.hash.includes(given[0]) &&'
                      ' document.querySelector(".below li")?.dataset.seat === given[1]',
                      room, seat)
            page.wait('document.querySelector(".below li > b").textContent === given[0]', name)
        made = browser.run('return location.hash')
        self.assertEqual(other.run('return location.hash'), made)
        # Each has a key of the own seat and no more.
        self.assertEqual(browser.run("""
            return JSON.parse(localStorage['boardwalk.rooms'])[0].keys.length"""), 1)
        # Who comes back, or watches, is not carried away.
        for here in (keys['seats'][0], keys['watch']):
            browser.open_room(room, here)
            browser.press('Go to the rematch')
            browser.wait('location.hash === given[0]', made)
            browser.wait('document.querySelector(".status").textContent')

    def test_what_is_played_is_in_the_middle_of_a_larger_board(self):
        browser = self.browser
        browser.look(390, 844, phone=True)
        room, _, keys = self.server.room('draughts', ['human', 'human'], moves=EXCHANGE[:1])
        # How far it is from the middle of what is seen, as far as there is more to see.
        aside = '''
            const place = document.querySelector('.board-place'), seen = place.getBoundingClientRect();
            const boxes = [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect());
            const mean = (of) => boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
            const off = (at, middle, scrolled, most) => Math.abs(
                Math.min(Math.max(at - middle, -scrolled), most - scrolled));
            return boxes.length ? Math.round(Math.max(
                off(mean((box) => box.x + box.width / 2), seen.x + seen.width / 2,
                    place.scrollLeft, place.scrollWidth - place.clientWidth),
                off(mean((box) => box.y + box.height / 2), seen.y + seen.height / 2,
                    place.scrollTop, place.scrollHeight - place.clientHeight))) : null'''

        def enlarged(selector):
            for _ in range(3):
                browser.press('+', '.tools')
            found = browser.run(aside, selector)
            for _ in range(3):
                browser.press('−', '.tools')
            self.assertIsNotNone(found, selector)
            self.assertLess(found, 3, selector)

        browser.open_room(room, keys['seats'][1])
        browser.wait('document.querySelector(".board .movable")')
        enlarged('.board .movable')
        browser.click_cell('24')
        browser.wait('document.querySelector(".board .ring.picked")')
        enlarged('.board .ring.picked')
        browser.open_room(room, keys['seats'][0])
        browser.wait_for_moves(1)
        enlarged('.board .tint.end')

    # --- Where the focus is ---------------------------------------------------

    def focus_on(self, text):
        self.browser.run('''
            [...document.querySelectorAll('button')].find((one) =>
                one.textContent === arguments[0] && one.checkVisibility()).focus()''', text)
        self.assertEqual(self.focused()[1], text)

    def test_the_focus_stays_with_what_was_done(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        self.focus_on('Undo')
        for left in (1, 0):
            browser.key('Enter')
            browser.wait_for_moves(left)
        browser.wait('document.activeElement.ariaDisabled === "true"')
        self.assertEqual(self.focused()[1], 'Undo')
        browser.key('Enter')  # does nothing
        self.assertEqual(self.focused()[1], 'Undo')
        self.wait_text('.reason', '')
        # One that is gone leaves it with how the game stands.
        self.focus_on('Resign')
        self.act(room, key, 'resign', seat=1)
        browser.wait('document.querySelector(".status.over")')
        self.assertEqual(self.focused()[0].split()[0], 'status')
        for what in ('Rematch', 'Ask to undo'):
            room, other, _ = self.two('tictactoe', moves=['a1', 'b2'])
            browser.wait_for_moves(2)
            if what == 'Rematch':
                self.act(room, other, 'resign', seat=2)
                browser.wait('document.querySelector(".status.over")')
            self.focus_on(what)
            browser.key('Enter')
            browser.wait('document.querySelector(".question")')
            browser.wait('document.activeElement.ariaDisabled === "true"')
            self.assertEqual(self.focused()[1], what)

    def test_notes_that_go_leave_the_focus_with_the_status(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        browser.click('[aria-label="One move back"]')
        browser.wait('document.querySelector(".elsewhere").checkVisibility()')
        self.focus_on('Back to the game')
        browser.key('Enter')
        browser.wait('!document.querySelector(".elsewhere").checkVisibility()')
        self.assertEqual(self.focused()[0].split()[0], 'status')
        room, _, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, f'{keys["owner"]},{keys["seats"][0]}')
        browser.wait('[...document.querySelectorAll(".elsewhere")].some((one) => one.checkVisibility())')
        self.focus_on('Send the link')
        self.act(room, keys['seats'][1], 'name', seat=2, name='Ben')
        browser.wait('![...document.querySelectorAll(".elsewhere")].some((one) => one.checkVisibility())')
        self.assertEqual(self.focused()[0].split()[0], 'status')

    def test_the_focus_stays_with_the_size_of_the_board(self):
        browser = self.browser
        self.two('draughts')
        browser.wait('document.querySelector(".board .movable")')
        browser.press('+', '.tools')
        browser.wait('document.querySelector(".board-place.zoomed")')
        self.focus_on('−')
        browser.key('Enter')
        browser.wait('!document.querySelector(".board-place.zoomed")')
        self.assertEqual(self.focused()[1], '−')
        self.assertEqual(browser.run('return document.activeElement.ariaDisabled'), 'true')

    def test_the_focus_stays_in_lists_that_grow(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        browser.open_room(room, key)
        self.act(room, key, 'undo')
        browser.wait_for_moves(1)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 1, 'move': 'c3'}, key)
        browser.press('Branches')
        browser.wait('document.querySelector(".branches li button")')
        self.focus_on('From move 2: b2')
        self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': 'c1'}, key)
        browser.wait_for_moves(3)
        self.assertEqual(self.focused()[1], 'From move 2: b2')
        self.act(room, key, 'undo')
        browser.wait_for_moves(2)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': 'b1'}, key)
        browser.wait('document.querySelectorAll(".branches li button").length === 2')
        self.assertEqual(self.focused()[1], 'From move 2: b2')
        # The list of mistakes, while they are being found.
        browser.driver.execute_async_script('''
            const done = arguments[0];
            import('/look_into.js').then(({LookInto}) => {
              const judged = {mistakes: []}, lost = () => { window.isLost = true; };
              const made = new LookInto({judged, board: {seats: []}, lost});
              document.body.append(made.found);
              window.find = (...plies) => {
                judged.mistakes = plies.map((ply) => ({ply, seat: 1, text: 'b2', sign: '??', grade: 'blunder'}));
                made.show();
              };
              done();
            });''')
        browser.run('find(3); document.querySelector("body > .found button").focus(); find(3, 5)')
        self.assertEqual(browser.run('return document.querySelectorAll("body > .found button").length'), 2)
        self.assertEqual(browser.run('return document.activeElement.innerText.includes("4. b2")'), True)
        browser.run('find(5)')
        self.assertTrue(browser.run('return window.isLost'))

    # --- Who plays ------------------------------------------------------------

    def test_there_is_room_for_names_and_clocks(self):
        browser = self.browser
        for players, names in ((2, ['Maximiliane von Hohenstein', 'Bartholomew the Younger']),
                               (3, []), (6, ['Ann', 'Benjamin the Tall', '', '', '', 'Fritz'])):
            game = f'star:players={players}'
            room, _, keys = self.server.room(game, ['human'] * players, names=names,
                                             clock='300s+3s')
            for width, height in SIZES:
                browser.look(width, height, phone=width < 1000)
                browser.open_room(room, keys['watch'])
                browser.wait('document.querySelector(".clock").textContent')
                faults = browser.run("""
                    const faults = [];
                    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
                    for (const row of document.querySelectorAll('.seat-list li')) {
                      const parts = [...row.children].map((one) => one.getBoundingClientRect())
                          .filter(({width}) => width);
                      parts.slice(1).forEach(({left}, index) => {
                        if (left < parts[index].right - 0.5) faults.push(`parts of ${row.textContent} meet`);
                      });
                      const outer = row.getBoundingClientRect();
                      if (parts.some(({right}) => right > outer.right + 0.5)) faults.push(`${row.textContent} is too wide`);
                      if (row.querySelector(':scope > b').clientWidth < 20) faults.push(`${row.textContent} has no name`);
                    }
                    return faults;""")
                self.assertEqual(faults, [], (players, width, height))

    def test_computers_are_called_what_they_play_as(self):
        browser = self.browser
        room, _, keys = self.server.room('star:players=3', ['human', 'random', 'random'])
        browser.open_room(room, keys['seats'][0])
        self.wait_text('[data-seat="1"] > b', 'You')
        self.assertEqual([browser.text(f'[data-seat="{seat}"] > b') for seat in (2, 3)],
                         ['Random 2', 'Random 3'])
        room, _, keys = self.server.room('teeko', ['human', 'easy'], names=['Ann', ''])
        browser.open_room(room, keys['seats'][0])
        self.wait_text('[data-seat="1"] > b', 'Ann')
        self.assertEqual(browser.text('[data-seat="2"] > b'), 'Easy')
        self.assertEqual(browser.text('[data-seat="2"] .what'), 'computer')
        self.act(room, keys['seats'][0], 'resign', seat=1)
        self.wait_text('[data-seat="2"] .what', 'won')

    # --- The board ------------------------------------------------------------

    def test_any_hole_of_a_rack_is_its_column(self):
        browser = self.browser
        room, key, _ = self.server.room('connectfour', ['human', 'human'])
        browser.open_room(room, key)
        browser.wait('document.querySelector(".board .movable")')
        self.assertNotIn('Flip', browser.run('return document.querySelector(".tools").innerText'))
        for cell, falls in (('46', '41'), ('41', '42'), ('43', '43')):
            before = len(browser.pieces())
            browser.wait('document.querySelector(".board .movable")')
            browser.click_cell(cell)
            browser.wait_for_moves(before + 1)
            self.assertIn(falls, browser.pieces())

    def test_what_is_picked_ends_with_the_game(self):
        browser = self.browser
        room, other, _ = self.two('draughts')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('11')
        browser.wait('document.querySelector(".board .ring.picked")')
        self.act(room, other, 'resign', seat=2)
        browser.wait('document.querySelector(".status.over")')
        self.assertEqual(self.texts('.board .ring, .board .tint.picked'), [])

    def test_buttons_stay_while_moves_are_made(self):
        """So that a press that a move overtakes is not lost."""
        browser = self.browser
        room, key, keys = self.two('draughts')
        browser.wait('document.querySelector(".actions button")')
        browser.run('window.before = [...document.querySelectorAll(".actions button")]')
        for move in EXCHANGE[:2]:
            ply = self.server.ask(f'/rooms/{room}', key=key)['ply']
            self.server.ask(f'/rooms/{room}/moves', {'ply': ply, 'move': move},
                            keys['seats'][ply % 2])
        browser.wait_for_moves(2)
        self.assertTrue(browser.run("""
            return [...document.querySelectorAll('.actions button')]
                .every((one, index) => one === window.before[index])"""))

    # --- What one plays for --------------------------------------------------

    def test_the_goal_is_seen(self):
        browser = self.browser
        room, _, keys = self.server.room('star:players=3', ['human'] * 3)
        aim = self.server.ask(f'/rooms/{room}', key=keys['owner'])['legend']['aim']
        self.assertTrue(aim)
        for width, height in SIZES:
            browser.look(width, height, phone=width < 1000)
            browser.open_room(room, keys['seats'][0])
            browser.wait('document.querySelector(".board .movable")')
            self.assertEqual(browser.text('.aim'),
                             f'You are blue, starting at the bottom. {aim}')
            self.assertTrue(browser.run(f'return ({SEEN})(".aim")'), (width, height))
            self.picture(f'goal-{width}')
            covered = browser.run("""
                const goal = document.querySelector('.aim').getBoundingClientRect();
                return ['.status', '.actions', '.board', '.seat-list.below'].filter((one) => {
                  const box = document.querySelector(one).getBoundingClientRect();
                  return box.top < goal.bottom - 1 && goal.top < box.bottom - 1 &&
                      box.left < goal.right - 1 && goal.left < box.right - 1;
                })""")
            self.assertEqual(covered, [], (width, height))
        browser.look()
        browser.open_room(room, keys['watch'])
        self.wait_text('.aim', aim)

    def test_every_seat_is_at_the_bottom(self):
        browser = self.browser
        for game, seats in (('star', 6), ('star', 4), ('draughts', 2)):
            name = f'star:size=3,players={seats}' if game == 'star' else game
            room, _, keys = self.server.room(name, ['human'] * seats)
            for seat, key in enumerate(keys['seats'], 1):
                browser.open_room(room, key)
                browser.wait('document.querySelector(".board .man")')
                lowest = browser.run("""
                    const men = [...document.querySelectorAll('.board .man')];
                    const y = (one) => { const box = one.getBoundingClientRect(); return box.top + box.height / 2; };
                    const own = getComputedStyle(document.querySelector('.below .dot')).color;
                    const low = men.sort((a, b) => y(b) - y(a)).slice(0, arguments[0]);
                    return low.map((one) => getComputedStyle(one.querySelector('.piece')).color === own);""",
                    6 if game == 'star' else 12)
                self.assertTrue(all(lowest), (name, seat))
            # Half a turn puts them on top, and the picture is turned as the board is.
            browser.press('Flip')
            browser.wait('document.querySelector(".aim").textContent.includes("the top")')
            browser.run('HTMLAnchorElement.prototype.click = () => {}')  # no file
            browser.press('Links and files')
            browser.press('SVG', '.files')
            turn = """performance.getEntriesByType('resource').map(({name}) => new URL(name))
                .findLast(({pathname}) => pathname.endsWith(given[0]))?.searchParams.get('turn')"""
            self.assertEqual(browser.wait(turn, '/picture.svg'), browser.wait(turn, '/board'))

    # --- Comments ------------------------------------------------------------

    def test_comments(self):
        browser = self.browser
        room, other, keys = self.two('tictactoe', moves=['a1', 'b2'])
        browser.wait_for_moves(2)
        browser.press('Comment', '.steps')
        self.assertEqual(browser.wait('document.querySelector("dialog p")?.textContent'),
                         'On move 2, Ben: b2')
        browser.cdp('Input.insertText', text='The middle, <b>of course</b>')
        browser.press('Save', 'dialog')
        browser.wait('!document.querySelector("dialog")')
        self.wait_text('.comment', 'The middle, <b>of course</b>')
        self.assertEqual(browser.run("""
            const one = document.querySelector('.moves [data-ply="2"]');
            return [one.ariaLabel, Boolean(one.querySelector('.has-comment'))]"""),
            ['Move 2, Ben: b2, The middle, <b>of course</b>', True])
        for width, height in SIZES:
            browser.look(width, height, phone=width < 1000)
            self.assertTrue(browser.run(f'return ({SEEN})(".comment")'), (width, height))
        browser.look()
        # What others write comes, of the first position, too.
        self.act(room, other, 'comment', ply=0, text='Good luck')
        browser.click('[aria-label="First position"]')
        self.wait_text('.comment', 'Good luck')
        self.assertEqual(len(self.texts('.has-comment')), 1)
        self.act(room, other, 'comment', ply=0, text='')
        browser.wait('document.querySelector(".comment").hidden')
        browser.open_room(room, keys['watch'])
        browser.wait_for_moves(2)
        self.wait_text('.comment', 'The middle, <b>of course</b>')
        self.assertTrue(browser.run(
            'return document.querySelector(".steps .with-icon").hidden'))

    def test_comments_go_with_their_moves(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        for ply, text in ((1, 'Corner'), (2, 'The middle')):
            self.act(room, key, 'comment', ply=ply, text=text)
        self.wait_text('.comment', 'The middle')
        browser.press('Undo')
        browser.wait_for_moves(1)
        self.wait_text('.comment', 'Corner')
        browser.wait('document.querySelector(".board .movable")')
        browser.click_cell('c3')
        browser.wait_for_moves(2)
        browser.wait('document.querySelectorAll(".has-comment").length === 1')
        self.assertEqual(browser.text('.comment'), '')
        self.assertEqual(browser.run(
            'return document.querySelector(\'.moves [data-ply="2"]\').ariaLabel'),
            'Move 2, Player 2: c3')

    def test_what_others_write_is_heard(self):
        browser = self.browser
        room, other, _ = self.two('tictactoe', moves=['a1', 'b2'])
        browser.wait_for_moves(2)
        self.act(room, other, 'comment', ply=1, text='Brave')
        self.wait_text('.board-side .heard', 'On move 1, Ann: a1: Brave')
        # One's own are not told again.
        browser.press('Comment', '.steps')
        browser.wait('document.querySelector("dialog textarea")')
        browser.cdp('Input.insertText', text='Mine')
        browser.press('Save', 'dialog')
        self.wait_text('.comment', 'Mine')
        self.assertEqual(browser.text('.board-side .heard'), 'On move 1, Ann: a1: Brave')

    def test_comments_of_a_game_in_a_link(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        for ply, text in ((0, 'Good luck'), (2, 'The <b>middle</b>')):
            self.act(room, key, 'comment', ply=ply, text=text)
        browser.open(f'#game={self.link(room, key)}&ply=2')
        self.wait_text('.viewer .comment', 'The <b>middle</b>')
        self.assertEqual(browser.run("""
            return [...document.querySelectorAll('.moves button')]
                .map((one) => [one.ariaLabel, Boolean(one.querySelector('.has-comment'))])"""),
            [['Move 1, Player 1: a1', False],
             ['Move 2, Player 2: b2, The <b>middle</b>', True]])
        browser.click('[aria-label="One move back"]')
        self.wait_text('.viewer .comment', '')
        browser.click('[aria-label="First position"]')
        self.wait_text('.viewer .comment', 'Good luck')
        self.picture('comment-in-a-link')

    def test_a_link_tells_what_it_is_of(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'easy'])
        browser.open(f'#game={self.link(room, key)}')
        self.wait_text('.viewer h1', 'Othello')
        self.assertEqual(browser.run('return document.title'), 'Othello – Boardwalk')
        self.assertEqual(browser.text('.viewer h1 + p'), 'Black: a person · White: Easy')
        for width, height in SIZES:
            browser.look(width, height)
            browser.run('scrollTo(0, 0)')
            self.assertTrue(browser.run(f'return ({SEEN})(".viewer-head .main")'), width)
        browser.press('Go on with this game')
        browser.wait('location.hash.startsWith("#room=")')
        # Two that play alike are told apart, as in the game.
        room, key, _ = self.server.room('tictactoe', ['easy', 'easy'], moves=['b2', 'a1'])
        browser.open(f'#game={self.link(room, key)}&ply=2')
        browser.wait('document.querySelector(".viewer .said")?.textContent.startsWith("2. Easy 2: a1")')

    # --- Screens that were left ----------------------------------------------

    def hold(self, what):
        """Opens the page, in which requests for `what` wait."""
        added = self.browser.cdp('Page.addScriptToEvaluateOnNewDocument', source=HOLD)
        self.browser.open()
        self.browser.cdp('Page.removeScriptToEvaluateOnNewDocument', **added)
        self.browser.wait('document.querySelector(".card")')
        self.browser.run('window.hold = arguments[0]', what)

    def leave_and_release(self):
        """To the start page, where the answers come late. Once another request
        has gone to the server and back, the page has dealt with them."""
        self.browser.wait('window.held')
        self.browser.run('document.querySelector("main").firstChild.id = "left";'
                         'location.hash = ""')
        self.browser.wait('!document.querySelector("#left") &&'
                          ' document.querySelector(".setup .aim")?.textContent')
        self.browser.run('window.release()')
        self.browser.wait('window.answered === window.held')
        self.browser.driver.execute_async_script("""
            const [done] = arguments;
            fetch('/api/1/games').then((answer) => answer.text()).then(() => setTimeout(done))""")
        self.assertEqual(self.browser.run('return [location.hash, document.title]'),
                         ['', 'Boardwalk'])
        self.assertTrue(self.browser.run('return Boolean(document.querySelector(".setup"))'))

    def test_a_failure_that_comes_late(self):
        self.hold('nosuch')
        self.browser.run('location.hash = "edit=nosuch"')
        self.leave_and_release()
        self.assertEqual(len(self.browser.complaints()), 1)  # the answer's status

    def test_answers_for_a_game_that_was_left(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        for what, button in (('/views/', '◀'), ('/board', 'Flip'), ('/branches', 'Play on from here')):
            with self.subTest(what):
                self.hold('never')
                browser.run('location.hash = arguments[0]', f'room={room}&key={key}')
                browser.wait_for_moves(2)
                if what == '/branches':
                    browser.click('.moves [data-ply="1"]')
                    browser.wait('document.querySelector(".elsewhere").checkVisibility()')
                browser.run('window.hold = arguments[0]', what)
                browser.press(button)
                self.leave_and_release()

    def test_a_game_begins_as_soon_as_the_server_is_back(self):
        browser = self.browser
        away = """
            const real = window.fetch;
            window.fetch = (path, ...more) => window.away && new RegExp(window.away).test(path) ?
                Promise.reject(new TypeError('away')) : real(path, ...more);"""
        for what, then in (('/board', ''), ('/views/0', ''), ('/views/', '/views/3')):
            with self.subTest(what):
                room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
                browser.open()
                browser.wait('document.querySelector(".card")')
                browser.run(away)
                browser.run('window.away = arguments[0]; location.hash = arguments[1]',
                            what, f'room={room}&key={key}')
                self.wait_text('.reason', 'The server does not answer.')
                self.server.ask(f'/rooms/{room}/moves', {'ply': 2, 'move': 'c3'}, key)
                browser.run('window.away = arguments[0]; document.querySelector(".reason").textContent = ""', then)
                if then:
                    self.wait_text('.reason', 'The server does not answer.')
                    browser.run('window.away = null')
                browser.wait_for_moves(3)
                self.assertEqual(set(browser.pieces()), {'a1', 'b2', 'c3'})
                self.wait_text('.reason', '')

    def test_a_position_is_asked_for_again(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=['a1', 'b2'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        browser.run("""
            const real = window.fetch;
            window.fetch = (path, ...more) => /views/.test(path) ? Promise.reject(new TypeError('away')) :
                real(path, ...more);
            window.back = () => { window.fetch = real; };""")
        browser.click('.moves [data-ply="1"]')
        self.wait_text('.reason', 'The server does not answer.')
        browser.run('window.back()')
        browser.click('.moves [data-ply="1"]')
        self.wait_text('.elsewhere:not([hidden]) span', 'Move 1 of 2')

    # --- Guests --------------------------------------------------------------

    def test_guests_know_what_is_played(self):
        """Where the server asks for a token, a link to watch is enough."""
        server, token = self.guarded_server()
        room, _, keys = server.room('teeko', ['human', 'human'], token=token)
        guest = self.page(server)
        for key in (keys['watch'], keys['seats'][1]):
            guest.open_room(room, key)
            aim = server.ask(f'/rooms/{room}', key=key)['legend']['aim']
            guest.wait('document.querySelector(".aim").textContent.endsWith(given[0])', aim)
            guest.press('Rules')
            guest.wait('document.querySelector(".extras .rules").textContent.length > 100')
            self.assertEqual(guest.text('.reason'), '')
        self.assertEqual(guest.complaints(), [])

    # --- What was taken ------------------------------------------------------

    def test_what_was_taken_is_told(self):
        browser = self.browser
        self.two('draughts', moves=EXCHANGE)
        browser.wait_for_moves(4)
        nothing = {'1': '', '2': ''}
        each = {'1': 'has taken 1 piece', '2': 'has taken 1 piece'}
        browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])', each)
        # The pieces are those of the other.
        self.assertEqual(browser.run("""
            const color = (selector) => getComputedStyle(document.querySelector(selector)).color;
            return color('[data-seat="1"] .dots .dot') === color('[data-seat="2"] > .dot')"""), True)
        for ply, tally in ((2, nothing), (3, {'1': 'has taken 1 piece', '2': ''}),
                           (4, each), (0, nothing)):
            browser.run('document.querySelector(".slider").value = arguments[0];'
                        'document.querySelector(".slider").dispatchEvent(new Event("input"))', ply)
            browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])', tally)

    def test_pieces_that_change_owners_are_counted(self):
        browser = self.browser
        room, other, keys = self.two('othello')
        state = self.server.ask(f'/rooms/{room}', key=keys['owner'])
        cells = self.server.ask(f'/rooms/{room}/board', key=keys['owner'])['cells']
        first = self.server.ask(f'/rooms/{room}/pointing?ply=0', key=keys['owner'])['next'][0]
        browser.wait('document.querySelector(".board .movable")')
        self.assertEqual(browser.run(f'return {TALLY}'), {'1': '', '2': ''})
        browser.click_cell(cells[first]['name'])
        counts = {'1': 'has 4 pieces', '2': 'has 1 piece'}
        browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])', counts)
        self.assertEqual(self.texts('.dots > b'), ['1', '4'])
        browser.click('[aria-label="First position"]')
        browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])',
                     {'1': 'has 2 pieces', '2': 'has 2 pieces'})
        self.assertEqual(state['ply'], 0)

    def test_games_in_which_nothing_is_taken_tell_nothing(self):
        """Positions from whole games: the rule needs the first and one other."""
        rule = """
            const [shown, moves, done] = arguments;
            import('/taken.js').then(({changesOwners, takenFrom}) => done(shown.map((cells, ply) =>
                [changesOwners(shown[0], cells, moves.slice(0, ply)), takenFrom(shown[0], cells)])));"""
        for game, changes, taken in (
                ('star:size=3', False, False), ('chinese8', False, False), ('teeko', False, False),
                ('tictactoe', False, False), ('connectfour', False, False), ('othello', True, False),
                ('ataxx', True, False), ('draughts', False, True), ('onejump', False, True),
                ('breakthrough', False, True)):
            player = 'greedy' if game.startswith('star') else 'easy'
            room, key, _ = self.server.room(game, [player] * 2, seed=1)
            state = self.server.ask(f'/rooms/{room}', key=key)
            while not state['over'] and state['ply'] < 60:
                state = self.server.ask(f'/rooms/{room}', key=key)
            views = [self.server.ask(f'/rooms/{room}/views/{ply}', key=key)
                     for ply in range(min(state['ply'], 60) + 1)]
            owner = lambda view, kind: view['kinds'][kind]['label']  # noqa: E731
            cells = [[[cell for cell, kind in view['pieces']
                       if owner(view, kind).startswith(f'player {seat}')]
                      for seat in (1, 2)] for view in views]
            told = self.browser.driver.execute_async_script(
                rule, cells, state['moves'])
            if changes:  # most positions show it
                seen = [one for one, _ in told[1:]]
                self.assertGreater(sum(seen), 0.6 * len(seen), game)
                continue
            self.assertEqual(any(one for one, _ in told), changes, game)
            counts = [[len(one) for one in both] for both in cells]
            for (_, lost), now in zip(told, counts):
                gone = [before - after for before, after in zip(counts[0], now)]
                self.assertEqual(lost, gone if taken and any(gone) else None, (game, now))
            self.assertEqual(any(lost for _, lost in told), taken, game)

    # --- Words ---------------------------------------------------------------

    def test_people_are_called_by_their_names(self):
        browser = self.browser
        room, key, keys = self.server.room('draughts', ['human', 'human'],
                                           names=['Ann', 'Ben'], moves=['11-15', '23-19'])
        browser.open_room(room, key)
        browser.wait_for_moves(2)
        browser.click('[aria-label="One move back"]')
        self.wait_text('.board-side .heard', 'After move 1, Ann: 11-15')
        labels = browser.run("""return [...document.querySelectorAll('.moves button')]
            .map((one) => one.ariaLabel)""")
        self.assertEqual(labels, ['Move 1, Ann: 11-15', 'Move 2, Ben: 23-19'])
        browser.press('Players')
        browser.wait('document.querySelector("dialog .seat-choice")')
        self.assertEqual(self.texts('dialog .seat-choice > b'), ['Ann', 'Ben'])
        self.assertEqual(browser.run(
            'return [...document.querySelectorAll("dialog select")].map((one) => one.ariaLabel)'
            '.filter(Boolean)'), ['Ann', 'Ben'])
        browser.press('Cancel', 'dialog')
        browser.press('Links and files')
        browser.press('Links')
        browser.wait('document.querySelector("dialog .link-field")')
        self.assertEqual([one for one in self.texts('dialog .field-name')
                          if 'play' in one],
                         ['To play as Ann from another device',
                          'To play as Ben from another device'])
        browser.run('document.querySelector("dialog").close()')
        # A new name is in the list of moves, too.
        self.act(room, keys['seats'][1], 'name', seat=2, name='Bob')
        browser.wait('document.querySelector(\'.moves [data-ply="2"]\').ariaLabel'
                     ' === "Move 2, Bob: 23-19"')

    def test_who_plays_alone_without_a_name_is_you(self):
        browser = self.browser
        room, _, keys = self.server.room('tictactoe', ['human', 'human'],
                                         moves='b2 a1 a2 c2 b1 a3 b3'.split())
        browser.open_room(room, keys['seats'][1])
        self.wait_text('.below li > b', 'You')
        self.wait_text('.status', 'You lost: three in a row')
        browser.press('Find mistakes', '.actions')
        self.wait_text('.reason', 'You: 1 blunder')
        self.assertEqual(browser.run("return document.querySelector('.curve').ariaLabel"),
                         'Chances over the game, of Player 1: up is good')
        labels = browser.run("return [...document.querySelectorAll('.moves button')].map((one) => one.ariaLabel)")
        self.assertTrue(labels[1].startswith('Move 2, You: a1'), labels)
        browser.click('.moves [data-ply="5"]')
        browser.wait('/^Your chances: \\d+%$/.test(document.querySelector(".evaluation").title)')
        self.wait_text('.board-side .heard', 'After move 5, Player 1: b1')
        browser.click('.moves [data-ply="6"]')
        self.wait_text('.board-side .heard', 'After move 6, You: a3')
        browser.wait('/^You are lost (in 1 move)?/.test(document.querySelector(".evaluation").title)')
        browser.press('The board in words')
        self.wait_text('.words p', 'Last move, by you: a3')
        said = browser.driver.execute_async_script('''
            const done = arguments[0];
            import('/number_text.js').then(({chancesText}) => done([
                [0], [1], [-1], [1, 3], [-1, 2]].flatMap(([value, ends_in]) => ['You', 'Ann'].map(
                    (who) => chancesText(who, {value, ends_in}, 2)))));''')
        self.assertEqual(said, [
            '50% for you', '50% for Ann', 'You win for certain', 'Ann wins for certain',
            'You lose for certain', 'Ann loses for certain', 'You win in 2 moves', 'Ann wins in 2 moves',
            'You are lost in 1 move', 'Ann is lost in 1 move'])
        # What stands behind the name, and one with a name.
        room, _, keys = self.server.room('draughts', ['human', 'human'], moves=EXCHANGE)
        browser.open_room(room, keys['seats'][0])
        browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])',
                     {'2': 'has taken 1 piece', '1': 'have taken 1 piece'})
        self.act(room, keys['seats'][0], 'name', seat=1, name='Ann')
        browser.wait(f'JSON.stringify({TALLY}) === JSON.stringify(given[0])',
                     {'2': 'has taken 1 piece', '1': 'has taken 1 piece'})
        self.wait_text('.below li > b', 'Ann')

    def test_what_is_proved_is_said_in_words(self):
        browser = self.browser
        # The first player could win at a3, and lets the other do it.
        room, key, _ = self.server.room(
            'tictactoe', ['human', 'human'], names=['Ann', 'Ben'],
            moves=['a1', 'b1', 'a2', 'b2', 'c1', 'b3'])
        browser.open_room(room, key)
        browser.wait_for_moves(6)
        browser.press('Look into the position')
        browser.wait('document.querySelector(".limits")'
                     '?.textContent.startsWith("In the opinion of Alpha-beta, a move is'
                     ' a blunder if it costs 15%, a mistake if it costs 10% and an'
                     ' inaccuracy if it costs 5%")')
        browser.choose('[aria-label=Mistakes] select', 'hard')
        browser.wait('document.querySelector(".limits")'
                     '.textContent.startsWith("In the opinion of Hard, ")')
        browser.press('Find mistakes')
        browser.wait('document.querySelector("[aria-label=Mistakes] p").textContent'
                     '.includes("(Hard)")')
        browser.click('.moves [data-ply="5"]')
        browser.wait('document.querySelector(".remarks .said").textContent'
                     ' === "5. Ann: c1 (blunder: a3 wins in 1 move)"')
        browser.click('.moves [data-ply="4"]')
        browser.wait('document.querySelector(".evaluation").title'
                     ' === "Ann wins in 1 move"')

    def test_the_bar_of_chances_is_that_of_the_board(self):
        browser = self.browser
        # Whoever is to move wins with a3 before the last move: Ann, then Ben.
        for moves, better in (('a1 b1 a2 b2 c1', 'Ann'), ('a1 b3 a2 c3 c1 b2', 'Ben')):
            room, key, _ = self.server.room('tictactoe', ['human', 'human'], names=['Ann', 'Ben'],
                                            moves=moves.split())
            browser.open_room(room, key)
            browser.wait_for_moves(len(moves.split()))
            self.server.ask(f'/rooms/{room}/analysis', {'player': 'alphabeta:depth=9'}, key)
            browser.wait('document.querySelector(".moves .mistake")')
            browser.click('[aria-label="One move back"]')
            bar = '''(() => {
                  const {title, children: [upper, lower]} = document.querySelector('.evaluation');
                  const high = (one) => one.getBoundingClientRect().height;
                  const colour = (one) => getComputedStyle(one).backgroundColor;
                  return {title, below: document.querySelector('.below li > b').textContent,
                          larger: high(upper) > high(lower) ? 'above' : high(upper) < high(lower) ? 'below' : '',
                          share: high(lower) / (high(upper) + high(lower)),
                          colours: [colour(upper), colour(lower)], on: !upper.parentNode.hidden};
                })()'''
            browser.wait(f'{bar}.on && {bar}.larger && Math.abs(0.5 - {bar}.share) > 0.45')  # it moves there
            before = browser.run(f'return {bar}')
            where = lambda seen: 'below' if seen['below'] == better else 'above'  # noqa: E731
            self.assertEqual(before['larger'], where(before))
            self.assertAlmostEqual(before['share'], 1 if before['larger'] == 'below' else 0, 1)
            below = before['below']
            browser.press('Flip')
            browser.wait('document.querySelector(".below li > b").textContent !== given[0]', below)
            browser.wait(f'{bar}.larger !== given[0] && Math.abs(0.5 - {bar}.share) > 0.45', before['larger'])
            after = browser.run(f'return {bar}')
            self.assertEqual(after['larger'], where(after))
            self.assertEqual(after['colours'], before['colours'][::-1])

    def test_how_soon_a_game_ends_is_said(self):
        browser = self.browser
        # In 1, 3, 5 and 4 plies: told are one's own moves.
        for moves, says in ((['a1', 'b1', 'a2', 'b2'], 'wins in 1 move'),
                            (['a1', 'b1', 'b2', 'c3'], 'wins in 2 moves'),
                            (['a1', 'b1'], 'wins in 3 moves'),
                            (['a1', 'b1', 'a2'], 'is lost in 2 moves')):
            room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                            names=['Ann', 'Ben'], moves=moves)
            browser.open_room(room, key)
            browser.wait_for_moves(len(moves))
            browser.press('Look into the position')
            browser.wait('document.querySelectorAll(".look select").length > 2')
            browser.press('Think', '[aria-label="First adviser"]')
            # What it says last is proved.
            browser.wait('document.querySelector(".look .facts").textContent'
                         '.split("\u00a0· ")[0] === given[0]', f'{"Ben" if len(moves) % 2 else "Ann"} {says}')
            browser.wait('document.querySelector(".evaluation").title'
                         ' === `Ann ${given[0]}`', says.replace(
                             'is lost', 'wins') if len(moves) % 2 else says)

    def test_the_board_is_told_in_words(self):
        browser = self.browser
        # With a king.
        room, _, keys = self.server.room(
            'draughts', ['human', 'human'], names=['Ann', None],
            position='4/4/2b1/4/B3/4/1w2/4 b 0')
        browser.open_room(room, keys['seats'][0])
        browser.press('The board in words')
        browser.wait('document.querySelectorAll(".words li").length === 2')
        told = self.texts('.words li')
        labels = browser.pieces()
        of = {label: sorted((cell for cell in labels if labels[cell] == label), key=int)
              for label in labels.values()}
        self.assertEqual(told, [
            f'Ann (black, starting at the bottom): {", ".join(of["player 1"])}; king: {", ".join(of["player 1, king"])}',
            f'Player 2 (white, starting at the top): {", ".join(of["player 2"])}'])
        # By their numbers.
        room, _, keys = self.server.room('draughts', ['human', 'human'])
        browser.open_room(room, keys['seats'][0])
        browser.press('The board in words')
        browser.wait('document.querySelectorAll(".words li").length === 2')
        self.assertTrue(self.texts('.words li')[0].endswith(
            ': ' + ', '.join(str(cell) for cell in range(1, 13))))

    def test_the_link_for_the_other_comes_first(self):
        browser = self.browser
        room, _, keys = self.server.room('tictactoe', ['human', 'human'],
                                         names=['Ann', None])
        own = keys['seats'][0]
        browser.open_room(room, f'{keys["owner"]},{own}')
        self.wait_text('.told .elsewhere:not([hidden])',
                       'Player 2 has not come yet.Send the link')
        browser.press('Send the link')
        browser.wait('document.querySelectorAll("dialog .link-field").length')
        links = browser.run('return [...document.querySelectorAll('
                            '"dialog .link-field input")].map(({value}) => value)')
        self.assertIn(keys['seats'][1], links[0])
        self.assertTrue(any(own in link for link in links[1:]))
        # It alone is seen, and its button is ready to be pressed.
        self.assertEqual(browser.run('return [...document.querySelectorAll("dialog .link-field")]'
                                     '.filter((one) => one.checkVisibility()).length'), 1)
        self.assertEqual(browser.run('return document.activeElement.ariaLabel'),
                         'Copy: Send this to Player 2')
        host = browser.run('return location.hostname')
        self.assertIn(f'on this computer only, as the page was opened at “{host}”', browser.text('dialog'))
        browser.press('More links', 'dialog')
        self.assertEqual(browser.run('return [...document.querySelectorAll("dialog .link-field")]'
                                     '.filter((one) => one.checkVisibility()).length'), 4)
        self.picture('links')
        browser.run('document.querySelector("dialog").close()')
        # Where several have not come, each has a link.
        many, _, many_keys = self.server.room('star:players=3', ['human'] * 3, names=['Ann', None, None])
        browser.open_room(many, f'{many_keys["owner"]},{many_keys["seats"][0]}')
        browser.press('Send the link')
        browser.wait('document.querySelector("dialog .send")')
        self.assertEqual(self.texts('dialog .send .field-name'), ['Send this to Player 2', 'Send this to Player 3'])
        browser.open_room(room, f'{keys["owner"]},{own}')
        # Who has moved was there.
        self.server.ask(f'/rooms/{room}/moves', {'ply': 0, 'move': 'b2'}, own)
        self.server.ask(f'/rooms/{room}/moves', {'ply': 1, 'move': 'a1'},
                        keys['seats'][1])
        browser.wait_for_moves(2)
        browser.wait('!document.querySelector(".told .elsewhere:not([hidden])")')

    def test_who_was_there_and_went_is_not_waited_for(self):
        browser = self.browser
        room, _, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, f'{keys["owner"]},{keys["seats"][0]}')
        self.wait_text('.told .elsewhere:not([hidden])', 'Player 2 has not come yet.Send the link')
        friend = self.page()
        friend.open_room(room, keys['seats'][1])
        nobody_is_waited_for = ('document.querySelector(".status").textContent &&'
                                ' !document.querySelector(".told .elsewhere:not([hidden])")')
        browser.wait(nobody_is_waited_for)
        friend.driver.get('about:blank')
        browser.wait('document.querySelector(".above").textContent.includes("not here")')
        browser.wait(nobody_is_waited_for)
        browser.open_room(room, f'{keys["owner"]},{keys["seats"][0]}')
        browser.wait('document.querySelector(".above")?.textContent.includes("not here")')
        browser.wait(nobody_is_waited_for)

    def test_what_is_said_of_an_earlier_position_moves_nothing(self):
        browser = self.browser
        room, key, keys = self.server.room('othello', ['human', 'human'], moves=['c4', 'c3'])
        browser.open_room(room, ','.join(keys['seats']))
        for width, height in ((1440, 900), (1024, 768), (390, 844), (844, 390)):
            browser.look(width, height, phone=width < 1000)
            browser.run('document.querySelector(".moves [data-ply=\\"1\\"]").click()')
            browser.wait('document.querySelector(".elsewhere:not([hidden])")')
            before = browser.run('return document.querySelector(".doing").getBoundingClientRect().top')
            browser.click_cell('d3')
            self.wait_text('.reason', 'This is an earlier position.')
            self.assertEqual(browser.run('return document.querySelector(".doing").getBoundingClientRect().top'),
                             before, (width, height))
            browser.press('Back to the game')
            browser.wait('!document.querySelector(".elsewhere:not([hidden])")')

    def test_nobody_is_waited_for_after_the_end(self):
        browser = self.browser
        room, key, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, f'{keys["owner"]},{keys["seats"][0]}')
        self.wait_text('.told .elsewhere:not([hidden])', 'Player 2 has not come yet.Send the link')
        self.server.ask(f'/rooms/{room}/actions', {'action': 'resign'}, keys['seats'][0])
        browser.wait('document.querySelector(".status.over") && !document.querySelector(".told .elsewhere:not([hidden])")')
        browser.run('document.querySelector(".files").open = true')
        browser.press('Links')
        browser.wait('document.querySelectorAll("dialog .link-field").length === 4')
        self.assertFalse(browser.run('return document.querySelector("dialog .send")'))

    def test_who_comes_by_a_link_is_asked_for_a_name(self):
        browser = self.browser
        browser.open()
        browser.run('localStorage.removeItem("boardwalk.name")')
        room, key, keys = self.server.room('tictactoe', ['human', 'human'],
                                           names=['Ann', None])
        browser.open_room(room, keys['seats'][1])
        browser.press('Set your name')
        browser.run("""
            const name = document.querySelector('dialog [autocomplete=nickname]');
            name.value = 'Ben';
            name.dispatchEvent(new Event('change'));
            document.querySelector('dialog').close();""")
        self.wait_text('.below li > b', 'Ben')
        browser.wait('document.querySelector(".below .say-name").hidden')
        names = [seat['name'] for seat in self.server.ask(
            f'/rooms/{room}', key=key)['seats']]
        self.assertEqual(names, ['Ann', 'Ben'])

    def test_the_end_of_a_game(self):
        browser = self.browser
        room, key, _ = self.server.room(
            'tictactoe', ['human', 'human'],
            moves=['b2', 'a1', 'a2', 'c2', 'b1', 'a3', 'b3'])
        browser.open_room(room, key)
        self.wait_text('.status', 'Player 1 won: three in a row')
        for gone in ('Hint', 'Resign', 'Offer a draw'):
            self.assertNotIn(gone, self.texts('.actions button'))
        # The mistakes are one press away, and the curve ends with the result.
        browser.press('Find mistakes')
        browser.wait('/1 blunder/.test(document.querySelector('
                     '"[aria-label=Mistakes] p").textContent)')
        ends = browser.run("""
            return document.querySelector('.curve polyline').getAttribute('points')
                .split(' ').pop().split(',').map(Number)""")
        self.assertEqual(ends[0], 1000)
        self.assertLess(ends[1], 10)
        # The rules are paragraphs here, too.
        browser.press('Rules')
        browser.wait('document.querySelector(".extras .rules p")')

    def test_the_first_of_two_on_a_screen_is_below(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'],
                                        names=['Ann', 'Ben'])
        browser.open_room(room, key)
        self.wait_text('.below li > b', 'Ann')
        lowest = browser.run("""
            const pieces = [...document.querySelectorAll('.board .man')];
            const y = (one) => one.getBoundingClientRect().y;
            return pieces.reduce((low, one) => y(one) > y(low) ? one : low)
                .querySelector('.piece').getAttribute('class')""")
        self.assertIn('seat-black', lowest)

    def test_what_looks_into_a_position_is_told_apart(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'])
        browser.open_room(room, key)
        browser.press('Look into the position')
        browser.wait('document.querySelectorAll(".look select").length > 2')
        self.assertEqual(self.texts('.look-into :is(h2, h3)'),
                         ['What computers would play', 'First adviser', 'Second adviser', 'Mistakes'])
        self.assertEqual(self.texts('.look .player-choice > select option:checked'),
                         ['Alpha-beta', 'MCTS', 'Alpha-beta'])
        heights = '''[...document.querySelectorAll('.side-by-side .look > button')]
            .map((one) => one.getBoundingClientRect().y)'''
        # What is said of the two is not equally long.
        browser.choose('[aria-label="Second adviser"] select', 'hard')
        for width, height in ((1440, 900), (1024, 768)):
            browser.look(width, height)
            first, second = browser.run(f'return {heights}')
            self.assertEqual(first, second)
        # Once it is over one wants to know what went wrong.
        self.act(room, key, 'resign', seat=1)
        browser.open_room(room, key)
        browser.press('Look into the position')
        browser.wait('document.querySelector(".look-into h2")?.textContent === "Mistakes"')

    def test_what_mistakes_were_found_is_said_where_one_looks(self):
        browser = self.browser
        browser.look(390, 844, phone=True)
        for moves, says in (('b2 a1 a3 c1 b1 b3 a2 c2 c3', 'No mistakes found by Alpha-beta'),
                            ('b2 a1 a2 c2 b1 a3 b3', 'Player 2: 1 blunder')):
            room, key, _ = self.server.room('tictactoe', ['human', 'human'], moves=moves.split())
            browser.open_room(room, key)
            browser.press('Find mistakes', '.actions')
            self.wait_text('.reason', says)
            self.assertTrue(browser.run(f'return ({SEEN})(".reason")'))
            self.assertFalse(browser.run(f'return ({SEEN})(".look button")'))
        # In the list of them each leads to its position.
        [said] = self.texts('.found span')
        self.assertRegex(said, r'^\d\. [abc][123] \?\? blunder$')
        browser.click('.found button')
        browser.wait('document.querySelector(".elsewhere:not([hidden]) span")?.textContent'
                     ' === `Move ${given[0]} of 7`', said[0])
        self.assertGreater(browser.run("""
            return document.querySelector(".board-place").getBoundingClientRect().top"""), -1)
        # Who asks there gets the answer there.
        browser.press('Find mistakes', '.look')
        browser.wait('!document.querySelector(".reason").textContent.includes("…")')
        self.assertTrue(browser.run(f'return ({SEEN})("[aria-label=Mistakes] p")'))
        self.assertEqual(browser.text('[aria-label=Mistakes] p'), '1 blunder (Alpha-beta)')
        # Where other moves take their place, they are mistakes no more.
        browser.press('Back to the game')
        browser.press('Undo')
        self.assertEqual(len(self.texts('.found span')), 1)
        for ply in range(6, int(said[0]) - 1, -1):
            browser.wait_for_moves(ply)
            browser.press('Undo')
        browser.wait_for_moves(int(said[0]) - 1)
        browser.wait('document.querySelector(".board .movable")')
        free = browser.run('return [...document.querySelectorAll(".board .movable")]'
                           '.map((one) => one.dataset.cell).find((one) => one !== arguments[0])',
                           said.split()[1])
        browser.click_cell(free)
        browser.wait('!document.querySelector(".found button")')

    def test_a_better_move_is_no_mistake(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'],
                                        moves='b2 a1 a2 c2 b1 a3 b3'.split())
        browser.open_room(room, key)
        browser.press('Look into the position')
        browser.press('Find mistakes', '.look')
        browser.wait('document.querySelectorAll(".found button").length === 1')
        [said] = self.texts('.found span')
        ply = int(said[0])
        browser.click('.found button')
        browser.wait('document.querySelector(".board .layer-better .arrow")')
        better = re.search(r'blunder: ([abc][123])', browser.text('.remarks .said')).group(1)
        for _ in range(7, ply - 1, -1):
            self.act(room, key, 'undo')
        browser.wait_for_moves(ply - 1)
        # Undone moves can come back, as what they were.
        self.assertEqual(self.texts('.moves b.mistake'), ['??'])
        self.server.ask(f'/rooms/{room}/moves', {'ply': ply - 1, 'move': better}, key)
        browser.wait_for_moves(ply)
        browser.click(f'.moves [data-ply="{ply}"]')
        browser.wait(f'document.querySelector(\'.moves [data-ply="{ply}"]\').ariaLabel.endsWith(": {better}")')
        self.assertEqual(self.texts('.moves b.mistake, .found span, .remarks .said:not([hidden])'), [])
        self.assertEqual(browser.run('return document.querySelectorAll(".board .layer-better .arrow, .curve .mistake").length'), 0)
        # What the position before it is worth has not changed.
        browser.click('[aria-label="One move back"]')
        browser.wait('!document.querySelector(".evaluation").hidden')
        # Nor does who comes later take what was said of one move for another.
        browser.open_room(room, key)
        browser.click(f'.moves [data-ply="{ply - 1}"]')
        browser.wait('!document.querySelector(".evaluation").hidden')
        browser.press('Look into the position')
        browser.wait('document.querySelector(".looks h2")')
        self.assertEqual(self.texts('.moves b.mistake, .found span'), [])

    def test_who_has_gone_on_is_not_brought_back(self):
        browser = self.browser
        browser.look(390, 844, phone=True)
        room, key, _ = self.server.room('draughts', ['human', 'human'], moves=EXCHANGE[:2])
        browser.open_room(room, key)
        self.act(room, key, 'resign', seat=1)
        browser.wait('document.querySelector(".status.over")')
        browser.press('Find mistakes', '.actions')
        self.wait_text('.reason', 'Looking for mistakes …')
        self.assertTrue(browser.run(f'return ({SEEN})(".reason")'))
        self.wait_text('[aria-label=Mistakes] p', 'No mistakes found by Alpha-beta')
        browser.press('Find mistakes', '.look')
        self.wait_text('[aria-label=Mistakes] p', 'Looking for mistakes …')
        self.assertTrue(browser.run(f'return ({SEEN})("[aria-label=Mistakes] p")'))
        for place in (0, 100000):
            if place:
                browser.press('Find mistakes', '.actions')
                self.wait_text('.reason', 'Looking for mistakes …')
            browser.run('scrollTo(0, arguments[0]); window.gone = scrollY', place)
            self.wait_text('.reason', 'No mistakes found by Alpha-beta')
            self.assertEqual(browser.run('return scrollY - window.gone'), 0)

    def test_an_analysis_answers_who_has_asked_for_it(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'], moves=EXCHANGE)
        browser.open_room(room, key)
        browser.press('Look into the position')
        browser.wait('document.querySelector("[aria-label=Mistakes] select")')
        self.server.ask(f'/rooms/{room}/analysis', {'player': 'random'}, key)
        browser.wait('document.querySelector("[aria-label=Mistakes] p").textContent.startsWith("Random does not say")')
        said = '''
            window.said = [];
            new MutationObserver(() => window.said.push(document.querySelector('.reason').textContent))
                .observe(document.querySelector('.reason'), {childList: true, characterData: true, subtree: true});'''
        browser.run(said)
        browser.press('Find mistakes', '.look')
        self.wait_text('.reason', 'Looking for mistakes …')
        # What was found before comes again with a new stream.
        browser.run('document.dispatchEvent(new Event("visibilitychange"))')
        browser.wait('window.said.at(-1) && window.said.at(-1) !== "Looking for mistakes …"')
        self.assertNotIn('Random', ' '.join(browser.run('return window.said')))
        self.assertRegex(browser.text('.reason'), '(by Alpha-beta|inaccurac|mistake|blunder)')
        # Another one takes the place of what was asked for here.
        browser.press('Find mistakes', '.look')
        self.wait_text('.reason', 'Looking for mistakes …')
        browser.wait('document.querySelector("[aria-label=Mistakes] p").textContent.includes("of 4")')
        self.server.ask(f'/rooms/{room}/analysis', {'player': 'random'}, key)
        self.wait_text('.reason', '')
        browser.wait('document.querySelector("[aria-label=Mistakes] p").textContent.startsWith("Random does not say")')

    def test_who_looks_at_mistakes_sees_the_moves(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['random'] * 2, seed=1)
        for width, height in ((1440, 900), (1024, 768)):
            browser.look(width, height)
            browser.open_room(room, key)
            browser.wait('document.querySelector(".status.over")')
            browser.press('Look into the position')
            browser.wait('document.querySelector("[aria-label=Mistakes] p")')
            self.server.ask(f'/rooms/{room}/analysis', {'player': 'alphabeta:nodes=2000'}, key)
            browser.wait('document.querySelector("[aria-label=Mistakes] p").textContent.includes("blunder")')
            browser.run('document.querySelector(".moves [data-ply=\\"31\\"]").click()')
            browser.wait('document.querySelector(".moves [data-ply=\\"31\\"][aria-current]")')
            browser.wait('''(() => {
                const list = document.querySelector('ol.moves'), one = list.querySelector('[aria-current]');
                const seen = list.getBoundingClientRect(), {top, bottom, height} = one.getBoundingClientRect();
                return seen.height >= 4 * height && top >= seen.top && bottom <= seen.bottom;
            })()''')
            # All are on the curve, too; the blunders from top to bottom.
            self.assertEqual(*browser.run('''
                const count = (selector) => document.querySelectorAll(selector).length;
                const blunders = [...document.querySelectorAll('.moves b.mistake')]
                    .filter(({textContent}) => textContent === '??').length;
                return [[count('.curve .mistake'), count('.curve .mistake:not(.tick)')],
                        [count('.moves b.mistake'), blunders]]'''))

    def test_what_is_opened_moves_nothing_beside_it(self):
        browser = self.browser
        # Each summary with its column, its row and how wide its content is, of all.
        look = """
            const all = document.querySelector('.extras').getBoundingClientRect();
            return Object.fromEntries([...document.querySelectorAll('.extras > details:not([hidden]) > summary')]
                .map((one) => [one, one.getBoundingClientRect(), one.nextElementSibling.offsetWidth])
                .map(([one, {x, y}, wide]) =>
                    [one.textContent, [x < all.x + all.width / 3, y, Math.round(100 * wide / all.width)]]))"""
        pairs = [['Look into the position', 'Type a move'], ['The board in words', 'Rules']]
        for seats in (['human', 'easy'], ['human', 'human']):
            room, key, _ = self.server.room('othello', seats)
            for width, height in ((1440, 900), (1024, 768), (390, 844)):
                browser.look(width, height)
                browser.open_room(room, key)
                browser.wait('document.querySelector(".board .movable")')
                if seats[1] == 'easy':
                    browser.click('.switch input')
                for name in ('Rules', 'Links and files', 'Look into the position'):
                    browser.press(name, '.extras')
                    browser.wait('[...document.querySelectorAll(".extras [open] > summary")]'
                                 '.some((one) => one.textContent === given[0] &&'
                                 ' one.nextElementSibling.textContent)', name)
                    told = browser.run(look)
                    for left, right in pairs:
                        self.assertEqual((told[left][:2], told[right][0]),
                                         ([True, told[right][1]], False), name)
                    self.assertEqual(told[name][2], 100, name)
                if seats[1] == 'easy':
                    browser.click('.switch input')

    def test_numbers_are_written_in_one_way(self):
        said = self.browser.driver.execute_async_script("""
            const done = arguments[0];
            import('/number_text.js').then(({reportText, saidText}) => done([
                saidText('Ann', {value: 0, depth: 1, nodes: 1, seconds: 32e-6}),
                saidText('Ann', {value: 1, playouts: 12345, seconds: 2}),
                reportText('Ann', {value: 0, report: 'value +0.00, depth 1, 2 nodes, 32 us'})]))""")
        self.assertEqual(said, ['50% for Ann, depth 1, 1 node, 32 µs', 'Ann wins for certain, 12.3k playouts, 2 s',
                                '50% for Ann, depth 1, 2 nodes, 32 µs'])

    # --- The list of moves ---------------------------------------------------

    def test_the_moves_of_each_seat_stand_below_each_other(self):
        browser = self.browser
        for game, seats in (('othello', 2), ('star:size=3,players=3', 3)):
            room, key, _ = self.server.room(game, ['random'] * seats, seed=1)
            browser.open_room(room, key)
            browser.wait('document.querySelectorAll(".moves li").length > 20')
            for width, height in ((1440, 900), (1024, 768)):
                browser.look(width, height)
                browser.wait('getComputedStyle(document.querySelector(".moves")).'
                             'gridTemplateColumns.split(" ").length % given[0] === 0 ||'
                             ' document.querySelector(".moves").style'
                             '.getPropertyValue("--columns") === "1"', seats)
                heights, seats_of = browser.run('''
                    const buttons = [...document.querySelectorAll('.moves button')], seats = {};
                    for (const one of buttons) {
                      (seats[one.offsetParent.offsetLeft + one.offsetLeft] ??= new Set())
                          .add(one.ariaLabel.match(/Random \\d/)[0]);
                    }
                    return [[...new Set(buttons.map(({offsetHeight}) => offsetHeight))],
                            Object.values(seats).map(({size}) => size)]''')
                self.assertEqual(len(heights), 1)  # no move is broken
                if len(seats_of) > 1:
                    self.assertEqual(set(seats_of), {1}, (game, width))

    def test_the_long_moves_of_the_star_have_two_columns(self):
        browser = self.browser
        room, key, _ = self.server.room('star', ['random'] * 2, seed=1)
        browser.open_room(room, key)
        browser.wait('document.querySelectorAll(".moves li").length > 100')
        browser.look(1024, 768)
        browser.wait('document.querySelector(".moves.tight").style.getPropertyValue("--columns") === "2"')
        # Each has room for the sign of a mistake, too.
        needed, given = browser.run('''
            for (const one of document.querySelectorAll('.moves button')) {
              const sign = document.createElement('b');
              sign.className = 'mistake';
              sign.textContent = '??';
              one.append(sign);
            }
            const widths = [...document.querySelectorAll('.moves button')]
                .map(({scrollWidth, clientWidth}) => [scrollWidth, clientWidth]);
            return [Math.max(...widths.map(([needed]) => needed)), Math.min(...widths.map(([, given]) => given))]''')
        self.assertLessEqual(needed, given)

    def test_a_long_move_stands_across_the_columns(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['random'] * 2, seed=1)
        browser.open_room(room, key)
        browser.wait('document.querySelector(".status.over")')
        browser.look(1024, 768)
        # With the next frame it fits the new size.
        browser.wait('[...document.querySelectorAll(".moves li")].some((one) => one.style.gridColumn === "1 / -1")')
        columns, across, cut = browser.run('''
            const columns = {}, across = [], cut = [];
            for (const one of document.querySelectorAll('.moves button')) {
              const item = one.closest('li'), text = one.lastChild.textContent;
              if (item.style.gridColumn === '1 / -1') across.push(text);
              else (columns[item.offsetLeft] ??= new Set()).add(one.ariaLabel.match(/Random \\d/)[0]);
              if (one.scrollWidth > one.clientWidth) cut.push(text);
            }
            return [Object.values(columns).map(({size}) => size), across, cut]''')
        self.assertEqual(columns, [1, 1])
        self.assertTrue(all(len(text) > 5 for text in across), across)
        self.assertEqual(cut, [])

    def test_the_move_that_is_shown_stays_in_sight(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['random'] * 2, seed=1)
        seen = '''(() => {
            const list = document.querySelector('ol.moves').getBoundingClientRect();
            const one = document.querySelector('.moves [aria-current]').getBoundingClientRect();
            return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
        })()'''
        for width, height in ((1440, 1400), (1440, 700), (1024, 768)):
            browser.look(width, height)
            if height == 1400:
                browser.open_room(room, key)
                browser.wait('document.querySelector(".status.over")')
                browser.click('.moves [data-ply="28"]')
                browser.wait('document.querySelector(".moves [data-ply=\\"28\\"][aria-current]")')
            browser.wait(f'innerHeight === {height} && {seen}')

    def test_steps_beyond_the_ends_are_not_offered(self):
        browser = self.browser
        room, key, _ = self.server.room('draughts', ['human', 'human'], moves=EXCHANGE)
        browser.open_room(room, key)
        browser.wait_for_moves(4)
        offered = '''[...document.querySelectorAll('.steps button[aria-disabled]')]
            .map((one) => Number(one.ariaDisabled === 'false')).join('')'''
        browser.wait(f'{offered} === "1100"')
        browser.run('document.querySelector("[aria-label=\\"One move back\\"]").focus()')
        for ply in (3, 2, 1, 0):
            browser.key('Enter')
            browser.wait(f'{offered} === given[0]', '1111' if ply else '0011')
            browser.wait('document.querySelector(".slider").value === given[0]', str(ply))
        # Who holds the key stays there.
        browser.key('Enter')
        self.assertEqual(browser.run('return document.activeElement.ariaLabel'), 'One move back')


if __name__ == '__main__':
    PROGRAM = sys.argv.pop(1)
    unittest.main()
