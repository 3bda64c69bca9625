#include "framework/pdn.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr size_t kLineWidth = 80;
constexpr absl::string_view kBlank = " \t\r\n";

char Letter(const BoardLayout& layout, int seat) {
  return LookOfSeat(layout, seat).color == PieceColor::kWhite ? 'W' : 'B';
}

// The seat of 'W' or 'B', or none.
std::optional<int> SeatOf(const BoardLayout& layout, char letter) {
  for (const int seat : {0, 1}) {
    if (Letter(layout, seat) == letter) return seat;
  }
  return std::nullopt;
}

// The numbers of "7" or "5-8".
absl::StatusOr<std::pair<int, int>> ParseRange(absl::string_view text) {
  const std::vector<absl::string_view> ends = absl::StrSplit(text, '-');
  int first = 0, last = 0;
  if (ends.size() > 2 || !absl::SimpleAtoi(ends.front(), &first) ||
      !absl::SimpleAtoi(ends.back(), &last)) {
    return InvalidArgument(Quoted(text),
                           " is no square; write a number, such as 18, K18 "
                           "for a king, or a range, 1-12");
  }
  return std::pair(first, last);
}

// Adds the pieces of "K10,12,15-18".
absl::Status AddPieces(const BoardLayout& layout, int seat,
                       absl::string_view squares, std::vector<Piece>& pieces) {
  for (absl::string_view text :
       absl::StrSplit(squares, ',', absl::SkipWhitespace())) {
    text = absl::StripAsciiWhitespace(text);
    const bool king = absl::ConsumePrefix(&text, "K");
    ASSIGN_OR_RETURN(const auto range, ParseRange(text));
    const auto [first, last] = range;
    const auto count = static_cast<int>(layout.cells.size());
    if (first < 1 || last > count || first > last) {
      return InvalidArgument(Quoted(text),
                             " is off the board: squares are 1 to ", count);
    }
    for (int square = first; square <= last; ++square) {
      const auto cell =
          std::ranges::find(layout.cells, absl::StrCat(square), &Cell::name);
      const auto index = static_cast<int>(cell - layout.cells.begin());
      if (std::ranges::count(pieces, index, &Piece::cell) > 0) {
        return InvalidArgument("there are two pieces on square ", square);
      }
      pieces.push_back(
          {.cell = index, .owner = seat, .kind = king ? "king" : ""});
    }
  }
  return absl::OkStatus();
}

// Reads the words of the games one after the other.
class PdnReader {
 public:
  PdnReader(const AnyGame& game, absl::string_view text)
      : game_(game), text_(text) {}

  absl::StatusOr<std::vector<PdnGame>> Read() {
    for (;;) {
      ASSIGN_OR_RETURN(const bool more, SkipBlanks());
      if (!more) return std::move(games_);
      const absl::Status status = text_[at_] == '[' ? ReadTag() : ReadWord();
      RETURN_IF_ERROR(At(absl::StrCat("line ", line_), status));
    }
  }

 private:
  // Goes to the next tag or word, over comments and variations; false at the
  // end of the text. Errors begin with the line, here alone.
  absl::StatusOr<bool> SkipBlanks() {
    std::vector<int> variations;  // the lines where they begin
    for (; at_ < text_.size(); Next()) {
      const char c = text_[at_];
      const bool begins_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (c == '{') {
        const int line = line_;
        SkipTo('}');
        if (at_ >= text_.size()) return NoEnd(line, "a comment", "}");
      } else if (c == ';' || (c == '%' && begins_line)) {
        SkipTo('\n');
        if (at_ >= text_.size()) break;
      } else if (c == '(') {
        variations.push_back(line_);
      } else if (c == ')') {
        if (variations.empty()) {
          return InvalidArgument("line ", line_, ": ) ends no variation");
        }
        variations.pop_back();
      } else if (variations.empty() &&
                 kBlank.find(c) == absl::string_view::npos) {
        return true;
      }
    }
    if (!variations.empty())
      return NoEnd(variations.back(), "a variation", ")");
    return false;
  }

  static absl::Status NoEnd(int line, absl::string_view what,
                            absl::string_view end) {
    return InvalidArgument("line ", line, ": ", what, " has no end; write ",
                           end);
  }

  void SkipTo(char end) {
    while (at_ < text_.size() && text_[at_] != end) Next();
  }

