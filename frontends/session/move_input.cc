#include "frontends/session/move_input.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/suggest.h"

namespace boardwalk::session {
namespace {

using WordList = std::vector<std::string>;

bool IsDigit(char c) {
  return absl::ascii_isdigit(static_cast<unsigned char>(c));
}

// Bytes of characters beyond ASCII count as letters.
bool IsLetter(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) ||
         !absl::ascii_isascii(static_cast<unsigned char>(c));
}

bool IsWordCharacter(char c) { return IsDigit(c) || IsLetter(c); }

bool BeginsWith(const WordList& words, const WordList& beginning) {
  return beginning.size() <= words.size() &&
         std::equal(beginning.begin(), beginning.end(), words.begin());
}

// The words of Words, as they stand in `text`.
std::vector<absl::string_view> WordsIn(absl::string_view text) {
  std::vector<absl::string_view> words;
  size_t i = 0;
  while (i < text.size()) {
    const size_t begin = i;
    const bool sign = text[i] == '-' && i + 1 < text.size() &&
                      IsDigit(text[i + 1]) &&
                      (i == 0 || !IsWordCharacter(text[i - 1]));
    if (sign) ++i;
    if (!IsWordCharacter(text[i])) {
      ++i;
      continue;
    }
    const auto kind = IsDigit(text[i]) ? IsDigit : IsLetter;
    while (i < text.size() && kind(text[i])) ++i;
    words.push_back(text.substr(begin, i - begin));
  }
  return words;
}

// The legal moves by the cell that they begin on, of those that touch several.
std::map<std::string, WordList> MovesByCell(const AnyState& state) {
  std::map<std::string, WordList> by_cell;
  // A piece that cannot move is meant, too.
  const BoardLayout layout = state.Game().Layout();
  const int seat = state.ToMove();
  for (const Piece& piece : state.Pieces()) {
    if (piece.owner == seat) by_cell[layout.cells[piece.cell].name];
  }
  bool any = false;
  const std::vector<std::string> texts = state.LegalMoveTexts();
  const std::vector<AnyMove> moves = state.LegalMoves();
  for (size_t i = 0; i < moves.size(); ++i) {
    const std::vector<std::string> path = state.Path(moves[i]);
    if (path.size() < 2) continue;
    by_cell[path.front()].push_back(texts[i]);
    any = true;
  }
  if (!any) return {};
  for (auto& [cell, of_cell] : by_cell) {
    std::ranges::sort(of_cell);
  }
  return by_cell;
}

// Of the legal moves those that touch only the cell with this name: they place
// a piece on it, and the game may write them otherwise.
std::vector<MeantMove> MovesOnCell(const AnyState& state,
                                   const WordList& cell) {
  std::vector<MeantMove> found;
  for (const AnyMove& move : state.LegalMoves()) {
    const std::vector<std::string> path = state.Path(move);
    if (path.size() == 1 && Words(path[0]) == cell) {
      found.push_back({move, state.FormatMove(move)});
    }
  }
  return found;
}

// Whether the words stand for each other: numbers where numbers are.
bool AreOfOneForm(const std::vector<absl::string_view>& words,
                  const std::vector<absl::string_view>& others) {
  return std::equal(words.begin(), words.end(), others.begin(), others.end(),
                    [](absl::string_view word, absl::string_view other) {
                      return IsDigit(word.back()) == IsDigit(other.back());
                    });
}

// Whether no name of a cell can be the beginning of another's.
bool CellNamesAreOfOneLength(const AnyState& state) {
  const BoardLayout layout = state.Game().Layout();
  return !layout.cells.empty() &&
         std::ranges::all_of(layout.cells, [&](const Cell& cell) {
           return cell.name.size() == layout.cells.front().name.size();
         });
}

}  // namespace

std::vector<std::string> Words(absl::string_view text) {
  WordList words;
  for (const absl::string_view word : WordsIn(text)) {
    words.push_back(absl::AsciiStrToLower(word));
  }
  return words;
}

std::string InNotation(const AnyState& state, absl::string_view line) {
  const std::vector<absl::string_view> words = WordsIn(line);
  if (words.size() < 2) return std::string(line);
  for (const std::string& move : state.LegalMoveTexts()) {
    const std::vector<absl::string_view> places = WordsIn(move);
    if (!AreOfOneForm(words, places)) continue;
    std::string text;
    const char* at = move.data();
    for (size_t i = 0; i < words.size(); ++i) {
      text.append(at, places[i].data());
      absl::StrAppend(&text, words[i]);
      at = places[i].data() + places[i].size();
    }
    return text.append(at, move.data() + move.size());
  }
  return std::string(line);
}

