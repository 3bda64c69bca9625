#include "framework/match.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/errors.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

using std::chrono::nanoseconds;

double Seconds(nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

constexpr ParameterSpec kRuleValue = OptionalRealParameter(
    "value", {0, 1}, "how far from 0 the values of both players are");
constexpr ParameterSpec kRuleMoves = OptionalIntParameter(
    "moves", {1, 1000}, "in how many moves of each, one after the other");
constexpr ParameterSpec kRuleFrom =
    OptionalIntParameter("from", {0, 100'000}, "plies, before which it is not");

absl::StatusOr<ValueRule> ParseValueRule(absl::string_view what,
                                         absl::string_view text,
                                         std::vector<ParameterSpec> specs,
                                         absl::string_view example) {
  ASSIGN_OR_RETURN(const Name name, ParseName(absl::StrCat(what, ":", text)));
  ASSIGN_OR_RETURN(const Parameters given,
                   Parameters::Parse(what, std::move(specs), name.given));
  if (!given.Has(kRuleValue.name) || !given.Has(kRuleMoves.name)) {
    return InvalidArgument(Quoted(text), " has no value or no moves; write ",
                           example);
  }
  return ValueRule{
      .value = given.Real(kRuleValue.name),
      .moves = static_cast<int>(given.Int(kRuleMoves.name)),
      .from_plies = given.Has(kRuleFrom.name)
                        ? static_cast<int>(given.Int(kRuleFrom.name))
                        : 0};
}

absl::Status CheckOptions(const AnyState& start,
                          absl::Span<const Contestant> contestants,
                          const MatchOptions& options) {
  if (contestants.size() != static_cast<size_t>(start.NumPlayers())) {
    return InvalidArgument("'", start.Game().Name(), "' is for ",
                           start.NumPlayers(), " players, not ",
                           contestants.size());
  }
  for (const Contestant& contestant : contestants) {
    if (contestant.player == nullptr) {
      return InvalidArgument("no player for '", contestant.name, "'");
    }
  }
  if (options.draw_rules.max_plies < 1 || options.draw_rules.repetitions < 2) {
    return absl::InvalidArgumentError(
        "a match is cut after 1 ply or more, and at the 2nd occurrence of a "
        "position or later");
  }
  if (options.watch != nullptr && options.limits.stop != nullptr) {
    return absl::InvalidArgumentError(
        "a watched match is stopped by its watch, not by a flag");
  }
  return options.time_control.has_value()
             ? CheckTimeControl(*options.time_control)
             : absl::OkStatus();
}

// Ends a game at the expense of `seat`, or tells what it did after the end.
void AddForfeit(GameRecord& record, int seat, Termination termination,
                absl::string_view detail) {
  if (record.loser >= 0) {
    record.faults.push_back({.seat = seat,
                             .move = static_cast<int>(record.moves.size()) + 2,
                             .kind = termination,
                             .reason = OneLine(detail)});
    return;
  }
  record.termination = termination;
  record.loser = seat;
  record.detail = OneLine(detail);
  record.returns = ReturnsWithoutRules(
      termination, static_cast<int>(record.players.size()), seat);
}

// A match while it is played.
class Match {
 public:
  Match(const AnyState& start, absl::Span<const Contestant> contestants,
        const MatchOptions& options)
      : contestants_(contestants),
        options_(options),
        wall_clock_(options.wall_clock != nullptr ? *options.wall_clock
                                                  : WallClock()),
        history_(start),
        values_(options.adjudication, static_cast<int>(contestants.size())) {
    record_.game = start.Game().Name();
    record_.start = start.FormatPosition();
    record_.seed = options.seed;
    for (const Contestant& contestant : contestants) {
      record_.players.push_back(contestant.name);
      left_.push_back(options.time_control.value_or(TimeControl{}).base);
      spent_.emplace_back(0);
    }
  }

  absl::StatusOr<GameRecord> Play();

 private:
  absl::Status StartPlayers();
  // Whether the game ends before the next move: by the rules, by adjudication
  // or by a stop. Records how.
  bool IsOver();
  // Plays one turn; false when it ended the match.
  bool Turn();
  // What a player answers that is asked for its move in `state`. An error tells
  // how it forfeits (TerminationOf); nothing that its watch, or something
  // outside of the player, has ended the match.
  struct Answer {
    std::optional<absl::StatusOr<Decision>> decision = {};
    nanoseconds took{0};
    nanoseconds wall_took{0};
  };
  Answer Ask(int seat, const AnyState& state);
  // After a forfeit, see MatchOptions::ask_both.
  void AskOther();
  // The clock that judges the time of `seat`.
  const Clock& ClockOf(int seat) const;
  // The limits that the player of `seat` gets.
  Limits LimitsOf(int seat) const;
  // The time after which `seat` has lost, unset where there is none.
  std::optional<nanoseconds> TimeAllowed(int seat) const;
  // Plays `move`, records it and tells everybody who is not out.
  void Play(RecordedMove recorded, const Decision& decision);
  // The seat to move leaves the game, which goes on if it can; whether it does.
  bool DropOut(int seat, Termination termination, absl::string_view detail,
               RecordedMove last);
  // Before and after each call of a player, where there is a watch. Whether the
  // match goes on; if it is abandoned, nothing but members may be touched.
  void BeginCall(int seat, std::optional<nanoseconds> allowed = {});
  bool EndCall(int seat);
  bool StopRequested() const;
  // Whether both players say how the game ends. Records it.
  bool AdjudicateByValues();
  // Calls the player of `seat`, at its expense where all calls are charged.
  void Charge(int seat, absl::FunctionRef<void()> call);
  // Tells everybody who is not out that the game has ended.
  void EndPlayers();
  // Where all calls are charged, what was spent after the last move of each
  // seat counts with that move. The rest is told.
  void ChargeRest();
  // Ends the match at the expense of `seat`; always false.
  bool Forfeit(int seat, Termination termination, absl::string_view detail);

  const absl::Span<const Contestant> contestants_;
  const MatchOptions& options_;
  const Clock& wall_clock_;
  GameHistory history_;
  std::vector<nanoseconds> left_;  // on the clock of each seat
  ValueAdjudicator values_;
  // What each seat spent outside of Choose since its last move, and in the turn
  // in which it forfeited.
  std::vector<nanoseconds> spent_;
  GameRecord record_;
  bool goes_on_ = true;     // nobody has forfeited
  absl::Status no_result_;  // why the match has none
  bool abandoned_ = false;  // by the watch
};

absl::Status Match::StartPlayers() {
  for (size_t i = 0; i < contestants_.size() && goes_on_; ++i) {
    const auto seat = static_cast<int>(i);
    BeginCall(seat);
    absl::Status status;
    Charge(seat, [&] {
      status = contestants_[i].player->Start(history_.state(),
                                             SeatSeed(options_.seed, seat));
    });
    if (!EndCall(seat)) break;
    RETURN_IF_ERROR(
        At(absl::StrCat("'", contestants_[i].name, "' cannot play"), status));
  }
  return absl::OkStatus();
}

void Match::Charge(int seat, absl::FunctionRef<void()> call) {
  if (!options_.charge_all_calls) return call();
  const Clock& clock = ClockOf(seat);
  const nanoseconds start = clock.Now();
  call();
  spent_[seat] += clock.Now() - start;
}

void Match::ChargeRest() {
  for (size_t ply = options_.charge_all_calls ? record_.moves.size() : 0;
       ply-- > 0;) {
    const int seat = history_.SeatAt(static_cast<int>(ply));
    record_.moves[ply].seconds += Seconds(std::exchange(spent_[seat], {}));
  }
  if (!options_.on_rest) return;
  for (size_t i = 0; i < spent_.size(); ++i) {
    if (spent_[i] > nanoseconds(0)) {
      options_.on_rest(static_cast<int>(i), spent_[i]);
    }
  }
}

void Match::EndPlayers() {
  if (record_.termination == Termination::kUnfinished) return;
  for (size_t i = 0; i < contestants_.size() && !abandoned_; ++i) {
    const auto seat = static_cast<int>(i);
    if (history_.state().IsOut(seat)) continue;
    BeginCall(seat);
    Charge(seat, [&] { contestants_[i].player->GameOver(); });
    // The result stands, however late it is.
    abandoned_ = options_.watch != nullptr &&
                 options_.watch->End() == MatchWatch::Outcome::kAbandoned;
  }
}

void Match::BeginCall(int seat, std::optional<nanoseconds> allowed) {
  if (options_.watch == nullptr) return;
  options_.watch->Begin(seat, allowed, record_, history_.state());
}

bool Match::EndCall(int seat) {
  if (options_.watch == nullptr) return true;
  switch (options_.watch->End()) {
    case MatchWatch::Outcome::kInTime:
      return true;
    case MatchWatch::Outcome::kOverdue:
      return Forfeit(seat, Termination::kTimeForfeit,
                     absl::StrCat(options_.watch->Delay(),
                                  "; it stopped when it was asked to"));
    case MatchWatch::Outcome::kAbandoned:
      abandoned_ = true;
      goes_on_ = false;
  }
  return false;
}

bool Match::StopRequested() const {
  return options_.limits.StopRequested() ||
         (options_.watch != nullptr && options_.watch->stop_flag().load());
}

bool Match::IsOver() {
  record_.termination = history_.Adjudicate(options_.draw_rules);
  if (record_.termination == Termination::kRules) {
    record_.returns = history_.state().Returns();
  } else if (record_.termination == Termination::kRepetition) {
    record_.detail =
        absl::StrCat("the position stood ", history_.Occurrences(), " times");
  } else if (record_.termination == Termination::kPlyLimit) {
    record_.detail = absl::StrCat("no end after ", history_.plies(), " plies");
  } else if (StopRequested()) {
    record_.detail = "stopped";
  } else {
    return AdjudicateByValues();
  }
  return true;
}

bool Match::AdjudicateByValues() {
  const ValueAdjudicator::Ending ending = values_.EndingAfter(history_.plies());
  if (ending.rule == nullptr) return false;
  const std::string detail =
      absl::StrCat("both players agree: ", FormatValueRule(*ending.rule));
  if (ending.termination == Termination::kResignation) {
    (void)Forfeit(ending.loser, ending.termination, detail);
  } else {
    record_.termination = ending.termination;
    record_.detail = detail;
  }
  return true;
}

const Clock& Match::ClockOf(int seat) const {
  if (options_.limits.clock != nullptr) return *options_.limits.clock;
  const Player& player = *contestants_[seat].player;
  if (player.OwnClock() != nullptr) return *player.OwnClock();
  return player.Threads() > 1 ? ProcessCpuClock() : ThreadCpuClock();
}

Limits Match::LimitsOf(int seat) const {
  Limits limits = options_.limits;
  limits.clock = &ClockOf(seat);
  if (options_.watch != nullptr) limits.stop = &options_.watch->stop_flag();
  if (options_.time_control.has_value()) {
    const nanoseconds share = ShareOfClock(
        *options_.time_control, std::max(left_[seat], nanoseconds(0)));
    limits.time =
        limits.time.has_value() ? std::min(*limits.time, share) : share;
  }
  return limits;
}

std::optional<nanoseconds> Match::TimeAllowed(int seat) const {
  std::optional<nanoseconds> allowed = options_.limits.time;
  if (options_.time_control.has_value()) {
    allowed = std::min(allowed.value_or(left_[seat]), left_[seat]);
  }
  return allowed;
}

bool Match::Forfeit(int seat, Termination termination,
                    absl::string_view detail) {
  AddForfeit(record_, seat, termination, detail);
  goes_on_ = false;
  return false;
}

bool Match::DropOut(int seat, Termination termination, absl::string_view detail,
                    RecordedMove last) {
  if (!options_.play_on || !history_.state().CanDropOut()) {
    // The turn is not in the record.
    spent_[seat] = std::chrono::round<nanoseconds>(
        std::chrono::duration<double>(last.seconds));
    return Forfeit(seat, termination, detail);
  }
  record_.faults.push_back({.seat = seat,
                            .move = history_.plies() + 1,
                            .kind = termination,
                            .reason = OneLine(detail)});
  const Decision decision{.move = kDropOut, .line = {}};
  last.text = history_.state().FormatMove(kDropOut);
  Play(std::move(last), decision);
  return goes_on_;
}

bool Match::Turn() {
  const AnyState& state = history_.state();
  const int seat = state.ToMove();
  if (state.IsOut(seat)) {
    const Decision pass{.move = state.LegalMoves().front(), .line = {}};
    Play(RecordOf(state, pass), pass);
    return goes_on_;
  }
  const Answer answer = Ask(seat, state);
  if (!answer.decision.has_value()) return false;
  const absl::StatusOr<Decision>& decision = *answer.decision;
  RecordedMove move;
  if (decision.ok()) move = RecordOf(state, *decision);
  move.seconds = Seconds(answer.took + std::exchange(spent_[seat], {}));
  move.wall_seconds = Seconds(answer.wall_took);
  if (!decision.ok()) {
    if (StopRequested()) return true;  // IsOver records it
    return DropOut(seat, TerminationOf(decision.status()),
                   decision.status().message(), std::move(move));
  }
  values_.Add(seat, move.value);
  Play(std::move(move), *decision);
  return goes_on_;
}

Match::Answer Match::Ask(int seat, const AnyState& state) {
  const Contestant& contestant = contestants_[seat];
  Observer observer;
  if (options_.on_progress) {
    observer = [&](const Decision& so_far) {
      options_.on_progress(seat, so_far);
    };
  }
  const Clock& clock = ClockOf(seat);
  const nanoseconds wall_start = wall_clock_.Now();
  const nanoseconds start = clock.Now();
  const Limits limits = LimitsOf(seat);
  BeginCall(seat, limits.time);
  auto decision = contestant.player->Choose(state, limits, observer);
  if (!EndCall(seat)) {
    if (!abandoned_) spent_[seat] += clock.Now() - start;
    return {};
  }
  // A player in this process cannot be ended from outside.
  if (decision.status().code() == kPlayerEndedFromOutside &&
      contestant.player->OwnClock() != nullptr && !StopRequested()) {
    no_result_ = At(absl::StrCat("'", contestant.name, "'"), decision.status());
    goes_on_ = false;
    return {};
  }
  Answer answer;
  answer.took = clock.Now() - start;
  answer.wall_took = wall_clock_.Now() - wall_start;
  const auto allowed = TimeAllowed(seat);
  if (!decision.ok()) {
    // It forfeits by that.
  } else if (allowed.has_value() && answer.took - options_.grace > *allowed) {
    decision = absl::Status(
        kPlayerOverranTime,
        absl::StrCat("took ", Seconds(answer.took), " s of ",
                     Seconds(std::max(*allowed, nanoseconds(0))), " s"));
  } else if (!state.IsLegal(decision->move) || decision->move == kDropOut) {
    // To drop out is the match's to decide.
    decision = absl::Status(
        kPlayerMovedIllegally,
        absl::StrCat("'", contestant.name, "' answered an illegal move"));
  } else if (options_.time_control.has_value()) {
    // Below 0 where grace was used, so that there is grace only once.
    left_[seat] += options_.time_control->increment - answer.took;
  }
  answer.decision = std::move(decision);
  return answer;
}

void Match::AskOther() {
  const int loser = record_.loser;
  if (loser < 0 || record_.termination == Termination::kResignation ||
      contestants_.size() != 2 || history_.state().ToMove() != loser ||
      StopRequested()) {
    return;
  }
  const int other = 1 - loser;
  const AnyMove move = history_.state().LegalMoves().front();
  const std::unique_ptr<AnyState> next = history_.state().Clone();
  (void)next->Apply(move);
  if (next->ToMove() != other) return;
  BeginCall(other);
  contestants_[other].player->Observe(move);
  if (!EndCall(other)) return;
  const Answer answer = Ask(other, *next);
  if (!answer.decision.has_value() || answer.decision->ok() ||
      StopRequested()) {
    return;
  }
  spent_[other] += answer.took;
  const absl::Status& fault = answer.decision->status();
  AddForfeit(record_, other, TerminationOf(fault),
             absl::StrCat("after ", history_.state().FormatMove(move),
                          ", made for the other: ", fault.message()));
}

void Match::Play(RecordedMove recorded, const Decision& decision) {
  record_.moves.push_back(std::move(recorded));
  if (options_.on_move) options_.on_move(history_.state(), decision);
  (void)history_.Play(decision.move);  // known to be legal
  for (size_t i = 0; i < contestants_.size() && goes_on_; ++i) {
    const auto seat = static_cast<int>(i);
    if (history_.state().IsOut(seat)) continue;
    BeginCall(seat);
    Charge(seat, [&] { contestants_[i].player->Observe(decision.move); });
    (void)EndCall(seat);
  }
}

absl::StatusOr<GameRecord> Match::Play() {
  RETURN_IF_ERROR(StartPlayers());
  while (goes_on_ && !IsOver() && Turn()) {
  }
  if (options_.ask_both && !abandoned_ && no_result_.ok()) AskOther();
  if (!no_result_.ok()) return no_result_;
  if (!abandoned_) EndPlayers();
  if (abandoned_) {
    return absl::AbortedError("the match was abandoned: a player did not stop");
  }
  ChargeRest();
  record_.final = history_.state().FormatPosition();
  return std::move(record_);
}

}  // namespace

nanoseconds ShareOfClock(const TimeControl& control, nanoseconds left) {
  return std::min(left, left / 20 + control.increment / 4 * 3);
}

void MatchWatch::Stop() {
  const MutexLock lock(&mutex_);
  stop_ = true;
  if (!asked_.has_value()) asked_ = clock_.Now();
}

std::optional<GameRecord> MatchWatch::Check() {
  const MutexLock lock(&mutex_);
  if (!in_call_ || abandoned_) return std::nullopt;
  const nanoseconds now = clock_.Now();
  if (!asked_.has_value()) {
    if (now - call_.begin < call_.overdue_after) return std::nullopt;
    overdue_ = true;
    stop_ = true;
    asked_ = now;
  }
  if (now - std::max(*asked_, call_.begin) < patience_.stop) {
    return std::nullopt;
  }
  abandoned_ = true;
  abandoned_after_ = now - call_.begin;
  // The thread of the match is in the player's call, and changes nothing.
  GameRecord record = *call_.so_far;
  record.final = call_.state->FormatPosition();
  if (overdue_) {
    AddForfeit(
        record, call_.seat, Termination::kTimeForfeit,
        absl::StrCat(DelayAt(now), "; it did not stop when it was asked to"));
  } else {
    record.detail = "stopped";
  }
  return record;
}

bool MatchWatch::abandoned() const {
  const MutexLock lock(&mutex_);
  return abandoned_;
}

nanoseconds MatchWatch::abandoned_after() const {
  const MutexLock lock(&mutex_);
  return abandoned_after_;
}

void MatchWatch::Begin(int seat, std::optional<nanoseconds> allowed,
                       const GameRecord& so_far, const AnyState& state) {
  const MutexLock lock(&mutex_);
  // Not beyond what a clock can say.
  constexpr nanoseconds kLongest = std::chrono::hours(24 * 365);
  const nanoseconds after =
      !allowed.has_value() ? patience_.without_limit
      : *allowed > kLongest / patience_.times
          ? kLongest
          : std::max(*allowed, nanoseconds(0)) * patience_.times +
                patience_.extra;
  call_ = {seat, after, clock_.Now(), &so_far, &state};
  in_call_ = true;
}

MatchWatch::Outcome MatchWatch::End() {
  const MutexLock lock(&mutex_);
  in_call_ = false;
  return abandoned_ ? Outcome::kAbandoned
         : overdue_ ? Outcome::kOverdue
                    : Outcome::kInTime;
}

std::string MatchWatch::Delay() const {
  const MutexLock lock(&mutex_);
  return DelayAt(clock_.Now());
}

std::string MatchWatch::DelayAt(nanoseconds now) const {
  return absl::StrFormat("no answer for %.1f s by the wall clock",
                         Seconds(now - call_.begin));
}

absl::Status CheckTimeControl(const TimeControl& clock) {
  if (clock.base > nanoseconds(0) && clock.base <= kMaxClockBase &&
      clock.increment >= nanoseconds(0) &&
      clock.increment <= kMaxClockIncrement) {
    return absl::OkStatus();
  }
  return InvalidArgument("a clock of ", FormatTimeControl(clock),
                         ": the time for the game is more than 0 and at most ",
                         kMaxClockBase / std::chrono::hours(1),
                         " hours, for each move 0 to ",
                         kMaxClockIncrement / std::chrono::hours(1), " hours");
}

absl::StatusOr<TimeControl> ParseTimeControl(absl::string_view text) {
  const size_t plus = text.find('+');
  const auto base = ParseDuration(text.substr(0, plus));
  const auto increment = plus == absl::string_view::npos
                             ? absl::StatusOr<nanoseconds>(nanoseconds(0))
                             : ParseDuration(text.substr(plus + 1));
  if (!base.ok() || !increment.ok()) {
    return InvalidArgument(Quoted(text), " is not BASE+INC, such as 10s+100ms");
  }
  const TimeControl clock{.base = *base, .increment = *increment};
  RETURN_IF_ERROR(CheckTimeControl(clock));
  return clock;
}

absl::StatusOr<ValueRule> ParseResignRule(absl::string_view text) {
  return ParseValueRule("resign", text, {kRuleValue, kRuleMoves},
                        kResignExample);
}

absl::StatusOr<ValueRule> ParseDrawRule(absl::string_view text) {
  return ParseValueRule("draw", text, {kRuleValue, kRuleMoves, kRuleFrom},
                        kDrawExample);
}

std::string FormatValueRule(const ValueRule& rule) {
  return absl::StrCat(kRuleValue.name, "=", ShortestNumber(rule.value), ",",
                      kRuleMoves.name, "=", rule.moves,
                      rule.from_plies > 0 ? absl::StrCat(",", kRuleFrom.name,
                                                         "=", rule.from_plies)
                                          : "");
}

std::string FormatTimeControl(const TimeControl& clock) {
  return absl::StrCat(FormatDuration(clock.base), "+",
                      FormatDuration(clock.increment));
}

void ValueAdjudicator::Add(int seat, std::optional<double> value) {
  const auto count = [](bool holds, int& streak) {
    streak = holds ? streak + 1 : 0;
  };
  if (const auto& rule = adjudication_.resign; rule.has_value()) {
    Streaks& streaks = streaks_[static_cast<size_t>(seat)];
    count(value.has_value() && *value <= -rule->value, streaks.lost);
    count(value.has_value() && *value >= rule->value, streaks.won);
  }
  if (const auto& rule = adjudication_.draw; rule.has_value()) {
    count(value.has_value() && std::abs(*value) <= rule->value,
          streaks_[static_cast<size_t>(seat)].level);
  }
}

ValueAdjudicator::Ending ValueAdjudicator::EndingAfter(int plies) const {
  if (const auto& rule = adjudication_.resign; rule.has_value()) {
    for (const int loser : {0, 1}) {
      if (streaks_[loser].lost >= rule->moves &&
          streaks_[1 - loser].won >= rule->moves) {
        return {Termination::kResignation, loser, &*rule};
      }
    }
  }
  if (const auto& rule = adjudication_.draw;
      rule.has_value() && plies >= rule->from_plies &&
      streaks_[0].level >= rule->moves && streaks_[1].level >= rule->moves) {
    return {Termination::kAgreement, -1, &*rule};
  }
  return {};
}

Termination TerminationOf(const absl::Status& error) {
  switch (error.code()) {
    case kPlayerCrashed:
      return Termination::kCrash;
    case kPlayerStalled:
      return Termination::kStall;
    case kPlayerWroteNonsense:
      return Termination::kNonsense;
    case kPlayerMovedIllegally:
      return Termination::kIllegalMove;
    case kPlayerOverranTime:
      return Termination::kTimeForfeit;
    default:
      return Termination::kFailure;
  }
}

absl::StatusOr<GameRecord> PlayMatch(const AnyState& start,
                                     absl::Span<const Contestant> contestants,
                                     const MatchOptions& options) {
  RETURN_IF_ERROR(CheckOptions(start, contestants, options));
  return Match(start, contestants, options).Play();
}

}  // namespace boardwalk
