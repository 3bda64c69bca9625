// The contract of a game.
//
// A game is two types. The *rules* hold what is not speed critical: parameters,
// tables, conversion from and to text. Each set of parameters has one immutable
// instance. The *state* is hot: a value that searches copy, apply moves to and
// discard by the million. A state may point into the rules that made it, so
// rules outlive their states. Neither has a virtual function: searches are
// templates over the rules, and any_game.h erases the types for front ends.
//
// Example of declarations:
//
//   class NimState {
//    public:
//     struct Move {
//       uint8_t take;
//       bool operator==(const Move&) const = default;
//     };
//     static constexpr int kMaxMoves = 3;  // optional: lists on the stack
//     int NumPlayers() const { return 2; }
//     int ToMove() const { return turn_; }
//     bool IsTerminal() const { return left_ == 0; }
//     SeatValues Returns() const {
//       return WinnerTakesAll(2, 1u << (1 - turn_));
//     }
//     template <typename List>
//     void LegalMoves(List& list) const {
//       for (uint8_t k = 1; k <= 3 && k <= left_; ++k) list.push_back({k});
//     }
//     void Apply(Move move) { left_ -= move.take; turn_ ^= 1; }
//     uint64_t Hash() const { return Mix64(left_ * 2 + turn_); }
//     bool operator==(const NimState&) const = default;
//
//    private:
//     uint8_t left_ = 21, turn_ = 0;
//   };
//
// games/README.md shows a whole small game, with its rules.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/board.h"
#include "framework/levels.h"
#include "framework/move_list.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "framework/tables/prepared_table.h"

