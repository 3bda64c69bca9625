// How far the games of a comparison are: a line that stays in place on a
// terminal, plain lines now and then where standard error goes elsewhere.
//
//   RunningScore score(configuration);
//   MatchProgress progress({.planned = 240, .found = 20}, score, context);
//   options.on_game = [&](const GameSummary& game) {
//     progress.Add(game);
//     return true;
//   };

#ifndef BOARDWALK_FRONTENDS_CLI_MATCH_PROGRESS_H_
#define BOARDWALK_FRONTENDS_CLI_MATCH_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>
#include <thread>

#include "framework/clock.h"
#include "framework/mutex.h"
#include "frontends/cli/command.h"
#include "frontends/cli/standing.h"
#include "frontends/terminal/screen.h"
#include "frontends/tournament/result.h"

namespace boardwalk::cli {

// Thread-safe.
class MatchProgress {
 public:
  struct Extent {
    int64_t planned = 0;
    int64_t found = 0;  // of them, before anything is played
    // Whether `planned` is only a bound, which says nothing of the time left.
    bool open_end = false;
  };

  // Shows the beginning on a terminal. The arguments must outlive this.
  MatchProgress(const Extent& extent, Standing& standing,
                const Context& context, const Clock& clock = WallClock());
  ~MatchProgress() { End(); }
  MatchProgress(const MatchProgress&) = delete;
  MatchProgress& operator=(const MatchProgress&) = delete;

  // A game that was found is part of the standing.
  void Recall(const tournament::GameSummary& game);

  // A game was finished. On a terminal the line is drawn again at most ten
  // times a second, and once a second in between; else a line is written for
  // each tenth of the games planned (with an open end, whenever their number
  // has doubled), and if none was for ten seconds.
  void Add(const tournament::GameSummary& game);

  // "220 games in 1:02, 3.5 a second": those played since the beginning.
  std::string Total() const;

  // Takes the line away. Nothing is added later.
  void End();

 private:
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
  Standing& standing_ ABSL_GUARDED_BY(mutex_);
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

// "1:02", "1:15:00".
std::string ClockText(std::chrono::nanoseconds time);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_MATCH_PROGRESS_H_
