#include "frontends/results/positions.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/errors.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"
#include "frontends/results/npz.h"

namespace boardwalk::results {
namespace {

using comparison::FinishedGame;
using comparison::GameSummary;

constexpr char kKind[] = "boardwalk_positions";
constexpr int32_t kFormVersion = 1;

// Those in which a player made a move. A seat that drops out makes none.
int64_t PositionsIn(const GameSummary& game) {
  return game.plies - std::ranges::count_if(game.faults, [&](const Fault& f) {
           return f.move <= game.plies;
         });
}

// Everybody who forfeited or dropped out.
uint8_t SeatsAtFault(const GameSummary& game) {
  uint8_t seats = 0;
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    if (Forfeited(game, static_cast<int>(seat))) ++seats;
  }
  return seats;
}

std::vector<std::string> EndingNames() {
  std::vector<std::string> names;
  for (size_t i = 0; i < kNumTerminations; ++i) {
    names.emplace_back(TerminationName(static_cast<Termination>(i)));
  }
  return names;
}

// The arrays, filled game by game.
class PositionFile {
 public:
  PositionFile(const comparison::Configuration& configuration,
               const AnyGame& game, int64_t positions)
      : game_(game),
        shape_(game.Observation()),
        num_actions_(game.NumActions()),
        npz_(kKind, kFormVersion) {
    npz_.AddText("rules", game.Name());
    npz_.AddTexts("names", configuration.players);
    npz_.AddTexts("endings", EndingNames());
    npz_.Append(npz_.Add<int64_t>("num_actions", {}), num_actions_);
    std::vector<int64_t> rows = shape_.Sizes();
    rows.insert(rows.begin(), positions);
    if (!shape_.planes.empty()) {
      npz_.AddTexts("planes", shape_.planes);
      if (shape_.is_binary) {
        bits_ = npz_.Add<uint8_t>("observations", rows);
      } else {
        floats_ = npz_.Add<float>("observations", rows);
      }
    }
    mask_ = npz_.Add<uint8_t>("mask", {positions, MaskBytes()});
    action_ = npz_.Add<int64_t>("action", {positions});
    player_ = npz_.Add<int8_t>("player", {positions});
    name_ = npz_.Add<int32_t>("name", {positions});
    result_ = npz_.Add<float>("result", {positions, game.NumPlayers()});
    value_ = npz_.Add<float>("value", {positions});
    playouts_ = npz_.Add<int64_t>("playouts", {positions});
    nodes_ = npz_.Add<int64_t>("nodes", {positions});
    number_ = npz_.Add<int64_t>("game", {positions});
    ply_ = npz_.Add<int32_t>("ply", {positions});
    ending_ = npz_.Add<uint8_t>("ending", {positions});
    faults_ = npz_.Add<uint8_t>("faults", {positions});
  }

  absl::Status Open(const std::string& path) {
    RETURN_IF_ERROR(npz_.Open(path));
    observation_.resize(shape_.Size());
    bytes_.resize(shape_.is_binary ? shape_.Size() : 0);
    mask_row_.resize(static_cast<size_t>(MaskBytes()));
    return absl::OkStatus();
  }

  absl::Status Add(const FinishedGame& game) {
    const GameRecord& record = game.record;
    ASSIGN_OR_RETURN(const auto state, game_.ParsePosition(record.start));
    std::vector<absl::string_view> moves;
    moves.reserve(record.moves.size());
    for (const RecordedMove& move : record.moves) moves.emplace_back(move.text);
    SetGame(game.summary);
    absl::Status row;
    size_t ply = 0;
    int64_t rows = 0;
    RETURN_IF_ERROR(PlayMoves(*state, moves, [&](AnyMove move) {
      if (move != kDropOut && row.ok()) {
        row = AddRow(*state, move, record.moves[ply], static_cast<int>(ply));
        ++rows;
      }
      ++ply;
    }));
    RETURN_IF_ERROR(row);
    if (rows == PositionsIn(game.summary)) return absl::OkStatus();
    return DataLoss("a seat drops out in it, and it does not say so");
  }

  // Why it cannot be written.
  const absl::Status& status() const { return npz_.status(); }
  absl::Status Finish() { return npz_.Finish(); }

 private:
  int64_t MaskBytes() const { return (num_actions_ - 1) / 8 + 1; }

  // What all positions of a game share.
  void SetGame(const GameSummary& game) {
    id_ = game.id;
    game_ending_ = static_cast<uint8_t>(game.termination);
    game_faults_ = SeatsAtFault(game);
    returns_.clear();
    names_.clear();
    for (const comparison::SeatResult& seat : game.seats) {
      returns_.push_back(static_cast<float>(seat.returns));
      names_.push_back(seat.player);
    }
  }

  absl::Status AddRow(const AnyState& state, AnyMove move,
                      const RecordedMove& recorded, int ply) {
    RETURN_IF_ERROR(AddActions(state, move));
    RETURN_IF_ERROR(AddObservation(state));
    const int player = state.ToMove();
    npz_.Append(player_, static_cast<int8_t>(player));
    npz_.Append(name_, names_[static_cast<size_t>(player)]);
    npz_.Append(result_, returns_);
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    npz_.Append(value_, static_cast<float>(recorded.value.value_or(kUnknown)));
    npz_.Append(playouts_, recorded.playouts.value_or(-1));
    npz_.Append(nodes_, recorded.nodes.value_or(-1));
    npz_.Append(number_, id_);
    npz_.Append(ply_, ply);
    npz_.Append(ending_, game_ending_);
    npz_.Append(faults_, game_faults_);
    return absl::OkStatus();
  }

