// What the tests of files of results share: folders that remove themselves,
// games of any kind, and how two of them are compared.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_STORE_TESTING_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_STORE_TESTING_H_

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/result.h"
#include "frontends/tournament/store.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {

// A folder of files to be read and compared.
class TestFolder : public TemporaryFolder {
 public:
  // The names of all files with their contents, the shared memory of SQLite
  // left out, which it makes anew whenever it likes.
  std::map<std::string, std::string> Contents() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".sqlite-shm") {
        contents[name] = entry.is_regular_file() ? Read(name) : "";
      }
    }
    return contents;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(File(name), std::ios::binary).rdbuf();
    return text.str();
  }
  void Write(const std::string& name, const std::string& contents) const {
    std::ofstream(File(name), std::ios::binary) << contents;
  }
};

inline Configuration TestConfiguration() {
  Configuration configuration;
  configuration.games = {"onejump", "star:players=3"};
  configuration.players = {"greedy", "mcts:playouts=100", "random"};
  configuration.limits.nodes = 1000;
  configuration.rounds = 10;
  configuration.seed = 18'000'000'000'000'000'000u;
  return configuration;
}

// The game of an id: of the first variant where that is odd, else of the
// second, and with everything in it different from game to game. Some are
// forfeits, some without a move.
inline FinishedGame TestGame(int64_t id, int plies) {
  const Configuration configuration = TestConfiguration();
  const uint64_t salt = Mix64(static_cast<uint64_t>(id));
  FinishedGame game;
  GameSummary& summary = game.summary;
  summary.id = id;
  summary.block = id / 2;
  summary.round = id / 4;
  summary.variant = id % 2 == 1 ? 0 : 1;
  const int seats = 2 + summary.variant;
  summary.pairing = static_cast<int>(salt % 3);
  summary.rotation = static_cast<int>(salt % 2);
  summary.seed = salt;
  summary.termination =
      salt % 5 == 0 ? Termination::kTimeForfeit : Termination::kRules;
  if (HasLoser(summary.termination)) {
    summary.loser = 1;
    summary.detail = absl::StrCat("took ", id, ".5s of 2s: 'öß' \n\t\"x\"");
  }
  summary.plies = plies;
  for (int seat = 0; seat < seats; ++seat) {
    const uint64_t own = Mix64(salt + static_cast<uint64_t>(seat));
    SeatResult& result = summary.seats.emplace_back();
    result.player = static_cast<int>((salt + static_cast<uint64_t>(seat)) % 3);
    result.returns = static_cast<double>(own % 2001) / 1000.0 - 1;
    result.moves = plies / seats;
    result.seconds = static_cast<double>(own % 1'000'003) / 7e6;
    result.wall_seconds = result.seconds * 1.1;
    result.max_seconds = result.seconds / 3;
    result.nodes = static_cast<int64_t>(own >> 15);
    result.playouts = static_cast<int64_t>(own % 1000);
    result.depth = static_cast<int64_t>(own % 77);
  }
  game.opening = {absl::StrCat("a", id), "b2-b3"};
  GameRecord& record = game.record;
  record.game = configuration.games[summary.variant];
  record.start = absl::StrCat("start of ", id);
  record.final = absl::StrCat("final ", salt);
  record.seed = summary.seed;
  record.termination = summary.termination;
  record.loser = summary.loser;
  record.detail = summary.detail;
  for (int seat = 0; seat < seats; ++seat) {
    record.players.push_back(configuration.players[summary.seats[seat].player]);
    record.returns[seat] = summary.seats[seat].returns;
  }
  for (int ply = 0; ply < plies; ++ply) {
    const uint64_t own = Mix64(salt ^ static_cast<uint64_t>(ply));
    RecordedMove& move = record.moves.emplace_back();
    move.text = absl::StrCat(own % 64, "-", own % 61);
    if (own % 3 == 0) move.value = static_cast<double>(own % 2003) / 2002.0;
    if (own % 3 == 1) move.depth = static_cast<int>(own % 30);
    if (own % 5 != 0) move.nodes = static_cast<int64_t>(own % 1'000'000);
    if (own % 7 == 0) move.playouts = static_cast<int64_t>(own % 1000);
    move.seconds = static_cast<double>(own % 1'000'000) / 1e9;
    move.wall_seconds = static_cast<double>(own % 1'100'000) / 1e9;
  }
  summary.fingerprint = Fingerprint(record);
  return game;
}

