#include "frontends/report/sentences.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/parameters.h"
#include "framework/record.h"
#include "framework/text.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/elo_text.h"

namespace boardwalk::report {
namespace {

// A few equal games may happen by chance; a larger share needs a warning.
constexpr double kMaxRepeatedShare = 0.05;
// Intervals from fewer blocks are rough; see statistics/README.md.
constexpr int64_t kMinBlocks = 10;
// How many players a sentence names.
constexpr size_t kMaxNamed = 4;
// Of the reason of a forfeit, in bytes; what is left out is in the games.
constexpr size_t kMaxReason = 200;

void WarnOfRepeats(const Summary& summary, const VariantSummary& variant,
                   std::vector<std::string>& warnings) {
  const int64_t repeated = variant.games - variant.distinct;
  if (static_cast<double>(repeated) >
      kMaxRepeatedShare * static_cast<double>(variant.games)) {
    warnings.push_back(absl::StrCat(
        "Only ", variant.distinct, " of ", Counted(variant.games, "game"),
        " are different: identical games are no evidence."));
  }
  if (static_cast<double>(variant.repeated_blocks) >
      kMaxRepeatedShare * static_cast<double>(variant.blocks)) {
    warnings.push_back(absl::StrCat(
        variant.repeated_blocks, " of ",
        Counted(variant.blocks, BlockNoun(variant)),
        " repeat the games of an earlier one; ratings and intervals do not "
        "count them. ",
        summary.configuration.openings == 0 ? "Openings" : "Longer openings",
        " make more games different."));
  }
  if (!variant.checked) {
    warnings.push_back(
        absl::StrCat(variant.name,
                     " is no game of this program (its plug-in is missing?), "
                     "so its games could not be held to its rules."));
  }
  if (summary.configuration.openings > 0 && variant.openings < variant.rounds) {
    warnings.push_back(absl::StrCat(
        "There are only ", Counted(variant.openings, "different opening"),
        " of ", summary.configuration.openings, " plies; ",
        Counted(variant.rounds, "round"), " use them repeatedly."));
  }
  const auto book = static_cast<int64_t>(summary.configuration.book.size());
  if (book > 0 && book < variant.rounds) {
    warnings.push_back(absl::StrCat(
        "There are only ", Counted(book, "given opening"), "; ",
        Counted(variant.rounds, "round"), " use them repeatedly."));
  }
}

// Appends "on time: a 3, b 1", those with most first, if there are any.
void AppendForfeits(const Summary& summary, const VariantSummary& variant,
                    const char* why, int64_t PlayerRow::*count,
                    std::vector<std::string>& parts) {
  std::vector<PlayerRow> rows = variant.players;
  std::ranges::stable_sort(rows,
                           [count](const PlayerRow& a, const PlayerRow& b) {
                             return a.*count > b.*count;
                           });
  std::vector<std::string> players;
  int64_t others = 0;
  for (const PlayerRow& row : rows) {
    if (row.*count == 0) break;
    if (players.size() == kMaxNamed) {
      others += row.*count;
    } else {
      players.push_back(
          absl::StrCat(summary.PlayerName(row.player), " ", row.*count));
    }
  }
  if (players.empty()) return;
  if (others > 0) players.push_back(absl::StrCat("others ", others));
  parts.push_back(absl::StrCat(why, ": ", absl::StrJoin(players, ", ")));
}

std::string NamesOf(const Summary& summary, const std::vector<int>& players) {
  std::vector<std::string> names;
  for (const int player : players) {
    if (names.size() == kMaxNamed) break;
    names.push_back(summary.PlayerName(player));
  }
  std::string text = absl::StrJoin(names, ", ");
  if (players.size() > kMaxNamed) {
    absl::StrAppend(&text, " and ", players.size() - kMaxNamed, " more");
  }
  return text;
}

// Elo needs players that won and lost in turn: a chain of wins from each to
// each other one.
void WarnOfUntied(const Summary& summary, const VariantSummary& variant,
                  std::vector<std::string>& warnings) {
  std::vector<int> scale, bounds, none;
  bool reference = false;
  for (const PlayerRow& row : variant.players) {
    if (row.games == 0) continue;
    switch (row.rating.certainty) {
      case statistics::Certainty::kReference:
        reference = true;
        [[fallthrough]];
      case statistics::Certainty::kInterval:
        scale.push_back(row.player);
        break;
      case statistics::Certainty::kAtLeast:
      case statistics::Certainty::kAtMost:
        bounds.push_back(row.player);
        break;
      case statistics::Certainty::kNone:
        none.push_back(row.player);
        break;
    }
  }
  if ((bounds.empty() && none.empty()) || variant.blocks == 0) return;
  if (scale.empty() && none.empty()) {  // two players
    warnings.push_back(absl::StrCat(
        summary.PlayerName(variant.players[0].player),
        summary.progress == Progress::kIncomplete
            ? " won every game that is there. A bound of its strength does not "
              "hold where games are missing."
            : " won every game, so there is no number for how much better it "
              "is, only a bound."));
    return;
  }
  std::string text =
      "Some players only won, or only lost, against others, so there is no "
      "number for how far they are apart. ";
  if (reference) {
    absl::StrAppend(&text,
                    "Nobody won and lost in turn: ", NamesOf(summary, scale),
                    " has no number, and the bounds (> and <) are against it.");
  } else if (!scale.empty()) {
    absl::StrAppend(&text, "The numbers are for ", NamesOf(summary, scale),
                    ", with mean 0; ");
    if (!bounds.empty()) {
      absl::StrAppend(&text, NamesOf(summary, bounds),
                      bounds.size() == 1 ? " has" : " have",
                      " only a bound (> or <) against their mean.");
    }
  }
  if (!none.empty()) {
    absl::StrAppend(&text, " ", NamesOf(summary, none),
                    " cannot be compared with the others.");
  }
  warnings.push_back(std::move(text));
}

void WarnOfForfeits(const Summary& summary, const VariantSummary& variant,
                    std::vector<std::string>& warnings) {
  std::vector<std::string> parts;
  AppendForfeits(summary, variant, "on time", &PlayerRow::time_forfeits, parts);
  AppendForfeits(summary, variant, "by illegal moves",
                 &PlayerRow::illegal_moves, parts);
  AppendForfeits(summary, variant, "by a failure of the player",
                 &PlayerRow::failures, parts);
  if (parts.empty()) return;
  warnings.push_back(
      absl::StrCat("Games forfeited ", absl::StrJoin(parts, "; "), "."));
  for (const PlayerRow& row : variant.players) {
    for (const ForfeitReason& forfeit : row.forfeit_reasons) {
      if (forfeit.reason.empty()) continue;
      warnings.push_back(absl::StrCat(
          summary.PlayerName(row.player), ", ", TerminationName(forfeit.kind),
          forfeit.games == 1
              ? " in"
              : absl::StrCat(" in ", forfeit.games, " games, first"),
          " game ", forfeit.first_game, ": ",
          OneLine(forfeit.reason, kMaxReason)));
    }
  }
}

void WarnOfFewBlocks(const VariantSummary& variant,
                     std::vector<std::string>& warnings) {
  if (variant.blocks == 0) {
    warnings.push_back(
        absl::StrCat("No ", BlockNoun(variant),
                     " is finished yet, so there are no ratings."));
    return;
  }
  // Every pairing gets one in every round.
  const int64_t each = variant.blocks / variant.pairings;
  if (each < kMinBlocks) {
    warnings.push_back(
        absl::StrCat("Only ", Counted(each, BlockNoun(variant)),
                     " per pairing: intervals from so few are rough."));
  }
}

// "; at the rate so far about 300 more pairs would decide".
std::string PairsToGo(const statistics::SequentialTest& test) {
  const auto pairs = static_cast<double>(test.pairs().Total());
  const statistics::SprtState& state = test.state();
  const double bound = state.llr > 0 ? state.upper : state.lower;
  if (pairs < kMinBlocks || std::abs(state.llr) < std::abs(bound) / 10) {
    return "";
  }
  const double more = (bound - state.llr) / state.llr * pairs;
  return absl::StrCat("; at the rate so far, about ",
                      Counted(TwoDigitsUp(std::max(more, 1.0)), "more pair"),
                      " would decide");
}

}  // namespace

std::string DescribeOrigins(const std::vector<std::string>& origins) {
  constexpr size_t kMaxShown = 3;
  if (origins.empty()) return "unknown: the file is of an earlier program";
  std::string text = absl::StrJoin(
      origins.begin(),
      origins.begin() +
          static_cast<ptrdiff_t>(std::min(origins.size(), kMaxShown)),
      " and ");
  if (origins.size() > kMaxShown) {
    absl::StrAppend(&text, " and ", origins.size() - kMaxShown, " more");
  }
  return text;
}

std::string SprtSentence(const Summary& summary) {
  const statistics::SequentialTest& test = summary.sprt->test;
  const statistics::SprtHypotheses& hypotheses = test.hypotheses();
  const char* unit = comparison::EloUnit(hypotheses);
  const std::string& first = summary.PlayerName(0);
  const std::string& second = summary.PlayerName(1);
  const auto fits = [&](double elo, double rather) {
    return absl::StrCat("a lead of ", elo, unit,
                        " fits the results better than one of ", rather);
  };
  // How often such a test errs.
  const auto errs = [&](double elo, double rate) {
    return absl::StrCat(" If it were ", elo, ", ", ShortestNumber(100 * rate),
                        " % of such tests would say the same.");
  };
  constexpr char kBiased[] =
      " The Elo of a test that has ended is biased away from 0.";
  switch (test.state().verdict) {
    case statistics::SprtVerdict::kAcceptH1:
      return absl::StrCat(
          "Yes: ", first,
          hypotheses.elo1 > 0 ? " is better than " : " against ", second, ": ",
          fits(hypotheses.elo1, hypotheses.elo0), " (H1 accepted).",
          errs(hypotheses.elo0, hypotheses.alpha), kBiased);
    case statistics::SprtVerdict::kAcceptH0:
      return absl::StrCat(
          "No: ", first,
          hypotheses.elo0 > 0 || hypotheses.elo1 <= 0 ? " against "
                                                      : " is not better than ",
          second, ": ", fits(hypotheses.elo0, hypotheses.elo1),
          " (H0 accepted).", errs(hypotheses.elo1, hypotheses.beta), kBiased);
    case statistics::SprtVerdict::kContinue:
      break;
  }
  return absl::StrCat("Undecided whether a lead of ", hypotheses.elo1, unit,
                      " of ", first, " over ", second,
                      " fits the results better than one of ", hypotheses.elo0,
                      PairsToGo(test), ".");
}

std::string SeatSentence(const VariantSummary& variant) {
  const std::vector<SeatScore>& seats = variant.seat_scores;
  if (seats.empty()) return "";
  const double equal = 1.0 / variant.seats;
  const auto side = [equal](const SeatScore& seat) {
    return seat.score - seat.error > equal   ? 1
           : seat.score + seat.error < equal ? -1
                                             : 0;
  };
  const bool few = variant.blocks - variant.repeated_blocks < kMinBlocks;
  const std::string too_few =
      absl::StrCat("too few ", BlockNoun(variant), "s to tell an advantage.");
  if (variant.seats == 2) {
    return absl::StrCat("The first seat scores ",
                        FormatShareInterval(seats[0].score, seats[0].error, 1),
                        ": ",
                        few                   ? too_few
                        : side(seats[0]) == 0 ? "no clear advantage."
                        : side(seats[0]) > 0  ? "an advantage."
                                              : "a disadvantage.");
  }
  std::vector<std::string> scores, sides;
  for (size_t i = 0; i < seats.size(); ++i) {
    scores.push_back(absl::StrCat(
        i + 1, ": ", FormatShareInterval(seats[i].score, seats[i].error, 1)));
    if (side(seats[i]) != 0) {
      sides.push_back(
          absl::StrCat("seat ", i + 1, " has ",
                       side(seats[i]) > 0 ? "an advantage" : "a disadvantage"));
    }
  }
  return absl::StrCat("Score by seat (equal: ", FormatPercent(equal),
                      "): ", absl::StrJoin(scores, ", "), "; ",
                      few             ? too_few
                      : sides.empty() ? "no clear advantage."
                                      : absl::StrJoin(sides, ", ") + ".");
}

std::string ScoresOfMany(const VariantSummary& variant) {
  if (variant.seats == 2) return "";
  return absl::StrCat(
      "Score: the share of the points. The winner of a game has 1, w winners "
      "have 1/w each, in a draw all have 1/",
      variant.seats, "; equal players score ",
      FormatPercent(1.0 / variant.seats),
      ". Score against: for each seat of the one and of the other 1 if only "
      "the one won, 1/2 if both or neither did; equal players score 50 %.");
}

std::string OverallNote() {
  return "Mean score: the mean over the games of the score against the others "
         "(equal players score 50 %, whatever the number of seats), in which "
         "each game counts the same.";
}

std::vector<Term> Glossary(const Summary& summary, bool with_titles) {
  size_t most = summary.verdicts.size();
  bool any = false, seats = false, pairs = false;
  bool several_seats = false;  // with intervals that hold together
  for (const VariantSummary& variant : summary.variants) {
    most = std::max(most, variant.verdicts.size());
    any = any || variant.games > 0;
    seats = seats || !variant.seat_scores.empty();
    several_seats = several_seats || variant.seat_scores.size() > 2;
    pairs = pairs || !variant.pairs.empty();
  }
  std::vector<Term> terms;
  const auto add = [&terms](bool applies, const char* name, std::string text) {
    if (applies) terms.push_back({name, std::move(text)});
  };
  add(with_titles, "pair, block",
      "the games of the same players from the same opening in which every "
      "player has every seat once. The two games of a pair depend on each "
      "other, but pairs do not depend on other pairs, so all intervals come "
      "from whole pairs or blocks.");
  add(with_titles, "score",
      "the share of the points: a win is 1, or 1/w if w players share it; a "
      "draw of n seats is 1/n each. Against another player: 1 for a win that "
      "the other does not share, 1/2 for the same result.");
  add(most > 0, "certain",
      absl::StrCat(
          summary.variants.size() > 1 ? "in each game, and over all games: "
                                      : "",
          "among equal players, at most 1 study in 20 calls anybody certainly "
          "better",
          most == 1 ? "."
                    : absl::StrCat(", although there are up to ", most,
                                   " comparisons at once."),
          summary.variants.size() > 1 ? " With many games, some may be wrong."
                                      : ""));
  add(most > 1, "likely",
      absl::StrCat("by itself: at most 1 of 20 pairs of equal players looks "
                   "like that by chance",
                   most < 20 ? "."
                             : absl::StrCat(", so up to ", most / 20, " of ",
                                            most, ".")));
  add(most > 0, "undecided",
      "the results are no better than chance may bring. With the further pairs "
      "(blocks, rounds) a true difference of that size is called certain in "
      "about 80 of 100 studies.");
  add(with_titles || most > 0, "rating",
      "Elo, with mean 0 in each game: 100 Elo more is an expected score of "
      "64 % against each other. It comes from the games against everybody, its "
      "interval from a bootstrap over blocks; a verdict only from the games of "
      "the two with each other. The player that bounds are against is the "
      "reference.");
  add(most > 0, "when",
      "certain and likely hold however often one looks and goes on for what "
      "one saw. A study that is not complete or has grown needs two to three "
      "times the games of one that is played as planned; the quickest answer "
      "is that of sprt. Intervals, bounds and superior hold for a number of "
      "rounds that was chosen before.");
  add(pairs, "superior",
      "1 minus the probability that equal players do as well as the first of "
      "the two, where it is ahead; 50 % where neither is, and where the second "
      "is ahead, 100 % minus that of the second. It is above 97.5 % exactly if "
      "the interval of Elo is above 0.");
  add(pairs, "normalized Elo",
      "the difference divided by the spread of results: how many games it "
      "takes to see it, in drawish and in decisive games. The ends of its 95 % "
      "interval are "
      "in brackets.");
  add(pairs || (with_titles && any), "> and <",
      "bounds, where a player won or lost everything.");
  add(any, "95 %",
      absl::StrCat(
          "each interval by itself contains the truth in about 95 of 100 "
          "studies",
          several_seats ? "; those of all seats of a game for three and more "
                          "do so together"
                        : "",
          ". Of many intervals, some do not; verdicts take that into "
          "account."));
  add(seats, "seats",
      "in a pair or block everybody has every seat once, so a seat's score is "
      "not that of who sat there. It is the mean over these players.");
  add(with_titles, "adjudicated",
      "endless games, drawn by the third repetition or the limit of plies.");
  add(with_titles, "forfeits",
      "games lost by an illegal move, on time or by a failure of the player.");
  add(with_titles, "time", "CPU time, by the clock of the match.");
  return terms;
}

std::string GamesEach(const VariantSummary& variant) {
  for (const PlayerRow& row : variant.players) {
    if (row.games != variant.players[0].games) return "";
  }
  return absl::StrCat("each player ", variant.players[0].games);
}

const char* BlockNoun(const VariantSummary& variant) {
  return variant.seats == 2 ? "pair" : "block";
}

std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant) {
  std::vector<std::string> warnings;
  if (variant.games == 0) return {"No games have been played yet."};
  WarnOfRepeats(summary, variant, warnings);
  if (variant.broken_blocks > 0) {
    warnings.push_back(
        absl::StrCat(Counted(variant.broken_blocks, BlockNoun(variant)),
                     variant.broken_blocks == 1 ? " is" : " are",
                     " not finished. Their games count for scores and times, "
                     "not for ratings and intervals."));
  }
  WarnOfFewBlocks(variant, warnings);
  WarnOfUntied(summary, variant, warnings);
  WarnOfForfeits(summary, variant, warnings);
  return warnings;
}

