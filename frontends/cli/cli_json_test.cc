// What commands print with --json, and that all of it is documented.

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "framework/testing/walk.h"
#include "frontends/cli/command.h"
#include "frontends/cli/command_testing.h"
#include "frontends/cli/position_arguments.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using JsonText = nlohmann::json;

const Catalog& JsonGames() {
  static const Catalog catalog = *Catalog::Create({tictactoe::Plugin()});
  return catalog;
}

JsonText JsonOf(const std::vector<std::string>& arguments) {
  return ExecuteJson(JsonGames(), arguments);
}

TEST(CliJsonTest, MovesAsJson) {
  const JsonText json =
      JsonOf({"moves", "tictactoe", "--position", "XOX/OXO/.X.", "--json"});
  EXPECT_EQ(json, JsonText::parse(R"({"to_move": 1, "terminal": false,
                                  "returns": null, "legal": ["a3", "c3"],
                                  "legal_actions": [6, 8],
                                  "position": "XOX/OXO/.X."})"));
}

TEST(CliJsonTest, FinishedGameAsJson) {
  const JsonText json =
      JsonOf({"moves", "tictactoe", "--json", "--position", "XXX/OO./..."});
  EXPECT_EQ(json, JsonText::parse(R"({"to_move": null, "terminal": true,
                                  "returns": [1, -1], "legal": [], "legal_actions": [],
                                  "position": "XXX/OO./..."})"));
}

TEST(CliJsonTest, ShowAsJson) {
  const JsonText json =
      JsonOf({"show", "tictactoe", "--json", "--moves", "b2 c1"});
  EXPECT_EQ(json.size(), 4);
  EXPECT_EQ(json["position"], "..O/.X./...");
  EXPECT_EQ(json["to_move"], 0);
  EXPECT_EQ(json["terminal"], false);
  ASSERT_EQ(json["cells"].size(), 9);
  for (const JsonText& cell : json["cells"]) {
    const std::string name = cell["name"];
    EXPECT_EQ(cell["x"], name[0] - 'a');
    EXPECT_EQ(cell["y"], name[1] - '1');
    EXPECT_EQ(
        cell["piece"],
        name == "b2"   ? JsonText({{"owner", 0}, {"kind", ""}, {"height", 1}})
        : name == "c1" ? JsonText({{"owner", 1}, {"kind", ""}, {"height", 1}})
                       : JsonText(nullptr));
  }
  EXPECT_EQ(JsonOf({"show", "tictactoe", "--json", "--moves",
                    "a1 a2 b1 b2 c1"})["to_move"],
            nullptr);
}

TEST(CliJsonTest, ShowAsJsonWithoutABoard) {
  const Catalog walk = testing_games::WalkCatalog();
  EXPECT_EQ(ExecuteJson(walk, {"show", "walk", "--json"}),
            JsonText::parse(R"({"position": "0 1 -", "to_move": 0,
                            "terminal": false, "cells": []})"));
}

TEST(CliJsonTest, PerftAsJson) {
  const JsonText json =
      JsonOf({"perft", "tictactoe", "3", "--moves", "a1", "--json"});
  EXPECT_EQ(json.size(), 3);
  EXPECT_EQ(json["game"], "tictactoe");
  EXPECT_EQ(json["position"], "X../.../...");
  ASSERT_EQ(json["depths"].size(), 3);
  const int64_t leaves[] = {8, 56, 336};
  for (int i = 0; i < 3; ++i) {
    const JsonText& depth = json["depths"][i];
    EXPECT_EQ(depth.size(), 4);
    EXPECT_EQ(depth["depth"], i + 1);
    EXPECT_EQ(depth["leaves"], leaves[i]);
    EXPECT_NEAR(depth["leaves_per_second"].get<double>() *
                    depth["seconds"].get<double>(),
                static_cast<double>(leaves[i]), 1e-6);
  }
}

