// Random distinct legal openings, or those of a book: the blocks of a game
// start from different positions, so that deterministic players do not repeat
// one game.
//
// Example, given `std::shared_ptr<const AnyGame> game` and `int64_t round`:
//
//   Openings openings(game, /*plies=*/4, /*seed=*/7);
//   const Opening opening = openings.Get(round);

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/mutex.h"

namespace boardwalk::comparison {

struct Opening {
  std::unique_ptr<AnyState> state;
  std::vector<std::string> moves;  // from the initial position
};

// An opening in one line: moves from the initial position, separated by blanks,
// or "position TEXT" in the form of AnyGame::ParsePosition. The error says
// which move or what of the position is wrong, or that the game is over.
absl::StatusOr<Opening> ParseOpening(const AnyGame& game,
                                     absl::string_view line);

// The canonical form of that line, which files of results keep.
std::string FormatOpening(const Opening& opening);

// Makes a book of openings. An opening that transposes into an earlier one is
// left out.
class BookBuilder {
 public:
  // `game` must outlive this.
  explicit BookBuilder(const AnyGame& game);

  // Errors: those of ParseOpening.
  absl::Status Add(absl::string_view line);
  // Adds the lines of a file, except empty ones and those that begin with '#';
  // or the games of a file in PDN (pdn.h). Errors name the file and the line:
  // those of Add; a file that cannot be read, is too large or has no opening.
  absl::Status AddFile(const std::string& path);

  // In the form of FormatOpening.
  std::vector<std::string> Lines() && { return std::move(lines_); }

 private:
  void Add(const Opening& opening);
  absl::Status AddPdn(absl::string_view text);

  const AnyGame& game_;
  std::unordered_set<uint64_t> positions_;
  std::vector<std::string> lines_;
};

// Uniform random moves from the initial position. The order of the openings
// depends on the seed and the game's name alone. An opening is skipped if it
// leads to the same position as an earlier one (by other moves, too), if it
// ends the game, or if the side to move can win at once after it. With 0 plies
// the initial position is the only opening. Thread-safe.
class Openings {
 public:
  // The search for openings ends after this many candidates in a row that were
  // skipped.
  static constexpr int kMaxMisses = 2000;
  // The search also ends when this many openings are known, to bound the
  // memory.
  static constexpr size_t kMaxDistinct = 1'000'000;

  // If `book` is not empty, the rounds begin with its lines (ParseOpening)
  // instead, in an order shuffled by the seed. REQUIRES: 0 <= plies.
  Openings(std::shared_ptr<const AnyGame> game, int plies, uint64_t seed,
           std::vector<std::string> book = {});

  // The opening of a round, from 0. Rounds beyond the number of distinct
  // openings use them again in the same order. If there are none at all, the
  // game begins at the initial position. Finds the openings of all earlier
  // rounds first, and keeps 8 bytes and a hash of each. Once `stop` is set, the
  // search ends and the result may be any position.
  Opening Get(int64_t round, const std::atomic<bool>* stop = nullptr);

 private:
  // The opening of a round from the book. REQUIRES: there is a book.
  Opening FromBook(int64_t round) const;
  // Plays the moves of a candidate and appends them to `moves` unless that is
  // null. Null if the game ends.
  std::unique_ptr<AnyState> Draw(uint64_t candidate,
                                 std::vector<std::string>* moves) const;
  // Searches until `number` distinct openings are known or there are no more.
  void Find(size_t number, const std::atomic<bool>* stop)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::shared_ptr<const AnyGame> game_;
  const int plies_;
  const uint64_t seed_;
  const std::vector<std::string> book_;  // shuffled
  Mutex mutex_;
  // The candidate of each round, and the hashes of their positions.
  std::vector<uint64_t> found_ ABSL_GUARDED_BY(mutex_);
  std::unordered_set<uint64_t> positions_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_candidate_ ABSL_GUARDED_BY(mutex_) = 0;
  bool all_found_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace boardwalk::comparison
