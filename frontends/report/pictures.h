// The pictures of a report, each a whole <svg>. They show all players that have
// games; none is asked for of a variant without games.

#ifndef BOARDWALK_FRONTENDS_REPORT_PICTURES_H_
#define BOARDWALK_FRONTENDS_REPORT_PICTURES_H_

#include <string>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// Ratings with their intervals, bounds as arrows.
std::string RatingsPicture(const Summary& summary,
                           const VariantSummary& variant);

// The crosstable, shaded: blue for ahead, orange for behind.
std::string HeatMapPicture(const Summary& summary,
                           const VariantSummary& variant);

// What a player gets for the time that it takes.
std::string ScoreTimePicture(const Summary& summary,
                             const VariantSummary& variant);

// How many games are how long.
std::string LengthsPicture(const VariantSummary& variant);

// Won, drawn, adjudicated, lost, forfeited, by player.
std::string ResultsPicture(const Summary& summary,
                           const VariantSummary& variant);

// Time and nodes or playouts of a move, by player.
std::string EffortPicture(const Summary& summary,
                          const VariantSummary& variant);

// How games ended, by variant.
std::string EndingsPicture(const Summary& summary);

// Mean scores over the variants with their intervals.
std::string OverallPicture(const Summary& summary);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_PICTURES_H_
