#include "framework/json.h"

#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Problem(absl::string_view text, const JsonBounds& bounds = {}) {
  return std::string(ParseJson(text, bounds).status().message());
}

TEST(JsonTest, AnObjectIsRead) {
  const auto json = ParseJson(R"({"b": 1, "a": [{"a": "x"}, {"a": null}]})");
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_EQ(JsonText(*json), R"({"b":1,"a":[{"a":"x"},{"a":null}]})");
  EXPECT_EQ(JsonText({{"a", 1}}, 2), "{\n  \"a\": 1\n}");
}

TEST(JsonTest, WhatIsNoObjectIsRefused) {
  for (const char* text :
       {"", "{", "{\"a\"}", "{} x", "[", "\"", "{\"a\": 01}", "\xff"}) {
    EXPECT_THAT(Problem(text), HasSubstr("not JSON")) << text;
  }
  EXPECT_EQ(Problem("[]"), "this JSON is no object");
  EXPECT_EQ(Problem("3"), "this JSON is no object");
}

TEST(JsonTest, ItsBoundsHold) {
  EXPECT_EQ(Problem(R"({"a": [[{"[[[[": 1}]]})"), "");
  EXPECT_THAT(Problem(R"({"a": [[[{}]]]})"), HasSubstr("more than 4 deep"));
  EXPECT_THAT(Problem(std::string(100'000, '[')),
              HasSubstr("more than 4 deep"));
  EXPECT_EQ(Problem(R"({"a": 1})", {.max_bytes = 8}), "");
  EXPECT_THAT(Problem(R"({"a": 1} )", {.max_bytes = 8}),
              HasSubstr("9 bytes; at most 8"));
  std::string many = "{\"0\":0";
  for (int i = 1; i < 100'000; ++i) absl::StrAppend(&many, ",\"", i, "\":0");
  EXPECT_THAT(Problem(many + "}"), HasSubstr("at most 1000 members"));
  const JsonBounds few = {.max_values = 7};
  EXPECT_EQ(Problem(R"({"a": [1, 2, 3]})", few), "");
  EXPECT_THAT(Problem(R"({"a": [1, 2, 3, 4]})", few),
              HasSubstr("more than 7 values"));
}

TEST(JsonTest, AMemberStandsOnceInAnObject) {
  EXPECT_EQ(Problem(R"({"a": 1, "b": {"a": 1}, "c": {"a": 2}})"), "");
  EXPECT_EQ(Problem(R"({"a": 1, "b": {"c": 1, "c": 2}})"),
            "'c' stands twice in one object");
  EXPECT_EQ(Problem(R"({"a": 1, "b": {}, "\u0061": 1})"),
            "'a' stands twice in one object");
}

TEST(JsonTest, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(JsonText({{"a", "x\xff"}}), "{\"a\":\"x\xef\xbf\xbd\"}");
}

TEST(JsonFieldsTest, MembersAreReadByTheirTypes) {
  const Json json = {{"text", "x"},     {"empty", ""},  {"int", -7},
                     {"real", 0.5},     {"flag", true}, {"texts", {"a", "b"}},
                     {"null", nullptr}, {"other", {1}}};
  JsonFields fields(json);
  EXPECT_EQ(fields.Text("text"), "x");
  EXPECT_EQ(fields.OptionalText("empty"), "");
  EXPECT_EQ(fields.OptionalText("null"), std::nullopt);
  EXPECT_EQ(fields.Int("int", {-7, 7}, 0), -7);
  EXPECT_EQ(fields.Int("missing", {-7, 7}, 3), 3);
  EXPECT_EQ(fields.Number("real", {0, 1}), 0.5);
  EXPECT_TRUE(fields.Flag("flag"));
  EXPECT_THAT(fields.Texts("texts", 2), ElementsAre("a", "b"));
  EXPECT_FALSE(fields.Has("null"));
  ASSERT_NE(fields.Find("other"), nullptr);
  fields.Require("null");
  EXPECT_EQ(fields.Check(), absl::OkStatus());
  fields.Require("missing");
  EXPECT_EQ(fields.Check().message(), "\"missing\" is missing");
}

TEST(JsonFieldsTest, TheFirstMemberThatIsWrongIsTold) {
  const Json json = {{"n", uint64_t{1} << 63}, {"t", {"a", 1}}};
  {
    JsonFields fields(json);
    EXPECT_EQ(fields.Int("n", {0, std::numeric_limits<int64_t>::max()}, 5), 5);
    EXPECT_EQ(fields.Text("t"), "");
    EXPECT_THAT(std::string(fields.Check().message()),
                StartsWith("\"n\" must be a whole number from 0 to "));
  }
  {
    JsonFields fields(json, "in");
    EXPECT_EQ(fields.Number("n", {-1, 1}), std::nullopt);
    EXPECT_EQ(fields.Check().message(),
              "\"in.n\" must be a number from -1 to 1");
  }
  {
    JsonFields fields(json);
    EXPECT_TRUE(fields.Texts("t", 2).empty());
    EXPECT_EQ(fields.Check().message(),
              "\"t\" must be a list of at most 2 texts");
  }
  {
    JsonFields fields(json, "in");
    EXPECT_FALSE(fields.Flag("n"));
    EXPECT_EQ(fields.Check().message(), "\"in.n\" must be true or false");
  }
  {
    JsonFields fields(json);
    ASSERT_NE(fields.Find("n"), nullptr);
    EXPECT_EQ(fields.Check().message(), "'t' is no field here; there are n");
  }
  const Json list = Json::array();
  EXPECT_EQ(JsonFields(list, "keys").Check().message(),
            "\"keys\" must be an object");
}

TEST(JsonTest, ARecordedMoveIsReadBackExactly) {
  const RecordedMove full = {.text = "a1-b2",
                             .value = -0.25,
                             .depth = 3,
                             .nodes = int64_t{1} << 60,
                             .playouts = 0,
                             .seconds = 0.1,
                             .wall_seconds = 0.3};
  EXPECT_EQ(JsonText(RecordedMoveJson(full)),
            R"({"move":"a1-b2","value":-0.25,"depth":3,)"
            R"("nodes":1152921504606846976,"playouts":0,)"
            R"("seconds":0.1,"wall":0.3})");
  const RecordedMove plain = {.text = "pass"};
  EXPECT_EQ(JsonText(RecordedMoveJson(plain)), R"({"move":"pass"})");
  for (const RecordedMove& move : {full, plain}) {
    const auto json = ParseJson(JsonText(RecordedMoveJson(move)));
    ASSERT_TRUE(json.ok());
    JsonFields fields(*json);
    EXPECT_EQ(ReadRecordedMove(fields), move);
    EXPECT_EQ(fields.Check(), absl::OkStatus());
  }
}

TEST(JsonTest, ARecordedMoveKeepsToTheBoundsOfRecords) {
  for (const char* wrong :
       {R"({"value": 1.5})", R"({"depth": -1})", R"({"depth": 3000000000})",
        R"({"nodes": -1})", R"({"playouts": 0.5})", R"({"seconds": -1})",
        R"({"wall": 1e9})", R"({"move": 3})", R"({"text": "a"})"}) {
    const auto json = ParseJson(wrong);
    ASSERT_TRUE(json.ok());
    JsonFields fields(*json);
    (void)ReadRecordedMove(fields);
    EXPECT_FALSE(fields.Check().ok()) << wrong;
  }
}

}  // namespace
}  // namespace boardwalk
