#include "frontends/cli/match_progress.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/text.h"
#include "frontends/report/elo_text.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::cli {
namespace {

using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kBetweenDrawings(100);
constexpr std::chrono::seconds kBetweenLines(10);
constexpr int64_t kFirstLineOfOpenEnd = 16;
constexpr int kBarWidth = 20;
constexpr double kLongestLeft = 1e6 * 3600;  // seconds

double Share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 1;
}

// "3.5", "1250".
std::string RateText(double rate) {
  return rate < 10 ? absl::StrFormat("%.2g", rate)
                   : absl::StrFormat("%.0f", rate);
}

}  // namespace

std::vector<std::string> ShortNames(
    const comparison::Configuration& configuration) {
  std::vector<std::string> shown, names;
  for (size_t i = 0; i < configuration.players.size(); ++i) {
    shown.push_back(ShownName(configuration, static_cast<int>(i)));
    names.push_back(shown.back().substr(0, shown.back().find(':')));
  }
  const std::set<std::string> different(names.begin(), names.end());
  return different.size() == names.size() ? names : shown;
}

RunningScore::RunningScore(const comparison::Configuration& configuration) {
  for (std::string& name : ShortNames(configuration)) {
    scores_.push_back({.name = std::move(name)});
  }
}

void RunningScore::Add(const comparison::GameSummary& game) {
  for (const comparison::SeatResult& one : game.seats) {
    for (const comparison::SeatResult& other : game.seats) {
      if (one.player == other.player) continue;
      Score& score = scores_[one.player];
      score.points += one.returns > other.returns    ? 1
                      : one.returns == other.returns ? 0.5
                                                     : 0;
      ++score.opponents;
    }
  }
}

std::string RunningScore::Text() const {
  std::vector<std::pair<double, std::string>> shares;
  for (const Score& score : scores_) {
    if (score.opponents == 0) continue;
    shares.emplace_back(score.points / static_cast<double>(score.opponents),
                        score.name);
  }
  std::ranges::stable_sort(
      shares, [](const auto& a, const auto& b) { return a.first > b.first; });
  return absl::StrJoin(shares, "  ", [](std::string* out, const auto& share) {
    absl::StrAppend(out, share.second, " ",
                    absl::StrFormat("%.0f%%", 100 * share.first));
  });
}

SprtScore::SprtScore(statistics::SequentialTest test)
    : test_(std::move(test)), pairs_([this](const report::Block& pair) {
        report::AddPair(pair, test_);
      }) {}

void SprtScore::Add(const comparison::GameSummary& game) {
  const report::Outcome outcome = report::OutcomeOf(game);
  const int seat = outcome.players[0] == 0 ? 0 : 1;
  ++games_.counts[outcome.winners == 0 ? 1 : outcome.Won(seat) ? 2 : 0];
  pairs_.Add(game);
}

std::string SprtScore::Text() const {
  const statistics::SprtState& state = test_.state();
  return absl::StrFormat(
      "LLR %+.2f (%+.2f %+.2f)  Elo %s  +%d =%d -%d", state.llr, state.lower,
      state.upper, report::FormatElo(statistics::EstimateElo(test_.pairs()), 1),
      games_.counts[2], games_.counts[1], games_.counts[0]);
}

std::string ProgressBar(double share) {
  const int full =
      std::clamp(static_cast<int>(share * kBarWidth), 0, kBarWidth);
  return absl::StrCat("[", std::string(static_cast<size_t>(full), '#'),
                      std::string(static_cast<size_t>(kBarWidth - full), '.'),
                      "]");
}

