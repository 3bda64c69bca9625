// boardwalk learn: learns an evaluation of a game from games of self-play, in
// generations, each of which must beat the one before in a test.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "ai/learn/games_file.h"
#include "ai/learn/learner.h"
#include "ai/learn/weights_file.h"
#include "framework/clock.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/hash_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/comparison_arguments.h"
#include "frontends/cli/json.h"
#include "frontends/cli/match_progress.h"
#include "frontends/cli/play_comparison.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/calibration.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::cli {
namespace {

using ai::LearnedGame;
using comparison::Configuration;
using comparison::Plan;

constexpr char kLearningGames[] = "--games";
constexpr char kGenerations[] = "--generations";
constexpr char kMinutes[] = "--minutes";
constexpr char kLearningNodes[] = "--nodes";
constexpr char kOpening[] = "--opening";
constexpr char kWeightsFile[] = "--out";
constexpr char kPatterns[] = "--patterns";
constexpr char kSeed[] = "--seed";
constexpr char kAdmissionTime[] = "--test-time";
constexpr char kAdmissionRounds[] = "--test-rounds";

// The seconds of a run.
class Timer {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(WallClock().Now() - start_).count();
  }

 private:
  const std::chrono::nanoseconds start_ = WallClock().Now();
};

struct LearnSettings {
  std::string out;  // the file of the weights
  std::string db;   // what the names of the other files begin with; "" for none
  int64_t games = 0;
  int64_t generations = 0;
  double seconds = 0;
  ai::PatternKinds patterns;
  std::string pattern_names;
  ai::SelfPlayOptions self_play;
  int jobs = 1;
  Configuration test;  // without players
};

// The line of a file of games: what they depend on.
std::string HeadingOf(const AnyGame& game, const LearnSettings& settings,
                      const std::string& player, absl::string_view weights) {
  return absl::StrFormat(
      "%s %016x nodes %d opening %d seed %d %s %016x", game.Name(),
      game.Fingerprint(), settings.self_play.nodes,
      settings.self_play.max_opening, settings.self_play.seed, player,
      Mix64(Fnv1a(weights)));
}

// The first of the evaluations that the game has written by hand.
std::string OwnEvaluation(const AnyGame& game) {
  for (const PlayerInfo& player : game.Players()) {
    for (const ParameterSpec& spec : player.parameters) {
      if (spec.name != kEvaluation) continue;
      const std::vector<std::string> names = absl::StrSplit(spec.choices, '|');
      return names.front();
    }
  }
  return "";
}

class Learning {
 public:
  // Writes what people read to `out`.
  Learning(std::shared_ptr<const AnyGame> game, LearnSettings settings,
           const Arguments& arguments, const Context& context,
           std::ostream& out)
      : game_(std::move(game)),
        settings_(std::move(settings)),
        arguments_(arguments),
        context_(context),
        out_(out) {}

  // What was learned, for scripts.
  Json ToJson() const {
    return {{"game", game_->Name()},
            {"generations", generations_},
            {"file", best_.empty() ? Json(nullptr) : Json(settings_.out)}};
  }

  // Returns the exit status.
  absl::StatusOr<int> Run() {
    for (int generation = 1; generation <= settings_.generations;
         ++generation) {
      if (generation > 1 && timer_.Seconds() > settings_.seconds) {
        out_ << "The time is up.\n";
        break;
      }
      ASSIGN_OR_RETURN(const bool goes_on, RunGeneration(generation));
      if (status_ != 0) return status_;
      if (!goes_on) break;
    }
    if (best_.empty()) {
      out_ << "Nothing was learned that is better than what "
           << game_->Info().id << " has; no file is written.\n";
    } else {
      out_ << "Wrote " << settings_.out << ": " << Learner()
           << ":evaluation=" << QuoteValue(PathOf(settings_.out)) << "\n";
    }
    return 0;
  }

 private:
  // Whether the generation is better than the one before.
  absl::StatusOr<bool> RunGeneration(int generation) {
    out_ << "Generation " << generation << "\n" << std::flush;
    ASSIGN_OR_RETURN(const bool whole, Play(generation));
    if (!whole) {
      status_ = terminal::kInterruptedStatus;
      context_.err << "stopped; "
                   << (settings_.db.empty() ? "with --db FILE the same command "
                                              "could go on from there"
                                            : "the same command goes on")
                   << std::endl;
      return false;
    }
    ASSIGN_OR_RETURN(ai::PatternFit fit, Fit());
    const std::string candidate = CandidateFile(generation);
    fit.weights = ai::RoundedToGrain(std::move(fit.weights));
    fit.weights.made_by = Command(generation);
    fit.weights.admitted_by = "nothing yet";
    RETURN_IF_ERROR(
        WriteFileAtomically(candidate, ai::FormatWeights(fit.weights)));
    return Test(generation, candidate, std::move(fit.weights));
  }

