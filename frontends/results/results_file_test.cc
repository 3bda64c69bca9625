// Files that cannot be used are refused and stay unchanged.

#include "frontends/results/results_file.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "frontends/results/store.h"
#include "frontends/results/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Matcher;

namespace fs = std::filesystem;

constexpr char kName[] = "r.sqlite";

class ResultsFileTest : public testing::Test {
 protected:
  std::string path() const { return folder_.File(kName); }

  // Opening to play is refused for this reason and changes nothing.
  void ExpectNotPlayed(const Matcher<std::string>& why) {
    const auto before = folder_.Contents();
    const auto play = OpenToPlay(path(), TestConfiguration());
    ASSERT_FALSE(play.ok());
    EXPECT_THAT(std::string(play.status().message()),
                AllOf(HasSubstr("'" + path() + "'"), why));
    EXPECT_TRUE(folder_.Contents() == before);
  }
  // Opening to read, too.
  void ExpectRefused(const Matcher<std::string>& why) {
    ExpectNotPlayed(why);
    const auto before = folder_.Contents();
    const auto read = OpenToRead(path());
    ASSERT_FALSE(read.ok());
    EXPECT_THAT(std::string(read.status().message()),
                AllOf(HasSubstr("'" + path() + "'"), why));
    EXPECT_TRUE(folder_.Contents() == before);
  }

  // Changes the file as another program might.
  void Change(const std::string& sql) {
    auto database = Database::OpenFile(kName, path(), Database::Access::kWrite);
    ASSERT_TRUE(database.ok());
    const absl::Status status = database->Execute(sql);
    ASSERT_TRUE(status.ok()) << status;
  }

  // As a program does that has them so.
  void ChangeSettings(const std::string& sql) {
    Change(sql);
    auto database = Database::OpenFile(kName, path(), Database::Access::kWrite);
    ASSERT_TRUE(database.ok());
    ASSERT_TRUE(WriteMetaChecksum(*database).ok());
  }

  // Leaves games in the log beside the file, as `kill -9` does.
  void AddAndDie(int64_t first, int64_t last) {
    Child child([&](int) {
      const auto store = OpenToPlay(path(), TestConfiguration());
      for (int64_t id = first; id <= last; ++id) {
        if (!store.ok() || !(*store)->Add(TestGame(id, 6)).ok()) _exit(1);
      }
      raise(SIGKILL);
    });
    EXPECT_TRUE(WIFSIGNALED(child.Wait()));
    EXPECT_TRUE(fs::exists(path() + "-wal"));
  }

  TestFolder folder_;
};

TEST_F(ResultsFileTest, ThatIsNoSqliteFile) {
  for (const std::string& text :
       {std::string("boardwalk-record 1\n"), std::string(5000, 'x'),
        std::string("SQLite")}) {
    folder_.Write(kName, text);
    ExpectRefused(HasSubstr("is no file of results"));
  }
}

TEST_F(ResultsFileTest, ThatIsEmpty) {
  folder_.Write(kName, "");
  ExpectRefused(HasSubstr("is empty"));
}

TEST_F(ResultsFileTest, OfAnotherProgram) {
  folder_.Write(kName, "");
  Change("CREATE TABLE games (id INTEGER PRIMARY KEY)");
  ExpectRefused(HasSubstr("of another program"));
  Change("PRAGMA journal_mode = WAL");
  ExpectRefused(HasSubstr("of another program"));
}

TEST_F(ResultsFileTest, OfANewerVersion) {
  MakeResults(path(), 3, 4);
  Change("PRAGMA user_version = 4");
  ExpectRefused(AllOf(HasSubstr("newer version"), HasSubstr("version 4")));
  Change("PRAGMA user_version = 0");
  ExpectRefused(HasSubstr("damaged"));
}

constexpr char kMakeSecondVersion[] =
    "DROP TABLE checksums; DELETE FROM meta WHERE key = 'checksum';"
    "PRAGMA user_version = 2";
