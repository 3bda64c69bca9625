// The system calls of programs in the sandbox: engines, compilers, scripts.
// They need many, and start other programs, so the list is of those that they
// do not have. Entrants have a much shorter one
// (contest/harness/system_call_filter.h).

#pragma once

#include <string>

namespace boardwalk::process {

// The filter as bubblewrap reads it (--seccomp). Empty where this machine's
// architecture has none.
std::string ProgramFilter();

}  // namespace boardwalk::process
