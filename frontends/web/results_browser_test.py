#!/usr/bin/env python3
"""Results in a real browser, as a report alone and from the server:
results_browser_test.py BOARDWALK [TEST...]."""

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
from browser_testing import CONTRAST, PICTURES, Browser, Server  # noqa: E402

GAMES = 'teeko,onejump,star:size=3,players=3'
# Within the shadow in which a report has its games.
LIST = 'document.querySelector("#games-list").shadowRoot'


def boardwalk(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, text=True,
                          capture_output=True).stdout


def compare(file, games, *more):
    boardwalk('compare', '--games', games, '--players', 'random,greedy',
              '--openings', '2', '--db', file, *more)


class ResultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix='boardwalk-results-')
        cls.file = f'{cls.folder}/results.sqlite'
        compare(cls.file, GAMES, '--rounds', '3', '--max-plies', '60')
        cls.report = f'{cls.folder}/report.html'
        boardwalk('report', cls.file, '--html', cls.report)
        cls.server = Server(PROGRAM, '--results', cls.file)
        cls.browser = Browser(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def setUp(self):
        self.browser.look()
        self.browser.open()
        self.browser.run('localStorage.clear()')
        self.browser.complaints()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def picture(self, name):
        if PICTURES:
            self.browser.screenshot(f'{PICTURES}/{name}.png')

    def last_position(self, game):
        """What stands on the cells at the end, as the server tells it."""
        views = game['views']
        cells = [cell['name'] for cell in game['board']['cells']]
        kinds, pieces = {}, {}
        for view in views:
            kinds.update(view.get('kinds', {}))
            pieces.update(dict(view.get('pieces', view.get('changes'))))
        return {cells[cell]: kinds[kind]['label']
                for cell, kind in pieces.items() if kind is not None}

    def shown_position(self, root):
        """The same, as the page tells it to who hears it."""
        return self.browser.run(f'''
            return Object.fromEntries([...{root}.querySelectorAll('[data-cell]')]
                .map((cell) => cell.getAttribute('aria-label').split(/, (.*)/s))
                .filter(([, piece]) => piece !== 'empty'));''')

    def to_the_end(self, root):
        self.browser.run(f'{root}.querySelector(".steps button:last-child")'
                         '.click()')

    # --- A report without a server -------------------------------------------

    def open_report(self):
        self.browser.driver.get(f'file://{self.report}')
        self.browser.wait(f'{LIST}.querySelector("tbody tr")')

    def open_game(self, number):
        self.browser.run(f'''
            [...{LIST}.querySelectorAll("tbody button")].find((button) =>
                button.textContent === arguments[0]).click()''', str(number))
        self.browser.wait(f'{LIST}.querySelector("dialog [data-cell]")')

    def test_games_of_a_report(self):
        self.open_report()
        browser = self.browser
        total = self.server.ask('/results')['games']
        self.assertGreater(total, 12)
        self.picture('report-games')
        for number in range(1, total + 1):
            game = self.server.ask(f'/results/games/{number}')
            if number > 25:
                break
            self.open_game(number)
            self.to_the_end(LIST)
            self.assertEqual(self.shown_position(LIST),
                             self.last_position(game), number)
            moves = browser.run(f'''return [...{LIST}.querySelectorAll(
                "ol.moves span:last-of-type")].map((one) => one.textContent)''')
            self.assertEqual(moves, [move['text'] for move in game['moves']])
            if number == total or number == 5:
                self.picture(f'report-game-{number}')
            browser.run(f'{LIST}.querySelector("dialog").close()')
            browser.wait(f'!{LIST}.querySelector("dialog")')

    def test_an_edited_game_is_told(self):
        file = f'{self.folder}/edited.sqlite'
        compare(file, 'teeko', '--rounds', '3')
        with contextlib.closing(sqlite3.connect(file)) as store, store:
            store.execute('update seats set returns = -returns where game=3')
        with contextlib.closing(Server(PROGRAM, '--results', file)) as server:
            self.assertIn('game 3', server.ask('/results')['problem'])

    def test_links_that_lead_nowhere(self):
        browser = self.browser
        browser.open('#results=2&ply=-3')
        browser.wait('document.querySelector("input[type=range]")?.value === "0"')
        browser.open('#results=99999')
        browser.wait('document.querySelector(".failure a[href=\\"#results=games\\"]")')
        browser.complaints()  # the answer's status

    def test_a_report_is_filtered_and_sorted(self):
        self.open_report()
        browser = self.browser
        browser.choose('[name=winner]', 'greedy', LIST)
        won = self.server.ask('/results/games?winner=greedy')['total']
        browser.wait(f'{LIST}.querySelector(".turn span").textContent'
                     '.endsWith(`of ${given[0]}`)', won)
        browser.run(f'{LIST}.querySelector("[data-sort=plies] button").click()')
        browser.wait(f'{LIST}.querySelector("[aria-sort=ascending]")'
                     '.dataset.sort === "plies"')
        plies = browser.run(f'''return [...{LIST}.querySelectorAll(
            "tbody td.number")].map((one) => Number(one.textContent))''')
        self.assertEqual(plies, sorted(plies))

    def test_keys_step_through_a_game(self):
        self.open_report()
        browser = self.browser
        self.open_game(1)
        said = f'{LIST}.querySelector(".said").textContent'
        browser.key('ArrowRight')
        browser.wait(f'{said}.startsWith("1. ")')
        browser.key('ArrowRight')
        browser.wait(f'{said}.startsWith("2. ")')
        browser.key('ArrowLeft')
        browser.wait(f'{said}.startsWith("1. ")')
        browser.key('Escape')
        browser.wait(f'!{LIST}.querySelector("dialog")')

    def test_without_scripts_the_rest_is_there(self):
        browser = self.browser
        browser.cdp('Emulation.setScriptExecutionDisabled', value=True)
        try:
            browser.driver.get(f'file://{self.report}')
            self.assertGreater(len(browser.driver.find_elements(
                'css selector', 'figure svg')), 5)
            self.assertFalse(browser.driver.find_element(
                'css selector', '#games').is_displayed())
        finally:
            browser.cdp('Emulation.setScriptExecutionDisabled', value=False)

    def test_games_of_a_tournament(self):
        file, page = f'{self.folder}/cup.sqlite', f'{self.folder}/cup.html'
        boardwalk('tournament', 'chinese8', 'random', 'greedy', '--max-plies',
                  '60', '--db', file, '--html', page)
        browser = self.browser
        browser.driver.get(f'file://{page}#game-1')
        root = 'document.querySelector("#game-1 > div").shadowRoot'
        browser.wait(f'{root}.querySelector("[data-cell]")')
        self.to_the_end(root)
        self.assertGreater(len(self.shown_position(root)), 5)
        self.picture('tournament-game')

    # --- From the server -----------------------------------------------------

    def test_the_report_from_the_server(self):
        browser = self.browser
        browser.open()
        browser.wait('!document.querySelector("#results-link").hidden')
        browser.press('Results')
        root = 'document.querySelector(".results > div").shadowRoot'
        browser.wait(f'{root}.querySelectorAll("figure svg").length > 5')
        first = f'{root}.querySelector("table.sorts")'
        browser.run(f'{first}.querySelector("thead button").click()')
        browser.wait(f'{first}.querySelector("[aria-sort]")')
        # By every column, numbers from the largest on, and the other way round.
        for column in range(browser.run(
                f'return {first}.tHead.rows[0].cells.length')):
            orders = []
            for _ in range(2):
                browser.run(f'{first}.tHead.rows[0].cells[{column}]'
                            '.querySelector("button").click()')
                orders.append(browser.run(f'''
                    const table = {first};
                    return [table.tHead.rows[0].cells[{column}].getAttribute('aria-sort'),
                            [...table.tBodies[0].rows].map((row) => row.cells[{column}])
                                .map((cell) => Number(cell.dataset.key ?? NaN))]'''))
            self.assertEqual({order for order, _ in orders},
                             {'ascending', 'descending'})
            for order, keys in orders:
                keys = [key for key in keys if key is not None and key == key]
                self.assertEqual(keys, sorted(
                    keys, reverse=order == 'descending'))
        shaded = browser.run(f'''return [...{root}.querySelectorAll("td")]
            .some((cell) => cell.style.background.includes("rgba"))''')
        self.assertTrue(shaded)
        self.picture('results-report')
        grounds = set()
        for dark in (False, True):
            browser.look(dark=dark)
            grounds.add(browser.run(f'''return getComputedStyle(
                {root}.querySelector("section")).backgroundColor'''))
        browser.press('Theme: system')
        grounds.add(browser.run(f'''return getComputedStyle(
            {root}.querySelector("section")).backgroundColor'''))
        self.assertEqual(len(grounds), 2)

    def test_games_from_the_server(self):
        browser = self.browser
        browser.open('#results=games')
        browser.wait('document.querySelectorAll(".game-list tbody tr").length')
        browser.choose('[name=game]', 'teeko')
        browser.wait('document.querySelector(".turn span").textContent'
                     ' === "1 to 6 of 6"')
        self.picture('results-games')
        browser.click('.game-list tbody button')
        browser.wait('document.querySelector(".viewer [data-cell]")')
        self.to_the_end('document')
        self.picture('results-game')
        # What the player said of its last move.
        self.assertRegex(browser.text('.said'),
                         r'\((\d+% for .+|.+ (wins|loses) for certain), depth 1, .* nodes')
        game = self.server.ask('/results/games/1')
        self.assertEqual(self.shown_position('document'),
                         self.last_position(game))

    def test_games_are_called_by_their_titles(self):
        browser = self.browser
        browser.look(390, 844, phone=True)
        browser.open('#results=games')
        browser.wait('document.querySelectorAll(".game-list tbody tr").length')
        titles = ['Chinese checkers on the star, size 3, players 3', 'One-jump checkers with towers',
                  'Teeko on the 4x4 board']
        self.assertEqual(sorted(set(browser.run(
            'return [...document.querySelectorAll("td.name")].map((one) => one.textContent)'))), titles)
        self.assertEqual(sorted(browser.run(
            'return [...document.querySelector("[name=game]").options].slice(1).map(({text}) => text)')), titles)
        # Headings stand on one line, and the filters within their frame.
        bottoms = browser.run('''
            return [...document.querySelectorAll('.game-list thead th')].filter((one) => one.checkVisibility())
                .map((one) => {
                  const range = document.createRange();
                  range.selectNodeContents(one.firstChild.firstChild ?? one.firstChild);
                  return range.getClientRects()[0].bottom;
                })''')
        self.assertLess(max(bottoms) - min(bottoms), 1.5, bottoms)
        self.assertGreater(browser.run('''
            return document.querySelector('.filters').getBoundingClientRect().x -
                document.querySelector('.frame').getBoundingClientRect().x'''), 6)
        # No name is broken in a word.
        self.assertEqual(browser.run('''
            return [...document.querySelectorAll('td.name, td.players')]
                .filter((one) => one.scrollWidth > one.clientWidth + 1 ||
                    getComputedStyle(one).overflowWrap !== 'normal').length'''), 0)

    def test_a_game_has_the_height_of_the_window(self):
        browser = self.browser
        game = self.server.ask('/results/games?count=1')['games'][0]
        whole = self.server.ask(f'/results/games/{game["id"]}')
        browser.look(1440, 900)
        browser.open(f'#results={game["id"]}')
        browser.wait('document.querySelector(".viewer [data-cell]")')
        self.assertEqual(browser.text('.said'), 'Start position')
        # The list counts what players moved; the opening is named beside it.
        self.assertEqual(len(whole['moves']), game['plies'] + whole['opening'])
        self.assertIn(f'{game["plies"]} moves after {whole["opening"]} of the opening',
                      browser.text('.viewer-head'))
        scrolls, left, right, apart = browser.run('''
            const place = (selector) => document.querySelector(selector).getBoundingClientRect();
            return [document.documentElement.scrollHeight - innerHeight,
                    place('.viewer .board-place > svg').x - place('.results').x,
                    place('.results').right - place('.beside').right,
                    place('.viewer-head h1').x - place('.viewer .board-place > svg').right]''')
        self.assertLess(scrolls, 1)
        self.assertLess(abs(left - right), 12)  # in the middle
        self.assertLess(apart, 60)

    def test_play_on_from_a_position(self):
        browser = self.browser
        browser.open('#results=1&ply=3')
        browser.wait('document.querySelector(".said").textContent'
                     '.startsWith("3. ")')
        browser.press('Play on from here')
        browser.wait('location.hash.startsWith("#room=")')
        browser.wait_for_moves(3)

    def test_a_comparison_is_watched(self):
        file = f'{self.folder}/live.sqlite'

        def play(rounds):
            # In the sixth round, a game reaches the limit.
            compare(file, 'teeko', '--max-plies', '20', '--rounds',
                    str(rounds))

        server = Server(PROGRAM, '--results', file)
        browser = self.browser
        try:
            browser.driver.get(f'{server.address}/#results=games')
            # That nothing is there yet is no error.
            browser.wait('document.querySelector(".status").textContent'
                         '.endsWith("No games yet.")')
            self.assertEqual(browser.text('.problem'), '')
            play(2)
            browser.wait('document.querySelector(".status").textContent'
                         '.endsWith("4 games of 4")')
            browser.wait('document.querySelectorAll(".game-list tbody tr")'
                         '.length === 4')
            browser.choose('[name=ending]', 'rules')
            browser.run('document.querySelector("[data-sort=plies] button").click()')
            browser.wait('document.querySelector("[data-sort=plies]")'
                         '.hasAttribute("aria-sort")')
            first = ('document.querySelector(".game-list tbody button")'
                     '.textContent')
            browser.run('document.querySelector(".game-list tbody button").focus()')
            focused = browser.run(f'return {first}')
            # New games, of which some end in a new way.
            play(6)
            browser.wait('document.querySelector(".status").textContent'
                         '.endsWith("12 games of 12")')
            browser.wait('[...document.querySelector("[name=ending]").options]'
                         '.some((one) => one.value === "ply-limit")')
            self.assertEqual(browser.run('''
                return [document.querySelector('[name=ending]').value,
                        document.querySelector('[aria-sort]').dataset.sort,
                        document.activeElement.textContent]'''),
                ['rules', 'plies', focused])
            self.assertEqual(browser.text('.problem'), '')
            # Who comes back from a game finds the list as it was.
            browser.press(focused, '.game-list')
            browser.press('All games')
            browser.wait('document.querySelector("[aria-sort]")?.dataset.sort'
                         ' === "plies"')
            self.assertEqual(browser.run(
                'return document.querySelector("[name=ending]").value'), 'rules')
            # The report, too, and it stays sorted as it was.
            browser.press('Report')
            root = 'document.querySelector(".results > div").shadowRoot'
            head = f'{root}.querySelectorAll("table.sorts th")[1]'
            browser.wait(f'{root}.textContent.includes("12 games of 12")')
            browser.run(f'{head}.querySelector("button").click()')
            browser.run(f'{head}.querySelector("button").focus()')
            play(7)
            browser.wait(f'{root}.textContent.includes("14 games of 14")')
            self.assertEqual(browser.run(
                f'return {head}.getAttribute("aria-sort")'), 'ascending')
            self.assertTrue(browser.run(
                f'return {root}.activeElement === {head}.querySelector("button")'))
            # Nothing changes under what is marked.
            browser.run(f'getSelection().selectAllChildren({head})')
            play(8)
            while server.ask('/results')['games'] < 16:
                time.sleep(0.05)
            time.sleep(2.5)
            self.assertFalse(browser.run(
                f'return {root}.textContent.includes("16 games of 16")'))
            # Nor does a heading say more than is below it.
            self.assertNotIn('16', browser.text('.status'))
            browser.run('getSelection().removeAllRanges()')
            browser.wait(f'{root}.textContent.includes("16 games of 16")')
        finally:
            browser.driver.get('about:blank')
            server.close()

    def test_results_are_written_the_same_everywhere(self):
        browser = self.browser
        games = self.server.ask('/results/games?count=100')['games']
        shared = next(game for game in games if len(game['players']) == 3
                      and len(set(game['returns'])) == 1)
        browser.open(f'#results={shared["id"]}')
        browser.wait('document.querySelector(".results p:nth-of-type(2)")'
                     '?.textContent.includes("⅓–⅓–⅓")')
        browser.open('#results=games')
        browser.wait('document.querySelector(".game-list tbody tr")')
        found = browser.run('''return [...document.querySelectorAll(
            ".game-list tbody tr")].map((row) => row.cells[3].textContent)''')
        self.assertIn('⅓–⅓–⅓', found)
        self.assertIn('1–0', found)
        self.assertEqual([text for text in found if '/' in text], [])

    def test_a_heading_has_as_many_games_as_its_list(self):
        """The list may know more than what was heard last."""
        browser = self.browser
        total = self.server.ask('/results')['games']
        heading = ('document.querySelector(".status").textContent'
                   '.endsWith(`: ${given[0]} games of ${given[1]}`)')
        browser.open('#results')
        browser.wait('document.querySelector("#results-link")')
        browser.run('''
            const real = window.fetch;
            window.fetch = async (...asked) => {
              const answer = await real(...asked);
              if (!String(asked[0]).includes('/results/games')) return answer;
              const list = await answer.json();
              return new Response(JSON.stringify({...list, total: list.total - 8}));
            };
            location.hash = 'results=games';''')
        browser.wait('document.querySelector(".turn span")?.textContent'
                     '.endsWith(` of ${given[0]}`)', total - 8)
        browser.wait(heading, total - 8, total)
        # Of some of them, it says how many there are in all.
        browser.choose('[name=game]', 'teeko')
        browser.wait(heading, total, total)

    def test_phone_and_contrast(self):
        browser = self.browser
        wide = 'return document.documentElement.scrollWidth'
        for name, fragment, ready in [
                ('report', '#results', '.report'),
                ('games', '#results=games', '.game-list tbody tr'),
                ('game', '#results=5&ply=4', '.viewer [data-cell]')]:
            for dark in (False, True):
                browser.look(width=360, height=740, dark=dark, phone=True)
                browser.open(fragment)
                browser.wait('document.querySelector(given[0])', ready)
                if name == 'report':
                    browser.wait('document.querySelector(".report").shadowRoot'
                                 '.querySelector("figure svg")')
                self.assertLessEqual(browser.run(wide), 360, name)
                self.assertEqual(browser.run('return scrollY'), 0)
                self.assertEqual(browser.run(CONTRAST), [], name)
                nodes = browser.cdp('Accessibility.getFullAXTree')['nodes']
                roles = [node['role']['value'] for node in nodes
                         if not node.get('ignored')]
                self.assertEqual(roles.count('main'), 1, name)
                self.assertEqual([node for node in nodes
                                  if node.get('role', {}).get('value') in (
                                      'button', 'link', 'combobox', 'slider')
                                  and not node.get('ignored')
                                  and not node.get('name', {}).get('value')], [])
                self.picture(f'phone-results-{name}-{"dark" if dark else "light"}')
                if name == 'games':
                    self.assertLessEqual(browser.run('''
                        const {scrollWidth, clientWidth} =
                            document.querySelector('.game-list .scroll');
                        return scrollWidth - clientWidth'''), 0)
        # Words of heads are whole, whatever the page does with long names.
        browser.open('#results')
        browser.wait('document.querySelector(".results > div")?.shadowRoot'
                     '?.querySelector("th")')
        self.assertEqual(browser.run('''
            return [...document.querySelector('.results > div').shadowRoot
                .querySelectorAll('thead th')].filter((head) =>
                    head.offsetHeight > 100).map((head) => head.textContent);'''), [])
        self.open_report()
        self.assertLessEqual(browser.run(wide), 360)
        self.open_game(5)
        self.assertEqual(browser.run(CONTRAST), [])
        self.assertLessEqual(browser.run(
            f'return {LIST}.querySelector("dialog").scrollWidth'), 360)
        self.picture('phone-report-game')

    def test_who_begins_in_a_game_gets_to_the_results(self):
        browser = self.browser
        room, key, _ = self.server.room('tictactoe', ['human', 'human'])
        browser.open_room(room, key)
        # The page has asked then, if ever.
        browser.driver.execute_async_script('setTimeout(arguments[0], 700)')
        browser.press('New game')
        browser.wait('document.querySelector("#results-link").checkVisibility()')


if __name__ == '__main__':
    PROGRAM = sys.argv.pop(1)
    unittest.main()