// Files of before there were faults; none of their games has any.
constexpr char kMakeFirstVersion[] =
    "DROP TABLE checksums; DROP TABLE faults; DELETE FROM meta WHERE key ="
    " 'checksum'; PRAGMA user_version = 1";

TEST_F(ResultsFileTest, OfTheFirstVersionIsReadAndLeftAsItIs) {
  MakeResults(path(), 4, 4);
  Change(kMakeFirstVersion);
  const auto before = folder_.Contents();
  {
    const auto store = ToRead(path());
    for (int64_t id = 1; id <= 4; ++id) {
      comparison::FinishedGame game = TestGame(id, 4);
      game.summary.faults = game.record.faults = {};
      ExpectEqual(game, *store->Get(id));
    }
  }
  EXPECT_TRUE(folder_.Contents() == before);
}

TEST_F(ResultsFileTest, OfTheFirstVersionBecomesOneOfThisWhenGamesAreAdded) {
  MakeResults(path(), 4, 4);
  Change(kMakeFirstVersion);
  {
    const auto store = ToPlay(path(), TestConfiguration());
    ASSERT_NE(store, nullptr);
    for (int64_t id = 5; id <= 20; ++id) {
      EXPECT_TRUE(*store->Add(TestGame(id, 4)));
    }
  }
  const auto store = ToRead(path());
  for (int64_t id = 5; id <= 20; ++id) {
    ExpectEqual(TestGame(id, 4), *store->Get(id));
  }
  EXPECT_EQ(ToRead(path())->Get(4)->summary.faults.size(), 0);
}

TEST_F(ResultsFileTest, OfTheSecondVersionGetsChecksumsWhenGamesAreAdded) {
  MakeResults(path(), 4, 4);
  Change(kMakeSecondVersion);
  EXPECT_EQ(ExpectTestGames(*ToRead(path()), 4).size(), 4u);
  ASSERT_NE(ToPlay(path(), TestConfiguration()), nullptr);
  EXPECT_EQ(ExpectTestGames(*ToRead(path()), 4).size(), 4u);
  Change("UPDATE games SET detail = 'of another kind' WHERE id = 3");
  EXPECT_THAT(std::string(ToRead(path())->Get(3).status().message()),
              HasSubstr("game 3: its times, what its players reported"));
}

// An earlier version in its head does not take the checksums out of use.
TEST_F(ResultsFileTest, OfThisVersionIsNoneOfAnEarlierOne) {
  for (const char* change :
       {"PRAGMA user_version = 2", "PRAGMA user_version = 1",
        "DROP TABLE checksums; PRAGMA user_version = 2"}) {
    fs::remove(path());
    MakeResults(path(), 4, 4);
    Change(change);
    ExpectRefused(HasSubstr("damaged"));
  }
}

// What no rule and no plan tells.
TEST_F(ResultsFileTest, TellsThatAValueWasEdited) {
  for (const char* edit :
       {"UPDATE games SET detail = detail || 'x'",
        "UPDATE seats SET seconds = seconds + 1",
        "UPDATE seats SET wall_seconds = wall_seconds + 1",
        "UPDATE seats SET max_seconds = max_seconds / 2",
        "UPDATE seats SET returns = -returns",
        "UPDATE faults SET reason = 'another'",
        "UPDATE records SET details = replace(details, 'd1', 'd2')",
        "UPDATE checksums SET checksum = checksum + 1",
        "DELETE FROM checksums"}) {
    std::filesystem::remove(path());
    MakeResults(path(), 40, 12);
    Change(edit);
    absl::Status first;
    for (int64_t id = 1; id <= 40 && first.ok(); ++id) {
      first = ToRead(path())->Get(id).status();
    }
    EXPECT_FALSE(first.ok()) << edit;
  }
}

