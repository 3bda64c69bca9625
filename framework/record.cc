#include "framework/record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr absl::string_view kHeader = "boardwalk-record 1";
static_assert(kHeader.substr(0, kRecordSignature.size()) == kRecordSignature);
constexpr size_t kMaxRecordBytes = 64 << 20;

constexpr std::array<std::pair<Termination, absl::string_view>,
                     kNumTerminations>
    kTerminations = {{
        {Termination::kUnfinished, "unfinished"},
        {Termination::kRules, "rules"},
        {Termination::kRepetition, "repetition"},
        {Termination::kPlyLimit, "ply-limit"},
        {Termination::kAgreement, "agreement"},
        {Termination::kResignation, "resignation"},
        {Termination::kIllegalMove, "illegal-move"},
        {Termination::kTimeForfeit, "overrun"},
        {Termination::kFailure, "failure"},
        {Termination::kCrash, "crash"},
        {Termination::kStall, "stall"},
        {Termination::kNonsense, "nonsense"},
    }};

absl::Status AtLine(int line, absl::string_view message) {
  return InvalidArgument("line ", line, ": ", message);
}

std::string FormatReturns(const SeatValues& returns, size_t seats) {
  std::string text;
  for (size_t seat = 0; seat < std::min(seats, returns.size()); ++seat) {
    absl::StrAppend(&text, " ", ShortestNumber(returns[seat]));
  }
  return text;
}

std::string WithoutControls(absl::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return std::string(absl::StripAsciiWhitespace(line));
}

// The lines of FormatRecord, counted from 1.
constexpr int kGameLine = 2;
constexpr int kStartLine = 3;
int FirstMoveLine(const GameRecord& record) {
  return RecordPlayerLine(static_cast<int>(record.players.size()));
}
int ResultLine(const GameRecord& record) {
  return FirstMoveLine(record) +
         static_cast<int>(record.moves.size() +
                          record.comments.by_ply().size());
}
int EndingLine(const GameRecord& record) { return ResultLine(record) + 1; }
int FaultLine(const GameRecord& record, size_t fault) {
  return EndingLine(record) + 1 + (HasLoser(record.termination) ? 1 : 0) +
         static_cast<int>(fault);
}
int FinalLine(const GameRecord& record) {
  return FaultLine(record, record.faults.size()) +
         (WithoutControls(record.detail).empty() ? 0 : 1);
}

void AppendTime(std::string& text, absl::string_view key, double seconds) {
  if (seconds > 0 && std::isfinite(seconds)) {
    absl::StrAppend(&text, " ", key, "=", ShortestNumber(seconds));
  }
}

void AppendMove(std::string& text, size_t number, const RecordedMove& move) {
  absl::StrAppend(&text, "move ", number, " ", WithoutControls(move.text));
  if (move.value.has_value() && std::abs(*move.value) <= 1) {
    absl::StrAppend(&text, " value=", ShortestNumber(*move.value));
  }
  if (move.depth.value_or(-1) >= 0)
    absl::StrAppend(&text, " depth=", *move.depth);
  if (move.nodes.value_or(-1) >= 0)
    absl::StrAppend(&text, " nodes=", *move.nodes);
  if (move.playouts.value_or(-1) >= 0) {
    absl::StrAppend(&text, " playouts=", *move.playouts);
  }
  AppendTime(text, "seconds", move.seconds);
  AppendTime(text, "wall", move.wall_seconds);
  text += '\n';
}

// A whole number written in decimal digits alone.
template <typename T>
bool ReadWhole(absl::string_view text, T& number) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") ==
                                           absl::string_view::npos;
  return digits && absl::SimpleAtoi(text, &number);
}

// A finite decimal number from `min` to `max`.
bool ReadReal(absl::string_view text, double min, double max, double& number) {
  return !text.empty() &&
         text.find_first_not_of("0123456789.e+-") == absl::string_view::npos &&
         absl::SimpleAtod(text, &number) && number >= min && number <= max;
}

