// Libraries from outside: what is loaded, and what is refused in one line.

#include "framework/plugin_loader.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "framework/testing/walk.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string File(int fault) {
  return absl::StrCat(BOARDWALK_BINARY_DIR, "/lib/boardwalk/faulty/faulty",
                      fault, ".so");
}

constexpr int kCrashes = 4, kSound = 8, kThrowsNumber = 9, kStartsProcess = 10,
              kOwnPlayers = 11, kHangs = 13;

TEST(PluginLoaderTest, RefusesWhatIsFaulty) {
  const std::string messages[] = {
      "it is a library, but not a plug-in",
      "it is made for another version of plug-ins",
      "it is built for boardwalk 9, g++ 3, this program is boardwalk",
      "it throws an exception when it is loaded: no memory",
      "loading it ends with 'Aborted'",
      "it ends the program that loads it",
      "it brings no game and no player",
      "two games have the id 'walk'"};
  for (int fault = 0; fault < kSound; ++fault) {
    PluginContents contents;
    const auto refused = LoadPlugins({File(fault)}, contents);
    ASSERT_EQ(refused.size(), 1u) << fault;
    const std::string message(refused[0].message());
    EXPECT_THAT(message, StartsWith("plug-in ")) << fault;
    EXPECT_THAT(message, HasSubstr(messages[fault]));
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    EXPECT_TRUE(contents.games.empty() && contents.players.empty()) << fault;
  }
}

TEST(PluginLoaderTest, RefusesOneThatThrowsANumber) {
  PluginContents contents;
  const auto refused = LoadPlugins({File(kThrowsNumber)}, contents);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_THAT(std::string(refused[0].message()),
              EndsWith("it throws an exception when it is loaded"));
}

TEST(PluginLoaderTest, AddsGamesAndPlayersWithTheirOrigin) {
  PluginContents contents;
  ASSERT_TRUE(LoadPlugins({File(kSound), File(kSound)}, contents).empty());
  // The same file again adds nothing.
  ASSERT_TRUE(LoadPlugins({File(kSound)}, contents).empty());
  ASSERT_EQ(contents.games.size(), 1u);
  ASSERT_EQ(contents.players.size(), 1u);
  EXPECT_THAT(contents.games[0].origin, EndsWith("faulty8.so"));
  EXPECT_THAT(contents.players[0].info.origin, EndsWith("faulty8.so"));

  const auto catalog = Catalog::Create(contents.games, contents.players);
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = *catalog->MakeGame("walk");
  const auto player = game->MakePlayer("random");
  ASSERT_TRUE(player.ok()) << player.status();
  const auto state = game->InitialState();
  ASSERT_TRUE((*player)->Start(*state, 1).ok());
  EXPECT_TRUE((*player)->Choose(*state, {}, {}).ok());
}

// A player that is compiled for rules plays the same rules of another library.
TEST(PluginLoaderTest, BoundPlayersPlayGamesOfOthers) {
  PluginContents contents;
  ASSERT_TRUE(LoadPlugins({File(kSound)}, contents).empty());
  const auto catalog = Catalog::Create(
      {MakePlugin<testing_games::WalkRules>({})}, contents.players);
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = *catalog->MakeGame("walk");
  EXPECT_TRUE(game->MakePlayer("random").ok());
}

TEST(PluginLoaderTest, AnIdThatIsTakenIsRefused) {
  PluginContents contents;
  contents.games = {MakePlugin<testing_games::WalkRules>({})};
  const auto refused = LoadPlugins({File(kSound)}, contents);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_THAT(std::string(refused[0].message()),
              HasSubstr("two games have the id 'walk'"));
  EXPECT_EQ(contents.games.size(), 1u);
}

// One that is at fault does not keep out the others.
TEST(PluginLoaderTest, TheSoundOnesOfManyAreLoaded) {
  PluginContents contents;
  const auto refused = LoadPlugins(
      {"nowhere.so", File(kCrashes), File(kSound), File(0)}, contents);
  ASSERT_EQ(refused.size(), 3u);
  EXPECT_THAT(std::string(refused[0].message()), HasSubstr("nowhere.so"));
  EXPECT_THAT(std::string(refused[1].message()), HasSubstr("'Aborted'"));
  EXPECT_THAT(std::string(refused[2].message()), HasSubstr("not a plug-in"));
  EXPECT_EQ(contents.games.size(), 1u);
}

// A copy of the library that hangs, with a cache folder of its own.
class HangingPluginTest : public testing::Test {
 protected:
  HangingPluginTest() {
    std::filesystem::copy_file(File(kHangs), file_);
    setenv("XDG_CACHE_HOME", folder_.File("cache").c_str(), 1);
    setenv("BOARDWALK_TEST_TRIES", tries_.c_str(), 1);
  }
  ~HangingPluginTest() override {
    for (const char* name :
         {"XDG_CACHE_HOME", "BOARDWALK_TEST_TRIES", "BOARDWALK_TEST_CHANGED"}) {
      unsetenv(name);
    }
  }

