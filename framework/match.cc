#include "framework/match.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"

namespace boardwalk {
namespace {

using std::chrono::nanoseconds;

double Seconds(nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

// Of a player's value only what a record can hold.
std::optional<double> SoundValue(std::optional<double> value) {
  if (!value.has_value() || !(std::abs(*value) <= 1)) return std::nullopt;
  return value;
}

absl::Status CheckOptions(const AnyState& start,
                          absl::Span<const Contestant> contestants,
                          const MatchOptions& options) {
  if (contestants.size() != static_cast<size_t>(start.NumPlayers())) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", start.Game().Name(), "' is for ", start.NumPlayers(),
                     " players, not ", contestants.size()));
  }
  for (const Contestant& contestant : contestants) {
    if (contestant.player == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("no player for '", contestant.name, "'"));
    }
  }
  if (options.max_plies < 1 || options.repetitions < 2) {
    return absl::InvalidArgumentError(
        "a match is cut after 1 ply or more, and at the 2nd occurrence of a "
        "position or later");
  }
  if (options.time_control.has_value() &&
      (options.time_control->base <= nanoseconds(0) ||
       options.time_control->base > kMaxClockBase ||
       options.time_control->increment < nanoseconds(0) ||
       options.time_control->increment > kMaxClockIncrement)) {
    return absl::InvalidArgumentError(
        "a clock needs a base above 0, of at most 1000 hours, and an increment "
        "of 0 to 24 hours");
  }
  return absl::OkStatus();
}

// One match on its way.
class Match {
 public:
  Match(const AnyState& start, absl::Span<const Contestant> contestants,
        const MatchOptions& options)
      : contestants_(contestants),
        options_(options),
        wall_clock_(options.wall_clock != nullptr ? *options.wall_clock
                                                  : WallClock()),
        state_(start.Clone()) {
    record_.game = start.Game().Name();
    record_.start = start.FormatPosition();
    record_.seed = options.seed;
    for (const Contestant& contestant : contestants) {
      record_.players.push_back(contestant.name);
      left_.push_back(options.time_control.value_or(TimeControl{}).base);
    }
  }

  absl::StatusOr<GameRecord> Play();

 private:
  absl::Status StartPlayers();
  // Whether the game is over before the next move, by the rules, by
  // adjudication or by a request to stop; says so in the record.
  bool IsOver();
  // One turn; false when it ended the match.
  bool Turn();
  // What judges the time of `seat`.
  const Clock& ClockOf(int seat) const;
  // What the side to move is told.
  Limits LimitsOf(int seat) const;
  // The time after which `seat` has lost, unset where there is none.
  std::optional<nanoseconds> TimeAllowed(int seat) const;
  void Accept(int seat, const Decision& decision, nanoseconds took,
              nanoseconds wall_took);
  // Ends the match at the expense of `seat`; always false.
  bool Forfeit(int seat, Termination termination, absl::string_view detail);

  const absl::Span<const Contestant> contestants_;
  const MatchOptions& options_;
  const Clock& wall_clock_;
  std::unique_ptr<AnyState> state_;
  std::vector<nanoseconds> left_;  // on the clock of each seat
  RepetitionCounter repetitions_;
  int occurrences_ = 0;  // of the position on the board
  GameRecord record_;
};

absl::Status Match::StartPlayers() {
  for (size_t seat = 0; seat < contestants_.size(); ++seat) {
    const absl::Status status = contestants_[seat].player->Start(
        *state_, SeatSeed(options_.seed, static_cast<int>(seat)));
    if (!status.ok()) {
      return absl::Status(status.code(),
                          absl::StrCat("'", contestants_[seat].name,
                                       "' cannot play: ", status.message()));
    }
  }
  return absl::OkStatus();
}

bool Match::IsOver() {
  const bool endless = state_->Game().Info().endless;
  if (state_->IsTerminal()) {
    record_.termination = Termination::kRules;
    record_.returns = state_->Returns();
  } else if (endless && occurrences_ >= options_.repetitions) {
    record_.termination = Termination::kRepetition;
    record_.detail =
        absl::StrCat("the position stood ", occurrences_, " times");
  } else if (endless &&
             record_.moves.size() >= static_cast<size_t>(options_.max_plies)) {
    record_.termination = Termination::kPlyLimit;
    record_.detail =
        absl::StrCat("no end after ", options_.max_plies, " plies");
  } else if (options_.limits.StopRequested()) {
    record_.detail = "stopped";
  } else {
    return false;
  }
  return true;
}