  // Adds the games of the generation to `games_`; false if interrupted.
  absl::StatusOr<bool> Play(int generation) {
    ai::SelfPlay play = {.player = NameWith(best_),
                         .options = settings_.self_play,
                         .games = settings_.games,
                         .jobs = settings_.jobs};
    // Games differ from generation to generation.
    play.options.seed = MixSeeds(settings_.self_play.seed, generation);
    const terminal::Interrupts interrupts;
    play.options.stop = terminal::Interrupts::stop();
    const double left = settings_.seconds - timer_.Seconds();
    const double until =
        timer_.Seconds() +
        left * 0.5 /
            static_cast<double>(settings_.generations + 1 - generation);
    play.out_of_time = [this, until] { return timer_.Seconds() > until; };
    std::vector<LearnedGame> games;
    std::unique_ptr<ai::GamesFile> file;
    std::set<uint64_t> found;
    if (!settings_.db.empty()) {
      ASSIGN_OR_RETURN(
          file, ai::GamesFile::Open(
                    absl::StrCat(settings_.db, "-games-", generation),
                    HeadingOf(*game_, settings_, play.player, best_text_)));
      games = file->TakeFound();
      for (const LearnedGame& game : games) found.insert(game.number);
    }
    int64_t shown = 0;
    RETURN_IF_ERROR(ai::PlayGames(
        *game_, play, found, [&](LearnedGame played) -> absl::Status {
          if (file != nullptr) {
            const absl::Status added = file->Add(played);
            if (!added.ok()) return added;
          }
          games.push_back(std::move(played));
          const auto count = static_cast<int64_t>(games.size());
          if (context_.progress && count - shown >= settings_.games / 100) {
            shown = count;
            context_.err << "\r" << count << " of "
                         << Counted(settings_.games, "game") << std::flush;
          }
          return absl::OkStatus();
        }));
    if (context_.progress) context_.err << std::endl;
    const bool stopped = play.options.stop->load();
    for (LearnedGame& game : games) {
      // Numbers go on over the generations.
      game.number += static_cast<uint64_t>(generation - 1) *
                     static_cast<uint64_t>(settings_.games);
      games_.push_back(std::move(game));
    }
    return !stopped;
  }

  absl::StatusOr<ai::PatternFit> Fit() {
    ai::FitSettings fitting;
    fitting.patterns = settings_.patterns;
    ASSIGN_OR_RETURN(ai::PatternFit fit, ai::FitTo(*game_, games_, fitting));
    int64_t positions = 0;
    for (const LearnedGame& game : games_) {
      positions += static_cast<int64_t>(game.positions.size());
    }
    out_ << absl::StrFormat(
                "  %s, %s; log loss on a tenth of the games: %.4f by "
                "the old evaluation alone, %.4f\n",
                Counted(static_cast<int64_t>(games_.size()), "game"),
                Counted(positions, "position"), fit.loss_plain, fit.loss)
         << "  the old evaluation alone: points a logit, by stage: "
         << absl::StrJoin(fit.plain_points_per_logit, ", ") << "\n"
         << std::flush;
    generations_.push_back({{"games", games_.size()},
                            {"positions", positions},
                            {"loss_before", fit.loss_plain},
                            {"loss_after", fit.loss},
                            {"points_per_logit", fit.plain_points_per_logit}});
    return fit;
  }

  // What a test says of a candidate.
  struct Verdict {
    bool better = false;
    std::string sentence;
    std::string admission;  // as the file keeps it, if it is better
    Json json;
  };

