// For tests of what plays games: keeps them in a map, and fails when told to.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_FAKE_STORE_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_FAKE_STORE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/mutex.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "frontends/tournament/store.h"

namespace boardwalk::tournament {

class FakeStore final : public Store {
 public:
  explicit FakeStore(Configuration configuration)
      : configuration_(std::move(configuration)) {}

  const Configuration& configuration() const override { return configuration_; }
  const std::string& program_version() const override { return version_; }

  absl::StatusOr<bool> Has(int64_t id) const override {
    const MutexLock lock(&mutex_);
    if (id == has_fails_at) return absl::DataLossError("cannot look");
    return games_.count(id) > 0;
  }
  absl::StatusOr<int64_t> Count() const override {
    const MutexLock lock(&mutex_);
    return static_cast<int64_t>(games_.size());
  }
  absl::StatusOr<bool> Add(const FinishedGame& game) override {
    const MutexLock lock(&mutex_);
    if (game.summary.id == add_fails_at) {
      return absl::ResourceExhaustedError("the disk is full");
    }
    const bool is_new = games_.emplace(game.summary.id, game).second;
    if (is_new) order_.push_back(game.summary.id);
    return is_new;
  }
  absl::Status ForEach(const GameFilter& filter,
                       const std::function<absl::Status(const GameSummary&)>&
                           visit) const override {
    return ForEachWhole(
        filter, [&](const FinishedGame& game) { return visit(game.summary); });
  }
  absl::Status ForEachWhole(
      const GameFilter&,
      const std::function<absl::Status(const FinishedGame&)>& visit)
      const override {
    for (const auto& [id, game] : games_) {
      RETURN_IF_ERROR(visit(game));
    }
    return absl::OkStatus();
  }
  absl::StatusOr<FinishedGame> Get(int64_t id) const override {
    const MutexLock lock(&mutex_);
    const auto found = games_.find(id);
    if (found == games_.end()) return absl::NotFoundError("no such game");
    return found->second;
  }
  absl::StatusOr<int64_t> CountDistinct(int) const override {
    return absl::UnimplementedError("not faked");
  }

  // The ids in the order in which they were added.
  const std::vector<int64_t>& order() const { return order_; }
  const std::map<int64_t, FinishedGame>& games() const { return games_; }

  // All that there is, times aside, as text to be compared.
  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    for (const auto& [id, game] : games_) {
      GameRecord record = game.record;
      for (RecordedMove& move : record.moves) {
        move.seconds = move.wall_seconds = 0;
      }
      const GameSummary& summary = game.summary;
      std::string text = absl::StrCat(
          "game ", id, " ", summary.block, " ", summary.round, " ",
          summary.variant, " ", summary.pairing, " ", summary.rotation, " ",
          summary.seed, " ", summary.fingerprint, "\nopening");
      for (const std::string& move : game.opening) {
        absl::StrAppend(&text, " ", move);
      }
      for (const SeatResult& seat : summary.seats) {
        absl::StrAppend(&text, "\nseat ", seat.player, " ", seat.returns, " ",
                        seat.moves, " ", seat.nodes, " ", seat.playouts, " ",
                        seat.depth);
      }
      absl::StrAppend(&text, "\n", FormatRecord(record));
      texts.push_back(std::move(text));
    }
    return texts;
  }

  int64_t has_fails_at = 0;  // an id
  int64_t add_fails_at = 0;

 private:
  const Configuration configuration_;
  const std::string version_ = "test";
  mutable Mutex mutex_;  // held by the functions that a run calls
  std::map<int64_t, FinishedGame> games_;
  std::vector<int64_t> order_;
};

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_FAKE_STORE_H_
