// The conformance suite: what every game must pass before its results can be
// trusted. `boardwalk check GAME` and tests/games_conformance_test.cc run it.
//
// Example, given `const Rules& rules`:
//
//   const ConformanceReport report = CheckConformance(rules, {});
//   for (const std::string& failure : report.failures) std::cout << failure;
//
// Checked with games, small trees and altered texts. Every other game is
// uniformly random; the others look for long games and full boards, for quick
// ends, for positions with few and with many moves, and for rare moves:
// - a live position has a move, a finished one has none; each is listed once,
//   in an order that depends on the position alone, at most kMaxMoves of them;
// - the same leaves by copying, by undoing, by the framework's perft and by
//   replaying from the opening; undo restores everything;
// - equality, hashes and position texts agree about which positions are the
//   same, transpositions included;
// - moves and positions are read back from their texts exactly; other texts are
//   refused with a message;
// - returns sum to 0 and lie within [-1, 1]; evaluations keep their bounds, are
//   opposite for two players and depend on the position alone; where features
//   are declared they are the weighted sum of these, whatever the weights;
// - the cells of the layout have names and places of their own, pieces stand on
//   them, positions with different boards or moves are drawn differently, and
//   every move has a path of its own over cells of the layout;
// - the text that is composed of a position's pieces and the seat to move is
//   refused or has both, and that of the opening is the opening;
// - planes are the same pieces, each a bit of its owner's and its kind's;
// - the numbers of moves differ among the legal ones, are the same for a
//   move in all positions and keep their bound; live positions that differ have
//   different planes (observations.h). A note in games without ActionOf, or
//   Counters; no game is longer than MaxPlies;
// - CountLegalMoves, RandomMove, Path, Render and the advice to searches keep
//   their contracts;
// - the same seed gives the same game.
//
// The suite does not know the rules: a line of four that does not win is no
// failure to it. Known perft numbers (perft_table.h) are what finds that.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/conformance_advice.h"
#include "framework/conformance_context.h"
#include "framework/conformance_positions.h"
#include "framework/conformance_report.h"
#include "framework/conformance_walks.h"
#include "framework/game.h"
#include "framework/playout.h"
#include "framework/text.h"

namespace boardwalk {

namespace internal {

template <GameRules R>
class ConformanceSuite {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = std::vector<Move>;
  using Origin = typename ConformanceContext<R>::Origin;

  ConformanceSuite(const R& rules, const ConformanceOptions& options)
      : context_(rules, options),
        registry_(context_),
        positions_(context_, registry_),
        board_(context_),
        composition_(context_),
        learning_(context_),
        advice_(context_),
        features_(context_),
        seeker_(context_),
        walks_(context_, registry_),
        rules_(rules),
        options_(options) {}

  ConformanceReport Run() {
    CheckInfo();
    CheckMaxPlies();
    board_.CheckLayout();
    features_.CheckDeclared();
    for (int game = 0; !PlayedEnough(game); ++game) PlayGame(game);
    // The other checks list moves on the stack and expect a live position to
    // have one: they would crash if these promises are broken.
    const bool sound = !context_.findings.Has("kMaxMoves") &&
                       !context_.findings.Has("no legal move") &&
                       !context_.findings.Has("moves after the end");
    if (sound) {
      CheckTrees();
      CheckSameSeed();
    }
    report_.failures = context_.findings.Lines();
    report_.notes = learning_.notes();
    NoteCutGames();
    return report_;
  }

 private:
  static constexpr int kFewGames = 20, kManyGames = 1000;
  static constexpr int64_t kManyPositions = 2000;
  static constexpr int kTrees = 4;
  static constexpr size_t kTreeWidth = 6;
  static constexpr size_t kUndoTries = 3;

  bool Stopped() const { return options_.stop != nullptr && *options_.stop; }

  bool PlayedEnough(int games) const {
    if (Stopped()) return true;
    if (options_.games > 0) return games >= options_.games;
    return games >= kManyGames ||
           (games >= kFewGames && report_.positions >= kManyPositions);
  }

  void CheckInfo() {
    const GameInfo& info = rules_.Info();
    const int players = rules_.InitialState().NumPlayers();
    if (players < info.min_players || players > info.max_players) {
      context_.Fail("players", {},
                    absl::StrCat(players, " play, the game says ",
                                 info.min_players, " to ", info.max_players));
    }
    if (info.title.empty() || info.rules.empty()) {
      context_.Fail("info", {}, "the game has no title or no rules to read");
    }
    const std::string fault = RulesTextFault(info.rules);
    if (!fault.empty()) {
      context_.Fail("info", {}, absl::StrCat("the rules have ", fault));
    }
    const std::string aim_fault = AimFault(info.aim);
    if (!aim_fault.empty()) {
      context_.Fail(
          "info", {},
          absl::StrCat("the aim, ", Quoted(info.aim), ", ", aim_fault));
    }
  }

