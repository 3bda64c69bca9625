// Standings of tournaments that are played here, in every form.

#include "frontends/contest/standings.h"

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"
#include "frontends/comparison/runner.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::contest {
namespace {

using comparison::Configuration;
using comparison::Contest;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A player whose every answer, from its move number `fails` on, is `move` or,
// where that is no move, an error.
class FaultyPlayer final : public Player {
 public:
  FaultyPlayer(const AnyGame& game, int64_t fails)
      : fails_(fails), inner_(*game.MakePlayer("greedy")) {}
  absl::Status Start(const AnyState& state, uint64_t seed) override {
    return inner_->Start(state, seed);
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& limits,
                                  const Observer& observer) override {
    if (++moves_ >= fails_) return Decision{.move = {.bits = 7}, .line = {}};
    return inner_->Choose(state, limits, observer);
  }
  void Observe(AnyMove move) override { inner_->Observe(move); }

 private:
  const int64_t fails_;
  int64_t moves_ = 0;
  const std::unique_ptr<Player> inner_;
};

const Catalog& Games() {
  static const Catalog catalog = [] {
    Catalog all = *AllGames();
    std::vector<PlayerPlugin> players;
    players.push_back(
        {.info = {.id = "faulty",
                  .title = "Breaks a rule",
                  .parameters = {IntParameter("fails", 3, {1, 100}, "when")},
                  .needs_limit = false},
         .games = {},
         .make = [](const AnyGame& game, const Parameters& parameters)
             -> absl::StatusOr<std::unique_ptr<Player>> {
           return std::make_unique<FaultyPlayer>(game, parameters.Int("fails"));
         }});
    return *Catalog::Create({all.games().begin(), all.games().end()},
                            std::move(players));
  }();
  return catalog;
}

Configuration Of(Contest::Rules rules, std::vector<std::string> games,
                 std::vector<std::string> players) {
  Configuration configuration;
  configuration.contest.emplace().rules = rules;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.max_plies = 300;
  return configuration;
}

Standings Played(const Configuration& configuration) {
  const auto plan = comparison::Plan::Create(Games(), configuration);
  EXPECT_TRUE(plan.ok()) << plan.status();
  const auto store = results::OpenToPlay("", plan->configuration());
  EXPECT_TRUE(store.ok()) << store.status();
  const auto counts = comparison::RunPlan(*plan, **store, {});
  EXPECT_TRUE(counts.ok()) << counts.status();
  auto standings = RankEntrants(*plan, **store);
  EXPECT_TRUE(standings.ok()) << standings.status();
  return *std::move(standings);
}

const Standings& ClassTournament() {
  static const Standings standings = [] {
    Configuration configuration =
        Of(Contest::Rules::kChinese8, {"chinese8"},
           {"random", "alphabeta:depth=3", "faulty", "greedy"});
    configuration.aliases = {"student=faulty"};
    return Played(configuration);
  }();
  return standings;
}

const Standings& StarChallenge() {
  static const Standings standings =
      Played(Of(Contest::Rules::kStar, {"star:size=3", "star:size=3,players=3"},
                {"greedy", "alphabeta:depth=1", "faulty", "random"}));
  return standings;
}

TEST(StandingsTest, PointsRanksAndBonus) {
  const Standings& standings = ClassTournament();
  EXPECT_EQ(standings.planned, 12);
  EXPECT_EQ(standings.games.size(), 12u);
  int64_t points = 0;
  for (const EntrantRow& row : standings.entrants) {
    EXPECT_EQ(row.games, 6);
    EXPECT_EQ(row.won + row.drawn + row.lost, 6);
    EXPECT_EQ(row.points, 2 * row.won + row.drawn);
    EXPECT_EQ(row.total, static_cast<double>(row.points));
    EXPECT_EQ(row.bonus, contest::BonusOf(row.rank));
    points += row.points;
  }
  EXPECT_EQ(points, 2 * 12);
  EXPECT_EQ(standings.entrants[0].player, 1);
  EXPECT_EQ(standings.entrants[0].rank, 1);
  EXPECT_EQ(standings.entrants[3].player, 2);
  EXPECT_EQ(standings.entrants[3].rank, 4);
  EXPECT_EQ(standings.entrants[3].lost, 6);
  EXPECT_EQ(standings.entrants[3].faults.at(Termination::kIllegalMove), 6);
}

TEST(StandingsTest, EqualTotalsShareTheRank) {
  Configuration configuration = Of(Contest::Rules::kChinese8, {"chinese8"},
                                   {"faulty:fails=1", "faulty:fails=2"});
  configuration.contest->faults = {"has a main", "did not compile"};
  const Standings standings = Played(configuration);
  for (const EntrantRow& row : standings.entrants) {
    EXPECT_EQ(row.rank, 1);
    EXPECT_EQ(row.bonus, 3.0);
    EXPECT_EQ(row.lost, 2);
  }
  EXPECT_EQ(standings.entrants[0].player, 0);
  EXPECT_THAT(StandingsText(standings),
              HasSubstr("What was broken\nfaulty:fails=1 has a main\n"
                        "faulty:fails=2 did not compile\n"));
  EXPECT_THAT(GradescopeJson(standings, 1),
              HasSubstr("\"output\": \"It cannot play: did not compile\""));
}

TEST(StandingsTest, OnTheStarTimeCosts) {
  const Standings& standings = StarChallenge();
  double last = 1e9;
  for (const EntrantRow& row : standings.entrants) {
    EXPECT_GT(row.seconds, 0);
    EXPECT_EQ(row.total, static_cast<double>(row.points) - row.seconds);
    EXPECT_LE(row.total, last);
    last = row.total;
    EXPECT_EQ(row.bonus, 0);
  }
  Standings without = standings;
  ForgetTimes(without);
  EXPECT_EQ(without.entrants[0].total,
            static_cast<double>(without.entrants[0].points));
  EXPECT_EQ(without.entrants[0].seconds, 0);
  EXPECT_EQ(StandingsText(without), StandingsText(without));
}

TEST(StandingsTest, OnTheStarAFaultDoesNotEndAGameForThree) {
  int of_three = 0;
  for (const PlayedGame& game : StarChallenge().games) {
    if (game.players.size() == 2) continue;
    for (size_t seat = 0; seat < 3; ++seat) {
      if (game.players[seat] != 2) continue;
      ++of_three;
      ASSERT_EQ(game.faults.size(), 1u);
      ASSERT_GT(game.moves.size(), 12u);
      EXPECT_EQ(game.faults[0].seat, static_cast<int>(seat));
      EXPECT_EQ(game.faults[0].kind, Termination::kIllegalMove);
      EXPECT_EQ(game.faults[0].reason, "'faulty' answered an illegal move");
      // Its third turn.
      EXPECT_EQ(game.faults[0].move, static_cast<int64_t>(6 + seat + 1));
      EXPECT_EQ(game.moves[6 + seat], "out");
      EXPECT_EQ(game.moves[9 + seat], "pass");
      EXPECT_EQ(game.termination == Termination::kRules ||
                    game.termination == Termination::kRepetition ||
                    game.termination == Termination::kPlyLimit,
                true);
      EXPECT_EQ(game.outcomes[seat].points, 0);
    }
  }
  // It is in three of the four sets of three, once in each seat.
  EXPECT_EQ(of_three, 9);
}

TEST(StandingsTest, TheTextFitsATerminal) {
  for (const Standings* standings : {&ClassTournament(), &StarChallenge()}) {
    const std::string text = StandingsText(*standings);
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      EXPECT_LE(Utf8Count(line), 80u) << line;
    }
  }
  const std::string text = StandingsText(ClassTournament());
  EXPECT_THAT(text, StartsWith("The class tournament: 4 entrants, 12 games"));
  EXPECT_THAT(text, HasSubstr("student"));
  EXPECT_THAT(text, HasSubstr("What was broken\nstudent, 6 times illegal move, "
                              "first in game 3 (Red), move 6: 'faulty' "
                              "answered\n    an illegal move; the board:\n    "
                              ".##"));
  EXPECT_THAT(StandingsText(StarChallenge()),
              HasSubstr("Every two entrants are together in 8 games, and every "
                        "entrant begins 6 games."));
}

