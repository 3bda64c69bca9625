// Positions and moves of every game. The first byte chooses the game; the text
// behind it is read as a position, and each of its words as a move.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

// Every function works for a position that was read from a text.
void TryPosition(const AnyGame& game, const AnyState& state) {
  const std::string text = state.FormatPosition();
  const auto again = game.ParsePosition(text);
  Require(again.ok(),
          "a position reads back: " + text + ": " + again.status().ToString());
  Require((*again)->Equals(state) && (*again)->Hash() == state.Hash(),
          "a position reads back as the same: " + text);
  Require((*again)->FormatPosition() == text, "its text stays: " + text);
  Require(!state.Render({}).empty(), "a position can be drawn: " + text);
  const std::vector<AnyMove> moves = state.LegalMoves();
  Require(moves.empty() == state.IsTerminal(),
          "a position has moves exactly while it is live: " + text);
  Require((state.ToMove() == -1) == state.IsTerminal(),
          "somebody is to move exactly while it is live: " + text);
  for (size_t i = 0; i < moves.size(); i += 1 + moves.size() / 8) {
    const std::string notation = state.FormatMove(moves[i]);
    const auto move = state.ParseMove(notation);
    Require(move.ok() && *move == moves[i],
            "a move reads back: " + notation + " in " + text);
    const auto next = state.Clone();
    Require(next->Apply(moves[i]).ok(), "a legal move can be played: " + text);
  }
}

void TryMoves(AnyState& state, absl::string_view text) {
  for (const absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t\r\n,"), absl::SkipEmpty())) {
    const auto move = state.ParseMove(word);
    if (!move.ok()) {
      Require(!move.status().message().empty(), "an error says what is wrong");
      continue;
    }
    Require(state.IsLegal(*move), "a move that is read is legal");
    Require(state.Apply(*move).ok(), "a move that is read can be played");
  }
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto& games = boardwalk::fuzz::Games();
  if (size == 0 || games.empty()) return 0;
  const boardwalk::AnyGame& game = *games[data[0] % games.size()];
  const absl::string_view text(reinterpret_cast<const char*>(data + 1),
                               size - 1);
  const auto position = game.ParsePosition(text);
  if (position.ok()) boardwalk::fuzz::TryPosition(game, **position);
  const auto state = game.InitialState();
  boardwalk::fuzz::TryMoves(*state, text);
  return 0;
}
