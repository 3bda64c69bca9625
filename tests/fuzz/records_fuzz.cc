// Game records: a damaged one is refused, and one that is read is written and
// read back as the same.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/record.h"
#include "tests/fuzz/games.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using boardwalk::fuzz::Require;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto record = boardwalk::ParseRecord(text);
  if (!record.ok()) {
    Require(record.status().message().substr(0, 5) == "line ",
            "an error names its line: " + record.status().ToString());
    return 0;
  }
  const std::string written = boardwalk::FormatRecord(*record);
  const auto again = boardwalk::ParseRecord(written);
  Require(again.ok(),
          "a record reads back: " + written + again.status().ToString());
  Require(*again == *record, "a record reads back as the same: " + written);
  // Whether it can be played again is for its contents to say; it must not
  // harm.
  (void)boardwalk::ReplayRecord(boardwalk::fuzz::AllGamesOnce(), *record);
  return 0;
}
