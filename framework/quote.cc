#include "framework/quote.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace boardwalk {

std::string Quoted(absl::string_view text, size_t most) {
  return absl::StrCat("'", absl::CHexEscape(text.substr(0, most)),
                      text.size() > most ? "..." : "", "'");
}

}  // namespace boardwalk
