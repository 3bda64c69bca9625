// OpenResultsToGrow.

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/results/results_file.h"
#include "frontends/results/sqlite.h"

namespace boardwalk::results {
namespace {

absl::Status CannotGrow(const std::string& path, absl::string_view why) {
  return FailedPrecondition(
      "cannot use '", path, "': ", why,
      "; a comparison can get more players, games and rounds, nothing else");
}

// Whether `after` has every pairing of `before`, and what is new stands behind
// what was there.
absl::Status CheckPairings(const std::string& path,
                           const comparison::Plan& before,
                           const comparison::Plan& after) {
  const comparison::Configuration& there = before.configuration();
  const comparison::Configuration& here = after.configuration();
  if (comparison::InOrderOf(there, here).players != here.players ||
      comparison::InOrderOf(there, here).games != here.games) {
    return CannotGrow(path, "its games and players are in another order");
  }
  for (size_t i = 0; i < there.games.size(); ++i) {
    const int variant = static_cast<int>(i);
    for (const std::vector<int>& pairing : before.pairings(variant)) {
      if (after.Game(0, variant, pairing, 0).id > 0) continue;
      const std::string names =
          absl::StrJoin(pairing, ", ", [&](std::string* out, int player) {
            absl::StrAppend(out, "'", there.players[player], "'");
          });
      return FailedPrecondition(
          "cannot use '", path, "': it has the pairing ", names, " in '",
          there.games[variant],
          "', which is not among yours; where there were fewer players than "
          "seats, somebody has two seats, and with more players nobody would; "
          "begin another file, or name as many players as seats at first");
    }
  }
  return absl::OkStatus();
}

// An error if the file is no longer of the configuration that it was of.
absl::Status CheckNotGrown(const std::string& path,
                           const comparison::Configuration& there,
                           const ResultsHead& now) {
  if (comparison::CheckSame(there, now.configuration).ok())
    return absl::OkStatus();
  return Aborted("another process adds players or games to '", path,
                 "' at the same time; run the command again");
}

// Opens the file to play, if it still has the configuration `there`.
absl::StatusOr<ResultsFile> OpenUnchanged(
    const std::string& path, const comparison::Configuration& there) {
  auto file = OpenResultsToPlay(path, there);
  if (file.ok()) return file;
  const auto now = OpenResultsToRead(path);
  if (now.ok()) RETURN_IF_ERROR(CheckNotGrown(path, there, now->head));
  return file;
}

// Gives the games of a file the numbers that they have in another plan.
class Renumbering {
 public:
  static absl::StatusOr<Renumbering> Create(ResultsFile& file,
                                            const comparison::Plan& before,
                                            const comparison::Plan& after);

  // From the last game to the first: no number becomes smaller and their order
  // stays, so each game moves to a number that is free.
  absl::Status Run();

 private:
  Renumbering(ResultsFile& file, const comparison::Plan& before,
              const comparison::Plan& after)
      : file_(&file), before_(&before), after_(&after) {}

  absl::Status Move(int64_t id);

  ResultsFile* file_;
  const comparison::Plan* before_;
  const comparison::Plan* after_;
  Statement last_before_, row_, game_;
  std::vector<Statement> parts_;  // of a game, in the other tables
};

absl::StatusOr<Renumbering> Renumbering::Create(ResultsFile& file,
                                                const comparison::Plan& before,
                                                const comparison::Plan& after) {
  Renumbering made(file, before, after);
  RETURN_IF_ERROR(file.database.PrepareAll(
      {{&made.last_before_, "SELECT max(id) FROM games WHERE id < ?"},
       {&made.row_,
        "SELECT block, round, variant, pairing, rotation, seed FROM games"
        " WHERE id = ?"},
       {&made.game_,
        "UPDATE games SET id = ?2, block = ?3, pairing = ?4 WHERE id = ?1"}}));
  for (const char* table : {"seats", "faults", "records", "checksums"}) {
    ASSIGN_OR_RETURN(auto prepared,
                     file.database.Prepare(absl::StrCat(
                         "UPDATE ", table, " SET game = ?2 WHERE game = ?1")));
    made.parts_.push_back(std::move(prepared));
  }
  return made;
}

absl::Status Renumbering::Run() {
  int64_t id = comparison::kMaxGameId + 1;
  for (;;) {
    last_before_.Bind(id);
    ASSIGN_OR_RETURN(id, last_before_.Number());
    if (id < 1) return absl::OkStatus();
    RETURN_IF_ERROR(Move(id));
  }
}

absl::Status Renumbering::Move(int64_t id) {
  const comparison::PlannedGame old = before_->Game(id);
  row_.Bind(id);
  RETURN_IF_ERROR(row_.Step().status());
  const bool planned =
      row_.Integer(0) == old.block && row_.Integer(1) == old.round &&
      row_.Integer(2) == old.variant && row_.Integer(3) == old.pairing &&
      row_.Integer(4) == old.rotation &&
      static_cast<uint64_t>(row_.Integer(5)) == old.seed;
  row_.Reset();
  if (!planned) {
    return DataLoss("'", file_->database.name(), "' is damaged: game ", id,
                    " is not as planned");
  }
  const comparison::PlannedGame moved =
      after_->Game(old.round, old.variant,
                   before_->pairings(old.variant)[old.pairing], old.rotation);
  game_.Bind(id, moved.id, moved.block, moved.pairing);
  RETURN_IF_ERROR(game_.Run());
  if (moved.id == id) return absl::OkStatus();
  for (Statement& part : parts_) {
    part.Bind(id, moved.id);
    RETURN_IF_ERROR(part.Run());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ResultsFile> OpenResultsToGrow(
    const std::string& path, const comparison::Configuration& there,
    const Catalog& catalog, const comparison::Plan& plan) {
  const comparison::Configuration& here = plan.configuration();
  const absl::Status grown = comparison::CheckGrown(there, here);
  if (!grown.ok()) return CannotGrow(path, grown.message());
  ASSIGN_OR_RETURN(const comparison::Plan before,
                   comparison::Plan::OfResults(catalog, there));
  RETURN_IF_ERROR(CheckPairings(path, before, plan));
  ASSIGN_OR_RETURN(auto file, OpenUnchanged(path, there));
  ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(file.database));
  ASSIGN_OR_RETURN(file.head, ReadHead(file.database));
  RETURN_IF_ERROR(CheckNotGrown(path, there, file.head));
  ASSIGN_OR_RETURN(auto renumbering, Renumbering::Create(file, before, plan));
  RETURN_IF_ERROR(renumbering.Run());
  RETURN_IF_ERROR(GrowHead(file, here));
  RETURN_IF_ERROR(transaction.Commit());
  return file;
}

}  // namespace boardwalk::results
