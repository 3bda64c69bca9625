#include "frontends/process/sandbox.h"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/process/program_filter.h"

namespace boardwalk::process {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using std::chrono::steady_clock;

void Append(std::vector<std::string>* to,
            const std::vector<std::string>& more) {
  to->insert(to->end(), more.begin(), more.end());
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// /bin and its like: links into /usr on a merged system, else folders.
void AppendSystem(std::vector<std::string>* argv) {
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                           "/libx32", "/etc/alternatives", "/etc/ld.so.cache",
                           "/etc/ld.so.conf", "/etc/ld.so.conf.d"}) {
    std::string target(4096, '\0');
    const ssize_t size = readlink(path, target.data(), target.size());
    if (size > 0) {
      target.resize(static_cast<size_t>(size));
      Append(argv, {"--symlink", target, path});
    } else if (Exists(path)) {
      Append(argv, {"--ro-bind", path, path});
    }
  }
}

std::vector<std::string> Prlimit(const SandboxLimits& limits) {
  std::vector<std::string> argv = {
      "prlimit",
      absl::StrCat("--as=", limits.memory_bytes),
      absl::StrCat("--fsize=", limits.file_bytes),
      absl::StrCat("--nofile=", limits.open_files),
      "--core=0",
  };
  if (limits.cpu_seconds > 0) {
    // The hard limit, a second later, is for who ignores SIGXCPU.
    argv.push_back(absl::StrCat("--cpu=", limits.cpu_seconds, ":",
                                limits.cpu_seconds + 1));
  }
  return argv;
}

constexpr char kBubblewrap[] =
    "bwrap --unshare-all --unshare-user --disable-userns --die-with-parent "
    "--new-session --cap-drop ALL --hostname sandbox --clearenv "
    "--setenv PATH /usr/bin:/bin --setenv HOME /home --setenv LC_ALL C "
    "--seccomp 3";

// Whether the program, the first argument, can be run, and the others read.
constexpr char kLookScript[] = R"sh(
[ -x "$1" ] || { echo "there is no program $1" >&2; exit 1; }
for file; do
  [ -r "$file" ] || { echo "it cannot read $file" >&2; exit 1; }
done
)sh";

std::string Mebibytes(int64_t bytes) {
  return absl::StrCat((bytes + (1 << 19)) >> 20, " MiB");
}

// Runs it to its end; what it printed is in `line`.
absl::Status Run(const ProcessOptions& options, std::string* line) {
  auto process = Process::Start(options);
  if (!process.ok()) return process.status();
  const auto deadline = steady_clock::now() + seconds(20);
  (*process)->ReadLine(deadline, nullptr, line);
  if (!(*process)->WaitForEnd(deadline)) {
    return absl::DeadlineExceededError("it does not end");
  }
  if ((*process)->ExitStatus() == 0) return absl::OkStatus();
  const std::string words = (*process)->LastWords();
  return absl::FailedPreconditionError(words.empty() ? (*process)->HowItEnded()
                                                     : words);
}

}  // namespace

// Below the group of our own process in version 1, beside it in version 2,
// where only groups without processes of their own have others below them.
void Sandbox::FindControlGroups() {
  constexpr absl::string_view kRoot = "/sys/fs/cgroup";
  std::ifstream list("/proc/self/cgroup");
  for (std::string line; groups_.empty() && std::getline(list, line);) {
    const std::vector<std::string> fields =
        absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (fields.size() != 3) continue;
    const std::string& path = fields[2];
    std::string own, folder;
    if (fields[1] == "memory") {
      own = folder = absl::StrCat(kRoot, "/memory", path);
      memory_file_ = "memory.limit_in_bytes";
      swap_file_ = "memory.memsw.limit_in_bytes";
      swap_is_all_ = true;
      if (!Exists(absl::StrCat(own, "/", memory_file_))) continue;
    } else if (fields[0] == "0") {
      own = absl::StrCat(kRoot, path);
      folder = absl::StrCat(kRoot, path.substr(0, path.rfind('/')));
      memory_file_ = "memory.max";
      swap_file_ = "memory.swap.max";
      swap_is_all_ = false;
      std::string controllers;
      std::getline(std::ifstream(folder + "/cgroup.subtree_control"),
                   controllers);
      if (!absl::StrContains(controllers, "memory")) continue;
    }
    if (folder.empty() || access(folder.c_str(), W_OK) != 0) continue;
    if (!Exists(absl::StrCat(own, "/", swap_file_))) swap_file_.clear();
    groups_ = folder;
  }
}

absl::StatusOr<Sandbox> Sandbox::Find() {
  if (ProgramFilter().empty()) {
    return absl::FailedPreconditionError(
        "there is no sandbox: its filter of system calls is for x86-64 and for "
        "64-bit ARM");
  }
  Sandbox sandbox(geteuid() == 0);
  ProcessOptions ask;
  ask.argv = {"bwrap", "--version"};
  absl::Status status = Run(ask, &sandbox.version_);
  if (!status.ok()) {
    return FailedPrecondition(
        "there is no sandbox: bubblewrap is needed (the program bwrap; on "
        "Debian: apt install bubblewrap), but ",
        status.message());
  }
  ProcessOptions nothing;
  nothing.argv = {"true"};
  std::string line;
  sandbox.FindControlGroups();
  if (!sandbox.groups_.empty()) {
    if (Run(sandbox.Wrap(nothing, {}, {}), &line).ok()) return sandbox;
    sandbox.groups_.clear();  // They are there, but not for us.
  }
  status = Run(sandbox.Wrap(nothing, {}, {}), &line);
  if (status.ok()) return sandbox;
  return FailedPrecondition(
      "there is no sandbox: the system does not let ", sandbox.version_,
      " make one",
      sandbox.is_root_ ? " for the user nobody, as whom programs of root run"
                       : "",
      " (are user namespaces allowed?): ", status.message());
}

