#include "frontends/cli/parameter_table.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"

namespace boardwalk::cli {
namespace {

std::string Values(const ParameterSpec& spec) {
  if (spec.type == ParameterType::kChoice) return std::string(spec.choices);
  const std::string range = absl::StrCat(spec.MinText(), "..", spec.MaxText());
  return spec.type == ParameterType::kList ? absl::StrCat(range, " joined by +")
                                           : range;
}

}  // namespace

std::string ParameterTable(const std::vector<ParameterSpec>& specs) {
  constexpr size_t kColumns = 3;  // padded; the help behind them is not
  std::vector<std::array<std::string, kColumns + 1>> rows;
  std::array<size_t, kColumns> widths{};
  for (const ParameterSpec& spec : specs) {
    rows.push_back(
        {std::string(spec.name), Values(spec),
         spec.has_default ? absl::StrCat("default ", spec.DefaultText()) : "",
         std::string(spec.help)});
    for (size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], rows.back()[i].size());
    }
  }
  std::string table;
  for (const auto& row : rows) {
    table += "    ";
    for (size_t i = 0; i < kColumns; ++i) {
      if (widths[i] == 0) continue;
      absl::StrAppend(&table, row[i],
                      std::string(widths[i] + 2 - row[i].size(), ' '));
    }
    absl::StrAppend(&table, row[kColumns], "\n");
  }
  return table;
}

}  // namespace boardwalk::cli
