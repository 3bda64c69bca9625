// Handles Ctrl-C and other signals of a terminal.
//
// Ctrl-C ends a command that only computes, see ExitOnInterrupt. In interactive
// commands, the first Ctrl-C makes a thinking player move, or clears the line
// that is being typed. A second one, with no line entered in between, ends the
// program.

#pragma once

#include <atomic>

namespace boardwalk::terminal {

// The exit status of a program that Ctrl-C ended.
inline constexpr int kInterruptedStatus = 130;

// From now on SIGINT ends the process with kInterruptedStatus, except while an
// `Interrupts` exists.
void ExitOnInterrupt();

// While it exists, it counts SIGINT (see above), notes SIGCONT and SIGWINCH for
// the line editor, and on SIGTERM and SIGHUP restores the terminal and lets the
// signal end the process. A SIGHUP that was ignored, as under nohup, stays
// ignored. Only one may exist at a time. System calls return EINTR on these
// signals.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // For Limits::stop: set by the next Ctrl-C, see ThinkingScope.
  static const std::atomic<bool>* stop();
  // The number of Ctrl-C since the last Forget.
  static int count();
  // Resets count(): the next Ctrl-C is the first again. Call after other input.
  static void Forget();

  // Waits until `fd` has input or has ended, or until a signal arrives. Returns
  // at once if count() is not `seen`, or, with `for_window`, if a SIGCONT or
  // SIGWINCH has not been taken yet.
  static void WaitForInput(int fd, int seen, bool for_window = false);

  // Whether the signal arrived since the last call.
  static bool TakeContinued();
  static bool TakeResized();
};

// Exists while a player thinks. Clears the stop flag at its beginning. A second
// Ctrl-C ends the process at once with kInterruptedStatus, since some players
// do not react to the first.
class ThinkingScope {
 public:
  ThinkingScope();
  ~ThinkingScope();
  ThinkingScope(const ThinkingScope&) = delete;
  ThinkingScope& operator=(const ThinkingScope&) = delete;
};

}  // namespace boardwalk::terminal