  // Why it is refused; those before it are not.
  std::string Refusal(std::vector<std::string> files = {}) const {
    const size_t sound = files.size();
    files.push_back(file_);
    PluginContents contents;
    const auto refused = LoadPlugins(files, contents, /*max_seconds=*/1);
    EXPECT_EQ(refused.size(), 1u);
    EXPECT_EQ(contents.games.size(), sound);
    return std::string(refused.at(0).message());
  }
  // A letter for each time that it was tried.
  std::string Tries() const { return ReadFile(tries_).value(); }

  const TemporaryFolder folder_;
  const std::string file_ = folder_.File("hangs.so");
  const std::string tries_ = folder_.File("tries");
};

// It would cost every command the whole time that a library may take.
TEST_F(HangingPluginTest, IsNotTriedAgainUntilItChanges) {
  EXPECT_THAT(Refusal(), EndsWith("loading it takes longer than 1 second"));
  EXPECT_EQ(Tries(), "x");
  EXPECT_THAT(Refusal(), HasSubstr("loading it took too long before"));
  EXPECT_EQ(Tries(), "x");
  std::filesystem::last_write_time(
      file_, std::filesystem::last_write_time(file_) + std::chrono::hours(1));
  EXPECT_THAT(Refusal(), HasSubstr("longer than 1 second"));
  EXPECT_EQ(Tries(), "xx");
  // As the message says, for a file that cannot be touched.
  const std::string known = Refusal();
  const size_t quote = known.find("remove '") + 8;
  const std::string memory =
      known.substr(quote, known.find('\'', quote) - quote);
  EXPECT_TRUE(std::filesystem::remove(memory)) << known;
  EXPECT_THAT(Refusal(), HasSubstr("longer than 1 second"));
  EXPECT_EQ(Tries(), "xxx");
}

TEST_F(HangingPluginTest, IsTriedOnceAlsoWithOthers) {
  EXPECT_THAT(Refusal({File(kSound)}), HasSubstr("longer than 1 second"));
  EXPECT_EQ(Tries(), "x");
  EXPECT_THAT(Refusal({File(kSound)}), HasSubstr("took too long before"));
}

// A program such as Python may have its own way with the alarm.
TEST_F(HangingPluginTest, IsEndedWhateverTheProgramDoesWithSignals) {
  const auto before = signal(SIGALRM, SIG_IGN);
  sigset_t alarm, mask;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  ASSERT_EQ(sigprocmask(SIG_BLOCK, &alarm, &mask), 0);
  EXPECT_THAT(Refusal(), EndsWith("loading it takes longer than 1 second"));
  ASSERT_EQ(sigprocmask(SIG_SETMASK, &mask, nullptr), 0);
  signal(SIGALRM, before);
}

TEST_F(HangingPluginTest, OneThatIsBuiltAgainMeanwhileIsTried) {
  setenv("BOARDWALK_TEST_CHANGED", file_.c_str(), 1);
  EXPECT_THAT(Refusal(), HasSubstr("longer than 1 second"));
  EXPECT_THAT(Refusal(), HasSubstr("longer than 1 second"));
  EXPECT_EQ(Tries(), "xx");
}

// The process that a library starts has all that the loader's child has open.
TEST(PluginLoaderTest, AProcessInTheBackgroundIsNotWaitedFor) {
  setenv("BOARDWALK_TEST_PROCESS", std::to_string(getpid()).c_str(), 1);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  PluginContents contents;
  EXPECT_TRUE(LoadPlugins({File(kStartsProcess)}, contents).empty());
  EXPECT_EQ(contents.games.size(), 1u);
  close(ends[1]);
  pollfd still_held = {ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&still_held, 1, 0), 0) << "that process has ended";
  close(ends[0]);
}

TEST(PluginLoaderTest, LoadsWithoutStandardStreams) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int stream : {0, 1, 2}) close(stream);
    PluginContents contents;
    _exit(LoadPlugins({File(kSound)}, contents).empty() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// Players of a game of the plug-in are from it, but for those that all have.
TEST(PluginLoaderTest, AGamesOwnPlayerHasItsOrigin) {
  PluginContents contents = {
      .games = {MakePlugin<testing_games::WalkRules>({})}, .players = {}};
  contents.games[0].info.id = "other";
  contents.games[0].players = {{.id = "random", .title = "Random"}};
  ASSERT_TRUE(LoadPlugins({File(kOwnPlayers)}, contents).empty());
  const std::vector<PlayerInfo>& players = contents.games[1].players;
  ASSERT_EQ(players.size(), 2u);
  EXPECT_EQ(players[0].id, "random");
  EXPECT_EQ(players[0].origin, "");
  EXPECT_EQ(players[1].id, "mine");
  EXPECT_EQ(players[1].origin, File(kOwnPlayers));
}

TEST(PluginLoaderTest, FilesAreListedByName) {
  const auto files =
      PluginFiles(absl::StrCat(BOARDWALK_BINARY_DIR, "/lib/boardwalk/faulty"));
  ASSERT_EQ(files.size(), 14u);
  EXPECT_EQ(files[13], File(9));
  EXPECT_TRUE(PluginFiles("nowhere").empty());
}

}  // namespace
}  // namespace boardwalk
