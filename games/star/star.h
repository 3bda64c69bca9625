// Chinese checkers on the star: 2 to 6 players, home triangles of 3 to 64 cells
// a side. The rules of play are in README.md.
//
// Stars up to size 8 and larger ones have different states (compact.h, large.h)
// and share everything else: all rules classes are `RulesOf` a state.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/actions.h"
#include "framework/bits.h"
#include "framework/game.h"
#include "framework/status_macros.h"
#include "framework/tables/distance_table.h"
#include "framework/tables/prepared_table.h"
#include "games/star/board.h"
#include "games/star/compact.h"
#include "games/star/large.h"
#include "games/star/setup.h"

namespace boardwalk::star {

// --- The evaluations `near` and `table` --------------------------------------
//
// How many moves a seat needs to fill its goal when nobody else is on the
// board, on the star of size 3. `table` knows it for every placement of its
// pieces: it has 14 MB, and `boardwalk prepare star:size=3` computes it. `near`
// knows it for those that need few moves, and computes them when it is first
// asked for.
//
// A seat's pieces stand on 49 of the 73 cells: they cannot stay in the four
// triangles that are neither its home nor its goal. Turned so that its home is
// on top, all seats see the same board, so one table serves them all.

inline constexpr int kTableSize = 3;  // of the stars that have a table
inline constexpr absl::string_view kTableGame = "star:size=3";

// The cells that the pieces of a seat may stand on, numbered in the order of
// the board's cells when its home is on top, and where its pieces can go.
class LoneCells {
 public:
  static constexpr int kCount = 49;

  LoneCells();

  // The number of a cell for the seat whose home that triangle is; -1 where the
  // seat cannot stay.
  int Number(int home, int cell) const;
  // The cells of the goal.
  uint64_t goal() const { return goal_; }
  // Where the piece on `from` can move to when `pieces` are all there is.
  uint64_t Destinations(uint64_t pieces, int from) const;

 private:
  static constexpr int kAll = 73;
  static constexpr int kNowhere = 255;

  const Board board_;
  // Number by cell, home on top. Those where nobody can stay come
  // after all others.
  std::array<uint8_t, kAll> numbers_{};
  uint64_t goal_ = 0;
  // By number, what is next to it or behind: a bit each where one can stay,
  // and by direction the number, kNowhere off the board.
  std::array<uint64_t, kAll> steps_{};
  std::array<std::array<uint8_t, kDirections>, kAll> near_{}, far_{};
};

// `kPieceCount` pieces of a seat, alone. The game has six; fewer, whose goal is
// the tip of the triangle, are for tests.
template <int kPieceCount>
class LoneBoardOf {
 public:
  static constexpr int kCells = LoneCells::kCount;
  static constexpr int kPieces = kPieceCount;
  static constexpr int kBits = 8;  // the farthest are 21 moves away

  uint64_t Goal() const {
    uint64_t goal = cells_.goal();
    // The tip has the highest number.
    while (std::popcount(goal) > kPieces) goal &= goal - 1;
    return goal;
  }
  void Destinations(uint64_t pieces, std::array<uint64_t, kPieces>& to) const {
    uint64_t left = pieces;
    for (uint64_t& cells : to) {
      cells = cells_.Destinations(pieces, PopLowest(left));
    }
  }
  const LoneCells& cells() const { return cells_; }

 private:
  const LoneCells cells_;
};
using LoneBoard = LoneBoardOf<6>;

// An error that says which stars have a table, unless this one has it.
absl::Status CheckTableSize(const Setup& setup);

// The file, and how it is computed.
Preparation DistancePreparation();

// A table, and how the states of a set of parameters look it up.
class Distances {
 public:
  // The distance of a seat with a piece where it cannot stay, and which it can
  // never move away: larger than any other.
  static constexpr int kNever = 32;
  // What is farther away than `near` reaches. Of the distances up to 8 there
  // are 400,235: 4 MB in 0.07 s. Up to 9 were no better.
  static constexpr int kUnknown = -1;
  static constexpr int kFarthest = 8;

