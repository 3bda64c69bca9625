// What is promised of threads: a game is shared by any number of them, and a
// thinking player can be stopped from outside. ThreadSanitizer watches here.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

// Plays 20 random plies and asks everything that can be asked on the way. Two
// threads with the same seed must write the same.
std::string PlayAround(const AnyGame& game, uint64_t seed) {
  Random random(seed);
  std::string transcript;
  auto state = game.InitialState();
  for (int ply = 0; ply < 20 && !state->IsTerminal(); ++ply) {
    const std::vector<AnyMove> moves = state->LegalMoves();
    const AnyMove move =
        moves[random.Below(static_cast<uint32_t>(moves.size()))];
    absl::StrAppend(&transcript, state->FormatMove(move), " ",
                    state->Render({}).size(), " ", state->Path(move).size(),
                    "\n");
    const auto read = state->ParseMove(state->FormatMove(move));
    if (!read.ok() || !state->Apply(*read).ok()) return "a move was refused";
    const auto position = game.ParsePosition(state->FormatPosition());
    if (!position.ok() || !(*position)->Equals(*state)) {
      return "a position was not read back";
    }
  }
  return transcript;
}

std::vector<std::string> GameNames() {
  std::vector<std::string> names;
  const Catalog catalog = AllGames().value();
  for (const GamePlugin& plugin : catalog.games()) {
    names.push_back(plugin.info.id);
  }
  return names;
}

class ThreadsTest : public testing::TestWithParam<std::string> {
 protected:
  ThreadsTest() : game_(AllGames().value().MakeGame(GetParam()).value()) {}
  const std::shared_ptr<const AnyGame> game_;
};

TEST_P(ThreadsTest, ShareAGame) {
  std::vector<std::string> transcripts(4);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < transcripts.size(); ++i) {
    threads.emplace_back([&, i] {
      transcripts[i] = PlayAround(*game_, i / 2);  // each seed twice
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(transcripts[0], "");
  EXPECT_EQ(transcripts[0], transcripts[1]);
  EXPECT_EQ(transcripts[2], transcripts[3]);
  EXPECT_EQ(transcripts[0], PlayAround(*game_, 0));
}

// Without the stop these searches would take hours, and the test with them.
TEST_P(ThreadsTest, AreStoppedFromOutside) {
  for (const std::string& name : {std::string("alphabeta:nodes=1000000000000"),
                                  std::string("mcts:playouts=1000000000000")}) {
    SCOPED_TRACE(name);
    const auto player = game_->MakePlayer(name).value();
    const auto state = game_->InitialState();
    ASSERT_TRUE(player->Start(*state, 1).ok());
    std::atomic<bool> stop{false};
    std::atomic<int> reports{0};
    Limits limits;
    limits.stop = &stop;
    absl::StatusOr<Decision> decision = absl::UnknownError("none yet");
    std::thread thinker([&] {
      decision = player->Choose(*state, limits,
                                [&](const Decision& /*so_far*/) { ++reports; });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
    thinker.join();
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(state->IsLegal(decision->move));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ThreadsTest, testing::ValuesIn(GameNames()));

}  // namespace
}  // namespace boardwalk
