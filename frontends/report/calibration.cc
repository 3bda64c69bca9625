#include "frontends/report/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/json.h"
#include "framework/number_text.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/configuration.h"
#include "frontends/report/printable_table.h"
#include "frontends/report/wrapped_text.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using comparison::GameSummary;

constexpr int kBins = 10;  // from -1 to 1, of the same width

size_t BinOf(double value) {
  return static_cast<size_t>(
      std::clamp(static_cast<int>((value + 1) / 2 * kBins), 0, kBins - 1));
}

// The sums of a bin, in which the games of a block come one after the other.
class BinTally {
 public:
  void Add(int64_t block, double value, double returns) {
    if (block != block_) EndBlock();
    block_ = block;
    positions_of_block_ += 1;
    difference_of_block_ += returns - value;
    positions_ += 1;
    value_ += value;
    returns_ += returns;
  }

  CalibrationBin Finish(size_t bin) {
    EndBlock();
    CalibrationBin made;
    // Such that 0.6 is just that.
    made.low = (2.0 * static_cast<double>(bin) - kBins) / kBins;
    made.high = (2.0 * static_cast<double>(bin + 1) - kBins) / kBins;
    made.positions = positions_;
    const auto n = static_cast<double>(positions_);
    made.value = value_ / n;
    made.returns = returns_ / n;
    if (blocks_ > 1) {
      // The sandwich estimator of a mean, with blocks as its groups (Liang and
      // Zeger 1986).
      const double mean = made.Difference();
      const double squares = difference_squares_ - 2 * mean * products_ +
                             mean * mean * position_squares_;
      made.error = statistics::kNormal975 / n *
                   std::sqrt(std::max(0.0, squares) * blocks_ / (blocks_ - 1));
    }
    return made;
  }

  int64_t positions() const { return positions_; }

 private:
  void EndBlock() {
    if (positions_of_block_ == 0) return;
    blocks_ += 1;
    difference_squares_ += difference_of_block_ * difference_of_block_;
    products_ += difference_of_block_ * positions_of_block_;
    position_squares_ += positions_of_block_ * positions_of_block_;
    positions_of_block_ = difference_of_block_ = 0;
  }

  int64_t block_ = -1;
  double positions_of_block_ = 0, difference_of_block_ = 0;  // its sums so far
  // Over the blocks: their number, and what of them the variance is made of.
  double blocks_ = 0;
  double difference_squares_ = 0, products_ = 0, position_squares_ = 0;
  int64_t positions_ = 0;
  double value_ = 0, returns_ = 0;
};

// Fits the calibration slope to positions in narrow bins.
class SlopeFit {
 public:
  void Add(double value, double returns) {
    const auto bin = static_cast<size_t>(
        std::clamp(static_cast<int>((value + 1) / 2 * kCells), 0, kCells - 1));
    cells_[bin].positions += 1;
    cells_[bin].value += value;
    cells_[bin].returns += returns;
  }

