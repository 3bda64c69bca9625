// `boardwalk ugi`: our players as an engine, to which other programs talk in
// the Universal Game Interface (README.md has the protocol).
//
// Example, given `const Catalog& catalog` and
// `std::shared_ptr<const AnyGame> game`:
//
//   engine::UgiServer server(catalog, game, std::cout);
//   if (!server.Run(std::cin)) std::_Exit(0);  // the player does not stop

#pragma once

#include <atomic>
#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/limits.h"
#include "framework/mutex.h"
#include "framework/player.h"
#include "frontends/engine/protocol.h"

namespace boardwalk::engine {

// Longer lines are ignored, with an error.
inline constexpr size_t kMaxCommand = 4 << 20;

// A player that is served alone, under its own name: no option chooses another.
struct SoleEngine {
  std::string player;  // its id, in all games that are played
  std::string name;    // as `id name` says it
};

class UgiServer {
 public:
  // `catalog` has the games of the option Game; `out` gets whole lines, each
  // flushed. Both outlive the server. The player is that of `sole`, else
  // `mcts`, or the game's first one.
  UgiServer(const Catalog& catalog, std::shared_ptr<const AnyGame> game,
            std::ostream& out, std::optional<SoleEngine> sole = {});
  UgiServer(const UgiServer&) = delete;
  UgiServer& operator=(const UgiServer&) = delete;
  ~UgiServer();

  // Sets an option, as `setoption` does. An error says what would be right.
  absl::Status SetOption(absl::string_view name, absl::string_view value);

  // Executes the lines of `in` until `quit` or its end. At the end a search
  // with a limit has 10 seconds to finish. False if a player ignores its stop
  // flag: then the process must end without destroying anything.
  bool Run(std::istream& in);

 private:
  // Shared by the thinking thread and the reading one.
  struct Search {
    bool infinite = false;  // answers only when it is told to stop
    std::atomic<bool> stop{false};
    std::atomic<bool> done{false};
    Mutex mutex;
    CondVar changed;  // stop or done
  };

  void Execute(absl::string_view line);
  void Say(absl::string_view line) ABSL_LOCKS_EXCLUDED(out_mutex_);
  void SayError(absl::string_view what);
  void Introduce();
  // The player that thinks unless an option chooses another one.
  std::string UsualPlayer() const;
  // Whether the options are for it, too.
  bool Offers(const PlayerInfo& player) const;
  std::vector<EngineOption> Options() const;
  absl::Status SetOptionLine(const std::vector<absl::string_view>& words);
  absl::Status SetGame(absl::string_view name);
  absl::Status SetPlayer(absl::string_view name);
  absl::Status SetParameter(absl::string_view name, absl::string_view value);
  // The player with all settings as its name; an error if one is wrong.
  absl::StatusOr<std::string> PlayerName() const;
  void SetUpOpening();
  absl::Status SetPosition(const std::vector<absl::string_view>& words);
  absl::Status ReadPosition(const std::vector<absl::string_view>& words);
  absl::Status AddMoves(const std::vector<absl::string_view>& words,
                        size_t begin);
  // The game is over for the player, if there is one.
  void DropPlayer();
  // Makes and starts the player if necessary, and tells it of the new moves.
  absl::Status PreparePlayer();
  absl::Status Go(const std::vector<absl::string_view>& words);
  absl::StatusOr<Limits> ReadLimits(const std::vector<absl::string_view>& words,
                                    bool& infinite) const;
  void Think(const Limits& limits);
  void Stop();
  bool IsThinking() const { return search_ != nullptr && !search_->done; }
  // Waits for the end of the search; false if it does not come.
  bool AwaitEnd(std::chrono::nanoseconds patience);

  const Catalog& catalog_;
  std::shared_ptr<const AnyGame> game_;
  std::ostream& out_;
  Mutex out_mutex_;
  const std::optional<SoleEngine> sole_;

  std::string player_id_;
  std::map<std::string, std::string> settings_;  // of any player, by name
  uint64_t seed_ = 0;
  bool cpu_clock_ = false;

  std::vector<std::string> position_;  // the words of the last `position`
  std::unique_ptr<AnyState> start_;    // before the moves
  std::unique_ptr<AnyState> state_;    // after them
  std::vector<AnyMove> moves_;

  // A new one for each game, as in a match; null before it is made.
  std::unique_ptr<Player> player_;
  bool started_ = false;  // for a game from start_
  bool asked_ = false;    // for a move since it was made
  size_t observed_ = 0;   // moves that it was told since it was started

  std::shared_ptr<Search> search_;
  std::thread thread_;
};

}  // namespace boardwalk::engine
