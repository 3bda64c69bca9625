// The questions before a game: which one, with what options, and who plays.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_MENU_H_
#define BOARDWALK_FRONTENDS_CONSOLE_MENU_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/catalog.h"
#include "frontends/console/dialog.h"

namespace boardwalk::console {

struct Setup {
  std::shared_ptr<const AnyGame> game;
  std::vector<std::string> seats;  // canonical names, one a seat
};

// Asks for everything but the seats given. Every question has a default, a bad
// answer is explained and the question asked again. Nothing when the dialog is
// left before the last answer. REQUIRES: the catalog has a game.
std::optional<Setup> AskSetup(const Catalog& catalog,
                              const std::map<int, std::string>& given_seats,
                              Dialog& dialog);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_MENU_H_