TEST(StandingsTest, AHalfPlayedTournamentSaysSo) {
  Standings half = ClassTournament();
  half.games.resize(5);
  EXPECT_THAT(StandingsText(half), HasSubstr("5 of 12 games"));
  EXPECT_THAT(StandingsHtml(half), HasSubstr("5 games of 12 played"));
}

TEST(StandingsTest, CsvHasARowForEachEntrant) {
  const std::string text = StandingsCsv(ClassTournament());
  const std::vector<std::string> lines = absl::StrSplit(text, "\r\n");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_THAT(lines[0], StartsWith("rank,entrant,player,total,points,bonus,"));
  EXPECT_THAT(lines[1],
              StartsWith("1,alphabeta:depth=3,alphabeta:depth=3,12,12,3,6,6,"));
  EXPECT_THAT(lines[4], StartsWith("4,student,faulty,0,0,1.4,6,0,0,6,0,"));
  EXPECT_THAT(lines[4], testing::EndsWith(",6 illegal move"));
}

// The turn in which an entrant forfeits is no move, and its time counts.
TEST(StandingsTest, TimeAMoveIsThatOfATurn) {
  Standings standings = ClassTournament();
  EntrantRow& faulty = standings.entrants[3];
  // Its third answer is its fault, in each of its games.
  EXPECT_EQ(faulty.moves, 6 * 2);
  EXPECT_EQ(faulty.turns, 6 * 3);
  EXPECT_EQ(standings.entrants[0].turns, standings.entrants[0].moves);
  faulty.seconds = 36;
  EXPECT_THAT(StandingsText(standings), HasSubstr("2.00 s       6\n"));
  const auto json =
      nlohmann::json::parse(GradescopeJson(standings, 3), nullptr, false);
  EXPECT_EQ(json["leaderboard"][5]["value"], 2.0);
}

