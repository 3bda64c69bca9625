// HtmlReport: one page that needs nothing else.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/report/description.h"
#include "frontends/report/format.h"
#include "frontends/report/html_style.h"
#include "frontends/report/html_tables.h"
#include "frontends/report/markup.h"
#include "frontends/report/picture_layout.h"
#include "frontends/report/pictures.h"
#include "frontends/report/report.h"
#include "frontends/report/verdict.h"
#include "frontends/report/warnings.h"

namespace boardwalk::report {
namespace {

// From as many players on a crosstable takes the whole width of the page.
constexpr size_t kWideCrosstable = 9;

void AppendWarnings(const std::vector<std::string>& warnings,
                    std::string& html) {
  if (warnings.empty()) return;
  html += "<ul class=\"warnings\" aria-label=\"Warnings\">\n";
  for (const std::string& warning : warnings) {
    absl::StrAppend(&html, "<li>", Escape(warning), "</li>\n");
  }
  html += "</ul>\n";
}

void AppendFigure(const std::string& caption, const std::string& note,
                  const std::string& picture, bool wide, std::string& html) {
  absl::StrAppend(&html, "<figure", wide ? " class=\"wide\"" : "",
                  "><figcaption>", Escape(caption));
  if (!note.empty()) absl::StrAppend(&html, "<span>", Escape(note), "</span>");
  absl::StrAppend(&html, "</figcaption><div class=\"scroll\">", picture,
                  "</div></figure>\n");
}

struct Fact {
  std::string name;
  std::string value;
  std::string note;
};

void AppendFacts(const std::vector<Fact>& facts, std::string& html) {
  html += "<dl class=\"facts\">\n";
  for (const Fact& fact : facts) {
    absl::StrAppend(&html, "<div><dt>", Escape(fact.name), "</dt><dd>",
                    Pretty(fact.value));
    if (!fact.note.empty()) {
      absl::StrAppend(&html, " <small>", Escape(fact.note), "</small>");
    }
    html += "</dd></div>\n";
  }
  html += "</dl>\n";
}

std::string OfPlanned(int64_t games, int64_t planned) {
  return games == planned ? "" : absl::StrCat("of ", planned);
}

void AppendVariantFacts(const VariantSummary& variant, std::string& html) {
  const Lengths& lengths = variant.lengths;
  AppendFacts({{"games", absl::StrCat(variant.games),
                OfPlanned(variant.games, variant.planned)},
               {"different games", absl::StrCat(variant.distinct), ""},
               {absl::StrCat("whole ", BlocksWord(variant, 2)),
                absl::StrCat(variant.blocks),
                absl::StrCat("from ", Counted(variant.openings, "opening"))},
               {"drawn", absl::StrCat(variant.draws), ""},
               {"adjudicated", absl::StrCat(variant.adjudicated), ""},
               {"forfeits", absl::StrCat(variant.forfeits), ""},
               {"median length", absl::StrCat(lengths.median),
                absl::StrCat("plies, ", lengths.min, " to ", lengths.max)}},
              html);
}

bool HasRatings(const VariantSummary& variant) {
  return std::any_of(
      variant.players.begin(), variant.players.end(), [](const PlayerRow& row) {
        return row.rating.certainty != statistics::Certainty::kNone;
      });
}

void AppendVariant(const Summary& summary, const VariantSummary& variant,
                   size_t index, std::string& html) {
  absl::StrAppend(&html, "<section id=\"game-", index, "\">\n<h2>",
                  Escape(variant.name), "</h2>\n<p class=\"sub\">",
                  Counted(variant.seats, "seat"), "; equals score ",
                  FormatPercent(1.0 / variant.seats), "</p>\n");
  if (variant.games == 0) {
    AppendWarnings(variant.warnings, html);
    html += "</section>\n";
    return;
  }
  AppendVariantFacts(variant, html);
  AppendWarnings(variant.warnings, html);
  html += RankingHtml(summary, variant);
  html += "<div class=\"figures\">\n";
  const size_t players = PlayersWithGames(variant).size();
  if (HasRatings(variant)) {
    AppendFigure("Ratings", "arrows are bounds of those who won or lost all",
                 RatingsPicture(summary, variant), false, html);
  }
  if (players > 1) {
    AppendFigure(
        "Crosstable", "score in per cent of the row against the column",
        HeatMapPicture(summary, variant), players >= kWideCrosstable, html);
  }
  AppendFigure("Results of each player", "", ResultsPicture(summary, variant),
               false, html);
  AppendFigure("Time and nodes per move", "logarithmic",
               EffortPicture(summary, variant), false, html);
  AppendFigure("Score against time per move",
               "the dashed line is the score among equals",
               ScoreTimePicture(summary, variant), false, html);
  AppendFigure("Lengths of games",
               "how many games took how many plies, the opening not counted",
               LengthsPicture(variant), false, html);
  if (summary.variants.size() == 1) {
    AppendFigure("How games ended", "", EndingsPicture(summary), false, html);
  }
  html += "</div>\n";
  if (!variant.pairs.empty()) {
    absl::StrAppend(&html, "<details",
                    variant.pairs.size() <= 3 ? " open=\"open\"" : "",
                    "><summary>Every two players: Elo and scores of pairs"
                    "</summary>\n",
                    PairsHtml(summary, variant), "</details>\n");
  }
  html += "</section>\n";
}

void AppendSprt(const Summary& summary, std::string& html) {
  const SprtSummary& sprt = *summary.sprt;
  absl::StrAppend(&html, "<section><h2>Sequential test</h2>\n<p>",
                  Escape(VerdictSentence(summary, sprt)), "</p>\n");
  AppendFacts({{"log-likelihood ratio", FormatSigned(sprt.state.llr, 2),
                absl::StrCat("no at ", FormatFixed(sprt.state.lower, 2),
                             ", yes at ", FormatFixed(sprt.state.upper, 2))},
               {"pairs", absl::StrCat(sprt.pairs.Total()),
                sprt.later_pairs == 0
                    ? ""
                    : absl::StrCat(sprt.later_pairs, " more after the end")},
               {"pairs by score",
                absl::StrCat(sprt.pairs.counts[0], " ", sprt.pairs.counts[1],
                             " ", sprt.pairs.counts[2], " ",
                             sprt.pairs.counts[3], " ", sprt.pairs.counts[4]),
                "0 to 2 points"},
               {"Elo", FormatElo(sprt.elo, 1), ""},
               {"normalized Elo", FormatElo(sprt.normalized_elo, 1), ""},
               {"superior", FormatSuperiority(sprt.superiority), ""}},
              html);
  html += "</section>\n";
}

// Of a single game its own part says everything.
void AppendOverview(const Summary& summary, std::string& html) {
  if (summary.games == 0 || summary.variants.size() < 2) return;
  html +=
      "<section id=\"overview\"><h2>All games</h2>\n<p class=\"sub\">Scores "
      "against the others; each game counts the same.</p>\n";
  html += OverallHtml(summary);
  html += "<div class=\"figures\">\n";
  AppendFigure("Mean score over all games", "", OverallPicture(summary), false,
               html);
  AppendFigure("How games ended", "", EndingsPicture(summary), false, html);
  html += "</div></section>\n";
}

void AppendReproduction(const Summary& summary, std::string& html) {
  absl::StrAppend(
      &html, "<section id=\"reproduce\"><h2>How to reproduce it</h2>\n<p>",
      summary.reproducible
          ? "The same command gives the same games and tables on every machine."
          : "The same command gives other games, for players are limited by "
            "time; what differs should lie within the intervals.",
      "</p>\n<pre>", Escape(CommandLine(summary.configuration, " \\\n  ")),
      "</pre>\n<table class=\"settings\"><tbody>\n");
  const auto row = [&html](const std::string& name, const std::string& value) {
    absl::StrAppend(&html, "<tr><th scope=\"row\">", Escape(name), "</th><td>",
                    Escape(value), "</td></tr>\n");
  };
  row("program", absl::StrCat("boardwalk ", summary.program_version));
  for (const auto& [name, value] : DescribeSettings(summary.configuration)) {
    row(name, value);
  }
  html += "</tbody></table></section>\n";
}

constexpr char kWords[] = R"(<section id="words"><h2>What the numbers mean</h2>
<dl class="words">
<dt>pair, block</dt><dd>The games of the same players from the same opening in which everybody sits in every seat once. Two games of a pair depend on each other, pairs do not: all intervals are made of whole pairs or blocks.</dd>
<dt>rating</dt><dd>Elo, with mean 0 in each game: 100 Elo more is an expected score of 64 % against each other. The interval holds the truth 95 times in 100, by a bootstrap over blocks. Where somebody won or lost everything there is a bound only.</dd>
<dt>score</dt><dd>The share of the points: a win is 1, shared by w winners 1/w each, a draw of n seats 1/n each. Against another player: 1 for winning where that one did not, &#189; for the same.</dd>
<dt>superior</dt><dd>How likely it is that the first of two players is the better one.</dd>
<dt>normalized Elo</dt><dd>The difference by the spread of results: how many games it takes to see it, however drawish the game is.</dd>
<dt>adjudicated</dt><dd>Endless games drawn by the third repetition or the limit of plies.</dd>
<dt>forfeits</dt><dd>Games lost by an illegal move, by overrunning the time or by failing.</dd>
<dt>time</dt><dd>Of the processor, by the clock that judged the players.</dd>
</dl></section>
)";

std::string TitleOf(const Summary& summary) {
  const auto players = summary.configuration.players.size();
  const auto games = summary.configuration.games.size();
  return absl::StrCat(Counted(static_cast<int64_t>(players), "player"), " in ",
                      games == 1
                          ? summary.configuration.games[0]
                          : Counted(static_cast<int64_t>(games), "game"));
}

}  // namespace

