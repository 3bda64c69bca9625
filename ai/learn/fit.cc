#include "ai/learn/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "ai/common/chances.h"
#include "ai/learn/patterns.h"
#include "framework/game.h"
#include "framework/random.h"

namespace boardwalk::ai {

void TrainingPositions::Add(const uint64_t* planes, int seat, int plain,
                            double target, uint64_t group, int before) {
  shape_.Numbers(planes, seat, row_);
  numbers_.insert(numbers_.end(), row_.begin(), row_.end());
  stages_.push_back(static_cast<uint8_t>(shape_.StageOf(planes)));
  befores_.push_back(static_cast<uint8_t>(before));
  plains_.push_back(
      static_cast<int16_t>(std::clamp(plain, -kMaxEvaluation, kMaxEvaluation)));
  targets_.push_back(static_cast<float>(target));
  constexpr uint64_t kHoldOutEvery = 10;
  const bool held_out = Mix64(group) % kHoldOutEvery == 0;
  is_held_out_.push_back(held_out);
  held_out_ += held_out ? 1 : 0;
}

// One fit.
class WeightFitter {
 public:
  WeightFitter(const LearnedWeights& shape, const TrainingPositions& positions,
               const FitOptions& options)
      : shape_(shape), positions_(positions), options_(options) {
    stages_ = shape.stages.size() + 1;
    for (size_t t = 0; t < shape.types.size(); ++t) {
      type_begin_.push_back(same_.size());
      for (const uint16_t number :
           SameNumbers(shape.types[t], shape.digits())) {
        same_.push_back(static_cast<uint32_t>(type_begin_.back() + number));
      }
      for (size_t i = 0; i < shape.types[t].places.size(); ++i) {
        pattern_begin_.push_back(type_begin_.back());
      }
    }
    shared_.resize(same_.size());
    own_.resize(same_.size() * stages_);
    players_ = std::max(2, static_cast<int>(shape.turned.size()));
    turns_ = 1 + shape.num_waits();
    plain_.resize(stages_);
    turn_.resize(stages_ * turns_);
  }

