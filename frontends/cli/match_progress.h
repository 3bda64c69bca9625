// Progress of a comparison: how many games are played and what their results
// are so far. On a terminal it is one line that is redrawn, else a plain line
// from time to time.
//
// Example, given `ProgressScore& score`, `const Context& context` and
// `comparison::RunOptions& options`:
//
//   MatchProgress progress({.planned = 240, .found = 20}, score, context);
//   options.on_game = [&](const comparison::GameSummary& game) {
//     progress.Add(game);
//     return true;
//   };

#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "framework/clock.h"
#include "framework/mutex.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"
#include "frontends/report/blocks.h"
#include "frontends/statistics/sprt.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::cli {

// The results so far, for the line of progress. Need not be thread-safe.
class ProgressScore {
 public:
  virtual ~ProgressScore() = default;
  virtual void Add(const comparison::GameSummary& game) = 0;
  // One line.
  virtual std::string Text() const = 0;
  // Whether no more games are needed.
  virtual bool Decided() const { return false; }
};

// The score of each player: 1 for each other player in the game that did worse,
// 1/2 for each that did as well.
class RunningScore final : public ProgressScore {
 public:
  explicit RunningScore(const comparison::Configuration& configuration);

  void Add(const comparison::GameSummary& game) override;

  // "mcts 78%  greedy 31%": best first, without players that have no games.
  std::string Text() const override;

 private:
  struct Score {
    std::string name;
    double points = 0;
    int64_t opponents = 0;
  };
  std::vector<Score> scores_;
};

// A sequential test of player 0 against player 1.
class SprtScore final : public ProgressScore {
 public:
  explicit SprtScore(statistics::SequentialTest test);
  SprtScore(const SprtScore&) = delete;
  SprtScore& operator=(const SprtScore&) = delete;

  // A pair counts when both of its games are there. REQUIRES: games with two
  // seats, the two games of a pair one after the other.
  void Add(const comparison::GameSummary& game) override;

  // "LLR +0.51 (-2.94 +2.94)  Elo +12.3 +- 40.1  +5 =2 -3".
  std::string Text() const override;

  bool Decided() const override {
    return test_.state().verdict != statistics::SprtVerdict::kContinue;
  }

  const statistics::SequentialTest& test() const { return test_; }
  // All games, including those of incomplete and of repeated pairs.
  const statistics::GameCounts& games() const { return games_; }

 private:
  statistics::SequentialTest test_;
  statistics::GameCounts games_;
  report::BlockCollector pairs_;
};

// What reports call the players, without parameters if these names differ.
std::vector<std::string> ShortNames(
    const comparison::Configuration& configuration);

// Thread-safe.
class MatchProgress {
 public:
  struct Extent {
    int64_t planned = 0;
    int64_t found = 0;  // of them, in the file before anything is played
    // Whether `planned` is only an upper bound, so the time left is unknown.
    bool open_end = false;
  };

  // Draws the first line on a terminal. The arguments must outlive this object.
  MatchProgress(const Extent& extent, ProgressScore& score,
                const Context& context, const Clock& clock = WallClock());
  ~MatchProgress() { End(); }
  MatchProgress(const MatchProgress&) = delete;
  MatchProgress& operator=(const MatchProgress&) = delete;

  // Adds a game that was found to the score.
  void Recall(const comparison::GameSummary& game);

  // Adds a game that was played. A terminal is redrawn at most ten times a
  // second, and at least once a second. Elsewhere a line is written for each
  // tenth of the planned games (with an open end, whenever the number of games
  // has doubled), and after ten seconds without a line.
  void Add(const comparison::GameSummary& game);

  // Removes the line and prints "220 games in 1:02, 3.5 a second": the games
  // that were played. REQUIRES: no later calls of Add.
  void PrintTotal();

 private:
  void End();
  std::chrono::nanoseconds Elapsed() const { return clock_.Now() - start_; }
  double Rate() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  int64_t LineAfter(int64_t line) const;
  std::string Line(bool bar) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Draw() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DrawUntilEnd();

  const Extent extent_;
  std::ostream& err_;
  const bool live_;
  const Clock& clock_;
  const std::chrono::nanoseconds start_;

  mutable Mutex mutex_;
  ProgressScore& score_ ABSL_GUARDED_BY(mutex_);
  terminal::Screen screen_ ABSL_GUARDED_BY(mutex_);
  int64_t played_ ABSL_GUARDED_BY(mutex_) = 0;
  std::chrono::nanoseconds shown_ ABSL_GUARDED_BY(mutex_);
  // Games done at which a line is due.
  int64_t next_line_ ABSL_GUARDED_BY(mutex_) = 0;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  CondVar ended_;
  std::thread drawer_;
};

// "[#####...............]", for a share from 0 to 1.
std::string ProgressBar(double share);

}  // namespace boardwalk::cli
