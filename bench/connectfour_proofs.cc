// Measures how many nodes a player needs to solve positions of Connect Four,
// which is loaded as a plug-in:
//
//   connectfour_proofs FILE [PLAYER]
//   connectfour_proofs positions.txt alphabeta:depth=42
//
// A line of FILE has the columns played so far, from 1, and the score of the
// position for the side to move: 0 for a draw; s > 0 if it wins with its own
// stone number 22 - s of 21 at the soonest; s < 0 if the opponent wins so. The
// player starts each position afresh. It is exact where it proves a win or loss
// with a variation of that length, and where it claims none in a draw.

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "bench/loaded_game.h"
#include "framework/any_game.h"
#include "framework/status_macros.h"

namespace boardwalk::bench {
namespace {

constexpr int kMistakesShown = 5;

// The score of a position after `moves` moves that `decision` proves.
int ScoreOf(const Decision& decision, size_t moves) {
  if (decision.value != 1.0 && decision.value != -1.0) return 0;
  const auto stones = static_cast<int>(moves + decision.line.size());
  const int margin = 22 - (stones + 1) / 2;
  return decision.value == 1.0 ? margin : -margin;
}

absl::StatusOr<Decision> Solve(const AnyGame& game, Player& player,
                               const std::string& columns) {
  const auto state = game.InitialState();
  for (const char column : columns) {
    ASSIGN_OR_RETURN(const AnyMove move,
                     state->ParseMove(std::string(1, column)));
    RETURN_IF_ERROR(state->Apply(move));
  }
  RETURN_IF_ERROR(player.Start(*state, /*seed=*/1));
  return player.Choose(*state, {}, {});
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.size() > 2) {
    return absl::InvalidArgumentError(
        "usage: connectfour_proofs FILE [PLAYER]");
  }
  const auto game = LoadedGame("connectfour");
  if (game == nullptr) return absl::NotFoundError(kNotThere);
  ASSIGN_OR_RETURN(
      const auto player,
      game->MakePlayer(arguments.size() == 2 ? arguments[1]
                                             : "alphabeta:depth=42"));
  std::ifstream file(arguments[0]);
  if (!file) {
    return absl::NotFoundError(absl::StrCat("cannot read ", arguments[0]));
  }
  int positions = 0, exact = 0;
  int64_t nodes = 0;
  double seconds = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    const std::vector<std::string> parts = absl::StrSplit(line, ' ');
    int score = 0;
    if (parts.size() != 2 || !absl::SimpleAtoi(parts[1], &score)) {
      return absl::InvalidArgumentError(
          absl::StrCat(arguments[0], ":", positions + 1, ": '", line,
                       "' is not columns and a score, such as '4423 -2'"));
    }
    ASSIGN_OR_RETURN(const Decision decision, Solve(*game, *player, parts[0]));
    nodes += decision.nodes.value_or(0);
    seconds += decision.seconds;
    const int found = ScoreOf(decision, parts[0].size());
    if (found == score) {
      ++exact;
    } else if (positions - exact < kMistakesShown) {
      std::printf("%s, found %d\n", line.c_str(), found);
    }
  }
  if (positions == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("no positions in ", arguments[0]));
  }
  std::printf("positions %d, exact %d, nodes %.0f, seconds %.5f (means)\n",
              positions, exact, static_cast<double>(nodes) / positions,
              seconds / positions);
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
