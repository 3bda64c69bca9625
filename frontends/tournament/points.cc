#include "frontends/tournament/points.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/any_game.h"
#include "framework/match.h"

namespace boardwalk::tournament {
namespace {

using Result = SeatOutcome::Result;

// Why the player cannot play; "" if it can.
const std::string& FaultOf(const Configuration& configuration, int player) {
  static const std::string none;
  const std::vector<std::string>& faults = configuration.contest->faults;
  return faults.empty() ? none : faults[static_cast<size_t>(player)];
}

// Where `words` stand in the detail of a record, at its beginning or after
// another reason, from `from` on.
size_t FindWords(const std::string& detail, const std::string& words,
                 size_t from) {
  if (from == 0 && absl::StartsWith(detail, words)) return 0;
  const size_t found = detail.find("; " + words, from);
  return found == std::string::npos ? found : found + 2;
}

// How DroppedOutDetail begins.
std::string OutWords(int seat) {
  return absl::StrCat("seat ", seat + 1, " is out at move ");
}

bool DroppedOut(const GameSummary& game, size_t seat) {
  return FindWords(game.detail, OutWords(static_cast<int>(seat)), 0) !=
         std::string::npos;
}

Result ResultOf(const GameSummary& game, size_t seat, double best,
                int64_t winners) {
  if (DroppedOut(game, seat)) return Result::kLost;
  if (game.loser >= 0) {
    if (static_cast<int>(seat) == game.loser) return Result::kLost;
    // With more seats the game was still open.
    return game.seats.size() == 2 ? Result::kWon : Result::kNone;
  }
  const bool decided = game.termination == Termination::kRules ||
                       game.termination == Termination::kAgreement;
  if (!decided) return Result::kNone;
  if (game.seats[seat].returns < best) return Result::kLost;
  return winners == 1 ? Result::kWon : Result::kDrawn;
}

// Where the record says why a seat dropped out at that move, from `from` on.
struct ToldFault {
  size_t begin = std::string::npos;  // of the whole
  size_t text = 0;                   // of the reason
  Termination kind = Termination::kFailure;
};
ToldFault FindReason(const std::string& detail, size_t from, int seat,
                     int64_t move) {
  const std::string begins = absl::StrCat(OutWords(seat), move, " (");
  ToldFault reason;
  reason.begin = FindWords(detail, begins, from);
  if (reason.begin == std::string::npos) return reason;
  const size_t name = reason.begin + begins.size();
  const size_t end = detail.find("): ", name);
  if (end == std::string::npos) return {};
  const auto kind = ParseTermination(detail.substr(name, end - name));
  if (kind.ok()) reason.kind = *kind;
  reason.text = end + 3;
  return reason;
}

// Where the detail of a record ends that is about seats which dropped out: what
// follows is how the game was adjudicated.
size_t EndOfReasons(const FinishedGame& game) {
  const Termination termination = game.summary.termination;
  return termination == Termination::kPlyLimit
             ? game.record.detail.rfind("; no end after ")
         : termination == Termination::kRepetition
             ? game.record.detail.rfind("; the position stood ")
             : std::string::npos;
}

// The seats that dropped out, with their reasons in the detail of the record.
void AddDropOuts(const FinishedGame& game, std::vector<Fault>& faults) {
  const std::string detail = game.record.detail.substr(0, EndOfReasons(game));
  const auto seats = static_cast<int64_t>(game.summary.seats.size());
  std::vector<std::pair<Fault, ToldFault>> found;
  size_t from = 0;
  for (size_t i = 0; i < game.record.moves.size(); ++i) {
    if (game.record.moves[i].text != kDropOutWord) continue;
    const auto move = static_cast<int64_t>(i) + 1;
    // Seats move in turn; an opening may have moved before the record begins.
    const auto opening = static_cast<int64_t>(game.opening.size());
    const auto seat = static_cast<int>((opening + move - 1) % seats);
    const ToldFault reason = FindReason(detail, from, seat, move);
    if (reason.begin != std::string::npos) from = reason.text;
    found.push_back(
        {{.seat = seat, .move = move, .kind = reason.kind}, reason});
  }
  for (size_t i = 0; i < found.size(); ++i) {
    auto& [fault, reason] = found[i];
    if (reason.begin != std::string::npos) {
      const size_t end =
          i + 1 < found.size() ? found[i + 1].second.begin : std::string::npos;
      fault.reason = detail.substr(
          reason.text,
          end == std::string::npos ? end : end - reason.text - 2);  // "; "
    }
    faults.push_back(std::move(fault));
  }
}

}  // namespace

std::vector<SeatOutcome> OutcomesOf(const Configuration& configuration,
                                    const GameSummary& game) {
  double best = -1;
  for (const SeatResult& seat : game.seats) best = std::max(best, seat.returns);
  const int64_t winners =
      std::count_if(game.seats.begin(), game.seats.end(),
                    [&](const auto& seat) { return seat.returns == best; });
  std::vector<SeatOutcome> outcomes;
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    SeatOutcome outcome{.result = ResultOf(game, seat, best, winners)};
    if (!FaultOf(configuration, game.seats[seat].player).empty()) {
      outcome.result = Result::kLost;
    }
    outcome.points = outcome.result == Result::kWon     ? 2
                     : outcome.result == Result::kDrawn ? 1
                                                        : 0;
    outcomes.push_back(outcome);
  }
  return outcomes;
}

std::vector<Fault> FaultsOf(const Configuration& configuration,
                            const FinishedGame& game) {
  const GameSummary& summary = game.summary;
  std::vector<Fault> faults;
  const auto cannot_play = [&](int seat) -> const std::string& {
    return FaultOf(configuration,
                   summary.seats[static_cast<size_t>(seat)].player);
  };
  const auto seats = static_cast<int>(summary.seats.size());
  for (int seat = 0; seat < seats; ++seat) {
    const std::string& reason = cannot_play(seat);
    if (!reason.empty()) faults.push_back({.seat = seat, .reason = reason});
  }
  std::vector<Fault> later;
  AddDropOuts(game, later);
  if (summary.loser >= 0) {
    later.push_back({.seat = summary.loser,
                     .move = static_cast<int64_t>(game.record.moves.size()) + 1,
                     .kind = summary.termination,
                     .reason = summary.detail});
  }
  for (Fault& fault : later) {
    if (cannot_play(fault.seat).empty()) faults.push_back(std::move(fault));
  }
  return faults;
}

std::string FaultName(Termination kind) {
  return kind == Termination::kTimeForfeit
             ? "over time"
             : absl::StrReplaceAll(TerminationName(kind), {{"-", " "}});
}

double BonusOf(int rank) {
  return rank == 1    ? 3.0
         : rank <= 3  ? 2.2
         : rank <= 7  ? 1.4
         : rank <= 15 ? 0.6
                      : 0;
}

}  // namespace boardwalk::tournament
