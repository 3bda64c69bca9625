// Printed settings, read back by the real parser of the command line: the
// command of "How to reproduce it" and the file of --print-config give the same
// configuration, and the same games.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/random.h"
#include "frontends/cli/compare_testing.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/comparison/settings.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;

// The words that a shell makes of a command.
Words ShellSplit(const std::string& command) {
  FILE* const shell =
      popen(absl::StrCat("printf '%s\\n' ", command).c_str(), "r");
  std::string text;
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) {
    text += static_cast<char>(c);
  }
  EXPECT_EQ(pclose(shell), 0) << command;
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

// Random configurations with every setting that its command has. Times are so
// long that they change no game.
class Settings {
 public:
  explicit Settings(uint64_t seed) : random_(seed) {}

  Configuration OfCompare() {
    Configuration configuration = Common();
    Words names = {"random", "greedy", "alphabeta:depth=2", "random:seed=3",
                   "mcts:playouts=7"};
    std::swap(names[0], names[Below(names.size())]);
    names.resize(3 + Below(3));
    configuration.players = names;
    configuration.gauntlet = {names[0]};
    if (Below(2) == 0) configuration.gauntlet.push_back(names[2]);
    if (Below(2) == 0) configuration.aliases = {"Fast=" + names[0]};
    if (Below(2) == 0) configuration.aliases.push_back("a-1=" + names[1]);
    return configuration;
  }

  Configuration OfSprt() {
    Configuration configuration = Common();
    configuration.players = {"alphabeta:depth=2", "greedy"};
    if (Below(2) == 0) configuration.aliases = {"new=alphabeta:depth=2"};
    statistics::SprtHypotheses& sprt = configuration.sprt.emplace();
    sprt.elo0 = -Share() * 100;
    sprt.elo1 = Share() * 100;
    sprt.alpha = 0.01 + Share() / 10;
    sprt.beta = 0.01 + Share() / 10;
    if (Below(2) == 0) sprt.model = statistics::EloModel::kNormalized;
    return configuration;
  }

 private:
  size_t Below(size_t end) { return random_.Below(static_cast<uint32_t>(end)); }
  // Above 0 and below 1, with all digits.
  double Share() { return static_cast<double>(Below(999'999) + 1) / 1e6; }

  Configuration Common() {
    Configuration configuration;
    configuration.games = {"tictactoe"};
    configuration.limits = {
        .time = std::chrono::hours(1) + std::chrono::nanoseconds(Below(1000)),
        .nodes = 1000 + static_cast<int64_t>(Below(1000)),
        .playouts = 5 + static_cast<int64_t>(Below(100)),
        .depth = 1 + static_cast<int64_t>(Below(4))};
    configuration.clock = TimeControl{
        .base = std::chrono::hours(2) + std::chrono::microseconds(Below(1000)),
        .increment = std::chrono::milliseconds(Below(1000))};
    configuration.rounds = 1 + static_cast<int64_t>(Below(4));
    configuration.seed = Below(1'000'000'000);
    configuration.max_plies = 4 + static_cast<int>(Below(9));
    configuration.adjudication.resign =
        ValueRule{.value = Share(), .moves = 1 + static_cast<int>(Below(2))};
    configuration.adjudication.draw =
        ValueRule{.value = Share() / 2,
                  .moves = 1 + static_cast<int>(Below(2)),
                  .from_plies = static_cast<int>(Below(6))};
    if (Below(2) == 0) {
      configuration.openings = static_cast<int>(Below(3));
    } else {
      configuration.book = {"a1 b2", "c3", "b2 a3 c1"};
      configuration.book.resize(1 + Below(3));
    }
    return configuration;
  }

  Random random_;
};

class SettingsRoundTripTest : public CompareCommandTest {
 protected:
  // Plays without any command, and then by both that the settings print.
  void ExpectTheSame(const Configuration& configuration) const {
    const auto plan = comparison::Plan::Create(Tictactoe(), configuration);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const Configuration& canonical = plan->configuration();
    {
      const auto store = results::OpenToPlay(Path("direct"), canonical);
      ASSERT_TRUE(store.ok()) << store.status();
      ASSERT_TRUE(comparison::RunPlan(*plan, **store, {}).ok());
    }
    Words line = ShellSplit(CommandLine(canonical, " \\\n  "));
    line.erase(line.begin());
    ExpectPlays(line, "line", canonical);
    ASSERT_TRUE(
        WriteFileAtomically(Path("config"), ConfigText(canonical)).ok());
    ExpectPlays({line.front(), "--config", Path("config")}, "file", canonical);
    for (const char* name : {"direct", "line", "file", "config"}) {
      std::remove(Path(name).c_str());
    }
  }

 private:
  void ExpectPlays(Words command, const std::string& db,
                   const Configuration& wanted) const {
    command.insert(command.end(), {"--jobs", "1", "--db", Path(db)});
    const Outcome outcome = Execute(Tictactoe(), command);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto store = results::OpenToRead(Path(db));
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_EQ(FormatConfiguration((*store)->configuration()),
              FormatConfiguration(wanted));
    EXPECT_EQ(CheckSame(wanted, (*store)->configuration()), absl::OkStatus());
    // A test may end before the last round; the run without a command does not.
    const std::string direct = Games("direct");
    EXPECT_EQ(direct.substr(0, Games(db).size()), Games(db));
    if (!wanted.sprt.has_value()) {
      EXPECT_EQ(Games(db), direct);
    }
  }
};

TEST_F(SettingsRoundTripTest, OfCompare) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    ExpectTheSame(Settings(seed).OfCompare());
    if (HasFailure()) return;
  }
}

TEST_F(SettingsRoundTripTest, OfSprt) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    ExpectTheSame(Settings(seed).OfSprt());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace boardwalk::cli