namespace boardwalk {

// Seats are counted from 0 in order of play (people see them from 1).
inline constexpr int kMaxPlayers = 6;

// A number for each seat; entries from the number of players on are 0.
using SeatValues = std::array<double, kMaxPlayers>;

// The returns of a finished game, by the set of winning seats (bit s is seat
// s). With n players of whom w share the win a winner gets (n/w - 1)/(n - 1)
// and each other -1/(n - 1), so that they sum to 0; nobody or everybody
// winning is a draw, 0 for all. REQUIRES: 2 <= num_players <= kMaxPlayers.
inline SeatValues WinnerTakesAll(int num_players, uint32_t winners) {
  SeatValues values{};
  const int shared = std::popcount(winners);
  if (shared == 0 || shared == num_players) return values;
  const double others = num_players - 1;
  for (int seat = 0; seat < num_players; ++seat) {
    values[seat] =
        (winners >> seat & 1) != 0
            ? (static_cast<double>(num_players) / shared - 1) / others
            : -1 / others;
  }
  return values;
}

// The returns when `loser` resigns or forfeits: -1 for that seat, 1/(n - 1) for
// each other.
inline SeatValues LoserPaysAll(int num_players, int loser) {
  SeatValues values{};
  for (int seat = 0; seat < num_players; ++seat) {
    values[seat] = seat == loser ? -1 : 1.0 / (num_players - 1);
  }
  return values;
}

// What is known about a game before it is played.
struct GameInfo {
  std::string id = {};     // lower case letters and digits, unique
  std::string title = {};  // for people, one line
  // What players try to do, for people: a whole sentence with its full stop, of
  // at most 100 characters. "Bring all your pieces to the opposite side."
  std::string aim = {};
  int min_players = 2;  // over all parameters
  int max_players = 2;
  std::vector<ParameterSpec> parameters = {};
  // The GameType of Portable Draughts Notation (pdn.h) whose games this is; 0
  // if it has none.
  int pdn_type = 0;
  // Whether play can go on for ever. If so, a match adjudicates.
  bool endless = false;
  // How long a game between two people takes, about; 0 if nobody knows.
  int minutes = 0;
  // The parameter sets ("size=3,players=6") that the shared tests cover in
  // addition to the defaults. `boardwalk prepare` lists their tables, too.
  std::vector<std::string> test_sets = {};
  // Rules, notation and the form of positions, for people; lines of at most 80
  // characters.
  std::string rules = {};
};

// How a position is to be drawn.
struct RenderOptions {
  bool color = false;  // ANSI colours allowed; the text must be clear without
  bool flip = false;   // as seen from the opposite side, half a turn
  // The moves to mark, in the order of play. Each is the names of its cells
  // from its start to its end; one cell for a placement.
  std::vector<std::vector<std::string>> paths = {};
};

// How a game ended, for people.
struct GameEnding {
  // "four in a row": completes "Player 1 wins: "; "" if there is nothing to
  // say.
  std::string reason = {};
  // The names of the cells that decided it, such as those of a winning line.
  std::vector<std::string> cells = {};
};

// "38 to 26 discs": of a game that most pieces win. The winner's come first,
// whichever seat that is.
inline GameEnding MostPieces(int one, int other, absl::string_view pieces) {
  return {absl::StrCat(std::max(one, other), " to ", std::min(one, other), " ",
                       pieces)};
}

template <typename S>
concept HasRepetitionHash =
    // clang-format off
    requires(const S& view) {
      { view.RepetitionHash() } -> std::same_as<uint64_t>;
    };
// clang-format on

template <typename S>
concept HasNoisyMoves =
    // clang-format off
    requires(const S& view, MoveListFor<S>& list) {
      { view.NoisyMoves(list) };
    };
// clang-format on

// One without the other is a mistake.
template <typename S>
concept NoisyMovesGoWithHasQuietMoves =
    // clang-format off
    !HasNoisyMoves<S> || requires(const S& view) {
      { view.HasQuietMoves() } -> std::same_as<bool>;
    };
// clang-format on

// It must take any source of random numbers, so that tests can choose the move:
// one that takes a Random alone is a mistake. A member template has no address.
template <typename S>
concept RandomMoveIsATemplate = !requires {
  &S::RandomMove;
};

// A position: a regular value type, trivially copyable where it is small.
//
//   NumPlayers()     how many play, 2 to kMaxPlayers; never changes.
//   ToMove()         the seat to move. REQUIRES: !IsTerminal(). O(1).
//   IsTerminal()     whether the game is over. O(1).
//   Returns()        what each seat gets. REQUIRES: IsTerminal(). O(1). They
//                    sum to 0.
//   LegalMoves(list) appends every legal move once with list.push_back, in an
//                    order that depends on the position alone. Appends nothing
//                    exactly when the game is over: a player who cannot move
//                    in a live position has an explicit pass.
//   Apply(move)      plays `move`. REQUIRES: it is legal.
//   Hash()           64 bits of everything that decides the future, the side to
//                    move and counters included; kept incrementally, so O(1).
//                    Equal states have equal hashes; the hashes of others
//                    differ except by chance.
//   ==               identity of positions: compares everything that decides
//                    the future.
//
// Optional, for speed. conformance.h checks that they mean what is said here:
//
//   kMaxMoves            a bound on LegalMoves; lists then live on the stack.
//   CountLegalMoves()    how many moves LegalMoves would append.
//   RandomMove(random)   a template, for any source of random numbers:
//                        std::nullopt when the game is over, else the move at
//                        index random.Below(CountLegalMoves()) of LegalMoves,
//                        with exactly that one draw.
//   ApplyWithUndo(move)  like Apply; returns a `State::UndoInfo` with which
//   Undo(info)           takes the move back. Worth it for states above about
//                        160 bytes; below, copying is faster.
//
// Optional, as advice to searches:
//
//   RepetitionHash()     Hash() without counters, such as that of the plies
//                        played. Searches count a position as a draw if an
//                        earlier one agrees with it in this. Without it they
//                        compare Hash(), and a counter that always grows hides
//                        every repetition. O(1).
//   NoisyMoves(list)     appends the legal moves after which an evaluation
//                        cannot be trusted (captures), in the order of
//                        LegalMoves.
//   HasQuietMoves()      required with NoisyMoves: whether some legal move is
//                        not noisy, so that the side to move may stand pat.
//                        Called at every leaf, so O(1).
//   NullMove()           static; a move that Apply accepts in any live position
//                        and that only passes the turn. A game that has it
//                        declares that having to move is hardly ever a
//                        disadvantage, so searches may use null move pruning.
//
// Optional, together, for games of three and more seats:
//
//   DropOut()            the seat to move leaves the game for good (kDropOut of
//                        any_game.h), in any live position: its pieces stay,
//                        it cannot win, and its only legal move is one that
//                        passes. A seat that is left alone has won. It is part
//                        of the position, its text and its hash.
//   IsOut(seat)          whether the seat has.
template <typename S>
concept GameState =
    // clang-format off
    std::copyable<S> && std::equality_comparable<S> &&
    std::is_trivially_copyable_v<typename S::Move> &&
    std::equality_comparable<typename S::Move> &&
    (sizeof(typename S::Move) <= 8) &&
    NoisyMovesGoWithHasQuietMoves<S> && RandomMoveIsATemplate<S> &&
    requires(S state, const S& view, typename S::Move move,
             MoveListFor<S>& list) {
      { view.NumPlayers() } -> std::convertible_to<int>;
      { view.ToMove() } -> std::convertible_to<int>;
      { view.IsTerminal() } -> std::same_as<bool>;
      { view.Returns() } -> std::same_as<SeatValues>;
      { view.LegalMoves(list) };
      { state.Apply(move) };
      { view.Hash() } -> std::same_as<uint64_t>;
    };
// clang-format on

template <typename S>
concept HasUndo =
    // clang-format off
    requires(S state, typename S::Move move, typename S::UndoInfo info) {
      { state.ApplyWithUndo(move) } -> std::same_as<typename S::UndoInfo>;
      { state.Undo(info) };
    };
// clang-format on

template <typename S>
concept HasCountLegalMoves =
    // clang-format off
    requires(const S& state) {
      { state.CountLegalMoves() } -> std::same_as<int>;
    };
// clang-format on

template <typename S>
concept HasRandomMove =
    // clang-format off
    requires(const S& state, Random& random) {
      { state.RandomMove(random) } ->
          std::same_as<std::optional<typename S::Move>>;
    };
// clang-format on

template <typename S>
concept HasNullMove =
    // clang-format off
    requires {
      { S::NullMove() } -> std::same_as<typename S::Move>;
    };
// clang-format on

template <typename S>
concept HasDropOut =
    // clang-format off
    requires(S state, const S& view) {
      { state.DropOut() } -> std::same_as<void>;
      { view.IsOut(0) } -> std::same_as<bool>;
    };
// clang-format on

// What tells whether a position has come back.
template <GameState S>
uint64_t RepetitionHash(const S& state) {
  if constexpr (HasRepetitionHash<S>) {
    return state.RepetitionHash();
  } else {
    return state.Hash();
  }
}

// The rules of a game: immutable, never copied or moved.
//
//   Info()                   the same record every time; static in a plug-in.
//   InitialState()           the opening position.
//   FormatMove(state, move)  the move in the game's notation. No two legal
//                            moves of one position share a text.
//
// Optional, for people. Without them, moves are compared with the texts of all
// legal ones, a position is written as the moves that led to it, and it is
// drawn from Layout and Pieces, or else written:
//
//   ParseMove(state, text)   the legal move with that text, or an error that
//                            tells a player why the text is no legal move here.
//   FormatPosition(state)    the position in one line: board, seat to move
//                            counted from 1, counters, with blanks between.
//   ParsePosition(text)      a state that equals the one that was formatted, or
//                            an error that says what is wrong, where, and what
//                            would be right. Required with FormatPosition.
//   ComposePosition(pieces, to_move)
//                            the text of the position in which these pieces
//                            stand on the board and this seat is to move, with
//                            counters as in the opening. It checks nothing:
//                            ParsePosition says what is wrong. REQUIRES: cells
//                            of the layout, one piece a cell, of seats, of kinds
//                            of the layout. Requires Layout and ParsePosition.
//   Layout()                 the cells of the board, the same every time; see
//                            board.h.
//   Pieces(state)            what stands on them, in any order, but the same
//                            for equal states. Required with Layout.
//   Planes(state)            the same pieces as a BoardPlanes (board.h), for
//                            compiled code that reads a position without a
//                            heap. Hot and inline. Each piece is one bit in
//                            exactly one plane, that of its owner, who is a
//                            seat; pieces of one kind and height are in planes
//                            of one kind. Requires Layout. planes.h reads it,
//                            and Pieces where it is missing.
//   PlaneBits()              the bit of each cell of the layout in Planes: its
//                            word * 64 + bit, different for each cell. Without
//                            it the bit is the index of the cell.
//   kPlaneKinds              static; the names of the kinds of Planes, in the
//                            plural and joined by '|': "men|kings".
//   Path(state, move)        the names of the cells that `move` touches in
//                            order (see RenderOptions::paths); with Layout its
//                            own names, different for every legal move. Empty
//                            for a move that touches none, such as a pass.
//   Render(state, options)   the position drawn for people, lines ended by
//                            '\n', where neither DrawText of board_drawing.h
//                            nor the TextStyle of the layout can draw it.
//   Legend(options)          how to read the drawing, see BoardLegend: one text
//                            for each seat, which begins with its SeatSign
//                            (board_drawing.h), directions as with
//                            options.flip. The other options say nothing here.
//                            Marks may be left out if DrawText draws the board.
//   Ending(state)            how the game ended, see GameEnding. REQUIRES: it is
//                            over.
//   WhyIllegal(state, cells) why no legal move touches these cells, by their
//                            names, in this order, where a player may expect
//                            one: "a capture must be made"; "" if there is
//                            nothing to explain. REQUIRES: they make no legal
//                            move, and the game is not over.
//
// Optional, for programs that learn (actions.h, observations.h):
//
//   NumActions(), ActionOf(state, move)
//                            the number of a legal move, from 0 to NumActions()
//                            - 1, which is the same every time. The legal moves
//                            of a position have different numbers. A move has
//                            its number in every position: moves of one number
//                            have one text, or the same first and last cell of
//                            Path. Hot and inline. Required together. Without
//                            them it is made of these cells, see actions.h.
//   Counters(state)          what decides the future of a position beside the
//                            pieces and who is to move, such as the plies
//                            without a capture: a std::array of `Counter`s.
//   MaxPlies()               no game from the opening has more moves, passes
//                            included, of all seats together; 0 if it does not
//                            tell, as in a game that is endless.
//
// Optional, for players and parameters:
//
//   Create(parameters)       static; an instance, where there are parameters. An
//                            error names the wrong one and says what would be
//                            right. Bounds declared in Info() have been checked
//                            already. Rules without it are made by their
//                            default constructor.
//   Evaluate(state, seat)    a heuristic value of a live position for `seat`,
//                            within +-kMaxEvaluation. Hot and inline. With two
//                            players Evaluate(s, 0) == -Evaluate(s, 1).
//   EvaluateMove(state, move)
//                            how good `move` looks for the seat to move: about
//                            what Evaluate gains by it, up to a constant,
//                            within +-2 kMaxEvaluation. Hot and inline. It need
//                            not be exact, only cheaper than making the move
//                            and evaluating.
//   PointsPerLogit(state)    what evaluations mean: how many points multiply the
//                            odds of winning by e in live positions like this
//                            one, above 0. `boardwalk tune` finds it. Players
//                            then report chances; see ai/common/chances.h.
//   Probe(state)             the result of perfect play in a live position of
//                            two players, if the rules know it: by a table, or
//                            at sight. Hot.
//   kEvaluations             static; the names of the evaluations that players
//                            may choose from, joined by '|': "plain|table". The
//                            first is the default of players, if not of Create.
//   WithEvaluation(name)     rules that differ in Evaluate, EvaluateMove,
//                            PointsPerLogit and Probe alone. kUnavailable: a
//                            table is missing or damaged; says how to make it.
//   Original()               the rules that WithEvaluation or WithWeights was
//                            called on; these rules themselves if they were not
//                            made by either.
//   kFeatures                static; an array of `Feature`s (see below): these
//                            rules are for two and their first evaluation is a
//                            weighted sum, so that `boardwalk tune` can fit the
//                            weights to the results of games.
//   Features(state)          their values in a live position as seat 0 sees it,
//                            in an array of that size, each within
//                            +-kMaxFeatureValue. Evaluate(state, 0) is their
//                            WeightedSum of linear_evaluation.h.
//   kWeightUnit              static, optional: what the sum is divided by, for
//                            weights finer than the values. 1 if it is missing.
//   WithWeights(weights)     rules with these weights instead, a number within
//                            +-kMaxWeight for each feature. They differ in
//                            Evaluate, which is then the sum Bounded, and in
//                            EvaluateMove alone. Original() is required.
//                            linear_evaluation.h has a base class that does all
//                            of this.
//   kLearnedWeights          static; the text of a file of `boardwalk learn`: what
//                            players evaluate by unless they are told
//                            otherwise, with the parameters for which it was
//                            learned.
//   Preparations()           the tables that the evaluations use and that take
//                            long to compute.
//   PlayerDefaults(id)       settings that suit this game for the player `id`,
//                            such as "cutoff=4,exploration=0.1", or "". They
//                            are used for optional parameters that are not
//                            given, and only for these.
//   LevelPlayers()           the players that the levels of levels.h stand for
//                            in this game; a name such as "mcts:playouts=50" for
//                            each, or "" for the usual one.
//   Supports(parameters)     static; if one id binds several rules classes,
//                            whether this class plays these parameters.
//   Normalize(parameters)    static; removes redundant parameters before the
//                            canonical name is made, or returns an error for a
//                            contradiction.
template <typename R>
concept HasParseMove =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             absl::string_view text) {
      { rules.ParseMove(state, text) } ->
          std::same_as<absl::StatusOr<typename R::State::Move>>;
    };
