// Results through the interface, without sockets: a file that grows, filters,
// games on their boards, and files that are none.

#include "frontends/web/api.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/record.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/contest/standings.h"
#include "frontends/results/store.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk::web {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using comparison::Plan;
using comparison::Store;
using ::testing::HasSubstr;

const Catalog& EveryGame() { return *AllGamesAndPlugins(); }

Configuration Teeko() {
  Configuration configuration;
  configuration.games = {"teeko", "onejump"};
  configuration.players = {"random", "greedy"};
  configuration.rounds = 3;
  configuration.openings = 2;
  configuration.max_plies = 40;
  return configuration;
}

// The games of a comparison, to be added one by one.
std::vector<FinishedGame> PlayAll(const Plan& plan) {
  const auto store = results::OpenToPlay("", plan.configuration());
  EXPECT_TRUE(store.ok()) << store.status();
  EXPECT_TRUE(comparison::RunPlan(plan, **store, {}).ok());
  std::vector<FinishedGame> games;
  EXPECT_TRUE((*store)
                  ->ForEachWhole({},
                                 [&games](const FinishedGame& game) {
                                   games.push_back(game);
                                   return absl::OkStatus();
                                 })
                  .ok());
  return games;
}

class ResultsApiTest : public ::testing::Test {
 protected:
  ResultsApiTest()
      : folder_(absl::StrCat(::testing::TempDir(), "/results_api_", getpid())),
        path_(folder_ + "/results.sqlite") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ResultsApiTest() override { std::filesystem::remove_all(folder_); }

  // Writes the first `count` games.
  void Begin(size_t count) {
    auto plan = Plan::Create(EveryGame(), Teeko());
    ASSERT_TRUE(plan.ok()) << plan.status();
    games_ = PlayAll(*plan);
    ASSERT_EQ(games_.size(), 12u);
    auto store = results::OpenToPlay(path_, plan->configuration());
    ASSERT_TRUE(store.ok()) << store.status();
    writer_ = *std::move(store);
    for (size_t i = 0; i < count; ++i) Add(i);
  }
  void Add(size_t index) {
    const auto added = writer_->Add(games_[index]);
    ASSERT_TRUE(added.ok()) << added.status();
  }
  void Write(const std::string& text) { std::ofstream(path_) << text; }

  // Starts to show the file.
  Client& Show(ReportMaker report = ReportComparison) {
    results_ = std::make_unique<Results>(
        EveryGame(), path_,
        ResultsOptions{.look = std::chrono::milliseconds(5),
                       .report = std::move(report)});
    client_ = std::make_unique<Client>(lobby_, results_.get());
    return *client_;
  }
  Json List(std::map<std::string, std::string> query) {
    const Answer answer = client_->Get("results/games", std::move(query));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json;
  }
  std::unique_ptr<EventReader> Events() {
    Answer answer = client_->Get("results/events");
    EXPECT_EQ(answer.status, 200) << answer.body;
    return std::make_unique<EventReader>(std::move(answer.events));
  }

  const std::string folder_, path_;
  std::vector<FinishedGame> games_;
  std::unique_ptr<Store> writer_;
  Lobby lobby_{EveryGame(), {.threads = 1}};
  std::unique_ptr<Results> results_;
  std::unique_ptr<Client> client_;
};

TEST_F(ResultsApiTest, WithoutAFileThereAreNone) {
  Client client(lobby_);
  EXPECT_EQ(client.Get("results").body, "{\"file\":null}");
  const Answer answer = client.Get("results/games");
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(answer.error(), HasSubstr("--results FILE"));
}

TEST_F(ResultsApiTest, StateReportAndGames) {
  Begin(12);
  Client& client = Show();
  const Json state = client.Get("results").json;
  EXPECT_EQ(state["kind"], "comparison");
  EXPECT_EQ(state["games"], 12);
  EXPECT_EQ(state["planned"], 12);
  EXPECT_EQ(state["problem"], nullptr);
  EXPECT_EQ(state["standings"][0]["games"], 12);
  EXPECT_EQ(state["latest"][0]["id"], 12);
  const Json report = client.Get("results/report").json;
  const std::string body = report["body"], style = report["style"];
  EXPECT_THAT(body, HasSubstr("<section id=\"game-1\">"));
  EXPECT_EQ(body.find("<script"), std::string::npos);
  EXPECT_THAT(style, HasSubstr(":root"));
  EXPECT_EQ(client.Get("results/report.json").json["games"], 12);
  EXPECT_EQ(client.Get("results/nonsense").status, 404);
  EXPECT_EQ(client.Post("results", Json::object()).status, 405);
}