// In the class tournament, in whatever order the games of a pair were played.
TEST(StandingsTest, TheGameAsBlueComesFirst) {
  Standings standings = ClassTournament();
  for (PlayedGame& game : standings.games) {
    game.outcomes = {{SeatOutcome::Result::kWon, 2},
                     {SeatOutcome::Result::kLost, 0}};
  }
  for (int player = 0; player < 4; ++player) {
    for (int other = 0; other < 4; ++other) {
      if (player == other) continue;
      const auto games = GamesTogether(standings, player, other);
      ASSERT_EQ(games.size(), 2u);
      EXPECT_EQ(games[0].seat, 0u);
      EXPECT_EQ(games[1].seat, 1u);
    }
  }
  const auto table = [&standings] {
    const std::string text = StandingsText(standings);
    const size_t begin = text.find("as Blue, as Red");
    return text.substr(begin, text.find("\n\n", begin) - begin);
  };
  EXPECT_THAT(table(), HasSubstr("2 0  2 0"));
  EXPECT_THAT(table(), Not(HasSubstr("0 2")));
  EXPECT_THAT(StandingsHtml(standings), HasSubstr(", as Blue, as Red; each"));
  const std::string of_first = GradescopeJson(standings, 0);
  EXPECT_LT(of_first.find("won as Blue"), of_first.find("lost as Red"));
  // The first of two games is missing.
  std::erase_if(standings.games, [](const PlayedGame& game) {
    return game.players == std::vector<int>{0, 1} ||
           game.players == std::vector<int>{3, 2};
  });
  // Best first: 1, 3, 0, 2.
  std::vector<std::string> rows = absl::StrSplit(table(), '\n');
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_THAT(rows[1], HasSubstr(".  2 0  2 -  2 0"));
  EXPECT_THAT(rows[2], HasSubstr("2 0    .  2 0  - 0"));
  EXPECT_THAT(rows[3], HasSubstr("- 0  2 0    .  2 0"));
  EXPECT_THAT(rows[4], HasSubstr("2 0  2 -  2 0    ."));
}

TEST(StandingsTest, EachBlockOfAPairStandsApart) {
  Configuration configuration =
      Of(Contest::Rules::kChinese8, {"chinese8"}, {"greedy", "faulty"});
  configuration.rounds = 2;
  Standings standings = Played(configuration);
  ASSERT_EQ(standings.games.size(), 4u);
  // Of the first block the game as Blue, of the second the one as Red.
  standings.games.erase(standings.games.begin() + 1,
                        standings.games.begin() + 3);
  ASSERT_EQ(standings.games[0].players, (std::vector<int>{0, 1}));
  ASSERT_EQ(standings.games[1].players, (std::vector<int>{1, 0}));
  const std::string text = StandingsText(standings);
  EXPECT_THAT(text, HasSubstr("2 - - 2"));
  EXPECT_THAT(text, HasSubstr("- 0 0 -"));
}

