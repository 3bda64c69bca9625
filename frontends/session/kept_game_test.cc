#include "frontends/session/kept_game.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/player.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/session_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::session {
namespace {

class KeptGameTest : public ::testing::Test {
 protected:
  KeptGame Game() const {
    return KeptGame(
        Session::Create(*catalog_.MakeGame("swing").value()->InitialState(),
                        {"human", "human"}, 5)
            .value());
  }
  static void Play(KeptGame& game, uint8_t move) {
    ASSERT_TRUE(game.Play(SwingDecision(move), {}).ok());
  }
  std::unique_ptr<GameReader> Open(const std::string& path) const {
    auto reader = GameReader::Open(
        catalog_, path, [](JsonFields&) { return absl::OkStatus(); },
        [](const AnyGame&, const std::string&) { return absl::OkStatus(); });
    EXPECT_TRUE(reader.ok()) << reader.status();
    return *std::move(reader);
  }
  // The game of the journal.
  KeptGame Read(const std::string& path) const {
    const auto reader = Open(path);
    const auto whole =
        reader->ReadUntil(std::chrono::steady_clock::time_point::max());
    EXPECT_TRUE(whole.ok()) << whole.status();
    return reader->Take();
  }
  KeptGame Read() const { return Read(path_); }
  // Why it cannot be read.
  absl::Status Problem() const {
    return Open(path_)
        ->ReadUntil(std::chrono::steady_clock::time_point::max())
        .status();
  }
  void ExpectReads(KeptGame& game) const { ExpectReads(game, path_); }
  void ExpectReads(KeptGame& game, const std::string& path) const {
    const GameRecord record = game.session().Record();
    const auto redo = game.session().RedoPly();
    const auto clocks = game.session().Clocks();
    game.Close();
    const KeptGame read = Read(path);
    EXPECT_EQ(read.session().Clocks(), clocks);
    EXPECT_EQ(read.names(), game.names());
    EXPECT_EQ(read.note(), game.note());
    EXPECT_EQ(read.session().comments(), game.session().comments());
    EXPECT_EQ(read.session().Record(), record);
    EXPECT_EQ(read.session().RedoPly(), redo);
  }