// Splits at the first blank. Without one, the rest is empty.
std::pair<absl::string_view, absl::string_view> FirstWord(
    absl::string_view text) {
  return absl::StrSplit(text, absl::MaxSplits(' ', 1));
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  absl::StatusOr<GameRecord> Read();

 private:
  absl::Status Advance();
  absl::Status Error(absl::string_view message) const {
    return AtLine(number_, message);
  }
  // Whether the line begins with the word `key`.
  bool At(absl::string_view key) const { return FirstWord(line_).first == key; }
  // The rest of the line behind the word `key`, which must begin it; the rest
  // must not be empty. Goes on to the next line.
  absl::StatusOr<absl::string_view> Take(absl::string_view key);

  absl::Status ReadHead(GameRecord& record);
  absl::Status ReadPlayers(GameRecord& record);
  absl::Status ReadMoves(GameRecord& record);
  absl::Status ReadComments(GameRecord& record);
  absl::Status ReadResult(GameRecord& record);
  absl::Status ReadEnding(GameRecord& record);
  absl::Status ReadFaults(GameRecord& record);
  absl::Status ReadTail(GameRecord& record);

  absl::string_view text_;  // what follows line_
  absl::string_view line_;
  int number_ = 0;
};

absl::Status Reader::Advance() {
  ++number_;
  const size_t end = text_.find('\n');
  if (end == absl::string_view::npos) {
    return Error("the record is cut off; it goes on to a line 'end'");
  }
  line_ = text_.substr(0, end);
  text_.remove_prefix(end + 1);
  if (line_.size() > kMaxRecordLine) {
    return Error(absl::StrCat("longer than ", kMaxRecordLine, " bytes"));
  }
  for (const char c : line_) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) {
      return Error("a control character; a record is plain text");
    }
  }
  // Such blanks would be lost when the record is written again.
  if (absl::StripTrailingAsciiWhitespace(line_) != line_ ||
      FirstWord(line_).second.substr(0, 1) == " ") {
    return Error("a blank at the end, or two behind the first word");
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::string_view> Reader::Take(absl::string_view key) {
  const auto [word, rest] = FirstWord(line_);
  if (word != key || rest.empty()) {
    return Error(absl::StrCat("'", key, " ...' should stand here, not '",
                              line_.substr(0, 40), "'"));
  }
  RETURN_IF_ERROR(Advance());
  return rest;
}

absl::Status Reader::ReadHead(GameRecord& record) {
  RETURN_IF_ERROR(Advance());
  if (line_ != kHeader) {
    return Error(
        absl::StrCat("'", kHeader, "' should stand here; this is no record"));
  }
  RETURN_IF_ERROR(Advance());
  ASSIGN_OR_RETURN(const auto game, Take("game"));
  record.game = std::string(game);
  ASSIGN_OR_RETURN(const auto start, Take("start"));
  record.start = std::string(start);
  if (At("seed") && !ReadWhole(FirstWord(line_).second, record.seed)) {
    return Error("the seed is a whole number from 0 to 2^64 - 1");
  }
  return Take("seed").status();
}

absl::Status Reader::ReadPlayers(GameRecord& record) {
  while (At("player")) {
    const auto [seat, name] = FirstWord(FirstWord(line_).second);
    const size_t expected = record.players.size() + 1;
    if (expected > kMaxPlayers || seat != absl::StrCat(expected) ||
        name.empty() || name.front() == ' ') {
      return Error(absl::StrCat("'player ", expected,
                                " NAME' should stand here; at most ",
                                kMaxPlayers, " play"));
    }
    record.players.emplace_back(name);
    RETURN_IF_ERROR(Advance());
  }
  if (record.players.size() < 2) {
    return Error(absl::StrCat("'player ", record.players.size() + 1,
                              " NAME' should stand here"));
  }
  return absl::OkStatus();
}

// Reads one "key=value" behind a move. The keys have a fixed order; `next` is
// the first one that may still follow.
bool ReadMoveDetail(absl::string_view word, size_t& next, RecordedMove& move) {
  constexpr std::array<absl::string_view, 6> kKeys = {
      "value", "depth", "nodes", "playouts", "seconds", "wall"};
  const std::pair<absl::string_view, absl::string_view> pair =
      absl::StrSplit(word, absl::MaxSplits('=', 1));
  const auto key = std::find(kKeys.begin() + static_cast<std::ptrdiff_t>(next),
                             kKeys.end(), pair.first);
  if (key == kKeys.end()) return false;
  const auto index = static_cast<size_t>(key - kKeys.begin());
  next = index + 1;
  switch (index) {
    case 0:
      return ReadReal(pair.second, -1, 1, move.value.emplace());
    case 1:
      return ReadWhole(pair.second, move.depth.emplace());
    case 2:
      return ReadWhole(pair.second, move.nodes.emplace());
    case 3:
      return ReadWhole(pair.second, move.playouts.emplace());
    default:
      return ReadReal(pair.second, 0, std::numeric_limits<double>::max(),
                      index == 4 ? move.seconds : move.wall_seconds);
  }
}

absl::Status Reader::ReadMoves(GameRecord& record) {
  while (At("move")) {
    const size_t expected = record.moves.size() + 1;
    if (expected > static_cast<size_t>(kMaxRecordMoves)) {
      return Error(
          absl::StrCat("a record has at most ", kMaxRecordMoves, " moves"));
    }
    const std::vector<absl::string_view> words = absl::StrSplit(line_, ' ');
    if (words.size() < 3 || words[1] != absl::StrCat(expected) ||
        words[2].empty()) {
      return Error(
          absl::StrCat("'move ", expected, " MOVE' should stand here"));
    }
    RecordedMove move;
    move.text = std::string(words[2]);
    size_t next = 0;
    for (size_t i = 3; i < words.size(); ++i) {
      if (!ReadMoveDetail(words[i], next, move)) {
        return Error(absl::StrCat(
            "'", words[i].substr(0, 40),
            "' makes no sense; behind a move stand value= (from -1 to 1), "
            "depth=, nodes=, playouts=, seconds=, wall= in this order"));
      }
    }
    record.moves.push_back(std::move(move));
    RETURN_IF_ERROR(Advance());
  }
  return absl::OkStatus();
}

absl::Status Reader::ReadComments(GameRecord& record) {
  const auto last = static_cast<int>(record.moves.size());
  for (int first = 0; At("comment");) {
    const auto [number, text] = FirstWord(FirstWord(line_).second);
    int ply = 0;
    if (!ReadWhole(number, ply) || ply < first || ply > last || text.empty() ||
        text.front() == ' ') {
      return Error(first > last
                       ? "the last position has its comment already"
                       : absl::StrCat("'comment PLY TEXT' should stand here, "
                                      "with a ply from ",
                                      first, " to ", last));
    }
    const absl::Status set = record.comments.Set(ply, text, last);
    if (!set.ok()) return Error(set.message());
    first = ply + 1;
    RETURN_IF_ERROR(Advance());
  }
  return absl::OkStatus();
}

absl::Status Reader::ReadResult(GameRecord& record) {
  const std::vector<absl::string_view> words = absl::StrSplit(line_, ' ');
  bool good = words.size() == record.players.size() + 1;
  for (size_t seat = 0; good && seat < record.players.size(); ++seat) {
    good = ReadReal(words[seat + 1], -1, 1, record.returns[seat]);
  }
  if (At("result") && !good) {
    return Error(absl::StrCat("'result' is followed by ", record.players.size(),
                              " numbers from -1 to 1, one a seat"));
  }
  return At("result") ? Take("result").status()
                      : Error(
                            "'move ...', 'comment ...' or 'result ...' should "
                            "stand here");
}

absl::Status Reader::ReadEnding(GameRecord& record) {
  if (At("ending")) {
    const auto termination = ParseTermination(FirstWord(line_).second);
    if (!termination.ok()) return Error(termination.status().message());
    record.termination = *termination;
  }
  const absl::Status status = Take("ending").status();
  if (!status.ok() || !HasLoser(record.termination)) return status;
  int seat = 0;
  if (At("loser") && (!ReadWhole(FirstWord(line_).second, seat) || seat < 1 ||
                      static_cast<size_t>(seat) > record.players.size())) {
    return Error(
        absl::StrCat("the loser is a seat from 1 to ", record.players.size()));
  }
  record.loser = seat - 1;
  return Take("loser").status();
}

absl::Status Reader::ReadFaults(GameRecord& record) {
  while (At("fault")) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line_, absl::MaxSplits(' ', 4));
    Fault fault;
    if (words.size() < 4 || !ReadWhole(words[1], fault.seat) ||
        !ReadWhole(words[2], fault.move)) {
      return Error("'fault SEAT MOVE ENDING REASON' should stand here");
    }
    --fault.seat;
    const auto kind = ParseTermination(words[3]);
    if (!kind.ok()) return Error(kind.status().message());
    fault.kind = *kind;
    if (words.size() > 4) fault.reason = std::string(words[4]);
    record.faults.push_back(std::move(fault));
    const absl::Status status =
        CheckFaults(record.faults, record.players.size(),
                    static_cast<int64_t>(record.moves.size()), record.loser);
    if (!status.ok()) return Error(status.message());
    RETURN_IF_ERROR(Advance());
  }
  return absl::OkStatus();
}