  // Tests the candidate against the best so far, and keeps it if it is better.
  absl::StatusOr<bool> Test(int generation, const std::string& candidate,
                            ai::LearnedWeights weights) {
    Configuration test = settings_.test;
    test.players = {NameWith(candidate), NameWith(best_)};
    if (!test.sprt.has_value()) {
      // As many games as those pairs have.
      ASSIGN_OR_RETURN(test.rounds, RoundsOf(test, 2 * test.rounds));
    }
    ASSIGN_OR_RETURN(const Plan plan,
                     Plan::Create(context_.catalog, std::move(test)));
    // Games of another candidate of that generation would be no evidence.
    const std::string suffix = absl::StrFormat(
        "-test-%d-%08x", generation,
        static_cast<uint32_t>(Fnv1a(ai::FormatWeights(weights))));
    ASSIGN_OR_RETURN(Verdict verdict, game_->NumPlayers() == 2
                                          ? TestInPairs(plan, suffix)
                                          : TestInRounds(plan, suffix));
    if (status_ != 0) return false;
    generations_.back()["test"] = std::move(verdict.json);
    generations_.back()["better"] = verdict.better;
    out_ << "  against "
         << (best_.empty() ? "the evaluation that the game has"
                           : "the generation before")
         << ": " << verdict.sentence << "\n"
         << std::flush;
    if (!verdict.better) return false;
    weights.admitted_by = std::move(verdict.admission);
    ASSIGN_OR_RETURN(weights.points_per_logit,
                     PointsPerLogit(candidate, suffix));
    if (status_ != 0) return false;
    best_text_ = ai::FormatWeights(weights);
    RETURN_IF_ERROR(WriteFileAtomically(settings_.out, best_text_));
    best_ = candidate;
    return true;
  }

  // As many rounds as have about so many games.
  absl::StatusOr<int64_t> RoundsOf(Configuration test, int64_t games) const {
    test.rounds = 1;
    ASSIGN_OR_RETURN(const Plan round,
                     Plan::Create(context_.catalog, std::move(test)));
    return std::max<int64_t>(1, games / round.games());
  }

  // How many points of the candidate multiply the odds by e between players
  // that are as good as it: in the games that it was learned from, players
  // blunder. Two that hardly differ play, so that no game comes twice.
  absl::StatusOr<int> PointsPerLogit(const std::string& candidate,
                                     const std::string& suffix) {
    constexpr int kGames = 300;
    // Less says that hardly a game is decided, and little of the points.
    constexpr double kLeastSlope = 0.1;
    Configuration games = settings_.test;
    games.sprt.reset();
    games.limits = {};
    const int64_t work = settings_.self_play.nodes;
    const char* const unit = game_->NumPlayers() == 2 ? "nodes" : "playouts";
    for (const int64_t more : {int64_t{0}, std::max<int64_t>(1, work / 20)}) {
      games.players.push_back(
          absl::StrCat(NameWith(candidate), ",", unit, "=", work + more));
    }
    ASSIGN_OR_RETURN(games.rounds, RoundsOf(games, kGames));
    ASSIGN_OR_RETURN(const Plan plan,
                     Plan::Create(context_.catalog, std::move(games)));
    RunningScore score(plan.configuration());
    double slope = 1;
    ComparisonCommand command;
    command.db_suffix = absl::StrCat(suffix, "-calibration");
    command.announcement = absl::StrCat(Counted(plan.games(), "game"), " of ",
                                        game_->Name(), " to calibrate values");
    command.print_result = [&](const comparison::Store& store) -> absl::Status {
      ASSIGN_OR_RETURN(const auto all, report::Calibrate(plan, store));
      if (!all.empty()) {
        slope = std::max(kLeastSlope, all.back().slope.value_or(1));
      }
      return absl::OkStatus();
    };
    ASSIGN_OR_RETURN(
        status_, PlayComparison(plan, command, score, arguments_, context_));
    const int points =
        static_cast<int>(std::lround(ai::kLearnedPointsPerLogit / slope));
    generations_.back()["points_per_logit_of_learned"] = points;
    out_ << "  points a logit between equals: " << points << "\n" << std::flush;
    return points;
  }

  // The sequential test, of pairs of games for two.
  absl::StatusOr<Verdict> TestInPairs(const Plan& plan,
                                      const std::string& suffix) {
    std::ostringstream unused;
    ASSIGN_OR_RETURN(const SprtOutcome outcome,
                     RunSprtPlan(plan, suffix, arguments_, context_, unused));
    status_ = outcome.status;
    if (status_ != 0) return Verdict();
    const report::SprtSummary& sprt = *outcome.summary.sprt;
    const int64_t games = 2 * sprt.test.pairs().Total();
    Verdict verdict;
    verdict.better =
        sprt.test.state().verdict == statistics::SprtVerdict::kAcceptH1;
    verdict.sentence = absl::StrCat(report::SprtSentence(outcome.summary),
                                    " Elo ", report::FormatElo(sprt.elo, 1),
                                    " in ", Counted(games, "game"), ".");
    verdict.admission = absl::StrFormat(
        "sprt at %s against %s: a lead of %g Elo rather than %g; Elo %s in %d "
        "games",
        comparison::DescribeLimits(plan.configuration()), NameOfBest(),
        plan.configuration().sprt->elo1, plan.configuration().sprt->elo0,
        report::FormatElo(sprt.elo, 1), games);
    verdict.json = report::SprtJson(outcome.summary);
    return verdict;
  }

