// Runs untrusted programs in bubblewrap, so that they cannot touch the machine.
//
// Example, given `const std::string& program`:
//
//   auto sandbox = process::Sandbox::Find();
//   if (!sandbox.ok()) return sandbox.status();  // says what is missing
//   process::ProcessOptions options;
//   options.argv = {program};
//   auto process =
//       process::Process::Start(sandbox->Wrap(options, {}, {program}));
//   std::cout << sandbox->Describe({}) << '\n';
//
// Without a sandbox nothing is guaranteed. Find then fails; a caller that goes
// on must say so in its results.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/process/process.h"

namespace boardwalk::process {

struct SandboxLimits {
  // Address space of each process; and, where control groups are available, the
  // memory of all processes and their files together.
  int64_t memory_bytes = int64_t{1} << 30;
  // Processes and threads at once, one of bubblewrap's included.
  int processes = 16;
  // The most bytes of each file.
  int64_t file_bytes = int64_t{16} << 20;
  int open_files = 64;
  // All files in /tmp, the only writable place.
  int64_t scratch_bytes = int64_t{64} << 20;
  // CPU time of each process; 0: no limit, the caller measures it.
  int cpu_seconds = 0;
};

class Sandbox {
 public:
  // Starts a sandbox once to see that it works (about 50 ms). Errors:
  // bubblewrap is not installed, or the system does not let it make namespaces.
  // If we are root, programs run as the user `nobody`, who owns no files and is
  // subject to the limit on processes.
  static absl::StatusOr<Sandbox> Find();

  // Returns `program` as it runs inside the sandbox. It sees the system's
  // programs and libraries and the files and folders `readable`, absolute paths
  // which for root must be open to everybody, all read-only; an empty home; a
  // /proc of its own processes; and an empty /tmp, where it starts unless
  // `program` has a folder. Its variables are those of `program` and none of
  // ours.
  ProcessOptions Wrap(ProcessOptions program, const SandboxLimits& limits,
                      const std::vector<std::string>& readable) const;

  // The same for a program given by its command line. It sees the system, its
  // own folder, the files among its arguments and its start folder, read-only.
  // Errors: there is no such program; one of these files cannot be read from
  // inside, which is tested once for each command.
  absl::StatusOr<ProcessOptions> WrapCommand(ProcessOptions program,
                                             const SandboxLimits& limits) const;

  // Describes the sandbox and its limits in one line for people.
  std::string Describe(const SandboxLimits& limits) const;

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

// Bounds the memory, files and CPU time of `program` by prlimit alone. This is
// no sandbox: the program may do what the user may.
ProcessOptions Limited(ProcessOptions program, const SandboxLimits& limits);

}  // namespace boardwalk::process
