// The pictures of a report. They show all players that have games. REQUIRES:
// the variant has games.

#pragma once

#include <string>
#include <vector>

#include "frontends/report/comparison_summary.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {

// Ratings with their intervals, bounds as arrows.
Svg RatingsPicture(const Summary& summary, const VariantSummary& variant);

// The crosstable as a heat map: blue for ahead, orange for behind.
Svg CrosstablePicture(const Summary& summary, const VariantSummary& variant);

// What a player spends on a move.
enum class Effort { kTime, kNodes, kPlayouts };

// A player by its name: what decides how it plays, and how long it may think:
// "mcts:exploration=2" and "playouts=200".
struct Setting {
  std::string algorithm;
  std::string limits = {};
};
Setting SettingOf(const std::string& player);

struct StrengthPoint {
  int player = 0;
  int algorithm = 0;  // its number, in the order of the players
  double effort = 0;  // the mean a move as measured, above 0
  statistics::Rating rating;
};

// The players that have a rating and report this effort, the least effort
// first; without a variant over all games.
std::vector<StrengthPoint> StrengthPoints(const Summary& summary,
                                          const VariantSummary* variant,
                                          Effort effort);
// Elo against effort. Points of one algorithm have one colour and a line.
// `where` is a game, or "all games". REQUIRES: there are points.
Svg StrengthPicture(const Summary& summary, const std::string& where,
                    const std::vector<StrengthPoint>& points, Effort effort);

// A histogram of the lengths of games.
Svg LengthsPicture(const VariantSummary& variant);

// By player: games won, drawn, adjudicated, lost, forfeited.
Svg ResultsPicture(const Summary& summary, const VariantSummary& variant);

// By player: time and nodes or playouts per move.
Svg EffortPicture(const Summary& summary, const VariantSummary& variant);

// By variant: how games ended.
Svg TerminationsPicture(const Summary& summary);

// Mean scores over the variants with their intervals.
Svg OverallPicture(const Summary& summary);

}  // namespace boardwalk::report
