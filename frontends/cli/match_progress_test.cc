#include "frontends/cli/match_progress.h"

#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/testing/walk.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using comparison::GameSummary;
using comparison::SeatResult;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A game of these players with these returns.
GameSummary Game(const std::vector<std::pair<int, double>>& seats) {
  GameSummary game;
  for (const auto& [player, returns] : seats) {
    SeatResult seat;
    seat.player = player;
    seat.returns = returns;
    game.seats.push_back(seat);
  }
  return game;
}

class Counting final : public ProgressScore {
 public:
  void Add(const GameSummary&) override { ++games_; }
  std::string Text() const override { return absl::StrCat("seen ", games_); }

 private:
  int games_ = 0;
};

// Progress with a manual clock, and its output.
class MatchProgressTest : public ::testing::Test {
 protected:
  Context MakeContext(bool live) {
    return {.catalog = catalog_,
            .in = in_,
            .out = out_,
            .err = err_,
            .progress = live};
  }
  std::vector<std::string> Lines() const {
    return absl::StrSplit(err_.str(), '\n', absl::SkipEmpty());
  }
  // Adds games at equal intervals.
  void Play(MatchProgress& progress, int games, milliseconds apart) {
    for (int i = 0; i < games; ++i) {
      clock_.Advance(apart);
      progress.Add({});
    }
  }

  const Catalog catalog_ = *Catalog::Create({});
  std::istringstream in_;
  std::ostringstream out_, err_;
  testing_games::ManualClock clock_;
  Counting counting_;
};

TEST_F(MatchProgressTest, LogHasALineForEachTenthOfTheGames) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 200}, counting_, context, clock_);
  EXPECT_THAT(Lines(), IsEmpty());
  Play(progress, 200, milliseconds(250));
  const std::vector<std::string> lines = Lines();
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(lines[0], "20 of 200 games (10 %)  4/s  0:45 left  seen 20");
  EXPECT_EQ(lines[4], "100 of 200 games (50 %)  4/s  0:25 left  seen 100");
  EXPECT_EQ(lines[9], "200 of 200 games (100 %)  4/s  0:00 left  seen 200");
}

TEST_F(MatchProgressTest, LogOfFewGamesHasALineForEach) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 3}, counting_, context, clock_);
  Play(progress, 3, milliseconds(1));
  EXPECT_THAT(Lines(), ElementsAre(HasSubstr("1 of 3 games (33 %)"),
                                   HasSubstr("2 of 3 games (66 %)"),
                                   HasSubstr("3 of 3 games (100 %)")));
}

TEST_F(MatchProgressTest, LogHasALineAfterTenSecondsWithoutOne) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 1000}, counting_, context, clock_);
  Play(progress, 3, seconds(4));
  EXPECT_THAT(Lines(), ElementsAre("3 of 1000 games (0 %)  0.25/s  1:06:28 "
                                   "left  seen 3"));
  Play(progress, 2, seconds(4));
  EXPECT_EQ(Lines().size(), 1u);
  Play(progress, 1, seconds(4));
  EXPECT_EQ(Lines().size(), 2u);
}

TEST_F(MatchProgressTest, FoundGamesCountButNotForTheRate) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 100, .found = 57}, counting_, context,
                         clock_);
  progress.Recall({});
  Play(progress, 3, milliseconds(500));
  EXPECT_THAT(Lines(),
              ElementsAre("60 of 100 games (60 %)  2/s  0:20 left  seen 4"));
  progress.PrintTotal();
  EXPECT_EQ(Lines().back(), "3 games in 0:01, 2 a second");
}

TEST_F(MatchProgressTest, OpenEndHasLinesFartherAndFartherApart) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 1'000'000, .open_end = true}, counting_,
                         context, clock_);
  Play(progress, 100, milliseconds(10));
  EXPECT_THAT(Lines(), ElementsAre("16 games  100/s  0:00  seen 16",
                                   "32 games  100/s  0:00  seen 32",
                                   "64 games  100/s  0:00  seen 64"));
}