TEST(StandingsTest, TheBonusIsExplained) {
  EXPECT_THAT(StandingsHtml(ClassTournament()), HasSubstr(BonusRule()));
  EXPECT_THAT(StandingsHtml(StarChallenge()), Not(HasSubstr(BonusRule())));
}

// The opening is shown, and counts in no form.
TEST(StandingsTest, PliesAreThoseOfThePlayers) {
  Configuration configuration =
      Of(Contest::Rules::kChinese8, {"chinese8"}, {"greedy", "faulty"});
  configuration.openings = 4;
  const Standings standings = Played(configuration);
  const auto json =
      nlohmann::json::parse(StandingsJson(standings), nullptr, false);
  const std::string page = StandingsHtml(standings);
  // Its third move is its fault, so it has made two.
  for (const auto& [game, plies] : {std::pair(0, 5), std::pair(1, 4)}) {
    const PlayedGame& played = standings.games[game];
    ASSERT_EQ(played.opening.size(), 4u);
    EXPECT_EQ(static_cast<int>(played.moves.size()), plies);
    EXPECT_EQ(played.faults[0].move, plies + 1);
    EXPECT_EQ(json["games"][game]["plies"], plies);
    EXPECT_THAT(page, HasSubstr(absl::StrCat("</b> in ", plies, " plies")));
    EXPECT_THAT(page,
                HasSubstr(absl::StrCat(
                    "Opening: ", absl::StrJoin(played.opening, " "),
                    "</p>\n<p class=\"moves\"><span>1. ", played.moves[0])));
  }
  EXPECT_THAT(GradescopeJson(standings, 0), HasSubstr("as Blue in 5 plies"));
}

// What only one of the tournaments has, the other has in no form.
TEST(StandingsTest, FormsAgreeAboutTheBonus) {
  const std::string csv = StandingsCsv(StarChallenge());
  const std::vector<std::string> lines = absl::StrSplit(csv, "\r\n");
  for (size_t i = 1; i + 1 < lines.size(); ++i) {
    const std::vector<std::string> fields = absl::StrSplit(lines[i], ',');
    EXPECT_EQ(fields[5], "") << lines[i];
  }
  EXPECT_THAT(StandingsText(StarChallenge()), Not(HasSubstr("bonus")));
  EXPECT_THAT(StandingsHtml(StarChallenge()), Not(HasSubstr(">bonus<")));
}

TEST(StandingsTest, FormsShowUndecidedGamesWhereThereAreSome) {
  for (const Standings* standings : {&ClassTournament(), &StarChallenge()}) {
    for (const int64_t undecided : {0, 3}) {
      Standings changed = *standings;
      for (EntrantRow& row : changed.entrants) row.undecided = 0;
      changed.entrants[1].undecided = undecided;
      EXPECT_EQ(absl::StrContains(StandingsText(changed), "  none  "),
                undecided > 0);
      EXPECT_EQ(absl::StrContains(StandingsHtml(changed), ">unde\u00adcided<"),
                undecided > 0);
    }
  }
}

TEST(StandingsTest, JsonHasEverything) {
  const auto json =
      nlohmann::json::parse(StandingsJson(ClassTournament()), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["tournament"], "chinese8");
  EXPECT_EQ(json["planned"], 12);
  EXPECT_EQ(json["entrants"][3]["name"], "student");
  EXPECT_EQ(json["entrants"][3]["faults"]["illegal-move"], 6);
  EXPECT_EQ(json["games"].size(), 12u);
  const auto& game = json["games"][2];
  EXPECT_EQ(game["players"], (std::vector<int>{0, 2}));
  EXPECT_EQ(game["points"], (std::vector<int>{2, 0}));
  EXPECT_EQ(game["results"], (std::vector<std::string>{"won", "lost"}));
  EXPECT_EQ(game["faults"][0]["seat"], 1);
  EXPECT_EQ(game["faults"][0]["move"], 6);
  EXPECT_EQ(game["ending"], "illegal-move");
  const auto star =
      nlohmann::json::parse(StandingsJson(StarChallenge()), nullptr, false);
  EXPECT_EQ(star["tournament"], "star");
  EXPECT_EQ(star["together"][0][1], 8);
  EXPECT_EQ(star["begins"][2], 6);
  EXPECT_TRUE(star["entrants"][0]["bonus"].is_null());
}

