// The engine protocol: whatever a program writes is read or refused, and what
// is read is written as it was; whatever `boardwalk ugi` is sent, it goes on.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "frontends/engine/engine_player.h"
#include "frontends/engine/protocol.h"
#include "frontends/engine/ugi_server.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

void TryLine(absl::string_view line, const AnyState& state) {
  const auto option = engine::ParseOption(line);
  if (option.ok()) {
    const std::string written = engine::FormatOption(*option);
    const auto again = engine::ParseOption(written);
    Require(again.ok() && engine::FormatOption(*again) == written,
            "an option reads back: " + written);
  }
  Decision decision;
  engine::ReadInfo(line, decision);
  Require(!decision.value.has_value() ||
              (*decision.value >= -1 && *decision.value <= 1),
          "a value is within [-1, 1]");
  decision.line = engine::ReadPv(line, state);
  Require(engine::ReadPv(engine::FormatInfo(state, decision), state) ==
              decision.line,
          "moves read back");
  (void)engine::AnswerQuery(state, line);
}

// The thinking itself is that of players, and takes long.
bool Thinks(absl::string_view text) {
  return absl::StrContains(text, "go") || absl::StrContains(text, "isready") ||
         absl::StrContains(text, "engine");
}

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace boardwalk;  // NOLINT(google-build-using-namespace)
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto& games = fuzz::Games();
  const auto& game = games[size % games.size()];
  const auto state = game->InitialState();
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    fuzz::TryLine(line, *state);
    const auto words = engine::SplitCommand(line);
    fuzz::Require(!words.ok() || !words->empty(), "a command has words");
  }
  (void)engine::NamedEngine("bot", text, "bot.json");
  if (fuzz::Thinks(text)) return 0;
  std::istringstream in{std::string(text)};
  std::ostringstream out;
  engine::UgiServer server(fuzz::AllGamesOnce(), game, out);
  fuzz::Require(server.Run(in), "it ends");
  return 0;
}
