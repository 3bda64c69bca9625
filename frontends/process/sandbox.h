// Programs that nobody vouches for, run by bubblewrap: nothing that they do
// reaches the machine.
//
// Example, given `const std::string& program`:
//
//   auto sandbox = process::Sandbox::Find();
//   if (!sandbox.ok()) return sandbox.status();  // says what is missing
//   process::ProcessOptions options;
//   options.argv = {program};
//   auto process = process::Process::Start(sandbox->Wrap(options, {},
//   {program})); std::cout << sandbox->InForce({}) << '\n';
//
// Where there is no sandbox, nothing is guaranteed: Find fails, and whoever
// goes on without one says so in the results.

#ifndef BOARDWALK_FRONTENDS_PROCESS_SANDBOX_H_
#define BOARDWALK_FRONTENDS_PROCESS_SANDBOX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/process/process.h"

namespace boardwalk::process {

struct SandboxLimits {
  // Address space of each process, which is what malloc and the stack are from;
  // and memory of all together with their files, where control groups can be
  // had.
  int64_t memory_bytes = int64_t{1} << 30;
  // Processes and threads at once, with one of bubblewrap's.
  int processes = 16;
  // Of each file.
  int64_t file_bytes = int64_t{16} << 20;
  int open_files = 64;
  // All files in /tmp, the only place that can be written.
  int64_t scratch_bytes = int64_t{64} << 20;
  // CPU time of each process; 0: whoever started it takes the time.
  int cpu_seconds = 0;
};

class Sandbox {
 public:
  // Tries one out, which takes some 50 ms. An error says why there is none:
  // bubblewrap is not installed, or the system does not let it make namespaces.
  // For root, programs run as the user `nobody`, whom limits on the number of
  // processes hold and to whom no file belongs.
  static absl::StatusOr<Sandbox> Find();

  // `program` inside. It sees the system's programs and libraries and the files
  // and folders `readable`, absolute paths which for root must be open to
  // everybody, all read-only; an empty home; a /proc of its own processes; and
  // an empty /tmp, where it starts unless `program` has a folder. Its variables
  // are those of `program` and none of ours.
  ProcessOptions Wrap(ProcessOptions program, const SandboxLimits& limits,
                      const std::vector<std::string>& readable) const;

  // A program that somebody named by its command, inside. Besides the system it
  // sees its own folder, the files among its arguments, and the folder in which
  // it is to start, if one is given; all read-only. Errors: there is no such
  // program; what it needs cannot be read from inside, which is tried once for
  // each command.
  absl::StatusOr<ProcessOptions> WrapCommand(ProcessOptions program,
                                             const SandboxLimits& limits) const;

  // One line for people: what holds a program that runs within `limits`.
  std::string InForce(const SandboxLimits& limits) const;

 private:
  explicit Sandbox(bool is_root) : is_root_(is_root) {}
  void FindControlGroups();

  bool is_root_;
  std::string version_;  // "bubblewrap 0.8.0"
  // Where control groups are made, empty if they cannot be had, and the files
  // that limit memory there, of which the second may be missing.
  std::string groups_;
  std::string memory_file_;
  std::string swap_file_;
  bool swap_is_all_ = false;  // the second is for memory and swap together
};

// Holds `program` within the limits on memory, files and CPU time by prlimit
// alone, which is no sandbox: it may do what the user may.
ProcessOptions Limited(ProcessOptions program, const SandboxLimits& limits);

}  // namespace boardwalk::process

#endif  // BOARDWALK_FRONTENDS_PROCESS_SANDBOX_H_