TEST(CliJsonTest, PlayoutsAsJson) {
  const JsonText json = JsonOf(
      {"playouts", "tictactoe", "--seconds", "0.01", "--seed", "3", "--json"});
  EXPECT_EQ(json.size(), 5);
  const double moves = json["moves"].get<double>();
  const double games = json["games"].get<double>();
  const double seconds = json["seconds"].get<double>();
  EXPECT_GE(moves, 5 * games);
  EXPECT_LE(moves, 9 * games);
  EXPECT_NEAR(json["moves_per_second"].get<double>() * seconds, moves,
              moves * 1e-9);
  // From 9 choices down to 1, in games of 5 to 9 moves.
  EXPECT_GT(json["branching"].get<double>(), 5);
  EXPECT_LT(json["branching"].get<double>(), 7);
}

TEST(CliJsonTest, ThinkAsJsonHasNullsForWhatThePlayerDoesNotTell) {
  const JsonText json =
      JsonOf({"think", "tictactoe", "random:seed=5", "--json"});
  EXPECT_EQ(json.size(), 11);
  for (const char* key : {"value", "depth", "nodes", "playouts", "rate",
                          "selective_depth", "memory_use"}) {
    EXPECT_TRUE(json.contains(key) && json[key].is_null()) << key;
  }
  ASSERT_EQ(json["line"].size(), 1);
  EXPECT_EQ(json["line"][0], json["move"]);
  EXPECT_TRUE(json["seconds"].is_number());
}

TEST(CliJsonTest, ListAsJson) {
  const JsonText json = JsonOf({"list", "--json"});
  ASSERT_EQ(json["games"].size(), 1);
  EXPECT_EQ(json["games"][0],
            JsonText::parse(R"({"id": "tictactoe", "title": "Tic-tac-toe",
                            "min_players": 2, "max_players": 2,
                            "parameters": [], "plugin": null})"));
  bool random = false, human = false;
  for (const JsonText& player : json["players"]) {
    human |= player["id"] == "human" && player["parameters"].empty();
    if (player["id"] != "random") continue;
    random = true;
    EXPECT_EQ(
        player["parameters"],
        JsonText::parse(R"([{"name": "seed", "type": "integer", "default": 0,
                               "min": 0, "max": 9007199254740992,
                               "help": "of its random choices"}])"));
  }
  EXPECT_TRUE(random);
  EXPECT_TRUE(human);
}

TEST(CliJsonTest, RulesAsJson) {
  const JsonText json = JsonOf({"rules", "tictactoe", "--json"});
  EXPECT_EQ(json.size(), 13);
  EXPECT_EQ(json["num_distinct_actions"], 9);
  EXPECT_EQ(json["observation"],
            JsonText::parse(R"({"planes": ["own pieces", "opponent's pieces",
                            "seat 1 is to move"], "rows": 3, "columns": 3,
                            "grid": true})"));
  EXPECT_EQ(json["game"], "tictactoe");
  EXPECT_EQ(json["id"], "tictactoe");
  EXPECT_EQ(json["title"], "Tic-tac-toe");
  EXPECT_EQ(json["aim"], "Get three of your marks in a row.");
  EXPECT_EQ(json["players"], 2);
  EXPECT_EQ(json["endless"], false);
  EXPECT_THAT(json["rules"].get<std::string>(), StartsWith("Mark a square"));
  EXPECT_EQ(json["parameters"], JsonText::array());
  EXPECT_EQ(json["features"], JsonText::array());
  EXPECT_EQ(json["position"], ".../.../...");
  EXPECT_EQ(json["moves"].size(), 9);
  EXPECT_EQ(json["moves"][0], "a1");
  static const Catalog games = *AllGames();
  const JsonText star =
      ExecuteJson(games, {"rules", "star:players=3,size=3", "--json"});
  EXPECT_EQ(star["game"], "star:size=3,players=3");
  EXPECT_EQ(star["players"], 3);
  EXPECT_EQ(star["endless"], true);
  EXPECT_EQ(star["parameters"][0]["name"], "size");
  const JsonText features =
      ExecuteJson(games, {"rules", "onejump", "--json"})["features"];
  ASSERT_FALSE(features.empty());
  EXPECT_TRUE(features[0]["name"].is_string());
  EXPECT_TRUE(features[0]["weight"].is_number());
  EXPECT_TRUE(features[0]["help"].is_string());
}