TEST_F(ResultsApiTest, ATournamentIsShownByItsStandings) {
  Configuration configuration;
  configuration.contest.emplace();
  configuration.games = {"chinese8"};
  configuration.players = {"random", "greedy"};
  configuration.max_plies = 40;
  const auto plan = Plan::Create(EveryGame(), configuration);
  ASSERT_TRUE(plan.ok()) << plan.status();
  auto store = results::OpenToPlay(path_, plan->configuration());
  ASSERT_TRUE(store.ok()) << store.status();
  ASSERT_TRUE(comparison::RunPlan(*plan, **store, {}).ok());
  Client& client =
      Show([](const Plan& played,
              const Store& games) -> absl::StatusOr<ResultsReport> {
        const auto standings = contest::RankEntrants(played, games);
        if (!standings.ok()) return standings.status();
        return ResultsReport{contest::StandingsJson(*standings),
                             contest::StandingsHtml(*standings)};
      });
  EXPECT_EQ(client.Get("results").json["kind"], "tournament");
  const std::string body = client.Get("results/report").json["body"];
  EXPECT_THAT(body, HasSubstr("href=\"#game-1\""));
  EXPECT_TRUE(client.Get("results/report.json").json.contains("entrants"));
  EXPECT_EQ(client.Get("results/games/1").status, 200);
}

TEST_F(ResultsApiTest, FiltersPagesAndOrder) {
  Begin(12);
  Client& client = Show();
  EXPECT_EQ(List({})["total"], 12);
  EXPECT_EQ(List({{"game", "teeko"}})["total"], 6);
  EXPECT_EQ(List({{"player", "greedy"}, {"game", "onejump"}})["total"], 6);
  int won = 0, nobody = 0, rules = 0;
  for (const FinishedGame& game : games_) {
    won += game.summary.seats[0].returns > 0
               ? game.summary.seats[0].player == 1
               : game.summary.seats[1].returns > 0 &&
                     game.summary.seats[1].player == 1;
    nobody += game.summary.seats[0].returns == 0;
    rules += game.summary.termination == Termination::kRules;
  }
  EXPECT_EQ(List({{"winner", "greedy"}})["total"], won);
  EXPECT_EQ(List({{"winner", "-"}})["total"], nobody);
  EXPECT_EQ(List({{"ending", "rules"}})["total"], rules);
  Json page = List({{"from", "10"}, {"count", "5"}});
  ASSERT_EQ(page["games"].size(), 2u);
  EXPECT_EQ(page["games"][0]["id"], 11);
  page = List({{"sort", "-plies"}});
  for (size_t i = 1; i < 12; ++i) {
    EXPECT_GE(page["games"][i - 1]["plies"], page["games"][i]["plies"]);
  }
  EXPECT_EQ(List({{"from", "999999999"}})["games"].size(), 0u);
  for (const std::pair<const char*, const char*>& wrong :
       {std::pair{"game", "chess"},
        {"player", "<b>"},
        {"ending", "x"},
        {"winner", "me"},
        {"sort", "name"},
        {"from", "-1"},
        {"count", "0"},
        {"count", "501"},
        {"from", "1e3"}}) {
    const Answer answer =
        client.Get("results/games", {{wrong.first, wrong.second}});
    EXPECT_EQ(answer.status, 400) << wrong.first << "=" << wrong.second;
    EXPECT_THAT(answer.error(), HasSubstr(wrong.first));
  }
}

TEST_F(ResultsApiTest, AGameHasItsRecordAndViewsAndCanBePlayedOn) {
  Begin(12);
  Client& client = Show();
  const Answer answer = client.Get("results/games/8");
  ASSERT_EQ(answer.status, 200) << answer.body;
  const Json& game = answer.json;
  const std::string text = game["record"];
  const auto record = ParseRecord(text);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(*record, games_[7].record);
  EXPECT_EQ(game["opening"], 2);
  EXPECT_EQ(game["views"].size(), game["moves"].size() + 1);
  EXPECT_EQ(game["moves"].size(), record->moves.size() + 2);
  EXPECT_EQ(game["position"], nullptr);
  EXPECT_FALSE(game["views"][0]["pieces"].empty());
  Json moves = Json::array();
  for (size_t i = 0; i < 4; ++i) moves.push_back(game["moves"][i]["text"]);
  client.Create({{"game", game["game"]}, {"moves", moves}});
  EXPECT_EQ(client.State()["ply"], 4);
  EXPECT_EQ(client.Get("results/games/13").status, 404);
  EXPECT_EQ(client.Get("results/games/x").status, 400);
  EXPECT_EQ(client.Get("results/games/0").status, 400);
}

