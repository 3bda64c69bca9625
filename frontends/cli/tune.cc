// boardwalk tune: fits the weights of a game's evaluation to games of
// self-play, and tests whether the new ones are better.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/linear_evaluation.h"
#include "framework/number_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/settings.h"
#include "frontends/comparison/tuning.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using comparison::Configuration;
using comparison::Fit;
using comparison::Plan;
using comparison::SettingsOf;
using comparison::Store;
using comparison::TunedPlayer;
using statistics::SprtVerdict;

constexpr char kPlayerOption[] = "--player";
constexpr char kFix[] = "--fix";
constexpr char kTestTime[] = "--test-time";
constexpr char kTestRounds[] = "--test-rounds";
constexpr char kNoTest[] = "--no-test";
// Behind the name of --db: the games of the test.
constexpr char kTestSuffix[] = "-test";

Configuration TuneDefaults() {
  Configuration configuration;
  configuration.limits.nodes = 2000;
  configuration.rounds = 1000;
  configuration.openings = 6;
  configuration.sprt = statistics::SprtHypotheses{.elo1 = 30};
  return configuration;
}

// The game and the player of the arguments. Errors name the option.
absl::StatusOr<TunedPlayer> ReadPlayer(const Arguments& arguments,
                                       const Context& context) {
  ASSIGN_OR_RETURN(auto game, ReadGame(arguments, context));
  RETURN_IF_ERROR(comparison::CheckTunable(*game));
  ASSIGN_OR_RETURN(
      auto player,
      At(kPlayerOption,
         TunedPlayer::Create(std::move(game), arguments.Text(kPlayerOption))));
  ASSIGN_OR_RETURN(const auto fixed, ReadNames(arguments, kFix));
  if (arguments.Has(kFix) && fixed.empty()) {
    return InvalidArgument(kFix,
                           " names no feature; omit it to fit all weights");
  }
  RETURN_IF_ERROR(At(kFix, player.Fix(fixed)));
  return player;
}

// The test but for the first player, the one with the new weights, so that all
// else is checked before the first game.
absl::StatusOr<Configuration> ReadTestOfWeights(
    const Configuration& self_play,
    const statistics::SprtHypotheses& hypotheses, const Arguments& arguments) {
  Configuration test = comparison::TestOfWeights(self_play, hypotheses);
  test.rounds = arguments.Int(kTestRounds);
  ASSIGN_OR_RETURN(test.limits.time, ReadTime(arguments, kTestTime));
  RETURN_IF_ERROR(comparison::CheckBounds(test));
  return test;
}

// Whether the file of the test, if there is one, can take its games; a first
// player without a name may be any.
absl::Status CheckTestFile(Configuration test, const Arguments& arguments) {
  ASSIGN_OR_RETURN(const std::string db, ReadDb(arguments));
  const std::string file = db + kTestSuffix;
  std::error_code error;
  if (db.empty() || !std::filesystem::exists(file, error)) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const auto store, results::OpenToRead(file));
  const Configuration& there = store->configuration();
  if (test.players.front().empty()) {
    test.players.front() = there.players.front();
  }
  const absl::Status same = comparison::CheckSame(there, test);
  if (same.ok()) return same;
  return FailedPrecondition("cannot use ", Quoted(file), ": ", same.message(),
                            "; remove ", Quoted(file), " or name another ",
                            kDb);
}

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
        error == 0 ? "-" : FormatFixed(error, 1), fit.features[i].help);
  }
}

