// HtmlReport: one page that needs no other file.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/text.h"
#include "frontends/board/viewer_files.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/chart.h"
#include "frontends/report/format.h"
#include "frontends/report/grid.h"
#include "frontends/report/html_style.h"
#include "frontends/report/pictures.h"
#include "frontends/report/report.h"
#include "frontends/report/shown_games.h"
#include "frontends/report/svg.h"
#include "frontends/report/verdict.h"
#include "frontends/report/wording.h"

namespace boardwalk::report {
namespace {

// The crosstable of this many players takes the whole width of the page.
constexpr size_t kWideCrosstable = 9;

Cell NameCell(const Summary& summary, int player) {
  return {absl::StrCat(MarkerIcon(player),
                       BreakableName(summary.PlayerName(player))),
          ""};
}

Cell ShareCell(const std::optional<double>& share) {
  if (!share.has_value()) return NumberCell("-");
  const double ahead = 2 * *share - 1;
  const std::string opacity = FormatFixed(0.6 * std::abs(ahead), 2);
  return {Pretty(FormatPercent(*share)),
          absl::StrCat(" style=\"background:rgba(",
                       ahead >= 0 ? "0,114,178," : "213,94,0,", opacity, ")\""),
          share};
}

// Bounds are sorted by their end.
Cell EloCell(const statistics::EloEstimate& elo, const std::string& text) {
  return NumberCell(text, elo.certainty == statistics::Certainty::kNone
                              ? std::nullopt
                              : std::optional(elo.value));
}

// The players of a variant, best first.
std::string RankingHtml(const Summary& summary, const VariantSummary& variant) {
  Grid grid({{"#"},
             {"player", false, true},
             {"rating"},
             {"score"},
             {"games", false, false, true},
             {"won"},
             {"drawn"},
             {"lost"},
             {"adju\u00addicated", false, false, true},
             {"forfeits", false, false, true},
             {"time per\u00a0move", true},
             {"longest move", true},
             {"nodes per\u00a0move", true},
             {"playouts per\u00a0move", true},
             {"depth", true}});
  for (const PlayerRow& row : variant.players) {
    const auto time = [&row](double seconds) {
      return row.moves == 0 ? NumberCell("-")
                            : NumberCell(FormatSeconds(seconds), seconds);
    };
    grid.AddRow(
        {row.games == 0 ? NumberCell("-") : CountCell(row.rank),
         NameCell(summary, row.player),
         EloCell(row.rating, FormatElo(row.rating, 0)),
         NumberCell(FormatPercent(row.Share()), row.Share()),
         CountCell(row.games), CountCell(row.wins), CountCell(row.draws),
         CountCell(row.losses), CountCell(row.adjudicated),
         FaultCell(row.Forfeits()), time(row.seconds), time(row.max_seconds),
         NumberCell(FormatCount(row.nodes), row.nodes),
         NumberCell(FormatCount(row.playouts), row.playouts),
         NumberCell(row.depth.has_value() ? FormatFixed(*row.depth, 1) : "-",
                    row.depth)});
  }
  return grid.Finish(absl::StrCat("Ranking in ", variant.name));
}

// Elo and pairs of every two players.
std::string PairsHtml(const Summary& summary, const VariantSummary& variant) {
  Grid grid({{"first", false, true},
             {"second", false, true},
             {"won"},
             {"drawn"},
             {"lost"},
             {"pairs 0"},
             {"\u00bd"},
             {"1"},
             {"1\u00bd"},
             {"2"},
             {"Elo"},
             {"normalized Elo (95 %)"},
             {"superior"},
             {"verdict", true}});
  for (const PairRow& pair : variant.pairs) {
    std::vector<Cell> cells = {
        NameCell(summary, pair.first), NameCell(summary, pair.second),
        CountCell(pair.games.counts[2]), CountCell(pair.games.counts[1]),
        CountCell(pair.games.counts[0])};
    for (const int64_t count : pair.pairs.counts) {
      cells.push_back(CountCell(count));
    }
    cells.push_back(EloCell(pair.elo, FormatElo(pair.elo, 1)));
    cells.push_back(
        EloCell(pair.normalized_elo, FormatEloEnds(pair.normalized_elo)));
    cells.push_back(pair.pairs.Total() == 0
                        ? NumberCell("-")
                        : NumberCell(FormatSuperiority(pair.superiority),
                                     pair.superiority));
    const std::string finding = FindingOf(variant, pair);
    cells.push_back(finding == "-" ? NumberCell("-") : Cell{finding, ""});
    grid.AddRow(std::move(cells));
  }
  return grid.Finish(absl::StrCat("Every two players in ", variant.name));
}

// The players over all variants.
std::string OverallHtml(const Summary& summary) {
  std::vector<Head> heads = {{"#"},
                             {"player", false, true},
                             {"mean score"},
                             {"mean rank"},
                             {"first in"}};
  for (const VariantSummary& variant : summary.variants) {
    heads.push_back({variant.name});
  }
  Grid grid(heads);
  int64_t number = 0;
  for (const OverallRow& row : summary.overall) {
    const bool any = row.variants > 0;
    std::vector<Cell> cells = {
        CountCell(++number), NameCell(summary, row.player),
        any ? NumberCell(FormatShareInterval(row.score, row.score_error, 1),
                         row.score)
            : NumberCell("-"),
        any ? NumberCell(FormatFixed(row.mean_rank, 1), row.mean_rank)
            : NumberCell("-"),
        any ? CountCell(row.best) : NumberCell("-")};
    for (const std::optional<double>& score : row.scores) {
      cells.push_back(ShareCell(score));
    }
    grid.AddRow(std::move(cells));
  }
  return grid.Finish("Players over all games");
}

void AppendWarnings(const std::vector<std::string>& warnings,
                    std::string& html) {
  if (warnings.empty()) return;
  html += "<ul class=\"warnings\" aria-label=\"Warnings\">\n";
  for (const std::string& warning : warnings) {
    absl::StrAppend(&html, "<li>", EscapeHtml(warning), "</li>\n");
  }
  html += "</ul>\n";
}

// Sentences about a game or all games.
void AppendFindings(const std::vector<std::string>& sentences,
                    std::string& html) {
  if (sentences.empty()) return;
  html += "<ul class=\"verdicts\" aria-label=\"Verdicts\">\n";
  for (const std::string& sentence : sentences) {
    absl::StrAppend(
        &html, "<li>",
        absl::StrReplaceAll(EscapeHtml(sentence), {{" +- ", " \u00b1 "}}),
        "</li>\n");
  }
  html += "</ul>\n";
}

void AppendFigure(const std::string& caption, const std::string& note,
                  const std::string& picture, bool wide, std::string& html) {
  absl::StrAppend(&html, "<figure", wide ? " class=\"wide\"" : "",
                  "><figcaption>", EscapeHtml(caption));
  if (!note.empty())
    absl::StrAppend(&html, "<span>", EscapeHtml(note), "</span>");
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
    absl::StrAppend(&html, "<div><dt>", EscapeHtml(fact.name), "</dt><dd>",
                    Pretty(fact.value));
    if (!fact.note.empty()) {
      absl::StrAppend(&html, " <small>", EscapeHtml(fact.note), "</small>");
    }
    html += "</dd></div>\n";
  }
  html += "</dl>\n";
}

std::string OfPlanned(int64_t games, int64_t planned) {
  return games == planned ? "" : absl::StrCat("of ", planned);
}

// "of 40, each player 20"
std::string GamesNote(const VariantSummary& variant) {
  std::string note = OfPlanned(variant.games, variant.planned);
  for (const PlayerRow& row : variant.players) {
    if (row.games != variant.players[0].games) return note;
  }
  return absl::StrCat(note, note.empty() ? "" : ", ", "each player ",
                      variant.players[0].games);
}

void AppendVariantFacts(const VariantSummary& variant, std::string& html) {
  const Lengths& lengths = variant.lengths;
  AppendFacts({{"games", absl::StrCat(variant.games), GamesNote(variant)},
               {"different games", absl::StrCat(variant.distinct), ""},
               {absl::StrCat("whole ", BlockNoun(variant), "s"),
                absl::StrCat(variant.blocks),
                absl::StrCat("from ", OpeningsText(variant))},
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
                  EscapeHtml(variant.name), "</h2>\n<p class=\"sub\">",
                  Counted(variant.seats, "seat"), "; equals score ",
                  FormatPercent(1.0 / variant.seats), "</p>\n");
  if (variant.games == 0) {
    AppendWarnings(variant.warnings, html);
    html += "</section>\n";
    return;
  }
  AppendVariantFacts(variant, html);
  AppendWarnings(variant.warnings, html);
  std::vector<std::string> findings = VerdictSentences(summary, variant);
  if (std::string seats = SeatSentence(variant); !seats.empty()) {
    findings.push_back(std::move(seats));
  }
  AppendFindings(findings, html);
  if (const std::string note = ScoresOfMany(variant); !note.empty()) {
    absl::StrAppend(&html, "<p class=\"note\">", EscapeHtml(note), "</p>\n");
  }
  html += RankingHtml(summary, variant);
  html += "<div class=\"figures\">\n";
  const size_t players = PlayersWithGames(variant).size();
  if (HasRatings(variant)) {
    AppendFigure("Ratings",
                 "arrows: bounds of players that won or lost everything, or "
                 "values beyond the axis",
                 RatingsPicture(summary, variant), false, html);
  }
  if (players > 1) {
    AppendFigure(
        "Crosstable", "score in per cent of the row against the column",
        CrosstablePicture(summary, variant), players >= kWideCrosstable, html);
  }
  AppendFigure("Results of each player", "games",
               ResultsPicture(summary, variant), false, html);
  AppendFigure("Time and nodes per move", "logarithmic",
               EffortPicture(summary, variant), false, html);
  AppendFigure("Score against time per move",
               "the dashed line is the score of equal players",
               ScoreTimePicture(summary, variant), false, html);
  AppendFigure("Lengths of games", "in plies, without the opening",
               LengthsPicture(variant), false, html);
  if (summary.variants.size() == 1) {
    AppendFigure("How games ended", "games", TerminationsPicture(summary),
                 false, html);
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
  const statistics::SprtState& state = sprt.test.state();
  const statistics::PairCounts& pairs = sprt.test.pairs();
  const int64_t later = sprt.test.later_pairs();
  absl::StrAppend(&html, "<section><h2>Sequential test</h2>\n<p>",
                  EscapeHtml(VerdictSentence(summary)), "</p>\n");
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
void AppendOverview(const Summary& summary, std::string& html) {
  if (summary.games == 0 || summary.variants.size() < 2) return;
  absl::StrAppend(
      &html, "<section id=\"overview\"><h2>All games</h2>\n<p class=\"sub\">",
      EscapeHtml(OverallNote()), "</p>\n");
  AppendFindings(OverallSentences(summary), html);
  html += OverallHtml(summary);
  html += "<div class=\"figures\">\n";
  AppendFigure("Mean score over all games", "", OverallPicture(summary), false,
               html);
  AppendFigure("How games ended", "games", TerminationsPicture(summary), false,
               html);
  html += "</div></section>\n";
}

void AppendReproduction(const Summary& summary, std::string& html) {
  absl::StrAppend(
      &html, "<section id=\"reproduce\"><h2>How to reproduce it</h2>\n<p>",
      summary.reproducible
          ? "The same command gives the same games and tables on every machine."
          : "The same command gives other games, because players are limited "
            "by time, use several threads or are other programs. The "
            "differences should lie within the intervals.",
      "</p>\n<pre>", EscapeHtml(CommandLine(summary.configuration, " \\\n  ")),
      "</pre>\n<table class=\"settings\"><tbody>\n");
  const auto row = [&html](const std::string& name, const std::string& value) {
    absl::StrAppend(&html, "<tr><th scope=\"row\">", EscapeHtml(name),
                    "</th><td>", EscapeHtml(value), "</td></tr>\n");
  };
  row("program", absl::StrCat("boardwalk ", summary.program_version));
  row("played by", DescribeOrigins(summary));
  for (const auto& [name, value] : DescribeSettings(summary.configuration)) {
    row(name, value);
  }
  html += "</tbody></table></section>\n";
}

// How to read what this report says.
void AppendNotes(const Summary& summary, std::string& html) {
  const auto notes = ReadingNotes(summary);
  if (notes.empty()) return;
  html +=
      "<section id=\"reading\"><h2>How to read it</h2>\n<dl class=\"words\">\n";
  for (const auto& [title, note] : notes) {
    absl::StrAppend(&html, "<dt>", EscapeHtml(title), "</dt><dd>",
                    EscapeHtml(note), "</dd>\n");
  }
  html += "</dl></section>\n";
}

constexpr char kWords[] = R"(<section id="words"><h2>What the numbers mean</h2>
<dl class="words">
<dt>pair, block</dt><dd>The games of the same players from the same opening in which every player has every seat once. The two games of a pair depend on each other, but pairs do not depend on other pairs, so all intervals come from whole pairs or blocks.</dd>
<dt>rating</dt><dd>Elo, with mean 0 in each game: 100 Elo more is an expected score of 64 % against each other. The interval contains the truth in about 95 of 100 matches; it comes from a bootstrap over blocks. A player that won or lost everything has only a bound; the one that the bounds are against is the reference.</dd>
<dt>score</dt><dd>The share of the points: a win is 1, or 1/w if w players share it; a draw of n seats is 1/n each. Against another player: 1 for a win that the other does not share, &#189; for the same result.</dd>
<dt>superior</dt><dd>1 minus the probability that equal players do as well as the first of the two. It is above 97.5 % exactly if the interval of Elo is above 0.</dd>
<dt>normalized Elo</dt><dd>The difference divided by the spread of results: it says how many games are needed to see it, in drawish and in decisive games. In brackets the ends of its 95 % interval.</dd>
<dt>adjudicated</dt><dd>Endless games drawn by the third repetition or the limit of plies.</dd>
<dt>forfeits</dt><dd>Games lost by an illegal move, on time or by a failure of the player.</dd>
<dt>time</dt><dd>CPU time, by the clock of the match.</dd>
</dl></section>
)";

// The place of the games, which a script fills.
void AppendGames(const ShownGames& games, std::string& html) {
  if (games.json.empty()) {
    if (games.all == 0) return;
    absl::StrAppend(&html, "<section><h2>Games</h2>\n<p class=\"sub\">",
                    EscapeHtml(ShownGamesNote(games)), "</p></section>\n");
    return;
  }
  absl::StrAppend(&html,
                  "<section id=\"games\" class=\"scripted\" "
                  "hidden=\"hidden\"><h2>Games</h2>\n<p class=\"sub\">",
                  EscapeHtml(ShownGamesNote(games)),
                  "</p>\n<div id=\"games-list\"></div></section>\n");
}

std::string TitleOf(const Summary& summary) {
  const auto players = summary.configuration.players.size();
  const auto games = summary.configuration.games.size();
  return absl::StrCat(Counted(static_cast<int64_t>(players), "player"), " in ",
                      games == 1
                          ? summary.configuration.games[0]
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
  const std::string title = TitleOf(summary);
  std::string html = absl::StrCat(
      kHtmlSignature, EscapeHtml(title), " - Boardwalk</title>\n<style>",
      kStyleSheet, "</style></head>\n<body>", kPatterns, "<main>\n<header><h1>",
      EscapeHtml(title), "</h1>\n<p class=\"sub\">",
      Counted(summary.games, "game"), " of ", summary.planned,
      " played by boardwalk ", EscapeHtml(summary.program_version), "</p>\n");
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
  AppendOverview(summary, html);
  for (size_t i = 0; i < summary.variants.size(); ++i) {
    AppendVariant(summary, summary.variants[i], i, html);
  }
  AppendGames(games, html);
  AppendNotes(summary, html);
  AppendReproduction(summary, html);
  html += kWords;
  absl::StrAppend(&html, "</main>\n<script>", board::kSortScript, "</script>",
                  GamesData(games), "</body></html>\n");
  return html;
}

}  // namespace boardwalk::report
