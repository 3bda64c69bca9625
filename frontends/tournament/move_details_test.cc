#include "frontends/tournament/move_details.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

using testing::HasSubstr;

// `moves` written and read back.
std::vector<RecordedMove> ThereAndBack(const std::vector<RecordedMove>& moves) {
  std::vector<RecordedMove> back(moves.size());
  const absl::Status status = ParseMoveDetails(FormatMoveDetails(moves), back);
  EXPECT_TRUE(status.ok()) << status;
  return back;
}

TEST(MoveDetails, HaveTheDocumentedForm) {
  const std::vector<RecordedMove> moves = {
      {.value = 0.12,
       .depth = 6,
       .nodes = 12345,
       .playouts = 100,
       .seconds = 0.0000812,
       .wall_seconds = 0.00009},
      {.value = -0.5, .depth = 7, .nodes = 40000, .seconds = 0.0001},
      {},
      {.seconds = 512e-9},
      {.wall_seconds = 0.25e-9}};
  const std::string text =
      "v0.12d6n12345p100t81200w90000 v-0.5d7n40000t100000 - t512 w2.5e-10s";
  EXPECT_EQ(FormatMoveDetails(moves), text);
  EXPECT_EQ(ThereAndBack(moves), moves);
  EXPECT_EQ(FormatMoveDetails({}), "");
  EXPECT_TRUE(ThereAndBack({}).empty());
}

TEST(MoveDetails, EveryNumberReadsBackExactly) {
  Random random(1);
  std::vector<RecordedMove> moves;
  for (int i = 0; i < 20000; ++i) {
    RecordedMove& move = moves.emplace_back();
    const uint64_t bits = random.Next();
    if (bits % 2 == 0) move.value = std::sin(static_cast<double>(bits));
    if (bits % 3 == 0) move.depth = static_cast<int>(bits >> 33);
    if (bits % 5 == 0) move.nodes = static_cast<int64_t>(bits >> 1);
    if (bits % 7 == 0) move.playouts = static_cast<int64_t>(bits >> 40);
    // Whole nanoseconds up to days, and any other number of seconds.
    move.seconds = static_cast<double>(bits >> (bits % 50 + 14)) / 1e9;
    move.wall_seconds =
        std::ldexp(1 + std::abs(std::sin(static_cast<double>(bits))),
                   static_cast<int>(bits % 2000) - 1000);
  }
  moves.push_back({.value = 1, .seconds = 1, .wall_seconds = 9e6});
  moves.push_back({.value = -1,
                   .seconds = std::numeric_limits<double>::max(),
                   .wall_seconds = std::numeric_limits<double>::min()});
  EXPECT_EQ(ThereAndBack(moves), moves);
}

TEST(MoveDetails, WhatARecordDoesNotHoldIsLeftOut) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(FormatMoveDetails({{.value = kNan,
                                .depth = -1,
                                .nodes = -5,
                                .playouts = -7,
                                .seconds = kNan,
                                .wall_seconds = kInfinity},
                               {.value = 1.5, .depth = 2, .seconds = -1}}),
            "- d2");
}

TEST(MoveDetails, WhatIsDamagedIsAnError) {
  for (const std::string damaged : {"v",
                                    "v2",
                                    "v0.5x",
                                    "vnan",
                                    "v1e",
                                    "d",
                                    "d-1",
                                    "d99999999999",
                                    "n1n2",
                                    "d1v0",
                                    "t",
                                    "t1.5",
                                    "t5w",
                                    "t-5",
                                    "ts",
                                    "tinfs",
                                    "t99999999999999999999",
                                    "w5w6",
                                    "w1t2",
                                    "x",
                                    "--",
                                    "-v1",
                                    "\x01",
                                    "v0.5\xff"}) {
    std::vector<RecordedMove> moves(2);
    const absl::Status status = ParseMoveDetails("t5 " + damaged, moves);
    EXPECT_THAT(std::string(status.message()), HasSubstr("move 2")) << damaged;
  }
  for (const std::string text : {"", "t5", "t5 t6 t7", "t5  t6", "t5 t6  "}) {
    std::vector<RecordedMove> moves(2);
    EXPECT_FALSE(ParseMoveDetails(text, moves).ok()) << text;
  }
}

}  // namespace
}  // namespace boardwalk::tournament
