#include "ai/learn/learned_evaluation.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "framework/errors.h"
#include "framework/game.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {

int PatternNumbers(int digits, size_t cells) {
  int numbers = 1;
  for (size_t i = 0; i < cells && numbers <= kMaxPatternNumbers; ++i) {
    numbers *= digits;
  }
  return numbers;
}

namespace {

// Whether `order` has each of 0 to size - 1 once.
bool IsOrder(std::vector<int> order, size_t size) {
  std::ranges::sort(order);
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] != static_cast<int>(i)) return false;
  }
  return order.size() == size;
}

absl::Status CheckType(const PatternType& type, int cells, int digits) {
  if (type.places.empty() || type.places[0].empty()) {
    return absl::InvalidArgumentError("a pattern is on no cell");
  }
  const size_t size = type.places[0].size();
  constexpr size_t kMaxSize = 15;
  if (size > kMaxSize || PatternNumbers(digits, size) > kMaxPatternNumbers) {
    return InvalidArgument("a pattern of ", size, " cells is too large");
  }
  for (const CellList& place : type.places) {
    CellList sorted = place;
    std::ranges::sort(sorted);
    const bool repeats = std::ranges::adjacent_find(sorted) != sorted.end();
    if (place.size() != size || repeats || sorted.front() < 0 ||
        sorted.back() >= cells) {
      return absl::InvalidArgumentError(
          "the places of a pattern are not as many different cells each");
    }
  }
  for (const std::vector<int>& mirror : type.mirrors) {
    if (!IsOrder(mirror, size)) {
      return absl::InvalidArgumentError(
          "the mirror of a pattern is no order of its cells");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPatterns(const LearnedWeights& weights) {
  if (weights.turned.empty()) {
    return absl::InvalidArgumentError("no seat sees the board");
  }
  for (const CellMap& map : weights.turned) {
    if (!IsOrder(map, static_cast<size_t>(weights.cells))) {
      return absl::InvalidArgumentError("a seat does not see every cell once");
    }
  }
  constexpr size_t kMaxWeightNumbers = size_t{1} << 22;
  size_t patterns = 0, numbers = 0;
  for (const PatternType& type : weights.types) {
    RETURN_IF_ERROR(CheckType(type, weights.cells, weights.digits()));
    patterns += type.places.size();
    numbers += static_cast<size_t>(
        PatternNumbers(weights.digits(), type.places[0].size()));
  }
  if (numbers * (weights.stages.size() + 1) > kMaxWeightNumbers) {
    return InvalidArgument("there are more than ", kMaxWeightNumbers,
                           " weights");
  }
  if (patterns > LearnedEvaluation::kMaxPatterns) {
    return InvalidArgument("there are ", patterns, " patterns; at most ",
                           LearnedEvaluation::kMaxPatterns, " are possible");
  }
  return absl::OkStatus();
}

absl::Status CheckFits(const LearnedWeights& weights, const PlaneShape& shape) {
  const auto cells = static_cast<int>(shape.bits.size());
  const auto seats = static_cast<int>(weights.turned.size());
  if (weights.cells != cells || weights.kinds < 1 ||
      weights.kinds > shape.kinds || seats > shape.seats) {
    return InvalidArgument("they are for a board of ", weights.cells,
                           " cells, ", seats, " seats and ", weights.kinds,
                           " kinds of pieces; the game has ", cells, ", ",
                           shape.seats, " and ", shape.kinds);
  }
  constexpr auto kMaxWords = static_cast<int>(LearnedEvaluation::kMaxWords);
  if (shape.TotalWords() > kMaxWords) {
    return InvalidArgument("the pieces of the game take ", shape.TotalWords(),
                           " words; at most ", kMaxWords, " are possible");
  }
  bool fits = weights.by_stage.size() == weights.stages.size() + 1;
  for (const LearnedWeights::Stage& stage : weights.by_stage) {
    fits = fits && stage.weights.size() == weights.types.size() &&
           stage.waits.size() == weights.num_waits();
    for (size_t t = 0; fits && t < weights.types.size(); ++t) {
      const size_t size = weights.types[t].places[0].size();
      fits = static_cast<int>(stage.weights[t].size()) ==
             PatternNumbers(weights.digits(), size);
    }
  }
  if (!fits) {
    return absl::InvalidArgumentError(
        "there are not as many weights as their patterns and stages need");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const LearnedEvaluation>>
LearnedEvaluation::Create(const LearnedWeights& weights,
                          const PlaneShape& shape) {
  RETURN_IF_ERROR(CheckPatterns(weights));
  RETURN_IF_ERROR(CheckFits(weights, shape));
  auto evaluation = std::shared_ptr<LearnedEvaluation>(new LearnedEvaluation());
  evaluation->MakeRows(weights, shape);
  evaluation->points_per_logit_ = weights.points_per_logit;
  evaluation->stages_ = weights.stages;
  uint32_t offset = 0;
  for (size_t t = 0; t < weights.types.size(); ++t) {
    const PatternType& type = weights.types[t];
    evaluation->offsets_.insert(evaluation->offsets_.end(), type.places.size(),
                                offset);
    offset += static_cast<uint32_t>(
        PatternNumbers(weights.digits(), type.places[0].size()));
  }
  for (const LearnedWeights::Stage& stage : weights.by_stage) {
    Stage& made = evaluation->by_stage_.emplace_back();
    made.plain = stage.plain;
    made.turns.fill(stage.turn);
    std::ranges::copy(stage.waits, made.turns.begin() + 1);
    for (const auto& table : stage.weights) {
      made.weights.insert(made.weights.end(), table.begin(), table.end());
    }
  }
  return evaluation;
}

void LearnedEvaluation::MakeRows(const LearnedWeights& weights,
                                 const PlaneShape& shape) {
  seats_ = static_cast<size_t>(shape.seats);
  words_ = static_cast<size_t>(shape.kinds) * static_cast<size_t>(shape.words);
  for (const PatternType& type : weights.types) {
    patterns_ += type.places.size();
  }
  lanes_ = (patterns_ + kLane - 1) / kLane;
  // Which slices have a cell at all.
  std::vector<bool> used(static_cast<size_t>(shape.words) * 64 / kSliceBits);
  for (const int bit : shape.bits)
    used[static_cast<size_t>(bit) / kSliceBits] = true;
  const auto planes = 2 * static_cast<size_t>(shape.kinds);
  for (size_t plane = 0; plane < planes; ++plane) {
    for (size_t i = 0; i < used.size(); ++i) {
      const size_t bit = i * kSliceBits;
      if (!used[i]) continue;
      slices_.push_back(
          {static_cast<uint16_t>(plane * static_cast<size_t>(shape.words) +
                                 bit / 64),
           static_cast<uint16_t>(bit % 64)});
    }
  }
  // A file may have fewer seats than the planes, which have those that do not
  // play, too; every seat must find rows.
  for (int seat = 0; seat < shape.seats; ++seat) {
    rows_.push_back(RowsOf(weights, shape, seat));
  }
}

// What a bit of a plane adds to the number of each pattern.
std::vector<uint16_t> LearnedEvaluation::RowsOf(const LearnedWeights& weights,
                                                const PlaneShape& shape,
                                                int seat) const {
  // The cell of the board that the seat sees as this one.
  const CellMap& seen = weights.turned[std::min(static_cast<size_t>(seat),
                                                weights.turned.size() - 1)];
  std::vector<std::vector<std::pair<size_t, uint16_t>>> at(seen.size());
  size_t pattern = 0;
  for (const PatternType& type : weights.types) {
    for (const CellList& place : type.places) {
      int weight = 1;
      for (const int cell : place) {
        at[seen[cell]].emplace_back(pattern, static_cast<uint16_t>(weight));
        weight *= weights.digits();
      }
      ++pattern;
    }
  }
  std::vector<int> cell_of(static_cast<size_t>(shape.words) * 64, -1);
  for (size_t cell = 0; cell < shape.bits.size(); ++cell) {
    cell_of[static_cast<size_t>(shape.bits[cell])] = static_cast<int>(cell);
  }
  const size_t width = lanes_ * kLane;
  std::vector<uint16_t> rows(slices_.size() * kRows * width);
  for (size_t i = 0; i < slices_.size(); ++i) {
    const Slice slice = slices_[i];
    const int plane = slice.word / shape.words;
    const bool own = plane < shape.kinds;
    const int kind = std::min(plane % shape.kinds, weights.kinds - 1);
    const int digit = 1 + kind + (own ? 0 : weights.kinds);
    const int first = slice.word % shape.words * 64 + slice.shift;
    for (size_t value = 0; value < kRows; ++value) {
      uint16_t* const row = &rows[(i * kRows + value) * width];
      for (size_t bit = 0; bit < kSliceBits; ++bit) {
        const int cell = cell_of[static_cast<size_t>(first) + bit];
        if ((value >> bit & 1) == 0 || cell < 0) continue;
        for (const auto& [p, weight] : at[cell]) {
          row[p] = static_cast<uint16_t>(row[p] + digit * weight);
        }
      }
    }
  }
  return rows;
}

int LearnedEvaluation::StageOf(const uint64_t* planes) const {
  if (stages_.empty()) return 0;
  int pieces = 0;
  for (size_t i = 0; i < seats_ * words_; ++i) {
    pieces += std::popcount(planes[i]);
  }
  int stage = 0;
  for (const int last : stages_) stage += pieces > last ? 1 : 0;
  return stage;
}

void LearnedEvaluation::AddRows(const uint64_t* planes, int seat,
                                uint16_t* numbers) const {
  const size_t width = lanes_ * kLane;
  const auto own = static_cast<size_t>(seat);
  const uint16_t* const rows = rows_[own].data();
  uint64_t words[2 * kMaxWords];
  std::copy_n(planes + own * words_, words_, words);
  std::fill_n(words + words_, words_, 0);
  for (size_t other = 0; other < seats_; ++other) {
    if (other == own) continue;
    for (size_t i = 0; i < words_; ++i) {
      words[words_ + i] |= planes[other * words_ + i];
    }
  }
  const uint16_t* row_of[kMaxSlices];
  const size_t count = slices_.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t value =
        words[slices_[i].word] >> slices_[i].shift & (kRows - 1);
    row_of[i] = rows + (i * kRows + value) * width;
  }
  for (size_t lane = 0; lane < lanes_; ++lane) {
    Lane sums = {};
    for (size_t i = 0; i < count; ++i) {
      Lane row;
      std::memcpy(&row, row_of[i] + lane * kLane, sizeof(row));
      sums += row;
    }
    std::memcpy(numbers + lane * kLane, &sums, sizeof(sums));
  }
}

void LearnedEvaluation::Numbers(const uint64_t* planes, int seat,
                                std::vector<uint16_t>& numbers) const {
  numbers.resize(lanes_ * kLane);
  AddRows(planes, seat, numbers.data());
  numbers.resize(patterns_);
}

int LearnedEvaluation::Evaluate(const uint64_t* planes, int seat, int plain,
                                int before) const {
  uint16_t numbers[kMaxPatterns];
  AddRows(planes, seat, numbers);
  const Stage& stage = by_stage_[static_cast<size_t>(StageOf(planes))];
  const int16_t* const weights = stage.weights.data();
  int sum = stage.turns[static_cast<size_t>(before)] +
            plain * stage.plain / kPlainUnit;
  for (size_t p = 0; p < patterns_; ++p) {
    // The lanes have a number for each pattern.
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
    sum += weights[offsets_[p] + numbers[p]];
  }
  return std::clamp(sum, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace boardwalk::ai
