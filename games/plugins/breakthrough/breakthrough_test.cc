// Breakthrough: races that are decided at sight, against searches that know
// nothing of them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/any_game.h"
#include "framework/random.h"
#include "games/plugins/breakthrough/evaluate.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

// The plies of the longest race that is looked at; searches of more take long.
constexpr int kLongest = 6;

std::optional<ExactValue> RaceIn(const AnyState& state) {
  const std::vector<uint64_t> planes = state.PlaneWords();
  using breakthrough::Turned;
  return state.ToMove() == 0
             ? breakthrough::DecidedRace(planes[0], planes[1])
             : breakthrough::DecidedRace(Turned(planes[1]), Turned(planes[0]));
}

std::optional<double> ValueBySearch(const AnyGame& game, int depth,
                                    const AnyState& state) {
  const auto player = *game.MakePlayer(
      absl::StrCat("alphabeta:evaluation=plain,solve=on,depth=", depth));
  EXPECT_TRUE(player->Start(state, 1).ok());
  return player->Choose(state, Limits(), nullptr)->value;
}

// Some pieces of each seat on random squares, none in its last row.
std::string RandomPosition(Random& random) {
  std::string rows, board(64, '1');  // from the top
  const uint32_t pieces = 2 + random.Below(4);
  for (uint32_t i = 0; i < pieces; ++i) {
    board[8 + random.Below(56)] = 'P';
    board[random.Below(56)] = 'p';
  }
  for (size_t row = 0; row < 8; ++row) {
    rows += board.substr(8 * row, 8) + (row < 7 ? "/" : "");
  }
  rows = absl::StrReplaceAll(rows, {{"11111111", "8"},
                                    {"1111111", "7"},
                                    {"111111", "6"},
                                    {"11111", "5"},
                                    {"1111", "4"},
                                    {"111", "3"},
                                    {"11", "2"}});
  return rows + (random.Below(2) == 0 ? " w" : " b") + " - - 0 1";
}

TEST(BreakthroughTest, RacesAreDecidedAsASearchFindsThem) {
  const auto game = *AllGamesAndPlugins()->MakeGame("breakthrough");
  Random random(7);
  std::vector<int> races(kLongest + 1);
  for (int i = 0; i < 5000; ++i) {
    const auto state = game->ParsePosition(RandomPosition(random));
    // A seat may have lost all of its squares to the other, or have won.
    if (!state.ok() || (*state)->IsTerminal()) continue;
    const auto race = RaceIn(**state);
    if (!race.has_value() || race->plies > kLongest) continue;
    ++races[race->plies];
    EXPECT_EQ(ValueBySearch(*game, race->plies, **state), race->outcome)
        << (*state)->FormatPosition();
    if (race->plies == 1) continue;
    EXPECT_NE(ValueBySearch(*game, race->plies - 1, **state), race->outcome)
        << "sooner: " << (*state)->FormatPosition();
  }
  for (int plies = 1; plies <= kLongest; ++plies) {
    EXPECT_GT(races[plies], 20) << "of " << plies << " plies";
  }
}

}  // namespace
}  // namespace boardwalk