  const Catalog catalog_ = Catalog::Create({SwingPlugin()}).value();
  const TemporaryFolder folder_;
  const std::string path_ = folder_.File("game");
};

TEST_F(KeptGameTest, UndoAndRedoSayWhereThereIsNothing) {
  KeptGame game = Game();
  EXPECT_TRUE(absl::IsFailedPrecondition(game.Undo()));
  Play(game, SwingState::kLeft);
  EXPECT_TRUE(absl::IsFailedPrecondition(game.Redo()));
  EXPECT_TRUE(game.Undo().ok());
  EXPECT_EQ(game.session().plies(), 0);
  EXPECT_TRUE(game.Redo().ok());
  EXPECT_EQ(game.session().plies(), 1);
}

TEST_F(KeptGameTest, AJournalBeginsAtAnyPlaceOfAGame) {
  KeptGame game = Game();
  for (int ply = 0; ply < 5; ++ply) Play(game, SwingState::kLeft);
  ASSERT_TRUE(game.Undo().ok());
  ASSERT_TRUE(game.Undo().ok());
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  ASSERT_TRUE(game.Redo().ok());
  ExpectReads(game);
  ASSERT_TRUE(game.Resign(0).ok());
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  ExpectReads(game);
  ASSERT_TRUE(game.Undo().ok());  // the resignation
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  ASSERT_TRUE(game.Redo().ok());
  ExpectReads(game);
}

TEST_F(KeptGameTest, AChangeThatCannotBeWrittenIsNotMade) {
  KeptGame game = Game();
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  {
    const FullDisk full;
    EXPECT_FALSE(game.Play(SwingDecision(SwingState::kLeft), {}).ok());
    EXPECT_FALSE(game.Resign(0).ok());
  }
  EXPECT_EQ(game.session().plies(), 0);
  EXPECT_FALSE(game.session().Over());
  EXPECT_TRUE(game.kept());
  Play(game, SwingState::kLeft);
  ExpectReads(game);
}

TEST_F(KeptGameTest, PeopleHaveNames) {
  KeptGame game = Game();
  EXPECT_THAT(game.names(), ::testing::ElementsAre("", ""));
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  EXPECT_EQ(ReadFile(path_, Journal::kMaxBytes)->find("names"),
            std::string::npos);
  EXPECT_TRUE(game.SetName(1, "Zo\u00eb").ok());
  Play(game, SwingState::kLeft);
  {
    const FullDisk full;
    EXPECT_FALSE(game.SetName(1, "Ann").ok());
  }
  EXPECT_THAT(game.names(), ::testing::ElementsAre("", "Zo\u00eb"));
  ExpectReads(game);
  // The first line of another journal has them.
  ASSERT_TRUE(game.Keep(folder_.File("other"), Json::object()).ok());
  ExpectReads(game, folder_.File("other"));
}

TEST_F(KeptGameTest, WhatTheProgramNotesStandsInTheLastLine) {
  KeptGame game = Game();
  ASSERT_TRUE(game.SetNote({{"open", {2}}}).ok());
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  const auto last = [](const std::string& path) {
    return ParseJson(Journal::LastLine(path)).value().value("note", Json());
  };
  EXPECT_EQ(last(path_), game.note());
  ASSERT_TRUE(game.Resign(0).ok());
  EXPECT_EQ(last(path_), game.note());
  {
    const FullDisk full;
    EXPECT_FALSE(game.SetNote(Json::object()).ok());
    EXPECT_FALSE(game.SetName(0, "Ann", Json::object()).ok());
  }
  EXPECT_EQ(game.note(), Json({{"open", {2}}}));
  ASSERT_TRUE(game.Keep(folder_.File("over"), Json::object()).ok());
  EXPECT_EQ(last(folder_.File("over")), game.note());
  ASSERT_TRUE(game.SetName(0, "Ann", {{"open", {1}}}).ok());
  EXPECT_EQ(game.note(), Json({{"open", {1}}}));
  ASSERT_TRUE(game.SetNote(Json::object()).ok());
  ExpectReads(game, folder_.File("over"));
  for (const std::string note : {"7", "[1]", "\"open\""}) {
    std::ofstream(path_, std::ios::app) << "{\"note\":" << note << "}\n";
    EXPECT_THAT(std::string(Problem().message()),
                ::testing::HasSubstr("\"note\" must be an object"));
  }
}

TEST_F(KeptGameTest, CommentsAreKeptWithThePositionsThatTheyAreAbout) {
  KeptGame game = Game();
  for (int ply = 0; ply < 3; ++ply) Play(game, SwingState::kLeft);
  ASSERT_TRUE(game.SetComment(3, "late").ok());
  ASSERT_TRUE(game.Undo().ok());
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  ASSERT_TRUE(game.SetComment(0, "the opening").ok());
  ASSERT_TRUE(game.SetComment(1, "good").ok());
  ASSERT_TRUE(game.SetComment(2, "bad").ok());
  ASSERT_TRUE(game.SetComment(1, "").ok());
  EXPECT_TRUE(absl::IsNotFound(game.SetComment(4, "beyond").status()));
  {
    const FullDisk full;
    EXPECT_FALSE(game.SetComment(0, "not written").ok());
    EXPECT_FALSE(game.SetComment(0, "").ok());
  }
  EXPECT_EQ(game.session().comments().At(0), "the opening");
  EXPECT_EQ(game.session().comments().At(3), "late");
  ASSERT_TRUE(game.Keep(folder_.File("undone"), Json::object()).ok());
  ExpectReads(game, folder_.File("undone"));
  ASSERT_TRUE(game.Keep(folder_.File("replaced"), Json::object()).ok());
  Play(game, SwingState::kRight);
  EXPECT_EQ(game.session().comments().At(3), "");
  EXPECT_EQ(game.session().comments().At(2), "bad");
  ExpectReads(game, folder_.File("replaced"));
  ASSERT_TRUE(game.Keep(folder_.File("restarted"), Json::object()).ok());
  ASSERT_TRUE(game.Restart().ok());
  EXPECT_EQ(game.session().comments().by_ply().size(), 1u);
  EXPECT_EQ(game.session().comments().At(0), "the opening");
  ExpectReads(game, folder_.File("restarted"));
}

TEST(PersonNameTest, IsShortAndWithoutControls) {
  std::string longest;
  for (size_t i = 0; i < kMaxNameCharacters; ++i) longest += "\u00e9";
  for (const std::string& name : {std::string(), longest, std::string("A b")}) {
    EXPECT_TRUE(CheckPersonName(name).ok()) << name;
  }
  EXPECT_THAT(std::string(CheckPersonName(longest + "e").message()),
              ::testing::HasSubstr("at most 40 characters, not 41"));
  for (const char* name : {"a\nb", "\x7f", "\x01", "a\u0085", "a\xff"}) {
    EXPECT_THAT(std::string(CheckPersonName(name).message()),
                ::testing::HasSubstr("without control characters"));
  }
}

// Each change writes what the turn took that it ends.
TEST_F(KeptGameTest, ClocksAreKeptWhateverEndsTheTurn) {
  using std::chrono::seconds;
  using Change = std::function<absl::Status(KeptGame&)>;
  const std::vector<Change> changes = {
      [](KeptGame& game) { return game.Resign(0, seconds(5)); },
      [](KeptGame& game) { return game.AgreeOnDraw("", seconds(5)); },
      [](KeptGame& game) { return game.ForfeitIllegal(0, seconds(5)); },
      [](KeptGame& game) { return game.Undo(seconds(5)); },
      [](KeptGame& game) { return game.Redo(seconds(5)); },
      [](KeptGame& game) { return game.SetSeat(1, "sleepy", seconds(5)); }};
  for (size_t i = 0; i < changes.size(); ++i) {
    KeptGame game = Game();
    game.SetClock({.base = seconds(60), .increment = seconds(1)});
    for (int ply = 0; ply < 4; ++ply) {
      ASSERT_TRUE(game.Play(SwingDecision(SwingState::kLeft), seconds(3)).ok());
    }
    ASSERT_TRUE(game.Undo().ok());
    ASSERT_TRUE(game.Undo().ok());
    EXPECT_EQ(game.session().Left(0), seconds(56));
    const std::string path = folder_.File(absl::StrCat("game-", i));
    ASSERT_TRUE(game.Keep(path, Json::object()).ok());
    {
      const FullDisk full;
      EXPECT_FALSE(changes[i](game).ok());
    }
    EXPECT_EQ(game.session().Left(0), seconds(56)) << i;
    ASSERT_TRUE(changes[i](game).ok()) << i;
    EXPECT_EQ(game.session().Left(0), seconds(51)) << i;
    EXPECT_EQ(game.session().Left(1), seconds(56)) << i;
    ExpectReads(game, path);
  }
}

// As it was when they were written.
TEST_F(KeptGameTest, UndoInJournalsWithoutClocksGivesTimeBack) {
  using std::chrono::seconds;
  KeptGame game = Game();
  game.SetClock({.base = seconds(10)});
  for (int ply = 0; ply < 2; ++ply) {
    ASSERT_TRUE(game.Play(SwingDecision(SwingState::kLeft), seconds(8)).ok());
  }
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  game.Close();
  std::string text = ReadFile(path_, Journal::kMaxBytes).value();
  const size_t last = text.find("{\"go\"");
  ASSERT_NE(last, std::string::npos);
  std::ofstream(path_, std::ios::trunc)
      << text.substr(0, last) << "{\"go\":1}\n";
  EXPECT_EQ(Read().session().Left(1), seconds(10));
  for (const std::string left :
       {"[1]", "[1,\"2\"]", "[1e99,1]", "7", "[1,2,3]"}) {
    std::ofstream(path_, std::ios::trunc)
        << text.substr(0, last) << "{\"go\":1,\"left\":" << left << "}\n";
    EXPECT_THAT(std::string(Problem().message()),
                ::testing::HasSubstr("the clock of each seat"));
  }
}

TEST_F(KeptGameTest, OrItIsMadeUnkept) {
  KeptGame game = Game();
  game.PlayOnUnkept();
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  {
    const FullDisk full;
    Play(game, SwingState::kLeft);
  }
  EXPECT_EQ(game.session().plies(), 1);
  EXPECT_FALSE(game.kept());
  EXPECT_EQ(Read().session().plies(), 0);
}

TEST_F(KeptGameTest, AnotherClockClosesTheJournal) {
  KeptGame game = Game();
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  game.SetClock({.base = std::chrono::seconds(60)});
  EXPECT_FALSE(game.kept());
  ASSERT_TRUE(game.Keep(path_, Json::object()).ok());
  Play(game, SwingState::kLeft);
  ExpectReads(game);
}

TEST_F(KeptGameTest, APlayerThatFailsForfeitsByItsError) {
  KeptGame game = Game();
  ASSERT_TRUE(
      game.ForfeitFailed(1, absl::Status(kPlayerCrashed, "it ended\nat once"))
          .ok());
  EXPECT_EQ(game.session().termination(), Termination::kCrash);
  EXPECT_EQ(game.session().loser(), 1);
  EXPECT_EQ(game.session().detail(), "it ended\\x0aat once");
  KeptGame other = Game();
  ASSERT_TRUE(other.ForfeitIllegal(0).ok());
  EXPECT_EQ(other.session().termination(), Termination::kIllegalMove);
}

}  // namespace
}  // namespace boardwalk::session
