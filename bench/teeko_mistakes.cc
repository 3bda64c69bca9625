// Counts the mistakes of a player in Teeko's movement phase, which is solved:
//
//   teeko_mistakes PLAYER [POSITIONS [SEED [FIRST]]]
//   teeko_mistakes alphabeta:time=100ms 10000 1
//
// The player moves in random live positions (10,000 by default); a mistake is a
// move that gives away a win or a draw. A position depends only on the seed and
// its number. So a run can be divided into parts that start at number FIRST, in
// parallel or one after the other, and their counts added. Time is CPU time.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/clock.h"
#include "framework/random.h"
#include "games/registry.h"
#include "games/teeko/solver.h"
#include "games/teeko/teeko.h"

namespace boardwalk::bench {
namespace {

using boardwalk::teeko::IsGoal;
using boardwalk::teeko::Rules;
using boardwalk::teeko::Solver;
using boardwalk::teeko::State;

constexpr int64_t kMistakesShown = 5;

// The live position with this number; all are equally likely.
State RandomPosition(uint64_t seed, int64_t number) {
  Random random(Mix64(Mix64(seed) + static_cast<uint64_t>(number)));
  for (;;) {
    uint32_t marks[2] = {0, 0};
    for (int i = 0; i < 2 * teeko::kMarksPerSide;) {
      const uint32_t square = 1u << random.Below(teeko::kSquares);
      if (((marks[0] | marks[1]) & square) != 0) continue;
      marks[i++ % 2] |= square;
    }
    if (!IsGoal(marks[0]) && !IsGoal(marks[1])) {
      return {marks[0], marks[1], static_cast<int>(random.Below(2)), false};
    }
  }
}

// Counts by the exact outcome before and after the move.
struct Tally {
  int64_t positions[3] = {0, 0, 0};  // lost, drawn, won
  int64_t mistakes[3][3] = {};       // [before][after]
  int64_t nodes = 0;
  double seconds = 0;

  int64_t Mistakes() const {
    return mistakes[2][1] + mistakes[2][0] + mistakes[1][0];
  }
};

class Examiner {
 public:
  Examiner(std::shared_ptr<const AnyGame> game, std::unique_ptr<Player> player)
      : rules_(Rules::Phase::kMovement),
        solver_(/*placement_only=*/false),
        game_(std::move(game)),
        player_(std::move(player)) {}

  absl::Status Examine(const State& state, uint64_t seed) {
    const std::string text = rules_.FormatPosition(state);
    const auto position = game_->ParsePosition(text);
    if (!position.ok()) return position.status();
    const absl::Status started = player_->Start(**position, seed);
    if (!started.ok()) return started;
    const Limits limits = {.clock = &ThreadCpuClock()};
    const auto decision = player_->Choose(**position, limits, {});
    if (!decision.ok()) return decision.status();
    const std::string move = (*position)->FormatMove(decision->move);
    tally_.nodes += decision->nodes.value_or(0);
    tally_.seconds += decision->seconds;
    return CountMove(state, text, move);
  }

  const Tally& tally() const { return tally_; }

 private:
  absl::Status CountMove(State state, const std::string& text,
                         const std::string& move) {
    const auto parsed = rules_.ParseMove(state, move);
    if (!parsed.ok()) return parsed.status();
    const int before = solver_.Value(state).outcome + 1;
    state.Apply(*parsed);
    const int after = 1 - solver_.Value(state).outcome;
    ++tally_.positions[before];
    if (after >= before) return absl::OkStatus();
    ++tally_.mistakes[before][after];
    if (tally_.Mistakes() <= kMistakesShown) {
      constexpr const char* kOutcomes[] = {"lost", "drawn", "won"};
      std::printf("%s  %s  %s, then %s\n", text.c_str(), move.c_str(),
                  kOutcomes[before], kOutcomes[after]);
    }
    return absl::OkStatus();
  }

  const Rules rules_;
  const Solver solver_;
  const std::shared_ptr<const AnyGame> game_;
  const std::unique_ptr<Player> player_;
  Tally tally_;
};

void Print(const Tally& tally) {
  const auto& positions = tally.positions;
  const auto& mistakes = tally.mistakes;
  const std::string text = absl::StrCat(
      "positions ", positions[0] + positions[1] + positions[2], ": won ",
      positions[2], ", drawn ", positions[1], ", lost ", positions[0],
      "\nmistakes ", tally.Mistakes(), ": win to draw ", mistakes[2][1],
      ", win to loss ", mistakes[2][0], ", draw to loss ", mistakes[1][0],
      "\nnodes ", tally.nodes);
  std::printf("%s, seconds %.1f\n", text.c_str(), tally.seconds);
}

absl::Status Run(const std::vector<std::string>& arguments) {
  int64_t numbers[3] = {10'000, 1, 0};  // positions, seed, first
  if (arguments.empty() || arguments.size() > 4) {
    return absl::InvalidArgumentError(
        "usage: teeko_mistakes PLAYER [POSITIONS [SEED [FIRST]]]");
  }
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (!absl::SimpleAtoi(arguments[i], &numbers[i - 1]) ||
        numbers[i - 1] < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", arguments[i], "' is not a number from 0"));
    }
  }
  const auto games = AllGames();
  if (!games.ok()) return games.status();
  auto game = games->MakeGame("teeko:phase=movement");
  if (!game.ok()) return game.status();
  auto player = (*game)->MakePlayer(arguments[0]);
  if (!player.ok()) return player.status();
  Examiner examiner(*std::move(game), *std::move(player));
  const auto [positions, seed, first] = numbers;
  for (int64_t i = first; i < first + positions; ++i) {
    const absl::Status done =
        examiner.Examine(RandomPosition(static_cast<uint64_t>(seed), i),
                         static_cast<uint64_t>(i));
    if (!done.ok()) return done;
  }
  Print(examiner.tally());
  return absl::OkStatus();
}

}  // namespace
}  // namespace boardwalk::bench

int main(int argc, char** argv) {
  const absl::Status done = boardwalk::bench::Run({argv + 1, argv + argc});
  if (done.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(done.message()).c_str());
  return 1;
}
