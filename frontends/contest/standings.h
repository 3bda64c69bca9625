// The standings of a tournament: points, ranks, faults and all games, and the
// forms in which they are shown. points.cc says who scores in a game,
// standings.cc adds up and ranks.
//
// Example, given `const comparison::Plan& plan` and
// `const comparison::Store& store`:
//
//   ASSIGN_OR_RETURN(const Standings standings, RankEntrants(plan, store));
//   std::cout << StandingsText(standings);

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/record.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/result.h"
#include "frontends/comparison/store.h"
#include "frontends/report/printable_table.h"
#include "frontends/report/shown_games.h"

namespace boardwalk::contest {

inline constexpr int kPointsForWin = 2, kPointsForDraw = 1;

// Why the player cannot play; "" if it can. REQUIRES: `configuration` has a
// contest.
const std::string& CannotPlay(const comparison::Configuration& configuration,
                              int player);

struct SeatOutcome {
  // kNone: the game was adjudicated, or ended before it was decided.
  enum class Result { kWon, kDrawn, kLost, kNone };
  Result result = Result::kNone;
  int points = 0;

  bool operator==(const SeatOutcome&) const = default;
};

// By seat. A seat that wins alone has won. Seats that finish together have
// drawn, and the others have lost. A seat at fault has lost, and so has one
// whose player cannot play, even against another such player. A draw by the
// rules is a draw for all seats; an adjudicated game has no result. Times do
// not count. REQUIRES: `configuration` has a contest.
std::vector<SeatOutcome> OutcomesOf(
    const comparison::Configuration& configuration,
    const comparison::GameSummary& game);

// The requirements that players broke, the one that ended the game included, in
// the order of the moves. Those that cannot play at all come first, with move 0
// and kFailure. REQUIRES: `configuration` has a contest.
std::vector<Fault> FaultsOf(const comparison::Configuration& configuration,
                            const comparison::GameSummary& game);

// "illegal move", "over time", "crash", ...: the kind of a fault, for people.
std::string FaultName(Termination kind);

// The marks of the course that a rank, from 1, in the class tournament earns.
double BonusOf(int rank);

// How the bonus comes about, in sentences.
std::string BonusRule();

struct EntrantRow {
  int player = 0;  // index in Configuration::players
  int rank = 0;    // from 1; equal totals share it
  int64_t games = 0;
  int64_t won = 0, drawn = 0, lost = 0;
  int64_t undecided = 0;  // adjudicated
  int64_t points = 0;     // of games alone
  double total = 0;       // points less the price of its time
  double bonus = 0;       // of the class tournament, by rank
  int64_t moves = 0;
  int64_t turns = 0;   // its moves, and those in which it forfeited
  double seconds = 0;  // of all its turns; on the star of all its calls
  double max_seconds = 0;
  std::map<Termination, int64_t> faults = {};  // games lost by them
  std::string cannot_play = {};                // the reason; "" if it can

  // What is called its time a move.
  double SecondsATurn() const {
    return turns == 0 ? 0 : seconds / static_cast<double>(turns);
  }
};

struct PlayedGame {
  int64_t id = 0;
  int64_t block = 0;  // of the games in which the players change seats
  int variant = 0;
  std::vector<int> players = {};  // by seat
  std::vector<SeatOutcome> outcomes = {};
  std::vector<double> seconds = {};
  std::vector<Fault> faults = {};
  // Of each fault the board that was to be answered; "" if the game is not
  // known or the player cannot play at all.
  std::vector<std::string> fault_boards = {};
  Termination termination = Termination::kUnfinished;
  std::string detail = {};
  std::vector<std::string> opening = {};  // moves that count as none below
  std::vector<std::string> moves = {};
  std::string final = {};  // position text
  // The final position drawn; "" if the game is not known.
  std::string board = {};
};

// The numbers of games that players have together and that they begin.
struct Meetings {
  // By two players: their games; on the diagonal, those of the player.
  std::vector<std::vector<int64_t>> games;
  std::vector<int64_t> starts;  // games in which the player moves first