TEST(StandingsTest, GradescopeGetsAFileForEachEntrant) {
  const auto json = nlohmann::json::parse(GradescopeJson(ClassTournament(), 0),
                                          nullptr, false);
  EXPECT_EQ(json["score"], 12);
  EXPECT_EQ(json["output"],
            "Rank 1 of 4 with 12 points: 6 won, 0 drawn, 0 lost.");
  ASSERT_EQ(json["leaderboard"].size(), 6u);
  std::set<std::string> names;
  for (const auto& entry : json["leaderboard"]) {
    names.insert(entry["name"].get<std::string>());
    EXPECT_TRUE(entry["value"].is_number());
    EXPECT_TRUE(entry["order"] == "asc" || entry["order"] == "desc");
  }
  EXPECT_THAT(names, testing::Contains("Rank"));
  ASSERT_EQ(json["tests"].size(), 3u);
  EXPECT_EQ(json["tests"][2]["name"], "with student");
  EXPECT_EQ(json["tests"][2]["score"], 4);
  EXPECT_EQ(json["tests"][2]["max_score"], 4);
  EXPECT_THAT(json["tests"][2]["output"].get<std::string>(),
              HasSubstr("student: illegal move: 'faulty' answered"));
}

TEST(StandingsTest, ThePageLeadsToEveryGame) {
  for (const Standings* standings : {&ClassTournament(), &StarChallenge()}) {
    const std::string page = StandingsHtml(*standings);
    EXPECT_THAT(page, StartsWith(report::kHtmlSignature));
    for (const PlayedGame& game : standings->games) {
      EXPECT_THAT(page,
                  HasSubstr(absl::StrCat("href=\"#game-", game.id, "\"")));
      EXPECT_THAT(page, HasSubstr(absl::StrCat("id=\"game-", game.id, "\"")));
    }
    EXPECT_THAT(page, HasSubstr("illegal move: &#39;faulty&#39; answered"));
    EXPECT_THAT(page, HasSubstr("<span>1. "));
  }
  // The board at the end of a game.
  EXPECT_THAT(StandingsHtml(ClassTournament()), HasSubstr("  1 2 3 4 5 6 7 8"));
}

TEST(StandingsTest, TheBonusAndTheTimeOfAnOverrunAreExplained) {
  const auto words = [](const std::string& text) {
    return absl::StrJoin(
        absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty()), " ");
  };
  Standings late = ClassTournament();
  late.games[2].faults[0].kind = Termination::kTimeForfeit;
  late.entrants[3].faults = {{Termination::kTimeForfeit, 1}};
  late.entrants[3].max_seconds = 5.25;
  EXPECT_THAT(words(StandingsText(late)), HasSubstr(BonusRule()));
  for (const std::string& text : {StandingsText(late), StandingsHtml(late)}) {
    EXPECT_THAT(words(text), HasSubstr("; its longest move took 5.25 s"));
  }
  EXPECT_THAT(words(StandingsText(StarChallenge())),
              Not(HasSubstr("bonus goes by")));
}