// The row of `command` in the table of README.md that says what --json prints.
std::string DocumentedMembers(const std::string& command) {
  std::ifstream readme(BOARDWALK_SOURCE_DIR "/frontends/cli/README.md");
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind("| `" + command, 0) != 0) continue;
    const char next = line[command.size() + 3];
    if (next == ' ' || next == '`' || next == ',') return line;
  }
  return "";
}

// Scripts find every member in the documentation.
TEST(CliJsonTest, EveryMemberOfTheJsonIsDocumented) {
  const std::vector<std::vector<std::string>> runs = {
      {"list"},
      {"rules", "tictactoe"},
      {"show", "tictactoe", "--moves", "a1"},
      {"moves", "tictactoe"},
      {"perft", "tictactoe", "2"},
      {"playouts", "tictactoe", "--seconds", "0.001"},
      {"think", "tictactoe", "random"},
      {"check", "tictactoe", "--games", "2"},
      {"prepare", "tictactoe"}};
  for (std::vector<std::string> arguments : runs) {
    const std::string command = arguments.front();
    const std::string documented = DocumentedMembers(command);
    arguments.emplace_back("--json");
    const JsonText json = JsonOf(arguments);
    ASSERT_TRUE(json.is_object()) << command;
    for (const auto& [key, value] : json.items()) {
      EXPECT_THAT(documented, HasSubstr("`" + key + "`")) << command;
      if (!value.is_array() || value.empty() || !value[0].is_object()) continue;
      for (const auto& [member, unused] : value[0].items()) {
        EXPECT_THAT(documented, HasSubstr("`" + member + "`")) << command;
      }
    }
  }
}

// All words between backquotes in the row of README.md that begins with `name`.
std::vector<std::string> DocumentedWords(const std::string& name) {
  const std::vector<std::string> parts =
      absl::StrSplit(DocumentedMembers(name), '`');
  std::vector<std::string> words;
  for (size_t i = 1; i < parts.size(); i += 2) words.push_back(parts[i]);
  return words;
}

TEST(CliJsonTest, ReportsHaveTheMembersThatAreDocumented) {
  const Outcome outcome = Execute(
      JsonGames(),
      {"compare", "--players", "random", "greedy", "--rounds", "1", "--json"});
  const JsonText json = JsonText::parse(outcome.out, nullptr, false);
  for (const char* row : {"boardwalk-report", "program_version", "planned",
                          "variants", "overall"}) {
    const std::vector<std::string> words = DocumentedWords(row);
    ASSERT_FALSE(words.empty()) << row;
    for (const std::string& word : words) {
      const bool known =
          json.contains(word) ||
          absl::StrContains(json["variants"].dump() + json["overall"].dump(),
                            "\"" + word + "\":");
      EXPECT_TRUE(known) << row << ": " << word;
    }
  }
}

// Whoever adds a command that prints data thinks of scripts.
TEST(CliJsonTest, CommandsThatPrintDataHaveJson) {
  const auto has_option = [](const Command& command) {
    return std::any_of(
        command.options.begin(), command.options.end(),
        [](const Option& o) { return o.name == kJsonOption.name; });
  };
  for (const Command& command : AllCommands()) {
    const bool has_json = command.group.empty()
                              ? has_option(command)
                              : std::all_of(command.group.begin(),
                                            command.group.end(), has_option);
    const bool prints_none = absl::StrContains(
        "play classic replay export export-entry new ugi serve help",
        command.name);
    EXPECT_EQ(has_json, !prints_none) << command.name;
  }
}

}  // namespace
}  // namespace boardwalk::cli
