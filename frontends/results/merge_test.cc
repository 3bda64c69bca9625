// MergeResults: results of one comparison that were played in parts.

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontends/results/store.h"
#include "frontends/results/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

constexpr int kPlies = 10;

class MergeTest : public testing::Test {
 protected:
  std::string File(const std::string& name) const { return folder_.File(name); }

  // A part with the games from `first` to `last`.
  std::string Part(
      const std::string& name, int64_t first, int64_t last,
      const comparison::Configuration& configuration = TestConfiguration()) {
    const auto store = ToPlay(File(name), configuration);
    for (int64_t id = first; id <= last; ++id) {
      EXPECT_TRUE(store->Add(TestGame(id, kPlies)).ok());
    }
    return File(name);
  }
  // A part with a different game 7.
  std::string OtherPart(
      const std::string& name,
      const comparison::Configuration& configuration = TestConfiguration()) {
    comparison::FinishedGame game = TestGame(7, kPlies);
    game.record.moves[3].text = "other";
    game.summary.fingerprint = comparison::Fingerprint(game.record);
    EXPECT_TRUE(ToPlay(File(name), configuration)->Add(game).ok());
    return File(name);
  }

  MergeCounts Merge(const std::vector<std::string>& inputs) {
    const auto counts = MergeResults(File("all"), inputs, AnyFile);
    EXPECT_TRUE(counts.ok()) << counts.status();
    return counts.value_or(MergeCounts{});
  }
  // Merging is refused with a message that contains all of `says`, and changes
  // nothing.
  void ExpectRefused(const std::vector<std::string>& inputs,
                     const std::vector<std::string>& says) {
    const auto before = folder_.Contents();
    const auto counts = MergeResults(File("all"), inputs, AnyFile);
    const std::string message(counts.status().message());
    for (const std::string& text : says) EXPECT_THAT(message, HasSubstr(text));
    EXPECT_TRUE(folder_.Contents() == before);
  }

  TestFolder folder_;
};

TEST_F(MergeTest, EveryGameIsThereOnce) {
  comparison::Configuration longer = TestConfiguration();
  longer.rounds = 77;
  const std::vector<std::string> parts = {
      Part("a", 1, 300), Part("b", 601, 900), Part("c", 250, 650, longer)};
  const auto before = folder_.Contents();
  const MergeCounts counts = Merge(parts);
  EXPECT_EQ(counts.added, 900);
  EXPECT_EQ(counts.repeated, 51 + 50);
  const auto all = ToRead(File("all"));
  EXPECT_EQ(ExpectTestGames(*all, kPlies).size(), 900);
  EXPECT_EQ(all->configuration().rounds, 77);
  for (const auto& [name, contents] : before) {
    EXPECT_TRUE(folder_.Read(name) == contents) << name;
  }
}

TEST_F(MergeTest, OnceMoreAddsWhatIsNew) {
  const std::vector<std::string> parts = {Part("a", 1, 20), Part("b", 21, 30)};
  Merge(parts);
  MergeCounts counts = Merge(parts);
  EXPECT_EQ(counts.added, 0);
  EXPECT_EQ(counts.repeated, 30);
  counts = Merge({parts[0], Part("b", 31, 35)});
  EXPECT_EQ(counts.added, 5);
  EXPECT_EQ(counts.repeated, 30);
  // The same file twice counts once.
  counts = Merge({Part("c", 36, 40), File("c")});
  EXPECT_EQ(counts.added, 5);
  EXPECT_EQ(counts.repeated, 5);
  EXPECT_EQ(ExpectTestGames(*ToRead(File("all")), kPlies).size(), 40);
}

TEST_F(MergeTest, ThatMakesNoSense) {
  ExpectRefused({}, {"at least one"});
  EXPECT_FALSE(MergeResults("", {Part("a", 1, 2)}, AnyFile).ok());
  Part("all", 1, 3);
  fs::create_symlink("all", File("link"));
  ExpectRefused({File("a"), File("link")}, {File("link"), "to write to"});
  ExpectRefused({File("all")}, {"to write to"});
}

TEST_F(MergeTest, OfTwoComparisonsIsRefused) {
  comparison::Configuration other = TestConfiguration();
  other.seed = 5;
  const std::string a = Part("a", 1, 20), b = Part("b", 21, 30, other);
  const std::vector<std::string> why = {"seed", a, b};
  ExpectRefused({a, b}, why);
  // Into one of another comparison, too.
  Part("all", 1, 3, other);
  ExpectRefused({a}, {"seed", a});
}

