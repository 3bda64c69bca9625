// The texts in a file of results that programs read: the configuration, and
// what is said of the moves. Damaged ones are errors, and what can be read is
// written and read back as the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/result.h"
#include "tests/fuzz/games.h"

namespace boardwalk::comparison {
namespace {

using fuzz::Require;

void TryConfiguration(absl::string_view text) {
  const auto configuration = ParseConfiguration(text);
  if (!configuration.ok()) {
    Require(!configuration.status().message().empty(),
            "an error says what is wrong");
    return;
  }
  const std::string written = FormatConfiguration(*configuration);
  const auto again = ParseConfiguration(written);
  Require(again.ok(), "a configuration reads back: " + written);
  Require(CheckSame(*again, *configuration).ok() &&
              again->rounds == configuration->rounds,
          "a configuration reads back as the same: " + written);
}

void TryMoveDetails(absl::string_view text) {
  // As many moves as items make it most likely that there is no error.
  const size_t items =
      static_cast<size_t>(1 + std::count(text.begin(), text.end(), ' '));
  std::vector<RecordedMove> moves(items);
  const absl::Status status = ParseMoveDetails(text, moves);
  if (!status.ok()) {
    Require(!status.message().empty(), "an error says what is wrong");
    return;
  }
  const std::string written = FormatMoveDetails(moves);
  std::vector<RecordedMove> again(items);
  Require(ParseMoveDetails(written, again).ok(),
          "the details of moves read back: " + written);
  Require(again == moves,
          "the details of moves read back as the same: " + written);
}

}  // namespace
}  // namespace boardwalk::comparison

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  boardwalk::comparison::TryConfiguration(text);
  boardwalk::comparison::TryMoveDetails(text);
  return 0;
}
