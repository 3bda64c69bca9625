// Files of learned evaluations, with the right checksum: a forged one is
// refused or evaluates, and one that is read is written and read back as the
// same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "ai/learn/weights_file.h"
#include "framework/hash_text.h"
#include "tests/fuzz/games.h"

// `data` is what stands between the title and the checksum.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using boardwalk::fuzz::Require;
  namespace ai = boardwalk::ai;
  static const auto game =
      boardwalk::fuzz::AllGamesOnce().MakeGame("teeko").value();
  const std::string text =
      absl::StrCat("boardwalk learned evaluation 1\n",
                   std::string(reinterpret_cast<const char*>(data), size));
  const auto weights = ai::ParseWeights(absl::StrCat(
      text, "checksum ",
      absl::StrFormat("%016x", boardwalk::Mix64(boardwalk::Fnv1a(text))),
      "\n"));
  if (!weights.ok()) return 0;
  const auto again = ai::ParseWeights(ai::FormatWeights(*weights));
  Require(again.ok(), "it reads back: " + again.status().ToString());
  Require(*again == *weights, "it reads back as the same");
  const auto evaluation =
      ai::LearnedEvaluation::Create(*weights, game->Planes());
  if (!evaluation.ok()) return 0;
  const auto state = game->InitialState();
  const int value =
      (*evaluation)->Evaluate(state->PlaneWords().data(), state->ToMove(), 5);
  Require(std::abs(value) <= boardwalk::kMaxEvaluation, "it is bounded");
  return 0;
}