TEST_F(MatchProgressTest, TerminalHasOneLineThatIsTakenAway) {
  const Context context = MakeContext(true);
  {
    MatchProgress progress({.planned = 40}, counting_, context, clock_);
    EXPECT_THAT(err_.str(), EndsWith("\r[....................] 0/40  0:00  "
                                     "seen 0\033[K"));
    Play(progress, 20, milliseconds(200));
    EXPECT_THAT(err_.str(), EndsWith("\r[##########..........] 20/40  5/s  "
                                     "0:04 left  seen 20\033[K"));
  }
  EXPECT_THAT(err_.str(), EndsWith("\r\033[K"));
  EXPECT_THAT(err_.str(), Not(HasSubstr("\n")));
}

TEST_F(MatchProgressTest, TerminalIsNotDrawnOnForEveryGame) {
  const Context context = MakeContext(true);
  MatchProgress progress({.planned = 5000}, counting_, context, clock_);
  Play(progress, 5000, milliseconds(1));
  // 5 seconds, ten times a second; the drawing once a second is extra.
  const std::vector<std::string> drawn = absl::StrSplit(err_.str(), '\r');
  EXPECT_LT(drawn.size(), 100u);
  EXPECT_GT(drawn.size(), 50u);
}

TEST_F(MatchProgressTest, ThreadsMayReportAtOnce) {
  const Context context = MakeContext(true);
  MatchProgress progress({.planned = 400}, counting_, context, clock_);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int game = 0; game < 100; ++game) progress.Add({});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counting_.Text(), "seen 400");
}

TEST_F(MatchProgressTest, NothingPlayedIsNoDivision) {
  const Context context = MakeContext(false);
  MatchProgress progress({.planned = 0}, counting_, context, clock_);
  progress.Add({});
  MatchProgress nothing({.planned = 0}, counting_, context, clock_);
  nothing.PrintTotal();
  EXPECT_EQ(Lines().back(), "0 games in 0:00, 0 a second");
  EXPECT_THAT(err_.str(), Not(HasSubstr("nan")));
  EXPECT_THAT(err_.str(), Not(HasSubstr("inf")));
}

TEST(RunningScoreTest, ScoreIsAgainstTheOthersInTheGame) {
  comparison::Configuration configuration;
  configuration.players = {"a", "b:x=1", "c"};
  RunningScore score(configuration);
  EXPECT_EQ(score.Text(), "");
  score.Add(Game({{0, 1}, {1, -1}}));
  EXPECT_EQ(score.Text(), "a 100%  b 0%");
  // b beats both in a game of three, where a and c share the last place.
  score.Add(Game({{2, -0.5}, {1, 1}, {0, -0.5}}));
  EXPECT_EQ(score.Text(), "b 67%  a 50%  c 25%");
  score.Add(Game({{1, 0}, {2, 0}}));
  EXPECT_EQ(score.Text(), "b 62%  a 50%  c 33%");
}

TEST(RunningScoreTest, PlayerDoesNotPlayAgainstItself) {
  comparison::Configuration configuration;
  configuration.players = {"a", "b"};
  RunningScore score(configuration);
  score.Add(Game({{0, 1}, {0, -0.5}, {1, -0.5}}));
  EXPECT_EQ(score.Text(), "a 75%  b 25%");
}

TEST(RunningScoreTest, NamesAreShortWhereTheyStayDifferent) {
  comparison::Configuration configuration;
  configuration.players = {"a:x=1", "b:x=1"};
  EXPECT_THAT(ShortNames(configuration), ElementsAre("a", "b"));
  configuration.players = {"a:x=1", "a:x=2", "b"};
  EXPECT_THAT(ShortNames(configuration), ElementsAre("a:x=1", "a:x=2", "b"));
}

}  // namespace
}  // namespace boardwalk::cli
