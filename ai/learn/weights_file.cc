#include "ai/learn/weights_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "ai/learn/patterns.h"
#include "framework/errors.h"
#include "framework/hash_text.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {
namespace {

constexpr absl::string_view kRawStringOpens = "R\"weights(";
constexpr absl::string_view kRawStringCloses = ")weights\"\n";
constexpr absl::string_view kFileTitle = "boardwalk learned evaluation 1\n";
constexpr absl::string_view kChecksum = "checksum ";
constexpr size_t kLineLength = 100;
// More would be no board and no file of this program.
constexpr int kMaxCells = 1024;
constexpr size_t kMaxTypes = 512;
constexpr size_t kMaxStages = 16;
// With it no sum overflows.
constexpr int kMaxStageNumber = 100'000;
constexpr int kMaxPointsPerLogit = 100'000;

std::string Hex(uint64_t number) { return absl::StrFormat("%016x", number); }

// --- Numbers as bytes --------------------------------------------------------

void PutNumber(uint32_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) {
    bytes.push_back(static_cast<char>((number & 0x7f) | 0x80));
  }
  bytes.push_back(static_cast<char>(number));
}

// Reads what PutNumber wrote; false at the end, or if it is none.
class NumberReader {
 public:
  explicit NumberReader(absl::string_view bytes) : rest_(bytes) {}
  bool AtEnd() const { return rest_.empty(); }
  bool Next(uint32_t& number) {
    number = 0;
    for (int shift = 0; shift < 28 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

 private:
  absl::string_view rest_;
};

constexpr uint32_t ZigZag(int value) {
  return static_cast<uint32_t>(value) << 1 ^ static_cast<uint32_t>(value >> 31);
}
constexpr int UnZigZag(uint32_t number) {
  return static_cast<int>(number >> 1) ^ -static_cast<int>(number & 1);
}

// Calls visit(weight) for the weights that a file has, in its order.
template <typename Weights, typename Visit>
bool ForEachKept(Weights& weights, const Visit& visit) {
  std::vector<std::vector<uint16_t>> same;
  same.reserve(weights.types.size());
  for (const PatternType& type : weights.types) {
    same.push_back(SameNumbers(type, weights.digits()));
  }
  for (auto& stage : weights.by_stage) {
    for (size_t t = 0; t < weights.types.size(); ++t) {
      for (size_t i = 0; i < same[t].size(); ++i) {
        auto& weight = stage.weights[t][i];
        if (same[t][i] != i) {
          if constexpr (!std::is_const_v<Weights>) {
            weight = stage.weights[t][same[t][i]];
          }
        } else if (!visit(weight)) {
          return false;
        }
      }
    }
  }
  return true;
}

std::string Packed(const LearnedWeights& weights) {
  std::string bytes;
  uint32_t zeros = 0;
  const auto flush = [&] {
    if (zeros == 0) return;
    PutNumber(0, bytes);
    PutNumber(zeros - 1, bytes);
    zeros = 0;
  };
  ForEachKept(weights, [&](int16_t weight) {
    const int value = weight / kWeightGrain;
    if (value == 0) {
      ++zeros;
    } else {
      flush();
      PutNumber(ZigZag(value), bytes);
    }
    return true;
  });
  flush();
  return bytes;
}

// False if `bytes` are not as many weights as the types have.
bool Unpack(absl::string_view bytes, LearnedWeights& weights) {
  for (LearnedWeights::Stage& stage : weights.by_stage) {
    for (const PatternType& type : weights.types) {
      stage.weights.emplace_back(
          PatternNumbers(weights.digits(), type.places[0].size()));
    }
  }
  NumberReader reader(bytes);
  uint32_t zeros = 0;
  const bool all = ForEachKept(weights, [&](int16_t& weight) {
    if (zeros > 0) {
      --zeros;
      return true;
    }
    uint32_t number;
    if (!reader.Next(number)) return false;
    if (number == 0) return reader.Next(zeros);
    const int value = UnZigZag(number) * kWeightGrain;
    if (value < INT16_MIN || value > INT16_MAX) return false;
    weight = static_cast<int16_t>(value);
    return true;
  });
  return all && zeros == 0 && reader.AtEnd();
}

// --- Lines -------------------------------------------------------------------

// "1,2,3"
absl::StatusOr<std::vector<int>> ParseNumbers(absl::string_view text, int min,
                                              int max) {
  std::vector<int> numbers;
  for (const absl::string_view piece : absl::StrSplit(text, ',')) {
    int number;
    if (!absl::SimpleAtoi(piece, &number) || number < min || number > max) {
      return InvalidArgument("'", piece, "' is no number from ", min, " to ",
                             max);
    }
    numbers.push_back(number);
  }
  return numbers;
}

absl::StatusOr<PatternType> ParseType(absl::string_view text, int cells) {
  PatternType type;
  bool mirror = false;
  for (const absl::string_view piece : absl::StrSplit(text, ' ')) {
    if (piece == "mirror") {
      mirror = true;
      continue;
    }
    ASSIGN_OR_RETURN(auto numbers, ParseNumbers(piece, 0, cells - 1));
    (mirror ? type.mirrors : type.places).push_back(std::move(numbers));
  }
  return type;
}

// Lines of a file, in their order.
class LineReader {
 public:
  explicit LineReader(absl::string_view text) : rest_(text) {}
  // The rest of the next line, which begins with `word` and a blank.
  absl::StatusOr<absl::string_view> After(absl::string_view word) {
    if (!NextIs(word)) return InvalidArgument("no line '", word, "'");
    return TakeAfter(word);
  }
  bool NextIs(absl::string_view word) const {
    return absl::StartsWith(rest_, absl::StrCat(word, " "));
  }
  absl::string_view TakeAfter(absl::string_view word) {
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    const absl::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line.substr(word.size() + 1);
  }
  absl::string_view rest() const { return rest_; }

 private:
  absl::string_view rest_;
};

absl::Status ReadHead(LineReader& lines, LearnedWeights& weights) {
  ASSIGN_OR_RETURN(const auto game, lines.After("game"));
  weights.game = std::string(game);
  ASSIGN_OR_RETURN(const auto rules, lines.After("rules"));
  const auto [end, error] = std::from_chars(
      rules.data(), rules.data() + rules.size(), weights.rules, 16);
  if (error != std::errc() || end != rules.data() + rules.size()) {
    return InvalidArgument("'", rules, "' is no fingerprint");
  }
  ASSIGN_OR_RETURN(const auto board, lines.After("board"));
  const std::vector<std::string> sizes = absl::StrSplit(board, ' ');
  ASSIGN_OR_RETURN(const auto numbers,
                   ParseNumbers(absl::StrJoin(sizes, ","), 1, kMaxCells));
  if (numbers.size() != 3 || numbers[1] > kMaxPlayers || numbers[2] > 100) {
    return InvalidArgument("'", board, "' is no board");
  }
  weights.cells = numbers[0];
  weights.kinds = numbers[2];
  ASSIGN_OR_RETURN(const auto made_by, lines.After("made by"));
  weights.made_by = std::string(made_by);
  ASSIGN_OR_RETURN(const auto admitted_by, lines.After("admitted by"));
  weights.admitted_by = std::string(admitted_by);
  if (lines.NextIs("logit")) {
    ASSIGN_OR_RETURN(const auto points, ParseNumbers(lines.TakeAfter("logit"),
                                                     1, kMaxPointsPerLogit));
    if (points.size() != 1) return InvalidArgument("several points a logit");
    weights.points_per_logit = points[0];
  }
  CellMap identity;
  for (int cell = 0; cell < weights.cells; ++cell) identity.push_back(cell);
  weights.turned.push_back(std::move(identity));
  for (int seat = 1; seat < numbers[1]; ++seat) {
    ASSIGN_OR_RETURN(const auto map, lines.After("turned"));
    ASSIGN_OR_RETURN(weights.turned.emplace_back(),
                     ParseNumbers(map, 0, weights.cells - 1));
  }
  return absl::OkStatus();
}

absl::Status ReadTypesAndStages(LineReader& lines, LearnedWeights& weights) {
  while (lines.NextIs("type")) {
    ASSIGN_OR_RETURN(weights.types.emplace_back(),
                     ParseType(lines.TakeAfter("type"), weights.cells));
    if (weights.types.size() > kMaxTypes) {
      return InvalidArgument("more than ", kMaxTypes, " types");
    }
  }
  ASSIGN_OR_RETURN(const auto stages, lines.After("stages"));
  if (stages != "-") {
    ASSIGN_OR_RETURN(weights.stages, ParseNumbers(stages, 0, kMaxCells));
  }
  if (weights.stages.size() >= kMaxStages) {
    return InvalidArgument("more than ", kMaxStages, " stages");
  }
  for (size_t i = 0; i <= weights.stages.size(); ++i) {
    ASSIGN_OR_RETURN(const auto line, lines.After("stage"));
    ASSIGN_OR_RETURN(const auto numbers,
                     ParseNumbers(line, -kMaxStageNumber, kMaxStageNumber));
    if (numbers.size() != 2 + weights.num_waits()) {
      return InvalidArgument("'", line, "' is no stage");
    }
    LearnedWeights::Stage& stage = weights.by_stage.emplace_back();
    stage.plain = numbers[0];
    stage.turn = numbers[1];
    stage.waits.assign(numbers.begin() + 2, numbers.end());
  }
  return absl::OkStatus();
}

}  // namespace

LearnedWeights RoundedToGrain(LearnedWeights weights) {
  for (auto& stage : weights.by_stage) {
    for (auto& table : stage.weights) {
      for (int16_t& weight : table) {
        weight = static_cast<int16_t>(
            std::lround(static_cast<double>(weight) / kWeightGrain) *
            kWeightGrain);
      }
    }
  }
  return weights;
}

std::string FormatWeights(const LearnedWeights& weights) {
  std::string text(kFileTitle);
  absl::StrAppend(&text, "game ", weights.game, "\nrules ", Hex(weights.rules),
                  "\nboard ", weights.cells, " ", weights.turned.size(), " ",
                  weights.kinds, "\nmade by ", weights.made_by,
                  "\nadmitted by ", weights.admitted_by, "\n");
  if (weights.points_per_logit != kLearnedPointsPerLogit) {
    absl::StrAppend(&text, "logit ", weights.points_per_logit, "\n");
  }
  for (size_t seat = 1; seat < weights.turned.size(); ++seat) {
    absl::StrAppend(&text, "turned ", absl::StrJoin(weights.turned[seat], ","),
                    "\n");
  }
  for (const PatternType& type : weights.types) {
    absl::StrAppend(&text, "type");
    for (const CellList& place : type.places) {
      absl::StrAppend(&text, " ", absl::StrJoin(place, ","));
    }
    if (!type.mirrors.empty()) absl::StrAppend(&text, " mirror");
    for (const auto& mirror : type.mirrors) {
      absl::StrAppend(&text, " ", absl::StrJoin(mirror, ","));
    }
    absl::StrAppend(&text, "\n");
  }
  absl::StrAppend(
      &text, "stages ",
      weights.stages.empty() ? "-" : absl::StrJoin(weights.stages, ","), "\n");
  for (const auto& stage : weights.by_stage) {
    absl::StrAppend(&text, "stage ", stage.plain, ",", stage.turn);
    for (const int wait : stage.waits) absl::StrAppend(&text, ",", wait);
    absl::StrAppend(&text, "\n");
  }
  absl::StrAppend(&text, "weights\n");
  const std::string data = absl::Base64Escape(Packed(weights));
  for (size_t i = 0; i < data.size(); i += kLineLength) {
    absl::StrAppend(&text, data.substr(i, kLineLength), "\n");
  }
  absl::StrAppend(&text, kChecksum, Hex(Mix64(Fnv1a(text))), "\n");
  return absl::StrCat(kRawStringOpens, text, kRawStringCloses);
}

absl::StatusOr<LearnedWeights> ParseWeights(absl::string_view text) {
  absl::ConsumePrefix(&text, kRawStringOpens);
  if (!absl::ConsumePrefix(&text, kFileTitle)) {
    return InvalidArgument("it does not begin with '",
                           absl::StripSuffix(kFileTitle, "\n"),
                           "'; write one by boardwalk learn");
  }
  const absl::Status damaged =
      InvalidArgument("it is damaged; write it again by boardwalk learn");
  absl::ConsumeSuffix(&text, kRawStringCloses);
  const size_t at = text.rfind(kChecksum);
  if (at == absl::string_view::npos) return damaged;
  const absl::string_view sum =
      absl::StripSuffix(text.substr(at + kChecksum.size()), "\n");
  text = text.substr(0, at);
  if (sum != Hex(Mix64(Fnv1a(absl::StrCat(kFileTitle, text))))) return damaged;
  LearnedWeights weights;
  LineReader lines(text);
  RETURN_IF_ERROR(ReadHead(lines, weights));
  RETURN_IF_ERROR(ReadTypesAndStages(lines, weights));
  RETURN_IF_ERROR(CheckPatterns(weights));
  absl::string_view rest = lines.rest();
  std::string bytes;
  if (!absl::ConsumePrefix(&rest, "weights\n") ||
      !absl::Base64Unescape(rest, &bytes) || !Unpack(bytes, weights)) {
    return damaged;
  }
  return weights;
}

absl::StatusOr<LearnedWeights> ParseWeightsFor(absl::string_view text,
                                               uint64_t rules) {
  ASSIGN_OR_RETURN(LearnedWeights weights, ParseWeights(text));
  if (weights.rules != rules) {
    return InvalidArgument("it was learned for other rules (of ", weights.game,
                           "); learn for this game by boardwalk learn");
  }
  return weights;
}

bool IsLearnedFor(absl::string_view text, uint64_t rules) {
  // Behind the lines of the title and the game.
  constexpr size_t kHead = 300;
  return absl::StrContains(text.substr(0, kHead),
                           absl::StrCat("\nrules ", Hex(rules), "\n"));
}

absl::StatusOr<std::shared_ptr<const LearnedEvaluation>> LoadWeights(
    absl::string_view text, const PlaneShape& shape, uint64_t rules) {
  struct Kept {
    uint64_t text, rules;
    std::shared_ptr<const LearnedEvaluation> evaluation;
  };
  constexpr size_t kMaxKept = 8;
  static Mutex mutex;
  static std::deque<Kept>& kept = *new std::deque<Kept>;
  const uint64_t hash = Mix64(Fnv1a(text));
  {
    const MutexLock lock(&mutex);
    for (const Kept& known : kept) {
      if (known.text == hash && known.rules == rules) return known.evaluation;
    }
  }
  ASSIGN_OR_RETURN(const LearnedWeights weights, ParseWeightsFor(text, rules));
  ASSIGN_OR_RETURN(auto evaluation, LearnedEvaluation::Create(weights, shape));
  const MutexLock lock(&mutex);
  kept.push_front({hash, rules, evaluation});
  if (kept.size() > kMaxKept) kept.pop_back();
  return evaluation;
}

}  // namespace boardwalk::ai
