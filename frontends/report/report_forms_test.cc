// The forms of a report are complete and well-formed and have no "nan" or
// "inf", whatever the games.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/list_store_testing.h"
#include "frontends/report/pictures.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"
#include "frontends/report/wrapped_text.h"
#include "frontends/statistics/elo.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using ::testing::HasSubstr;
using ::testing::Not;

Configuration Of(std::vector<std::string> games,
                 std::vector<std::string> players) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.rounds = 20;
  return configuration;
}

Summary Simulated(const Configuration& configuration, int64_t games,
                  const Simulation& simulation) {
  const ListStore store = SimulatedStore(configuration, games, simulation);
  auto summary = Summarize(PlanOf(configuration), store);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return *std::move(summary);
}

const Configuration& FourPlayers() {
  static const Configuration* const configuration = new Configuration(
      Of({"teeko", "star:size=3,players=3"},
         {"greedy", "mcts:playouts=20,seed=7", "alphabeta:depth=2", "random"}));
  return *configuration;
}

// The fields of a line of CSV as RFC 4180 reads them.
std::vector<std::string> Fields(absl::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      const bool pair = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (pair) fields.back() += line[++i];
      if (!pair) quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  EXPECT_FALSE(quoted) << line;
  return fields;
}

// All tags are closed, and nested.
void ExpectBalanced(const std::string& page) {
  const std::vector<std::string> empty = {"meta", "link", "br",
                                          "hr",   "col",  "img"};
  std::vector<std::string> open;
  for (size_t at = page.find('<'); at != std::string::npos;
       at = page.find('<', at + 1)) {
    const size_t end = page.find('>', at);
    ASSERT_NE(end, std::string::npos);
    if (page[at + 1] == '!') continue;
    const bool closes = page[at + 1] == '/';
    const size_t begin = at + (closes ? 2 : 1);
    const std::string name =
        page.substr(begin, page.find_first_of(" \n/>", begin) - begin);
    ASSERT_FALSE(name.empty()) << page.substr(at, 40);
    if (closes) {
      ASSERT_FALSE(open.empty()) << page.substr(at, 40);
      ASSERT_EQ(open.back(), name) << page.substr(at, 40);
      open.pop_back();
    } else if (page[end - 1] != '/' &&
               std::find(empty.begin(), empty.end(), name) == empty.end()) {
      open.push_back(name);
    }
  }
  EXPECT_TRUE(open.empty()) << open.back();
}

// The page has one script, at its end, which gets nothing from elsewhere.
std::string WithoutScript(std::string page) {
  const size_t begin = page.find("<script>");
  const size_t end = page.find("</script></body></html>\n");
  EXPECT_NE(end, std::string::npos);
  EXPECT_LT(begin, end);
  const std::string script = page.substr(begin, end - begin);
  for (const char* word : {"fetch", "import", "http", "eval", "innerHTML"}) {
    EXPECT_THAT(script, Not(HasSubstr(word)));
  }
  page.erase(begin, end + 9 - begin);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  return page;
}

// Neither "nan" nor "inf" is a word of the text.
void ExpectNumbers(const std::string& text) {
  for (const absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" ,;:\"'<>()=\r\n\t+-/"))) {
    ASSERT_NE(word, "nan");
    ASSERT_NE(word, "inf");
  }
}

void ExpectSound(const Summary& summary) {
  const std::string page = HtmlReport(summary);
  ASSERT_NO_FATAL_FAILURE(ExpectBalanced(WithoutScript(page)));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, Not(HasSubstr("url(http")));
  for (const std::string& text :
       {page, TextReport(summary), CsvReport(summary), JsonReport(summary),
        PaperReport(summary, PaperForm::kMarkdown),
        PaperReport(summary, PaperForm::kLatex)}) {
    ASSERT_NO_FATAL_FAILURE(ExpectNumbers(text));
  }
  EXPECT_FALSE(nlohmann::json::parse(JsonReport(summary), nullptr, false)
                   .is_discarded());
}

