// Opens the listening socket of a server.

#pragma once

#include <sys/socket.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace boardwalk::web {

// A listening socket, and the names and addresses of the server behind it.
struct Listener {
  int fd = -1;  // non-blocking; the caller closes it
  int port = 0;
  bool any_address = false;        // all of the machine's
  std::vector<std::string> names;  // with the port; the first is to be opened
};

// Listens at `host`, "" for 127.0.0.1, and the first free port from `port` to
// `last_port`. An error (kInvalidArgument) names what cannot be had.
absl::StatusOr<Listener> Listen(const std::string& host, int port,
                                int last_port);

// The address of a client, in the form of Request::address.
std::string AddressText(const sockaddr* address);

}  // namespace boardwalk::web
