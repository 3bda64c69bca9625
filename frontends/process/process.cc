#include "frontends/process/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/errors.h"
#include "framework/text.h"
#include "frontends/process/keeper.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace boardwalk::process {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr size_t kMaxLine = 64 << 10;
constexpr int64_t kMaxUnasked = 16 << 20;
constexpr int64_t kMaxLog = 16 << 20;
constexpr size_t kMaxWords = 200;
constexpr size_t kMaxErrors = 4 << 10;
constexpr milliseconds kStopCheck{20};
constexpr milliseconds kMaxKill{5000};

void Close(int* descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

std::string ErrorText(int error) {
  const char* text = strerrordesc_np(error);
  return text == nullptr ? absl::StrCat("error ", error) : text;
}

// A pipe that is closed on exec, with both ends above 2 even where our own
// standard input or output is closed: those are the program's.
struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    Close(&read_end);
    Close(&write_end);
  }
  bool Open() {
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read_end = Raised(ends[0]);
    write_end = Raised(ends[1]);
    return read_end >= 0 && write_end >= 0;
  }
  static int Raised(int descriptor) {
    if (descriptor < 0 || descriptor > 2) return descriptor;
    const int raised = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    close(descriptor);
    return raised;
  }
};

// A file in memory, to be read from the start; -1 with errno set.
int FileInMemory(absl::string_view text) {
  const int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return -1;
  const bool is_written = write(file, text.data(), text.size()) ==
                              static_cast<ssize_t>(text.size()) &&
                          lseek(file, 0, SEEK_SET) == 0;
  if (is_written) return Pipe::Raised(file);
  close(file);
  return -1;
}

int Taken(int* descriptor) { return std::exchange(*descriptor, -1); }

void MakeNonblocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> Environment(const std::vector<std::string>& changes) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const absl::string_view name(*variable, strcspn(*variable, "="));
    const bool is_changed =
        std::ranges::any_of(changes, [&](absl::string_view change) {
          return change.substr(0, change.find('=')) == name;
        });
    if (!is_changed) environment.emplace_back(*variable);
  }
  environment.insert(environment.end(), changes.begin(), changes.end());
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Milliseconds for poll, rounded up; at most a second, so that no clock that
// jumps can hold us.
int PollTime(Process::Deadline deadline) {
  const auto left =
      std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
  return static_cast<int>(
      std::clamp(left, milliseconds(0), milliseconds(1000)).count());
}