std::vector<MeantMove> MovesMeant(const AnyState& state,
                                  absl::string_view line) {
  if (const auto move = state.ParseMove(line); move.ok()) {
    return {{*move, state.FormatMove(*move)}};
  }
  const WordList words = Words(line);
  if (words.empty() || line.size() > kMaxMoveText) return {};
  const std::string joined = absl::StrJoin(words, "");
  const std::vector<std::string> texts = state.LegalMoveTexts();
  const std::vector<AnyMove> moves = state.LegalMoves();
  std::vector<MeantMove> meant;
  for (size_t i = 0; i < texts.size(); ++i) {
    // "1 1" is no way to write 11, but "11 33" is one to write 1133.
    if (Words(texts[i]) == words || (absl::EqualsIgnoreCase(texts[i], joined) &&
                                     state.Path(moves[i]).size() > 1)) {
      meant.push_back({moves[i], texts[i]});
    }
  }
  return meant.empty() ? MovesOnCell(state, words) : meant;
}

absl::StatusOr<AnyMove> MoveMeant(const AnyState& state,
                                  absl::string_view line) {
  const std::vector<MeantMove> meant = MovesMeant(state, line);
  if (meant.size() == 1) return meant.front().move;
  if (meant.empty()) return WhyNoMove(state, line, line);
  return state.ParseMove(line);
}

std::vector<std::string> CellsNamed(const AnyState& state,
                                    absl::string_view line) {
  if (line.size() > kMaxMoveText) return {};
  const BoardLayout layout = state.Game().Layout();
  std::map<WordList, std::string> names;
  ptrdiff_t longest = 0;
  for (const Cell& cell : layout.cells) {
    WordList words = Words(cell.name);
    longest = std::max(longest, static_cast<ptrdiff_t>(words.size()));
    names.emplace(std::move(words), cell.name);
  }
  const WordList words = Words(line);
  std::vector<std::string> cells;
  for (auto at = words.begin(); at != words.end();) {
    // The longest name, as a may be the beginning of a, 1.
    auto end = at + std::min<ptrdiff_t>(longest, words.end() - at);
    while (end != at && names.count(WordList(at, end)) == 0) --end;
    if (end != at) {
      cells.push_back(names[WordList(at, end)]);
      at = end;
    } else if (IsLetter((*at)[0]) && !cells.empty()) {
      ++at;  // as in 8x15
    } else {
      return {};
    }
  }
  return cells;
}

std::vector<std::string> NearestMoves(const AnyState& state,
                                      absl::string_view line, int limit) {
  std::vector<std::string> nearest;
  const auto add = [&](const std::string& move) {
    if (static_cast<int>(nearest.size()) < limit &&
        std::ranges::find(nearest, move) == nearest.end()) {
      nearest.push_back(move);
    }
  };
  for (const std::string& cell : CellsNamed(state, line)) {
    for (const MeantMove& move : MovesOnCell(state, Words(cell))) {
      add(move.text);
    }
  }
  std::vector<std::string> moves;
  if (auto piece = PieceMeant(state, line, /*whole=*/false)) {
    moves = std::move(piece->moves);
  } else {
    moves = state.LegalMoveTexts();
    std::ranges::sort(moves);
  }
  for (const std::string& move : Nearest(line, moves, limit)) add(move);
  return nearest;
}

absl::Status WhyNoMove(const AnyState& state, absl::string_view line,
                       absl::string_view text) {
  const std::vector<std::string> cells = CellsNamed(state, line);
  if (!cells.empty()) {
    const std::string rule = state.WhyIllegal(cells);
    if (!rule.empty()) return absl::InvalidArgumentError(rule);
  }
  return state.ParseMove(text).status();
}

std::optional<PieceMoves> PieceMeant(const AnyState& state,
                                     absl::string_view line, bool whole) {
  const WordList words = Words(line);
  if (words.empty()) return std::nullopt;
  const std::map<std::string, WordList> by_cell = MovesByCell(state);
  if (by_cell.empty()) return std::nullopt;
  const std::pair<const std::string, WordList>* found = nullptr;
  for (const auto& entry : by_cell) {
    const WordList cell = Words(entry.first);
    if (whole ? words == cell : BeginsWith(words, cell)) {
      // The longest name: 1 is a beginning of nothing else, but a of a, 1.
      if (found == nullptr || Words(found->first).size() < cell.size()) {
        found = &entry;
      }
    }
  }
  if (found == nullptr && !whole && CellNamesAreOfOneLength(state)) {
    for (const auto& entry : by_cell) {  // "1199" begins with 11
      if (absl::StartsWithIgnoreCase(words[0], entry.first)) found = &entry;
    }
  }
  if (found == nullptr) return std::nullopt;
  return PieceMoves{found->first, found->second};
}

}  // namespace boardwalk::session