TEST_F(ResultsFileTest, TellsThatItWasCutOffWhileItWasInUse) {
  for (const off_t size : {0, 100, 5000}) {
    std::filesystem::remove(path());
    MakeResults(path(), 50, 20);
    auto store = ToPlay(path());
    ASSERT_EQ(truncate(path().c_str(), size), 0);
    bool told = false;
    for (int64_t id = 51; id <= 60; ++id) {
      told = told || !store->Add(TestGame(id, 20)).ok();
    }
    store.reset();
    told = told || !CheckKept(path(), 60).ok();
    EXPECT_TRUE(told) << size;
    for (const char* ending : {"-wal", "-shm"}) {
      std::filesystem::remove(path() + ending);
    }
  }
}

TEST_F(ResultsFileTest, IsKept) {
  MakeResults(path(), 50, 20);
  EXPECT_EQ(CheckKept(path(), 50), absl::OkStatus());
  EXPECT_THAT(std::string(CheckKept(path(), 51).message()),
              HasSubstr("has 50 of 51 games"));
}

TEST_F(ResultsFileTest, NamesAreThoseOfTheConfiguration) {
  for (const char* edit :
       {"UPDATE players SET name = 'somebody' WHERE id = 1",
        "UPDATE variants SET name = 'teeko' WHERE id = 0",
        "INSERT INTO players (id, name) VALUES (7, 'somebody')"}) {
    std::filesystem::remove(path());
    MakeResults(path(), 4, 4);
    Change(edit);
    ExpectRefused(HasSubstr("are not those of its configuration"));
  }
}

TEST_F(ResultsFileTest, AnEarlierStarChallengeDoesNotSayWhoDroppedOut) {
  comparison::Configuration star = TestConfiguration();
  star.contest.emplace().rules = comparison::Contest::Rules::kStar;
  ASSERT_NE(ToPlay(path(), star), nullptr);
  EXPECT_NE(ToRead(path()), nullptr);
  Change(kMakeFirstVersion);
  ExpectRefused(HasSubstr("which did not keep who dropped out"));
}

TEST_F(ResultsFileTest, OfAnotherProgramVersionIsOnlyRead) {
  MakeResults(path(), 3, 4);
  ChangeSettings(
      "UPDATE meta SET value = '0.0.9' WHERE key = 'program_version'");
  const auto store = OpenToPlay(path(), TestConfiguration());
  EXPECT_THAT(std::string(store.status().message()),
              HasSubstr("boardwalk 0.0.9 began it"));
  const auto read = OpenToRead(path());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ((*read)->program_version(), "0.0.9");
}

TEST_F(ResultsFileTest, OfANewerConfiguration) {
  MakeResults(path(), 3, 4);
  ChangeSettings(
      "UPDATE meta SET value = replace(value, '{', '{\"more\":1,')"
      " WHERE key = 'configuration'");
  ExpectRefused(HasSubstr("cannot be understood"));
  Change("DELETE FROM meta WHERE key = 'configuration'");
  ExpectRefused(HasSubstr("has no configuration"));
}

TEST_F(ResultsFileTest, OfAnotherComparison) {
  comparison::Configuration other = TestConfiguration();
  other.players[0] = "human";
  {
    const auto store = ToPlay(path(), other);
    ASSERT_NE(store, nullptr);
  }
  ExpectNotPlayed(AllOf(HasSubstr("human"), HasSubstr("greedy")));
  EXPECT_EQ(ToRead(path())->configuration().players[0], "human");
}

TEST_F(ResultsFileTest, OfAnotherComparisonThatWasKilled) {
  MakeResults(path(), 3, 4);
  AddAndDie(4, 9);
  const auto before = folder_.Contents();
  comparison::Configuration other = TestConfiguration();
  ++other.seed;
  other.rounds += 5;
  const auto play = OpenToPlay(path(), other);
  EXPECT_THAT(std::string(play.status().message()), HasSubstr("seed"));
  // The games in the log are still there.
  EXPECT_TRUE(folder_.Contents() == before);
  EXPECT_EQ(ToRead(path())->Count().value(), 9);
}

