// What a newcomer may get wrong and the compiler then says;
// tests/mistakes.cmake compiles this file once a mistake, and once without any.

#include <cstdint>

#include "framework/game.h"
#include "framework/game_adapter.h"

namespace boardwalk {

#ifdef PARAMETER_WITHOUT_BOUNDS
constexpr ParameterSpec kSize = IntParameter("size", 4, "of the board");
#elif defined(DEFAULT_OUT_OF_BOUNDS)
constexpr ParameterSpec kSize = IntParameter("size", 2, {3, 64}, "size");
#elif defined(BOUNDS_UPSIDE_DOWN)
constexpr ParameterSpec kSize = IntParameter("size", 4, {64, 3}, "size");
#elif defined(NAME_IN_CAPITALS)
constexpr ParameterSpec kSize = IntParameter("Size", 4, {3, 64}, "size");
#elif defined(DEFAULT_IS_NO_CHOICE)
constexpr ParameterSpec kSize =
    ChoiceParameter("size", "big", "small|large", "size");
#else
constexpr ParameterSpec kSize = IntParameter("size", 4, {3, 64}, "size");
#endif

class State {
 public:
  struct Move {
    uint8_t from;
#ifdef PADDING_IN_MOVE
    uint32_t to;
#else
    uint8_t to;
#endif
    bool operator==(const Move&) const = default;
  };
  int NumPlayers() const { return 2; }
  int ToMove() const { return 0; }
  bool IsTerminal() const { return true; }
#ifndef MEMBER_MISSING
  SeatValues Returns() const { return {}; }
#endif
  template <typename List>
  void LegalMoves(List&) const {}
#ifdef NOISY_MOVES_ALONE
  template <typename List>
  void NoisyMoves(List&) const {}
#endif
#ifdef RANDOM_MOVE_OF_ONE_SOURCE
  std::optional<Move> RandomMove(Random&) const { return std::nullopt; }
#endif
  void Apply(Move) {}
  uint64_t Hash() const { return 0; }
  bool operator==(const State&) const = default;
};
static_assert(GameState<State>);

class Rules {
 public:
  using State = boardwalk::State;
  static const GameInfo& Info();
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(const Parameters&);
  State InitialState() const;
  std::string FormatMove(const State&, State::Move) const;
#ifdef EVALUATION_OF_ANOTHER_FORM
  double Evaluate(const State&, int seat) const;
#endif
#ifdef FEATURES_WITHOUT_WEIGHTS
  static constexpr std::array<Feature, 1> kFeatures = {{{"one", "a one", 1}}};
  int Evaluate(const State&, int seat) const;
  std::array<int, 1> Features(const State&) const;
#endif
#ifdef POSITIONS_ARE_ONLY_WRITTEN
  std::string FormatPosition(const State&) const;
#endif
#ifdef LAYOUT_WITHOUT_PIECES
  BoardLayout Layout() const;
#endif
#ifdef NUMBERS_OF_MOVES_TOO_SMALL
  int NumActions() const;
  int ActionOf(const State&, State::Move) const;
#endif
#ifdef COUNTERS_WITHOUT_NAMES
  std::array<int, 1> Counters(const State&) const;
#endif
#ifdef PLANES_OF_ANOTHER_FORM
  BoardLayout Layout() const;
  std::vector<Piece> Pieces(const State&) const;
  std::array<uint64_t, 2> Planes(const State&) const;
#endif
};
static_assert(GameRules<Rules>);

uint64_t Use() { return EraseMove(State::Move{}).bits + kSize.name.size(); }

}  // namespace boardwalk
