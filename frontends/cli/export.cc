// boardwalk export: the games of a file of results, or their positions, for
// other programs.

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/pdn.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/results/positions.h"
#include "frontends/results/store.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::cli {
namespace {

constexpr char kExportFormat[] = "--format";
constexpr char kPositions[] = "--positions";

// The shortest text that reads back exactly, as in JSON.
std::string CsvNumber(double number) { return JsonText(Json(number)); }

// The moves of a seat, the work and the times for them.
void AppendWork(const comparison::SeatResult& seat, Times times,
                std::vector<std::string>& fields) {
  fields.push_back(absl::StrCat(seat.moves));
  fields.push_back(absl::StrCat(seat.nodes));
  fields.push_back(absl::StrCat(seat.playouts));
  fields.push_back(CsvNumber(MeanDepth(seat)));
  if (times == Times::kLeftOut) return;
  fields.push_back(CsvNumber(seat.seconds));
  fields.push_back(CsvNumber(seat.wall_seconds));
  fields.push_back(CsvNumber(seat.max_seconds));
}

void PrintCsvRow(const std::vector<std::string>& fields, std::ostream& out) {
  // The line end of RFC 4180.
  out << absl::StrJoin(fields, ",",
                       [](std::string* text, const std::string& field) {
                         absl::StrAppend(text, CsvField(field));
                       })
      << "\r\n";
}

// A row for each seat of a game, with the names of the view `results` and what
// it lacks. No cell of a column of whole numbers is empty, and fingerprints
// cannot be taken for numbers, so that every reader keeps them exact.
class SeatTable {
 public:
  SeatTable(const comparison::Configuration& configuration, Times times,
            std::ostream& out)
      : configuration_(configuration), times_(times), out_(out) {
    std::vector<std::string> names = {
        "game",        "variant", "round",   "block",    "seed",      "seat",
        "player",      "alias",   "returns", "ending",   "forfeited", "plies",
        "fingerprint", "moves",   "nodes",   "playouts", "depth"};
    if (times_ == Times::kShown) {
      for (const char* name : {"seconds", "wall_seconds", "max_seconds"}) {
        names.emplace_back(name);
      }
    }
    names.emplace_back("detail");
    PrintCsvRow(names, out_);
  }

  void Print(const comparison::GameSummary& game) {
    for (size_t i = 0; i < game.seats.size(); ++i) {
      const comparison::SeatResult& seat = game.seats[i];
      std::vector<std::string> fields = {
          absl::StrCat(game.id),
          configuration_.games[game.variant],
          absl::StrCat(game.round + 1),
          absl::StrCat(game.block + 1),
          absl::StrCat(game.seed),
          absl::StrCat(i + 1),
          configuration_.players[seat.player],
          comparison::AliasOf(configuration_, seat.player),
          CsvNumber(seat.returns),
          std::string(TerminationName(game.termination)),
          game.loser == static_cast<int>(i) ? "1" : "0",
          absl::StrCat(game.plies),
          absl::StrCat("0x", absl::Hex(game.fingerprint, absl::kZeroPad16))};
      AppendWork(seat, times_, fields);
      fields.push_back(DetailText(game, times_));
      PrintCsvRow(fields, out_);
    }
  }

 private:
  const comparison::Configuration& configuration_;
  const Times times_;
  std::ostream& out_;
};

// Rows of equal length, with columns for each seat of the game that has most.
class CsvTable {
 public:
  CsvTable(const comparison::Configuration& configuration, int seats,
           Times times, std::ostream& out)
      : configuration_(configuration),
        seats_(static_cast<size_t>(seats)),
        times_(times),
        out_(out) {
    std::vector<std::string> names = {"id",    "game",       "round", "block",
                                      "seed",  "ending",     "loser", "detail",
                                      "plies", "fingerprint"};
    for (size_t seat = 1; seat <= seats_; ++seat) {
      for (const char* column :
           {"player", "returns", "moves", "nodes", "playouts", "depth"}) {
        names.push_back(absl::StrCat(column, "_", seat));
      }
      if (times_ == Times::kLeftOut) continue;
      for (const char* column : {"seconds", "wall", "max_seconds"}) {
        names.push_back(absl::StrCat(column, "_", seat));
      }
    }
    names.emplace_back("faults");
    for (size_t seat = 1; seat <= seats_; ++seat) {
      names.push_back(absl::StrCat("alias_", seat));
    }
    Row(names);
  }

