#include "ai/learn/learned_check.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/game.h"
#include "framework/random.h"

namespace boardwalk::ai {
namespace {

constexpr int kPositions = 2000;
constexpr int kMaxPlies = 300;  // of a game

// What stands on a cell.
struct OnCell {
  int owner = -1;  // -1: nothing
  int kind = 0;
};

class Checker {
 public:
  Checker(const LearnedWeights& weights, const PlaneShape& shape,
          const LearnedEvaluation& evaluation)
      : weights_(weights), shape_(shape), evaluation_(evaluation) {}

  // For every seat that it is asked for: with two, for the one to move.
  void Check(const AnyState& state) {
    const int players = state.NumPlayers(), mover = state.ToMove();
    for (int seat = 0; seat < players; ++seat) {
      if (players > 2 || seat == mover) CheckFor(state, seat);
    }
    ++result_.positions;
  }

  LearnedCheck TakeResult() { return std::move(result_); }

 private:
  void CheckFor(const AnyState& state, int seat) {
    const std::vector<uint64_t> planes = state.PlaneWords();
    const std::vector<int> plains = state.Evaluations();
    const int plain = plains.empty() ? 0 : plains[static_cast<size_t>(seat)];
    const int before = SeatsBefore(seat, state.ToMove(), state.NumPlayers());
    const int value = evaluation_.Evaluate(planes.data(), seat, plain, before);
    const std::vector<OnCell> board = BoardOf(planes);
    const int sum = Sum(board, seat, plain, before);
    result_.values = Mix64(result_.values + static_cast<uint64_t>(value));
    if (std::abs(value) > kMaxEvaluation) {
      Fail("bounds", state,
           absl::StrCat(value, " is outside of +-", kMaxEvaluation));
    }
    if (value != sum) {
      Fail("sum", state, absl::StrCat(value, ", and its weights say ", sum));
    }
    for (int to = 0; to < static_cast<int>(weights_.turned.size()); ++to) {
      const std::vector<uint64_t> seen = PlanesOf(Turned(board, seat, to));
      const int other = evaluation_.Evaluate(seen.data(), to, plain, before);
      if (other == value) continue;
      Fail("symmetry", state,
           absl::StrCat(value, " for seat ", seat + 1, ", and ", other,
                        " for seat ", to + 1, " in its place"));
    }
  }

  size_t WordOf(const OnCell& piece, int bit) const {
    const int plane = piece.owner * shape_.kinds + piece.kind;
    const int word = plane * shape_.words + bit / 64;
    return static_cast<size_t>(word);
  }

  std::vector<OnCell> BoardOf(const std::vector<uint64_t>& planes) const {
    std::vector<OnCell> board(shape_.bits.size());
    for (size_t cell = 0; cell < board.size(); ++cell) {
      const int bit = shape_.bits[cell];
      for (int owner = 0; owner < shape_.seats; ++owner) {
        for (int kind = 0; kind < shape_.kinds; ++kind) {
          const OnCell piece = {owner, kind};
          if ((planes[WordOf(piece, bit)] >> bit % 64 & 1) != 0) {
            board[cell] = piece;
          }
        }
      }
    }
    return board;
  }

  std::vector<uint64_t> PlanesOf(const std::vector<OnCell>& board) const {
    std::vector<uint64_t> planes(static_cast<size_t>(shape_.TotalWords()));
    for (size_t cell = 0; cell < board.size(); ++cell) {
      if (board[cell].owner < 0) continue;
      const int bit = shape_.bits[cell];
      planes[WordOf(board[cell], bit)] |= uint64_t{1} << bit % 64;
    }
    return planes;
  }

  // The board on which `to` has what `from` has, as each sees it; the pieces
  // of the two are exchanged, those of others stay theirs.
  std::vector<OnCell> Turned(const std::vector<OnCell>& board, int from,
                             int to) const {
    std::vector<OnCell> turned(board.size());
    for (size_t cell = 0; cell < board.size(); ++cell) {
      OnCell piece = board[static_cast<size_t>(SeenBy(from)[cell])];
      if (piece.owner == from) {
        piece.owner = to;
      } else if (piece.owner == to) {
        piece.owner = from;
      }
      turned[static_cast<size_t>(SeenBy(to)[cell])] = piece;
    }
    return turned;
  }

  // The same rule as for rows: a file may have fewer seats than the game.
  const CellMap& SeenBy(int seat) const {
    return weights_.turned[std::min(static_cast<size_t>(seat),
                                    weights_.turned.size() - 1)];
  }

  int Sum(const std::vector<OnCell>& board, int seat, int plain,
          int before) const {
    std::vector<int> digits(board.size());
    int pieces = 0;
    for (size_t cell = 0; cell < board.size(); ++cell) {
      const OnCell& piece = board[static_cast<size_t>(SeenBy(seat)[cell])];
      if (piece.owner < 0) continue;
      ++pieces;
      digits[cell] = 1 + std::min(piece.kind, weights_.kinds - 1) +
                     (piece.owner == seat ? 0 : weights_.kinds);
    }
    size_t stage = 0;
    for (const int last : weights_.stages) stage += pieces > last ? 1 : 0;
    const LearnedWeights::Stage& by = weights_.by_stage[stage];
    int sum = before == 0 ? by.turn : by.waits[static_cast<size_t>(before) - 1];
    sum += plain * by.plain / kPlainUnit;
    for (size_t t = 0; t < weights_.types.size(); ++t) {
      for (const CellList& place : weights_.types[t].places) {
        int number = 0, unit = 1;
        for (const int cell : place) {
          number += digits[static_cast<size_t>(cell)] * unit;
          unit *= weights_.digits();
        }
        sum += by.weights[t][static_cast<size_t>(number)];
      }
    }
    return std::clamp(sum, -kMaxEvaluation, kMaxEvaluation);
  }

  // Keeps the first of each kind.
  void Fail(const std::string& kind, const AnyState& state,
            const std::string& why) {
    const std::string what = absl::StrCat("learned evaluation, ", kind, ": ");
    for (const std::string& failure : result_.failures) {
      if (absl::StartsWith(failure, what)) return;
    }
    result_.failures.push_back(
        absl::StrCat(what, why, ", in ", state.FormatPosition()));
  }

  const LearnedWeights& weights_;
  const PlaneShape& shape_;
  const LearnedEvaluation& evaluation_;
  LearnedCheck result_;
};

}  // namespace

LearnedCheck CheckLearned(const AnyGame& game, const LearnedWeights& weights,
                          uint64_t seed) {
  const PlaneShape shape = game.Planes();
  const auto evaluation = LearnedEvaluation::Create(weights, shape);
  if (!evaluation.ok()) {
    return {.failures = {absl::StrCat("learned evaluation: ",
                                      evaluation.status().message())}};
  }
  Checker checker(weights, shape, **evaluation);
  Random random(seed);
  std::unique_ptr<AnyState> state = game.InitialState();
  for (int i = 0, ply = 0; i < kPositions; ++i, ++ply) {
    if (state->IsTerminal() || ply == kMaxPlies) {
      state = game.InitialState();
      ply = 0;
    }
    checker.Check(*state);
    const std::vector<AnyMove> moves = state->LegalMoves();
    const auto move = random.Below(static_cast<uint32_t>(moves.size()));
    const absl::Status applied = state->Apply(moves[move]);
    if (!applied.ok()) {
      return {.failures = {std::string(applied.message())}};
    }
  }
  return checker.TakeResult();
}

}  // namespace boardwalk::ai
