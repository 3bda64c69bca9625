"""Tests of what algorithms call that are written for OpenSpiel."""

import math
import pickle
import random
import unittest
from unittest import mock

import numpy as np

import boardwalk
import boardwalk as pyspiel  # as such an algorithm would
from python_testing import after


# --- Algorithms, by the calls of those of OpenSpiel -----------------------------


def minimax(game, state=None, value_function=None, maximum_depth=30):
    """The value of a state for the player to move, and an action that gets it."""
    kind = game.get_type()
    if game.num_players() != 2:
        raise ValueError('a game for two')
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f'not {kind.dynamics}')
    if kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC:
        raise ValueError(f'not {kind.chance_mode}')
    if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        raise ValueError(f'not {kind.information}')
    if kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
        raise ValueError(f'not {kind.utility}')
    state = game.new_initial_state() if state is None else state.clone()
    maximizer = state.current_player()

    def search(here, depth, alpha, beta):
        if here.is_terminal():
            return here.player_return(maximizer), pyspiel.INVALID_ACTION
        if depth == 0:
            return value_function(here), pyspiel.INVALID_ACTION
        sign = 1 if here.current_player() == maximizer else -1
        best, found = -math.inf, pyspiel.INVALID_ACTION
        for action in here.legal_actions():
            child = here.clone()
            child.apply_action(action)
            value = sign * search(child, depth - 1, alpha, beta)[0]
            if value > best:
                best, found = value, action
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, -best)
            if alpha >= beta:
                break
        return sign * best, found

    return search(state, maximum_depth, -math.inf, math.inf)


class Rollouts:
    """Values by random games, of at most some plies, and even priors."""

    def __init__(self, plies, rng):
        self.plies, self.rng = plies, rng

    def evaluate(self, state):
        state = state.clone()
        for _ in range(self.plies):
            if state.is_terminal():
                break
            if state.is_chance_node():
                raise AssertionError(state.chance_outcomes())
            state.apply_action(int(self.rng.choice(state.legal_actions())))
        return np.array(state.returns())

    def prior(self, state):
        actions = state.legal_actions(state.current_player())
        return [(action, 1 / len(actions)) for action in actions]


class TreeSearch(pyspiel.Bot):
    """UCT."""

    def __init__(self, game, uct_c, max_simulations, evaluator):
        pyspiel.Bot.__init__(self)
        kind = game.get_type()
        if kind.reward_model != pyspiel.GameType.RewardModel.TERMINAL:
            raise ValueError('rewards at the end')
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ValueError('players in turn')
        self.uct_c, self.max_simulations = uct_c, max_simulations
        self.evaluator = evaluator
        self.max_utility = game.max_utility()

    def restart_at(self, state):
        pass

    def step(self, state):
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state):
        self.visits, self.sums, self.children = {}, {}, {}
        for _ in range(self.max_simulations):
            self.simulate(state.clone())
        root = state.history_str()
        action = max(self.children[root],
                     key=lambda a: self.visits.get((root, a), 0))
        return [(a, 1.0 if a == action else 0.0)
                for a in state.legal_actions(state.current_player())], action

    def simulate(self, state):
        path = []
        while not state.is_terminal():
            node = state.history_str()
            if node not in self.children:
                self.children[node] = [a for a, _ in self.evaluator.prior(state)]
                break
            total = sum(self.visits.get((node, a), 0)
                        for a in self.children[node])

            def urgency(action):
                visits = self.visits.get((node, action), 0)
                if visits == 0:
                    return math.inf
                return (self.sums[node, action] / visits +
                        self.uct_c * math.sqrt(math.log(total) / visits))

            action = max(self.children[node], key=urgency)
            path.append((node, action, state.current_player()))
            state.apply_action(action)
        returns = (state.returns() if state.is_terminal() else
                   self.evaluator.evaluate(state))
        for node, action, player in path:
            self.visits[node, action] = self.visits.get((node, action), 0) + 1
            self.sums[node, action] = (self.sums.get((node, action), 0) +
                                       returns[player])


