#include "framework/plugin_loader.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/catalog.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/hash_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr size_t kMaxFileName = 4096;  // that is quoted whole
// What a child says before each file, and at the end if all are loaded.
constexpr char kNext = '\n';
constexpr absl::string_view kLoaded = "loaded";

absl::Status Refuse(const std::string& file, absl::string_view why) {
  return InvalidArgument("plug-in ", Quoted(file, kMaxFileName), ": ", why);
}

// What the library brings, with its origin; an error without the file's name.
absl::StatusOr<PluginContents> Open(const std::string& file) {
  // A name without a slash would be looked for among the system's libraries.
  const std::string path =
      absl::StrContains(file, '/') ? file : absl::StrCat("./", file);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return InvalidArgument("it cannot be loaded (", OneLine(dlerror()),
                           "); build it with boardwalk_add_plugin");
  }
  void* symbol = dlsym(library, kPluginSymbol);
  if (symbol == nullptr) {
    return absl::InvalidArgumentError(
        "it is a library, but not a plug-in: BOARDWALK_PLUGIN is not used in "
        "it");
  }
  const PluginEntry* entry = reinterpret_cast<PluginFunction>(symbol)();
  if (entry == nullptr || entry->version != kPluginVersion) {
    return absl::InvalidArgumentError(
        "it is made for another version of plug-ins; build it again with the "
        "headers of this program");
  }
  const std::string ours = PluginBuild();
  if (entry->build != ours) {
    return InvalidArgument("it is built for ", OneLine(entry->build),
                           ", this program is ", ours,
                           "; build it again with them");
  }
  PluginContents contents;
  try {
    entry->add(contents);
  } catch (const std::exception& error) {
    return InvalidArgument("it throws an exception when it is loaded: ",
                           OneLine(error.what()));
  } catch (...) {
    return absl::InvalidArgumentError(
        "it throws an exception when it is loaded");
  }
  for (GamePlugin& game : contents.games) game.origin = file;
  for (PlayerPlugin& player : contents.players) player.info.origin = file;
  return contents;
}

bool IsLoaded(const std::string& file, const PluginContents& contents) {
  const auto from_file = [&](const auto& origin) {
    std::error_code ignored;
    return !origin.empty() &&
           std::filesystem::equivalent(origin, file, ignored);
  };
  return std::any_of(
             contents.games.begin(), contents.games.end(),
             [&](const GamePlugin& game) { return from_file(game.origin); }) ||
         std::any_of(contents.players.begin(), contents.players.end(),
                     [&](const PlayerPlugin& player) {
                       return from_file(player.info.origin);
                     });
}

// `all` and what is in the files. Calls `on_next` before each.
absl::StatusOr<PluginContents> OpenAndAdd(
    const std::vector<std::string>& files, const PluginContents& all,
    const std::function<void()>& on_next) {
  std::set<std::string> built_in;  // players
  for (const GamePlugin& game : all.games) {
    for (const PlayerInfo& player : game.players) {
      if (player.origin.empty()) built_in.insert(player.id);
    }
  }
  PluginContents sum = all;
  for (const std::string& file : files) {
    on_next();
    ASSIGN_OR_RETURN(PluginContents more, Open(file));
    if (more.games.empty() && more.players.empty()) {
      return absl::InvalidArgumentError("it brings no game and no player");
    }
    for (GamePlugin& game : more.games) {
      for (PlayerInfo& player : game.players) {
        if (built_in.count(player.id) == 0) player.origin = file;
      }
      sum.games.push_back(std::move(game));
    }
    for (PlayerPlugin& player : more.players) {
      sum.players.push_back(std::move(player));
    }
  }
  RETURN_IF_ERROR(Catalog::Create(sum.games, sum.players).status());
  return sum;
}

