#include "ai/learn/games_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/game.h"
#include "framework/hash_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::ai {
namespace {

constexpr absl::string_view kGamesTitle = "boardwalk learning games 1 ";
constexpr size_t kMaxGamesBytes = size_t{4} << 30;

std::string LineChecksum(absl::string_view text) {
  return absl::StrFormat("%016x", Mix64(Fnv1a(text)));
}

std::optional<LearnedPosition> ParsePosition(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ',');
  LearnedPosition position;
  if (parts.size() < 4 || !absl::SimpleAtoi(parts[0], &position.mover) ||
      position.mover < 0 || position.mover >= kMaxPlayers) {
    return std::nullopt;
  }
  // Of one seat or of all.
  const std::vector<absl::string_view> plains = absl::StrSplit(parts[1], ':');
  const std::vector<absl::string_view> targets = absl::StrSplit(parts[2], ':');
  if (targets.size() != plains.size() || plains.size() > kMaxPlayers ||
      (plains.size() > 1 &&
       position.mover >= static_cast<int>(plains.size()))) {
    return std::nullopt;
  }
  for (size_t i = 0; i < plains.size(); ++i) {
    LearnedView& view = position.views.emplace_back();
    if (!absl::SimpleAtoi(plains[i], &view.plain) ||
        !absl::SimpleAtod(targets[i], &view.target) ||
        !(view.target >= 0 && view.target <= 1)) {
      return std::nullopt;
    }
  }
  for (size_t i = 3; i < parts.size(); ++i) {
    if (!absl::SimpleHexAtoi(parts[i], &position.planes.emplace_back())) {
      return std::nullopt;
    }
  }
  return position;
}

}  // namespace

std::string FormatGame(const LearnedGame& game) {
  std::string line = absl::StrCat(game.number);
  for (const LearnedPosition& position : game.positions) {
    absl::StrAppend(&line, " ", position.mover);
    char separator = ',';
    for (const LearnedView& view : position.views) {
      absl::StrAppendFormat(&line, "%c%d", separator, view.plain);
      separator = ':';
    }
    separator = ',';
    for (const LearnedView& view : position.views) {
      absl::StrAppendFormat(&line, "%c%.*f", separator, kTargetDigits,
                            view.target);
      separator = ':';
    }
    for (const uint64_t word : position.planes) {
      absl::StrAppendFormat(&line, ",%x", word);
    }
  }
  return absl::StrCat(line, " ", LineChecksum(line));
}

std::optional<LearnedGame> ParseGame(absl::string_view line) {
  const size_t end = line.rfind(' ');
  if (end == absl::string_view::npos) return std::nullopt;
  const absl::string_view text = line.substr(0, end);
  if (line.substr(end + 1) != LineChecksum(text)) return std::nullopt;
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ' ');
  LearnedGame game;
  if (!absl::SimpleAtoi(parts[0], &game.number)) return std::nullopt;
  for (size_t i = 1; i < parts.size(); ++i) {
    auto position = ParsePosition(parts[i]);
    if (!position) return std::nullopt;
    game.positions.push_back(*std::move(position));
  }
  return game;
}

absl::StatusOr<std::unique_ptr<GamesFile>> GamesFile::Open(
    const std::string& path, absl::string_view heading) {
  std::string text;
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    ASSIGN_OR_RETURN(text, ReadFile(path, kMaxGamesBytes));
  }
  absl::string_view rest = text;
  const std::string first = absl::StrCat(kGamesTitle, heading, "\n");
  if (!text.empty() && !absl::ConsumePrefix(&rest, first)) {
    return FailedPrecondition(Quoted(path),
                              absl::StartsWith(text, kGamesTitle)
                                  ? " has games of other settings"
                                  : " is no file of games to learn from",
                              "; name another or remove it");
  }
  std::vector<LearnedGame> found;
  std::set<uint64_t> numbers;
  for (const absl::string_view line :
       absl::StrSplit(rest, '\n', absl::SkipEmpty())) {
    auto game = ParseGame(line);
    if (game && numbers.insert(game->number).second) {
      found.push_back(*std::move(game));
    }
  }
  std::FILE* const file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) {
    return FailedPrecondition("cannot write ", Quoted(path), ": ",
                              std::strerror(errno));
  }
  auto opened = std::unique_ptr<GamesFile>(new GamesFile(path, file));
  opened->found_ = std::move(found);
  // A line that was cut off ends here.
  const std::string start = text.empty()                  ? first
                            : !absl::EndsWith(text, "\n") ? "\n"
                                                          : "";
  RETURN_IF_ERROR(opened->Write(start));
  return opened;
}

GamesFile::~GamesFile() { std::fclose(file_); }

absl::Status GamesFile::Write(absl::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() ||
      std::fflush(file_) != 0) {
    return FailedPrecondition("cannot write ", Quoted(path_), ": ",
                              std::strerror(errno));
  }
  return absl::OkStatus();
}

absl::Status GamesFile::Add(const LearnedGame& game) {
  return Write(absl::StrCat(FormatGame(game), "\n"));
}

}  // namespace boardwalk::ai