def evaluate(state, bots):
    """Plays a game between bots."""
    for bot in bots:
        bot.restart_at(state)
    while not state.is_terminal():
        if state.is_chance_node() or state.is_simultaneous_node():
            raise AssertionError('a player is to move')
        player = state.current_player()
        action = bots[player].step(state)
        for i, bot in enumerate(bots):
            if i != player:
                bot.inform_action(state, player, action)
        state.apply_action(action)
    return state.returns()


class Environment:
    """What a learning agent sees."""

    def __init__(self, game, **kwargs):
        self.game = pyspiel.load_game(game, kwargs) if kwargs else \
            pyspiel.load_game(game)
        kind = self.game.get_type()
        self.use_observation = not kind.provides_information_state_tensor
        if self.use_observation and not kind.provides_observation_tensor:
            raise ValueError('no observation')
        self.turns = kind.dynamics in (pyspiel.GameType.Dynamics.SEQUENTIAL,
                                       pyspiel.GameType.Dynamics.MEAN_FIELD)

    def reset(self):
        self.state = self.game.new_initial_state()
        return self.time_step()

    def time_step(self):
        state = self.state
        if state.current_player() in (pyspiel.PlayerId.CHANCE,
                                      pyspiel.PlayerId.SIMULTANEOUS,
                                      pyspiel.PlayerId.MEAN_FIELD):
            raise AssertionError('a player is to move')
        players = range(self.game.num_players())
        return {'info_state': [state.observation_tensor(i) if self.use_observation
                               else state.information_state_tensor(i)
                               for i in players],
                'legal_actions': [state.legal_actions(i) for i in players],
                'current_player': state.current_player(),
                'rewards': state.rewards(),
                'state': pyspiel.serialize_game_and_state(self.game, state)}

    def step(self, actions):
        self.state.apply_action(actions[0])
        return self.time_step()


# --- Tests ----------------------------------------------------------------------


