#include "frontends/report/html_page.h"

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/report/picture_style.h"
#include "frontends/report/report.h"

namespace boardwalk::report {
namespace {

// For screens, phones and paper.
constexpr char kPageStyle[] = R"css(
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--fg);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans",
    sans-serif;
}
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .25rem;
  overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .25rem 0; max-width: 60rem; }
a { color: var(--accent); }
.sub, .note { color: var(--muted); }
.note { font-size: .875rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0;
  margin: 1rem 0 0; list-style: none; }
section { background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 1.25rem 1.5rem 1.5rem; margin-top: 1.5rem; }
.warnings { margin: 1rem 0; padding: .6rem 1rem .6rem 2.1rem;
  background: var(--warn); border-left: 4px solid var(--warn-line);
  border-radius: 4px; }
.warnings li { margin: .15rem 0; }
.verdicts { margin: 1rem 0; padding-left: 1.2rem; max-width: 60rem; }
.verdicts li { margin: .2rem 0; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 1rem 0; }
.facts div { min-width: 5rem; }
.facts dt { color: var(--muted); font-size: .8125rem; }
.facts dd { margin: 0; font-size: 1.125rem; font-weight: 600;
  font-variant-numeric: tabular-nums; }
.facts small { font-size: .8125rem; font-weight: 400; color: var(--muted); }
/* The bar that scrolls covers no row. */
.scroll { overflow-x: auto; padding-bottom: .75rem; }
table { border-collapse: separate; border-spacing: 0; font-size: .9rem; min-width: 100%;
  font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .55rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--grid); }
thead th { color: var(--muted); font-weight: 600; font-size: .8125rem;
  line-height: 1.25; vertical-align: bottom; white-space: normal;
  border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
th.name { text-align: left; white-space: normal; min-width: 8rem;
  padding-left: 1.7rem; }
th.pin { position: sticky; left: 0; z-index: 1; background: var(--card); }
thead th.name { padding-left: .55rem; }
thead button { all: unset; cursor: pointer; }
thead button:hover, thead button:focus-visible { color: var(--accent);
  text-decoration: underline; }
thead [aria-sort] button { color: var(--fg); }
thead [aria-sort=ascending] button::after { content: "\2009\25B2"; }
thead [aria-sort=descending] button::after { content: "\2009\25BC"; }
tbody th { font-weight: 600; }
td.bad { color: var(--bad-text); font-weight: 600; }
.settings { width: auto; min-width: 0; }
.settings th, .settings td { text-align: left; white-space: normal;
  overflow-wrap: anywhere; }
.figures { display: grid; grid-auto-flow: dense; gap: 1.75rem 2.5rem; margin-top: 1.75rem;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
figure { margin: 0; min-width: 0; }
figure.wide { grid-column: 1 / -1; }
figcaption { font-weight: 600; margin-bottom: .6rem; }
figcaption span { display: block; font-weight: 400; font-size: .8125rem;
  color: var(--muted); }
details { margin-top: 1.25rem; }
summary { cursor: pointer; font-weight: 600; color: var(--accent); }
pre { background: var(--page); border: 1px solid var(--line);
  border-radius: 6px; padding: .7rem .9rem; font-size: .875rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
dl.words dt { font-weight: 600; margin-top: .5rem; }
dl.words dd { margin: 0; max-width: 60rem; }

svg { display: block; width: 100%; height: auto; overflow: visible;
  font: 13.5px system-ui, -apple-system, "Segoe UI", Roboto,
    "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
svg.icon { display: inline-block; width: .9em; height: .9em;
  margin: 0 .35em 0 -1.25em; vertical-align: -.1em; }
svg.patterns { position: absolute; width: 0; height: 0; }
)css";
constexpr char kSmallAndPrinted[] = R"css(
@media (max-width: 40rem) {
  main { padding: 1rem .3rem 3rem; }
  section { padding: 1rem .6rem 1.1rem; }
  th, td { padding: .4rem .4rem; }
  th.name { min-width: 6rem; }
  h1 { font-size: 1.4rem; }
}
@media print {
  :root { --page: #fff; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  section { border: 0; padding: 0; margin-top: 1.5rem; }
  figure, tr, .warnings, .facts { break-inside: avoid; }
  h2, h3, figcaption { break-after: avoid; }
  .scroll, pre { overflow: visible; }
  .figures { grid-template-columns: 1fr 1fr; gap: 1.25rem 1.5rem; }
  figure svg { min-width: 0 !important; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

}  // namespace

std::string PageBegin(const std::string& title, const std::string& more_style,
                      const std::string& body) {
  return absl::StrCat(
      kHtmlSignature, EscapeHtml(title),
      " - Boardwalk</title>\n<style>\n:root {\n  color-scheme: light dark;",
      kLightColors, "}\n@media (prefers-color-scheme: dark) {\n  :root {",
      kDarkColors, "  }\n}", kPageStyle, kPictureClasses, kSmallAndPrinted,
      more_style, "</style></head>\n<body>", body, "<main>\n<header><h1>",
      EscapeHtml(title), "</h1>\n");
}

std::string SettingsHtml(
    const std::vector<std::pair<std::string, std::string>>& settings) {
  std::string html = "<table class=\"settings\"><tbody>\n";
  for (const auto& [name, value] : settings) {
    absl::StrAppend(&html, "<tr><th scope=\"row\">", EscapeHtml(name),
                    "</th><td>", EscapeHtml(value), "</td></tr>\n");
  }
  return html + "</tbody></table>";
}

}  // namespace boardwalk::report