TEST(FormatTest, Estimates) {
  using statistics::Certainty;
  const statistics::EloEstimate interval = {.certainty = Certainty::kInterval,
                                            .value = 802.4,
                                            .error = 919.2,
                                            .low = 245,
                                            .high = 2083.1};
  // "+- 919.2" would reach below 0.
  EXPECT_EQ(FormatElo(interval, 1), "+802.4 (+245.0 to +2083.1)");
  EXPECT_EQ(FormatElo({Certainty::kInterval, 12.5, 20, -8, 32}, 1),
            "+12.5 +- 20.0");
  EXPECT_EQ(FormatElo({Certainty::kInterval, -9, 8, -16, 0}, 0),
            "-9 (-16 to +0)");
  EXPECT_EQ(FormatEloEnds(interval), "+802 (+245 to +2083)");
  for (const auto& [certainty, text] :
       {std::pair(Certainty::kNone, "-"),
        std::pair(Certainty::kAtLeast, "> +5"),
        std::pair(Certainty::kAtMost, "< +5"),
        std::pair(Certainty::kReference, "reference")}) {
    EXPECT_EQ(FormatEloEnds({certainty, 5, 0, 5, 5}), text);
  }
}

TEST(FormatTest, SharesStayInTheirBounds) {
  EXPECT_EQ(FormatShareInterval(0.54, 0.03, 1), "54.0 +- 3.0 %");
  EXPECT_EQ(FormatShareInterval(0.95, 0.1, 1), "95.0 (85.0 to 100.0) %");
  EXPECT_EQ(FormatShareInterval(0, 0.2, 0), "0 (0 to 20) %");
}

TEST(ReportTest, TextHasEverybodyAndFitsTheScreen) {
  const Summary summary = Simulated(FourPlayers(), 360, {});
  const std::string text = TextReport(summary);
  EXPECT_THAT(text, HasSubstr("teeko"));
  EXPECT_THAT(text, HasSubstr("star:size=3,players=3"));
  EXPECT_THAT(text, HasSubstr("greedy"));
  EXPECT_THAT(text, HasSubstr("adjudicated"));
  EXPECT_THAT(text, HasSubstr("forfeits"));
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(ReportTest, CsvReadsBack) {
  const Summary summary = Simulated(FourPlayers(), 360, {});
  std::vector<std::string> lines =
      absl::StrSplit(CsvReport(summary), "\r\n", absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 1u + 2 * 4);
  const std::vector<std::string> head = Fields(lines[0]);
  const auto column = [&](const std::string& name) {
    const auto found = std::find(head.begin(), head.end(), name);
    EXPECT_NE(found, head.end()) << name;
    return static_cast<size_t>(found - head.begin());
  };
  const size_t player = column("player"), games = column("games");
  bool seen = false;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = Fields(lines[i]);
    ASSERT_EQ(fields.size(), head.size()) << lines[i];
    seen = seen || fields[player] == "mcts:playouts=20,seed=7";
    EXPECT_NE(fields[games], "0");
  }
  EXPECT_TRUE(seen);
}

