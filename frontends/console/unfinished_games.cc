#include "frontends/console/unfinished_games.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
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

std::vector<int> UnfinishedGames::OldestFirst() const {
  std::vector<std::pair<fs::file_time_type, int>> files;
  for (int number = 1; number <= kMaxGames; ++number) {
    std::error_code unknown;
    const auto time = fs::last_write_time(File(number), unknown);
    if (!unknown) files.emplace_back(time, number);
  }
  std::sort(files.begin(), files.end());
  std::vector<int> numbers;
  numbers.reserve(files.size());
  for (const auto& [time, number] : files) numbers.push_back(number);
  return numbers;
}

std::optional<GameRecord> UnfinishedGames::Find(
    const std::function<bool(const GameRecord&)>& playable) {
  if (folder_.empty()) return {};
  std::vector<int> numbers = OldestFirst();
  std::reverse(numbers.begin(), numbers.end());
  for (const int number : numbers) {
    if (!Lock(number)) continue;
    auto record = ReadGame(File(number));
    if (record.has_value() && playable(*record)) return record;
  }
  Unlock();
  return {};
}

void UnfinishedGames::LockOldest() {
  for (const int number : OldestFirst()) {
    if (Lock(number)) return;
  }
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
    if (number_ == 0) LockOldest();
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
