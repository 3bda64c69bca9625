#include "frontends/classic/classic.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "frontends/classic/transcript_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::classic {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Goldens kGoldens("chinese8");

// Plays the given moves; after them it says that it has none left.
class Scripted final : public Player {
 public:
  explicit Scripted(std::vector<std::string> moves)
      : moves_(std::move(moves)) {}
  absl::Status Start(const AnyState&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits&,
                                  const Observer&) override {
    if (next_ == moves_.size()) return absl::InternalError("out of moves");
    const auto move = state.ParseMove(moves_[next_++]);
    Decision decision;
    if (move.ok()) decision.move = *move;
    return decision;
  }
  void Observe(AnyMove) override {}

 private:
  std::vector<std::string> moves_;
  size_t next_ = 0;
};

Chinese8Options WithComputer(const std::string& moves, bool first = false) {
  Chinese8Options options;
  options.computer_first = first;
  options.computer = [moves](const AnyGame&) {
    return std::make_unique<Scripted>(
        absl::StrSplit(moves, absl::ByAnyChar(" \n"), absl::SkipEmpty()));
  };
  return options;
}

Outcome Play(const std::string& input, const Chinese8Options& options) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = RunChinese8(options, in, out, err);
  return {status, out.str(), err.str()};
}

struct Golden {
  const char* name;
  int status = 0;
  bool computer = false;
  bool computer_first = false;
};

void PrintTo(const Golden& golden, std::ostream* os) { *os << golden.name; }

class Chinese8ClassicGoldenTest : public testing::TestWithParam<Golden> {};

TEST_P(Chinese8ClassicGoldenTest, TheTranscriptMatches) {
  const Golden& golden = GetParam();
  const std::string name = golden.name;
  const Outcome outcome = Play(
      kGoldens.Contents(name + ".in"),
      WithComputer(golden.computer ? kGoldens.Contents(name + ".computer") : "",
                   golden.computer_first));
  EXPECT_EQ(outcome.out, kGoldens.Contents(name + ".out"));
  EXPECT_EQ(outcome.status, golden.status);
  EXPECT_EQ(outcome.err, golden.status == 0
                             ? ""
                             : "chinese8: the input ended before the game "
                               "did\n");
}

INSTANTIATE_TEST_SUITE_P(
    All, Chinese8ClassicGoldenTest,
    testing::Values(
        Golden{"blue_wins"}, Golden{"red_wins"},
        Golden{"blue_wins_after_reds_move"}, Golden{"draw"},
        Golden{"draw_ignores_the_rest"}, Golden{"errors_in_order", 1},
        Golden{"mode_asked_again", 1}, Golden{"ends_before_the_mode", 1},
        Golden{"ends_after_a_wrong_mode", 1},
        Golden{"ends_at_the_first_turn", 1}, Golden{"ends_after_an_error", 1},
        Golden{"ends_in_the_middle", 1}, Golden{"computer_second", 0, true},
        Golden{"computer_first", 0, true, true},
        Golden{"computer_ends", 1, true}),
    [](const auto& golden) { return std::string(golden.param.name); });

TEST(Chinese8ClassicTest, TheComputersTroubleIsADiagnostic) {
  const Outcome none = Play("2 2232", WithComputer(""));
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.err, "chinese8: out of moves\n");
  EXPECT_THAT(none.out, EndsWith("Red's turn\n"));
  const Outcome illegal = Play("2 2232", WithComputer("1111"));
  EXPECT_EQ(illegal.status, 1);
  EXPECT_THAT(illegal.err, HasSubstr("illegal"));
}

TEST(Chinese8ClassicTest, TheComputerIsOnlyMadeWhereItPlays) {
  Chinese8Options options;
  bool made = false;
  options.computer = [&made](const AnyGame&) {
    made = true;
    return std::make_unique<Scripted>(std::vector<std::string>{});
  };
  EXPECT_EQ(Play("1", options).status, 1);
  EXPECT_FALSE(made);
  EXPECT_EQ(Play("2", options).status, 1);
  EXPECT_TRUE(made);
}

TEST(Chinese8ClassicTest, AnEndlessWordIsAWrongOne) {
  const Outcome outcome =
      Play("1 " + std::string(5'000'000, '1') + " 2232", {});
  EXPECT_THAT(outcome.out, HasSubstr("Invalid input format"));
  EXPECT_THAT(outcome.out, EndsWith("Red's turn\n"));
}

TEST(Chinese8ClassicTest, PromptsAreShownBeforeInputIsAwaited) {
  Terminal terminal;
  Keyboard keyboard("x\n2\n9999\n2232\n", terminal);
  std::istream in(&keyboard);
  std::ostream out(&terminal);
  std::ostringstream err;
  EXPECT_EQ(RunChinese8(WithComputer("7767"), in, out, err), 1);
  EXPECT_THAT(keyboard.unseen(), IsEmpty());
  EXPECT_THAT(terminal.unseen(), IsEmpty());
}

}  // namespace
}  // namespace boardwalk::classic