void WriteAll(int end, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(end, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

// Tells `end` how loading the files goes, and ends this process, which is a
// child; so does a file that takes too long. Whatever the libraries print is
// lost: a dying one may print a lot.
[[noreturn]] void LoadAndTell(const std::vector<std::string>& files,
                              const PluginContents& all, unsigned max_seconds,
                              int end) {
  sigset_t ours;
  sigemptyset(&ours);
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM}) {
    signal(number, SIG_DFL);
    sigaddset(&ours, number);
  }
  sigprocmask(SIG_UNBLOCK, &ours, nullptr);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    if (nowhere < 0 || dup2(nowhere, output) < 0) close(output);
  }
  const auto loaded = OpenAndAdd(files, all, [&] {
    alarm(max_seconds);
    WriteAll(end, absl::string_view(&kNext, 1));
  });
  // A library may end this process, too: success is said, not assumed.
  WriteAll(end,
           absl::StrCat(loaded.ok() ? kLoaded : "", loaded.status().message()));
  _exit(0);
}

// What the child writes until it ends, and with which status. A process that a
// library has started may hold the pipe open for longer.
std::string ReadUntilEnd(int end, pid_t child, int& status) {
  constexpr int kWait = 50;  // ms
  std::string text;
  bool gone = false;
  for (;;) {
    pollfd input = {end, POLLIN, 0};
    if (poll(&input, 1, gone ? 0 : kWait) > 0) {
      char buffer[512];
      const ssize_t n = read(end, buffer, sizeof(buffer));
      if (n > 0) text.append(buffer, static_cast<size_t>(n));
      if (n == 0 || (n < 0 && errno != EINTR)) break;
    } else if (gone) {
      break;
    } else {
      gone = waitpid(child, &status, WNOHANG) == child;
    }
  }
  while (!gone && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return text;
}

// What a child says that loads the files: nothing if all is well, and
// DeadlineExceeded if that takes too long. `at` is set to the last that it has
// begun with.
absl::Status TryInChild(const std::vector<std::string>& files,
                        const PluginContents& all, unsigned max_seconds,
                        size_t& at) {
  const auto refuse = [](absl::string_view why) {
    return ResourceExhausted("no process can be started to try it: ", why);
  };
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return refuse(std::strerror(errno));
  // Not one of the standard streams, even if those are closed.
  const int told = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const pid_t child = told < 0 ? -1 : fork();
  if (child == 0) LoadAndTell(files, all, max_seconds, told);
  const std::string why = std::strerror(errno);
  close(ends[1]);
  if (told >= 0) close(told);
  int status = 0;
  const std::string said =
      child < 0 ? "" : ReadUntilEnd(ends[0], child, status);
  close(ends[0]);
  const size_t begun = std::min(said.find_first_not_of(kNext), said.size());
  const std::string text = said.substr(begun);
  at = begun > 0 ? begun - 1 : 0;
  if (child < 0) return refuse(why);
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    if (number == SIGALRM) {
      return absl::DeadlineExceededError(absl::StrCat(
          "loading it takes longer than ", Counted(max_seconds, "second")));
    }
    return InvalidArgument("it is damaged: loading it ends with '",
                           strsignal(number), "'; build it again");
  }
  if (text == kLoaded) return absl::OkStatus();
  return absl::InvalidArgumentError(
      text.empty() ? "it ends the program that loads it" : text);
}

// An error without the file's name. As TryInChild.
absl::Status TryAndLoad(const std::vector<std::string>& files,
                        PluginContents& contents, unsigned max_seconds,
                        size_t& at) {
  RETURN_IF_ERROR(TryInChild(files, contents, max_seconds, at));
  ASSIGN_OR_RETURN(contents, OpenAndAdd(files, contents, [] {}));
  return absl::OkStatus();
}

// What tells the file, as it is now, from all others; "" if it cannot be known.
// Another program may load what this one does not.
std::string Stamp(const std::string& file) {
  std::error_code error;
  const std::string path = std::filesystem::canonical(file, error).string();
  struct stat info {};
  if (error || stat(path.c_str(), &info) != 0) return "";
  return absl::StrCat(path, "\n", info.st_ino, " ", info.st_size, " ",
                      info.st_mtim.tv_sec, ".", info.st_mtim.tv_nsec, "\n",
                      PluginBuild(), "\n");
}

// Where it is kept that the file with this stamp hangs.
absl::StatusOr<std::string> MemoryOf(const std::string& stamp) {
  ASSIGN_OR_RETURN(const std::string cache, CacheFolder());
  return absl::StrCat(cache, "/hanging-plugins/",
                      absl::Hex(Mixed(0, stamp), absl::kZeroPad16));
}