// clang-format on

template <typename R>
concept HasFormatPosition =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      { rules.FormatPosition(state) } -> std::same_as<std::string>;
    };
// clang-format on

template <typename R>
concept HasParsePosition =
    // clang-format off
    requires(const R& rules, absl::string_view text) {
      { rules.ParsePosition(text) } ->
          std::same_as<absl::StatusOr<typename R::State>>;
    };
// clang-format on

template <typename R>
concept HasLayout =
    // clang-format off
    requires(const R& rules) {
      { rules.Layout() } -> std::same_as<BoardLayout>;
    };
// clang-format on

template <typename R>
concept HasPieces =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      { rules.Pieces(state) } -> std::same_as<std::vector<Piece>>;
    };
// clang-format on

template <typename R>
concept HasComposePosition =
    // clang-format off
    HasLayout<R> && HasParsePosition<R> &&
    requires(const R& rules, const std::vector<Piece>& pieces, int to_move) {
      { rules.ComposePosition(pieces, to_move) } -> std::same_as<std::string>;
    };
// clang-format on

template <typename T>
inline constexpr bool kIsBoardPlanes = false;
template <int kSeats, int kKinds, int kWords>
inline constexpr bool kIsBoardPlanes<BoardPlanes<kSeats, kKinds, kWords>> =
    true;

