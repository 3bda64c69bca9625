#include "frontends/report/html_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "frontends/report/format.h"
#include "frontends/report/markup.h"
#include "frontends/report/picture_layout.h"
#include "frontends/report/svg.h"

namespace boardwalk::report {
namespace {

// With places where a line may end.
std::string BreakableName(const std::string& name) {
  return absl::StrReplaceAll(Escape(name),
                             {{",", ",<wbr/>"}, {":", ":<wbr/>"}});
}

struct Cell {
  std::string html;
  std::string attributes;  // " class=..." or nothing
};

// A column and whether it may be left out where it says nothing.
struct Head {
  const char* title;
  bool optional = false;
  bool name = false;
};

class Grid {
 public:
  explicit Grid(std::vector<Head> heads) : heads_(std::move(heads)) {}

  void AddRow(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

  std::string Finish(const std::string& caption) const {
    std::string html = absl::StrCat(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"",
        Escape(caption), "\"><table><thead><tr>");
    for (size_t i = 0; i < heads_.size(); ++i) {
      if (LeftOut(i)) continue;
      absl::StrAppend(&html, "<th scope=\"col\"",
                      heads_[i].name ? " class=\"name\"" : "", ">",
                      BreakableName(heads_[i].title), "</th>");
    }
    html += "</tr></thead><tbody>\n";
    for (const std::vector<Cell>& row : rows_) {
      html += "<tr>";
      for (size_t i = 0; i < heads_.size(); ++i) {
        if (LeftOut(i)) continue;
        const bool name = heads_[i].name;
        absl::StrAppend(
            &html, name ? "<th scope=\"row\" class=\"name\"" : "<td",
            row[i].attributes, ">", row[i].html, name ? "</th>" : "</td>");
      }
      html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
  }

 private:
  bool LeftOut(size_t column) const {
    return heads_[column].optional &&
           std::all_of(rows_.begin(), rows_.end(),
                       [column](const std::vector<Cell>& row) {
                         return row[column].html == Pretty("-");
                       });
  }

  std::vector<Head> heads_;
  std::vector<std::vector<Cell>> rows_;
};

Cell NumberCell(const std::string& number) { return {Pretty(number), ""}; }
Cell CountCell(int64_t count) { return {absl::StrCat(count), ""}; }

// A number that had better be 0.
Cell FaultCell(int64_t count) {
  return {absl::StrCat(count), count > 0 ? " class=\"bad\"" : ""};
}

Cell NameCell(const Summary& summary, int player) {
  return {absl::StrCat(MarkerIcon(player),
                       BreakableName(PlayerName(summary, player))),
          ""};
}

Cell ShareCell(const std::optional<double>& share) {
  if (!share.has_value()) return NumberCell("-");
  const double ahead = 2 * *share - 1;
  const std::string opacity = FormatFixed(0.6 * std::abs(ahead), 2);
  return {
      Pretty(FormatPercent(*share)),
      absl::StrCat(" style=\"background:rgba(",
                   ahead >= 0 ? "0,114,178," : "213,94,0,", opacity, ")\"")};
}

}  // namespace

std::string RankingHtml(const Summary& summary, const VariantSummary& variant) {
  Grid grid({{"#"},
             {"player", false, true},
             {"rating"},
             {"score"},
             {"games"},
             {"won"},
             {"drawn"},
             {"lost"},
             {"adju\u00addicated"},
             {"forfeits"},
             {"time per\u00a0move", true},
             {"longest move", true},
             {"nodes per\u00a0move", true},
             {"playouts per\u00a0move", true},
             {"depth", true}});
  for (const PlayerRow& row : variant.players) {
    const auto time = [&row](double seconds) {
      return NumberCell(row.moves == 0 ? "-" : FormatSeconds(seconds));
    };
    grid.AddRow(
        {row.games == 0 ? NumberCell("-") : CountCell(row.rank),
         NameCell(summary, row.player), NumberCell(FormatElo(row.rating, 0)),
         NumberCell(FormatPercent(row.Share())), CountCell(row.games),
         CountCell(row.wins), CountCell(row.draws), CountCell(row.losses),
         CountCell(row.adjudicated), FaultCell(row.Forfeits()),
         time(row.seconds), time(row.max_seconds),
         NumberCell(FormatCount(row.nodes)),
         NumberCell(FormatCount(row.playouts)),
         NumberCell(row.depth.has_value() ? FormatFixed(*row.depth, 1) : "-")});
  }
  return grid.Finish(absl::StrCat("Ranking in ", variant.name));
}

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
             {"normalized Elo"},
             {"superior"}});
  for (const PairRow& pair : variant.pairs) {
    std::vector<Cell> cells = {
        NameCell(summary, pair.first), NameCell(summary, pair.second),
        CountCell(pair.games.counts[2]), CountCell(pair.games.counts[1]),
        CountCell(pair.games.counts[0])};
    for (const int64_t count : pair.pairs.counts) {
      cells.push_back(CountCell(count));
    }
    cells.push_back(NumberCell(FormatElo(pair.elo, 1)));
    cells.push_back(NumberCell(FormatElo(pair.normalized_elo, 1)));
    cells.push_back(NumberCell(
        pair.pairs.Total() == 0 ? "-" : FormatSuperiority(pair.superiority)));
    grid.AddRow(std::move(cells));
  }
  return grid.Finish(absl::StrCat("Every two players in ", variant.name));
}

std::string OverallHtml(const Summary& summary) {
  std::vector<Head> heads = {
      {"player", false, true}, {"mean score"}, {"mean rank"}, {"first in"}};
  for (const VariantSummary& variant : summary.variants) {
    heads.push_back({variant.name.c_str()});
  }
  Grid grid(heads);
  for (const OverallRow& row : summary.overall) {
    const bool any = row.variants > 0;
    std::vector<Cell> cells = {
        NameCell(summary, row.player),
        NumberCell(any ? absl::StrCat(FormatFixed(100 * row.score, 1), " +- ",
                                      FormatFixed(100 * row.score_error, 1),
                                      " %")
                       : "-"),
        NumberCell(any ? FormatFixed(row.mean_rank, 1) : "-"),
        any ? CountCell(row.best) : NumberCell("-")};
    for (const std::optional<double>& score : row.scores) {
      cells.push_back(ShareCell(score));
    }
    grid.AddRow(std::move(cells));
  }
  return grid.Finish("Players over all games");
}

}  // namespace boardwalk::report
