#include "frontends/results/positions.h"

#include <array>
#include <atomic>
#include <cmath>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "framework/game_adapter.h"
#include "framework/record.h"
#include "framework/testing/temporary_folder.h"
#include "framework/testing/walk.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/npz_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using ::testing::HasSubstr;
using Shape = std::vector<int64_t>;

// Plays as greedy does, and from its third move on no legal move.
class Quitter final : public Player {
 public:
  explicit Quitter(const AnyGame& game) : inner_(*game.MakePlayer("greedy")) {}
  absl::Status Start(const AnyState& state, uint64_t seed) override {
    return inner_->Start(state, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& limits,
                                  const Observer& observer) override {
    if (++moves_ > 2) return absl::InternalError("enough");
    return inner_->Choose(state, limits, observer);
  }
  void Observe(AnyMove move) override { inner_->Observe(move); }

 private:
  int moves_ = 0;
  const std::unique_ptr<Player> inner_;
};

const Catalog& Games() {
  static const Catalog catalog = *AllGames()->With(
      {.info = {.id = "quitter", .title = "For tests", .needs_limit = false},
       .games = {},
       .make = [](const AnyGame& game, const Parameters&)
           -> absl::StatusOr<std::unique_ptr<Player>> {
         return std::make_unique<Quitter>(game);
       }});
  return catalog;
}

Configuration Of(const std::vector<std::string>& games,
                 const std::vector<std::string>& players) {
  Configuration configuration;
  configuration.games = games;
  configuration.players = players;
  configuration.rounds = 2;
  configuration.openings = 2;
  configuration.max_plies = 30;
  return configuration;
}

CheckedResults Played(const Catalog& catalog,
                      const Configuration& configuration) {
  auto plan = comparison::Plan::Create(catalog, configuration);
  EXPECT_TRUE(plan.ok()) << plan.status();
  auto store = OpenToPlay("", plan->configuration());
  EXPECT_TRUE(store.ok()) << store.status();
  const auto counts = comparison::RunPlan(*plan, **store, {.jobs = 1});
  EXPECT_TRUE(counts.ok()) << counts.status();
  return {*std::move(plan), *std::move(store)};
}

class PositionsTest : public testing::Test {
 protected:
  std::string Path() const { return folder_.File("a.npz"); }

  // The arrays of the games that a filter selects.
  NpyArrays Write(const CheckedResults& results,
                  const comparison::GameFilter& filter) {
    const auto games = FindPositions(results, filter);
    EXPECT_TRUE(games.ok()) << games.status();
    if (!games.ok()) return {};
    const absl::Status written = WritePositions(results, *games, Path());
    EXPECT_TRUE(written.ok()) << written;
    return ReadNpz(Path());
  }
  static std::string FindError(const CheckedResults& results,
                               const comparison::GameFilter& filter) {
    return std::string(FindPositions(results, filter).status().message());
  }
  std::string WriteError(const CheckedResults& results,
                         const std::atomic<bool>* stop = nullptr) {
    const auto games = FindPositions(results, {.variant = 0});
    EXPECT_TRUE(games.ok()) << games.status();
    const absl::Status written = WritePositions(results, *games, Path(), stop);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()),
                            std::filesystem::directory_iterator()),
              0);
    return std::string(written.message());
  }

  const TemporaryFolder folder_;
};

// Holds arrays against games that are played again here.
class ArrayCheck {
 public:
  ArrayCheck(const CheckedResults& results, int variant, NpyArrays arrays)
      : results_(results), variant_(variant), arrays_(std::move(arrays)) {
    const AnyGame& game = *results.plan.game(variant);
    shape_ = game.Observation();
    mask_bytes_ = (game.NumActions() + 7) / 8;
  }

  // Whether the rows are those of these games, in this order.
  void Check(const comparison::GameFilter& filter) {
    const absl::Status read =
        results_.store->ForEachWhole(filter, [&](const FinishedGame& game) {
          CheckGame(game);
          return absl::OkStatus();
        });
    EXPECT_TRUE(read.ok()) << read;
    const auto rows = static_cast<int64_t>(row_);
    EXPECT_GT(rows, 0);
    const AnyGame& game = *results_.plan.game(variant_);
    Shape sizes = shape_.Sizes();
    sizes.insert(sizes.begin(), rows);
    EXPECT_EQ(arrays_["observations"].shape, sizes);
    EXPECT_EQ(arrays_["mask"].shape, Shape({rows, mask_bytes_}));
    EXPECT_EQ(arrays_["result"].shape, Shape({rows, game.NumPlayers()}));
    for (const char* name : {"action", "player", "name", "value", "playouts",
                             "nodes", "game", "ply", "ending", "faults"}) {
      EXPECT_EQ(arrays_[name].shape, Shape({rows})) << name;
    }
    EXPECT_EQ(arrays_["boardwalk_positions"].As<int32_t>()[0], 1);
    EXPECT_EQ(arrays_["rules"].Texts()[0], game.Name());
    EXPECT_EQ(arrays_["names"].Texts(), results_.plan.configuration().players);
    EXPECT_EQ(arrays_["planes"].Texts(), shape_.planes);
    EXPECT_EQ(arrays_["num_actions"].As<int64_t>()[0], game.NumActions());
    EXPECT_EQ(arrays_.size(), 19u);
  }