TEST_F(ResultsFileTest, ThatIsCutOff) {
  MakeResults(path(), 30, 40);
  const std::string whole = folder_.Read(kName);
  for (const size_t size :
       {whole.size() - 1, whole.size() - 4096, whole.size() / 2, size_t{4096},
        size_t{4095}, size_t{100}}) {
    folder_.Write(kName, whole.substr(0, size));
    ExpectNotPlayed(HasSubstr("is damaged"));
  }
  folder_.Write(kName, whole.substr(0, 99));
  ExpectRefused(HasSubstr("is no file of results"));
}

TEST_F(ResultsFileTest, ThatIsOverwritten) {
  MakeResults(path(), 200, 20);
  const std::string whole = folder_.Read(kName);
  const size_t pages = whole.size() / 4096;
  ASSERT_GT(pages, 20);
  for (size_t page = 0; page < pages; ++page) {
    SCOPED_TRACE(page);
    std::string damaged = whole;
    // Pages are filled from the end.
    damaged.replace(page * 4096 + 2000, 2096, 2096, '\xff');
    folder_.Write(kName, damaged);
    ExpectNotPlayed(HasSubstr("is damaged"));
    damaged = whole;
    damaged.replace(page * 4096, 4096, 4096, '\0');
    folder_.Write(kName, damaged);
    ExpectNotPlayed(HasSubstr(page == 0 ? "is no file" : "is damaged"));
  }
  folder_.Write(kName, whole);
  EXPECT_EQ(ToPlay(path())->Count().value(), 200);
}

TEST_F(ResultsFileTest, ThatIsDamagedAndWasKilled) {
  MakeResults(path(), 200, 20);
  AddAndDie(201, 205);
  std::string damaged = folder_.Read(kName);
  damaged.replace(10 * 4096, 4096, 4096, '\0');
  folder_.Write(kName, damaged);
  ExpectNotPlayed(HasSubstr("is damaged"));
}

// Errors in single games are found when the games are read.
TEST_F(ResultsFileTest, WithGamesThatMakeNoSense) {
  for (const std::string change :
       {"UPDATE games SET variant = 2", "UPDATE games SET variant = 1 << 32",
        "UPDATE games SET ending = 'won'", "UPDATE games SET rotation = 3",
        "UPDATE games SET ending = 'failure', loser = NULL",
        "UPDATE games SET loser = 2, ending = 'failure'",
        "DELETE FROM seats WHERE seat = 1", "DELETE FROM seats WHERE seat = 0",
        "DELETE FROM seats", "UPDATE seats SET seat = 5 WHERE seat = 1",
        "UPDATE seats SET player = 3", "UPDATE seats SET seconds = 9e999",
        // Numbers whose sums overflow.
        "UPDATE games SET round = 9223372036854775807",
        "UPDATE games SET block = 9223372036854775807",
        "UPDATE games SET plies = 9223372036854775807",
        "UPDATE seats SET nodes = 9223372036854775807",
        "UPDATE seats SET depth = 9223372036854775807",
        "UPDATE seats SET seconds = 1e300",
        // A result that no game can have.
        "UPDATE seats SET returns = 0.5",
        // More seats than any game has.
        "PRAGMA ignore_check_constraints = ON; "
        "INSERT INTO seats SELECT s.game, n, s.player, s.returns, s.moves,"
        " s.seconds, s.wall_seconds, s.max_seconds, s.nodes, s.playouts,"
        " s.depth FROM seats AS s, (WITH RECURSIVE c(n) AS (SELECT 3 UNION ALL"
        " SELECT n + 1 FROM c WHERE n < 63) SELECT n FROM c) WHERE s.seat = "
        "0"}) {
    fs::remove(path());
    MakeResults(path(), 1, 4);
    Change(change);
    const auto store = ToRead(path());
    const absl::Status status = store->ForEach(
        {}, [](const comparison::GameSummary&) { return absl::OkStatus(); });
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << change;
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr("is damaged"), HasSubstr("game 1")))
        << change;
    EXPECT_FALSE(store->Get(1).ok()) << change;
  }
}

