// boardwalk learn in process, and players with the evaluations that it writes.

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "ai/bind.h"
#include "framework/game.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

class LearnCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }
  std::string Text(const std::string& name) const {
    std::ifstream in(Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }

  // A few quick games and a test that is too short to decide.
  Outcome Learn(const std::string& db, const Words& more) const {
    Words arguments = {"learn",         "onejump",  "--games",       "60",
                       "--nodes",       "30",       "--generations", "1",
                       "--test-rounds", "2",        "--test-time",   "1ms",
                       "--opening",     "6",        "--db",          Path(db),
                       "--out",         Path("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Games(), arguments);
  }

  const TemporaryFolder folder_;
};

TEST_F(LearnCommandTest, TheSameCommandLearnsTheSame) {
  const Outcome alone = Learn("a", {"--jobs", "1"});
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("Generation 1\n  60 games, "));
  EXPECT_THAT(alone.out, HasSubstr("log loss on a tenth of the games: 0."));
  EXPECT_THAT(alone.out, HasSubstr("points a logit, by stage: "));
  EXPECT_THAT(alone.out, HasSubstr("against the evaluation that the game has: "
                                   "Undecided"));
  EXPECT_THAT(alone.out, HasSubstr("Nothing was learned that is better"));
  EXPECT_FALSE(std::filesystem::exists(Path("out")));
  EXPECT_EQ(Learn("b", {"--jobs", "2"}).status, 0);
  const std::string learned = Text("a-candidate-1");
  EXPECT_THAT(learned, HasSubstr("made by boardwalk learn onejump --games 60 "
                                 "--nodes 30 --opening 6 --patterns "));
  EXPECT_EQ(Text("b-candidate-1"), learned);
  EXPECT_EQ(Learn("c", {"--jobs", "1", "--seed", "2"}).status, 0);
  EXPECT_NE(Text("c-candidate-1"), learned);
}

TEST_F(LearnCommandTest, GoesOnAfterItWasKilled) {
  EXPECT_EQ(Learn("a", {"--jobs", "1"}).status, 0);
  const std::string games = Text("a-games-1"), learned = Text("a-candidate-1");
  // In the middle of a line.
  Write("a-games-1", games.substr(0, games.size() / 2));
  std::filesystem::remove(Path("a-candidate-1"));
  EXPECT_EQ(Learn("a", {"--jobs", "1"}).status, 0);
  EXPECT_EQ(Text("a-candidate-1"), learned);
  const Outcome other = Learn("a", {"--jobs", "1", "--seed", "8"});
  EXPECT_NE(other.status, 0);
  EXPECT_THAT(other.err, HasSubstr("has games of other settings; name another "
                                   "or remove it"));
}

TEST_F(LearnCommandTest, ItsFilesAreChecked) {
  EXPECT_EQ(Learn("a", {"--jobs", "1"}).status, 0);
  const Outcome checked = Execute(
      Games(),
      {"check", "onejump", "--games", "1", "--weights", Path("a-candidate-1")});
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr(" 2000 learned values (hash "));
  ExpectRefused(Games(),
                {"check", "chinese8", "--weights", Path("a-candidate-1")},
                "a-candidate-1: it was learned for other rules (of onejump)");
}

