// Every game, plug-ins included, shows a seat in the same colour: in the text
// of a board, in its legend and in pictures.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/any_game.h"
#include "framework/board_drawing.h"
#include "framework/board_picture.h"
#include "framework/catalog.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

using testing::HasSubstr;

class SeatColorsTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    game_ = AllGamesAndPlugins()->MakeGame(GetParam()).value();
    state_ = game_->InitialState();
    // Until every seat has a piece: some boards are empty in the opening.
    for (int ply = 0; ply < game_->NumPlayers(); ++ply) {
      ASSERT_TRUE(state_->Apply(state_->LegalMoves().front()).ok());
    }
  }

  std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<AnyState> state_;
};

// The coloured letters and signs in a text, by seat, in lower case.
std::map<int, std::string> SignsByColor(const BoardLayout& layout,
                                        int num_players,
                                        const std::string& text) {
  std::map<int, std::string> signs;
  for (int seat = 0; seat < num_players; ++seat) {
    const std::vector<std::string> parts = absl::StrSplit(
        text, absl::StrCat("\x1b[", ColorOfSeat(layout, seat).ansi, "m"));
    for (size_t i = 1; i < parts.size(); ++i) {
      signs[seat] += absl::AsciiStrToLower(parts[i].substr(0, 1));
    }
  }
  return signs;
}

TEST_P(SeatColorsTest, PiecesInTextHaveTheColoursOfTheirSeats) {
  const BoardLayout layout = game_->Layout();
  std::map<int, std::string> expected;
  for (const Piece& piece : state_->Pieces()) {
    if (piece.owner < 0) continue;
    expected[piece.owner] +=
        absl::AsciiStrToLower(std::string(1, SeatSymbol(layout, piece.owner)));
  }
  ASSERT_EQ(static_cast<int>(expected.size()), game_->NumPlayers());
  EXPECT_EQ(SignsByColor(layout, game_->NumPlayers(),
                         state_->Render({.color = true})),
            expected);
}

TEST_P(SeatColorsTest, LegendsBeginWithTheSymbolAndNameTheColour) {
  const BoardLayout layout = game_->Layout();
  const std::vector<std::string> seats = state_->Legend({}).seats;
  ASSERT_EQ(static_cast<int>(seats.size()), game_->NumPlayers());
  for (int seat = 0; seat < game_->NumPlayers(); ++seat) {
    EXPECT_THAT(seats[seat], ::testing::StartsWith(SeatSign(layout, seat)));
  }
}

TEST_P(SeatColorsTest, PicturesShowTheSameColourAndSymbol) {
  const BoardLayout layout = game_->Layout();
  const std::string board = DrawSvgBoard(layout, /*turn=*/0, "");
  for (const Piece& piece : state_->Pieces()) {
    if (piece.owner < 0) continue;
    const ColorWords& color = ColorOfSeat(layout, piece.owner);
    EXPECT_THAT(board, HasSubstr(absl::StrCat(".seat-", color.name,
                                              " { color: ", color.fill)));
    const std::string drawn = DrawSvgPiece(layout, piece);
    EXPECT_THAT(drawn, HasSubstr(absl::StrCat(" seat-", color.name, "\"")));
    EXPECT_THAT(
        absl::AsciiStrToLower(drawn),
        HasSubstr(absl::StrCat(">", absl::AsciiStrToLower(std::string(
                                        1, SeatSymbol(layout, piece.owner))))));
  }
}

std::vector<std::string> Names() {
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return {};
  return catalog->NamesWithTestSets();
}

INSTANTIATE_TEST_SUITE_P(Games, SeatColorsTest, testing::ValuesIn(Names()),
                         TestNameOfGame);

}  // namespace
}  // namespace boardwalk
