#include "frontends/engine/protocol.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk::engine {
namespace {

// A line of the protocol has at most 64 KiB.
constexpr size_t kMaxPv = 16 << 10;
// The greatest score in hundredths of a pawn, kept for proved results.
constexpr int kProvedScore = 10'000;

// A value as the score that Elo's formula gives it, and back.
int ScoreOf(double value) {
  if (std::abs(value) == 1) return value > 0 ? kProvedScore : -kProvedScore;
  const double score = 400 * std::log10((1 + value) / (1 - value));
  return static_cast<int>(std::clamp<double>(
      std::round(score), 1 - kProvedScore, kProvedScore - 1));
}

double ValueOf(double score) {
  const double value = 2 / (1 + std::pow(10, -score / 400)) - 1;
  return std::clamp(value, -0.9999, 0.9999);
}

std::string PvTextOf(const AnyState& state, const std::vector<AnyMove>& line) {
  std::string text;
  const std::unique_ptr<AnyState> position = state.Clone();
  for (const AnyMove move : line) {
    if (!position->IsLegal(move) || text.size() > kMaxPv) break;
    absl::StrAppend(&text, " ", position->FormatMove(move));
    if (!position->Apply(move).ok()) break;
  }
  return text;
}

template <typename T>
void ReadCount(absl::string_view word, std::optional<T>& count) {
  T number = 0;
  if (absl::SimpleAtoi(word, &number) && number >= 0) count = number;
}

void ReadScore(absl::string_view unit, absl::string_view word,
               Decision& decision) {
  double number = 0;
  if (!absl::SimpleAtod(word, &number) || !std::isfinite(number)) return;
  if (unit == "cp") decision.value = ValueOf(number);
  if (unit == "mate") decision.value = number > 0 ? 1 : -1;
}

std::string ResultText(const AnyState& state) {
  if (!state.IsTerminal()) return "none";
  const SeatValues returns = state.Returns();
  const auto end = returns.begin() + state.NumPlayers();
  const double best = *std::max_element(returns.begin(), end);
  if (std::all_of(returns.begin(), end,
                  [&](double value) { return value == best; })) {
    return "draw";
  }
  std::string winners;
  for (int seat = 0; seat < state.NumPlayers(); ++seat) {
    if (returns[seat] == best) absl::StrAppend(&winners, "p", seat + 1);
  }
  return winners + "win";
}

std::string Truth(bool is_so) { return is_so ? "true" : "false"; }

}  // namespace

std::string FormatOption(const EngineOption& option) {
  std::string line =
      absl::StrCat("option name ", option.name, " type ", option.type);
  if (option.type != "button") {
    absl::StrAppend(&line, " default ", option.fallback);
  }
  if (!option.min.empty()) absl::StrAppend(&line, " min ", option.min);
  if (!option.max.empty()) absl::StrAppend(&line, " max ", option.max);
  for (const std::string& choice : option.choices) {
    absl::StrAppend(&line, " var ", choice);
  }
  return line;
}

absl::StatusOr<EngineOption> ParseOption(absl::string_view line) {
  EngineOption option;
  std::string button;  // of a button nothing is kept
  std::string* text = nullptr;
  for (const absl::string_view word : SplitWords(line)) {
    if (word == "option" && text == nullptr) {
      text = &button;
    } else if (word == "name" && option.type.empty()) {
      text = &option.name;
    } else if (word == "type") {
      text = &option.type;
    } else if (word == "default") {
      text = &option.fallback;
    } else if (word == "min") {
      text = &option.min;
    } else if (word == "max") {
      text = &option.max;
    } else if (word == "var") {
      text = &option.choices.emplace_back();
    } else if (text != nullptr) {
      absl::StrAppend(text, text->empty() ? "" : " ", word);
    }
  }
  if (option.name.empty() || option.type.empty()) {
    return InvalidArgument(Quoted(line),
                           " is no option; write 'option name NAME "
                           "type TYPE default VALUE'");
  }
  static constexpr absl::string_view kTypes[] = {"spin", "check", "combo",
                                                 "string", "button"};
  if (std::ranges::find(kTypes, option.type) == std::end(kTypes)) {
    return InvalidArgument("option '", OneLine(option.name), "' has the type ",
                           Quoted(option.type), "; there are ",
                           absl::StrJoin(kTypes, ", "));
  }
  return option;
}

