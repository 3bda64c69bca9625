#include "frontends/engine/check_talk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::engine {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr size_t kMaxSaid = 200;  // lines of a step

}  // namespace

CheckStep CheckTalk::NextStep(const std::string& what) {
  return std::exchange(step_, {.what = what, .said = {}, .wrong = {}});
}

absl::Status CheckTalk::Start() {
  ASSIGN_OR_RETURN(process_, process::Process::Start(settings_.process));
  return absl::OkStatus();
}

void CheckTalk::Said(absl::string_view mark, absl::string_view line) {
  if (step_.said.size() == kMaxSaid) step_.said.emplace_back("...");
  if (step_.said.size() > kMaxSaid) return;
  step_.said.push_back(absl::StrCat(mark, OneLine(line, 300)));
}

void CheckTalk::Send(const std::string& line) {
  if (process_ == nullptr) return;
  Said("> ", line);
  const process::IoResult talk =
      process_->WriteLine(line, steady_clock::now() + settings_.ready);
  // Of one that has ended Read tells why.
  if (talk != process::IoResult::kDeadline) return;
  Wrong("it does not read what it is sent");
  process_.reset();
}

bool CheckTalk::Read(steady_clock::time_point deadline, std::string& line) {
  while (process_ != nullptr) {
    const process::IoResult talk = process_->ReadLine(deadline, nullptr, &line);
    if (talk == process::IoResult::kDeadline) return false;
    if (talk == process::IoResult::kEnded && may_end_) return false;
    if (talk != process::IoResult::kDone) {
      const std::string words = process_->LastWords();
      std::string why = talk == process::IoResult::kFlood
                            ? "it writes without end"
                            : process_->HowItEnded();
      if (why.empty()) why = "it closed its output";
      Wrong(
          absl::StrCat(why, words.empty() ? "" : "; its last words: ", words));
      process_.reset();
      return false;
    }
    Said("< ", line);
    const std::vector<absl::string_view> words = Words(line);
    if (words.empty()) continue;
    if (words[0] == "query" && words.size() == 2) {
      const auto answer = AnswerQuery(*state_, words[1]);
      Send(answer.ok() ? absl::StrCat("response ", *answer)
                       : "info string error no such query");
      continue;
    }
    static constexpr absl::string_view kKnown[] = {
        "id",   "option",   "ugiok",    "uciok",          "readyok",
        "info", "bestmove", "response", "copyprotection", "registration"};
    if (std::find(std::begin(kKnown), std::end(kKnown), words[0]) ==
        std::end(kKnown)) {
      strange_lines_.insert(OneLine(line, 100));
    }
    if (words[0] == "info") CheckInfo(line);
    return true;
  }
  return false;
}

