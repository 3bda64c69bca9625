#include "frontends/report/sprt_course.h"

namespace boardwalk::report {

using statistics::SprtVerdict;

SprtCourse::SprtCourse(const tournament::SprtQuestion& question) {
  result_.hypotheses = question.Hypotheses();
  result_.state = statistics::EvaluateSprt(result_.pairs, result_.hypotheses);
  result_.first = 0;
  result_.second = 1;
}

void SprtCourse::Add(const Block& pair) {
  if (result_.state.verdict != SprtVerdict::kContinue) {
    ++result_.later_pairs;
    return;
  }
  int credit = 0;
  std::vector<uint64_t> fingerprints;
  for (const Outcome& game : pair.games) {
    fingerprints.push_back(game.fingerprint);
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (game.players[static_cast<size_t>(seat)] == result_.first) {
        credit += game.Credit(seat);
      }
    }
  }
  if (result_.pairs.Total() == 0) first_ = fingerprints;
  varied_ = varied_ || fingerprints != first_;
  ++result_.pairs.counts[static_cast<size_t>(2 * credit / kPoint)];
  result_.state = statistics::EvaluateSprt(result_.pairs, result_.hypotheses);
}

SprtSummary SprtCourse::Result() const {
  SprtSummary result = result_;
  result.elo = statistics::EstimateElo(result.pairs);
  result.normalized_elo = statistics::EstimateNormalizedElo(result.pairs);
  result.superiority = statistics::LikelihoodOfSuperiority(result.pairs);
  result.repeats = result.pairs.Total() > 1 && !varied_;
  return result;
}

}  // namespace boardwalk::report