  // With three and more seats, where that test is not made: a comparison of as
  // many rounds as were planned, which must call the candidate certainly
  // better.
  absl::StatusOr<Verdict> TestInRounds(const Plan& plan,
                                       const std::string& suffix) {
    report::Summary summary;
    RunningScore score(plan.configuration());
    ComparisonCommand command;
    command.db_suffix = suffix;
    command.announcement =
        absl::StrCat(Counted(plan.games(), "game"), " of ", game_->Name());
    command.print_result = [&](const comparison::Store& store) -> absl::Status {
      ASSIGN_OR_RETURN(summary, report::Summarize(plan, store));
      return absl::OkStatus();
    };
    ASSIGN_OR_RETURN(
        status_, PlayComparison(plan, command, score, arguments_, context_));
    if (status_ != 0) return Verdict();
    const report::VariantSummary& variant = summary.variants.front();
    Verdict verdict;
    for (const report::Verdict& found : variant.verdicts) {
      verdict.better |= found.first == 0 &&
                        found.significance == report::Significance::kCertain;
    }
    std::string shares;
    for (const report::PlayerRow& row : variant.players) {
      if (row.player != 0) continue;
      shares = absl::StrFormat(
          "%.1f %% of the points a seat in %d games; %.1f %% are equal",
          100 * row.Share().value_or(0), variant.games, 100.0 / variant.seats);
    }
    verdict.sentence =
        absl::StrCat(verdict.better ? "Yes: certainly better: "
                                    : "No: not certainly better: ",
                     shares, ".");
    verdict.admission = absl::StrCat(
        "compare at ", comparison::DescribeLimits(plan.configuration()),
        " against ", NameOfBest(), ": ", shares);
    verdict.json = Json::parse(report::JsonReport(summary, -1));
    return verdict;
  }

  std::string NameOfBest() const {
    return best_.empty() ? OwnEvaluation(*game_) : "the generation before";
  }

  // A path that a name of a player takes for one.
  static std::string PathOf(const std::string& file) {
    return IsFileChoice(file) ? file : absl::StrCat("./", file);
  }
  // The player with the evaluation of that file; "" for the game's own.
  std::string NameWith(const std::string& file) const {
    return absl::StrCat(
        Learner(), ":evaluation=",
        file.empty() ? OwnEvaluation(*game_) : QuoteValue(PathOf(file)));
  }
  // Who plays: the player that is the strongest for as many seats.
  absl::string_view Learner() const {
    return game_->NumPlayers() == 2 ? "alphabeta" : "mcts";
  }
  std::string CandidateFile(int generation) const {
    return absl::StrCat(settings_.db.empty() ? settings_.out : settings_.db,
                        "-candidate-", generation);
  }
  // The command that learns the same.
  std::string Command(int generation) const {
    return absl::StrCat("boardwalk learn ", game_->Name(), " ", kLearningGames,
                        " ", settings_.games, " ", kLearningNodes, " ",
                        settings_.self_play.nodes, " ", kOpening, " ",
                        settings_.self_play.max_opening, " ", kPatterns, " ",
                        settings_.pattern_names, " ", kSeed, " ",
                        settings_.self_play.seed, ", generation ", generation);
  }

  const std::shared_ptr<const AnyGame> game_;
  const LearnSettings settings_;
  const Arguments& arguments_;
  const Context& context_;
  std::ostream& out_;
  Json generations_ = Json::array();
  const Timer timer_;
  std::vector<LearnedGame> games_;  // of all generations
  std::string best_;       // the file of the best generation; "" at first
  std::string best_text_;  // its contents
  int status_ = 0;         // of a test that was interrupted
};

