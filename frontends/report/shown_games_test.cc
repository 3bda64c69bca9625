// The games inside a report: what its page reads leads to the positions that
// the games went through.

#include "frontends/report/shown_games.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "framework/board_picture.h"
#include "frontends/board/board_view.h"
#include "frontends/comparison/runner.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/all_games.h"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using nlohmann::json;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Catalog& EveryGame() {
  const auto& catalog = AllGamesAndPlugins();
  EXPECT_TRUE(catalog.ok()) << catalog.status();
  return *catalog;
}

// Results that were played here.
struct Played {
  std::unique_ptr<comparison::Plan> plan;
  std::unique_ptr<comparison::Store> store;

  ShownGames Show(ShowOptions options = {}) const {
    auto games = ShowGames(*plan, *store, options);
    EXPECT_TRUE(games.ok()) << games.status();
    return *std::move(games);
  }
  json Data(ShowOptions options = {}) const {
    return json::parse(Show(options).json);
  }
};

Played Play(std::vector<std::string> games, std::vector<std::string> players,
            int64_t rounds = 1) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.rounds = rounds;
  configuration.openings = 2;
  configuration.max_plies = 60;
  Played played;
  auto plan = comparison::Plan::Create(EveryGame(), configuration);
  EXPECT_TRUE(plan.ok()) << plan.status();
  played.plan = std::make_unique<comparison::Plan>(*std::move(plan));
  auto store = results::OpenToPlay("", played.plan->configuration());
  EXPECT_TRUE(store.ok()) << store.status();
  played.store = *std::move(store);
  const auto counts = comparison::RunPlan(*played.plan, *played.store, {});
  EXPECT_TRUE(counts.ok()) << counts.status();
  return played;
}

// As viewer/games.js does it.
class Reader {
 public:
  explicit Reader(const json& board)
      : board_(board), digits_(board["digits"].get<size_t>()) {}

  // Puts what changed on `pieces`, and returns the path.
  std::vector<size_t> Put(const std::string& change,
                          std::map<size_t, std::string>& pieces) {
    const std::vector<std::string> parts = absl::StrSplit(change, ':');
    const std::string& text = parts[0];
    std::vector<size_t> left, came;
    for (size_t at = 0; at < text.size();) {
      const size_t cell = Number(text.substr(at, digits_));
      at += digits_;
      const bool far = text[at] == '~';
      const size_t kind = Number(text.substr(at + (far ? 1 : 0), far ? 2 : 1));
      at += far ? 3 : 1;
      if (kind == 0) {
        EXPECT_EQ(pieces.erase(cell), 1u) << text;
        left.push_back(cell);
      } else {
        pieces[cell] = board_["kinds"][kind - 1][2];
        came.push_back(cell);
      }
    }
    if (parts.size() > 1) return Path(parts[1]);
    left.insert(left.end(), came.begin(), came.end());
    return left;
  }

 private:
  // The cells of a path, as numbers.
  std::vector<size_t> Path(const std::string& text) {
    std::vector<size_t> cells;
    for (size_t at = 0; at < text.size(); at += digits_) {
      cells.push_back(Number(text.substr(at, digits_)));
    }
    return cells;
  }

  static size_t Number(const std::string& text) {
    const std::string digits =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-~";
    size_t number = 0;
    for (const char c : text) number = 64 * number + digits.find(c);
    return number;
  }

  const json& board_;
  const size_t digits_;
};

std::map<size_t, std::string> LabelsOf(const AnyState& state) {
  std::map<size_t, std::string> labels;
  for (const Piece& piece : state.Pieces()) {
    labels[static_cast<size_t>(piece.cell)] = PieceLabel(piece);
  }
  return labels;
}