absl::Status Reader::ReadTail(GameRecord& record) {
  if (At("detail")) {
    ASSIGN_OR_RETURN(const auto detail, Take("detail"));
    record.detail = std::string(detail);
  }
  ASSIGN_OR_RETURN(const auto final, Take("final"));
  record.final = std::string(final);
  if (line_ != "end") return Error("'end' should stand here");
  if (!text_.empty()) {
    ++number_;
    return Error("nothing may follow the line 'end'");
  }
  return absl::OkStatus();
}

// Checks the result if it follows from the ending alone.
absl::Status CheckResult(const GameRecord& record) {
  if (record.termination == Termination::kRules) return absl::OkStatus();
  const SeatValues expected = ReturnsWithoutRules(
      record.termination, static_cast<int>(record.players.size()),
      record.loser);
  if (record.returns == expected) return absl::OkStatus();
  return AtLine(ResultLine(record),
                absl::StrCat("the result of a game that ended by '",
                             TerminationName(record.termination), "' is",
                             FormatReturns(expected, record.players.size())));
}

absl::StatusOr<GameRecord> Reader::Read() {
  GameRecord record;
  for (const auto part :
       {&Reader::ReadHead, &Reader::ReadPlayers, &Reader::ReadMoves,
        &Reader::ReadComments, &Reader::ReadResult, &Reader::ReadEnding,
        &Reader::ReadFaults, &Reader::ReadTail}) {
    RETURN_IF_ERROR((this->*part)(record));
  }
  RETURN_IF_ERROR(CheckResult(record));
  return record;
}

