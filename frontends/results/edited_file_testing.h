// For tests and fuzzers of results that somebody edited: a small honest file,
// edits of single values after which it is still a sound SQLite file, and
// whether what is read of it is what was played.

#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/sqlite.h"
#include "frontends/results/store.h"

namespace boardwalk::results {

// --- The honest file ---------------------------------------------------------

inline std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void WriteWholeFile(const std::string& path, absl::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

inline comparison::Configuration HonestConfiguration() {
  comparison::Configuration configuration;
  configuration.games = {"onejump", "chinese8", "star:size=3,players=3"};
  configuration.players = {"random", "alphabeta:nodes=40,memory=1",
                           "mcts:playouts=4,memory=1"};
  configuration.rounds = 1;
  configuration.openings = 2;
  configuration.max_plies = 24;
  configuration.seed = 3;
  return configuration;
}
// The same with more players, for OpenToGrow.
inline comparison::Configuration GrownConfiguration() {
  comparison::Configuration configuration = HonestConfiguration();
  configuration.players.emplace_back("random:seed=1");
  return configuration;
}

// The game of two, cut off after `plies` moves by a crash of the player that
// should move; the other one fails, too, when it is asked.
inline comparison::FinishedGame CutByCrash(const comparison::Plan& plan,
                                           const comparison::FinishedGame& game,
                                           size_t plies) {
  const auto history =
      ReplayRecord(*plan.game(game.summary.variant), game.record).value();
  const auto ply = static_cast<int>(plies);
  GameRecord record = game.record;
  record.moves.resize(plies);
  std::vector<int> movers;
  movers.reserve(plies);
  for (int i = 0; i < ply; ++i) movers.push_back(history.SeatAt(i));
  record.final = history.StateAt(ply).FormatPosition();
  record.termination = Termination::kCrash;
  record.loser = history.SeatAt(ply);
  record.detail = "exit status 3";
  record.faults = {{.seat = 1 - record.loser,
                    .move = ply + 2,
                    .kind = Termination::kNonsense,
                    .reason = "it said 'maybe'"}};
  record.returns = ReturnsWithoutRules(record.termination, 2, record.loser);
  return comparison::Finish(plan.Game(game.summary.id), game.opening, movers,
                            std::move(record));
}

struct HonestFile {
  std::string image;
  std::map<int64_t, comparison::FinishedGame> games;
};

// Plays it: games of two and three seats that end by the rules and by the
// number of plies, and two by crashes.
inline HonestFile PlayHonestFile(const Catalog& catalog) {
  const auto plan =
      comparison::Plan::Create(catalog, HonestConfiguration()).value();
  const auto played = OpenToPlay("", plan.configuration()).value();
  comparison::RunPlan(plan, *played, {.jobs = 1}).value();
  HonestFile honest;
  const TemporaryFolder folder;
  const std::string path = folder.File("honest");
  {
    const auto store = OpenToPlay(path, plan.configuration()).value();
    for (int64_t id = 1; id <= plan.games(); ++id) {
      comparison::FinishedGame game = played->Get(id).value();
      if (id == 2 || id == 9) game = CutByCrash(plan, game, 3);
      store->Add(game).value();
      honest.games.emplace(id, std::move(game));
    }
  }
  honest.image = ReadWholeFile(path);
  return honest;
}

// --- Edits -------------------------------------------------------------------

struct TableToEdit {
  std::string name;
  std::vector<std::string> columns;
  std::string key;  // the columns of its primary key: "game, seat"
  int64_t rows = 0;
};

// All tables of a file, with all their columns.
inline std::vector<TableToEdit> TablesToEdit(const std::string& path) {
  const auto database =
      Database::OpenFile(path, path, Database::Access::kRead).value();
  std::vector<TableToEdit> tables;
  auto names = database
                   .Prepare(
                       "SELECT name FROM sqlite_schema"
                       " WHERE type = 'table' ORDER BY name")
                   .value();
  while (names.Step().value()) {
    TableToEdit& table = tables.emplace_back();
    table.name = std::string(names.Text(0));
    auto columns =
        database
            .Prepare(absl::StrCat("SELECT name, pk FROM pragma_table_info('",
                                  table.name, "')"))
            .value();
    std::vector<std::string> key;
    while (columns.Step().value()) {
      table.columns.emplace_back(columns.Text(0));
      if (columns.Integer(1) != 0) key.push_back(table.columns.back());
    }
    table.key = absl::StrJoin(key, ", ");
    table.rows =
        database.Prepare(absl::StrCat("SELECT count(*) FROM ", table.name))
            .value()
            .Number()
            .value();
  }
  return tables;
}

// How a value is edited. Numbers are texts for the steps of texts, and the
// other way round, as far as the type of the column takes what comes out.
enum class Step {
  kNegated,
  kOneMore,
  kOneLess,
  kHuge,
  kTiny,  // more by very little
  kOfAnotherRow,
  kCut,             // without its last character
  kOtherCharacter,  // another one in its middle
  kNull,
};
inline constexpr int kSteps = static_cast<int>(Step::kNull) + 1;

inline std::string EditedValue(const TableToEdit& table,
                               const std::string& column, int64_t row,
                               Step step) {
  switch (step) {
    case Step::kNegated:
      return absl::StrCat("-", column);
    case Step::kOneMore:
      return absl::StrCat(column, " + 1");
    case Step::kOneLess:
      return absl::StrCat(column, " - 1");
    case Step::kHuge:
      return "9223372036854775807";
    case Step::kTiny:
      return absl::StrCat(column, " + 1e-9");
    case Step::kOfAnotherRow:
      return absl::StrCat("(SELECT ", column, " FROM ", table.name,
                          " ORDER BY ", table.key, " LIMIT 1 OFFSET ",
                          (row + 1) % table.rows, ")");
    case Step::kCut:
      return absl::StrCat("substr(", column, ", 1, length(", column, ") - 1)");
    case Step::kOtherCharacter: {
      const std::string middle = absl::StrCat("length(", column, ") / 2 + 1");
      return absl::StrCat("substr(", column, ", 1, length(", column,
                          ") / 2) || CASE substr(", column, ", ", middle,
                          ", 1) WHEN '2' THEN '3' ELSE '2' END || substr(",
                          column, ", ", middle, " + 1)");
    }
    case Step::kNull:
      break;
  }
  return "NULL";
}

// That of one row, counted in the order of the keys.
inline std::string WhereRow(const TableToEdit& table, int64_t row) {
  return absl::StrCat(" WHERE (", table.key, ") = (SELECT ", table.key,
                      " FROM ", table.name, " ORDER BY ", table.key,
                      " LIMIT 1 OFFSET ", row, ")");
}

// REQUIRES of these: 0 <= row < table.rows; the column is one of the table.
inline std::string EditOfValue(const TableToEdit& table,
                               const std::string& column, int64_t row,
                               Step step) {
  const std::string value = EditedValue(table, column, row, step);
  return absl::StrCat("UPDATE OR IGNORE ", table.name, " SET ", column, " = ",
                      value, WhereRow(table, row), " AND ", column, " IS NOT ",
                      value);
}
inline std::string EditOfDeletion(const TableToEdit& table, int64_t row) {
  return absl::StrCat("DELETE FROM ", table.name, WhereRow(table, row));
}
// A copy that differs in one column; it is none if that is not of the key.
inline std::string EditOfCopy(const TableToEdit& table,
                              const std::string& column, int64_t row,
                              Step step) {
  std::vector<std::string> values;
  for (const std::string& other : table.columns) {
    values.push_back(other == column ? EditedValue(table, column, row, step)
                                     : other);
  }
  return absl::StrCat("INSERT OR IGNORE INTO ", table.name, " SELECT ",
                      absl::StrJoin(values, ", "), " FROM ", table.name,
                      WhereRow(table, row));
}

// Whether the edit changed the file. Not if the type of a column or a key does
// not take the value.
inline bool Edit(const std::string& path, const std::string& edit) {
  auto database =
      Database::OpenFile(path, path, Database::Access::kWrite).value();
  if (!database
           .Execute("PRAGMA ignore_check_constraints = ON;"
                    "PRAGMA synchronous = OFF")
           .ok()) {
    return false;
  }
  return database.Execute(edit).ok() && database.Changes() > 0;
}

// --- What is read ------------------------------------------------------------

struct Reading {
  absl::Status status;  // of OpenChecked, or of reading the games
  int64_t games = 0;
  // How the first game that is not as it was played differs; "" if none does.
  std::string difference = {};
};

inline Reading ReadAgain(const Catalog& catalog, const std::string& path,
                         const HonestFile& honest) {
  Reading reading;
  const auto results = OpenChecked(catalog, path);
  if (!results.ok()) return {results.status()};
  reading.status = results->store->ForEachWhole(
      {}, [&](const comparison::FinishedGame& game) {
        ++reading.games;
        const auto played = honest.games.find(game.summary.id);
        if (reading.difference.empty() &&
            (played == honest.games.end() || !(played->second == game))) {
          reading.difference =
              absl::StrCat("game ", game.summary.id, " is another one:\n",
                           FormatRecord(game.record));
        }
        return absl::OkStatus();
      });
  return reading;
}

}  // namespace boardwalk::results
