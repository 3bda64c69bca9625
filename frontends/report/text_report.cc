// TextReport: tables for a terminal.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/record.h"
#include "framework/text.h"
#include "frontends/comparison/settings.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"
#include "frontends/report/wrapped_text.h"

namespace boardwalk::report {
namespace {

constexpr size_t kWidth = 100;
// Names of players are wrapped at the largest of these widths with which the
// table fits.
const std::vector<size_t> kNameWidths = {32, 26, 20, 16, 12};
// More pairs of players are only in the other forms of the report.
constexpr size_t kMaxPairs = 15;

// Each sentence behind a sign: '!' for a warning, '*' for a verdict.
void AppendList(const std::vector<std::string>& sentences, char sign,
                std::string& text) {
  for (const std::string& sentence : sentences) {
    absl::StrAppend(&text, "  ", std::string(1, sign), " ",
                    WrapText(sentence, kWidth - 4, "    "), "\n");
  }
}

void AppendVerdicts(std::vector<std::string> sentences, bool& explained,
                    std::string& text) {
  ExplainCertain(sentences, explained);
  AppendList(sentences, '*', text);
}

void AppendParagraph(const std::string& sentence, std::string& text) {
  absl::StrAppend(&text, "  ", WrapText(sentence, kWidth - 2, "  "), "\n");
}

// "adjudicated 3 (repetition 2, ply-limit 1)".
std::string OfWhich(const char* what, int64_t count,
                    bool (*is_one)(Termination),
                    const VariantSummary& variant) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < variant.terminations.size(); ++i) {
    const auto termination = static_cast<Termination>(i);
    const int64_t games = variant.terminations[i];
    if (games > 0 && is_one(termination)) {
      parts.push_back(absl::StrCat(TerminationName(termination), " ", games));
    }
  }
  return absl::StrCat(
      what, " ", count,
      parts.empty() ? "" : absl::StrCat(" (", absl::StrJoin(parts, ", "), ")"));
}

std::string Facts(const VariantSummary& variant) {
  const std::string each = GamesEach(variant);
  std::vector<std::string> facts = {
      absl::StrCat(Counted(variant.games, "game"), " of ", variant.planned,
                   each.empty() ? "" : absl::StrCat(" (", each, ")")),
      absl::StrCat(variant.distinct, " different"),
      Counted(variant.blocks, absl::StrCat("whole ", BlockNoun(variant))),
      Counted(variant.openings, "opening"),
      absl::StrCat("drawn ", variant.draws),
      OfWhich("adjudicated", variant.adjudicated, IsAdjudicated, variant),
      OfWhich("forfeits", variant.forfeits, IsForfeit, variant)};
  return absl::StrJoin(facts, ", ");
}

void AppendTable(const Table& table, std::string& text) {
  absl::StrAppend(&text, "\n", TextTable(table, kWidth, kNameWidths));
}

void AppendVariant(const Summary& summary, const VariantSummary& variant,
                   bool& explained, std::string& text) {
  absl::StrAppend(&text, "\n", variant.name, " (", variant.seats,
                  " seats; equals score ", FormatPercent(1.0 / variant.seats),
                  ")\n");
  if (variant.games == 0) return AppendList(variant.warnings, '!', text);
  AppendParagraph(Facts(variant), text);
  AppendParagraph(
      absl::StrCat("length ", variant.lengths.min, " to ", variant.lengths.max,
                   " plies, median ", variant.lengths.median, ", mean ",
                   FormatFixed(variant.lengths.mean, 1)),
      text);
  if (const std::string note = ScoresOfMany(variant); !note.empty()) {
    AppendParagraph(note, text);
  }
  AppendList(variant.warnings, '!', text);
  AppendVerdicts(VerdictSentences(summary, variant), explained, text);
  if (const std::string seats = SeatSentence(variant); !seats.empty()) {
    AppendList({seats}, '*', text);
  }
  AppendTable(RankingTable(summary, variant), text);
  if (variant.players.size() > 1) {
    AppendTable(CrossTable(summary, variant), text);
  }
  if (variant.pairs.empty()) return;
  if (variant.pairs.size() <= kMaxPairs) {
    return AppendTable(PairTable(summary, variant), text);
  }
  absl::StrAppend(&text, "\n");
  AppendParagraph(absl::StrCat("Elo of the ", variant.pairs.size(),
                               " pairs of players: in the JSON and HTML forms "
                               "of this report."),
                  text);
}

void AppendSprtText(const Summary& summary, std::string& text) {
  const SprtSummary& sprt = *summary.sprt;
  const statistics::SprtState& state = sprt.test.state();
  const statistics::PairCounts& pairs = sprt.test.pairs();
  absl::StrAppend(&text, "\nSequential test\n");
  AppendParagraph(SprtSentence(summary), text);
  AppendParagraph(
      absl::StrCat("LLR ", FormatSigned(state.llr, 2), " between ",
                   FormatSigned(state.lower, 2), " (no) and ",
                   FormatSigned(state.upper, 2), " (yes) after ",
                   Counted(pairs.Total(), "pair"), ", by points 0 .5 1 1.5 2: ",
                   absl::StrJoin(pairs.counts, " ")),
      text);
  AppendParagraph(
      absl::StrCat("Elo ", FormatElo(sprt.elo, 1), ", normalized Elo ",
                   FormatEloEnds(sprt.normalized_elo), ", superior with ",
                   FormatSuperiority(sprt.superiority)),
      text);
  if (const int64_t later = sprt.test.later_pairs(); later > 0) {
    AppendParagraph(absl::StrCat(Counted(later, "pair"),
                                 " after the end of the test: not in it."),
                    text);
  }
}

}  // namespace

std::string TextReport(const Summary& summary) {
  std::string text = absl::StrCat(
      Counted(static_cast<int64_t>(summary.configuration.players.size()),
              "player"),
      ": ", Counted(summary.games, "game"), " of ", summary.planned,
      " played by boardwalk ", summary.program_version, "\n");
  std::vector<std::string> settings;
  for (const auto& [name, value] :
       comparison::DescribeSettings(summary.configuration)) {
    settings.push_back(absl::StrCat(name, " ", value));
  }
  AppendParagraph(absl::StrJoin(settings, "; "), text);
  if (!summary.origins.empty()) {
    AppendParagraph(
        absl::StrCat("played by ", DescribeOrigins(summary.origins)), text);
  }
  AppendList(summary.warnings, '!', text);
  if (summary.sprt.has_value()) AppendSprtText(summary, text);
  bool explained = false;  // what "certain" means
  for (const VariantSummary& variant : summary.variants) {
    AppendVariant(summary, variant, explained, text);
  }
  if (summary.variants.size() > 1) {
    text += "\nAll games, each counting the same\n";
    AppendParagraph(OverallNote(), text);
    AppendVerdicts(OverallSentences(summary), explained, text);
    AppendTable(OverallTable(summary), text);
  }
  const std::vector<Term> terms = Glossary(summary, /*with_titles=*/false);
  if (!terms.empty()) text += "\nHow to read this\n";
  for (const Term& term : terms) {
    AppendParagraph(absl::StrCat(term.name, ": ", term.text), text);
  }
  return text;
}

}  // namespace boardwalk::report