class Types(unittest.TestCase):

    def test_of_games(self):
        for name, players in [('connectfour', (2, 2)), ('star', (2, 6)),
                              ('star:size=3,players=5', (2, 6)),
                              ('teeko', (2, 2))]:
            kind = boardwalk.load_game(name).get_type()
            self.assertEqual(kind.short_name, name.split(':')[0])
            self.assertEqual(kind.long_name, boardwalk.load_game(name).long_name)
            self.assertEqual((kind.min_num_players, kind.max_num_players),
                             players)
            self.assertEqual(kind.dynamics,
                             boardwalk.GameType.Dynamics.SEQUENTIAL)
            self.assertNotEqual(kind.dynamics,
                                boardwalk.GameType.Dynamics.SIMULTANEOUS)
            self.assertEqual(kind.utility, boardwalk.GameType.Utility.ZERO_SUM)
            self.assertTrue(kind.provides_observation_tensor)
            self.assertFalse(kind.provides_information_state_tensor)
            self.assertTrue(kind.default_loadable)
        self.assertEqual(boardwalk.load_game('star:size=3').get_type(),
                         boardwalk.load_game('star').get_type())
        self.assertEqual(
            boardwalk.load_game('star').get_type().parameter_specification,
            {'size': 4})
        kind = boardwalk.load_game('teeko').get_type()
        self.assertEqual(pickle.loads(pickle.dumps(kind)), kind)

    def test_of_all_games(self):
        types = boardwalk.registered_games()
        self.assertEqual([kind.short_name for kind in types],
                         boardwalk.registered_names())
        self.assertEqual(types, [boardwalk.load_game(kind.short_name).get_type()
                                 for kind in types])

    def test_of_one_that_cannot_be_loaded(self):
        load = boardwalk.load_game

        def refuse(name):
            if name == 'othello':
                raise ValueError('no numbers')
            return load(name)

        with mock.patch('boardwalk.open_spiel.load_game', refuse):
            types = {kind.short_name: kind
                     for kind in boardwalk.registered_games()}
        self.assertFalse(types['othello'].default_loadable)
        self.assertFalse(types['othello'].provides_observation_tensor)
        self.assertEqual(types['othello'].long_name, load('othello').long_name)
        self.assertEqual(types['teeko'], load('teeko').get_type())

    def test_parameters(self):
        for name, parameters in [
                ('connectfour', {}),
                ('star', {'size': 4}),
                ('star:players=3', {'size': 4, 'players': 3}),
                ('teeko:phase=movement', {'phase': 'movement'})]:
            game = boardwalk.load_game(name)
            self.assertEqual(game.get_parameters(), parameters)
            self.assertEqual(boardwalk.load_game(game.short_name, parameters),
                             game)
        self.assertEqual(boardwalk.load_game('star:size=3', {'players': 3}),
                         boardwalk.load_game('star:size=3,players=3'))
        for name, parameters, error in [
                ('star', {'players': 9}, '2 to 6'), ('star', {'x': 1}, "'x'"),
                ('star:size=3', {'size': 3}, 'twice'),
                ('teeko', {'phase': 'full,size=3'}, 'phase=full,size=3 of'),
                ('star', {'': 3}, 'name|key|setting')]:
            with self.assertRaisesRegex(ValueError, error):
                boardwalk.load_game(name, parameters)

    def test_numbers_are_those_of_openspiel(self):
        ids = boardwalk.PlayerId
        self.assertEqual([ids.DEFAULT_PLAYER_ID, ids.CHANCE, ids.SIMULTANEOUS,
                          ids.INVALID, ids.TERMINAL, ids.MEAN_FIELD],
                         [0, -1, -2, -3, -4, -5])
        self.assertEqual(boardwalk.INVALID_ACTION, -1)

    def test_errors_are_spiel_errors(self):
        state = after('connectfour', [3])
        for call in [lambda: boardwalk.load_game('chess'),
                     lambda: state.apply_action(7),
                     lambda: state.string_to_action('x'),
                     state.chance_outcomes, state.information_state_tensor,
                     lambda: state.apply_actions([1, 2])]:
            try:
                call()
            except pyspiel.SpielError as error:
                self.assertGreater(len(str(error)), 20)
                self.assertIsInstance(error, (ValueError, RuntimeError))
            else:
                self.fail('no error')


class Games(unittest.TestCase):

    def test_what_all_have_in_common(self):
        game = boardwalk.load_game('othello')
        self.assertEqual(game.new_initial_states(), [game.new_initial_state()])
        self.assertEqual(game.max_chance_outcomes(), 0)
        self.assertEqual(game.policy_tensor_shape(), [65])


class States(unittest.TestCase):

    def test_histories(self):
        state = after('connectfour', [3, 0, 3])
        self.assertEqual(state.history_str(), '3, 0, 3')
        self.assertEqual(state.information_state_string(), '3, 0, 3')
        self.assertEqual(state.information_state_string(1), '3, 0, 3')
        self.assertEqual(
            [(step.player, step.action) for step in state.full_history()],
            [(0, 3), (1, 0), (0, 3)])
        self.assertEqual(after('connectfour', []).full_history(), [])
        self.assertEqual(after('connectfour', []).history_str(), '')
        # Behind another start there are other players, and another state.
        later = state.get_game().new_initial_state(state.position())
        later.apply_action(2)
        self.assertEqual(later.full_history(), [boardwalk.PlayerAction(1, 2)])
        self.assertEqual(later.history_str(), '2')
        self.assertEqual(later.information_state_string(),
                         f'start {state.position()}, 2')
        three = after('star:players=3', [])
        for _ in range(4):
            three.apply_action(three.legal_actions()[0])
        self.assertEqual([step.player for step in three.full_history()],
                         [0, 1, 2, 0])
        with self.assertRaisesRegex(ValueError, 'player 2 is not'):
            state.information_state_string(2)

    def test_kinds_of_nodes(self):
        state = after('connectfour', [3, 0, 3, 0, 3, 1])
        self.assertEqual(state.get_type(), boardwalk.StateType.DECISION)
        self.assertTrue(state.is_player_node())
        state.apply_action_with_legality_check(3)
        self.assertEqual(state.get_type(), boardwalk.StateType.TERMINAL)
        self.assertFalse(state.is_player_node())
        self.assertFalse(state.is_mean_field_node())
        self.assertEqual([state.player_reward(0), state.player_reward(1)],
                         [1, -1])
        with self.assertRaisesRegex(ValueError, 'not legal'):
            after('connectfour', []).apply_action_with_legality_check(9)


