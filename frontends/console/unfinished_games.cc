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
#include "framework/status_macros.h"

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
  kept_.reset();
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

std::optional<GameRecord> UnfinishedGames::Find(
    const std::function<bool(const GameRecord&)>& playable) {
  if (folder_.empty()) return {};
  std::vector<int> numbers = OldestFirst();
  std::ranges::reverse(numbers);
  for (const int number : numbers) {
    if (!Lock(number)) continue;
    auto record = ReadGame();
    if (record.has_value() && playable(*record)) return record;
  }
  Leave();
  return {};
}

std::optional<GameRecord> UnfinishedGames::ReadGame() {
  // As earlier versions kept it.
  const auto text = ReadFile(File(number_));
  if (!text.ok()) return std::nullopt;
  if (auto record = ParseRecord(*text); record.ok()) return *std::move(record);
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
  kept_ = (*reader)->Take();
  return kept_->session().Record();
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

bool UnfinishedGames::IsKept(const session::Session& session) const {
  if (!kept_.has_value()) return false;
  const GameRecord ours = kept_->session().Record(), theirs = session.Record();
  return ours.game == theirs.game && ours.start == theirs.start &&
         ours.seed == theirs.seed && ours.players == theirs.players &&
         ours.detail == theirs.detail;
}

absl::Status UnfinishedGames::Follow(const session::Session& session) {
  const session::Session& ours = kept_->session();
  int same = 0;
  while (same < std::min(ours.plies(), session.plies()) &&
         ours.RecordedAt(same) == session.RecordedAt(same)) {
    ++same;
  }
  if (same < ours.plies()) RETURN_IF_ERROR(kept_->GoTo(same));
  for (int ply = same; ply < session.plies(); ++ply) {
    RETURN_IF_ERROR(kept_->PlayRecorded(session.RecordedAt(ply)));
  }
  return absl::OkStatus();
}

absl::Status UnfinishedGames::KeepAnew(const session::Session& session) {
  ASSIGN_OR_RETURN(auto copy, session::Session::Create(
                                  session.history().StateAt(0), session.seats(),
                                  session.Record().seed));
  if (session.clock().has_value()) copy.SetClock(*session.clock());
  kept_.emplace(std::move(copy));
  RETURN_IF_ERROR(Follow(session));
  return kept_->Keep(File(number_), {{kVersion, 1}});
}

void UnfinishedGames::Keep(const session::Session& session) {
  if (folder_.empty() || (number_ == 0 && !LockNew())) return;
  if (IsKept(session) && Follow(session).ok()) return;
  kept_.reset();
  if (!KeepAnew(session).ok()) kept_.reset();
}

void UnfinishedGames::Discard() {
  if (number_ == 0) return;
  kept_.reset();
  std::error_code unknown;
  fs::remove(File(number_), unknown);
}

}  // namespace boardwalk::console
