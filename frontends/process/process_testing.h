// Helpers for tests of processes.

#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "frontends/process/process.h"
#include "gtest/gtest.h"

namespace boardwalk::process {

// Long enough on the busiest machine.
inline Process::Deadline Soon() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

// As much of a file as can be read; a file of /proc may vanish meanwhile.
inline std::string FileText(const std::string& path) {
  std::string text;
  std::array<char, 4096> block;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  for (ssize_t size;
       file >= 0 && (size = read(file, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<size_t>(size));
  }
  if (file >= 0) close(file);
  return text;
}

// Whether the process is there and is no zombie that init has not yet seen.
inline bool IsAlive(const std::string& pid) {
  const std::string stat = FileText(absl::StrCat("/proc/", pid, "/stat"));
  return stat.find(") ") != std::string::npos &&
         stat.find(") Z") == std::string::npos;
}

// The number of processes in whose command line `mark` occurs.
inline int RunningWith(const std::string& mark) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string pid = entry.path().filename().string();
    if (pid.empty() || pid[0] < '0' || pid[0] > '9') continue;
    const std::string line = FileText(absl::StrCat("/proc/", pid, "/cmdline"));
    if (line.find(mark) != std::string::npos && IsAlive(pid)) ++count;
  }
  return count;
}

inline bool EndsSoon(const std::string& mark) {
  for (const auto deadline = Soon();
       std::chrono::steady_clock::now() < deadline;) {
    if (RunningWith(mark) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// A socket of ours that listens, on a port that it tells: what a program must
// not reach.
class ListeningSocket {
 public:
  ListeningSocket() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_, any, size), 0);
    EXPECT_EQ(listen(socket_, 1), 0);
    EXPECT_EQ(getsockname(socket_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~ListeningSocket() { close(socket_); }
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;
  int port() const { return port_; }

 private:
  const int socket_;
  int port_ = 0;
};

// Where this is a test of root: runs the tests that match `filter` as the user
// `nobody`, by a copy of this program that this user can reach.
inline void RunAsOrdinaryUser(const std::string& filter) {
  if (geteuid() != 0) return;
  std::string folder = testing::TempDir() + "/boardwalk-user-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string program = folder + "/test";
  std::filesystem::copy_file("/proc/self/exe", program);
  chmod(program.c_str(), 0755);
  chmod(folder.c_str(), 0777);
  ProcessOptions options;
  options.argv = {"setpriv",       "--reuid=65534",
                  "--regid=65534", "--clear-groups",
                  program,         "--gtest_filter=" + filter};
  options.environment = {
      absl::StrCat("TEST_TMPDIR=", folder), absl::StrCat("TMPDIR=", folder),
      absl::StrCat("HOME=", folder), "GTEST_COLOR=no", "GTEST_OUTPUT="};
  options.folder = folder;
  const auto process = Process::Start(options);
  ASSERT_TRUE(process.ok()) << process.status().message();
  std::string line, text;
  while ((*process)->ReadLine(Soon(), nullptr, &line) == IoResult::kDone) {
    absl::StrAppend(&text, line, "\n");
  }
  EXPECT_TRUE((*process)->WaitForEnd(Soon()));
  EXPECT_EQ((*process)->HowItEnded(), "exit status 0") << text;
  EXPECT_NE(text.find("[  PASSED  ]"), std::string::npos) << text;
  std::filesystem::remove_all(folder);
}

}  // namespace boardwalk::process
