// Levels: players that are named by how strong they are. What a level stands
// for is chosen by the game (LevelPlayers in game.h), else by ai/bind.h; all of
// them differ from game to game by the seed of Start.

#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/string_view.h"

namespace boardwalk {

struct Level {
  absl::string_view id;     // of the player
  absl::string_view title;  // for people
};

// From the weakest.
inline constexpr std::array<Level, 5> kLevels = {{
    {"beginner", "The weakest of five levels"},
    {"easy", "Stronger than beginner"},
    {"medium", "Stronger than easy"},
    {"hard", "Stronger than medium"},
    {"expert", "The strongest level; at most five seconds a move"},
}};

// A player's name for each.
using PlayersOfLevels = std::array<std::string, kLevels.size()>;

// The only level that may have a limit of time. The others are limited by work,
// so that they play the same on every machine.
inline constexpr absl::string_view kTimedLevel = kLevels.back().id;

inline bool IsLevel(absl::string_view id) {
  return std::any_of(kLevels.begin(), kLevels.end(),
                     [id](const Level& level) { return level.id == id; });
}

}  // namespace boardwalk
