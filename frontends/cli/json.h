// What the subcommands share of writing JSON.

#ifndef BOARDWALK_FRONTENDS_CLI_JSON_H_
#define BOARDWALK_FRONTENDS_CLI_JSON_H_

#include <optional>
#include <ostream>

#include "framework/any_game.h"
#include "nlohmann/json.hpp"

namespace boardwalk::cli {

// Members stay in the order they were set in.
using Json = nlohmann::ordered_json;

// One line, ended by '\n'. Text that is not UTF-8 is mended, not thrown at.
inline void PrintLine(const Json& json, std::ostream& out) {
  out << json.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
}

// The seat to move from 0, null when the game is over.
inline Json ToMoveJson(const AnyState& state) {
  return state.IsTerminal() ? Json(nullptr) : Json(state.ToMove());
}

// The number, null where there is none.
template <typename T>
Json OptionalJson(const std::optional<T>& number) {
  return number.has_value() ? Json(*number) : Json(nullptr);
}

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_JSON_H_