// --patterns, words joined by '+'.
absl::Status ReadPatterns(const Arguments& arguments, LearnSettings& settings) {
  settings.pattern_names = arguments.Text(kPatterns);
  settings.patterns = {.lines = false, .blocks = false, .corners = false};
  for (const absl::string_view word :
       absl::StrSplit(settings.pattern_names, '+')) {
    if (word == "lines") {
      settings.patterns.lines = true;
    } else if (word == "blocks") {
      settings.patterns.blocks = true;
    } else if (word == "corners") {
      settings.patterns.corners = true;
    } else if (word == "tiles") {
      settings.patterns.tiles = true;
    } else {
      return InvalidArgument(kPatterns, " ", Quoted(settings.pattern_names),
                             ": ", Quoted(word),
                             " is none of lines, blocks, corners and tiles; "
                             "join some of them by '+'");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LearnSettings> ReadSettings(const AnyGame& game,
                                           const Arguments& arguments) {
  LearnSettings settings;
  settings.out = arguments.Text(kWeightsFile);
  if (settings.out.empty()) {
    settings.out = absl::StrCat(game.Info().id, ".weights");
  }
  ASSIGN_OR_RETURN(settings.db, ReadDb(arguments));
  settings.games = arguments.Int(kLearningGames);
  settings.generations = arguments.Int(kGenerations);
  settings.seconds = arguments.Real(kMinutes) * 60;
  settings.self_play.nodes = arguments.Int(kLearningNodes);
  settings.self_play.seed = static_cast<uint64_t>(arguments.Int(kSeed));
  if (arguments.Has(kOpening)) {
    settings.self_play.max_opening = static_cast<int>(arguments.Int(kOpening));
  } else {
    ASSIGN_OR_RETURN(settings.self_play.max_opening, ai::UsualOpening(game));
  }
  RETURN_IF_ERROR(ReadPatterns(arguments, settings));
  Configuration& test = settings.test;
  test.games = {game.Name()};
  test.rounds = arguments.Int(kAdmissionRounds);
  if (game.NumPlayers() == 2) {
    test.sprt = statistics::SprtHypotheses{.elo1 = 30};
  }
  test.openings = std::min(8, settings.self_play.max_opening);
  test.seed = settings.self_play.seed;
  ASSIGN_OR_RETURN(test.limits.time, ReadTime(arguments, kAdmissionTime));
  settings.jobs = ReadJobs(arguments);
  return settings;
}

absl::StatusOr<int> RunLearn(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(auto game, ReadGame(arguments, context));
  RETURN_IF_ERROR(ai::CheckLearnable(*game));
  ASSIGN_OR_RETURN(LearnSettings settings, ReadSettings(*game, arguments));
  const bool as_json = arguments.Has(kJsonOption.name);
  std::ostringstream unused;
  Learning learning(std::move(game), std::move(settings), arguments, context,
                    as_json ? unused : context.out);
  ASSIGN_OR_RETURN(const int status, learning.Run());
  if (as_json && status == 0) PrintLine(learning.ToJson(), context.out);
  return status;
}

}  // namespace

Command LearnCommand() {
  return {
      .name = "learn",
      .help =
          "learns an evaluation from the board of a game and from games of "
          "self-play, in generations that must win a test",
      .positionals = {kGameArgument},
      .options =
          {{.name = kWeightsFile,
            .value = "FILE",
            .help = "the file of the evaluation; GAME.weights if not given",
            .completion = Completion::kFile},
           {.name = kMinutes,
            .value = "M",
            .help = "about how long; the last generation may take longer",
            .values = Bounds<double>{0.01, 100'000},
            .fallback = "60"},
           {.name = kGenerations,
            .value = "N",
            .help = "at most; ends with the first that is not better",
            .values = Bounds<int64_t>{1, 100},
            .fallback = "3"},
           {.name = kLearningGames,
            .value = "N",
            .help =
                "games of self-play in each generation; fewer if time is up",
            .values = Bounds<int64_t>{1, 10'000'000},
            .fallback = "12000"},
           {.name = kLearningNodes,
            .value = "N",
            .help = "nodes a move of self-play, about; playouts where three or "
                    "more play",
            .values = Bounds<int64_t>{1, 1'000'000'000},
            .fallback = "1000"},
           {.name = kOpening,
            .value = "N",
            .help =
                "random plies before a game, at most; half a random game if "
                "not given",
            .values = Bounds<int64_t>{0, 1000}},
           {.name = kPatterns,
            .value = "KINDS",
            .help =
                "what is learned: lines, blocks, corners, tiles, or some "
                "joined by '+'; more tell more and take longer to evaluate; "
                "tiles are the quickest",
            .fallback = "lines+blocks+corners"},
           {.name = kSeed,
            .value = "N",
            .help = "of the games",
            .values = Bounds<int64_t>{0, 1'000'000'000},
            .fallback = "1"},
           {.name = kAdmissionTime,
            .value = "T",
            .help = "CPU time for a move of the test",
            .fallback = "50ms"},
           {.name = kAdmissionRounds,
            .value = "N",
            .help =
                "the test ends undecided after N pairs; where three or more "
                "play it has as many games",
            .values = Bounds<int64_t>{1, comparison::kMaxRounds},
            .fallback = "500"},
           {.name = kDb,
            .value = "FILE",
            .help = "keeps games and tests in files whose names begin so; goes "
                    "on with what they have",
            .completion = Completion::kFile},
           JobsOption(),
           PatienceOption(),
           kJsonOption},
      .run = RunLearn};
}

}  // namespace boardwalk::cli
