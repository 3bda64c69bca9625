// boardwalk tournament with results of entries that have changed since, and
// with entries that come late.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "frontends/contest/entrant_testing.h"
#include "frontends/results/store.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using contest::kStep;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;
using Json = nlohmann::json;

const Catalog& Games() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

class LateEntriesTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }
  // Writes the source of the entry `id`, which runs `body` and then steps.
  std::string Source(const std::string& id, const std::string& body) const {
    std::string path = Path(absl::StrCat("aiplayer_", id, ".c"));
    std::ofstream(path) << kStep << "int ai_player_" << id
                        << "(int player, const int* board) {" << body
                        << "; return step(player, board); }\n";
    return path;
  }
  Outcome Run(Words words, const std::string& game = "chinese8") const {
    words.insert(words.begin(), {"tournament", game});
    words.insert(words.end(), {"--jobs", "1", "--db", Path("a"), "--json"});
    return Execute(Games(), words);
  }
  // The games of the file by the names of their seats, with all that was kept
  // of them; their times tell those that were played again.
  std::map<Words, std::string> Played() const {
    std::map<Words, std::string> games;
    const Outcome report =
        Execute(Games(), {"report", Path("a"), "--format", "json"});
    EXPECT_EQ(report.status, 0) << report.err;
    const Json json = Json::parse(report.out, nullptr, false);
    const auto store = results::OpenToRead(Path("a"));
    EXPECT_TRUE(store.ok()) << store.status();
    const auto& configuration = (*store)->configuration();
    for (const Json& game : json["games"]) {
      Words seats = {game["game"]};
      for (const int player : game["players"]) {
        seats.push_back(comparison::ShownName(configuration, player));
      }
      games[seats] = absl::StrCat(game["seconds"].dump(), game["final"].dump(),
                                  game["faults"].dump());
    }
    return games;
  }
  // How many games of `before` are not as they were, by whether `name` sits in
  // them.
  static std::map<bool, int> Differing(
      const std::map<Words, std::string>& before,
      const std::map<Words, std::string>& after, const std::string& name) {
    std::map<bool, int> differing = {{false, 0}, {true, 0}};
    for (const auto& [seats, text] : before) {
      const auto now = after.find(seats);
      if (now != after.end() && now->second == text) continue;
      ++differing[std::ranges::find(seats, name) != seats.end()];
    }
    return differing;
  }

  const TemporaryFolder folder_;
};

using Differences = std::map<bool, int>;

TEST_F(LateEntriesTest, ALateEntryPlaysAndTheOthersKeepTheirGames) {
  const std::string second = Source("2", ""), fourth = Source("4", "");
  ASSERT_EQ(Run({second, fourth, "greedy"}).status, 0);
  const auto before = Played();
  ASSERT_EQ(before.size(), 6u);
  // Between the others in the command, and without a program that plays.
  const std::string third = Source("3", "return x");
  const Outcome late = Run({second, third, fourth, "greedy"});
  EXPECT_EQ(late.status, 0) << late.err;
  EXPECT_THAT(late.err, HasSubstr(Path("a") + ": aiplayer_3 is new\n"));
  EXPECT_THAT(late.err, HasSubstr("a has 6 of them already\n"));
  const auto after = Played();
  EXPECT_EQ(after.size(), 12u);
  EXPECT_EQ(Differing(before, after, "aiplayer_3"),
            (Differences{{false, 0}, {true, 0}}));
  const Json json = Json::parse(late.out, nullptr, false);
  for (const Json& entrant : json["entrants"]) {
    EXPECT_EQ(entrant["cannot_play"].is_null(),
              entrant["name"] != "aiplayer_3");
  }
  EXPECT_THAT(Run({second, third, fourth, "greedy"}).err,
              HasSubstr("a has all of them already\n"));
}

