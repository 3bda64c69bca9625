// LengthsPicture.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/report/format.h"
#include "frontends/report/picture_layout.h"
#include "frontends/report/pictures.h"

namespace boardwalk::report {
namespace {

constexpr double kHeight = 260;
constexpr double kLeft = 52;
constexpr double kRight = 14;
constexpr double kTop = 26;
constexpr double kBottom = kHeight - kAxisHeight;
constexpr double kWidestBar = 48;
// Between the bins and the bar of longer games.
constexpr double kBreak = 26;

std::string BinTip(int64_t first, int64_t width, int64_t games) {
  const std::string plies =
      width == 1 ? absl::StrCat(first)
                 : absl::StrCat(first, " to ", first + width - 1);
  return absl::StrCat(plies, " plies: ", Counted(games, "game"));
}

// Bars side by side, and where plies are among them.
class Histogram {
 public:
  Histogram(const Lengths& lengths, Svg& svg) : lengths_(lengths), svg_(svg) {
    const auto bins = static_cast<double>(lengths.bins.size());
    const double room = svg.width() - kLeft - kRight - (longer() ? kBreak : 0);
    width_ = std::min(room / (bins + (longer() ? 1 : 0)), kWidestBar);
    games_ = Axis::Linear(
        0,
        static_cast<double>(std::max(
            lengths.longer,
            *std::max_element(lengths.bins.begin(), lengths.bins.end()))),
        6, /*least_step=*/1);
    games_.Place(kBottom, kTop);
  }

  void Draw() {
    for (const double tick : games_.ticks()) {
      const double y = games_.At(tick);
      svg_.Line(kLeft, y, svg_.width(), y, "grid");
      svg_.Number(kLeft - 8, y + 4, FormatCountTick(tick), "m end");
    }
    for (size_t i = 0; i < lengths_.bins.size(); ++i) {
      const int64_t first = FirstOf(i);
      DrawBar(PlaceOf(first), lengths_.bins[i], "p0",
              BinTip(first, lengths_.bin_width, lengths_.bins[i]));
    }
    DrawNumbers();
    if (longer()) DrawLonger();
    svg_.Line(kLeft, kBottom, svg_.width(), kBottom, "axis");
    DrawMedian();
  }

 private:
  bool longer() const { return lengths_.longer > 0; }
  int64_t FirstOf(size_t bin) const {
    return lengths_.first + static_cast<int64_t>(bin) * lengths_.bin_width;
  }
  double PlaceOf(int64_t plies) const {
    return kLeft + static_cast<double>(plies - lengths_.first) /
                       static_cast<double>(lengths_.bin_width) * width_;
  }

  void DrawBar(double x, int64_t games, const char* css,
               const std::string& tip) {
    const double y = games_.At(static_cast<double>(games));
    svg_.Rect(x + 1, y, width_ - 2, kBottom - y, css, tip);
  }

  // Below bins of one ply in their middle, else where they begin.
  void DrawNumbers() {
    const bool single = lengths_.bin_width == 1;
    double free_from = 0;
    for (size_t i = 0; i < lengths_.bins.size() + (single ? 0 : 1); ++i) {
      const std::string number = absl::StrCat(FirstOf(i));
      const double x = PlaceOf(FirstOf(i)) + (single ? width_ / 2 : 0);
      const double half = TextWidth(number) / 2;
      if (x - half < free_from) continue;
      svg_.Number(x, kBottom + 17, number, "m mid");
      free_from = x + half + 10;
    }
  }

  void DrawLonger() {
    const double x = PlaceOf(FirstOf(lengths_.bins.size())) + kBreak;
    DrawBar(x, lengths_.longer, "k-adjudicated",
            absl::StrCat("longer, up to ", lengths_.max,
                         " plies: ", Counted(lengths_.longer, "game")));
    svg_.Text(x + width_ / 2, kBottom + 34,
              absl::StrCat("longer: ", lengths_.longer), "m end");
  }

  void DrawMedian() {
    const double x =
        PlaceOf(lengths_.median) + (lengths_.bin_width == 1 ? width_ / 2 : 0);
    svg_.Line(x, kTop - 4, x, kBottom, "axis dashed");
    const std::string text = absl::StrCat("median ", lengths_.median);
    const double half = TextWidth(text) / 2;
    svg_.Text(std::clamp(x, kLeft + half, svg_.width() - half), kTop - 9, text,
              "t mid");
  }

  const Lengths& lengths_;
  Svg& svg_;
  double width_ = 0;  // of a bar and its gap
  Axis games_ = Axis::Linear(0, 1, 2);
};

}  // namespace

std::string LengthsPicture(const VariantSummary& variant) {
  const Lengths& lengths = variant.lengths;
  Svg svg(kPictureWidth, kHeight,
          absl::StrCat("Lengths of games of ", variant.name),
          absl::StrCat("plies from ", lengths.min, " to ", lengths.max,
                       ", median ", lengths.median));
  Histogram(lengths, svg).Draw();
  svg.Text(kLeft, kBottom + 34, "plies", "m");
  return svg.Finish();
}

}  // namespace boardwalk::report
