#include "frontends/session/kept_game.h"

#include <chrono>
#include <cstdint>
#include <string>

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
  // The game of the journal.
  KeptGame Read() const {
    auto reader = GameReader::Open(
        catalog_, path_, [](JsonFields&) { return absl::OkStatus(); },
        [](const AnyGame&, const std::string&) { return absl::OkStatus(); });
    EXPECT_TRUE(reader.ok()) << reader.status();
    const auto whole =
        (*reader)->ReadUntil(std::chrono::steady_clock::time_point::max());
    EXPECT_TRUE(whole.ok()) << whole.status();
    return (*reader)->Take();
  }
  void ExpectReads(KeptGame& game) const {
    const GameRecord record = game.session().Record();
    const auto redo = game.session().RedoPly();
    game.Close();
    const KeptGame read = Read();
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
