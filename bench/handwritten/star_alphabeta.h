// A yardstick of our players: a plain alpha-beta for two on the star, written
// by hand, with nothing of the framework but its budget. Do not tune it.

#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "bench/handwritten/star.h"
#include "framework/limits.h"
#include "framework/random.h"

namespace boardwalk::bench {

// The rules: a byte per cell, lists of pieces, and both sums of distances.
class HandmadeStar {
 public:
  struct Move {
    uint8_t from, to;  // equal for a pass
    int16_t gain;      // of distance
    bool operator==(const Move& other) const {
      return from == other.from && to == other.to;
    }
  };

  // The size of the star whose position this is: it has 4 x size + 1 rows.
  static int SizeOf(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '/') / 4);
  }

  // `opening` is the text of the opening: two seats with nothing but their
  // homes filled. With `squares` a distance counts by its square.
  HandmadeStar(const std::string& opening, bool squares)
      : graph_(SizeOf(opening)), pieces_per_seat_(PiecesOf(SizeOf(opening))) {
    Random random(1);
    for (auto& keys : keys_) {
      for (uint64_t& key : keys) key = random.Next();
    }
    for (const auto& [row, column] : graph_.places) {
      names_.push_back(std::to_string(row) + "," + std::to_string(column));
    }
    Set(opening);
    for (int seat = 0; seat < 2; ++seat) {
      const int home = graph_.triangle[pieces_[seat][0]];
      SetGoal(seat, home, squares);
    }
    Set(opening);  // again, with the distances
  }

  // REQUIRES: `text` is a position of the game, with its row ends and counts.
  void Set(const std::string& text) {
    owner_.fill(kEmpty);
    counts_ = sums_ = in_goal_ = {};
    hash_ = 0;
    int cell = 0, repeat = 0;
    size_t at = 0;
    for (; text[at] != ' '; ++at) {
      const char c = text[at];
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        repeat = repeat * 10 + (c - '0');
      } else if (c != '/') {
        for (int n = std::max(repeat, 1); n > 0; --n, ++cell) {
          if (c != '.') Put(c - 'A', cell);
        }
        repeat = 0;
      }
    }
    to_move_ = text[at + 1] - '1';
  }

  int to_move() const { return to_move_; }
  uint64_t hash() const { return to_move_ == 0 ? hash_ : ~hash_; }
  bool Finished(int seat) const { return in_goal_[seat] == pieces_per_seat_; }
  // A round is played to its end.
  bool IsOver() const { return to_move_ == 0 && (Finished(0) || Finished(1)); }
  // How much less way the seat to move has to go.
  int Lead() const { return sums_[1 - to_move_] - sums_[to_move_]; }
  std::string Text(Move move) const {
    if (move.from == move.to) return "pass";
    return names_[move.from] + ":" + names_[move.to];
  }

  // Writes the moves to `moves`, which has room for kMaxMoves.
  static constexpr int kMaxMoves = 21 * 253;
  int ListMoves(Move* moves) {
    int count = 0;
    const auto& allowed = allowed_[to_move_];
    for (int q = 0; q < pieces_per_seat_; ++q) {
      const int from = pieces_[to_move_][q];
      if (!allowed[from]) continue;
      owner_[from] = kEmpty;
      ++stamp_;
      seen_[from] = stamp_;
      int found = 0;
      for (int d = 0; d < 6; ++d) {
        const int near = graph_.Next(from, d);
        if (near >= 0 && owner_[near] == kEmpty) Add(from, near, moves, count);
      }
      for (int at = from, next = 0;; at = todo_[next++]) {
        for (int d = 0; d < 6; ++d) {
          const int over = graph_.Next(at, d);
          if (over < 0 || owner_[over] == kEmpty) continue;
          const int to = graph_.Next(over, d);
          if (to < 0 || owner_[to] != kEmpty || seen_[to] == stamp_) continue;
          seen_[to] = stamp_;
          todo_[found++] = static_cast<uint8_t>(to);
          Add(from, to, moves, count);
        }
        if (next == found) break;
      }
      owner_[from] = static_cast<int8_t>(to_move_);
    }
    if (count == 0) moves[count++] = {0, 0, 0};
    return count;
  }

  void Make(Move move) {
    Carry(to_move_, move.from, move.to);
    to_move_ = 1 - to_move_;
  }
  void Undo(Move move) {
    to_move_ = 1 - to_move_;
    Carry(to_move_, move.to, move.from);
  }

 private:
  static constexpr int8_t kEmpty = -1;

  static int PiecesOf(int size) { return size * (size + 1) / 2; }

  // The tip of a triangle is its cell with two neighbours. Distances from it
  // spread over the whole board.
  void SetGoal(int seat, int home, bool squares) {
    const int goal = (home + 3) % 6;
    std::vector<int> distance(static_cast<size_t>(graph_.cells), -1), order;
    for (int cell = 0; cell < graph_.cells; ++cell) {
      const int t = graph_.triangle[cell];
      is_goal_[seat][cell] = t == goal;
      allowed_[seat][cell] = t < 0 || t == goal || t == home;
      int neighbours = 0;
      for (int d = 0; d < 6; ++d) neighbours += graph_.Next(cell, d) >= 0;
      if (t == goal && neighbours == 2) order = {cell};
    }
    distance[order[0]] = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      for (int d = 0; d < 6; ++d) {
        const int next = graph_.Next(order[i], d);
        if (next < 0 || distance[next] >= 0) continue;
        distance[next] = distance[order[i]] + 1;
        order.push_back(next);
      }
    }
    for (int cell = 0; cell < graph_.cells; ++cell) {
      const int d = distance[cell];
      to_go_[seat][cell] = static_cast<int16_t>(squares ? d * d : d);
    }
  }

  void Put(int seat, int cell) {
    owner_[cell] = static_cast<int8_t>(seat);
    index_[cell] = static_cast<uint8_t>(counts_[seat]);
    pieces_[seat][counts_[seat]++] = static_cast<uint8_t>(cell);
    sums_[seat] += to_go_[seat][cell];
    in_goal_[seat] += is_goal_[seat][cell];
    hash_ ^= keys_[seat][cell];
  }

  void Carry(int seat, int from, int to) {
    if (from == to) return;
    owner_[from] = kEmpty;
    owner_[to] = static_cast<int8_t>(seat);
    index_[to] = index_[from];
    pieces_[seat][index_[to]] = static_cast<uint8_t>(to);
    sums_[seat] += to_go_[seat][to] - to_go_[seat][from];
    in_goal_[seat] += is_goal_[seat][to] - is_goal_[seat][from];
    hash_ ^= keys_[seat][from] ^ keys_[seat][to];
  }

  void Add(int from, int to, Move* moves, int& count) const {
    if (!allowed_[to_move_][to]) return;
    const auto& to_go = to_go_[to_move_];
    moves[count++] = {static_cast<uint8_t>(from), static_cast<uint8_t>(to),
                      static_cast<int16_t>(to_go[from] - to_go[to])};
  }

  const StarGraph graph_;
  const int pieces_per_seat_;
  std::vector<std::string> names_;
  // By seat and cell.
  std::array<std::array<int16_t, 256>, 2> to_go_{};
  std::array<std::array<bool, 256>, 2> is_goal_{}, allowed_{};
  std::array<std::array<uint64_t, 256>, 2> keys_{};
  // The position.
  std::array<int8_t, 256> owner_{};
  std::array<uint8_t, 256> index_{};  // in the list of pieces
  std::array<std::array<uint8_t, 32>, 2> pieces_{};
  std::array<int, 2> counts_{}, sums_{}, in_goal_{};
  uint64_t hash_ = 0;
  int to_move_ = 0;
  // While moves are listed.
  std::array<uint32_t, 256> seen_{};
  std::array<uint8_t, 256> todo_{};
  uint32_t stamp_ = 0;
};