const Clock& Match::ClockOf(int seat) const {
  if (options_.limits.clock != nullptr) return *options_.limits.clock;
  return contestants_[seat].player->Threads() > 1 ? ProcessCpuClock()
                                                  : ThreadCpuClock();
}

Limits Match::LimitsOf(int seat) const {
  Limits limits = options_.limits;
  limits.clock = &ClockOf(seat);
  if (options_.time_control.has_value()) {
    const nanoseconds left = std::max(left_[seat], nanoseconds(0));
    const nanoseconds share =
        std::min(left, left / 20 + options_.time_control->increment / 4 * 3);
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
  record_.termination = termination;
  record_.loser = seat;
  record_.detail = std::string(detail);
  record_.returns = LoserPaysAll(state_->NumPlayers(), seat);
  return false;
}

bool Match::Turn() {
  const int seat = state_->ToMove();
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
  const auto decision =
      contestant.player->Choose(*state_, LimitsOf(seat), observer);
  const nanoseconds took = clock.Now() - start;
  const nanoseconds wall_took = wall_clock_.Now() - wall_start;
  if (!decision.ok()) {
    if (options_.limits.StopRequested()) return true;  // IsOver says so
    return Forfeit(seat, Termination::kFailure, decision.status().message());
  }
  const auto allowed = TimeAllowed(seat);
  if (allowed.has_value() && took - options_.grace > *allowed) {
    return Forfeit(
        seat, Termination::kTimeForfeit,
        absl::StrCat("took ", Seconds(took), " s of ",
                     Seconds(std::max(*allowed, nanoseconds(0))), " s"));
  }
  if (!state_->IsLegal(decision->move)) {
    return Forfeit(
        seat, Termination::kIllegalMove,
        absl::StrCat("'", contestant.name, "' answered an illegal move"));
  }
  Accept(seat, *decision, took, wall_took);
  return true;
}

void Match::Accept(int seat, const Decision& decision, nanoseconds took,
                   nanoseconds wall_took) {
  if (options_.time_control.has_value()) {
    // Below 0 where the grace was used, so that it is there but once.
    left_[seat] += options_.time_control->increment - took;
  }
  record_.moves.push_back({.text = state_->FormatMove(decision.move),
                           .value = SoundValue(decision.value),
                           .depth = decision.depth,
                           .nodes = decision.nodes,
                           .playouts = decision.playouts,
                           .seconds = Seconds(took),
                           .wall_seconds = Seconds(wall_took)});
  if (options_.on_move) options_.on_move(*state_, decision);
  (void)state_->Apply(decision.move);  // known to be legal
  for (const Contestant& contestant : contestants_) {
    contestant.player->Observe(decision.move);
  }
  if (state_->Game().Info().endless) occurrences_ = repetitions_.Add(*state_);
}

absl::StatusOr<GameRecord> Match::Play() {
  RETURN_IF_ERROR(StartPlayers());
  if (state_->Game().Info().endless) occurrences_ = repetitions_.Add(*state_);
  while (!IsOver() && Turn()) {
  }
  record_.final = state_->FormatPosition();
  return std::move(record_);
}

}  // namespace

int RepetitionCounter::Add(const AnyState& state) {
  std::vector<Seen>& same_hash = seen_[state.Hash()];
  for (Seen& seen : same_hash) {
    if (seen.state->Equals(state)) return ++seen.times;
  }
  same_hash.push_back({state.Clone(), 1});
  return 1;
}

absl::StatusOr<GameRecord> PlayMatch(const AnyState& start,
                                     absl::Span<const Contestant> contestants,
                                     const MatchOptions& options) {
  RETURN_IF_ERROR(CheckOptions(start, contestants, options));
  return Match(start, contestants, options).Play();
}

}  // namespace boardwalk
