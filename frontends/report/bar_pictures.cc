// ResultsPicture and TerminationsPicture: bars of equal length, divided by
// kind.

#include <cstddef>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/record.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

constexpr double kBarPitch = 32;
constexpr double kBarHeight = 20;

struct Kind {
  LegendEntry legend;
  std::vector<int64_t> counts = {};  // by row
  // Numbers on it need an outline.
  bool patterned = false;
};

int64_t SumOf(const Kind& kind) {
  int64_t sum = 0;
  for (const int64_t count : kind.counts) sum += count;
  return sum;
}

void DrawBar(const std::vector<Kind>& kinds, size_t row,
             const std::string& name, double left, double y, Svg& svg) {
  int64_t total = 0;
  for (const Kind& kind : kinds) total += kind.counts[row];
  if (total == 0) return;
  double x = left;
  for (const Kind& kind : kinds) {
    const int64_t count = kind.counts[row];
    if (count == 0) continue;
    const double width = (svg.width() - left) * static_cast<double>(count) /
                         static_cast<double>(total);
    svg.Rect(
        x, y - kBarHeight / 2, width, kBarHeight,
        absl::StrCat("part ", kind.legend.css),
        absl::StrCat(name, ", ", kind.legend.name, ": ", count, " of ", total));
    const std::string text = absl::StrCat(count);
    if (TextWidth(text) + 8 < width) {
      svg.Number(x + width / 2, y + 4.5, text,
                 kind.patterned ? "t mid halo" : "t mid");
    }
    x += width;
  }
}

std::string DrawBars(const std::string& title,
                     const std::vector<RowLabel>& names,
                     const std::vector<Kind>& kinds) {
  std::vector<LegendEntry> legend;
  std::string description;
  for (const Kind& kind : kinds) {
    const int64_t sum = SumOf(kind);
    if (sum == 0) continue;
    legend.push_back(kind.legend);
    absl::StrAppend(&description, description.empty() ? "" : ", ",
                    kind.legend.name, " ", sum);
  }
  const double top = LegendHeight(legend, kPictureWidth) + 6;
  const RowLabels labels(names, top, kBarPitch);
  Svg svg(kPictureWidth, labels.bottom() + 4, title, description);
  DrawLegend(legend, svg);
  labels.Draw(svg);
  for (size_t i = 0; i < names.size(); ++i) {
    DrawBar(kinds, i, names[i].name, labels.right(), labels.Middle(i), svg);
  }
  return svg.Finish();
}

}  // namespace

std::string ResultsPicture(const Summary& summary,
                           const VariantSummary& variant) {
  std::vector<RowLabel> names;
  Kind won = {{"won", "k-won"}};
  Kind drawn = {{"drawn", "k-drawn"}};
  Kind adjudicated = {{"adjudicated draw", "k-adjudicated"}, {}, true};
  Kind lost = {{"lost", "k-lost"}};
  Kind forfeited = {{"lost by forfeit", "k-forfeited"}, {}, true};
  for (const PlayerRow& row : PlayersWithGames(variant)) {
    names.push_back({summary.PlayerName(row.player), row.player});
    won.counts.push_back(row.wins);
    drawn.counts.push_back(row.draws - row.adjudicated);
    adjudicated.counts.push_back(row.adjudicated);
    lost.counts.push_back(row.losses - row.Forfeits());
    forfeited.counts.push_back(row.Forfeits());
  }
  return DrawBars(absl::StrCat("Results in ", variant.name), names,
                  {won, drawn, adjudicated, lost, forfeited});
}

std::string TerminationsPicture(const Summary& summary) {
  std::vector<RowLabel> names;
  Kind decided = {{"won by the rules", "k-won"}};
  Kind drawn = {{"drawn by the rules", "k-drawn"}};
  struct Named {
    Termination termination;
    Kind kind;
  };
  std::vector<Named> others = {
      {Termination::kRepetition, {{"repetition", "k-adjudicated"}, {}, true}},
      {Termination::kPlyLimit, {{"ply limit", "k-limit"}, {}, true}},
      {Termination::kIllegalMove, {{"illegal move", "k-lost"}}},
      {Termination::kTimeForfeit, {{"time forfeit", "k-forfeited"}, {}, true}},
      {Termination::kFailure, {{"failure", "k-failure"}}},
      {Termination::kCrash, {{"crash", "k-failure"}}},
      {Termination::kStall, {{"stall", "k-failure"}}},
      {Termination::kNonsense, {{"nonsense", "k-failure"}}}};
  Kind rest = {{"other", "empty"}};
  for (const VariantSummary& variant : summary.variants) {
    if (variant.games == 0) continue;
    names.push_back({variant.name, -1});
    const auto count = [&variant](Termination termination) {
      return variant.terminations[static_cast<size_t>(termination)];
    };
    const int64_t agreed = count(Termination::kAgreement);
    const int64_t drawn_by_rules = variant.draws - agreed;
    int64_t counted = count(Termination::kRules);
    decided.counts.push_back(counted - drawn_by_rules);
    drawn.counts.push_back(drawn_by_rules);
    for (Named& other : others) {
      other.kind.counts.push_back(count(other.termination));
      counted += count(other.termination);
    }
    rest.counts.push_back(variant.games - counted);
  }
  std::vector<Kind> kinds = {decided, drawn};
  for (const Named& other : others) kinds.push_back(other.kind);
  kinds.push_back(rest);
  return DrawBars("How games ended", names, kinds);
}

}  // namespace boardwalk::report