class Searches(unittest.TestCase):

    def test_minimax_agrees_with_ours_to_the_end(self):
        game = boardwalk.load_game('tictactoe')
        self.assertEqual(minimax(game)[0], 0)
        ours = boardwalk.player('alphabeta:depth=9', game)
        values = set()
        rng = random.Random(5)
        for _ in range(30):
            state = game.new_initial_state()
            for _ in range(rng.randrange(2, 6)):
                if not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            value, action = minimax(game, state)
            values.add(value)
            self.assertEqual(value, ours.think(state)['value'], state)
            self.assertIn(action, state.legal_actions())
        self.assertEqual(values, {-1, 0, 1})

    def test_minimax_proves_the_wins_that_ours_proves(self):
        found = set()
        for name, depth in [('teeko', 2), ('connectfour', 3)]:
            game = boardwalk.load_game(name)
            ours = boardwalk.player(f'alphabeta:depth={depth}', game)
            for seed in range(60):
                state, rng = game.new_initial_state(), random.Random(seed)
                for _ in range(rng.randrange(6, 30)):
                    child = state.child(rng.choice(state.legal_actions()))
                    if not child.is_terminal():
                        state = child
                value = minimax(game, state, lambda state: 0, depth)[0]
                proof = ours.think(state)['value']
                # Ours looks deeper where somebody can win at once.
                if value == 0 and abs(proof) == 1:
                    value = minimax(game, state, lambda state: 0, depth + 2)[0]
                self.assertEqual(value, proof if abs(proof) == 1 else 0, state)
                found.add((name, value))
        self.assertLess({('connectfour', -1), ('connectfour', 0),
                         ('connectfour', 1), ('teeko', 1)}, found)

    def test_minimax_is_for_two(self):
        with self.assertRaisesRegex(ValueError, 'for two'):
            minimax(boardwalk.load_game('star:players=3'))

    def test_tree_search_finds_the_win(self):
        game = boardwalk.load_game('connectfour')
        bot = TreeSearch(game, 1.4, 500, Rollouts(50, np.random.RandomState(1)))
        policy, action = bot.step_with_policy(
            after('connectfour', [3, 0, 3, 0, 3, 1]))
        self.assertEqual(action, 3)
        self.assertEqual(dict(policy)[3], 1)
        # and sees that of the other
        self.assertEqual(bot.step(after('connectfour', [3, 0, 3, 0, 3])), 3)

    def test_tree_search_wins_for_three(self):
        game = boardwalk.load_game('star', {'size': 3, 'players': 3})
        state = game.new_initial_state()
        evaluate(state, [boardwalk.player('greedy', game) for _ in range(3)])
        self.assertEqual(state.returns(), [1, -0.5, -0.5])
        # The game ends with a round, so the winner moved three plies before.
        for player, action in reversed(state.full_history()[-3:]):
            state.undo_action(player, action)
        bot = TreeSearch(game, 1.4, 20 * len(state.legal_actions()),
                         Rollouts(5, np.random.RandomState(1)))
        state.apply_action(bot.step(state))
        while state.current_player() > 0:
            state.apply_action(state.legal_actions()[0])
        self.assertEqual(state.player_return(0), 1)

    def test_an_environment(self):
        for name, parameters in [('othello', {}), ('teeko', {'phase': 'full'}),
                                 ('breakthrough', {})]:
            env = Environment(name, **parameters)
            rng = np.random.RandomState(3)
            step = env.reset()
            while step['current_player'] != pyspiel.PlayerId.TERMINAL:
                self.assertEqual(step['rewards'], [0, 0])
                mine = step['legal_actions'][step['current_player']]
                self.assertEqual(step['legal_actions'][
                    1 - step['current_player']], [])
                self.assertEqual(len(step['info_state'][0]),
                                 env.game.observation_tensor_size())
                step = env.step([rng.choice(mine)])
            self.assertEqual(sum(step['rewards']), 0)
            game, state = pyspiel.deserialize_game_and_state(step['state'])
            self.assertEqual((game, state), (env.game, env.state))