void PrintLosses(const Fit& fit, std::ostream& out) {
  const comparison::WeightFit& found = fit.found;
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

// The games, a table of the features, and the losses.
void PrintFit(const Fit& fit, std::ostream& out) {
  const comparison::TrainingSet& set = fit.set;
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

// How to make the weights the defaults.
std::string HowToAdopt(const TunedPlayer& player, const Fit& fit,
                       const std::string& command) {
  return absl::StrCat(
      " To make them the defaults, write them into the features of ",
      player.game->Info().id, ", and above them what made them:\n  ",
      absl::StrJoin(fit.found.weights, ", "), "\n  // ", command, "\n");
}

// Without a test only the games held out tell.
std::string AdviceWithoutTest(const Fit& fit, const std::string& how_to_adopt) {
  if (fit.set.held_out.size() > 0 &&
      fit.found.loss_after >= fit.found.loss_before) {
    return "Not tested. The new weights predict no better: keep the old "
           "ones.\n";
  }
  return "Not tested." + how_to_adopt;
}

// What follows from the test. H1 says that the new weights are better only if
// H0 already says that they are as good.
std::string AdviceOfTest(const report::SprtSummary& sprt,
                         const std::string& how_to_adopt) {
  const statistics::SprtHypotheses& hypotheses = sprt.test.hypotheses();
  const auto better = [&](double elo, double than) {
    return absl::StrCat("The new weights are better by ", elo, " rather than ",
                        than, comparison::EloUnit(hypotheses));
  };
  switch (sprt.test.state().verdict) {
    case SprtVerdict::kAcceptH0:
      return better(hypotheses.elo0, hypotheses.elo1) +
             ": keep the old ones.\n";
    case SprtVerdict::kContinue:
      return absl::StrCat("The test has not decided; give it more ",
                          kTestRounds, " (with ", kDb, " it goes on).\n");
    case SprtVerdict::kAcceptH1:
      break;
  }
  const std::string found = better(hypotheses.elo1, hypotheses.elo0);
  if (hypotheses.elo0 < 0) {
    return found +
           ": that does not show that they are better at all. Keep the old "
           "ones, or test with --elo0 0.\n";
  }
  return absl::StrCat(found, ". The Elo above, ",
                      report::FormatElo(sprt.elo, 1),
                      ", is biased upwards, as the test stopped the games; a "
                      "match of fixed size measures it.",
                      how_to_adopt);
}

// The results of self-play, as the seat that begins has them.
class FirstSeatScore final : public ProgressScore {
 public:
  void Add(const comparison::GameSummary& game) override {
    const double returns = game.seats[0].returns;
    ++counts_[returns > 0 ? 2 : returns < 0 ? 0 : 1];
  }
  std::string Text() const override {
    return absl::StrCat("the first to move +", counts_[2], " =", counts_[1],
                        " -", counts_[0]);
  }

 private:
  std::array<int64_t, 3> counts_{};
};

// Plays and fits; unset if the games are not all there, as after Ctrl-C. Sets
// `status` to the exit status.
absl::StatusOr<std::optional<Fit>> PlayAndFit(const Plan& plan,
                                              const TunedPlayer& player,
                                              const Arguments& arguments,
                                              const Context& context,
                                              int& status) {
  std::optional<Fit> fit;
  ComparisonCommand command;
  command.announcement =
      absl::StrCat(Counted(plan.games(), "game"), " of self-play in ",
                   plan.configuration().games[0]);
  command.print_result = [&](const Store& store) -> absl::Status {
    ASSIGN_OR_RETURN(const bool all, comparison::HasAll(store, plan));
    if (!all) return absl::OkStatus();
    ASSIGN_OR_RETURN(fit,
                     comparison::FitTo(store, plan, player, context.catalog));
    return absl::OkStatus();
  };
  FirstSeatScore score;
  ASSIGN_OR_RETURN(status,
                   PlayComparison(plan, command, score, arguments, context));
  return fit;
}

// The command that plays the same games and fits the same weights.
// Its weights are named even if they are the declared ones, which may change.
std::string CommandOf(const Plan& plan, const TunedPlayer& player) {
  std::string command = comparison::TuneCommandLine(
      plan.configuration(), plan.configuration().players.front());
  const std::vector<std::string> names = player.FixedNames();
  if (!names.empty()) {
    absl::StrAppend(&command, " ", kFix, " ", absl::StrJoin(names, ","));
  }
  return command;
}

absl::StatusOr<int> RunTune(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const TunedPlayer player, ReadPlayer(arguments, context));
  ASSIGN_OR_RETURN(const Configuration read,
                   ReadConfiguration(SettingsOf::kTune, arguments,
                                     TuneDefaults(), context.catalog));
  ASSIGN_OR_RETURN(Configuration self_play, comparison::SelfPlay(player, read));
  ASSIGN_OR_RETURN(const Plan plan,
                   Plan::Create(context.catalog, std::move(self_play),
                                TuneDefaults().limits));
  ASSIGN_OR_RETURN(
      Configuration test,
      ReadTestOfWeights(plan.configuration(), *read.sprt, arguments));
  if (!arguments.Has(kNoTest)) {
    RETURN_IF_ERROR(CheckTestFile(test, arguments));
  }
  int status = 0;
  ASSIGN_OR_RETURN(const std::optional<Fit> fit,
                   PlayAndFit(plan, player, arguments, context, status));
  if (!fit.has_value()) return status;
  const std::string command = CommandOf(plan, player);
  const bool as_json = arguments.Has(kJsonOption.name);
  std::ostringstream unused;
  std::ostream& text = as_json ? unused : context.out;
  PrintFit(*fit, text);
  text << std::endl;
  Json json = FitJson(*fit);
  json["command"] = command;
  json["sprt"] = nullptr;
  const std::string how_to_adopt = HowToAdopt(player, *fit, command);
  if (fit->found.weights == player.weights) {
    text << "The weights stay as they are.\n";
  } else if (arguments.Has(kNoTest)) {
    text << AdviceWithoutTest(*fit, how_to_adopt);
  } else {
    ASSIGN_OR_RETURN(test.players.front(), player.NameWith(fit->found.weights));
    ASSIGN_OR_RETURN(const Plan test_plan, Plan::Create(context.catalog, test));
    RETURN_IF_ERROR(CheckTestFile(test_plan.configuration(), arguments));
    ASSIGN_OR_RETURN(
        const SprtOutcome outcome,
        RunSprtPlan(test_plan, kTestSuffix, arguments, context, text));
    if (outcome.status != 0) return outcome.status;
    text << "\n" << AdviceOfTest(*outcome.summary.sprt, how_to_adopt);
    json["sprt"] = report::SprtJson(outcome.summary);
  }
  if (as_json) PrintLine(json, context.out);
  return 0;
}

}  // namespace

