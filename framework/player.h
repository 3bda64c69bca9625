// A player: chooses moves for a seat. Front ends and matches see every
// algorithm as one; game_adapter.h has the base class that algorithms derive
// from.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/clock.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/random.h"

namespace boardwalk {

class AnyState;

// A move of some game, as bytes. It means something only to positions of the
// game that it came from.
struct AnyMove {
  uint64_t bits = 0;
  bool operator==(const AnyMove&) const = default;
};

// What a search thinks of one of the moves.
struct RankedMove {
  AnyMove move;
  std::optional<double> value = {};    // as that of the decision
  std::vector<AnyMove> line = {};      // `move` first
  std::optional<int64_t> visits = {};  // of a Monte-Carlo search
};

// What a player thinks of a position: its choice so far while it thinks, its
// decision in the end.
struct Decision {
  AnyMove move;
  // In [-1, 1] for the side to move; exactly +-1 for proved results only.
  std::optional<double> value = {};
  std::vector<AnyMove> line;  // the principal variation, `move` first
  std::optional<int> depth = {};
  std::optional<int> selective_depth = {};  // plies of the longest line seen
  std::optional<int64_t> nodes = {};        // tree searches
  std::optional<int64_t> playouts = {};     // Monte-Carlo searches
  std::optional<double> memory_use = {};    // of the player's own table, 0 to 1
  double seconds = 0;                       // by the limits' clock
  // The best moves in order, the decision's own first, as far as the player
  // compares moves; else empty.
  std::vector<RankedMove> ranking = {};
};

// Called with the choice so far while a player thinks, in the thinking thread;
// must return soon. May be empty.
using Observer = std::function<void(const Decision& so_far)>;

// What is known of a kind of player.
struct PlayerInfo {
  std::string id;     // lower case letters and digits, unique
  std::string title;  // for people, one line
  std::vector<ParameterSpec> parameters = {};
  std::string origin = {};  // the file of its plug-in; "" if it is built in
  // Whether it thinks until a limit stops it. Players made by a game then
  // refuse a move without a limit, see CheckHasLimit. False for one that
  // answers at once.
  bool needs_limit = true;
  // The player that this name is an alias of, with settings, such as
  // engine:cmd=bot; "" if it is no alias. The canonical name is that of the
  // player, so that results do not depend on the alias.
  std::string stands_for = {};
};

// The parameter for a player's own seed, and how it is mixed with that of
// Start.
inline constexpr ParameterSpec kSeedParameter = IntParameter(
    "seed", 0, {0, 9'007'199'254'740'992}, "of its random choices");

constexpr uint64_t MixSeeds(uint64_t start_seed, int64_t own_seed) {
  return Mix64(start_seed) ^ static_cast<uint64_t>(own_seed);
}

// The name of the parameter that chooses the evaluation, in games that have
// several (see game.h).
inline constexpr absl::string_view kEvaluation = "evaluation";
// The name of the parameter with the weights of the evaluation, in games whose
// evaluation is a weighted sum.
inline constexpr absl::string_view kWeights = "weights";

// The codes of errors of Player::Choose that tell how a player that is another
// program forfeits (see TerminationOf in match.h). Every other code is a
// failure without a name.
inline constexpr absl::StatusCode kPlayerCrashed = absl::StatusCode::kAborted;
inline constexpr absl::StatusCode kPlayerStalled =
    absl::StatusCode::kUnavailable;
inline constexpr absl::StatusCode kPlayerWroteNonsense =
    absl::StatusCode::kDataLoss;
inline constexpr absl::StatusCode kPlayerMovedIllegally =
    absl::StatusCode::kOutOfRange;
inline constexpr absl::StatusCode kPlayerOverranTime =
    absl::StatusCode::kDeadlineExceeded;
// The one that is nobody's fault: the player was ended from outside, and the
// match has no result. Only of a player with an OwnClock; from others it is a
// failure.
inline constexpr absl::StatusCode kPlayerEndedFromOutside =
    absl::StatusCode::kCancelled;

// Not thread-safe. Errors are messages for people.
class Player {
 public:
  virtual ~Player() = default;

  // Whether the player can think within `outer` and its own limits, or would
  // never stop. AnyGame::MakePlayer makes players that know.
  virtual absl::Status CheckLimits(const Limits& /*outer*/) const {
    return absl::OkStatus();
  }

  // How many threads think, the caller's included.
  virtual int Threads() const { return 1; }

  // The clock that measures its thinking where CPU time of this process does
  // not, because it thinks in another one; else null. Valid as long as the
  // player.
  virtual const Clock* OwnClock() const { return nullptr; }

  // Forgets everything and gets ready to play from `state` on. All of the
  // player's randomness comes from `seed` and a seed among its parameters.
  virtual absl::Status Start(const AnyState& state, uint64_t seed) = 0;

  // The move to play in `state`, which must be live and must follow from the
  // position given to Start by the moves given to Observe. `outer` can only
  // tighten the player's own limits. Time may only cut a search short: a move
  // that another limit ends in time is the one without a limit of time. A
  // player that AnyGame::MakePlayer made returns the error of CheckLimits, so
  // that no author need think of it. When stopped, it returns the best move so
  // far. One with an OwnClock sees to it that it answers, or returns an error,
  // soon after its time by the wall clock.
  virtual absl::StatusOr<Decision> Choose(const AnyState& state,
                                          const Limits& outer,
                                          const Observer& observer) = 0;

  // Takes note of a move that was played, by any seat, its own included.
  virtual void Observe(AnyMove move) = 0;

  // The game has ended, by its rules or not: no call but Start follows. A match
  // calls it, unless it was stopped.
  virtual void GameOver() {}
};

}  // namespace boardwalk