template <typename R>
concept HasPlanes =
    // clang-format off
    HasLayout<R> &&
    requires(const R& rules, const typename R::State& state) {
      requires kIsBoardPlanes<decltype(rules.Planes(state))>;
    };
// clang-format on

template <typename R>
concept HasPlaneBits =
    // clang-format off
    HasPlanes<R> &&
    requires(const R& rules) {
      { rules.PlaneBits() } -> std::same_as<std::vector<int>>;
    };
// clang-format on

template <typename R>
concept HasPlaneKinds =
    // clang-format off
    HasPlanes<R> &&
    requires(const R& rules, const typename R::State& state) {
      { R::kPlaneKinds } -> std::convertible_to<absl::string_view>;
      requires std::ranges::count(absl::string_view(R::kPlaneKinds), '|') + 1 ==
          decltype(rules.Planes(state))::kKinds;
    };
// clang-format on

template <typename R>
concept HasActions =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             typename R::State::Move move) {
      { rules.NumActions() } -> std::same_as<int64_t>;
      { rules.ActionOf(state, move) } -> std::same_as<int64_t>;
    };
// clang-format on

// A number that is part of a position, from 0 to `max`. Only the value may
// differ between positions.
struct Counter {
  absl::string_view name;  // "plies without growth"
  int value = 0;
  int max = 1;  // at least 1
};

