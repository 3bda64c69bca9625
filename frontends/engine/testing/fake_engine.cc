// An engine for tests that plays the first legal move in byte order, or
// misbehaves in the way of its first argument, from the move on that its second
// argument counts (1 unless given).

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;

// Lines that came before the one that was waited for.
std::deque<std::string>& Earlier() {
  static std::deque<std::string> lines;
  return lines;
}

bool ReadLine(std::string& line) {
  if (Earlier().empty()) return !!std::getline(std::cin, line);
  line = Earlier().front();
  Earlier().pop_front();
  return true;
}

std::string FirstLegalMove() {
  std::cout << "query legalmoves" << std::endl;
  std::string line, word, move;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    if (words >> word && word == "response" && words >> move) return move;
    Earlier().push_back(line);
  }
  std::exit(0);
}

void Answer() {
  const std::string move = FirstLegalMove();
  std::cout << "bestmove " << move << std::endl;
}

[[noreturn]] void SleepForEver() {
  for (;;) pause();
}

void AnswerWhenStopped() {
  std::string line;
  while (line != "stop") std::getline(std::cin, line);
  Answer();
}

// Answers `go` in the given way.
void Misbehave(const std::string& how) {
  if (how == "crash") {
    std::cerr << "first words\nfatal: out of ideas" << std::endl;
    std::abort();
  } else if (how == "exit") {
    std::exit(3);
  } else if (how == "close") {
    close(1);
    SleepForEver();
  } else if (how == "stall") {
    SleepForEver();
  } else if (how == "loop") {
    for (const volatile bool for_ever = true; for_ever;) {
    }
  } else if (how == "nonsense") {
    std::cout << "shall we play a game?" << std::endl;
    SleepForEver();
  } else if (how == "binary") {
    std::cout << "\x01\xff\x80" << std::endl;
    SleepForEver();
  } else if (how == "nomove") {
    std::cout << "bestmove" << std::endl;
  } else if (how == "illegal") {
    std::cout << "bestmove zz99" << std::endl;
  } else if (how == "stoppable") {
    AnswerWhenStopped();
  } else if (how == "lines") {
    for (;;) std::cout << "hello\n";
  } else if (how == "flood") {
    const std::string line(1000, 'x');
    for (;;) std::cout << "info string " << line << "\n";
  } else if (how == "endless") {
    for (;;) std::cout << 'x';
  } else if (how == "ask") {
    // The answers soon fill a pipe of a page, on a slow machine, too.
    fcntl(STDIN_FILENO, F_SETPIPE_SZ, 4096);
    for (;;) std::cout << "query turn\n";
  } else if (how == "readlate") {
    // More than a pipe takes, and it reads the answers later.
    constexpr int kQueries = 10000;
    for (int i = 0; i < kQueries; ++i) std::cout << "query turn\n";
    std::cout.flush();
    std::this_thread::sleep_for(1500ms);
    std::string line;
    for (int i = 0; i < kQueries; ++i) std::getline(std::cin, line);
    Answer();
  } else if (how == "nap") {  // long enough to be noticed without a limit
    std::this_thread::sleep_for(50ms);
    Answer();
  } else if (how == "chat") {
    std::cout << "a banner\ninfo string hi\ninfo depth 3 score cp 100 nodes 7 "
                 "pv nowhere\n\n";
    Answer();
  } else if (how == "twice") {
    Answer();
    Answer();
  } else {
    Answer();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "play";
  const int from = argc > 2 ? std::atoi(argv[2]) : 1;
  if (how == "mute") SleepForEver();
  int moves = 0;
  std::string line, word;
  while (ReadLine(line)) {
    std::istringstream words(line);
    if (!(words >> word)) continue;
    if (word == "ugi") {
      std::cout << "id name Fake " << how << "\nid author Nobody\n"
                << "option name Game type string default none\n"
                << "option name Level type spin default 1 min 0 max 9\n"
                << "ugiok" << std::endl;
    } else if (word == "isready") {
      std::cout << "readyok" << std::endl;
    } else if (word == "setoption") {
      std::cerr << line << std::endl;
    } else if (word == "go") {
      if (++moves < from) {
        Answer();
      } else {
        Misbehave(how);
      }
    } else if (word == "quit") {
      return 0;
    }
  }
}
