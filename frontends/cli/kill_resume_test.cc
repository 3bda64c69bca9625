// A comparison that is killed at any moment, again and again, and started anew
// each time: in the end it has the games and tables of one that ran in one go.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "framework/random.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/tournament/store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;

const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";
constexpr int64_t kGames = 6 * (3 * 2 + 1 * 3);  // rounds x pairings x seats
constexpr int kKills = 25;

class KillResumeTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  // Starts the comparison; its tables go to `out`.
  pid_t Start(const std::string& db, const std::string& out) const {
    const pid_t child = fork();
    if (child != 0) return child;
    const int log = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(log, STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    execl(kProgram, kProgram, "compare", "--games",
          "teeko,star:size=3,players=3", "--players",
          "random,greedy,mcts:playouts=40", "--rounds", "6", "--seed", "11",
          "--openings", "3", "--jobs", "2", "--db", db.c_str(), nullptr);
    _exit(127);
  }

  static int Wait(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  static bool Ended(pid_t child) {
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == child;
  }

  // How many games there are; -1 where there is no file yet.
  static int64_t Count(const std::string& db) {
    const auto store = tournament::Store::OpenToRead(db);
    if (!store.ok()) return -1;
    const auto count = (*store)->Count();
    EXPECT_TRUE(count.ok()) << count.status();
    return count.value_or(-1);
  }

  static std::string Read(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
      text.append(buffer, n);
    }
    EXPECT_EQ(pclose(pipe), 0) << command;
    return text;
  }
  static std::string Games(const std::string& db) {
    return Read(std::string(kProgram) + " export " + db +
                " --format jsonl --no-times");
  }

  const TemporaryFolder folder_;
};

TEST_F(KillResumeTest, NothingIsLostAndNothingIsPlayedTwice) {
  ASSERT_EQ(Wait(Start(Path("whole"), Path("whole.txt"))), 0);
  ASSERT_EQ(Count(Path("whole")), kGames);

  Random random(2026);
  int killed = 0;
  int64_t before = 0;
  for (int i = 0; i < kKills; ++i) {
    const pid_t child = Start(Path("parts"), Path("parts.txt"));
    // Now and then before it has done anything, else after a few games more,
    // and then at whatever moment it is.
    const int64_t target = before + random.Below(4);
    while (!Ended(child) && Count(Path("parts")) < target) {
    }
    for (volatile uint32_t spin = random.Below(2'000'000); spin > 0;) {
      spin = spin - 1;
    }
    kill(child, SIGKILL);
    const int status = Wait(child);
    killed += WIFSIGNALED(status);
    const int64_t after = Count(Path("parts"));
    EXPECT_GE(after, before) << "games were lost";
    before = std::max<int64_t>(after, 0);
  }
  EXPECT_GT(killed, 5);
  ASSERT_EQ(Wait(Start(Path("parts"), Path("parts.txt"))), 0);
  EXPECT_EQ(Count(Path("parts")), kGames);
  EXPECT_EQ(Games(Path("parts")), Games(Path("whole")));
}

}  // namespace
}  // namespace boardwalk::cli
