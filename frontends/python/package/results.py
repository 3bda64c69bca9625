"""What a comparison found: as text, as data and as a picture."""

import html
import importlib
import math
from typing import Any, Dict, List, Optional, Tuple


class Results:
    """What a comparison found.

    report  everything, as a dict: the report of boardwalk report --json
    text    the same for people, as boardwalk report prints it
    """

    def __init__(self, report: Dict[str, Any], text: str) -> None:
        self.report = report
        self.text = text

    def rows(self) -> List[Dict[str, Any]]:
        """A dict for each player in each game, best first.

        rating is in Elo, 0 for the mean of the players, between rating_low and
        rating_high in 95 % of comparisons; None where the games do not tell it,
        as for a player that has won all of them. score is the share of points,
        from 0 to 1.
        """
        return [_row(variant['game'], player)
                for variant in self.report['variants']
                for player in variant['players']]

    def verdicts(self) -> List[str]:
        """Who is better than whom, a sentence for each two in each game."""
        return [f'{variant["game"]}: {verdict["sentence"]}'
                for variant in self.report['variants']
                for verdict in variant['verdicts']]

    def frame(self) -> Any:
        """rows() as a DataFrame of pandas, which must be installed."""
        return _module('pandas').DataFrame(self.rows())

    def figure(self) -> Any:
        """The ratings as a Figure of matplotlib, which must be installed.

        A panel for each game with its players, best first: a dot is a rating, a
        line its 95 % interval; an arrow goes on beyond the panel, or begins at a
        bound. A player without a number has a dash. figure.savefig(file) keeps
        it.
        """
        return _figure(self.report['variants'], self.rows())

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """For notebooks: who is better than whom, and the table of rows()."""
        return _html(self.rows(), self.verdicts())

    def __repr__(self) -> str:
        return (f'<boardwalk.Results of {self.report["games"]} games of '
                f'{self.report["planned"]}>')


