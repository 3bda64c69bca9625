#include "frontends/cli/command.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace boardwalk::cli {
namespace {

// Usage lines end messages: more options than that are told by --help alone.
constexpr size_t kMaxOptionsInUsage = 8;

absl::Status Outside(absl::string_view name, absl::string_view text,
                     absl::string_view kind, absl::string_view min,
                     absl::string_view max) {
  return absl::InvalidArgumentError(absl::StrCat(
      name, " '", text, "' is not ", kind, " from ", min, " to ", max));
}

}  // namespace

bool Arguments::Has(absl::string_view name) const {
  return texts_.count(std::string(name)) != 0;
}

std::string Arguments::Text(absl::string_view name) const {
  const auto found = texts_.find(std::string(name));
  return found == texts_.end() ? "" : found->second.front();
}

std::vector<std::string> Arguments::Texts(absl::string_view name) const {
  const auto found = texts_.find(std::string(name));
  return found == texts_.end() ? std::vector<std::string>() : found->second;
}

absl::StatusOr<int64_t> Arguments::Int(absl::string_view name,
                                       Bounds<int64_t> bounds,
                                       int64_t fallback) const {
  if (!Has(name)) return fallback;
  const std::string text = Text(name);
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number < bounds.min ||
      number > bounds.max) {
    return Outside(name, text, "a whole number", absl::StrCat(bounds.min),
                   absl::StrCat(bounds.max));
  }
  return number;
}

absl::StatusOr<double> Arguments::Real(absl::string_view name,
                                       Bounds<double> bounds,
                                       double fallback) const {
  if (!Has(name)) return fallback;
  const std::string text = Text(name);
  double number = 0;
  // Not by "less than": no comparison holds for "nan".
  if (!absl::SimpleAtod(text, &number) ||
      !(number >= bounds.min && number <= bounds.max)) {
    return Outside(name, text, "a number", absl::StrCat(bounds.min),
                   absl::StrCat(bounds.max));
  }
  return number;
}

void Arguments::Add(absl::string_view name, absl::string_view text) {
  texts_[std::string(name)].emplace_back(text);
}

std::string UsageLine(absl::string_view path, const Command& command) {
  std::string line(path);
  if (!command.group.empty()) return line + " COMMAND ...";
  for (const Positional& positional : command.positionals) {
    const bool optional = positional.optional;
    absl::StrAppend(&line, optional ? " [" : " ", positional.name,
                    optional ? "]" : "", positional.repeatable ? "..." : "");
  }
  if (command.options.size() > kMaxOptionsInUsage) {
    return line + " [OPTION]...";
  }
  for (const Option& option : command.options) {
    absl::StrAppend(&line, " [", option.name, option.value.empty() ? "" : " ",
                    option.value, option.words ? "..." : "",
                    option.repeatable ? "]..." : "]");
  }
  return line;
}

std::string HelpText(absl::string_view path, const Command& command) {
  std::vector<std::pair<std::string, absl::string_view>> rows;
  for (const Command& member : command.group) {
    rows.emplace_back(member.name, member.help);
  }
  for (const Positional& positional : command.positionals) {
    rows.emplace_back(
        absl::StrCat(positional.name, positional.repeatable ? "..." : ""),
        positional.help);
  }
  for (const Option& option : command.options) {
    rows.emplace_back(absl::StrCat(option.name, option.value.empty() ? "" : " ",
                                   option.value, option.words ? "..." : ""),
                      option.help);
  }
  rows.emplace_back("--help", "prints this text");
  size_t width = 0;
  for (const auto& [name, help] : rows) width = std::max(width, name.size());
  std::string text = absl::StrCat("usage: ", UsageLine(path, command), "\n\n",
                                  path, " ", command.help, ".\n\n");
  for (const auto& [name, help] : rows) {
    absl::StrAppend(&text, "  ", name,
                    std::string(width + 2 - name.size(), ' '), help, "\n");
  }
  return text;
}

}  // namespace boardwalk::cli