  // By Newton's method.
  std::optional<double> Slope(int seats) const {
    constexpr int kSteps = 50;
    constexpr double kMost = 20;
    double slope = 1;
    for (int i = 0; i < kSteps; ++i) {
      double gradient = 0, curvature = 0;
      for (const Cell& cell : cells_) {
        if (cell.positions == 0) continue;
        // See ai/common/chances.h: no logits stand for one win in `seats`.
        const double even = std::log(seats - 1);
        const double p = Won(cell.value / cell.positions, seats);
        const double logits = std::log(p / (1 - p)) + even;
        const double foretold = 1 / (1 + std::exp(even - slope * logits));
        const double won = Won(cell.returns / cell.positions, seats);
        gradient += cell.positions * logits * (won - foretold);
        curvature +=
            cell.positions * logits * logits * foretold * (1 - foretold);
      }
      if (curvature <= 0) return std::nullopt;
      const double step = std::clamp(gradient / curvature, -0.5, 0.5);
      slope += step;
      if (std::abs(step) < 1e-6) {
        return slope > 0 && slope < kMost ? std::optional(slope) : std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr int kCells = 512;
  struct Cell {
    double positions = 0, value = 0, returns = 0;
  };

  // The probability of winning that stands for that return.
  static double Won(double returns, int seats) {
    return (returns * (seats - 1) + 1) / seats;
  }

  std::array<Cell, kCells> cells_{};
};

// A player, or all of them, in one variant.
struct PlayerTally {
  std::array<BinTally, kBins> bins;
  SlopeFit slope;
  int seats = 2;
  int64_t games = 0, last_game = 0;

  void Add(const GameSummary& game, double value, double returns) {
    games += last_game != game.id ? 1 : 0;
    last_game = game.id;
    slope.Add(value, returns);
    bins[BinOf(value)].Add(game.block, value, returns);
  }

  Calibration Finish() {
    Calibration made;
    made.games = games;
    made.slope = slope.Slope(seats);
    for (size_t bin = 0; bin < bins.size(); ++bin) {
      if (bins[bin].positions() == 0) continue;
      made.bins.push_back(bins[bin].Finish(bin));
      made.positions += made.bins.back().positions;
    }
    for (const CalibrationBin& bin : made.bins) {
      const double share = static_cast<double>(bin.positions) /
                           static_cast<double>(made.positions);
      made.difference += share * std::abs(bin.Difference());
      // The mean size of a normal error with that deviation.
      made.by_chance += share * bin.error.value_or(0) / statistics::kNormal975 *
                        std::sqrt(2 / std::numbers::pi);
    }
    return made;
  }
};

// By variant and player.
using PlayerTallies = std::map<std::pair<int, int>, PlayerTally>;

constexpr int kAllPlayers = std::numeric_limits<int>::max();

std::string NameOf(const Configuration& configuration,
                   const Calibration& calibration) {
  return calibration.player.has_value()
             ? ShownName(configuration, *calibration.player)
             : "all players";
}

bool IsProved(double value, int seats) {
  return value >= 1 || value <= -1.0 / (seats - 1);
}

absl::Status AddPositions(const AnyGame& rules, const FinishedGame& game,
                          PlayerTallies& tallies) {
  const GameSummary& summary = game.summary;
  if (IsForfeit(summary.termination) || !summary.faults.empty() ||
      summary.termination == Termination::kPlyLimit) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const GameHistory history, ReplayRecord(rules, game.record));
  for (size_t ply = 0; ply < game.record.moves.size(); ++ply) {
    const std::optional<double> value = game.record.moves[ply].value;
    if (!value.has_value() || IsProved(*value, rules.NumPlayers())) continue;
    const comparison::SeatResult& seat =
        summary
            .seats[static_cast<size_t>(history.SeatAt(static_cast<int>(ply)))];
    for (const int player : {seat.player, kAllPlayers}) {
      PlayerTally& tally = tallies[{summary.variant, player}];
      tally.seats = rules.NumPlayers();
      tally.Add(summary, *value, seat.returns);
    }
  }
  return absl::OkStatus();
}

// A row for each bin.
Table BinTable(const Configuration& configuration,
               const std::vector<Calibration>& calibrations) {
  Table table;
  for (const Calibration& calibration : calibrations) {
    for (const CalibrationBin& bin : calibration.bins) {
      const auto number = [](double x) {
        return NumberCell(FormatSigned(x, 3), x);
      };
      table.BeginRow();
      table.Add({.csv = "game"},
                TextCell(configuration.games[calibration.variant]));
      table.Add({.csv = "player"},
                TextCell(NameOf(configuration, calibration)));
      table.Add({.text = "values", .name = true},
                TextCell(absl::StrCat(FormatSigned(bin.low, 1), " to ",
                                      FormatSigned(bin.high, 1))));
      table.Add({.key = "low"}, {.data = bin.low});
      table.Add({.key = "high"}, {.data = bin.high});
      table.Add({.title = "positions", .key = "positions"},
                CountCell(bin.positions));
      table.Add({.title = "mean value", .key = "value"}, number(bin.value));
      table.Add({.title = "mean return", .key = "returns"},
                number(bin.returns));
      const std::string difference = FormatSigned(bin.Difference(), 3);
      table.Add({.text = "difference +- 95 %", .left = true},
                TextCell(bin.error.has_value()
                             ? absl::StrCat(difference, " +- ",
                                            FormatFixed(*bin.error, 3))
                             : difference));
      table.Add({.key = "error"}, {.data = NumberJson(bin.error)});
    }
  }
  return table;
}

}  // namespace

absl::StatusOr<std::vector<Calibration>> Calibrate(
    const comparison::Plan& plan, const comparison::Store& store) {
  PlayerTallies tallies;
  RETURN_IF_ERROR(store.ForEachWhole({}, [&](const FinishedGame& game) {
    const AnyGame* const rules = plan.game(game.summary.variant);
    return rules == nullptr ? absl::OkStatus()
                            : AddPositions(*rules, game, tallies);
  }));
  std::vector<Calibration> calibrations;
  int players = 0;  // of the variant
  for (auto& [key, tally] : tallies) {
    const auto [variant, player] = key;
    if (player == kAllPlayers && std::exchange(players, 0) == 1) continue;
    Calibration& made = calibrations.emplace_back(tally.Finish());
    made.variant = variant;
    if (player == kAllPlayers) continue;
    made.player = player;
    ++players;
  }
  return calibrations;
}

std::string CalibrationText(const Configuration& configuration,
                            const std::vector<Calibration>& calibrations) {
  constexpr size_t kLine = 100;
  std::string text;
  for (const Calibration& calibration : calibrations) {
    absl::StrAppend(
        &text, configuration.games[calibration.variant], ", ",
        NameOf(configuration, calibration), ": ",
        Counted(calibration.positions, "position"), " of ",
        Counted(calibration.games, "game"), ", mean difference ",
        FormatFixed(calibration.difference, 3), ", of right values ",
        FormatFixed(calibration.by_chance, 3),
        calibration.slope.has_value()
            ? absl::StrCat(", slope ", FormatFixed(*calibration.slope, 2))
            : "",
        "\n\n", TextTable(BinTable(configuration, {calibration}), kLine, {16}),
        "\n");
  }
  absl::StrAppend(
      &text,
      text.empty() ? "No player reported values that are not proved.\n\n" : "",
      WrapText(
          "A value is the expected return of the seat to move, and right where "
          "positions with such values gave that much on average. Proved values "
          "do not count, nor games with forfeits or ended by the limit of "
          "plies. All positions of a pair or block are one observation. The "
          "mean difference is that of the bins, without its sign, weighted by "
          "positions; chance alone gives that \"of right values\". The "
          "logarithms of the odds times the slope would foretell best.",
          kLine, ""),
      "\n");
  return text;
}

std::string CalibrationPaper(const Configuration& configuration,
                             const std::vector<Calibration>& calibrations,
                             PaperForm form) {
  Paper paper(form);
  for (const Calibration& calibration : calibrations) {
    paper.Add(
        BinTable(configuration, {calibration}),
        absl::StrCat(
            "How well the values that ", NameOf(configuration, calibration),
            " reports in ", configuration.games[calibration.variant],
            " foretell results: of positions with such values the mean value, "
            "the mean return of their games, and the difference with its 95 % "
            "interval. ",
            Counted(calibration.positions, "position"), " of ",
            Counted(calibration.games, "game"), "."));
  }
  return paper.Finish();
}

std::string CalibrationCsv(const Configuration& configuration,
                           const std::vector<Calibration>& calibrations) {
  return CsvTable(BinTable(configuration, calibrations));
}

std::string CalibrationJson(const Configuration& configuration,
                            const std::vector<Calibration>& calibrations) {
  Json all = Json::array();
  for (const Calibration& calibration : calibrations) {
    all.push_back(
        {{"game", configuration.games[calibration.variant]},
         {"player", NameOf(configuration, calibration)},
         {"games", calibration.games},
         {"positions", calibration.positions},
         {"difference", calibration.difference},
         {"by_chance", calibration.by_chance},
         {"slope", NumberJson(calibration.slope)},
         {"bins", JsonTable(BinTable(configuration, {calibration}))}});
  }
  return absl::StrCat(JsonText({{"calibration", all}}, 2), "\n");
}

}  // namespace boardwalk::report
