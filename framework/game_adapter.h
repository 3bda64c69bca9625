// Puts a game and its players behind the type-erased boundary of any_game.h.
// Games use it through ai/bind.h. Algorithms derive from `PlayerFor`; a player
// that is a function of the position is made by `FixedPlayer`.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "framework/actions.h"
#include "framework/any_game.h"
#include "framework/batch_adapter.h"
#include "framework/board_drawing.h"
#include "framework/clock.h"
#include "framework/conformance.h"
#include "framework/errors.h"
#include "framework/fingerprint.h"
#include "framework/game.h"
#include "framework/make_move.h"
#include "framework/move_by_text.h"
#include "framework/observations.h"
#include "framework/pdn.h"
#include "framework/perft.h"
#include "framework/planes.h"
#include "framework/player.h"
#include "framework/playout.h"
#include "framework/status_macros.h"

namespace boardwalk {

// A kind of player for the rules `R`: what is known of it, and how to make one.
template <GameRules R>
struct PlayerBinding {
  PlayerInfo info;
  std::function<absl::StatusOr<std::unique_ptr<Player>>(const R& rules,
                                                        const Parameters&)>
      make;
};

template <typename Move>
AnyMove EraseMove(Move move) {
  static_assert(std::has_unique_object_representations_v<Move>,
                "a Move may have no padding: fill it with a named field");
  AnyMove any;
  std::memcpy(&any.bits, &move, sizeof(move));
  return any;
}

template <typename Move>
Move RestoreMove(AnyMove any) {
  Move move;
  std::memcpy(&move, &any.bits, sizeof(move));
  return move;
}

template <GameRules R>
class GameAdapter;

template <GameRules R>
class StateAdapter final : public AnyState {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  StateAdapter(std::shared_ptr<const GameAdapter<R>> game, State state)
      : game_(std::move(game)), state_(std::move(state)) {}

  const State& state() const { return state_; }

  std::unique_ptr<AnyState> Clone() const override {
    return std::make_unique<StateAdapter>(*this);
  }
  const AnyGame& Game() const override;
  int NumPlayers() const override { return state_.NumPlayers(); }
  int ToMove() const override { return IsTerminal() ? -1 : state_.ToMove(); }
  bool IsTerminal() const override { return state_.IsTerminal(); }
  SeatValues Returns() const override {
    return IsTerminal() ? state_.Returns() : SeatValues{};
  }
  uint64_t Hash() const override { return state_.Hash(); }
  bool Equals(const AnyState& other) const override {
    const auto* same = dynamic_cast<const StateAdapter*>(&other);
    return same != nullptr && same->game_ == game_ && same->state_ == state_;
  }

  std::vector<AnyMove> LegalMoves() const override {
    std::vector<AnyMove> moves;
    for (const Move move : ListMoves()) moves.push_back(EraseMove(move));
    return moves;
  }
  std::vector<std::string> LegalMoveTexts() const override;
  bool IsLegal(AnyMove any) const override {
    return IsDropOut(any) || IsListed(any);
  }
  bool CanDropOut() const override {
    return HasDropOut<State> && NumPlayers() > 2 && !IsTerminal() &&
           !IsOut(state_.ToMove());
  }
  bool IsOut(int seat) const override {
    if constexpr (HasDropOut<State>) return state_.IsOut(seat);
    return false;
  }
  bool CanWinAtOnce() const override;
  absl::Status Apply(AnyMove move) override {
    if constexpr (HasDropOut<State>) {
      if (IsDropOut(move)) {
        state_.DropOut();
        return absl::OkStatus();
      }
    }
    if (!IsListed(move)) {
      return absl::InvalidArgumentError(
          IsTerminal() ? "the game is over"
                       : "the move is not legal in this position");
    }
    ApplyLegal(move);
    return absl::OkStatus();
  }
  void ApplyLegal(AnyMove move) override {
    if constexpr (HasFormatPosition<R>) {
      state_.Apply(RestoreMove<Move>(move));
    } else {
      // Rules that are not of C++ may throw, and then nothing has changed.
      const std::string text = FormatMove(move);
      state_.Apply(RestoreMove<Move>(move));
      absl::StrAppend(&played_, " ", text);
    }
  }
  std::string FormatMove(AnyMove move) const override;
  absl::StatusOr<AnyMove> ParseMove(absl::string_view text) const override;
  std::string FormatPosition() const override;
  std::string Render(const RenderOptions& options) const override;
  std::optional<LineRange> MarkedLines(
      const RenderOptions& options) const override {
    if constexpr (kDrawnFromLayout) {
      return boardwalk::MarkedLines(game_->Layout(), options);
    }
    return std::nullopt;
  }
  GameEnding Ending() const override {
    if constexpr (HasEnding<R>) {
      if (IsTerminal()) return game_->rules().Ending(state_);
    }
    return {};
  }
  std::string WhyIllegal(const std::vector<std::string>& cells) const override {
    if constexpr (HasWhyIllegal<R>) {
      if (!IsTerminal() && !IsOut(state_.ToMove())) {
        return game_->rules().WhyIllegal(state_, cells);
      }
    }
    return "";
  }
  BoardLegend Legend(const RenderOptions& options) const override;
  std::vector<std::string> Path(AnyMove move) const override;
  std::vector<Piece> Pieces() const override;
  std::vector<uint64_t> PlaneWords() const override;
  void ListActions(std::vector<AnyMove>& moves,
                   std::vector<int64_t>& actions) const override;
  using AnyState::WriteObservation;
  void WriteObservation(int seat, absl::Span<float> out) const override {
    game_->writer().Write(state_, seat, out);
  }
  bool IsQuiet() const override;
  std::vector<int> FeatureValues() const override;
  std::vector<int> Evaluations() const override;
  std::vector<std::vector<std::string>> LegalMovePaths() const override;

