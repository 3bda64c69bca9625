#include "frontends/console/completion.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/console/commands.h"

namespace boardwalk::console {
namespace {

// The files that `path` may become, folders with a slash behind.
std::vector<std::string> Files(const std::string& path) {
  namespace fs = std::filesystem;
  const size_t slash = path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "" : path.substr(0, slash + 1);
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? "." : ExpandHome(folder),
                               error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::string file = absl::StrCat(folder, entry->path().filename().string());
    std::error_code unknown;
    if (entry->is_directory(unknown)) file += '/';
    if (absl::StartsWith(file, path)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<std::string> CompleteLine(const AnyState& state,
                                      absl::string_view text) {
  std::vector<std::string> lines;
  for (const absl::string_view command : {"save ", "load "}) {
    if (!absl::StartsWithIgnoreCase(text, command)) continue;
    for (const std::string& file :
         Files(std::string(text.substr(command.size())))) {
      lines.push_back(absl::StrCat(command, file));
    }
    return lines;
  }
  for (std::string& move : state.LegalMoveTexts()) {
    if (absl::StartsWithIgnoreCase(move, text)) lines.push_back(move);
  }
  std::sort(lines.begin(), lines.end());
  for (const Command& command : Commands()) {
    if (absl::StartsWithIgnoreCase(command.name, text)) {
      lines.push_back(
          absl::StrCat(command.name, command.argument.empty() ? "" : " "));
    }
  }
  return lines;
}

std::string ExpandHome(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || !absl::StartsWith(path, "~/")) return path;
  return absl::StrCat(home, path.substr(1));
}

}  // namespace boardwalk::console