template <typename T>
inline constexpr bool kIsCounters = false;
template <size_t kSize>
inline constexpr bool kIsCounters<std::array<Counter, kSize>> = true;

template <typename R>
concept HasCounters =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      requires kIsCounters<decltype(rules.Counters(state))>;
    };
// clang-format on

template <typename R>
concept HasRender =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             const RenderOptions& options) {
      { rules.Render(state, options) } -> std::same_as<std::string>;
    };
// clang-format on

template <typename R>
concept HasLegend =
    // clang-format off
    requires(const R& rules, const RenderOptions& options) {
      { rules.Legend(options) } -> std::same_as<BoardLegend>;
    };
// clang-format on

template <typename R>
concept HasEnding =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      { rules.Ending(state) } -> std::same_as<GameEnding>;
    };
// clang-format on

template <typename R>
concept HasWhyIllegal =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             const std::vector<std::string>& cells) {
      { rules.WhyIllegal(state, cells) } -> std::same_as<std::string>;
    };
// clang-format on

// Bound of evaluations. A proved win is worth more than any of them.
inline constexpr int kMaxEvaluation = 10000;

template <typename R>
concept HasEvaluate =
    // clang-format off
    requires(const R& rules, const typename R::State& state, int seat) {
      { rules.Evaluate(state, seat) } -> std::same_as<int>;
    };