TEST_F(MergeTest, OfWhatCannotBeReadIsRefused) {
  const std::string a = Part("a", 1, 20);
  ExpectRefused({a, File("none")}, {File("none"), "No such file"});
  folder_.Write("text", "text");
  ExpectRefused({a, File("text")}, {"no file of results"});
  folder_.Write("half", folder_.Read("a").substr(0, 20480));
  ExpectRefused({a, File("half")}, {File("half"), "damaged"});
  // A file with damage in its contents only.
  const std::string b = Part("b", 21, 30);
  std::string damaged = folder_.Read("b");
  const std::string details =
      comparison::FormatMoveDetails(TestGame(25, kPlies).record.moves);
  const size_t at = damaged.find(details);
  ASSERT_NE(at, std::string::npos);
  damaged[at] = 'x';
  folder_.Write("b", damaged);
  ExpectRefused({a, b}, {b, "game 25"});
}

TEST_F(MergeTest, AGameThatDiffersInTwoFilesIsAnError) {
  const std::string a = Part("a", 1, 20), b = OtherPart("b");
  ExpectRefused({a, b}, {"game 7 ", a, b});
  // The same if one of them is an earlier merge.
  Part("all", 1, 9);
  ExpectRefused({b}, {"game 7 ", File("all"), b});
}

TEST_F(MergeTest, AGameWithTwoResultsIsAnError) {
  int64_t id = 1;
  while (TestGame(id, kPlies).summary.seats[0].returns == 0 ||
         TestGame(id, kPlies).summary.loser >= 0) {
    ++id;
  }
  comparison::FinishedGame game = TestGame(id, kPlies);
  for (comparison::SeatResult& seat : game.summary.seats)
    seat.returns = -seat.returns;
  for (size_t seat = 0; seat < game.summary.seats.size(); ++seat) {
    game.record.returns[seat] = game.summary.seats[seat].returns;
  }
  EXPECT_TRUE(ToPlay(File("b"), TestConfiguration())->Add(game).ok());
  ExpectRefused({Part("a", 1, 20), File("b")},
                {absl::StrCat("game ", id, " "), File("a")});
}

TEST_F(MergeTest, OfMovesThatWereNotPlayedIsRefused) {
  const std::string a = Part("a", 1, 20);
  std::string forged = folder_.Read("a");
  const std::string text = TestGame(12, kPlies).record.start;
  const size_t at =
      forged.find(text + TestGame(12, kPlies).record.moves[0].text);
  ASSERT_NE(at, std::string::npos);
  forged[at + text.size()] ^= 1;
  folder_.Write("a", forged);
  ExpectRefused({a}, {a, "game 12: its moves are not those"});
}

TEST_F(MergeTest, AGameThatDependsOnTimeMayDiffer) {
  comparison::Configuration timed = TestConfiguration();
  timed.limits.time = std::chrono::milliseconds(10);
  const std::string a = Part("a", 1, 20, timed), b = OtherPart("b", timed);
  const MergeCounts counts = Merge({a, b});
  EXPECT_EQ(counts.added, 20);
  EXPECT_EQ(counts.repeated, 1);
  EXPECT_EQ(counts.differing, 1);
  EXPECT_EQ(counts.kept_from, std::vector<std::string>{a});
  // The first one stays.
  EXPECT_EQ(ExpectTestGames(*ToRead(File("all")), kPlies).size(), 20);
}

TEST_F(MergeTest, TakesTheGamesOfPartsThatWereKilled) {
  Part("a", 1, 20);
  Child child([&](int) {
    const auto store = OpenToPlay(File("a"), TestConfiguration());
    if (!store.ok() || !(*store)->Add(TestGame(21, kPlies)).ok()) _exit(1);
    raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(child.Wait()));
  EXPECT_EQ(Merge({File("a")}).added, 21);
}

TEST_F(MergeTest, ThatWasInterruptedCanBeRepeated) {
  const std::vector<std::string> parts = {Part("a", 1, 400),
                                          Part("b", 401, 800)};
  // The system kills each merge at a later write.
  int interrupted = 0;
  size_t partly = 0;
  for (rlim_t bytes = 2'000;; bytes += bytes / 8) {
    Child child([&](int) {
      LimitFileSize(bytes, /*fatal=*/true);
      if (!MergeResults(File("all"), parts, AnyFile).ok()) _exit(1);
    });
    const int end = child.Wait();
    if (WIFEXITED(end)) {
      EXPECT_EQ(end, 0);
      break;
    }
    ++interrupted;
    if (fs::exists(File("all"))) {
      const size_t games = ExpectTestGames(*ToPlay(File("all")), kPlies).size();
      if (games > 0 && games < 800) ++partly;
    }
  }
  EXPECT_GT(interrupted, 10);
  EXPECT_GT(partly, 1);
  EXPECT_EQ(ExpectTestGames(*ToRead(File("all")), kPlies).size(), 800);
}

}  // namespace
}  // namespace boardwalk::results