  NpyArrays& arrays() { return arrays_; }

 private:
  template <typename T>
  std::vector<T> Row(const std::string& name, size_t size = 1) {
    const std::string& bytes = arrays_[name].bytes;
    if (bytes.size() < (row_ + 1) * size * sizeof(T)) {
      ADD_FAILURE() << name << " has too few rows";
      return std::vector<T>(size);
    }
    const size_t row = size * sizeof(T);
    return NpyArray{
        .type = {}, .shape = {}, .bytes = bytes.substr(row_ * row, row)}
        .As<T>();
  }

  void CheckGame(const FinishedGame& game) {
    const GameRecord& record = game.record;
    const GameHistory history =
        ReplayRecord(*results_.plan.game(variant_), record).value();
    for (int ply = 0; ply < history.plies(); ++ply) {
      if (history.MoveAt(ply) == kDropOut) continue;
      SCOPED_TRACE(absl::StrCat("game ", game.summary.id, ", ply ", ply));
      CheckPosition(history.StateAt(ply), history.MoveAt(ply),
                    record.moves[static_cast<size_t>(ply)]);
      const int seat = history.SeatAt(ply);
      const auto at = static_cast<size_t>(seat);
      EXPECT_EQ(Row<int64_t>("game")[0], game.summary.id);
      EXPECT_EQ(Row<int32_t>("ply")[0], ply);
      EXPECT_EQ(Row<int8_t>("player")[0], seat);
      EXPECT_EQ(arrays_["names"].Texts()[Row<int32_t>("name")[0]],
                record.players[at]);
      EXPECT_EQ(arrays_["endings"].Texts()[Row<uint8_t>("ending")[0]],
                TerminationName(record.termination));
      std::vector<float> returns;
      for (size_t i = 0; i < record.players.size(); ++i) {
        returns.push_back(static_cast<float>(record.returns[i]));
      }
      EXPECT_EQ(Row<float>("result", returns.size()), returns);
      const size_t losers = IsForfeit(record.termination) ? 1 : 0;
      EXPECT_EQ(Row<uint8_t>("faults")[0], record.faults.size() + losers);
      ++row_;
    }
  }

  void CheckPosition(const AnyState& state, AnyMove move,
                     const RecordedMove& recorded) {
    std::vector<float> observation(shape_.Size());
    state.WriteObservation(absl::MakeSpan(observation));
    if (arrays_["observations"].type == "|u1") {
      const auto bits = Row<uint8_t>("observations", shape_.Size());
      EXPECT_EQ(std::vector<float>(bits.begin(), bits.end()), observation);
    } else {
      EXPECT_EQ(Row<float>("observations", shape_.Size()), observation);
    }
    std::vector<uint8_t> mask(static_cast<size_t>(mask_bytes_));
    for (const int64_t action : state.LegalActions()) {
      mask[static_cast<size_t>(action / 8)] |=
          static_cast<uint8_t>(128 >> action % 8);
    }
    EXPECT_EQ(Row<uint8_t>("mask", mask.size()), mask);
    const auto played = state.MoveOfAction(Row<int64_t>("action")[0]);
    ASSERT_TRUE(played.ok()) << played.status();
    EXPECT_EQ(state.FormatMove(*played), state.FormatMove(move));
    const float value = Row<float>("value")[0];
    EXPECT_EQ(std::isnan(value), !recorded.value.has_value());
    if (recorded.value.has_value()) {
      EXPECT_EQ(value, static_cast<float>(*recorded.value));
    }
    EXPECT_EQ(Row<int64_t>("playouts")[0], recorded.playouts.value_or(-1));
    EXPECT_EQ(Row<int64_t>("nodes")[0], recorded.nodes.value_or(-1));
  }

  const CheckedResults& results_;
  const int variant_;
  NpyArrays arrays_;
  ObservationShape shape_;
  int64_t mask_bytes_ = 0;
  size_t row_ = 0;
};