  // All of them. The error is kUnavailable if there is no sound table, and says
  // how to make it. REQUIRES here and below: the star's size is kTableSize.
  static absl::StatusOr<std::unique_ptr<const Distances>> Find(
      const CompactTables& tables);
  // Those up to kFarthest. The first call in a process computes them; any
  // thread may call. The error is kResourceExhausted if there is no memory.
  static absl::StatusOr<std::unique_ptr<const Distances>> Near(
      const CompactTables& tables);

  bool near() const { return near_ != nullptr; }

  // How many moves the seat needs alone, or kUnknown.
  int ToGo(const CompactState& state, int seat) const {
    uint64_t pieces = 0;
    for (int i = 0; i < kLattices; ++i) {
      for (uint64_t bits = state.Pieces(seat)[i]; bits != 0;) {
        pieces |= uint64_t{1} << numbers_[seat][i * 64 + PopLowest(bits)];
      }
    }
    if (pieces >> kNoSlot != 0) return near() ? kUnknown : kNever;
    if (!near()) return DistanceAt<LoneBoard>(table_->data(), pieces);
    const int distance = near_->At(pieces);
    return distance == NearLoneBoard::kFar ? kUnknown : distance;
  }

  // How many moves the seat is ahead of the mean of the others, times their
  // number; 0 if that is not known of all. Rounds are played to their end, so
  // the seats that have not moved yet in this round have one move more than the
  // others.
  int Lead(const CompactState& state, int seat) const {
    const int players = state.NumPlayers();
    int sum = 0, own = 0;
    for (int i = 0; i < players; ++i) {
      const int to_go = ToGo(state, i);
      if (to_go == kUnknown) return 0;
      const int after_round = to_go - (i >= state.ToMove() ? 1 : 0);
      sum += after_round;
      if (i == seat) own = after_round;
    }
    return sum - players * own;
  }

 private:
  static constexpr int kNoSlot = 63;

  using NearLoneBoard = NearDistances<LoneBoard>;

  Distances(const CompactTables& tables,
            std::shared_ptr<const PreparedTable> table,
            const NearLoneBoard* near);

  // One of them is null.
  const std::shared_ptr<const PreparedTable> table_;
  const NearLoneBoard* const near_;  // lives as long as the process
  // LoneCells' number by seat and slot, kNoSlot where it is none.
  std::array<std::array<uint8_t, CompactTables::kSlots>, kMaxPlayers>
      numbers_{};
};

// --- The rules ---------------------------------------------------------------

template <typename S>
class RulesOf {
 public:
  using State = S;
  using Move = typename State::Move;
  static constexpr bool kIsSmall = std::is_same_v<State, CompactState>;

  static const GameInfo& Info() { return star::Info(); }
  static bool Supports(const Parameters& parameters) {
    return State::Supports(static_cast<int>(parameters.Int("size")));
  }
  static absl::Status Normalize(Parameters& parameters) {
    return star::Normalize(parameters);
  }
  // REQUIRES: Supports(parameters).
  static absl::StatusOr<std::unique_ptr<const RulesOf>> Create(
      const Parameters& parameters) {
    ASSIGN_OR_RETURN(auto setup, Setup::Create(parameters));
    return std::unique_ptr<const RulesOf>(new RulesOf(std::move(setup)));
  }
  RulesOf(const RulesOf&) = delete;
  RulesOf& operator=(const RulesOf&) = delete;

  const Setup& setup() const { return setup_; }
  // What states made from a Position need.
  const typename State::Tables& tables() const { return tables_; }