TEST(ReportTest, JsonHasWhatTheSummaryHas) {
  const Summary summary = Simulated(FourPlayers(), 360, {});
  const auto json = nlohmann::json::parse(JsonReport(summary), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_THAT(json.dump(), HasSubstr("mcts:playouts=20,seed=7"));
  EXPECT_THAT(json.dump(), HasSubstr(absl::StrCat(summary.variants[0].games)));
}

// Added for verdicts and seats; the members that were there are still there.
TEST(ReportTest, JsonHasVerdictsAndSeats) {
  const Summary summary = Simulated(FourPlayers(), 480, {.ratio = 3});
  const auto json = nlohmann::json::parse(JsonReport(summary), nullptr, false);
  const auto& teeko = json["variants"][0];
  ASSERT_EQ(teeko["verdicts"].size(), 6u);
  const auto& verdict = teeko["verdicts"][2];
  EXPECT_EQ(verdict["first"], "greedy");
  EXPECT_EQ(verdict["second"], "random");
  EXPECT_EQ(verdict["finding"], "certain");
  EXPECT_EQ(verdict["sentence"], "greedy is better than random (certain).");
  EXPECT_EQ(verdict["blocks"], 20);
  EXPECT_EQ(json["progress"], "whole");
  EXPECT_EQ(json["missing"], 0);
  EXPECT_TRUE(verdict["more_blocks"].is_null());
  ASSERT_EQ(teeko["seat_scores"].size(), 2u);
  EXPECT_TRUE(teeko["seat_scores"][0]["score"].is_number());
  EXPECT_THAT(teeko["seat_sentence"].dump(), HasSubstr("The first seat"));
  EXPECT_EQ(json["variants"][1]["seat_scores"].size(), 3u);
  EXPECT_EQ(json["verdicts"].size(), 6u);
  for (const char* member : {"pairs", "crosstable", "players", "warnings"}) {
    EXPECT_TRUE(teeko.contains(member)) << member;
  }
}

// What a table shows and what it means stand together, in text and on the page.
TEST(ReportTest, VerdictsAndNotesAreInTextAndPage) {
  const Summary summary = Simulated(FourPlayers(), 360, {.ratio = 3});
  // The page does not break a line before a percent sign, and text neither.
  const std::string page =
      absl::StrReplaceAll(HtmlReport(summary), {{"\u00a0%", " %"}});
  std::string text = TextReport(summary);
  EXPECT_THAT(HtmlReport(summary), HasSubstr("players score 50\u00a0%, what"));
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    EXPECT_FALSE(absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "%"))
        << line;
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (size_t at; (at = text.find("  ")) != std::string::npos;) {
    text.erase(at, 1);
  }
  for (const char* sentence :
       {"greedy is better than", "(certain)", "The first seat scores",
        "Score by seat (equal: 33.3 %)", "w winners have 1/w each",
        "equal players score 50 %, whatever the number of seats",
        "in about 95 of 100 studies; those of all seats of a game for three",
        "at most 1 study in 20", "everybody has every seat once"}) {
    EXPECT_THAT(text, HasSubstr(sentence));
    EXPECT_THAT(page, HasSubstr(sentence));
  }
}

TEST(WrappedTextTest, APercentSignStaysWithItsNumber) {
  EXPECT_EQ(WrapText("it scores 64 % of all", 13, ""),
            "it scores\n64 % of all");
  EXPECT_EQ(SentenceHtml("46.2 +- 4.3 % <"), "46.2 \u00b1 4.3\u00a0% &lt;");
}

// A page also explains the titles of its tables; a word means the same in all
// forms and is explained once.
TEST(ReportTest, TheGlossaryHasEachWordOnce) {
  const Summary summary = Simulated(FourPlayers(), 360, {.ratio = 3});
  std::map<std::string, std::string> of_page;
  std::string page = HtmlReport(summary);
  page.erase(0, page.find("<section id=\"words\">"));
  for (const Term& term : Glossary(summary, /*with_titles=*/true)) {
    EXPECT_TRUE(of_page.emplace(term.name, term.text).second) << term.name;
    const std::string title =
        absl::StrCat("<dt>", SentenceHtml(term.name), "</dt><dd>");
    ASSERT_THAT(page, HasSubstr(title));
    EXPECT_EQ(page.find(title), page.rfind(title)) << title;
  }
  for (const Term& term : Glossary(summary, /*with_titles=*/false)) {
    EXPECT_EQ(of_page[term.name], term.text);
  }
  EXPECT_GT(of_page.size(), 10u);
}

// Where the words say more than "1 minus the probability that equal players do
// as well": level players always do as well as each other.
TEST(ReportTest, TheWordsOfSuperiorityHoldForLevelPlayersToo) {
  EXPECT_EQ(statistics::LikelihoodOfSuperiority(
                statistics::PairCounts{.counts = {0, 0, 20, 0, 0}}),
            0.5);
  const Summary summary =
      Simulated(Of({"teeko"}, {"greedy", "random"}), 40, {.ratio = 1});
  const auto word = [](const Summary& of, const std::string& name) {
    for (const Term& term : Glossary(of, /*with_titles=*/false)) {
      if (term.name == name) return term.text;
    }
    return std::string();
  };
  EXPECT_THAT(word(summary, "superior"), HasSubstr("50 % where neither is"));
  // Here is one interval for both seats, and there one for each of three.
  EXPECT_THAT(word(summary, "95 %"),
              AllOf(HasSubstr("by itself"), Not(HasSubstr("together"))));
  const Summary of_three =
      Simulated(Of({"star:size=3,players=3"}, {"greedy", "random", "mcts"}), 40,
                {.ratio = 1});
  EXPECT_THAT(word(of_three, "95 %"), HasSubstr("do so together"));
}

