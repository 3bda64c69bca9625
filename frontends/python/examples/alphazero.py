"""AlphaZero in a page: learns a game of two on a grid from nothing but its rules.

    ./dev python frontends/python/examples/alphazero.py --minutes 18 --out net.pt

Many games of the network against itself share the batches of one search
(boardwalk.MctsBot); the network learns which moves the search prefers and how the
games end; at last it plays against our Monte-Carlo search with as many playouts.
D. Silver et al., A general reinforcement learning algorithm that masters chess,
shogi, and Go through self-play, 2018. It needs PyTorch (Debian: python3-torch).
"""

import argparse
import collections
import itertools
import time

import boardwalk
import numpy as np

# A position, for training: what the network sees, the share of visits of each
# action, how the game ended for the player to move, and what the search expected.
Samples = collections.namedtuple('Samples', 'obs policies results values')


def play_games(bot, slots, rng, varied_plies=10, max_plies=400):
    """Games of a bot against itself, without end: the Samples of each, in order.

    `slots` games go on at once; where one ends, the next begins. The first plies of
    each are drawn by their visits, for variety, the others are the most visited.
    """
    states = [bot.game.new_initial_state() for _ in range(slots)]
    positions = [[] for _ in states]
    while True:
        for i, thought in enumerate(bot.think_all(states)):
            state, policy, action = states[i], thought['policy'], thought['action']
            player = state.current_player()
            positions[i].append((state.observation(), policy, player, thought['value']))
            if state.move_number() < varied_plies:
                shares = policy.astype(float)
                action = rng.choice(len(shares), p=shares / shares.sum())
            state.apply_action(int(action))
            if state.is_terminal() or state.move_number() == max_plies:
                obs, policies, players, values = zip(*positions[i])
                results = np.take(state.returns(), players)  # 0 for a game cut off
                yield Samples(np.stack(obs), np.stack(policies),
                              results.astype(np.float32), np.float32(values))
                states[i], positions[i] = bot.game.new_initial_state(), []


def with_mirrored(game, samples):
    """The same and their mirror images, where an action is a column."""
    if game.short_name != 'connectfour':
        return samples
    mirrored = samples._replace(obs=samples.obs[..., ::-1],
                                policies=samples.policies[:, ::-1])
    return Samples(*map(np.concatenate, zip(samples, mirrored)))


class Network:
    """Convolutions over the board, then a prior for each action and a value."""

    def __init__(self, game, seed, channels=32, layers=4):
        import torch  # so that all else works without it
        torch.manual_seed(seed)
        torch.set_num_threads(1)  # sums in one order; as fast for nets so small
        self.torch, nn = torch, torch.nn
        planes, *board = game.observation_tensor_shape()
        body = []
        for i in range(layers):
            body += [nn.Conv2d(channels if i else planes, channels, 3, padding=1),
                     nn.ReLU()]
        self.body = nn.Sequential(*body)
        self.policy = nn.Sequential(  # a kernel as large as the board sees it all
            nn.Conv2d(channels, game.num_distinct_actions(), board), nn.Flatten())
        self.value = nn.Sequential(
            nn.Conv2d(channels, 2 * channels, board), nn.ReLU(),
            nn.Conv2d(2 * channels, 1, 1), nn.Tanh(), nn.Flatten(0))
        self.weights = nn.ModuleList([self.body, self.policy, self.value])
        self.optimizer = torch.optim.Adam(self.weights.parameters())

    def __call__(self, obs):
        """Priors and values of a batch, as MctsBot wants them."""
        with self.torch.no_grad():
            seen = self.body(self.torch.from_numpy(obs))
            return self.policy(seen).softmax(1).numpy(), self.value(seen).numpy()

    def train(self, samples, rate):
        """A step with a batch of samples; returns the loss of policy and value."""
        obs, policies, results, values = map(self.torch.from_numpy, samples)
        seen = self.body(obs)
        policy = -(policies * self.policy(seen).log_softmax(1)).sum(1).mean()
        # Between the result and what the search expected, which varies less.
        value = (self.value(seen) - (results + values) / 2).square().mean()
        self.optimizer.param_groups[0]['lr'] = rate
        self.optimizer.zero_grad()
        (policy + value).backward()
        self.optimizer.step()
        return policy.item(), value.item()


def learn(game, network, *, seconds, generations, seed, playouts=50, slots=128,
          games=100, kept_games=2000, passes=6, batch=128, rate=0.002):
    """Self-play and training in turns; yields after each, until time is up.

    `seconds` are of CPU time, so that a busy machine makes no difference.
    """
    rng = np.random.default_rng(seed)
    bot = boardwalk.MctsBot(game, playouts, evaluator=network, batch=64, leaves=1,
                            noise=0.25, noise_alpha=1.0, seed=seed)
    source = play_games(bot, slots, rng)
    window = collections.deque(maxlen=kept_games)
    steps, start, start_cpu = 0, time.perf_counter(), time.process_time()
    for generation in range(generations):
        if time.process_time() - start_cpu >= seconds:
            return
        new = list(itertools.islice(source, games))
        window.extend(new)
        samples = with_mirrored(game, Samples(*map(np.concatenate, zip(*window))))
        positions = sum(len(each.results) for each in new)
        losses = []
        for _ in range(passes * positions // batch):
            rows = rng.integers(len(samples.results), size=batch)
            losses.append(network.train(Samples(*(part[rows] for part in samples)),
                                        rate / (1 + generation / 20)))
        steps += len(losses)
        policy, value = np.mean(losses, axis=0)
        print(f'generation {generation + 1}: {(generation + 1) * games} games, '
              f'{positions / games:.1f} plies each, {steps} steps, '
              f'loss {policy:.3f} + {value:.3f}, '
              f'{time.process_time() - start_cpu:.0f} s of CPU time in '
              f'{time.perf_counter() - start:.0f} s', flush=True)
        yield generation


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--game', default='connectfour')
    parser.add_argument('--minutes', type=float, default=18,
                        help='of learning, on one core')
    parser.add_argument('--generations', type=int, default=10**6,
                        help='at most; as many with the same seed are the same')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--playouts', type=int, default=200, help='of the comparison')
    parser.add_argument('--rounds', type=int, default=150, help='of the comparison')
    parser.add_argument('--load', help='a network to begin with')
    parser.add_argument('--out', default='net.pt', help='where to keep the network')
    options = parser.parse_args(arguments)

    game = boardwalk.load_game(options.game)
    if len(game.observation_tensor_shape()) != 3 or game.num_players() != 2:
        parser.error(f'{game} is no game of two on a grid')
    network = Network(game, options.seed)
    if options.load:
        network.weights.load_state_dict(network.torch.load(options.load))
    for _ in learn(game, network, seconds=60 * options.minutes,
                   generations=options.generations, seed=options.seed):
        network.torch.save(network.weights.state_dict(), options.out)

    results = boardwalk.compare(
        game, [('net', lambda: boardwalk.MctsBot(game, options.playouts, leaves=2,
                                                 evaluator=network)),
               f'mcts:playouts={options.playouts}'],
        rounds=options.rounds, seed=options.seed)
    print(results)


if __name__ == '__main__':
    main()