TEST_F(PositionsTest, AreThoseOfTheGames) {
  const CheckedResults results = Played(
      Games(), Of({"teeko", "chinese8", "star:size=3,players=3", "onejump"},
                  {"random", "alphabeta:nodes=50,memory=1",
                   "mcts:playouts=4,memory=1"}));
  for (int variant = 0; variant < 4; ++variant) {
    ArrayCheck check(results, variant, Write(results, {.variant = variant}));
    check.Check({.variant = variant});
    // The plies of chinese8 are divided by their maximum.
    EXPECT_EQ(check.arrays()["observations"].type,
              variant == 1 ? "<f4" : "|u1");
  }
}

TEST_F(PositionsTest, FiltersSelectGames) {
  const CheckedResults results = Played(
      Games(), Of({"teeko", "onejump"}, {"random", "greedy", "quitter"}));
  const std::vector<comparison::GameFilter> filters = {
      {.variant = 1, .player = 1},
      {.variant = 0, .round = 1},
      {.variant = 0, .termination = Termination::kFailure},
  };
  for (const comparison::GameFilter& filter : filters) {
    ArrayCheck check(results, *filter.variant, Write(results, filter));
    check.Check(filter);
  }
}

// On the star the others play on, and who has left passes.
CheckedResults WithDropOuts() {
  Configuration configuration =
      Of({"star:size=3,players=3"}, {"random", "greedy", "quitter"});
  configuration.contest.emplace().rules = comparison::Contest::Rules::kStar;
  configuration.rounds = 1;
  configuration.openings = 0;
  return Played(Games(), configuration);
}

TEST_F(PositionsTest, WhoDropsOutMakesNoMove) {
  const CheckedResults results = WithDropOuts();
  ArrayCheck check(results, 0, Write(results, {.variant = 0}));
  check.Check({.variant = 0});
  const auto faults = check.arrays()["faults"].As<uint8_t>();
  EXPECT_THAT(faults, testing::Each(1));
  // Rows of two moves and of passes, not of the move between them.
  std::vector<int32_t> plies;
  const auto all = check.arrays()["ply"].As<int32_t>();
  const auto games = check.arrays()["game"].As<int64_t>();
  const auto names = check.arrays()["name"].As<int32_t>();
  for (size_t row = 0; row < all.size(); ++row) {
    if (games[row] == games[0] && names[row] == 2) plies.push_back(all[row]);
  }
  ASSERT_GE(plies.size(), 4u);
  EXPECT_EQ(plies[1] - plies[0], 3);
  EXPECT_EQ(plies[2] - plies[1], 6);
  EXPECT_EQ(plies[3] - plies[2], 3);
}

TEST_F(PositionsTest, WhoDropsOutWithoutAFaultIsFound) {
  CheckedResults results = WithDropOuts();
  FinishedGame game = results.store->Get(1).value();
  game.summary.faults.clear();
  game.record.faults.clear();
  results.store = OpenToPlay("", results.store->configuration()).value();
  ASSERT_TRUE(results.store->Add(game).ok());
  EXPECT_EQ(WriteError(results),
            "game 1: a seat drops out in it, and it does not say so");
}

TEST_F(PositionsTest, GamesThatAreAddedMeanwhileAreLeftOut) {
  const CheckedResults results =
      Played(Games(), Of({"teeko"}, {"random", "greedy"}));
  auto games = FindPositions(results, {.variant = 0, .round = 1});
  ASSERT_TRUE(games.ok()) << games.status();
  // Found before the games of the other round were there.
  ASSERT_TRUE(WritePositions(results, *games, Path()).ok());
  ArrayCheck(results, 0, ReadNpz(Path())).Check({.variant = 0, .round = 1});
  // And one that is not there any more.
  games->ids.push_back(1000);
  const absl::Status gone = WritePositions(results, *games, Path());
  EXPECT_THAT(std::string(gone.message()), HasSubstr("game 1000 is gone"));
}

TEST_F(PositionsTest, AStopLeavesNothing) {
  const CheckedResults results =
      Played(Games(), Of({"teeko"}, {"random", "greedy"}));
  const std::atomic<bool> stop = true;
  EXPECT_EQ(WriteError(results, &stop), "stopped");
}

TEST_F(PositionsTest, WithoutPositionsSaysWhy) {
  Configuration configuration = Of({"teeko", "onejump"}, {"random", "greedy"});
  const CheckedResults results = Played(Games(), configuration);
  EXPECT_EQ(FindError(results, {.variant = 1, .round = 2}),
            "there are no positions: no game of onejump is selected");
  // As when the plug-in that brought the game is missing.
  auto plan = PlanOfResults(Catalog(), *results.store);
  ASSERT_TRUE(plan.ok()) << plan.status();
  auto store = OpenToPlay("", results.store->configuration());
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(FindError({*std::move(plan), *std::move(store)}, {.variant = 0}),
            "teeko is no game of this program (its plug-in is missing?), so "
            "its positions are not known");
}

