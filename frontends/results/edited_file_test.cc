// Results in which somebody edited a value: every table, column and row is
// tried, as the schema names them, so that a new column is tried, too. All is
// told.

#include "frontends/results/edited_file_testing.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/results/store_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Catalog& Games() {
  static const Catalog* const catalog = new Catalog(*AllGames());
  return *catalog;
}

const HonestFile& Honest() {
  static const auto* const honest = new HonestFile(PlayHonestFile(Games()));
  return *honest;
}

absl::Status Checked(const std::string& path) {
  return OpenChecked(Games(), path).status();
}

class EditedFileTest : public ::testing::Test {
 protected:
  EditedFileTest() { Restore(); }

  void Restore() const { folder_.Write("edited", Honest().image); }
  std::string path() const { return folder_.File("edited"); }
  std::vector<TableToEdit> Tables() const { return TablesToEdit(path()); }

  // The first, the last, and one between them.
  static std::set<int64_t> RowsToTry(const TableToEdit& table) {
    return {0, table.rows / 2, table.rows - 1};
  }
  // How the file is read after the edit, which is then undone; nothing if it
  // changes nothing.
  std::optional<Reading> After(const std::string& edit) const {
    if (!Edit(path(), edit)) return std::nullopt;
    Reading reading = ReadAgain(Games(), path(), Honest());
    Restore();
    return reading;
  }
  // Whether the edit was told, and by its name.
  static bool IsTold(const Reading& reading, const std::string& table,
                     const std::string& edit) {
    if (reading.status.ok()) {
      EXPECT_EQ(reading.difference, "") << edit;
      EXPECT_EQ(reading.games, static_cast<int64_t>(Honest().games.size()))
          << edit;
      return false;
    }
    const std::string message(reading.status.message());
    const bool of_names = table == "players" || table == "variants";
    if (table != "meta") {
      EXPECT_THAT(message, ContainsRegex(of_names ? table : "game -?[0-9]+"))
          << edit;
    }
    EXPECT_THAT(message, HasSubstr("edited'")) << edit;
    return true;
  }

  TestFolder folder_;
};

TEST_F(EditedFileTest, OneThatNobodyEditedPassesEverywhere) {
  const Reading read = ReadAgain(Games(), path(), Honest());
  EXPECT_EQ(read.status, absl::OkStatus());
  EXPECT_EQ(read.difference, "");
  EXPECT_EQ(read.games, 15);
  EXPECT_EQ(CheckKept(path(), 15), absl::OkStatus());
  EXPECT_EQ(folder_.Read("edited"), Honest().image);
}

TEST_F(EditedFileTest, EveryColumnEditedByOneStepIsTold) {
  std::set<std::string> not_told;
  int edits = 0;
  for (const TableToEdit& table : Tables()) {
    for (const std::string& column : table.columns) {
      int of_column = 0;
      for (const int64_t row : RowsToTry(table)) {
        for (int step = 0; step < kSteps; ++step) {
          const std::string edit =
              EditOfValue(table, column, row, static_cast<Step>(step));
          const auto reading = After(edit);
          if (!reading.has_value()) continue;
          ++of_column;
          if (!IsTold(*reading, table.name, edit)) {
            not_told.insert(table.name + "." + column);
          }
        }
      }
      EXPECT_GT(of_column, 0) << table.name << "." << column;
      edits += of_column;
    }
  }
  EXPECT_THAT(not_told, IsEmpty());
  EXPECT_GT(edits, 300);
}

TEST_F(EditedFileTest, EveryDeletedRowIsTold) {
  std::set<std::string> not_told;
  for (const TableToEdit& table : Tables()) {
    for (int64_t row = 0; row < table.rows; ++row) {
      const std::string edit = EditOfDeletion(table, row);
      const auto reading = After(edit);
      ASSERT_TRUE(reading.has_value()) << edit;
      if (!IsTold(*reading, table.name, edit)) not_told.insert(table.name);
    }
  }
  EXPECT_THAT(not_told, IsEmpty());
}

TEST_F(EditedFileTest, EveryCopiedRowIsTold) {
  std::set<std::string> not_told;
  int copies = 0;
  for (const TableToEdit& table : Tables()) {
    for (const std::string& column : table.columns) {
      for (const int64_t row : RowsToTry(table)) {
        for (const Step step : {Step::kOneMore, Step::kNegated, Step::kHuge}) {
          const std::string edit = EditOfCopy(table, column, row, step);
          const auto reading = After(edit);
          if (!reading.has_value()) continue;
          ++copies;
          if (!IsTold(*reading, table.name, edit)) not_told.insert(table.name);
        }
      }
    }
  }
  EXPECT_THAT(not_told, IsEmpty());
  EXPECT_GT(copies, 20);
}

TEST_F(EditedFileTest, MergesWithNoOtherFile) {
  folder_.Write("honest", Honest().image);
  for (const TableToEdit& table : Tables()) {
    for (const std::string& column : table.columns) {
      int step = 0;
      while (step < kSteps &&
             !Edit(path(), EditOfValue(table, column, table.rows / 2,
                                       static_cast<Step>(step)))) {
        ++step;
      }
      if (step == kSteps) continue;  // null in this row
      const auto before = folder_.Contents();
      EXPECT_FALSE(MergeResults(folder_.File("honest"), {path()}, Checked).ok())
          << table.name << "." << column;
      EXPECT_FALSE(MergeResults(folder_.File("new"),
                                {folder_.File("honest"), path()}, Checked)
                       .ok())
          << table.name << "." << column;
      EXPECT_TRUE(folder_.Contents() == before) << table.name << "." << column;
      Restore();
    }
  }
  const Reading honest = ReadAgain(Games(), folder_.File("honest"), Honest());
  EXPECT_EQ(honest.status, absl::OkStatus());
  EXPECT_EQ(honest.difference, "");
}

TEST_F(EditedFileTest, OneThatNobodyEditedMergesAndGrows) {
  folder_.Write("honest", Honest().image);
  const auto counts =
      MergeResults(folder_.File("honest"), {path()}, Checked).value();
  EXPECT_EQ(counts.added, 0);
  EXPECT_EQ(counts.repeated, 15);
  EXPECT_EQ(MergeResults(folder_.File("new"), {path()}, Checked).value().added,
            15);
  EXPECT_EQ(ReadAgain(Games(), folder_.File("new"), Honest()).difference, "");

  const comparison::Configuration there = ToRead(path())->configuration();
  const comparison::Plan grown =
      comparison::Plan::Create(Games(), GrownConfiguration(), {}, &there)
          .value();
  {
    const auto more = OpenToGrow(path(), there, Games(), grown).value();
    EXPECT_EQ(comparison::RunPlan(grown, *more.store, {}).value().found, 15);
  }
  EXPECT_EQ(Checked(path()), absl::OkStatus());
}

// Some games call a draw so; SQLite or a sum may not know the difference.
TEST_F(EditedFileTest, AResultOfMinusZeroIsNoEdit) {
  int64_t id = 1;
  while (TestGame(id, 6).summary.termination != Termination::kRules) ++id;
  comparison::FinishedGame game = TestGame(id, 6);
  for (size_t seat = 0; seat < game.summary.seats.size(); ++seat) {
    game.summary.seats[seat].returns = game.record.returns[seat] = -0.0;
    game.summary.seats[seat].seconds = -0.0;
  }
  ToPlay(folder_.File("draw"))->Add(game).value();
  const auto read = ToRead(folder_.File("draw"))->Get(id);
  EXPECT_EQ(read.status(), absl::OkStatus());
}

}  // namespace
}  // namespace boardwalk::results
