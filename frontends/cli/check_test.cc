// boardwalk check, on a game that fails.

#include <utility>

#include "framework/conformance.h"
#include "frontends/cli/testing.h"
#include "tests/tictactoe/tictactoe.h"

namespace boardwalk {
namespace cli {
namespace {

// Another game but for what its conformance suite says.
class FailingGame final : public AnyGame {
 public:
  explicit FailingGame(std::shared_ptr<const AnyGame> game)
      : game_(std::move(game)) {}
  const GameInfo& Info() const override { return game_->Info(); }
  const std::string& Name() const override { return game_->Name(); }
  int NumPlayers() const override { return game_->NumPlayers(); }
  std::unique_ptr<AnyState> InitialState() const override {
    return game_->InitialState();
  }
  absl::StatusOr<std::unique_ptr<AnyState>> ParsePosition(
      absl::string_view text) const override {
    return game_->ParsePosition(text);
  }
  const std::vector<PlayerInfo>& Players() const override {
    return game_->Players();
  }
  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(
      absl::string_view name) const override {
    return game_->MakePlayer(name);
  }
  absl::StatusOr<uint64_t> Perft(const AnyState&, int) const override {
    return absl::InternalError("counting failed");
  }
  absl::StatusOr<PlayoutStatistics> Playouts(
      const AnyState& state, const PlayoutOptions& options) const override {
    return game_->Playouts(state, options);
  }
  ConformanceReport Check(const ConformanceOptions&) const override {
    ConformanceReport report;
    report.games = 3;
    report.positions = 21;
    report.failures = {"undo forgets\nthe counter", "two equal moves"};
    return report;
  }

 private:
  std::shared_ptr<const AnyGame> game_;
};

Catalog Failing() {
  GamePlugin plugin = tictactoe::Plugin();
  plugin.make = [make = plugin.make](Parameters parameters)
      -> absl::StatusOr<std::shared_ptr<const AnyGame>> {
    auto game = make(std::move(parameters));
    if (!game.ok()) return game.status();
    return std::make_shared<const FailingGame>(*std::move(game));
  };
  return *Catalog::Create({std::move(plugin)});
}

TEST(CheckTest, EachFailureIsALineAndTheStatusOne) {
  const Outcome outcome = Execute(Failing(), {"check", "tictactoe"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "tictactoe: 3 games, 21 positions, 2 failed\n"
            "  undo forgets\\x0athe counter\n"
            "  two equal moves\n");
}

TEST(CheckTest, WorkThatFailsIsNotWrongUsage) {
  const Outcome outcome = Execute(Failing(), {"perft", "tictactoe", "2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "boardwalk perft: counting failed\n");
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