 private:
  static constexpr bool kDrawnFromLayout = HasLayout<R> && !HasRender<R>;
  MoveListFor<State> ListMoves() const {
    MoveListFor<State> list;
    state_.LegalMoves(list);
    return list;
  }
  bool IsListed(AnyMove any) const {
    const MoveListFor<State> list = ListMoves();
    // All bits count, also those that are 0 in every move.
    return std::any_of(list.begin(), list.end(), [any](const Move& move) {
      return EraseMove(move) == any;
    });
  }
  bool IsDropOut(AnyMove move) const {
    return move == kDropOut && CanDropOut();
  }

  std::shared_ptr<const GameAdapter<R>> game_;
  State state_;
  // Where the game writes no positions: the moves since the opening, each after
  // a blank. The state must then come from the opening by Apply alone.
  [[no_unique_address]] std::conditional_t<HasFormatPosition<R>, std::monostate,
                                           std::string>
      played_;
};

// Base of the players compiled for the rules `R`. Derived classes get typed
// states, and never a position of another game.
template <GameRules R>
class PlayerFor : public Player {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  explicit PlayerFor(const R& rules) : rules_(rules) {}

  absl::Status Start(const AnyState& state, uint64_t seed) final {
    const State* typed = Typed(state);
    if (typed == nullptr) return Foreign();
    return StartAt(*typed, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) final {
    const State* typed = Typed(state);
    if (typed == nullptr) return Foreign();
    if (typed->IsTerminal()) {
      return absl::FailedPreconditionError("the game is over");
    }
    if (CountLegalMoves(*typed) == 0) {
      return absl::InternalError(
          "the game is not over and has no legal move: its rules are at fault");
    }
    return ChooseIn(*typed, outer, observer);
  }
  void Observe(AnyMove move) final {
    if (move == kDropOut) return ObserveDropOut();
    ObserveMove(RestoreMove<Move>(move));
  }

 protected:
  // As the functions of `Player`; in ChooseIn `state` has a legal move.
  virtual absl::Status StartAt(const State& state, uint64_t seed) = 0;
  virtual absl::StatusOr<Decision> ChooseIn(const State& state,
                                            const Limits& outer,
                                            const Observer& observer) = 0;
  virtual void ObserveMove(Move /*move*/) {}
  virtual void ObserveDropOut() {}  // of the seat to move

  const R& rules() const { return rules_; }

 private:
  const State* Typed(const AnyState& state) const;
  static absl::Status Foreign() {
    return absl::InvalidArgumentError(
        "the position belongs to another game than the player");
  }

  const R& rules_;
};

template <GameRules R>
class GameAdapter final : public AnyGame {
 public:
  using State = typename R::State;