std::optional<std::string> CheckTalk::Await(absl::string_view word,
                                            nanoseconds time) {
  const auto deadline = steady_clock::now() + time;
  std::string line;
  while (Read(deadline, line)) {
    if (Words(line)[0] == word) return line;
    if (steady_clock::now() > deadline) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> CheckTalk::Expect(absl::string_view word) {
  if (process_ == nullptr) return std::nullopt;
  auto line = Await(word, settings_.ready);
  if (!line.has_value() && process_ != nullptr) {
    Wrong(
        absl::StrCat("no ", word, " within ", FormatDuration(settings_.ready)));
    process_.reset();  // What it still says belongs to this step.
  }
  return line;
}

void CheckTalk::ExpectReady() {
  Send("isready");
  Expect("readyok");
}

void CheckTalk::ExpectSilence() {
  const auto deadline = steady_clock::now() + kCheckSilence;
  std::string line;
  while (Read(deadline, line)) {
    if (Words(line)[0] != "info") {
      Wrong(absl::StrCat("it wrote '", OneLine(line, 100),
                         "', which nobody asked for"));
    }
  }
}

void CheckTalk::Greet() {
  if (!Start().ok()) return;
  state_ = game_.InitialState();
  Send(ugi_ ? "ugi" : "uci");
  if (!Expect(ugi_ ? "ugiok" : "uciok").has_value()) return;
  for (const EngineOption& option : options_) {
    const bool is_game = ugi_ && option.name == kGameOption;
    const bool is_variant = !ugi_ && option.name == kVariantOption;
    if (is_game || is_variant) {
      Send(absl::StrCat("setoption name ", option.name, " value ",
                        is_game ? game_.Name() : game_.Info().id));
    }
  }
  for (const auto& [name, value] : settings_.options) {
    Send(absl::StrCat("setoption name ", name, " value ", value));
  }
  ExpectReady();
}

// --- Positions and answers ---------------------------------------------------

std::unique_ptr<AnyState> CheckTalk::StateAfter(const Position& moves) const {
  auto state = game_.InitialState();
  for (const std::string& text : moves) {
    const auto move = state->ParseMove(text);
    if (!move.ok() || !state->Apply(*move).ok()) break;  // they are legal
  }
  return state;
}

CheckTalk::Position CheckTalk::RandomMoves(int plies, uint64_t seed) const {
  Random random(seed);
  Position moves;
  auto state = game_.InitialState();
  while (static_cast<int>(moves.size()) < plies) {
    const std::vector<AnyMove> legal = state->LegalMoves();
    const AnyMove move =
        legal[random.Below(static_cast<uint32_t>(legal.size()))];
    const std::string text = state->FormatMove(move);
    const auto next = state->Clone();
    if (!next->Apply(move).ok() || next->IsTerminal()) break;
    moves.push_back(text);
    state = next->Clone();
  }
  return moves;
}

void CheckTalk::SetPosition(const Position& moves) {
  state_ = StateAfter(moves);
  Send(PositionLine(game_, game_.InitialState()->FormatPosition(), moves));
}

void CheckTalk::SendFen(const Position& before, const Position& after) {
  Position all = before;
  all.insert(all.end(), after.begin(), after.end());
  state_ = StateAfter(all);
  Send(PositionLine(game_, StateAfter(before)->FormatPosition(), after));
}

std::string CheckTalk::ExpectMove() {
  const auto line = Expect("bestmove");
  if (!line.has_value()) return "";
  const std::vector<absl::string_view> words = Words(*line);
  if (words.size() < 2) {
    Wrong("bestmove has no move");
    return "";
  }
  const auto move = state_->ParseMove(words[1]);
  if (!move.ok() || !state_->IsLegal(*move)) {
    Wrong(absl::StrCat(Quoted(words[1]), " is not legal: ",
                       move.ok() ? "" : move.status().message()));
    return "";
  }
  return state_->FormatMove(*move);
}

std::string CheckTalk::Go(const std::string& limits) {
  Send(absl::StrCat("go", limits.empty() ? "" : " ", limits));
  return ExpectMove();
}

void CheckTalk::CheckInfo(const std::string& line) {
  const std::vector<absl::string_view> words = Words(line);
  static constexpr absl::string_view kNumbers[] = {
      "depth", "seldepth", "nodes", "playouts", "nps",
      "time",  "hashfull", "value", "multipv"};
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "string" || words[i] == "pv") break;
    if (std::find(std::begin(kNumbers), std::end(kNumbers), words[i]) ==
        std::end(kNumbers)) {
      continue;
    }
    double number = 0;
    if (i + 1 == words.size() || !absl::SimpleAtod(words[i + 1], &number)) {
      strange_infos_.insert(absl::StrCat("no number after ", words[i], " in '",
                                         OneLine(line, 100), "'"));
    }
  }
  const auto pv = std::find(words.begin(), words.end(), "pv");
  const auto string = std::find(words.begin(), words.end(), "string");
  if (pv == words.end() || string < pv) return;
  const size_t moves = static_cast<size_t>(words.end() - pv) - 1;
  if (ReadPv(line, *state_).size() != moves) {
    strange_infos_.insert(
        absl::StrCat("illegal moves in '", OneLine(line, 100), "'"));
  }
}

void CheckTalk::CheckQuery(const std::string& question, bool required) {
  Send("query " + question);
  const auto line =
      Await("response", std::min<nanoseconds>(settings_.ready, 500ms));
  if (process_ == nullptr) return;
  if (!line.has_value()) {
    Note(required ? "no response, which other programs ask for"
                  : "no response; it is an extension");
    return;
  }
  const std::string right = AnswerQuery(*state_, question).value();
  std::vector<absl::string_view> got = Words(*line), expected = Words(right);
  got.erase(got.begin());
  if (question == "legalmoves") std::sort(got.begin(), got.end());
  if (got != expected) {
    Wrong(absl::StrCat("the right response is '", OneLine(right, 100), "'"));
  }
}

}  // namespace boardwalk::engine
