// Tables of perft numbers in files, as games/<game>/perft.txt has them: known
// numbers of move sequences, by settings of the game and depth.
//
//   # settings as after the colon of the game's name, - for the defaults
//   - 1:9 2:72 3:504
//   size=4 1:16 2:240
//   # from another position than the opening, in quotes
//   - "XX./OO./..." 1:5 2:12

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk {

struct PerftRow {
  std::string game;                              // a name
  int line = 0;                                  // of the file, from 1
  std::string position = {};                     // "" for the opening
  std::vector<std::pair<int, uint64_t>> leaves;  // by depth
};

// The position that `row` counts from. An error says in which line it is.
absl::StatusOr<std::unique_ptr<AnyState>> StartOf(const PerftRow& row,
                                                  const AnyGame& game);

// The rows of the table of the game `id`, at least one. An error names the file
// and the line.
absl::StatusOr<std::vector<PerftRow>> ReadPerftTable(const std::string& path,
                                                     absl::string_view id);

}  // namespace boardwalk
