#include "ai/learn/learner.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <thread>
#include <utility>

#include "framework/errors.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {
namespace {

// Whether the position can be one of a game with such planes: a file of games
// may be damaged.
bool Fits(const LearnedPosition& position, const PlaneShape& shape,
          int num_players) {
  return position.planes.size() == static_cast<size_t>(shape.TotalWords()) &&
         position.mover < num_players &&
         position.views.size() ==
             (num_players == 2 ? 1u : static_cast<size_t>(num_players));
}

// The planes of all positions together.
std::vector<uint64_t> AllPlanes(const std::vector<LearnedGame>& games,
                                const PlaneShape& shape) {
  std::vector<uint64_t> planes(static_cast<size_t>(shape.TotalWords()));
  for (const LearnedGame& game : games) {
    for (const LearnedPosition& position : game.positions) {
      for (size_t i = 0; i < position.planes.size(); ++i) {
        planes[i] |= position.planes[i];
      }
    }
  }
  return planes;
}

// How many kinds of pieces `planes` have: a game that has Pieces alone has
// planes for two, and patterns of one kind are larger.
int KindsIn(const std::vector<uint64_t>& planes, const PlaneShape& shape) {
  int kinds = 1;
  for (size_t i = 0; i < planes.size(); ++i) {
    const int kind = static_cast<int>(i) / shape.words % shape.kinds;
    if (planes[i] != 0) kinds = std::max(kinds, kind + 1);
  }
  return kinds;
}

// On which cells `planes` have pieces: on a checkered board on half of them.
std::vector<bool> CellsIn(const std::vector<uint64_t>& planes,
                          const PlaneShape& shape) {
  const auto words = static_cast<size_t>(shape.words);
  std::vector<uint64_t> used(words);
  for (size_t i = 0; i < planes.size(); ++i) used[i % words] |= planes[i];
  std::vector<bool> cells;
  for (const int bit : shape.bits) {
    cells.push_back((used[static_cast<size_t>(bit / 64)] >> bit % 64 & 1) != 0);
  }
  return cells;
}

// Patterns of the game's board, without weights.
LearnedWeights PatternsOf(const AnyGame& game,
                          const std::vector<LearnedGame>& games,
                          const PatternKinds& kinds) {
  const PlaneShape shape = game.Planes();
  const std::vector<uint64_t> planes = AllPlanes(games, shape);
  const BoardGeometry geometry(game.Layout(), CellsIn(planes, shape));
  const BoardSymmetries symmetries = FindSymmetries(game, geometry);
  LearnedWeights weights;
  weights.game = game.Name();
  weights.rules = game.Fingerprint();
  weights.kinds = KindsIn(planes, shape);
  weights.cells = geometry.cells();
  weights.turned = symmetries.turned;
  weights.types =
      MakePatterns(geometry, symmetries.of_play, weights.digits(), kinds);
  return weights;
}

// The last numbers of pieces of all stages but the last; fewer stages where the
// number of pieces hardly changes.
std::vector<int> StagesFor(const std::vector<LearnedGame>& games,
                           int max_stages) {
  std::vector<int> counts;
  for (const LearnedGame& game : games) {
    for (const LearnedPosition& position : game.positions) {
      int pieces = 0;
      for (const uint64_t word : position.planes) {
        pieces += std::popcount(word);
      }
      counts.push_back(pieces);
    }
  }
  std::ranges::sort(counts);
  std::vector<int> stages;
  for (int i = 1; i < max_stages; ++i) {
    const int last = counts[counts.size() * static_cast<size_t>(i) /
                            static_cast<size_t>(max_stages)];
    const bool moves_on = stages.empty() || last > stages.back();
    if (moves_on && last < counts.back()) stages.push_back(last);
  }
  return stages;
}

// The weights of `types` for each stage, all 0.
std::vector<LearnedWeights::Stage> NoWeights(const LearnedWeights& shape) {
  LearnedWeights::Stage stage;
  stage.waits.resize(shape.num_waits());
  for (const PatternType& type : shape.types) {
    stage.weights.emplace_back(
        PatternNumbers(shape.digits(), type.places[0].size()));
  }
  return std::vector(shape.stages.size() + 1, stage);
}

void AddViews(const LearnedPosition& position, uint64_t group,
              TrainingPositions& positions) {
  const auto count = static_cast<int>(position.views.size());
  for (int i = 0; i < count; ++i) {
    const int seat = count == 1 ? position.mover : i;
    const LearnedView& view = position.views[static_cast<size_t>(i)];
    positions.Add(position.planes.data(), seat, view.plain, view.target, group,
                  count == 1 ? 0 : SeatsBefore(seat, position.mover, count));
  }
}

}  // namespace