class Bots(unittest.TestCase):

    def test_loops_play_games(self):
        game = boardwalk.load_game('connectfour')
        scores = [0, 0]
        for seed in range(6):
            bots = [TreeSearch(game, 1.4, 100,
                               Rollouts(50, np.random.RandomState(seed))),
                    boardwalk.make_uniform_random_bot(1, seed)]
            for loop in [evaluate, boardwalk.evaluate_bots]:
                state = game.new_initial_state()
                returns = loop(state, bots)
                self.assertTrue(state.is_terminal())
                self.assertEqual(returns, state.returns())
                scores = [a + b for a, b in zip(scores, returns)]
        self.assertGreater(scores[0], 8)
        self.assertEqual(sum(scores), 0)

    def test_ours_are_bots(self):
        game = boardwalk.load_game('connectfour')

        def network(obs):
            return np.ones((len(obs), 7)), np.zeros(len(obs))

        ours = [boardwalk.player('alphabeta:depth=3', game),
                boardwalk.MctsBot(game, 50, evaluator=network)]
        for bot in ours:
            self.assertIsInstance(bot, boardwalk.Bot)
            self.assertEqual(boardwalk.evaluate_bots(
                game.new_initial_state(),
                [bot, boardwalk.make_uniform_random_bot(1, 3)]), [1, -1])
        self.assertFalse(ours[0].provides_policy())
        self.assertTrue(ours[1].provides_policy())
        state = after('connectfour', [3, 0, 3, 0, 3, 1])
        policy, action = ours[1].step_with_policy(state)
        self.assertEqual(action, 3)
        self.assertEqual([a for a, _ in policy], state.legal_actions())
        self.assertAlmostEqual(sum(share for _, share in policy), 1, places=5)
        self.assertEqual(max(policy, key=lambda pair: pair[1])[0], 3)
        self.assertEqual(ours[1].get_policy(state), policy)

    def test_random_bots(self):
        state = after('connectfour', [])
        bot = boardwalk.make_uniform_random_bot(0, 1)
        self.assertEqual({bot.step(state) for _ in range(200)}, set(range(7)))
        self.assertEqual(bot.get_policy(state), [(a, 1 / 7) for a in range(7)])
        other = boardwalk.make_uniform_random_bot(1, 1)
        self.assertEqual(other.step(state), boardwalk.INVALID_ACTION)
        self.assertEqual(other.step_with_policy(state),
                         ([], boardwalk.INVALID_ACTION))

    def test_games_without_an_end(self):
        state = after('star:size=3', [])
        bots = [boardwalk.make_uniform_random_bot(i, i) for i in range(2)]
        self.assertEqual(boardwalk.evaluate_bots(state, bots, max_plies=30),
                         [0, 0])
        self.assertEqual(state.move_number(), 30)
        # Others are played to their end.
        self.assertEqual(abs(boardwalk.evaluate_bots(
            after('breakthrough', []), bots, max_plies=3)[0]), 1)
        with self.assertRaisesRegex(ValueError, '2 bots for 3 players'):
            boardwalk.evaluate_bots(after('star:players=3', []), bots)

    def test_what_a_bot_has_not(self):
        bot = boardwalk.Bot()
        state = after('connectfour', [])
        for call in [bot.step, bot.get_policy, bot.step_with_policy,
                     lambda state: bot.force_action(state, 3)]:
            with self.assertRaisesRegex(NotImplementedError, 'Bot has no'):
                call(state)
        self.assertFalse(bot.provides_force_action())
        self.assertFalse(bot.provides_policy())
        self.assertIsNone(bot.inform_action(state, 0, 3))
        self.assertIsNone(bot.restart())


