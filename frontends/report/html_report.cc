// HtmlReport: one page that needs no other file.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/text.h"
#include "frontends/board/viewer_files.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/figures.h"
#include "frontends/report/html_page.h"
#include "frontends/report/picture_style.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"
#include "frontends/report/shown_games.h"
#include "frontends/report/svg.h"
#include "frontends/report/wrapped_text.h"

namespace boardwalk::report {
namespace {

// The fill patterns of the pictures.
std::string Patterns() {
  return absl::StrCat("<svg class=\"patterns\" aria-hidden=\"true\">",
                      kPatternDefinitions, "</svg>\n");
}

void AppendList(const char* css, const char* label,
                const std::vector<std::string>& items, std::string& html) {
  if (items.empty()) return;
  absl::StrAppend(&html, "<ul class=\"", css, "\" aria-label=\"", label,
                  "\">\n");
  for (const std::string& item : items) {
    absl::StrAppend(&html, "<li>", SentenceHtml(item), "</li>\n");
  }
  html += "</ul>\n";
}

void AppendWarnings(const std::vector<std::string>& warnings,
                    std::string& html) {
  AppendList("warnings", "Warnings", warnings, html);
}

// Sentences about a game or all games.
void AppendSentences(std::vector<std::string> sentences, bool& explained,
                     std::string& html) {
  ExplainCertain(sentences, explained);
  AppendList("verdicts", "Verdicts", sentences, html);
}

void AppendFigures(const std::vector<Figure>& figures, std::string& html) {
  html += "<div class=\"figures\">\n";
  for (const Figure& figure : figures) {
    absl::StrAppend(&html, "<figure", figure.wide ? " class=\"wide\"" : "",
                    "><figcaption>", EscapeHtml(figure.caption));
    if (!figure.note.empty()) {
      absl::StrAppend(&html, "<span>", SentenceHtml(figure.note), "</span>");
    }
    absl::StrAppend(&html, "</figcaption><div class=\"scroll\">",
                    figure.picture.ForPage(), "</div></figure>\n");
  }
  html += "</div>\n";
}

struct Fact {
  std::string name;
  std::string value;
  std::string note;
};

void AppendFacts(const std::vector<Fact>& facts, std::string& html) {
  html += "<dl class=\"facts\">\n";
  for (const Fact& fact : facts) {
    absl::StrAppend(&html, "<div><dt>", EscapeHtml(fact.name), "</dt><dd>",
                    Pretty(fact.value));
    if (!fact.note.empty()) {
      absl::StrAppend(&html, " <small>", EscapeHtml(fact.note), "</small>");
    }
    html += "</dd></div>\n";
  }
  html += "</dl>\n";
}

// "of 40, each player 20"
std::string GamesNote(const VariantSummary& variant) {
  const std::string of = variant.games == variant.planned
                             ? ""
                             : absl::StrCat("of ", variant.planned);
  const std::string each = GamesEach(variant);
  return absl::StrCat(of, of.empty() || each.empty() ? "" : ", ", each);
}

void AppendVariantFacts(const VariantSummary& variant, std::string& html) {
  const Lengths& lengths = variant.lengths;
  AppendFacts({{"games", absl::StrCat(variant.games), GamesNote(variant)},
               {"different games", absl::StrCat(variant.distinct), ""},
               {absl::StrCat("whole ", BlockNoun(variant), "s"),
                absl::StrCat(variant.blocks),
                absl::StrCat("from ", Counted(variant.openings, "opening"))},
               {"drawn", absl::StrCat(variant.draws), ""},
               {"adjudicated", absl::StrCat(variant.adjudicated), ""},
               {"forfeits", absl::StrCat(variant.forfeits), ""},
               {"median length", absl::StrCat(lengths.median),
                absl::StrCat("plies, ", lengths.min, " to ", lengths.max)}},
              html);
}

void AppendVariant(const Summary& summary, const VariantSummary& variant,
                   size_t index, bool& explained, std::string& html) {
  absl::StrAppend(&html, "<section id=\"game-", index, "\">\n<h2>",
                  EscapeHtml(variant.title), "</h2>\n<p class=\"sub\">",
                  EscapeHtml(variant.name), "; ",
                  Counted(variant.seats, "seat"), "; equals score ",
                  SentenceHtml(FormatPercent(1.0 / variant.seats)), "</p>\n");
  if (variant.games == 0) {
    AppendWarnings(variant.warnings, html);
    html += "</section>\n";
    return;
  }
  AppendVariantFacts(variant, html);
  AppendWarnings(variant.warnings, html);
  std::vector<std::string> sentences = VerdictSentences(summary, variant);
  if (std::string seats = SeatSentence(variant); !seats.empty()) {
    sentences.push_back(std::move(seats));
  }
  AppendSentences(std::move(sentences), explained, html);
  if (const std::string note = ScoresOfMany(variant); !note.empty()) {
    absl::StrAppend(&html, "<p class=\"note\">", SentenceHtml(note), "</p>\n");
  }
  html += HtmlTable(RankingTable(summary, variant),
                    absl::StrCat("Ranking in ", variant.name));
  AppendFigures(VariantFigures(summary, variant), html);
  if (!variant.pairs.empty()) {
    absl::StrAppend(
        &html, "<details", variant.pairs.size() <= 3 ? " open=\"open\"" : "",
        "><summary>Every two players: Elo and scores of pairs"
        "</summary>\n",
        HtmlTable(PairTable(summary, variant),
                  absl::StrCat("Every two players in ", variant.name)),
        "</details>\n");
  }
  html += "</section>\n";
}

void AppendSprt(const Summary& summary, std::string& html) {
  const SprtSummary& sprt = *summary.sprt;
  const statistics::SprtState& state = sprt.test.state();
  const statistics::PairCounts& pairs = sprt.test.pairs();
  const int64_t later = sprt.test.later_pairs();
  absl::StrAppend(&html, "<section><h2>Sequential test</h2>\n<p>",
                  SentenceHtml(SprtSentence(summary)), "</p>\n");
  AppendFacts(
      {{"log-likelihood ratio", FormatSigned(state.llr, 2),
        absl::StrCat("no at ", FormatFixed(state.lower, 2), ", yes at ",
                     FormatFixed(state.upper, 2))},
       {"pairs", absl::StrCat(pairs.Total()),
        later == 0 ? "" : absl::StrCat(later, " more after the end")},
       {"pairs by score", absl::StrJoin(pairs.counts, " "), "0 to 2 points"},
       {"Elo", FormatElo(sprt.elo, 1), ""},
       {"normalized Elo", FormatEloEnds(sprt.normalized_elo), ""},
       {"superior", FormatSuperiority(sprt.superiority), ""}},
      html);
  html += "</section>\n";
}

// A single variant has everything in its own section.
void AppendOverview(const Summary& summary, bool& explained,
                    std::string& html) {
  if (summary.games == 0 || summary.variants.size() < 2) return;
  absl::StrAppend(
      &html, "<section id=\"overview\"><h2>All games</h2>\n<p class=\"sub\">",
      SentenceHtml(OverallNote()), "</p>\n");
  AppendSentences(OverallSentences(summary), explained, html);
  html += HtmlTable(OverallTable(summary), "Players over all games");
  AppendFigures(OverallFigures(summary), html);
  html += "</section>\n";
}

// The command, folded where a long book of openings makes it long.
std::string CommandHtml(const comparison::Configuration& configuration) {
  constexpr size_t kMaxShown = 20;
  const std::string command = absl::StrCat(
      "<pre>", EscapeHtml(comparison::CommandLine(configuration, " \\\n  ")),
      "</pre>\n");
  return configuration.book.size() <= kMaxShown
             ? command
             : absl::StrCat("<details><summary>The command, with ",
                            configuration.book.size(), " openings</summary>\n",
                            command, "</details>\n");
}

void AppendReproduction(const Summary& summary, std::string& html) {
  absl::StrAppend(
      &html, "<section id=\"reproduce\"><h2>How to reproduce it</h2>\n<p>",
      summary.reproducible
          ? "The same command gives the same games and tables on every machine."
          : "The same command gives other games, because players are limited "
            "by time, use several threads or are other programs. The "
            "differences should lie within the intervals.",
      "</p>\n", CommandHtml(summary.configuration));
  std::vector<std::pair<std::string, std::string>> settings = {
      {"program", absl::StrCat("boardwalk ", summary.program_version)},
      {"played by", DescribeOrigins(summary.origins)}};
  for (auto& setting : comparison::DescribeSettings(summary.configuration)) {
    settings.push_back(std::move(setting));
  }
  absl::StrAppend(&html, SettingsHtml(settings), "</section>\n");
}

void AppendGlossary(const Summary& summary, std::string& html) {
  html +=
      "<section id=\"words\"><h2>How to read it</h2>\n<dl class=\"words\">\n";
  for (const Term& term : Glossary(summary, /*with_titles=*/true)) {
    absl::StrAppend(&html, "<dt>", SentenceHtml(term.name), "</dt><dd>",
                    SentenceHtml(term.text), "</dd>\n");
  }
  html += "</dl></section>\n";
}

// The place of the games, which a script fills.
void AppendGames(const ShownGames& games, std::string& html) {
  const bool shows = !games.json.empty();
  if (!shows && games.all == 0) return;
  absl::StrAppend(
      &html, "<section",
      shows ? " id=\"games\" class=\"scripted\" hidden=\"hidden\"" : "",
      "><h2>Games</h2>\n<p class=\"sub\">", EscapeHtml(ShownGamesNote(games)),
      "</p>", shows ? "\n<div id=\"games-list\"></div>" : "", "</section>\n");
}

std::string TitleOf(const Summary& summary) {
  const auto players = summary.configuration.players.size();
  const auto games = summary.configuration.games.size();
  return absl::StrCat(Counted(static_cast<int64_t>(players), "player"), " in ",
                      games == 1
                          ? summary.variants[0].title
                          : Counted(static_cast<int64_t>(games), "game"));
}

}  // namespace

size_t SpaceForGames(const std::string& page) {
  constexpr size_t kSentences = 1000;  // of which the games are told
  const size_t used =
      page.size() + GamesData({.json = "{}"}).size() + kSentences;
  return used < kMaxPageBytes ? kMaxPageBytes - used : 0;
}

std::string HtmlReport(const Summary& summary, const ShownGames& games) {
  std::string html =
      absl::StrCat(PageBegin(TitleOf(summary), /*more_style=*/"", Patterns()),
                   "<p class=\"sub\">", Counted(summary.games, "game"), " of ",
                   summary.planned, " played by boardwalk ",
                   EscapeHtml(summary.program_version), "</p>\n");
  if (summary.variants.size() > 1) {
    html += "<nav aria-label=\"Games\"><ul>\n";
    for (size_t i = 0; i < summary.variants.size(); ++i) {
      absl::StrAppend(&html, "<li><a href=\"#game-", i, "\">",
                      EscapeHtml(summary.variants[i].name), "</a></li>\n");
    }
    if (!games.json.empty()) {
      html +=
          "<li class=\"scripted\" hidden=\"hidden\"><a href=\"#games\">the "
          "games on the board</a></li>\n";
    }
    html += "</ul></nav>\n";
  }
  AppendWarnings(summary.warnings, html);
  html += "</header>\n";
  if (summary.sprt.has_value()) AppendSprt(summary, html);
  bool explained = false;  // what "certain" means
  AppendOverview(summary, explained, html);
  for (size_t i = 0; i < summary.variants.size(); ++i) {
    AppendVariant(summary, summary.variants[i], i, explained, html);
  }
  AppendGames(games, html);
  AppendGlossary(summary, html);
  AppendReproduction(summary, html);
  absl::StrAppend(&html, "</main>\n<script>", board::kSortScript, "</script>",
                  GamesData(games), "</body></html>\n");
  return html;
}

}  // namespace boardwalk::report
