// A configuration in words, and as the command that makes the same comparison.

#ifndef BOARDWALK_FRONTENDS_REPORT_DESCRIPTION_H_
#define BOARDWALK_FRONTENDS_REPORT_DESCRIPTION_H_

#include <string>
#include <utility>
#include <vector>

#include "frontends/tournament/configuration.h"

namespace boardwalk::report {

// "boardwalk compare --games teeko --players greedy,random --time 100ms ...",
// fit for a shell. Everything that decides the games is in it, defaults too.
// `separator` stands before each option: a blank, or a line's end.
std::string CommandLine(const tournament::Configuration& configuration,
                        const std::string& separator = " ");

// What is set, a name and its value each: {"limit", "100ms a move"}, {"rounds",
// "50"}, ...
std::vector<std::pair<std::string, std::string>> DescribeSettings(
    const tournament::Configuration& configuration);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_DESCRIPTION_H_