// clang-format on

// The result of perfect play from a live position of two players.
struct ExactValue {
  int outcome = 0;  // for the seat to move: 1 wins, 0 draws, -1 loses
  // Plies to the end if the winner plays for the shortest game and the loser
  // for the longest; 0 for a draw.
  int plies = 0;
  bool operator==(const ExactValue&) const = default;
};

template <typename R>
concept HasMaxPlies =
    // clang-format off
    requires(const R& rules) {
      { rules.MaxPlies() } -> std::same_as<int64_t>;
    };
// clang-format on

template <typename R>
concept HasEvaluateMove =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             typename R::State::Move move) {
      { rules.EvaluateMove(state, move) } -> std::same_as<int>;
    };
// clang-format on

template <typename R>
concept HasPointsPerLogit =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      { rules.PointsPerLogit(state) } -> std::same_as<int>;
    };
// clang-format on

template <typename R>
concept HasProbe =
    // clang-format off
    requires(const R& rules, const typename R::State& state) {
      { rules.Probe(state) } -> std::same_as<std::optional<ExactValue>>;
    };
// clang-format on

template <typename R>
concept HasEvaluations =
    // clang-format off
    requires(const R& rules, absl::string_view name) {
      { R::kEvaluations } -> std::convertible_to<absl::string_view>;
      { rules.WithEvaluation(name) } ->
          std::same_as<absl::StatusOr<std::unique_ptr<const R>>>;
      { rules.Original() } -> std::same_as<const R&>;
    };
// clang-format on

// A number that an evaluation counts, and what it is worth.
struct Feature {
  absl::string_view name;  // lower case letters, digits and '_'
  absl::string_view help;  // one line
  int weight = 0;          // within +-kMaxWeight
};

// Bounds with which no sum overflows.
inline constexpr size_t kMaxFeatures = 64;
inline constexpr int kMaxWeight = 5000;
inline constexpr int kMaxFeatureValue = 4000;

template <typename R>
concept HasFeatures =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             absl::Span<const int> weights) {
      requires HasEvaluate<R>;
      requires (R::kFeatures.size() >= 1 &&
                R::kFeatures.size() <= kMaxFeatures);
      { R::kFeatures[0] } -> std::convertible_to<const Feature&>;
      { rules.Features(state) } ->
          std::same_as<std::array<int, R::kFeatures.size()>>;
      { rules.WithWeights(weights) } ->
          std::same_as<std::unique_ptr<const R>>;
      { rules.Original() } -> std::same_as<const R&>;
    };
// clang-format on

template <typename R>
concept HasLearnedWeights =
    // clang-format off
    requires(const R& rules) {
      { R::kLearnedWeights } -> std::convertible_to<absl::string_view>;
    };
// clang-format on

template <typename R>
concept HasPreparations =
    // clang-format off
    requires(const R& rules) {
      { rules.Preparations() } -> std::same_as<std::vector<Preparation>>;
    };
// clang-format on

template <typename R>
concept HasPlayerDefaults =
    // clang-format off
    requires(const R& rules, absl::string_view id) {
      { rules.PlayerDefaults(id) } -> std::same_as<std::string>;
    };
// clang-format on

template <typename R>
concept HasLevelPlayers =
    // clang-format off
    requires(const R& rules) {
      { rules.LevelPlayers() } -> std::same_as<PlayersOfLevels>;
    };
// clang-format on

template <typename R>
concept HasPath =
    // clang-format off
    requires(const R& rules, const typename R::State& state,
             typename R::State::Move move) {
      { rules.Path(state, move) } -> std::same_as<std::vector<std::string>>;
    };
// clang-format on

template <typename R>
concept HasSupports =
    // clang-format off
    requires(const Parameters& parameters) {
      { R::Supports(parameters) } -> std::same_as<bool>;
    };
// clang-format on