std::string FormatInfo(const AnyState& state, const Decision& decision) {
  std::string line = "info";
  const auto add = [&](absl::string_view name, const auto& value) {
    if (value.has_value()) absl::StrAppend(&line, " ", name, " ", *value);
  };
  add("depth", decision.depth);
  add("seldepth", decision.selective_depth);
  if (decision.value.has_value() && std::abs(*decision.value) <= 1) {
    absl::StrAppend(&line, " value ", ShortestNumber(*decision.value),
                    " score cp ", ScoreOf(*decision.value));
  }
  add("nodes", decision.nodes);
  add("playouts", decision.playouts);
  const std::optional<int64_t> units =
      decision.nodes.has_value() ? decision.nodes : decision.playouts;
  if (units.has_value() && decision.seconds > 0) {
    absl::StrAppend(
        &line, " nps ",
        std::llround(static_cast<double>(*units) / decision.seconds));
  }
  if (decision.memory_use.has_value()) {
    absl::StrAppend(&line, " hashfull ",
                    std::llround(1000 * *decision.memory_use));
  }
  absl::StrAppend(&line, " time ", std::llround(1000 * decision.seconds));
  const std::string pv = PvTextOf(state, decision.line);
  if (!pv.empty()) absl::StrAppend(&line, " pv", pv);
  return line;
}

void ReadInfo(absl::string_view line, Decision& decision) {
  const std::vector<absl::string_view> words = SplitWords(line);
  bool has_value = false;
  for (size_t i = 1; i + 1 < words.size(); ++i) {
    const absl::string_view name = words[i], next = words[i + 1];
    if (name == "string" || name == "pv") return;
    if (name == "depth") ReadCount(next, decision.depth);
    if (name == "seldepth") ReadCount(next, decision.selective_depth);
    if (name == "nodes") ReadCount(next, decision.nodes);
    if (name == "playouts") ReadCount(next, decision.playouts);
    if (name == "hashfull") {
      std::optional<int> permille;
      ReadCount(next, permille);
      if (permille.has_value()) decision.memory_use = *permille / 1000.0;
    }
    if (name == "value") {
      double value = 0;
      has_value = absl::SimpleAtod(next, &value) && std::abs(value) <= 1;
      if (has_value) decision.value = value;
    }
    if (name == "score" && i + 2 < words.size() && !has_value) {
      ReadScore(next, words[i + 2], decision);
    }
  }
}

std::vector<AnyMove> ReadPv(absl::string_view line, const AnyState& state) {
  const std::vector<absl::string_view> words = SplitWords(line);
  const auto pv = std::ranges::find(words, "pv");
  std::vector<AnyMove> moves;
  const std::unique_ptr<AnyState> position = state.Clone();
  for (auto word = pv; word != words.end(); ++word) {
    if (word == pv) continue;
    const auto move = position->ParseMove(*word);
    if (!move.ok() || !position->Apply(*move).ok()) break;
    moves.push_back(*move);
  }
  return moves;
}

absl::StatusOr<std::string> AnswerQuery(const AnyState& state,
                                        absl::string_view question) {
  if (question == "turn") return absl::StrCat(state.ToMove() + 1);
  if (question == "gameover") return Truth(state.IsTerminal());
  if (question == "result") return ResultText(state);
  if (question == "position") return state.FormatPosition();
  if (question == "scores") {
    const SeatValues returns = state.Returns();
    return absl::StrJoin(returns.begin(), returns.begin() + state.NumPlayers(),
                         " ", [](std::string* text, double value) {
                           text->append(ShortestNumber(value));
                         });
  }
  if (question == "legalmoves") {
    std::vector<std::string> moves = state.LegalMoveTexts();
    std::ranges::sort(moves);
    return absl::StrJoin(moves, " ");
  }
  for (int seat = 0; seat < state.NumPlayers(); ++seat) {
    if (question == absl::StrCat("p", seat + 1, "turn")) {
      return Truth(state.ToMove() == seat);
    }
  }
  std::vector<std::string> known = {"turn",   "gameover", "result",
                                    "scores", "position", "legalmoves"};
  for (int seat = 0; seat < state.NumPlayers(); ++seat) {
    known.push_back(absl::StrCat("p", seat + 1, "turn"));
  }
  return InvalidArgument("no query ", Quoted(question),
                         DidYouMean(question, known), " (there are ",
                         absl::StrJoin(known, ", "), ")");
}

std::string PositionLine(const AnyGame& game, absl::string_view start,
                         const std::vector<std::string>& moves) {
  const bool is_initial = game.InitialState()->FormatPosition() == start;
  std::string line =
      is_initial ? "position startpos" : absl::StrCat("position fen ", start);
  if (!moves.empty()) {
    absl::StrAppend(&line, " moves ", absl::StrJoin(moves, " "));
  }
  return line;
}

}  // namespace boardwalk::engine
