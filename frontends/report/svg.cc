#include "frontends/report/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/number_text.h"
#include "framework/text.h"
#include "frontends/report/picture_style.h"

namespace boardwalk::report {
namespace {

constexpr double kRadius = 5;
constexpr double kFontSize = 13.5;  // as the style sheet has it

// How much a picture shrinks and grows with the page: its text stays readable,
// and about as large as the text around it.
constexpr double kMinScale = 0.68;
constexpr double kMaxScale = 1.15;

// Rounded to a tenth of a pixel.
std::string Coordinate(double number) {
  if (!std::isfinite(number)) number = 0;
  return absl::StrCat(std::round(number * 10) / 10);
}

using Corners = std::array<std::pair<double, double>, 4>;

// Corners around the centre; all shapes have about the same area.
constexpr std::array<Corners, 4> kShapes = {
    Corners{{{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}},  // square
    Corners{{{0, -1.2}, {1.15, 0.85}, {-1.15, 0.85}, {0, -1.2}}},   // triangle
    Corners{{{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}}},            // diamond
    Corners{
        {{0, 1.2}, {1.15, -0.85}, {-1.15, -0.85}, {0, 1.2}}}};  // upside down

// Colours repeat after eight players and shapes after five, so markers repeat
// after forty.
std::string MarkerElement(double x, double y, int player) {
  const std::string css = absl::StrCat("\"mark p", player % kColors, "\"");
  const int shape = player % (static_cast<int>(kShapes.size()) + 1);
  if (shape == 0) {
    return absl::StrCat("circle class=", css, " cx=\"", Coordinate(x),
                        "\" cy=\"", Coordinate(y), "\" r=\"", kRadius, "\"");
  }
  std::string points;
  for (const auto& [dx, dy] : kShapes[static_cast<size_t>(shape) - 1]) {
    absl::StrAppend(&points, points.empty() ? "" : " ",
                    Coordinate(x + dx * kRadius), ",",
                    Coordinate(y + dy * kRadius));
  }
  return absl::StrCat("polygon class=", css, " points=\"", points, "\"");
}

}  // namespace

std::string Pretty(absl::string_view number) {
  std::string text = absl::StrReplaceAll(
      number,
      {{"+- ", "\u00b1 "}, {" us", " \u00b5s"}, {"<", "&lt;"}, {">", "&gt;"}});
  // A minus stands before a digit; a "-" alone is a dash.
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '-' && text[i + 1] >= '0' && text[i + 1] <= '9') {
      text.replace(i, 1, "\u2212");
    }
  }
  return text == "-" ? "\u2013" : text;
}

double TextWidth(absl::string_view text) {
  // Widths of DejaVu Sans, which is wider than most fonts.
  double ems = 0;
  for (const char c : text) {
    const auto is_one_of = [c](absl::string_view characters) {
      return characters.find(c) != absl::string_view::npos;
    };
    ems += is_one_of(" .,:;ijl|!'-()") ? 0.35
           : is_one_of("rtf")          ? 0.41
           : is_one_of("mwMW%=+<>")    ? 0.9
                                       : 0.635;
  }
  return ems * kFontSize;
}

Svg::Svg(double width, double height, absl::string_view title,
         absl::string_view description)
    : width_(width), height_(height) {
  body_ = absl::StrCat("<title>", EscapeHtml(title), "</title><desc>",
                       EscapeHtml(description), "</desc>\n");
}

void Svg::Element(absl::string_view open, absl::string_view name,
                  absl::string_view tip) {
  absl::StrAppend(&body_, "<", open);
  if (tip.empty()) {
    body_ += "/>\n";
  } else {
    absl::StrAppend(&body_, "><title>", EscapeHtml(tip), "</title></", name,
                    ">\n");
  }
}