  void Next() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }

  // The game that the next tag or move belongs to.
  PdnGame& Current(bool tag) {
    if (games_.empty() || ended_ || (tag && !games_.back().moves.empty())) {
      games_.push_back({.line = line_, .start = game_.InitialState()});
      state_ = game_.InitialState();
      ended_ = false;
    }
    return games_.back();
  }

  // [Name "value"]: only FEN and the game's type matter.
  absl::Status ReadTag() {
    const size_t begin = at_ + 1;
    bool quoted = false;
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '"') quoted = !quoted;
      if (text_[at_] == '\\' && quoted) ++at_;  // what follows is no end
      if (at_ < text_.size() && text_[at_] == ']' && !quoted) break;
    }
    if (at_ >= text_.size() || text_[at_] != ']') {
      return InvalidArgument("a tag has no end; write [Name \"value\"]");
    }
    const absl::string_view tag = text_.substr(begin, at_ - begin);
    ++at_;
    const std::vector<absl::string_view> parts =
        absl::StrSplit(tag, absl::MaxSplits('"', 1));
    const absl::string_view name = absl::StripAsciiWhitespace(parts[0]);
    if (parts.size() != 2 || name.empty() || !absl::EndsWith(tag, "\"")) {
      return InvalidArgument("[", Quoted(tag),
                             "] is no tag; write [Name \"value\"]");
    }
    const absl::string_view value = parts[1].substr(0, parts[1].size() - 1);
    PdnGame& game = Current(/*tag=*/true);
    if (name == "GameType") return CheckType(value);
    if (name != "FEN") return absl::OkStatus();
    ASSIGN_OR_RETURN(game.start, ParsePdnPosition(game_, value));
    state_ = game.start->Clone();
    return absl::OkStatus();
  }

  absl::Status CheckType(absl::string_view value) const {
    const absl::string_view type = value.substr(0, value.find(','));
    if (type == absl::StrCat(game_.Info().pdn_type)) return absl::OkStatus();
    return InvalidArgument("GameType ", Quoted(type), " is another game; ",
                           game_.Info().title, " is ", game_.Info().pdn_type);
  }

  // A move, its number, a result or a sign.
  absl::Status ReadWord() {
    size_t end = text_.find_first_of(" \t\r\n{;()[", at_);
    end = std::min(end, text_.size());
    absl::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*" ||
        word == "2-0" || word == "0-2" || word == "1-1" || word == "0-0") {
      Current(/*tag=*/false);
      ended_ = true;
      return absl::OkStatus();
    }
    int number = 0;  // of a move, without its dot
    if (word[0] == '$' || absl::SimpleAtoi(word, &number)) {
      return absl::OkStatus();
    }
    const size_t dot = word.find_last_of('.');
    if (dot != absl::string_view::npos) word.remove_prefix(dot + 1);
    while (!word.empty() && (word.back() == '!' || word.back() == '?')) {
      word.remove_suffix(1);
    }
    if (word.empty()) return absl::OkStatus();
    PdnGame& game = Current(/*tag=*/false);
    ASSIGN_OR_RETURN(const AnyMove move, MoveOf(word));
    game.moves.push_back(state_->FormatMove(move));
    state_->ApplyLegal(move);
    return absl::OkStatus();
  }

  absl::StatusOr<AnyMove> MoveOf(absl::string_view word) const {
    const auto exact = state_->ParseMove(word);
    const std::vector<absl::string_view> squares =
        absl::StrSplit(word, absl::ByAnyChar("x-:"));
    if (exact.ok() || squares.size() < 2) return exact;
    std::optional<AnyMove> found;
    for (const AnyMove& move : state_->LegalMoves()) {
      const std::vector<std::string> path = state_->Path(move);
      if (path.size() < 2 || squares.size() > 2 ||
          path.front() != squares.front() || path.back() != squares.back()) {
        continue;
      }
      if (found.has_value()) {
        return InvalidArgument(Quoted(word),
                               " may be several captures; name every square");
      }
      found = move;
    }
    if (found.has_value()) return *found;
    return exact;
  }

  const AnyGame& game_;
  const absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  std::vector<PdnGame> games_;
  std::unique_ptr<AnyState> state_;  // after the moves of the last one
  bool ended_ = false;               // the last one has its result
};

// In quotes, with those inside escaped, as PGN does.
std::string TagValue(absl::string_view value) {
  return absl::StrReplaceAll(OneLine(value, value.size()),
                             {{"\\", "\\\\"}, {"\"", "\\\""}});
}

std::string ResultOf(const BoardLayout& layout, const SeatValues* returns) {
  if (returns == nullptr) return "*";
  const double white = (*returns)[*SeatOf(layout, 'W')];
  return white > 0 ? "1-0" : white < 0 ? "0-1" : "1/2-1/2";
}

// Words with blanks between them, in lines.
std::string Wrapped(const std::vector<std::string>& words) {
  std::string text;
  size_t width = 0;
  for (const std::string& word : words) {
    const bool fits = width + 1 + word.size() <= kLineWidth;
    if (!text.empty()) text += fits ? ' ' : '\n';
    width = fits ? width + 1 + word.size() : word.size();
    text += word;
  }
  return text;
}

}  // namespace

