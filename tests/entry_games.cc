// Plays an entry of the tournament, compiled as a shared library, against
// `greedy` and against strategies that a beginner might write:
//
//   entry_games LIBRARY ID [GAMES_AGAINST_GREEDY [GAMES_AGAINST_OTHERS [SEED
//     [OPPONENT]]]]
//   entry_games ./entry.so 1155123456 200 100
//
// Against all of them, or OPPONENT alone. A pair of games has the same opening,
// a random move of each side, and each side once. A row for each opponent says
// what the entry won, drew and lost, and how long its moves took at most, in
// CPU time. The status is 1 if the entry wins less than 95 % against `greedy`,
// loses to another one, makes a move that is not legal, keeps memory, or writes
// to the board: that is read-only, so it would crash.

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/clock.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"
#include "games/registry.h"

namespace boardwalk::capi {
namespace {

using chinese8::State;
using Move = State::Move;
using Moves = std::vector<Move>;
using EntryFunction = int (*)(int player, const int* board);

constexpr int kOpeningPlies = 2;
constexpr int kBoardSize = 89;

int Digits(int cell) { return (cell / 8 + 1) * 10 + cell % 8 + 1; }

Moves LegalMoves(const State& state) {
  Moves moves;
  state.LegalMoves(moves);
  return moves;
}

// --- The strategies ----------------------------------------------------------

// Chooses one of the legal moves.
using Strategy = std::function<Move(const State&, const Moves&, Random&)>;

// Steps along rows and columns from the seat's own corner.
int Forward(int seat, int cell) {
  const int steps = cell / 8 + cell % 8;
  return seat == 0 ? steps : 14 - steps;
}

int Gain(const State& state, Move move) {
  return Forward(state.ToMove(), move.to) - Forward(state.ToMove(), move.from);
}

// The first of the moves with the greatest value.
template <typename Value>
Move Best(const Moves& moves, const Value& value) {
  return *std::max_element(moves.begin(), moves.end(),
                           [&](Move a, Move b) { return value(a) < value(b); });
}

bool HasWonBy(const State& state, Move move) {
  State next = state;
  next.Apply(move);
  return next.Winner() == state.ToMove();
}

Move First(const State&, const Moves& moves, Random&) { return moves.front(); }

Move AtRandom(const State&, const Moves& moves, Random& random) {
  return moves[random.Below(static_cast<uint32_t>(moves.size()))];
}

// The move that brings a piece farthest forward, by the way of the first one.
Move Longest(const State& state, const Moves& moves, Random&) {
  return Best(moves, [&](Move move) { return Gain(state, move); });
}

// The same at random among equals, and it sees a win.
Move LongestOrWin(const State& state, const Moves& moves, Random& random) {
  const auto value = [&](Move move) {
    return HasWonBy(state, move) ? 100 : Gain(state, move);
  };
  const int best = value(Best(moves, value));
  Moves equal;
  for (const Move move : moves) {
    if (value(move) == best) equal.push_back(move);
  }
  return AtRandom(state, equal, random);
}

// Brings the last piece forward, as far as it goes.
Move Straggler(const State& state, const Moves& moves, Random&) {
  return Best(moves, [&](Move move) {
    const int gain = Gain(state, move);
    return gain > 0 ? 100 * (15 - Forward(state.ToMove(), move.from)) + gain
                    : gain;
  });
}

// Leaves its camp only when it must: an opponent cannot fill it alone.
Move StayAtHome(const State& state, const Moves& moves, Random& random) {
  const uint64_t camp = chinese8::kCamps[state.ToMove()];
  Moves others;
  for (const Move move : moves) {
    if ((camp >> move.from & 1) == 0 || (camp >> move.to & 1) != 0) {
      others.push_back(move);
    }
  }
  return AtRandom(state, others.empty() ? moves : others, random);
}

// How far the seat is ahead of the other in steps, searched `depth` plies deep.
int Minimax(const State& state, int seat, int depth) {
  if (state.Winner() >= 0) return state.Winner() == seat ? 1000 : -1000;
  if (depth == 0 || state.IsTerminal()) {
    int ahead = 0;
    for (int cell = 0; cell < chinese8::kCells; ++cell) {
      if (state.Pieces(seat) >> cell & 1) ahead += Forward(seat, cell);
      if (state.Pieces(seat ^ 1) >> cell & 1) ahead -= Forward(seat ^ 1, cell);
    }
    return ahead;
  }
  const bool ours = state.ToMove() == seat;
  int best =
      ours ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  for (const Move move : LegalMoves(state)) {
    State next = state;
    next.Apply(move);
    const int value = Minimax(next, seat, depth - 1);
    best = ours ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

// The best move for itself two or three plies ahead.
template <int kDepth>
Move Lookahead(const State& state, const Moves& moves, Random&) {
  return Best(moves, [&](Move move) {
    State next = state;
    next.Apply(move);
    return Minimax(next, state.ToMove(), kDepth - 1);
  });
}

// The player `greedy` of this program.
Strategy Greedy(const AnyGame& game, uint64_t seed) {
  const std::shared_ptr<Player> player = *game.MakePlayer("greedy");
  const auto started = player->Start(*game.InitialState(), seed);
  if (!started.ok()) std::abort();
  return [&game, player](const State& state, const Moves& moves, Random&) {
    const auto position =
        game.ParsePosition(chinese8::Rules().FormatPosition(state));
    const auto decision = player->Choose(**position, {}, {});
    const std::string text = (*position)->FormatMove(decision->move);
    for (const Move move : moves) {
      if (text == absl::StrCat(Digits(move.from), Digits(move.to))) return move;
    }
    std::abort();
  };
}

// --- The entry ---------------------------------------------------------------

// A board that cannot be written to.
class ReadOnlyBoard {
 public:
  explicit ReadOnlyBoard(const State& state) {
    for (int i = 0; i < kBoardSize; ++i) Numbers()[i] = -1;
    for (int cell = 0; cell < chinese8::kCells; ++cell) {
      Numbers()[Digits(cell)] = (state.Pieces(0) >> cell & 1)   ? 1
                                : (state.Pieces(1) >> cell & 1) ? 2
                                                                : 0;
    }
    if (mprotect(page_, Bytes(), PROT_READ) != 0) std::abort();
  }
  ~ReadOnlyBoard() { munmap(page_, Bytes()); }
  ReadOnlyBoard(const ReadOnlyBoard&) = delete;
  ReadOnlyBoard& operator=(const ReadOnlyBoard&) = delete;

  const int* numbers() const { return Numbers(); }

 private:
  static size_t Bytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }
  static char* NewPage() {
    void* const page = mmap(nullptr, Bytes(), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) std::abort();
    return static_cast<char*>(page);
  }
  // At the end of the page: what lies behind is not read either, as a rule.
  int* Numbers() const {
    return reinterpret_cast<int*>(page_ + Bytes() - kBoardSize * sizeof(int));
  }

  char* const page_ = NewPage();
};

class Entry {
 public:
  explicit Entry(EntryFunction function) : function_(function) {}

  // Its move, as a legal one. Ends the program if it is not.
  Move Choose(const State& state, const Moves& moves) {
    const ReadOnlyBoard board(state);
    const size_t memory = Allocated();
    const auto start = ThreadCpuClock().Now();
    const int answer = function_(state.ToMove() + 1, board.numbers());
    const std::chrono::duration<double> took = ThreadCpuClock().Now() - start;
    longest_ = std::max(longest_, took.count());
    if (Allocated() != memory) Fail("keeps memory", state, answer);
    for (const Move move : moves) {
      if (answer == 100 * Digits(move.from) + Digits(move.to)) return move;
    }
    Fail("makes a move that is not legal", state, answer);
  }

  // The longest move since the last call, in seconds.
  double Longest() { return std::exchange(longest_, 0); }

 private:
  static size_t Allocated() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
  }
  [[noreturn]] static void Fail(const char* what, const State& state,
                                int answer) {
    std::fprintf(stderr, "the entry %s: %d in %s\n", what, answer,
                 chinese8::Rules().FormatPosition(state).c_str());
    std::exit(1);
  }

  EntryFunction function_;
  double longest_ = 0;
};

// --- Games -------------------------------------------------------------------

struct Score {
  int won = 0, drawn = 0, lost = 0;
};

// The seat that wins, -1 for a draw.
int PlayGame(Entry& entry, int seat, const Strategy& opponent, uint64_t seed) {
  State state;
  Random opening(seed), random(seed + 1);
  for (int ply = 0; ply < kOpeningPlies; ++ply) {
    state.Apply(AtRandom(state, LegalMoves(state), opening));
  }
  while (!state.IsTerminal()) {
    const Moves moves = LegalMoves(state);
    state.Apply(state.ToMove() == seat ? entry.Choose(state, moves)
                                       : opponent(state, moves, random));
  }
  return state.Winner();
}

Score PlayGames(Entry& entry, const Strategy& opponent, int games,
                uint64_t seed) {
  Score score;
  for (int game = 0; game < games; ++game) {
    const int seat = game % 2;
    const int winner =
        PlayGame(entry, seat, opponent,
                 Mix64(seed) + static_cast<uint64_t>(game / 2) * 2);
    ++(winner == seat ? score.won : winner < 0 ? score.drawn : score.lost);
  }
  return score;
}

Score ReportGames(Entry& entry, const char* name, const Strategy& opponent,
                  int games, uint64_t seed) {
  const Score score = PlayGames(entry, opponent, games, seed);
  std::printf("%-12s %5d %5d %5d %8.3f s\n", name, score.won, score.drawn,
              score.lost, entry.Longest());
  std::fflush(stdout);
  return score;
}

struct Plan {
  int greedy_games = 200;
  int games = 100;  // against each of the others
  uint64_t seed = 1;
  std::string opponent;  // alone; "" for all
};

int Run(EntryFunction function, const Plan& plan) {
  const auto catalog = AllGames();
  const auto game = *catalog->MakeGame("chinese8");
  Entry entry(function);
  const std::pair<const char*, Strategy> strategies[] = {
      {"greedy", Greedy(*game, plan.seed)},
      {"first", First},
      {"random", AtRandom},
      {"longest", Longest},
      {"longest-win", LongestOrWin},
      {"straggler", Straggler},
      {"stay-home", StayAtHome},
      {"minimax-2", Lookahead<2>},
      {"minimax-3", Lookahead<3>}};
  std::printf("%-12s %5s %5s %5s %10s\n", "against", "won", "drawn", "lost",
              "longest");
  bool good = true;
  for (const auto& [name, strategy] : strategies) {
    if (!plan.opponent.empty() && plan.opponent != name) continue;
    const bool greedy = &name == &strategies[0].first;
    const int games = greedy ? plan.greedy_games : plan.games;
    const Score score = ReportGames(entry, name, strategy, games, plan.seed);
    good &= greedy ? score.won * 100 >= 95 * games : score.lost == 0;
  }
  return good ? 0 : 1;
}

int Main(const std::vector<std::string>& arguments) {
  Plan plan;
  const size_t n = arguments.size();
  if (n < 2 || n > 6 ||
      (n > 2 && !absl::SimpleAtoi(arguments[2], &plan.greedy_games)) ||
      (n > 3 && !absl::SimpleAtoi(arguments[3], &plan.games)) ||
      (n > 4 && !absl::SimpleAtoi(arguments[4], &plan.seed))) {
    std::fputs(
        "usage: entry_games LIBRARY ID [GAMES_AGAINST_GREEDY "
        "[GAMES_AGAINST_OTHERS [SEED [OPPONENT]]]]\n",
        stderr);
    return 2;
  }
  void* const library = dlopen(arguments[0].c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function =
      library == nullptr
          ? nullptr
          : dlsym(library, absl::StrCat("ai_player_", arguments[1]).c_str());
  if (function == nullptr) {
    std::fprintf(stderr, "entry_games: %s\n", dlerror());
    return 2;
  }
  if (n > 5) plan.opponent = arguments[5];
  return Run(reinterpret_cast<EntryFunction>(function), plan);
}

}  // namespace
}  // namespace boardwalk::capi

int main(int argc, char** argv) {
  return boardwalk::capi::Main({argv + 1, argv + argc});
}
