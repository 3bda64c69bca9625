// Games of self-play in a file, so that learning goes on where it was stopped,
// by kill -9 too. A line for each game, in any order, with a checksum; a line
// that is damaged counts as a game that has not been played.
//
//   boardwalk learning games 1 HEADING
//   0 0,35,0.4731,10c0008,810000 1,-40,0.5102,... 6b1f...
//
// A position is its mover, the plain evaluation, the target, and the planes in
// hexadecimal.
//
// Example, given `const LearnedGame& played`:
//
//   ASSIGN_OR_RETURN(auto file, GamesFile::Open("games", "othello seed 1"));
//   RETURN_IF_ERROR(file->Add(played));

#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ai/learn/self_play.h"

namespace boardwalk::ai {

// A game in a line, and back; nullopt for a line that is damaged.
std::string FormatGame(const LearnedGame& game);
std::optional<LearnedGame> ParseGame(absl::string_view line);

class GamesFile {
 public:
  // Opens the file or creates it. `heading`, one line, says what the games
  // depend on. Errors: the file has games of another heading, or is none of
  // these files; the system refuses.
  static absl::StatusOr<std::unique_ptr<GamesFile>> Open(
      const std::string& path, absl::string_view heading);
  ~GamesFile();
  GamesFile(const GamesFile&) = delete;
  GamesFile& operator=(const GamesFile&) = delete;

  // The games that were there when it was opened; called once.
  std::vector<LearnedGame> TakeFound() { return std::move(found_); }

  // Appends it at once. Errors: the disk is full, the system refuses.
  absl::Status Add(const LearnedGame& game);

 private:
  GamesFile(std::string path, std::FILE* file)
      : path_(std::move(path)), file_(file) {}

  absl::Status Write(absl::string_view text);

  const std::string path_;
  std::FILE* const file_;
  std::vector<LearnedGame> found_;
};

}  // namespace boardwalk::ai
