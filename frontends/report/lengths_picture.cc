// LengthsPicture.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "framework/text.h"
#include "frontends/report/chart.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

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
        static_cast<double>(std::max(
            lengths.longer,
            *std::max_element(lengths.bins.begin(), lengths.bins.end()))),
        6, /*min_step=*/1);
    games_.SetRange(kHistogramBottom, kHistogramTop);
  }

  void Draw() {
    for (const double tick : games_.ticks()) {
      const double y = games_.At(tick);
      svg_.Line(kHistogramLeft, y, svg_.width(), y, "grid");
      svg_.Number(kHistogramLeft - 8, y + 4, FormatCountTick(tick), "m end");
    }
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

std::string LengthsPicture(const VariantSummary& variant) {
  const Lengths& lengths = variant.lengths;
  Svg svg(kPictureWidth, kHistogramHeight,
          absl::StrCat("Lengths of games of ", variant.name),
          absl::StrCat("plies from ", lengths.min, " to ", lengths.max,
                       ", median ", lengths.median));
  Histogram(lengths, svg).Draw();
  svg.Text(0, 12, "games", "m");
  svg.Text(kHistogramLeft, kHistogramBottom + 34, "plies", "m");
  return svg.Finish();
}

}  // namespace boardwalk::report
