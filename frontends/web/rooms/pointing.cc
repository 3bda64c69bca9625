#include "frontends/web/rooms/pointing.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "frontends/session/move_input.h"
#include "frontends/session/wording.h"

namespace boardwalk::web {
namespace {

// How many cells of `path` are passed when `cells` are found in it in order,
// the first at its beginning; 0 if they are not.
size_t Passed(absl::Span<const int> path, absl::Span<const int> cells) {
  if (path.empty() || path[0] != cells[0]) return 0;
  size_t at = 1;
  for (const int cell : cells.subspan(1)) {
    while (at < path.size() && path[at] != cell) ++at;
    if (at == path.size()) return 0;
    ++at;
  }
  return at;
}

// Whether `cells` are a way along `path` to its end.
bool Ends(absl::Span<const int> path, absl::Span<const int> cells) {
  if (path.back() != cells.back()) return false;
  // The last cell may also stand within the path.
  return cells.size() == 1 ? path.size() == 1
                           : Passed(path.first(path.size() - 1),
                                    cells.first(cells.size() - 1)) > 0;
}

}  // namespace

Pointing::Pointing(const AnyState& state, const board::BoardView& board)
    : board_(board), state_(state.Clone()), pieces_(state.Pieces()) {
  const std::vector<AnyMove> moves = state.LegalMoves();
  const std::vector<std::string> texts = state.LegalMoveTexts();
  const std::vector<std::vector<std::string>> names = state.LegalMovePaths();
  std::vector<std::vector<int>> paths(texts.size());
  for (size_t i = 0; i < names.size() && i < paths.size(); ++i) {
    paths[i] = board.Cells(names[i]);
  }
  std::vector<size_t> order(texts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) {
    return std::tie(paths[a], texts[a]) < std::tie(paths[b], texts[b]);
  });
  begins_.reserve(order.size());
  for (const size_t i : order) {
    begins_.push_back({.move = moves[i],
                       .text = static_cast<uint32_t>(texts_.size()),
                       .text_size = static_cast<uint32_t>(texts[i].size()),
                       .path = static_cast<uint32_t>(cells_.size()),
                       .path_size = static_cast<uint32_t>(paths[i].size())});
    texts_ += texts[i];
    cells_.insert(cells_.end(), paths[i].begin(), paths[i].end());
  }
}

absl::string_view Pointing::Text(size_t move) const {
  const Range& range = begins_[move];
  return absl::string_view(texts_).substr(range.text, range.text_size);
}

std::optional<AnyMove> Pointing::Find(absl::string_view text) const {
  for (size_t move = 0; move < size(); ++move) {
    if (Text(move) == text) return begins_[move].move;
  }
  return std::nullopt;
}

absl::Span<const int> Pointing::Path(size_t move) const {
  const Range& range = begins_[move];
  return absl::MakeConstSpan(cells_).subspan(range.path, range.path_size);
}

Pointed Pointing::Starts() const {
  Pointed pointed;
  for (size_t move = 0; move < size(); ++move) {
    const absl::Span<const int> path = Path(move);
    if (path.empty()) {
      if (pointed.moves.size() < kMaxChoices) pointed.moves.push_back(move);
    } else if (pointed.next.empty() || pointed.next.back() != path[0]) {
      pointed.next.push_back(path[0]);
    }
  }
  // A pass where nothing else is legal.
  if (size() == 1 && pointed.moves.size() == 1) pointed.move = 0;
  return pointed;
}

Pointed Pointing::At(absl::Span<const int> cells) const {
  if (cells.empty()) return Starts();
  Pointed pointed;
  std::set<int> next;
  std::vector<size_t> ending;
  size_t begun = 0;
  const auto first = std::lower_bound(begins_.begin(), begins_.end(), cells[0],
                                      [this](const Range& range, int cell) {
                                        return range.path_size == 0 ||
                                               cells_[range.path] < cell;
                                      });
  for (auto move = static_cast<size_t>(first - begins_.begin());
       move < size() && Path(move)[0] == cells[0]; ++move) {
    const absl::Span<const int> path = Path(move);
    const bool ends = Ends(path, cells);
    if (ends) ending.push_back(move);
    const size_t passed = Passed(path, cells);
    if (passed == 0 && !ends) continue;
    ++begun;
    if (passed > 0) next.insert(path.begin() + passed, path.end());
  }
  pointed.next.assign(next.begin(), next.end());
  if (ending.size() == 1 && (cells.size() > 1 || begun == 1)) {
    pointed.move = ending[0];
  }
  ending.resize(std::min(ending.size(), kMaxChoices));
  pointed.moves = std::move(ending);
  if (begun == 0) pointed.reason = Reason(cells);
  return pointed;
}