  GameAdapter(std::unique_ptr<const R> rules, std::string name,
              std::vector<PlayerBinding<R>> players,
              std::vector<PlayerPlugin> more = {})
      : rules_(std::move(rules)),
        actions_(*rules_),
        name_(std::move(name)),
        bindings_(std::move(players)),
        more_(std::move(more)) {
    for (const auto& binding : bindings_) players_.push_back(binding.info);
    for (const auto& player : more_) players_.push_back(player.info);
  }

  const R& rules() const { return *rules_; }
  const ActionNumbers<R>& actions() const { return actions_; }
  // Made when first asked for: on a large board it takes longer than the rules.
  const ObservationWriter<R>& writer() const {
    std::call_once(writer_made_, [this] { writer_.emplace(*rules_); });
    return *writer_;
  }

  const GameInfo& Info() const override { return rules_->Info(); }
  const std::string& Name() const override { return name_; }
  int NumPlayers() const override {
    return rules_->InitialState().NumPlayers();
  }
  std::unique_ptr<AnyState> InitialState() const override {
    return Wrap(rules_->InitialState());
  }
  absl::StatusOr<std::unique_ptr<AnyState>> ParsePosition(
      absl::string_view text) const override {
    RETURN_IF_ERROR(CheckLength("position", text, kMaxPositionText));
    if (IsPdnPosition(*this, text)) return ParsePdnPosition(*this, text);
    if constexpr (HasParsePosition<R>) {
      ASSIGN_OR_RETURN(auto state, rules_->ParsePosition(text));
      return Wrap(std::move(state));
    } else {
      return PlayFromOpening(InitialState(), text);
    }
  }
  BoardLayout Layout() const override {
    if constexpr (HasLayout<R>) return rules_->Layout();
    return {};
  }
  absl::StatusOr<std::string> ComposePosition(const std::vector<Piece>& pieces,
                                              int to_move) const override {
    if constexpr (HasComposePosition<R>) {
      return rules_->ComposePosition(pieces, to_move);
    } else {
      return AnyGame::ComposePosition(pieces, to_move);
    }
  }
  uint64_t Fingerprint() const override { return FingerprintOf(*rules_); }
  PlaneShape Planes() const override { return PlaneShapeOf(*rules_); }
  int64_t NumActions() const override { return actions_.Count(); }
  ObservationShape Observation() const override { return writer().shape(); }
  int64_t MaxPlies() const override {
    if constexpr (HasMaxPlies<R>) return rules_->MaxPlies();
    return 0;
  }
  absl::StatusOr<std::unique_ptr<AnyBatch>> MakeBatch(
      const BatchOptions& options) const override;
  const std::vector<PlayerInfo>& Players() const override { return players_; }
  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(
      absl::string_view name) const override;

  std::vector<Feature> Features() const override {
    if constexpr (HasFeatures<R>) {
      return {R::kFeatures.begin(), R::kFeatures.end()};
    }
    return {};
  }

  absl::string_view LearnedWeights() const override {
    if constexpr (HasLearnedWeights<R>) return R::kLearnedWeights;
    return "";
  }

  std::vector<Preparation> Preparations() const override {
    if constexpr (HasPreparations<R>) return rules_->Preparations();
    return {};
  }

  absl::StatusOr<uint64_t> Perft(const AnyState& state,
                                 int depth) const override {
    const State* typed = Typed(state);
    if (typed == nullptr) return Foreign();
    if (depth < 0 || depth > kMaxPerftDepth) {
      return InvalidArgument("perft depth ", depth, " is not from 0 to ",
                             kMaxPerftDepth);
    }
    State copy = *typed;
    return boardwalk::Perft(copy, depth);
  }
  absl::StatusOr<PlayoutStatistics> Playouts(
      const AnyState& state, const PlayoutOptions& options) const override {
    const State* typed = Typed(state);
    if (typed == nullptr) return Foreign();
    RETURN_IF_ERROR(CheckPlayoutOptions(options));
    const Clock& clock = ThreadCpuClock();
    const auto start = clock.Now();
    double seconds = 0;
    PlayoutStatistics statistics = RunPlayouts(
        *typed, options.seed, options.max_plies,
        [&](const PlayoutStatistics& so_far) {
          if (options.games > 0 && so_far.games >= options.games) return true;
          // Reading the CPU clock costs as much as several moves.
          if (so_far.stopped_moves > 0 || so_far.moves < 1000 ||
              so_far.games % 16 == 0 || so_far.moves / so_far.games > 500) {
            seconds =
                std::chrono::duration<double>(clock.Now() - start).count();
          }
          return seconds >= options.seconds;
        });
    statistics.seconds =
        std::chrono::duration<double>(clock.Now() - start).count();
    return statistics;
  }
  ConformanceReport Check(const ConformanceOptions& options) const override {
    return CheckConformance(*rules_, options);
  }

