#include "frontends/session/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/status_macros.h"

namespace boardwalk::session {
namespace {

absl::Status Failed(absl::string_view what, const std::string& path,
                    int error) {
  return Unavailable("cannot ", what, " '", path,
                     "': ", std::generic_category().message(error));
}

bool WriteWhole(int fd, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Opens for adding lines. No other process may have it open so: two would
// write the same game.
absl::StatusOr<int> OpenToAppend(const std::string& path, int more_flags = 0) {
  constexpr mode_t kOwnerOnly = 0600;
  const int fd = open(path.c_str(),
                      O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | more_flags,
                      kOwnerOnly);
  if (fd < 0) return Failed("write", path, errno);
  // Earlier versions let others read it. Where the file system has no such
  // rights, those of the folder are checked.
  (void)fchmod(fd, kOwnerOnly);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    close(fd);
    if (error == EWOULDBLOCK) {
      return Unavailable("another program has '", path, "' open; end it first");
    }
    return Failed("lock", path, error);
  }
  return fd;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Journal>> Journal::Create(
    const std::string& path, absl::string_view lines) {
  RETURN_IF_ERROR(WritePrivateFile(path, lines));
  ASSIGN_OR_RETURN(const int fd, OpenToAppend(path));
  return std::unique_ptr<Journal>(
      new Journal(path, fd, static_cast<int64_t>(lines.size())));
}

absl::StatusOr<std::unique_ptr<Journal>> Journal::Open(const std::string& path,
                                                       std::string* lines) {
  ASSIGN_OR_RETURN(*lines, ReadFile(path, kMaxBytes));
  ASSIGN_OR_RETURN(const int fd, OpenToAppend(path));
  const size_t whole = lines->rfind('\n') + 1;  // 0 where there is none
  std::unique_ptr<Journal> journal(
      new Journal(path, fd, static_cast<int64_t>(whole)));
  journal->has_cut_line_ = whole != lines->size();
  lines->resize(whole);
  return journal;
}

absl::StatusOr<std::unique_ptr<Journal>> Journal::LockFolder(
    const std::string& folder) {
  RETURN_IF_ERROR(MakePrivateFolder(folder));
  const std::string path = folder + "/in-use";
  ASSIGN_OR_RETURN(const int fd, OpenToAppend(path, O_CREAT));
  return std::unique_ptr<Journal>(new Journal(path, fd, 0));
}

std::string Journal::LastLine(const std::string& path) {
  constexpr off_t kTail = 64 << 10;
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return "";
  std::string tail;
  struct stat info {};
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
    const off_t from = std::max<off_t>(info.st_size - kTail, 0);
    tail.resize(static_cast<size_t>(info.st_size - from));
    const ssize_t got = pread(fd, tail.data(), tail.size(), from);
    tail.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  }
  close(fd);
  const size_t end = tail.rfind('\n');
  if (end == std::string::npos || end == 0) return "";
  const size_t before = tail.rfind('\n', end - 1);
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  return tail.substr(begin, end - begin);
}

Journal::~Journal() { close(fd_); }

absl::Status Journal::Append(absl::string_view line) {
  const auto more = static_cast<int64_t>(line.size()) + 1;
  if (size_ + more > kMaxBytes) {
    return absl::ResourceExhaustedError(
        "so much has happened in this game that it cannot be kept any more; "
        "go on with a branch of it");
  }
  RETURN_IF_ERROR(RemoveCutLine());
  if (WriteWhole(fd_, absl::StrCat(line, "\n")) && fdatasync(fd_) == 0) {
    size_ += more;
    return absl::OkStatus();
  }
  const absl::Status failed = Failed("write", path_, errno);
  has_cut_line_ = true;
  (void)RemoveCutLine();  // or the next Append does
  return failed;
}

absl::Status Journal::RemoveCutLine() {
  if (has_cut_line_ && ftruncate(fd_, static_cast<off_t>(size_)) != 0) {
    return Failed("shorten", path_, errno);
  }
  has_cut_line_ = false;
  return absl::OkStatus();
}

}  // namespace boardwalk::session