// write() that answers EPIPE instead of raising SIGPIPE, whatever the program's
// other threads do with that signal.
ssize_t WriteQuietly(int descriptor, absl::string_view text) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = write(descriptor, text.data(), text.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    const timespec now = {0, 0};
    sigtimedwait(&pipe_signal, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// The first 4 KiB of a file of /proc.
std::string ReadProc(const std::string& path) {
  std::array<char, 4096> text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  return std::string(text.data(),
                     static_cast<size_t>(std::max<ssize_t>(size, 0)));
}

// The folders of the threads of a process.
std::vector<std::string> Threads(pid_t pid) {
  const std::string folder = absl::StrCat("/proc/", pid, "/task/");
  std::vector<std::string> threads;
  DIR* tasks = opendir(folder.c_str());
  if (tasks == nullptr) return threads;
  while (const dirent* task =
             readdir(tasks)) {  // NOLINT(concurrency-mt-unsafe)
    if (task->d_name[0] != '.') {
      threads.push_back(absl::StrCat(folder, task->d_name));
    }
  }
  closedir(tasks);
  return threads;
}

std::vector<pid_t> Children(pid_t pid) {
  std::vector<pid_t> children;
  for (const std::string& thread : Threads(pid)) {
    const std::string text = ReadProc(absl::StrCat(thread, "/children"));
    for (const absl::string_view word :
         absl::StrSplit(text, ' ', absl::SkipWhitespace())) {
      pid_t child = 0;
      if (absl::SimpleAtoi(word, &child)) children.push_back(child);
    }
  }
  return children;
}

// Of the children that a process has waited for, and theirs.
nanoseconds CpuTimeOfReaped(pid_t pid) {
  constexpr size_t kUserTime = 13;  // counted from the field after the name
  const std::string text = ReadProc(absl::StrCat("/proc/", pid, "/stat"));
  const size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return nanoseconds(0);
  const std::vector<absl::string_view> fields = absl::StrSplit(
      absl::string_view(text).substr(name_end + 1), ' ', absl::SkipEmpty());
  int64_t user = 0, system = 0;
  if (fields.size() <= kUserTime + 1 ||
      !absl::SimpleAtoi(fields[kUserTime], &user) ||
      !absl::SimpleAtoi(fields[kUserTime + 1], &system)) {
    return nanoseconds(0);
  }
  return nanoseconds((user + system) * (1'000'000'000 / sysconf(_SC_CLK_TCK)));
}

nanoseconds CpuTimeOfRunning(pid_t pid) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 ||
      clock_gettime(clock, &time) != 0) {
    return nanoseconds(0);
  }
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

// Of all below the process `pid`, which is not counted itself.
nanoseconds CpuTimeBelow(pid_t pid, int depth = 0) {
  constexpr int kMaxDepth = 100;
  constexpr int kTries = 3;
  nanoseconds reaped = CpuTimeOfReaped(pid);
  for (int i = 0;; ++i) {
    nanoseconds sum = reaped;
    for (const pid_t child : Children(pid)) {
      sum += CpuTimeOfRunning(child);
      if (depth < kMaxDepth) sum += CpuTimeBelow(child, depth + 1);
    }
    // One that was waited for in the meantime would be missing, or count twice.
    const nanoseconds before = std::exchange(reaped, CpuTimeOfReaped(pid));
    if (reaped == before || i == kTries) return sum;
  }
}

// Whether a thread of the process is in a state other than sleep.
bool HasBusyThread(pid_t pid) {
  for (const std::string& thread : Threads(pid)) {
    const std::string text = ReadProc(absl::StrCat(thread, "/stat"));
    const size_t name_end = text.rfind(") ");
    if (name_end == std::string::npos) continue;
    const char state = text[name_end + 2];
    if (state == 'R' || state == 'D') return true;
  }
  return false;
}

bool IsBusyBelow(pid_t pid, int depth = 0) {
  constexpr int kMaxDepth = 100;
  if (depth == kMaxDepth) return false;
  for (const pid_t child : Children(pid)) {
    if (HasBusyThread(child) || IsBusyBelow(child, depth + 1)) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<std::string> FindProgram(const std::string& name) {
  if (name.empty()) return absl::InvalidArgumentError("no program is given");
  if (name.find('/') != std::string::npos) return name;
  const char* path = getenv("PATH");
  for (const absl::string_view folder :
       absl::StrSplit(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    const std::string file =
        absl::StrCat(folder.empty() ? "." : folder, "/", name);
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return NotFound("no program ", Quoted(name),
                  " is found in the folders of PATH");
}

absl::StatusOr<std::unique_ptr<Process>> Process::Start(
    const ProcessOptions& options) {
  std::vector<std::string> argv = options.argv;
  auto path = FindProgram(argv.empty() ? "" : argv[0]);
  if (!path.ok()) return path.status();
  const auto error = [&](absl::string_view what, int number) {
    return FailedPrecondition(what, ": ", ErrorText(number));
  };
  std::vector<std::string> environment = Environment(options.environment);
  Pipe input, output, errors, life, reports, started;
  for (Pipe* pipe : {&input, &output, &errors, &life, &reports, &started}) {
    if (!pipe->Open()) return error("cannot make a pipe", errno);
  }
  std::unique_ptr<Process> process(new Process);
  process->signals_are_statuses_ = options.signals_are_statuses;
  if (!options.log.empty()) {
    process->log_ = open(options.log.c_str(),
                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (process->log_ < 0) {
      return error(absl::StrCat("cannot write ", Quoted(options.log)), errno);
    }
  }
  if (!options.output_file.empty()) {
    Close(&output.write_end);
    output.write_end =
        Pipe::Raised(open(options.output_file.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (output.write_end < 0) {
      return error(absl::StrCat("cannot make ", Quoted(options.output_file)),
                   errno);
    }
  }
  Pipe input_3;  // its reading end alone
  if (!options.input_3.empty()) {
    input_3.read_end = FileInMemory(options.input_3);
    if (input_3.read_end < 0) return error("cannot make a file", errno);
  }
  const absl::Status group = process->MakeGroup(options.group);
  if (!group.ok()) return group;
  const std::vector<char*> arguments = Pointers(argv);
  const std::vector<char*> variables = Pointers(environment);
  process->keeper_ = ForkKeeper(
      {path->c_str(), arguments.data(), variables.data(),
       options.folder.empty() ? nullptr : options.folder.c_str(),
       process->group_.empty() ? nullptr : process->group_.c_str(),
       input.read_end, output.write_end, errors.write_end, input_3.read_end,
       life.read_end, reports.write_end, started.write_end});
  if (process->keeper_ < 0) return error("cannot start a process", errno);
  process->group_.clear();  // The keeper removes it.
  process->input_ = Taken(&input.write_end);
  process->output_ = Taken(&output.read_end);
  process->error_ = Taken(&errors.read_end);
  process->life_ = Taken(&life.write_end);
  process->reports_ = Taken(&reports.read_end);
  for (const int descriptor : {process->input_, process->output_,
                               process->error_, process->reports_}) {
    MakeNonblocking(descriptor);
  }
  Close(&started.write_end);
  int number = 0;
  ssize_t size;
  do {
    size = read(started.read_end, &number, sizeof number);
  } while (size < 0 && errno == EINTR);
  if (size == sizeof number) {
    return error(absl::StrCat("cannot start ", Quoted(*path)), number);
  }
  return process;
}

Process::~Process() {
  Kill();
  if (!group_.empty()) rmdir(group_.c_str());
  Close(&output_);
  Close(&error_);
  Close(&reports_);
  Close(&log_);
}

absl::Status Process::MakeGroup(const ControlGroup& group) {
  static std::atomic<int> count = 0;
  if (group.parent.empty()) return absl::OkStatus();
  group_ = absl::StrCat(group.parent, "/boardwalk-", getpid(), "-", count++);
  if (mkdir(group_.c_str(), 0755) != 0) {
    const int number = errno;
    return FailedPrecondition("cannot make the control group ",
                              Quoted(std::exchange(group_, ""), 200), ": ",
                              ErrorText(number));
  }
  for (const auto& [name, value] : group.settings) {
    const std::string path = absl::StrCat(group_, "/", name);
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const bool is_set =
        file >= 0 && write(file, value.data(), value.size()) > 0;
    const int number = errno;
    if (file >= 0) close(file);
    if (is_set) continue;
    return FailedPrecondition("cannot set ", Quoted(path, 200), ": ",
                              ErrorText(number));
  }
  return absl::OkStatus();
}

bool Process::Wait(Deadline deadline, bool for_writing) {
  std::array<pollfd, 3> events = {{{for_writing ? input_ : -1, POLLOUT, 0},
                                   {for_writing ? -1 : output_, POLLIN, 0},
                                   {error_, POLLIN, 0}}};
  if (poll(events.data(), events.size(), PollTime(deadline)) <= 0) return false;
  if (events[2].revents != 0) ReadErrors();
  if (events[1].revents != 0) ReadOutput();
  return events[0].revents != 0 || events[1].revents != 0;
}

IoResult Process::WriteLine(absl::string_view line, Deadline deadline) {
  const std::string text = absl::StrCat(line, "\n");
  absl::string_view rest = text;
  unasked_ = 0;
  while (!rest.empty()) {
    if (input_ < 0) return IoResult::kEnded;
    const ssize_t written = WriteQuietly(input_, rest);
    if (written >= 0) {
      rest.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      if (steady_clock::now() >= deadline) return IoResult::kDeadline;
      Wait(deadline, /*for_writing=*/true);
    } else if (errno != EINTR) {
      return IoResult::kEnded;
    }
  }
  return IoResult::kDone;
}

bool Process::TakeLine(std::string* line) {
  size_t end = buffer_.find('\n', scanned_);
  scanned_ = buffer_.size();
  if (end == std::string::npos) {
    if (output_ >= 0 || taken_ == buffer_.size()) return false;
    end = buffer_.size();  // the last words of a program that has ended
  }
  *line = buffer_.substr(taken_, end - taken_);
  taken_ = scanned_ = std::min(end + 1, buffer_.size());
  if (!line->empty() && line->back() == '\r') line->pop_back();
  last_line_ = line->substr(0, kMaxWords);
  return true;
}

IoResult Process::ReadLine(Deadline deadline, const std::atomic<bool>* stop,
                           std::string* line) {
  while (!TakeLine(line)) {
    if (buffer_.size() - taken_ > kMaxLine || unasked_ > kMaxUnasked) {
      last_line_ = buffer_.substr(taken_, kMaxWords);
      return IoResult::kFlood;
    }
    if (output_ < 0) {
      ReadReports(std::min(deadline, steady_clock::now() + milliseconds(50)),
                  /*all_is_dead=*/false);
      return IoResult::kEnded;
    }
    if (stop != nullptr && *stop) return IoResult::kStopped;
    const Deadline now = steady_clock::now();
    const bool is_late = now >= deadline;
    // One more look, for what came while we slept; not again and again, for a
    // program that never stops writing.
    if (is_late && read_late_) return IoResult::kDeadline;
    read_late_ = is_late;
    Wait(stop == nullptr ? deadline : std::min(deadline, now + kStopCheck),
         /*for_writing=*/false);
  }
  return IoResult::kDone;
}

void Process::ReadOutput() {
  std::array<char, kMaxLine> text;
  const ssize_t size = read(output_, text.data(), text.size());
  if (size > 0) {
    buffer_.erase(0, taken_);
    scanned_ -= taken_;
    taken_ = 0;
    buffer_.append(text.data(), static_cast<size_t>(size));
    unasked_ += size;
  } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    Close(&output_);
    scanned_ = taken_;
  }
}

void Process::ReadErrors() {
  std::array<char, 4096> text;
  const ssize_t size = read(error_, text.data(), text.size());
  if (size > 0) {
    if (log_ >= 0 && log_bytes_ < kMaxLog) {
      log_bytes_ += write(log_, text.data(), static_cast<size_t>(size));
    }
    errors_.append(text.data(), static_cast<size_t>(size));
    if (errors_.size() > kMaxErrors) {
      errors_.erase(0, errors_.size() - kMaxErrors);
    }
  } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    Close(&error_);
  }
}

void Process::CloseInput() { Close(&input_); }

bool Process::ReadReports(Deadline deadline, bool all_is_dead) {
  while (reports_ >= 0 && !(all_is_dead ? all_is_dead_ : ended_)) {
    KeeperReport report;
    const ssize_t size = read(reports_, &report, sizeof report);
    if (size == sizeof report) {
      if (!killed_) {
        ended_ = true;
        wait_status_ = report.wait_status;
      }
      if (report.all_is_dead != 0) all_is_dead_ = true;
      cpu_time_ = std::max(cpu_time_, nanoseconds(report.cpu_nanoseconds));
    } else if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
      if (steady_clock::now() >= deadline) return false;
      pollfd event = {reports_, POLLIN, 0};
      poll(&event, 1, PollTime(deadline));
    } else {
      Close(&reports_);  // Somebody killed the keeper.
    }
  }
  return true;
}

bool Process::WaitForEnd(Deadline deadline) {
  while (output_ >= 0 || error_ >= 0) {
    if (steady_clock::now() >= deadline) return false;
    Wait(deadline, /*for_writing=*/false);
    // Only the end of it is worth a look.
    if (buffer_.size() > kMaxLine)
      taken_ = scanned_ = buffer_.size() - kMaxLine;
  }
  return ReadReports(deadline, /*all_is_dead=*/true);
}

void Process::Kill() {
  if (keeper_ < 0) return;
  ReadReports(Deadline{}, /*all_is_dead=*/false);
  killed_ = !ended_;
  CloseInput();
  Close(&life_);
  ReadReports(steady_clock::now() + kMaxKill, /*all_is_dead=*/true);
  kill(keeper_, SIGKILL);  // It has done what it can.
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  keeper_ = -1;
  // What it wrote before it died.
  for (int i = 0; i < 100 && error_ >= 0; ++i) ReadErrors();
  for (int i = 0; i < 2 && output_ >= 0; ++i) ReadOutput();
}

std::string Process::HowItEnded() {
  ReadReports(Deadline{}, /*all_is_dead=*/false);
  if (!ended_) return killed_ ? "killed by us" : reports_ < 0 ? "killed" : "";
  int number = WIFSIGNALED(wait_status_) ? WTERMSIG(wait_status_) : 0;
  const int status = WEXITSTATUS(wait_status_);
  if (signals_are_statuses_ && number == 0 && status > 128) {
    number = status - 128;
  }
  if (number == 0) return absl::StrCat("exit status ", status);
  const char* name = sigdescr_np(number);
  return absl::StrCat("signal ", number, " (",
                      name == nullptr ? "unknown" : name, ")");
}

int Process::ExitStatus() {
  ReadReports(Deadline{}, /*all_is_dead=*/false);
  return ended_ && WIFEXITED(wait_status_) ? WEXITSTATUS(wait_status_) : -1;
}

std::string Process::LastWords() {
  while (error_ >= 0) {
    pollfd event = {error_, POLLIN, 0};
    if (poll(&event, 1, 0) <= 0) break;
    ReadErrors();
  }
  std::string words = last_line_;
  for (const absl::string_view line : absl::StrSplit(errors_, '\n')) {
    if (!absl::StripAsciiWhitespace(line).empty()) words = std::string(line);
  }
  return OneLine(absl::StripAsciiWhitespace(words), kMaxWords);
}

nanoseconds Process::CpuTime() {
  ReadReports(Deadline{}, /*all_is_dead=*/true);
  if (!all_is_dead_ && keeper_ >= 0) {
    cpu_time_ = std::max(cpu_time_, CpuTimeBelow(keeper_));
  }
  return cpu_time_;
}

bool Process::IsBusy() { return keeper_ >= 0 && IsBusyBelow(keeper_); }

}  // namespace boardwalk::process
