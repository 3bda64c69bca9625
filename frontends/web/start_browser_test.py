#!/usr/bin/env python3
"""The start page and the board editor in a real browser:
start_browser_test.py BOARDWALK PLUGIN [TEST...].

PLUGIN is a library with the game 'walk', whose positions no board shows."""

import sys
import unittest
import urllib.error
from urllib.parse import quote

sys.dont_write_bytecode = True
from browser_testing import CONTRAST, SIZES, PageCase  # noqa: E402

OPEN_ROWS = '[...document.querySelectorAll(".open-games li")]'
READY = 'document.querySelector(".editor .go:not(:disabled)")'


class StartTest(PageCase):
    @classmethod
    def setUpClass(cls):
        cls.begin(PROGRAM, '--plugin', PLUGIN)

    def type_into(self, selector, text):
        self.browser.click(selector)
        self.browser.run('document.querySelector(arguments[0]).select()',
                         selector)
        self.browser.cdp('Input.insertText', text=text)

    def made_room(self):
        """The state of the room that is shown, for who made it."""
        room = self.browser.wait(
            '(location.hash.match(/^#room=([^&]*)/) ?? [])[1]')
        self.browser.wait('document.querySelector(".board [data-cell]")')
        keys = self.browser.run('''
            return JSON.parse(localStorage['boardwalk.rooms'])
                .find(({id}) => id === arguments[0]).keys''', room)
        return self.server.ask(f'/rooms/{room}', key=','.join(keys))

    # --- The board editor ----------------------------------------------------

    def edit(self, game, position=''):
        self.browser.open(f'#edit={quote(game)}' + (
            f'&position={quote(position, safe="")}' if position else ''))
        self.browser.wait('document.querySelector(".editor .spare")')

    def choose_piece(self, label):
        self.browser.click('.spare:has(input[aria-label='
                           f'"{label}"])')

    def composed(self, game, pieces, to_move):
        return self.server.ask('/positions', {
            'game': game, 'pieces': pieces, 'to_move': to_move})['position']

    def shown_text(self):
        self.browser.wait(READY)
        return self.browser.run(
            'return document.querySelector(".editor textarea").value')

    def asked(self, text):
        """The position of a text, as the server reads it."""
        return self.server.ask('/positions', {'game': self.game,
                                              'position': text})

    def test_a_position_is_set_up_by_hand(self):
        browser = self.browser
        self.game = 'ataxx'
        self.edit(self.game)
        opening = self.shown_text()
        before = browser.pieces()
        names = {label: cell for cell, label in before.items()}
        own, other = names['player 1'], names['player 2']
        empty = [cell for cell in browser.places() if cell not in before]
        # The first seat's piece is chosen; the same again takes it away.
        browser.click_cell(empty[0])
        self.assertEqual(browser.pieces(), {**before, empty[0]: 'player 1'})
        self.assertNotEqual(self.shown_text(), opening)
        browser.click_cell(empty[0])
        self.assertEqual(browser.pieces(), before)
        self.assertEqual(self.shown_text(), opening)
        # Another replaces it, the hand takes away.
        self.choose_piece('Put: player 2')
        browser.click_cell(own)
        self.assertEqual(browser.pieces()[own], 'player 2')
        self.choose_piece('Take away')
        browser.click_cell(other)
        self.assertNotIn(other, browser.pieces())
        # A drag carries, whatever is chosen; off the board it takes away.
        browser.drag(own, empty[1])
        expected = {**before, empty[1]: 'player 2'}
        del expected[own], expected[other]
        self.assertEqual(browser.pieces(), expected)
        x, y = browser.cell(empty[1])
        browser.mouse('mousePressed', x, y)
        browser.mouse('mouseMoved', x + 30, y)
        edge = browser.place('document.querySelector(".editor h1")')
        browser.mouse('mouseMoved', *edge)
        browser.mouse('mouseReleased', *edge)
        del expected[empty[1]]
        self.assertEqual(browser.pieces(), expected)
        # So does one from the palette.
        x, y = browser.place('document.querySelectorAll(".spare > svg")[0]')
        to_x, to_y = browser.cell(own)
        browser.mouse('mousePressed', x, y)
        for share in (0.5, 1):
            browser.mouse('mouseMoved', x + share * (to_x - x),
                          y + share * (to_y - y))
        self.assertEqual(browser.run(
            'return document.querySelectorAll(".ghost").length'), 1)
        browser.mouse('mouseReleased', to_x, to_y)
        self.assertEqual(browser.run(
            'return document.querySelectorAll(".ghost").length'), 0)
        expected[own] = 'player 1'
        self.assertEqual(browser.pieces(), expected)
        # Whose turn it is, is of the position.
        browser.click('.turns .level:has([value="2"])')
        answer = self.asked(self.shown_text())
        self.assertEqual(answer['to_move'], 2)
        self.assertEqual(len(answer['pieces']), len(expected))
        # The address is that of what stands there.
        browser.run('location.reload()')
        browser.wait('document.querySelectorAll(".editor .board-place .man")'
                     '.length === given[0]', len(expected))
        self.assertEqual(browser.pieces(), expected)
        self.assertTrue(browser.run(
            'return document.querySelector("[name=turn][value=\\"2\\"]").checked'))
        browser.press('Opening')
        self.assertEqual(browser.pieces(), before)
        self.assertEqual(self.shown_text(), opening)

    def test_changes_are_undone(self):
        browser = self.browser
        self.game = 'ataxx'
        self.edit(self.game)
        opening = self.shown_text()
        before = browser.pieces()
        undo = '[...document.querySelectorAll(".editor .tools button")].find((one) => one.textContent === "Undo")'
        self.assertTrue(browser.run(f'return {undo}.disabled'))
        shown = []  # before each change
        read = 'document.querySelector(".editor textarea").value'

        def change(what):
            shown.append((browser.pieces(), browser.run(f'return {read}')))
            what()
            browser.wait(f'{read} !== given[0]', shown[-1][1])

        def put():
            own = next(cell for cell, label in before.items() if label == 'player 1')
            empty = next(cell for cell in browser.places() if cell not in before)
            browser.drag(own, empty)

        def type_in(text):
            self.type_into('.editor textarea', text)
            browser.key('Enter')

        change(put)
        change(lambda: browser.click('.turns .level:has([value="2"])'))
        change(lambda: browser.press('Clear'))
        change(lambda: type_in('x5o/7/7/3x3/7/7/o6 o 9 1'))
        browser.wait('document.querySelectorAll(".editor .board-place .man").length === 4')
        change(lambda: type_in('nowhere'))
        browser.wait('document.querySelector(".verdict.bad")')
        change(lambda: browser.press('Opening'))
        self.assertEqual(browser.pieces(), before)
        # The board comes back with its text and its counters.
        texts = [text for _, text in shown]
        self.assertEqual(texts[4], 'x5o/7/7/3x3/7/7/o6 o 9 1')
        for pieces, text in reversed(shown):
            browser.press('Undo')
            self.assertEqual(browser.pieces(), pieces)
            if text != 'nowhere':
                browser.wait(f'{read} === given[0]', text)
        self.assertEqual(self.shown_text(), opening)
        self.assertTrue(browser.run('return document.querySelector("[name=turn][value=\\"1\\"]").checked'))
        # Nothing is left; the focus is not lost.
        self.assertTrue(browser.run(f'return {undo}.disabled'))
        self.assertTrue(browser.run('return document.activeElement.matches(".verdict")'))
        # By the keyboard, too.
        browser.press('Clear')
        browser.wait('!document.querySelector(".editor .man")')
        browser.cdp('Input.dispatchKeyEvent', type='keyDown', key='z', modifiers=2)
        browser.wait(READY)
        self.assertEqual(browser.pieces(), before)
        # What was typed and undone can be typed again.
        type_in('x5o/7/7/3x3/7/7/o6 o 9 1')
        browser.wait('document.querySelectorAll(".editor .board-place .man").length === 4')
        browser.press('Undo')
        self.assertEqual(self.shown_text(), opening)
        type_in('x5o/7/7/3x3/7/7/o6 o 9 1')
        browser.wait('document.querySelectorAll(".editor .board-place .man").length === 4')
        browser.complaints()  # what is no position is refused

    def test_the_board_is_turned_as_in_a_game(self):
        """With the pieces of the first seat lowest."""
        browser = self.browser
        lowest = """
            const y = (one) => one.getBoundingClientRect().y;
            return [...document.querySelectorAll('.board [data-cell]')]
                .reduce((low, one) => y(one) > y(low) ? one : low).getAttribute('aria-label')"""
        for game in ('star', 'star:players=3', 'draughts'):
            with self.subTest(game):
                self.edit(game)
                label = browser.run(lowest)
                self.assertTrue(label.endswith('player 1'), label)
                seats = len(self.server.ask('/positions', {'game': game})['palette'])
                room, _, keys = self.server.room(game, ['human'] * seats)
                browser.open_room(room, keys['seats'][0])
                browser.wait('document.querySelector(".board [aria-label]")')
                self.assertEqual(browser.run(lowest), label)

    def test_what_the_rules_refuse_is_said(self):
        browser = self.browser
        self.game = 'star'
        self.edit(self.game)
        opening = self.shown_text()
        browser.press('Clear')
        browser.wait('document.querySelector(".verdict.bad")')
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.composed(self.game, [], 1)
        reason = refused.exception.read().decode()
        words = browser.text('.verdict').removeprefix(
            'No game can begin here: ')
        self.assertGreater(len(words), 10)
        self.assertIn(words[1:], reason.replace('\\"', '"'))
        self.assertTrue(words[0].isupper())
        self.assertTrue(browser.run('''
            const go = document.querySelector('.editor .go');
            return go.disabled && document.getElementById(
                go.getAttribute('aria-describedby')).classList.contains('bad')'''))
        # What is typed is read; what cannot be stays to be mended.
        self.type_into('.editor textarea', 'somewhere')
        browser.key('Enter')
        browser.wait('document.querySelector(".verdict.bad")'
                     '?.textContent !== given[0]',
                     'No game can begin here: ' + words)
        self.assertEqual(browser.run(
            'return document.querySelector(".editor textarea").value'),
            'somewhere')
        browser.run('document.activeElement.blur()')  # asks no second time
        self.type_into('.editor textarea', opening)
        browser.key('Enter')
        browser.wait(READY)
        self.assertEqual(len(browser.pieces()), 20)
        self.assertEqual(len(browser.complaints()), 2)  # the answers' status
        # What the rules take, but has no game to play.
        self.edit('draughts')
        browser.press('Clear')
        browser.wait('document.querySelector(".verdict.bad")'
                     '?.textContent.includes("The game is over")')
        self.assertTrue(browser.run(
            'return document.querySelector(".editor .go").disabled'))

    def test_pieces_are_put_by_the_keyboard(self):
        browser = self.browser
        self.edit('tictactoe')
        browser.run('document.querySelector(".editor [tabindex=\\"0\\"]'
                    '[data-cell]").focus()')
        first = browser.run('return document.activeElement.dataset.cell')
        browser.key('Enter')
        self.assertEqual(browser.pieces(), {first: 'player 1'})
        browser.key('ArrowRight')
        browser.key('ArrowRight')
        browser.key('Enter')
        self.assertEqual(len(browser.pieces()), 2)
        self.assertEqual(browser.text('.editor .heard[role=status]'),
                         browser.run('return document.activeElement'
                                     '.getAttribute("aria-label")'))
        browser.complaints()  # positions on the way may be refused

    def test_every_kind_of_piece(self):
        """Kings, towers, and six on a star of another size."""
        browser = self.browser
        for game, count in (('draughts', 4), ('onejump', 4),
                            ('star:players=6,size=3', 6)):
            with self.subTest(game):
                self.game = game
                self.edit(game)
                opening = self.shown_text()
                board = self.asked(opening)
                labels = browser.run('''
                    return [...document.querySelectorAll('.spare input')]
                        .map((one) => one.getAttribute('aria-label')).slice(0, -1)''')
                self.assertEqual(len(labels), count)
                self.assertEqual(len(set(labels)), count)
                # Each is put where a piece of its seat stood.
                cells = [cell['name'] for cell in board['board']['cells']]
                index = 0
                for seat, kinds in enumerate(board['palette'], 1):
                    where = [cells[cell] for cell, owner, _ in board['pieces']
                             if owner == seat][-1]
                    for kind in kinds:
                        label = board['kinds'][kind]['label']
                        self.assertEqual(labels[index], f'Put: {label}')
                        self.choose_piece(labels[index])
                        if browser.pieces().get(where) != label:
                            browser.click_cell(where)
                        self.assertEqual(browser.pieces()[where], label)
                        index += 1
                self.picture(f'editor-{game.split(":")[0]}')
                if game != 'star:players=6,size=3':
                    self.assertNotEqual(self.shown_text(), opening)
        browser.complaints()  # positions on the way may be refused

    def test_a_game_begins_from_a_position(self):
        """With what was chosen on the start page before."""
        browser = self.browser
        self.game = 'star:players=3'
        browser.click('.card:has([value=star])')
        browser.press('More: players, clock, position')
        browser.wait('document.querySelector(".seat-choice")')
        browser.click('.options [name=players] .level:has([value="3"])')
        browser.wait('document.querySelectorAll(".seat-choice").length === 3')
        browser.choose('.options select', '300s+3s')
        browser.choose('.seat-choice:nth-of-type(2) select', 'random')
        browser.press('Set up a position')
        browser.wait(READY)
        board = self.asked(self.shown_text())
        names = [cell['name'] for cell in board['board']['cells']]
        stands = {cell for cell, *_ in board['pieces']}
        own = next(cell for cell, seat, _ in board['pieces'] if seat == 1)
        to = next(cell for cell in range(len(names) // 2, len(names))
                  if cell not in stands)
        browser.drag(names[own], names[to])
        browser.click('.turns .level:has([value="2"])')
        text = self.shown_text()
        browser.press('Play from here')
        browser.wait('document.querySelector(".position-field input")'
                     '?.value === given[0]', text)
        browser.wait('document.querySelectorAll(".seat-choice").length === 3')
        browser.click('.go')
        state = self.made_room()
        self.assertEqual(state['game'], self.game)
        self.assertEqual([seat['player'] for seat in state['seats']],
                         ['human', 'random', 'easy'])
        self.assertIsNotNone(state['seats'][0]['left_ms'])
        room = browser.run('return location.hash').split('=')[1]
        key = browser.run('return JSON.parse(localStorage'
                          '["boardwalk.rooms"])[0].keys.join()')
        first = self.server.ask(f'/rooms/{room}/views/0', key=key)
        stood = {cell for cell, _ in first['pieces']}
        self.assertEqual(stood, stands - {own} | {to})
        self.assertEqual(first['to_move'], 2)

    def test_a_position_of_a_game_is_edited(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        starts = self.server.ask(f'/rooms/{room}/pointing?ply=0', key=key)
        names = [cell['name'] for cell in self.server.ask(
            f'/rooms/{room}/board', key=key)['cells']]
        self.server.ask(f'/rooms/{room}/moves', {
            'ply': 0, 'move': names[starts['next'][0]]}, key)
        view = self.server.ask(f'/rooms/{room}/views/1', key=key)
        browser.open_room(room, key)
        browser.run('document.querySelector(".files").open = true')
        browser.press('Edit the position')
        browser.wait(READY)
        self.assertEqual(browser.pieces(), {
            names[cell]: view['kinds'][kind]['label']
            for cell, kind in view['pieces']})
        self.assertTrue(browser.run(
            'return document.querySelector("[name=turn][value=\\"2\\"]").checked'))

    def test_a_piece_of_nobodys_leads_back_to_the_game(self):
        browser = self.browser
        room, key, _ = self.server.room('othello', ['human', 'human'])
        self.server.ask(f'/rooms/{room}/moves', {'ply': 0, 'move': 'd3'}, key)
        # Games of today have none.
        self.before_pages('''
            const ask = window.fetch;
            window.fetch = async (address, options) => {
              const answer = await ask(address, options);
              if (!address.includes('/views/')) return answer;
              const view = await answer.json();
              view.pieces[0][1] = 'stone';
              view.kinds.stone = {svg: '<circle r="20"/>', label: "nobody's, stone"};
              return new Response(JSON.stringify(view));
            };''')
        browser.open_room(room, key)
        browser.click('.steps button:first-child')
        browser.wait('document.querySelector(".board [aria-label*=stone]")')
        browser.run('document.querySelector(".files").open = true')
        browser.press('Edit the position')
        browser.wait('document.querySelector(".failure")?.textContent.includes("no player can have (nobody\'s, stone)")')
        browser.press('Back to the game')
        browser.wait('document.querySelector(".board [data-cell]") && location.hash.startsWith("#room=")')

    def test_steps_of_many_pieces_are_bounded(self):
        browser = self.browser
        browser.open('#edit=star%3Aplayers%3D6%2Csize%3D40')
        browser.wait(READY)
        pieces = browser.run('return document.querySelectorAll(".board .man").length')
        turns = 300000 // pieces + 10
        browser.run('''
            for (let i = 0; i < arguments[0]; ++i) document.querySelectorAll('[name=turn]')[(i + 1) % 6].click();''', turns)
        undone = browser.run('''
            const undo = [...document.querySelectorAll('.editor .tools button')].find((one) => one.textContent === 'Undo');
            let count = 0;
            for (; !undo.disabled && count < 1000; ++count) undo.click();
            return count;''')
        self.assertEqual(undone, 300000 // (pieces + 1) - 1)

    def test_a_game_without_an_editor_says_so(self):
        browser = self.browser
        browser.open('#edit=walk')
        browser.wait('document.querySelector(".failure")?.textContent'
                     '.includes("set up by their text")')
        browser.press('Back to the start page')
        browser.wait('document.querySelector("[value=walk]:checked")')
        browser.wait('document.querySelector(".position-field button")'
                     '?.disabled')
        self.assertTrue(browser.run(
            'return document.querySelector(".position-field > small")'
            '.checkVisibility()'))

    def test_the_editor_on_screens_of_all_sizes(self):
        browser = self.browser
        for width, height in SIZES:
            for game in ('draughts', 'star:players=6'):
                browser.look(width, height, phone=width < 1000)
                self.edit(game)
                browser.wait(READY)
                self.assertLessEqual(browser.run(
                    'return document.documentElement.scrollWidth'), width)
                # The board and all pieces are on the first screen.
                self.assertEqual(browser.run('''
                    const all = ['.board-place', '.palette', '.spare:last-child'];
                    return all.filter((one) => {
                      const {left, right, top, bottom} =
                          document.querySelector(`.editor ${one}`).getBoundingClientRect();
                      return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight;
                    })'''), [], (width, height, game))
                if height < 400:  # a phone on its side: all that is said, too
                    self.assertLessEqual(browser.run(
                        'return document.querySelector(".editor .help").getBoundingClientRect().bottom'), height, game)
                self.picture(f'editor-{game.split(":")[0]}-{width}')
        browser.look(390, 844, phone=True)
        self.edit('draughts')
        browser.wait(READY)
        before = browser.pieces()
        own = list(before)[0]
        empty = next(cell for cell in browser.places() if cell not in before)
        browser.fingers((*browser.cell(own), *browser.cell(empty)))
        self.assertIn(empty, browser.pieces())
        self.assertNotIn(own, browser.pieces())

    def test_contrast_and_names(self):
        browser = self.browser
        self.open_room('Ann')
        for dark in (False, True):
            browser.look(dark=dark)
            for name, fragment, there in [
                    ('options', '#new=star%3Aplayers%3D3&position=x', '.seat-choice'),
                    ('editor', '#edit=star%3Aplayers%3D6', '.spare')]:
                browser.open(fragment)
                browser.wait('document.querySelector(given[0])', there)
                if name == 'options':
                    browser.click('.preset:has([value=friend])')
                    browser.wait('document.querySelector(".join")')
                else:
                    browser.press('Clear')
                    browser.wait('document.querySelector(".verdict.bad")')
                self.assertEqual(browser.run(CONTRAST), [], name)
                self.picture(f'{name}-{"dark" if dark else "light"}')
                nodes = browser.cdp('Accessibility.getFullAXTree')['nodes']
                self.assertEqual([node['role']['value'] for node in nodes
                                  if node.get('role', {}).get('value') in (
                                      'button', 'link', 'textbox', 'combobox', 'radio',
                                      'checkbox', 'spinbutton', 'application')
                                  and not node.get('ignored')
                                  and not node.get('name', {}).get('value')], [])
                self.assertEqual(browser.run('''
                    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
                    return [document.querySelectorAll('h1').length,
                            new Set(ids).size === ids.length]'''), [1, True])
        browser.complaints()  # an empty board is refused

    # --- Open games ----------------------------------------------------------

    def close_open_games(self):
        """Those of other tests."""
        for game in self.server.ask('/open')['games']:
            self.server.ask(f'/rooms/{game["room"]}/join', {'name': ''})

    def test_anybody_may_join(self):
        browser = self.browser
        self.close_open_games()
        # By the switch, which is there for a friend alone.
        browser.wait('document.querySelector(".levels input")')
        self.assertFalse(browser.run(
            'return document.querySelector(".openly").checkVisibility()'))
        self.type_into('.my-name input', 'Ada')
        browser.key('Tab')
        browser.click('.card:has([value=tictactoe])')
        browser.click('.preset:has([value=friend])')
        # What the server says of the game puts another question beside it.
        browser.wait('[".openly", ".begins"].every((one) => !document.querySelector(one).hidden)')
        browser.click('.openly')
        browser.click('.go')
        state = self.made_room()
        self.assertEqual([seat['name'] for seat in state['seats']],
                         ['Ada', ''])
        [listed] = self.server.ask('/open')['games']
        self.assertEqual([seat['open'] for seat in listed['seats']],
                         [False, True])
        # One's own game is no game to join.
        browser.open()
        browser.wait('document.querySelector(".open-games a.button")')
        self.assertFalse(browser.run(
            'return document.querySelector(".open-games .join")'))
        # Somebody else sees who waits, and is in the game with one click.
        browser.run('localStorage.clear(); localStorage["boardwalk.name"] = "Bo"')
        browser.open()
        browser.wait('document.querySelector(".open-games .join")')
        self.assertIn('Ada waits', browser.text('.open-games li'))
        self.picture('open-games')
        browser.click('.open-games .join')
        state = self.made_room()
        self.assertEqual(state['role']['seats'], [2])
        self.assertEqual([seat['name'] for seat in state['seats']],
                         ['Ada', 'Bo'])
        self.assertEqual(self.server.ask('/open')['games'], [])

    def test_a_game_that_is_taken_meanwhile(self):
        browser = self.browser
        self.close_open_games()
        rooms = [self.open_room(name) for name in ('Ann', 'Ben')]
        self.before_pages('window.setInterval = () => 0')
        browser.open()
        browser.wait(f'{OPEN_ROWS}.length === 2')
        self.server.ask(f'/rooms/{rooms[0]}/join', {'name': 'Eve'})
        browser.click(f'.join[data-room="{rooms[0]}"]')
        browser.wait('document.querySelector(".open-games .problem").textContent')
        # The list is that of now: it is seen that the game is gone.
        browser.wait('document.querySelector(".open-games .gone .join:disabled")')
        self.assertEqual(browser.run(f'''
            return {OPEN_ROWS}.filter((one) => one.querySelector('.join:not(:disabled)'))
                .map((one) => one.querySelector('small').textContent.split(' ')[0])'''), ['Ben'])
        self.assertEqual(browser.run('return location.hash'), '')
        self.assertEqual(len(browser.complaints()), 1)  # the answer's status

    def before_pages(self, script):
        """Runs a script before those of the page, in this test."""
        added = self.browser.cdp('Page.addScriptToEvaluateOnNewDocument',
                                 source=script)
        self.addCleanup(self.browser.cdp,
                        'Page.removeScriptToEvaluateOnNewDocument', **added)

    def open_room(self, name):
        return self.server.ask('/rooms', {
            'game': 'tictactoe', 'seats': ['human', 'human'], 'open': [2],
            'names': [name, None]})['room']

    def test_open_games_are_fresh(self):
        browser = self.browser
        self.close_open_games()
        names = ('[...document.querySelectorAll(".open-games li:not(.gone)")]'
                 '.map((one) => one.querySelector("small")'
                 '.textContent.split(" ")[0]).sort().join() === given[0]')
        # While they are seen; the test need not wait for ten seconds.
        self.before_pages('''
            const real = setInterval;
            window.setInterval = (call, time) => real(call, Math.min(time, 50));''')
        browser.open()
        browser.wait('document.querySelector(".open-games")')
        first = self.open_room('Ann')
        browser.wait(names, 'Ann')
        self.open_room('Ben')
        browser.wait(names, 'Ann,Ben')
        # A page that was hidden asks when it is shown again, too.
        self.before_pages('window.setInterval = () => 0')
        browser.open()
        browser.wait(names, 'Ann,Ben')
        seen = browser.driver.current_window_handle
        browser.new_tab()
        self.server.ask(f'/rooms/{first}/join', {'name': 'Eve'})
        browser.driver.close()
        browser.show_tab(seen)
        browser.wait(names, 'Ben')

    def test_open_games_keep_their_places(self):
        browser = self.browser
        self.close_open_games()
        ann, ben = self.open_room('Ann'), self.open_room('Ben')
        mine, _, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.run('localStorage["boardwalk.rooms"] = JSON.stringify(arguments[0])', [
            {'id': mine, 'title': 'mine', 'at': 1e12, 'keys': [keys['owner']]}])
        # Both sections are asked for when the test says so.
        self.before_pages('''
            window.setInterval = (call) => { window.again = call; };
            window.later = setTimeout;
            window.setTimeout = (call, time) => time === 1000 ? (window.begin = call, 0) : later(call, time);''')
        tops = '''
            const top = (one) => one.getBoundingClientRect().top + scrollY;
            return [...document.querySelectorAll(arguments[0])].map((one) => [one.dataset.room ?? one.textContent, top(one)])'''
        for width, height in ((1280, 1000), (390, 844)):
            browser.look(width, height, phone=width < 1000)
            browser.open()
            browser.wait('window.begin && document.querySelector(".earlier li")')
            # Its row is asked for where it is seen.
            browser.wait('document.querySelector(".earlier li").getBoundingClientRect().top'
                         ' > innerHeight || document.querySelector(".earlier .state").textContent')
            before = browser.run(tops, '.setup-more .button, .earlier button')
            browser.run('window.begin()')
            browser.wait(f'{OPEN_ROWS}.length === given[0]', 2)
            after = browser.run(tops, '.setup-more .button, .earlier button')
            self.assertEqual(after[:len(before)], before)
            rows = browser.run(tops, '.join')
            if width == 390:
                break
            # One goes, one comes: the others stand where they stood.
            self.server.ask(f'/rooms/{ann}/join', {'name': 'Eve'})
            browser.run('window.again()')
            browser.wait('document.querySelector(".open-games .gone")')
            new = self.open_room('Cy')
            browser.run('window.again()')
            browser.wait(f'{OPEN_ROWS}.length === 3')
            now = browser.run(tops, '.join')
            self.assertEqual(now[:2], rows)
            self.assertEqual(now[2][0], new)
            self.assertEqual(browser.run('return [...document.querySelectorAll(".join:disabled")]'
                                         '.map((one) => one.dataset.room)'), [ann])
            self.picture('open-games-gone')
        self.assertEqual({room for room, _ in rows}, {ben, new})

    def test_open_games_are_told_on_the_first_screen(self):
        browser = self.browser
        self.close_open_games()
        self.before_pages("""
            window.setInterval = (call) => { window.again = call; };
            window.later = setTimeout;
            window.setTimeout = (call, time) => time === 1000 ? (window.begin = call, 0) : later(call, time);""")
        browser.look(390, 844, phone=True)
        browser.open()
        browser.wait('window.begin && document.querySelector(".aim").textContent')
        places = """return [...document.querySelectorAll('.card, .preset, .go')]
            .map((one) => one.getBoundingClientRect().y)"""
        before = browser.run(places)
        browser.run('window.begin()')
        browser.wait('document.querySelector(".to-open")?.hidden')
        self.open_room('Ann')
        browser.run('window.again()')
        browser.wait('document.querySelector(".to-open").textContent === "1 open game"')
        self.open_room('Ben')
        browser.run('window.again()')
        browser.wait('document.querySelector(".to-open").textContent === "2 open games"')
        self.assertEqual(browser.run(places), before)
        self.picture('open-games-phone')
        browser.press('2 open games')
        self.assertEqual(browser.run('return document.activeElement.textContent'), 'Open games')
        self.assertTrue(browser.run("""
            const {top, bottom} = document.querySelector('.join').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight"""))
        # Where the list is beside the games, it is seen.
        browser.look()
        self.assertFalse(browser.run('return document.querySelector(".to-open").checkVisibility()'))

    def test_one_takes_one_seat(self):
        browser = self.browser
        self.close_open_games()
        room = self.server.ask('/rooms', {
            'game': 'star:size=3,players=3', 'seats': ['human'] * 3, 'open': [2, 3]})['room']
        browser.open()
        browser.wait('document.querySelector(".join")')
        place = browser.place('document.querySelector(".join")')
        for _ in range(2):  # a double click
            browser.click_at(place)
        browser.wait('location.hash')
        self.assertEqual(len(self.made_room()['role']['seats']), 1)
        [listed] = self.server.ask('/open')['games']
        self.assertEqual((listed['room'], [seat['open'] for seat in listed['seats']]),
                         (room, [False, False, True]))
        # Two clicks of one moment, too.
        browser.run('localStorage.clear()')
        self.close_open_games()
        room = self.server.ask('/rooms', {
            'game': 'star:size=3,players=3', 'seats': ['human'] * 3, 'open': [2, 3]})['room']
        browser.open()
        browser.wait('document.querySelector(".join")')
        browser.run('const go = document.querySelector(".join"); go.click(); go.click()')
        browser.wait('location.hash')
        self.assertEqual(len(self.made_room()['role']['seats']), 1)

    # --- The games of this browser -------------------------------------------

    def test_the_focus_stays_in_the_list(self):
        browser = self.browser
        made = [self.server.room('tictactoe', ['human', 'human']) for _ in range(3)]
        names = ['first', 'second', 'third']
        browser.run('localStorage["boardwalk.rooms"] = JSON.stringify(arguments[0])', [
            {'id': room, 'title': title, 'at': 1e12, 'keys': [keys['owner']]}
            for title, (room, _, keys) in zip(names, made)])
        browser.open()
        browser.wait('document.querySelector(".earlier li")')
        browser.run('document.querySelector(".earlier").scrollIntoView()')
        browser.wait('[...document.querySelectorAll(".earlier .state")].length === 3 &&'
                     ' [...document.querySelectorAll(".earlier .state")].every((one) => one.textContent)')
        focused = 'document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName'
        def remove(name, how):
            browser.run('document.querySelector(arguments[0]).focus()', f'[aria-label="Remove from this list: {name}"]')
            browser.key('Enter')
            browser.wait('document.querySelector("dialog .main")')
            browser.run('''[...document.querySelectorAll('dialog .actions button')]
                .find((one) => one.textContent === arguments[0]).focus()''', how)
            browser.key('Enter')
            browser.wait('![...document.querySelectorAll(".earlier li")].some((one) => '
                         'one.textContent.includes(given[0]))', name)

        for name, then in (('second', 'third'), ('third', 'first')):
            remove(name, 'Remove from this list')
            self.assertEqual(browser.run(f'return {focused}'), f'Remove from this list: {then}')
        remove('first', 'Delete for everybody')
        self.assertEqual(browser.run(f'return {focused}'), 'H1')

    def keep_rooms(self, count):
        """Begins games and opens the page that lists them."""
        made = [self.server.room('tictactoe', ['human', 'human']) for _ in range(count)]
        self.browser.run('localStorage["boardwalk.rooms"] = JSON.stringify(arguments[0])', [
            {'id': room, 'title': f'game {number}', 'at': 1e12, 'keys': [keys['owner']]}
            for number, (room, _, keys) in enumerate(made)])
        self.browser.open()
        self.browser.wait('document.querySelector(".earlier li")')

    def test_the_next_game_takes_the_place_of_one_that_is_removed(self):
        browser = self.browser
        self.keep_rooms(7)
        rows = '[...document.querySelectorAll(".earlier a")].map((one) => one.textContent.slice(5)).join("")'
        every = '[...document.querySelectorAll(".mine button.all")].filter((one) => one.checkVisibility())' \
                '.map((one) => one.textContent).join()'
        self.assertEqual(browser.run(f'return [{rows}, {every}]'), ['01234', 'All 7 games'])
        for shown, left in (('12345', 'All 6 games'), ('23456', ''), ('3456', ''), ('456', ''), ('56', ''), ('6', '')):
            browser.click('.earlier li:first-child > button')
            browser.press('Remove from this list', 'dialog')
            browser.wait(f'{rows} === given[0]', shown)
            self.assertEqual(browser.run(f'return {every}'), left)
        self.assertTrue(browser.run('return document.querySelector(".earlier").checkVisibility()'))
        browser.click('.earlier li:first-child > button')
        browser.press('Remove from this list', 'dialog')
        browser.wait('!document.querySelector(".earlier").checkVisibility()')

    def test_a_double_click_asks_once(self):
        browser = self.browser
        self.keep_rooms(1)
        browser.wait('document.querySelector(".earlier .state").textContent')
        browser.run('const remove = document.querySelector(".earlier li > button"); remove.click(); remove.click()')
        browser.wait('document.querySelector("dialog .main")')
        browser.driver.execute_async_script('setTimeout(arguments[0])')
        self.assertEqual(browser.run('return document.querySelectorAll("dialog").length'), 1)
        browser.press('Cancel', 'dialog')
        # And again, when somebody wants to.
        browser.click('.earlier li > button')
        browser.wait('document.querySelector("dialog .main")')

    def test_a_game_that_is_deleted_while_it_is_shown(self):
        browser = self.browser
        room, key, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, keys['seats'][1])
        self.server.ask(f'/rooms/{room}/actions', {'action': 'delete'}, key)
        browser.wait('document.querySelector(".failure")?.textContent.includes("This game is not on the server any more.")')
        browser.complaints()  # the answer's status

    # --- The form ------------------------------------------------------------

    def test_a_wrong_position_is_said_at_its_field(self):
        browser = self.browser
        browser.click('.card:has([value=draughts])')
        browser.press('More: players, clock, position')
        browser.wait('document.querySelector(".position-field input")')
        self.type_into('.position-field input', 'nowhere')
        browser.key('Enter')
        browser.wait('document.querySelector(".position-field .problem").textContent')
        # What is wrong, and what positions look like.
        problem = browser.text('.position-field .problem')
        self.assertTrue(problem.startswith('The board has 8 rows with / between them, not 1'), problem)
        self.assertIn('a position is the rows, b or w to move', problem)
        self.assertEqual(browser.text('.choose > .problem'), '')
        self.assertTrue(browser.run('return document.activeElement.matches(".position-field [aria-invalid=true]")'))
        self.picture('wrong-position')
        # What has nothing to do with it stands by Start; so does nothing once it is mended.
        self.type_into('.position-field input', '')
        browser.key('Delete')
        self.assertEqual(browser.text('.position-field .problem'), '')
        browser.choose('.options select', 'other')
        self.type_into('.options [aria-label=Clock]', '5x')
        browser.key('Enter')
        browser.wait('document.querySelector(".choose > .problem").textContent.includes("BASE+INC")')
        self.assertEqual(len(browser.complaints()), 3)  # the answers' status

    def begin_from(self, game, position):
        """Presses Start with a position that is typed."""
        browser = self.browser
        browser.click(f'.card:has([value={game}])')
        browser.press('More: players, clock, position')
        browser.wait('document.querySelector(".position-field input") && document.querySelector(".setup .rules p")')
        self.type_into('.position-field input', position)

    def test_other_refusals_are_not_of_the_position(self):
        browser = self.browser
        self.begin_from('walk', '0 1 -')
        browser.choose('.options select', 'other')
        self.type_into('.options [aria-label=Clock]', '5x')
        browser.key('Enter')
        browser.wait('document.querySelector(".choose > .problem").textContent.includes("BASE+INC")')
        self.assertEqual(browser.text('.position-field .problem'), '')
        # Nor is it known of one without an editor.
        browser.choose('.options select', '')
        self.type_into('.position-field input', 'nowhere')
        browser.key('Enter')
        browser.wait('document.querySelector(".choose > .problem").textContent === "Write cell, seat and winner"')
        browser.complaints()  # the answers' status

    def test_a_server_that_is_away_refuses_no_position(self):
        browser = self.browser
        self.begin_from('tictactoe', '.../.../... x')
        browser.wait('!document.querySelector(".position-field button").disabled')
        browser.cdp('Network.enable')
        self.addCleanup(self.network, True)
        self.network(False)
        browser.key('Enter')
        browser.wait('document.querySelector(".choose > .problem").textContent.includes("does not answer")')
        self.assertEqual(browser.text('.position-field .problem'), '')
        self.assertFalse(browser.run('return document.querySelector(".position-field [aria-invalid=true]")'))
        browser.complaints()  # what was asked in vain

    def test_a_value_that_is_no_choice_is_seen(self):
        browser = self.browser
        for value in ('9', 'many'):
            browser.open(f'#new=star%3Aplayers%3D{value}')
            browser.wait('document.querySelector(".choose > .problem").textContent.includes("players")')
            self.assertEqual(browser.run('return document.querySelector(".options input[name=players]").value'), value)
        browser.complaints()  # the answers' status

    def test_players_are_described_once(self):
        browser = self.browser
        browser.open('#new=star%3Aplayers%3D6')
        browser.wait('document.querySelectorAll(".seat-choice").length === 6')
        seen = '''return [...document.querySelectorAll('.player-choice > small')]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent).filter(Boolean)'''
        before = browser.run(seen)
        self.assertEqual(len(set(before)), len(before))
        browser.choose('.seat-choice:nth-of-type(3) select', 'hard')
        after = browser.run(seen)
        self.assertEqual(len(set(after)), len(after))
        self.assertEqual(len(after), len(before) + 1)
        self.assertIn('Six people on this screen', browser.text('.presets'))

    def test_another_game_moves_nothing(self):
        """What the server says of a game comes after the click."""
        browser = self.browser
        for width, height in ((1280, 1000), (390, 844)):
            browser.look(width, height, phone=width < 1000)
            browser.open()
            browser.wait('document.querySelector(".aim").textContent')
            for game in ('tictactoe', 'ataxx', 'othello', 'draughts'):
                before = browser.text('.aim')
                browser.run('''
                    document.querySelector(`.card input[value=${arguments[0]}]`).click();
                    window.at = document.querySelector('.go').getBoundingClientRect().y''', game)
                browser.wait('document.querySelector(".aim").textContent'
                             ' !== given[0]', before)
                self.assertEqual(browser.run('''
                    return document.querySelector('.go').getBoundingClientRect().y - at'''),
                    0, (game, width))

    def test_the_page_on_screens_of_all_sizes(self):
        browser = self.browser
        room, _, keys = self.server.room('tictactoe', ['human', 'human'])
        browser.run('localStorage["boardwalk.rooms"] = JSON.stringify(arguments[0])', [
            {'id': room, 'title': 'mine', 'at': 1e12, 'keys': [keys['owner']]}])
        for width, height in SIZES:
            with self.subTest(f'{width}x{height}'):
                browser.look(width, height, phone=width < 1000)
                browser.open()
                browser.wait('document.querySelector(".aim").textContent && document.querySelector(".earlier li")')
                # Start is on the first screen, what was begun below the games; one
                # scroll bar is enough.
                start, mine, cards, own = browser.run('''
                    const box = (one) => document.querySelector(one).getBoundingClientRect().toJSON();
                    const form = document.querySelector('.choose');
                    return [box('.go'), box('.mine'), box('.cards'), form.scrollHeight > form.clientHeight]''')
                self.assertLessEqual(start['bottom'], height)
                self.assertGreaterEqual(mine['top'], cards['bottom'])
                if width > 800:
                    self.assertLess(mine['right'], start['left'])
                self.assertFalse(own)
                self.assertLessEqual(browser.run('return document.documentElement.scrollWidth'), width)
                # Who plays moves nothing.
                places = """return [...document.querySelectorAll('.choose :is(.preset, .go, summary)')]
                    .map((one) => one.getBoundingClientRect().y)"""
                before = browser.run(places)
                for preset in ('friend', 'people', 'computer'):
                    browser.run('document.querySelector(`[name=preset][value=${arguments[0]}]`).click()', preset)
                    self.assertEqual(browser.run(places), before, preset)
                self.picture(f'start-{width}')

    # --- The server is away ----------------------------------------------------

    def network(self, there):
        self.browser.cdp('Network.emulateNetworkConditions', offline=not there,
                         latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def leave_game_while_away(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, key)
        browser.cdp('Network.enable')
        self.addCleanup(self.network, True)
        self.network(False)
        browser.press('New game')
        browser.wait('document.querySelector(".failure")?.textContent.includes("does not answer")')

    def test_a_page_that_failed_goes_on_when_the_server_is_back(self):
        browser = self.browser
        self.leave_game_while_away()
        # What fails again takes away no focus.
        browser.run('''
            document.querySelector('.failure button').focus();
            window.failed = document.querySelector('.failure')''')
        browser.press('Try again')
        browser.wait('performance.getEntriesByType("resource").filter('
                     '({name}) => name.endsWith("/games")).length >= 3')
        self.assertTrue(browser.run('return document.activeElement.textContent === "Try again"'
                                    ' && window.failed.isConnected'))
        self.network(True)
        browser.wait('document.querySelector(".card input:checked")')
        browser.complaints()  # what was asked in vain

    def test_a_first_screen_goes_on_when_the_server_is_back(self):
        """Its modules and style sheets are asked for in vain, and again."""
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.cdp('Network.enable')
        self.addCleanup(self.network, True)
        for fragment, there in ((f'room={room}&key={key}', '.board [data-cell]'),
                                ('edit=ataxx', '.editor .spare')):
            with self.subTest(fragment):
                browser.open()
                browser.wait('document.querySelector(".card input:checked")')
                self.network(False)
                browser.run('location.hash = arguments[0]', fragment)
                browser.wait('document.querySelector(".failure.away")?.textContent.includes("does not answer")')
                self.network(True)
                browser.wait('document.querySelector(given[0])', there)
        browser.complaints()  # what was asked in vain

    def test_a_file_that_is_lost_is_not_the_server(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.cdp('Network.enable')
        self.addCleanup(browser.cdp, 'Network.setBlockedURLs', urls=[])
        browser.cdp('Network.setBlockedURLs', urls=['*/timeline.js'])
        browser.open(f'#room={room}&key={key}')
        browser.wait('document.querySelector(".failure:not(.away)")')
        browser.cdp('Network.setBlockedURLs', urls=[])
        browser.press('Try again')
        browser.wait('document.querySelector(".board [data-cell]")')
        browser.complaints()  # the file that was lost

    def test_a_link_to_where_one_is_begins_anew(self):
        browser = self.browser
        # Only when somebody asks for it.
        self.before_pages('''
            const later = setTimeout;
            window.setTimeout = (call, time) => time === 3000 ? 0 : later(call, time);''')
        for way in ('Choose a game', 'New game', 'Try again'):
            with self.subTest(way):
                self.leave_game_while_away()
                self.network(True)
                browser.press(way)
                browser.wait('document.querySelector(".card input:checked")')
        browser.complaints()  # what was asked in vain

    # --- Names ---------------------------------------------------------------

    def test_people_are_called_by_their_names(self):
        browser = self.browser
        browser.run('localStorage["boardwalk.name"] = "Ada"')
        browser.open()
        browser.click('.card:has([value=tictactoe])')
        browser.press('More: players, clock, position')
        seats = ('[...document.querySelectorAll(".seat-choice > b")]'
                 '.map((one) => one.textContent).join()')
        browser.wait(f'{seats} === "Ada,Player 2"')
        browser.choose('.seat-choice:nth-of-type(1) select', 'easy')
        browser.choose('.seat-choice:nth-of-type(2) select', 'here')
        browser.wait(f'{seats} === "Player 1,Ada"')
        browser.click('.preset:has([value=people])')
        browser.wait(f'{seats} === "Ada,Player 2"')
        browser.click('.go')
        state = self.made_room()
        self.assertEqual([seat['name'] for seat in state['seats']], ['Ada', ''])
        # In the list of one's games, too.
        room, _, keys = self.server.room(
            'tictactoe', ['human', 'human'], names=['Ada', 'Bo'],
            moves=['a1', 'b1', 'a2', 'b2', 'a3'])
        other, _, other_keys = self.server.room(
            'tictactoe', ['human', 'human'], names=['Ada', 'Bo'], moves=['a1'])
        browser.run('localStorage["boardwalk.rooms"] = '
                    'JSON.stringify(arguments[0])', [
                        {'id': room, 'title': 'over', 'at': 1e12,
                         'keys': [keys['watch']]},
                        {'id': other, 'title': 'goes on', 'at': 1e12,
                         'keys': [other_keys['seats'][0]]}])
        browser.open()
        browser.wait('[...document.querySelectorAll(".earlier .state")]'
                     '.map((one) => one.textContent).join() === '
                     '"Ada won,Waiting for Bo"')

    def test_the_other_may_begin(self):
        browser = self.browser
        browser.open()
        browser.wait('document.querySelector(".levels input")')
        browser.click('.begins')
        browser.press('Start the game')
        browser.wait('document.querySelector(".below li")?.textContent'
                     '.includes("You")')
        room = browser.run('return location.hash.match(/room=([^&]*)/)[1]')
        seats = browser.run("""
            return JSON.parse(localStorage.getItem('boardwalk.rooms'))""")
        self.assertTrue(any(one['id'] == room for one in seats))
        browser.wait('document.querySelectorAll(".moves li").length >= 1')
        self.assertIn('You', browser.text('.below li'))
        # It is remembered.
        browser.open()
        browser.wait('document.querySelector(".levels input")')
        self.assertFalse(browser.run(
            'return document.querySelector("[name=begins]").checked'))
        browser.click('.begins')


if __name__ == '__main__':
    PROGRAM, PLUGIN = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