  void Print(const comparison::GameSummary& game) {
    std::vector<std::string> fields = {
        absl::StrCat(game.id),
        configuration_.games[game.variant],
        absl::StrCat(game.round + 1),
        absl::StrCat(game.block + 1),
        absl::StrCat(game.seed),
        std::string(TerminationName(game.termination)),
        game.loser < 0 ? "" : absl::StrCat(game.loser + 1),
        DetailText(game, times_),
        absl::StrCat(game.plies),
        absl::StrCat(absl::Hex(game.fingerprint, absl::kZeroPad16))};
    for (const comparison::SeatResult& seat : game.seats) {
      fields.push_back(configuration_.players[seat.player]);
      fields.push_back(CsvNumber(seat.returns));
      AppendWork(seat, times_, fields);
    }
    fields.resize(columns_ - 1 - seats_);
    fields.push_back(FaultsText(ShownFaults(game, times_)));
    for (const comparison::SeatResult& seat : game.seats) {
      fields.push_back(comparison::AliasOf(configuration_, seat.player));
    }
    fields.resize(columns_);
    Row(fields);
  }

 private:
  void Row(const std::vector<std::string>& fields) {
    columns_ = fields.size();
    PrintCsvRow(fields, out_);
  }

  const comparison::Configuration& configuration_;
  const size_t seats_;
  const Times times_;
  std::ostream& out_;
  size_t columns_ = 0;
};

// The number of seats of the game that has most.
int MostSeats(const comparison::Plan& plan) {
  int seats = 0;
  for (size_t i = 0; i < plan.configuration().games.size(); ++i) {
    seats = std::max(seats, plan.seats(static_cast<int>(i)));
  }
  return seats;
}

absl::Status ExportCsv(const results::CheckedResults& results,
                       const comparison::GameFilter& filter, Times times,
                       const Context& context) {
  CsvTable table(results.plan.configuration(), MostSeats(results.plan), times,
                 context.out);
  return PrintEach(
      *results.store, filter, std::numeric_limits<int64_t>::max(), context.out,
      [&](const comparison::GameSummary& game) { table.Print(game); });
}

absl::Status ExportSeats(const results::CheckedResults& results,
                         const comparison::GameFilter& filter, Times times,
                         const Context& context) {
  SeatTable table(results.plan.configuration(), times, context.out);
  return PrintEach(
      *results.store, filter, std::numeric_limits<int64_t>::max(), context.out,
      [&](const comparison::GameSummary& game) { table.Print(game); });
}

absl::Status ExportJsonLines(const comparison::Store& store,
                             const comparison::GameFilter& filter, Times times,
                             const Context& context) {
  const comparison::Configuration& configuration = store.configuration();
  return PrintEachWhole(
      store, filter, context.out, [&](const comparison::FinishedGame& game) {
        PrintLine(WholeGameJson(game, configuration, times), context.out);
      });
}

// The game that all are of which `filter` lets through, as `what` needs.
absl::Status ChooseGame(const std::vector<std::string>& names,
                        absl::string_view what,
                        comparison::GameFilter& filter) {
  if (!filter.variant.has_value() && names.size() > 1) {
    return InvalidArgument(what, " is of one game: choose it with ",
                           kGameFilter.name, " (there are ",
                           absl::StrJoin(names, " "), ")");
  }
  if (!filter.variant.has_value()) filter.variant = 0;
  return absl::OkStatus();
}

// Where a game begins, and all its moves, with those of its opening.
struct WholeGame {
  std::unique_ptr<AnyState> start;
  std::vector<std::string> moves;
};

absl::StatusOr<WholeGame> WholeGameOf(
    const AnyGame& game, const comparison::FinishedGame& finished) {
  WholeGame whole{game.InitialState(), finished.opening};
  if (finished.opening.empty()) {
    ASSIGN_OR_RETURN(whole.start, game.ParsePosition(finished.record.start));
  }
  for (const RecordedMove& move : finished.record.moves) {
    whole.moves.push_back(move.text);
  }
  return whole;
}

std::string EndingText(const GameRecord& record) {
  if (record.termination == Termination::kRules) return "";
  return absl::StrCat(TerminationName(record.termination),
                      record.detail.empty() ? "" : ": ", record.detail);
}

std::string PdnOf(const comparison::FinishedGame& finished,
                  const WholeGame& whole,
                  const comparison::Configuration& configuration) {
  const BoardLayout layout = whole.start->Game().Layout();
  std::vector<PdnTag> tags = {
      {"Event", "boardwalk"},
      {"Site", "?"},
      {"Date", "????.??.??"},
      {"Round", absl::StrCat(finished.summary.round + 1)}};
  for (const int seat : {0, 1}) {
    tags.push_back({LookOfSeat(layout, seat).color == PieceColor::kWhite
                        ? "White"
                        : "Black",
                    comparison::ShownName(
                        configuration, finished.summary.seats[seat].player)});
  }
  return FormatPdn(*whole.start, whole.moves, tags, &finished.record.returns,
                   EndingText(finished.record));
}

// The games in PDN, or the moves of each in a line.
absl::Status ExportNotation(const results::CheckedResults& results,
                            comparison::GameFilter filter, bool pdn,
                            const Context& context) {
  const comparison::Configuration& configuration = results.plan.configuration();
  RETURN_IF_ERROR(ChooseGame(
      configuration.games, pdn ? "a file of PDN" : "a file of moves", filter));
  ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(
                                        configuration.games[*filter.variant]));
  if (pdn && !HasPdn(*game)) {
    return InvalidArgument(game->Name(), " is not written in PDN; ",
                           kExportFormat, " moves writes its moves");
  }
  absl::Status problem;
  RETURN_IF_ERROR(PrintEachWhole(
      *results.store, filter, context.out,
      [&](const comparison::FinishedGame& finished) {
        const auto whole = WholeGameOf(*game, finished);
        problem.Update(whole.status());
        if (!problem.ok()) return;
        if (pdn) {
          context.out << PdnOf(finished, *whole, configuration);
        } else if (whole->start->Equals(*game->InitialState())) {
          context.out << JoinMoves(*whole->start, whole->moves) << '\n';
        } else {
          problem = WorkFailed(FailedPrecondition(
              "game ", finished.summary.id,
              " begins at a position, which moves do not tell; ", kExportFormat,
              " jsonl has it"));
        }
      }));
  return problem;
}

