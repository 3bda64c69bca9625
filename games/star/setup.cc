#include "games/star/setup.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::star {
namespace {

std::vector<int> DefaultSeats(int64_t players) {
  switch (players) {
    case 2:
      return {0, 3};
    case 3:
      return {0, 2, 4};
    case 4:
      return {0, 1, 3, 4};
    case 5:
      return {0, 1, 2, 3, 4};
    default:
      return {0, 1, 2, 3, 4, 5};
  }
}

absl::StatusOr<std::vector<int>> SeatsFrom(const Parameters& parameters) {
  const bool has_players = parameters.Has("players");
  const int64_t players = has_players ? parameters.Int("players") : 2;
  if (!parameters.Has("seats")) return DefaultSeats(players);
  const std::vector<int> seats = parameters.List("seats");
  const std::string text = absl::StrCat("seats=", absl::StrJoin(seats, "+"));
  for (size_t i = 0; i < seats.size(); ++i) {
    if (std::count(seats.begin(), seats.end(), seats[i]) > 1) {
      return InvalidArgument(text, " of star: triangle ", seats[i],
                             " is named twice; each seat needs its own");
    }
  }
  if (seats.size() < 2) {
    return InvalidArgument(text,
                           " of star: name at least two triangles of 0 to 5, "
                           "such as seats=0+3");
  }
  if (has_players && players != static_cast<int64_t>(seats.size())) {
    return InvalidArgument("players=", players, " and ", text,
                           " of star contradict each other: ", "that is ",
                           seats.size(), " seats; leave players out");
  }
  return seats;
}

}  // namespace

const GameInfo& Info() {
  static const GameInfo info = {
      .id = "star",
      .title = "Chinese checkers on the star",
      .aim = "Bring all your pieces to the opposite triangle.",
      .min_players = 2,
      .max_players = 6,
      .parameters =
          {IntParameter("size", 4, {kMinSize, kMaxSize},
                        "base of a home triangle, in cells"),
           OptionalIntParameter("players", {2, 6},
                                "how many play; 2 unless seats say otherwise"),
           OptionalListParameter(
               "seats", {0, 5},
               "home triangles in order of play, clockwise from the top")},
      .endless = true,
      .minutes = 30,
      .test_sets = {"players=3", "players=4", "players=5", "players=6",
                    "size=3", "size=3,players=6", "size=5,seats=1+4",
                    "size=6,players=3", "size=5,players=6", "size=8",
                    "size=7,players=6", "size=9,players=3"},
      .rules =
          "Bring all your pieces from your home triangle to the one opposite.\n"
          "A move is a step to an empty neighbour, or a chain of jumps, each "
          "over one\n"
          "adjacent piece of any owner onto the empty cell right behind it. "
          "Nothing is\n"
          "captured. A move may neither begin nor end in a triangle that is "
          "neither your\n"
          "home nor your goal; a chain may pass through one. Who has no move "
          "passes.\n"
          "The game ends when a round is complete and somebody has every piece "
          "in the\n"
          "goal; several at once share the win.\n"
          "\n"
          "Cells are row,column; rows count from 0 at the top, the columns of "
          "a "
          "row\n"
          "around its middle. Moves: 4,-1:5,0 (from:to), a chain by its two "
          "ends; pass.\n"
          "\n"
          "Positions: the rows from the top joined by '/', then the seat to "
          "move, e.g.\n"
          "A/2A/3A/4A/13./.../B 1. A is the first seat's piece, B the "
          "second's, "
          "'.' an\n"
          "empty cell; a number repeats what follows it.\n"};
  return info;
}

absl::Status Normalize(Parameters& parameters) {
  ASSIGN_OR_RETURN(const auto seats, SeatsFrom(parameters));
  const bool usual = seats == DefaultSeats(static_cast<int64_t>(seats.size()));
  if (!usual) {
    parameters.Reset("players");
    return absl::OkStatus();
  }
  parameters.Reset("seats");
  if (seats.size() == 2) {
    parameters.Reset("players");
    return absl::OkStatus();
  }
  return parameters.Set("players", absl::StrCat(seats.size()));
}

absl::StatusOr<Setup> Setup::Create(const Parameters& parameters) {
  ASSIGN_OR_RETURN(auto seats, SeatsFrom(parameters));
  return Setup(static_cast<int>(parameters.Int("size")), std::move(seats));
}

Setup::Setup(int size, std::vector<int> triangles)
    : board_(size), triangles_(std::move(triangles)) {
  for (int cell = 0; cell < board_.cells(); ++cell) {
    if (InHome(0, cell)) at_start_ += ToGo(0, cell);
    if (InGoal(0, cell)) at_goal_ += ToGo(0, cell);
  }
}

int Setup::Host(int seat) const {
  const auto host = std::find(triangles_.begin(), triangles_.end(), Goal(seat));
  return host == triangles_.end() ? kNobody
                                  : static_cast<int>(host - triangles_.begin());
}

// The square of the distance from the tip of the goal, so that pieces far
// behind go first: stragglers lose games. In addition a piece pays for being
// off the middle line, where most chains are. With more than 2, a piece near
// the tip would prefer the line to the tip.
int Setup::ToGo(int seat, int cell) const {
  const int rows = board_.RowFrom(Goal(seat), cell);
  const int aside = board_.AsideFrom(Goal(seat), cell);
  const int distance = std::max(rows, (rows + aside) / 2);
  return distance * distance + 2 * aside;
}

Position Opening(const Setup& setup) {
  Position position;
  position.owner.assign(static_cast<size_t>(setup.board().cells()), kNobody);
  for (int cell = 0; cell < setup.board().cells(); ++cell) {
    for (int seat = 0; seat < setup.num_players(); ++seat) {
      if (setup.InHome(seat, cell)) {
        position.owner[cell] = static_cast<int8_t>(seat);
      }
    }
  }
  return position;
}

}  // namespace boardwalk::star