TEST_F(ResultsApiTest, AFileThatGrowsIsWatched) {
  Begin(2);
  Client& client = Show();
  const auto events = Events();
  auto event = events->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, "results");
  EXPECT_EQ(event->data["games"], 2);
  uint64_t version = event->data["version"];
  for (size_t i = 2; i < 5; ++i) {
    Add(i);
    int64_t games = 0;
    while (games < static_cast<int64_t>(i) + 1) {
      event = events->Next();
      ASSERT_TRUE(event.has_value());
      EXPECT_GT(event->data["version"], version);
      version = event->data["version"];
      games = event->data["games"];
    }
    EXPECT_EQ(event->data["latest"][0]["id"], games_[i].summary.id);
    EXPECT_EQ(List({})["total"], i + 1);
  }
  EXPECT_EQ(client.Get("results/games/5").status, 200);
}

TEST_F(ResultsApiTest, AFileThatComesLaterIsFound) {
  Client& client = Show();
  const Json state = client.Get("results").json;
  EXPECT_THAT(state["problem"].get<std::string>(), HasSubstr(path_));
  EXPECT_EQ(client.Get("results/games").status, 422);
  const auto events = Events();
  EXPECT_TRUE(events->Next().has_value());
  Begin(1);
  auto event = events->Next();
  while (event.has_value() && event->data.value("games", 0) < 1) {
    event = events->Next();
  }
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->data["problem"], nullptr);
}

TEST_F(ResultsApiTest, ForeignAndDamagedFilesGetAMessageAndHinderNothing) {
  Write("this is a letter, no results");
  Client& client = Show();
  const Answer answer = client.Get("results/report");
  EXPECT_EQ(answer.status, 422);
  EXPECT_THAT(answer.error(), HasSubstr(path_));
  EXPECT_EQ(client.Get("games").status, 200);
  client.Create({{"game", "teeko"}});

  // Beyond its first page it is nothing that SQLite has written.
  std::filesystem::remove(path_);
  results_.reset();
  Begin(12);
  writer_.reset();
  const auto size = std::filesystem::file_size(path_);
  ASSERT_GT(size, 8192u);
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096);
  file << std::string(size - 4096, 'x');
  file.close();
  Client& again = Show();
  EXPECT_EQ(again.Get("results/report").status, 422);
  EXPECT_NE(again.Get("results").json["problem"], nullptr);
  EXPECT_EQ(again.Get("games").status, 200);
}

// What was read stays, and the file is looked for.
TEST_F(ResultsApiTest, ARemovedFileIsTold) {
  Begin(3);
  Client& client = Show();
  const auto events = Events();
  EXPECT_TRUE(events->Next().has_value());
  writer_.reset();
  std::filesystem::remove(path_);
  const auto event = events->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_NE(event->data["problem"], nullptr);
  EXPECT_EQ(event->data["games"], 3);
  EXPECT_EQ(client.Get("results/games/1").status, 200);
}

// A reader never locks the writer out: it adds while all is read all the time.
TEST_F(ResultsApiTest, TheWriterIsNotHeldUp) {
  Begin(0);
  Client& client = Show();
  for (size_t i = 0; i < 12; ++i) {
    Add(i);
    EXPECT_EQ(client.Get("results").status, 200);
  }
  const auto events = Events();
  auto event = events->Next();
  while (event.has_value() && event->data["games"] != 12) {
    event = events->Next();
  }
  EXPECT_TRUE(event.has_value());
}

TEST_F(ResultsApiTest, EventsEndWithTheResults) {
  Begin(1);
  Show();
  const auto events = Events();
  EXPECT_TRUE(events->Next().has_value());
  results_.reset();
  EXPECT_FALSE(events->Next().has_value());
}

}  // namespace
}  // namespace boardwalk::web
