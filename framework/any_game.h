// Games and positions whose type is known only at run time: what front ends and
// matches use. This boundary is crossed once a turn, not once a node: perft,
// playouts, conformance and players behind it are compiled for their game.
//
// Example, given `const Catalog& catalog`:
//
//   ASSIGN_OR_RETURN(const auto game,
//                    catalog.MakeGame("teeko:phase=movement"));
//   const auto state = game->InitialState();
//   ASSIGN_OR_RETURN(const AnyMove move, state->ParseMove("6-7"));
//   RETURN_IF_ERROR(state->Apply(move));
//   std::cout << state->Render({});

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/batch.h"
#include "framework/game.h"
#include "framework/observations.h"
#include "framework/planes.h"
#include "framework/player.h"
#include "framework/playout.h"
#include "framework/tables/prepared_table.h"

namespace boardwalk {

class AnyGame;
struct ConformanceOptions;
struct ConformanceReport;

// Longer texts are refused before a game sees them. The longest position, a
// star of size 64, takes some 25,000 characters.
inline constexpr size_t kMaxMoveText = 1000;
inline constexpr size_t kMaxPositionText = 1'000'000;

// The move by which the seat to move drops out, where that can be
// (AnyState::CanDropOut): its pieces stay, it cannot win any more, and from
// then on it has no move but to pass. A seat that is left alone has won.
// Matches play it for a player at fault so that the others can play on. It is
// legal and its text is "out", but it is never among the moves that are listed.
inline constexpr AnyMove kDropOut = {~uint64_t{0}};

// A position of some game. Keeps its game alive. Immutable but for Apply; const
// calls are thread-safe.
class AnyState {
 public:
  virtual ~AnyState() = default;
  virtual std::unique_ptr<AnyState> Clone() const = 0;
  virtual const AnyGame& Game() const = 0;

  virtual int NumPlayers() const = 0;
  // The seat to move from 0; -1 when the game is over.
  virtual int ToMove() const = 0;
  virtual bool IsTerminal() const = 0;
  // What each seat gets; all 0 while the game goes on.
  virtual SeatValues Returns() const = 0;
  virtual uint64_t Hash() const = 0;
  // Whether `other` is the same position of the same game.
  virtual bool Equals(const AnyState& other) const = 0;

  // In the game's own order; empty when the game is over.
  virtual std::vector<AnyMove> LegalMoves() const = 0;
  // Their texts, in the same order.
  virtual std::vector<std::string> LegalMoveTexts() const = 0;
  virtual bool IsLegal(AnyMove move) const = 0;
  // Whether kDropOut is legal: in live positions of games for three and more
  // whose states have DropOut (game.h), unless the seat to move is out.
  virtual bool CanDropOut() const { return false; }
  // Whether a seat has dropped out.
  virtual bool IsOut(int /*seat*/) const { return false; }
  // Whether some legal move ends the game with a positive return for the side
  // to move. Tries each legal move.
  virtual bool CanWinAtOnce() const = 0;
  // Plays `move`. An illegal move is an error and changes nothing.
  virtual absl::Status Apply(AnyMove move) = 0;
  // Plays `move` without a look at the others. REQUIRES: LegalMoves has it.
  virtual void ApplyLegal(AnyMove move) = 0;

