// JsonReport: everything in a summary.

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "framework/record.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/report.h"
#include "frontends/report/verdict.h"
#include "frontends/report/wording.h"
#include "nlohmann/json.hpp"

namespace boardwalk::report {
namespace {

using statistics::Certainty;
// Members keep the order in which they were set.
using Json = nlohmann::ordered_json;

Json OptionalJson(const std::optional<double>& number) {
  return number.has_value() && std::isfinite(*number) ? Json(*number)
                                                      : Json(nullptr);
}

// Null without moves.
Json AveragedJson(const PlayerRow& row, double number) {
  return row.moves == 0 ? Json(nullptr) : Json(number);
}

// A bound has only one end.
Json EloJson(const statistics::EloEstimate& elo) {
  const bool interval = elo.certainty == Certainty::kInterval;
  const auto number = [](bool known, double value) {
    return known ? Json(value) : Json(nullptr);
  };
  return {{"value", number(interval, elo.value)},
          {"error", number(interval, elo.error)},
          {"low",
           number(interval || elo.certainty == Certainty::kAtLeast, elo.low)},
          {"high",
           number(interval || elo.certainty == Certainty::kAtMost, elo.high)}};
}

Json ForfeitReasonsJson(const PlayerRow& row) {
  Json reasons = Json::array();
  for (const ForfeitReason& forfeit : row.forfeit_reasons) {
    reasons.push_back({{"kind", TerminationName(forfeit.kind)},
                       {"reason", forfeit.reason},
                       {"first_game", forfeit.first_game},
                       {"games", forfeit.games}});
  }
  return reasons;
}

Json PlayerJson(const Summary& summary, const PlayerRow& row) {
  return {{"player", summary.PlayerName(row.player)},
          {"rank", row.games == 0 ? Json(nullptr) : Json(row.rank)},
          {"rating", EloJson(row.rating)},
          {"score", OptionalJson(row.Share())},
          {"points", row.points},
          {"expected_points", row.expected},
          {"games", row.games},
          {"wins", row.wins},
          {"draws", row.draws},
          {"losses", row.losses},
          {"adjudicated", row.adjudicated},
          {"illegal_moves", row.illegal_moves},
          {"overruns", row.time_forfeits},
          {"failures", row.failures},
          {"forfeit_reasons", ForfeitReasonsJson(row)},
          {"moves", row.moves},
          {"seconds_per_move", AveragedJson(row, row.seconds)},
          {"wall_seconds_per_move", AveragedJson(row, row.wall_seconds)},
          {"max_seconds", AveragedJson(row, row.max_seconds)},
          {"nodes_per_move", OptionalJson(row.nodes)},
          {"playouts_per_move", OptionalJson(row.playouts)},
          {"depth", OptionalJson(row.depth)}};
}

Json CrossJson(const Summary& summary, const VariantSummary& variant) {
  Json cells = Json::array();
  for (size_t i = 0; i < variant.players.size(); ++i) {
    for (size_t j = 0; j < variant.players.size(); ++j) {
      const CrossCell& cell = variant.cross[i][j];
      if (i == j || cell.Count() == 0) continue;
      cells.push_back(
          {{"player", summary.PlayerName(variant.players[i].player)},
           {"opponent", summary.PlayerName(variant.players[j].player)},
           {"score", cell.Score()},
           {"ahead", cell.ahead},
           {"level", cell.level},
           {"behind", cell.behind}});
    }
  }
  return cells;
}

Json PairJson(const Summary& summary, const PairRow& pair) {
  const bool any = pair.pairs.Total() > 0;
  return {{"first", summary.PlayerName(pair.first)},
          {"second", summary.PlayerName(pair.second)},
          {"wins", pair.games.counts[2]},
          {"draws", pair.games.counts[1]},
          {"losses", pair.games.counts[0]},
          {"pairs", pair.pairs.counts},
          {"pairs_repeat", pair.repeats},
          {"elo", EloJson(pair.elo)},
          {"normalized_elo", EloJson(pair.normalized_elo)},
          {"superiority", any ? Json(pair.superiority) : Json(nullptr)}};
}

Json VerdictJson(const Summary& summary, const Verdict& verdict,
                 const std::string& noun) {
  const bool undecided = verdict.finding == Finding::kUndecided;
  return {{"first", summary.PlayerName(verdict.first)},
          {"second", summary.PlayerName(verdict.second)},
          {"finding", FindingName(verdict.finding)},
          {"blocks", verdict.blocks},
          {"superiority", verdict.superiority},
          {"adjusted_p", verdict.adjusted_p},
          {"more_blocks", undecided ? Json(verdict.more) : Json(nullptr)},
          {"tells_elo", verdict.elo == 0 ? Json(nullptr) : Json(verdict.elo)},
          {"sentence", VerdictText(summary, verdict, noun)}};
}

Json SeatScoresJson(const VariantSummary& variant) {
  Json seats = Json::array();
  for (const SeatScore& seat : variant.seat_scores) {
    seats.push_back({{"score", seat.score}, {"error", seat.error}});
  }
  return seats;
}

Json LengthsJson(const Lengths& lengths) {
  if (lengths.bins.empty()) return nullptr;
  return {{"min", lengths.min},         {"median", lengths.median},
          {"mean", lengths.mean},       {"max", lengths.max},
          {"first_bin", lengths.first}, {"bin_width", lengths.bin_width},
          {"bins", lengths.bins},       {"longer", lengths.longer}};
}

Json VariantJson(const Summary& summary, const VariantSummary& variant) {
  Json json = {
      {"game", variant.name},
      {"seats", variant.seats},
      {"planned", variant.planned},
      {"games", variant.games},
      {"distinct_games", variant.distinct},
      {"rounds", variant.rounds},
      {"openings",
       variant.openings.has_value() ? Json(*variant.openings) : Json(nullptr)},
      {"blocks", variant.blocks},
      {"repeated_blocks", variant.repeated_blocks},
      {"broken_blocks", variant.broken_blocks},
      {"pairings", variant.pairings},
      {"repeating_pairings", variant.repeating_pairings},
      {"draws", variant.draws},
      {"adjudicated", variant.adjudicated},
      {"forfeits", variant.forfeits},
      {"endings", Json::object()},
      {"plies", LengthsJson(variant.lengths)},
      {"players", Json::array()},
      {"crosstable", CrossJson(summary, variant)},
      {"pairs", Json::array()},
      {"verdicts", Json::array()},
      {"seat_scores", SeatScoresJson(variant)},
      {"seat_sentence", SeatSentence(variant)},
      {"warnings", variant.warnings}};
  for (size_t i = 0; i < variant.terminations.size(); ++i) {
    const auto name = TerminationName(static_cast<Termination>(i));
    json["endings"][std::string(name)] = variant.terminations[i];
  }
  for (const PlayerRow& row : variant.players) {
    json["players"].push_back(PlayerJson(summary, row));
  }
  for (const PairRow& pair : variant.pairs) {
    json["pairs"].push_back(PairJson(summary, pair));
  }
  for (const Verdict& verdict : variant.verdicts) {
    json["verdicts"].push_back(
        VerdictJson(summary, verdict, BlockNoun(variant)));
  }
  return json;
}

Json OverallJson(const Summary& summary, const OverallRow& row) {
  Json scores = Json::object();
  for (size_t v = 0; v < row.scores.size(); ++v) {
    scores[summary.variants[v].name] = OptionalJson(row.scores[v]);
  }
  const auto number = [&row](double value) {
    return row.variants == 0 ? Json(nullptr) : Json(value);
  };
  return {{"player", summary.PlayerName(row.player)},
          {"variants", row.variants},
          {"mean_rank", number(row.mean_rank)},
          {"first_in", row.best},
          {"score", number(row.score)},
          {"score_error", number(row.score_error)},
          {"scores", scores}};
}

}  // namespace

Json SprtJson(const Summary& summary) {
  if (!summary.sprt.has_value()) return nullptr;
  const SprtSummary& sprt = *summary.sprt;
  const statistics::SequentialTest& test = sprt.test;
  const statistics::SprtHypotheses& hypotheses = test.hypotheses();
  const statistics::SprtState& state = test.state();
  const char* verdict =
      state.verdict == statistics::SprtVerdict::kAcceptH0   ? "H0"
      : state.verdict == statistics::SprtVerdict::kAcceptH1 ? "H1"
                                                            : "continue";
  const bool normalized = hypotheses.normalized();
  return {{"first", summary.PlayerName(0)},
          {"second", summary.PlayerName(1)},
          {"elo0", hypotheses.elo0},
          {"elo1", hypotheses.elo1},
          {"alpha", hypotheses.alpha},
          {"beta", hypotheses.beta},
          {"model", normalized ? "normalized" : "logistic"},
          {"llr", state.llr},
          {"lower", state.lower},
          {"upper", state.upper},
          {"verdict", verdict},
          {"pairs", test.pairs().counts},
          {"pairs_repeat", test.repeats() > 0},
          {"later_pairs", test.later_pairs()},
          {"elo", EloJson(sprt.elo)},
          {"normalized_elo", EloJson(sprt.normalized_elo)},
          {"superiority", sprt.superiority}};
}

std::string JsonReport(const Summary& summary) {
  Json configuration = Json::parse(
      comparison::FormatConfiguration(summary.configuration), nullptr,
      /*allow_exceptions=*/false);
  Json json = {{"boardwalk-report", 1},
               {"program_version", summary.program_version},
               {"origins", summary.origins},
               {"command", CommandLine(summary.configuration)},
               {"configuration", std::move(configuration)},
               {"reproducible", summary.reproducible},
               {"planned", summary.planned},
               {"games", summary.games},
               {"warnings", summary.warnings},
               {"sprt", SprtJson(summary)},
               {"variants", Json::array()},
               {"overall", Json::array()},
               {"verdicts", Json::array()}};
  for (const VariantSummary& variant : summary.variants) {
    json["variants"].push_back(VariantJson(summary, variant));
  }
  for (const OverallRow& row : summary.overall) {
    json["overall"].push_back(OverallJson(summary, row));
  }
  for (const Verdict& verdict : summary.verdicts) {
    json["verdicts"].push_back(VerdictJson(summary, verdict, "round"));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace boardwalk::report
