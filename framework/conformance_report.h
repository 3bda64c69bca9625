// The options and the report of the conformance suite: the part that does not
// depend on the game.

#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/board.h"
#include "framework/planes.h"
#include "framework/random.h"

namespace boardwalk {

// How much to try. The cost grows with each number; the defaults take about a
// second for most games.
struct ConformanceOptions {
  // Random games to play; 0 for as many as it takes to see 2,000 positions, 20
  // to 1,000, so that what is rare in a short game is found as well.
  int games = 0;
  int max_plies = 300;  // of each
  uint64_t seed = 1;
  // Of each perft, whose depth follows from it; the numbers of texts, mutations
  // and transpositions tried are in proportion.
  uint64_t max_leaves = 200'000;
  // The command that shows the opening, such as "boardwalk show noughts". A
  // failure then ends with the command that shows its position. Not if it is
  // empty.
  std::string show = {};
  // Ends the suite soon once it is set, with what was found until then.
  const std::atomic<bool>* stop = nullptr;
};

// Errors: a number that is negative, or no plies.
absl::Status CheckConformanceOptions(const ConformanceOptions& options);

struct ConformanceReport {
  int64_t games = 0;
  int64_t positions = 0;
  // One line for each kind of failure, saying what was expected, what was seen
  // and after which moves. Empty when the game conforms.
  std::vector<std::string> failures;
  // Remarks that are no failures. One line each.
  std::vector<std::string> notes;
  bool ok() const { return failures.empty(); }
};

namespace internal {

// The first failure of each kind, and how many more there were.
class Findings {
 public:
  // Whether this failure needs a description: it is the first of its kind, or
  // the first whose position is given by moves from the opening.
  bool Note(absl::string_view kind, bool by_moves);
  // `show` is the command that shows the position, or "".
  void Describe(absl::string_view kind, std::string line,
                std::string show = "");
  bool Has(absl::string_view kind) const;
  // Failures of a kind that are known without a position.
  void NoteLines(absl::string_view kind, const std::vector<std::string>& lines);
  std::vector<std::string> Lines() const;

 private:
  struct Finding {
    std::string kind;
    std::string line;
    std::string show;
    bool by_moves = false;
    int64_t times = 0;
  };
  std::vector<Finding> findings_;
};

// In quotes, escaped where not printable, cut where long.
std::string Quoted(absl::string_view text);

// "after 3 moves: a b c"; only the last moves of a long game.
std::string DescribeMoves(const std::vector<std::string>& moves);

// `show` with the option that leads to the position after `moves`, or to that
// of the text `position` if it is not empty, for a shell; "" if `show` is.
std::string ShowCommand(const std::string& show,
                        const std::vector<std::string>& moves,
                        absl::string_view position);

// Texts that differ a little from `text`: a character or a number changed,
// lost, doubled, swapped; an end cut off.
std::vector<std::string> MutatedTexts(absl::string_view text, int count,
                                      Random& random);

// Texts that are never valid: empty, very long, not ASCII, numbers that
// overflow.
const std::vector<std::string>& GarbageTexts();

// Whether `typed` could be a looser form of the notation `text`: the same
// letters and digits except for case and leading zeros.
bool IsLooselyWritten(absl::string_view typed, absl::string_view text);

// What is wrong with a text; "" if nothing is.
std::string MoveTextFault(absl::string_view text);
std::string PositionTextFault(absl::string_view text);
std::string RenderingFault(absl::string_view text, bool color);
std::string RulesTextFault(absl::string_view text);
std::string AimFault(absl::string_view text);

// What is wrong with a layout; empty if nothing is.
std::vector<std::string> LayoutFaults(const BoardLayout& layout,
                                      int num_players);
// Whether the same pieces stand on the same cells, in any order.
bool SamePieces(std::vector<Piece> a, std::vector<Piece> b);
// The piece that is of none of the kinds of the layout; null if there is none.
const Piece* UnlistedPiece(const BoardLayout& layout,
                           const std::vector<Piece>& pieces);
// What is wrong with the pieces on it; "" if nothing is.
std::string PiecesFault(const BoardLayout& layout,
                        const std::vector<Piece>& pieces, int num_players);
// What is wrong with the form of planes for it; "" if nothing is.
std::string PlaneShapeFault(const BoardLayout& layout, const PlaneShape& shape,
                            int num_players);

// The kind of plane in which pieces of a kind and height were found.
using PlaneKinds = std::map<std::pair<std::string, int>, int>;
// How planes differ from the pieces of the same position; "" if they agree.
// Adds to `kinds`. REQUIRES: the shape and the pieces have no fault.
std::string PlanesFault(const BoardLayout& layout, const PlaneShape& shape,
                        const std::vector<Piece>& pieces,
                        absl::Span<const uint64_t> words, PlaneKinds& kinds);

// What is wrong with the counters of a position, in a game that has those of
// `opening` before the first move; "" if nothing is.
std::string CountersFault(absl::Span<const Counter> opening,
                          absl::Span<const Counter> counters);

}  // namespace internal
}  // namespace boardwalk