bool HasPdn(const AnyGame& game) {
  if (game.Info().pdn_type == 0 || game.NumPlayers() != 2) return false;
  const BoardLayout layout = game.Layout();
  std::vector<bool> named(layout.cells.size());
  for (const Cell& cell : layout.cells) {
    size_t number = 0;
    if (!absl::SimpleAtoi(cell.name, &number) || number < 1 ||
        number > named.size() || absl::StrCat(number) != cell.name) {
      return false;
    }
    named[number - 1] = true;
  }
  return SeatOf(layout, 'W').has_value() && SeatOf(layout, 'B').has_value() &&
         std::ranges::find(named, false) == named.end();
}

bool IsPdnPosition(const AnyGame& game, absl::string_view text) {
  return (absl::StartsWith(text, "W:") || absl::StartsWith(text, "B:")) &&
         HasPdn(game);
}

absl::StatusOr<std::unique_ptr<AnyState>> ParsePdnPosition(
    const AnyGame& game, absl::string_view text) {
  const BoardLayout layout = game.Layout();
  absl::ConsumeSuffix(&text, ".");
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ':');
  const auto seat_of = [&](absl::string_view part) {
    return part.empty() ? std::nullopt : SeatOf(layout, part[0]);
  };
  // The side to move, then both sides in any order; one without pieces may be
  // left out.
  bool right = parts.size() <= 3 && parts[0].size() == 1;
  for (const absl::string_view part : parts) {
    right = right && seat_of(part).has_value();
  }
  if (!right || (parts.size() == 3 && parts[1][0] == parts[2][0])) {
    return InvalidArgument(
        Quoted(text),
        " is no position of PDN; write the side to move and the squares of "
        "both, such as B:W18,24,K10:B12,K22");
  }
  std::vector<Piece> pieces;
  for (size_t i = 1; i < parts.size(); ++i) {
    RETURN_IF_ERROR(
        AddPieces(layout, *seat_of(parts[i]), parts[i].substr(1), pieces));
  }
  ASSIGN_OR_RETURN(const std::string position,
                   game.ComposePosition(pieces, *SeatOf(layout, text[0])));
  return game.ParsePosition(position);
}

std::string FormatPdnPosition(const AnyState& state) {
  const BoardLayout layout = state.Game().Layout();
  std::string text(1, Letter(layout, state.ToMove()));
  std::vector<Piece> pieces = state.Pieces();
  const auto number = [&](const Piece& piece) {
    int square = 0;
    (void)absl::SimpleAtoi(layout.cells[piece.cell].name, &square);
    return square;
  };
  std::ranges::sort(pieces, {}, number);
  for (const char letter : {'W', 'B'}) {
    std::vector<std::string> squares;
    for (const Piece& piece : pieces) {
      if (Letter(layout, piece.owner) != letter) continue;
      squares.push_back(
          absl::StrCat(piece.kind.empty() ? "" : "K", number(piece)));
    }
    absl::StrAppend(&text, ":", std::string(1, letter),
                    absl::StrJoin(squares, ","));
  }
  return text;
}

std::string FormatPdn(const AnyState& start,
                      const std::vector<std::string>& moves,
                      const std::vector<PdnTag>& tags,
                      const SeatValues* returns, absl::string_view ending) {
  const AnyGame& game = start.Game();
  std::vector<PdnTag> all = tags;
  const std::string result = ResultOf(game.Layout(), returns);
  all.push_back({"Result", result});
  all.push_back({"GameType", absl::StrCat(game.Info().pdn_type)});
  if (!start.Equals(*game.InitialState())) {
    all.push_back({"SetUp", "1"});
    all.push_back({"FEN", FormatPdnPosition(start)});
  }
  std::string text;
  for (const PdnTag& tag : all) {
    absl::StrAppend(&text, "[", tag.name, " \"", TagValue(tag.value), "\"]\n");
  }
  // Who begins has the first half of a number, whatever its colour.
  std::vector<std::string> words;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i % 2 == 0) words.push_back(absl::StrCat(i / 2 + 1, "."));
    words.push_back(moves[i]);
  }
  if (!ending.empty()) {
    words.push_back(absl::StrCat(
        "{", absl::StrReplaceAll(OneLine(ending, ending.size()), {{"}", ")"}}),
        "}"));
  }
  words.push_back(result);
  return absl::StrCat(text, "\n", Wrapped(words), "\n\n");
}

absl::StatusOr<std::vector<PdnGame>> ParsePdn(const AnyGame& game,
                                              absl::string_view text) {
  return PdnReader(game, text).Read();
}

}  // namespace boardwalk