  // The typed position, null where `state` is not one of this game.
  const State* Typed(const AnyState& state) const {
    const auto* adapter = dynamic_cast<const StateAdapter<R>*>(&state);
    return adapter != nullptr && &adapter->Game() == this ? &adapter->state()
                                                          : nullptr;
  }

 private:
  std::unique_ptr<AnyState> Wrap(State state) const {
    return std::make_unique<StateAdapter<R>>(
        std::static_pointer_cast<const GameAdapter>(shared_from_this()),
        std::move(state));
  }
  static absl::Status Foreign() {
    return absl::InvalidArgumentError("the position belongs to another game");
  }

  std::unique_ptr<const R> rules_;
  ActionNumbers<R> actions_;
  mutable std::once_flag writer_made_;
  mutable std::optional<ObservationWriter<R>> writer_;
  std::string name_;
  std::vector<PlayerBinding<R>> bindings_;
  std::vector<PlayerPlugin> more_;
  std::vector<PlayerInfo> players_;  // bindings_, then more_
};

template <GameRules R>
const AnyGame& StateAdapter<R>::Game() const {
  return *game_;
}

template <GameRules R>
bool StateAdapter<R>::CanWinAtOnce() const {
  if (IsTerminal()) return false;
  const int seat = state_.ToMove();
  State state = state_;
  for (const Move move : ListMoves()) {
    const bool wins = AfterMove(state, move, [seat](const State& child) {
      return child.IsTerminal() && child.Returns()[seat] > 0;
    });
    if (wins) return true;
  }
  return false;
}

template <GameRules R>
std::vector<std::string> StateAdapter<R>::LegalMoveTexts() const {
  std::vector<std::string> texts;
  for (const Move move : ListMoves()) {
    texts.push_back(game_->rules().FormatMove(state_, move));
  }
  return texts;
}

template <GameRules R>
std::string StateAdapter<R>::FormatMove(AnyMove move) const {
  if (IsDropOut(move)) return std::string(kDropOutWord);
  if (!IsListed(move)) return "(illegal)";
  return game_->rules().FormatMove(state_, RestoreMove<Move>(move));
}

template <GameRules R>
absl::StatusOr<AnyMove> StateAdapter<R>::ParseMove(
    absl::string_view text) const {
  if (IsTerminal()) {
    return absl::FailedPreconditionError("the game is over");
  }
  text = absl::StripAsciiWhitespace(text);
  RETURN_IF_ERROR(CheckLength("move", text, kMaxMoveText));
  if (text == kDropOutWord && CanDropOut()) return kDropOut;
  if (IsOut(state_.ToMove())) {
    const AnyMove pass = LegalMoves().front();
    const std::string word = FormatMove(pass);
    if (text == word) return pass;
    return InvalidArgument("this seat has dropped out; its only move is ",
                           word);
  }
  if constexpr (HasParseMove<R>) {
    ASSIGN_OR_RETURN(const auto move, game_->rules().ParseMove(state_, text));
    return EraseMove(move);
  } else {
    ASSIGN_OR_RETURN(const auto move, MoveByText(game_->rules(), state_, text));
    return EraseMove(move);
  }
}

template <GameRules R>
std::string StateAdapter<R>::FormatPosition() const {
  if constexpr (HasFormatPosition<R>) {
    return game_->rules().FormatPosition(state_);
  } else {
    return absl::StrCat(kOpeningWord, played_);
  }
}

template <GameRules R>
std::string StateAdapter<R>::Render(const RenderOptions& options) const {
  if constexpr (HasRender<R>) {
    return game_->rules().Render(state_, options);
  } else if constexpr (kDrawnFromLayout) {
    return DrawText(game_->Layout(), Pieces(), options);
  } else {
    return absl::StrCat(FormatPosition(), "\n");
  }
}

template <GameRules R>
BoardLegend StateAdapter<R>::Legend(const RenderOptions& options) const {
  const R& rules = game_->rules();
  if constexpr (HasLegend<R>) {
    BoardLegend legend = rules.Legend(options);
    if constexpr (kDrawnFromLayout) {
      if (legend.marks.empty()) {
        legend.marks = DrawTextMarks(rules.Layout(), Pieces());
      }
    }
    return legend;
  } else if constexpr (kDrawnFromLayout) {
    return DrawTextLegend(rules.Layout(), rules.Pieces(rules.InitialState()),
                          Pieces(), NumPlayers(), options);
  } else {
    return {};
  }
}

template <GameRules R>
std::vector<Piece> StateAdapter<R>::Pieces() const {
  if constexpr (HasPieces<R>) return game_->rules().Pieces(state_);
  return {};
}

template <GameRules R>
std::vector<uint64_t> StateAdapter<R>::PlaneWords() const {
  const auto planes = PlaneReader<R>(game_->rules()).Read(state_);
  return {planes.words.begin(), planes.words.end()};
}

template <GameRules R>
void StateAdapter<R>::ListActions(std::vector<AnyMove>& moves,
                                  std::vector<int64_t>& actions) const {
  moves.clear();
  actions.clear();
  for (const Move move : ListMoves()) {
    moves.push_back(EraseMove(move));
    if constexpr (ActionNumbers<R>::kAny) {
      actions.push_back(game_->actions().Of(state_, move));
    }
  }
}

template <GameRules R>
std::vector<std::string> StateAdapter<R>::Path(AnyMove move) const {
  if constexpr (HasPath<R>) {
    if (IsListed(move)) {
      return game_->rules().Path(state_, RestoreMove<Move>(move));
    }
  }
  return {};
}

template <GameRules R>
std::vector<std::vector<std::string>> StateAdapter<R>::LegalMovePaths() const {
  std::vector<std::vector<std::string>> paths;
  if constexpr (HasPath<R>) {
    for (const Move move : ListMoves()) {
      paths.push_back(game_->rules().Path(state_, move));
    }
  }
  return paths;
}

template <GameRules R>
bool StateAdapter<R>::IsQuiet() const {
  if constexpr (HasNoisyMoves<State>) {
    MoveListFor<State> noisy;
    state_.NoisyMoves(noisy);
    return noisy.size() == 0;
  }
  return true;
}

template <GameRules R>
std::vector<int> StateAdapter<R>::FeatureValues() const {
  if constexpr (HasFeatures<R>) {
    if (state_.IsTerminal()) return {};
    const auto values = game_->rules().Features(state_);
    return {values.begin(), values.end()};
  }
  return {};
}

template <GameRules R>
std::vector<int> StateAdapter<R>::Evaluations() const {
  std::vector<int> values;
  if constexpr (HasEvaluate<R>) {
    for (int seat = 0; seat < NumPlayers() && !IsTerminal(); ++seat) {
      values.push_back(game_->rules().Evaluate(state_, seat));
    }
  }
  return values;
}

template <GameRules R>
const typename R::State* PlayerFor<R>::Typed(const AnyState& state) const {
  const auto* adapter = dynamic_cast<const StateAdapter<R>*>(&state);
  if (adapter == nullptr) return nullptr;
  const auto& game = static_cast<const GameAdapter<R>&>(adapter->Game());
  const R* original = &rules_;
  if constexpr (HasEvaluations<R> || HasFeatures<R>) {
    original = &rules_.Original();
  }
  return &game.rules() == original ? &adapter->state() : nullptr;
}

// A player together with what it points into, such as its rules.
template <typename Owned>
class OwningPlayer final : public Player {
 public:
  OwningPlayer(Owned owned, std::unique_ptr<Player> player)
      : owned_(std::move(owned)), player_(std::move(player)) {}
  int Threads() const override { return player_->Threads(); }
  const Clock* OwnClock() const override { return player_->OwnClock(); }
  absl::Status Start(const AnyState& state, uint64_t seed) override {
    return player_->Start(state, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) override {
    return player_->Choose(state, outer, observer);
  }
  void Observe(AnyMove move) override { player_->Observe(move); }
  void GameOver() override { player_->GameOver(); }

 private:
  const Owned owned_;
  const std::unique_ptr<Player> player_;
};

namespace internal {

// What AnyGame::MakePlayer returns: the player, its game, and the rule that
// nobody thinks without a limit, which no author can forget so.
class PlayerOfGame final : public Player {
 public:
  // `own` are the limits among the player's parameters.
  PlayerOfGame(std::shared_ptr<const AnyGame> game, PlayerInfo info,
               const Limits& own, std::unique_ptr<Player> player)
      : game_(std::move(game)),
        info_(std::move(info)),
        own_(own),
        player_(std::move(player)) {}
  absl::Status CheckLimits(const Limits& outer) const override {
    return CheckHasLimit(info_, Tighter(own_, outer));
  }
  int Threads() const override { return player_->Threads(); }
  const Clock* OwnClock() const override { return player_->OwnClock(); }
  absl::Status Start(const AnyState& state, uint64_t seed) override {
    return player_->Start(state, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) override {
    RETURN_IF_ERROR(CheckLimits(outer));
    return player_->Choose(state, outer, observer);
  }
  void Observe(AnyMove move) override { player_->Observe(move); }
  void GameOver() override { player_->GameOver(); }

 private:
  const std::shared_ptr<const AnyGame> game_;
  const PlayerInfo info_;
  const Limits own_;
  const std::unique_ptr<Player> player_;
};

template <PluginRules R>
absl::StatusOr<std::unique_ptr<const R>> MakeRules(
    const Parameters& parameters) {
  if constexpr (HasCreate<R>)
    return R::Create(parameters);
  else
    return std::make_unique<const R>();
}

// Makes the game of rules `R` if they support `parameters`.
template <PluginRules R>
bool MakeIfSupported(const Parameters& parameters,
                     const std::vector<PlayerBinding<R>>& players,
                     const std::vector<PlayerPlugin>& more,
                     absl::StatusOr<std::shared_ptr<const AnyGame>>& game) {
  if constexpr (HasSupports<R>) {
    if (!R::Supports(parameters)) return false;
  }
  auto rules = MakeRules<R>(parameters);
  if (!rules.ok()) {
    game = rules.status();
  } else {
    game = std::make_shared<const GameAdapter<R>>(
        *std::move(rules), CanonicalName(R::Info().id, parameters), players,
        more);
  }
  return true;
}

}  // namespace internal

// The player that `name` means among `players`, with the settings that suit the
// game.
template <GameRules R>
absl::StatusOr<PlayerChoice> ChoosePlayerFor(
    const R& rules, const std::vector<PlayerInfo>& players,
    absl::string_view name) {
  ASSIGN_OR_RETURN(auto choice, ChoosePlayer(players, name));
  if constexpr (HasPlayerDefaults<R>) {
    RETURN_IF_ERROR(choice.parameters.FillIn(
        rules.PlayerDefaults(players[choice.index].id)));
  }
  return choice;
}

template <GameRules R>
absl::StatusOr<std::unique_ptr<AnyBatch>> GameAdapter<R>::MakeBatch(
    const BatchOptions& options) const {
  if (options.games < 1 || options.games > kMaxBatchGames) {
    return InvalidArgument(options.games, " games are not from 1 to ",
                           kMaxBatchGames);
  }
  if (options.max_plies < 0) {
    return InvalidArgument("a limit of ", options.max_plies,
                           " plies: it is 0 for none, or above");
  }
  if (rules_->InitialState().IsTerminal()) {
    return absl::FailedPreconditionError(
        absl::StrCat(name_, " is over before the first move"));
  }
  if constexpr (ActionNumbers<R>::kAny) {
    const auto self =
        std::static_pointer_cast<const GameAdapter>(shared_from_this());
    try {
      return std::make_unique<BatchAdapter<R>>(
          *rules_, [self](const State& state) { return self->Wrap(state); },
          options);
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "there is no memory for ", options.games, " games of ", name_));
    }
  }
  return AnyGame::MakeBatch(options);
}

template <GameRules R>
absl::StatusOr<std::unique_ptr<Player>> GameAdapter<R>::MakePlayer(
    absl::string_view name) const {
  ASSIGN_OR_RETURN(const auto choice, ChoosePlayerFor(*rules_, players_, name));
  const Parameters& parameters = choice.parameters;
  const size_t own = bindings_.size();
  ASSIGN_OR_RETURN(auto player,
                   choice.index < own
                       ? bindings_[choice.index].make(*rules_, parameters)
                       : more_[choice.index - own].make(*this, parameters));
  return std::make_unique<internal::PlayerOfGame>(
      shared_from_this(), players_[choice.index], LimitsFrom(parameters),
      std::move(player));
}

namespace internal {

template <GameRules R>
class FixedPlayer final : public PlayerFor<R> {
 public:
  using State = typename R::State;
  using Function = Decision (*)(const State& state);

