// ResultsPicture and TerminationsPicture: bars of equal length, divided by
// kind. LengthsPicture: a histogram.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "framework/record.h"
#include "framework/text.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

// --- Divided bars ------------------------------------------------------------

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

Svg DrawBars(const std::string& title, const std::vector<RowLabel>& names,
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
  return svg;
}

// --- The histogram -----------------------------------------------------------

constexpr double kHistogramHeight = 260;
constexpr double kHistogramLeft = 52;
constexpr double kHistogramRight = 14;
constexpr double kHistogramTop = 26;
constexpr double kHistogramBottom = kHistogramHeight - kAxisHeight;
constexpr double kMaxBar = 48;
// Between the bins and the bar of the longer games.
constexpr double kBreak = 26;

std::string BinTip(int64_t first, int64_t width, int64_t games) {
  const std::string plies =
      width == 1 ? absl::StrCat(first)
                 : absl::StrCat(first, " to ", first + width - 1);
  return absl::StrCat(plies, " plies: ", Counted(games, "game"));
}

// A bar for each bin, and one for the longer games.
class Histogram {
 public:
  Histogram(const Lengths& lengths, Svg& svg) : lengths_(lengths), svg_(svg) {
    const auto bins = static_cast<double>(lengths.bins.size());
    const double room = svg.width() - kHistogramLeft - kHistogramRight -
                        (longer() ? kBreak : 0);
    width_ = std::min(room / (bins + (longer() ? 1 : 0)), kMaxBar);
    games_ = Axis::Linear(
        0,
        static_cast<double>(
            std::max(lengths.longer, *std::ranges::max_element(lengths.bins))),
        6, /*min_step=*/1);
    games_.SetRange(kHistogramBottom, kHistogramTop);
  }

  void Draw() {
    DrawTicksLeft(games_, kHistogramLeft, svg_.width(), FormatCountTick, svg_);
    for (size_t i = 0; i < lengths_.bins.size(); ++i) {
      const int64_t first = FirstOf(i);
      DrawBar(XOf(first), lengths_.bins[i], "p0",
              BinTip(first, lengths_.bin_width, lengths_.bins[i]));
    }
    DrawNumbers();
    if (longer()) DrawLonger();
    svg_.Line(kHistogramLeft, kHistogramBottom, svg_.width(), kHistogramBottom,
              "axis");
    DrawMedian();
  }

 private:
  bool longer() const { return lengths_.longer > 0; }
  int64_t FirstOf(size_t bin) const {
    return lengths_.first + static_cast<int64_t>(bin) * lengths_.bin_width;
  }
  double XOf(int64_t plies) const {
    return kHistogramLeft + static_cast<double>(plies - lengths_.first) /
                                static_cast<double>(lengths_.bin_width) *
                                width_;
  }

  void DrawBar(double x, int64_t games, const char* css,
               const std::string& tip) {
    const double y = games_.At(static_cast<double>(games));
    svg_.Rect(x + 1, y, width_ - 2, kHistogramBottom - y, css, tip);
  }

  // Bins of one ply have their number below their middle, others below their
  // beginning.
  void DrawNumbers() {
    const bool single = lengths_.bin_width == 1;
    double free_from = 0;
    for (size_t i = 0; i < lengths_.bins.size() + (single ? 0 : 1); ++i) {
      const std::string number = absl::StrCat(FirstOf(i));
      const double x = XOf(FirstOf(i)) + (single ? width_ / 2 : 0);
      const double half = TextWidth(number) / 2;
      if (x - half < free_from) continue;
      svg_.Number(x, kHistogramBottom + 17, number, "m mid");
      free_from = x + half + 10;
    }
  }

  void DrawLonger() {
    const double x = XOf(FirstOf(lengths_.bins.size())) + kBreak;
    DrawBar(x, lengths_.longer, "k-adjudicated",
            absl::StrCat("longer, up to ", lengths_.max,
                         " plies: ", Counted(lengths_.longer, "game")));
    svg_.Text(x + width_ / 2, kHistogramBottom + 34,
              absl::StrCat("longer: ", lengths_.longer), "m end");
  }

  void DrawMedian() {
    const double x =
        XOf(lengths_.median) + (lengths_.bin_width == 1 ? width_ / 2 : 0);
    svg_.Line(x, kHistogramTop - 4, x, kHistogramBottom, "axis dashed");
    const std::string text = absl::StrCat("median ", lengths_.median);
    const double half = TextWidth(text) / 2;
    svg_.Text(std::clamp(x, kHistogramLeft + half, svg_.width() - half),
              kHistogramTop - 9, text, "t mid");
  }

  const Lengths& lengths_;
  Svg& svg_;
  double width_ = 0;  // of a bar and its gap
  Axis games_ = Axis::Linear(0, 1, 2);
};

}  // namespace

Svg ResultsPicture(const Summary& summary, const VariantSummary& variant) {
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

Svg TerminationsPicture(const Summary& summary) {
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

Svg LengthsPicture(const VariantSummary& variant) {
  const Lengths& lengths = variant.lengths;
  Svg svg(kPictureWidth, kHistogramHeight,
          absl::StrCat("Lengths of games of ", variant.name),
          absl::StrCat("plies from ", lengths.min, " to ", lengths.max,
                       ", median ", lengths.median));
  Histogram(lengths, svg).Draw();
  svg.Text(0, 12, "games", "m");
  svg.Text(kHistogramLeft, kHistogramBottom + 34, "plies", "m");
  return svg;
}

}  // namespace boardwalk::report
