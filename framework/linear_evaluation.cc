#include "framework/linear_evaluation.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/text.h"

namespace boardwalk {

std::vector<int> DeclaredWeights(absl::Span<const Feature> features) {
  std::vector<int> weights;
  for (const Feature& feature : features) weights.push_back(feature.weight);
  return weights;
}

std::string WeightsText(absl::Span<const int> weights) {
  return absl::StrJoin(weights, "+");
}

absl::Status CheckWeights(absl::Span<const Feature> features,
                          absl::Span<const int> weights) {
  const auto name = [](std::string* out, const Feature& feature) {
    absl::StrAppend(out, feature.name);
  };
  if (weights.size() != features.size()) {
    return InvalidArgument(
        "there are ", Counted(static_cast<int64_t>(weights.size()), "weight"),
        " and ", Counted(static_cast<int64_t>(features.size()), "feature"),
        "; write one for each of ", absl::StrJoin(features, ", ", name),
        ", such as ", WeightsText(DeclaredWeights(features)));
  }
  for (size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= -kMaxWeight && weights[i] <= kMaxWeight) continue;
    return InvalidArgument("the weight ", weights[i], " of ", features[i].name,
                           " is not from ", -kMaxWeight, " to ", kMaxWeight);
  }
  return absl::OkStatus();
}

}  // namespace boardwalk