std::vector<std::string> GeneralWarnings(const Summary& summary) {
  std::vector<std::string> warnings;
  if (!summary.sprt.has_value() && summary.games < summary.planned) {
    warnings.push_back(absl::StrCat(summary.games, " of ",
                                    Counted(summary.planned, "game"),
                                    " have been played."));
  }
  if (summary.progress == Progress::kIncomplete && !summary.sprt.has_value()) {
    warnings.push_back(absl::StrCat(
        Counted(summary.missing, "game"),
        " before the last one that was played are missing. There is no verdict "
        "until they are there, and which are missing may bias ratings and "
        "intervals. The same command with this file plays them, and merge "
        "joins parts."));
  }
  if (summary.progress == Progress::kLookedAt && !summary.sprt.has_value()) {
    warnings.emplace_back(
        "The study is not played as planned (it is not complete, or has "
        "grown), so its verdicts need more games.");
  }
  if (summary.missing > 0 &&
      (summary.progress == Progress::kLookedAt || summary.sprt.has_value())) {
    warnings.push_back(absl::StrCat("Game ", summary.first_missing,
                                    " is missing: verdicts use the games "
                                    "before it."));
  }
  if (!summary.reproducible) {
    warnings.emplace_back(
        "Players are limited by time, use several threads or are other "
        "programs: another run gives other games.");
  }
  return warnings;
}

}  // namespace boardwalk::report
