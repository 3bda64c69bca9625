// One store, used by several threads at once.

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "frontends/tournament/store.h"
#include "frontends/tournament/store_testing.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

constexpr int64_t kGames = 400;
constexpr int kPlies = 8;

// Some of the games are added by both threads.
void AddSome(Store& store, int64_t first, int64_t last) {
  for (int64_t id = first; id <= last; ++id) {
    const absl::Status status = store.Add(TestGame(id, kPlies)).status();
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_TRUE(store.Has(id).value());
  }
}

void TryThreads(const std::string& path) {
  const std::unique_ptr<Store> store = ToPlay(path);
  std::thread one([&] { AddSome(*store, 1, kGames * 2 / 3); });
  std::thread two([&] { AddSome(*store, kGames / 3, kGames); });
  // And what is there meanwhile is whole.
  size_t seen = 0;
  while (seen < kGames / 2) {
    const size_t now = ExpectTestGames(*store, kPlies).size();
    EXPECT_GE(now, seen);
    seen = now;
    EXPECT_GE(store->Count().value(), static_cast<int64_t>(seen));
    EXPECT_TRUE(store->CountDistinct(0).ok());
  }
  one.join();
  two.join();
  EXPECT_EQ(ExpectTestGames(*store, kPlies).size(), kGames);
}

TEST(StoreThreads, ShareAFile) {
  const TestFolder folder;
  TryThreads(folder.File("r.sqlite"));
}

TEST(StoreThreads, ShareMemory) { TryThreads(""); }

}  // namespace
}  // namespace boardwalk::tournament