MatchProgress::MatchProgress(const Extent& extent, ProgressScore& score,
                             const Context& context, const Clock& clock)
    : extent_(extent),
      err_(context.err),
      live_(context.progress),
      clock_(clock),
      start_(clock.Now()),
      score_(score),
      screen_(context.err, {.cursor = context.progress}),
      shown_(start_),
      next_line_(extent.open_end ? kFirstLineOfOpenEnd : 0) {
  if (!live_) {
    while (next_line_ <= extent_.found) next_line_ = LineAfter(next_line_);
    return;
  }
  Draw();
  drawer_ = std::thread([this] { DrawUntilEnd(); });
}

void MatchProgress::End() {
  if (!drawer_.joinable()) return;
  {
    const MutexLock lock(&mutex_);
    ending_ = true;
  }
  ended_.NotifyOne();
  drawer_.join();
  const MutexLock lock(&mutex_);
  screen_.EndProgress();
}

int64_t MatchProgress::LineAfter(int64_t line) const {
  if (extent_.open_end) return 2 * line;
  // The number of games at the next tenth.
  const int64_t planned = std::max<int64_t>(extent_.planned, 1);
  const int64_t tenth = line * 10 / planned + 1;
  return tenth * (planned / 10) + (tenth * (planned % 10) + 9) / 10;
}

void MatchProgress::Recall(const comparison::GameSummary& game) {
  const MutexLock lock(&mutex_);
  score_.Add(game);
}

void MatchProgress::Add(const comparison::GameSummary& game) {
  const MutexLock lock(&mutex_);
  ++played_;
  score_.Add(game);
  const nanoseconds now = clock_.Now();
  if (live_) {
    if (now - shown_ >= kBetweenDrawings) Draw();
    return;
  }
  const int64_t done = extent_.found + played_;
  if (done < next_line_ && now - shown_ < kBetweenLines) return;
  while (next_line_ <= done) next_line_ = LineAfter(next_line_);
  shown_ = now;
  err_ << Line(/*bar=*/false) << std::endl;
}

void MatchProgress::Draw() {
  shown_ = clock_.Now();
  screen_.Progress(Line(/*bar=*/true));
}

void MatchProgress::DrawUntilEnd() {
  const MutexLock lock(&mutex_);
  while (!ending_) {
    const bool notified = ended_.WaitFor(&mutex_, std::chrono::seconds(1));
    if (!notified && !ending_) Draw();
  }
}

double MatchProgress::Rate() const {
  const double seconds = std::chrono::duration<double>(Elapsed()).count();
  return seconds > 0 ? static_cast<double>(played_) / seconds : 0;
}

std::string MatchProgress::Line(bool bar) const {
  const int64_t done = extent_.found + played_;
  const double rate = Rate();
  std::string line;
  if (extent_.open_end) {
    absl::StrAppend(&line, done, " games");
  } else if (bar) {
    absl::StrAppend(&line, ProgressBar(Share(done, extent_.planned)), " ", done,
                    "/", extent_.planned);
  } else {
    absl::StrAppend(&line, done, " of ", extent_.planned, " games (",
                    static_cast<int>(100 * Share(done, extent_.planned)),
                    " %)");
  }
  if (rate > 0) absl::StrAppend(&line, "  ", RateText(rate), "/s");
  if (!extent_.open_end && rate > 0) {
    const double left = static_cast<double>(extent_.planned - done) / rate;
    absl::StrAppend(
        &line, "  ",
        FormatClock(std::chrono::duration_cast<nanoseconds>(
            std::chrono::duration<double>(std::min(left, kLongestLeft)))),
        " left");
  } else {
    absl::StrAppend(&line, "  ", FormatClock(Elapsed()));
  }
  const std::string score = score_.Text();
  if (!score.empty()) absl::StrAppend(&line, "  ", score);
  return line;
}

void MatchProgress::PrintTotal() {
  std::string total;
  {
    const MutexLock lock(&mutex_);
    total =
        absl::StrCat(Counted(played_, "game"), " in ", FormatClock(Elapsed()),
                     ", ", RateText(Rate()), " a second");
  }
  End();
  err_ << total << std::endl;
}

}  // namespace boardwalk::cli
