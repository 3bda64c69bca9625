// boardwalk check: the conformance suite on one game, its perft table and its
// learned evaluation.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "ai/learn/learned_check.h"
#include "ai/learn/weights_file.h"
#include "framework/catalog.h"
#include "framework/conformance.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/perft_table.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

const Option kRandomGames = {.name = "--games",
                             .value = "N",
                             .help =
                                 "games to play: every other one at random, "
                                 "the others look for long games, full "
                                 "boards and rare moves; default: 20, and "
                                 "more of a short game",
                             .values = Bounds<int64_t>{1, 1'000'000}};
const Option kRandomSeed = {.name = "--seed",
                            .value = "N",
                            .help = "seed of these games",
                            .values = kSeedBounds,
                            .fallback = "1"};
const Option kPerftFile = {.name = "--perft",
                           .value = "FILE",
                           .help =
                               "compares perft with the table in FILE, lines "
                               "such as: - 1:9 2:72",
                           .completion = Completion::kFile};
const Option kMostLeaves = {
    .name = "--leaves",
    .value = "N",
    .help = "leaves out the depths of the table with more",
    .values = Bounds<int64_t>{1, int64_t{1} << 53}};

const Option kLearnedFile = {.name = "--weights",
                             .value = "FILE",
                             .help =
                                 "checks the evaluation in FILE, a file of "
                                 "boardwalk learn, instead of that kept with "
                                 "the game",
                             .completion = Completion::kFile};

// Commands to be copied are long where many moves lead to the position.
constexpr size_t kMaxFailure = 100'000;

// The command that does what `what` says to the game, as this one was called.
std::string CommandFor(absl::string_view what, const AnyGame& game,
                       const Context& context) {
  std::string command = "boardwalk";
  for (const std::string& file : context.plugin_files) {
    absl::StrAppend(&command, " ", kPluginOption.name, " ", ShellWord(file));
  }
  return absl::StrCat(command, " ", what, " ", ShellWord(game.Name()));
}

// Adds to `report` what differs from the table.
absl::Status CheckPerft(const Context& context, const std::string& path,
                        absl::string_view id, int64_t max_leaves,
                        ConformanceReport& report, int64_t& compared) {
  ASSIGN_OR_RETURN(const auto rows, ReadPerftTable(path, id));
  for (const PerftRow& row : rows) {
    const std::string place = absl::StrCat(OneLine(path), ", line ", row.line);
    ASSIGN_OR_RETURN(const auto game,
                     At(place, context.catalog.MakeGame(row.game)));
    const auto start = StartOf(row, *game);
    if (!start.ok()) {
      return InvalidArgument(OneLine(path), ", ", start.status().message());
    }
    for (const auto& [depth, expected] : row.leaves) {
      if (expected > static_cast<uint64_t>(max_leaves)) continue;
      ASSIGN_OR_RETURN(const uint64_t leaves, game->Perft(**start, depth));
      ++compared;
      if (leaves == expected) continue;
      report.failures.push_back(absl::StrCat(
          "perft: ", place, ": depth ", depth, " has ", leaves, " leaves, not ",
          expected, "; see it with: ", CommandFor("show", *game, context),
          row.position.empty()
              ? ""
              : absl::StrCat(" --position ", ShellWord(row.position))));
    }
  }
  return absl::OkStatus();
}

// Checks the learned evaluation: that of the option, else the one that is kept
// with the game. Without positions if there is none, with a note if that is for
// other rules.
absl::StatusOr<ai::LearnedCheck> CheckEvaluation(
    const AnyGame& game, const Arguments& arguments,
    std::vector<std::string>& notes) {
  const auto seed = static_cast<uint64_t>(arguments.Int(kRandomSeed.name));
  if (arguments.Has(kLearnedFile.name)) {
    const std::string path = arguments.Text(kLearnedFile.name);
    ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
    ASSIGN_OR_RETURN(
        const ai::LearnedWeights weights,
        At(OneLine(path), ai::ParseWeightsFor(text, game.Fingerprint())));
    return ai::CheckLearned(game, weights, seed);
  }
  const absl::string_view kept = game.LearnedWeights();
  if (kept.empty()) return ai::LearnedCheck();
  if (!ai::IsLearnedFor(kept, game.Fingerprint())) {
    notes.push_back(absl::StrCat(
        "the learned evaluation that is kept with the game is for other rules "
        "or parameters, so players do not use it: `boardwalk learn ",
        game.Name(), "` makes one"));
    return ai::LearnedCheck();
  }
  ASSIGN_OR_RETURN(const ai::LearnedWeights weights, ai::ParseWeights(kept));
  return ai::CheckLearned(game, weights, seed);
}

absl::StatusOr<int> RunCheck(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto game, ReadGame(arguments, context));
  ConformanceOptions options = {
      .seed = static_cast<uint64_t>(arguments.Int(kRandomSeed.name)),
      .show = CommandFor("show", *game, context)};
  if (arguments.Has(kRandomGames.name)) {
    options.games = static_cast<int>(arguments.Int(kRandomGames.name));
  }
  ConformanceReport report = game->Check(options);
  int64_t compared = 0;
  if (arguments.Has(kPerftFile.name)) {
    const int64_t max_leaves = arguments.Has(kMostLeaves.name)
                                   ? arguments.Int(kMostLeaves.name)
                                   : std::numeric_limits<int64_t>::max();
    RETURN_IF_ERROR(CheckPerft(context, arguments.Text(kPerftFile.name),
                               game->Info().id, max_leaves, report, compared));
  }
  // A game that breaks its contract cannot be played.
  ai::LearnedCheck learned;
  if (report.ok()) {
    ASSIGN_OR_RETURN(learned, CheckEvaluation(*game, arguments, report.notes));
  }
  report.failures.insert(report.failures.end(), learned.failures.begin(),
                         learned.failures.end());
  if (arguments.Has(kJsonOption.name)) {
    PrintLine(
        {{"game", game->Name()},
         {"games", report.games},
         {"positions", report.positions},
         {"perft", compared},
         {"evaluated", learned.positions},
         {"evaluation_hash",
          learned.positions > 0 ? Json(absl::StrFormat("%016x", learned.values))
                                : Json()},
         {"failures", report.failures},
         {"notes", report.notes}},
        context.out);
    return report.ok() ? 0 : 1;
  }
  context.out << game->Name() << ": " << report.games << " games, "
              << report.positions << " positions, ";
  if (compared > 0) {
    context.out << Counted(compared, "perft number") << ", ";
  }
  if (learned.positions > 0) {
    context.out << Counted(learned.positions, "learned value")
                << absl::StrFormat(" (hash %016x), ", learned.values);
  }
  context.out << (report.ok() ? std::string("conforms")
                              : absl::StrCat(report.failures.size(), " failed"))
              << "\n";
  for (const std::string& failure : report.failures) {
    context.out << "  " << OneLine(failure, kMaxFailure) << "\n";
  }
  for (const std::string& note : report.notes) {
    context.out << "  note: " << OneLine(note) << "\n";
  }
  return report.ok() ? 0 : 1;
}

}  // namespace

Command CheckCommand() {
  return {.name = "check",
          .help = "tests whether a game fulfils the contract of games",
          .positionals = {kGameArgument},
          .options = {kRandomGames, kRandomSeed, kPerftFile, kMostLeaves,
                      kLearnedFile, kJsonOption},
          .run = RunCheck};
}

}  // namespace boardwalk::cli