ProcessOptions Sandbox::Wrap(ProcessOptions program,
                             const SandboxLimits& limits,
                             const std::vector<std::string>& readable) const {
  std::vector<std::string> argv;
  if (is_root_) {
    argv = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  }
  Append(&argv, absl::StrSplit(kBubblewrap, ' '));
  for (const std::string& variable : program.environment) {
    const size_t equals = variable.find('=');
    if (equals == std::string::npos) continue;
    Append(&argv, {"--setenv", variable.substr(0, equals),
                   variable.substr(equals + 1)});
  }
  AppendSystem(&argv);
  Append(&argv, {"--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev",
                 "--dir", "/home", "--size", absl::StrCat(limits.scratch_bytes),
                 "--tmpfs", "/tmp"});
  for (const std::string& path : readable) {
    Append(&argv, {"--ro-bind", path, path});
  }
  Append(&argv, {"--remount-ro", "/", "--chdir",
                 program.folder.empty() ? "/tmp" : program.folder, "--"});
  // Inside, so that processes of the same user outside do not count.
  Append(&argv, Prlimit(limits));
  argv.push_back(absl::StrCat("--nproc=", limits.processes));
  Append(&argv, {"--"});
  Append(&argv, program.argv);
  if (!groups_.empty()) {
    const std::string memory = absl::StrCat(limits.memory_bytes);
    program.group = {groups_, {{memory_file_, memory}}};
    if (!swap_file_.empty()) {
      program.group.settings.emplace_back(swap_file_,
                                          swap_is_all_ ? memory : "0");
    }
  }
  program.argv = std::move(argv);
  program.input_3 = ProgramFilter();
  program.folder = "/";
  program.environment.clear();
  program.signals_are_statuses = true;
  return program;
}

absl::StatusOr<ProcessOptions> Sandbox::WrapCommand(
    ProcessOptions program, const SandboxLimits& limits) const {
  std::error_code error;
  std::vector<std::string> readable;
  const auto absolute = [&](const std::string& path) {
    return fs::absolute(fs::path(program.folder) / path, error)
        .lexically_normal()
        .string();
  };
  const auto is_of_the_system = [](const std::string& path) {
    return absl::StartsWith(path, "/usr/") || absl::StartsWith(path, "/bin/");
  };
  if (program.argv.empty()) {
    return absl::InvalidArgumentError("no program is given");
  }
  // Inside, PATH is another one.
  ASSIGN_OR_RETURN(program.argv[0], FindProgram(program.argv[0]));
  program.argv[0] = absolute(program.argv[0]);
  if (!is_of_the_system(program.argv[0])) {
    const fs::path folder = fs::path(program.argv[0]).parent_path();
    readable.push_back(folder == folder.root_path() ? program.argv[0]
                                                    : folder.string());
  }
  for (size_t i = 1; i < program.argv.size(); ++i) {
    const std::string path = absolute(program.argv[i]);
    if (!fs::is_regular_file(path, error) || is_of_the_system(path)) continue;
    readable.push_back(path);
    program.argv[i] = path;
  }
  if (!program.folder.empty()) {
    program.folder = absolute("");
    readable.push_back(program.folder);
  }
  static Mutex mutex;
  static std::set<std::vector<std::string>> tried;
  std::vector<std::string> needed = {program.argv[0]};
  Append(&needed, readable);
  const MutexLock lock(&mutex);
  if (tried.contains(needed)) return Wrap(program, limits, readable);
  ProcessOptions look;
  look.argv = {"sh", "-c", kLookScript, "sh"};
  Append(&look.argv, needed);
  std::string line;
  const absl::Status status = Run(Wrap(look, {}, readable), &line);
  if (!status.ok()) {
    return FailedPrecondition(Quoted(program.argv[0], 200),
                              " cannot run in the sandbox",
                              is_root_ ? ", where it is the user nobody" : "",
                              ": ", status.message());
  }
  tried.insert(std::move(needed));
  return Wrap(program, limits, readable);
}

std::string Sandbox::Describe(const SandboxLimits& limits) const {
  std::string text = absl::StrCat(
      version_, is_root_ ? " as the user nobody" : "",
      ": namespaces of its own, no network, a read-only system, an empty "
      "home, ",
      "no capabilities, ", Mebibytes(limits.scratch_bytes), " in /tmp; ",
      Mebibytes(limits.memory_bytes),
      groups_.empty() ? " of memory a process (no control group), "
                      : " of memory in all (a control group), ",
      limits.processes, " processes and threads, files of ",
      Mebibytes(limits.file_bytes), ", ", limits.open_files,
      " open files, no core files");
  if (limits.cpu_seconds > 0) {
    absl::StrAppend(&text, ", ", limits.cpu_seconds, " s of CPU a process");
  }
  return text;
}

ProcessOptions Limited(ProcessOptions program, const SandboxLimits& limits) {
  std::vector<std::string> argv = Prlimit(limits);
  argv.emplace_back("--");
  Append(&argv, program.argv);
  program.argv = std::move(argv);
  return program;
}

}  // namespace boardwalk::process
