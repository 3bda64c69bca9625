// What the erased boundary makes of arguments that make no sense, in every
// game: a status with a message, and nothing has changed.

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "framework/catalog.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string Message(const absl::Status& status) {
  return std::string(status.message());
}

class BoundaryTest : public testing::TestWithParam<std::string> {
 protected:
  BoundaryTest()
      : game_(AllGames().value().MakeGame(GetParam()).value()),
        opening_(game_->InitialState()) {}

  const std::shared_ptr<const AnyGame> game_;
  const std::unique_ptr<AnyState> opening_;
};

TEST_P(BoundaryTest, RefusesMovesThatAreNone) {
  const auto state = opening_->Clone();
  const uint64_t legal = state->LegalMoves()[0].bits;
  // The last is a legal move but for a bit that no move of these games uses.
  for (const uint64_t bits :
       {~uint64_t{1}, uint64_t{1} << 63, legal ^ uint64_t{1} << 60}) {
    const AnyMove move{bits};
    EXPECT_FALSE(state->IsLegal(move));
    EXPECT_EQ(state->FormatMove(move), "(illegal)");
    EXPECT_TRUE(state->Path(move).empty());
    EXPECT_THAT(Message(state->Apply(move)), HasSubstr("not legal"));
    EXPECT_TRUE(state->Equals(*opening_));
  }
}

TEST_P(BoundaryTest, RefusesTextsThatAreTooLong) {
  EXPECT_THAT(
      Message(opening_->ParseMove(std::string(kMaxMoveText + 1, '1')).status()),
      HasSubstr("1001 characters; 1000 are the most"));
  EXPECT_THAT(
      Message(game_->ParsePosition(std::string(kMaxPositionText + 1, '/'))
                  .status()),
      HasSubstr("1000001 characters; 1000000 are the most"));
}

// A message goes to a terminal: what it repeats of a text must not.
TEST_P(BoundaryTest, MessagesArePlainAndShort) {
  const std::string opening = opening_->FormatPosition();
  std::vector<std::string> texts = {"\x1b[2J",
                                    "\x1b[2J-\x1b[2J",
                                    "\x1b:\x1b",
                                    "1-\x1b",
                                    std::string(900, '\xff'),
                                    std::string(900, '1'),
                                    std::string(900, '/'),
                                    opening + " \x1b[2J",
                                    opening + std::string(900, 'x')};
  for (size_t i = 0; i < opening.size(); ++i) {
    texts.push_back(opening);
    texts.back()[i] = '\x1b';
    texts.push_back(opening);
    texts.back().insert(i, 900, '7');
  }
  for (const std::string& text : texts) {
    for (const std::string& message :
         {Message(opening_->ParseMove(text).status()),
          Message(game_->ParsePosition(text).status())}) {
      EXPECT_FALSE(message.empty()) << text;
      EXPECT_LT(message.size(), 500u) << message;
      for (const char c : message) {
        ASSERT_TRUE(absl::ascii_isprint(static_cast<unsigned char>(c)))
            << absl::CHexEscape(message);
      }
    }
  }
}

TEST_P(BoundaryTest, RefusesDepthsOutOfBounds) {
  for (const int depth :
       {-1, std::numeric_limits<int>::min(), kMaxPerftDepth + 1,
        std::numeric_limits<int>::max()}) {
    EXPECT_THAT(Message(game_->Perft(*opening_, depth).status()),
                HasSubstr("is not from 0 to 200"));
  }
  EXPECT_EQ(*game_->Perft(*opening_, 0), 1u);
}

TEST_P(BoundaryTest, RefusesPlayoutsWithoutAnEnd) {
  for (const double seconds : {0.0, -1.0, kNan, kInfinity, -kInfinity}) {
    EXPECT_THAT(
        Message(game_->Playouts(*opening_, {.seconds = seconds}).status()),
        HasSubstr("a time above 0 is needed"));
  }
  EXPECT_THAT(Message(game_->Playouts(*opening_, {.games = -1}).status()),
              HasSubstr("-1 games"));
  for (const int64_t plies :
       {int64_t{0}, std::numeric_limits<int64_t>::min()}) {
    EXPECT_THAT(
        Message(game_->Playouts(*opening_, {.max_plies = plies}).status()),
        HasSubstr("1 is the least"));
  }
}

TEST_P(BoundaryTest, RefusesStatesOfOtherGames) {
  // Another instance of the same game is another game: states point into it.
  const auto other = AllGames().value().MakeGame(GetParam()).value();
  const auto foreign = other->InitialState();
  EXPECT_THAT(Message(game_->Perft(*foreign, 1).status()),
              HasSubstr("another game"));
  EXPECT_THAT(Message(game_->Playouts(*foreign, {}).status()),
              HasSubstr("another game"));
  EXPECT_FALSE(opening_->Equals(*foreign));
  for (const PlayerInfo& info : game_->Players()) {
    const auto player = game_->MakePlayer(info.id).value();
    EXPECT_THAT(Message(player->Start(*foreign, 1)), HasSubstr("another game"));
    const Limits limits = {.nodes = 1, .playouts = 1};
    EXPECT_THAT(Message(player->Choose(*foreign, limits, {}).status()),
                HasSubstr("another game"));
  }
}

// Players get calls that no caller should make.
TEST_P(BoundaryTest, PlayersBearConfusion) {
  Limits limits;
  limits.nodes = 20;
  limits.playouts = 20;
  for (const PlayerInfo& info : game_->Players()) {
    SCOPED_TRACE(info.id);
    const auto player = game_->MakePlayer(info.id).value();
    player->Observe({~uint64_t{0}});  // not even started
    const auto early = player->Choose(*opening_, limits, {});
    EXPECT_TRUE(!early.ok() || opening_->IsLegal(early->move));
    ASSERT_TRUE(player->Start(*opening_, 1).ok());
    player->Observe({~uint64_t{0}});
    player->Observe({uint64_t{1} << 40});
    const auto decision = player->Choose(*opening_, limits, {});
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(opening_->IsLegal(decision->move));
    for (const int64_t nothing : {int64_t{0}, int64_t{-5}}) {
      Limits none;
      none.nodes = none.playouts = none.depth = nothing;
      none.time = std::chrono::nanoseconds(nothing);
      const auto hasty = player->Choose(*opening_, none, {});
      ASSERT_TRUE(hasty.ok()) << hasty.status();
      EXPECT_TRUE(opening_->IsLegal(hasty->move));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllGames, BoundaryTest,
    testing::ValuesIn(AllGames().value().NamesWithTestSets()), TestNameOfGame);

}  // namespace
}  // namespace boardwalk
