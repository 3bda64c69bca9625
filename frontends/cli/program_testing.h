// What the tests of the built program share: running it as a command of the
// shell, and as a child at a pipe or a terminal.

#ifndef BOARDWALK_FRONTENDS_CLI_PROGRAM_TESTING_H_
#define BOARDWALK_FRONTENDS_CLI_PROGRAM_TESTING_H_

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace boardwalk::cli::program {

inline const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";

// Runs a shell command in which $B is the program; 128 + n where signal n
// killed it.
struct ProgramResult {
  int status = 0;
  std::string out;  // and standard error, where the command says so
};
inline ProgramResult Shell(const std::string& command) {
  setenv("B", kProgram, 1);
  ProgramResult outcome;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "popen failed"};
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    outcome.out.append(buffer, n);
  }
  const int status = pclose(pipe);
  outcome.status =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

// How long a test waits for output before it gives up; not a measure of speed.
inline constexpr int kPatienceMs = 60'000;

// The program as a child without input, its output read by the test: the
// standard one at a pipe, or standard error with it at a pipe or a terminal.
class Child {
 public:
  enum class Output { kPipe, kAllAtPipe, kTerminal };

  Child(const std::vector<std::string>& arguments, Output output) {
    int slave = -1;
    if (output == Output::kTerminal) {
      EXPECT_EQ(openpty(&reader_, &slave, nullptr, nullptr, nullptr), 0);
    } else {
      int ends[2];
      EXPECT_EQ(pipe(ends), 0);
      reader_ = ends[0];
      slave = ends[1];
    }
    pid_ = fork();
    if (pid_ == 0) {
      dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
      dup2(slave, STDOUT_FILENO);
      if (output != Output::kPipe) dup2(slave, STDERR_FILENO);
      close(reader_);
      close(slave);
      std::vector<char*> argv = {const_cast<char*>(kProgram)};
      for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
      }
      argv.push_back(nullptr);
      execv(kProgram, argv.data());
      _exit(127);
    }
    close(slave);
  }
  ~Child() {
    close(reader_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Reads until `text` has come, or the end; everything read so far.
  const std::string& ReadUntil(const std::string& text) {
    char buffer[4096];
    while (read_.find(text) == std::string::npos) {
      pollfd ready = {reader_, POLLIN, 0};
      if (poll(&ready, 1, kPatienceMs) != 1) break;
      const ssize_t n = read(reader_, buffer, sizeof(buffer));
      if (n <= 0) break;
      read_.append(buffer, static_cast<size_t>(n));
    }
    return read_;
  }
  const std::string& ReadAll() { return ReadUntil("no program prints this"); }
  void StopReading() {
    close(reader_);
    reader_ = -1;
  }
  void Interrupt() { kill(pid_, SIGINT); }
  void Kill() { kill(pid_, SIGKILL); }
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  int reader_ = -1;
  std::string read_;
};

}  // namespace boardwalk::cli::program

#endif  // BOARDWALK_FRONTENDS_CLI_PROGRAM_TESTING_H_
