#include "frontends/web/http/listener.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::web {
namespace {

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

absl::StatusOr<Addresses> Resolve(const std::string& host) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.empty() ? "127.0.0.1" : host.c_str(), "0",
                                &hints, &found);
  if (error != 0) {
    return InvalidArgument(
        "there is no host ", Quoted(host), " (", gai_strerror(error),
        "); give a name or an address of this machine, or 0.0.0.0 for all");
  }
  return Addresses(found, freeaddrinfo);
}

void SetPort(sockaddr_storage& address, int port) {
  const auto bytes = htons(static_cast<uint16_t>(port));
  if (address.ss_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6&>(address).sin6_port = bytes;
  } else {
    reinterpret_cast<sockaddr_in&>(address).sin_port = bytes;
  }
}

int PortOf(int fd) {
  sockaddr_storage address = {};
  socklen_t length = sizeof(address);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

// A socket that listens, or -1, and errno says why not.
int ListenAt(const sockaddr_storage& address, socklen_t length) {
  const int fd =
      socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  // The connections of a server that has ended do not keep its port.
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), length) == 0 &&
      listen(fd, SOMAXCONN) == 0) {
    return fd;
  }
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

// "127.0.0.1" or "[::1]".
std::string Numeric(const sockaddr_storage& address, socklen_t length) {
  std::array<char, NI_MAXHOST> text = {};
  getnameinfo(reinterpret_cast<const sockaddr*>(&address), length, text.data(),
              text.size(), nullptr, 0, NI_NUMERICHOST);
  return address.ss_family == AF_INET6 ? absl::StrCat("[", text.data(), "]")
                                       : std::string(text.data());
}

std::string MachineName() {
  std::array<char, HOST_NAME_MAX + 1> name = {};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

void AddNames(const std::string& host, const std::string& address,
              Listener& listener) {
  listener.any_address = address == "0.0.0.0" || address == "[::]";
  std::vector<std::string> names;
  if (listener.any_address) {
    names = {MachineName(), absl::StrCat(MachineName(), ".local"), "localhost"};
  } else {
    if (!host.empty() && !absl::StrContains(host, ':')) names = {host};
    names.emplace_back(address);
    if (absl::StartsWith(address, "127.") || address == "[::1]") {
      names.emplace_back("localhost");
    }
  }
  for (const std::string& name : names) {
    listener.names.emplace_back(absl::StrCat(name, ":", listener.port));
  }
}

}  // namespace

absl::StatusOr<Listener> Listen(const std::string& host, int port,
                                int last_port) {
  ASSIGN_OR_RETURN(const Addresses found, Resolve(host));
  sockaddr_storage address = {};
  const socklen_t length = found->ai_addrlen;
  std::memcpy(&address, found->ai_addr, length);
  Listener listener;
  for (int tried = port; listener.fd < 0 && tried <= last_port; ++tried) {
    SetPort(address, tried);
    listener.fd = ListenAt(address, length);
    if (listener.fd < 0 && errno != EADDRINUSE) break;
  }
  const std::string numeric = Numeric(address, length);
  if (listener.fd < 0) {
    if (errno == EADDRINUSE) {
      return InvalidArgument(
          "port ", port, " of ", numeric,
          last_port > port
              ? absl::StrCat(" and those up to ", last_port, " are in use")
              : " is in use",
          "; choose another one with --port, or any with --port 0");
    }
    return InvalidArgument("cannot listen at port ", port, " of ", numeric,
                           ": ", std::strerror(errno),
                           "; choose another --port or --host of this machine");
  }
  listener.port = PortOf(listener.fd);
  AddNames(host, numeric, listener);
  return listener;
}

std::string AddressText(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const auto write = [&](int family, const void* bytes) {
    const char* const written =
        inet_ntop(family, bytes, text.data(), text.size());
    return std::string(written == nullptr ? "" : written);
  };
  if (address->sa_family == AF_INET) {
    return write(AF_INET,
                 &reinterpret_cast<const sockaddr_in*>(address)->sin_addr);
  }
  if (address->sa_family != AF_INET6) return "";
  in6_addr six = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  constexpr int kFour = 12;  // where an address of IPv4 begins in one of IPv6
  if (IN6_IS_ADDR_V4MAPPED(&six)) return write(AF_INET, &six.s6_addr[kFour]);
  constexpr int kNetwork = 8;
  std::fill(std::begin(six.s6_addr) + kNetwork, std::end(six.s6_addr), 0);
  return absl::StrCat(write(AF_INET6, &six), "/64");
}

}  // namespace boardwalk::web