TEST_F(ResultsFileTest, WhoseTextsCommandTheTerminal) {
  MakeResults(path(), 1, 4);
  // A file of the second version, whose texts no checksum tells.
  Change("UPDATE games SET detail = char(27) || '[2J'");
  Change(kMakeSecondVersion);
  EXPECT_EQ(ToRead(path())->Get(1)->summary.detail, "\\x1b[2J");
}

TEST_F(ResultsFileTest, WithRecordsThatMakeNoSense) {
  for (const std::string change :
       {"DELETE FROM records", "UPDATE records SET moves = ''",
        "UPDATE records SET moves = moves || ' a1'",
        "UPDATE records SET details = 'nonsense'"}) {
    fs::remove(path());
    MakeResults(path(), 1, 4);
    Change(change);
    const auto store = ToRead(path());
    EXPECT_EQ(store->Count().value(), 1);
    const absl::Status status = store->Get(1).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << change;
    EXPECT_THAT(std::string(status.message()), HasSubstr("game 1")) << change;
  }
}

TEST_F(ResultsFileTest, WhoseValuesAreOutOfTheirBounds) {
  MakeResults(path(), 5, 4);
  Change(
      "PRAGMA ignore_check_constraints = ON;"
      "UPDATE seats SET returns = 2 WHERE game = 3");
  ExpectNotPlayed(HasSubstr("is damaged"));
}

TEST_F(ResultsFileTest, WithoutItsTables) {
  MakeResults(path(), 5, 4);
  Change("DROP VIEW results; DROP TABLE records");
  ExpectRefused(AllOf(HasSubstr("is damaged"), HasSubstr("records")));
}

TEST_F(ResultsFileTest, WithAViewForATable) {
  MakeResults(path(), 3, 4);
  Change(
      "DROP TABLE meta;"
      "CREATE VIEW meta AS WITH RECURSIVE endless(key, value) AS"
      " (VALUES ('a', 'b') UNION ALL SELECT key, value FROM endless)"
      " SELECT * FROM endless");
  ExpectRefused(AllOf(HasSubstr("damaged"), HasSubstr("'meta'")));
}

TEST_F(ResultsFileTest, WithATrigger) {
  MakeResults(path(), 3, 4);
  Change(
      "CREATE TRIGGER forged AFTER INSERT ON games BEGIN"
      " UPDATE seats SET returns = -returns; END");
  ExpectRefused(AllOf(HasSubstr("damaged"), HasSubstr("'forged'")));
}

TEST_F(ResultsFileTest, ThatIsSomethingElse) {
  fs::create_directory(path());
  ExpectRefused(HasSubstr("it is a folder"));
  fs::remove(path());
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  ExpectRefused(HasSubstr("no regular file"));
  fs::remove(path());
  fs::create_symlink("nowhere", path());
  ExpectRefused(HasSubstr("No such file"));
}

