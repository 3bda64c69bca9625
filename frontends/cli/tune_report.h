// What `boardwalk tune` prints about weights that it has fitted.

#ifndef BOARDWALK_FRONTENDS_CLI_TUNE_REPORT_H_
#define BOARDWALK_FRONTENDS_CLI_TUNE_REPORT_H_

#include <ostream>
#include <string>
#include <vector>

#include "framework/game.h"
#include "frontends/cli/json.h"
#include "frontends/tournament/training.h"

namespace boardwalk::cli {

// Fitted weights, and what they were fitted to.
struct Fit {
  std::string game;
  std::vector<Feature> features;
  tournament::TrainingSet set;
  tournament::WeightFit found;
};

// The games, a table of the features, and the losses.
void PrintFit(const Fit& fit, std::ostream& out);
Json FitJson(const Fit& fit);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_TUNE_REPORT_H_