class Follower(boardwalk.Bot):
    """Follows the game by what it is told, and compares."""

    games = []  # how many moves into each it began to follow

    def restart_at(self, state):
        Follower.games.append(state.move_number())
        self.here = state.clone()

    def inform_action(self, state, player_id, action):
        assert state == self.here and player_id == state.current_player()
        self.here.apply_action(action)

    def step(self, state):
        assert state == self.here, (state, self.here)
        action = state.legal_actions()[-1]
        self.here.apply_action(action)
        return action


class Careless(Follower):
    """It plays on with the state that it is given."""

    def step(self, state):
        action = super().step(state)
        state.apply_action(action)
        return action


class Comparisons(unittest.TestCase):

    def forfeits(self, results):
        return {row['player']: row['forfeits'] for row in results.rows()}

    def test_bots_follow_games(self):
        for game in ['breakthrough', 'othello', 'star:size=3,players=3']:
            Follower.games.clear()
            results = boardwalk.compare(game, [Follower, Careless, 'greedy'],
                                        rounds=2, max_plies=90)
            self.assertEqual(set(self.forfeits(results).values()), {0})
            self.assertGreaterEqual(len(Follower.games), 12)
            self.assertEqual(set(Follower.games), {0})
        # The loops of OpenSpiel tell the same.
        for loop in [evaluate, boardwalk.evaluate_bots]:
            loop(after('breakthrough', []), [Follower(), Follower()])

    def test_a_state_that_does_not_follow(self):
        bot = Follower()
        bot.start(after('breakthrough', []), 0)
        state = after('breakthrough', [])
        state.apply_action(bot.choose(state))
        state.apply_action(state.legal_actions()[0])
        state.apply_action(bot.choose(state))
        Follower.games.clear()
        # Another game, one from before, and one with another start.
        for other in [after('othello', []), after('breakthrough', []),
                      state.get_game().new_initial_state(state.position())]:
            self.assertEqual(bot.choose(other), other.legal_actions()[-1])
        self.assertEqual(Follower.games, [0, 0, 0])

    def test_bots_without_a_memory(self):
        class Wins(boardwalk.Bot):
            def step(self, state):
                player = state.current_player()
                return max(state.legal_actions(),
                           key=lambda a: state.child(a).player_return(player))

        results = boardwalk.compare('connectfour', [Wins, ('same', Wins()),
                                                    'random'], rounds=10)
        self.assertEqual(set(self.forfeits(results).values()), {0})
        scores = {row['player']: row['score'] for row in results.rows()}
        self.assertGreater(scores['wins'], scores['random'])

    def test_a_player_of_ours(self):
        player = boardwalk.player('alphabeta:depth=2', 'connectfour')
        with self.assertRaisesRegex(ValueError, 'depth=0'):
            player.choose(after('connectfour', []), {'depth': 0})
        results = boardwalk.compare('connectfour', [('ours', player), 'random'],
                                    rounds=3, depth=1)
        self.assertEqual(set(self.forfeits(results).values()), {0})
        self.assertEqual(results.rows()[0]['player'], 'ours')


if __name__ == '__main__':
    unittest.main()
