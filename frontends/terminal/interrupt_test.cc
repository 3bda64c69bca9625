#include "frontends/terminal/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "gtest/gtest.h"

namespace boardwalk::terminal {
namespace {

using ::testing::ExitedWithCode;

TEST(InterruptTest, EndsTheProgram) {
  EXPECT_EXIT(
      {
        ExitOnInterrupt();
        raise(SIGINT);
      },
      ExitedWithCode(130), "");
}

TEST(InterruptTest, FirstOneOnlyStopsTheThinking) {
  const Interrupts interrupts;
  const ThinkingScope thinking;
  EXPECT_FALSE(*Interrupts::stop());
  raise(SIGINT);
  EXPECT_TRUE(*Interrupts::stop());
  EXPECT_EQ(Interrupts::count(), 1);
}

TEST(InterruptTest, SecondOneEndsTheProgram) {
  EXPECT_EXIT(
      {
        const Interrupts interrupts;
        const ThinkingScope thinking;
        raise(SIGINT);
        if (!*Interrupts::stop()) raise(SIGKILL);
        raise(SIGINT);
      },
      ExitedWithCode(130), "");
}

TEST(InterruptTest, OutsideOfThinkingTheyAreOnlyCounted) {
  const Interrupts interrupts;
  { const ThinkingScope thinking; }
  raise(SIGINT);
  raise(SIGINT);
  EXPECT_EQ(Interrupts::count(), 2);
  Interrupts::Forget();
  EXPECT_EQ(Interrupts::count(), 0);
}

TEST(InterruptTest, EndsTheProgramAgainWhenTheThinkingIsOver) {
  EXPECT_EXIT(
      {
        ExitOnInterrupt();
        {
          const Interrupts interrupts;
          const ThinkingScope thinking;
        }
        raise(SIGINT);
      },
      ExitedWithCode(130), "");
}

TEST(InterruptTest, EveryThinkingBeginsUnstopped) {
  const Interrupts interrupts;
  {
    const ThinkingScope thinking;
    raise(SIGINT);
  }
  const ThinkingScope thinking;
  EXPECT_FALSE(*Interrupts::stop());
}

TEST(InterruptTest, AHangupThatIsIgnoredStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        const Interrupts interrupts;
        raise(SIGHUP);
        _exit(7);
      },
      ExitedWithCode(7), "");
}

}  // namespace
}  // namespace boardwalk::terminal