def _module(name: str) -> Any:
    """One that is imported only where it is needed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        library = name.partition('.')[0]
        raise ImportError(f'this needs {library}; on Debian: apt install '
                          f'python3-{library}') from error


def _row(game: str, player: Dict[str, Any]) -> Dict[str, Any]:
    rating = player['rating']
    return {'game': game,
            'player': player['player'],
            'rank': player['rank'],
            'score': player['score'],
            'rating': rating['value'],
            'rating_low': rating['low'],
            'rating_high': rating['high'],
            'games': player['games'],
            'wins': player['wins'],
            'draws': player['draws'],
            'losses': player['losses'],
            'forfeits': (player['illegal_moves'] + player['overruns'] +
                         player['failures']),
            'seconds_per_move': player['seconds_per_move']}


# --- In a notebook --------------------------------------------------------------

_COLUMNS = (('rating', '{:+.0f}'), ('rating_low', '{:+.0f}'),
            ('rating_high', '{:+.0f}'), ('score', '{:.1%}'), ('games', '{}'),
            ('wins', '{}'), ('draws', '{}'), ('losses', '{}'),
            ('forfeits', '{}'))


def _html(rows: List[Dict[str, Any]], verdicts: List[str]) -> str:
    def line(tag: str, cells: List[str]) -> str:
        # Notebooks align all to the right.
        left = f'<{tag} style="text-align:left">'
        return '<tr>' + ''.join(
            (left if i in (0, 2) else f'<{tag}>') + f'{html.escape(cell)}</{tag}>'
            for i, cell in enumerate(cells)) + '</tr>'

    def cell(number: Optional[float], form: str) -> str:
        return '' if number is None else form.format(number)

    head = ['game', '#', 'player', 'rating', 'from', 'to', 'score', 'games',
            'won', 'drawn', 'lost', 'forfeits']
    lines = [line('th', head)]
    for row in rows:
        lines.append(line('td', [row['game'], str(row['rank']), row['player']] + [
            cell(row[key], form) for key, form in _COLUMNS]))
    items = ''.join(f'<li>{html.escape(verdict)}</li>' for verdict in verdicts)
    return (f'<table>{"".join(lines)}</table>'
            '<p>rating: Elo, 0 for the mean of the players; from, to: its 95 % '
            f'interval</p><ul>{items}</ul>')


# --- Figures --------------------------------------------------------------------

_INK, _FAINT, _BAR = '#24292f', '#c9ced6', '#1b5e8c'
_ROW, _PANEL, _WIDTH = 0.27, 0.75, 6.4  # inches: of a player, around, of a panel
_LEAST_SPAN = 20                        # Elo
_LABEL = 40                             # characters in a line; there are two
_BEYOND = 0.75                          # of the span, that intervals may reach


def _span(rows: List[Dict[str, Any]]) -> Tuple[float, float]:
    """The ends of the axis: all ratings, bounds and 0, and of intervals what does
    not squeeze them."""
    anchors, ends = [0.0], [0.0]
    for row in rows:
        known = [row[key] for key in ('rating_low', 'rating_high')
                 if row[key] is not None]
        anchors += known if row['rating'] is None else [row['rating']]
        ends += known
    low, high = min(anchors), max(anchors)
    room = _BEYOND * max(high - low, _LEAST_SPAN)
    low = max(min(anchors + ends), low - room)
    high = min(max(anchors + ends), high + room)
    margin = max(0.06 * (high - low), (_LEAST_SPAN - (high - low)) / 2)
    return low - margin, high + margin


def _figure(variants: List[Dict[str, Any]], rows: List[Dict[str, Any]]) -> Any:
    # Notebooks show figures once somebody has imported this.
    _module('matplotlib.pyplot')
    most = max((len(variant['players']) for variant in variants), default=1)
    columns = 1 if len(variants) <= 2 else 2
    lines = max(1, math.ceil(len(variants) / columns))
    figure = _module('matplotlib.figure').Figure(
        figsize=(_WIDTH * columns, lines * (_ROW * most + _PANEL) + 0.3),
        facecolor='white', layout='constrained')
    for i, variant in enumerate(variants):
        _panel(figure.add_subplot(lines, columns, i + 1), variant['game'],
               [row for row in rows if row['game'] == variant['game']])
    figure.supxlabel('rating in Elo, 0 for the mean of the players, with its 95 % '
                     'interval', fontsize=9, color=_INK)
    return figure


def _label(name: str) -> str:
    if len(name) > 2 * _LABEL:
        name = name[:2 * _LABEL - 3] + '...'
    lines = [name[at:at + _LABEL] for at in range(0, len(name), _LABEL)]
    # Text between two dollars would be a formula.
    return '\n'.join(lines).replace('$', r'\$')


def _panel(axes: Any, game: str, rows: List[Dict[str, Any]]) -> None:
    left, right = _span(rows)
    axes.set_xlim(left, right)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), [_label(row['player']) for row in rows])
    axes.set_title(_label(game), loc='left', fontsize=10, fontweight='bold', color=_INK)
    axes.tick_params(length=0, labelsize=8.5, labelcolor=_INK)
    axes.tick_params(axis='y', pad=9)  # room for arrows
    axes.locator_params(axis='x', nbins=6)
    axes.xaxis.set_major_formatter(lambda elo, _: f'{elo:+.0f}' if elo else '0')
    axes.grid(axis='x', color=_FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.axvline(0, color=_INK, linewidth=0.8, alpha=0.5)
    for side in axes.spines.values():
        side.set_visible(False)
    for y, row in enumerate(rows):
        _interval(axes, y, row, left, right)


def _interval(axes: Any, y: int, row: Dict[str, Any], left: float,
              right: float) -> None:
    value, low, high = row['rating'], row['rating_low'], row['rating_high']
    if value is None and low is None and high is None:
        axes.text(0, y, '\N{EN DASH}', ha='center', va='center', color=_INK)
        return
    begin = left if low is None else max(low, left)
    end = right if high is None else min(high, right)
    axes.plot([begin, end], [y, y], color=_BAR, linewidth=1.8,
              solid_capstyle='butt')
    for number, edge, arrow in [(low, begin, '<'), (high, end, '>')]:
        beyond = number is None or number != edge
        axes.plot([edge], [y], marker=arrow if beyond else '|', color=_BAR,
                  markersize=6, markeredgewidth=0 if beyond else 1.8,
                  clip_on=False)
    if value is not None:
        axes.plot([value], [y], marker='o', color=_BAR, markersize=6.5,
                  markeredgecolor='white', markeredgewidth=0.8)