  // The legal ones, and the one that was played.
  absl::Status AddActions(const AnyState& state, AnyMove move) {
    state.ListActions(moves_, actions_);
    std::ranges::fill(mask_row_, uint8_t{0});
    for (const int64_t action : actions_) {
      if (action < 0 || action >= num_actions_) {
        return Broken("a move has the number ", action,
                      ", and numbers are from"
                      " 0 to ",
                      num_actions_ - 1);
      }
      mask_row_[static_cast<size_t>(action / 8)] |= 0x80 >> action % 8;
    }
    const auto played = std::ranges::find(moves_, move);
    if (played == moves_.end()) return Broken("a legal move is not listed");
    npz_.Append(mask_, mask_row_);
    npz_.Append(action_, actions_[played - moves_.begin()]);
    return absl::OkStatus();
  }

  absl::Status AddObservation(const AnyState& state) {
    if (observation_.empty()) return absl::OkStatus();
    state.WriteObservation(absl::MakeSpan(observation_));
    if (!shape_.is_binary) {
      npz_.Append(floats_, observation_);
      return absl::OkStatus();
    }
    bool exact = true;
    for (size_t i = 0; i < observation_.size(); ++i) {
      bytes_[i] = observation_[i] != 0 ? 1 : 0;
      exact = exact && observation_[i] == static_cast<float>(bytes_[i]);
    }
    if (!exact) return Broken("a counter is beyond its maximum of 1");
    npz_.Append(bits_, bytes_);
    return absl::OkStatus();
  }

  template <typename... Parts>
  absl::Status Broken(const Parts&... what) const {
    return Internal(game_.Name(), " breaks its contract: ", what...,
                    "; boardwalk check ", game_.Name(), " says more");
  }

  const AnyGame& game_;
  const ObservationShape shape_;
  const int64_t num_actions_;
  NpzWriter npz_;
  NpzArray<uint8_t> bits_, mask_, ending_, faults_;
  NpzArray<int8_t> player_;
  NpzArray<int32_t> name_, ply_;
  NpzArray<int64_t> action_, playouts_, nodes_, number_;
  NpzArray<float> floats_, result_, value_;

  int64_t id_ = 0;
  uint8_t game_ending_ = 0, game_faults_ = 0;
  std::vector<float> returns_;
  std::vector<int32_t> names_;

  std::vector<float> observation_;
  std::vector<uint8_t> bytes_;
  std::vector<uint8_t> mask_row_;
  std::vector<AnyMove> moves_;
  std::vector<int64_t> actions_;
};

}  // namespace

absl::StatusOr<PositionsOfGames> FindPositions(
    const CheckedResults& results, const comparison::GameFilter& filter) {
  PositionsOfGames games{.variant = *filter.variant, .ids = {}};
  const std::string& name = results.plan.configuration().games[games.variant];
  const AnyGame* const game = results.plan.game(games.variant);
  if (game == nullptr) {
    return FailedPrecondition(
        name,
        " is no game of this program (its plug-in is missing?), so its "
        "positions are not known");
  }
  // The error says that they have none.
  if (game->NumActions() <= 0) {
    return game->InitialState()->MoveOfAction(0).status();
  }
  RETURN_IF_ERROR(
      results.store->ForEach(filter, [&](const GameSummary& summary) {
        games.ids.push_back(summary.id);
        games.positions += PositionsIn(summary);
        return absl::OkStatus();
      }));
  if (games.positions == 0) {
    return FailedPrecondition(
        "there are no positions: ",
        games.ids.empty()
            ? absl::StrCat("no game of ", name, " is selected")
            : absl::StrCat(
                  "nobody moved in ",
                  Counted(static_cast<int64_t>(games.ids.size()), "game"),
                  " of ", name));
  }
  return games;
}

absl::Status WritePositions(const CheckedResults& results,
                            const PositionsOfGames& games,
                            const std::string& path,
                            const std::atomic<bool>* stop) {
  PositionFile file(results.plan.configuration(),
                    *results.plan.game(games.variant), games.positions);
  RETURN_IF_ERROR(file.Open(path));
  auto next = games.ids.begin();
  const absl::Status read = results.store->ForEachWhole(
      {.variant = games.variant}, [&](const FinishedGame& game) {
        if (stop != nullptr && *stop) return absl::CancelledError("stopped");
        // Others, and what was added meanwhile.
        if (next == games.ids.end() || *next != game.summary.id) {
          return absl::OkStatus();
        }
        ++next;
        RETURN_IF_ERROR(
            At(absl::StrCat("game ", game.summary.id), file.Add(game)));
        return file.status();
      });
  RETURN_IF_ERROR(read);
  if (next != games.ids.end()) {
    return DataLoss("game ", *next, " is gone; the results were changed");
  }
  return file.Finish();
}

}  // namespace boardwalk::results