// Iterative deepening, principal variation search and a table of positions.
// Moves are tried by their gain, the one in the table first. A position that
// the game or the line has had counts as a draw.
class HandmadeAlphaBeta {
 public:
  using Move = HandmadeStar::Move;
  static constexpr int kMaxDepth = 60;
  static constexpr int kWin = 1'000'000;

  HandmadeAlphaBeta()
      : table_(kEntries),
        moves_(static_cast<size_t>(kMaxDepth + 1) * HandmadeStar::kMaxMoves) {}

  void Clear() { std::fill(table_.begin(), table_.end(), Entry{}); }

  struct Result {
    Move move = {};
    int score = 0;
    int depth = 0;  // of the last complete iteration
  };
  // `past` has the hashes of the game's earlier positions.
  Result Run(HandmadeStar& star, std::vector<uint64_t> past, int max_depth,
             Budget& budget) {
    star_ = &star;
    budget_ = &budget;
    line_ = std::move(past);
    line_.push_back(star.hash());
    stopped_ = false;
    std::vector<Move> roots(HandmadeStar::kMaxMoves);
    roots.resize(static_cast<size_t>(star.ListMoves(roots.data())));
    SkipRepetitions(roots);
    std::stable_sort(roots.begin(), roots.end(),
                     [](Move a, Move b) { return a.gain > b.gain; });
    Result result = {roots[0]};
    for (int depth = 1; depth <= std::min(max_depth, kMaxDepth); ++depth) {
      SearchRoot(roots, depth, result);
      if (stopped_ || std::abs(result.score) >= kWin - depth) break;
    }
    return result;
  }

