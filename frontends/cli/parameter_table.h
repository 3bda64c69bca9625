// Declared parameters as a table for people.

#ifndef BOARDWALK_FRONTENDS_CLI_PARAMETER_TABLE_H_
#define BOARDWALK_FRONTENDS_CLI_PARAMETER_TABLE_H_

#include <string>
#include <vector>

#include "framework/parameters.h"

namespace boardwalk::cli {

// A line for each parameter, indented: its name, what it may be, its default
// and its help, in columns. "" where there are none.
std::string ParameterTable(const std::vector<ParameterSpec>& specs);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_PARAMETER_TABLE_H_
