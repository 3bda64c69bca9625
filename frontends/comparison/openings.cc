#include "frontends/comparison/openings.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/hash_text.h"
#include "framework/pdn.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::comparison {
namespace {

constexpr absl::string_view kPositionWord = "position ";

// A file of openings may be this large, with blanks and comments.
constexpr size_t kMaxOpeningsBytes = 4 << 20;
constexpr size_t kMaxOpeningLine = 10'000;

// After Fisher and Yates.
std::vector<std::string> Shuffled(std::vector<std::string> lines,
                                  uint64_t seed) {
  Random random(seed);
  for (size_t left = lines.size(); left > 1; --left) {
    std::swap(lines[left - 1],
              lines[random.Below(static_cast<uint32_t>(left))]);
  }
  return lines;
}

}  // namespace

absl::StatusOr<Opening> ParseOpening(const AnyGame& game,
                                     absl::string_view line) {
  Opening opening;
  if (absl::StartsWith(line, kPositionWord)) {
    ASSIGN_OR_RETURN(opening.state,
                     game.ParsePosition(line.substr(kPositionWord.size())));
  } else {
    opening.state = game.InitialState();
    RETURN_IF_ERROR(
        PlayMoves(*opening.state, SplitWords(line), [&](AnyMove move) {
          opening.moves.push_back(opening.state->FormatMove(move));
        }));
  }
  if (opening.state->IsTerminal()) {
    return absl::InvalidArgumentError("the game is over after it");
  }
  return opening;
}

std::string FormatOpening(const Opening& opening) {
  return opening.moves.empty()
             ? absl::StrCat(kPositionWord, opening.state->FormatPosition())
             : absl::StrJoin(opening.moves, " ");
}

BookBuilder::BookBuilder(const AnyGame& game) : game_(game) {}

absl::Status BookBuilder::Add(absl::string_view line) {
  ASSIGN_OR_RETURN(const Opening opening, ParseOpening(game_, line));
  Add(opening);
  return absl::OkStatus();
}

void BookBuilder::Add(const Opening& opening) {
  if (positions_.insert(opening.state->Hash()).second) {
    lines_.push_back(FormatOpening(opening));
  }
}

absl::Status BookBuilder::AddPdn(absl::string_view text) {
  if (!HasPdn(game_)) {
    return InvalidArgument("this looks like PDN, in which ", game_.Name(),
                           " is not written; write moves, or position and its "
                           "text, a line for each");
  }
  ASSIGN_OR_RETURN(std::vector<PdnGame> games, ParsePdn(game_, text));
  for (PdnGame& one : games) {
    Opening opening;
    const bool from_opening = one.start->Equals(*game_.InitialState());
    if (from_opening) opening.moves = one.moves;
    const std::vector<absl::string_view> moves(one.moves.begin(),
                                               one.moves.end());
    RETURN_IF_ERROR(
        At(absl::StrCat("line ", one.line), PlayMoves(*one.start, moves)));
    if (one.start->IsTerminal()) {
      return InvalidArgument("line ", one.line,
                             ": the game is over at its end; an opening is a "
                             "game that has only begun");
    }
    opening.state = std::move(one.start);
    Add(opening);
  }
  return absl::OkStatus();
}

absl::Status BookBuilder::AddFile(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string lines, ReadFile(path, kMaxOpeningsBytes));
  absl::string_view pdn = lines;
  absl::ConsumePrefix(&pdn, "\xef\xbb\xbf");  // a mark of UTF-8
  const absl::string_view begin = absl::StripLeadingAsciiWhitespace(pdn);
  if (absl::StartsWith(begin, "[") ||
      (HasPdn(game_) &&
       (absl::StartsWith(begin, "{") || absl::StartsWith(begin, "1.")))) {
    return At(OneLine(path), AddPdn(pdn));
  }
  int64_t number = 0, openings = 0;
  for (absl::string_view line : absl::StrSplit(lines, '\n')) {
    ++number;
    const auto wrong = [&](absl::string_view why) {
      return InvalidArgument(OneLine(path), ", line ", number, ": ", why);
    };
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    if (line.size() > kMaxOpeningLine) {
      return wrong(
          absl::StrCat("it has more than ", kMaxOpeningLine, " characters"));
    }
    const std::string text = absl::StrReplaceAll(line, {{"\t", " "}});
    if (OneLine(text, text.size()) != text) {
      return wrong("this is no text; write moves, or position and its text");
    }
    const absl::Status status = Add(text);
    if (!status.ok()) return wrong(status.message());
    ++openings;
  }
  if (openings > 0) return absl::OkStatus();
  return InvalidArgument(
      Quoted(path),
      " has no opening; write moves, or position and its text, a "
      "line for each");
}

Openings::Openings(std::shared_ptr<const AnyGame> game, int plies,
                   uint64_t seed, std::vector<std::string> book)
    : game_(std::move(game)),
      plies_(plies),
      seed_(Mixed(seed, game_->Name())),
      book_(Shuffled(std::move(book), seed_)) {}

// Lines that a plan did not check, those of a file of results, may be wrong.
Opening Openings::FromBook(int64_t round) const {
  auto opening =
      ParseOpening(*game_, book_[static_cast<size_t>(round) % book_.size()]);
  if (opening.ok()) return *std::move(opening);
  return {.state = game_->InitialState(), .moves = {}};
}

Opening Openings::Get(int64_t round, const std::atomic<bool>* stop) {
  if (!book_.empty()) return FromBook(round);
  Opening opening;
  uint64_t candidate = 0;
  bool found = false;
  if (plies_ > 0) {
    const MutexLock lock(&mutex_);
    Find(static_cast<size_t>(round) + 1, stop);
    found = !found_.empty();
    if (found) candidate = found_[static_cast<size_t>(round) % found_.size()];
  }
  if (found) opening.state = Draw(candidate, &opening.moves);
  // What was found is drawn again, unless the rules are at fault: those of a
  // game in Python may raise at any time.
  if (opening.state == nullptr) {
    opening = {.state = game_->InitialState(), .moves = {}};
  }
  return opening;
}

std::unique_ptr<AnyState> Openings::Draw(
    uint64_t candidate, std::vector<std::string>* moves) const {
  Random random(Mixed(seed_, candidate));
  auto state = game_->InitialState();
  for (int ply = 0; ply < plies_; ++ply) {
    const std::vector<AnyMove> legal = state->LegalMoves();
    if (legal.empty()) return nullptr;  // the game is over
    const AnyMove move =
        legal[random.Below(static_cast<uint32_t>(legal.size()))];
    if (moves != nullptr) moves->push_back(state->FormatMove(move));
    if (!state->Apply(move).ok()) return nullptr;
  }
  return state->IsTerminal() ? nullptr : std::move(state);
}

void Openings::Find(size_t number, const std::atomic<bool>* stop) {
  int misses = 0;
  while (!all_found_ && found_.size() < number && (stop == nullptr || !*stop)) {
    const uint64_t candidate = next_candidate_++;
    const auto state = Draw(candidate, nullptr);
    if (state != nullptr && !positions_.contains(state->Hash()) &&
        !state->CanWinAtOnce()) {
      positions_.insert(state->Hash());
      found_.push_back(candidate);
      misses = 0;
    } else if (++misses == kMaxMisses) {
      all_found_ = true;
    }
    all_found_ = all_found_ || found_.size() == kMaxDistinct;
  }
}

}  // namespace boardwalk::comparison
