#include "frontends/engine/protocol.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::shared_ptr<const AnyGame> Game(const std::string& name) {
  return AllGames()->MakeGame(name).value();
}

TEST(ProtocolTest, OptionsReadBack) {
  const EngineOption options[] = {
      {.name = "Hash",
       .type = "spin",
       .fallback = "16",
       .min = "1",
       .max = "512"},
      {.name = "UCI Variant",
       .type = "combo",
       .fallback = "a b",
       .choices = {"a b", "type c"}},
      {.name = "Ponder", .type = "check", .fallback = "false"},
      {.name = "Clear Hash", .type = "button"},
      {.name = "File", .type = "string"}};
  for (EngineOption option : options) {
    if (option.name == "UCI Variant") option.choices[1] = "c d";
    const auto read = ParseOption(FormatOption(option));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, option);
  }
  EXPECT_EQ(FormatOption(options[0]),
            "option name Hash type spin default 16 min 1 max 512");
  EXPECT_THAT(ParseOption("option Hash").status().message(),
              HasSubstr("'option Hash' is no option; write"));
  EXPECT_THAT(ParseOption("option name x type knob").status().message(),
              HasSubstr("the type 'knob'; there are spin, check"));
}

TEST(ProtocolTest, InfoReadsBack) {
  const auto state = Game("onejump")->InitialState();
  const auto moves = state->LegalMoves();
  Decision decision = {.move = moves[2],
                       .value = 0.1 + 0.2,
                       .line = {moves[2]},
                       .depth = 7,
                       .selective_depth = 9,
                       .nodes = 12345,
                       .memory_use = 0.25,
                       .seconds = 0.5};
  const std::string line = FormatInfo(*state, decision);
  EXPECT_EQ(line,
            "info depth 7 seldepth 9 value 0.30000000000000004 score cp "
            "108 nodes 12345 nps 24690 hashfull 250 time 500 pv " +
                state->FormatMove(moves[2]));
  Decision read;
  ReadInfo(line, read);
  EXPECT_EQ(read.value, decision.value);
  EXPECT_EQ(read.depth, 7);
  EXPECT_EQ(read.selective_depth, 9);
  EXPECT_EQ(read.nodes, 12345);
  EXPECT_EQ(read.memory_use, 0.25);
  EXPECT_FALSE(read.playouts.has_value());
  EXPECT_THAT(ReadPv(line, *state), ElementsAre(moves[2]));
  decision.value = -1;
  EXPECT_THAT(FormatInfo(*state, decision),
              HasSubstr("value -1 score cp -10000"));
}

TEST(ProtocolTest, InfoOfOtherProgramsIsReadAsFarAsItMakesSense) {
  Decision read;
  ReadInfo("info depth 3 score cp 0 nodes -5 nps x", read);
  EXPECT_EQ(read.depth, 3);
  EXPECT_EQ(read.value, 0);
  EXPECT_FALSE(read.nodes.has_value());
  ReadInfo("info score cp 200", read);
  EXPECT_GT(*read.value, 0.4);
  ReadInfo("info score cp 999999", read);
  EXPECT_LT(*read.value, 1);  // nothing is proved
  ReadInfo("info score mate -3", read);
  EXPECT_EQ(read.value, -1);
  ReadInfo("info value 7 value nan depth", read);
  EXPECT_EQ(read.value, -1);
  ReadInfo("info string depth 9", read);
  EXPECT_EQ(read.depth, 3);
  const auto state = Game("onejump")->InitialState();
  EXPECT_TRUE(ReadPv("info depth 3", *state).empty());
  EXPECT_TRUE(ReadPv("info pv", *state).empty());
  EXPECT_TRUE(ReadPv("info pv zz9", *state).empty());
}

std::string Answer(const AnyState& state, const std::string& question) {
  const auto answer = AnswerQuery(state, question);
  return answer.ok() ? *answer : std::string(answer.status().message());
}

TEST(ProtocolTest, Queries) {
  const auto game = Game("star:size=3,players=3");
  const auto state = game->InitialState();
  EXPECT_EQ(Answer(*state, "turn"), "1");
  EXPECT_EQ(Answer(*state, "p1turn"), "true");
  EXPECT_EQ(Answer(*state, "p3turn"), "false");
  EXPECT_EQ(Answer(*state, "gameover"), "false");
  EXPECT_EQ(Answer(*state, "result"), "none");
  EXPECT_EQ(Answer(*state, "scores"), "0 0 0");
  EXPECT_EQ(Answer(*state, "position"), state->FormatPosition());
  EXPECT_THAT(Answer(*state, "p4turn"), StartsWith("no query 'p4turn'; did "));
  EXPECT_THAT(Answer(*state, ""), HasSubstr("there are turn, gameover"));
  const auto teeko = Game("teeko")->InitialState();
  EXPECT_EQ(Answer(*teeko, "legalmoves"),
            "1 10 11 12 13 14 15 16 2 3 4 5 6 7 8 9");
}

TEST(ProtocolTest, ResultsOfGamesThatAreOver) {
  const auto game = Game("onejump");
  auto state = game->InitialState();
  Random random(1);
  while (!state->IsTerminal()) {
    const std::vector<AnyMove> moves = state->LegalMoves();
    ASSERT_TRUE(
        state->Apply(moves[random.Below(static_cast<uint32_t>(moves.size()))])
            .ok());
  }
  const int winner = state->Returns()[0] > 0 ? 1 : 2;
  EXPECT_EQ(Answer(*state, "gameover"), "true");
  EXPECT_EQ(Answer(*state, "turn"), "0");
  EXPECT_EQ(Answer(*state, "result"), absl::StrCat("p", winner, "win"));
  EXPECT_EQ(Answer(*state, "scores"), winner == 1 ? "1 -1" : "-1 1");
  EXPECT_EQ(Answer(*state, "legalmoves"), "");
}

TEST(ProtocolTest, PositionLines) {
  const auto game = Game("teeko");
  auto state = game->InitialState();
  EXPECT_EQ(PositionLine(*game, state->FormatPosition(), {}),
            "position startpos");
  EXPECT_EQ(PositionLine(*game, state->FormatPosition(), {"1", "2"}),
            "position startpos moves 1 2");
  ASSERT_TRUE(state->Apply(state->LegalMoves()[0]).ok());
  const std::string text = state->FormatPosition();
  EXPECT_EQ(PositionLine(*game, text, {"2"}),
            "position fen " + text + " moves 2");
}

}  // namespace
}  // namespace boardwalk::engine