Command TuneCommand() {
  std::vector<Option> options = {
      {.name = kPlayerOption,
       .value = "PLAYER",
       .help = "who plays the games; its weights are the old ones",
       .fallback = "alphabeta",
       .completion = Completion::kPlayer},
      {.name = kFix,
       .value = "FEATURES",
       .help = "features whose weights stay",
       .multi_token = true},
      {.name = kTestTime,
       .value = "T",
       .help = "CPU time for a move of the test",
       .fallback = "20ms"},
      {.name = kTestRounds,
       .value = "N",
       .help = "the test ends undecided after N pairs",
       .values = Bounds<int64_t>{1, comparison::kMaxRounds},
       .fallback = "1000"},
      {kNoTest, "", "fits, but does not test"}};
  for (Option& option : ComparisonOptions(SettingsOf::kTune, TuneDefaults())) {
    options.push_back(std::move(option));
  }
  OptionNamed(kDb, options).help =
      "keeps the games in FILE, those of the test in FILE-test; continues what "
      "these have";
  options.push_back(kJsonOption);
  return {.name = "tune",
          .help =
              "fits the weights of an evaluation to games of self-play, and "
              "tests whether they are better",
          .positionals = {kGameArgument},
          .options = std::move(options),
          .config = true,
          .run = RunTune};
}

}  // namespace boardwalk::cli
