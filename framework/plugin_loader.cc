#include "framework/plugin_loader.h"

#include <dlfcn.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

constexpr unsigned kMaxSeconds = 20;             // to load one
constexpr absl::string_view kLoaded = "loaded";  // what a child says then

absl::Status Refuse(const std::string& file, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("plug-in ", OneLine(file), ": ", why));
}

// What the library brings, with its origin; an error without the file's name.
absl::StatusOr<PluginContents> Open(const std::string& file) {
  // A name without a slash would be looked for among the system's libraries.
  const std::string path =
      absl::StrContains(file, '/') ? file : absl::StrCat("./", file);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("it cannot be loaded (", OneLine(dlerror()),
                     "); build it with boardwalk_add_plugin"));
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
    return absl::InvalidArgumentError(
        absl::StrCat("it is built for ", OneLine(entry->build),
                     ", this program is ", ours, "; build it again with them"));
  }
  PluginContents contents;
  try {
    entry->add(contents);
  } catch (const std::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(
        "it throws an exception when it is loaded: ", OneLine(error.what())));
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

// `all` and what is in the files.
absl::StatusOr<PluginContents> OpenAndAdd(const std::vector<std::string>& files,
                                          const PluginContents& all) {
  PluginContents sum = all;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(PluginContents more, Open(file));
    if (more.games.empty() && more.players.empty()) {
      return absl::InvalidArgumentError("it brings no game and no player");
    }
    for (GamePlugin& game : more.games) sum.games.push_back(std::move(game));
    for (PlayerPlugin& player : more.players) {
      sum.players.push_back(std::move(player));
    }
  }
  RETURN_IF_ERROR(Catalog::Create(sum.games, sum.players).status());
  return sum;
}

// What a child says that loads the files: nothing if all is well.
absl::Status TryInChild(const std::vector<std::string>& files,
                        const PluginContents& all) {
  int ends[2];
  if (pipe(ends) != 0) {
    return absl::ResourceExhaustedError(std::strerror(errno));
  }
  const pid_t child = fork();
  if (child < 0) {
    const std::string why = std::strerror(errno);
    close(ends[0]);
    close(ends[1]);
    return absl::ResourceExhaustedError(
        absl::StrCat("no process can be started to try it: ", why));
  }
  if (child == 0) {
    for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
      signal(number, SIG_DFL);
    }
    close(STDERR_FILENO);  // a dying library may print a lot
    alarm(kMaxSeconds);
    const auto loaded = OpenAndAdd(files, all);
    // A library may end this process, too: success is said, not assumed.
    const std::string text =
        absl::StrCat(loaded.ok() ? kLoaded : "", loaded.status().message());
    size_t written = 0;
    while (written < text.size()) {
      const ssize_t n =
          write(ends[1], text.data() + written, text.size() - written);
      if (n <= 0) break;
      written += static_cast<size_t>(n);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (;;) {
    const ssize_t n = read(ends[0], buffer, sizeof(buffer));
    if (n > 0) text.append(buffer, static_cast<size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return absl::InvalidArgumentError(
        number == SIGALRM
            ? absl::StrCat("loading it takes longer than ", kMaxSeconds,
                           " seconds")
            : absl::StrCat("it is damaged: loading it ends with '",
                           strsignal(number), "'; build it again"));
  }
  if (text == kLoaded) return absl::OkStatus();
  return absl::InvalidArgumentError(
      text.empty() ? "it ends the program that loads it" : text);
}

// An error without the file's name.
absl::Status TryAndLoad(const std::vector<std::string>& files,
                        PluginContents& contents) {
  RETURN_IF_ERROR(TryInChild(files, contents));
  ASSIGN_OR_RETURN(contents, OpenAndAdd(files, contents));
  return absl::OkStatus();
}

absl::Status CheckFile(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return absl::NotFoundError("there is no such file");
  }
  if (std::filesystem::is_regular_file(file, error)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "it is no file; name the library, such as mygame.so");
}

}  // namespace

std::vector<absl::Status> LoadPlugins(const std::vector<std::string>& files,
                                      PluginContents& contents) {
  std::vector<absl::Status> refused;
  std::vector<std::string> fresh;
  for (const std::string& file : files) {
    const absl::Status status = CheckFile(file);
    if (!status.ok()) refused.push_back(Refuse(file, status.message()));
    const auto same = [&](const std::string& other) {
      std::error_code ignored;
      return std::filesystem::equivalent(other, file, ignored);
    };
    if (status.ok() && !IsLoaded(file, contents) &&
        std::none_of(fresh.begin(), fresh.end(), same)) {
      fresh.push_back(file);
    }
  }
  if (fresh.empty() || TryAndLoad(fresh, contents).ok()) return refused;
  // One of them is at fault: those before and after it can be loaded.
  for (const std::string& file : fresh) {
    const absl::Status status = TryAndLoad({file}, contents);
    if (!status.ok()) refused.push_back(Refuse(file, status.message()));
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