  PatternFit Run(const std::function<void(int, double)>& progress) {
    PatternFit fit;
    std::vector<size_t> order;
    for (size_t i = 0; i < positions_.size(); ++i) {
      if (!positions_.is_held_out_[i]) order.push_back(i);
    }
    FitPlain(order);
    fit.loss_plain = HeldOutLoss();
    for (const Weight& weight : plain_) {
      fit.plain_points_per_logit.push_back(
          weight.value <= 0
              ? 0
              : static_cast<int>(std::lround(kPlainScale / weight.value)));
    }
    Random random(options_.seed);
    for (int epoch = 1; epoch <= options_.epochs; ++epoch) {
      for (size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random.Below(static_cast<uint32_t>(i))]);
      }
      for (const size_t i : order) Learn(i);
      fit.loss = HeldOutLoss();
      if (progress) progress(epoch, fit.loss);
    }
    fit.weights = Rounded();
    return fit;
  }

 private:
  struct Weight {
    float value = 0;
    float squares = 0;  // of its gradients
  };

  // Plain evaluations are of this size in the fit.
  static constexpr float kPlainScale = 1000;

  size_t patterns() const { return pattern_begin_.size(); }
  const uint16_t* Numbers(size_t i) const {
    return positions_.numbers_.data() + i * patterns();
  }

  // The logarithm of the odds.
  float Logits(size_t i) const {
    const size_t stage = positions_.stages_[i];
    const Weight* const own = own_.data() + stage * same_.size();
    const uint16_t* const numbers = Numbers(i);
    float sum = turn_[Turn(i)].value + plain_[stage].value * Plain(i);
    for (size_t p = 0; p < patterns(); ++p) {
      const size_t at = same_[pattern_begin_[p] + numbers[p]];
      sum += shared_[at].value + own[at].value;
    }
    return sum;
  }
  float Plain(size_t i) const {
    return static_cast<float>(positions_.plains_[i]) / kPlainScale;
  }
  // The number of the weight of its turn.
  size_t Turn(size_t i) const {
    return positions_.stages_[i] * turns_ + positions_.befores_[i];
  }
  double Win(size_t i) const { return WinProbability(Logits(i), players_); }
  float Error(size_t i) const {
    return positions_.targets_[i] - static_cast<float>(Win(i));
  }

  static void Move(Weight& weight, float gradient, float rate) {
    weight.squares += gradient * gradient;
    weight.value += rate * gradient / std::sqrt(weight.squares + 1.0f);
  }

  void Learn(size_t i) {
    const size_t stage = positions_.stages_[i];
    Weight* const own = own_.data() + stage * same_.size();
    const uint16_t* const numbers = Numbers(i);
    const float error = Error(i);
    // Patterns pull together: each takes its part.
    const auto rate =
        static_cast<float>(options_.rate) / static_cast<float>(patterns());
    Move(turn_[Turn(i)], error, rate);
    Move(plain_[stage], error * Plain(i), 10 * rate);
    for (size_t p = 0; p < patterns(); ++p) {
      const size_t at = same_[pattern_begin_[p] + numbers[p]];
      Move(shared_[at], error, rate);
      Move(own[at], error, rate);
    }
  }

  // The share of the plain evaluation and the turn alone, by stage: Newton's
  // method, which is exact for two weights. Here all seats have one turn.
  void FitPlain(const std::vector<size_t>& order) {
    constexpr int kSteps = 8;
    constexpr double kRidge = 1;
    for (int step = 0; step < kSteps; ++step) {
      struct Sums {
        double gp = 0, gt = 0, pp = kRidge, pt = 0, tt = kRidge;
      };
      std::vector<Sums> sums(stages_);
      for (const size_t i : order) {
        Sums& at = sums[positions_.stages_[i]];
        const double plain = Plain(i), p = Win(i);
        const double error = positions_.targets_[i] - p, slope = p * (1 - p);
        at.gp += error * plain;
        at.gt += error;
        at.pp += slope * plain * plain;
        at.pt += slope * plain;
        at.tt += slope;
      }
      for (size_t stage = 0; stage < stages_; ++stage) {
        const Sums& at = sums[stage];
        const double determinant = at.pp * at.tt - at.pt * at.pt;
        plain_[stage].value +=
            static_cast<float>((at.gp * at.tt - at.gt * at.pt) / determinant);
        for (size_t turn = stage * turns_; turn < (stage + 1) * turns_;
             ++turn) {
          turn_[turn].value +=
              static_cast<float>((at.gt * at.pp - at.gp * at.pt) / determinant);
        }
      }
    }
  }

  double HeldOutLoss() const {
    double loss = 0;
    size_t count = 0;
    for (size_t i = 0; i < positions_.size(); ++i) {
      if (!positions_.is_held_out_[i]) continue;
      const double p = std::clamp(Win(i), 1e-6, 1 - 1e-6);
      const double target = positions_.targets_[i];
      loss -= target * std::log(p) + (1 - target) * std::log(1 - p);
      ++count;
    }
    return count == 0 ? 0 : loss / static_cast<double>(count);
  }

  LearnedWeights Rounded() const {
    LearnedWeights weights = shape_;
    weights.by_stage.clear();
    for (size_t stage = 0; stage < stages_; ++stage) {
      LearnedWeights::Stage& made = weights.by_stage.emplace_back();
      made.plain = static_cast<int>(
          std::lround(plain_[stage].value * kLearnedPointsPerLogit *
                      kPlainUnit / kPlainScale));
      const auto points = [&](size_t before) {
        const float logits = turn_[stage * turns_ + before].value;
        return static_cast<int>(std::lround(logits * kLearnedPointsPerLogit));
      };
      made.turn = points(0);
      for (size_t i = 1; i < turns_; ++i) made.waits.push_back(points(i));
      for (size_t t = 0; t < type_begin_.size(); ++t) {
        const size_t end =
            t + 1 < type_begin_.size() ? type_begin_[t + 1] : same_.size();
        std::vector<int16_t>& table = made.weights.emplace_back();
        for (size_t i = type_begin_[t]; i < end; ++i) {
          const size_t at = same_[i];
          const float logits =
              shared_[at].value + own_[stage * same_.size() + at].value;
          table.push_back(static_cast<int16_t>(std::clamp<int64_t>(
              std::lround(logits * kLearnedPointsPerLogit), -8000, 8000)));
        }
      }
    }
    return weights;
  }

  const LearnedWeights& shape_;
  const TrainingPositions& positions_;
  const FitOptions options_;
  size_t stages_ = 0;
  std::vector<uint32_t> same_;         // of all types
  std::vector<size_t> type_begin_;     // in it, by type
  std::vector<size_t> pattern_begin_;  // in it, by pattern
  std::vector<Weight> shared_;         // by all stages
  std::vector<Weight> own_;            // by stage
  std::vector<Weight> plain_;          // by stage
  int players_ = 2;
  size_t turns_ = 1;          // numbers of others that may move before a seat
  std::vector<Weight> turn_;  // by stage and that number
};

PatternFit FitPatterns(const LearnedWeights& shape,
                       const TrainingPositions& positions,
                       const FitOptions& options,
                       const std::function<void(int, double)>& progress) {
  return WeightFitter(shape, positions, options).Run(progress);
}

}  // namespace boardwalk::ai