absl::Status CheckLearnable(const AnyGame& game) {
  constexpr size_t kMaxCells = 128;
  const size_t cells = game.Layout().cells.size();
  if (cells == 0) {
    return InvalidArgument(
        game.Name(),
        " does not describe its board, so there is nothing to learn from; "
        "games/README.md shows how a game does that by Layout and Pieces");
  }
  if (cells > kMaxCells) {
    return InvalidArgument("the board of ", game.Name(), " has ", cells,
                           " cells; evaluations are learned for at most ",
                           kMaxCells);
  }
  return absl::OkStatus();
}

absl::StatusOr<int> UsualOpening(const AnyGame& game) {
  constexpr int kGames = 50, kPlies = 60;
  ASSIGN_OR_RETURN(
      const PlayoutStatistics random,
      game.Playouts(
          *game.InitialState(),
          {.seconds = 3600, .games = kGames, .max_plies = kPlies, .seed = 1}));
  return std::max<int>(4, static_cast<int>(random.moves / kGames / 2));
}

absl::Status PlayGames(const AnyGame& game, const SelfPlay& play,
                       const std::set<uint64_t>& found,
                       const std::function<absl::Status(LearnedGame)>& take) {
  Mutex mutex;
  uint64_t next = 0;
  absl::Status status;
  bool ended = false;
  // The number of the next game to play; nullopt at the end.
  const auto next_number = [&]() -> std::optional<uint64_t> {
    const MutexLock lock(&mutex);
    while (found.contains(next)) ++next;
    ended = ended || (play.out_of_time && play.out_of_time());
    if (ended || next >= static_cast<uint64_t>(play.games)) {
      return std::nullopt;
    }
    return next++;
  };
  // Takes what a thread has; false if it must end.
  const auto taken = [&](absl::StatusOr<LearnedGame> played) {
    const MutexLock lock(&mutex);
    absl::Status result = played.status();
    if (result.ok() && !ended) result = take(*std::move(played));
    if (!result.ok()) {
      if (!absl::IsCancelled(result)) status.Update(result);
      ended = true;
    }
    return !ended;
  };
  const auto run = [&] {
    auto player = game.MakePlayer(play.player);
    if (!player.ok()) {
      taken(player.status());
      return;
    }
    while (const auto number = next_number()) {
      if (!taken(PlayLearningGame(game, **player, play.options, *number))) {
        return;
      }
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<size_t>(play.jobs));
  for (int i = 0; i < play.jobs; ++i) threads.emplace_back(run);
  for (std::thread& thread : threads) thread.join();
  return status;
}

absl::StatusOr<PatternFit> FitTo(const AnyGame& game,
                                 std::vector<LearnedGame>& games,
                                 const FitSettings& settings) {
  // Threads finish games in any order; what is learned must not depend on it.
  std::ranges::sort(games, {}, &LearnedGame::number);
  const bool any = std::ranges::any_of(games, [](const LearnedGame& played) {
    return !played.positions.empty();
  });
  if (!any) {
    return FailedPrecondition(
        "no position of ", games.size(),
        " games can be learned from, as a search proves all results; play "
        "more games, with fewer nodes or longer openings");
  }
  const PlaneShape planes = game.Planes();
  for (const LearnedGame& played : games) {
    for (const LearnedPosition& position : played.positions) {
      if (Fits(position, planes, game.NumPlayers())) continue;
      return FailedPrecondition("game ", played.number,
                                " has positions of another game than ",
                                game.Name(), "; remove the file of games");
    }
  }
  LearnedWeights shape = PatternsOf(game, games, settings.patterns);
  shape.stages = StagesFor(games, settings.max_stages);
  shape.by_stage = NoWeights(shape);
  ASSIGN_OR_RETURN(const auto form, LearnedEvaluation::Create(shape, planes));
  TrainingPositions positions(*form);
  for (const LearnedGame& played : games) {
    for (const LearnedPosition& position : played.positions) {
      AddViews(position, played.number, positions);
    }
  }
  return FitPatterns(shape, positions, settings.options, settings.progress);
}

}  // namespace boardwalk::ai