absl::StatusOr<int> ExportPositions(const results::CheckedResults& results,
                                    comparison::GameFilter filter,
                                    const std::string& path,
                                    const Context& context) {
  RETURN_IF_ERROR(ChooseGame(results.plan.configuration().games,
                             "a file of positions", filter));
  ASSIGN_OR_RETURN(const auto games, results::FindPositions(results, filter));
  const terminal::Interrupts interrupts;
  const absl::Status written = results::WritePositions(
      results, games, path, terminal::Interrupts::stop());
  if (absl::IsCancelled(written)) {
    context.err << "stopped; " << path << " is not written" << std::endl;
    return terminal::kInterruptedStatus;
  }
  RETURN_IF_ERROR(WorkFailed(written));
  context.err << "wrote " << path << ": "
              << Counted(games.positions, "position") << " of "
              << Counted(static_cast<int64_t>(games.ids.size()), "game")
              << std::endl;
  return 0;
}

absl::StatusOr<int> RunExport(const Arguments& arguments,
                              const Context& context) {
  if (arguments.Has(kPositions) && arguments.Has(kExportFormat)) {
    return InvalidArgument(kPositions, " writes arrays, and ", kExportFormat,
                           " is of what is printed: leave one of both out");
  }
  const Times times = arguments.Has(kNoTimes) ? Times::kLeftOut : Times::kShown;
  ASSIGN_OR_RETURN(const auto results,
                   OpenCheckedResults(arguments, context.catalog));
  ASSIGN_OR_RETURN(
      const auto filter,
      ReadFilter(arguments, results.plan.configuration(), context.catalog));
  if (arguments.Has(kPositions)) {
    return ExportPositions(results, filter, arguments.Text(kPositions),
                           context);
  }
  const std::string format = arguments.Text(kExportFormat);
  if (format == "pdn" || format == "moves") {
    RETURN_IF_ERROR(ExportNotation(results, filter, format == "pdn", context));
    return 0;
  }
  RETURN_IF_ERROR(
      format == "csv" ? ExportCsv(results, filter, times, context)
      : format == "csv-seats"
          ? ExportSeats(results, filter, times, context)
          : ExportJsonLines(*results.store, filter, times, context));
  return 0;
}

}  // namespace

Command ExportCommand() {
  return {.name = "export",
          .help = "exports the games in a file of results for other programs",
          .positionals = {kFileArgument},
          .options = {{.name = kExportFormat,
                       .value = "F",
                       .help = "jsonl: a whole game per line; csv: a row per "
                               "game; csv-seats: a row per game and seat; pdn: "
                               "games of draughts for other programs; moves: "
                               "the moves of a game per line",
                       .values =
                           std::vector<std::string>{"jsonl", "csv", "csv-seats",
                                                    "pdn", "moves"},
                       .fallback = "jsonl"},
                      {.name = kPositions,
                       .value = "OUT",
                       .help = "writes instead the positions of one game to "
                               "OUT, arrays of numpy (.npz): observations, "
                               "mask (bits of the legal actions), action, "
                               "player, name, result, value, playouts, nodes, "
                               "game, ply, ending, faults; a row for each "
                               "move",
                       .completion = Completion::kFile},
                      kGameFilter,
                      kPlayerFilter,
                      kEndingFilter,
                      kRoundFilter,
                      {kNoTimes, "", "leaves out what differs between runs"}},
          .run = RunExport};
}

}  // namespace boardwalk::cli
