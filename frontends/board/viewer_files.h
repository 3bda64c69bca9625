// The files of viewer/, as the build puts them into the program.

#pragma once

namespace boardwalk::board {

// Scripts that sort the tables of a page, and that show its games.
extern const char kSortScript[];
extern const char kGamesScript[];
// The styles of those games.
extern const char kGamesStyle[];

}  // namespace boardwalk::board
