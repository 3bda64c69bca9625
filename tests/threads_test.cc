// The promises about threads: any number of them share a game, a thinking
// player can be stopped from outside, and threads may search together. Runs
// under ThreadSanitizer.

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "ai/testing/player_testing.h"
#include "framework/any_game.h"
#include "framework/batch.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

// Plays 20 random plies and calls every function on the way. Two threads with
// the same seed must write the same text.
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

// Halves of a batch in threads play as the whole does in one.
TEST_P(ThreadsTest, PlayPartsOfABatch) {
  constexpr int64_t kGames = 16;
  struct Arrays {
    std::vector<float> observations, rewards;
    std::vector<uint8_t> masks;
    bool operator==(const Arrays&) const = default;
  };
  const size_t observation = game_->Observation().Size();
  Arrays expected = {std::vector<float>(kGames * observation),
                     std::vector<float>(kGames * game_->NumPlayers()),
                     std::vector<uint8_t>(kGames * game_->NumActions())};
  Arrays found = expected;
  const auto rows = [](Arrays& arrays) {
    return BatchRows{.observations = absl::MakeSpan(arrays.observations),
                     .masks = absl::MakeSpan(arrays.masks),
                     .rewards = absl::MakeSpan(arrays.rewards)};
  };
  const auto whole = game_->MakeBatch({.games = kGames}).value();
  const auto halves = game_->MakeBatch({.games = kGames}).value();
  whole->Reset(rows(expected), {0, kGames});
  halves->Reset(rows(found), {0, kGames});
  for (int step = 0; step < 70; ++step) {
    std::vector<int64_t> actions;
    for (int64_t i = 0; i < kGames; ++i) {
      const auto legal = whole->LegalActions(i);
      actions.push_back(legal[(step * 7 + i) % legal.size()]);
    }
    whole->Step(actions, rows(expected), {0, kGames});
    std::thread other([&] {
      halves->Step(actions, rows(found), {kGames / 2, kGames});
    });
    halves->Step(actions, rows(found), {0, kGames / 2});
    other.join();
    ASSERT_TRUE(found == expected) << step;
  }
}

// Without the stop these searches would take hours, and the test with them.
TEST_P(ThreadsTest, AreStoppedFromOutside) {
  for (const char* const name :
       {"alphabeta:nodes=1000000000000", "mcts:playouts=1000000000000",
        "alphabeta:threads=3,nodes=1000000000000"}) {
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

// Where several threads search together, and moves of two that lead to the same
// position again.
struct StartPosition {
  const char* game;
  const char* position;  // "" for the opening
  std::array<const char*, 4> round_trip;
};

constexpr StartPosition kStartPositions[] = {
    // Copies its positions and has captures to follow.
    {"onejump",
     ".......B/......../.w...w../......../...b...b/..b.b.../.....W../........ "
     "2",
     {"F7-E8", "H1-G2", "E8-F7", "G2-H1"}},
    // Takes its moves back.
    {"star:size=9", "", {"8,0:9,0", "28,0:27,0", "9,0:8,0", "27,0:28,0"}},
};

void PrintTo(const StartPosition& start, std::ostream* out) {
  *out << start.game;
}

// What threads find together, by alphabeta.
class TogetherTest : public testing::TestWithParam<StartPosition> {
 protected:
  TogetherTest()
      : game_(AllGames().value().MakeGame(GetParam().game).value()),
        state_(*GetParam().position == '\0'
                   ? game_->InitialState()
                   : game_->ParsePosition(GetParam().position).value()) {}

  std::unique_ptr<Player> Started(const std::string& settings) const {
    auto player = game_->MakePlayer("alphabeta:" + settings).value();
    EXPECT_TRUE(player->Start(*state_, 1).ok());
    return player;
  }
  // The position changes and the players observe it.
  void Play(AnyMove move, const std::vector<Player*>& players) {
    ASSERT_TRUE(state_->Apply(move).ok());
    for (Player* const player : players) player->Observe(move);
  }
  // The line can be played, the value, if there was time for one, is one.
  void ExpectSane(const Decision& decision) const {
    EXPECT_GE(decision.value.value_or(0), -1);
    EXPECT_LE(decision.value.value_or(0), 1);
    ASSERT_FALSE(decision.line.empty());
    EXPECT_EQ(decision.line[0], decision.move);
    const auto along = state_->Clone();
    for (const AnyMove move : decision.line) {
      ASSERT_TRUE(along->Apply(move).ok());
    }
  }

  const std::shared_ptr<const AnyGame> game_;
  const std::unique_ptr<AnyState> state_;
};

// Another thread reads what is reported while all are at work, and stops them
// once it has heard enough; without that the search would not end. What one
// search leaves behind is there in the next.
TEST_P(TogetherTest, TheyReportAndAreStoppedFromOutside) {
  const auto player = Started("threads=3,depth=200");
  for (int ply = 0; ply < 3; ++ply) {
    std::mutex mutex;  // of what follows
    std::condition_variable changed;
    std::vector<Decision> reports;
    std::optional<Decision> decision;

    std::atomic<bool> stop{false};
    Limits limits;
    limits.stop = &stop;
    std::thread thinker([&] {
      auto decided = player->Choose(*state_, limits, [&](const Decision& now) {
        const std::lock_guard<std::mutex> lock(mutex);
        reports.push_back(now);
        changed.notify_all();
      });
      const std::lock_guard<std::mutex> lock(mutex);
      decision = std::move(decided).value();
      changed.notify_all();
    });
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return reports.size() >= 4 || decision; });
    }
    stop = true;
    thinker.join();
    reports.push_back(*decision);
    int64_t nodes = 1;
    for (const Decision& report : reports) {
      ASSERT_NO_FATAL_FAILURE(ExpectSane(report));
      EXPECT_GE(*report.nodes, nodes);  // no thread's work is lost
      nodes = *report.nodes;
    }
    Play(decision->move, {player.get()});
  }
}

