// Shared by the tests of sessions and of those who show them: a small game and
// players that misbehave.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/game_adapter.h"
#include "frontends/session/session.h"
#include "gtest/gtest.h"

namespace boardwalk::session {

// Swing: a token on a ring of four points. A move takes it left or right, or
// wins at once. The game can go on for ever.
class SwingState {
 public:
  enum Step : uint8_t { kLeft, kRight, kWin };
  struct Move {
    uint8_t step;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 3;

  explicit SwingState(int players) : players_(static_cast<uint8_t>(players)) {}
  int NumPlayers() const { return players_; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return won_; }
  SeatValues Returns() const { return WinnerTakesAll(players_, 1u << turn_); }
  template <typename List>
  void LegalMoves(List& list) const {
    for (uint8_t step = 0; !won_ && step < 3; ++step) list.push_back({step});
  }
  void Apply(Move move) {
    if (move.step == kWin) {
      won_ = true;
      return;
    }
    point_ = static_cast<uint8_t>((point_ + (move.step == kLeft ? 3 : 1)) % 4);
    turn_ = static_cast<uint8_t>((turn_ + 1) % players_);
  }
  uint64_t Hash() const {
    return Mix64(point_ + 4u * turn_ + 64u * players_ + (won_ ? 1024u : 0u));
  }
  bool operator==(const SwingState&) const = default;

  int point() const { return point_; }
  void Set(int point, int turn, bool won) {
    point_ = static_cast<uint8_t>(point);
    turn_ = static_cast<uint8_t>(turn);
    won_ = won;
  }

 private:
  uint8_t players_, point_ = 0, turn_ = 0;
  bool won_ = false;
};

class SwingRules {
 public:
  using State = SwingState;
  using Move = SwingState::Move;

  explicit SwingRules(int players) : players_(players) {}
  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "swing",
        .title = "Swing on a ring",
        .min_players = 2,
        .max_players = 3,
        .parameters = {IntParameter("players", 2, {2, 3}, "how many play"),
                       ChoiceParameter("mood", "merry", "merry|grim|odd",
                                       "of the swing")},
        .endless = true,
        .rules = "Move the token left or right, or win.\n"};
    return info;
  }
  // A grim swing needs three players: two options that can contradict.
  static absl::StatusOr<std::unique_ptr<const SwingRules>> Create(
      const Parameters& parameters) {
    const auto players = static_cast<int>(parameters.Int("players"));
    if (parameters.Choice("mood") == "grim" && players != 3) {
      return absl::InvalidArgumentError("a grim swing needs players=3");
    }
    return std::make_unique<const SwingRules>(players);
  }
  State InitialState() const { return State(players_); }
  std::string FormatMove(const State&, Move move) const {
    return Names()[move.step];
  }
  absl::StatusOr<Move> ParseMove(const State&, absl::string_view text) const {
    for (uint8_t step = 0; step < 3; ++step) {
      if (text == Names()[step]) return Move{step};
    }
    return InvalidArgument("a swing goes left or right, not '", text, "'");
  }
  std::string FormatPosition(const State& state) const {
    return absl::StrCat(state.point(), " ", state.ToMove() + 1, " ",
                        state.IsTerminal() ? "won" : "on");
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    const std::vector<std::string> words = absl::StrSplit(text, ' ');
    int point = 0, turn = 0;
    if (words.size() != 3 || !absl::SimpleAtoi(words[0], &point) ||
        !absl::SimpleAtoi(words[1], &turn) || point < 0 || point > 3 ||
        turn < 1 || turn > players_) {
      return absl::InvalidArgumentError("write a position such as '0 1 on'");
    }
    State state(players_);
    state.Set(point, turn - 1, words[2] == "won");
    return state;
  }
  std::string Render(const State& state, const RenderOptions& options) const {
    return absl::StrCat(
        options.color ? "\033[31m" : "", "token at ", state.point(),
        options.color ? "\033[0m" : "", options.flip ? " flipped" : "",
        " path ",
        options.paths.empty() ? "" : absl::StrJoin(options.paths.back(), ">"),
        "\n");
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    State after = state;
    after.Apply(move);
    return {absl::StrCat(state.point()), absl::StrCat(after.point())};
  }