absl::Status ReplayMoves(const GameRecord& record, GameHistory& history) {
  for (size_t i = 0; i < record.moves.size(); ++i) {
    const int line = FirstMoveLine(record) + static_cast<int>(i);
    const auto move = history.state().ParseMove(record.moves[i].text);
    if (!move.ok()) {
      return AtLine(line,
                    absl::StrCat("move ", i + 1, ", '", record.moves[i].text,
                                 "': ", move.status().message()));
    }
    const absl::Status status = history.Play(*move);
    if (!status.ok()) return AtLine(line, status.message());
  }
  return absl::OkStatus();
}

// Whether the seats that dropped out are those at fault.
absl::Status CheckDropOuts(const GameRecord& record,
                           const GameHistory& history) {
  for (size_t i = 0; i < record.faults.size(); ++i) {
    const Fault& fault = record.faults[i];
    const int ply = fault.move - 1;
    if (ply >= history.plies()) continue;  // asked after the end
    if (history.MoveAt(ply) != kDropOut || history.SeatAt(ply) != fault.seat) {
      return AtLine(FaultLine(record, i),
                    absl::StrCat("seat ", fault.seat + 1,
                                 " did not drop out in move ", fault.move));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckEndingByRules(const GameRecord& record,
                                const AnyState& final) {
  if (final.IsTerminal() != (record.termination == Termination::kRules)) {
    return AtLine(EndingLine(record),
                  final.IsTerminal()
                      ? "the game is over by its rules; 'ending rules' should "
                        "stand here"
                      : "the game is not over by its rules");
  }
  if (final.IsTerminal() && final.Returns() != record.returns) {
    return AtLine(
        ResultLine(record),
        absl::StrCat("by the rules the result is",
                     FormatReturns(final.Returns(), record.players.size())));
  }
  return absl::OkStatus();
}

absl::Status CheckAdjudication(const GameRecord& record,
                               const GameHistory& history) {
  if (!IsAdjudicated(record.termination)) return absl::OkStatus();
  const bool repetition = record.termination == Termination::kRepetition;
  const GameInfo& info = history.game().Info();
  if (!info.endless) {
    return AtLine(EndingLine(record),
                  absl::StrCat("'", info.id,
                               "' ends by its own rules and is never "
                               "adjudicated"));
  }
  // A record does not say which occurrence was the last one allowed.
  if (repetition && history.Occurrences() < 2) {
    return AtLine(EndingLine(record), "the final position was not repeated");
  }
  return absl::OkStatus();
}

}  // namespace

bool IsFailure(Termination termination) {
  return termination == Termination::kFailure ||
         termination == Termination::kCrash ||
         termination == Termination::kStall ||
         termination == Termination::kNonsense;
}

bool IsAdjudicated(Termination termination) {
  return termination == Termination::kRepetition ||
         termination == Termination::kPlyLimit;
}

bool IsForfeit(Termination termination) {
  return termination == Termination::kIllegalMove ||
         termination == Termination::kTimeForfeit || IsFailure(termination);
}

bool HasLoser(Termination termination) {
  return termination == Termination::kResignation || IsForfeit(termination);
}

SeatValues ReturnsWithoutRules(Termination termination, int num_players,
                               int loser) {
  return HasLoser(termination) ? LoserPaysAll(num_players, loser)
                               : SeatValues{};
}

RecordedMove RecordOf(const AnyState& before, const Decision& decision) {
  const auto count = [](const auto& said) {
    return said.value_or(-1) >= 0 ? said : std::nullopt;
  };
  const bool sound =
      decision.value.has_value() && std::abs(*decision.value) <= 1;
  const bool timed = std::isfinite(decision.seconds) && decision.seconds >= 0;
  return {.text = before.FormatMove(decision.move),
          .value = sound ? decision.value : std::nullopt,
          .depth = count(decision.depth),
          .nodes = count(decision.nodes),
          .playouts = count(decision.playouts),
          .seconds = timed ? decision.seconds : 0};
}

absl::string_view TerminationName(Termination termination) {
  for (const auto& [value, name] : kTerminations) {
    if (value == termination) return name;
  }
  return "";
}

absl::StatusOr<Termination> ParseTermination(absl::string_view text) {
  std::vector<std::string> names;
  for (const auto& [value, name] : kTerminations) {
    if (name == text) return value;
    names.emplace_back(name);
  }
  return InvalidArgument("'", text.substr(0, 40), "' is no ending",
                         DidYouMean(text.substr(0, 40), names), " (there are ",
                         absl::StrJoin(names, ", "), ")");
}

std::string FaultsText(const std::vector<Fault>& faults) {
  return absl::StrJoin(faults, "; ", [](std::string* out, const Fault& fault) {
    absl::StrAppend(out, "seat ", fault.seat + 1, ", move ", fault.move, ", ",
                    TerminationName(fault.kind),
                    fault.reason.empty() ? "" : ": ", fault.reason);
  });
}

absl::Status CheckFaults(const std::vector<Fault>& faults, size_t seats,
                         int64_t moves, int loser) {
  // A seat that is asked after the end would have moved after the loser.
  const int64_t last = loser < 0 ? moves : moves + 2;
  std::vector<bool> at_fault(seats, false);
  int before = 0;
  for (const Fault& fault : faults) {
    const auto wrong = [&](absl::string_view what) {
      return InvalidArgument("the fault of seat ", fault.seat + 1, " ", what);
    };
    if (fault.seat < 0 || static_cast<size_t>(fault.seat) >= seats) {
      return wrong(absl::StrCat("is of none of ", seats, " seats"));
    }
    if (fault.seat == loser || at_fault[static_cast<size_t>(fault.seat)]) {
      return wrong("is the second one of that seat");
    }
    if (fault.move <= before || fault.move > last) {
      return wrong(absl::StrCat("is in move ", fault.move, ", not in one from ",
                                before + 1, " to ", last));
    }
    if (!HasLoser(fault.kind) || fault.kind == Termination::kResignation) {
      return wrong(
          absl::StrCat("cannot be '", TerminationName(fault.kind), "'"));
    }
    at_fault[static_cast<size_t>(fault.seat)] = true;
    before = fault.move;
  }
  return absl::OkStatus();
}

std::string FormatRecord(const GameRecord& record) {
  std::string text =
      absl::StrCat(kHeader, "\ngame ", WithoutControls(record.game), "\nstart ",
                   WithoutControls(record.start), "\nseed ", record.seed, "\n");
  for (size_t seat = 0; seat < record.players.size(); ++seat) {
    absl::StrAppend(&text, "player ", seat + 1, " ",
                    WithoutControls(record.players[seat]), "\n");
  }
  for (size_t i = 0; i < record.moves.size(); ++i) {
    AppendMove(text, i + 1, record.moves[i]);
  }
  for (const auto& [ply, comment] : record.comments.by_ply()) {
    absl::StrAppend(&text, "comment ", ply, " ", comment, "\n");
  }
  absl::StrAppend(&text, "result",
                  FormatReturns(record.returns, record.players.size()));
  absl::StrAppend(&text, "\nending ", TerminationName(record.termination),
                  "\n");
  if (HasLoser(record.termination)) {
    absl::StrAppend(&text, "loser ", record.loser + 1, "\n");
  }
  for (const Fault& fault : record.faults) {
    const std::string reason = WithoutControls(fault.reason);
    absl::StrAppend(&text, "fault ", fault.seat + 1, " ", fault.move, " ",
                    TerminationName(fault.kind), reason.empty() ? "" : " ",
                    reason, "\n");
  }
  const std::string detail = WithoutControls(record.detail);
  if (!detail.empty()) absl::StrAppend(&text, "detail ", detail, "\n");
  absl::StrAppend(&text, "final ", WithoutControls(record.final), "\nend\n");
  return text;
}

absl::StatusOr<GameRecord> ParseRecord(absl::string_view text) {
  if (text.size() > kMaxRecordBytes) {
    return AtLine(1, absl::StrCat("the record is longer than ", kMaxRecordBytes,
                                  " bytes"));
  }
  return Reader(text).Read();
}

absl::StatusOr<GameHistory> ReplayRecord(const Catalog& catalog,
                                         const GameRecord& record) {
  const auto game = catalog.MakeGame(record.game);
  if (!game.ok()) return AtLine(kGameLine, game.status().message());
  return ReplayRecord(**game, record);
}

absl::StatusOr<GameHistory> ReplayRecord(const AnyGame& game,
                                         const GameRecord& record) {
  const auto start = game.ParsePosition(record.start);
  if (!start.ok()) return AtLine(kStartLine, start.status().message());
  const auto seats = static_cast<size_t>((*start)->NumPlayers());
  if (record.players.size() != seats) {
    return AtLine(
        RecordPlayerLine(0),
        absl::StrCat(record.players.size(), " players for a game of ", seats));
  }
  GameHistory history(**start);
  RETURN_IF_ERROR(ReplayMoves(record, history));
  RETURN_IF_ERROR(CheckDropOuts(record, history));
  const AnyState& final = history.state();
  if (final.FormatPosition() != record.final) {
    return AtLine(FinalLine(record),
                  absl::StrCat("the moves lead to another position: ",
                               final.FormatPosition()));
  }
  RETURN_IF_ERROR(CheckEndingByRules(record, final));
  RETURN_IF_ERROR(CheckAdjudication(record, history));
  return history;
}

}  // namespace boardwalk
