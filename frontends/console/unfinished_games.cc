#include "frontends/console/unfinished_games.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/file.h"

namespace boardwalk::console {
namespace {

namespace fs = std::filesystem;

std::optional<GameRecord> ReadGame(const std::string& path) {
  const auto text = ReadFile(path);
  if (!text.ok()) return std::nullopt;
  auto record = ParseRecord(*text);
  if (!record.ok()) return std::nullopt;
  return *std::move(record);
}

}  // namespace

UnfinishedGames::UnfinishedGames(std::string folder)
    : folder_(std::move(folder)) {}

UnfinishedGames::~UnfinishedGames() { Unlock(); }

std::string UnfinishedGames::File(int number) const {
  return absl::StrCat(folder_, "/unfinished-", number, ".txt");
}

bool UnfinishedGames::Lock(int number) {
  Unlock();
  const std::string path = absl::StrCat(File(number), ".lock");
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    number_ = number;
    return true;
  }
  Unlock();
  return false;
}

void UnfinishedGames::Unlock() {
  if (lock_ >= 0) close(lock_);
  lock_ = -1;
  number_ = 0;
}

std::optional<GameRecord> UnfinishedGames::Find() {
  std::error_code unknown;
  if (folder_.empty() || !fs::is_directory(folder_, unknown)) return {};
  int newest = 0;
  fs::file_time_type written;
  for (int number = 1; number <= kMaxGames; ++number) {
    const auto time = fs::last_write_time(File(number), unknown);
    if (unknown || (newest > 0 && time <= written)) continue;
    if (!Lock(number) || !ReadGame(File(number)).has_value()) continue;
    newest = number;
    written = time;
  }
  Unlock();
  if (newest == 0 || !Lock(newest)) return {};
  return ReadGame(File(newest));
}

void UnfinishedGames::Leave() { Unlock(); }

void UnfinishedGames::Keep(const GameRecord& record) {
  if (folder_.empty()) return;
  std::error_code unknown;
  if (number_ == 0) {
    fs::create_directories(folder_, unknown);
    for (int number = 1; number <= kMaxGames && number_ == 0; ++number) {
      if (!fs::exists(File(number), unknown)) Lock(number);
    }
    if (number_ == 0) return;
  }
  WriteFileAtomically(File(number_), FormatRecord(record), kRecordSignature)
      .IgnoreError();
}

void UnfinishedGames::Discard() {
  if (number_ == 0) return;
  std::error_code unknown;
  fs::remove(File(number_), unknown);
}

}  // namespace boardwalk::console
