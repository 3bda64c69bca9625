#include "frontends/console/unfinished_games.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/json.h"
#include "framework/record.h"

namespace boardwalk::console {
namespace {

namespace fs = std::filesystem;

constexpr char kVersion[] = "boardwalk-unfinished";

}  // namespace

UnfinishedGames::UnfinishedGames(const Catalog& catalog, std::string folder)
    : catalog_(catalog), folder_(std::move(folder)) {}

UnfinishedGames::~UnfinishedGames() { Leave(); }

std::string UnfinishedGames::File(int number) const {
  return absl::StrCat(folder_, "/unfinished-", number, ".txt");
}

bool UnfinishedGames::Lock(int number) {
  Leave();
  const std::string path = absl::StrCat(File(number), ".lock");
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    number_ = number;
    return true;
  }
  Leave();
  return false;
}

void UnfinishedGames::Leave() {
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
  std::ranges::sort(files);
  std::vector<int> numbers;
  numbers.reserve(files.size());
  for (const auto& [time, number] : files) numbers.push_back(number);
  return numbers;
}

void UnfinishedGames::ForEachWaiting(
    absl::FunctionRef<void(int number, const session::Session& session)>
        function) {
  if (folder_.empty()) return;
  std::vector<int> numbers = OldestFirst();
  std::ranges::reverse(numbers);
  for (const int number : numbers) {
    const auto game = Take(number);
    if (game.has_value()) function(number, game->session());
  }
  Leave();
}

std::optional<session::KeptGame> UnfinishedGames::Take(int number) {
  if (!Lock(number)) return std::nullopt;
  auto game = ReadGame();
  if (game.has_value() && game->session().Over()) {
    Discard(*game);
    game.reset();
  }
  if (!game.has_value()) Leave();
  return game;
}

std::optional<session::KeptGame> UnfinishedGames::ReadGame() const {
  const auto text = ReadFile(File(number_));
  if (!text.ok()) return std::nullopt;
  // As earlier versions kept it.
  if (const auto record = ParseRecord(*text); record.ok()) {
    auto session = session::Session::FromRecord(catalog_, *record);
    if (!session.ok()) return std::nullopt;
    return session::KeptGame(*std::move(session));
  }
  const auto reader = session::GameReader::Open(
      catalog_, File(number_),
      [](JsonFields& head) {
        if (head.Int(kVersion, {1, 1}, 0) == 1) return absl::OkStatus();
        return absl::InvalidArgumentError("this is no game of version 1");
      },
      [](const AnyGame&, const std::string&) { return absl::OkStatus(); });
  if (!reader.ok()) return std::nullopt;
  const auto whole =
      (*reader)->ReadUntil(std::chrono::steady_clock::time_point::max());
  if (!whole.ok()) return std::nullopt;
  return (*reader)->Take();
}

bool UnfinishedGames::LockNew() {
  std::error_code unknown;
  fs::create_directories(folder_, unknown);
  for (int number = 1; number <= kMaxGames; ++number) {
    if (!fs::exists(File(number), unknown) && Lock(number)) return true;
  }
  for (const int number : OldestFirst()) {
    if (Lock(number)) return true;
  }
  return false;
}

void UnfinishedGames::Keep(session::KeptGame& game) {
  if (game.kept() || folder_.empty() || (number_ == 0 && !LockNew())) return;
  game.Keep(File(number_), {{kVersion, 1}}).IgnoreError();
}

void UnfinishedGames::Discard(session::KeptGame& game) {
  game.Close();
  if (number_ == 0) return;
  std::error_code unknown;
  fs::remove(File(number_), unknown);
}

}  // namespace boardwalk::console