  // The smallest and the largest of them.
  struct Range {
    int64_t min = 0, max = 0;
    bool operator==(const Range&) const = default;
  };
  Range GamesOfTwo() const;
  Range Starts() const;
  bool AreEqual() const {
    return GamesOfTwo().min == GamesOfTwo().max && Starts().min == Starts().max;
  }
};

// Of all games of the plan. Goes through one round.
Meetings CountMeetings(const comparison::Plan& plan);

struct Standings {
  comparison::Configuration configuration = {};
  std::string program_version = {};
  std::vector<std::string> origins = {};  // of Store::origins
  int64_t planned = 0;
  Meetings meetings = {};                 // of all planned games
  std::vector<EntrantRow> entrants = {};  // best first
  std::vector<PlayedGame> games = {};     // by id
  bool names_are_hidden = false;          // by HideNames

  bool star() const {
    return configuration.contest->rules == comparison::Contest::Rules::kStar;
  }
  // Its alias, or its name.
  std::string PlayerName(int player) const {
    return comparison::ShownName(configuration, player);
  }
};

// Memory grows with the games and their moves. `plan` is that of the store's
// configuration. Errors: those of the store; a game that is not planned.
// REQUIRES: the configuration has a contest.
absl::StatusOr<Standings> RankEntrants(const comparison::Plan& plan,
                                       const comparison::Store& store);

// Sets all times, which differ between runs, to 0 and ranks without them.
void ForgetTimes(Standings& standings);

// Calls entrants that are sources or other programs by words that follow from
// their names and `key` alone, also where faults tell of them:
// "entrant-3fa9c1". Who does not know the key cannot tell who is who.
void HideNames(const std::string& key, Standings& standings);

// The first fault of a kind: "6 times illegal move".
struct FirstFault {
  int64_t times = 0;
  const PlayedGame* game = nullptr;
  size_t fault = 0;  // index in PlayedGame::faults
};

// Of each kind of fault of an entrant the first one, if possible one that ended
// its game rather than one of a player that was asked after the end.
std::vector<FirstFault> FirstFaults(const Standings& standings,
                                    const EntrantRow& row);

// Why, on one line; of an overrun with the longest move of the entrant.
std::string ReasonText(const EntrantRow& row, const Fault& fault);

// Whether the fault is that of a player who was asked after the fault of the
// other had ended the game.
bool IsAfterTheEnd(const PlayedGame& game, const Fault& fault);

// "Blue" and "Red" in the class tournament, else "seat 3".
std::string SeatName(const Standings& standings, int seat);

// The games in which both players sit, each with the seat of `player`: block
// after block, in each by that seat. So in the class tournament the game as
// Blue comes before the one as Red.
struct GameTogether {
  const PlayedGame* game = nullptr;
  size_t seat = 0;
};
std::vector<GameTogether> GamesTogether(const Standings& standings, int player,
                                        int other);

// The result of a game for a seat: "won", "drawn", "lost", "undecided".
const char* OutcomeName(const SeatOutcome& outcome);

// Tables, each declared once for all forms below.
//
// The entrants, best first.
report::Table EntrantTable(const Standings& standings);

// The points of each entrant in its games with each other one, in the order of
// GamesTogether; on a page they link to the games. In the class tournament a
// game of a pair that is missing is "-".
report::Table PointsTable(const Standings& standings);

// The numbers of games that every two entrants are planned to have together and
// that each entrant begins.
report::Table MeetingsTable(const Standings& standings);

// The ranking, the crosstable (on the star the table of meetings), and the
// faults of each entrant, with the first game of each kind of fault. Lines have
// at most 80 columns unless names are long.
std::string StandingsText(const Standings& standings);

// A row for each entrant, best first, with a header row; RFC 4180.
std::string StandingsCsv(const Standings& standings);

// Everything, as one object on one line. Seats and players count from 0.
std::string StandingsJson(const Standings& standings);

// The file results.json that Gradescope reads for the submission of
// `entrants[row]`: its total as the score, a test for each opponent, and its
// columns of the leaderboard.
std::string GradescopeJson(const Standings& standings, size_t row);

// One page that loads nothing: the ranking, the crosstable, and every game with
// its moves and its final board, to which the crosstable links. Begins with
// kHtmlSignature (report.h). With scripts, those of `games` are on their
// boards.
std::string StandingsHtml(const Standings& standings,
                          const report::ShownGames& games = {});

}  // namespace boardwalk::contest
