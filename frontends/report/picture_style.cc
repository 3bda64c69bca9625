#include "frontends/report/picture_style.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace boardwalk::report {

// The colours of players and results follow Okabe and Ito, for people with
// colour vision deficiency; they are darker on white and lighter on black.
// Shapes, patterns and numbers repeat what the colours say.
const char kLightColors[] = R"css(
  --page: #f6f7f9; --card: #ffffff; --fg: #1c2128; --muted: #59636e;
  --line: #d5dae1; --grid: #e8ebef; --accent: #0b63a5;
  --warn: #fff6e0; --warn-line: #d9a300;
  --p0: #0072b2; --p1: #d55e00; --p2: #00875f; --p3: #b5489b;
  --p4: #9a6b00; --p5: #6a4fc4; --p6: #4b5563; --p7: #2f97cc;
  --won: #55a3d6; --drawn: #b3bbc4; --limit: #cfd5dc; --lost: #e39a62;
  --bad: #b3402e; --bad-text: #a5341f;
)css";
const char kDarkColors[] = R"css(
    --page: #12151a; --card: #1a1e25; --fg: #e4e8ee; --muted: #98a2ae;
    --line: #363d47; --grid: #2a3039; --accent: #6cb6f0;
    --warn: #2e2614; --warn-line: #c79a1e;
    --p0: #58a9e8; --p1: #f58a3c; --p2: #3ec79a; --p3: #e48fce;
    --p4: #dcb04a; --p5: #a893f0; --p6: #b6c0cc; --p7: #8fd6f8;
    --won: #27669a; --drawn: #59626d; --limit: #434b55; --lost: #94501f;
    --bad: #96301f; --bad-text: #ff9b85;
)css";

const char kPictureClasses[] = R"css(
.t { fill: var(--fg); }
.s { fill: var(--fg); font-size: 12px; }
.m { fill: var(--muted); font-size: 12.5px; }
.mid { text-anchor: middle; }
.end { text-anchor: end; }
.halo { paint-order: stroke; stroke: var(--card); stroke-width: 3.5px;
  stroke-linejoin: round; }
.grid { stroke: var(--grid); }
.axis { stroke: var(--muted); }
.guide { stroke: var(--line); stroke-dasharray: 1 4; stroke-linecap: round; }
.dashed { stroke-dasharray: 4 4; }
.bar { stroke-width: 2px; }
.mark { stroke: var(--card); stroke-width: 1.5px; paint-order: stroke; }
.p0 { fill: var(--p0); } .q0 { stroke: var(--p0); }
.p1 { fill: var(--p1); } .q1 { stroke: var(--p1); }
.p2 { fill: var(--p2); } .q2 { stroke: var(--p2); }
.p3 { fill: var(--p3); } .q3 { stroke: var(--p3); }
.p4 { fill: var(--p4); } .q4 { stroke: var(--p4); }
.p5 { fill: var(--p5); } .q5 { stroke: var(--p5); }
.p6 { fill: var(--p6); } .q6 { stroke: var(--p6); }
.p7 { fill: var(--p7); } .q7 { stroke: var(--p7); }
.empty { fill: var(--grid); }
.ahead { fill: #0072b2; }
.behind { fill: #d55e00; }
.part { stroke: var(--card); stroke-width: 1px; }
.k-won { fill: var(--won); }
.k-drawn { fill: var(--drawn); }
.k-adjudicated { fill: url(#stripes-drawn); }
.k-limit { fill: url(#dots-drawn); }
.k-lost { fill: var(--lost); }
.k-forfeited { fill: url(#stripes-lost); }
.k-failure { fill: var(--bad); }
.f-drawn { fill: var(--drawn); } .f-limit { fill: var(--limit); }
.f-lost { fill: var(--lost); }
.l-line { stroke: var(--card); stroke-width: 2px; }
.l-bad { stroke: var(--bad); stroke-width: 3px; }
)css";

const char kPatternDefinitions[] =
    R"svg(<defs>
<pattern id="stripes-drawn" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="f-drawn" width="8" height="8"/><line class="l-line" x1="0" y1="0" x2="0" y2="8"/></pattern>
<pattern id="dots-drawn" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="f-limit" width="6" height="6"/><circle class="f-drawn" cx="3" cy="3" r="1.6"/></pattern>
<pattern id="stripes-lost" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="f-lost" width="9" height="9"/><line class="l-bad" x1="0" y1="0" x2="0" y2="9"/></pattern>
</defs>
)svg";

std::string PrintedPictureStyle() {
  std::vector<std::pair<std::string, std::string>> colors;
  for (const absl::string_view piece : absl::StrSplit(kLightColors, ';')) {
    const std::pair<absl::string_view, absl::string_view> property =
        absl::StrSplit(piece, absl::MaxSplits(':', 1));
    colors.emplace_back(
        absl::StrCat("var(", absl::StripAsciiWhitespace(property.first), ")"),
        absl::StripAsciiWhitespace(property.second));
  }
  return absl::StrCat(
      "svg { font: 13.5px \"DejaVu Sans\", Helvetica, Arial, sans-serif; }",
      absl::StrReplaceAll(kPictureClasses, colors));
}

}  // namespace boardwalk::report
