#include "frontends/process/program_filter.h"

#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <string>

#include "frontends/process/call_filter.h"

namespace boardwalk::process {
namespace {

// What leads out of the namespaces that bubblewrap makes, or into large parts
// of the kernel that no program here needs. Calls that need privileges are not
// listed: nobody has any.
constexpr std::array kRefusedCalls = {
    // Not every kind of socket is in the network namespace (AF_VSOCK, AF_ALG).
    // A pair of them is a program's own (kPair).
    SYS_socket,
    // Does what other calls do, sockets included, past all filters.
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // Keys are those of the session that we run in.
    SYS_keyctl, SYS_add_key, SYS_request_key,
    // Large parts.
    SYS_bpf, SYS_userfaultfd, SYS_perf_event_open};

constexpr CallRule kPair = {.call = SYS_socketpair,
                            .argument = 0,
                            .mask = ~uint32_t{0},
                            .value = AF_UNIX,
                            .if_so = kGoOn,
                            .if_not = kRefused};

}  // namespace

std::string ProgramFilter() {
  if (BOARDWALK_ARCHITECTURE == 0) return "";
  CallFilter filter = {};
  BeginFilter(&filter);
  AddRule(&filter, &kPair);
  AddCalls(&filter, kRefusedCalls.data(), kRefusedCalls.size(), kRefused);
  if (!EndFilter(&filter, kAllowed)) return "";
  return {reinterpret_cast<const char*>(filter.code),
          filter.size * sizeof filter.code[0]};
}

}  // namespace boardwalk::process