TEST_F(ResultsFileTest, InAFolderThatIsNotThere) {
  const std::string file = folder_.File("none/r.sqlite");
  const auto play = OpenToPlay(file, TestConfiguration());
  EXPECT_THAT(std::string(play.status().message()),
              HasSubstr("there is no folder '" + folder_.File("none") + "'"));
  EXPECT_FALSE(OpenToRead(file).ok());
  const auto inside = OpenToRead(path());
  EXPECT_EQ(inside.status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(folder_.Contents().empty());
}

TEST_F(ResultsFileTest, IsNotMadeBesideTheLogOfALostOne) {
  MakeResults(path(), 3, 4);
  AddAndDie(4, 9);
  fs::remove(path());
  ExpectNotPlayed(HasSubstr("belongs to another file"));
}

TEST_F(ResultsFileTest, IsMadeThroughALink) {
  fs::create_directory(folder_.File("there"));
  fs::create_symlink("there", folder_.File("here"));
  const std::string path = folder_.File("here/r.sqlite");
  MakeResults(path, 3, 4);
  fs::create_symlink("here/r.sqlite", folder_.File("link"));
  AddAndDie(1, 1);  // elsewhere
  EXPECT_EQ(ToPlay(folder_.File("link"))->Count().value(), 3);
}

// A copy that SQLite made has no log.
TEST_F(ResultsFileTest, IsUsedWithoutALogOfItsOwn) {
  MakeResults(folder_.File("first"), 7, 4);
  auto database = Database::OpenFile("first", folder_.File("first"),
                                     Database::Access::kWrite);
  ASSERT_TRUE(database->Execute("VACUUM INTO '" + path() + "'").ok());
  ASSERT_EQ(folder_.Read(kName)[18], 1);  // no log, says the header
  EXPECT_EQ(ToRead(path())->Count().value(), 7);
  const auto store = ToPlay(path());
  ASSERT_TRUE(store->Add(TestGame(8, 4)).ok());
  EXPECT_EQ(ExpectTestGames(*ToRead(path()), 4).size(), 8);
  EXPECT_EQ(folder_.Read(kName)[18], 2);
}

// --- Disks without locks -----------------------------------------------------

// As fcntl behaves on a network disk without a service for locks, or with one
// that fails.
int lock_error = ENOLCK;
int FcntlWithoutLocks(int, int command, ...) {
  if (command != F_SETLK && command != F_GETLK) return 0;
  errno = lock_error;
  return -1;
}

TEST_F(ResultsFileTest, ThatCannotBeLockedSaysWhyAndIsNotMade) {
  const auto refusals = [&] {
    return InChild([&] {
      sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
      EXPECT_EQ(system->xSetSystemCall(
                    system, "fcntl",
                    reinterpret_cast<sqlite3_syscall_ptr>(&FcntlWithoutLocks)),
                SQLITE_OK);
      const auto played = OpenToPlay(path(), TestConfiguration());
      const auto read = OpenToRead(path());
      return absl::StrCat("play: ", played.status().message(),
                          "\nread: ", read.status().message());
    });
  };
  const std::string why = absl::StrCat(
      "cannot use '", path(), "': its disk has no locks (No locks available)");
  EXPECT_THAT(refusals(), HasSubstr("play: " + why));
  EXPECT_TRUE(folder_.Contents().empty());
  // SQLite calls the one busy, and the other an error.
  for (const int error : {ETIMEDOUT, EIO}) {
    lock_error = error;
    EXPECT_THAT(refusals(), HasSubstr(absl::StrCat("its disk refuses locks (",
                                                   std::strerror(error), ")")));
    EXPECT_TRUE(folder_.Contents().empty());
  }
  lock_error = ENOLCK;

  MakeResults(path(), 3, 4);
  const auto before = folder_.Contents();
  EXPECT_THAT(refusals(),
              AllOf(HasSubstr("play: " + why), HasSubstr("read: " + why)));
  EXPECT_TRUE(folder_.Contents() == before);
  EXPECT_EQ(ToRead(path())->Count().value(), 3);
}

// --- Full disks --------------------------------------------------------------

TEST_F(ResultsFileTest, ThatCannotBeMadeLeavesNothingBehind) {
  const std::string said = InChild([&] {
    LimitFileSize(10'000, /*fatal=*/false);
    const auto store = OpenToPlay(path(), TestConfiguration());
    return std::string(store.status().message());
  });
  EXPECT_THAT(said, AllOf(HasSubstr("cannot make '" + path() + "'"),
                          HasSubstr("File too large")));
  EXPECT_TRUE(folder_.Contents().empty());
}

TEST_F(ResultsFileTest, ThatCannotGrowKeepsWhatItHas) {
  // Each limit is reached at a different write.
  for (const int64_t bytes : {150'000, 151'111, 300'001, 350'000}) {
    fs::remove(path());
    const std::string said = InChild([&]() -> std::string {
      const auto store = OpenToPlay(path(), TestConfiguration());
      if (!store.ok()) return std::string(store.status().message());
      LimitFileSize(static_cast<rlim_t>(bytes), /*fatal=*/false);
      int64_t id = 0;
      absl::Status status;
      while (status.ok() && id < 10'000) {
        status = (*store)->Add(TestGame(++id, 20)).status();
      }
      if (status.ok()) return "the disk is never full";
      const std::string first(status.message());
      // With space again, the game that failed can be added.
      LimitFileSize(RLIM_INFINITY, /*fatal=*/false);
      if ((*store)->Count().value_or(-1) != id - 1) return "half a game";
      status = (*store)->Add(TestGame(id, 20)).status();
      if (!status.ok()) return std::string(status.message());
      // Until the disk is full again.
      LimitFileSize(static_cast<rlim_t>(bytes) + 100'000, /*fatal=*/false);
      while (status.ok()) status = (*store)->Add(TestGame(++id, 20)).status();
      return first + "|" + std::to_string(id - 1);
    });
    EXPECT_THAT(said, AllOf(HasSubstr("'" + path() + "'"),
                            testing::AnyOf(HasSubstr("File too large"),
                                           HasSubstr("the disk is full"))));
    const int64_t games = std::stoll(said.substr(said.find('|') + 1));
    const auto store = ToPlay(path());
    EXPECT_EQ(ExpectTestGames(*store, 20).size(), games);
    EXPECT_GT(games, 10);
  }
}

// SQLite makes an index of the log beside a file that it reads.
TEST_F(ResultsFileTest, IsReadWhereThereIsNoRoomForAnythingElse) {
  MakeResults(path(), 12, 6);
  const auto before = folder_.Contents();
  // One byte of the index, and half of it.
  for (const rlim_t bytes : {0, 16'000}) {
    const std::string said = InChild([&]() -> std::string {
      LimitFileSize(bytes, /*fatal=*/false);
      const auto play = OpenToPlay(path(), TestConfiguration());
      const auto read = OpenToRead(path());
      if (!read.ok()) return std::string(read.status().message());
      return std::string(play.status().message()) +
             "; games: " + std::to_string(ExpectTestGames(**read, 6).size());
    });
    EXPECT_THAT(said, AllOf(HasSubstr("'" + path() + "'"), HasSubstr("no room"),
                            HasSubstr("games: 12")));
    // SQLite leaves an empty log behind, which does not prevent the next one.
    auto after = folder_.Contents();
    const std::string log = std::string(kName) + "-wal";
    if (after[log].empty()) after.erase(log);
    EXPECT_TRUE(after == before);
  }
}

// The games in the log cannot be found without the index.
TEST_F(ResultsFileTest, WithALogIsNotReadWhereThereIsNoRoomForItsIndex) {
  MakeResults(path(), 3, 6);
  AddAndDie(4, 15);
  fs::remove(path() + "-shm");
  const auto before = folder_.Contents();
  const std::string said = InChild([&] {
    LimitFileSize(0, /*fatal=*/false);
    return std::string(OpenToRead(path()).status().message());
  });
  EXPECT_THAT(said, AllOf(HasSubstr("no room"), HasSubstr("copy both")));
  EXPECT_TRUE(folder_.Contents() == before);
  EXPECT_EQ(ExpectTestGames(*ToRead(path()), 6).size(), 15);
}

// --- Files that go away ------------------------------------------------------

TEST_F(ResultsFileTest, ThatIsRemovedRenamedOrReplacedIsNoLongerWritten) {
  const std::string away = folder_.File("away.sqlite");
  for (const bool replace : {false, true}) {
    for (const bool keep : {false, true}) {
      for (const auto& [name, contents] : folder_.Contents()) {
        fs::remove(folder_.File(name));
      }
      fs::remove(path() + "-shm");
      const auto store = ToPlay(path());
      ASSERT_NE(store, nullptr);
      ASSERT_TRUE(store->Add(TestGame(1, 6)).ok());
      EXPECT_EQ(store->CheckInPlace(), absl::OkStatus());
      fs::rename(path(), away);
      if (!keep) fs::remove(away);
      if (replace) folder_.Write(kName, "something else");
      const absl::Status added = store->Add(TestGame(2, 6)).status();
      EXPECT_THAT(
          std::string(added.message()),
          HasSubstr("'" + path() + "' was removed, renamed or replaced"));
      EXPECT_EQ(store->CheckInPlace(), added);
      EXPECT_EQ(store->Count().value(), 1);
      // Back in its place it can be used.
      if (keep) {
        fs::rename(away, path());
        EXPECT_TRUE(store->Add(TestGame(2, 6)).ok());
      }
    }
  }
  EXPECT_EQ(ToPlay("")->CheckInPlace(), absl::OkStatus());
}

// --- What may only be read ---------------------------------------------------

class ReadOnlyFileTest : public ResultsFileTest {
 protected:
  ReadOnlyFileTest() { SetMode("", 0755); }
  // The folder must be writable to be removed.
  ~ReadOnlyFileTest() override { SetMode("", 0755); }

  void SetMode(const std::string& name, mode_t mode) {
    EXPECT_EQ(chmod(folder_.File(name).c_str(), mode), 0);
  }

  // What opening to play says, and how many games there are to read.
  std::string Open() {
    return InChild([&]() -> std::string {
      StopBeingRoot();
      const auto play = OpenToPlay(path(), TestConfiguration());
      if (play.ok()) return "can be written";
      const auto read = OpenToRead(path());
      if (!read.ok()) return std::string(read.status().message());
      return std::string(play.status().message()) +
             "; games: " + std::to_string(ExpectTestGames(**read, 6).size());
    });
  }
};

TEST_F(ReadOnlyFileTest, IsReadAndNotPlayed) {
  MakeResults(path(), 12, 6);
  const auto before = folder_.Contents();
  SetMode(kName, 0444);
  EXPECT_THAT(Open(), AllOf(HasSubstr("read-only"), HasSubstr("games: 12")));
  SetMode("", 0555);
  EXPECT_THAT(Open(), AllOf(HasSubstr("read-only"), HasSubstr("games: 12")));
  SetMode(kName, 0666);
  EXPECT_THAT(Open(), AllOf(HasSubstr("read-only"), HasSubstr("games: 12")));
  EXPECT_TRUE(folder_.Contents() == before);
  // An empty log is none.
  SetMode("", 0755);
  folder_.Write(kName + std::string("-wal"), "");
  SetMode("", 0555);
  EXPECT_THAT(Open(), HasSubstr("games: 12"));
}

TEST_F(ReadOnlyFileTest, IsReadWithItsLog) {
  MakeResults(path(), 3, 6);
  AddAndDie(4, 15);
  const auto before = folder_.Contents();
  SetMode("", 0555);
  EXPECT_THAT(Open(), AllOf(HasSubstr("read-only"), HasSubstr("games: 15")));
  EXPECT_TRUE(folder_.Contents() == before);
  // Without the shared memory beside it, the log cannot be used there.
  SetMode("", 0755);
  fs::remove(path() + "-shm");
  SetMode("", 0555);
  EXPECT_THAT(Open(), HasSubstr("copy"));
  EXPECT_TRUE(folder_.Contents() == before);
}

TEST_F(ReadOnlyFileTest, IsNotMadeInAFolderThatIs) {
  SetMode("", 0555);
  EXPECT_THAT(Open(), HasSubstr("No such file"));
  const std::string said = InChild([&] {
    StopBeingRoot();
    const auto play = OpenToPlay(path(), TestConfiguration());
    return std::string(play.status().message());
  });
  EXPECT_THAT(said, AllOf(HasSubstr("cannot make '" + path() + "'"),
                          HasSubstr("Permission denied")));
}

TEST_F(ReadOnlyFileTest, ThatMayNotEvenBeRead) {
  MakeResults(path(), 3, 6);
  SetMode(kName, 0000);
  EXPECT_THAT(Open(), HasSubstr("Permission denied"));
}

}  // namespace
}  // namespace boardwalk::results