TEST_F(LateEntriesTest, AChangedEntryPlaysAgainAlone) {
  const std::string second = Source("2", ""), fourth = Source("4", "");
  ASSERT_EQ(Run({second, fourth, "greedy"}).status, 0);
  const auto before = Played();
  Source("2", "return 1");
  const Outcome changed = Run({second, fourth, "greedy"});
  EXPECT_EQ(changed.status, 0) << changed.err;
  EXPECT_THAT(changed.err,
              HasSubstr(Path("a") + ": aiplayer_2 has changed, 4 games to play "
                                    "again (--changed keep leaves them)\n"));
  EXPECT_THAT(changed.err, HasSubstr("a has 2 of them already\n"));
  EXPECT_THAT(changed.err, Not(HasSubstr("hash")));
  EXPECT_EQ(Differing(before, Played(), "aiplayer_2"),
            (Differences{{false, 0}, {true, 4}}));
  // Nothing is left beside the file.
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(Path(""))) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"a", "aiplayer_2.c", "aiplayer_4.c"}));
}

TEST_F(LateEntriesTest, AChangedEntryKeepsItsGamesIfTold) {
  const std::string second = Source("2", ""), fourth = Source("4", "");
  ASSERT_EQ(Run({second, fourth}).status, 0);
  const auto before = Played();
  Source("2", "return 1");
  const Outcome kept =
      Run({second, fourth, Source("5", ""), "--changed", "keep"});
  EXPECT_EQ(kept.status, 0) << kept.err;
  EXPECT_THAT(kept.err,
              HasSubstr("a: aiplayer_5 is new; aiplayer_2 has changed, what "
                        "was played stays (--changed replace plays it "
                        "again)\n"));
  EXPECT_EQ(Differing(before, Played(), "aiplayer_2"),
            (Differences{{false, 0}, {true, 0}}));
  // What was missing the new version plays.
  const Json json = Json::parse(kept.out, nullptr, false);
  for (const Json& entrant : json["entrants"]) {
    if (entrant["name"] != "aiplayer_2") continue;
    EXPECT_EQ(entrant["faults"]["illegal-move"], 2);
  }
  // One that cannot play has no games of one that can.
  const std::string bytes = *ReadFile(Path("a"));
  Source("2", "return x");
  const Outcome refused =
      Run({second, fourth, Path("aiplayer_5.c"), "--changed", "keep"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("--changed keep: 'aiplayer_2' can play in only one of "
                        "its versions"));
  EXPECT_EQ(*ReadFile(Path("a")), bytes);
}

TEST_F(LateEntriesTest, AnEntryIsTheSameInAnotherFolder) {
  const std::string second = Source("2", ""), fourth = Source("4", "");
  ASSERT_EQ(Run({second, fourth}).status, 0);
  const std::string other = Path("other");
  std::filesystem::create_directory(other);
  std::filesystem::rename(second, other + "/aiplayer_2.c");
  const Outcome moved = Run({other + "/aiplayer_2.c", fourth});
  EXPECT_EQ(moved.status, 0) << moved.err;
  EXPECT_THAT(moved.err, HasSubstr("a has all of them already\n"));
}

TEST_F(LateEntriesTest, OnTheStarSetsThatAreStillPlannedStay) {
  const Words few = {
      "random", "greedy", "random:seed=1", "--sizes", "3", "--seats",
      "2",      "3",      "--max-plies",   "9"};
  ASSERT_EQ(Run(few, "star").status, 0);
  const auto before = Played();
  ASSERT_EQ(before.size(), 9u);
  Words more = few;
  more.insert(more.begin() + 1, {"random:seed=2", "random:seed=3",
                                 "random:seed=4", "random:seed=5"});
  const Outcome late = Run(more, "star");
  EXPECT_EQ(late.status, 0) << late.err;
  // Of the seven sets of three none is the one that was.
  EXPECT_THAT(late.err, HasSubstr("; 3 games of sets that are no longer played "
                                  "left out\n"));
  const auto after = Played();
  EXPECT_EQ(after.size(), 42u + 21u);
  for (const auto& [seats, text] : before) {
    if (seats.size() != 3) continue;  // the game and two seats
    EXPECT_EQ(after.at(seats), text);
  }
}

TEST_F(LateEntriesTest, MoreGamesOnTheStarMayBeAsked) {
  ASSERT_EQ(
      Run({"random", "greedy", "--sizes", "3", "--max-plies", "9"}, "star")
          .status,
      0);
  const Outcome more = Run(
      {"random", "greedy", "--sizes", "3", "4", "--max-plies", "9"}, "star");
  EXPECT_EQ(more.status, 0) << more.err;
  EXPECT_THAT(more.err, HasSubstr("a: more games, what was played stays\n"));
  EXPECT_THAT(more.err, HasSubstr("a has 2 of them already\n"));
}

TEST_F(LateEntriesTest, WhatWouldLoseGamesIsRefused) {
  const std::string second = Source("2", ""), fourth = Source("4", "");
  ASSERT_EQ(Run({second, fourth, "greedy"}).status, 0);
  const std::string bytes = *ReadFile(Path("a"));
  const Outcome gone = Run({second, fourth, "random"});
  EXPECT_EQ(gone.status, 2);
  EXPECT_THAT(gone.err, HasSubstr("the entry 'greedy' has games there and is "
                                  "not given here; give it, too, or begin "
                                  "another file"));
  const Outcome other =
      Run({second, fourth, "greedy", "random", "--time", "1s"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("these are two comparisons; "));
  EXPECT_THAT(other.err, Not(HasSubstr("hash")));
  EXPECT_EQ(*ReadFile(Path("a")), bytes);
  // Another process has it open.
  Source("2", "return 1");
  const auto open = results::OpenToRead(Path("a"));
  const auto playing = results::OpenToPlay(Path("a"), (*open)->configuration());
  ASSERT_TRUE(playing.ok()) << playing.status();
  const Outcome busy = Run({second, fourth, "greedy"});
  EXPECT_NE(busy.status, 0);
  EXPECT_THAT(busy.err, HasSubstr("another process plays"));
  EXPECT_TRUE((*playing)->CheckInPlace().ok());
  EXPECT_EQ(*(*playing)->Count(), 6);
}

// The page tells who has what to mend, and only the key who it is.
TEST_F(LateEntriesTest, AnonymousPagesTellNoNames) {
  const Words entrants = {Source("1155100001", "return x"),
                          Source("1155100002", "return 1"),
                          Source("1155100003", ""), "greedy"};
  const auto page = [&](const std::string& key, const std::string& database) {
    Words words = {"tournament", "chinese8"};
    words.insert(words.end(), entrants.begin(), entrants.end());
    words.insert(words.end(),
                 {"--jobs", "1", "--db", Path(database), "--html", Path("page"),
                  "--gradescope", Path("grades"), "--anonymous", key});
    const Outcome outcome = Execute(Games(), words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("aiplayer_1155100002"));
    std::map<std::string, std::string> names;
    for (const std::string& line :
         std::vector<std::string>(absl::StrSplit(outcome.err, '\n'))) {
      const std::vector<std::string> words_of_line =
          absl::StrSplit(line, " is ");
      if (words_of_line.size() == 2) names[words_of_line[0]] = words_of_line[1];
    }
    EXPECT_EQ(names.size(), 3u) << outcome.err;
    std::string text = *ReadFile(Path("page"));
    EXPECT_THAT(text, HasSubstr("What to mend"));
    EXPECT_THAT(text, HasSubstr("did not compile: "));
    EXPECT_THAT(text, HasSubstr("it answered "));
    EXPECT_THAT(text, HasSubstr("greedy"));
    for (const std::string id : {"1155100001", "1155100002", "1155100003"}) {
      absl::StrAppend(&text, *ReadFile(Path(absl::StrCat("grades/aiplayer_", id,
                                                         "/results.json"))));
      EXPECT_THAT(text, HasSubstr(names["aiplayer_" + id].substr(8)));
    }
    EXPECT_THAT(text, Not(HasSubstr("11551")));
    return names;
  };
  const auto names = page("4f1c secret of us", "a");
  EXPECT_EQ(page("4f1c secret of us", "b"), names);
  Source("1155100002", "return 2");
  EXPECT_EQ(page("4f1c secret of us", "a"), names);
  EXPECT_NE(page("another key of us", "c"), names);
  EXPECT_THAT(
      Run({entrants[0], "greedy", "--anonymous", "15 letters only"}).err,
      HasSubstr("write at least 16 random characters"));
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