TEST_F(LearnCommandTest, PlayersUseWhatWasLearned) {
  EXPECT_EQ(Learn("a", {"--jobs", "1"}).status, 0);
  const std::string file = Path("a-candidate-1");
  for (const std::string player :
       {"alphabeta:depth=3", "mcts:playouts=50", "greedy:seed=1"}) {
    const std::string name = player + ",evaluation=" + file;
    const Outcome outcome = Execute(Games(), {"think", "onejump", name});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
  const auto refused = [&](const std::string& game, const std::string& path) {
    const Outcome outcome = Execute(
        Games(), {"think", game, "alphabeta:depth=1,evaluation=" + path});
    EXPECT_NE(outcome.status, 0);
    return outcome.err;
  };
  EXPECT_THAT(refused("chinese8", file),
              HasSubstr("it was learned for other rules (of onejump); learn "
                        "for this game by boardwalk learn"));
  std::string damaged = Text("a-candidate-1");
  damaged[damaged.size() / 2] ^= 1;
  Write("damaged", damaged);
  EXPECT_THAT(refused("onejump", Path("damaged")),
              HasSubstr("it is damaged; write it again by boardwalk learn"));
  EXPECT_THAT(refused("onejump", Path("none")), HasSubstr("none"));
  EXPECT_THAT(
      refused("onejump", "clever"),
      HasSubstr("evaluation is one of plain, learned, or a file such as "
                "./NAME; nearest: evaluation=plain"));
}

TEST_F(LearnCommandTest, LearnsForThreeSeats) {
  const std::string game = "star:size=3,players=3";
  const Outcome outcome = Execute(
      Games(), {"learn",         game,        "--games",       "20",
                "--nodes",       "30",        "--generations", "1",
                "--test-rounds", "3",         "--test-time",   "1ms",
                "--patterns",    "blocks",    "--db",          Path("a"),
                "--out",         Path("out"), "--jobs",        "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("against the evaluation that the game "
                                     "has: No: not certainly better: "));
  EXPECT_THAT(outcome.out, HasSubstr("33.3 % are equal."));
  for (const std::string player : {"mcts:playouts=50", "alphabeta:depth=3"}) {
    const Outcome thought = Execute(
        Games(),
        {"think", game, player + ",evaluation=" + Path("a-candidate-1")});
    EXPECT_EQ(thought.status, 0) << thought.err;
  }
}

// A race for two or three, each with a token in a lane of its own: one to three
// cells forward, and who is first at the end wins. Its evaluation is the wrong
// way round, so whatever is learned is better.
class LaneState {
 public:
  struct Move {
    int step;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kCells = 24, kMaxMoves = 3;

  explicit LaneState(int players) : players_(players) {}
  int NumPlayers() const { return players_; }
  int ToMove() const { return plies_ % players_; }
  bool IsTerminal() const { return Winners() != 0; }
  SeatValues Returns() const { return WinnerTakesAll(players_, Winners()); }
  void LegalMoves(auto& list) const {
    if (IsTerminal()) return;
    for (const int step : {1, 2, 3}) {
      if (token(ToMove()) + step < kCells) list.push_back({step});
    }
  }
  void Apply(Move move) { tokens_[plies_++ % players_] += move.step; }
  uint64_t Hash() const {
    uint64_t hash = static_cast<uint64_t>(plies_);
    for (const int token : tokens_) hash = Mix64(hash * 64 + token);
    return hash;
  }
  bool operator==(const LaneState&) const = default;
  int token(int seat) const { return tokens_[seat]; }

 private:
  uint32_t Winners() const {
    uint32_t winners = 0;
    for (int seat = 0; seat < players_; ++seat) {
      if (tokens_[seat] == kCells - 1) winners |= 1u << seat;
    }
    return winners;
  }
  int players_;
  int plies_ = 0;
  std::array<int, 3> tokens_{};
};

class LaneRules {
 public:
  using State = LaneState;
  explicit LaneRules(int players) : players_(players) {}
  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "lanes",
        .title = "A race",
        .max_players = 3,
        .parameters = {IntParameter("players", 2, {2, 3}, "how many race")},
        .rules = "Run.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const LaneRules>> Create(
      const Parameters& parameters) {
    return std::make_unique<const LaneRules>(
        static_cast<int>(parameters.Int("players")));
  }
  State InitialState() const { return State(players_); }
  std::string FormatMove(const State&, State::Move move) const {
    return absl::StrCat(move.step);
  }
  BoardLayout Layout() const {
    return SquareGrid(State::kCells, players_, [](int column, int row) {
      return absl::StrCat(row, "-", column);
    });
  }
  std::vector<Piece> Pieces(const State& state) const {
    std::vector<Piece> pieces;
    pieces.reserve(static_cast<size_t>(players_));
    for (int seat = 0; seat < players_; ++seat) {
      pieces.push_back({seat * State::kCells + state.token(seat), seat});
    }
    return pieces;
  }
  int Evaluate(const State& state, int seat) const {
    int value = 0;
    for (int other = 0; other < players_; ++other) {
      value += state.token(other) - state.token(seat);
    }
    return 20 * value;
  }

 private:
  int players_;
};

// Whatever the number of seats, what was learned and is better is written.
TEST_F(LearnCommandTest, WritesWhatIsBetter) {
  const Catalog lanes = *Catalog::Create({ai::BindGame<LaneRules>()});
  for (const std::string game : {"lanes", "lanes:players=3"}) {
    const std::string out = Path(game);
    const Outcome outcome = Execute(
        lanes, {"learn",         game,    "--games",       "100",
                "--nodes",       "40",    "--generations", "1",
                "--test-rounds", "60",    "--test-time",   "1ms",
                "--patterns",    "lines", "--db",          Path(game + ".db"),
                "--out",         out,     "--jobs",        "2"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("against the evaluation that the game "
                                       "has: Yes"));
    EXPECT_THAT(outcome.out, HasSubstr("  points a logit between equals: "));
    EXPECT_THAT(outcome.out, HasSubstr("Wrote " + out));
    EXPECT_THAT(Text(game), HasSubstr("against plain"));
    const Outcome thought =
        Execute(lanes, {"think", game, "mcts:playouts=500,evaluation=" + out});
    EXPECT_EQ(thought.status, 0) << thought.err;
  }
}

TEST_F(LearnCommandTest, RefusesWhatItCannotLearn) {
  ExpectRefused(Games(), {"learn", "star:size=9"},
                "the board of star:size=9 has 541 cells; evaluations are "
                "learned for at most 128");
  ExpectRefused(Games(), {"learn", "teeko", "--patterns", "lines+squares"},
                "--patterns 'lines+squares': 'squares' is none of lines, "
                "blocks, corners and tiles; join some of them by '+'");
}

}  // namespace
}  // namespace boardwalk::cli
