// The conversation of engine-check with a program. It records all lines and all
// faults of a step.

#ifndef BOARDWALK_FRONTENDS_ENGINE_CHECK_TALK_H_
#define BOARDWALK_FRONTENDS_ENGINE_CHECK_TALK_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "frontends/engine/engine.h"
#include "frontends/engine/engine_check.h"

namespace boardwalk::engine {

// How long ExpectSilence waits.
inline constexpr std::chrono::milliseconds kCheckSilence{150};

class CheckTalk {
 public:
  using Position = std::vector<std::string>;  // moves from the beginning

  // Both must outlive it.
  CheckTalk(const AnyGame& game, const EngineSettings& settings)
      : game_(game),
        settings_(settings),
        ugi_(settings.protocol == Protocol::kUgi),
        state_(game.InitialState()) {}

  const AnyGame& game() const { return game_; }
  const EngineSettings& settings() const { return settings_; }
  // Whether the protocol is UGI, not UCI.
  bool ugi() const { return ugi_; }
  // Null if the program must be started again.
  process::Process* process() const { return process_.get(); }
  // Of the last position.
  const AnyState& state() const { return *state_; }
  // The options in its introduction.
  const std::vector<EngineOption>& options() const { return options_; }
  void AddOption(EngineOption option) { options_.push_back(std::move(option)); }

  // Lines and `info` lines seen so far that are not part of the protocol.
  const std::set<std::string>& strange_lines() const { return strange_lines_; }
  const std::set<std::string>& strange_infos() const { return strange_infos_; }

  // Begins a step, and returns the one before it.
  CheckStep NextStep(const std::string& what);
  void Wrong(const std::string& what) { step_.wrong.push_back(what); }
  void Note(const std::string& what) { step_.notes.push_back(what); }

  // Starts the program; an error if it cannot be started.
  absl::Status Start();
  // Starts it, if it can be started, and makes it ready.
  void Greet();
  // Ends it.
  void Drop() { process_.reset(); }
  // Whether its end is wrong.
  void SetMayEnd(bool may_end) { may_end_ = may_end; }

  void Send(const std::string& line);
  // The next line; false if there is none in time or the program has ended.
  bool Read(std::chrono::steady_clock::time_point deadline, std::string& line);
  // The first line with this first word, having passed over those before it.
  std::optional<std::string> Await(absl::string_view word,
                                   std::chrono::nanoseconds time);
  // The same, and it is wrong if none comes.
  std::optional<std::string> Expect(absl::string_view word);
  void ExpectReady();
  void ExpectSilence();

  // Sets up a position, ours and the program's.
  void SetPosition(const Position& moves);
  void SendFen(const Position& before, const Position& after);
  // Moves at random, at most so many, to a position that is not over.
  Position RandomMoves(int plies, uint64_t seed) const;
  // Awaits the answer to a search and checks it; "" if there is none.
  std::string ExpectMove();
  std::string Go(const std::string& limits);
  void CheckQuery(const std::string& question, bool required);

 private:
  void Said(absl::string_view mark, absl::string_view line);
  std::unique_ptr<AnyState> StateAfter(const Position& moves) const;
  void CheckInfo(const std::string& line);

  const AnyGame& game_;
  const EngineSettings& settings_;
  const bool ugi_;
  std::unique_ptr<process::Process> process_;
  bool may_end_ = false;
  std::unique_ptr<AnyState> state_;
  std::vector<EngineOption> options_;
  CheckStep step_;
  std::set<std::string> strange_lines_, strange_infos_;
};

}  // namespace boardwalk::engine

#endif  // BOARDWALK_FRONTENDS_ENGINE_CHECK_TALK_H_
