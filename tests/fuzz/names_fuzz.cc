// Names, their parameters and durations: any text gives a value or an error,
// and what a value is written as reads back as the same.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

const std::vector<ParameterSpec>& Specs() {
  static const auto* const specs = new std::vector<ParameterSpec>{
      IntParameter("size", 4, {3, 64}, "a whole number"),
      OptionalIntParameter("seed", {0, 1'000'000'000'000}, "may be unset"),
      RealParameter("weight", 0.5, {-10, 10}, "a number"),
      OptionalDurationParameter(
          "time", {std::chrono::microseconds(1), std::chrono::hours(24)},
          "a time span"),
      ChoiceParameter("phase", "full", "full|placement|movement", "a word"),
      OptionalListParameter("seats", {0, 5}, "numbers"),
      OptionalTextParameter("cmd", "any text"),
  };
  return *specs;
}

void TryParameters(absl::string_view text) {
  const auto name = ParseName(text);
  if (!name.ok()) return;
  const auto parameters = Parameters::Parse("fuzz", Specs(), name->given);
  if (!parameters.ok()) return;
  const std::string canonical = parameters->Canonical();
  const auto again = ParseName("fuzz:" + canonical);
  Require(canonical.empty() || again.ok(),
          "a canonical name can be read: " + canonical);
  if (canonical.empty()) return;
  const auto same = Parameters::Parse("fuzz", Specs(), again->given);
  Require(same.ok(), "canonical parameters can be read: " + canonical);
  Require(same->Canonical() == canonical,
          "canonical parameters stay as they are: " + canonical);
}

void TryDuration(absl::string_view text) {
  const auto duration = ParseDuration(text);
  if (!duration.ok()) return;
  const std::string written = FormatDuration(*duration);
  const auto again = ParseDuration(written);
  Require(again.ok() && *again == *duration,
          "a duration reads back as the same: " + written);
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  boardwalk::fuzz::TryParameters(text);
  boardwalk::fuzz::TryDuration(text);
  const auto names = boardwalk::SplitNames(text);
  if (names.ok()) {
    for (const std::string& name : *names) {
      boardwalk::fuzz::TryParameters(name);
    }
  }
  return 0;
}