// --- Games that are not as they should be ------------------------------------

enum class Wrong { kNothing, kTooLarge, kNegative, kCounter };

// A walk whose three moves have numbers.
template <Wrong kWrong>
class NumberedWalk : public testing_games::WalkRules {
 public:
  using WalkRules::WalkRules;
  static absl::StatusOr<std::unique_ptr<const NumberedWalk>> Create(
      const Parameters&) {
    return std::make_unique<const NumberedWalk>(0);
  }
  int64_t NumActions() const { return 3; }
  int64_t ActionOf(const State&, Move move) const {
    if (move.step == 0) return 2;
    if (move.step == 1) return 1;
    return kWrong == Wrong::kTooLarge ? 3 : kWrong == Wrong::kNegative ? -1 : 0;
  }
};

template <Wrong kWrong>
class WalkOnABoard : public NumberedWalk<kWrong> {
 public:
  using NumberedWalk<kWrong>::NumberedWalk;
  using State = testing_games::WalkState;
  static absl::StatusOr<std::unique_ptr<const WalkOnABoard>> Create(
      const Parameters&) {
    return std::make_unique<const WalkOnABoard>(0);
  }
  BoardLayout Layout() const {
    return SquareGrid(State::kCells, 1, ChessSquare);
  }
  std::vector<Piece> Pieces(const State& state) const {
    return {{.cell = state.cell(), .owner = -1}};
  }
  std::array<Counter, 1> Counters(const State& state) const {
    return {
        {{"far", state.cell() != 0 && kWrong == Wrong::kCounter ? 2 : 0, 1}}};
  }
};

PlayerPlugin Told(const std::string& id,
                  const std::deque<testing_games::Order>& orders) {
  return {.info = {.id = id, .title = "For tests", .needs_limit = false},
          .games = {},
          .make = [orders](const AnyGame&, const Parameters&)
              -> absl::StatusOr<std::unique_ptr<Player>> {
            return std::make_unique<testing_games::ToldPlayer>(orders);
          }};
}

template <typename Rules>
CheckedResults Walked() {
  static const Catalog catalog = *Catalog::Create(
      {MakePlugin<Rules>({})}, {Told("lefty", {{"left"}, {"left"}, {"win"}}),
                                Told("winner", {{"right"}, {"win"}})});
  return Played(catalog, Of({"walk"}, {"lefty", "winner"}));
}

TEST_F(PositionsTest, WithoutABoardThereAreNoObservations) {
  const CheckedResults results = Walked<NumberedWalk<Wrong::kNothing>>();
  NpyArrays arrays = Write(results, {.variant = 0});
  EXPECT_EQ(arrays.size(), 17u);
  EXPECT_EQ(arrays.count("observations"), 0u);
  EXPECT_EQ(arrays["mask"].shape[1], 1);
  EXPECT_THAT(arrays["mask"].As<uint8_t>(), testing::Each(0b1110'0000));
}

TEST_F(PositionsTest, MovesWithoutNumbersAreRefused) {
  EXPECT_THAT(FindError(Walked<testing_games::WalkRules>(), {.variant = 0}),
              HasSubstr("walk has no numbers for its moves"));
}

TEST_F(PositionsTest, WrongNumbersAreFound) {
  EXPECT_THAT(WriteError(Walked<NumberedWalk<Wrong::kTooLarge>>()),
              HasSubstr("walk breaks its contract: a move has the number 3, "
                        "and numbers are from 0 to 2"));
  EXPECT_THAT(WriteError(Walked<NumberedWalk<Wrong::kNegative>>()),
              HasSubstr("a move has the number -1"));
}

TEST_F(PositionsTest, CountersOfOneAreBits) {
  const CheckedResults results = Walked<WalkOnABoard<Wrong::kNothing>>();
  ArrayCheck check(results, 0, Write(results, {.variant = 0}));
  check.Check({.variant = 0});
  EXPECT_EQ(check.arrays()["observations"].type, "|u1");
}

TEST_F(PositionsTest, CountersBeyondTheirMaximumAreFound) {
  EXPECT_THAT(WriteError(Walked<WalkOnABoard<Wrong::kCounter>>()),
              HasSubstr("a counter is beyond its maximum of 1"));
}

}  // namespace
}  // namespace boardwalk::results
