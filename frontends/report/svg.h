// Markup: text escaped for HTML and SVG, and pictures in SVG for a page. Sizes
// are pixels of the page at full width, colours are classes of
// picture_style.h.
//
// Example, given `std::string& page`:
//
//   Svg svg(520, 200, "Ratings", "mcts +100, random -100");
//   svg.Line(0, 10, 520, 10, "grid");
//   svg.Text(260, 100, "mcts", "mid");
//   page += svg.ForPage();

#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace boardwalk::report {

// A number of elo_text.h with typographic signs: minus, plus-minus, micro.
// REQUIRES: apart from < and >, nothing in it needs escaping.
std::string Pretty(absl::string_view number);

// The number of different colours of players.
inline constexpr int kColors = 8;

// The approximate width of a text in the usual size of the pictures.
double TextWidth(absl::string_view text);

class Svg {
 public:
  // Title and description are for screen readers. All texts are escaped.
  Svg(double width, double height, absl::string_view title,
      absl::string_view description);

  double width() const { return width_; }
  double height() const { return height_; }

  // `css` are classes of the style sheet; they are not escaped.
  void Line(double x1, double y1, double x2, double y2, absl::string_view css);
  // `tip` is the tooltip, if any.
  void Rect(double x, double y, double width, double height,
            absl::string_view css, absl::string_view tip = "");
  // The same with an opacity in [0, 1].
  void Shade(double x, double y, double width, double height, double opacity,
             absl::string_view css, absl::string_view tip);
  void Text(double x, double y, absl::string_view text, absl::string_view css);
  // A number as elo_text.h writes it.
  void Number(double x, double y, absl::string_view number,
              absl::string_view css);
  // The marker of a player: the same colour and shape in every picture.
  void Marker(double x, double y, int player, absl::string_view tip = "");
  // The tip of an arrow that points right (dx 1), left (-1), down (dy 1) or up.
  void Arrow(double x, double y, int dx, int dy, absl::string_view css);

  // The element in a page, which shrinks and grows with it.
  std::string ForPage() const;
  // A file of its own, on white, with all that it needs.
  std::string ForFile() const;
  // What the text of ForFile begins with.
  static constexpr char kFileSignature[] =
      "<svg xmlns=\"http://www.w3.org/2000/svg\"";

 private:
  void Element(absl::string_view open, absl::string_view name,
               absl::string_view tip);

  double width_, height_;
  std::string body_;
};

// The marker of a player for a line of text, hidden from screen readers.
std::string MarkerIcon(int player);

}  // namespace boardwalk::report
