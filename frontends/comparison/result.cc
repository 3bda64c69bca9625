#include "frontends/comparison/result.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/hash_text.h"
#include "framework/text.h"

namespace boardwalk::comparison {
namespace {

void AddMove(const RecordedMove& move, SeatResult& seat) {
  ++seat.moves;
  seat.seconds += move.seconds;
  seat.wall_seconds += move.wall_seconds;
  seat.max_seconds = std::max(seat.max_seconds, move.seconds);
  seat.nodes += move.nodes.value_or(0);
  seat.playouts += move.playouts.value_or(0);
  seat.depth += move.depth.value_or(0);
}

// --- The details of moves ----------------------------------------------------

constexpr absl::string_view kDigits = "0123456789";

// As framework/match.cc converts the time of its clocks.
double SecondsOf(int64_t nanos) { return static_cast<double>(nanos) / 1e9; }

// Up to here every whole number of nanoseconds is a different double.
constexpr double kMaxSeconds = 9e6;

void AppendTime(std::string& text, char key, double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds)) return;
  text += key;
  if (seconds < kMaxSeconds) {
    const int64_t nanos = std::llround(seconds * 1e9);
    if (SecondsOf(nanos) == seconds) {
      absl::StrAppend(&text, nanos);
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

// Removes a prefix that consists of `characters` from `text` and returns it.
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

bool TakeReal(double min, double max, absl::string_view& text, double& number) {
  return absl::SimpleAtod(TakeAll("0123456789.e+-", text), &number) &&
         number >= min && number <= max;
}

bool TakeTime(absl::string_view& text, double& seconds) {
  absl::string_view rest = text;
  int64_t nanos = 0;
  if (absl::SimpleAtoi(TakeAll(kDigits, rest), &nanos) &&
      (rest.empty() || rest.front() == 'w')) {
    text = rest;
    seconds = SecondsOf(nanos);
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

uint64_t Fingerprint(const GameRecord& record) {
  uint64_t hash = Mixed(0, record.game);
  for (const std::string& player : record.players) hash = Mixed(hash, player);
  hash = Mixed(hash, record.start);
  for (const RecordedMove& move : record.moves) hash = Mixed(hash, move.text);
  return hash;
}

uint64_t Checksum(const FinishedGame& game) {
  const GameSummary& summary = game.summary;
  uint64_t hash =
      Mixed(summary.fingerprint, TerminationName(summary.termination));
  hash = Mixed(hash, static_cast<uint64_t>(summary.loser));
  hash = Mixed(hash, OneLine(summary.detail));
  for (const Fault& fault : summary.faults) {
    hash = Mixed(hash, static_cast<uint64_t>(fault.seat));
    hash = Mixed(hash, static_cast<uint64_t>(fault.move));
    hash = Mixed(hash, TerminationName(fault.kind));
    hash = Mixed(hash, OneLine(fault.reason));
  }
  for (const SeatResult& seat : summary.seats) {
    for (const double number :
         {seat.returns, seat.seconds, seat.wall_seconds, seat.max_seconds}) {
      // Minus zero, which SQLite does not keep, becomes zero.
      hash = Mixed(hash, std::bit_cast<uint64_t>(number + 0.0));
    }
  }
  return Mixed(hash, FormatMoveDetails(game.record.moves));
}

bool Forfeited(const GameSummary& game, int seat) {
  return (game.loser == seat && IsForfeit(game.termination)) ||
         std::ranges::any_of(game.faults, [seat](const Fault& fault) {
           return fault.seat == seat;
         });
}

int64_t Turns(const GameSummary& game, int seat) {
  // Of games for many, a turn of who drops out is in the record.
  const bool recorded =
      std::ranges::any_of(game.faults, [&game, seat](const Fault& fault) {
        return fault.seat == seat && fault.move <= game.plies;
      });
  return game.seats[static_cast<size_t>(seat)].moves +
         (Forfeited(game, seat) && !recorded ? 1 : 0);
}

absl::Status CheckPlanned(const PlannedGame& planned, const GameSummary& game) {
  std::vector<int> seats;
  for (const SeatResult& seat : game.seats) seats.push_back(seat.player);
  const char* wrong = game.round != planned.round         ? "round"
                      : game.block != planned.block       ? "block"
                      : game.variant != planned.variant   ? "game"
                      : game.pairing != planned.pairing   ? "pairing"
                      : game.rotation != planned.rotation ? "rotation"
                      : game.seed != planned.seed         ? "seed"
                      : seats != planned.seats            ? "seats"
                                                          : nullptr;
  if (wrong == nullptr) return absl::OkStatus();
  return DataLoss(
      "game ", game.id, " is not of this comparison: its ", wrong,
      wrong[std::char_traits<char>::length(wrong) - 1] == 's' ? " are" : " is",
      " not as planned; the results were changed, or another version of the "
      "program made them");
}

GameSummary SummaryOf(const PlannedGame& planned,
                      const std::vector<int>& movers,
                      const GameRecord& record) {
  GameSummary summary;
  static_cast<GameNumbers&>(summary) = planned;
  summary.termination = record.termination;
  summary.loser = record.loser;
  summary.detail = record.detail;
  summary.faults = record.faults;
  summary.plies = static_cast<int64_t>(record.moves.size());
  summary.fingerprint = Fingerprint(record);
  for (size_t seat = 0; seat < planned.seats.size(); ++seat) {
    summary.seats.push_back(
        {.player = planned.seats[seat], .returns = record.returns[seat]});
  }
  for (size_t i = 0; i < record.moves.size(); ++i) {
    AddMove(record.moves[i], summary.seats[movers[i]]);
  }
  return summary;
}

FinishedGame Finish(const PlannedGame& planned,
                    std::vector<std::string> opening,
                    const std::vector<int>& movers, GameRecord record) {
  FinishedGame finished;
  finished.summary = SummaryOf(planned, movers, record);
  finished.opening = std::move(opening);
  finished.record = std::move(record);
  return finished;
}

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
      return DataLoss("the details of move ", read + 1, ", ", Quoted(item),
                      ", make no sense");
    }
    ++read;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (read == moves.size() && text.empty()) return absl::OkStatus();
  return DataLoss("there are ", moves.size(),
                  " moves, but not as many details of them");
}

}  // namespace boardwalk::comparison