  void CheckMaxPlies() {
    if constexpr (HasMaxPlies<R>) {
      const int64_t most = rules_.MaxPlies();
      if (most < 0 || (most > 0 && rules_.Info().endless)) {
        context_.Fail("length", {},
                      absl::StrCat("MaxPlies() is ", most,
                                   most < 0 ? ", and no game has fewer than 0"
                                            : ", and the game is endless"));
      }
    }
  }

  void CheckLength(const Moves& path) {
    if constexpr (HasMaxPlies<R>) {
      const int64_t most = rules_.MaxPlies();
      if (most <= 0 || static_cast<int64_t>(path.size()) <= most) return;
      context_.Fail("length", {path},
                    absl::StrCat("MaxPlies() is ", most, ", and a game has ",
                                 path.size()));
    }
  }

  // Matches must adjudicate a game that can go on for ever.
  void NoteCutGames() {
    if (cut_games_ == 0 || rules_.Info().endless) return;
    report_.notes.push_back(absl::StrCat(
        cut_games_, " of ", Counted(random_games_, "random game"),
        " were not over after ", options_.max_plies,
        " moves: is it endless? then say so in Info (.endless = true)"));
  }

  // The work that is left for a game; texts cost the most.
  struct Allowance {
    uint64_t moves;  // to be written and read
    uint64_t bytes;  // of positions written and read
  };
  Allowance ForOneGame() const {
    const auto games =
        static_cast<uint64_t>(options_.games > 0 ? options_.games : kFewGames);
    return {options_.max_leaves / 4 / games + 64,
            options_.max_leaves * 8 / games + 1024};
  }

  void PlayGame(int game) {
    ++report_.games;
    const Seeking seeking = SeekingOfGame(game);
    const bool random = seeking == Seeking::kNothing;
    random_games_ += random ? 1 : 0;
    Allowance allowance = ForOneGame();
    State state = rules_.InitialState();
    Moves path;
    for (int ply = 0; ply <= options_.max_plies && !Stopped(); ++ply) {
      const Moves moves = ListMoves(state);
      const Origin origin = {path};
      const bool early = game == 0 && ply < 4;
      CheckPosition(state, moves, origin, early, allowance);
      if (moves.empty() || state.IsTerminal()) break;
      if (context_.Below(4) == 0) TryTransposition(state, origin);
      const Move move = seeker_.Choose(state, moves, seeking);
      state.Apply(move);
      path.push_back(move);
    }
    CheckLength(path);
    // A game that is stuck without a move is another failure.
    const bool cut = static_cast<int>(path.size()) > options_.max_plies &&
                     !state.IsTerminal();
    if (random && cut) ++cut_games_;
    if (game < kTrees) {
      path.resize(context_.Below(path.size()));
      paths_.push_back(std::move(path));
    }
  }

  void CheckPosition(const State& state, const Moves& moves,
                     const Origin& origin, bool early, Allowance& allowance) {
    ++report_.positions;
    positions_.CheckMoves(state, moves, origin);
    // The others make lists on the stack, which would overflow.
    if (context_.findings.Has("kMaxMoves")) return;
    advice_.Check(state, moves, origin);
    if (!state.IsTerminal()) features_.Check(state, origin);
    for (size_t i = 0; i < std::min(moves.size(), kUndoTries); ++i) {
      positions_.CheckUndo(state, moves[context_.Below(moves.size())], origin);
    }
    registry_.Add(state, origin);
    const bool pieces_are_sound = board_.CheckPieces(state, origin);
    if (state.IsTerminal()) board_.CheckEnding(state, origin);
    const size_t length =
        allowance.bytes > 0 ? context_.PositionText(state).size() : 0;
    if (allowance.bytes > 0) {
      if constexpr (HasFormatPosition<R>) {
        positions_.CheckText(state, moves, origin);
      }
      if constexpr (HasComposePosition<R>) {
        if (pieces_are_sound && !state.IsTerminal()) {
          composition_.Check(state, origin);
          Spend(allowance.bytes, 2 * length);
        }
      }
      if (pieces_are_sound) learning_.CheckObservation(state, origin);
      advice_.CheckNullMove(state, origin);
      Spend(allowance.bytes, length);
    }
    if (allowance.moves > 0 &&
        (early || state.IsTerminal() || context_.Below(4) == 0)) {
      positions_.CheckMoveTexts(state, moves, origin);
      board_.CheckPaths(state, moves, origin);
      learning_.CheckActions(state, moves, origin);
      Spend(allowance.moves, moves.size() + 16);
    }
    if constexpr (HasRender<R>) {
      if (early || context_.Below(16) == 0) {
        positions_.CheckRender(state, moves, origin);
      }
    }
    if constexpr (HasParsePosition<R>) {
      if (allowance.bytes > 0 && (early || context_.Below(4) == 0)) {
        constexpr int kMutations = 12;
        positions_.CheckMutatedPositions(state, kMutations, origin);
        Spend(allowance.bytes, kMutations * length);
      }
    }
    if (early || state.IsTerminal()) {
      positions_.CheckGarbage(state, moves, origin);
    }
  }