void ExpectReplays(const json& data, const Played& played) {
  for (const json& game : data["games"]) {
    const auto finished = played.store->Get(game["i"].get<int64_t>());
    ASSERT_TRUE(finished.ok()) << finished.status();
    const json& board = data["boards"][game["v"].get<size_t>()];
    Reader reader(board);
    std::map<size_t, std::string> pieces;
    const std::string start = game.contains("b") ? game["b"] : board["start"];
    reader.Put(start, pieces);
    const AnyGame& rules = *played.plan->game(finished->summary.variant);
    const auto state = rules.InitialState();
    const board::BoardView view(rules, "");
    const std::string text = game["m"];
    const std::vector<std::string> moves = absl::StrSplit(text, ' ');
    const std::string changed = game["c"];
    const std::vector<std::string> changes = absl::StrSplit(changed, ' ');
    ASSERT_EQ(moves.size(), changes.size());
    for (size_t ply = 0; ply < moves.size(); ++ply) {
      const auto move = state->ParseMove(moves[ply]);
      ASSERT_TRUE(move.ok()) << move.status();
      const std::vector<int> path = view.Cells(state->Path(*move));
      ASSERT_TRUE(state->Apply(*move).ok());
      EXPECT_THAT(reader.Put(changes[ply], pieces), ElementsAreArray(path));
      ASSERT_EQ(pieces, LabelsOf(*state)) << rules.Name() << ", ply " << ply;
    }
    EXPECT_EQ(state->FormatPosition(), finished->record.final);
    EXPECT_EQ(game["o"], 2);
  }
}

TEST(ShownGamesTest, EveryGameWithALayoutReplaysToItsEnd) {
  int layouts = 0;
  for (const GamePlugin& plugin : EveryGame().games()) {
    const auto game = EveryGame().MakeGame(plugin.info.id);
    ASSERT_TRUE(game.ok()) << game.status();
    if ((*game)->Layout().cells.empty()) continue;
    ++layouts;
    const Played played = Play({(*game)->Name()}, {"random", "greedy"});
    const ShownGames games = played.Show();
    EXPECT_EQ(games.shown, 2) << plugin.info.id;
    EXPECT_EQ(games.unknown, 0) << plugin.info.id;
    ASSERT_NO_FATAL_FAILURE(ExpectReplays(json::parse(games.json), played));
  }
  EXPECT_GE(layouts, 4);
}

TEST(ShownGamesTest, SeveralGamesAndSeats) {
  const Played played =
      Play({"star:size=3,players=3", "teeko"}, {"random", "greedy"});
  const json data = played.Data();
  ASSERT_NO_FATAL_FAILURE(ExpectReplays(data, played));
  EXPECT_EQ(data["variants"].size(), 2u);
  EXPECT_EQ(data["games"][0]["p"].size(), 3u);
}

TEST(ShownGamesTest, TellsWhatThePlayersSaid) {
  const Played played = Play({"teeko"}, {"alphabeta:depth=2", "random"});
  const std::string said = played.Data()["games"][0]["s"];
  EXPECT_THAT(said, StartsWith("  "));  // of the opening nothing
  EXPECT_THAT(said, HasSubstr("d2t"));
  const std::string timeless = played.Data({.times = false})["games"][0]["s"];
  EXPECT_THAT(timeless, Not(HasSubstr("t")));
  EXPECT_THAT(timeless, HasSubstr("d2"));
}

TEST(ShownGamesTest, FirstOfEachPairingWhereNotAllFit) {
  const Played played = Play({"teeko"}, {"random", "greedy", "random:seed=2"},
                             /*rounds=*/20);
  const size_t all = played.Show().json.size();
  const ShownGames whole = played.Show();
  EXPECT_EQ(whole.shown, 120);
  EXPECT_THAT(ShownGamesNote(whole), StartsWith("All 120 games"));
  const ShownGames firsts = played.Show({.max_bytes = all});
  EXPECT_EQ(firsts.all, 120);
  ASSERT_EQ(firsts.shown, 3);
  const json games = json::parse(firsts.json)["games"];
  EXPECT_EQ(games[0]["i"], 1);
  EXPECT_EQ(games[1]["i"], 3);
  EXPECT_EQ(games[2]["i"], 5);
  EXPECT_THAT(ShownGamesNote(firsts),
              HasSubstr("first game of each pairing on the board, 3 of 120"));
  EXPECT_LE(firsts.json.size(), all);
  const ShownGames none = played.Show({.max_bytes = 1000});
  EXPECT_EQ(none.json, "");
  EXPECT_THAT(ShownGamesNote(none),
              AllOf(HasSubstr("as far as they fit, 0 of 120 games"),
                    HasSubstr("serve --results")));
  const auto summary = Summarize(*played.plan, *played.store);
  ASSERT_TRUE(summary.ok());
  EXPECT_THAT(HtmlReport(*summary, none), HasSubstr(ShownGamesNote(none)));
}

