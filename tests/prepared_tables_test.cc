// What players make of an evaluation that needs a prepared table, in every game
// that has one.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/catalog.h"
#include "framework/testing/random_table.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> NamesOfGamesWithTables() {
  const Catalog games = AllGames().value();
  std::vector<std::string> names = games.NamesWithTestSets();
  std::erase_if(names, [&games](const std::string& name) {
    return games.MakeGame(name).value()->Preparations().empty();
  });
  return names;
}

class PreparedTablesTest : public ::testing::TestWithParam<std::string> {
 protected:
  void ExpectPlays(const std::string& player) const {
    const auto fallback = FindFallbackName(*game_, player);
    ASSERT_TRUE(fallback.ok()) << fallback.status();
    EXPECT_EQ(fallback->name, player);
    EXPECT_EQ(fallback->warning, "");
    const auto made = game_->MakePlayer(player);
    ASSERT_TRUE(made.ok()) << made.status();
    const auto state = game_->InitialState();
    ASSERT_TRUE((*made)->Start(*state, 1).ok());
    const auto decision = (*made)->Choose(*state, {}, {});
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(state->IsLegal(decision->move));
    (*made)->Observe(decision->move);
  }
  std::string Warning() const {
    return FindFallbackName(*game_, "greedy:evaluation=table").value().warning;
  }

  const Catalog games_ = AllGames().value();
  const std::shared_ptr<const AnyGame> game_ =
      games_.MakeGame(GetParam()).value();
  const TableKind kind_ = game_->Preparations().at(0).table;
  RandomTable table_{kind_};
};

TEST_P(PreparedTablesTest, PlayersUseThemWhereTheyAreTold) {
  table_.Write();
  for (const char* player :
       {"greedy:evaluation=table", "alphabeta:depth=2,evaluation=table",
        "mcts:playouts=50,evaluation=table"}) {
    ExpectPlays(player);
  }
  const std::string usual = GetParam() == std::string("chinese8")
                                ? "greedy:evaluation=plain"
                                : "greedy:evaluation=near";
  EXPECT_EQ(CanonicalPlayerName(game_->Players(), usual).value(), usual);
  EXPECT_FALSE(game_->MakePlayer("random:evaluation=table").ok());
  // A player of another instance of the game is another game's.
  const auto other = games_.MakeGame(GetParam()).value();
  EXPECT_FALSE(other->MakePlayer("greedy:evaluation=table")
                   .value()
                   ->Start(*game_->InitialState(), 1)
                   .ok());
}

TEST_P(PreparedTablesTest, WithoutThemPlayersAreRefusedAndOthersStandIn) {
  const absl::Status refused =
      game_->MakePlayer("greedy:evaluation=table").status();
  EXPECT_TRUE(absl::IsUnavailable(refused));
  absl::string_view advised = refused.message();
  EXPECT_TRUE(absl::ConsumePrefix(
      &advised,
      absl::StrCat("cannot read '", table_.path(),
                   "': No such file or directory; boardwalk prepare ")))
      << refused;
  EXPECT_TRUE(absl::ConsumeSuffix(&advised, " makes it")) << refused;
  const auto preparing = games_.MakeGame(advised);
  ASSERT_TRUE(preparing.ok()) << preparing.status();
  ASSERT_FALSE((*preparing)->Preparations().empty()) << advised;
  EXPECT_EQ((*preparing)->Preparations()[0].table.id, kind_.id);
  const auto fallback =
      FindFallbackName(*game_, "alphabeta:depth=3,evaluation=table");
  ASSERT_TRUE(fallback.ok()) << fallback.status();
  EXPECT_EQ(fallback->name, "alphabeta:depth=3");
  EXPECT_EQ(fallback->warning,
            absl::StrCat(refused.message(),
                         "; instead of alphabeta:depth=3,evaluation=table "
                         "plays alphabeta:depth=3"));
  EXPECT_TRUE(game_->MakePlayer(fallback->name).ok());
  EXPECT_EQ(FindFallbackName(*game_, "greedy")->warning, "");
  EXPECT_FALSE(FindFallbackName(*game_, "greedy:evaluation=other").ok());
}

TEST_P(PreparedTablesTest, DamagedOrOfAnotherVersionTheyAreNoneAndThatIsSaid) {
  table_.Write();
  table_.Damage(1'000'000);
  EXPECT_THAT(Warning(), HasSubstr("is damaged: its checksum is wrong"));
  table_.WriteVersion(kind_.version + 1);
  EXPECT_THAT(Warning(),
              HasSubstr(absl::StrCat("has version ", kind_.version + 1,
                                     " of the table, not ", kind_.version)));
}

INSTANTIATE_TEST_SUITE_P(Games, PreparedTablesTest,
                         ::testing::ValuesIn(NamesOfGamesWithTables()),
                         TestNameOfGame);

}  // namespace
}  // namespace boardwalk