template <typename R>
concept HasNormalize =
    // clang-format off
    requires(Parameters& parameters) {
      { R::Normalize(parameters) } -> std::same_as<absl::Status>;
    };
// clang-format on

template <typename R>
concept HasCreate =
    // clang-format off
    requires(const Parameters& parameters) {
      { R::Create(parameters) } ->
          std::same_as<absl::StatusOr<std::unique_ptr<const R>>>;
    };
// clang-format on

// A member that is there but does not have the form above is a mistake: it
// would be taken for one that is not there.
template <typename R>
concept OptionalMembersHaveTheRightForm =
    // clang-format off
    (HasCreate<R> || !requires { &R::Create; }) &&
    (HasParseMove<R> || !requires { &R::ParseMove; }) &&
    (HasFormatPosition<R> || !requires { &R::FormatPosition; }) &&
    (HasParsePosition<R> || !requires { &R::ParsePosition; }) &&
    (HasComposePosition<R> || !requires { &R::ComposePosition; }) &&
    (HasLayout<R> || !requires { &R::Layout; }) &&
    (HasPieces<R> || !requires { &R::Pieces; }) &&
    (HasPlanes<R> || !requires { &R::Planes; }) &&
    (HasPlaneBits<R> || !requires { &R::PlaneBits; }) &&
    (HasPlaneKinds<R> || !requires { &R::kPlaneKinds; }) &&
    (HasActions<R> || !requires { &R::NumActions; }) &&
    (HasActions<R> || !requires { &R::ActionOf; }) &&
    (HasCounters<R> || !requires { &R::Counters; }) &&
    (HasMaxPlies<R> || !requires { &R::MaxPlies; }) &&
    (HasPath<R> || !requires { &R::Path; }) &&
    (HasRender<R> || !requires { &R::Render; }) &&
    (HasLegend<R> || !requires { &R::Legend; }) &&
    (HasEnding<R> || !requires { &R::Ending; }) &&
    (HasWhyIllegal<R> || !requires { &R::WhyIllegal; }) &&
    (HasEvaluate<R> || !requires { &R::Evaluate; }) &&
    (HasEvaluateMove<R> || !requires { &R::EvaluateMove; }) &&
    (HasPointsPerLogit<R> || !requires { &R::PointsPerLogit; }) &&
    (HasProbe<R> || !requires { &R::Probe; }) &&
    (HasEvaluations<R> || !requires { &R::WithEvaluation; }) &&
    (HasFeatures<R> || !requires { &R::kFeatures; }) &&
    (HasFeatures<R> || !requires { &R::Features; }) &&
    (HasFeatures<R> || !requires { &R::WithWeights; }) &&
    (HasLearnedWeights<R> || !requires { &R::kLearnedWeights; }) &&
    (HasPreparations<R> || !requires { &R::Preparations; }) &&
    (HasPlayerDefaults<R> || !requires { &R::PlayerDefaults; }) &&
    (HasLevelPlayers<R> || !requires { &R::LevelPlayers; }) &&
    (HasSupports<R> || !requires { &R::Supports; }) &&
    (HasNormalize<R> || !requires { &R::Normalize; });
// clang-format on

// Positions are read if they are written, and the other way round.
template <typename R>
concept PositionTextGoesBothWays = HasFormatPosition<R>
== HasParsePosition<R>;

// One without the other is a mistake.
template <typename R>
concept LayoutGoesWithPieces = HasLayout<R>
== HasPieces<R>;

// The rules of a game, as described above.
template <typename R>
concept GameRules =
    // clang-format off
    GameState<typename R::State> &&
    OptionalMembersHaveTheRightForm<R> &&
    PositionTextGoesBothWays<R> &&
    LayoutGoesWithPieces<R> &&
    requires(const R& rules, const typename R::State& state,
             typename R::State::Move move) {
      { rules.Info() } -> std::same_as<const GameInfo&>;
      { rules.InitialState() } -> std::same_as<typename R::State>;
      { rules.FormatMove(state, move) } -> std::same_as<std::string>;
    };
// clang-format on

// Rules of a plug-in: Info is static, and what has no Create is made without
// parameters.
template <typename R>
concept PluginRules =
    // clang-format off
    GameRules<R> && (HasCreate<R> || std::default_initializable<R>) &&
    requires {
      { R::Info() } -> std::same_as<const GameInfo&>;
    };
// clang-format on

}  // namespace boardwalk
