#include "framework/suggest.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace boardwalk {

int EditDistance(absl::string_view a, absl::string_view b) {
  const size_t width = b.size() + 1;
  std::vector<int> before(width), previous(width), row(width);
  for (size_t j = 0; j < width; ++j) row[j] = static_cast<int>(j);
  const auto same = [&](size_t i, size_t j) {
    return absl::ascii_tolower(static_cast<unsigned char>(a[i])) ==
           absl::ascii_tolower(static_cast<unsigned char>(b[j]));
  };
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, row);
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j < width; ++j) {
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1,
                         previous[j - 1] + (same(i - 1, j - 1) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1)) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row.back();
}

std::vector<std::string> Nearest(absl::string_view text,
                                 const std::vector<std::string>& candidates,
                                 int limit, int max_distance) {
  // So long a text is no misspelling, and distances to it cost too much.
  text = text.substr(0, 256);
  std::vector<std::pair<int, const std::string*>> ranked;
  for (const std::string& candidate : candidates) {
    const int distance = EditDistance(text, candidate);
    if (max_distance < 0 || distance <= max_distance) {
      ranked.emplace_back(distance, &candidate);
    }
  }
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  if (ranked.size() > static_cast<size_t>(std::max(limit, 0))) {
    ranked.resize(static_cast<size_t>(std::max(limit, 0)));
  }
  std::vector<std::string> result;
  result.reserve(ranked.size());
  for (const auto& [distance, candidate] : ranked) result.push_back(*candidate);
  return result;
}

std::string DidYouMean(absl::string_view text,
                       const std::vector<std::string>& candidates) {
  const int near = std::max<int>(1, static_cast<int>(text.size()) / 3);
  const std::vector<std::string> best = Nearest(text, candidates, 1, near);
  if (best.empty()) return "";
  return absl::StrCat("; did you mean '", best.front(), "'?");
}

}  // namespace boardwalk
