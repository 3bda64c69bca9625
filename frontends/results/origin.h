// The program and the machine that play games. Results that depend on time
// mean nothing without it. If others ever differ, it helps to find the reason.
//
// Example:
//
//   std::cout << ThisOrigin();

#ifndef BOARDWALK_FRONTENDS_RESULTS_ORIGIN_H_
#define BOARDWALK_FRONTENDS_RESULTS_ORIGIN_H_

#include <string>

namespace boardwalk::results {

// This program, the processor, the system and the compiler in one line, without
// the names of users, hosts and folders: "boardwalk 0.1.0; Intel(R) Xeon(R)
// CPU, 2 cores; Linux 6.1.0 x86_64; GNU 12.2.0 -O3 -DNDEBUG".
const std::string& ThisOrigin();

}  // namespace boardwalk::results

#endif  // BOARDWALK_FRONTENDS_RESULTS_ORIGIN_H_
