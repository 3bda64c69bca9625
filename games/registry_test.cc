// Every game of the program, by the rules of the list.

#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

TEST(RegistryTest, TheProgramsListIsSound) {
  const auto catalog = AllGames();
  EXPECT_TRUE(catalog.ok()) << catalog.status();
}

}  // namespace
}  // namespace boardwalk