// Without a cache folder the next program waits again. `stamp` is from before
// the try: who builds the file again meanwhile has another one.
void RememberHanging(const std::string& stamp) {
  const auto memory = MemoryOf(stamp);
  if (stamp.empty() || !memory.ok()) return;
  const auto folder = std::filesystem::path(*memory).parent_path();
  if (!MakeFolders(folder.string()).ok()) return;
  (void)WriteFileAtomically(*memory, stamp);
}

absl::Status CheckNotKnownToHang(const std::string& stamp) {
  const auto memory = MemoryOf(stamp);
  if (stamp.empty() || !memory.ok()) return absl::OkStatus();
  const auto remembered = ReadFile(*memory);
  if (!remembered.ok() || *remembered != stamp) return absl::OkStatus();
  return InvalidArgument(
      "loading it took too long before, and it has not changed since; build it "
      "again, or, to have it tried again, touch it or remove ",
      Quoted(*memory, kMaxFileName));
}

absl::Status CheckFile(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return absl::NotFoundError("there is no such file");
  }
  if (!std::filesystem::is_regular_file(file, error)) {
    return absl::InvalidArgumentError(
        "it is no file; name the library, such as mygame.so");
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<absl::Status> LoadPlugins(const std::vector<std::string>& files,
                                      PluginContents& contents,
                                      unsigned max_seconds) {
  std::vector<absl::Status> refused;
  std::vector<std::string> fresh, stamps;
  for (const std::string& file : files) {
    const std::string stamp = Stamp(file);
    absl::Status status = CheckFile(file);
    status.Update(CheckNotKnownToHang(stamp));
    if (!status.ok()) refused.push_back(Refuse(file, status.message()));
    const auto same = [&](const std::string& other) {
      std::error_code ignored;
      return std::filesystem::equivalent(other, file, ignored);
    };
    if (status.ok() && !IsLoaded(file, contents) &&
        std::none_of(fresh.begin(), fresh.end(), same)) {
      fresh.push_back(file);
      stamps.push_back(stamp);
    }
  }
  if (fresh.empty()) return refused;
  size_t at = 0;
  const absl::Status all = TryAndLoad(fresh, contents, max_seconds, at);
  if (all.ok()) return refused;
  // One of them is at fault: those before and after it can be loaded. Which one
  // hangs is known.
  const bool hangs = absl::IsDeadlineExceeded(all);
  for (size_t i = 0; i < fresh.size(); ++i) {
    size_t ignored;
    const bool known = fresh.size() == 1 || (hangs && i == at);
    const absl::Status status =
        known ? all : TryAndLoad({fresh[i]}, contents, max_seconds, ignored);
    if (absl::IsDeadlineExceeded(status)) RememberHanging(stamps[i]);
    if (!status.ok()) refused.push_back(Refuse(fresh[i], status.message()));
  }
  return refused;
}

std::vector<std::string> PluginFiles(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".so") {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<absl::Status> LoadPluginFolders(const std::string& own,
                                            PluginContents& contents) {
  std::vector<absl::Status> left_out;
  const char* path = std::getenv("BOARDWALK_PLUGIN_PATH");
  std::vector<std::string> folders =
      absl::StrSplit(path == nullptr ? "" : path, ':', absl::SkipEmpty());
  for (const std::string& folder : folders) {
    std::error_code error;
    if (std::filesystem::is_directory(folder, error)) continue;
    left_out.push_back(
        InvalidArgument("BOARDWALK_PLUGIN_PATH: ", Quoted(folder),
                        " is no folder; name the folder of the plug-ins"));
  }
  folders.push_back(own);
  for (const std::string& folder : folders) {
    for (absl::Status& refused : LoadPlugins(PluginFiles(folder), contents)) {
      left_out.push_back(std::move(refused));
    }
  }
  return left_out;
}

std::string OwnPluginFolder() {
  std::error_code error;
  auto program = std::filesystem::read_symlink("/proc/self/exe", error);
#ifdef __linux__
  if (error) {  // nobody has mounted /proc, as in a fresh chroot
    const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (name != nullptr) program = std::filesystem::canonical(name, error);
  }
#endif
  if (error) return "";
  return (program.parent_path().parent_path() / "lib/boardwalk/plugins")
      .string();
}

}  // namespace boardwalk