std::string Pointing::Reason(absl::Span<const int> cells) const {
  if (size() == 0) return "the game is over";
  const auto exists = [this](int cell) {
    return cell >= 0 &&
           static_cast<size_t>(cell) < board_.layout().cells.size();
  };
  if (!std::ranges::all_of(cells, exists)) {
    return "there is no such cell";
  }
  if (Starts().next.empty()) {
    return absl::StrCat("only '", Text(0), "' is legal, which touches no cell");
  }
  const std::string& name = board_.CellName(cells[0]);
  const auto piece = std::ranges::find_if(
      pieces_, [&](const Piece& p) { return p.cell == cells[0]; });
  const bool begins = std::ranges::any_of(begins_, [&](const Range& range) {
    return range.path_size > 0 && cells_[range.path] == cells[0];
  });
  if (begins) {
    const std::string why = WhyIllegal(cells);
    return absl::StrCat("no move leads from ", name, " to ",
                        board_.CellName(cells.back()),
                        cells.size() > 2 ? " by these cells" : "",
                        why.empty() ? "" : absl::StrCat(": ", why));
  }
  const bool places = std::ranges::any_of(
      begins_, [](const Range& range) { return range.path_size == 1; });
  if (piece == pieces_.end()) {
    if (!places) return absl::StrCat("there is no piece on ", name);
    const std::string why = WhyIllegal(cells);
    return absl::StrCat("no piece can be placed on ", name,
                        why.empty() ? "" : absl::StrCat(": ", why));
  }
  if (places) return absl::StrCat(name, " is taken");
  if (piece->owner < 0) {
    return absl::StrCat("what stands on ", name, " is nobody's");
  }
  if (piece->owner != state_->ToMove()) {
    return absl::StrCat("the piece on ", name, " is of ",
                        session::SeatTitle(piece->owner));
  }
  const std::string why = Rule(cells);
  return absl::StrCat("the piece on ", name, " has no legal move",
                      why.empty() ? "" : absl::StrCat(": ", why), Others());
}

// A rule may force some pieces to move, such as to capture: these are told.
std::string Pointing::Others() const {
  constexpr size_t kMaxTold = 4;
  std::vector<std::string> names;
  for (const int cell : Starts().next) {
    if (names.size() == kMaxTold) return "";
    names.push_back(board_.CellName(cell));
  }
  return absl::StrCat(
      names.size() == 1 ? "; only that on " : "; only those on ",
      absl::StrJoin(names, ", "), names.size() == 1 ? " has" : " have");
}

// Cells as the game writes a move along them, as far as its legal moves tell.
std::string Pointing::Notation(absl::Span<const int> cells) const {
  const auto name = [this](std::string* out, int cell) {
    out->append(board_.CellName(cell));
  };
  for (size_t move = 0; move < size(); ++move) {
    const absl::Span<const int> path = Path(move);
    if (path.size() < 2) continue;
    const std::array<int, 2> ends = {path.front(), path.back()};
    if (Text(move) == absl::StrJoin(ends, "", name)) {
      return absl::StrJoin(cells, "", name);
    }
  }
  return session::InNotation(*state_, absl::StrJoin(cells, " ", name));
}

std::string Pointing::Rule(absl::Span<const int> cells) const {
  std::vector<std::string> names;
  names.reserve(cells.size());
  for (const int cell : cells) names.push_back(board_.CellName(cell));
  return state_->WhyIllegal(names);
}

std::string Pointing::WhyIllegal(absl::Span<const int> cells) const {
  if (std::string rule = Rule(cells); !rule.empty()) return rule;
  const absl::StatusOr<AnyMove> move = state_->ParseMove(Notation(cells));
  // Games without a reason of their own name the nearest moves.
  if (move.ok() || absl::StrContains(move.status().message(), "nearest:")) {
    return "";
  }
  return std::string(move.status().message());
}

}  // namespace boardwalk::web
