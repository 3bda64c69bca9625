// How commands show the standings of a tournament.

#pragma once

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "frontends/cli/command.h"
#include "frontends/contest/standings.h"

namespace boardwalk::cli {

inline constexpr char kHtml[] = "--html";
inline constexpr char kGradescope[] = "--gradescope";

inline constexpr char kAnonymous[] = "--anonymous";

Option GradescopeOption();

// Writes the page of --html, if it was given: `page` makes it, with the games
// that have room in it. Errors: those of the store; internal ones: a file that
// cannot be written.
absl::Status WritePage(
    const comparison::Plan& plan, const comparison::Store& store,
    const Arguments& arguments, const Context& context,
    const std::function<std::string(const report::ShownGames&)>& page);

// Writes the page of --html and the files of --gradescope: for each entrant
// FOLDER/NAME/results.json. `standings` are those of the store. Errors: those
// of WritePage.
absl::Status WriteStandings(const comparison::Plan& plan,
                            const comparison::Store& store,
                            const contest::Standings& standings,
                            const Arguments& arguments, const Context& context);

// `format` is text, csv or json.
void PrintStandings(const contest::Standings& standings,
                    absl::string_view format, const Context& context);

}  // namespace boardwalk::cli
