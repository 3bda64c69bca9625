// Puts the games of some rules behind the boundary of batch.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "framework/actions.h"
#include "framework/any_game.h"
#include "framework/batch.h"
#include "framework/game.h"
#include "framework/move_list.h"
#include "framework/observations.h"

namespace boardwalk {

// REQUIRES: the game's moves have numbers; the rules live as long as `wrap`.
template <GameRules R>
class BatchAdapter final : public AnyBatch {
 public:
  using RulesState = typename R::State;
  using Move = typename RulesState::Move;
  using Wrap = std::function<std::unique_ptr<AnyState>(const RulesState&)>;

  BatchAdapter(const R& rules, Wrap wrap, const BatchOptions& options)
      : wrap_(std::move(wrap)),
        actions_(rules),
        writer_(rules),
        opening_(rules.InitialState()),
        max_plies_(options.max_plies),
        num_actions_(actions_.Count()),
        num_players_(opening_.NumPlayers()),
        games_(static_cast<size_t>(options.games), Game{opening_}) {}

  void Reset(const BatchRows& rows, GameRange range) override {
    for (int64_t i = range.begin; i < range.end; ++i) {
      if (!rows.masks.empty()) {
        std::fill_n(&rows.masks[i * num_actions_], num_actions_, uint8_t{0});
      }
      WriteEnd(SeatValues{}, false, false, i, rows);
      Begin(games_[i]);
      WritePosition(i, rows);
    }
  }

  absl::Status Check(absl::Span<const int64_t> actions,
                     GameRange range) const override {
    for (int64_t i = range.begin; i < range.end; ++i) {
      const std::vector<int64_t>& legal = games_[i].actions;
      if (std::find(legal.begin(), legal.end(), actions[i]) != legal.end()) {
        continue;
      }
      return IllegalAction(actions[i], num_actions_, legal,
                           absl::StrCat(" in game ", i));
    }
    return absl::OkStatus();
  }

  void Step(absl::Span<const int64_t> actions, const BatchRows& rows,
            GameRange range) override {
    for (int64_t i = range.begin; i < range.end; ++i) {
      Game& game = games_[i];
      const auto at =
          std::find(game.actions.begin(), game.actions.end(), actions[i]);
      game.state.Apply(game.moves[at - game.actions.begin()]);
      ++game.plies;
      ClearMask(i, rows);
      const bool over = game.state.IsTerminal();
      const bool cut = !over && game.plies == max_plies_;
      WriteEnd(over ? game.state.Returns() : SeatValues{}, over, cut, i, rows);
      if (over || cut) {
        Observe(game.state, rows.final_observations, i);
        Begin(game);
      }
      WritePosition(i, rows);
    }
  }

  absl::Span<const int64_t> LegalActions(int64_t game) const override {
    return games_[game].actions;
  }
  std::unique_ptr<AnyState> State(int64_t game) const override {
    return wrap_(games_[game].state);
  }

 private:
  struct Game {
    RulesState state;
    int64_t plies = 0;
    std::vector<Move> moves = {};       // legal
    std::vector<int64_t> actions = {};  // their numbers
  };

  void Begin(Game& game) const {
    game.state = opening_;
    game.plies = 0;
  }

  void ClearMask(int64_t i, const BatchRows& rows) const {
    if (rows.masks.empty()) return;
    uint8_t* const mask = &rows.masks[i * num_actions_];
    for (const int64_t action : games_[i].actions) mask[action] = 0;
  }

  void WriteEnd(const SeatValues& rewards, bool over, bool cut, int64_t i,
                const BatchRows& rows) const {
    if (!rows.rewards.empty()) {
      for (int seat = 0; seat < num_players_; ++seat) {
        rows.rewards[i * num_players_ + seat] =
            static_cast<float>(rewards[seat]);
      }
    }
    if (!rows.terminated.empty()) rows.terminated[i] = over ? 1 : 0;
    if (!rows.truncated.empty()) rows.truncated[i] = cut ? 1 : 0;
  }

  void WritePosition(int64_t i, const BatchRows& rows) {
    Game& game = games_[i];
    MoveListFor<RulesState> list;
    game.state.LegalMoves(list);
    game.moves.clear();
    game.actions.clear();
    for (const Move move : list) {
      const int64_t action = actions_.Of(game.state, move);
      if (action < 0 || action >= num_actions_) continue;
      game.moves.push_back(move);
      game.actions.push_back(action);
    }
    if (!rows.masks.empty()) {
      uint8_t* const mask = &rows.masks[i * num_actions_];
      for (const int64_t action : game.actions) mask[action] = 1;
    }
    if (!rows.current_player.empty()) {
      rows.current_player[i] = game.state.ToMove();
    }
    Observe(game.state, rows.observations, i);
  }

  void Observe(const RulesState& state, absl::Span<float> rows,
               int64_t i) const {
    if (rows.empty()) return;
    const size_t size = writer_.shape().Size();
    writer_.Write(state, rows.subspan(i * size, size));
  }

  const Wrap wrap_;
  const ActionNumbers<R> actions_;
  const ObservationWriter<R> writer_;
  const RulesState opening_;
  const int64_t max_plies_;
  const int64_t num_actions_;
  const int num_players_;
  std::vector<Game> games_;
};

}  // namespace boardwalk
