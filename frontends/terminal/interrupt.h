// Ctrl-C and other signals, for a program at a terminal.
//
// A command that only computes ends at Ctrl-C, see ExitOnInterrupt. Where
// people play or a player thinks, the first Ctrl-C makes the player stop and
// move, or clears the line that is being typed. A second one, with no line
// entered in between, ends the program.

#ifndef BOARDWALK_FRONTENDS_TERMINAL_INTERRUPT_H_
#define BOARDWALK_FRONTENDS_TERMINAL_INTERRUPT_H_

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
  // The person did something else: the next Ctrl-C counts as the first again.
  static void Forget();

  // Waits until `fd` has input or has ended, or until one of the signals
  // arrives. Does not wait if one arrived before: Ctrl-C when count() is no
  // longer `seen`, the others when `heeds_window` and they are not yet taken.
  static void WaitForInput(int fd, int seen, bool heeds_window = false);

  // Whether the signal arrived since the last call.
  static bool TakeContinued();
  static bool TakeResized();
};

// Exists while a player thinks: clears the stop flag at its beginning, and lets
// a second Ctrl-C end the process at once with kInterruptedStatus, for players
// that do not react to the first.
class ThinkingScope {
 public:
  ThinkingScope();
  ~ThinkingScope();
  ThinkingScope(const ThinkingScope&) = delete;
  ThinkingScope& operator=(const ThinkingScope&) = delete;
};

}  // namespace boardwalk::terminal

#endif  // BOARDWALK_FRONTENDS_TERMINAL_INTERRUPT_H_
