#include "framework/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk {
namespace {

// The variable's value where it is an absolute path, else "".
std::string PathIn(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

// The program's folder in that of `variable`, else in `usual` of the home.
absl::StatusOr<std::string> ProgramFolder(const char* what,
                                          const char* variable,
                                          const char* usual) {
  std::string parent = PathIn(variable);
  if (parent.empty()) {
    parent = PathIn("HOME");
    if (parent.empty()) {
      return FailedPrecondition("there is no ", what, " folder: neither ",
                                variable, " nor HOME is an absolute path");
    }
    parent += usual;
  }
  return parent + "/boardwalk";
}

// An open file, closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }

  bool ok() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  const int fd_;
};

// strerror is not thread-safe.
std::string Reason(int error) { return std::generic_category().message(error); }

absl::Status Failed(absl::string_view what, const std::string& path,
                    absl::string_view why) {
  return FailedPrecondition("cannot ", what, " '", path, "': ", why);
}

// After a system call that failed.
absl::Status FailedCall(absl::string_view what, const std::string& path) {
  const int error = errno;
  const absl::Status status = Failed(what, path, Reason(error));
  return error == ENOENT ? absl::NotFoundError(status.message()) : status;
}

int OpenAgain(const char* path, int flags, mode_t mode = 0) {
  int fd = -1;
  do {
    fd = open(path, flags | O_CLOEXEC, mode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Whether the file is empty or begins with `signature`.
bool HasSignature(const std::string& path, absl::string_view signature) {
  const Descriptor file(OpenAgain(path.c_str(), O_RDONLY | O_NONBLOCK));
  std::string start(signature.size(), '\0');
  const ssize_t got =
      file.ok() ? read(file.get(), start.data(), start.size()) : ssize_t{-1};
  return got == 0 ||
         (got == static_cast<ssize_t>(start.size()) && start == signature);
}

// The permissions of the file to replace, unset if there is none; an error if
// it must not be replaced.
absl::StatusOr<std::optional<mode_t>> CheckTarget(const std::string& path,
                                                  absl::string_view signature) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT && !path.empty()) return std::nullopt;
    return FailedCall("write", path);
  }
  if (S_ISLNK(info.st_mode)) {
    return Failed("write", path,
                  "it is a symbolic link; name the file that it points to");
  }
  if (S_ISDIR(info.st_mode)) {
    return Failed("write", path, "it is a folder; name a file in it");
  }
  if (!S_ISREG(info.st_mode)) {
    return Failed("write", path, "it is no regular file");
  }
  // The superuser always passes the second test, so there is the first.
  if ((info.st_mode & 0222) == 0 || access(path.c_str(), W_OK) != 0) {
    return Failed("write", path,
                  "it is read-only; choose another name or make it writable");
  }
  if (!signature.empty() && !HasSignature(path, signature)) {
    return Failed("write", path,
                  "it is a file of another kind; choose another name or remove "
                  "it first");
  }
  return info.st_mode & 07777;
}

// Creates a new file beside `path`, whose name it leaves in `name`. Who opens
// it before it is filled reads what comes, so it never allows more than `mode`.
int CreateBeside(const std::string& path, mode_t mode, std::string& name) {
  static std::atomic<uint32_t> counter{0};
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = absl::StrCat(path, ".", getpid(), "-", counter++, ".tmp");
    const int fd = OpenAgain(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, mode);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

// Flushes the renaming itself. Some file systems cannot do that for folders,
// which is no failure of the write.
void FlushFolder(const std::string& path) {
  const Descriptor folder(
      OpenAgain(FolderOf(path).c_str(), O_RDONLY | O_DIRECTORY));
  if (folder.ok()) (void)fsync(folder.get());
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     size_t max_bytes) {
  // Non-blocking: opening a pipe without a writer would block.
  const Descriptor file(OpenAgain(path.c_str(), O_RDONLY | O_NONBLOCK));
  struct stat info {};
  if (!file.ok() || fstat(file.get(), &info) != 0) {
    return FailedCall("read", path);
  }
  if (S_ISDIR(info.st_mode)) return Failed("read", path, "it is a folder");
  if (!S_ISREG(info.st_mode)) {
    return Failed("read", path, "it is no regular file");
  }
  try {
    std::string contents;
    contents.reserve(std::min(static_cast<size_t>(info.st_size), max_bytes));
    std::array<char, 1 << 16> buffer;
    for (;;) {
      const ssize_t got = read(file.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return FailedCall("read", path);
      if (got == 0) return contents;
      if (contents.size() + static_cast<size_t>(got) > max_bytes) {
        return Failed("read", path,
                      absl::StrCat("it is longer than ", max_bytes, " bytes"));
      }
      contents.append(buffer.data(), static_cast<size_t>(got));
    }
  } catch (const std::bad_alloc&) {
    return ResourceExhausted("cannot read '", path,
                             "': there is not enough memory");
  }
}

absl::StatusOr<std::unique_ptr<AtomicFile>> AtomicFile::Create(
    const std::string& path, absl::string_view signature, Access access) {
  ASSIGN_OR_RETURN(std::optional<mode_t> mode, CheckTarget(path, signature));
  if (access == Access::kUserAlone) mode = 0600;
  std::unique_ptr<AtomicFile> file(new AtomicFile(path, signature));
  file->fd_ = CreateBeside(path, mode.value_or(0666), file->name_);
  if (file->fd_ < 0) {
    file->name_.clear();
    return FailedCall("write", path);
  }
  if (mode.has_value() && fchmod(file->fd_, *mode) != 0) {
    return FailedCall("write", path);
  }
  return file;
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) close(fd_);
  if (!name_.empty()) unlink(name_.c_str());
}

absl::Status AtomicFile::WriteAt(int64_t offset, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(fd_, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FailedCall("write", path_);
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += written;
  }
  return absl::OkStatus();
}

absl::Status AtomicFile::Commit() {
  // What stands there may have changed since.
  RETURN_IF_ERROR(CheckTarget(path_, signature_).status());
  if (fsync(fd_) != 0 || close(std::exchange(fd_, -1)) != 0 ||
      rename(name_.c_str(), path_.c_str()) != 0) {
    return FailedCall("write", path_);
  }
  name_.clear();
  FlushFolder(path_);
  return absl::OkStatus();
}

absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view contents,
                                 absl::string_view signature) {
  ASSIGN_OR_RETURN(const auto file, AtomicFile::Create(path, signature));
  RETURN_IF_ERROR(file->WriteAt(0, contents));
  return file->Commit();
}

absl::Status WritePrivateFile(const std::string& path,
                              absl::string_view contents) {
  ASSIGN_OR_RETURN(const auto file,
                   AtomicFile::Create(path, /*signature=*/"",
                                      AtomicFile::Access::kUserAlone));
  RETURN_IF_ERROR(file->WriteAt(0, contents));
  return file->Commit();
}

absl::StatusOr<std::string> CacheFolder() {
  return ProgramFolder("cache", "XDG_CACHE_HOME", "/.cache");
}

absl::StatusOr<std::string> StateFolder() {
  return ProgramFolder("state", "XDG_STATE_HOME", "/.local/state");
}

absl::Status MakeFolders(const std::string& path) {
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    if (mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) continue;
    // For a folder that exists in one that is read-only, some systems do not
    // report EEXIST.
    const int error = errno;
    struct stat info {};
    if (stat(folder.c_str(), &info) == 0) continue;
    return FailedPrecondition("cannot make the folder '", folder,
                              "': ", std::generic_category().message(error));
  }
  return absl::OkStatus();
}

absl::Status MakePrivateFolder(const std::string& path) {
  RETURN_IF_ERROR(MakeFolders(path));
  const Descriptor folder(OpenAgain(path.c_str(), O_RDONLY | O_DIRECTORY));
  struct stat info {};
  if (!folder.ok() || fstat(folder.get(), &info) != 0) {
    return FailedCall("use the folder", path);
  }
  if ((info.st_mode & 077) == 0) return absl::OkStatus();
  std::error_code unreadable;
  if (std::filesystem::is_empty(path, unreadable) &&
      fchmod(folder.get(), 0700) == 0) {
    return absl::OkStatus();
  }
  return Failed("use the folder", path,
                absl::StrCat("it is to have secrets, and others may look into "
                             "it; forbid that (chmod 700 '",
                             path, "') or name another one"));
}

}  // namespace boardwalk