// Two players have the same error, the same number of games and draws.
TEST(ReportTest, WhatIsTheSameForAllIsSaidOnce) {
  const std::string text = TextReport(Simulated(
      Of({"teeko"}, {"greedy", "random"}), 40, {.ratio = 1.2, .forfeits = 0}));
  const size_t table = text.find("  #  player");
  ASSERT_NE(table, std::string::npos);
  const std::string ranking =
      text.substr(table, text.find("\n\n", table) - table);
  const size_t error = ranking.find("+- ");
  ASSERT_NE(error, std::string::npos);
  EXPECT_EQ(ranking.find("+- ", error + 1), std::string::npos) << ranking;
  EXPECT_THAT(ranking, Not(HasSubstr("95 %")));
  EXPECT_THAT(ranking, Not(HasSubstr("games")));
  EXPECT_THAT(ranking, Not(HasSubstr("feits")));
  EXPECT_THAT(text, HasSubstr("(each player 40)"));
}

TEST(ReportTest, ColumnsSortByNumbers) {
  const std::string page = HtmlReport(Simulated(FourPlayers(), 360, {}));
  EXPECT_THAT(page, HasSubstr("<table class=\"sorts\">"));
  EXPECT_THAT(page, HasSubstr("<td data-key=\"2\">2</td>"));  // rank
  EXPECT_THAT(page, HasSubstr("aria-sort"));
}

// One player far off does not squeeze the others: it is drawn beyond the axis.
TEST(PicturesTest, AnOutlierLeavesTheAxisToTheOthers) {
  const Summary summary = Simulated(FourPlayers(), 360, {});
  VariantSummary variant = summary.variants[0];
  const auto place = [&variant](const std::vector<double>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      variant.players[i].rating = {
          .certainty = statistics::Certainty::kInterval,
          .value = values[i],
          .error = 20,
          .low = values[i] - 20,
          .high = values[i] + 20};
    }
  };
  place({60, 10, -20, -3000});
  const std::string far = RatingsPicture(summary, variant).ForPage();
  EXPECT_THAT(far, HasSubstr(">+50</text>"));
  EXPECT_THAT(far, Not(HasSubstr("000</text>")));  // no tick
  EXPECT_THAT(far, HasSubstr("3000 \u00b1 20</text>"));
  place({60, 10, -20, -90});
  const std::string close = RatingsPicture(summary, variant).ForPage();
  EXPECT_THAT(close, HasSubstr("100</text>"));
  // Rows, ends of intervals and arrows.
  EXPECT_THAT(close, Not(HasSubstr("polygon class=\"p")));
  EXPECT_THAT(far, HasSubstr("polygon class=\"p"));
}

TEST(ReportTest, ColumnsOfThePageDifferBetweenPlayers) {
  const std::string page = HtmlReport(Simulated(
      Of({"teeko"}, {"greedy", "random"}), 40, {.ratio = 1.2, .forfeits = 0}));
  EXPECT_THAT(page, Not(HasSubstr("<th scope=\"col\">forfeits</th>")));
  EXPECT_THAT(page, Not(HasSubstr("<th scope=\"col\">games</th>")));
  EXPECT_THAT(page, HasSubstr("each player 40"));
  // Players that forfeited unequally.
  EXPECT_THAT(HtmlReport(Simulated(FourPlayers(), 360, {.forfeits = 0.3})),
              HasSubstr("<th scope=\"col\">forfeits</th>"));
}

// Without a whole pair nobody has a rating: no form has an empty column.
TEST(ReportTest, FormsLeaveOutTheSameColumns) {
  const Summary summary = Simulated(Of({"teeko"}, {"greedy", "random"}), 1, {});
  const std::string text = TextReport(summary);
  const std::string ranking = text.substr(text.find("  #  player"));
  EXPECT_THAT(ranking.substr(0, ranking.find("\n\n")),
              Not(HasSubstr("rating")));
  EXPECT_THAT(HtmlReport(summary),
              Not(HasSubstr("<th scope=\"col\">rating</th>")));
  EXPECT_THAT(HtmlReport(Simulated(FourPlayers(), 360, {})),
              HasSubstr("<th scope=\"col\">rating</th>"));
}

