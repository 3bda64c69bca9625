#include "frontends/tournament/move_details.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

namespace boardwalk::tournament {
namespace {

constexpr absl::string_view kDigits = "0123456789";

// As framework/match.cc turns what its clocks say into seconds.
double SecondsOf(int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e9;
}

// Up to here every whole number of nanoseconds is a double of its own.
constexpr double kMaxSeconds = 9e6;

void AppendTime(std::string& text, char key, double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds)) return;
  text += key;
  if (seconds < kMaxSeconds) {
    const int64_t nanoseconds = std::llround(seconds * 1e9);
    if (SecondsOf(nanoseconds) == seconds) {
      absl::StrAppend(&text, nanoseconds);
      return;
    }
  }
  text += ShortestNumber(seconds);
  text += 's';
}

template <typename T>
void AppendCount(std::string& text, char key, const std::optional<T>& count) {
  if (count.value_or(-1) < 0) return;
  text += key;
  absl::StrAppend(&text, *count);
}

void AppendItem(std::string& text, const RecordedMove& move) {
  const size_t start = text.size();
  if (move.value.has_value() && std::abs(*move.value) <= 1) {
    text += 'v';
    text += ShortestNumber(*move.value);
  }
  AppendCount(text, 'd', move.depth);
  AppendCount(text, 'n', move.nodes);
  AppendCount(text, 'p', move.playouts);
  AppendTime(text, 't', move.seconds);
  AppendTime(text, 'w', move.wall_seconds);
  if (text.size() == start) text += '-';
}

// Takes what consists of `characters` off the front of `text`.
absl::string_view TakeAll(absl::string_view characters,
                          absl::string_view& text) {
  const absl::string_view taken =
      text.substr(0, text.find_first_not_of(characters));
  text.remove_prefix(taken.size());
  return taken;
}

bool TakeKey(char key, absl::string_view& text) {
  if (text.empty() || text.front() != key) return false;
  text.remove_prefix(1);
  return true;
}

bool TakeReal(double least, double most, absl::string_view& text,
              double& number) {
  return absl::SimpleAtod(TakeAll("0123456789.e+-", text), &number) &&
         number >= least && number <= most;
}

bool TakeTime(absl::string_view& text, double& seconds) {
  absl::string_view rest = text;
  int64_t nanoseconds = 0;
  if (absl::SimpleAtoi(TakeAll(kDigits, rest), &nanoseconds) &&
      (rest.empty() || rest.front() == 'w')) {
    text = rest;
    seconds = SecondsOf(nanoseconds);
    return true;
  }
  return TakeReal(0, std::numeric_limits<double>::max(), text, seconds) &&
         TakeKey('s', text);
}

template <typename T>
bool TakeCount(absl::string_view& text, std::optional<T>& count) {
  return absl::SimpleAtoi(TakeAll(kDigits, text), &count.emplace());
}

bool ReadItem(absl::string_view item, RecordedMove& move) {
  if (item == "-") return true;
  if (item.empty()) return false;
  if (TakeKey('v', item) && !TakeReal(-1, 1, item, move.value.emplace())) {
    return false;
  }
  if (TakeKey('d', item) && !TakeCount(item, move.depth)) return false;
  if (TakeKey('n', item) && !TakeCount(item, move.nodes)) return false;
  if (TakeKey('p', item) && !TakeCount(item, move.playouts)) return false;
  if (TakeKey('t', item) && !TakeTime(item, move.seconds)) return false;
  if (TakeKey('w', item) && !TakeTime(item, move.wall_seconds)) return false;
  return item.empty();
}

}  // namespace

std::string FormatMoveDetails(absl::Span<const RecordedMove> moves) {
  std::string text;
  for (const RecordedMove& move : moves) {
    if (!text.empty()) text += ' ';
    AppendItem(text, move);
  }
  return text;
}

absl::Status ParseMoveDetails(absl::string_view text,
                              std::vector<RecordedMove>& moves) {
  size_t read = 0;
  while (read < moves.size() && !text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const absl::string_view item = text.substr(0, end);
    if (!ReadItem(item, moves[read])) {
      return absl::DataLossError(absl::StrCat("what is said of move ", read + 1,
                                              ", ", Quoted(item),
                                              ", makes no sense"));
    }
    ++read;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (read == moves.size() && text.empty()) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(
      "there are ", moves.size(), " moves, but not as many are told of"));
}

}  // namespace boardwalk::tournament