  // The move's notation; "(illegal)" for a move that is not legal here.
  virtual std::string FormatMove(AnyMove move) const = 0;
  // The legal move written `text`, with blanks around it ignored; else an error
  // that tells a player what is wrong with the text.
  virtual absl::StatusOr<AnyMove> ParseMove(absl::string_view text) const = 0;
  // One line that ParsePosition of the game reads; seats that dropped out stand
  // at its end: " out 2,3". Where the game writes no
  // positions: "opening" and the moves that led from it to this one.
  virtual std::string FormatPosition() const = 0;
  // As the game draws it, else as DrawText draws its pieces, else the position
  // in one line.
  virtual std::string Render(const RenderOptions& options) const = 0;
  // The lines of that drawing that options.paths mark; nothing if none, or
  // where the game draws by itself.
  virtual std::optional<LineRange> MarkedLines(
      const RenderOptions& /*options*/) const {
    return std::nullopt;
  }
  // How Render's drawing is read: as the game says, else as DrawText draws.
  // Without seats where neither draws it.
  virtual BoardLegend Legend(const RenderOptions& /*options*/) const {
    return {};
  }
  // How the game ended; empty in a live position, and where the game does not
  // say.
  virtual GameEnding Ending() const { return {}; }
  // Why no legal move touches cells with these names, in this order; "" where
  // the game does not say, or is over. REQUIRES: they make no legal move.
  virtual std::string WhyIllegal(
      const std::vector<std::string>& /*cells*/) const {
    return "";
  }
  // What stands on the cells of the game's layout; empty if it has none.
  virtual std::vector<Piece> Pieces() const { return {}; }
  // The same pieces as bits, in the form that Planes() of the game tells: its
  // planes in the order [seat][kind][word]; empty if it has no layout.
  virtual std::vector<uint64_t> PlaneWords() const { return {}; }
  // Fills `moves` with LegalMoves and `actions` with their numbers (actions.h);
  // with none where the game's moves have none.
  virtual void ListActions(std::vector<AnyMove>& moves,
                           std::vector<int64_t>& actions) const = 0;
  // Those numbers alone.
  std::vector<int64_t> LegalActions() const;
  // The legal move with that number; else IllegalAction, or that the game's
  // moves have no numbers.
  absl::StatusOr<AnyMove> MoveOfAction(int64_t action) const;
  // Plays it. The same errors.
  absl::Status ApplyAction(int64_t action);
  // Writes what a network sees, as `seat` sees it: see observations.h.
  // REQUIRES: `out` has the size of the game's Observation.
  virtual void WriteObservation(int /*seat*/, absl::Span<float> /*out*/) const {
  }
  // As the seat to move sees it.
  void WriteObservation(absl::Span<float> out) const {
    WriteObservation(IsTerminal() ? 0 : ToMove(), out);
  }
  // The names of the cells that `move` touches; empty where the game does not
  // tell or the move is illegal.
  virtual std::vector<std::string> Path(AnyMove move) const = 0;
  // Whether an evaluation can be trusted here: no legal move is noisy (see
  // game.h). True where the game does not tell.
  virtual bool IsQuiet() const { return true; }
  // The value of each of the game's features, as seat 0 sees it; empty if there
  // are none or the game is over.
  virtual std::vector<int> FeatureValues() const { return {}; }
  // The game's own evaluation for each seat; empty if it has none or the game
  // is over.
  virtual std::vector<int> Evaluations() const { return {}; }
  // The path of each legal move, in the order of LegalMoves; empty where the
  // game does not tell. Path looks for its move among all of them, which takes
  // too long for all where there are thousands.
  virtual std::vector<std::vector<std::string>> LegalMovePaths() const {
    return {};
  }
};

// What Playouts does. It stops at the limit that is reached first. When time
// runs out within a game, that game is not counted (see PlayoutStatistics).
struct PlayoutOptions {
  double seconds = 1;  // of CPU time of the calling thread; above 0, finite
  int64_t games = 0;   // 0 or more; 0 for any number
  int64_t max_plies = 1000;  // a game; at least 1
  uint64_t seed = 0;
};

// The greatest depth that Perft takes, far beyond what ends in a lifetime.
inline constexpr int kMaxPerftDepth = 200;

// A game with its parameters. Immutable and thread-safe; shared by its states.
class AnyGame : public std::enable_shared_from_this<AnyGame> {
 public:
  virtual ~AnyGame() = default;
  virtual const GameInfo& Info() const = 0;
  // The canonical name: "star:players=3".
  virtual const std::string& Name() const = 0;
  virtual int NumPlayers() const = 0;

  virtual std::unique_ptr<AnyState> InitialState() const = 0;
  virtual absl::StatusOr<std::unique_ptr<AnyState>> ParsePosition(
      absl::string_view text) const = 0;

  // The cells of the board; without cells if the game does not describe it.
  virtual BoardLayout Layout() const { return {}; }
  // The text of the position in which `pieces` stand on the cells of the layout
  // and the seat `to_move` is to move, with counters as in the opening, for
  // ParsePosition, which says what is wrong. kUnimplemented, whatever the
  // pieces, where the game does not compose positions. REQUIRES: one piece a
  // cell, of seats, of kinds of the layout.
  virtual absl::StatusOr<std::string> ComposePosition(
      const std::vector<Piece>& pieces, int to_move) const;
  // FingerprintOf its rules (fingerprint.h).
  virtual uint64_t Fingerprint() const = 0;
  // The form of its states' PlaneWords; without seats if it has no layout.
  virtual PlaneShape Planes() const { return {}; }
  // How many numbers its moves have (actions.h); 0 if they have none.
  virtual int64_t NumActions() const { return 0; }
  // What its states' WriteObservation writes; without planes if it has no
  // layout.
  virtual ObservationShape Observation() const { return {}; }
  // No game has more moves; 0 where the game does not tell.
  virtual int64_t MaxPlies() const { return 0; }
  // Many games at once, see batch.h. Errors: options outside of their bounds,
  // moves without numbers, not enough memory.
  virtual absl::StatusOr<std::unique_ptr<AnyBatch>> MakeBatch(
      const BatchOptions& options) const;

  // The players that can play this game.
  virtual const std::vector<PlayerInfo>& Players() const = 0;
  // A new player by name; `Start` it before use. The error is kUnavailable
  // where the table of its evaluation is missing or damaged.
  virtual absl::StatusOr<std::unique_ptr<Player>> MakePlayer(
      absl::string_view name) const = 0;

  // The features of which its first evaluation is a weighted sum; empty if it
  // is no weighted sum.
  virtual std::vector<Feature> Features() const { return {}; }

  // The file of the learned evaluation that is kept with it; "" if there is
  // none. Which parameters it was learned for, the file says.
  virtual absl::string_view LearnedWeights() const { return ""; }

  // The tables that its players can use once they have been computed.
  virtual std::vector<Preparation> Preparations() const { return {}; }

