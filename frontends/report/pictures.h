// The pictures of a report, each an <svg> element. They show all players that
// have games. REQUIRES: the variant has games.

#pragma once

#include <string>

#include "frontends/report/comparison_summary.h"

namespace boardwalk::report {

// Ratings with their intervals, bounds as arrows.
std::string RatingsPicture(const Summary& summary,
                           const VariantSummary& variant);

// The crosstable as a heat map: blue for ahead, orange for behind.
std::string CrosstablePicture(const Summary& summary,
                              const VariantSummary& variant);

// Score against time per move.
std::string ScoreTimePicture(const Summary& summary,
                             const VariantSummary& variant);

// A histogram of the lengths of games.
std::string LengthsPicture(const VariantSummary& variant);

// By player: games won, drawn, adjudicated, lost, forfeited.
std::string ResultsPicture(const Summary& summary,
                           const VariantSummary& variant);

// By player: time and nodes or playouts per move.
std::string EffortPicture(const Summary& summary,
                          const VariantSummary& variant);

// By variant: how games ended.
std::string TerminationsPicture(const Summary& summary);

// Mean scores over the variants with their intervals.
std::string OverallPicture(const Summary& summary);

}  // namespace boardwalk::report