TEST(StandingsTest, ThePageSaysWhatToMendWithTheBoard) {
  for (const Standings* standings : {&ClassTournament(), &StarChallenge()}) {
    const std::string page = StandingsHtml(*standings);
    const size_t begin = page.find("<h2>What to mend</h2>");
    ASSERT_NE(begin, std::string::npos);
    const std::string mend =
        page.substr(begin, page.find("</section>", begin) - begin);
    for (const EntrantRow& row : standings->entrants) {
      for (const auto& [times, game, index] : FirstFaults(*standings, row)) {
        const Fault& fault = game->faults[index];
        EXPECT_THAT(mend, HasSubstr(absl::StrCat("href=\"#game-", game->id)));
        EXPECT_THAT(mend, HasSubstr(absl::StrCat("move ", fault.move, ": ")));
        ASSERT_NE(game->fault_boards[index], "");
        EXPECT_THAT(mend, HasSubstr(game->fault_boards[index]));
        // In a game for two the fault ends it.
        if (!standings->star()) {
          EXPECT_EQ(game->fault_boards[index], game->board);
        }
      }
    }
  }
  // On the star the others play on, and the board is the one before.
  const PlayedGame& played =
      *std::ranges::find_if(StarChallenge().games, [](const PlayedGame& game) {
        return game.players.size() == 3 && !game.faults.empty();
      });
  EXPECT_NE(played.fault_boards[0], played.board);
  Standings broken = ClassTournament();
  for (EntrantRow& row : broken.entrants) row.faults.clear();
  EXPECT_THAT(StandingsHtml(broken), Not(HasSubstr("What to mend")));
  broken.entrants[0].cannot_play = "has a <main>";
  EXPECT_THAT(StandingsHtml(broken), HasSubstr("has a &lt;main&gt;"));
}

// As in reports.
TEST(StandingsTest, OfManyOriginsThePageNamesSome) {
  Standings many = ClassTournament();
  many.origins = {"A", "B", "C", "D", "E"};
  EXPECT_THAT(StandingsHtml(many), HasSubstr("A and B and C and 2 more"));
  many.origins.clear();
  EXPECT_THAT(StandingsHtml(many), Not(HasSubstr("played by</th>")));
}

TEST(StandingsTest, NamesAreEscaped) {
  Standings bad = ClassTournament();
  bad.configuration.aliases.clear();
  bad.configuration.players[2] = "<script>alert(1)</script>\x1b[2J";
  bad.games[2].faults[0].reason = "<b>\x1b[31m";
  EXPECT_THAT(StandingsHtml(bad), Not(HasSubstr("<script>alert")));
  EXPECT_THAT(StandingsHtml(bad), Not(HasSubstr("<b>\x1b")));
  EXPECT_THAT(StandingsText(bad), Not(HasSubstr("\x1b")));
}

TEST(MeetingsTest, APlanCountsWhoMeetsAndBegins) {
  const Catalog catalog = *AllGames();
  Configuration configuration;
  configuration.contest.emplace().rules = Contest::Rules::kStar;
  configuration.games = {"star:size=3", "star:size=3,players=3",
                         "star:size=3,players=4"};
  configuration.rounds = 2;
  for (int i = 0; i < 7; ++i) {
    configuration.players.push_back(absl::StrCat("random:seed=", i));
  }
  const auto plan = comparison::Plan::Create(catalog, configuration);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const Meetings meetings = CountMeetings(*plan);
  EXPECT_TRUE(meetings.AreEqual());
  // Per round: 2 as two, 7 sets of three games with each pair once, 7 sets of
  // four games with each pair twice.
  EXPECT_EQ(meetings.games[2][5], 2 * (2 + 3 + 8));
  EXPECT_EQ(meetings.starts[3], 2 * (6 + 3 + 4));
  EXPECT_EQ(meetings.games[3][3], 2 * (12 + 9 + 16));
  EXPECT_EQ(plan->games(), 2 * (42 + 21 + 28));

  configuration.players.resize(3);
  EXPECT_EQ(comparison::Plan::Create(catalog, configuration).status().message(),
            "'star:size=3,players=4' is for 4, and there are 3 entrants; a "
            "tournament seats nobody twice");
}

TEST(MeetingsTest, UnequalNumbersAreTold) {
  Meetings meetings{.games = {{4, 2, 2}, {2, 4, 2}, {2, 2, 4}},
                    .starts = {2, 2, 2}};
  EXPECT_TRUE(meetings.AreEqual());
  meetings.games[2][1] = 3;
  EXPECT_EQ(meetings.GamesOfTwo(), (Meetings::Range{2, 3}));
  EXPECT_FALSE(meetings.AreEqual());
  meetings.games[2][1] = 2;
  meetings.starts[1] = 1;
  EXPECT_EQ(meetings.Starts(), (Meetings::Range{1, 2}));
  EXPECT_FALSE(meetings.AreEqual());
}

}  // namespace
}  // namespace boardwalk::contest
