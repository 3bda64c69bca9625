// A program that runs beside ours and talks in lines: an engine, a compiler.
// It is started from its arguments, never by a shell.
//
// Example, given `const std::vector<std::string>& argv`:
//
//   process::ProcessOptions options;
//   options.argv = argv;
//   auto process = process::Process::Start(options);
//   if (!process.ok()) return process.status();
//   const auto deadline = std::chrono::steady_clock::now() + 1s;
//   std::string line;
//   const auto done = process::IoResult::kDone;
//   if ((*process)->WriteLine("ugi", deadline) == done &&
//       (*process)->ReadLine(deadline, nullptr, &line) == done) {
//     std::cout << line << '\n';
//   }
//   (*process)->Kill();
//   std::cout << (*process)->HowItEnded() << (*process)->LastWords() << '\n';
//
// Guaranteed, whatever the program does: no call below hangs or grows without
// bound; no descriptor of ours is open in it; its signals are at their
// defaults; when it ends, when it is killed, or when our own process dies, all
// of its descendants are killed, too, including those that called setsid or
// lost their parents. Not guaranteed without a sandbox: a descendant that
// became another user, or a swarm that forks faster than it is killed,
// survives.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::process {

// A control group of a program's own: a new folder of Linux's cgroup file
// system, which goes with the process.
struct ControlGroup {
  std::string parent;  // the folder to make it in; empty: none is made
  // Files in it and what is written to them.
  std::vector<std::pair<std::string, std::string>> settings;
};

// Where the CPU time of a program is judged, one that sleeps never reaches its
// limit: the wall clock ends it after kWallTimes the limit plus kWallExtra.
inline constexpr int kWallTimes = 10;
inline constexpr std::chrono::nanoseconds kWallExtra = std::chrono::seconds(10);

inline double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

struct ProcessOptions {
  // The program, looked up in PATH if it has no slash, and its arguments.
  std::vector<std::string> argv;
  // The folder to start in; empty: ours.
  std::string folder;
  // NAME=VALUE, added to our environment or replacing variables in it.
  std::vector<std::string> environment;
  // Standard error is appended to this file, at most 16 MiB; empty: not kept.
  std::string log;
  // Standard output goes to this new file; empty: to ReadLine.
  std::string output_file;
  // What the program finds to read at descriptor 3; empty: it has none.
  std::string input_3;
  // A parent such as bubblewrap or a shell turns death by signal N into exit
  // status 128 + N.
  bool signals_are_statuses = false;
  ControlGroup group;
};

// Looks a program up in PATH; a name with a slash is a path. NotFound if there
// is none.
absl::StatusOr<std::string> FindProgram(const std::string& name);

// The result of reading or writing a line.
enum class IoResult {
  kDone,
  kDeadline,  // too late
  kStopped,   // the stop flag is set
  kEnded,     // the program has ended or closed its end
  kFlood      // a line of more than 64 KiB, or 16 MiB since the last WriteLine
};

class Process {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  // Errors name the program and the reason. Any thread may start a process; one
  // thread at a time may use it.
  static absl::StatusOr<std::unique_ptr<Process>> Start(
      const ProcessOptions& options);

  ~Process();  // Kill()
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Writes `line` and a line end. Waits if the program does not read.
  IoResult WriteLine(absl::string_view line, Deadline deadline);

  // The next line of standard output without its line end; at the end of the
  // output also one without a line end. What arrived before the deadline is
  // read even if the caller comes late. `stop` may be null; it is looked at
  // every 20 ms.
  IoResult ReadLine(Deadline deadline, const std::atomic<bool>* stop,
                    std::string* line);

  // Closes the program's standard input.
  void CloseInput();

  // Waits until the program and all of its descendants have ended, and discards
  // their output. False at the deadline.
  bool WaitForEnd(Deadline deadline);

  // Kills the program and all of its descendants and waits for their end: a few
  // milliseconds as a rule, five seconds at most.
  void Kill();

  // "exit status 3", "signal 11 (Segmentation fault)", "killed by us", or empty
  // while the program runs.
  std::string HowItEnded();

  // The exit status, or -1 if there is none.
  int ExitStatus();

  // The last line of standard error that is not empty, else the last line that
  // ReadLine gave; printable, about 200 bytes at most.
  std::string LastWords();

  // CPU time that the program and its descendants have used. Exact for running
  // processes; ended ones count with a resolution of 10 ms until all have
  // ended. A process that ended while its parent ignored SIGCHLD is missing
  // until then. Takes about 20 us a process.
  std::chrono::nanoseconds CpuTime();

  // Whether any thread of the program or its descendants runs or waits for a
  // processor or a disk. False while all of them sleep.
  bool IsBusy();

 private:
  Process() = default;
  absl::Status MakeGroup(const ControlGroup& group);
  bool Wait(Deadline deadline, bool for_writing);
  void ReadOutput();
  void ReadErrors();
  bool TakeLine(std::string* line);
  bool ReadReports(Deadline deadline, bool all_is_dead);

  pid_t keeper_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  int life_ = -1;
  int reports_ = -1;
  int log_ = -1;
  std::string group_;  // the folder of the control group, until it starts
  bool signals_are_statuses_ = false;
  int64_t log_bytes_ = 0;
  // Output: [0, taken_) was returned; [taken_, scanned_) has no line end.
  std::string buffer_;
  size_t taken_ = 0;
  size_t scanned_ = 0;
  int64_t unasked_ = 0;  // bytes of output since the last WriteLine
  bool read_late_ = false;
  std::string last_line_;  // of standard output
  std::string errors_;     // the end of standard error
  bool ended_ = false;
  bool killed_ = false;
  bool all_is_dead_ = false;
  int wait_status_ = 0;
  std::chrono::nanoseconds cpu_time_{0};
};

}  // namespace boardwalk::process
