// boardwalk perft: counts move sequences, a line for each depth.

#include <algorithm>
#include <chrono>

#include "absl/strings/str_format.h"
#include "framework/clock.h"
#include "framework/status_macros.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

// Far beyond what any game with a choice to make can be counted to.
constexpr int64_t kDeepest = 60;

absl::StatusOr<int> RunPerft(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto depth, arguments.Int("DEPTH", {1, kDeepest}, 1));
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  const Clock& clock = ThreadCpuClock();
  for (int plies = 1; plies <= depth; ++plies) {
    const auto start = clock.Now();
    ASSIGN_OR_RETURN(const auto leaves,
                     position.game->Perft(*position.state, plies));
    const double seconds = std::max(
        std::chrono::duration<double>(clock.Now() - start).count(), 1e-9);
    context.out << absl::StrFormat("%d %d %.6f %.0f", plies, leaves, seconds,
                                   static_cast<double>(leaves) / seconds)
                << std::endl;
    if (!context.out) break;
  }
  return 0;
}

}  // namespace

Command PerftCommand() {
  return {
      .name = "perft",
      .help = "counts the sequences of moves of each length",
      .positionals = {kGameArgument, {"DEPTH", "the greatest length, 1 to 60"}},
      .options = {kMovesOption, kPositionOption},
      .run = RunPerft};
}

}  // namespace boardwalk::cli
