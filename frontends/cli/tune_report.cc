#include "frontends/cli/tune_report.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "framework/linear_evaluation.h"
#include "framework/text.h"
#include "frontends/report/format.h"

namespace boardwalk::cli {
namespace {

void PrintFeatureTable(const Fit& fit, std::ostream& out) {
  size_t width = 7;
  for (const Feature& feature : fit.features) {
    width = std::max(width, feature.name.size());
  }
  const int name = static_cast<int>(width);
  out << absl::StrFormat("%-*s  %6s  %6s  %7s\n", name, "feature", "old", "new",
                         "+- 95 %");
  for (size_t i = 0; i < fit.features.size(); ++i) {
    const double error = fit.found.errors[i];
    out << absl::StrFormat(
        "%-*s  %6d  %6d  %7s  %s\n", name, fit.features[i].name,
        fit.found.old_weights[i], fit.found.weights[i],
        error == 0 ? "-" : report::FormatFixed(error, 1), fit.features[i].help);
  }
}

void PrintLosses(const Fit& fit, std::ostream& out) {
  const tournament::WeightFit& found = fit.found;
  out << "\nlog loss        ";
  if (fit.set.held_out.size() == 0) {
    out << "not known: no games are held out, of so few\n";
  } else {
    out << absl::StrFormat(
        "%.5f with the old weights, %.5f with the new ones, on the games held "
        "out\n",
        found.loss_before, found.loss_after);
  }
  out << absl::StrFormat(
      "scale           %.6g: a sum of %.0f wins three games of four\n",
      found.scale, std::log(3) / found.scale);
}

}  // namespace

void PrintFit(const Fit& fit, std::ostream& out) {
  const tournament::TrainingSet& set = fit.set;
  out << fit.game << ": "
      << Counted(static_cast<int64_t>(set.positions.size()), "position")
      << " of " << Counted(set.games - set.held_out_games, "game") << ", "
      << set.held_out.size() << " of " << set.held_out_games << " held out";
  if (set.repeated > 0) {
    out << "; " << Counted(set.repeated, "repeated game") << " left out";
  }
  if (set.forfeited > 0) {
    out << "; " << Counted(set.forfeited, "forfeit") << " left out";
  }
  out << "\n\n";
  PrintFeatureTable(fit, out);
  PrintLosses(fit, out);
}

Json FitJson(const Fit& fit) {
  Json json;
  json["game"] = fit.game;
  json["positions"] = fit.set.positions.size();
  json["games"] = fit.set.games - fit.set.held_out_games;
  json["held_out_positions"] = fit.set.held_out.size();
  json["held_out_games"] = fit.set.held_out_games;
  json["repeated"] = fit.set.repeated;
  json["forfeited"] = fit.set.forfeited;
  json["scale"] = fit.found.scale;
  json["features"] = Json::array();
  for (size_t i = 0; i < fit.features.size(); ++i) {
    json["features"].push_back({{"name", std::string(fit.features[i].name)},
                                {"old", fit.found.old_weights[i]},
                                {"new", fit.found.weights[i]},
                                {"error", fit.found.errors[i]}});
  }
  const bool known = fit.set.held_out.size() > 0;
  json["loss_before"] = known ? Json(fit.found.loss_before) : Json(nullptr);
  json["loss_after"] = known ? Json(fit.found.loss_after) : Json(nullptr);
  json["weights"] = WeightsText(fit.found.weights);
  return json;
}

}  // namespace boardwalk::cli
