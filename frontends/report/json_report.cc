// JsonReport: everything in a summary.

#include <cstddef>
#include <string>
#include <utility>

#include "framework/json.h"
#include "framework/record.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"

namespace boardwalk::report {
namespace {

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

Json VerdictJson(const Summary& summary, const Verdict& verdict,
                 const std::string& noun) {
  const bool undecided = verdict.significance == Significance::kUndecided;
  return {{"first", summary.PlayerName(verdict.first)},
          {"second", summary.PlayerName(verdict.second)},
          {"finding", SignificanceName(verdict.significance)},
          {"blocks", verdict.blocks},
          {"superiority", verdict.superiority},
          {"adjusted_p", verdict.adjusted_p},
          {"more_blocks", undecided ? Json(verdict.more) : Json(nullptr)},
          {"tells_elo", verdict.elo == 0 ? Json(nullptr) : Json(verdict.elo)},
          {"sentence", VerdictSentence(summary, verdict, noun)}};
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
  Json json = {{"game", variant.name},
               {"seats", variant.seats},
               {"planned", variant.planned},
               {"games", variant.games},
               {"distinct_games", variant.distinct},
               {"rounds", variant.rounds},
               {"openings", variant.openings},
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
               {"players", JsonTable(RankingTable(summary, variant))},
               {"crosstable", CrossJson(summary, variant)},
               {"pairs", JsonTable(PairTable(summary, variant))},
               {"verdicts", Json::array()},
               {"seat_scores", SeatScoresJson(variant)},
               {"seat_sentence", SeatSentence(variant)},
               {"warnings", variant.warnings}};
  for (size_t i = 0; i < variant.terminations.size(); ++i) {
    const auto name = TerminationName(static_cast<Termination>(i));
    json["endings"][std::string(name)] = variant.terminations[i];
  }
  for (const Verdict& verdict : variant.verdicts) {
    json["verdicts"].push_back(
        VerdictJson(summary, verdict, BlockNoun(variant)));
  }
  return json;
}

}  // namespace

const char* ProgressName(Progress progress) {
  return progress == Progress::kWhole      ? "whole"
         : progress == Progress::kLookedAt ? "looked_at"
                                           : "incomplete";
}

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

std::string JsonReport(const Summary& summary, int indent) {
  Json configuration = Json::parse(
      comparison::FormatConfiguration(summary.configuration), nullptr,
      /*allow_exceptions=*/false);
  Json json = {
      {"boardwalk-report", 1},
      {"program_version", summary.program_version},
      {"origins", summary.origins},
      {"command", comparison::CommandLine(summary.configuration)},
      {"configuration", std::move(configuration)},
      {"reproducible", summary.reproducible},
      {"planned", summary.planned},
      {"games", summary.games},
      {"missing", summary.missing},
      {"first_missing",
       summary.missing > 0 ? Json(summary.first_missing) : Json(nullptr)},
      {"progress", ProgressName(summary.progress)},
      {"warnings", summary.warnings},
      {"sprt", SprtJson(summary)},
      {"variants", Json::array()},
      {"overall", JsonTable(OverallTable(summary))},
      {"verdicts", Json::array()}};
  for (const VariantSummary& variant : summary.variants) {
    json["variants"].push_back(VariantJson(summary, variant));
  }
  for (const Verdict& verdict : summary.verdicts) {
    json["verdicts"].push_back(VerdictJson(summary, verdict, "round"));
  }
  return JsonText(json, indent) + "\n";
}

}  // namespace boardwalk::report