void Svg::Line(double x1, double y1, double x2, double y2,
               absl::string_view css) {
  Element(absl::StrCat("line class=\"", css, "\" x1=\"", Coordinate(x1),
                       "\" y1=\"", Coordinate(y1), "\" x2=\"", Coordinate(x2),
                       "\" y2=\"", Coordinate(y2), "\""),
          "line", "");
}

void Svg::Rect(double x, double y, double width, double height,
               absl::string_view css, absl::string_view tip) {
  Shade(x, y, width, height, 1, css, tip);
}

void Svg::Shade(double x, double y, double width, double height, double opacity,
                absl::string_view css, absl::string_view tip) {
  const std::string shade =
      opacity < 1 ? absl::StrCat(" fill-opacity=\"",
                                 FormatFixed(std::max(0.0, opacity), 2), "\"")
                  : "";
  Element(absl::StrCat("rect class=\"", css, "\" x=\"", Coordinate(x),
                       "\" y=\"", Coordinate(y), "\" width=\"",
                       Coordinate(std::max(0.0, width)), "\" height=\"",
                       Coordinate(std::max(0.0, height)), "\"", shade),
          "rect", tip);
}

void Svg::Text(double x, double y, absl::string_view text,
               absl::string_view css) {
  absl::StrAppend(&body_, "<text class=\"", css, "\" x=\"", Coordinate(x),
                  "\" y=\"", Coordinate(y), "\">", EscapeHtml(text),
                  "</text>\n");
}

void Svg::Number(double x, double y, absl::string_view number,
                 absl::string_view css) {
  absl::StrAppend(&body_, "<text class=\"", css, "\" x=\"", Coordinate(x),
                  "\" y=\"", Coordinate(y), "\">", Pretty(number), "</text>\n");
}

void Svg::Marker(double x, double y, int player, absl::string_view tip) {
  const std::string element = MarkerElement(x, y, player);
  Element(element, element.substr(0, element.find(' ')), tip);
}

void Svg::Arrow(double x, double y, int dx, int dy, absl::string_view css) {
  constexpr double kLength = 7, kHalfWidth = 4.5;
  const auto point = [](double at_x, double at_y) {
    return absl::StrCat(Coordinate(at_x), ",", Coordinate(at_y));
  };
  Element(absl::StrCat("polygon class=\"", css, "\" points=\"",
                       point(x + dx * kLength, y + dy * kLength), " ",
                       point(x - dy * kHalfWidth, y - dx * kHalfWidth), " ",
                       point(x + dy * kHalfWidth, y + dx * kHalfWidth), "\""),
          "polygon", "");
}

std::string Svg::ForFile() const {
  constexpr double kMargin = 8;
  const std::string width = Coordinate(width_ + 2 * kMargin);
  const std::string height = Coordinate(height_ + 2 * kMargin);
  const std::string corner = Coordinate(-kMargin);
  return absl::StrCat(kFileSignature, " width=\"", width, "\" height=\"",
                      height, "\" viewBox=\"", corner, " ", corner, " ", width,
                      " ", height, "\">\n<style>", PrintedPictureStyle(),
                      "</style>\n", kPatternDefinitions, "<rect x=\"", corner,
                      "\" y=\"", corner, "\" width=\"", width, "\" height=\"",
                      height, "\" fill=\"#ffffff\"/>\n", body_, "</svg>\n");
}

std::string Svg::ForPage() const {
  return absl::StrCat("<svg role=\"img\" viewBox=\"0 0 ", Coordinate(width_),
                      " ", Coordinate(height_),
                      "\" style=\"min-width:", Coordinate(width_ * kMinScale),
                      "px;max-width:", Coordinate(width_ * kMaxScale), "px\">",
                      body_, "</svg>\n");
}

std::string MarkerIcon(int player) {
  return absl::StrCat(
      "<svg class=\"icon\" viewBox=\"0 0 14 14\" aria-hidden=\"true\"><",
      MarkerElement(7, 7, player), "/></svg>");
}

}  // namespace boardwalk::report