 private:
  static const std::vector<std::string>& Names() {
    // The last is also the beginning of a command; moves take precedence.
    static const std::vector<std::string> names = {"left", "right", "resig"};
    return names;
  }
  const int players_;
};

// A player that plays what `choice` returns. `choice` gets the position that
// follows from Start and Observe, and the one passed to Choose.
class SwingPlayer final : public PlayerFor<SwingRules> {
 public:
  using Choice = std::function<absl::StatusOr<Decision>(
      const SwingState& tracked, const SwingState& now, const Limits& limits)>;
  SwingPlayer(const SwingRules& rules, Choice choice)
      : PlayerFor(rules),
        tracked_(rules.InitialState()),
        choice_(std::move(choice)) {}

  static PlayerBinding<SwingRules> Binding(const char* id,
                                           const Choice& choice) {
    return {
        {.id = id,
         .title = "A test player",
         .parameters = {kSeedParameter},
         .needs_limit = false},
        [choice](const SwingRules& rules,
                 const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
          return std::make_unique<SwingPlayer>(rules, choice);
        }};
  }

 protected:
  absl::Status StartAt(const SwingState& state, uint64_t) override {
    tracked_ = state;
    return absl::OkStatus();
  }
  void ObserveMove(SwingState::Move move) override { tracked_.Apply(move); }
  absl::StatusOr<Decision> ChooseIn(const SwingState& state,
                                    const Limits& limits,
                                    const Observer&) override {
    return choice_(tracked_, state, limits);
  }

 private:
  SwingState tracked_;
  const Choice choice_;
};

inline Decision SwingDecision(uint8_t step) {
  Decision decision;
  decision.move = EraseMove(SwingState::Move{step});
  decision.line = {decision.move};
  return decision;
}

// Swing with five players: `witness` goes right, and fails if it missed a move
// of the game; `sleepy` goes left once it is stopped; `deaf` thinks for a
// minute and cannot be stopped; `foul` plays an illegal move; `sick` fails.
inline GamePlugin SwingPlugin() {
  const auto witness = [](const SwingState& tracked, const SwingState& now,
                          const Limits&) -> absl::StatusOr<Decision> {
    if (tracked != now) return absl::InternalError("missed a move");
    Decision decision = SwingDecision(SwingState::kRight);
    decision.value = 0.25;
    decision.seconds = 0.5;
    return decision;
  };
  const auto sleepy = [](const SwingState&, const SwingState&,
                         const Limits& limits) -> absl::StatusOr<Decision> {
    while (!limits.StopRequested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return SwingDecision(SwingState::kLeft);
  };
  const auto deaf = [](const SwingState&, const SwingState&,
                       const Limits&) -> absl::StatusOr<Decision> {
    for (int i = 0; i < 60; ++i) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    return SwingDecision(SwingState::kLeft);
  };
  const auto foul = [](const SwingState&, const SwingState&, const Limits&) {
    return absl::StatusOr<Decision>(SwingDecision(7));
  };
  const auto sick = [](const SwingState&, const SwingState&, const Limits&) {
    return absl::StatusOr<Decision>(absl::InternalError("it has a cold"));
  };
  return MakePlugin<SwingRules>({SwingPlayer::Binding("witness", witness),
                                 SwingPlayer::Binding("sleepy", sleepy),
                                 SwingPlayer::Binding("deaf", deaf),
                                 SwingPlayer::Binding("foul", foul),
                                 SwingPlayer::Binding("sick", sick)});
}

// A session of people, who have played these moves.
inline Session GameOfPeople(const Catalog& catalog, const std::string& game,
                            const std::vector<std::string>& moves = {}) {
  const auto made = catalog.MakeGame(game).value();
  Session session =
      Session::Create(*made->InitialState(),
                      std::vector<std::string>(
                          static_cast<size_t>(made->NumPlayers()), "human"),
                      1)
          .value();
  for (const std::string& move : moves) {
    Decision decision;
    decision.move = session.state().ParseMove(move).value();
    EXPECT_TRUE(session.Play(decision).ok());
  }
  return session;
}

}  // namespace boardwalk::session