inline void ExpectEqual(const SeatResult& a, const SeatResult& b) {
  EXPECT_EQ(a.player, b.player);
  EXPECT_EQ(a.returns, b.returns);
  EXPECT_EQ(a.moves, b.moves);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.wall_seconds, b.wall_seconds);
  EXPECT_EQ(a.max_seconds, b.max_seconds);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.playouts, b.playouts);
  EXPECT_EQ(a.depth, b.depth);
}

inline void ExpectEqual(const GameSummary& a, const GameSummary& b) {
  SCOPED_TRACE(absl::StrCat("game ", a.id));
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.block, b.block);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.variant, b.variant);
  EXPECT_EQ(a.pairing, b.pairing);
  EXPECT_EQ(a.rotation, b.rotation);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.termination, b.termination);
  EXPECT_EQ(a.loser, b.loser);
  EXPECT_EQ(a.detail, b.detail);
  EXPECT_EQ(a.plies, b.plies);
  EXPECT_EQ(a.fingerprint, b.fingerprint);
  ASSERT_EQ(a.seats.size(), b.seats.size());
  for (size_t i = 0; i < a.seats.size(); ++i) {
    ExpectEqual(a.seats[i], b.seats[i]);
  }
}

inline void ExpectEqual(const FinishedGame& a, const FinishedGame& b) {
  SCOPED_TRACE(absl::StrCat("game ", a.summary.id));
  ExpectEqual(a.summary, b.summary);
  EXPECT_EQ(a.opening, b.opening);
  EXPECT_EQ(a.record.game, b.record.game);
  EXPECT_EQ(a.record.start, b.record.start);
  EXPECT_EQ(a.record.seed, b.record.seed);
  EXPECT_EQ(a.record.players, b.record.players);
  EXPECT_EQ(a.record.termination, b.record.termination);
  EXPECT_EQ(a.record.loser, b.record.loser);
  EXPECT_EQ(a.record.detail, b.record.detail);
  EXPECT_EQ(a.record.returns, b.record.returns);
  EXPECT_EQ(a.record.final, b.record.final);
  ASSERT_EQ(a.record.moves.size(), b.record.moves.size());
  for (size_t i = 0; i < a.record.moves.size(); ++i) {
    EXPECT_EQ(a.record.moves[i], b.record.moves[i]) << "move " << i;
  }
}

// The ids of all games, each of which must be TestGame(id, plies).
inline std::vector<int64_t> ExpectTestGames(const Store& store, int plies) {
  std::vector<int64_t> ids;
  const absl::Status status =
      store.ForEachWhole({}, [&](const FinishedGame& game) {
        ids.push_back(game.summary.id);
        ExpectEqual(TestGame(game.summary.id, plies), game);
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  return ids;
}

// Opens or fails the test.
inline std::unique_ptr<Store> ToPlay(
    const std::string& path,
    const Configuration& configuration = TestConfiguration()) {
  auto store = Store::OpenToPlay(path, configuration);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}
inline std::unique_ptr<Store> ToRead(const std::string& path) {
  auto store = Store::OpenToRead(path);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

// A file with the games from 1 to `games`.
inline void MakeResults(const std::string& path, int64_t games, int plies) {
  const auto store = ToPlay(path);
  ASSERT_NE(store, nullptr);
  for (int64_t id = 1; id <= games; ++id) {
    const absl::Status status = store->Add(TestGame(id, plies)).status();
    ASSERT_TRUE(status.ok()) << status;
  }
}

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_STORE_TESTING_H_