  FixedPlayer(const R& rules, Function decide)
      : PlayerFor<R>(rules), decide_(decide) {}

 protected:
  absl::Status StartAt(const State&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> ChooseIn(const State& state, const Limits&,
                                    const Observer&) override {
    return decide_(state);
  }

 private:
  const Function decide_;
};

}  // namespace internal

// A player without search, chance or memory, that plays what `decide` returns
// for the position. Limits do not bind it, so `decide` must be quick. It is
// called with live positions only.
//
// Example of declarations, given `Decision FirstMove(const State& state);`:
//
//   PlayerBinding<Rules> FirstPlayer() {
//     return FixedPlayer<Rules>({"first", "The first legal move"}, FirstMove);
//   }
template <GameRules R>
PlayerBinding<R> FixedPlayer(
    PlayerInfo info, typename internal::FixedPlayer<R>::Function decide) {
  info.needs_limit = false;
  return {
      std::move(info),
      [decide](const R& rules,
               const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
        return std::make_unique<internal::FixedPlayer<R>>(rules, decide);
      }};
}

// The plug-in of a game with its players. Several rules classes may serve one
// id; the first that supports the parameters is taken, the last must support
// all that the others do not.
template <PluginRules First, PluginRules... Rest>
GamePlugin MakePlugin(std::vector<PlayerBinding<First>> first,
                      std::vector<PlayerBinding<Rest>>... rest) {
  GamePlugin plugin;
  plugin.info = First::Info();
  for (const auto& binding : first) plugin.players.push_back(binding.info);
  plugin.make = [first = std::move(first), ... rest = std::move(rest)](
                    Parameters parameters, std::vector<PlayerPlugin> more)
      -> absl::StatusOr<std::shared_ptr<const AnyGame>> {
    if constexpr (HasNormalize<First>) {
      RETURN_IF_ERROR(First::Normalize(parameters));
    }
    absl::StatusOr<std::shared_ptr<const AnyGame>> game =
        absl::InternalError("no rules class supports these parameters");
    (void)(internal::MakeIfSupported(parameters, first, more, game) || ... ||
           internal::MakeIfSupported(parameters, rest, more, game));
    return game;
  };
  return plugin;
}

// A player that is compiled for the rules `Rs`, which are those of the games
// with these ids. A game that several rules classes serve needs each of them.
//
// Example of declarations, given `PlayerBinding<Rules> First();`:
//
//   PlayerPlugin FirstPlugin() { return BindPlayer({"tictactoe"}, First()); }
template <GameRules... Rs>
PlayerPlugin BindPlayer(std::vector<std::string> games,
                        PlayerBinding<Rs>... bindings) {
  PlayerPlugin plugin;
  plugin.info = std::get<0>(std::tie(bindings...)).info;
  plugin.games = std::move(games);
  plugin.make = [... bindings = std::move(bindings)](
                    const AnyGame& game, const Parameters& parameters)
      -> absl::StatusOr<std::unique_ptr<Player>> {
    absl::StatusOr<std::unique_ptr<Player>> player = InvalidArgument(
        "the player is not compiled for the rules of ", game.Name());
    const auto try_one = [&]<typename R>(const PlayerBinding<R>& binding) {
      const auto* typed = dynamic_cast<const GameAdapter<R>*>(&game);
      if (typed != nullptr) player = binding.make(typed->rules(), parameters);
      return typed != nullptr;
    };
    (void)(try_one(bindings) || ...);
    return player;
  };
  return plugin;
}

}  // namespace boardwalk
