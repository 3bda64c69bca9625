#include "frontends/session/analysis.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "framework/number_text.h"
#include "framework/status_macros.h"
#include "frontends/session/wording.h"

namespace boardwalk::session {
namespace {

using std::chrono::milliseconds;

constexpr size_t kMostTold = 6;
constexpr milliseconds kTotal(30'000), kMostAPosition(1000);

bool IsProved(double value) { return value == 1 || value == -1; }

// Null for less than an inaccuracy.
const Grade* GradeOf(double loss) {
  const auto grade = std::ranges::find_if(
      kGrades, [loss](const Grade& one) { return loss >= one.least_loss; });
  return grade == kGrades.end() ? nullptr : &*grade;
}

}  // namespace

std::optional<int> EndsIn(const AnyState& state, const Decision& decision) {
  if (!decision.value.has_value() || !IsProved(*decision.value)) {
    return std::nullopt;
  }
  const std::unique_ptr<AnyState> end = state.Clone();
  for (const AnyMove move : decision.line) {
    if (!end->IsLegal(move) || !end->Apply(move).ok()) return std::nullopt;
  }
  if (!end->IsTerminal() || end->Returns()[state.ToMove()] != *decision.value) {
    return std::nullopt;
  }
  return static_cast<int>(decision.line.size());
}

GameAnalysis::GameAnalysis(std::string player, int plies)
    : player_(std::move(player)),
      each_(std::clamp(kTotal / std::max(plies, 1), milliseconds(1),
                       kMostAPosition)),
      looks_(static_cast<size_t>(plies)) {}

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
  const AnyState& state = session.history().StateAt(ply);
  Look look = {.choice = {*choice.value, state.FormatMove(choice.move),
                          EndsIn(state, choice)}};
  if (IsProved(*choice.value)) look.line = PvTexts(state, choice.line);
  if (choice.value == 1) look.wins = {look.choice.best};
  for (const RankedMove& ranked : choice.ranking) {
    if (ranked.value == 1) look.wins.push_back(state.FormatMove(ranked.move));
  }
  looks_[ply] = std::move(look);
}

// Every move of a lost position keeps the proof, and in a won one those that
// are proved to win. With two players the next position is then proved, too;
// with more, a proof says nothing of the others.
std::vector<GameAnalysis::Judged> GameAnalysis::Judge(
    const Session& session) const {
  const GameHistory& history = session.history();
  std::vector<Judged> judged(looks_.size());
  std::optional<double> proved;  // of the position, for the seat to move
  absl::Span<const std::string> line;
  std::optional<int> ends_in;  // by `line`
  for (int ply = 0; ply < static_cast<int>(looks_.size()); ++ply) {
    const std::optional<Look>& look = looks_[ply];
    Judged& here = judged[ply];
    const bool own = look.has_value() && IsProved(look->choice.value);
    if (own) {
      proved = look->choice.value;
      line = look->line;
      ends_in = look->choice.ends_in;
    }
    if (look.has_value()) here.choice = look->choice;
    if (!proved.has_value()) continue;
    here.knows_best = own || proved == -1 || !line.empty();
    if (look.has_value()) {
      here.choice->value = *proved;
      here.choice->ends_in = ends_in;
      if (!line.empty()) here.choice->best = line.front();
    }
    const std::string& played = session.RecordedAt(ply).text;
    const bool in_line = !line.empty() && line.front() == played;
    const bool kept = proved == -1 || in_line ||
                      (own && std::ranges::count(look->wins, played) > 0);
    if (kept) here.after = proved;
    line = in_line ? line.subspan(1) : absl::Span<const std::string>();
    if (!in_line) ends_in.reset();
    if (ends_in.has_value()) --*ends_in;
    if (!kept || session.game().NumPlayers() != 2) {
      proved.reset();
    } else if (history.SeatAt(ply + 1) != history.SeatAt(ply)) {
      proved = -*proved;
    }
  }
  return judged;
}

std::vector<std::optional<GameAnalysis::Choice>> GameAnalysis::Choices(
    const Session& session) const {
  std::vector<std::optional<Choice>> choices;
  choices.reserve(looks_.size());
  for (Judged& judged : Judge(session)) {
    choices.push_back(std::move(judged.choice));
  }
  return choices;
}

std::optional<double> GameAnalysis::ValueAfter(
    const Session& session, const std::vector<Judged>& judged, int ply) const {
  const GameHistory& history = session.history();
  const int seat = history.SeatAt(ply);
  const int plies = static_cast<int>(judged.size());
  if (ply + 1 == plies && history.StateAt(plies).IsTerminal()) {
    return history.StateAt(plies).Returns()[seat];
  }
  if (judged[ply].after.has_value()) return judged[ply].after;
  const bool two = session.game().NumPlayers() == 2;
  for (int next = ply + 1; next < plies; ++next) {
    const bool own = history.SeatAt(next) == seat;
    if (!own && !two) continue;
    const std::optional<Choice>& choice = judged[next].choice;
    if (!choice.has_value()) return std::nullopt;
    return own ? choice->value : -choice->value;
  }
  if (history.StateAt(plies).IsTerminal()) {
    return history.StateAt(plies).Returns()[seat];
  }
  return std::nullopt;
}

std::vector<GameAnalysis::Turn> GameAnalysis::Turns(
    const Session& session) const {
  const std::vector<Judged> judged = Judge(session);
  std::vector<Turn> turns;
  for (int ply = 0; ply < static_cast<int>(judged.size()); ++ply) {
    const auto after = ValueAfter(session, judged, ply);
    if (!looks_[ply].has_value() || !after.has_value()) continue;
    // Where nobody knows how the position is won, the player's opinion before
    // the move is compared with that after it.
    const Choice& choice =
        judged[ply].knows_best ? *judged[ply].choice : looks_[ply]->choice;
    const Grade* const grade = GradeOf(choice.value - *after);
    if (grade == nullptr) continue;
    const bool chosen = session.RecordedAt(ply).text == choice.best;
    turns.push_back({ply, choice, *after, chosen ? nullptr : grade});
  }
  return turns;
}

std::vector<GameAnalysis::Turn> GameAnalysis::Worst(std::vector<Turn> turns) {
  std::ranges::stable_sort(turns, std::ranges::greater(), [](const Turn& turn) {
    return std::pair(turn.grade != nullptr, turn.Loss());
  });
  if (turns.size() > kMostTold) turns.resize(kMostTold);
  std::ranges::sort(turns, {}, &Turn::ply);
  return turns;
}

// With two seats the values of the turn say it.
std::string GameAnalysis::BestText(
    const Session& session, const std::vector<std::optional<Choice>>& choices,
    int ply) const {
  const int seats = session.game().NumPlayers();
  if (seats == 2) return "";
  // The seat with the greatest value, each at its turn that is the nearest from
  // `from` on, going by `step`; none where one is not known.
  const auto best = [&](int from, int step) -> std::optional<int> {
    std::optional<int> leader;
    double most = 0;
    for (int seat = 0; seat < seats; ++seat) {
      int at = from;
      while (at >= 0 && at < static_cast<int>(choices.size()) &&
             session.history().SeatAt(at) != seat) {
        at += step;
      }
      if (at < 0 || at >= static_cast<int>(choices.size()) ||
          !choices[at].has_value()) {
        return std::nullopt;
      }
      if (!leader.has_value() || choices[at]->value > most) {
        leader = seat;
        most = choices[at]->value;
      }
    }
    return leader;
  };
  const std::optional<int> before = best(ply, -1), after = best(ply + 1, 1);
  if (!before.has_value() || !after.has_value()) return "";
  return before == after
             ? absl::StrCat("; ", SeatTitle(*before), " stood best throughout")
             : absl::StrCat("; ", SeatTitle(*before), " stood best before, ",
                            SeatTitle(*after), " after");
}

std::string GameAnalysis::TurnText(
    const Session& session, const std::vector<std::optional<Choice>>& choices,
    const Turn& turn) const {
  const bool graded = turn.grade != nullptr;
  return absl::StrCat(
      "  move ", MoveNumber(turn.ply, session.game().NumPlayers()), ", ",
      SeatTitle(session.history().SeatAt(turn.ply)), ": ",
      session.RecordedAt(turn.ply).text, graded ? turn.grade->sign : "",
      ", from ", FormatSigned(turn.choice.value, 2), " to ",
      FormatSigned(turn.after, 2),
      graded ? absl::StrCat("; better ", turn.choice.best, ", says ", player_)
             : "",
      BestText(session, choices, turn.ply), "\n");
}

std::string GameAnalysis::Text(const Session& session) const {
  const std::vector<Turn> turns = Turns(session);
  const std::vector<std::optional<Choice>> choices = Choices(session);
  const int seats = session.game().NumPlayers();
  std::string text =
      turns.empty() ? absl::StrCat("No move lost its player ",
                                   kGrades.back().least_loss, " or more.\n")
                    : "Where the value turned most, for who moved:\n";
  bool has_opinions = false;  // of positions that are proved to be won
  for (const Turn& turn : Worst(turns)) {
    has_opinions |= turn.choice.value != choices[turn.ply]->value;
    absl::StrAppend(&text, TurnText(session, choices, turn));
  }
  if (has_opinions) {
    absl::StrAppend(&text, "Where a win is proved, but not by which move, ",
                    player_, "'s opinion is given here.\n");
  }
  for (int seat = 0; seat < seats && !turns.empty(); ++seat) {
    std::vector<Turn> own;
    std::ranges::copy_if(turns, std::back_inserter(own), [&](const Turn& turn) {
      return session.history().SeatAt(turn.ply) == seat;
    });
    absl::StrAppend(&text, SeatTitle(seat), ": ", GradesText(own), "\n");
  }
  absl::StrAppend(&text,
                  "Values before each move, from -1 (lost) to +1 (won):\n");
  for (int seat = 0; seat < seats; ++seat) {
    std::vector<std::string> values;
    for (size_t ply = 0; ply < choices.size(); ++ply) {
      if (session.history().SeatAt(static_cast<int>(ply)) != seat) continue;
      values.push_back(choices[ply].has_value()
                           ? FormatSigned(choices[ply]->value, 2)
                           : "?");
    }
    absl::StrAppend(&text, SeatTitle(seat), ": ", absl::StrJoin(values, " "),
                    "\n");
  }
  return text;
}

std::string GradesText(absl::Span<const GameAnalysis::Turn> turns) {
  std::vector<std::string> counts;
  for (const Grade& grade : kGrades) {
    const auto count =
        std::ranges::count(turns, &grade, &GameAnalysis::Turn::grade);
    if (count == 0) continue;
    counts.push_back(
        absl::StrCat(count, " ", count == 1 ? grade.name : grade.plural));
  }
  return counts.empty() ? "no mistakes" : absl::StrJoin(counts, ", ");
}

}  // namespace boardwalk::session