  State InitialState() const { return opening_; }
  std::string FormatMove(const State& state, Move move) const {
    return star::FormatMove(setup_.board(), state.ToCells(move));
  }
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const {
    if (state.IsTerminal()) {
      return absl::FailedPreconditionError("the game is over");
    }
    ASSIGN_OR_RETURN(const auto move,
                     star::ParseMove(setup_, state.ToPosition(), text));
    return state.FromCells(move);
  }
  std::string FormatPosition(const State& state) const {
    return star::FormatPosition(setup_, state.ToPosition());
  }
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int to_move) const {
    return star::ComposePosition(setup_, pieces, to_move);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const auto position, star::ParsePosition(setup_, text));
    return State(tables_, position);
  }
  BoardLegend Legend(const RenderOptions& options) const {
    return star::Legend(setup_, options);
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    return star::Path(setup_.board(), state.ToPosition(), state.ToCells(move));
  }
  BoardLayout Layout() const { return star::Layout(setup_); }
  std::vector<Piece> Pieces(const State& state) const {
    return star::Pieces(state.ToPosition());
  }
  GameEnding Ending(const State& state) const {
    int left = 0;
    for (int seat = 0; seat < setup_.num_players(); ++seat) {
      left += state.IsOut(seat) ? 0 : 1;
    }
    return {left > 1 ? "every piece is in its goal"
                     : "all others have dropped out"};
  }
  // Of sizes 3 and 4. Those of larger stars are made of Pieces, as each has six
  // seats here: from size 5 they have more words than evaluations learn from.
  auto Planes(const State& state) const requires kIsSmall {
    return state.AllPieces();
  }
  std::vector<int> PlaneBits() const requires kIsSmall {
    const auto& slot_of = tables_.slot_of;
    return {slot_of.begin(), slot_of.begin() + setup_.board().cells()};
  }

  int64_t NumActions() const { return ActionsOfCells(setup_.board().cells()); }
  int64_t ActionOf(const State& state, Move move) const {
    const int cells = setup_.board().cells();
    const CellMove ends = state.ToCells(move);
    return ends.IsPass() ? PassAction(cells)
                         : ActionOfCells(ends.from, ends.to, cells);
  }

  // `plain` measures the way still to go; these rules use it. For size 3,
  // `table` adds how many moves each seat needs (see above), and `near` for two
  // players when both need few; elsewhere `near` is `plain`.
  static constexpr absl::string_view kEvaluations = "near|plain|table";
  absl::StatusOr<std::unique_ptr<const RulesOf>> WithEvaluation(
      absl::string_view name) const {
    std::unique_ptr<RulesOf> rules(new RulesOf(setup_));
    rules->original_ = original_;
    if (name == "table") RETURN_IF_ERROR(CheckTableSize(setup_));
    if constexpr (kIsSmall) {
      if (name == "table") {
        ASSIGN_OR_RETURN(rules->distances_, Distances::Find(rules->tables_));
      } else if (name == "near" && setup_.board().size() == kTableSize &&
                 setup_.num_players() == 2) {
        ASSIGN_OR_RETURN(rules->distances_, Distances::Near(rules->tables_));
      }
    }
    return std::unique_ptr<const RulesOf>(std::move(rules));
  }
  const RulesOf& Original() const { return *original_; }
  std::vector<Preparation> Preparations() const {
    if (!CheckTableSize(setup_).ok()) return {};
    return {DistancePreparation()};
  }
  // How far the seat is ahead of the mean of the others, as a share of what all
  // have still to go: at the end of a race a step of one's own counts for much,
  // and what the others do far behind for little. Without this a seat that only
  // waits for its goal to be left would rather get in the way of the others,
  // for ever. Each move of `near` and `table` adds kMoveValue.
  int Evaluate(const State& state, int seat) const {
    const int players = state.NumPlayers();
    assert(players > 1);
    int64_t all = 0, own = 0;
    for (int i = 0; i < players; ++i) {
      const int64_t to_go = ToGo(state, i);
      all += to_go;
      if (i == seat) own = to_go;
    }
    int64_t value = (all - players * own) * kMaxEvaluation /
                    ((players - 1) * (all + whole_way_ / 10));
    if constexpr (kIsSmall) {
      if (distances_ != nullptr) {
        value += kMoveValue * MovesAhead(state, seat) / (players - 1);
      }
    }
    return static_cast<int>(
        std::clamp<int64_t>(value, -kMaxEvaluation, kMaxEvaluation));
  }
  // By how much the move shortens the seat's way, where the whole way is
  // kMaxEvaluation. It orders moves as the plain Evaluate does, except for ways
  // out of a goal; a table look-up for each move would cost too much.
  int EvaluateMove(const State& state, Move move) const {
    return static_cast<int>(state.Gain(move) * int64_t{kMaxEvaluation} /
                            whole_way_);
  }
  int PointsPerLogit(const State& state) const {
    return state.NumPlayers() == 2 ? 570 : 600;
  }
  std::string PlayerDefaults(absl::string_view id) const {
    const int players = setup_.num_players();
    if (id == "alphabeta") return players == 2 ? "" : "algorithm=opps";
    if (id != "mcts") return "";
    if (players == 2) {
      return "minimax=0.8,fpu=0,bias=1,cutoff=6,leaftemperature=3";
    }
    // Beyond the tree, a round and the next move of who began it.
    return "exploration=0.07,fpu=0,bias=1,cutoff=" +
           std::to_string(players + 1);
  }
  // Measured, see bench/results/README.md. With three and more seats few
  // playouts are worse than none.
  PlayersOfLevels LevelPlayers() const {
    if (setup_.num_players() == 2) {
      return {"greedy:overlooks=0.4", "mcts:playouts=3", "mcts:playouts=20",
              "mcts:playouts=130", "mcts:playouts=900,time=5s"};
    }
    return {"greedy:overlooks=0.7", "greedy:overlooks=0.4", "greedy",
            "mcts:playouts=120", "mcts:playouts=5000,time=5s"};
  }

 private:
  // So large that the table decides, and the plain evaluation only between
  // equals. The distances alone lose against `plain`; both together win (see
  // README.md).
  static constexpr int kMoveValue = 600;

  // See Distances::Lead. Who has more than a sixth of the way to go is hardly
  // ever near, so that looking is not worth it.
  int MovesAhead(const State& state, int seat) const {
    if (distances_->near()) {
      const int64_t reach = setup_.ToGoAtGoal() + whole_way_ / 6;
      for (int i = 0; i < state.NumPlayers(); ++i) {
        if (state.ToGo(i) > reach) return 0;
      }
    }
    return distances_->Lead(state, seat);
  }

  explicit RulesOf(Setup setup)
      : setup_(std::move(setup)),
        tables_(setup_),
        opening_(tables_, Opening(setup_)),
        whole_way_(setup_.ToGoAtStart() - setup_.ToGoAtGoal()) {}

  // What the seat has still to go to its goal: the ways of its pieces and, near
  // the end, what it lacks until a piece that is at home in the goal can leave.
  int64_t ToGo(const State& state, int seat) const {
    const int64_t pieces = state.ToGo(seat) - setup_.ToGoAtGoal();
    if (pieces >= whole_way_ / 4) [[likely]] {
      return pieces;
    }
    const int blocked = state.Blocked(seat);
    if (blocked == 0) return pieces;
    // When none can leave, this costs up to half the way of a piece from tip to
    // tip. This is more than it costs to make way, so that a player who leaves
    // a piece at home does not prevent the end of the game; and less than that
    // piece gains by leaving. Each that is blocked costs some more: a player
    // who does not hurry to leave does so sooner when many can.
    const int size = setup_.board().size();
    const int walled_in = 8 * size * size;
    constexpr int kFar = 5;
    return pieces + blocked * (3 * size * size / 2) +
           walled_in * std::clamp(state.ExitDistance(seat) - 1, 0, kFar) / kFar;
  }

  const Setup setup_;
  const typename State::Tables tables_;  // points to setup_
  const State opening_;                  // points to tables_
  const int64_t whole_way_;
  const RulesOf* original_ = this;
  std::unique_ptr<const Distances> distances_;  // null for `plain`
};

template <int kWords>
using CompactRulesOf = RulesOf<CompactStateOf<kWords>>;
using CompactRules = CompactRulesOf<1>;
using LargeRules = RulesOf<LargeState>;

}  // namespace boardwalk::star
