// The report for programs: all of the summary as one object.

#include <cmath>

#include "frontends/report/report.h"
#include "nlohmann/json.hpp"

namespace boardwalk::report {
namespace {

using Json = nlohmann::ordered_json;
using statistics::Certainty;

template <typename T>
Json Optional(const std::optional<T>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json EloJson(const statistics::EloEstimate& elo) {
  const bool interval = elo.certainty == Certainty::kInterval;
  const auto known = [](bool there, double number) {
    return there ? Json(number) : Json(nullptr);
  };
  return {
      {"value", known(interval, elo.value)},
      {"error", known(interval, elo.error)},
      {"low", known(interval || elo.certainty == Certainty::kAtLeast, elo.low)},
      {"high",
       known(interval || elo.certainty == Certainty::kAtMost, elo.high)}};
}

Json PlayerJson(const Summary& summary, const PlayerRow& row) {
  return {{"name", summary.configuration.players[row.player]},
          {"rank", row.rank},
          {"rating", EloJson(row.rating)},
          {"games", row.games},
          {"wins", row.wins},
          {"draws", row.draws},
          {"losses", row.losses},
          {"points", row.points},
          {"expected_points", row.expected},
          {"illegal_moves", row.illegal_moves},
          {"overruns", row.overruns},
          {"failures", row.failures},
          {"moves", row.moves},
          {"seconds_per_move", row.seconds},
          {"wall_seconds_per_move", row.wall_seconds},
          {"max_seconds", row.max_seconds},
          {"nodes_per_move", Optional(row.nodes)},
          {"playouts_per_move", Optional(row.playouts)},
          {"mean_depth", Optional(row.depth)}};
}

Json PairJson(const Summary& summary, const PairRow& row) {
  const auto& names = summary.configuration.players;
  return {{"first", names[row.first]},
          {"second", names[row.second]},
          {"games",
           {{"losses", row.games.counts[0]},
            {"draws", row.games.counts[1]},
            {"wins", row.games.counts[2]}}},
          {"pairs", row.pairs.counts},
          {"elo", EloJson(row.elo)},
          {"normalized_elo", EloJson(row.normalized_elo)},
          {"likelihood_of_superiority",
           row.pairs.Total() > 0 ? Json(row.superiority) : Json(nullptr)}};
}

Json CrossJson(const VariantSummary& variant) {
  Json rows = Json::array();
  for (const std::vector<CrossCell>& cells : variant.cross) {
    Json row = Json::array();
    for (const CrossCell& cell : cells) {
      row.push_back(cell.games > 0
                        ? Json{{"games", cell.games}, {"score", cell.score}}
                        : Json(nullptr));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json VariantJson(const Summary& summary, const VariantSummary& variant) {
  Json endings = Json::object();
  for (size_t i = 0; i < variant.endings.size(); ++i) {
    const auto name = EndingName(static_cast<Ending>(i));
    endings[std::string(name)] = variant.endings[i];
  }
  Json players = Json::array(), pairs = Json::array();
  for (const PlayerRow& row : variant.players) {
    players.push_back(PlayerJson(summary, row));
  }
  for (const PairRow& row : variant.pairs) {
    pairs.push_back(PairJson(summary, row));
  }
  const Lengths& lengths = variant.lengths;
  return {{"game", variant.name},
          {"seats", variant.seats},
          {"planned", variant.planned},
          {"games", variant.games},
          {"different_games", variant.distinct},
          {"blocks", variant.blocks},
          {"broken_blocks", variant.broken_blocks},
          {"drawn_by_rules", variant.draws},
          {"adjudicated", variant.adjudicated},
          {"forfeited", variant.forfeits},
          {"endings", std::move(endings)},
          {"plies",
           {{"min", lengths.min},
            {"median", lengths.median},
            {"max", lengths.max},
            {"mean", lengths.mean},
            {"bin_width", lengths.bin_width},
            {"bins", lengths.bins}}},
          {"players", std::move(players)},
          {"cross", CrossJson(variant)},
          {"pairs", std::move(pairs)},
          {"warnings", variant.warnings}};
}

Json OverallJson(const Summary& summary, const OverallRow& row) {
  const bool played = row.variants > 0;
  return {{"name", summary.configuration.players[row.player]},
          {"games", row.variants},
          {"best_in", row.best},
          {"mean_rank", played ? Json(row.mean_rank) : Json(nullptr)},
          {"score", played ? Json(row.score) : Json(nullptr)},
          {"score_error", played ? Json(row.score_error) : Json(nullptr)}};
}

Json SprtJson(const statistics::SprtState& state) {
  using statistics::SprtVerdict;
  const char* verdict = state.verdict == SprtVerdict::kAcceptH0   ? "H0"
                        : state.verdict == SprtVerdict::kAcceptH1 ? "H1"
                                                                  : "undecided";
  return {{"llr", state.llr},
          {"lower", state.lower},
          {"upper", state.upper},
          {"verdict", verdict}};
}

}  // namespace

std::string JsonReport(const Summary& summary) {
  Json variants = Json::array(), overall = Json::array();
  for (const VariantSummary& variant : summary.variants) {
    variants.push_back(VariantJson(summary, variant));
  }
  for (const OverallRow& row : summary.overall) {
    overall.push_back(OverallJson(summary, row));
  }
  const Json report = {
      {"program_version", summary.program_version},
      {"configuration",
       Json::parse(compare::FormatConfiguration(summary.configuration), nullptr,
                   /*allow_exceptions=*/false)},
      {"reproducible", summary.reproducible},
      {"sprt", summary.sprt ? SprtJson(*summary.sprt) : Json(nullptr)},
      {"games", std::move(variants)},
      {"players", std::move(overall)},
      {"warnings", summary.warnings}};
  return report.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace boardwalk::report
