#include "games/chinese8/chinese8.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"

namespace boardwalk::chinese8 {

State::State(const std::array<uint64_t, 2>& pieces, int plies)
    : pieces_(pieces), plies_(static_cast<uint8_t>(plies)) {
  assert(std::popcount(pieces[0]) == kPiecesPerSeat);
  assert(std::popcount(pieces[1]) == kPiecesPerSeat);
  assert((pieces[0] & pieces[1]) == 0);
  assert(plies >= 0 && plies <= kMaxPlies);
  for (int seat = 0; seat < 2; ++seat) {
    for (uint64_t left = pieces[seat]; left != 0;) {
      const int cell = PopLowest(left);
      hash_ ^= kPieceKeys[seat][cell];
      progress_ += Worth(seat, cell);
    }
  }
  outcome_ = FindOutcome();
}

uint64_t State::DestinationsOf(int from) const {
  const std::array<uint64_t, 8> pieces = {uint64_t{1} << from};
  std::array<uint64_t, 8> destinations;
  AllDestinations<kNativeLanes>(Occupied(), pieces, destinations);
  return destinations[0];
}

namespace {

constexpr char kRulesText[] =
    R"(Blue (#) starts in the top left corner and moves first, Red (O) in the bottom
right one. A turn moves one piece: a step to an empty neighbour in any of eight
directions, or a chain of jumps. A jump goes straight over exactly one piece,
anybody's, that stands at the exact middle: 2, 4 or 6 cells, all others between
empty. Nothing is captured.
You win when all six cells of the other corner's camp are filled and at least
one of those pieces is yours; this is looked at after every move, first for the
player who made it, then for the other. After 100 moves each without a winner it
is a draw.
Moves: four digits, row and column of the start and of the end, such as 2161.
Positions: eight rows from the top joined by '/', of '#', 'O' and '.', the seat
to move (1 Blue, 2 Red) and the number of moves made by both; or the 89 numbers
of the interchange board (0 empty, 1 Blue, 2 Red, -1 off the board), after which
seat and number may follow.
On the drawn board the last move is marked: * where it began, + where a chain of
jumps touched down, brackets around the piece that moved.
)";

}  // namespace

const GameInfo& Rules::Info() {
  static const GameInfo info = {
      .id = "chinese8",
      .title = "Chinese checkers for two on an 8x8 board",
      .aim =
          "Fill the opposite corner; at least one piece in it must be yours.",
      .minutes = 15,
      .rules = kRulesText};
  return info;
}

absl::StatusOr<std::unique_ptr<const Rules>> Rules::Create(const Parameters&) {
  return std::make_unique<const Rules>();
}

absl::StatusOr<std::unique_ptr<const Rules>> Rules::WithEvaluation(
    absl::string_view name) const {
  auto rules = std::make_unique<Rules>();
  rules->original_ = original_;
  if (name == "table") {
    ASSIGN_OR_RETURN(auto table,
                     FindTable(DistancePreparation().table, Info().id));
    rules->declared_ = false;
    rules->distances_ = std::move(table);
    rules->worth_ = kWorthBesideTable;
  }
  return rules;
}

Values Rules::Features(const State& state) const {
  Values values{};
  for (uint64_t blue = state.Pieces(0); blue != 0;) {
    CountCell(PopLowest(blue), 1, values);
  }
  for (uint64_t red = state.Pieces(1); red != 0;) {
    CountCell(63 - PopLowest(red), -1, values);
  }
  const uint64_t occupied = state.Occupied();
  const Mobility blue = MobilityOf(state.Pieces(0), occupied, 0);
  const Mobility red = MobilityOf(state.Pieces(1), occupied, 1);
  values[kTurn] = Tempo(state.ToMove(), 1);
  values[kHops] =
      Hops(state.Pieces(0), occupied, 0) - Hops(state.Pieces(1), occupied, 1);
  values[kMoves] = blue.moves - red.moves;
  values[kLeap] = blue.leap - red.leap;
  return values;
}

constinit const absl::string_view Rules::kLearnedWeights =
#include "games/chinese8/chinese8.weights"
    ;

std::unique_ptr<const Rules> Rules::WithWeights(
    absl::Span<const int> weights) const {
  auto rules = std::make_unique<Rules>();
  rules->original_ = original_;
  rules->declared_ = false;
  std::copy(weights.begin(), weights.end(), rules->weights_.begin());
  rules->worth_ = WorthOfCells(rules->weights_);
  return rules;
}

int Rules::EvaluateOtherwise(const State& state) const {
  int cells = 0;
  for (uint64_t blue = state.Pieces(0); blue != 0;) {
    cells += worth_[PopLowest(blue)];
  }
  for (uint64_t red = state.Pieces(1); red != 0;) {
    cells -= worth_[63 - PopLowest(red)];
  }
  return distances_ == nullptr ? Bounded(Sum(state, cells, weights_))
                               : EvaluateByTable(state, cells);
}

std::vector<Preparation> Rules::Preparations() const {
  return {DistancePreparation()};
}

Preparation DistancePreparation() {
  return {.title = absl::StrCat("the distances of ",
                                PlacementsOn<LoneBoard>::kCount, " placements"),
          .table = {.id = "chinese8-distances",
                    .version = 1,
                    .bytes = kPackedBytes<LoneBoard>},
          .build = [](const LongWork& work) {
            return BuildDistances(LoneBoard(), work);
          }};
}

}  // namespace boardwalk::chinese8
