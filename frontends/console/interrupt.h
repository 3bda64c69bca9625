// Ctrl-C and its relatives, for a program that sits at a terminal.
//
// A command that only works is ended by Ctrl-C, see ExitOnInterrupt. Where
// people play or a player thinks, the first Ctrl-C asks a thinking player for
// its move, or clears the line; a second one with no line entered in between
// leaves the program.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_INTERRUPT_H_
#define BOARDWALK_FRONTENDS_CONSOLE_INTERRUPT_H_

#include <atomic>

namespace boardwalk::console {

// The exit status of a program that Ctrl-C ended.
inline constexpr int kInterruptedStatus = 130;

// From now on SIGINT ends the process with kInterruptedStatus, but where an
// Interrupts lives.
void ExitOnInterrupt();

// Handles SIGINT (see above), SIGTERM and SIGHUP (put the terminal back as it
// was, then die of the signal; a SIGHUP that is ignored, as under nohup, stays
// ignored), SIGCONT and SIGWINCH (noted for the line
// editor) from construction to destruction. One at a time in a process; system
// calls return EINTR on these signals.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // For Limits::stop: set by the next Ctrl-C, see ThinkingScope.
  static const std::atomic<bool>* stop();
  // How often Ctrl-C was pressed since the last Forget.
  static int count();
  // The person did something else: the next Ctrl-C is a first one again.
  static void Forget();

  // Waits until `fd` has something to read or has ended, or a signal came that
  // is handled here; one that came before the wait counts, if it was Ctrl-C and
  // `seen` is what count() was before.
  static void WaitForInput(int fd, int seen);

  // Whether the signal came since the last call.
  static bool TakeContinued();
  static bool TakeResized();
};

// Around the thinking of a player: clears the stop flag; within, a second
// Ctrl-C ends the process at once with kInterruptedStatus, since the player
// does not react to the first.
class ThinkingScope {
 public:
  ThinkingScope();
  ~ThinkingScope();
  ThinkingScope(const ThinkingScope&) = delete;
  ThinkingScope& operator=(const ThinkingScope&) = delete;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_INTERRUPT_H_