std::string HtmlReport(const Summary& summary) {
  const std::string title = TitleOf(summary);
  std::string html = absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>",
      Escape(title), " - Boardwalk</title>\n<style>", StyleSheet(),
      "</style></head>\n<body>", Patterns(), "<main>\n<header><h1>",
      Escape(title), "</h1>\n<p class=\"sub\">", Counted(summary.games, "game"),
      " of ", summary.planned, " played by boardwalk ",
      Escape(summary.program_version), "</p>\n");
  if (summary.variants.size() > 1) {
    html += "<nav aria-label=\"Games\"><ul>\n";
    for (size_t i = 0; i < summary.variants.size(); ++i) {
      absl::StrAppend(&html, "<li><a href=\"#game-", i, "\">",
                      Escape(summary.variants[i].name), "</a></li>\n");
    }
    html += "</ul></nav>\n";
  }
  AppendWarnings(summary.warnings, html);
  html += "</header>\n";
  if (summary.sprt.has_value()) AppendSprt(summary, html);
  AppendOverview(summary, html);
  for (size_t i = 0; i < summary.variants.size(); ++i) {
    AppendVariant(summary, summary.variants[i], i, html);
  }
  AppendReproduction(summary, html);
  html += kWords;
  html += "</main></body></html>\n";
  return html;
}

}  // namespace boardwalk::report
