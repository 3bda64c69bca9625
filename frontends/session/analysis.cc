#include "frontends/session/analysis.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/status_macros.h"
#include "frontends/session/wording.h"

namespace boardwalk::session {
namespace {

using std::chrono::milliseconds;

constexpr size_t kMaxTurns = 6;
constexpr milliseconds kTotal(30'000), kMostAPosition(1000);

}  // namespace

GameAnalysis::GameAnalysis(std::string player, int plies)
    : player_(std::move(player)),
      each_(std::clamp(kTotal / std::max(plies, 1), milliseconds(1),
                       kMostAPosition)),
      choices_(static_cast<size_t>(plies)) {}

absl::Status GameAnalysis::LookAtNext(const Session& session,
                                      const std::atomic<bool>* stop) {
  ASSIGN_OR_RETURN(
      const Decision choice,
      session.Advise(player_, looked_at_, {.time = each_, .stop = stop}, {}));
  Add(session, looked_at_++, choice);
  return absl::OkStatus();
}

void GameAnalysis::Add(const Session& session, int ply,
                       const Decision& choice) {
  if (!choice.value.has_value()) return;
  choices_[ply] = {*choice.value,
                   session.history().StateAt(ply).FormatMove(choice.move)};
}

std::optional<double> GameAnalysis::ValueAfter(const Session& session,
                                               int ply) const {
  const GameHistory& history = session.history();
  const int seat = history.SeatAt(ply);
  const int plies = static_cast<int>(choices_.size());
  if (ply + 1 == plies && history.StateAt(plies).IsTerminal()) {
    return history.StateAt(plies).Returns()[seat];
  }
  const bool two = session.game().NumPlayers() == 2;
  for (int next = ply + 1; next < plies; ++next) {
    const bool own = history.SeatAt(next) == seat;
    if (!own && !two) continue;
    if (!choices_[next].has_value()) return std::nullopt;
    return own ? choices_[next]->value : -choices_[next]->value;
  }
  if (history.StateAt(plies).IsTerminal()) {
    return history.StateAt(plies).Returns()[seat];
  }
  return std::nullopt;
}

std::vector<GameAnalysis::Turn> GameAnalysis::Turns(
    const Session& session) const {
  std::vector<Turn> turns;
  for (int ply = 0; ply < static_cast<int>(choices_.size()); ++ply) {
    const auto after = ValueAfter(session, ply);
    if (!choices_[ply].has_value() || !after.has_value()) continue;
    if (choices_[ply]->value - *after >= kTurn) {
      turns.push_back({ply, *choices_[ply], *after,
                       session.RecordedAt(ply).text != choices_[ply]->best});
    }
  }
  std::ranges::stable_sort(turns, [](const Turn& a, const Turn& b) {
    return a.choice.value - a.after > b.choice.value - b.after;
  });
  if (turns.size() > kMaxTurns) turns.resize(kMaxTurns);
  std::ranges::sort(turns, {}, &Turn::ply);
  return turns;
}

std::string GameAnalysis::Text(const Session& session) const {
  const std::vector<Turn> turns = Turns(session);
  std::string text = turns.empty() ? absl::StrCat("No move lost its player ",
                                                  kTurn, " or more.\n")
                                   : "Where the value turned, for who moved:\n";
  for (const Turn& turn : turns) {
    absl::StrAppend(
        &text, "  move ", MoveNumber(turn.ply, session.game().NumPlayers()),
        ", ", SeatTitle(session.history().SeatAt(turn.ply)), ": ",
        session.RecordedAt(turn.ply).text, ", from ",
        FormatSigned(turn.choice.value, 2), " to ", FormatSigned(turn.after, 2),
        turn.mistake ? absl::StrCat("; better ", turn.choice.best) : "", "\n");
  }
  absl::StrAppend(&text,
                  "Values before each move, from -1 (lost) to +1 (won):\n");
  for (int seat = 0; seat < session.game().NumPlayers(); ++seat) {
    std::vector<std::string> values;
    for (size_t ply = 0; ply < choices_.size(); ++ply) {
      if (session.history().SeatAt(static_cast<int>(ply)) != seat) continue;
      values.push_back(choices_[ply].has_value()
                           ? FormatSigned(choices_[ply]->value, 2)
                           : "?");
    }
    absl::StrAppend(&text, SeatTitle(seat), ": ", absl::StrJoin(values, " "),
                    "\n");
  }
  return text;
}

}  // namespace boardwalk::session
