"""Tests of results as tables and pictures."""

import math
import random
import sys
import types
import unittest
import warnings

from matplotlib.backends import backend_agg

import boardwalk
from python_testing import run_python

NONE = {'value': None, 'error': None, 'low': None, 'high': None}


def results(games, sentences=()):
    """Results of ratings: {game: [(player, rating), ...]}."""
    def player(rank, name, rating):
        return {'player': name, 'rank': rank, 'rating': {**NONE, **rating},
                'score': 0.625, 'games': 8, 'wins': 4, 'draws': 2, 'losses': 2,
                'illegal_moves': 1, 'overruns': 0, 'failures': 0,
                'seconds_per_move': 0.01}

    return boardwalk.Results({'games': 8, 'planned': 8, 'variants': [
        {'game': game,
         'players': [player(i + 1, *entry) for i, entry in enumerate(players)],
         'verdicts': [{'sentence': sentence} for sentence in sentences]}
        for game, players in games.items()]}, 'text')


def interval(value, error):
    return {'value': value, 'error': error, 'low': value - error,
            'high': value + error}


def drawn(found):
    """The figure of results, and the canvas on which it is drawn; matplotlib
    warns of nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        figure = found.figure()
        canvas = backend_agg.FigureCanvasAgg(figure)
        canvas.draw()
    return figure, canvas


def lines(axes, marker):
    """The x and y of what is drawn with a marker."""
    return [(float(line.get_xdata()[0]), float(line.get_ydata()[0]))
            for line in axes.lines if line.get_marker() == marker]


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


class Figures(unittest.TestCase):

    def test_of_a_comparison(self):
        found = boardwalk.compare(['teeko', 'connectfour'],
                                  ['greedy', 'random', 'alphabeta:depth=2'],
                                  rounds=8)
        figure, _ = drawn(found)
        self.assertEqual([axes.get_title(loc='left') for axes in figure.axes],
                         ['teeko', 'connectfour'])
        for axes, game in zip(figure.axes, ['teeko', 'connectfour']):
            rows = [row for row in found.rows() if row['game'] == game]
            self.assertEqual(names(axes), [row['player'] for row in rows])
            # The best one is at the top.
            self.assertGreater(*axes.get_ylim())
            self.assertEqual(
                lines(axes, 'o'),
                [(row['rating'], y) for y, row in enumerate(rows)
                 if row['rating'] is not None])
        self.assertIn('Elo', figure._supxlabel.get_text())
        self.assertIn('95 %', figure._supxlabel.get_text())

    def test_intervals_and_bounds(self):
        axes = results({'teeko': [
            ('a', {'low': 150.0}), ('b', interval(50, 30)),
            ('c', {**interval(0, 10), 'low': -3000.0}), ('d', {}),
            ('e', {'high': -100.0})]}).figure().axes[0]
        left, right = axes.get_xlim()
        self.assertTrue(-600 < left < -100 and 150 < right < 600)
        self.assertEqual(lines(axes, 'o'), [(50, 1), (0, 2)])
        self.assertEqual(lines(axes, '|'),
                         [(150, 0), (20, 1), (80, 1), (10, 2), (-100, 4)])
        self.assertEqual(lines(axes, '>'), [(right, 0)])
        self.assertEqual(lines(axes, '<'), [(left, 2), (left, 4)])
        self.assertEqual([(text.get_position()[1], text.get_text())
                          for text in axes.texts], [(3, '\N{EN DASH}')])

    def test_hardly_any_numbers(self):
        for players in [[('a', {}), ('b', {})],
                        [('a', interval(0, 0)), ('b', interval(0, 0))],
                        [('a', {'value': 5.0}), ('b', {'value': -5.0})],
                        [('a', {'low': 412.0}), ('b', {'high': -412.0})],
                        []]:
            figure, _ = drawn(results({'teeko': players}))
            left, right = figure.axes[0].get_xlim()
            self.assertGreaterEqual(right - left, 20)
            self.assertTrue(math.isfinite(left) and math.isfinite(right))

    def test_readable_whatever_their_number(self):
        rng = random.Random(1)
        long_names = ['alphabeta:depth=6,evaluation=learned', 'x' * 1000,
                      'engine:cmd="python3 $bot$ --name $b"']
        for games, players in [(1, 2), (2, 12), (3, 4), (10, 12), (10, 2)]:
            of_game = [(f'player{i}', interval(rng.gauss(0, 200), 40))
                       for i in range(players - 2)]
            of_game += [(name, interval(0, 40)) for name in long_names[:2]]
            of_game[0] = (long_names[2], of_game[0][1])
            figure, canvas = drawn(results({f'game{i}': of_game
                                            for i in range(games)}))
            renderer = canvas.get_renderer()
            boxes = []
            for axes in figure.axes:
                labels = axes.get_yticklabels()
                self.assertEqual(len(labels), players)
                left, right = axes.get_xlim()
                ticks = [label for at, label in zip(axes.get_xticks(),
                                                    axes.get_xticklabels())
                         if left <= at <= right]
                boxes += [label.get_window_extent(renderer) for label in
                          [*labels, axes._left_title, *ticks]]
                self.assertGreater(axes.get_window_extent(renderer).width, 250)
            width, height = canvas.get_width_height()
            for i, box in enumerate(boxes):
                self.assertTrue(0 <= box.x0 and box.x1 <= width and
                                0 <= box.y0 and box.y1 <= height, box)
                for other in boxes[:i]:
                    self.assertFalse(box.overlaps(other), (games, players))
        self.assertIn(r'\$bot\$', names(figure.axes[0])[0].replace('\n', ''))

    def test_matplotlib_is_imported_for_figures_alone(self):
        done = run_python(
            'import boardwalk, sys\n'
            'assert "matplotlib" not in sys.modules\n'
            'sys.modules["matplotlib"] = None\n'
            'boardwalk.compare("teeko", ["greedy", "random"], rounds=1).figure()')
        self.assertIn('ImportError: this needs matplotlib; on Debian: apt install '
                      'python3-matplotlib', done.stderr)


class Tables(unittest.TestCase):

    def test_html(self):
        text = results({'teeko': [('a<b', interval(51.6, 10)),
                                  ('c', {'high': -80.2})]},
                       ['a<b is better than c (certain).'])._repr_html_()
        text = text.replace(' style="text-align:left"', '')
        self.assertIn('<tr><td>teeko</td><td>1</td><td>a&lt;b</td><td>+52</td>'
                      '<td>+42</td><td>+62</td><td>62.5%</td><td>8</td><td>4</td>'
                      '<td>2</td><td>2</td><td>1</td></tr>', text)
        self.assertIn('<td>c</td><td></td><td></td><td>-80</td>', text)
        self.assertIn('<li>teeko: a&lt;b is better than c (certain).</li>', text)
        self.assertEqual(text.count('<th>'), 12)

    def test_frames(self):
        found = results({'teeko': [('a', interval(51.6, 10)), ('b', {})]})
        # In place of pandas, of which it calls only this.
        stand_in = types.ModuleType('pandas')
        stand_in.DataFrame = lambda rows: ('frame', rows)
        kept = sys.modules.get('pandas')
        try:
            sys.modules['pandas'] = stand_in
            self.assertEqual(found.frame(), ('frame', found.rows()))
            sys.modules['pandas'] = None
            with self.assertRaisesRegex(ImportError, 'apt install python3-pandas'):
                found.frame()
        finally:
            del sys.modules['pandas']
            if kept is not None:
                sys.modules['pandas'] = kept


if __name__ == '__main__':
    unittest.main()