  static void Spend(uint64_t& allowance, uint64_t amount) {
    allowance -= std::min(allowance, amount);
  }

  // Makes two moves of the side to move, with others in between, in both
  // orders.
  void TryTransposition(const State& start, const Origin& origin) {
    Moves path;
    State state = start;
    for (int i = 0; i <= start.NumPlayers(); ++i) {
      const Moves moves = ListMoves(state);
      if (moves.empty() || state.IsTerminal()) return;
      path.push_back(moves[context_.Below(moves.size())]);
      state.Apply(path.back());
    }
    std::swap(path.front(), path.back());
    State other = start;
    Origin other_origin = origin;
    for (const Move move : path) {
      const Moves moves = ListMoves(other);
      if (std::find(moves.begin(), moves.end(), move) == moves.end()) return;
      other.Apply(move);
      other_origin.moves.push_back(move);
    }
    registry_.Add(other, other_origin);
    std::swap(path.front(), path.back());
    other_origin.moves = origin.moves;
    other_origin.moves.insert(other_origin.moves.end(), path.begin(),
                              path.end());
    registry_.Add(state, other_origin);
  }

  void CheckTrees() {
    walks_.ComparePerfts({}, options_.max_leaves);
    walks_.RegisterTree({}, TreeDepth(options_.max_leaves / 25), kTreeWidth);
    for (const Moves& path : paths_) {
      if (Stopped()) return;
      walks_.ComparePerfts(path, options_.max_leaves / 8);
      walks_.RegisterTree(path, TreeDepth(options_.max_leaves / 150),
                          kTreeWidth);
    }
  }

  // How deep a tree of kTreeWidth goes with at most `leaves` of them.
  static int TreeDepth(uint64_t leaves) {
    int depth = 0;
    for (; leaves >= kTreeWidth; leaves /= kTreeWidth) ++depth;
    return depth;
  }

  void CheckSameSeed() {
    const std::vector<uint64_t> first = HashesOfPlayout();
    if (HashesOfPlayout() != first) {
      context_.Fail("same seed", {}, "a random game does not repeat itself");
    }
  }

  std::vector<uint64_t> HashesOfPlayout() const {
    Random random(options_.seed);
    MoveListFor<State> list;
    State state = rules_.InitialState();
    std::vector<uint64_t> hashes;
    for (int ply = 0; ply < options_.max_plies; ++ply) {
      const auto move = PickRandomMove(state, list, random);
      if (!move.has_value()) break;
      state.Apply(*move);
      hashes.push_back(state.Hash());
    }
    return hashes;
  }

  ConformanceContext<R> context_;
  PositionRegistry<R> registry_;
  PositionChecks<R> positions_;
  BoardChecks<R> board_;
  CompositionChecks<R> composition_;
  LearningChecks<R> learning_;
  AdviceChecks<R> advice_;
  FeatureChecks<R> features_;
  MoveSeeker<R> seeker_;
  ConformanceWalks<R> walks_;
  const R& rules_;
  const ConformanceOptions& options_;
  std::vector<Moves> paths_;  // to grow trees from
  int64_t random_games_ = 0;  // of all games
  int64_t cut_games_ = 0;     // of the random ones, not over when they stopped
  ConformanceReport report_;
};

}  // namespace internal

// Runs the suite on the game `rules` from its opening. Takes a second or so at
// the default options.
template <GameRules R>
ConformanceReport CheckConformance(const R& rules,
                                   const ConformanceOptions& options) {
  return internal::ConformanceSuite<R>(rules, options).Run();
}

}  // namespace boardwalk
