// Several processes that use one file, and processes that are killed while they
// add games: no added game is lost.

#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "framework/random.h"
#include "frontends/results/store.h"
#include "frontends/results/store_testing.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

constexpr int kPlies = 30;

void Report(int pipe, int64_t id) {
  if (write(pipe, &id, sizeof id) != sizeof id) _exit(1);
}

// The ids of the complete reports.
std::vector<int64_t> Reported(const std::string& bytes) {
  std::vector<int64_t> ids;
  for (size_t at = 0; at + sizeof(int64_t) <= bytes.size();
       at += sizeof(int64_t)) {
    std::memcpy(&ids.emplace_back(), &bytes[at], sizeof(int64_t));
  }
  return ids;
}

// Adds missing games in order, for ever, and reports each after it was added.
void AddForever(const std::string& path, int pipe) {
  const auto store = OpenToPlay(path, TestConfiguration());
  if (!store.ok()) _exit(1);
  for (int64_t id = 1;; ++id) {
    const auto has = (*store)->Has(id);
    if (!has.ok()) _exit(1);
    if (*has) continue;
    if (!(*store)->Add(TestGame(id, kPlies)).ok()) _exit(1);
    Report(pipe, id);
  }
}

void Spin(int64_t steps) {
  volatile int64_t left = steps;
  while (left > 0) left = left - 1;
}

TEST(KilledStore, HasEveryGameThatWasAddedAndNoneThatIsHalf) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  Random random(7);
  std::vector<int64_t> added;
  for (int kill = 0; kill < 40; ++kill) {
    Child child([&](int pipe) { AddForever(path, pipe); });
    std::string reports;
    // Sometimes before the file exists, or while it is opened.
    const size_t games = kill % 4 == 0 ? 0 : random.Next() % 50;
    while (reports.size() < games * sizeof(int64_t)) {
      const std::string more = child.Read(sizeof(int64_t));
      ASSERT_FALSE(more.empty()) << "the child gave up";
      reports += more;
    }
    Spin(static_cast<int64_t>(random.Next() % 300'000));
    child.Kill();
    reports += child.ReadAll();
    for (const int64_t id : Reported(reports)) added.push_back(id);
    if (!std::filesystem::exists(path)) continue;

    const auto store = ToPlay(path);
    ASSERT_NE(store, nullptr);
    const std::vector<int64_t> there = ExpectTestGames(*store, kPlies);
    // The last one may have been added but not reported.
    std::vector<int64_t> all(there.size());
    std::iota(all.begin(), all.end(), 1);
    ASSERT_EQ(there, all);
    ASSERT_TRUE(there.size() == added.size() ||
                there.size() == added.size() + 1)
        << there.size() << " games, " << added.size() << " reported";
    added = all;
  }
  EXPECT_GT(added.size(), 300);
}

TEST(KilledStore, IsReadWithTheGamesInItsLog) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  Child child([&](int pipe) { AddForever(path, pipe); });
  while (!child.Read(sizeof(int64_t)).empty()) {
    const auto reader = ToRead(path);
    if (reader->Count().value() >= 25) break;
  }
  child.Kill();
  const size_t size = std::filesystem::file_size(path);
  EXPECT_GE(ExpectTestGames(*ToRead(path), kPlies).size(), 25);
  // This test is about games in the log.
  EXPECT_GT(std::filesystem::file_size(path), size);
}

TEST(SharedStore, IsReadWhileAnotherProcessAdds) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  MakeResults(path, 5, kPlies);
  const auto reader = ToRead(path);
  Child child([&](int pipe) { AddForever(path, pipe); });
  int64_t last = 5;
  while (last < 400) {
    const std::vector<int64_t> ids = Reported(child.Read(sizeof(int64_t)));
    ASSERT_EQ(ids.size(), 1);
    last = ids[0];
    if (last % 100 != 0) continue;
    const std::vector<int64_t> there = ExpectTestGames(*reader, kPlies);
    EXPECT_GE(there.size(), last);
    EXPECT_EQ(there.size(), there.back());
  }
}

TEST(SharedStore, TakesEveryGameOnceFromAllThatAdd) {
  const TestFolder folder;
  const std::string path = folder.File("r.sqlite");
  constexpr int64_t kGames = 300;
  const auto add_all = [&](bool backwards) {
    return [&path, backwards](int pipe) {
      const auto store = OpenToPlay(path, TestConfiguration());
      if (!store.ok()) {
        std::fprintf(stderr, "%s\n", store.status().ToString().c_str());
        _exit(1);
      }
      for (int64_t i = 1; i <= kGames; ++i) {
        const int64_t id = backwards ? kGames + 1 - i : i;
        if (!(*store)->Add(TestGame(id, kPlies)).ok()) _exit(2);
      }
      Report(pipe, 1);
    };
  };
  // They also create the file at the same time.
  Child one(add_all(false));
  Child two(add_all(true));
  Child three(add_all(false));
  for (Child* child : {&one, &two, &three}) {
    EXPECT_EQ(Reported(child->ReadAll()).size(), 1);
    EXPECT_EQ(child->Wait(), 0);
  }
  EXPECT_EQ(ExpectTestGames(*ToRead(path), kPlies).size(), kGames);
  EXPECT_EQ(folder.Contents().size(), 1);
}

}  // namespace
}  // namespace boardwalk::results
