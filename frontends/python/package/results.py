"""Results of comparisons: what boardwalk report prints, as data."""

import importlib
from typing import Any, Dict, List


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
        pandas: Any = importlib.import_module('pandas')
        return pandas.DataFrame(self.rows())

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return (f'<boardwalk.Results of {self.report["games"]} games of '
                f'{self.report["planned"]}>')


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