// A limit of nodes is divided among them, and the first spends its share. When
// the others spend theirs is up to the machine.
TEST_P(TogetherTest, TheOthersHelp) {
  const auto player = Started("threads=3,nodes=30000");
  const auto nodes = [&] {
    const auto decision = player->Choose(*state_, {}, {});
    return *decision.value().nodes;
  };
  EXPECT_GE(nodes(), 10'000);
  int asked = 1;
  while (nodes() <= 10'000 && asked < 1000) ++asked;
  EXPECT_LT(asked, 1000);
}

TEST_P(TogetherTest, TheyEndWithTheTime) {
  const auto player = Started("threads=3,time=20ms");
  for (int ply = 0; ply < 3; ++ply) {
    const Decision decision = player->Choose(*state_, {}, {}).value();
    ASSERT_NO_FATAL_FAILURE(ExpectSane(decision));
    Play(decision.move, {player.get()});
  }
}

// To all of them what the game has been through is a draw.
TEST_P(TogetherTest, TheyKnowWhatTheGameHasBeenThrough) {
  const std::string settings = "threads=3,depth=4,multipv=1000";
  const auto told = Started(settings);
  for (const char* const text : GetParam().round_trip) {
    Play(state_->ParseMove(text).value(), {told.get()});
  }
  const AnyMove again = state_->ParseMove(GetParam().round_trip[0]).value();
  const auto value = [&](Player& player) {
    const Decision decision = player.Choose(*state_, {}, {}).value();
    ExpectSane(decision);
    EXPECT_EQ(decision.ranking.size(), state_->LegalMoves().size());
    for (const RankedMove& ranked : decision.ranking) {
      if (ranked.move == again) return ranked.value;
    }
    return std::optional<double>();
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(value(*told), 0);
  EXPECT_NE(value(*Started(settings)), 0);
}

INSTANTIATE_TEST_SUITE_P(Places, TogetherTest,
                         testing::ValuesIn(kStartPositions));

// Whatever the others have put into the table they share. See players_test.cc
// for why the table changes no value.
TEST(TogetherAndAloneTest, TheyFindWhatOneFinds) {
  for (const char* const name :
       {"onejump", "star:size=3", "star:size=3,players=3",
        "teeko:phase=movement"}) {
    const auto game = AllGames().value().MakeGame(name).value();
    // Without ordering the best move at the root is often a late one, and late
    // moves are shared.
    const std::string unpruned = absl::StrCat("depth=4,", ai::kUnpruned);
    for (const std::string& settings :
         {unpruned, absl::StrCat(unpruned, ",ordering=off")}) {
      SCOPED_TRACE(absl::StrCat(name, " ", settings));
      const auto state = game->InitialState();
      const auto started = [&](const std::string& more) {
        // Where opponents are pruned, the order of moves changes the value.
        auto player =
            game->MakePlayer(absl::StrCat("alphabeta:algorithm=paranoid,",
                                          settings, more))
                .value();
        EXPECT_TRUE(player->Start(*state, 1).ok());
        return player;
      };
      const auto alone = started(",table=off");
      const auto together = started(",threads=3,memory=1");
      for (int ply = 0; ply < 12 && !state->IsTerminal(); ++ply) {
        const Decision decision = together->Choose(*state, {}, {}).value();
        EXPECT_EQ(decision.value, alone->Choose(*state, {}, {}).value().value);
        ASSERT_TRUE(state->Apply(decision.move).ok());
        alone->Observe(decision.move);
        together->Observe(decision.move);
      }
    }
  }
}

}  // namespace
}  // namespace boardwalk