// Tables of two players have two columns of names; only one stays in sight.
TEST(ReportTest, OneColumnStaysInSight) {
  const std::string page =
      HtmlReport(Simulated(Of({"teeko"}, {"greedy", "random"}), 40, {}));
  EXPECT_THAT(page, HasSubstr("<th scope=\"col\" class=\"name pin\">first</th>"
                              "<th scope=\"col\" class=\"name\">second</th>"));
}

TEST(ReportTest, ThePageHasItsPicturesAndBothSchemes) {
  const std::string page = HtmlReport(Simulated(FourPlayers(), 360, {}));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(page, HasSubstr("mcts:playouts=20,seed=7"));
}

TEST(ReportTest, TextOfOthersIsEscaped) {
  Summary summary = Simulated(FourPlayers(), 360, {});
  summary.configuration.players[0] = "<b>&\"bold\"";
  summary.variants[0].warnings.emplace_back("<i>slanted</i>");
  const std::string page = HtmlReport(summary);
  EXPECT_THAT(page, Not(HasSubstr("<b>&")));
  EXPECT_THAT(page, Not(HasSubstr("<i>slanted")));
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;&amp;"));
  ExpectBalanced(WithoutScript(page));
}

// Every table of the text, each with a caption, and no brace left open.
TEST(ReportTest, PapersHaveAllTables) {
  const Summary summary = Simulated(FourPlayers(), 360, {});
  const std::string latex = PaperReport(summary, PaperForm::kLatex);
  const std::string markdown = PaperReport(summary, PaperForm::kMarkdown);
  const auto count = [](const std::string& text, absl::string_view part) {
    return std::vector<std::string>(absl::StrSplit(text, part)).size() - 1;
  };
  // All games; of two seats three tables, of three two.
  EXPECT_EQ(count(latex, "\\begin{tabular}"), 6u);
  EXPECT_EQ(count(latex, "\\end{table}\n"), 6u);
  EXPECT_EQ(count(latex, "\\caption{"), 6u);
  EXPECT_EQ(count(markdown, "Table: "), 6u);
  EXPECT_EQ(count(latex, "{") - count(latex, "\\{"),
            count(latex, "}") - count(latex, "\\}"));
  EXPECT_THAT(latex, HasSubstr("Players in Teeko"));
  EXPECT_THAT(latex, HasSubstr("95 \\%"));
  EXPECT_THAT(
      PaperReport(Simulated(FourPlayers(), 7, {}), PaperForm::kMarkdown),
      HasSubstr("7 of "));
}

TEST(ReportTest, SoundWhateverTheGames) {
  // None, one, a broken block, all of them; nothing but wins, or draws.
  for (const int64_t games : {0, 1, 2, 7, 360}) {
    for (const Simulation& simulation :
         {Simulation{},
          Simulation{.ratio = 1e9, .draws = 0, .adjudicated = 0, .forfeits = 0},
          Simulation{.draws = 1, .adjudicated = 0},
          Simulation{.adjudicated = 1},
          Simulation{.adjudicated = 0, .forfeits = 0.9}}) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectSound(Simulated(FourPlayers(), games, simulation)))
          << games;
    }
  }
}

TEST(ReportTest, SoundWithTwoAndWithMany) {
  ASSERT_NO_FATAL_FAILURE(
      ExpectSound(Simulated(Of({"onejump"}, {"greedy", "random"}), 40, {})));
  std::vector<std::string> many;
  many.reserve(20);
  for (int i = 0; i < 20; ++i)
    many.push_back(absl::StrCat("random:seed=", i + 1));
  ASSERT_NO_FATAL_FAILURE(
      ExpectSound(Simulated(Of({"teeko"}, many), 7600, {.ratio = 1.1})));
  ASSERT_NO_FATAL_FAILURE(ExpectSound(
      Simulated(Of({"star:size=3,players=6"}, {"greedy", "random"}), 120, {})));
}

}  // namespace
}  // namespace boardwalk::report