TEST(ShownGamesTest, ALargeBoardDoesNotCrowdOutTheOthers) {
  const Played played =
      Play({"star:size=20", "teeko"}, {"random", "greedy"}, /*rounds=*/4);
  const ShownGames teeko = played.Show({.max_bytes = 60'000});
  EXPECT_EQ(teeko.wanted, 2);
  ASSERT_EQ(teeko.shown, 1);
  const json data = json::parse(teeko.json);
  EXPECT_EQ(data["games"][0]["v"], 1);
  EXPECT_EQ(data["boards"][0], nullptr);
  ASSERT_NO_FATAL_FAILURE(ExpectReplays(data, played));
  // With the large one and all that stands on it, too.
  const size_t all = played.Show().json.size();
  for (size_t bytes = all; bytes + 20'000 > all; bytes -= 3000) {
    EXPECT_LE(played.Show({.max_bytes = bytes}).json.size(), bytes);
  }
}

TEST(ShownGamesTest, PageStaysBelowItsLimit) {
  const Played played = Play({"teeko"}, {"random", "greedy"}, /*rounds=*/3);
  const auto summary = Summarize(*played.plan, *played.store);
  ASSERT_TRUE(summary.ok());
  const std::string without = HtmlReport(*summary);
  const size_t space = SpaceForGames(without);
  const std::string with =
      HtmlReport(*summary, played.Show({.max_bytes = space}));
  EXPECT_LE(with.size(), kMaxPageBytes);
  // What fits exactly keeps the promise, too.
  const ShownGames full{
      .json = std::string(space, ' '), .shown = 1, .all = 2, .unknown = 1};
  EXPECT_LE(HtmlReport(*summary, full).size(), kMaxPageBytes);
  EXPECT_GT(HtmlReport(*summary, full).size(), kMaxPageBytes - 2000);
  EXPECT_EQ(SpaceForGames(std::string(3'000'000, ' ')), 0u);
}

// Without scripts nothing of the games is seen, and all else is as it was.
TEST(ShownGamesTest, PageWithGamesHasAllOfThePageWithout) {
  const Played played = Play({"teeko", "onejump"}, {"random", "greedy"});
  const auto summary = Summarize(*played.plan, *played.store);
  ASSERT_TRUE(summary.ok());
  std::string with = HtmlReport(*summary, played.Show());
  for (const auto& [begin, end] :
       {std::pair<std::string, std::string>("<li class=\"scripted\"",
                                            "</li>\n"),
        {"<section id=\"games\" class=\"scripted\" hidden=\"hidden\">",
         "</section>\n"},
        {"\n<template", "showGames();\n</script>"}}) {
    const size_t from = with.find(begin);
    ASSERT_NE(from, std::string::npos) << begin;
    const size_t to = with.find(end, from);
    ASSERT_NE(to, std::string::npos) << end;
    with.erase(from, to + end.size() - from);
  }
  EXPECT_EQ(with, HtmlReport(*summary));
}

// What a program that plays says of its end is anybody's text.
TEST(ShownGamesTest, TextsFromOutsideAreEscaped) {
  const Played played = Play({"teeko"}, {"random", "greedy"});
  comparison::FinishedGame game = *played.store->Get(1);
  auto store = results::OpenToPlay("", played.plan->configuration());
  ASSERT_TRUE(store.ok()) << store.status();
  game.summary.detail = game.record.detail = "</script><img src=x>\x01";
  const auto added = (*store)->Add(game);
  ASSERT_TRUE(added.ok()) << added.status();
  const auto games = ShowGames(*played.plan, **store, {});
  ASSERT_TRUE(games.ok()) << games.status();
  EXPECT_EQ(games->json.find('<'), std::string::npos);
  EXPECT_EQ(json::parse(games->json)["games"][0]["d"],
            "</script><img src=x>\\x01");
}

TEST(ShownGamesTest, GamesOfAnotherRuleAreLeftOut) {
  Played played = Play({"teeko"}, {"random", "greedy"});
  comparison::FinishedGame game = *played.store->Get(1);
  auto store = results::OpenToPlay("", played.plan->configuration());
  ASSERT_TRUE(store.ok()) << store.status();
  game.record.moves.back().text = "99-98";
  game.summary.fingerprint = comparison::Fingerprint(game.record);
  ASSERT_TRUE((*store)->Add(game).ok());
  const auto games = ShowGames(*played.plan, **store, {});
  ASSERT_TRUE(games.ok()) << games.status();
  EXPECT_EQ(games->json, "");
  EXPECT_EQ(games->unknown, 1);
  EXPECT_THAT(ShownGamesNote(*games), StartsWith("No game can be shown"));
}

}  // namespace
}  // namespace boardwalk::report
