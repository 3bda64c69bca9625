// Results in which somebody edited values, while the file stays a sound one of
// SQLite. (results_files_fuzz.cc damages files.)
//
// An input is one to three edits: which table, row and column, and which step
// to another value; or a row that is deleted or copied. Then the file is read
// as all commands that trust the games read it, and for some inputs by one of
// those. Either what is wrong is said, and no file has changed, or the games
// that are read are those that were played.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/results/edited_file_testing.h"
#include "tests/fuzz/commands.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

using results::HonestFile;
using results::Reading;
using results::Step;
using results::TableToEdit;

// The honest file and its tables.
struct Study {
  HonestFile honest;
  std::vector<TableToEdit> tables;
};

const Study& TheStudy() {
  static const auto* const study = [] {
    auto* const made = new Study;
    made->honest = results::PlayHonestFile(AllGamesOnce());
    const TemporaryFolder folder;
    const std::string path = folder.File("honest");
    results::WriteWholeFile(path, made->honest.image);
    made->tables = results::TablesToEdit(path);
    const Reading reading =
        results::ReadAgain(AllGamesOnce(), path, made->honest);
    Require(reading.status.ok() && reading.difference.empty(),
            absl::StrCat("what nobody edited is read: ",
                         reading.status.message(), reading.difference));
    return made;
  }();
  return *study;
}

// The bytes of an input, taken from its front; zeros when there are no more.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : data_(data), left_(size) {}

  size_t Below(size_t bound) {
    if (left_ == 0) return 0;
    --left_;
    return *data_++ % bound;
  }

 private:
  const uint8_t* data_;
  size_t left_;
};

struct ChosenEdit {
  std::string sql;
  bool of_settings = false;
};

ChosenEdit ChooseEdit(const Study& study, Choices& choices) {
  const TableToEdit& table = study.tables[choices.Below(study.tables.size())];
  const auto row =
      static_cast<int64_t>(choices.Below(static_cast<size_t>(table.rows)));
  const std::string& column =
      table.columns[choices.Below(table.columns.size())];
  const auto step = static_cast<Step>(choices.Below(results::kSteps));
  const bool of_settings = table.name == "meta";
  switch (choices.Below(8)) {
    case 0:
      return {results::EditOfDeletion(table, row), of_settings};
    case 1:
      return {results::EditOfCopy(table, column, row, step), of_settings};
    default:
      return {results::EditOfValue(table, column, row, step), of_settings};
  }
}

// What an input is tried with.
class Trial {
 public:
  explicit Trial(const Study& study) : study_(study) {
    results::WriteWholeFile(edited_, study.honest.image);
    results::WriteWholeFile(honest_, study.honest.image);
  }

  void Edit(const ChosenEdit& edit) {
    if (!results::Edit(edited_, edit.sql)) return;
    absl::StrAppend(&edits_, edit.sql, "\n");
    of_games_ = of_games_ && !edit.of_settings;
  }

  // `command` is one of those that trust the games, or kCommands or more: none.
  void Read(size_t command) {
    const std::string before = results::ReadWholeFile(edited_);
    const Reading reading =
        results::ReadAgain(AllGamesOnce(), edited_, study_.honest);
    Holds(reading.difference.empty(), reading.difference);
    if (reading.status.ok()) {
      Holds(reading.games == static_cast<int64_t>(study_.honest.games.size()),
            "no game is missing");
      return TryCommand(command, /*refused=*/false);
    }
    Holds(!of_games_ || Names(reading.status.message()),
          absl::StrCat("the error names the game: ", reading.status.message()));
    TryCommand(command, /*refused=*/true);
    Holds(results::ReadWholeFile(edited_) == before,
          "a file that is refused stays as it is");
  }
  static constexpr size_t kCommands = 6;

 private:
  void Holds(bool holds, const std::string& what) const {
    Require(holds, absl::StrCat(what, "\nafter\n", edits_));
  }

  static bool Names(absl::string_view message) {
    for (const char* what : {"game ", "players", "variants"}) {
      if (absl::StrContains(message, what)) return true;
    }
    return false;
  }

  void TryCommand(size_t command, bool refused) const {
    switch (command) {
      case 0:
        return Try({"report", edited_}, refused);
      case 1:
        return Try({"export", edited_}, refused);
      case 2:
        return Try({"export", edited_, "--format", "csv"}, refused);
      case 3:
        // Two of the honest games were not played as they are written.
        if (refused) Try({"reproduce", edited_, "--jobs", "1"}, refused);
        return;
      case 4:
        return TryMerge(refused);
      case 5:
        // Nothing is new in what is played after what nobody edited.
        if (refused) TryGrowth();
        return;
      default:
        return;
    }
  }

  void Try(const std::vector<std::string>& words, bool refused) const {
    const Outcome outcome = Run(words);
    Holds(
        (outcome.status != 0) == refused && (!refused || !outcome.err.empty()),
        absl::StrCat(words[0], " ends with ", outcome.status, ": ",
                     outcome.err));
  }

  void TryMerge(bool refused) const {
    Try({"merge", honest_, edited_}, refused);
    Holds(!refused || results::ReadWholeFile(honest_) == study_.honest.image,
          "a merge that is refused changes nothing");
    const Reading honest =
        results::ReadAgain(AllGamesOnce(), honest_, study_.honest);
    Holds(honest.status.ok() && honest.difference.empty(),
          absl::StrCat("the honest file is as it was: ",
                       honest.status.message(), honest.difference));
  }

  void TryGrowth() const {
    const comparison::Configuration grown = results::GrownConfiguration();
    Try({"compare", "--games", absl::StrJoin(grown.games, " "), "--players",
         absl::StrJoin(grown.players, " "), "--openings",
         absl::StrCat(grown.openings), "--max-plies",
         absl::StrCat(grown.max_plies), "--seed", absl::StrCat(grown.seed),
         "--jobs", "1", "--db", edited_},
        /*refused=*/true);
  }

  const Study& study_;
  const TemporaryFolder folder_;
  const std::string edited_ = folder_.File("edited");
  const std::string honest_ = folder_.File("honest");
  std::string edits_;
  bool of_games_ = true;  // all edits
};

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace boardwalk::fuzz;
  const Study& study = TheStudy();
  Choices choices(data, size);
  Trial trial(study);
  const size_t edits = 1 + choices.Below(3);
  for (size_t i = 0; i < edits; ++i) trial.Edit(ChooseEdit(study, choices));
  // Commands take most of the time, and all read the file in the same way.
  trial.Read(choices.Below(8 * Trial::kCommands));
  return 0;
}