 private:
  static constexpr size_t kEntries = size_t{1} << 20;
  enum Bound : uint8_t { kNone, kExact, kLower, kUpper };
  struct Entry {
    uint32_t check = 0;
    int32_t score = 0;
    Move move = {};
    uint8_t depth = 0;
    Bound bound = kNone;
  };

  // Leaves out moves back to an earlier position, unless there are no others.
  void SkipRepetitions(std::vector<Move>& roots) {
    std::vector<Move> fresh;
    for (const Move move : roots) {
      star_->Make(move);
      if (!IsRepetition()) fresh.push_back(move);
      star_->Undo(move);
    }
    if (!fresh.empty()) roots = std::move(fresh);
  }

  bool IsRepetition() const {
    return std::find(line_.rbegin(), line_.rend(), star_->hash()) !=
           line_.rend();
  }

  // The best move so far goes first in the next iteration, and counts even if
  // this one is stopped.
  void SearchRoot(std::vector<Move>& roots, int depth, Result& result) {
    int alpha = -kWin - 1;
    for (size_t i = 0; i < roots.size(); ++i) {
      const Move move = roots[i];
      const int score = After(move, i == 0, depth, alpha, kWin + 1, 0);
      if (stopped_) return;
      if (score <= alpha) continue;
      alpha = score;
      result.move = move;
      result.score = score;
      std::rotate(roots.begin(), roots.begin() + static_cast<ptrdiff_t>(i),
                  roots.begin() + static_cast<ptrdiff_t>(i) + 1);
    }
    result.depth = depth;
  }

  // The score of a move for the seat that makes it.
  int After(Move move, bool first, int depth, int alpha, int beta, int ply) {
    star_->Make(move);
    int score = alpha + 1;
    if (!first) score = -Search(depth - 1, -alpha - 1, -alpha, ply + 1);
    if (first || (score > alpha && score < beta)) {
      score = -Search(depth - 1, -beta, -alpha, ply + 1);
    }
    star_->Undo(move);
    return score;
  }

  int Search(int depth, int alpha, int beta, int ply) {
    budget_->Spend();
    if (stopped_ || budget_->Exhausted()) {
      stopped_ = true;
      return 0;
    }
    if (star_->IsOver()) {
      if (star_->Finished(0) && star_->Finished(1)) return 0;
      return star_->Finished(star_->to_move()) ? kWin - ply : ply - kWin;
    }
    if (IsRepetition()) return 0;
    if (depth == 0) return star_->Lead();
    const uint64_t hash = star_->hash();
    Entry& entry = table_[hash % kEntries];
    const auto check = static_cast<uint32_t>(hash >> 32);
    const bool hit = entry.bound != kNone && entry.check == check;
    if (hit && entry.depth >= depth) {
      const int score = Shift(entry.score, -ply);
      if (entry.bound == kExact || (entry.bound == kLower && score >= beta) ||
          (entry.bound == kUpper && score <= alpha)) {
        return score;
      }
    }
    Move* const moves =
        moves_.data() + static_cast<ptrdiff_t>(ply) * HandmadeStar::kMaxMoves;
    const int count = star_->ListMoves(moves);
    const bool known = hit && MoveToFront(moves, count, entry.move);
    line_.push_back(hash);
    const int old_alpha = alpha;
    int best = -kWin - 1;
    Move best_move = moves[0];
    for (int i = 0; i < count && alpha < beta; ++i) {
      if (i > 0 || !known)
        std::swap(moves[i], *BestGain(moves + i, moves + count));
      const int score = After(moves[i], i == 0, depth, alpha, beta, ply);
      if (stopped_) break;
      if (score > best) {
        best = score;
        best_move = moves[i];
      }
      alpha = std::max(alpha, score);
    }
    line_.pop_back();
    if (stopped_) return 0;
    entry = {check, Shift(best, ply), best_move, static_cast<uint8_t>(depth),
             best >= beta       ? kLower
             : best > old_alpha ? kExact
                                : kUpper};
    return best;
  }

  // Between plies from the root and plies from the node, for wins and losses.
  static int Shift(int score, int ply) {
    if (score > kWin / 2) return score + ply;
    return score < -kWin / 2 ? score - ply : score;
  }

  static Move* BestGain(Move* begin, Move* end) {
    return std::max_element(begin, end,
                            [](Move a, Move b) { return a.gain < b.gain; });
  }

  static bool MoveToFront(Move* moves, int count, Move move) {
    Move* const found = std::find(moves, moves + count, move);
    if (found == moves + count) return false;
    std::swap(moves[0], *found);
    return true;
  }

  std::vector<Entry> table_;
  std::vector<Move> moves_;     // by ply
  std::vector<uint64_t> line_;  // the game's positions and those above
  HandmadeStar* star_ = nullptr;
  Budget* budget_ = nullptr;
  bool stopped_ = false;
};

}  // namespace boardwalk::bench