  // At the speed of code compiled for the game. Errors: a state of another
  // game, a depth outside of 0 to kMaxPerftDepth, options outside of their
  // bounds.
  virtual absl::StatusOr<uint64_t> Perft(const AnyState& state,
                                         int depth) const = 0;
  virtual absl::StatusOr<PlayoutStatistics> Playouts(
      const AnyState& state, const PlayoutOptions& options) const = 0;
  // The conformance suite, see conformance.h.
  virtual ConformanceReport Check(const ConformanceOptions& options) const = 0;
};

// A kind of player that does not belong to one game. It sees games through the
// boundary of this file, or is bound to the rules of those that it names (see
// BindPlayer in game_adapter.h).
struct PlayerPlugin {
  PlayerInfo info;
  std::vector<std::string> games;  // their ids; empty for every game
  // A player for `game`, which outlives it. `parameters` have been checked
  // against info.parameters.
  std::function<absl::StatusOr<std::unique_ptr<Player>>(const AnyGame& game,
                                                        const Parameters&)>
      make;
};

// A game's entry in the list of games: everything known before parameters are.
struct GamePlugin {
  GameInfo info;
  std::vector<PlayerInfo> players;  // of its own
  // `parameters` have been checked against info.parameters. The game offers
  // `more` players behind its own.
  std::function<absl::StatusOr<std::shared_ptr<const AnyGame>>(
      Parameters parameters, std::vector<PlayerPlugin> more)>
      make;
  std::string origin = {};  // the file of its plug-in; "" if it is built in
};

// The player's canonical name, and no warning. But if the name asks for an
// evaluation whose table is missing or damaged: the same player with the game's
// first evaluation, and a warning that says so. Other reasons why the player
// cannot be made are not looked for.
struct FallbackName {
  std::string name;
  std::string warning;
};
absl::StatusOr<FallbackName> FindFallbackName(const AnyGame& game,
                                              absl::string_view name);

// Plays `moves`, in the notation of the game, from `state`. As in the records
// of the field, a word may be several moves with nothing between them, where
// all legal moves are of one length ("f5d6c3" of Othello, "4453" of Connect
// Four), and a pass may be left out where it is the only move. `before_move` is
// called with each legal move before it is played. The error has the text of a
// word that is wrong and its number, which counts from `first_number`; the
// words before it have been played.
absl::Status PlayMoves(
    AnyState& state, absl::Span<const absl::string_view> moves,
    absl::FunctionRef<void(AnyMove)> before_move = [](AnyMove) {},
    size_t first_number = 1);

// Moves from `start` in one word, as PlayMoves reads it, with the only moves
// that are passes left out, at the end, too; with blanks between them where it
// would read something else. REQUIRES: they are legal, in the notation of the
// game.
std::string JoinMoves(const AnyState& start,
                      absl::Span<const std::string> moves);

// For games that write no positions: the position after the moves in `text`,
// which begins with the word "opening". Errors: those of PlayMoves.
inline constexpr absl::string_view kOpeningWord = "opening";
absl::StatusOr<std::unique_ptr<AnyState>> PlayFromOpening(
    std::unique_ptr<AnyState> opening, absl::string_view text);

// The text of kDropOut, and for games " out 2,3" at the end of a position: the
// seats in
// `out`, a bit each, counted from 1; "" if there are none. TakeSeatsOut removes
// it from `text`. Errors: no seats of so many players, or not one left.
inline constexpr absl::string_view kDropOutWord = "out";
std::string SeatsOutText(uint32_t out);
absl::StatusOr<uint32_t> TakeSeatsOut(int num_players, absl::string_view& text);

// Refuses to think without an end: an error unless `limits` has one that the
// player understands, which are those among its parameters, or it needs none.
// For a player without such parameters any limit will do.
absl::Status CheckHasLimit(const PlayerInfo& player, const Limits& limits);

// Checks of arguments for game_adapter.h; an error says what would be right.
// `what` is "move" or "position".
absl::Status CheckPlayoutOptions(const PlayoutOptions& options);
absl::Status CheckLength(absl::string_view what, absl::string_view text,
                         size_t max);

// The error of a number that no legal move has, of a game with `num_actions`
// numbers; `where` follows "is not legal". An example:
// action 9 is not legal in game 3: legal are 1, 2, 4
absl::Status IllegalAction(int64_t action, int64_t num_actions,
                           absl::Span<const int64_t> legal,
                           absl::string_view where = "");

// The player's canonical name, with its parameters checked: "mcts:seed=7".
// `players` are those on offer.
absl::StatusOr<std::string> CanonicalPlayerName(
    const std::vector<PlayerInfo>& players, absl::string_view name);

// Finds the player that `name` means among `players` and reads its parameters;
// an unknown one is an error that says which there are. Of one that is short
// for another (PlayerInfo::stands_for), the settings of the other come last.
struct PlayerChoice {
  size_t index = 0;
  Parameters parameters;
};
absl::StatusOr<PlayerChoice> ChoosePlayer(
    const std::vector<PlayerInfo>& players, absl::string_view name);

}  // namespace boardwalk
