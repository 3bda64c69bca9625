#include "frontends/tournament/openings.h"

#include <algorithm>
#include <utility>

#include "framework/random.h"
#include "frontends/tournament/hash_text.h"

namespace boardwalk::tournament {

Openings::Openings(std::shared_ptr<const AnyGame> game, int plies,
                   uint64_t seed)
    : game_(std::move(game)),
      plies_(plies),
      seed_(Mixed(seed, game_->Name())) {}

Opening Openings::Get(int64_t round, const std::atomic<bool>* stop) {
  Opening opening;
  uint64_t candidate = 0;
  bool found = false;
  if (plies_ > 0) {
    const MutexLock lock(&mutex_);
    Find(static_cast<size_t>(round) + 1, stop);
    found = !found_.empty();
    if (found) candidate = found_[static_cast<size_t>(round) % found_.size()];
  }
  opening.state =
      found ? Draw(candidate, &opening.moves) : game_->InitialState();
  return opening;
}

int64_t Openings::Distinct(int64_t rounds) {
  if (plies_ == 0) return 1;
  const MutexLock lock(&mutex_);
  Find(static_cast<size_t>(rounds), nullptr);
  return std::clamp<int64_t>(static_cast<int64_t>(found_.size()), 1,
                             std::max<int64_t>(rounds, 1));
}

std::unique_ptr<AnyState> Openings::Draw(
    uint64_t candidate, std::vector<std::string>* moves) const {
  Random random(Mixed(seed_, candidate));
  auto state = game_->InitialState();
  for (int ply = 0; ply < plies_; ++ply) {
    const std::vector<AnyMove> legal = state->LegalMoves();
    if (legal.empty()) return nullptr;  // the game is over
    const AnyMove move =
        legal[random.Below(static_cast<uint32_t>(legal.size()))];
    if (moves != nullptr) moves->push_back(state->FormatMove(move));
    if (!state->Apply(move).ok()) return nullptr;
  }
  return state->IsTerminal() ? nullptr : std::move(state);
}

void Openings::Find(size_t number, const std::atomic<bool>* stop) {
  int misses = 0;
  while (!all_found_ && found_.size() < number && (stop == nullptr || !*stop)) {
    const uint64_t candidate = next_candidate_++;
    const auto state = Draw(candidate, nullptr);
    if (state != nullptr && !positions_.contains(state->Hash()) &&
        !state->CanWinAtOnce()) {
      positions_.insert(state->Hash());
      found_.push_back(candidate);
      misses = 0;
    } else if (++misses == kMaxMisses) {
      all_found_ = true;
    }
    all_found_ = all_found_ || found_.size() == kMaxDistinct;
  }
}

}  // namespace boardwalk::tournament
